//! All numerical constants of this crate: error bounds, then thresholds and sizes of work. None of them changes
//! which contacts are found, unless its comment says so.

/// Relative error allowed for each addition of a projection onto a fixed direction. No unit. Four times the
/// unit roundoff 2⁻⁵³, which also covers the errors of computing and applying the bound itself. Smaller: a
/// bounding volume may cut off its contents, and a contact is missed. Larger: bounding volumes grow.
pub(crate) const PROJECTION_ERROR: f64 = 2.0 * f64::EPSILON;

/// Bound on the error of the computed component of a triangle's normal along one of the fixed directions, as a
/// fraction of the product of the largest coordinates of two edges. No unit. 128·2⁻²⁴, where 85·2⁻²⁴ are
/// needed. Smaller: a triangle that turns over may count as one that does not, and a contact is missed. Larger:
/// slivers are never culled.
pub(crate) const NORMAL_ERROR: f32 = 64.0 * f32::EPSILON;

/// Bound on the error of a point projected into the plane of a contour, as a fraction of the largest
/// coordinate. No unit. 4·2⁻²⁴, where slightly more than 2·2⁻²⁴ are needed. Smaller: contours that touch may
/// count as simple, and a contact is missed. Larger: culling loses fine meshes that are far from flat.
pub(crate) const PROJECTED_POINT_ERROR: f32 = 2.0 * f32::EPSILON;

/// Visited pairs of edge runs, per edge of a contour, before the proof gives up. Fewer: winding contours are
/// not proved simple. More: time lost on contours that cross.
pub(crate) const VISITS_PER_EDGE: usize = 24;

/// Fewest triangles of a region whose contour is stored and tested. Fewer: more memory, and time spent on
/// contours of regions whose pairs are tested faster one by one. More: remaining pairs around every point where
/// regions meet.
pub(crate) const SMALLEST_REGION: u32 = 4;

/// Limit on the work of culling, in box comparisons per triangle of the mesh. Above it, the search gives up and
/// lists all candidates. Measured: a cloth without contact takes one to three; five cost about as much as
/// listing everything. Fewer: regions that could be culled are not. More: time lost on surfaces that lie on
/// themselves.
pub(crate) const WORK_PER_TRIANGLE: u64 = 5;

/// Fewest triangles, on average, of the largest regions that face one direction for culling to pay. With fewer,
/// the search lists all candidates. Measured on a whole step with exact decisions, which breaks even between 25
/// and 80. Fewer: crumpled meshes take longer than without culling. More: folds that could be culled are not.
pub(crate) const SMALLEST_FLAT_REGION: usize = 64;

/// Rounding allowed for the box around the expansion of a part of a surface, relative to its coordinates and to the
/// ranges of its parameters. No unit. A corner is a sum of six products. Smaller: a box may cut off its contents, and a
/// contact is missed. Larger: boxes grow, but rounding to single precision hides it.
pub(crate) const TAYLOR_BOX_ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Error allowed for the coordinates of a point along the axes of an [`Obb`](crate::Obb), relative to the
/// largest distance of its points from the origin. No unit. A thousand units of roundoff. A subtraction and the
/// inverse of a matrix within 10⁻⁶ of a rotation lose a few dozen. Smaller: a box may cut off its contents, and
/// a contact is missed. Larger: boxes grow, but rounding to single precision hides it.
pub(crate) const BOX_ERROR: f64 = 1024.0 * f64::EPSILON;

/// Smallest fraction of the triangles on either side of a cut. A node of an oriented-box tree is cut at the
/// mean of its centres only if both sides keep this fraction, otherwise at the median. Smaller: deeper trees on
/// uneven meshes. Larger: boxes that fit worse.
pub(crate) const SMALLEST_SHARE: f64 = 0.25;

/// Factor of [`PROJECTION_ERROR`] for the separation test of two oriented boxes. Count of terms. Each sum of
/// the test has at most a dozen terms. Smaller: touching boxes may be taken for disjoint, and a contact is
/// missed. Larger: thin gaps are not found.
pub(crate) const SEPARATION_TERMS: f64 = 16.0;

/// Largest determinant of the inverse of an oriented box's axes. No unit; 1 for orthonormal axes. Beyond it,
/// the axes are nearly dependent and the coordinate axes replace them. Larger: [`BOX_ERROR`] no longer covers
/// the inversion, and a contact may be missed. Smaller: axes rounded to single precision are refused.
pub(crate) const LARGEST_INVERSE_DETERMINANT: f64 = 2.0;

/// Jacobi rotations for the eigenvectors of a 3×3 matrix: eight sweeps of three, where convergence is
/// quadratic. Fewer: looser boxes. More: time without effect.
pub(crate) const JACOBI_ROTATIONS: usize = 24;

/// Largest off-diagonal entry that counts as zero, relative to the trace. No unit. The axes of a box are rounded to
/// single precision, 6·10⁻⁸. Larger: looser boxes. Smaller: time without effect.
pub(crate) const JACOBI_CONVERGED: f64 = 1e-10;

/// Triangles of which a sample decides between two orientations of the box of many. Fewer: looser boxes. More: time to
/// build.
pub(crate) const SAMPLED_TRIANGLES: usize = 16;

