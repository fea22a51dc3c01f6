//! All tolerances of this crate.

/// Relative error that is allowed for each addition of a projection onto a direction of a [`Kdop`](crate::Kdop): four
/// times the unit roundoff 2⁻⁵³, so that the errors of computing and of applying the bound itself are covered too. No unit.
/// Smaller: a polytope may cut off its contents, and a contact is missed. Larger: polytopes grow.
pub(crate) const PROJECTION_ERROR: f64 = 2.0 * f64::EPSILON;

/// Error that is allowed for the coordinates of a point along the axes of an [`Obb`](crate::Obb), relative to the largest
/// distance of its points from the origin: a thousand units of roundoff for a subtraction and the inverse of a matrix that is
/// within 10⁻⁶ of a rotation, which lose a few dozen. No unit. Smaller: a box may cut off its contents, and a contact is
/// missed. Larger: boxes grow, but single precision hides it.
pub(crate) const BOX_ERROR: f64 = 1024.0 * f64::EPSILON;

/// Share of the triangles: a node of a tree of oriented boxes is cut at the mean of its centres only if both sides keep this
/// much, else in the middle of the list. Smaller: deeper trees on uneven meshes. Larger: boxes that fit worse.
pub(crate) const SMALLEST_SHARE: f64 = 0.25;
