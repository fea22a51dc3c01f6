//! MotionBenchMaker's planning problems: a scene and a request, each a YAML file in the layout of MoveIt's messages.

use super::load::{MeshFiles, Package};
use super::solid::{Geometry, Solid, faceted};
use super::text::{self, Kind};
use super::yaml::{self, Value};
use crate::Scene;
use crate::fault::{Faults, MOST_FAULTS, RawFault, TextFileError, quoted};
use glam::{DQuat, DVec3};
use std::path::Path;
use tangency_geometry::{Interpolation, Mechanism, Mesh, Motion, Pose, Trajectory, TrajectoryError};

/// What stands around a robot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct World {
    /// Everything that may be hit.
    pub obstacles: Vec<Obstacle>,
    /// Pairs of links or obstacles that may touch, by their names.
    pub allowed: Vec<[String; 2]>,
    /// What its author should know although the file can be used.
    pub warnings: Vec<String>,
}

/// A named thing that may be hit.
#[derive(Clone, Debug, PartialEq)]
pub struct Obstacle {
    /// Its name.
    pub name: String,
    /// What it is.
    pub solid: Solid,
    /// Where it is, on the clock of the trajectory.
    pub motion: Motion,
}

/// How a planning scene is to be understood.
#[derive(Clone, Debug, PartialEq)]
pub struct WorldOptions<'a> {
    /// Metres: how far the prism around a cylinder may reach beyond it.
    pub excess: f64,
    /// Where packages are.
    pub packages: &'a [Package],
    /// The robot's root link, in whose frame objects may be given too: it stands in the world's origin.
    pub root: &'a str,
}

impl World {
    /// Reads a planning scene.
    pub fn read(path: impl AsRef<Path>, options: &WorldOptions<'_>) -> Result<Self, TextFileError> {
        let path = path.as_ref();
        let text = text::read(path, Kind::World)?;
        Self::parse(&text, path, options)
    }

    /// Reads the text of a planning scene. `path` is where it would stand: it is named in messages, and mesh files are
    /// looked for from its folder.
    pub fn parse(text: &str, path: impl AsRef<Path>, options: &WorldOptions<'_>) -> Result<Self, TextFileError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        let document = yaml::parse(text, &file)?;
        let mut reader = Reader {
            files: MeshFiles::new(path.parent().unwrap_or(Path::new("")), options.packages),
            world: Self::default(),
            options,
        };
        reader.document(&document).map_err(|faults| TextFileError::new(&file, text, faults))?;
        reader.world.warnings.append(&mut reader.files.warnings);
        Ok(reader.world)
    }

    /// The bodies of a scene as obstacles; `None` if they move and the scene's clock does not start at 0, which is the
    /// trajectory's, or if one is free, so that its motion is not known.
    #[must_use]
    pub fn of_scene(scene: &Scene) -> Option<Self> {
        let still = |motion: &Motion| matches!(motion, Motion::Still(_));
        if scene.first_free().is_some() {
            return None;
        }
        if scene.span.start != 0.0 && !scene.bodies.iter().all(|body| still(&body.motion)) {
            return None;
        }
        let obstacle = |body: &crate::Body| Obstacle {
            name: body.name.clone(),
            solid: Solid { shape: body.shape.clone(), radius: 0.0, excess: 0.0 },
            motion: body.motion.clone(),
        };
        let obstacles = scene.bodies.iter().map(obstacle).collect();
        Some(Self { obstacles, allowed: Vec::new(), warnings: scene.warnings.clone() })
    }
}

struct Reader<'a> {
    files: MeshFiles<'a>,
    world: World,
    options: &'a WorldOptions<'a>,
}

