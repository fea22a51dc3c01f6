//! The `expr` suite.

use crate::table::Row;

/// Runs the suite.
pub(crate) fn run() -> Vec<Row> {
    Vec::new()
}
