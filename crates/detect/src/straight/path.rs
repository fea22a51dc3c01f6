//! Vertices on straight lines, with their exact positions enclosed.

use crate::{DetectError, Moving};
use glam::DVec3;
use tangency_bound::{Aabb, MovingBox, Volume};
use tangency_interval::{Interval, Vector3};

/// A point that moves from one place to another at constant speed: `start + s · step`, with `s` from 0 to 1. The true
/// start and step are somewhere in the two boxes, a few roundings wide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    start: Vector3,
    end: Vector3,
    step: Vector3,
    /// Both ends, if they are known exactly.
    exact: Option<[DVec3; 2]>,
}

impl Path {
    pub(crate) fn new(start: Vector3, end: Vector3) -> Self {
        let known = |place: Vector3| {
            place.0.iter().all(|coordinate| coordinate.is_singleton()).then(|| DVec3::from_array(place.mid()))
        };
        let exact = known(start).zip(known(end)).map(|(start, end)| [start, end]);
        Self { start, end, step: end - start, exact }
    }

    /// Encloses the way from `self` to `other` at every `s` of the span. Subtracting the paths before moving along them keeps
    /// the rounding relative to the distance, not to the coordinates.
    pub(crate) fn to(&self, other: &Self, s: Interval) -> Vector3 {
        (other.start - self.start) + (other.step - self.step) * s
    }

    /// Where the point is at `s`, in plain numbers.
    pub(crate) fn near(&self, s: f64) -> DVec3 {
        DVec3::from_array(self.start.mid()) + s * DVec3::from_array(self.step.mid())
    }

    /// Both ends, if they are known exactly.
    pub(crate) fn exact(&self) -> Option<[DVec3; 2]> {
        self.exact
    }

    /// The box around the point as it moves.
    pub(crate) fn moving_box(&self) -> MovingBox {
        MovingBox { start: Aabb::of(self.start), end: Aabb::of(self.end) }
    }

    /// The largest coordinate that it reaches, or `None` if it leaves the finite numbers.
    fn reach(&self) -> Option<f64> {
        let MovingBox { start, end } = self.moving_box();
        let swept = start.merged(&end);
        let reach = swept.lower().abs().max(swept.upper().abs()).max_element();
        reach.is_finite().then_some(reach)
    }
}

/// The vertices of a body during one step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Paths {
    pub(crate) paths: Vec<Path>,
    /// The box around each vertex as it moves.
    pub(crate) boxes: Vec<MovingBox>,
    /// The largest coordinate that a vertex reaches.
    pub(crate) reach: f64,
}

/// The paths of all vertices of a body between two instants of straight motion.
pub(crate) fn paths(body: &Moving, from: f64, to: f64) -> Result<Paths, DetectError> {
    let (start, end) = (body.motion().during(from.into()), body.motion().during(to.into()));
    let mut reach = 0.0_f64;
    let mut all = Vec::with_capacity(body.model().shape().mesh().vertices().len());
    for (index, &local) in body.model().shape().mesh().vertices().iter().enumerate() {
        let path = Path::new(start.point(index, local), end.point(index, local));
        reach = reach.max(path.reach().ok_or(DetectError::Unbounded)?);
        all.push(path);
    }
    let boxes = all.iter().map(Path::moving_box).collect();
    Ok(Paths { paths: all, boxes, reach })
}
