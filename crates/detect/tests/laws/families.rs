//! Scenes that were once answered wrongly, each tested with the law that detects its family. The true answers are
//! known in closed form.

use glam::{DQuat, DVec2, DVec3, dvec3};
use tangency_detect::laws::{Case, ExaminedBody, Law, PairScene, examine};
use tangency_detect::{Moving, Query, SceneMember, Verdict, first_contact_among};
use tangency_geometry::surface::Brep;
use tangency_geometry::{
    Ballistic, Expression, Linear, Mesh, Motion, Piecewise, Polyhedron, Pose, Rigid, Shape, Solid, Vertexwise,
    primitive,
};
use tangency_interval::laws::Random;
use tangency_interval::{Interval, expr::Expr};

fn at(place: DVec3) -> Motion {
    Motion::Still(Pose::translated(place).expect("finite"))
}

fn falling(place: DVec3, velocity: DVec3) -> Motion {
    Motion::Linear(Linear::new(Pose::translated(place).expect("finite"), velocity).expect("finite"))
}

fn cuboid(size: DVec3) -> Polyhedron {
    primitive::cuboid(size).expect("a box")
}

fn formula(text: &str, lower: DVec3, upper: DVec3, span: Interval) -> Solid {
    Solid::formula(&Expr::parse(text).expect("a formula"), [lower, upper], span).expect("a solid")
}

/// A query with a budget that suffices for every scene here, so that none runs forever.
fn query(end: f64) -> Query {
    Query { span: Interval::between(0.0, end), budget: Some(200_000), ..Query::default() }
}

/// Tests the laws on a planted scene, which must be answered.
fn hold(name: &str, a: ExaminedBody, b: ExaminedBody, query: Query, laws: &[Law]) {
    let scene = PairScene { a, b, query, name: name.into() };
    let case = Case::of(scene, 200).unwrap_or_else(|fault| panic!("{fault}"));
    let case = case.unwrap_or_else(|| panic!("{name}: unsupported"));
    for law in laws {
        law.hold(&case).unwrap_or_else(|fault| panic!("{fault}"));
    }
}

/// A ball that appears at t = 0.25 and grows, inside another solid.
fn born(text: &str) -> ExaminedBody {
    let room = DVec3::splat(2.0);
    let solid = formula(text, -room, room, Interval::between(0.0, 1.0));
    ExaminedBody::new(solid, at(DVec3::ZERO)).with_events(&[0.25])
}

const BORN: &str = "x^2+y^2+z^2+0.25-t";

#[test]
fn born_inside_curved_faces() {
    let ball = ExaminedBody::new(Brep::sphere(1.0).expect("a sphere"), at(DVec3::ZERO));
    let ball = ball.with_twin(Solid::sphere(1.0).expect("a sphere"));
    hold("item 1, curved faces", born(BORN), ball, query(1.0), &[Law::NeverContradicted]);
}

#[test]
fn born_inside_an_implicit_ball() {
    let ball = ExaminedBody::new(Solid::sphere(1.0).expect("a sphere"), at(DVec3::ZERO));
    hold("item 1, implicit", born(BORN), ball, query(1.0), &[Law::NeverContradicted]);
}

#[test]
fn born_inside_a_box() {
    let block = ExaminedBody::new(cuboid(DVec3::splat(2.0)), at(DVec3::ZERO));
    hold("item 1, box", born(BORN), block, query(1.0), &[Law::NeverContradicted]);
}

#[test]
fn born_inside_with_a_separation() {
    let block = ExaminedBody::new(cuboid(DVec3::splat(2.0)), at(DVec3::ZERO));
    let query = Query { separation: 0.05, ..query(1.0) };
    hold("item 1, separation", born(BORN), block, query, &[Law::NeverContradicted]);
}

#[test]
fn a_second_component_born_inside() {
    let two = born("min(x^2+y^2+z^2+0.25-t, (x-1.7)^2+y^2+z^2-0.01)");
    let block = ExaminedBody::new(cuboid(DVec3::splat(2.0)), at(DVec3::ZERO));
    hold("item 1, second component", two, block, query(1.0), &[Law::NeverContradicted]);
}

