//! Continuing contacts.
//!
//! References: closed forms of mechanics, each named at its test. Invariants that need no reference: rolling
//! without slip loses no energy; no sample of one body is inside the other.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod scene;

use glam::{DQuat, DVec2, DVec3, dvec3};
use scene::*;
use tangency_geometry::surface::Brep;
use tangency_interval::{Interval, expr::Expr};
use tangency_respond::{Inertia, Material};
use tangency_world::{BodyState, ContactMode, History, RunEnding, World, WorldBody, WorldEventKind};

const G: f64 = 9.81;

fn rough(friction: f64) -> Material {
    Material::new(0.5, friction).unwrap()
}

fn kinds(history: &History) -> Vec<WorldEventKind> {
    history.events.iter().map(|event| event.kind).collect()
}

fn finished(history: &History) {
    assert_eq!(history.ending, RunEnding::Finished, "{:?}", history.events);
}

/// Checks that the energy at the ends of all steps equals the energy after the bodies were moved one skin apart
/// at the start.
fn keeps_energy(history: &History, error: f64) {
    let start = history.energy.iter().rposition(|energy| energy.time == 0.0).unwrap();
    let first = history.energy[start];
    let scale = history.energy.iter().fold(0.0_f64, |most, energy| most.max(energy.kinetic));
    for energy in &history.energy[start..] {
        let off = (energy.total() - first.total()).abs();
        assert!(off < error * scale, "at {}: off by {off} of {scale}", energy.time);
    }
}

/// A ball rolls down a slope with the acceleration 5/7·g·sin θ, without slip.
#[test]
fn a_ball_rolls_down_a_slope() {
    let slope = 0.3_f64;
    let bodies = vec![ball(dvec3(-1.0, 0.0, RADIUS)).of(rough(0.5)), floor().of(rough(0.5))];
    let gravity = G * dvec3(slope.sin(), 0.0, -slope.cos());
    let history = run(&World { bodies, gravity }, 0.3);
    finished(&history);
    assert_eq!(kinds(&history), [WorldEventKind::Rolls]);
    let acceleration = 5.0 / 7.0 * G * slope.sin();
    for i in 0..=20 {
        let time = 0.015 * f64::from(i);
        let place = history.motions[0].at(time).point(0, DVec3::ZERO);
        assert!((place.x + 1.0 - 0.5 * acceleration * time * time).abs() < 1e-7, "{time}: {place}");
        assert!(place.z > RADIUS && place.z < RADIUS + 2.0 * SKIN && place.y.abs() < 1e-9, "{time}: {place}");
    }
    let last = history.states[0];
    assert!((last.velocity.x - 0.3 * acceleration).abs() < 1e-7);
    assert!(
        (last.angular_velocity.y - 0.3 * acceleration / RADIUS).abs() < 1e-5 && last.angular_velocity.z.abs() < 1e-9
    );
    assert_eq!((history.tracks.len(), history.tracks[0].mode), (1, ContactMode::Rolls));
    let under = history.tracks[0].path.at(0.2).point(0, DVec3::ZERO);
    assert!((under.x + 1.0 - 0.5 * acceleration * 0.04).abs() < 1e-7 && under.z.abs() < 2.0 * SKIN);
    keeps_energy(&history, 1e-9);
}

/// A ball thrown along the floor slides. From t = 2·v/(7·μ·g) on it rolls, at 5/7 of its speed.
#[test]
fn a_sliding_ball_begins_to_roll() {
    let (speed, friction) = (1.5, 0.4);
    let mut thrown = ball(dvec3(-2.0, 0.0, RADIUS)).of(rough(friction));
    thrown.state.velocity = dvec3(speed * 0.8, speed * 0.6, 0.0);
    let history = run(&World { bodies: vec![thrown, floor().of(rough(friction))], gravity: dvec3(0.0, 0.0, -G) }, 0.2);
    finished(&history);
    assert_eq!(kinds(&history), [WorldEventKind::Slides, WorldEventKind::Rolls]);
    let exact = 2.0 * speed / (7.0 * friction * G);
    assert!((history.events[1].time.mid() - exact).abs() < 1e-7, "{:?} {exact}", history.events[1].time);
    assert!((history.states[0].velocity.length() - 5.0 / 7.0 * speed).abs() < 1e-7);
    assert_eq!([history.tracks[0].mode, history.tracks[1].mode], [ContactMode::Slides, ContactMode::Rolls]);
}

