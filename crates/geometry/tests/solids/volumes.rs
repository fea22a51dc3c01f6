//! Splines through samples against their definition.
//!
//! The reference computes the coefficients by Unser's recursive filter, written as a sum over mirrored samples,
//! and sums all basis functions by the formula with truncated powers. Derivatives of the basis are derivatives
//! of those powers.

use super::member;
use glam::{DVec3, dvec3};
use tangency_geometry::solid::{Inside, SampledVolume, Solid, VolumeError};
use tangency_interval::laws::Random;
use tangency_interval::{Interval, Vector, Vector3};

/// The spline through samples, computed slowly. The coefficients beyond the mirrored layer are the volume's
/// outside value, which is evaluated far away.
struct Reference {
    counts: [usize; 3],
    coefficients: Vec<f64>,
    origin: DVec3,
    spacing: DVec3,
    outside: f64,
}

impl Reference {
    fn new(counts: [usize; 3], samples: &[f64], volume: &SampledVolume) -> Self {
        let mut coefficients = samples.to_vec();
        let strides = [1, counts[0], counts[0] * counts[1]];
        for axis in 0..3 {
            let from = coefficients.clone();
            for (at, coefficient) in coefficients.iter_mut().enumerate() {
                let step = at / strides[axis] % counts[axis];
                let base = at - step * strides[axis];
                let row = |index: usize| from[base + index * strides[axis]];
                *coefficient = filtered(row, step, counts[axis]);
            }
        }
        let outside = volume.value_at(DVec3::splat(1e6));
        Self { counts, coefficients, origin: volume.origin(), spacing: volume.spacing(), outside }
    }

    fn coefficient(&self, index: [isize; 3]) -> f64 {
        let mut at = 0;
        for axis in [2, 1, 0] {
            let last = self.counts[axis] as isize - 1;
            if !(-1..=last + 1).contains(&index[axis]) {
                return self.outside;
            }
            at = at * self.counts[axis] + mirrored(index[axis], self.counts[axis]);
        }
        self.coefficients[at]
    }

    /// The derivative of the given orders at a point.
    fn at(&self, point: [f64; 3], orders: [u32; 3]) -> f64 {
        let steps = (DVec3::from_array(point) - self.origin) / self.spacing;
        let first = steps.floor().to_array().map(|step| step as isize - 2);
        let mut sum = 0.0;
        for k in 0..6 {
            for j in 0..6 {
                for i in 0..6 {
                    let index = [first[0] + i, first[1] + j, first[2] + k];
                    let weight = |axis: usize| basis(steps[axis] - index[axis] as f64, orders[axis]);
                    sum += weight(0) * weight(1) * weight(2) * self.coefficient(index);
                }
            }
        }
        (0..3).fold(sum, |value, axis| value / self.spacing[axis].powi(orders[axis] as i32))
    }
}

fn mirrored(index: isize, count: usize) -> usize {
    let period = 2 * (count as isize - 1);
    let index = index.rem_euclid(period);
    index.min(period - index) as usize
}

/// Σ 6·(z/(z² − 1))·z^|n|·s over all mirrored samples, with the pole z = √3 − 2.
fn filtered(row: impl Fn(usize) -> f64, step: usize, count: usize) -> f64 {
    let pole = 3.0_f64.sqrt() - 2.0;
    let gain = 6.0 * pole / (pole * pole - 1.0);
    (-40_isize..=40).map(|n| gain * pole.powi(n.unsigned_abs() as i32) * row(mirrored(step as isize + n, count))).sum()
}

/// The cubic B-spline or one of its derivatives: Σ (−1)ᵏ·C(4, k)·(x + 2 − k)₊³/6.
fn basis(x: f64, order: u32) -> f64 {
    if x.abs() >= 2.0 {
        return 0.0;
    }
    let power = |base: f64| match order {
        0 => base.powi(3) / 6.0,
        1 => base.powi(2) / 2.0,
        _ => base,
    };
    [1.0, -4.0, 6.0, -4.0, 1.0]
        .into_iter()
        .enumerate()
        .map(|(k, sign)| sign * power((x + 2.0 - k as f64).max(0.0)))
        .sum()
}

fn random_volume(random: &mut Random, counts: [usize; 3]) -> (SampledVolume, Reference) {
    let samples: Vec<f64> = (0..counts.iter().product()).map(|_| random.between(-1.0, 1.5)).collect();
    let (origin, spacing) = (dvec3(-1.0, 0.5, 0.0), dvec3(0.25, 0.5, 1.0 / 3.0));
    let volume = SampledVolume::new(counts, samples.clone(), origin, spacing, Inside::Below(0.0)).unwrap();
    let reference = Reference::new(counts, &samples, &volume);
    (volume, reference)
}

