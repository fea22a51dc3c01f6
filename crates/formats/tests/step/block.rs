//! A block with a bore: 20 × 30 × 10 mm, with a hole of radius 5 mm through its middle.

use crate::texts::Text;
use glam::{DVec3, dvec3};
use tangency_formats::step::{StepBody, StepBodyKind, StepCurve, StepFile, StepLoop, StepPlacement, StepSurface};

const SIZE: [f64; 3] = [20.0, 30.0, 10.0];

/// The corner with these signs: 1 is the far end of an axis.
fn corner(index: usize) -> [f64; 3] {
    [0, 1, 2].map(|axis| if index >> axis & 1 == 1 { SIZE[axis] } else { 0.0 })
}

/// The text of the block. Its top face has its loops written against their direction, in bounds that say so.
pub(crate) fn block() -> Text {
    let mut text = Text::default();
    let corners: Vec<String> = (0..8).map(|index| text.vertex(corner(index))).collect();
    let mut edges: Vec<([usize; 2], String)> = Vec::new();
    for start in 0..8_usize {
        for axis in (0..3).filter(|axis| start >> axis & 1 == 0) {
            let end = start | 1 << axis;
            let mut along = [0.0; 3];
            along[axis] = 1.0;
            let line = text.line(corner(start), along, SIZE[axis]);
            let edge = text.add(format!("EDGE_CURVE('',{},{},{line},.T.)", corners[start], corners[end]));
            edges.push(([start, end], edge));
        }
    }
    let side = |from: usize, to: usize| {
        let found = edges.iter().find(|(ends, _)| *ends == [from.min(to), from.max(to)]).unwrap();
        (found.1.clone(), from < to)
    };
    let rim_vertices = [0.0, 10.0].map(|height| text.vertex([15.0, 15.0, height]));
    let rims = [0, 1].map(|end| {
        let placement = text.placement([10.0, 15.0, 10.0 * end as f64], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]);
        let circle = text.add(format!("CIRCLE('',{placement},5.)"));
        text.add(format!("EDGE_CURVE('',{0},{0},{circle},.T.)", rim_vertices[end]))
    });
    let seam_line = text.line([15.0, 15.0, 0.0], [0.0, 0.0, 2.0], 10.0);
    let seam = text.add(format!("EDGE_CURVE('',{},{},{seam_line},.T.)", rim_vertices[0], rim_vertices[1]));
    let mut faces = Vec::new();
    // The corners of each face in order, seen from outside, and its normal.
    let planes = [
        ([0, 4, 6, 2], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]),
        ([1, 3, 7, 5], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]),
        ([0, 1, 5, 4], [0.0, -1.0, 0.0], [1.0, 0.0, 0.0]),
        ([2, 6, 7, 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]),
        ([0, 2, 3, 1], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]),
        ([4, 5, 7, 6], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]),
    ];
    for (index, (around, normal, x)) in planes.into_iter().enumerate() {
        let placement = text.placement(corner(around[0]), normal, x);
        let plane = text.add(format!("PLANE('',{placement})"));
        let mut uses: Vec<(String, bool)> = (0..4).map(|i| side(around[i], around[(i + 1) % 4])).collect();
        let is_top = index == 5;
        if is_top {
            uses.reverse();
            uses.iter_mut().for_each(|used| used.1 = !used.1);
        }
        let uses: Vec<(&str, bool)> = uses.iter().map(|(edge, forward)| (&edge[..], *forward)).collect();
        let mut bounds = vec![text.bound(&uses, !is_top)];
        if index >= 4 {
            // The rims run counter-clockwise from above: right for the bottom, against the bound of the top.
            bounds.push(text.bound(&[(&rims[index - 4], true)], !is_top));
        }
        // The plane of the bottom has its normal upwards, so the face is reversed.
        let sense = if index == 4 { ".F." } else { ".T." };
        faces.push(text.add(format!("ADVANCED_FACE('',({}),{plane},{sense})", bounds.join(","))));
    }
    let placement = text.placement([10.0, 15.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]);
    let cylinder = text.add(format!("CYLINDRICAL_SURFACE('',{placement},5.)"));
    let around = [(&rims[0][..], false), (&seam[..], true), (&rims[1][..], true), (&seam[..], false)];
    faces.push(text.face(&around, &cylinder, false));
    let shell = text.add(format!("CLOSED_SHELL('',({}))", faces.join(",")));
    let solid = text.add(format!("MANIFOLD_SOLID_BREP('block',{shell})"));
    text.list(&solid);
    text
}

