//! A separation that counts as contact: closed forms for bodies of faces, implicit solids and meshes.
//!
//! Bodies come within `s` of one another when one of them, grown by `s` on all sides, touches the other. A grown
//! sphere is a larger sphere, and so are cylinders and tori away from their edges. Around an edge or a corner the
//! grown body is round.

use crate::{ask, floor, moving, placed, spread, still, touch};
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::{FRAC_PI_2, PI};
use tangency_detect::{FirstContact, Query, SceneMember, Tracked, Verdict, first_contact_among};
use tangency_geometry::surface::{Brep, Patch};
use tangency_geometry::{Contact, Feature, Motion, Pose, Shape, Solid, primitive};
use tangency_interval::Interval;
use tangency_interval::expr::Expr;

fn query(separation: f64, end: f64) -> Query {
    Query { separation, span: Interval::between(0.0, end), ..Query::default() }
}

/// The first time at which |place + velocity·t| is the distance.
fn ball_time(place: DVec3, velocity: DVec3, distance: f64) -> f64 {
    let (p, q) = (place.dot(velocity) / velocity.length_squared(), place.length_squared() - distance * distance);
    -p - (p * p - q / velocity.length_squared()).sqrt()
}

/// The bracket is no longer than 1e-10 of the time, and contains it up to the rounding of the closed form.
fn assert_at(first: &FirstContact, time: f64) {
    let off = 1e-14 * time;
    assert!(first.time.lower() <= time + off && time - off <= first.time.upper(), "{time} is not in {:?}", first.time);
    assert!(first.time.width() <= 1e-10 * time, "{:?} is wide, {}", first.time, first.time.width());
}

/// The only contact, which must be proved and have this gap and normal.
fn alone(contacts: &[Contact], separation: f64, normal: DVec3) -> Contact {
    let [contact] = contacts else { panic!("{contacts:?}") };
    assert!(contact.proved && !contact.initial, "{contact:?}");
    assert!((contact.gap - separation).abs() < 1e-9, "{contact:?}");
    assert!(contact.normal.distance(normal) < 1e-8, "{contact:?} {normal}");
    *contact
}

const SEPARATIONS: [f64; 5] = [0.5, 0.1, 1e-2, 1e-3, 1e-5];

/// Spheres of faces and implicit ones, in all pairs.
#[test]
fn spheres_are_larger_by_the_clearance() {
    let radii = [1.0, 0.5];
    let (place, velocity) = (dvec3(3.0, 0.7, -0.4), dvec3(-2.0, -0.1, 0.3));
    let of_faces = |radius: f64| -> Shape { Brep::sphere(radius).expect("a sphere").into() };
    let implicit = |radius: f64| -> Shape { Solid::sphere(radius).expect("a ball").into() };
    for separation in SEPARATIONS {
        for kinds in 0..4 {
            let shape =
                |index: usize| if kinds >> index & 1 == 0 { of_faces(radii[index]) } else { implicit(radii[index]) };
            let (a, b) = (still(shape(0)), moving(shape(1), place, velocity));
            let first = touch(ask(&a, &b, &query(separation, 3.0)));
            let time = ball_time(place, velocity, radii[0] + radii[1] + separation);
            assert_at(&first, time);
            let normal = (place + velocity * time).normalize();
            let contact = alone(&first.contacts, separation, normal);
            assert!(contact.point.distance(normal * (radii[0] + 0.5 * separation)) < 1e-8, "{contact:?}");
        }
    }
}

/// A torus whose axis is tilted by θ reaches R·sin θ + r below its centre. The floor is an open surface, and then a
/// half space.
#[test]
fn a_tilted_torus_stops_above_the_floor() {
    let (radius, tube, tilt) = (1.5_f64, 0.4, 0.3_f64);
    let turn = DQuat::from_rotation_z(0.7) * DQuat::from_rotation_x(tilt);
    let rings: [Shape; 2] =
        [Brep::torus(radius, tube).expect("a torus").into(), Solid::torus(radius, tube).expect("a torus").into()];
    let box_ = [dvec3(-4.0, -4.0, -1.0), dvec3(4.0, 4.0, 1.0)];
    let below: [Shape; 2] =
        [floor(10.0).into(), Solid::half_space(DVec3::ZERO, DVec3::Z, box_).expect("a half space").into()];
    for separation in [0.3, 2e-3] {
        for ring in &rings {
            for below in &below {
                let ring = placed(ring.clone(), turn, dvec3(0.0, 0.0, 2.0), dvec3(0.0, 0.0, -1.0));
                let first = touch(ask(&ring, &still(below.clone()), &query(separation, 2.0)));
                assert_at(&first, 2.0 - radius * tilt.sin() - tube - separation);
                let contact = alone(&first.contacts, separation, -DVec3::Z);
                let lowest = turn * (-radius * DVec3::Y);
                assert!(contact.point.distance(dvec3(lowest.x, lowest.y, 0.5 * separation)) < 1e-8, "{contact:?}");
            }
        }
    }
}

