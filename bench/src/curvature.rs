//! The `curvature` suite: self-contact of deforming meshes with and without culling by curvature.
//!
//! Two cloths without self-contact, from 1,000 to 200,000 triangles, show the growth of the work (figure 18 of the
//! tutorial). A rolled-up carpet, which is close to itself everywhere, and the public frame pairs, which touch
//! themselves, show the cost of culling where it cannot help. Rows compare the search for candidates, and the whole
//! step with the exact decision of every candidate. One thread; nanoseconds per step, the least of several; the
//! preparation of the mesh does not count.

use crate::broad::{on_threads, public, timed};
use crate::table::Row;
use glam::DVec3;
use tangency::bound::curvature::CullingCounts;
use tangency::bound::curvature::scene::Cloth;
use tangency::bound::reference::{CandidateSearch, Candidates, CulledCandidateSearch, RefitTree};
use tangency::bound::{MeshStep, MeshStepError, Regions};
use tangency::detect::exact::{EdgeEdge, NotFinite, VertexFace};
use tangency::geometry::Mesh;

/// Steps. The fastest counts.
const RUNS: usize = 15;

/// The numbers of triangles of the cloths.
const TRIANGLES: [u32; 6] = [1_000, 3_000, 12_500, 50_000, 100_000, 200_000];

/// Runs the suite.
pub(crate) fn run() -> Vec<Row> {
    let mut scenes: Vec<(String, Cloth)> = Vec::new();
    for (name, of) in [("rippled", Cloth::rippled as fn(u32) -> _), ("hanging", Cloth::hanging)] {
        for count in TRIANGLES {
            match of(count) {
                Ok(cloth) => scenes.push((name.to_string(), cloth)),
                Err(problem) => eprintln!("{name}, {count} triangles, is left out: {problem}"),
            }
        }
    }
    scenes.extend(Cloth::rolled(50_000).map(|cloth| ("rolled".to_string(), cloth)));
    for (name, frames) in [("rod-twist", ["3036", "3037"]), ("cloth-funnel", ["227", "228"])] {
        scenes.extend(public(name, frames).map(|(mesh, frames)| (name.to_string(), Cloth { mesh, frames })));
    }
    scenes.iter().flat_map(|(name, cloth)| rows(name, cloth)).collect()
}

fn rows(name: &str, cloth: &Cloth) -> Vec<Row> {
    let name = format!("{name}, {} triangles", cloth.mesh.triangles().len());
    match on_threads(1, || measured(cloth)) {
        Ok(Ok(figures)) => figures.rows(&name),
        Ok(Err(problem)) => left_out(&name, &problem),
        Err(problem) => left_out(&name, &problem),
    }
}

fn left_out(name: &str, problem: &dyn std::error::Error) -> Vec<Row> {
    eprintln!("{name} is left out: {problem}");
    Vec::new()
}

/// With culling and without.
struct Figures {
    search_ns: [f64; 2],
    decide_ns: [f64; 2],
    candidates: [usize; 2],
    touching: [usize; 2],
    counts: CullingCounts,
}

impl Figures {
    fn rows(&self, name: &str) -> Vec<Row> {
        let Self { search_ns, decide_ns, candidates, touching, counts } = self;
        let row = |name: String, [ours, peer]: [f64; 2]| Row {
            name,
            ours,
            peer_name: "without culling".into(),
            peer: Some(peer),
        };
        let CullingCounts { regions, contours, contour_edges, boxes, pairs, plain, .. } = counts;
        let work = if *plain {
            "not culled".to_string()
        } else {
            format!("{regions} regions, {contours} contours of {contour_edges} edges, {boxes} boxes, {pairs} pairs")
        };
        vec![
            row(format!("{name}: candidates {candidates:?}; {work}"), *search_ns),
            row(
                format!("{name}: whole step, touching {touching:?}"),
                [0, 1].map(|i: usize| search_ns[i] + decide_ns[i]),
            ),
        ]
    }
}

/// Why a step could not be measured.
#[derive(Debug)]
enum Problem {
    Step(MeshStepError),
    Query(NotFinite),
}

impl std::fmt::Display for Problem {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Step(error) => error.fmt(formatter),
            Self::Query(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for Problem {}

fn measured(cloth: &Cloth) -> Result<Figures, Problem> {
    let frames = [&cloth.frames[0][..], &cloth.frames[1][..]];
    let regions = Regions::new(&cloth.mesh);
    let (mut culling, mut plain) = (CulledCandidateSearch::default(), CandidateSearch::<RefitTree>::default());
    let step = MeshStep::new(&cloth.mesh, frames, 0.0).map_err(Problem::Step)?;
    // The first search without culling sorts; it does not count.
    let (mut all, mut search_ns, mut decide_ns) = (plain.within(&step), [f64::INFINITY; 2], [f64::INFINITY; 2]);
    let (mut found, mut counts) = culling.within(&regions, frames).map_err(Problem::Step)?;
    let mut touching = [0; 2];
    for _ in 0..RUNS {
        let (ns, with) = timed(|| culling.within(&regions, frames));
        (found, counts) = with.map_err(Problem::Step)?;
        search_ns[0] = search_ns[0].min(ns);
        let (ns, without) = timed(|| plain.within(&step));
        all = without;
        search_ns[1] = search_ns[1].min(ns);
    }
    for _ in 0..RUNS.div_ceil(4) {
        for (side, list) in [&found, &all].into_iter().enumerate() {
            let (ns, decided) = timed(|| decide(&cloth.mesh, frames, list));
            touching[side] = decided.map_err(Problem::Query)?;
            decide_ns[side] = decide_ns[side].min(ns);
        }
    }
    let candidates = [&found, &all].map(|list| list.vertex_face.len() + list.edge_edge.len());
    Ok(Figures { search_ns, decide_ns, candidates, touching, counts })
}

/// The number of candidates that touch.
fn decide(mesh: &Mesh, frames: [&[DVec3]; 2], list: &Candidates) -> Result<usize, NotFinite> {
    let places = |corners: [u32; 4]| frames.map(|frame| corners.map(|corner| frame[corner as usize]));
    let mut touching = 0;
    for &[vertex, face] in &list.vertex_face {
        let [a, b, c] = mesh.triangles()[face as usize];
        let [start, end] = places([vertex, a, b, c]);
        touching += usize::from(VertexFace::new(start, end)?.touches());
    }
    for &pair in &list.edge_edge {
        let [[a, b], [c, d]] = pair.map(|edge| mesh.edges()[edge as usize]);
        let [start, end] = places([a, b, c, d]);
        touching += usize::from(EdgeEdge::new(start, end)?.touches());
    }
    Ok(touching)
}
