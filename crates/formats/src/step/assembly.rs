//! Unfolds the assembly: every body once, and an instance for each place where it is.
//!
//! *Question.* Where is each body of the file?
//!
//! *Idea.* A frame is a set of representations that share their coordinates: those of one product, and those that a
//! relation without a transformation joins. A frame contains others at poses: by relations with a transformation that
//! place an occurrence of a product, and by mapped items. A walk from the frames that nothing contains multiplies the
//! poses.
//!
//! *Guarantee.* Every body is in at least one instance. A circle, an occurrence without a place, and a body that no
//! representation lists are errors. The order of the two representations of a relation is derived from the products
//! of its occurrence, because files differ in it.
//!
//! *Cost.* Proportional to the file and to the number of instances, which the bytes of the file limit.
//!
//! *Source.* ISO 10303-44 and the recommended practices for assembly structure of the CAx Implementor Forum.

use super::error::{EXPORT_AGAIN, StepErrorKind, StepFault, StepOutcome};
use super::placing::{FrameEdge, Frames};
use super::reader::Reader;
use super::topology::BODIES;
use super::{StepBody, StepFile, StepInstance, StepNote};
use crate::tolerance::MAXIMUM_STEP_ASSEMBLY;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tangency_geometry::Pose;

/// Items of shapes that have no area and no volume.
const WITHOUT_AREA: [&str; 18] = [
    "AXIS2_PLACEMENT_3D",
    "AXIS1_PLACEMENT",
    "AXIS2_PLACEMENT_2D",
    "CARTESIAN_POINT",
    "DIRECTION",
    "VECTOR",
    "VERTEX_POINT",
    "LINE",
    "CIRCLE",
    "ELLIPSE",
    "POLYLINE",
    "TRIMMED_CURVE",
    "COMPOSITE_CURVE",
    "EDGE_CURVE",
    "GEOMETRIC_CURVE_SET",
    "EDGE_BASED_WIREFRAME_MODEL",
    "SHELL_BASED_WIREFRAME_MODEL",
    "CONNECTED_EDGE_SET",
];

/// Items of shapes that say something about the shape and are none.
const WITHOUT_SHAPE: [&str; 6] = [
    "STYLED_ITEM",
    "OVER_RIDING_STYLED_ITEM",
    "CARTESIAN_TRANSFORMATION_OPERATOR_3D",
    "TESSELLATED_GEOMETRIC_SET",
    "TESSELLATED_CURVE_SET",
    "TESSELLATED_POINT_SET",
];

/// What is collected on the way.
#[derive(Default)]
struct Unfolding {
    bodies: Vec<StepBody>,
    /// The bodies by entity and units, as indices.
    known: HashMap<(u64, usize), usize>,
    instances: Vec<StepInstance>,
    notes: Vec<StepNote>,
    /// The faces of all bodies, by entity.
    faces: HashSet<u64>,
    /// Faces that a shape lists beside its bodies, with the entity that lists them.
    loose_faces: Vec<u64>,
    /// The bodies of each frame.
    bodies_of: Vec<Vec<usize>>,
}

