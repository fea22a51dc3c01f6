//! The parts of a Markdown file that name things: code spans, code blocks, links, tables.

use std::path::Path;

/// A document and its text.
pub(crate) struct Document {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// A piece of a document, and the line that it starts on, counted from 1.
pub(crate) struct Piece {
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// A fenced block of code.
pub(crate) struct Block {
    pub(crate) line: usize,
    pub(crate) language: String,
    pub(crate) text: String,
}

/// A row of a table: the first cell of its header, and its own first cell.
pub(crate) struct Row {
    pub(crate) line: usize,
    pub(crate) header: String,
    pub(crate) cell: String,
}

impl Document {
    pub(crate) fn read(root: &Path, path: String) -> Self {
        let text = std::fs::read_to_string(root.join(&path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        Self { path, text }
    }

    /// `path:line: message`.
    pub(crate) fn fault(&self, line: usize, message: &str) -> String {
        format!("{}:{line}: {message}", self.path)
    }

    /// The lines outside of fenced blocks, with their numbers.
    pub(crate) fn prose(&self) -> Vec<(usize, &str)> {
        let mut fenced = false;
        let mut lines = Vec::new();
        for (index, line) in self.text.lines().enumerate() {
            if line.trim_start().starts_with("```") {
                fenced = !fenced;
            } else if !fenced {
                lines.push((index + 1, line));
            }
        }
        lines
    }

    /// The fenced blocks.
    pub(crate) fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut open: Option<Block> = None;
        for (index, line) in self.text.lines().enumerate() {
            match (line.trim_start().strip_prefix("```"), &mut open) {
                (Some(_), Some(_)) => blocks.extend(open.take()),
                (Some(language), None) => {
                    open = Some(Block { line: index + 1, language: language.into(), text: String::new() });
                }
                (None, Some(block)) => block.text += &format!("{line}\n"),
                (None, None) => {}
            }
        }
        blocks
    }

    /// The code spans. A span may go on over the end of a line, but not over an empty line.
    pub(crate) fn spans(&self) -> Vec<Piece> {
        let mut spans = Vec::new();
        let mut open: Option<Piece> = None;
        for (number, line) in self.prose() {
            if line.trim().is_empty() {
                open = None;
            }
            for (index, part) in line.split('`').enumerate() {
                if index > 0 {
                    match open.take() {
                        Some(span) => spans.push(span),
                        None => open = Some(Piece { line: number, text: String::new() }),
                    }
                }
                if let Some(span) = &mut open {
                    span.text += part;
                }
            }
            if let Some(span) = &mut open {
                span.text.push(' ');
            }
        }
        spans
    }

    /// The targets of links and pictures.
    pub(crate) fn links(&self) -> Vec<Piece> {
        let mut links = Vec::new();
        for (line, text) in self.prose() {
            for part in text.split("](").skip(1) {
                let target = part.split(')').next().unwrap_or_default();
                links.push(Piece { line, text: target.into() });
            }
        }
        links
    }

    /// The rows of all tables, without their headers.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let first =
            |line: &str| line.trim().trim_start_matches('|').split('|').next().unwrap_or_default().trim().to_owned();
        let lines = self.prose();
        let mut rows = Vec::new();
        let mut header: Option<String> = None;
        for (index, (number, line)) in lines.iter().enumerate() {
            if !line.trim_start().starts_with('|') {
                header = None;
            } else if lines.get(index + 1).is_some_and(|(_, next)| next.trim_start().starts_with("|---")) {
                header = Some(first(line));
            } else if let Some(header) = header.clone().filter(|_| !line.trim_start().starts_with("|---")) {
                rows.push(Row { line: *number, header, cell: first(line) });
            }
        }
        rows
    }

    /// The headings, as the anchors that links name.
    pub(crate) fn anchors(&self) -> Vec<String> {
        let headings = self.prose().into_iter().filter(|(_, line)| line.starts_with('#'));
        let anchor = |heading: &str| {
            let kept = heading.trim_start_matches('#').trim().to_lowercase();
            kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect::<String>().replace(' ', "-")
        };
        headings.map(|(_, line)| anchor(line)).collect()
    }
}

/// The code spans of a piece of text.
pub(crate) fn quoted(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(String::from).collect()
}
