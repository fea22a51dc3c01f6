//! Implicit solids, where a function is negative: formulas, volume files, and combinations of them.

use super::SceneReader;
use super::expression::{formula, scope};
use super::orientation::pose;
use super::value::{Table, TomlValue};
use crate::fault::{RawFault, RawFaults, quoted, shown};
use crate::kind::{KindKey, kind_keys};
use crate::tolerance::FORMULA_CELLS_IN_SPACE;
use crate::volume;
use glam::DVec3;
use tangency_geometry::solid::{Inside, Metaball, SampledVolume as Volume, Solid, SolidError, SolidWork as Workspace};
use tangency_geometry::{Pose, Shape};
use tangency_interval::{Interval, Vector, Vector3};

kind_keys! {
    /// Kinds of shape that are always implicit solids.
    pub(super) enum ImplicitKey {
        Formula = "implicit",
        Volume = "volume",
        Union = "union",
        Intersection = "intersection",
        Difference = "difference",
        Metaballs = "metaballs",
    }
}

kind_keys! {
    /// Primitive solids. They can only be combined; as shapes most of these keys name triangles or curved faces.
    pub(super) enum SolidPrimitiveKey {
        Box = "box",
        Sphere = "sphere",
        Ellipsoid = "ellipsoid",
        Torus = "torus",
        Cylinder = "cylinder",
        Cone = "cone",
        Capsule = "capsule",
        Superquadric = "superquadric",
        HalfSpace = "half_space",
    }
}

/// Kinds of solid that can be combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SolidKey {
    Implicit(ImplicitKey),
    Primitive(SolidPrimitiveKey),
}

impl KindKey for SolidKey {
    fn all() -> impl Iterator<Item = Self> {
        ImplicitKey::all().map(Self::Implicit).chain(SolidPrimitiveKey::all().map(Self::Primitive))
    }

    fn key(self) -> &'static str {
        match self {
            Self::Implicit(kind) => kind.key(),
            Self::Primitive(kind) => kind.key(),
        }
    }
}

impl SolidKey {
    /// The keys that may stand beside the kind, apart from its placement.
    fn beside(self) -> &'static [&'static str] {
        match self {
            Self::Implicit(ImplicitKey::Formula) => &["box", "constants"],
            Self::Implicit(ImplicitKey::Volume) => &["above", "below", "spacing", "origin", "axes"],
            Self::Implicit(
                ImplicitKey::Union | ImplicitKey::Intersection | ImplicitKey::Difference | ImplicitKey::Metaballs,
            )
            | Self::Primitive(_) => &[],
        }
    }
}

