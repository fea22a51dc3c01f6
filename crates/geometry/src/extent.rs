//! How far points are from a centre.
//!
//! **Question.** How large is the largest distance of many points from a centre?
//!
//! **Idea.** Squares of distances in plain floating point show which points may be farthest. Only their distances are
//! enclosed.
//!
//! **Guarantee.** No point is farther than the bound, which is the smallest that an enclosure of each distance would
//! give.
//!
//! **Cost.** Two passes in plain floating point.

use crate::enclose;
use crate::tolerance::{NEARLY_FARTHEST, PLAIN_SQUARES};
use glam::DVec3;

/// The largest distance of a point from `centre`, in metres, rounded up. Zero if there are no points.
#[must_use]
pub fn farthest_from(centre: DVec3, points: &[DVec3]) -> f64 {
    let square = |point: &&DVec3| point.distance_squared(centre);
    let most = points.iter().map(|point| square(&point)).fold(0.0, f64::max);
    let [least_square, largest_square] = PLAIN_SQUARES;
    // Squares that may underflow or overflow do not tell which point is farthest.
    let limit = if most > least_square && most < largest_square { NEARLY_FARTHEST * most } else { 0.0 };
    let middle = enclose(centre);
    let distance = |point: &DVec3| (enclose(*point) - middle).length().upper();
    points.iter().filter(|point| !(square(point) < limit)).map(distance).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_interval::laws::Random;

    /// The same bound as by enclosing every distance, for points of all magnitudes.
    #[test]
    fn the_bound_is_that_of_all_distances() {
        let mut random = Random::new(5);
        for case in 0..400 {
            let size = 10_f64.powi(case % 600 - 300);
            let mut point = || size * DVec3::from_array([0; 3].map(|_| random.between(-1.0, 1.0)));
            let centre = if case % 2 == 0 { DVec3::ZERO } else { point() };
            let points: Vec<DVec3> = (0..case % 50).map(|_| point()).collect();
            let each = points.iter().map(|&point| (enclose(point) - enclose(centre)).length().upper());
            assert_eq!(farthest_from(centre, &points), each.fold(0.0, f64::max), "size {size}");
        }
    }
}
