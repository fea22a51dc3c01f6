//! parry's casts of triangle meshes.

use super::set::{Motions, Set};
use super::{Outcome, fastest};
use glam::DVec3;
use parry3d_f64::math::{Pose, Rotation, Vector};
use parry3d_f64::query::{NonlinearRigidMotion, ShapeCastOptions, cast_shapes, cast_shapes_nonlinear};
use parry3d_f64::shape::TriMesh;
use tangency::geometry::Rigid;

fn vector(place: DVec3) -> Vector {
    Vector::new(place.x, place.y, place.z)
}

fn pose(motion: &Rigid) -> Pose {
    let turn = motion.start().rotation();
    let rotation = Rotation::from_xyzw(turn.x, turn.y, turn.z, turn.w).normalize();
    Pose::from_parts(vector(motion.start().translation()), rotation)
}

fn meshes(set: &Set) -> [TriMesh; 2] {
    set.bodies.each_ref().map(|body| {
        let mesh = body.shape().mesh();
        let vertices = mesh.vertices().iter().map(|&vertex| vector(vertex)).collect();
        TriMesh::new(vertices, mesh.triangles().to_vec()).expect("a mesh of triangles")
    })
}

/// One motion of so many, once each, with rotation.
pub(super) fn nonlinear(set: &Set, every: usize) -> Vec<Outcome> {
    let [a, b] = meshes(set);
    let motion = |rigid: &Rigid| {
        NonlinearRigidMotion::new(pose(rigid), Vector::ZERO, vector(rigid.velocity()), vector(rigid.angular_velocity()))
    };
    let cast = |[of_a, of_b]: &Motions| {
        let hit = cast_shapes_nonlinear(&motion(of_a), &a, &motion(of_b), &b, 0.0, 1.0, true);
        hit.ok().flatten().map(|hit| hit.time_of_impact)
    };
    set.motions.iter().step_by(every).map(|motions| fastest(1, || cast(motions))).collect()
}

/// Every motion, without rotation.
pub(super) fn linear(set: &Set, runs: usize) -> Vec<Outcome> {
    let [a, b] = meshes(set);
    let cast = |[of_a, of_b]: &Motions| {
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        let (velocity_a, velocity_b) = (vector(of_a.velocity()), vector(of_b.velocity()));
        let hit = cast_shapes(&pose(of_a), velocity_a, &a, &pose(of_b), velocity_b, &b, options);
        hit.ok().flatten().map(|hit| hit.time_of_impact)
    };
    set.motions.iter().map(|motions| fastest(runs, || cast(motions))).collect()
}
