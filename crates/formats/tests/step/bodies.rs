//! Bodies of STEP files as bodies of trimmed faces.
//!
//! Reference: the numbers of faces and edges of the solids, and points of known distance from their surfaces.

use crate::written::{bolt, bracket};
use glam::{DVec3, dvec2, dvec3};
use std::f64::consts::{FRAC_1_SQRT_2, PI};
use std::sync::Arc;
use tangency_formats::step::{
    StepBody, StepBodyError, StepBodyKind, StepBound, StepCurve, StepEdge, StepEdgeUse, StepEntity, StepFace, StepLoop,
    StepPlacement, StepProfileSegment, StepSegment, StepShell, StepSplineCurve, StepSurface, plate, revolved,
};
use tangency_geometry::surface::Brep;
use tangency_interval::Interval;
use tangency_interval::laws::Random;

/// Random points of the faces.
fn points(brep: &Brep, random: &mut Random) -> Vec<DVec3> {
    let mut found = Vec::new();
    for face in brep.faces() {
        let domain = face.patch().domain();
        for _ in 0..200 {
            let [u, v] = domain.map(|range| random.between(range.lower(), range.upper()));
            if face.inside([u, v].map(Interval::from)) {
                found.push(face.patch().at(u, v, 0.0));
            }
        }
    }
    found
}

#[test]
fn a_bolt_and_a_bracket_are_solids() {
    let mut random = Random::new(3);
    let [bolt, bracket] = [bolt(), bracket()].map(|body| body.brep().unwrap());
    assert!(bolt.is_solid() && bolt.faces().len() == 9);
    assert!(bracket.is_solid() && bracket.faces().len() == 8);
    let (size, radius) = (dvec3(0.08, 0.04, 0.01), 0.0045);
    let on_bolt = points(&bolt, &mut random);
    assert!(on_bolt.len() > 900, "{}", on_bolt.len());
    for point in on_bolt {
        let across = point.truncate().length();
        assert!(across <= 0.008 + 1e-12 && (-1e-12..=0.036 + 1e-12).contains(&point.z), "{point}");
        // Between the fillet and the chamfer the shank is a cylinder, and nothing is inside it.
        assert!(!(0.0011..0.0289).contains(&point.z) || (across - 0.004).abs() < 1e-12, "{point}");
    }
    let on_bracket = points(&bracket, &mut random);
    assert!(on_bracket.len() > 900, "{}", on_bracket.len());
    for point in on_bracket {
        let bores = [dvec2(0.02, 0.02), dvec2(0.06, 0.02)].map(|centre| point.truncate().distance(centre) - radius);
        let beside = bores[0].min(bores[1]);
        let outer = point.min(size - point).min_element().abs();
        // The rims are polynomials within the tolerance of circles.
        assert!(beside > -1e-8 && (outer < 1e-12 || beside.abs() < 1e-12), "{point}");
    }
}

/// A whole ball has no seam in the file, and a cone ends in its tip.
#[test]
fn poles_and_seams_are_added() {
    let to = |radius: f64, height: f64| StepProfileSegment { end: dvec2(radius, height), center: None };
    let pointed = revolved("cone", 0.0, &[to(0.01, 0.0), to(0.0, 0.03)]).unwrap().brep().unwrap();
    assert!(pointed.is_solid());
    let lowest = pointed.vertices().iter().map(|vertex| vertex.at(0.0).z).fold(0.0, f64::max);
    assert!((lowest - 0.03).abs() < 1e-12, "{lowest}");
}

/// The control points and weights of a circle in four arcs.
const TURN: [[f64; 3]; 9] = [
    [1.0, 0.0, 1.0],
    [1.0, 1.0, FRAC_1_SQRT_2],
    [0.0, 1.0, 1.0],
    [-1.0, 1.0, FRAC_1_SQRT_2],
    [-1.0, 0.0, 1.0],
    [-1.0, -1.0, FRAC_1_SQRT_2],
    [0.0, -1.0, 1.0],
    [1.0, -1.0, FRAC_1_SQRT_2],
    [1.0, 0.0, 1.0],
];

