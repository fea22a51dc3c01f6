//! Mutated STEP files: no panic, no hang, no result larger than its input.
//!
//! The laws are those of `tangency_formats::laws`. Random bytes are mostly refused by the text, so a second mutation
//! changes references and type names, which the text allows: wrong types, circles and missing entities follow.

use crate::assembly::{Order, machine};
use crate::block::block;
use tangency_formats::laws::{mutate, survive, survive_with};
use tangency_formats::step::{self, StepFile};
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

/// Changes one or two numbers of the file, or leaves out a reference of a list.
fn reshape(random: &mut Random, input: &[u8], _: &[u8]) -> Vec<u8> {
    let mut text = String::from_utf8(input.to_vec()).unwrap();
    for _ in 0..1 + random.below(2) {
        if random.below(4) == 0 {
            let places: Vec<usize> = text.match_indices(",#").map(|(at, _)| at).collect();
            let at = places[random.below(places.len())];
            let length = text[at + 2..].find(|letter: char| !letter.is_ascii_digit()).unwrap();
            text.replace_range(at..at + 2 + length, "");
            continue;
        }
        // Digits after a bracket or a comma: coordinates, radii, knots and weights.
        let starts = text.match_indices(['(', ',']).map(|(at, _)| at + 1);
        let is_number = |at: &usize| text[*at..].starts_with(|letter: char| letter.is_ascii_digit() || letter == '-');
        let places: Vec<usize> = starts.filter(is_number).collect();
        let at = places[random.below(places.len())];
        let length = text[at..].find([',', ')']).unwrap();
        let numbers = ["0.", "-1.", "1.E-3", "1.E-9", "5.0001", "1.E9", "1.E300", "30.", "7.5"];
        text.replace_range(at..at + length, numbers[random.below(numbers.len())]);
    }
    text.into_bytes()
}

fn made(bytes: &[u8]) -> Result<usize, String> {
    let file: StepFile = step::parse(bytes, "broken.step").map_err(|error| error.to_string())?;
    for body in &file.bodies {
        let brep = body.brep().map_err(|error| {
            let text = error.to_string();
            // Faults of the geometry name the line and the entity.
            assert!(text.starts_with("line ") && text.contains(", #"), "{text}");
            text
        })?;
        assert!(brep.faces().len() <= body.faces.len());
        let _ = (brep.mass(), brep.area());
    }
    Ok(file.bodies.len())
}

/// Bodies whose numbers are changed are made or refused. Some changes matter to nothing, such as those of directions
/// that are made orthogonal.
#[test]
fn reshaped_bodies_are_made_or_refused() {
    let [block, machine] = seeds();
    survive_with(reshape, made, &[block.as_bytes(), machine.as_bytes()], 200).expect_accepted(0.02..0.7);
}
