//! What every motion of the public set is held against.

use crate::rigid_data::{REFERENCE_DISTANCE, Set};
use std::error::Error;
use tangency::detect::{Answer, Evidence, Verdict};

/// Asks about a motion, with the reference's separation and without any, and holds both against the reference. The first answer, and
/// whether the bodies touch.
pub(crate) fn held(set: &Set, index: usize) -> Result<(Answer, bool), Box<dyn Error>> {
    let answer = set.ask(index, REFERENCE_DISTANCE)?;
    set.judge(index, &answer)?;
    if answer.evidence != Evidence::Proved {
        return Err(format!("motion {index} is not proved").into());
    }
    let Verdict::Touch(near) = &answer.verdict else { return Ok((answer, false)) };
    // To touch is to have been near before, and to close a micrometre takes a moment.
    let Verdict::Touch(first) = set.ask(index, 0.0)?.verdict else {
        return Err(format!("motion {index} comes near and does not touch").into());
    };
    let moment = near.time.lower()..near.time.upper() + 1e-5;
    if !moment.contains(&first.time.lower()) || !first.contacts.iter().any(|contact| contact.proved) {
        return Err(format!("motion {index}: {first:?}").into());
    }
    Ok((answer, true))
}
