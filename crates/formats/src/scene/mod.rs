//! A scene: moving bodies, the time span, and the settings of the query.
//!
//! Scenes are built in code, or read from a TOML file. `docs/scene-file.md` explains every key.
//!
//! ```
//! use tangency_formats::Scene;
//!
//! let scene = Scene::parse(
//!     r#"
//!     span = { start = 0, end = 2 }
//!
//!     [[body]]
//!     name = "sheet"
//!     shape = { vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles = [[0, 1, 2]] }
//!     motion = { linear = { velocity = [0, 0, -4] } }
//!     "#,
//!     "sheet.toml",
//! )?;
//! assert_eq!(scene.bodies[0].name, "sheet");
//! # Ok::<(), tangency_formats::SceneError>(())
//! ```

mod chebyshev;
mod compound;
mod convex;
mod curved;
pub mod dynamics;
mod expression;
mod feature_name;
pub mod forces;
mod half_space;
mod height_map;
mod implicit;
mod morph;
mod motion;
#[cfg(test)]
mod mutation_tests;
mod of_files;
mod orientation;
mod poses;
mod primitive;
mod query;
mod rounding;
mod sequence;
mod shape;
mod spline;
mod step;
mod unit;
mod value;
mod vertexwise;
mod write;

pub use crate::fault::{TextFault, TextFileError as SceneError, TextPlace};
pub use dynamics::Dynamics;
pub use of_files::MovedFile;
pub use write::SceneWriteError;

use crate::fault::{RawFault, RawFaults, quoted, shown};
use crate::step::StepFile;
use crate::tolerance::{MAXIMUM_NAME, MAXIMUM_SCENE_BYTES, MAXIMUM_SCENE_ELEMENTS, MOST_FAULTS};
use dynamics::{BodyMatter, FreeBody};
use forces::SceneForces;
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use tangency_geometry::{Mesh, Motion, Pose, Shape};
use tangency_interval::Interval;
use toml::de::DeTable;
use unit::LengthUnit;
use value::{Table, TomlValue};
use write::KeptSource;

/// Some editors write it at the start of a file. It has no meaning in UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The bodies, the time span and the settings of one query.
#[derive(Clone, Debug)]
pub struct Scene {
    /// A short name.
    pub name: String,
    /// A description in one line; may be empty.
    pub description: String,
    /// The time span of the query, in seconds.
    pub span: SceneSpan,
    /// The settings of the query.
    pub query: QuerySettings,
    /// The bodies. Their names are distinct.
    pub bodies: Vec<SceneBody>,
    /// Gravity, masses and materials for free bodies; `None` if every body has a prescribed motion.
    pub dynamics: Option<Dynamics>,
    /// Warnings for the author. Each is one line and names the body.
    pub warnings: Vec<String>,
}

/// A time span from `start` to `end`, in seconds. The clock of the motions starts at `start`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneSpan {
    /// First instant.
    pub start: f64,
    /// Last instant.
    pub end: f64,
}

impl SceneSpan {
    /// The length, rounded up: the end of the span on the clock of the motions, never early.
    #[must_use]
    pub fn length(self) -> f64 {
        (Interval::from(self.end) - self.start).upper()
    }

    /// Converts a bracket from the clock of the motions to the clock of the scene. Rounds outward and clips to the
    /// span.
    #[must_use]
    pub fn clock(self, time: Interval) -> [f64; 2] {
        let shifted = time + self.start;
        [shifted.lower().clamp(self.start, self.end), shifted.upper().clamp(self.start, self.end)]
    }
}

/// The query settings of a scene; `None` means the default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QuerySettings {
    /// How early, in metres of distance, a touch may be reported.
    pub tolerance: Option<f64>,
    /// Distances up to this one count as contact, in metres.
    pub separation: Option<f64>,
    /// Pairs of bodies, by name, that may touch and are not checked: links joined by a joint, or a body and its
    /// support.
    pub may_touch: Vec<[String; 2]>,
    /// Contacts at most this much later than the first count as simultaneous, in seconds.
    pub simultaneity: Option<f64>,
    /// Distance between the sample contacts of a contact curve or region of curved bodies, in metres.
    pub spacing: Option<f64>,
}

