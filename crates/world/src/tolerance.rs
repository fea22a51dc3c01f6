//! All numerical constants of this crate, each with unit, reason, and what breaks if it changes.

/// Count. Degree of the series of a step. Higher: longer steps, each more expensive. Degree 16 keeps the
/// matrices in the cache and resolves a radian of rotation to rounding.
pub(crate) const DEGREE: usize = 16;

/// Relative. Default precision of the solver: the error of a step relative to the radius of gyration of a body.
pub(crate) const DEFAULT_TOLERANCE: f64 = 1e-12;

/// Seconds. Default of the longest step.
pub(crate) const DEFAULT_STEP: f64 = 0.1;

/// Count. Picard iterations before a step is halved. Fewer: steps that would converge are halved. More: steps
/// that diverge take longer.
pub(crate) const MOST_ITERATIONS: usize = 40;

/// Fraction of the longest step. The solver gives up on shorter steps.
pub(crate) const SHORTEST_STEP: f64 = 1e-9;

/// Tolerances of the query. The gap at which continuing contacts are held, and at which impacts take place. It
/// is wide enough for the detection to prove, at the start of the next step, that the bodies do not touch.
/// Smaller: that proof fails, and a separating contact is taken for a new one. Larger: bodies stay visibly
/// apart.
pub(crate) const SKIN: f64 = 4.0;

/// Skins. A run stops where the coordinates of a body are rounded to more than this. Larger: events without progress.
/// Smaller: refused for smaller coordinates.
pub(crate) const RESOLVED: f64 = 0.25;

/// Count. Turns of a body within a run. More would be as many pieces of its motion, gigabytes of them.
pub(crate) const MOST_TURNS: f64 = 1e6;

/// Metres a second. A contact that approaches more slowly does not bounce, whatever its restitution, but
/// continues. Larger: visible bounces are cut off. Smaller: more bounces before rest.
pub(crate) const REST_SPEED: f64 = 1e-4;

/// Skins. Least height of a bounce. Lower bounces are replaced by a continuing contact. Larger: visible bounces
/// are cut off. Smaller: bounces within the gap of held contacts.
pub(crate) const LEAST_BOUNCE: f64 = 4.0;

/// Metres a second. A contact with less slip rolls if friction can hold it. The remaining slip and the drift of
/// rolling contacts are removed. Larger: slow sliding is taken for rolling. Smaller: where slip dies away while
/// it turns, steps become ever shorter.
pub(crate) const SLIP_SPEED: f64 = 1e-5;

/// Metres a second. While a contact that begins to slide slips more slowly, friction opposes its heading rather
/// than its slip. Larger: friction follows the heading for longer. Smaller: the slip turns into its direction
/// more quickly, in more and shorter steps of the solver. At zero, a contact that begins to slide sideways
/// never starts moving.
pub(crate) const ONSET_SPEED: f64 = 1e-3;

/// Radians a second. Torsional and rolling friction grow from zero to their limit around this angular speed, so that the
/// solver integrates a smooth function while a body comes to rest. Larger: bodies come to rest more gently than the law
/// says. Smaller: more and shorter steps of the solver at the end.
pub(crate) const ONSET_SPIN: f64 = 1e-4;

/// Radians a second. A body that turns more slowly against torsional or rolling friction stands still, if forces hold it.
/// A body on a slope that is 0.5 % below the steepest that holds it creeps at ten times [`ONSET_SPIN`] until then. Larger:
/// bodies stop early. Smaller: bodies that can just be held creep on.
pub(crate) const STILL_SPIN: f64 = 1e-3;

/// Fraction of the smallest radius of curvature. Radius of the exclusion ball around a followed contact, within
/// which nothing is reported. Larger: a new contact near it could be hidden. Smaller: the narrow gap beside the
/// contact takes more steps to prove clear.
pub(crate) const EXCLUSION_PER_RADIUS: f64 = 0.1;

/// Fraction of the size of the smaller body. Upper limit of the radius of an exclusion ball.
pub(crate) const LARGEST_EXCLUSION: f64 = 0.2;

/// Skins. Lower limit of the radius of an exclusion ball. Contacts of one pair that are closer to each other
/// are the same contact.
pub(crate) const SMALLEST_EXCLUSION: f64 = 16.0;

