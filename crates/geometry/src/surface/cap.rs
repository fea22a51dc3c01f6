//! A face around one of its poles, in parameters that are regular there.
//!
//! *Question.* What are the derivatives of a surface around a pole of polar coordinates?
//! *Idea.* Let every coordinate of a face be one of `f(ρ)·cos φ`, `f(ρ)·sin φ` and `f(ρ)`, where φ is the
//! angle around the pole and w = ±(ρ − ρ₀) is the distance from it. Replace ρ and φ by p = w·cos φ and
//! q = w·sin φ. The coordinates become `p·G`, `q·G` and `f`, where G = f/w. At the pole, f = 0 in the first two
//! cases and f′ = 0 in the last. By Taylor's formula, each right-hand side taken at some point of [0, w],
//!
//! > G = f′,  G′ = ½ f″,  f′/w = f″;  and, at w itself,  w·G″ = f″ − 2G′.
//!
//! With c = p/w and s = q/w, neither of which exceeds one in magnitude, the derivatives are
//!
//! | | p·G(w) | f(w) |
//! |---|---|---|
//! | by p | G + c²·wG′ | c·f′ |
//! | by q | cs·wG′ | s·f′ |
//! | by p, p | (3c − c³)·G′ + c³·wG″ | c²·f″ + s²·f′/w |
//! | by p, q | s³·G′ + c²s·wG″ | cs·(f″ − f′/w) |
//! | by q, q | c³·G′ + cs²·wG″ | s²·f″ + c²·f′/w |
//!
//! The derivatives of q·G follow by exchanging p and q.
//! *Guarantee.* The enclosures hold for every point of the box except the pole itself, where second derivatives
//! may not exist. First derivatives are continuous there and their slopes are enclosed. A Newton step and its
//! proof require this. The classification of the sides has found that the pole is smooth: within rounding of ρ₀
//! there is a point where f = 0 in the first two cases and f′ = 0 in the last.
//! *Cost.* Two evaluations of a tape of nine functions of one variable.
//! *Source.* Footnote 4 of Snyder et al. 1993 relies on the contact constraint alone at poles. The parameters p
//! and q are our deviation.

use super::patch::VARIABLES;
use super::{DomainEnd, DomainSide, Patch, SurfaceJet};
use std::fmt;
use std::sync::Arc;
use tangency_interval::expr::{Decoration, Expr, Tape, TapeWorkspace};
use tangency_interval::{Interval, Vector, Vector3};

/// The dependence of a coordinate on the angle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AngleFactor {
    Cosine,
    Sine,
    Constant,
}

/// A face around a pole, with the parameters p and q.
#[derive(Clone)]
pub(super) struct Cap {
    turns: [AngleFactor; 3],
    /// f, f′ and f″ of the three coordinates, as functions of the distance from the pole.
    tape: Arc<Tape>,
    /// Enclosure of ρ₀, the value of ρ at the pole.
    pole: Interval,
    /// +1 if ρ increases from the pole, −1 if it decreases.
    direction: f64,
    /// Index of the face parameter that is ρ.
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
    /// The neighbourhood of the smooth pole at `side` of a face. The face ends at most `short` before the pole.
    /// `None` if the face deforms or its formulas are not polar coordinates.
    pub(super) fn new(patch: &Patch, side: DomainSide, short: f64) -> Option<Self> {
        if patch.deforms() {
            return None;
        }
        let (radial, angle) = (side.fixed_parameter(), VARIABLES[1 - side.fixed_parameter()]);
        let (DomainSide::U(end) | DomainSide::V(end)) = side;
        let direction = if end == DomainEnd::Lower { 1.0 } else { -1.0 };
        let mut turns = [AngleFactor::Constant; 3];
        let mut outputs = Vec::new();
        for (coordinate, turn) in patch.formulas()?.iter().zip(&mut turns) {
            let (found, function) = split(coordinate, angle)?;
            *turn = found;
            let slope = direction * function.derivative(VARIABLES[radial]);
            let bend = direction * slope.derivative(VARIABLES[radial]);
            outputs.extend([function, slope, bend]);
        }
        let flat = outputs.iter().skip(2).step_by(3).all(|bend| *bend == Expr::number(0.0));
        let tape = Tape::new(&outputs, &[VARIABLES[radial]]).ok()?;
        let place = Interval::from(side.fixed_value(patch));
        let pole = place + Interval::between(-short, short);
        let cap = Self { turns, tape: Arc::new(tape), pole, direction, radial, flat };
        cap.is_pole().then_some(cap)
    }

    /// Whether the face is planar. Then p and q are good parameters at any distance from the pole.
    pub(super) fn is_flat(&self) -> bool {
        self.flat
    }