/// A named body with its shape and motion.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SceneBody {
    /// Its name, unique in the scene.
    pub name: String,
    /// Its shape.
    pub shape: Shape,
    /// Its motion. For a free body: the motion without forces.
    pub motion: Motion,
    /// Whether contacts of the body with itself count.
    pub self_contact: bool,
    /// Its colour on the page, as red, green and blue from 0 to 255; `None`: chosen for it.
    pub color: Option<[u8; 3]>,
    /// The text in the scene file that it was read from. It may be out of date: the other fields count.
    source: KeptSource,
}

impl SceneBody {
    /// The body with this name, shape and motion. Contacts with itself do not count, and its colour is chosen for it.
    #[must_use]
    pub fn new(name: impl Into<String>, shape: impl Into<Shape>, motion: Motion) -> Self {
        Self {
            name: name.into(),
            shape: shape.into(),
            motion,
            self_contact: false,
            color: None,
            source: KeptSource::default(),
        }
    }

    /// The same body, whose contacts with itself count or not.
    #[must_use]
    pub fn with_self_contact(self, self_contact: bool) -> Self {
        Self { self_contact, ..self }
    }
}

impl Scene {
    /// A scene of these bodies, with the default settings of the query.
    #[must_use]
    pub fn new(name: impl Into<String>, span: SceneSpan, bodies: Vec<SceneBody>) -> Self {
        Self {
            name: name.into(),
            description: String::new(),
            span,
            query: QuerySettings::default(),
            bodies,
            dynamics: None,
            warnings: Vec::new(),
        }
    }

    /// The first free body; `None` if every body has a prescribed motion.
    #[must_use]
    pub fn first_free(&self) -> Option<&SceneBody> {
        let place = self.dynamics.as_ref()?.matter.iter().position(|matter| matter.free.is_some())?;
        self.bodies.get(place)
    }

    /// Reads a scene file and the mesh files that it names.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, SceneError> {
        let path = path.as_ref();
        let text = read_text(path)?;
        Self::parse(&text, path)
    }

    /// Reads a scene from its text. `path` is the path of the text: paths of mesh files are relative to its folder,
    /// and errors name it.
    pub fn parse(text: &str, path: impl AsRef<Path>) -> Result<Self, SceneError> {
        Self::parse_within(text, path.as_ref(), MAXIMUM_SCENE_ELEMENTS)
    }

    /// [`Scene::parse`] with a limit on the number of vertices and triangles.
    fn parse_within(text: &str, path: &Path, elements_left: usize) -> Result<Self, SceneError> {
        let file = path.display().to_string();
        if text.len() > MAXIMUM_SCENE_BYTES {
            return Err(too_large(&file, text.len()));
        }
        if text.trim_matches(|letter: char| letter.is_whitespace() || letter == BYTE_ORDER_MARK).is_empty() {
            let help = "a scene has a [span] and at least one [[body]]: see docs/scene-file.md";
            return Err(SceneError::whole_file(&file, "the scene file is empty".into(), help));
        }
        let document = DeTable::parse(text).map_err(|error| syntax_error(&file, text, &error))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut reader = SceneReader {
            folder,
            duration: 1.0,
            elements_left,
            meshes: HashMap::new(),
            steps: HashMap::new(),
            shape_file: None,
            compound_depth: 0,
            warnings: Vec::new(),
        };
        let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        reader.scene(name, &Table::document(&document)).map_err(|faults| SceneError::new(&file, text, faults))
    }
}

/// The text of the file, if it is a file of UTF-8 text and not too large.
fn read_text(path: &Path) -> Result<String, SceneError> {
    let file = path.display().to_string();
    let refused = |error: std::io::Error| {
        SceneError::whole_file(&file, format!("the scene file cannot be read: {error}"), "check the path")
    };
    let about = std::fs::metadata(path).map_err(refused)?;
    if !about.is_file() {
        let what = if about.is_dir() { "a directory" } else { "a device or a pipe" };
        let help = "give the path of a scene file, such as scene.toml";
        return Err(SceneError::whole_file(&file, format!("the scene is {what}, not a file"), help));
    }
    let mut bytes = Vec::new();
    let opened = File::open(path).map_err(refused)?;
    opened.take(MAXIMUM_SCENE_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(refused)?;
    if bytes.len() > MAXIMUM_SCENE_BYTES {
        return Err(too_large(&file, about.len() as usize));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let message = format!("the scene file is not UTF-8 text: byte 0x{:02X}", error.as_bytes()[at]);
        let fault = RawFault::new(at..at + 1, message, "not UTF-8 from here");
        let text = String::from_utf8_lossy(error.as_bytes());
        SceneError::new(&file, &text, vec![fault.with_help("save the file as UTF-8 text")])
    })
}

