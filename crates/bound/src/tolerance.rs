//! All tolerances of this crate.

/// Relative error that is allowed for each addition of a projection onto a direction of a [`Kdop`](crate::Kdop): four
/// times the unit roundoff 2⁻⁵³, so that the errors of computing and of applying the bound itself are covered too. No unit.
/// Smaller: a polytope may cut off its contents, and a contact is missed. Larger: polytopes grow.
pub(crate) const PROJECTION_ERROR: f64 = 2.0 * f64::EPSILON;
