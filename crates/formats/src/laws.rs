//! The law of every parser: for any input it returns, soon, with a result no larger than the input.
//!
//! *Question.* Does a parser panic, hang, or use unbounded memory on input that is nearly valid?
//!
//! *Idea.* Mutate valid files as disks, editors, exporters and attackers do (bits, bytes, truncation, absurd numbers,
//! lines out of order, two files spliced), and parse each. The sequence is pseudorandom and reproducible.
//!
//! *Guarantee.* A panic is caught and shown with its input. A result larger than its input fails, and so does a
//! message that is too long. The caller asserts the share of accepted inputs: otherwise a parser that rejects
//! everything at the first byte would pass untested.
//!
//! ```
//! use tangency_formats::{laws, mesh::Format};
//!
//! let parser = |bytes: &[u8]| match Format::Obj.parse(bytes) {
//!     Ok(file) => Ok(file.mesh.triangles().len()),
//!     Err(error) => Err(error.to_string()),
//! };
//! laws::survive(parser, &[b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"], 500).expect_accepted(0.05..0.8);
//! ```

use std::{
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
};
use tangency_interval::laws::Random;

/// Numbers that often break parsers.
const HOSTILE_NUMBERS: &[&str] = &[
    "NaN",
    "-nan",
    "inf",
    "1e400",
    "-1e400",
    "1e-400",
    "-1",
    "0",
    "-0",
    "1",
    "255",
    "256",
    "65535",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551616",
    "1e308",
    "5e-324",
    "0.1.2",
    "1e",
    "0x10",
    "",
];

/// The same as four and eight little-endian bytes: quiet NaN, infinity, -1, the largest values.
const HOSTILE_WORDS: &[&[u8]] = &[
    &[0, 0, 0xC0, 0x7F],
    &[0, 0, 0x80, 0x7F],
    &[0xFF, 0xFF, 0xFF, 0xFF],
    &[0xFF, 0xFF, 0xFF, 0x7F],
    &[0, 0, 0, 0],
    &[0, 0, 0, 0, 0, 0, 0xF8, 0x7F],
    &[0, 0, 0, 0, 0, 0, 0xF0, 0x7F],
    &[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xEF, 0x7F],
];

/// Characters of the longest helpful message.
const LONGEST_MESSAGE: usize = 2000;

/// The numbers of accepted and rejected inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Survival {
    /// Inputs for which the parser gave a result.
    pub accepted: usize,
    /// Inputs for which it gave an error.
    pub rejected: usize,
}

impl Survival {
    /// Panics unless the share of accepted inputs lies in this range. This shows that the test is representative.
    pub fn expect_accepted(self, shares: Range<f64>) {
        let share = self.accepted as f64 / (self.accepted + self.rejected) as f64;
        assert!(shares.contains(&share), "accepted {share:.3} of the mutated inputs, expected {shares:?}: {self:?}");
    }
}

/// Gives `count` mutations of the seeds to the parser, which answers with the size of its result (the number of
/// things in it) or a message.
///
/// Panics, showing the input, if the parser panics, if the size is larger than the input has bytes, or if the message
/// is empty or too long. The seeds themselves must be accepted.
pub fn survive(parser: impl Fn(&[u8]) -> Result<usize, String>, seeds: &[&[u8]], count: usize) -> Survival {
    survive_with(mutate, parser, seeds, count)
}

/// [`survive`] with mutations by the caller, for formats in which random bytes are rejected early.
pub fn survive_with(
    mut mutate: impl FnMut(&mut Random, &[u8], &[u8]) -> Vec<u8>,
    parser: impl Fn(&[u8]) -> Result<usize, String>,
    seeds: &[&[u8]],
    count: usize,
) -> Survival {
    for seed in seeds {
        if let Err(message) = parser(seed) {
            panic!("the parser rejects a seed: {message}");
        }
    }
    let mut random = Random::new(count as u64);
    let mut survival = Survival::default();
    for _ in 0..count {
        let (seed, other) = (seeds[random.below(seeds.len())], seeds[random.below(seeds.len())]);
        let input = mutate(&mut random, seed, other);
        let answer = catch_unwind(AssertUnwindSafe(|| parser(&input)));
        let Ok(answer) = answer else { panic!("the parser panics on b\"{}\"", input.escape_ascii()) };
        match answer {
            Ok(size) => {
                assert!(size <= input.len(), "{size} things from {} bytes: b\"{}\"", input.len(), input.escape_ascii());
                survival.accepted += 1;
            }
            Err(message) => {
                let length = message.chars().count();
                assert!((1..=LONGEST_MESSAGE).contains(&length), "{length} characters: {message}");
                survival.rejected += 1;
            }
        }
    }
    survival
}

