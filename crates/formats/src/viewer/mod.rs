//! The viewer page: one HTML file that plays the motion and shows the answer, without network and without libraries.
//!
//! [`page`] writes it. The page consists of the files beside this one, which are embedded when the crate is compiled:
//!
//! | file | part |
//! |---|---|
//! | `page.html`, `style.css` | structure and style of the page |
//! | `math.js` | vectors, matrices, rotations, in double precision |
//! | `unpack.js` | decompresses large arrays |
//! | `data.js` | reads the embedded data; interpolates motions |
//! | `paths.js` | evaluates the motions of a simulation, all bodies in one loop |
//! | `surface.js` | normals, smooth or creased; edges; orientation |
//! | `camera.js` | orbit, zoom, pan, animated moves, framing |
//! | `pick.js`, `closeup.js` | rays against the drawn surfaces; close-ups with a free view |
//! | `labels.js`, `colors.js`, `scale.js` | where the names stand; colors of neighbours; scale bar, grid, axes |
//! | `shaders.js`, `targets.js`, `instances.js`, `drawing.js`, `shadows.js`, `renderer.js` | drawing with WebGL2 |
//! | `surroundings.js` | the ground, paths, initial placements and the measuring tape |
//! | `pace.js` | how much of a picture one frame draws |
//! | `plot.js` | lines over time, in the panel |
//! | `forces.js` | simulations: the forces of contacts, as arrows and over time |
//! | `history.js`, `events.js` | simulations: events, trails of contacts, energy; the list of events |
//! | `measures.js` | measurements: distances over time, the segment between the closest points |
//! | `over_time.js` | the clearance of a robot over time |
//! | `answers.js` | closest approach, pairs, regions of contacts, pairs set aside |
//! | `words.js`, `clearance.js` | the answer in words |
//! | `panel.js`, `matrix.js` | the lists, the legend; the matrix of pairs |
//! | `timeline.js`, `controls.js` | the clock and its bar; mouse, touch and keyboard |
//! | `section.js`, `tape.js`, `link.js` | cutting plane, distance of two points, link to the state |
//! | `state.js` | the state of the page, for tests |
//! | `main.js` | starts the page |
//!
//! # The embedded data, version 3
//!
//! The element `<script type="application/json" id="data">` holds one JSON object. Lengths are metres, times are
//! seconds on the scene's clock. Arrays of numbers are base64 of little-endian values.
//!
//! | field | meaning |
//! |---|---|
//! | `version` | 3 |
//! | `name`, `description` | of the scene |
//! | `span` | `[start, end]` |
//! | `tolerance`, `separation` | of the query, or null for the default |
//! | `box` | `[[x, y, z], [x, y, z]]`: bounding box of everything visible over the span |
//! | `bodies` | see below |
//! | `paths` | of a simulation: the motions of all bodies, see below |
//! | `report` | see below |
//! | `simulation` | in place of `report`, see below |
//! | `measurement` | in place of `report`, see below |
//! | `notes` | warnings of scene and report, and what the picture leaves out |
//!
//! | field of a body | meaning |
//! |---|---|
//! | `name` | its name |
//! | `color` | its colour, `"#rrggbb"`; null: chosen by the page |
//! | `closed` | whether its mesh has no boundary, so that its inside is never visible |
//! | `creased` | whether its creases and boundary edges are drawn as lines |
//! | `fades` | null; for an endless body, the distance from the centre of the mesh at which the picture ends |
//! | `origin` | the centre of the mesh, to be added to the vertices, so that `f32` is precise anywhere |
//! | `vertexCount`, `triangleCount` | numbers of vertices and triangles |
//! | `like` | of a rigid body with the mesh of an earlier one: the number of that one, instead of a mesh; what else is missing is as there |
//! | `triangles` | corners: `u16` |
//! | `motion` | `poses`, `frames`, or `path`: its keys are in `paths` |
//! | `times` | `f64`: the keys' times, increasing |
//! | `vertices` | if `poses`: `f32` × 3 per vertex, in the body's frame minus `origin` |
//! | `keys` | if `poses`: `f64` × 7 per key, the unit quaternion x, y, z, w and the translation |
//! | | if `frames`: `f32` × 3 per vertex and key, in the world frame minus `origin` |
//!
//! Of a large body, `triangles` and the coordinates (`vertices` or, if `frames`, `keys`) are objects instead: `deflate`
//! is base64 of raw DEFLATE data of 32-bit numbers, all lowest bytes first, then all second bytes, and so on. A corner
//! is stored as its distance from the next new vertex number, which grows by one after each 0. A coordinate is a
//! multiple of `step`, stored as the difference from the vertex before or, from the second frame on, from the frame
//! before; the sign is the lowest bit (0, 1, 2, 3 mean 0, -1, 1, -2).
//!
//! Between keys, quaternions are interpolated on the shorter arc, translations and vertices on straight lines.
//!
//! Lists of whole numbers are objects: `plain` is base64 of 32-bit numbers, `deflate` the same compressed as above. A
//! list with a `step` holds multiples of it, with the sign as the lowest bit. A short one is `exact` instead: base64 of
//! `f64`, the numbers themselves and no differences.
//!
//! | field of `paths` | meaning |
//! |---|---|
//! | `tick` | seconds |
//! | `counts` | the number of keys of each body |
//! | `times` | for each key the ticks since the key before; of the first, since the start of the span |
//! | `places` | three for each key, the place of the pivot relative to the middle of `box`: differences from the key before |
//! | `turns` | four for each key, the quaternion x, y, z, w: differences from the key before |
//! | `bends` | three for each key, the bend of the way to the next: differences from the key before |
//! | `pivots` | pairs of the number of a body and its pivot, in its frame; of the others it is the origin |
//!
//! Between two keys, at the fraction *s*, the pivot is at (1 − s)·place + s·next − 4·s·(1 − s)·bend, a parabola. The
//! orientation goes along the shorter arc at a constant rate. Of two keys with one time the second counts from then on.
//!
//! | field of `report` | meaning |
//! |---|---|
//! | `verdict`, `evidence`, `clearUntil` | as in the result file |
//! | `time` | `[lo, hi]` or null |
//! | `contacts` | each `a`, `b`, `point`, `normal`, `gap`, `time`, `featureA`, `featureB`, `proved`, `initial` |
//! | `featureA`, `featureB` of a contact | `kind`, `index`, `at`; `name` if it has one |
//! | `regions` | contacts that belong together: as in the result file |
//! | `clearance` | null, or `atLeast` (or null), `evidence`, `note` (null or words), `notMeasured` and `nearest` |
//! | `selfClearance`, `worldClearance` | of a robot among obstacles: the same, of both kinds of pairs apart |
//! | `nearest` of the clearance | null, or `a`, `b`, `within`, `time`, `point`; `points` and `during` or null |
//! | `clearanceCurve` | null, or of a robot: `times`, `atMost`, `atLeast` (`f64`), and more as in the result file |
//! | `pairs` | null, or rows of the table of pairs, as in the result file |
//! | `setAside` | pairs that touch at the start: each `a`, `b`, `points`, `depth`, `countsFrom` |
//! | `stats` | `seconds`, `pairs`, `iterations` |
//!
//! | field of `simulation` | meaning |
//! |---|---|
//! | `ending`, `reason` | `finished`, `open` or `stopped`, and why; of a finished one how contacts were looked for, if not in continuous time |
//! | `events` | lists: `kinds` (0 impact, 1 slides, 2 rolls, 3 leaves, 4 rests), `from` (ticks since the one before), `width` (of the bracket, in ticks), `a` and `b` (numbers of bodies), `impulses` (the highest three bytes of `f32`), `pointCounts`, `points` (three numbers each); `count` and `tick` |
//! | `eventCount` | the number of all events |
//! | `tracks` | each `a`, `b`, `mode`, `span`, `times` (`f64`) and `points` (`f64` × 3) |
//! | `forces` | each `a`, `b`, `span`, `times` (`f64`), `points` and `forces` on `a` (`f64` × 3) |
//! | `energy` | `times`, `kinetic`, `potential`: `f64`, thinned; `start`, `end` and the greatest `change` of the total |
//! | `conservation`, `counts`, `crowding` | as in the result file |
//! | `stats` | `seconds`, `steps`, `pairs`, `iterations`, `eventsPerSecond`, `simulatedPerSecond` |
//!
//! | field of `measurement` | meaning |
//! |---|---|
//! | `question`, `span`, `verdict`, `evidence`, `farther` | as in the result file |
//! | `pairs` | each `a`, `b`, `verdict`, `evidence`, `distance`, `time`, `at`, `points`, `normal`, `complete` |
//! | `featureA`, `featureB` of a pair | as of a contact |
//! | `penetration` of a pair | null, or `depth`, `direction` and `points` |
//! | `curve` of a pair | null, or `times`, `atMost`, `atLeast` (`f64`), `closest` (`f64` × 6) and `evidence` |
//! | `meeting` of a pair | null, or `lines` (each `f64` × 3), the curves in which the surfaces meet, and `open` |
//! | `stats` | `seconds`, `pairs`, `iterations` |
//!
//! # The state of the page
//!
//! `window.tangency` has `state()` (verdict, time, the bodies with the pixels each takes, and so on), `seek(time)`,
//! `select(index)`, `play()`, `pause()` and `link()` (the address of this state). For tests it also has `frame(time)`,
//! `words(scene, time)`, `span()`, `contact()` and `errors()`. The address may end in `#name=value&…`:
//!
//! | name | value |
//! |---|---|
//! | `t` | the instant to show: a time, `start`, `contact`, `nearest` or `end` |
//! | `contact` | the contact to show, numbered from 1; the pair of a measurement |
//! | `pair` | the row of the table of pairs to show, numbered from 1 |
//! | `paused` | none: do not start to play |
//! | `view` | azimuth and elevation in degrees and, if wanted, a zoom factor: `35,20,1.5` |
//! | `at` | the point that the camera looks at, in metres: `1,0,0.5` |
//! | `section` | a cutting plane: axis, its place as a part of the scene, `flipped` if wanted: `x,0.5` |
//! | `tape` | a measured distance: for each of two points body, triangle and three weights, separated by `;` |
//! | `styles` | a letter for each body: `o`paque, `t`ranslucent, `w`ire, `h`idden |
//! | `show` | what is drawn: names of the buttons, separated by commas |
//! | `theme` | `light` or `dark` |
//! | `nogl` | none: as if there were no WebGL2 |
//! | `state` | none: write the state as JSON into the element `state`, for tests |
//!
//! With `state`, the state is written after the first drawing and whenever playback or a camera move ends.
//!
//! # The page of a folder
//!
//! [`folder_page`] lists many trajectories and compares two of them. Its files are in `folder/`.