impl SceneReader<'_> {
    /// The solid of a shape of one of the kinds [`ImplicitKey`].
    pub(super) fn implicit(
        &mut self,
        body: &str,
        shape: &TomlValue<'_>,
        surface: Option<(bool, TomlValue<'_>)>,
    ) -> Result<Shape, RawFaults> {
        if let Some((true, value)) = surface {
            return Err(value.fault("a body of this kind is always solid".into(), "leave `surface` out").into());
        }
        let solid = self.solid(shape, &["surface"])?;
        self.warn_of_places_without_value(body, &solid);
        Ok(Shape::Implicit(solid))
    }

    /// A solid with its own placement: `{ sphere = { radius = 1 }, position = [0, 0, 1] }`. `also` are keys that may
    /// stand beside.
    fn solid(&mut self, value: &TomlValue<'_>, also: &[&'static str]) -> Result<Solid, RawFaults> {
        let table = value.any_table("a table with a kind, such as { sphere = { radius = 1 } }")?;
        // The region of a formula is under `box`, which is also a kind.
        let (kind, data) = match table.optional("implicit") {
            Some(data) => (SolidKey::Implicit(ImplicitKey::Formula), data),
            None => table.kind("solid")?,
        };
        let key = kind.key();
        table.check_keys(&[&[key, "position", "orientation"], kind.beside(), also].concat())?;
        let solid = match kind {
            SolidKey::Implicit(ImplicitKey::Formula) => self.formula(&table, &data)?,
            SolidKey::Implicit(ImplicitKey::Volume) => self.volume(&table, &data)?,
            SolidKey::Implicit(ImplicitKey::Union) => self.combination(key, &data, Solid::union)?,
            SolidKey::Implicit(ImplicitKey::Intersection) => self.combination(key, &data, Solid::intersection)?,
            SolidKey::Implicit(ImplicitKey::Difference) => self.combination(key, &data, difference)?,
            SolidKey::Implicit(ImplicitKey::Metaballs) => {
                metaballs(&data)?.map_err(|error| refused(&data, key, &error))?
            }
            SolidKey::Primitive(kind) => primitive(kind, &data)?.map_err(|error| refused(&data, key, &error))?,
        };
        let pose = pose(&table)?;
        Ok(if pose == Pose::IDENTITY { solid } else { solid.placed(&pose) })
    }

    /// `implicit = "x^2 + y^2 + z^2 - 1"` with, beside it, `box = [[-2, -2, -2], [2, 2, 2]]` and perhaps `constants`.
    fn formula(&mut self, table: &Table<'_>, data: &TomlValue<'_>) -> Result<Solid, RawFaults> {
        let formula = formula(&scope(table, data, &["x", "y", "z", "t"])?, *data)?;
        let region = table.required("box", "[[-2, -2, -2], [2, 2, 2]]")?;
        let corners = region.elements("two corners [[x, y, z], [x, y, z]]")?;
        let made = Solid::formula(&formula, region_of(&corners)?, Interval::between(0.0, self.duration));
        Ok(made.map_err(|error| {
            let at_box = matches!(error, SolidError::Box { .. });
            let label = "expected the lower corner first";
            if at_box { region.fault(error.to_string(), label) } else { refused(data, "solid", &error) }
        })?)
    }

    /// `volume = "scan.nrrd"` with, beside it, `above` or `below` and, if the file does not give them, `spacing` and
    /// `origin`.
    fn volume(&mut self, table: &Table<'_>, data: &TomlValue<'_>) -> Result<Solid, RawFaults> {
        let written = data.string()?;
        let unusable = |error: String| {
            let message = format!("the volume file {} cannot be used: {error}", quoted(written));
            data.fault(message, "paths are relative to the folder of the scene file")
        };
        let file = volume::read(self.folder.join(written)).map_err(|error| unusable(error.to_string()))?;
        self.spend(file.samples.len(), data)?;
        let axes = table.optional("axes");
        let file = match axes.map_or(Ok("xyz"), |value| value.string())? {
            "xyz" => file,
            "zyx" => file.reversed(),
            _ => return Err(axes.unwrap_or(*data).mismatch("\"xyz\" or \"zyx\"").into()),
        };
        let vector = |key, told: Option<[f64; 3]>, default: DVec3| {
            let written = table.optional(key).map(|value| value.point()).transpose()?;
            Ok::<DVec3, RawFault>(written.or(told.map(DVec3::from_array)).unwrap_or(default))
        };
        let (origin, spacing) =
            (vector("origin", file.origin, DVec3::ZERO)?, vector("spacing", file.spacing, DVec3::ONE)?);
        let inside = inside(table)?;
        let made = Volume::new(file.counts, file.samples, origin, spacing, inside).map_err(SolidError::from);
        Ok(made.and_then(Solid::volume).map_err(|error| unusable(error.to_string()))?)
    }

    /// `union = [{ ... }, { ... }]`, and so on.
    fn combination(
        &mut self,
        key: &str,
        data: &TomlValue<'_>,
        combine: fn(&[Solid]) -> Result<Solid, SolidError>,
    ) -> Result<Solid, RawFaults> {
        let mut faults = RawFaults::new();
        let parts = data.list("a list of solids, such as [{ sphere = { radius = 1 } }]", |_, part| {
            Ok(self.solid(&part, &[]).map_err(|more| faults.extend(more)).ok())
        })?;
        if !faults.is_empty() {
            return Err(faults);
        }
        let parts: Vec<Solid> = parts.into_iter().flatten().collect();
        Ok(combine(&parts).map_err(|error| refused(data, key, &error))?)
    }

    /// Warns of points where a formula has no value: contacts there can be neither found nor excluded.
    fn warn_of_places_without_value(&mut self, body: &str, solid: &Solid) {
        let mut work = Workspace::default();
        let region = solid.bounding_box();
        let side = |axis: usize, step: usize| {
            let along = |step: usize| {
                region[axis].lower()
                    + (region[axis].upper() - region[axis].lower()) * step as f64 / FORMULA_CELLS_IN_SPACE as f64
            };
            Interval::between(along(step), along(step + 1))
        };
        let cell = |number: usize| -> Vector3 {
            let steps = [
                number % FORMULA_CELLS_IN_SPACE,
                number / FORMULA_CELLS_IN_SPACE % FORMULA_CELLS_IN_SPACE,
                number / FORMULA_CELLS_IN_SPACE / FORMULA_CELLS_IN_SPACE,
            ];
            Vector::from_fn(|axis| side(axis, steps[axis]))
        };
        let span = Interval::between(0.0, self.duration);
        let mut without =
            |place: &Vector3| solid.leaves().iter().any(|leaf| leaf.value(*place, span, &mut work).is_entire());
        if let Some(place) = (0..FORMULA_CELLS_IN_SPACE * FORMULA_CELLS_IN_SPACE * FORMULA_CELLS_IN_SPACE)
            .map(cell)
            .find(|place| without(place))
        {
            let [x, y, z] = place.mid().map(shown);
            let warning = format!(
                "its formula may have no value near ({x}, {y}, {z}): there contacts can be neither found nor excluded"
            );
            self.warn(body, &warning);
        }
    }
}

