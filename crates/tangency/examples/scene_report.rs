//! From a scene file to a report for programs, and back to a scene file. `cargo run -p tangency --example scene_report`
//!
//! Prints: touch, proved, from 0.9 s, brick on table

use tangency::{CheckOptions, Scene, check};

const BRICK: &str = r#"
span = { end = 1 }

[[body]]
name = "brick"
shape = { box = [0.2, 0.1, 0.05] }
motion = { linear = { position = [0, 0, 0.5], velocity = [0, 0, -0.5] } }

[[body]]
name = "table"
shape = { box = [2, 2, 0.05] }
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // `Scene::read("brick.toml")` reads a file.
    let scene = Scene::parse(BRICK, "brick.toml")?;
    let report = check(&scene, &CheckOptions::default())?;
    let ([from, _], first) = (report.time().ok_or("it lands")?, &report.contacts()[0]);
    println!("{}, {}, from {from:.1} s, {} on {}", report.verdict, report.evidence, first.a, first.b);
    // The result file, and the scene file.
    assert!(report.to_json()?.contains("\"verdict\": \"touch\""));
    assert!(scene.to_toml("brick.toml")?.contains("box = [0.2, 0.1, 0.05]"));
    Ok(())
}
