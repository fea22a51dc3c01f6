//! Closest approaches.

use super::{SAMPLED, fine, linear, still, turning, vector};
use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{ClosestApproach, Evidence, Moving, Query, Verdict, closest_approach, distance, first_contact};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Convex, HalfSpace, Mesh, Motion, Piecewise, Pose, Shape, Vertexwise, primitive};
use tangency_interval::Interval;
use tangency_interval::laws::Random;

fn cube(side: f64) -> Shape {
    primitive::cuboid(DVec3::splat(side)).expect("a box").into()
}

fn ask(a: &Moving, b: &Moving, query: &Query) -> ClosestApproach {
    let found = closest_approach(a, b, query).expect("an approach");
    let swapped = closest_approach(b, a, query).expect("an approach");
    assert!(!found.distance.intersection(swapped.distance).is_empty(), "{found:?} {swapped:?}");
    found
}

/// The distances at dense instants are not below the lower end, the distance at the instant is within the enclosure,
/// and no distance outside of the bracket of time is below the upper end.
fn agrees_with_dense_instants(a: &Moving, b: &Moving, found: &ClosestApproach, query: &Query, count: u32) {
    for step in 0..=count {
        let time = query.span.lower() + query.span.width() * f64::from(step) / f64::from(count);
        let there = distance(a, b, time.min(query.span.upper()), query).expect("a distance");
        assert!(there.distance.upper() >= found.distance.lower(), "{time}: {there:?} {found:?}");
        if found.distance.upper() > 0.0 && !found.time.contains(time) {
            assert!(there.distance.upper() >= found.distance.upper() - SAMPLED, "{time}: {there:?} {found:?}");
        }
    }
    if found.distance.upper() > 0.0 {
        let there = distance(a, b, found.at, query).expect("a distance");
        assert!(there.distance.lower() <= found.distance.upper(), "{there:?} {found:?}");
    }
    assert!(found.complete && found.distance.width() <= query.tolerance, "{found:?}");
}

/// A rod of length 2 turns about its centre at 1 rad/s, above a floor. Its end is lowest when the rod is upright.
#[test]
fn a_turning_rod_is_closest_when_it_is_upright() {
    let rod = primitive::cuboid(dvec3(2.0, 0.2, 0.2)).expect("a rod");
    let rod = turning(rod, dvec3(0.0, 0.0, 2.0), DVec3::ZERO, dvec3(0.0, 1.0, 0.0));
    let floor =
        still(primitive::cuboid(dvec3(9.0, 9.0, 1.0)).expect("a floor"), DQuat::IDENTITY, dvec3(0.0, 0.0, -0.5));
    let query = Query { span: Interval::between(0.0, 3.0), ..fine() };
    let found = ask(&rod, &floor, &query);
    // The corner at (1, ±0.1) is 1.004987… from the axis and lowest when it is below it.
    let reach = (1.0_f64 + 0.01).sqrt();
    assert!(found.distance.contains(2.0 - reach) && found.distance.width() <= 1e-9, "{found:?}");
    let upright = std::f64::consts::FRAC_PI_2;
    // Two corners pass below the axis, shortly before and after.
    for instant in [upright - libm_atan(0.1), upright + libm_atan(0.1)] {
        assert!(found.time.contains(instant), "{instant} {found:?}");
    }
    agrees_with_dense_instants(&rod, &floor, &found, &query, 60);
}

fn libm_atan(x: f64) -> f64 {
    x.atan()
}

#[test]
fn random_motions_agree_with_dense_instants() {
    let mut random = Random::new(23);
    let shapes: [Shape; 3] = [
        primitive::torus(0.8, 0.2, 10, 6).expect("a torus").into(),
        primitive::l_extrusion(1.0, 0.7, 0.2, 0.3).expect("an angle").into(),
        primitive::tetrahedron(0.8).expect("a tetrahedron").into(),
    ];
    let mut touching = 0;
    for round in 0..30 {
        let mut body = |shape: &Shape, place: DVec3| {
            turning(
                shape.clone(),
                place + vector(&mut random, 0.4),
                vector(&mut random, 1.0) - 0.8 * place,
                vector(&mut random, 2.0),
            )
        };
        let (a, b) = (body(&shapes[round % 3], DVec3::ZERO), body(&shapes[round / 3 % 3], dvec3(1.8, 0.6, 0.2)));
        let found = ask(&a, &b, &fine());
        agrees_with_dense_instants(&a, &b, &found, &fine(), 40);
        let first = first_contact(&a, &b, &fine()).expect("an answer");
        match first.verdict {
            Verdict::Touch(first) => {
                touching += 1;
                assert!(found.distance.lower() == 0.0, "{found:?} {first:?}");
                assert!(!found.time.intersection(first.time).is_empty(), "{found:?} {first:?}");
            }
            Verdict::Clear { .. } => assert!(found.distance.lower() > 0.0, "{found:?}"),
            Verdict::Open { .. } => panic!("there is no budget"),
        }
    }
    assert!((5..28).contains(&touching), "{touching} of 30 touch");
}

