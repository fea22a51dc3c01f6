//! One function of space and time, with its derivatives, enclosed.
//!
//! *Question.* Over a box of space and a span of time: which values has the function, how does it change, and how does its
//! gradient change?
//! *Idea.* A formula is differentiated on its tape; a volume by its spline. A placed function is asked in its own frame,
//! `f(Rᵀ(p − T))`, and its derivatives are turned back. Where the derivatives are bounded, the value is also what the mean
//! value theorem says: the value at the middle plus the gradient times the way from there. A frame that a formula moves
//! ([`super::carried`]) is one more step of the same kind, with a derivative by time.
//! *Guarantee.* Everything holds at every point and instant. Where a formula may have no value, its value is all numbers;
//! where it may jump there is no [`Slope`], and where it may have a kink there is no [`Jet`].
//! *Cost.* One pass over the tape, a second one at the middle.
//! *Source.* Snyder et al. 1993, sections 2.2 (rigid motion of implicit surfaces) and 8.

use super::frame::{Frame, Placement};
use super::{Volume, Workspace};
use crate::Pose;
use glam::DVec3;
use std::sync::Arc;
use tangency_interval::expr::{Decoration, Expr, Tape};
use tangency_interval::{Interval, Matrix, Vector, Vector3};

/// The variables of a formula.
pub(super) const VARIABLES: [&str; 4] = ["x", "y", "z", "t"];

/// A function with its first derivatives, enclosed over a box of space and a span of time.
///
/// At kinks they hold all slopes: between any two points of the box the function changes by a member of the gradient times
/// the way. The condition of tangency, that gradients are parallel, may therefore be asked of them; differentiating it needs a
/// [`Jet`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slope {
    /// Its values.
    pub value: Interval,
    /// Its derivatives by `x`, `y` and `z`.
    pub gradient: Vector3,
    /// Its derivative by time.
    pub by_time: Interval,
}

/// A function with its first and second derivatives, enclosed over a box of space and a span of time in which it has both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jet {
    /// Its values.
    pub value: Interval,
    /// Its derivatives by `x`, `y` and `z`.
    pub gradient: Vector3,
    /// Its derivative by time.
    pub by_time: Interval,
    /// Its second derivatives by `x`, `y` and `z`: the derivatives of the gradient.
    pub second: Matrix<3, 3>,
    /// The derivative of the gradient by time.
    pub gradient_by_time: Vector3,
}

/// One function of a [`Solid`](super::Solid), negative on the solid's side.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaf {
    pub(super) source: Source,
    /// The way from the body's frame to the function's own, outermost first.
    pub(super) frames: Vec<Frame>,
    /// Whether the function's sign is changed: it is subtracted.
    complemented: bool,
    /// In the function's own frame: it counts only within this box.
    clip: Option<Vector3>,
}

/// What a function is given by.
#[derive(Clone, Debug)]
pub(super) enum Source {
    Formula { formula: Expr, tape: Arc<Tape>, deforms: bool },
    Volume(Volume),
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Formula { formula, .. }, Self::Formula { formula: other, .. }) => formula == other,
            (Self::Volume(volume), Self::Volume(other)) => volume == other,
            (Self::Formula { .. }, Self::Volume(_)) | (Self::Volume(_), Self::Formula { .. }) => false,
        }
    }
}

impl Leaf {
    /// The function of a formula, for whose variables see [`VARIABLES`].
    pub(super) fn formula(formula: &Expr) -> Result<Self, super::SolidError> {
        let tape = formula.compile(&VARIABLES).map_err(|error| super::SolidError::Name(error.to_string()))?;
        let deforms = formula.variables().iter().any(|name| &**name == "t");
        let source = Source::Formula { formula: formula.clone(), tape: Arc::new(tape), deforms };
        Ok(Self { source, frames: Vec::new(), complemented: false, clip: None })
    }

    /// The function of a grid of samples.
    pub(super) fn volume(volume: Volume) -> Self {
        Self { source: Source::Volume(volume), frames: Vec::new(), complemented: false, clip: None }
    }

    /// The same function, which counts only within the box.
    pub(super) fn clipped(self, clip: Vector3) -> Self {
        Self { clip: Some(clip), ..self }
    }

    /// The same function with its sign changed.
    pub(super) fn complemented(&self) -> Self {
        Self { complemented: !self.complemented, ..self.clone() }
    }

    /// The same function placed by `pose`.
    pub(super) fn placed(&self, pose: &Pose) -> Self {
        let enclosure = pose.enclosure();
        let outer = Placement { rotation: enclosure.rotation, translation: enclosure.translation };
        let mut placed = self.clone();
        match placed.frames.first_mut() {
            Some(Frame::Placed(inner)) => {
                let (rotation, translation) = (outer.rotation * inner.rotation, outer.outward(inner.translation));
                *inner = Placement { rotation, translation };
            }
            Some(Frame::Carried(_)) | None => placed.frames.insert(0, Frame::Placed(outer)),
        }
        placed
    }

