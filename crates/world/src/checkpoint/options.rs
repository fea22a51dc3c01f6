//! The options of a run that change its result.

use super::{RestartError, stored, stored_name};
use crate::RunOptions;
use std::fmt::Display;
use tangency_respond::ImpactResponse;

/// The options of a run that change its result, as a checkpoint keeps them.
///
/// The end belongs to them. Bodies are asked about until then, so that a run that goes on for longer has other bits.
pub(super) struct StoredOptions {
    start: f64,
    until: f64,
    step: f64,
    tolerance: f64,
    query_tolerance: f64,
    simultaneity: Option<f64>,
    spacing: Option<f64>,
    budget: Option<u64>,
    response: ImpactResponse,
    keep_motions: bool,
}

stored!(StoredOptions {
    start,
    until,
    step,
    tolerance,
    query_tolerance,
    simultaneity,
    spacing,
    budget,
    response,
    keep_motions
});
stored_name!(ImpactResponse {
    Rounds = 0,
    Simultaneous = 1,
    Sequential = 2,
    LeastConstraint = 3,
    Complementarity = 4
});

impl StoredOptions {
    pub(super) fn of(options: &RunOptions) -> Self {
        let RunOptions { start, until, step, tolerance, ref query, response, keep_motions, progress: _ } = *options;
        Self {
            start,
            until,
            step,
            tolerance,
            query_tolerance: query.tolerance,
            simultaneity: query.simultaneity,
            spacing: query.spacing,
            budget: query.budget,
            response,
            keep_motions,
        }
    }

    /// Fails unless the options of a run are these.
    pub(super) fn check(&self, options: &RunOptions) -> Result<(), RestartError> {
        let asked = Self::of(options);
        let number = |option, found: f64, asked: f64| same(option, found.to_bits() == asked.to_bits(), found, asked);
        let perhaps = |option, found: Option<f64>, asked: Option<f64>| {
            same(option, found.map(f64::to_bits) == asked.map(f64::to_bits), shown(found), shown(asked))
        };
        number("the start", self.start, asked.start)?;
        number("the end", self.until, asked.until)?;
        number("the longest step", self.step, asked.step)?;
        number("the tolerance of the solver", self.tolerance, asked.tolerance)?;
        number("the tolerance of the query", self.query_tolerance, asked.query_tolerance)?;
        perhaps("the simultaneity", self.simultaneity, asked.simultaneity)?;
        perhaps("the spacing", self.spacing, asked.spacing)?;
        same("the budget", self.budget == asked.budget, shown(self.budget), shown(asked.budget))?;
        same("the response", self.response == asked.response, self.response, asked.response)?;
        same("kept motions", self.keep_motions == asked.keep_motions, self.keep_motions, asked.keep_motions)
    }
}

fn same(option: &'static str, same: bool, found: impl Display, asked: impl Display) -> Result<(), RestartError> {
    if same {
        return Ok(());
    }
    Err(RestartError::Option { option, found: found.to_string(), asked: asked.to_string() })
}

fn shown(value: Option<impl Display>) -> String {
    value.map_or_else(|| "of the defaults".into(), |value| value.to_string())
}
