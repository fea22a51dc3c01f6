//! Culling by curvature: it loses no contact, it culls flat surfaces, and its work does not grow with
//! refinement.
//!
//! References: planted contacts, which are known to exist, and `CandidateSearch`, which lists everything. The
//! exact decision of all pairs is in the tests of `detect`, which depends on this crate.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use glam::{DVec2, DVec3, dvec2, dvec3};
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use tangency_bound::curvature::CullingCounts;
use tangency_bound::curvature::scene::{Cloth, KINDS};
use tangency_bound::reference::{CandidateSearch, Candidates, CulledCandidateSearch, RefitTree};
use tangency_bound::{MeshStep, Regions};
use tangency_geometry::Mesh;
use tangency_interval::laws::Random;

fn found(mesh: &Mesh, frames: [&[DVec3]; 2]) -> (Candidates, CullingCounts) {
    CulledCandidateSearch::thorough().within(&Regions::new(mesh), frames).unwrap()
}

/// The height of a triangle at a point of the plane; `None` unless the point is well inside the triangle, seen
/// from above.
fn height(mesh: &Mesh, face: usize, place: DVec2) -> Option<f64> {
    let [a, b, c] = mesh.corners(face);
    let weight = |from: DVec3, to: DVec3| (to - from).truncate().perp_dot(place - from.truncate());
    let weights = [weight(b, c), weight(c, a), weight(a, b)];
    let sum: f64 = weights.iter().sum();
    let inside = weights.iter().all(|weight| *weight > 0.02 * sum);
    inside.then(|| (weights[0] * a.z + weights[1] * b.z + weights[2] * c.z) / sum)
}

/// Moves one vertex a step straight up or down through a face above or below it, for all vertices and faces.
/// All other vertices rest. Checks that every planted contact is listed, and returns their number.
fn through_other_layers(mesh: &Mesh, random: &mut Random) -> usize {
    let mut planted = 0;
    let (regions, mut search) = (Regions::new(mesh), CulledCandidateSearch::thorough());
    for vertex in 0..mesh.vertices().len() {
        let from = mesh.vertices()[vertex];
        for (face, corners) in mesh.triangles().iter().enumerate() {
            let Some(height) = height(mesh, face, from.truncate()) else { continue };
            if corners.contains(&(vertex as u32)) {
                continue;
            }
            let mut end = mesh.vertices().to_vec();
            end[vertex].z += (height - from.z) / random.between(0.2, 1.0);
            let (found, _) = search.within(&regions, [mesh.vertices(), &end]).unwrap();
            let pair = [vertex as u32, face as u32];
            assert!(found.vertex_face.contains(&pair), "{pair:?} was lost");
            planted += 1;
        }
    }
    planted
}

/// A helical ramp: every normal points up, and its turns lie above one another.
fn ramp(turns: f64, rise: f64) -> Mesh {
    let place = |x: f64, y: f64, _: f64| {
        // The radius grows with the height, so that neither rows nor columns are exactly above one another.
        let (radius, angle) = (0.5 + 0.5 * y + 1.4 * rise * turns * x, TAU * turns * x);
        dvec3(radius * angle.cos(), radius * angle.sin(), rise * turns * x)
    };
    Cloth::grid([(23.3 * turns) as u32, 5], place).unwrap().mesh.flipped()
}

