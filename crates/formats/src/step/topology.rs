//! Reads shells, faces, loops, edges and vertices of a body.

use super::attributes::Attributes;
use super::error::{StepErrorKind, StepOutcome};
use super::part21::Entity;
use super::reader::{Reader, unsupported, wrong_entity};
use super::units::Units;
use super::{
    StepBody, StepBodyKind, StepBound, StepCurve, StepEdge, StepEdgeUse, StepFace, StepLoop, StepShell, StepSurface,
};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The types of bodies that are read.
pub(super) const BODIES: [&str; 5] =
    ["MANIFOLD_SOLID_BREP", "BREP_WITH_VOIDS", "FACETED_BREP", "SHELL_BASED_SURFACE_MODEL", "FACE_BASED_SURFACE_MODEL"];

/// A body while it is read.
struct BodyParts {
    body: StepBody,
    units: Units,
    faces: HashSet<u64>,
    edges: HashMap<u64, usize>,
    vertices: HashMap<u64, usize>,
    /// Edges of polygons by their vertices, the smaller index first.
    sides: HashMap<[usize; 2], usize>,
}

impl<'t> Reader<'t> {
    /// The body, without the name of its product, and the entity numbers of its faces.
    pub(super) fn body(&mut self, entity: Entity<'t>, units: &Units) -> StepOutcome<(StepBody, HashSet<u64>)> {
        let is_solid = ["MANIFOLD_SOLID_BREP", "BREP_WITH_VOIDS", "FACETED_BREP"].iter().any(|name| entity.is(name));
        let number = entity.number;
        let chain = if is_solid {
            ["REPRESENTATION_ITEM", "MANIFOLD_SOLID_BREP", "BREP_WITH_VOIDS"]
        } else if entity.is("FACE_BASED_SURFACE_MODEL") {
            ["REPRESENTATION_ITEM", "SURFACE_MODEL", "FACE_BASED_SURFACE_MODEL"]
        } else {
            ["REPRESENTATION_ITEM", "SURFACE_MODEL", "SHELL_BASED_SURFACE_MODEL"]
        };
        let own = entity.attributes(&chain);
        let item_name = own.text(0)?;
        let mut parts = BodyParts {
            body: StepBody {
                name: String::new(),
                item_name,
                entity: self.exchange.place_of(number),
                kind: if is_solid { StepBodyKind::Solid } else { StepBodyKind::Surface },
                shells: Vec::new(),
                faces: Vec::new(),
                edges: Vec::new(),
                vertices: Vec::new(),
                tolerance: units.tolerance,
            },
            units: *units,
            faces: HashSet::new(),
            edges: HashMap::new(),
            vertices: HashMap::new(),
            sides: HashMap::new(),
        };
        if is_solid {
            self.shell(&mut parts, &own, own.reference(1)?, false)?;
            if own.count() > 2 {
                for void in own.references(2)? {
                    self.shell(&mut parts, &own, void, true)?;
                }
            }
        } else {
            for shell in own.references(1)? {
                self.shell(&mut parts, &own, shell, false)?;
            }
        }
        if parts.body.faces.is_empty() {
            return Err(own.refused("no faces".into(), "at least one"));
        }
        Ok((parts.body, parts.faces))
    }

    fn shell(&mut self, parts: &mut BodyParts, from: &Attributes<'t>, number: u64, void: bool) -> StepOutcome<()> {
        let mut entity = self.follow(from, number)?;
        let mut same = true;
        for oriented in ["ORIENTED_CLOSED_SHELL", "ORIENTED_OPEN_SHELL"] {
            if entity.is(oriented) {
                // name, faces (derived), shell, orientation
                let own = entity.attributes(&["REPRESENTATION_ITEM", "CONNECTED_FACE_SET", oriented]);
                same = own.flag(3)?;
                entity = self.follow(&own, own.reference(2)?)?;
            }
        }
        let known = ["CLOSED_SHELL", "OPEN_SHELL", "CONNECTED_FACE_SET"].iter().any(|name| entity.is(name));
        if !known {
            return Err(wrong_entity(from, &entity, "CLOSED_SHELL or OPEN_SHELL"));
        }
        let closed = entity.is("CLOSED_SHELL");
        let own = entity.attributes(&["REPRESENTATION_ITEM", "CONNECTED_FACE_SET"]);
        if parts.body.kind == StepBodyKind::Solid && !closed {
            let (found, expected) = (format!("#{} {}, which may be open", own.number, own.keyword), "CLOSED_SHELL");
            return Err(from.fault(StepErrorKind::WrongType, found, expected, "export a solid, or a surface model"));
        }
        let first = parts.body.faces.len();
        for face in own.references(1)? {
            self.face(parts, &own, face, same)?;
        }
        let faces = (first..parts.body.faces.len()).collect();
        parts.body.shells.push(StepShell { faces, closed, void });
        Ok(())
    }

