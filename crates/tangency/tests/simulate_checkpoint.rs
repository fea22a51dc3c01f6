//! Every built-in simulated scene, interrupted and resumed: the result is that of the whole, except for the times.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use std::time::Duration;
use tangency::formats::checkpoint::Checkpoint;
use tangency::formats::simulation::SimulationStats;
use tangency::{CheckpointPlan, SimulateOptions, Simulated, scenes, simulate_with_checkpoints};

/// The result as it is written, without the times it took.
fn written(simulated: Simulated) -> String {
    let mut result = simulated.result;
    let SimulationStats { steps, pairs, iterations, .. } = result.stats;
    result.stats = SimulationStats { steps, pairs, iterations, ..SimulationStats::default() };
    result.to_json().unwrap()
}

/// Each scene until after its first events.
#[test]
fn built_in_scenes_go_on_from_checkpoints() {
    let enough = [
        ("bounce", 0.5),
        ("marbles", 0.12),
        ("egg", 0.3),
        ("hoop", 0.2),
        ("rockets", 0.6),
        ("wind", 0.6),
        ("cradle", 2.0),
        ("billiards", 0.3),
        ("pile", 0.5),
        ("jacks", 0.4),
        ("stirring", 0.5),
        ("curved-gas", 0.1),
        ("gas", 0.1),
        ("polyhedra-gas", 0.1),
        ("many-faces", 0.2),
        ("ten-thousand", 0.02),
    ];
    assert_eq!(enough.map(|(name, _)| name), scenes::SIMULATED.map(|scene| scene.name));
    for (name, until) in enough {
        let scene = scenes::make(name).unwrap();
        let options = SimulateOptions { until: Some(until), ..SimulateOptions::default() };
        let mut kept: Vec<Checkpoint> = Vec::new();
        let mut count = 0_usize;
        let mut keep = |checkpoint: &Checkpoint| {
            count += 1;
            // The last one, and ever rarer ones before it.
            if count > 2 && !(count - 1).is_power_of_two() {
                kept.pop();
            }
            kept.push(checkpoint.clone());
            Ok(())
        };
        // The states of many bodies have megabytes.
        let every = Duration::from_millis(if scene.bodies.len() > 100 { 100 } else { 0 });
        let plan = CheckpointPlan { from: None, every: Some(every), keep: Some(&mut keep) };
        let whole = written(simulate_with_checkpoints(&scene, &options, plan).unwrap());
        assert!(!kept.is_empty());
        for checkpoint in &kept {
            let read = Checkpoint::from_bytes(&checkpoint.to_bytes().unwrap()).unwrap();
            let plan = CheckpointPlan { from: Some(&read), every: None, keep: None };
            let resumed = simulate_with_checkpoints(&scene, &SimulateOptions::default(), plan).unwrap();
            assert!(written(resumed) == whole, "{name}: from {} s", read.header.time);
        }
    }
}
