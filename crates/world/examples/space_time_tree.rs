//! The cost of a prediction: the space-time tree and swept cells beside all bodies.
//!
//! A gas of equal balls between walls, at a given share of the volume, event by event. A prediction enters the new course
//! of a ball and finds its first meeting. Times are processor time of the whole simulation for each prediction.
//!
//! ```text
//! cargo run --release -p tangency-world --example space_time_tree -- [share] [most bodies] [structure]
//! ```

use glam::{DVec3, dvec3};
use std::collections::BinaryHeap;
use std::f64::consts::PI;
use tangency_interval::Earliest;
use tangency_world::sparse::{AllBodies, Course, Neighbours, SpaceTimeTree, SweptCells, Wall};

/// Numbers, always the same.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn vector(&mut self, most: f64) -> DVec3 {
        dvec3(self.next() - 0.5, self.next() - 0.5, self.next() - 0.5) * (2.0 * most)
    }
}

/// Seconds of processor time of this thread; of the clock where the system does not tell.
fn processor_time() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok()));
    let clock =
        || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64());
    nanoseconds.map_or_else(clock, |number| 1e-9 * number)
}

/// What a ball expects.
#[derive(Clone, Copy)]
struct Expected {
    stamp: u32,
    /// The other ball with its stamp, or none for a wall.
    partner: Option<(u32, u32)>,
    wall: usize,
}

/// Balls between walls.
struct Gas<N> {
    neighbours: N,
    courses: Vec<Course>,
    stamps: Vec<u32>,
    walls: Vec<Wall>,
    queue: BinaryHeap<Earliest<u32, Expected>>,
    visits: u64,
}

impl<N: Neighbours> Gas<N> {
    fn new(neighbours: N, count: usize, share: f64) -> Self {
        let edge = (count as f64 * 4.0 / 3.0 * PI / share).cbrt();
        let side = (count as f64).cbrt().ceil() as usize;
        let step = edge / side as f64;
        let mut numbers = Numbers(7);
        let place = |index: usize| {
            let [x, y, z] = [index % side, index / side % side, index / side / side].map(|one| one as f64 + 0.5);
            dvec3(x, y, z) * step - 0.5 * edge
        };
        let jitter = 0.45 * (step - 2.0).max(0.0);
        let course = |index: usize| {
            let position = place(index) + numbers.vector(jitter);
            Course::flying(0.0, position, [numbers.vector(1.0), DVec3::ZERO], 1.0)
        };
        let courses: Vec<Course> = (0..count).map(course).collect();
        let wall = |axis: DVec3| Wall::still(axis, -0.5 * edge);
        let walls = DVec3::AXES.iter().flat_map(|axis| [wall(*axis), wall(-*axis)]).collect();
        let (stamps, queue) = (vec![0; count], BinaryHeap::new());
        let mut gas = Self { neighbours, courses, stamps, walls, queue, visits: 0 };
        (0..count).for_each(|body| gas.neighbours.insert(body as u32, &gas.courses[body], 0.0));
        (0..count).for_each(|body| gas.predict(body as u32, 0.0));
        gas
    }

    fn predict(&mut self, body: u32, now: f64) {
        let course = self.courses[body as usize];
        let (mut first, mut partner, mut wall) = (f64::INFINITY, None, 0);
        for (index, one) in self.walls.iter().enumerate() {
            if let Some(time) = course.meeting_plane(one, now, first, 0.0).filter(|time| *time < first) {
                (first, wall) = (time, index);
            }
        }
        let (courses, visits) = (&self.courses, &mut self.visits);
        self.neighbours.candidates(body, &course, [now, first], &mut |other| {
            *visits += 1;
            if let Some(time) = course.meeting(&courses[other as usize], now, first, 0.0).filter(|time| *time < first) {
                (first, partner) = (time, Some(other));
            }
            first
        });
        let partner = partner.map(|other| (other, self.stamps[other as usize]));
        let item = Expected { stamp: self.stamps[body as usize], partner, wall };
        self.queue.push(Earliest { time: first, place: body, item });
    }

