//! The answers for the built-in scenes.
//!
//! References: closed forms from the constants of the scenes.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use std::collections::BTreeSet;
use tangency::detect::Evidence;
use tangency::formats::ContactReport;
use tangency::geometry::Feature;
use tangency::interval::Interval;
use tangency::{CheckOptions, Report, check, scenes};

fn ask(name: &str, options: &CheckOptions) -> Report {
    check(&scenes::find(name).unwrap().make(), options).unwrap()
}

/// Checks that the contact is proved, and that its bracket is at most 1e-9 of the span wide and intersects `expected`.
fn touches_at(report: &Report, expected: Interval) {
    assert_eq!((report.verdict.name(), report.evidence), ("touch", Evidence::Proved));
    let [from, to] = report.time().unwrap();
    assert!(to - from <= 1e-9, "bracket of {} s", to - from);
    assert!(!Interval::new(from, to).unwrap().disjoint(expected), "[{from}, {to}] but {expected:?}");
    assert_eq!(report.clear_until(), from);
}

#[test]
fn the_needle_is_caught_although_both_ends_of_the_step_are_free() {
    use scenes::needle::{HEIGHT, SPEED, THICKNESS};
    let report = ask("needle", &CheckOptions::default());
    let time = (Interval::from(HEIGHT) - Interval::from(THICKNESS) / 2.0) / SPEED;
    touches_at(&report, time);
    assert_eq!(report.contacts().len(), 1);
    let contact = &report.contacts()[0];
    assert!(contact.proved && !contact.initial && contact.a == "needle" && contact.b == "plate");
    assert!((contact.normal[2] + 1.0).abs() < 1e-12, "from the needle down into the plate: {contact:?}");
    assert!((contact.point[2] - THICKNESS / 2.0).abs() < 1e-9);

    // Sampling at the start and the end finds no contact.
    for moment in [0.0, 1.0] {
        let mut frozen = scenes::find("needle").unwrap().make();
        for body in &mut frozen.bodies {
            let tangency::geometry::Placement::Pose(pose) = body.motion.at(moment) else { panic!("rigid") };
            body.motion = tangency::geometry::Motion::Still(pose);
        }
        assert_eq!(check(&frozen, &CheckOptions::default()).unwrap().verdict.name(), "clear");
    }
}

#[test]
fn the_slider_is_clear_by_exactly_its_clearance() {
    use scenes::rail::CLEARANCE;
    let report = ask("rail", &CheckOptions::default());
    assert_eq!((report.verdict.name(), report.evidence), ("clear", Evidence::Proved));
    assert_eq!((report.clear_until(), report.time()), (1.0, None));
    let closer = |separation: f64| {
        let options = CheckOptions { separation: Some(separation), tolerance: Some(1e-9), ..Default::default() };
        ask("rail", &options).verdict.name()
    };
    assert_eq!(closer(0.99 * CLEARANCE), "clear");
    assert_eq!(closer(1.01 * CLEARANCE), "touch");
}

/// The corners of the peg move on a circle. Its least distance from the walls is the clearance.
#[test]
fn the_peg_turns_into_its_hole_by_exactly_its_clearance() {
    use scenes::peg::CLEARANCE;
    let report = ask("peg", &CheckOptions::default());
    assert_eq!((report.verdict.name(), report.evidence), ("clear", Evidence::Proved));
    let closer = |separation: f64| {
        let options = CheckOptions { separation: Some(separation), tolerance: Some(1e-9), ..Default::default() };
        ask("peg", &options)
    };
    assert_eq!(closer(0.99 * CLEARANCE).verdict.name(), "clear");
    let near = closer(1.01 * CLEARANCE);
    assert_eq!(near.verdict.name(), "touch");
    assert!(
        near.contacts()
            .iter()
            .all(|contact| contact.a == "peg" && contact.b == "block" && contact.normal[2].abs() < 1e-6)
    );
}

