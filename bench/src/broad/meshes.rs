//! Candidates of deforming meshes, compared with ipctk; comparison of our hierarchies and k-DOPs.

use super::ipctk::{self, Figures};
use super::{on_threads, timed};
use crate::table::Row;
use glam::{DVec3, dvec3};
use std::f64::consts::TAU;
use std::path::Path;
use tangency::bound::reference::{BroadPhase, CandidateSearch, Candidates, Kdop, MortonTree, RefitTree};
use tangency::bound::{BoundingVolume, MeshStep, MovingBox, Tree};
use tangency::geometry::Mesh;

/// Searches. The fastest counts.
const RUNS: usize = 25;

/// Two frames of one mesh.
pub(super) struct Scene {
    name: String,
    pub(super) mesh: Mesh,
    pub(super) frames: [Vec<DVec3>; 2],
}

pub(super) fn run() -> Vec<Row> {
    let mut scenes: Vec<Scene> = [500, 5_000, 50_000].into_iter().filter_map(|quads| torus(quads).ok()).collect();
    scenes.extend(public("rod-twist", ["3036", "3037"]));
    scenes.extend(public("cloth-funnel", ["227", "228"]));
    let mut rows: Vec<Row> = scenes.iter().flat_map(beside_ipctk).collect();
    rows.extend(scenes.iter().filter(|scene| scene.mesh.triangles().len() > 10_000).flat_map(volumes));
    rows
}

/// A swaying wavy torus with two triangles per quad. Each vertex moves by about the length of an edge.
fn torus(quads: u32) -> Result<Scene, tangency::geometry::MeshError> {
    let around = f64::from(quads).sqrt().round() as u32;
    let along = quads / around;
    let frame = |time: f64| -> Vec<DVec3> {
        let place = |i: u32, j: u32| {
            let (u, v) = (TAU * f64::from(i) / f64::from(along), TAU * f64::from(j) / f64::from(around));
            let radius = 0.5 + 0.05 * (9.0 * u + 5.0 * v).sin();
            let ring = 1.5 + radius * v.cos();
            let sway = time * 0.02 * (2.0 * u).sin();
            dvec3(ring * u.cos() + sway, ring * u.sin(), radius * v.sin() + sway)
        };
        (0..along).flat_map(|i| (0..around).map(move |j| place(i, j))).collect()
    };
    let corner = |i: u32, j: u32| (i % along) * around + j % around;
    let quad = |i, j| [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
    let triangles = (0..along)
        .flat_map(|i| (0..around).map(move |j| quad(i, j)))
        .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]])
        .collect::<Vec<_>>();
    let frames = [frame(0.0), frame(1.0)];
    let name = format!("torus, {} triangles", triangles.len());
    Ok(Scene { name, mesh: Mesh::new(frames[0].clone(), triangles)?, frames })
}

/// Frames of the public scalable-CCD set; `None` if it is not installed.
pub(super) fn public(name: &str, frames: [&str; 2]) -> Option<Scene> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/scalable-ccd").join(name).join("frames");
    let read = |frame: &str| tangency::formats::mesh::read(folder.join(format!("{frame}.ply"))).ok();
    let [Some(first), Some(second)] = frames.map(read) else {
        eprintln!("{name} is left out: its frames are not there");
        return None;
    };
    let frames = [first.mesh.vertices().to_vec(), second.mesh.vertices().to_vec()];
    Some(Scene { name: format!("{name}, {} triangles", first.mesh.triangles().len()), mesh: first.mesh, frames })
}

/// The fastest of several searches. The first, which sorts, does not count.
fn search<B: BroadPhase + Default>(scene: &Scene) -> Option<(f64, Candidates)> {
    let step = MeshStep::new(&scene.mesh, [&scene.frames[0], &scene.frames[1]], 0.0)
        .inspect_err(|error| eprintln!("{} is left out: {error}", scene.name));
    let Ok(step) = step else { return None };
    let mut search = CandidateSearch::<B>::default();
    let mut found = search.within(&step);
    let mut fastest = f64::INFINITY;
    for _ in 0..RUNS {
        let (ns, next) = timed(|| search.within(&step));
        (fastest, found) = (fastest.min(ns), next);
    }
    Some((fastest, found))
}

