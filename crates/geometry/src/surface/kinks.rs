//! Faces cut along their kinks.
//!
//! *Question.* A formula with `abs`, `min` or `max` bends along lines. Inside a face contacts there have no equations; on an edge they have.
//! Along which lines must the face be cut?
//! *Idea.* What switches between two formulas ([`Expr::switches`]) is often a function of one parameter alone. Its zeros are isolated by bisection, with
//! proof that there are no others; the rectangle is cut there, and on every part each `abs`, `min` and `max` is the one formula that is in
//! force. The sides of the parts are then classified like all others: where the parts meet in a crease there is an edge.
//! *Guarantee.* The parts together are the face: between two neighbouring zeros a function that does not jump has one sign. A zero that is no
//! floating-point number is known to the last digit or two, and by so much the parts reach beyond it. Faces whose kinks run across both parameters,
//! or move with the time, are left as they are.
//! *Cost.* Some hundred ranges of a function of one variable for every switch.
//! *Source.* Ours: Snyder et al. 1993 ask for faces that are smooth.

use super::patch::VARIABLES;
use super::{Patch, Side, SurfaceError};
use tangency_interval::Interval;
use tangency_interval::expr::{Decoration, Expr, Tape, Workspace};

/// The most ranges that are looked at to isolate the zeros of a switch, some sixty a zero: a face that needs more is left as it is.
const MOST_RANGES: usize = 10_000;

/// A part of a face, or all of it.
pub(super) struct Part {
    pub(super) patch: Patch,
    pub(super) origin: Origin,
}

/// Where a part comes from.
#[derive(Clone)]
pub(super) struct Origin {
    /// The index of the face that it is of.
    pub(super) face: usize,
    /// The sides along which it was cut from other parts.
    pub(super) cuts: Vec<Side>,
}

/// A switch that depends on one parameter alone, and its zeros, each enclosed.
struct Switch {
    function: Expr,
    tape: Tape,
    zeros: Vec<Interval>,
}

/// All faces in parts.
pub(super) fn parts(patches: Vec<Patch>) -> Result<Vec<Part>, SurfaceError> {
    let mut all = Vec::with_capacity(patches.len());
    for (face, patch) in patches.into_iter().enumerate() {
        let mut parts = vec![Part { patch, origin: Origin { face, cuts: Vec::new() } }];
        for parameter in 0..2 {
            let mut next = Vec::new();
            for part in parts {
                next.extend(part.cut(parameter)?);
            }
            parts = next;
        }
        all.extend(parts);
    }
    Ok(all)
}

impl Part {
    /// Cuts it along the kinks at which the parameter with this index rests.
    fn cut(self, parameter: usize) -> Result<Vec<Self>, SurfaceError> {
        let whole = self.patch.domain()[parameter];
        let switches = switches(&self.patch, parameter, whole);
        if switches.is_empty() {
            return Ok(vec![self]);
        }
        let mut zeros: Vec<Interval> = switches.iter().flat_map(|switch| switch.zeros.iter().copied()).collect();
        zeros.sort_by(|a, b| a.lower().total_cmp(&b.lower()));
        // Zeros of several switches in one place are one cut; at an end of the range there is nothing to cut.
        let mut cuts: Vec<Interval> = Vec::new();
        for zero in zeros {
            match cuts.last_mut() {
                Some(last) if !last.disjoint(zero) => *last = last.hull(zero),
                _ => cuts.push(zero),
            }
        }
        cuts.retain(|cut| cut.lower() > whole.lower() && cut.upper() < whole.upper());
        let starts = std::iter::once(whole.lower()).chain(cuts.iter().map(|cut| cut.lower()));
        let ends = cuts.iter().map(|cut| cut.upper()).chain(std::iter::once(whole.upper()));
        let last = cuts.len();
        let mut parts = Vec::with_capacity(last + 1);
        for (index, (from, to)) in starts.zip(ends).enumerate() {
            // Zeros so close that no number is between them: then the sign there is not known.
            let Some(signs) = signs(&switches, [from, to]) else { return Ok(vec![self]) };
            parts.push(self.part(parameter, [from, to], &signs, [index > 0, index < last])?);
        }
        Ok(parts)
    }

