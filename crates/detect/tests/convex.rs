//! First contact of convex bodies that turn.
//!
//! References: closed forms, with an error of a few roundings; the general method for meshes, asked about the same
//! surfaces, which uses the same hulls until they come close and shares nothing with the convex method from there
//! on; separating axes at sampled instants, which share nothing with either. `tests/rigid.rs` compares the same
//! bodies with a slow oracle, in other frames, at other scales, and exchanged.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod hulls;

use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::{FRAC_PI_4, TAU};
use tangency_detect::{Answer, FirstContact, Moving, Query, Verdict, apart_until, first_contact};
use tangency_geometry::{Feature, Mesh, Motion, Polyhedron, Pose, Rigid, Shape, primitive};
use tangency_interval::Interval;
use tangency_interval::laws::Random;

fn cuboid(x: f64, y: f64, z: f64) -> Shape {
    Shape::Polyhedron(primitive::cuboid(dvec3(x, y, z)).unwrap())
}

fn rigid(start: Pose, velocity: DVec3, spin: DVec3) -> Motion {
    Motion::Rigid(Rigid::new(start, velocity, spin).unwrap())
}

fn still(shape: Shape, place: DVec3) -> Moving {
    Moving::new(shape, Motion::Still(Pose::translated(place).unwrap())).unwrap()
}

fn turning(shape: Shape, place: DVec3, velocity: DVec3, spin: DVec3) -> Moving {
    Moving::new(shape, rigid(Pose::translated(place).unwrap(), velocity, spin)).unwrap()
}

fn ask(a: &Moving, b: &Moving, query: &Query) -> Answer {
    first_contact(a, b, query).unwrap()
}

fn touch(a: &Moving, b: &Moving, query: &Query) -> FirstContact {
    match ask(a, b, query).verdict {
        Verdict::Touch(first) => first,
        other @ (Verdict::Clear { .. } | Verdict::Open { .. }) => panic!("{other:?}"),
    }
}

fn clear(a: &Moving, b: &Moving, query: &Query) -> bool {
    matches!(ask(a, b, query).verdict, Verdict::Clear { .. })
}

/// Whether the method for convex bodies answered: it counts one pair, the bodies themselves.
fn as_convex(answer: &Answer) -> bool {
    answer.effort.pairs == 1
}

fn proved(first: &FirstContact) -> bool {
    first.contacts.iter().any(|contact| contact.proved)
}

/// No lower end may be later than a contact that the other method proved. A contact found by only one method must
/// be unproved.
fn agree(convex: &Verdict, general: &Verdict) -> Result<(), String> {
    let late = |one: &FirstContact, other: &FirstContact| proved(other) && one.time.lower() > other.time.upper();
    let wrong = match (convex, general) {
        (Verdict::Clear { .. }, Verdict::Clear { .. }) => false,
        (Verdict::Touch(one), Verdict::Touch(other)) => late(one, other) || late(other, one),
        (Verdict::Touch(only), Verdict::Clear { .. }) | (Verdict::Clear { .. }, Verdict::Touch(only)) => proved(only),
        (Verdict::Open { .. }, _) | (_, Verdict::Open { .. }) => true,
    };
    if wrong { Err(format!("convex {convex:?}\ngeneral {general:?}")) } else { Ok(()) }
}

