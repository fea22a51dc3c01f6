//! Every tolerance of this crate: unit, reason, and what breaks if it changes.

/// Metres. How early, in distance, a touch may be reported unless the query says otherwise: a thousandth of a
/// millimetre is below what robots and machined parts repeat. Larger: near misses are called touches.
pub const DEFAULT_TOLERANCE: f64 = 1e-6;

/// Fraction of a step. The search for a first time stops at brackets this short: a thousand times finer than the
/// 10⁻⁹ of the span that is promised, which leaves room for [`EXISTENCE_REACH`]. Smaller: more halvings for every
/// contact. Larger: wider brackets.
pub const TIME_RESOLUTION: f64 = 1.0 / (1_u64 << 40) as f64;

/// Fraction of a step. How far past the first moment that cannot be proved clear the proof that a contact does exist may
/// look. Rounding blurs the very instant of touching, a little later the bodies have measurably passed. Larger: more
/// contacts proved, wider brackets (never above 10⁻⁹ of the step in all).
pub const EXISTENCE_REACH: f64 = 1.0 / (1_u64 << 31) as f64;

/// Fraction of the largest coordinate or displacement. What 64-bit coordinates can resolve over the few dozen roundings of
/// one proof, with room to spare. A query whose tolerance is below it is refused, because no answer could keep it.
pub const RESOLUTION: f64 = 1.0 / (1_u64 << 44) as f64;

/// Cosine. Contacts of the same two bodies at the same point (within the tolerance) whose normals differ less than this
/// (about 2.5 degrees) are one contact found through several features. Closer to 1: repeated contacts in the list.
pub const SAME_NORMAL: f64 = 0.999;

/// Count. How many rays are cast before the question whether a point is inside a solid is left open. A ray fails only
/// if it passes an edge within rounding; thirty-two failures in a row do not happen on solids of measurable size.
pub const RAYS: u32 = 32;

/// Fraction of the largest coordinate. Contacts closer than this are the same point found through several features: a
/// hundred times what the time bracket leaves open. Larger: contacts of fine meshes are merged.
pub const SAME_POINT: f64 = 1e-8;

/// Fraction of a feature. A witness this close to a corner or a side of its edge or triangle is named after that corner or
/// side: what the time bracket leaves open, in the units of the feature. It changes names only, never a verdict.
pub const ON_BORDER: f64 = 1e-9;

/// Fraction of the step. The bracket of an exact first time unless the caller asks for less: shorter than 10⁻¹². Smaller:
/// more work for every contact.
pub const EXACT_WIDTH: f64 = 1.0 / (1_u64 << 40) as f64;

/// Count. How often the floating-point filter of one vertex-face or edge-edge query halves the step before it leaves the
/// query to exact arithmetic. It changes the price of a query, never its answer.
pub const FILTER_DEPTH: usize = 16;

/// Count. How many spans of time the same filter examines in all. It changes the price of a query, never its answer.
pub const FILTER_SPANS: usize = 48;

/// Count. How many bits of a root one step of exact arithmetic tries to gain from a guess in floating point, whose 53 bits
/// leave a few for its errors. It changes the price of a query, never its answer.
pub const ROOT_BITS: usize = 48;

/// Metres. Coordinates of these sizes (or zero) have differences whose products of three neither underflow nor overflow, so
/// that exact predicates on doubles are exact. Others are handled by enclosures, which are slower and never wrong.
pub const SAFE_SIZES: [f64; 2] = [1e-60, 1e80];

/// Factor. Where the boxes that triangles sweep in a step are on average longer than this many times the triangles' own, pairs are
/// looked at in the order of time instead of all at once: too many swept boxes overlap. It changes the price, never
/// the answer.
pub const LONGEST_WAY: f64 = 4.0;

/// Units of roundoff, relative to the sizes of both bodies and the distance between them: what the projection of two boxes or
/// triangles onto a direction may lose in plain numbers. A rotation matrix from a quaternion is good to a dozen units, turning
/// the direction and mixing the two ends of a cell add as many, the sums of a projection another dozen. Smaller: the stated
/// bound would not hold. Larger: contacts are found a little earlier.
pub const PLAIN_ROUNDINGS: f64 = 64.0;

