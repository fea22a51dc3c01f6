//! The coefficients of the spline through samples, with padding around them.
//!
//! The value at a sample is (c₋₁ + 4·c₀ + c₁)/6 in each direction. The coefficients are mirrored at the border,
//! which gives as many equations as unknowns. One mirrored layer is kept, so the spline still passes through
//! the samples of the border. Beyond it every coefficient is one positive number. The spline is a weighted mean
//! of coefficients everywhere. It therefore stays positive where all coefficients are positive, and closes
//! parts that the border of the grid cuts.

use super::cell::{CellPart, weights_at};
use crate::tolerance::MOST_CELLS_EXACTLY;
use glam::DVec3;
use tangency_interval::{Interval, Vector3};

/// Layers around the samples: one mirrored layer and three layers of the outside value.
pub(super) const PADDING: usize = 4;
/// Number of mirrored layers.
const MIRRORED: usize = 1;

/// A grid of coefficients; those along x are consecutive.
#[derive(Debug, PartialEq)]
pub(super) struct SplineCoefficients {
    counts: [usize; 3],
    numbers: Vec<f64>,
}

impl SplineCoefficients {
    /// The coefficients of the spline through the samples.
    pub(super) fn through(samples: [usize; 3], mut numbers: Vec<f64>) -> Self {
        let strides = [1, samples[0], samples[0] * samples[1]];
        for axis in 0..3 {
            let solver = MirroredSystem::new(samples[axis]);
            let [first, second] = [(axis + 1) % 3, (axis + 2) % 3];
            for i in 0..samples[first] {
                for j in 0..samples[second] {
                    solver.solve(&mut numbers[i * strides[first] + j * strides[second]..], strides[axis]);
                }
            }
        }
        let outside = outside(samples, &numbers);
        let counts = samples.map(|count| count + 2 * PADDING);
        let mut padded = vec![outside; counts.iter().product()];
        // Index of the sample whose coefficient belongs at an index of the padded grid.
        let source = |at: usize, count: usize| {
            let step = at as isize - PADDING as isize;
            let last = count as isize - 1;
            let mirrored = if step < 0 { -step } else { step.min(2 * last - step) };
            (-(MIRRORED as isize)..=last + MIRRORED as isize).contains(&step).then_some(mirrored as usize)
        };
        for (at, place) in padded.iter_mut().enumerate() {
            let index = [at % counts[0], at / counts[0] % counts[1], at / counts[0] / counts[1]];
            let sources = [0, 1, 2].map(|axis| source(index[axis], samples[axis]));
            if let [Some(x), Some(y), Some(z)] = sources {
                *place = numbers[x + y * strides[1] + z * strides[2]];
            }
        }
        Self { counts, numbers: padded }
    }

    /// Number of coefficients along each axis.
    pub(super) fn counts(&self) -> [usize; 3] {
        self.counts
    }

    /// Number of cells along each axis; four coefficients affect each cell.
    pub(super) fn cells(&self) -> [usize; 3] {
        self.counts.map(|count| count - 3)
    }

    /// The coefficient at an index.
    pub(super) fn at(&self, [x, y, z]: [usize; 3]) -> f64 {
        self.numbers[x + self.counts[0] * (y + self.counts[1] * z)]
    }

    /// The coefficients that affect a cell, indexed by z, y and x.
    pub(super) fn block(&self, [x, y, z]: [usize; 3]) -> [[[f64; 4]; 4]; 4] {
        std::array::from_fn(|k| {
            std::array::from_fn(|j| {
                let start = x + self.counts[0] * (y + j + self.counts[1] * (z + k));
                let row = &self.numbers[start..start + 4];
                [row[0], row[1], row[2], row[3]]
            })
        })
    }

    /// The constant outside value, if the box of steps lies outside.
    pub(super) fn outside(&self, steps: Vector3) -> Option<f64> {
        let cells = self.cells();
        let beyond = (0..3).any(|axis| steps[axis].upper() <= 0.0 || steps[axis].lower() >= cells[axis] as f64);
        beyond.then(|| self.numbers[0])
    }

    /// Whether [`Self::cells_of`] returns cells.
    pub(super) fn few_cells(&self, steps: Vector3) -> bool {
        let counts = [0, 1, 2].map(|axis| {
            let [first, last] = cells_between(steps[axis], self.cells()[axis]);
            last - first + 1
        });
        counts.iter().product::<usize>() <= MOST_CELLS_EXACTLY
    }

