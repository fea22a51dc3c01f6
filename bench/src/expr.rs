//! The `expr` suite: expressions over boxes and points, compared with fidget: machine code with machine code,
//! interpreter with interpreter.
//!
//! fidget computes in f32 and does not round outward. Ours computes in f64, rounds outward and proves where the
//! function is defined. Both evaluate the same formulas over the same sequence of boxes, without simplification between
//! evaluations.

use crate::table::Row;
use fidget::context::{Context, Tree};
use fidget::eval::{BulkEvaluator, Function, MathFunction, TracingEvaluator};
use fidget::jit::JitFunction;
use fidget::types::Interval as PeerInterval;
use fidget::vm::VmFunction;
use std::hint::black_box;
use std::time::Instant;
use tangency_interval::Interval;
use tangency_interval::expr::{Columns, Expr, RangeColumns, Tape, TapeWorkspace};

/// Boxes and points per round: few enough for the cache.
const COUNT: usize = 256;

/// Fourteen nodes: three variables, two constants, nine operations.
const TORUS: &str = "(sqrt(x^2 + y^2) - 2)^2 + z^2 - 0.25";

/// Runs the suite.
pub(crate) fn run() -> Vec<Row> {
    let mut rows = Vec::new();
    let (x, y, z) = Tree::axes();
    let torus = ((x.square() + y.square()).sqrt() - 2.0).square() + z.square() - 0.25;
    compare(&mut rows, "torus (14 nodes)", TORUS, &torus);
    let (text, tree) = spheres();
    compare(&mut rows, "six spheres, three planes (100 nodes)", &text, &tree);
    alone(&mut rows, "torus patch, 3 outputs, sines", &["(2+cos(v))*cos(u)", "(2+cos(v))*sin(u)", "sin(v)"]);
    rows
}

/// The union of six spheres, cut by three planes: a hundred distinct nodes, including 3 variables and 26 constants.
fn spheres() -> (String, Tree) {
    let (x, y, z) = Tree::axes();
    let (mut text, mut tree) = (String::new(), Tree::constant(0.0));
    for i in 0..6_u8 {
        let [a, b, c, radius] = [0, 1, 2, 3].map(|k| 0.03125 + f32::from(i * 4 + k) / 16.0);
        let sphere = format!("sqrt((x - {a})^2 + (y - {b})^2 + (z - {c})^2) - {radius}");
        let distance_sq = (x.clone() - a).square() + (y.clone() - b).square() + (z.clone() - c).square();
        let distance = distance_sq.sqrt() - radius;
        text = if i == 0 { sphere } else { format!("min({text}, {sphere})") };
        tree = if i == 0 { distance } else { tree.min(distance) };
    }
    let text = format!("max(max(max({text}, z - 0.7), x - 0.9), -y)");
    assert_eq!(Expr::parse(&text).map_or(0, |e| e.node_count()), 100, "the suite's own expression");
    (text, tree.max(z - 0.7).max(x - 0.9).max(-y))
}

/// The sequence of boxes: around the unit ball, with widths from 0.01 to 0.5.
fn boxes() -> [Vec<Interval>; 3] {
    let side = |seed: usize| {
        (0..COUNT)
            .map(|i| {
                let centre = ((i * 37 + seed * 101) % 512) as f64 / 128.0 - 2.0;
                let radius = 0.01 + ((i * 11 + seed) % 50) as f64 / 100.0;
                Interval::between(centre - radius, centre + radius)
            })
            .collect()
    };
    [side(1), side(2), side(3)]
}

/// The least of many short rounds, in nanoseconds per item, which excludes other load of the machine.
fn measure(mut round: impl FnMut()) -> f64 {
    let time = |round: &mut dyn FnMut()| {
        let start = Instant::now();
        round();
        start.elapsed().as_nanos() as f64
    };
    (0..3000).map(|_| time(&mut round)).fold(f64::INFINITY, f64::min) / COUNT as f64
}

fn tape(texts: &[&str], variables: &[&str]) -> Tape {
    let outputs: Vec<Expr> = texts.iter().map(|text| Expr::parse(text).expect("the suite's own text")).collect();
    Tape::new(&outputs, variables).expect("the suite's own variables")
}

