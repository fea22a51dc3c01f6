//! The embedded data of a page: the sampled scene and the report, as JSON with arrays in base64.
//!
//! The format is described in the documentation of [the module](super).

use super::PageError;
use super::answers;
use super::drawn::Drawn;
use super::extent::SceneExtent;
use super::fleet::{self, PageClock};
use super::pack::VertexOrder;
use super::sample::{self, SampleBudget, SampledTrack, TrackKeys};
use super::shared::share_meshes;
use super::simulated::SimulatedPicture;
use crate::report::FeatureFile;
use crate::simulation::{EnergyReport, ForceReport, Simulation, SimulationStats};
use crate::{Report, Scene, SceneSpan, tolerance};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use glam::DVec3;
use serde_json::{Value, json};
use tangency_geometry::Feature;

/// The version of the format. It changes when the new script cannot read the data of an older page.
pub(super) const VERSION: u32 = 3;

/// The scene and the report as one JSON object.
pub(super) fn data(scene: &Scene, report: &Report) -> Result<Value, PageError> {
    let mut notes = notes(scene, &report.warnings);
    let mut data = picture(scene, &instants(scene.span, report), &mut notes)?;
    if report.contacts().len() > tolerance::MAXIMUM_CONTACTS_DRAWN {
        let (shown, all) = (tolerance::MAXIMUM_CONTACTS_DRAWN, report.contacts().len());
        notes.push(format!("The first {shown} of {all} contacts are shown."));
    }
    data["report"] = report_data(scene, report);
    notes.extend(answers::limit_notes(report));
    data["notes"] = json!(notes);
    Ok(data)
}

/// The scene with the computed motions, and the simulation, as one JSON object.
pub(super) fn simulation_data(scene: &Scene, simulation: &Simulation) -> Result<Value, PageError> {
    let mut notes = notes(scene, &simulation.warnings);
    let picture = SimulatedPicture::of(scene, simulation)?;
    notes.extend(picture.notes());
    let mut bodies = Vec::with_capacity(picture.drawn.len());
    let frames = frames_per_body(&picture.drawn);
    for (index, body) in picture.drawn.iter().enumerate() {
        bodies.push(match &picture.paths[index] {
            None => {
                let effort = SampleBudget { size: picture.extent.size(), frames };
                body_data(body, &sample::track(body, picture.span, &[], effort)?)
            }
            Some(_) if picture.holders[index] == index => mesh_data(body, body.corners(), None),
            Some(_) => {
                let mut like = json!({ "name": body.body.name, "like": picture.holders[index] });
                if let Some(color) = color(body) {
                    like["color"] = json!(color);
                }
                like
            }
        });
    }
    let (all, most) = (simulation.events.len(), tolerance::MAXIMUM_EVENTS_DRAWN);
    if all > most {
        notes.push(format!("The first {most} of {all} events are shown."));
    }
    let mut data = scene_data(scene, picture.extent, bodies);
    let clock = PageClock::new(picture.span.start, picture.span.length());
    let (centre, size) = (picture.extent.centre(), picture.extent.size());
    data["paths"] = fleet::paths_data(&picture.paths, clock, centre, size);
    let numbers = scene.bodies.iter().zip(0..).map(|(body, number)| (body.name.as_str(), number)).collect();
    data["simulation"] = history_data(simulation);
    data["simulation"]["forces"] = json!(forces_data(&simulation.forces, &mut notes));
    data["simulation"]["events"] = fleet::events_data(simulation, &numbers, clock, centre, size);
    data["notes"] = json!(notes);
    Ok(data)
}

/// The notes of the page: each warning once.
pub(super) fn notes(scene: &Scene, warnings: &[String]) -> Vec<String> {
    let more = warnings.iter().filter(|warning| !scene.warnings.contains(warning));
    scene.warnings.iter().chain(more).cloned().collect()
}