/// The signed distance of a point from a plane, cylinder or sphere, along the normal of the surface.
pub(crate) fn distance(surface: &StepSurface, point: DVec3) -> f64 {
    let from = |placement: &StepPlacement| point - placement.origin;
    match surface {
        StepSurface::Plane { placement } => from(placement).dot(placement.z),
        StepSurface::Cylinder { placement, radius } => from(placement).reject_from(placement.z).length() - radius,
        StepSurface::Sphere { placement, radius } => from(placement).length() - radius,
        StepSurface::Cone { .. }
        | StepSurface::Torus { .. }
        | StepSurface::Spline(_)
        | StepSurface::Extrusion { .. }
        | StepSurface::Revolution { .. } => panic!("no distance from {surface:?}"),
    }
}

/// The rules of every solid: loops are connected, each edge is used once in each direction.
pub(crate) fn check_solid(body: &StepBody) {
    let mut uses = vec![[0, 0]; body.edges.len()];
    for face in &body.faces {
        for bound in &face.bounds {
            let StepLoop::Edges(path) = &bound.path else { continue };
            for (index, used) in path.iter().enumerate() {
                let next = path[(index + 1) % path.len()];
                let ends = |used: &tangency_formats::step::StepEdgeUse| {
                    let edge = &body.edges[used.edge];
                    if used.forward { [edge.start, edge.end] } else { [edge.end, edge.start] }
                };
                assert_eq!(ends(used)[1], ends(&next)[0], "a gap in a loop of face {}", face.entity);
                uses[used.edge][usize::from(used.forward)] += 1;
            }
        }
    }
    assert!(uses.iter().all(|&used| used == [1, 1]), "{uses:?}");
}

fn read() -> (StepFile, StepBody) {
    let file = block().read();
    let body = file.bodies[0].clone();
    (file, body)
}

