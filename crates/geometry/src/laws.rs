//! The laws that every motion obeys, as a macro. One line enrols a motion in the test suite of its crate.
//!
//! The true motion is the real function defined by the motion's doubles. The laws do not know it, but every
//! enclosure holds it. Two enclosures of the same instant must therefore intersect. Tests with exact references
//! complement these laws.

use crate::Motion;
use crate::tolerance::UNDERFLOW_MARGIN;
use glam::{DVec3, dvec3};
pub use tangency_interval::laws::Random;
use tangency_interval::{Interval, Vector, Vector3};

/// A motion under test, with points of its body and a time interval.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The motion.
    pub motion: Motion,
    /// Points in the body's frame. If the motion places vertices individually, one for each vertex.
    pub points: Vec<DVec3>,
    /// Test intervals are drawn from this time interval, in seconds.
    pub span: Interval,
}

/// Counts of the cases that the laws covered, so that a test can check that it tested something.
#[derive(Clone, Copy, Debug, Default)]
pub struct MotionCoverage {
    /// Subjects that moved.
    pub moving: usize,
    /// Subjects that move on straight lines.
    pub straight: usize,
    /// Compared enclosures of single instants.
    pub instants: usize,
}

/// Enrols a motion. `motion_laws!(name, count, generator, moving, straight)` makes a test `name` that draws
/// `count` subjects from `generator: fn(&mut Random) -> Subject` and checks the laws on each. The percentages
/// of moving and of straight subjects must lie in the two given ranges; this shows that the generator is
/// representative.
#[macro_export]
macro_rules! motion_laws {
    ($name:ident, $count:expr, $generator:expr, $moving:expr, $straight:expr) => {
        #[test]
        fn $name() {
            let seen = $crate::laws::check_many($count, $generator);
            let percent = |part: usize| 100 * part / $count;
            assert!(($moving).contains(&percent(seen.moving)), "{} % move", percent(seen.moving));
            assert!(($straight).contains(&percent(seen.straight)), "{} % are straight", percent(seen.straight));
            assert!(seen.instants >= $count);
        }
    };
}

/// Checks all laws on `count` subjects.
pub fn check_many(count: usize, generator: impl Fn(&mut Random) -> Subject) -> MotionCoverage {
    let mut random = Random::new(0x7A26_E9C1);
    let mut random_parts = Random::new(0x0051_A7E5);
    let mut seen = MotionCoverage::default();
    for _ in 0..count {
        let subject = generator(&mut random);
        seen.straight += usize::from(subject.motion.straight_between(subject.span).is_some());
        let mut moved = false;
        for _ in 0..3 {
            let outer = random_span(&mut random, subject.span);
            let inner = random_span(&mut random, outer);
            moved |= check_spans(&subject, outer, inner, &mut random);
            seen.instants += subject.points.len();
        }
        check_straight(&subject, &mut random);
        check_rates(&subject, &mut random_parts);
        seen.moving += usize::from(moved);
    }
    seen
}

/// A random part of a time interval: all of it, an instant, a sliver, or any part.
#[must_use]
pub fn random_span(random: &mut Random, within: Interval) -> Interval {
    let clamp = |time: f64| time.clamp(within.lower(), within.upper());
    let start = clamp(random.between(within.lower(), within.upper()));
    let length = within.upper() - within.lower();
    match random.below(5) {
        0 => within,
        1 => Interval::from(start),
        2 => Interval::between(start, clamp(start + 1e-6 * length)),
        _ => Interval::between(start, clamp(random.between(within.lower(), within.upper()))),
    }
}

/// A random vector of about this size, often with zero coordinates.
#[must_use]
pub fn random_vector(random: &mut Random, size: f64) -> DVec3 {
    let mut coordinate = || if random.below(5) == 0 { 0.0 } else { random.between(-size, size) };
    dvec3(coordinate(), coordinate(), coordinate())
}

/// A random unit quaternion: identity, half-turn, tiny rotation, or any.
#[must_use]
pub fn random_rotation(random: &mut Random) -> glam::DQuat {
    let axis = random_vector(random, 1.0).try_normalize().unwrap_or(DVec3::X);
    let angle = match random.below(6) {
        0 => return glam::DQuat::IDENTITY,
        1 => return glam::DQuat::from_vec4(axis.extend(0.0)),
        2 => 1e-12,
        _ => random.between(-4.0, 4.0),
    };
    glam::DQuat::from_axis_angle(axis, angle)
}

