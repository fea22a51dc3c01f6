//! Solids from volume data: a smooth function through a grid of samples.
//!
//! *Question.* Over a box of space: what are the values of the function, its gradients and its second
//! derivatives?
//! *Idea.* The function is a cubic spline in each direction. On the part of a cell that the box covers it is a
//! polynomial; its Bernstein coefficients there bound its values and derivatives ([`cell`]). A box over many
//! cells uses a hierarchy of blocks that store the extremes of all quantities ([`blocks`]).
//! *Guarantee.* The function is defined by its coefficients, which are doubles, and enclosed everywhere. It has
//! two continuous derivatives. It passes through the samples up to rounding. Away from the grid it is one
//! positive number, so the solid is closed and lies within three cells around the grid.
//! *Cost.* Less than a microsecond per cell; a box over many cells visits at most 64 blocks.
//! *Source.* Snyder et al. 1993, section 9 and figures 15 and 16 (the lobster); M. Unser, *Splines: a perfect
//! fit for signal and image processing* (1999), for splines through samples; G. Farin, *Curves and Surfaces for
//! CAGD*, for blossoms, which give the Bernstein coefficients over part of a cell without differences of large
//! numbers.

mod blocks;
mod cell;
mod coefficients;

use super::{SolidJet, SolidSlope};
use crate::tolerance::{LARGEST_SAMPLE, MOST_SAMPLES};
use blocks::BlockHierarchy;
use cell::SplineRanges;
use coefficients::{PADDING, SplineCoefficients};
use glam::DVec3;
use std::sync::Arc;
use tangency_interval::{Interval, Matrix, Vector, Vector3};

/// Which samples are inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Inside {
    /// Samples below the level are inside, as for signed distances (with level 0).
    Below(f64),
    /// Samples above the level are inside, as for densities.
    Above(f64),
}

/// The samples do not define a volume.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum VolumeError {
    /// An axis has too few samples.
    #[error("a volume needs at least 2 samples along every axis, not {0:?}")]
    TooFew([usize; 3]),
    /// There are too many samples.
    #[error(
        "a volume of {0:?} samples has more than the {MOST_SAMPLES} that are allowed: take every second one along each \
         axis"
    )]
    TooMany([usize; 3]),
    /// The number of samples does not match the counts.
    #[error("{counts:?} samples along the axes are {expected} in all, but there are {found}")]
    Count {
        /// Samples along each axis.
        counts: [usize; 3],
        /// Product of the counts.
        expected: usize,
        /// Number of samples.
        found: usize,
    },
    /// A sample is NaN or too large.
    #[error("sample {index:?} is {value}: samples must be numbers between ±{LARGEST_SAMPLE:e}")]
    Sample {
        /// Index of the sample along each axis.
        index: [usize; 3],
        /// Its value.
        value: f64,
    },
    /// Invalid origin or spacing.
    #[error("the grid needs a finite origin and positive spacings, not origin {origin} and spacing {spacing}")]
    Grid {
        /// Position of the first sample.
        origin: DVec3,
        /// Distance of neighbouring samples along each axis.
        spacing: DVec3,
    },
    /// The level is not a number, or no sample is inside.
    #[error("no sample is inside: they are between {least} and {largest}, and inside is {inside:?}")]
    NothingInside {
        /// The least sample.
        least: f64,
        /// The largest sample.
        largest: f64,
        /// The inside criterion.
        inside: Inside,
    },
}

/// A smooth function through samples on a grid, negative at inside samples. Cheap to clone.
///
/// ```
/// use glam::{DVec3, dvec3};
/// use tangency_geometry::solid::{Inside, Solid, SampledVolume};
/// use tangency_interval::{Interval, Vector};
///
/// // Distances from a ball of radius 1, sampled every 0.2.
/// let distance = |point: DVec3| point.length() - 1.0;
/// let volume = SampledVolume::sample([16; 3], DVec3::splat(-1.5), DVec3::splat(0.2), distance)?;
/// let near = volume.slope(Vector([0.99, 0.0, 0.0].map(|x| Interval::between(x, x + 0.02))));
/// assert!(near.value.contains(0.0) && near.value.width() < 0.03);
/// assert!(near.gradient[0].lower() > 0.9 && near.gradient[0].upper() < 1.1);
///
/// let ball = Solid::volume(volume)?;
/// assert!(ball.bounding_box()[0].lower() < -1.0 && ball.bounding_box()[0].lower() > -1.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SampledVolume(Arc<SampleGrid>);