/// One over the size of the smaller body. Surfaces with a smaller relative curvature in some direction do not
/// touch in a single point, and are not followed.
pub(crate) const LEAST_CURVATURE: f64 = 1e-4;

/// Count. Newton steps to locate a contact of two surfaces. Fewer: contacts are lost that would be found. More:
/// failures take longer.
pub(crate) const MOST_NEWTON_STEPS: usize = 20;

/// Seconds. Half the interval of the difference quotient that gives the acceleration of a driven body.
/// Truncation and rounding errors are about equal.
pub(crate) const DIFFERENCE_STEP: f64 = 1e-5;

/// Relative to the largest value in a step. A crossing counts only if its function falls below zero by more
/// than this. Larger: changes of contacts are missed. Smaller: rounding causes false crossings.
pub(crate) const CROSSING_DEPTH: f64 = 1e-10;

/// Count. Samples of a step at which the functions of [`crate::change`] are evaluated. Fewer: short dips below
/// zero are missed. More: slower steps.
pub(crate) const SAMPLES_PER_STEP: usize = 128;

/// Count. Consecutive events that may happen within [`SHORTEST_STEP`]. After more, the run stops.
pub(crate) const MOST_EVENTS_AT_ONCE: usize = 400;

/// Count. Attempts to move bodies apart that touch at the start of a step, before they count as overlapping.
pub(crate) const MOST_PUSHES: usize = 4;

/// Fraction of the longest step. Time over which a contact at the border of its patch is extrapolated, to find
/// the next patch.
pub(crate) const LOOKAHEAD: f64 = 1e-5;

/// Fraction of the size of a surface patch. A contact that is closer to the border of its patch may be the end of a
/// line of contact. Larger: contacts hop that could be followed. Smaller: rounding hides the end of a line.
pub(crate) const AT_SEAM: f64 = 1e-3;

/// Fraction of the size of a surface patch. Distance beyond its border at which a contact passes to the next
/// patch. A contact that rolls along a seam therefore stays on its patch. Larger: the formula is used where it
/// is not the surface. Smaller: rounding makes the contact alternate between patches.
pub(crate) const BORDER_OVERLAP: f64 = 1e-9;

/// Relative. Smallest valid precision of the solver. Smaller: rounding keeps every step from converging.
pub(crate) const FINEST_TOLERANCE: f64 = 1e-14;

/// Relative. Largest valid precision of the solver. Larger: the series no longer describe the motion.
pub(crate) const COARSEST_TOLERANCE: f64 = 1e-2;

/// Fraction of the solver's precision. The Picard iteration has converged if its last change is smaller.
/// Larger: errors of the iteration show in the result. Smaller: more iterations.
pub(crate) const CONVERGED_FRACTION: f64 = 1e-2;

/// Relative. The Picard iteration has converged in any case if its last change is smaller: it is rounding.
pub(crate) const LEAST_CHANGE: f64 = 1e-15;

/// Factor. Once within its precision, the Picard iteration has converged if a change is at least this fraction of the
/// previous one: the changes are rounding. Larger: more iterations. Smaller: slow convergence is taken for rounding.
pub(crate) const STALLED: f64 = 0.5;

/// Count. First Picard iterations that may diverge.
pub(crate) const FIRST_ITERATIONS: usize = 4;

/// Factor. After the first iterations, the Picard iteration diverges if a change exceeds the previous one by more.
pub(crate) const DIVERGENCE: f64 = 4.0;

/// Relative to the largest value. Last coefficients of a step below this are rounding. Smaller: steps are
/// halved without effect.
pub(crate) const RESOLVED_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Relative to the scale of a series. Smaller trailing coefficients are rounding, and are removed. Larger: the
/// series no longer passes through the states. Smaller: longer series for the detection.
pub(crate) const SERIES_ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Count. Bisections of a zero crossing: beyond double precision of the interval between two samples.
pub(crate) const BISECTIONS: usize = 60;

/// Fraction of the size of the smaller body. A longer Newton step means that there is no contact to follow.
pub(crate) const LARGEST_NEWTON_STEP: f64 = 0.5;