#[test]
fn everything_lands_at_once() {
    let report = ask("landing", &CheckOptions::default());
    touches_at(&report, scenes::landing::INSTANT.into());
    let parts: BTreeSet<&str> = report.contacts().iter().map(|contact| &*contact.a).collect();
    assert_eq!(parts, BTreeSet::from(["ball", "cube", "ring", "tetrahedron", "top"]));
    let count = |part: &str| report.contacts().iter().filter(|contact| contact.a == part).count();
    assert!(count("top") == 1 && count("tetrahedron") >= 2 && count("cube") >= 4);
    // The ring lands on all 48 of its sides. An answer lists an even sample of at most 32 contacts in one plane: each
    // side is listed itself or next to a listed one.
    assert_eq!(count("ring"), 32);
    for side in 0..48 {
        let (sin, cos) = (std::f64::consts::TAU * f64::from(side) / 48.0).sin_cos();
        let away = |[x, y, _]: [f64; 3]| (x + 0.5 - 0.25 * cos).hypot(y - 0.4 - 0.25 * sin);
        let ring = report.contacts().iter().filter(|contact| contact.a == "ring");
        let nearest = ring.map(|contact| away(contact.point)).fold(f64::INFINITY, f64::min);
        assert!(nearest < 1.01 * 0.5 * (std::f64::consts::PI / 48.0).sin(), "side {side}: {nearest} m away");
    }
    assert!(report.contacts().iter().all(|contact| contact.b == "table" && contact.normal[2] < -0.999));
}

#[test]
fn the_sphere_lands_on_the_side_of_the_cone() {
    use scenes::primitives::{INSTANT, LANDING, NORMAL, SPHERE};
    let report = ask("primitives", &CheckOptions::default());
    touches_at(&report, INSTANT.into());
    assert_eq!(report.contacts().len(), 1);
    let contact = &report.contacts()[0];
    assert!(contact.proved && contact.a == "sphere" && contact.b == "cone", "{contact:?}");
    let (normal, point) = (glam::DVec3::from(contact.normal), glam::DVec3::from(contact.point));
    assert!(normal.distance(NORMAL) < 1e-12, "{normal}");
    assert!(point.distance(LANDING + SPHERE * NORMAL) < 1e-10, "{point}");
    let scene = scenes::find("primitives").unwrap().make();
    let parts = [("sphere", contact.feature_a), ("cone", contact.feature_b)];
    let names = parts.map(|(body, feature)| scene.part_name(body, feature));
    assert_eq!(names, ["surface", "side"].map(|name| Some(name.to_owned())));
}

/// The bottom of the chassis is flat, so it meets the top of the rock at its height.
#[test]
fn the_rover_comes_down_on_the_rock() {
    use scenes::terrain::{INSTANT, ROCK, SAMPLES};
    let report = ask("terrain", &CheckOptions::default());
    touches_at(&report, INSTANT.into());
    let [contact] = report.contacts() else { panic!("{:?}", report.contacts()) };
    assert!(contact.a == "rover" && contact.b == "island", "{contact:?}");
    let (normal, point) = (glam::DVec3::from(contact.normal), glam::DVec3::from(contact.point));
    assert!(normal.distance(glam::DVec3::NEG_Z) < 1e-9, "{normal}");
    assert!(point.distance(glam::dvec3(0.0, 0.0, ROCK)) < 1e-6, "{point}");
    let scene = scenes::find("terrain").unwrap().make();
    let middle = SAMPLES / 2;
    assert_eq!(scene.part_name("island", contact.feature_b), Some(format!("height ({middle}, {middle})")));
    assert!(scene.part_name("rover", contact.feature_a).is_some_and(|name| name.starts_with("chassis: ")));
}

#[test]
fn the_prism_touches_along_the_block() {
    use scenes::edge::{HALF_WIDTH, TOP};
    let report = ask("edge", &CheckOptions::default());
    // Its edge is 0.25 m below its axis, which starts at a height of 0.75 m and descends at 0.5 m/s.
    let time = (0.75 - 0.25 - TOP) / 0.5;
    touches_at(&report, Interval::new(time - 1e-12, time + 1e-12).unwrap());
    let ends = report.contacts().iter().map(|contact| contact.point[0]);
    let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    assert!((low + HALF_WIDTH).abs() < 1e-8 && (high - HALF_WIDTH).abs() < 1e-8, "from {low} to {high}");
}

/// Checks that the scene touches within its span, and that a query up to the start of the bracket is clear.
fn touches_and_not_before(name: &str) -> Report {
    let report = ask(name, &CheckOptions::default());
    assert_eq!((report.verdict.name(), report.evidence), ("touch", Evidence::Proved), "{name}");
    let [from, to] = report.time().unwrap();
    assert!(from > 0.0 && to < 1.0 && to - from <= 1e-9, "{name}");
    let mut before = scenes::find(name).unwrap().make();
    before.span.end = from;
    assert_eq!(check(&before, &CheckOptions::default()).unwrap().verdict.name(), "clear", "{name}");
    report
}