/// Their axes cross, or are parallel: one contact point, or a line of them.
#[test]
fn cylinders_are_thicker_by_the_clearance() {
    let lying = |turn: f64| DQuat::from_rotation_z(turn) * DQuat::from_rotation_y(FRAC_PI_2);
    let separation = 0.05;
    let above = dvec3(0.1, 0.05, 3.0);
    let of_faces = |radius: f64| -> Shape { Brep::cylinder(radius, 4.0).expect("a cylinder").into() };
    let implicit = |radius: f64| -> Shape { Solid::cylinder(radius, 4.0).expect("a cylinder").into() };
    for kind in [of_faces, implicit] {
        for angle in [FRAC_PI_2, 0.4] {
            let a = placed(of_faces(0.5), lying(0.0), DVec3::ZERO, DVec3::ZERO);
            let b = placed(kind(0.7), lying(angle), above, dvec3(0.0, 0.0, -1.0));
            let first = touch(ask(&a, &b, &query(separation, 3.0)));
            assert_at(&first, 3.0 - 1.2 - separation);
            let contact = alone(&first.contacts, separation, DVec3::Z);
            let x = above.x - above.y / angle.tan();
            assert!(contact.point.distance(dvec3(x, 0.0, 0.5 + 0.5 * separation)) < 1e-8, "{contact:?}");
        }
    }
    let a = placed(of_faces(0.5), lying(0.0), DVec3::ZERO, DVec3::ZERO);
    let b = placed(of_faces(0.7), lying(0.0), dvec3(1.0, 0.0, 3.0), dvec3(0.0, 0.0, -1.0));
    let query = Query { spacing: Some(0.2), ..query(separation, 3.0) };
    let first = touch(ask(&a, &b, &query));
    let time = 1.8 - separation;
    assert!(first.time.contains(time) && first.time.upper() - time < 1e-10 && first.time.width() < 1e-5, "{first:?}");
    // b reaches from -1 to 3, a from -2 to 2.
    let places = spread(&first, |point| {
        assert!(point.y.abs() < 1e-3 && (point.z - 0.5 - 0.5 * separation).abs() < 1e-6, "{point}");
        point.x
    });
    assert!(places[0] > -1.0 - 1e-6 && places[0] < -0.7 && places[places.len() - 1] > 1.7, "{places:?}");
    assert!(places.windows(2).all(|pair| pair[1] - pair[0] < 0.4 + 1e-9), "{places:?}");
}

fn blocks(size: DVec3) -> [Shape; 3] {
    [
        Brep::cuboid(size).expect("a box").into(),
        Solid::cuboid(size).expect("a box").into(),
        primitive::cuboid(size).expect("a box").into(),
    ]
}

fn balls(radius: f64) -> [Shape; 2] {
    [Brep::sphere(radius).expect("a sphere").into(), Solid::sphere(radius).expect("a ball").into()]
}

