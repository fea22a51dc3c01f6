//! Rows of a comparison, printed aligned or as JSON.

use std::fmt::Write;

/// One measurement, and that of a peer.
pub(crate) struct Row {
    /// The measured operation.
    pub(crate) name: String,
    /// Our nanoseconds.
    pub(crate) ours: f64,
    /// The name of the peer.
    pub(crate) peer_name: String,
    /// The peer's nanoseconds, if it could be measured.
    pub(crate) peer: Option<f64>,
}

impl Row {
    /// The time of the peer divided by ours.
    fn ratio(&self) -> Option<f64> {
        self.peer.map(|peer| peer / self.ours)
    }
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "-".into(), |value| format!("{value:.2}"))
}

/// The rows as a table: name, ours, peer, ratio (above 1: ours is faster).
pub(crate) fn aligned(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(4);
    let peer_width = rows.iter().map(|row| row.peer_name.chars().count()).max().unwrap_or(0).max(4);
    let mut text = format!(
        "{:width$}  {:>12}  {:peer_width$}  {:>12}  {:>8}\n",
        "name", "ours (ns)", "peer", "peer (ns)", "ratio"
    );
    for row in rows {
        let (peer, ratio) = (number(row.peer), number(row.ratio()));
        let _ = writeln!(
            text,
            "{:width$}  {:>12.2}  {:peer_width$}  {:>12}  {:>8}",
            row.name, row.ours, row.peer_name, peer, ratio
        );
    }
    text
}

/// The rows as a JSON array.
pub(crate) fn json(rows: &[Row]) -> String {
    let number = |value: Option<f64>| value.map_or_else(|| "null".into(), |value| format!("{value}"));
    let items: Vec<String> = rows
        .iter()
        .map(|row| {
            format!(
                "  {{\"name\": {:?}, \"ours_ns\": {}, \"peer\": {:?}, \"peer_ns\": {}, \"ratio\": {}}}",
                row.name,
                row.ours,
                row.peer_name,
                number(row.peer),
                number(row.ratio())
            )
        })
        .collect();
    format!("[\n{}\n]\n", items.join(",\n"))
}