/// Relative to the size of the body or patch. Newton's method has converged if its step is shorter.
pub(crate) const NEWTON_CONVERGED: f64 = 1e-14;

/// Fraction of the size of the smaller body. Largest tangential offset of the contact points that is accepted
/// after [`MOST_NEWTON_STEPS`], where rounding keeps the steps from vanishing. Larger: wrong contact points.
/// Smaller: contacts are lost to rounding.
pub(crate) const CONTACT_OFFSET: f64 = 1e-11;

/// Cosine. Least cosine of the angle between the normals of a contact and of the surface there. With less, the
/// surface is not smooth at the contact, and it is not followed.
pub(crate) const CONTACT_COSINE: f64 = 0.5;

/// Cosine. Two patches join smoothly if the cosine of the angle between their normals exceeds this. Larger:
/// contacts end at smooth joints. Smaller: contacts pass over edges.
pub(crate) const SMOOTH_COSINE: f64 = 1.0 - 1e-6;

/// Metres, and relative to the distance from the body's origin. Points of two patches that are closer are the same.
pub(crate) const SAME_POINT: f64 = 1e-9;

/// Count. Start values along each side of a face's parameter rectangle, for the search of a point on it. Fewer: the
/// search may miss the point, and a contact ends at a seam. More: slower passing of seams.
pub(crate) const PATCH_SEEDS: usize = 8;

/// Count. Start values nearest to the point that are tried on each face. As [`PATCH_SEEDS`].
pub(crate) const SEEDS_TRIED: usize = 6;

/// Fraction of a side of the parameter rectangle. Longest step of the search for a point on a face.
pub(crate) const LARGEST_PATCH_STEP: f64 = 0.25;

/// Count. Newton steps back to the zero set of an implicit solid after a small step along it.
pub(crate) const IMPLICIT_STEPS: usize = 2;

/// Relative. Excess of a rolling contact's friction over its cone that counts as rounding.
pub(crate) const CONE_ROUNDING: f64 = 1e-12;

/// Count. Changes of contacts for each contact, and for one more, before their modes are accepted as they are.
pub(crate) const CORRECTIONS_PER_CONTACT: usize = 4;

/// Skins. Bodies at a new contact are moved apart only if their gap lacks more than this.
pub(crate) const LEAST_PUSH: f64 = 0.25;

/// Roundings of the largest coordinate. The distance at which hard spheres collide. Smaller: rounded positions could
/// overlap. Larger: spheres collide visibly early.
pub(crate) const SPHERE_SLACK: f64 = 64.0 * f64::EPSILON;

/// Relative. Roundings in the discriminant of a meeting, relative to the sum of the magnitudes of its terms: nine
/// operations on each path from an input to the result, twice as many for safety. Smaller: a grazing meeting could be
/// lost.
pub(crate) const DISCRIMINANT_ROUNDING: f64 = 18.0 * f64::EPSILON;

/// Relative. Rounding of the quotient and of the root below it, towards the past. Closer to one: a meeting could be
/// predicted late.
pub(crate) const EARLIER: f64 = 1.0 - 8.0 * f64::EPSILON;

/// Part of the speed of a fall over one radius. Slower collisions of spheres lose no energy, so that the hops of a
/// sphere at rest are lower than half a millionth of its radius. Larger: visible hops. Smaller: more of them.
pub(crate) const SLOWEST_LOSS: f64 = 1e-3;

/// Metres a second. The same without gravity.
pub(crate) const SLOWEST_LOSS_WITHOUT_GRAVITY: f64 = 1e-6;

/// Count. Elements for each cell of the grid, where the spheres are small enough. Fewer: more crossings. More: more
/// tests at each.
pub(crate) const ELEMENTS_PER_CELL: f64 = 0.13;

/// Relative. A cell is wider than the largest sphere by this factor, for the rounding of crossings. At one, touching
/// spheres could be two cells apart.
pub(crate) const CELL_MARGIN: f64 = 1.0 + 1e-9;

/// Relative. Two shells are neighbours at a distance that is larger by this factor than the one at which the spheres in
/// them could touch, for the rounding of their anchors. At one, a pair could be lost.
pub(crate) const SHELL_MARGIN: f64 = 1.0 + 1e-6;

