//! Bodies of STEP files as bodies of trimmed faces.
//!
//! *Question.* A file gives surfaces, and edges as curves in space. Which curves in the domain of every face are its
//! sides?
//! *Idea.* Every edge is cut into short pieces, at the same points for both of its faces. In the domain of a face, a
//! piece is the polynomial of degree seven through the parameters of its points. Angles continue along a loop, so that
//! a loop around a cylinder ends a turn farther than it starts, and its seam is met on both sides. At a pole the loop
//! goes on along the side that is a point.
//! *Guarantee.* The faces are those of the file, up to the rounding of its numbers. The sides of two faces are proved
//! to agree within the tolerance; the file is refused otherwise.
//! *Cost.* Some hundred evaluations an edge, and the proofs of [`Brep::of_trimmed`].

mod edge;
mod surface;

use super::{StepBody, StepBodyKind, StepBound, StepEdgeUse, StepFace, StepLoop};
use crate::tolerance::{STEP_POLE, STEP_SIDES_MEET};
use edge::EdgePath;
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;
use surface::unwrapped;
use tangency_geometry::surface::{Brep, SurfaceError, TrimCurve, TrimmedEdge, TrimmedFace, TrimmedSide};

/// A body of a STEP file that cannot be made a body of faces.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StepBodyError {
    /// A surface, a curve or a loop of a kind that cannot be made a face yet.
    #[error("#{entity}: {what} cannot be made a face yet: export the body with other surfaces, or as a mesh")]
    Unsupported {
        /// The number of the entity in the file.
        entity: u64,
        /// What is not supported.
        what: String,
    },
    /// A loop does not end where it starts.
    #[error(
        "#{entity}: a loop of the face does not close: its end is {gap} from its start in the domain of the surface"
    )]
    OpenLoop {
        /// The number of the face in the file.
        entity: u64,
        /// The distance of the parameters.
        gap: f64,
    },
    /// The file calls the body a solid, and its faces do not bound one.
    #[error("#{entity}: the faces of the solid are not closed, or its outside is not found: export it as a surface")]
    NotClosed {
        /// The number of the body in the file.
        entity: u64,
    },
    /// The faces do not make a body.
    #[error("#{entity}: {error}")]
    Surface {
        /// The number of the body in the file.
        entity: u64,
        /// The error.
        error: SurfaceError,
    },
}

impl StepBody {
    /// The body of its faces, in its own frame.
    ///
    /// # Errors
    /// If a surface or a curve is of a kind that is not supported, a loop does not close, the sides of two faces do not
    /// agree within the tolerance of the file, or the faces of a solid do not bound one.
    pub fn brep(&self) -> Result<Brep, StepBodyError> {
        let edges = BodyEdges::new(self)?;
        let faces = self.faces.iter().enumerate().map(|(index, face)| edges.face(face, index));
        let faces = faces.collect::<Result<Vec<_>, _>>()?;
        let tolerance = self.tolerance.unwrap_or(0.0).max(STEP_SIDES_MEET * edges.size);
        let made = Brep::of_trimmed(faces, tolerance);
        let brep = made.map_err(|error| StepBodyError::Surface { entity: self.entity, error })?;
        match self.kind {
            StepBodyKind::Surface => Ok(brep.as_surface()),
            StepBodyKind::Solid if brep.is_solid() => Ok(brep),
            StepBodyKind::Solid => Err(StepBodyError::NotClosed { entity: self.entity }),
        }
    }
}

/// The edges of a body, and the number of the first piece of each.
struct BodyEdges<'body> {
    paths: Vec<EdgePath<'body>>,
    numbers: Vec<usize>,
    /// The number after that of the last piece. Each face has two more from here on, for the seams that files leave
    /// out.
    count: usize,
    /// Metres.
    size: f64,
}

/// A loop of a face while its sides are found.
struct LoopWalk {
    sides: Vec<TrimmedSide>,
    /// Where the last side ends.
    at: Option<DVec2>,
}

