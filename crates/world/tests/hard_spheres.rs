//! Hard spheres event by event, against an oracle that asks all pairs, and against closed forms.
//!
//! References: brute force with the textbook quadratic; the parabola of a bouncing ball; Enskog's theory. Invariants:
//! no overlap at any instant, energy, momentum.

use glam::{DVec3, dvec3};
use std::f64::consts::PI;
use tangency_world::sparse::{Collision, CollisionPartner, Domain, HardSpheres, Sphere, SphereError, SphereOptions};

/// Numbers in [0, 1), always the same.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn within(&mut self, lower: f64, upper: f64) -> f64 {
        lower + (upper - lower) * self.next()
    }

    fn vector(&mut self, most: f64) -> DVec3 {
        dvec3(self.within(-most, most), self.within(-most, most), self.within(-most, most))
    }
}

/// Spheres in a cube, placed at random without overlap.
fn scattered(numbers: &mut Numbers, count: usize, edge: f64, radii: [f64; 2]) -> Vec<Sphere> {
    let mut spheres: Vec<Sphere> = Vec::new();
    for _ in 0..10_000 {
        if spheres.len() == count {
            break;
        }
        let radius = numbers.within(radii[0], radii[1]);
        let position = numbers.vector(0.5 * edge - radius - 1e-6);
        // Periodic images of a sphere near a face would overlap: the same margin on both sides keeps them apart.
        if spheres.iter().all(|other| other.position.distance(position) > other.radius + radius + 1e-3) {
            spheres.push(Sphere::new(position, radius).moving(numbers.vector(1.0)).weighing(numbers.within(0.5, 2.0)));
        }
    }
    spheres
}

/// The oracle: all pairs and all walls are asked after every collision, and all spheres move together.
struct BruteForce {
    spheres: Vec<Sphere>,
    domain: Domain,
    options: SphereOptions,
    time: f64,
}

impl BruteForce {
    /// The positions of one sphere's images in the domain.
    fn images(&self, position: DVec3) -> Vec<DVec3> {
        let Domain::Periodic { lower, upper } = self.domain else { return vec![position] };
        let step = [-1.0, 0.0, 1.0];
        let shifts = step.iter().flat_map(|x| step.iter().flat_map(move |y| step.map(|z| dvec3(*x, *y, z))));
        shifts.map(|shift| position + shift * (upper - lower)).collect()
    }

    fn first_root(height: f64, rate: f64, bend: f64) -> Option<f64> {
        // height + rate t + bend t² / 2 falls to zero.
        if bend == 0.0 {
            return (rate < 0.0).then(|| (-height / rate).max(0.0));
        }
        let root = rate * rate - 2.0 * bend * height;
        if root < 0.0 {
            return None;
        }
        let both = [(-rate - root.sqrt()) / bend, (-rate + root.sqrt()) / bend];
        // A root counts if the height falls there.
        both.into_iter()
            .filter(|time| rate + bend * time < 0.0 && *time > -1e-9)
            .reduce(f64::min)
            .map(|time| time.max(0.0))
    }

    fn step(&mut self) -> Option<(f64, usize, CollisionPartner)> {
        // Images of the neighbouring boxes suffice for as long as nobody crosses a box.
        let fastest = self.spheres.iter().map(|sphere| sphere.velocity.length()).fold(0.0, f64::max);
        let Domain::Periodic { lower, upper } = self.domain else { return self.step_within(f64::INFINITY) };
        let limit = 0.25 * (upper - lower).min_element() / fastest;
        (0..100_000).find_map(|_| self.step_within(limit))
    }

