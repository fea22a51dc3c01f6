//! Vertices on straight lines, with enclosures of their exact positions.

use crate::{DetectError, Faceted};
use glam::DVec3;
use tangency_bound::{Aabb, BoundingVolume, MovingBox};
use tangency_geometry::{Enclosure, Motion};
use tangency_interval::{Interval, Vector, Vector3};

/// A point that moves from one position to another at constant velocity: `start + s · step`, with `s` from 0 to 1.
/// The true start and step lie in the two boxes, which are a few roundings wide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StraightPath {
    start: Vector3,
    end: Vector3,
    step: Vector3,
}

impl StraightPath {
    pub(crate) fn new(start: Vector3, end: Vector3) -> Self {
        Self { start, end, step: end - start }
    }

    /// A path whose points deviate from the chord by at most `room` in every coordinate, in metres.
    pub(crate) fn widened(ends: [Vector3; 2], room: f64) -> Self {
        let room = Interval::between(-room, room);
        let [start, end] = ends.map(|point| Vector(point.0.map(|coordinate| coordinate + room)));
        Self::new(start, end)
    }

    /// Encloses the vector from `self` to `other` at every `s` of the span. Subtracting the paths before evaluating
    /// them keeps the rounding error relative to the distance, not to the coordinates.
    pub(crate) fn to(&self, other: &Self, s: Interval) -> Vector3 {
        (other.start - self.start) + (other.step - self.step) * s
    }

    /// Encloses the positions at every `s` of the span.
    pub(crate) fn at(&self, s: Interval) -> Vector3 {
        self.start + self.step * s
    }

    /// The displacement from the start to the end.
    pub(crate) fn step(&self) -> Vector3 {
        self.step
    }

    /// The position at `s`, in plain floating point.
    pub(crate) fn near(&self, s: f64) -> DVec3 {
        DVec3::from_array(self.start.mid()) + s * DVec3::from_array(self.step.mid())
    }

    /// Both ends, if they are known exactly.
    pub(crate) fn exact(&self) -> Option<[DVec3; 2]> {
        Some([exactly(self.start)?, exactly(self.end)?])
    }

    /// The bounding box of the moving point.
    pub(crate) fn moving_box(&self) -> MovingBox {
        MovingBox { start: Aabb::of(self.start), end: Aabb::of(self.end) }
    }

    /// The largest coordinate on the path. `None` if it is not finite.
    fn reach(&self) -> Option<f64> {
        let MovingBox { start, end } = self.moving_box();
        let swept = start.merged(&end);
        let reach = swept.lower().abs().max(swept.upper().abs()).max_element();
        reach.is_finite().then_some(reach)
    }
}

/// The point itself, if the enclosure contains no other.
fn exactly(position: Vector3) -> Option<DVec3> {
    position.0.iter().all(|coordinate| coordinate.is_singleton()).then(|| DVec3::from_array(position.mid()))
}

/// The vertices of a body during one step.
#[derive(Clone, Debug)]
pub(crate) struct StraightPaths {
    positions: VertexPositions,
    /// The largest coordinate of any vertex on its path.
    pub(crate) reach: f64,
}

#[derive(Clone, Debug)]
enum VertexPositions {
    /// The start and end positions of all vertices, known exactly.
    Exact([Vec<DVec3>; 2]),
    /// Enclosures, if some position is not known exactly.
    Enclosed(Vec<StraightPath>),
}

impl StraightPaths {
    /// The paths of all vertices of a body between two instants of straight motion.
    pub(crate) fn new(body: Faceted<'_>, from: f64, to: f64) -> Result<Self, DetectError> {
        let [start, end] = [from, to].map(|time| body.motion().during(time.into()));
        let vertices = body.facets().mesh().vertices();
        let deviation = line_deviation(body, from, to)?;
        if deviation > 0.0 {
            return Self::inflated([start, end], vertices, deviation);
        }
        if let Some(frames) = frame(&start, vertices).zip(frame(&end, vertices)) {
            let frames = [frames.0, frames.1];
            let reach =
                frames.iter().flatten().fold(DVec3::ZERO, |reach, position| reach.max(position.abs())).max_element();
            return Ok(Self { positions: VertexPositions::Exact(frames), reach });
        }
        let mut reach = 0.0_f64;
        let mut all = Vec::with_capacity(vertices.len());
        for (index, &local) in vertices.iter().enumerate() {
            let path = StraightPath::new(start.point(index, local), end.point(index, local));
            reach = reach.max(path.reach().ok_or(DetectError::Unbounded)?);
            all.push(path);
        }
        Ok(Self { positions: VertexPositions::Enclosed(all), reach })
    }