/// The input with one to three mutations; `other` is a second input for splices.
#[must_use]
pub fn mutate(random: &mut Random, input: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..1 + random.below(3) {
        match random.below(11) {
            0 => flip_bits(random, &mut bytes),
            1 => insert_bytes(random, &mut bytes),
            2 => delete_bytes(random, &mut bytes),
            3 => bytes.truncate(random.below(bytes.len() + 1)),
            4..=6 => replace_number(random, &mut bytes),
            7 => overwrite_word(random, &mut bytes),
            8 => swap_lines(random, &mut bytes),
            9 => repeat_or_drop_line(random, &mut bytes),
            _ => splice(random, &mut bytes, other),
        }
    }
    bytes
}

fn flip_bits(random: &mut Random, bytes: &mut [u8]) {
    if bytes.is_empty() {
        return;
    }
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        bytes[at] ^= 1 << random.below(8);
    }
}

fn insert_bytes(random: &mut Random, bytes: &mut Vec<u8>) {
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len() + 1);
        bytes.insert(at, random.bits() as u8);
    }
}

fn delete_bytes(random: &mut Random, bytes: &mut Vec<u8>) {
    let start = random.below(bytes.len() + 1);
    let end = (start + 1 + random.below(8)).min(bytes.len());
    bytes.drain(start.min(end)..end);
}

/// Replaces the first number after a random position.
fn replace_number(random: &mut Random, bytes: &mut Vec<u8>) {
    let from = random.below(bytes.len() + 1);
    let Some(start) = bytes[from..].iter().position(u8::is_ascii_digit).map(|offset| from + offset) else { return };
    let is_part = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+' | b'e' | b'E');
    let length = bytes[start..].iter().take_while(|byte| is_part(byte)).count();
    let number = HOSTILE_NUMBERS[random.below(HOSTILE_NUMBERS.len())];
    bytes.splice(start..start + length, number.bytes());
}

fn overwrite_word(random: &mut Random, bytes: &mut [u8]) {
    let word = HOSTILE_WORDS[random.below(HOSTILE_WORDS.len())];
    if bytes.len() >= word.len() {
        let at = random.below(bytes.len() - word.len() + 1);
        bytes[at..at + word.len()].copy_from_slice(word);
        if random.below(2) == 0 {
            bytes[at..at + word.len()].reverse();
        }
    }
}

/// The lines with their line ends. Binary data is split at the same bytes.
fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
}

fn swap_lines(random: &mut Random, bytes: &mut Vec<u8>) {
    let mut lines = lines(bytes);
    if !lines.is_empty() {
        let (a, b) = (random.below(lines.len()), random.below(lines.len()));
        lines.swap(a, b);
    }
    *bytes = lines.concat();
}

fn repeat_or_drop_line(random: &mut Random, bytes: &mut Vec<u8>) {
    let mut lines = lines(bytes);
    if !lines.is_empty() {
        let (from, to) = (random.below(lines.len()), random.below(lines.len()));
        if random.below(2) == 0 {
            lines.insert(to, lines[from].clone());
        } else {
            lines.remove(from);
        }
    }
    *bytes = lines.concat();
}

/// The beginning of one input and the end of another.
fn splice(random: &mut Random, bytes: &mut Vec<u8>, other: &[u8]) {
    bytes.truncate(random.below(bytes.len() + 1));
    bytes.extend_from_slice(&other[random.below(other.len() + 1)..]);
}
