//! Loops of a face in the domain of its surface.
//!
//! *Question.* Which closed loops in the domain bound a face?
//! *Idea.* The pieces of the edges follow each other. Parameters continue along a loop, so that a loop around a
//! cylinder ends a turn farther than it starts, and its seam is met on both sides. At a pole the loop goes on along the
//! side that is a point. Two loops around a surface are joined by a seam; one goes on to the pole that it surrounds.
//! *Guarantee.* Loops close to the last digit, or the face is refused.

use super::edge::EdgePath;
use super::piece::EdgePiece;
use super::surface::{FaceSurface, unwrapped};
use super::{StepBodyError, surface_error, unsupported};
use crate::step::{StepEdgeUse, StepFace};
use glam::DVec2;
use tangency_geometry::surface::{Trim, TrimCurve, TrimmedEdge, TrimmedSide};
use tangency_interval::Interval;

/// What the loops of a face are found from.
pub(super) struct FaceLoops<'a> {
    pub(super) face: &'a StepFace,
    pub(super) surface: &'a FaceSurface<'a>,
    pub(super) paths: &'a [EdgePath<'a>],
    /// The number of the first piece of every edge.
    pub(super) numbers: &'a [usize],
    /// The numbers of two edges for seams that the file leaves out.
    pub(super) seams: usize,
    /// Metres.
    pub(super) size: f64,
    /// Metres. Points that are closer are one.
    pub(super) near: f64,
}

/// A loop while its sides are found.
#[derive(Default)]
struct LoopWalk {
    sides: Vec<TrimmedSide>,
    /// Where the last side ends.
    at: Option<DVec2>,
}

