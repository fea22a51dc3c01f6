//! The extent of a scene: what the picture frames.

use super::PageError;
use super::drawn::Drawn;
use super::sample::{self, DrawnPlacement};
use crate::{SceneSpan, tolerance};
use glam::DVec3;

/// The bounding box of all bodies over the span. Of endless bodies only the finite parts count.
#[derive(Clone, Copy)]
pub(super) struct SceneExtent {
    pub(super) low: DVec3,
    pub(super) high: DVec3,
}

impl SceneExtent {
    /// The box over equal steps of the span and the given instants.
    pub(super) fn of(bodies: &[Drawn<'_>], span: SceneSpan, instants: &[f64]) -> Result<Self, PageError> {
        let SceneSpan { start, end } = span;
        let mut extent = Self { low: DVec3::INFINITY, high: DVec3::NEG_INFINITY };
        for body in bodies {
            // Deforming bodies are sampled at fewer instants: each costs a whole frame.
            let steps = if body.deforms() { tolerance::EXTENT_STEPS / 4 } else { tolerance::EXTENT_STEPS };
            let outline = outline(body.finite_corners());
            let equal = (0..=steps).map(|step| start + (end - start) * (step as f64 / steps as f64));
            for time in equal.chain(instants.iter().copied()) {
                match sample::placed(body, span, time)? {
                    DrawnPlacement::Rigidly(turn, place) => {
                        outline.iter().for_each(|&point| extent.include(turn * point + place));
                    }
                    DrawnPlacement::Each(points) => points.iter().for_each(|&point| extent.include(point)),
                }
            }
        }
        // A scene without bodies is drawn as an empty grid.
        Ok(if extent.low.x <= extent.high.x { extent } else { Self { low: DVec3::NEG_ONE, high: DVec3::ONE } })
    }

    pub(super) fn include(&mut self, point: DVec3) {
        self.low = self.low.min(point);
        self.high = self.high.max(point);
    }

    /// The middle of the box.
    pub(super) fn centre(&self) -> DVec3 {
        self.low + (self.high - self.low) / 2.0
    }

    /// The diagonal; never zero, so that it can be divided by.
    pub(super) fn size(&self) -> f64 {
        (self.high - self.low).length().max(f64::MIN_POSITIVE)
    }
}

/// The vertices farthest out along the 26 directions of the faces, edges and corners of a cube.
fn outline(vertices: &[DVec3]) -> Vec<DVec3> {
    let steps = [-1.0, 0.0, 1.0];
    let directions = steps.iter().flat_map(|&x| steps.iter().flat_map(move |&y| steps.map(|z| DVec3::new(x, y, z))));
    let farthest = |direction: DVec3| {
        let along = |a: &&DVec3, b: &&DVec3| a.dot(direction).total_cmp(&b.dot(direction));
        vertices.iter().max_by(along).copied()
    };
    directions.filter(|direction| *direction != DVec3::ZERO).filter_map(farthest).collect()
}