impl<'body> BodyEdges<'body> {
    fn new(body: &'body StepBody) -> Result<Self, StepBodyError> {
        let (mut paths, mut numbers, mut count) = (Vec::new(), Vec::new(), 0);
        for edge in &body.edges {
            let what = "an edge along such a curve";
            let path = EdgePath::new(body, edge).ok_or_else(|| unsupported(edge.entity, what))?;
            numbers.push(count);
            count += path.pieces;
            paths.push(path);
        }
        let samples =
            || paths.iter().flat_map(|path| [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| path.at(share))).flatten();
        let low = samples().fold(DVec3::INFINITY, DVec3::min);
        let high = samples().fold(DVec3::NEG_INFINITY, DVec3::max);
        let size = (high - low).length();
        Ok(Self { numbers, count, size: if size.is_finite() { size } else { 0.0 }, paths })
    }

    fn face(&self, face: &StepFace, index: usize) -> Result<TrimmedFace, StepBodyError> {
        let seams = self.count + 2 * index;
        let loops = face.bounds.iter().filter(|bound| matches!(bound.path, StepLoop::Edges(_)));
        let loops = loops.map(|bound| self.walk(face, bound)).collect::<Result<Vec<_>, _>>()?;
        let loops = if loops.is_empty() { whole(face, seams)? } else { joined(face, loops, seams)? };
        let points = || loops.iter().flatten().flat_map(|side| side.curve.points().iter().copied());
        let low = points().fold(DVec2::INFINITY, DVec2::min);
        let high = points().fold(DVec2::NEG_INFINITY, DVec2::max);
        let regular = surface::regular(&face.surface);
        // Control points may be beyond the curves, and the domain is narrowed to these.
        let margin = 0.1 * (high - low);
        let domain = [
            [low.x - margin.x, high.x + margin.x],
            [(low.y - margin.y).max(regular[0]), (high.y + margin.y).min(regular[1])],
        ];
        let kind = surface::kind(&face.surface);
        let patch = surface::patch(&face.surface, domain).ok_or_else(|| unsupported(face.entity, kind))?;
        let patch = patch.map_err(|error| StepBodyError::Surface { entity: face.entity, error })?;
        Ok(TrimmedFace { patch, loops })
    }

    /// The sides of a loop. It may end a turn away from its start.
    fn walk(&self, face: &StepFace, bound: &StepBound) -> Result<Vec<TrimmedSide>, StepBodyError> {
        let StepLoop::Edges(uses) = &bound.path else { return Ok(Vec::new()) };
        let mut walk = LoopWalk { sides: Vec::new(), at: None };
        for (index, &used) in uses.iter().enumerate() {
            // A loop that turns back at a pole is a turn farther.
            let back = index > 0 && uses[index - 1].edge == used.edge;
            self.follow(face, used, back, &mut walk)?;
        }
        let (Some(first), Some(end)) = (walk.sides.first().map(|side| side.curve.start()), walk.at) else {
            return Err(StepBodyError::OpenLoop { entity: face.entity, gap: 0.0 });
        };
        self.close(face, [first, end], &mut walk)?;
        Ok(walk.sides)
    }

    /// Joins the end of a loop to its start, or to a place a turn away from it.
    fn close(&self, face: &StepFace, [first, end]: [DVec2; 2], walk: &mut LoopWalk) -> Result<(), StepBodyError> {
        let place = |at: DVec2| face.surface.at(at.x, at.y).unwrap_or(DVec3::NAN);
        let same = |a: DVec2, b: DVec2| place(a).distance(place(b)) <= STEP_POLE * self.size;
        let gap = (first - end).length();
        if !same(first, end) {
            return Err(StepBodyError::OpenLoop { entity: face.entity, gap });
        }
        if gap > 1.0 && same(first, 0.5 * (first + end)) {
            walk.sides.extend(point_side(face, end, first)?);
            return Ok(());
        }
        // The last side ends where the first starts, up to rounding and turns.
        let turns = ((end - first) / TAU).round();
        let Some(last) = walk.sides.pop() else { return Ok(()) };
        let (mut points, weights) = (last.curve.points().to_vec(), last.curve.weights().to_vec());
        if let Some(point) = points.last_mut() {
            *point = first + turns * TAU;
        }
        let curve = TrimCurve::rational(points, weights).map_err(|error| surface_error(face, error))?;
        walk.sides.push(TrimmedSide { curve, ..last });
        Ok(())
    }