    fn step_within(&mut self, limit: f64) -> Option<(f64, usize, CollisionPartner)> {
        let mut first: Option<(f64, usize, CollisionPartner, DVec3)> = None;
        let mut consider = |after: Option<f64>, a: usize, b: CollisionPartner, normal: DVec3| {
            if let Some(after) = after.filter(|after| first.is_none_or(|(best, ..)| *after < best)) {
                first = Some((after, a, b, normal));
            }
        };
        let gravity = self.options.gravity;
        for (a, sphere) in self.spheres.iter().enumerate() {
            if let Domain::Walls { lower, upper } = self.domain {
                for axis in 0..3 {
                    let (rate, bend) = (sphere.velocity[axis], gravity[axis]);
                    let low = sphere.position[axis] - sphere.radius - lower[axis];
                    let high = upper[axis] - sphere.radius - sphere.position[axis];
                    let wall = |side: usize| CollisionPartner::Wall(2 * axis + side);
                    consider(Self::first_root(low, rate, bend), a, wall(0), -DVec3::AXES[axis]);
                    consider(Self::first_root(high, -rate, -bend), a, wall(1), DVec3::AXES[axis]);
                }
            }
            for (b, other) in self.spheres.iter().enumerate().skip(a + 1) {
                for image in self.images(other.position) {
                    let (apart, velocity) = (image - sphere.position, other.velocity - sphere.velocity);
                    let (closing, reach) = (apart.dot(velocity), sphere.radius + other.radius);
                    let root = closing * closing - velocity.length_squared() * (apart.length_squared() - reach * reach);
                    if closing < 0.0 && root >= 0.0 {
                        let after = ((-closing - root.sqrt()) / velocity.length_squared()).max(0.0);
                        consider(Some(after), a, CollisionPartner::Sphere(b), apart + velocity * after);
                    }
                }
            }
        }
        let first = first.filter(|(after, ..)| *after <= limit);
        let after = first.map_or(limit, |(after, ..)| after);
        if after == f64::INFINITY {
            return None;
        }
        for sphere in &mut self.spheres {
            sphere.position += sphere.velocity * after + 0.5 * gravity * after * after;
            sphere.velocity += gravity * after;
            if let Domain::Periodic { lower, upper } = self.domain {
                let extent = upper - lower;
                sphere.position -= extent * ((sphere.position - lower) / extent).floor();
            }
        }
        self.time += after;
        let (_, a, b, normal) = first?;
        let normal = normal.normalize();
        match b {
            CollisionPartner::Wall(_) => {
                let speed = self.spheres[a].velocity.dot(normal);
                self.spheres[a].velocity -= (1.0 + self.options.restitution) * speed * normal;
            }
            CollisionPartner::Sphere(b) => {
                let (one, two) = (self.spheres[a], self.spheres[b]);
                let speed = (one.velocity - two.velocity).dot(normal);
                let impulse = (1.0 + self.options.restitution) * speed * one.mass * two.mass / (one.mass + two.mass);
                self.spheres[a].velocity -= impulse / one.mass * normal;
                self.spheres[b].velocity += impulse / two.mass * normal;
            }
        }
        Some((self.time, a, b))
    }
}

/// The same collision, whichever sphere is named first.
fn same(collision: &Collision, (time, a, b): (f64, usize, CollisionPartner)) -> bool {
    let pair = |a: usize, b: CollisionPartner| match b {
        CollisionPartner::Sphere(b) => (a.min(b), CollisionPartner::Sphere(a.max(b))),
        CollisionPartner::Wall(_) => (a, b),
    };
    pair(collision.a, collision.b) == pair(a, b) && (collision.time - time).abs() < 1e-9 * (1.0 + time)
}