/// Arcs of a circle as a spline.
fn arcs(placement: &StepPlacement, radius: f64, places: &[[f64; 3]]) -> StepCurve {
    let points = places.iter().map(|&[x, y, _]| placement.at(radius * dvec3(x, y, 0.0))).collect();
    let count = places.len() / 2;
    let inner = (0..=count).flat_map(|i| [i as f64; 2]);
    let knots = std::iter::once(0.0).chain(inner).chain([count as f64]).collect();
    let weights = Some(places.iter().map(|place| place[2]).collect());
    StepCurve::Spline(StepSplineCurve { degree: 2, knots, points, weights, closed: None })
}

/// The same surface as an extrusion or a surface of revolution, with the same normal.
fn swept(surface: &StepSurface) -> StepSurface {
    let turned = |placement: &StepPlacement, curve: StepCurve| StepSurface::Revolution {
        curve,
        point: placement.origin,
        axis: placement.z,
    };
    let upright = |placement: &StepPlacement, origin: DVec3| StepPlacement {
        origin,
        x: placement.x,
        y: placement.z,
        z: -placement.y,
    };
    let line = |point: DVec3, vector: DVec3| StepCurve::Line { point, vector };
    match surface {
        StepSurface::Plane { placement } => {
            StepSurface::Extrusion { curve: line(placement.origin, placement.x), vector: 0.01 * placement.y }
        }
        StepSurface::Cylinder { placement, radius } => {
            turned(placement, line(placement.origin + *radius * placement.x, placement.z))
        }
        StepSurface::Cone { placement, radius, semi_angle } => {
            let along = placement.z + semi_angle.tan() * placement.x;
            turned(placement, line(placement.origin + *radius * placement.x, along))
        }
        StepSurface::Sphere { placement, radius } => {
            // From the lower pole to the upper one.
            let half = [&TURN[6..9], &TURN[1..3]].concat();
            turned(placement, arcs(&upright(placement, placement.origin), *radius, &half))
        }
        StepSurface::Torus { placement, major_radius, minor_radius, .. } => {
            let centre = placement.origin + *major_radius * placement.x;
            turned(placement, arcs(&upright(placement, centre), *minor_radius, &TURN))
        }
        StepSurface::Spline(_) | StepSurface::Extrusion { .. } | StepSurface::Revolution { .. } => surface.clone(),
    }
}

/// The same body with all surfaces swept and all circles as splines.
fn splined(body: &StepBody) -> StepBody {
    let mut body = body.clone();
    for face in &mut body.faces {
        face.surface = Arc::new(swept(&face.surface));
    }
    for edge in &mut body.edges {
        if let StepCurve::Circle { placement, radius } = &*edge.curve {
            edge.curve = Arc::new(arcs(placement, *radius, &TURN));
        }
    }
    body
}

/// Bodies of formulas and the same of splines have the same volume, centre, inertia and area.
#[test]
fn the_same_bodies_by_splines() {
    let to = |radius: f64, height: f64| StepProfileSegment { end: dvec2(radius, height), center: None };
    let cone = revolved("cone", 0.0, &[to(0.01, 0.0), to(0.0, 0.03)]).unwrap();
    for body in [bolt(), bracket(), cone, plate("plate", dvec3(0.1, 0.2, 0.05), &[]).unwrap()] {
        let (plain, splines) = (body.brep().unwrap(), splined(&body).brep().unwrap());
        assert!(splines.is_solid() && splines.faces().iter().all(|face| face.patch().sheet().is_some()));
        let ((one, _), (other, _)) = (plain.mass().unwrap(), splines.mass().unwrap());
        assert!((one.volume - other.volume).abs() < 1e-10 * one.volume, "{}: {one:?} {other:?}", body.name);
        assert!(one.centre.distance(other.centre) < 1e-11, "{}: {one:?} {other:?}", body.name);
        let change = one.inertia - other.inertia;
        assert!(change.x_axis.length() < 1e-9 * one.inertia.x_axis.length(), "{}: {one:?} {other:?}", body.name);
        let (one, other) = (plain.area().unwrap().0, splines.area().unwrap().0);
        assert!((one - other).abs() < 1e-10 * one, "{}: {one} {other}", body.name);
    }
}

