//! Elements and attributes of an XML file, with their positions.

use crate::fault::{RawFault, RawFaults, TextFileError, quoted, shown};
use crate::rotation::{HalfAngle, roll_pitch_yaw};
use crate::suggest::suggest;
use glam::DVec3;
use roxmltree::{Attribute, Document, Node};
use std::ops::Range;
use tangency_geometry::Pose;

/// An element.
#[derive(Clone, Copy)]
pub(super) struct XmlElement<'a> {
    node: Node<'a, 'a>,
}

/// Parses XML and passes its root element, which must have the name `root`, to `read`.
pub(super) fn with_root<T>(
    text: &str,
    file: &str,
    root: &str,
    read: impl FnOnce(XmlElement<'_>) -> Result<T, RawFaults>,
) -> Result<T, TextFileError> {
    let document = Document::parse(text).map_err(|error| syntax_error(text, file, &error))?;
    let element = XmlElement { node: document.root_element() };
    let checked = if let Some(fault) = xacro(&document) {
        Err(fault.into())
    } else if element.name() == root {
        read(element)
    } else {
        let message = format!("the file holds <{}>, not <{root}>", shortened(element.name()));
        Err(element.fault(message, format!("expected <{root} name=\"...\">")).into())
    };
    checked.map_err(|faults| TextFileError::new(file, text, faults))
}

/// Advice for a file with macros.
pub(super) const EXPAND: &str = "this is a xacro file: expand it first (xacro FILE > robot.urdf), and give the result";

/// The first unexpanded macro. Ignoring macros would lose content, possibly links.
fn xacro<'a>(document: &'a Document<'a>) -> Option<RawFault> {
    document.root_element().descendants().filter(Node::is_element).find_map(|node| {
        // The address of the namespace has changed over the years. The prefix has not.
        let of_xacro = |space: &str| space.contains("xacro") || node.lookup_prefix(space) == Some("xacro");
        if node.tag_name().namespace().is_some_and(of_xacro) {
            let message = format!("the macro <xacro:{}> is not expanded", shortened(node.tag_name().name()));
            return Some(XmlElement { node }.fault(message, "").with_help(EXPAND));
        }
        let unexpanded = |value: &str| value.contains("${") || value.contains("$(");
        let attribute = node.attributes().find(|attribute| unexpanded(attribute.value()))?;
        let message = format!("{} in {:?} is not expanded", quoted(attribute.value()), attribute.name());
        Some(RawFault::new(attribute.range_value(), message, "").with_help(EXPAND))
    })
}

fn syntax_error(text: &str, file: &str, error: &roxmltree::Error) -> TextFileError {
    let place = error.pos();
    let line_start = text.split_inclusive('\n').take(place.row.saturating_sub(1) as usize).map(str::len).sum::<usize>();
    let rest = text.get(line_start..).unwrap_or_default();
    let column = rest.chars().take(place.col.saturating_sub(1) as usize).map(char::len_utf8).sum::<usize>();
    let at = line_start + column;
    // The library's messages end with the position, which is shown anyway.
    let message = error.to_string();
    let message = message.rsplit_once(" at ").map_or(message.as_str(), |(before, _)| before);
    let fault = RawFault::new(at..at + 1, format!("the file is not XML: {message}"), "");
    let macros = matches!(error, roxmltree::Error::UnknownNamespace(prefix, _) if prefix == "xacro");
    TextFileError::new(file, text, vec![if macros { fault.with_help(EXPAND) } else { fault }])
}

/// A name for a message, truncated: it may be as long as the file.
fn shortened(name: &str) -> String {
    name.chars().take(60).collect()
}

impl<'a> XmlElement<'a> {
    /// Whether it declares the prefix of macros.
    pub(super) fn declares_macros(self) -> bool {
        self.node.namespaces().any(|space| space.name() == Some("xacro"))
    }

