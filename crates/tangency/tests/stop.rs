//! Work that is stopped: its answer is open, and what it says is certain.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tangency::detect::Verdict;
use tangency::{
    CheckOptions, MeasureOptions, MeasureTime, Progress, Report, SimulateOptions, StopSignal, Verifier, VerifyOptions,
    check, measure, robots, scenes, simulate,
};

/// Scenes of every method of detection: straight, rigid, convex, curved, frames, with itself, pieces, robots.
const SCENES: [&str; 11] = [
    "needle",
    "knot",
    "gears",
    "hole",
    "screw-in-nut",
    "primitives",
    "terrain",
    "cloth",
    "bumpy",
    "pin-in-bore",
    "arm",
];

fn answer(scene: &str, options: &CheckOptions) -> Report {
    let scene = scenes::make(scene).unwrap_or_else(|| panic!("a built-in scene {scene}"));
    check(&scene, options).unwrap_or_else(|error| panic!("{error}"))
}

/// An open answer must not say clear at an instant at which the whole answer knows a contact.
fn assert_certain(scene: &str, stopped: &Report, whole: &Report) {
    match &stopped.verdict {
        Verdict::Open { from } => {
            let limit = whole.time().map_or(whole.clear_until(), |[_, upper]| upper);
            assert!(*from <= limit, "{scene}: open from {from}, but there is a contact by {limit}");
        }
        Verdict::Clear { .. } => assert!(whole.verdict.is_clear(), "{scene}: clear, but the whole answer is not"),
        Verdict::Touch(_) => {
            let ([lower, upper], [from, to]) = (stopped.time().expect("a touch"), whole.time().expect("it touches"));
            assert!(lower <= to && from <= upper, "{scene}: [{lower}, {upper}] is not [{from}, {to}]");
        }
    }
}

#[test]
fn no_time_at_all_leaves_everything_open() {
    for scene in SCENES {
        let stop = StopSignal::after(Duration::ZERO);
        let report = answer(scene, &CheckOptions { stop, clearance: true, pairs: true, ..CheckOptions::default() });
        let start = scenes::make(scene).expect("a scene").span.start;
        assert_eq!(report.verdict, Verdict::Open { from: start }, "{scene}");
        assert_eq!(report.clear_until(), start, "{scene}");
        let rows = report.pairs.expect("rows were asked for");
        assert!(rows.iter().all(|row| row.verdict.to_string() == "open"), "{scene}");
    }
}

#[test]
fn time_enough_changes_nothing() {
    for scene in ["needle", "gears", "primitives", "terrain", "bumpy"] {
        let stop = StopSignal::after(Duration::from_secs(3600));
        let limited = answer(scene, &CheckOptions { stop, ..CheckOptions::default() });
        let whole = answer(scene, &CheckOptions::default());
        assert_eq!(limited.verdict, whole.verdict, "{scene}");
        assert_eq!((limited.stats.pairs, limited.stats.iterations), (whole.stats.pairs, whole.stats.iterations));
    }
}

/// The callback stops the search when it has reached half of the span. All that it has reached is clear.
#[test]
fn a_callback_stops_halfway() {
    let scene = tangency::Scene::parse(
        r#"
        span = { end = 1 }

        [[body]]
        name = "rotor"
        shape = { torus = { radius = 1, tube = 0.2 } }
        motion = { rigid = { position = [0, 0, 0.6], angular_velocity = [0, 0, 5], velocity = [0.1, 0, -0.3] } }

        [[body]]
        name = "stator"
        shape = { torus = { radius = 1, tube = 0.2 } }
        "#,
        "rotor.toml",
    )
    .expect("a scene");
    let whole = check(&scene, &CheckOptions::default()).expect("an answer");
    let [first, _] = whole.time().expect("they touch");
    assert!(first > 0.6, "{first}");
    let (stop, calls) = (StopSignal::new(), Arc::new(AtomicU64::new(0)));
    let (ends, counted) = (stop.clone(), Arc::clone(&calls));
    let progress = Progress::calling(move |progress| {
        counted.fetch_add(1, Ordering::Relaxed);
        let (done, known) = progress.read();
        if 2 * done >= known {
            ends.stop();
        }
    });
    let options = CheckOptions { stop, progress: Some(Arc::new(progress)), ..CheckOptions::default() };
    let stopped = check(&scene, &options).expect("an answer");
    let Verdict::Open { from } = stopped.verdict else { panic!("{:?} is not open", stopped.verdict) };
    assert!((0.5..=first).contains(&from), "open from {from}, the callback stopped at half, they touch at {first}");
    assert!(calls.load(Ordering::Relaxed) > 1);
    assert!(stopped.stats.iterations < whole.stats.iterations);
}

