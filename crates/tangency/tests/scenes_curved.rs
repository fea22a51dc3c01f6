//! The answers for the built-in scenes of curved bodies.
//!
//! References: closed forms from the constants of the scenes; for the bumpy bodies and the fruit, fine samples of the
//! surfaces in floating point, which can only detect a contact too late; for the teapots, fine triangles, whose contact
//! another method finds.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use glam::{DVec3, dvec3};
use std::f64::consts::{FRAC_PI_2, TAU};
use tangency::detect::Evidence;
use tangency::formats::{Scene, SceneBody};
use tangency::geometry::solid::SolidWork as Workspace;
use tangency::geometry::{Placement, Pose, Shape};
use tangency::{CheckOptions, Report, check, scenes};

fn ask(name: &str) -> Report {
    let report = check(&scenes::find(name).unwrap().make(), &CheckOptions::default()).unwrap();
    assert_eq!((report.verdict.name(), report.evidence), ("touch", Evidence::Proved), "{name}");
    report
}

fn points(report: &Report) -> Vec<DVec3> {
    report.contacts().iter().map(|contact| DVec3::from(contact.point)).collect()
}

/// Checks that the bracket contains the time, starts at most `early` before it and ends at most `late` after it, in
/// seconds.
fn assert_time(report: &Report, time: f64, [early, late]: [f64; 2]) {
    let [from, to] = report.time().unwrap();
    assert!(from <= time + 1e-14 && time - from <= early, "{time} is not in [{from}, {to}]");
    assert!(time <= to + 1e-14 && to - time <= late, "{time} is not in [{from}, {to}]");
}

/// Checks that sampled contacts of a curve or a region keep the spacing. Isolated contacts, which are proved, are all
/// reported, for example where an outline crosses a crease.
fn assert_apart(report: &Report, spacing: f64) {
    let sampled = report.contacts().iter().filter(|contact| !contact.proved);
    let points: Vec<DVec3> = sampled.map(|contact| DVec3::from(contact.point)).collect();
    for (index, point) in points.iter().enumerate() {
        let nearest = points[..index].iter().map(|other| other.distance(*point)).fold(f64::INFINITY, f64::min);
        assert!(nearest >= spacing * (1.0 - 1e-9), "{point} is {nearest} from another");
    }
}

/// In a plane through the axis, the circle of the tube meets the line of the cone's wall when the distance of its
/// centre from the line is the radius of the tube.
#[test]
fn the_torus_touches_the_cone_in_a_circle() {
    use scenes::ring::{BASE, HEIGHT, RADIUS, SPACING, SPEED, START, TUBE};
    let report = ask("torus-on-cone");
    let slant = BASE.hypot(HEIGHT);
    let middle = HEIGHT * (1.0 - RADIUS / BASE) + TUBE * slant / BASE;
    assert_time(&report, (START - middle) / SPEED, [1e-5, 1e-9]);
    // From the centre of the tube perpendicular to the wall.
    let (radius, height) = (RADIUS - TUBE * HEIGHT / slant, middle - TUBE * BASE / slant);
    let points = points(&report);
    let mut angles: Vec<f64> = points
        .iter()
        .map(|point| {
            assert!((point.x.hypot(point.y) - radius).abs() < 1e-5 && (point.z - height).abs() < 1e-5, "{point}");
            point.y.atan2(point.x)
        })
        .collect();
    for contact in report.contacts() {
        let inwards = -DVec3::new(contact.point[0], contact.point[1], 0.0).normalize();
        let normal = (HEIGHT * inwards - BASE * DVec3::Z) / slant;
        assert!(DVec3::from(contact.normal).distance(normal) < 1e-4, "{contact:?}");
    }
    assert!(points.len() >= 20, "{} contacts", points.len());
    assert_apart(&report, SPACING);
    angles.sort_by(f64::total_cmp);
    angles.push(angles[0] + TAU);
    for pair in angles.windows(2) {
        let gap = 2.0 * radius * (0.5 * (pair[1] - pair[0])).sin();
        assert!(gap <= 2.0 * SPACING, "a gap of {gap}");
    }
}

