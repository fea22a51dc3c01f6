//! Bodies by code, for examples and tests: solids of revolution, and plates with bores.

use super::{
    StepBody, StepBodyKind, StepBound, StepCurve, StepEdge, StepEdgeUse, StepEntity, StepFace, StepLoop, StepPlacement,
    StepShell, StepSurface,
};
use glam::{DVec2, DVec3, dvec2};
use std::sync::Arc;

/// A profile or a plate that bounds no solid.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum StepShapeError {
    /// The profile does not begin and end on the axis.
    #[error("the profile has {0} segments or does not begin and end at radius 0: begin below, end above")]
    Open(usize),
    /// A segment has no length, leaves the half-plane, or its centre is not as far from both of its ends.
    #[error("segment {index} from {start} to {end} (radius, height): expected two places, the centre as far from both")]
    Segment {
        /// The index of the segment.
        index: usize,
        /// Its start.
        start: DVec2,
        /// Its end.
        end: DVec2,
    },
    /// A size or radius is not positive, or a bore is not within the plate or overlaps another one.
    #[error("the plate or its bore {0} has no place: give positive sizes, and bores apart within the plate")]
    Bore(usize),
}

/// A segment of a profile: the place where it ends, as radius and height, and its centre if it is an arc of a circle.
///
/// An arc is the shorter way around its centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepProfileSegment {
    /// The end.
    pub end: DVec2,
    /// The centre of an arc; `None` for a straight segment.
    pub center: Option<DVec2>,
}

/// The solid that a profile sweeps around the z axis. The profile begins at radius 0 and the given height, runs with
/// the solid on its left, and ends at radius 0: from the bottom outwards and up to the top.
///
/// Horizontal segments become planes, vertical ones cylinders, others cones; arcs become tori, or spheres if their
/// centre is on the axis.
///
/// ```
/// use glam::dvec2;
/// use tangency_formats::step::{StepProfileSegment, revolved};
///
/// let to = |r, z| StepProfileSegment { end: dvec2(r, z), center: None };
/// let pin = revolved("pin", 0.0, &[to(0.002, 0.0), to(0.002, 0.01), to(0.0, 0.01)])?;
/// assert_eq!((pin.faces.len(), pin.edges.len(), pin.vertices.len()), (3, 3, 2));
/// # Ok::<(), tangency_formats::step::StepShapeError>(())
/// ```
pub fn revolved(name: &str, bottom: f64, profile: &[StepProfileSegment]) -> Result<StepBody, StepShapeError> {
    let mut body = empty_solid(name);
    let ends = profile.last().is_some_and(|segment| segment.end.x == 0.0);
    if !ends || profile.len() < 2 {
        return Err(StepShapeError::Open(profile.len()));
    }
    let mut start = dvec2(0.0, bottom);
    let mut first = None;
    for (index, segment) in profile.iter().enumerate() {
        let last = index + 1 == profile.len();
        check_segment(index, start, segment, last)?;
        let second = rim(&mut body, segment.end);
        let face = swept_face(&mut body, start, segment, [first, second]);
        body.faces.push(face);
        (start, first) = (segment.end, second);
    }
    close(&mut body);
    Ok(body)
}

fn check_segment(index: usize, start: DVec2, segment: &StepProfileSegment, last: bool) -> Result<(), StepShapeError> {
    let end = segment.end;
    let finite = start.is_finite() && end.is_finite();
    let inside = end.x > 0.0 || (last && end.x == 0.0);
    let round = segment.center.is_none_or(|center| {
        let (a, b) = (center.distance(start), center.distance(end));
        let turn = (start - center).perp_dot(end - center);
        center.x >= 0.0 && a > 0.0 && turn != 0.0 && (a - b).abs() <= 4.0 * f64::EPSILON * (a + center.length())
    });
    if finite && inside && round && start != end {
        return Ok(());
    }
    Err(StepShapeError::Segment { index, start, end })
}

/// A circle around the axis, and its vertex in the direction of x; `None` on the axis.
fn rim(body: &mut StepBody, place: DVec2) -> Option<usize> {
    if place.x == 0.0 {
        return None;
    }
    let placement = StepPlacement { origin: DVec3::Z * place.y, ..StepPlacement::IDENTITY };
    let vertex = add_vertex(body, in_plane(place));
    Some(add_edge(body, StepCurve::Circle { placement, radius: place.x }, [vertex, vertex], true))
}

