//! The public set of rigid motions, where it is: two meshes, a hundred motions, and the times of first contact that dense
//! static tests and bisection found, good to about 5·10⁻⁷ s.
//!
//! The reference calls a distance of 10⁻⁶ m a contact: at its times the proved distance is 0.999999·10⁻⁶ m. The same question
//! is therefore asked with that separation. Without it, contacts come later by what closes the last micrometre: up to
//! 3.5·10⁻⁶ s where bodies graze.

mod files;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tangency::detect::{Answer, Moving, Prepared, Query, Verdict, first_contact};
use tangency::geometry::{Motion, Rigid};

/// Metres: the distance that the reference calls a contact.
pub(crate) const REFERENCE_DISTANCE: f64 = 1e-6;
/// Seconds: what the reference times are good to.
const REFERENCE_ERROR: f64 = 1e-6;

/// A hundred motions of two bodies.
pub(crate) struct Set {
    bodies: [Arc<Prepared>; 2],
    motions: Vec<[Rigid; 2]>,
    references: Vec<Option<f64>>,
}

/// The folder of the set, or `None`.
pub(crate) fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/rigid");
    folder.is_dir().then_some(folder)
}

impl Set {
    /// The set of a size ("1k", "10k", "50k" triangles; "c100", "c1000" vertices of convex bodies), with rotation or without.
    pub(crate) fn read(folder: &Path, size: &str, rotation: bool) -> Result<Self, Box<dyn Error>> {
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
    pub(crate) fn len(&self) -> usize {
        self.motions.len()
    }

    /// The answer about one motion, with this separation.
    pub(crate) fn ask(&self, index: usize, separation: f64) -> Result<Answer, Box<dyn Error>> {
        let [a, b] = [0, 1].map(|body| Moving::of(self.bodies[body].clone(), Motion::Rigid(self.motions[index][body])));
        Ok(first_contact(&a?, &b?, &Query { separation, ..Query::default() })?)
    }

    /// Holds the answer with the reference's separation against it: none missed, none made up, brackets that overlap, and none
    /// late.
    pub(crate) fn judge(&self, index: usize, answer: &Answer) -> Result<(), String> {
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
}