    /// The part over a range of the parameter, with the formulas that are in force there; `cut`: at its start, and at its end.
    fn part(
        &self,
        parameter: usize,
        range: [f64; 2],
        signs: &[(Expr, bool)],
        cut: [bool; 2],
    ) -> Result<Self, SurfaceError> {
        let formulas = self.patch.formulas().ok_or(SurfaceError::NotByFormula)?;
        let coordinates = formulas.each_ref().map(|coordinate| coordinate.switched(signs));
        let mut ranges = self.patch.domain().map(|side| [side.lower(), side.upper()]);
        ranges[parameter] = range;
        let of_parameter = Side::ALL.into_iter().filter(|side| side.resting() == parameter);
        let cuts = of_parameter.zip(cut).filter(|(_, cut)| *cut).map(|(side, _)| side);
        let cuts = self.origin.cuts.iter().copied().chain(cuts).collect();
        let origin = Origin { face: self.origin.face, cuts };
        Ok(Self { patch: Patch::new(coordinates, ranges[0], ranges[1])?, origin })
    }
}

/// The signs of all switches between two neighbouring zeros.
fn signs(switches: &[Switch], [from, to]: [f64; 2]) -> Option<Vec<(Expr, bool)>> {
    let (middle, mut work) = (Interval::from(0.5 * from + 0.5 * to), Workspace::default());
    let sign = |switch: &Switch| {
        let value = switch.tape.ranges(&[middle], &mut work)[0];
        (!value.contains(0.0)).then(|| (switch.function.clone(), value.lower() > 0.0))
    };
    switches.iter().map(sign).collect()
}

/// The switches that depend on the parameter alone and whose zeros can be isolated; none of a face that is not given by formulas.
fn switches(patch: &Patch, parameter: usize, range: Interval) -> Vec<Switch> {
    let mut found: Vec<Switch> = Vec::new();
    for function in patch.formulas().into_iter().flatten().flat_map(Expr::switches) {
        let known = found.iter().any(|switch| switch.function == function);
        let Ok(tape) = Tape::new(std::slice::from_ref(&function), &[VARIABLES[parameter]]) else { continue };
        if !known && let Some(zeros) = zeros(&tape, range) {
            found.push(Switch { function, tape, zeros });
        }
    }
    found
}

/// The zeros of a function of one variable, each enclosed as narrowly as can be; `None` if there are too many, or if it may jump.
fn zeros(tape: &Tape, range: Interval) -> Option<Vec<Interval>> {
    let mut work = Workspace::default();
    let (mut pending, mut zeros): (Vec<Interval>, Vec<Interval>) = (vec![range], Vec::new());
    let continuous = tape.ranges(&[range], &mut work).decoration(0) >= Decoration::Continuous;
    if !continuous {
        return None;
    }
    let mut looked_at = 0;
    // From left to right, so that neighbouring parts follow one another.
    while let Some(part) = pending.pop() {
        looked_at += 1;
        if looked_at > MOST_RANGES {
            return None;
        }
        if !tape.ranges(&[part], &mut work)[0].contains(0.0) {
            continue;
        }
        let (left, right) = part.split();
        if left == part || right == part {
            match zeros.last_mut() {
                Some(last) if !last.disjoint(part) => *last = last.hull(part),
                _ => zeros.push(part),
            }
            continue;
        }
        pending.extend([right, left]);
    }
    Some(zeros.into_iter().map(|zero| exact(tape, zero)).collect())
}

/// The zero itself, if it is a floating-point number: if the function vanishes at one, and is monotone around it.
fn exact(tape: &Tape, zero: Interval) -> Interval {
    let mut work = Workspace::default();
    if tape.gradients(&[zero], &mut work).gradient(0)[0].contains(0.0) {
        return zero;
    }
    let mut numbers = std::iter::successors(Some(zero.lower()), |number| Some(number.next_up()))
        .take_while(|number| *number <= zero.upper())
        .take(4);
    let found = numbers.find(|&number| tape.ranges(&[Interval::from(number)], &mut work)[0] == Interval::ZERO);
    found.map_or(zero, Interval::from)
}
