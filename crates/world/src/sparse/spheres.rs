//! Hard spheres, event by event.
//!
//! **Question.** Spheres fly and bounce. Where are they at any instant?
//!
//! **Idea.** Every sphere has a closed path until its next collision, and one event in the queue: its next meeting, or
//! the crossing into the next cell or out of its shell, after which it looks ahead again. A sphere that changes its
//! path predicts anew. Whoever expected to meet it is not told: its event comes up, the stamp of the partner has
//! changed, and it predicts again then. A sphere that nobody meets costs nothing between its crossings.
//!
//! **Guarantee.** No two spheres ever overlap, and no collision is missed. Meetings are predicted early, never late:
//! a collision takes place when the distance has fallen to the *slack*, 64 roundings of the largest coordinate. The
//! positions are exact within half of it.
//!
//! **No loops of events.** Spheres that have collided separate, and separating spheres never meet: the sign of one
//! product decides. A meeting that came too early by more than the slack is predicted again, from where the spheres
//! are then; if that brings no later instant, it takes place. A slow collision loses no energy, so that a bouncing
//! sphere makes finitely many bounces in a finite time: it ends in hops that nobody sees.
//!
//! **Cost.** Constant for an event, at any number of spheres.
//!
//! **Source.** Dworkin 1994, sections 3 and 4.

use super::domain::Domain;
use super::element::{Accelerations, Element, FIRST_WALL, NOBODY};
use super::meeting::meeting_after;
use super::queue::EventQueue;
use super::seeker::Found;
use super::sphere::{Sphere, SphereError, SphereOptions, validate};
use super::surroundings::Surroundings;
use super::tally::Tally;
use crate::tolerance::{
    CROSSINGS_UNTIL_TIDY, READ_AHEAD_FROM, SLOTS_READ_AHEAD, SLOWEST_LOSS, SLOWEST_LOSS_WITHOUT_GRAVITY, SPHERE_SLACK,
};
use glam::DVec3;
use std::hint::black_box;

/// A collision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collision {
    /// The instant, s.
    pub time: f64,
    /// The sphere.
    pub a: usize,
    /// The other sphere, or the wall: 0 and 1 are the lower and the upper wall across x, then y, then z.
    pub b: CollisionPartner,
    /// The unit normal, from `a` towards the other one.
    pub normal: DVec3,
    /// The impulse on the other one along the normal, N·s.
    pub impulse: f64,
}

/// What a sphere collides with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollisionPartner {
    /// Another sphere.
    Sphere(usize),
    /// A wall of the domain.
    Wall(usize),
}

/// Hard spheres that fly and bounce.
///
/// ```
/// use glam::DVec3;
/// use tangency_world::sparse::{Domain, HardSpheres, Sphere, SphereOptions};
///
/// // Two equal spheres meet head on and exchange their velocities.
/// let spheres = [
///     Sphere::new(DVec3::new(-1.0, 0.0, 0.0), 0.1).moving(DVec3::X),
///     Sphere::new(DVec3::new(1.0, 0.0, 0.0), 0.1),
/// ];
/// let mut gas = HardSpheres::new(&spheres, Domain::Open, SphereOptions::default())?;
/// gas.run(3.0);
/// assert_eq!(gas.tally().collisions, 1);
/// let [stays, goes] = [gas.sphere(0), gas.sphere(1)];
/// assert!(stays.velocity.length() < 1e-12 && (goes.velocity - DVec3::X).length() < 1e-12);
/// assert!((goes.position.x - (1.0 + 3.0 - 1.8)).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct HardSpheres {
    elements: Vec<Element>,
    accelerations: Accelerations,
    around: Surroundings,
    queue: EventQueue,
    time: f64,
    slack: f64,
    /// Collisions that are not faster lose no energy, m/s.
    slow: f64,
    /// The acceleration of the frame in which the paths are given, m/s².
    fall: DVec3,
    options: SphereOptions,
    tally: Tally,
    /// The given number of each element, and the element of each given number.
    given: Vec<u32>,
    element_of: Vec<u32>,
    /// Crossings at which the elements are renumbered next.
    tidy_at: u64,
    /// Whether there are so many elements that reading ahead pays, and the slot up to which it has been done.
    reads_ahead: bool,
    read_until: usize,
}