/// Bound on the rounding of the reference.
fn about(value: f64) -> Interval {
    Interval::from(value) + Interval::between(-1e-10, 1e-10) * value.abs().max(1.0)
}

#[test]
fn the_spline_passes_through_the_samples() {
    let mut random = Random::new(71);
    for counts in [[2, 2, 2], [2, 3, 7], [9, 4, 5]] {
        let samples: Vec<f64> = (0..counts.iter().product()).map(|_| random.between(-1.0, 1.0)).collect();
        let volume =
            SampledVolume::new(counts, samples.clone(), DVec3::ONE, dvec3(0.5, 2.0, 1.0), Inside::Below(0.1)).unwrap();
        for (at, sample) in samples.iter().enumerate() {
            let step = [at % counts[0], at / counts[0] % counts[1], at / counts[0] / counts[1]];
            let place = DVec3::ONE + dvec3(0.5, 2.0, 1.0) * DVec3::from_array(step.map(|step| step as f64));
            let value = volume.value(Vector::point(place.to_array()));
            assert!(
                !value.disjoint(about(sample - 0.1)) && value.width() < 1e-12,
                "{value:?} instead of {}",
                sample - 0.1
            );
            assert!((volume.value_at(place) - (sample - 0.1)).abs() < 1e-12);
        }
    }
}

#[test]
fn boxes_hold_the_spline_and_its_derivatives() {
    let mut random = Random::new(72);
    let (mut small, mut large, mut beyond) = (0, 0, 0);
    for counts in [[7, 5, 6], [2, 2, 3], [17, 12, 20]] {
        let (volume, reference) = random_volume(&mut random, counts);
        let region = volume.region();
        for _ in 0..200 {
            let share = [0.0, 1e-12, 1e-3, 0.05, 0.3, 1.0][random.below(6)];
            let place = Vector::from_fn(|axis| {
                let width = share * region[axis].width();
                let start = random.between(region[axis].lower() - 0.3, region[axis].upper() + 0.3 - width);
                // Often from one sample to another, where cells begin and end.
                let snapped = |x: f64| {
                    ((x - volume.origin()[axis]) / volume.spacing()[axis]).round() * volume.spacing()[axis]
                        + volume.origin()[axis]
                };
                if random.below(4) == 0 {
                    Interval::between(snapped(start), snapped(start + width))
                } else {
                    Interval::between(start, start + width)
                }
            });
            let cells = (0..3).map(|axis| place[axis].width() / volume.spacing()[axis]).fold(0.0, f64::max);
            *(if cells < 1.0 { &mut small } else { &mut large }) += 1;
            beyond += usize::from(!place.subset(region));
            let (slope, jet) = (volume.slope(place), volume.jet(place));
            for _ in 0..3 {
                let point = member(&mut random, place);
                let truth = |orders: [u32; 3]| about(reference.at(point, orders));
                let holds = |range: Interval, orders: [u32; 3]| {
                    assert!(
                        !range.disjoint(truth(orders)),
                        "{orders:?} at {point:?}: {:?} not in {range:?} over {place:?}",
                        truth(orders)
                    );
                };
                holds(volume.value(place), [0; 3]);
                holds(slope.value, [0; 3]);
                holds(jet.value, [0; 3]);
                let order = |axis: usize| std::array::from_fn(|i| u32::from(i == axis));
                for axis in 0..3 {
                    holds(slope.gradient[axis], order(axis));
                    holds(jet.gradient[axis], order(axis));
                    for other in 0..3 {
                        let orders = std::array::from_fn(|i| order(axis)[i] + order(other)[i]);
                        holds(jet.second[axis][other], orders);
                    }
                }
            }
        }
    }
    assert!(small > 150 && large > 100 && beyond > 100, "{small} small, {large} large, {beyond} beyond");
}

#[test]
fn enclosures_over_parts_of_cells_are_tight() {
    let mut random = Random::new(73);
    let (volume, reference) = random_volume(&mut random, [8, 8, 8]);
    let [mut enclosed, mut sampled] = [[0.0; 2]; 2];
    for _ in 0..300 {
        let width = 0.02;
        let start = [-0.6, 1.5, 0.6].map(|middle| middle + random.between(-0.3, 0.3));
        let place: Vector3 = Vector::from_fn(|axis| Interval::between(start[axis], start[axis] + width));
        let mut seen = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
        for corner in 0..27 {
            let point =
                [0, 1, 2].map(|axis| start[axis] + 0.5 * width * f64::from(corner / 3_i32.pow(axis as u32) % 3));
            for (range, orders) in seen.iter_mut().zip([[0, 0, 0], [1, 0, 0]]) {
                let value = reference.at(point, orders);
                *range = [range[0].min(value), range[1].max(value)];
            }
        }
        let slope = volume.slope(place);
        for (i, range) in [slope.value, slope.gradient[0]].into_iter().enumerate() {
            enclosed[i] += range.width();
            sampled[i] += seen[i][1] - seen[i][0];
        }
    }
    for i in 0..2 {
        assert!(
            enclosed[i] >= sampled[i] && enclosed[i] < 1.1 * sampled[i],
            "{} instead of {}",
            enclosed[i],
            sampled[i]
        );
    }
}

