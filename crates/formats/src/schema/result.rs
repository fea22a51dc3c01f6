//! The schemas of the result files.

use super::scene::{bracket, bracket_or_null};
use super::{
    boolean, count, defined, exactly, list, not_negative, number, one_of, or_null, positive, string, table, vector,
    word,
};
use crate::report::VERSION;
use serde_json::{Map, Value, json};

/// A result file: its head, its own fields, and the descriptions that several results share.
fn file(format: &str, fields: &[(&str, Value)]) -> Value {
    let head = [("format", json!({ "const": format })), ("version", json!({ "const": VERSION }))];
    table(&[&head[..], fields].concat())
}

/// The file with these descriptions under `$defs`.
fn with_definitions(mut file: Value, names: &[&str]) -> Value {
    let mut definitions = Map::new();
    for (name, value) in definitions_of_results() {
        if names.contains(&name) {
            definitions.insert(name.into(), value);
        }
    }
    if let Value::Object(fields) = &mut file {
        fields.insert("$defs".into(), Value::Object(definitions));
    }
    file
}

/// The result of a check.
pub(super) fn check() -> Value {
    with_definitions(report(false), &["contact", "feature", "clearance"])
}

/// The result of a verification, or a list of them.
pub(super) fn verify() -> Value {
    let result = report(true);
    let one_or_many = json!({ "anyOf": [result, { "type": "array", "items": result }] });
    with_definitions(one_or_many, &["contact", "feature", "clearance"])
}

/// A result. Only that of a robot has a clearance over time and limits.
fn report(robot: bool) -> Value {
    let of_robot = |value: Value| if robot { or_null(value) } else { json!({ "type": "null" }) };
    let pair = table(&[
        ("a", string()),
        ("b", string()),
        ("verdict", verdict()),
        ("evidence", evidence()),
        ("clear_until", number()),
        ("time", bracket_or_null()),
        ("contact_count", count()),
        ("contact", or_null(defined("contact"))),
        ("clearance", or_null(defined("clearance"))),
    ]);
    let region = table(&[
        ("a", string()),
        ("b", string()),
        ("contacts", list(count())),
        ("extent", exactly(2, vector())),
        ("centre", vector()),
        ("normal", vector()),
        ("gap", bracket()),
        ("depth", bracket_or_null()),
    ]);
    let set_aside = table(&[
        ("a", string()),
        ("b", string()),
        ("contacts", list(defined("contact"))),
        ("depth", bracket_or_null()),
        ("counts_from", or_null(number())),
    ]);
    let skipped = table(&[("count", count()), ("reason", string())]);
    file(
        "tangency-result",
        &[
            ("scene", string()),
            ("verdict", verdict()),
            ("evidence", evidence()),
            ("clear_until", number()),
            ("time", bracket_or_null()),
            ("contacts", list(defined("contact"))),
            ("complete", boolean()),
            ("regions", list(region)),
            ("clearance", or_null(defined("clearance"))),
            ("self_clearance", or_null(defined("clearance"))),
            ("world_clearance", or_null(defined("clearance"))),
            ("asked", or_null(table(&[("checked", count()), ("skipped", list(skipped))]))),
            ("clearance_curve", of_robot(clearance_curve())),
            ("limits", of_robot(limits())),
            ("pairs", or_null(list(pair))),
            ("set_aside", list(set_aside)),
            ("stats", stats(&[("preparation_seconds", or_null(not_negative()))])),
            ("warnings", list(string())),
        ],
    )
}

/// The clearance of a robot over time.
fn clearance_curve() -> Value {
    table(&[
        ("times", list(number())),
        ("at_most", list(number())),
        ("at_least", list(number())),
        ("evidence", evidence()),
        ("far", not_negative()),
        ("to_world", boolean()),
        ("pairs", list(exactly(2, string()))),
        ("nearest", list(or_null(count()))),
    ])
}

/// The limits of a robot's joints.
fn limits() -> Value {
    let quantity = || word(&["position", "velocity", "acceleration", "effort"]);
    let checked = table(&[("quantity", quantity()), ("joints", count()), ("at_rows_only", boolean())]);
    let exceeded = table(&[
        ("joint", string()),
        ("quantity", quantity()),
        ("unit", string()),
        ("limit", number()),
        ("first", number()),
        ("worst", number()),
        ("worst_at", number()),
        ("row", or_null(count())),
        ("words", string()),
    ]);
    table(&[("checked", list(checked)), ("exceeded", list(exceeded)), ("not_checked", list(string()))])
}

