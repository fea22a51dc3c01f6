//! `tangency queries`.

use crate::arguments::{KindArgument, QueriesArguments};
use crate::output::Outputs;
use crate::{Failure, print};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use tangency::detect::exact::{EdgeEdge, VertexFace};
use tangency::formats::queries::{PointQuery, QueryKind, read};

/// Counts and times.
#[derive(Default)]
struct QueryTally {
    hits: usize,
    positives: usize,
    judged: usize,
    false_negatives: usize,
    false_positives: usize,
    nanoseconds: Vec<f64>,
}

pub(crate) fn run(arguments: &QueriesArguments) -> Result<ExitCode, Failure> {
    let mut files = Vec::new();
    for path in &arguments.files {
        collect(path, &mut files)?;
    }
    if files.is_empty() {
        let given: Vec<String> = arguments.files.iter().map(|path| path.display().to_string()).collect();
        return Err(format!("there is no .csv file in {}", given.join(", ")));
    }
    let mut outputs = Outputs::tried(&[("result", &arguments.json)])?;
    let mut tally = QueryTally::default();
    for file in &files {
        let kind = match arguments.kind {
            Some(KindArgument::VertexFace) => QueryKind::VertexFace,
            Some(KindArgument::EdgeEdge) => QueryKind::EdgeEdge,
            None => QueryKind::of_path(file).ok_or_else(|| {
                let file = file.display();
                format!(
                    "{file}: vertex-face or edge-edge? Neither its folder (`vertex-face`, `edge-edge`) nor its name \
                     (`…vf`, `…ee`) tells: give --kind"
                )
            })?,
        };
        let queries = read(file).map_err(|error| error.to_string())?;
        if queries.is_empty() {
            return Err(format!(
                "{}: there is no query in it: eight rows of numbers make one (docs/queries.md)",
                file.display()
            ));
        }
        for (index, query) in queries.iter().enumerate() {
            tally.count(kind, query).map_err(|problem| format!("{}, query {index}: {problem}", file.display()))?;
        }
    }
    tally.nanoseconds.sort_by(f64::total_cmp);
    outputs.say(&tally.text())?;
    outputs.write(arguments.json.as_deref(), "result", || Ok::<_, Failure>(tally.json()));
    outputs.finish()?;
    Ok(ExitCode::from(u8::from(tally.false_negatives + tally.false_positives > 0)))
}

/// A file, or the CSV files of a folder and its subfolders, sorted.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    if !path.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    let unreadable = |error: std::io::Error| format!("{}: {error}", path.display());
    let entries = std::fs::read_dir(path).map_err(unreadable)?;
    let mut inside =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
    inside.sort();
    for entry in inside.iter().filter(|entry| entry.is_dir() || entry.extension().is_some_and(|name| name == "csv")) {
        collect(entry, files)?;
    }
    Ok(())
}

impl QueryTally {
    fn count(&mut self, kind: QueryKind, query: &PointQuery) -> Result<(), Failure> {
        let said = |error: tangency::detect::exact::NotFinite| error.to_string();
        let (touches, nanoseconds) = match kind {
            QueryKind::VertexFace => {
                let pair = VertexFace::new(query.start, query.end).map_err(said)?;
                timed(|| pair.first_touch().is_some())
            }
            QueryKind::EdgeEdge => {
                let pair = EdgeEdge::new(query.start, query.end).map_err(said)?;
                timed(|| pair.first_touch().is_some())
            }
        };
        self.nanoseconds.push(nanoseconds);
        self.hits += usize::from(touches);
        if let Some(truth) = query.touches {
            self.judged += 1;
            self.positives += usize::from(truth);
            self.false_negatives += usize::from(truth && !touches);
            self.false_positives += usize::from(touches && !truth);
        }
        Ok(())
    }

    fn mean(&self) -> f64 {
        self.nanoseconds.iter().sum::<f64>() / self.nanoseconds.len().max(1) as f64
    }

    /// The quantile of the times.
    fn quantile(&self, share: f64) -> f64 {
        let last = self.nanoseconds.len().saturating_sub(1);
        self.nanoseconds.get((share * last as f64).round() as usize).copied().unwrap_or(0.0)
    }

    fn text(&self) -> String {
        let [median, late, worst] = [0.5, 0.99, 1.0].map(|share| self.quantile(share));
        let unjudged = match self.nanoseconds.len() - self.judged {
            0 => String::new(),
            some => format!(" ({some} without truth)"),
        };
        print::pairs(&[
            ("queries", format!("{}{unjudged}", self.nanoseconds.len())),
            ("hits", self.hits.to_string()),
            ("false negatives", self.false_negatives.to_string()),
            ("false positives", self.false_positives.to_string()),
            ("ns a query", format!("mean {:.0}, median {median:.0}, p99 {late:.0}, max {worst:.0}", self.mean())),
        ])
    }

    fn json(&self) -> String {
        format!(
            "{{\n  \"queries\": {},\n  \"positives\": {},\n  \"hits\": {},\n  \"judged\": {},\n  \
             \"false_negatives\": {},\n  \
             \"false_positives\": {},\n  \"ns_mean\": {:.1},\n  \"ns_median\": {:.1},\n  \"ns_p99\": {:.1},\n  \
             \"ns_max\": {:.1}\n}}\n",
            self.nanoseconds.len(),
            self.positives,
            self.hits,
            self.judged,
            self.false_negatives,
            self.false_positives,
            self.mean(),
            self.quantile(0.5),
            self.quantile(0.99),
            self.quantile(1.0)
        )
    }
}

/// The answer, and the nanoseconds of one call: the least of five, which excludes other load of the machine.
fn timed(question: impl Fn() -> bool) -> (bool, f64) {
    let mut least = f64::INFINITY;
    let mut answer = false;
    for _ in 0..5 {
        let start = Instant::now();
        answer = std::hint::black_box(question());
        least = least.min(start.elapsed().as_nanos() as f64);
    }
    (answer, least)
}
