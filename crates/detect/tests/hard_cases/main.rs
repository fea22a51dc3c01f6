//! Cases that other collision libraries got wrong, gathered from their issue trackers and built again.
//!
//! `docs/hard-cases.md` lists them: where each was reported, what went wrong there, and our answer. Only facts and
//! figures are taken over. References are closed forms, and for all pairs the largest lead of one body over the other
//! along any direction, by search in double-double arithmetic (`oracle`). Our own answers are never a reference.

#![allow(clippy::expect_used)] // Bodies of the tests are valid.

mod boxes;
mod capsules;
mod contacts;
#[path = "../gap_oracle/mod.rs"]
#[allow(dead_code)] // Only the support points are used.
mod gap_oracle;
mod oracle;
mod rays;
mod robots;
mod rounds;

use glam::{DMat3, DQuat, DVec3, dvec3};
use tangency_detect::{Evidence, Moving, OverlapVerdict, Query, depth, distance, overlap};
use tangency_geometry::{Convex, Motion, Pose};

/// Two bodies and their gap: positive the distance, negative the depth of their overlap.
pub(crate) struct HardCase {
    /// What it is.
    pub(crate) name: &'static str,
    /// The repository and the number of the report.
    pub(crate) source: &'static str,
    pub(crate) bodies: [Convex; 2],
    pub(crate) poses: [Pose; 2],
    /// Metres. The closed form; `None` if only the search knows it.
    pub(crate) gap: Option<f64>,
    /// Metres. The width that the enclosures may have; `None`: 10⁻⁹ of the size.
    pub(crate) width: Option<f64>,
}

pub(crate) fn cuboid(x: f64, y: f64, z: f64) -> Convex {
    Convex::cuboid(dvec3(x, y, z)).expect("a box")
}

pub(crate) fn sphere(radius: f64) -> Convex {
    Convex::sphere(radius).expect("a sphere")
}

pub(crate) fn capsule(radius: f64, length: f64) -> Convex {
    Convex::capsule(radius, length).expect("a capsule")
}

pub(crate) fn cylinder(radius: f64, height: f64) -> Convex {
    Convex::cylinder(radius, height).expect("a cylinder")
}

pub(crate) fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::translated(dvec3(x, y, z)).expect("a pose")
}

/// Turned by exactly a right angle about an axis of the frame: both coordinates of the quaternion are the same double.
pub(crate) fn quarter(axis: DVec3, x: f64, y: f64, z: f64) -> Pose {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let turn = half * axis;
    Pose::new(DQuat::from_xyzw(turn.x, turn.y, turn.z, half), dvec3(x, y, z)).expect("a pose")
}

/// A pose by the rows of a rotation matrix and a place.
pub(crate) fn matrix(rows: [[f64; 3]; 3], place: DVec3) -> Pose {
    let turn = DQuat::from_mat3(&DMat3::from_cols_array_2d(&rows).transpose()).normalize();
    Pose::new(turn, place).expect("a pose")
}

pub(crate) fn still(body: &Convex, pose: &Pose) -> Moving {
    Moving::new(body.clone().into(), Motion::Still(*pose)).expect("a body")
}

impl HardCase {
    /// Metres. The size of the numbers.
    fn scale(&self) -> f64 {
        let of = |side: usize| self.bodies[side].reach() + self.poses[side].translation().length();
        of(0).max(of(1))
    }

    /// The gap, and how well it is known.
    fn truth(&self) -> (f64, f64) {
        let searched = oracle::gap(&self.bodies, &self.poses);
        let error = 1e-14 * self.scale();
        let Some(gap) = self.gap else { return (searched, 1e-11 * self.scale()) };
        let Self { name, source, .. } = self;
        // The search only ever finds less, up to rounding of the closed form.
        assert!(searched <= gap + error, "{name} ({source}): closed form {gap}, but a lead of {searched}");
        assert!(searched >= gap - 1e-9 * self.scale(), "{name} ({source}): closed form {gap}, search {searched}");
        (gap, error)
    }

    fn check(&self) {
        let (gap, error) = self.truth();
        for order in [[0, 1], [1, 0]] {
            let [a, b] = order.map(|side: usize| still(&self.bodies[side], &self.poses[side]));
            let name = format!("{} ({}), order {order:?}: gap {gap}", self.name, self.source);
            let query = Query::default();
            let narrow = self.width.unwrap_or(1e-9 * self.scale());

            let found = distance(&a, &b, 0.0, &query).expect("an answer");
            let (lower, upper) = (found.distance.lower(), found.distance.upper());
            assert!(lower <= gap.max(0.0) + error && gap.max(0.0) - error <= upper, "{name}: {found:?}");
            assert!(found.evidence == Evidence::Proved && upper - lower <= narrow, "{name}: {found:?}");
            let [on_a, on_b] = found.closest.points;
            assert!((found.closest.normal.length() - 1.0).abs() < 1e-9, "{name}: {found:?}");
            assert!(gap < 0.0 || (on_a.distance(on_b) - gap).abs() <= narrow, "{name}: {found:?}");

            let found = depth(&a, &b, 0.0, &query).expect("an answer");
            let (lower, upper) = (found.depth.lower(), found.depth.upper());
            assert!(lower <= (-gap).max(0.0) + error && (-gap).max(0.0) - error <= upper, "{name}: {found:?}");
            assert!(found.evidence == Evidence::Proved && upper - lower <= narrow, "{name}: {found:?}");
            assert!((found.direction.length() - 1.0).abs() < 1e-9, "{name}: {found:?}");
            // Moved along the direction by the depth, the bodies are apart.
            let moved = self.poses[order[1]];
            let place = moved.translation() + (upper + narrow) * found.direction;
            let moved = Pose::new(moved.rotation(), place).expect("a pose");
            let parted = [self.bodies[order[0]].clone(), self.bodies[order[1]].clone()];
            let lead = oracle::lead(&parted, &[self.poses[order[0]], moved], found.direction);
            assert!(gap >= 0.0 || lead > 0.0, "{name}: not parted, {lead}, by {found:?}");

            let found = overlap(&a, &b, 0.0, &query).expect("an answer").verdict;
            match found {
                OverlapVerdict::Overlapping { .. } => assert!(gap <= error, "{name}: {found:?}"),
                OverlapVerdict::Apart { .. } => assert!(gap >= -error, "{name}: {found:?}"),
                OverlapVerdict::Open => assert!(gap.abs() <= error, "{name}: left open"),
            }
        }
    }
}

#[test]
fn boxes_are_right() {
    boxes::cases().iter().for_each(HardCase::check);
}

#[test]
fn round_bodies_are_right() {
    rounds::cases().iter().for_each(HardCase::check);
}

#[test]
fn capsules_are_right() {
    capsules::cases().iter().for_each(HardCase::check);
}

#[test]
fn reports_of_robots_are_right() {
    robots::cases().iter().for_each(HardCase::check);
}
