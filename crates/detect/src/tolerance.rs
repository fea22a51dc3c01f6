//! Every tolerance and numerical constant of this crate, in one long file by rule, so that they can be compared: unit,
//! reason, and what breaks if it changes.
//!
//! "Cost only" marks constants that change the cost of a query and never its answer.

// All methods: tolerance, time, resolution.

/// Metres. The default bound on how early, in distance, a touch may be reported. A thousandth of a millimetre is
/// below the repeatability of robots and machined parts. Larger: near misses are reported as touches.
pub(crate) const DEFAULT_TOLERANCE: f64 = 1e-6;

/// Fraction of a step. The search for a first time stops at brackets this short. They are a thousand times finer
/// than the promised 10⁻⁹ of the span, which leaves room for [`EXISTENCE_REACH`]. Smaller: more bisections for
/// every contact. Larger: wider brackets.
pub(crate) const TIME_RESOLUTION: f64 = 1.0 / (1_u64 << 40) as f64;

/// Fraction of a step. The existence proof of a contact may look this far past the first instant that cannot be
/// proved clear. Rounding blurs the instant of touching; a little later the bodies overlap measurably. Larger: more
/// contacts proved, wider brackets (never above 10⁻⁹ of the step in all).
pub(crate) const EXISTENCE_REACH: f64 = 1.0 / (1_u64 << 31) as f64;

/// Fraction of the largest coordinate or displacement. The resolution of 64-bit coordinates over the few dozen
/// roundings of one proof, with a margin. A query with a smaller tolerance is refused, because no answer could
/// satisfy it.
pub(crate) const RESOLUTION: f64 = 1.0 / (1_u64 << 44) as f64;

/// Metres. Coordinates of these sizes (or zero) have differences whose products of three neither underflow nor
/// overflow, so exact predicates on doubles are exact. Enclosures handle all other coordinates; they are slower and
/// never wrong.
pub(crate) const SAFE_SIZES: [f64; 2] = [1e-60, 1e80];

/// Ratio. Rounds a nonnegative bound up by more than the rounding errors of the few operations that compute it.
/// Smaller: the bound would not hold. Larger: steps become shorter.
pub(crate) const ROUND_UP: f64 = 1.0 + 1e-12;

/// Ratio. Rounds a nonnegative bound down, like [`ROUND_UP`].
pub(crate) const ROUND_DOWN: f64 = 1.0 - 1e-12;

/// Ratio. A step in time is this much longer than the gap is expected to last at its closing speed. Shorter steps end
/// before the contact and need more of them. Longer steps have a larger bulge. Cost only.
pub(crate) const STEP_BEYOND_GAP: f64 = 1.25;

/// Ratio. A step of convex bodies is longer than expected by this times the square of the relative change of the
/// closing speed during it, which is about as much as the estimate is wrong. Shorter steps end before the contact and
/// need more of them. Longer steps have a larger bulge. Cost only.
pub(crate) const STEP_BEYOND_ESTIMATE: f64 = 0.25;

/// Units of a product of a direction and a coordinate: 2⁻¹⁰⁰⁰. Sign tests of floating-point projections require at
/// least this margin. Products that underflow are off by less than 2⁻¹⁰⁷⁰ together. Smaller: underflow could
/// invalidate a proof. Larger: tests of tiny bodies fail more often and are decided by exact arithmetic.
pub(crate) const UNDERFLOW_MARGIN: f64 = 9.332_636_185_032_189e-302;

// Contacts: names, points, normals, lists.

/// Cosine. Contacts of the same two bodies at the same point (within the tolerance) whose normals differ by less
/// (about 2.5 degrees) are one contact found through several features. Closer to 1: repeated contacts in the list.
pub(crate) const SAME_NORMAL: f64 = 0.999;

/// Fraction of the largest coordinate. Contacts closer than this are one point found through several features: a
/// hundred times the uncertainty left by the time bracket. Larger: contacts of fine meshes are merged.
pub(crate) const SAME_POINT: f64 = 1e-8;

/// Fraction of a feature. A witness point this close to a corner or a side of its edge or triangle is named after
/// that corner or side. This is the uncertainty left by the time bracket, in units of the feature. It changes names
/// only, never a verdict.
pub(crate) const ON_BORDER: f64 = 1e-9;

/// Fraction of a feature. For a contact point this close to a corner or a side, the normal is computed from all
/// faces around that corner or side. This is the uncertainty left by the time bracket where a contact slides fast.
/// Larger: more work. Smaller: normals of faces that meet the touching face only at its border.
pub(crate) const NEAR_BORDER: f64 = 1e-6;

/// Sine of an angle. The surface around a contact point may lie on the wrong side of the tangent plane by this
/// much. This is the uncertainty left by the time bracket where bodies turn. Larger: nearly flat edges count as
/// flat. Smaller: no normal is found for contacts that are known only up to the tolerance.
pub(crate) const WRONG_SIDE: f64 = 1e-6;

/// Sine of an angle. Two triangles that meet at a smaller angle form one flat face, and their common edge does not
/// count as an edge. Rounding of coordinates and poses bends faces by less. Larger: gently curved surfaces count as
/// flat. Smaller: the diagonals of turned or printed faces count as edges. It changes normals by no more than this,
/// never a verdict.
pub(crate) const FLAT_EDGE: f64 = 1e-6;

/// Sine of an angle. Edges closer to parallel have no common perpendicular that rounding leaves usable, so it is no
/// candidate for a normal. Larger: fewer candidates. Smaller: normals that are mostly rounding.
pub(crate) const PARALLEL_EDGES: f64 = 1e-6;

/// Count. At most this many contacts of one plane are listed: enough for the outline of a foot or a flange, few
/// enough to print and to solve for. Smaller: coarser outlines. Larger: longer lists.
pub(crate) const CLUSTER_SAMPLE: usize = 32;

/// Fraction of the diameter of a contact region. A point that sticks out of the outline by less is not a corner.
/// Larger: corners of many-sided regions are lost. Smaller: rounding turns points inside a side into corners.
pub(crate) const FLAT_CORNER: f64 = 1e-6;

/// Count. The most rays that are cast to decide whether a point is inside a solid; then the question stays open. A
/// ray fails only if it passes an edge within rounding. Thirty-two failures in a row do not happen on solids of
/// measurable size.
pub(crate) const RAYS: u32 = 32;

// Exact queries of one vertex and face or of two edges.

/// Fraction of the step. The default bracket of an exact first time: shorter than 10⁻¹². Smaller: more work for
/// every contact.
pub(crate) const EXACT_WIDTH: f64 = 1.0 / (1_u64 << 40) as f64;

/// Count. The floating-point filter of one vertex-face or edge-edge query bisects the step this often before it
/// leaves the query to exact arithmetic. Cost only.
pub(crate) const FILTER_DEPTH: usize = 16;

/// Count. The most time spans that the same filter examines in all. Cost only.
pub(crate) const FILTER_SPANS: usize = 48;

/// Count. One step of exact arithmetic tries to gain this many bits of a root from a floating-point guess. A double
/// has 53 bits; the rest covers its errors. Cost only.
pub(crate) const ROOT_BITS: usize = 48;

/// Metres: 2⁻¹⁵⁰ and 2¹⁵⁰. Products of three coordinate differences between these sizes neither underflow nor overflow.
/// A wider range would invalidate the error bounds of the filter. With a narrower one exact arithmetic decides more
/// queries.
pub(crate) const FILTER_SIZES: [f64; 2] = [f64::from_bits((1023 - 150) << 52), f64::from_bits((1023 + 150) << 52)];

/// Count. The most Newton steps of the filter towards a root. Cost only: the signs at the ends of the bracket are
/// checked.
pub(crate) const FILTER_NEWTON_STEPS: usize = 24;

/// Share of the span. The Newton iteration of the filter stops at steps of this length. Cost only.
pub(crate) const FILTER_NEWTON_STOP: f64 = 1e-14;

/// Count. The most Newton steps of the floating-point guess of a root in exact arithmetic. Cost only: exact signs check
/// the guess.
pub(crate) const ROOT_NEWTON_STEPS: usize = 60;

// Straight paths.

/// Factor. If the swept boxes of the triangles are on average longer than this many times the boxes of the
/// triangles themselves, pairs are searched in the order of time instead of all at once: too many swept boxes
/// overlap. Cost only.
pub(crate) const LARGEST_SWEEP: f64 = 4.0;

/// Count. One group of eight neighbouring faces in this many is tested first, to learn how early a contact begins.
/// Fewer: the test costs more. More: it finds later contacts or none, and the search covers more time than needed.
pub(crate) const PROBED: usize = 32;

/// Count of faces. A smaller mesh is searched without a probe. Smaller: for tiny meshes the probe is most of the
/// work.
pub(crate) const FEWEST_PROBED: usize = 1_024;

/// Fraction of a step. If a probe proves that a contact begins by then, boxes are fitted again to the time before
/// it. Larger: this costs more than it saves.
pub(crate) const EARLY: f64 = 0.75;

/// Metres. Meshes that reach farther are searched without a probe, because differences of points might overflow.
/// Larger: interpolated points may be infinite.
pub(crate) const LARGEST_PROBED_REACH: f64 = 1e300;

/// Count. A contact within the tolerance of a deforming body with a turning body is searched again this often, in a
/// shorter step, for a proof that it exists. Each refinement divides the inflation of the vertices by sixteen.
/// Smaller: fewer contacts proved.
pub(crate) const REFINEMENTS: u32 = 8;

/// Share of a step. The length of the next step after a possible touch that may come from the inflation alone. The
/// inflation of rigid bodies shrinks by the square. Larger: more refinements. Smaller: more steps in free time.
/// It changes the cost, and the answer only within the tolerance.
pub(crate) const REFINED_STEP: f64 = 0.25;

