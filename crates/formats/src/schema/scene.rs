//! The schema of the scene file.

use super::{
    about, boolean, defined, exactly, kind, list, not_negative, number, one_of, or_null, positive, some, string, table,
    vector, word,
};
use super::{motion, shape};
use serde_json::{Value, json};

/// The scene file.
pub(super) fn scene() -> Value {
    let span = table(&[("start?", number()), ("end", number())]);
    let query = table(&[
        ("tolerance?", about(positive(), "How early, in distance, a touch may be reported.")),
        ("separation?", about(not_negative(), "The clearance that counts as contact.")),
        ("simultaneity?", positive()),
        ("spacing?", positive()),
        ("may_touch?", some(exactly(2, string()))),
    ]);
    let response = word(&["rounds", "simultaneous", "sequential", "least_constraint", "complementarity"]);
    let dynamics = table(&[
        ("gravity?", vector()),
        ("wind?", vector()),
        ("step?", positive()),
        ("accuracy?", positive()),
        ("response?", about(response, "What impacts do to velocities.")),
    ]);
    let mut scene = table(&[
        ("name?", string()),
        ("description?", string()),
        ("units?", about(word(&["m", "cm", "mm", "um", "in", "ft"]), "The unit of all lengths in the file.")),
        ("span", about(span, "The time of the query, in seconds.")),
        ("query?", query),
        ("dynamics?", dynamics),
        ("body", some(body())),
    ]);
    if let Value::Object(fields) = &mut scene {
        fields.insert("$defs".into(), definitions());
    }
    scene
}

fn body() -> Value {
    let name = json!({ "type": "string", "minLength": 1 });
    let color = json!({ "type": "string", "pattern": "^#[0-9a-fA-F]{6}$" });
    let material = table(&[
        ("restitution?", json!({ "type": "number", "minimum": 0, "maximum": 1 })),
        ("friction?", not_negative()),
        ("torsion?", about(not_negative(), "A length: torque about the normal per force along it.")),
        ("rolling?", about(not_negative(), "A length: torque against rolling per force along the normal.")),
    ]);
    let thrust = table(&[
        ("force", about(vector(), "Newtons, at the centre of mass.")),
        ("axes?", word(&["world", "body"])),
        ("from?", not_negative()),
        ("until?", positive()),
    ]);
    let drag = table(&[
        ("linear?", about(not_negative(), "kg/s, for each unit of speed through the air.")),
        ("quadratic?", about(not_negative(), "kg/m, for the square of the speed through the air.")),
    ]);
    let free = table(&[
        ("position?", vector()),
        ("orientation?", defined("orientation")),
        ("velocity?", vector()),
        ("angular_velocity?", vector()),
        ("mass?", positive()),
        ("density?", positive()),
        ("centre?", vector()),
        ("inertia?", one_of(vec![vector(), exactly(3, vector())])),
        ("thrust?", one_of(vec![thrust.clone(), some(thrust)])),
        ("drag?", drag),
    ]);
    table(&[
        ("name", name),
        ("shape", defined("shape")),
        ("motion?", defined("motion")),
        ("dynamics?", kind("free", free, &[])),
        ("material?", material),
        ("surface?", boolean()),
        ("self_contact?", boolean()),
        ("color?", color),
    ])
}

fn definitions() -> Value {
    let turn = |key: &str| kind(key, vector(), &[]);
    let about_axis = |angle: &str| table(&[("axis", vector()), (angle, number())]);
    let orientation = one_of(vec![
        about(exactly(4, number()), "A unit quaternion [x, y, z, w]."),
        about_axis("degrees"),
        about_axis("radians"),
        turn("roll_pitch_yaw"),
        turn("roll_pitch_yaw_degrees"),
    ]);
    let end = json!({ "type": ["number", "string"] });
    json!({
        "orientation": orientation,
        "pose": table(&[("position?", vector()), ("orientation?", defined("orientation"))]),
        "formula": about(string(), "A formula, such as \"x^2 + sin(2*pi*t)\"."),
        "range": about(exactly(2, end), "From and to: numbers, or formulas without variables."),
        "constants": json!({ "type": "object", "additionalProperties": number() }),
        "shape": shape::shape(),
        "solid": shape::solid(),
        "motion": motion::motion(),
    })
}

/// A list of formulas.
pub(super) fn formulas(length: usize) -> Value {
    exactly(length, defined("formula"))
}

/// A point in time of a list of poses, or its absence in a result.
pub(super) fn bracket() -> Value {
    exactly(2, number())
}

/// A bracket, or null.
pub(super) fn bracket_or_null() -> Value {
    or_null(bracket())
}

/// Lists of coefficients, one for each coordinate.
pub(super) fn series(coordinates: usize) -> Value {
    exactly(coordinates, list(number()))
}
