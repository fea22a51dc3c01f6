//! Nodes and weights for integrals over a face.
//!
//! *Question.* Which points and weights integrate a function over the part of the domain that belongs to a face?
//! *Idea.* A whole rectangle has products of Gauss nodes. A trimmed face is integrated along its border, by Green's
//! theorem: `∬ f du dv = ∮ F dv` with `F(u, v) = ∫ f du` from the lower end of the domain to u. Both integrals have
//! Gauss nodes. Splines are cut at their knots, and trimming curves where they cross knots, so that all integrands are
//! smooth.
//! *Guarantee.* Floating point: the error falls faster than any power of the number of nodes. Callers refine until
//! nothing changes. Weights may be negative.
//! *Cost.* For each trimming curve 8·n nodes, times 8·n for each span of knots.
//! *Source.* G. Green 1828; A. Sommariva, M. Vianello, *Gauss–Green cubature over spline curvilinear polygons*, 2009.

use super::{Face, Trim, TrimCurve};
use crate::tolerance::{CROSSING_SAMPLES, QUADRATURE_HALVINGS, TRIM_SIDE_SAMPLES};
use glam::DVec2;
use tangency_interval::Interval;

impl Face {
    /// Calls `take` with the parameters and the weight of every node; `cells` subdivides all ranges. `false` if it is
    /// not known which loops of the trim are holes.
    pub(super) fn quadrature(&self, cells: usize, take: &mut dyn FnMut([f64; 2], f64)) -> bool {
        let [u, v] = [0, 1].map(|axis| self.spans(axis));
        let Some(trim) = &self.trim else {
            each_node(&v, cells, &mut |v, weight| each_node(&u, cells, &mut |u, by| take([u, v], weight * by)));
            return true;
        };
        let Some(signs) = signs(trim) else { return false };
        for (curves, sign) in trim.loops().iter().zip(signs) {
            for curve in curves {
                let breaks = breaks(curve, [&u, &v]);
                each_node(&breaks, cells, &mut |s, weight| {
                    let jet = curve.jet(Interval::from(s));
                    let ([to, at], slope) = (jet.point.map(Interval::mid), jet.ds[1].mid());
                    if slope == 0.0 {
                        return;
                    }
                    let mut part: Vec<f64> = u.iter().copied().filter(|&knot| knot < to).collect();
                    part.push(to);
                    if part.len() == 1 {
                        // Rounding may lead before the domain.
                        part.insert(0, u[0]);
                    }
                    each_node(&part, cells, &mut |u, by| take([u, at], sign * weight * slope * by));
                });
            }
        }
        true
    }

    /// The ends of the domain, and the knots between them.
    fn spans(&self, axis: usize) -> Vec<f64> {
        let range = self.patch.domain()[axis];
        let knots = self.patch.sheet().map_or(&[][..], |sheet| &sheet.breaks()[axis]);
        let inner = knots.iter().copied().filter(|&knot| range.lower() < knot && knot < range.upper());
        std::iter::once(range.lower()).chain(inner).chain([range.upper()]).collect()
    }
}

/// The nodes and weights over consecutive ranges, each cut into `cells` cells.
fn each_node(breaks: &[f64], cells: usize, take: &mut dyn FnMut(f64, f64)) {
    for ends in breaks.windows(2) {
        let width = (ends[1] - ends[0]) / cells as f64;
        for cell in 0..cells {
            let middle = ends[0] + (cell as f64 + 0.5) * width;
            GAUSS.iter().for_each(|&(node, weight)| take(middle + 0.5 * width * node, 0.5 * width * weight));
        }
    }
}

/// The ends of a trimming curve, and the places where it crosses knots.
fn breaks(curve: &TrimCurve, knots: [&[f64]; 2]) -> Vec<f64> {
    let mut places = vec![0.0, 1.0];
    for (axis, knots) in knots.into_iter().enumerate() {
        let inner = &knots[1..knots.len() - 1];
        let at = |s: f64| curve.at(s)[axis];
        for i in 0..CROSSING_SAMPLES {
            let [from, to] = [i, i + 1].map(|i| i as f64 / CROSSING_SAMPLES as f64);
            let (low, high) = (at(from).min(at(to)), at(from).max(at(to)));
            for &knot in inner.iter().filter(|&&knot| low < knot && knot < high) {
                let (mut from, mut to, rises) = (from, to, at(from) < knot);
                for _ in 0..QUADRATURE_HALVINGS {
                    let middle = 0.5 * (from + to);
                    if (at(middle) < knot) == rises { from = middle } else { to = middle }
                }
                places.push(0.5 * (from + to));
            }
        }
    }
    places.sort_by(f64::total_cmp);
    places.dedup();
    places
}

/// +1 for each loop that runs with the face on its left, −1 for the others; `None` if that is not known.
fn signs(trim: &Trim) -> Option<Vec<f64>> {
    let loops = trim.loops();
    let mut signs = Vec::with_capacity(loops.len());
    for (index, curves) in loops.iter().enumerate() {
        let mut area = 0.0;
        for curve in curves {
            each_node(&[0.0, 1.0], 1, &mut |s, weight| {
                let jet = curve.jet(Interval::from(s));
                area += weight * jet.point[0].mid() * jet.ds[1].mid();
            });
        }
        let others: Vec<Vec<TrimCurve>> =
            loops.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, curves)| curves.clone()).collect();
        let within = if others.is_empty() {
            false
        } else {
            let others = Trim::new(others).ok()?;
            let places = curves.iter().flat_map(|curve| TRIM_SIDE_SAMPLES.map(|s| curve.at(s)));
            places.into_iter().find_map(|place: DVec2| {
                let place = place.to_array().map(Interval::from);
                if others.inside(place) { Some(true) } else { others.outside(place).then_some(false) }
            })?
        };
        signs.push(if (area > 0.0) == within { -1.0 } else { 1.0 });
    }
    Some(signs)
}

/// Nodes and weights of Gauss–Legendre quadrature with eight nodes on [−1, 1].
const GAUSS: [(f64, f64); 8] = [
    (-0.960_289_856_497_536_3, 0.101_228_536_290_376_26),
    (-0.796_666_477_413_626_7, 0.222_381_034_453_374_48),
    (-0.525_532_409_916_329, 0.313_706_645_877_887_3),
    (-0.183_434_642_495_649_8, 0.362_683_783_378_362),
    (0.183_434_642_495_649_8, 0.362_683_783_378_362),
    (0.525_532_409_916_329, 0.313_706_645_877_887_3),
    (0.796_666_477_413_626_7, 0.222_381_034_453_374_48),
    (0.960_289_856_497_536_3, 0.101_228_536_290_376_26),
];