impl HardSpheres {
    /// Spheres at the instant 0.
    pub fn new(spheres: &[Sphere], domain: Domain, options: SphereOptions) -> Result<Self, SphereError> {
        validate(spheres, &domain, &options)?;
        let outermost = spheres.iter().map(|sphere| sphere.position.abs().max_element() + sphere.radius);
        let corner = domain.corners().map_or(0.0, |[lower, upper]| lower.abs().max(upper.abs()).max_element());
        let slack = SPHERE_SLACK * outermost.fold(corner, f64::max);
        // Without walls the spheres are followed in a frame that falls with them, in which there is no gravity.
        let walls = matches!(domain, Domain::Walls { .. });
        let [gravity, fall] = if walls { [options.gravity, DVec3::ZERO] } else { [DVec3::ZERO, options.gravity] };
        let element = |sphere: &Sphere| Element::new(sphere.position, sphere.velocity, sphere.radius, sphere.mass);
        let mut elements: Vec<Element> = spheres.iter().map(element).collect();
        let accelerations = Accelerations::new(spheres.iter().map(|sphere| gravity + sphere.thrust).collect());
        let around = Surroundings::new(&mut elements, &accelerations, domain, slack);
        let queue = EventQueue::new(elements.len(), 0.0);
        let smallest = spheres.iter().map(|sphere| sphere.radius).fold(f64::INFINITY, f64::min);
        let speed = (options.gravity.length() * smallest).sqrt();
        let slow = if speed > 0.0 { SLOWEST_LOSS * speed } else { SLOWEST_LOSS_WITHOUT_GRAVITY };
        let given: Vec<u32> = (0..elements.len() as u32).collect();
        let (element_of, tally) = (given.clone(), Tally::default());
        let (time, tidy_at) = (0.0, 0);
        let mut all = Self {
            elements,
            accelerations,
            around,
            queue,
            time,
            slack,
            slow,
            fall,
            options,
            tally,
            given,
            element_of,
            tidy_at,
            reads_ahead: spheres.len() >= READ_AHEAD_FROM,
            read_until: 0,
        };
        if let Some([a, b]) = all.around.lattice().overlapping(&all.elements) {
            let gap = all.elements[a].position.distance(all.elements[b].position)
                - (all.elements[a].radius + all.elements[b].radius);
            return Err(SphereError::Overlap { a, b, depth: -gap });
        }
        all.tidy();
        (0..all.elements.len() as u32).for_each(|index| all.predict(index));
        Ok(all)
    }

    /// Goes on until this instant.
    pub fn run(&mut self, until: f64) {
        while self.next_collision(until).is_some() {}
    }

    /// Goes on to the next collision, but not past an instant.
    pub fn next_collision(&mut self, until: f64) -> Option<Collision> {
        loop {
            let Some((time, index)) = self.queue.pop() else {
                self.time = self.time.max(until);
                return None;
            };
            if time > until {
                self.queue.schedule(index, time);
                self.time = self.time.max(until);
                return None;
            }
            self.time = time.max(self.time);
            self.tally.events += 1;
            if self.reads_ahead {
                self.read_ahead();
            }
            if self.tally.crossings >= self.tidy_at {
                self.queue.schedule(index, time);
                self.tidy();
                continue;
            }
            let element = &self.elements[index as usize];
            if element.horizon < element.meeting {
                self.cross(index);
            } else if element.partner < FIRST_WALL
                && self.elements[element.partner as usize].stamp != element.partner_stamp
            {
                self.tally.stale += 1;
                self.predict(index);
            } else if !self.touches(index) {
                self.tally.refined += 1;
                self.predict(index);
            } else {
                return Some(self.collide(index));
            }
        }
    }

    /// The present instant, s.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Number of spheres.
    #[must_use]
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there are no spheres.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// A sphere at the present instant. In a periodic domain a dense one may be outside, by less than a diameter,
    /// until its list of neighbours is made anew.
    #[must_use]
    pub fn sphere(&self, index: usize) -> Sphere {
        let index = self.element_of[index];
        let (element, acceleration) = (&self.elements[index as usize], self.accelerations.of(index));
        Sphere {
            position: element.position_at(self.time, acceleration) + 0.5 * self.time * self.time * self.fall,
            velocity: element.velocity_at(self.time, acceleration) + self.time * self.fall,
            radius: element.radius,
            mass: element.mass,
            thrust: acceleration + self.fall - self.options.gravity,
        }
    }