/// The drawn scene, exact at these instants. Adds what the picture leaves out to the notes.
pub(super) fn picture(scene: &Scene, instants: &[f64], notes: &mut Vec<String>) -> Result<Value, PageError> {
    let span = checked(scene.span)?;
    let (drawn, extent) = Drawn::of_scene(&scene.bodies, span, instants)?;
    let effort = SampleBudget { size: extent.size(), frames: frames_per_body(&drawn) };
    let mut bodies = Vec::new();
    for body in &drawn {
        notes.extend(body.notes.iter().cloned());
        let track = sample::track(body, span, instants, effort)?;
        if track.error > tolerance::VISIBLE * effort.size {
            notes.push(format!(
                "The motion of {} is too quick to be drawn in full: between the {} instants that this page holds it \
                 may be off by {:.1e} m. The answer is not affected.",
                body.body.name,
                track.times.len(),
                track.error
            ));
        }
        bodies.push(body_data(body, &track));
    }
    share_meshes(&mut bodies);
    Ok(scene_data(scene, extent, bodies))
}

/// What every page has.
fn scene_data(scene: &Scene, extent: SceneExtent, bodies: Vec<Value>) -> Value {
    json!({
        "version": VERSION,
        "name": scene.name,
        "description": scene.description,
        "span": [scene.span.start, scene.span.end],
        "tolerance": scene.query.tolerance,
        "separation": scene.query.separation,
        "box": [extent.low.to_array(), extent.high.to_array()],
        "bodies": bodies,
    })
}

/// The span. Fails if it is reversed or not finite.
pub(super) fn checked(span: SceneSpan) -> Result<SceneSpan, PageError> {
    if span.start <= span.end && (span.end - span.start).is_finite() { Ok(span) } else { Err(PageError::Span(span)) }
}

/// The instants at which the drawing must be exact: the ends of the brackets, and the closest approaches.
fn instants(span: SceneSpan, report: &Report) -> Vec<f64> {
    let brackets = report.time().into_iter().chain(report.contacts().iter().map(|contact| contact.time));
    let all = brackets.flatten().chain(answers::instants(report));
    let mut instants: Vec<f64> = all.filter(|time| within(span, *time)).collect();
    instants.dedup();
    instants.truncate(tolerance::MAXIMUM_CONTACT_KEYS);
    if within(span, report.clear_until()) {
        instants.push(report.clear_until());
    }
    instants
}

pub(super) fn within(span: SceneSpan, time: f64) -> bool {
    (span.start..=span.end).contains(&time)
}

