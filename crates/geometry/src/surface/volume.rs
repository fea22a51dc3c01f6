//! The outer side of a closed surface, from the sign of the enclosed volume.
//!
//! *Question.* Is `V = ⅓ ∮ (S − c)·(du × dv) du dv` over all faces positive or negative, with proof?
//! *Idea.* The rectangles are split into cells with an enclosed integral each. The cells with the widest
//! integrals are bisected until the sign of the sum is certain. Within a cell the linear part of the integrand
//! about the centre integrates to zero. The uncertainty is therefore of second order:
//! `∫ f = A·(f(c) + Σ rad(∂ᵢf)·[−1, 1]·wᵢ/4)`.
//! *Guarantee.* The sign is that of the exact volume at every instant of the time interval. `None` if it stays
//! uncertain.
//! *Cost.* A few hundred jets for ordinary bodies; at most [`VOLUME_CELLS`], times the pieces of the time
//! interval for a deforming body.
//! *Source.* The divergence theorem; centred forms: R. E. Moore, *Interval Analysis*, 1966, chapter 8.

use super::{Face, PatchWork};
use crate::enclose;
use crate::tolerance::{
    VOLUME_CELLS, VOLUME_CELLS_WHILE_DEFORMING, VOLUME_HALVINGS, VOLUME_INSTRUCTIONS, VOLUME_MARGIN, VOLUME_MARGIN_AREA,
};
use glam::DVec3;
use std::collections::BinaryHeap;
use tangency_interval::{Interval, Largest, Vector3};

/// The sign, +1 or −1, of the volume bounded by the faces, each counted with its own sign. `None` if it stays
/// uncertain.
pub(super) fn sign(faces: &[Face], signs: &[i8], about: DVec3, span: Interval) -> Option<i8> {
    let deforms = faces.iter().any(|face| face.patch.deforms());
    let (halvings, cells) = if deforms { (VOLUME_HALVINGS, VOLUME_CELLS_WHILE_DEFORMING) } else { (0, VOLUME_CELLS) };
    let instructions = faces.iter().map(|face| face.patch.instruction_count()).max().unwrap_or(1);
    let cells = cells.min(VOLUME_INSTRUCTIONS / instructions.max(1));
    let sum = VolumeSum { faces, signs, about: enclose(about), cells };
    sum.sign(if deforms { span } else { Interval::from(span.lower()) }, halvings)
}

struct VolumeSum<'a> {
    faces: &'a [Face],
    signs: &'a [i8],
    about: Vector3,
    /// Greatest number of cells.
    cells: usize,
}

/// A part of a face's rectangle with its contribution to the volume.
struct VolumeCell {
    face: usize,
    region: [Interval; 2],
    integral: Interval,
    /// The parameter to bisect.
    widest: usize,
}

