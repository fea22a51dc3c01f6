//! Enclosures of one function of space and time and its derivatives.
//!
//! *Question.* Over a box of space and a time interval: what are the values of the function, its derivatives,
//! and the derivatives of its gradient?
//! *Idea.* A formula is differentiated on its tape, a volume by its spline. A placed function is evaluated in
//! its own frame, `f(Rᵀ(p − T))`, and its derivatives are rotated back. Where the derivatives are bounded, the
//! value is intersected with the mean value form: the value at the centre plus the gradient times the
//! displacement. A frame moved by a formula ([`super::carried`]) is treated the same way, with a derivative by
//! time.
//! *Guarantee.* The enclosures hold at every point and instant. Where a formula may be undefined, its value is
//! all reals. Where it may jump there is no [`SolidSlope`], and where it may have a kink there is no [`SolidJet`].
//! *Cost.* One evaluation of the tape, and a second one at the centre.
//! *Source.* Snyder et al. 1993, sections 2.2 (rigid motion of implicit surfaces) and 8.

use super::frame::{FixedFrame, FunctionFrame};
use super::{SampledVolume, SolidWork};
use crate::Pose;
use crate::tolerance::SPLINE_INSTRUCTIONS;
use glam::DVec3;
use std::sync::Arc;
use tangency_interval::expr::{Decoration, Expr, Tape};
use tangency_interval::{Interval, Matrix, Vector, Vector3};

/// The variables of a formula.
pub(super) const VARIABLES: [&str; 4] = ["x", "y", "z", "t"];

/// Encloses a function and its first derivatives over a box of space and a time interval.
///
/// At kinks they hold all slopes: between any two points of the box the function changes by a member of the
/// gradient times the displacement. The tangency condition, that gradients are parallel, may therefore be
/// tested on slopes. Differentiating that condition needs a [`SolidJet`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolidSlope {
    /// The values.
    pub value: Interval,
    /// The derivatives by `x`, `y` and `z`.
    pub gradient: Vector3,
    /// The derivative by time.
    pub by_time: Interval,
}

/// Encloses a function and its first and second derivatives over a box of space and a time interval where both
/// exist.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolidJet {
    /// The values.
    pub value: Interval,
    /// The derivatives by `x`, `y` and `z`.
    pub gradient: Vector3,
    /// The derivative by time.
    pub by_time: Interval,
    /// The second derivatives by `x`, `y` and `z`: the derivatives of the gradient.
    pub second: Matrix<3, 3>,
    /// The derivative of the gradient by time.
    pub gradient_by_time: Vector3,
}

/// One function of a [`Solid`](super::Solid), negative on the solid's side.
#[derive(Clone, Debug, PartialEq)]
pub struct SolidLeaf {
    pub(super) source: FunctionSource,
    /// The frames from the body's frame to the function's own frame, outermost first.
    pub(super) frames: Vec<FunctionFrame>,
    /// Whether the sign is changed, because the function is subtracted.
    complemented: bool,
    /// If given, the function counts only within this box, in the function's own frame.
    clip: Option<Vector3>,
}

/// The definition of a function.
#[derive(Clone, Debug)]
pub(super) enum FunctionSource {
    Formula { formula: Expr, tape: Arc<Tape>, deforms: bool },
    Volume(SampledVolume),
}

impl PartialEq for FunctionSource {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Formula { formula, .. }, Self::Formula { formula: other, .. }) => formula == other,
            (Self::Volume(volume), Self::Volume(other)) => volume == other,
            (Self::Formula { .. }, Self::Volume(_)) | (Self::Volume(_), Self::Formula { .. }) => false,
        }
    }
}

impl SolidLeaf {
    /// The function of a formula in the [`VARIABLES`].
    pub(super) fn formula(formula: &Expr) -> Result<Self, super::SolidError> {
        let tape = formula.compile(&VARIABLES).map_err(|error| super::SolidError::Name(error.to_string()))?;
        let deforms = formula.variables().iter().any(|name| &**name == "t");
        let source = FunctionSource::Formula { formula: formula.clone(), tape: Arc::new(tape), deforms };
        Ok(Self { source, frames: Vec::new(), complemented: false, clip: None })
    }

    /// The function of a grid of samples.
    pub(super) fn volume(volume: SampledVolume) -> Self {
        Self { source: FunctionSource::Volume(volume), frames: Vec::new(), complemented: false, clip: None }
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
        let outer = FixedFrame { rotation: enclosure.rotation, translation: enclosure.translation };
        let mut placed = self.clone();
        match placed.frames.first_mut() {
            Some(FunctionFrame::Placed(inner)) => {
                let (rotation, translation) = (outer.rotation * inner.rotation, outer.outward(inner.translation));
                *inner = FixedFrame { rotation, translation };
            }
            Some(FunctionFrame::Carried(_)) | None => placed.frames.insert(0, FunctionFrame::Placed(outer)),
        }
        placed
    }

