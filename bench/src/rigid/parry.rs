//! parry's casts of triangle meshes and convex polyhedra, and its sweeps of convex polyhedra.

use super::set::{Motions, Set};
use super::{Outcome, fastest};
use glam::DVec3;
use parry3d_f64::math::{Pose, Rotation, Vector};
use parry3d_f64::query::{
    NonlinearRigidMotion, ShapeCastOptions, Sweep, SweepToiStatus, ToiProxy, cast_shapes, cast_shapes_nonlinear,
    sweep_time_of_impact,
};
use parry3d_f64::shape::{ConvexPolyhedron, SharedShape, TriMesh};
use tangency::geometry::Rigid;

fn vector(place: DVec3) -> Vector {
    Vector::new(place.x, place.y, place.z)
}

fn pose(motion: &Rigid) -> Pose {
    let turn = motion.start().rotation();
    let rotation = Rotation::from_xyzw(turn.x, turn.y, turn.z, turn.w).normalize();
    Pose::from_parts(vector(motion.start().translation()), rotation)
}

fn shapes(set: &Set) -> [SharedShape; 2] {
    set.bodies.each_ref().map(|body| {
        let mesh = body.shape().mesh().expect("a body of triangles");
        let vertices = mesh.vertices().iter().map(|&vertex| vector(vertex)).collect();
        if set.convex() {
            SharedShape::new(ConvexPolyhedron::from_convex_mesh(vertices, mesh.triangles()).expect("a convex mesh"))
        } else {
            SharedShape::new(TriMesh::new(vertices, mesh.triangles().to_vec()).expect("a mesh of triangles"))
        }
    })
}

/// Measures every n-th motion, with rotation; n is `every`.
pub(super) fn nonlinear(set: &Set, every: usize, runs: usize) -> Vec<Outcome> {
    let [a, b] = shapes(set);
    let motion = |rigid: &Rigid| {
        NonlinearRigidMotion::new(pose(rigid), Vector::ZERO, vector(rigid.velocity()), vector(rigid.angular_velocity()))
    };
    let cast = |[of_a, of_b]: &Motions| {
        let hit = cast_shapes_nonlinear(&motion(of_a), &*a, &motion(of_b), &*b, 0.0, 1.0, true);
        hit.ok().flatten().map(|hit| hit.time_of_impact)
    };
    set.motions.iter().step_by(every).map(|motions| fastest(runs, || cast(motions))).collect()
}

/// Measures every motion, without rotation.
pub(super) fn linear(set: &Set, runs: usize) -> Vec<Outcome> {
    let [a, b] = shapes(set);
    let cast = |[of_a, of_b]: &Motions| {
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        let (velocity_a, velocity_b) = (vector(of_a.velocity()), vector(of_b.velocity()));
        let hit = cast_shapes(&pose(of_a), velocity_a, &*a, &pose(of_b), velocity_b, &*b, options);
        hit.ok().flatten().map(|hit| hit.time_of_impact)
    };
    set.motions.iter().map(|motions| fastest(runs, || cast(motions))).collect()
}

/// Measures every motion of convex bodies: a sweep between the poses at both ends, which differs from the motion if it
/// rotates.
pub(super) fn sweep(set: &Set, runs: usize) -> Vec<Outcome> {
    /// The typical value of its documentation.
    const SLOP: f64 = 0.005;
    let points = set.bodies.each_ref().map(|body| -> Vec<Vector> {
        body.shape().mesh().expect("a body of triangles").vertices().iter().map(|&vertex| vector(vertex)).collect()
    });
    let swept = |rigid: &Rigid| {
        let start = pose(rigid);
        let turn = Rotation::from_scaled_axis(vector(rigid.angular_velocity()));
        let end = Pose::from_parts(start.translation + vector(rigid.velocity()), turn * start.rotation);
        Sweep::from_poses(&start, &end, Vector::ZERO)
    };
    let cast = |[of_a, of_b]: &Motions| {
        let [a, b] = points.each_ref().map(|points| ToiProxy::from_points(points, 0.0));
        let found = sweep_time_of_impact(&a, &swept(of_a), &b, &swept(of_b), 1.0, SLOP);
        matches!(found.status, SweepToiStatus::Hit).then_some(found.fraction)
    };
    set.motions.iter().map(|motions| fastest(runs, || cast(motions))).collect()
}
