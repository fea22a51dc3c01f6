//! The cubes in engines with bindings for Python: a script for each, which gets the scene and tells time and places.

use super::Outcome;
use super::scene::{FRAMES, FRICTION, MASS, Place, Resting, SIDE, WALLS};
use crate::python::{folder, output, with, write};
use glam::{DQuat, dvec3};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// Runs a scene with the script that is named after the module.
pub(super) fn run(module: &str, packages: &[&str], scene: &Resting) -> Result<Outcome, String> {
    let place = |(turn, at): &Place| [at.x, at.y, at.z, turn.w, turn.x, turn.y, turn.z];
    let told = json!({
        "cubes": scene.cubes.iter().map(place).collect::<Vec<_>>(),
        "gravity": scene.gravity.to_array(), "side": SIDE, "mass": MASS, "friction": FRICTION,
        "walls": if scene.walls { Some(WALLS) } else { None },
        "until": scene.until, "step": scene.step, "frames": FRAMES,
    });
    let folder = folder("resting")?;
    let (asked, answered) = (folder.join("scene.json"), folder.join(format!("{module}.json")));
    write(&asked, told.to_string().as_bytes())?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/resting").join(format!("{module}_cubes.py"));
    output(Command::new(with(module, packages)?).arg(script).arg(&asked).arg(&answered))?;
    let text = std::fs::read_to_string(&answered).map_err(|error| error.to_string())?;
    let answer: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let frames = answer["frames"].as_array().ok_or("no frames")?.iter().map(frame).collect::<Option<Vec<_>>>();
    let seconds = answer["seconds"].as_f64().ok_or("no seconds")?;
    Ok(Outcome { cost: seconds / scene.until, frames: frames.ok_or("a frame is not a list of places")? })
}

fn frame(value: &Value) -> Option<Vec<Place>> {
    let place = |value: &Value| {
        let numbers: Vec<f64> = value.as_array()?.iter().filter_map(Value::as_f64).collect();
        let [x, y, z, w, i, j, k] = numbers[..] else { return None };
        Some((DQuat::from_xyzw(i, j, k, w), dvec3(x, y, z)))
    };
    value.as_array()?.iter().map(place).collect()
}
