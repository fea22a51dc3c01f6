//! The equations of two spline faces that meet: `A(u, v) = B(s, t)`.
//!
//! **Question.** Do two parts of faces have a common point, and where does a curve of common points run?
//!
//! **Idea.** Three equations for four parameters. Where three of the parameters determine the equations (the three
//! columns of the derivative are independent all over a box), the solutions in the box are one curve, a graph over the
//! fourth parameter. A preconditioned fixed point map around a straight line of parameters proves that a solution
//! exists for every value of the fourth parameter, and bounds how far it is from the line. A single value of the fourth
//! parameter gives a proved point.
//!
//! **Guarantee.** Existence by Brouwer's theorem and uniqueness by regularity, for the exact faces and placements:
//! everything but the choice of line and preconditioner is enclosed.
//!
//! **Cost.** Two jets over a box and two at its centre: some ten microseconds.
//!
//! **Source.** R. Krawczyk, *Newton-Algorithmen zur Bestimmung von Nullstellen mit Fehlerschranken*, 1969; R. B.
//! Kearfott, *Rigorous Global Search*, 1996, on curves of solutions.

use super::super::splines::PlacedSplines;
use crate::tolerance::{CROSSING_CONTRACTION, CROSSING_NEWTON_STEPS, CROSSING_OVERHANG, CROSSING_STEP, ROUND_UP};
use glam::{DMat3, DVec3};
use tangency_geometry::surface::PatchWork;
use tangency_interval::{Interval, Vector, Vector3};

/// The parameters (u, v) of the first face and (s, t) of the second.
pub(super) type Parameters = [f64; 4];

/// A box of the four parameters.
pub(super) type ParameterBox = [Interval; 4];

/// Two faces of two bodies, by the indices of their tiles.
#[derive(Clone, Copy)]
pub(super) struct FaceCrossing<'pair> {
    pub(super) models: [&'pair PlacedSplines<'pair>; 2],
    pub(super) faces: [usize; 2],
}

/// Where a part of a curve is, seen from the trims of both faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TrimSide {
    /// All of it is within both trims.
    Inside,
    /// No point of it is within both trims.
    Outside,
    /// Not decided.
    Unknown,
}

/// The difference `A − B`, and its derivatives by the four parameters.
struct CrossingJet {
    between: Vector3,
    by: [Vector3; 4],
}

/// A straight line of parameters, `centre + slope·τ` for τ in `reach`. The slope of the parameter `along` is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct ParameterLine {
    pub(super) along: usize,
    pub(super) centre: Parameters,
    pub(super) slope: Parameters,
    pub(super) reach: Interval,
}

/// A proved piece of a curve of solutions: for each τ of the line there is one solution within `near` of the line, and
/// no other within `room` of it (each parameter by itself).
#[derive(Clone, Copy, Debug)]
pub(super) struct CurveTube {
    pub(super) line: ParameterLine,
    pub(super) near: f64,
    room: f64,
}

impl ParameterLine {
    /// The parameters at τ, in floating point.
    pub(super) fn at(&self, tau: f64) -> Parameters {
        std::array::from_fn(|k| self.centre[k] + self.slope[k] * tau)
    }

    /// The parameters within `room` of the line.
    fn around(&self, room: f64) -> ParameterBox {
        std::array::from_fn(|k| {
            let line = Interval::from(self.centre[k]) + Interval::from(self.slope[k]) * self.reach;
            if k == self.along { line } else { line + Interval::between(-room, room) }
        })
    }
}

impl CurveTube {
    /// `true` proves that every solution in the box is on the curve of the tube.
    pub(super) fn explains(&self, sides: &ParameterBox) -> bool {
        let ParameterLine { along, centre, slope, reach } = self.line;
        let tau = sides[along] - Interval::from(centre[along]);
        tau.subset(reach)
            && (0..4).filter(|&k| k != along).all(|k| {
                let off = sides[k] - Interval::from(centre[k]) - Interval::from(slope[k]) * tau;
                off.magnitude() <= self.room
            })
    }
}

impl CurveTube {
    /// `true` proves that no point of the curve in the tube is on both faces: a parameter is beyond its range.
    pub(super) fn is_outside(&self) -> bool {
        self.line.around(self.near).iter().any(|side| side.upper() < 0.0 || side.lower() > 1.0)
    }
}

