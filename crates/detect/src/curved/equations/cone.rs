//! A normal that separates two bodies at a crease, a corner, an edge or a vertex.
//!
//! **Question.** Each body has several outward directions at a contact point. What is the contact normal from the
//! first body to the second?
//!
//! **Idea.** A plane separates both tangent cones if its normal is a combination with non-negative coefficients of
//! the outward directions of the first body, and the opposite normal is such a combination for the second. Two
//! crossing edges leave one direction: perpendicular to both edges, where an edge is itself perpendicular to its
//! two outward directions. The candidates are these directions, the outward directions and their means. The
//! candidate closest to both cones is chosen.
//!
//! **Guarantee.** None: plain numbers. For crossing edges and for convex edges and corners the normal is that of
//! the closed form, up to rounding.

use crate::tolerance::{OUT_OF_CONE, SEPARATES};
use glam::{DMat3, DVec3};
use tangency_geometry::Solid;
use tangency_geometry::solid::{self, SolidWork};
use tangency_interval::solve::ConditionStatus;
use tangency_interval::{Interval, Vector3};

/// What is known of the outward directions of a body at a point.
pub(in crate::curved) enum Outward {
    /// The cone of these unit vectors, at least one.
    Cone(Vec<DVec3>),
    /// All directions perpendicular to the tangent of an edge.
    Across(DVec3),
    /// All directions.
    Unknown,
}

impl Outward {
    /// The cone of vectors of any length. Zero vectors are ignored; `None` if nothing is left.
    pub(in crate::curved) fn cone(vectors: impl Iterator<Item = DVec3>) -> Option<Self> {
        let units: Vec<DVec3> = vectors.filter_map(DVec3::try_normalize).collect();
        (!units.is_empty()).then_some(Self::Cone(units))
    }

    /// The distance of a unit vector from the cone.
    fn distance(&self, direction: DVec3) -> f64 {
        match self {
            Self::Cone(units) => distance_from_cone(direction, units),
            Self::Across(tangent) => direction.dot(*tangent).abs(),
            Self::Unknown => 0.0,
        }
    }

    /// The directions of edges: perpendicular to two outward directions.
    fn edge_directions(&self) -> Vec<DVec3> {
        match self {
            Self::Cone(units) => {
                pairs(units).filter_map(|(first, second)| first.cross(second).try_normalize()).collect()
            }
            Self::Across(tangent) => vec![*tangent],
            Self::Unknown => Vec::new(),
        }
    }

    /// The mean of the outward directions, and each of them.
    fn candidates(&self) -> Vec<DVec3> {
        match self {
            Self::Cone(units) => {
                let mean = units.iter().sum::<DVec3>().try_normalize();
                mean.into_iter().chain(units.iter().copied()).collect()
            }
            Self::Across(_) | Self::Unknown => Vec::new(),
        }
    }
}

/// The unit outward directions of a solid near a point of an element of its boundary: the gradients of the
/// functions of the element, and of others that vanish within `near` metres and form a larger element with them.
pub(super) fn outward_of_solid(
    (solid, part): (&Solid, &solid::SolidElement),
    (place, time): (Vector3, Interval),
    near: f64,
    work: &mut SolidWork,
) -> Vec<DVec3> {
    let slope = |leaf: usize, work: &mut SolidWork| {
        let slope = solid.leaves()[leaf].slope(place, time, work)?;
        Some((DVec3::from_array(slope.gradient.mid()), slope.value.mid()))
    };
    let mut leaves = part.leaves();
    for element in solid.elements() {
        let more = element.leaves();
        let larger = more.len() > leaves.len() && part.leaves().iter().all(|leaf| more.contains(leaf));
        let vanishes = |leaf: &usize, work: &mut SolidWork| {
            part.leaves().contains(leaf)
                || slope(*leaf, work).is_some_and(|(gradient, value)| value.abs() <= near * gradient.length())
        };
        if larger && more.iter().all(|leaf| vanishes(leaf, work)) {
            leaves = more;
        }
    }
    leaves.iter().filter_map(|&leaf| slope(leaf, work)?.0.try_normalize()).collect()
}

