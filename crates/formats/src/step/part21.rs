//! The text of ISO 10303-21: finds the entities, and reads the values of one when it is asked for.
//!
//! *Question.* Which entities does the file hold, and what are their values?
//!
//! *Idea.* One pass over the bytes finds where each entity begins and which types it has; it looks at strings, comments
//! and parentheses only. The values of an entity are read when something refers to it: colours, layers and dimensions
//! cost nothing but the pass.
//!
//! *Guarantee.* A file that is cut off, an unclosed string or parenthesis, and two entities of one number are errors.
//! Every loop consumes input. Nested lists are limited by `MAXIMUM_STEP_LISTS`.
//!
//! *Cost.* Proportional to the file; 16 bytes of memory and four for each type name, for each entity; 8 for each line.

use super::StepEntity;
use super::cursor::Cursor;
use super::error::{EXPORT_AGAIN, StepErrorKind, StepFault, StepOutcome, excerpt};
use super::letters::decoded;
use std::collections::HashMap;

/// The entities of a file.
pub(super) struct Exchange<'t> {
    text: &'t [u8],
    /// In order of their numbers.
    statements: Vec<Statement>,
    /// The entities of each type, as indices of `statements`.
    by_keyword: HashMap<&'t str, Vec<u32>>,
    /// The bytes that end a line, ascending.
    line_ends: Vec<usize>,
    /// The value of `FILE_SCHEMA`.
    pub(super) schema: String,
}

/// Where an entity begins.
#[derive(Clone, Copy)]
struct Statement {
    number: u64,
    at: usize,
}

/// The types that errors about bodies name.
const NAMED_TYPES: [&str; 8] = [
    "EDGE_CURVE",
    "ORIENTED_EDGE",
    "ADVANCED_FACE",
    "FACE_SURFACE",
    "MANIFOLD_SOLID_BREP",
    "BREP_WITH_VOIDS",
    "FACETED_BREP",
    "SHELL_BASED_SURFACE_MODEL",
];

/// An entity: one record, or several records of a complex instance.
pub(super) struct Entity<'t> {
    pub(super) number: u64,
    /// The byte of its `#`.
    pub(super) at: usize,
    pub(super) records: Vec<Record<'t>>,
}

/// A type name and its values.
pub(super) struct Record<'t> {
    pub(super) keyword: &'t str,
    pub(super) values: Vec<Value<'t>>,
}

/// A value of an entity.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value<'t> {
    /// A number with or without a decimal point.
    Number(f64),
    /// A string as it is written, without its quotes.
    Text(&'t [u8]),
    /// An enumeration without its dots.
    Enumeration(&'t str),
    /// A reference to an entity.
    Reference(u64),
    /// A list in parentheses.
    List(Vec<Value<'t>>),
    /// A value with its type: `LENGTH_MEASURE(2.5)`.
    Typed(&'t str, Vec<Value<'t>>),
    /// `$`: not given.
    Missing,
    /// `*`: derived from other values.
    Derived,
    /// A binary, which nothing here needs.
    Binary,
}

impl<'t> Value<'t> {
    /// Whether there is no value: `$` or `*`.
    pub(super) fn is_absent(&self) -> bool {
        matches!(self, Self::Missing | Self::Derived)
    }

    pub(super) fn as_reference(&self) -> Option<u64> {
        if let Self::Reference(number) = self { Some(*number) } else { None }
    }

    pub(super) fn as_enumeration(&self) -> Option<&'t str> {
        if let Self::Enumeration(name) = self { Some(name) } else { None }
    }

    pub(super) fn as_text(&self) -> Option<&'t [u8]> {
        if let Self::Text(raw) = self { Some(raw) } else { None }
    }

    /// A number, perhaps with its type.
    pub(super) fn as_number(&self) -> Option<f64> {
        if let Self::Number(number) = self.untyped() { Some(*number) } else { None }
    }

    /// A list, perhaps with its type.
    pub(super) fn as_list(&self) -> Option<&[Self]> {
        if let Self::List(list) = self.untyped() { Some(list) } else { None }
    }

    /// The value without its type.
    fn untyped(&self) -> &Self {
        match self {
            Self::Typed(_, inner) if inner.len() == 1 => &inner[0],
            Self::Number(_)
            | Self::Text(_)
            | Self::Enumeration(_)
            | Self::Reference(_)
            | Self::List(_)
            | Self::Typed(..)
            | Self::Missing
            | Self::Derived
            | Self::Binary => self,
        }
    }
}