/// Tori touch when the distance of the centre circles of their tubes is the sum of the tube radii. The upright circle
/// lies in the y-z plane at height h, with angle v; the horizontal circle has angle u. The squared distance is
/// R²·(1 − 2·sin u·cos v + cos²v) + (h + R·sin v)². It is least for sin u = ±1: two opposite points, both in the y-z
/// plane.
#[test]
fn the_tori_touch_at_two_places() {
    use scenes::tori::{RADIUS, SPEED, START, TUBE, TURN};
    let report = ask("tori");
    let reach = RADIUS + 2.0 * TUBE;
    let height = (reach * reach - RADIUS * RADIUS).sqrt();
    assert_time(&report, (START - height) / SPEED, [1e-10, 1e-10]);
    let across = dvec3(-TURN.sin(), TURN.cos(), 0.0);
    // On the line from the centre of the horizontal tube to the centre of the upright torus.
    let expected = [-1.0, 1.0].map(|side| {
        let middle = side * RADIUS * across;
        middle + TUBE / reach * (height * DVec3::Z - middle)
    });
    assert_eq!(report.contacts().len(), 2, "{:?}", report.contacts());
    for place in expected {
        let found = report.contacts().iter().find(|contact| DVec3::from(contact.point).distance(place) < 1e-9);
        let contact = found.unwrap_or_else(|| panic!("{place} is not among {:?}", report.contacts()));
        assert!(contact.proved && contact.a == "standing" && contact.b == "lying");
        let normal = (place - height * DVec3::Z).normalize();
        assert!(DVec3::from(contact.normal).distance(normal) < 1e-8, "{contact:?}");
    }
}

/// The cloth falls as the tilted plane z − s·x = h. It touches the torus where z − s·x is largest: from the centre
/// circle of the tube at the lower end, along the normal of the plane.
#[test]
fn the_cloth_touches_the_torus_at_its_lower_end() {
    use scenes::drape::{BALL, RADIUS, SLOPE, SPEED, START, TUBE};
    let report = ask("cloth-on-torus");
    let length = 1.0_f64.hypot(SLOPE);
    let height = RADIUS * SLOPE + TUBE * length;
    assert!(BALL * length < height, "the ball is lower");
    assert_time(&report, (START - height) / SPEED, [1e-10, 1e-10]);
    let normal = dvec3(-SLOPE, 0.0, 1.0) / length;
    assert_eq!(report.contacts().len(), 1, "{:?}", report.contacts());
    let contact = &report.contacts()[0];
    assert!(contact.proved && contact.a == "cloth" && contact.b == "torus", "{contact:?}");
    let place = dvec3(-RADIUS, 0.0, 0.0) + TUBE * normal;
    assert!(DVec3::from(contact.point).distance(place) < 1e-8, "{contact:?} is not at {place}");
    assert!(DVec3::from(contact.normal).distance(-normal) < 1e-7, "{contact:?}");
}

fn pose(body: &SceneBody, time: f64) -> Pose {
    match body.motion.at(time) {
        Placement::Pose(pose) => pose,
        Placement::Points(_) | Placement::Expression(_) => panic!("{} is rigid", body.name),
    }
}

/// Points of a body's faces at an instant, in the world frame, on a grid with `steps` along the two parameters.
fn samples(body: &SceneBody, time: f64, steps: [u32; 2]) -> Vec<DVec3> {
    let Shape::Parametric(brep) = &body.shape else { panic!("{} is parametric", body.name) };
    let (pose, mut work) = (pose(body, time), Default::default());
    let mut points = Vec::new();
    for face in brep.faces() {
        let [u, v] = face.patch().domain();
        let at = |range: tangency::interval::Interval, step: u32, steps: u32| {
            range.lower() + (range.upper() - range.lower()) * f64::from(step) / f64::from(steps)
        };
        for i in 0..steps[0] {
            for j in 0..=steps[1] {
                let local = face.patch().values(at(u, i, steps[0]), at(v, j, steps[1]), time, &mut work);
                points.push(pose.apply(local));
            }
        }
    }
    points
}

