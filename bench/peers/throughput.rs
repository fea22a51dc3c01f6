// Test data and timing, shared by the measured programs.

use std::hint::black_box;
use std::time::Instant;

/// Number of arguments. They fit into the first-level cache.
pub(crate) const COUNT: usize = 512;

/// Bounds of random intervals: mixed signs, positive, and narrow ones for sine and cosine. A seed gives the same
/// intervals on every run.
pub(crate) struct Arguments {
    pub(crate) mixed: Vec<(f64, f64)>,
    pub(crate) positive: Vec<(f64, f64)>,
    pub(crate) narrow: Vec<(f64, f64)>,
}

pub(crate) fn arguments(seed: u64) -> Arguments {
    let mut state = seed;
    // SplitMix64.
    let mut unit = move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut many = |lower: f64, upper: f64, width: f64| -> Vec<(f64, f64)> {
        (0..COUNT)
            .map(|_| {
                let start = lower + (upper - lower) * unit();
                (start, start + width * unit())
            })
            .collect()
    };
    Arguments { mixed: many(-2.0, 1.0, 2.0), positive: many(0.1, 5.0, 2.0), narrow: many(-10.0, 10.0, 0.5) }
}

/// Nanoseconds per operation, for independent operations over arrays. The minimum of many repetitions, because it is
/// least affected by other load on the machine.
pub(crate) fn nanoseconds<A: Copy, B: Copy, R: Copy>(first: &[A], second: &[B], operation: impl Fn(A, B) -> R) -> f64 {
    const PASSES: usize = 40;
    const REPETITIONS: usize = 200;
    let mut results: Vec<R> = first.iter().zip(second).map(|(a, b)| operation(*a, *b)).collect();
    let mut least = f64::INFINITY;
    for _ in 0..REPETITIONS {
        let start = Instant::now();
        for _ in 0..PASSES {
            let (first, second) = (black_box(first), black_box(second));
            for ((result, a), b) in results.iter_mut().zip(first).zip(second) {
                *result = operation(*a, *b);
            }
            black_box(&results);
        }
        least = least.min(start.elapsed().as_nanos() as f64);
    }
    least / (PASSES * first.len().min(second.len())) as f64
}