/// Bodies that rest relative to each other are equally close all the time.
#[test]
fn a_lasting_distance_has_the_whole_span() {
    let (a, b) = (linear(cube(1.0), DVec3::ZERO, DVec3::X), linear(cube(1.0), dvec3(0.0, 2.5, 0.3), DVec3::X));
    let found = ask(&a, &b, &fine());
    assert!(found.distance.contains(1.5) && found.distance.width() <= 1e-9, "{found:?}");
    assert_eq!(found.time, Interval::between(0.0, 1.0));
}

#[test]
fn bodies_that_touch_have_no_distance_from_the_first_contact_on() {
    let (a, b) = (
        still(cube(1.0), DQuat::IDENTITY, DVec3::ZERO),
        linear(cube(1.0), dvec3(3.0, 0.2, 0.0), dvec3(-4.0, 0.0, 0.0)),
    );
    let found = ask(&a, &b, &fine());
    assert_eq!(found.distance.upper(), 0.0, "{found:?}");
    assert!(found.time.contains(0.5) && found.time.width() < 1e-9, "{found:?}");
    // One inside the other from the start.
    let found =
        ask(&still(cube(5.0), DQuat::IDENTITY, DVec3::ZERO), &linear(cube(1.0), DVec3::ZERO, DVec3::X), &fine());
    assert!(found.distance.upper() == 0.0 && found.time.lower() == 0.0, "{found:?}");
}

/// A jump sweeps nothing: the body is never where it jumps across, but it is at both ends of the jump.
#[test]
fn a_jump_sweeps_nothing_and_its_ends_count() {
    let moving = |from: f64, by: f64| {
        let start = Pose::translated(dvec3(from, 0.0, 0.0)).expect("a pose");
        Motion::Linear(tangency_geometry::Linear::new(start, dvec3(by, 0.0, 0.0)).expect("finite"))
    };
    // From 5 towards 3 until it jumps to -6, and on to -7.
    let jump = Piecewise::new(vec![0.0, 0.5], vec![moving(5.0, -4.0), moving(-6.0, -2.0)]).expect("pieces");
    let a = Moving::new(cube(1.0), Motion::Piecewise(jump)).expect("a body");
    let b = still(cube(1.0), DQuat::IDENTITY, DVec3::ZERO);
    let found = ask(&a, &b, &fine());
    assert!(found.distance.contains(2.0) && found.distance.width() <= 1e-9, "{found:?}");
    assert!(found.time.contains(0.5) && found.time.width() < 1e-3, "{found:?}");
}

/// A sheet whose middle rises and falls again beneath a cube.
#[test]
fn a_deforming_mesh_is_closest_at_its_highest() {
    let grid = primitive::grid(glam::DVec2::splat(2.0), [8, 8]).expect("a grid");
    let frame = |height: f64| {
        let hill = |v: &DVec3| *v + dvec3(0.0, 0.0, height * (1.0 - v.x.abs()) * (1.0 - v.y.abs()));
        grid.vertices().iter().map(hill).collect::<Vec<_>>()
    };
    let motion = Vertexwise::new(vec![0.0, 0.4, 1.0], vec![frame(0.0), frame(0.7), frame(0.1)]).expect("frames");
    let sheet: Mesh = grid.clone();
    let sheet = Moving::new(sheet.into(), Motion::Vertexwise(motion)).expect("a body");
    let above = still(cube(1.0), DQuat::IDENTITY, dvec3(0.0, 0.0, 1.75));
    let query = Query { tolerance: 1e-7, ..Query::default() };
    let found = ask(&sheet, &above, &query);
    assert!(found.distance.contains(1.25 - 0.7) && found.distance.width() <= 1e-7, "{found:?}");
    assert!(found.time.contains(0.4) && found.time.width() < 1e-2, "{found:?}");
}

/// A sphere flies past another: the distance of straight lines.
#[test]
fn spheres_that_pass_by_are_closest_on_their_common_perpendicular() {
    let sphere = |radius: f64| Brep::sphere(radius).expect("a sphere");
    let a = still(sphere(1.0), DQuat::IDENTITY, DVec3::ZERO);
    let b = linear(sphere(0.5), dvec3(-3.0, 2.5, 0.0), dvec3(8.0, 0.0, 0.0));
    let found = ask(&a, &b, &Query::default());
    assert!(found.distance.contains(1.0), "{found:?}");
    assert!(found.time.contains(0.375), "{found:?}");
    assert!(found.distance.width() < 1e-2, "{found:?}");
}

