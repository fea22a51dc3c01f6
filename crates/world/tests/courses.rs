//! Meetings of courses, against dense samples and closed forms.
//!
//! References: samples of the distance of the centres, whose own error is a billionth of the sizes; closed forms of
//! the parabola; motions in air integrated by Runge and Kutta's method to 1e-10. Invariants: never late, never missed.

use glam::{DVec3, dvec3};
use tangency_interval::Chebyshev;
use tangency_world::sparse::{Air, Course, Drag, Wall};

/// Numbers, always the same.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn within(&mut self, lower: f64, upper: f64) -> f64 {
        lower + (upper - lower) * self.next()
    }

    fn vector(&mut self, most: f64) -> DVec3 {
        dvec3(self.within(-most, most), self.within(-most, most), self.within(-most, most))
    }

    /// One of these, or zero about every third time.
    fn often_zero(&mut self, value: f64) -> f64 {
        if self.next() < 0.35 { 0.0 } else { value }
    }
}

/// A random course in units of a length and a time.
fn course(numbers: &mut Numbers, length: f64, time: f64, towards: DVec3) -> Course {
    let place = numbers.vector(3.0);
    let position = towards + place;
    let velocity = numbers.vector(0.3) - 0.3 * place;
    let velocity = velocity * numbers.often_zero(1.0);
    let bend = numbers.often_zero(0.3);
    let acceleration = numbers.vector(bend);
    let envelope = [0.2, 0.1, 0.02].map(|most| numbers.often_zero(1.0) * numbers.within(0.0, most));
    let (speed, force) = (length / time, length / (time * time));
    Course {
        since: time * numbers.within(-1.0, 1.0),
        position: position * length,
        velocity: velocity * speed,
        acceleration: acceleration * force,
        radius: length * numbers.within(0.2, 1.0),
        envelope: [envelope[0] * length, envelope[1] * speed, envelope[2] * force],
        until: if numbers.next() < 0.5 { f64::INFINITY } else { time * numbers.within(1.0, 20.0) },
    }
}

/// The gap between two balls at an instant.
fn gap(a: &Course, b: &Course, time: f64) -> f64 {
    a.centre_at(time).distance(b.centre_at(time)) - a.reach_at(time) - b.reach_at(time)
}

/// Dense samples are the oracle, at all scales of length and time, far from the origin too.
#[test]
fn meetings_are_never_late() {
    let mut numbers = Numbers(3);
    let (mut meetings, mut misses, mut tight) = (0, 0, 0);
    for round in 0..6_000 {
        let length = [1.0, 1e-9, 1e120, 1e-120, 1e6][round % 5];
        let time = [1.0, 1e-6, 1e9][round % 3];
        let away = if round % 2 == 0 { DVec3::ZERO } else { numbers.vector(100.0) };
        let a = course(&mut numbers, length, time, away);
        let mut b = course(&mut numbers, length, time, away);
        if round % 4 == 0 {
            (b.acceleration, b.velocity) = (a.acceleration, if round % 8 == 0 { a.velocity } else { b.velocity });
        }
        let margin = numbers.often_zero(0.05 * length);
        let from = a.since.max(b.since);
        let until = from + 10.0 * time;
        let found = a.meeting(&b, from, until, margin);
        assert_eq!(found.is_some(), b.meeting(&a, from, until, margin).is_some(), "{a:?} {b:?}");
        let end = until.min(a.until).min(b.until);
        let step = (end - from) / 2_000.0;
        let first = (0..=2_000)
            .map(|index| from + f64::from(index) * step)
            .find(|instant| gap(&a, &b, *instant) < margin - 1e-9 * length);
        // Within the margin at the start and leaving is no meeting; the samples know only of the balls themselves.
        let first = if gap(&a, &b, from) < margin {
            first.filter(|_| gap(&a, &b, from) < -1e-9 * length || gap(&a, &b, from + step) < gap(&a, &b, from))
        } else {
            first
        };
        match (found, first) {
            (None, Some(instant)) => panic!("{a:?} {b:?}: missed at {instant} s, margin {margin}"),
            (Some(found), Some(instant)) => {
                assert!(found <= instant, "{a:?} {b:?}: {found} s, but within at {instant} s");
                meetings += 1;
            }
            (Some(_), None) => {}
            (None, None) => misses += 1,
        }
        // A prediction is not idly early: the balls are about to touch.
        if let Some(found) = found {
            assert!(found >= from && found <= end);
            tight += usize::from(gap(&a, &b, found) < margin + 1e-5 * length);
        }
    }
    assert!(meetings > 1_500 && misses > 1_500, "{meetings} meetings, {misses} misses");
    assert!(tight as f64 > 0.99 * f64::from(meetings), "{tight} of {meetings} meetings are tight");
}