    fn face(&mut self, parts: &mut BodyParts, from: &Attributes<'t>, number: u64, mut same: bool) -> StepOutcome<()> {
        let mut entity = self.follow(from, number)?;
        if entity.is("ORIENTED_FACE") {
            // name, bounds (derived), face, orientation
            let own = entity.attributes(&["REPRESENTATION_ITEM", "FACE", "ORIENTED_FACE"]);
            same = same == own.flag(3)?;
            entity = self.follow(&own, own.reference(2)?)?;
        }
        if !entity.is("ADVANCED_FACE") && !entity.is("FACE_SURFACE") {
            return Err(unsupported(&entity, "ADVANCED_FACE or FACE_SURFACE"));
        }
        // name, bounds, surface, sense
        let own = entity.attributes(&["REPRESENTATION_ITEM", "FACE", "FACE_SURFACE"]);
        self.spend(1).map_err(|fault| own.place(fault))?;
        if !parts.faces.insert(own.number) {
            let found = format!("#{} a second time in one body", own.number);
            return Err(from.refused(found, "each face once"));
        }
        let (surface, same_normal) = self.face_surface(&own, own.reference(2)?, &parts.units)?;
        let mut bounds = Vec::new();
        for bound in own.references(1)? {
            bounds.push(self.bound(parts, &own, bound, same)?);
        }
        let whole = matches!(*surface, StepSurface::Sphere { .. } | StepSurface::Torus { .. });
        if bounds.is_empty() && !whole {
            return Err(own.refused("no bounds".into(), "at least one"));
        }
        let same_sense = (own.flag(3)? == same_normal) == same;
        parts.body.faces.push(StepFace { surface, same_sense, bounds, entity: self.exchange.place_of(own.number) });
        Ok(())
    }

    fn bound(
        &mut self,
        parts: &mut BodyParts,
        from: &Attributes<'t>,
        number: u64,
        same: bool,
    ) -> StepOutcome<StepBound> {
        let entity = self.follow(from, number)?;
        if !entity.is("FACE_OUTER_BOUND") && !entity.is("FACE_BOUND") {
            return Err(wrong_entity(from, &entity, "FACE_OUTER_BOUND or FACE_BOUND"));
        }
        let outer = entity.is("FACE_OUTER_BOUND");
        let own = entity.attributes(&["REPRESENTATION_ITEM", "FACE_BOUND"]);
        let forward = own.flag(2)? == same;
        let entity = self.follow(&own, own.reference(1)?)?;
        let path = if entity.is("VERTEX_LOOP") {
            let vertex_loop = entity.attributes(&["REPRESENTATION_ITEM", "VERTEX_LOOP"]);
            StepLoop::Vertex(self.vertex(parts, &vertex_loop, vertex_loop.reference(1)?)?)
        } else {
            let mut uses = if entity.is("EDGE_LOOP") {
                self.edge_loop(parts, &entity.attributes(&["REPRESENTATION_ITEM", "EDGE_LOOP"]))?
            } else if entity.is("POLY_LOOP") {
                self.polygon(parts, &entity.attributes(&["REPRESENTATION_ITEM", "POLY_LOOP"]))?
            } else {
                return Err(unsupported(&entity, "EDGE_LOOP, VERTEX_LOOP or POLY_LOOP"));
            };
            if !forward {
                uses.reverse();
                uses.iter_mut().for_each(|edge| edge.forward = !edge.forward);
            }
            StepLoop::Edges(uses)
        };
        Ok(StepBound { outer, path })
    }