/// Count. How often a smooth stretch of time is halved into cells that are kept for all pairs of boxes: at most 2¹², far more
/// than motions of a few turns ask for. More: memory. Fewer: fast turning bodies are looked at in cells that bulge too much.
pub const CELL_LEVELS: u32 = 12;

/// Count. How often the stretch is halved to bound the acceleration part by part: for series, whose acceleration varies.
pub const RATE_LEVELS: u32 = 5;

/// Fraction of the smaller box. By so much may the motion bulge within the cell that a pair of boxes is looked at in.
/// Smaller: more cells. Larger: boxes are opened that a shorter cell would have told apart.
pub const BOX_BULGE: f64 = 1.0 / 16.0;

/// Fraction of the smaller box. Boxes with a gap below it are opened, those with a wider one are put off. It changes the
/// price of a query, never its answer.
pub const BOX_OPENING: f64 = 1.0 / 16.0;

/// Fraction of the size of a body. A solid whose convex hull exceeds it by more is not called convex. Larger: bodies with
/// shallow dents are taken for their hulls (never by more than a quarter of the tolerance). Smaller: turned or printed boxes,
/// whose faces are flat up to rounding only, are left to the slower general method.
pub const CONVEX_EXCESS: f64 = 1e-9;

/// Count. Cells of directions along a side of a face of the cube, at most: a hundred thousand cells in all, enough for a
/// hundred thousand vertices. More: memory. Fewer: more candidates a cell.
pub const SUPPORT_CELLS: usize = 128;

/// Fraction of the distance. How much less than the distance of two convex bodies the lead along a direction may be for the
/// direction to be taken. It changes the price of a query, never its answer.
pub const CLOSEST_ENOUGH: f64 = 1e-2;

/// Count. How many supports are asked for the closest points of two convex bodies at one instant. Five are usual. Fewer: the
/// general method is asked more often.
pub const CLOSEST_STEPS: usize = 64;

/// Count. How many steps two convex bodies are followed while they are within the tolerance. A head-on contact takes three; one
/// body that turns and slides along another, a hair away, takes thousands. Smaller: such a near miss is called a touch, as the
/// tolerance allows. Larger: it may take longer than these few milliseconds.
pub const GRAZING_STEPS: u32 = 1 << 14;

/// Count. How many steps the convex hulls of two bodies are followed before the bodies themselves are looked at: ten are usual,
/// hulls that slide along one another take hundreds. It changes the price of a query, never its answer.
pub const HULL_STEPS: u32 = 64;

/// Fraction of a stretch of time. After the hulls of two bodies have met, the bodies themselves are looked at for so long before it
/// is asked whether their hulls are apart again; each time four times as long as before. Smaller: more beginnings for bodies whose hulls
/// overlap for long. Larger: what is far apart is followed for longer. It changes the price of a query, never its answer.
pub const FIRST_LOOK: f64 = 1.0 / 64.0;

/// Units of roundoff, relative to the sum of the coefficients: what the evaluation of a wave (`screw/wave.rs`) may lose. Sine and
/// cosine are good to one unit, a dozen products and sums follow, and an extremum where two fall together is off by the root of
/// eight units, which the wave feels by their square. Smaller: the stated bound would not hold. Larger: contacts on screws are
/// found a little earlier.
pub const WAVE_ROUNDINGS: f64 = 32.0;

/// Units of roundoff, relative to the distances of both bodies from the axis and the slide: what the places of vertices in the
/// frame of a screw may lose: three products by a frame that is good to a few units, twice. Smaller: the stated bound would not
/// hold. Larger: contacts on screws are found a little earlier.
pub const SCREW_ROUNDINGS: f64 = 64.0;

/// Multiple of the size of both bodies. A screw whose axis is farther away counts as straight: rounding in the frame of the
/// axis would otherwise approach the default tolerance. Larger: such scenes are refused as too fine. Smaller: more segments for
/// slightly curved motions.
pub const FAR_AXIS: f64 = 65_536.0;