/// Share of the time that is proved free before a possible touch. The next step starts there, so that the contact
/// lies inside a step and not at its start. Larger: the contact may fall on the start of a step. Smaller: more
/// steps.
pub(crate) const SAFE_ADVANCE: f64 = 0.9;

/// Factor. A touch of inflated vertices is reported if this many times the inflation is within the tolerance.
/// Larger: more refinements. Smaller: touches are reported earlier, by up to the inflation.
pub(crate) const REPORTED_BULGES: f64 = 8.0;

/// Multiple of [`TIME_RESOLUTION`], and factor. The first window of the existence proof of a contact on curves, and
/// the growth of the windows after it, up to [`EXISTENCE_REACH`]. Smaller: shorter brackets, more attempts. Larger:
/// wider brackets.
pub(crate) const EXISTENCE_WINDOWS: [f64; 2] = [16.0, 4.0];

// Rigid bodies.

/// Units of roundoff, relative to the sizes of both bodies and their distance. The error bound of a floating-point
/// projection of two boxes or triangles onto a direction. A rotation matrix from a quaternion is accurate to a
/// dozen units, and so is that of a frame within the body. Turning the direction and interpolating between the two
/// ends of a cell add as many, the sums of a projection another dozen. Smaller: the stated bound would not hold.
/// Larger: contacts are found a little earlier.
pub(crate) const PLAIN_ROUNDINGS: f64 = 64.0;

/// Count. The depth to which a smooth stretch of time is bisected into cells that are kept for all pairs of boxes:
/// at most 2¹² cells, far more than motions of a few turns need. More: memory. Fewer: the cells of fast turning
/// bodies bulge too much.
pub(crate) const CELL_LEVELS: u32 = 12;

/// Count. The depth to which the stretch is bisected to bound the acceleration part by part, for motions by series,
/// whose acceleration varies.
pub(crate) const RATE_LEVELS: u32 = 5;

/// Fraction of the smaller box. The motion may bulge by this much within the cell in which a pair of boxes is
/// tested. Smaller: more cells. Larger: boxes are opened that a shorter cell would have separated.
pub(crate) const BOX_BULGE: f64 = 1.0 / 16.0;

/// Fraction of the smaller box. Boxes with a smaller gap are opened; boxes with a wider gap are postponed. Cost
/// only.
pub(crate) const BOX_OPENING: f64 = 1.0 / 16.0;

/// Fraction of a stretch of time. After the hulls of two bodies have met, the bodies themselves are searched for
/// this long before the hulls are tested again. Each further search lasts four times as long as the one before.
/// Smaller: more restarts for bodies whose hulls overlap for long. Larger: bodies far apart are searched for
/// longer. Cost only.
pub(crate) const FIRST_LOOK: f64 = 1.0 / 64.0;

/// Squared sine of an angle. For triangles thinner and edges closer to parallel than this, corners and sides are
/// candidates for the closest points too. The plane of such a triangle and the common perpendicular of such edges
/// are mostly rounding, off by roundoff divided by this. Larger: more work for ordinary features. Smaller: contacts
/// of degenerate features are found early, by that error.
pub(crate) const DEGENERATE_SINE_SQ: f64 = 1e-6;

/// Count. After this many steps, and at least as many as there are triangles, the search of rigid bodies tests
/// whether parts of them can never meet because they turn about one axis. Cost only.
pub(crate) const LONG_SEARCH: u64 = 4_096;

/// Count, even. The directions across which slabs enclose the image of a part of a body in the plane of the radius and
/// the position on the helix. Fewer: less is culled. More: every test costs more.
pub(crate) const HELIX_DIRECTIONS: usize = 8;

/// Count. Images that overlap for more whole turns than this are not tested for separation on their helices. More:
/// longer tests. Fewer: less is culled.
pub(crate) const HELIX_TURNS: f64 = 8.0;

/// Squared sine. Axes of two boxes at a smaller angle have no cross product that is accurate enough to be a candidate
/// for a separating direction. Cost only.
pub(crate) const PARALLEL_AXES_SQ: f64 = 1e-6;

/// Ratio. The axes of boxes in single precision may be longer than one by at most this factor. Smaller: separations of
/// boxes would not be proofs.
pub(crate) const SINGLE_PRECISION_AXIS: f64 = 1.00001;

/// Share of the gap. Two boxes are tested in a cell whose bulge is about this much of their gap. Cost only.
pub(crate) const BOX_GAP_BULGE: f64 = 0.25;

/// Share of the gap. Two triangles are tested in a cell whose bulge is about this much of their gap. Cost only.
pub(crate) const TRIANGLE_GAP_BULGE: f64 = 0.0625;

/// The two constants above and below for a separation above zero. Triangles that pass at about the separation are
/// followed for long, so their steps should be as long as the gap allows. Cost only.
pub(crate) const SEPARATED_BULGES: [f64; 2] = [0.5, 1.25];

/// Ratio. A cell is only used for two triangles if their gap is this many times its bulge. Otherwise a shorter cell
/// advances farther. Cost only.
pub(crate) const GAP_TO_BULGE: f64 = 8.0;

/// Share of a box radius. The axes of the boxes around a rigid mesh are stored in single precision. Their
/// projections onto coordinate axes grow by this factor and by [`TREE_AXIS_ROOM`] of the radius, which covers the
/// rounding with a margin. Smaller: a triangle could stick out of its box, and a contact could be lost. Larger: a
/// few more boxes are opened.
pub(crate) const TREE_AXIS_FACTOR: f64 = 1.0001;

/// Share of a box radius; see [`TREE_AXIS_FACTOR`].
pub(crate) const TREE_AXIS_ROOM: f64 = 1e-6;

/// Count. The swept box of a rigid mesh of at most so many vertices is the hull of the enclosures of all of them.
/// Fewer: looser boxes of small bodies. More: some hundred nanoseconds a vertex.
pub(crate) const FEW_VERTICES: usize = 32;

/// Rounding of a product of a matrix and a vector in plain floating point, relative to the sum of the magnitudes of its
/// terms: three products and two sums, and room. Smaller: a vertex might leave its box.
pub(crate) const TURNED_ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Count. The number of pairs of bodies in the first parallel round; every later round has twice as many. Fewer:
/// cores idle at first. More: if a pair touches early, the others are searched over more time than needed.
pub(crate) const FIRST_ROUND: usize = 4;

/// Count. The most pairs of bodies in one parallel round. Fewer: cores wait more often for the last pair of a
/// round.
pub(crate) const LARGEST_ROUND: usize = 64;

// Convex bodies.

/// Fraction of the size of a body. A solid counts as convex if its convex hull exceeds it by no more. Larger:
/// bodies with shallow dents are replaced by their hulls (never by more than a quarter of the tolerance). Smaller:
/// turned or printed boxes, whose faces are flat only up to rounding, are left to the slower general method.
pub(crate) const CONVEX_EXCESS: f64 = 1e-9;

/// Share of the tolerance. Solids are handled as convex if their hulls together exceed them by at most this. It must be
/// below 1, or a touch would be early by more than the tolerance.
pub(crate) const CONVEX_EXCESS_SHARE: f64 = 0.25;

/// Metres. Bodies of these sizes have squares and products that neither underflow nor overflow. Others are not handled
/// as convex.
pub(crate) const CONVEX_SIZES: [f64; 2] = [1e-60, 1e60];

/// Cosine. A direction that turns by a larger angle during a step does not turn with its features. Cost only.
pub(crate) const LARGEST_TURN: f64 = 0.75;

/// Share of a step. Where hulls come within the tolerance, the search of the bodies starts after this share of the last
/// step, so that it starts with the bodies apart. Larger: a contact may be reported as initial.
pub(crate) const HULL_LAST_SHARE: f64 = 0.9375;

/// Count. The most cells of directions along a side of a face of the cube map: a hundred thousand cells in all,
/// enough for a hundred thousand vertices. More: memory. Fewer: more candidates per cell.
pub(crate) const SUPPORT_CELLS: usize = 128;

/// Roundings of a lead. The direction of two convex bodies that are about to touch is precise to [`CLOSEST_ENOUGH`] of
/// this. Smaller: more steps of the search. Larger: contacts are found earlier than they happen, and fewer are proved.
pub(crate) const FINEST_GAP: f64 = 400.0;

/// Metres to the fourth power. The square of twice the area of a face of the polytope of differences must be more: a
/// smaller one is rounded to too few digits. Smaller: normals that are not of length 1, depths without proof. Larger:
/// depths of tiny bodies are open.
pub(crate) const LEAST_SQUARE: f64 = 1e-290;

/// Steps of Newton's method for the closest points of curved bodies. It converges quadratically from a good start;
/// from a bad one the search by simplices is cheaper. Cost only.
pub(crate) const NEWTON_STEPS: usize = 8;

/// Sine of an angle. A direction that is less than this off the plane across an edge counts as across it. Cost only.
pub(crate) const ALONG_EDGE: f64 = 1e-12;

/// The sine of an angle. Two edges at a smaller angle count as parallel in Newton's method. The direction across both
/// is wrong by 10⁻¹⁶ over this number about the edges, which costs the square of that times the radii; the direction
/// across one of them loses this times the length of the other. Cost and width of brackets only.
pub(crate) const PARALLEL_PATCHES: f64 = 1e-11;

/// The sine of an angle. A direction at a smaller angle to the axis of a cylinder or a cone is tried along the axis:
/// the flat end may be closest. Larger: more tries that fail. Smaller: more steps until the first try.
pub(crate) const CAP_TILT: f64 = 1e-2;

/// Steps of the search by simplices before the first attempt of Newton's method from nothing. Cost only.
pub(crate) const NEWTON_FROM: usize = 2;

