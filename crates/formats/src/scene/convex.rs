//! Convex bodies of a scene: exact, or as the polyhedron or the curved faces that the scene asks for.

use super::SceneReader;
use super::primitive::{PrimitiveKey, Recipe};
use super::rounding::rounding;
use super::value::{Table, TomlValue};
use crate::fault::{RawFault, RawFaults};
use crate::kind::{KindKey, kind_keys};
use crate::tolerance::{PRIMITIVE_STEPS, SPHERE_SUBDIVISIONS};
use glam::DVec3;
use tangency_geometry::surface::{Brep, SurfaceError};
use tangency_geometry::{Convex, ConvexCore, ConvexError, ConvexHull, Shape};

kind_keys! {
    /// Kinds of convex bodies that are exact by default.
    pub(super) enum ConvexKey {
        Sphere = "sphere",
        Capsule = "capsule",
        Cylinder = "cylinder",
        Cone = "cone",
        Ellipsoid = "ellipsoid",
        Hull = "hull",
    }
}

impl ConvexKey {
    /// The keys that may stand beside the kind.
    pub(super) fn beside(self) -> &'static [&'static str] {
        match self {
            Self::Sphere | Self::Capsule | Self::Cylinder | Self::Cone | Self::Ellipsoid => {
                &["rounding", "smooth", "surface"]
            }
            Self::Hull => &["rounding", "surface"],
        }
    }

    /// The key that made a polyhedron of this body before it was exact.
    fn former_count(self) -> Option<&'static str> {
        match self {
            Self::Sphere => Some("subdivisions"),
            Self::Cylinder | Self::Cone => Some("sides"),
            Self::Capsule | Self::Ellipsoid | Self::Hull => None,
        }
    }
}

/// A convex body with a curved surface. All lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
enum RoundBody {
    Sphere { radius: f64 },
    Capsule { radius: f64, length: f64 },
    Cylinder { radius: f64, height: f64 },
    Cone { radius: f64, height: f64 },
    Ellipsoid { radii: DVec3 },
}

/// The representation of a round body.
enum Form {
    Exact { rounding: Option<f64> },
    Polyhedron(Recipe),
    Faces,
}

/// The key `surface` of the scene with its position.
type SurfaceSetting<'a> = Option<(bool, TomlValue<'a>)>;

