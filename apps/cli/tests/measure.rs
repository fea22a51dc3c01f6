//! `tangency measure`: output, files, exit codes, refusals.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod program;

use program::{folder, tangency, text};
use std::fs;
use std::path::Path;

/// The first block of this language in a document.
fn block<'a>(document: &'a str, language: &str) -> &'a str {
    let start = document.split_once(&format!("```{language}\n")).unwrap().1;
    start.split_once("```").unwrap().0
}

/// The cells of a row of a table.
fn cells(line: &str) -> Vec<&str> {
    line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

/// The example of `docs/measure.md` prints what the document says. The digits of the enclosures may differ: both must
/// contain the closed form.
#[test]
fn the_example_of_the_document_prints_what_it_says() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/measure.md");
    let document = fs::read_to_string(document).unwrap();
    let file = folder("measure-document").join("spheres.toml");
    fs::write(&file, block(&document, "toml")).unwrap();
    let output = tangency(&["measure", file.to_str().unwrap(), "--over"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    let said: Vec<&str> = block(&document, "text").lines().collect();
    let found: Vec<&str> = printed.lines().filter(|line| line.starts_with("  a  ") || line.contains("left")).collect();
    assert_eq!((said.len(), found.len()), (2, 2), "{printed}");
    assert_eq!(cells(said[0]), cells(found[0]));
    let [said, found] = [said[1], found[1]].map(cells);
    assert_eq!(said.len(), found.len());
    for (column, (said, found)) in said.into_iter().zip(found).enumerate() {
        if column != 2 {
            assert_eq!(said, found, "{printed}");
            continue;
        }
        for distance in [said, found] {
            let (value, error) = distance.split_once(" ± ").unwrap();
            let [value, error] = [value, error].map(|number| number.parse::<f64>().unwrap());
            assert!((value - 0.25).abs() <= error && error < 1e-6, "{distance}");
        }
    }
}

#[test]
fn exit_codes_tell_whether_bodies_overlap() {
    for (arguments, code, words) in [
        (&["measure", "needle"][..], 0, "all pairs apart, proved"),
        (&["measure", "needle", "--over"], 1, "overlap: 1 of 1 pair, proved"),
        (&["measure", "peg", "--over", "--budget", "1"], 3, "open: 1 of 1 pair"),
        (&["measure", "ribbon"], 0, "there is no pair to measure"),
    ] {
        let output = tangency(arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", text(&output.stderr));
        assert!(text(&output.stdout).contains(words), "{arguments:?}: {}", text(&output.stdout));
    }
}

#[test]
fn what_is_not_measured_is_said() {
    let robot = text(&tangency(&["measure", "arm", "--nearest", "3"]).stdout);
    for words in ["pairs that may touch (query.may_touch): base and waist", "wrist and hand", "3 listed, "] {
        assert!(robot.contains(words), "{words}:\n{robot}");
    }
    let ribbon = text(&tangency(&["measure", "ribbon"]).stdout);
    assert!(ribbon.contains("not measured  the distance of a body to itself (self_contact): ribbon"), "{ribbon}");
}

/// Two flat patches cross along a line from (0.3, 0.1) to (0.6, 0.9).
#[test]
fn curves_are_told() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenes/crossing.toml");
    let asked = |more: &[&str]| tangency(&[&["measure", file.to_str().unwrap()], more].concat());
    let said = text(&asked(&["--intersections"]).stdout);
    assert!(said.contains(&format!("floor and wall: 1 curve ({:.4} m)\n", 0.3_f64.hypot(0.8))), "{said}");
    assert!(!text(&asked(&[]).stdout).contains("curve"));
}

/// Two rows of boxes: some overlap, some are a picometre apart, and one has a long name.
const BOXES: &str = r#"
    span = { start = -1, end = 1 }
    [[body]]
    name = "a"
    shape = { box = [1, 1, 1] }
    [[body]]
    name = "a body with quite a long name, such as exporters of assemblies write"
    shape = { box = [1, 1, 1] }
    motion = { still = { position = [1.000000000001, 0, 0] } }
    [[body]]
    name = "größer"
    shape = { box = [1, 1, 1] }
    motion = { still = { position = [0, 0.75, 0] } }
"#;

#[test]
fn tables_align() {
    let file = folder("measure-table").join("boxes.toml");
    fs::write(&file, BOXES).unwrap();
    let output = tangency(&["measure", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    let table: Vec<Vec<char>> = printed
        .lines()
        .skip_while(|line| !line.starts_with("  a  "))
        .take_while(|line| !line.is_empty())
        .map(|line| line.chars().collect())
        .collect();
    assert_eq!(table.len(), 4, "{printed}");
    let header: String = table[0].iter().collect();
    for column in ["distance (m)", "depth (m)", "point of a (m)", "point of b (m)", "on a", "on b", "answer"] {
        let start = header.find(column).unwrap_or_else(|| panic!("{column}:\n{printed}"));
        for row in &table {
            assert!(row[start - 2..start].iter().all(|letter| *letter == ' '), "{column}:\n{printed}");
        }
    }
    let rows: Vec<String> = table.iter().map(|row| row.iter().collect()).collect();
    assert!(rows[1].contains(" 0.25") && rows[1].contains("größer"), "the deepest first:\n{printed}");
    assert!(rows.iter().any(|row| row.contains(" 1e-12 ± ") || row.contains(" 1.0")), "a picometre:\n{printed}");
    assert!(printed.contains("instant  -1 s"), "{printed}");
}

#[test]
fn sixty_bodies() {
    let folder = folder("measure-sixty");
    let mut scene = "span = { end = 1 }\n".to_owned();
    for index in 0..60 {
        let place = format!("{{ still = {{ position = [{}, 0, 0] }} }}", 2 * index);
        scene +=
            &format!("[[body]]\nname = \"{index}\"\nshape = {{ sphere = {{ radius = 0.5 }} }}\nmotion = {place}\n");
    }
    let [file, json] = ["sixty.toml", "sixty.json"].map(|name| folder.join(name).to_str().unwrap().to_owned());
    fs::write(&file, scene).unwrap();
    let output = tangency(&["measure", &file, "--json", &json]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    assert!(printed.contains("1770 listed") && printed.contains("and 1750 more: --json FILE lists them all"));
    let found = tangency::Measurement::from_json(&fs::read_to_string(&json).unwrap()).unwrap();
    assert_eq!(found.pairs.len(), 1770);
    for pair in &found.pairs {
        let [a, b] = [&pair.a, &pair.b].map(|name| name.parse::<f64>().unwrap());
        let truth = 2.0 * (a - b).abs() - 1.0;
        assert!(
            pair.distance[0] <= truth && truth <= pair.distance[1],
            "{} and {}: {:?}",
            pair.a,
            pair.b,
            pair.distance
        );
    }
    let near = text(&tangency(&["measure", &file, "--within", "1.5"]).stdout);
    assert!(near.contains("59 listed, 1711 farther apart"), "{near}");
    let first = text(&tangency(&["measure", &file, "--body", "0", "--nearest", "2"]).stdout);
    assert!(first.contains("2 listed, 57 farther apart"), "{first}");
}

#[test]
fn files_are_written() {
    let folder = folder("measure-files");
    let [json, html] = ["needle.json", "needle.html"].map(|name| folder.join(name).to_str().unwrap().to_owned());
    let output = tangency(&["measure", "needle", "--at", "0.1", "--json", &json, "--html", &html]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let found = tangency::Measurement::from_json(&fs::read_to_string(&json).unwrap()).unwrap();
    // The tip is 0.4 m high at first and falls at 1.25 m/s; the top of the plate is at 1 mm.
    let truth = 0.4 - 0.1 * 1.25 - 0.001;
    let [lower, upper] = found.pairs[0].distance;
    assert!(lower <= truth + 1e-15 && truth <= upper + 1e-15 && upper - lower < 1e-12, "{lower} {upper}");
    assert!(found.pairs[0].curve.is_some(), "a page has a plot");
    let page = fs::read_to_string(&html).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("\"measurement\":"));
    let plain = tangency(&["measure", "needle", "--json", &json]);
    assert_eq!(plain.status.code(), Some(0));
    let found = tangency::Measurement::from_json(&fs::read_to_string(&json).unwrap()).unwrap();
    assert!(found.pairs[0].curve.is_none());
}

#[test]
fn bad_input_gets_a_clear_error_and_exit_code_2() {
    for (arguments, words) in [
        (&["measure"][..], "<SCENE>"),
        (&["measure", "no-such-scene"], "there is no scene \"no-such-scene\""),
        (&["measure", "needle", "--at", "7"], "the instant 7 s is not within the span of the scene, from 0 s to 1 s"),
        (&["measure", "needle", "--at", "-1"], "the instant -1 s is not within the span"),
        (&["measure", "needle", "--at", "nan"], "the instant NaN s is not within the span"),
        (&["measure", "needle", "--at", "soon"], "invalid value 'soon'"),
        (&["measure", "needle", "--at", "0.5", "--over"], "'--at <SECONDS>' cannot be used with '--over'"),
        (
            &["measure", "needle", "--body", "thread"],
            "there is no body \"thread\" in the scene: its bodies are \"needle\"",
        ),
        (&["measure", "needle", "--nearest", "0"], "0 is not in 1.."),
        (&["measure", "needle", "--within", "-0.1"], "the largest distance to list is -0.1 m"),
        (&["measure", "needle", "--within", "nan"], "the largest distance to list is NaN m"),
        (&["measure", "needle", "--tolerance", "-1"], "tolerance"),
        (&["measure", "needle", "--tolerance", "nan"], "tolerance"),
        (&["measure", "bounce"], "is free: what moves it is found by `tangency simulate`"),
        (&["measure", "needle", "--json", "/no/such/folder/result.json"], "cannot be written"),
        (&["measure", "needle", "--html", "."], "cannot be written"),
    ] {
        let output = tangency(arguments);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains(words) && !message.contains("panicked"), "{arguments:?}: {message}");
    }
}
