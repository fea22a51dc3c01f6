//! Enclosures against the exact position, computed with 640 binary places from the definition of every motion.
//!
//! The references share no formula with the tested code where there is a choice: the screw uses the axis point
//! of Kim and Rossignac's equation 2, which the code avoids.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod precise;

use glam::{DQuat, DVec3};
use precise::{Real, Real3, add, cross, dot, length, scaled, turned, turned_about, vector};
use std::sync::Arc;
use tangency_geometry::laws::{Random, random_rotation, random_span, random_vector};
use tangency_geometry::{
    Ballistic, ChebyshevMotion, Expression, Interpolation, Joint, JointKind, Linear, LinkMotion, Mechanism, Mimic,
    Motion, Piecewise, Pose, Rigid, Screw, ScrewAxis, Trajectory, Vertexwise,
};
use tangency_interval::{Chebyshev, Interval};

const CASES: usize = 1_000;

/// Draws motions with their references, encloses intervals around the instant, and checks how tight the
/// enclosures are.
fn hold(mut draw: impl FnMut(&mut Random, f64, f64) -> (Motion, Box<dyn Fn(f64, DVec3) -> Real3>)) {
    let mut random = Random::new(2003);
    let mut worst: f64 = 0.0;
    for _ in 0..CASES {
        let size = [1e-6, 1e-2, 1.0, 100.0, 1e4][random.below(5)];
        let duration = [1e-3, 1.0, 1.0, 50.0][random.below(4)];
        let (motion, truth) = draw(&mut random, size, duration);
        let local = random_vector(&mut random, size);
        let whole = Interval::between(-0.2 * duration, 1.2 * duration);
        let time = random.between(whole.lower(), whole.upper());
        let exact = truth(time, local);
        let inner = random_span(&mut random, whole);
        let around = Interval::between(inner.lower().min(time), inner.upper().max(time));
        for span in [Interval::from(time), around, Interval::between(time, time + 1e-9 * duration), whole] {
            let place = motion.during(span).point(0, local);
            for axis in 0..3 {
                let held = exact[axis].between(place[axis].lower(), place[axis].upper());
                assert!(held, "{} outside {:?} in {span:?}, {motion:?}", exact[axis].rounded(), place[axis]);
            }
        }
        let (plain, rounding) = (motion.at(time).point(0, local), motion.rounding(time, 0, local));
        for axis in 0..3 {
            let error = (exact[axis].clone() - Real::from(plain[axis])).rounded().abs();
            assert!(error <= rounding, "{plain} is off by {error}, more than {rounding}, {motion:?}");
            worst = worst.max(error / rounding);
        }
    }
    // The stated bound holds and is not far too large.
    assert!(worst > 1e-3, "the rounding bound is {} times too large", 1.0 / worst);
}

fn quaternion(q: DQuat) -> [Real; 4] {
    q.to_array().map(Real::from)
}

/// Numbers that the reference can represent: nothing subnormal.
fn pose(random: &mut Random, size: f64) -> Pose {
    let q = random_rotation(random);
    let flushed = DQuat::from_array(q.to_array().map(|c| if c.abs() < 1e-50 { 0.0 } else { c }));
    Pose::new(flushed, random_vector(random, size)).unwrap()
}

fn placed(pose: Pose, local: DVec3) -> Real3 {
    add(turned(&quaternion(pose.rotation()), vector(local)), vector(pose.translation()))
}

#[test]
fn still_linear_and_ballistic() {
    hold(|random, size, _| {
        let pose = pose(random, size);
        (Motion::Still(pose), Box::new(move |_, local| placed(pose, local)))
    });
    hold(|random, size, duration| {
        let (start, velocity) = (pose(random, size), random_vector(random, size / duration));
        let truth = move |time: f64, local| add(placed(start, local), scaled(vector(velocity), &Real::from(time)));
        (Motion::Linear(Linear::new(start, velocity).unwrap()), Box::new(truth))
    });
    hold(|random, size, duration| {
        let start = pose(random, size);
        let (velocity, acceleration) =
            (random_vector(random, size / duration), random_vector(random, size / duration / duration));
        let truth = move |time: f64, local| {
            let time = Real::from(time);
            let half = time.clone() * time.clone() * Real::from(0.5);
            let straight = add(placed(start, local), scaled(vector(velocity), &time));
            add(straight, scaled(vector(acceleration), &half))
        };
        (Motion::Ballistic(Ballistic::new(start, velocity, acceleration).unwrap()), Box::new(truth))
    });
}

