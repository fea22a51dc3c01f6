//! A simulation as a glTF 2.0 file: every body a mesh, every moving body an animated node.
//!
//! The file is one JSON text with embedded base64 data. glTF has +y up, so a root node above all bodies rotates +z to
//! +y. Source: Khronos Group, *glTF 2.0 Specification*, 2021; sections 3.6 (buffers), 3.7 (meshes), 3.11
//! (animations).

use super::PageError;
use super::crease::Creased;
use super::drawn::Drawn;
use super::embed::{checked, event_times, middle};
use super::sample::{self, SampleBudget, SampledTrack, TrackKeys};
use crate::simulation::Simulation;
use crate::{Scene, SceneSpan};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use glam::Vec3;
use serde_json::{Value, json};

/// Numbers of the specification.
const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;

/// Colors of the bodies, linear; as on the viewer page.
const COLORS: [[f64; 3]; 7] = [
    [0.044, 0.223, 0.552],
    [0.807, 0.366, 0.009],
    [0.023, 0.337, 0.202],
    [0.604, 0.191, 0.386],
    [0.150, 0.509, 0.815],
    [0.694, 0.597, 0.045],
    [0.266, 0.275, 0.366],
];

/// The text of a glTF file that plays the scene with its computed motions. The events of `simulation` are keys.
pub(super) fn gltf(scene: &Scene, simulation: &Simulation) -> Result<String, PageError> {
    let span = checked(scene.span)?;
    let instants = event_times(simulation);
    let (drawn, extent) = Drawn::of_scene(&scene.bodies, span, &instants)?;
    let effort = SampleBudget { size: extent.size(), frames: 2 };
    let mut file = GltfFile::default();
    for body in &drawn {
        let track = sample::track(body, span, &instants, effort)?;
        file.body(body, &track, span);
    }
    Ok(file.text(scene))
}

/// The file under construction.
#[derive(Default)]
struct GltfFile {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    meshes: Vec<Value>,
    materials: Vec<Value>,
    nodes: Vec<Value>,
    channels: Vec<Value>,
    samplers: Vec<Value>,
}

/// A channel of a colour of the web (sRGB, IEC 61966-2-1) as the share of light that glTF expects.
fn linear(channel: u8) -> f64 {
    let share = f64::from(channel) / 255.0;
    if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
}

impl GltfFile {
    fn body(&mut self, body: &Drawn<'_>, track: &SampledTrack, span: SceneSpan) {
        let index = self.meshes.len();
        let color = body.body.color.map_or(COLORS[index % COLORS.len()], |color| color.map(linear));
        self.materials.push(json!({
            "pbrMetallicRoughness": {
                "baseColorFactor": [color[0], color[1], color[2], 1.0],
                "metallicFactor": 0.0,
                "roughnessFactor": 0.5,
            },
            "doubleSided": !body.is_closed(),
        }));
        let primitive = self.primitive(body, index);
        self.meshes.push(json!({ "name": body.body.name, "primitives": [primitive] }));
        // 32-bit floats are most precise near the centre; a child node restores the offset.
        let inner = json!({ "mesh": index, "translation": middle(body.corners()).to_array() });
        let outer = self.nodes.len();
        let mut node = json!({ "name": body.body.name, "children": [outer + 1] });
        if let TrackKeys::Poses(poses) = &track.keys {
            let (turn, place) = poses[0];
            node["rotation"] = json!(turn.to_array());
            node["translation"] = json!(place.to_array());
            if poses.iter().any(|pose| *pose != poses[0]) {
                self.animate(outer, track, span);
            }
        }
        self.nodes.extend([node, inner]);
    }