#[test]
fn the_knot_touches_and_not_before() {
    touches_and_not_before("knot");
}

/// The instant at which a length is zero that is `from` at frame `frame` of `pieces` and `to` at the next frame, with
/// linear interpolation.
fn zero_between(frame: usize, pieces: usize, from: f64, to: f64) -> Interval {
    let time = (frame as f64 + from / (from - to)) / pieces as f64;
    Interval::new(time - 1e-12, time + 1e-12).unwrap()
}

#[test]
fn the_cloth_meets_the_top_of_the_ball() {
    use scenes::cloth::{DEPTH, LANDED, PIECES, RADIUS, middle};
    let report = ask("cloth", &CheckOptions::default());
    let above = middle((LANDED - 1) as f64 / PIECES as f64) - RADIUS;
    touches_at(&report, zero_between(LANDED - 1, PIECES, above, -DEPTH));
    assert_eq!(report.contacts().len(), 1);
    let contact = &report.contacts()[0];
    assert!(contact.a == "cloth" && contact.b == "ball" && contact.proved, "{contact:?}");
    let features = (contact.feature_a, contact.feature_b);
    assert!(matches!(features, (Feature::Face { .. } | Feature::Patch { .. }, Feature::Vertex(_))), "{contact:?}");
    let [x, y, z] = contact.point;
    assert!(x.abs() < 1e-12 && y.abs() < 1e-12 && (z - RADIUS).abs() < 1e-12, "{contact:?}");
}

#[test]
fn the_ends_of_the_ribbon_meet_in_their_middles() {
    use scenes::ribbon::{LENGTH, PIECES, TURNS};
    let report = ask("ribbon", &CheckOptions::default());
    // The distance of the centres of both ends in x: 2 sin(κ L / 2) / κ in the frames, linear in between.
    let apart = |frame: usize| {
        let bend = std::f64::consts::TAU * TURNS * frame as f64 / (PIECES as f64 * LENGTH);
        2.0 * (bend * LENGTH / 2.0).sin() / bend
    };
    let before = (1..PIECES).find(|&frame| apart(frame + 1) <= 0.0).unwrap();
    touches_at(&report, zero_between(before, PIECES, apart(before), apart(before + 1)));
    assert_eq!(report.contacts().len(), 1);
    let contact = &report.contacts()[0];
    assert!(contact.a == "ribbon" && contact.b == "ribbon" && contact.proved && !contact.initial, "{contact:?}");
    assert!(contact.point[0].abs() < 1e-9 && contact.point[1].abs() < 1e-9, "on the axis: {contact:?}");
}

/// References: the centre line of the rod in closed form. A square of side w contains a circle of radius w/2 and lies
/// in a circle of radius w/√2. Hence strands with centre lines farther apart than √2·w cannot touch, and at the first
/// contact the distance is not much below w. Linear interpolation between frames shrinks a rotating square by up to 2
/// %.
#[test]
fn the_rod_touches_itself_where_its_loop_closes() {
    use scenes::rod::{HALF_LENGTH, SIDE, UNIT, loop_angle, middle_line};
    let report = touches_and_not_before("rod");
    let time = report.time().unwrap()[0];
    let steps = 3000;
    let half = |sign: f64| {
        let at = |step: usize| sign * HALF_LENGTH * step as f64 / f64::from(steps);
        (0..=steps as usize).map(move |step| UNIT * middle_line(at(step), loop_angle(time))).collect::<Vec<_>>()
    };
    // A half turn about the y axis exchanges the halves. The strands cross where both reach that axis.
    let (left, right) = (half(-1.0), half(1.0));
    let crossing = (steps as usize / 6..=steps as usize)
        .min_by(|&a, &b| left[a].distance(right[a]).total_cmp(&left[b].distance(right[b])))
        .unwrap();
    let apart = left[crossing].distance(right[crossing]);
    assert!((0.98 * SIDE..std::f64::consts::SQRT_2 * SIDE).contains(&apart), "strands {apart} m apart, side {SIDE} m");
    let contact = &report.contacts()[0];
    let from_crossing = (glam::DVec3::from(contact.point) - (left[crossing] + right[crossing]) / 2.0).length();
    assert!(contact.a == "rod" && contact.b == "rod" && from_crossing < SIDE, "{contact:?}");
}

