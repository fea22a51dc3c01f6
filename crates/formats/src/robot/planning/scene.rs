//! A planning scene: collision objects and the matrix of allowed contacts.

use super::read_pose;
use super::shapes::{read_mesh, read_plane, read_primitive};
use crate::fault::{RawFault, RawFaults, TextFileError, quoted};
use crate::robot::attached::AttachedObject;
use crate::robot::load::{MeshFiles, Package};
use crate::robot::solid::{CollisionGeometry, CollisionSolid, composed_rounding, reach};
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
        self.attached(document)?;
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

    /// The objects that the robot carries.
    fn attached(&mut self, document: &YamlValue<'_>) -> Result<(), RawFaults> {
        let Some(state) = document.get("the planning scene", "robot_state")? else { return Ok(()) };
        let Some(list) = state.get("\"robot_state\"", "attached_collision_objects")? else { return Ok(()) };
        let mut faults = RawFaults::new();
        for attached in list.list("\"attached_collision_objects\"")? {
            if faults.len() >= MOST_FAULTS {
                break;
            }
            faults.extend(self.attached_object(attached).err());
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    fn attached_object(&mut self, attached: &YamlValue<'_>) -> Result<(), RawFault> {
        let what = "an attached object";
        let link = attached.required(what, "link_name")?.text("\"link_name\"")?.to_owned();
        let object = attached.required(what, "object")?;
        let id = object.required(what, "id")?.text("\"id\"")?.to_owned();
        if self.world.attached.iter().any(|other| other.name == id) {
            return Err(object.fault(format!("two attached objects have the id {}", quoted(&id)), "rename one"));
        }
        // Poses in another frame would need the state of the joints when the object was attached.
        let header = object.get(what, "header")?;
        let frame = header.map(|header| header.get("\"header\"", "frame_id")).transpose()?.flatten();
        let named = frame.map(|frame| frame.text("\"frame_id\"")).transpose()?.unwrap_or_default();
        if named.trim_start_matches('/') != link {
            let message = format!("the attached object {} is given in the frame {}", quoted(&id), quoted(named));
            let label = format!("expected frame_id {}, the link that carries it", quoted(&link));
            return Err(frame.or(header).unwrap_or(object).fault(message, label));
        }
        if let Some(operation) = object.get(what, "operation")?
            && !matches!(operation.text("\"operation\"")?, "0" | "ADD" | "add" | "\0")
        {
            let message = format!("the attached object {} is not added, but changed or removed", quoted(&id));
            return Err(operation.fault(message, "expected operation 0 (ADD)"));
        }
        let mut touch_links = Vec::new();
        if let Some(links) = attached.get(what, "touch_links")? {
            for link in links.list("\"touch_links\"")? {
                touch_links.push(link.text("a name in \"touch_links\"")?.to_owned());
            }
        }
        let own = match object.get(what, "pose")? {
            Some(pose) => read_pose(pose, ["position", "orientation"])?,
            None => Pose::IDENTITY,
        };
        let mut solids = Vec::new();
        for (geometry, place, shape) in self.pieces(object, &id)? {
            if let CollisionGeometry::Plane { .. } = geometry {
                return Err(shape.fault("a plane has no end and cannot be carried".into(), "use primitives or meshes"));
            }
            let together = if own == Pose::IDENTITY { place } else { own.compose(&place) };
            let solid = self.solid(&geometry, &together, shape)?;
            let rounding =
                if own == Pose::IDENTITY { 0.0 } else { composed_rounding(&own, &place, reach(&solid.shape)) };
            let (radius, excess) = (solid.radius + rounding, solid.excess + 2.0 * rounding);
            solids.push(CollisionSolid { radius, excess, ..solid });
        }
        self.world.attached.push(AttachedObject { name: id, link, pose: Pose::IDENTITY, solids, touch_links });
        Ok(())
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
        let pieces = self.pieces(object, &id)?;
        let several = pieces.len() > 1;
        for (number, (geometry, pose, shape)) in pieces.into_iter().enumerate() {
            let name = if several { format!("{id}#{}", number + 1) } else { id.clone() };
            let solid = self.solid(&geometry, &Pose::IDENTITY, shape)?;
            let (solid, pose) = combined(solid, &own, pose);
            self.world.obstacles.push(Obstacle { name, solid, motion: Motion::Still(pose) });
        }
        Ok(())
    }

    /// The shape of a piece, at a pose.
    fn solid(
        &mut self,
        geometry: &CollisionGeometry,
        pose: &Pose,
        shape: &YamlValue<'_>,
    ) -> Result<CollisionSolid, RawFault> {
        let solid = geometry.solid(pose, &mut self.files);
        solid.map_err(|error| shape.fault(format!("the shape cannot be used: {error}"), ""))
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

    /// All shapes of an object, with their poses.
    fn pieces<'v, 't>(&mut self, object: &'v YamlValue<'t>, id: &str) -> Result<Vec<PlacedPiece<'v, 't>>, RawFault> {
        let mut pieces = Vec::new();
        for list in [PieceList::Primitives, PieceList::Meshes, PieceList::Planes] {
            let more = list.pieces(object)?;
            if list == PieceList::Planes && !more.is_empty() {
                let side = "the side away from its normal (a·x + b·y + c·z + d < 0) counts as solid";
                self.world.warnings.push(format!("object {} is a plane: {side}", quoted(id)));
            }
            pieces.extend(more);
        }
        if pieces.is_empty() {
            let label = "add primitives, meshes or planes";
            return Err(object.fault(format!("object {} has no shape", quoted(id)), label));
        }
        Ok(pieces)
    }
}

/// A shape, its pose, and where the file gives it.
type PlacedPiece<'v, 't> = (CollisionGeometry, Pose, &'v YamlValue<'t>);

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

    /// Shapes and their poses, from two lists of the same length.
    fn pieces<'v, 't>(self, object: &'v YamlValue<'t>) -> Result<Vec<PlacedPiece<'v, 't>>, RawFault> {
        let what = "a collision object";
        let [shapes, poses] = self.keys();
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
            let geometry = match self {
                Self::Primitives => read_primitive(shape)?,
                Self::Meshes => read_mesh(shape)?,
                Self::Planes => read_plane(shape)?,
            };
            pieces.push((geometry, place, shape));
        }
        Ok(pieces)
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