fn turn(random: &mut Random) -> f64 {
    match random.below(5) {
        0 => 1e-12,
        1 => std::f64::consts::PI,
        2 => random.between(0.0, 1_000.0),
        _ => random.between(-4.0, 4.0),
    }
}

#[test]
fn rigid() {
    hold(|random, size, duration| {
        let (start, velocity) = (pose(random, size), random_vector(random, size / duration));
        let axis = random_vector(random, 1.0).try_normalize().unwrap_or(DVec3::Z);
        let spin = axis * (turn(random) / duration);
        let truth = move |time: f64, local| {
            let (spin, time) = (vector(spin), Real::from(time));
            let rate = length(&spin);
            let axis = spin.map(|coordinate| coordinate.divided(&rate));
            let body = turned(&quaternion(start.rotation()), vector(local));
            let origin = add(vector(start.translation()), scaled(vector(velocity), &time));
            add(origin, turned_about(&axis, &(rate * time), body))
        };
        (Motion::Rigid(Rigid::new(start, velocity, spin).unwrap()), Box::new(truth))
    });
}

/// Direction, angle, slide and axis point of the screw between two poses, as in the paper.
struct PaperScrew {
    direction: Real3,
    angle: Real,
    distance: Real,
    axis_point: Real3,
}

impl PaperScrew {
    fn between(start: Pose, end: Pose) -> Option<Self> {
        let ([a, b, c, d], [x, y, z, w]) = (quaternion(start.rotation()), quaternion(end.rotation()));
        let m = |p: &Real, q: &Real| p.clone() * q.clone();
        let mut product = [
            m(&x, &d) - m(&w, &a) - m(&y, &c) + m(&z, &b),
            m(&y, &d) - m(&w, &b) - m(&z, &a) + m(&x, &c),
            m(&z, &d) - m(&w, &c) - m(&x, &b) + m(&y, &a),
            m(&w, &d) + m(&x, &a) + m(&y, &b) + m(&z, &c),
        ];
        let zero = Real::zero();
        let order = [3, 0, 1, 2];
        let first = order.into_iter().find(|&i| product[i] != zero)?;
        if product[first] < zero {
            product = product.map(|component| -component);
        }
        let [x, y, z, w] = product;
        let vector_part = [x, y, z];
        let sine = length(&vector_part);
        if sine == zero {
            return None;
        }
        let direction = vector_part.map(|coordinate| coordinate.divided(&sine));
        let norm = (sine.clone() * sine.clone() + w.clone() * w.clone()).sqrt();
        let half_angle = Real::angle(&sine.divided(&norm), &w.divided(&norm));
        let [from, to] = [start, end].map(|pose| vector(pose.translation()));
        let displacement = add(to.clone(), from.clone().map(|coordinate| -coordinate));
        let distance = dot(&displacement, &direction);
        // p = ½·(o(0) + o(1) + s×(o(1) − o(0))/tan(b/2))
        let sideways = scaled(cross(&direction, &displacement), &w.divided(&sine));
        let axis_point = scaled(add(add(from, to), sideways), &Real::from(0.5));
        Some(Self { direction, angle: half_angle.clone() + half_angle, distance, axis_point })
    }

    fn place(&self, share: &Real, start: Real3) -> Real3 {
        let back = self.axis_point.clone().map(|coordinate| -coordinate);
        let turned = turned_about(&self.direction, &(self.angle.clone() * share.clone()), add(start, back));
        let slid = scaled(self.direction.clone(), &(self.distance.clone() * share.clone()));
        add(add(turned, self.axis_point.clone()), slid)
    }
}