/// Count. At how many instants, the start not counted, a screw is compared with the motion that it stands for. More: longer
/// segments, up to where the screw itself is off; each costs more.
pub const DISCREPANCY_INSTANTS: u32 = 16;

/// Count. After so many spans of time a pair of features on a screw that stays within tolerance is called a contact. It bounds the
/// price of sliding along one another. Smaller: earlier, unproved contacts where two bodies slide at less than the tolerance.
pub const PAIR_SPANS: u32 = 2_048;

/// Fraction of the span. How long before a contact the way from one body to the other is looked at to tell the normal's sign.
/// Much shorter: the way is mostly rounding. It changes the sign of normals of open surfaces only, never a verdict.
pub const BEFORE_CONTACT: f64 = 1e-6;

/// Fraction of the span. How long at the start of a question about screws the general method is asked whether the bodies
/// overlap already. Longer: more of the answers come from the general method.
pub const FIRST_MOMENT: f64 = 1e-9;

/// Squared sine of an angle. Triangles thinner and edges closer to parallel than this have their closest points looked for among
/// corners and sides too: the plane of one and the common perpendicular of the others are mostly rounding, off by roundoff divided
/// by this. Larger: more work for ordinary features. Smaller: contacts of degenerate features are found early, by as much.
pub const DEGENERATE_SINE_SQ: f64 = 1e-6;

/// Count. One group of eight neighbouring faces in so many is looked at before all others, to learn how early something touches.
/// Fewer: the look costs more. More: it finds later contacts or none, and the search looks farther ahead than needed.
pub const PROBED: usize = 32;

/// Count of faces. A smaller mesh is searched at once. Smaller: for tiny meshes the look at a few faces is most of the work.
pub const FEWEST_PROBED: usize = 1_024;

/// Fraction of a step. If something is known to touch by then, boxes are fitted anew to the time before. Larger: that costs more
/// than it saves.
pub const EARLY: f64 = 0.75;

/// Count. Contacts in one plane that are more than this many are thinned out to it: enough for the outline of a foot or a flange,
/// few enough to print and to solve for. Smaller: coarser outlines. Larger: longer lists.
pub const CLUSTER_SAMPLE: usize = 32;

/// Fraction of the longest way across a region of contact. A point that sticks out of the outline by less is no corner of it.
/// Larger: corners of many-sided regions are lost. Smaller: rounding makes corners of points inside a side.
pub const FLAT_CORNER: f64 = 1e-6;

/// Fraction of a feature. A place of contact this close to a corner or a side has what is around that corner or side looked at
/// for its normal: what the bracket of time leaves open where a contact slides fast. Larger: more work. Smaller: normals of
/// faces that only meet the touching one at its border.
pub const NEAR_BORDER: f64 = 1e-6;

/// Sine of an angle. By so much may what is around a point of contact be on the wrong side of the plane across the normal: what
/// the bracket of time leaves open where bodies turn. Larger: nearly flat edges count as flat. Smaller: no normal is found for
/// contacts that are only known up to the tolerance.
pub const WRONG_SIDE: f64 = 1e-6;

/// Sine of an angle. Two triangles that meet at a smaller angle are one flat face, and the edge between them is no edge: what the
/// rounding of coordinates and poses bends, with room to spare. Larger: gently curved surfaces count as flat. Smaller: the
/// diagonals of turned or printed faces count as edges. It changes normals by no more than this, never a verdict.
pub const FLAT_EDGE: f64 = 1e-6;

/// Count. How often a contact of a deforming body with a turning one that is within the tolerance is looked at again in a shorter
/// step, for a proof that it exists. Each divides the room around the vertices by sixteen. Smaller: fewer contacts proved.
pub const REFINEMENTS: u32 = 8;

/// Count. A search of rigid bodies that has made so many steps, and as many as there are triangles, asks whether parts of them can
/// never meet because they turn about one axis. It changes the price of a query, never its answer.
pub const LONG_SEARCH: u64 = 4_096;

/// Count. How many pairs of bodies are asked about at once at first, and twice as many every time after. Fewer: cores are idle at first. More:
/// those pairs are asked about a longer time than needed if one of them touches early.
pub const FIRST_ROUND: usize = 4;