fn in_plane(place: DVec2) -> DVec3 {
    DVec3::new(place.x, 0.0, place.y)
}

/// The face between two rims. Its normal is to the right of the profile.
fn swept_face(
    body: &mut StepBody,
    start: DVec2,
    segment: &StepProfileSegment,
    [first, second]: [Option<usize>; 2],
) -> StepFace {
    let along = segment.end - start;
    let forward = |edge: Option<usize>, forward: bool| edge.map(|edge| StepEdgeUse { edge, forward });
    let around = [forward(first, true), forward(second, false)];
    let at = |height: f64| StepPlacement { origin: DVec3::Z * height, ..StepPlacement::IDENTITY };
    if segment.center.is_none() && along.y == 0.0 {
        let bound = |used: StepEdgeUse| StepBound { outer: false, path: StepLoop::Edges(vec![used]) };
        let bounds = around.into_iter().flatten().map(bound).collect();
        let surface = Arc::new(StepSurface::Plane { placement: at(start.y) });
        return StepFace { surface, same_sense: along.x < 0.0, bounds, entity: StepEntity::default() };
    }
    let (surface, curve, same_sense, curve_forward) = match segment.center {
        Some(center) => {
            let turns_left = (start - center).perp_dot(segment.end - center) > 0.0;
            let radius = center.distance(start);
            let surface = if center.x == 0.0 {
                StepSurface::Sphere { placement: at(center.y), radius }
            } else {
                let placement = at(center.y);
                StepSurface::Torus { placement, major_radius: center.x, minor_radius: radius, select_outer: None }
            };
            let placement = StepPlacement { origin: in_plane(center), x: DVec3::X, y: DVec3::Z, z: -DVec3::Y };
            (surface, StepCurve::Circle { placement, radius }, turns_left, turns_left)
        }
        None => {
            let line = StepCurve::Line { point: in_plane(start), vector: in_plane(along) };
            (straight(start, along), line, along.y > 0.0, true)
        }
    };
    let vertex_of = |body: &mut StepBody, edge: Option<usize>, place: DVec2| match edge {
        Some(edge) => body.edges[edge].start,
        None => add_vertex(body, in_plane(place)),
    };
    let ends = [vertex_of(body, first, start), vertex_of(body, second, segment.end)];
    let seam = add_edge(body, curve, ends, curve_forward);
    let path = [around[0], forward(Some(seam), true), around[1], forward(Some(seam), false)];
    let path = StepLoop::Edges(path.into_iter().flatten().collect());
    let bounds = vec![StepBound { outer: false, path }];
    StepFace { surface: Arc::new(surface), same_sense, bounds, entity: StepEntity::default() }
}

/// A cylinder, or a cone whose axis points to where it widens.
fn straight(start: DVec2, along: DVec2) -> StepSurface {
    let origin = DVec3::Z * start.y;
    let upright = StepPlacement { origin, ..StepPlacement::IDENTITY };
    if along.x == 0.0 {
        return StepSurface::Cylinder { placement: upright, radius: start.x };
    }
    let turned = StepPlacement { origin, x: DVec3::X, y: -DVec3::Y, z: -DVec3::Z };
    let placement = if along.x * along.y > 0.0 { upright } else { turned };
    StepSurface::Cone { placement, radius: start.x, semi_angle: along.x.abs().atan2(along.y.abs()) }
}

