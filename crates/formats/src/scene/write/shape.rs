//! The shape of a body as the value of its key `shape`.

use super::motion::formulas;
use super::numbers::{list, number, pose_keys, text, vector};
use super::placement;
use glam::DVec3;
use tangency_geometry::spline::BezierPatch;
use tangency_geometry::surface::Brep;
use tangency_geometry::{Compound, Convex, ConvexCore, HeightMap, Mesh, Pose, RoundedMesh, Shape, Solid};

/// The lines `shape = { ... }` that may describe the shape, the best first. `Err` says why there is none.
pub(super) fn written(shape: &Shape) -> Result<Vec<String>, String> {
    let (tables, pose) = candidates(shape)?;
    if pose != Pose::IDENTITY {
        return Err("it is placed within its own frame: move the body, or make it a part of a compound".into());
    }
    Ok(tables.into_iter().map(|keys| format!("shape = {{ {keys} }}\n")).collect())
}

/// The keys of tables that may describe the shape, and its pose in the frame of the body.
fn candidates(shape: &Shape) -> Result<(Vec<String>, Pose), String> {
    let whole = |keys: String| (vec![keys], Pose::IDENTITY);
    Ok(match shape {
        Shape::Polyhedron(polyhedron) => whole(mesh(polyhedron.mesh())),
        Shape::Mesh(surface) => whole(format!("{}, surface = true", mesh(surface))),
        Shape::Parametric(brep) => (faces(brep)?, Pose::IDENTITY),
        Shape::Implicit(solid) => (vec![formula(solid)?], Pose::IDENTITY),
        Shape::Convex(convex) => (vec![exact(convex)?], *convex.frame()),
        Shape::Rounded(rounded) => whole(grown(rounded)),
        Shape::HalfSpace(half_space) => {
            whole(format!("half_space = {{ {} }}", pose_keys(*half_space.frame()).join(", ")))
        }
        Shape::HeightMap(map) => whole(heights(map)),
        Shape::Compound(parts) => whole(compound(parts)?),
    })
}

fn mesh(mesh: &Mesh) -> String {
    let vertices = list(mesh.vertices(), |&vertex| vector(vertex));
    let triangles = list(mesh.triangles(), |triangle| format!("{triangle:?}"));
    format!("vertices = {vertices}, triangles = {triangles}")
}

fn grown(rounded: &RoundedMesh) -> String {
    let surface = if matches!(rounded.core(), Shape::Mesh(_)) { ", surface = true" } else { "" };
    format!("{}, rounding = {}{surface}", mesh(rounded.mesh()), number(rounded.radius()))
}

/// An exact convex body in its own frame.
fn exact(convex: &Convex) -> Result<String, String> {
    let radius = convex.radius();
    let keys = match convex.core() {
        ConvexCore::Point => return Ok(format!("sphere = {{ radius = {} }}", number(radius))),
        ConvexCore::Segment { half } => {
            return Ok(format!("capsule = {{ radius = {}, length = {} }}", number(radius), number(2.0 * half)));
        }
        ConvexCore::Cuboid { half } if radius == 0.0 => {
            return Ok(format!("box = {}, exact = true", vector(2.0 * *half)));
        }
        ConvexCore::Cuboid { half } => format!("box = {}", vector(2.0 * *half)),
        ConvexCore::Cylinder { radius, half } => {
            format!("cylinder = {{ radius = {}, height = {} }}", number(*radius), number(2.0 * half))
        }
        ConvexCore::Cone { radius, height } => {
            format!("cone = {{ radius = {}, height = {} }}", number(*radius), number(*height))
        }
        ConvexCore::Ellipsoid { radii } => format!("ellipsoid = {{ radii = {} }}", vector(*radii)),
        ConvexCore::Hull { points } => format!("hull = {{ points = {} }}", list(points, |&point| vector(point))),
    };
    Ok(if radius > 0.0 { format!("{keys}, rounding = {}", number(radius)) } else { keys })
}

