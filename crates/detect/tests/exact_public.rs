//! The exact primitive on every public query: no false negative and no false positive.
//!
//! Reference: the truth that comes with the sets (Wang et al. 2021; Belgrod et al. 2023), computed by their authors in exact
//! arithmetic.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod public;

use public::queries;
use tangency_detect::exact::{EdgeEdge, VertexFace};

#[test]
fn every_public_query_is_decided_rightly() {
    for (folder, least) in [("ccd-queries", 2_800), ("scalable-ccd", 5_000)] {
        let queries = queries(folder);
        if queries.is_empty() {
            println!("skipped: no {folder} beside the project");
            continue;
        }
        let (mut hits, mut wrong) = (0, Vec::new());
        for (index, query) in queries.iter().enumerate() {
            let (touches, touch) = if query.edges {
                let pair = EdgeEdge::new(query.start, query.end).unwrap();
                (pair.touches(), pair.first_touch())
            } else {
                let pair = VertexFace::new(query.start, query.end).unwrap();
                (pair.touches(), pair.first_touch())
            };
            assert_eq!(touches, touch.is_some(), "query {index} of {folder}");
            if let Some(touch) = touch {
                assert!(touch.time.width() <= 1e-12, "query {index} of {folder}: {:?}", touch.time);
            }
            if touches != query.touches {
                wrong.push(index);
            }
            hits += usize::from(touches);
        }
        println!("{folder}: {} queries, {hits} touch", queries.len());
        assert!(wrong.is_empty(), "{} of {} wrong: {:?}", wrong.len(), queries.len(), &wrong[..wrong.len().min(20)]);
        assert!(queries.len() >= least && hits > 100 && queries.len() - hits > 100, "too few to test anything");
    }
}