fn too_large(file: &str, bytes: usize) -> SceneError {
    let message = format!("the scene file has {bytes} bytes, more than the {MAXIMUM_SCENE_BYTES} that are read");
    SceneError::whole_file(file, message, "put large meshes into mesh files: shape = { mesh = \"part.obj\" }")
}

fn syntax_error(file: &str, text: &str, error: &toml::de::Error) -> SceneError {
    let message = error.message();
    let nested = message.contains("recurs");
    let message = if nested { "the values are nested too deeply" } else { message };
    match error.span() {
        Some(span) => {
            let fault = match probably_meant(text, span.start) {
                Some((message, help)) => RawFault::new(span, message.to_owned(), "").with_help(help),
                None => RawFault::new(span, message.to_owned(), ""),
            };
            SceneError::new(file, text, vec![fault])
        }
        None => SceneError::whole_file(file, message.to_owned(), "arrays and tables may be nested 80 levels deep"),
    }
}

/// The probable mistake where the text is not TOML at this byte, and what to do.
fn probably_meant(text: &str, at: usize) -> Option<(&'static str, &'static str)> {
    if text.trim_start_matches(|letter: char| letter.is_whitespace() || letter == BYTE_ORDER_MARK).starts_with('{') {
        return Some(("this is JSON, and a scene file is TOML", "docs/scene-file.md shows how a scene is written"));
    }
    let bytes = text.as_bytes();
    let digit = |place: Option<usize>| place.and_then(|place| bytes.get(place)).is_some_and(u8::is_ascii_digit);
    let comma = |place: usize| bytes.get(place) == Some(&b',') && digit(place.checked_sub(1)) && digit(Some(place + 1));
    let line = text.get(..at.min(text.len()))?.rfind('\n').map_or(0, |newline| newline + 1);
    let is_value = bytes.get(line..at.min(text.len())).is_some_and(|before| before.contains(&b'='));
    let decimal = is_value && (line..=at).rev().any(comma);
    decimal.then_some(("a number with a comma in it", "write a decimal point: 0.5"))
}

/// The mesh file of a shape, for motions in the same file.
#[derive(Clone)]
struct ShapeFile {
    path: PathBuf,
    scale: f64,
    merged: bool,
}

/// The state while a scene is read.
struct SceneReader<'a> {
    folder: &'a Path,
    /// Length of the span in seconds.
    duration: f64,
    /// The number of further vertices and triangles that the scene may have.
    elements_left: usize,
    /// Cache of mesh files.
    meshes: HashMap<PathBuf, Rc<Mesh>>,
    /// STEP files by their paths.
    steps: HashMap<PathBuf, Rc<StepFile>>,
    /// The mesh file of the last shape; `None` if it has none.
    shape_file: Option<ShapeFile>,
    /// The number of compounds around the shape that is read.
    compound_depth: usize,
    warnings: Vec<String>,
}

/// A body with its mass, its material and the forces on it.
type ReadBody = (SceneBody, (BodyMatter, SceneForces));

