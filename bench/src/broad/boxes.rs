//! Moving boxes, compared with parry3d-f64.

use super::{on_threads, timed};
use crate::table::Row;
use glam::DVec3;
use parry3d_f64::bounding_volume::Aabb as PeerBox;
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use tangency::bound::Aabb;
use tangency::bound::reference::{BroadPhase, HashedGrid, MortonTree, RefitTree, SweepAndPrune};

/// Steps, of which the fastest counts; fewer for slow methods. Every step moves the boxes.
const STEPS: [usize; 2] = [60, 6];

/// Unit cubes that fly in a larger cube with periodic boundaries.
struct Crowd {
    side: f64,
    places: Vec<DVec3>,
    velocities: Vec<DVec3>,
}

impl Crowd {
    /// `count` cubes that fill the fraction `density` of the space. A linear congruential generator makes every run the
    /// same.
    fn new(count: usize, density: f64) -> Self {
        let side = (count as f64 / density).cbrt();
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let mut vector = || DVec3::new(random(), random(), random());
        let places = (0..count).map(|_| side * vector()).collect();
        // Up to a tenth of a side per step.
        let velocities = (0..count).map(|_| 0.1 * (2.0 * vector() - 1.0)).collect();
        Self { side, places, velocities }
    }

    fn advance(&mut self) {
        for (place, velocity) in self.places.iter_mut().zip(&self.velocities) {
            *place = (*place + *velocity).map(|coordinate| coordinate.rem_euclid(self.side));
        }
    }

    fn boxes(&self) -> Vec<Aabb> {
        self.places.iter().filter_map(|&place| Aabb::around([place, place + 1.0])).collect()
    }
}

pub(super) fn run() -> Vec<Row> {
    let mut rows = Vec::new();
    for density in [0.01, 0.05] {
        for count in [1_000, 10_000, 100_000] {
            match on_threads(1, || beside_parry(count, density)) {
                Ok(of_count) => rows.extend(of_count),
                Err(problem) => eprintln!("no threads: {problem}"),
            }
        }
        match on_threads(2, || ours::<RefitTree>(100_000, density, STEPS[0])) {
            Ok((ns, _)) => rows.push(Row {
                name: format!("boxes, 100000 at {} %: RefitTree, 2 threads", 100.0 * density),
                ours: ns,
                peer_name: "-".into(),
                peer: None,
            }),
            Err(problem) => eprintln!("no threads: {problem}"),
        }
    }
    rows
}

/// The nanoseconds of the fastest step, and the number of pairs over all steps.
type Steps = (f64, usize);

/// The measurement of one of our broad phases.
fn ours<B: BroadPhase + Default>(count: usize, density: f64, steps: usize) -> Steps {
    let (mut crowd, mut phase) = (Crowd::new(count, density), B::default());
    let (mut fastest, mut pairs) = (f64::INFINITY, 0);
    phase.pairs_within(&crowd.boxes(), |_, _| true);
    for _ in 0..steps {
        crowd.advance();
        let boxes = crowd.boxes();
        let (ns, found) = timed(|| phase.pairs_within(&boxes, |_, _| true));
        fastest = fastest.min(ns);
        pairs += found.len();
    }
    (fastest, pairs)
}

fn peer_boxes(crowd: &Crowd) -> Vec<PeerBox> {
    let vector = |place: DVec3| parry3d_f64::math::Vector::new(place.x, place.y, place.z);
    crowd.places.iter().map(|&place| PeerBox::new(vector(place), vector(place + 1.0))).collect()
}

/// The measurement of parry, with a refitted or rebuilt tree.
fn parry(count: usize, density: f64, rebuild: bool) -> Steps {
    let (mut crowd, mut workspace) = (Crowd::new(count, density), BvhWorkspace::default());
    let mut tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &peer_boxes(&crowd));
    tree.refit(&mut workspace);
    let (mut fastest, mut pairs) = (f64::INFINITY, 0);
    for _ in 0..STEPS[usize::from(rebuild)] {
        crowd.advance();
        let boxes = peer_boxes(&crowd);
        let (ns, found) = timed(|| {
            if rebuild {
                tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes);
            } else {
                for (item, one) in boxes.iter().enumerate() {
                    tree.insert_or_update_partially(*one, item as u32, 0.0);
                }
                tree.refit_without_opt();
            }
            let mut found = Vec::new();
            tree.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |a, b| found.push([a, b]));
            found
        });
        fastest = fastest.min(ns);
        pairs += found.len();
    }
    (fastest, pairs)
}

fn beside_parry(count: usize, density: f64) -> Vec<Row> {
    let refit = ("parry refit + pairs", parry(count, density, false));
    let rebuild = ("parry rebuild + pairs", parry(count, density, true));
    let phases = [
        ("RefitTree", ours::<RefitTree>(count, density, STEPS[0]), &refit),
        ("MortonTree", ours::<MortonTree>(count, density, STEPS[1]), &rebuild),
        ("HashedGrid", ours::<HashedGrid>(count, density, STEPS[1]), &rebuild),
        ("SweepAndPrune", ours::<SweepAndPrune>(count, density, STEPS[1]), &rebuild),
    ];
    let row = |(phase, (ns, pairs), (peer_name, (peer, peer_pairs))): (&str, Steps, &(&str, Steps))| {
        let remark = if pairs == *peer_pairs { String::new() } else { format!(" (pairs: {pairs}, {peer_pairs})") };
        Row {
            name: format!("boxes, {count} at {} %: {phase}{remark}", 100.0 * density),
            ours: ns,
            peer_name: (*peer_name).into(),
            peer: Some(*peer),
        }
    };
    phases.into_iter().map(row).collect()
}
