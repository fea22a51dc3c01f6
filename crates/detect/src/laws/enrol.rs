//! How kinds of bodies are enrolled.

use super::{BodyKind, Cell, Law, MotionKind, Outcome, ShapeKind, examine};

/// Makes the tests of the table: `pair_laws! { PENDING; name: ShapeA, ShapeB; … }` writes a module `name` for every pair of kinds of shapes,
/// with one test for every kind of motion of the first body, against every kind of motion of the second, and a test
/// `every_cell_is_enrolled`. `PENDING` lists laws that are known to be broken, each with the reason ([`Pending`](crate::laws::Pending)).
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
            use $crate::laws::ShapeKind;
            let mut rows: Vec<($crate::laws::ShapeKind, $crate::laws::MotionKind, $crate::laws::ShapeKind)> = Vec::new();
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

/// A law that is known to be broken, until somebody mends what breaks it.
#[derive(Clone, Copy)]
pub struct Pending {
    /// The law.
    pub law: Law,
    /// Why it is broken.
    pub reason: &'static str,
    /// In which cells.
    pub cells: fn(&Cell) -> bool,
}

/// Static overlaps of a scene in the tests are sought at so many even instants; the soak takes more.
const INSTANTS: usize = 20;
/// One in so many cells of a row has all laws held against it, another one in each run of the same row; the others the laws that need no second
/// question, or a short one.
const THOROUGH: usize = 4;

/// The laws that need no second question, or a short one.
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

/// Two shapes, the first on this motion, the second on every motion: one scene for each.
///
/// # Panics
/// If a law is broken, with all faults; or if hardly a scene says anything.
pub fn examine_row([a, b]: [ShapeKind; 2], motion: MotionKind, pending: &[Pending]) {
    if !motion.fits(a) {
        return;
    }
    let mut faults = Vec::new();
    let mut told = 0;
    // Of two shapes of one kind, each pair of motions is asked once.
    let others: Vec<MotionKind> =
        MotionKind::all().filter(|&other| other.fits(b) && (a != b || motion <= other)).collect();
    for (index, &other) in others.iter().enumerate() {
        let cell = Cell { a: BodyKind { shape: a, motion }, b: BodyKind { shape: b, motion: other } };
        let seed = 1 + cell.to_string().bytes().fold(0_u64, |sum, byte| (31 * sum + u64::from(byte)) % 1_000_003);
        let chosen = |law: &Law| {
            let thorough = (index as u64 + seed).is_multiple_of(THOROUGH as u64);
            let excused = pending.iter().any(|entry| entry.law == *law && (entry.cells)(&cell));
            !excused && (thorough || CHEAP.contains(law))
        };
        let laws: Vec<Law> = Law::all().filter(chosen).collect();
        match examine(cell, seed, INSTANTS, &laws) {
            Ok(Outcome::Touch | Outcome::Clear) => told += 1,
            Ok(Outcome::Open | Outcome::Unsupported) => {}
            Err(fault) if pending.iter().any(|entry| entry.law == fault.law && (entry.cells)(&cell)) => told += 1,
            Err(fault) => faults.push(fault.to_string()),
        }
    }
    assert!(faults.is_empty(), "{} of {} scenes break a law:\n\n{}", faults.len(), others.len(), faults.join("\n\n"));
    assert!(others.len() < 4 || 4 * told >= others.len(), "only {told} of {} scenes were decided", others.len());
}

/// Whether these rows (the first shape, its motion, the second shape) are all there are: every pair of shapes once, in either order, with
/// every motion.
pub fn every_cell(rows: &[(ShapeKind, MotionKind, ShapeKind)]) -> Result<(), String> {
    for a in ShapeKind::all() {
        for b in ShapeKind::all().filter(|&b| a <= b) {
            for motion in MotionKind::all() {
                let count = rows.iter().filter(|&&row| row == (a, motion, b) || row == (b, motion, a)).count();
                if count != 1 {
                    return Err(format!(
                        "{a:?} on {motion:?} with {b:?} is enrolled {count} times: add a line to pair_laws!"
                    ));
                }
            }
        }
    }
    Ok(())
}
