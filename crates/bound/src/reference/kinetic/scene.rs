//! The experiment of the tutorial, for tests and benchmarks: a cloth animated by key frames.

use super::{FlightPlan, KineticError, KineticTree};
use glam::DVec3;

/// A square cloth of `cells` × `cells` squares of two triangles, one metre wide. It waves and sways, with one
/// key frame a second.
#[derive(Clone, Copy, Debug)]
pub struct WavingCloth {
    /// Squares along a side.
    pub cells: u32,
}

impl WavingCloth {
    /// The three points of each triangle.
    #[must_use]
    pub fn triangles(&self) -> Vec<[u32; 3]> {
        let row = self.cells + 1;
        let squares = (0..self.cells).flat_map(|y| (0..self.cells).map(move |x| y * row + x));
        squares
            .flat_map(|corner| [[corner, corner + 1, corner + row], [corner + 1, corner + row + 1, corner + row]])
            .collect()
    }

    /// Positions of the points at a key frame.
    #[must_use]
    pub fn key_frame(&self, frame: u32) -> Vec<DVec3> {
        let phase = 0.8 * f64::from(frame);
        let row = self.cells + 1;
        let grid = (0..row * row).map(|point| (f64::from(point % row), f64::from(point / row)));
        grid.map(|(x, y)| (x / f64::from(self.cells), y / f64::from(self.cells)))
            .map(|(x, y)| {
                let sway = 0.05 * (3.0 * y + phase).sin();
                let height = 0.12 * (6.0 * x + 2.0 * y + phase).sin() + 0.03 * (19.0 * y - 1.7 * phase).cos();
                DVec3::new(x + sway, y - 0.04 * (5.0 * x - phase).cos(), height)
            })
            .collect()
    }

    /// Linear flight plans from one key frame to the next.
    pub fn plans(&self, frame: u32) -> Result<Vec<FlightPlan>, KineticError> {
        let instants = [f64::from(frame), f64::from(frame + 1)];
        let ends = self.key_frame(frame).into_iter().zip(self.key_frame(frame + 1));
        ends.map(|(from, to)| FlightPlan::between(instants, from, to)).collect()
    }

    /// A tree over the triangles at the first key frame.
    pub fn tree(&self) -> Result<KineticTree, KineticError> {
        KineticTree::new(self.plans(0)?, &self.triangles(), 0.0)
    }

    /// Plays the sequence for `seconds` with `frames` frames a second, and calls `at_frame` at each frame.
    pub fn play(
        &self,
        tree: &mut KineticTree,
        seconds: u32,
        frames: u32,
        mut at_frame: impl FnMut(&KineticTree),
    ) -> Result<(), KineticError> {
        for second in 0..seconds {
            if second > 0 {
                let changes: Vec<_> = self.plans(second)?.into_iter().enumerate().collect();
                tree.replan(&changes)?;
            }
            for frame in 1..=frames {
                tree.advance(f64::from(second) + f64::from(frame) / f64::from(frames))?;
                at_frame(tree);
            }
        }
        Ok(())
    }
}
