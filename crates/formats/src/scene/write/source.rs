//! The text of a body in the scene file that it was read from.

use super::numbers::text;
use crate::scene::unit::LengthUnit;
use crate::scene::value::{Table, TomlValue};
use crate::tolerance::MAXIMUM_BODY_SOURCE;
use std::sync::Arc;
use toml::de::DeValue;

/// The shape and the motion of a body, as they stood in a scene file.
#[derive(Clone, Debug)]
pub(super) struct BodySource {
    shape: String,
    surface: Option<bool>,
    motion: Option<String>,
}

/// The source of a body, if it was read from a file and is not too long. It is not part of what the body is, so it prints
/// nothing.
#[derive(Clone, Default)]
pub(in crate::scene) struct KeptSource(Option<Arc<BodySource>>);

impl KeptSource {
    /// The source of the body in this table.
    pub(in crate::scene) fn of(body: &Table<'_>) -> Self {
        Self(BodySource::of(body).map(Arc::new))
    }

    pub(super) fn known(&self) -> Option<&BodySource> {
        self.0.as_deref()
    }
}

impl std::fmt::Debug for KeptSource {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("_")
    }
}

impl BodySource {
    /// The source of the body in this table. `None` if it is not in metres, or if it is long: then it is numbers, which
    /// the body has too.
    fn of(body: &Table<'_>) -> Option<Self> {
        let shape = body.optional("shape").filter(|shape| shape.unit() == LengthUnit::METRE)?;
        let surface = body.optional("surface").and_then(|value| value.boolean().ok());
        let motion = body.optional("motion");
        let mut left = MAXIMUM_BODY_SOURCE;
        let mut inline = |value: &TomlValue<'_>| {
            let mut out = String::new();
            write(value.data(), &mut out, &mut left).then_some(out)
        };
        let shape = inline(&shape)?;
        let motion = match motion {
            Some(value) => Some(inline(&value)?),
            None => None,
        };
        Some(Self { shape, surface, motion })
    }

    /// The lines of the shape.
    pub(super) fn shape(&self) -> String {
        let surface = self.surface.map_or_else(String::new, |surface| format!("surface = {surface}\n"));
        format!("shape = {}\n{surface}", self.shape)
    }

    /// The line of the motion, if there was one.
    pub(super) fn motion(&self) -> Option<String> {
        self.motion.as_ref().map(|motion| format!("motion = {motion}\n"))
    }
}

/// Writes a value on one line. `false` if it is longer than `left` allows.
fn write(value: &DeValue<'_>, out: &mut String, left: &mut usize) -> bool {
    let before = out.len();
    match value {
        DeValue::String(string) => out.push_str(&text(string)),
        DeValue::Integer(integer) => match integer.radix() {
            16 => out.push_str(&format!("0x{}", integer.as_str())),
            8 => out.push_str(&format!("0o{}", integer.as_str())),
            2 => out.push_str(&format!("0b{}", integer.as_str())),
            _ => out.push_str(integer.as_str()),
        },
        DeValue::Float(float) => out.push_str(float.as_str()),
        DeValue::Boolean(boolean) => out.push_str(if *boolean { "true" } else { "false" }),
        // No key of a body holds a date.
        DeValue::Datetime(_) => return false,
        DeValue::Array(elements) => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                if !write(element.get_ref(), out, left) {
                    return false;
                }
            }
            out.push(']');
            return true;
        }
        DeValue::Table(entries) => {
            out.push_str("{ ");
            for (index, (key, entry)) in entries.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                let bare = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
                let key: &str = key.get_ref();
                out.push_str(&if !key.is_empty() && key.chars().all(bare) { key.to_owned() } else { text(key) });
                out.push_str(" = ");
                if !write(entry.get_ref(), out, left) {
                    return false;
                }
            }
            out.push_str(" }");
            return true;
        }
    }
    match left.checked_sub(out.len() - before) {
        Some(rest) => {
            *left = rest;
            true
        }
        None => false,
    }
}