/// Most frames of each deforming body.
fn frames_per_body(bodies: &[Drawn<'_>]) -> usize {
    let deforming = bodies.iter().filter(|body| body.deforms());
    let vertices: usize = deforming.map(|body| body.corners().len()).sum();
    (tolerance::MAXIMUM_FRAME_BYTES / (12 * vertices.max(1))).max(2)
}

/// One body: its mesh, and its motion as keys.
fn body_data(body: &Drawn<'_>, track: &SampledTrack) -> Value {
    let mut data = match &track.keys {
        TrackKeys::Poses(poses) => {
            let mut data = mesh_data(body, body.corners(), None);
            let numbers = poses.iter().flat_map(|(turn, place)| [turn.to_array().to_vec(), place.to_array().to_vec()]);
            let keys: Vec<u8> = numbers.flatten().flat_map(f64::to_le_bytes).collect();
            data["motion"] = json!("poses");
            data["keys"] = json!(BASE64.encode(&keys));
            data
        }
        TrackKeys::Frames(frames) => mesh_data(body, &frames[0], Some(frames)),
    };
    data["times"] = json!(doubles(&track.times));
    data
}

/// The mesh of a body and its looks. Its path stands elsewhere, unless these frames are its motion.
fn mesh_data(body: &Drawn<'_>, shape: &[DVec3], frames: Option<&[Vec<DVec3>]>) -> Value {
    let origin = middle(shape);
    let large = shape.len() * frames.map_or(1, <[_]>::len);
    let order = (large > tolerance::PICTURE_UNPACKED).then(|| VertexOrder::of(body.triangles(), shape.len()));
    let coordinates = |sets: &[&[DVec3]]| match &order {
        Some(order) => order.coordinates(sets, origin),
        None => json!(relative(sets.iter().copied(), origin)),
    };
    let mut data = json!({
        "name": body.body.name,
        "color": color(body),
        "closed": body.is_closed(),
        "creased": body.creased,
        "fades": body.fade,
        "origin": origin.to_array(),
        "vertexCount": shape.len(),
        "triangleCount": body.triangles().len(),
        "vertices": "",
        "triangles": order.as_ref().map_or_else(
            || json!(indices(body.triangles())),
            VertexOrder::corners,
        ),
    });
    match frames {
        None => {
            data["motion"] = json!("path");
            data["vertices"] = coordinates(&[shape]);
        }
        Some(frames) => {
            data["motion"] = json!("frames");
            data["keys"] = coordinates(&frames.iter().map(Vec::as_slice).collect::<Vec<_>>());
        }
    }
    data
}

/// The colour of a body, if the scene gives it one.
fn color(body: &Drawn<'_>) -> Option<String> {
    body.body.color.map(|[red, green, blue]| format!("#{red:02x}{green:02x}{blue:02x}"))
}

/// The centre of the bounding box of the points.
pub(super) fn middle(points: &[DVec3]) -> DVec3 {
    let Some(&first) = points.first() else { return DVec3::ZERO };
    let (low, high) = points.iter().fold((first, first), |(low, high), &point| (low.min(point), high.max(point)));
    low + (high - low) / 2.0
}

/// The coordinates relative to `origin`, as 32-bit floats.
fn relative<'a>(sets: impl Iterator<Item = &'a [DVec3]>, origin: DVec3) -> String {
    let coordinates = sets.flatten().flat_map(|&point| (point - origin).to_array());
    BASE64.encode(coordinates.flat_map(|coordinate| (coordinate as f32).to_le_bytes()).collect::<Vec<_>>())
}

/// The corners of the triangles, in 16 bits each: bodies that are not packed have few vertices.
fn indices(triangles: &[[u32; 3]]) -> String {
    let corners = triangles.iter().flatten();
    BASE64.encode(corners.flat_map(|&corner| (corner as u16).to_le_bytes()).collect::<Vec<_>>())
}

/// The report, with at most [`tolerance::MAXIMUM_CONTACTS_DRAWN`] contacts.
fn report_data(scene: &Scene, report: &Report) -> Value {
    let contacts = report.contacts().iter().take(tolerance::MAXIMUM_CONTACTS_DRAWN).map(|contact| {
        json!({
            "a": contact.a,
            "b": contact.b,
            "point": contact.point,
            "normal": contact.normal,
            "gap": contact.gap,
            "time": contact.time,
            "featureA": feature_data(scene, &contact.a, contact.feature_a),
            "featureB": feature_data(scene, &contact.b, contact.feature_b),
            "proved": contact.proved,
            "initial": contact.initial,
        })
    });
    json!({
        "verdict": report.verdict.name(),
        "evidence": report.evidence.name(),
        "clearUntil": report.clear_until(),
        "time": report.time(),
        "contacts": contacts.collect::<Vec<_>>(),
        "complete": report.complete(),
        "regions": report.regions.iter().map(answers::region).collect::<Vec<_>>(),
        "clearance": report.clearance.as_ref().map(answers::clearance),
        "selfClearance": report.self_clearance.as_ref().map(answers::clearance),
        "worldClearance": report.world_clearance.as_ref().map(answers::clearance),
        "clearanceCurve": report.clearance_curve.as_ref().map(answers::clearance_curve),
        "pairs": report.pairs.as_ref().map(|pairs| pairs.iter().map(answers::pair).collect::<Vec<_>>()),
        "setAside": report.set_aside.iter().map(answers::set_aside).collect::<Vec<_>>(),
        "stats": {
            "seconds": report.stats.seconds,
            "pairs": report.stats.pairs,
            "iterations": report.stats.iterations,
        },
    })
}