    /// The same function within an outer frame.
    pub(super) fn within(&self, frame: FunctionFrame) -> Self {
        let mut within = self.clone();
        within.frames.insert(0, frame);
        within
    }

    /// Whether the function changes with time.
    #[must_use]
    pub fn deforms(&self) -> bool {
        let carried = self.frames.iter().any(|frame| matches!(frame, FunctionFrame::Carried(_)));
        carried || matches!(self.source, FunctionSource::Formula { deforms: true, .. })
    }

    /// Whether the sign of the given function is changed, because it is subtracted.
    #[must_use]
    pub fn is_complemented(&self) -> bool {
        self.complemented
    }

    /// The formula as given, in its own frame and with its original sign; `None` for a volume.
    #[must_use]
    pub fn expression(&self) -> Option<&Expr> {
        match &self.source {
            FunctionSource::Formula { formula, .. } => Some(formula),
            FunctionSource::Volume(_) => None,
        }
    }

    /// Encloses the function; all reals where it may be undefined.
    #[must_use]
    pub fn value(&self, place: Vector3, time: Interval, work: &mut SolidWork) -> Interval {
        let own = self.own(place, time, work);
        let value = match &self.source {
            FunctionSource::Formula { tape, .. } => {
                let ranges = tape.ranges(&arguments(own, time), &mut work.tape);
                if ranges.everywhere_defined(0) { ranges[0] } else { Interval::ENTIRE }
            }
            FunctionSource::Volume(volume) => volume.value(own),
        };
        self.signed(value)
    }

    /// Encloses the function and its first derivatives; `None` where it may be undefined or may jump.
    #[must_use]
    pub fn slope(&self, place: Vector3, time: Interval, work: &mut SolidWork) -> Option<SolidSlope> {
        let mut slope = self.slope_in(&self.frames, place, time, work)?;
        slope.value = self.tightened(slope, place, time, work);
        Some(if self.complemented { -slope } else { slope })
    }

    /// The slope in the outermost of these frames.
    fn slope_in(
        &self,
        frames: &[FunctionFrame],
        place: Vector3,
        time: Interval,
        work: &mut SolidWork,
    ) -> Option<SolidSlope> {
        if let [frame, inner @ ..] = frames {
            let frame = frame.during(time, work);
            return frame.outward(self.slope_in(inner, frame.inward(place), time, work)?, place);
        }
        match &self.source {
            FunctionSource::Formula { tape, .. } => {
                let gradients = tape.gradients(&arguments(place, time), &mut work.tape);
                if gradients.decoration(0) < Decoration::Continuous {
                    return None;
                }
                let [x, y, z, t] = derivatives(gradients.gradient(0));
                Some(SolidSlope { value: gradients.range(0), gradient: Vector([x, y, z]), by_time: t })
            }
            FunctionSource::Volume(volume) => Some(volume.slope(place)),
        }
    }

    /// Encloses the function, its first and its second derivatives; `None` where it may be undefined or have a
    /// kink.
    #[must_use]
    pub fn jet(&self, place: Vector3, time: Interval, work: &mut SolidWork) -> Option<SolidJet> {
        let mut jet = self.jet_in(&self.frames, place, time, work)?;
        let slope = SolidSlope { value: jet.value, gradient: jet.gradient, by_time: jet.by_time };
        jet.value = self.tightened(slope, place, time, work);
        Some(if self.complemented { -jet } else { jet })
    }

    /// The jet in the outermost of these frames.
    fn jet_in(
        &self,
        frames: &[FunctionFrame],
        place: Vector3,
        time: Interval,
        work: &mut SolidWork,
    ) -> Option<SolidJet> {
        if let [frame, inner @ ..] = frames {
            let frame = frame.during(time, work);
            return frame.outward_jet(self.jet_in(inner, frame.inward(place), time, work)?, place);
        }
        match &self.source {
            FunctionSource::Formula { tape, .. } => {
                let hessians = tape.hessians(&arguments(place, time), &mut work.tape);
                if hessians.decoration(0) < Decoration::Smooth {
                    return None;
                }
                let [x, y, z, t] = derivatives(hessians.gradient(0));
                Some(SolidJet {
                    value: hessians.range(0),
                    gradient: Vector([x, y, z]),
                    by_time: t,
                    second: Matrix(std::array::from_fn(|i| Vector::from_fn(|j| hessians.second(0, i, j)))),
                    gradient_by_time: Vector::from_fn(|i| hessians.second(0, i, 3)),
                })
            }
            FunctionSource::Volume(volume) => Some(volume.jet(place)),
        }
    }

