//! Every tolerance and count of the laws: unit, reason, and what breaks if it changes.
//!
//! Lengths are for scenes with bodies of about one metre. None of these affects an answer of the methods.

/// Steps. The budget of every query of the laws. It suffices for nearly every scene, and no scene hangs. Smaller: more
/// scenes end `Open`, and say less.
pub(super) const SCENE_BUDGET: u64 = 20_000;

/// Count. The number of evenly spaced instants at which the tests look for static overlaps. The soak uses more.
pub(super) const TEST_INSTANTS: usize = 20;

/// Count. All laws are checked on one of this many cells of a row. The choice depends on the seed of the cell. The
/// other cells get the laws that need no second query, or only a short one. Smaller: slower tests.
pub(super) const THOROUGH_CELLS: u64 = 4;

/// Seconds. The soak reports a scene that takes longer.
pub(super) const SLOW_SCENE: f64 = 5.0;

/// Count. With at least this many evenly spaced instants, the law of soundness is the main examination of a scene: it
/// measures distances too, and tests more instants around every event.
pub(super) const FULL_INSTANTS: usize = 20;

/// Count. The number of instants at which the law of soundness measures distances, which cost much more than overlaps.
pub(super) const MEASURED_DISTANCES: usize = 4;

/// Fraction of the separation. A distance must be smaller than the separation by this before it contradicts an answer:
/// far above the rounding errors of plain floating point.
pub(super) const SEPARATION_SLACK: f64 = 1e-6;

/// Tolerances. How far beyond the separation the bodies may be at the lower end of a `Touch`. A contact is reported at
/// most one tolerance early, and among simultaneous contacts the lower end may be early by the time of one more.
pub(super) const EARLY_TOLERANCES: f64 = 2.0;

/// Metres. The error of lengths in plain floating point.
pub(super) const LENGTH_ROUNDING: f64 = 1e-9;

/// Fraction of the size of a body. A contact point at most this far from a body counts as on it.
pub(super) const ON_SURFACE: f64 = 1e-4;

/// Fraction of the size of a body. A point is deep inside if a ball of this radius around it is inside. The gap of its
/// contact must then be negative.
pub(super) const DEEP_INSIDE: f64 = 1e-3;

/// Count. The largest number of contacts of a scene whose normals are checked.
pub(super) const CHECKED_NORMALS: usize = 24;

/// Seconds in a span of one second. How much rounding in another frame may shift an instant.
pub(super) const TIME_ROUNDING: f64 = 1e-7;

/// Count. The number of instants at which a disagreement of two frames looks for an overlap.
pub(super) const DISAGREEMENT_INSTANTS: usize = 60;

/// Fraction of the smaller size. How far a point must be inside both bodies to prove an overlap: far above rounding
/// errors, far below any tolerance.
pub(super) const OVERLAP_MARGIN: f64 = 1e-9;

/// Count. The subdivisions of a triangle's side when its points are tested against the interior of another body.
pub(super) const FACE_SUBDIVISIONS: usize = 6;

/// Count. The compass search halves its step this often.
pub(super) const COMPASS_HALVINGS: usize = 18;

/// Count. The compass search moves at most this often.
pub(super) const COMPASS_MOVES: usize = 120;

/// Fraction of the size. The deviation of the triangles that represent a convex body. Larger: late contacts near its
/// surface go unnoticed. Smaller: cost only.
pub(super) const CONVEX_FINENESS: f64 = 0.01;

/// Count. The cells of the grid into which a curved face is triangulated, in either parameter direction.
pub(super) const FACE_CELLS: usize = 8;

/// Fraction of the radius of the ball around a contact. How much worse than the best direction a normal may separate
/// the bodies: about seven degrees off.
pub(super) const NORMAL_SLACK: f64 = 0.12;

/// Fraction of the radius of the ball around a contact. If the bodies overlap by more than this along every direction,
/// no direction separates them, for example where a corner is caught in a notch.
pub(super) const SEPARABLE: f64 = 0.06;

/// Count. The directions on a grid that are compared with a normal.
pub(super) const TRIED_DIRECTIONS: usize = 400;

/// Count. The random refinements of the best of these directions.
pub(super) const DIRECTION_REFINEMENTS: usize = 150;

/// Metres. The edge of the box that stands for a half-space in the oracle. Smaller: bodies of a scene could be beyond
/// it, in scenes that are scaled up. Larger: its corners round more coarsely.
pub(crate) const HALF_SPACE_SIZE: f64 = 1e3;