/// The corners of the arm are √2·HALF_ARM from its centre. They reach the walls of the hole, HALF_HOLE away, when the
/// block has turned by 45° − acos(HALF_HOLE / (√2·HALF_ARM)). The arm is inside by then.
#[test]
fn the_hole_jams_on_the_corners_of_the_arm() {
    use scenes::hole::{HALF_ARM, HALF_HOLE, TURN};
    let report = ask("hole", &CheckOptions::default());
    let diagonal = std::f64::consts::SQRT_2 * HALF_ARM;
    let time = (std::f64::consts::FRAC_PI_4 - (HALF_HOLE / diagonal).acos()) / TURN;
    touches_at(&report, Interval::new(time - 1e-12, time + 1e-12).unwrap());
    for contact in report.contacts() {
        let [x, y, z] = contact.point;
        assert!((y - HALF_ARM).hypot(z) - diagonal < 1e-6 && x < 1.0 + 1e-6, "on a corner of the arm: {contact:?}");
        assert!(contact.a == "block" && contact.b == "L", "{contact:?}");
    }
}

/// At the start and after every step of the thread, facing corners of both threads are CLEARANCE apart. The scene is
/// clear, and touches if this clearance is requested.
#[test]
fn the_screw_goes_home_without_touching() {
    use scenes::thread::CLEARANCE;
    let report = ask("screw-in-nut", &CheckOptions::default());
    assert_eq!((report.verdict.name(), report.evidence), ("clear", Evidence::Proved));
    let wider = CheckOptions { separation: Some(CLEARANCE), ..Default::default() };
    assert_eq!(ask("screw-in-nut", &wider).verdict.name(), "touch");
}

/// If the screw is shifted by more than the clearance, its flat end lands on the nut.
#[test]
fn the_shifted_screw_lands_on_the_nut() {
    use scenes::thread::{AHEAD, CLEARANCE, PITCH, SHIFT, TURNS};
    const { assert!(SHIFT > CLEARANCE) };
    let report = ask("screw-shifted", &CheckOptions::default());
    let time = AHEAD / (PITCH * TURNS);
    touches_at(&report, Interval::new(time - 1e-10, time + 1e-10).unwrap());
    assert!(report.contacts().iter().any(|contact| contact.proved));
    for contact in report.contacts() {
        assert!(contact.point[0] > 0.0, "on the side it is shifted to: {contact:?}");
        assert!(contact.normal[2] < -1.0 + 1e-12, "down onto the nut: {contact:?}");
    }
}

/// Facing flanks are GAP apart at every instant, along the line of action. The distance of their chords is larger by at
/// most their sagitta.
#[test]
fn the_gears_keep_their_play() {
    use scenes::gears::{GAP, TEETH, sag};
    let closer = |separation: f64| {
        let options = CheckOptions { separation: Some(separation), ..Default::default() };
        ask("gears", &options)
    };
    let report = closer(0.95 * GAP);
    assert_eq!((report.verdict.name(), report.evidence), ("clear", Evidence::Proved));
    let sags = TEETH.map(sag);
    assert!(sags[0] + sags[1] < 0.2 * GAP, "{sags:?}");
    assert_eq!(closer(GAP + sags[0] + sags[1]).verdict.name(), "touch");
}

/// References: on the line of action the gap shrinks by the base radius of the wheel times the angle by which it lags;
/// the sagitta of the chords may delay the contact. Second reference: the outlines as polygons in the plane, every edge
/// against every edge.
#[test]
fn the_slow_wheel_is_struck() {
    use scenes::gears::{GAP, PRESSURE_ANGLE, SLOW, TEETH, base_radius, sag, turning};
    let report = ask("gears-jammed", &CheckOptions::default());
    let [from, to] = report.time().unwrap();
    let closing = base_radius(TEETH[1]) * (turning(0.0)[1][1] - turning(SLOW)[1][1]).abs();
    let late = (sag(TEETH[0]) + sag(TEETH[1])) / closing;
    touches_at(&report, Interval::new(GAP / closing, GAP / closing + late).unwrap());
    for step in 0..200 {
        assert!(!outlines_cross(from * f64::from(step) / 200.0), "they cross at step {step} of 200 to {from} s");
    }
    assert!(!outlines_cross(from - 1e-6) && outlines_cross(to + 1e-6), "{from} {to}");
    for contact in report.contacts() {
        assert!(contact.a == "pinion" && contact.b == "wheel" && contact.normal[2].abs() < 1e-9, "{contact:?}");
        // The normal is along the line of action, up to the angle of a chord.
        let angle = contact.normal[0].asin();
        assert!(contact.normal[1] > 0.0 && (angle - PRESSURE_ANGLE).abs() < 0.03, "{contact:?}");
    }
}

