//! How close a trajectory comes to contact.
//!
//! *Question.* A trajectory is clear: by how much, and where is it closest?
//! *Idea.* Ask with larger and larger clearance until something comes that close, then halve the difference. The largest
//! clearance that is proved clear bounds all distances from below; the first contact with the next one says who, when and
//! where.
//! *Guarantee.* The lower bound is proved. The upper one holds up to the tolerance of the query and the excess of the shapes.
//! *Cost.* Some ten verifications.

use super::{Verifier, VerifyError, VerifyOptions};
use std::sync::Arc;
use tangency_formats::{ContactReport, VerdictKind};
use tangency_geometry::Trajectory;

/// Metres: the first clearance that is tried.
const FIRST: f64 = 1e-3;
/// Metres: beyond this, "far away" is all that is asked for.
const LAST: f64 = 0.5;
/// The two bounds end within this factor of each other.
const RATIO: f64 = 1.05;

/// How close anything comes.
#[derive(Clone, Debug, PartialEq)]
pub struct Closest {
    /// Metres: nothing comes closer than this during the whole trajectory; proved.
    pub at_least: f64,
    /// Who comes nearest, when and where, if anything comes within half a metre: the first to be closer than
    /// [`Closest::at_most`].
    pub place: Option<ContactReport>,
    /// Metres: what the search ended with.
    pub at_most: Option<f64>,
}

impl Verifier {
    /// How close anything comes during a trajectory that is clear with these options; `None` if it is not, or if the budget
    /// does not suffice to tell.
    pub fn closest(
        &self,
        trajectory: &Arc<Trajectory>,
        options: &VerifyOptions,
    ) -> Result<Option<Closest>, VerifyError> {
        let ask = |clearance: f64| {
            let verified = self.verify(trajectory, &VerifyOptions { clearance, progress: None, ..options.clone() })?;
            Ok((verified.report.verdict, verified.report.contacts.into_iter().next()))
        };
        if ask(options.clearance)?.0 != VerdictKind::Clear {
            return Ok(None);
        }
        let (mut clear, mut next) = (options.clearance, (2.0 * options.clearance).max(FIRST));
        let mut closest: Option<(f64, ContactReport)> = None;
        loop {
            match ask(next)? {
                (VerdictKind::Clear, _) => clear = next,
                (VerdictKind::Touch, Some(contact)) => closest = Some((next, contact)),
                (VerdictKind::Touch | VerdictKind::Open, _) => return Ok(None),
            }
            next = match &closest {
                None if clear >= LAST => break,
                None => (2.0 * clear).min(LAST),
                Some((touching, _)) if *touching <= RATIO * clear + options.tolerance => break,
                Some((touching, _)) => 0.5 * (clear + touching),
            };
        }
        let (at_most, place) = closest.unzip();
        Ok(Some(Closest { at_least: clear, place, at_most }))
    }
}