impl Reader<'_> {
    /// Reads everything.
    pub(super) fn file(&mut self) -> StepOutcome<StepFile> {
        let products = self.products()?;
        let frames = self.frames(&products)?;
        let mut unfolding = Unfolding { bodies_of: vec![Vec::new(); frames.count()], ..Unfolding::default() };
        for frame in 0..frames.count() {
            self.bodies_of_frame(&frames, frame, &mut unfolding)?;
        }
        self.check_nothing_lost(&unfolding)?;
        let mut visited = vec![false; frames.count()];
        let mut walk = AssemblyWalk { reader: self, frames: &frames, unfolding: &mut unfolding, visited: &mut visited };
        for root in frames.roots() {
            let name = frames.name(root);
            walk.visit(root, &Pose::IDENTITY, &mut vec![name.into()])?;
        }
        if let Some(frame) = visited.iter().position(|visited| !visited) {
            let representation = self.listed(frames.first_representation(frame))?;
            let found = "an assembly that contains itself";
            let fault = StepFault::new(StepErrorKind::Cycle, found, "parts without a circle", EXPORT_AGAIN);
            return Err(representation.place(fault));
        }
        self.check_occurrences(&products, &frames, &mut unfolding)?;
        let Unfolding { bodies, instances, notes, .. } = unfolding;
        if bodies.is_empty() {
            let expected = "MANIFOLD_SOLID_BREP, BREP_WITH_VOIDS or SHELL_BASED_SURFACE_MODEL";
            let advice = "export the part as a solid; curves and points alone cannot collide";
            return Err(StepFault::new(StepErrorKind::NoBodies, "no solid and no surface", expected, advice));
        }
        Ok(StepFile { schema: self.exchange.schema.clone(), bodies, instances, notes })
    }

    /// Reads the items of the representations of a frame.
    fn bodies_of_frame(&mut self, frames: &Frames, frame: usize, unfolding: &mut Unfolding) -> StepOutcome<()> {
        let mut listed = HashSet::new();
        for &index in frames.members(frame) {
            let representation = &frames.representations[index];
            for &item in &representation.items {
                self.spend(1)?;
                if !listed.insert(item) {
                    continue;
                }
                let entity = self.listed_item(representation.number, item)?;
                let keyword = entity.keyword(|keyword| BODIES.contains(&keyword));
                if BODIES.contains(&keyword) {
                    let key = (item, representation.units.index);
                    let known = unfolding.known.get(&key).copied();
                    let body = match known {
                        Some(known) => known,
                        None => {
                            let (mut body, faces) = self.body(entity, &representation.units)?;
                            let names = [frames.product_name(frame), &body.item_name, &representation.name];
                            let name = names.into_iter().find(|name| !name.trim().is_empty());
                            body.name = name.unwrap_or("body").to_owned();
                            unfolding.faces.extend(faces);
                            unfolding.known.insert(key, unfolding.bodies.len());
                            unfolding.bodies.push(body);
                            unfolding.bodies.len() - 1
                        }
                    };
                    unfolding.bodies_of[frame].push(body);
                } else {
                    self.other_item(&entity, unfolding)?;
                }
            }
        }
        Ok(())
    }

    /// Decides about an item that is no body.
    fn other_item(&self, entity: &super::part21::Entity<'_>, unfolding: &mut Unfolding) -> StepOutcome<()> {
        let is_any = |names: &[&str]| names.iter().any(|name| entity.is(name));
        let keyword = entity.keyword(|_| false).to_owned();
        let mut note =
            |text: String| unfolding.notes.push(StepNote { entity: self.exchange.place_of(entity.number), text });
        if entity.is("MAPPED_ITEM") || is_any(&WITHOUT_SHAPE) || keyword.ends_with("REPRESENTATION_ITEM") {
            return Ok(());
        }
        if is_any(&WITHOUT_AREA) || entity.records.iter().any(|record| record.keyword.ends_with("CURVE")) {
            let placement = ["AXIS2_PLACEMENT_3D", "CARTESIAN_POINT", "DIRECTION"];
            if !is_any(&placement) {
                note(format!("{keyword}: curves and points have no volume and are left out"));
            }
            return Ok(());
        }
        if is_any(&["ADVANCED_FACE", "FACE_SURFACE"]) {
            unfolding.loose_faces.push(entity.number);
            return Ok(());
        }
        // A tessellation that is linked to an exact shape is that shape once more.
        if is_any(&["TESSELLATED_SOLID", "TESSELLATED_SHELL"]) {
            let linked = entity.records.iter().flat_map(|record| record.values.last());
            if linked.into_iter().any(|value| value.as_reference().is_some()) {
                note(format!("{keyword}: triangles of a shape that the file also holds exactly"));
                return Ok(());
            }
        }
        Err(super::reader::unsupported(
            entity,
            "MANIFOLD_SOLID_BREP, BREP_WITH_VOIDS, FACETED_BREP or SHELL_BASED_SURFACE_MODEL",
        ))
    }

    /// Fails if a body or a face of the file is in no shape.
    fn check_nothing_lost(&self, unfolding: &Unfolding) -> StepOutcome<()> {
        let read: HashSet<u64> = unfolding.known.keys().map(|(entity, _)| *entity).collect();
        let lost = self.exchange.of_types(|keyword| BODIES.contains(&keyword));
        let lost = lost.into_iter().find(|number| !read.contains(number));
        let loose = unfolding.loose_faces.iter().copied().find(|face| !unfolding.faces.contains(face));
        let Some(number) = lost.or(loose) else { return Ok(()) };
        let expected = "a representation of a shape that lists it, or a shell of a listed body";
        let found = "geometry that no shape of the file contains";
        let fault = StepFault::new(StepErrorKind::Unsupported, found, expected, EXPORT_AGAIN);
        Err(self.listed(number)?.place(fault))
    }

    /// Fails if an occurrence of a part with bodies has no place. Notes parts without a shape.
    fn check_occurrences(
        &self,
        products: &super::products::Products,
        frames: &Frames,
        unfolding: &mut Unfolding,
    ) -> StepOutcome<()> {
        let mut with_bodies: Vec<Option<bool>> = vec![None; frames.count()];
        let mut empty = HashSet::new();
        for occurrence in &products.occurrences {
            let part = frames.of_product(occurrence.part);
            let filled = part.is_some_and(|part| has_bodies(part, frames, unfolding, &mut with_bodies));
            if !filled && empty.insert(occurrence.part) {
                let name = products.names.get(&occurrence.part).map_or("", |name| name);
                let text = format!("the part {} has no shape in this file", crate::fault::quoted(name));
                unfolding.notes.push(StepNote { entity: self.exchange.place_of(occurrence.number), text });
            }
            let placed = part.is_some_and(|part| frames.places(occurrence, part));
            if filled && !placed {
                let name = crate::fault::quoted(&occurrence.name);
                let expected = "a CONTEXT_DEPENDENT_SHAPE_REPRESENTATION or a MAPPED_ITEM that places it";
                let fault = StepFault::new(
                    StepErrorKind::Truncated,
                    format!("an occurrence {name} without a place"),
                    expected,
                    EXPORT_AGAIN,
                );
                return Err(self.listed(occurrence.number)?.place(fault));
            }
        }
        Ok(())
    }
}