/// A ball rolls off a fixed ball, from rest at the angle θ₀. Without slip it leaves at cos θ = 10/17·cos θ₀.
#[test]
fn a_ball_leaves_a_ball() {
    let (large, start) = (0.5, 0.6_f64);
    let way = dvec3(start.sin(), 0.0, start.cos());
    let base = WorldBody::fixed("base", prepared(Brep::sphere(large).unwrap()), BodyState::default());
    // Almost no slip: the friction coefficient is 10⁶.
    let bodies = vec![ball((large + RADIUS) * way).of(rough(1e6)), base.of(rough(1e6))];
    let history = run(&World { bodies, gravity: dvec3(0.0, 0.0, -G) }, 0.5);
    finished(&history);
    let leaves = history.events.iter().find(|event| event.kind == WorldEventKind::Leaves).expect("it leaves");
    let place = history.motions[0].at(leaves.time.mid()).point(0, DVec3::ZERO);
    assert!((place.normalize().z - 10.0 / 17.0 * start.cos()).abs() < 1e-5, "{}", place.normalize().z);
    // It stays on the fixed ball before, and flies after.
    for i in 0..=100 {
        let time = 0.005 * f64::from(i);
        let off = history.motions[0].at(time).point(0, DVec3::ZERO).length() - large - RADIUS;
        assert!(off > 0.0 && (time > leaves.time.mid() || off < 2.0 * SKIN), "{time}: {off}");
    }
    keeps_energy(&history, 1e-6);
}

/// Small oscillations of a ball of radius r in a bowl of radius a: ω² = 5/7·g/(a − r).
#[test]
fn a_ball_rocks_in_a_bowl() {
    let (curvature, amplitude) = (1.0, 2e-3);
    let bowl =
        Brep::height_field(Expr::parse("(u^2 + v^2) / 2").unwrap(), [-1.0, 1.0], [-1.0, 1.0], Interval::ZERO).unwrap();
    let bowl = WorldBody::fixed("bowl", prepared(bowl), BodyState::default()).of(rough(0.9));
    // Above the point of the bowl that displaces the ball's centre by the amplitude.
    let x = amplitude / (curvature - RADIUS);
    let normal = dvec3(-x, 0.0, 1.0).normalize();
    let bodies = vec![ball(dvec3(x, 0.0, 0.5 * x * x) + RADIUS * normal).of(rough(0.9)), bowl];
    let history = run(&World { bodies, gravity: dvec3(0.0, 0.0, -G) }, 1.8);
    finished(&history);
    let quarter = 0.5 * std::f64::consts::PI / (5.0 / 7.0 * G / (curvature - RADIUS)).sqrt();
    let at = |time: f64| history.motions[0].at(time).point(0, DVec3::ZERO).x;
    // It passes the middle after one and after three quarters of the period.
    for count in [1.0, 3.0] {
        let (before, after) = (at(count * quarter * 0.9999), at(count * quarter * 1.0001));
        assert!(before * after < 0.0, "{count}: {before} {after}");
    }
    assert!(at(2.0 * quarter) < -0.9999 * at(0.0));
    keeps_energy(&history, 1e-6);
}

/// A tumbling ellipsoid that never slips keeps its energy, and its lowest point is never below the floor.
#[test]
fn an_ellipsoid_rolls_without_loss() {
    let radii = dvec3(0.1, 0.12, 0.15);
    let egg = prepared(Brep::ellipsoid(radii).unwrap());
    let state = BodyState { orientation: DQuat::from_rotation_x(0.4), ..BodyState::at(dvec3(0.0, 0.0, 0.0)) };
    // The lowest point, which is at rest.
    let back = state.orientation.conjugate() * DVec3::Z;
    let height = (radii * back).length();
    let lowest = -(state.orientation * (radii * radii * back)) / height;
    let spin = dvec3(0.3, 2.0, 0.5);
    let velocity = -spin.cross(lowest);
    let state = BodyState { position: dvec3(0.0, 0.0, height), velocity, angular_velocity: spin, ..state };
    let body = WorldBody::free("egg", egg, Inertia::ellipsoid(1.0, radii).unwrap(), state).of(rough(50.0));
    let history = run(&World { bodies: vec![body, floor().of(rough(50.0))], gravity: dvec3(0.0, 0.0, -G) }, 0.4);
    finished(&history);
    assert_eq!(kinds(&history), [WorldEventKind::Rolls], "{:?}", history.events);
    keeps_energy(&history, 1e-8);
    for i in 0..=200 {
        let placement = history.motions[0].at(0.002 * f64::from(i));
        // The lowest point of a rotated ellipsoid, in closed form.
        let origin = placement.point(0, DVec3::ZERO);
        let up = DVec3::AXES.map(|axis| (placement.point(0, axis) - origin).z);
        let lowest = origin.z - (radii * DVec3::from_array(up)).length();
        assert!(lowest > 0.0 && lowest < 2.0 * SKIN, "{i}: {lowest}");
    }
    assert!(history.states[0].position.distance(dvec3(0.0, 0.0, height)) > 0.05, "it went somewhere");
}