/// Share of the volume. Denser spheres have lists of neighbours, others are found in cells. Smaller: spheres leave
/// their shells too often. Larger: dense spheres are compared with too many others.
pub(crate) const SHELLS_FROM_PACKING: f64 = 0.25;

/// Count. Spheres, itself included, in a ball of the radius within which a sphere has neighbours. Fewer: shells are
/// left more often. More: more tests at each new path.
pub(crate) const NEIGHBOURS_WANTED: f64 = 11.0;

/// Radii of the largest sphere. Spheres with narrower shells are found in cells. Smaller: shells that are left at once.
pub(crate) const LEAST_SHELL: f64 = 0.05;

/// Count. Crossings of each element, after which the elements are renumbered. Fewer: the renumbering costs. More:
/// neighbours scatter over the memory.
pub(crate) const CROSSINGS_UNTIL_TIDY: u64 = 30;

/// Count. Hard spheres from which on memory is read ahead of the events. Fewer: it costs more than it saves while all
/// spheres are in the cache.
pub(crate) const READ_AHEAD_FROM: usize = 20_000;

/// Count, a multiple of four. Slots of the queue by which memory is read ahead, about twice as many as events. Fewer:
/// the memory comes too late. More: it has left the cache again.
pub(crate) const SLOTS_READ_AHEAD: usize = 16;

/// Count. Events that a slot of the queue should hold. Fewer: more empty slots to pass. More: more comparisons.
pub(crate) const EVENTS_PER_SLOT: f64 = 0.5;

/// Factor. The length of a slot is chosen again when it is off by more. Smaller: it is chosen more often.
pub(crate) const SLOT_LENGTH_TOLERATED: f64 = 4.0;

/// Relative. Error of a Bernstein coefficient of the quartic of a meeting, relative to the square of the sum of the
/// magnitudes of positions and shifts: about thirty operations, twice as many for safety. Smaller: a grazing meeting
/// could be lost.
pub(crate) const QUARTIC_ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Relative. Error of a coefficient of the quadratic of an encounter, relative to the sum of the magnitudes of its
/// terms: five operations, twice as many for safety. Smaller: a grazing meeting could be lost.
pub(crate) const ENCOUNTER_ROUNDING: f64 = 10.0 * f64::EPSILON;

/// Metres. Sizes whose squares and fourth powers neither overflow nor underflow. Others are rescaled. Wider: a squared
/// product could overflow.
pub(crate) const COMFORTABLE_SIZE: std::ops::Range<f64> = 1e-50..1e50;

/// (Metres a second)². The same for speeds. Others are bounded by the time of the gap at full speed.
pub(crate) const COMFORTABLE_SPEED_SQ: std::ops::Range<f64> = 1e-100..1e100;

/// Relative. Rounding of a centre on its path, relative to the sum of the magnitudes of the terms: six operations for
/// each course, twice as many for safety. Balls overlap only if they do by four times as much. Smaller: a meeting
/// could be predicted late far away from the origin.
pub(crate) const CENTRE_ROUNDING: f64 = 12.0 * f64::EPSILON;

/// Relative to the reach. Balls that have parted are apart by so much. Smaller: the next question about them starts
/// where rounding decides. Larger: the detailed question is asked for longer.
pub(crate) const PARTED: f64 = 1e-6;

/// Part of the time in which two balls move noticeably. The first instant at which their parting is looked for.
pub(crate) const PARTING_STEP: f64 = 1e-3;

/// Factor between the instants at which the parting of two balls is looked for. Larger: it is found late.
pub(crate) const PARTING_GROWTH: f64 = 1.2;

/// Count. Instants at which the parting of two balls is looked for: up to a hundred thousand times the first.
pub(crate) const MOST_SAMPLES_OF_PARTING: usize = 100;

/// Count. Supporting planes of a box that are tried, one after the other, until a ball meets it. Fewer: the meeting is
/// predicted early, and again. Usual ones take three.
pub(crate) const MOST_SUPPORTS: usize = 64;