impl Reader<'_> {
    fn document(&mut self, document: &Value<'_>) -> Result<(), Faults> {
        let world = document.required("the planning scene", "world")?;
        self.refuse_attached(document)?;
        self.refuse_moved_frames(document)?;
        if let Some(matrix) = document.get("the planning scene", "allowed_collision_matrix")? {
            self.allowed(matrix)?;
        }
        if let Some(octomap) = world.get("the world", "octomap")?
            && let Some(map) = octomap.get("the octomap", "octomap")?
            && map.get("the octomap", "data")?.is_some()
        {
            return Err(map.fault("octomaps are not read".into(), "give meshes or boxes").into());
        }
        let mut faults = Faults::new();
        if let Some(objects) = world.get("the world", "collision_objects")? {
            for object in objects.list("\"collision_objects\"")? {
                if faults.len() >= MOST_FAULTS {
                    break;
                }
                faults.extend(self.object(object).err());
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// An object in the hand moves with the robot: to leave it out would be to miss its contacts.
    fn refuse_attached(&self, document: &Value<'_>) -> Result<(), RawFault> {
        let Some(state) = document.get("the planning scene", "robot_state")? else { return Ok(()) };
        match state.get("\"robot_state\"", "attached_collision_objects")? {
            Some(attached) => Err(attached
                .fault("objects attached to the robot are not read".into(), "they would be missed")
                .with_help("add them to a link of the robot description")),
            None => Ok(()),
        }
    }

    fn refuse_moved_frames(&self, document: &Value<'_>) -> Result<(), RawFault> {
        let Some(frames) = document.get("the planning scene", "fixed_frame_transforms")? else { return Ok(()) };
        for frame in frames.list("\"fixed_frame_transforms\"")? {
            let Some(transform) = frame.get("a fixed frame", "transform")? else { continue };
            let pose = read_pose(transform, ["translation", "rotation"])?;
            if pose != Pose::IDENTITY {
                let message = "a fixed frame stands elsewhere than the world's origin".to_owned();
                return Err(transform.fault(message, "expected translation [0, 0, 0] and rotation [0, 0, 0, 1]"));
            }
        }
        Ok(())
    }

    fn allowed(&mut self, matrix: &Value<'_>) -> Result<(), RawFault> {
        let what = "the allowed collision matrix";
        let (Some(names), Some(rows)) = (matrix.get(what, "entry_names")?, matrix.get(what, "entry_values")?) else {
            return Ok(());
        };
        let names = names.list("\"entry_names\"")?;
        let rows = rows.list("\"entry_values\"")?;
        let wrong = |value: &Value<'_>, found: usize| {
            value.fault(format!("{what} has {found} entries for {} names", names.len()), "expected as many")
        };
        if rows.len() != names.len() {
            return Err(wrong(matrix, rows.len()));
        }
        for (row_index, row) in rows.iter().enumerate() {
            let entries = match row.get_list("enabled") {
                Some(entries) => entries?,
                None => row.list("a row of the matrix")?,
            };
            if entries.len() != names.len() {
                return Err(wrong(row, entries.len()));
            }
            for (column, entry) in entries.iter().enumerate().skip(row_index + 1) {
                if entry.boolean("an entry of the matrix")? {
                    let pair = [&names[row_index], &names[column]].map(|name| name.text("a name").map(str::to_owned));
                    let [a, b] = pair;
                    self.world.allowed.push([a?, b?]);
                }
            }
        }
        Ok(())
    }

    fn object(&mut self, object: &Value<'_>) -> Result<(), RawFault> {
        let id = object.required("a collision object", "id")?.text("\"id\"")?.to_owned();
        if let Some(again) = self.world.obstacles.iter().find(|other| other.name == id) {
            return Err(object.fault(format!("two objects have the id {}", quoted(&again.name)), "rename one"));
        }
        self.check_frame(object)?;
        let own = match object.get("a collision object", "pose")? {
            Some(pose) => read_pose(pose, ["position", "orientation"])?,
            None => Pose::IDENTITY,
        };
        if let Some(planes) = object.get("a collision object", "planes")? {
            return Err(planes.fault("infinite planes are not read".into(), "write a large box"));
        }
        let mut pieces = Vec::new();
        for (shapes, poses) in [("primitives", "primitive_poses"), ("meshes", "mesh_poses")] {
            pieces.extend(self.pieces(object, shapes, poses)?);
        }
        if pieces.is_empty() {
            return Err(object.fault(format!("object {} has no shape", quoted(&id)), "add primitives or meshes"));
        }
        let several = pieces.len() > 1;
        for (number, (solid, pose)) in pieces.into_iter().enumerate() {
            let name = if several { format!("{id}#{}", number + 1) } else { id.clone() };
            let (solid, pose) = combined(solid, &own, pose);
            self.world.obstacles.push(Obstacle { name, solid, motion: Motion::Still(pose) });
        }
        Ok(())
    }

    fn check_frame(&self, object: &Value<'_>) -> Result<(), RawFault> {
        let Some(header) = object.get("a collision object", "header")? else { return Ok(()) };
        let Some(frame) = header.get("\"header\"", "frame_id")? else { return Ok(()) };
        let name = frame.text("\"frame_id\"")?.trim_start_matches('/');
        if name.is_empty() || name == "world" || name == self.options.root {
            return Ok(());
        }
        let label = format!("expected \"world\" or {}", quoted(self.options.root));
        Err(frame.fault(format!("the object is given in the frame {}", quoted(name)), label))
    }

    /// Shapes and their poses, from two lists of the same length.
    fn pieces(&mut self, object: &Value<'_>, shapes: &str, poses: &str) -> Result<Vec<(Solid, Pose)>, RawFault> {
        let what = "a collision object";
        let Some(list) = object.get(what, shapes)? else { return Ok(Vec::new()) };
        let list = list.list(shapes)?;
        let places = match object.get(what, poses)? {
            Some(places) => {
                let read = places.list(poses)?;
                if read.len() != list.len() {
                    let message = format!("{} {shapes}, but {} {poses}", list.len(), read.len());
                    return Err(places.fault(message, "expected one for each"));
                }
                read.iter().map(|pose| read_pose(pose, ["position", "orientation"])).collect::<Result<Vec<_>, _>>()?
            }
            None => vec![Pose::IDENTITY; list.len()],
        };
        let mut pieces = Vec::new();
        for (shape, place) in list.iter().zip(places) {
            let geometry = if shapes == "meshes" { read_mesh(shape)? } else { read_primitive(shape)? };
            let solid = geometry
                .solid(&Pose::IDENTITY, self.options.excess, &mut self.files)
                .map_err(|error| shape.fault(format!("the shape cannot be used: {error}"), ""))?;
            pieces.push((solid, place));
        }
        Ok(pieces)
    }
}

/// The pose within the object's own pose; rounding counts as radius.
fn combined(solid: Solid, own: &Pose, pose: Pose) -> (Solid, Pose) {
    if *own == Pose::IDENTITY {
        return (solid, pose);
    }
    let together = own.compose(&pose);
    let reach = faceted(&solid.shape).reach() + pose.translation().length();
    let rounding = 2.0 * (own.rounding(reach) + pose.rounding(reach));
    let solid = Solid { radius: solid.radius + rounding, excess: solid.excess + 2.0 * rounding, ..solid };
    (solid, together)
}

fn read_pose(value: &Value<'_>, [position, orientation]: [&str; 2]) -> Result<Pose, RawFault> {
    let place = value.get("a pose", position)?.map_or(Ok([0.0; 3]), |value| value.numbers(position))?;
    let turn =
        value.get("a pose", orientation)?.map_or(Ok([0.0, 0.0, 0.0, 1.0]), |value| value.numbers(orientation))?;
    Pose::new(DQuat::from_array(turn), DVec3::from_array(place)).map_err(|error| value.fault(error.to_string(), ""))
}

fn read_primitive(shape: &Value<'_>) -> Result<Geometry, RawFault> {
    let kind = shape.required("a primitive", "type")?;
    let size = shape.required("a primitive", "dimensions")?;
    Ok(match kind.text("\"type\"")? {
        "box" | "1" => Geometry::Box { size: DVec3::from_array(size.lengths("the dimensions of a box")?) },
        "sphere" | "2" => {
            let [radius] = size.lengths("the dimensions of a sphere")?;
            Geometry::Sphere { radius }
        }
        "cylinder" | "3" => {
            let [length, radius] = size.lengths("the dimensions of a cylinder (height, radius)")?;
            Geometry::Cylinder { radius, length }
        }
        "cone" | "4" => {
            let [height, radius] = size.lengths("the dimensions of a cone (height, radius)")?;
            Geometry::Cone { radius, height }
        }
        other => {
            let message = format!("primitives of type {} are not understood", quoted(other));
            return Err(kind.fault(message, "expected box, sphere, cylinder or cone"));
        }
    })
}

fn read_mesh(shape: &Value<'_>) -> Result<Geometry, RawFault> {
    let what = "a mesh";
    let scale = shape.get(what, "dimensions")?.map_or(Ok([1.0; 3]), |value| value.numbers("the scale of a mesh"))?;
    let scale = DVec3::from_array(scale);
    if let Some(file) = shape.get(what, "resource")? {
        return Ok(Geometry::Mesh { file: file.text("\"resource\"")?.to_owned(), scale });
    }
    let mut vertices = Vec::new();
    for vertex in shape.required(what, "vertices")?.list("\"vertices\"")? {
        vertices.push(DVec3::from_array(vertex.numbers("a vertex")?));
    }
    let mut triangles = Vec::new();
    for triangle in shape.required(what, "triangles")?.list("\"triangles\"")? {
        let corners = triangle.numbers::<3>("a triangle")?;
        if let Some(bad) = corners.iter().find(|&&corner| corner.fract() != 0.0 || !(0.0..4e9).contains(&corner)) {
            return Err(triangle.fault(format!("{bad} is no index of a vertex"), "counted from 0"));
        }
        triangles.push(corners.map(|corner| corner as u32));
    }
    let mesh = Mesh::new(vertices, triangles).map_err(|error| shape.fault(error.to_string(), ""))?;
    Ok(Geometry::Triangles { mesh })
}

/// Where a planning request starts and where it wants to go, joint by joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The group of joints that it plans for; may be empty.
    pub group: String,
    /// Every joint's value at the start.
    pub start: Vec<(String, f64)>,
    /// The values of the joints at the goal that is named first.
    pub goal: Vec<(String, f64)>,
}

