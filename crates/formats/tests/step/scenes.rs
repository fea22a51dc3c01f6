//! STEP files in scenes.
//!
//! References: the bodies of the file themselves, and the places of the assembly.

use crate::written::assembly;
use glam::dvec3;
use std::path::PathBuf;
use tangency_formats::Scene;
use tangency_formats::scene::MovedFile;
use tangency_formats::step::{self, StepFile, StepInstance};
use tangency_geometry::{Pose, Shape};
use tangency_interval::Interval;

/// A folder with a STEP file, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, file: &StepFile) -> Self {
        let path = std::env::temp_dir().join(format!("tangency-step-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join("gantry.step"), step::write(file).unwrap()).unwrap();
        Self(path)
    }

    fn read(&self, shape: &str) -> Result<Scene, String> {
        let text = format!("units = \"mm\"\nspan = {{ end = 1 }}\n[[body]]\nname = \"part\"\nshape = {shape}\n");
        std::fs::write(self.0.join("scene.toml"), text).unwrap();
        Scene::read(self.0.join("scene.toml")).map_err(|error| error.to_string())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_part_of_an_assembly_is_at_its_place() {
    let folder = Folder::new("part", &assembly());
    let scene = folder.read(r#"{ step = "gantry.step", part = "bolt 1" }"#).unwrap();
    let Shape::Parametric(brep) = &scene.bodies[0].shape else { panic!("a body of faces") };
    assert!(brep.is_solid());
    // Turned about x by half a turn: the bolt of 36 mm hangs below z = 10 mm. The unit of the scene changes nothing.
    let found = brep.bounding_box(Interval::ZERO);
    let (low, high) = (dvec3(0.012, 0.012, 0.01 - 0.036), dvec3(0.028, 0.028, 0.01));
    for axis in 0..3 {
        assert!((found[axis].lower() - low[axis]).abs() < 3e-3 && found[axis].lower() <= low[axis] + 1e-9, "{found:?}");
        assert!(
            (found[axis].upper() - high[axis]).abs() < 3e-3 && found[axis].upper() >= high[axis] - 1e-9,
            "{found:?}"
        );
    }
    let (mass, _) = brep.mass().unwrap();
    let (plain, _) = assembly().bodies[1].brep().unwrap().mass().unwrap();
    assert!((mass.volume - plain.volume).abs() < 1e-10 * plain.volume);
    let pose = assembly().instances[1].pose;
    assert!(mass.centre.distance(pose.apply(plain.centre)) < 1e-10, "{mass:?} {plain:?}");
}

#[test]
fn all_parts_become_a_compound() {
    let folder = Folder::new("all", &assembly());
    let scene = folder.read(r#"{ step = "gantry.step" }"#).unwrap();
    let Shape::Compound(compound) = &scene.bodies[0].shape else { panic!("a compound") };
    let names: Vec<&str> = compound.parts().iter().map(|part| part.name()).collect();
    assert_eq!(names, ["plate", "bolt 1", "Schraube ß 2"]);
    // The writer keeps the name of the file.
    let again = scene.to_toml(folder.0.join("again.toml"));
    assert!(again.is_err() || again.unwrap().contains("gantry.step"));
}

#[test]
fn single_bodies_need_no_name() {
    let mut file = assembly();
    file.bodies.truncate(1);
    file.instances = vec![StepInstance { body: 0, path: vec!["plate".into()], pose: Pose::IDENTITY }];
    let folder = Folder::new("single", &file);
    let scene = folder.read(r#"{ step = "gantry.step" }"#).unwrap();
    assert!(matches!(&scene.bodies[0].shape, Shape::Parametric(brep) if brep.is_solid()));
    let surface = folder.read(r#"{ step = "gantry.step", surface = true }"#).unwrap();
    assert!(matches!(&surface.bodies[0].shape, Shape::Parametric(brep) if !brep.is_solid() && brep.is_closed()));
    let scene = Scene::of_files(
        &[MovedFile::still(folder.0.join("gantry.step")), MovedFile::still(folder.0.join("gantry.step"))],
        "mm",
    );
    assert_eq!(scene.unwrap().bodies.len(), 2);
}

#[test]
fn wrong_names_and_files_are_refused_with_advice() {
    let folder = Folder::new("refused", &assembly());
    let refused = |shape: &str| folder.read(shape).unwrap_err();
    let missing = refused(r#"{ step = "gantry.step", part = "nut" }"#);
    assert!(missing.contains("has no body \"nut\"") && missing.contains("gantry/bolt 1"), "{missing}");
    let several = refused(r#"{ step = "gantry.step", part = "bolt" }"#);
    assert!(several.contains("has 2 bodies") && several.contains("gantry/bolt 1"), "{several}");
    let surface = refused(r#"{ step = "gantry.step", surface = true }"#);
    assert!(surface.contains("choose one of them with `part`"), "{surface}");
    let absent = refused(r#"{ step = "no.step" }"#);
    assert!(absent.contains("cannot be used"), "{absent}");
    std::fs::write(folder.0.join("cut.step"), &step::write(&assembly()).unwrap()[..4000]).unwrap();
    let cut = refused(r#"{ step = "cut.step" }"#);
    assert!(cut.contains("cut.step"), "{cut}");
    let key = refused(r#"{ step = "gantry.step", parts = "bolt 1" }"#);
    assert!(key.contains("parts"), "{key}");
}
