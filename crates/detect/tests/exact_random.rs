//! The exact primitive on random queries that lean towards the degenerate, against the rational oracle.
//!
//! Reference: `oracle`, exact. A long run of the same: `cargo run --release -p tangency-detect --example soak -- 10000000`.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod oracle;

use oracle::{Pair, fault, generate};
use tangency_detect::exact::{EdgeEdge, Touch, VertexFace};
use tangency_interval::laws::Random;

fn first_touch(pair: &Pair) -> Option<Touch> {
    let touch = if pair.edges {
        let edges = EdgeEdge::new(pair.start, pair.end).unwrap();
        (edges.touches(), edges.first_touch())
    } else {
        let face = VertexFace::new(pair.start, pair.end).unwrap();
        (face.touches(), face.first_touch())
    };
    assert_eq!(touch.0, touch.1.is_some(), "{pair:?}");
    touch.1
}

#[test]
fn random_queries_agree_with_the_oracle() {
    let mut random = Random::new(2021);
    let (mut hits, mut later, count) = (0, 0, 10_000);
    for _ in 0..count {
        let pair = generate::pair(&mut random);
        let touch = first_touch(&pair);
        if let Some(touch) = touch {
            assert!(touch.time.width() <= 1e-12, "{pair:?}");
            hits += 1;
            later += usize::from(touch.time.lower() > 0.0);
        }
        if let Some(fault) = fault(&pair, touch.map(|touch| [touch.time.lower(), touch.time.upper()])) {
            panic!("{fault}");
        }
    }
    println!("{hits} of {count} touch, {later} of them after the start");
    assert!((count / 4..3 * count / 4).contains(&hits) && later > count / 10, "{hits} hits, {later} later");
}
