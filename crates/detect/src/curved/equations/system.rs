//! The interface of all systems of equations.

use glam::DVec3;
use std::cell::RefCell;
use std::rc::Rc;
use tangency_geometry::Feature;
use tangency_interval::solve::{ConditionStatus, MOST_EQUATIONS, Problem, SolverOptions};
use tangency_interval::{Interval, Vector3};

/// The largest number of unknowns besides time: a point, a direction and a distance (`clearance`).
pub(in crate::curved) const MAX_UNKNOWNS: usize = 7;

/// A system that several pairs of surface pieces share.
pub(in crate::curved) type SharedSystem<'question> = Rc<RefCell<Box<dyn ContactSystem + 'question>>>;

/// Wraps a system for sharing.
pub(in crate::curved) fn shared<'question>(system: impl ContactSystem + 'question) -> SharedSystem<'question> {
    Rc::new(RefCell::new(Box::new(system)))
}

/// A contact in the frame of `b`.
pub(in crate::curved) struct LocalContact {
    /// The midpoint between the points on `a` and on `b`.
    pub(in crate::curved) place: DVec3,
    /// The unit normal from `a` to `b`.
    pub(in crate::curved) normal: DVec3,
    /// Metres. The distance between the points on `a` and on `b`, negative if they overlap.
    pub(in crate::curved) gap: f64,
    /// Whether the normal is known to separate the bodies around the point. It may not on the border of an element,
    /// where other elements touch as well.
    pub(in crate::curved) certain: bool,
}

impl LocalContact {
    /// The closest points of two bodies that are apart.
    pub(super) fn between([a, b]: [Vector3; 2]) -> Self {
        let [a, b] = [a, b].map(|place| DVec3::from_array(place.mid()));
        let normal = (b - a).try_normalize().unwrap_or(DVec3::Z);
        Self { place: 0.5 * (a + b), normal, gap: a.distance(b), certain: true }
    }
}

/// A system of equations whose solutions are contacts. Its last unknown is the time.
pub(in crate::curved) trait ContactSystem: Problem {
    /// For a part of the box of all unknowns but the time: the distance in metres over which points move as each
    /// unknown runs through its range, and the relative change of tangents or gradients over the part.
    fn shape(&mut self, cells: &[Interval], time: Interval) -> ([f64; MAX_UNKNOWNS], f64);

    /// As [`constraint`](Problem::constraint), but with natural enclosures: no mean value forms and no separating
    /// directions. For the search of the paper.
    fn natural_constraint(&mut self, region: &[Interval], values: &mut [Interval]) -> ConditionStatus {
        self.constraint(region, values)
    }

    /// Estimates for how many seconds from an instant on a part of the box contains no contact, from positions and
    /// velocities at that instant. Proves nothing. An estimate above `enough` need not be refined. `None` if there
    /// is no estimate.
    fn estimated_time_apart(&mut self, cells: &[Interval], instant: f64, enough: f64) -> Option<f64> {
        let _ = (cells, instant, enough);
        None
    }

    /// Whether a gap closes before a solution. Not so where a component appears.
    fn has_gap(&self) -> bool {
        true
    }

    /// Metres per second. Upper bound on how fast points of one body approach the other, over a part of the box and
    /// a span; `None` if no bound is known.
    fn closing_speed(&mut self, cells: &[Interval], time: Interval) -> Option<f64> {
        let _ = (cells, time);
        None
    }

    /// The instant by which an unproved solution certainly is a contact; `None` if none is certain, and the
    /// question stays open from there on. By default the end of its bracket, because points within the tolerance
    /// count as contact.
    fn certain_by(&mut self, region: &[Interval]) -> Option<f64> {
        region.last().map(|time| time.upper())
    }

    /// The contact at a point of the region that is known to `near` metres.
    fn contact_at(&mut self, point: &[Interval], near: f64) -> LocalContact;

    /// The features of `a` and of `b` that touch at a point of the region.
    fn features(&self, middle: &[f64]) -> [Feature; 2];
}

/// All unknowns of a region but the last, which is the time.
pub(in crate::curved) fn all_but_time(region: &[Interval]) -> [Interval; MAX_UNKNOWNS] {
    let mut cells = [Interval::ZERO; MAX_UNKNOWNS];
    cells[..region.len() - 1].copy_from_slice(&region[..region.len() - 1]);
    cells
}

/// The numbers, padded with zeros.
pub(in crate::curved) fn padded<const COUNT: usize>(numbers: [f64; COUNT]) -> [f64; MAX_UNKNOWNS] {
    std::array::from_fn(|index| numbers.get(index).copied().unwrap_or(0.0))
}

/// The midpoint of two points.
pub(super) fn between(a: Vector3, b: Vector3) -> Vector3 {
    (a + b) * Interval::from(0.5)
}

/// Whether the points and the objective are narrow enough to accept a solution without proof.
pub(super) fn narrow_enough(points: &[Vector3], objective: Interval, options: &SolverOptions) -> bool {
    points.iter().all(|point| point.width() <= options.accept) && objective.width() <= options.accept_objective
}

/// The side conditions alone, from a constraint that encloses the equations too.
pub(super) fn condition_of_constraint(system: &mut impl Problem, region: &[Interval]) -> ConditionStatus {
    let mut values = [Interval::ENTIRE; MOST_EQUATIONS];
    let count = system.equation_count();
    system.constraint(region, &mut values[..count])
}
