//! Bodies that rest on one another from the first instant on: every normal separates them, and no contact point is
//! missing.
//!
//! References: closed forms of bodies on a floor at z = 0.

use crate::{ask, moving, spread, still, touch};
use glam::{DVec3, dvec3};
use tangency_detect::{FirstContact, Query, Verdict};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Mesh, Polyhedron, Pose, Shape, Solid, primitive};

/// A floor of every kind, its top at z = 0.
fn floors() -> [Shape; 3] {
    let down = Pose::translated(dvec3(0.0, 0.0, -1.0)).expect("a pose");
    let block = primitive::cuboid(dvec3(4.0, 4.0, 2.0)).expect("a box");
    let lowered = block.mesh().vertices().iter().map(|vertex| *vertex - DVec3::Z).collect();
    [
        Shape::Mesh(Mesh::new(lowered, block.mesh().triangles().to_vec()).expect("a mesh")),
        Solid::cuboid(dvec3(4.0, 4.0, 2.0)).expect("a box").placed(&down).into(),
        crate::floor(4.0).into(),
    ]
}

/// The first contact of a body that stands on a floor, with the floor as `a` and as `b`.
fn standing(floor: &Shape, body: &Shape, place: DVec3) -> [FirstContact; 2] {
    let (floor, body) = (still(floor.clone()), moving(body.clone(), place, DVec3::ZERO));
    [touch(ask(&floor, &body, &Query::default())), touch(ask(&body, &floor, &Query::default()))]
}

/// All contacts are on the floor, from the start on, with the normal perpendicular to it.
fn assert_flush(first: &FirstContact, upwards: f64) {
    assert!(first.complete, "{first:?}");
    for contact in &first.contacts {
        assert!(contact.initial && contact.point.z.abs() < 1e-6 && contact.gap.abs() < 1e-6, "{contact:?}");
        assert!(contact.normal.distance(upwards * DVec3::Z) < 1e-6, "{contact:?}");
    }
}

#[test]
fn cylinders_and_cones_that_stand_have_upright_normals() {
    let bodies = [Brep::cylinder(0.4, 1.0).expect("a cylinder"), Brep::cone(0.4, 1.0).expect("a cone")];
    for floor in floors() {
        for (body, lifted) in bodies.iter().zip([0.5, 0.0]) {
            let place = dvec3(0.3, 0.1, lifted);
            for (first, upwards) in standing(&floor, &Shape::from(body.clone()), place).iter().zip([1.0, -1.0]) {
                assert_flush(first, upwards);
                for [least, most] in [|at: DVec3| at.x - 0.3, |at: DVec3| at.y - 0.1].map(|coordinate| {
                    let all = spread(first, coordinate);
                    [all[0], all[all.len() - 1]]
                }) {
                    assert!(least < -0.3 && most > 0.3, "contacts reach from {least} to {most}, not to the rim");
                }
            }
        }
    }
}

#[test]
fn implicit_boxes_that_lie_flush_touch_in_all_their_extent() {
    let floor = &floors()[1];
    let block = Solid::cuboid(DVec3::ONE).expect("a box");
    let beside = block.clone().placed(&Pose::translated(dvec3(1.5, 0.0, 0.0)).expect("a pose"));
    let both = Solid::union(&[block.clone(), beside]).expect("two boxes");
    for (body, most) in [(block, 0.5), (both, 2.0)] {
        for (first, upwards) in standing(floor, &body.into(), dvec3(0.0, 0.0, 0.5)).iter().zip([1.0, -1.0]) {
            assert_flush(first, upwards);
            let all = spread(first, |at| at.x);
            assert!(all[0] < -0.4 && all[all.len() - 1] > most - 0.1, "{all:?}");
        }
    }
}

/// Exact tangency at the start: comparing values would take millions of steps.
#[test]
fn two_balls_of_one_solid_rest_on_two_places() {
    let floor = &floors()[1];
    let ball =
        |x: f64| Solid::sphere(0.4).expect("a ball").placed(&Pose::translated(dvec3(x, 0.0, 0.0)).expect("a pose"));
    let both = Solid::union(&[ball(0.0), ball(1.0)]).expect("two balls");
    let (floor, body) = (still(floor.clone()), moving(both, dvec3(0.3, 0.1, 0.4), DVec3::ZERO));
    let answer = ask(&floor, &body, &Query::default());
    assert!(answer.effort.iterations < 100_000, "{:?}", answer.effort);
    let first = touch(answer);
    assert_flush(&first, 1.0);
    let places = spread(&first, |at| at.x);
    assert!(places.len() == 2 && (places[0] - 0.3).abs() < 1e-3 && (places[1] - 1.3).abs() < 1e-3, "{places:?}");
}

