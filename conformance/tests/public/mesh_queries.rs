//! The public vertex-face and edge-edge queries, through the mesh method.
//!
//! Reference: the truth column, computed in exact rational arithmetic by the authors of the set (Wang et al.
//! 2021). No contact is missed and none invented: the ends of the paths are exact doubles, so the method
//! decides exactly.

use tangency_conformance::queries::{mesh_method_touches, queries};

#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn no_public_contact_is_missed_or_invented() {
    let queries = queries("ccd-queries");
    let positives = queries.iter().filter(|query| query.touches).count();
    for (index, query) in queries.iter().enumerate() {
        assert_eq!(mesh_method_touches(query), query.touches, "query {index}");
    }
    println!("{} queries, {positives} touch: none missed, none invented", queries.len());
    assert!(queries.len() > 1_000 && positives > 100, "too few queries to test anything");
}