/// The request is not one for this robot.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RequestError {
    /// A joint's value is not given.
    #[error("the request gives no value for joint {0:?} at the start")]
    Missing(String),
    /// The values do not make a trajectory.
    #[error(transparent)]
    Trajectory(#[from] TrajectoryError),
}

impl Request {
    /// Reads a request file.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, TextFileError> {
        let path = path.as_ref();
        Self::parse(&text::read(path, Kind::Request)?, &path.display().to_string())
    }

    /// Reads the text of a request; `file` is its name in messages.
    pub fn parse(text: &str, file: &str) -> Result<Self, TextFileError> {
        let document = yaml::parse(text, file)?;
        read_request(&document).map_err(|fault| TextFileError::new(file, text, vec![fault]))
    }

    /// The straight segment in joint space from the start to the goal, within one second. Joints without a goal stand.
    pub fn segment(&self, mechanism: &Mechanism) -> Result<Trajectory, RequestError> {
        let find = |list: &[(String, f64)], name: &str| list.iter().find(|(known, _)| known == name).map(|(_, v)| *v);
        let (mut start, mut goal) = (Vec::new(), Vec::new());
        for name in mechanism.coordinates() {
            let from = find(&self.start, name).ok_or_else(|| RequestError::Missing(name.clone()))?;
            start.push(from);
            goal.push(find(&self.goal, name).unwrap_or(from));
        }
        Ok(Trajectory::new(mechanism, vec![0.0, 1.0], vec![start, goal], Interpolation::Linear)?)
    }
}

