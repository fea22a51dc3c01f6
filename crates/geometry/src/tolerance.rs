//! All tolerances, budgets and other numerical constants of this crate: unit, reason, and what breaks if they change.

// Poses and motions.

/// Greatest deviation of a quaternion's length from 1 (no unit).
///
/// Quaternions come from files with six or more digits and from products that drift. They mean the rotation of
/// `q/|q|`, exactly. Smaller: valid files are rejected. Larger: a mistyped quaternion passes as another rotation.
pub(crate) const QUATERNION_LENGTH: f64 = 1e-6;

/// Rounding of floating-point evaluation ([`crate::Motion::at`], [`crate::Pose::apply`]), in units of
/// `f64::EPSILON` times the sum of the magnitudes of the added terms.
///
/// The longest chain is the turning motion: axis and angle are rounded once (4 units), sine and cosine of the angle
/// and the quaternion product add about 8, applying the quaternion about 12, and three more terms are added (4).
/// Smaller: the stated bound would not hold. Larger: callers keep an unnecessary distance.
pub(crate) const ROUNDING_UNITS: f64 = 32.0;

/// Rounding of a rotated unit vector in floating point (metres per metre): [`ROUNDING_UNITS`] as an absolute bound.
pub(crate) const ROTATED_VECTOR_ROUNDING: f64 = ROUNDING_UNITS * f64::EPSILON;

/// Rounding of value, slope and curvature of a joint's cubic piece, in units of `f64::EPSILON` times the size of
/// the piece over the power of its duration.
///
/// The longest chain: three coefficients of up to six terms (24), the share of the time (72), Horner's scheme (20).
/// Smaller: the bound might not hold. Larger: enclosures of links are wider.
pub(crate) const JOINT_ROUNDING_UNITS: f64 = 256.0;

/// Largest jump between two segments of a piecewise motion that counts as rounding, in units of the rounding bounds
/// of the two segments at the switching instant.
///
/// A segment usually starts where a different formula computed the end of the previous one. Smaller: such motions
/// no longer count as straight, and methods for straight motions reject them. Larger: a real jump passes as a
/// continuous path; the enclosure at the switching instant holds both sides in any case.
pub(crate) const SWITCH_JUMP_ROUNDINGS: f64 = 8.0;

/// Greatest number of bisections of a quaternion series' domain in the proof that the quaternion does not vanish.
///
/// An ordinary series of degree ten needs none to three. 2²⁰ pieces of degree 1000 would take minutes, but a
/// vanishing quaternion is detected along a single branch. Smaller: valid motions with sharp turns are rejected.
pub(crate) const QUATERNION_HALVINGS: u32 = 20;

/// Number of pieces of the interval in the travel bound of a series. Larger: tighter, and slower in proportion.
pub(crate) const TRAVEL_PIECES: u32 = 16;

/// Metres, far below any size that occurs: the laws allow this much because rounding bounds do not cover underflow.
/// Smaller: laws fail on underflow. Larger: laws overlook errors of tiny bodies.
#[cfg(feature = "laws")]
pub(crate) const UNDERFLOW_MARGIN: f64 = 1e-300;

// Meshes.

/// Greatest number of triangles of a mesh, so that its edges have 32-bit indices. Larger: edge indices overflow.
pub(crate) const MOST_MESH_TRIANGLES: usize = (u32::MAX / 3) as usize;

/// Greatest number of triangles of a primitive. Larger: a typing error in a count fills the memory.
pub(crate) const MOST_PRIMITIVE_TRIANGLES: usize = 20_000_000;

/// Greatest number of subdivisions of an icosphere: 5 million triangles. Larger: a typing error fills the memory.
pub(crate) const MOST_SPHERE_SUBDIVISIONS: usize = 9;

// Implicit solids.

/// Greatest number of parts of a combined solid. Pairs and triples of parts are tested. Larger: a careless file
/// takes minutes.
pub(crate) const MOST_PARTS: usize = 512;

/// Greatest depth of nested combinations of solids. They are processed by recursion. Larger: the stack of a thread
/// may overflow.
pub(crate) const DEEPEST_COMBINATION: usize = 256;

