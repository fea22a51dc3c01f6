//! Consecutive motions, as a simulation produces them between its events.
//!
//! *Question.* Where is a body during a time interval, if its motion changes at certain instants?
//! *Idea.* Split the interval at the switching instants, query each segment on its own clock, and return all
//! answers. A switching instant belongs to the segments on both sides, so that a small jump between them is
//! never missed.
//! *Guarantee.* That of the segments. No assumption is made about how they join.
//! *Cost.* One query per segment that the interval touches.

use super::{Enclosure, Kinematics, Motion, MotionError, Placement};
use crate::tolerance::SWITCH_JUMP_ROUNDINGS;
use glam::DVec3;
use std::ops::RangeInclusive;
use tangency_interval::Interval;

/// Consecutive segments. Segment `i` is active from `starts[i]` to `starts[i + 1]`, and its own clock shows 0
/// at `starts[i]`. The first segment is also active before its start, and the last one has no end.
#[derive(Clone, Debug, PartialEq)]
pub struct Piecewise {
    starts: Vec<f64>,
    segments: Vec<Motion>,
}

impl Piecewise {
    /// The motion with these segments, starting at these instants.
    pub fn new(starts: Vec<f64>, segments: Vec<Motion>) -> Result<Self, MotionError> {
        if starts.is_empty() || starts.len() != segments.len() {
            let message = format!("{} starting times for {} segments", starts.len(), segments.len());
            return Err(MotionError::Frames(message));
        }
        MotionError::increasing("segment", &starts)?;
        let mut counts = segments.iter().map(Motion::vertex_count).enumerate().filter_map(|(i, n)| Some((i, n?)));
        if let Some((first, count)) = counts.next()
            && let Some((other, different)) = counts.find(|&(_, other)| other != count)
        {
            let message = format!("segment {first} moves {count} vertices, segment {other} moves {different}");
            return Err(MotionError::Frames(message));
        }
        Ok(Self { starts, segments })
    }

    /// The start times of the segments, in seconds.
    #[must_use]
    pub fn starts(&self) -> &[f64] {
        &self.starts
    }

    /// The segments.
    #[must_use]
    pub fn segments(&self) -> &[Motion] {
        &self.segments
    }

    /// The segments that an interval touches. A switching instant belongs to both sides.
    fn touched(&self, span: Interval) -> RangeInclusive<usize> {
        let first = self.starts[1..].partition_point(|&end| end < span.lower());
        let last = self.starts[1..].partition_point(|&start| start <= span.upper());
        first.min(last)..=last
    }

    /// The part of the interval during which the segment is active, on the world clock.
    fn part(&self, segment: usize, span: Interval) -> Interval {
        let from = if segment == 0 { f64::NEG_INFINITY } else { self.starts[segment] };
        let to = self.starts.get(segment + 1).copied().unwrap_or(f64::INFINITY);
        span.intersection(Interval::between(from, to))
    }

    /// The segments that an interval touches, each with its start and the part of the interval during which it
    /// is active.
    pub(super) fn parts(&self, span: Interval) -> impl Iterator<Item = (&Motion, f64, Interval)> {
        self.touched(span).map(move |segment| (&self.segments[segment], self.starts[segment], self.part(segment, span)))
    }

    /// The same on the segment's clock.
    fn part_in_segment(&self, segment: usize, span: Interval) -> Interval {
        self.part(segment, span) - Interval::from(self.starts[segment])
    }

    /// The active segment at `time` and the time on its clock. At a switching instant it is the later segment.
    fn active_segment(&self, time: f64) -> (&Motion, f64) {
        let segment = self.starts[1..].partition_point(|&start| start <= time);
        (&self.segments[segment], time - self.starts[segment])
    }

    /// Upper bound on the jump, at the start of a segment, of any point at most `reach` from the origin.
    fn jump(&self, segment: usize, reach: f64) -> f64 {
        let instant = Interval::from(self.starts[segment]);
        let before = self.segments[segment - 1].during(instant - Interval::from(self.starts[segment - 1]));
        before.farthest_from(&self.segments[segment].during(Interval::ZERO), reach)
    }

    /// The parts of an interval between the jumps of the motion, in order. Each part comes with its motion on
    /// the world clock.
    ///
    /// A jump instant belongs to both adjacent parts: the earlier part ends at the limit from the left. The
    /// points between the two positions belong to neither part. Segments that are not proved to join are
    /// treated as if they jumped. `None` if the motion already is a single part.
    #[must_use]
    pub fn between_jumps(&self, span: Interval) -> Option<Vec<(Interval, Motion)>> {
        let mut runs: Vec<JoinedSegments> = Vec::new();
        for segment in self.touched(span) {
            let (start, part) = (self.starts[segment], self.part(segment, span));
            let joined = !runs.is_empty() && self.joins(segment);
            match self.segments[segment].between_jumps(self.part_in_segment(segment, span)) {
                None => JoinedSegments::extend(&mut runs, joined, part, (start, self.segments[segment].clone())),
                Some(parts) => {
                    for (index, (own, motion)) in parts.into_iter().enumerate() {
                        // An instant of the segment need not be a double on the world clock. Both parts then
                        // hold both neighbouring doubles.
                        let world = (own + Interval::from(start)).intersection(part);
                        JoinedSegments::extend(&mut runs, joined && index == 0, world, (start, motion));
                    }
                }
            }
        }
        (runs.len() > 1 || runs.iter().any(JoinedSegments::is_wrapped))
            .then(|| runs.into_iter().map(JoinedSegments::motion).collect())
    }

