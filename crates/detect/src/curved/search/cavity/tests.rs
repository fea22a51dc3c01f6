//! Round primitives in bores and cavities, with gaps down to rounding.

use super::RoundInCavity;
use crate::Prepared;
use crate::curved::elements::BodyGeometry;
use crate::curved::equations::PairSetting;
use glam::{DQuat, DVec3, dvec3};
use tangency_geometry::solid::SolidWork;
use tangency_geometry::surface::Brep;
use tangency_geometry::{Motion, Pose, Rigid, Shape, Solid};
use tangency_interval::Interval;
use tangency_interval::laws::Random;

fn prepared(shape: impl Into<Shape>) -> Prepared {
    Prepared::new(shape.into())
}

fn bore(radius: f64) -> Solid {
    let block = Solid::cuboid(dvec3(2.0, 2.0, 1.0)).expect("a box");
    Solid::difference(&block, &[Solid::cylinder(radius, 2.0).expect("a cylinder")]).expect("a block")
}

/// Whether the bodies are proved apart during the span.
fn clear(bodies: [&Prepared; 2], motions: [&Motion; 2], span: Interval, separation: f64) -> bool {
    let pieces = motions.map(|motion| motion.rigid_pieces(span).expect("rigid")[0]);
    let setting = PairSetting::new(pieces, &[], [true; 2]);
    let cavity = RoundInCavity::of(bodies.map(BodyGeometry::of)).expect("a primitive and a cavity");
    cavity.clear(setting.frame(), span, separation)
}

fn sliding(from: DVec3, velocity: DVec3, spin: DVec3) -> Motion {
    Motion::Rigid(Rigid::new(Pose::translated(from).expect("a pose"), velocity, spin).expect("finite"))
}

/// Pins, domed pins and balls all the way through a bore, also off its axis, also turning: clear if and only if they
/// are narrower, down to 1e-12, and farther away than the separation.
#[test]
fn no_gap_is_too_small() {
    let span = Interval::between(0.0, 4.0);
    let still = Motion::Still(Pose::IDENTITY);
    let block = prepared(bore(0.5));
    for gap in [1e-4, 1e-8, 1e-12, -1e-12, -1e-8, -1e-4] {
        for offset in [0.0, 0.1] {
            let radius = 0.5 - offset - gap;
            let pins = [
                prepared(Brep::cylinder(radius, 1.0).expect("a pin")),
                prepared(Brep::capsule(radius, 1.0).expect("a pin")),
                prepared(Solid::cylinder(radius, 1.0).expect("a pin")),
                prepared(Solid::sphere(radius).expect("a ball")),
            ];
            for pin in &pins {
                for turn in [0.0, 1.0] {
                    let slide = sliding(dvec3(offset, 0.0, 2.0), -DVec3::Z, turn * DVec3::Z);
                    let proved = clear([pin, &block], [&slide, &still], span, 0.0);
                    assert!(proved == (gap > 0.0), "gap {gap}, offset {offset}, turn {turn}: {:?}", pin.shape());
                    if gap == 1e-4 {
                        assert!(clear([pin, &block], [&slide, &still], span, 0.99e-4));
                        assert!(!clear([pin, &block], [&slide, &still], span, 1.01e-4));
                    }
                }
            }
        }
    }
}

/// Balls, pins and cones on the axis of a torus, all the way through its hole: clear if and only if they are narrower
/// than the hole, down to 1e-12. It does not matter which body is first, nor how fast it spins.
#[test]
fn no_hole_is_too_narrow() {
    let span = Interval::between(0.0, 4.0);
    let still = Motion::Still(Pose::IDENTITY);
    let rings = [prepared(Solid::torus(1.0, 0.25).expect("a ring")), prepared(Brep::torus(1.0, 0.25).expect("a ring"))];
    for gap in [1e-6, 1e-12, -1e-12, -1e-6] {
        let radius = 0.75 - gap;
        let round = [
            (prepared(Solid::sphere(radius).expect("a ball")), dvec3(3.0, 2.0, 900.0)),
            (prepared(Brep::sphere(radius).expect("a ball")), dvec3(3.0, 2.0, 900.0)),
            (prepared(Brep::capsule(radius, 1.0).expect("a pin")), 900.0 * DVec3::Z),
            (prepared(Solid::cylinder(radius, 1.0).expect("a pin")), 900.0 * DVec3::Z),
            (prepared(Brep::cone(radius, 1.0).expect("a cone")), 900.0 * DVec3::Z),
        ];
        for (body, spin) in &round {
            let fall = sliding(dvec3(0.0, 0.0, 2.0), -DVec3::Z, *spin);
            for ring in &rings {
                for proved in
                    [clear([body, ring], [&fall, &still], span, 0.0), clear([ring, body], [&still, &fall], span, 0.0)]
                {
                    assert!(proved == (gap > 0.0), "gap {gap}: {:?} in {:?}", body.shape(), ring.shape());
                }
                if gap == 1e-6 {
                    assert!(clear([body, ring], [&fall, &still], span, 0.99e-6));
                    assert!(!clear([body, ring], [&fall, &still], span, 1.01e-6));
                }
            }
        }
    }
}