/// The unit normal from the first body to the second, and whether it separates them.
pub(in crate::curved) fn separating(first: &Outward, second: &Outward) -> (DVec3, bool) {
    let mut candidates: Vec<DVec3> = Vec::new();
    for along in first.edge_directions() {
        for across in second.edge_directions() {
            candidates
                .extend(along.cross(across).try_normalize().into_iter().flat_map(|direction| [direction, -direction]));
        }
    }
    candidates.extend(second.candidates().into_iter().map(|direction| -direction));
    candidates.extend(first.candidates());
    let excess = |direction: &DVec3| first.distance(*direction) + second.distance(-*direction);
    let mut best: Option<(f64, DVec3)> = None;
    for direction in candidates {
        let excess = excess(&direction);
        // Keep the first of several candidates that are equal up to rounding.
        if best.is_none_or(|(least, _)| excess < least - OUT_OF_CONE) {
            best = Some((excess, direction));
        }
    }
    best.map_or((DVec3::Z, false), |(excess, direction)| (direction, excess <= SEPARATES))
}

/// Whether at least one of the outward directions points away from the normal; `Holds` if no outward directions are
/// known.
pub(super) fn some_points_away(outward: impl Iterator<Item = Vector3>, normal: Vector3) -> ConditionStatus {
    let each = outward.map(|direction| ConditionStatus::not_negative(-direction.dot(normal)));
    each.reduce(ConditionStatus::or).unwrap_or(ConditionStatus::Holds)
}

/// All pairs of different vectors.
fn pairs(units: &[DVec3]) -> impl Iterator<Item = (DVec3, DVec3)> + '_ {
    units.iter().enumerate().flat_map(|(index, &first)| units[index + 1..].iter().map(move |&second| (first, second)))
}

/// The distance of a unit vector from the cone of these vectors: the least over all combinations of up to three of
/// them.
fn distance_from_cone(direction: DVec3, units: &[DVec3]) -> f64 {
    let mut least = 1.0_f64;
    for (index, &first) in units.iter().enumerate() {
        least = least.min((direction - first * direction.dot(first).max(0.0)).length());
        for (next, &second) in units.iter().enumerate().skip(index + 1) {
            let across = first.cross(second);
            let size = across.length_squared();
            if size <= OUT_OF_CONE * OUT_OF_CONE {
                continue;
            }
            // The projection onto the plane of both, as a combination of both.
            let flat = direction - across * (direction.dot(across) / size);
            let shares = [flat.cross(second).dot(across) / size, first.cross(flat).dot(across) / size];
            if shares.iter().all(|share| *share >= 0.0) {
                least = least.min((direction - flat).length());
            }
            for &third in units.iter().skip(next + 1) {
                let matrix = DMat3::from_cols(first, second, third);
                if matrix.determinant().abs() > OUT_OF_CONE && (matrix.inverse() * direction).cmpge(DVec3::ZERO).all() {
                    least = 0.0;
                }
            }
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    fn cone(vectors: &[DVec3]) -> Outward {
        Outward::cone(vectors.iter().copied()).expect("directions")
    }

    #[test]
    fn edges_that_cross_touch_across_both() {
        // A roof with its ridge along x stands below an upside-down one with its ridge along y.
        let below = cone(&[dvec3(0.0, 1.0, 1.0), dvec3(0.0, -1.0, 1.0)]);
        let above = cone(&[dvec3(1.0, 0.0, -2.0), dvec3(-3.0, 0.0, -1.0)]);
        assert!(separating(&below, &above).0.distance(DVec3::Z) < 1e-12);
        assert!(separating(&above, &below).0.distance(-DVec3::Z) < 1e-12);
        let along = separating(&Outward::Across(DVec3::X), &above).0;
        assert!(along.distance(DVec3::Z) < 1e-12);
    }

    #[test]
    fn parallel_edges_leave_what_both_cones_have_in_common() {
        let below = cone(&[DVec3::Z, -DVec3::Y]);
        let above = cone(&[-DVec3::Z, -DVec3::Y]);
        assert!(separating(&below, &above).0.distance(DVec3::Z) < 1e-12);
    }

    #[test]
    fn corners_touch_within_both_cones() {
        let corner = cone(&[DVec3::X, DVec3::Y, DVec3::Z]);
        let normal = separating(&corner, &Outward::Unknown).0;
        assert!(normal.distance(DVec3::ONE.normalize()) < 1e-12);
        let ridge = cone(&[dvec3(-1.0, -0.2, -1.0), dvec3(-1.0, -0.2, 0.1)]);
        let normal = separating(&corner, &ridge).0;
        assert!(corner.distance(normal) < 1e-12 && ridge.distance(-normal) < 1e-12);
        assert!(!separating(&Outward::Unknown, &Outward::Unknown).1);
    }
}