/// A hundred small scenes in every kind of domain, with equal and unequal spheres, with and without gravity and loss.
/// Rounding grows about tenfold with each collision, so that the oracle starts again from the state after each.
#[test]
fn no_meeting_is_missed_beside_brute_force() {
    let mut numbers = Numbers(11);
    let mut compared = 0;
    for round in 0..100 {
        let edge = 4.0;
        let domain = [Domain::Open, Domain::cube(edge), Domain::periodic_cube(edge)][round % 3];
        // A periodic domain under gravity falls for ever: none there.
        let gravity = if round % 2 == 0 || round % 3 == 2 { DVec3::ZERO } else { numbers.vector(3.0) };
        let restitution = if round % 5 == 0 { 0.8 } else { 1.0 };
        let radii = if round % 4 < 2 { [0.3, 0.3] } else { [0.05, 0.5] };
        // The oracle crawls through long flights in a periodic domain: large spheres meet soon.
        let (radii, count) = if round % 3 == 2 { ([0.3, 0.5], 6 + round % 5) } else { (radii, 2 + round % 11) };
        let spheres = scattered(&mut numbers, count, edge - if round % 3 == 2 { 1.1 } else { 0.0 }, radii);
        let options = SphereOptions { gravity, restitution };
        let mut gas = HardSpheres::new(&spheres, domain, options).unwrap();
        let mut oracle = BruteForce { spheres: spheres.clone(), domain, options, time: 0.0 };
        for number in 0..3 * spheres.len() {
            let Some(expected) = oracle.step() else {
                assert_eq!(gas.next_collision(1e3), None, "round {round}, collision {number}");
                break;
            };
            let found = gas.next_collision(expected.0 + 1.0);
            let found = found.unwrap_or_else(|| panic!("round {round}, collision {number}: missed {expected:?}"));
            assert!(same(&found, expected), "round {round}, collision {number}: {found:?}, not {expected:?}");
            oracle.time = gas.time();
            oracle.spheres = (0..gas.len()).map(|index| gas.sphere(index)).collect();
            compared += 1;
        }
    }
    assert!(compared > 1_000, "{compared} collisions");
}

/// Dense and sparse spheres, between walls and periodic, of one size and of several: every collision is the one that all
/// pairs and images give. At 0.49 the spheres have lists of neighbours, at 0.05 they are found in cells.
#[test]
fn no_meeting_is_missed_at_either_packing() {
    let mut numbers = Numbers(23);
    for round in 0..8 {
        let (side, packing) = (5, [0.49, 0.05][round % 2]);
        let edge = (f64::from(side).powi(3) * PI / (6.0 * packing)).cbrt();
        let domain = [Domain::periodic_cube(edge), Domain::cube(edge)][round / 2 % 2];
        let least = [0.5, 0.42][round / 4];
        let site = |index: i32| dvec3(f64::from(index % 5), f64::from(index / 5 % 5), f64::from(index / 25));
        let sphere = |index: i32| {
            let radius = numbers.within(least, 0.5);
            let place = (site(index) + 0.5) * (edge / 5.0) - 0.5 * edge;
            Sphere::new(place, radius).moving(numbers.vector(1.0)).weighing(numbers.within(0.5, 2.0))
        };
        let spheres: Vec<Sphere> = (0..125).map(sphere).collect();
        let options = SphereOptions::default();
        let mut gas = HardSpheres::new(&spheres, domain, options).unwrap();
        let mut oracle = BruteForce { spheres, domain, options, time: 0.0 };
        for number in 0..250 {
            let expected = oracle.step().expect("spheres in a box collide");
            let found = gas.next_collision(expected.0 + 1.0);
            let found = found.unwrap_or_else(|| panic!("round {round}, collision {number}: missed {expected:?}"));
            assert!(same(&found, expected), "round {round}, collision {number}: {found:?}, not {expected:?}");
            oracle.time = gas.time();
            oracle.spheres = (0..gas.len()).map(|index| gas.sphere(index)).collect();
        }
    }
}

