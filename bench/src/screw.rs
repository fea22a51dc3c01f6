//! The `screw` suite: the experiment of Kim and Rossignac 2003, beside the paper's own figures.
//!
//! Two bumpy bodies of 80 and 85 vertices, 156 and 166 triangles, 234 and 249 edges, as in the paper. The shapes of the
//! paper are not published. Ours are surfaces around an axis with a wavy radius between 0.75 and 1.2, closed by tips or
//! a flat end. One rests at the origin. The other moves along the screw between two random poses, with positions inside
//! the cube of side 15 and outside the cube of side 5, as in the paper.
//!
//! The paper's times are from a machine of 2003. Compare the shares.

use crate::table::Row;
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::{PI, TAU};
use std::sync::Arc;
use std::time::Instant;
use tangency::detect::screw::{Tally, first_contact_tallied};
use tangency::detect::{Moving, Prepared, Query, Verdict, first_contact};
use tangency::geometry::{Mesh, Motion, Polyhedron, Pose, Screw, Shape, primitive};

/// The number of motions, as in the paper.
const MOTIONS: usize = 10_000;
/// Most touching motions that are also measured without rejection tests, which takes several times as long.
const UNREJECTED: usize = 250;

/// The totals of a run over some of the motions.
#[derive(Default)]
struct Run {
    seconds: f64,
    motions: u64,
    tally: Tally,
}

impl Run {
    fn add(&mut self, seconds: f64, tally: &Tally) {
        self.seconds += seconds;
        self.motions += 1;
        let (sum, one) = (&mut self.tally, tally);
        sum.objects.asked += one.objects.asked;
        sum.objects.swept_ball += one.objects.swept_ball;
        sum.objects.cylinder += one.objects.cylinder;
        sum.objects.hollow += one.objects.hollow;
        sum.objects.caps += one.objects.caps;
        for (sum, one) in [(&mut sum.vertex_triangle, one.vertex_triangle), (&mut sum.edge_edge, one.edge_edge)] {
            sum.asked += one.asked;
            sum.ends += one.ends;
            sum.inside += one.inside;
            sum.outside += one.outside;
            sum.sector += one.sector;
        }
    }

    fn pairs(&self) -> u64 {
        self.tally.vertex_triangle.asked + self.tally.edge_edge.asked
    }
}

/// Runs the suite.
pub(crate) fn run() -> Vec<Row> {
    let [a, b] = bodies().map(|body| Arc::new(Prepared::new(Shape::Polyhedron(body))));
    let motions = motions();
    let resting = Moving::of(a, Motion::Still(Pose::IDENTITY)).expect("a constant place");
    let (mut all, mut colliding) = (Run::default(), Run::default());
    let (mut unrejected, mut rejected_same) = (Run::default(), Run::default());
    let mut general = 0.0;
    for screw in motions {
        let moving = Moving::of(b.clone(), Motion::Screw(screw)).expect("a rigid motion");
        let (seconds, tally, touches) = measured(&moving, &resting, true);
        all.add(seconds, &tally);
        if touches {
            colliding.add(seconds, &tally);
            general += measured_by_trees(&moving, &resting);
        }
        if touches && unrejected.motions < UNREJECTED as u64 {
            rejected_same.add(seconds, &tally);
            let (seconds, tally, _) = measured(&moving, &resting, false);
            unrejected.add(seconds, &tally);
        }
    }
    print_shares(&all, &colliding);
    let each = |run: &Run| run.seconds * 1e9 / run.motions as f64;
    let row = |name: &str, ours: f64, peer_name: &str, peer: Option<f64>| Row {
        name: name.into(),
        ours,
        peer_name: peer_name.into(),
        peer,
    };
    let paper = "Kim & Rossignac 2003";
    let a_pair = |run: &Run| run.seconds * 1e9 / run.pairs() as f64;
    vec![
        row("a pair of features, touching motions", a_pair(&colliding), paper, Some(390.0)),
        row("a touching motion, all pairs", each(&colliding), paper, Some(32.8e6)),
        row("any motion", each(&all), "-", None),
        row("a touching motion with rejection", each(&rejected_same), "without rejection", Some(each(&unrejected))),
        row(
            "a touching motion by trees (rigid)",
            general * 1e9 / colliding.motions as f64,
            "all pairs (screw)",
            Some(each(&colliding)),
        ),
        cubes(),
    ]
}

/// Two cubes of side 2 along the same screws, for the motions that touch. With so few features trees do not pay off.
fn cubes() -> Row {
    let cube = primitive::cuboid(DVec3::splat(2.0)).expect("constant sizes");
    let model = Arc::new(Prepared::new(Shape::Polyhedron(cube)));
    let resting = Moving::of(model.clone(), Motion::Still(Pose::IDENTITY)).expect("a constant place");
    let (mut screw, mut trees) = (Run::default(), 0.0);
    for motion in motions() {
        let moving = Moving::of(model.clone(), Motion::Screw(motion)).expect("a rigid motion");
        let (seconds, tally, touches) = measured(&moving, &resting, true);
        if touches {
            screw.add(seconds, &tally);
            trees += measured_by_trees(&moving, &resting);
        }
    }
    let each = |seconds: f64| seconds * 1e9 / screw.motions as f64;
    Row {
        name: "two cubes, a touching motion".into(),
        ours: each(screw.seconds),
        peer_name: "by trees (rigid)".into(),
        peer: Some(each(trees)),
    }
}

