//! Checks every built-in scene: `cargo run --release -p tangency --example all_scenes`.

use tangency::{CheckError, CheckOptions, check, scenes};

fn main() -> Result<(), CheckError> {
    println!(
        "{:10} {:8} {:10} {:>22} {:>9} {:>10} {:>10}",
        "scene", "verdict", "evidence", "clear until", "contacts", "pairs", "ms"
    );
    for scene in scenes::ALL {
        let report = check(&scene.make(), &CheckOptions::default())?;
        println!(
            "{:10} {:8} {:10} {:>22} {:>9} {:>10} {:>10.2}",
            scene.name,
            report.verdict.to_string(),
            report.evidence.to_string(),
            report.clear_until(),
            report.contacts().len(),
            report.stats.pairs,
            1e3 * report.stats.seconds,
        );
    }
    Ok(())
}
