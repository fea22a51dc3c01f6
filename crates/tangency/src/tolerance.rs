//! Every tolerance and limit of this crate, with its unit, its reason and what breaks if it changes. The dimensions of
//! the built-in scenes are in their own files.

/// Seconds between the points of a contact track in a simulation result. Frames of a video are 1/60 s apart.
/// Larger: fast tracks are drawn with visible corners. Smaller: larger result files. No answer depends on it.
pub(crate) const TRACK_POINT_INTERVAL: f64 = 1.0 / 240.0;

/// Count. Most points of one contact track: 17 s at the usual interval. Longer tracks have points farther apart.
/// Larger: larger result files. Smaller: long tracks are drawn coarsely. No answer depends on it.
pub(crate) const MAXIMUM_TRACK_POINTS: usize = 4096;

/// Count. Most points of the forces of all contacts in a simulation result: about 20 megabytes of JSON. Larger: larger
/// result files. Smaller: the forces of short contacts are left out, and a warning says so. No other answer depends on
/// it.
pub(crate) const MOST_FORCE_POINTS: usize = 200_000;

/// Count. Fewest and most stretches of a curve of the distance over time. Larger: more work and larger files. Smaller:
/// the plot has visible corners. The bounds hold for any number.
pub(crate) const CURVE_STRETCHES: [usize; 2] = [16, 128];

/// Count. Stretches of the clearance of a robot over time. Larger: more searches. Smaller: the plot has visible
/// corners. The bounds hold for any number.
pub(crate) const CLEARANCE_CURVE_STRETCHES: usize = 64;

/// Metres. The clearance of a robot over time is not resolved beyond this distance, as its clearance is not. Larger:
/// more pairs are measured.
pub(crate) const CURVE_FAR: f64 = 0.5;

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

/// Pure number. The questions of a clearance may take this multiple of the steps that the verdict took. Larger: slower
/// checks of scenes that are clear. Smaller: more clearances are only bounded coarsely. The bounds hold for any number.
pub(crate) const CLEARANCE_EFFORT: u64 = 8;

/// Count. So few pairs are all measured. For more, distances at some instants choose the pair to measure. Cost only.
pub(crate) const FEW_PAIRS: usize = 3;

/// Shares of the span. The instants at which distances choose the pair that is measured first. More: more distances.
/// Fewer: more pairs that turn out not to be the nearest. Cost only.
pub(crate) const SAMPLED_SHARES: [f64; 4] = [0.0, 0.35, 0.7, 1.0];

/// Count. Steps that the questions of a clearance may take in any case: some 0.1 s for meshes, 2 s for curved bodies.
/// Larger: slower checks of scenes whose verdict is quick. Smaller: coarser bounds for these.
pub(crate) const CLEARANCE_STEPS: u64 = 100_000;

/// Count. Steps that the closest approach of a pair may take in any case. Larger: slower checks of many curved bodies.
/// Smaller: fewer pairs have a bracket of the time at which they are closest.
pub(crate) const PAIR_STEPS: u64 = 4_000;

/// Pure numbers. The separations that are tried, as shares of the distance of the nearest pair. The first is as tight
/// as a reader needs. The others are for questions that do not end in time. More: more questions that end without an
/// answer. Fewer: more clearances that are not known.
pub(crate) const CLEARANCE_FACTORS: [f64; 5] = [0.99, 0.95, 0.75, 0.1, 0.01];

/// Pure number. If the nearest pair is known up to the tolerance, the others are asked about a separation that is less
/// by the tolerance, but no less than this share. Larger: pairs that are exactly as close are measured one by one.
/// Smaller: wider brackets of small clearances.
pub(crate) const CLEARANCE_KNOWN: f64 = 0.99;

/// Count. Most questions of a clearance. Each but the last few makes the distance of the nearest pair smaller. Larger:
/// slower where many pairs come close in turn. Smaller: more clearances that are not known.
pub(crate) const CLEARANCE_ROUNDS: usize = 12;

/// Pure number. A clearance is complete if its upper bound exceeds its lower bound by no more than this factor, and the
/// tolerance. Larger: wide brackets pass without a note. Smaller: a note although nothing better is possible.
pub(crate) const CLEARANCE_COMPLETE: f64 = 1.02;

/// Metres. The separations that are tried for pairs whose distance no method measures. More: more questions. Fewer:
/// coarser bounds.
pub(crate) const BLIND_SEPARATIONS: [f64; 7] = [1.0, 0.1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6];

/// Power of two. The first instant at which a pair that touches at the start is looked at again is the span divided by
/// two to this power, a millionth. Larger: more questions. Smaller: a pair that parts at once counts again later.
pub(crate) const PARTED_FINEST: i32 = 20;

/// Count. Equal steps of the span at which such a pair is looked at again. Larger: more questions. Smaller: a pair that
/// parts for a short while is not judged.
pub(crate) const PARTED_STRETCHES: u32 = 32;

/// Count. Most steps of one such question. Larger: slow for curved bodies that stay in contact. Smaller: fewer pairs
/// are found to have parted.
pub(crate) const PARTED_STEPS: u64 = 20_000;

/// Count. Most pairs whose depth at the start is measured. Larger: slow scenes of many bodies that overlap. Smaller:
/// fewer depths.
pub(crate) const DEPTH_PAIRS: usize = 16;

/// Pure number. Meshes whose sizes differ by this factor are warned of: one of them is probably in another unit.
/// Affects a warning only.
pub(crate) const SUSPICIOUS_SIZES: f64 = 500.0;

/// Pure number. Two points are reported as the closest ones if their distance agrees with the reported one up to this
/// share. Larger: points that are far from the closest ones are drawn. Smaller: fewer points.
pub(crate) const WITNESS_SHARE: f64 = 1e-3;

/// Count. Open places of an intersection that a result lists; `open_count` has their number. Along curves of tangency
/// there are thousands.
pub(crate) const OPEN_PLACES_LISTED: usize = 256;

/// Part of the size of a body. A formula that differs from a primitive by less has the mass of the primitive, in closed
/// form. Larger: masses that are visibly off. Smaller: masses by triangles, which take longer.
pub(crate) const EXACT_PRIMITIVE: f64 = 1e-12;

/// Count. The shapes of earlier bodies with which a body is compared, the latest first. More: more comparisons. Fewer: equal
/// bodies are prepared again.
pub(crate) const MOST_SHARED: usize = 32;

/// Count. Events of a simulation between two looks at the clock for its next checkpoint. More: checkpoints come late where
/// events take long. Fewer: more looks.
pub(crate) const EVENTS_BETWEEN_LOOKS: u64 = 16;

/// Metres. Parts of a compound that overlap by no more only touch. Smaller: rounded places of parts that share a face
/// count as overlaps. Larger: thin overlaps are not told.
pub(crate) const SHARED_DEPTH: f64 = 1e-6;

/// Count. Pairs of parts of a compound that are tested for overlaps. More: the start of a simulation takes longer than a
/// few seconds.
pub(crate) const MOST_PART_PAIRS: usize = 5_000;

/// Greatest excess of a side of the printed size of a curved body, as a share of its longest side.
pub(crate) const SIZE_SHARE: f64 = 1e-4;

/// Sides of a body below this share of its longest side, or of its distance from the origin, are rounding: they are
/// printed as zero.
pub(crate) const SIZE_ROUNDING: f64 = 1e-14;