/// At `away` before `instant`, at the origin from then on.
fn jump(instant: f64, away: DVec3) -> Motion {
    let pieces = vec![at(away), at(DVec3::ZERO)];
    Motion::Piecewise(Piecewise::new(vec![instant - 0.5, instant], pieces).expect("two pieces"))
}

#[test]
fn a_box_jumps_into_a_box() {
    for instant in [0.0, 0.5, 1.0] {
        let small = ExaminedBody::new(cuboid(DVec3::splat(0.2)), jump(instant, dvec3(5.0, 0.0, 0.0)));
        let large = ExaminedBody::new(cuboid(DVec3::splat(2.0)), at(DVec3::ZERO));
        hold(&format!("item 2, jump at {instant}"), small, large, query(1.0), &[Law::NeverContradicted, Law::NotEarly]);
    }
}

#[test]
fn a_jump_over_a_box_is_not_a_path() {
    let over = vec![at(dvec3(5.0, 0.0, 0.0)), at(dvec3(-5.0, 0.0, 0.0))];
    let over = Motion::Piecewise(Piecewise::new(vec![0.0, 0.5], over).expect("two pieces"));
    let small = ExaminedBody::new(cuboid(DVec3::splat(0.2)), over);
    let large = ExaminedBody::new(cuboid(DVec3::splat(2.0)), at(DVec3::ZERO));
    hold("item 2, jump over", small, large, query(1.0), &[Law::NeverContradicted, Law::NotEarly]);
}

/// A box of side 2 with vertices that oscillate slightly.
fn breathing() -> ExaminedBody {
    let block = cuboid(DVec3::splat(2.0));
    let frame = |scale: f64| block.mesh().vertices().iter().map(|&vertex| scale * vertex).collect();
    let frames = vec![frame(1.0), frame(1.1), frame(1.0)];
    let motion = Motion::Vertexwise(Vertexwise::new(vec![0.0, 0.5, 1.0], frames).expect("frames"));
    ExaminedBody::new(block, motion)
}

#[test]
fn a_jump_towards_a_deforming_mesh_is_not_early() {
    let small = ExaminedBody::new(cuboid(DVec3::splat(0.2)), jump(0.5, dvec3(5.0, 0.0, 0.0)));
    hold("item 3", small, breathing(), query(1.0), &[Law::NeverContradicted, Law::NotEarly]);
}

#[test]
fn a_box_stands_on_the_diagonal_of_a_floor() {
    let floor = || ExaminedBody::new(cuboid(dvec3(4.0, 4.0, 0.2)), at(DVec3::Z * -0.1));
    let block = ExaminedBody::new(cuboid(DVec3::splat(0.5)), at(DVec3::Z * 0.25));
    hold("item 4, box", block, floor(), query(1.0), &[Law::NormalsSeparate, Law::EachOnce]);
    let needle = primitive::needle(0.1, 1.0, 6).expect("a needle").into_mesh();
    let lowest = needle.vertices().iter().map(|vertex| vertex.z).fold(f64::INFINITY, f64::min);
    let tip = needle.vertices().iter().filter(|vertex| vertex.z == lowest).count();
    let turned =
        if tip == 1 { needle } else { needle.mapped(|place| dvec3(place.x, -place.y, -place.z)).expect("finite") };
    let lowest = turned.vertices().iter().map(|vertex| vertex.z).fold(f64::INFINITY, f64::min);
    let needle = ExaminedBody::new(Polyhedron::new(turned).expect("closed"), at(DVec3::Z * -lowest));
    hold("item 4, needle", needle, floor(), query(1.0), &[Law::NormalsSeparate, Law::EachOnce]);
}

#[test]
fn many_bodies_are_not_later_than_the_pair() {
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let grid = primitive::grid(DVec2::splat(2.0), [12, 12]).expect("a grid");
        let bumpy = grid.mapped(|place| place + DVec3::Z * random.between(-0.05, 0.05)).expect("finite");
        let way = dvec3(random.between(-0.3, 0.3), random.between(-0.3, 0.3), -1.0);
        let spin = dvec3(random.between(-0.3, 0.3), random.between(-0.3, 0.3), random.between(-1.0, 1.0));
        let start = Pose::translated(DVec3::Z * 0.9).expect("finite");
        let motion = if seed % 3 == 0 {
            Motion::Rigid(Rigid::new(start, way, spin).expect("finite"))
        } else if seed % 3 == 1 {
            Motion::Linear(Linear::new(start, way).expect("finite"))
        } else {
            let fall = ["x + 0.2*t", "y*(1 + 0.1*t)", "z + 0.9 - t - 0.3*t^2"];
            Motion::Expression(Expression::parse(fall).expect("formulas"))
        };
        let cloth = ExaminedBody::new(bumpy, motion);
        let block = ExaminedBody::new(cuboid(DVec3::ONE), at(DVec3::ZERO));
        hold(&format!("item 5, seed {seed}"), cloth, block, query(1.0), &[Law::AmongMany]);
    }
}

