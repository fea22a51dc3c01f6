//! Sheets: spline surfaces of several Bézier patches over one rectangle of parameters.
//!
//! *Question.* Where is a spline surface over a box of its own parameters, and what are its derivatives?
//! *Idea.* Knots cut the rectangle into a grid of cells, each with one Bézier patch. A box is cut along the knots, and
//! the enclosures of its parts are joined. A trimmed face then keeps one domain, and needs no edges along the knots.
//! *Guarantee.* Encloses the exact points and derivatives of the patches. Across a knot with continuous first
//! derivatives, the second derivatives hold those of both sides, so that they bound every slope of the first ones.
//! There is no jet across a crease.
//! *Cost.* One jet of a patch for each cell that the box cuts; the jets of whole cells are kept.
//! *Source.* G. Farin, *Curves and Surfaces for CAGD*; slopes across a joint as in `surface::chart`.

use super::{BezierPatch, NurbsSurface, SplineError, SplinePart, SplineWork};
use crate::surface::SurfaceJet;
use crate::tolerance::{SHEET_JOINT_SAMPLES, SHEET_SMOOTH_JOINT};
use glam::DVec3;
use std::ops::RangeInclusive;
use std::sync::Arc;
use tangency_interval::{Interval, Vector, Vector3};

/// A spline surface as a grid of Bézier patches, over its own ranges of u and v.
///
/// ```
/// use glam::dvec3;
/// use tangency_geometry::spline::NurbsSurface;
///
/// // A biquadratic strip of two spans along u.
/// let points = (0..12).map(|i| dvec3((i / 3) as f64, (i % 3) as f64, 0.0)).collect();
/// let knots = [vec![0., 0., 0., 1., 2., 2., 2.], vec![0., 0., 0., 1., 1., 1.]];
/// let sheet = NurbsSurface::new([2, 2], knots, points, vec![])?.sheet()?;
/// assert_eq!(sheet.domain(), [[0.0, 2.0], [0.0, 1.0]]);
/// assert!(sheet.at(2.0, 1.0).distance(dvec3(3.0, 2.0, 0.0)) < 1e-15);
/// # Ok::<(), tangency_geometry::spline::SplineError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SplineSheet {
    /// The knots along u and v, ascending.
    breaks: [Vec<f64>; 2],
    /// Row by row: v advances within a row.
    cells: Vec<Arc<SheetCell>>,
    /// Whether the first derivatives are continuous across each of the inner knots.
    smooth: [Vec<bool>; 2],
}

/// The patch of one cell, and its jet over the whole cell, by its own parameters.
#[derive(Clone, Debug, PartialEq)]
struct SheetCell {
    patch: BezierPatch,
    whole: Option<SurfaceJet>,
}

impl NurbsSurface {
    /// The surface as a sheet.
    ///
    /// # Errors
    /// If the weights of a patch differ too much.
    pub fn sheet(&self) -> Result<SplineSheet, SplineError> {
        let pieces = self.all_pieces()?;
        let breaks = [0, 1].map(|axis| {
            let mut breaks: Vec<f64> = pieces.iter().flat_map(|piece| piece.domain[axis]).collect();
            breaks.sort_by(f64::total_cmp);
            breaks.dedup();
            breaks
        });
        let unit = Interval::between(0.0, 1.0);
        let mut work = SplineWork::default();
        let cells = pieces.into_iter().map(|piece| {
            let whole = piece.patch.jet([unit, unit, Interval::ZERO], &mut work);
            Arc::new(SheetCell { patch: piece.patch, whole })
        });
        let mut sheet = SplineSheet { breaks, cells: cells.collect(), smooth: [Vec::new(), Vec::new()] };
        let degree = self.degree();
        sheet.smooth = [0, 1].map(|axis| {
            let inner = 1..sheet.breaks[axis].len() - 1;
            let often = |knot: f64| self.knots()[axis].iter().filter(|&&other| other == knot).count();
            // A knot that occurs less often than the degree has continuous derivatives.
            inner.map(|i| often(sheet.breaks[axis][i]) < degree[axis] || sheet.joins([axis, i], [axis, i])).collect()
        });
        Ok(sheet)
    }
}

impl SplineSheet {
    /// The ranges of u and v.
    #[must_use]
    pub fn domain(&self) -> [[f64; 2]; 2] {
        self.breaks.each_ref().map(|breaks| [breaks[0], breaks[breaks.len() - 1]])
    }

    /// The knots along u and v at which patches begin and end.
    #[must_use]
    pub fn breaks(&self) -> &[Vec<f64>; 2] {
        &self.breaks
    }