/// A ball rolls along the floor into a wall. The wall is detected while the floor contact is followed.
#[test]
fn a_rolling_ball_meets_a_wall() {
    let speed = 2.5;
    let sheet = prepared(Brep::rectangle(DVec2::splat(2.0)).unwrap());
    let upright = BodyState {
        orientation: DQuat::from_rotation_y(0.5 * std::f64::consts::PI),
        ..BodyState::at(dvec3(0.4, 0.0, 1.0))
    };
    let wall = WorldBody::fixed("wall", sheet, upright).of(Material::new(1.0, 0.0).unwrap());
    let mut rolling = ball(dvec3(0.0, 0.1, RADIUS)).of(Material::new(0.5, 0.4).unwrap());
    rolling.state.velocity = dvec3(speed, 0.0, 0.0);
    rolling.state.angular_velocity = dvec3(0.0, speed / RADIUS, 0.0);
    let bodies = vec![rolling, floor().of(Material::new(1.0, 0.4).unwrap()), wall];
    let history = run(&World { bodies, gravity: dvec3(0.0, 0.0, -G) }, 0.2);
    finished(&history);
    let impact = history.events.iter().find(|event| event.kind == WorldEventKind::Impact).expect("it meets the wall");
    assert_eq!((impact.a, impact.b), (0, 2));
    assert!((impact.time.mid() - (0.4 - RADIUS) / speed).abs() < 1e-7, "{:?}", impact.time);
    assert!((impact.impulse - MASS * 1.5 * speed).abs() < 1e-6);
    // It keeps spinning after the bounce, so it slides, at first with half of its speed.
    let after =
        history.events.iter().skip_while(|event| event.kind != WorldEventKind::Impact).nth(1).expect("it slides");
    assert_eq!(after.kind, WorldEventKind::Slides);
    for i in 0..=100 {
        let place = history.motions[0].at(0.002 * f64::from(i)).point(0, DVec3::ZERO);
        assert!(place.x < 0.4 - RADIUS && place.z > RADIUS && place.z < RADIUS + 1e-7, "{i}: {place}");
    }
}

/// A ball rolls in a groove of two planes at 45 degrees, on both: about an axis r·cos 45° above the contacts,
/// with the acceleration g·sin θ/(1 + 2/5/cos² 45°).
#[test]
fn a_ball_rolls_in_a_groove() {
    let (slope, side) = (0.3_f64, std::f64::consts::FRAC_PI_4);
    let sheet = prepared(Brep::rectangle(DVec2::splat(4.0)).unwrap());
    let wall = |angle: f64| {
        let state = BodyState { orientation: DQuat::from_rotation_x(angle), ..BodyState::default() };
        WorldBody::fixed("wall", sheet.clone(), state).of(rough(0.8))
    };
    let height = RADIUS / side.cos();
    let bodies = vec![ball(dvec3(0.0, 0.0, height)).of(rough(0.8)), wall(side), wall(-side)];
    let history = run(&World { bodies, gravity: G * dvec3(slope.sin(), 0.0, -slope.cos()) }, 0.2);
    finished(&history);
    assert_eq!(kinds(&history), [WorldEventKind::Rolls, WorldEventKind::Rolls]);
    let acceleration = G * slope.sin() / 1.8;
    let last = history.states[0];
    assert!((last.position.x - 0.5 * acceleration * 0.04).abs() < 1e-7, "{last:?}");
    assert!((last.velocity.x - acceleration * 0.2).abs() < 1e-6 && last.position.y.abs() < 1e-8);
    assert!((last.angular_velocity.y - acceleration * 0.2 / (RADIUS * side.cos())).abs() < 1e-5, "{last:?}");
    keeps_energy(&history, 1e-8);
}

/// A ball rolls off a table fast enough (v² > g·r) to leave it at its edge. It falls on a parabola and keeps
/// its spin.
#[test]
fn a_ball_rolls_off_a_table() {
    let (speed, edge) = (2.0, 0.5);
    let table =
        WorldBody::fixed("table", prepared(Brep::rectangle(DVec2::splat(2.0 * edge)).unwrap()), BodyState::default());
    let mut rolling = ball(dvec3(0.3, 0.0, RADIUS)).of(rough(0.5));
    rolling.state.velocity = dvec3(speed, 0.0, 0.0);
    rolling.state.angular_velocity = dvec3(0.0, speed / RADIUS, 0.0);
    let history = run(&World { bodies: vec![rolling, table.of(rough(0.5))], gravity: dvec3(0.0, 0.0, -G) }, 0.3);
    finished(&history);
    assert_eq!(kinds(&history), [WorldEventKind::Rolls, WorldEventKind::Leaves]);
    let left = history.events[1].time.mid();
    assert!((left - (edge - 0.3) / speed).abs() < 1e-7, "{left}");
    for time in [0.15, 0.2, 0.3] {
        let exact = dvec3(0.3 + speed * time, 0.0, RADIUS - 0.5 * G * (time - left).powi(2));
        let found = history.motions[0].at(time).point(0, DVec3::ZERO);
        assert!(found.distance(exact) < 1e-7, "{time}: {found} {exact}");
    }
    assert!((history.states[0].angular_velocity.y - speed / RADIUS).abs() < 1e-6);
}

