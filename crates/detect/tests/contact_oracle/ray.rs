//! Rays, and balls that move along rays, whose first hit is planted.
//!
//! The ray is aimed at the farthest point of a body along a drawn direction. It hits nothing before it crosses the
//! plane at that point. It has hit the body where it meets a ball inside of it.

use super::OracleBody;
use crate::gap_oracle::precise::{Precise, PreciseVector, precise, quotient};
use crate::gap_oracle::{gap, unit};
use std::sync::Arc;
use tangency_detect::{Evidence, Interior, Ray, RayHit, SweepError};
use tangency_interval::laws::Random;

/// A ray with bounds on its first hit.
#[derive(Clone, Debug)]
pub(crate) struct PlantedRay {
    body: Arc<OracleBody>,
    ray: Ray,
    /// Metres. The radius of the ball that moves along the ray; zero for a ray alone.
    radius: f64,
    /// Metres. The height of the origin above the plane.
    height: f64,
    /// The height that is lost a metre.
    slope: f64,
    /// Metres. The ray has hit the body by then; infinite if this is not proved.
    pub(crate) latest: f64,
}

/// Draws a ray. Half of them pass the body, at a small or no gap or overlap.
pub(crate) fn planted_ray(random: &mut Random, bodies: &[Arc<OracleBody>]) -> PlantedRay {
    let body = Arc::clone(&bodies[random.below(bodies.len())]);
    let radius = if random.below(3) == 0 { 10.0_f64.powf(random.between(-3.0, 0.0)) } else { 0.0 };
    let normal = PreciseVector::of(unit(random)).unit();
    let point = body.farthest(normal).plus(normal.times(precise(radius)));
    let ball = body.ball(random);
    let inwards = PreciseVector::of(ball.centre).minus(point);
    let farthest = if random.below(4) == 0 { 5.0 } else { 1.0 };
    let distance = 10.0_f64.powf(random.between(-1.0, farthest));
    let (direction, beside) = if random.below(2) == 0 {
        let along = unit(random);
        let flat = along - along.dot(normal.rounded()) * normal.rounded();
        (flat, normal.times(precise(gap(random))))
    } else {
        (inwards.rounded(), normal.times(precise(0.0)))
    };
    let way = PreciseVector::of(direction).unit();
    let origin = point.plus(beside).minus(way.times(precise(distance))).rounded();
    let length = 2.0 * distance;
    let ray = Ray::new(origin, direction, length).expect("a ray");
    let start = PreciseVector::of(origin);
    // Where the ray meets balls inside of the grown body, whose centres are between the point and the inner ball.
    let mut latest = f64::INFINITY;
    for exponent in -14..=0 {
        let share = 10.0_f64.powi(exponent);
        let centre = point.plus(inwards.times(precise(share))).minus(start);
        let along: Precise = way.dot(centre);
        let beside = centre.minus(way.times(along)).length().high();
        if beside < 0.999_999 * share * (ball.radius + radius) && (0.0..=length).contains(&along.high()) {
            latest = along.high().next_up();
            break;
        }
    }
    let (height, slope) = (normal.dot(start.minus(point)), normal.dot(way));
    PlantedRay { body, ray, radius, height: height.high(), slope: quotient(slope, precise(-1.0)).high(), latest }
}

impl PlantedRay {
    /// The first hit.
    pub(crate) fn ask(&self) -> Result<Option<RayHit>, SweepError> {
        self.body.target.sweep(&self.ray, self.radius, Interior::Filled)
    }

    /// What contradicts a hit, if anything does.
    pub(crate) fn fault(&self, found: Option<&RayHit>) -> Option<String> {
        // The heights are rounded.
        let error = 1e-15 * (self.height.abs() + self.slope.abs() * self.ray.length());
        let height = |along: f64| self.height - along * self.slope - error;
        let scale = self.ray.origin().length() + self.ray.length() + self.body.reach() + self.radius;
        // Metres. The lower end of a bracket is less than the hit by some roundings. A ray that passes so close that
        // the method cannot tell is a hit that is not proved.
        let early = |hit: &RayHit| if hit.evidence == Evidence::Proved { 1e-11 * scale } else { 1e-7 * scale };
        let wrong = match found {
            None if self.latest <= self.ray.length() => "a hit is missed",
            Some(hit) if hit.distance.lower() > self.latest => "the hit is late",
            Some(hit) if height(0.0).min(height(hit.distance.lower())) > early(hit) => "the hit is early",
            Some(hit) if hit.evidence == Evidence::Proved && height(0.0).min(height(hit.distance.upper())) > 0.0 => {
                "a hit is proved of a ray that passes"
            }
            None | Some(_) => return None,
        };
        Some(format!("{wrong}: {found:?}\n  {self:?}"))
    }
}
