//! The test language ITL of ITF1788, as far as its bare-interval suites use it:
//!
//! ```text
//! testcase name { operation operand ... = result result ... [signal Name]; ... }
//! ```

use std::path::{Path, PathBuf};
use tangency::interval::Interval;
use tangency_conformance::vectors::{Vector, VectorValue};

/// The vectors of all files of a folder.
pub(crate) fn read(folder: &Path) -> Vec<Vector> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "itl")).collect();
    files.sort();
    let parse = |path: &PathBuf| match parse(&std::fs::read_to_string(path).unwrap()) {
        Ok(cases) => cases,
        Err(error) => panic!("{}: {error}", path.display()),
    };
    files.iter().flat_map(parse).collect()
}

/// The cases of a file. Decorations are stripped: the interval part of a decorated operation is the bare operation.
pub(crate) fn parse(text: &str) -> Result<Vec<Vector>, String> {
    let text = without_comments(text);
    let mut cases = Vec::new();
    for block in text.split("testcase").skip(1) {
        let body = block.split_once('{').and_then(|(_, rest)| rest.rsplit_once('}')).map(|(body, _)| body);
        let body = body.ok_or_else(|| format!("a test case without braces: {block}"))?;
        for line in body.split(';').map(str::trim).filter(|line| !line.is_empty()) {
            cases.push(case(line)?);
        }
    }
    Ok(cases)
}

fn case(line: &str) -> Result<Vector, String> {
    let (left, right) = line.split_once(" = ").ok_or_else(|| format!("no result in: {line}"))?;
    let right = right.split_once(" signal").map_or(right, |(results, _)| results);
    let mut left = tokens(left).into_iter();
    let operation = left.next().ok_or_else(|| format!("no operation in: {line}"))?;
    Ok(Vector {
        operation,
        operands: left.map(|token| value(&token)).collect::<Result<_, _>>()?,
        results: tokens(right).iter().map(|token| value(token)).collect::<Result<_, _>>()?,
        text: line.split_whitespace().collect::<Vec<_>>().join(" "),
    })
}

fn without_comments(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("/*") {
        plain.push_str(&rest[..start]);
        rest = rest[start..].find("*/").map_or("", |end| &rest[start + end + 2..]);
    }
    plain.push_str(rest);
    plain.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

/// Split at blanks, but not inside brackets, braces or quotes.
fn tokens(text: &str) -> Vec<String> {
    let (mut tokens, mut current, mut depth, mut quoted) = (Vec::new(), String::new(), 0, false);
    for character in text.chars() {
        match character {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            _ => {}
        }
        if (character.is_whitespace() || character == ',') && depth == 0 && !quoted {
            if !current.is_empty() {
                tokens.push(std::mem::take(&mut current));
            }
        } else {
            current.push(character);
        }
    }
    if !current.is_empty() {
        tokens.push(current);
    }
    tokens
}

fn value(token: &str) -> Result<VectorValue, String> {
    if let Some(inside) = token.strip_prefix('[') {
        let (inside, _decoration) = inside.split_once(']').ok_or_else(|| format!("no closing bracket: {token}"))?;
        return interval(inside.trim())
            .map(|x| x.map_or_else(|| VectorValue::Other(token.into()), VectorValue::Interval));
    }
    Ok(match token {
        "true" => VectorValue::Truth(true),
        "false" => VectorValue::Truth(false),
        _ => number(token).map_or_else(|| VectorValue::Other(token.into()), VectorValue::Number),
    })
}

/// `None` for not-an-interval.
fn interval(inside: &str) -> Result<Option<Interval>, String> {
    match inside.to_ascii_lowercase().as_str() {
        "nai" => return Ok(None),
        "empty" | "" => return Ok(Some(Interval::EMPTY)),
        "entire" => return Ok(Some(Interval::ENTIRE)),
        _ => {}
    }
    let (lower, upper) = inside.split_once(',').unwrap_or((inside, inside));
    let ends = number(lower.trim()).zip(number(upper.trim())).ok_or_else(|| format!("no number in [{inside}]"))?;
    Interval::new(ends.0, ends.1).map(Some).map_err(|error| error.to_string())
}

/// A decimal or hexadecimal number. Hexadecimal ones of the suites are all exact in 64 bits, which is checked here.
fn number(text: &str) -> Option<f64> {
    let (sign, magnitude) = match text.as_bytes().first()? {
        b'-' => (-1.0, &text[1..]),
        b'+' => (1.0, &text[1..]),
        _ => (1.0, text),
    };
    let lower_case = magnitude.to_ascii_lowercase();
    let value = match lower_case.as_str() {
        "infinity" | "inf" => f64::INFINITY,
        "nan" => f64::NAN,
        other => match other.strip_prefix("0x") {
            Some(digits) => hexadecimal(digits)?,
            None if other.starts_with(|c: char| c.is_ascii_digit() || c == '.') => other.parse().ok()?,
            None => return None,
        },
    };
    Some(sign * value)
}

fn hexadecimal(digits: &str) -> Option<f64> {
    let (significand, exponent) = digits.split_once('p').unwrap_or((digits, "0"));
    let (whole, fraction) = significand.split_once('.').unwrap_or((significand, ""));
    let bits = u128::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let exponent = exponent.parse::<i32>().ok()? - 4 * i32::try_from(fraction.len()).ok()?;
    if bits == 0 {
        return Some(0.0);
    }
    let trailing = bits.trailing_zeros();
    let (bits, exponent) = (bits >> trailing, exponent + trailing as i32);
    assert!(bits < 1 << 53 && exponent >= -1074, "0x{digits} is not a 64-bit number");
    // In two steps, since the power of two alone may underflow.
    let half = exponent / 2;
    Some(bits as f64 * 2_f64.powi(half) * 2_f64.powi(exponent - half))
}