/// Closed forms: head on, growing, falling, thrown up and coming back.
#[test]
fn meetings_happen_when_closed_forms_say() {
    let still = Course::still(0.0, DVec3::ZERO, 1.0);
    let gravity = dvec3(0.0, 0.0, -10.0);
    let at = |height: f64, rate: f64, acceleration: DVec3| {
        Course::flying(0.0, dvec3(0.0, 0.0, height), [dvec3(0.0, 0.0, rate), acceleration], 1.0)
    };
    let expect = |course: Course, expected: f64| {
        let found = still.meeting(&course, 0.0, 100.0, 0.0).unwrap_or_else(|| panic!("{course:?} meets"));
        assert!(found <= expected && found > expected - 1e-6, "{course:?}: {found} s, not {expected} s");
    };
    // 4 m at 2 m/s; 4 m at 2 m/s and an envelope of 2 m/s; at rest with that envelope; with an accelerated one.
    expect(at(6.0, -2.0, DVec3::ZERO), 2.0);
    expect(at(6.0, -2.0, DVec3::ZERO).within([0.0, 2.0, 0.0]), 1.0);
    expect(at(6.0, 0.0, DVec3::ZERO).within([0.0, 2.0, 0.0]), 2.0);
    expect(at(6.0, 1.0, DVec3::ZERO).within([0.0, 2.0, 0.0]), 4.0);
    expect(at(6.0, 0.0, DVec3::ZERO).within([0.0, 0.0, 4.0]), 1.0);
    expect(at(7.0, 0.0, gravity), 1.0);
    // Thrown up from touching: 2 v / g.
    expect(at(2.0, 5.0, gravity), 1.0);
    assert_eq!(still.meeting(&at(7.0, 0.0, gravity), 0.0, 0.9, 0.0), None);
    assert_eq!(still.meeting(&at(6.0, 2.0, DVec3::ZERO), 0.0, f64::INFINITY, 0.0), None);
    // The envelope grows as fast as the ball flies away.
    let chased = at(6.0, 2.0, DVec3::ZERO).within([0.0, 2.0, 0.0]);
    assert!(still.meeting(&chased, 0.0, f64::INFINITY, 0.0).is_none_or(|found| found > 1e12));
    assert_eq!(still.meeting(&at(6.0, -2.0, DVec3::ZERO).ending(1.9), 0.0, 10.0, 0.0), None);
}

/// Pythagorean triples graze exactly. No rounding may lose the meeting, with equal and with different accelerations.
#[test]
fn grazing_balls_meet() {
    for (far, speed) in [(3.0, 1.0), (1e6, 1e-3), (12.0, 7e5), (1.0 / 3.0, 0.1)] {
        for away in [DVec3::ZERO, dvec3(1e3, -7e4, 1.0)] {
            let still = Course::still(0.0, away, 2.0);
            let course = Course::flying(0.0, away + dvec3(far, 5.0, 0.0), [dvec3(-speed, 0.0, 0.0), DVec3::ZERO], 3.0);
            let found = still.meeting(&course, 0.0, f64::INFINITY, 0.0).expect("they graze");
            assert!(found <= far / speed, "{found} s is late");
            // The same path under an acceleration along it, against a ball at rest.
            let acceleration = dvec3(-speed * speed / far, 0.0, 0.0);
            let hurried = Course { acceleration, ..course };
            let found = still.meeting(&hurried, 0.0, f64::INFINITY, 0.0).expect("they graze");
            assert!(found <= (3f64.sqrt() - 1.0) * far / speed * (1.0 + 1e-12), "{found} s is late");
        }
    }
}

