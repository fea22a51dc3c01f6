//! The first hit of a ray, exactly at an edge of a mesh. `cargo run -p tangency --example ray_cast`
//!
//! Prints: the ray hits after 2.828427 m, proved

use tangency::detect::{CastTarget, Interior, Ray};
use tangency::geometry::{Shape, primitive};
use tangency::glam::{DVec3, dvec3};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cube = CastTarget::new(&Shape::from(primitive::cuboid(DVec3::splat(2.0))?));
    // No ray is lost between two triangles.
    let ray = Ray::new(dvec3(3.0, 3.0, 0.5), dvec3(-1.0, -1.0, 0.0), f64::INFINITY)?;
    let hit = cube.cast(&ray, Interior::Filled).ok_or("it hits")?;
    assert!(hit.distance.contains(8_f64.sqrt()));
    println!("the ray hits after {:.6} m, {}", hit.distance.mid(), hit.evidence);
    Ok(())
}