/// A feature of a body, with its name if it has one.
pub(super) fn feature_data(scene: &Scene, body: &str, feature: Feature) -> Value {
    let mut data = json!(FeatureFile::from(feature));
    if let Some(name) = scene.part_name(body, feature) {
        data["name"] = json!(name);
    }
    data
}

/// The simulation without its events: how it ended, tracks, energy, counts.
fn history_data(simulation: &Simulation) -> Value {
    let tracks = simulation.tracks.iter().map(|track| {
        json!({
            "a": track.a,
            "b": track.b,
            "mode": track.mode.to_string(),
            "span": track.span,
            "times": doubles(&track.times),
            "points": doubles(track.points.as_flattened()),
        })
    });
    let EnergyReport { times, kinetic, potential } = &simulation.energy;
    let totals = simulation.energy.totals();
    let kept = fleet::energy_entries(&totals);
    let thinned = |list: &[f64]| doubles(&kept.iter().map(|&entry| list[entry]).collect::<Vec<_>>());
    let SimulationStats { seconds, steps, pairs, iterations, events_per_second, simulated_per_second } =
        simulation.stats;
    json!({
        "ending": simulation.ending.to_string(),
        "reason": simulation.reason,
        "tracks": tracks.collect::<Vec<_>>(),
        "energy": {
            "times": thinned(times),
            "kinetic": thinned(kinetic),
            "potential": thinned(potential),
            "start": totals.first(),
            "end": totals.last(),
            "change": simulation.energy.greatest_change(),
        },
        "conservation": simulation.conservation,
        "counts": simulation.counts,
        "crowding": simulation.crowding,
        "eventCount": simulation.events.len(),
        "stats": {
            "seconds": seconds,
            "steps": steps,
            "pairs": pairs,
            "iterations": iterations,
            "eventsPerSecond": events_per_second,
            "simulatedPerSecond": simulated_per_second,
        },
    })
}

/// The forces of contacts, thinned if they have many points. A note says if contacts are left out.
fn forces_data(forces: &[ForceReport], notes: &mut Vec<String>) -> Vec<Value> {
    let shown = &forces[..forces.len().min(tolerance::MAXIMUM_FORCE_POINTS_DRAWN / 2)];
    if shown.len() < forces.len() {
        notes.push(format!("The forces of the first {} of {} contacts are shown.", shown.len(), forces.len()));
    }
    let points: usize = shown.iter().map(|force| force.times.len()).sum();
    let every = points.div_ceil(tolerance::MAXIMUM_FORCE_POINTS_DRAWN).max(1);
    let data = |force: &ForceReport| {
        let last = force.times.len().saturating_sub(1);
        let kept: Vec<usize> = (0..force.times.len()).filter(|&key| key % every == 0 || key == last).collect();
        let vectors = |all: &[[f64; 3]]| doubles(kept.iter().map(|&key| all[key]).collect::<Vec<_>>().as_flattened());
        json!({
            "a": force.a,
            "b": force.b,
            "span": force.span,
            "times": doubles(&kept.iter().map(|&key| force.times[key]).collect::<Vec<_>>()),
            "points": vectors(&force.points),
            "forces": vectors(&force.forces),
        })
    };
    shown.iter().map(data).collect()
}