/// Whether a frame or one that it contains has bodies. Frames contain no circles here.
fn has_bodies(frame: usize, frames: &Frames, unfolding: &Unfolding, known: &mut [Option<bool>]) -> bool {
    if let Some(known) = known[frame] {
        return known;
    }
    let children = frames.edges(frame);
    let found = !unfolding.bodies_of[frame].is_empty()
        || children.iter().any(|edge| has_bodies(edge.part, frames, unfolding, known));
    known[frame] = Some(found);
    found
}

/// The walk through the frames.
struct AssemblyWalk<'a, 't> {
    reader: &'a Reader<'t>,
    frames: &'a Frames,
    unfolding: &'a mut Unfolding,
    visited: &'a mut [bool],
}

impl AssemblyWalk<'_, '_> {
    fn visit(&mut self, frame: usize, pose: &Pose, path: &mut Vec<Arc<str>>) -> StepOutcome<()> {
        self.visited[frame] = true;
        self.reader.spend(1)?;
        if path.len() > MAXIMUM_STEP_ASSEMBLY {
            let found = format!("an assembly that contains itself, or of more than {MAXIMUM_STEP_ASSEMBLY} levels");
            let fault = StepFault::new(StepErrorKind::Cycle, found, "parts without a circle", EXPORT_AGAIN);
            return Err(self.reader.listed(self.frames.first_representation(frame))?.place(fault));
        }
        for index in 0..self.unfolding.bodies_of[frame].len() {
            self.reader.spend(path.len())?;
            let body = self.unfolding.bodies_of[frame][index];
            let mut path = path.clone();
            if path.len() == 1 && path[0].is_empty() {
                path[0] = self.unfolding.bodies[body].name.as_str().into();
            }
            self.unfolding.instances.push(StepInstance { body, path, pose: *pose });
        }
        for FrameEdge { part, pose: local, name, .. } in self.frames.edges(frame) {
            path.push(name.clone());
            let pose = pose.compose(local);
            if !pose.translation().is_finite() {
                let (found, expected) = ("places that add up beyond the range of numbers", "places within it");
                let fault = StepFault::new(StepErrorKind::NotFinite, found, expected, "check the unit of the file");
                return Err(self.reader.listed(self.frames.first_representation(*part))?.place(fault));
            }
            self.visit(*part, &pose, path)?;
            path.pop();
        }
        Ok(())
    }
}
