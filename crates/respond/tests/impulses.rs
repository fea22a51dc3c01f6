//! Impulses of impacts.
//!
//! References: closed forms of one impact, each named at its test. Invariants that need no reference, on random
//! piles: momentum and angular momentum are conserved, nothing approaches afterwards, friction stays in its cone,
//! energy never grows.

use glam::{DMat3, DQuat, DVec3, dvec3};
use tangency_interval::laws::Random;
use tangency_respond::{ImpactContact, Inertia, Rate, ResponseBody, impulses};

fn ball(mass: f64, radius: f64, centre: DVec3) -> ResponseBody {
    ResponseBody::new(&Inertia::sphere(mass, radius).expect("a ball"), DMat3::IDENTITY, centre)
}

fn rate(linear: DVec3, angular: DVec3) -> Rate {
    Rate { linear, angular }
}

fn close(found: DVec3, exact: DVec3) {
    assert!(found.distance(exact) < 1e-12, "{found} {exact}");
}

/// Head on, without loss: v₁′ = ((m₁ − m₂)·v₁ + 2·m₂·v₂)/(m₁ + m₂), and symmetrically.
#[test]
fn unequal_balls_meet_head_on() {
    let bodies = [ball(1.0, 0.1, dvec3(-0.1, 0.0, 0.0)), ball(3.0, 0.2, dvec3(0.2, 0.0, 0.0))];
    let hit = ImpactContact { a: 0, b: 1, point: DVec3::ZERO, normal: DVec3::X, restitution: 1.0, friction: 0.7 };
    let before = [rate(4.0 * DVec3::X, DVec3::ZERO), rate(-2.0 * DVec3::X, DVec3::ZERO)];
    let after = impulses(&bodies, &before, &[hit]);
    close(after.rates[0].linear, -5.0 * DVec3::X);
    close(after.rates[1].linear, 1.0 * DVec3::X);
    close(after.impulses[0], 9.0 * DVec3::X);
    assert_eq!(after.restitution_factor, 1.0);
    // A perfectly inelastic impact leaves them together.
    let after = impulses(&bodies, &before, &[ImpactContact { restitution: 0.0, ..hit }]);
    close(after.rates[0].linear, -0.5 * DVec3::X);
    close(after.rates[1].linear, -0.5 * DVec3::X);
}

/// A paddle with prescribed motion throws a resting ball at (1 + e) times its own speed, in either order of the
/// bodies: the paddle supplies the energy.
#[test]
fn a_paddle_throws_a_resting_ball() {
    let (struck, paddle) = (ball(2.0, 0.1, 0.1 * DVec3::X), ResponseBody::fixed(-0.1 * DVec3::X));
    let moving = rate(3.0 * DVec3::X, DVec3::ZERO);
    let hit = ImpactContact { a: 0, b: 1, point: DVec3::ZERO, normal: DVec3::X, restitution: 0.5, friction: 0.2 };
    let after = impulses(&[paddle, struck], &[moving, Rate::default()], &[hit]);
    close(after.rates[1].linear, 4.5 * DVec3::X);
    let after = impulses(&[struck, paddle], &[Rate::default(), moving], &[ImpactContact { normal: -DVec3::X, ..hit }]);
    close(after.rates[0].linear, 4.5 * DVec3::X);
    assert_eq!(after.restitution_factor, 1.0);
}

/// A ball with spin s on a floor. If it sticks, the contact point comes to rest: the tangential impulse is
/// 2/7·m·(s·r − v). If it slips, the tangential impulse is μ times the normal impulse.
#[test]
fn a_spinning_ball_hits_the_floor() {
    let (mass, radius, speed, spin, restitution) = (2.0, 0.5, 3.0, 4.0, 0.8);
    let bodies = [ResponseBody::fixed(DVec3::ZERO), ball(mass, radius, radius * DVec3::Z)];
    let before = [Rate::default(), rate(dvec3(1.0, 0.0, -speed), spin * DVec3::Y)];
    // The contact point of the ball moves at v − s·r = −1 along x, so friction pushes it forward.
    let slip = 1.0 - spin * radius;
    let normal = mass * (1.0 + restitution) * speed;
    let hit = |friction| ImpactContact { a: 0, b: 1, point: DVec3::ZERO, normal: DVec3::Z, restitution, friction };
    for (friction, along) in [(0.9, -2.0 / 7.0 * mass * slip), (0.01, 0.01 * normal), (0.0, 0.0)] {
        let after = impulses(&bodies, &before, &[hit(friction)]);
        close(after.impulses[0], dvec3(along, 0.0, normal));
        close(after.rates[1].linear, dvec3(1.0 + along / mass, 0.0, restitution * speed));
        close(after.rates[1].angular, (spin - along * radius / (0.4 * mass * radius * radius)) * DVec3::Y);
        assert_eq!(after.rates[0], Rate::default(), "a floor does not move");
    }
}