/// Whether the outlines of the jammed gears intersect at an instant; tests all edges near the line of centres.
fn outlines_cross(time: f64) -> bool {
    use glam::{DVec2, dvec2};
    use scenes::gears::{MODULE, SLOW, TEETH, centre_distance, outline, turning};
    let edges = [0, 1].map(|index| {
        let [angle, speed] = turning(SLOW)[index];
        let turn = DVec2::from_angle(angle + speed * time);
        let place = dvec2(index as f64 * centre_distance(), 0.0);
        let points: Vec<DVec2> = outline(TEETH[index]).iter().map(|&point| place + turn.rotate(point)).collect();
        let pitch_point = dvec2(0.5 * MODULE * TEETH[0] as f64, 0.0);
        let edge = |index: usize| [points[index], points[(index + 1) % points.len()]];
        let near = (0..points.len()).map(edge).filter(|edge| edge[0].distance(pitch_point) < 6.0 * MODULE);
        near.collect::<Vec<_>>()
    });
    let side = |[a, b]: [DVec2; 2], point: DVec2| (b - a).perp_dot(point - a) > 0.0;
    let split = |edge: [DVec2; 2], by: [DVec2; 2]| side(by, edge[0]) != side(by, edge[1]);
    edges[0].iter().any(|&one| edges[1].iter().any(|&other| split(one, other) && split(other, one)))
}

#[test]
fn the_arm_works_without_touching() {
    let report = ask("arm", &CheckOptions::default());
    assert_eq!((report.verdict.name(), report.evidence), ("clear", Evidence::Proved));
    assert_eq!(report.clear_until(), 6.5);
    // Neighbours touch at their joints, which only the settings of the scene permit.
    let mut strict = scenes::find("arm").unwrap().make();
    let pairs = std::mem::take(&mut strict.query.may_touch);
    assert_eq!(pairs[0], ["base", "waist"]);
    assert_eq!(pairs.len(), 6);
    let report = check(&strict, &CheckOptions::default()).unwrap();
    assert!(report.verdict.is_touch() && report.contacts().iter().all(|contact| contact.initial));
    let touching = |contact: &ContactReport| pairs.contains(&[contact.a.clone(), contact.b.clone()]);
    assert!(report.contacts().iter().all(touching), "{:?}", report.contacts());
}

/// The flat end of the wrist, 45 mm beside the plane of the stretched arm, turns about the waist to the edge of the
/// post.
#[test]
fn the_wrist_strikes_the_post() {
    use scenes::arm::{POST_EDGE, SWING, WAIST};
    let report = ask("arm-too-low", &CheckOptions::default());
    let [x, y] = POST_EDGE;
    let angle = y.atan2(x) - (0.045 / x.hypot(y)).asin();
    let time = SWING[0] + (angle - WAIST[0]) / (WAIST[1] - WAIST[0]) * (SWING[1] - SWING[0]);
    touches_at(&report, Interval::new(time - 1e-10, time + 1e-10).unwrap());
    for contact in report.contacts() {
        assert!(contact.a == "wrist" && contact.b == "post", "{contact:?}");
        assert!(
            (contact.point[0] - x).hypot(contact.point[1] - y) < 1e-8 && contact.point[2] < 0.9 + 1e-8,
            "{contact:?}"
        );
        let normal = glam::DVec3::from(contact.normal);
        assert!(normal.distance(glam::dvec3(-angle.sin(), angle.cos(), 0.0)) < 1e-8, "{contact:?}");
    }
}

#[test]
fn a_span_that_starts_late_reports_scene_time() {
    let mut scene = scenes::find("landing").unwrap().make();
    (scene.span.start, scene.span.end) = (10.1, 11.1);
    let report = check(&scene, &CheckOptions::default()).unwrap();
    touches_at(&report, Interval::from(10.1) + scenes::landing::INSTANT);
}

#[test]
fn scene_names_are_unique_and_found() {
    let names: BTreeSet<&str> = scenes::ALL.iter().map(|scene| scene.name).collect();
    assert_eq!(names.len(), scenes::ALL.len());
    assert!(scenes::find("no such scene").is_none());
}