/// Relative. Rounding of an envelope that was computed by some twenty operations on numbers that are not negative.
pub(crate) const ENVELOPE_ROUNDING: f64 = 1.0 + 64.0 * f64::EPSILON;

/// Count. Windows of time until a meeting under different accelerations is found. Fewer: meetings are predicted early,
/// and again. Usual ones take ten.
pub(crate) const MOST_WINDOWS: usize = 200;

/// Part of the time in which two spheres move noticeably. Spheres that touch and slide past each other are asked again
/// after this time: until then they come nearer by 1e-18 of their size. Smaller: more questions.
pub(crate) const SLIDING_PAST: f64 = 1e-6;

/// Size of a unit quaternion. The last terms of the series of a free rotation stay below. Larger: orientations drift.
/// Smaller: shorter pieces.
pub(crate) const TUMBLE_TERM: f64 = 1e-17;

/// Radians, about. The longest piece of a free rotation: a top that turns slowly about its axis has a series that
/// converges for long. Larger: the series of the detection need more terms.
pub(crate) const LONGEST_TUMBLE: f64 = 3.0;

/// Relative. The part of the angular velocity across the angular momentum below which a body turns about a fixed axis.
/// Larger: a slow wobble is lost. Smaller: bodies that turn about a principal axis get series.
pub(crate) const STEADY_SPIN: f64 = 1e-14;

/// Relative. Rounding of the distance of a point from the centre of mass, upward.
pub(crate) const REACH_ROUNDING: f64 = 1.0 + 8.0 * f64::EPSILON;

/// Relative. A body that is a ball up to this part of its radius, about its centre of mass up to as much, is treated as
/// one. It is far below the skin at which impacts take place.
pub(crate) const BALL_EXCESS: f64 = 1e-12;

/// Skins. Envelopes meet this much early, so that the detailed question begins before the bodies are a skin apart.
pub(crate) const ENVELOPE_MARGIN: f64 = 4.0;

/// Seconds. The time for which a driven body that moves is taken as a box, before one looks again. Larger: larger
/// boxes, and more detailed questions. Smaller: more looks.
pub(crate) const DRIVEN_LOOKAHEAD: f64 = 0.25;

/// Radians, about. Bodies that turn are asked about for this long at most. Larger: longer motions for the detection.
/// Smaller: more questions.
pub(crate) const QUESTION_TURN: f64 = 4.0;

/// Radii. Bodies are asked about until they have flown this far, at most. Larger: a question that ends in a contact
/// covers time after it. Smaller: more questions.
pub(crate) const QUESTION_TRAVEL: f64 = 8.0;

/// Relative to the distance from the origin. Rounding of the centres of a step, and of the sums that bound them.
pub(crate) const COURSE_ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Skins. Convex polyhedra that come closer, and approach, collide. Larger: impacts take place earlier. Close to one:
/// more steps to reach the gap.
pub(crate) const HULL_BRACKET: f64 = 1.25;

/// Count. Steps of the advancement of two bodies, before the table of methods is asked instead.
pub(crate) const ADVANCE_STEPS: usize = 400;

/// Count. Tries of Newton's method for the end of a lead; what is proved by then counts. More: nothing is gained, as
/// each step of the advancement tries again. Fewer: more steps.
pub(crate) const LEAD_TRIES: usize = 4;

/// Count. The lead of polyhedra with more vertices is not computed: its scans take longer than the steps that it saves.
/// Measured with 14 vertices (a third faster) and 302 (a sixth slower).
pub(crate) const LEAD_VERTICES: usize = 64;

/// Count. Roundings of a lead, relative to the sizes that go into it: two turned directions, products and sums. Fewer
/// than three dozen occur. Smaller: a lead might be rounded up.
pub(crate) const LEAD_ROUNDINGS: f64 = 64.0;

/// Relative to coordinates and sizes. Rounding of the poses along a path, and of its series in the history.
pub(crate) const HULL_UNCERTAINTY: f64 = 256.0 * f64::EPSILON;

/// Relative to the radii and arms. Rounding of a located contact: the points of both surfaces and their normal, which
/// moves the centre of a ball by as much. It is far above the rounding of Newton's method, and far below the skin.
pub(crate) const BALLS_MARGIN: f64 = 1e-12;