impl SceneReader<'_> {
    fn scene(&mut self, file_name: String, document: &Table<'_>) -> Result<Scene, RawFaults> {
        let mut faults = RawFaults::new();
        faults.extend(
            document
                .check_keys(&["name", "description", "units", "span", "query", "dynamics", "body"])
                .err()
                .into_iter()
                .flatten(),
        );
        let document = &match LengthUnit::read(document) {
            Ok(unit) => document.clone().with_unit(unit),
            Err(fault) => {
                faults.push(fault);
                document.clone()
            }
        };
        let text = |key| document.optional(key).map(|value| value.plain_text().map(str::to_owned)).transpose();
        let name = kept(text("name").map_err(RawFaults::from), &mut faults);
        let description = kept(text("description").map_err(RawFaults::from), &mut faults);
        let span = kept(read_span(document), &mut faults);
        self.duration = span.map_or(self.duration, |span| span.end - span.start);
        let bodies = kept(self.bodies(document), &mut faults);
        let readable = bodies.is_some();
        let (bodies, matter): (Vec<SceneBody>, (Vec<BodyMatter>, Vec<SceneForces>)) =
            bodies.unwrap_or_default().into_iter().unzip();
        let query = kept(query::read(document, readable.then_some(&bodies[..])), &mut faults);
        let dynamics = kept(dynamics::read(document, matter, readable), &mut faults);
        match (name, description, span, query, dynamics) {
            (Some(name), Some(description), Some(span), Some(query), Some(dynamics)) if faults.is_empty() => {
                Ok(Scene {
                    name: name.unwrap_or(file_name),
                    description: description.unwrap_or_default(),
                    span,
                    query,
                    bodies,
                    dynamics,
                    warnings: std::mem::take(&mut self.warnings),
                })
            }
            _ => Err(faults),
        }
    }

    fn bodies(&mut self, document: &Table<'_>) -> Result<Vec<ReadBody>, RawFaults> {
        let Some(list) = document.optional("body") else {
            return Err(document
                .fault("the scene has no body".into(), "add a [[body]] with a name and a shape")
                .into());
        };
        if list.is_table() {
            let help = "each body starts with [[body]]";
            return Err(list
                .fault("`body` must be a list".into(), "write [[body]], with two brackets")
                .with_help(help)
                .into());
        }
        let mut faults = RawFaults::new();
        let mut numbers = HashMap::new();
        let bodies = list.list("a list of bodies, each under [[body]]", |index, value| {
            if faults.len() > MOST_FAULTS {
                return Ok(None);
            }
            let body = kept(self.body(index, value, &mut numbers), &mut faults);
            Ok(body)
        })?;
        if faults.is_empty() { Ok(bodies.into_iter().flatten().collect()) } else { Err(faults) }
    }

    /// `numbers` maps the names of the previous bodies to their positions in the list, counted from 1.
    fn body(
        &mut self,
        index: usize,
        value: TomlValue<'_>,
        numbers: &mut HashMap<String, usize>,
    ) -> Result<ReadBody, RawFaults> {
        let table =
            value.table(&["name", "shape", "motion", "dynamics", "material", "surface", "self_contact", "color"])?;
        let named = table.required("name", "\"...\"")?;
        let name = read_name(named)?;
        if let Some(number) = numbers.insert(name.clone(), index + 1) {
            let message = format!("two bodies have the name {}", quoted(&name));
            return Err(named.fault(message, format!("body {number} of the file has this name already")).into());
        }
        self.rest_of_body(&name, &table)
            .map_err(|faults| faults.into_iter().map(|fault| fault.in_body(&name)).collect())
    }

    /// What follows the name of a body.
    fn rest_of_body(&mut self, name: &str, table: &Table<'_>) -> Result<ReadBody, RawFaults> {
        let surface = table.optional("surface");
        let shape = self.shape(name, table.required("shape", "{ mesh = \"part.obj\" }")?, surface)?;
        let material = dynamics::material(table)?;
        let free = dynamics::free(table, &shape)?;
        let (heft, free_motion, forces) = match free {
            Some(FreeBody { heft, motion, forces }) => (Some(heft), Some(motion), forces),
            None => (None, None, SceneForces::default()),
        };
        let (shape, motion) = match (free_motion, table.optional("motion")) {
            (Some(motion), _) => (shape, motion),
            (None, Some(value)) => {
                let motion = self.motion(name, value, &shape)?;
                match (shape, motion) {
                    (Shape::Parametric(brep), Motion::Expression(motion)) => self.deformed(&value, &brep, &motion)?,
                    other => other,
                }
            }
            (None, None) => (shape, Motion::Still(Pose::IDENTITY)),
        };
        let self_contact = table.optional("self_contact").map_or(Ok(false), |value| value.boolean())?;
        let color = table.optional("color").map(read_color).transpose()?;
        let source = KeptSource::of(table);
        let body = SceneBody {
            color,
            source,
            ..SceneBody::new(name.to_owned(), shape, motion).with_self_contact(self_contact)
        };
        Ok((body, (BodyMatter { free: heft, material }, forces)))
    }

    /// Adds a warning about the body.
    fn warn(&mut self, body: &str, warning: &str) {
        self.warnings.push(format!("body {}: {warning}", quoted(body)));
    }
}

