//! STEP files of a scene: one body of the file, or all of them as a compound.

use super::SceneReader;
use super::value::{Table, TomlValue, listed};
use crate::fault::{RawFault, RawFaults, quoted};
use crate::step::{self, StepFile, StepInstance};
use crate::tolerance::MOST_STEP_NAMES;
use std::collections::HashSet;
use std::rc::Rc;
use tangency_geometry::surface::Brep;
use tangency_geometry::{Compound, CompoundPart, Shape};

impl SceneReader<'_> {
    /// `step = "assembly.step", part = "bolt"`. Without `part`, several bodies become a compound.
    pub(super) fn step(
        &mut self,
        body: &str,
        table: &Table<'_>,
        data: &TomlValue<'_>,
        surface: Option<(bool, TomlValue<'_>)>,
    ) -> Result<Shape, RawFaults> {
        let file = self.step_file(data)?;
        let instances = match table.optional("part") {
            Some(part) => vec![named(&file, &part)?],
            None => file.instances.iter().collect(),
        };
        let elements = instances.iter().map(|instance| file.bodies[instance.body].edges.len()).sum();
        self.spend(elements, data)?;
        if let [instance] = instances[..] {
            let brep = made(&file, instance, data)?;
            return Ok(self.filled_or_surface(body, brep, surface)?);
        }
        if let Some((_, value)) = surface {
            let message = "`surface` belongs to one body, and the STEP file holds several".into();
            return Err(value.fault(message, "choose one of them with `part`").into());
        }
        let mut names = HashSet::new();
        let mut parts = Vec::with_capacity(instances.len());
        for instance in instances {
            let brep = made(&file, instance, data)?;
            let name = distinct(instance, &mut names);
            if !brep.is_solid() {
                self.warn(body, &format!("{name}: taken as a surface without an inside"));
            }
            parts.push(CompoundPart::new(name, Shape::Parametric(brep)));
        }
        let compound = Compound::new(parts).map_err(|error| data.fault(error.to_string(), "the bodies of the file"))?;
        Ok(Shape::Compound(compound))
    }

    /// The STEP file, cached.
    fn step_file(&mut self, data: &TomlValue<'_>) -> Result<Rc<StepFile>, RawFault> {
        let written = data.string()?;
        if written.is_empty() {
            return Err(data.fault("the path of the STEP file is empty".into(), "write its name: \"part.step\""));
        }
        let path = self.folder.join(written);
        if let Some(file) = self.steps.get(&path) {
            return Ok(Rc::clone(file));
        }
        let file = step::read(&path).map_err(|error| unusable(data, written, &error))?;
        if file.instances.is_empty() {
            let message = format!("the STEP file {} holds no body", quoted(written));
            return Err(data.fault(message, "it has no solid and no surface"));
        }
        let file = Rc::new(file);
        self.steps.insert(path, Rc::clone(&file));
        Ok(file)
    }
}

fn unusable(data: &TomlValue<'_>, written: &str, error: &dyn std::fmt::Display) -> RawFault {
    let message = format!("the STEP file {} cannot be used: {error}", quoted(written));
    data.fault(message, "paths are relative to the folder of the scene file")
}

/// The body at its place in the assembly.
fn made(file: &StepFile, instance: &StepInstance, data: &TomlValue<'_>) -> Result<Brep, RawFault> {
    let body = &file.bodies[instance.body];
    body.placed(&instance.pose).brep().map_err(|error| {
        let file = quoted(data.string().unwrap_or_default());
        let message =
            format!("the body {} of the STEP file {file} cannot be used: {error}", quoted(&whole_name(instance)));
        data.fault(message, "lines and numbers after # are those of the STEP file")
    })
}

/// The names of the instance from the whole to the part.
fn whole_name(instance: &StepInstance) -> String {
    instance.path.join("/")
}

/// The one instance with this name.
fn named<'file>(file: &'file StepFile, part: &TomlValue<'_>) -> Result<&'file StepInstance, RawFault> {
    let wanted = part.string()?;
    let with = |matches: &dyn Fn(&StepInstance) -> bool| -> Vec<&'file StepInstance> {
        file.instances.iter().filter(|instance| matches(instance)).collect()
    };
    let by_path = with(&|instance| whole_name(instance) == wanted);
    let by_name = with(&|instance| instance.name() == wanted || file.bodies[instance.body].name == wanted);
    let list = |instances: &[&StepInstance]| {
        let names: Vec<String> = instances.iter().take(MOST_STEP_NAMES).map(|instance| whole_name(instance)).collect();
        listed(&names.iter().map(String::as_str).collect::<Vec<_>>())
    };
    match (&by_path[..], &by_name[..]) {
        ([one], _) | ([], [one]) => Ok(one),
        ([], []) => {
            let all: Vec<&StepInstance> = file.instances.iter().collect();
            let message = format!("the STEP file has no body {}", quoted(wanted));
            Err(part.fault(message, format!("it has {}", list(&all))))
        }
        ([], several) | (several, _) => {
            let message = format!("the STEP file has {} bodies {}", several.len(), quoted(wanted));
            Err(part.fault(message, format!("write the whole name of one: {}", list(several))))
        }
    }
}

/// A name that no part before has.
fn distinct(instance: &StepInstance, names: &mut HashSet<String>) -> String {
    let short = Some(instance.name()).filter(|name| !name.is_empty()).unwrap_or("part").to_owned();
    let long = whole_name(instance);
    let numbered = (2..).map(|number| format!("{short} {number}"));
    let mut candidates = [short.clone(), long].into_iter().filter(|name| !name.is_empty()).chain(numbered);
    let name = candidates.find(|name| !names.contains(name)).unwrap_or(short);
    names.insert(name.clone());
    name
}
