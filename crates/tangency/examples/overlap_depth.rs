//! How deep two bodies overlap, and which way out is the shortest. `cargo run -p tangency --example overlap_depth`
//!
//! Prints: 0.2 m deep, the second body leaves along (1, 0, 0)

use tangency::detect::{Moving, Query, depth};
use tangency::geometry::{Motion, Pose, primitive};
use tangency::glam::{DVec3, dvec3};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cube = |x: f64| -> Result<Moving, Box<dyn std::error::Error>> {
        let place = Pose::translated(dvec3(x, 0.0, 0.0))?;
        Ok(Moving::new(primitive::cuboid(DVec3::ONE)?.into(), Motion::Still(place))?)
    };
    let found = depth(&cube(0.0)?, &cube(0.8)?, 0.0, &Query::default())?;
    assert!(found.depth.contains(0.2) && found.depth.width() < 1e-6);
    let [x, y, z] = found.direction.to_array().map(|part| part.round() + 0.0);
    println!("{:.1} m deep, the second body leaves along ({x}, {y}, {z})", found.depth.mid());
    Ok(())
}
