//! A simulation as a glTF 2.0 file: every body a node, equal bodies with one mesh, every moving body animated.
//!
//! *Question.* How do other programs play and render a simulation?
//! *Idea.* The bent keys of the page ([`super::path`]) are exactly what glTF can say: a cubic spline whose tangents are
//! those of a parabola, and rotations along the shorter arc. A flight needs one key, whatever the frame rate.
//! *Guarantee.* Between keys the animation is within [`PATH_ERROR`](crate::tolerance::PATH_ERROR) of the size of each
//! body, plus the rounding of 32-bit numbers, which glTF prescribes.
//! *Cost.* 44 bytes a key, 32 on straight lines, 16 without rotation.
//! *Source.* Khronos Group, *glTF 2.0 Specification*, 2021; sections 3.6 (buffers), 3.7 (meshes), 3.11 (animations),
//! appendix C (interpolation).
//!
//! The file is one JSON text with embedded base64 data. glTF has +y up, so a root node above all bodies rotates +z to
//! +y.

use super::PageError;
use super::crease::Creased;
use super::drawn::Drawn;
use super::embed::middle;
use super::path::{BodyPath, PathKey};
use super::simulated::SimulatedPicture;
use crate::Scene;
use crate::simulation::Simulation;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use glam::{DVec3, Vec3};
use serde_json::{Value, json};
use std::collections::HashMap;

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

/// The text of a glTF file that plays the scene with its computed motions.
pub(super) fn gltf(scene: &Scene, simulation: &Simulation) -> Result<String, PageError> {
    let picture = SimulatedPicture::of(scene, simulation)?;
    let mut file = GltfFile::default();
    for (index, body) in picture.drawn.iter().enumerate() {
        let mesh = file.mesh(body, picture.holders[index], index);
        file.body(body, mesh, picture.paths[index].as_ref());
    }
    Ok(file.text(scene))
}

/// The file under construction.
#[derive(Default)]
struct GltfFile {
    /// Meshes.
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    meshes: Vec<Value>,
    materials: Vec<Value>,
    nodes: Vec<Value>,
    /// The nodes of the bodies.
    bodies: Vec<usize>,
    channels: Vec<Value>,
    samplers: Vec<Value>,
    /// The numbers of all animations: one view of the buffer, behind the meshes.
    keys: Vec<u8>,
    /// Accessors of the numbers of animations, whose view is not known yet.
    animated: Vec<usize>,
    /// The geometry of the body that holds a mesh.
    geometries: HashMap<usize, Value>,
    /// The mesh with the geometry of a body and a material.
    shown: HashMap<(usize, usize), usize>,
    /// The material of a colour, and of both sides or one.
    painted: HashMap<([u64; 3], bool), usize>,
}

/// A channel of a colour of the web (sRGB, IEC 61966-2-1) as the share of light that glTF expects.
fn linear(channel: u8) -> f64 {
    let share = f64::from(channel) / 255.0;
    if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
}

impl GltfFile {
    /// The mesh of a body: that of an earlier one with the same triangles and the same colour, if there is one.
    fn mesh(&mut self, body: &Drawn<'_>, holder: usize, index: usize) -> usize {
        let color = body.body.color.map_or(COLORS[index % COLORS.len()], |color| color.map(linear));
        let material = self.material(color, !body.is_closed());
        if let Some(&mesh) = self.shown.get(&(holder, material)) {
            return mesh;
        }
        let mut primitive = match self.geometries.get(&holder) {
            Some(geometry) => geometry.clone(),
            None => {
                let geometry = self.primitive(body);
                self.geometries.insert(holder, geometry.clone());
                geometry
            }
        };
        primitive["material"] = json!(material);
        self.meshes.push(json!({ "name": body.body.name, "primitives": [primitive] }));
        self.shown.insert((holder, material), self.meshes.len() - 1);
        self.meshes.len() - 1
    }

    fn material(&mut self, color: [f64; 3], double_sided: bool) -> usize {
        let next = self.materials.len();
        let material = *self.painted.entry((color.map(f64::to_bits), double_sided)).or_insert(next);
        if material == next {
            self.materials.push(json!({
                "pbrMetallicRoughness": {
                    "baseColorFactor": [color[0], color[1], color[2], 1.0],
                    "metallicFactor": 0.0,
                    "roughnessFactor": 0.5,
                },
                "doubleSided": double_sided,
            }));
        }
        material
    }