/// Radii of the inner ball. The outer ball beside a convex body, which may have any radius. Larger: larger numbers and
/// more rounding. Smaller: shorter stretches.
pub(crate) const FREE_BALL: f64 = 64.0;

/// Count. Cells along each side of the domain of a graph, for the bound on its second derivatives.
pub(crate) const GRAPH_CELLS: usize = 32;

/// Count. Stretches of a step in which a lasting contact is proved to be the only one, before the detection is asked.
pub(crate) const STRETCHES: usize = 20_000;

/// Count. Entries of a cell of the space-time tree before a question divides it. Fewer: deeper trees, and courses in
/// more cells. More: more pairs to compare.
pub(crate) const ENTRIES_PER_LEAF: usize = 12;

/// Count. Visits for each entry that a division must have saved before a cell is divided. Fewer: cells of the far
/// future are divided for nobody. More: cells of the present are divided late.
pub(crate) const VISITS_BEFORE_DIVISION: usize = 2;

/// Visits. What one course costs more to enter if the cell is divided: the boxes of a few more cells.
pub(crate) const COST_OF_ENTRY: usize = 4;

/// Count. Divisions of the space-time tree, one within the other. Courses that start at the same place and instant are
/// never told apart, and would be divided for ever.
pub(crate) const MOST_DIVISIONS: usize = 40;

/// Count. Divisions of what has no end, each twice as long: the last of them begins after 256 times the time of the
/// tree.
pub(crate) const MOST_TAILS: usize = 8;

/// Factor. Entries of a cell's parts for each entry of the cell, beyond which it is not divided. Six of sixteen parts
/// tell little. Larger: copies of wide tubes fill the memory.
pub(crate) const MOST_COPIES: usize = 6;

/// Factor. A body that is faster than the mean of all by this much asks the space-time tree about its way part by part.
/// Larger: long ways among bodies at rest visit most of them. Smaller: more descents.
pub(crate) const FAST_BODY: f64 = 4.0;

/// Fraction of half of the tree's size. The way of the first part. Larger: more visits. Smaller: more descents.
pub(crate) const FIRST_STRETCH: f64 = 0.25;

/// Factor. The time of the space-time tree, in units of the time in which a body of mean speed crosses its space. When
/// it has passed, the tree starts again. Longer: more stale entries. Shorter: more new starts.
pub(crate) const TREE_TIME: f64 = 4.0;

/// Factor. Courses entered for each body before the space-time tree starts again. Fewer: more new starts. More: the
/// tree fits the bodies less well.
pub(crate) const TREE_CHURN: usize = 64;

/// Factor. If a body of mean speed moves by less than this part of a cell's edge in the cell's time, only space is
/// divided. Smaller: cells are too short for what happens in them.
pub(crate) const CROSSED_LEAST: f64 = 0.3;

/// Factor. If it moves by more, only time is divided. Larger: courses pass through many cells side by side. At least
/// twice the other, so that a division ends between them.
pub(crate) const CROSSED_MOST: f64 = 0.7;

/// Count. Levels of the space-time tree beyond those of evenly spread bodies that tell a dense region.
pub(crate) const DENSE_LEVELS: usize = 4;

/// Count. Bodies in one cell that tell a dense region: as many as find room around a body of the same size twice over.
pub(crate) const DENSE_CELL: usize = 40;

/// Count. Predictions of each body between two looks at how crowded the bodies are. A look walks through all cells.
/// Fewer: looks cost more than they tell. More: a crowd that forms and parts again is not seen.
pub(crate) const CROWDING_PREDICTIONS: u64 = 64;

/// Share of stale entries that tells a dense region: most predictions do not come true.
pub(crate) const DENSE_STALE_SHARE: f64 = 0.8;

/// Count. Slabs of time that a question of the swept cells passes through before it visits all bodies. More: lonely
/// bodies enter all others far ahead. Fewer: they visit all others.
pub(crate) const MOST_SLABS: usize = 12;

/// Factor. Length of a slab of the swept cells, in units of the time in which a body of mean speed crosses a cell.
/// Longer: more cells for each course. Shorter: more slabs.
pub(crate) const SLAB_TIME: f64 = 1.0;