fn inflated(place: Vector3, margin: f64) -> Vector3 {
    Vector(place.0.map(|coordinate| coordinate + Interval::between(-margin, margin)))
}

/// Distance in the largest coordinate between a point and a box; 0 inside.
fn outside(place: Vector3, point: DVec3) -> f64 {
    let gap = |axis: usize| (place[axis].lower() - point[axis]).max(point[axis] - place[axis].upper()).max(0.0);
    gap(0).max(gap(1)).max(gap(2))
}

/// Checks nesting, instants within intervals, plain evaluation within its rounding bound, velocities and
/// travel. Returns whether the subject moved.
fn check_spans(subject: &Subject, outer: Interval, inner: Interval, random: &mut Random) -> bool {
    let Subject { motion, points, span } = subject;
    let reach = points.iter().map(|point| point.length()).fold(0.0, f64::max);
    let (wide, narrow) = (motion.during(outer), motion.during(inner));
    let region = narrow.region(reach);
    let travel = motion.travel(inner, reach);
    let rounding = |time: f64, index: usize| motion.rounding(time, index, points[index]) + UNDERFLOW_MARGIN;
    let ends = [span.lower(), span.upper(), inner.lower(), inner.upper()];
    let most = |index: usize| ends.iter().map(|&end| rounding(end, index)).fold(0.0, f64::max);
    let most_of_all = (0..points.len()).map(most).fold(0.0, f64::max);
    assert!(
        travel >= 0.0 && travel <= motion.travel(outer, reach) * (1.0 + 1e-12) + 8.0 * most_of_all,
        "travel shrinks: {motion:?}"
    );
    let mut times: Vec<f64> = (0..6).map(|_| random.between(inner.lower(), inner.upper())).collect();
    times.extend([inner.lower(), inner.upper()]);
    times.iter_mut().for_each(|time| *time = time.clamp(inner.lower(), inner.upper()));
    times.sort_by(f64::total_cmp);
    let mut moved = false;
    for (index, &local) in points.iter().enumerate() {
        let (place, velocity) = (narrow.point(index, local), narrow.velocity(index, local));
        // Enclosures that use the ends nest only up to rounding.
        let slack = most(index);
        let context = || format!("point {index} at {local}, {inner:?} in {outer:?}, {motion:?}");
        assert!(place.subset(inflated(wide.point(index, local), slack)), "not nested: {}", context());
        // Over a short interval no coordinate is wider than the distance travelled allows.
        let short = inner.upper() - inner.lower() <= 1e-5 * (span.upper() - span.lower());
        let room = if short { 1.1 * travel + 8.0 * slack } else { f64::INFINITY };
        assert!(place.width() <= room, "too wide: {place:?}, travel {travel}: {}", context());
        let mut last: Option<(f64, Vector3, DVec3)> = None;
        let mut sampled = 0.0;
        for &time in &times {
            let thin = motion.during(Interval::from(time)).point(index, local);
            let off = rounding(time, index);
            assert!(thin.width() <= 8.0 * off, "not thin: {thin:?} at {time}: {}", context());
            assert!(thin.subset(inflated(place, slack)), "{thin:?} at {time} outside {place:?}: {}", context());
            assert!(thin.subset(inflated(region, slack)), "{thin:?} at {time} outside {region:?}: {}", context());
            let point = motion.at(time).point(index, local);
            assert!(outside(thin, point) <= off, "{point} at {time} not near {thin:?}: {}", context());
            assert!(outside(place, point) <= off, "{point} at {time} not near {place:?}: {}", context());
            if let Some((before, place_before, point_before)) = last {
                let mean = velocity * (Interval::from(time) - Interval::from(before));
                let met = !(thin - place_before).disjoint(mean);
                assert!(met, "from {before} to {time} faster than {velocity:?}: {}", context());
                sampled += (point.distance(point_before) - 2.0 * off.max(rounding(before, index))).max(0.0);
            }
            last = Some((time, thin, point));
        }
        assert!(sampled <= travel, "went {sampled}, travel {travel}: {}", context());
        moved |= sampled > 0.0;
    }
    moved
}

