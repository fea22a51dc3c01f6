//! Names in the documents that are not checked, each with its reason.

/// A word, and why it need not exist.
pub(crate) const ALL: &[(&str, &str)] = &[
    ("bookshelf_tall", "a problem of MotionBenchMaker, in the public data"),
    ("libm::fma", "of the crate libm"),
    ("cloth-funnel", "a scene of the public data"),
];

/// Whether the word is an exception.
pub(crate) fn allowed(word: &str) -> bool {
    ALL.iter().any(|(exception, _)| *exception == word)
}
