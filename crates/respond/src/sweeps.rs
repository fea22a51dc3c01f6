//! Contact after contact: nonlinear Gauss–Seidel over Coulomb's cones.
//!
//! **Question.** Many contacts with friction, and joints, act at once. Which impulses obey all their laws?
//!
//! **Idea.** Solve each block exactly as if the others were known, and repeat. Sweeps go forward and backward in turn,
//! so that loads travel through a stack in both directions. The result is measured by the certificate, not by the
//! change of the last sweep.
//!
//! **Guarantee.** Computed, not proved. The certificate says how good the result is. Without friction the iteration
//! converges, because the problem is convex; with friction it nearly always does, and nobody has a proof.
//!
//! **Cost.** About 100 operations for each row and sweep. The number of sweeps grows with the square of the height of a
//! stack and with ratios of masses.
//!
//! **Source.** M. Jean, J. J. Moreau 1992 for the iteration; G. Daviet et al. 2011 for exact solutions contact by
//! contact.

use crate::cone::coulomb;
use crate::system::{Block, Law, System};
use crate::tolerance::SWEEPS_BETWEEN_CHECKS;
use crate::{Certificate, Rate};
use glam::{DMat2, DMat3, DVec2, DVec3};

/// Iterates from these impulses until the certificate accepts them or the sweeps are used up.
pub(crate) fn sweep(system: &System, impulses: &mut [f64], tolerance: f64, most: usize) -> Certificate {
    let mut rates = system.rates(impulses);
    let blocks: Vec<SweptBlock<'_>> = system.blocks.iter().map(|block| SweptBlock::new(system, block)).collect();
    let mut certificate = system.certificate(impulses, tolerance, 0);
    let mut sweeps = 0;
    while !certificate.converged && sweeps < most {
        for _ in 0..SWEEPS_BETWEEN_CHECKS.min(most - sweeps) {
            if sweeps % 2 == 0 {
                blocks.iter().for_each(|block| block.relax(system, impulses, &mut rates));
            } else {
                blocks.iter().rev().for_each(|block| block.relax(system, impulses, &mut rates));
            }
            sweeps += 1;
        }
        // The rates are summed anew: rounding does not accumulate.
        rates = system.rates(impulses);
        certificate = system.certificate(impulses, tolerance, sweeps);
    }
    certificate
}

/// A block with its part of W.
struct SweptBlock<'a> {
    block: &'a Block,
    matrix: DMat3,
}

impl<'a> SweptBlock<'a> {
    fn new(system: &System, block: &'a Block) -> Self {
        let mut columns = [[0.0; 3]; 3];
        for (column, entries) in columns.iter_mut().enumerate().take(block.count) {
            for (row, entry) in entries.iter_mut().enumerate().take(block.count) {
                let [along, pushed] = [row, column].map(|part| &system.rows[block.first + part]);
                *entry = along.coupling(pushed, system.immovable());
            }
        }
        Self { block, matrix: DMat3::from_cols_array_2d(&columns) }
    }

    /// Solves the block with the others as they are.
    fn relax(&self, system: &System, impulses: &mut [f64], rates: &mut [Rate]) {
        let Block { law, first, count, .. } = *self.block;
        let rows = &system.rows[first..first + count];
        let mut before = [0.0; 3];
        before[..count].copy_from_slice(&impulses[first..first + count]);
        let before = DVec3::from_array(before);
        let mut rate = [0.0; 3];
        rows.iter().zip(&mut rate).for_each(|(row, rate)| *rate = row.along(rates));
        let rate = DVec3::from_array(rate) - self.matrix * before;
        let weight = self.matrix.x_axis.x;
        let after = match law {
            Law::Bilateral => DVec3::new(-rate.x / weight, 0.0, 0.0),
            Law::Pushes if weight > 0.0 => DVec3::new((-rate.x / weight).max(0.0), 0.0, 0.0),
            // Sliding friction turns the normal force around (Painlevé): this contact cannot be solved alone.
            Law::Pushes => before,
            Law::Within(most) => DVec3::new((-rate.x / weight).clamp(-most, most), 0.0, 0.0),
            Law::Cone(friction) => coulomb(&self.matrix, rate, friction),
            Law::Torque { normal, ratio } => {
                let most = ratio * impulses[normal].max(0.0);
                if count == 1 {
                    DVec3::new((-rate.x / weight).clamp(-most, most), 0.0, 0.0)
                } else {
                    let matrix = DMat2::from_cols_array_2d(&[
                        [self.matrix.x_axis.x, self.matrix.x_axis.y],
                        [self.matrix.y_axis.x, self.matrix.y_axis.y],
                    ]);
                    disc(&matrix, DVec2::new(rate.x, rate.y), most).extend(0.0)
                }
            }
        };
        let (before, after) = (before.to_array(), after.to_array());
        for (part, row) in rows.iter().enumerate() {
            impulses[first + part] = after[part];
            row.push(rates, after[part] - before[part]);
        }
    }
}

/// The torque of two rows within a disc: minus the inverse of the matrix times the rate, or at the limit against the
/// remaining rate. The same root as that of a sliding contact, with a radius that is known.
fn disc(matrix: &DMat2, rate: DVec2, most: f64) -> DVec2 {
    let at = |ratio: f64| -((*matrix + DMat2::from_diagonal(DVec2::splat(ratio))).inverse() * rate);
    let held = at(0.0);
    if held.length() <= most {
        return held;
    }
    if most == 0.0 {
        return DVec2::ZERO;
    }
    // Newton's method on 1/|p| = 1/most, which is nearly linear and concave: it converges from below.
    let mut ratio = 0.0;
    for _ in 0..crate::tolerance::SLIDING_STEPS {
        let torque = at(ratio);
        let length = torque.length();
        let slope = (*matrix + DMat2::from_diagonal(DVec2::splat(ratio))).inverse() * torque;
        let step = (length / most - 1.0) * length * length / torque.dot(slope);
        if !(step > f64::EPSILON * ratio) {
            break;
        }
        ratio += step;
    }
    at(ratio).clamp_length_max(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_interval::laws::Random;

    /// Reference: the law itself.
    #[test]
    fn a_disc_limits_two_torques() {
        let mut random = Random::new(2);
        let mut limited = 0;
        for _ in 0..1_000 {
            let mut vector = || DVec2::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0));
            let root = DMat2::from_cols(vector(), vector());
            let matrix = root * root.transpose() + DMat2::IDENTITY * 0.01;
            let (rate, most) = (vector(), random.between(0.0, 2.0));
            let torque = disc(&matrix, rate, most);
            let left = rate + matrix * torque;
            assert!(torque.length() <= most * (1.0 + 1e-15));
            if left.length() > 1e-12 {
                limited += 1;
                assert!((torque + most * left.normalize()).length() < 1e-9 * most, "{torque} {left}");
            }
        }
        assert!(limited > 200 && limited < 900, "{limited}");
    }
}