/// Curved faces: as the smooth primitive that they were made as, or by their formulas.
fn faces(brep: &Brep) -> Result<Vec<String>, String> {
    let surface = if brep.is_solid() { "" } else { ", surface = true" };
    let smooth = brep.convex().filter(|convex| *convex.frame() == Pose::IDENTITY);
    let smooth = smooth.and_then(|convex| match convex.core() {
        ConvexCore::Cuboid { half } => Some(format!("box = {}", vector(2.0 * *half))),
        ConvexCore::Point
        | ConvexCore::Segment { .. }
        | ConvexCore::Cylinder { .. }
        | ConvexCore::Cone { .. }
        | ConvexCore::Ellipsoid { .. } => exact(convex).ok(),
        ConvexCore::Hull { .. } => None,
    });
    let mut tables: Vec<String> = smooth.map(|keys| format!("{keys}, smooth = true{surface}")).into_iter().collect();
    if brep.faces().iter().any(|face| face.trim().is_some()) {
        return Err("it has trimmed faces: keep the STEP file, and name it in the scene".into());
    }
    let splines: Option<Vec<&BezierPatch>> = brep.faces().iter().map(|face| face.patch().spline()).collect();
    if let Some(splines) = splines {
        return Ok(vec![format!("bezier = {}{surface}", list(&splines, |patch| bezier(patch)))]);
    }
    let mut patches = Vec::with_capacity(brep.faces().len());
    for face in brep.faces() {
        let Some(coordinates) = face.patch().formulas() else {
            return Err("it has faces that are not given by formulas".into());
        };
        let [u, v] = face.patch().given_domain().map(|range| list(&[range.lower(), range.upper()], |&end| number(end)));
        patches.push(format!("{{ parametric = {}, u = {u}, v = {v} }}", formulas(coordinates)));
    }
    tables.push(format!("faces = [{}]{surface}", patches.join(", ")));
    Ok(tables)
}

/// A patch by its control points.
fn bezier(patch: &BezierPatch) -> String {
    let [u, v] = patch.degree();
    let points = |points: &[DVec3]| list(points, |&point| vector(point));
    let mut keys = vec![format!("degree = [{u}, {v}]"), format!("points = {}", points(patch.control_points()))];
    if patch.is_rational() {
        keys.push(format!("weights = {}", list(patch.weights(), |&weight| number(weight))));
    }
    keys.extend(patch.end().map(|(end, _)| format!("end = {}", points(end))));
    format!("{{ {} }}", keys.join(", "))
}

/// A solid of one formula.
fn formula(solid: &Solid) -> Result<String, String> {
    let [leaf] = solid.leaves() else {
        return Err("it is a solid of several functions that was made in code: read it from a scene file".into());
    };
    let Some(formula) = leaf.expression().filter(|_| !leaf.is_complemented()) else {
        return Err("it is a solid of volume data that was made in code: read it from a scene file".into());
    };
    let region = solid.bounding_box();
    let corner = |end: fn(tangency_interval::Interval) -> f64| list(&region.0, |&side| number(end(side)));
    let (lower, upper) = (corner(tangency_interval::Interval::lower), corner(tangency_interval::Interval::upper));
    Ok(format!("implicit = {}, box = [{lower}, {upper}]", text(&formula.to_string())))
}

fn heights(map: &HeightMap) -> String {
    let [columns, _] = map.samples();
    let rows: Vec<&[f32]> = map.heights().chunks(columns).collect();
    let rows = list(&rows, |row| list(row, |&height| number(height.into())));
    let cell = list(&map.cell_size().to_array(), |&size| number(size));
    format!("height_map = {{ rows = {rows}, cell = {cell} }}")
}

fn compound(compound: &Compound) -> Result<String, String> {
    let mut parts = Vec::with_capacity(compound.parts().len());
    for part in compound.parts() {
        let (tables, pose) = candidates(part.shape()).map_err(|why| format!("part {:?}: {why}", part.name()))?;
        let mut keys = vec![format!("name = {}", text(part.name())), format!("shape = {{ {} }}", tables[0])];
        keys.extend(placement(pose));
        parts.push(format!("{{ {} }}", keys.join(", ")));
    }
    Ok(format!("compound = [{}]", parts.join(", ")))
}
