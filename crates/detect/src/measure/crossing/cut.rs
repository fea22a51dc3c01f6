//! Curves cut at the trims of their faces.
//!
//! **Question.** Which parts of a curve on two surfaces are on both trimmed faces?
//!
//! **Idea.** A chord of the curve comes with a box of parameters that holds the curve along it. The box is within both
//! trims, outside of one, or neither. In the last case the chord is divided. Where the curve crosses a trim, a few parts
//! stay undecided, and they shrink with each division until they are as short as rounding: the end of the curve.
//!
//! **Guarantee.** Chords that are kept are within both trims, and chords that are dropped outside of one, as proofs. An
//! undecided part beside a kept one that is as short as rounding is an end, known to its length. Any other undecided part
//! is listed as open, also one between two dropped ones: the curve may touch the trim there.
//!
//! **Cost.** One tube and two tests of a trim for each division; some fifty divisions for each end.
//!
//! **Source.** Krishnan et al. 1998, section 2, on trimmed surfaces; the curves of the trims are enclosed by their
//! Bernstein coefficients (`tangency_geometry::surface::Trim`).

use super::cells::OpenCell;
use super::equations::{FaceCrossing, Parameters, TrimSide};
use super::polyline::CurveChord;
use crate::tolerance::{
    CHORD_LENGTH, CURVE_HALVINGS, TRIM_CUT, TRIM_CUT_OPEN, TRIM_CUT_PARTS, TRIM_CUT_SHARE, TRIM_CUT_STEPS,
};
use tangency_geometry::surface::PatchWork;
use tangency_interval::Interval;

/// The parts of a curve within the trims of both faces.
#[derive(Default)]
pub(super) struct CutCurve {
    /// Runs of consecutive chords.
    pub(super) inside: Vec<Vec<CurveChord>>,
    /// Parts that are not decided.
    pub(super) open: Vec<OpenCell>,
    /// Whether a part is outside or undecided.
    shortened: bool,
}

/// A chord and the side that it is on.
type SidedChord = (CurveChord, TrimSide);

struct TrimCut<'faces> {
    faces: &'faces FaceCrossing<'faces>,
    /// Metres. Undecided parts of this size are not divided unless they shrink to an end.
    tolerance: f64,
    parts: Vec<SidedChord>,
    undecided: usize,
}

impl CutCurve {
    /// Cuts a curve that is given by its chords.
    pub(super) fn of(chords: &[CurveChord], faces: &FaceCrossing<'_>, tolerance: f64, work: &mut PatchWork) -> Self {
        let mut cut = TrimCut { faces, tolerance, parts: Vec::new(), undecided: 0 };
        for chord in chords {
            cut.divide(*chord, CURVE_HALVINGS, work);
        }
        let least = TRIM_CUT * (faces.models[0].trees.reach() + faces.models[1].trees.reach());
        let mut found = Self::default();
        let runs: Vec<&[SidedChord]> = cut.parts.chunk_by(|(_, one), (_, other)| one == other).collect();
        found.shortened = runs.iter().any(|run| run[0].1 != TrimSide::Inside);
        let inside = runs.iter().filter(|run| run[0].1 == TrimSide::Inside);
        found.inside = inside.map(|run| run.iter().map(|(chord, _)| *chord).collect()).collect();
        for (index, run) in runs.iter().enumerate().filter(|(_, run)| run[0].1 == TrimSide::Unknown) {
            // An end: the curve is within the trims on one side and leaves them, or its tile, on the other. A curve that
            // may touch a trim from outside is open.
            let beside = |at: Option<usize>| at.and_then(|at| runs.get(at)).map(|run| run[0].1);
            let (before, after) = (beside(index.checked_sub(1)), beside(Some(index + 1)));
            let leaves = |from: Option<TrimSide>, to: Option<TrimSide>| {
                from == Some(TrimSide::Inside) && to != Some(TrimSide::Inside)
            };
            let end = leaves(before, after) || leaves(after, before);
            let sizes: Vec<f64> = run.iter().map(|(chord, _)| cut.size(chord, work)).collect();
            if !(end && sizes.iter().sum::<f64>() <= least) {
                found.open.extend(run.iter().zip(sizes).map(|((chord, _), radius)| open(chord, radius)));
            }
        }
        found
    }

    /// Whether no part of the curve was cut off.
    pub(super) fn is_whole(&self) -> bool {
        !self.shortened
    }
}

fn open(chord: &CurveChord, radius: f64) -> OpenCell {
    let [a, b] = chord.ends;
    OpenCell { sides: std::array::from_fn(|k| Interval::between(a[k], b[k])), radius }
}

impl TrimCut<'_> {
    fn side(&self, chord: &CurveChord) -> TrimSide {
        chord.region().map_or(TrimSide::Unknown, |region| self.faces.trim_side(&region))
    }

    /// Metres. Half of the length of a chord in space, on the first face, and the error of the chord.
    fn size(&self, chord: &CurveChord, work: &mut PatchWork) -> f64 {
        let [a, b] = chord.ends.map(|at| self.faces.models[0].point(self.faces.faces[0], [at[0], at[1]], work));
        0.5 * a.distance(b) + chord.error
    }

    /// Divides a chord into parts whose side is known, in their order, and undecided ones of the size of the tolerance.
    fn divide(&mut self, chord: CurveChord, halvings: u32, work: &mut PatchWork) {
        let side = self.side(&chord);
        if side != TrimSide::Unknown {
            self.parts.push((chord, side));
            return;
        }
        let small = self.size(&chord, work) <= self.tolerance;
        if small || halvings == 0 || self.undecided >= TRIM_CUT_OPEN {
            self.shrink(chord, work);
            return;
        }
        match self.halves(&chord, work) {
            Some(halves) => halves.into_iter().for_each(|half| self.divide(half, halvings - 1, work)),
            None => self.shrink(chord, work),
        }
    }

    /// Divides a small chord as long as few of its parts are undecided: where the curve crosses a trim, some are at each
    /// level, because boxes beside the crossing meet the trim as well. Along a trim all are.
    fn shrink(&mut self, chord: CurveChord, work: &mut PatchWork) {
        let mut parts = vec![(chord, TrimSide::Unknown)];
        for _ in 0..TRIM_CUT_STEPS {
            let mut next = Vec::with_capacity(parts.len() + 2);
            let mut divided = false;
            for (part, side) in &parts {
                match if *side == TrimSide::Unknown { self.halves(part, work) } else { None } {
                    Some(halves) => {
                        next.extend(halves.map(|half| (half, self.side(&half))));
                        divided = true;
                    }
                    None => next.push((*part, *side)),
                }
            }
            let undecided = next.iter().filter(|(_, side)| *side == TrimSide::Unknown).count();
            if !divided || undecided > TRIM_CUT_PARTS {
                break;
            }
            parts = next;
        }
        self.undecided += parts.iter().filter(|(_, side)| *side == TrimSide::Unknown).count();
        self.parts.extend(parts);
    }

    /// The two parts of a chord, with a point of the curve between them.
    fn halves(&self, chord: &CurveChord, work: &mut PatchWork) -> Option<[CurveChord; 2]> {
        if chord.length() <= CHORD_LENGTH {
            return None;
        }
        let [a, b] = chord.ends;
        let start: Parameters = std::array::from_fn(|k| a[k] + TRIM_CUT_SHARE * (b[k] - a[k]));
        let middle = self.faces.solved(chord.along, start, work)?;
        let part =
            |ends: [Parameters; 2], work: &mut PatchWork| CurveChord::between(self.faces, chord.along, ends, work);
        Some([part([a, middle], work), part([middle, b], work)])
    }
}
