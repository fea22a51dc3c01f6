//! Violations of joint limits by trajectories.

use crate::robots::joint;
use glam::DVec3;
use tangency_geometry::{Interpolation, JointKind, Limits, Mechanism, Mimic, Pose, Trajectory};

fn hinge(limits: Limits) -> Mechanism {
    let mut hinge = joint("hinge", JointKind::Revolute { axis: DVec3::Z }, [0, 1], Pose::IDENTITY);
    hinge.limits = Some(limits);
    Mechanism::new(vec!["base".into(), "arm".into()], vec![hinge]).unwrap()
}

fn rows(of: &Mechanism, values: &[f64], interpolation: Interpolation) -> Trajectory {
    let times = (0..values.len()).map(|row| row as f64).collect();
    Trajectory::new(of, times, values.iter().map(|&value| vec![value]).collect(), interpolation).unwrap()
}

#[test]
fn straight_lines_leave_at_rows() {
    let of = hinge(Limits { lower: -1.0, upper: 2.0 });
    assert_eq!(rows(&of, &[-1.0, 2.0, 0.0], Interpolation::Linear).limit_violations(&of), []);
    let found = rows(&of, &[0.0, 4.0, -2.0], Interpolation::Linear).limit_violations(&of);
    assert_eq!(found.len(), 2);
    let [below, above] = &found[..] else { unreachable!("two") };
    assert!(!below.upper && below.worst == -2.0 && below.row == Some(2) && below.limit == -1.0);
    assert!(above.upper && above.worst == 4.0 && above.row == Some(1) && above.worst_at == 1.0);
    // 4·t passes 2 at half a second; 4 − 6·(t − 1) passes −1 at 1 + 5/6.
    assert!((above.first - 0.5).abs() < 1e-15 && (below.first - (1.0 + 5.0 / 6.0)).abs() < 1e-15, "{found:?}");
    assert_eq!(
        above.to_string(),
        format!("joint \"hinge\" is above its upper limit 2 from {} s on; farthest at 1 s (row 2): 4", above.first)
    );
}

/// Through 0, 1, 1, 0 the spline at rest at the ends has slopes 0, ±3/5·… and overshoots between the two ones.
#[test]
fn cubics_leave_between_rows() {
    let of = hinge(Limits { lower: -0.5, upper: 1.0 });
    let path = rows(&of, &[0.0, 1.0, 1.0, 0.0], Interpolation::Cubic);
    let found = path.limit_violations(&of);
    let [excess] = &found[..] else { panic!("one excess, not {found:?}") };
    // Rows: 4m₁ + m₂ = 3 and m₁ + 4m₂ = −3 give m₁ = 1: the cubic 1 + s − s² has its maximum at 1.25.
    assert!((excess.worst - 1.25).abs() < 1e-14 && (excess.worst_at - 1.5).abs() < 1e-14, "{excess:?}");
    assert!(excess.row.is_none() && (excess.first - 1.0).abs() < 1e-7, "{excess:?}");
    assert!(excess.to_string().contains("(between rows)"));
    assert_eq!(rows(&of, &[0.0, 1.0, 1.0, 0.0], Interpolation::Linear).limit_violations(&of), []);
    let wider = hinge(Limits { lower: -0.5, upper: 1.26 });
    assert_eq!(path.limit_violations(&wider), []);
}

/// A mimic joint is checked by its own value.
#[test]
fn mimics_have_limits_of_their_own() {
    let mut joints = vec![
        joint("leader", JointKind::Prismatic { axis: DVec3::X }, [0, 1], Pose::IDENTITY),
        joint("follower", JointKind::Prismatic { axis: DVec3::X }, [0, 2], Pose::IDENTITY),
        joint("wheel", JointKind::Continuous { axis: DVec3::X }, [0, 3], Pose::IDENTITY),
    ];
    joints[0].limits = Some(Limits { lower: 0.0, upper: 1.0 });
    joints[1].limits = Some(Limits { lower: -1.0, upper: 0.0 });
    joints[1].mimic = Some(Mimic { joint: 0, multiplier: -2.0, offset: 0.5 });
    // A wheel has no limits, even if the file gives some.
    joints[2].limits = Some(Limits { lower: 0.0, upper: 0.0 });
    let of = Mechanism::new(["base", "a", "b", "c"].map(String::from).to_vec(), joints).unwrap();
    assert_eq!(of.coordinates(), ["leader", "wheel"]);
    let path =
        Trajectory::new(&of, vec![0.0, 1.0], vec![vec![0.25, 0.0], vec![1.0, 50.0]], Interpolation::Linear).unwrap();
    let found = path.limit_violations(&of);
    let [excess] = &found[..] else { panic!("one excess, not {found:?}") };
    assert_eq!((excess.name.as_str(), excess.worst, excess.limit), ("follower", -1.5, -1.0));
}