/// A ball approaches a corner, an edge and a face of a box, of faces, implicit, and of triangles. Around corners
/// and edges the grown box is round: the ball's centre is on a sphere or a cylinder around them.
#[test]
fn a_ball_beside_a_box() {
    let (radius, half) = (0.4, dvec3(0.5, 0.6, 0.7));
    for separation in [0.2, 1e-3] {
        let distance = radius + separation;
        for block in blocks(2.0 * half) {
            for ball in balls(radius) {
                // Towards the corner, from beyond it on all sides.
                let (place, velocity) = (dvec3(2.0, 2.1, 2.4), dvec3(-1.0, -0.9, -1.1));
                let time = ball_time(place - half, velocity, distance);
                let first =
                    touch(ask(&moving(ball.clone(), place, velocity), &still(block.clone()), &query(separation, 2.0)));
                assert_at(&first, time);
                let normal = (half - place - velocity * time).normalize();
                let contact = alone(&first.contacts, separation, normal);
                assert!(contact.point.distance(half - 0.5 * separation * normal) < 1e-8, "{contact:?}");
                // Towards the edge along y.
                let (place, velocity) = (dvec3(2.0, 0.1, 2.4), dvec3(-1.0, 0.1, -1.1));
                let flat = |vector: DVec3| dvec3(vector.x, 0.0, vector.z);
                let time = ball_time(flat(place - half), flat(velocity), distance);
                let first =
                    touch(ask(&moving(ball.clone(), place, velocity), &still(block.clone()), &query(separation, 2.0)));
                assert_at(&first, time);
                let normal = flat(half - place - velocity * time).normalize();
                alone(&first.contacts, separation, normal);
                // Onto the face above; inside one of the two triangles of the mesh.
                let (place, velocity) = (dvec3(0.2, 0.1, 2.4), dvec3(0.0, 0.01, -1.0));
                let time = 2.4 - half.z - distance;
                let first =
                    touch(ask(&moving(ball.clone(), place, velocity), &still(block.clone()), &query(separation, 2.0)));
                assert_at(&first, time);
                alone(&first.contacts, separation, -DVec3::Z);
            }
        }
    }
}

/// Boxes above boxes: a corner above a face, an edge across an edge.
#[test]
fn boxes_beside_boxes() {
    let separation = 0.03;
    let on_corner = DQuat::from_rotation_arc(DVec3::ONE.normalize(), DVec3::Z);
    let on_edge = DQuat::from_rotation_x(0.25 * PI);
    for (which, above) in blocks(DVec3::ONE).into_iter().enumerate() {
        for (other, below) in blocks(DVec3::ONE).into_iter().enumerate() {
            if which == 2 && other == 2 {
                // Two meshes have other methods.
                continue;
            }
            let a = placed(above.clone(), on_corner, dvec3(0.1, 0.05, 3.0), -DVec3::Z);
            let first = touch(ask(&a, &still(below.clone()), &query(separation, 3.0)));
            assert_at(&first, 2.5 - 0.75_f64.sqrt() - separation);
            let contact = alone(&first.contacts, separation, -DVec3::Z);
            assert!(contact.point.distance(dvec3(0.1, 0.05, 0.5 + 0.5 * separation)) < 1e-8, "{contact:?}");
            let lower = placed(below.clone(), on_edge, DVec3::ZERO, DVec3::ZERO);
            let across = DQuat::from_rotation_z(FRAC_PI_2) * on_edge;
            let upper = placed(above.clone(), across, dvec3(0.1, 0.2, 3.0), -DVec3::Z);
            let first = touch(ask(&upper, &lower, &query(separation, 3.0)));
            assert_at(&first, 3.0 - 2.0_f64.sqrt() - separation);
            alone(&first.contacts, separation, -DVec3::Z);
        }
    }
}

/// The rim of a hole, and its wall: a ball just fits through, with a known clearance.
#[test]
fn a_ball_keeps_its_distance_from_a_hole() {
    let plate = Solid::cuboid(dvec3(4.0, 4.0, 0.4)).expect("a plate");
    let plate = Solid::difference(&plate, &[Solid::cylinder(1.0, 2.0).expect("a hole")]).expect("a plate with a hole");
    let plate = still(plate);
    for ball in 0..2 {
        let falling = |radius: f64| moving(balls(radius)[ball].clone(), dvec3(0.05, 0.0, 2.0), -DVec3::Z);
        // 0.05 off the axis: a ball of radius 0.9 leaves 0.05 on one side.
        let clear = ask(&falling(0.9), &plate, &query(0.0499, 4.0));
        assert_eq!(clear.verdict, Verdict::Clear { until: 4.0 });
        // The crease is 0.95 away from the path of the ball's centre.
        for (radius, separation) in [(0.9, 0.0501), (0.9, 0.2), (1.2, 0.1)] {
            let first = touch(ask(&falling(radius), &plate, &query(separation, 4.0)));
            let time = 1.8 - ((radius + separation).powi(2) - 0.95_f64.powi(2)).sqrt();
            assert!((first.time.mid() - time).abs() < 1e-9 && first.time.width() < 1e-9, "{time} {:?}", first.time);
            let centre = dvec3(0.05, 0.0, 2.0 - time);
            alone(&first.contacts, separation, (dvec3(1.0, 0.0, 0.2) - centre).normalize());
        }
    }
}

