//! A program steers a hand while the world runs: it looks where the balls are, and pushes the nearest one that is not in
//! the corner yet towards it.
//!
//! Run with `cargo run --release -p tangency-world --example steering`.

use glam::{DQuat, DVec3, dvec3};
use std::sync::Arc;
use tangency_detect::Prepared;
use tangency_geometry::{Convex, HalfSpace, Pose, Shape};
use tangency_respond::{Inertia, Material};
use tangency_world::{BodyState, RunOptions, World, WorldBody};

const RADIUS: f64 = 0.05;
/// The hand may have this speed, m/s, and is told where to go this often, s.
const SPEED: f64 = 1.5;
const PERIOD: f64 = 0.02;
/// The corner that the balls are pushed to.
const CORNER: DVec3 = DVec3::new(-0.8, -0.8, 0.0);

fn world() -> Result<World, Box<dyn std::error::Error>> {
    let prepared = |shape: Shape| Arc::new(Prepared::new(shape));
    let soft = Material::new(0.4, 0.0)?;
    let (ball, hand) = (prepared(Convex::sphere(RADIUS)?.into()), prepared(Convex::sphere(0.1)?.into()));
    let mut bodies = vec![WorldBody::steered("hand", hand, BodyState::at(DVec3::ZERO), SPEED).of(soft)];
    for index in 0..8 {
        let angle = f64::from(index) * std::f64::consts::FRAC_PI_4;
        let state = BodyState::at(0.5 * dvec3(angle.cos(), angle.sin(), 0.0));
        let inertia = Inertia::sphere(0.2, RADIUS)?;
        bodies.push(WorldBody::free(&format!("ball {index}"), Arc::clone(&ball), inertia, state).of(soft));
    }
    for normal in [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y] {
        let wall = prepared(HalfSpace::facing(normal, 0.0)?.into());
        bodies.push(WorldBody::fixed("wall", wall, BodyState::at(-normal)).of(soft));
    }
    Ok(World { bodies, gravity: DVec3::ZERO })
}

/// Where the hand should be: behind the ball that is farthest from the corner, or through it once it is there.
fn target(states: &[BodyState], balls: std::ops::Range<usize>) -> DVec3 {
    let hand = states[0].position;
    let far = |ball: &usize| states[*ball].position.distance(CORNER);
    let Some(ball) = balls.max_by(|a, b| far(a).total_cmp(&far(b))) else { return hand };
    let place = states[ball].position;
    let away = (place - CORNER).normalize_or(DVec3::X);
    let behind = place + 0.2 * away;
    let is_behind = (hand - place).normalize_or(DVec3::ZERO).dot(away) > 0.9;
    let wanted = if is_behind { CORNER } else { behind };
    // It stays between the walls.
    wanted.clamp(DVec3::splat(-0.85), DVec3::splat(0.85)).with_z(0.0)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = world()?;
    let options = RunOptions { until: 10.0, ..RunOptions::default() };
    let balls = 1..9;
    let distance = |states: &[BodyState]| {
        let all = balls.clone().map(|ball| states[ball].position.distance(CORNER));
        all.sum::<f64>() / balls.len() as f64
    };
    let mut run = world.begin(&options)?;
    let clock = std::time::Instant::now();
    let mut commands = 0;
    while run.time() + 2.0 * PERIOD < options.until {
        run.advance_until(run.time() + PERIOD)?;
        let states = run.states();
        if commands % 100 == 0 {
            println!("{:6.2} s: the balls are {:.3} m from the corner on average", run.time(), distance(&states));
        }
        // As far as it gets until the next command.
        let hand = states[0].position;
        let way = (target(&states, balls.clone()) - hand).clamp_length_max(0.99 * SPEED * PERIOD);
        run.steer(0, Pose::new(DQuat::IDENTITY, hand + way)?, run.time() + PERIOD)?;
        commands += 1;
    }
    let history = run.finish()?;
    println!("{:6.2} s: the balls are {:.3} m from the corner on average", history.until, distance(&history.states));
    println!(
        "{commands} commands, {} events, {} detailed questions, {:.3} s of computing",
        history.events.len(),
        history.counts.questions,
        clock.elapsed().as_secs_f64()
    );
    Ok(())
}
