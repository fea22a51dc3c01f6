//! Follows the progress of a check and stops it halfway. `cargo run -p tangency --example stop_early`
//!
//! Prints: open, and clear until at least half of the span: true

use std::sync::Arc;
use std::time::Duration;
use tangency::detect::Verdict;
use tangency::{CheckOptions, Progress, Scene, StopSignal, check};

const ROTORS: &str = r#"
span = { end = 1 }

[[body]]
name = "rotor"
shape = { torus = { radius = 1, tube = 0.2 } }
motion = { rigid = { position = [0, 0, 0.6], angular_velocity = [0, 0, 5], velocity = [0.1, 0, -0.25] } }

[[body]]
name = "stator"
shape = { torus = { radius = 1, tube = 0.2 } }
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scene = Scene::parse(ROTORS, "rotors.toml")?;
    // The check ends after a minute, or as soon as the function below says so, from whichever thread.
    let stop = StopSignal::after(Duration::from_secs(60));
    let ends = stop.clone();
    let progress = Progress::calling(move |progress| {
        let (done, known) = progress.read();
        if 2 * done >= known {
            ends.stop();
        }
    });
    let report = check(&scene, &CheckOptions { stop, progress: Some(Arc::new(progress)), ..CheckOptions::default() })?;
    assert!(matches!(report.verdict, Verdict::Open { .. }));
    println!("{}, and clear until at least half of the span: {}", report.verdict, report.clear_until() >= 0.5);
    Ok(())
}
