//! Points that may coincide.
//!
//! *Question.* Which of many points lie within a given distance of a point?
//! *Idea.* A hashed grid. Its cells are much wider than the distance, so that the box around a point mostly lies in one
//! cell, and never in more than two along an axis. A point is entered in its own cell, and looked for in all cells that
//! the box around the other point cuts.
//! *Guarantee.* Every point within the distance is named, and some that are farther off. Quotients and their floors are
//! monotone in floating point, so rounding loses none.
//! *Cost.* One to eight lookups a question, independent of the number of points, unless many points coincide.

use crate::tolerance::NEAR_CELL;
use glam::DVec3;
use std::collections::HashMap;

/// Indices of points, by cells of a grid.
pub(super) struct NearPoints {
    /// Metres. Points at most this far away are found.
    within: f64,
    /// Metres. The width of a cell.
    cell: f64,
    cells: HashMap<[i64; 3], Vec<usize>>,
}

impl NearPoints {
    /// An empty grid that answers for this distance in metres.
    pub(super) fn within(distance: f64) -> Self {
        Self { within: distance, cell: (NEAR_CELL * distance).max(f64::MIN_POSITIVE), cells: HashMap::new() }
    }

    /// Enters a point.
    pub(super) fn insert(&mut self, point: DVec3, index: usize) {
        self.cells.entry(self.cell_of(point)).or_default().push(index);
    }

    /// The points that may lie within the distance of this one, in ascending order.
    pub(super) fn near(&self, point: DVec3) -> Vec<usize> {
        // Twice the distance, so that the rounding of both corners does not matter.
        let reach = DVec3::splat(2.0 * self.within);
        let [low, high] = [self.cell_of(point - reach), self.cell_of(point + reach)];
        // No loop over a range: at the ends of the integers it might be a long one.
        let ends =
            [0, 1, 2].map(|axis| if low[axis] == high[axis] { vec![low[axis]] } else { vec![low[axis], high[axis]] });
        let mut found = Vec::new();
        for &x in &ends[0] {
            for &y in &ends[1] {
                for &z in &ends[2] {
                    found.extend(self.cells.get(&[x, y, z]).into_iter().flatten());
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// The cell of a point. Numbers beyond the integers share the outermost cells.
    fn cell_of(&self, point: DVec3) -> [i64; 3] {
        point.to_array().map(|place| (place / self.cell).floor() as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::NearPoints;
    use crate::tolerance::NEAR_CELL;
    use glam::{DVec3, dvec3};

    /// Points on the borders of cells and beside them by parts of the distance, near the origin and far away.
    #[test]
    fn every_point_within_the_distance_is_found() {
        for (distance, far) in [(1e-12, 0.0), (1e-12, 1e3), (0.5, -40.0), (1e-30, 1.0), (0.0, 2.0), (1e-12, 1e300)] {
            let cell = NEAR_CELL * distance;
            let shares = [-1.0, -0.5, 0.0, 0.5, 1.0];
            let along: Vec<f64> =
                [0.0, 1.0, -1.0].iter().flat_map(|k| shares.map(|share| far + k * cell + share * distance)).collect();
            let mut points: Vec<DVec3> = Vec::new();
            for &x in &along {
                points.extend(along.iter().map(|&y| dvec3(x, y, -y)));
            }
            let mut near = NearPoints::within(distance);
            points.iter().enumerate().for_each(|(index, &point)| near.insert(point, index));
            let mut close = 0;
            for &point in &points {
                let found = near.near(point);
                assert!(found.is_sorted());
                for (index, other) in points.iter().enumerate() {
                    if other.distance(point) <= distance {
                        close += 1;
                        assert!(found.contains(&index), "{point} and {other} at {distance}");
                    }
                }
            }
            assert!(close >= points.len());
        }
    }

    #[test]
    fn few_others_are_found() {
        let mut near = NearPoints::within(1e-12);
        for index in 0..1_000 {
            near.insert(dvec3(index as f64, 0.0, 0.0), index);
        }
        assert_eq!(near.near(dvec3(7.0, 0.0, 0.0)), vec![7]);
        assert!(near.near(dvec3(7.5, 0.0, 0.0)).is_empty());
    }
}