    /// What has been counted so far.
    #[must_use]
    pub fn tally(&self) -> Tally {
        Tally { fullest_cell: self.around.lattice().fullest(&self.elements), ..self.tally }
    }

    /// Bytes of memory that the simulation holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let numbers = self.given.capacity() + self.element_of.capacity();
        let elements = self.elements.capacity() * size_of::<Element>();
        elements
            + self.accelerations.bytes()
            + self.around.bytes()
            + self.queue.bytes()
            + numbers * size_of::<u32>()
            + size_of::<Self>()
    }

    /// The distance at which spheres collide, m.
    #[must_use]
    pub fn slack(&self) -> f64 {
        self.slack
    }

    /// Kinetic energy and potential energy, zero at the origin, J.
    #[must_use]
    pub fn energy(&self) -> [f64; 2] {
        let all = (0..self.len()).map(|index| self.sphere(index));
        all.fold([0.0; 2], |[kinetic, potential], sphere| {
            let height = -self.options.gravity.dot(sphere.position);
            [kinetic + 0.5 * sphere.mass * sphere.velocity.length_squared(), potential + sphere.mass * height]
        })
    }

    /// The sum of all momenta, kg·m/s.
    #[must_use]
    pub fn momentum(&self) -> DVec3 {
        (0..self.len()).map(|index| self.sphere(index)).map(|sphere| sphere.mass * sphere.velocity).sum()
    }

    /// Renumbers the elements, so that a search reads few pages of memory. No path and no event changes.
    fn tidy(&mut self) {
        self.tidy_at = self.tally.crossings + CROSSINGS_UNTIL_TIDY * self.elements.len() as u64;
        let order = self.around.lattice().order(&self.elements);
        let mut renamed = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, old)| renamed[*old as usize] = new as u32);
        permute(&mut self.elements, &order);
        for element in &mut self.elements {
            element.partner = renamed.get(element.partner as usize).copied().unwrap_or(element.partner);
        }
        self.given = order.iter().map(|old| self.given[*old as usize]).collect();
        self.given.iter().enumerate().for_each(|(index, given)| self.element_of[*given as usize] = index as u32);
        self.accelerations.renumber(&order);
        self.around.renumber(&order, &mut self.elements);
        self.queue = self.queue.renumbered(&order);
    }

    /// Reads what the events of later slots will need, so that it is in the cache when they come. What is found by the
    /// help of something else is read a few slots after it: all reads of one call are independent, and wait together.
    #[inline]
    fn read_ahead(&mut self) {
        let current = self.queue.current();
        if self.read_until < current || self.read_until > current + SLOTS_READ_AHEAD {
            self.read_until = current;
        }
        while self.read_until < current + SLOTS_READ_AHEAD {
            self.read_until += 1;
            if let Some(body) = self.queue.peek(self.read_until) {
                let element = &self.elements[body as usize];
                black_box((element.stamp, element.partner));
            }
            for stage in 1..4 {
                if let Some(body) = self.queue.peek(self.read_until - stage * (SLOTS_READ_AHEAD / 4)) {
                    self.around.read_ahead(&self.elements, body, stage);
                }
            }
        }
    }

    /// Predicts the next event of an element from all its neighbours.
    fn predict(&mut self, index: u32) {
        let found = self.around.search(&self.elements, &self.accelerations, index, self.time);
        self.expect(index, found);
    }

    /// Enters the event that was found.
    fn expect(&mut self, index: u32, found: Found) {
        let stamp = if found.partner < FIRST_WALL { self.elements[found.partner as usize].stamp } else { 0 };
        let element = &mut self.elements[index as usize];
        let leaves = self.around.leaves(element, index, self.accelerations.of(index), self.time);
        element.meeting = earlier_sum(self.time, found.after);
        element.horizon = earlier_sum(self.time, leaves);
        (element.partner, element.partner_stamp) = (found.partner, stamp);
        self.tally.tests += found.tests;
        self.queue.schedule(index, element.next());
    }

    /// Moves an element into the next cell, and looks ahead.
    fn cross(&mut self, index: u32) {
        self.tally.crossings += 1;
        self.around.cross(&mut self.elements, index, self.accelerations.of(index), self.time);
        let element = self.elements[index as usize];
        let known = match element.partner {
            NOBODY => true,
            partner if partner >= FIRST_WALL => true,
            partner => self.elements[partner as usize].stamp == element.partner_stamp,
        };
        if !known {
            self.tally.stale += 1;
            self.predict(index);
            return;
        }
        let ahead = self.around.search_ahead(&self.elements, &self.accelerations, index, self.time);
        if earlier_sum(self.time, ahead.after) < element.meeting {
            self.expect(index, ahead);
            return;
        }
        self.tally.tests += ahead.tests;
        let element = &mut self.elements[index as usize];
        let leaves = self.around.leaves(element, index, self.accelerations.of(index), self.time);
        element.horizon = earlier_sum(self.time, leaves);
        self.queue.schedule(index, element.next());
    }

    /// Whether an element has come near enough to its partner. If not, its meeting was predicted too early.
    fn touches(&self, index: u32) -> bool {
        let element = &self.elements[index as usize];
        if element.partner >= FIRST_WALL {
            return true;
        }
        let partner = &self.elements[element.partner as usize];
        let (apart, velocity) = self.between(index, element.partner);
        let near = element.radius + partner.radius + 2.0 * self.slack;
        let ulp = 4.0 * f64::EPSILON * self.time.abs();
        let gap = apart.length() - near - ulp * velocity.length();
        // A prediction that brings no progress is as good as it gets.
        gap <= 0.0 || {
            let reach = near - self.slack;
            let acceleration = self.accelerations.of(element.partner) - self.accelerations.of(index);
            let again = meeting_after(apart, velocity, acceleration, reach);
            again.is_some_and(|after| earlier_sum(self.time, after) <= self.time)
        }
    }

    /// Position and velocity of an element at the present instant.
    fn phase(&self, index: u32) -> [DVec3; 2] {
        self.elements[index as usize].phase::<true>(self.time, self.accelerations.of(index))
    }

    /// The position and velocity of an element relative to another one, nearest image.
    fn between(&self, a: u32, b: u32) -> (DVec3, DVec3) {
        let ([here, this], [there, that]) = (self.phase(a), self.phase(b));
        (self.around.lattice().nearest(there - here), that - this)
    }

    /// The collision of an element with its partner.
    fn collide(&mut self, index: u32) -> Collision {
        let element = self.elements[index as usize];
        let collision = if element.partner >= FIRST_WALL {
            self.tally.wall_hits += 1;
            self.bounce(index, (element.partner - FIRST_WALL) as usize)
        } else {
            self.tally.collisions += 1;
            self.hit(index, element.partner)
        };
        self.predict(index);
        if element.partner < FIRST_WALL {
            self.predict(element.partner);
        }
        collision
    }

    fn bounce(&mut self, index: u32, wall: usize) -> Collision {
        let [position, mut velocity] = self.phase(index);
        let element = &mut self.elements[index as usize];
        let (axis, outward) = (wall / 2, if wall.is_multiple_of(2) { -1.0 } else { 1.0 });
        let approach = outward * velocity[axis];
        let restitution = self.options.restitution_at(approach, self.slow);
        velocity[axis] = -outward * restitution * approach.abs();
        element.diverted(self.time, position, velocity);
        let impulse = element.mass * (1.0 + restitution) * approach;
        let normal = outward * DVec3::AXES[axis];
        let a = self.given[index as usize] as usize;
        Collision { time: self.time, a, b: CollisionPartner::Wall(wall), normal, impulse }
    }

    fn hit(&mut self, index: u32, other: u32) -> Collision {
        let (apart, velocity) = self.between(index, other);
        let [a, b] = [index, other].map(|index| self.elements[index as usize].mass);
        let normal = apart.normalize_or(DVec3::X);
        let approach = -normal.dot(velocity);
        let restitution = self.options.restitution_at(approach, self.slow);
        let impulse = (1.0 + restitution) * (a * b / (a + b)) * approach;
        for (index, push) in [(index, -impulse / a), (other, impulse / b)] {
            let [position, velocity] = self.phase(index);
            self.elements[index as usize].diverted(self.time, position, velocity + normal * push);
        }
        let [a, b] = [index, other].map(|index| self.given[index as usize] as usize);
        Collision { time: self.time, a, b: CollisionPartner::Sphere(b), normal, impulse }
    }
}