/// The distance of the surface of a bumpy body from its centre, in the direction of a point.
fn bumpy_radius(point: DVec3, [around, along]: [u32; 2]) -> f64 {
    use scenes::bumpy::HEIGHT;
    let (angle, down) = (point.y.atan2(point.x), (point.z / point.length()).acos());
    let wave = (f64::from(around) * angle).cos() * (f64::from(along) * (down - FRAC_PI_2)).cos();
    1.0 + HEIGHT * down.sin().powi(around as i32) * wave
}

#[test]
fn the_bumpy_bodies_touch_no_later_than_samples_see_it() {
    use scenes::bumpy::BUMPS;
    let report = ask("bumpy");
    let [from, to] = report.time().unwrap();
    assert!(to - from <= 1e-9, "bracket of {} s", to - from);
    assert_eq!(report.contacts().len(), 1, "{:?}", report.contacts());
    let contact = &report.contacts()[0];
    assert!(contact.proved && !contact.initial, "{contact:?}");
    let scene = scenes::find("bumpy").unwrap().make();
    // Both surfaces contain the contact, by the formula above.
    for (body, bumps) in scene.bodies.iter().zip(BUMPS) {
        let now = pose(body, from);
        let local = now.rotation().inverse() * (DVec3::from(contact.point) - now.translation());
        assert!((local.length() - bumpy_radius(local, bumps)).abs() < 1e-8, "{contact:?} is off {}", body.name);
    }
    let overlap = |time: f64| {
        let other = pose(&scene.bodies[1], time);
        samples(&scene.bodies[0], time, [240, 120]).into_iter().any(|point| {
            let local = other.rotation().inverse() * (point - other.translation());
            local.length() < bumpy_radius(local, BUMPS[1])
        })
    };
    for step in 0..10 {
        assert!(!overlap(from * f64::from(step) / 10.0), "an overlap before {from}");
    }
    assert!(!overlap(from) && overlap(to + 2e-3), "samples see nothing soon after {to}");
}

/// The lower side of the tube reaches the centre line of the cushion at the same instant everywhere.
#[test]
fn the_tube_touches_the_cushion_along_a_curve() {
    use scenes::tube::{HALF_LENGTH, HEIGHT, INSTANT, SPACING};
    let report = ask("tube-on-cushion");
    assert_time(&report, INSTANT, [1e-5, 1e-9]);
    let mut points = points(&report);
    for point in &points {
        let height = HEIGHT * (1.0 - point.x * point.x);
        assert!(point.y.abs() < 1e-3 && (point.z - height).abs() < 1e-5, "{point}");
    }
    assert_apart(&report, SPACING);
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    let (first, last) = (points[0].x, points[points.len() - 1].x);
    assert!(first + HALF_LENGTH < 2.0 * SPACING && HALF_LENGTH - last < 2.0 * SPACING, "from {first} to {last}");
    assert!(points.windows(2).all(|pair| pair[0].distance(pair[1]) <= 2.0 * SPACING), "{points:?}");
}