impl VolumeSum<'_> {
    /// The sign of the volume, if it is the same during the whole time interval.
    fn sign(&self, span: Interval, halvings: u32) -> Option<i8> {
        if let Some(sign) = self.sign_during(span) {
            return Some(sign);
        }
        if halvings == 0 {
            return None;
        }
        let (first, second) = span.split();
        let sign = self.sign(first, halvings - 1)?;
        (self.sign(second, halvings - 1)? == sign).then_some(sign)
    }

    fn sign_during(&self, span: Interval) -> Option<i8> {
        let mut work: Vec<PatchWork> = vec![PatchWork::default(); self.faces.len()];
        let mut cells = BinaryHeap::new();
        for (face, work) in work.iter_mut().enumerate() {
            cells.push(self.cell(face, self.faces[face].patch.domain(), span, work));
        }
        while cells.len() < self.cells {
            // The sum is recomputed whenever the number of cells has doubled.
            let total = cells.iter().fold(Interval::ZERO, |sum, cell| sum + cell.item.integral);
            if total.lower() > 0.0 || total.upper() < 0.0 {
                return Some(if total.lower() > 0.0 { 1 } else { -1 });
            }
            for _ in 0..cells.len() {
                let Some(Largest { item: VolumeCell { face, region, widest, .. }, .. }) = cells.pop() else { break };
                let (lower, upper) = region[widest].split();
                for half in [lower, upper] {
                    let mut region = region;
                    region[widest] = half;
                    cells.push(self.cell(face, region, span, &mut work[face]));
                }
            }
        }
        None
    }

    /// The cell, with the width of its contribution as the key.
    fn cell(&self, face: usize, region: [Interval; 2], span: Interval, work: &mut PatchWork) -> Largest<VolumeCell> {
        let [length_u, length_v] = region.map(|side| Interval::from(side.upper()) - side.lower());
        if self.faces[face].outside(region) {
            return Largest { key: 0.0, item: VolumeCell { face, region, integral: Interval::ZERO, widest: 0 } };
        }
        let (mean, widest) = self.mean(face, region, span, work);
        let area = length_u * length_v * f64::from(self.signs[face]);
        let whole = mean * area;
        let longer = usize::from(region[1].width() > region[0].width());
        let (integral, widest) = if self.faces[face].inside(region) {
            (whole, widest)
        } else {
            // Any part of a cell on the border of a trimmed face may belong to it. Often the border runs along a side
            // of the cell: then all of the cell belongs to it but for a narrow margin, or nothing does.
            let parts = self.values(face, region, span, work) * area;
            let inner = region.map(narrowed);
            let margin = parts.hull(Interval::ZERO) * VOLUME_MARGIN_AREA;
            if self.faces[face].inside(inner) {
                (whole - margin, widest)
            } else if self.faces[face].outside(inner) {
                (margin, longer)
            } else {
                (parts.hull(Interval::ZERO), longer)
            }
        };
        Largest { key: integral.width(), item: VolumeCell { face, region, integral, widest } }
    }

    /// All values of the integrand over a cell.
    fn values(&self, face: usize, [u, v]: [Interval; 2], span: Interval, work: &mut PatchWork) -> Interval {
        let jet = self.faces[face].patch.jet([u, v, span], work);
        jet.map_or(Interval::ENTIRE, |jet| (jet.point - self.about).dot(jet.normal()))
    }

    /// The mean of the integrand over a cell, and the parameter with the larger uncertainty.
    fn mean(&self, face: usize, [u, v]: [Interval; 2], span: Interval, work: &mut PatchWork) -> (Interval, usize) {
        let patch = &self.faces[face].patch;
        let longer = usize::from(v.width() > u.width());
        let Some(jet) = patch.jet([u, v, span], work) else {
            let Some([point, du, dv, _]) = patch.slopes([u, v, span], work) else { return (Interval::ENTIRE, longer) };
            return ((point - self.about).dot(du.cross(dv)), longer);
        };
        let from_middle = jet.point - self.about;
        let natural = from_middle.dot(jet.normal());
        let [middle_u, middle_v] = [u, v].map(|side| Interval::from(side.mid()));
        let Some(middle) = patch.jet([middle_u, middle_v, span], work) else { return (natural, longer) };
        let at_middle = (middle.point - self.about).dot(middle.normal());
        // du·(du × dv) = 0: only the normal changes.
        let [by_u, by_v, _] = jet.normal_derivatives();
        let (slope_u, slope_v) = (from_middle.dot(by_u), from_middle.dot(by_v));
        let (doubt_u, doubt_v) = (doubt(slope_u, u), doubt(slope_v, v));
        let mean = natural.intersection(at_middle + doubt_u + doubt_v);
        (mean, if slope_u.width() * u.width() < slope_v.width() * v.width() { 1 } else { 0 })
    }
}

/// A range without margins of [`VOLUME_MARGIN`] of its width at both ends.
fn narrowed(range: Interval) -> Interval {
    let margin = VOLUME_MARGIN * range.width();
    let (from, to) = (range.lower() + margin, range.upper() - margin);
    if from < to { Interval::between(from, to) } else { range }
}

/// The contribution of the slopes along one side of a cell to the mean. The midpoint of the slopes contributes
/// only the rounding of the side's midpoint.
fn doubt(slopes: Interval, side: Interval) -> Interval {
    let (middle, radius) = (slopes.mid(), slopes.radius());
    if !(middle.is_finite() && radius.is_finite()) {
        return Interval::ENTIRE;
    }
    let off = (Interval::from(side.lower()) + side.upper()) * 0.5 - side.mid();
    let length = Interval::from(side.upper()) - side.lower();
    Interval::from(middle) * off + Interval::between(-radius, radius) * (length * 0.25 + off.abs())
}