    /// Whether every function that must vanish at the pole can vanish there, and both cos φ and sin φ occur as
    /// factors.
    fn is_pole(&self) -> bool {
        let mut work = TapeWorkspace::default();
        let there = self.tape.ranges(&[self.pole], &mut work);
        let vanishes =
            |axis: usize| there[3 * axis + usize::from(self.turns[axis] == AngleFactor::Constant)].contains(0.0);
        (0..3).all(vanishes) && self.turns.contains(&AngleFactor::Cosine) && self.turns.contains(&AngleFactor::Sine)
    }

    /// Converts (p, q) to the parameters (u, v) of the face.
    pub(super) fn of_face(&self, [p, q]: [f64; 2], domain: [Interval; 2]) -> [f64; 2] {
        let turn = std::f64::consts::TAU;
        let range = domain[1 - self.radial];
        let mut angle = q.atan2(p);
        angle += turn * ((range.lower() - angle) / turn).ceil();
        let distance = self.pole.mid() + self.direction * p.hypot(q);
        if self.radial == 0 { [distance, angle] } else { [angle, distance] }
    }

    /// Encloses points and derivatives over a box of (p, q), restricted to points at most `farthest` from the
    /// pole. `None` where the formulas are not smooth.
    pub(super) fn jet(&self, [p, q]: [Interval; 2], farthest: f64, work: &mut TapeWorkspace) -> Option<SurfaceJet> {
        let distance = (p.sqr() + q.sqr()).sqrt().intersection(Interval::between(0.0, farthest));
        let from_pole = Interval::between(0.0, distance.upper());
        let here = self.functions(distance, work)?;
        let inwards = self.functions(from_pole, work)?;
        let unit = Interval::between(-1.0, 1.0);
        // If the box contains the pole, every direction is possible.
        let [c, s] =
            [p, q].map(|side| if distance.lower() > 0.0 { (side / distance).intersection(unit) } else { unit });
        let mut columns = [[Interval::ZERO; 6]; 3];
        for (axis, column) in columns.iter_mut().enumerate() {
            let functions = Functions { here: here[axis], inwards: inwards[axis], distance };
            *column = match self.turns[axis] {
                AngleFactor::Cosine => functions.turning(p, [c, s]),
                AngleFactor::Sine => {
                    let [point, by_q, by_p, by_qq, by_pq, by_pp] = functions.turning(q, [s, c]);
                    [point, by_p, by_q, by_pp, by_pq, by_qq]
                }
                AngleFactor::Constant => functions.constant([c, s]),
            };
        }
        let vector = |index: usize| Vector(std::array::from_fn(|axis| columns[axis][index]));
        let zero = Vector3::ZERO;
        Some(SurfaceJet {
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
    fn functions(&self, distance: Interval, work: &mut TapeWorkspace) -> Option<[[Interval; 3]; 3]> {
        let ranges = self.tape.ranges(&[self.pole + distance * self.direction], work);
        let smooth = (0..9).all(|output| ranges.decoration(output) == Decoration::Smooth);
        smooth.then(|| std::array::from_fn(|axis| std::array::from_fn(|order| ranges[3 * axis + order])))
    }
}

/// Ranges of f, f′ and f″ over the distances in a box (`here`) and over all distances up to them (`inwards`).
struct Functions {
    here: [Interval; 3],
    inwards: [Interval; 3],
    distance: Interval,
}

impl Functions {
    /// Encloses a quotient by Taylor's formula. Away from the pole, division tightens the enclosure.
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
    fn constant(&self, [c, s]: [Interval; 2]) -> [Interval; 6] {
        let [value, slope, bend] = self.here;
        let flat = self.quotient(slope, self.inwards[2]);
        // A weighted mean of `of` and `other`, because c² + s² = 1.
        let mean = |share: Interval, of: Interval, other: Interval| {
            (other + share * (of - other)).intersection(of.hull(other))
        };
        let product = (c * s).intersection(Interval::between(-0.5, 0.5));
        [value, c * slope, s * slope, mean(c.sqr(), bend, flat), product * (bend - flat), mean(s.sqr(), bend, flat)]
    }
}

/// Factors a coordinate into its angle factor and a function of ρ. `None` if it has another form.
fn split(coordinate: &Expr, angle: &str) -> Option<(AngleFactor, Expr)> {
    let mentions = |e: &Expr| e.variables().iter().any(|name| &**name == angle);
    if !mentions(coordinate) {
        return Some((AngleFactor::Constant, coordinate.clone()));
    }
    let variable = Expr::variable(angle);
    let (zero, slope) = (Expr::number(0.0), coordinate.derivative(angle));
    for (turn, of, round) in
        [(AngleFactor::Cosine, coordinate, variable.cos()), (AngleFactor::Sine, &slope, variable.sin())]
    {
        let function = of.substitute(angle, &zero);
        if &function * &round == *coordinate || &round * &function == *coordinate {
            return Some((turn, function));
        }
    }
    None
}
