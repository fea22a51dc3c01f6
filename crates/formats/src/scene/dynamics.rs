//! What a simulation needs of a scene besides shapes: gravity, masses, where free bodies start, how they bounce and rub.
//!
//! `[dynamics]` for all, and of every body `dynamics = { free = { ... } }` in place of a motion, and `material`.

use super::motion::{pose, refused, vector_or_zero};
use super::value::{Table, Value};
use crate::fault::{Faults, RawFault, shown};
use crate::tolerance::INERTIA_SYMMETRY;
use glam::{DMat3, DVec3};
use tangency_geometry::{Motion, Rigid, Shape};

/// Metres a second squared: what `gravity` is if it is left out.
pub const EARTH: DVec3 = DVec3::new(0.0, 0.0, -9.81);
/// Kilograms a cubic metre: water, if neither `mass` nor `density` is given.
pub const WATER: f64 = 1000.0;

/// What a simulation is about, besides shapes and places.
#[derive(Clone, Debug, PartialEq)]
pub struct Dynamics {
    /// Metres a second squared.
    pub gravity: DVec3,
    /// The longest step of the integration, in seconds; `None` takes the default.
    pub step: Option<f64>,
    /// The relative error of a step; `None` takes the default.
    pub accuracy: Option<f64>,
    /// Of every body, in the order of the bodies.
    pub matter: Vec<Matter>,
}

/// What a body is to a simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Matter {
    /// How heavy it is; `None`: forces do not move it, it keeps its motion.
    pub free: Option<Heft>,
    /// How it bounces and rubs.
    pub material: Material,
}

/// How much a free body weighs, and how that is distributed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heft {
    /// How heavy it is.
    pub weight: Weight,
    /// Centre of mass in the body's frame, metres; `None`: that of its volume.
    pub centre: Option<DVec3>,
    /// Inertia tensor about the centre of mass in the body's axes, kg m²; `None`: that of its volume.
    pub inertia: Option<DMat3>,
}

/// How heavy a body is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weight {
    /// Kilograms.
    Mass(f64),
    /// Kilograms a cubic metre.
    Density(f64),
}

/// How a surface bounces and rubs. Of two bodies the product of the restitutions counts, and the geometric mean of the frictions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// From 0, the speed of approach is lost, to 1, it is kept.
    pub restitution: f64,
    /// Coulomb's coefficient; 0 is smooth.
    pub friction: f64,
}

impl Default for Material {
    fn default() -> Self {
        Self { restitution: 0.5, friction: 0.5 }
    }
}

impl Dynamics {
    /// The given gravity, and what is usual for the rest.
    #[must_use]
    pub fn new(gravity: DVec3, matter: Vec<Matter>) -> Self {
        Self { gravity, step: None, accuracy: None, matter }
    }
}

/// The dynamics of the scene, if it has any: with a table `[dynamics]`, or with a body that is free. `readable`:
/// whether the bodies could be read.
pub(super) fn read(document: &Table<'_>, matter: Vec<Matter>, readable: bool) -> Result<Option<Dynamics>, Faults> {
    let free = matter.iter().any(|matter| matter.free.is_some());
    let Some(value) = document.optional("dynamics") else {
        return Ok(free.then(|| Dynamics::new(EARTH, matter)));
    };
    let table = value.table(&["gravity", "step", "accuracy"])?;
    let gravity = table.optional("gravity").map_or(Ok(EARTH), |value| value.vector())?;
    let positive = |key| table.optional(key).map(|value| value.positive()).transpose();
    let (step, accuracy) = (positive("step")?, positive("accuracy")?);
    if readable && !free {
        let message = "no body is free to move".into();
        let label = "let one have `dynamics = { free = { position = [0, 0, 1] } }` in place of its motion";
        return Err(value.fault(message, label).into());
    }
    Ok(Some(Dynamics { gravity, step, accuracy, matter }))
}

/// `dynamics = { free = { ... } }`: how heavy the body is, and its motion if nothing acted on it.
pub(super) fn free(body: &Table<'_>, shape: &Shape) -> Result<Option<(Heft, Motion)>, Faults> {
    let Some(value) = body.optional("dynamics") else { return Ok(None) };
    let table = value.any_table("a table with a kind, such as { free = { position = [0, 0, 1] } }")?;
    let (kind, data) = table.kind("dynamics", &["free"])?;
    table.check_keys(&[kind])?;
    if body.optional("motion").is_some() {
        let message = "a free body has no motion of its own".into();
        let label = "keep either `dynamics` or `motion`: where it starts stands in `free`";
        return Err(value.fault(message, label).into());
    }
    if deforms(shape) {
        let message = "a body whose form changes with time cannot be free: its inertia is not known".into();
        return Err(value.fault(message, "give it a `motion`, or a shape without `t`").into());
    }
    let keys = ["position", "orientation", "velocity", "angular_velocity", "mass", "density", "centre", "inertia"];
    let table = data.table(&keys)?;
    let heft = heft(&table, &data, shape)?;
    let (velocity, spin) = (vector_or_zero(&table, "velocity")?, vector_or_zero(&table, "angular_velocity")?);
    let motion = Rigid::new(pose(&table)?, velocity, spin).map_err(|error| refused(&data, &error))?;
    Ok(Some((heft, Motion::Rigid(motion))))
}