/// Volume and area of a plate with bores and of a cone, by their closed forms.
#[test]
fn trimmed_faces_have_their_area_and_volume() {
    let bracket = bracket().brep().unwrap();
    let (size, radius) = (dvec3(0.08, 0.04, 0.01), 0.0045_f64);
    let hole = PI * radius * radius;
    let volume = (size.x * size.y - 2.0 * hole) * size.z;
    let outer = 2.0 * (size.x * size.y + size.y * size.z + size.z * size.x);
    let area = outer - 4.0 * hole + 4.0 * PI * radius * size.z;
    let (mass, error) = bracket.mass().unwrap();
    assert!((mass.volume - volume).abs() < 1e-10 * volume && error < 1e-10, "{mass:?} {error} {volume}");
    assert!(mass.centre.distance(0.5 * size) < 1e-12, "{mass:?}");
    let (found, error) = bracket.area().unwrap();
    assert!((found - area).abs() < 1e-10 * area && error < 1e-10, "{found} {error} {area}");
}

fn numbered(number: u64) -> StepEntity {
    StepEntity { number, ..StepEntity::default() }
}

/// A prism over an ellipse: its wall is an extrusion, and its seam is met on both sides.
fn prism([a, b]: [f64; 2], height: f64) -> StepBody {
    let placement = |z: f64| StepPlacement { origin: dvec3(0.0, 0.0, z), ..StepPlacement::IDENTITY };
    let ellipse = |z: f64| StepCurve::Ellipse { placement: placement(z), semi_axes: [a, b] };
    let edge = |curve: StepCurve, start: usize, end: usize, entity: u64| StepEdge {
        curve: Arc::new(curve),
        start,
        end,
        same_sense: true,
        entity: numbered(entity),
    };
    let seam = StepCurve::Line { point: dvec3(a, 0.0, 0.0), vector: DVec3::Z };
    let used = |edge: usize, forward: bool| StepEdgeUse { edge, forward };
    let face = |surface: StepSurface, same_sense: bool, uses: Vec<StepEdgeUse>, entity: u64| StepFace {
        surface: Arc::new(surface),
        same_sense,
        bounds: vec![StepBound { outer: true, path: StepLoop::Edges(uses) }],
        entity: numbered(entity),
    };
    let wall = StepSurface::Extrusion { curve: ellipse(0.0), vector: DVec3::Z };
    StepBody {
        name: "prism".into(),
        item_name: String::new(),
        entity: numbered(1),
        kind: StepBodyKind::Solid,
        shells: vec![StepShell { faces: vec![0, 1, 2], closed: true, void: false }],
        faces: vec![
            face(StepSurface::Plane { placement: placement(0.0) }, false, vec![used(0, false)], 2),
            face(StepSurface::Plane { placement: placement(height) }, true, vec![used(1, true)], 3),
            face(wall, true, vec![used(0, true), used(2, true), used(1, false), used(2, false)], 4),
        ],
        edges: vec![edge(ellipse(0.0), 0, 0, 5), edge(ellipse(height), 1, 1, 6), edge(seam, 0, 1, 7)],
        vertices: vec![dvec3(a, 0.0, 0.0), dvec3(a, 0.0, height)],
        tolerance: None,
    }
}