fn read_request(document: &Value<'_>) -> Result<Request, RawFault> {
    let what = "the request";
    let group = document.get(what, "group_name")?.map_or(Ok(""), |value| value.text("\"group_name\""))?.to_owned();
    let state = document.required(what, "start_state")?;
    let joints = state.required("\"start_state\"", "joint_state")?;
    let names = joints.required("\"joint_state\"", "name")?;
    let values = joints.required("\"joint_state\"", "position")?;
    let (list, positions) = (names.list("\"name\"")?, values.list("\"position\"")?);
    if list.len() != positions.len() {
        return Err(values.fault(format!("{} positions for {} names", positions.len(), list.len()), "expected as many"));
    }
    let mut start = Vec::new();
    for (name, value) in list.iter().zip(positions) {
        start.push((name.text("a joint name")?.to_owned(), value.number("a joint position")?));
    }
    if let Some(floating) = state.get("\"start_state\"", "multi_dof_joint_state")?
        && let Some(transforms) = floating.get("\"multi_dof_joint_state\"", "transforms")?
    {
        for transform in transforms.list("\"transforms\"")? {
            if read_pose(transform, ["translation", "rotation"])? != Pose::IDENTITY {
                let message = "the robot's base does not stand in the world's origin".to_owned();
                return Err(transform.fault(message, "expected translation [0, 0, 0] and rotation [0, 0, 0, 1]"));
            }
        }
    }
    let goals = document.required(what, "goal_constraints")?.list("\"goal_constraints\"")?;
    let Some(first) = goals.first() else {
        return Err(document.fault("the request has no goal".into(), ""));
    };
    let mut goal = Vec::new();
    for constraint in first.required("a goal", "joint_constraints")?.list("\"joint_constraints\"")? {
        let name = constraint.required("a joint constraint", "joint_name")?.text("\"joint_name\"")?;
        let value = constraint.required("a joint constraint", "position")?.number("\"position\"")?;
        goal.push((name.to_owned(), value));
    }
    Ok(Request { group, start, goal })
}
