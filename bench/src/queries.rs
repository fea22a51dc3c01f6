//! The `queries` suite: single vertex-face and edge-edge queries with exact truth, beside ipctk.
//!
//! The public queries of `ccd-queries` and `scalable-ccd`, on one thread: first contact with its time. Ours also gives
//! the point, the normal and the features. Nanoseconds of single calls, the least of five per query (one for
//! Tight-Inclusion, which takes seconds for some queries). ipctk is called from Python. A separate row shows the cost
//! of a call in which nothing moves; it is not subtracted from any figure. The names of the rows count false answers.

use crate::python;
use crate::table::Row;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tangency::detect::exact::{EdgeEdge, VertexFace};
use tangency::formats::queries::{PointQuery, QueryKind, read};

/// Calls per query. The fastest counts.
const CALLS: usize = 5;

/// The public sets and the methods of ipctk for each. Tight-Inclusion would take minutes for the second.
const SETS: [(&str, &[&str]); 2] =
    [("ccd-queries", &["AdditiveCCD", "TightInclusionCCD"]), ("scalable-ccd", &["AdditiveCCD"])];

/// The answer of a method to a query, and its time.
#[derive(Clone, Copy)]
struct Said {
    touches: bool,
    ns: f64,
}

/// Runs the suite.
pub(crate) fn run() -> Vec<Row> {
    let mut rows = Vec::new();
    for (set, methods) in SETS {
        let queries = match queries(set) {
            Ok(queries) => queries,
            Err(problem) => {
                eprintln!("{set} is left out: {problem}");
                continue;
            }
        };
        if queries.is_empty() {
            eprintln!("{set} is left out: it is not beside the project");
            continue;
        }
        let ours: Vec<Said> = queries.iter().filter_map(|(kind, query)| ours(*kind, query)).collect();
        if ours.len() < queries.len() {
            eprintln!("{set} is left out: it has coordinates that are not finite");
            continue;
        }
        let peers = ipctk(&queries, methods).unwrap_or_else(|problem| {
            eprintln!("no figures of ipctk: {problem}");
            Peers { call: None, methods: vec![("ipctk".into(), Vec::new())] }
        });
        for (name, theirs) in &peers.methods {
            rows.extend(beside(set, &queries, &ours, name, theirs));
        }
        rows.push(still(set, peers.call));
    }
    rows
}

/// All queries of a public set; none if it is not installed. An unreadable file excludes the whole set, because the
/// counts would be wrong.
fn queries(set: &str) -> Result<Vec<(QueryKind, PointQuery)>, String> {
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data").join(set), &mut files);
    files.sort();
    let mut all = Vec::new();
    for file in &files {
        if let Some(kind) = QueryKind::of_path(file) {
            let queries = read(file).map_err(|problem| problem.to_string())?;
            all.extend(queries.into_iter().map(|query| (kind, query)));
        }
    }
    Ok(all)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "csv") {
            files.push(path);
        }
    }
}

fn ours(kind: QueryKind, query: &PointQuery) -> Option<Said> {
    Some(match kind {
        QueryKind::VertexFace => {
            let pair = VertexFace::new(query.start, query.end).ok()?;
            timed(|| pair.first_touch().is_some())
        }
        QueryKind::EdgeEdge => {
            let pair = EdgeEdge::new(query.start, query.end).ok()?;
            timed(|| pair.first_touch().is_some())
        }
    })
}

fn timed(question: impl Fn() -> bool) -> Said {
    let mut said = Said { touches: false, ns: f64::INFINITY };
    for _ in 0..CALLS {
        let before = Instant::now();
        said.touches = std::hint::black_box(question());
        said.ns = said.ns.min(before.elapsed().as_nanos() as f64);
    }
    said
}

/// The results of ipctk: the nanoseconds of a call in which nothing moves, and the answers of each method.
struct Peers {
    call: Option<f64>,
    methods: Vec<(String, Vec<Said>)>,
}

