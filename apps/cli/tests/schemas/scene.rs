//! The schema of the scene file and its reader agree: the same kinds, the same keys in every table; and the scenes
//! of the documents are valid.

use crate::validator::disagreement;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tangency::Scene;
use tangency::formats::schema::{Schema, schema};
use toml::de::{DeTable, DeValue};

fn scene_schema() -> Value {
    serde_json::from_str(&schema(Schema::Scene)).unwrap()
}

/// The words in backquotes.
fn quoted(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(String::from).collect()
}

/// The keys that the reader expects where the text has the key `zzzzzz`.
fn keys_of_the_reader(text: &str) -> BTreeSet<String> {
    let error = Scene::parse(text, "probe.toml").expect_err(text);
    let fault = error.faults().iter().find(|fault| fault.message().starts_with("unknown key \"zzzzzz\""));
    let label = fault.unwrap_or_else(|| panic!("{text}\n{error}")).label();
    assert!(label.starts_with("expected `") && !label.ends_with("..."), "{text}\n{label}");
    quoted(label)
}

/// The keys of a table of the schema.
fn keys(table: &Value) -> BTreeSet<String> {
    assert_eq!(table["additionalProperties"], Value::Bool(false), "{table}");
    table["properties"].as_object().unwrap().keys().cloned().collect()
}

/// A scene of one body with this line.
fn body(line: &str) -> String {
    let shape = if line.starts_with("shape") { "" } else { "shape = { box = [1, 1, 1] }\n" };
    format!("span = {{ end = 1 }}\n[[body]]\nname = \"a\"\n{shape}{line}\n")
}

fn assert_same(text: &str, table: &Value) {
    assert_eq!(keys_of_the_reader(text), keys(table), "{text}");
}

#[test]
fn tables_of_the_scene_have_the_keys_of_the_reader() {
    let schema = scene_schema();
    let properties = &schema["properties"];
    let bodies = &properties["body"]["items"];
    assert_same(&format!("zzzzzz = 1\n{}", body("")), &schema);
    assert_same(&body("zzzzzz = 1"), bodies);
    assert_same(
        "span = { end = 1, zzzzzz = 1 }\n[[body]]\nname = \"a\"\nshape = { box = [1, 1, 1] }",
        &properties["span"],
    );
    assert_same(&format!("query = {{ zzzzzz = 1 }}\n{}", body("")), &properties["query"]);
    assert_same(&format!("dynamics = {{ zzzzzz = 1 }}\n{}", body("")), &properties["dynamics"]);
    assert_same(&body("material = { zzzzzz = 1 }"), &bodies["properties"]["material"]);
    let dynamics = &bodies["properties"]["dynamics"];
    assert_same(&body("dynamics = { free = {}, zzzzzz = 1 }"), dynamics);
    assert_same(&body("dynamics = { free = { zzzzzz = 1 } }"), &dynamics["properties"]["free"]);
    // All forms of an orientation have one list in the reader.
    let forms = schema["$defs"]["orientation"]["oneOf"].as_array().unwrap();
    let of_tables = forms.iter().filter(|form| form["type"] == "object").flat_map(keys).collect();
    let written = "motion = { still = { orientation = { zzzzzz = 1 } } }";
    assert_eq!(keys_of_the_reader(&body(written)), of_tables);
}

/// The kinds of a list of alternatives, each with its table.
fn kinds<'s>(schema: &'s Value, name: &str) -> Vec<(&'s str, &'s Value)> {
    let kinds = schema["$defs"][name]["oneOf"].as_array().unwrap();
    kinds.iter().map(|table| (table["required"][0].as_str().unwrap(), table)).collect()
}

/// The kinds that the reader lists when it does not know one.
fn kinds_of_the_reader(text: &str) -> BTreeSet<String> {
    let error = Scene::parse(text, "probe.toml").expect_err(text);
    let help = error.faults().iter().find_map(|fault| fault.help().filter(|help| help.starts_with("the kinds of ")));
    quoted(help.unwrap_or_else(|| panic!("{error}")))
}

/// Compares the tables of all kinds: what may stand beside the kind, and the keys of its own table or of the tables in
/// its list. `written` makes a scene of the text of a table.
fn compare_kinds(schema: &Value, name: &str, written: &dyn Fn(&str) -> String) {
    let kinds = kinds(schema, name);
    let known: BTreeSet<String> = kinds.iter().map(|(kind, _)| (*kind).to_owned()).collect();
    assert_eq!(kinds_of_the_reader(&written("{ qqqqqq = 1 }")), known, "kinds of {name}");
    let mut inside = 0;
    for (kind, table) in kinds {
        assert_same(&written(&format!("{{ {kind} = 1, zzzzzz = 1 }}")), table);
        let data = &table["properties"][kind];
        // A reference to a table that several kinds share.
        let data = data["$ref"].as_str().map_or(data, |path| schema.pointer(path.trim_start_matches('#')).unwrap());
        if data["properties"].is_object() {
            assert_same(&written(&format!("{{ {kind} = {{ zzzzzz = 1 }} }}")), data);
            inside += 1;
        } else if data["items"]["properties"].is_object() {
            assert_same(&written(&format!("{{ {kind} = [{{ zzzzzz = 1 }}] }}")), &data["items"]);
            inside += 1;
        }
    }
    assert!(inside >= 7, "{name}: only {inside} tables were compared");
}