/// Where two implicit solids overlap, one point stands for the overlap, and the answer is marked incomplete.
#[test]
fn one_place_of_an_overlap_is_not_all_of_it() {
    let (a, b) = (Solid::sphere(1.0).expect("a ball"), Solid::sphere(1.0).expect("a ball"));
    let first = touch(ask(&still(a), &moving(b, DVec3::X, DVec3::ZERO), &Query::default()));
    assert!(!first.complete && first.contacts[0].gap < -0.1, "{first:?}");
}

/// A thin tetrahedron beside an implicit ball: the boxes of its triangles reach far into the ball.
#[test]
fn a_needle_beside_a_ball_is_clear() {
    let corners = [[0.35, 0.08, -0.28], [0.53, -0.23, -0.17], [0.6, -0.04, 0.03], [-1.0, 0.26, -0.4]].map(DVec3::from);
    let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let needle = Polyhedron::new(Mesh::new(corners.to_vec(), triangles).expect("a mesh")).expect("a solid");
    let cut = Solid::intersection(&[Solid::sphere(0.25).expect("a ball"), Solid::cuboid(DVec3::ONE).expect("a box")]);
    let ball = moving(cut.expect("a ball"), dvec3(-0.1, -0.25, 0.15), DVec3::ZERO);
    let answer = ask(&still(Shape::Polyhedron(needle)), &ball, &Query::default());
    assert_eq!(answer.verdict, Verdict::Clear { until: 1.0 });
}

/// A ball falls beside the diagonal of a box's side. The diagonal is reached within the simultaneity, but it is no
/// edge.
#[test]
fn the_diagonal_of_a_flat_face_is_no_edge() {
    let block = still(primitive::cuboid(dvec3(4.0, 4.0, 2.0)).expect("a box"));
    let query = Query { simultaneity: Some(0.01), ..Query::default() };
    for ball in [Shape::from(Brep::sphere(0.5).expect("a ball")), Solid::sphere(0.5).expect("a ball").into()] {
        for separation in [0.0, 0.05] {
            let ball = moving(ball.clone(), dvec3(0.7, 0.65, 2.0), -DVec3::Z);
            let first = touch(ask(&block, &ball, &Query { separation, ..query.clone() }));
            let [contact] = first.contacts.as_slice() else { panic!("{:?}", first.contacts) };
            assert!((contact.time.mid() - (0.5 - separation)).abs() < 1e-6, "{contact:?}");
            assert!(contact.normal.distance(DVec3::Z) < 1e-6, "{contact:?}");
        }
    }
}

#[test]
fn implicit_balls_almost_tangent_at_the_start_touch() {
    let (radius, other) = (0.637_747_174_476_634_9, 0.514_844_366_250_481_9);
    let leaving = dvec3(-1.061_427_497_332_244_8, -0.050_261_026_168_092_14, -0.347_628_389_455_661_66);
    for gap in [-1e-7, 0.0, 1e-7] {
        let direction = dvec3(-0.61, 0.71, 0.335).normalize();
        let ball = |radius: f64| Shape::from(Solid::sphere(radius).expect("a ball"));
        let a = moving(ball(radius), direction * (radius + other + gap), leaving);
        let query = Query { tolerance: 1e-6, ..Query::default() };
        for first in [touch(ask(&a, &still(ball(other)), &query)), touch(ask(&still(ball(other)), &a, &query))] {
            assert_eq!(first.time.upper(), 0.0, "gap {gap}");
            for contact in &first.contacts {
                assert!(contact.point.distance(direction * other) < 1e-3 && contact.gap.abs() < 1e-6, "{contact:?}");
                assert!(contact.normal.dot(direction).abs() > 1.0 - 1e-5, "{contact:?}");
            }
        }
    }
}
