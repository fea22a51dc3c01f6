//! The support function of a convex solid that is given by a formula.
//!
//! **Question.** Which point of the solid `f ≤ 0` is farthest along a direction `n`?
//!
//! **Idea.** The point `x` where the gradient is parallel to `n` is found in floating point (`extreme`). The answer is
//! a point `p` just outside of it. `0 ≤ f(p)` is proved, so the solid is in the half-space `g·(y − p) ≤ 0` with the
//! gradient `g` at `p` (`proof`). For every point `y` of the solid therefore
//!
//! ```text
//! n·(y − p) ≤ (n − g/γ)·(y − p) ≤ |n − g/γ|·D   for any γ > 0, with D the diameter
//! ```
//!
//! which is rounding if `γ` is the length of `g`. A point just inside of `x` where `f ≤ 0` is proved shows that `p` is
//! near the solid.
//!
//! **Guarantee.** No point of the solid is farther along `n` than `p` by more than the error, [`LEVEL_ERROR`] of the
//! diameter, and `p` is within the error of the solid. So the solid is a subset of the points with the error as radius,
//! and these are within twice the error of the solid. If one of the proofs fails, [`LevelSupport::failed`] says so, and
//! nothing that was derived from its points may be used.
//!
//! **Cost.** Three to ten evaluations of second derivatives, a microsecond each for short formulas.

use super::extreme::{ExtremePoint, PointJet, seek};
use super::proof::{ConvexLevels, LevelProof};
use crate::convex::{ConvexView, SupportFunction};
use crate::tolerance::{LEVEL_ERROR, LEVEL_WARM};
use glam::{DMat3, DVec3};
use std::cell::RefCell;
use tangency_geometry::solid::{Solid, SolidLeaf, SolidWork};
use tangency_interval::{Interval, Vector, Vector3};

/// A solid of one formula that is proved convex.
#[derive(Clone, Debug)]
pub(super) struct LevelBody {
    leaf: SolidLeaf,
    levels: ConvexLevels,
    place: Vector3,
    /// Metres. At least the distance of any two points of the solid.
    size: f64,
    reach: f64,
}

/// The support function during a query: it remembers the last answer.
#[derive(Debug)]
pub(crate) struct LevelSupport<'body> {
    body: &'body LevelBody,
    state: RefCell<LevelState>,
}

#[derive(Debug, Default)]
struct LevelState {
    work: SolidWork,
    last: Option<(DVec3, ExtremePoint)>,
    failed: bool,
}

