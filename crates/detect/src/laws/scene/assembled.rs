//! Random bodies that consist of others: compounds, rounded meshes, half-spaces and height maps.

use super::shapes::{DrawnShape, SOUND, extents};
use glam::{DVec2, DVec3, dvec3};
use tangency_geometry::{
    Compound, CompoundPart, Convex, HalfSpace, HeightMap, Mesh, Pose, RoundedMesh, Shape, primitive,
};
use tangency_interval::laws::Random;

/// A random body that consists of others.
pub(super) fn draw(random: &mut Random, size: f64) -> DrawnShape {
    match random.below(6) {
        0 | 1 => compound(random, size),
        2 | 3 => rounded(random, size),
        4 => half_space(random, size),
        _ => height_map(random, size),
    }
}

/// Two or three parts that do not touch each other, so that the oracle can count windings.
pub(super) fn compound(random: &mut Random, size: f64) -> DrawnShape {
    let part = 0.35 * size;
    let moved = |shape: Shape, place: DVec3| shape.placed(&Pose::translated(place).expect(SOUND)).expect(SOUND);
    let block: Shape = primitive::cuboid(2.0 * extents(random, part)).expect(SOUND).into();
    let ball: Shape = match random.below(3) {
        0 => Convex::sphere(0.5 * part).expect(SOUND).into(),
        1 => Convex::cylinder(0.4 * part, 0.8 * part).expect(SOUND).into(),
        _ => primitive::tetrahedron(part).expect(SOUND).into(),
    };
    let mut parts = vec![
        CompoundPart::new("block", moved(block, dvec3(-0.5 * size, 0.0, 0.0))),
        CompoundPart::new("other", moved(ball, dvec3(0.5 * size, 0.1 * size, 0.0))),
    ];
    if random.below(2) == 0 {
        let lid: Shape = primitive::cuboid(dvec3(1.2, 0.6, 0.1) * size).expect(SOUND).into();
        parts.push(CompoundPart::new("lid", moved(lid, dvec3(0.0, 0.0, 0.6 * size))));
    }
    let text = format!("compound {parts:?}").chars().take(300).collect::<String>();
    DrawnShape::new(Compound::new(parts).expect(SOUND), text)
}

/// A convex core, so that the oracle can construct the rounded surface.
fn rounded(random: &mut Random, size: f64) -> DrawnShape {
    let radius = size * random.between(0.05, 0.3);
    let half = 0.7 * extents(random, size);
    if random.below(2) == 0 {
        let core = primitive::cuboid(2.0 * half).expect(SOUND);
        let text = format!("box {half} grown by {radius}");
        return DrawnShape::new(RoundedMesh::of_solid(core, radius).expect(SOUND), text);
    }
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| dvec3(x * half.x, y * half.y, 0.0));
    let sheet = Mesh::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]]).expect(SOUND);
    let text = format!("sheet {half} grown by {radius}");
    DrawnShape::new(RoundedMesh::of_surface(sheet, radius).expect(SOUND), text)
}

fn half_space(random: &mut Random, size: f64) -> DrawnShape {
    let direction = match random.below(3) {
        0 => DVec3::Z,
        1 => [DVec3::X, DVec3::Y, DVec3::NEG_X][random.below(3)],
        _ => dvec3(random.between(-1.0, 1.0), random.between(-1.0, 1.0), 1.0),
    };
    let offset = -0.5 * size;
    DrawnShape::new(HalfSpace::facing(direction, offset).expect(SOUND), format!("half-space {direction} {offset}"))
}

fn height_map(random: &mut Random, size: f64) -> DrawnShape {
    let heights: Vec<f32> = (0..20).map(|_| (size * random.between(-0.3, 0.3)) as f32).collect();
    let cell = DVec2::new(0.25, 0.3) * size;
    let text = format!("height map {cell} {heights:?}");
    DrawnShape::new(HeightMap::new([5, 4], cell, heights).expect(SOUND), text)
}
