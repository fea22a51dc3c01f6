//! How close two bodies come during a span, and when. `cargo run -p tangency --example closest_approach`
//!
//! Prints: they come within 1 m at 0.5 s, proved

use tangency::detect::{Moving, Query, closest_approach};
use tangency::geometry::{Convex, Linear, Motion, Pose};
use tangency::glam::dvec3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A ball flies past another, 2 m from centre to centre at half time.
    let past = Linear::new(Pose::translated(dvec3(-2.0, 2.0, 0.0))?, dvec3(4.0, 0.0, 0.0))?;
    let flying = Moving::new(Convex::sphere(0.5)?.into(), Motion::Linear(past))?;
    let resting = Moving::new(Convex::sphere(0.5)?.into(), Motion::Still(Pose::IDENTITY))?;
    let found = closest_approach(&flying, &resting, &Query::default())?;
    assert!(found.distance.contains(1.0) && found.distance.width() <= 1e-6);
    println!("they come within {:.0} m at {:.1} s, {}", found.distance.upper(), found.at, found.evidence);
    Ok(())
}
