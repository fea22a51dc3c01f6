//! A program that uses the library: bodies made in code, one question, the answer as values.

use std::error::Error;
use tangency::detect::Verdict;
use tangency::geometry::{Convex, Linear, Motion, Pose};
use tangency::{CheckOptions, Scene, check};

fn main() -> Result<(), Box<dyn Error>> {
    // A ball of 0.2 m falls past the edge of a table: a scene written as text is the shortest way.
    let scene = Scene::parse(
        r#"
        span = { end = 1 }

        [[body]]
        name = "ball"
        shape = { sphere = { radius = 0.1 } }
        motion = { ballistic = { position = [0.65, 0, 1.6], acceleration = [0, 0, -9.81] } }

        [[body]]
        name = "table"
        shape = { box = [1, 1, 0.05] }
        motion = { still = { position = [0, 0, 0.75] } }
        "#,
        "table.toml",
    )?;
    let options = CheckOptions { clearance: true, ..CheckOptions::default() };
    let report = check(&scene, &options)?;
    println!("{} ({})", report.verdict, report.evidence);
    if let Some(clearance) = &report.clearance {
        let bound = clearance.at_least.ok_or("the clearance is not known")?;
        println!("the ball stays more than {:.3} m away from the table", (1000.0 * bound).floor() / 1000.0);
    }

    // The same question with shapes and motions as values: now the ball falls on the table.
    let ball = Convex::sphere(0.1)?;
    let fall = Linear::new(Pose::translated(glam::dvec3(0.0, 0.0, 1.6))?, glam::dvec3(0.0, 0.0, -2.0))?;
    let mut lower = scene;
    lower.bodies[0].shape = ball.into();
    lower.bodies[0].motion = Motion::Linear(fall);
    let report = check(&lower, &options)?;
    match &report.verdict {
        Verdict::Touch(first) => {
            // 1.6 m - 0.1 m - 0.775 m at 2 m/s.
            println!("they touch at {:.4} s, {} contact(s)", first.time.lower(), first.contacts.len());
        }
        Verdict::Clear { .. } | Verdict::Open { .. } => println!("{}", report.verdict),
    }
    Ok(())
}