    /// Its name without prefix.
    pub(super) fn name(self) -> &'a str {
        self.node.tag_name().name()
    }

    /// The bytes of its start tag.
    pub(super) fn span(self) -> Range<usize> {
        let range = self.node.range();
        let text = self.node.document().input_text();
        let end = text[range.clone()].find('>').map_or(range.end, |offset| range.start + offset + 1);
        range.start..end
    }

    /// A fault at the element.
    pub(super) fn fault(self, message: String, label: impl Into<String>) -> RawFault {
        RawFault::new(self.span(), message, label)
    }

    /// The elements inside it.
    pub(super) fn children(self) -> impl Iterator<Item = XmlElement<'a>> {
        self.node.children().filter(Node::is_element).map(|node| XmlElement { node })
    }

    /// The elements of this name inside it.
    pub(super) fn all(self, name: &'static str) -> impl Iterator<Item = XmlElement<'a>> {
        self.children().filter(move |child| child.name() == name)
    }

    /// The only element of this name inside it, if there is one.
    pub(super) fn child(self, name: &'static str) -> Result<Option<XmlElement<'a>>, RawFault> {
        let mut found = self.all(name);
        let first = found.next();
        match found.next() {
            Some(second) => {
                let message = format!("<{}> has more than one <{name}>", shortened(self.name()));
                Err(second.fault(message, "remove all but one"))
            }
            None => Ok(first),
        }
    }

    /// The element of this name inside it.
    pub(super) fn required_child(self, name: &'static str, example: &str) -> Result<XmlElement<'a>, RawFault> {
        self.child(name)?.ok_or_else(|| {
            let message = format!("<{}> has no <{name}>", shortened(self.name()));
            self.fault(message, format!("write {example} inside"))
        })
    }

    fn attribute_node(self, name: &str) -> Option<Attribute<'a, 'a>> {
        self.node.attribute_node(name)
    }

    /// The text of an attribute, if it is there.
    pub(super) fn text(self, name: &str) -> Option<&'a str> {
        self.node.attribute(name)
    }

    /// The text of an attribute that must be there and not be empty.
    pub(super) fn required(self, name: &str) -> Result<&'a str, RawFault> {
        let Some(attribute) = self.attribute_node(name) else {
            let message = format!("<{}> has no attribute {name:?}", shortened(self.name()));
            let written: Vec<&str> = self.node.attributes().map(|attribute| attribute.name()).collect();
            let fault = self.fault(message, format!("add {name}=\"...\""));
            return Err(match suggest(name, &written) {
                Some(near) => fault.with_help(format!("there is an attribute {}", quoted(near))),
                None => fault,
            });
        };
        if attribute.value().trim().is_empty() {
            let message = format!("the attribute {name:?} of <{}> is empty", shortened(self.name()));
            return Err(RawFault::new(attribute.range_value(), message, ""));
        }
        Ok(attribute.value())
    }

    /// The bytes of the value of an attribute; those of the element if it is missing.
    pub(super) fn span_of(self, name: &str) -> Range<usize> {
        self.attribute_node(name).map_or(self.span(), |attribute| attribute.range_value())
    }

    /// A fault at the value of an attribute.
    pub(super) fn fault_of(self, name: &str, message: String, label: impl Into<String>) -> RawFault {
        RawFault::new(self.span_of(name), message, label)
    }

    /// The numbers of an attribute, separated by white space, if it is there.
    pub(super) fn numbers<const N: usize>(self, name: &str) -> Result<Option<[f64; N]>, RawFault> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let wanted = if N == 1 { "a number".to_owned() } else { format!("{N} numbers") };
        let mut numbers = [0.0; N];
        let mut words = text.split_whitespace();
        for number in &mut numbers {
            let Some(word) = words.next() else {
                let message = format!("{name:?} is {}, which is too short", quoted(text));
                return Err(self.fault_of(name, message, format!("expected {wanted}, separated by spaces")));
            };
            *number = self.finite(name, word)?;
        }
        if words.next().is_some() {
            let message = format!("{name:?} is {}, which is too long", quoted(text));
            return Err(self.fault_of(name, message, format!("expected {wanted}, separated by spaces")));
        }
        Ok(Some(numbers))
    }

    fn finite(self, name: &str, word: &str) -> Result<f64, RawFault> {
        match word.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            Ok(number) => {
                let message = format!("{name:?} holds {number}");
                Err(self.fault_of(name, message, "expected finite numbers"))
            }
            Err(_) => Err(self.fault_of(name, format!("{} in {name:?} is no number", quoted(word)), "")),
        }
    }

    /// One number, if the attribute is there.
    pub(super) fn number(self, name: &str) -> Result<Option<f64>, RawFault> {
        Ok(self.numbers::<1>(name)?.map(|[number]| number))
    }

    /// One positive length.
    pub(super) fn length(self, name: &str) -> Result<f64, RawFault> {
        self.required(name)?;
        match self.number(name)? {
            Some(length) if length > 0.0 => Ok(length),
            other => {
                let message = format!("{name:?} is {}", other.map_or_else(String::new, shown));
                Err(self.fault_of(name, message, "expected a positive length in metres"))
            }
        }
    }

    /// The pose of the only `<origin>` inside; the identity if there is none.
    pub(super) fn origin(self) -> Result<Pose, RawFault> {
        let Some(origin) = self.child("origin")? else { return Ok(Pose::IDENTITY) };
        let place = origin.numbers::<3>("xyz")?.unwrap_or_default();
        let angles = origin.numbers::<3>("rpy")?.unwrap_or_default();
        Pose::new(roll_pitch_yaw(angles.map(HalfAngle::of_radians)), DVec3::from_array(place))
            .map_err(|error| origin.fault(format!("the origin is no pose: {error}"), ""))
    }
}