#[test]
fn random_hulls_agree_with_the_general_method_and_with_samples() {
    let mut random = Random::new(31);
    let (mut touches, mut proofs, mut initial, mut by_convex, mut alone) = (0, 0, 0, 0, 0);
    for case in 0..1_500 {
        let bodies = [hulls::body(&mut random), hulls::body(&mut random)];
        let place = 2.0 * hulls::vector(&mut random, 1.0).normalize_or(DVec3::X);
        let aim = hulls::vector(&mut random, 0.5) - place;
        let mut motion = |place: DVec3, velocity: DVec3| {
            let rate = [0.0, 0.5, 4.0, 20.0][random.below(4)];
            let spin = hulls::vector(&mut random, rate);
            rigid(Pose::new(hulls::turn(&mut random), place).unwrap(), velocity, spin)
        };
        let motions = [motion(DVec3::ZERO, DVec3::ZERO), motion(place, 1.5 * aim)];
        let separation = [0.0, 0.0, 0.1][case % 3];
        let query = Query { separation, ..Query::default() };
        let moving = |i: usize, shape: Shape| Moving::new(shape, motions[i].clone()).unwrap();
        let solids = [0, 1].map(|i| moving(i, Shape::Polyhedron(bodies[i].clone())));
        let surfaces = [0, 1].map(|i| moving(i, Shape::Mesh(bodies[i].mesh().clone())));
        let answer = ask(&solids[0], &solids[1], &query);
        by_convex += usize::from(as_convex(&answer));
        let general = ask(&surfaces[0], &surfaces[1], &query).verdict;
        agree(&answer.verdict, &general).unwrap_or_else(|fault| panic!("case {case}: {fault}"));
        alone += usize::from(matches!(answer.verdict, Verdict::Touch(_)) != matches!(general, Verdict::Touch(_)));
        // Before the contact every sample is apart by the separation. The separating axes see at least a part of
        // that distance.
        let until = answer.verdict.clear_until();
        for share in [0.0, 0.2, 0.4, 0.6, 0.8, 0.95] {
            let places = motions.each_ref().map(|motion| motion.at(share * until));
            let gap = hulls::widest_gap([bodies[0].mesh(), bodies[1].mesh()], [&places[0], &places[1]]);
            assert!(until == 0.0 || gap > 0.0, "case {case}: {gap} at {} of {until}", share * until);
        }
        if let Verdict::Touch(first) = &answer.verdict {
            touches += 1;
            proofs += usize::from(proved(first));
            initial += usize::from(first.contacts.iter().any(|contact| contact.initial));
            assert!(first.time.width() <= 1e-9 && !first.contacts.is_empty());
            let gap = first.contacts.iter().map(|contact| contact.gap).fold(f64::INFINITY, f64::min);
            assert!(first.contacts[0].initial || gap <= separation + query.tolerance, "case {case}: {gap}");
        }
    }
    assert!((700..1_400).contains(&touches), "{touches} of 1500 touch");
    assert!(10 * proofs >= 9 * touches, "{proofs} of {touches} are proved");
    assert!(by_convex + initial >= 1_490, "{by_convex} of 1500 are answered as convex, {initial} are initial");
    assert!(alone <= 3, "{alone} contacts are found by one method alone");
}

/// A square of half side h rotates about its middle. A corner reaches the wall at distance d when h·√2·cos(π/4 −
/// angle) = d.
#[test]
fn a_turning_square_meets_the_wall() {
    for (rate, distance) in [(0.3, 0.52), (1.0, 0.6), (50.0, 0.7), (1e4, 0.707)] {
        let square = turning(cuboid(1.0, 1.0, 0.3), DVec3::ZERO, DVec3::ZERO, dvec3(0.0, 0.0, rate));
        let wall = still(cuboid(1.0, 4.0, 4.0), dvec3(distance + 0.5, 0.1, 0.2));
        let expected = (FRAC_PI_4 - (distance / 0.5_f64.sqrt()).acos()) / rate;
        let span = Interval::between(0.0, 2.0 / rate);
        let answer = ask(&square, &wall, &Query { span, ..Query::default() });
        assert!(as_convex(&answer));
        let Verdict::Touch(first) = answer.verdict else { panic!("the square must meet the wall") };
        assert!((first.time.mid() - expected).abs() < 1e-9 / rate, "{:?}, not {expected}", first.time);
        // The whole upright edge touches. Its two ends are the contacts.
        assert_eq!(first.contacts.len(), 2, "{:?}", first.contacts);
        for contact in &first.contacts {
            assert!(contact.proved && contact.normal.distance(DVec3::X) < 1e-9, "{contact:?}");
            assert!(matches!(contact.feature_a, Feature::Vertex(_)), "{contact:?}");
            assert!((contact.point.x - distance).abs() < 1e-9 && (contact.point.z.abs() - 0.15).abs() < 1e-9);
        }
    }
}

