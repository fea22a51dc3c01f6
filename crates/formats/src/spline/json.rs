//! Splines as JSON: bicubic patches over a list of vertices, patches of their own, or NURBS surfaces.

use super::{SplineFault, shown};
use glam::DVec3;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tangency_geometry::spline::{BezierPatch, NurbsSurface};

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonSplines {
    /// Where the numbers come from; not used.
    #[serde(default)]
    #[allow(dead_code, reason = "the key is allowed, and its text is for people")]
    about: Option<serde::de::IgnoredAny>,
    #[serde(default)]
    vertices: Vec<[f64; 3]>,
    #[serde(default)]
    patches: Vec<Value>,
    #[serde(default)]
    surfaces: Vec<Value>,
}

/// The fields of a patch or a surface. Messages say which one it is: `patch 3`.
struct Fields {
    owner: String,
    fields: Map<String, Value>,
}

impl Fields {
    /// The fields of an object that has no others than these.
    fn new(owner: &str, fields: Map<String, Value>, known: &[&str]) -> Result<Self, SplineFault> {
        if let Some(other) = fields.keys().find(|key| !known.contains(&&key[..])) {
            return Err(format!("{owner}: unknown field {}, expected {}", shown(other), known.join(", ")));
        }
        Ok(Self { owner: owner.to_owned(), fields })
    }

    /// A field that must be there.
    fn required(&mut self, key: &str) -> Result<Value, SplineFault> {
        self.fields.remove(key).ok_or_else(|| format!("{}: the field `{key}` is missing", self.owner))
    }

    fn degree(&mut self) -> Result<[usize; 2], SplineFault> {
        let value = self.required("degree")?;
        element(&format!("{}: `degree`", self.owner), value, "two degrees, along u and along v")
    }

    fn points(&mut self) -> Result<Vec<DVec3>, SplineFault> {
        let value = self.required("points")?;
        let points = list::<[f64; 3]>(&self.owner, "points", "control point", value, "three numbers")?;
        Ok(points.into_iter().map(DVec3::from_array).collect())
    }

    fn knots(&mut self) -> Result<[Vec<f64>; 2], SplineFault> {
        let value = self.required("knots")?;
        let what = format!("{}: `knots`", self.owner);
        let [u, v]: [Value; 2] = element(&what, value, "two lists, along u and along v")?;
        let along =
            |value, parameter| list(&self.owner, "knots", &format!("knot along {parameter}"), value, "a number");
        Ok([along(u, "u")?, along(v, "v")?])
    }

    /// No weights mean 1 for all.
    fn weights(&mut self) -> Result<Vec<f64>, SplineFault> {
        let Some(value) = self.fields.remove("weights") else { return Ok(Vec::new()) };
        list(&self.owner, "weights", "weight", value, "a number")
    }
}

/// A value of a type.
fn element<T: DeserializeOwned>(what: &str, value: Value, expected: &str) -> Result<T, SplineFault> {
    let found = value.to_string();
    serde_json::from_value(value).map_err(|_| format!("{what} is {}: expected {expected}", shown(&found)))
}

/// A list whose elements are of a type.
fn list<T: DeserializeOwned>(
    owner: &str,
    key: &str,
    each: &str,
    value: Value,
    expected: &str,
) -> Result<Vec<T>, SplineFault> {
    let values: Vec<Value> = element(&format!("{owner}: `{key}`"), value, "a list")?;
    let named = |(index, value)| element(&format!("{owner}: {each} {index}"), value, expected);
    values.into_iter().enumerate().map(named).collect()
}

pub(super) fn parse(text: &str) -> Result<Vec<BezierPatch>, SplineFault> {
    let file: JsonSplines = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut patches = Vec::new();
    for (index, patch) in file.patches.into_iter().enumerate() {
        let owner = format!("patch {index}");
        patches.push(self::patch(&owner, patch, &file.vertices)?);
    }
    for (index, surface) in file.surfaces.into_iter().enumerate() {
        let owner = format!("surface {index}");
        let Value::Object(fields) = surface else {
            return Err(format!("{owner} is {}: expected an object", shown(&surface.to_string())));
        };
        let mut fields = Fields::new(&owner, fields, &["degree", "knots", "points", "weights"])?;
        let made = NurbsSurface::new(fields.degree()?, fields.knots()?, fields.points()?, fields.weights()?);
        let pieces = made.and_then(|surface| surface.pieces()).map_err(|error| format!("{owner}: {error}"))?;
        patches.extend(pieces.into_iter().map(|piece| piece.patch));
    }
    Ok(patches)
}

/// A patch: the indices of sixteen vertices, or its own control points.
fn patch(owner: &str, patch: Value, vertices: &[[f64; 3]]) -> Result<BezierPatch, SplineFault> {
    let made = match patch {
        Value::Array(places) => {
            let named = |(index, value)| element(&format!("{owner}: entry {index}"), value, "the index of a vertex");
            let places = places.into_iter().enumerate().map(named).collect::<Result<Vec<usize>, _>>()?;
            let vertex = |place: usize| {
                let found = vertices.get(place).copied().map(DVec3::from_array);
                found.ok_or_else(|| format!("{owner} names vertex {place}: there are {}, from 0", vertices.len()))
            };
            BezierPatch::new([3, 3], places.into_iter().map(vertex).collect::<Result<_, _>>()?)
        }
        Value::Object(fields) => {
            let mut fields = Fields::new(owner, fields, &["degree", "points", "weights"])?;
            BezierPatch::rational(fields.degree()?, fields.points()?, fields.weights()?)
        }
        other @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => {
            let expected = "a list of sixteen indices, or an object with `degree` and `points`";
            return Err(format!("{owner} is {}: expected {expected}", shown(&other.to_string())));
        }
    };
    made.map_err(|error| format!("{owner}: {error}"))
}