/// Greatest number of boxes in the proof that a formula is positive on one side of its region: a few milliseconds.
/// Smaller: sides of the region become part of the boundary although the solid does not reach them.
pub(crate) const AROUND_BOXES: usize = 2048;

/// Greatest number of boxes in the proof that a slab of a region is free of the solid. Smaller: larger bounding
/// boxes.
pub(crate) const REGION_BOXES: usize = 128;

/// Thickness of the last such slab: the width of the region halved this many times. Larger: tighter bounding boxes,
/// and slower.
pub(crate) const REGION_HALVINGS: i32 = 8;

/// Greatest number of instructions of a solid that gets these full numbers of boxes. A solid of more instructions
/// gets proportionally fewer boxes. Larger: a file of very long formulas takes minutes to read.
pub(crate) const ORDINARY_INSTRUCTIONS: usize = 2000;

/// Number of rounds over all six sides. Larger: tighter where a solid is small in its region.
pub(crate) const REGION_ROUNDS: u32 = 4;

/// Greatest number of boxes in the proof that creases or corners of a solid have no point. Smaller: they are kept,
/// and the search for contacts on them costs time.
pub(crate) const ELEMENT_BOXES: usize = 4096;

/// Smallest boxes of that search, relative to the bounding box. If one is left, the crease or corner is kept.
/// Smaller: more boxes. Larger: elements without points are kept.
pub(crate) const ELEMENT_SIZE: f64 = 1.0 / 256.0;

/// Number of points along each axis at which a formula is tested for being defined. Smaller: a formula that is
/// defined only in a small part of its box is rejected. Larger: slower, with the cube.
pub(crate) const DEFINED_SAMPLES: u32 = 4;

/// Number of parts of the time interval in the bound on a carried solid's box and speed. Larger: tighter and
/// slower, in proportion.
pub(crate) const CARRIED_PARTS: u32 = 16;

/// Number of times that a time interval is halved to enclose an instant at which a function of time changes its sign.
/// Smaller: a wider enclosure. Larger: no effect beyond the resolution of floating point.
pub(crate) const SWITCH_HALVINGS: u32 = 64;

/// Number of intervals of time in which the functions of time alone are evaluated. Smaller: solids that are switched
/// often are searched like others, slowly. Larger: more time until that is known.
pub(crate) const SWITCH_EVALUATIONS: u32 = 20_000;

/// Margin of the box around a primitive, as a share of its half extents. Zero: the primitive touches its box, which
/// then becomes part of the boundary. Larger: the search for the tight bounding box starts wider.
pub(crate) const PRIMITIVE_MARGIN: f64 = 1.0 / 64.0;

/// Pure number, relative to the reach. A point of a primitive this close to an edge or a vertex is named after it: well
/// above the rounding of a contact point. Larger: points beside an edge are named after it. Names only.
pub(crate) const PRIMITIVE_EDGE: f64 = 1e-9;

/// Margin of the box around metaballs, relative to their reach. It covers the rounding of the reach. Zero: the box
/// might cut the surface. Larger: a larger box to search.
pub(crate) const METABALL_MARGIN: f64 = 1e-9;

/// Largest exponent of a superquadric. Larger: the powers of small numbers underflow, and enclosures lose their
/// digits.
pub(crate) const LARGEST_EXPONENT: u32 = 64;

/// Number of formula instructions that take about as long as one evaluation of a volume. It only scales budgets.
pub(crate) const SPLINE_INSTRUCTIONS: usize = 100;

/// Largest magnitude of a sample of a volume. Larger: differences of coefficients overflow single precision.
pub(crate) const LARGEST_SAMPLE: f64 = 1e30;

/// Greatest number of samples of a volume: 512 MB as doubles. Larger: a careless file fills the memory.
pub(crate) const MOST_SAMPLES: usize = 1 << 26;

/// Greatest number of cells of a volume that are enclosed individually. Larger: tighter and slower, in proportion.
pub(crate) const MOST_CELLS_EXACTLY: usize = 8;

/// Greatest number of blocks along an axis in a query over many cells. Larger: tighter, and slower with the cube.
pub(crate) const MOST_BLOCKS_ALONG: usize = 4;