/// The tip of a cone, an open surface, and a wavy one above another.
#[test]
fn tips_and_open_surfaces() {
    let separation = 0.04;
    let upside_down = DQuat::from_rotation_x(PI - 0.2);
    let tip = dvec3(0.2, 0.3, 2.0) + upside_down * DVec3::Z;
    let cone = placed(Brep::cone(0.5, 1.0).expect("a cone"), upside_down, dvec3(0.2, 0.3, 2.0), -DVec3::Z);
    let first = touch(ask(&cone, &still(floor(10.0)), &query(separation, 2.0)));
    assert_at(&first, tip.z - separation);
    let contact = alone(&first.contacts, separation, -DVec3::Z);
    assert!(matches!(contact.feature_a, Feature::Vertex(_)), "{contact:?}");
    // The same as an implicit solid, whose function has a kink there: within the tolerance only.
    let cone = placed(Solid::cone(0.5, 1.0).expect("a cone"), upside_down, dvec3(0.2, 0.3, 2.0), -DVec3::Z);
    let first = touch(ask(&cone, &still(floor(10.0)), &query(separation, 2.0)));
    let time = tip.z - separation;
    assert!(first.time.lower() <= time && first.time.lower() > time - 1e-6, "{time} {:?}", first.time);
    assert!((first.time.upper() - time).abs() < 1e-6, "{time} {:?}", first.time);
    // z = 1 − 0.3·cos(x − 0.2)·cos(y + 0.1): lowest where both cosines are one.
    let texts = ["u", "v", "1 - 0.3*cos(u - 0.2)*cos(v + 0.1)"];
    let wave = Brep::new(vec![Patch::parse(texts, [-1.0, 1.0], [-1.0, 1.0]).expect("a patch")]).expect("a surface");
    let wave = moving(wave, DVec3::Z, dvec3(0.2, 0.1, -1.0));
    let first = touch(ask(&wave, &still(floor(10.0)), &query(separation, 2.0)));
    assert_at(&first, 1.7 - separation);
    alone(&first.contacts, separation, -DVec3::Z);
}

/// A growing ball above a floor.
#[test]
fn bodies_that_deform() {
    let separation = 0.1;
    let during = Interval::between(0.0, 4.0);
    let texts = ["(1 + t/2)*cos(u)*sin(v)", "(1 + t/2)*sin(u)*sin(v)", "(1 + t/2)*cos(v)"];
    let patch = Patch::parse(texts, [0.0, 2.0 * PI], [0.0, PI]).expect("a patch");
    let growing = Brep::during(vec![patch], during).expect("a sphere");
    let formula = Expr::parse("x^2 + y^2 + z^2 - (1 + t/2)^2").expect("a formula");
    let implicit = Solid::formula(&formula, [DVec3::splat(-4.0), DVec3::splat(4.0)], during).expect("a ball");
    // A wall that does not meet a pole of the sphere.
    let wall = placed(floor(10.0), DQuat::from_rotation_arc(DVec3::Z, dvec3(0.6, 0.8, 0.0)), DVec3::ZERO, DVec3::ZERO);
    for shape in [Shape::from(growing), Shape::from(implicit)] {
        let ball = placed(shape, DQuat::from_rotation_z(0.3), dvec3(1.8, 2.4, 0.0), DVec3::ZERO);
        let first = touch(ask(&ball, &wall, &query(separation, 4.0)));
        // 3 − (1 + t/2) = 0.1
        assert_at(&first, 3.8);
        alone(&first.contacts, separation, -dvec3(0.6, 0.8, 0.0));
    }
}

/// Two bodies that pass at a known distance: a smaller separation is clear, a larger one touches.
#[test]
fn what_passes_at_a_distance() {
    let (place, velocity) = (dvec3(3.0, 2.0, 0.0), dvec3(-2.0, 0.0, 0.0));
    for kinds in 0..4 {
        let shape = |index: usize, radius: f64| balls(radius)[kinds >> index & 1].clone();
        let (a, b) = (still(shape(0, 1.0)), moving(shape(1, 0.7), place, velocity));
        // Their centres pass at a distance of 2, which leaves a gap of 0.3.
        let clear = ask(&a, &b, &query(0.3 - 1e-5, 3.0));
        assert_eq!(clear.verdict, Verdict::Clear { until: 3.0 });
        let first = touch(ask(&a, &b, &query(0.3 + 1e-5, 3.0)));
        assert_at(&first, ball_time(place, velocity, 2.0 + 1e-5));
    }
}

