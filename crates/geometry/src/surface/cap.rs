//! A face around one of its poles, in parameters that are not singular there.
//!
//! *Question.* Around a pole of polar coordinates, how does the surface bend?
//! *Idea.* Let every coordinate of a face be one of `f(ρ)·cos φ`, `f(ρ)·sin φ` and `f(ρ)`, with φ the angle along the pole and w = ±(ρ − ρ₀)
//! the way from it. With p = w·cos φ and q = w·sin φ instead, the coordinates become `p·G`, `q·G` and `f`, where G = f/w. At the pole f
//! is zero in the first two and f′ is in the last, so that by Taylor's formula, for some number of [0, w] each time,
//!
//! > G = f′,  G′ = ½ f″,  f′/w = f″;  and always  w·G″ = f″ − 2G′.
//!
//! With c = p/w and s = q/w, neither of which exceeds one, the derivatives are
//!
//! | | p·G(w) | f(w) |
//! |---|---|---|
//! | by p | G + c²·wG′ | c·f′ |
//! | by q | cs·wG′ | s·f′ |
//! | by p, p | (3c − c³)·G′ + c³·wG″ | c²·f″ + s²·f′/w |
//! | by p, q | s³·G′ + c²s·wG″ | cs·(f″ − f′/w) |
//! | by q, q | c³·G′ + cs²·wG″ | s²·f″ + c²·f′/w |
//!
//! and those of q·G the same with p and q exchanged.
//! *Guarantee.* The enclosures hold for every point of the box but the pole itself, where second derivatives may not exist; the first are
//! continuous there and their slopes are held, which is what a Newton step and its proof ask for. That the pole is smooth, f = 0 in the
//! first two and f′ = 0 in the last, somewhere within rounding of ρ₀, was seen when the sides were classified.
//! *Cost.* Two sweeps over a tape of nine functions of one variable.
//! *Source.* Footnote 4 of Snyder et al. 1993 leaves poles to contact alone; this is ours.

use super::patch::VARIABLES;
use super::{End, Jet, Patch, Side};
use std::fmt;
use std::sync::Arc;
use tangency_interval::expr::{Decoration, Expr, Tape, Workspace};
use tangency_interval::{Interval, Vector, Vector3};

/// How a coordinate goes with the angle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Cosine,
    Sine,
    Still,
}

/// A face around a pole; its parameters are p and q.
#[derive(Clone)]
pub(super) struct Cap {
    turns: [Turn; 3],
    /// f, f′ and f″ of the three coordinates, by the way from the pole.
    tape: Arc<Tape>,
    /// Where the pole is on the range of ρ, to rounding.
    pole: Interval,
    /// +1 if ρ grows from the pole, −1 if it falls.
    way: f64,
    /// Which parameter of the face is ρ.
    radial: usize,
    /// Whether f″ is zero everywhere: a plane.
    flat: bool,
}

impl fmt::Debug for Cap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cap({:?} at {})", self.turns, self.pole)
    }
}

impl Cap {
    /// The surroundings of the smooth pole on this side of a face, which falls short of it by `short` at most; `None` if its formulas are not
    /// those of polar coordinates.
    pub(super) fn new(patch: &Patch, side: Side, short: f64) -> Option<Self> {
        if patch.deforms() {
            return None;
        }
        let (radial, angle) = (side.resting(), VARIABLES[1 - side.resting()]);
        let (Side::U(end) | Side::V(end)) = side;
        let way = if end == End::Lower { 1.0 } else { -1.0 };
        let mut turns = [Turn::Still; 3];
        let mut outputs = Vec::new();
        for (coordinate, turn) in patch.formulas()?.iter().zip(&mut turns) {
            let (found, function) = split(coordinate, angle)?;
            *turn = found;
            let slope = way * function.derivative(VARIABLES[radial]);
            let bend = way * slope.derivative(VARIABLES[radial]);
            outputs.extend([function, slope, bend]);
        }
        let flat = outputs.iter().skip(2).step_by(3).all(|bend| *bend == Expr::number(0.0));
        let tape = Tape::new(&outputs, &[VARIABLES[radial]]).ok()?;
        let place = Interval::from(side.place(patch));
        let pole = place + Interval::between(-short, short);
        let cap = Self { turns, tape: Arc::new(tape), pole, way, radial, flat };
        cap.is_pole().then_some(cap)
    }

    /// Whether it is plane, so that p and q are as good as parameters can be, however far from the pole.
    pub(super) fn is_flat(&self) -> bool {
        self.flat
    }

    /// Whether all that must vanish at the pole may.
    fn is_pole(&self) -> bool {
        let mut work = Workspace::default();
        let there = self.tape.ranges(&[self.pole], &mut work);
        let vanishes = |axis: usize| there[3 * axis + usize::from(self.turns[axis] == Turn::Still)].contains(0.0);
        (0..3).all(vanishes) && self.turns.contains(&Turn::Cosine) && self.turns.contains(&Turn::Sine)
    }