#[test]
fn solids_cut_by_the_border_are_closed() {
    // The whole grid is inside: the solid ends within three cells around it.
    let volume = SampledVolume::new([4, 4, 4], vec![-1.0; 64], DVec3::ZERO, DVec3::ONE, Inside::Below(0.0)).unwrap();
    assert!(volume.value_at(DVec3::splat(1.5)) < 0.0 && volume.value_at(DVec3::splat(7.0)) > 0.0);
    let solid = Solid::volume(volume.clone()).unwrap();
    assert!(solid.bounding_box().subset(volume.region()));
    let far = Vector([Interval::between(6.5, f64::INFINITY), Interval::ENTIRE, Interval::ENTIRE]);
    assert!(volume.value(far).lower() > 0.0 && volume.slope(far).gradient == Vector3::ZERO);
    assert!(tangency_geometry::Polyhedron::new(solid.mesh(0.0, 24).unwrap()).is_ok());
}

#[test]
fn a_sampled_ball_is_a_ball() {
    let distance = |point: DVec3| point.length() - 1.0;
    let volume = SampledVolume::sample([24; 3], DVec3::splat(-1.5), DVec3::splat(3.0 / 23.0), distance).unwrap();
    let density = |point: DVec3| 100.0 * (2.0 - point.length());
    let samples: Vec<f64> = (0..24 * 24 * 24)
        .map(|at| {
            density(DVec3::splat(-1.5) + 3.0 / 23.0 * dvec3((at % 24) as f64, (at / 24 % 24) as f64, (at / 576) as f64))
        })
        .collect();
    let bright =
        SampledVolume::new([24; 3], samples, DVec3::splat(-1.5), DVec3::splat(3.0 / 23.0), Inside::Above(100.0))
            .unwrap();
    let mut random = Random::new(74);
    for _ in 0..500 {
        let point = DVec3::from_array(std::array::from_fn(|_| random.between(-1.1, 1.1)));
        if point.length() > 0.5 {
            assert!((volume.value_at(point) - distance(point)).abs() < 2e-3, "{point}");
            assert!((bright.value_at(point) - 100.0 * distance(point)).abs() < 0.2, "{point}");
        }
    }
    let side = Solid::volume(volume).unwrap().bounding_box()[1];
    assert!(side.lower() < -0.99 && side.lower() > -1.05 && side.upper() > 0.99 && side.upper() < 1.05, "{side:?}");
}

#[test]
fn invalid_volumes_are_rejected() {
    let volume = |counts: [usize; 3], samples: Vec<f64>, spacing: DVec3, inside: Inside| {
        SampledVolume::new(counts, samples, DVec3::ZERO, spacing, inside).unwrap_err()
    };
    let below = Inside::Below(0.0);
    assert_eq!(volume([1, 2, 2], vec![-1.0; 4], DVec3::ONE, below), VolumeError::TooFew([1, 2, 2]));
    assert_eq!(volume([1 << 9; 3], vec![-1.0; 4], DVec3::ONE, below), VolumeError::TooMany([1 << 9; 3]));
    assert_eq!(volume([usize::MAX; 3], vec![-1.0; 4], DVec3::ONE, below), VolumeError::TooMany([usize::MAX; 3]));
    let count = VolumeError::Count { counts: [2, 2, 2], expected: 8, found: 7 };
    assert_eq!(volume([2, 2, 2], vec![-1.0; 7], DVec3::ONE, below), count);
    let mut samples = vec![-1.0; 8];
    samples[6] = 1e31;
    assert_eq!(volume([2, 2, 2], samples, DVec3::ONE, below), VolumeError::Sample { index: [0, 1, 1], value: 1e31 });
    assert!(matches!(volume([2, 2, 2], vec![f64::NAN; 8], DVec3::ONE, below), VolumeError::Sample { .. }));
    assert!(matches!(volume([2, 2, 2], vec![-1.0; 8], dvec3(1.0, 0.0, 1.0), below), VolumeError::Grid { .. }));
    assert!(matches!(volume([2, 2, 2], vec![0.0; 8], DVec3::ONE, below), VolumeError::NothingInside { .. }));
    assert!(matches!(
        volume([2, 2, 2], vec![0.0; 8], DVec3::ONE, Inside::Above(f64::NAN)),
        VolumeError::NothingInside { .. }
    ));
}
