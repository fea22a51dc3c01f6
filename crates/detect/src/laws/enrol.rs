//! Enrolment of pairs of kinds in the laws.

use super::tolerance::{TEST_INSTANTS, THOROUGH_CELLS};
use super::{BodyKind, ExaminationOutcome, Law, MotionKind, ShapeKind, TableCell, examine};

/// Generates the tests of the table. `pair_laws! { PENDING; name: ShapeA, ShapeB; … }` writes a module `name` for
/// every pair of shape kinds, with one test for every motion kind of the first body, against every motion kind of
/// the second. It also writes a test `every_cell_is_enrolled`. `PENDING` lists laws that are known to be broken,
/// each with the reason ([`Pending`](crate::laws::Pending)).
#[macro_export]
macro_rules! pair_laws {
    ($pending:expr; $($name:ident: $a:ident, $b:ident;)*) => {
        $(mod $name {
            #[allow(unused_imports)]
            use super::*;
            $crate::pair_laws!(@motions $pending, $a, $b:
                still Still, linear Linear, ballistic Ballistic, rigid Rigid, screw Screw, chebyshev Chebyshev,
                articulated Articulated, vertexwise Vertexwise, expression Expression, joined Joined, jumping Jumping);
        })*

        #[test]
        fn every_cell_is_enrolled() {
            use $crate::laws::{MotionKind, ShapeKind};
            let mut rows: Vec<(ShapeKind, MotionKind, ShapeKind)> = Vec::new();
            $(for motion in $name::MOTIONS {
                rows.push((ShapeKind::$a, *motion, ShapeKind::$b));
            })*
            if let Err(missing) = $crate::laws::every_cell(&rows) {
                panic!("{missing}");
            }
        }
    };
    (@motions $pending:expr, $a:ident, $b:ident: $($test:ident $motion:ident),*) => {
        pub(super) const MOTIONS: &[$crate::laws::MotionKind] = &[$($crate::laws::MotionKind::$motion),*];
        $(#[test]
        fn $test() {
            use $crate::laws::{MotionKind, ShapeKind, examine_row};
            examine_row([ShapeKind::$a, ShapeKind::$b], MotionKind::$motion, $pending);
        })*
    };
}

/// A law that is known to be broken until its cause is fixed.
#[derive(Clone, Copy)]
pub struct Pending {
    /// The law.
    pub law: Law,
    /// Why it is broken.
    pub reason: &'static str,
    /// Selects the cells in which it is broken.
    pub cells: fn(&TableCell) -> bool,
}

/// The laws that need no second query, or only a short one.
const CHEAP: [Law; 9] = [
    Law::Complete,
    Law::NeverContradicted,
    Law::SmallBudget,
    Law::OpenForAReason,
    Law::NotEarly,
    Law::Simultaneous,
    Law::Gaps,
    Law::EachOnce,
    Law::NormalsSeparate,
];

/// Examines one scene for each motion of the second shape, with this motion of the first shape.
///
/// # Panics
/// If a law is broken, with all faults. Also if too few scenes are decided.
pub fn examine_row([a, b]: [ShapeKind; 2], motion: MotionKind, pending: &[Pending]) {
    if !motion.fits(a) {
        return;
    }
    let mut faults = Vec::new();
    let mut decided = 0;
    // For two shapes of one kind, examine each unordered pair of motions once.
    let others: Vec<MotionKind> =
        MotionKind::all().filter(|&other| other.fits(b) && (a != b || motion <= other)).collect();
    for (index, &other) in others.iter().enumerate() {
        let cell = TableCell { a: BodyKind { shape: a, motion }, b: BodyKind { shape: b, motion: other } };
        let seed = 1 + cell.to_string().bytes().fold(0_u64, |sum, byte| (31 * sum + u64::from(byte)) % 1_000_003);
        let chosen = |law: &Law| {
            let thorough = (index as u64 + seed).is_multiple_of(THOROUGH_CELLS);
            let excused = pending.iter().any(|entry| entry.law == *law && (entry.cells)(&cell));
            !excused && (thorough || CHEAP.contains(law))
        };
        let laws: Vec<Law> = Law::all().filter(chosen).collect();
        match examine(cell, seed, TEST_INSTANTS, &laws) {
            Ok(ExaminationOutcome::Touch | ExaminationOutcome::Clear) => decided += 1,
            Ok(ExaminationOutcome::Open | ExaminationOutcome::Unsupported) => {}
            Err(fault) if pending.iter().any(|entry| entry.law == fault.law && (entry.cells)(&cell)) => decided += 1,
            Err(fault) => faults.push(fault.to_string()),
        }
    }
    assert!(faults.is_empty(), "{} of {} scenes break a law:\n\n{}", faults.len(), others.len(), faults.join("\n\n"));
    assert!(others.len() < 4 || 4 * decided >= others.len(), "only {decided} of {} scenes were decided", others.len());
}

/// Checks that the rows (first shape, its motion, second shape) are complete: every unordered pair of shapes once,
/// with every motion.
pub fn every_cell(rows: &[(ShapeKind, MotionKind, ShapeKind)]) -> Result<(), String> {
    for a in ShapeKind::all() {
        for b in ShapeKind::all().filter(|&b| a <= b) {
            for motion in MotionKind::all() {
                let of_pair = |row: &&(ShapeKind, MotionKind, ShapeKind)| [(a, b), (b, a)].contains(&(row.0, row.2));
                let count = rows.iter().filter(of_pair).filter(|row| row.1 == motion).count();
                if count != 1 {
                    let advice = match (count, rows.iter().any(|row| of_pair(&row))) {
                        (0, false) => "add the two shapes to the list that calls pair_laws!",
                        (0, true) => "add the motion to the list inside the macro pair_laws!, in laws/enrol.rs",
                        _ => "remove the repeated entry from the list that calls pair_laws! or from that inside it",
                    };
                    return Err(format!("{a:?} on {motion:?} with {b:?} is enrolled {count} times: {advice}"));
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All rows, except those that are left out.
    fn without(left_out: impl Fn(ShapeKind, MotionKind, ShapeKind) -> bool) -> Vec<(ShapeKind, MotionKind, ShapeKind)> {
        let mut rows = Vec::new();
        for a in ShapeKind::all() {
            for b in ShapeKind::all().filter(|&b| a <= b) {
                rows.extend(MotionKind::all().filter(|&motion| !left_out(a, motion, b)).map(|motion| (a, motion, b)));
            }
        }
        rows
    }

    #[test]
    fn a_missing_row_is_named_with_the_list_that_lacks_it() {
        assert_eq!(every_cell(&without(|_, _, _| false)), Ok(()));
        let last_shape = ShapeKind::all().last().unwrap();
        let missing = every_cell(&without(|a, _, b| a == last_shape || b == last_shape)).unwrap_err();
        assert!(missing.contains("add the two shapes to the list that calls"), "{missing}");
        let last_motion = MotionKind::all().last().unwrap();
        let missing = every_cell(&without(|_, motion, _| motion == last_motion)).unwrap_err();
        assert!(missing.contains("inside the macro pair_laws!"), "{missing}");
        let twice = [without(|_, _, _| false), without(|_, _, _| false)].concat();
        assert!(every_cell(&twice).unwrap_err().contains("remove"), "{twice:?}");
    }
}