/// The range in which faces are evaluated: a little beyond the unit square.
pub(super) fn evaluated() -> Interval {
    Interval::between(-CROSSING_OVERHANG, 1.0 + CROSSING_OVERHANG)
}

impl FaceCrossing<'_> {
    /// Whether a box of parameters is within the trims of both faces. Both answers are proofs.
    pub(super) fn trim_side(&self, sides: &ParameterBox) -> TrimSide {
        let of = |body: usize| {
            let tile = &self.models[body].trees.tiles()[self.faces[body]];
            (tile, [sides[2 * body], sides[2 * body + 1]])
        };
        if [0, 1].map(of).iter().any(|(tile, region)| tile.outside(*region)) {
            return TrimSide::Outside;
        }
        let inside = [0, 1].map(of).iter().all(|(tile, region)| tile.inside(*region));
        if inside { TrimSide::Inside } else { TrimSide::Unknown }
    }

    /// Whether a face is trimmed.
    pub(super) fn is_trimmed(&self) -> bool {
        (0..2).any(|body: usize| self.models[body].trees.tiles()[self.faces[body]].is_trimmed())
    }

    /// The equations over a box; `None` where a face has no jet.
    fn jet(&self, sides: &ParameterBox, work: &mut PatchWork) -> Option<CrossingJet> {
        let mut jets = [[Vector3::ZERO; 3]; 2];
        for (body, jet) in jets.iter_mut().enumerate() {
            let model = self.models[body];
            let region = [sides[2 * body], sides[2 * body + 1]];
            let tile = &model.trees.tiles()[self.faces[body]];
            // The derivatives of rational patches are much tighter by the mean value form.
            let wide = region.iter().any(|side| !side.is_singleton());
            let local = if wide { tile.jets(region, work)?[0] } else { tile.jet(region, work)? };
            let turned = |vector: Vector3| model.exact.rotation * vector;
            *jet = [turned(local.point) + model.exact.translation, turned(local.du), turned(local.dv)];
        }
        let [[a, au, av], [b, bs, bt]] = jets;
        Some(CrossingJet { between: a - b, by: [au, av, -bs, -bt] })
    }

    /// The equations at a point.
    fn jet_at(&self, at: &Parameters, work: &mut PatchWork) -> Option<CrossingJet> {
        self.jet(&at.map(Interval::from), work)
    }

    /// Newton steps towards a common point with parameters in a range, each the shortest that solves the linear
    /// equations. In floating point. `None` if they do not converge.
    pub(super) fn approached(&self, start: Parameters, range: Interval, work: &mut PatchWork) -> Option<Parameters> {
        let mut at = start;
        let mut before = f64::INFINITY;
        for round in 0..CROSSING_NEWTON_STEPS {
            let jet = self.jet_at(&at, work)?;
            let step = jet.shortest_step()?;
            let next: Parameters = std::array::from_fn(|k| (at[k] + step[k]).clamp(range.lower(), range.upper()));
            let moved = (0..4).map(|k| (next[k] - at[k]).abs()).fold(0.0, f64::max);
            let asked = step.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
            at = next;
            if asked <= CROSSING_STEP {
                return Some(at);
            }
            // Steps that no longer get smaller are rounding.
            if before < 1e-9 && asked >= 0.5 * before {
                return Some(at);
            }
            // Stuck at a border, or wandering.
            let slow = round >= 3 && asked > 0.5 * before;
            if moved <= CROSSING_STEP || slow || asked > 4.0 * before.max(0.25) {
                return None;
            }
            before = asked;
        }
        None
    }

    /// The solution with the given value of one parameter, by Newton steps in floating point.
    pub(super) fn solved(&self, fixed: usize, start: Parameters, work: &mut PatchWork) -> Option<Parameters> {
        let mut at = start;
        let mut before = f64::INFINITY;
        for _ in 0..CROSSING_NEWTON_STEPS {
            let step = self.jet_at(&at, work)?.step_across(fixed)?;
            at = std::array::from_fn(|k| at[k] + step[k]);
            if at.iter().any(|&value| !evaluated().contains(value)) {
                return None;
            }
            let size = step.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
            // Steps that no longer get smaller are rounding.
            if size <= CROSSING_STEP || (before < 1e-9 && size >= 0.5 * before) {
                return Some(at);
            }
            before = size;
        }
        None
    }

    /// The direction of the curve of solutions at a point: it keeps its sense along the curve. Not normalised.
    pub(super) fn tangent(&self, at: &Parameters, work: &mut PatchWork) -> Option<Parameters> {
        Some(self.jet_at(at, work)?.tangent())
    }

    /// Proves that a curve runs along a line of parameters, and that no other one is within `room` of it.
    pub(super) fn tube(&self, line: &ParameterLine, room: f64, work: &mut PatchWork) -> Option<CurveTube> {
        let around = line.around(room).map(|side| side.intersection(evaluated()));
        if around.iter().any(|side| side.is_empty()) {
            return None;
        }
        let centre = self.jet_at(&line.centre, work)?;
        let inverse = centre.inverse_across(line.along)?;
        let jet = self.jet(&around, work)?;
        let contraction = jet.contraction(line.along, &inverse);
        if !(contraction <= CROSSING_CONTRACTION) {
            return None;
        }
        // The equations along the line: the mean value theorem from the centre.
        let slope = (0..4).fold(Vector3::ZERO, |sum, k| sum + jet.by[k] * Interval::from(line.slope[k]));
        let along_line = centre.between + slope * line.reach;
        let off = (0..3).map(|row| product(&inverse[row], along_line).magnitude()).fold(0.0, f64::max);
        let near = off / (1.0 - contraction).next_down() * ROUND_UP + f64::MIN_POSITIVE;
        let within = line.around(near).iter().all(|side| side.subset(evaluated()));
        (near <= room && within).then_some(CurveTube { line: *line, near, room })
    }

    /// `true` proves that every solution in the box is on the curve of the tube: the equations are regular all over the
    /// hull of the box and of the part of the tube beside it, so that they have one solution there for each value of
    /// the parameter of the tube.
    pub(super) fn joins(&self, tube: &CurveTube, sides: &ParameterBox, work: &mut PatchWork) -> bool {
        let along = tube.line.along;
        let reach = sides[along] - Interval::from(tube.line.centre[along]);
        if !reach.subset(tube.line.reach) {
            return false;
        }
        let part = ParameterLine { reach, ..tube.line }.around(tube.near);
        let far = (0..4).any(|k| part[k].hull(sides[k]).width() > 3.0 * sides[k].width().max(part[k].width()));
        if far {
            return false;
        }
        let hull: ParameterBox = std::array::from_fn(|k| part[k].hull(sides[k]));
        let inverse = self.jet_at(&hull.map(Interval::mid), work).and_then(|jet| jet.inverse_across(along));
        let (Some(inverse), Some(jet)) = (inverse, self.jet(&hull, work)) else { return false };
        jet.contraction(along, &inverse) < 1.0
    }

    /// `true` proves that no common point has its parameters in the box: all solutions are in the image of the box
    /// under the fixed point map, which misses it. `slack`: metres, how far the faces may be off.
    pub(super) fn excluded(&self, sides: &ParameterBox, slack: f64, work: &mut PatchWork) -> bool {
        let Some(jet) = self.jet(sides, work) else { return false };
        if (0..3).any(|axis| jet.between[axis].mignitude() > slack) {
            return true;
        }
        let centre = sides.map(Interval::mid);
        let Some(at_centre) = self.jet_at(&centre, work) else { return false };
        let along = largest(&at_centre.tangent());
        let Some(inverse) = at_centre.inverse_across(along) else { return false };
        let off: [Interval; 4] = std::array::from_fn(|k| sides[k] - Interval::from(centre[k]));
        let between = at_centre.between + jet.by[along] * off[along];
        let others = CrossingJet::others(along);
        (0..3).any(|row| {
            let mut image = -product(&inverse[row], between);
            for (column, &k) in others.iter().enumerate() {
                let one = Interval::from(if row == column { 1.0 } else { 0.0 });
                image += (one - product(&inverse[row], jet.by[k])) * off[k];
            }
            let room = slack * inverse[row].abs().element_sum() * ROUND_UP;
            (image + Interval::between(-room, room)).disjoint(off[others[row]])
        })
    }

    /// A common point near the given one whose existence is proved, within both trims: its parameters in the unit
    /// squares, and how far each may be off.
    pub(super) fn proved(&self, at: &Parameters, work: &mut PatchWork) -> Option<(Parameters, f64)> {
        let tangent = self.tangent(at, work)?;
        let along = largest(&tangent);
        let mut slope = [0.0; 4];
        slope[along] = 1.0;
        let line = ParameterLine { along, centre: *at, slope, reach: Interval::ZERO };
        let mut room = 1e-7;
        for _ in 0..4 {
            if let Some(tube) = self.tube(&line, room, work) {
                let unit = Interval::between(0.0, 1.0);
                let around = line.around(tube.near);
                let inside = around.iter().all(|side| side.subset(unit)) && self.trim_side(&around) == TrimSide::Inside;
                return inside.then_some((*at, tube.near));
            }
            room *= 30.0;
        }
        None
    }
}

