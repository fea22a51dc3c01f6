//! Violations of velocity, acceleration and effort limits.
//!
//! References: closed forms of parabolas and lines; differences of values at a dense sequence of instants, off by the
//! third derivative times the step.

use crate::robots::joint;
use glam::DVec3;
use tangency_geometry::{Interpolation, JointKind, LimitedRate, Mechanism, Mimic, Pose, RateLimits, Trajectory};
use tangency_geometry::{RateViolation, TrajectoryError};
use tangency_interval::laws::Random;

fn hinge() -> Mechanism {
    let hinge = joint("hinge", JointKind::Continuous { axis: DVec3::Z }, [0, 1], Pose::IDENTITY);
    Mechanism::new(vec!["base".into(), "arm".into()], vec![hinge]).unwrap()
}

fn path(values: &[f64], interpolation: Interpolation) -> Trajectory {
    let times = (0..values.len()).map(|row| row as f64).collect();
    Trajectory::new(&hinge(), times, values.iter().map(|&value| vec![value]).collect(), interpolation).unwrap()
}

fn velocity(limit: f64) -> [RateLimits; 1] {
    [RateLimits { velocity: Some(limit), ..RateLimits::default() }]
}

fn acceleration(limit: f64) -> [RateLimits; 1] {
    [RateLimits { acceleration: Some(limit), ..RateLimits::default() }]
}

fn only(found: Vec<RateViolation>) -> RateViolation {
    let [one] = &found[..] else { panic!("one violation, not {found:?}") };
    one.clone()
}

#[test]
fn straight_lines_have_one_velocity_on_a_segment() {
    let path = path(&[0.0, 1.0, -2.0, -2.5], Interpolation::Linear);
    // A velocity that equals its limit does not exceed it.
    assert_eq!(path.rate_violations(&hinge(), &velocity(3.0)), []);
    let found = only(path.rate_violations(&hinge(), &velocity(2.0)));
    assert_eq!((found.first, found.worst, found.worst_at, found.row), (1.0, -3.0, 1.0, None));
    let words = "joint \"hinge\" exceeds its velocity limit 2 rad/s from 1 s on; most at 1 s (between rows): -3 rad/s";
    assert_eq!(found.to_string(), words);
    assert_eq!(path.rate_violations(&hinge(), &acceleration(1e-9)), [], "the acceleration is infinite at the rows");
}

/// Through 0, 1, 0 the spline is 3s² − 2s³ up and the same down: its velocity 6s(1 − s) is at most 1.5, its
/// acceleration 6 − 12s.
#[test]
fn cubics_exceed_between_rows() {
    let path = path(&[0.0, 1.0, 0.0], Interpolation::Cubic);
    assert_eq!(path.rate_violations(&hinge(), &velocity(1.5)), []);
    let found = only(path.rate_violations(&hinge(), &velocity(1.2)));
    assert!((found.first - 0.5 * (1.0 - 0.2_f64.sqrt())).abs() < 1e-14, "{found:?}");
    assert!((found.worst - 1.5).abs() < 1e-14 && found.worst_at == 0.5 && found.row.is_none(), "{found:?}");
    assert_eq!(path.rate_violations(&hinge(), &acceleration(6.0)), []);
    let found = only(path.rate_violations(&hinge(), &acceleration(5.0)));
    assert_eq!((found.first, found.worst, found.row, found.rate), (0.0, 6.0, Some(0), LimitedRate::Acceleration));
    // 12s − 6 exceeds 3 in the second segment at its end alone, after the first segment did at its start.
    assert_eq!(only(path.rate_violations(&hinge(), &acceleration(3.0))).first, 0.0);
}

/// A cubic from 0 to 0 that starts with the velocity 1 and ends with −1: s − s², velocity 1 − 2s, acceleration −2.
#[test]
fn given_velocities_shape_the_path() {
    let of = hinge();
    let rows = || vec![vec![0.0], vec![0.0]];
    let arc = Trajectory::with_velocities(&of, vec![0.0, 2.0], rows(), &[vec![0.5], vec![-0.5]]).unwrap();
    assert_eq!(arc.interpolation(), Interpolation::Hermite);
    assert_eq!(arc.value(0, 1.0), 0.25);
    assert_eq!(arc.rate_violations(&of, &velocity(0.5)), []);
    assert_eq!(only(arc.rate_violations(&of, &velocity(0.4))).first, 0.0);
    let found = only(arc.rate_violations(&of, &acceleration(0.25)));
    assert!((found.worst + 0.5).abs() < 1e-15, "{found:?}");
    let refused = Trajectory::with_velocities(&of, vec![0.0, 2.0], rows(), &[vec![0.5], vec![f64::NAN]]);
    assert!(matches!(refused, Err(TrajectoryError::NotFinite { row: 1, .. })), "{refused:?}");
    let refused = Trajectory::new(&of, vec![0.0, 2.0], rows(), Interpolation::Hermite);
    assert_eq!(refused, Err(TrajectoryError::NoVelocities));
}