mod animation;
mod answers;
mod crease;
mod drawn;
mod embed;
mod endless;
mod extent;
mod fleet;
mod folder;
mod implicit;
mod measured;
mod pack;
mod path;
mod picture;
mod rounded;
mod sample;
mod shared;
mod simulated;

pub use folder::{FolderEntry, folder_page};

use crate::Measurement;
use crate::simulation::Simulation;
use crate::{Report, Scene, SceneSpan};

/// The scene cannot be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// The span of time is backwards or not finite.
    #[error("the span from {} to {} is not a finite stretch of time: give start <= end", .0.start, .0.end)]
    Span(SceneSpan),
    /// A motion leaves the range of f64.
    #[error("body `{body}` is not at a finite place at time {time}: check its motion")]
    NotFinite {
        /// The body's name.
        body: String,
        /// When, on the scene's clock.
        time: f64,
    },
    /// There are no triangles to draw.
    #[error("nothing can be drawn of body `{body}`: {reason}")]
    Nothing {
        /// The body's name.
        body: String,
        /// Why not.
        reason: String,
    },
    /// A motion has another number of vertices than the mesh.
    #[error("the motion of body `{body}` moves {moved} vertices, but its mesh has {vertices}")]
    Vertices {
        /// The body's name.
        body: String,
        /// How many vertices its mesh has.
        vertices: usize,
        /// How many the motion moves.
        moved: usize,
    },
}

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
/// All scripts, in one scope.
const SCRIPT: &str = concat!(
    "(() => {\n\"use strict\";\n",
    include_str!("math.js"),
    include_str!("unpack.js"),
    include_str!("paths.js"),
    include_str!("data.js"),
    include_str!("surface.js"),
    include_str!("camera.js"),
    include_str!("pick.js"),
    include_str!("closeup.js"),
    include_str!("labels.js"),
    include_str!("colors.js"),
    include_str!("scale.js"),
    include_str!("shaders.js"),
    include_str!("targets.js"),
    include_str!("instances.js"),
    include_str!("drawing.js"),
    include_str!("shadows.js"),
    include_str!("surroundings.js"),
    include_str!("renderer.js"),
    include_str!("pace.js"),
    include_str!("plot.js"),
    include_str!("forces.js"),
    include_str!("history.js"),
    include_str!("events.js"),
    include_str!("measures.js"),
    include_str!("over_time.js"),
    include_str!("answers.js"),
    include_str!("clearance.js"),
    include_str!("words.js"),
    include_str!("panel.js"),
    include_str!("matrix.js"),
    include_str!("timeline.js"),
    include_str!("controls.js"),
    include_str!("section.js"),
    include_str!("tape.js"),
    include_str!("link.js"),
    include_str!("state.js"),
    include_str!("main.js"),
    "})();\n"
);

