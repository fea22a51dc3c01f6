//! All contacts at once: the proximal point method with sparse Newton steps.
//!
//! **Question.** Which impulses obey the laws of all contacts and joints, if masses differ by a million, stacks are
//! high, and contacts are redundant?
//!
//! **Idea.** With De Saxcé's term s = μ·|u_t| held fixed and added to the normal rates, Coulomb's law is that of a
//! convex problem: the rates nearest to the free ones, in the metric of kinetic energy, with all u + s in the dual
//! cones. The method of multipliers solves it: minimise over the rates v the energy plus the penalty |P(p − ρ·(u +
//! s))|²/2ρ, with the projection P on the friction cones; then p ← P(p − ρ·(u + s)). The minimum over v is found by
//! Newton's method with exact line searches. Its matrix is sparse: one block for each body and for each pair of bodies
//! in contact. It is positive definite because of the masses, also where contacts are redundant.
//!
//! The first problems have s = 0: they are those of statics, and what can stand is found to stand. Then s follows the
//! slip. Between updates a few sweeps solve what is local. Near a solution, Newton steps on Coulomb's law itself, whose
//! matrix is not symmetric, converge quadratically; they are kept if the certificate improves.
//!
//! **Guarantee.** Computed, not proved; the certificate tells. With s fixed it is the proximal point method on the
//! dual, which converges for every convex problem that has a solution, from every start. The iteration over s usually
//! converges.
//!
//! **Cost.** A sparse factorisation for each Newton step; ten to fifty steps, few of them from a warm start.
//!
//! **Source.** R. T. Rockafellar 1976 for the method; V. Acary, F. Cadoux, C. Lemaréchal, J. Malick, *A formulation of
//! the linear discrete Coulomb friction problem via convex optimization*, 2011, for the iteration over s; J.
//! Carpentier, Q. Le Lidec, L. Montaut, *From compliant to rigid contact simulation*, 2024, for proximal steps. They
//! use ADMM; with Newton steps the number of iterations does not depend on ratios of masses.

use crate::block_elimination::{BlockMatrix, SIX, Square};
use crate::cone::{nearest, nearest_slope};
use crate::sweeps::sweep;
use crate::system::{Block, Law, System};
use crate::tolerance::{
    FIRST_PENALTY, LINE_SEARCH_SLOPE, LINE_SEARCH_STEPS, LOAD_PENALTY, NEWTON_STEPS, PENALTY, PENALTY_GROWTH,
    POLISH_RESIDUAL, POLISH_STEPS, POLISH_UPDATES, STATIC_UPDATES, SWEEPS_BETWEEN_STEPS, WARM_RESIDUAL,
};
use crate::{Certificate, Rate};
use glam::{DMat2, DMat3, DVec2, DVec3};

/// Iterates from these impulses until the certificate accepts them or the Newton steps are used up. The impulses are
/// the best ones found.
pub(crate) fn approach(system: &System, impulses: &mut [f64], tolerance: f64, most: usize) -> Certificate {
    let mut best = system.certificate(impulses, tolerance, 0);
    let mut search = Search::new(system, impulses, best.scale);
    let mut steps = 0;
    // Impulses that nearly obey the laws are near a solution: statics need not come first.
    if best.residual <= WARM_RESIDUAL * best.scale {
        search.updates = STATIC_UPDATES;
        search.restart();
        (best, steps) = search.polish(tolerance, best);
        impulses.copy_from_slice(&search.impulses);
    }
    let (mut pause, mut patience) = (0_usize, 0);
    while !best.converged && steps < most {
        let wanted = 0.1 * best.accepted.max(0.01 * best.residual);
        let Some(used) = search.minimise(wanted) else { break };
        steps += used;
        search.update();
        // Sweeps solve what is local, sliding above all; Newton steps what travels through many bodies.
        if search.updates >= STATIC_UPDATES {
            sweep(system, &mut search.impulses, tolerance, SWEEPS_BETWEEN_STEPS);
        }
        search.restart();
        let found = system.certificate(&search.impulses, tolerance, steps);
        // A polish that fails is tried again after twice as many updates.
        let near = search.updates >= STATIC_UPDATES || found.residual <= POLISH_RESIDUAL * found.scale;
        let (mut polished, mut used) = (found, 0);
        if near && pause == 0 {
            (polished, used) = search.polish(tolerance, found);
            patience = if polished.residual < found.residual { 0 } else { 2 * patience + 1 };
            pause = patience;
        } else {
            pause = pause.saturating_sub(1);
        }
        steps += used;
        if polished.residual < best.residual {
            impulses.copy_from_slice(&search.impulses);
            best = polished;
        }
    }
    best.iterations = steps;
    best
}