    /// The same function in a frame that stands so.
    pub(super) fn within(&self, frame: Frame) -> Self {
        let mut within = self.clone();
        within.frames.insert(0, frame);
        within
    }

    /// Whether the function changes with time.
    #[must_use]
    pub fn deforms(&self) -> bool {
        let carried = self.frames.iter().any(|frame| matches!(frame, Frame::Carried(_)));
        carried || matches!(self.source, Source::Formula { deforms: true, .. })
    }

    /// Whether the sign of the function as it was given is changed: a part that is subtracted.
    #[must_use]
    pub fn is_complemented(&self) -> bool {
        self.complemented
    }

    /// The formula as it was given, in its own frame and with its own sign; `None` for a volume.
    #[must_use]
    pub fn expression(&self) -> Option<&Expr> {
        match &self.source {
            Source::Formula { formula, .. } => Some(formula),
            Source::Volume(_) => None,
        }
    }

    /// Encloses the function; all numbers where it may have no value.
    #[must_use]
    pub fn value(&self, place: Vector3, time: Interval, work: &mut Workspace) -> Interval {
        let own = self.own(place, time, work);
        let value = match &self.source {
            Source::Formula { tape, .. } => {
                let ranges = tape.ranges(&arguments(own, time), &mut work.tape);
                if ranges.everywhere_defined(0) { ranges[0] } else { Interval::ENTIRE }
            }
            Source::Volume(volume) => volume.value(own),
        };
        self.signed(value)
    }

    /// Encloses the function and its first derivatives; `None` where it may have no value or may jump.
    #[must_use]
    pub fn slope(&self, place: Vector3, time: Interval, work: &mut Workspace) -> Option<Slope> {
        let mut slope = self.slope_in(&self.frames, place, time, work)?;
        slope.value = self.tightened(slope, place, time, work);
        Some(if self.complemented { -slope } else { slope })
    }

    /// The slope as the outermost of these frames sees it.
    fn slope_in(&self, frames: &[Frame], place: Vector3, time: Interval, work: &mut Workspace) -> Option<Slope> {
        if let [frame, inner @ ..] = frames {
            let frame = frame.during(time, work);
            return frame.outward(self.slope_in(inner, frame.inward(place), time, work)?, place);
        }
        match &self.source {
            Source::Formula { tape, .. } => {
                let gradients = tape.gradients(&arguments(place, time), &mut work.tape);
                if gradients.decoration(0) < Decoration::Continuous {
                    return None;
                }
                let [x, y, z, t] = derivatives(gradients.gradient(0));
                Some(Slope { value: gradients.range(0), gradient: Vector([x, y, z]), by_time: t })
            }
            Source::Volume(volume) => Some(volume.slope(place)),
        }
    }

    /// Encloses the function, its first and its second derivatives; `None` where it may have no value or may have a kink.
    #[must_use]
    pub fn jet(&self, place: Vector3, time: Interval, work: &mut Workspace) -> Option<Jet> {
        let mut jet = self.jet_in(&self.frames, place, time, work)?;
        let slope = Slope { value: jet.value, gradient: jet.gradient, by_time: jet.by_time };
        jet.value = self.tightened(slope, place, time, work);
        Some(if self.complemented { -jet } else { jet })
    }

    /// The jet as the outermost of these frames sees it.
    fn jet_in(&self, frames: &[Frame], place: Vector3, time: Interval, work: &mut Workspace) -> Option<Jet> {
        if let [frame, inner @ ..] = frames {
            let frame = frame.during(time, work);
            return frame.outward_jet(self.jet_in(inner, frame.inward(place), time, work)?, place);
        }
        match &self.source {
            Source::Formula { tape, .. } => {
                let hessians = tape.hessians(&arguments(place, time), &mut work.tape);
                if hessians.decoration(0) < Decoration::Smooth {
                    return None;
                }
                let [x, y, z, t] = derivatives(hessians.gradient(0));
                Some(Jet {
                    value: hessians.range(0),
                    gradient: Vector([x, y, z]),
                    by_time: t,
                    second: Matrix(std::array::from_fn(|i| Vector::from_fn(|j| hessians.second(0, i, j)))),
                    gradient_by_time: Vector::from_fn(|i| hessians.second(0, i, 3)),
                })
            }
            Source::Volume(volume) => Some(volume.jet(place)),
        }
    }