/// Already within the separation at the start: reported as initial, with the actual distance.
#[test]
fn too_close_at_the_start() {
    let place = dvec3(1.2, 1.0, 0.3);
    let normal = place.normalize();
    let gap = place.length() - 1.5;
    for kinds in 0..4 {
        let shape = |index: usize, radius: f64| balls(radius)[kinds >> index & 1].clone();
        // It moves away.
        let (a, b) = (still(shape(0, 1.0)), moving(shape(1, 0.5), place, place));
        let first = touch(ask(&a, &b, &query(gap + 0.05, 1.0)));
        assert_eq!(first.time, Interval::ZERO);
        let [contact] = first.contacts.as_slice() else { panic!("{:?}", first.contacts) };
        assert!(contact.initial && (contact.gap - gap).abs() < 1e-6, "{contact:?} {gap}");
        assert!(contact.normal.distance(normal) < 1e-5, "{contact:?}");
        let clear = ask(&a, &b, &query(gap - 1e-4, 1.0));
        assert_eq!(clear.verdict, Verdict::Clear { until: 1.0 });
    }
    // A mesh, an edge of which is closest.
    let block = still(primitive::cuboid(DVec3::ONE).expect("a box"));
    for ball in balls(0.5) {
        let ball = moving(ball, dvec3(1.0, 0.1, 1.2), DVec3::X);
        let gap = dvec3(0.5, 0.0, 0.7).length() - 0.5;
        let first = touch(ask(&ball, &block, &query(0.4, 1.0)));
        let [contact] = first.contacts.as_slice() else { panic!("{:?}", first.contacts) };
        assert!(contact.initial && (contact.gap - gap).abs() < 1e-6, "{contact:?} {gap}");
        assert_eq!(ask(&ball, &block, &query(0.3, 1.0)).verdict, Verdict::Clear { until: 1.0 });
    }
    // One inside the other, with every separation.
    let inside = touch(ask(&still(balls(1.0)[0].clone()), &still(balls(0.2)[1].clone()), &query(0.01, 1.0)));
    let contact = inside.contacts[0];
    let depth = 1.0 - contact.point.length();
    assert!(contact.initial && contact.point.length() <= 0.2 && (contact.gap + depth).abs() < 1e-2, "{inside:?}");
}

/// Two balls in one body, one slightly higher. A tracked contact of the lower one is not found again. Among many
/// bodies the first two count.
#[test]
fn known_approaches_and_many_bodies() {
    let separation = 0.2;
    let at = |place: DVec3| Pose::new(DQuat::IDENTITY, place).expect("a pose");
    let ball = |place: DVec3| Solid::sphere(0.5).expect("a ball").placed(&at(place));
    let pair = Solid::union(&[ball(dvec3(-1.0, 0.0, 2.0)), ball(dvec3(1.0, 0.0, 2.1))]).expect("two balls");
    let (pair, floor) = (moving(pair, DVec3::ZERO, -DVec3::Z), still(floor(10.0)));
    let first = touch(ask(&pair, &floor, &query(separation, 2.0)));
    assert_at(&first, 1.3);
    let known = Tracked { path: Motion::Still(at(dvec3(-1.0, 0.0, 0.1))), radius: 0.3 };
    let next = touch(ask(&pair, &floor, &Query { tracked: vec![known], ..query(separation, 2.0) }));
    assert_at(&next, 1.4);
    assert!(next.contacts[0].point.distance(dvec3(1.0, 0.0, 0.1)) < 1e-8, "{:?}", next.contacts);
    // A ball that falls beside them from a lower height is first.
    let beside = moving(Brep::sphere(0.5).expect("a sphere"), dvec3(0.0, 3.0, 1.6), -DVec3::Z);
    let bodies = [&pair, &floor, &beside].map(|moving| SceneMember { moving, self_contact: false });
    let answer = first_contact_among(&bodies, &query(separation, 2.0)).expect("a method");
    let [contact] = answer.contacts.as_slice() else { panic!("{:?}", answer.contacts) };
    assert_eq!([contact.a, contact.b], [1, 2]);
    assert!((contact.contact.time.mid() - 0.9).abs() < 1e-10, "{contact:?}");
}
