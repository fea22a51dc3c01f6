//! The parameters of a query.

use crate::limits::ContactThreshold;
use crate::tolerance::DEFAULT_TOLERANCE;
use crate::{DetectError, Progress, Tracked};
use std::sync::Arc;
use tangency_interval::{Interval, StopSignal};

/// A question about first contact. Fill in what matters and take the rest from the default, also because a minor version
/// may add fields:
///
/// ```
/// use tangency_detect::Query;
/// let query = Query { separation: 0.01, ..Query::default() };
/// ```
#[derive(Clone, Debug)]
pub struct Query {
    /// Seconds. The span of time to examine, in the clock of the motions. Default: 0 to 1.
    pub span: Interval,
    /// Metres. A contact may be reported while the bodies are farther apart than `separation` by up to this
    /// distance.
    pub tolerance: f64,
    /// Metres. The clearance that counts as contact. Default: 0.
    pub separation: f64,
    /// The maximum number of steps of the method. When it is reached, the verdict is `Open`, or a touch whose
    /// contacts are marked incomplete. Default: no limit.
    pub budget: Option<u64>,
    /// Seconds. Contacts that begin no later than this after the first are listed with it, within the same smooth
    /// piece of the motions. Along contact curves and regions of curved bodies, the lower end of the bracket may be
    /// early by as much. Default: lists contacts that begin within the bracket of the first; along curves and
    /// regions, the tolerance divided by a bound on the relative speed.
    pub simultaneity: Option<f64>,
    /// Metres. The distance between the contacts that sample a contact curve or region of curved bodies. Default: a
    /// quarter of the radius of the smaller body.
    pub spacing: Option<f64>,
    /// Known contacts of curved bodies, which are not reported again.
    pub tracked: Vec<Tracked>,
    /// Asserts that no body is inside another at the start, as a simulation knows from the previous step. The
    /// search at the start then compares only the surfaces of curved bodies, and skips the test of two implicit
    /// solids. Default: `false`, not known.
    pub outside: bool,
    /// Ends the query early, on request or when a time is over. The verdict is then `Open`, as if the budget were
    /// spent, or a touch whose contacts are marked incomplete; what is proved until then remains proved. Lists of all
    /// contacts ([`every_contact`](crate::every_contact)) ignore it, because nothing would show that they are
    /// incomplete. Default: nothing ends it.
    pub stop: StopSignal,
    /// Receives progress reports.
    pub progress: Option<Arc<Progress>>,
}

impl Default for Query {
    fn default() -> Self {
        Self {
            span: Interval::between(0.0, 1.0),
            tolerance: DEFAULT_TOLERANCE,
            separation: 0.0,
            budget: None,
            simultaneity: None,
            spacing: None,
            tracked: Vec::new(),
            outside: false,
            stop: StopSignal::default(),
            progress: None,
        }
    }
}

impl Query {
    /// The last instant at which a contact may begin and still be listed with a first contact that has begun by
    /// `upper`. Rounded up.
    pub(crate) fn last_simultaneous(&self, upper: f64) -> f64 {
        self.simultaneity.map_or(upper, |simultaneity| (Interval::from(upper) + simultaneity).upper())
    }

    /// Rejects spans and lengths out of range.
    pub(crate) fn validate(&self) -> Result<(), DetectError> {
        let (start, end) = (self.span.lower(), self.span.upper());
        if !(start.is_finite() && end.is_finite() && start <= end) {
            return Err(DetectError::Span { start, end });
        }
        let lengths = self.tracked.iter().map(|tracked| ("the radius of a tracked contact", Some(tracked.radius)));
        let others = [("the spacing of contacts", self.spacing), ("simultaneity", self.simultaneity)];
        for (name, value) in lengths.chain(others) {
            let Some(value) = value else { continue };
            if !(value > 0.0 && value.is_finite()) {
                return Err(DetectError::Length { name, value, least: "above 0" });
            }
        }
        ContactThreshold::new(self.separation, self.tolerance).map(|_| ())
    }
}