/// The time of a run, the tally of rejections, and whether the bodies touch.
fn measured(moving: &Moving, resting: &Moving, rejection: bool) -> (f64, Tally, bool) {
    let clock = Clock::start();
    let (answer, tally) = first_contact_tallied(moving, resting, &Query::default(), rejection).expect("a rigid motion");
    (clock.seconds(), tally, matches!(answer.verdict, Verdict::Touch(_)))
}

/// The time of a run of the general method, which must also find a contact.
fn measured_by_trees(moving: &Moving, resting: &Moving) -> f64 {
    let clock = Clock::start();
    let answer = first_contact(moving, resting, &Query::default()).expect("a rigid motion");
    let seconds = clock.seconds();
    assert!(matches!(answer.verdict, Verdict::Touch(_)), "the methods disagree");
    seconds
}

/// The processor time of this thread on Linux, which excludes other programs; elsewhere the wall-clock time.
struct Clock {
    processor: Option<u64>,
    wall: Instant,
}

impl Clock {
    fn start() -> Self {
        Self { processor: Self::processor(), wall: Instant::now() }
    }

    fn processor() -> Option<u64> {
        std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
    }

    fn seconds(&self) -> f64 {
        match (self.processor, Self::processor()) {
            (Some(start), Some(end)) => (end - start) as f64 * 1e-9,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

fn print_shares(all: &Run, colliding: &Run) {
    let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole as f64;
    let objects = all.tally.objects;
    println!("{} motions, {} touch", all.motions, colliding.motions);
    println!("bodies rejected: {:.1} % (paper 50 %)", percent(objects.rejected(), objects.asked));
    for (name, count) in [
        ("  swept ball", objects.swept_ball),
        ("  cylinder", objects.cylinder),
        ("  hollow", objects.hollow),
        ("  caps", objects.caps),
    ] {
        println!("{name}: {:.1} %", percent(count, objects.asked));
    }
    let pairs =
        [("vertex/triangle", colliding.tally.vertex_triangle, "50.5"), ("edge/edge", colliding.tally.edge_edge, "66")];
    for (name, tally, paper) in pairs {
        println!(
            "{name} rejected, touching motions: {:.1} % (paper {paper} %)",
            percent(tally.rejected(), tally.asked)
        );
        for (name, count) in [
            ("  ends", tally.ends),
            ("  inside", tally.inside),
            ("  outside", tally.outside),
            ("  sector", tally.sector),
        ] {
            println!("{name}: {:.1} %", percent(count, tally.asked));
        }
    }
}

/// The bodies: 80 vertices (two tips and six rings of 13), and 85 vertices (one tip and seven rings of 12).
fn bodies() -> [Polyhedron; 2] {
    [around(6, 13, true), around(7, 12, false)].map(|mesh| Polyhedron::new(mesh).expect("closed by its making"))
}

/// Rings of vertices around z with a wavy radius, closed above by a tip, and below by a tip or by the last ring.
fn around(rings: usize, count: usize, tip_below: bool) -> Mesh {
    let mut vertices = vec![dvec3(0.0, 0.0, 1.1)];
    for ring in 1..=rings {
        for step in 0..count {
            let (polar, turn) = (PI * ring as f64 / (rings + 1) as f64, TAU * step as f64 / count as f64);
            let radius = 0.975 + 0.225 * (3.0 * turn + 2.0 * polar).sin() * (2.0 * polar).sin();
            vertices.push(radius * dvec3(polar.sin() * turn.cos(), polar.sin() * turn.sin(), polar.cos()));
        }
    }
    let at = |ring: usize, step: usize| (1 + (ring - 1) * count + step % count) as u32;
    let mut triangles = Vec::new();
    for step in 0..count {
        triangles.push([0, at(1, step), at(1, step + 1)]);
        for ring in 1..rings {
            let quad = [at(ring, step), at(ring + 1, step), at(ring + 1, step + 1), at(ring, step + 1)];
            triangles.extend([[quad[0], quad[1], quad[2]], [quad[0], quad[2], quad[3]]]);
        }
    }
    if tip_below {
        let tip = vertices.len() as u32;
        vertices.push(dvec3(0.0, 0.0, -1.1));
        triangles.extend((0..count).map(|step| [tip, at(rings, step + 1), at(rings, step)]));
    } else {
        triangles.extend((1..count - 1).map(|step| [at(rings, 0), at(rings, step + 1), at(rings, step)]));
    }
    Mesh::new(vertices, triangles).expect("indices by its making")
}

/// Screws between two random poses.
fn motions() -> Vec<Screw> {
    let mut state = 2003_u64;
    // SplitMix64, so that every run measures the same motions.
    let mut unit = move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut pose = move || loop {
        let position = 15.0 * (dvec3(unit(), unit(), unit()) - DVec3::splat(0.5));
        let rotation = DQuat::from_xyzw(unit() - 0.5, unit() - 0.5, unit() - 0.5, unit() - 0.5);
        if position.abs().max_element() > 2.5 && (0.05..0.5).contains(&rotation.length()) {
            return Pose::new(rotation.normalize(), position).expect("finite numbers");
        }
    };
    (0..MOTIONS).map(|_| Screw::between(pose(), pose(), 1.0).expect("poses that differ")).collect()
}
