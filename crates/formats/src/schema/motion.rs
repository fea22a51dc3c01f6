//! The schema of motions.

use super::scene::{formulas, series};
use super::{defined, kind, list, number, one_of, positive, some, string, table, vector, word};
use serde_json::{Value, json};

/// A motion: one kind.
pub(super) fn motion() -> Value {
    let placed = [("position?", vector()), ("orientation?", defined("orientation"))];
    let moved = |more: &[(&'static str, Value)]| table(&[&placed[..], more].concat());
    let screw_between = table(&[("from", defined("pose")), ("to", defined("pose")), ("duration?", positive())]);
    let screw_about = moved(&[
        ("axis", vector()),
        ("point?", vector()),
        ("angle", number()),
        ("distance?", number()),
        ("duration?", positive()),
    ]);
    let chebyshev =
        table(&[("start?", number()), ("end?", number()), ("position?", series(3)), ("orientation?", series(4))]);
    let pose = moved(&[("time", number())]);
    let poses =
        table(&[("list?", some(pose)), ("file?", string()), ("between?", word(&["constant_velocity", "screw"]))]);
    let piece = table(&[("start", number()), ("motion", defined("motion"))]);
    let frame = json!({ "type": ["string", "array"] });
    let frames = json!({ "anyOf": [string(), some(frame)] });
    let vertexwise = table(&[
        ("frames", frames),
        ("times?", list(number())),
        ("frames_per_second?", positive()),
        ("scale?", positive()),
    ]);
    let ballistic = moved(&[("velocity?", vector()), ("acceleration", vector())]);
    let rigid = moved(&[("velocity?", vector()), ("angular_velocity?", vector())]);
    one_of(vec![
        kind("still", defined("pose"), &[]),
        kind("linear", moved(&[("velocity", vector())]), &[]),
        kind("ballistic", ballistic, &[]),
        kind("rigid", rigid, &[]),
        kind("screw", one_of(vec![screw_between, screw_about]), &[]),
        kind("chebyshev", chebyshev, &[]),
        kind("poses", poses, &[]),
        kind("piecewise", some(piece), &[]),
        kind("vertexwise", vertexwise, &[]),
        kind("morph", table(&[("animation?", string())]), &[]),
        kind("expression", formulas(3), &[("constants?", defined("constants"))]),
    ])
}
