//! Splitting of faces along their kinks.
//!
//! *Question.* A formula with `abs`, `min` or `max` has kinks along lines. Contacts on a kink inside a face
//! have no equations; contacts on an edge do. Along which lines must the face be split?
//! *Idea.* The switching function between two formulas ([`Expr::switches`]) often depends on one parameter
//! only. Bisection isolates its zeros, with proof that there are no others. The rectangle is split there, and
//! on every part each `abs`, `min` and `max` is replaced by its active formula. The sides of the parts are then
//! classified as usual: where the parts meet in a crease there is an edge.
//! *Guarantee.* The union of the parts is the face: between two neighbouring zeros a continuous function has
//! one sign. A zero that is not a floating-point number is known to the last digit or two, and the parts
//! overlap by that much. Faces whose kinks depend on both parameters or on time are not split.
//! *Cost.* A few hundred ranges of a function of one variable per switch.
//! *Source.* New here: Snyder et al. 1993 require smooth faces.

use super::patch::VARIABLES;
use super::{DomainSide, Patch, SurfaceError};
use crate::tolerance::KINK_RANGES;
use tangency_interval::Interval;
use tangency_interval::expr::{Decoration, Expr, Tape, TapeWorkspace};

/// A part of a face, or the whole face.
pub(super) struct FacePart {
    pub(super) patch: Patch,
    pub(super) origin: FaceOrigin,
}

/// The origin of a part.
#[derive(Clone)]
pub(super) struct FaceOrigin {
    /// Index of the original face.
    pub(super) face: usize,
    /// The sides along which the part was split from other parts.
    pub(super) cuts: Vec<DomainSide>,
}

/// A switching function of one parameter only, with enclosures of its zeros.
struct KinkSwitch {
    function: Expr,
    tape: Tape,
    zeros: Vec<Interval>,
}

/// Splits all faces into parts.
pub(super) fn parts(patches: Vec<Patch>) -> Result<Vec<FacePart>, SurfaceError> {
    let mut all = Vec::with_capacity(patches.len());
    for (face, patch) in patches.into_iter().enumerate() {
        let mut parts = vec![FacePart { patch, origin: FaceOrigin { face, cuts: Vec::new() } }];
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

impl FacePart {
    /// Splits the part along kinks at constant values of the parameter with this index.
    fn cut(self, parameter: usize) -> Result<Vec<Self>, SurfaceError> {
        let whole = self.patch.domain()[parameter];
        let switches = switches(&self.patch, parameter, whole);
        if switches.is_empty() {
            return Ok(vec![self]);
        }
        let mut zeros: Vec<Interval> = switches.iter().flat_map(|switch| switch.zeros.iter().copied()).collect();
        zeros.sort_by(|a, b| a.lower().total_cmp(&b.lower()));
        // Coinciding zeros of several switches are one cut. A cut at an end of the range is dropped.
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
            // Zeros may be so close that no number lies between them. The sign there is then unknown.
            let Some(signs) = signs(&switches, [from, to]) else { return Ok(vec![self]) };
            parts.push(self.part(parameter, [from, to], &signs, [index > 0, index < last])?);
        }
        Ok(parts)
    }

    /// The part over a range of the parameter, with the active formulas. `cut`: whether it was split at its
    /// start and at its end.
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
        let of_parameter = DomainSide::ALL.into_iter().filter(|side| side.fixed_parameter() == parameter);
        let cuts = of_parameter.zip(cut).filter(|(_, cut)| *cut).map(|(side, _)| side);
        let cuts = self.origin.cuts.iter().copied().chain(cuts).collect();
        let origin = FaceOrigin { face: self.origin.face, cuts };
        Ok(Self { patch: Patch::new(coordinates, ranges[0], ranges[1])?, origin })
    }
}

/// The signs of all switches between two neighbouring zeros.
fn signs(switches: &[KinkSwitch], [from, to]: [f64; 2]) -> Option<Vec<(Expr, bool)>> {
    let (middle, mut work) = (Interval::from(0.5 * from + 0.5 * to), TapeWorkspace::default());
    let sign = |switch: &KinkSwitch| {
        let value = switch.tape.ranges(&[middle], &mut work)[0];
        (!value.contains(0.0)).then(|| (switch.function.clone(), value.lower() > 0.0))
    };
    switches.iter().map(sign).collect()
}

/// The switches that depend only on the parameter and whose zeros can be isolated. Empty for a face without
/// formulas.
fn switches(patch: &Patch, parameter: usize, range: Interval) -> Vec<KinkSwitch> {
    let mut found: Vec<KinkSwitch> = Vec::new();
    for function in patch.formulas().into_iter().flatten().flat_map(Expr::switches) {
        let known = found.iter().any(|switch| switch.function == function);
        let Ok(tape) = Tape::new(std::slice::from_ref(&function), &[VARIABLES[parameter]]) else { continue };
        if !known && let Some(zeros) = zeros(&tape, range) {
            found.push(KinkSwitch { function, tape, zeros });
        }
    }
    found
}

/// The zeros of a function of one variable, each enclosed as narrowly as possible. `None` if there are too
/// many, or if the function may jump.
fn zeros(tape: &Tape, range: Interval) -> Option<Vec<Interval>> {
    let mut work = TapeWorkspace::default();
    let (mut pending, mut zeros): (Vec<Interval>, Vec<Interval>) = (vec![range], Vec::new());
    let continuous = tape.ranges(&[range], &mut work).decoration(0) >= Decoration::Continuous;
    if !continuous {
        return None;
    }
    let mut looked_at = 0;
    // From left to right, so that neighbouring parts are consecutive.
    while let Some(part) = pending.pop() {
        looked_at += 1;
        if looked_at > KINK_RANGES {
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

/// Replaces the enclosure by the zero itself, if the function vanishes at a floating-point number and is
/// monotone around it.
fn exact(tape: &Tape, zero: Interval) -> Interval {
    let mut work = TapeWorkspace::default();
    if tape.gradients(&[zero], &mut work).gradient(0)[0].contains(0.0) {
        return zero;
    }
    let mut numbers = std::iter::successors(Some(zero.lower()), |number| Some(number.next_up()))
        .take_while(|number| *number <= zero.upper())
        .take(4);
    let found = numbers.find(|&number| tape.ranges(&[Interval::from(number)], &mut work)[0] == Interval::ZERO);
    found.map_or(zero, Interval::from)
}