    /// The number of patches.
    #[must_use]
    pub fn count(&self) -> usize {
        self.cells.len()
    }

    /// The patch of the cell with these indices along u and v.
    #[must_use]
    pub fn patch(&self, index: [usize; 2]) -> &BezierPatch {
        &self.cell(index).patch
    }

    /// Whether there is a knot across which the first derivatives jump.
    #[must_use]
    pub fn has_creases(&self) -> bool {
        self.smooth.iter().flatten().any(|smooth| !smooth)
    }

    /// The point in floating point. Beyond the ranges the outermost patches continue.
    #[must_use]
    pub fn at(&self, u: f64, v: f64) -> DVec3 {
        self.plain_jet([u, v], &mut SplineWork::default())[0]
    }

    /// The same surface, repeated along u (0) or v (1) by whole ranges: `count[0]` times before its domain and
    /// `count[1]` times behind it. Its two ends must coincide.
    #[must_use]
    pub fn repeated(&self, axis: usize, count: [usize; 2]) -> Self {
        let (breaks, period) = (&self.breaks[axis], self.domain()[axis][1] - self.domain()[axis][0]);
        let copies = 1 + count[0] + count[1];
        let spans = breaks.len() - 1;
        let mut long = Vec::with_capacity(copies * spans + 1);
        for copy in 0..copies {
            let shift = (copy as f64 - count[0] as f64) * period;
            long.extend(breaks[..spans].iter().map(|&knot| knot + shift));
        }
        long.push(breaks[spans] + count[1] as f64 * period);
        let seam = self.joins([axis, 0], [axis, spans]);
        let mut smooth = Vec::new();
        for copy in 0..copies {
            smooth.extend(if copy > 0 { Some(seam) } else { None });
            smooth.extend_from_slice(&self.smooth[axis]);
        }
        let rows = self.breaks[1].len() - 1;
        let cells = if axis == 0 {
            (0..copies).flat_map(|_| self.cells.iter().cloned()).collect()
        } else {
            self.cells.chunks(rows).flat_map(|row| (0..copies).flat_map(|_| row.iter().cloned())).collect()
        };
        let mut sheet = Self { breaks: self.breaks.clone(), cells, smooth: self.smooth.clone() };
        (sheet.breaks[axis], sheet.smooth[axis]) = (long, smooth);
        sheet
    }

    /// Whether points and first derivatives behind the one knot agree with those before the other, up to rounding.
    fn joins(&self, [axis, behind]: [usize; 2], [_, before]: [usize; 2]) -> bool {
        let mut work = SplineWork::default();
        let across = &self.breaks[1 - axis];
        let mut frame = |break_index: usize, low: bool, other: usize, share: f64| {
            let cell = if low { break_index - 1 } else { break_index };
            let width = self.breaks[axis][cell + 1] - self.breaks[axis][cell];
            let local = if low { 1.0 } else { 0.0 };
            let (place, index) =
                if axis == 0 { ([local, share], [cell, other]) } else { ([share, local], [other, cell]) };
            let patch = &self.cells[index[0] * (self.breaks[1].len() - 1) + index[1]].patch;
            let [point, du, dv, ..] = patch.plain_jet([place[0], place[1], 0.0], &mut work);
            [point, if axis == 0 { du } else { dv } / width]
        };
        let mut pairs = Vec::new();
        for other in 0..across.len() - 1 {
            for i in 0..=SHEET_JOINT_SAMPLES {
                let share = i as f64 / SHEET_JOINT_SAMPLES as f64;
                pairs.push([frame(behind, false, other, share), frame(before, true, other, share)]);
            }
        }
        // At a pole the derivatives vanish, so that the largest ones are the scale.
        let scale = |index: usize| pairs.iter().map(|[one, _]| one[index].length()).fold(0.0, f64::max);
        let most = [0, 1].map(|index| SHEET_SMOOTH_JOINT * scale(index));
        pairs.iter().all(|[one, two]| (0..2).all(|index| one[index].distance(two[index]) <= most[index]))
    }

    /// The point and its derivatives in floating point, in the order of the fields of [`SurfaceJet`].
    pub(crate) fn plain_jet(&self, at: [f64; 2], work: &mut SplineWork) -> [DVec3; 9] {
        let index = [0, 1].map(|axis| {
            let inner = &self.breaks[axis][1..self.breaks[axis].len() - 1];
            inner.partition_point(|&knot| knot <= at[axis])
        });
        let (low, width) = self.cell_range(index);
        let [u, v] = [0, 1].map(|axis| (at[axis] - low[axis]) / width[axis]);
        let [point, du, dv, dt, duu, duv, dvv, dut, dvt] = self.cell(index).patch.plain_jet([u, v, 0.0], work);
        let [a, b] = width;
        [point, du / a, dv / b, dt, duu / (a * a), duv / (a * b), dvv / (b * b), dut, dvt]
    }