impl FaceLoops<'_> {
    /// The sides of a loop. It may end a turn away from its start.
    pub(super) fn walk(&self, uses: &[StepEdgeUse]) -> Result<Vec<TrimmedSide>, StepBodyError> {
        let mut walk = LoopWalk::default();
        for (index, &used) in uses.iter().enumerate() {
            // A loop that turns back at a pole is a turn farther.
            let back = index > 0 && uses[index - 1].edge == used.edge;
            self.follow(used, back, &mut walk)?;
        }
        let (Some(first), Some(end)) = (walk.sides.first().map(|side| side.curve.start()), walk.at) else {
            return Err(StepBodyError::OpenLoop { entity: self.face.entity, gap: 0.0 });
        };
        self.close([first, end], &mut walk)?;
        Ok(walk.sides)
    }

    /// Adds the pieces of an edge.
    fn follow(&self, used: StepEdgeUse, back: bool, walk: &mut LoopWalk) -> Result<(), StepBodyError> {
        let path = &self.paths[used.edge];
        let periods = self.surface.periods();
        let lost = || unsupported(self.face.entity, self.surface.kind());
        let pieces = path.pieces();
        for step in 0..pieces {
            let piece = if used.forward { step } else { pieces - 1 - step };
            let ends = [path.cuts[piece], path.cuts[piece + 1]];
            let shares = if used.forward { ends } else { [ends[1], ends[0]] };
            let piece_on = EdgePiece { surface: self.surface, path, shares, near: self.near };
            let middle = piece_on.middle(walk.at).ok_or_else(lost)?;
            let first = piece_on.end(0.0, middle).ok_or_else(lost)?;
            let start = match (walk.at, first.free) {
                (None, _) => first.place,
                (Some(at), Some(axis)) => {
                    let mut start = unwrapped(first.place, at, periods);
                    if back && step == 0 {
                        start[axis] += self.turn_at_pole(axis, at, walk);
                    }
                    walk.sides.extend(self.point_side(at, start)?);
                    start
                }
                (Some(at), None) => at,
            };
            let near = unwrapped(middle, start + (middle - first.place), periods);
            let end = unwrapped(piece_on.end(1.0, middle).ok_or_else(lost)?.place, near, periods);
            let curve =
                piece_on.curve([start, end], near, self.size).map_err(|error| surface_error(self.face, error))?;
            walk.at = Some(curve.end());
            let edge = self.numbers[used.edge] + piece;
            walk.sides.push(TrimmedSide { curve, along: TrimmedEdge::Shared { edge, reversed: !used.forward } });
        }
        Ok(())
    }

    /// By how much the parameter changes where a loop leaves a pole on the edge by which it came. The face is on the
    /// left of its loops, seen against its normal.
    fn turn_at_pole(&self, axis: usize, at: DVec2, walk: &LoopWalk) -> f64 {
        let period = self.surface.periods()[axis];
        let from = walk.sides.last().map_or(at, |side| side.curve.start());
        let left_of_up = if axis == 0 { -period } else { period };
        let up = at[1 - axis] > from[1 - axis];
        match period.is_finite() {
            true if up == self.face.same_sense => left_of_up,
            true => -left_of_up,
            false => 0.0,
        }
    }

    /// Joins the end of a loop to its start, or to a place a turn away from it.
    fn close(&self, [first, end]: [DVec2; 2], walk: &mut LoopWalk) -> Result<(), StepBodyError> {
        let place = self.surface.at(first);
        let gap = (first - end).length();
        if !(place.distance(self.surface.at(end)) <= self.near) {
            return Err(StepBodyError::OpenLoop { entity: self.face.entity, gap });
        }
        if self.surface.locate(place, Some(first), self.near).free.is_some() {
            walk.sides.extend(self.point_side(end, first)?);
            return Ok(());
        }
        // The last side ends where the first starts, up to rounding and turns.
        let to = unwrapped(first, end, self.surface.periods());
        let Some(last) = walk.sides.pop() else { return Ok(()) };
        let (mut points, weights) = (last.curve.points().to_vec(), last.curve.weights().to_vec());
        if let Some(point) = points.last_mut() {
            *point = to;
        }
        let curve = TrimCurve::rational(points, weights).map_err(|error| surface_error(self.face, error))?;
        walk.sides.push(TrimmedSide { curve, ..last });
        Ok(())
    }

    /// The loops of the face. Two loops around the surface are joined by a seam that the file leaves out; one goes on
    /// to the pole that it surrounds.
    pub(super) fn joined(&self, loops: Vec<Vec<TrimmedSide>>) -> Result<Vec<Vec<TrimmedSide>>, StepBodyError> {
        let turns = |sides: &Vec<TrimmedSide>| end(sides) - start(sides);
        let (mut closed, around): (Vec<_>, Vec<_>) = loops.into_iter().partition(|sides| turns(sides) == DVec2::ZERO);
        let Some(axis) = (0..2).find(|&axis| around.iter().all(|sides| turns(sides)[1 - axis] == 0.0)) else {
            return Err(unsupported(self.face.entity, "a face with such loops around its surface"));
        };
        let shared = |reversed: bool| TrimmedEdge::Shared { edge: self.seams, reversed };
        let whole = match <[Vec<TrimmedSide>; 2]>::try_from(around) {
            Err(around) if around.is_empty() => {
                // The loop around all others has the largest box.
                let area = |sides: &[TrimmedSide]| {
                    let points = || sides.iter().flat_map(|side| side.curve.points().iter().copied());
                    let (low, high) = (points().reduce(DVec2::min), points().reduce(DVec2::max));
                    low.zip(high).map_or(0.0, |(low, high)| (high - low).element_product())
                };
                let largest = (0..closed.len()).max_by(|&a, &b| area(&closed[a]).total_cmp(&area(&closed[b])));
                let Some(largest) = largest else { return Ok(closed) };
                let outer = closed.swap_remove(largest);
                return self.within(outer, closed);
            }
            Ok([first, second]) if (turns(&first) + turns(&second)).length() < 1e-6 * turns(&first).length() => {
                let (from, last) = (start(&first), end(&first));
                // The second loop starts as near as possible to the end of the first.
                let mut periods = DVec2::INFINITY;
                periods[axis] = self.surface.periods()[axis];
                let second = self.shifted(second.clone(), unwrapped(start(&second), last, periods))?;
                let mut whole = first;
                whole.push(TrimmedSide { curve: self.line(last, start(&second))?, along: shared(false) });
                whole.extend(second);
                whole.push(TrimmedSide { curve: self.line(end(&whole), from)?, along: shared(true) });
                whole
            }
            Err(around) if around.len() == 1 => {
                let mut whole = around.into_iter().flatten().collect::<Vec<_>>();
                let (turn, from, last) = (turns(&whole), start(&whole), end(&whole));
                // The face is on the left of its loops, seen against its normal.
                let left_is_above = (turn[axis] > 0.0) == (axis == 0);
                let above = left_is_above == self.face.same_sense;
                let what = "a loop around a surface without a pole";
                let pole = self.surface.pole(axis, above).ok_or_else(|| unsupported(self.face.entity, what))?;
                let (mut to, mut back) = (last, from);
                (to[1 - axis], back[1 - axis]) = (pole, pole);
                whole.push(TrimmedSide { curve: self.line(last, to)?, along: shared(false) });
                whole.extend(self.point_side(to, back)?);
                whole.push(TrimmedSide { curve: self.line(back, from)?, along: shared(true) });
                whole
            }
            Ok(_) | Err(_) => return Err(unsupported(self.face.entity, "a face with such loops around its surface")),
        };
        self.within(whole, closed)
    }

    /// The loops with all holes moved by periods into the loop around them.
    fn within(
        &self,
        outer: Vec<TrimmedSide>,
        holes: Vec<Vec<TrimmedSide>>,
    ) -> Result<Vec<Vec<TrimmedSide>>, StepBodyError> {
        let curves = outer.iter().map(|side| side.curve.clone()).collect();
        let trim = Trim::new(vec![curves]).map_err(|error| surface_error(self.face, error))?;
        let mut loops = vec![outer];
        for hole in holes {
            let found = self.shifts().find(|&shift| {
                let samples = hole.iter().flat_map(|side| [0.3, 0.5, 0.7].map(|s| side.curve.at(s) + shift));
                samples.into_iter().all(|place| trim.inside(place.to_array().map(Interval::from)))
            });
            let what = "a hole that is not within the other loop of its face, or touches it,";
            let shift = found.ok_or_else(|| unsupported(self.face.entity, what))?;
            let to = start(&hole) + shift;
            loops.push(self.shifted(hole, to)?);
        }
        Ok(loops)
    }

    /// Sums of periods, the shortest first.
    fn shifts(&self) -> impl Iterator<Item = DVec2> {
        let times = |period: f64| {
            if period.is_finite() { vec![0.0, -period, period, -2.0 * period, 2.0 * period] } else { vec![0.0] }
        };
        let [along_u, along_v] = self.surface.periods().to_array().map(times);
        along_u.into_iter().flat_map(move |u| along_v.clone().into_iter().map(move |v| DVec2::new(u, v)))
    }

    /// The loop of a whole closed surface, for which a file needs none.
    pub(super) fn whole(&self) -> Result<Vec<Vec<TrimmedSide>>, StepBodyError> {
        let ([low, high], poles) = match self.surface.whole() {
            Some(found) => found,
            None => {
                let what = format!("a {} without bounds", self.surface.kind());
                return Err(unsupported(self.face.entity, &what));
            }
        };
        let corners = [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)];
        let along = |side: usize| match (side % 2, poles) {
            (0, true) => TrimmedEdge::Point,
            (odd, _) => TrimmedEdge::Shared { edge: self.seams + odd, reversed: side >= 2 },
        };
        let side = |index: usize| {
            let curve = self.line(corners[index], corners[(index + 1) % 4])?;
            Ok(TrimmedSide { curve, along: along(index) })
        };
        Ok(vec![(0..4).map(side).collect::<Result<Vec<_>, StepBodyError>>()?])
    }

    /// The same loop, started elsewhere by turns.
    fn shifted(&self, sides: Vec<TrimmedSide>, to: DVec2) -> Result<Vec<TrimmedSide>, StepBodyError> {
        let by = to - start(&sides);
        if by == DVec2::ZERO {
            return Ok(sides);
        }
        let moved = |side: TrimmedSide| {
            let points = side.curve.points().iter().map(|&point| point + by).collect();
            let curve = TrimCurve::rational(points, side.curve.weights().to_vec());
            Ok(TrimmedSide { curve: curve.map_err(|error| surface_error(self.face, error))?, ..side })
        };
        sides.into_iter().map(moved).collect()
    }

    /// The side that is a pole, if it has a length.
    fn point_side(&self, from: DVec2, to: DVec2) -> Result<Option<TrimmedSide>, StepBodyError> {
        if from == to {
            return Ok(None);
        }
        Ok(Some(TrimmedSide { curve: self.line(from, to)?, along: TrimmedEdge::Point }))
    }

    fn line(&self, from: DVec2, to: DVec2) -> Result<TrimCurve, StepBodyError> {
        TrimCurve::line(from, to).map_err(|error| surface_error(self.face, error))
    }
}

/// Where a loop starts.
fn start(sides: &[TrimmedSide]) -> DVec2 {
    sides.first().map_or(DVec2::ZERO, |side| side.curve.start())
}

/// Where a loop ends.
fn end(sides: &[TrimmedSide]) -> DVec2 {
    sides.last().map_or(DVec2::ZERO, |side| side.curve.end())
}
