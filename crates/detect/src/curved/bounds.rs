//! Cheap bounds that narrow the time in which two bodies can touch.
//!
//! **Question.** During which part of a stretch of time can two bodies come close at all?
//!
//! **Idea.** A ball around each body, with its centre fixed in the body: the distance of the centres is a function of time alone. Spans in which
//! it exceeds both radii together are left out, from the front and from the back, by halving.
//!
//! **Guarantee.** Outside of the window there is no contact. What deforms is held by its ball during the whole stretch.
//!
//! **Cost.** A few hundred pieces of surface once for every body, then some dozen distances.
//!
//! **Source.** Snyder et al. 1993, section 6 and figure 9; section 7, steps 1 and 2.

use super::frame::Frame;
use crate::tolerance::{BOUND_CELLS, WINDOW_HALVINGS};
use glam::DVec3;
use tangency_geometry::surface::{Brep, PatchWork};
use tangency_interval::{Interval, Vector, Vector3};

/// What holds a body, in its own frame, during a span of time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// A box.
    pub(super) region: Vector3,
    /// The middle of the box.
    pub(super) centre: Vector3,
    /// Of a ball around the middle.
    pub(super) radius: f64,
}

impl Bounds {
    /// Of curved faces during a span.
    pub(crate) fn of_faces(brep: &Brep, time: Interval) -> Self {
        Self::of_boxes(&pieces(brep, time))
    }

    /// Of vertices at rest.
    pub(crate) fn of_vertices(vertices: &[DVec3]) -> Self {
        let points: Vec<Vector3> = vertices.iter().map(|vertex| Vector3::point(vertex.to_array())).collect();
        Self::of_boxes(&points)
    }

    fn of_boxes(boxes: &[Vector3]) -> Self {
        let region = boxes.iter().copied().reduce(Vector3::hull).unwrap_or(Vector3::ZERO);
        let centre = Vector3::point(region.mid());
        let radius = boxes.iter().map(|piece| (*piece - centre).length().upper()).fold(0.0, f64::max);
        Self { region, centre, radius }
    }

    /// Of a body of which a box is known that holds it.
    pub(crate) fn of_box(region: Vector3) -> Self {
        let centre = Vector3::point(region.mid());
        Self { region, centre, radius: (region - centre).length().upper() }
    }

    /// The box.
    pub(crate) fn region(&self) -> Vector3 {
        self.region
    }

    /// The radius of the ball around the middle of the box.
    pub(crate) fn radius(&self) -> f64 {
        self.radius
    }

    /// The middle of the box.
    pub(crate) fn middle(&self) -> DVec3 {
        DVec3::from_array(self.region.mid())
    }

    /// The box around the ball, wherever its centre is in `centre`.
    pub(crate) fn ball(&self, centre: Vector3) -> Vector3 {
        Vector(centre.0.map(|coordinate| coordinate + Interval::between(-self.radius, self.radius)))
    }

    /// Upper bound on the distance of any of its points from the body's origin.
    pub(crate) fn reach(&self) -> f64 {
        (self.centre.length() + self.radius).upper()
    }
}

/// Boxes around the pieces of all faces.
fn pieces(brep: &Brep, time: Interval) -> Vec<Vector3> {
    let mut work = PatchWork::default();
    let mut boxes = Vec::new();
    for face in brep.faces() {
        let patch = face.patch();
        let [u, v] = patch.domain().map(cut);
        for &along in &u {
            for &across in &v {
                boxes.push(patch.point([along, across, time], &mut work));
            }
        }
    }
    boxes
}

/// The range in equal parts.
pub(super) fn cut(range: Interval) -> Vec<Interval> {
    let place = |index: u32| {
        if index == BOUND_CELLS {
            range.upper()
        } else {
            range.lower() + (range.upper() - range.lower()) * f64::from(index) / f64::from(BOUND_CELLS)
        }
    };
    (0..BOUND_CELLS).map(|index| Interval::between(place(index), place(index + 1))).collect()
}

/// The part of the stretch outside of which the two balls are apart by more than the separation; `None` if that is all of it.
pub(super) fn window(bounds: &[Bounds; 2], frame: &Frame<'_>, stretch: Interval, separation: f64) -> Option<Interval> {
    let reach = (Interval::from(bounds[0].radius) + bounds[1].radius + separation).upper();
    let apart = |span: Interval| {
        let way = frame.during(span).point(bounds[0].centre) - bounds[1].centre;
        way.length().lower() > reach
    };
    let first = first_not(&apart, stretch, WINDOW_HALVINGS, false)?;
    let last = first_not(&apart, stretch, WINDOW_HALVINGS, true)?;
    Some(Interval::between(first.lower().min(last.lower()), last.upper()))
}

/// The first part (or the last, if `backwards`) of the span that is not proved apart.
fn first_not(apart: &dyn Fn(Interval) -> bool, span: Interval, halvings: u32, backwards: bool) -> Option<Interval> {
    if apart(span) {
        return None;
    }
    if halvings == 0 || span.is_singleton() {
        return Some(span);
    }
    let (left, right) = span.split();
    let (near, far) = if backwards { (right, left) } else { (left, right) };
    first_not(apart, near, halvings - 1, backwards).or_else(|| first_not(apart, far, halvings - 1, backwards))
}