/// The contact region is the part of the raised squares of the board inside the outline of the body.
#[test]
fn the_wavy_body_touches_the_board_in_patches() {
    use scenes::checkerboard::{HALF, LEVEL, SIMULTANEITY, SPACING, SPEED, SQUARES, START, WAVES, WAVINESS};
    let report = ask("checkerboard");
    assert_time(&report, START / SPEED, [SIMULTANEITY, 1e-9]);
    let raised = |x: f64, y: f64| (SQUARES * x).cos() * (SQUARES * y).cos() - LEVEL;
    // The point of the lower side at these parameters.
    let place =
        |u: f64, v: f64| dvec3(u * (1.0 + WAVINESS * (WAVES * v).cos()), v * (1.0 + WAVINESS * (WAVES * u).cos()), 0.0);
    let (steps, mut patch) = (320, Vec::new());
    for (i, j) in (0..=steps).flat_map(|i| (0..=steps).map(move |j| (i, j))) {
        let [u, v] = [i, j].map(|step| HALF * (2.0 * f64::from(step) / f64::from(steps) - 1.0));
        let place = place(u, v);
        if raised(place.x, place.y) >= 0.0 {
            patch.push(place);
        }
    }
    let points = points(&report);
    assert_apart(&report, SPACING);
    // Every contact lies in a patch, up to the corners that steps of 1.6 mm miss. Every point of a patch is near a
    // contact.
    let nearest =
        |place: DVec3, among: &[DVec3]| among.iter().map(|other| other.distance(place)).fold(f64::INFINITY, f64::min);
    for point in &points {
        assert!(point.z.abs() < 1e-4 && nearest(*point, &patch) < 5e-3 && raised(point.x, point.y) > -1e-3, "{point}");
    }
    for place in &patch {
        assert!(nearest(*place, &points) <= 2.0 * SPACING, "{place} is {} from all contacts", nearest(*place, &points));
    }
    // The central square and its diagonal neighbours.
    let next = std::f64::consts::PI / SQUARES;
    for middle in [[0.0, 0.0], [next, next], [-next, next], [next, -next], [-next, -next]] {
        let middle = dvec3(middle[0], middle[1], 0.0);
        assert!(nearest(middle, &points) < 2.0 * SPACING, "no contact near {middle}");
    }
    assert!(report.stats.iterations <= 10_000, "{} iterations", report.stats.iterations);
}

/// Before the contact no sample of a fruit is inside the lobster. The contact lies on the surface of the lobster, and
/// shortly after it samples of the fruit are inside.
#[test]
fn fruit_touch_the_lobster_no_later_than_samples_see_it() {
    let report = ask("fruit");
    let [from, to] = report.time().unwrap();
    let scene = scenes::find("fruit").unwrap().make();
    let (lobster, fruit) = scene.bodies.split_first().unwrap();
    let Shape::Implicit(solid) = &lobster.shape else { panic!("volume data") };
    let mut work = Workspace::default();
    let mut value = |point: DVec3| solid.value_at(point, 0.0, &mut work);
    for body in fruit {
        for time in [0.0, 0.5 * from, from] {
            let least = samples(body, time, [24, 16]).into_iter().map(&mut value).fold(f64::INFINITY, f64::min);
            assert!(least > -1e-9, "{} is in the lobster at {time}, before {from}", body.name);
        }
    }
    assert_eq!(report.contacts().len(), 1, "{:?}", report.contacts());
    let contact = &report.contacts()[0];
    assert_eq!(contact.a, "lobster");
    assert!(value(DVec3::from(contact.point)).abs() < 1e-6, "{contact:?}");
    let body = fruit.iter().find(|body| body.name == contact.b).unwrap();
    let deepest = samples(body, to + 2e-2, [96, 64]).into_iter().map(&mut value).fold(f64::INFINITY, f64::min);
    assert!(deepest < 0.0, "{} goes on to {deepest}", body.name);
}

/// At the contact, the distance of the centre of the pin's end from the nearest point of the rim is the clearance plus
/// its radius. If the requested clearance is below the play, the pin goes through.
#[test]
fn the_pin_comes_too_close_to_the_rim() {
    use scenes::bore::{ASIDE, BLOCK, BORE, CLEARANCE, PIN, SPEED, START};
    let report = ask("pin-in-bore");
    let above = ((PIN + CLEARANCE).powi(2) - (BORE - ASIDE).powi(2)).sqrt();
    assert_time(&report, (START - 0.5 * BLOCK.z - above) / SPEED, [1e-9, 1e-9]);
    let [contact] = report.contacts() else { panic!("{:?}", report.contacts()) };
    assert!(contact.proved && (contact.gap - CLEARANCE).abs() < 1e-9, "{contact:?}");
    let rim = dvec3(BORE, 0.0, 0.5 * BLOCK.z);
    let out = (rim - dvec3(ASIDE, 0.0, 0.5 * BLOCK.z + above)).normalize();
    assert!(DVec3::from(contact.normal).distance(out) < 1e-8, "{contact:?}");
    assert!(DVec3::from(contact.point).distance(rim - 0.5 * CLEARANCE * out) < 1e-8, "{contact:?}");
    let play = BORE - PIN - ASIDE;
    let closer = CheckOptions { separation: Some(0.9 * play), ..Default::default() };
    let report = check(&scenes::find("pin-in-bore").unwrap().make(), &closer).unwrap();
    assert_eq!((report.verdict.name(), report.evidence), ("clear", Evidence::Proved));
}

