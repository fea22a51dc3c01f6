//! A normal that separates two bodies at a crease, a corner, an edge or a vertex.
//!
//! **Question.** Each body has several outward directions at the place of a contact. Along which direction does the first touch the second?
//!
//! **Idea.** The plane of contact keeps both tangent cones apart if its normal is a combination, with shares that are not negative, of the outward
//! directions of the first body, and its opposite one of those of the second. Of two edges that cross this leaves one direction: across both,
//! where the direction of an edge is itself across its two outward directions. Candidates are these, the outward directions, and their means. The one that is
//! closest to both cones is taken.
//!
//! **Guarantee.** None: plain numbers. For edges that cross and for convex edges and corners the normal is that of the closed form, up to rounding.

use crate::tolerance::{OUT_OF_CONE, SEPARATES};
use glam::{DMat3, DVec3};
use tangency_geometry::Solid;
use tangency_geometry::solid::{self, SolidWork as Workspace};
use tangency_interval::{Interval, Vector3};

/// What is known of the outward directions of a body at a place.
pub(super) enum Outward {
    /// These, of unit length; one or more.
    Cone(Vec<DVec3>),
    /// Anything across the tangent of an edge.
    Across(DVec3),
    /// Anything.
    Unknown,
}

impl Outward {
    /// From vectors of any length; those without a direction say nothing.
    pub(super) fn cone(ways: impl Iterator<Item = DVec3>) -> Option<Self> {
        let units: Vec<DVec3> = ways.filter_map(DVec3::try_normalize).collect();
        (!units.is_empty()).then_some(Self::Cone(units))
    }

    /// How far a unit vector is from the cone.
    fn distance(&self, way: DVec3) -> f64 {
        match self {
            Self::Cone(units) => distance_from_cone(way, units),
            Self::Across(tangent) => way.dot(*tangent).abs(),
            Self::Unknown => 0.0,
        }
    }

    /// Directions along edges: across two outward directions.
    fn along(&self) -> Vec<DVec3> {
        match self {
            Self::Cone(units) => {
                pairs(units).filter_map(|(first, second)| first.cross(second).try_normalize()).collect()
            }
            Self::Across(tangent) => vec![*tangent],
            Self::Unknown => Vec::new(),
        }
    }

    /// The mean of the outward directions, and each of them.
    fn ways(&self) -> Vec<DVec3> {
        match self {
            Self::Cone(units) => {
                let mean = units.iter().sum::<DVec3>().try_normalize();
                mean.into_iter().chain(units.iter().copied()).collect()
            }
            Self::Across(_) | Self::Unknown => Vec::new(),
        }
    }
}

/// The unit outward directions of a solid near a zero of an element of its boundary: the gradients of its leaves, and of those others that vanish within
/// `near` metres and make an element with them.
pub(super) fn outward_of_solid(
    (solid, part): (&Solid, &solid::SolidElement),
    (place, time): (Vector3, Interval),
    near: f64,
    work: &mut Workspace,
) -> Vec<DVec3> {
    let slope = |leaf: usize, work: &mut Workspace| {
        let slope = solid.leaves()[leaf].slope(place, time, work)?;
        Some((DVec3::from_array(slope.gradient.mid()), slope.value.mid()))
    };
    let mut leaves = part.leaves();
    for element in solid.elements() {
        let more = element.leaves();
        let larger = more.len() > leaves.len() && part.leaves().iter().all(|leaf| more.contains(leaf));
        let vanishes = |leaf: &usize, work: &mut Workspace| {
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
pub(super) fn separating(first: &Outward, second: &Outward) -> (DVec3, bool) {
    let mut candidates: Vec<DVec3> = Vec::new();
    for along in first.along() {
        for across in second.along() {
            candidates.extend(along.cross(across).try_normalize().into_iter().flat_map(|way| [way, -way]));
        }
    }
    candidates.extend(second.ways().into_iter().map(|way| -way));
    candidates.extend(first.ways());
    let excess = |way: &DVec3| first.distance(*way) + second.distance(-*way);
    let mut best: Option<(f64, DVec3)> = None;
    for way in candidates {
        let excess = excess(&way);
        // The first of those that are equally good, up to rounding.
        if best.is_none_or(|(least, _)| excess < least - OUT_OF_CONE) {
            best = Some((excess, way));
        }
    }
    best.map_or((DVec3::Z, false), |(excess, way)| (way, excess <= SEPARATES))
}

/// All pairs of different members.
fn pairs(units: &[DVec3]) -> impl Iterator<Item = (DVec3, DVec3)> + '_ {
    units.iter().enumerate().flat_map(|(index, &first)| units[index + 1..].iter().map(move |&second| (first, second)))
}

/// How far a unit vector is from the cone of these, in three dimensions: the least over all combinations of up to three of them.
fn distance_from_cone(way: DVec3, units: &[DVec3]) -> f64 {
    let mut least = 1.0_f64;
    for (index, &first) in units.iter().enumerate() {
        least = least.min((way - first * way.dot(first).max(0.0)).length());
        for (next, &second) in units.iter().enumerate().skip(index + 1) {
            let across = first.cross(second);
            let size = across.length_squared();
            if size <= OUT_OF_CONE * OUT_OF_CONE {
                continue;
            }
            // The part of the vector in their plane, as a combination of both.
            let flat = way - across * (way.dot(across) / size);
            let shares = [flat.cross(second).dot(across) / size, first.cross(flat).dot(across) / size];
            if shares.iter().all(|share| *share >= 0.0) {
                least = least.min((way - flat).length());
            }
            for &third in units.iter().skip(next + 1) {
                let matrix = DMat3::from_cols(first, second, third);
                if matrix.determinant().abs() > OUT_OF_CONE && (matrix.inverse() * way).cmpge(DVec3::ZERO).all() {
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

    fn cone(ways: &[DVec3]) -> Outward {
        Outward::cone(ways.iter().copied()).expect("directions")
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