/// A box falls flat onto four corners: they share the impulse, and it does not rotate.
#[test]
fn redundant_contacts_stop_a_box() {
    let inertia = Inertia::cuboid(1.0, dvec3(1.0, 2.0, 0.5)).unwrap();
    let bodies =
        [ResponseBody::fixed(DVec3::ZERO), ResponseBody::new(&inertia, DMat3::IDENTITY, dvec3(0.0, 0.0, 0.25))];
    let corner = |x: f64, y: f64| ImpactContact {
        a: 0,
        b: 1,
        point: dvec3(x, y, 0.0),
        normal: DVec3::Z,
        restitution: 0.5,
        friction: 0.5,
    };
    let hits = [corner(0.5, 1.0), corner(0.5, -1.0), corner(-0.5, 1.0), corner(-0.5, -1.0)];
    let after = impulses(&bodies, &[Rate::default(), rate(-2.0 * DVec3::Z, DVec3::ZERO)], &hits);
    assert!(after.rates[1].linear.distance(DVec3::Z) < 1e-9 && after.rates[1].angular.length() < 1e-9, "{after:?}");
}

struct Pile {
    bodies: Vec<ResponseBody>,
    rates: Vec<Rate>,
    hits: Vec<ImpactContact>,
}

fn vector(random: &mut Random) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0)))
}

fn pile(random: &mut Random) -> Pile {
    let count = 2 + random.below(4);
    let mut bodies = Vec::new();
    for _ in 0..count {
        let size = dvec3(random.between(0.1, 2.0), random.between(0.1, 2.0), random.between(0.1, 2.0));
        let inertia = Inertia::cuboid(random.between(0.1, 10.0), size).expect("a box");
        let turn = DMat3::from_quat(DQuat::from_scaled_axis(3.0 * vector(random)));
        bodies.push(ResponseBody::new(&inertia, turn, 2.0 * vector(random)));
    }
    if random.below(2) == 0 {
        bodies[0] = ResponseBody::fixed(DVec3::ZERO);
    }
    let mut rates: Vec<Rate> = bodies.iter().map(|_| rate(3.0 * vector(random), 5.0 * vector(random))).collect();
    if bodies[0].inverse_mass == 0.0 {
        rates[0] = Rate::default();
    }
    let mut hits = Vec::new();
    for _ in 0..1 + random.below(5) {
        let a = random.below(count);
        let b = (a + 1 + random.below(count - 1)) % count;
        let normal = vector(random).try_normalize().unwrap_or(DVec3::Z);
        let friction = [0.0, 0.3, 0.8][random.below(3)];
        let restitution = [0.0, 0.5, 1.0][random.below(3)];
        hits.push(ImpactContact { a, b, point: vector(random), normal, restitution, friction });
    }
    Pile { bodies, rates, hits }
}

/// The number of random piles.
const PILES: usize = 120;

#[test]
fn random_piles_keep_the_laws() {
    let mut random = Random::new(7);
    // Contacts with random normals jam more often than those of any real pile; fewer than a tenth do.
    let (mut approached, mut lowered, mut jammed, mut slow) = (0, 0, 0, 0);
    for _ in 0..PILES {
        let Pile { bodies, rates, hits } = pile(&mut random);
        let after = impulses(&bodies, &rates, &hits);
        let energy = |rates: &[Rate]| bodies.iter().zip(rates).map(|(body, rate)| body.energy(*rate)).sum::<f64>();
        let (first, last) = (energy(&rates), energy(&after.rates));
        assert!(last <= first * (1.0 + 1e-12), "{first} {last}");
        lowered += usize::from(after.restitution_factor < 1.0);
        jammed += usize::from(after.friction_factor < 1.0);
        let converged = after.converged();
        slow += usize::from(!converged);
        let slip = |rates: &[Rate], hit: &ImpactContact| {
            bodies[hit.b].rate_at(rates[hit.b], hit.point) - bodies[hit.a].rate_at(rates[hit.a], hit.point)
        };
        for (hit, impulse) in hits.iter().zip(&after.impulses) {
            approached += usize::from(slip(&rates, hit).dot(hit.normal) < 0.0);
            let (along, across) = (impulse.dot(hit.normal), impulse.reject_from_normalized(hit.normal));
            let rounding = 1e-14 * impulse.length();
            assert!(along >= 0.0 && across.length() <= hit.friction * along + rounding, "{along} {across}");
            let left = slip(&after.rates, hit).dot(hit.normal);
            // Nearly opposed contacts converge slowly even without friction.
            assert!(left > if converged { -1e-9 } else { -1e-5 }, "{left} after {} iterations", after.iterations);
        }
        if bodies.iter().all(|body| body.inverse_mass > 0.0) {
            let momentum = |rates: &[Rate]| -> (DVec3, DVec3) {
                bodies.iter().zip(rates).fold((DVec3::ZERO, DVec3::ZERO), |(sum, turning), (body, rate)| {
                    let linear = rate.linear / body.inverse_mass;
                    let angular = body.centre.cross(linear) + body.inverse_inertia.inverse() * rate.angular;
                    (sum + linear, turning + angular)
                })
            };
            let ((p, l), (q, k)) = (momentum(&rates), momentum(&after.rates));
            assert!(p.distance(q) < 1e-10 && l.distance(k) < 1e-10, "{p} {q} {l} {k}");
        }
    }
    assert!(approached > PILES, "{approached} of the contacts were impacts");
    assert!(jammed < PILES / 10 && slow < PILES / 20, "{jammed} piles jammed, {slow} converged slowly");
    println!("{approached} impacts, restitution lowered in {lowered} piles, friction in {jammed}");
}