#[derive(Debug, PartialEq)]
struct SampleGrid {
    coefficients: SplineCoefficients,
    blocks: BlockHierarchy,
    /// Position of the first sample.
    origin: DVec3,
    spacing: DVec3,
    /// Reciprocals of the spacings.
    scale: Vector3,
}

impl SampledVolume {
    /// The function through the samples. `counts` are the numbers of samples along x, y and z. Samples along x
    /// are consecutive, then rows along y, then layers along z. The first sample is at `origin`.
    ///
    /// # Errors
    /// If the numbers do not define a grid, a sample is not finite, or no sample is inside.
    pub fn new(
        counts: [usize; 3],
        samples: Vec<f64>,
        origin: DVec3,
        spacing: DVec3,
        inside: Inside,
    ) -> Result<Self, VolumeError> {
        check_counts(counts, samples.len())?;
        if !(origin.is_finite() && spacing.is_finite() && spacing.cmpgt(DVec3::ZERO).all()) {
            return Err(VolumeError::Grid { origin, spacing });
        }
        let unsound = |value: f64| !(value.abs() <= LARGEST_SAMPLE);
        if let Some(at) = samples.iter().position(|&sample| unsound(sample)) {
            let index = [at % counts[0], at / counts[0] % counts[1], at / counts[0] / counts[1]];
            return Err(VolumeError::Sample { index, value: samples[at] });
        }
        let signed = |sample: f64| match inside {
            Inside::Below(level) => sample - level,
            Inside::Above(level) => level - sample,
        };
        let (Inside::Below(level) | Inside::Above(level)) = inside;
        if unsound(level) || !samples.iter().any(|&sample| signed(sample) < 0.0) {
            let [least, largest] =
                samples.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[least, largest], &sample| {
                    [least.min(sample), largest.max(sample)]
                });
            return Err(VolumeError::NothingInside { least, largest, inside });
        }
        let coefficients = SplineCoefficients::through(counts, samples.into_iter().map(signed).collect());
        let blocks = BlockHierarchy::new(&coefficients);
        let scale = Vector::from_fn(|axis| Interval::from(spacing[axis]).recip());
        Ok(Self(Arc::new(SampleGrid { coefficients, blocks, origin, spacing, scale })))
    }

    /// Samples another function on a grid and interpolates it; negative values are inside.
    ///
    /// # Errors
    /// As [`SampledVolume::new`].
    pub fn sample(
        counts: [usize; 3],
        origin: DVec3,
        spacing: DVec3,
        function: impl Fn(DVec3) -> f64,
    ) -> Result<Self, VolumeError> {
        check_counts(counts, counts.iter().product())?;
        let [x, y, z] = counts;
        let steps = (0..z).flat_map(|k| (0..y).flat_map(move |j| (0..x).map(move |i| [i, j, k])));
        let place = |step: [usize; 3]| origin + spacing * DVec3::from_array(step.map(|step| step as f64));
        Self::new(counts, steps.map(|step| function(place(step))).collect(), origin, spacing, Inside::Below(0.0))
    }

    /// Number of samples along each axis.
    #[must_use]
    pub fn counts(&self) -> [usize; 3] {
        self.0.coefficients.counts().map(|count| count - 2 * PADDING)
    }

    /// Position of the first sample.
    #[must_use]
    pub fn origin(&self) -> DVec3 {
        self.0.origin
    }

    /// Distance of neighbouring samples along each axis.
    #[must_use]
    pub fn spacing(&self) -> DVec3 {
        self.0.spacing
    }

    /// A box outside which the function is one positive number.
    #[must_use]
    pub fn region(&self) -> Vector3 {
        let cells = self.0.coefficients.cells();
        Vector::from_fn(|axis| {
            let steps = Interval::between(0.0, cells[axis] as f64) - FIRST_CELL;
            steps * self.0.spacing[axis] + self.0.origin[axis]
        })
    }

    /// Encloses the function over the box.
    #[must_use]
    pub fn value(&self, place: Vector3) -> Interval {
        if place.is_empty() {
            return Interval::EMPTY;
        }
        let steps = self.steps(place);
        if let Some(outside) = self.0.coefficients.outside(steps) {
            return Interval::from(outside);
        }
        match self.0.coefficients.cells_of(steps) {
            Some(cells) => cells.map(|cell| cell.value(&self.0.coefficients)).fold(Interval::EMPTY, Interval::hull),
            None => self.0.blocks.ranges(steps).value(),
        }
    }

    /// The function at a point, in floating point.
    #[must_use]
    pub fn value_at(&self, point: DVec3) -> f64 {
        self.0.coefficients.value_at((point - self.0.origin) / self.0.spacing + FIRST_CELL)
    }

    /// Encloses the function and its gradient over the box.
    #[must_use]
    pub fn slope(&self, place: Vector3) -> SolidSlope {
        let ranges = self.ranges(place, |cell| cell.slopes(&self.0.coefficients));
        let gradient = self.gradient(&ranges);
        SolidSlope { value: self.tightened(place, &ranges, gradient), gradient, by_time: Interval::ZERO }
    }

    /// Encloses the function, its gradient and its second derivatives over the box.
    #[must_use]
    pub fn jet(&self, place: Vector3) -> SolidJet {
        let ranges = self.ranges(place, |cell| cell.seconds(&self.0.coefficients));
        let gradient = self.gradient(&ranges);
        let scale = self.0.scale;
        let second = |i: usize, j: usize| ranges.second(i, j) * scale[i] * scale[j];
        SolidJet {
            value: self.tightened(place, &ranges, gradient),
            gradient,
            by_time: Interval::ZERO,
            second: Matrix(std::array::from_fn(|i| Vector::from_fn(|j| second(i, j)))),
            gradient_by_time: Vector3::ZERO,
        }
    }

    fn ranges(&self, place: Vector3, of_cell: impl Fn(cell::CellPart) -> SplineRanges) -> SplineRanges {
        if place.is_empty() {
            return SplineRanges::EMPTY;
        }
        let steps = self.steps(place);
        if let Some(outside) = self.0.coefficients.outside(steps) {
            return SplineRanges::constant(outside);
        }
        match self.0.coefficients.cells_of(steps) {
            Some(cells) => cells.map(of_cell).fold(SplineRanges::EMPTY, SplineRanges::hull),
            None => self.0.blocks.ranges(steps),
        }
    }

    /// The box in steps of the grid, counted from the first cell in which the function changes.
    fn steps(&self, place: Vector3) -> Vector3 {
        Vector::from_fn(|axis| (place[axis] - self.0.origin[axis]) / self.0.spacing[axis] + FIRST_CELL)
    }

    fn gradient(&self, ranges: &SplineRanges) -> Vector3 {
        Vector::from_fn(|axis| ranges.slope(axis) * self.0.scale[axis])
    }

    /// The value, intersected with the mean value form if the box covers many cells.
    fn tightened(&self, place: Vector3, ranges: &SplineRanges, gradient: Vector3) -> Interval {
        let bounded = place.0.into_iter().all(Interval::is_bounded);
        if !bounded || self.0.coefficients.few_cells(self.steps(place)) {
            return ranges.value();
        }
        let centre = Vector::point(place.mid());
        ranges.value().intersection(self.value(centre) + gradient.dot(place - centre))
    }
}

/// Steps from the first cell in which the function changes to the first sample.
const FIRST_CELL: f64 = (PADDING - 1) as f64;

fn check_counts(counts: [usize; 3], found: usize) -> Result<(), VolumeError> {
    if counts.iter().any(|&count| count < 2) {
        return Err(VolumeError::TooFew(counts));
    }
    let expected = counts.iter().try_fold(1_usize, |product, &count| product.checked_mul(count));
    match expected {
        Some(expected) if expected > MOST_SAMPLES => Err(VolumeError::TooMany(counts)),
        Some(expected) if expected != found => Err(VolumeError::Count { counts, expected, found }),
        Some(_) => Ok(()),
        None => Err(VolumeError::TooMany(counts)),
    }
}