/// The page that shows the scene and the report: a complete HTML file.
///
/// ```
/// use tangency_formats::{Report, Scene, viewer};
/// use tangency_geometry::{Evidence, Verdict};
///
/// let text = r#"
///     span = { start = 0, end = 2 }
///     [[body]]
///     name = "sheet"
///     shape = { vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles = [[0, 1, 2]] }
///     motion = { linear = { velocity = [0, 0, -4] } }
/// "#;
/// let scene = Scene::parse(text, "sheet.toml")?;
/// let report = Report::new(&scene.name, Verdict::Clear { until: 2.0 }, Evidence::Proved);
/// let html = viewer::page(&scene, &report)?;
/// assert!(html.starts_with("<!doctype html>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn page(scene: &Scene, report: &Report) -> Result<String, PageError> {
    let data = embed::data(scene, report)?;
    Ok(filled(&format!("{} · {}", scene.name, report.verdict), &data))
}

/// The page that plays a simulation. `scene` has the computed motions, and its span is the simulated time.
pub fn simulation_page(scene: &Scene, simulation: &Simulation) -> Result<String, PageError> {
    let data = embed::simulation_data(scene, simulation)?;
    Ok(filled(&format!("{} · simulated", scene.name), &data))
}

/// The page that shows a measurement: the distances over time, and where the bodies are closest.
pub fn measurement_page(scene: &Scene, found: &Measurement) -> Result<String, PageError> {
    let data = measured::measurement_data(scene, found)?;
    Ok(filled(&format!("{} · measured", scene.name), &data))
}

