//! COLLADA (`.dae`), a common mesh format of robot descriptions.
//!
//! Read: the meshes that the scene places, through nodes with `matrix`, `translate`, `rotate` and `scale`, instances
//! of nodes included; positions; `triangles`, `polylist`, `polygons`, `trifans` and `tristrips`; `unit`. Names,
//! materials, normals, texture coordinates, lights, cameras and animations carry no geometry and are ignored. Lines
//! are omitted with a warning. Skins, morphs, curved surfaces, polygons with holes, skews and parts in other files
//! are errors: ignoring geometry could miss a contact.
//!
//! `up_axis` is ignored: coordinates are used as written, as in RViz, `MoveIt`, Gazebo and coal. A warning is given
//! if it is not z.
//!
//! No crate is used: `dae-parser`, `collada` and `mesh-loader` keep f32 coordinates or ignore unknown elements.
//!
//! *Source.* Khronos Group, *COLLADA – Digital Asset Schema Release 1.4.1*, and 1.5.0, which agree in all of this.

mod geometry;
mod scene;

use super::{
    Format, MeshFile,
    assembly::{Assembly, Occurrences},
    error::{ErrorKind, MeshFileError, MeshFilePlace, quoted},
    text::{number, without_mark, words},
};
use roxmltree::{Document, Node};
use std::collections::HashMap;

/// Reads a COLLADA file.
pub(super) fn parse(bytes: &[u8]) -> Result<MeshFile, MeshFileError> {
    // Numbers and element names are ASCII, so names in other encodings are harmless.
    let text = String::from_utf8_lossy(without_mark(bytes));
    let document = Document::parse(&text).map_err(|error| {
        let (found, advice) = (error.to_string(), "write or copy the file again");
        MeshFileError::new(ErrorKind::Syntax, MeshFilePlace::Line(error.pos().row as usize), found, "XML", advice)
    })?;
    let file = ColladaFile::new(&document);
    if file.root.tag_name().name() != "COLLADA" {
        let found = format!("the element {}", tag(file.root));
        return Err(file.syntax(file.root, found, "<COLLADA>"));
    }
    let mut assembly = Assembly::default();
    let unit = file.unit()?;
    if let Some(up) = file.up_axis() {
        assembly.warnings.push(format!("the file takes {up} for up; coordinates are taken as they are written"));
    }
    let mut lines = Occurrences::default();
    scene::assemble(&file, unit, &mut assembly, &mut lines)?;
    lines.warn("elements of lines left out", "only faces take part in contacts", &mut assembly.warnings);
    assembly.finish(Format::Collada)
}

/// Whether the text begins like a COLLADA file.
pub(super) fn begins(bytes: &[u8]) -> bool {
    let text = without_mark(bytes).trim_ascii_start();
    let head = &text[..text.len().min(1024)];
    text.starts_with(b"<") && head.windows(8).any(|part| part == b"<COLLADA")
}

/// The document with its indices.
struct ColladaFile<'d> {
    root: Node<'d, 'd>,
    /// Elements by `id`; `None` if several have it.
    ids: HashMap<&'d str, Option<Node<'d, 'd>>>,
    /// The offsets of the second and all later lines.
    lines: Vec<usize>,
}

impl<'d> ColladaFile<'d> {
    fn new(document: &'d Document<'d>) -> Self {
        let mut ids = HashMap::new();
        for node in document.root().descendants() {
            if let Some(id) = node.attribute("id") {
                ids.entry(id).and_modify(|known| *known = None).or_insert(Some(node));
            }
        }
        let lines = document.input_text().match_indices('\n').map(|(at, _)| at + 1).collect();
        Self { root: document.root_element(), ids, lines }
    }

    /// The line of an element.
    fn line(&self, node: Node<'_, '_>) -> usize {
        1 + self.lines.partition_point(|&start| start <= node.range().start)
    }

    fn place(&self, node: Node<'_, '_>) -> MeshFilePlace {
        MeshFilePlace::Line(self.line(node))
    }

