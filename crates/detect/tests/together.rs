//! Combination of answers: brackets of many bodies, and simultaneous contacts.
//!
//! References: the same pair asked alone; closed forms of falling feet and balls.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DQuat, DVec3, dvec2, dvec3};
use tangency_detect::{FirstContact, Moving, Query, SceneMember, Verdict, first_contact, first_contact_among};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Linear, Mesh, Motion, Pose, Rigid, Shape, Solid, primitive};
use tangency_interval::laws::Random;

fn moving(shape: impl Into<Shape>, place: DVec3, velocity: DVec3) -> Moving {
    Moving::new(shape.into(), Motion::Linear(Linear::new(Pose::translated(place).unwrap(), velocity).unwrap())).unwrap()
}

fn touch(verdict: Verdict) -> FirstContact {
    match verdict {
        Verdict::Touch(first) => first,
        verdict @ (Verdict::Clear { .. } | Verdict::Open { .. }) => panic!("{verdict:?}"),
    }
}

fn among(bodies: &[Moving], query: &Query) -> FirstContact {
    let among: Vec<SceneMember<'_>> = bodies.iter().map(|moving| SceneMember { moving, self_contact: false }).collect();
    touch(first_contact_among(&among, query).unwrap().verdict)
}

/// A bumpy sheet falls on a box. The contacts are thinned out, and the bracket of the scene still begins with that
/// of the pair.
#[test]
fn the_bracket_of_a_scene_is_that_of_its_pair() {
    let mut random = Random::new(11);
    let mut thinned = 0;
    for _ in 0..120 {
        let flat = primitive::grid(dvec2(1.0, 1.0), [12, 12]).unwrap();
        let bump = 10f64.powf(random.between(-13.0, -10.0));
        let bumpy = flat.mapped(|vertex| vertex + DVec3::Z * bump * random.between(-1.0, 1.0)).unwrap();
        let turn = DQuat::from_scaled_axis(DVec3::Z * random.between(0.0, 3.0));
        let start = Pose::new(turn, dvec3(0.01, 0.02, 0.7)).unwrap();
        let motion = Motion::Rigid(Rigid::new(start, dvec3(0.0, 0.0, -1.0), DVec3::ZERO).unwrap());
        let bodies = [
            Moving::new(bumpy.into(), motion).unwrap(),
            moving(primitive::cuboid(DVec3::ONE).unwrap(), DVec3::ZERO, DVec3::ZERO),
        ];
        let query = Query::default();
        let pair = touch(first_contact(&bodies[0], &bodies[1], &query).unwrap().verdict);
        let scene = among(&bodies, &query);
        assert!(scene.time.lower() <= pair.time.lower(), "{:e} later", scene.time.lower() - pair.time.lower());
        assert_eq!(scene.time.upper(), pair.time.upper());
        let listed = pair.contacts.iter().map(|contact| contact.time.lower()).fold(f64::INFINITY, f64::min);
        thinned += usize::from(listed > pair.time.lower());
    }
    assert!(thinned > 3, "in {thinned} cases the earliest contact is not among those listed");
}

/// A table on four feet. One foot is shorter and lands a little later.
fn stool(shorter: f64) -> Mesh {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for (foot, [x, y]) in [[0.5, 0.5], [-0.5, 0.5], [-0.5, -0.5], [0.5, -0.5]].into_iter().enumerate() {
        let length = if foot == 0 { 1.0 - shorter } else { 1.0 };
        let first = vertices.len() as u32;
        vertices.extend([
            dvec3(x, y, -length),
            dvec3(x + 0.1, y, 0.0),
            dvec3(x, y + 0.1, 0.0),
            dvec3(x - 0.1, y - 0.1, 0.0),
        ]);
        triangles.extend(
            [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]].map(|corners| corners.map(|corner: u32| first + corner)),
        );
    }
    Mesh::new(vertices, triangles).unwrap()
}

/// Feet that land within the simultaneity are listed together, by every method. Without it only the first ones
/// are.
#[test]
fn feet_that_land_soon_after_one_another_are_together() {
    let floor = || primitive::cuboid(dvec3(4.0, 4.0, 1.0)).unwrap();
    for turn in [0.0, 0.4] {
        let start = Pose::new(DQuat::from_rotation_z(turn), dvec3(0.0, 0.0, 2.0)).unwrap();
        let falling = Motion::Rigid(Rigid::new(start, dvec3(0.0, 0.0, -1.0), DVec3::Z * turn).unwrap());
        let straight = Motion::Linear(Linear::new(start, dvec3(0.0, 0.0, -1.0)).unwrap());
        for motion in [falling, straight] {
            let bodies = [Moving::new(stool(0.01).into(), motion).unwrap(), moving(floor(), DVec3::ZERO, DVec3::ZERO)];
            // The long feet land after half a second, the short foot a hundredth of a second later.
            for (simultaneity, feet) in [(None, 3), (Some(0.005), 3), (Some(0.02), 4)] {
                let query = Query { simultaneity, ..Query::default() };
                for first in
                    [touch(first_contact(&bodies[0], &bodies[1], &query).unwrap().verdict), among(&bodies, &query)]
                {
                    let landed = first.contacts.iter().filter(|contact| contact.point.z > 0.499).count();
                    assert_eq!(landed, feet, "turn {turn}, {simultaneity:?}: {:#?}", first.contacts);
                    assert!(first.time.contains(0.5) || (first.time.lower() - 0.5).abs() < 1e-5, "{:?}", first.time);
                    assert!(first.complete);
                }
            }
        }
    }
}

/// Two balls that land a ten-thousandth of a second apart: as curved faces, as implicit solids, and as one body
/// with two feet.
#[test]
fn balls_that_land_soon_after_one_another_are_together() {
    let floor = || moving(primitive::cuboid(dvec3(9.0, 9.0, 1.0)).unwrap(), DVec3::ZERO, DVec3::ZERO);
    let down = dvec3(0.0, 0.0, -1.0);
    let (first, second) = (dvec3(-1.0, 0.1, 1.2), dvec3(1.0, 0.1, 1.2 + 1e-4));
    let balls: [fn() -> Shape; 3] = [
        || Brep::sphere(0.25).unwrap().into(),
        || Solid::sphere(0.25).unwrap().into(),
        || primitive::icosphere(0.25, 1).unwrap().into(),
    ];
    for ball in balls {
        let bodies = [moving(ball(), first, down), moving(ball(), second, down), floor()];
        for (simultaneity, count) in [(1e-5, 1), (1e-3, 2)] {
            let query = Query { simultaneity: Some(simultaneity), ..Query::default() };
            let found = among(&bodies, &query);
            let sides = [-1.0, 1.0].map(|side| found.contacts.iter().any(|contact| contact.point.x * side > 0.5));
            assert_eq!(sides.iter().filter(|there| **there).count(), count, "{simultaneity}: {:#?}", found.contacts);
        }
    }
    let feet = Solid::union(&[
        Solid::sphere(0.25).unwrap().placed(&Pose::translated(first).unwrap()),
        Solid::sphere(0.25).unwrap().placed(&Pose::translated(second).unwrap()),
    ]);
    let body = moving(feet.unwrap(), DVec3::ZERO, down);
    let query = Query { simultaneity: Some(0.4), ..Query::default() };
    let found = touch(first_contact(&body, &floor(), &query).unwrap().verdict);
    assert_eq!(found.contacts.len(), 2, "{:#?}", found.contacts);
}