/// The value; on failure `None`, and appends the faults.
fn kept<T>(result: Result<T, RawFaults>, faults: &mut RawFaults) -> Option<T> {
    result.map_err(|more| faults.extend(more)).ok()
}

/// A colour as on the web: `"#1a7f37"`.
fn read_color(value: TomlValue<'_>) -> Result<[u8; 3], RawFault> {
    let expected = || value.mismatch("a colour such as \"#1a7f37\": red, green and blue, two hexadecimal digits each");
    let digits = value.string()?.strip_prefix('#').filter(|digits| digits.len() == 6).ok_or_else(expected)?;
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+')).ok_or_else(expected)?;
    let [_, red, green, blue] = number.to_be_bytes();
    Ok([red, green, blue])
}

fn read_span(document: &Table<'_>) -> Result<SceneSpan, RawFaults> {
    let table = document.required("span", "{ start = 0, end = 1 }")?.table(&["start", "end"])?;
    let start = table.optional("start").map_or(Ok(0.0), |value| value.number())?;
    let end_value = table.required("end", "1.0")?;
    let end = end_value.number()?;
    if !(start < end) {
        let message = format!("the span ends at {}, which is not after its start at {}", shown(end), shown(start));
        return Err(end_value.fault(message, format!("expected a number greater than {}", shown(start))).into());
    }
    if !(end - start).is_finite() {
        let message = format!("the span from {} to {} is longer than any number", shown(start), shown(end));
        return Err(end_value.fault(message, "choose a shorter span").into());
    }
    Ok(SceneSpan { start, end })
}

fn read_name(value: TomlValue<'_>) -> Result<String, RawFault> {
    let name = value.string()?;
    if name.trim().is_empty() {
        return Err(value.mismatch("a name that is not empty"));
    }
    if name.chars().count() > MAXIMUM_NAME {
        return Err(value.mismatch(&format!("at most {MAXIMUM_NAME} characters long")));
    }
    if name.chars().any(char::is_control) {
        return Err(value.mismatch("a name without line breaks and other control characters"));
    }
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::implicit::SolidKey;
    use super::motion::MotionKey;
    use super::shape::{LATER, ShapeKey};
    use crate::kind::keys;
    use crate::mesh::Format;

    const ROBOTS: &str = include_str!("../../../../docs/robots.md");
    const PAGE: &str = include_str!("../../../../docs/scene-file.md");

    /// The keys in the first column of the table of kinds under a heading of the page.
    fn rows(heading: &str) -> Vec<&'static str> {
        let section = PAGE.split("\n## ").find(|section| section.lines().next() == Some(heading));
        let table = section.unwrap_or_default().lines().skip_while(|line| !line.starts_with("| kind |")).skip(2);
        let cells = table.take_while(|line| line.starts_with('|')).filter_map(|line| line.split('|').nth(1));
        cells.flat_map(|cell| cell.split(',').map(|key| key.trim().trim_matches('`'))).collect()
    }

    #[test]
    fn the_page_has_a_row_for_every_kind() {
        for (heading, keys) in [("Shapes", keys::<ShapeKey>()), ("Motions", keys::<MotionKey>())] {
            let rows = rows(heading);
            for key in &keys {
                assert!(rows.contains(key), "docs/scene-file.md, {heading}: no row of the table explains `{key}`");
            }
            for row in rows {
                assert!(keys.contains(&row), "docs/scene-file.md, {heading}: there is no kind `{row}`");
            }
        }
        for key in keys::<SolidKey>().iter().chain(&LATER) {
            assert!(PAGE.contains(&format!("`{key}`")), "docs/scene-file.md does not explain `{key}`");
        }
    }

    #[test]
    fn the_pages_list_every_mesh_format() {
        for (file, page, row) in [("scene-file", PAGE, "| `mesh` |"), ("robots", ROBOTS, "| meshes |")] {
            let line = page.lines().find(|line| line.starts_with(row)).unwrap_or_default().to_lowercase();
            for format in Format::all() {
                assert!(line.contains(format.name()), "docs/{file}.md, row {row}: {format:?} is missing");
            }
        }
    }
}