/// No difference of values exceeds the reported worst velocity, and the limit is kept before the reported instant.
#[test]
fn dense_differences_agree() {
    let mut random = Random::new(41);
    let (of, mut exceeded) = (hinge(), 0);
    for round in 0..60 {
        let mut times = vec![0.0];
        for row in 0..4 {
            times.push(times[row] + random.between(0.2, 1.0));
        }
        let rows: Vec<Vec<f64>> = times.iter().map(|_| vec![random.between(-1.0, 1.0)]).collect();
        let speeds: Vec<Vec<f64>> = times.iter().map(|_| vec![random.between(-2.0, 2.0)]).collect();
        let path = if round % 2 == 0 {
            Trajectory::with_velocities(&of, times, rows, &speeds).unwrap()
        } else {
            Trajectory::new(&of, times, rows, Interpolation::Cubic).unwrap()
        };
        let (span, limit, step) = (path.span(), random.between(1.0, 6.0), 1e-5);
        let instants = || (0..4000).map(|k| (f64::from(k) / 4000.0).mul_add(span.width() - step, span.lower()));
        let speed = |time: f64| (path.value(0, time + step) - path.value(0, time)).abs() / step;
        let most = instants().map(speed).fold(0.0, f64::max);
        match path.rate_violations(&of, &velocity(limit)).first() {
            Some(found) => {
                exceeded += 1;
                assert!(most <= found.worst.abs() + 1e-2 && most >= 0.97 * found.worst.abs(), "{most} {found:?}");
                let before = instants().filter(|time| time + step < found.first).map(speed).fold(0.0, f64::max);
                assert!(before <= limit + 1e-2, "{before} {found:?}");
            }
            None => assert!(most <= limit + 1e-2, "{most} {limit}"),
        }
    }
    assert!((15..50).contains(&exceeded), "{exceeded} of 60 exceed their limit");
}

#[test]
fn mimics_move_at_their_own_rate() {
    let mut joints = vec![
        joint("leader", JointKind::Prismatic { axis: DVec3::X }, [0, 1], Pose::IDENTITY),
        joint("follower", JointKind::Prismatic { axis: DVec3::X }, [0, 2], Pose::IDENTITY),
    ];
    joints[1].mimic = Some(Mimic { joint: 0, multiplier: -2.0, offset: 0.5 });
    let of = Mechanism::new(["base", "a", "b"].map(String::from).to_vec(), joints).unwrap();
    let path = Trajectory::new(&of, vec![0.0, 1.0], vec![vec![0.0], vec![0.4]], Interpolation::Linear).unwrap();
    let limits = [velocity(0.5)[0]; 2];
    let found = only(path.rate_violations(&of, &limits));
    assert_eq!((found.name.as_str(), found.slides), ("follower", true));
    assert!((found.worst + 0.8).abs() < 1e-15 && found.to_string().contains("0.5 m/s"), "{found}");
}

#[test]
fn efforts_are_compared_at_rows() {
    let path = path(&[0.0, 1.0, 2.0], Interpolation::Linear);
    let limits = [RateLimits { effort: Some(10.0), ..RateLimits::default() }];
    let efforts = [vec![None], vec![Some(-11.0)], vec![Some(12.0)]];
    let found = only(path.effort_violations(&hinge(), &limits, &efforts));
    assert_eq!((found.first, found.worst, found.row, found.rate), (1.0, 12.0, Some(2), LimitedRate::Effort));
    assert!(found.to_string().contains("effort limit 10 N m in the row at 1 s"), "{found}");
    assert_eq!(path.effort_violations(&hinge(), &limits, &[vec![None], vec![Some(-10.0)], vec![None]]), []);
}