impl SceneReader<'_> {
    /// A shape of this kind; `surface` is the key `surface` of the scene, if any.
    pub(super) fn convex(
        &mut self,
        body: &str,
        table: &Table<'_>,
        (kind, data): (ConvexKey, &TomlValue<'_>),
        surface: SurfaceSetting<'_>,
    ) -> Result<Shape, RawFaults> {
        let refused = |error: &dyn std::fmt::Display| cannot_be_made(data, kind.key(), error);
        let Some((round, recipe)) = read(kind, data)? else {
            let (hull, radius) = (self.hull(body, data)?, rounding(table)?.map(|(radius, _)| radius));
            if let (Ok(hull), None) = (&hull, radius) {
                self.warn_of_flat_hull(body, hull);
            }
            return solid(grown(hull, radius).map_err(|error| refused(&error))?, surface);
        };
        match form(table, recipe)? {
            Form::Exact { rounding } => {
                solid(grown(round.exact(), rounding).map_err(|error| refused(&error))?, surface)
            }
            Form::Polyhedron(recipe) => {
                let mesh = self.primitive(&recipe, kind.key(), data)?;
                Ok(self.solid_or_surface(body, mesh, surface)?)
            }
            Form::Faces => {
                let faces = round.faces().map_err(|error| refused(&error))?;
                Ok(self.filled_or_surface(body, faces, surface)?)
            }
        }
    }

    /// `{ points = [[x, y, z], ...] }`, or `{ file = "part.obj", scale = 1 }`: the hull of a mesh's vertices.
    fn hull(&mut self, body: &str, data: &TomlValue<'_>) -> Result<Result<Convex, ConvexError>, RawFaults> {
        let table = data.table(&["points", "file", "scale"])?;
        let scale = table.optional("scale").map_or(Ok(1.0), |value| value.positive())?;
        let points = match (table.optional("points"), table.optional("file")) {
            (Some(points), None) => {
                let list = points.list("a list of points [x, y, z]", |_, point| point.point())?;
                self.spend(list.len(), &points)?;
                list
            }
            (None, Some(file)) => self.mesh_file(body, &file)?.vertices().to_vec(),
            (Some(_), Some(file)) => {
                return Err(file.fault("the hull has both `points` and a `file`".into(), "keep one of them").into());
            }
            (None, None) => {
                let label = "add `points = [[0, 0, 0], ...]`, or `file = \"part.obj\"` for the hull of a mesh";
                return Err(data.fault("`hull` has no `points`".into(), label).into());
            }
        };
        Ok(Convex::hull(points.into_iter().map(|point| scale * point).collect()))
    }

    /// Warns of a hull without volume. It is a body like any other, and probably not what was meant.
    fn warn_of_flat_hull(&mut self, body: &str, hull: &Convex) {
        let ConvexCore::Hull { points } = hull.core() else { return };
        let dimension = ConvexHull::of(points).map_or(3, |hull| hull.dimension());
        let Some(form) = ["a single point", "a segment", "flat"].get(dimension) else { return };
        let advice = "add a point beside them, or give the body a thickness with `rounding`";
        self.warn(body, &format!("the hull of its points is {form} and has no volume; {advice}"));
    }

    /// A convex primitive of flat faces that the key `rounding` grows, or a box with `exact = true`; `None` if it has no
    /// such key, or if it is to be a surface without an inside.
    pub(super) fn convex_primitive(
        &mut self,
        table: &Table<'_>,
        recipe: &Recipe,
        (kind, data): (PrimitiveKey, &TomlValue<'_>),
        surface: SurfaceSetting<'_>,
    ) -> Result<Option<Shape>, RawFaults> {
        let exact = table.optional("exact").map(|value| Ok::<_, RawFault>((value.boolean()?, value))).transpose()?;
        let exact = exact.filter(|(exact, _)| *exact).map(|(_, value)| value);
        if let (Some(value), true) = (exact, smooth(table)?.is_some()) {
            return Err(excluded(&value, ["smooth", "exact"]).into());
        }
        if let (Some(_), None, Recipe::Box { size }) = (exact, rounding(table)?, recipe) {
            let exact = Convex::cuboid(*size).map_err(|error| cannot_be_made(data, kind.key(), &error))?;
            return solid(exact, surface).map(Some);
        }
        let Some((radius, value)) = rounding(table)? else { return Ok(None) };
        if smooth(table)?.is_some() {
            return Err(excluded(&value, ["smooth", "rounding"]).into());
        }
        if !kind.is_convex() || matches!(surface, Some((true, _))) {
            return Ok(None);
        }
        let convex = if let Recipe::Box { size } = *recipe {
            Convex::cuboid(size)
        } else {
            Convex::hull(self.primitive(recipe, kind.key(), data)?.vertices().to_vec())
        };
        let grown = grown(convex, Some(radius));
        solid(grown.map_err(|error| cannot_be_made(data, kind.key(), &error))?, surface).map(Some)
    }
}

/// The key `smooth`, if it is true.
fn smooth<'a>(table: &Table<'a>) -> Result<Option<TomlValue<'a>>, RawFault> {
    let value = table.optional("smooth").map(|value| Ok((value.boolean()?, value))).transpose()?;
    Ok(value.filter(|(smooth, _)| *smooth).map(|(_, value)| value))
}

fn excluded(value: &TomlValue<'_>, [first, second]: [&str; 2]) -> RawFault {
    value.fault(format!("`{first}` and `{second}` exclude each other"), "keep one of them")
}

/// The body grown by a radius, if there is one.
fn grown(convex: Result<Convex, ConvexError>, radius: Option<f64>) -> Result<Convex, ConvexError> {
    match radius {
        Some(radius) => convex?.rounded(radius),
        None => convex,
    }
}

/// An exact convex body is always a solid.
fn solid(convex: Convex, surface: SurfaceSetting<'_>) -> Result<Shape, RawFaults> {
    match surface {
        Some((true, value)) => {
            let label = "leave it out; `facets = ...` or `smooth = true`, where the kind has them, make a surface";
            Err(value.fault("an exact convex body is a solid, not a surface".into(), label).into())
        }
        Some((false, _)) | None => Ok(Shape::Convex(convex)),
    }
}

/// A fault found by `geometry` although every single number is valid.
fn cannot_be_made(data: &TomlValue<'_>, kind: &str, error: &dyn std::fmt::Display) -> RawFault {
    data.fault(format!("the {kind} cannot be made: {error}"), "")
}