    fn syntax(&self, node: Node<'_, '_>, found: String, expected: &'static str) -> MeshFileError {
        MeshFileError::new(ErrorKind::Syntax, self.place(node), found, expected, "export the file again")
    }

    fn unsupported(&self, node: Node<'_, '_>, expected: &'static str, advice: &'static str) -> MeshFileError {
        MeshFileError::new(ErrorKind::Unsupported, self.place(node), tag(node), expected, advice)
    }

    /// The element that an attribute such as `url="#part"` refers to.
    fn linked(&self, node: Node<'d, 'd>, attribute: &str) -> Result<Node<'d, 'd>, MeshFileError> {
        let Some(link) = node.attribute(attribute) else {
            let found = format!("{} without `{attribute}`", tag(node));
            return Err(self.syntax(node, found, "the name of another element"));
        };
        let Some(id) = link.strip_prefix('#') else {
            let found = format!("the link {}", quoted(link.as_bytes()));
            let (place, expected) = (self.place(node), "#NAME, an element of this file");
            let advice = "export everything into one file";
            return Err(MeshFileError::new(ErrorKind::Unsupported, place, found, expected, advice));
        };
        let found = match self.ids.get(id) {
            Some(Some(found)) => return Ok(*found),
            Some(None) => format!("{}, the id of two elements", quoted(id.as_bytes())),
            None => format!("{}, the id of no element", quoted(id.as_bytes())),
        };
        let advice = "export the file again; a part of it may be missing";
        Err(MeshFileError::new(ErrorKind::OutOfRange, self.place(node), found, "the id of one element", advice))
    }

    /// The length of a coordinate unit in metres.
    fn unit(&self) -> Result<f64, MeshFileError> {
        let unit = child(self.root, "asset").and_then(|asset| child(asset, "unit"));
        let Some((unit, written)) = unit.and_then(|unit| Some((unit, unit.attribute("meter")?))) else {
            return Ok(1.0);
        };
        let metres = number(written.trim().as_bytes(), self.line(unit))?;
        if metres > 0.0 {
            return Ok(metres);
        }
        Err(self.syntax(unit, format!("a unit of {written} metres"), "a length greater than zero"))
    }

    /// The name of the `up_axis`; `None` if it is z.
    fn up_axis(&self) -> Option<&'static str> {
        let up = child(self.root, "asset").and_then(|asset| child(asset, "up_axis")).and_then(|up| up.text());
        match up.map(str::trim) {
            Some("Z_UP") => None,
            Some("X_UP") => Some("x"),
            // The default of the format.
            Some(_) | None => Some("y"),
        }
    }

    /// The numbers in an element.
    fn numbers(&self, node: Node<'_, '_>) -> Result<Vec<f64>, MeshFileError> {
        let line = self.line(node);
        let texts = node.children().filter_map(|child| child.text());
        texts.flat_map(|text| words(text.as_bytes())).map(|word| number(word, line)).collect()
    }

    /// The `N` numbers in an element.
    fn vector<const N: usize>(&self, node: Node<'_, '_>) -> Result<[f64; N], MeshFileError> {
        let numbers = self.numbers(node)?;
        let count = numbers.len();
        let expected = match N {
            16 => "16 numbers",
            4 => "4 numbers",
            _ => "3 numbers",
        };
        numbers.try_into().map_err(|_| self.syntax(node, format!("{count} numbers in {}", tag(node)), expected))
    }
}

/// The first child element with this name.
fn child<'d>(node: Node<'d, 'd>, name: &str) -> Option<Node<'d, 'd>> {
    elements(node).find(|inside| inside.tag_name().name() == name)
}

/// The child elements.
fn elements<'d>(node: Node<'d, 'd>) -> impl Iterator<Item = Node<'d, 'd>> {
    node.children().filter(Node::is_element)
}

/// The name of an element for messages.
fn tag(node: Node<'_, '_>) -> String {
    quoted(format!("<{}>", node.tag_name().name()).as_bytes())
}
