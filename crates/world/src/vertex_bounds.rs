//! How long two polyhedra stay apart along a direction, by the velocities of their vertices.
//!
//! **Question.** Two convex polyhedra are separated along a normal. For how long, if every vertex moves as the body does?
//!
//! **Idea.** A bound by speeds alone takes every point as the fastest one. That is coarse for bodies that are close and
//! part: a box that rocks on an edge has fast corners, but those that are close to the floor move away from it. So each
//! vertex gets a bound of its own along the normal, with its present velocity v and a bound K on its acceleration:
//! height ≥ h + v·t − K·t²/2. The smallest over the vertices of one body, less the largest over those of the other, is
//! concave in t, so that it falls to the margin once. The active pair of vertices at a later time has a root that is no
//! earlier than the common one; iterating from there descends to it.
//!
//! **Guarantee.** Before the returned time the bodies are apart by more than the margin, up to the rounding of the
//! heights, which the margin of the caller includes. A limit of iterations returns zero.
//!
//! **Cost.** Linear in the vertices, for each of a few iterations.
//!
//! **Source.** Conservative advancement: Mirtich 1996; the bound by vertices is our own.

use crate::tolerance::{VERTEX_ITERATIONS, VERTEX_ROUNDING};
use glam::DVec3;

/// The vertices of a body along a normal: heights and velocities at the present.
pub(crate) struct Profile {
    /// Metres and metres per second.
    vertices: Vec<[f64; 2]>,
    /// Metres per second squared. The acceleration of the centre along the normal.
    fall: f64,
    /// Metres per second squared. A bound on the acceleration of any vertex about the centre.
    bend: f64,
}

impl Profile {
    /// The profile of points relative to a centre, in the world's axes.
    pub(crate) fn new(normal: DVec3, centre: [DVec3; 3], turning: DVec3, arms: impl Iterator<Item = DVec3>) -> Self {
        let [place, velocity, acceleration] = centre;
        let (height, speed, lever) = (normal.dot(place), normal.dot(velocity), normal.cross(turning));
        let vertices = arms.map(|arm| [height + normal.dot(arm), speed + lever.dot(arm)]).collect();
        Self { vertices, fall: normal.dot(acceleration), bend: 0.0 }
    }

    /// The same with a bound on the acceleration about the centre.
    pub(crate) fn bending(self, bend: f64) -> Self {
        Self { bend, ..self }
    }

    /// A plane at rest.
    pub(crate) fn plane(height: f64) -> Self {
        Self { vertices: vec![[height, 0.0]], fall: 0.0, bend: 0.0 }
    }

    /// The vertex that is extreme at a time, the highest or the lowest.
    fn extreme(&self, time: f64, highest: bool) -> Option<[f64; 2]> {
        let key = |one: &[f64; 2]| if highest { one[0] + one[1] * time } else { -(one[0] + one[1] * time) };
        self.vertices.iter().copied().max_by(|left, right| key(left).total_cmp(&key(right)))
    }
}

/// Seconds for which a body `b` above `a` stays higher by more than a margin, at most `horizon`.
pub(crate) fn apart_for(a: &Profile, b: &Profile, margin: f64, horizon: f64) -> f64 {
    let fall = b.fall - a.fall - (a.bend + b.bend) * (1.0 + VERTEX_ROUNDING);
    let mut time = horizon;
    for _ in 0..VERTEX_ITERATIONS {
        let (Some(top), Some(bottom)) = (a.extreme(time, true), b.extreme(time, false)) else { return 0.0 };
        let (gap, speed) = (bottom[0] - top[0] - margin, bottom[1] - top[1]);
        if !(gap > 0.0) {
            return 0.0;
        }
        if gap + (speed + 0.5 * fall * time) * time >= 0.0 {
            return time * (1.0 - VERTEX_ROUNDING);
        }
        // The first root of gap + speed·t + fall·t²/2, without cancellation. It exists: the value at `time` is negative.
        let root = (speed * speed - 2.0 * fall * gap).max(0.0).sqrt();
        let next = if speed < 0.0 { 2.0 * gap / (root - speed) } else { (speed + root) / -fall };
        if !(next < time) {
            return time.min(next) * (1.0 - VERTEX_ROUNDING);
        }
        time = next;
    }
    0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DQuat, dvec3};
    use tangency_interval::laws::Random;

    /// Random points that turn steadily and fall above a plane: before the given time none is below the margin, and the
    /// bound is a good part of the true time where the motion is nearly straight.
    #[test]
    fn points_stay_above_the_margin() {
        let mut random = Random::new(11);
        let mut useful = 0;
        for _ in 0..2000 {
            let mut part = |size: f64| size * random.between(-1.0, 1.0);
            let arms: Vec<DVec3> = (0..8).map(|_| dvec3(part(1.0), part(1.0), part(1.0))).collect();
            let (velocity, turning) = (dvec3(0.0, 0.0, part(2.0)), dvec3(part(3.0), part(3.0), part(3.0)));
            let lowest = arms.iter().map(|arm| arm.z).fold(f64::INFINITY, f64::min);
            let centre = dvec3(0.0, 0.0, 1e-3 - lowest);
            let pull = dvec3(0.0, 0.0, -9.81);
            let bend = turning.length_squared() * arms.iter().map(|arm| arm.length()).fold(0.0, f64::max);
            let body = Profile::new(DVec3::Z, [centre, velocity, pull], turning, arms.iter().copied()).bending(bend);
            let margin = 1e-4;
            let time = apart_for(&Profile::plane(0.0), &body, margin, 5.0);
            assert!((0.0..=5.0).contains(&time));
            let height = |t: f64| {
                let turn = DQuat::from_scaled_axis(turning * t);
                let middle = centre + velocity * t + 0.5 * pull * t * t;
                arms.iter().map(|arm| (middle + turn * *arm).z).fold(f64::INFINITY, f64::min)
            };
            for step in 0..=100 {
                let t = time * f64::from(step) / 100.0;
                assert!(height(t) > margin - 1e-12, "{t} of {time}: {}", height(t));
            }
            // A bound by speeds alone could not give more than this.
            let speeds = 1e-3 / (velocity.length() + turning.length());
            useful += usize::from(time > 2.0 * speeds);
        }
        assert!(useful > 500, "{useful}");
    }
}