    fn cell(&self, [column, row]: [usize; 2]) -> &SheetCell {
        &self.cells[column * (self.breaks[1].len() - 1) + row]
    }

    /// The lower ends and the widths of a cell.
    fn cell_range(&self, index: [usize; 2]) -> ([f64; 2], [f64; 2]) {
        let low = [0, 1].map(|axis| self.breaks[axis][index[axis]]);
        (low, [0, 1].map(|axis| self.breaks[axis][index[axis] + 1] - low[axis]))
    }

    /// The cells within the domain that a range cuts. Behind the ends the outermost cells continue.
    fn cut(&self, axis: usize, range: Interval, domain: Interval) -> Option<RangeInclusive<usize>> {
        if range.is_empty() || !range.is_bounded() {
            return None;
        }
        let breaks = &self.breaks[axis];
        let inner = &breaks[1..breaks.len() - 1];
        // A wider range that ends on a knot belongs to one side. A point on a knot belongs to both, or to that on which
        // the face is.
        if !range.is_singleton() {
            let first = inner.partition_point(|&knot| knot <= range.lower());
            return Some(first..=inner.partition_point(|&knot| knot < range.upper()).max(first));
        }
        let lowest = inner.partition_point(|&knot| knot <= domain.lower());
        let highest = inner.partition_point(|&knot| knot < domain.upper()).max(lowest);
        let first = inner.partition_point(|&knot| knot < range.lower()).clamp(lowest, highest);
        Some(first..=inner.partition_point(|&knot| knot <= range.lower()).clamp(lowest, highest))
    }

    /// Holds every point over the box of (u, v), for a face over a part of the sheet.
    pub(crate) fn point(&self, region: [Interval; 2], domain: [Interval; 2], work: &mut SplineWork) -> Vector3 {
        let everywhere = Vector([Interval::ENTIRE; 3]);
        let [Some(columns), Some(rows)] = [0, 1].map(|axis| self.cut(axis, region[axis], domain[axis])) else {
            return everywhere;
        };
        let cells = columns.flat_map(|column| rows.clone().map(move |row| [column, row]));
        let points = cells.map(|index| match (self.local(index, region), self.cell(index)) {
            (None, SheetCell { whole: Some(jet), .. }) => jet.point,
            (local, SheetCell { patch, .. }) => {
                let [u, v] = local.unwrap_or([Interval::between(0.0, 1.0); 2]);
                patch.point([u, v, Interval::ZERO], work)
            }
        });
        points.reduce(Vector3::hull).unwrap_or(everywhere)
    }

    /// Encloses points and derivatives over the box, for a face over a part of the sheet. `None` across a crease. A box
    /// that ends on a crease has the jet of its side.
    pub(crate) fn jet(
        &self,
        region: [Interval; 2],
        domain: [Interval; 2],
        work: &mut SplineWork,
    ) -> Option<SurfaceJet> {
        let cut = [self.cut(0, region[0], domain[0])?, self.cut(1, region[1], domain[1])?];
        let across = |axis: usize| {
            let mut joints = cut[axis].clone().skip(1);
            joints.any(|index| !self.smooth[axis][index - 1])
        };
        if across(0) || across(1) { None } else { self.joined(cut, region, work) }
    }

    /// Whether the box holds a point of a crease amid the domain, on its border too.
    pub(crate) fn touches_crease(&self, region: [Interval; 2], domain: [Interval; 2]) -> bool {
        (0..2).any(|axis| self.creases(axis, domain[axis]).any(|index| region[axis].contains(self.breaks[axis][index])))
    }

    /// The same across creases: points and first derivatives hold those of all cells, and so every slope of the points.
    /// A box that ends on a crease has the slopes of both sides, so that planes that touch the crease alone are among
    /// its tangent planes.
    pub(crate) fn slopes(
        &self,
        region: [Interval; 2],
        domain: [Interval; 2],
        work: &mut SplineWork,
    ) -> Option<SurfaceJet> {
        let mut cut = [self.cut(0, region[0], domain[0])?, self.cut(1, region[1], domain[1])?];
        for axis in [0, 1] {
            for index in self.creases(axis, domain[axis]) {
                if region[axis].contains(self.breaks[axis][index]) {
                    cut[axis] = (*cut[axis].start()).min(index - 1)..=(*cut[axis].end()).max(index);
                }
            }
        }
        self.joined(cut, region, work)
    }