struct Search<'a> {
    system: &'a System,
    rates: Vec<Rate>,
    impulses: Vec<f64>,
    /// For every block, De Saxcé's term of a cone, or the largest torque.
    shifts: Vec<f64>,
    penalties: Vec<f64>,
    inertias: Vec<DMat3>,
    matrix: BlockMatrix,
    /// The largest free relative rate.
    scale: f64,
    /// The penalty over the inverse weight of a contact; it grows from update to update.
    penalty: f64,
    updates: usize,
    /// Whether De Saxcé's terms stay as they are, so that the problem is convex.
    frozen: bool,
}

impl<'a> Search<'a> {
    fn new(system: &'a System, impulses: &[f64], scale: f64) -> Self {
        let immovable = system.immovable();
        let pairs = system.rows.iter().map(|row| row.bodies).filter(|[a, b]| a != b && a.max(b) != &immovable);
        let matrix = BlockMatrix::new(immovable, pairs);
        let penalties = system.blocks.iter().map(|block| FIRST_PENALTY / system.cone_weight(block)).collect();
        let inertias = system.bodies.iter().map(|body| body.inverse_inertia.inverse()).collect();
        let rates = system.rates(impulses);
        let shifts = vec![0.0; system.blocks.len()];
        let mut search = Self {
            system,
            rates,
            impulses: impulses.to_vec(),
            shifts,
            penalties,
            inertias,
            matrix,
            scale,
            penalty: FIRST_PENALTY,
            updates: 0,
            frozen: true,
        };
        search.restart();
        search
    }

    fn vector(&self, block: &Block, of: impl Fn(usize) -> f64) -> DVec3 {
        let mut vector = [0.0; 3];
        (0..block.count).for_each(|part| vector[part] = of(block.first + part));
        DVec3::from_array(vector)
    }

    fn shift(&mut self) {
        for (index, block) in self.system.blocks.iter().enumerate() {
            self.shifts[index] = match block.law {
                // The first problems are those of statics: what can stand is found to stand, and slip comes after.
                Law::Cone(_) if self.updates < STATIC_UPDATES => 0.0,
                Law::Cone(friction) => friction * self.along(block).with_x(0.0).length(),
                Law::Torque { normal, ratio } => ratio * self.impulses[normal].max(0.0),
                Law::Within(most) => most,
                Law::Bilateral | Law::Pushes => 0.0,
            };
        }
    }

    /// Takes the projected impulses as the new ones.
    fn update(&mut self) {
        let projected: Vec<DVec3> = self
            .system
            .blocks
            .iter()
            .enumerate()
            .map(|(index, block)| self.projected(index, self.along(block)).0)
            .collect();
        for (block, impulse) in self.system.blocks.iter().zip(projected) {
            self.impulses[block.first..block.first + block.count].copy_from_slice(&impulse.to_array()[..block.count]);
        }
        // The limits of torques follow the normal impulses.
        for block in &self.system.blocks {
            if let Law::Torque { normal, ratio } = block.law {
                let most = ratio * self.impulses[normal].max(0.0);
                let torque = self.vector(block, |row| self.impulses[row]).clamp_length_max(most).to_array();
                self.impulses[block.first..block.first + block.count].copy_from_slice(&torque[..block.count]);
            }
        }
    }

    /// Takes the rates, the shifts and the penalties from the impulses.
    fn restart(&mut self) {
        self.updates += 1;
        self.rates = self.system.rates(&self.impulses);
        self.shift();
        self.stiffen_loaded();
    }

    /// Raises the penalties of blocks whose impulses are large for their weight: light bodies that carry heavy ones.
    /// The rounding that a penalty amplifies stays below that of the impulse.
    fn stiffen_loaded(&mut self) {
        self.penalty = (PENALTY_GROWTH * self.penalty).min(PENALTY);
        for (index, block) in self.system.blocks.iter().enumerate() {
            let weight = self.system.cone_weight(block);
            let load =
                self.vector(block, |row| self.impulses[row]).length() * weight * self.system.rows[block.first].length;
            let factor = LOAD_PENALTY * load / self.scale;
            let factor = if factor > PENALTY && factor.is_finite() { factor } else { self.penalty };
            self.penalties[index] = self.penalties[index].max(factor / weight);
        }
    }

