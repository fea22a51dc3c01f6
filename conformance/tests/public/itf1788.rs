//! The public test vectors of IEEE 1788 (ITF1788, files `*.itl`), run on every operation that we provide.
//!
//! *Reference:* the expected results of the suites: the tightest interval with 64-bit ends; no error of their
//! own. The allowances are those of `tangency_conformance::vectors`.
//!
//! *Decorated cases* run with the decoration stripped, since the interval part of a decorated operation is the
//! bare operation. Cases with not-an-interval (`[nai]`) and operations about decorations are left out.

use crate::itl;
use tangency_conformance::data;
use tangency_conformance::vectors::check;

#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn every_operation_holds_the_expected_result() {
    let vectors = itl::read(&data("itf1788"));
    assert!(vectors.len() > 5_000, "only {} vectors", vectors.len());
    check(&vectors);
}
