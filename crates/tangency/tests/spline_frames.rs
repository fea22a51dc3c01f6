//! The experiments of Krishnan et al. 1998, section 7.4, frame after frame, and their pages.
//!
//! References: the closed form of the chain; the poses of the frames; the page's own data.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use tangency::Scene;
use tangency::detect::{SplineBodiesOptions, SurfaceVerdict};
use tangency::formats::viewer;
use tangency::geometry::Placement;
use tangency::scenes::frames::{FRAMES, FrameExperiment, FrameRun};
use tangency::scenes::{goblets, tori_chain};

/// The run, with its scene: every body is at its pose at every frame, and the page holds the bodies and the meetings.
fn shown(experiment: &FrameExperiment) -> (FrameRun, Scene, String) {
    let run = experiment.run(SplineBodiesOptions::default()).unwrap();
    assert_eq!(run.flights.len(), FRAMES + 1);
    assert!(run.meetings.iter().all(|met| matches!(met.verdict, SurfaceVerdict::Meeting(_))));
    let scene = experiment.scene(&run);
    for (frame, fliers) in run.flights.iter().enumerate() {
        for (body, flier) in scene.bodies.iter().zip(fliers) {
            let Placement::Pose(pose) = body.motion.at(frame as f64 * experiment.step) else { panic!("rigid") };
            assert!(pose.translation().distance(flier.place) < 1e-12, "{} at frame {frame}", body.name);
            assert!(1.0 - pose.rotation().dot(flier.turn).abs() < 1e-12, "{} at frame {frame}", body.name);
        }
    }
    let simulation = experiment.simulation(&run);
    let page = viewer::simulation_page(&scene, &simulation).unwrap();
    let read = tangency::Simulation::from_json(&simulation.to_json().unwrap()).unwrap();
    assert_eq!(read, simulation);
    assert!(scene.bodies.iter().all(|body| page.contains(&format!("\"{}\"", body.name))));
    assert!(page.contains("looked for at 200 frames and not between them.") && page.contains("\"eventCount\":"));
    assert!(!simulation.events.is_empty() && simulation.events.iter().all(|event| event.contacts.len() == 1));
    (run, scene, page)
}

/// Neighbours are tight when their centres are `2·RADIUS − 2·TUBE` apart, and they turn back at the next frame.
#[test]
fn tori_turn_back_where_the_chain_is_tight() {
    use tori_chain::{LINKS, RADIUS, SPACING, SPEED, TUBE};
    let experiment = FrameExperiment::tori();
    let (run, scene, _) = shown(&experiment);
    assert_eq!(scene.bodies.len(), LINKS);
    let time = (2.0 * RADIUS - 2.0 * TUBE - SPACING) / (2.0 * SPEED);
    let first = &run.meetings[0];
    assert!(first.time >= time && first.time < time + experiment.step, "{} after {time}", first.time);
    assert!((first.change - 2.0 * SPEED).abs() < 1e-12 && run.meetings.len() >= 10, "{}", run.meetings.len());
}

#[test]
fn goblets_stay_in_their_box() {
    let (run, scene, page) = shown(&FrameExperiment::goblets());
    assert_eq!(scene.bodies.len(), goblets::COUNT);
    assert!(run.meetings.len() > 100, "{}", run.meetings.len());
    // The pages of all goblets share one mesh.
    assert!(page.matches("\"like\":0").count() == goblets::COUNT - 1);
    // A goblet may be beyond a wall by the way of some frames, until it flies back.
    let limit = goblets::HALF_BOX - 0.5 * goblets::HEIGHT + 0.1;
    assert!(run.flights.iter().flatten().all(|flier| flier.place.abs().max_element() < limit));
}