#[test]
fn screw_between_poses() {
    let (mut straight, mut half_turns) = (0, 0);
    hold(|random, size, duration| {
        let start = pose(random, size);
        let rotation = match random.below(5) {
            0 => start.rotation(),
            1 => start.rotation() * DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0),
            2 => start.rotation() * DQuat::from_axis_angle(DVec3::Y, 1e-12),
            3 => -start.rotation() * DQuat::from_axis_angle(DVec3::X, std::f64::consts::PI),
            _ => pose(random, size).rotation(),
        };
        let end = Pose::new(rotation, random_vector(random, size)).unwrap();
        let paper = PaperScrew::between(start, end);
        let screw = Screw::between(start, end, duration).unwrap();
        straight += usize::from(paper.is_none());
        half_turns += usize::from((screw.angle() - std::f64::consts::PI).abs() < 1e-9);
        let truth = move |time: f64, local| {
            let share = Real::from(time).divided(&Real::from(duration));
            match &paper {
                Some(paper) => paper.place(&share, placed(start, local)),
                None => {
                    let back = vector(start.translation()).map(|coordinate| -coordinate);
                    add(placed(start, local), scaled(add(vector(end.translation()), back), &share))
                }
            }
        };
        (Motion::Screw(screw), Box::new(truth))
    });
    assert!(straight > 100 && half_turns > 200, "{straight} straight, {half_turns} half-turns");
}

#[test]
fn screw_about_an_axis() {
    hold(|random, size, duration| {
        let start = pose(random, size);
        let direction = random_vector(random, 5.0).try_normalize().unwrap_or(DVec3::Y) * 3.0;
        let axis = ScrewAxis { point: random_vector(random, size), direction };
        let (angle, distance) = (turn(random), random.between(-size, size));
        let norm = length(&vector(direction));
        let paper = PaperScrew {
            direction: vector(direction).map(|coordinate| coordinate.divided(&norm)),
            angle: Real::from(angle),
            distance: Real::from(distance),
            axis_point: vector(axis.point),
        };
        let truth =
            move |time: f64, local| paper.place(&Real::from(time).divided(&Real::from(duration)), placed(start, local));
        (Motion::Screw(Screw::about(axis, start, angle, distance, duration).unwrap()), Box::new(truth))
    });
}

#[test]
fn vertexwise() {
    hold(|random, size, duration| {
        let times = vec![0.0, 0.3 * duration, 0.9 * duration];
        let frames: Vec<DVec3> = (0..3).map(|_| random_vector(random, size)).collect();
        let motion = Vertexwise::new(times.clone(), frames.iter().map(|&vertex| vec![vertex]).collect()).unwrap();
        let truth = move |time: f64, _local: DVec3| {
            let time = time.clamp(times[0], times[2]);
            let piece = usize::from(time >= times[1]);
            let [before, after] = [piece, piece + 1].map(|frame| (Real::from(times[frame]), vector(frames[frame])));
            let share = (Real::from(time) - before.0.clone()).divided(&(after.0 - before.0));
            add(scaled(before.1, &(Real::one() - share.clone())), scaled(after.1, &share))
        };
        (Motion::Vertexwise(motion), Box::new(truth))
    });
}

#[test]
fn piecewise_runs_the_clock_of_each_segment() {
    hold(|random, size, duration| {
        let (switch, places) = (0.37 * duration, [pose(random, size), pose(random, size)]);
        let velocities = [random_vector(random, size / duration), random_vector(random, size / duration)];
        let segments = [0, 1].map(|i| Motion::Linear(Linear::new(places[i], velocities[i]).unwrap()));
        let start = 0.1 * duration;
        let truth = move |time: f64, local| {
            let (segment, from) = if time < switch { (0, start) } else { (1, switch) };
            let clock = Real::from(time) - Real::from(from);
            add(placed(places[segment], local), scaled(vector(velocities[segment]), &clock))
        };
        (Motion::Piecewise(Piecewise::new(vec![start, switch], segments.to_vec()).unwrap()), Box::new(truth))
    });
}

