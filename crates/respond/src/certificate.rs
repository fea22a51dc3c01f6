//! Measures a solution against the laws of contact.
//!
//! **Question.** How far are given impulses from obeying complementarity, Coulomb's law and the joints?
//!
//! **Idea.** Every law says that the impulse p of a block is the point of its set (a cone, a disc, an interval) that is
//! nearest to p − u/w, with the rates u with all impulses and a positive weight w. Coulomb's law has this form after
//! De Saxcé's change of variable: μ·|u_t| is added to the normal rate. The distance from p to that nearest point, times
//! w, is a rate: the residual. It is zero for solutions and for nothing else.
//!
//! **Guarantee.** The rates are computed anew from the impulses, so errors that an iteration has summed up are seen.
//!
//! **Cost.** One pass over the rows.
//!
//! **Source.** G. De Saxcé, Z.-Q. Feng, *The bipotential method*, 1998; V. Acary, M. Brémond, O. Huber, *On solving
//! contact problems with Coulomb friction*, 2018, for the natural map as a measure of error.

use crate::cone::nearest;
use crate::system::{Block, Law, System};
use crate::tolerance::ROUNDING_MARGIN;
use crate::{Certificate, Ending, Rate};
use glam::DVec3;

impl System {
    /// The certificate of impulses; `rates` are those with them.
    pub(crate) fn certificate(&self, impulses: &[f64], tolerance: f64, iterations: usize) -> Certificate {
        let rates = self.rates(impulses);
        let mut found = Certificate {
            residual: 0.0,
            approach: 0.0,
            joint: 0.0,
            cone: 0.0,
            gap: 0.0,
            scale: 0.0,
            accepted: 0.0,
            iterations,
            converged: false,
            ending: Ending::Exhausted,
        };
        let mut rounding = 0.0_f64;
        for (row, impulse) in self.rows.iter().zip(impulses) {
            found.scale = found.scale.max(row.along(&self.free).abs() * row.length);
            rounding = rounding.max(row.magnitude(&rates).max(row.weight * impulse.abs()) * row.length);
        }
        let largest = impulses.iter().fold(0.0_f64, |most, impulse| most.max(impulse.abs()));
        for block in &self.blocks {
            self.measure(block, impulses, &rates, &mut found);
        }
        found.cone = if largest > 0.0 { found.cone / largest } else { 0.0 };
        found.accepted = tolerance * found.scale + ROUNDING_MARGIN * f64::EPSILON * rounding;
        found.converged = found.residual <= found.accepted;
        if found.converged {
            found.ending = Ending::Converged;
        }
        found
    }

    /// Adds one block to the measures; `cone` is an impulse here.
    fn measure(&self, block: &Block, impulses: &[f64], rates: &[Rate], found: &mut Certificate) {
        let row = &self.rows[block.first];
        let (impulse, rate, weight) = (impulses[block.first], row.along(rates), row.weight.abs());
        let clamped = |most: f64| (impulse - rate / weight).clamp(-most, most);
        let residual = match block.law {
            Law::Bilateral => {
                found.joint = found.joint.max(rate.abs() * row.length);
                rate.abs()
            }
            Law::Pushes => {
                found.approach = found.approach.max(-rate * row.length);
                found.cone = found.cone.max(-impulse);
                found.gap += (impulse * rate).abs();
                (impulse - (impulse - rate / weight).max(0.0)).abs() * weight
            }
            Law::Within(most) => {
                found.cone = found.cone.max(impulse.abs() - most);
                found.gap += (impulse * rate + most * rate.abs()).abs();
                (impulse - clamped(most)).abs() * weight
            }
            Law::Cone(friction) => {
                let vector = |of: &dyn Fn(usize) -> f64| DVec3::new(of(0), of(1), of(2));
                let point = vector(&|part| impulses[block.first + part]);
                let mut shifted = vector(&|part| self.rows[block.first + part].along(rates));
                found.approach = found.approach.max(-shifted.x);
                let (across, held) = (shifted.with_x(0.0).length(), point.with_x(0.0).length());
                found.cone = found.cone.max(held - friction * point.x).max(-point.x);
                shifted.x += friction * across;
                found.gap += point.dot(shifted).abs();
                let weight = self.cone_weight(block);
                (point - nearest(point - shifted / weight, friction)).length() * weight
            }
            Law::Torque { normal, ratio } => {
                let most = ratio * impulses[normal].max(0.0);
                let (mut point, mut rate, weight) = ([0.0; 2], [0.0; 2], self.cone_weight(block));
                for part in 0..block.count {
                    point[part] = impulses[block.first + part];
                    rate[part] = self.rows[block.first + part].along(rates);
                }
                let (point, rate) = (glam::DVec2::from_array(point), glam::DVec2::from_array(rate));
                found.cone = found.cone.max((point.length() - most) / row.length);
                found.gap += (point.dot(rate) + most * rate.length()).abs();
                (point - (point - rate / weight).clamp_length_max(most)).length() * weight
            }
        };
        found.residual = found.residual.max(residual * row.length);
    }

    /// A weight that is comparable with the largest eigenvalue of the block of W.
    pub(crate) fn cone_weight(&self, block: &Block) -> f64 {
        self.rows[block.first..block.first + block.count].iter().map(|row| row.weight).fold(0.0, f64::max)
    }
}

impl crate::system::Row {
    /// The size of the terms that cancel in the rate along the row.
    fn magnitude(&self, rates: &[Rate]) -> f64 {
        let side = |side: usize| {
            let (on, rate) = (&self.rate[side], &rates[self.bodies[side]]);
            on.linear.length() * rate.linear.length() + on.angular.length() * rate.angular.length()
        };
        side(0) + side(1) + self.bias.abs()
    }
}
