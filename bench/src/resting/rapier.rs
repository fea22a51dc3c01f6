//! The cubes in rapier: defaults of version 0.36 but for the step, and nothing asleep.

use super::Outcome;
use super::scene::{FRAMES, FRICTION, MASS, Place, Resting, SIDE, WALLS};
use crate::world::seconds;
use glam::{DQuat, DVec3};
use rapier3d_f64::pipeline::PhysicsWorld;
use rapier3d_f64::prelude::{ColliderBuilder, Pose, RigidBodyBuilder, RigidBodyHandle, Rotation, SharedShape, Vector};

fn vector(place: DVec3) -> Vector {
    Vector::new(place.x, place.y, place.z)
}

fn world(scene: &Resting) -> (PhysicsWorld, Vec<RigidBodyHandle>) {
    let mut world = PhysicsWorld { gravity: vector(scene.gravity), ..PhysicsWorld::default() };
    world.integration_parameters.dt = scene.step;
    let plane = |world: &mut PhysicsWorld, normal: DVec3, at: f64| {
        let body = RigidBodyBuilder::fixed().translation(vector(at * normal));
        let shape = SharedShape::halfspace(vector(normal));
        world.insert(body, ColliderBuilder::new(shape).friction(FRICTION).restitution(0.0));
    };
    plane(&mut world, DVec3::Z, 0.0);
    if scene.walls {
        for normal in [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y] {
            plane(&mut world, normal, -WALLS);
        }
    }
    let half = 0.5 * SIDE;
    let insert = |(turn, place): &Place| {
        let body = RigidBodyBuilder::dynamic()
            .pose(Pose::from_parts(vector(*place), Rotation::from_xyzw(turn.x, turn.y, turn.z, turn.w)))
            .can_sleep(false);
        let collider = ColliderBuilder::new(SharedShape::cuboid(half, half, half));
        world.insert(body, collider.friction(FRICTION).restitution(0.0).mass(MASS)).0
    };
    let handles = scene.cubes.iter().map(insert).collect();
    (world, handles)
}

pub(super) fn run(scene: &Resting) -> Outcome {
    let (mut world, handles) = world(scene);
    let place = |world: &PhysicsWorld, handle: &RigidBodyHandle| {
        let pose = world.bodies[*handle].position();
        let (turn, at) = (pose.rotation, pose.translation);
        (DQuat::from_xyzw(turn.x, turn.y, turn.z, turn.w), DVec3::new(at.x, at.y, at.z))
    };
    let places = |world: &PhysicsWorld| handles.iter().map(|handle| place(world, handle)).collect();
    let mut frames: Vec<Vec<Place>> = vec![places(&world)];
    let (mut taken, mut spent) = (0_usize, 0.0);
    for number in 1..=scene.frames() {
        // The frame after the nearest step.
        let until = (number as f64 / FRAMES as f64 / scene.step).round() as usize;
        let start = seconds();
        (taken..until).for_each(|_| world.step());
        spent += seconds() - start;
        taken = until;
        frames.push(places(&world));
    }
    Outcome { cost: spent / scene.until, frames }
}
