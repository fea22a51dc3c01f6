//! Spherical shells.
//!
//! References: points drawn in both shells, projected to and fro (`pairs.rs`; the example `soak_shells` draws a million
//! pairs). Invariants without a reference: `disjoint` is symmetric, shells with a planted common point are never
//! disjoint, and `gap` is below the distance of every two points.

mod pairs;

use glam::{DQuat, DVec3, dvec3};
use pairs::{PairOutcome, judged, member, random_pair};
use tangency_bound::SphericalShell;
use tangency_geometry::Pose;
use tangency_interval::laws::Random;

#[test]
fn shells_with_a_common_point_are_never_apart() {
    let mut random = Random::new(81);
    let mut tally = [0_usize; 4];
    for _ in 0..20_000 {
        let (shells, planted) = random_pair(&mut random);
        let [a, b] = &shells;
        assert_eq!(a.disjoint(b), b.disjoint(a));
        let outcome = judged(&shells, planted, &mut random);
        tally[outcome as usize] += 1;
        assert_ne!(outcome, PairOutcome::Wrong, "{shells:?}");
    }
    // Half of the pairs are near contact. Few of those that seem apart are not separated.
    let [separated, met, open, _] = tally;
    println!("{separated} separated, {met} met, {open} open");
    assert!(separated > 8_000 && met > 8_000 && open * 6 < separated, "{tally:?}");
}

/// The cross section of two shells on one axis is known in closed form: only the sines of tiny angles differ, and a
/// sine from a rounded cosine would be off by a hundred millionth.
#[test]
fn parallel_axes_keep_their_digits() {
    let mut random = Random::new(83);
    let mut apart = 0;
    for _ in 0..4_000 {
        // A cap opens upwards; a point sits below its rim, a little above or below the plane of the rim.
        let angle = random.between(0.2, 1.4);
        let tilt = 10_f64.powf(random.between(-10.0, -7.0));
        let axis = dvec3(tilt.sin(), 0.0, tilt.cos());
        let cap = SphericalShell::new(DVec3::ZERO, axis, [0.9, 1.0], angle.cos());
        // The lowest point of the cap along z: on its inner rim, tilted away.
        let lowest = 0.9 * (angle + tilt).cos();
        let gap = random.between(-2.0, 2.0) * 10_f64.powf(random.between(-12.0, -8.0));
        let ball = SphericalShell::new(dvec3(0.0, 0.0, lowest - 5.0 - gap), DVec3::Z, [0.0, 5.0], -1.0);
        // The ball touches the plane of the lowest point in the middle, not at the rim: apart whenever the gap is wide.
        let touching =
            SphericalShell::new(dvec3(0.9 * (angle + tilt).sin(), 0.0, lowest - 5.0 - gap), DVec3::Z, [0.0, 5.0], -1.0);
        if gap < 0.0 {
            assert!(!cap.disjoint(&touching) && !touching.disjoint(&cap), "{gap} {tilt} {angle}");
        }
        apart += usize::from(cap.disjoint(&ball));
    }
    assert!(apart > 1_000, "{apart}");
}

#[test]
fn gaps_are_below_distances() {
    let mut random = Random::new(84);
    let mut known = 0;
    for _ in 0..20_000 {
        let ([a, b], planted) = random_pair(&mut random);
        let gap = a.gap(&b);
        assert!(!(planted.is_some() && gap > 0.0), "{gap} {a:?} {b:?}");
        known += usize::from(gap > 0.0);
        for _ in 0..30 {
            let distance = member(&a, &mut random).distance(member(&b, &mut random));
            assert!(gap <= distance * (1.0 + 1e-12), "{gap} > {distance}");
        }
    }
    assert!(known > 4_000, "{known}");
}

#[test]
fn placed_shells_contain_placed_points() {
    let mut random = Random::new(85);
    for _ in 0..5_000 {
        let ([a, _], _) = random_pair(&mut random);
        let mut number = |size: f64| random.between(-size, size);
        let turn = DQuat::from_scaled_axis(dvec3(number(3.0), number(3.0), number(3.0)));
        let pose = Pose::new(turn, dvec3(number(50.0), number(50.0), number(50.0))).unwrap();
        let placed = a.placed(&pose);
        for _ in 0..10 {
            let point = pose.apply(member(&a, &mut random));
            let offset = point - placed.centre();
            let distance = offset.length();
            let [inner, outer] = placed.radii();
            // The placement of the point is rounded as well.
            let rounding = 2.0 * pose.rounding(a.radii()[1] + a.centre().length());
            assert!(inner - rounding <= distance && distance <= outer + rounding);
            assert!(offset.dot(placed.axis()) >= placed.cosine() * distance - rounding);
        }
    }
}

/// Two concentric caps a small distance apart: the closer they are, the better shells are than boxes. The inner sphere
/// of the outer one separates them.
#[test]
fn parallel_caps_are_separated_down_to_rounding() {
    for gap in [1e-2, 1e-6, 1e-10, 1e-13] {
        let cap = |radius: f64| {
            SphericalShell::new(dvec3(0.3, -0.2, 0.9), DVec3::Z, [radius - 0.1 * gap, radius], 0.3_f64.cos())
        };
        assert!(cap(1.0).disjoint(&cap(1.0 + 2.0 * gap)), "{gap}");
        assert!(!cap(1.0).disjoint(&cap(1.0 + 0.05 * gap)), "{gap}");
    }
}
