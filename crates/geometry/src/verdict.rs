//! The answer to a first-contact question, as plain data.
//!
//! `detect` finds these answers and `formats` writes them, so both use the types of this file.

use crate::Contact;
use std::fmt;
use tangency_interval::Interval;

/// How a first-contact question ended. `C` is the record of one contact.
///
/// ```
/// use tangency_geometry::Verdict;
///
/// let verdict: Verdict = Verdict::Open { from: 0.25 };
/// assert_eq!((verdict.clear_until(), verdict.name()), (0.25, "open"));
/// assert!(verdict.is_open() && verdict.contacts().is_empty());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict<C = Contact> {
    /// No contact before `until`, the end of the span.
    Clear {
        /// End of the span, in seconds.
        until: f64,
    },
    /// The bodies touch.
    Touch(FirstContact<C>),
    /// The budget ran out: no contact before `from`, unknown after it.
    Open {
        /// Start of the part of the span that was not searched, in seconds.
        from: f64,
    },
}

/// The first instant of contact and all contacts at that instant.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstContact<C = Contact> {
    /// Bracket of the time, in seconds. The lower end is never late: there is no contact before it.
    pub time: Interval,
    /// All contacts within the bracket, at least one.
    pub contacts: Vec<C>,
    /// Whether the search listed all contacts. If `false`, the budget ran out first, and there may be further contacts.
    pub complete: bool,
}

/// How certain an answer is, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evidence {
    /// Stochastic: correct with some probability.
    Sampled,
    /// Floating point, with an estimate of the error.
    Computed,
    /// Rigorous: every intermediate number is an outward-rounded enclosure or has a proved bound.
    Proved,
}

/// The work that an answer took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Pairs of features that were examined.
    pub pairs: u64,
    /// Steps of the method over all pairs.
    pub iterations: u64,
}

impl<C> Verdict<C> {
    /// There is no contact before this instant, in seconds.
    #[must_use]
    pub fn clear_until(&self) -> f64 {
        match self {
            Self::Clear { until } => *until,
            Self::Touch(first) => first.time.lower(),
            Self::Open { from } => *from,
        }
    }

    /// The first contact; `None` unless the bodies touch.
    #[must_use]
    pub fn first_contact(&self) -> Option<&FirstContact<C>> {
        match self {
            Self::Touch(first) => Some(first),
            Self::Clear { .. } | Self::Open { .. } => None,
        }
    }

    /// The contacts at the first instant of contact; empty unless the bodies touch.
    #[must_use]
    pub fn contacts(&self) -> &[C] {
        self.first_contact().map_or(&[], |first| &first.contacts)
    }

    /// Whether there is no contact during the whole span.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        matches!(self, Self::Clear { .. })
    }

    /// Whether the bodies touch.
    #[must_use]
    pub fn is_touch(&self) -> bool {
        matches!(self, Self::Touch(_))
    }

    /// Whether the budget ran out.
    #[must_use]
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Open { .. })
    }

    /// `"clear"`, `"touch"` or `"open"`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Clear { .. } => "clear",
            Self::Touch(_) => "touch",
            Self::Open { .. } => "open",
        }
    }
}

impl<C> fmt::Display for Verdict<C> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

impl Evidence {
    /// Every degree of certainty, weakest first.
    pub const ALL: [Self; 3] = [Self::Sampled, Self::Computed, Self::Proved];

    /// `"sampled"`, `"computed"` or `"proved"`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sampled => "sampled",
            Self::Computed => "computed",
            Self::Proved => "proved",
        }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

impl Effort {
    /// The sum of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { pairs: self.pairs + other.pairs, iterations: self.iterations + other.iterations }
    }
}
