//! A planning scene: collision objects and the matrix of allowed contacts.

use super::read_pose;
use super::shapes::{read_mesh, read_plane, read_primitive};
use crate::fault::{RawFault, RawFaults, TextFileError, quoted};
use crate::robot::load::{MeshFiles, Package};
use crate::robot::solid::{CollisionSolid, composed_rounding, reach};
use crate::robot::world::{Obstacle, RobotWorld};
use crate::robot::yaml::{self, YamlValue};
use crate::text::{self, TextFileKind};
use crate::tolerance::MOST_FAULTS;
use std::path::Path;
use tangency_geometry::{Motion, Pose};

/// Options for reading a planning scene.
#[derive(Clone, Debug, PartialEq)]
pub struct RobotWorldOptions<'a> {
    /// Folders of packages.
    pub packages: &'a [Package],
    /// Name of the robot's root link. Objects may be given in its frame, which is at the world origin.
    pub root: &'a str,
}

impl RobotWorld {
    /// Reads a planning scene.
    pub fn read(path: impl AsRef<Path>, options: &RobotWorldOptions<'_>) -> Result<Self, TextFileError> {
        let path = path.as_ref();
        let text = text::read(path, TextFileKind::World)?;
        Self::parse(&text, path, options)
    }

    /// Reads the text of a planning scene. `path` is its path: messages name it, and mesh files are searched for from
    /// its folder.
    pub fn parse(text: &str, path: impl AsRef<Path>, options: &RobotWorldOptions<'_>) -> Result<Self, TextFileError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        let document = yaml::parse(text, &file)?;
        let mut reader = PlanningSceneReader {
            files: MeshFiles::new(path.parent().unwrap_or(Path::new("")), options.packages),
            world: Self::default(),
            options,
        };
        reader.document(&document).map_err(|faults| TextFileError::new(&file, text, faults))?;
        reader.world.warnings.append(&mut reader.files.warnings);
        Ok(reader.world)
    }
}

struct PlanningSceneReader<'a> {
    files: MeshFiles<'a>,
    world: RobotWorld,
    options: &'a RobotWorldOptions<'a>,
}

impl PlanningSceneReader<'_> {
    fn document(&mut self, document: &YamlValue<'_>) -> Result<(), RawFaults> {
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
        let mut faults = RawFaults::new();
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

    /// Fails on attached objects: they move with the robot, and ignoring them would miss contacts.
    fn refuse_attached(&self, document: &YamlValue<'_>) -> Result<(), RawFault> {
        let Some(state) = document.get("the planning scene", "robot_state")? else { return Ok(()) };
        match state.get("\"robot_state\"", "attached_collision_objects")? {
            Some(attached) => Err(attached
                .fault("objects attached to the robot are not read".into(), "they would be missed")
                .with_help("add them to a link of the robot description")),
            None => Ok(()),
        }
    }

    fn refuse_moved_frames(&self, document: &YamlValue<'_>) -> Result<(), RawFault> {
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

    fn allowed(&mut self, matrix: &YamlValue<'_>) -> Result<(), RawFault> {
        let what = "the allowed collision matrix";
        let (Some(names), Some(rows)) = (matrix.get(what, "entry_names")?, matrix.get(what, "entry_values")?) else {
            return Ok(());
        };
        let names = names.list("\"entry_names\"")?;
        let rows = rows.list("\"entry_values\"")?;
        let wrong = |value: &YamlValue<'_>, found: usize| {
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

    fn object(&mut self, object: &YamlValue<'_>) -> Result<(), RawFault> {
        let id = object.required("a collision object", "id")?.text("\"id\"")?.to_owned();
        if let Some(again) = self.world.obstacles.iter().find(|other| other.name == id) {
            return Err(object.fault(format!("two objects have the id {}", quoted(&again.name)), "rename one"));
        }
        self.check_frame(object)?;
        let own = match object.get("a collision object", "pose")? {
            Some(pose) => read_pose(pose, ["position", "orientation"])?,
            None => Pose::IDENTITY,
        };
        let mut pieces = Vec::new();
        for list in [PieceList::Primitives, PieceList::Meshes, PieceList::Planes] {
            let more = self.pieces(object, list)?;
            if list == PieceList::Planes && !more.is_empty() {
                let side = "the side away from its normal (a·x + b·y + c·z + d < 0) counts as solid";
                self.world.warnings.push(format!("object {} is a plane: {side}", quoted(&id)));
            }
            pieces.extend(more);
        }
        if pieces.is_empty() {
            let label = "add primitives, meshes or planes";
            return Err(object.fault(format!("object {} has no shape", quoted(&id)), label));
        }
        let several = pieces.len() > 1;
        for (number, (solid, pose)) in pieces.into_iter().enumerate() {
            let name = if several { format!("{id}#{}", number + 1) } else { id.clone() };
            let (solid, pose) = combined(solid, &own, pose);
            self.world.obstacles.push(Obstacle { name, solid, motion: Motion::Still(pose) });
        }
        Ok(())
    }

    fn check_frame(&self, object: &YamlValue<'_>) -> Result<(), RawFault> {
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
    fn pieces(&mut self, object: &YamlValue<'_>, kind: PieceList) -> Result<Vec<(CollisionSolid, Pose)>, RawFault> {
        let what = "a collision object";
        let [shapes, poses] = kind.keys();
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
            let geometry = match kind {
                PieceList::Primitives => read_primitive(shape)?,
                PieceList::Meshes => read_mesh(shape)?,
                PieceList::Planes => read_plane(shape)?,
            };
            let solid = geometry
                .solid(&Pose::IDENTITY, &mut self.files)
                .map_err(|error| shape.fault(format!("the shape cannot be used: {error}"), ""))?;
            pieces.push((solid, place));
        }
        Ok(pieces)
    }
}

/// The lists of shapes of a collision object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PieceList {
    Primitives,
    Meshes,
    Planes,
}

impl PieceList {
    /// The key of the shapes and the key of their poses.
    fn keys(self) -> [&'static str; 2] {
        match self {
            Self::Primitives => ["primitives", "primitive_poses"],
            Self::Meshes => ["meshes", "mesh_poses"],
            Self::Planes => ["planes", "plane_poses"],
        }
    }
}

/// Composes the object's own pose with the pose of a shape. Adds the rounding error to the radius.
fn combined(solid: CollisionSolid, own: &Pose, pose: Pose) -> (CollisionSolid, Pose) {
    if *own == Pose::IDENTITY {
        return (solid, pose);
    }
    let together = own.compose(&pose);
    let rounding = composed_rounding(own, &pose, reach(&solid.shape));
    let solid = CollisionSolid { radius: solid.radius + rounding, excess: solid.excess + 2.0 * rounding, ..solid };
    (solid, together)
}