/// Rounding of a weighted mean of a cell's coefficients, in units of `f64::EPSILON` times the largest coefficient.
///
/// Each of three directions has weights with a relative error of at most 10 half units (products of three numbers
/// with an error of 2 each, sums of two) and adds four products (7 half units): 51 half units in all, and 1 for the
/// widening itself. Smaller: the bound would not hold. Larger: enclosures at points are wider.
pub(crate) const SPLINE_ROUNDING_UNITS: f64 = 32.0;

/// Rounding of repeated differences and repeated means of a block's coefficients, in units of `f64::EPSILON` times
/// the largest coefficient. Smaller: the stored extremes might not hold. Larger: they are wider.
pub(crate) const BLOCK_ROUNDING_UNITS: f64 = 16.0;

/// Greatest number of cells along the longest side in the mesh of a solid: 17 million corners, 140 MB. Larger: more
/// memory.
pub(crate) const MOST_MESH_CELLS: usize = 256;

/// Number of bisections that locate a vertex of a solid's mesh on an edge of the grid. Larger: vertices are closer
/// to the surface, and slower in proportion.
pub(crate) const CROSSING_HALVINGS: u32 = 8;

/// Least distance of such a vertex from the ends of its edge, as a share of the edge. Zero: vertices may coincide
/// and make triangles without area. Larger: vertices are farther off the surface.
pub(crate) const CROSSING_MARGIN: f64 = 1e-3;

// Parametric surfaces.

/// Widening of the point on the second face that matches a point on an edge, as a share of the side's length.
///
/// Sides are matched by comparing points, to rounding ([`SIDES_MEET`]). Smaller: an outward direction might belong
/// to a point beside the contact. Larger: outward directions are less sharp and discard fewer regions.
pub(crate) const MATCHED_PARAMETER: f64 = 1e-9;

/// Number of sample points along each parameter of a face that measure its size and its normals. Smaller: a face
/// with few defined points is rejected. Larger: slower, with the square.
pub(crate) const FACE_SAMPLES: usize = 9;

/// Greatest sine of the angle between two tangents that count as parallel (no unit). Smaller: a face without
/// normals is accepted because of rounding. Larger: a very oblique parametrisation is rejected.
pub(crate) const PARALLEL_TANGENTS: f64 = 1e-12;

/// Number of sample points along a side. Smaller: sides that differ between samples need the proof to be told
/// apart. Larger: slower in proportion.
pub(crate) const SIDE_SAMPLES: usize = 33;

/// Number of sampled instants of a deforming surface. Smaller: sides that separate in between are overlooked.
/// Larger: slower in proportion.
pub(crate) const SIDE_INSTANTS: usize = 5;

/// The highest degree of a trimming curve. That of the patches that they trim.
pub(crate) const TRIM_DEGREE: usize = 7;

/// Count. The most halvings of a trimming curve near a box or a ray. More: boxes close to a curve are decided at the
/// cost of time. Fewer: they are on the border.
pub(crate) const TRIM_HALVINGS: u32 = 40;

/// Share of the size of a trimming curve. Points that deviate by less from a straight line at a constant speed are on
/// it, up to the rounding of what they were computed from.
pub(crate) const STRAIGHT_TRIM: f64 = 1e-14;

/// Shares of the height of a box. The rays that decide on which side of trimming curves it lies start at these heights,
/// in this order. More: nothing but boxes without height stays undecided.
pub(crate) const TRIM_RAYS: [f64; 4] = [0.5, 0.41, 0.63, 0.27];

/// Shares of the size of a domain. Points this far beside a trimming curve tell on which hand the face is: the first
/// distance that tells is enough.
pub(crate) const TRIM_BESIDE: [f64; 5] = [1e-4, 1e-6, 1e-8, 1e-3, 1e-2];

/// Parameters of a trimming curve beside which the face is looked for.
pub(crate) const TRIM_SIDE_SAMPLES: [f64; 5] = [0.5, 0.382, 0.618, 0.19, 0.81];

/// Share of the size of a box. A piece of a trimming curve that is smaller and not apart from the box may meet it.
/// Cost only.
pub(crate) const TRIM_SHARE: f64 = 1.0 / 64.0;