impl<'t> Exchange<'t> {
    /// Finds all entities of a file.
    pub(super) fn new(text: &'t [u8]) -> StepOutcome<Self> {
        let ended = |fault: Box<StepFault>| {
            let is_cut = fault.kind == StepErrorKind::Truncated;
            if is_cut { fault.at(text.len()) } else { fault }
        };
        Self::scanned(text).map_err(ended)
    }

    fn scanned(text: &'t [u8]) -> StepOutcome<Self> {
        let mut cursor = Cursor { text, at: if text.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 } };
        cursor.skip_blank()?;
        if !text[cursor.at..].starts_with(b"ISO-10303-21") {
            let found = excerpt(&text[cursor.at..text.len().min(cursor.at + 20)]);
            let expected = "`ISO-10303-21;` at the start of a STEP file";
            return Err(StepFault::new(StepErrorKind::Syntax, found, expected, "give a file of a CAD system in STEP"));
        }
        cursor.skip_statement()?;
        let line_ends = (0..text.len()).filter(|&at| text[at] == b'\n').collect();
        let mut exchange =
            Self { text, statements: Vec::new(), by_keyword: HashMap::new(), line_ends, schema: String::new() };
        loop {
            cursor.skip_blank()?;
            let at = cursor.at;
            match cursor.keyword() {
                "HEADER" => exchange.header(&mut cursor)?,
                "DATA" => exchange.data(&mut cursor)?,
                "ANCHOR" | "SIGNATURE" => cursor.skip_section()?,
                "REFERENCE" => {
                    let expected = "all entities in one file";
                    let advice = "export the assembly as one file";
                    let found = "a REFERENCE section, which names other files";
                    return Err(StepFault::new(StepErrorKind::Unsupported, found, expected, advice).at(at));
                }
                "END-ISO-10303-21" => break,
                _ => return Err(cursor.unexpected(at, "a section, or `END-ISO-10303-21;` at the end")),
            }
        }
        exchange.sort()?;
        Ok(exchange)
    }

    fn header(&mut self, cursor: &mut Cursor<'t>) -> StepOutcome<()> {
        cursor.skip_statement()?;
        loop {
            cursor.skip_blank()?;
            let at = cursor.at;
            let keyword = cursor.keyword();
            cursor.skip_statement()?;
            match keyword {
                "ENDSEC" => return Ok(()),
                "FILE_SCHEMA" => {
                    let names = Cursor { text: self.text, at: at + keyword.len() }.list(0)?;
                    let name = names.first().and_then(|list| list.as_list()?.first()?.as_text());
                    self.schema = name.map(decoded).unwrap_or_default();
                }
                _ => (),
            }
        }
    }

    fn data(&mut self, cursor: &mut Cursor<'t>) -> StepOutcome<()> {
        cursor.skip_statement()?;
        loop {
            cursor.skip_blank()?;
            let at = cursor.at;
            if cursor.peek() != Some(b'#') {
                if cursor.keyword() == "ENDSEC" {
                    return cursor.skip_statement();
                }
                return Err(cursor.unexpected(at, "an entity such as `#1=...`, or `ENDSEC;`"));
            }
            let number = cursor.number_sign()?;
            cursor.skip_blank()?;
            cursor.expect(b'=').map_err(|fault| fault.of_entity(number, "", at))?;
            cursor.skip_blank()?;
            let index = u32::try_from(self.statements.len()).map_err(|_| {
                StepFault::new(StepErrorKind::TooLarge, "more than 2^32 entities", "fewer", "split the file").at(at)
            })?;
            let body = cursor.at;
            let keywords = if cursor.peek() == Some(b'(') { cursor.complex_keywords() } else { vec![cursor.keyword()] };
            cursor.at = body;
            let first = keywords.first().copied().unwrap_or_default();
            cursor.skip_statement().map_err(|fault| fault.of_entity(number, first, at))?;
            for keyword in keywords {
                self.by_keyword.entry(keyword).or_default().push(index);
            }
            self.statements.push(Statement { number, at });
        }
    }

    /// Puts the entities in order of their numbers, which are their order in most files.
    fn sort(&mut self) -> StepOutcome<()> {
        if !self.statements.is_sorted_by_key(|statement| statement.number) {
            let mut order: Vec<u32> = (0..self.statements.len() as u32).collect();
            order.sort_by_key(|&index| self.statements[index as usize].number);
            let mut place = vec![0_u32; order.len()];
            for (rank, &index) in order.iter().enumerate() {
                place[index as usize] = rank as u32;
            }
            self.statements = order.iter().map(|&index| self.statements[index as usize]).collect();
            for list in self.by_keyword.values_mut() {
                list.iter_mut().for_each(|index| *index = place[*index as usize]);
                list.sort_unstable();
            }
        }
        let twice = self.statements.windows(2).find(|pair| pair[0].number == pair[1].number);
        twice.map_or(Ok(()), |pair| {
            let expected = "each number once";
            let found = "an entity whose number another one has";
            let fault = StepFault::new(StepErrorKind::Syntax, found, expected, EXPORT_AGAIN);
            Err(fault.of_entity(pair[1].number, "", pair[0].at.max(pair[1].at)))
        })
    }

    /// The numbers of all entities of which a type name fulfils a condition, ascending.
    pub(super) fn of_types(&self, fits: impl Fn(&str) -> bool) -> Vec<u64> {
        let lists = self.by_keyword.iter().filter(|(keyword, _)| fits(keyword)).map(|(_, list)| list);
        let mut found: Vec<u64> = lists.flatten().map(|&index| self.statements[index as usize].number).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The entity of this number, with its line and type.
    pub(super) fn place_of(&self, number: u64) -> StepEntity {
        let found = self.statements.binary_search_by_key(&number, |statement| statement.number).ok();
        let line = |index: usize| 1 + self.line_ends.partition_point(|&end| end < self.statements[index].at);
        let is = |keyword: &str, index: usize| {
            self.by_keyword.get(keyword).is_some_and(|list| list.binary_search(&(index as u32)).is_ok())
        };
        let kind = found.and_then(|index| NAMED_TYPES.iter().find(|keyword| is(keyword, index)).copied());
        StepEntity { number, line: found.map(line), kind: kind.unwrap_or_default() }
    }

    /// The bytes of the file.
    pub(super) fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Reads an entity; `None` if there is none of this number.
    pub(super) fn entity(&self, number: u64) -> StepOutcome<Option<Entity<'t>>> {
        let Ok(index) = self.statements.binary_search_by_key(&number, |statement| statement.number) else {
            return Ok(None);
        };
        let at = self.statements[index].at;
        let mut cursor = Cursor { text: self.text, at };
        cursor.number_sign()?;
        cursor.skip_blank()?;
        cursor.expect(b'=')?;
        cursor.skip_blank()?;
        let body = cursor.at;
        let records = cursor.records().map_err(|fault| {
            let keyword = Cursor { text: self.text, at: body }.keyword();
            fault.of_entity(number, keyword, at)
        })?;
        Ok(Some(Entity { number, at, records }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(data: &str) -> String {
        format!("ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('CONFIG'));\nENDSEC;\nDATA;\n{data}ENDSEC;\nEND-ISO-10303-21;\n")
    }

    #[test]
    fn values_of_every_kind_are_read() {
        let text =
            file("/* a ; ) ' comment */\n#7 = A('it''s; (', .T., #12,1.,-1.5E-3 , +2,$,*,((1,2),()),M(3.),\"0F\");\n");
        let exchange = Exchange::new(text.as_bytes()).unwrap();
        assert_eq!(exchange.schema, "CONFIG");
        assert_eq!(exchange.of_types(|keyword| keyword == "A"), [7]);
        let entity = exchange.entity(7).unwrap().unwrap();
        assert_eq!((entity.records.len(), entity.records[0].keyword), (1, "A"));
        let pair = Value::List(vec![Value::Number(1.0), Value::Number(2.0)]);
        let expected = [
            Value::Text(b"it''s; ("),
            Value::Enumeration("T"),
            Value::Reference(12),
            Value::Number(1.0),
            Value::Number(-0.0015),
            Value::Number(2.0),
            Value::Missing,
            Value::Derived,
            Value::List(vec![pair, Value::List(vec![])]),
            Value::Typed("M", vec![Value::Number(3.0)]),
            Value::Binary,
        ];
        assert_eq!(entity.records[0].values, expected);
        assert!(exchange.entity(8).unwrap().is_none());
    }

    #[test]
    fn complex_instances_and_numbers_out_of_order() {
        let text = file("#9=B();\n#3=(X(1.)Y()\n /* ( */ Z_1('(',(2.)));\n#5=B();");
        let exchange = Exchange::new(text.as_bytes()).unwrap();
        assert_eq!(exchange.of_types(|keyword| keyword == "B"), [5, 9]);
        assert_eq!(exchange.of_types(|keyword| keyword == "Z_1"), [3]);
        let entity = exchange.entity(3).unwrap().unwrap();
        let keywords: Vec<&str> = entity.records.iter().map(|record| record.keyword).collect();
        assert_eq!(keywords, ["X", "Y", "Z_1"]);
    }

    fn refused(text: &str) -> (StepErrorKind, String) {
        let fault = match Exchange::new(text.as_bytes()) {
            Err(fault) => fault,
            Ok(exchange) => exchange.entity(1).err().expect("a fault"),
        };
        let error = fault.in_file("a.step", text.as_bytes());
        (error.kind(), error.to_string())
    }

    #[test]
    fn broken_texts_are_refused_with_their_line() {
        let cases = [
            ("solid cube", StepErrorKind::Syntax, "a.step: found \"solid cube\""),
            (&file("#1=A();")[..65], StepErrorKind::Truncated, "line 6, #1 A"),
            (&file("#1=A((1.,2.);\n"), StepErrorKind::Syntax, "line 6, #1 A: found \";\", expected `)`"),
            (&file("#1=A('open);\n"), StepErrorKind::Truncated, "#1 A: found the end of the file"),
            (&file("#1=A());\n"), StepErrorKind::Syntax, "line 6, #1 A"),
            (&file("#1=A();\n\n#1=B();\n"), StepErrorKind::Syntax, "line 8, #1: found an entity whose number"),
            (&file("#1=A(1.2.3);\n"), StepErrorKind::Syntax, "expected a number such as"),
            (&file("#1=A(1E999);\n"), StepErrorKind::NotFinite, "found \"1E999\""),
            (&file("#1=A(1 2);\n"), StepErrorKind::Syntax, "expected `,` or `)`"),
            (&file("#1=A(.T);\n"), StepErrorKind::Syntax, "an enumeration"),
            (&file("#1=A(?);\n"), StepErrorKind::Syntax, "found \"?);\", expected a value"),
            (&file("#99999999999999999999=A();\n"), StepErrorKind::Syntax, "below 2^64"),
            (&file("hello;\n"), StepErrorKind::Syntax, "line 6: found \"hello;\""),
        ];
        for (text, kind, message) in cases {
            let (found, error) = refused(text);
            assert!(found == kind && error.contains(message), "{text}: {error}");
        }
        let deep = file(&format!("#1=A({}{});\n", "(".repeat(1000), ")".repeat(1000)));
        assert!(refused(&deep).1.contains("lists within"));
    }
}
