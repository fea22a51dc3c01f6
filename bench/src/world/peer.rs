//! The same gas in rapier: defaults of version 0.36 but for elastic smooth bodies, no sleep and no gravity.

use super::overlap::{Deepest, deepest};
use super::scene::{Gas, MASS_DENSITY, RADIUS};
use super::{Outcome, repeats, seconds};
use glam::{DQuat, DVec3};
use rapier3d_f64::pipeline::PhysicsWorld;
use rapier3d_f64::prelude::{ColliderBuilder, Pose, RigidBodyBuilder, RigidBodyHandle, Rotation, SharedShape, Vector};

fn vector(place: DVec3) -> Vector {
    Vector::new(place.x, place.y, place.z)
}

/// The world, and the walls and bodies in the order of the gas.
fn world(gas: &Gas) -> (PhysicsWorld, Vec<RigidBodyHandle>) {
    let mut world = PhysicsWorld { gravity: vector(DVec3::ZERO), ..PhysicsWorld::default() };
    let elastic = |collider: ColliderBuilder| collider.restitution(1.0).friction(0.0).density(MASS_DENSITY);
    let mut handles = Vec::new();
    for normal in gas.walls() {
        let body = RigidBodyBuilder::fixed().translation(vector(-0.5 * gas.side * normal));
        let plane = SharedShape::halfspace(vector(normal));
        handles.push(world.insert(body, elastic(ColliderBuilder::new(plane))).0);
    }
    let shapes: Vec<SharedShape> = gas
        .shapes
        .iter()
        .map(|shape| match &shape.points {
            Some(points) => {
                let points: Vec<Vector> = points.iter().map(|point| vector(*point)).collect();
                SharedShape::convex_hull(&points).expect("a hull")
            }
            None => SharedShape::ball(RADIUS),
        })
        .collect();
    for member in &gas.members {
        let turn = member.orientation;
        let place = member.centre - turn * gas.shapes[member.shape].inertia.centre();
        let body = RigidBodyBuilder::dynamic()
            .pose(Pose::from_parts(vector(place), Rotation::from_xyzw(turn.x, turn.y, turn.z, turn.w)))
            .linvel(vector(member.velocity))
            .angvel(vector(member.angular_velocity))
            .can_sleep(false);
        handles.push(world.insert(body, elastic(ColliderBuilder::new(shapes[member.shape].clone()))).0);
    }
    (world, handles)
}

fn energy(world: &PhysicsWorld, handles: &[RigidBodyHandle]) -> f64 {
    // The walls come first and do not move.
    handles.iter().skip(6).map(|handle| world.bodies[*handle].kinetic_energy()).sum()
}

/// The energy at the start, from the same masses as ours.
fn first_energy(gas: &Gas) -> f64 {
    let of = |member: &super::scene::Member| {
        let inertia = &gas.shapes[member.shape].inertia;
        let spin = member.orientation.inverse() * member.angular_velocity;
        0.5 * (inertia.mass() * member.velocity.length_squared() + spin.dot(inertia.tensor() * spin))
    };
    gas.members.iter().map(of).sum()
}

/// Steps through the time: once with the test of overlaps after each step, and some times for the processor time.
pub(super) fn run(gas: &Gas, until: f64) -> Outcome {
    let steps = (60.0 * until).round() as usize;
    let timed = || {
        let (mut world, _) = world(gas);
        let start = seconds();
        (0..steps).for_each(|_| world.step());
        seconds() - start
    };
    let mut cost = timed();
    for _ in 1..repeats(cost) {
        cost = cost.min(timed());
    }
    let (mut world, handles) = world(gas);
    let mut worst = Deepest::default();
    for _ in 0..steps {
        world.step();
        let place = |handle: &RigidBodyHandle| {
            let pose = world.bodies[*handle].position();
            let (turn, at) = (pose.rotation, pose.translation);
            (DQuat::from_xyzw(turn.x, turn.y, turn.z, turn.w), DVec3::new(at.x, at.y, at.z))
        };
        worst = worst.and(deepest(gas, &handles.iter().map(place).collect::<Vec<_>>()));
    }
    let energy = energy(&world, &handles) / first_energy(gas) - 1.0;
    Outcome { cost: cost / until, energy, deepest: worst }
}
