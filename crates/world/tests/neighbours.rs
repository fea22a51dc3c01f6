//! Laws of `Neighbours`: no pair whose courses can meet is lost.
//!
//! Reference: every pair asked by `Course::meeting`, whose own oracle is in `courses.rs`. Enrol a structure with one
//! line of `neighbour_laws!`.

use glam::{DVec3, dvec3};
use tangency_world::sparse::{AllBodies, Course, Crowding, Neighbours, SpaceTimeTree, SweptCells};

/// Numbers, always the same.
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

    fn index(&mut self, count: usize) -> u32 {
        (self.next() * count as f64) as u32
    }
}

/// What a scene is made of.
#[derive(Clone, Copy, Debug)]
struct Scene {
    bodies: usize,
    edge: f64,
    /// Decades of radii below the largest, of a tenth of the edge.
    decades: f64,
    /// The share of bodies at rest, and of those with an end, an acceleration and an envelope of their own.
    resting: f64,
    particular: f64,
}

const SCENES: [Scene; 5] = [
    // Equal bodies in flight.
    Scene { bodies: 300, edge: 10.0, decades: 0.0, resting: 0.0, particular: 0.0 },
    // All sizes mixed.
    Scene { bodies: 200, edge: 10.0, decades: 3.0, resting: 0.3, particular: 0.5 },
    // All at rest but a few.
    Scene { bodies: 200, edge: 1e-3, decades: 1.0, resting: 0.95, particular: 0.1 },
    // A crowd in a corner of the world.
    Scene { bodies: 150, edge: 1e6, decades: 2.0, resting: 0.1, particular: 0.3 },
    // A few.
    Scene { bodies: 3, edge: 1.0, decades: 0.2, resting: 0.0, particular: 0.3 },
];

impl Scene {
    fn course(&self, numbers: &mut Numbers, now: f64) -> Course {
        let place = if self.edge > 1e5 && numbers.next() < 0.7 { 1e-3 } else { 0.5 };
        let position = numbers.vector(place * self.edge);
        let largest = if self.decades == 0.0 { 0.02 } else { 0.1 };
        let radius = largest * self.edge * 10f64.powf(-self.decades * numbers.next());
        let speed = if numbers.next() < self.resting { 0.0 } else { self.edge * 10f64.powf(numbers.within(-2.0, 0.0)) };
        let velocity = numbers.vector(speed);
        let mut course = Course::flying(now, position, [velocity, DVec3::ZERO], radius);
        if numbers.next() < self.particular {
            course.acceleration = numbers.vector(0.3 * speed);
            course.envelope = [0.1 * radius, 0.05 * speed, 0.01 * speed].map(|most| numbers.within(0.0, most));
        }
        if numbers.next() < self.particular {
            course.until = now + numbers.within(0.0, 3.0);
        }
        course
    }
}

/// Random insertions, removals and questions while time advances. All pairs are the oracle.
fn no_pair_is_lost<N: Neighbours>(new: impl Fn() -> N) {
    for (number, scene) in SCENES.iter().enumerate() {
        let mut numbers = Numbers(17 + number as u64);
        let (mut neighbours, mut now) = (new(), -1.0);
        let mut courses: Vec<Option<Course>> = vec![None; scene.bodies];
        let [mut met, mut visits, mut questions] = [0usize; 3];
        for round in 0..6_000 {
            let body = numbers.index(scene.bodies);
            if numbers.next() < 0.05 {
                neighbours.remove(body);
                courses[body as usize] = None;
                continue;
            }
            now += numbers.next() * 2.0 / scene.bodies as f64;
            if round % 7 == 0 {
                neighbours.advance(now);
            }
            let course = scene.course(&mut numbers, now);
            neighbours.insert(body, &course, now);
            courses[body as usize] = Some(course);
            if round < 2 * scene.bodies {
                continue;
            }
            let until = if numbers.next() < 0.3 { f64::INFINITY } else { now + numbers.within(0.0, 2.0) };
            let mut visited = vec![false; scene.bodies];
            neighbours.candidates(body, &course, [now, until], &mut |other| {
                assert!(other != body, "{scene:?}: the body itself");
                assert!(!std::mem::replace(&mut visited[other as usize], true), "{scene:?}: {other} twice");
                assert!(courses[other as usize].is_some(), "{scene:?}: {other} has been removed");
                until
            });
            let mut earliest = until;
            for (other, partner) in courses.iter().enumerate().filter(|(other, _)| *other != body as usize) {
                let meeting = partner.as_ref().and_then(|partner| course.meeting(partner, now, until, 0.0));
                let Some(meeting) = meeting else { continue };
                assert!(
                    visited[other],
                    "{scene:?}, round {round}: {other} is met at {meeting} s: {course:?}, {partner:?}"
                );
                earliest = earliest.min(meeting);
                met += 1;
            }
            // A question that ends at the first meeting finds the same one.
            let mut first = until;
            neighbours.candidates(body, &course, [now, until], &mut |other| {
                let partner = courses[other as usize].as_ref().expect("it is there");
                first = course.meeting(partner, now, until, 0.0).map_or(first, |meeting| first.min(meeting));
                first
            });
            assert_eq!(first, earliest, "{scene:?}, round {round}");
            visits += visited.iter().filter(|visited| **visited).count();
            questions += 1;
        }
        assert!(met > questions / 40, "{scene:?}: {met} meetings in {questions} questions");
        assert!(visits > met && questions > 1_000, "{scene:?}: {visits} visits");
    }
}

