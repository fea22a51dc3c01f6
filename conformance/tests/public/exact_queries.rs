//! The exact primitive on every public query: no false negative and no false positive.
//!
//! Reference: the truth that comes with the sets (Wang et al. 2021; Belgrod et al. 2023), computed by their
//! authors in exact arithmetic.

use tangency_conformance::queries::{exact_method_touches, queries};

#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn every_public_query_is_decided_rightly() {
    for (folder, least) in [("ccd-queries", 2_800), ("scalable-ccd", 5_000)] {
        let queries = queries(folder);
        let (mut hits, mut wrong) = (0, Vec::new());
        for (index, query) in queries.iter().enumerate() {
            let touches = exact_method_touches(query);
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