    /// The impulse of a block at a rate, and the slope of the projection.
    fn projected(&self, index: usize, mut rate: DVec3) -> (DVec3, DMat3) {
        let (block, penalty, shift) = (&self.system.blocks[index], self.penalties[index], self.shifts[index]);
        let mut turn = DMat3::IDENTITY;
        if let Law::Cone(friction) = block.law {
            let slip = rate.with_x(0.0);
            rate.x += if self.frozen { shift } else { friction * slip.length() };
            if let (false, Some(toward)) = (self.frozen, slip.try_normalize()) {
                // The normal part of the shifted rate depends on the slip.
                turn.y_axis.x += friction * toward.y;
                turn.z_axis.x += friction * toward.z;
            }
        }
        let point = self.vector(block, |row| self.impulses[row]) - penalty * rate;
        match block.law {
            Law::Bilateral => (point, DMat3::IDENTITY),
            Law::Pushes if point.x > 0.0 => (point, DMat3::IDENTITY),
            Law::Pushes => (DVec3::ZERO, DMat3::ZERO),
            Law::Cone(friction) => (nearest(point, friction), nearest_slope(point, friction) * turn),
            Law::Within(_) | Law::Torque { .. } => {
                let across = DVec2::new(point.x, point.y);
                (across.clamp_length_max(shift).extend(0.0), DMat3::from_mat2(disc_slope(across, shift)))
            }
        }
    }

    fn along(&self, block: &Block) -> DVec3 {
        self.vector(block, |row| self.system.rows[row].along(&self.rates))
    }

    fn difference(&self, body: usize, rates: &[Rate]) -> (DVec3, DVec3) {
        let (rate, free) = (rates[body], self.system.free[body]);
        (rate.linear - free.linear, rate.angular - free.angular)
    }

    /// Newton's method until a full step, as a rate along the rows, is below `wanted`. Returns the number of steps;
    /// none if rounding made the matrix indefinite.
    fn minimise(&mut self, wanted: f64) -> Option<usize> {
        for step in 1..=NEWTON_STEPS {
            let mut change = self.assemble();
            if !self.matrix.factor() {
                return None;
            }
            self.matrix.solve(&mut change);
            let mut direction: Vec<Rate> = change
                .chunks_exact(SIX)
                .map(|six| Rate { linear: -DVec3::from_slice(&six[..3]), angular: -DVec3::from_slice(&six[3..]) })
                .collect();
            direction.push(Rate::default());
            let size = self.line_search(&direction);
            for (rate, change) in self.rates.iter_mut().zip(&direction) {
                rate.linear += size * change.linear;
                rate.angular += size * change.angular;
            }
            let largest = self
                .system
                .rows
                .iter()
                .map(|row| (row.along(&direction) - row.bias).abs() * row.length)
                .fold(0.0, f64::max);
            if largest <= wanted {
                return Some(step);
            }
        }
        Some(NEWTON_STEPS)
    }

    /// Newton steps on Coulomb's law itself, from a point that is near. They are kept only if the certificate improves.
    fn polish(&mut self, tolerance: f64, mut best: Certificate) -> (Certificate, usize) {
        if best.converged || !self.system.blocks.iter().any(|block| matches!(block.law, Law::Cone(_))) {
            return (best, 0);
        }
        let kept = self.impulses.clone();
        let mut good = kept.clone();
        let mut steps = 0;
        self.frozen = false;
        for _ in 0..POLISH_UPDATES {
            let mut last = f64::INFINITY;
            for _ in 0..POLISH_STEPS {
                let mut change = self.assemble();
                steps += 1;
                if !self.matrix.factor() {
                    break;
                }
                self.matrix.solve(&mut change);
                let size = change.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
                // Far from the solution the steps grow; near it they end in rounding.
                if size > 4.0 * last {
                    break;
                }
                for (rate, six) in self.rates.iter_mut().zip(change.chunks_exact(SIX)) {
                    rate.linear -= DVec3::from_slice(&six[..3]);
                    rate.angular -= DVec3::from_slice(&six[3..]);
                }
                if size <= f64::EPSILON * self.scale {
                    break;
                }
                last = size;
            }
            self.update();
            let found = self.system.certificate(&self.impulses, tolerance, steps);
            if !(found.residual < 0.5 * best.residual) {
                break;
            }
            (best, good) = (found, self.impulses.clone());
            if best.converged {
                break;
            }
            self.restart();
        }
        self.frozen = true;
        self.impulses = good;
        self.restart();
        (best, steps)
    }

