//! A validator for the part of JSON Schema that the schemas use. A keyword that it does not know is a failure, so that
//! nothing is passed over.

use serde_json::Value;

/// The first disagreement of a value with a schema, with its place; `None` if it is valid.
pub(crate) fn disagreement(schema: &Value, value: &Value) -> Option<String> {
    found(schema, schema, value, "$")
}

fn found(root: &Value, schema: &Value, value: &Value, place: &str) -> Option<String> {
    let keywords = schema.as_object().expect("a schema is an object");
    keywords.iter().find_map(|(keyword, given)| keyword_fault(root, (keyword, given), schema, value, place))
}

fn keyword_fault(
    root: &Value,
    (keyword, given): (&str, &Value),
    schema: &Value,
    value: &Value,
    place: &str,
) -> Option<String> {
    let fault = |what: String| Some(format!("{place}: {what}"));
    let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
    match keyword {
        "$schema" | "title" | "description" | "$defs" => None,
        "$ref" => {
            let path = given.as_str().and_then(|path| path.strip_prefix('#')).expect("a local reference");
            let target = root.pointer(path).unwrap_or_else(|| panic!("{path} is not defined"));
            found(root, target, value, place)
        }
        "type" => {
            let allowed = given.as_array().cloned().unwrap_or_else(|| vec![given.clone()]);
            let is = |name: &Value| is_of_type(value, name.as_str().unwrap_or_default());
            if allowed.iter().any(is) { None } else { fault(format!("{value} is not {given}")) }
        }
        "const" => {
            if value == given {
                None
            } else {
                fault(format!("{value} is not {given}"))
            }
        }
        "enum" => {
            let known = given.as_array().is_some_and(|words| words.contains(value));
            if known { None } else { fault(format!("{value} is none of {given}")) }
        }
        "minimum" if value.is_number() && number(value) < number(given) => fault(format!("{value} is below {given}")),
        "maximum" if value.is_number() && number(value) > number(given) => fault(format!("{value} is above {given}")),
        "exclusiveMinimum" if value.is_number() && number(value) <= number(given) => {
            fault(format!("{value} is not above {given}"))
        }
        "minLength" if value.as_str().is_some_and(|text| (text.chars().count() as f64) < number(given)) => {
            fault(format!("{value} is too short"))
        }
        "minItems" if value.as_array().is_some_and(|list| (list.len() as f64) < number(given)) => {
            fault(format!("fewer than {given} elements"))
        }
        "maxItems" if value.as_array().is_some_and(|list| list.len() as f64 > number(given)) => {
            fault(format!("more than {given} elements"))
        }
        "minimum" | "maximum" | "exclusiveMinimum" | "minLength" | "minItems" | "maxItems" => None,
        "pattern" => {
            assert_eq!(given, "^#[0-9a-fA-F]{6}$", "the one pattern that is known here");
            let digits = value.as_str().and_then(|text| text.strip_prefix('#')).unwrap_or_default();
            let is_color = digits.len() == 6 && digits.chars().all(|digit| digit.is_ascii_hexdigit());
            if is_color { None } else { fault(format!("{value} is no colour")) }
        }
        "items" => {
            let elements = value.as_array().into_iter().flatten().enumerate();
            elements
                .map(|(index, element)| (format!("{place}[{index}]"), element))
                .find_map(|(place, element)| found(root, given, element, &place))
        }
        "properties" => {
            let properties = given.as_object().expect("properties are an object");
            properties.iter().find_map(|(key, schema)| {
                value.get(key).and_then(|value| found(root, schema, value, &format!("{place}.{key}")))
            })
        }
        "required" => {
            let keys = given.as_array().into_iter().flatten().filter_map(Value::as_str);
            let mut missing = keys.filter(|key| value.is_object() && value.get(key).is_none());
            missing.next().and_then(|key| fault(format!("`{key}` is missing")))
        }
        "additionalProperties" => {
            let known = |key: &String| schema["properties"].get(key).is_some();
            let others = value.as_object().into_iter().flatten().filter(|(key, _)| !known(key));
            others.map(|(key, value)| (format!("{place}.{key}"), value)).find_map(|(place, value)| {
                if given == &Value::Bool(false) {
                    Some(format!("{place}: no such key"))
                } else {
                    found(root, given, value, &place)
                }
            })
        }
        "oneOf" | "anyOf" => {
            let kinds = given.as_array().expect("a list of schemas");
            let faults: Vec<Option<String>> = kinds.iter().map(|kind| found(root, kind, value, place)).collect();
            let valid = faults.iter().filter(|fault| fault.is_none()).count();
            if valid == 1 || (valid > 1 && keyword == "anyOf") {
                return None;
            }
            // The fault that was found farthest inside tells most.
            let deepest = faults.into_iter().flatten().max_by_key(|fault| fault.split(':').next().map_or(0, str::len));
            fault(format!("{valid} of {} kinds fit; {}", kinds.len(), deepest.unwrap_or_default()))
        }
        other => panic!("the validator does not know {other:?}"),
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        other => panic!("there is no type {other:?}"),
    }
}