/// Two thousand spheres of three sizes: at random instants no two overlap. The test knows nothing of cells or queues.
#[test]
fn spheres_never_overlap_and_keep_energy_and_momentum() {
    let mut numbers = Numbers(5);
    let edge = 12.0;
    let spheres = scattered(&mut numbers, 400, edge - 1.2, [0.2, 0.6]);
    let mut gas = HardSpheres::new(&spheres, Domain::periodic_cube(edge), SphereOptions::default()).unwrap();
    let (energy, momentum) = (gas.energy()[0], gas.momentum());
    let mut until = 0.0;
    while gas.tally().collisions < 10_000 {
        until += numbers.within(0.0, 0.2);
        gas.run(until);
        let all: Vec<Sphere> = (0..gas.len()).map(|index| gas.sphere(index)).collect();
        for (index, one) in all.iter().enumerate() {
            for two in &all[index + 1..] {
                let apart = (two.position - one.position).to_array().map(|length| {
                    let length = length.rem_euclid(edge);
                    length.min(edge - length)
                });
                let gap = DVec3::from_array(apart).length() - one.radius - two.radius;
                assert!(gap > 0.0, "{one:?} and {two:?} overlap by {} m at {until} s", -gap);
            }
        }
    }
    assert!((gas.energy()[0] / energy - 1.0).abs() < 1e-12);
    assert!((gas.momentum() - momentum).length() < 1e-10);
    assert!(gas.tally().stale_share() > 0.05 && gas.tally().stale_share() < 0.6, "{:?}", gas.tally());
}

/// Kinetic theory: collisions a second with Enskog's correction. 40,000 collisions scatter by half a percent.
#[test]
fn the_collision_rate_is_that_of_kinetic_theory() {
    for packing in [0.05, 0.2] {
        let mut numbers = Numbers(3);
        let (cells, count) = (8, 512);
        let edge = (f64::from(count) * PI / (6.0 * packing)).cbrt();
        let site =
            |index: i32, axis: u32| (f64::from(index / i32::pow(cells, axis) % cells) + 0.5) * edge / f64::from(cells);
        let place = |index: i32| dvec3(site(index, 0), site(index, 1), site(index, 2)) - 0.5 * edge;
        let spheres: Vec<Sphere> =
            (0..count).map(|index| Sphere::new(place(index), 0.5).moving(numbers.vector(1.0))).collect();
        let mut gas = HardSpheres::new(&spheres, Domain::periodic_cube(edge), SphereOptions::default()).unwrap();
        // The momentum of the whole does not make spheres collide.
        let drift = gas.momentum() / f64::from(count);
        let warmth = 2.0 * gas.energy()[0] / f64::from(count) - drift.length_squared();
        let temperature = warmth / 3.0;
        let contact = (1.0 - 0.5 * packing) / (1.0 - packing).powi(3);
        let rate = 2.0 * f64::from(count) * 6.0 * packing / PI * (PI * temperature).sqrt() * contact;
        gas.run(20.0 * f64::from(count) / (2.0 * rate));
        let (before, start) = (gas.tally().collisions, gas.time());
        gas.run(start + 4e4 / rate);
        let counted = (gas.tally().collisions - before) as f64 / (gas.time() - start);
        assert!((counted / rate - 1.0).abs() < 0.02, "packing {packing}: {counted} a second, theory {rate}");
    }
}

/// A ball falls from height h on a floor with restitution e: it hits at sqrt(2 h / g), and then each flight takes e
/// times as long as the one before. It comes to rest without an endless burst of events.
#[test]
fn a_ball_bounces_as_the_parabola_says() {
    let (gravity, restitution, height) = (10.0, 0.5, 1.25);
    let options = SphereOptions { gravity: dvec3(0.0, 0.0, -gravity), restitution };
    let floor = Domain::Walls { lower: dvec3(-5.0, -5.0, 0.0), upper: dvec3(5.0, 5.0, 10.0) };
    let ball = Sphere::new(dvec3(0.0, 0.0, 0.1 + height), 0.1);
    let mut gas = HardSpheres::new(&[ball], floor, options).unwrap();
    let fall = (2.0 * height / gravity).sqrt();
    let mut expected = fall;
    for bounce in 1..12 {
        let hit = gas.next_collision(10.0).unwrap();
        assert!((hit.time - expected).abs() < 1e-9, "bounce {bounce} at {} s, not {expected} s", hit.time);
        expected += 2.0 * fall * f64::powi(restitution, bounce);
    }
    gas.run(2.0);
    // At rest its hops are lower than half a millionth of its radius and take sqrt(g r) / 500 / g.
    assert!(gas.sphere(0).position.z < 0.1 * (1.0 + 1e-6) && gas.sphere(0).position.z >= 0.1);
    assert!(gas.tally().wall_hits < 10_000, "{:?}", gas.tally());
}

