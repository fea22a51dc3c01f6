//! The dynamics of a scene: gravity, wind, masses, initial states of free bodies and forces on them, restitution and
//! friction.
//!
//! `[dynamics]` holds the settings of the scene. A body has `dynamics = { free = { ... } }` in place of a motion, and
//! `material`.

use super::forces::{self, SceneForces};
use super::motion::{point_or_zero, refused, vector_or_zero};
use super::orientation::pose;
use super::value::{Table, TomlValue};
use crate::fault::{RawFault, RawFaults, shown};
use crate::kind::{KindKey, keys, kind_keys};
use crate::tolerance::{DEFAULT_DENSITY, DEFAULT_GRAVITY, INERTIA_SYMMETRY};
use glam::{DMat3, DVec3};
use tangency_geometry::{Motion, Rigid, RoundedMesh, Shape};

kind_keys! {
    /// What impacts do to velocities: a law of impact, with the method that solves it.
    pub enum SceneResponse {
        /// Newton's restitution in rounds over the contacts that approach, with friction.
        Rounds = "rounds",
        /// Newton's restitution at all contacts at once, with friction.
        Simultaneous = "simultaneous",
        /// The same by sequential impulses, contact after contact.
        Sequential = "sequential",
        /// Newton's restitution at all contacts at once without friction, as a projection.
        LeastConstraint = "least_constraint",
        /// The same as a linear complementarity problem.
        Complementarity = "complementarity",
    }
}

/// Gravity, step settings, and the masses and materials of all bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct Dynamics {
    /// Metres per second squared.
    pub gravity: DVec3,
    /// The longest step of the integration, in seconds; `None` takes the default.
    pub step: Option<f64>,
    /// The relative error of a step; `None` takes the default.
    pub accuracy: Option<f64>,
    /// What impacts do to velocities; `None` takes the default, `Rounds`.
    pub response: Option<SceneResponse>,
    /// Mass and material of every body, in the order of the bodies.
    pub matter: Vec<BodyMatter>,
    /// The velocity of the air, metres per second.
    pub wind: DVec3,
    /// The forces on every body besides gravity and contacts, in the order of the bodies; those of bodies beyond the
    /// end of the list are none.
    pub forces: Vec<SceneForces>,
}

/// Mass and material of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyMatter {
    /// Mass properties; `None` if forces do not move the body and it keeps its prescribed motion.
    pub free: Option<Heft>,
    /// Restitution and friction.
    pub material: BodyMaterial,
}

/// The mass properties of a free body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heft {
    /// Mass or density.
    pub weight: Weight,
    /// Centre of mass in the body's frame, metres; `None` means the centroid of its volume.
    pub centre: Option<DVec3>,
    /// Inertia tensor about the centre of mass in the body's axes, kg m²; `None` means that of its volume.
    pub inertia: Option<DMat3>,
}

/// Mass or density of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weight {
    /// Kilograms.
    Mass(f64),
    /// Kilograms per cubic metre.
    Density(f64),
}

/// Restitution and friction of a surface. A pair of bodies has the product of both restitutions, the geometric mean of
/// both friction coefficients, and the greater torsional and rolling friction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyMaterial {
    /// Coefficient of restitution, from 0 (no rebound) to 1 (the approach speed is kept).
    pub restitution: f64,
    /// Coulomb's friction coefficient; 0 means no friction.
    pub friction: f64,
    /// Torsional friction, metres: the largest torque about the normal per newton of normal force.
    pub torsion: f64,
    /// Rolling friction, metres: the largest torque along the tangent plane per newton of normal force.
    pub rolling: f64,
}

impl Default for BodyMaterial {
    fn default() -> Self {
        Self { restitution: 0.5, friction: 0.5, torsion: 0.0, rolling: 0.0 }
    }
}

impl Dynamics {
    /// The given gravity, and defaults for the rest.
    #[must_use]
    pub fn new(gravity: DVec3, matter: Vec<BodyMatter>) -> Self {
        Self { gravity, step: None, accuracy: None, response: None, matter, wind: DVec3::ZERO, forces: Vec::new() }
    }