#[test]
fn a_travelling_formula_is_not_early() {
    let span = Interval::between(0.0, 2.0);
    let solid = formula("x^2+(z-2+t)^2-0.25", DVec3::splat(-1.0), dvec3(1.0, 1.0, 3.0), span);
    let block = ExaminedBody::new(cuboid(dvec3(2.0, 2.0, 0.2)), at(DVec3::ZERO));
    let query = Query { tolerance: 1e-6, ..query(2.0) };
    let scene = PairScene { a: ExaminedBody::new(solid, at(DVec3::ZERO)), b: block, query, name: "item 6".into() };
    let case = Case::of(scene, 200).expect("answered").expect("supported");
    let Verdict::Touch(first) = &case.answer.verdict else { panic!("item 6: {:?}", case.answer.verdict) };
    // The lowest line of the cylinder is 1.5 − t above the middle of the box. The top of the box is 0.1 above its
    // middle.
    assert!(first.time.lower() <= 1.4 && first.time.lower() > 1.4 - 1e-3, "item 6: {:?}", first.time);
    for law in [Law::NeverContradicted, Law::Simultaneous, Law::Gaps, Law::NormalsSeparate] {
        law.hold(&case).unwrap_or_else(|fault| panic!("{fault}"));
    }
}

#[test]
fn a_shrinking_cavity_is_not_early() {
    let span = Interval::between(0.0, 0.9);
    let room = DVec3::splat(1.0);
    let cavity = formula("(0.5-0.5*t)^2-x^2-y^2-z^2", -room, room, span);
    let ball = ExaminedBody::new(Solid::sphere(0.3).expect("a sphere"), at(DVec3::ZERO));
    let query = Query { span, tolerance: 1e-4, budget: Some(20_000), ..Query::default() };
    let scene =
        PairScene { a: ExaminedBody::new(cavity, at(DVec3::ZERO)), b: ball, query, name: "item 6, cavity".into() };
    let case = Case::of(scene, 200).expect("answered").expect("supported");
    Law::NeverContradicted.hold(&case).unwrap_or_else(|fault| panic!("{fault}"));
    // 0.5 − 0.5·t = 0.3 at t = 0.4. The wall moves at half a metre per second.
    let lower = case.answer.verdict.clear_until();
    assert!(lower <= 0.4 + 1e-12, "late: {lower}");
    if let Verdict::Touch(first) = &case.answer.verdict
        && first.complete
    {
        assert!(0.5 * (0.4 - lower) <= 2e-4, "item 6: {} m early", 0.5 * (0.4 - lower));
    }
}

#[test]
fn grazing_spheres_touch_once() {
    let sphere = |motion: Motion| {
        let body = ExaminedBody::new(Brep::sphere(0.5).expect("a sphere"), motion);
        body.with_twin(Solid::sphere(0.5).expect("a sphere"))
    };
    let heights = [1.0, 0.9999999, 0.99999, 0.9999, 0.999];
    for (height, tolerance) in heights.into_iter().flat_map(|height| [1e-3, 1e-4, 1e-6].map(|length| (height, length)))
    {
        // Its centre descends to `height` above the other centre at t = 0.5, and rises again.
        let start = Pose::translated(dvec3(-0.5, 0.0, height + 0.5)).expect("finite");
        let thrown = Ballistic::new(start, dvec3(1.0, 0.0, -2.0), dvec3(0.0, 0.0, 4.0)).expect("finite");
        let thrown = sphere(Motion::Ballistic(thrown));
        let laws = [Law::NeverContradicted, Law::EachOnce, Law::Simultaneous, Law::NotEarly];
        let query = Query { tolerance, ..query(1.0) };
        hold(&format!("item 6, grazing at {height}, {tolerance}"), thrown, sphere(at(DVec3::ZERO)), query, &laws);
    }
}

