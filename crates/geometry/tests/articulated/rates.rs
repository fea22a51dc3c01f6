//! Bounds on speeds and accelerations against dense sampling.

use crate::robots::chain;
use glam::DVec3;
use std::sync::Arc;
use tangency_geometry::laws::{Random, random_span};
use tangency_geometry::{Interpolation, LinkMotion, LinkPose, LinkTree, Trajectory};
use tangency_interval::Interval;

const SAMPLES: usize = 200;

fn swing(random: &mut Random) -> (LinkMotion, Arc<Trajectory>) {
    let links = 2 + random.below(7);
    let mechanism = chain(random, links);
    let rows = (0..4).map(|_| (1..links).map(|_| random.between(-2.0, 2.0)).collect()).collect();
    let interpolation = [Interpolation::Linear, Interpolation::Cubic][random.below(2)];
    let trajectory = Arc::new(Trajectory::new(&mechanism, vec![0.0, 0.7, 1.0, 2.0], rows, interpolation).unwrap());
    let observer = random.below(links - 1);
    (LinkMotion::seen_from(&mechanism, &trajectory, links - 1, observer), trajectory)
}

fn samples(motion: &LinkMotion, span: Interval) -> Vec<(f64, LinkPose)> {
    let time = |step: usize| {
        let share = step as f64 / SAMPLES as f64;
        (span.lower() + share * (span.upper() - span.lower())).min(span.upper())
    };
    (0..=SAMPLES).map(|step| (time(step), motion.locate(time(step)))).collect()
}

/// Velocities are the derivatives of poses, no bound is exceeded, and on short intervals the bounds are close
/// to the sampled values.
#[test]
fn bounds_hold_and_are_sharp_on_short_spans() {
    let mut random = Random::new(15);
    let (mut sharp, mut short, mut corners) = (0, 0, 0);
    for _ in 0..300 {
        let (motion, trajectory) = swing(&mut random);
        let span = random_span(&mut random, trajectory.span());
        let width = span.upper() - span.lower();
        if width == 0.0 {
            continue;
        }
        let rates = motion.rates(span);
        let samples = samples(&motion, span);
        let most = |of: fn(&LinkPose) -> DVec3| samples.iter().map(|(_, at)| of(at).length()).fold(0.0, f64::max);
        let (spin, speed) = (most(|at| at.spin), most(|at| at.velocity));
        assert!(spin <= rates.spin * (1.0 + 1e-9) + 1e-12 && speed <= rates.speed * (1.0 + 1e-9) + 1e-12, "{rates:?}");
        let cornered = !motion.velocity_jumps(span).is_empty();
        corners += usize::from(cornered);
        assert_eq!(rates.acceleration.is_infinite(), cornered);
        let (mut spin_change, mut acceleration) = (0.0_f64, 0.0_f64);
        for pair in samples.windows(2) {
            let (step, [(_, before), (_, after)]) = (pair[1].0 - pair[0].0, [pair[0], pair[1]]);
            spin_change = spin_change.max((after.spin - before.spin).length() / step);
            acceleration = acceleration.max((after.velocity - before.velocity).length() / step);
            // The trapezoidal rule on the velocity, up to the third derivative.
            let mean = 0.5 * (before.velocity + after.velocity) * step;
            let displacement = after.pose.translation() - before.pose.translation();
            let room = if cornered { 4.0 * rates.speed * step } else { rates.acceleration * step * step };
            assert!((displacement - mean).length() <= room + 1e-12, "{displacement} instead of {mean}");
        }
        let slack = 1e-9 / width;
        assert!(spin_change <= rates.spin_change * (1.0 + 1e-9) + slack, "{spin_change} {rates:?}");
        assert!(acceleration <= rates.acceleration * (1.0 + 1e-9) + slack, "{acceleration} {rates:?}");
        if width < 0.01 && !cornered && speed > 1e-3 {
            short += 1;
            sharp += usize::from(rates.speed < 1.2 * speed && rates.spin < 1.2 * spin + 1e-12);
        }
    }
    assert!(short >= 40 && corners >= 40, "{short} short spans, {corners} with corners");
    assert!(sharp * 10 >= short * 9, "{sharp} of {short} short spans are sharp");
}

/// Two parallel joints that rotate against each other: the second link moves along a circle without turning.
#[test]
fn bounds_account_for_cancelling_joints() {
    use crate::robots::snake;
    // Joints 1 and 3 of the snake have parallel axes while joint 2 rests.
    let snake = snake(4);
    let rows = vec![vec![0.0, 0.0, 0.0], vec![1.0, 0.0, -1.0]];
    let swing = Arc::new(Trajectory::new(&snake, vec![0.0, 1.0], rows, Interpolation::Linear).unwrap());
    let last = LinkMotion::in_world(&snake, &swing, 3);
    for time in [0.0, 0.3, 0.9] {
        let rates = last.rates(Interval::between(time, time + 1e-6));
        assert!(rates.spin < 1e-5, "{rates:?}");
        // Its origin is 20 cm from the first axis.
        assert!((rates.speed - 0.2).abs() < 1e-5, "{rates:?}");
    }
    // Over the whole second the norms cannot exclude that the second joint's axis turns with the first.
    let whole = last.rates(swing.span()).spin;
    assert!((whole - 0.5).abs() < 1e-9, "{whole}");
}

/// The pass over all links gives the same numbers as each link alone, to the last bit. An interval across a row
/// gives `None`.
#[test]
fn one_pass_agrees_with_single_links() {
    let mut random = Random::new(16);
    for _ in 0..100 {
        let links = 1 + random.below(9);
        let mechanism = chain(&mut random, links);
        let rows = (0..3).map(|_| (1..links).map(|_| random.between(-2.0, 2.0)).collect()).collect();
        let interpolation = [Interpolation::Linear, Interpolation::Cubic][random.below(2)];
        let times = vec![0.0, 0.7, 1.0];
        let trajectory = Arc::new(Trajectory::new(&mechanism, times, rows, interpolation).unwrap());
        let tree = LinkTree::new(&mechanism);
        let span = random_span(&mut random, Interval::between(0.0, 0.7));
        let all = tree.poses_and_rates(&trajectory, span).unwrap();
        assert_eq!(all.len(), links);
        for (link, found) in all.into_iter().enumerate() {
            assert_eq!(found, LinkMotion::in_world(&mechanism, &trajectory, link).pose_and_rates(span));
        }
        assert_eq!(tree.poses_and_rates(&trajectory, Interval::between(0.6, 0.8)), None);
    }
}