/// If the motion is straight between instants, every position between two of them lies on the straight line.
fn check_straight(subject: &Subject, random: &mut Random) {
    let Subject { motion, points, span } = subject;
    let span = random_span(random, *span);
    let Some(knots) = motion.straight_between(span) else {
        return;
    };
    assert!(knots.len() >= 2 && knots[0] == span.lower() && knots[knots.len() - 1] == span.upper(), "{knots:?}");
    for pair in knots.windows(2) {
        assert!(pair[0] < pair[1] || (knots.len() == 2 && pair[0] == pair[1]), "{knots:?}");
        let time = random.between(pair[0], pair[1]).clamp(pair[0], pair[1]);
        let [start, middle, end] = [pair[0], time, pair[1]].map(|time| motion.during(Interval::from(time)));
        let length = Interval::from(pair[1]) - Interval::from(pair[0]);
        let share =
            if pair[0] == pair[1] { Interval::ZERO } else { (Interval::from(time) - Interval::from(pair[0])) / length };
        for (index, &local) in points.iter().enumerate() {
            let (from, to) = (start.point(index, local), end.point(index, local));
            let on_line = from + (to - from) * share;
            assert!(!middle.point(index, local).disjoint(on_line), "not straight within {pair:?}: {motion:?}");
        }
    }
}

/// Checks rigid motions: the pieces leave no gap, their poses agree with the motion, no point is faster than
/// the rates, and no point deviates from the chord of a short interval by more than the bulge.
fn check_rates(subject: &Subject, random: &mut Random) {
    let Subject { motion, points, span } = subject;
    let span = random_span(random, *span);
    let Some(pieces) = motion.rigid_pieces(span) else {
        assert!(motion.vertex_count().is_some() || matches!(motion, Motion::Expression(_)), "rigid: {motion:?}");
        return;
    };
    assert!(pieces.first().map(|piece| piece.span().lower()) == Some(span.lower()));
    assert!(pieces.last().map(|piece| piece.span().upper()) == Some(span.upper()));
    assert!(pieces.windows(2).all(|pair| pair[0].span().upper() == pair[1].span().lower()), "gaps: {motion:?}");
    let reach = points.iter().map(|point| point.length()).fold(0.0, f64::max);
    for piece in pieces {
        let part = random_span(random, piece.span());
        let share = random.unit();
        let time = (part.lower() + share * (part.upper() - part.lower())).clamp(part.lower(), part.upper());
        let rates = piece.rates(part);
        let length = part.width();
        let off = piece.rounding(part, reach) + UNDERFLOW_MARGIN;
        // The rounded share of the interval shifts the point on the chord.
        let off = 4.0 * off + 8.0 * f64::EPSILON * (rates.speed_within(reach) * (length + part.magnitude()));
        for &local in points {
            let [start, middle, end] = [part.lower(), time, part.upper()].map(|time| piece.pose(time).apply(local));
            let enclosed = piece.during(Interval::from(time)).point(0, local);
            assert!(outside(enclosed, middle) <= off, "{middle} not in {enclosed:?}: {motion:?}");
            let distance = start.distance(end);
            assert!(
                distance <= rates.speed_within(reach) * length + off,
                "{distance} in {length} s: {rates:?} {motion:?}"
            );
            let share = if length > 0.0 { (time - part.lower()) / length } else { 0.0 };
            let bulge = middle.distance(start + share * (end - start));
            assert!(bulge <= rates.bulge(length, reach) + off, "bulges by {bulge} in {length} s: {rates:?} {motion:?}");
        }
        check_pose(&piece, part, time);
    }
}

/// Checks that the enclosed pose holds the pose at an instant. By the mean value theorem, the displacement of a
/// point from the start is the elapsed time times a velocity of its enclosure. Neither may be much wider than
/// the rates require.
fn check_pose(piece: &crate::RigidPiece<'_>, part: Interval, time: f64) {
    let (pose, rates) = (piece.pose_during(part), piece.rates(part));
    let passed = Interval::from(time) - part.lower();
    for local in [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z] {
        let off = 4.0 * piece.rounding(part, 1.0) + UNDERFLOW_MARGIN;
        let [start, now] = [part.lower(), time].map(|time| piece.pose(time).apply(local));
        let enclosed = Vector3::point(local.to_array());
        assert!(outside(pose.point(enclosed), now) <= off, "{now} not in {:?}", pose.point(enclosed));
        let displacement = pose.velocity(enclosed) * passed;
        assert!(outside(displacement, now - start) <= 2.0 * off, "{} not in {displacement:?}", now - start);
    }
    let turned = Interval::from(rates.spin) * part.width();
    let bend = (Interval::from(rates.spin).sqr() + rates.spin_change) * Interval::from(part.width()).sqr();
    let most = (turned + bend).upper() * 2.0 + 16.0 * piece.rounding(part, 1.0) + 1e-9;
    let width = pose.rotation.width();
    assert!(width <= most, "the rotation is wider than {most}: {width}, {rates:?}, {part:?}");
}
