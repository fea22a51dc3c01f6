//! Proved bounding boxes and bounding balls of a body of faces.
//!
//! *Question.* What holds the whole body during a time interval?
//! *Idea.* For a box, the faces are split into cells, and each cell is enclosed. For a ball about the centre of
//! the box, the piece of the surface that may be farthest away is bisected until the bound is tight.
//! *Guarantee.* Every point of every face is inside at every instant of the interval. If a coordinate may be
//! undefined, the answer is all of space.
//! *Cost.* [`EXTENT_CELLS`]² enclosures per face for a box, times [`EXTENT_INSTANTS`] if it deforms; a few
//! hundred for a ball.

use super::{Brep, Patch, PatchWork};
use crate::enclose;
use crate::tolerance::{EXTENT_CELLS, EXTENT_INSTANTS, REACH_EXCESS, REACH_PIECES};
use glam::DVec3;
use std::collections::BinaryHeap;
use tangency_interval::{Interval, Largest, Vector, Vector3};

impl Brep {
    /// The bounding box of all points during the time interval, in the body's frame.
    ///
    /// ```
    /// use tangency_geometry::surface::Brep;
    /// use tangency_interval::Interval;
    ///
    /// let ring = Brep::torus(2.0, 0.5)?.bounding_box(Interval::ZERO);
    /// assert!(ring[0].contains(2.5) && ring[0].upper() < 2.6 && ring[2].upper() < 0.55);
    /// # Ok::<(), tangency_geometry::surface::SurfaceError>(())
    /// ```
    #[must_use]
    pub fn bounding_box(&self, span: Interval) -> Vector3 {
        self.cells(span).into_iter().fold(Vector([Interval::EMPTY; 3]), Vector3::hull)
    }

    /// Upper bound on the distance of any point from the body's origin during the time interval, in metres.
    #[must_use]
    pub fn reach(&self, span: Interval) -> f64 {
        self.farthest(DVec3::ZERO, span)
    }

    /// A bounding ball of all points during the time interval: its centre in the body's frame, and its radius.
    #[must_use]
    pub fn ball(&self, span: Interval) -> (DVec3, f64) {
        let centre = DVec3::from_array(self.bounding_box(span).mid());
        (centre, self.farthest(centre, span))
    }

    /// Upper bound on the distance of any point from the centre during the time interval. Bisects the piece of
    /// the surface with the largest bound until a sampled point is almost as far.
    fn farthest(&self, centre: DVec3, span: Interval) -> f64 {
        let mut work: Vec<PatchWork> = vec![PatchWork::default(); self.faces().len()];
        let (mut pieces, mut seen) = (BinaryHeap::new(), 0.0_f64);
        for (face, work) in work.iter_mut().enumerate() {
            let patch = self.faces()[face].patch();
            let [u, v] = patch.domain();
            // Time does not matter if nothing deforms.
            let time = if patch.deforms() { span } else { Interval::from(span.lower()) };
            pieces.push(SurfacePiece::ranked(face, patch, [u, v, time], centre, work));
        }
        let most = REACH_PIECES * self.faces().len();
        while let Some(Largest { key: distance, item: SurfacePiece { face, region, widest } }) = pieces.pop() {
            let (lower, upper) = region[widest].split();
            if distance <= seen * (1.0 + REACH_EXCESS) || pieces.len() >= most || lower == upper {
                return distance;
            }
            let patch = self.faces()[face].patch();
            for half in [lower, upper] {
                let mut region = region;
                region[widest] = half;
                let [u, v, t] = region.map(Interval::mid);
                seen = seen.max(patch.values(u, v, t, &mut work[face]).distance(centre));
                pieces.push(SurfacePiece::ranked(face, patch, region, centre, &mut work[face]));
            }
        }
        0.0
    }

    /// Boxes of pieces of the surface that together hold all of it.
    fn cells(&self, span: Interval) -> Vec<Vector3> {
        let mut cells = Vec::new();
        for face in self.faces() {
            let mut work = PatchWork::default();
            let [u, v] = face.patch().domain();
            let times = if face.patch().deforms() { pieces(span, EXTENT_INSTANTS) } else { vec![span] };
            for &u in &pieces(u, EXTENT_CELLS) {
                for &v in &pieces(v, EXTENT_CELLS) {
                    cells.extend(times.iter().map(|&time| face.patch().point([u, v, time], &mut work)));
                }
            }
        }
        cells
    }
}

/// Splits the range into `count` pieces that together hold all of it.
fn pieces(range: Interval, count: usize) -> Vec<Interval> {
    let cut = |i: usize| match i {
        0 => range.lower(),
        i if i == count => range.upper(),
        i => range.lower() + (range.upper() - range.lower()) * (i as f64 / count as f64),
    };
    (0..count).map(|i| Interval::between(cut(i), cut(i + 1))).collect()
}

/// A piece of a face during a part of the time interval.
struct SurfacePiece {
    face: usize,
    region: [Interval; 3],
    /// The parameter to bisect.
    widest: usize,
}

impl SurfacePiece {
    /// The piece, with an upper bound on its distance from the centre as the key.
    fn ranked(face: usize, patch: &Patch, region: [Interval; 3], centre: DVec3, work: &mut PatchWork) -> Largest<Self> {
        let longest = Vector(region).widest();
        let Some(jet) = patch.jet(region, work) else {
            let distance = (patch.point(region, work) - enclose(centre)).length().upper();
            let key = if distance.is_nan() { f64::INFINITY } else { distance };
            return Largest { key, item: Self { face, region, widest: longest } };
        };
        let from_centre = jet.point - enclose(centre);
        let middle = region.map(|range| Interval::from(range.mid()));
        let at_middle = (patch.point(middle, work) - enclose(centre)).length_sq();
        let slopes = [jet.du, jet.dv, jet.dt];
        // The squared distance in mean value form: on a round surface it hardly changes.
        let change = |i: usize| from_centre.dot(slopes[i]) * 2.0 * (region[i] - middle[i]);
        let distance_sq = from_centre.length_sq().upper().min((at_middle + change(0) + change(1) + change(2)).upper());
        let run = |i: usize| slopes[i].length().upper() * region[i].width();
        let widest = (0..3).fold(longest, |best, i| if run(i) > run(best) { i } else { best });
        let key = Interval::from(distance_sq.max(0.0)).sqrt().upper();
        Largest { key, item: Self { face, region, widest } }
    }
}
