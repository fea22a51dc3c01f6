//! How far apart two exact primitives are at an instant. `cargo run -p tangency --example two_primitives`
//!
//! Prints: the distance is 0.8 m, from (0.5, 0, 0) to (1.3, 0, 0), proved

use tangency::detect::{Moving, Query, distance};
use tangency::geometry::{Convex, Motion, Pose};
use tangency::glam::dvec3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ball = Moving::new(Convex::sphere(0.5)?.into(), Motion::Still(Pose::IDENTITY))?;
    let place = Pose::translated(dvec3(1.5, 0.0, 0.0))?;
    let rod = Moving::new(Convex::capsule(0.2, 1.0)?.into(), Motion::Still(place))?;
    let found = distance(&ball, &rod, 0.0, &Query::default())?;
    assert!(found.distance.contains(1.5 - 0.5 - 0.2) && found.distance.width() < 1e-12);
    let [a, b] = found.closest.points;
    let [length, x, y] = [found.distance.mid(), a.x, b.x].map(|value| (1e9 * value).round() / 1e9);
    println!("the distance is {length} m, from ({x}, 0, 0) to ({y}, 0, 0), {}", found.evidence);
    Ok(())
}