/// A budget that runs out leaves an enclosure that holds, marked as not complete.
#[test]
fn a_budget_that_runs_out_is_told() {
    let rod = primitive::cuboid(dvec3(2.0, 0.2, 0.2)).expect("a rod");
    let rod = turning(rod, dvec3(0.0, 0.0, 2.0), DVec3::ZERO, dvec3(0.0, 1.0, 0.0));
    let floor =
        still(primitive::cuboid(dvec3(9.0, 9.0, 1.0)).expect("a floor"), DQuat::IDENTITY, dvec3(0.0, 0.0, -0.5));
    let least = 2.0 - (1.0_f64 + 0.01).sqrt();
    for budget in [0, 1, 10, 40] {
        let query = Query { span: Interval::between(0.0, 3.0), budget: Some(budget), ..fine() };
        let found = closest_approach(&rod, &floor, &query).expect("an approach");
        assert!(found.distance.contains(least) && !found.complete, "{budget}: {found:?}");
    }
}

/// A cylinder slides over a plane at a constant micrometre, and spins about its axis: no point of it moves along the
/// normal of the plane.
#[test]
fn a_cylinder_that_spins_above_a_plane_keeps_its_height() {
    let plane = still(Shape::HalfSpace(HalfSpace::BELOW), DQuat::IDENTITY, DVec3::ZERO);
    let height = 1e-6;
    for shape in [Convex::cylinder(0.5, 1.0), Convex::cuboid(DVec3::ONE)] {
        let shape = Shape::from(shape.expect("a body"));
        let body = turning(shape, dvec3(-0.7, 0.1, 0.5 + height), dvec3(1.4, 0.0, 0.0), dvec3(0.0, 0.0, 50.0));
        let query = Query { tolerance: 1e-9, ..Query::default() };
        for (a, b) in [(&plane, &body), (&body, &plane)] {
            let found = closest_approach(a, b, &query).expect("an answer");
            // The height of the centre is rounded.
            let near = (found.distance.mid() - height).abs() <= 1e-9;
            assert!(near && found.distance.width() <= 1e-9 && found.complete, "{found:?}");
            assert_eq!(found.evidence, Evidence::Proved);
            assert!(found.time.lower() == 0.0 && found.time.upper() == 1.0, "{found:?}");
        }
    }
}

/// A prism turns beside a wall: its first edge passes at a third of the tolerance, its second edge hits the wall later.
#[test]
fn bodies_that_graze_first_and_overlap_later_overlap() {
    let (gap, rate) = (3e-7, 3.0);
    // The edges are at the wall after half a radian and after one and a half.
    let corner = |radius: f64, angle: f64| radius * dvec3(libm::cos(angle), libm::sin(angle), 0.0);
    let flat = [corner(1.0, -0.5), corner(1.1, -1.5), corner(0.2, 2.0)];
    let points = flat.iter().flat_map(|&point| [point, point + DVec3::Z]).collect();
    let prism = turning(Convex::hull(points).expect("a hull"), DVec3::ZERO, DVec3::ZERO, dvec3(0.0, 0.0, rate));
    let wall = still(Convex::cuboid(DVec3::splat(4.0)).expect("a box"), DQuat::IDENTITY, dvec3(3.0 + gap, 0.0, 0.0));
    for (a, b) in [(&prism, &wall), (&wall, &prism)] {
        let found = closest_approach(a, b, &Query { tolerance: 1e-6, ..Query::default() }).expect("an answer");
        assert!(found.distance.upper() == 0.0 && found.complete, "{found:?}");
        assert_eq!(found.evidence, Evidence::Proved);
        // The second edge reaches the wall where the cosine is 1/1.1, before it is nearest to it.
        let hit = (1.5 - libm::acos((1.0 + gap) / 1.1)) / rate;
        assert!(found.time.contains(hit) && hit <= found.at, "{hit}: {found:?}");
    }
    // Up to the first edge alone, the gap is enclosed.
    let early = Query { span: Interval::between(0.0, 0.25), tolerance: 1e-6, ..Query::default() };
    let found = closest_approach(&prism, &wall, &early).expect("an answer");
    assert!(found.distance.contains(gap) && found.distance.upper() < 1.1 * gap, "{found:?}");
}

/// A span of one instant: the enclosure is that of the distance there, not narrower.
#[test]
fn the_approach_during_an_instant_is_the_distance() {
    let cylinder = turning(Convex::cylinder(0.5, 1.0).expect("a body"), DVec3::ZERO, DVec3::X, dvec3(0.1, 0.2, 0.3));
    let cone = still(Convex::cone(0.5, 1.0).expect("a body"), DQuat::from_rotation_x(0.4), dvec3(3.0, 0.2, 0.1));
    let query = Query { span: Interval::from(0.5), ..fine() };
    let found = closest_approach(&cylinder, &cone, &query).expect("an approach");
    let there = distance(&cylinder, &cone, 0.5, &query).expect("a distance");
    assert!(found.distance.lower() <= there.distance.lower() && found.distance.width() <= 1e-9, "{found:?} {there:?}");
    assert!(found.time.is_singleton() && found.time.contains(0.5), "{found:?}");
}