    /// The forces on a body besides gravity and contacts.
    #[must_use]
    pub fn forces_on(&self, body: usize) -> SceneForces {
        self.forces.get(body).cloned().unwrap_or_default()
    }
}

/// The dynamics of the scene; `None` without a table `[dynamics]` and without a free body. `readable`: whether the
/// bodies could be read.
pub(super) fn read(
    document: &Table<'_>,
    (matter, mut forces): (Vec<BodyMatter>, Vec<SceneForces>),
    readable: bool,
) -> Result<Option<Dynamics>, RawFaults> {
    let free = matter.iter().any(|matter| matter.free.is_some());
    if forces.iter().all(SceneForces::is_none) {
        forces.clear();
    }
    let Some(value) = document.optional("dynamics") else {
        return Ok(free.then(|| Dynamics { forces, ..Dynamics::new(DEFAULT_GRAVITY, matter) }));
    };
    let table = value.table(&["gravity", "wind", "step", "accuracy", "response"])?;
    let wind = point_or_zero(&table, "wind")?;
    let gravity = table.optional("gravity").map_or(Ok(DEFAULT_GRAVITY), |value| value.point())?;
    let positive = |key| table.optional(key).map(|value| value.positive()).transpose();
    let (step, accuracy) = (positive("step")?, positive("accuracy")?);
    let response = table.optional("response").map(|value| response(&value)).transpose()?;
    if readable && !free {
        let message = "no body is free to move".into();
        let label = "let one have `dynamics = { free = { position = [0, 0, 1] } }` in place of its motion";
        return Err(value.fault(message, label).into());
    }
    Ok(Some(Dynamics { gravity, step, accuracy, response, matter, wind, forces }))
}

fn response(value: &TomlValue<'_>) -> Result<SceneResponse, RawFault> {
    let written = value.string()?;
    let found = SceneResponse::all().find(|one| one.key() == written);
    let quoted: Vec<String> = keys::<SceneResponse>().iter().map(|key| format!("\"{key}\"")).collect();
    found.ok_or_else(|| value.mismatch(&quoted.join(", ")))
}

kind_keys! {
    /// Every kind of dynamics of a body.
    enum DynamicsKey {
        Free = "free",
    }
}

/// What `free` says of a body.
pub(super) struct FreeBody {
    pub(super) heft: Heft,
    /// Its motion without forces.
    pub(super) motion: Motion,
    pub(super) forces: SceneForces,
}

/// `dynamics = { free = { ... } }`: the mass properties of the body, its motion without forces, and the forces on it.
pub(super) fn free(body: &Table<'_>, shape: &Shape) -> Result<Option<FreeBody>, RawFaults> {
    let Some(value) = body.optional("dynamics") else { return Ok(None) };
    let table = value.any_table("a table with a kind, such as { free = { position = [0, 0, 1] } }")?;
    let (DynamicsKey::Free, data) = table.kind("dynamics")?;
    table.check_keys(&[DynamicsKey::Free.key()])?;
    if body.optional("motion").is_some() {
        let message = "a free body has no motion of its own".into();
        let label = "keep either `dynamics` or `motion`: where it starts stands in `free`";
        return Err(value.fault(message, label).into());
    }
    if deforms(shape) {
        let message = "a body whose form changes with time cannot be free: its inertia is not known".into();
        return Err(value.fault(message, "give it a `motion`, or a shape without `t`").into());
    }
    if let Shape::HalfSpace(_) = shape {
        let message = "a half-space cannot be free: it is infinitely heavy".into();
        return Err(value.fault(message, "give it a `motion`, or leave it at rest").into());
    }
    let state = ["position", "orientation", "velocity", "angular_velocity"];
    let table = data.table(&[&state[..], &["mass", "density", "centre", "inertia", "thrust", "drag"]].concat())?;
    let heft = heft(&table, &data, shape)?;
    let (velocity, spin) = (point_or_zero(&table, "velocity")?, vector_or_zero(&table, "angular_velocity")?);
    let motion = Rigid::new(pose(&table)?, velocity, spin).map_err(|error| refused(&data, &error))?;
    Ok(Some(FreeBody { heft, motion: Motion::Rigid(motion), forces: forces::read(&table)? }))
}