fn ipctk(queries: &[(QueryKind, PointQuery)], methods: &[&str]) -> Result<Peers, String> {
    let file = python::folder("ipctk-queries")?.join("queries.bin");
    let record = |(kind, query): &(QueryKind, PointQuery)| {
        let kind = if *kind == QueryKind::EdgeEdge { 1.0 } else { 0.0 };
        let places = query.start.into_iter().chain(query.end).flat_map(|place| place.to_array());
        std::iter::once(kind).chain(places).flat_map(f64::to_le_bytes).collect::<Vec<u8>>()
    };
    python::write(&file, &queries.iter().flat_map(record).collect::<Vec<u8>>())?;
    let mut peers = Peers { call: None, methods: Vec::new() };
    for line in python::output(python::ipctk("queries.py")?.arg(&file).args(methods))?.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let ns = words.last().and_then(|word| word.parse::<f64>().ok());
        match (words.as_slice(), ns) {
            (["call", _], Some(ns)) => peers.call = Some(ns),
            ([name, touches, _], Some(ns)) => {
                if peers.methods.last().is_none_or(|(last, _)| last != name) {
                    peers.methods.push(((*name).into(), Vec::new()));
                }
                let said = Said { touches: *touches == "1", ns };
                peers.methods.last_mut().into_iter().for_each(|(_, all)| all.push(said));
            }
            _ => return Err(format!("ipctk printed: {line}")),
        }
    }
    Ok(peers)
}

/// False negatives and false positives.
fn wrong(queries: &[(QueryKind, PointQuery)], said: &[Said]) -> [usize; 2] {
    let judged = || queries.iter().zip(said).filter_map(|((_, query), said)| Some((query.touches?, said.touches)));
    [judged().filter(|&pair| pair == (true, false)).count(), judged().filter(|&pair| pair == (false, true)).count()]
}

/// Mean, median, 99th percentile and worst.
fn figures(said: &[Said]) -> Option<[f64; 4]> {
    let mut all: Vec<f64> = said.iter().map(|said| said.ns).collect();
    all.sort_by(f64::total_cmp);
    let quantile = |share: f64| all[(share * (all.len() - 1) as f64).round() as usize];
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    (!all.is_empty()).then(|| [mean, quantile(0.5), quantile(0.99), quantile(1.0)])
}

fn beside(set: &str, queries: &[(QueryKind, PointQuery)], ours: &[Said], name: &str, theirs: &[Said]) -> Vec<Row> {
    let (own, peer) = (figures(ours), figures(theirs));
    let ([negatives, positives], [their_negatives, their_positives]) = (wrong(queries, ours), wrong(queries, theirs));
    let remark = match peer {
        Some(_) => {
            format!("false negatives {negatives} / {their_negatives}, positives {positives} / {their_positives}")
        }
        None => format!("false negatives {negatives}, positives {positives}"),
    };
    let row = |(index, what): (usize, &str)| {
        let remark = if index == 0 { format!(" ({} queries, {remark})", queries.len()) } else { String::new() };
        Some(Row {
            name: format!("{set}: {what}{remark}"),
            ours: own?[index],
            peer_name: format!("ipctk {name}"),
            peer: peer.map(|all| all[index]),
        })
    };
    ["mean", "median", "99th percentile", "worst"].into_iter().enumerate().filter_map(row).collect()
}

/// The cost of a call in which nothing moves and nothing is near.
fn still(set: &str, peer: Option<f64>) -> Row {
    let places = [[0.0, 0.0, 9.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(glam::DVec3::from_array);
    let query = PointQuery { start: places, end: places, touches: Some(false) };
    let least = (0..1_000).filter_map(|_| ours(QueryKind::VertexFace, &query)).map(|said| said.ns);
    Row {
        name: format!("{set}: a call in which nothing moves"),
        ours: least.fold(f64::INFINITY, f64::min),
        peer_name: "ipctk AdditiveCCD".into(),
        peer,
    }
}
