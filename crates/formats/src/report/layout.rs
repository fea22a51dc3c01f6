//! The layout of a result file: each field of an object on its own line, an array of numbers on one line.

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{Result, Write};

/// The value as JSON, with a final newline.
pub(crate) fn to_string(value: &impl Serialize) -> serde_json::Result<String> {
    let mut bytes = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut bytes, Layout { open: Vec::new() }))?;
    bytes.push(b'\n');
    String::from_utf8(bytes).map_err(serde::ser::Error::custom)
}

/// The objects and arrays around the current position, outermost first.
struct Layout {
    open: Vec<OpenBracket>,
}

#[derive(Clone, Copy, PartialEq)]
enum OpenBracket {
    Object,
    /// An array. `tall` if it contains an object, which takes several lines.
    Array {
        tall: bool,
    },
}

impl Layout {
    fn new_line(&self, out: &mut (impl Write + ?Sized)) -> Result<()> {
        write!(out, "\n{:width$}", "", width = 2 * self.open.len())
    }
}

impl Formatter for Layout {
    fn begin_array<W: Write + ?Sized>(&mut self, out: &mut W) -> Result<()> {
        self.open.push(OpenBracket::Array { tall: false });
        out.write_all(b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, out: &mut W) -> Result<()> {
        if self.open.pop() == Some(OpenBracket::Array { tall: true }) {
            self.new_line(out)?;
        }
        out.write_all(b"]")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> Result<()> {
        match self.open.last() {
            _ if first => Ok(()),
            Some(OpenBracket::Array { tall: true }) => out.write_all(b","),
            _ => out.write_all(b", "),
        }
    }

    fn begin_object<W: Write + ?Sized>(&mut self, out: &mut W) -> Result<()> {
        if let Some(OpenBracket::Array { tall }) = self.open.last_mut() {
            *tall = true;
            self.new_line(out)?;
        }
        self.open.push(OpenBracket::Object);
        out.write_all(b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, out: &mut W) -> Result<()> {
        self.open.pop();
        self.new_line(out)?;
        out.write_all(b"}")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> Result<()> {
        if !first {
            out.write_all(b",")?;
        }
        self.new_line(out)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> Result<()> {
        out.write_all(b": ")
    }
}