/// Whenever another thread stops the work, the answer is open or it is the whole one, and it is never wrong.
#[test]
fn another_thread_stops_at_any_moment() {
    let mut open = 0;
    for scene in SCENES {
        let whole = answer(scene, &CheckOptions::default());
        for share in [0.1, 0.3, 0.6] {
            let stop = StopSignal::new();
            let (ends, after) = (stop.clone(), Duration::from_secs_f64(share * whole.stats.seconds));
            let stopper = std::thread::spawn(move || {
                std::thread::sleep(after);
                ends.stop();
            });
            let stopped = answer(scene, &CheckOptions { stop, clearance: true, ..CheckOptions::default() });
            stopper.join().expect("no panic");
            assert_certain(scene, &stopped, &whole);
            open += u32::from(matches!(stopped.verdict, Verdict::Open { .. }));
        }
    }
    assert!(open > 5, "{open} questions were stopped");
}

#[test]
fn measurements_stop_with_bounds_that_hold() {
    for scene in ["needle", "gears", "primitives", "bumpy", "terrain"] {
        let scene = scenes::make(scene).expect("a scene");
        let options = |stop| MeasureOptions { when: MeasureTime::Over, stop, ..MeasureOptions::default() };
        let stopped = measure(&scene, &options(StopSignal::after(Duration::ZERO))).expect("an answer");
        let whole = measure(&scene, &options(StopSignal::default())).expect("an answer");
        for pair in &stopped.pairs {
            let same = whole.pairs.iter().find(|row| (&row.a, &row.b) == (&pair.a, &pair.b)).expect("the same pairs");
            let ([lower, upper], [least, most]) = (pair.distance, same.distance);
            assert!(lower <= most && least <= upper, "{}: {:?} and {:?}", scene.name, pair.distance, same.distance);
        }
    }
}

#[test]
fn a_robot_that_is_stopped_is_not_called_clear() {
    let arm = robots::six_axis_arm();
    let text = "time, waist, shoulder, elbow, forearm, wrist, hand\n0, 0, 0, 0, 0, 0, 0\n1, 0.8, 0.3, 0.4, 0, 1, 0\n";
    let bend = tangency::formats::robot::trajectory::parse(text, "bend.csv", &arm.mechanism, &Default::default());
    let bend = Arc::new(bend.expect("a trajectory"));
    let verifier = Verifier::new(arm, tangency::formats::robot::RobotWorld::default());
    let verified = |stop| verifier.verify_with_clearance(&bend, &VerifyOptions { stop, ..VerifyOptions::default() });
    let whole = verified(StopSignal::default()).expect("an answer").report;
    let stopped = verified(StopSignal::after(Duration::ZERO)).expect("an answer").report;
    assert!(whole.verdict.is_clear());
    assert!(matches!(stopped.verdict, Verdict::Open { .. }), "{:?}", stopped.verdict);
    assert!(stopped.clear_until() <= whole.clear_until() && stopped.clearance.is_none());
}

#[test]
fn a_simulation_ends_where_it_is_stopped() {
    let scene = scenes::make("bounce").expect("a scene");
    let options = SimulateOptions { stop: StopSignal::after(Duration::ZERO), ..SimulateOptions::default() };
    let happened = simulate(&scene, &options).expect("a history").result;
    assert_eq!(happened.ending.to_string(), "open");
    assert_eq!(happened.reason, "it was stopped");
    assert_eq!(happened.span, [scene.span.start; 2]);
}