/// A scene file with curved bodies and `query.separation`.
#[test]
fn a_scene_file_asks_for_a_clearance() {
    let text = r#"
span = { end = 3 }
[query]
separation = 0.25
[[body]]
name = "ball"
shape = { sphere = { radius = 0.5 }, smooth = true }
motion = { linear = { position = [0, 0, 3], velocity = [0, 0, -1] } }
[[body]]
name = "cushion"
shape = { implicit = "x^2 + y^2 + 4*z^2 - 1", box = [[-1.5, -1.5, -1], [1.5, 1.5, 1]] }
"#;
    let scene = Scene::parse(text, "cushion.toml").unwrap();
    let report = check(&scene, &CheckOptions::default()).unwrap();
    assert_eq!(report.verdict.name(), "touch");
    // The top of the cushion is at 0.5.
    assert_time(&report, 3.0 - 0.5 - 0.5 - 0.25, [1e-9, 1e-9]);
    assert!((report.contacts()[0].gap - 0.25).abs() < 1e-9, "{:?}", report.contacts());
}

/// Teapots of fine triangles, with corners on the patches, meet at the same time and place but for their deviation. The
/// contact is on both patches.
#[test]
fn the_teapots_meet_like_teapots_of_triangles() {
    use tangency::detect::{Moving, Query, Verdict, first_contact};
    use tangency::geometry::{Contact, Feature, Mesh};
    // Metres. The triangles deviate by no more than about this.
    let deviation = 2e-5;
    let scene = scenes::find("teapots").unwrap().make();
    let report = ask("teapots");
    let contact = &report.contacts()[0];
    let [from, to] = report.time().unwrap();
    for (body, feature) in scene.bodies.iter().zip([contact.feature_a, contact.feature_b]) {
        let Shape::Parametric(brep) = &body.shape else { panic!("a curved body") };
        let Feature::Patch { index, parameters: [u, v] } = feature else { panic!("{feature:?}") };
        let local = brep.faces()[index as usize].patch().at(u, v, 0.0);
        let place = body.motion.at(to).point(0, local);
        assert!(place.distance(DVec3::from(contact.point)) < 1e-9, "{place}");
    }
    let rough = scene.bodies.iter().map(|body| {
        let Shape::Parametric(brep) = &body.shape else { panic!("a curved body") };
        let fine = brep.tessellation(deviation);
        let mesh = Mesh::new(fine.corners_at(0.0), fine.triangles().to_vec()).unwrap();
        Moving::new(Shape::Mesh(mesh), body.motion.clone()).unwrap()
    });
    let rough: Vec<Moving> = rough.collect();
    let answer = first_contact(&rough[0], &rough[1], &Query::default()).unwrap();
    let Verdict::Touch(first) = answer.verdict else { panic!("{answer:?}") };
    // They approach at some 0.8 m/s along a normal that is oblique to the velocity.
    let late = 4.0 * deviation / 0.5;
    assert!((first.time.lower() - from).abs() < late, "{} {from}", first.time.lower());
    let near = |met: &Contact| met.point.distance(DVec3::from(contact.point)) < 0.02;
    assert!(first.contacts.iter().any(near), "{:?}", first.contacts);
}