#[test]
fn a_triangle_without_area_leaves_nothing_open() {
    let block = cuboid(DVec3::ONE).into_mesh();
    let mut triangles = block.triangles().to_vec();
    triangles.push([2, 2, 2]);
    let block = Mesh::new(block.vertices().to_vec(), triangles).expect("a mesh");
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut near =
            |most: f64| dvec3(random.between(-most, most), random.between(-most, most), random.between(-most, most));
        let frame: Vec<[DVec3; 2]> = (0..3).map(|_| [near(1.5), near(1.5)]).collect();
        let frames = [0, 1].map(|index| frame.iter().map(|way| way[index]).collect::<Vec<DVec3>>());
        let [first, last] = frames;
        let triangle = Mesh::new(first.clone(), vec![[0, 1, 2]]).expect("a triangle");
        let motion = Motion::Vertexwise(Vertexwise::new(vec![0.0, 1.0], vec![first, last]).expect("frames"));
        let turning = Motion::Rigid(Rigid::new(Pose::IDENTITY, near(0.2), near(1.0)).expect("finite"));
        let block = ExaminedBody::new(Polyhedron::new(block.clone()).expect("closed"), turning);
        let laws = [Law::OpenForAReason, Law::NeverContradicted];
        hold(&format!("item 7, seed {seed}"), ExaminedBody::new(triangle, motion), block, query(1.0), &laws);
    }
}

#[test]
fn simultaneity_counts_for_isolated_contacts() {
    let floor = Moving::new(cuboid(dvec3(4.0, 4.0, 0.2)).into(), at(DVec3::Z * -0.1)).expect("it fits");
    let ball = |x: f64, height: f64| {
        let shape = Shape::Parametric(Brep::sphere(0.5).expect("a sphere"));
        Moving::new(shape, falling(dvec3(x, 0.0, height), -DVec3::Z)).expect("it fits")
    };
    let balls = [ball(-1.0, 1.0), ball(1.0, 1.0 + 1e-4)];
    let bodies = [&balls[0], &balls[1], &floor].map(|moving| SceneMember { moving, self_contact: false });
    let query = Query { simultaneity: Some(1e-3), tolerance: 1e-6, ..query(1.0) };
    let answer = first_contact_among(&bodies, &query).expect("answered");
    for index in 0..2 {
        assert!(
            answer.contacts.iter().any(|pair| pair.a == index),
            "item 13: ball {index} lands within 1e-3 s: {answer:?}"
        );
    }
    // Two feet of one body. The second is 0.1 m above the first.
    let foot = |place: DVec3| cuboid(DVec3::splat(0.2)).into_mesh().mapped(|vertex| vertex + place).expect("finite");
    let (left, right) = (foot(dvec3(-1.0, 0.0, 0.0)), foot(dvec3(1.0, 0.0, 0.1)));
    let vertices = [left.vertices(), right.vertices()].concat();
    let moved = right.triangles().iter().map(|corners| corners.map(|corner| corner + left.vertices().len() as u32));
    let feet = Mesh::new(vertices, left.triangles().iter().copied().chain(moved).collect()).expect("a mesh");
    let feet = Moving::new(Polyhedron::new(feet).expect("closed").into(), falling(DVec3::Z * 0.6, -DVec3::Z));
    let feet = feet.expect("it fits");
    let query = Query { simultaneity: Some(0.4), ..query };
    let answer = tangency_detect::first_contact(&feet, &floor, &query).expect("answered");
    let Verdict::Touch(first) = &answer.verdict else { panic!("item 13: {answer:?}") };
    for side in [-1.0, 1.0] {
        assert!(
            first.contacts.iter().any(|contact| contact.point.x * side > 0.5),
            "item 13: a foot is missing: {first:?}"
        );
    }
}