/// A combination of one solid is as good as the solid.
#[test]
fn a_union_of_one_is_as_good() {
    let (span, still) = (Interval::between(0.0, 4.0), Motion::Still(Pose::IDENTITY));
    let union = |solid: Solid| Solid::union(&[solid]).expect("a solid");
    let tool = union(Solid::cylinder(0.5, 2.0).expect("a tool"));
    let block = union(Solid::cuboid(dvec3(2.0, 2.0, 1.0)).expect("a box"));
    let block = prepared(union(Solid::difference(&block, &[tool]).expect("a block")));
    for gap in [1e-8, -1e-8] {
        let pin = prepared(union(Solid::cylinder(0.5 - gap, 1.0).expect("a pin")));
        let slide = sliding(dvec3(0.0, 0.0, 2.0), -DVec3::Z, DVec3::ZERO);
        assert_eq!(clear([&pin, &block], [&slide, &still], span, 0.0), gap > 0.0);
    }
}

/// What is proved clear has no sampled point inside of the solid, for random poses, and for either order of the bodies.
#[test]
fn proved_clear_means_outside() {
    let mut random = Random::new(91);
    let ball = Solid::sphere(0.8).expect("a ball");
    let hosts = [
        bore(0.4),
        Solid::difference(&ball, &[Solid::sphere(0.6).expect("a hollow")]).expect("a shell"),
        Solid::difference(&ball, &[Solid::ellipsoid(dvec3(0.3, 0.5, 0.9)).expect("a hollow")]).expect("a ring"),
        Solid::torus(0.6, 0.15).expect("a torus"),
    ];
    let mut work = SolidWork::default();
    let mut counts = [0; 2];
    for case in 0..3_000 {
        let host = &hosts[case % hosts.len()];
        let (radius, length) = (random.between(0.05, 0.45), random.between(0.05, 0.8));
        let solid = match case / 4 % 4 {
            0 => Solid::sphere(radius),
            1 => Solid::cylinder(radius, length),
            2 => Solid::cone(radius, length),
            _ => Solid::capsule(radius, length),
        };
        let solid = solid.expect("a primitive");
        let mut vector = |size: f64| DVec3::from_array([0; 3].map(|_| random.between(-size, size)));
        let start = Pose::new(DQuat::from_scaled_axis(vector(0.5)), vector(0.4)).expect("a pose");
        let flight = Motion::Rigid(Rigid::new(start, vector(0.3), vector(0.3)).expect("finite"));
        let other = Pose::new(DQuat::from_scaled_axis(vector(0.3)), vector(0.1)).expect("a pose");
        let still = Motion::Still(other);
        let span = Interval::between(0.0, 0.1);
        let (pin, block) = (prepared(solid.clone()), prepared(host.clone()));
        let proved = if case / 16 % 2 == 0 {
            clear([&pin, &block], [&flight, &still], span, 0.0)
        } else {
            clear([&block, &pin], [&still, &flight], span, 0.0)
        };
        counts[usize::from(proved)] += 1;
        let convex = solid.convex().expect("a primitive");
        for sample in 0..40 {
            let extreme = convex.farthest(vector(1.0));
            let centre = convex.farthest(DVec3::Z) * 0.5 + convex.farthest(-DVec3::Z) * 0.5;
            let local = centre.lerp(extreme, f64::from(sample % 5) / 4.0);
            let piece = flight.rigid_pieces(span).expect("rigid")[0];
            let world = piece.pose(0.1 * f64::from(sample) / 39.0).apply(local);
            let value = host.value_at(other.inverse().apply(world), 0.0, &mut work);
            assert!(!proved || value > -1e-12, "case {case}: {value} inside");
        }
    }
    assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
}