impl CrossingJet {
    fn column(&self, k: usize) -> DVec3 {
        DVec3::from_array(self.by[k].mid())
    }

    /// The three columns other than `fixed`.
    fn others(fixed: usize) -> [usize; 3] {
        std::array::from_fn(|k| if k < fixed { k } else { k + 1 })
    }

    /// The null vector of the derivative, by determinants.
    fn tangent(&self) -> Parameters {
        std::array::from_fn(|k| {
            let [i, j, l] = Self::others(k).map(|k| self.column(k));
            let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
            sign * i.cross(j).dot(l)
        })
    }

    /// The shortest step that solves the linear equations. `None` if they are degenerate.
    fn shortest_step(&self) -> Option<Parameters> {
        let columns: [DVec3; 4] = std::array::from_fn(|k| self.column(k));
        let sum = |with: fn(DVec3) -> f64| columns.iter().fold(DVec3::ZERO, |sum, &c| sum + with(c) * c);
        let matrix = DMat3::from_cols(sum(|c| c.x), sum(|c| c.y), sum(|c| c.z));
        let weights = matrix.inverse() * DVec3::from_array(self.between.mid());
        weights.is_finite().then(|| columns.map(|column| -column.dot(weights)))
    }

    /// The step that solves the linear equations with one parameter fixed.
    fn step_across(&self, fixed: usize) -> Option<Parameters> {
        let inverse = self.inverse_across(fixed)?;
        let between = DVec3::from_array(self.between.mid());
        let mut step = [0.0; 4];
        for (row, k) in inverse.iter().zip(Self::others(fixed)) {
            step[k] = -row.dot(between);
        }
        Some(step)
    }