    fn divert(&mut self, body: u32, now: f64, velocity: DVec3) {
        let course = &mut self.courses[body as usize];
        *course = Course { since: now, position: course.centre_at(now), velocity, ..*course };
        self.stamps[body as usize] += 1;
        self.neighbours.insert(body, course, now);
    }

    /// Goes on for this many predictions. Returns the number of collisions.
    fn run(&mut self, predictions: usize) -> usize {
        let [mut done, mut collisions] = [0; 2];
        while let Some(Earliest { time: now, place: body, item }) = self.queue.pop().filter(|_| done < predictions) {
            if self.stamps[body as usize] != item.stamp {
                continue;
            }
            self.neighbours.advance(now);
            match item.partner {
                Some((other, stamp)) if self.stamps[other as usize] == stamp => {
                    let [a, b] = [body, other].map(|one| self.courses[one as usize]);
                    let normal = (b.centre_at(now) - a.centre_at(now)).normalize();
                    let exchanged = normal * normal.dot(b.velocity - a.velocity);
                    self.divert(body, now, a.velocity + exchanged);
                    self.divert(other, now, b.velocity - exchanged);
                    self.predict(body, now);
                    self.predict(other, now);
                    (done, collisions) = (done + 2, collisions + 1);
                }
                Some(_) => {
                    self.predict(body, now);
                    done += 1;
                }
                None => {
                    let (course, normal) = (self.courses[body as usize], self.walls[item.wall].normal);
                    self.divert(body, now, course.velocity - 2.0 * normal * normal.dot(course.velocity));
                    self.predict(body, now);
                    done += 1;
                }
            }
        }
        collisions
    }
}

/// Microseconds and visits of a prediction.
fn measured<N: Neighbours>(neighbours: N, count: usize, share: f64, predictions: usize) -> [f64; 2] {
    let mut gas = Gas::new(neighbours, count, share);
    gas.run(predictions / 2);
    let mut least = f64::INFINITY;
    gas.visits = 0;
    for _ in 0..5 {
        let start = processor_time();
        gas.run(predictions / 5);
        least = least.min((processor_time() - start) / (predictions / 5) as f64);
    }
    if std::env::args().any(|word| word == "crowding") {
        println!("{:?}", gas.neighbours.crowding());
    }
    [1e6 * least, gas.visits as f64 / predictions as f64]
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |index: usize, otherwise: f64| arguments.get(index).and_then(|one| one.parse().ok()).unwrap_or(otherwise);
    let (share, most) = (number(0, 0.05), number(1, 100_000.0) as usize);
    let wanted = |name: &str| arguments.get(2).is_none_or(|one| one == name);
    println!(
        "equal balls at {share} of the volume, between walls: microseconds of processor time a prediction (visits)"
    );
    println!("{:>8} {:>20} {:>20} {:>20}", "bodies", "all bodies", "space-time tree", "swept cells");
    for count in [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 100_000] {
        if count > most {
            break;
        }
        let predictions = (20 * count).clamp(400_000, 1_000_000);
        let cell = |[time, visits]: [f64; 2]| format!("{time:.2} ({visits:.1})");
        let skipped = || "-".to_owned();
        let few = (40_000_000 / count).min(predictions);
        let all = if wanted("all") && count <= 10_000 {
            cell(measured(AllBodies::new(), count, share, few))
        } else {
            skipped()
        };
        let tree =
            if wanted("tree") { cell(measured(SpaceTimeTree::new(), count, share, predictions)) } else { skipped() };
        let cells =
            if wanted("cells") { cell(measured(SweptCells::new(), count, share, predictions)) } else { skipped() };
        println!("{count:>8} {all:>20} {tree:>20} {cells:>20}");
    }
}