impl LevelBody {
    /// `None` if the solid is not proved convex. `place`: a box that is wider than the bounding box.
    pub(super) fn of(solid: &Solid, leaf: &SolidLeaf, place: Vector3) -> Option<Self> {
        let size = (place - Vector::point(place.mid())).length().upper() * 2.0;
        let levels = LevelProof { solid, leaf, place, size }.prove(&mut SolidWork::default())?;
        let body = Self { leaf: leaf.clone(), levels, place, size, reach: place.length().upper() };
        // The proofs at the points succeed everywhere or nowhere, if not for the rounding of the formula.
        let sound = {
            let support = LevelSupport::new(&body);
            for direction in DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]) {
                support.farthest(direction);
            }
            !support.failed()
        };
        sound.then_some(body)
    }

    /// Metres. The error of the support function.
    pub(super) fn error(&self) -> f64 {
        LEVEL_ERROR * self.size
    }

    fn jet(&self, point: DVec3, work: &mut SolidWork) -> Option<PointJet> {
        let jet = self.leaf.jet(Vector::point(point.to_array()), Interval::ZERO, work)?;
        let second = DMat3::from_cols_array_2d(&jet.second.mid());
        Some(PointJet { value: jet.value.mid(), gradient: DVec3::from_array(jet.gradient.mid()), second })
    }

    /// The sample that is farthest along a direction.
    fn start(&self, along: DVec3) -> DVec3 {
        let farther = |one: &&DVec3, other: &&DVec3| one.dot(along).total_cmp(&other.dot(along));
        self.levels.samples.iter().max_by(farther).copied().unwrap_or(DVec3::from_array(self.place.mid()))
    }

    /// The farthest point along a unit direction, moved just outside of the solid and proved.
    fn extreme(&self, along: DVec3, start: DVec3, work: &mut SolidWork) -> Option<ExtremePoint> {
        let found = seek(|point| self.jet(point, work), along, start, self.size)?;
        // Near enough that the normal is the same, and farther than the rounding of the function.
        let aside = 0.03125 * self.error() * found.normal;
        let [outer, inner] = [found.point + aside, found.point - aside];
        let proved = self.is_proved(along, outer, work)
            && self.leaf.value(Vector::point(inner.to_array()), Interval::ZERO, work).upper() <= 0.0
            && self.place.contains(inner.to_array())
            && outer.distance(inner) <= 0.75 * self.error();
        proved.then_some(ExtremePoint { point: outer, ..found })
    }

    /// `true` proves that no point of the solid is farther along a direction than a point of the shell.
    fn is_proved(&self, along: DVec3, point: DVec3, work: &mut SolidWork) -> bool {
        let Some(slope) = self.leaf.slope(Vector::point(point.to_array()), Interval::ZERO, work) else { return false };
        let steepness = DVec3::from_array(slope.gradient.mid()).length();
        if !(steepness > 0.0 && slope.value.lower() >= 0.0 && slope.value.upper() < self.levels.shell) {
            return false;
        }
        let aside = Vector3::point(along.to_array()) - slope.gradient * (Interval::ONE / Interval::from(steepness));
        let farther = aside.length() * Interval::from(self.size);
        // A quarter of the error is more than the rounding of directions.
        farther.upper() <= 0.75 * self.error() && self.place.contains(point.to_array())
    }
}

impl<'body> LevelSupport<'body> {
    pub(super) fn new(body: &'body LevelBody) -> Self {
        Self { body, state: RefCell::default() }
    }

    /// The body as the methods for convex bodies see it, and by how many metres it exceeds the solid.
    pub(super) fn view(&self) -> (ConvexView<'_>, f64) {
        let radius = self.body.error();
        let reach = self.body.reach + 2.0 * radius;
        (ConvexView { function: SupportFunction::Level(self), radius, reach, frame: None }, 2.0 * radius)
    }

    /// Whether a proof failed. Then no answer of this support function may be used.
    pub(super) fn failed(&self) -> bool {
        self.state.borrow().failed
    }

    /// The point that is farthest along a direction of any length.
    pub(crate) fn farthest(&self, direction: DVec3) -> DVec3 {
        self.extreme(direction).map_or_else(|| self.body.start(direction), |extreme| extreme.point)
    }

    /// The farthest point and the radii of curvature there, as a matrix in metres. `None` where the surface is flat.
    pub(crate) fn bent_point(&self, along: DVec3) -> Option<(DVec3, DMat3)> {
        let extreme = self.extreme(along)?;
        Some((extreme.point, extreme.curvature?))
    }

    fn extreme(&self, direction: DVec3) -> Option<ExtremePoint> {
        let state = &mut *self.state.borrow_mut();
        let along = direction.try_normalize().unwrap_or(DVec3::X);
        let known = state.last.filter(|(before, _)| *before == along);
        if let Some((_, extreme)) = known {
            return Some(extreme);
        }
        let near = state.last.filter(|(before, _)| before.dot(along) > LEVEL_WARM).map(|(_, extreme)| extreme.point);
        let from = |start: DVec3, work: &mut SolidWork| self.body.extreme(along, start, work);
        let found = near
            .and_then(|start| from(start, &mut state.work))
            .or_else(|| from(self.body.start(along), &mut state.work));
        state.failed |= found.is_none();
        state.last = found.map(|extreme| (along, extreme)).or(state.last);
        found
    }
}