/// A disk that winds twice around its central vertex: every normal points up, and the projected rim is a circle
/// traversed twice.
fn twice_around(rings: u32, spokes: u32) -> Mesh {
    let name = |ring: u32, spoke: u32| 1 + (ring - 1) * spokes + spoke % spokes;
    let mut vertices = vec![DVec3::ZERO];
    for (ring, spoke) in (1..=rings).flat_map(|ring| (0..spokes).map(move |spoke| (ring, spoke))) {
        let angle = 2.0 * TAU * f64::from(spoke) / f64::from(spokes);
        let radius = f64::from(ring) / f64::from(rings) * (1.0 + 0.08 * (0.5 * angle).cos());
        vertices.push(dvec3(radius * angle.cos(), radius * angle.sin(), 0.05 * radius * (0.5 * angle).sin()));
    }
    let mut triangles = Vec::new();
    for spoke in 0..spokes {
        triangles.push([0, name(1, spoke), name(1, spoke + 1)]);
        for ring in 1..rings {
            let [a, b] = [name(ring, spoke), name(ring + 1, spoke)];
            let [c, d] = [name(ring + 1, spoke + 1), name(ring, spoke + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    Mesh::new(vertices, triangles).unwrap()
}

/// Square sheets, each with its lower corner, width, cells along a side, and heights in the middle and at the
/// corners. The middles of the sides have height zero. Coinciding vertices are merged.
fn sheets(all: &[([f64; 2], f64, u32, [f64; 2])]) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for &([x0, y0], width, cells, [middle, corner]) in all {
        let place = |x: f64, y: f64, _: f64| {
            let (inner, outer) = (16.0 * x * (1.0 - x) * y * (1.0 - y), 4.0 * ((x - 0.5) * (y - 0.5)).abs());
            dvec3(x0 + width * x, y0 + width * y, middle * inner + corner * outer)
        };
        let sheet = Cloth::grid([cells, cells], place).unwrap().mesh;
        let first = vertices.len() as u32;
        vertices.extend_from_slice(sheet.vertices());
        triangles.extend(sheet.triangles().iter().map(|corners| corners.map(|corner| first + corner)));
    }
    Mesh::new(vertices, triangles).unwrap().merged()
}

#[test]
fn layers_that_are_seen_as_one_are_not_culled() {
    let mut random = Random::new(71);
    let scenes = [
        // The classical counterexample: all normals point up, with more than one turn.
        ("ramp", ramp(2.3, 0.05), 100),
        // A cut ring that overlaps itself.
        ("ring", ramp(1.1, 0.05), 10),
        ("twice around", twice_around(4, 27), 50),
        // Contours that do not cross: one inside the other; one inside the other and touching in a vertex.
        ("above", sheets(&[([0.0, 0.0], 2.0, 10, [0.0, 0.0]), ([0.71, 0.73], 0.6, 4, [0.1, 0.0])]), 8),
        ("above, joined", sheets(&[([0.0, 0.0], 2.0, 10, [0.0, 0.0]), ([0.0, 0.0], 0.7, 4, [0.1, 0.0])]), 6),
        // Contours that cross in common vertices only.
        ("lens", sheets(&[([0.0, 0.0], 2.0, 8, [0.0, 0.0]), ([1.0, 1.0], 2.0, 6, [0.1, 0.05])]), 4),
    ];
    for (name, mesh, least) in scenes {
        let planted = through_other_layers(&mesh, &mut random);
        println!("{name}: {planted} contacts");
        assert!(planted >= least, "{name}: only {planted} contacts were planted");
    }
}

/// A flat sheet has a slot. A vertex on one side crosses it within the plane, so only the contours touch.
#[test]
fn contact_in_the_plane_is_not_culled() {
    let whole = Cloth::grid([12, 12], |x, y, _| dvec3(12.0 * x, 12.0 * y, 0.0)).unwrap().mesh;
    let outside_slot = |corners: &&[u32; 3]| {
        let middle: DVec3 = corners.iter().map(|&corner| whole.vertices()[corner as usize]).sum::<DVec3>() / 3.0;
        !(middle.x > 5.0 && middle.x < 7.0 && middle.y > 3.0)
    };
    let triangles = whole.triangles().iter().filter(outside_slot).copied().collect();
    let mesh = Mesh::new(whole.vertices().to_vec(), triangles).unwrap();
    let (_, counts) = found(&mesh, [mesh.vertices(); 2]);
    assert_eq!(counts.flat, 1, "at rest the sheet is culled at once");
    let mut planted = 0;
    for row in 4..=12 {
        let tip = row * 13 + 5;
        for (face, corners) in mesh.triangles().iter().enumerate() {
            let middle: DVec3 = mesh.corners(face).iter().sum::<DVec3>() / 3.0;
            let beyond = middle.x > 7.0 && middle.x < 8.0 && (middle.y - f64::from(row)).abs() < 0.7;
            if !beyond || corners.contains(&tip) {
                continue;
            }
            for time in [0.3, 0.6, 1.0] {
                let mut end = mesh.vertices().to_vec();
                let from = end[tip as usize];
                end[tip as usize] = from + (middle - from) / time;
                let (found, _) = found(&mesh, [mesh.vertices(), &end]);
                assert!(found.vertex_face.contains(&[tip, face as u32]));
                planted += 1;
            }
        }
    }
    assert!(planted > 40, "{planted}");
}

#[test]
fn what_is_flat_is_culled_whole() {
    let nothing = |name: &str, mesh: &Mesh| {
        // A small rotation and a large translation must not affect culling.
        let turned = |p: &DVec3| dvec3(p.x - 0.2 * p.y, p.y + 0.2 * p.x, p.z + 0.1 * p.x) + 40.0;
        let end: Vec<DVec3> = mesh.vertices().iter().map(turned).collect();
        let (found, counts) = found(mesh, [mesh.vertices(), &end]);
        assert_eq!((found, counts.flat, counts.contours), (Candidates::default(), 1, 1), "{name}");
    };
    nothing("ring, cut open", &ramp(0.93, 0.1));
    let ring = ramp(1.0, 0.0).mapped(|p| (1e9 * p).round() / 1e9).unwrap().merged();
    nothing("ring", &ring);
    nothing("side by side", &sheets(&[([0.0, 0.0], 1.0, 5, [0.1, 0.0]), ([1.2, 0.3], 1.0, 5, [0.1, 0.0])]));
    nothing("corner to corner", &sheets(&[([0.0, 0.0], 1.0, 5, [0.1, 0.0]), ([1.0, 1.0], 1.0, 5, [0.1, 0.0])]));
    nothing("seen from below", &sheets(&[([0.0, 0.0], 1.0, 9, [0.1, 0.0])]).flipped());
}

/// Nothing is culled at edges with three triangles, at flipped neighbours, at duplicate triangles, or at
/// triangles without area.
#[test]
fn irregular_meshes_keep_all_their_pairs() {
    let fin = vec![DVec3::ZERO, DVec3::X, DVec3::Y, -DVec3::Y, dvec3(0.5, 0.1, 0.2)];
    let meshes = [
        Mesh::new(fin.clone(), vec![[0, 1, 2], [1, 0, 3], [0, 1, 4], [0, 1, 4]]),
        Mesh::new(fin.clone(), vec![[0, 1, 2], [0, 1, 3], [2, 4, 4], [3, 3, 3]]),
    ];
    for mesh in meshes.map(Result::unwrap) {
        let frames = [mesh.vertices(); 2];
        let all = CandidateSearch::<RefitTree>::default().within(&MeshStep::new(&mesh, frames, 0.0).unwrap());
        assert_eq!(sorted(found(&mesh, frames).0), sorted(all));
    }
}

fn sorted(mut found: Candidates) -> [Vec<[u32; 2]>; 2] {
    found.vertex_face.sort_unstable();
    found.edge_edge.sort_unstable();
    [found.vertex_face, found.edge_edge]
}

/// The list, with its order, is the same for any number of threads and with reused memory.
#[test]
fn threads_change_nothing() {
    let mut random = Random::new(72);
    let mut reused = CulledCandidateSearch::thorough();
    let mut listed = 0;
    for kind in 0..KINDS {
        let cloth = Cloth::random(&mut random, kind).unwrap();
        let (regions, frames) = (Regions::new(&cloth.mesh), [&cloth.frames[0][..], &cloth.frames[1][..]]);
        let first = reused.within(&regions, frames).unwrap();
        listed += first.0.vertex_face.len();
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert_eq!(pool.install(|| CulledCandidateSearch::thorough().within(&regions, frames).unwrap()), first);
        }
    }
    assert!(listed > 1_000, "{listed}");
}

/// If a surface is bent everywhere, or lies on itself, the search lists all candidates. A thorough search lists
/// fewer.
#[test]
fn what_is_hardly_flat_anywhere_is_listed_plainly() {
    let crumpled = Cloth::random(&mut Random::new(73), KINDS - 1).unwrap();
    for (cloth, fewer) in [(crumpled, false), (Cloth::rolled(8_000).unwrap(), true)] {
        let (regions, frames) = (Regions::new(&cloth.mesh), [&cloth.frames[0][..], &cloth.frames[1][..]]);
        let all =
            sorted(CandidateSearch::<RefitTree>::default().within(&MeshStep::new(&cloth.mesh, frames, 0.0).unwrap()));
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let (found, counts) = pool.install(|| CulledCandidateSearch::default().within(&regions, frames).unwrap());
            assert!(counts.plain && !found.vertex_face.is_empty());
            assert_eq!(sorted(found), all);
        }
        let (found, counts) = CulledCandidateSearch::thorough().within(&regions, frames).unwrap();
        assert!(!counts.plain && (!fewer || sorted(found)[1].len() < all[1].len()));
    }
}

#[test]
fn faults_are_named() {
    let mesh = sheets(&[([0.0, 0.0], 1.0, 1, [0.0, 0.0])]);
    let (regions, start) = (Regions::new(&mesh), mesh.vertices());
    let short = CulledCandidateSearch::default().within(&regions, [start, &start[1..]]).unwrap_err();
    assert_eq!(short.to_string(), "the mesh has 4 vertices, but the frames have 4 and 3");
    let end = [DVec3::ZERO, DVec3::X, DVec3::NAN, DVec3::Y];
    assert!(CulledCandidateSearch::default().within(&regions, [start, &end]).is_err());
}

/// Figure 18 of the tutorial: the number of tested regions does not grow with the resolution of the cloth.
#[test]
fn the_work_stays_flat_when_a_cloth_is_refined() {
    let work = |cloth: Cloth| {
        let frames = [&cloth.frames[0][..], &cloth.frames[1][..]];
        let all = CandidateSearch::<RefitTree>::default().within(&MeshStep::new(&cloth.mesh, frames, 0.0).unwrap());
        let (_, counts) = CulledCandidateSearch::default().within(&Regions::new(&cloth.mesh), frames).unwrap();
        assert!(!counts.plain);
        (counts, all.vertex_face.len() + all.edge_edge.len())
    };
    for (name, of) in BTreeMap::from([("rippled", Cloth::rippled as fn(u32) -> _), ("hanging", Cloth::hanging)]) {
        let [(coarse, few), (fine, many)] = [50_000, 200_000].map(|triangles| work(of(triangles).unwrap()));
        assert!(fine.pairs <= coarse.pairs + 16 && fine.pairs < 64, "{name}: {coarse:?}, {fine:?}");
        assert!(2 * fine.regions <= 3 * coarse.regions && 2 * fine.boxes <= 3 * coarse.boxes, "{name}");
        assert!(many > 4 * few, "{name}: without culling there are {few} and {many} pairs");
    }
}

/// Checks the helper `height`.
#[test]
fn heights_are_found() {
    let mesh = sheets(&[([0.0, 0.0], 1.0, 1, [0.0, 0.0])]).mapped(|p| p + dvec3(0.0, 0.0, 2.0 * p.x)).unwrap();
    let heights: Vec<f64> = (0..2).filter_map(|face| height(&mesh, face, dvec2(0.3, 0.6))).collect();
    assert!(matches!(heights[..], [height] if (height - 0.6).abs() < 1e-12));
}