/// A bar that is twisted about z while it sinks.
#[test]
fn expression() {
    hold(|random, size, duration| {
        let (twist, sink) = (random.between(-4.0, 4.0) / duration / size, random.between(-1.0, 1.0) * size / duration);
        let motion = Expression::parse([
            &format!("x * cos({twist:?} * z * t) - y * sin({twist:?} * z * t)"),
            &format!("x * sin({twist:?} * z * t) + y * cos({twist:?} * z * t)"),
            &format!("z + {sink:?} * t"),
        ]);
        let truth = move |time: f64, local| {
            let [x, y, z] = vector(local);
            let time = Real::from(time);
            let (sine, cosine) = (Real::from(twist) * z.clone() * time.clone()).sin_cos();
            let turned_x = x.clone() * cosine.clone() - y.clone() * sine.clone();
            [turned_x, x * sine + y * cosine, z + Real::from(sink) * time]
        };
        (Motion::Expression(motion.unwrap()), Box::new(truth))
    });
}

/// `Σ cₖ·Tₖ(x)` by the three-term recurrence, at rest outside the domain.
fn series_at(coefficients: &[f64], [start, end]: [f64; 2], time: f64) -> Real {
    let time = Real::from(time.clamp(start, end));
    let [start, end] = [start, end].map(Real::from);
    let x = ((time.clone() - start.clone()) - (end.clone() - time)).divided(&(end - start));
    let (mut last, mut this) = (x.clone(), Real::one());
    let mut sum = Real::zero();
    for &coefficient in coefficients {
        sum = sum + Real::from(coefficient) * this.clone();
        let next = x.clone() * this.clone() + x.clone() * this.clone() - last;
        (last, this) = (this, next);
    }
    sum
}

#[test]
fn chebyshev() {
    hold(|random, size, duration| {
        let domain = [0.0, 0.9 * duration];
        let degree = random.below(6);
        let mut coefficients = |first: f64, size: f64| -> Vec<f64> {
            let later = (1..=degree).map(|k| random.between(-size, size) / (k * k) as f64);
            std::iter::once(first).chain(later).collect()
        };
        let rotation = [0.5, 0.5, -0.5, 0.5].map(|first| coefficients(first, 0.2));
        let translation = [1.0, -0.3, 0.0].map(|first| coefficients(first * size, size));
        let series = |coefficients: &Vec<f64>| Chebyshev::new(domain[0], domain[1], coefficients).unwrap();
        let motion = ChebyshevMotion::new(rotation.each_ref().map(series), translation.each_ref().map(series)).unwrap();
        let truth = move |time: f64, local| {
            let at = |coefficients: &Vec<f64>| series_at(coefficients, domain, time);
            add(turned(&rotation.each_ref().map(at), vector(local)), translation.each_ref().map(at))
        };
        (Motion::Chebyshev(motion), Box::new(truth))
    });
}

/// A joint value between rows: Horner's scheme on Hermite's basis, at rest outside.
fn joint_value(trajectory: &Trajectory, coordinate: usize, rows: &[Vec<f64>], time: f64) -> Real {
    let times = trajectory.times();
    let row = |row: usize| Real::from(rows[row][coordinate]);
    if time <= times[0] {
        return row(0);
    }
    if time >= times[times.len() - 1] {
        return row(rows.len() - 1);
    }
    let after = times.iter().position(|&end| time < end).unwrap();
    let duration = Real::from(times[after]) - Real::from(times[after - 1]);
    let share = (Real::from(time) - Real::from(times[after - 1])).divided(&duration);
    let Some(slopes) = trajectory.slopes(coordinate) else {
        return row(after - 1) * (Real::one() - share.clone()) + row(after) * share;
    };
    let [left, right] = [after - 1, after].map(|row| Real::from(slopes[row]) * duration.clone());
    let (square, rest) = (share.clone() * share.clone(), Real::one() - share.clone());
    let rest_square = rest.clone() * rest.clone();
    let two = Real::from(2.0);
    row(after - 1) * rest_square.clone() * (Real::one() + two.clone() * share.clone())
        + left * share.clone() * rest_square
        + row(after) * square.clone() * (Real::one() + two * rest.clone())
        - right * square * rest
}

