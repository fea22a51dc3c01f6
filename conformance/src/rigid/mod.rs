//! The public set of rigid motions: two meshes, a hundred motions, and times of first contact that dense static
//! tests and bisection found, good to about 5·10⁻⁷ s.
//!
//! The reference calls a distance of 10⁻⁶ m a contact: at its times the proved distance is 0.999999·10⁻⁶ m. The
//! tests therefore ask with that separation. Without it, contacts come later by the time that closes the last
//! micrometre: up to 3.5·10⁻⁶ s where bodies graze.

mod files;

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use tangency::detect::{Answer, Evidence, Moving, Prepared, Query, Verdict, first_contact};
use tangency::geometry::{Motion, Rigid};

/// Metres: the distance that the reference calls a contact.
pub const REFERENCE_DISTANCE: f64 = 1e-6;
/// Seconds: the error of the reference times.
const REFERENCE_ERROR: f64 = 1e-6;

/// A hundred motions of two bodies.
pub struct RigidSet {
    bodies: [Arc<Prepared>; 2],
    motions: Vec<[Rigid; 2]>,
    references: Vec<Option<f64>>,
}

impl RigidSet {
    /// The set of a size ("1k", "10k", "50k" triangles; "c100", "c1000" vertices of convex bodies), with
    /// rotation or without.
    ///
    /// # Errors
    /// If a file of the set is missing or not as expected.
    pub fn read(folder: &Path, size: &str, rotation: bool) -> Result<Self, Box<dyn Error>> {
        let key = format!("{size}_{}", if rotation { "rot" } else { "tr" });
        let (mut motions, mut references) = (Vec::new(), Vec::new());
        for entry in files::entries(folder)? {
            motions.push(files::motions(&entry, rotation)?);
            references.push(entry["reference"][&key]["time"].as_f64());
        }
        let bodies = files::bodies(folder, size)?;
        Ok(Self { bodies, motions, references })
    }

    /// How many motions there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.motions.len()
    }

    /// The answer about one motion, with this separation in metres.
    ///
    /// # Errors
    /// If the query is refused.
    pub fn ask(&self, index: usize, separation: f64) -> Result<Answer, Box<dyn Error>> {
        let [a, b] = [0, 1].map(|body| Moving::of(self.bodies[body].clone(), Motion::Rigid(self.motions[index][body])));
        Ok(first_contact(&a?, &b?, &Query { separation, ..Query::default() })?)
    }

    /// Compares an answer, asked with the reference's separation, with the reference: none missed, none
    /// invented, brackets that overlap, and none late.
    ///
    /// # Errors
    /// The difference, in words.
    pub fn judge(&self, index: usize, answer: &Answer) -> Result<(), String> {
        let reference = self.references[index];
        match (&answer.verdict, reference) {
            (Verdict::Clear { .. }, None) => Ok(()),
            (Verdict::Touch(first), Some(time)) => {
                let (lower, upper) = (first.time.lower(), first.time.upper());
                let overlaps = lower <= time + 2.0 * REFERENCE_ERROR && upper >= time - 2.0 * REFERENCE_ERROR;
                if overlaps && lower <= time + REFERENCE_ERROR && first.time.width() <= 1e-9 {
                    Ok(())
                } else {
                    Err(format!("motion {index}: {:?}, reference {time}", first.time))
                }
            }
            (verdict, reference) => Err(format!("motion {index}: {verdict:?}, reference {reference:?}")),
        }
    }

    /// Asks about a motion with the reference's separation and with none, and compares both answers with the
    /// reference. Returns the first answer, and whether the bodies touch.
    ///
    /// # Errors
    /// The difference, in words.
    pub fn compare(&self, index: usize) -> Result<(Answer, bool), Box<dyn Error>> {
        let answer = self.ask(index, REFERENCE_DISTANCE)?;
        self.judge(index, &answer)?;
        if answer.evidence != Evidence::Proved {
            return Err(format!("motion {index} is not proved").into());
        }
        let Verdict::Touch(near) = &answer.verdict else { return Ok((answer, false)) };
        // Bodies that touch were within the separation before, and take at most 10⁻⁵ s to close it.
        let Verdict::Touch(first) = self.ask(index, 0.0)?.verdict else {
            return Err(format!("motion {index} comes near and does not touch").into());
        };
        let moment = near.time.lower()..near.time.upper() + 1e-5;
        if !moment.contains(&first.time.lower()) || !first.contacts.iter().any(|contact| contact.proved) {
            return Err(format!("motion {index}: {first:?}").into());
        }
        Ok((answer, true))
    }
}