/// Largest distance between samples of two sides that are taken to coincide, and between samples of one side that
/// is taken to be a point, as a share of the body's size.
///
/// A full turn ends at 6.283185307179586 in a file, and its sine is off by 2e-16; twelve correct digits pass as
/// well. Smaller: valid seams are taken as open. Larger: a slit of that width passes as closed.
pub(crate) const SIDES_MEET: f64 = 1e-12;

/// Largest proved distance of coinciding sides between the samples, as a share of the body's size.
///
/// Sides that agree to rounding at all samples but separate by more elsewhere are not joined. Smaller: the proof
/// takes longer, with the square root. Larger: a spike between the samples passes if it is smaller than that.
pub(crate) const SIDES_PROVED: f64 = 0.01;

/// Width of the cells in which points that may coincide are looked for, as a multiple of the distance at which they do
/// (no unit; at least 4, so that a box of twice the distance around a point cuts at most two cells along an axis).
/// Smaller: more lookups. Larger: points that are apart share a cell. Cost only.
pub(crate) const NEAR_CELL: f64 = 1024.0;

/// Pieces of a side if the whole side is not proved at once, and most pieces in all, in that proof. Pieces are halved
/// until the proof succeeds.
/// Larger: sides with more curvature are joined, and the proof takes longer.
pub(crate) const GAP_PIECES: [usize; 2] = [32, 2048];

/// Slowest speed of the surface across a side that counts for closing a gap, as a share of the fastest on that side
/// (no unit). Smaller: a gap near a pole widens the domain by too much. Larger: gaps may stay open.
pub(crate) const SLOWEST_CROSSING: f64 = 1e-3;

/// Speed of the surface across or along a side that is zero but for rounding, as a share of the fastest on that side
/// (no unit). Smaller: rounding decides a direction at a pole, and a smooth joint gets a crease. Larger: directions
/// near a pole are not compared.
pub(crate) const VANISHING_SPEED: f64 = 1e-12;

/// Widening of a domain at a gap, in units of the gap and of `f64::EPSILON` times the range. Smaller: the seam may
/// stay open by rounding. Larger: faces overlap by more.
pub(crate) const SEAM_WIDENING: [f64; 2] = [4.0, 8.0];

/// Largest difference of the unit normals at two sides that join smoothly (no unit).
///
/// It applies to the two ends of one face, which are smooth or not by periodicity. Smaller: rounding makes creases
/// that do not exist, and the search for contacts on them is wasted. Larger: a flat crease is overlooked.
pub(crate) const SMOOTH_SEAM: f64 = 1e-9;

/// Distance from a pole at which normals are first compared, as a share of the parameter's range. The second
/// distance is a sixteenth of it. Larger: a tip that is rounded off on a smaller scale is not recognised as smooth.
/// Smaller: the normals there are dominated by rounding.
pub(crate) const NEAR_POLE: f64 = 1e-3;

/// Largest deviation of normals around a pole from their mean, at any distance, if the surface is flat there (no
/// unit).
///
/// Derivatives are evaluated to about 1e-15. Larger: a very flat cone has no vertex. Smaller: a flat cap may get a
/// vertex, which costs time.
pub(crate) const FLAT_POLE: f64 = 1e-12;

/// Extension of a chart beyond a side where the surface continues, as a share of its range.
///
/// Contacts are known to about 1e-14 of a range, so a contact on the border lies well inside. Smaller: contacts on
/// borders are not proved. Larger: the overlap is searched twice.
pub(crate) const CHART_OVERLAP: f64 = 1e-9;

/// Distance from a pole at which the chart of a face ends and the chart around the pole takes over, and half the
/// side of the square of the latter, as shares of the range that leads to the pole. The square must contain the
/// circle about the pole. Within this limit they change the cost of a query, never its answer: the enclosures of
/// the face are tighter away from the pole, and its cells become narrow towards it.
pub(crate) const CAP_SHARES: [f64; 2] = [0.05, 0.0625];

/// Uncertainty of a pole's parameter, in units of the gap and of `f64::EPSILON` times the range. It exceeds
/// [`SEAM_WIDENING`], because the domain was widened by that. Smaller: the pole may lie outside its enclosure.
/// Larger: enclosures around the pole are wider.
pub(crate) const POLE_WIDENING: [f64; 2] = [8.0, 16.0];