/// A thousand turns beside a wall out of reach of the corners. Then the wall comes nearer, and the first of
/// thousands of passing corners that meets it is found. Reference: dense sampling of the closed form.
#[test]
fn many_turns_are_followed() {
    let (rate, side) = (TAU * 1000.0, 1.0);
    let square = turning(cuboid(side, side, 0.3), DVec3::ZERO, DVec3::ZERO, dvec3(0.0, 0.0, rate));
    let reach = 0.5_f64.sqrt();
    let wall = cuboid(1.0, 4.0, 4.0);
    assert!(clear(&square, &still(wall.clone(), dvec3(reach + 0.5 + 1e-4, 0.0, 0.0)), &Query::default()));
    let speed = 0.2;
    let coming = turning(wall, dvec3(reach + 0.6, 0.0, 0.0), dvec3(-speed, 0.0, 0.0), DVec3::ZERO);
    let first = touch(&square, &coming, &Query::default());
    let gap = |time: f64| {
        let angle = (rate * time + FRAC_PI_4).rem_euclid(TAU / 4.0);
        let corner = reach * angle.min(TAU / 4.0 - angle).cos();
        reach + 0.1 - speed * time - corner
    };
    let step = 1e-8;
    let samples = (0..).map(|i| 0.499 + step * f64::from(i));
    let expected = samples.take_while(|&time| time < 0.51).find(|&time| gap(time) <= 0.0).unwrap();
    assert!((first.time.mid() - expected).abs() < 2.0 * step, "{:?}, not {expected}", first.time);
}

/// A box lands flat on another while both turn at the same rate about the same vertical axis. The contacts are the
/// corners of the common region: vertices of both, and crossings of their edges.
#[test]
fn faces_that_meet_give_the_corners_of_their_common_region() {
    let spin = dvec3(0.0, 0.0, 0.7);
    let lower = turning(cuboid(2.0, 2.0, 1.0), DVec3::ZERO, DVec3::ZERO, spin);
    let down = dvec3(0.0, 0.0, -1.0);
    let meet = |size: [f64; 2], offset: DVec3| {
        let shape = cuboid(size[0], size[1], 1.0);
        // The box has an offset in its own frame, so that it circles with the other.
        let shape = Shape::Polyhedron(Polyhedron::new(shape.mesh().unwrap().mapped(|v| v + offset).unwrap()).unwrap());
        let upper = turning(shape, dvec3(0.0, 0.0, 1.5), down, spin);
        let answer = ask(&upper, &lower, &Query::default());
        assert!(as_convex(&answer));
        let Verdict::Touch(first) = answer.verdict else { panic!("it lands") };
        assert!((first.time.mid() - 0.5).abs() < 1e-9 && first.time.width() <= 1e-9, "{:?}", first.time);
        let back = DQuat::from_rotation_z(-0.35);
        let mut corners: Vec<[i64; 2]> = Vec::new();
        for contact in &first.contacts {
            assert!(contact.normal.distance(-DVec3::Z) < 1e-9 && (contact.point.z - 0.5).abs() < 1e-8, "{contact:?}");
            let local = back * contact.point;
            corners.push([local.x, local.y].map(|x| (1000.0 * x).round() as i64));
        }
        corners.sort_unstable();
        (corners, proved(&first))
    };
    // Inside: its own four corners. At the corner: one vertex of each and two crossings of edges.
    let inside = vec![[100, -100], [100, 200], [500, -100], [500, 200]];
    assert_eq!(meet([0.4, 0.3], dvec3(0.3, 0.05, 0.0)), (inside, true));
    let shifted = vec![[600, 500], [600, 1000], [1000, 500], [1000, 1000]];
    assert_eq!(meet([1.0, 1.0], dvec3(1.1, 1.0, 0.0)), (shifted, true));
}

