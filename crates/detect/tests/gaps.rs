//! Gaps of convex bodies against planted ones, half of them grazing: gaps of 0 and ±1e-15 to 1e-6, needles and plates,
//! bodies 10⁵ sizes from the origin. The example `soak_gaps` runs as many as one likes.

mod gap_oracle;

use gap_oracle::{ask, bodies, fault, planted};
use tangency_interval::laws::Random;

#[test]
fn planted_gaps_are_enclosed() {
    let mut random = Random::new(20_261_116);
    let bodies = bodies(&mut random, 120);
    let (mut apart, mut overlapping, mut open) = (0, 0, 0);
    for _ in 0..40_000 {
        let pair = planted(&mut random, &bodies);
        for found in ask(&pair) {
            if let Some(fault) = fault(&pair, &found) {
                panic!("{fault}");
            }
            match found.overlap() {
                Some(false) => apart += 1,
                Some(true) => overlapping += 1,
                None => open += 1,
            }
        }
    }
    // Gaps within rounding are open.
    assert!(apart > 30_000 && overlapping > 15_000 && open < 20_000, "{apart} {overlapping} {open}");
}
