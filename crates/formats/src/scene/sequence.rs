//! The files of a sequence of frames: a folder, or a pattern such as `cloth/frame_*.ply`, in natural order.
//!
//! Natural order compares runs of digits as numbers, as people count frames: `frame_2` comes before `frame_10`.

use super::value::TomlValue;
use crate::fault::{RawFault, quoted};
use std::cmp::Ordering;
use std::path::{Path, PathBuf};

/// File extensions of meshes. Other files of a folder are ignored.
const ENDINGS: [&str; 5] = ["obj", "ply", "stl", "gltf", "glb"];

/// The files of a string `frames`: at least one, in natural order.
pub(super) fn files(folder: &Path, frames: &TomlValue<'_>, written: &str) -> Result<Vec<PathBuf>, RawFault> {
    let path = folder.join(written);
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let within = if name.contains('*') { path.parent().unwrap_or(folder) } else { &path };
    if within.to_string_lossy().contains('*') {
        let message = format!("a folder of {} has a `*`", quoted(written));
        return Err(frames.fault(message, "`*` may stand in the name of the file only"));
    }
    if within.is_file() {
        let message = format!("{} is one file, and frames are many", quoted(written));
        return Err(
            frames.fault(message, "write a list [\"a.obj\", \"b.obj\"], a pattern \"frame_*.obj\", or a folder")
        );
    }
    let names = names(within).map_err(|error| {
        let message = format!("the folder of the frames {} cannot be read: {error}", quoted(written));
        frames.fault(message, "paths are relative to the folder of the scene file")
    })?;
    let (all, other) = (names.len(), names.first().cloned());
    let wanted = |file: &String| if name.contains('*') { matches(&name, file) } else { is_mesh(file) };
    let mut chosen: Vec<String> = names.into_iter().filter(wanted).collect();
    if chosen.is_empty() {
        let message = match name.contains('*') {
            true => format!("no file matches {}", quoted(written)),
            false => format!("the folder {} has no mesh files", quoted(written)),
        };
        let label = match other {
            Some(other) => format!("that folder has {all} files, such as {}", quoted(&other)),
            None => "that folder has no files".into(),
        };
        return Err(frames.fault(message, label));
    }
    chosen.sort_by(|a, b| natural_order(a, b));
    Ok(chosen.into_iter().map(|file| within.join(file)).collect())
}

/// The names of the files in a folder. Hidden files are ignored, as in shells: some systems add one beside every file.
fn names(folder: &Path) -> std::io::Result<Vec<String>> {
    // The folder of `frame_*.obj` is the empty string.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if let Ok(name) = entry.file_name().into_string()
            && !name.starts_with('.')
            && entry.path().is_file()
        {
            names.push(name);
        }
    }
    names.sort_by(|a, b| natural_order(a, b));
    Ok(names)
}

fn is_mesh(name: &str) -> bool {
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending))
}

/// Whether the name matches the pattern. Every `*` matches any number of characters, including none.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let (first, last) = (parts.next().unwrap_or_default(), parts.next_back());
    let (Some(last), Some(rest)) = (last, name.strip_prefix(first)) else { return pattern == name };
    let Some(mut rest) = rest.strip_suffix(last) else { return false };
    // Match each middle part at its first occurrence: this leaves the most text for the rest.
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

/// Letters by their code, runs of digits by the number they write; names that differ in leading zeros only, by their
/// text.
fn natural_order(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a.as_bytes(), b.as_bytes());
    loop {
        let order = match (left, right) {
            ([x, ..], [y, ..]) if x.is_ascii_digit() && y.is_ascii_digit() => {
                let (digits, others) = (number(&mut left), number(&mut right));
                digits.len().cmp(&others.len()).then_with(|| digits.cmp(others))
            }
            ([x, after @ ..], [y, beyond @ ..]) => {
                (left, right) = (after, beyond);
                x.cmp(y)
            }
            _ => return left.len().cmp(&right.len()).then_with(|| a.cmp(b)),
        };
        if order.is_ne() {
            return order;
        }
    }
}

/// Takes a run of digits off the front; its leading zeros are left out.
fn number<'a>(text: &mut &'a [u8]) -> &'a [u8] {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(length);
    *text = rest;
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    &digits[zeros..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_counted_as_people_count() {
        let order = ["a", "a1", "a2", "a2b", "a10", "a10b1", "a10b02", "a10b10", "b", "c007", "c07", "c7", "c8", "ca"];
        let mut shuffled = order;
        shuffled.reverse();
        shuffled.sort_by(|a, b| natural_order(a, b));
        assert_eq!(shuffled, order);
        // Longer than any integer type.
        assert_eq!(natural_order("99999999999999999999999999", "100000000000000000000000000"), Ordering::Less);
    }

    #[test]
    fn patterns() {
        for (pattern, name, expected) in [
            ("frame_*.ply", "frame_1.ply", true),
            ("frame_*.ply", "frame_.ply", true),
            ("frame_*.ply", "frame_1.obj", false),
            ("frame_*.ply", "a_frame_1.ply", false),
            ("*", "anything", true),
            ("*a*b*", "xaxxbx", true),
            ("*a*b*", "xbxxax", false),
            ("a*a", "a", false),
            ("a*a", "aa", true),
            ("*ab*ab", "xab", false),
            ("*ab*ab", "abab", true),
            ("é*", "été", true),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }
}
