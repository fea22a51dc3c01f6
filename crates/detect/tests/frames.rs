//! Steps between two frames of deforming sheets.
//!
//! References: all pairs one by one; the search in the order of time; the answer on any number of threads.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use glam::{DVec3, dvec2};
use std::collections::BTreeSet;
use tangency_bound::curvature::scene::Cloth;
use tangency_bound::{CurvatureSearch, Regions};
use tangency_detect::exact::{EdgeEdge, VertexFace};
use tangency_detect::{Element, Moving, Query, Touching, Verdict};
use tangency_detect::{every_contact, every_self_contact, first_contact, first_self_contact};
use tangency_geometry::{Mesh, Motion, Shape, Vertexwise, primitive};
use tangency_interval::laws::Random;

/// A folded sheet, `height` above the ground, that moves by about the length of an edge.
struct Sheet {
    mesh: Mesh,
    frames: [Vec<DVec3>; 2],
}

impl Sheet {
    fn random(random: &mut Random, height: f64, folds: f64) -> Self {
        Self::random_of([7, 6], random, height, folds)
    }

    fn random_of(cells: [usize; 2], random: &mut Random, height: f64, folds: f64) -> Self {
        let mesh = primitive::grid(dvec2(1.0, 1.0), cells).unwrap();
        let roughness = 0.2 / cells[0] as f64;
        let phase = random.between(0.0, 6.0);
        let mut frame = |height: f64, folds: f64| -> Vec<DVec3> {
            let fold = |vertex: &DVec3| {
                // Rounding the coordinates to eighths of a hundredth makes contacts exact, repeated and
                // degenerate.
                let along = 9.0 * vertex.x + phase;
                let moved = DVec3::new(vertex.x + folds * along.sin(), vertex.y, height + folds * along.cos());
                let noise = DVec3::from_array([0; 3].map(|_| random.between(-roughness, roughness)));
                ((moved + noise) * 800.0).round() / 800.0
            };
            mesh.vertices().iter().map(fold).collect()
        };
        let frames = [frame(height, 0.6 * folds), frame(0.9 * height, folds)];
        Self { mesh, frames }
    }

    fn moving(&self) -> Moving {
        let motion = Vertexwise::new(vec![0.0, 1.0], self.frames.to_vec()).unwrap();
        Moving::new(Shape::Mesh(self.mesh.clone()), Motion::Vertexwise(motion)).unwrap()
    }

    fn corners<const N: usize>(&self, vertices: [u32; N]) -> [[DVec3; N]; 2] {
        [0, 1].map(|frame: usize| vertices.map(|vertex| self.frames[frame][vertex as usize]))
    }
}

fn joined<const A: usize, const B: usize>(a: [[DVec3; A]; 2], b: [[DVec3; B]; 2]) -> [[DVec3; 4]; 2] {
    [0, 1].map(|frame: usize| {
        let all: Vec<DVec3> = a[frame].into_iter().chain(b[frame]).collect();
        all.try_into().unwrap()
    })
}

/// Every touching pair of features with its first time, one by one. `same` means that both are one sheet.
fn brute_force(a: &Sheet, b: &Sheet, same: bool) -> Vec<((Element, Element), f64)> {
    let mut found = Vec::new();
    let mut faces = |vertices: &Sheet, of: &Sheet, swapped: bool| {
        for vertex in 0..vertices.mesh.vertices().len() as u32 {
            for (face, &corners) in of.mesh.triangles().iter().enumerate() {
                let [start, end] = joined(vertices.corners([vertex]), of.corners(corners));
                if same && corners.contains(&vertex) {
                    continue;
                }
                if let Some(touch) = VertexFace::new(start, end).unwrap().first_touch() {
                    let (vertex, face) = (Element::Vertex(vertex), Element::Face(face as u32));
                    found.push((if swapped { (face, vertex) } else { (vertex, face) }, touch.time.lower()));
                }
            }
        }
    };
    faces(a, b, false);
    if !same {
        faces(b, a, true);
    }
    for (i, &first) in a.mesh.edges().iter().enumerate() {
        for (j, &second) in b.mesh.edges().iter().enumerate() {
            if same && (j <= i || first.iter().any(|end| second.contains(end))) {
                continue;
            }
            let [start, end] = joined(a.corners(first), b.corners(second));
            if let Some(touch) = EdgeEdge::new(start, end).unwrap().first_touch() {
                found.push(((Element::Edge(i as u32), Element::Edge(j as u32)), touch.time.lower()));
            }
        }
    }
    found
}

