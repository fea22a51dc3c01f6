//! What the places of the cubes tell, by a test that no engine uses.

use super::Outcome;
use super::scene::{FRAMES, Place, Resting, SIDE, WALLS};
use crate::world::overlap_oracle::{self, near, separation};
use glam::{DQuat, DVec3};
use std::fmt;
use tangency::geometry::{HalfSpace, Shape, primitive};

/// Errors of an outcome.
pub(super) struct Measures {
    /// Metres. The deepest overlap, and the deepest after 1.5 s.
    overlap: [f64; 2],
    /// Metres. How far the highest cube sinks.
    sinks: f64,
    /// Metres. How far the first cube moves along the floor.
    creeps: f64,
    /// m/s². The acceleration of the first cube along the floor, from its places at the middle and at the end.
    acceleration: f64,
    /// m/s. The fastest cube in the last frame.
    fastest: f64,
    slope: f64,
}

impl Measures {
    pub(super) fn of(scene: &Resting, outcome: &Outcome) -> Self {
        let frames = &outcome.frames;
        let (first, last) = (&frames[0], &frames[frames.len() - 1]);
        let highest = (0..first.len()).max_by(|&a, &b| first[a].1.z.total_cmp(&first[b].1.z)).unwrap_or(0);
        let along = |frame: &[Place]| (frame[0].1 - first[0].1).with_z(0.0);
        let middle = frames.len() / 2;
        let time = scene.until;
        // x(t) = a·t²/2 from rest: x(T) − x(T/2) = 3/8·a·T².
        let acceleration = (along(last) - along(&frames[middle])).length() / (0.375 * time * time);
        let before = &frames[frames.len() - 2];
        let moved = last.iter().zip(before).map(|(now, then)| now.1.distance(then.1));
        let fastest = moved.fold(0.0, f64::max) * FRAMES as f64;
        let sinks = first[highest].1.z - last[highest].1.z;
        Self {
            overlap: deepest(scene, frames),
            sinks,
            creeps: along(last).length(),
            acceleration,
            fastest,
            slope: scene.slope,
        }
    }
}

/// The deepest overlap at any frame, and of those after 1.5 s.
fn deepest(scene: &Resting, frames: &[Vec<Place>]) -> [f64; 2] {
    let cube: Shape = primitive::cuboid(DVec3::splat(SIDE)).expect("a cube").into();
    let floor = |normal: DVec3| -> Shape { HalfSpace::facing(normal, 0.0).expect("a normal").into() };
    let mut fixed = vec![(floor(DVec3::Z), DVec3::ZERO)];
    if scene.walls {
        let sides = [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y];
        fixed.extend(sides.map(|normal| (floor(normal), -WALLS * normal)));
    }
    let shapes = fixed.iter().map(|(shape, _)| shape).chain(scene.cubes.iter().map(|_| &cube));
    let tested: Vec<overlap_oracle::Body> = shapes.filter_map(overlap_oracle::Body::of).collect();
    let reaches: Vec<f64> = tested.iter().map(overlap_oracle::Body::reach).collect();
    let mut worst = [0.0_f64; 2];
    for (number, frame) in frames.iter().enumerate() {
        let places: Vec<Place> =
            fixed.iter().map(|(_, at)| (DQuat::IDENTITY, *at)).chain(frame.iter().copied()).collect();
        for [a, b] in near(&places, &reaches, 0.0) {
            let overlap = -separation([&tested[a], &tested[b]], [places[a], places[b]], 0.0);
            worst[0] = worst[0].max(overlap);
            if number as f64 > 1.5 * FRAMES as f64 {
                worst[1] = worst[1].max(overlap);
            }
        }
    }
    worst
}

impl fmt::Display for Measures {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [deepest, late] = self.overlap.map(|depth| 1e3 * depth);
        write!(out, "overlap {deepest:.2e} mm, after 1.5 s {late:.2e} mm, ")?;
        if self.slope == 0.0 {
            let sinks = 1e3 * self.sinks;
            return write!(out, "the highest sinks {sinks:.2e} mm, the fastest at the end {:.1e} m/s", self.fastest);
        }
        write!(out, "moves {:.3e} mm, accelerates by {:.6} m/s²", 1e3 * self.creeps, self.acceleration)
    }
}
