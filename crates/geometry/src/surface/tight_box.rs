//! Proved bounding boxes that are tight to a stated share.
//!
//! *Question.* How far does the body reach along each axis?
//! *Idea.* For each of the six sides of the box, the piece of the surface that may reach farthest is halved until a
//! sampled point of the body is almost as far. Pieces are enclosed in mean value form, so that round pieces are tight
//! soon. Pieces that are proved to lie outside of the trim are dropped.
//! *Guarantee.* Every point of every face is inside at every instant of the interval. The excess is within the share,
//! unless the number of pieces reaches its limit; then the box is still proved, and no larger than
//! [`Brep::bounding_box`].
//! *Cost.* Some dozens of enclosures for each side of the box and each face that reaches far; at most
//! [`TIGHT_BOX_PIECES`] more than the number of faces.

use super::{Brep, Face, PatchWork};
use crate::tolerance::TIGHT_BOX_PIECES;
use std::collections::BinaryHeap;
use tangency_interval::{Interval, Largest, Vector, Vector3};

impl Brep {
    /// The bounding box of all points during the time interval, in the body's frame. Each side is too far out by at
    /// most this share of the longest side, unless the search for it takes too many pieces.
    ///
    /// ```
    /// use tangency_geometry::surface::Brep;
    /// use tangency_interval::Interval;
    ///
    /// let ring = Brep::torus(2.0, 0.5)?.tight_bounding_box(Interval::ZERO, 1e-4);
    /// assert!(ring[0].contains(2.5) && ring[0].upper() < 2.5005 && ring[2].upper() < 0.5005);
    /// # Ok::<(), tangency_geometry::surface::SurfaceError>(())
    /// ```
    #[must_use]
    pub fn tight_bounding_box(&self, span: Interval, share: f64) -> Vector3 {
        let coarse = self.bounding_box(span);
        if !longest(&coarse).is_finite() {
            return coarse;
        }
        let found = self.narrowed_box(&coarse, span, share * longest(&coarse));
        // The first box may hold much that trims cut off: the share is one of the second.
        let large = longest(&coarse) > 1.02 * longest(&found);
        if large { self.narrowed_box(&found, span, share * longest(&found)) } else { found }
    }

    /// The part of a box that holds the body; each side is too far out by at most `excess` if the pieces suffice.
    fn narrowed_box(&self, around: &Vector3, span: Interval, excess: f64) -> Vector3 {
        Vector(std::array::from_fn(|axis| {
            let [low, high] = [-1.0, 1.0].map(|sign| SideSearch { body: self, axis, sign, span }.farthest(excess));
            around[axis].intersection(Interval::between(-low, high))
        }))
    }
}

/// The longest side of a box.
fn longest(sides: &Vector3) -> f64 {
    sides.0.iter().map(|side| side.width()).fold(0.0, f64::max)
}

/// The search for one side of the box.
struct SideSearch<'body> {
    body: &'body Brep,
    axis: usize,
    /// 1 for the upper side, −1 for the lower one.
    sign: f64,
    span: Interval,
}

/// A piece of a face during a part of the time interval.
struct BoxPiece {
    face: usize,
    region: [Interval; 3],
    /// The parameter to halve.
    widest: usize,
}

impl SideSearch<'_> {
    /// Upper bound on the signed coordinate, too large by at most `excess` if the pieces suffice.
    fn farthest(&self, excess: f64) -> f64 {
        let faces = self.body.faces();
        let mut work: Vec<PatchWork> = vec![PatchWork::default(); faces.len()];
        let instant = self.span.mid();
        let corners = self.body.vertices().iter().map(|vertex| self.sign * vertex.at(instant)[self.axis]);
        let mut seen = corners.filter(|place| place.is_finite()).fold(f64::NEG_INFINITY, f64::max);
        let mut pieces = BinaryHeap::new();
        for (index, (face, work)) in faces.iter().zip(&mut work).enumerate() {
            let [u, v] = face.patch().domain();
            // Time does not matter if nothing deforms.
            let time = if face.patch().deforms() { self.span } else { Interval::from(self.span.lower()) };
            pieces.extend(self.piece(index, [u, v, time], work));
        }
        let most = TIGHT_BOX_PIECES + faces.len();
        while let Some(Largest { key: reach, item: BoxPiece { face, region, widest } }) = pieces.pop() {
            let (lower, upper) = region[widest].split();
            if reach <= seen + excess || pieces.len() >= most || lower == upper {
                return reach;
            }
            for half in [lower, upper] {
                let mut region = region;
                region[widest] = half;
                seen = seen.max(self.sample(&faces[face], region, &mut work[face]));
                pieces.extend(self.piece(face, region, &mut work[face]));
            }
        }
        // Every piece was outside of its trim, which a body with points does not have.
        f64::INFINITY
    }

    /// The signed coordinate of the middle of a piece, if it belongs to the face.
    fn sample(&self, face: &Face, region: [Interval; 3], work: &mut PatchWork) -> f64 {
        let [u, v, t] = region.map(Interval::mid);
        let place = self.sign * face.patch().values(u, v, t, work)[self.axis];
        let belongs = place.is_finite() && face.inside([u, v].map(Interval::from));
        if belongs { place } else { f64::NEG_INFINITY }
    }

    /// The piece with the upper bound on its signed coordinate as the key; `None` if it is outside of the trim.
    fn piece(&self, face: usize, region: [Interval; 3], work: &mut PatchWork) -> Option<Largest<BoxPiece>> {
        let (body_face, sign) = (&self.body.faces()[face], Interval::from(self.sign));
        let patch = body_face.patch();
        if body_face.outside([region[0], region[1]]) {
            return None;
        }
        let mut reach = (sign * patch.point(region, work)[self.axis]).upper();
        let mut widest = Vector(region).widest();
        if let Some(jet) = patch.jet(region, work) {
            let slopes = [jet.du, jet.dv, jet.dt];
            let middle = region.map(|range| Interval::from(range.mid()));
            let mut mean = sign * patch.point(middle, work)[self.axis];
            for i in 0..3 {
                mean += sign * slopes[i][self.axis] * (region[i] - middle[i]);
            }
            reach = reach.min(mean.upper());
            let run = |i: usize| slopes[i].length().upper() * region[i].width();
            widest = (0..3).fold(widest, |best, i| if run(i) > run(best) { i } else { best });
        }
        let key = if reach.is_nan() { f64::INFINITY } else { reach };
        Some(Largest { key, item: BoxPiece { face, region, widest } })
    }
}
