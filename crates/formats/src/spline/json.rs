//! Splines as JSON: bicubic patches over a list of vertices, patches of their own, or NURBS surfaces.

use super::SplineFault;
use glam::DVec3;
use serde::Deserialize;
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
    patches: Vec<JsonPatch>,
    #[serde(default)]
    surfaces: Vec<JsonSurface>,
}

/// A patch: the indices of sixteen vertices, or its own control points.
#[derive(Deserialize)]
#[serde(untagged)]
enum JsonPatch {
    Indexed(Vec<usize>),
    Own(JsonOwnPatch),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonOwnPatch {
    degree: [usize; 2],
    points: Vec<[f64; 3]>,
    #[serde(default)]
    weights: Vec<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonSurface {
    degree: [usize; 2],
    knots: [Vec<f64>; 2],
    points: Vec<[f64; 3]>,
    #[serde(default)]
    weights: Vec<f64>,
}

pub(super) fn parse(text: &str) -> Result<Vec<BezierPatch>, SplineFault> {
    let file: JsonSplines = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let points = |list: &[[f64; 3]]| list.iter().copied().map(DVec3::from_array).collect::<Vec<_>>();
    let mut patches = Vec::new();
    for (index, patch) in file.patches.into_iter().enumerate() {
        let made = match patch {
            JsonPatch::Indexed(places) => {
                let vertex = |&place: &usize| {
                    let found = file.vertices.get(place).copied().map(DVec3::from_array);
                    found.ok_or_else(|| {
                        format!("patch {index} names vertex {place}: there are {}, from 0", file.vertices.len())
                    })
                };
                BezierPatch::new([3, 3], places.iter().map(vertex).collect::<Result<_, _>>()?)
            }
            JsonPatch::Own(own) => BezierPatch::rational(own.degree, points(&own.points), own.weights),
        };
        patches.push(made.map_err(|error| format!("patch {index}: {error}"))?);
    }
    for (index, surface) in file.surfaces.into_iter().enumerate() {
        let pieces = NurbsSurface::new(surface.degree, surface.knots, points(&surface.points), surface.weights)
            .and_then(|surface| surface.pieces());
        let pieces = pieces.map_err(|error| format!("surface {index}: {error}"))?;
        patches.extend(pieces.into_iter().map(|piece| piece.patch));
    }
    Ok(patches)
}
