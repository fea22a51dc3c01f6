//! YAML as a tree of values, each with its position.
//!
//! Anchors and aliases are refused: planning files do not use them, and a few lines of them can expand beyond the
//! memory. Nesting is limited for the same reason.

use crate::fault::{RawFault, TextFileError, quoted, shown};
use crate::suggest::suggest;
use crate::tolerance::MAXIMUM_YAML_DEPTH;
use saphyr_parser::{Event, Parser, ScalarStyle};
use std::ops::Range;

/// A value.
#[derive(Clone, Debug)]
pub(super) struct YamlValue<'t> {
    content: Content<'t>,
    span: Range<usize>,
}

#[derive(Clone, Debug)]
enum Content<'t> {
    /// The text, and whether it is plain, that is without quotes.
    Scalar(std::borrow::Cow<'t, str>, bool),
    List(Vec<YamlValue<'t>>),
    Map(Vec<(YamlValue<'t>, YamlValue<'t>)>),
}

/// Reads one YAML document.
pub(super) fn parse<'t>(text: &'t str, file: &str) -> Result<YamlValue<'t>, TextFileError> {
    let mut documents = documents(text, file)?.into_iter();
    let Some(first) = documents.next() else {
        return Err(TextFileError::whole_file(file, "the file is empty".into(), "check the path"));
    };
    match documents.next() {
        Some(second) => {
            let fault = second.fault("the file holds a second document".into(), "remove it");
            Err(TextFileError::new(file, text, vec![fault]))
        }
        None => Ok(first),
    }
}

/// Reads all documents of a YAML file. JSON is YAML, too.
pub(super) fn documents<'t>(text: &'t str, file: &str) -> Result<Vec<YamlValue<'t>>, TextFileError> {
    let places = ByteOffsets::new(text);
    let mut builder = Builder { done: Vec::new(), open: Vec::new() };
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| {
            let at = places.byte(error.marker().index());
            let fault = RawFault::new(at..at + 1, format!("the file is not YAML: {}", error.info()), "");
            TextFileError::new(file, text, vec![fault])
        })?;
        let span = places.byte(span.start.index())..places.byte(span.end.index());
        builder.take(event, span).map_err(|fault| TextFileError::new(file, text, vec![fault]))?;
    }
    Ok(builder.done)
}

/// Maps character positions to bytes: the parser counts characters.
struct ByteOffsets {
    /// `None` if all characters are one byte.
    bytes: Option<Vec<usize>>,
    length: usize,
}

impl ByteOffsets {
    fn new(text: &str) -> Self {
        let bytes = (!text.is_ascii()).then(|| text.char_indices().map(|(byte, _)| byte).collect());
        Self { bytes, length: text.len() }
    }

    fn byte(&self, character: usize) -> usize {
        match &self.bytes {
            None => character.min(self.length),
            Some(bytes) => bytes.get(character).copied().unwrap_or(self.length),
        }
    }
}

/// Builds the tree from the events of the parser.
struct Builder<'t> {
    /// The finished documents.
    done: Vec<YamlValue<'t>>,
    open: Vec<OpenNode<'t>>,
}

/// An unfinished list or mapping.
struct OpenNode<'t> {
    is_map: bool,
    items: Vec<YamlValue<'t>>,
    start: usize,
}

impl<'t> Builder<'t> {
    fn take(&mut self, event: Event<'t>, span: Range<usize>) -> Result<(), RawFault> {
        match event {
            Event::Alias(_) => Err(RawFault::new(span, "aliases are not read".into(), "write the value out")),
            Event::Scalar(text, style, _, _) => {
                self.put(YamlValue { content: Content::Scalar(text, style == ScalarStyle::Plain), span });
                Ok(())
            }
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                if self.open.len() >= MAXIMUM_YAML_DEPTH {
                    return Err(RawFault::new(span, "the values are nested too deeply".into(), ""));
                }
                let is_map = matches!(event, Event::MappingStart(..));
                self.open.push(OpenNode { is_map, items: Vec::new(), start: span.start });
                Ok(())
            }
            Event::SequenceEnd | Event::MappingEnd => {
                let Some(OpenNode { is_map, items, start }) = self.open.pop() else { return Ok(()) };
                let content = if is_map { Content::Map(pairs(items)) } else { Content::List(items) };
                self.put(YamlValue { content, span: start..span.end.max(start) });
                Ok(())
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd => {
                Ok(())
            }
        }
    }

    fn put(&mut self, value: YamlValue<'t>) {
        match self.open.last_mut() {
            Some(open) => open.items.push(value),
            None => self.done.push(value),
        }
    }
}

fn pairs(items: Vec<YamlValue<'_>>) -> Vec<(YamlValue<'_>, YamlValue<'_>)> {
    let mut pairs = Vec::with_capacity(items.len() / 2);
    let mut items = items.into_iter();
    while let (Some(key), Some(value)) = (items.next(), items.next()) {
        pairs.push((key, value));
    }
    pairs
}

impl<'t> YamlValue<'t> {
    /// A fault at the value.
    pub(super) fn fault(&self, message: String, label: impl Into<String>) -> RawFault {
        RawFault::new(self.span.clone(), message, label)
    }

    fn mismatch(&self, what: &str, expected: &str) -> RawFault {
        let found = match &self.content {
            Content::Scalar(text, _) => quoted(text),
            Content::List(_) => "a list".into(),
            Content::Map(_) => "a mapping".into(),
        };
        self.fault(format!("{what} is {found}"), format!("expected {expected}"))
    }