/// A wheel rolls on its tread, along the seam of its only face: straight ahead at constant speed.
#[test]
fn a_wheel_rolls_along_its_seam() {
    let (middle, tube, speed) = (0.2, 0.1, 1.0);
    let wheel = Brep::torus(middle, tube).unwrap();
    let outer = middle + tube;
    let inertia = Inertia::measured(&wheel.clone().into(), 100.0).unwrap().inertia;
    let upright = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2);
    let state = BodyState { orientation: upright, ..BodyState::at(dvec3(0.0, 0.0, outer)) };
    let state = state.moving(speed * DVec3::X).turning(speed / outer * DVec3::Y);
    let bodies = vec![WorldBody::free("wheel", prepared(wheel), inertia, state).of(rough(0.5)), floor().of(rough(0.5))];
    let history = run(&World { bodies, gravity: dvec3(0.0, 0.0, -G) }, 0.3);
    finished(&history);
    assert_eq!(kinds(&history), [WorldEventKind::Rolls]);
    let last = history.states[0];
    assert!(last.position.distance(dvec3(0.3 * speed, 0.0, outer)) < 1e-7, "{last:?}");
    assert!(last.velocity.distance(speed * DVec3::X) < 1e-7);
    keeps_energy(&history, 1e-9);
}

/// A ball rolls down a hill that grows steeper and changes its direction of descent, until friction cannot hold
/// it. It begins to slide where the force that rolling needs leaves the friction cone. Second differences of
/// its path give this force. From then on friction dissipates energy.
#[test]
fn a_ball_begins_to_slide_on_a_hill() {
    let friction = 0.15;
    let hill = Expr::parse("-0.5*u^2 - 0.2*v^2 + 0.2*u*v").unwrap();
    let hill = Brep::height_field(hill, [-2.0, 2.0], [-2.0, 2.0], Interval::ZERO).unwrap();
    let hill = WorldBody::fixed("hill", prepared(hill), BodyState::default()).of(rough(friction));
    // A little more than one skin above the point (0.5, 0.6), rolling along the slope.
    let (x, y) = (0.5, 0.6);
    let (by_x, by_y) = (-x + 0.2 * y, -0.4 * y + 0.2 * x);
    let normal = dvec3(-by_x, -by_y, 1.0).normalize();
    let place = dvec3(x, y, -0.5 * x * x - 0.2 * y * y + 0.2 * x * y) + normal * (RADIUS + 2.0 * SKIN);
    let velocity = 0.5 * dvec3(0.0, 1.0, by_y).normalize();
    let mut rolling = ball(place).of(rough(friction));
    rolling.state.velocity = velocity;
    rolling.state.angular_velocity = normal.cross(velocity) / RADIUS;
    let gravity = G * DVec3::NEG_Z;
    let history = run(&World { bodies: vec![rolling, hill], gravity }, 0.45);
    finished(&history);
    let begins = history.events.iter().rfind(|event| event.kind == WorldEventKind::Slides).expect("it begins to slide");
    assert!(kinds(&history).contains(&WorldEventKind::Rolls), "{:?}", kinds(&history));
    let rolled = history.tracks.iter().rfind(|track| track.mode == ContactMode::Rolls).expect("it rolls before");
    let (start, h) = (begins.time.mid(), 1e-4);
    assert!(rolled.from < start - 4.0 * h, "{} {start}", rolled.from);
    let at = |time: f64| history.motions[0].at(time).point(0, DVec3::ZERO);
    let needed = |time: f64| (at(time + h) - 2.0 * at(time) + at(time - h)) / (h * h) - gravity;
    let up = begins.contacts[0].normal;
    let ratio = |time: f64| needed(time).reject_from_normalized(up).length() / needed(time).dot(up).abs();
    assert!((ratio(start - 2.0 * h) - friction).abs() < 5e-3, "{}", ratio(start - 2.0 * h));
    let totals: Vec<f64> = history.energy.iter().map(|energy| energy.total()).collect();
    assert!(totals.windows(2).all(|pair| pair[1] <= pair[0] + 1e-7), "{totals:?}");
    assert!(totals[totals.len() - 1] < totals[0] - 1e-4, "friction takes energy: {totals:?}");
}