    /// Whether the segment starts where the previous one ends, up to rounding: neither the origin nor the
    /// direction to a point at a distance of one metre jumps.
    fn joins(&self, segment: usize) -> bool {
        let last_instant = self.starts[segment] - self.starts[segment - 1];
        let rounding = |local: DVec3| {
            let vertices = 0..self.segments.iter().find_map(Motion::vertex_count).unwrap_or(1);
            let of_vertex = |vertex: usize| {
                let before = self.segments[segment - 1].rounding(last_instant, vertex, local);
                before + self.segments[segment].rounding(0.0, vertex, local)
            };
            SWITCH_JUMP_ROUNDINGS * vertices.map(of_vertex).fold(0.0, f64::max) + f64::MIN_POSITIVE
        };
        let of_origin = self.jump(segment, 0.0);
        of_origin <= rounding(DVec3::ZERO)
            && self.jump(segment, 1.0) - of_origin <= rounding(DVec3::X) - rounding(DVec3::ZERO)
    }
}

/// Consecutive segments without a jump between them.
struct JoinedSegments {
    span: Interval,
    starts: Vec<f64>,
    segments: Vec<Motion>,
}

impl JoinedSegments {
    /// Appends the segment to the last run if it joins it; otherwise starts a new run.
    fn extend(runs: &mut Vec<Self>, joined: bool, span: Interval, (start, segment): (f64, Motion)) {
        match runs.last_mut() {
            Some(run) if joined => {
                run.span = run.span.hull(span);
                run.starts.push(start);
                run.segments.push(segment);
            }
            Some(_) | None => runs.push(Self { span, starts: vec![start], segments: vec![segment] }),
        }
    }

    /// Whether the run is a single segment that may be written without an outer piecewise motion.
    fn is_wrapped(&self) -> bool {
        matches!(self.segments.as_slice(), [Motion::Piecewise(_) | Motion::Expression(_)])
    }

    /// The motion on the world clock, with as few nested levels of segments as possible.
    fn motion(self) -> (Interval, Motion) {
        let Self { span, starts, segments } = self;
        if let ([start], [Motion::Piecewise(inner)]) = (starts.as_slice(), segments.as_slice()) {
            let sums: Option<Vec<f64>> = inner.starts.iter().map(|&own| exact_sum(own, *start)).collect();
            if let Some(starts) = sums.filter(|starts| starts.is_sorted_by(|one, next| one < next)) {
                return Self { span, starts, segments: inner.segments.clone() }.motion();
            }
        }
        if let ([start], [Motion::Expression(formulas)]) = (starts.as_slice(), segments.as_slice())
            && let Ok(formulas) = formulas.from_instant(*start)
        {
            return (span, Motion::Expression(formulas));
        }
        (span, Motion::Piecewise(Piecewise { starts, segments }))
    }
}

impl Kinematics for Piecewise {
    fn at(&self, time: f64) -> Placement {
        let (segment, local_time) = self.active_segment(time);
        segment.at(local_time)
    }

    fn during(&self, span: Interval) -> Enclosure {
        let ask = |segment: usize| self.segments[segment].during(self.part_in_segment(segment, span));
        Enclosure::Sequence(self.touched(span).map(ask).collect())
    }

    fn travel(&self, span: Interval, reach: f64) -> f64 {
        let touched = self.touched(span);
        let jumps = (touched.start() + 1..=*touched.end()).map(|segment| self.jump(segment, reach));
        let lengths =
            touched.clone().map(|segment| self.segments[segment].travel(self.part_in_segment(segment, span), reach));
        lengths.chain(jumps).fold(Interval::ZERO, |sum, length| sum + Interval::from(length)).upper()
    }

    /// The clock of the segment is rounded again: the time may be off by half a unit in the last place.
    fn rounding(&self, time: f64, index: usize, local: DVec3) -> f64 {
        let (segment, local_time) = self.active_segment(time);
        let off = f64::EPSILON * local_time.abs();
        let nearby = Interval::between(local_time - off, local_time + off);
        let speed = segment.during(nearby).velocity(index, local).length().upper();
        segment.rounding(local_time, index, local) + speed * off
    }

    /// Straight if every segment is straight, all jumps are within rounding, and all switching instants inside
    /// segments are doubles on the world clock.
    fn straight_between(&self, span: Interval) -> Option<Vec<f64>> {
        let mut knots = vec![span.lower()];
        for segment in self.touched(span) {
            if segment > *self.touched(span).start() && !self.joins(segment) {
                return None;
            }
            let part = self.part(segment, span);
            let inner = self.segments[segment].straight_between(self.part_in_segment(segment, span))?;
            for &knot in inner.get(1..inner.len() - 1).unwrap_or(&[]) {
                let world = exact_sum(knot, self.starts[segment])?;
                if part.lower() < world && world < part.upper() {
                    knots.push(world);
                }
            }
            knots.push(part.upper());
        }
        // A switching instant at the end of the span leaves a part of zero length.
        knots.dedup();
        if knots.len() == 1 {
            knots.push(span.upper());
        }
        Some(knots)
    }
}

/// The sum if it is a double. Knuth's two-sum computes the rounding error exactly.
fn exact_sum(a: f64, b: f64) -> Option<f64> {
    let sum = a + b;
    let b_part = sum - a;
    let error = (a - (sum - b_part)) + (b - b_part);
    (error == 0.0).then_some(sum)
}
