//! When two moving meshes first touch, and where. `cargo run -p tangency --example moving_meshes`
//!
//! Prints: touch at 0.4 s, 6 contacts, the first at height 0.5 m

use tangency::detect::{Moving, Query, Verdict, first_contact};
use tangency::geometry::{Linear, Motion, Pose, primitive};
use tangency::glam::{DVec3, dvec3};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A cube falls onto a larger one. The lower face of the first is 1.5 m high, the upper face of the second 0.5 m.
    let falls = Linear::new(Pose::translated(dvec3(0.1, 0.0, 1.75))?, dvec3(0.0, 0.0, -2.5))?;
    let small = Moving::new(primitive::cuboid(DVec3::splat(0.5))?.into(), Motion::Linear(falls))?;
    let large = Moving::new(primitive::cuboid(DVec3::ONE)?.into(), Motion::Still(Pose::IDENTITY))?;
    let answer = first_contact(&small, &large, &Query::default())?;
    match answer.verdict {
        // `Clear` is a proof: there is no contact in the whole span.
        Verdict::Clear { until } => println!("clear until {until} s"),
        Verdict::Touch(first) => {
            assert!(first.time.contains(0.4) && first.time.width() < 1e-9);
            let (time, height) = ((1e9 * first.time.upper()).round() / 1e9, first.contacts[0].point.z);
            println!("touch at {time} s, {} contacts, the first at height {height:.1} m", first.contacts.len());
        }
        // Only if a budget or a time limit ends the search.
        Verdict::Open { from } => println!("clear until {from} s, and then unknown"),
    }
    Ok(())
}
