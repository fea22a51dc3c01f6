//! What first contact costs for convex bodies given by formulas: steps, contacts, and the least time of several runs.
//!
//! `cargo run --release -p tangency-detect --example formulas`

use glam::{DVec3, dvec3};
use std::error::Error;
use std::time::Instant;
use tangency_detect::{Moving, Query, Verdict, first_contact};
use tangency_geometry::surface::{Brep, Patch};
use tangency_geometry::{Motion, Pose, Rigid, Shape, Solid};
use tangency_interval::Interval;

const RUNS: u32 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    println!("| | steps | contacts | first time | least time | answer |\n|---|---|---|---|---|---|");
    let query = Query { span: Interval::between(0.0, 3.0), ..Query::default() };
    for (name, a, b) in scenes()? {
        let (mut least, mut first_time) = (f64::INFINITY, 0.0);
        let mut answer = None;
        for run in 0..RUNS {
            let start = Instant::now();
            answer = Some(first_contact(&a, &b, &query)?);
            let time = start.elapsed().as_secs_f64();
            least = least.min(time);
            if run == 0 {
                first_time = time;
            }
            if time > 2.0 {
                break;
            }
        }
        let Some(answer) = answer else { continue };
        let (contacts, text) = match &answer.verdict {
            Verdict::Touch(first) => {
                let proved = first.contacts.iter().filter(|contact| contact.proved).count();
                (
                    first.contacts.len(),
                    format!("{:.12} +{:.0e}, {proved} proved", first.time.lower(), first.time.width()),
                )
            }
            Verdict::Clear { .. } => (0, "clear".to_string()),
            Verdict::Open { from } => (0, format!("open from {from}")),
        };
        let steps = answer.effort.iterations;
        println!("| {name} | {steps} | {contacts} | {:.3} ms | {:.3} ms | {text} |", 1e3 * first_time, 1e3 * least);
    }
    Ok(())
}

type Scene = (&'static str, Moving, Moving);

fn scenes() -> Result<Vec<Scene>, Box<dyn Error>> {
    let solid = |text: &str, half: f64| Solid::parse(text, [DVec3::splat(-half), DVec3::splat(half)]);
    let still = |shape: Shape| Moving::new(shape, Motion::Still(Pose::IDENTITY));
    let flying = |shape: Shape| {
        let start = Pose::translated(dvec3(0.3, 0.1, 4.0))?;
        let motion = Rigid::new(start, dvec3(0.0, 0.0, -1.2), dvec3(0.4, 0.7, 0.2))?;
        Ok::<_, Box<dyn Error>>(Moving::new(shape, Motion::Rigid(motion))?)
    };
    let egg = || -> Result<Brep, Box<dyn Error>> {
        let texts = ["(1 + 0.1*cos(v))*cos(u)*sin(v)", "(1 + 0.1*cos(v))*sin(u)*sin(v)", "1.3*cos(v)"];
        let turn = std::f64::consts::TAU;
        Ok(Brep::new(vec![Patch::parse(texts, [0.0, turn], [0.0, 0.5 * turn])?])?)
    };
    let ball = "x^2 + y^2 + z^2 - 1";
    let cushion = "x^4 + y^4 + z^4 - 1";
    let blob = "1 - exp(-(x^2 + 1.2*y^2 + z^2)) - 0.5*exp(-((x - 0.3)^2 + y^2 + z^2)) - 0.4";
    Ok(vec![
        ("constructed balls", still(Solid::sphere(1.0)?.into())?, flying(Solid::sphere(1.0)?.into())?),
        ("balls by text", still(solid(ball, 2.0)?.into())?, flying(solid(ball, 2.0)?.into())?),
        ("cubed ball, ball", still(solid("(x^2+y^2+z^2-1)^3", 2.0)?.into())?, flying(Brep::sphere(1.0)?.into())?),
        ("root ball, ball", still(solid("sqrt(x^2+y^2+z^2)-1", 2.0)?.into())?, flying(Brep::sphere(1.0)?.into())?),
        (
            "ellipsoids by text",
            still(solid("x^2 + 2*y^2 + z^2 + 0.5*x*z - 1", 2.0)?.into())?,
            flying(solid("2*x^2 + y^2 + 1.5*z^2 - 1", 2.0)?.into())?,
        ),
        ("cushion, ball", still(solid(cushion, 1.5)?.into())?, flying(Brep::sphere(1.0)?.into())?),
        ("cushions", still(solid(cushion, 1.5)?.into())?, flying(solid(cushion, 1.5)?.into())?),
        ("blob, ball", still(solid(blob, 2.0)?.into())?, flying(Brep::sphere(1.0)?.into())?),
        ("blobs", still(solid(blob, 2.0)?.into())?, flying(solid(blob, 2.0)?.into())?),
        ("egg of a patch, ball", still(egg()?.into())?, flying(Brep::sphere(1.0)?.into())?),
        (
            "dented, ball",
            still(solid("x^2+y^2+z^2 - 1 + 0.5*exp(-8*(x^2+y^2+(z-1)^2))", 2.0)?.into())?,
            flying(Brep::sphere(1.0)?.into())?,
        ),
    ])
}
