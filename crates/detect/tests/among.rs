//! First contact among many bodies, on any number of threads.
//!
//! References: every pair asked alone; the answer on one thread.

use glam::{DQuat, DVec3, dvec2, dvec3};
use tangency_detect::{Moving, Query, SceneAnswer, SceneMember, Verdict, first_contact, first_contact_among};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Motion, Pose, Rigid, Shape, Solid, Vertexwise, primitive};
use tangency_interval::laws::Random;

/// Bodies of every kind in a cloud. Most fly towards its middle.
fn cloud(seed: u64, count: usize) -> Vec<Moving> {
    let mut random = Random::new(seed);
    let mut vector = |size: f64| DVec3::from_array([0; 3].map(|_| random.between(-size, size)));
    (0..count)
        .map(|index| {
            let place = vector(1.0).normalize() * (1.0 + 0.15 * index as f64);
            let velocity = -place * 0.4 + vector(0.2);
            let shape: Shape = match index % 5 {
                0 => Brep::torus(0.2, 0.08).expect("a torus").into(),
                1 => Solid::sphere(0.2).expect("a ball").into(),
                2 => primitive::cuboid(dvec3(0.3, 0.2, 0.25)).expect("a box").into(),
                3 => Brep::ellipsoid(dvec3(0.2, 0.15, 0.1)).expect("an ellipsoid").into(),
                _ => primitive::grid(dvec2(0.5, 0.5), [4, 4]).expect("a sheet").into(),
            };
            let motion = match shape.mesh() {
                Some(sheet) if index % 5 == 4 => {
                    let frame = |time: f64| {
                        let at = place + velocity * time;
                        sheet.vertices().iter().map(|vertex| at + *vertex * (1.0 + 0.3 * time)).collect()
                    };
                    Motion::Vertexwise(
                        Vertexwise::new(vec![0.0, 0.6, 1.0], [0.0, 0.6, 1.0].map(frame).to_vec()).expect("frames"),
                    )
                }
                _ => {
                    let start = Pose::new(DQuat::from_scaled_axis(vector(2.0)), place).expect("a pose");
                    Motion::Rigid(Rigid::new(start, velocity, vector(1.0)).expect("finite"))
                }
            };
            Moving::new(shape, motion).expect("they fit")
        })
        .collect()
}

fn ask(bodies: &[Moving], query: &Query, threads: usize) -> SceneAnswer {
    let among: Vec<SceneMember<'_>> = bodies.iter().map(|moving| SceneMember { moving, self_contact: false }).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| first_contact_among(&among, query).expect("methods"))
}

/// The whole answer, including its cost, is the same on any number of threads, with and without a budget.
#[test]
fn threads_do_not_change_the_answer() {
    let mut touched = 0;
    for seed in 0..4 {
        let bodies = cloud(seed, 15);
        for budget in [None, Some(3_000)] {
            let query = Query { budget, ..Query::default() };
            let alone = ask(&bodies, &query, 1);
            for threads in [2, 3, 8] {
                assert_eq!(ask(&bodies, &query, threads), alone, "cloud {seed} on {threads} threads");
            }
            touched += usize::from(matches!(alone.verdict, Verdict::Touch(_)));
        }
    }
    assert!(touched >= 4, "{touched}");
}

/// The answer is the earliest contact of all pairs, each asked alone.
#[test]
fn the_first_of_many_is_the_earliest_pair() {
    let mut touched = 0;
    for seed in 0..6 {
        let bodies = cloud(seed, 15);
        let together = ask(&bodies, &Query::default(), 3);
        let mut earliest: Option<(f64, usize, usize)> = None;
        for a in 0..bodies.len() {
            for b in a + 1..bodies.len() {
                let answer = first_contact(&bodies[a], &bodies[b], &Query::default()).expect("a method");
                if let Verdict::Touch(first) = answer.verdict
                    && earliest.is_none_or(|(time, ..)| first.time.lower() < time)
                {
                    earliest = Some((first.time.lower(), a, b));
                }
            }
        }
        match (together.verdict, earliest) {
            (Verdict::Touch(first), Some((time, a, b))) => {
                touched += 1;
                assert!((first.time.lower() - time).abs() < 1e-9, "{:?} {time}", first.time);
                assert!(together.contacts.iter().any(|pair| (pair.a, pair.b) == (a, b)), "cloud {seed}: {a} and {b}");
            }
            (Verdict::Clear { .. }, None) => {}
            (verdict, earliest) => panic!("cloud {seed}: {verdict:?} {earliest:?}"),
        }
    }
    assert!(touched >= 3, "{touched}");
}