macro_rules! neighbour_laws {
    ($name:ident, $new:expr) => {
        #[test]
        fn $name() {
            no_pair_is_lost(|| $new);
        }
    };
}

neighbour_laws!(all_bodies, AllBodies::new());
neighbour_laws!(the_space_time_tree, SpaceTimeTree::new());
neighbour_laws!(swept_cells, SweptCells::new());

/// A gas of equal bodies that asks until its first meeting, as the world does. Returns visits for each question.
fn visits_of_a_gas<N: Neighbours>(mut neighbours: N, count: usize) -> (f64, Crowding) {
    let (mut numbers, edge) = (Numbers(5), (count as f64 / 0.05).cbrt() * 1.6);
    let mut courses: Vec<Course> = (0..count)
        .map(|_| Course::flying(0.0, numbers.vector(0.5 * edge), [numbers.vector(1.0), DVec3::ZERO], 1.0))
        .collect();
    courses.iter().zip(0..).for_each(|(course, body)| neighbours.insert(body, course, 0.0));
    let (mut visits, questions) = (0usize, 4 * count);
    let mut now = 0.0;
    for _ in 0..questions {
        now += 4.0 / count as f64;
        neighbours.advance(now);
        let body = numbers.index(count);
        let course = Course { since: now, position: numbers.vector(0.5 * edge), ..courses[body as usize] };
        courses[body as usize] = course;
        neighbours.insert(body, &course, now);
        // Until it leaves the box.
        let ahead = (0.5 * edge - course.position * course.velocity.signum()) / course.velocity.abs();
        let mut first = now + ahead.min_element();
        neighbours.candidates(body, &course, [now, first], &mut |other| {
            visits += 1;
            first = course.meeting(&courses[other as usize], now, first, 0.0).unwrap_or(first);
            first
        });
    }
    (visits as f64 / questions as f64, neighbours.crowding())
}

/// A question visits a hundred bodies at most, on average, however many there are.
#[test]
fn few_bodies_are_visited() {
    for count in [500, 5_000] {
        let (tree, _) = visits_of_a_gas(SpaceTimeTree::new(), count);
        let (cells, _) = visits_of_a_gas(SweptCells::new(), count);
        let most = 100.0;
        assert!(tree > 1.0 && tree < most && cells > 1.0 && cells < most, "{count} bodies: {tree}, {cells} visits");
    }
}

/// A crowd in one place is told from an even gas, and located.
#[test]
fn dense_regions_are_recognised() {
    let (_, even) = visits_of_a_gas(SpaceTimeTree::new(), 2_000);
    assert!(!even.is_dense(), "{even:?}");
    assert!(even.deepest_level > 0 && even.entries < 60 * even.bodies, "{even:?}");
    let (mut tree, mut numbers) = (SpaceTimeTree::new(), Numbers(1));
    let crowd = dvec3(300.0, -200.0, 100.0);
    let courses: Vec<Course> = (0..2_000)
        .map(|body| {
            let position = if body % 4 == 0 { crowd + numbers.vector(0.4) } else { numbers.vector(400.0) };
            Course::flying(0.0, position, [numbers.vector(0.01), DVec3::ZERO], 0.02)
        })
        .collect();
    courses.iter().zip(0..).for_each(|(course, body)| tree.insert(body, course, 0.0));
    for _ in 0..4 {
        for (course, body) in courses.iter().zip(0..) {
            tree.candidates(body, course, [0.0, 1.0], &mut |_| 1.0);
        }
    }
    let crowding = tree.crowding();
    assert!(crowding.is_dense() && crowding.densest.distance(crowd) < 2.0, "{crowding:?}");
}
