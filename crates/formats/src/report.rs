//! The result of a check, as the result file and the viewer page show it.

/// The answer to "when do they first touch, where, and how sure are we?", in scene time.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// `clear`, `touch` or `open`.
    pub verdict: &'static str,
    /// `proved`, `computed` or `sampled`.
    pub evidence: &'static str,
    /// Nothing touches before this instant.
    pub clear_until: f64,
    /// Bracket of the first contact; `None` unless there is one.
    pub time: Option<[f64; 2]>,
    /// All contacts at that instant.
    pub contacts: Vec<ContactReport>,
    /// What it cost.
    pub stats: Stats,
}

/// One contact, with the names of the bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactReport {
    /// First body.
    pub a: String,
    /// Second body (the same as `a` for self-contact).
    pub b: String,
    /// Point in the world.
    pub point: [f64; 3],
    /// Unit normal from `a` to `b`.
    pub normal: [f64; 3],
    /// Distance of the witnesses, metres.
    pub gap: f64,
    /// Bracket of this contact's time.
    pub time: [f64; 2],
    /// What touches on `a`, for example `vertex 12`.
    pub feature_a: String,
    /// What touches on `b`.
    pub feature_b: String,
    /// Whether its existence is proved, or it is within tolerance.
    pub proved: bool,
    /// Whether it was there at the start of the span.
    pub initial: bool,
}

/// What the answer cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Pairs of features that were examined.
    pub pairs: u64,
    /// Steps of the method over all pairs.
    pub iterations: u64,
}