/// A rocket starts from rest 4.5 m before a sphere at rest and hits it after 3 s, both under gravity: the sphere leaves
/// with the rocket's speed, and the rocket catches up again. Equal masses: the rocket starts again from rest relative
/// to it, and needs twice the time 2 v / a.
#[test]
fn a_rocket_catches_up() {
    let options = SphereOptions { gravity: dvec3(0.0, 0.0, -9.81), ..SphereOptions::default() };
    let rocket = Sphere::new(DVec3::ZERO, 0.5).thrusting(DVec3::X);
    let target = Sphere::new(dvec3(5.5, 0.0, 0.0), 0.5);
    let mut both = HardSpheres::new(&[rocket, target], Domain::Open, options).unwrap();
    for expected in [3.0, 3.0 + 6.0, 3.0 + 12.0] {
        let hit = both.next_collision(100.0).unwrap();
        assert!((hit.time - expected).abs() < 1e-9, "{} s, not {expected} s", hit.time);
        assert!((hit.impulse - 3.0).abs() < 1e-9);
    }
    assert_eq!(both.sphere(0).thrust, DVec3::X);
}

/// Newton's cradle with balls that touch: the last one takes all the momentum.
#[test]
fn the_last_ball_of_a_cradle_flies_away() {
    let ball = |index: i32| Sphere::new(dvec3(f64::from(index), 0.0, 0.0), 0.5);
    let mut spheres: Vec<Sphere> = (0..5).map(ball).collect();
    spheres.push(ball(-3).moving(DVec3::X));
    let mut gas = HardSpheres::new(&spheres, Domain::Open, SphereOptions::default()).unwrap();
    gas.run(10.0);
    assert_eq!(gas.tally().collisions, 5);
    for index in [0, 1, 2, 3, 5] {
        assert!(gas.sphere(index).velocity.length() < 1e-12, "{index}");
    }
    assert!((gas.sphere(4).velocity - DVec3::X).length() < 1e-12);
}

#[test]
fn bad_spheres_are_refused_by_number() {
    let good = Sphere::new(DVec3::ZERO, 0.5);
    let message = |spheres: &[Sphere], domain: Domain, options: SphereOptions| {
        let error: SphereError = HardSpheres::new(spheres, domain, options).unwrap_err();
        error.to_string()
    };
    let plain = SphereOptions::default();
    let near = Sphere::new(dvec3(0.9, 0.0, 0.0), 0.5);
    let overlap = message(&[good, near], Domain::Open, plain);
    assert!(overlap.contains("spheres 0 and 1 overlap by 0.09999999999999998 m"), "{overlap}");
    let refused = [
        (good.weighing(0.0), "sphere 1: its mass is 0: it must be positive and finite"),
        (good.moving(DVec3::NAN), "sphere 1: its velocity is [NaN, NaN, NaN]: it must be finite"),
        (Sphere::new(DVec3::ZERO, -1.0), "sphere 1: its radius is -1: it must be positive and finite"),
        (Sphere::new(dvec3(3.9, 0.0, 0.0), 0.5), "sphere 1: its position is [3.9, 0, 0]: it must be between the walls"),
    ];
    for (sphere, words) in refused {
        let found = message(&[good, sphere], Domain::cube(8.0), plain);
        assert!(found.starts_with(words), "{found}");
    }
    let lively = message(&[good], Domain::Open, SphereOptions { restitution: 1.1, ..plain });
    assert_eq!(lively, "restitution is 1.1: it must be from 0 to 1");
    let narrow = message(&[good], Domain::periodic_cube(2.5), plain);
    assert!(narrow.contains("wider than three times the largest sphere"), "{narrow}");
}