#[test]
fn resting_bodies_touch_at_the_start_and_lifted_ones_do_not() {
    let floor = || still(cuboid(9.0, 9.0, 1.0), dvec3(0.0, 0.0, -0.5));
    let spin = dvec3(0.0, 0.0, 2.0);
    let bar = |height: f64, velocity: DVec3| turning(cuboid(1.0, 1.0, 0.5), DVec3::Z * (height + 0.25), velocity, spin);
    // The box spins on the floor, or is just lifting off.
    for velocity in [DVec3::ZERO, DVec3::Z, DVec3::X] {
        let first = touch(&bar(0.0, velocity), &floor(), &Query::default());
        assert!(first.time.lower() == 0.0 && first.contacts.iter().all(|contact| contact.initial), "{first:?}");
    }
    // The box rolls off: the corner about which it turns stays, the rest rises.
    let corner = dvec3(0.5, 0.0, 0.0);
    let rolling = cuboid(1.0, 1.0, 0.5).mesh().unwrap().mapped(|v| v + dvec3(-0.5, 0.0, 0.25)).unwrap();
    let rolling = Shape::Polyhedron(Polyhedron::new(rolling).unwrap());
    let first = touch(&turning(rolling, corner, DVec3::ZERO, dvec3(0.0, 1.0, 0.0)), &floor(), &Query::default());
    assert!(first.time.lower() == 0.0 && first.contacts.iter().all(|contact| contact.initial));
    // Sliding a small distance above the floor is clear. A sinking box touches when that distance is gone.
    for hair in [1e-3, 1e-6, 1e-8] {
        assert!(clear(&bar(hair, DVec3::X), &floor(), &Query::default()), "{hair}");
        let query = Query { tolerance: 1e-3 * hair, ..Query::default() };
        let first = touch(&bar(hair, -2.0 * hair * DVec3::Z), &floor(), &query);
        assert!(first.time.upper() <= 0.5 + 1e-6 && first.time.lower() >= 0.499, "{:?} at {hair}", first.time);
    }
}

#[test]
fn one_inside_the_other_is_initial() {
    let spin = dvec3(0.3, -0.2, 0.9);
    let shell = || turning(Shape::Polyhedron(primitive::icosphere(1.0, 3).unwrap()), DVec3::ZERO, DVec3::X, spin);
    for (size, place) in [(0.1, DVec3::ZERO), (0.2, dvec3(0.3, 0.2, -0.4)), (4.0, dvec3(0.1, 0.0, 0.0))] {
        let other = turning(cuboid(size, size, size), place, DVec3::ZERO, -spin);
        for first in [touch(&shell(), &other, &Query::default()), touch(&other, &shell(), &Query::default())] {
            assert!(
                first.time == Interval::ZERO && first.contacts.iter().all(|contact| contact.initial && contact.proved)
            );
        }
    }
}

/// A cube with a dent in its top differs from its hull. A pin that turns while it descends reaches the bottom of
/// the dent.
#[test]
fn a_dent_is_not_part_of_the_solid() {
    let cube = primitive::cuboid(DVec3::splat(2.0)).unwrap().into_mesh();
    let (mut vertices, mut triangles) = (cube.vertices().to_vec(), Vec::new());
    let middle = vertices.len() as u32;
    for &triangle in cube.triangles() {
        if !triangle.iter().all(|&corner| vertices[corner as usize].z > 0.0) {
            triangles.push(triangle);
            continue;
        }
        for [from, to] in [[0, 1], [1, 2], [2, 0]].map(|side| side.map(|i: usize| triangle[i])) {
            let way = vertices[to as usize] - vertices[from as usize];
            if way.x == 0.0 || way.y == 0.0 {
                triangles.push([from, to, middle]);
            }
        }
    }
    vertices.push(dvec3(0.0, 0.0, 0.5));
    let dented =
        still(Shape::Polyhedron(Polyhedron::new(Mesh::new(vertices, triangles).unwrap()).unwrap()), DVec3::ZERO);
    let needle = primitive::needle(0.05, 0.4, 5).unwrap();
    let lowest = needle.mesh().vertices().iter().map(|vertex| vertex.z).fold(f64::INFINITY, f64::min);
    let start = dvec3(0.0, 0.0, 1.5 - lowest);
    let pin = turning(Shape::Polyhedron(needle), start, dvec3(0.0, 0.0, -2.0), dvec3(0.0, 0.0, 3.0));
    let first = touch(&pin, &dented, &Query::default());
    // The tip starts at 1.5, and the bottom of the dent is at 0.5.
    assert!((first.time.mid() - 0.5).abs() < 1e-6, "{:?}", first.time);
}