#[test]
fn kinds_and_their_keys_are_those_of_the_reader() {
    let schema = scene_schema();
    compare_kinds(&schema, "shape", &|table| body(&format!("shape = {table}")));
    compare_kinds(&schema, "solid", &|table| body(&format!("shape = {{ union = [{table}] }}")));
    compare_kinds(&schema, "motion", &|table| body(&format!("motion = {table}")));
    let screws = kinds(&schema, "motion").into_iter().find(|(kind, _)| *kind == "screw").unwrap().1;
    let [between, about] = [0, 1].map(|form: usize| &screws["properties"]["screw"]["oneOf"][form]);
    assert_same(&body("motion = { screw = { from = {}, zzzzzz = 1 } }"), between);
    assert_same(&body("motion = { screw = { zzzzzz = 1 } }"), about);
}

/// The value in JSON.
fn json(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(integer) => serde_json::from_str(&integer.as_str().replace('+', "")).unwrap(),
        DeValue::Float(float) => Value::from(float.as_str().parse::<f64>().unwrap()),
        DeValue::Boolean(boolean) => Value::Bool(*boolean),
        DeValue::Datetime(datetime) => Value::String(datetime.to_string()),
        DeValue::Array(elements) => elements.iter().map(|element| json(element.get_ref())).collect(),
        DeValue::Table(table) => json_of_table(table),
    }
}

fn json_of_table(table: &DeTable<'_>) -> Value {
    let entries = table.iter().map(|(key, value)| (key.get_ref().to_string(), json(value.get_ref())));
    Value::Object(entries.collect::<Map<_, _>>())
}

fn disagreement_of_toml(schema: &Value, text: &str) -> Option<String> {
    let document = DeTable::parse(text).unwrap();
    disagreement(schema, &json_of_table(document.get_ref()))
}

fn files(folder: &Path, end: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, end, found);
        } else if path.extension().is_some_and(|extension| extension == end) {
            found.push(path);
        }
    }
}

#[test]
fn scenes_of_the_documents_and_examples_are_valid() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let schema = scene_schema();
    let mut texts = Vec::new();
    let mut paths = vec![root.join("README.md")];
    files(&root.join("docs"), "md", &mut paths);
    for path in &paths {
        let text = std::fs::read_to_string(path).unwrap();
        let blocks = text.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap().to_owned());
        texts.extend(
            blocks
                .filter(|block| block.contains("[[body]]") && block.contains("span"))
                .map(|block| (path.clone(), block)),
        );
    }
    let mut scenes = Vec::new();
    files(&root.join("examples"), "toml", &mut scenes);
    files(&root.join("crates/tangency/src/scenes"), "toml", &mut scenes);
    for path in scenes.into_iter().filter(|path| path.file_name().is_some_and(|name| name != "Cargo.toml")) {
        let text = std::fs::read_to_string(&path).unwrap();
        texts.push((path, text));
    }
    assert!(texts.len() > 12, "only {} scenes were found", texts.len());
    for (path, text) in texts {
        assert_eq!(disagreement_of_toml(&schema, &text), None, "{}\n{text}", path.display());
    }
}

/// What the reader refuses, the schema mostly refuses too: it is no schema of anything.
#[test]
fn mistakes_are_no_scenes() {
    let schema = scene_schema();
    for line in [
        "shape = { box = [1, 1] }",
        "shape = { box = [0, 1, 1] }",
        "shape = { cube = 1 }",
        "shape = { sphere = { radius = 1 }, box = [1, 1, 1] }",
        "shape = { sphere = { diameter = 1 } }",
        "shape = { vertices = [[0, 0, 0]] }",
        "motion = { linear = { velocty = [0, 0, 1] } }",
        "motion = { linear = {} }",
        "motion = { still = { orientation = [0, 0, 1] } }",
        "motion = { expression = [\"x\", \"y\"] }",
        "color = \"red\"",
        "surface = \"yes\"",
        "material = { restitution = 2 }",
        "zzzzzz = 1",
    ] {
        let text = body(line);
        assert!(Scene::parse(&text, "mistake.toml").is_err(), "{text}");
        assert!(disagreement_of_toml(&schema, &text).is_some(), "{text}");
    }
    assert_eq!(disagreement_of_toml(&schema, &body("")), None);
}
