//! Shapes of curved faces: formulas of the scene, and smooth primitives.

use super::SceneReader;
use super::expression::{formula, scope};
use super::primitive::{PrimitiveKey, Recipe};
use super::value::{Table, TomlValue};
use crate::fault::{RawFault, RawFaults, shown};
use crate::kind::{KindKey, kind_keys};
use crate::tolerance::{FORMULA_CELLS_ON_FACE, NEARLY_CLOSED};
use glam::DVec3;
use tangency_geometry::surface::{Brep, DomainSide as Side, Patch, Section, SurfaceError, SweepPath as Sweep};
use tangency_geometry::{Expression, Motion, Shape};
use tangency_interval::Interval;
use tangency_interval::expr::{Expr, Scope};

kind_keys! {
    /// Kinds of shape that are always curved.
    pub(super) enum CurvedKey {
        Parametric = "parametric",
        Faces = "faces",
        Superquadric = "superquadric",
        Revolution = "revolution",
        Sweep = "sweep",
        HeightField = "height_field",
        Bezier = "bezier",
        Nurbs = "nurbs",
        Patches = "patches",
    }
}

impl CurvedKey {
    /// The keys that may stand beside the kind.
    pub(super) fn beside(self) -> &'static [&'static str] {
        match self {
            Self::Parametric => &["u", "v", "constants", "surface"],
            Self::Faces
            | Self::Superquadric
            | Self::Revolution
            | Self::Sweep
            | Self::HeightField
            | Self::Bezier
            | Self::Nurbs
            | Self::Patches => &["surface"],
        }
    }

    /// Whether the shape is always a surface with a border, which is no reason for a warning.
    fn is_open(self) -> bool {
        match self {
            Self::HeightField => true,
            Self::Parametric
            | Self::Faces
            | Self::Superquadric
            | Self::Revolution
            | Self::Sweep
            | Self::Bezier
            | Self::Nurbs
            | Self::Patches => false,
        }
    }
}

