//! The primitives and meshes of a collision object.

use crate::fault::{RawFault, quoted};
use crate::robot::solid::CollisionGeometry;
use crate::robot::yaml::YamlValue;
use glam::DVec3;
use tangency_geometry::Mesh;

pub(super) fn read_primitive(shape: &YamlValue<'_>) -> Result<CollisionGeometry, RawFault> {
    let kind = shape.required("a primitive", "type")?;
    let size = shape.required("a primitive", "dimensions")?;
    Ok(match kind.text("\"type\"")? {
        "box" | "1" => CollisionGeometry::Box { size: DVec3::from_array(size.lengths("the dimensions of a box")?) },
        "sphere" | "2" => {
            let [radius] = size.lengths("the dimensions of a sphere")?;
            CollisionGeometry::Sphere { radius }
        }
        "cylinder" | "3" => {
            let [length, radius] = size.lengths("the dimensions of a cylinder (height, radius)")?;
            CollisionGeometry::Cylinder { radius, length }
        }
        "cone" | "4" => {
            let [height, radius] = size.lengths("the dimensions of a cone (height, radius)")?;
            CollisionGeometry::Cone { radius, height }
        }
        other => {
            let message = format!("primitives of type {} are not understood", quoted(other));
            return Err(kind.fault(message, "expected box, sphere, cylinder or cone"));
        }
    })
}

/// `{coef: [a, b, c, d]}`: the plane `a·x + b·y + c·z + d = 0`, as `shape_msgs/Plane` defines it. The half-space below
/// it counts as solid.
pub(super) fn read_plane(shape: &YamlValue<'_>) -> Result<CollisionGeometry, RawFault> {
    let value = shape.required("a plane", "coef")?;
    let coefficients: [f64; 4] = value.numbers("the coefficients of a plane")?;
    let length = DVec3::new(coefficients[0], coefficients[1], coefficients[2]).length();
    if !(length > 0.0 && length.is_finite()) {
        let message = "the first three coefficients of a plane are its normal, which has no length here".into();
        return Err(value.fault(message, "expected [0, 0, 1, 0] for the floor z = 0"));
    }
    Ok(CollisionGeometry::Plane { coefficients })
}

pub(super) fn read_mesh(shape: &YamlValue<'_>) -> Result<CollisionGeometry, RawFault> {
    let what = "a mesh";
    let scale = shape.get(what, "dimensions")?.map_or(Ok([1.0; 3]), |value| value.numbers("the scale of a mesh"))?;
    let scale = DVec3::from_array(scale);
    if let Some(file) = shape.get(what, "resource")? {
        return Ok(CollisionGeometry::Mesh { file: file.text("\"resource\"")?.to_owned(), scale });
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
    Ok(CollisionGeometry::Triangles { mesh })
}