/// Our measurements of one tape: one box, many boxes, one point, many points, gradient, Hessian.
fn ours(tape: &Tape) -> [(&'static str, f64); 6] {
    let sides = boxes();
    let count = tape.variables().len();
    let at = |i: usize| [sides[0][i], sides[1][i], sides[2][i]];
    let points: [Vec<f64>; 3] = sides.clone().map(|side| side.iter().map(|side| side.mid()).collect());
    let mut work = TapeWorkspace::default();
    let (mut values, mut ranges) = (Columns::default(), RangeColumns::default());
    let box_columns: Vec<&[Interval]> = sides[..count].iter().map(Vec::as_slice).collect();
    let point_columns: Vec<&[f64]> = points[..count].iter().map(Vec::as_slice).collect();
    [
        ("range", measure(|| (0..COUNT).for_each(|i| _ = black_box(tape.ranges(&at(i)[..count], &mut work))))),
        ("range, batch", measure(|| tape.ranges_of_many(black_box(&box_columns), &mut work, &mut ranges))),
        (
            "value",
            measure(|| {
                for ((&x, &y), &z) in points[0].iter().zip(&points[1]).zip(&points[2]) {
                    black_box(tape.values(&[x, y, z][..count], &mut work));
                }
            }),
        ),
        ("values, batch", measure(|| tape.values_of_many(black_box(&point_columns), &mut work, &mut values))),
        (
            "gradient over a box",
            measure(|| (0..COUNT).for_each(|i| _ = black_box(tape.gradients(&at(i)[..count], &mut work)))),
        ),
        (
            "Hessian over a box",
            measure(|| (0..COUNT).for_each(|i| _ = black_box(tape.hessians(&at(i)[..count], &mut work)))),
        ),
    ]
}

/// The peer's nanoseconds per box, for the same boxes.
fn peer_range<F: MathFunction>(tree: &Tree) -> f64 {
    let mut context = Context::new();
    let root = context.import(tree);
    let function = F::new(&context, &[root]).expect("fidget compiles the formula");
    let tape = function.interval_tape(F::TapeStorage::default());
    let mut evaluator = F::new_interval_eval();
    let sides = boxes().map(|side| {
        side.iter().map(|side| PeerInterval::new(side.lower() as f32, side.upper() as f32)).collect::<Vec<_>>()
    });
    measure(|| {
        for ((&x, &y), &z) in sides[0].iter().zip(&sides[1]).zip(&sides[2]) {
            _ = black_box(evaluator.eval(&tape, &[x, y, z]));
        }
    })
}

/// The peer's nanoseconds per point, for many points at once.
fn peer_values<F: MathFunction>(tree: &Tree) -> f64 {
    let mut context = Context::new();
    let root = context.import(tree);
    let function = F::new(&context, &[root]).expect("fidget compiles the formula");
    let tape = function.float_slice_tape(F::TapeStorage::default());
    let mut evaluator = F::new_float_slice_eval();
    let points = boxes().map(|side| side.iter().map(|side| side.mid() as f32).collect::<Vec<_>>());
    measure(|| _ = black_box(evaluator.eval(&tape, &points)))
}

/// The nanoseconds from a new tape, or a new function of the peer, to the first result of each kind. The fastest of
/// many counts.
fn first_results(texts: &[&str], variables: &[&str]) -> [(&'static str, f64); 3] {
    let sides = boxes();
    let sides = &[sides[0][0], sides[1][0], sides[2][0]][..variables.len()];
    let mut work = TapeWorkspace::default();
    let mut least = |evaluate: fn(&Tape, &[Interval], &mut TapeWorkspace)| {
        let mut least = f64::INFINITY;
        for _ in 0..300 {
            let tape = tape(texts, variables);
            let start = Instant::now();
            evaluate(&tape, sides, &mut work);
            least = least.min(start.elapsed().as_nanos() as f64);
        }
        least
    };
    [
        ("first range, with compiling", least(|tape, sides, work| _ = black_box(tape.ranges(sides, work)))),
        ("first gradient, with compiling", least(|tape, sides, work| _ = black_box(tape.gradients(sides, work)))),
        ("first Hessian, with compiling", least(|tape, sides, work| _ = black_box(tape.hessians(sides, work)))),
    ]
}

/// The nanoseconds of the peer's compiler and first range.
fn peer_first_range(tree: &Tree) -> f64 {
    let mut context = Context::new();
    let root = context.import(tree);
    let function = JitFunction::new(&context, &[root]).expect("fidget compiles the formula");
    let unit = PeerInterval::new(0.0, 1.0);
    let mut least = f64::INFINITY;
    for _ in 0..300 {
        let start = Instant::now();
        let tape = function.interval_tape(Default::default());
        _ = black_box(JitFunction::new_interval_eval().eval(&tape, &[unit; 3]));
        least = least.min(start.elapsed().as_nanos() as f64);
    }
    least
}

fn compare(rows: &mut Vec<Row>, name: &str, text: &str, tree: &Tree) {
    let tape = tape(&[text], &["x", "y", "z"]);
    assert!(tape.is_compiled(), "the suite compares machine code");
    let interpreter = ("fidget interpreter", peer_range::<VmFunction>(tree));
    let compiled = ("fidget compiled", peer_range::<JitFunction>(tree));
    let values = ("fidget interpreter, slice", peer_values::<VmFunction>(tree));
    let first = ("fidget compiler and first range", peer_first_range(tree));
    let mut row = |what: &str, ours: f64, peer: Option<(&str, f64)>| {
        let (peer_name, peer) = peer.unzip();
        let peer_name = peer_name.unwrap_or_default().into();
        rows.push(Row { name: format!("{name}: {what}"), ours, peer_name, peer });
    };
    let peers = [Some(compiled), Some(compiled), None, Some(values), None, None];
    for ((what, ours), peer) in ours(&tape).into_iter().zip(peers) {
        row(what, ours, peer);
    }
    for ((what, ours), peer) in first_results(&[text], &["x", "y", "z"]).into_iter().zip([Some(first), None, None]) {
        row(what, ours, peer);
    }
    let peers = [Some(interpreter), Some(interpreter), None, None, None, None];
    for ((what, ours), peer) in ours(&tape.interpreted()).into_iter().zip(peers) {
        if !what.starts_with("value") {
            row(&format!("{what}, interpreted"), ours, peer);
        }
    }
}

fn alone(rows: &mut Vec<Row>, name: &str, texts: &[&str]) {
    let tape = tape(texts, &["u", "v"]);
    let (compiled, first, interpreted) = (ours(&tape), first_results(texts, &["u", "v"]), ours(&tape.interpreted()));
    let mut row = |what: String, ours: f64| {
        rows.push(Row { name: format!("{name}: {what}"), ours, peer_name: String::new(), peer: None });
    };
    compiled.into_iter().chain(first).for_each(|(what, ours)| row(what.into(), ours));
    let interpreted = interpreted.into_iter().filter(|(what, _)| !what.starts_with("value"));
    interpreted.for_each(|(what, ours)| row(format!("{what}, interpreted"), ours));
}