    /// Adds the pieces of an edge.
    fn follow(&self, face: &StepFace, used: StepEdgeUse, back: bool, walk: &mut LoopWalk) -> Result<(), StepBodyError> {
        let path = &self.paths[used.edge];
        let periods = surface::periods(&face.surface);
        let lost = || unsupported(face.entity, surface::kind(&face.surface));
        let locate = |share: f64| {
            let share = if used.forward { share } else { 1.0 - share };
            surface::locate(&face.surface, path.at(share)?, STEP_POLE * self.size)
        };
        let pieces = path.pieces;
        for piece in 0..pieces {
            let share = |s: f64| (piece as f64 + s) / pieces as f64;
            let ends = [locate(share(0.0)).ok_or_else(lost)?, locate(share(1.0)).ok_or_else(lost)?];
            let middle = locate(share(0.5)).ok_or_else(lost)?.place;
            // At a pole, the first parameter is that of the points beside it.
            let at_pole = |located: &surface::Located| {
                if located.pole { DVec2::new(middle.x, located.place.y) } else { located.place }
            };
            let start = match walk.at {
                None => at_pole(&ends[0]),
                Some(at) if ends[0].pole => {
                    let mut start = unwrapped(at_pole(&ends[0]), at, periods);
                    if back && piece == 0 {
                        start.x = walk.turned(start.x, at.x);
                    }
                    walk.sides.extend(point_side(face, at, start)?);
                    start
                }
                Some(at) => at,
            };
            let near = unwrapped(middle, start, periods);
            let end = unwrapped(at_pole(&ends[1]), near, periods);
            let point = |s: f64| match s {
                0.0 => start,
                1.0 => end,
                _ => locate(share(s)).map_or(near, |located| unwrapped(located.place, near, periods)),
            };
            let curve = TrimCurve::through(point).map_err(|error| surface_error(face, error))?;
            let number = self.numbers[used.edge] + if used.forward { piece } else { pieces - 1 - piece };
            walk.sides
                .push(TrimmedSide { curve, along: TrimmedEdge::Shared { edge: number, reversed: !used.forward } });
            walk.at = Some(end);
        }
        Ok(())
    }
}

impl LoopWalk {
    /// The angle at which a loop leaves a pole on the edge by which it came: a turn away, back towards its start.
    fn turned(&self, angle: f64, from: f64) -> f64 {
        let start = self.sides.first().map_or(from, |side| side.curve.start().x);
        if start < from { angle - TAU } else { angle + TAU }
    }
}

