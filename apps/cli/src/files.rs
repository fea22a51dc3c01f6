//! A scene of a check or a measurement: built in, from a scene file, or of mesh files and STEP files.

use crate::arguments::SceneSources;
use crate::check::load;
use crate::{Failure, expected};
use std::path::Path;
use tangency::Scene;
use tangency::formats::mesh::Format;
use tangency::formats::scene::MovedFile;
use tangency::formats::suggest;

/// The scene that the arguments describe.
pub(crate) fn scene(arguments: &SceneSources) -> Result<Scene, Failure> {
    if let [one] = &arguments.scene[..]
        && !is_part(one)
    {
        if !arguments.moves.is_empty() || arguments.units.is_some() {
            return Err(
                "--move and --units are for mesh files and STEP files: a scene has its own motions and `units`".into(),
            );
        }
        return load(one);
    }
    if let Some(other) = arguments.scene.iter().find(|file| !is_part(file)) {
        expected::refuse_patches(Path::new(other))?;
        return Err(format!(
            "{other:?} is not a mesh file or STEP file ({}): give one scene, or such files alone",
            extensions().join(", ")
        ));
    }
    if let [one] = &arguments.scene[..] {
        let (kind, key) = if is_step(one) { ("STEP", "step") } else { ("mesh", "mesh") };
        return Err(format!(
            "{one:?} is a single {kind} file: give another one as well, look into it with `tangency inspect`, or name it in a \
             scene: shape = {{ {key} = {one:?} }}"
        ));
    }
    let mut files: Vec<MovedFile> = arguments.scene.iter().map(MovedFile::still).collect();
    for written in &arguments.moves {
        let (name, displacement) = displacement(written)?;
        let named: Vec<usize> = (0..files.len()).filter(|&file| files[file].name() == name).collect();
        match named[..] {
            [file] => files[file].displacement = displacement,
            [] => {
                let names: Vec<String> = files.iter().map(MovedFile::name).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let near = suggest(name, &names).map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
                return Err(format!("--move {written}: there is no file {name:?} ({}){near}", names.join(", ")));
            }
            _ => return Err(format!("--move {written}: several files are called {name:?}; use a scene file")),
        }
    }
    if let Some(missing) = arguments.scene.iter().find(|file| !Path::new(file).exists()) {
        return Err(format!("there is no file {missing:?}: check the path"));
    }
    let unit = arguments.units.as_deref().unwrap_or("m");
    Scene::of_files(&files, unit).map_err(|error| match &arguments.units {
        Some(unit) if error.faults().iter().any(|fault| fault.message().contains("`units`")) => {
            format!("--units {unit:?} is none of the units m, cm, mm, um, in and ft")
        }
        Some(_) | None => error.to_string(),
    })
}

/// `pin=0,0,-40`.
fn displacement(written: &str) -> Result<(&str, [f64; 3]), Failure> {
    let expected = || format!("--move {written}: expected NAME=X,Y,Z, such as pin=0,0,-40");
    let (name, numbers) = written.split_once('=').ok_or_else(expected)?;
    let numbers: Vec<f64> = numbers
        .split(',')
        .map(|number| number.trim().parse().ok().filter(|number: &f64| number.is_finite()))
        .collect::<Option<_>>()
        .ok_or_else(expected)?;
    Ok((name, <[f64; 3]>::try_from(numbers).map_err(|_| expected())?))
}

/// Whether the name has the extension of a mesh file or of a STEP file.
fn is_part(name: &str) -> bool {
    let extension = Path::new(name).extension().map(|extension| extension.to_string_lossy().to_lowercase());
    extension.is_some_and(|extension| extensions().contains(&&*extension))
}

/// Whether the name has the extension of a STEP file.
pub(crate) fn is_step(name: &str) -> bool {
    MovedFile::still(name).is_step()
}

fn extensions() -> Vec<&'static str> {
    let meshes = Format::all().flat_map(|format| format.extensions().iter().copied());
    meshes.chain(MovedFile::STEP_EXTENSIONS).collect()
}