/// Balls that touch within rounding meet only if their gap closes. Balls that overlap have met.
#[test]
fn touching_balls_part_without_an_event() {
    let mut numbers = Numbers(9);
    for round in 0..500 {
        let (normal, radius) = (numbers.vector(1.0).normalize(), numbers.within(0.1, 2.0));
        let position = numbers.vector(100.0);
        let velocity = numbers.vector(3.0);
        let gravity = if round % 2 == 0 { DVec3::ZERO } else { dvec3(0.0, 0.0, -9.81) };
        let a = Course::flying(1.0, position, [velocity, gravity], radius);
        let b = Course { position: position + 2.0 * radius * normal, velocity: velocity + normal, ..a };
        assert_eq!(a.meeting(&b, 1.0, f64::INFINITY, 0.0), None, "{a:?} {b:?}");
        assert_eq!(a.meeting(&b, 1.0, f64::INFINITY, 0.1), None, "{a:?} {b:?}");
        // At rest beside each other.
        let beside = Course { velocity, ..b };
        assert_eq!(a.meeting(&beside, 1.0, f64::INFINITY, 0.0), None);
        let closing = Course { velocity: velocity - normal, ..b };
        assert_eq!(a.meeting(&closing, 1.0, f64::INFINITY, 0.0), Some(1.0));
        let inside = Course { position: position + 1.9 * radius * normal, ..b };
        assert_eq!(a.meeting(&inside, 1.0, f64::INFINITY, 0.0), Some(1.0));
        // The engagement ends where the balls have passed through each other.
        let end = a.parting(&closing, 1.0, f64::INFINITY, 0.0);
        assert!((end - 1.0 - 4.0 * radius).abs() < 1e-3 * radius, "{end}");
        assert_eq!(a.meeting(&closing, end, f64::INFINITY, 0.0), None);
    }
}

/// After the parting that was computed the balls are apart, on curved paths too.
#[test]
fn engaged_balls_part() {
    let mut numbers = Numbers(21);
    let (mut parted, mut stay) = (0, 0);
    for _ in 0..3_000 {
        let (a, b) = (course(&mut numbers, 1.0, 1.0, DVec3::ZERO), course(&mut numbers, 1.0, 1.0, DVec3::ZERO));
        let from = a.since.max(b.since);
        let until = from + 50.0;
        let Some(met) = a.meeting(&b, from, until, 0.01) else { continue };
        let end = a.parting(&b, met, until, 0.01);
        assert!(end > met || met == a.until.min(b.until));
        if end < a.until.min(b.until).min(until) {
            assert!(gap(&a, &b, end) > 0.01, "{a:?} {b:?}: from {met} s to {end} s");
            parted += 1;
        } else {
            stay += 1;
        }
    }
    assert!(parted > 300 && stay > 100, "{parted} part, {stay} stay");
}