fn beside_ipctk(scene: &Scene) -> Vec<Row> {
    let mut rows = Vec::new();
    for threads in [1, 2] {
        let peers = ipctk::candidates(&scene.mesh, [&scene.frames[0], &scene.frames[1]], threads, &["LBVH"])
            .unwrap_or_else(|problem| {
                eprintln!("no figures of ipctk: {problem}");
                Vec::new()
            });
        let phases = on_threads(threads, || {
            [("RefitTree", search::<RefitTree>(scene)), ("MortonTree", search::<MortonTree>(scene))]
        });
        for (phase, found) in phases.into_iter().flatten() {
            let Some((ns, found)) = found else { continue };
            let peer = peers.first();
            let ours = [found.vertex_face.len(), found.edge_edge.len()];
            let theirs = peer.map(|Figures { vertex_face, edge_edge, .. }| [*vertex_face, *edge_edge]);
            let remark =
                theirs.filter(|theirs| *theirs != ours).map_or(String::new(), |theirs| format!(", theirs {theirs:?}"));
            rows.push(Row {
                name: format!("{}: {phase}, {threads} threads, candidates {ours:?}{remark}", scene.name),
                ours: ns,
                peer_name: peer.map_or("ipctk".into(), |peer| format!("ipctk {}", peer.method)),
                peer: peer.map(|peer| peer.ns),
            });
        }
    }
    rows
}

/// Refit and face pairs with every bounding volume, on both kinds of trees.
fn volumes(scene: &Scene) -> Vec<Row> {
    let centre = |index: usize| scene.mesh.corners(index).iter().sum::<DVec3>() / 3.0;
    let centres: Vec<DVec3> = (0..scene.mesh.triangles().len()).map(centre).collect();
    let (grow_ns, merging) = timed(|| Tree::merging(&scene.mesh));
    let (halve_ns, halving) = timed(|| Tree::new(&centres));
    let mut rows = Vec::new();
    for (name, tree, ns) in [("merging", &merging, grow_ns), ("halving", &halving, halve_ns)] {
        rows.push(alone(format!("{}: tree by {name}", scene.name), ns));
        let name = format!("{}, tree by {name}", scene.name);
        rows.push(volume(&name, "6 directions", tree, |face| kdop::<3>(scene, face)));
        rows.push(volume(&name, "14 directions", tree, |face| kdop::<7>(scene, face)));
        rows.push(volume(&name, "18 directions", tree, |face| kdop::<9>(scene, face)));
        rows.push(volume(&name, "26 directions", tree, |face| kdop::<13>(scene, face)));
        rows.push(volume(&name, "moving boxes", tree, |face| moving(scene, face)));
    }
    rows
}

fn alone(name: String, ns: f64) -> Row {
    Row { name, ours: ns, peer_name: "-".into(), peer: None }
}

fn corners(scene: &Scene, frame: usize, face: usize) -> impl Iterator<Item = DVec3> + Clone + '_ {
    scene.mesh.triangles()[face].into_iter().map(move |corner| scene.frames[frame][corner as usize])
}

fn kdop<const HALF: usize>(scene: &Scene, face: usize) -> Option<Kdop<HALF>> {
    Kdop::around(corners(scene, 0, face).chain(corners(scene, 1, face)))
}

fn moving(scene: &Scene, face: usize) -> Option<MovingBox> {
    let around = |frame| tangency::bound::Aabb::around(corners(scene, frame, face));
    Some(MovingBox { start: around(0)?, end: around(1)? })
}

fn volume<V: BoundingVolume>(name: &str, kind: &str, tree: &Tree, of: impl Fn(usize) -> Option<V>) -> Row {
    let Some(any) = of(0) else { return alone(name.into(), 0.0) };
    let of = |face| of(face).unwrap_or_else(|| any.clone());
    let mut fitted = tree.fit(of);
    let (mut refit, mut search, mut pairs) = (f64::INFINITY, f64::INFINITY, 0_usize);
    for _ in 0..3 {
        refit = refit.min(timed(|| fitted.refit(of)).0);
        pairs = 0;
        search = search.min(timed(|| fitted.pairs_within(&mut |_, _| pairs += 1)).0);
    }
    let name = format!("{name}: {kind}, {pairs} pairs of faces, {:.1} ms of it refit", refit * 1e-6);
    alone(name, refit + search)
}