/// The loops of a face in its domain. Two loops around the surface are joined by a seam that the file leaves out; one
/// goes on to the pole that it surrounds.
fn joined(face: &StepFace, loops: Vec<Vec<TrimmedSide>>, seam: usize) -> Result<Vec<Vec<TrimmedSide>>, StepBodyError> {
    let turns = |sides: &Vec<TrimmedSide>| end(sides) - start(sides);
    let (mut closed, around): (Vec<_>, Vec<_>) = loops.into_iter().partition(|sides| turns(sides) == DVec2::ZERO);
    if around.is_empty() {
        return Ok(closed);
    }
    let along_u = around.iter().all(|sides| turns(sides).y == 0.0);
    match <[Vec<TrimmedSide>; 2]>::try_from(around) {
        Ok([first, second]) if along_u && (turns(&first).x + turns(&second).x).abs() < 1.0 => {
            let (from, last) = (start(&first), end(&first));
            // The second loop starts as near as possible to the end of the first.
            let near = unwrapped(start(&second), last, DVec2::new(TAU, f64::INFINITY));
            let second = shifted(face, second, near)?;
            let shared = |reversed: bool| TrimmedEdge::Shared { edge: seam, reversed };
            let mut whole = first;
            whole.push(TrimmedSide { curve: line(face, last, start(&second))?, along: shared(false) });
            whole.extend(second);
            whole.push(TrimmedSide { curve: line(face, end(&whole), from)?, along: shared(true) });
            closed.push(whole);
            Ok(closed)
        }
        Err(around) if around.len() == 1 && along_u => {
            let mut whole = around.into_iter().flatten().collect::<Vec<_>>();
            let (turn, from, last) = (turns(&whole), start(&whole), end(&whole));
            // The face is on the left of its loops, seen against its normal.
            let above = (turn.x > 0.0) == face.same_sense;
            let what = "a loop around a surface without a pole";
            let pole = surface::pole(&face.surface, above).ok_or_else(|| unsupported(face.entity, what))?;
            let (to, back) = (DVec2::new(last.x, pole), DVec2::new(from.x, pole));
            let shared = |reversed: bool| TrimmedEdge::Shared { edge: seam, reversed };
            whole.push(TrimmedSide { curve: line(face, last, to)?, along: shared(false) });
            whole.extend(point_side(face, to, back)?);
            whole.push(TrimmedSide { curve: line(face, back, from)?, along: shared(true) });
            closed.push(whole);
            Ok(closed)
        }
        Ok(_) | Err(_) => Err(unsupported(face.entity, "a face with such loops around its surface")),
    }
}

/// The loop of a whole sphere or torus, for which a file needs none.
fn whole(face: &StepFace, seams: usize) -> Result<Vec<Vec<TrimmedSide>>, StepBodyError> {
    let kind = surface::kind(&face.surface);
    let ([low, high], poles) = match surface::whole(&face.surface) {
        Some(found) => found,
        None => return Err(unsupported(face.entity, &format!("a {kind} without bounds"))),
    };
    let corners = [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)];
    let along = |side: usize| match (side % 2, poles) {
        (0, true) => TrimmedEdge::Point,
        (odd, _) => TrimmedEdge::Shared { edge: seams + odd, reversed: side >= 2 },
    };
    let side = |index: usize| {
        let curve = line(face, corners[index], corners[(index + 1) % 4])?;
        Ok(TrimmedSide { curve, along: along(index) })
    };
    Ok(vec![(0..4).map(side).collect::<Result<Vec<_>, StepBodyError>>()?])
}

/// Where a loop starts.
fn start(sides: &[TrimmedSide]) -> DVec2 {
    sides.first().map_or(DVec2::ZERO, |side| side.curve.start())
}

/// Where a loop ends.
fn end(sides: &[TrimmedSide]) -> DVec2 {
    sides.last().map_or(DVec2::ZERO, |side| side.curve.end())
}

/// The same loop, started elsewhere by turns.
fn shifted(face: &StepFace, sides: Vec<TrimmedSide>, to: DVec2) -> Result<Vec<TrimmedSide>, StepBodyError> {
    let by = to - start(&sides);
    let moved = |side: TrimmedSide| {
        let points = side.curve.points().iter().map(|&point| point + by).collect();
        let curve = TrimCurve::rational(points, side.curve.weights().to_vec());
        Ok(TrimmedSide { curve: curve.map_err(|error| surface_error(face, error))?, ..side })
    };
    sides.into_iter().map(moved).collect()
}

/// The side that is a pole, if it has a length.
fn point_side(face: &StepFace, from: DVec2, to: DVec2) -> Result<Option<TrimmedSide>, StepBodyError> {
    if from == to {
        return Ok(None);
    }
    Ok(Some(TrimmedSide { curve: line(face, from, to)?, along: TrimmedEdge::Point }))
}

fn line(face: &StepFace, from: DVec2, to: DVec2) -> Result<TrimCurve, StepBodyError> {
    TrimCurve::line(from, to).map_err(|error| surface_error(face, error))
}

fn surface_error(face: &StepFace, error: SurfaceError) -> StepBodyError {
    StepBodyError::Surface { entity: face.entity, error }
}

fn unsupported(entity: u64, what: &str) -> StepBodyError {
    StepBodyError::Unsupported { entity, what: what.to_owned() }
}