/// Count. The most pairs of bodies that are asked about at once. Fewer: cores wait more often for the last of a round.
pub const LARGEST_ROUND: usize = 64;

/// Count. Into how many parts each parameter of a curved face is cut to bound it. More: tighter balls and boxes, in proportion to the square
/// of the work, once for every body.
pub const BOUND_CELLS: u32 = 12;

/// Count. Into how many stretches of time the curved ways of a mesh that deforms are cut. More: boxes have less room for how the ways bend, by
/// the square; each costs a look at all vertices.
pub const CURVED_CUTS: u32 = 16;

/// Count. How often a stretch of time is halved to find when two bounding balls can meet. More: a shorter window is searched,
/// by less and less.
pub const WINDOW_HALVINGS: u32 = 10;

/// Fraction of the tolerance. So narrow the places on both bodies are where a contact of curved bodies is called one without proof: each
/// of the three coordinates of either is off by at most this, so that any two places are within the tolerance. Larger: a
/// touch could be farther off than promised.
pub const ACCEPTED_WIDTH: f64 = 0.25;

/// Fraction of the span. So short is the bracket of time of a contact of curved bodies that is called one without proof. Smaller: more
/// halvings for contact curves and regions. Larger: their times are less precise.
pub const ACCEPTED_TIME: f64 = 1e-11;

/// Fraction of the radius of the smaller body. How far apart the contacts are that stand for a contact curve or region, unless the query says
/// otherwise. Smaller: more contacts, and more work.
pub const DEFAULT_SPACING: f64 = 0.25;

/// Count. How many steps a question about curved bodies may take if the query sets no budget: some minutes. Only surfaces that have no
/// value or no bounded derivative near a possible contact need as many; without a limit they would search for ever.
pub const CURVED_BUDGET: u64 = 4_000_000;

/// Share of the length of a tangent or a gradient. Pieces of surface whose tangents change by no more are left to the solver, whose Newton steps
/// converge there. It changes the price of a query, never its answer.
pub const HARDLY_BENT: f64 = 1.2;

/// Fraction of the smaller body. Pieces that small are left to the solver, however much they bend: about poles they always do. It changes the
/// price of a query, never its answer.
pub const SMALLEST_PIECE: f64 = 1.0 / 256.0;

/// Fraction. Of the time for which two pieces of surface will stay apart, as plain numbers foretell it, so much is tried to be proved. More: enclosures over
/// the longer span fail more often, and are tried again. Less: more steps. It changes the price of a query, never its answer.
pub const FORETOLD_SHARE: f64 = 0.75;

/// Fraction of the size of a pair of pieces. If they will not stay apart while they move by so much, they are cut at once. Larger: pieces are cut that
/// could have waited. Smaller: many short steps. It changes the price of a query, never its answer.
pub const WORTHWHILE_STEP: f64 = 0.3;

/// Fraction of a stretch of time. Shorter steps are not tried with pieces of surface, which are cut instead. It changes the price of a query,
/// never its answer.
pub const SHORTEST_STEP: f64 = 1.0 / 4096.0;

/// Count. How many steps of the solver a ray through a curved face may take before another ray is tried. A few dozen are usual; rays that graze
/// the face take many.
pub const RAY_STEPS: u64 = 4_000;

/// Steps of comparing the values of two implicit solids at an instant before the systems of contact are asked. Overlaps and gaps are decided in
/// some hundred; exact tangency takes millions. Fewer: the systems are asked where they are not needed. More: tangency takes longer.
pub const FEW_COMPARISONS: u64 = 20_000;

/// Count. How many pieces of another body's surface are compared with parts of the box of an implicit solid, to tell what of the solid is inside that body
/// from what is outside. Fewer: the question is left open where the two are close to one another. More: what cannot be decided takes longer.
pub const INSIDE_WORK: u64 = 4_000_000;

/// Coordinate of a unit vector. So far to either side the direction between two bodies is looked for: more than one, so that a direction along an
/// axis, the most usual one, is not on the border, where nothing is proved to exist. Larger: larger boxes to search.
pub const DIRECTION_RANGE: f64 = 1.125;

