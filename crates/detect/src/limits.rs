//! The distance that counts as contact, and the limit on the work of a query.

use crate::tolerance::STEPS_BETWEEN_LOOKS;
use crate::{DetectError, Query};
use tangency_interval::StopSignal;

/// The distance that counts as contact, and its tolerance, in the unit of the coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactThreshold {
    pub(crate) separation: f64,
    pub(crate) tolerance: f64,
}

impl ContactThreshold {
    /// Only bodies at distance zero are in contact.
    pub(crate) const NONE: Self = Self { separation: 0.0, tolerance: 0.0 };

    /// `separation`: the distance that counts as contact, finite and not negative. `tolerance`: how much farther
    /// apart the bodies may be when a contact is reported, finite and above zero.
    ///
    /// ```
    /// use tangency_detect::ContactThreshold;
    /// assert!(ContactThreshold::new(0.0, 1e-6).is_ok());
    /// assert!(ContactThreshold::new(-0.1, 1e-6).is_err() && ContactThreshold::new(f64::NAN, 1e-6).is_err());
    /// assert!(ContactThreshold::new(0.1, 0.0).is_err() && ContactThreshold::new(0.1, f64::INFINITY).is_err());
    /// ```
    pub fn new(separation: f64, tolerance: f64) -> Result<Self, DetectError> {
        if !(tolerance > 0.0 && tolerance.is_finite()) {
            return Err(DetectError::Length { name: "tolerance", value: tolerance, least: "above 0" });
        }
        if !(separation >= 0.0 && separation.is_finite()) {
            return Err(DetectError::Length { name: "separation", value: separation, least: "not below 0" });
        }
        Ok(Self { separation, tolerance })
    }

    /// The threshold of a validated query.
    pub(crate) fn of(query: &Query) -> Self {
        Self { separation: query.separation, tolerance: query.tolerance }
    }

    /// The distance that counts as contact.
    #[must_use]
    pub fn separation(&self) -> f64 {
        self.separation
    }

    /// How much farther apart the bodies may be when a contact is reported.
    #[must_use]
    pub fn tolerance(&self) -> f64 {
        self.tolerance
    }
}

/// Counts the steps of a search up to a limit, or until a signal stops it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepBudget<'query> {
    pub(crate) spent: u64,
    limit: Option<u64>,
    /// `None`: nothing stops the search before the limit.
    stop: Option<&'query StopSignal>,
}

impl<'query> StepBudget<'query> {
    /// No limit and no signal.
    pub(crate) fn endless(spent: u64) -> Self {
        Self { spent, limit: None, stop: None }
    }

    /// The limit and the signal of a query, some of whose steps are spent.
    pub(crate) fn of(query: &'query Query, spent: u64) -> Self {
        Self { spent, limit: query.budget, stop: Some(&query.stop) }
    }

    /// What is left of a limit, and the signal of a query.
    pub(crate) fn left(limit: Option<u64>, stop: &'query StopSignal) -> Self {
        Self { spent: 0, limit, stop: Some(stop) }
    }

    /// Whether the number of steps is limited.
    pub(crate) fn is_limited(&self) -> bool {
        self.limit.is_some()
    }

    /// Whether the signal ends the search now.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(StopSignal::is_stopped)
    }

    /// Spends one step. `false` if none is left.
    pub(crate) fn spend(&mut self) -> bool {
        // Reading the clock costs as much as a short step, so the signal is looked at only now and then. A step that
        // was refused is not counted, so all later ones are refused too.
        let looks = self.spent.is_multiple_of(STEPS_BETWEEN_LOOKS);
        let left = self.limit.is_none_or(|limit| self.spent < limit) && !(looks && self.is_stopped());
        self.spent += u64::from(left);
        left
    }
}
