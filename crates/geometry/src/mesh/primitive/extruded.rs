//! Prisms and pyramids.

use super::{PrimitiveError, count, halves, solid};
use crate::Polyhedron;
use crate::length::{below, positive};
use crate::tolerance::MOST_PRIMITIVE_TRIANGLES;
use glam::{DVec2, DVec3, dvec2, dvec3};
use std::f64::consts::TAU;

/// A box with these side lengths, centred on the origin: 8 vertices, 12 triangles.
pub fn cuboid(size: DVec3) -> Result<Polyhedron, PrimitiveError> {
    let width = 0.5 * positive("the box's size in x", size.x)?;
    let depth = 0.5 * positive("the box's size in y", size.y)?;
    let height = positive("the box's size in z", size.z)?;
    extruded(&[dvec2(-width, -depth), dvec2(width, -depth), dvec2(width, depth), dvec2(-width, depth)], 0, height)
}

/// A thin square plate in the xy plane with the given side length and thickness in z, centred on the origin.
pub fn plate(side: f64, thickness: f64) -> Result<Polyhedron, PrimitiveError> {
    positive("the plate's side", side)?;
    positive("the plate's thickness", thickness)?;
    cuboid(dvec3(side, side, thickness))
}

/// The regular tetrahedron with this edge length, centred on the origin.
pub fn tetrahedron(edge: f64) -> Result<Polyhedron, PrimitiveError> {
    let half = positive("the tetrahedron's edge", edge)? / 8.0_f64.sqrt();
    let corners = [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
    let vertices = corners.map(|corner| half * DVec3::from_array(corner)).to_vec();
    solid(vertices, vec![[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]])
}

/// A ramp: the right triangle with corners (0, 0), (width, 0), (0, height) in xy, extruded in z by `depth`
/// about z = 0.
pub fn wedge(width: f64, height: f64, depth: f64) -> Result<Polyhedron, PrimitiveError> {
    positive("the wedge's width", width)?;
    positive("the wedge's height", height)?;
    positive("the wedge's depth", depth)?;
    extruded(&[dvec2(0.0, 0.0), dvec2(width, 0.0), dvec2(0.0, height)], 0, depth)
}

/// An L of two arms in xy, extruded in z by `depth` about z = 0. The outer corner is the origin. The arms
/// extend to `width` in x and to `height` in y, and both are `thickness` thick.
pub fn l_extrusion(width: f64, height: f64, thickness: f64, depth: f64) -> Result<Polyhedron, PrimitiveError> {
    positive("the L's thickness", thickness)?;
    positive("the L's depth", depth)?;
    for (limit_name, limit) in [("the L's width", width), ("the L's height", height)] {
        below("the L's thickness", thickness, limit_name, positive(limit_name, limit)?)?;
    }
    let outline = [
        dvec2(0.0, 0.0),
        dvec2(width, 0.0),
        dvec2(width, thickness),
        dvec2(thickness, thickness),
        dvec2(thickness, height),
        dvec2(0.0, height),
    ];
    // The whole L is visible from the inner corner.
    extruded(&outline, 3, depth)
}

/// A prism over the regular polygon inscribed in the circle of `radius` in xy, with `height` in z about z = 0.
pub fn prism(radius: f64, height: f64, sides: usize) -> Result<Polyhedron, PrimitiveError> {
    positive("the prism's radius", radius)?;
    positive("the prism's height", height)?;
    count("the prism's number of sides", sides, 3, MOST_PRIMITIVE_TRIANGLES / 4)?;
    extruded(&regular_polygon(radius, sides), 0, height)
}

/// A cylinder along z, centred on the origin, approximated by an inscribed prism with `sides` flat sides.
pub fn cylinder(radius: f64, height: f64, sides: usize) -> Result<Polyhedron, PrimitiveError> {
    positive("the cylinder's radius", radius)?;
    positive("the cylinder's height", height)?;
    count("the cylinder's number of sides", sides, 3, MOST_PRIMITIVE_TRIANGLES / 4)?;
    prism(radius, height, sides)
}

/// A cone along z with its base circle of `radius` at z = 0 and its tip at z = `height`, inscribed with `sides`
/// flat sides.
pub fn cone(radius: f64, height: f64, sides: usize) -> Result<Polyhedron, PrimitiveError> {
    positive("the cone's radius", radius)?;
    positive("the cone's height", height)?;
    count("the cone's number of sides", sides, 3, MOST_PRIMITIVE_TRIANGLES / 2)?;
    pyramid(radius, 0.0, height, sides)
}

/// A needle along z: its tip is the origin, and its base of `radius` is at z = `length`.
pub fn needle(radius: f64, length: f64, sides: usize) -> Result<Polyhedron, PrimitiveError> {
    positive("the needle's radius", radius)?;
    positive("the needle's length", length)?;
    count("the needle's number of sides", sides, 3, MOST_PRIMITIVE_TRIANGLES / 2)?;
    pyramid(radius, length, 0.0, sides)
}

fn regular_polygon(radius: f64, sides: usize) -> Vec<DVec2> {
    let corner = |side| radius * DVec2::from_angle(TAU * side as f64 / sides as f64);
    (0..sides).map(corner).collect()
}

/// The base polygon at z = `base` and the tip at z = `tip`. [`Polyhedron::new`] orients the faces outwards in
/// either case.
fn pyramid(radius: f64, base: f64, tip: f64, sides: usize) -> Result<Polyhedron, PrimitiveError> {
    let mut vertices: Vec<DVec3> = regular_polygon(radius, sides).iter().map(|corner| corner.extend(base)).collect();
    vertices.push(dvec3(0.0, 0.0, tip));
    let sides = sides as u32;
    let mut triangles: Vec<[u32; 3]> = (0..sides).map(|side| [side, (side + 1) % sides, sides]).collect();
    triangles.extend((1..sides - 1).map(|side| [0, side + 1, side]));
    solid(vertices, triangles)
}

/// The counter-clockwise outline in xy, extruded in z by `depth` about z = 0. Its caps are triangle fans from a
/// corner from which the whole outline is visible.
fn extruded(outline: &[DVec2], fan_corner: u32, depth: f64) -> Result<Polyhedron, PrimitiveError> {
    let sides = outline.len() as u32;
    let layer = |z: f64| outline.iter().map(move |corner| corner.extend(z));
    let vertices = layer(-0.5 * depth).chain(layer(0.5 * depth)).collect();
    let mut triangles = Vec::with_capacity(4 * outline.len());
    for step in 1..sides - 1 {
        let [b, c] = [step, step + 1].map(|offset| (fan_corner + offset) % sides);
        triangles.push([fan_corner, c, b]);
        triangles.push([fan_corner + sides, b + sides, c + sides]);
    }
    for side in 0..sides {
        let next = (side + 1) % sides;
        triangles.extend(halves([side, next, next + sides, side + sides]));
    }
    solid(vertices, triangles)
}
