//! Conservative advancement: two bodies through a span of time, one certain step after another.
//!
//! **Question.** Somebody can tell at any instant how long two bodies certainly stay apart. When do they touch?
//!
//! **Idea.** Go on for as long as they stay apart, and look again. The looks differ by shape ([`crate::balls`],
//! [`crate::hulls`], [`crate::hull_wall`]); the loop is one.
//!
//! **Guarantee.** That of the looks. A loop that makes no progress, or not enough, gives up: another method answers.
//!
//! **Source.** Mirtich 1996, section 2.3.

use crate::detail::Outlook;
use crate::group::FoundContacts;
use crate::tolerance::ADVANCE_STEPS;

/// What one look at two bodies tells.
pub(crate) enum Look {
    /// They are certainly apart until this instant.
    Apart { until: f64 },
    /// They touch: the impact is now.
    Touches(FoundContacts),
}

/// Advances through a span. `look` tells of an instant; `None` if it cannot, and then of the whole span.
pub(crate) fn advance([from, to]: [f64; 2], mut look: impl FnMut(f64) -> Option<Look>) -> Option<Outlook> {
    let mut time = from;
    for _ in 0..ADVANCE_STEPS {
        match look(time)? {
            Look::Apart { until } if until >= to => return Some(Outlook::Clear),
            Look::Apart { until } if until > time => time = until,
            Look::Apart { .. } => return None,
            Look::Touches(found) => return Some(Outlook::Touches { at: time, found }),
        }
    }
    None
}

/// A look at bodies that meet before the end of the span unless they stay a skin apart until then. `apart` tells the
/// seconds for which they certainly stay further apart than a length. `touches` tells the contacts of bodies that are
/// close and approach each other. Those that are closer than a skin and part are apart until they may touch.
pub(crate) fn look(
    [time, to]: [f64; 2],
    skin: f64,
    apart: impl Fn(f64) -> f64,
    touches: impl FnOnce() -> Option<FoundContacts>,
) -> Look {
    let first = apart(skin);
    if time + first < to
        && let Some(found) = touches()
    {
        return Look::Touches(found);
    }
    Look::Apart { until: time + if first > 0.0 { first } else { apart(0.0) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A gap that shrinks by one metre a second, seen too small by half and rounded down: each step covers half of what
    /// is left.
    #[test]
    fn steps_end_where_a_look_says() {
        let gap = |time: f64| 1.0 - time;
        let look = |time: f64| Some(Look::Apart { until: (time + 0.5 * gap(time)).next_down() });
        assert!(matches!(advance([0.0, 0.9], look), Some(Outlook::Clear)));
        // No step reaches the contact: the number of steps is bounded, and nothing is claimed.
        assert!(advance([0.0, 1.0], look).is_none());
        assert!(advance([0.0, 2.0], |time| Some(Look::Apart { until: time })).is_none());
        assert!(advance([0.0, 2.0], |time| Some(Look::Apart { until: f64::NAN * time })).is_none());
        assert!(advance([0.0, 2.0], |_| None).is_none());
        // Closer than a skin, bodies that part are apart until they may touch, and those that approach touch.
        let until = |to: f64, skin: f64, touches: Option<FoundContacts>| match super::look(
            [3.0, to],
            skin,
            |least| 1.0 - least,
            || touches,
        ) {
            Look::Apart { until } => Some(until),
            Look::Touches(_) => None,
        };
        let found = || Some(FoundContacts { pair: [0, 1], contacts: Vec::new(), time: 3.0.into() });
        assert_eq!([until(9.0, 0.25, None), until(9.0, 2.0, None)], [Some(3.75), Some(4.0)]);
        assert_eq!([until(9.0, 0.25, found()), until(9.0, 2.0, found())], [None, None]);
        // Until the end of the span they do not come close.
        assert_eq!(until(3.5, 0.25, found()), Some(3.75));
    }
}
