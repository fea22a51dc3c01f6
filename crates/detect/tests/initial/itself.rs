//! A mesh with itself: each pair of features once, in one order.

use glam::DVec3;
use std::collections::BTreeSet;
use tangency_detect::{Element, Moving, Query, Touching, Verdict, every_self_contact, first_self_contact};
use tangency_geometry::{Contact, Feature, Mesh, Motion, Shape, Vertexwise};
use tangency_interval::laws::Random;

/// Kind and index of a feature.
fn key(feature: Feature) -> (u8, u32) {
    match feature {
        Feature::Vertex(index) => (0, index),
        Feature::Edge { index, .. } => (1, index),
        Feature::Face { index, .. } => (2, index),
        Feature::Patch { .. } | Feature::Part(_) => panic!("a mesh has none"),
    }
}

fn names(contact: &Contact) -> [(u8, u32); 2] {
    [key(contact.feature_a), key(contact.feature_b)]
}

/// Each pair of elements is listed once, and its features are in order.
fn check_each_pair_once(every: &[Touching], case: usize) {
    let mut pairs: BTreeSet<[Element; 2]> = BTreeSet::new();
    for touching in every {
        let pair = [touching.a.min(touching.b), touching.a.max(touching.b)];
        assert!(pairs.insert(pair), "case {case}: {pair:?} twice");
        let [a, b] = names(&touching.contact);
        assert!(a <= b, "case {case}: {touching:?}");
    }
}

/// Two strips of a sheet, one above the other, that come together vertex on vertex, and triangle soups on a coarse
/// grid.
fn meshes(random: &mut Random, case: usize) -> [Vec<DVec3>; 2] {
    let mut place = || DVec3::from_array([0; 3].map(|_| (random.between(-1.5, 1.5) * 2.0).round() / 2.0));
    if case.is_multiple_of(2) {
        let lower: Vec<DVec3> = (0..4).map(|k| DVec3::new(f64::from(k % 2), f64::from(k / 2), 0.0)).collect();
        let upper = lower.iter().map(|&vertex| vertex + DVec3::Z).collect::<Vec<_>>();
        let start = [lower.clone(), upper].concat();
        let end = [lower.clone(), lower.iter().map(|&vertex| vertex - DVec3::Z).collect()].concat();
        return [start, end];
    }
    let start: Vec<DVec3> = (0..8).map(|_| place()).collect();
    let end = start.iter().map(|&from| from + 0.5 * place()).collect();
    [start, end]
}

#[test]
fn each_pair_of_features_is_listed_once() {
    let mut random = Random::new(808);
    let (mut firsts, mut listed) = (0, 0);
    for case in 0..120 {
        let [start, end] = meshes(&mut random, case);
        let triangles = vec![[0, 1, 2], [1, 3, 2], [4, 5, 6], [5, 7, 6]];
        let mesh = Mesh::new(start.clone(), triangles).unwrap();
        let motion = Vertexwise::new(vec![0.0, 1.0], vec![start, end]).unwrap();
        let body = Moving::new(Shape::Mesh(mesh), Motion::Vertexwise(motion)).unwrap();
        for budget in [None, Some(1 << 40)] {
            let query = Query { budget, ..Query::default() };
            let every = every_self_contact(&body, &query).unwrap();
            check_each_pair_once(&every, case);
            listed += every.len();
            let Verdict::Touch(first) = first_self_contact(&body, &query).unwrap().verdict else { continue };
            let mut seen: Vec<Contact> = Vec::new();
            for contact in &first.contacts {
                let [a, b] = names(contact);
                assert!(a <= b, "case {case}: {contact:?}");
                let twice = |other: &Contact| {
                    let same = contact.point.distance(other.point) < 1e-9 && contact.time == other.time;
                    same && (names(other) == [a, b] || names(other) == [b, a])
                };
                assert!(!seen.iter().any(twice), "case {case}: {contact:?} twice in {first:?}");
                seen.push(*contact);
                firsts += 1;
                let known = every.iter().any(|touching| {
                    names(&touching.contact) == [a, b]
                        && touching.contact.normal.dot(contact.normal) > 0.9
                        && touching.contact.point.distance(contact.point) < 1e-9
                });
                assert!(known, "case {case}: {contact:?} is not in the list of every contact: {every:?}");
            }
        }
    }
    assert!(firsts > 150 && listed > 400, "{firsts} first contacts and {listed} in all test too little");
}

/// A sheet that is crumpled in several steps: a pair of features that touches in more than one step is listed
/// once, although the search may find the two in reverse order.
#[test]
fn steps_list_no_pair_twice() {
    let mut random = Random::new(809);
    let mut listed = 0;
    for case in 0..6 {
        let sheet = tangency_geometry::primitive::grid(glam::dvec2(1.0, 1.0), [6, 6]).unwrap();
        let crumpled = |random: &mut Random| -> Vec<DVec3> {
            let place = |vertex: &DVec3| *vertex + DVec3::from_array([0; 3].map(|_| random.between(-0.3, 0.3)));
            sheet.vertices().iter().map(place).collect()
        };
        let frames: Vec<Vec<DVec3>> = (0..6).map(|_| crumpled(&mut random)).collect();
        let motion = Vertexwise::new((0..6).map(|k| f64::from(k) / 5.0).collect(), frames).unwrap();
        let body = Moving::new(Shape::Mesh(sheet.clone()), Motion::Vertexwise(motion)).unwrap();
        let every = every_self_contact(&body, &Query::default()).unwrap();
        check_each_pair_once(&every, case);
        listed += every.len();
    }
    assert!(listed > 3_000, "{listed} contacts test too little");
}