/// Steps of the search by simplices between two attempts of Newton's method. Fewer: attempts from directions that are
/// not good enough yet. Cost only.
pub(crate) const NEWTON_EVERY: usize = 4;

/// Sine of an angle. Directions closer to the axis of a cylinder or a cone are left to the search by simplices: its end
/// is flat. Cost only.
pub(crate) const PATCH_TILT: f64 = 1e-6;

/// Fraction of the distance beyond the separation that counts as contact, or of the tolerance if that is more. A
/// direction is accepted if the lead of two convex bodies along it falls short of their distance by no more. Cost only.
pub(crate) const CLOSEST_ENOUGH: f64 = 1e-2;

/// Count. The most support points per search for the closest points of two convex bodies at one instant. Five are
/// usual. Fewer: the general method is used more often.
pub(crate) const CLOSEST_STEPS: usize = 64;

/// Relative. The search for the closest points of two convex bodies stops when the bracket of their distance is no
/// wider. Larger: wider brackets of the distance of smooth bodies. Smaller: cost only.
pub(crate) const GAP_PRECISION: f64 = 1e-12;

/// Relative. The search for the depth of two convex bodies stops when its bracket is no wider. Larger: wider brackets.
/// Smaller: more corners, with the square root of it for smooth bodies.
pub(crate) const DEPTH_PRECISION: f64 = 1e-9;

/// Units of roundoff, relative to the sizes of two convex bodies and their distance. Bounds the error of a distance
/// along a unit direction: a rotation matrix from a quaternion is accurate to a dozen units, and so is that of the
/// core's frame; the support point along a turned direction, its products and sums to two dozen. Smaller: the stated
/// bound would not hold. Larger: wider enclosures.
pub(crate) const GAP_ROUNDINGS: f64 = 64.0;

/// Count. The most corners that are added to the polytope for the depth of two convex bodies. Fewer: wider brackets for
/// smooth bodies.
pub(crate) const EXPANSION_STEPS: usize = 250;

/// Count. The most steps in a row, in the search for the closest points, that neither shorten the distance nor
/// improve the direction. Fewer: wider brackets of the distance of smooth bodies. More: cost only.
pub(crate) const CLOSEST_STALLS: u32 = 4;

/// Relative change of a squared distance that rounding may cause. A step that changes it by no more has not shortened
/// the distance. Cost only.
pub(crate) const NO_SHORTER: f64 = 1e-13;

/// The square of the sine of an angle. A triangle of differences with a smaller angle is nearly a segment. The weights
/// of its point closest to the origin round by 10⁻¹⁶ over this number. Smaller: the closest points of needles are wrong
/// by more than a tolerance. Larger: more triangles take the slower way, and nothing else.
pub(crate) const SLIVER: f64 = 1e-5;

/// Counts. A costly test of curved pieces is tried this often before its success is judged; its record is halved at the
/// most tries, so that recent ones count more; if it rarely succeeds, one in so many pieces is tried. Cost only.
pub(crate) const FIRST_TRIES: u32 = 32;
pub(crate) const MOST_TRIES: u32 = 128;
pub(crate) const RARE_TRIES: u32 = 16;

/// Share. A costly test that succeeds less often is tried rarely. Cost only.
pub(crate) const LEAST_SUCCESS: f64 = 0.1;

/// Fraction of the size. Contacts of a convex body with neighbouring triangles are one if they are closer: the closest
/// points of a smooth body are known to the square root of rounding. Smaller: a contact on an edge is listed twice.
pub(crate) const SAME_TOUCH: f64 = 1e-6;

/// Count. The contacts that represent a disc on which two convex bodies touch. Fewer: a cylinder that stands on a plate
/// is held at fewer points. More: longer lists.
pub(crate) const DISC_CORNERS: usize = 16;

/// Count. The most steps for two convex bodies that are within the tolerance. A head-on contact takes three. A body
/// that turns and slides along another at a tiny distance takes thousands. Smaller: such a near miss is reported as
/// a touch, as the tolerance allows. Larger: it may take longer than these few milliseconds.
pub(crate) const GRAZING_STEPS: u32 = 1 << 14;

/// Count. The most steps for the convex hulls of two bodies before the bodies themselves are searched. Ten are
/// usual; hulls that slide along one another take hundreds. Cost only.
pub(crate) const HULL_STEPS: u32 = 64;

// Screw motions.

/// Units of roundoff, relative to the sum of the coefficients. The error bound of the evaluation of a wave
/// (`screw/wave.rs`). Sine and cosine are accurate to one unit, and a dozen products and sums follow. A double
/// extremum is off by the square root of eight units, which changes the wave by their square. Smaller: the stated
/// bound would not hold. Larger: contacts on screws are found a little earlier.
pub(crate) const WAVE_ROUNDINGS: f64 = 32.0;

/// Units of roundoff, relative to the distances of both bodies from the axis and the slide. The error bound of
/// vertices in the frame of a screw: three products by a frame that is accurate to a few units, twice. Smaller: the
/// stated bound would not hold. Larger: contacts on screws are found a little earlier.
pub(crate) const SCREW_ROUNDINGS: f64 = 64.0;

/// Multiple of the size of both bodies. A screw whose axis is farther away counts as straight. Otherwise rounding
/// in the frame of the axis would approach the default tolerance. Larger: such scenes are refused as too fine.
/// Smaller: more segments for slightly curved motions.
pub(crate) const FAR_AXIS: f64 = 65_536.0;

/// Count. The number of instants, without the start, at which a screw is compared with the motion that it replaces.
/// More: longer segments, up to the error of the screw itself; each costs more.
pub(crate) const DISCREPANCY_INSTANTS: u32 = 16;

/// Count. A pair of features on a screw that stays within the tolerance for this many time spans is reported as a
/// contact. It bounds the cost of sliding. Smaller: earlier, unproved contacts where two bodies slide at less than
/// the tolerance.
pub(crate) const PAIR_SPANS: u32 = 2_048;

/// Count, a power of two. A screw caches sine and cosine at the ends of this many equal parts, which six bisections
/// reach. Smaller or larger: a search along a screw is slower, with the same answers.
pub(crate) const SCREW_CACHED_PARTS: usize = 64;

/// Fraction of the span. The sign of a normal comes from the vector between the bodies this long before the
/// contact. Much shorter: that vector is mostly rounding. It changes the sign of normals of open surfaces only,
/// never a verdict.
pub(crate) const BEFORE_CONTACT: f64 = 1e-6;

/// Fraction of the span. For a query about screws the general method decides over this long, from the start,
/// whether the bodies overlap already. Longer: more of the answers come from the general method.
pub(crate) const FIRST_MOMENT: f64 = 1e-9;

// Curved bodies: surfaces, implicit solids, deforming meshes.

/// Count. Each parameter of a curved face is cut into this many parts to bound the face. More: tighter balls and
/// boxes, at a cost that grows with the square, once for every body.
pub(crate) const BOUND_CELLS: u32 = 12;

/// Count, a power of two. A Bézier patch is cut into this many parts to bound it. More: tighter balls and boxes, at a
/// cost in proportion.
pub(crate) const BOUND_PARTS: usize = 32;

/// Count. The curved paths of a deforming mesh are cut into this many stretches of time. More: boxes need less
/// inflation for the bend of the paths, by the square; each stretch costs a pass over all vertices.
pub(crate) const CURVED_CUTS: u32 = 16;

/// Count. How often a stretch of time is bisected to find when two bounding balls can meet. More: a shorter window
/// is searched, with diminishing returns.
pub(crate) const WINDOW_HALVINGS: u32 = 10;

/// Fraction of the largest second derivative. If the second derivatives of a formula vary by no more over its bounding
/// box, the formula may be of degree two. Rounding varies them by some 1e-15. Larger: formulas of higher degree are
/// tried in vain, and rejected by the error. Smaller: rotated ellipsoids are not recognised.
pub(crate) const QUADRIC_WIDTH: f64 = 1e-11;

/// Fraction of its size. An ellipsoid may exceed the solid that it stands for by about this; the query compares the
/// bound with its tolerance. Larger: ellipsoids that no query takes. Smaller: long formulas, with more rounding, are
/// not recognised.
pub(crate) const QUADRIC_ERROR: f64 = 1e-9;

/// Fraction of the width of the bounding box. The derivatives of a formula are enclosed in a box that is wider by this
/// on either side, so that it contains points just outside of the solid even if the bounding box is as tight as
/// rounding allows. Larger: formulas may be undefined there. Smaller than [`LEVEL_ERROR`]: no formula is proved convex.
pub(crate) const CONVEXITY_ROOM: f64 = 1e-3;

/// Fraction of the diameter. The farthest point of a convex formula along a direction is proved to be farthest up to
/// this, and is within this distance of the body. Larger: wider brackets of contacts. Smaller: the rounding of formulas
/// prevents the proof.
pub(crate) const LEVEL_ERROR: f64 = 1e-12;

/// Fraction of the diameter. The sets where a formula is at most a little more than zero are proved convex as far as
/// this outside of the surface; points that are tested against them are a thousandth of a millionth of that outside.
/// Larger: thin shapes need smaller boxes. Smaller: no gain.
pub(crate) const LEVEL_SHELL: f64 = 1e-6;

/// Cosine. The search for the farthest point along a direction starts at the last one if their directions differ by
/// less. Cost only.
pub(crate) const LEVEL_WARM: f64 = 0.9;

/// Count. The most boxes in which the curvature of a formula is enclosed to prove that its solid is convex, about a
/// microsecond each, once for each shape. A round shape takes ten thousand if its formula is not a polynomial. More:
/// shapes with sharper bends are proved. Fewer: nearly convex shapes are rejected sooner. Cost only.
pub(crate) const CONVEXITY_BOXES: usize = 1 << 14;