    /// The node of a body, with its animation. A body without a path, one that deforms, rests.
    fn body(&mut self, body: &Drawn<'_>, mesh: usize, path: Option<&BodyPath>) {
        // 32-bit floats are most precise near the centre; a child node restores the offset.
        let offset = middle(body.corners()) - path.map_or(DVec3::ZERO, |path| path.pivot);
        let outer = self.nodes.len();
        self.bodies.push(outer);
        let mut node = json!({ "name": body.body.name });
        if let Some(BodyPath { keys, .. }) = path {
            node["rotation"] = json!(keys[0].turn.to_array());
            node["translation"] = json!(keys[0].place.to_array());
            self.animate(outer, keys);
        }
        if offset == DVec3::ZERO {
            node["mesh"] = json!(mesh);
            self.nodes.push(node);
        } else {
            node["children"] = json!([outer + 1]);
            self.nodes.extend([node, json!({ "mesh": mesh, "translation": offset.to_array() })]);
        }
    }

    /// The triangles of a body, without a material.
    fn primitive(&mut self, body: &Drawn<'_>) -> Value {
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
        json!({ "attributes": attributes, "indices": indices })
    }

    /// Animates a node, if it moves. Times count from the start of the span.
    fn animate(&mut self, node: usize, keys: &[PathKey]) {
        let moves = keys.iter().any(|key| key.place != keys[0].place || key.bend != DVec3::ZERO);
        // A rotation below the precision of the file is none.
        let turns = keys.iter().any(|key| key.turn.as_quat() != keys[0].turn.as_quat());
        if keys.len() < 2 || !(moves || turns) {
            return;
        }
        let times = increasing(keys);
        let input = self.key_numbers(&times, "SCALAR", 1);
        self.accessors[input]["min"] = json!([times.first()]);
        self.accessors[input]["max"] = json!([times.last()]);
        if moves {
            let straight = keys.iter().all(|key| key.bend == DVec3::ZERO);
            let (values, way, each) = if straight {
                (keys.iter().flat_map(|key| key.place.as_vec3().to_array()).collect(), "LINEAR", 1)
            } else {
                (splines(keys, &times), "CUBICSPLINE", 3)
            };
            let output = self.key_numbers(&values, "VEC3", keys.len() * each);
            self.channel(node, "translation", [input, output], way);
        }
        if turns {
            let values: Vec<f32> = keys.iter().flat_map(|key| key.turn.as_quat().to_array()).collect();
            let output = self.key_numbers(&values, "VEC4", keys.len());
            self.channel(node, "rotation", [input, output], "LINEAR");
        }
    }

    fn channel(&mut self, node: usize, path: &str, [input, output]: [usize; 2], way: &str) {
        self.channels.push(json!({ "sampler": self.samplers.len(), "target": { "node": node, "path": path } }));
        self.samplers.push(json!({ "input": input, "output": output, "interpolation": way }));
    }

