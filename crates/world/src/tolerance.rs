//! All tolerances of this crate, each with unit, reason, and what breaks if it changes.

/// Count. Degree of the series of a step. Higher: longer steps, each dearer; 16 keeps the matrices in the cache and resolves a radian of
/// turning to rounding.
pub const DEGREE: usize = 16;

/// Relative. The default precision of the solver: its error beside the radius of gyration of a body, a step.
pub const DEFAULT_TOLERANCE: f64 = 1e-12;

/// Seconds. The default of the longest step.
pub const DEFAULT_STEP: f64 = 0.1;

/// Count. So often the equations are iterated before a step is halved. Fewer: steps are halved that would converge. More: hopeless ones take longer.
pub const MOST_ROUNDS: usize = 40;

/// Fraction of the longest step. Below it the solver gives up on a step.
pub const SHORTEST_STEP: f64 = 1e-9;

/// Tolerances of the query. The gap at which continuing contacts are held, and at which an impact takes place: wide enough that detection
/// can prove, at the start of the next step, that the bodies do not touch. Smaller: that proof fails, and a contact that departs is taken
/// for one that begins. Larger: bodies keep visibly apart.
pub const SKIN: f64 = 4.0;

/// Metres a second. Below it a contact that approaches does not bounce, whatever its restitution, but continues; and no bounce is shorter
/// than one from a height of a few skins. Larger: visible bounces are cut off. Smaller: more of them before the end.
pub const REST_SPEED: f64 = 1e-4;

/// Skins. So high is at least the bounce that is still made.
pub const LEAST_BOUNCE: f64 = 4.0;

/// Metres a second. A contact whose bodies slip no faster rolls if friction can hold it: what is left of the slip is taken away, and so is
/// what a rolling contact drifts. Larger: slow sliding is taken for rolling. Smaller: where a slip dies away while it turns, steps become
/// ever shorter.
pub const SLIP_SPEED: f64 = 1e-5;

/// Metres a second. Where a contact begins to slide, friction goes against its heading rather than its slip while it slips more slowly.
/// Larger: friction is drawn towards the heading for longer. Smaller: the slip turns into its direction more quickly, in more and shorter
/// steps of the solver; with none at all a contact that begins to slide sideways never gets away.
pub const BEGINNING: f64 = 1e-3;

/// Share of the radius of curvature. Around a contact that is followed, nothing is reported within this distance. Larger: a new contact
/// near it could be hidden. Smaller: the narrow gap beside the contact costs more steps to prove clear.
pub const TRACKED_SHARE: f64 = 0.1;

/// Share of the smaller body: an upper limit of the same.
pub const TRACKED_MOST: f64 = 0.2;

/// Skins: a lower limit of the same. Contacts of one pair that are closer to each other are one.
pub const LEAST_BALL: f64 = 16.0;

/// One over the size of the smaller body. Surfaces whose relative curvature is less in some direction do not touch in one point, and are
/// not followed.
pub const LEAST_CURVATURE: f64 = 1e-4;

/// Count. Newton steps to find the contact of two surfaces.
pub const MOST_NEWTON: usize = 20;

/// Seconds. Over it the velocity of a driven body is differenced for its acceleration: errors of the difference and of rounding are alike.
pub const DIFFERENCE: f64 = 1e-5;

/// Relative to the largest value in a step. An event is seen when its function is below zero by more.
pub const CROSSED: f64 = 1e-10;

/// Count. Places of a step at which the functions of events are looked at.
pub const LOOKS: usize = 128;

/// Count. So many events may come one after another in no more time than [`SHORTEST_STEP`] of a step; then the run stops.
pub const MOST_AT_ONCE: usize = 400;

/// Count. So often bodies that touch at the start are moved apart by a skin before they are said to overlap.
pub const MOST_PUSHES: usize = 4;

/// Fraction of the longest step. So far ahead a contact looks when it reaches the end of its piece of surface, to see which piece comes next.
pub const AHEAD: f64 = 1e-5;

/// Share of the size of a piece of surface. So far beyond its border a contact goes before it is passed on: one that rolls along a seam
/// stays where it is. Larger: the formula is used where it is not the surface. Smaller: rounding lets the contact jump to and fro.
pub const BORDER: f64 = 1e-9;
