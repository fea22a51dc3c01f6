//! Common zeros of functions whose gradients are linearly dependent.
//!
//! **Question.** At which points and instants do one to four functions vanish together while their gradients are
//! dependent?
//!
//! **Idea.** Two implicit solids touch where functions of both vanish and the gradients are dependent. A component
//! of a solid appears under the same equations. The unknowns are three coordinates and the time. Dependency is an
//! equation in the gradients:
//!
//! | functions | dependency | equations |
//! |---|---|---|
//! | 1 | ∇f = 0 | 3 |
//! | 2 | ∇f₁ × ∇f₂ = 0 | 3, of which 2 suffice where a gradient does not vanish |
//! | 3 | ∇f₁·(∇f₂ × ∇f₃) = 0 | 1 |
//! | 4 | none: four gradients in space always are dependent | 0 |
//!
//! **Guarantee.** Encloses the equations and their derivatives.

use super::field::{FieldJet, FieldSlope};
use crate::curved::equations::system::{MAX_UNKNOWNS, narrow_enough};
use tangency_interval::solve::SolverOptions;
use tangency_interval::{Interval, Vector, Vector3};

/// The point and the time.
pub(super) fn split(region: &[Interval]) -> (Vector3, Interval) {
    (Vector([region[0], region[1], region[2]]), region[3])
}

/// Writes the expressions that vanish where the gradients are dependent.
pub(super) fn write_dependency(gradients: &[Vector3], values: &mut [Interval]) {
    match *gradients {
        [gradient] => values.copy_from_slice(&gradient.0),
        [first, second] => values.copy_from_slice(&first.cross(second).0),
        [first, second, third] => values[0] = first.dot(second.cross(third)),
        _ => {}
    }
}

/// The gradients of the functions.
pub(super) fn gradients(fields: &[FieldSlope]) -> Vec<Vector3> {
    fields.iter().map(|field| field.gradient).collect()
}

/// Writes all equations: the functions, then the dependency of their gradients.
pub(super) fn write_equations(fields: &[FieldSlope], values: &mut [Interval]) {
    for (value, field) in values.iter_mut().zip(fields) {
        *value = field.value;
    }
    write_dependency(&gradients(fields), &mut values[fields.len()..]);
}

/// Writes the derivatives of all equations. `dependencies` is the number of equations of dependency.
pub(super) fn write_jacobian(jets: &[FieldJet], dependencies: usize, rows: &mut [Interval]) {
    for (row, jet) in jets.iter().enumerate() {
        rows[4 * row..4 * row + 3].copy_from_slice(&jet.field.gradient.0);
        rows[4 * row + 3] = jet.field.by_time;
    }
    let rows = &mut rows[4 * jets.len()..];
    let gradients: Vec<Vector3> = jets.iter().map(|jet| jet.field.gradient).collect();
    for unknown in 0..4 {
        let change = |jet: &FieldJet| if unknown < 3 { jet.second.column(unknown) } else { jet.gradient_by_time };
        // Product rule: replace one gradient after the other by its derivative, and add up.
        let mut sums = [Interval::ZERO; 3];
        for (index, jet) in jets.iter().enumerate() {
            let mut replaced = gradients.clone();
            replaced[index] = change(jet);
            let mut terms = [Interval::ZERO; 3];
            write_dependency(&replaced, &mut terms[..dependencies]);
            for (sum, term) in sums.iter_mut().zip(terms) {
                *sum += term;
            }
        }
        for (row, sum) in sums.iter().enumerate().take(dependencies) {
            rows[4 * row + unknown] = *sum;
        }
    }
}

/// The mask of equations that suffice for two functions. One component of ∇f₁ × ∇f₂ follows from the other two: a
/// component along which one of the gradients does not vanish.
pub(super) fn sufficient_of_two(fields: &[FieldSlope]) -> u32 {
    let sizes = fields.iter().flat_map(|field| field.gradient.0.map(Interval::mignitude).into_iter().enumerate());
    let steepest = sizes.filter(|(_, least)| *least > 0.0).max_by(|x, y| x.1.total_cmp(&y.1));
    // Equations 0 and 1 are the functions, 2 to 4 the components of the cross product.
    steepest.map_or(u32::MAX, |(component, _)| !(1 << (2 + component)))
}

/// The point without the time, and its extent along each coordinate.
pub(super) fn place_extents(cells: &[Interval]) -> (Vector3, [f64; MAX_UNKNOWNS]) {
    let place = Vector([cells[0], cells[1], cells[2]]);
    let mut extents = [0.0; MAX_UNKNOWNS];
    extents[..3].copy_from_slice(&place.0.map(Interval::width));
    (place, extents)
}

/// Whether the box is narrow enough to accept an unproved solution.
pub(super) fn small_enough(region: &[Interval], objective: Interval, options: &SolverOptions) -> bool {
    narrow_enough(&[split(region).0], objective, options)
}