/// Cosine of an angle. Gradients that point away from one another by no more count as perpendicular where the directions out of a crease or corner
/// are enclosed: box corners are so up to rounding. Larger: the bound on their shares, one and ten times this, would not hold.
pub const NEARLY_ACUTE: f64 = 1e-4;

/// Share of a gradient. By so much a direction may lie outside of the cone of directions out of a crease or corner: a body that lies flat, up to
/// rounding, is found at all of its corners. Smaller: at one of them. Larger: more work. It never changes the time.
pub const CONE_ROOM: f64 = 1e-6;

/// Share of its width. A place on the other body that a narrower direction makes narrower by this is looked at again. It changes the
/// price of a query, never its answer.
pub const LOOK_AGAIN: f64 = 0.75;

/// Share of the box of a solid. So much more on every side is searched for births, because one on the border of what is searched is not proved.
/// Larger: more to search.
pub const BIRTH_MARGIN: f64 = 1e-6;

/// Fraction of a stretch of time. So long after the birth of a component that could not be proved its middle must be in both bodies; otherwise the
/// question is left open from there. Larger: wider brackets. Smaller: more births by formulas with kinks are left open.
pub const BIRTH_DELAY: f64 = 1e-5;

/// Count. Into how many pieces the surface of a body is cut at most to tell whether a place is in it. Fewer: more births near the surface are not
/// proved. More: boxes that lie on the surface cost more.
pub const HOST_PIECES: usize = 4_096;

/// Fraction of the reach of a body. Smaller pieces of it are not cut again to tell whether a place is in it. Smaller: more pieces where a birth lies on the
/// surface. Larger: births closer to the surface than this are not proved.
pub const NEAREST_PIECE: f64 = 1e-9;

/// Pieces of a surface that are looked at for the faces around a point, at most. Fewer: faces of large meshes are missed, and a normal
/// may be that of one face where two meet.
pub const OUTWARD_PIECES: usize = 20_000;

/// Count. How often the pieces of a surface are cut to find the closest place of it, and how many are kept at most. They change the gap that is told
/// of a birth, never a verdict.
pub const NEAREST_ROUNDS: u32 = 48;
/// See [`NEAREST_ROUNDS`].
pub const NEAREST_PIECES: usize = 2_048;

/// Count. How often a pair of pieces of surface is halved to bound how fast its gap closes, where formulas with `t` give no bound over all of it. Fewer:
/// more contact curves are searched as if the speed were unknown, in many more steps. It never makes an answer later.
pub const CLOSING_HALVINGS: u32 = 16;

/// Part of a unit vector. Normals that are out of the cones of outward directions by no more than this of one another are equally good: what rounding makes
/// of a normal that is known to 10⁻¹⁰. It changes normals of creases and corners only.
pub const OUT_OF_CONE: f64 = 1e-9;

/// Part of a unit vector. A normal that is farther out of the cones of outward directions does not separate the bodies: what gradients change by within the
/// tolerance of a contact. Such a contact is on the border of its element, and is not told where another is in the same place.
pub const SEPARATES: f64 = 1e-3;

/// Count. How many steps a question about curved bodies may take after its first contact is known, if the query sets no budget: some seconds, and many times
/// what contact curves and usual regions take. Surfaces that conform (a ball in a bowl of its radius, a shaft in its sleeve) would take minutes to tell that
/// they touch everywhere. Smaller: more answers that say that they are not complete. Larger: more patience.
pub const COMPLETION_STEPS: u64 = 200_000;

/// Count. How often the time between two rows of a trajectory is halved where balls and boxes do not tell the bodies of links apart.
/// More: more pairs are told apart so, at a higher price for those that are not. It changes the price of a question, never its answer.
pub const LINK_LEVELS: u32 = 5;

/// Units of roundoff, relative to what is added up: what the distance of a ball from a ball or a box may lose in plain numbers, through two
/// poses, a clamp and a root. Smaller: the stated bound would not hold. Larger: nothing that could be noticed.
pub const LINK_ROUNDINGS: f64 = 128.0;

