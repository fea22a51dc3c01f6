//! Random convex bodies given by their support functions.

use super::shapes::{DrawnShape, SOUND, extents};
use glam::{DVec3, dvec3};
use tangency_geometry::{Convex, Solid};
use tangency_interval::laws::Random;

/// A random convex body, sometimes grown by a radius.
pub(super) fn draw(random: &mut Random, size: f64) -> DrawnShape {
    let half = extents(random, size);
    let (convex, twin) = match random.below(7) {
        0 => (Convex::sphere(half.x), Solid::sphere(half.x).ok()),
        1 => (Convex::capsule(0.6 * half.x, half.z), Solid::capsule(0.6 * half.x, half.z).ok()),
        2 => (Convex::cuboid(2.0 * half), Solid::cuboid(2.0 * half).ok()),
        3 => (Convex::cylinder(half.x, 2.0 * half.z), Solid::cylinder(half.x, 2.0 * half.z).ok()),
        4 => (Convex::cone(half.x, half.z), Solid::cone(half.x, half.z).ok()),
        5 => (Convex::ellipsoid(half), Solid::ellipsoid(half).ok()),
        _ => (Convex::hull((0..10).map(|_| half * vector(random)).collect()), None),
    };
    let convex = convex.expect(SOUND);
    let text = format!("{convex:?}");
    if random.below(4) == 0 {
        let radius = 0.2 * size;
        let grown = convex.rounded(radius).expect(SOUND);
        return DrawnShape::new(grown, format!("{text} grown by {radius}"));
    }
    DrawnShape { twin, ..DrawnShape::new(convex, text) }
}

fn vector(random: &mut Random) -> DVec3 {
    dvec3(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0))
}
