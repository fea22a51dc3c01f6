//! How close a trajectory comes to contact.
//!
//! *Question.* A trajectory is clear: by how much, and where is it closest?
//! *Idea.* Ask with larger and larger clearance until something comes that close, then halve the difference. The largest
//! clearance that is proved clear bounds all distances from below; the first contact with the next one says who, when and
//! where.
//! *Guarantee.* The lower bound is as sure as the verdict. Who comes nearest does so up to the tolerance of the query and the
//! excess of the shapes, and up to one percent of the distance: another pair may come as near within that.
//! *Cost.* Some fifteen verifications, half of which end at their first contact. They are the dearer the nearer their clearance is
//! to the distance: where links are always two centimetres apart, a hundred times the cost of the verdict alone.

use super::{Verified, Verifier, VerifyError, VerifyOptions};
use std::sync::Arc;
use tangency_formats::{Clearance, ContactReport, Nearest, VerdictKind};
use tangency_geometry::Trajectory;

/// Metres: the first clearance that is tried.
const FIRST: f64 = 1e-3;
/// Metres: beyond this, "far away" is all that is asked for.
const LAST: f64 = 0.5;
/// The two bounds end within this factor of each other.
const RATIO: f64 = 1.01;

impl Verifier {
    /// [`Verifier::verify`], and if nothing touches, how close anything comes: [`Report::clearance`]. It is left out if the
    /// budget, which every question is given anew, does not suffice to tell.
    ///
    /// [`Report::clearance`]: tangency_formats::Report::clearance
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tangency::formats::robot::{World, trajectory};
    /// use tangency::{Verifier, VerifyOptions, robots};
    ///
    /// let arm = robots::six_axis_arm();
    /// let bend = "time, waist, shoulder, elbow, forearm, wrist, hand\n0, 0, 0, 0, 0, 0, 0\n1, 0, 0, 0.5, 0, 0, 0\n";
    /// let bend = trajectory::parse(bend, "bend.csv", &arm.mechanism, &Default::default())?;
    /// let verifier = Verifier::new(arm, World::default());
    /// let verified = verifier.verify_with_clearance(&Arc::new(bend), &VerifyOptions::default())?;
    /// let clearance = verified.report.clearance.expect("it is clear");
    /// let nearest = clearance.nearest.expect("something is near");
    /// assert!(clearance.at_least <= nearest.within && nearest.within <= 1.02 * clearance.at_least);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify_with_clearance(
        &self,
        trajectory: &Arc<Trajectory>,
        options: &VerifyOptions,
    ) -> Result<Verified, VerifyError> {
        let mut verified = self.verify(trajectory, options)?;
        if verified.report.verdict == VerdictKind::Clear {
            verified.report.clearance = self.clearance(trajectory, options)?;
        }
        Ok(verified)
    }

    /// How close anything comes during a trajectory that is clear with these options.
    fn clearance(
        &self,
        trajectory: &Arc<Trajectory>,
        options: &VerifyOptions,
    ) -> Result<Option<Clearance>, VerifyError> {
        let (mut clear, mut next) = (options.clearance, (2.0 * options.clearance).max(FIRST));
        let mut closest: Option<(f64, ContactReport)> = None;
        loop {
            let asked = VerifyOptions { clearance: next, progress: None, ..options.clone() };
            let mut report = self.verify(trajectory, &asked)?.report;
            match report.verdict {
                VerdictKind::Clear => clear = next,
                VerdictKind::Touch if !report.contacts.is_empty() => {
                    closest = Some((next, report.contacts.swap_remove(0)));
                }
                VerdictKind::Touch | VerdictKind::Open => return Ok(None),
            }
            next = match &closest {
                None if clear >= LAST => break,
                None => (2.0 * clear).min(LAST),
                Some((touching, _)) if *touching <= RATIO * clear + options.tolerance => break,
                Some((touching, _)) => 0.5 * (clear + touching),
            };
        }
        let nearest = closest.map(|(within, ContactReport { a, b, time, point, .. })| {
            let within = within + options.tolerance;
            Nearest { a, b, within, time: time[0], point }
        });
        Ok(Some(Clearance { at_least: clear, nearest }))
    }
}