#[test]
fn the_block_has_its_parts() {
    let (file, body) = read();
    assert_eq!((file.bodies.len(), file.instances.len(), file.notes.len()), (1, 1, 0));
    assert_eq!(file.schema, "AUTOMOTIVE_DESIGN");
    assert_eq!((&*body.name, &*body.item_name, body.kind), ("block", "block", StepBodyKind::Solid));
    assert_eq!(file.instances[0].name(), "shape");
    assert_eq!(file.instances[0].pose, tangency_geometry::Pose::IDENTITY);
    assert_eq!((body.faces.len(), body.edges.len(), body.vertices.len(), body.shells.len()), (7, 15, 10, 1));
    assert!(body.shells[0].closed && !body.shells[0].void && body.shells[0].faces == [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(body.tolerance, Some(1e-4 / 1000.0));
    check_solid(&body);
}

#[test]
fn millimetres_become_metres_to_the_last_bit() {
    let (_, body) = read();
    // The nearest double of the quotient, not a product with a rounded thousandth.
    assert!(body.vertices.contains(&dvec3(0.02, 0.03, 0.01)));
    let StepSurface::Cylinder { placement, radius } = *body.faces[6].surface else { panic!("no cylinder") };
    assert_eq!((radius, placement.origin), (0.005, dvec3(0.01, 0.015, 0.0)));
    assert_eq!([placement.x, placement.y, placement.z], [DVec3::X, DVec3::Y, DVec3::Z]);
    // A line keeps its parameter: its direction has the magnitude of its vector.
    let seam =
        body.edges.iter().find(|edge| body.vertices[edge.start] == dvec3(0.015, 0.015, 0.0) && edge.start != edge.end);
    let StepCurve::Line { vector, .. } = *seam.unwrap().curve else { panic!("no line") };
    assert_eq!(vector, dvec3(0.0, 0.0, 0.01));
}

#[test]
fn edges_lie_on_their_faces_and_normals_point_outwards() {
    let (_, body) = read();
    for face in &body.faces {
        for bound in &face.bounds {
            let StepLoop::Edges(path) = &bound.path else { panic!("no edges") };
            for used in path {
                let edge = &body.edges[used.edge];
                for i in 0..=8 {
                    let t = f64::from(i) / 8.0;
                    let whole =
                        if matches!(*edge.curve, StepCurve::Circle { .. }) { std::f64::consts::TAU } else { 1.0 };
                    let place = edge.curve.at(t * whole);
                    assert!(distance(&face.surface, place.unwrap()).abs() < 1e-17);
                }
                assert!(edge.curve.at(0.0).unwrap().distance(body.vertices[edge.start]) < 1e-17);
            }
        }
        // A point of the material, beside the bore.
        let inner = distance(&face.surface, dvec3(0.002, 0.003, 0.004));
        assert!(if face.same_sense { inner < 0.0 } else { inner > 0.0 }, "{}", face.entity);
    }
}

#[test]
fn the_face_is_to_the_left_of_its_loops() {
    let (_, body) = read();
    let polygon = |index: usize| -> Vec<DVec3> {
        let StepLoop::Edges(path) = &body.faces[index].bounds[0].path else { panic!("no edges") };
        let start = |used: &tangency_formats::step::StepEdgeUse| {
            let edge = &body.edges[used.edge];
            body.vertices[if used.forward { edge.start } else { edge.end }]
        };
        path.iter().map(start).collect()
    };
    for (index, face) in body.faces[..6].iter().enumerate() {
        let corners = polygon(index);
        let area: DVec3 = (0..4).map(|i| corners[i].cross(corners[(i + 1) % 4])).sum::<DVec3>() / 2.0;
        let StepSurface::Plane { placement } = *face.surface else { panic!("no plane") };
        let normal = if face.same_sense { placement.z } else { -placement.z };
        assert!(area.normalize().distance(normal) < 1e-15, "face {index}");
    }
}

/// A solid with a void: a ball within a ball, whose shell is written with its normal outwards and then reversed.
#[test]
fn a_void_has_its_normals_out_of_the_material() {
    let mut text = Text::default();
    let outer = text.ball(9.0);
    let inner = text.ball(4.0);
    let shell_of = |solid: &str| format!("#{}", solid[1..].parse::<usize>().unwrap() - 1);
    let oriented = text.add(format!("ORIENTED_CLOSED_SHELL('',*,{},.F.)", shell_of(&inner)));
    let solid = text.add(format!("BREP_WITH_VOIDS('hollow',{},({oriented}))", shell_of(&outer)));
    text.list(&solid);
    // The two balls themselves are listed nowhere: take them away.
    let whole = text.file().replace(&format!("{inner}=MANIFOLD_SOLID_BREP('ball'"), &format!("{inner}=GROUP('ball'"));
    let whole = whole.replace(&format!("{outer}=MANIFOLD_SOLID_BREP('ball'"), &format!("{outer}=GROUP('ball'"));
    let file = tangency_formats::step::parse(whole.as_bytes(), "hollow.step").unwrap();
    let body = &file.bodies[0];
    assert_eq!((body.faces.len(), body.shells.len(), body.kind), (2, 2, StepBodyKind::Solid));
    assert_eq!(body.shells.iter().map(|shell| shell.void).collect::<Vec<_>>(), [false, true]);
    assert_eq!(body.faces.iter().map(|face| face.same_sense).collect::<Vec<_>>(), [true, false]);
    assert!(matches!(body.faces[0].bounds[0].path, StepLoop::Vertex(0)));
    let [outer, inner] = [0, 1].map(|face: usize| {
        let StepSurface::Sphere { radius, .. } = *body.faces[face].surface else { panic!("no sphere") };
        radius
    });
    let (mass, _) = body.brep().unwrap().mass().unwrap();
    let volume = 4.0 / 3.0 * std::f64::consts::PI * (outer.powi(3) - inner.powi(3));
    assert!((mass.volume / volume - 1.0).abs() < 1e-9, "{} and {volume}", mass.volume);
}

/// A tetrahedron of polygons: its edges are made from its corners, and shared.
#[test]
fn polygons_become_edges() {
    let mut text = Text::default();
    let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|corner| text.point(corner));
    let mut faces = Vec::new();
    let third = [1.0, 1.0, 1.0];
    let sides = [
        ([0, 2, 1], [0.0, 0.0, -1.0], 0),
        ([0, 1, 3], [0.0, -1.0, 0.0], 0),
        ([0, 3, 2], [-1.0, 0.0, 0.0], 0),
        ([1, 2, 3], third, 1),
    ];
    for (around, normal, at) in sides {
        let place = if at == 0 { [0.0; 3] } else { [1.0, 0.0, 0.0] };
        let placement = text.placement(place, normal, [0.3, -0.7, 0.4]);
        let plane = text.add(format!("PLANE('',{placement})"));
        let path = text.add(format!("POLY_LOOP('',({}))", around.map(|index| corners[index].clone()).join(",")));
        let bound = text.add(format!("FACE_OUTER_BOUND('',{path},.T.)"));
        faces.push(text.add(format!("FACE_SURFACE('',({bound}),{plane},.T.)")));
    }
    let shell = text.add(format!("CLOSED_SHELL('',({}))", faces.join(",")));
    let solid = text.add(format!("FACETED_BREP('tetrahedron',{shell})"));
    text.list(&solid);
    let file = text.read();
    let body = &file.bodies[0];
    assert_eq!((body.faces.len(), body.edges.len(), body.vertices.len()), (4, 6, 4));
    assert!(body.faces.iter().all(|face| face.bounds[0].outer));
    check_solid(body);
}