/// A simulation as a glTF 2.0 file for other programs. Every body is a node, and every moving body has an animation.
/// Equal bodies share one mesh. Times count from the start of the span. Between keys every body is within 1e-4 of its
/// size from its motion, plus the rounding of 32-bit numbers.
pub fn gltf(scene: &Scene, simulation: &Simulation) -> Result<String, PageError> {
    animation::gltf(scene, simulation)
}

fn filled(title: &str, data: &serde_json::Value) -> String {
    fill(PAGE, |part| match part {
        "title" => escape_html(title),
        "style" => STYLE.into(),
        "data" => escape_script(&data.to_string()),
        "script" => SCRIPT.into(),
        other => format!("<!-- {other} -->"),
    })
}

/// Replaces every `{{name}}` of the template by `value(name)`. Inserted text is not expanded again: a body may have
/// the name `{{script}}`.
fn fill(template: &str, value: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, after)) = after.split_once("}}") else { break };
        text.push_str(before);
        text.push_str(&value(name));
        rest = after;
    }
    text + rest
}

/// Text as the content of an HTML element.
fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// JSON as the content of a script element: with no `<` in it nothing can end the element, open a comment, or start
/// another. Outside of strings JSON has none of these, and within strings an escape means the same.
fn escape_script(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts must not close their own element, nor use the network.
    #[test]
    fn parts_are_self_contained() {
        assert!(!SCRIPT.to_lowercase().contains("</script"));
        assert!(!STYLE.to_lowercase().contains("</style"));
        for part in [PAGE, STYLE, SCRIPT] {
            for outside in ["http:", "https:", "//cdn", "@import", "import(", "eval(", "innerHTML"] {
                assert!(!part.contains(outside), "{outside}");
            }
        }
    }

    #[test]
    fn what_is_filled_in_is_not_looked_through() {
        let value = |name: &str| if name == "a" { "{{b}}".into() } else { "wrong".into() };
        assert_eq!(fill("<{{a}}>", value), "<{{b}}>");
        assert_eq!(fill("no end {{a", value), "no end {{a");
    }

    #[test]
    fn escaped_json_reads_back_the_same() {
        let hostile = "</script><!--<script>&\u{2028}\"\\";
        let json = serde_json::to_string(hostile).unwrap();
        let escaped = escape_script(&json);
        assert!(!escaped.contains(['<', '>', '&']));
        assert_eq!(serde_json::from_str::<String>(&escaped).unwrap(), hostile);
    }
}