/// Fraction of the diameter. If the curvature is not decided in a box of this width, the solid is not treated as
/// convex. Smaller: sharper bends are proved, and nearly convex shapes cost longer before they are rejected.
pub(crate) const CONVEXITY_WIDTH: f64 = 1.0 / 128.0;

/// Count. Halvings to find where a ray from the middle of a solid leaves it: to 1e-9 of the diameter, near enough for
/// Newton's method.
pub(crate) const RAY_HALVINGS: u32 = 30;

/// Fraction of the steepness over the diameter. The first damping of a step over a convex surface. Larger: shorter
/// steps where the surface is flat. Smaller: more steps that are taken back. Cost only.
pub(crate) const EXTREME_DAMPING: f64 = 0.05;

/// A ratio of curvatures. A convex surface counts as flat below it, and steps are damped. Cost only.
pub(crate) const EXTREME_FLATNESS: f64 = 1e-6;

/// Count. The most steps to the farthest point of a convex surface; five are usual. If they do not suffice, the general
/// equations answer.
pub(crate) const EXTREME_STEPS: usize = 60;

/// Fraction of the diameter. The longest step over a convex surface. Cost only.
pub(crate) const EXTREME_STRIDE: f64 = 0.25;

/// Radians, and count. The normal of a contact of two smooth convex bodies is refined until it turns by less, in at
/// most so many steps of Newton's method. If they do not suffice, the equations answer. Larger: normals are less
/// precise. Smaller than rounding: the equations answer more often.
pub(crate) const SMOOTH_NORMAL: (f64, u32) = (1e-11, 8);

/// Fraction of the span. A contact of two convex primitives with a longer bracket is left to the equations, which are
/// more precise. Larger: wider brackets. Smaller: more contacts take milliseconds.
pub(crate) const PRIMITIVE_BRACKET: f64 = 5e-11;

/// Count. The most steps of time in which the functions of two solids are tested for common points, to find when they
/// first touch. Fewer: surfaces that fit into each other are searched for longer before they touch. Cost only.
pub(crate) const OPPOSED_STEPS: u32 = 150;

/// Count. How often a round primitive is cut across its axis to prove it clear of a solid with cavities. Fewer: a long
/// pin is not proved clear while it passes the end of a bore. Cost only.
pub(crate) const CAVITY_CUTS: u32 = 6;

/// Pure number, relative to the largest curvature. Smaller curvatures are left to the bound of the rest, because their
/// directions are rounding errors. Cost only.
pub(crate) const NEGLIGIBLE_CURVATURE: f64 = 1e-9;

/// Fraction of the tolerance. Accept an unproved contact of curved bodies once the points on both bodies are
/// enclosed this narrowly. Each of the three coordinates of either point is off by at most this, so any two points
/// of the enclosures are within the tolerance. Larger: a touch could be farther off than promised.
pub(crate) const ACCEPTED_WIDTH: f64 = 0.25;

/// Fraction of the span. Accept an unproved contact of curved bodies once its time bracket is this short. Smaller:
/// more bisections for contact curves and regions. Larger: their times are less precise.
pub(crate) const ACCEPTED_TIME: f64 = 1e-11;

/// Fraction of the radius of the smaller body. The default distance between the contacts that sample a contact
/// curve or region. Smaller: more contacts, and more work.
pub(crate) const DEFAULT_SPACING: f64 = 0.25;

/// Count. Sweeps of Jacobi rotations for the axes of a quadratic form of up to four unknowns. More: axes closer to
/// those of the form. Fewer: wider enclosures; any basis encloses.
pub(crate) const EIGENBASIS_SWEEPS: u32 = 4;

/// Number. The largest deviation from an orthonormal basis with which the axes of a quadratic form are used. Rounding
/// makes some 1e-15. Larger: up to 0.1 the bound on the coordinates still holds. Smaller: the axes are never used.
pub(crate) const EIGENBASIS_DEFECT: f64 = 1e-6;

/// Fraction of the radius of the smaller body. A query about curved bodies with a smaller spacing of contacts is
/// refused. A contact region would have more than 10¹⁰ contacts, a curve 10⁵. Smaller: such queries run into the
/// budget.
pub(crate) const FINEST_SPACING: f64 = 1e-5;

/// Count. The default budget of steps of a query about curved bodies: some minutes. Only surfaces that have no
/// value or no bounded derivative near a possible contact need as many. Without a limit their search would never
/// end.
pub(crate) const CURVED_BUDGET: u64 = 4_000_000;

/// Count. The default budget of steps after the first contact of curved bodies is known: some seconds, and many
/// times the cost of contact curves and usual regions. Conforming surfaces (a ball in a bowl of its radius, a shaft
/// in its sleeve) would take minutes to show that they touch everywhere. Smaller: more answers marked incomplete.
/// Larger: longer queries.
pub(crate) const COMPLETION_STEPS: u64 = 200_000;

/// Share of the length of a tangent or a gradient. Surface pieces whose tangents change by no more are left to the
/// solver, because its Newton steps converge there. Cost only.
pub(crate) const HARDLY_BENT: f64 = 1.2;

/// Fraction of the smaller body. Pieces this small are left to the solver however much they bend: around poles they
/// always do. Cost only.
pub(crate) const SMALLEST_PIECE: f64 = 1.0 / 256.0;

/// Fraction. The search tries to prove two surface pieces apart for this share of the time that floating-point
/// numbers predict. More: enclosures over the longer span fail more often and are tried again. Less: more steps.
/// Cost only.
pub(crate) const PREDICTED_SHARE: f64 = 0.75;

/// Fraction of the size of a pair of pieces. If the pieces will not stay apart while they move by this much, they
/// are subdivided at once. Larger: pieces are subdivided too early. Smaller: many short steps. Cost only.
pub(crate) const WORTHWHILE_STEP: f64 = 0.3;

/// Fraction of a stretch of time. Shorter steps are not tried with surface pieces; the pieces are subdivided
/// instead. Cost only.
pub(crate) const SHORTEST_STEP: f64 = 1.0 / 4096.0;

/// Fraction of a stretch of time. The first step that is tried with a pair of surface pieces. It is not a round
/// number, because the contacts of constructed scenes are at round instants. Cost only.
pub(crate) const FIRST_STEP: f64 = 0.37;

/// Share of the size of a pair of surface pieces. If no estimate exists, the pair is subdivided once it cannot
/// advance by the time in which it moves this far. Larger: earlier subdivision. Smaller: more short steps. Cost
/// only.
pub(crate) const TRIAL_STEP: f64 = 0.5;

/// Share of a step. The next step to try after a step that could not be proved. Cost only.
pub(crate) const STEP_CUT: f64 = 0.25;

/// Share of the size of a pair of surface pieces. The solver gets the time in which the pair moves by this much.
/// Larger: the solver searches longer spans. Smaller: it is called more often. Cost only.
pub(crate) const SOLVER_TRAVEL: f64 = 0.7;

/// Fraction of a stretch of time. The solver gets at least this much time for a batch of pairs; see
/// [`SOLVER_TRAVEL`].
pub(crate) const SOLVER_SHORTEST: f64 = 0.013;

/// Share of a side of a cell. The solver's box is wider than the cell by this on both sides. A solution on the
/// border between two cells is then inside one of the boxes and can be proved. Larger: more of the neighbours is
/// searched twice. Smaller: fewer solutions proved.
pub(crate) const SUBPROBLEM_MARGIN: f64 = 1.0 / 1024.0;

/// Counts, powers of two. The initial and the largest number of slots of a cache of enclosures. Fewer: enclosures
/// are computed again. More: memory, and more time to clear it for short queries. Cost only.
pub(crate) const CACHE_SLOTS: [usize; 2] = [32, 2048];

/// Count. How often a pair of surface pieces is bisected to bound its closing speed, where formulas with `t` give
/// no bound over all of it. Fewer: more contact curves are searched as if the speed were unknown, in many more
/// steps. It never makes an answer later.
pub(crate) const CLOSING_HALVINGS: u32 = 16;

/// Count. The most ends of sides of a trimmed face that are tried as points of it.
pub(crate) const TRIMMED_POINTS: usize = 6;

/// Count. The most solver steps for a ray through a curved face before another ray is tried. A few dozen are usual;
/// rays that graze the face take many.
pub(crate) const RAY_STEPS: u64 = 4_000;

/// Fraction of the length of a ray. A crossing with a curved face that is not proved to exist is enclosed to this
/// width; then another ray is tried. Smaller: more steps for a ray that grazes a face. Larger: more rays. Cost
/// only.
pub(crate) const RAY_ACCEPT: f64 = 1e-6;

/// Count. The most steps that compare the values of two implicit solids at an instant before the systems of contact
/// equations are solved. Overlaps and gaps are decided in some hundred steps; exact tangency takes millions. Fewer:
/// the systems are solved where they are not needed. More: tangency takes longer.
pub(crate) const FEW_COMPARISONS: u64 = 20_000;

/// Count. The most steps of the descent to a common point of two implicit solids that only just overlap. It converges
/// in about ten on smooth surfaces. Fewer: such overlaps are left to the comparison of values, or stay open.
pub(crate) const DESCENT_STEPS: usize = 64;

/// Count. The most comparisons of surface pieces of another body with parts of the box of an implicit solid, which
/// decide which parts of the solid are inside that body. Fewer: the question stays open where the two are close to
/// one another. More: undecidable cases take longer.
pub(crate) const INSIDE_WORK: u64 = 4_000_000;

/// Count. The assumed number of pieces of a curved face when the work for one box is estimated; see
/// [`INSIDE_WORK`].
pub(crate) const FACE_PIECES: u64 = 64;