    /// The parameters (u, v) of the face.
    pub(super) fn of_face(&self, [p, q]: [f64; 2], domain: [Interval; 2]) -> [f64; 2] {
        let turn = std::f64::consts::TAU;
        let range = domain[1 - self.radial];
        let mut angle = q.atan2(p);
        angle += turn * ((range.lower() - angle) / turn).ceil();
        let distance = self.pole.mid() + self.way * p.hypot(q);
        if self.radial == 0 { [distance, angle] } else { [angle, distance] }
    }

    /// Encloses points and derivatives over a box of (p, q), of what is no farther than this from the pole; `None` where the formulas are not
    /// smooth.
    pub(super) fn jet(&self, [p, q]: [Interval; 2], farthest: f64, work: &mut Workspace) -> Option<Jet> {
        let distance = (p.sqr() + q.sqr()).sqrt().intersection(Interval::between(0.0, farthest));
        let from_pole = Interval::between(0.0, distance.upper());
        let here = self.functions(distance, work)?;
        let inwards = self.functions(from_pole, work)?;
        let unit = Interval::between(-1.0, 1.0);
        // Where the pole is in the box the direction is any.
        let [c, s] =
            [p, q].map(|side| if distance.lower() > 0.0 { (side / distance).intersection(unit) } else { unit });
        let mut columns = [[Interval::ZERO; 6]; 3];
        for (axis, column) in columns.iter_mut().enumerate() {
            let functions = Functions { here: here[axis], inwards: inwards[axis], distance };
            *column = match self.turns[axis] {
                Turn::Cosine => functions.turning(p, [c, s]),
                Turn::Sine => {
                    let [point, by_q, by_p, by_qq, by_pq, by_pp] = functions.turning(q, [s, c]);
                    [point, by_p, by_q, by_pp, by_pq, by_qq]
                }
                Turn::Still => functions.still([c, s]),
            };
        }
        let vector = |index: usize| Vector(std::array::from_fn(|axis| columns[axis][index]));
        let zero = Vector3::ZERO;
        Some(Jet {
            point: vector(0),
            du: vector(1),
            dv: vector(2),
            dt: zero,
            duu: vector(3),
            duv: vector(4),
            dvv: vector(5),
            dut: zero,
            dvt: zero,
        })
    }

    /// f, f′ and f″ of the three coordinates at these distances from the pole.
    fn functions(&self, distance: Interval, work: &mut Workspace) -> Option<[[Interval; 3]; 3]> {
        let ranges = self.tape.ranges(&[self.pole + distance * self.way], work);
        let smooth = (0..9).all(|output| ranges.decoration(output) == Decoration::Smooth);
        smooth.then(|| std::array::from_fn(|axis| std::array::from_fn(|order| ranges[3 * axis + order])))
    }
}

/// f, f′ and f″ at the distances of a box, and at all distances from the pole to there.
struct Functions {
    here: [Interval; 3],
    inwards: [Interval; 3],
    distance: Interval,
}

impl Functions {
    /// A quotient that Taylor's formula bounds, and away from the pole the division too.
    fn quotient(&self, above: Interval, taylor: Interval) -> Interval {
        if self.distance.lower() > 0.0 { taylor.intersection(above / self.distance) } else { taylor }
    }

    /// `p·G` and its derivatives by p, q, pp, pq, qq.
    fn turning(&self, p: Interval, [c, s]: [Interval; 2]) -> [Interval; 6] {
        let [value, slope, bend] = self.here;
        let ratio = self.quotient(value, self.inwards[1]);
        let change = self.quotient(slope - ratio, self.inwards[2] * 0.5);
        let bent = bend - change * 2.0;
        let stretch = self.distance * change;
        [
            p * ratio,
            ratio + c.sqr() * stretch,
            c * s * stretch,
            c * (3.0 - c.sqr()) * change + c.powi(3) * bent,
            s.powi(3) * change + c.sqr() * s * bent,
            c.powi(3) * change + c * s.sqr() * bent,
        ]
    }

    /// `f` and its derivatives by p, q, pp, pq, qq.
    fn still(&self, [c, s]: [Interval; 2]) -> [Interval; 6] {
        let [value, slope, bend] = self.here;
        let flat = self.quotient(slope, self.inwards[2]);
        // c² + s² = 1: a mean of both.
        let mean = |share: Interval, of: Interval, other: Interval| {
            (other + share * (of - other)).intersection(of.hull(other))
        };
        let product = (c * s).intersection(Interval::between(-0.5, 0.5));
        [value, c * slope, s * slope, mean(c.sqr(), bend, flat), product * (bend - flat), mean(s.sqr(), bend, flat)]
    }
}

/// A coordinate as a function of the distance, and how it goes with the angle; `None` if it is something else.
fn split(coordinate: &Expr, angle: &str) -> Option<(Turn, Expr)> {
    let mentions = |e: &Expr| e.variables().iter().any(|name| &**name == angle);
    if !mentions(coordinate) {
        return Some((Turn::Still, coordinate.clone()));
    }
    let variable = Expr::variable(angle);
    let (zero, slope) = (Expr::number(0.0), coordinate.derivative(angle));
    for (turn, of, round) in [(Turn::Cosine, coordinate, variable.cos()), (Turn::Sine, &slope, variable.sin())] {
        let function = of.substitute(angle, &zero);
        if &function * &round == *coordinate || &round * &function == *coordinate {
            return Some((turn, function));
        }
    }
    None
}
