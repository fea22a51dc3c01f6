//! Where a body of faces is, at most: boxes and balls around it, with proof.
//!
//! *Question.* What holds all of the body, during a span?
//! *Idea.* The faces are cut into cells, each is enclosed; a box holds them all, a ball about the middle of the box as well.
//! *Guarantee.* Every point of every face is inside at every instant of the span. Where a coordinate may have no value the
//! answer is all of space.
//! *Cost.* [`EXTENT_CELLS`]² enclosures a face, times [`EXTENT_INSTANTS`] if it deforms.

use super::{Brep, PatchWork};
use crate::enclose;
use crate::tolerance::{EXTENT_CELLS, EXTENT_INSTANTS};
use glam::DVec3;
use tangency_interval::{Interval, Vector, Vector3};

impl Brep {
    /// The box that holds every point during the span, in the body's frame.
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

    /// Upper bound on the distance of any point from the body's origin during the span.
    #[must_use]
    pub fn reach(&self, span: Interval) -> f64 {
        farthest(&self.cells(span), DVec3::ZERO)
    }

    /// A ball that holds every point during the span: its centre in the body's frame, and its radius.
    #[must_use]
    pub fn ball(&self, span: Interval) -> (DVec3, f64) {
        let cells = self.cells(span);
        let hull = cells.iter().copied().fold(Vector([Interval::EMPTY; 3]), Vector3::hull);
        let centre = DVec3::from_array(hull.mid());
        (centre, farthest(&cells, centre))
    }

    /// Boxes of pieces of the surface, which together hold all of it.
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

/// The range in so many pieces, which together hold all of it.
pub(super) fn pieces(range: Interval, count: usize) -> Vec<Interval> {
    let cut = |i: usize| match i {
        0 => range.lower(),
        i if i == count => range.upper(),
        i => range.lower() + (range.upper() - range.lower()) * (i as f64 / count as f64),
    };
    (0..count).map(|i| Interval::between(cut(i), cut(i + 1))).collect()
}

/// Upper bound on the distance of any point of the boxes from the centre.
fn farthest(boxes: &[Vector3], centre: DVec3) -> f64 {
    boxes.iter().map(|&cell| (cell - enclose(centre)).length().upper()).fold(0.0, f64::max)
}