#[test]
fn a_ball_in_a_bowl_says_when_contacts_may_be_missing() {
    let room = DVec3::splat(1.0);
    let block = Solid::half_space(DVec3::ZERO, DVec3::Z, [-room, room]).expect("half a space");
    let bowl = Solid::difference(&block, &[Solid::sphere(0.5).expect("a sphere")]).expect("a bowl");
    let ball = ExaminedBody::new(Solid::sphere(0.5).expect("a sphere"), falling(DVec3::Z * 0.5, -DVec3::Z));
    let query = Query { budget: Some(3_000), tolerance: 1e-4, ..query(1.0) };
    let laws = [Law::NeverContradicted, Law::Complete, Law::NotEarly];
    hold("item 14", ball, ExaminedBody::new(bowl, at(DVec3::ZERO)), query, &laws);
}

#[test]
fn a_mesh_edge_on_a_crease_has_the_cross_product_as_normal() {
    let quarter = std::f64::consts::FRAC_PI_4;
    // The crease is on top, and its two sides have different slopes.
    let crease = || Motion::Still(Pose::new(DQuat::from_rotation_y(0.5), DVec3::ZERO).expect("a pose"));
    let top = DQuat::from_rotation_y(0.5) * dvec3(-0.5, 0.0, 0.5);
    let solid = ExaminedBody::new(Solid::cuboid(DVec3::ONE).expect("a box"), crease());
    let start = Pose::new(DQuat::from_rotation_x(quarter), dvec3(top.x, 0.03, 2.0)).expect("a pose");
    let edge = Motion::Linear(Linear::new(start, -DVec3::Z).expect("finite"));
    let block = ExaminedBody::new(cuboid(DVec3::ONE), edge);
    hold("item 15", block, solid, query(1.0), &[Law::NeverContradicted, Law::NormalsSeparate]);
    let skew = Pose::new(DQuat::from_rotation_z(0.5) * DQuat::from_rotation_x(quarter), dvec3(top.x, 0.03, 2.0));
    let edge = Motion::Linear(Linear::new(skew.expect("a pose"), -DVec3::Z).expect("finite"));
    let solid = ExaminedBody::new(Solid::cuboid(DVec3::ONE).expect("a box"), crease());
    hold("item 15, skew", ExaminedBody::new(cuboid(DVec3::ONE), edge), solid, query(1.0), &[Law::NormalsSeparate]);
}

#[test]
fn an_edge_that_pierces_a_triangle_at_the_start() {
    let floor = Mesh::new(vec![dvec3(-2.0, -1.5, 0.0), dvec3(2.0, -1.5, 0.0), dvec3(0.1, 2.0, 0.0)], vec![[0, 1, 2]]);
    let blade = Mesh::new(vec![dvec3(0.0, 0.0, -0.5), dvec3(0.1, 0.05, 0.6), dvec3(0.3, 0.1, 0.7)], vec![[0, 1, 2]]);
    let (floor, blade) = (floor.expect("a triangle"), blade.expect("a triangle"));
    let laws = [Law::NeverContradicted, Law::Gaps, Law::EachOnce];
    hold(
        "item 16",
        ExaminedBody::new(blade, at(DVec3::ZERO)),
        ExaminedBody::new(floor, at(DVec3::ZERO)),
        query(1.0),
        &laws,
    );
}

/// Tests one law on a generated scene.
fn drawn(cell: &str, seed: u64, law: Law) {
    let cell = cell.parse().unwrap_or_else(|error| panic!("{error}"));
    if let Err(fault) = examine(cell, seed, 50, &[law]) {
        panic!("{fault}");
    }
}

#[test]
fn a_small_curved_body_inside_a_polyhedron_is_decided() {
    drawn("Convex/Joined+Formula/Linear", 863_877, Law::OpenForAReason);
    drawn("Convex/Rigid+Combined/Joined", 930_404, Law::OpenForAReason);
    drawn("Convex/Ballistic+Sampled/Chebyshev", 135_465, Law::OpenForAReason);
}

#[test]
fn a_face_on_a_crease_or_a_corner_keeps_its_own_normal() {
    drawn("Surface/Rigid+Combined/Ballistic", 388_404, Law::NormalsSeparate);
    drawn("Surface/Linear+Combined/Expression", 879_322, Law::NormalsSeparate);
    drawn("Convex/Expression+Combined/Joined", 256_503, Law::NormalsSeparate);
}

#[test]
fn a_jump_of_small_numbers_is_answered() {
    drawn("Concave/Still+Concave/Jumping", 148_886, Law::Answered);
}