/// Share of the width of a box of points. Narrower surface pieces are not subdivided again to separate them from
/// the box. Smaller: more pieces for boxes on the surface. Larger: more boxes near the surface stay undecided.
pub(crate) const PIECE_SHARE: f64 = 0.25;

/// Count. The most surface pieces of a body when a point is tested for being inside it. Fewer: more births near the
/// surface are not proved. More: boxes that lie on the surface cost more.
pub(crate) const HOST_PIECES: usize = 4_096;

/// Fraction of the reach of a body. Smaller surface pieces are not subdivided again when a point is tested for
/// being inside the body. Smaller: more pieces where a birth lies on the surface. Larger: births closer to the
/// surface than this are not proved.
pub(crate) const NEAREST_PIECE: f64 = 1e-9;

/// Count. The most surface pieces that are searched for the faces around a point. Fewer: faces of large meshes are
/// missed, and a normal may be that of one face where two meet.
pub(crate) const OUTWARD_PIECES: usize = 20_000;

/// Count. The number of subdivision rounds in the search for the closest surface point. [`NEAREST_PIECES`] bounds
/// the pieces that are kept. Both change the reported gap of a birth, never a verdict.
pub(crate) const NEAREST_ROUNDS: u32 = 48;

/// Count. The most pieces that are kept per round; see [`NEAREST_ROUNDS`].
pub(crate) const NEAREST_PIECES: usize = 2_048;

/// Counts. The exit from an implicit solid along a direction is searched in this many equal steps, and then
/// bisected this often. Fewer: the reported depth of an initial overlap is coarser. It never changes a verdict.
pub(crate) const EXIT_STEPS: [u32; 2] = [64, 40];

/// Coordinate of a unit vector. The direction between two bodies is searched this far to either side. The range
/// exceeds one because nothing is proved to exist on the border of a search box, and directions along an axis are
/// the most usual. Larger: larger boxes to search.
pub(crate) const DIRECTION_RANGE: f64 = 1.125;

/// Cosine of an angle. Where the outward directions of a crease or corner are enclosed, gradients at an obtuse
/// angle count as perpendicular up to this. The corners of boxes are perpendicular up to rounding. Larger: the
/// bound on the shares of the gradients, one and ten times this, would not hold.
pub(crate) const NEARLY_ACUTE: f64 = 1e-4;

/// Share of a gradient. A direction may lie outside the cone of outward directions of a crease or corner by this
/// much. A body that lies flat up to rounding is then found at all of its corners. Smaller: at one of them. Larger:
/// more work. It never changes the time.
pub(crate) const CONE_ROOM: f64 = 1e-6;

/// Share of its width. The enclosure of a point on the other body is contracted again if a narrower direction
/// reduces its width to less than this share. Cost only.
pub(crate) const WORTHWHILE_NARROWING: f64 = 0.75;

/// Part of a unit vector. Normals are equally good if their distances from the cones of outward directions differ
/// by no more. This is the effect of rounding on a normal that is known to 10⁻¹⁰. It changes normals of creases and
/// corners only.
pub(crate) const OUT_OF_CONE: f64 = 1e-9;

/// Part of a unit vector. A normal farther outside the cones of outward directions does not separate the bodies.
/// Gradients change by this much within the tolerance of a contact. Such a contact is on the border of its element,
/// and is not reported if another contact is at the same point.
pub(crate) const SEPARATES: f64 = 1e-3;

/// Multiple of the width to which an unproved solution is enclosed. Two descriptions of one contact may differ by
/// this much: both enclosures, and the gap between their points. Larger: separate contacts are merged. Smaller: one
/// contact is listed twice.
pub(crate) const UNPROVED_REACH: f64 = 4.0;

/// Share of the box of a solid. Births are searched in a box that is larger by this on every side, because a birth
/// on the border of the box is not proved. Larger: more to search.
pub(crate) const BIRTH_MARGIN: f64 = 1e-6;

/// Fraction of a stretch of time. If the birth of a component could not be proved, its centre must be inside both
/// bodies within this time. Otherwise the query stays open from there. Larger: wider brackets. Smaller: more births
/// by formulas with kinks stay open.
pub(crate) const BIRTH_DELAY: f64 = 1e-5;

// Links: trajectories of robots and their clearance.

/// Count. How often the time between two rows of a trajectory is bisected where balls and boxes do not separate the
/// bodies of links. More: more pairs are culled, at a higher cost for those that are not. Cost only.
pub(crate) const LINK_LEVELS: u32 = 5;

/// Units of roundoff, relative to the sum of the terms. The error bound of the floating-point distance of a ball
/// from a ball or a box, through two poses, a clamp and a square root. Smaller: the stated bound would not hold.
/// Larger: no noticeable effect.
pub(crate) const LINK_ROUNDINGS: f64 = 128.0;

/// Metres. The clearance of a trajectory is not resolved beyond this distance: the robot is far from everything.
/// Larger: more pairs are measured.
pub(crate) const FAR_AWAY: f64 = 0.5;

/// Factor. The bound on the ratio of the smallest distance of the robot to the proved clearance of a trajectory.
/// Smaller: a tighter bound, at a higher cost. Larger: a looser bound.
pub(crate) const CLEARANCE_RATIO: f64 = 1.005;

/// Factor, not below [`CLEARANCE_RATIO`]. The instant reported with a clearance is the first at which the pair
/// comes within this factor of the proved bound. Smaller: an instant nearer to that of the least distance, which is
/// less certain where the distance hardly changes.
pub(crate) const APPROACH_RATIO: f64 = 1.01;

/// Counts. The least and the most instants at which the distances of all links are measured at first. More: a
/// better first guess of the clearance, at some microseconds each. It changes the cost of a query, and the answer
/// only within [`CLEARANCE_RATIO`].
pub(crate) const MEASURED_INSTANTS: [usize; 2] = [5, 65];

/// Count. The number of golden-section steps around the smallest measured distance. More: a better guess of the
/// clearance. It changes the cost of a query, and the answer only within [`CLEARANCE_RATIO`].
pub(crate) const GOLDEN_CUTS: u32 = 10;

/// Share of a distance. The distances at single instants, which give the first guess of the clearance, may be too
/// large by this much. Larger: guesses too far from the truth for [`CLEARANCE_RATIO`]. Smaller: more pairs of boxes
/// are tested.
pub(crate) const MEASURED_EXCESS: f64 = 2e-3;

/// Share of a distance. A distance of triangles and a distance of their convex hulls count as the same if they
/// differ by no more: some roundings. Smaller: trees are traversed in vain. Larger: measured distances are off by
/// it.
pub(crate) const SAME_DISTANCE: f64 = 1e-12;

/// Count. The most steps that bracket the instant at which a pair first comes within a distance. Each step at least
/// halves the bracket or comes nearer to the distance; ten are usual.
pub(crate) const CROSSING_STEPS: u32 = 80;

/// Count. How often the guess of a clearance is lowered before the query ends without an answer. Each step lowers
/// it by a percent or, mostly, to the true distance: from half a metre to the default tolerance takes 1,300.
/// Without it the end of the loop would depend on rounding.
pub(crate) const CLEARANCE_GUESSES: u32 = 2_000;

/// Count. The budget of one query about the clearance of a pair with a curved body: about 0.15 s. A separation near
/// the true distance, or near a region of equal distances (a ball that leaves the centre of a sphere), takes
/// minutes. Smaller: looser bounds on the clearance. Larger: longer queries that fail.
pub(crate) const CURVED_CLEARANCE_STEPS: u64 = 10_000;

/// Count. The most queries with smaller separations about one pair; fifteen are usual. Without it the end of the
/// bisection would depend on rounding.
pub(crate) const CLEARANCE_QUESTIONS: u32 = 64;

/// Counts. The total budget of steps of the queries with smaller separations about one pair with a curved body:
/// about a second if its distance is measured, and three if a bisection from half a metre must find it. Smaller:
/// looser bounds. Larger: more time where no query succeeds.
pub(crate) const CURVED_LOWERING_STEPS: [u64; 2] = [60_000, 200_000];

/// Shares of the open range between the proved separation and the failed one. The next query after a failure uses
/// these shares in turn, and the last share from then on and after a success. A failure close below a measured
/// distance is mostly one of cost, so the first reductions are small.
pub(crate) const CLEARANCE_SHARES: [f64; 4] = [0.97, 0.9, 0.75, 0.5];

/// Factor. A proved clearance is complete if the nearest pair is known to come within this factor of it. Smaller:
/// more answers that say that a larger clearance may hold.
pub(crate) const CLEARANCE_COMPLETE: f64 = 1.02;

/// Share of the radius of a curved obstacle. The approximate error of the triangles that replace its surface where
/// distances are measured. It changes the quality of the first guess of a clearance, never a proof.
pub(crate) const OUTLINE_ERROR: f64 = 2e-3;

/// Count. Grid cells along the longest side of an implicit obstacle, for the same purpose as [`OUTLINE_ERROR`].
pub(crate) const OUTLINE_CELLS: usize = 32;

/// Share of the radius of a curved obstacle. An exact distance is computed up to this much beyond the measured
/// distance. It covers the error of the triangles. Smaller: true distances are missed.
pub(crate) const OUTLINE_SLACK: f64 = 0.02;

/// Count. Steps of a search between two looks at the signal that may stop it. More: it stops later. Fewer: the clock is
/// read more often, for about 25 ns. It never changes an answer that is complete.
pub(crate) const STEPS_BETWEEN_LOOKS: u64 = 16;

/// Units of progress that one query counts for. Larger: finer progress reports. It never changes an answer.
pub(crate) const UNITS_PER_QUERY: f64 = 1000.0;

// Ray casts.

/// Count. Bins a side of the surface area heuristic that builds the tree for rays. More: slower to build, and the tree
/// hardly better.
pub(crate) const RAY_BINS: usize = 16;