fn deforms(shape: &Shape) -> bool {
    match shape {
        Shape::Parametric(brep) => brep.deforms(),
        Shape::Implicit(solid) => solid.deforms(),
        Shape::Polyhedron(_) | Shape::Mesh(_) => false,
    }
}

/// Whether the shape has an inside that can be filled.
fn has_volume(shape: &Shape) -> bool {
    match shape {
        Shape::Polyhedron(_) | Shape::Implicit(_) => true,
        Shape::Mesh(_) => false,
        Shape::Parametric(brep) => brep.is_solid(),
    }
}

fn heft(table: &Table<'_>, data: &Value<'_>, shape: &Shape) -> Result<Heft, RawFault> {
    let weight = match (table.optional("mass"), table.optional("density")) {
        (Some(_), Some(density)) => {
            return Err(density.fault("both `mass` and `density` say how heavy it is".into(), "keep one of them"));
        }
        (Some(mass), None) => Weight::Mass(mass.positive()?),
        (None, Some(density)) => Weight::Density(density.positive()?),
        (None, None) => Weight::Density(WATER),
    };
    let centre = table.optional("centre").map(|value| value.vector()).transpose()?;
    let inertia = table.optional("inertia").map(inertia).transpose()?;
    let told = matches!(weight, Weight::Mass(_)) && centre.is_some() && inertia.is_some();
    if !told && !has_volume(shape) {
        let message = "a surface without an inside has no volume to weigh".into();
        return Err(data.fault(message, "give `mass`, `centre` and `inertia`"));
    }
    if let (Weight::Density(_), Some(value)) = (weight, table.optional("inertia")) {
        let message = "`inertia` goes with `mass`, not with a density".into();
        return Err(value.fault(message, "add `mass = 1`, in kilograms"));
    }
    Ok(Heft { weight, centre, inertia })
}

/// Three moments about the axes of the body, or three rows of a matrix.
fn inertia(value: Value<'_>) -> Result<DMat3, RawFault> {
    let expected = "three moments [xx, yy, zz], or three rows of a matrix";
    let elements = value.elements::<3>(expected)?;
    let matrix = if elements.iter().all(Value::is_array) {
        let [x, y, z] = elements;
        DMat3::from_cols(x.vector()?, y.vector()?, z.vector()?).transpose()
    } else {
        DMat3::from_diagonal(value.vector()?)
    };
    let size = matrix.x_axis.abs().max(matrix.y_axis.abs()).max(matrix.z_axis.abs()).max_element();
    let apart = matrix - matrix.transpose();
    if !(apart.abs_diff_eq(DMat3::ZERO, INERTIA_SYMMETRY * size)) {
        return Err(value.fault("an inertia tensor is symmetric".into(), "write the same number on both sides"));
    }
    let matrix = 0.5 * (matrix + matrix.transpose());
    if !possible(matrix) {
        let moments = [matrix.x_axis.x, matrix.y_axis.y, matrix.z_axis.z].map(shown).join(", ");
        let message = format!("no body has this inertia (moments {moments})");
        let label = "expected positive moments, none greater than the other two together, about every axis";
        return Err(value.fault(message, label));
    }
    Ok(matrix)
}

/// Whether masses can be distributed so: the second moments `½·tr(I)·1 − I` are not negative in any direction, and the body is
/// no line and no point.
fn possible(inertia: DMat3) -> bool {
    let trace = inertia.x_axis.x + inertia.y_axis.y + inertia.z_axis.z;
    let moments = DMat3::from_diagonal(DVec3::splat(trace / 2.0)) - inertia;
    let minors = |m: DMat3| {
        let two = |a: f64, b: f64, c: f64| a * c - b * b;
        let firsts = [m.x_axis.x, m.y_axis.y, m.z_axis.z];
        let seconds = [
            two(m.x_axis.x, m.x_axis.y, m.y_axis.y),
            two(m.y_axis.y, m.y_axis.z, m.z_axis.z),
            two(m.x_axis.x, m.x_axis.z, m.z_axis.z),
        ];
        (firsts, seconds, m.determinant())
    };
    let rounding = -1e-12 * trace;
    let (firsts, seconds, third) = minors(moments);
    let not_negative = firsts.iter().all(|&minor| minor >= rounding)
        && seconds.iter().all(|&minor| minor >= rounding * trace)
        && third >= rounding * trace * trace;
    let (firsts, seconds, third) = minors(inertia);
    not_negative && firsts[0] > 0.0 && seconds[0] > 0.0 && third > 0.0
}

/// `material = { restitution = 0.5, friction = 0.5 }`.
pub(super) fn material(body: &Table<'_>) -> Result<Material, Faults> {
    let usual = Material::default();
    let Some(value) = body.optional("material") else { return Ok(usual) };
    let table = value.table(&["restitution", "friction"])?;
    let restitution = match table.optional("restitution") {
        None => usual.restitution,
        Some(value) => {
            let restitution = value.not_negative()?;
            if restitution > 1.0 {
                return Err(value.mismatch("a number from 0 to 1").into());
            }
            restitution
        }
    };
    let friction = table.optional("friction").map_or(Ok(usual.friction), |value| value.not_negative())?;
    Ok(Material { restitution, friction })
}