/// For one mesh with itself, the smaller element is first. Edges that pierce faces at the start are left out.
fn listed(touching: &[Touching], same: bool) -> BTreeSet<(Element, Element)> {
    let ordered = |(a, b): (Element, Element)| if same { (a.min(b), a.max(b)) } else { (a, b) };
    touching
        .iter()
        .map(|touching| ordered((touching.a, touching.b)))
        .filter(|pair| !matches!(pair, (Element::Edge(_), Element::Face(_)) | (Element::Face(_), Element::Edge(_))))
        .collect()
}

/// A query that is searched in the order of time: any budget, however large, selects that search. The certain part
/// of the answer must be the same.
fn in_order() -> Query {
    Query { budget: Some(u64::MAX), ..Query::default() }
}

fn first_time(verdict: &Verdict) -> Option<[f64; 2]> {
    match verdict {
        Verdict::Touch(first) => Some([first.time.lower(), first.time.upper()]),
        Verdict::Clear { .. } => None,
        Verdict::Open { .. } => panic!("open without a budget"),
    }
}

#[test]
fn a_sheet_with_itself_agrees_with_all_pairs() {
    let mut random = Random::new(71);
    let (mut total, mut clear, mut later) = (0, 0, 0);
    for case in 0..60 {
        let sheet = Sheet::random(&mut random, 0.5, [0.05, 0.15, 0.2][case % 3]);
        let moving = sheet.moving();
        let truth = brute_force(&sheet, &sheet, true);
        let touching = every_self_contact(&moving, &Query::default()).unwrap();
        let expected: BTreeSet<_> = truth.iter().map(|&((a, b), _)| (a.min(b), a.max(b))).collect();
        assert_eq!(listed(&touching, true), expected, "case {case}");
        let verdict = first_self_contact(&moving, &Query::default()).unwrap().verdict;
        let ordered = first_self_contact(&moving, &in_order()).unwrap().verdict;
        assert_eq!(first_time(&verdict), first_time(&ordered), "case {case}");
        let earliest = truth.iter().map(|&(_, time)| time).fold(f64::INFINITY, f64::min);
        match first_time(&verdict) {
            Some([0.0, 0.0]) => {}
            // The conversion from a fraction of the step to time is rounded outward.
            Some([from, _]) => {
                assert!(from <= earliest && earliest - from <= 1e-15, "case {case}: {from} is not {earliest}");
            }
            None => assert!(truth.is_empty(), "case {case}"),
        }
        total += truth.len();
        clear += usize::from(truth.is_empty());
        later += usize::from(first_time(&verdict).is_some_and(|[from, _]| from > 0.0));
    }
    assert!(total > 1_000 && clear > 5 && later > 10, "{total} contacts, {clear} clear, {later} after the start");
}

/// A rippled cloth with one corner folded over. The corner stays above the rest or passes through it.
#[test]
fn culling_by_curvature_loses_no_contact() {
    for (height, touches) in [(0.3, false), (-0.3, true)] {
        let Cloth { mesh, mut frames } = Cloth::rippled(3_000).unwrap();
        let start = frames[0].clone();
        let corner = start.iter().fold(DVec3::INFINITY, |corner, place| corner.min(*place));
        for (frame, height) in frames.iter_mut().zip([0.2, height]) {
            for (place, from) in frame.iter_mut().zip(&start) {
                // The depth of a point inside the fold. The fold moves the point to the other side of the line,
                // and off the cloth.
                let inside = 0.1 - (from.x - corner.x) - (from.y - corner.y);
                if inside > 0.0 {
                    *place += DVec3::new(inside, inside, height * inside / 0.1);
                }
            }
        }
        let sheet = Sheet { mesh, frames };
        let moving = sheet.moving();
        let plain = every_self_contact(&moving, &Query::default()).unwrap();
        let verdict = first_self_contact(&moving, &Query::default()).unwrap().verdict;
        let regions = Regions::new(&sheet.mesh);
        let faces = CurvatureSearch::default().faces(&regions, [&sheet.frames[0], &sheet.frames[1]]).unwrap();
        assert!(faces.is_some_and(|faces| faces.len() < 1_500), "most of the cloth is smooth");
        moving.prepared().prepare_self_contact();
        let culled = every_self_contact(&moving, &Query::default()).unwrap();
        assert_eq!(listed(&culled, true), listed(&plain, true), "{height}");
        assert_eq!(!plain.is_empty(), touches, "{height}: {} touch", plain.len());
        let again = first_self_contact(&moving, &Query::default()).unwrap().verdict;
        assert_eq!(first_time(&again), first_time(&verdict));
    }
}