/// The point `p` of the child in the parent's frame, or the inverse.
fn through(
    of: &Mechanism,
    joint: usize,
    p: Real3,
    at: &dyn Fn(usize) -> Real,
    orient: &dyn Fn(Real3, bool) -> Real3,
    back: bool,
) -> Real3 {
    let data = &of.joints()[joint];
    let sign = |number: Real| if back { -number } else { number };
    let moved = |p: Real3, by: Real3| add(p, by.map(sign));
    let value = |first: usize| {
        let own = at(first);
        data.mimic.map_or(own.clone(), |mimic| own * Real::from(mimic.multiplier) + Real::from(mimic.offset))
    };
    let unit = |axis: DVec3| {
        let norm = length(&vector(axis));
        vector(axis).map(|coordinate| coordinate.divided(&norm))
    };
    let own = |p: Real3| match (data.kind, of.coordinate(joint)) {
        (JointKind::Revolute { axis } | JointKind::Continuous { axis }, Some(first)) => {
            turned_about(&unit(axis), &sign(value(first)), p)
        }
        (JointKind::Prismatic { axis }, Some(first)) => moved(p, scaled(unit(axis), &value(first))),
        (JointKind::Planar, Some(first)) => {
            let (place, z) = ([at(first), at(first + 1), Real::zero()], vector(DVec3::Z));
            let angle = sign(at(first + 2));
            if back { turned_about(&z, &angle, moved(p, place)) } else { moved(turned_about(&z, &angle, p), place) }
        }
        (JointKind::Floating, Some(first)) => {
            let position = [at(first), at(first + 1), at(first + 2)];
            if back { orient(moved(p, position), true) } else { moved(orient(p, false), position) }
        }
        (_, _) => p,
    };
    let [x, y, z, w] = quaternion(data.origin.rotation());
    let place = vector(data.origin.translation());
    if back { own(turned(&[-x, -y, -z, w], moved(p, place))) } else { add(turned(&[x, y, z, w], own(p)), place) }
}

