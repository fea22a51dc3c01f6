//! The public set of random moving bicubic patches, with the times of TDIB-CCD.
//!
//! Reference: `toi`, the lower end of that library's last interval of time; it is not exact, and −1 means no collision.

use glam::DVec3;
use serde_json::Value;
use std::error::Error;
use std::sync::Arc;
use tangency::detect::{Answer, Moving, Prepared, Query, first_contact};
use tangency::geometry::spline::BezierPatch;
use tangency::geometry::surface::Brep;
use tangency::geometry::{Motion, Pose, Shape};

/// Two patches whose control points move at constant velocities for a second.
pub struct BezierCase {
    /// Index of the case in the set.
    pub index: u64,
    /// The time at which the reference says that they meet; `None` if they do not.
    pub time: Option<f64>,
    bodies: [Arc<Prepared>; 2],
}

/// Reads all cases.
pub fn read(text: &str) -> Result<Vec<BezierCase>, Box<dyn Error>> {
    let set: Value = serde_json::from_str(text)?;
    let cases = set["cases"].as_array().ok_or("no cases")?;
    cases.iter().map(case).collect()
}

fn case(case: &Value) -> Result<BezierCase, Box<dyn Error>> {
    let points = |name: &str| -> Result<Vec<DVec3>, Box<dyn Error>> {
        let list: Vec<[f64; 3]> = serde_json::from_value(case[name].clone())?;
        Ok(list.into_iter().map(DVec3::from_array).collect())
    };
    let body = |place: &str, rate: &str| -> Result<Arc<Prepared>, Box<dyn Error>> {
        let (start, rates) = (points(place)?, points(rate)?);
        let end = start.iter().zip(&rates).map(|(&point, &rate)| point + rate).collect();
        let patch = BezierPatch::new([3, 3], start)?.moving_to(&BezierPatch::new([3, 3], end)?, 0.0, 1.0)?;
        Ok(Arc::new(Prepared::new(Shape::Parametric(Brep::of_splines(vec![patch])?.as_surface()))))
    };
    let time = case["toi_td_obb_1e6"].as_f64().ok_or("no time")?;
    Ok(BezierCase {
        index: case["index"].as_u64().ok_or("no index")?,
        time: (time >= 0.0).then_some(time),
        bodies: [body("pos1", "vel1")?, body("pos2", "vel2")?],
    })
}

impl BezierCase {
    /// Asks for the first contact during the second.
    pub fn ask(&self, tolerance: f64) -> Result<Answer, Box<dyn Error>> {
        let [a, b] = self.bodies.each_ref().map(|body| Moving::of(Arc::clone(body), Motion::Still(Pose::IDENTITY)));
        let query = Query { tolerance, ..Query::default() };
        Ok(first_contact(&a?, &b?, &query)?)
    }
}
