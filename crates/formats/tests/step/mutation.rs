//! Mutated STEP files: no panic, no hang, no result larger than its input.
//!
//! The laws are those of `tangency_formats::laws`. Random bytes are mostly refused by the text, so a second mutation
//! changes references and type names, which the text allows: wrong types, circles and missing entities follow.

use crate::assembly::{Order, machine};
use crate::block::block;
use tangency_formats::laws::{mutate, survive, survive_with};
use tangency_formats::step;
use tangency_interval::laws::Random;

fn size(bytes: &[u8]) -> Result<usize, String> {
    let file = step::parse(bytes, "broken.step").map_err(|error| error.to_string())?;
    let parts = |body: &step::StepBody| body.faces.len() + body.edges.len() + body.vertices.len();
    for body in &file.bodies {
        assert!(body.vertices.iter().all(|vertex| vertex.is_finite()));
        // Evaluation takes whatever was read.
        for face in &body.faces {
            let _ = face.surface.at(0.5, 0.5);
        }
        for edge in &body.edges {
            assert!(edge.start.max(edge.end) < body.vertices.len());
            let _ = edge.curve.at(0.5);
        }
    }
    assert!(file.instances.iter().all(|instance| instance.body < file.bodies.len()));
    Ok(file.bodies.iter().map(parts).sum::<usize>() + file.instances.len())
}

fn seeds() -> [String; 2] {
    [block().file(), machine(Order::PartFirst).file()]
}

#[test]
fn mutated_files_are_read_or_refused() {
    let [block, machine] = seeds();
    survive(size, &[block.as_bytes(), machine.as_bytes()], 20_000).expect_accepted(0.05..0.7);
}

/// The type names of a text.
fn keywords(text: &str) -> Vec<&str> {
    text.split(['=', '(', ')', ',', ';', '\n']).filter(|word| word.len() > 3 && word.is_ascii()).collect()
}

/// Replaces one to three references or type names by others of the file.
fn redirect(random: &mut Random, input: &[u8], other: &[u8]) -> Vec<u8> {
    if random.below(4) == 0 {
        return mutate(random, input, other);
    }
    let mut text = String::from_utf8(input.to_vec()).unwrap();
    for _ in 0..1 + random.below(3) {
        let is_reference = random.below(2) == 0;
        if is_reference {
            let places: Vec<usize> = text.match_indices('#').map(|(at, _)| at + 1).collect();
            let at = places[random.below(places.len())];
            let length = text[at..].find(|letter: char| !letter.is_ascii_digit()).unwrap();
            let number = random.below(places.len() / 3);
            text.replace_range(at..at + length, &number.to_string());
        } else {
            let words = keywords(&text);
            let (from, to) = (words[random.below(words.len())].to_owned(), words[random.below(words.len())].to_owned());
            text = text.replacen(&from, &to, 1);
        }
    }
    text.into_bytes()
}

#[test]
fn redirected_references_are_read_or_refused() {
    let [block, machine] = seeds();
    survive_with(redirect, size, &[block.as_bytes(), machine.as_bytes()], 20_000).expect_accepted(0.02..0.7);
}
