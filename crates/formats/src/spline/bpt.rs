//! Bézier patch text: the number of patches, then of each patch its degrees and its control points.
//!
//! Source: the format in which the patches of the Newell teapot are passed around (`.bpt`).

use super::{SplineFault, shown};
use glam::{DVec3, dvec3};
use tangency_geometry::spline::BezierPatch;

/// The words of the file, with the place that is being read.
struct Words<'a> {
    rest: std::str::SplitAsciiWhitespace<'a>,
    place: String,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Result<&'a str, SplineFault> {
        self.rest.next().ok_or_else(|| format!("the file ends in {}", self.place))
    }

    fn count(&mut self, what: &str) -> Result<usize, SplineFault> {
        let word = self.next()?;
        word.parse().map_err(|_| format!("{} in {}: expected {what}", shown(word), self.place))
    }

    fn number(&mut self) -> Result<f64, SplineFault> {
        let word = self.next()?;
        let number = word.parse::<f64>().ok().filter(|number| number.is_finite());
        number.ok_or_else(|| format!("{} in {}: expected a coordinate", shown(word), self.place))
    }

    fn point(&mut self) -> Result<DVec3, SplineFault> {
        Ok(dvec3(self.number()?, self.number()?, self.number()?))
    }
}

pub(super) fn parse(text: &str) -> Result<Vec<BezierPatch>, SplineFault> {
    let mut words = Words { rest: text.split_ascii_whitespace(), place: "the number of patches".into() };
    let count = words.count("the number of patches")?;
    // No memory is reserved: the count is only what the file announces.
    let mut patches = Vec::new();
    for patch in 0..count {
        words.place = format!("the degrees of patch {patch}");
        let degree = [words.count("a degree along u")?, words.count("a degree along v")?];
        let expected = degree[0].checked_add(1).zip(degree[1].checked_add(1)).and_then(|(a, b)| a.checked_mul(b));
        let expected = expected.filter(|_| degree.iter().all(|degree| (1..=7).contains(degree)));
        let expected = expected
            .ok_or_else(|| format!("patch {patch} has the degrees {} and {}: expected 1 to 7", degree[0], degree[1]))?;
        let mut points = Vec::new();
        for index in 0..expected {
            words.place = format!("control point {index} of patch {patch}");
            points.push(words.point()?);
        }
        patches.push(BezierPatch::new(degree, points).map_err(|error| format!("patch {patch}: {error}"))?);
    }
    match words.rest.next() {
        Some(word) => Err(format!("{} after the last of {count} patches: expected the end of the file", shown(word))),
        None => Ok(patches),
    }
}