    /// Approximate number of instructions of one evaluation.
    pub(super) fn instructions(&self) -> usize {
        let of_source = match &self.source {
            FunctionSource::Formula { tape, .. } => tape.instruction_count(),
            FunctionSource::Volume(_) => SPLINE_INSTRUCTIONS,
        };
        let of_frame = |frame: &FunctionFrame| match frame {
            FunctionFrame::Placed(_) => 0,
            FunctionFrame::Carried(carrier) => carrier.instructions(),
        };
        of_source + self.frames.iter().map(of_frame).sum::<usize>()
    }

    /// Whether the function counts everywhere, not only within a box.
    #[must_use]
    pub fn counts_everywhere(&self) -> bool {
        self.clip.is_none()
    }

    /// Encloses the signed distance, in the largest coordinate, from the box in which the function counts: at
    /// most zero inside, positive outside. `None` if it counts everywhere.
    pub(super) fn beyond_clip(&self, place: Vector3, time: Interval, work: &mut SolidWork) -> Option<Interval> {
        self.clip.map(|clip| beyond(clip, self.own(place, time, work)))
    }

    /// Encloses the membership function: the function itself, and outside its box a positive number (before the
    /// sign is changed).
    pub(super) fn membership(&self, place: Vector3, time: Interval, work: &mut SolidWork) -> Interval {
        let value = self.value(place, time, work);
        self.limited(value, place, time, work)
    }

    /// The membership for a known value.
    pub(super) fn limited(&self, value: Interval, place: Vector3, time: Interval, work: &mut SolidWork) -> Interval {
        match self.beyond_clip(place, time, work) {
            None => value,
            Some(beyond) => self.signed(self.signed(value).max(beyond)),
        }
    }

    /// [`Self::membership`] at a point, in floating point.
    pub(super) fn membership_at(&self, point: DVec3, time: f64, work: &mut SolidWork) -> f64 {
        let own = if self.frames.is_empty() {
            point
        } else {
            DVec3::from_array(self.own(Vector::point(point.to_array()), Interval::from(time), work).mid())
        };
        let value = match &self.source {
            FunctionSource::Formula { tape, .. } => tape.values(&[own.x, own.y, own.z, time], &mut work.tape)[0],
            FunctionSource::Volume(volume) => volume.value_at(own),
        };
        let beyond = self.clip.map_or(f64::NEG_INFINITY, |clip| beyond(clip, Vector::point(own.to_array())).mid());
        // A function that is undefined within its box stays undefined.
        let value = if beyond > 0.0 { beyond } else { value };
        if self.complemented { -value } else { value }
    }

    /// Transforms a box into the function's own frame.
    fn own(&self, place: Vector3, time: Interval, work: &mut SolidWork) -> Vector3 {
        self.frames.iter().fold(place, |place, frame| frame.during(time, work).inward(place))
    }

    fn signed(&self, value: Interval) -> Interval {
        if self.complemented { -value } else { value }
    }

    /// The value of the slope, before its sign is changed, intersected with the mean value form.
    fn tightened(&self, slope: SolidSlope, place: Vector3, time: Interval, work: &mut SolidWork) -> Interval {
        let middle = place.mid();
        let instant = if self.deforms() { time.mid() } else { 0.0 };
        if !(instant.is_finite() && middle.iter().all(|coordinate| coordinate.is_finite())) {
            return slope.value;
        }
        let (centre, instant) = (Vector::point(middle), Interval::from(instant));
        // The enclosure of a spline is already tight, unless its box was rotated.
        if self.frames.is_empty() && matches!(self.source, FunctionSource::Volume(_)) {
            return slope.value;
        }
        let own = self.own(centre, instant, work);
        let at_centre = match &self.source {
            FunctionSource::Formula { tape, .. } => tape.ranges(&arguments(own, instant), &mut work.tape)[0],
            FunctionSource::Volume(volume) => volume.value(own),
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

/// The signed distance in the largest coordinate from the points to the box; at most zero inside.
fn beyond(clip: Vector3, place: Vector3) -> Interval {
    let axis = |i: usize| (place[i] - clip[i].upper()).max(clip[i].lower() - place[i]);
    axis(0).max(axis(1)).max(axis(2))
}

impl std::ops::Neg for SolidSlope {
    type Output = Self;
    fn neg(self) -> Self {
        Self { value: -self.value, gradient: -self.gradient, by_time: -self.by_time }
    }
}

impl std::ops::Neg for SolidJet {
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