#[test]
fn a_spent_budget_is_open_and_keeps_what_is_certain() {
    let mut random = Random::new(77);
    let ball = Shape::Polyhedron(primitive::icosphere(0.5, 2).unwrap());
    let (mut open, mut closed) = (0, 0);
    for _ in 0..20 {
        let spin = hulls::vector(&mut random, 3.0);
        let a = turning(ball.clone(), dvec3(3.0, 0.0, 0.0), dvec3(-3.0, 0.0, 0.0), spin);
        let b = turning(cuboid(1.0, 0.7, 0.6), DVec3::ZERO, DVec3::ZERO, -spin);
        let expected = touch(&a, &b, &Query::default()).time;
        let mut before = 0.0;
        for budget in 0..30 {
            let answer = ask(&a, &b, &Query { budget: Some(budget), ..Query::default() });
            let until = answer.verdict.clear_until();
            assert!(answer.effort.iterations <= budget && until >= before && until <= expected.upper());
            before = until;
            open += usize::from(matches!(answer.verdict, Verdict::Open { .. }));
            closed += usize::from(matches!(answer.verdict, Verdict::Touch(_)));
        }
    }
    assert!(open > 40 && closed > 40, "{open} open, {closed} closed");
}

/// Bodies of a micrometre and of a thousand kilometres, mixed sizes, and bodies far from the origin.
#[test]
fn sizes_and_positions_do_not_matter() {
    let spin = dvec3(0.4, 1.1, -0.8);
    for scale in [1e-6, 1.0, 1e6] {
        for far in [0.0, 1e4] {
            let shift = dvec3(far, -far, 0.5 * far) * scale;
            let body = |shape: Polyhedron, at: f64, velocity: f64| {
                let shape = Polyhedron::new(shape.mesh().mapped(|v| scale * v).unwrap()).unwrap();
                turning(Shape::Polyhedron(shape), shift + scale * at * DVec3::X, scale * velocity * DVec3::X, spin)
            };
            let a = body(primitive::icosphere(0.5, 2).unwrap(), 0.0, 0.0);
            let b = body(primitive::prism(0.5, 1.0, 7).unwrap(), 2.5, -2.0);
            let first = touch(&a, &b, &Query { tolerance: 1e-6 * scale, ..Query::default() });
            let expected = touch(
                &turning(Shape::Polyhedron(primitive::icosphere(0.5, 2).unwrap()), DVec3::ZERO, DVec3::ZERO, spin),
                &turning(
                    Shape::Polyhedron(primitive::prism(0.5, 1.0, 7).unwrap()),
                    2.5 * DVec3::X,
                    -2.0 * DVec3::X,
                    spin,
                ),
                &Query::default(),
            );
            let (here, there) = (first.time.mid(), expected.time.mid());
            assert!((here - there).abs() < 1e-9, "{here} at {scale}, {far}: not {there}");
        }
    }
    // A rotating grain of a micrometre falls onto a plate of a kilometre.
    let grain = turning(cuboid(1e-6, 1e-6, 1e-6), dvec3(10.0, 20.0, 1.5), -DVec3::Z, dvec3(3.0, 0.0, 0.0));
    let plate = still(cuboid(1e3, 1e3, 1.0), DVec3::ZERO);
    let first =
        touch(&grain, &plate, &Query { span: Interval::between(0.0, 2.0), tolerance: 1e-9, ..Query::default() });
    assert!((first.time.mid() - 1.0).abs() < 1e-6, "{:?}", first.time);
}