/// Triangles of which covariance and mean normal of many are computed. Fewer: looser boxes. More: time to build.
pub(crate) const MEASURED_TRIANGLES: usize = 512;

/// Most triangles of a node whose box is along their mean normal and a side of the largest. Fewer: time to build. More:
/// looser boxes.
pub(crate) const PLAIN_TRIANGLES: usize = 3;

/// Most triangles of a node whose box is always along their mean normal. Fewer: time to build. More: looser boxes of
/// parts that fold.
pub(crate) const FACING_TRIANGLES: usize = 8;

/// Fewest items of a part of a tree that two threads build. Building it takes several times as long as a thread takes
/// to start. Fewer: threads that start for little work. More: idle threads.
pub(crate) const FEWEST_PARALLEL_ITEMS: usize = 4_096;

/// Parts of a tree for each thread that builds it. Fewer: a thread waits for one with a larger part. More: threads that
/// start for little work.
pub(crate) const TASKS_PER_THREAD: usize = 4;

/// Upper bound of the length of the vector (1, 1, 1), which is √3. No unit. Smaller: slabs along diagonals may
/// cut off points within the radius, and a contact is missed. Larger: slabs grow.
pub(crate) const DIAGONAL_LENGTH: f64 = 1.75;

/// Largest coordinate, in metres, of which sums of three are computed. Beyond it the slabs along diagonals are
/// infinite. Larger than a third of the largest number: sums may overflow to NaN, and a contact is missed.
pub(crate) const LARGEST_SUMMAND: f64 = 1e300;

/// Least length of an edge in the error bound of facing directions. Scaled to about one for a typical edge, so
/// without unit. Smaller: the bound no longer covers underflow, and a contact may be missed. Larger: tiny
/// triangles are never culled.
pub(crate) const SHORTEST_EDGE: f32 = 1.0 / (1_u64 << 60) as f32;

/// Largest magnitude of the scaled coordinates of a contour that is tested. Without unit: a typical edge is
/// about one long. Wider: coordinates overflow, or underflow exceeds the error bound, and a contact may be
/// missed. Narrower: large or tiny contours are not culled.
pub(crate) const PROJECTED_RANGE: std::ops::Range<f64> = 1e-15..1e15;

/// Work of culling that is always allowed, in box comparisons, in addition to [`WORK_PER_TRIANGLE`]. Less:
/// small meshes are not culled. More: time lost on small meshes that lie on themselves.
pub(crate) const FREE_WORK: u64 = 1_000;

/// Region pairs to distribute over the threads. Fewer: idle threads. More: a longer sequential start.
pub(crate) const REGION_TASKS: usize = 64;

/// Work of a parallel task, in box comparisons, before it updates the shared counter. Less: contention. More: a
/// search over its limit stops later.
pub(crate) const WORK_PER_REPORT: u64 = 256;

/// Leaf blocks per parallel task of a search in a packed tree. It fixes the order of the list: changing it
/// changes the order of candidates, but not the set. Fewer: overhead. More: idle threads.
pub(crate) const BLOCKS_PER_TASK: usize = 64;

/// Boxes per parallel task of the reference broad phases. As [`BLOCKS_PER_TASK`].
pub(crate) const BOXES_PER_TASK: usize = 512;

/// Vertices or triangles per parallel task, at least, when boxes are fitted. Fewer: overhead. More: idle threads.
pub(crate) const ITEMS_PER_TASK: usize = 4_096;

/// Exponent of two of the smallest cells of a hashed grid. It keeps clear of -1022, below which powers of two are
/// subnormal. Smaller boxes are stored here too.
pub(crate) const FINEST_LEVEL: i32 = -1_000;

/// Exponent of two of the largest cells of a hashed grid, the largest with a finite power. The largest boxes
/// overlap a few of these cells.
pub(crate) const COARSEST_LEVEL: i32 = 1_023;

/// Stale events that a kinetic event queue always tolerates, so that small queues are not purged all the time. Fewer:
/// more purges. More: memory.
pub(crate) const STALE_EVENTS: usize = 64;

/// Margin of comparisons between spherical shells, relative to their radii and coordinates. No unit. A dozen roundings
/// of half a unit each, doubled by a square root. Smaller: shells that touch may count as apart, and a contact is
/// missed. Larger: shells of great radius are separated less often.
pub(crate) const SHELL_MARGIN: f64 = 32.0 * f64::EPSILON;

/// Opening of the cone of a spherical shell, as a difference of cosines. No unit. It covers the rounding of the axis
/// and of the cosine. Smaller: a point on the rim may be cut off, and a contact is missed. Larger: wider cones.
pub(crate) const SHELL_CONE: f64 = 16.0 * f64::EPSILON;

/// Least curvature of a spherical shell, relative to the size of its part of a surface. No unit: the size over twice
/// the radius. Smaller: radii of a million sizes, whose rounding exceeds the thickness of the part. Larger: boxes where
/// a shell would be thinner.
pub(crate) const FLATTEST_SHELL: f64 = 1e-6;

/// Least cosine of the half angle of a shell around a part of a surface. No unit. It must be positive, because only
/// cones within a half-space are convex. Smaller: rounding could open a cone beyond a half-space, and a contact is
/// missed. Larger: boxes around parts that bend far.
pub(crate) const WIDEST_SHELL: f64 = 1e-3;