/// Renumbers elements in place: `order` holds the old numbers. A new list each time would leave holes in the memory,
/// because elements are aligned.
fn permute(elements: &mut [Element], order: &[u32]) {
    let mut done = vec![false; order.len()];
    for start in 0..order.len() {
        let (first, mut at) = (elements[start], start);
        while !done[at] {
            done[at] = true;
            let from = order[at] as usize;
            elements[at] = if from == start { first } else { elements[from] };
            at = from;
        }
    }
}

/// The sum of an instant and a duration, rounded towards the past, but not before the instant. Neither is negative.
#[inline]
fn earlier_sum(time: f64, after: f64) -> f64 {
    // The product is one or two roundings below the sum. What is infinite stays so.
    let sum = (time + after) * (1.0 - f64::EPSILON);
    if sum > time { sum } else { time }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Brute force over all pairs at random instants: spheres whose shells are near enough are in each other's lists,
    /// once; every sphere is in its shell, or in its cell; nobody overlaps.
    #[test]
    fn no_pair_is_lost_from_the_lists_or_the_cells() {
        let mut state = 1u64;
        let mut uniform = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        let mut neighbours = [0; 2];
        for round in 0..12 {
            // Six spheres in a row between walls are locked at 0.49, and never leave their shells.
            let dense = if round / 2 % 2 == 0 { 0.49 } else { 0.35 };
            let (side, packing) = (6, [dense, 0.05][round % 2]);
            let edge = (f64::from(side).powi(3) * std::f64::consts::PI / (6.0 * packing)).cbrt();
            let domain = [Domain::periodic_cube(edge), Domain::cube(edge)][round / 2 % 2];
            let [gravity, thrust] = [[0.0, 0.0], [1.0, 0.0], [0.0, 0.3]][round / 4];
            let least = if round / 4 == 0 { 0.5 } else { 0.4 };
            let place = |index: i32| [index % side, index / side % side, index / side / side].map(f64::from);
            let spheres: Vec<Sphere> = (0..side.pow(3))
                .map(|index| {
                    let centre = (DVec3::from_array(place(index)) + 0.5) * (edge / f64::from(side)) - 0.5 * edge;
                    let velocity = DVec3::new(uniform(), uniform(), uniform()) - 0.5;
                    let radius = least + (0.5 - least) * uniform();
                    Sphere::new(centre, radius).moving(velocity).thrusting(thrust * (uniform() - 0.5) * DVec3::X)
                })
                .collect();
            let options = SphereOptions { gravity: DVec3::Z * -gravity, ..SphereOptions::default() };
            let mut gas = HardSpheres::new(&spheres, domain, options).unwrap();
            assert_eq!(matches!(gas.around, Surroundings::Lists(_)), packing > 0.2, "round {round}");
            for _ in 0..12 {
                gas.run(gas.time() + uniform() * if packing > 0.2 { 0.5 } else { 2.0 });
                let count = gas.elements.len() as u32;
                let at: Vec<DVec3> = (0..count).map(|index| gas.phase(index)[0]).collect();
                let lattice = gas.around.lattice();
                for a in 0..count {
                    if let Surroundings::Cells(grid) = &gas.around {
                        let low = DVec3::from_array(gas.elements[a as usize].place.map(f64::from)) * lattice.edge;
                        let offset = at[a as usize] - lattice.lower - low;
                        assert!(offset.cmpge(DVec3::splat(-1e-9)).all(), "round {round}: {a} is below its cell");
                        assert!(offset.cmple(grid.lattice.edge + 1e-9).all(), "round {round}: {a} is above its cell");
                    }
                    for b in (0..count).filter(|b| *b != a) {
                        let pair = [at[a as usize], at[b as usize]];
                        let radii = gas.elements[a as usize].radius + gas.elements[b as usize].radius;
                        let apart = lattice.nearest(pair[1] - pair[0]).length();
                        assert!(apart > radii, "round {round}: {a} and {b} overlap");
                        if let Surroundings::Lists(shells) = &gas.around {
                            let [near, listed, inside] = shells.check(&gas.elements, [a, b], pair);
                            assert!(inside, "round {round}: {a} has left its shell");
                            assert!(listed || !near, "round {round}: {a} and {b} are not in each other's lists");
                            neighbours[usize::from(near)] += 1;
                        }
                    }
                }
            }
            assert!(gas.tally().crossings > 100, "round {round}: {:?}", gas.tally());
        }
        assert!(neighbours[1] > 100_000 && neighbours[0] > neighbours[1], "{neighbours:?}");
    }
}