/// Two coplanar tori side by side approach at one metre per second. The hulls and the tori are apart until the gap
/// of 0.6 m is closed.
#[test]
fn hulls_of_bodies_with_holes_are_apart_until_they_touch() {
    let torus = || Shape::Polyhedron(primitive::torus(1.0, 0.2, 32, 16).unwrap());
    let a = still(torus(), DVec3::ZERO);
    let b = turning(torus(), dvec3(3.0, 0.0, 0.0), dvec3(-1.0, 0.0, 0.0), DVec3::ZERO);
    for (separation, instant) in [(0.0, 0.6), (0.1, 0.5)] {
        let query = Query { separation, ..Query::default() };
        let until = apart_until(&a, &b, &query).unwrap();
        assert!(until <= instant && until > instant - 0.05, "{until} instead of {instant}");
    }
    let short = Query { span: Interval::between(0.0, 0.5), ..Query::default() };
    assert_eq!(apart_until(&a, &b, &short).unwrap(), 0.5);
    // A body in the hole is inside the hull: hulls prove nothing, and the bodies are clear all the same.
    let inside = turning(cuboid(0.3, 0.3, 0.3), DVec3::ZERO, DVec3::ZERO, dvec3(0.0, 0.0, 3.0));
    assert_eq!(apart_until(&a, &inside, &Query::default()).unwrap(), 0.0);
    assert!(clear(&a, &inside, &Query::default()));
}

/// Bodies of any shape turn past each other. Before the proved instant no two sampled vertices are within the
/// separation, by all pairs. A proved contact is not earlier.
#[test]
fn nothing_touches_before_the_hulls_do() {
    let mut random = Random::new(37);
    let (mut some, mut whole, mut none) = (0, 0, 0);
    let shapes: [Shape; 3] = [
        Shape::Polyhedron(primitive::torus(0.6, 0.2, 12, 8).unwrap()),
        Shape::Polyhedron(primitive::torus_knot(0.5, [2, 3], 0.15, [40, 6]).unwrap()),
        cuboid(0.2, 0.5, 1.4),
    ];
    for case in 0..150 {
        let mut pick = || shapes[random.below(3)].clone();
        let (shape_a, shape_b) = (pick(), pick());
        let away = random.between(1.0, 2.5);
        let place = away * hulls::vector(&mut random, 1.0).normalize_or(DVec3::X);
        let [velocity, spin_a, spin_b] = [1.5, 3.0, 3.0].map(|size| hulls::vector(&mut random, size));
        let a = turning(shape_a, DVec3::ZERO, DVec3::ZERO, spin_a);
        let b = turning(shape_b, place, velocity - 1.2 * place, spin_b);
        let query = Query { separation: [0.0, 0.05][case % 2], ..Query::default() };
        let until = apart_until(&a, &b, &query).unwrap();
        for time in (0..30).map(|sample| f64::from(sample) / 30.0).filter(|&time| time < until) {
            let corners = |moving: &Moving| -> Vec<DVec3> {
                let at = moving.motion().at(time);
                let vertices = moving.prepared().shape().mesh().unwrap().vertices();
                vertices.iter().enumerate().map(|(index, &vertex)| at.point(index, vertex)).collect()
            };
            let (of_a, of_b) = (corners(&a), corners(&b));
            let least =
                of_a.iter().flat_map(|p| of_b.iter().map(move |q| p.distance(*q))).fold(f64::INFINITY, f64::min);
            assert!(least > query.separation, "case {case}: {least} m at {time}, proved until {until}");
        }
        if let Verdict::Touch(first) = ask(&a, &b, &query).verdict {
            assert!(!proved(&first) || first.time.upper() >= until, "case {case}: {first:?}, proved until {until}");
        }
        match until {
            0.0 => none += 1,
            1.0 => whole += 1,
            _ => some += 1,
        }
    }
    assert!(some > 40 && whole > 5 && none > 5, "{some} for some time, {whole} for all of it, {none} for none");
}