/// The result of a measurement.
pub(super) fn measure() -> Value {
    let region = table(&[
        ("depth", bracket()),
        ("normal", vector()),
        ("points", exactly(2, vector())),
        ("feature_a", defined("feature")),
        ("feature_b", defined("feature")),
    ]);
    let penetration = table(&[
        ("depth", bracket()),
        ("direction", vector()),
        ("points", exactly(2, vector())),
        ("regions", list(region)),
    ]);
    let curve = table(&[
        ("times", list(number())),
        ("at_most", list(number())),
        ("at_least", list(number())),
        ("evidence", evidence()),
        ("closest", list(exactly(6, number()))),
    ]);
    let line = table(&[("points", list(vector())), ("closed", boolean()), ("error", or_null(not_negative()))]);
    let intersection = table(&[
        ("curves", list(line)),
        ("open", list(exactly(4, number()))),
        ("open_count", count()),
        ("complete", boolean()),
    ]);
    let pair = table(&[
        ("a", string()),
        ("b", string()),
        ("verdict", overlap()),
        ("evidence", evidence()),
        ("distance", exactly(2, not_negative())),
        ("time", bracket()),
        ("at", number()),
        ("points", exactly(2, vector())),
        ("normal", vector()),
        ("feature_a", defined("feature")),
        ("feature_b", defined("feature")),
        ("penetration", or_null(penetration)),
        ("complete", boolean()),
        ("curve", or_null(curve)),
        ("intersection", or_null(intersection)),
    ]);
    let fields = [
        ("scene", string()),
        ("question", word(&["instant", "span"])),
        ("span", bracket()),
        ("verdict", overlap()),
        ("evidence", evidence()),
        ("pairs", list(pair)),
        ("farther", count()),
        ("not_measured", list(string())),
        ("stats", stats(&[("preparation_seconds", or_null(not_negative()))])),
        ("warnings", list(string())),
    ];
    with_definitions(file("tangency-measurement", &fields), &["feature"])
}

/// The result of a simulation.
pub(super) fn simulate() -> Value {
    let event = word(&["impact", "slides", "rolls", "leaves", "rests"]);
    let happened = table(&[
        ("time", bracket()),
        ("kind", event.clone()),
        ("a", string()),
        ("b", string()),
        ("impulse", number()),
        ("contacts", list(defined("contact"))),
    ]);
    let track = table(&[
        ("a", string()),
        ("b", string()),
        ("mode", event),
        ("span", bracket()),
        ("times", list(number())),
        ("points", list(vector())),
    ]);
    let energy = table(&[("times", list(number())), ("kinetic", list(number())), ("potential", list(number()))]);
    let count_or_null = |key: &'static str| (key, or_null(count()));
    let counts = ["impacts", "slides", "rolls", "leaves", "sleeps", "predictions", "stale", "diverted", "refined"];
    let conservation = table(&[("energy", or_null(not_negative())), ("momentum", or_null(not_negative()))]);
    let crowding = table(&[
        ("dense", boolean()),
        ("time", number()),
        ("place", vector()),
        ("bodies", count()),
        ("levels", exactly(2, count())),
        ("stale_share", not_negative()),
    ]);
    let motion = table(&[("body", string()), ("pieces", list(one_of(vec![flight(), series()])))]);
    let force = table(&[
        ("a", string()),
        ("b", string()),
        ("span", bracket()),
        ("times", list(number())),
        ("points", list(vector())),
        ("forces", list(vector())),
    ]);
    let quality_counts = ["problems", "substituted", "unconverged"].map(count_or_null);
    let worst = ["worst_residual", "worst_gap"].map(|key| (key, or_null(not_negative())));
    let quality = table(&[&quality_counts[..], &worst[..]].concat());
    let rate = ("simulated_per_second", not_negative());
    let fields = [
        ("scene", string()),
        ("ending", word(&["finished", "open", "stopped"])),
        ("reason", string()),
        ("span", bracket()),
        ("events", list(happened)),
        ("tracks", list(track)),
        ("forces", list(force)),
        ("energy", energy),
        ("conservation", conservation),
        ("motions", list(motion)),
        ("counts", table(&counts.map(count_or_null))),
        ("crowding", or_null(crowding)),
        ("quality", quality),
        ("stats", stats(&[("steps", count()), ("events_per_second", not_negative()), rate])),
        ("warnings", list(string())),
    ];
    with_definitions(file("tangency-simulation", &fields), &["contact", "feature"])
}