/// Factor. Edge of a swept cell, in units of the mean diameter, if the bodies are close. Smaller: more cells for each
/// course. Larger: more bodies in each.
pub(crate) const SWEPT_EDGE: f64 = 1.5;

/// Count. Bodies for each of the swept cells, if they are far apart.
pub(crate) const BODIES_PER_SWEPT_CELL: f64 = 1.0;

/// Count. With fewer bodies, each is compared with all others; with more, the space-time tree finds those that it can
/// meet.
pub(crate) const FEW_BODIES: usize = 100;

/// Part of the time in which the angular velocity of a tumbling body changes by as much as it is. Within it the
/// advancement takes the angular velocity as constant, up to the change. Larger: a larger change. Smaller: shorter
/// steps.
pub(crate) const SPIN_HORIZONS: [f64; 2] = [0.25, 0.015625];

/// Radians per second. A body that turns more slowly does not turn: in the age of the universe it would turn by
/// rounding.
pub(crate) const NO_SPIN: f64 = 1e-33;

/// Skins. Two points that touched have parted if they are further apart along the normal. Larger: bodies rest on
/// contacts that they have left. Smaller: the corners of a hopping box are forgotten before the last one touches.
pub(crate) const REMEMBERED_GAP: f64 = 16.0;

/// Skins. The same across the normal.
pub(crate) const REMEMBERED_SHIFT: f64 = 64.0;

/// Skins. Contacts of one pair that are closer to each other on one of the bodies are the same contact, found again.
pub(crate) const SAME_REMEMBERED: f64 = 64.0;

/// Count. Contacts of one pair that are remembered, the latest. Fewer: the corners of a large flat contact get lost.
pub(crate) const MOST_REMEMBERED: usize = 64;

/// Speeds of the slowest bounce. Bodies that are faster do not rest, and hold nobody. Larger: bodies stop visibly.
/// Smaller: stacks hop for longer.
pub(crate) const TOO_FAST_TO_REST: f64 = 4.0;

/// Times in which gravity gives a body the speed of the slowest bounce. If contacts can stop a body within this time,
/// it rests. Larger: bodies stop visibly. Smaller: bodies that rise in a hop are not stopped.
pub(crate) const HOP_TIME: f64 = 8.0;

/// Relative to gravity. Accelerations that are left by forces in balance: the residual of the solver.
pub(crate) const BALANCED: f64 = 1e-7;

/// Relative to the speed of the slowest bounce. Speeds that are left when contacts stop bodies.
pub(crate) const STOPPED: f64 = 1e-5;

/// Skins. Remembered contacts that are closer take part in the response to a slow contact. Larger: bodies that are
/// apart push each other. Smaller: bodies between two others are hit by both in turn.
pub(crate) const LEANING: f64 = 2.0;

/// Relative to the speed of the slowest bounce. Bodies that leave each other more slowly are moved apart, so that they
/// take some time to touch again. Larger: more displacements. Smaller: hops of no duration.
pub(crate) const LOWEST_HOP: f64 = 0.1;

/// Skins. The gap that they get then. It is above the gap of an impact, [`HULL_BRACKET`], and as much as they fall.
pub(crate) const ROOM_TO_FALL: f64 = 1.5;

/// Count. The most slow contacts of a body between two attempts to put it to rest.
pub(crate) const MOST_PATIENCE: usize = 64;

/// Skins. Vertices of a polyhedron that are this much further from the other body touch together with the closest one.
/// Larger: corners that are apart take part in an impact. Smaller: a box that lands flat hits with one corner after the
/// other, because of rounding.
pub(crate) const FLAT: f64 = 2.0;

/// Times in which the air changes the velocity of a body noticeably. The longest piece of a flight in air that is
/// tried. Larger: more pieces are tried in vain. Smaller: more pieces.
pub(crate) const FORCED_TIMES: f64 = 2.0;

/// Reaches. How far a piece of a flight in air may stray from a parabola. Larger: wider envelopes, and more detailed
/// questions. Smaller: more and shorter pieces.
pub(crate) const FORCED_STRAY: f64 = 0.5;

