//! The schemas of shapes, and of solids that can be combined.

use super::scene::formulas;
use super::{
    boolean, count, defined, exactly, kind, list, number, one_of, positive, some, string, table, vector, word,
};
use serde_json::Value;

/// The shape of a body: one kind, and what may stand beside it.
pub(super) fn shape() -> Value {
    let surface = ("surface?", boolean());
    let rounding = ("rounding?", positive());
    let smooth = ("smooth?", boolean());
    let grown = [surface.clone(), rounding.clone()];
    let scaled = [("scale?", positive()), ("merge?", boolean()), surface.clone(), rounding.clone()];
    let mut kinds = vec![
        kind("mesh", string(), &scaled),
        kind("vertices", some(vector()), &[&[("triangles", some(exactly(3, count())))], &scaled[..]].concat()),
        kind("half_space", half_space(), std::slice::from_ref(&surface)),
        kind("height_map", height_map(), std::slice::from_ref(&surface)),
        kind("step", string(), &[("part?", string()), surface.clone()]),
        kind("compound", some(part()), std::slice::from_ref(&surface)),
    ];
    for (key, data, can_be_smooth) in primitives() {
        let mut beside = grown.to_vec();
        beside.extend(can_be_smooth.then(|| smooth.clone()));
        beside.extend((key == "box").then(|| ("exact?", boolean())));
        kinds.push(kind(key, data, &beside));
    }
    for (key, data) in round() {
        kinds.push(kind(key, data, &[surface.clone(), rounding.clone(), smooth.clone()]));
    }
    let hull = table(&[("points?", some(vector())), ("file?", string()), ("scale?", positive())]);
    kinds.push(kind("hull", hull, &grown));
    kinds.extend(curved(&surface));
    kinds.extend(implicit(std::slice::from_ref(&surface)));
    one_of(kinds)
}

/// A half-space by its normal and offset, or by a frame.
fn half_space() -> Value {
    table(&[
        ("normal?", vector()),
        ("offset?", number()),
        ("position?", vector()),
        ("orientation?", defined("orientation")),
    ])
}