#[test]
fn a_prism_over_an_ellipse_has_its_volume_and_area() {
    let ([a, b], height) = ([0.02, 0.012], 0.03);
    let brep = prism([a, b], height).brep().unwrap();
    let volume = PI * a * b * height;
    let (mass, _) = brep.mass().unwrap();
    assert!((mass.volume - volume).abs() < 1e-9 * volume, "{mass:?} {volume}");
    // The perimeter by the mean of Gauss: 2π/M(a, b) · (a² − Σ 2ⁿ⁻¹ cₙ²), with c₀² = a² − b².
    let (mut x, mut y, mut sum, mut power) = (a, b, 0.5 * (a * a - b * b), 1.0);
    for _ in 0..8 {
        let c = 0.5 * (x - y);
        (x, y) = (0.5 * (x + y), (x * y).sqrt());
        sum += power * c * c;
        power *= 2.0;
    }
    let area = 2.0 * PI * a * b + height * 2.0 * PI / x * (a * a - sum);
    let (found, _) = brep.area().unwrap();
    assert!((found - area).abs() < 1e-9 * area, "{found} {area}");
}

/// A window in the wall of a tube, whose angles are a turn away from those of the face: it is taken out once.
#[test]
fn a_hole_at_another_turn_is_moved_into_its_face() {
    let (radius, height) = (0.02, 0.03);
    for (start, turned) in [(2.8, false), (2.8, true), (-0.6, true), (-2.0, false), (0.3, false)] {
        let mut body = prism([radius, radius], height);
        body.kind = StepBodyKind::Surface;
        let placement = |z: f64| StepPlacement { origin: dvec3(0.0, 0.0, z), ..StepPlacement::IDENTITY };
        let axes = if turned { [DVec3::NEG_X, DVec3::NEG_Y] } else { [DVec3::X, DVec3::Y] };
        let of_wall = StepPlacement { x: axes[0], y: axes[1], ..placement(0.0) };
        let (angles, heights) = ([start, start + 0.5], [0.01, 0.02]);
        let corner = |angle: f64, z: f64| dvec3(radius * angle.cos(), radius * angle.sin(), z);
        for (angle, z) in [(0, 0), (1, 0), (1, 1), (0, 1)] {
            body.vertices.push(corner(angles[angle], heights[z]));
        }
        let arc = |z: f64| Arc::new(StepCurve::Circle { placement: placement(z), radius });
        let line = |angle: f64| Arc::new(StepCurve::Line { point: corner(angle, 0.0), vector: DVec3::Z });
        let sides =
            [(arc(heights[0]), 2, 3), (line(angles[1]), 3, 4), (arc(heights[1]), 5, 4), (line(angles[0]), 2, 5)];
        for (curve, start, end) in sides {
            body.edges.push(StepEdge { curve, start, end, same_sense: true, entity: numbered(9) });
        }
        // The face is on the left of its loops: against the order of the corners.
        let uses = [(6, true), (5, true), (4, false), (3, false)].map(|(edge, forward)| StepEdgeUse { edge, forward });
        body.faces[2].surface = Arc::new(StepSurface::Cylinder { placement: of_wall, radius });
        let hole = StepBound { outer: false, path: StepLoop::Edges(uses.to_vec()) };
        // The file may name the hole first.
        body.faces[2].bounds.insert(usize::from(turned), hole);
        let area = 2.0 * PI * radius * (radius + height) - 0.5 * radius * 0.01;
        let (found, _) = body.brep().unwrap().area().unwrap();
        assert!((found - area).abs() < 1e-9 * area, "{start} {turned}: {found} {area}");
    }
}

#[test]
fn sides_that_are_apart_are_refused_with_their_edge() {
    let mut body = prism([0.02, 0.012], 0.03);
    body.edges[1].curve = Arc::new(StepCurve::Ellipse {
        placement: StepPlacement { origin: dvec3(0.0, 0.0, 0.03), ..StepPlacement::IDENTITY },
        semi_axes: [0.02, 0.01201],
    });
    let refused = body.brep();
    assert!(
        matches!(refused, Err(StepBodyError::Apart { entity: StepEntity { number: 6, .. }, gap, .. }) if gap > 1e-7 && gap < 2e-5),
        "{refused:?}"
    );
    let mut open = prism([0.02, 0.012], 0.03);
    let StepLoop::Edges(uses) = &mut open.faces[2].bounds[0].path else { panic!("edges") };
    uses.truncate(2);
    let refused = open.brep();
    assert!(
        matches!(refused, Err(StepBodyError::OpenLoop { entity: StepEntity { number: 4, .. }, .. })),
        "{refused:?}"
    );
}