/// 64-bit floats in base64.
pub(super) fn doubles(numbers: &[f64]) -> String {
    BASE64.encode(numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{QuerySettings, SceneBody};
    use tangency_geometry::{Evidence, Mesh, Motion, Pose, Shape, Verdict};

    fn scene(span: SceneSpan, vertices: Vec<DVec3>) -> Scene {
        let last = vertices.len() as u32 - 1;
        let shape = Shape::Mesh(Mesh::new(vertices, vec![[0, 1, last]]).unwrap());
        let body = SceneBody::new("b", shape, Motion::Still(Pose::IDENTITY));
        let query = QuerySettings::default();
        Scene {
            name: "s".into(),
            description: String::new(),
            span,
            query,
            bodies: vec![body],
            dynamics: None,
            warnings: vec![],
        }
    }

    fn clear() -> Report {
        let clear = Report::new("s", Verdict::Clear { until: 1.0 }, Evidence::Proved);
        Report { warnings: vec!["mind the gap".into()], ..clear }
    }

    #[test]
    fn a_span_that_is_none_is_an_error() {
        let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y];
        for (start, end) in [(1.0, 0.0), (0.0, f64::NAN), (0.0, f64::INFINITY), (f64::NEG_INFINITY, 0.0)] {
            let result = data(&scene(SceneSpan { start, end }, corners.clone()), &clear());
            assert!(matches!(result, Err(PageError::Span(_))), "{start} to {end}");
        }
        assert!(data(&scene(SceneSpan { start: 1.0, end: 1.0 }, corners), &clear()).is_ok(), "one instant is a span");
    }

    /// Far from the origin, the written coordinates are small and exact, because `origin` has the offset.
    #[test]
    fn vertices_are_relative_to_the_middle() {
        let far = DVec3::new(1e4, 2e4, -3e4);
        let corners = vec![far, far + DVec3::X * 2.0, far + DVec3::Y * 4.0];
        let data = data(&scene(SceneSpan { start: 0.0, end: 1.0 }, corners), &clear()).unwrap();
        let body = &data["bodies"][0];
        assert_eq!(body["origin"], json!([1e4 + 1.0, 2e4 + 2.0, -3e4]));
        let numbers = [-1.0_f32, -2.0, 0.0, 1.0, -2.0, 0.0, -1.0, 2.0, 0.0];
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        assert_eq!(body["vertices"], BASE64.encode(&bytes));
        assert_eq!(body["triangles"], BASE64.encode([0, 0, 1, 0, 2, 0]));
        assert_eq!(body["closed"], false);
    }

    #[test]
    fn many_vertices_are_packed() {
        let line: Vec<DVec3> = (0..=65_536).map(|i| DVec3::new(f64::from(i), f64::from(i % 2), 0.0)).collect();
        let data = data(&scene(SceneSpan { start: 0.0, end: 1.0 }, line), &clear()).unwrap();
        let body = &data["bodies"][0];
        assert!(body["triangles"]["deflate"].is_string() && body["vertices"]["deflate"].is_string());
        // 65,537 vertices in 32-bit floats would be a megabyte in base64.
        assert!(body.to_string().len() < 200_000, "{} bytes", body.to_string().len());
    }

    /// The closest approach is in the data, and the drawing is exact at its instant.
    #[test]
    fn a_clearance_has_its_points_and_its_instant() {
        let nearest = crate::NearestReport {
            a: "b".into(),
            b: "c".into(),
            within: 0.5,
            time: 0.37,
            point: [0.0; 3],
            points: Some([[0.0; 3], [0.0, 0.0, 0.5]]),
            during: None,
        };
        let clearance = crate::ClearanceReport {
            at_least: Some(0.49),
            nearest: Some(nearest),
            evidence: Evidence::Proved,
            note: None,
            not_measured: Vec::new(),
        };
        let report = Report { clearance: Some(clearance), ..clear() };
        let span = SceneSpan { start: 0.0, end: 1.0 };
        assert!(instants(span, &report).contains(&0.37));
        let data = data(&scene(span, vec![DVec3::ZERO, DVec3::X, DVec3::Y]), &report).unwrap();
        let nearest = &data["report"]["clearance"]["nearest"];
        assert_eq!(nearest["points"], json!([[0.0, 0.0, 0.0], [0.0, 0.0, 0.5]]));
        assert_eq!((&data["report"]["pairs"], &data["report"]["setAside"]), (&Value::Null, &json!([])));
    }

    #[test]
    fn an_empty_scene_has_a_page() {
        let mut scene = scene(SceneSpan { start: 0.0, end: 1.0 }, vec![DVec3::ZERO, DVec3::X, DVec3::Y]);
        scene.bodies.clear();
        scene.warnings = vec!["there is nothing".into(), "mind the gap".into()];
        let data = data(&scene, &clear()).unwrap();
        assert_eq!(data["bodies"], json!([]));
        assert_eq!(data["notes"], json!(["there is nothing", "mind the gap"]), "each warning once");
    }
}
