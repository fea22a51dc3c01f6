//! JSON schemas of the scene file and of the result files, draft 2020-12.
//!
//! One description, here, for editors and for other programs. TOML and JSON share their types, so that a JSON schema
//! describes a TOML file. Tests compare the descriptions with the reader of the scene file, key by key, and validate
//! every result that the program writes.
//!
//! ```
//! use tangency_formats::schema::{Schema, schema};
//!
//! assert!(schema(Schema::Scene).contains("\"https://json-schema.org/draft/2020-12/schema\""));
//! assert_eq!(Schema::all().count(), 7);
//! ```

mod motion;
mod result;
mod scene;
mod shape;

use crate::kind::{KindKey, kind_keys};
use serde_json::{Map, Value, json};

kind_keys! {
    /// A file that has a schema.
    pub enum Schema {
        /// The scene file.
        Scene = "scene",
        /// The result of `tangency check`.
        Check = "check",
        /// The result of `tangency verify`; of a folder, a list of them.
        Verify = "verify",
        /// The result of `tangency measure`.
        Measure = "measure",
        /// The result of `tangency simulate`.
        Simulate = "simulate",
        /// The result of `tangency queries`.
        Queries = "queries",
        /// The result of `tangency inspect`.
        Inspect = "inspect",
    }
}

impl Schema {
    /// Every schema.
    pub fn all() -> impl Iterator<Item = Self> {
        <Self as KindKey>::all()
    }

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.key()
    }
}

/// The text of a schema.
#[must_use]
pub fn schema(of: Schema) -> String {
    let (title, content) = match of {
        Schema::Scene => ("A scene of Tangency", scene::scene()),
        Schema::Check => ("A result of tangency check", result::check()),
        Schema::Verify => ("A result of tangency verify, or a list of them", result::verify()),
        Schema::Measure => ("A result of tangency measure", result::measure()),
        Schema::Simulate => ("A result of tangency simulate", result::simulate()),
        Schema::Queries => ("A result of tangency queries", result::queries()),
        Schema::Inspect => ("A result of tangency inspect", result::inspect()),
    };
    let mut schema = Map::new();
    schema.insert("$schema".into(), json!("https://json-schema.org/draft/2020-12/schema"));
    schema.insert("title".into(), json!(title));
    if let Value::Object(content) = content {
        schema.extend(content);
    }
    // A tree of texts and numbers is always JSON.
    serde_json::to_string_pretty(&Value::Object(schema)).unwrap_or_default() + "\n"
}

/// A table with these keys and no others. A key that ends with `?` need not be there.
fn table(keys: &[(&str, Value)]) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (key, value) in keys {
        let name = key.trim_end_matches('?');
        if name == *key {
            required.push(name);
        }
        properties.insert(name.into(), value.clone());
    }
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// A table of one kind: the key that names it, and what may stand beside it.
fn kind(key: &str, value: Value, beside: &[(&str, Value)]) -> Value {
    let mut keys = vec![(key, value)];
    keys.extend(beside.iter().cloned());
    table(&keys)
}

/// Exactly one of these.
fn one_of(kinds: Vec<Value>) -> Value {
    json!({ "oneOf": kinds })
}

/// The value with a sentence about it.
fn about(mut value: Value, sentence: &str) -> Value {
    if let Value::Object(fields) = &mut value {
        fields.insert("description".into(), json!(sentence));
    }
    value
}

fn number() -> Value {
    json!({ "type": "number" })
}

fn positive() -> Value {
    json!({ "type": "number", "exclusiveMinimum": 0 })
}

fn not_negative() -> Value {
    json!({ "type": "number", "minimum": 0 })
}

fn count() -> Value {
    json!({ "type": "integer", "minimum": 0 })
}

fn string() -> Value {
    json!({ "type": "string" })
}

fn boolean() -> Value {
    json!({ "type": "boolean" })
}

/// One of these words.
fn word(words: &[&str]) -> Value {
    json!({ "enum": words })
}

/// A list of any length.
fn list(of: Value) -> Value {
    json!({ "type": "array", "items": of })
}

/// A list of at least one.
fn some(of: Value) -> Value {
    json!({ "type": "array", "items": of, "minItems": 1 })
}

/// A list of exactly this many.
fn exactly(length: usize, of: Value) -> Value {
    json!({ "type": "array", "items": of, "minItems": length, "maxItems": length })
}

/// Three numbers.
fn vector() -> Value {
    exactly(3, number())
}

/// The value, or null.
fn or_null(value: Value) -> Value {
    json!({ "anyOf": [value, { "type": "null" }] })
}

/// A description under `$defs`.
fn defined(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}