impl SceneReader<'_> {
    /// A shape of this kind; `surface` is the key `surface` of the scene, if any.
    pub(super) fn curved(
        &mut self,
        body: &str,
        table: &Table<'_>,
        (kind, data): (CurvedKey, &TomlValue<'_>),
        surface: Option<(bool, TomlValue<'_>)>,
    ) -> Result<Shape, RawFaults> {
        let span = Interval::between(0.0, self.duration);
        let made = match kind {
            CurvedKey::Parametric => Brep::during(vec![patch(table, data)?], span),
            CurvedKey::Faces => Brep::during(faces(data)?, span),
            CurvedKey::Superquadric => {
                let table = data.table(&["radii", "exponents"])?;
                let exponents = table.required("exponents", "[4, 4]")?;
                let [across, along] = exponents.integers("two even numbers [across, along z]", 2..65)?;
                Brep::superquadric(table.required("radii", "[1, 1, 2]")?.point()?, across, along)
            }
            CurvedKey::Revolution => revolution(data, span)?,
            CurvedKey::Sweep => sweep(data, span)?,
            CurvedKey::HeightField => height_field(data, span)?,
            CurvedKey::Bezier => Brep::of_splines(self.bezier(data)?),
            CurvedKey::Nurbs => Brep::of_splines(self.nurbs(data)?),
            CurvedKey::Patches => Brep::of_splines(self.patch_file(data)?),
        };
        let brep = made.map_err(|error| refused(data, kind.key(), &error))?;
        self.warn_of_undefined_places_on(body, &brep);
        let open = kind.is_open() && surface.is_none();
        if open { Ok(Shape::Parametric(brep)) } else { Ok(self.filled_or_surface(body, brep, surface)?) }
    }

    /// A smooth primitive in place of triangles. It takes no counts of triangles.
    pub(super) fn smooth(
        &mut self,
        recipe: &Recipe,
        kind: PrimitiveKey,
        data: &TomlValue<'_>,
    ) -> Result<Brep, RawFaults> {
        let kind = kind.key();
        let made = match *recipe {
            Recipe::Box { size } => Brep::cuboid(size),
            Recipe::Torus { radius, tube, .. } => {
                data.table(&["radius", "tube"])?;
                Brep::torus(radius, tube)
            }
            Recipe::Sphere { .. }
            | Recipe::Cylinder { .. }
            | Recipe::Cone { .. }
            | Recipe::TorusKnot { .. }
            | Recipe::Prism { .. }
            | Recipe::Needle { .. }
            | Recipe::Tetrahedron { .. }
            | Recipe::Wedge { .. }
            | Recipe::LExtrusion { .. }
            | Recipe::Grid { .. } => {
                return Err(data.fault(format!("there is no smooth {kind}"), "leave out `smooth`").into());
            }
        };
        Ok(made.map_err(|error| refused(data, kind, &error))?)
    }

    /// A closed shape is a solid and an open one a surface, unless the scene says otherwise.
    pub(super) fn filled_or_surface(
        &mut self,
        body: &str,
        brep: Brep,
        surface: Option<(bool, TomlValue<'_>)>,
    ) -> Result<Shape, RawFault> {
        if let Some((true, _)) = surface {
            return Ok(Shape::Parametric(brep.as_surface()));
        }
        if !brep.is_solid() {
            let reason = if brep.is_closed() { "it is not certain which side is out" } else { "it has a border" };
            let advice = near_miss(&brep).unwrap_or_else(|| "if that is meant, say `surface = true`".into());
            if let Some((_, value)) = surface {
                return Err(value.fault(format!("the body is to be solid, but {reason}"), advice));
            }
            self.warn(body, &format!("taken as a surface without an inside: {reason}; {advice}"));
        }
        Ok(Shape::Parametric(brep))
    }

    /// Warns of points where a formula has no value: contacts there can be neither found nor excluded.
    fn warn_of_undefined_places_on(&mut self, body: &str, brep: &Brep) {
        let mut work = Default::default();
        for face in brep.faces() {
            let patch = face.patch();
            let [u, v] = patch.domain().map(|range| {
                let cut = |i: usize| {
                    range.lower() + (range.upper() - range.lower()) * i as f64 / FORMULA_CELLS_ON_FACE as f64
                };
                (0..FORMULA_CELLS_ON_FACE).map(|i| Interval::between(cut(i), cut(i + 1))).collect::<Vec<_>>()
            });
            let cells = u.iter().flat_map(|&u| v.iter().map(move |&v| [u, v, brep.span()]));
            if let Some([u, v, _]) = cells.into_iter().find(|&cell| !patch.everywhere_defined(cell, &mut work)) {
                let place = format!("u = {}, v = {}", shown(u.mid()), shown(v.mid()));
                let warning = format!(
                    "its formulas may have no value near {place}: there contacts can be neither found nor excluded"
                );
                self.warn(body, &warning);
                return;
            }
        }
    }

    /// A curved shape with a motion by formula: composes the formulas into a deforming shape at rest.
    pub(super) fn deformed(
        &mut self,
        value: &TomlValue<'_>,
        brep: &Brep,
        motion: &Expression,
    ) -> Result<(Shape, Motion), RawFault> {
        let deformed = brep.carried(motion, Interval::between(0.0, self.duration));
        let deformed = deformed.map_err(|error| value.fault(format!("moved by these formulas, {error}"), ""))?;
        Ok((Shape::Parametric(deformed), Motion::Still(tangency_geometry::Pose::IDENTITY)))
    }
}

/// `parametric = ["...", "...", "..."]` with, beside it, `u`, `v` and perhaps `constants`.
fn patch(table: &Table<'_>, data: &TomlValue<'_>) -> Result<Patch, RawFaults> {
    let scope = scope(table, data, &["u", "v", "t"])?;
    let texts: [TomlValue<'_>; 3] = data.elements("three formulas [\"x\", \"y\", \"z\"] of u, v and t")?;
    let [x, y, z] = [formula(&scope, texts[0])?, formula(&scope, texts[1])?, formula(&scope, texts[2])?];
    let (u, v) = (range(table, "u", "[0, \"2*pi\"]")?, range(table, "v", "[0, \"2*pi\"]")?);
    Ok(Patch::new([x, y, z], u, v).map_err(|error| refused(data, "surface", &error))?)
}

/// `faces = [{ parametric = [...], u = [...], v = [...] }, ...]`.
fn faces(data: &TomlValue<'_>) -> Result<Vec<Patch>, RawFaults> {
    let mut faults = RawFaults::new();
    let read = |face: &TomlValue<'_>| {
        let table = face.table(&["parametric", "u", "v", "constants"])?;
        patch(&table, &table.required("parametric", "[\"u\", \"v\", \"0\"]")?)
    };
    let patches = data
        .list("a list of faces { parametric = [\"x\", \"y\", \"z\"], u = [0, 1], v = [0, 1] }", |_, face| {
            Ok(read(&face).map_err(|more| faults.extend(more)).ok())
        })?;
    if faults.is_empty() { Ok(patches.into_iter().flatten().collect()) } else { Err(faults) }
}

type BuiltSurface = Result<Brep, SurfaceError>;

/// `{ profile = ["distance", "height"], v = [0, 1], capped = true }`.
fn revolution(data: &TomlValue<'_>, span: Interval) -> Result<BuiltSurface, RawFaults> {
    let table = data.table(&["profile", "v", "capped", "constants"])?;
    let profile = section(&table, "profile", data)?;
    Ok(Brep::revolution(&profile, flag(&table, "capped")?, span))
}

/// `{ curve = ["x", "y", "z"], u = [0, 1], section = ["across", "up"], v = [0, 1], up = [0, 0, 1], capped = false }`.
fn sweep(data: &TomlValue<'_>, span: Interval) -> Result<BuiltSurface, RawFaults> {
    let table = data.table(&["curve", "u", "section", "v", "up", "capped", "constants"])?;
    let scope = scope(&table, data, &["u", "t"])?;
    let curve = table.required("curve", "[\"u\", \"0\", \"0\"]")?;
    let [x, y, z] = curve.elements("three formulas [\"x\", \"y\", \"z\"] of u and t")?;
    let coordinates = [formula(&scope, x)?, formula(&scope, y)?, formula(&scope, z)?];
    let up = table.optional("up").map_or(Ok(DVec3::Z), |value| value.vector())?;
    let way = Sweep { coordinates, range: range(&table, "u", "[0, 1]")?, up };
    Ok(Brep::sweep(&way, &section(&table, "section", data)?, flag(&table, "capped")?, span))
}

/// `{ z = "0.1*sin(x)", x = [-1, 1], y = [-1, 1] }`.
fn height_field(data: &TomlValue<'_>, span: Interval) -> Result<BuiltSurface, RawFaults> {
    let table = data.table(&["z", "x", "y", "constants"])?;
    let height = formula(&scope(&table, data, &["x", "y", "t"])?, table.required("z", "\"sin(x)*cos(y)\"")?)?;
    let [u, v] = ["u", "v"].map(Expr::variable);
    let height = height.substitute_all(&[("x", &u), ("y", &v)]);
    Ok(Brep::height_field(height, range(&table, "x", "[-1, 1]")?, range(&table, "y", "[-1, 1]")?, span))
}

fn section(table: &Table<'_>, key: &'static str, data: &TomlValue<'_>) -> Result<Section, RawFaults> {
    let scope = scope(table, data, &["v", "t"])?;
    let [a, b] = table.required(key, "[\"cos(v)\", \"sin(v)\"]")?.elements("two formulas of v and t")?;
    Ok(Section { coordinates: [formula(&scope, a)?, formula(&scope, b)?], range: range(table, "v", "[0, \"2*pi\"]")? })
}

fn flag(table: &Table<'_>, key: &'static str) -> Result<bool, RawFault> {
    table.optional(key).map_or(Ok(false), |value| value.boolean())
}

/// Two numbers of which the second is larger; either may be a formula without variables, such as "2*pi".
fn range(table: &Table<'_>, key: &'static str, example: &str) -> Result<[f64; 2], RawFaults> {
    let value = table.required(key, example)?;
    let [from, to]: [TomlValue<'_>; 2] = value.elements("a range [from, to]")?;
    let [from, to] = [end(from)?, end(to)?];
    if from < to {
        return Ok([from, to]);
    }
    let message = format!("the range of `{key}` goes from {} to {}: it is empty", shown(from), shown(to));
    Err(value.fault(message, "expected a larger second number").into())
}

/// A number, or a formula without variables.
fn end(value: TomlValue<'_>) -> Result<f64, RawFault> {
    if value.string().is_err() {
        return value.number();
    }
    let number = formula(&Scope::new(), value)?;
    let number = number.compile(&[]).map(|tape| tape.values(&[], &mut Default::default())[0]);
    match number {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) | Err(_) => Err(value.mismatch("a finite number")),
    }
}

/// A fault found by `geometry` although every single value is valid. It is shown at the formula that it concerns.
fn refused(data: &TomlValue<'_>, kind: &str, error: &SurfaceError) -> RawFault {
    if let (SurfaceError::NoValue { coordinate }, Ok(formulas)) = (error, data.elements::<3>("three formulas"))
        && let Some(axis) = ["x", "y", "z"].iter().position(|name| name == coordinate)
    {
        let message = format!("not a surface: {error}");
        return formulas[axis].fault(message, "no value anywhere in the ranges of u and v");
    }
    data.fault(format!("the {kind} cannot be made: {error}"), "")
}

/// A warning if opposite sides of a face almost meet: the size of the gap and the probable intention.
fn near_miss(brep: &Brep) -> Option<String> {
    let (_, radius) = brep.ball(brep.span());
    let time = brep.span().lower();
    for face in brep.faces() {
        let patch = face.patch();
        for pair in [[Side::ALL[0], Side::ALL[1]], [Side::ALL[2], Side::ALL[3]]] {
            let range = pair[0].range(patch);
            let gap = |i: u32| {
                let s = range.lower() + (range.upper() - range.lower()) * f64::from(i) / 16.0;
                let [[a, b], [c, d]] = pair.map(|side| side.parameters(patch, s));
                patch.at(a, b, time).distance(patch.at(c, d, time))
            };
            let widest = (0..=16).map(gap).fold(0.0, f64::max);
            if 0.0 < widest && widest < NEARLY_CLOSED * radius {
                let name = if pair[0].fixed_parameter() == 0 { "u" } else { "v" };
                let ends = pair.map(|side| shown(side.fixed_value(patch)));
                return Some(format!(
                    "its sides at {name} = {} and {name} = {} miss each other by {widest:.1e} m: \
                     for a full turn write \"2*pi\"",
                    ends[0], ends[1]
                ));
            }
        }
    }
    None
}