/// Count. How often a piece of a flight in air is halved before the run ends with an error: to a billionth of the time
/// in which the air acts, far beyond what the kink of quadratic resistance at no speed needs.
pub(crate) const MOST_HALVINGS: usize = 60;

/// Relative. A steered body may exceed its speed by so much, because the speed of a command is computed. Larger: bodies
/// expect it in a box that it may leave, unless the box is as much larger. Smaller: commands at the limit are refused.
pub(crate) const STEERED_SPEED_ROUNDING: f64 = 1e-9;

/// Sizes of a steered body. One looks ahead until it could have moved this far. Larger: larger boxes, and more detailed
/// questions. Smaller: more looks.
pub(crate) const STEERED_LOOKAHEAD: f64 = 0.5;

/// Relative to the largest coefficient. Last coefficients of a product of series that are smaller are left out. Larger:
/// the proof of [`crate::pressed`] would have to subtract them.
pub(crate) const TRAILING: f64 = 1e-19;

/// Skins. Bodies on the paths of a step touch when they come nearer than this. It is below the gap at which lasting
/// contacts are held, so that these do not count, and above zero, so that the bodies are apart. Larger: rounding of
/// held gaps counts as a contact. Smaller: less room between bodies that touch.
pub(crate) const PRESSED_GAP: f64 = 0.9;

/// Skins, or part of the gap. Bodies that are already nearer touch when they come nearer by this much; a direction ends
/// this much before.
pub(crate) const PRESSED_SLACK: f64 = 0.02;

/// Skins. Bodies that are nearer at the start of a path are asked about in another way.
pub(crate) const PRESSED_LEAST: f64 = 0.1;

/// Count. Directions that are tried one after the other for a pair on the paths of a step, before the table is asked.
pub(crate) const PRESSED_DIRECTIONS: usize = 200;

/// Count. Steps along one direction.
pub(crate) const PRESSED_STEPS: usize = 4000;

/// Part of the span, or sine. Less is no progress of a direction; edges at a smaller angle are parallel.
pub(crate) const LEAST_PROGRESS: f64 = 1e-9;

/// Squared length of a quaternion. It differs from one by less on the paths of a step; otherwise the table is asked.
pub(crate) const SERIES_SIZE: f64 = 1e-6;

/// Count. Changes of contacts at one instant, or events of a body, after which its contacts at edges and vertices end
/// and hop. Larger: slower where modes alternate. Smaller: contacts hop that could be followed.
pub(crate) const MOST_RESTARTS: usize = 40;

/// Count. Contacts at edges and vertices that are followed in one group of bodies. With more, the bodies hop until they
/// sleep: the forces cost the cube of the number. Larger: slow heaps. Smaller: stacks of two boxes hop.
pub(crate) const MOST_SHARP: usize = 24;

/// Metres a second. Bodies on followed edges and vertices that are slower stand still, if forces hold them. Larger:
/// bodies that slide stop early. Smaller: rounding keeps them awake.
pub(crate) const STANDS_STILL: f64 = 1e-7;

/// Metres a second. Bodies that are a skin apart and approach more slowly do not collide yet: they fall together, or
/// one has just left the other without a push. Larger: slow bodies come nearer than a skin. Smaller: rounding is an
/// impact, and so is the error of the solver at the start of a step (about 1e-9).
pub(crate) const NO_APPROACH: f64 = 1e-7;

/// Relative to the size of a convex part. A part whose centre is that close to the centre of mass of its body is about it.
/// It is far below [`HULL_UNCERTAINTY`], which covers it. Smaller: rounded centres of mass cost closed forms.
pub(crate) const CENTRED: f64 = 16.0 * f64::EPSILON;

/// Relative to the size of a mesh. A contact that close to a vertex or an edge is there. It names features, and proves
/// nothing.
pub(crate) const FEATURE_NEAR: f64 = 1e-9;

/// Cosine. A contact whose normal is that close to the normal of a face is on the face, also at its border.
pub(crate) const SAME_NORMAL: f64 = 1.0 - 1e-12;

/// Relative to the span of a question. What the advancement of convex parts proves before it gives up counts if it is
/// longer. Shorter: a question might be asked again and again with no progress.
pub(crate) const LEAST_STRETCH: f64 = 1e-6;
