//! What first contact of curved bodies costs: pairs of features, steps, contacts, and the least time of several runs.
//!
//! `cargo run --release -p tangency-detect --example curved`

use glam::{DQuat, DVec2, DVec3, dvec3};
use std::error::Error;
use std::f64::consts::{FRAC_PI_2, PI};
use std::time::Instant;
use tangency_detect::{Moving, Query, Verdict, first_contact};
use tangency_geometry::surface::{Brep, Patch};
use tangency_geometry::{Motion, Pose, Rigid, Shape, Solid, primitive};
use tangency_interval::Interval;

const RUNS: u32 = 10;

fn main() -> Result<(), Box<dyn Error>> {
    println!("| | pairs | steps | contacts | least time |\n|---|---|---|---|---|");
    for (name, a, b, query) in scenes()? {
        let mut least = f64::INFINITY;
        let mut answer = None;
        for _ in 0..RUNS {
            let start = Instant::now();
            answer = Some(first_contact(&a, &b, &query)?);
            least = least.min(start.elapsed().as_secs_f64());
        }
        let Some(answer) = answer else { continue };
        let contacts = match &answer.verdict {
            Verdict::Touch(first) => first.contacts.len(),
            Verdict::Clear { .. } | Verdict::Open { .. } => 0,
        };
        let (pairs, steps) = (answer.effort.pairs, answer.effort.iterations);
        println!("| {name} | {pairs} | {steps} | {contacts} | {:.2} ms |", 1e3 * least);
    }
    Ok(())
}

type Scene = (&'static str, Moving, Moving, Query);

fn scenes() -> Result<Vec<Scene>, Box<dyn Error>> {
    let bumpy = || -> Result<Brep, Box<dyn Error>> {
        let radius = "(1 + 0.1*sin(3*u)*sin(4*v))";
        let texts = [format!("{radius}*cos(u)*sin(v)"), format!("{radius}*sin(u)*sin(v)"), format!("{radius}*cos(v)")];
        let texts = texts.each_ref().map(String::as_str);
        Ok(Brep::new(vec![Patch::parse(texts, [0.0, 2.0 * PI], [0.0, PI])?])?)
    };
    let floor = || -> Result<Moving, Box<dyn Error>> {
        flying(Brep::rectangle(DVec2::splat(10.0))?, DVec3::ZERO, DVec3::ZERO, DVec3::ZERO)
    };
    let still = |shape: Shape| flying(shape, DVec3::ZERO, DVec3::ZERO, DVec3::ZERO);
    let query = |spacing: Option<f64>| Query { span: Interval::between(0.0, 3.0), spacing, ..Query::default() };
    let (turn, down) = (dvec3(0.4, 0.7, 0.2), dvec3(0.0, 0.0, -1.0));
    let lying = Pose::new(DQuat::from_rotation_y(FRAC_PI_2), dvec3(0.1, 0.0, 3.0))?;
    let rod = Motion::Rigid(Rigid::new(lying, down, DVec3::ZERO)?);
    let on_side = Motion::Still(Pose::new(DQuat::from_rotation_y(FRAC_PI_2), DVec3::ZERO)?);
    Ok(vec![
        (
            "sphere, sphere",
            still(Brep::sphere(1.0)?.into())?,
            flying(Brep::sphere(0.5)?, dvec3(0.3, 0.1, 3.0), down, turn)?,
            query(None),
        ),
        (
            "ellipsoids",
            still(Brep::ellipsoid(dvec3(1.0, 0.7, 0.5))?.into())?,
            flying(Brep::ellipsoid(dvec3(0.4, 0.9, 0.6))?, dvec3(0.3, 0.1, 3.0), down, turn)?,
            query(None),
        ),
        (
            "tilted torus, floor",
            flying(Brep::torus(1.0, 0.3)?, dvec3(0.0, 0.0, 2.0), down, turn)?,
            floor()?,
            query(None),
        ),
        (
            "level torus, floor, a circle",
            flying(Brep::torus(1.0, 0.3)?, dvec3(0.0, 0.0, 2.0), down, DVec3::ZERO)?,
            floor()?,
            query(Some(0.1)),
        ),
        (
            "two bumpy spheres",
            still(bumpy()?.into())?,
            flying(bumpy()?, dvec3(0.4, 0.3, 3.0), down, turn)?,
            query(None),
        ),
        (
            "parallel cylinders, a line",
            Moving::new(Brep::cylinder(0.5, 2.0)?.into(), on_side)?,
            Moving::new(Brep::cylinder(0.7, 3.0)?.into(), rod)?,
            query(Some(0.1)),
        ),
        (
            "implicit torus, bumpy sphere",
            still(Solid::torus(1.0, 0.3)?.into())?,
            flying(bumpy()?, dvec3(0.4, 0.3, 3.0), down, turn)?,
            query(None),
        ),
        (
            "implicit torus, implicit torus",
            still(Solid::torus(1.0, 0.3)?.into())?,
            flying(Solid::torus(1.0, 0.3)?, dvec3(0.4, 0.3, 2.0), down, turn)?,
            query(None),
        ),
        (
            "bumpy sphere, box of triangles",
            still(primitive::cuboid(DVec3::ONE)?.into())?,
            flying(bumpy()?, dvec3(0.4, 0.3, 3.0), down, turn)?,
            query(None),
        ),
    ])
}

/// A body that flies and turns at constant rates.
fn flying(shape: impl Into<Shape>, place: DVec3, velocity: DVec3, spin: DVec3) -> Result<Moving, Box<dyn Error>> {
    let motion = Motion::Rigid(Rigid::new(Pose::translated(place)?, velocity, spin)?);
    Ok(Moving::new(shape.into(), motion)?)
}