    /// The same for a body on curves. Inflates every vertex by `deviation`, a bound on its distance from the straight
    /// line.
    fn inflated([start, end]: [Enclosure; 2], vertices: &[DVec3], deviation: f64) -> Result<Self, DetectError> {
        let path = |(index, &local)| StraightPath::widened([&start, &end].map(|at| at.point(index, local)), deviation);
        let all: Vec<StraightPath> = vertices.iter().enumerate().map(path).collect();
        let reaches = all.iter().map(|path| path.reach().ok_or(DetectError::Unbounded));
        let reach = reaches.reduce(|one, other| Ok(one?.max(other?))).unwrap_or(Ok(0.0))?;
        Ok(Self { positions: VertexPositions::Enclosed(all), reach })
    }

    /// The path of one vertex.
    pub(crate) fn of(&self, vertex: u32) -> StraightPath {
        match &self.positions {
            VertexPositions::Exact(frames) => {
                let [start, end] = frames.each_ref().map(|frame| Vector3::point(frame[vertex as usize].to_array()));
                StraightPath::new(start, end)
            }
            VertexPositions::Enclosed(paths) => paths[vertex as usize],
        }
    }

    /// The paths of all vertices.
    pub(crate) fn iter(&self) -> impl Iterator<Item = StraightPath> + '_ {
        let count = match &self.positions {
            VertexPositions::Exact([start, _]) => start.len(),
            VertexPositions::Enclosed(paths) => paths.len(),
        };
        (0..count as u32).map(|vertex| self.of(vertex))
    }

    /// The start and end positions of all vertices, if they are known exactly.
    pub(crate) fn exact(&self) -> Option<[&[DVec3]; 2]> {
        match &self.positions {
            VertexPositions::Exact([start, end]) => Some([start, end]),
            VertexPositions::Enclosed(_) => None,
        }
    }
}

/// Instants between which no vertex jumps, the ends of the span included. For a piecewise straight motion: the ends
/// of its straight pieces. For other motions: the starts of their segments. `None` for nested segments, whose
/// starts need not be doubles in the world's clock.
pub(crate) fn knots(motion: &Motion, span: Interval) -> Option<Vec<f64>> {
    if let Some(knots) = motion.straight_between(span) {
        return Some(knots);
    }
    let within = |&instant: &f64| span.lower() < instant && instant < span.upper();
    let mut starts: &[f64] = &[];
    if let Some(piecewise) = motion.jumping_segments() {
        if piecewise.segments().iter().any(|segment| segment.jumping_segments().is_some()) {
            return None;
        }
        starts = piecewise.starts();
    }
    let starts = starts.iter().copied().filter(within);
    Some(std::iter::once(span.lower()).chain(starts).chain([span.upper()]).collect())
}

/// Metres. Bounds the distance of any vertex, at any instant between two, from the straight line between its
/// positions at the two. The vertex must not jump between them. Zero for motions that are straight there.
pub(crate) fn line_deviation(body: Faceted<'_>, from: f64, to: f64) -> Result<f64, DetectError> {
    let span = Interval::between(from, to);
    if from == to || body.motion().straight_between(span).is_some() {
        return Ok(0.0);
    }
    let length = (Interval::from(to) - from).upper();
    let Some(pieces) = body.motion().rigid_pieces(span) else { return line_deviation_by_velocity(body, span, length) };
    let reach = body.facets().reach();
    let deviation = match pieces.as_slice() {
        [piece] => piece.rates(piece.span()).bulge(length, reach),
        // The velocity may jump where one piece ends and the next begins.
        pieces => {
            let speeds = pieces.iter().map(|piece| piece.rates(piece.span()).speed_within(reach));
            (Interval::from(speeds.fold(0.0, f64::max)) * length).upper()
        }
    };
    if deviation.is_finite() { Ok(deviation) } else { Err(DetectError::Unbounded) }
}

/// The same bound from the velocities of each vertex alone. From either end, the distance from the line grows no
/// faster than the width of the velocity, so the bound is largest in the middle.
fn line_deviation_by_velocity(body: Faceted<'_>, span: Interval, length: f64) -> Result<f64, DetectError> {
    let during = body.motion().during(span);
    let vertices = body.facets().mesh().vertices().iter().enumerate();
    let spread = vertices.map(|(index, &local)| {
        let widths = during.velocity(index, local).0.map(|side| Interval::from(side.width()));
        Vector(widths).length().upper()
    });
    let deviation = (Interval::from(spread.fold(0.0, f64::max)) * length * 0.5).upper();
    if deviation.is_finite() { Ok(deviation) } else { Err(DetectError::Unbounded) }
}

/// The positions of all vertices at an instant, if they are known exactly.
fn frame(placed: &Enclosure, vertices: &[DVec3]) -> Option<Vec<DVec3>> {
    if let Some(frame) = placed.frame() {
        return Some(frame.to_vec());
    }
    let position = |(index, &local)| exactly(placed.point(index, local)).filter(|position| position.is_finite());
    vertices.iter().enumerate().map(position).collect()
}