fn deforms(shape: &Shape) -> bool {
    match shape {
        Shape::Parametric(brep) => brep.deforms(),
        Shape::Implicit(solid) => solid.deforms(),
        Shape::Compound(compound) => compound.parts().iter().any(|part| deforms(part.shape())),
        Shape::Polyhedron(_)
        | Shape::Mesh(_)
        | Shape::Convex(_)
        | Shape::Rounded(_)
        | Shape::HalfSpace(_)
        | Shape::HeightMap(_) => false,
    }
}

/// Why the shape has no volume that can be weighed; `None` if it has one.
fn without_volume(shape: &Shape) -> Option<&'static str> {
    let surface = Some("a surface without an inside has no volume to weigh");
    match shape {
        Shape::Polyhedron(_) | Shape::Implicit(_) | Shape::Convex(_) => None,
        Shape::Mesh(_) | Shape::HeightMap(_) => surface,
        Shape::Parametric(brep) => {
            if brep.is_solid() {
                None
            } else {
                surface
            }
        }
        // The response refuses one that is not convex.
        Shape::Rounded(rounded) if is_solid(rounded) => None,
        Shape::Rounded(_) => Some("the volume of a rounded surface is not computed"),
        Shape::HalfSpace(_) => Some("the volume of a half-space is infinite"),
        Shape::Compound(compound) => compound.parts().iter().find_map(|part| without_volume(part.shape())),
    }
}

/// Whether the core of a rounded mesh is solid.
fn is_solid(rounded: &RoundedMesh) -> bool {
    matches!(rounded.core(), Shape::Polyhedron(_))
}

fn heft(table: &Table<'_>, data: &TomlValue<'_>, shape: &Shape) -> Result<Heft, RawFault> {
    let weight = match (table.optional("mass"), table.optional("density")) {
        (Some(_), Some(density)) => {
            return Err(density.fault("both `mass` and `density` say how heavy it is".into(), "keep one of them"));
        }
        (Some(mass), None) => Weight::Mass(mass.positive()?),
        (None, Some(density)) => Weight::Density(density.positive()?),
        (None, None) => Weight::Density(DEFAULT_DENSITY),
    };
    let centre = table.optional("centre").map(|value| value.point()).transpose()?;
    let inertia = table.optional("inertia").map(inertia).transpose()?;
    let told = matches!(weight, Weight::Mass(_)) && centre.is_some() && inertia.is_some();
    if let Some(reason) = without_volume(shape).filter(|_| !told) {
        return Err(data.fault(reason.into(), "give `mass`, `centre` and `inertia`"));
    }
    if let (Weight::Density(_), Some(value)) = (weight, table.optional("inertia")) {
        let message = "`inertia` goes with `mass`, not with a density".into();
        return Err(value.fault(message, "add `mass = 1`, in kilograms"));
    }
    Ok(Heft { weight, centre, inertia })
}

/// Three moments about the axes of the body, or three rows of a matrix.
fn inertia(value: TomlValue<'_>) -> Result<DMat3, RawFault> {
    let expected = "three moments [xx, yy, zz], or three rows of a matrix";
    let elements = value.elements::<3>(expected)?;
    let matrix = if elements.iter().all(TomlValue::is_array) {
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

/// Whether a mass distribution with this inertia exists: the second moments `½·tr(I)·1 − I` are not negative in any
/// direction, and the body is neither a line nor a point.
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
pub(super) fn material(body: &Table<'_>) -> Result<BodyMaterial, RawFaults> {
    let usual = BodyMaterial::default();
    let Some(value) = body.optional("material") else { return Ok(usual) };
    let table = value.table(&["restitution", "friction", "torsion", "rolling"])?;
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
    let length = |key| table.optional(key).map_or(Ok(0.0), |value| value.not_negative_length());
    Ok(BodyMaterial { restitution, friction, torsion: length("torsion")?, rolling: length("rolling")? })
}
