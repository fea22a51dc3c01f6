//! A solid and a surface by formula meet. `cargo run -p tangency --example bodies_by_formula`
//!
//! Prints: touch after 0.5 m, proved

use tangency::detect::{Moving, Query, Verdict, first_contact};
use tangency::geometry::surface::Brep;
use tangency::geometry::{Linear, Motion, Pose, Solid};
use tangency::glam::{DVec3, dvec3};
use tangency::interval::Interval;
use tangency::interval::expr::Scope;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A ball, as the region where a formula is negative, sinks onto the top of a hill.
    let ball = Solid::parse("x^2 + y^2 + z^2 - 0.25", [DVec3::splat(-1.0), DVec3::ONE])?;
    let sinks = Linear::new(Pose::translated(dvec3(0.0, 0.0, 1.25))?, dvec3(0.0, 0.0, -1.0))?;
    let ball = Moving::new(ball.into(), Motion::Linear(sinks))?;
    let hill = Scope::new().variables(["u", "v"])?.parse("0.25 - 0.5*(u^2 + v^2)")?;
    let hill = Brep::height_field(hill, [-1.0, 1.0], [-1.0, 1.0], Interval::between(0.0, 1.0))?;
    let hill = Moving::new(hill.into(), Motion::Still(Pose::IDENTITY))?;
    let answer = first_contact(&ball, &hill, &Query::default())?;
    let Verdict::Touch(first) = answer.verdict else { return Err("it lands".into()) };
    assert!(first.time.lower() <= 0.5 && (first.time.upper() - 0.5).abs() < 1e-5);
    println!("touch after {:.1} m, {}", first.time.upper(), answer.evidence);
    Ok(())
}