/// Subtracts all others from the first.
fn difference(parts: &[Solid]) -> Result<Solid, SolidError> {
    match parts.split_first() {
        Some((from, subtracted)) => Solid::difference(from, subtracted),
        None => Solid::intersection(parts),
    }
}

fn refused(data: &TomlValue<'_>, kind: &str, error: &SolidError) -> RawFault {
    data.fault(format!("the {kind} cannot be made: {error}"), "")
}

fn region_of([lower, upper]: &[TomlValue<'_>; 2]) -> Result<[DVec3; 2], RawFault> {
    Ok([lower.point()?, upper.point()?])
}

/// Which samples are inside: those above or below a threshold; by default below zero.
fn inside(table: &Table<'_>) -> Result<Inside, RawFault> {
    match (table.optional("above"), table.optional("below")) {
        (Some(_), Some(second)) => {
            Err(second.fault("samples inside are `above` or `below` a number, not both".into(), "keep one of them"))
        }
        (Some(level), None) => Ok(Inside::Above(level.number()?)),
        (None, Some(level)) => Ok(Inside::Below(level.number()?)),
        (None, None) => Ok(Inside::Below(0.0)),
    }
}

type BuiltSolid = Result<Solid, SolidError>;

/// A primitive solid.
fn primitive(kind: SolidPrimitiveKey, data: &TomlValue<'_>) -> Result<BuiltSolid, RawFaults> {
    let positive = |table: &Table<'_>, key| Ok::<f64, RawFaults>(table.required(key, "1.0")?.positive_length()?);
    Ok(match kind {
        SolidPrimitiveKey::Box => Solid::cuboid(DVec3::from_array(data.lengths("three side lengths [x, y, z]")?)),
        SolidPrimitiveKey::Sphere => Solid::sphere(positive(&data.table(&["radius"])?, "radius")?),
        SolidPrimitiveKey::Ellipsoid => {
            Solid::ellipsoid(data.table(&["radii"])?.required("radii", "[1, 1, 2]")?.point()?)
        }
        SolidPrimitiveKey::Torus => {
            let table = data.table(&["radius", "tube"])?;
            Solid::torus(positive(&table, "radius")?, positive(&table, "tube")?)
        }
        SolidPrimitiveKey::Cylinder => {
            let table = data.table(&["radius", "height"])?;
            Solid::cylinder(positive(&table, "radius")?, positive(&table, "height")?)
        }
        SolidPrimitiveKey::Cone => {
            let table = data.table(&["radius", "height"])?;
            Solid::cone(positive(&table, "radius")?, positive(&table, "height")?)
        }
        SolidPrimitiveKey::Capsule => {
            let table = data.table(&["radius", "length"])?;
            Solid::capsule(positive(&table, "radius")?, positive(&table, "length")?)
        }
        SolidPrimitiveKey::Superquadric => {
            let table = data.table(&["radii", "exponents"])?;
            let exponents =
                table.required("exponents", "[4, 4]")?.integers("two even numbers [across, along z]", 2..65)?;
            Solid::superquadric(table.required("radii", "[1, 1, 2]")?.point()?, exponents)
        }
        SolidPrimitiveKey::HalfSpace => {
            let table = data.table(&["point", "outward", "box"])?;
            let point = table.optional("point").map_or(Ok(DVec3::ZERO), |value| value.point())?;
            let region =
                table.required("box", "[[-2, -2, -2], [2, 2, 2]]")?.elements("two corners [[x, y, z], [x, y, z]]")?;
            Solid::half_space(point, table.required("outward", "[0, 0, 1]")?.vector()?, region_of(&region)?)
        }
    })
}

/// `metaballs = [{ centre = [0, 0, 0], radius = 1 }, ...]`.
fn metaballs(data: &TomlValue<'_>) -> Result<BuiltSolid, RawFaults> {
    let mut faults = RawFaults::new();
    let balls = data.list("a list of balls { centre = [0, 0, 0], radius = 1 }", |_, ball| {
        Ok(metaball(&ball).map_err(|more| faults.extend(more)).ok())
    })?;
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(Solid::metaballs(&balls.into_iter().flatten().collect::<Vec<_>>()))
}

/// `{ centre = [0, 0, 0], radius = 1, strength = 1 }`.
fn metaball(value: &TomlValue<'_>) -> Result<Metaball, RawFaults> {
    let table = value.table(&["centre", "radius", "strength"])?;
    Ok(Metaball {
        centre: table.required("centre", "[0, 0, 0]")?.point()?,
        radius: table.required("radius", "1.0")?.positive_length()?,
        strength: table.optional("strength").map_or(Ok(1.0), |value| value.number())?,
    })
}
