//! Every tolerance and limit of this crate, with its unit, its reason and what breaks if it changes. The dimensions of
//! the built-in scenes are in their own files.

/// Seconds between the points of a contact track in a simulation result. Frames of a video are 1/60 s apart.
/// Larger: fast tracks are drawn with visible corners. Smaller: larger result files. No answer depends on it.
pub(crate) const TRACK_POINT_INTERVAL: f64 = 1.0 / 240.0;

/// Count. Most points of one contact track: 17 s at the usual interval. Longer tracks have points farther apart.
/// Larger: larger result files. Smaller: long tracks are drawn coarsely. No answer depends on it.
pub(crate) const MAXIMUM_TRACK_POINTS: usize = 4096;