/// The measures of a round body, and its polyhedron if `facets` is given; `None` for a hull.
fn read(kind: ConvexKey, data: &TomlValue<'_>) -> Result<Option<(RoundBody, Option<Recipe>)>, RawFaults> {
    refuse_former_count(kind, data)?;
    let length = |table: &Table<'_>, key: &'static str| table.required(key, "1.0")?.positive_length();
    let facets = |table: &Table<'_>, range| {
        table.optional("facets").map(|value| value.integer(range).map(|count| count as usize)).transpose()
    };
    Ok(Some(match kind {
        ConvexKey::Sphere => {
            let table = data.table(&["radius", "facets"])?;
            let radius = length(&table, "radius")?;
            let facets = facets(&table, SPHERE_SUBDIVISIONS)?;
            (RoundBody::Sphere { radius }, facets.map(|subdivisions| Recipe::Sphere { radius, subdivisions }))
        }
        ConvexKey::Capsule => {
            let table = data.table(&["radius", "length"])?;
            (RoundBody::Capsule { radius: length(&table, "radius")?, length: length(&table, "length")? }, None)
        }
        ConvexKey::Cylinder => {
            let table = data.table(&["radius", "height", "facets"])?;
            let (radius, height) = (length(&table, "radius")?, length(&table, "height")?);
            let facets = facets(&table, PRIMITIVE_STEPS)?;
            (RoundBody::Cylinder { radius, height }, facets.map(|sides| Recipe::Cylinder { radius, height, sides }))
        }
        ConvexKey::Cone => {
            let table = data.table(&["radius", "height", "facets"])?;
            let (radius, height) = (length(&table, "radius")?, length(&table, "height")?);
            let facets = facets(&table, PRIMITIVE_STEPS)?;
            (RoundBody::Cone { radius, height }, facets.map(|sides| Recipe::Cone { radius, height, sides }))
        }
        ConvexKey::Ellipsoid => {
            let radii = data.table(&["radii"])?.required("radii", "[1, 1, 2]")?.point()?;
            (RoundBody::Ellipsoid { radii }, None)
        }
        ConvexKey::Hull => return Ok(None),
    }))
}

/// Refuses the count of a file from the time when these bodies were polyhedra: it would change its meaning silently.
fn refuse_former_count(kind: ConvexKey, data: &TomlValue<'_>) -> Result<(), RawFault> {
    let (Some(former), Ok(table)) = (kind.former_count(), data.any_table("a table")) else { return Ok(()) };
    let Some((_, span)) = table.keys().into_iter().find(|(key, _)| *key == former) else { return Ok(()) };
    let kind = kind.key();
    let count = table.optional(former).and_then(|value| value.integer(0..u32::MAX).ok());
    let count = count.map_or("...".into(), |count| count.to_string());
    let message = format!("`{former}` is no longer a key of `{kind}`: a {kind} is now exact unless it has `facets`");
    let label = format!("write `facets = {count}` for the polyhedron, or leave it out for the exact body");
    Err(RawFault::new(span, message, label))
}

/// The form that the keys `facets`, `smooth` and `rounding` ask for. They exclude each other.
fn form(table: &Table<'_>, recipe: Option<Recipe>) -> Result<Form, RawFault> {
    match (recipe, smooth(table)?, rounding(table)?) {
        (None, None, rounding) => Ok(Form::Exact { rounding: rounding.map(|(radius, _)| radius) }),
        (Some(recipe), None, None) => Ok(Form::Polyhedron(recipe)),
        (None, Some(_), None) => Ok(Form::Faces),
        (Some(_), Some(value), _) => Err(excluded(&value, ["facets", "smooth"])),
        (Some(_), None, Some((_, value))) => Err(excluded(&value, ["facets", "rounding"])),
        (None, Some(_), Some((_, value))) => Err(excluded(&value, ["smooth", "rounding"])),
    }
}

impl RoundBody {
    fn exact(self) -> Result<Convex, ConvexError> {
        match self {
            Self::Sphere { radius } => Convex::sphere(radius),
            Self::Capsule { radius, length } => Convex::capsule(radius, length),
            Self::Cylinder { radius, height } => Convex::cylinder(radius, height),
            Self::Cone { radius, height } => Convex::cone(radius, height),
            Self::Ellipsoid { radii } => Convex::ellipsoid(radii),
        }
    }

    /// The surface as curved faces by formula.
    fn faces(self) -> Result<Brep, SurfaceError> {
        match self {
            Self::Sphere { radius } => Brep::sphere(radius),
            Self::Capsule { radius, length } => Brep::capsule(radius, length),
            Self::Cylinder { radius, height } => Brep::cylinder(radius, height),
            Self::Cone { radius, height } => Brep::cone(radius, height),
            Self::Ellipsoid { radii } => Brep::ellipsoid(radii),
        }
    }
}