/// Count. The most triangles in a leaf of the tree for rays, at most 8. More: fewer boxes and more
/// triangles to test.
pub(crate) const RAY_LEAF: usize = 4;

/// Share of the size of a mesh, which is 1 to 2 in the coordinates of its tree for rays: a unit of single precision.
/// The origin of a ray is widened by it, so that a ray within the plane of a box's side meets the box. Smaller: such a
/// ray could be lost. Larger: more boxes are tested.
pub(crate) const RAY_PAD: f64 = 1.0 / (1 << 24) as f64;

/// Relative bound on the rounding of four operations in single precision (4 · 2⁻²⁴ = 2.4e-7), with a margin. Smaller:
/// boxes could be missed.
pub(crate) const RAY_SLACK: f32 = 4e-7;

/// A coordinate of a direction whose largest is 1 to 2 counts as zero below this: the ray moves by less than the
/// rounding of a double along that axis while it crosses the mesh. Its inverse is an ordinary single.
pub(crate) const RAY_STEEP: f64 = 1e-18;

/// Relative bound on the rounding of `d · (b × c)` with |d| ≤ 2 and differences b, c of doubles: 40 roundings of half
/// an `f64::EPSILON` each, doubled for the direction, with a margin of a fifth. Smaller: a hit could be missed.
pub(crate) const RAY_SIDE_ROUNDING: f64 = 48.0 * f64::EPSILON;

/// Squares of sizes for which no product in the test of a triangle underflows or overflows beyond the error bound.
/// Outside of them, integers decide.
pub(crate) const RAY_SAFE_PRODUCT: [f64; 2] = [1e-180, 1e180];

/// Relative half width of a hit's parameter beyond which integers compute it: a ray almost in the plane of a triangle,
/// or a triangle like a needle. Larger: wider enclosures.
pub(crate) const RAY_WIDEST: f64 = 1e-12;

/// Relative bound on the rounding of a point `o + u·s` of a ray, and of its unit direction: eight roundings, with a
/// margin. In shares of the sum of the coordinates of the origin and the distance.
pub(crate) const CAST_POINT_ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Relative bound on the rounding of the distance of a corner of a triangle from a plane through another point, and of
/// the closest point of the triangle: two dozen roundings, in shares of the largest coordinate.
pub(crate) const CAST_GAP_ROUNDING: f64 = 32.0 * f64::EPSILON;

/// Count. The most steps of the search for the entry of a ray into a convex set. Six are usual; a ray that grazes a
/// smooth body halves its distance a step. Fewer: such a ray is left open, with a wider bracket.
pub(crate) const CAST_STEPS: usize = 96;

/// Count. How often the step beyond an unproved entry is doubled in search of a proof. It reaches 10⁸ roundings, so an
/// entry at a slope of 10⁻⁶ is proved. More: a ray that only grazes costs more.
pub(crate) const CAST_DOUBLINGS: usize = 26;

/// Metres. The radius of the ball that stands for a point: the least length of a convex body, far below all rounding.
pub(crate) const CAST_POINT_RADIUS: f64 = 1e-60;

/// Share of the distance and the size of the body. The finest piece of a ray that is searched for a hit with an
/// implicit solid. Smaller: rounding hides the sign. Larger: wider brackets.
pub(crate) const CAST_FINEST: f64 = 1e-14;

/// Count. The most pieces of a ray that are searched for a hit with an implicit solid. Then the hit is left open.
pub(crate) const CAST_BOXES: usize = 100_000;

/// Share of the largest distance. The width of a bracket within which an unproved hit of a curved face is accepted.
pub(crate) const CAST_ACCEPT: f64 = 1e-10;

/// Count. The most steps of the solver for a ray and curved faces: about 20 ms. Then the hit is left open.
pub(crate) const CAST_SOLVER_STEPS: u64 = 20_000;

/// Count. Rays that a thread takes at a time.
pub(crate) const CAST_CHUNK: usize = 64;

/// A coordinate of a ray's direction, whose largest is 1 to 2, counts as zero below this where a height map is asked:
/// the ray moves by less than the spacing of doubles while it crosses the map. Its inverse is finite.
pub(crate) const HEIGHT_NO_SLOPE: f64 = 1e-290;

/// Relative bound on three roundings of a parameter where a ray meets a plane across an axis, with a margin.
pub(crate) const HEIGHT_SLACK: f64 = 4.0 * f64::EPSILON;
// Distance, overlap, depth and closest approach.

/// Ratio. Bounds the error of a distance of oriented boxes, relative to their sizes and their distance, that is due to
/// axes in single precision. Their entries are off by 6·10⁻⁸, and three of them add up. Smaller: boxes would be
/// skipped that contain the closest triangles. Larger: more boxes are opened.
pub(crate) const BOX_AXES_ERROR: f64 = 1e-6;

/// Counts. Instants at which two meshes, and two other bodies, are measured before their closest approach is searched.
/// The least of these distances, made smaller by a local search, is the first upper bound. Cost only.
pub(crate) const APPROACH_INSTANTS: [usize; 2] = [9, 5];

/// Fraction. The bounds of the distances at these instants may differ by this much. Cost only.
pub(crate) const APPROACH_EXCESS: f64 = 0.2;

/// Count. The most times that a local search for the least distance changes to other triangles. Cost only.
pub(crate) const APPROACH_CHANGES: usize = 16;

/// Count. The most evaluations of one local search for a least distance. Cost only.
pub(crate) const MINIMUM_EVALUATIONS: usize = 40;

/// Fractions of the tolerance. The closest approach is proved to be above the least measured distance less the first
/// share, by queries with the second share as tolerance. They leave the rest of the tolerance to the local search,
/// which may stop that far above the true least distance. Larger: wider brackets. Smaller: more restarts of the search.
pub(crate) const APPROACH_SHARES: [f64; 2] = [0.75, 0.25];

/// Fraction of the span. The length of the first stretch around a closest approach in which the distance is only
/// proved to be above the lower bound. Doubled until the pair departs again. Smaller: narrower brackets of time, more
/// queries.
pub(crate) const APPROACH_WINDOW: f64 = 1e-5;

/// Fractions of the tolerance of a distance. Each question about a separation has the first as tolerance. If the
/// coordinates do not resolve it, the second. Larger: wider enclosures. Smaller: refused for large coordinates.
pub(crate) const DISTANCE_SHARES: [f64; 2] = [0.125, 0.25];

/// Fraction of the radius of the smaller body. The separation of the first question about a distance exceeds the gap
/// of the boxes by this much. Cost only.
pub(crate) const DISTANCE_START: f64 = 0.125;

/// Factor. Each question about a distance that finds no contact makes the next step of the separation longer by this.
/// Cost only.
pub(crate) const DISTANCE_GROWTH: f64 = 2.0;

/// Count. The most questions that narrow the enclosure of a distance, once it is known from above. A bisection from a
/// metre to a nanometre takes thirty. Smaller: wider enclosures in hard cases.
pub(crate) const DISTANCE_QUESTIONS: usize = 48;

/// Fractions of the span. Instants this close need no distinction in a local search for a least distance: of two
/// triangles, of other bodies. Cost only.
pub(crate) const MINIMUM_RESOLUTION: [f64; 2] = [1e-10, 1e-6];

/// Count. The most distances of bodies that are not meshes in one local search for the least. Cost only.
pub(crate) const MINIMUM_QUESTIONS: usize = 14;

/// Count. The most rounds of the search for a closest approach: each proves a stretch of time or finds a smaller
/// distance. Beyond it the lower bound is that of the rest of the span, zero. Larger: longer searches of pairs that
/// are equally close for long.
pub(crate) const APPROACH_ROUNDS: usize = 4_096;

/// Factor. If curved bodies cannot be proved to keep a distance, this many times the difference from the least distance
/// is tried. Smaller: more questions. Larger: wider enclosures.
pub(crate) const APPROACH_WIDENING: f64 = 16.0;

/// Count. The budget of one question about a separation at an instant. Bodies with a curve or a region of equal
/// distances would take minutes. Smaller: wider enclosures. Larger: longer questions that fail.
pub(crate) const DISTANCE_STEPS: u64 = 20_000;

/// Count. The most questions about a separation at an instant that stay open. Each is about a smaller separation than
/// the one before. Smaller: wider enclosures in hard cases. Larger: longer distances.
pub(crate) const DISTANCE_FAILURES: u32 = 4;

/// Count. The most directions of local depths, hulls and contacts along which a translation that parts two bodies is
/// sought, beside the axes. Smaller: looser upper bounds. Larger: more first contacts.
pub(crate) const DEPTH_DIRECTIONS: usize = 8;

/// Count. How often the direction in which curved bodies part is turned towards the normal where they touch last.
/// Fewer: a longer translation. More: more first contacts.
pub(crate) const DEPTH_TURNS: usize = 6;

/// Fraction of the upper bound on a depth. The radius of the ball that stands for a point inside a curved body. Larger:
/// no lower bound where the point is less deep. Smaller: more questions about its distance.
pub(crate) const DEPTH_PROBE: f64 = 0.25;

/// Fraction of the span. A place where the bodies come as close as the least distance, no farther than this from its
/// instant, is taken for the same approach. Cost only: the proof that follows finds a smaller distance there, if any.
pub(crate) const APPROACH_NEXT: f64 = 1e-3;

/// The prism that stands for a half-space is larger than the reach of the other body by this power of two. Smaller than
/// 2: a way out through a side of the prism could be shorter than the way through the plane. Larger: coordinates round
/// more coarsely.
pub(crate) const HALF_SPACE_DOUBLINGS: i32 = 2;

/// The least and the greatest exponent of the reach, in metres, that a prism can stand for. Beyond them its coordinates
/// would leave the range of convex bodies, which ends at 10^±60.
pub(crate) const HALF_SPACE_EXPONENTS: [i32; 2] = [-100, 150];