    /// The parts of cells that the box of steps covers, if they are few. The function is constant beyond the
    /// grid, so the nearest point of the grid represents points beyond it.
    pub(super) fn cells_of(&self, steps: Vector3) -> Option<impl Iterator<Item = CellPart> + use<>> {
        let spans = [0, 1, 2].map(|axis| cells_between(steps[axis], self.cells()[axis]));
        let counts = spans.map(|[first, last]| last - first + 1);
        if counts.iter().product::<usize>() > MOST_CELLS_EXACTLY {
            return None;
        }
        let cells = self.cells();
        let part = move |number: usize| {
            let [i, j, k] = [number % counts[0], number / counts[0] % counts[1], number / counts[0] / counts[1]];
            let cell = [spans[0][0] + i, spans[1][0] + j, spans[2][0] + k];
            CellPart::new(cell, [0, 1, 2].map(|axis| within(steps[axis], cell[axis], cells[axis])))
        };
        Some((0..counts.iter().product()).map(part))
    }

    /// The spline at a point, in floating point.
    pub(super) fn value_at(&self, steps: DVec3) -> f64 {
        let cells = self.cells();
        let place = [0, 1, 2].map(|axis| steps[axis].clamp(0.0, cells[axis] as f64));
        let cell = [0, 1, 2].map(|axis| (place[axis] as usize).min(cells[axis] - 1));
        let [x, y, z] = [0, 1, 2].map(|axis| weights_at(place[axis] - cell[axis] as f64));
        let dot = |weights: &[f64; 4], numbers: [f64; 4]| weights.iter().zip(numbers).map(|(w, c)| w * c).sum::<f64>();
        let block = self.block(cell);
        dot(&z, block.map(|layer| dot(&y, layer.map(|row| dot(&x, row)))))
    }
}

/// The first and the last cell that the steps reach, out of `cells`.
pub(super) fn cells_between(steps: Interval, cells: usize) -> [usize; 2] {
    // NaN would become the first cell; steps are never NaN.
    let cell = |step: f64| (step.clamp(0.0, cells as f64) as usize).min(cells - 1);
    [cell(steps.lower()), cell(steps.upper())]
}

/// The part of the steps within a cell, from 0 to 1. Exact, because a step within a cell loses no digit.
fn within(steps: Interval, cell: usize, cells: usize) -> [f64; 2] {
    let start = cell as f64;
    let clamped = |step: f64| step.clamp(0.0, cells as f64).clamp(start, start + 1.0) - start;
    [clamped(steps.lower()), clamped(steps.upper())]
}

/// A positive outside value: the greatest value on the border, so that a grid with a distant border continues
/// without a step.
fn outside(counts: [usize; 3], numbers: &[f64]) -> f64 {
    let border = |at: usize| {
        let index = [at % counts[0], at / counts[0] % counts[1], at / counts[0] / counts[1]];
        (0..3).any(|axis| index[axis] == 0 || index[axis] == counts[axis] - 1)
    };
    let largest = |numbers: &mut dyn Iterator<Item = f64>| numbers.fold(0.0, f64::max);
    let on_border = largest(&mut numbers.iter().enumerate().filter(|&(at, _)| border(at)).map(|(_, &number)| number));
    if on_border > 0.0 { on_border } else { largest(&mut numbers.iter().map(|number| number.abs())) }
}

/// The equations (cᵢ₋₁ + 4·cᵢ + cᵢ₊₁)/6 = sᵢ with c₋₁ = c₁ and cₙ = cₙ₋₂, eliminated forward.
struct MirroredSystem {
    /// The entry above the diagonal after elimination, and the reciprocal of the diagonal.
    rows: Vec<[f64; 2]>,
}

impl MirroredSystem {
    fn new(count: usize) -> Self {
        let mut rows: Vec<[f64; 2]> = Vec::with_capacity(count);
        for i in 0..count {
            let below = if i + 1 == count { 2.0 } else { 1.0 };
            let above = if i == 0 { 2.0 } else { 1.0 };
            let diagonal = 4.0 - rows.last().map_or(0.0, |[before, _]| below * before);
            rows.push([above / diagonal, 1.0 / diagonal]);
        }
        Self { rows }
    }

    /// Replaces samples at a distance of `stride` by coefficients.
    fn solve(&self, numbers: &mut [f64], stride: usize) {
        let count = self.rows.len();
        for i in 0..count {
            let below = if i + 1 == count { 2.0 } else { 1.0 };
            let before = if i == 0 { 0.0 } else { below * numbers[(i - 1) * stride] };
            numbers[i * stride] = (6.0 * numbers[i * stride] - before) * self.rows[i][1];
        }
        for i in (0..count - 1).rev() {
            numbers[i * stride] -= self.rows[i][0] * numbers[(i + 1) * stride];
        }
    }
}