#[test]
fn two_sheets_agree_with_all_pairs() {
    let mut random = Random::new(72);
    let (mut total, mut clear, mut initial) = (0, 0, 0);
    for case in 0..45 {
        let (a, b) =
            (Sheet::random(&mut random, [0.9, 0.07, 0.02][case % 3], 0.02), Sheet::random(&mut random, 0.0, 0.02));
        let (moving_a, moving_b) = (a.moving(), b.moving());
        let truth = brute_force(&a, &b, false);
        let touching = every_contact(&moving_a, &moving_b, &Query::default()).unwrap();
        assert_eq!(listed(&touching, false), truth.iter().map(|&(pair, _)| pair).collect(), "case {case}");
        let verdict = first_contact(&moving_a, &moving_b, &Query::default()).unwrap().verdict;
        let ordered = first_contact(&moving_a, &moving_b, &in_order()).unwrap().verdict;
        assert_eq!(first_time(&verdict), first_time(&ordered), "case {case}");
        total += truth.len();
        clear += usize::from(truth.is_empty());
        initial += usize::from(first_time(&verdict) == Some([0.0, 0.0]));
    }
    assert!(total > 1_000 && clear > 3 && initial > 3, "{total} contacts, {clear} clear, {initial} at the start");
}

/// Larger sheets are searched only up to the first of a few contacts. The list of all contacts, which is searched
/// completely, gives the first contact as reference.
#[test]
fn a_limited_search_loses_no_first_contact() {
    let mut random = Random::new(74);
    let (mut early, mut clear, mut initial) = (0, 0, 0);
    for case in 0..24 {
        // Some start in overlap, some fall into each other, some stay above. Every second sheet is crumpled.
        let (height, folds) = (random.between(0.02, 0.06), [0.01, 0.06][case % 2]);
        let [mut a, b] = [height, 0.0].map(|height| Sheet::random_of([28, 27], &mut random, height, folds));
        a.frames[1].iter_mut().for_each(|place| place.z -= 0.025);
        let [a, b] = [a, b].map(|sheet| sheet.moving());
        let both = first_contact(&a, &b, &Query::default()).unwrap().verdict;
        let alone = first_self_contact(&a, &Query::default()).unwrap().verdict;
        let all = every_contact(&a, &b, &Query::default()).unwrap();
        let all_alone = every_self_contact(&a, &Query::default()).unwrap();
        for (verdict, all) in [(both, all), (alone, all_alone)] {
            let last = all.iter().map(|touching| touching.contact.time.upper()).fold(f64::INFINITY, f64::min);
            let at_first = |touching: &&Touching| touching.contact.time.lower() <= last;
            let first = all.iter().filter(at_first).map(|touching| touching.contact.time.lower()).fold(last, f64::min);
            assert_eq!(first_time(&verdict), (!all.is_empty()).then_some([first, last]), "case {case}");
            early += usize::from(0.0 < last && last < 0.7);
            clear += usize::from(all.is_empty());
            initial += usize::from(last == 0.0);
        }
    }
    assert!(early > 5 && clear > 5 && initial > 3, "{early} early, {clear} clear, {initial} at the start");
}

#[test]
fn answers_do_not_depend_on_the_number_of_threads() {
    let mut random = Random::new(73);
    for folds in [0.02, 0.12] {
        let sheet = Sheet::random(&mut random, 0.5, folds).moving();
        let answer = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let first = first_self_contact(&sheet, &Query::default()).unwrap();
                (first, every_self_contact(&sheet, &Query::default()).unwrap())
            })
        };
        let alone = answer(1);
        assert!([2, 3, 8].into_iter().all(|threads| answer(threads) == alone));
    }
}
