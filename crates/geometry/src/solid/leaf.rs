//! One function of space and time, with its derivatives, enclosed.
//!
//! *Question.* Over a box of space and a span of time: which values has the function, how does it change, and how does its
//! gradient change?
//! *Idea.* A formula is differentiated on its tape; a volume by its spline. A placed function is asked in its own frame,
//! `f(Rᵀ(p − T))`, and its derivatives are turned back. Where the derivatives are bounded, the value is also what the mean
//! value theorem says: the value at the middle plus the gradient times the way from there.
//! *Guarantee.* Everything holds at every point and instant. Where a formula may have no value, its value is all numbers;
//! where it may jump there is no [`Slope`], and where it may have a kink there is no [`Jet`].
//! *Cost.* One pass over the tape, a second one at the middle.
//! *Source.* Snyder et al. 1993, sections 2.2 (rigid motion of implicit surfaces) and 8.

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
    source: Source,
    /// Where the function's own frame stands; `None` if it is the body's.
    placement: Option<Placement>,
    /// Whether the function's sign is changed: it is subtracted.
    complemented: bool,
    /// In the function's own frame: it counts only within this box.
    clip: Option<Vector3>,
}

#[derive(Clone, Debug)]
enum Source {
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

/// A rotation and a translation, each known up to rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Placement {
    rotation: Matrix<3, 3>,
    translation: Vector3,
}

impl Placement {
    /// The box in the function's own frame.
    fn inward(&self, place: Vector3) -> Vector3 {
        self.rotation.transpose() * (place - self.translation)
    }

    fn outward(&self, place: Vector3) -> Vector3 {
        self.rotation * place + self.translation
    }
}

impl Leaf {
    /// The function of a formula, for whose variables see [`VARIABLES`].
    pub(super) fn formula(formula: &Expr) -> Result<Self, super::SolidError> {
        let tape = formula.compile(&VARIABLES).map_err(|error| super::SolidError::Name(error.to_string()))?;
        let deforms = formula.variables().iter().any(|name| &**name == "t");
        let source = Source::Formula { formula: formula.clone(), tape: Arc::new(tape), deforms };
        Ok(Self { source, placement: None, complemented: false, clip: None })
    }

    /// The function of a grid of samples.
    pub(super) fn volume(volume: Volume) -> Self {
        Self { source: Source::Volume(volume), placement: None, complemented: false, clip: None }
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
        let placement = match &self.placement {
            None => outer,
            Some(inner) => {
                Placement { rotation: outer.rotation * inner.rotation, translation: outer.outward(inner.translation) }
            }
        };
        Self { placement: Some(placement), ..self.clone() }
    }

    /// Whether the function changes with time.
    #[must_use]
    pub fn deforms(&self) -> bool {
        matches!(self.source, Source::Formula { deforms: true, .. })
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
        let own = self.own(place);
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
        let own = self.own(place);
        let mut slope = match &self.source {
            Source::Formula { tape, .. } => {
                let gradients = tape.gradients(&arguments(own, time), &mut work.tape);
                if gradients.decoration(0) < Decoration::Continuous {
                    return None;
                }
                let [x, y, z, t] = derivatives(gradients.gradient(0));
                Slope { value: gradients.range(0), gradient: Vector([x, y, z]), by_time: t }
            }
            Source::Volume(volume) => volume.slope(own),
        };
        if let Some(placement) = &self.placement {
            slope.gradient = placement.rotation * slope.gradient;
        }
        slope.value = self.tightened(slope, place, time, work);
        Some(if self.complemented { -slope } else { slope })
    }

    /// Encloses the function, its first and its second derivatives; `None` where it may have no value or may have a kink.
    #[must_use]
    pub fn jet(&self, place: Vector3, time: Interval, work: &mut Workspace) -> Option<Jet> {
        let own = self.own(place);
        let mut jet = match &self.source {
            Source::Formula { tape, .. } => {
                let hessians = tape.hessians(&arguments(own, time), &mut work.tape);
                if hessians.decoration(0) < Decoration::Smooth {
                    return None;
                }
                let [x, y, z, t] = derivatives(hessians.gradient(0));
                Jet {
                    value: hessians.range(0),
                    gradient: Vector([x, y, z]),
                    by_time: t,
                    second: Matrix(std::array::from_fn(|i| Vector::from_fn(|j| hessians.second(0, i, j)))),
                    gradient_by_time: Vector::from_fn(|i| hessians.second(0, i, 3)),
                }
            }
            Source::Volume(volume) => volume.jet(own),
        };
        if let Some(Placement { rotation, .. }) = self.placement {
            jet.gradient = rotation * jet.gradient;
            jet.second = rotation * jet.second * rotation.transpose();
            jet.gradient_by_time = rotation * jet.gradient_by_time;
        }
        let slope = Slope { value: jet.value, gradient: jet.gradient, by_time: jet.by_time };
        jet.value = self.tightened(slope, place, time, work);
        Some(if self.complemented { -jet } else { jet })
    }

    /// About how many instructions one evaluation runs.
    pub(super) fn instructions(&self) -> usize {
        match &self.source {
            Source::Formula { tape, .. } => tape.instruction_count(),
            Source::Volume(_) => Volume::INSTRUCTIONS,
        }
    }

    /// Whether the function counts everywhere, and not only within a box.
    pub(super) fn counts_everywhere(&self) -> bool {
        self.clip.is_none()
    }

    /// Encloses how far a point is outside of where the function counts: at most zero within, a bound on the excess beyond.
    /// `None` if it counts everywhere.
    pub(super) fn beyond_clip(&self, place: Vector3) -> Option<Interval> {
        self.clip.map(|clip| beyond(clip, self.own(place)))
    }

    /// Encloses what decides on membership: the function, and where it does not count, something positive (before the sign is
    /// changed).
    pub(super) fn membership(&self, place: Vector3, time: Interval, work: &mut Workspace) -> Interval {
        let value = self.value(place, time, work);
        self.limited(value, place)
    }

    /// The same for a value that is known already.
    pub(super) fn limited(&self, value: Interval, place: Vector3) -> Interval {
        match self.beyond_clip(place) {
            None => value,
            Some(beyond) => self.signed(self.signed(value).max(beyond)),
        }
    }

    /// [`Self::membership`] at a point, in floating point.
    pub(super) fn membership_at(&self, point: DVec3, time: f64, work: &mut Workspace) -> f64 {
        let own = match &self.placement {
            None => point,
            Some(placement) => DVec3::from_array(placement.inward(Vector::point(point.to_array())).mid()),
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
    fn own(&self, place: Vector3) -> Vector3 {
        match &self.placement {
            None => place,
            Some(placement) => placement.inward(place),
        }
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
        let at_centre = match (&self.source, &self.placement) {
            (Source::Formula { tape, .. }, _) => tape.ranges(&arguments(self.own(centre), instant), &mut work.tape)[0],
            (Source::Volume(volume), Some(_)) => volume.value(self.own(centre)),
            // The spline is enclosed tightly by itself, unless its box was turned.
            (Source::Volume(_), None) => return slope.value,
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