/// Metres. Distances beyond this are not told apart where the clearance of a trajectory is asked for: the robot is far from everything.
/// Larger: more pairs are measured.
pub const FAR_AWAY: f64 = 0.5;

/// Factor. The proved clearance of a trajectory and the distance that the robot comes to end within this factor of one another. Smaller: a tighter
/// bound, at a higher price. Larger: a looser one.
pub const CLEARANCE_RATIO: f64 = 1.005;

/// Factor, not below [`CLEARANCE_RATIO`]. The instant that is named with a clearance is the first at which the pair comes within this factor of
/// the proved bound. Smaller: an instant nearer to that of the least distance, which is less certain where the distance hardly changes.
pub const APPROACH_RATIO: f64 = 1.01;

/// Counts. The least and the most instants at which the distances of all links are measured to begin with. More: a better first guess of the
/// clearance, at the price of some microseconds each. It changes the price of a question; the answer only within [`CLEARANCE_RATIO`].
pub const MEASURED_INSTANTS: [usize; 2] = [5, 65];

/// Count. How often the time around the smallest measured distance is cut by the golden section. More: a better guess of the clearance. It
/// changes the price of a question; the answer only within [`CLEARANCE_RATIO`].
pub const GOLDEN_CUTS: u32 = 10;

/// Share of a distance. By so much the distances at single instants may be too large that guess the clearance. Larger: guesses too far from the
/// truth for [`CLEARANCE_RATIO`]. Smaller: more pairs of boxes are looked at.
pub const MEASURED_EXCESS: f64 = 2e-3;

/// Share of a distance. A distance of triangles and one of the convex hulls around them count as the same if they differ by no more: some
/// roundings. Smaller: trees are descended for nothing. Larger: measured distances are off by it.
pub const SAME_DISTANCE: f64 = 1e-12;

/// Count. In how many steps, at most, the instant is bracketed at which a pair first comes within a distance. Each at least halves the bracket or
/// comes nearer to the distance; ten are usual.
pub const CROSSING_STEPS: u32 = 80;

/// Count. How often the guess of a clearance is lowered before the question is left unanswered. Each lowers it by a percent or, mostly, to the
/// true distance: from half a metre to the default tolerance it takes 1,300. It ends a loop that would otherwise rest on rounding.
pub const CLEARANCE_GUESSES: u32 = 2_000;

/// Share of a box radius. The axes of the boxes around a rigid mesh are stored in single precision. Their projections onto coordinate
/// axes grow by this factor and by [`TREE_AXIS_ROOM`] of the radius, which covers the rounding with room to spare. Smaller: a triangle could
/// stick out of its box, and a contact could be lost. Larger: a few more boxes are opened.
pub(crate) const TREE_AXIS_FACTOR: f64 = 1.0001;

/// Share of a box radius; see [`TREE_AXIS_FACTOR`].
pub(crate) const TREE_AXIS_ROOM: f64 = 1e-6;

/// Fraction of the length of a ray. A crossing with a curved face that is not proved to exist is enclosed to this width; then another ray is
/// tried. Smaller: more steps for a ray that grazes a face. Larger: more rays. It changes the price of a query, never its answer.
pub(crate) const RAY_ACCEPT: f64 = 1e-6;

/// Share of a side of a cell. The solver's box is wider than the cell by this on both sides, so that a solution on the border between two
/// cells is inside of one of them and can be proved. Larger: more of the neighbours is searched twice. Smaller: fewer solutions proved.
pub(crate) const SUBPROBLEM_MARGIN: f64 = 1.0 / 1024.0;

/// Fraction of a stretch of time. The first step that is tried with a pair of surface pieces. It is no round number, because the contacts
/// of made-up scenes are at round instants. It changes the price of a query, never its answer.
pub(crate) const FIRST_STEP: f64 = 0.37;

/// Share of the size of a pair of surface pieces. The solver gets the time in which the pair moves by this much. Larger: the solver
/// searches longer spans. Smaller: it is called more often. It changes the price of a query, never its answer.
pub(crate) const SOLVER_TRAVEL: f64 = 0.7;