/// Edges that are given as polylines, or as several of them, are the same edges.
#[test]
fn polylines_and_composite_curves_are_edges() {
    let body = plate("plate", dvec3(0.1, 0.2, 0.05), &[]).unwrap();
    let mut other = body.clone();
    for (index, edge) in other.edges.iter_mut().enumerate() {
        let [start, end] = [edge.start, edge.end].map(|vertex| body.vertices[vertex]);
        let [start, end] = if edge.same_sense { [start, end] } else { [end, start] };
        let middle = start.lerp(end, 0.3);
        let segment = |from: DVec3, to: DVec3, same_sense: bool| StepSegment {
            curve: StepCurve::Polyline(if same_sense { vec![from, to] } else { vec![to, from] }),
            same_sense,
        };
        edge.curve = Arc::new(if index % 2 == 0 {
            StepCurve::Polyline(vec![start, middle, end])
        } else {
            StepCurve::Composite(vec![segment(start, middle, true), segment(middle, end, false)])
        });
    }
    let brep = other.brep().unwrap();
    assert!(brep.is_solid() && brep.edges().len() == 24);
    assert!((brep.mass().unwrap().0.volume - 1e-3).abs() < 1e-15);
}

/// Triangles for display cover the trimmed faces up to their curves, and face outwards.
#[test]
fn drawings_end_at_the_trims() {
    for body in [bolt(), bracket(), splined(&bolt())] {
        let brep = body.brep().unwrap();
        let picture = brep.tessellation(1e-6);
        let corners = picture.corners_at(0.0);
        let triangle = |&corners_of: &[u32; 3]| corners_of.map(|corner| corners[corner as usize]);
        let area: f64 =
            picture.triangles().iter().map(triangle).map(|[a, b, c]| 0.5 * (b - a).cross(c - a).length()).sum();
        let volume: f64 = picture.triangles().iter().map(triangle).map(|[a, b, c]| a.dot(b.cross(c)) / 6.0).sum();
        let (exact, (mass, _)) = (brep.area().unwrap().0, brep.mass().unwrap());
        assert!((area - exact).abs() < 1e-3 * exact, "{}: {area} {exact}", body.name);
        assert!((volume - mass.volume).abs() < 1e-3 * mass.volume, "{}: {volume} {}", body.name, mass.volume);
        assert!(picture.triangles().len() < 100_000, "{}: {}", body.name, picture.triangles().len());
    }
}

#[test]
fn high_degrees_and_composite_curves_are_refused_by_name() {
    let mut body = prism([0.02, 0.012], 0.03);
    let points: Vec<DVec3> = (0..18).map(|i| dvec3(0.001 * f64::from(i), 0.0, 0.0)).collect();
    let knots = [vec![0.0; 18], vec![1.0; 18]].concat();
    let curve = StepCurve::Spline(StepSplineCurve { degree: 17, knots, points, weights: None, closed: None });
    body.faces[2].surface = Arc::new(StepSurface::Extrusion { curve, vector: DVec3::Z });
    let refused = body.brep().unwrap_err().to_string();
    assert_eq!(refused, "#4: the degree along u is 17: it must be from 1 to 15");
    body.faces[2].surface = Arc::new(StepSurface::Extrusion { curve: StepCurve::Composite(vec![]), vector: DVec3::Z });
    let refused = body.brep();
    assert!(
        matches!(refused, Err(StepBodyError::Unsupported { entity: StepEntity { number: 4, .. }, .. })),
        "{refused:?}"
    );
}