/// Greatest number of ranges to isolate the zeros of a switching function, about sixty per zero. A face that needs
/// more is not split. Larger: slower to give up.
pub(crate) const KINK_RANGES: usize = 10_000;

/// Greatest number of cells of all faces in the search for the sign of a volume. Larger: thinner bodies are
/// recognised as solids, and giving up takes longer. Smaller: a solid is taken as a surface.
pub(crate) const VOLUME_CELLS: usize = 16_384;

/// The same for each part of the time interval of a deforming body.
pub(crate) const VOLUME_CELLS_WHILE_DEFORMING: usize = 2_048;

/// Greatest number of bisections of a deforming body's time interval in that search: 2⁵ pieces. Larger and smaller:
/// as [`VOLUME_CELLS`].
pub(crate) const VOLUME_HALVINGS: u32 = 5;

/// Greatest number of formula instructions in that search. A formula of a hundred thousand operations gets fewer
/// cells than [`VOLUME_CELLS`]. Larger: a file of very long formulas takes minutes to read.
pub(crate) const VOLUME_INSTRUCTIONS: usize = 20_000_000;

/// Share of a cell's width. A cell whose inner part, without margins of this width, is within a trimmed face belongs to
/// the face but for the margins. Larger: the volume is less exact. Smaller: sides of rounded numbers are crossed.
pub(crate) const VOLUME_MARGIN: f64 = 1.0 / (1 << 20) as f64;

/// Upper bound on the share of a cell's area in its four margins, with rounding of their widths.
pub(crate) const VOLUME_MARGIN_AREA: f64 = 5.0 * VOLUME_MARGIN;

/// Number of cells along each parameter of a curved face for its bounding box. Larger: tighter, and slower with the
/// square. With sixteen the box of a torus is one percent too large.
pub(crate) const EXTENT_CELLS: usize = 16;

/// Number of pieces of the time interval for the bounding box of a deforming face. Larger: tighter and slower, in
/// proportion.
pub(crate) const EXTENT_INSTANTS: usize = 8;

/// Greatest number of pieces, beyond one a face, in the search for one side of a tight bounding box. After that the
/// current bound is returned.
pub(crate) const TIGHT_BOX_PIECES: usize = 4_000;

/// Relative excess of the radius of a ball around a curved body. Smaller: more pieces are evaluated. Larger: balls
/// cull less.
pub(crate) const REACH_EXCESS: f64 = 0.01;

/// Greatest number of pieces of a curved face in the bound on its reach. After that the current bound is returned.
pub(crate) const REACH_PIECES: usize = 2_000;

/// Fewest and most cells of a tessellation along one parameter of a face. Larger: more triangles on strongly curved
/// faces.
pub(crate) const TESSELLATION_CELLS: std::ops::RangeInclusive<usize> = 1..=512;

/// Number of points along each parameter of a face at which a tessellation samples its curvature. Smaller: bends
/// between them are drawn too coarsely. Larger: slower, with the square.
pub(crate) const TESSELLATION_SAMPLES: usize = 17;

/// Largest distance of tessellation corners that are merged, as a share of the body's size. Smaller: rounding opens
/// slits in the picture. Larger: details of that size are drawn as points.
pub(crate) const DRAWN_AS_ONE: f64 = 1e-9;

/// Metres. The least and the greatest length of a convex body. Fourth powers of lengths within these limits are
/// ordinary doubles. Wider: the error bounds of questions about convex bodies would not hold.
pub(crate) const CONVEX_LENGTHS: [f64; 2] = [1e-60, 1e60];

/// The largest number of heights of a height map: its edges have three numbers a height, which must be below 2³².
pub(crate) const MAXIMUM_HEIGHTS: usize = (u32::MAX / 3) as usize;

/// Pure number. Rounding of the floating-point volume of four points, relative to the sum of the magnitudes of its
/// terms. Shewchuk proves (7 + 56 u) u with u = 2⁻⁵³; this is more than that. Smaller: signs could be wrong. Larger:
/// more signs are computed exactly.
pub(crate) const ORIENTATION_ROUNDING: f64 = 4.0 * f64::EPSILON;