    /// The indices of the knots amid the domain that are creases.
    fn creases(&self, axis: usize, domain: Interval) -> impl Iterator<Item = usize> {
        let inner = 1..self.breaks[axis].len() - 1;
        inner.filter(move |&index| {
            let knot = self.breaks[axis][index];
            !self.smooth[axis][index - 1] && domain.lower() < knot && knot < domain.upper()
        })
    }

    /// The hull of the jets of some cells over the box.
    fn joined(
        &self,
        [columns, rows]: [RangeInclusive<usize>; 2],
        region: [Interval; 2],
        work: &mut SplineWork,
    ) -> Option<SurfaceJet> {
        let mut both: Option<SurfaceJet> = None;
        for index in columns.flat_map(|column| rows.clone().map(move |row| [column, row])) {
            let jet = self.cell_jet(index, region, work)?;
            both = Some(both.map_or(jet, |known| known.hull(&jet)));
        }
        both
    }

    /// The jet of one cell by the parameters of the sheet.
    fn cell_jet(&self, index: [usize; 2], region: [Interval; 2], work: &mut SplineWork) -> Option<SurfaceJet> {
        let jet = match self.local(index, region) {
            None => self.cell(index).whole?,
            Some([u, v]) => self.cell(index).patch.jet([u, v, Interval::ZERO], work)?,
        };
        let [a, b] = [0, 1].map(|axis| {
            let breaks = &self.breaks[axis];
            (Interval::from(breaks[index[axis] + 1]) - breaks[index[axis]]).recip()
        });
        Some(SurfaceJet {
            point: jet.point,
            du: jet.du * a,
            dv: jet.dv * b,
            dt: Vector3::ZERO,
            duu: jet.duu * a.sqr(),
            duv: jet.duv * (a * b),
            dvv: jet.dvv * b.sqr(),
            dut: Vector3::ZERO,
            dvt: Vector3::ZERO,
        })
    }

    /// The part over a box within one cell.
    pub(crate) fn part(&self, region: [Interval; 2]) -> Option<SplinePart> {
        let index = [0, 1].map(|axis| {
            let inner = &self.breaks[axis][1..self.breaks[axis].len() - 1];
            inner.partition_point(|&knot| knot <= region[axis].lower())
        });
        let cell = [0, 1].map(|axis| [self.breaks[axis][index[axis]], self.breaks[axis][index[axis] + 1]]);
        SplinePart::new(&self.cell(index).patch, cell, region)
    }

    /// The knot within a range, and not at its ends, that is nearest to its middle and no crease.
    pub(crate) fn knot_amid(&self, axis: usize, range: Interval) -> Option<f64> {
        let inner = &self.breaks[axis][1..self.breaks[axis].len() - 1];
        let first = inner.partition_point(|&knot| knot <= range.lower());
        let middle = range.mid();
        let within = inner.iter().zip(&self.smooth[axis]).skip(first).take_while(|(knot, _)| **knot < range.upper());
        let smooth = within.filter(|(_, smooth)| **smooth).map(|(knot, _)| *knot);
        smooth.min_by(|a, b| (a - middle).abs().total_cmp(&(b - middle).abs()))
    }

    /// The part of a box within a cell, by the parameters of its patch; `None` if it is the whole cell.
    fn local(&self, index: [usize; 2], region: [Interval; 2]) -> Option<[Interval; 2]> {
        let unit = Interval::between(0.0, 1.0);
        let part = [0, 1].map(|axis| {
            let breaks = &self.breaks[axis];
            let (from, to) = (breaks[index[axis]], breaks[index[axis] + 1]);
            let below = if index[axis] == 0 { f64::NEG_INFINITY } else { from };
            let above = if index[axis] + 2 == breaks.len() { f64::INFINITY } else { to };
            let part = region[axis].intersection(Interval::between(below, above));
            if part.lower() == from && part.upper() == to {
                return unit;
            }
            let local = (part - from) / (Interval::from(to) - from);
            // The exact quotient is within the unit range wherever the part is within the cell.
            let from_zero = if part.lower() >= from { 0.0 } else { f64::NEG_INFINITY };
            let to_one = if part.upper() <= to { 1.0 } else { f64::INFINITY };
            local.intersection(Interval::between(from_zero, to_one))
        });
        (part != [unit; 2]).then_some(part)
    }

    /// About the number of operations of a jet.
    pub(crate) fn instruction_count(&self) -> usize {
        self.cells.iter().map(|cell| 4 * cell.patch.control_points().len()).max().unwrap_or(1)
    }
}