/// The number of cells of a height map that one mesh of the search holds. Fewer: more meshes are built. More: each mesh
/// has cells that the other body does not come near.
pub(crate) const HEIGHT_CELLS: usize = 512;

/// How often the span is halved until the other body comes near few cells. More: a body that crosses a map of many
/// thousand cells is followed in steps shorter than a few cells.
pub(crate) const HEIGHT_HALVINGS: u32 = 14;

/// Pure number. The span is halved only if a body covers less than this share of the area during half of it. Larger: a
/// large body that hardly moves is asked about again and again. Smaller: a long path is searched in one piece.
pub(crate) const HEIGHT_SHRINKAGE: f64 = 0.9;

/// The distance to a height map is searched within a margin about the other body, which grows by this factor. Larger:
/// more cells than necessary are measured.
pub(crate) const HEIGHT_MARGIN_GROWTH: f64 = 4.0;

/// Pure number. The square of the sine of the angle between two planes below which no point of both is computed.
/// Smaller: that point is so far away that it is all rounding. Larger: planes that cross are described as one behind
/// the other.
pub(crate) const PARALLEL_PLANES: f64 = 1e-12;

/// Ratio. The error of the parabola through three equally spaced points of a path, relative to the third derivative and
/// the cube of the length: 1/(72·√3), rounded up. Smaller: the stated bound would not hold.
pub(crate) const PARABOLA_ERROR: f64 = 1.0 / 124.0;

/// Length. The middle control point of a turning direction is no longer than this. The bounds on rounding and on the
/// deviation of paths assume it. Larger: looser bounds. Smaller: directions that turn by less in an interval.
pub(crate) const LARGEST_MIDDLE: f64 = 1.25;

/// Factor on the rounding of a lead, for a coefficient of the lead along a turning direction. The middle control point
/// of a parabola adds three times the error of a pose, which the middle control point of the direction multiplies by at
/// most [`LARGEST_MIDDLE`], with a weight of two thirds. Smaller: the stated bound would not hold.
pub(crate) const BENT_ROUNDINGS: f64 = 4.0;

/// Fraction of the span. The length of the first interval next to a least distance at an end of the span. It is shorter
/// than [`APPROACH_WINDOW`], because the distance usually changes at a constant rate there. Smaller: narrower brackets
/// of time.
pub(crate) const APPROACH_EDGE: f64 = 1e-9;

/// Ratio. An interval whose far end is this much farther from the instant of the least distance than its near end is
/// divided at the geometric mean of both, others in the middle. Cost only.
pub(crate) const SPLIT_RATIO: f64 = 4.0;

/// Count. The directions that are kept from interval to interval because they separated parts of the bodies. More: more
/// directions are tried for each pair. Fewer: more are computed. Cost only.
pub(crate) const KEPT_DIRECTIONS: usize = 6;

/// Count. Instants at which the convex hulls of two rigid meshes are measured, to find where the meshes come closest.
/// Cost only.
pub(crate) const APPROACH_HULLS: usize = 33;

/// Count. Intervals of time after which a proof is left to first contacts with a separation. The public rigid motions
/// need some dozens. More: bodies that slide past each other wait longer. Fewer: hard motions are searched twice.
pub(crate) const APPROACH_INTERVALS: usize = 250;

/// Count. The most steps of one proof that convex bodies keep a distance. Bodies that slide past each other at a
/// constant distance while they turn would take very many; the rest is left to first contacts.
pub(crate) const KEEPING_STEPS: usize = 4_096;

/// Fraction of the span. The longest first step of a proof that leaves the closest instant. Larger: wider brackets of
/// the time of the closest approach. Smaller: some more steps.
pub(crate) const KEEPING_FIRST: f64 = 1.0 / 64.0;

/// Factor. A step that is proved whole is followed by one that is longer by this. Larger: more steps that are proved in
/// part. Smaller: more steps. Cost only.
pub(crate) const KEEPING_GROWTH: f64 = 3.0;

/// Count. The most local searches for a smaller distance in one direction of a proof. Each ends at a local minimum that
/// is smaller than all before. Fewer: bodies with many approaches are left to first contacts. Cost only.
pub(crate) const CONVEX_DESCENTS: usize = 64;

/// Share. An interval that contains the instant of the least distance is divided into one of this share of its length
/// around that instant, and the rest. Cost only.
pub(crate) const CENTRE_SHARE: f64 = 1.0 / 16.0;

/// Count. An interval with more pairs of nodes than this is tested by the convex hulls of the bodies first. The roots
/// of both trees are not counted: they stand for all pairs. Cost only.
pub(crate) const PAIRS_BEFORE_HULLS: usize = 4;

// First contacts of spline bodies.

/// Share of the length of a leg of a control net. Pairs of parts whose legs differ by no more are left to the
/// equations. Larger: more equations far from the contact. Smaller: more parts near it. Cost only.
pub(crate) const HARDLY_BENT_NET: f64 = 0.5;

/// Share of the size of a pair of parts. The solver first gets the time in which the pair moves by this much: nets that
/// are not apart belong to surfaces that are closer than the nets are thick. Each time that it finds nothing it gets
/// twice as much, up to [`SOLVER_TRAVEL`]. Larger: bodies that cross by then are split along all of the crossing.
/// Smaller: the solver is called more often. Cost only.
pub(crate) const NET_SOLVER_TRAVEL: f64 = 0.1;

/// Fraction of a stretch of time. The least of the same, up to [`SOLVER_SHORTEST`].
pub(crate) const NET_SOLVER_SHORTEST: f64 = 0.001;

/// Share of the gap of two parts. A step in time is so short that the paths of points deviate from their chords by no
/// more. Larger: the gap is closed sooner. Smaller: shorter steps. Cost only.
pub(crate) const CHORD_SHARE: f64 = 0.3;

/// Share of a step in time. Steps of bodies that turn end at multiples of a power of two below this share, so that
/// pairs share the poses at their ends. Larger: shorter steps. Smaller: more poses. Cost only.
pub(crate) const SHARED_INSTANTS: f64 = 0.125;

/// Count. Most steps of Newton's method to the instant at which the gap of two nets closes. Fewer: shorter steps in
/// time. Cost only: a step is proved in any case.
pub(crate) const NET_ROOT_STEPS: usize = 12;

// Distances of spline bodies.

/// Count. Halvings of a face whose volumes are built with its body; deeper ones are built by each question. Fewer: each
/// question builds more. More: memory, 120 bytes for each of twice 2^height nodes a face.
pub(crate) const SPLINE_TREE_HEIGHT: u32 = 4;

/// Bytes. Memory for deeper volumes, for each face and question. Less: volumes are built several times. More: memory.
pub(crate) const SPLINE_GROWTH_BYTES: usize = 1 << 20;

/// Count. Most steps of a search for the distance of two spline bodies. Bodies with a curve or a region of equal
/// distances would take long; other methods try then. Smaller: more of them do. Larger: longer searches that fail.
pub(crate) const SPLINE_DISTANCE_STEPS: u64 = 20_000;

/// Factor. A pair of parts is tried for convexity if their radii add up to at most this many distances. Smaller: more
/// halvings. Larger: proofs that fail. Cost only.
pub(crate) const CONVEX_SPLINE_PARTS: f64 = 2.0;

/// Count. Most Newton steps towards the closest points of two faces. Fewer: wider upper bounds. Cost only.
pub(crate) const SPLINE_NEWTON_STEPS: usize = 24;

/// Fraction of the squared distance. A Newton step that promises less ends the search for the closest points of two
/// faces. Larger: wider upper bounds. Smaller: steps within rounding. Cost only.
pub(crate) const SPLINE_NEWTON_GAIN: f64 = 1e-15;

/// Fraction of a coordinate. Bounds the rounding of a point of a spline in floating point, with a wide margin. Smaller:
/// a body within another one may count as outside. Larger: more pairs are asked about containment.
pub(crate) const SPLINE_POINT_ROUNDING: f64 = 1e-12;

// Surfaces of splines that meet at an instant.

/// No unit. How far beyond its unit square a face is evaluated while a curve is followed, so that curves along borders
/// and across them have room for a proof. Larger than `geometry` evaluates splines (1e-3): no curve at a border is
/// proved. Smaller: shorter tubes there.
pub(crate) const CROSSING_OVERHANG: f64 = 0.95e-3;

/// No unit. A parameter so little beyond its range counts as at the border. Larger: curves leave their faces. Smaller:
/// curves along a border of a face break up into pieces.
pub(crate) const CROSSING_BORDER: f64 = 1e-9;

/// No unit. Newton steps towards a common point end at steps of this size in the parameters. Cost only.
pub(crate) const CROSSING_STEP: f64 = 1e-13;

/// Count. Most Newton steps towards a common point. Cost only.
pub(crate) const CROSSING_NEWTON_STEPS: usize = 12;

/// No unit, below one. Largest norm of one less the preconditioned derivative in a proved tube. Larger: longer tubes,
/// wider enclosures. Smaller: shorter tubes. Cost only.
pub(crate) const CROSSING_CONTRACTION: f64 = 0.9;

/// No unit. The shortest and the longest tube along a curve, in parameters. Shorter tubes: curves are followed closer
/// to points where faces are tangent. Cost only.
pub(crate) const CURVE_REACH: [f64; 2] = [1e-7, 0.25];

/// Count. Most tubes of one curve on two faces. A longer curve ends as lost; what is left of it is found again.
pub(crate) const CURVE_TUBES: usize = 20_000;

/// Count. Most halvings of the chord in a tube. More: smaller errors can be met.
pub(crate) const CURVE_HALVINGS: u32 = 20;