/// The same for the area of three points in a plane, where Shewchuk proves (3 + 16 u) u.
pub(crate) const TURN_ROUNDING: f64 = 2.0 * f64::EPSILON;

/// Cubic or square metres. Underflow of the terms of an orientation. Coordinates are at most 1e60 metres, so a product
/// that underflows (5e-324) contributes less than 1e-262 to a volume. Smaller: signs of tiny hulls could be wrong.
pub(crate) const ORIENTATION_UNDERFLOW: f64 = 1e-250;

/// Pure numbers, relative to the size of the body. The least and the greatest chord error of the mesh of a convex body.
/// Smaller: a typing error fills the memory, since a sphere at 1e-6 has five million triangles. Larger: meshes without
/// any likeness.
pub(crate) const CONVEX_FINENESS: [f64; 2] = [1e-6, 0.5];

/// Count. The fewest steps of a mesh about the axis of a round body. Fewer: round bodies look square at a coarse
/// fineness.
pub(crate) const FEWEST_STEPS_AROUND: f64 = 8.0;

/// Pure number, relative to the size. Fineness of the polyhedra that enclose the mass of a rounded ellipsoid. The
/// enclosure is a few times as wide. Smaller: slower in inverse proportion.
pub(crate) const ROUNDED_ELLIPSOID_FINENESS: f64 = 1e-4;

/// Pure number. Rounding of the vertices on a rounded ellipsoid, relative to its largest extent: twenty operations of
/// half a unit each, and some. Smaller: a vertex could be outside of the body that is said to hold it.
pub(crate) const ELLIPSOID_VERTEX_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Count. The most bisections of a triangle on an ellipsoid, from an eighth of it. Larger: no change at an allowed
/// fineness; it bounds the recursion.
pub(crate) const ELLIPSOID_BISECTIONS: u32 = 60;
// Height maps.

/// Base-2 logarithm of the cells along a side of the lowest blocks of a height map's pyramid.
///
/// Blocks of 4 × 4 cells take half a byte a cell; all levels together two thirds. Smaller: blocks of 2 × 2 cells make
/// the map larger than 6 bytes a cell. Larger: a ray tests more cells one by one. Answers do not change.
pub(crate) const HEIGHT_BLOCK_BITS: u32 = 2;

// Splines.

/// Rounding of one convex combination `(1 − s)·p + s·q`, in units of `f64::EPSILON` times the larger magnitude.
///
/// The factor 1 − s, two products and the sum are rounded: 1.5 units, and a third for the growth over 56 levels.
/// Smaller: the stated bound would not hold. Larger: enclosures of splines are wider.
pub(crate) const SPLINE_COMBINATION_UNITS: f64 = 2.0;

/// Added to bounds on the rounding of splines (metres), because relative bounds do not cover underflow. Smaller:
/// control points below 1e-300 could leave their enclosures. Larger: nothing until it exceeds rounding.
pub(crate) const SPLINE_UNDERFLOW: f64 = 1e-305;

/// Rounding of a coefficient of the product of two nets, in units of `f64::EPSILON` times the largest product of two
/// coefficients. A coefficient sums at most 64 weighted products of three terms; each is rounded six times. Smaller:
/// the stated bound would not hold. Larger: spherical shells are thicker.
pub(crate) const SPLINE_PRODUCT_UNITS: f64 = 80.0;

/// How far beyond its unit square a spline patch is evaluated (no unit, at each side). Seams that are off by rounding
/// are closed that way. Smaller: such patches would have no enclosure there. Larger: wider error bounds.
pub(crate) const SPLINE_CONTINUATION: f64 = 1e-3;

/// Highest degree of a spline patch along each parameter. Larger: bounds on rounding and buffers grow; files beyond it
/// are likely damaged.
pub(crate) const HIGHEST_SPLINE_DEGREE: usize = 7;

/// Highest degree of the patches of a sheet, which need no products of nets. CAD systems write degrees up to 14.
/// Larger: Bernstein coefficients over a patch are farther from the surface, and slower.
pub(crate) const HIGHEST_SHEET_DEGREE: usize = 15;

