//! `tangency simulate`: output, files, exit codes, refusals.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod program;

use program::{folder, tangency, text};
use std::fs;

#[test]
fn events_energy_and_files() {
    let folder = folder("simulate");
    let [json, html, gltf] = ["b.json", "b.html", "b.gltf"].map(|name| folder.join(name).to_str().unwrap().to_owned());
    let output = tangency(&["simulate", "bounce", "--until", "1", "--json", &json, "--html", &html, "--gltf", &gltf]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    for words in
        ["ending     finished", "1 impact, 0 slide", "impulse (N s)", "simulated seconds per second", "greatest change"]
    {
        assert!(printed.contains(words), "{words}:\n{printed}");
    }
    let event =
        printed.lines().find(|line| line.contains("impact  ball  floor")).unwrap_or_else(|| panic!("{printed}"));
    // A fall of 1 m.
    assert!(event.trim_start().starts_with("0.4515"), "{event}");
    let result = tangency::Simulation::from_json(&fs::read_to_string(&json).unwrap()).unwrap();
    assert_eq!((result.scene.as_str(), result.span, result.events.len()), ("bounce", [0.0, 1.0], 1));
    assert!(fs::read_to_string(&html).unwrap().starts_with("<!doctype html>"));
    let animation: serde_json::Value = serde_json::from_str(&fs::read_to_string(&gltf).unwrap()).unwrap();
    // The ball does not turn.
    let channels = animation["animations"][0]["channels"].as_array().unwrap();
    assert_eq!((channels.len(), &channels[0]["target"]["path"]), (1, &"translation".into()));
    assert_eq!((result.counts.impacts, result.conservation.energy), (Some(1), None), "restitution takes energy");
    assert!(result.stats.events_per_second > 0.0 && result.stats.simulated_per_second > 0.0);
}

#[test]
fn ending_early_is_an_exit_code_of_its_own() {
    let output = tangency(&["simulate", "bounce", "--budget", "1"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("ending     open"), "{}", text(&output.stdout));
}

#[test]
fn scenes_of_the_other_kind_are_refused_with_advice() {
    for (arguments, words) in [
        (&["simulate", "needle"][..], "dynamics = { free = { position = [0, 0, 1] } }"),
        (&["check", "bounce"], "is free: what moves it is found by `tangency simulate`"),
        (&["simulate", "bounce", "--until", "-1"], "until -1 s: the span of the scene starts at 0 s"),
        (&["simulate", "bounces"], "there is no scene \"bounces\""),
        (&["simulate", "bounce", "--tolerance", "-1"], "tolerance"),
    ] {
        let output = tangency(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stdout));
        assert!(text(&output.stderr).contains(words), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn a_scene_file_of_ones_own() {
    let folder = folder("simulate-own");
    let scene = folder.join("drop.toml");
    let body = |lines: &str| format!("[[body]]\n{lines}\n");
    let floor = body("name = \"floor\"\nshape = { height_field = { z = \"0.1*x^2\", x = [-1, 1], y = [-1, 1] } }");
    let egg = "name = \"egg\"\nshape = { ellipsoid = { radii = [0.1, 0.1, 0.15] } }\n\
               dynamics = { free = { position = [0, 0, 0.4] } }";
    fs::write(&scene, format!("span = {{ end = 0.3 }}\nquery = {{ separation = 0.1 }}\n{floor}{}", body(egg))).unwrap();
    let output = tangency(&["simulate", scene.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    // A fall of 0.25 m: √(0.5/9.81) = 0.2258 s.
    assert!(text(&output.stdout).contains("0.2257"), "{}", text(&output.stdout));
    assert!(
        text(&output.stderr).contains("`query.separation` says nothing to a simulation"),
        "{}",
        text(&output.stderr)
    );
    fs::write(
        &scene,
        "span = { end = 1 }\n[[body]]\nname = \"a\"\nshape = { box = [1, 1, 1] }\ndynamics = { free = { mas = 1 } }\n",
    )
    .unwrap();
    let output = tangency(&["simulate", scene.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("did you mean `mass`?"), "{}", text(&output.stderr));
}

/// Files that are none, another scene, and other options are errors that say what is wrong; nothing is written.
#[test]
fn bad_checkpoints_are_refused_clearly() {
    let folder = folder("simulate-checkpoint");
    let [file, missing, fine] = ["c.ckpt", "none.ckpt", "fine.ckpt"].map(|name| folder.join(name));
    fs::write(&file, "no checkpoint").unwrap();
    let refused = |arguments: &[&str]| {
        let output = tangency(&[&["simulate"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
        text(&output.stderr)
    };
    let [bad, absent, good] = [&file, &missing, &fine].map(|path| path.to_str().unwrap());
    assert!(refused(&["bounce", "--resume", absent]).contains("cannot resume from"));
    assert!(refused(&["bounce", "--resume", bad]).contains("this is not a checkpoint"));
    assert!(refused(&["bounce", "--every", "3"]).contains("--checkpoint"));
    assert!(refused(&["bounce", "--checkpoint", good, "--every", "-3"]).contains("--every -3.0 must be"));
    assert!(
        refused(&["bounce", "--checkpoint", folder.to_str().unwrap()]).contains("the checkpoint cannot be written")
    );
    assert!(!fine.exists());
    let written = tangency(&["simulate", "bounce", "--until", "0.5", "--checkpoint", good]);
    assert_eq!(written.status.code(), Some(0), "{}", text(&written.stderr));
    assert!(refused(&["cradle", "--resume", good]).contains("belongs to the scene \"bounce\", not to \"cradle\""));
    assert!(refused(&["bounce", "--resume", good, "--until", "0.6"]).contains("--until 0.5, not 0.6"));
    assert!(
        refused(&["bounce", "--resume", good, "--tolerance", "1e-3"]).contains("--tolerance of the scene, not 0.001")
    );
    let mut damaged = fs::read(&fine).unwrap();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&file, damaged).unwrap();
    assert!(refused(&["bounce", "--resume", bad]).contains("the checkpoint is damaged"));
}

/// The result without the times it took.
fn result_of(path: &std::path::Path) -> serde_json::Value {
    let mut result: serde_json::Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let stats = result["stats"].as_object_mut().unwrap();
    stats.retain(|name, _| ["steps", "pairs", "iterations"].contains(&name.as_str()));
    assert_eq!(stats.len(), 3);
    result
}

/// A simulation that is stopped again and again ends with the result of one that was not.
#[test]
fn a_stopped_simulation_goes_on_to_the_same_result() {
    let folder = folder("simulate-resume");
    let [whole, last, kept] = ["whole.json", "last.json", "kept.ckpt"].map(|name| folder.join(name));
    let [json, resumed, file] = [&whole, &last, &kept].map(|path| path.to_str().unwrap());
    let run = |arguments: &[&str]| {
        let output = tangency(&[&["simulate", "marbles", "--until", "0.4"], arguments].concat());
        (output.status.code(), text(&output.stderr))
    };
    assert_eq!(run(&["--json", json]), (Some(0), String::new()));
    let stopped = run(&["--timeout", "0.05", "--checkpoint", file, "--every", "0.01"]);
    assert!(matches!(stopped.0, Some(0 | 3)), "{}", stopped.1);
    // Each goes on for a little longer, so that some run reaches the end on any machine.
    let mut seconds = 0.05;
    loop {
        let limit = seconds.to_string();
        let (code, said) =
            run(&["--resume", file, "--checkpoint", file, "--timeout", &limit, "--every", "0.01", "--json", resumed]);
        if code == Some(0) {
            break;
        }
        assert_eq!(code, Some(3), "{said}");
        seconds *= 1.5;
    }
    assert_eq!(result_of(&last), result_of(&whole));
    // From the end, at once.
    fs::remove_file(&last).unwrap();
    assert_eq!(run(&["--resume", file, "--json", resumed]).0, Some(0));
    assert_eq!(result_of(&last), result_of(&whole));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3, "nothing unfinished is left");
}
