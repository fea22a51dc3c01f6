//! parry's answers about our bodies.

use super::tally::Measured;
use crate::contact_oracle::Path;
use glam::{DQuat, DVec3, dvec3};
use parry3d_f64::math::{Pose as PeerPose, Rotation, Vector};
use parry3d_f64::query::{
    NonlinearRigidMotion, ShapeCastOptions, cast_shapes, cast_shapes_nonlinear, contact, distance, intersection_test,
};
use parry3d_f64::shape::{Ball, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, RoundShape, SharedShape};
use std::f64::consts::FRAC_1_SQRT_2;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tangency::geometry::{Convex, ConvexCore, Pose};

/// A body of parry and its pose in the frame of ours.
pub(super) struct PeerShape {
    shape: SharedShape,
    turn: DQuat,
    /// Metres. The height of its origin.
    lift: f64,
}

fn vector(place: DVec3) -> Vector {
    Vector::new(place.x, place.y, place.z)
}

impl PeerShape {
    /// `None` if parry has no such body: it has no ellipsoids.
    pub(super) fn of(body: &Convex) -> Option<Self> {
        let radius = body.radius();
        // Its cylinders and cones stand along y.
        let upright = DQuat::from_xyzw(FRAC_1_SQRT_2, 0.0, 0.0, FRAC_1_SQRT_2);
        let (shape, turn, lift) = match body.core() {
            ConvexCore::Point => (SharedShape::new(Ball::new(radius)), DQuat::IDENTITY, 0.0),
            ConvexCore::Segment { half } => {
                let end = dvec3(0.0, 0.0, *half);
                (SharedShape::new(Capsule::new(vector(-end), vector(end), radius)), DQuat::IDENTITY, 0.0)
            }
            ConvexCore::Cuboid { half } => (rounded(Cuboid::new(vector(*half)), radius), DQuat::IDENTITY, 0.0),
            ConvexCore::Cylinder { radius: across, half } => {
                (rounded(Cylinder::new(*half, *across), radius), upright, 0.0)
            }
            ConvexCore::Cone { radius: across, height } => {
                (rounded(Cone::new(0.5 * height, *across), radius), upright, 0.5 * height)
            }
            ConvexCore::Ellipsoid { .. } => return None,
            ConvexCore::Hull { points } => {
                let points: Vec<Vector> = points.iter().map(|&point| vector(point)).collect();
                let hull = catch_unwind(|| ConvexPolyhedron::from_convex_hull(&points)).ok()??;
                (rounded(hull, radius), DQuat::IDENTITY, 0.0)
            }
        };
        Some(Self { shape, turn, lift })
    }

    fn pose(&self, pose: &Pose) -> PeerPose {
        let turn = pose.rotation() * self.turn;
        let rotation = Rotation::from_xyzw(turn.x, turn.y, turn.z, turn.w).normalize();
        PeerPose::from_parts(vector(pose.apply(dvec3(0.0, 0.0, self.lift))), rotation)
    }
}

/// The shape, grown by a radius if it is above zero.
fn rounded<S: parry3d_f64::shape::Shape + Clone>(inner_shape: S, border_radius: f64) -> SharedShape
where
    RoundShape<S>: parry3d_f64::shape::Shape,
{
    if border_radius > 0.0 {
        SharedShape::new(RoundShape { inner_shape, border_radius })
    } else {
        SharedShape::new(inner_shape)
    }
}

/// Distance, overlap and depth; `None` if a question panicked or is not answered.
pub(super) fn measure(bodies: [&PeerShape; 2], poses: &[Pose; 2]) -> Option<Measured> {
    let [a, b] = bodies.map(|body| &*body.shape);
    let [of_a, of_b] = [0, 1].map(|side: usize| bodies[side].pose(&poses[side]));
    let ask = || {
        let distance = distance(&of_a, a, &of_b, b).ok()?.distance;
        let overlaps = intersection_test(&of_a, a, &of_b, b).ok()?.intersecting;
        let depth = contact(&of_a, a, &of_b, b, 0.0).ok()?.map(|contact| -contact.dist);
        Some(Measured { distance, overlaps, depth })
    };
    catch_unwind(AssertUnwindSafe(ask)).ok().flatten()
}

/// The time of the first contact during the first second. An error: it panicked or has no answer.
pub(super) fn first_contact(bodies: [&PeerShape; 2], paths: &[Path; 2]) -> Result<Option<f64>, ()> {
    let [a, b] = bodies.map(|body| &*body.shape);
    let [of_a, of_b] = [0, 1].map(|side: usize| bodies[side].pose(&paths[side].start()));
    let velocities = [0, 1].map(|side: usize| vector(paths[side].velocity));
    let ask = || {
        if paths.iter().all(|path| path.spin == DVec3::ZERO) {
            let options = ShapeCastOptions { max_time_of_impact: 1.0, ..ShapeCastOptions::default() };
            return cast_shapes(&of_a, velocities[0], a, &of_b, velocities[1], b, options);
        }
        let motion = |side: usize, pose: PeerPose| {
            // The centre of the rotation is our origin, in the frame of the peer.
            let centre = bodies[side].turn.inverse() * dvec3(0.0, 0.0, -bodies[side].lift);
            NonlinearRigidMotion::new(pose, vector(centre), velocities[side], vector(paths[side].spin))
        };
        cast_shapes_nonlinear(&motion(0, of_a), a, &motion(1, of_b), b, 0.0, 1.0, true)
    };
    let answer = catch_unwind(AssertUnwindSafe(ask)).map_err(|_| ())?.map_err(|_| ())?;
    Ok(answer.map(|hit| hit.time_of_impact))
}