    /// The size of a step that minimises the objective along a direction, at most 1. The slope along the direction is
    /// continuous and never falls: its zero is enclosed.
    fn line_search(&self, direction: &[Rate]) -> f64 {
        let along: Vec<f64> = self.system.rows.iter().map(|row| row.along(&self.rates)).collect();
        let change: Vec<f64> = self.system.rows.iter().map(|row| row.along(direction) - row.bias).collect();
        let (mut constant, mut linear) = (0.0, 0.0);
        for (body, direction) in direction.iter().enumerate().take(self.inertias.len()) {
            let (velocity, turning) = self.difference(body, &self.rates);
            let (mass, inertia) = (1.0 / self.system.bodies[body].inverse_mass, self.inertias[body]);
            constant += mass * velocity.dot(direction.linear) + turning.dot(inertia * direction.angular);
            linear += mass * direction.linear.length_squared() + direction.angular.dot(inertia * direction.angular);
        }
        let slope = |size: f64| {
            let mut sum = constant + size * linear;
            for (index, block) in self.system.blocks.iter().enumerate() {
                let rate = self.vector(block, |row| along[row] + size * change[row]);
                sum -= self.projected(index, rate).0.dot(self.vector(block, |row| change[row]));
            }
            sum
        };
        let (mut lower, mut upper) = (0.0, 1.0);
        let (mut at_lower, mut at_upper) = (slope(lower), slope(upper));
        let steep = at_lower.abs();
        if at_upper <= LINE_SEARCH_SLOPE * steep {
            return 1.0;
        }
        // The Illinois method, as for sliding contacts.
        let mut side = 0;
        for _ in 0..LINE_SEARCH_STEPS {
            let middle = (lower * at_upper - upper * at_lower) / (at_upper - at_lower);
            if !(middle > lower && middle < upper) {
                break;
            }
            let value = slope(middle);
            if value.abs() <= LINE_SEARCH_SLOPE * steep {
                return middle;
            }
            if value < 0.0 {
                (lower, at_lower) = (middle, value);
                at_upper *= if side == 1 { 0.5 } else { 1.0 };
                side = 1;
            } else {
                (upper, at_upper) = (middle, value);
                at_lower *= if side == -1 { 0.5 } else { 1.0 };
                side = -1;
            }
        }
        0.5 * (lower + upper)
    }

    /// The gradient; the matrix of second derivatives is left in `matrix`.
    fn assemble(&mut self) -> Vec<f64> {
        let system = self.system;
        self.matrix.clear();
        let mut gradient = vec![0.0; SIX * system.bodies.len()];
        for (body, numbers) in system.bodies.iter().enumerate() {
            let (linear, angular) = self.difference(body, &self.rates);
            let mass = 1.0 / numbers.inverse_mass;
            let turning = self.inertias[body] * angular;
            gradient[SIX * body..SIX * body + 3].copy_from_slice(&(mass * linear).to_array());
            gradient[SIX * body + 3..SIX * body + SIX].copy_from_slice(&turning.to_array());
            let mut block: Square = [0.0; SIX * SIX];
            for i in 0..3 {
                block[i * SIX + i] = mass;
                for j in 0..3 {
                    block[(i + 3) * SIX + j + 3] = self.inertias[body].col(j)[i];
                }
            }
            self.matrix.add(body, body, &block);
        }
        for (index, block) in system.blocks.iter().enumerate() {
            let (impulse, slope) = self.projected(index, self.along(block));
            let impulse = impulse.to_array();
            let rows = &system.rows[block.first..block.first + block.count];
            for (row, impulse) in rows.iter().zip(impulse) {
                for side in 0..2 {
                    if row.bodies[side] != system.immovable() {
                        let at = SIX * row.bodies[side];
                        let six = six(&row.rate[side]);
                        (0..SIX).for_each(|i| gradient[at + i] -= impulse * six[i]);
                    }
                }
            }
            self.stiffen(block, &(slope * self.penalties[index]));
        }
        gradient
    }

    /// Adds Jᵀ·H·J of a block.
    fn stiffen(&mut self, block: &Block, stiffness: &DMat3) {
        if *stiffness == DMat3::ZERO {
            return;
        }
        let system = self.system;
        let rows = &system.rows[block.first..block.first + block.count];
        let bodies = rows[0].bodies;
        for (side, other) in [(0, 0), (1, 1), (0, 1), (1, 0)] {
            if bodies[side].max(bodies[other]) == system.immovable() {
                continue;
            }
            let mut sum: Square = [0.0; SIX * SIX];
            for (r, row) in rows.iter().enumerate() {
                let mut right = [0.0; SIX];
                for (c, column) in rows.iter().enumerate() {
                    let (factor, rate) = (stiffness.col(c)[r], six(&column.rate[other]));
                    (0..SIX).for_each(|j| right[j] += factor * rate[j]);
                }
                let left = six(&row.rate[side]);
                for i in 0..SIX {
                    (0..SIX).for_each(|j| sum[i * SIX + j] += left[i] * right[j]);
                }
            }
            self.matrix.add(bodies[side], bodies[other], &sum);
        }
    }
}

fn six(rate: &Rate) -> [f64; SIX] {
    let (linear, angular) = (rate.linear, rate.angular);
    [linear.x, linear.y, linear.z, angular.x, angular.y, angular.z]
}

/// The derivative of the nearest point of a disc.
fn disc_slope(point: DVec2, radius: f64) -> DMat2 {
    let length = point.length();
    if length <= radius {
        return DMat2::IDENTITY;
    }
    let around = DVec2::new(-point.y, point.x) / length;
    DMat2::from_cols(around * around.x, around * around.y) * (radius / length)
}