/// Largest ratio of two weights of a spline patch (no unit). Larger: the error of a point, divided by the smallest
/// weight, would no longer be small.
pub(crate) const SPLINE_WEIGHT_RATIO: f64 = 1e6;

/// Least width of a box of spline parameters (no unit) over which derivatives are differences of the coefficients of
/// the points. Smaller: the division by the width magnifies rounding beyond the variation of second derivatives.
/// Larger: more boxes need the nets of the derivatives, which takes longer.
pub(crate) const WIDE_SPLINE_BOX: f64 = 1e-3;

/// Error of the share at which a part of a spline is cut, in units of `f64::EPSILON`.
///
/// Two differences and a quotient are rounded, half a unit each; where they are of parameters of a whole patch, the
/// cuts are rounded too. Smaller: the stated bound would not hold. Larger: enclosures of small parts are wider.
pub(crate) const SPLINE_SHARE_UNITS: f64 = 8.0;

/// Least width of a part of a spline patch (no unit, of the patch) that keeps its coefficients for its halves. Their
/// differences over the square of the width are second derivatives, and so is their rounding. Smaller: rounding exceeds
/// the variation of second derivatives. Larger: more parts are computed from the whole patch.
pub(crate) const SMALLEST_SPLINE_PART: f64 = 2e-4;

// Extents.

/// Squares of metres. Between these, the square of a distance in plain floating point is known to a few units in the
/// last place. Outside, terms underflow or overflow. Wider: a farthest point may be overlooked. Narrower: time.
pub(crate) const PLAIN_SQUARES: [f64; 2] = [1e-200, 1e200];

/// Share of the largest square of a distance. A point below it is not the farthest: rounding is some 1e-15. Larger than
/// that: a farthest point may be overlooked. Smaller: time.
pub(crate) const NEARLY_FARTHEST: f64 = 1.0 - 1e-12;

/// Count. Places along a cell of a sheet at which the derivatives on both sides of a knot are compared. Larger: slower.
/// Smaller: a crease between the places is taken as smooth; the degree is at most seven.
pub(crate) const SHEET_JOINT_SAMPLES: usize = 8;

/// Share of the derivative. First derivatives on both sides of a knot that differ by less are continuous, because
/// control points are rounded. Smaller: circles as quadratic splines have creases. Larger: creases are taken as smooth.
pub(crate) const SHEET_SMOOTH_JOINT: f64 = 1e-11;

/// Count. Newton steps from a guess towards the parameters of a point of a sheet. Larger: slower where there are none.
/// Smaller: points far from the guess are not reached.
pub(crate) const NEAREST_STEPS: usize = 40;

/// Count. Guesses from which the parameters of a point are searched for. Larger: slower. Smaller: the nearest point of
/// a folded surface may be missed.
pub(crate) const NEAREST_GUESSES: usize = 6;

/// Share of the range of a parameter. Newton steps that are shorter end the search. Smaller: rounding decides. Larger:
/// the parameters are less exact.
pub(crate) const NEAREST_STEP: f64 = 1e-15;

/// Fraction of the volume or area. Integrals over curved faces are refined until they change by no more. Smaller:
/// rounding prevents convergence. Larger: less exact mass properties.
pub(crate) const INTEGRAL_CHANGE: f64 = 1e-12;

/// Count. Largest number of cells along each side of a face, each cell with 64 nodes; the second for trimmed faces,
/// which have as many for each of their curves. Larger: more evaluations for faces that do not converge.
pub(crate) const MOST_INTEGRAL_CELLS: [usize; 2] = [64, 8];

/// Count. Parts of a trimming curve in which crossings of knots are searched for. Larger: slower. Smaller: a curve that
/// crosses a knot twice within a part is integrated less exactly.
pub(crate) const CROSSING_SAMPLES: usize = 8;

/// Count. Halvings with which such a crossing is found; 50 reach the last digit.
pub(crate) const QUADRATURE_HALVINGS: usize = 50;

/// Count. Most chords of one trimming curve in a drawing. Larger: more triangles. Smaller: visible corners.
pub(crate) const DRAWN_SIDE_PARTS: usize = 16;

/// Share of the height of a face in its domain. Trapezoids that are lower and narrower are not drawn.
pub(crate) const THINNEST_SLAB: f64 = 1e-9;