    /// Whether it is `~`, `null`, nothing, or an empty list.
    pub(super) fn is_nothing(&self) -> bool {
        match &self.content {
            Content::Scalar(text, plain) => *plain && matches!(text.as_ref(), "" | "~" | "null"),
            Content::List(items) => items.is_empty(),
            Content::Map(pairs) => pairs.is_empty(),
        }
    }

    /// The value of a key; `None` if it is missing or empty.
    pub(super) fn get(&self, what: &str, key: &str) -> Result<Option<&YamlValue<'t>>, RawFault> {
        Ok(self.find(what, key)?.filter(|value| !value.is_nothing()))
    }

    /// The value of a key; `None` if it is missing.
    fn find(&self, what: &str, key: &str) -> Result<Option<&YamlValue<'t>>, RawFault> {
        let pairs = self.entries(what)?;
        let mut found = pairs.iter().filter(|(name, _)| name.is_text(key));
        let first = found.next();
        if let Some((again, _)) = found.next() {
            return Err(again.fault(format!("{what} has two keys {key:?}"), "remove one"));
        }
        Ok(first.map(|(_, value)| value))
    }

    /// The value of a required key.
    pub(super) fn required(&self, what: &str, key: &str) -> Result<&YamlValue<'t>, RawFault> {
        self.find(what, key)?.ok_or_else(|| {
            let keys: Vec<&str> =
                self.entries(what).unwrap_or(&[]).iter().filter_map(|(name, _)| name.plain()).collect();
            let fault = self.fault(format!("{what} has no {key:?}"), format!("add {key}: ..."));
            match suggest(key, &keys).filter(|near| *near != key) {
                Some(near) => fault.with_help(format!("there is a key {}", quoted(near))),
                None => fault,
            }
        })
    }

    /// Its bytes in the text.
    pub(super) fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Whether it is a list.
    pub(super) fn is_list(&self) -> bool {
        matches!(self.content, Content::List(_))
    }

    /// Whether it is a mapping that has this key.
    pub(super) fn has(&self, key: &str) -> bool {
        matches!(&self.content, Content::Map(pairs) if pairs.iter().any(|(name, _)| name.is_text(key)))
    }

    /// The entries of a mapping.
    pub(super) fn entries(&self, what: &str) -> Result<&[(YamlValue<'t>, YamlValue<'t>)], RawFault> {
        match &self.content {
            Content::Map(pairs) => Ok(pairs),
            Content::Scalar(..) | Content::List(_) => Err(self.mismatch(what, "a mapping of keys to values")),
        }
    }

    fn plain(&self) -> Option<&str> {
        match &self.content {
            Content::Scalar(text, _) => Some(text),
            Content::List(_) | Content::Map(_) => None,
        }
    }

    fn is_text(&self, text: &str) -> bool {
        self.plain() == Some(text)
    }

    /// The items of the list under a key, if this is a mapping that has it.
    pub(super) fn get_list(&self, key: &str) -> Option<Result<&[YamlValue<'t>], RawFault>> {
        match &self.content {
            Content::Map(pairs) => {
                pairs.iter().find(|(name, _)| name.is_text(key)).map(|(_, value)| value.list(&quoted(key)))
            }
            Content::Scalar(..) | Content::List(_) => None,
        }
    }

    /// The items of a list.
    pub(super) fn list(&self, what: &str) -> Result<&[YamlValue<'t>], RawFault> {
        match &self.content {
            Content::List(items) => Ok(items),
            Content::Scalar(..) | Content::Map(_) => Err(self.mismatch(what, "a list")),
        }
    }

    /// Text.
    pub(super) fn text(&self, what: &str) -> Result<&str, RawFault> {
        self.plain().ok_or_else(|| self.mismatch(what, "text"))
    }

    /// `true` or `false`.
    pub(super) fn boolean(&self, what: &str) -> Result<bool, RawFault> {
        match self.plain() {
            Some("true" | "True" | "1") => Ok(true),
            Some("false" | "False" | "0") => Ok(false),
            _ => Err(self.mismatch(what, "true or false")),
        }
    }

    /// A finite number.
    pub(super) fn number(&self, what: &str) -> Result<f64, RawFault> {
        let number = self.plain().and_then(|text| text.parse::<f64>().ok());
        number.filter(|number| number.is_finite()).ok_or_else(|| self.mismatch(what, "a finite number"))
    }

    /// Exactly `N` numbers.
    pub(super) fn numbers<const N: usize>(&self, what: &str) -> Result<[f64; N], RawFault> {
        let items = self.list(what)?;
        if items.len() != N {
            return Err(self.fault(format!("{what} has {} numbers", items.len()), format!("expected {N}")));
        }
        let mut numbers = [0.0; N];
        for (number, item) in numbers.iter_mut().zip(items) {
            *number = item.number(what)?;
        }
        Ok(numbers)
    }

    /// Numbers by these keys, or a list of as many.
    pub(super) fn components<const N: usize>(&self, what: &str, keys: [&str; N]) -> Result<[f64; N], RawFault> {
        if !matches!(self.content, Content::Map(_)) {
            return self.numbers(what);
        }
        let mut numbers = [0.0; N];
        for (number, key) in numbers.iter_mut().zip(keys) {
            *number = self.required(what, key)?.number(&format!("{key} of {what}"))?;
        }
        Ok(numbers)
    }

    /// Exactly `N` positive lengths.
    pub(super) fn lengths<const N: usize>(&self, what: &str) -> Result<[f64; N], RawFault> {
        let lengths = self.numbers::<N>(what)?;
        match lengths.iter().find(|&&length| !(length > 0.0)) {
            Some(&length) => {
                Err(self.fault(format!("{what} has the length {}", shown(length)), "expected more than 0"))
            }
            None => Ok(lengths),
        }
    }
}