/// A plate between the origin and `size`, with bores along z: the centre along x and y, and the radius.
pub fn plate(name: &str, size: DVec3, bores: &[(DVec2, f64)]) -> Result<StepBody, StepShapeError> {
    if !(size.min_element() > 0.0 && size.is_finite()) {
        return Err(StepShapeError::Bore(0));
    }
    for (index, (center, radius)) in bores.iter().enumerate() {
        let margin = center.min(dvec2(size.x, size.y) - *center).min_element();
        let apart = bores[..index].iter().all(|(other, reach)| other.distance(*center) > radius + reach);
        if !(*radius > 0.0 && margin > *radius && apart) {
            return Err(StepShapeError::Bore(index));
        }
    }
    let mut body = empty_solid(name);
    let mut bounds = box_faces(&mut body, size);
    for (center, radius) in bores {
        let foot = center.extend(0.0);
        let ends = [foot, foot + DVec3::Z * size.z];
        let rims = ends.map(|origin| {
            let vertex = add_vertex(&mut body, origin + DVec3::X * *radius);
            let placement = StepPlacement { origin, ..StepPlacement::IDENTITY };
            add_edge(&mut body, StepCurve::Circle { placement, radius: *radius }, [vertex, vertex], true)
        });
        let vertices = rims.map(|edge| body.edges[edge].start);
        let point = body.vertices[vertices[0]];
        let seam = add_edge(&mut body, StepCurve::Line { point, vector: DVec3::Z * size.z }, vertices, true);
        let forward = |edge: usize, forward: bool| StepEdgeUse { edge, forward };
        // The bore seen from its axis: down the seam, around, and up again.
        let path = [forward(rims[0], false), forward(seam, true), forward(rims[1], true), forward(seam, false)];
        let placement = StepPlacement { origin: foot, ..StepPlacement::IDENTITY };
        let surface = Arc::new(StepSurface::Cylinder { placement, radius: *radius });
        let around = vec![StepBound { outer: false, path: StepLoop::Edges(path.to_vec()) }];
        body.faces.push(StepFace { surface, same_sense: false, bounds: around, entity: StepEntity::default() });
        for (end, used) in [forward(rims[0], true), forward(rims[1], false)].into_iter().enumerate() {
            bounds[end].push(StepBound { outer: false, path: StepLoop::Edges(vec![used]) });
        }
    }
    for (end, more) in bounds.into_iter().enumerate() {
        body.faces[end].bounds.extend(more);
    }
    close(&mut body);
    Ok(body)
}

/// The six faces of a box, bottom and top first. Returns lists for the further bounds of these two.
fn box_faces(body: &mut StepBody, size: DVec3) -> [Vec<StepBound>; 2] {
    let corner = |index: usize| DVec3::from_array([0, 1, 2].map(|axis| (index >> axis & 1) as f64)) * size;
    body.vertices = (0..8).map(corner).collect();
    let mut sides = Vec::new();
    for start in 0..8_usize {
        for axis in (0..3).filter(|axis| start >> axis & 1 == 0) {
            let end = start | 1 << axis;
            let line = StepCurve::Line { point: corner(start), vector: corner(end) - corner(start) };
            sides.push(([start, end], add_edge(body, line, [start, end], true)));
        }
    }
    // The corners of each face in order, seen from outside, and its normal.
    let faces = [
        ([0, 2, 3, 1], -DVec3::Z),
        ([4, 5, 7, 6], DVec3::Z),
        ([0, 4, 6, 2], -DVec3::X),
        ([1, 3, 7, 5], DVec3::X),
        ([0, 1, 5, 4], -DVec3::Y),
        ([2, 6, 7, 3], DVec3::Y),
    ];
    for (around, z) in faces {
        let mut uses = Vec::new();
        for (index, &from) in around.iter().enumerate() {
            let to = around[(index + 1) % 4];
            let ends = [from.min(to), from.max(to)];
            let edge = sides.iter().find(|(side, _)| *side == ends).map_or(0, |(_, edge)| *edge);
            uses.push(StepEdgeUse { edge, forward: from < to });
        }
        let x = if z.x == 0.0 { DVec3::X } else { DVec3::Y };
        let placement = StepPlacement { origin: corner(around[0]), x, y: z.cross(x), z };
        let bounds = vec![StepBound { outer: true, path: StepLoop::Edges(uses) }];
        let surface = Arc::new(StepSurface::Plane { placement });
        body.faces.push(StepFace { surface, same_sense: true, bounds, entity: StepEntity::default() });
    }
    [Vec::new(), Vec::new()]
}

fn empty_solid(name: &str) -> StepBody {
    StepBody {
        name: name.to_owned(),
        item_name: String::new(),
        entity: StepEntity::default(),
        kind: StepBodyKind::Solid,
        shells: Vec::new(),
        faces: Vec::new(),
        edges: Vec::new(),
        vertices: Vec::new(),
        tolerance: None,
    }
}

fn close(body: &mut StepBody) {
    body.shells.push(StepShell { faces: (0..body.faces.len()).collect(), closed: true, void: false });
}

fn add_vertex(body: &mut StepBody, place: DVec3) -> usize {
    body.vertices.push(place);
    body.vertices.len() - 1
}

fn add_edge(body: &mut StepBody, curve: StepCurve, [start, end]: [usize; 2], same_sense: bool) -> usize {
    body.edges.push(StepEdge { curve: Arc::new(curve), start, end, same_sense, entity: StepEntity::default() });
    body.edges.len() - 1
}