/// Walls, moving walls and boxes, against samples of the distance.
#[test]
fn walls_and_boxes_are_met_in_time() {
    let mut numbers = Numbers(4);
    let mut counts = [[0; 2]; 2];
    for round in 0..4_000 {
        let a = course(&mut numbers, 1.0, 1.0, DVec3::ZERO);
        let (from, until) = (a.since, a.since + 10.0);
        let normal = numbers.vector(1.0).normalize();
        let rates = [0.2, 0.05].map(|most| numbers.often_zero(1.0) * numbers.within(-most, most));
        let wall = Wall { normal, offset: [numbers.within(-4.0, 0.0), rates[0], rates[1]], since: 0.3 };
        let corner = numbers.vector(3.0);
        let corners = [corner, corner + numbers.vector(1.0).abs()];
        let from_wall = |time: f64| {
            let passed = time - wall.since;
            let offset = wall.offset[0] + (wall.offset[1] + wall.offset[2] * passed) * passed;
            normal.dot(a.centre_at(time)) - offset - a.reach_at(time)
        };
        let from_box = |time: f64| {
            let centre = a.centre_at(time);
            centre.distance(centre.clamp(corners[0], corners[1])) - a.reach_at(time)
        };
        let gaps: [&dyn Fn(f64) -> f64; 2] = [&from_wall, &from_box];
        let found = [a.meeting_plane(&wall, from, until, 0.0), a.meeting_box(corners, from, until, 0.0)];
        for ((gap, found), count) in gaps.iter().zip(found).zip(&mut counts) {
            let step = (until.min(a.until) - from) / 1_000.0;
            let first = (0..=1_000).map(|index| from + f64::from(index) * step).find(|time| gap(*time) < -1e-9);
            match (found, first) {
                (None, Some(time)) => panic!("round {round}, {a:?}: missed at {time} s"),
                (Some(found), Some(time)) => {
                    assert!(found <= time, "round {round}: {found} s, but within at {time} s");
                    assert!(gap(found) < 1e-5, "round {round}: {found} s is idly early: {}", gap(found));
                    count[0] += 1;
                }
                (Some(found), None) => assert!(gap(found) < 1e-5, "round {round}: {found} s"),
                (None, None) => count[1] += 1,
            }
        }
    }
    assert!(counts.iter().flatten().all(|count| *count > 300), "{counts:?}");
}

/// The box of a course holds the ball at every sampled instant, and is not idly wide.
#[test]
fn bounds_hold_the_ball() {
    let mut numbers = Numbers(8);
    for _ in 0..2_000 {
        let a = course(&mut numbers, 1.0, 1.0, DVec3::ZERO);
        let from = a.since + numbers.within(0.0, 1.0) * (a.until - a.since).min(1.0);
        let until = from + numbers.within(0.0, 5.0);
        let [lower, upper] = a.bounds(from, until);
        let end = until.min(a.until);
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for index in 0..=200 {
            let time = from + (end - from) * f64::from(index) / 200.0;
            let (centre, reach) = (a.centre_at(time), a.reach_at(time));
            assert!((centre - reach).cmpge(lower).all() && (centre + reach).cmple(upper).all(), "{a:?} at {time} s");
            (low, high) = (low.min(centre), high.max(centre));
        }
        let wide = a.reach_at(end) + 1e-3;
        assert!((low - lower).max_element() < wide && (upper - high).max_element() < wide, "{a:?}");
    }
    let [lower, upper] = Course::flying(0.0, DVec3::ONE, [DVec3::X, DVec3::ZERO], 0.5).bounds(0.0, f64::INFINITY);
    assert!(lower.distance(DVec3::splat(0.5)) < 1e-12 && upper.x == f64::INFINITY && (upper.y - 1.5).abs() < 1e-12);
}

/// A Chebyshev series stays within its course, and a parabola has an envelope of rounding only.
#[test]
fn series_stay_within_their_envelope() {
    let mut numbers = Numbers(6);
    for round in 0..300 {
        let degree = round % 9;
        let mut series = || {
            let coefficients: Vec<f64> = (0..=degree).map(|k| numbers.within(-1.0, 1.0) / (1 + k * k) as f64).collect();
            Chebyshev::new(0.0, 0.7, &coefficients).unwrap()
        };
        let all = [series(), series(), series()];
        let course = Course::of_series([&all[0], &all[1], &all[2]], 3.0, 0.2);
        let mut farthest = 0.0f64;
        for index in 0..=300 {
            let time = 0.7 * f64::from(index) / 300.0;
            let centre = DVec3::from_array(std::array::from_fn(|axis| all[axis].value(time).unwrap()));
            assert!(!course.escapes(3.0 + time, centre), "round {round} at {time} s");
            farthest = farthest.max(centre.distance(course.centre_at(3.0 + time)));
        }
        let envelope = course.envelope[0];
        assert!(envelope < if degree < 3 { 1e-13 } else { 6.0 * farthest }, "{envelope}, {farthest} m used");
        assert!(course.until >= 3.7 && course.until < 3.7 + 1e-12);
    }
}

