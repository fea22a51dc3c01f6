//! All tolerances of this crate.

/// Relative error that is allowed for each addition of a projection onto a direction of a [`Kdop`](crate::Kdop): four
/// times the unit roundoff 2⁻⁵³, so that the errors of computing and of applying the bound itself are covered too. No unit.
/// Smaller: a polytope may cut off its contents, and a contact is missed. Larger: polytopes grow.
pub(crate) const PROJECTION_ERROR: f64 = 2.0 * f64::EPSILON;

/// How far the computed component of a triangle's normal along a direction of a k-DOP may be off, in parts of the
/// product of the largest coordinates of two of its edges: 128·2⁻²⁴, where 85 are needed. No unit. Smaller: a triangle
/// that turns over may be taken for one that does not, and a contact is missed. Larger: slivers are never culled.
pub(crate) const NORMAL_ERROR: f32 = 64.0 * f32::EPSILON;

/// How far a place in the plane of a contour may be off, in parts of the largest coordinate: 4·2⁻²⁴, where a little
/// over 2 are needed. No unit. Smaller: contours that touch may be taken for plain ones, and a contact is missed.
/// Larger: fine meshes far from flat are culled less.
pub(crate) const PLACE_ERROR: f32 = 2.0 * f32::EPSILON;

/// Visits of runs an edge of a contour before a search gives up. Fewer: contours that sway are not proved plain. More:
/// time lost on those that cross.
pub(crate) const PATIENCE: usize = 24;

/// The fewest triangles of a region whose contour is stored and tested. Fewer: more memory, and time spent on contours
/// of regions whose pairs are faster tested one by one. More: pairs left around every place where regions meet.
pub(crate) const SMALLEST: u32 = 4;

/// How much work the search for flat regions may be, for each triangle of the mesh, in comparisons of boxes; a search
/// that takes more is given up, and all candidates are listed. Measured: a cloth without contact takes one to three,
/// and five cost about as much as listing everything. Fewer: what could be culled is not. More: time lost on surfaces
/// that lie on themselves.
pub(crate) const WORK: u64 = 5;

/// The fewest triangles, on average, of the largest regions that face one direction for culling to pay: with fewer, all
/// candidates are listed. Measured on a whole step with exact decisions, which breaks even between 25 and 80. Fewer:
/// crumpled meshes take longer than without culling. More: folds that could be culled are not.
pub(crate) const BENT: usize = 64;

/// Error that is allowed for the coordinates of a point along the axes of an [`Obb`](crate::Obb), relative to the largest
/// distance of its points from the origin: a thousand units of roundoff for a subtraction and the inverse of a matrix that is
/// within 10⁻⁶ of a rotation, which lose a few dozen. No unit. Smaller: a box may cut off its contents, and a contact is
/// missed. Larger: boxes grow, but single precision hides it.
pub(crate) const BOX_ERROR: f64 = 1024.0 * f64::EPSILON;

/// Share of the triangles: a node of a tree of oriented boxes is cut at the mean of its centres only if both sides keep this
/// much, else in the middle of the list. Smaller: deeper trees on uneven meshes. Larger: boxes that fit worse.
pub(crate) const SMALLEST_SHARE: f64 = 0.25;