    fn edge_loop(&mut self, parts: &mut BodyParts, own: &Attributes<'t>) -> StepOutcome<Vec<StepEdgeUse>> {
        let mut uses = Vec::new();
        for number in own.references(1)? {
            self.spend(1).map_err(|fault| own.place(fault))?;
            let oriented = self.follow_as(own, number, "ORIENTED_EDGE")?;
            // name, start (derived), end (derived), edge, orientation
            let edge = self.edge(parts, &oriented, oriented.reference(3)?)?;
            uses.push(StepEdgeUse { edge, forward: oriented.flag(4)? });
        }
        if uses.is_empty() {
            return Err(own.refused("no edges".into(), "at least one"));
        }
        Ok(uses)
    }

    fn edge(&mut self, parts: &mut BodyParts, from: &Attributes<'t>, number: u64) -> StepOutcome<usize> {
        if let Some(&known) = parts.edges.get(&number) {
            return Ok(known);
        }
        let entity = self.follow(from, number)?;
        if !entity.is("EDGE_CURVE") {
            return Err(unsupported(&entity, "EDGE_CURVE"));
        }
        // name, start, end, curve, sense
        let own = entity.attributes(&["REPRESENTATION_ITEM", "EDGE", "EDGE_CURVE"]);
        self.spend(1).map_err(|fault| own.place(fault))?;
        let start = self.vertex(parts, &own, own.reference(1)?)?;
        let end = self.vertex(parts, &own, own.reference(2)?)?;
        let (curve, same) = self.edge_curve(&own, own.reference(3)?, &parts.units)?;
        let same_sense = own.flag(4)? == same;
        parts.body.edges.push(StepEdge { curve, start, end, same_sense, entity: self.exchange.place_of(number) });
        parts.edges.insert(number, parts.body.edges.len() - 1);
        Ok(parts.body.edges.len() - 1)
    }

    fn vertex(&mut self, parts: &mut BodyParts, from: &Attributes<'t>, number: u64) -> StepOutcome<usize> {
        if let Some(&known) = parts.vertices.get(&number) {
            return Ok(known);
        }
        let own = self.follow(from, number)?;
        if !own.is("VERTEX_POINT") {
            return Err(wrong_entity(from, &own, "VERTEX_POINT"));
        }
        let own = own.attributes(&["REPRESENTATION_ITEM", "VERTEX_POINT"]);
        let point = self.point(&own, own.reference(1)?, &parts.units)?;
        parts.body.vertices.push(point);
        parts.vertices.insert(number, parts.body.vertices.len() - 1);
        Ok(parts.body.vertices.len() - 1)
    }

    /// The sides of a polygon as edges. Polygons share points, so two of them that meet share a side.
    fn polygon(&mut self, parts: &mut BodyParts, own: &Attributes<'t>) -> StepOutcome<Vec<StepEdgeUse>> {
        let mut corners = Vec::new();
        for number in own.references(1)? {
            let next = parts.body.vertices.len();
            let corner = *parts.vertices.entry(number).or_insert(next);
            if corner == next {
                let point = self.point(own, number, &parts.units)?;
                parts.body.vertices.push(point);
            }
            corners.push(corner);
        }
        if corners.len() < 3 {
            return Err(own.refused(format!("{} corners", corners.len()), "at least three"));
        }
        self.spend(corners.len()).map_err(|fault| own.place(fault))?;
        let mut uses = Vec::new();
        for (index, &start) in corners.iter().enumerate() {
            let end = corners[(index + 1) % corners.len()];
            let vertices = [start.min(end), start.max(end)];
            let edges = &mut parts.body.edges;
            let next = edges.len();
            let edge = *parts.sides.entry(vertices).or_insert(next);
            if edge == next {
                let (point, other) = (parts.body.vertices[start], parts.body.vertices[end]);
                if point == other {
                    return Err(own.refused("two corners at one place".into(), "corners that differ"));
                }
                let curve = Arc::new(StepCurve::Line { point, vector: other - point });
                edges.push(StepEdge {
                    curve,
                    start,
                    end,
                    same_sense: true,
                    entity: self.exchange.place_of(own.number),
                });
            }
            uses.push(StepEdgeUse { edge, forward: edges[edge].start == start });
        }
        Ok(uses)
    }
}
