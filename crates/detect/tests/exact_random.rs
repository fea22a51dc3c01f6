//! The exact primitive on random queries with many degenerate cases, against the rational oracle.
//!
//! Reference: `oracle`, exact. A long run of the same test: `cargo run --release -p tangency-detect --example soak
//! -- 10000000`.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod oracle;

use oracle::{FeaturePair, fault, generate};
use tangency_detect::exact::{EdgeEdge, Touch, VertexFace};
use tangency_interval::laws::Random;

fn first_touch(pair: &FeaturePair) -> Option<Touch> {
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

/// Asserts that all queries agree with the oracle. Returns the number of hits, and of hits after the start.
fn agree(count: usize, mut generate: impl FnMut() -> FeaturePair) -> (usize, usize) {
    let (mut hits, mut later) = (0, 0);
    for _ in 0..count {
        let pair = generate();
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
    (hits, later)
}

#[test]
fn random_queries_agree_with_the_oracle() {
    let (mut random, count) = (Random::new(2021), 10_000);
    let (hits, later) = agree(count, || generate::pair(&mut random));
    assert!((count / 4..3 * count / 4).contains(&hits) && later > count / 10, "{hits} hits, {later} later");
}

#[test]
fn slow_features_agree_with_the_oracle() {
    let (mut random, count) = (Random::new(2022), 200);
    let (hits, later) = agree(count, || generate::slow(&mut random));
    assert!((count / 4..9 * count / 10).contains(&hits) && later > count / 4, "{hits} hits, {later} later");
}

#[test]
fn nearly_parallel_features_agree_with_the_oracle() {
    let (mut random, count) = (Random::new(2023), 200);
    let (hits, later) = agree(count, || generate::nearly_parallel(&mut random));
    assert!((count / 10..9 * count / 10).contains(&hits) && later > count / 20, "{hits} hits, {later} later");
}

#[test]
fn features_that_the_filter_separates_do_not_touch() {
    let (mut random, count, mut apart) = (Random::new(2024), 20_000, 0);
    for _ in 0..count {
        let pair = generate::pair(&mut random);
        let (start, end) = (pair.start.each_ref(), pair.end.each_ref());
        if if pair.edges { EdgeEdge::apart(start, end) } else { VertexFace::apart(start, end) } {
            apart += 1;
            assert_eq!(fault(&pair, None), None);
        }
    }
    assert!(apart > count / 20, "the filter decides {apart}");
}