/// Motions in air, integrated in small steps, stay within the envelope.
#[test]
fn drag_stays_within_its_envelope() {
    let mut numbers = Numbers(2);
    for round in 0..200 {
        let factor = numbers.within(0.0, 1.0);
        let drag = if round % 2 == 0 { Drag::Linear(factor) } else { Drag::Quadratic(factor) };
        let air = Air { wind: numbers.vector(2.0), drag };
        let gravity = dvec3(0.0, 0.0, -9.81);
        let span = numbers.within(0.02, 0.4);
        let vacuum = Course::flying(1.0, numbers.vector(3.0), [numbers.vector(5.0), gravity], 0.1).ending(1.0 + span);
        let course = vacuum.in_air(&air);
        let (steps, mut state) = (400, [vacuum.position, vacuum.velocity]);
        let step = span / f64::from(steps);
        let rates = |[_, velocity]: [DVec3; 2]| [velocity, gravity + air.acceleration(velocity)];
        let along = |[p, v]: [DVec3; 2], [dp, dv]: [DVec3; 2], by: f64| [p + dp * by, v + dv * by];
        let mut farthest = 0.0f64;
        for index in 1..=steps {
            let first = rates(state);
            let second = rates(along(state, first, 0.5 * step));
            let third = rates(along(state, second, 0.5 * step));
            let fourth = rates(along(state, third, step));
            for (weight, rate) in [(1.0, first), (2.0, second), (2.0, third), (1.0, fourth)] {
                state = along(state, rate, weight * step / 6.0);
            }
            let time = 1.0 + f64::from(index) * step;
            let strays = state[0].distance(course.centre_at(time)) - 1e-10;
            let passed = time - 1.0;
            assert!(strays <= course.envelope[2] * passed * passed, "{air:?} {vacuum:?}: {strays} m at {time} s");
            farthest = farthest.max(strays / (passed * passed));
        }
        // A shorter course strays by the third power of its time, and the envelope is not idly wide.
        let shorter = vacuum.ending(1.0 + span / 8.0).in_air(&air);
        assert!(shorter.envelope[2] < 1.001 * course.envelope[2] / 8.0 + 1e-13);
        assert!(shorter.envelope[2] < 30.0 * farthest / 8.0 + 1e-9, "{air:?}: {} {farthest}", shorter.envelope[2]);
    }
}

/// What a user drives stays within its course while it keeps to its limits, and escapes when it does not.
#[test]
fn driven_bodies_escape_only_beyond_their_limits() {
    let (position, velocity) = (dvec3(1.0, 2.0, 3.0), dvec3(0.5, 0.0, 0.0));
    let by_speed = Course::driven_below_speed(0.0, position, 2.0, 0.1);
    let by_force = Course::driven_below_acceleration(0.0, [position, velocity], 4.0, 0.1);
    for time in [0.0, 1e-9, 0.1, 3.0, 1e6] {
        for direction in [DVec3::X, DVec3::NEG_Y, dvec3(0.6, 0.0, 0.8)] {
            assert!(!by_speed.escapes(time, position + 2.0 * time * direction));
            assert!(!by_force.escapes(time, position + velocity * time + 2.0 * time * time * direction));
            if time > 1e-6 {
                assert!(by_speed.escapes(time, position + 2.001 * time * direction));
                assert!(by_force.escapes(time, position + velocity * time + 2.001 * time * time * direction));
            }
        }
    }
    assert!(by_speed.escapes(1.0, DVec3::NAN));
    // Whoever stands in the way is met when the envelope reaches him: 2 m/s for 4.9 m less the radii.
    let target = Course::still(0.0, position + dvec3(5.0, 0.0, 0.0), 0.1);
    let found = by_speed.meeting(&target, 0.0, 100.0, 0.0).unwrap();
    assert!(found <= 2.4 && found > 2.4 - 1e-9, "{found}");
}
