//! Random pairs of moving bicubic patches, distributed as those of TDIB-CCD.
//!
//! Control points and velocities are uniform in the cube from −1 to 1. One patch starts behind the origin along a random
//! direction and moves forward, the other one comes to meet it.

use glam::{DVec3, dvec3};
use std::sync::Arc;
use tangency_detect::{Moving, Prepared};
use tangency_geometry::spline::{BezierPatch, SplineError};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Motion, Pose, Shape};
use tangency_interval::laws::Random;

/// Two bicubic patches whose control points move at constant velocities for a second.
pub struct PatchPair {
    pub patches: [BezierPatch; 2],
}

impl PatchPair {
    /// The pair with this seed.
    pub fn random(seed: u64) -> Result<Self, SplineError> {
        let mut random = Random::new(seed);
        let mut point = || {
            let mut coordinate = || random.between(-1.0, 1.0);
            dvec3(coordinate(), coordinate(), coordinate())
        };
        let ahead = point().normalize_or(DVec3::X);
        let mut patch = |away: DVec3| {
            let start: Vec<DVec3> = (0..16).map(|_| point() + away).collect();
            let end = start.iter().map(|&from| from + point() - away).collect();
            BezierPatch::new([3, 3], start)?.moving_to(&BezierPatch::new([3, 3], end)?, 0.0, 1.0)
        };
        Ok(Self { patches: [patch(-ahead)?, patch(ahead)?] })
    }

    /// The patches as bodies.
    pub fn bodies(&self) -> [Moving; 2] {
        self.patches.each_ref().map(|patch| {
            let surface = Brep::of_splines(vec![patch.clone()]).expect("a surface").as_surface();
            let body = Arc::new(Prepared::new(Shape::Parametric(surface)));
            Moving::of(body, Motion::Still(Pose::IDENTITY)).expect("a body")
        })
    }
}