    /// The rows of the inverse of the three columns other than `fixed`, in floating point.
    fn inverse_across(&self, fixed: usize) -> Option<[DVec3; 3]> {
        let [i, j, l] = Self::others(fixed).map(|k| self.column(k));
        let inverse = DMat3::from_cols(i, j, l).inverse();
        inverse.is_finite().then(|| [inverse.row(0), inverse.row(1), inverse.row(2)])
    }

    /// Bounds the norm of one less the preconditioned derivative by three parameters. Less than one proves that it is
    /// regular all over the box.
    fn contraction(&self, fixed: usize, inverse: &[DVec3; 3]) -> f64 {
        let others = Self::others(fixed);
        let mut most = 0.0_f64;
        for (row, &weights) in inverse.iter().enumerate() {
            let mut sum = 0.0;
            for (column, &k) in others.iter().enumerate() {
                let one = Interval::from(if row == column { 1.0 } else { 0.0 });
                sum += (one - product(&weights, self.by[k])).magnitude();
            }
            most = most.max(sum * ROUND_UP);
        }
        most
    }
}

/// The product of a row of numbers and an enclosed vector.
fn product(row: &DVec3, vector: Vector3) -> Interval {
    Vector(row.to_array().map(Interval::from)).dot(vector)
}

/// The parameter that changes most along a direction.
pub(super) fn largest(direction: &Parameters) -> usize {
    (0..4).fold(0, |best, k| if direction[k].abs() > direction[best].abs() { k } else { best })
}