/// Fraction of a stretch of time. The solver gets at least this much time for a batch of pairs; see [`SOLVER_TRAVEL`].
pub(crate) const SOLVER_SHORTEST: f64 = 0.013;

/// Counts, powers of two. The slots of a cache of enclosures at first, and at most. Fewer: enclosures are computed again. More: memory, and
/// more time to clear it for short queries. They change the price of a query, never its answer.
pub(crate) const CACHE_SLOTS: [usize; 2] = [32, 2048];

/// Counts. The way out of an implicit solid along a direction is looked for in this many equal steps, and then bisected this often. Fewer: the
/// reported depth of an initial overlap is coarser. It never changes a verdict.
pub(crate) const EXIT_STEPS: [u32; 2] = [64, 40];

/// Multiple of the width to which an unproved solution is enclosed. Two descriptions of one contact may differ by this much: both enclosures,
/// and the gap between their points. Larger: separate contacts are merged. Smaller: one contact is listed twice.
pub(crate) const UNPROVED_REACH: f64 = 4.0;

/// Share of the size of a pair of surface pieces. If no estimate exists, the pair is subdivided once it cannot advance by the time in which it
/// moves this far. Larger: earlier subdivision. Smaller: more short steps. It changes the price of a query, never its answer.
pub(crate) const TRIAL_STEP: f64 = 0.5;

/// Share of a step. The next step to try after a step that could not be proved. It changes the price of a query, never its answer.
pub(crate) const STEP_CUT: f64 = 0.25;

/// Share of the width of a box of points. Pieces of surface that are narrower are not subdivided again to separate them from the box.
/// Smaller: more pieces for boxes on the surface. Larger: more boxes near the surface stay undecided.
pub(crate) const PIECE_SHARE: f64 = 0.25;

/// Count. The assumed number of pieces of a curved face when the work for one box is estimated; see [`INSIDE_WORK`].
pub(crate) const FACE_PIECES: u64 = 64;

/// Count. The budget of one question about the clearance of a pair with a curved body: about 0.15 s. A separation near the true
/// distance, or near a region of equal distances (a ball that leaves the centre of a sphere), takes minutes. Smaller: looser bounds on
/// the clearance. Larger: longer questions that fail.
pub(crate) const CURVED_CLEARANCE_STEPS: u64 = 10_000;

/// Count. The most questions with smaller separations about one pair. It ends a bisection that would otherwise rest on rounding: fifteen
/// are usual.
pub(crate) const CLEARANCE_QUESTIONS: u32 = 64;

/// Counts. How many steps the questions with smaller separations about one pair with a curved body may take together: about a second
/// if its distance is measured, and three if it is not and a bisection from half a metre must find it. Smaller: looser bounds.
/// Larger: more time where no question succeeds.
pub(crate) const CURVED_LOWERING_STEPS: [u64; 2] = [60_000, 200_000];

/// Shares of the open range between the proved separation and the failed one. The next question asks with this share after the
/// first, second and later failure. A failure close below a measured distance is mostly one of cost, so the first steps are small.
pub(crate) const CLEARANCE_SHARES: [f64; 4] = [0.97, 0.9, 0.75, 0.5];

/// Factor. A proved clearance is complete if the nearest pair is known to come within this factor of it. Smaller: more answers that
/// say that a larger clearance may hold.
pub(crate) const CLEARANCE_COMPLETE: f64 = 1.02;

/// Share of the radius of a curved obstacle. About the error of the triangles that stand for its surface where distances are measured.
/// It changes how good the first guess of a clearance is, and never what is proved.
pub(crate) const OUTLINE_ERROR: f64 = 2e-3;

/// Count. Grid cells along the longest side of an implicit obstacle for the same purpose.
pub(crate) const OUTLINE_CELLS: usize = 32;

/// Share of the radius of a curved obstacle. An exact distance is asked for up to this much beyond the measured one. It covers
/// the error of the triangles: smaller, and true distances are missed.
pub(crate) const OUTLINE_SLACK: f64 = 0.02;