    fn primitive(&mut self, body: &Drawn<'_>, material: usize) -> Value {
        let origin = middle(body.corners());
        let corners: Vec<Vec3> = body.corners().iter().map(|&corner| (corner - origin).as_vec3()).collect();
        // Without normals a reader shows flat triangles, which is right for a polyhedron.
        let curved = body.curved;
        let Creased { positions: corners, normals, triangles } = if curved {
            Creased::new(&corners, body.triangles())
        } else {
            Creased { positions: corners, normals: Vec::new(), triangles: body.triangles().to_vec() }
        };
        let (low, high) = corners
            .iter()
            .fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), corner| (low.min(*corner), high.max(*corner)));
        let flat: Vec<f32> = corners.iter().flat_map(|corner| corner.to_array()).collect();
        let positions = self.floats(&flat, "VEC3", Some(VERTICES));
        self.accessors[positions]["min"] = json!(low.to_array());
        self.accessors[positions]["max"] = json!(high.to_array());
        let mut attributes = json!({ "POSITION": positions });
        if curved {
            let normals: Vec<f32> = normals.iter().flat_map(|normal| normal.to_array()).collect();
            attributes["NORMAL"] = json!(self.floats(&normals, "VEC3", Some(VERTICES)));
        }
        let indices: Vec<u8> = triangles.iter().flatten().flat_map(|corner| corner.to_le_bytes()).collect();
        let count = 3 * triangles.len();
        let indices = self.accessor(&indices, count, (UNSIGNED_INT, "SCALAR"), Some(INDICES));
        json!({ "attributes": attributes, "indices": indices, "material": material })
    }

    /// Times from the start of the span, as glTF counts them.
    fn animate(&mut self, node: usize, track: &SampledTrack, span: SceneSpan) {
        let TrackKeys::Poses(poses) = &track.keys else { return };
        let mut times: Vec<f32> = track.times.iter().map(|time| (time - span.start) as f32).collect();
        // Merge keys that are equal as 32-bit floats.
        let keep: Vec<bool> = (0..times.len()).map(|key| key == 0 || times[key] > times[key - 1]).collect();
        let kept = |key: &usize| keep[*key];
        let keys: Vec<usize> = (0..times.len()).filter(kept).collect();
        times = keys.iter().map(|&key| times[key]).collect();
        let places: Vec<f32> = keys.iter().flat_map(|&key| poses[key].1.as_vec3().to_array()).collect();
        let turns: Vec<f32> = keys.iter().flat_map(|&key| poses[key].0.as_quat().to_array()).collect();
        let input = self.floats(&times, "SCALAR", None);
        self.accessors[input]["min"] = json!([times.first()]);
        self.accessors[input]["max"] = json!([times.last()]);
        for (path, values, kind) in [("translation", places, "VEC3"), ("rotation", turns, "VEC4")] {
            let output = self.floats(&values, kind, None);
            self.channels.push(json!({ "sampler": self.samplers.len(), "target": { "node": node, "path": path } }));
            self.samplers.push(json!({ "input": input, "output": output, "interpolation": "LINEAR" }));
        }
    }

    fn floats(&mut self, numbers: &[f32], kind: &str, target: Option<u32>) -> usize {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let size = match kind {
            "VEC4" => 4,
            "VEC3" => 3,
            _ => 1,
        };
        self.accessor(&bytes, numbers.len() / size, (FLOAT, kind), target)
    }

    fn accessor(&mut self, bytes: &[u8], count: usize, (component, kind): (u32, &str), target: Option<u32>) -> usize {
        let mut view = json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.bytes.extend(bytes);
        let accessor =
            json!({ "bufferView": self.views.len(), "componentType": component, "count": count, "type": kind });
        self.views.push(view);
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn text(mut self, scene: &Scene) -> String {
        let children: Vec<usize> = (0..self.nodes.len()).step_by(2).collect();
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let upright = json!({ "name": scene.name, "rotation": [-half, 0.0, 0.0, half], "children": children });
        let root = self.nodes.len();
        self.nodes.push(upright);
        let data = format!("data:application/octet-stream;base64,{}", BASE64.encode(&self.bytes));
        let mut file = json!({
            "asset": { "version": "2.0", "generator": "tangency" },
            "scene": 0,
            "scenes": [{ "name": scene.name, "nodes": [root] }],
            "nodes": self.nodes,
            "meshes": self.meshes,
            "materials": self.materials,
            "accessors": self.accessors,
            "bufferViews": self.views,
            "buffers": [{ "byteLength": self.bytes.len(), "uri": data }],
        });
        // An animation without channels is not allowed.
        if !self.channels.is_empty() {
            let name = format!("{}, simulated", scene.name);
            file["animations"] = json!([{ "name": name, "channels": self.channels, "samplers": self.samplers }]);
        }
        file.to_string() + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulation::{EndingKind, EnergyReport, SimulationStats};
    use crate::{QuerySettings, SceneBody};
    use glam::DVec3;
    use tangency_geometry::surface::Brep;
    use tangency_geometry::{Ballistic, Motion, Pose, Shape, primitive};

    fn scene() -> (Scene, Simulation) {
        let thrown = Ballistic::new(Pose::IDENTITY, DVec3::X, DVec3::Z * -10.0).unwrap();
        let body = |name: &str, shape: Shape, motion| SceneBody::new(name, shape, motion);
        let bodies = vec![
            body("ball", Brep::sphere(0.5).unwrap().into(), Motion::Ballistic(thrown)),
            body("box", Shape::Polyhedron(primitive::cuboid(DVec3::ONE).unwrap()), Motion::Still(Pose::IDENTITY)),
        ];
        let span = SceneSpan { start: 3.0, end: 5.0 };
        let (name, description, query) = ("thrown".to_string(), String::new(), QuerySettings::default());
        let simulation = Simulation {
            scene: name.clone(),
            ending: EndingKind::Finished,
            reason: String::new(),
            span: [3.0, 5.0],
            events: vec![],
            tracks: vec![],
            energy: EnergyReport::default(),
            motions: vec![],
            stats: SimulationStats::default(),
            warnings: vec![],
        };
        (Scene { name, description, span, query, bodies, dynamics: None, warnings: vec![] }, simulation)
    }

    /// The numbers of an accessor.
    fn floats(file: &Value, accessor: &Value) -> Vec<f32> {
        let uri = file["buffers"][0]["uri"].as_str().unwrap();
        let bytes = BASE64.decode(uri.split_once(',').unwrap().1).unwrap();
        assert_eq!(bytes.len() as u64, file["buffers"][0]["byteLength"].as_u64().unwrap());
        let accessor = &file["accessors"][accessor.as_u64().unwrap() as usize];
        let view = &file["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        let [start, length] = ["byteOffset", "byteLength"].map(|key| view[key].as_u64().unwrap() as usize);
        assert_eq!(start % 4, 0, "aligned");
        bytes[start..start + length].chunks_exact(4).map(|four| f32::from_le_bytes(four.try_into().unwrap())).collect()
    }

    #[test]
    fn the_animation_follows_the_closed_form() {
        let (scene, simulation) = scene();
        let file: Value = serde_json::from_str(&gltf(&scene, &simulation).unwrap()).unwrap();
        assert_eq!(file["asset"]["version"], "2.0");
        // Translation and rotation of the ball alone: the box stays.
        let animation = &file["animations"][0];
        assert_eq!(animation["channels"].as_array().unwrap().len(), 2);
        let sampler = &animation["samplers"][0];
        let (times, places) = (floats(&file, &sampler["input"]), floats(&file, &sampler["output"]));
        assert_eq!((times[0], times[times.len() - 1]), (0.0, 2.0));
        assert!(times.len() > 10 && times.windows(2).all(|pair| pair[0] < pair[1]));
        for (time, place) in times.iter().zip(places.chunks_exact(3)) {
            let expected = [*time, 0.0, -5.0 * time * time];
            assert!(place.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-4), "{time}: {place:?}");
        }
        let named = &file["nodes"][animation["channels"][0]["target"]["node"].as_u64().unwrap() as usize]["name"];
        assert_eq!(named, "ball");
        // A smooth ball has normals, which point away from its middle; a box has none.
        let attributes = |mesh: usize| &file["meshes"][mesh]["primitives"][0]["attributes"];
        let (positions, normals) = (floats(&file, &attributes(0)["POSITION"]), floats(&file, &attributes(0)["NORMAL"]));
        for (place, normal) in positions.chunks_exact(3).zip(normals.chunks_exact(3)) {
            let along: f32 = place.iter().zip(normal).map(|(a, b)| a * b).sum();
            assert!(along > 0.45, "{place:?} {normal:?}");
        }
        assert!(attributes(1)["NORMAL"].is_null());
    }

    /// The written file can be read: the same triangles, with +z up rotated to +y.
    #[test]
    fn the_file_reads_back() {
        let (scene, simulation) = scene();
        let text = gltf(&scene, &simulation).unwrap();
        let read = crate::mesh::parse(text.as_bytes(), "thrown.gltf").unwrap();
        let [low, high] = read.mesh.bounding_box();
        assert!((low.min_element() + 0.5).abs() < 1e-6 && (high.max_element() - 0.5).abs() < 1e-6, "{low} {high}");
    }
}
