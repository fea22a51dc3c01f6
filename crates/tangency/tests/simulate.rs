//! Simulations of scene files.
//!
//! References: closed forms of fall, bounce, rolling and impact, each accurate to the tolerance of the query divided by
//! the speed. Invariants without a reference: nothing passes through a sheet; the start of the clock does not matter;
//! the same scene gives the same history.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use tangency::formats::simulation::{EndingKind, EventReport, EventReportKind};
use tangency::geometry::Placement;
use tangency::{CheckError, Scene, SimulateError, SimulateOptions, Simulated, check, scenes, simulate};

fn run(text: &str) -> Simulated {
    let scene = Scene::parse(text, "test.toml").unwrap_or_else(|error| panic!("{error}"));
    simulate(&scene, &SimulateOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn of_kind(events: &[EventReport], kind: EventReportKind) -> Vec<&EventReport> {
    events.iter().filter(|event| event.kind == kind).collect()
}

/// The position of the body's origin; `time` is in seconds from the start of the span.
fn place(simulated: &Simulated, body: usize, time: f64) -> glam::DVec3 {
    let Placement::Pose(pose) = simulated.scene.bodies[body].motion.at(time) else { panic!("a rigid body") };
    pose.translation()
}

const BALL: &str = "shape = { sphere = { radius = 0.1 }, smooth = true }";
const FLOOR: &str = "[[body]]\nname = \"floor\"\nshape = { height_field = { z = \"0\", x = [-5, 5], y = [-5, 5] } }\n";

/// A fall from height h takes √(2h/g). With restitution e the k-th flight takes 2·eᵏ·v/g, and each impact multiplies
/// the energy by e².
#[test]
fn a_ball_bounces_as_long_and_as_high_as_it_should() {
    let scene = scenes::make("bounce").unwrap();
    let Simulated { result, .. } = simulate(&scene, &SimulateOptions::default()).unwrap();
    assert_eq!((result.ending, result.span), (EndingKind::Finished, [0.0, 3.0]));
    let impacts = of_kind(&result.events, EventReportKind::Impact);
    let (gravity, restitution) = (9.81, 0.8);
    let mass = 1000.0 * 4.0 / 3.0 * std::f64::consts::PI * 1e-3;
    let (mut time, mut speed) = ((2.0_f64 / gravity).sqrt(), (2.0 * gravity).sqrt());
    let mut count = 0;
    while time < 3.0 {
        let impact = impacts[count];
        assert!((impact.time[0] - time).abs() < 1e-5, "impact {count} at {:?}, expected {time}", impact.time);
        let impulse = mass * (1.0 + restitution) * speed;
        assert!(
            (impact.impulse / impulse - 1.0).abs() < 1e-5,
            "impulse {} of impact {count}, expected {impulse}",
            impact.impulse
        );
        speed *= restitution;
        time += 2.0 * speed / gravity;
        count += 1;
    }
    assert!(count >= 4 && impacts.len() == count, "{count} of {}", impacts.len());
    let energy = result.energy.totals();
    let kept = (energy[energy.len() - 1] - mass * gravity * 0.1) / (mass * gravity * 1.0);
    assert!((kept / restitution.powi(2 * count as i32) - 1.0).abs() < 1e-4, "{kept} of the energy is left");
}

/// Events, energy, motions and page use the clock of the scene, for any start.
#[test]
fn the_clock_may_start_anywhere() {
    let text = |start: f64| {
        format!(
            "span = {{ start = {start}, end = {} }}\n[[body]]\nname = \"ball\"\n{BALL}\n\
             dynamics = {{ free = {{ position = [0, 0, 1.1] }} }}\n{FLOOR}",
            start + 0.5
        )
    };
    let fall = (2.0_f64 / 9.81).sqrt();
    for start in [0.0, -3.0, 100.0] {
        let Simulated { scene, result } = run(&text(start));
        assert_eq!((scene.span.start, scene.span.end), (start, start + 0.5));
        assert!((result.events[0].time[0] - start - fall).abs() < 1e-5, "{:?}", result.events[0]);
        let pieces = &result.motions[0].pieces;
        let impact = result.events[0].time[0] - start;
        assert_eq!(pieces[0].start(), 0.0, "pieces count from the start of the span");
        assert!(pieces.iter().any(|piece| (piece.start() - impact).abs() < 1e-9), "an impact begins a piece");
        assert_eq!(result.energy.times[0], start);
    }
}

/// Without friction a ball slides down a slope with acceleration g·sin θ. With enough friction it rolls, with 5/7 of
/// that.
#[test]
fn balls_slide_and_roll_down_a_slope_as_galilei_found() {
    let slope = 0.2_f64;
    let (sine, cosine) = (slope.atan().sin(), slope.atan().cos());
    for (friction, share, kind) in [(0.0, 1.0, EventReportKind::Slides), (0.8, 5.0 / 7.0, EventReportKind::Rolls)] {
        // The centre is 0.1 m from the slope along its normal.
        let text = format!(
            "span = {{ end = 1 }}\n[[body]]\nname = \"ball\"\n{BALL}\n\
             material = {{ restitution = 0, friction = {friction} }}\n\
             dynamics = {{ free = {{ position = [{}, 0, {}] }} }}\n[[body]]\nname = \"slope\"\n\
             material = {{ friction = {friction} }}\n\
             shape = {{ height_field = {{ z = \"-{slope}*x\", x = [-1, 5], y = [-1, 1] }} }}\n",
            0.100005 * sine,
            0.100005 * cosine
        );
        let simulated = run(&text);
        assert_eq!(simulated.result.ending, EndingKind::Finished, "{}", simulated.result.reason);
        assert_eq!(of_kind(&simulated.result.events, kind).len(), 1, "{:?}", simulated.result.events);
        let way = (place(&simulated, 0, 1.0) - place(&simulated, 0, 0.0)).length();
        let expected = 0.5 * share * 9.81 * sine;
        assert!((way / expected - 1.0).abs() < 1e-3, "friction {friction}: {way} m, expected {expected}");
        // The contact stays below the centre of the ball.
        let track = simulated.result.tracks.iter().find(|track| track.mode == kind).unwrap();
        for (time, point) in track.times.iter().zip(&track.points) {
            let apart = place(&simulated, 0, *time).distance(glam::DVec3::from_array(*point));
            assert!((apart - 0.1).abs() < 1e-5, "at {time}: {apart}");
        }
    }
}

/// Equal balls in a head-on impact exchange their velocities. A driven body keeps its velocity, and a body that it hits
/// leaves with twice its speed.
#[test]
fn balls_exchange_velocities_and_a_paddle_doubles_them() {
    let text = format!(
        "span = {{ end = 1 }}\ndynamics = {{ gravity = [0, 0, 0] }}\n\
         [[body]]\nname = \"left\"\n{BALL}\ndynamics = {{ free = {{ position = [-1, 0, 0], velocity = [3, 0, 0] }} }}\n\
         material = {{ restitution = 1 }}\n\
         [[body]]\nname = \"right\"\n{BALL}\n\
         dynamics = {{ free = {{ position = [1, 0, 0], velocity = [-1, 0, 0] }} }}\nmaterial = {{ restitution = 1 }}\n\
         [[body]]\nname = \"struck\"\n{BALL}\ndynamics = {{ free = {{ position = [0, 3, 0] }} }}\n\
         material = {{ restitution = 1 }}\n\
         [[body]]\nname = \"paddle\"\n{BALL}\n\
         motion = {{ linear = {{ position = [0, 2, 0], velocity = [0, 2, 0] }} }}\nmaterial = {{ restitution = 1 }}\n"
    );
    let simulated = run(&text);
    let impacts = of_kind(&simulated.result.events, EventReportKind::Impact);
    assert_eq!(impacts.len(), 2, "{impacts:?}");
    // 0.8 m at 2 m/s, and 1.8 m at 4 m/s.
    assert!((impacts[0].time[0] - 0.4).abs() < 1e-5 && (impacts[1].time[0] - 0.45).abs() < 1e-5, "{impacts:?}");
    let velocity = |body: usize| (place(&simulated, body, 1.0) - place(&simulated, body, 0.6)) / 0.4;
    for (body, expected) in [(0, -1.0), (1, 3.0)] {
        assert!((velocity(body).x - expected).abs() < 1e-5, "{}", velocity(body));
    }
    assert!((velocity(2).y - 4.0).abs() < 1e-5 && (velocity(3).y - 2.0).abs() < 1e-12);
}

/// A fast ball hits a sheet without thickness. In 10 ms it travels 3 m.
#[test]
fn nothing_passes_through_a_sheet() {
    let text = format!(
        "span = {{ end = 0.1 }}\ndynamics = {{ gravity = [0, 0, 0], step = 0.01 }}\n[[body]]\nname = \"shot\"\n{BALL}\n\
         dynamics = {{ free = {{ position = [0.3, 0.2, 3], velocity = [0, 0, -300] }} }}\n\
         material = {{ restitution = 1 }}\n{FLOOR}material = {{ restitution = 1 }}\n"
    );
    let simulated = run(&text);
    let impacts = of_kind(&simulated.result.events, EventReportKind::Impact);
    assert_eq!(impacts.len(), 1);
    assert!((impacts[0].time[0] - 2.9 / 300.0).abs() < 1e-7);
    assert!(place(&simulated, 0, 0.1).z > 20.0);
}

#[test]
fn the_weight_is_what_the_scene_says() {
    // The impulse on a ball that does not bounce is m·v.
    let impulse = |heft: &str| {
        let text = format!(
            "span = {{ end = 0.3 }}\ndynamics = {{ gravity = [0, 0, 0] }}\n[[body]]\nname = \"ball\"\n{BALL}\n\
             material = {{ restitution = 0 }}\n\
             dynamics = {{ free = {{ position = [0, 0, 0.3], velocity = [0, 0, -1], {heft} }} }}\n{FLOOR}"
        );
        run(&text).result.events[0].impulse
    };
    let volume = 4.0 / 3.0 * std::f64::consts::PI * 1e-3;
    for (heft, mass) in [
        ("mass = 2", 2.0),
        ("density = 500", 500.0 * volume),
        ("mass = 3, inertia = [0.1, 0.1, 0.1]", 3.0),
        ("mass = 0.5, centre = [0, 0, 0.01], inertia = [0.1, 0.1, 0.1]", 0.5),
    ] {
        let found = impulse(heft);
        assert!((found / mass - 1.0).abs() < 1e-6, "{heft}: {found}, expected {mass}");
    }
}

/// Runs each built-in simulation until after its first events.
#[test]
fn built_in_scenes_run_and_make_no_energy() {
    let enough = [
        ("bounce", 0.5),
        ("marbles", 0.12),
        ("egg", 0.3),
        ("hoop", 0.2),
        ("rockets", 2.0),
        ("wind", 1.6),
        ("cradle", 4.0),
        ("billiards", 0.3),
        ("pile", 0.4),
        ("jacks", 0.6),
        ("stirring", 1.0),
        ("curved-gas", 0.2),
        ("gas", 0.2),
        ("polyhedra-gas", 0.2),
        ("many-faces", 0.5),
        ("ten-thousand", 0.15),
    ];
    assert_eq!(enough.map(|(name, _)| name), scenes::SIMULATED.map(|scene| scene.name));
    for (name, until) in enough {
        assert!(scenes::find(name).is_none(), "{name} is the name of another scene");
        let scene = scenes::make(name).unwrap();
        let options = SimulateOptions { until: Some(until), ..SimulateOptions::default() };
        let Simulated { result, .. } = simulate(&scene, &options).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(result.ending, EndingKind::Finished, "{name}: {}", result.reason);
        assert!(!result.events.is_empty(), "{name}: nothing happens");
        let size = result.energy.kinetic.iter().fold(0.0_f64, |most, kinetic| most.max(*kinetic));
        for pair in result.energy.totals().windows(2) {
            // The paddle, the engines and the wind do work.
            assert!(
                ["stirring", "rockets", "wind"].contains(&name) || pair[1] <= pair[0] + 1e-4 * size,
                "{name}: energy from {} to {} J",
                pair[0],
                pair[1]
            );
        }
        assert!(result.to_json().is_ok());
    }
}

#[test]
fn the_same_scene_gives_the_same_history() {
    let scene = scenes::make("egg").unwrap();
    let options = SimulateOptions { until: Some(0.3), ..SimulateOptions::default() };
    let [first, second] = [0, 1].map(|_| {
        let mut result = simulate(&scene, &options).unwrap().result;
        result.stats = result.stats.timed(0.0, 0, 0.0);
        result
    });
    assert_eq!(first, second);
}

#[test]
fn what_cannot_be_simulated_or_checked_is_refused() {
    let told = scenes::find("needle").unwrap().make();
    let error = simulate(&told, &SimulateOptions::default()).unwrap_err();
    assert_eq!(error, SimulateError::NothingFree);
    assert!(error.to_string().contains("dynamics = { free = "), "{error}");
    let free = scenes::make("bounce").unwrap();
    for until in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let options = SimulateOptions { until: Some(until), ..SimulateOptions::default() };
        assert!(matches!(simulate(&free, &options), Err(SimulateError::Until { .. })), "{until}");
    }
    let error = check(&free, &Default::default()).unwrap_err();
    assert_eq!(error, CheckError::Free { body: "ball".into() });
    assert!(tangency::formats::robot::RobotWorld::of_scene(&free).is_none());
}

#[test]
fn the_usual_material_is_that_of_the_response() {
    let (scene, response) =
        (tangency::formats::scene::dynamics::BodyMaterial::default(), tangency::respond::Material::default());
    assert_eq!((scene.restitution, scene.friction), (response.restitution, response.friction));
}

/// A ball that falls 0.9 m onto a floor without end, and one that falls onto a height map: √(2h/g) each.
#[test]
fn balls_fall_on_half_spaces_and_height_maps() {
    let free = "dynamics = { free = { position = [0, 0, 1], velocity = [1, 0, 0] } }\n";
    let floors = ["half_space = {}", "height_map = { cell = [4, 4], rows = [[0, 0, 0], [0, 0, 0], [0, 0, 0]] }"];
    for floor in floors {
        let text = format!(
            "span.end = 0.6\n[[body]]\nname = \"ball\"\n{BALL}\n{free}material = {{ restitution = 0.5, friction = 0 }}\n\
             [[body]]\nname = \"floor\"\nshape = {{ {floor} }}\nmaterial = {{ restitution = 1, friction = 0 }}\n"
        );
        let found = run(&text);
        let fall = (2.0 * 0.9 / 9.81_f64).sqrt();
        let impacts = of_kind(&found.result.events, EventReportKind::Impact);
        assert_eq!(impacts.len(), 1, "{floor}: {:?}", found.result.events);
        assert!((impacts[0].time[0] - fall).abs() < 1e-5, "{floor}: {:?}", impacts[0].time);
        // Half of the speed is left, upwards; none is lost along the floor.
        let (after, speed) = (0.6 - fall, 0.5 * 9.81 * fall);
        let expected = glam::dvec3(0.6, 0.0, 0.1 + speed * after - 0.5 * 9.81 * after * after);
        let end = place(&found, 0, 0.6);
        assert!(end.distance(expected) < 1e-4, "{floor}: {end}, expected {expected}");
    }
}

/// A box that starts flush on a floor keeps its height, be it a half-space or a mesh. Its corners are not followed: it
/// hops by micrometres on both, at different instants. Which corner lands first is a matter of rounding, and the impact
/// there pushes the box aside by some ten micrometres.
#[test]
fn a_box_rests_on_a_half_space_and_on_a_mesh() {
    for floor in ["half_space = {}", "grid = { size = [4, 4], cells = [1, 1] }"] {
        let found = run(&format!(
            "span.end = 0.5\n[[body]]\nname = \"box\"\nshape = {{ box = [0.2, 0.2, 0.2] }}\n\
             dynamics = {{ free = {{ position = [0, 0, 0.1] }} }}\n[[body]]\nname = \"floor\"\nshape = {{ {floor} }}\n"
        ));
        assert_eq!(found.result.ending, EndingKind::Finished, "{floor}: {}", found.result.reason);
        let at_the_end = place(&found, 0, 0.5);
        assert!((at_the_end.z - 0.1).abs() < 1e-5, "{floor}: {at_the_end}");
        assert!(at_the_end.truncate().length() < 1e-4, "{floor}: {at_the_end}");
    }
}

/// A ball that came to rest beyond the seam of its patches, and is hit back over it, rolls on.
#[test]
fn the_balls_of_billiards_roll_until_the_end() {
    let options = SimulateOptions { until: Some(1.1), ..SimulateOptions::default() };
    let found = simulate(&scenes::make("billiards").unwrap(), &options).unwrap().result;
    assert_eq!(found.ending, EndingKind::Finished, "{}", found.reason);
}

/// The first ball hits four that touch, and only the last one flies off, as fast; it comes back from its wall, and only
/// the first one flies off.
#[test]
fn one_ball_of_the_cradle_flies_off() {
    let found = simulate(&scenes::make("cradle").unwrap(), &SimulateOptions::default()).unwrap();
    // 0.2 m to the row, then 0.6 m to the wall and 0.6 m back, all at 1.5 m/s.
    let [hit, back] = [0.2 / 1.5, 1.4 / 1.5];
    for (from, mover, speed) in [(hit, 4, 1.5), (back, 0, -1.5)] {
        let [early, late] = [from + 0.05, from + 0.25];
        for ball in 0..5 {
            let name = format!("ball {}", ball + 1);
            let body = found.scene.bodies.iter().position(|body| body.name == name).unwrap();
            let moved = (place(&found, body, late) - place(&found, body, early)) / 0.2;
            let expected = if ball == mover { glam::dvec3(speed, 0.0, 0.0) } else { glam::DVec3::ZERO };
            assert!(moved.distance(expected) < 1e-5, "ball {ball} after {from}: {moved}");
        }
    }
}

/// Compounds, rounded meshes, rounded hulls and flat ones fall 0.3 m onto a floor and stay on it: √(2h/g) each.
#[test]
fn bodies_of_parts_and_rounded_bodies_fall() {
    let told = "mass = 1, centre = [0, 0, 0], inertia = [0.1, 0.1, 0.1]";
    let shapes = [
        ("compound = [{ shape = { box = [0.2, 0.2, 0.2] } }]", "", true),
        ("l_extrusion = { width = 0.2, height = 0.2, thickness = 0.05, depth = 0.2 }, rounding = 0.1", told, false),
        ("hull = { points = [[0.1, 0, 0], [-0.1, 0.1, 0], [-0.1, -0.1, 0]] }, rounding = 0.1", "", true),
        ("hull = { points = [[0.1, 0, 0], [-0.1, 0.1, 0], [-0.1, -0.1, 0]] }", told, true),
        ("cylinder = { radius = 0.1, height = 0.1 }, rounding = 0.05", "", true),
    ];
    for (shape, heft, flat) in shapes {
        let half = if shape.ends_with("rounding = 0.1") || shape.starts_with("compound") || shape.starts_with("cyl") {
            0.1
        } else {
            0.0
        };
        let found = run(&format!(
            "span.end = 1\n[[body]]\nname = \"thing\"\nshape = {{ {shape} }}\n\
             dynamics = {{ free = {{ position = [0, 0, {}], {heft} }} }}\n\
             [[body]]\nname = \"floor\"\nshape = {{ half_space = {{}} }}\n",
            0.3 + half
        ));
        assert_eq!(found.result.ending, EndingKind::Finished, "{shape}: {}", found.result.reason);
        // A hull without a thickness is likely a mistake.
        let thin = shape.starts_with("hull") && !shape.contains("rounding");
        let warned = |warnings: &[String]| warnings.len() == 1 && warnings[0].contains("flat and has no volume");
        let expected = if thin { warned(&found.result.warnings) } else { found.result.warnings.is_empty() };
        assert!(expected, "{shape}: {:?}", found.result.warnings);
        if flat {
            let fall = (2.0 * 0.3 / 9.81_f64).sqrt();
            let first = found.result.events[0].time;
            assert!(first[0] <= fall && fall - first[0] < 1e-5, "{shape}: {first:?}, expected {fall}");
            let lowest = place(&found, 0, 1.0).z;
            assert!(lowest > half - 1e-9, "{shape}: {lowest}");
        }
    }
}

/// Where parts overlap, the mass counts twice, and a warning names them. Bodies without a known volume say what to give.
#[test]
fn the_weight_of_parts_is_told() {
    let text = |shape: &str, heft: &str| {
        format!(
            "span.end = 0.1\n[[body]]\nname = \"thing\"\nshape = {{ {shape} }}\n\
             dynamics = {{ free = {{ position = [0, 0, 1], {heft} }} }}\n"
        )
    };
    let bars = "compound = [{ name = \"x\", shape = { box = [1, 0.2, 0.2] } }, \
                { name = \"y\", shape = { box = [0.2, 1, 0.2] } }]";
    let warned = run(&text(bars, "")).result.warnings;
    assert!(warned.len() == 1 && warned[0].contains("\"x\" and \"y\" overlap"), "{warned:?}");
    let told = run(&text(bars, "mass = 1, centre = [0, 0, 0], inertia = [1, 1, 1]")).result.warnings;
    assert!(told.is_empty(), "{told:?}");
    let apart = "compound = [{ shape = { box = [1, 1, 1] } }, { shape = { box = [1, 1, 1] }, position = [1, 0, 0] }]";
    assert!(run(&text(apart, "")).result.warnings.is_empty());
    let concave = text("l_extrusion = { width = 1, height = 1, thickness = 0.2, depth = 0.2 }, rounding = 0.1", "");
    let refused = simulate(&Scene::parse(&concave, "test.toml").unwrap(), &SimulateOptions::default()).unwrap_err();
    let refused = refused.to_string();
    assert!(refused.contains("\"thing\"") && refused.contains("mass, centre and inertia"), "{refused}");
}

/// Two balls in free space, elastic and smooth: energy and momentum are kept, and the result says how well. A floor
/// takes momentum, friction takes energy: nothing is claimed then.
#[test]
fn what_physics_keeps_is_measured() {
    let scene = |material: &str, more: &str| {
        format!(
            "span = {{ end = 0.6 }}\ndynamics = {{ gravity = [0, 0, -2] }}\n\
             [[body]]\nname = \"a\"\n{BALL}\nmaterial = {material}\n\
             dynamics = {{ free = {{ position = [-0.5, 0, 3], velocity = [2, 0.1, 0], mass = 3 }} }}\n\
             [[body]]\nname = \"b\"\n{BALL}\nmaterial = {material}\n\
             dynamics = {{ free = {{ position = [0.5, 0.1, 3], mass = 1 }} }}\n{more}"
        )
    };
    let smooth = "{ restitution = 1, friction = 0 }";
    let kept = run(&scene(smooth, "")).result;
    assert_eq!((kept.counts.impacts, kept.events.len()), (Some(1), 1));
    let (energy, momentum) = (kept.conservation.energy.unwrap(), kept.conservation.momentum.unwrap());
    assert!(energy < 1e-8 && momentum < 1e-10, "{energy} {momentum}");
    let rough = run(&scene("{ restitution = 0.5, friction = 0.3 }", "")).result;
    assert_eq!(rough.conservation.energy, None);
    assert!(rough.conservation.momentum.unwrap() < 1e-10, "impulses are equal and opposite");
    let fall = run(&format!(
        "span = {{ end = 0.5 }}\n[[body]]\nname = \"ball\"\n{BALL}\nmaterial = {smooth}\n\
         dynamics = {{ free = {{ position = [0, 0, 1.1] }} }}\n{FLOOR}material = {{ restitution = 1, friction = 0 }}\n"
    ));
    assert_eq!(fall.result.conservation.momentum, None, "the floor takes momentum");
    assert!(fall.result.conservation.energy.unwrap() < 1e-6);
}

/// The motions of the result are those of the scene that comes with it, at any instant.
#[test]
fn pieces_are_the_motions_themselves() {
    let scene = scenes::make("marbles").unwrap();
    let options = SimulateOptions { until: Some(0.4), ..SimulateOptions::default() };
    let Simulated { scene, result } = simulate(&scene, &options).unwrap();
    assert!(!result.motions.is_empty());
    for motion in &result.motions {
        let body = scene.bodies.iter().find(|body| body.name == motion.body).unwrap();
        for step in 0..1000 {
            let time = 0.4 * (f64::from(step) + 0.37) / 1000.0;
            let Placement::Pose(truth) = body.motion.at(time) else { panic!("a rigid body") };
            let (turn, place) = motion.at(time);
            let corner = glam::DVec3::new(0.1, -0.2, 0.3);
            assert!((turn * corner + place).distance(truth.apply(corner)) < 1e-12, "{} at {time}", motion.body);
        }
    }
}

/// The scenes with forces, beside closed forms: the instant of the first impact of two rockets, and falls in air.
#[test]
fn rockets_and_falls_in_air_keep_to_closed_forms() {
    let rockets = simulate(&scenes::make("rockets").unwrap(), &SimulateOptions::default()).unwrap();
    // The gap of 2 m − 2·0.3 m closes at 4 m/s² for 0.5 s, then at 2 m/s and 1 m/s² of the target: it was 1 m/s² all along.
    let (after, closed) = (0.5, 0.5 * 5.0 * 0.25);
    let (gap, speed) = (2.0 - 0.6 + shortened() - closed, 2.5);
    let expected = after + 2.0 * gap / (speed + f64::sqrt(speed * speed + 2.0 * gap));
    let first = &rockets.result.events[0];
    assert_eq!((first.a.as_str(), first.b.as_str()), ("chaser", "target"));
    assert!((first.time[0] - expected).abs() < 1e-5, "{:?}, expected {expected}", first.time);
    assert_eq!((rockets.result.conservation.energy, rockets.result.conservation.momentum), (None, None));
    // About x at 2 rad/s, with 2 m/s²: y″ = −2·sin 2t, z″ = 2·cos 2t.
    let found = place(&rockets, 2, 2.0) - glam::dvec3(0.0, 1.5, 0.0);
    let exact = glam::dvec3(0.0, 0.5 * (4.0_f64.sin() - 4.0), 0.5 * (1.0 - 4.0_f64.cos()));
    assert!(found.distance(exact) < 1e-11, "{found}, expected {exact}");

    let wind = simulate(&scenes::make("wind").unwrap(), &SimulateOptions::default()).unwrap();
    let time = 0.7;
    let fall = 3.0 - 0.5 * 9.81 * time * time;
    assert!(place(&wind, 0, time).distance(glam::dvec3(0.0, 0.0, fall)) < 1e-12);
    let faded = (1.0 - f64::exp(-1.5 * time)) / 1.5;
    let exact = glam::dvec3(1.5 * (time - faded), 1.0, 3.0 - 9.81 / 1.5 * (time - faded));
    assert!(place(&wind, 1, time).distance(exact) < 1e-11, "{}", place(&wind, 1, time));
    let first_impacts: Vec<&str> =
        of_kind(&wind.result.events, EventReportKind::Impact).iter().fold(Vec::new(), |mut all, event| {
            if !all.contains(&event.a.as_str()) {
                all.push(event.a.as_str());
            }
            all
        });
    assert_eq!(first_impacts, ["vacuum", "quadratic", "linear", "light"]);
    assert_eq!(wind.result.conservation.energy, None);
}

/// How much shorter two capsules are, end to end, that pass each other 0.05 m aside: the round ends touch askew.
fn shortened() -> f64 {
    0.2 - f64::sqrt(0.2 * 0.2 - 0.05 * 0.05)
}
