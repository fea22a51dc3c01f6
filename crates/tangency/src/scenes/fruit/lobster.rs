//! A lobster as volume data: distances from blended capsules, sampled on a grid.

use glam::{DVec3, dvec3};
use tangency_geometry::Solid;
use tangency_geometry::solid::SampledVolume as Volume;

/// Metres between samples.
const SPACING: f64 = 0.025;
/// Metres: parts nearer than this to one another melt together.
const BLEND: f64 = 0.04;

/// All points within a radius of a segment; the radius changes along it.
struct Capsule {
    from: DVec3,
    to: DVec3,
    radii: [f64; 2],
}

impl Capsule {
    fn distance(&self, point: DVec3) -> f64 {
        let along = self.to - self.from;
        let share = ((point - self.from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        point.distance(self.from + share * along) - (self.radii[0] + share * (self.radii[1] - self.radii[0]))
    }
}

/// A lobster 2 m long that crawls on the plane z = 0 towards +x, from 89 × 45 × 23 samples.
///
/// # Panics
/// Never: its samples are constant.
#[must_use]
pub fn lobster() -> Solid {
    let capsules = capsules();
    let lower = dvec3(-1.1, -0.55, -0.05);
    let distance = |point: DVec3| capsules.iter().map(|capsule| capsule.distance(point)).fold(1.0, blended);
    let volume = Volume::sample([89, 45, 23], lower, DVec3::splat(SPACING), distance);
    Solid::volume(volume.expect("constant samples")).expect("it is within its grid")
}

/// The lesser of two distances, rounded off where they are nearly equal.
fn blended(a: f64, b: f64) -> f64 {
    let near = (BLEND - (a - b).abs()).max(0.0) / BLEND;
    a.min(b) - 0.25 * near * near * BLEND
}

fn capsules() -> Vec<Capsule> {
    let mut parts = Vec::new();
    let mut limb = |places: &[[f64; 3]], radii: &[f64]| {
        for (places, radii) in places.windows(2).zip(radii.windows(2)) {
            let [from, to] = [places[0], places[1]].map(DVec3::from_array);
            parts.push(Capsule { from, to, radii: [radii[0], radii[1]] });
        }
    };
    // Back and tail.
    limb(&[[0.38, 0.0, 0.16], [-0.3, 0.0, 0.16]], &[0.09, 0.13]);
    limb(&[[-0.3, 0.0, 0.15], [-0.6, 0.0, 0.12], [-0.82, 0.0, 0.07]], &[0.12, 0.09, 0.06]);
    for side in [-1.0, 1.0] {
        // The fan of the tail.
        limb(&[[-0.82, 0.0, 0.06], [-1.0, side * 0.07, 0.05]], &[0.045, 0.04]);
        limb(&[[-0.82, 0.0, 0.06], [-0.93, side * 0.18, 0.05]], &[0.045, 0.04]);
        // Arm, palm and fingers of a claw.
        limb(
            &[[0.3, side * 0.08, 0.14], [0.45, side * 0.3, 0.14], [0.65, side * 0.36, 0.12], [0.82, side * 0.3, 0.12]],
            &[0.045, 0.045, 0.06, 0.085],
        );
        limb(&[[0.82, side * 0.27, 0.12], [1.0, side * 0.19, 0.12]], &[0.05, 0.032]);
        limb(&[[0.82, side * 0.34, 0.12], [1.0, side * 0.35, 0.12]], &[0.045, 0.03]);
        for leg in 0..4 {
            let x = 0.22 - 0.14 * f64::from(leg);
            let foot = x - 0.05 * f64::from(leg);
            limb(&[[x, side * 0.08, 0.12], [x, side * 0.28, 0.2], [foot, side * 0.44, 0.0]], &[0.04, 0.034, 0.03]);
        }
        // Eye and feeler.
        limb(&[[0.4, side * 0.06, 0.2], [0.44, side * 0.08, 0.24]], &[0.035, 0.035]);
        limb(&[[0.42, side * 0.05, 0.18], [0.62, side * 0.12, 0.36], [0.95, side * 0.22, 0.42]], &[0.035, 0.032, 0.03]);
    }
    parts
}