/// Count. Most pairs of parts in the search for all curves of two bodies. More: longer searches along curves of
/// tangency, where every pair of parts stays open.
pub(crate) const CURVE_CELLS: u64 = 200_000;

/// Count. Halvings of both faces, together, from which on a pair of parts is tried for a common point. Cost only.
pub(crate) const CROSSING_DEPTH: u32 = 4;

/// Metres per metre. Ends of curves on neighbouring faces this close, relative to the coordinates, are joined.
pub(crate) const CURVE_JOINT: f64 = 1e-7;

/// Metres per metre. Ends of curves at the trims of neighbouring faces this close, relative to the bodies, are joined:
/// faces of files agree to 1e-7 of the body, and a curve that crosses their edge at a small angle is cut farther apart.
/// Smaller: curves across edges break up. Larger: ends of different curves are joined.
pub(crate) const TRIMMED_CURVE_JOINT: f64 = 2e-6;

/// Metres per metre. A part of a curve between the inside and the outside of a trim that is no longer than this,
/// relative to the bodies, is the end of the curve. Larger: ends are less exact. Smaller: rounding leaves ends open.
pub(crate) const TRIM_CUT: f64 = 1e-9;

/// Share of a chord. Chords across a trim are divided here and not in the middle, where a curve of a symmetric body is
/// likely to cross the trim: both parts would stay undecided. Cost only.
pub(crate) const TRIM_CUT_SHARE: f64 = 0.47;

/// Count. Most divisions of a chord that may cross a trim. 0.53^60 is beyond rounding. Cost only.
pub(crate) const TRIM_CUT_STEPS: usize = 60;

/// Count. Most parts of a small chord that are undecided at a level of divisions. Larger: more work along trims. Smaller:
/// ends of curves that cross a trim at a small angle stay open.
pub(crate) const TRIM_CUT_PARTS: usize = 6;

/// Count. Most parts of a curve that stay undecided between both sides of a trim. A curve along a border of a face has
/// longer open places then. Cost only.
pub(crate) const TRIM_CUT_OPEN: usize = 2_000;

/// Count. Every so many halvings of two parts, together, Newton steps look for a common point from their middles. More
/// often: searches that fail. Less often: longer walks until a common point is found. Cost only.
pub(crate) const CROSSING_EVERY: u32 = 8;

/// Count. Most tests of volumes of two faces in one walk. Faces along whose curves of tangency nothing is decided stay
/// open after that.
pub(crate) const CROSSING_TESTS: u64 = 200_000;

/// Count. The same for the question whether two bodies of trimmed faces overlap, after their distance left it open: faces
/// in one plane use it up, and others that cross need some dozens. More: bodies that touch take longer.
pub(crate) const OVERLAP_CROSSING_TESTS: u64 = 1_000;

/// Metres per metre. Open places between two bodies are at most this large, relative to the bodies, whatever the
/// tolerance. Larger: places near corners of faces stay open that a smaller part would decide.
pub(crate) const COARSEST_OPEN_PLACE: f64 = 4e-5;

/// No unit. The room of parameters in which the curve along a chord as short as rounding is proved to be the only one.
/// Smaller: rounding leaves no proof. Larger: fewer proofs near tangencies.
pub(crate) const SHORT_CHORD_ROOM: f64 = 1e-9;

/// No unit. Chords of parameters no longer than this are rounding: at a border two stations of a curve may nearly
/// coincide. Larger: coarser polylines. Smaller: such chords are halved in vain.
pub(crate) const CHORD_LENGTH: f64 = 1e-11;

// Distances of bodies of trimmed faces.

/// Count. Most steps of a search for the distance of two bodies of trimmed faces; other methods try then. Smaller: more
/// of them do. Larger: longer searches that fail.
pub(crate) const FACE_DISTANCE_STEPS: u64 = 20_000;

/// Count. Most points of a body, of those that no method measures, among which the closest to another body is sought.
/// Fewer: wider upper bounds in hard cases. Larger: slower.
pub(crate) const WITNESS_POINTS: usize = 500;

/// Count. The closest pairs of these points, which are moved to the surfaces of implicit solids. Cost only.
pub(crate) const WITNESS_PAIRS: usize = 16;

/// Count. Most steps towards the surface of an implicit solid, and most times that both points are moved. Cost only.
pub(crate) const WITNESS_ROUNDS: usize = 24;

/// Fraction of the radius of a body. The slope of its formula is taken over twice this length. Cost only.
pub(crate) const WITNESS_SLOPE: f64 = 1e-6;

/// Fraction of the radius of a body. A point is on its surface if the last step was no longer: below the tolerance that
/// is added to the distance. Larger: upper ends that are too small.
pub(crate) const WITNESS_ROUNDING: f64 = 1e-10;

/// Count. Most Newton steps towards the closest points of two elements. Fewer: wider upper bounds. Cost only.
pub(crate) const FACE_NEWTON_STEPS: usize = 12;

/// Relative to the coordinates. The rounding of points of faces, generously: closest points that are no further apart
/// are not used to prove that one is outside of the other body. Smaller: rounding could hide a surface between them.
pub(crate) const FACE_POINT_ROUNDING: f64 = 1e-12;

/// Count. Most parts of a body that a ray is compared with, to prove that a point is outside. Fewer: more pairs are left
/// to the method for first contacts. Cost only.
pub(crate) const FACE_RAY_PARTS: usize = 1_000;

/// Metres per metre of the smaller body's largest face. Points of two bodies that are closer are tried as a common
/// point. Larger: more trials that fail. Smaller: overlapping bodies are searched longer. Cost only.
pub(crate) const FACE_MEETING_NEAR: f64 = 1e-3;

/// No units, relative to the domains of the parameters: the first room around a common point in which it is proved, and
/// the factor of the next two. Cost only.
pub(crate) const FACE_MEETING_ROOM: [f64; 2] = [1e-8, 100.0];

// Closest features of convex polyhedra.

/// Fraction of the size of a hull. Triangles whose corners are this close to the plane of a larger neighbour are one face
/// with it: a few roundings of coordinates. Larger: faces that are not flat give wrong distances, which the search for
/// convex bodies then repairs. Smaller: cost only.
pub(crate) const FLAT_FACE: f64 = 4e-15;

/// A count. Faces with more corners, and vertices with more edges, get an angle table. Cost only.
pub(crate) const FAN_CORNERS: usize = 16;

/// Sine. An edge that descends by more from a vertex does so exactly: far above the rounding of its direction, and of the
/// edges within faces that [`FLAT_FACE`] joins. Smaller: the proof would not hold. Larger: cost only.
pub(crate) const DESCENT: f64 = 1e-6;

/// Fraction of [`DESCENT`]. The joining of faces changes the directions of edges by less, so that a descent remains one.
/// Larger: the proof would not hold. Smaller: bodies with short edges do without it.
pub(crate) const DISTINCT_DESCENT: f64 = 1e-2;

/// Cosine. An edge around a vertex enters its angle table if it leans to the axis by more. Smaller: the projection
/// loses digits. Cost only.
pub(crate) const SPOKE_AHEAD: f64 = 1e-3;

/// Units of roundoff, relative to the sizes of two bodies and their distance. A point this little beyond a wall is within
/// the zone. Larger: walks end before the minimum. Smaller: steps that gain nothing. Cost only: the distance is proved
/// afterwards.
pub(crate) const ZONE_NOISE: f64 = 4.0;

/// Units of roundoff, relative to the sizes of two bodies and their distance. Bounds the error of their lead along a unit
/// direction: thirty for turning it to the other body, ten for the height along it, thirty for turning it to the world.
/// Smaller: the stated bound would not hold. Larger: less is proved.
pub(crate) const ZONE_ROUNDINGS: f64 = 96.0;

/// A count. The most steps of a walk over features; thousands of faces take dozens. Smaller: the search for convex bodies
/// answers instead. Cost only.
pub(crate) const ZONE_STEPS: u32 = 4096;

/// Square of an angle in radians, times the number of vertices. If the last normal has turned by more, as seen from a body,
/// a walk starts from the vertices that face each other along it: the last features are several steps away. Cost only.
pub(crate) const LARGE_TURN: f64 = 8.0;

/// A count. A walk that ends behind a face tries all faces of a body with at most so many; otherwise the search for convex
/// bodies decides. Cost only.
pub(crate) const FACES_TO_TRY: usize = 200;

/// Square of a sine. Edges with a smaller angle between them count as parallel: their common normal is inaccurate. Cost
/// only: the distance is proved afterwards.
pub(crate) const PARALLEL_FEATURES: f64 = 1e-12;

/// Fraction of the sizes of two bodies and their distance. If the distance of the closest points exceeds the proved lower
/// bound by more, the search for convex bodies decides. Some ten times the rounding of the proof. Larger: less accurate
/// distances. Smaller: cost only.
pub(crate) const ZONE_AGREEMENT: f64 = 2e-13;

/// A count. The horizons within which the speeds of a pair are bounded, each shorter than the last, to find how long its
/// features stay. Cost only.
pub(crate) const ZONE_TIME_TRIES: u32 = 6;

/// A count. The most steps to the next event of a pair of features. Smaller: more events are left unfinished.
pub(crate) const EVENT_STEPS: u32 = 10_000;

/// Fraction of the sizes of two bodies and their distance. Rounding blurs the vector between points that are closer: another
/// direction within the zones of their features may prove more. Cost only.
pub(crate) const BLURRED: f64 = 1e-6;

/// A count. The most walls of the zones of two features whose common directions are enumerated, with the cube of the
/// count. Cost only.
pub(crate) const CONE_WALLS: usize = 48;

/// Sine. A direction this little beyond a wall is within a zone: the rounding of the product of two walls. Cost only.
pub(crate) const WITHIN_CONE: f64 = 1e-9;