/// Chains and forks of all joints, in the world and in frames of other links.
#[test]
fn articulated() {
    let (mut relative, mut cubic, mut planar) = (0, 0, 0);
    hold(|random, size, duration| {
        let count = 1 + random.below(4);
        let axis = |random: &mut Random| random_vector(random, 2.0).try_normalize().unwrap_or(DVec3::Y) * 1.7;
        let joints: Vec<Joint> =
            (1..=count)
                .map(|child| {
                    let kind = match if child == 1 { random.below(3) } else { random.below(6) } {
                        0 | 1 => JointKind::Revolute { axis: axis(random) },
                        2 => JointKind::Prismatic { axis: axis(random) },
                        3 => JointKind::Fixed,
                        4 => JointKind::Planar,
                        // At most one, so that one reference of its orientation suffices.
                        _ if child == 2 => JointKind::Floating,
                        _ => JointKind::Continuous { axis: axis(random) },
                    };
                    let parent = if random.below(3) == 0 { random.below(child) } else { child - 1 };
                    let mimic = (matches!(kind, JointKind::Continuous { .. }) && random.below(2) == 0)
                        .then_some(Mimic { joint: 0, multiplier: -1.3, offset: 0.2 });
                    let origin = pose(random, size);
                    Joint { name: format!("{child}"), kind, parent, child, origin, limits: None, mimic }
                })
                .collect();
        let of = Mechanism::new((0..=count).map(|link| format!("{link}")).collect(), joints).unwrap();
        planar += usize::from(of.joints().iter().any(|joint| joint.kind == JointKind::Planar));
        let times = vec![0.05 * duration, 0.4 * duration, 0.9 * duration];
        let mut rows = vec![vec![0.0; of.coordinates().len()]; 3];
        let mut orientations = [DQuat::IDENTITY; 3];
        for (index, row) in rows.iter_mut().enumerate() {
            for (joint, data) in of.joints().iter().enumerate() {
                let (Some(first), None) = (of.coordinate(joint), data.mimic) else { continue };
                match data.kind {
                    JointKind::Prismatic { .. } => row[first] = random.between(-size, size),
                    JointKind::Planar => {
                        row[first] = random.between(-size, size);
                        row[first + 1] = random.between(-size, size);
                        row[first + 2] = turn(random);
                    }
                    JointKind::Floating => {
                        let place = pose(random, size);
                        orientations[index] = place.rotation();
                        row[first..first + 3].copy_from_slice(&place.translation().to_array());
                        row[first + 3..first + 7].copy_from_slice(&place.rotation().to_array());
                    }
                    JointKind::Fixed | JointKind::Revolute { .. } | JointKind::Continuous { .. } => {
                        row[first] = turn(random)
                    }
                }
            }
        }
        let interpolation = [Interpolation::Linear, Interpolation::Cubic][random.below(2)];
        cubic += usize::from(interpolation == Interpolation::Cubic);
        let trajectory = Arc::new(Trajectory::new(&of, times.clone(), rows.clone(), interpolation).unwrap());
        let link = random.below(count) + 1;
        let observer = if random.below(2) == 0 { of.root() } else { random.below(count + 1) };
        relative += usize::from(observer != of.root());
        let motion = if observer == of.root() {
            LinkMotion::in_world(&of, &trajectory, link)
        } else {
            LinkMotion::seen_from(&of, &trajectory, link, observer)
        };
        let truth = move |time: f64, local: DVec3| {
            let at = |coordinate: usize| joint_value(&trajectory, coordinate, &rows, time);
            let orient = |p: Real3, back: bool| {
                let clock = time.clamp(times[0], times[2]);
                let from = usize::from(clock >= times[1]);
                let [start, end] = [from, from + 1].map(|row| Pose::new(orientations[row], DVec3::ZERO).unwrap());
                let share = (Real::from(clock) - Real::from(times[from]))
                    .divided(&(Real::from(times[from + 1]) - Real::from(times[from])));
                let screw = PaperScrew::between(start, end);
                let between = |p: Real3, sign: f64| match &screw {
                    Some(screw) => {
                        turned_about(&screw.direction, &(screw.angle.clone() * share.clone() * Real::from(sign)), p)
                    }
                    None => p,
                };
                let [x, y, z, w] = quaternion(start.rotation());
                if back { turned(&[-x, -y, -z, w], between(p, -1.0)) } else { between(turned(&[x, y, z, w], p), 1.0) }
            };
            let up = |link: usize| {
                std::iter::successors(of.parent_joint(link), |&joint| of.parent_joint(of.joints()[joint].parent))
                    .collect::<Vec<_>>()
            };
            let (mut up_from_link, mut up_from_observer) = (up(link), up(observer));
            // Through a joint and back, the reference would only add its own error to numbers that are exactly
            // zero.
            while up_from_link.last().is_some() && up_from_link.last() == up_from_observer.last() {
                up_from_link.pop();
                up_from_observer.pop();
            }
            let through = |p: Real3, joint: usize, back: bool| through(&of, joint, p, &at, &orient, back);
            let common = up_from_link.into_iter().fold(vector(local), |p, joint| through(p, joint, false));
            up_from_observer.into_iter().rev().fold(common, |p, joint| through(p, joint, true))
        };
        (Motion::Articulated(motion), Box::new(truth))
    });
    assert!(relative > CASES / 4 && cubic > CASES / 4, "{relative} relative, {cubic} cubic");
    assert!(planar > CASES / 8, "{planar} with a planar joint");
}