    /// An accessor in the common view of all animations.
    fn key_numbers(&mut self, numbers: &[f32], kind: &str, count: usize) -> usize {
        let count = if kind == "SCALAR" { numbers.len() } else { count };
        let offset = self.keys.len();
        self.keys.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        self.animated.push(self.accessors.len());
        let accessor = json!({ "byteOffset": offset, "componentType": FLOAT, "count": count, "type": kind });
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn floats(&mut self, numbers: &[f32], kind: &str, target: Option<u32>) -> usize {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let size = match kind {
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
        if !self.keys.is_empty() {
            let view = json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": self.keys.len() });
            self.bytes.append(&mut self.keys);
            self.animated.iter().for_each(|&accessor| {
                self.accessors[accessor]["bufferView"] = json!(self.views.len());
            });
            self.views.push(view);
        }
        let children = std::mem::take(&mut self.bodies);
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

/// The times of the keys as 32-bit numbers, which must increase: keys that would be equal are one step apart.
fn increasing(keys: &[PathKey]) -> Vec<f32> {
    let mut times: Vec<f32> = Vec::with_capacity(keys.len());
    for key in keys {
        let time = key.time as f32;
        let least = times.last().map_or(time, |last| last.next_up());
        times.push(time.max(least));
    }
    times
}

/// The places as a cubic spline: for each key the tangent that comes in, the place, and the tangent that goes out, in
/// metres per second.
fn splines(keys: &[PathKey], times: &[f32]) -> Vec<f32> {
    let tangents = |key: usize| -> [DVec3; 2] {
        let (from, to) = (&keys[key], &keys[key + 1]);
        let duration = f64::from(times[key + 1]) - f64::from(times[key]);
        [-4.0, 4.0].map(|side| (to.place - from.place + side * from.bend) / duration)
    };
    let mut values = Vec::with_capacity(9 * keys.len());
    for (index, key) in keys.iter().enumerate() {
        let coming = if index == 0 { DVec3::ZERO } else { tangents(index - 1)[1] };
        let going = if index + 1 == keys.len() { DVec3::ZERO } else { tangents(index)[0] };
        for vector in [coming, key.place, going] {
            values.extend(vector.as_vec3().to_array());
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SceneSpan;
    use crate::simulation::{
        ConservationReport, EndingKind, EnergyReport, QualityReport, SimulationCounts, SimulationStats,
    };
    use crate::{QuerySettings, SceneBody};
    use glam::DQuat;
    use std::collections::BTreeSet;
    use tangency_geometry::surface::Brep;
    use tangency_geometry::{Ballistic, Convex, Motion, Piecewise, Placement, Pose, Rigid, Shape, primitive};
    use tangency_interval::laws::Random;

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
            forces: vec![],
            energy: EnergyReport::default(),
            conservation: ConservationReport::default(),
            motions: vec![],
            counts: SimulationCounts::default(),
            crowding: None,
            quality: QualityReport::default(),
            stats: SimulationStats::default(),
            warnings: vec![],
        };
        (Scene { name, description, span, query, bodies, dynamics: None, warnings: vec![] }, simulation)
    }

    /// A reader of glTF that shares no code with the writer: it follows the specification.
    struct Reader {
        file: Value,
        bytes: Vec<u8>,
    }

    impl Reader {
        fn new(text: &str) -> Self {
            let file: Value = serde_json::from_str(text).unwrap();
            let uri = file["buffers"][0]["uri"].as_str().unwrap();
            let bytes = BASE64.decode(uri.split_once(',').unwrap().1).unwrap();
            assert_eq!(bytes.len() as u64, file["buffers"][0]["byteLength"].as_u64().unwrap());
            assert_eq!(file["asset"]["version"], "2.0");
            Self { file, bytes }
        }

        fn list(&self, key: &str) -> &[Value] {
            self.file[key].as_array().unwrap()
        }

        /// The numbers of an accessor.
        fn floats(&self, accessor: &Value) -> Vec<f32> {
            let accessor = &self.file["accessors"][accessor.as_u64().unwrap() as usize];
            let view = &self.file["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
            let offset = |value: &Value| value["byteOffset"].as_u64().unwrap_or(0) as usize;
            let start = offset(view) + offset(accessor);
            let width = ["SCALAR", "", "VEC3", "VEC4"].iter().position(|kind| accessor["type"] == *kind).unwrap() + 1;
            let length = 4 * width * accessor["count"].as_u64().unwrap() as usize;
            assert_eq!(start % 4, 0, "aligned");
            let end = offset(view) + view["byteLength"].as_u64().unwrap() as usize;
            assert!(start + length <= end, "within its view");
            let numbers = self.bytes[start..start + length].chunks_exact(4);
            numbers.map(|four| f32::from_le_bytes(four.try_into().unwrap())).collect()
        }

        /// Times and values of the animation of a node, and the way between them.
        fn sampler(&self, node: usize, path: &str) -> Option<(Vec<f32>, Vec<f32>, String)> {
            let animation = &self.file["animations"][0];
            let channel = animation["channels"].as_array()?.iter().find(|channel| {
                channel["target"]["node"].as_u64() == Some(node as u64) && channel["target"]["path"] == path
            })?;
            let sampler = &animation["samplers"][channel["sampler"].as_u64().unwrap() as usize];
            let times = self.floats(&sampler["input"]);
            assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "times increase strictly");
            let input = &self.file["accessors"][sampler["input"].as_u64().unwrap() as usize];
            assert_eq!(input["min"][0].as_f64(), Some(f64::from(times[0])));
            assert_eq!(input["max"][0].as_f64(), Some(f64::from(times[times.len() - 1])));
            Some((times, self.floats(&sampler["output"]), sampler["interpolation"].as_str().unwrap().into()))
        }

        /// The place of a node, by appendix C of the specification.
        fn place(&self, node: usize, time: f64) -> DVec3 {
            let Some((times, values, way)) = self.sampler(node, "translation") else {
                let fixed = self.file["nodes"][node]["translation"].as_array().unwrap();
                return DVec3::from_slice(&fixed.iter().map(|number| number.as_f64().unwrap()).collect::<Vec<_>>());
            };
            let value = |index: usize| {
                DVec3::new(values[3 * index].into(), values[3 * index + 1].into(), values[3 * index + 2].into())
            };
            let after = times.partition_point(|&key| f64::from(key) <= time).clamp(1, times.len() - 1);
            let [from, to] = [times[after - 1], times[after]].map(f64::from);
            let s = ((time - from) / (to - from)).clamp(0.0, 1.0);
            if way == "LINEAR" {
                return value(after - 1).lerp(value(after), s);
            }
            assert_eq!(way, "CUBICSPLINE");
            let [s2, s3, length] = [s * s, s * s * s, to - from];
            value(3 * (after - 1) + 1) * (2.0 * s3 - 3.0 * s2 + 1.0)
                + value(3 * (after - 1) + 2) * (length * (s3 - 2.0 * s2 + s))
                + value(3 * after + 1) * (3.0 * s2 - 2.0 * s3)
                + value(3 * after) * (length * (s3 - s2))
        }

        /// The orientation of a node.
        fn turn(&self, node: usize, time: f64) -> DQuat {
            let quaternion = |four: &[f64]| DQuat::from_slice(four).normalize();
            let Some((times, values, _)) = self.sampler(node, "rotation") else {
                let fixed = self.file["nodes"][node]["rotation"].as_array().unwrap();
                return quaternion(&fixed.iter().map(|number| number.as_f64().unwrap()).collect::<Vec<_>>());
            };
            let values: Vec<f64> = values.into_iter().map(f64::from).collect();
            let after = times.partition_point(|&key| f64::from(key) <= time).clamp(1, times.len() - 1);
            let [from, to] = [times[after - 1], times[after]].map(f64::from);
            let [a, b] = [after - 1, after].map(|key| quaternion(&values[4 * key..4 * key + 4]));
            a.slerp(b, ((time - from) / (to - from)).clamp(0.0, 1.0))
        }
    }

    #[test]
    fn the_animation_follows_the_closed_form() {
        let (scene, simulation) = scene();
        let reader = Reader::new(&gltf(&scene, &simulation).unwrap());
        // The translation of the ball alone: it does not turn, and the box stays.
        assert_eq!(reader.file["animations"][0]["channels"].as_array().unwrap().len(), 1);
        let (times, _, way) = reader.sampler(0, "translation").unwrap();
        assert_eq!((&times[..], way.as_str()), (&[0.0, 2.0][..], "CUBICSPLINE"), "a parabola is one piece");
        for step in 0..=100 {
            let time = 0.02 * f64::from(step);
            let expected = DVec3::new(time, 0.0, -5.0 * time * time);
            let place = reader.place(0, time);
            assert!(place.distance(expected) < 1e-5, "{time}: {place:?}");
        }
        assert_eq!(reader.list("nodes")[0]["name"], "ball");
        // A smooth ball has normals, which point away from its middle; a box has none.
        let attributes = |mesh: usize| &reader.file["meshes"][mesh]["primitives"][0]["attributes"];
        let [positions, normals] = ["POSITION", "NORMAL"].map(|name| reader.floats(&attributes(0)[name]));
        for (place, normal) in positions.chunks_exact(3).zip(normals.chunks_exact(3)) {
            let along: f32 = place.iter().zip(normal).map(|(a, b)| a * b).sum();
            assert!(along > 0.45, "{place:?} {normal:?}");
        }
        assert!(attributes(1)["NORMAL"].is_null());
    }

    /// A thousand bodies of two shapes, each with twenty pieces of flight, spin and jumps: two shapes are stored, the
    /// file is small, and another reader finds every body within the bound at any instant.
    #[test]
    fn a_thousand_bodies_share_their_meshes_and_follow_their_motions() {
        let mut random = Random::new(7);
        let shapes: [Shape; 2] =
            [Convex::sphere(0.05).unwrap().into(), Shape::Polyhedron(primitive::cuboid(DVec3::splat(0.1)).unwrap())];
        let bodies: Vec<SceneBody> = (0..1000)
            .map(|index| SceneBody::new(format!("body {index}"), shapes[index % 2].clone(), flights(&mut random)))
            .collect();
        let (mut scene, simulation) = scene();
        scene.bodies = bodies;
        let text = gltf(&scene, &simulation).unwrap();
        // 20,000 keys of 44 bytes, 3,000 accessors, 1,000 nodes.
        assert!(text.len() < 3 << 20, "{} bytes", text.len());
        let reader = Reader::new(&text);
        let geometries: BTreeSet<u64> = reader
            .list("meshes")
            .iter()
            .map(|mesh| mesh["primitives"][0]["attributes"]["POSITION"].as_u64().unwrap())
            .collect();
        assert_eq!(geometries.len(), 2, "two shapes");
        assert_eq!(reader.list("meshes").len(), 2 * COLORS.len(), "in all colors");
        let root = reader.list("nodes").len() - 1;
        assert_eq!(reader.list("nodes")[root]["children"].as_array().unwrap().len(), 1000);
        let mut worst: f64 = 0.0;
        for (index, body) in scene.bodies.iter().enumerate().step_by(37) {
            let node = reader.list("nodes")[root]["children"][index].as_u64().unwrap() as usize;
            assert_eq!(reader.list("nodes")[node]["name"], body.name.as_str());
            for _ in 0..40 {
                let time = random.between(0.0, 2.0);
                // Keys are rounded to 32 bits, so that a jump may happen a little early or late.
                if (0..20).any(|piece| (time - 0.1 * f64::from(piece)).abs() < 1e-5) {
                    continue;
                }
                let Placement::Pose(pose) = body.motion.at(time) else { unreachable!() };
                let corner = DVec3::splat(0.05);
                let found = reader.turn(node, time) * corner + reader.place(node, time);
                worst = worst.max(found.distance(pose.apply(corner)));
            }
        }
        // Size 0.17 m times the bound of 1e-4, and 32-bit numbers up to 20 m.
        assert!(worst < 1.7e-5 + 4e-6, "{worst}");
    }

    /// Twenty pieces: straight, thrown and turning ones, some of which jump.
    fn flights(random: &mut Random) -> Motion {
        let mut place = DVec3::new(random.between(-5.0, 5.0), random.between(-5.0, 5.0), 0.0);
        let mut turn = DQuat::IDENTITY;
        let segments = (0..20).map(|piece| {
            let velocity = DVec3::new(random.between(-3.0, 3.0), random.between(-3.0, 3.0), random.between(-3.0, 3.0));
            let start = Pose::new(turn, place).unwrap();
            let motion = if piece % 2 == 0 {
                Motion::Rigid(Rigid::new(start, velocity, velocity * 12.0).unwrap())
            } else {
                Motion::Ballistic(Ballistic::new(start, velocity, DVec3::Z * -9.81).unwrap())
            };
            let Placement::Pose(end) = motion.at(0.1) else { unreachable!() };
            let jump = if piece % 7 == 6 { DVec3::X } else { DVec3::ZERO };
            (place, turn) = (end.translation() + jump, end.rotation().normalize());
            motion
        });
        let segments: Vec<Motion> = segments.collect();
        Motion::Piecewise(Piecewise::new((0..20).map(|piece| 0.1 * f64::from(piece)).collect(), segments).unwrap())
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