/// A piece of a motion on a parabola.
fn flight() -> Value {
    table(&[
        ("kind", json!({ "const": "flight" })),
        ("start", number()),
        ("centre", vector()),
        ("position", vector()),
        ("velocity", vector()),
        ("acceleration", vector()),
        ("orientation", exactly(4, number())),
        ("angular_velocity", vector()),
    ])
}

/// A piece of a motion by series.
fn series() -> Value {
    table(&[
        ("kind", json!({ "const": "chebyshev" })),
        ("start", number()),
        ("domain", bracket()),
        ("position", exactly(3, list(number()))),
        ("orientation", exactly(4, list(number()))),
    ])
}

/// The counts and times of queries.
pub(super) fn queries() -> Value {
    let counts = ["queries", "positives", "hits", "judged", "false_negatives", "false_positives"];
    let times = ["ns_mean", "ns_median", "ns_p99", "ns_max"];
    let counts = counts.map(|key| (key, count()));
    table(&[&counts[..], &times.map(|key| (key, not_negative()))[..]].concat())
}

/// What mesh files hold.
pub(super) fn inspect() -> Value {
    let open = table(&[("reason", string()), ("boundary_edges", count()), ("crowded_edges", count())]);
    let closed = one_of(vec![word(&["closed", "closed_if_merged"]), table(&[("open", open)])]);
    let solid = table(&[("volume", number()), ("centre", vector()), ("inside_out", boolean())]);
    let thinnest =
        table(&[("thickness", not_negative()), ("point", vector()), ("samples", count()), ("thin_samples", count())]);
    let inspected = table(&[
        ("file", string()),
        ("kind", word(&["obj", "stl", "ply", "gltf", "collada"])),
        ("vertices", count()),
        ("triangles", count()),
        ("parts", count()),
        ("extent", exactly(2, vector())),
        ("units", string()),
        ("area", not_negative()),
        ("closed", closed),
        ("solid", or_null(solid)),
        ("thinnest", or_null(thinnest)),
        ("warnings", list(string())),
    ]);
    let face = table(&[("kind", string()), ("count", count())]);
    let body = table(&[
        ("name", string()),
        ("faces", list(face)),
        ("edges", count()),
        ("extent", or_null(exactly(2, vector()))),
        ("solid", or_null(boolean())),
        ("volume", or_null(not_negative())),
        ("centre", or_null(vector())),
        ("area", or_null(not_negative())),
        ("refused", or_null(string())),
    ]);
    let step = table(&[("file", string()), ("schema", string()), ("bodies", list(body)), ("notes", list(string()))]);
    file("tangency-inspection", &[("files", list(inspected)), ("step", list(step))])
}

fn verdict() -> Value {
    word(&["clear", "touch", "open"])
}

fn overlap() -> Value {
    word(&["apart", "overlap", "open"])
}

fn evidence() -> Value {
    word(&["sampled", "computed", "proved"])
}

fn stats(more: &[(&str, Value)]) -> Value {
    let usual = [("seconds", not_negative()), ("pairs", count()), ("iterations", count())];
    table(&[&usual[..], more].concat())
}

/// The descriptions that several results share.
fn definitions_of_results() -> [(&'static str, Value); 3] {
    let contact = table(&[
        ("a", string()),
        ("b", string()),
        ("point", vector()),
        ("normal", vector()),
        ("gap", number()),
        ("time", bracket()),
        ("feature_a", defined("feature")),
        ("feature_b", defined("feature")),
        ("proved", boolean()),
        ("initial", boolean()),
    ]);
    let nearest = table(&[
        ("a", string()),
        ("b", string()),
        ("within", not_negative()),
        ("time", number()),
        ("point", vector()),
        ("points", or_null(exactly(2, vector()))),
        ("during", bracket_or_null()),
    ]);
    let clearance = table(&[
        ("at_least", or_null(positive())),
        ("nearest", or_null(nearest)),
        ("evidence", evidence()),
        ("note", or_null(string())),
        ("not_measured", list(string())),
    ]);
    let of = |kind: &str, at: Option<Value>| {
        let mut fields = vec![("kind", json!({ "const": kind })), ("index", count())];
        fields.extend(at.map(|at| ("at", at)));
        table(&fields)
    };
    let feature = one_of(vec![
        of("vertex", None),
        of("edge", Some(number())),
        of("face", Some(vector())),
        of("patch", Some(exactly(2, number()))),
        of("part", None),
    ]);
    [("contact", contact), ("clearance", clearance), ("feature", feature)]
}
