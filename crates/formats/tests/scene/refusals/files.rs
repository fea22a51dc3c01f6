//! Faults of the file as a whole.

use super::*;

/// A file with these bytes; removed on drop.
struct Scratch(std::path::PathBuf);

impl Scratch {
    fn new(name: &str, bytes: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("tangency-refusals-{}-{name}", std::process::id()));
        std::fs::write(&path, bytes).unwrap();
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn empty() {
    for text in ["", "\n \t\r\n", "\u{feff}"] {
        refused_whole(Scene::parse(text, "scene.toml"), "the scene file is empty", "[[body]]");
    }
}

#[test]
fn missing() {
    let result = Scene::read("no/such/scene.toml");
    refused_whole(result, "the scene file cannot be read", "check the path");
}

#[test]
fn a_directory() {
    refused_whole(Scene::read(std::env::temp_dir()), "the scene is a directory, not a file", "scene.toml");
}

#[test]
fn not_utf8() {
    let file = Scratch::new("latin1.toml", b"[span]\nend = 1\nname = \"caf\xe9\"\n");
    let error = Scene::read(&file.0).unwrap_err();
    let place = error.faults()[0].place().unwrap();
    assert_eq!((place.line, place.column), (3, 12), "{error}");
    assert_eq!(error.faults()[0].message(), "the scene file is not UTF-8 text: byte 0xE9");
}

/// The limit on the size of a scene file, as stated in `docs/scene-file.md`.
const MOST_BYTES: usize = 16 << 20;

#[test]
fn too_large() {
    let text = " ".repeat(MOST_BYTES + 1);
    refused_whole(Scene::parse(&text, "scene.toml"), "more than the 16777216 that are read", "mesh files");
    let file = Scratch::new("large.toml", text.as_bytes());
    refused_whole(Scene::read(&file.0), "has 16777217 bytes", "mesh files");
}

#[test]
fn too_deeply_nested() {
    for (open, close) in [("[", "]"), ("{ a = ", " }"), ("a.", "a = 1")] {
        for depth in [100, 100_000] {
            let head = if open == "a." { String::new() } else { "name = ".into() };
            let text = format!("{head}{}{}", open.repeat(depth), close.repeat(if head.is_empty() { 1 } else { depth }));
            let error = Scene::parse(&text, "scene.toml").unwrap_err();
            assert!(error.to_string().contains("the values are nested too deeply"), "{error}");
        }
    }
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let text = format!("\u{feff}{}", with_motion("{ still = {} }"));
    assert_eq!(Scene::parse(&text, "scene.toml").unwrap().bodies.len(), 1);
}

#[test]
fn lines_may_end_as_on_windows() {
    let text = with_motion("{ linear = { velocity = 4 } }").replace('\n', "\r\n");
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    assert_eq!(error.faults()[0].place().map(|place| (place.line, place.column)), Some((7, 34)), "{error}");
    assert!(!error.to_string().contains('\r'), "{error:?}");
    assert!(Scene::parse(&text.replace("= 4", "= [0, 0, 4]"), "scene.toml").is_ok());
}
