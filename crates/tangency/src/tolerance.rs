//! Every tolerance and limit of this crate, with its unit, its reason and what breaks if it changes. The dimensions of
//! the built-in scenes are in their own files.

/// Seconds between the points of a contact track in a simulation result. Frames of a video are 1/60 s apart.
/// Larger: fast tracks are drawn with visible corners. Smaller: larger result files. No answer depends on it.
pub(crate) const TRACK_POINT_INTERVAL: f64 = 1.0 / 240.0;

/// Count. Most points of one contact track: 17 s at the usual interval. Longer tracks have points farther apart.
/// Larger: larger result files. Smaller: long tracks are drawn coarsely. No answer depends on it.
pub(crate) const MAXIMUM_TRACK_POINTS: usize = 4096;

/// Count. Fewest and most stretches of a curve of the distance over time. Larger: more work and larger files. Smaller:
/// the plot has visible corners. The bounds hold for any number.
pub(crate) const CURVE_STRETCHES: [usize; 2] = [16, 128];

/// Count. Steps of work that all distances of one curve may take, about. Pairs that cost more have fewer stretches.
/// Larger: pages of curved bodies take longer. Smaller: their plots are coarser.
pub(crate) const CURVE_STEPS: u64 = 400_000;

/// Count. Most steps of one question for the bound of a stretch. Larger: slower for curved bodies that come close.
/// Smaller: more of their bounds are zero. The bounds hold for any number.
pub(crate) const STRETCH_STEPS: u64 = 20_000;

/// Pure number. The first bound tried for a stretch is less than the distances at its ends by this share of them. A
/// hundredth is a pixel of the plot. Larger: bounds that are visibly too low. Smaller: more questions.
pub(crate) const STRETCH_SHARE: f64 = 0.01;

/// Pure number. The next bound tried is less by this factor. Larger: bounds that are too low. Smaller: more questions.
pub(crate) const STRETCH_WIDENING: f64 = 3.0;

/// Count. Instants of a curve that one thread measures one after the other, each starting from the closest features of
/// the one before. Larger: less parallel. Smaller: more searches from nothing. Cost only.
pub(crate) const CURVE_CHUNK: usize = 16;

/// Count. Most names that an error message lists.
pub(crate) const NAMES_LISTED: usize = 12;

/// Count. Samples of the thickness of a solid. More take longer: a million rays take about a second.
pub(crate) const MOST_THICKNESS_SAMPLES: usize = 4096;

/// Pure number. A ray for the thickness starts this far inside of a solid, relative to the longest side of its box.
/// Larger: walls thinner than this are passed over. Smaller: the ray may start on its own triangle by rounding.
pub(crate) const THICKNESS_OFFSET: f64 = 1e-7;

/// Pure number. A place is called thin below this thickness, relative to the longest side of the box.
pub(crate) const THIN_SHARE: f64 = 0.01;