    /// About how many instructions one evaluation runs.
    pub(super) fn instructions(&self) -> usize {
        let of_source = match &self.source {
            Source::Formula { tape, .. } => tape.instruction_count(),
            Source::Volume(_) => Volume::INSTRUCTIONS,
        };
        let of_frame = |frame: &Frame| match frame {
            Frame::Placed(_) => 0,
            Frame::Carried(carrier) => carrier.instructions(),
        };
        of_source + self.frames.iter().map(of_frame).sum::<usize>()
    }

    /// Whether the function counts everywhere, and not only within a box.
    pub(super) fn counts_everywhere(&self) -> bool {
        self.clip.is_none()
    }

    /// Encloses how far a point is outside of where the function counts: at most zero within, a bound on the excess beyond.
    /// `None` if it counts everywhere.
    pub(super) fn beyond_clip(&self, place: Vector3, time: Interval, work: &mut Workspace) -> Option<Interval> {
        self.clip.map(|clip| beyond(clip, self.own(place, time, work)))
    }

    /// Encloses what decides on membership: the function, and where it does not count, something positive (before the sign is
    /// changed).
    pub(super) fn membership(&self, place: Vector3, time: Interval, work: &mut Workspace) -> Interval {
        let value = self.value(place, time, work);
        self.limited(value, place, time, work)
    }

    /// The same for a value that is known already.
    pub(super) fn limited(&self, value: Interval, place: Vector3, time: Interval, work: &mut Workspace) -> Interval {
        match self.beyond_clip(place, time, work) {
            None => value,
            Some(beyond) => self.signed(self.signed(value).max(beyond)),
        }
    }

    /// [`Self::membership`] at a point, in floating point.
    pub(super) fn membership_at(&self, point: DVec3, time: f64, work: &mut Workspace) -> f64 {
        let own = if self.frames.is_empty() {
            point
        } else {
            DVec3::from_array(self.own(Vector::point(point.to_array()), Interval::from(time), work).mid())
        };
        let value = match &self.source {
            Source::Formula { tape, .. } => tape.values(&[own.x, own.y, own.z, time], &mut work.tape)[0],
            Source::Volume(volume) => volume.value_at(own),
        };
        let beyond = self.clip.map_or(f64::NEG_INFINITY, |clip| beyond(clip, Vector::point(own.to_array())).mid());
        // A function without a value stays so within its box.
        let value = if beyond > 0.0 { beyond } else { value };
        if self.complemented { -value } else { value }
    }

    /// The box in the function's own frame.
    fn own(&self, place: Vector3, time: Interval, work: &mut Workspace) -> Vector3 {
        self.frames.iter().fold(place, |place, frame| frame.during(time, work).inward(place))
    }

    fn signed(&self, value: Interval) -> Interval {
        if self.complemented { -value } else { value }
    }

    /// The value of the slope, before its sign is changed, and what the mean value theorem says of it.
    fn tightened(&self, slope: Slope, place: Vector3, time: Interval, work: &mut Workspace) -> Interval {
        let middle = place.mid();
        let instant = if self.deforms() { time.mid() } else { 0.0 };
        if !(instant.is_finite() && middle.iter().all(|coordinate| coordinate.is_finite())) {
            return slope.value;
        }
        let (centre, instant) = (Vector::point(middle), Interval::from(instant));
        // A spline is enclosed tightly by itself, unless its box was turned.
        if self.frames.is_empty() && matches!(self.source, Source::Volume(_)) {
            return slope.value;
        }
        let own = self.own(centre, instant, work);
        let at_centre = match &self.source {
            Source::Formula { tape, .. } => tape.ranges(&arguments(own, instant), &mut work.tape)[0],
            Source::Volume(volume) => volume.value(own),
        };
        let by_time = if self.deforms() { slope.by_time * (time - instant) } else { Interval::ZERO };
        let mean = at_centre + slope.gradient.dot(place - centre) + by_time;
        slope.value.intersection(mean)
    }
}

fn arguments(place: Vector3, time: Interval) -> [Interval; 4] {
    [place[0], place[1], place[2], time]
}

fn derivatives(gradient: &[Interval]) -> [Interval; 4] {
    std::array::from_fn(|i| gradient[i])
}

/// How far outside of the box the place is, in the largest coordinate; at most zero within.
fn beyond(clip: Vector3, place: Vector3) -> Interval {
    let axis = |i: usize| (place[i] - clip[i].upper()).max(clip[i].lower() - place[i]);
    axis(0).max(axis(1)).max(axis(2))
}

impl std::ops::Neg for Slope {
    type Output = Self;
    fn neg(self) -> Self {
        Self { value: -self.value, gradient: -self.gradient, by_time: -self.by_time }
    }
}

impl std::ops::Neg for Jet {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            value: -self.value,
            gradient: -self.gradient,
            by_time: -self.by_time,
            second: -self.second,
            gradient_by_time: -self.gradient_by_time,
        }
    }
}