/// Triangles with a few numbers, and whether they can be smooth.
fn primitives() -> Vec<(&'static str, Value, bool)> {
    let lengths = |keys: &[&'static str]| table(&keys.iter().map(|key| (*key, positive())).collect::<Vec<_>>());
    let torus = table(&[("radius", positive()), ("tube", positive()), ("around?", count()), ("across?", count())]);
    let knot = table(&[
        ("size?", positive()),
        ("windings?", exactly(2, count())),
        ("tube?", positive()),
        ("steps?", exactly(2, count())),
    ]);
    let along = |key: &'static str| table(&[("radius", positive()), (key, positive()), ("sides?", count())]);
    vec![
        ("box", exactly(3, positive()), true),
        ("torus", torus, true),
        ("torus_knot", knot, false),
        ("prism", along("height"), false),
        ("needle", along("length"), false),
        ("tetrahedron", lengths(&["edge"]), false),
        ("wedge", lengths(&["width", "height", "depth"]), false),
        ("l_extrusion", lengths(&["width", "height", "thickness", "depth"]), false),
        ("grid", table(&[("size", exactly(2, positive())), ("cells", exactly(2, count()))]), false),
    ]
}

/// Exact convex bodies.
fn round() -> Vec<(&'static str, Value)> {
    let tall = table(&[("radius", positive()), ("height", positive()), ("facets?", count())]);
    vec![
        ("sphere", table(&[("radius", positive()), ("facets?", count())])),
        ("capsule", table(&[("radius", positive()), ("length", positive())])),
        ("cylinder", tall.clone()),
        ("cone", tall),
        ("ellipsoid", table(&[("radii", exactly(3, positive()))])),
    ]
}

/// Curved faces.
fn curved(surface: &(&'static str, Value)) -> Vec<Value> {
    let [range, constants] = ["range", "constants"].map(defined);
    let ranges = [("u", range.clone()), ("v", range.clone()), ("constants?", constants.clone())];
    let face = kind("parametric", formulas(3), &ranges);
    let revolution = table(&[
        ("profile", formulas(2)),
        ("v", range.clone()),
        ("capped?", boolean()),
        ("constants?", constants.clone()),
    ]);
    let sweep = table(&[
        ("curve", formulas(3)),
        ("u", range.clone()),
        ("section", formulas(2)),
        ("v", range.clone()),
        ("up?", vector()),
        ("capped?", boolean()),
        ("constants?", constants.clone()),
    ]);
    let field = [("z", defined("formula")), ("x", range.clone()), ("y", range), ("constants?", constants)];
    let beside = std::slice::from_ref(surface);
    vec![
        kind("parametric", formulas(3), &[&ranges[..], beside].concat()),
        kind("faces", some(face), beside),
        kind("superquadric", superquadric(), beside),
        kind("revolution", revolution, beside),
        kind("sweep", sweep, beside),
        kind("height_field", table(&field), beside),
        kind("bezier", some(bezier()), beside),
        kind("nurbs", some(nurbs()), beside),
        kind("patches", string(), beside),
    ]
}

/// A patch of a spline surface.
fn bezier() -> Value {
    table(&[
        ("degree", exactly(2, count())),
        ("points", some(vector())),
        ("weights?", some(positive())),
        ("end?", some(vector())),
    ])
}

/// A NURBS surface.
fn nurbs() -> Value {
    table(&[
        ("degree", exactly(2, count())),
        ("knots", exactly(2, some(number()))),
        ("points", some(vector())),
        ("weights?", some(positive())),
    ])
}

fn superquadric() -> Value {
    table(&[("radii", exactly(3, positive())), ("exponents", exactly(2, count()))])
}

/// Solids by formula, from volume data, and combinations; with their placement and what else may stand beside.
fn implicit(also: &[(&'static str, Value)]) -> Vec<Value> {
    let placed = [("position?", vector()), ("orientation?", defined("orientation"))];
    let beside = |more: &[(&'static str, Value)]| [&placed[..], also, more].concat();
    let formula = [("box", exactly(2, vector())), ("constants?", defined("constants"))];
    let volume = [
        ("above?", number()),
        ("below?", number()),
        ("spacing?", exactly(3, positive())),
        ("origin?", vector()),
        ("axes?", word(&["xyz", "zyx"])),
    ];
    let ball = table(&[("centre", vector()), ("radius", positive()), ("strength?", number())]);
    let combined = |key: &'static str| kind(key, some(defined("solid")), &beside(&[]));
    vec![
        kind("implicit", defined("formula"), &beside(&formula)),
        kind("volume", string(), &beside(&volume)),
        combined("union"),
        combined("intersection"),
        combined("difference"),
        kind("metaballs", some(ball), &beside(&[])),
    ]
}

/// A solid within a combination.
pub(super) fn solid() -> Value {
    let placed = [("position?", vector()), ("orientation?", defined("orientation"))];
    let pair = |first: &'static str, second: &'static str| table(&[(first, positive()), (second, positive())]);
    let half_space = table(&[("point?", vector()), ("outward", vector()), ("box", exactly(2, vector()))]);
    let primitives = [
        ("box", exactly(3, positive())),
        ("sphere", table(&[("radius", positive())])),
        ("ellipsoid", table(&[("radii", exactly(3, positive()))])),
        ("torus", pair("radius", "tube")),
        ("cylinder", pair("radius", "height")),
        ("cone", pair("radius", "height")),
        ("capsule", pair("radius", "length")),
        ("superquadric", superquadric()),
        ("half_space", half_space),
    ];
    let mut kinds = implicit(&[]);
    kinds.extend(primitives.map(|(key, data)| kind(key, data, &placed)));
    one_of(kinds)
}

fn height_map() -> Value {
    table(&[
        ("rows?", some(list(number()))),
        ("file?", string()),
        ("cell?", exactly(2, positive())),
        ("height_scale?", number()),
        ("height_offset?", number()),
    ])
}

/// A part of a compound.
fn part() -> Value {
    table(&[
        ("name?", string()),
        ("shape", defined("shape")),
        ("position?", vector()),
        ("orientation?", defined("orientation")),
    ])
}
