//! The first contact among many bodies, each with each. `cargo run -p tangency --example many_bodies`
//!
//! Prints: of 1000 balls, 0 and 1 touch first, at 0.5 s

use tangency::detect::{Moving, Query, SceneMember, first_contact_among};
use tangency::geometry::{Convex, Linear, Motion, Pose, Shape};
use tangency::glam::dvec3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A row of balls, a metre apart from centre to centre. The first rolls towards the second, all others away from it.
    let ball = Shape::from(Convex::sphere(0.25)?);
    let bodies = (0..1000)
        .map(|index| {
            let start = Pose::translated(dvec3(f64::from(index), 0.0, 0.0))?;
            let velocity = dvec3(if index == 0 { 1.0 } else { 1e-3 * f64::from(index - 1) }, 0.0, 0.0);
            Ok(Moving::new(ball.clone(), Motion::Linear(Linear::new(start, velocity)?))?)
        })
        .collect::<Result<Vec<Moving>, Box<dyn std::error::Error>>>()?;
    let members: Vec<SceneMember<'_>> =
        bodies.iter().map(|moving| SceneMember { moving, self_contact: false }).collect();
    // Boxes around the paths leave few of the 499,500 pairs.
    let answer = first_contact_among(&members, &Query::default())?;
    let found = answer.contacts.first().ok_or("two of them touch")?;
    assert!((found.contact.time.upper() - 0.5).abs() < 1e-5);
    let time = found.contact.time.upper();
    println!("of {} balls, {} and {} touch first, at {time:.1} s", bodies.len(), found.a, found.b);
    Ok(())
}
