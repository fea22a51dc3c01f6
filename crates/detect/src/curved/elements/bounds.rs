//! A box and a ball around a body.
//!
//! **Question.** Which simple volumes contain a body, in its own frame, during a span of time?
//!
//! **Idea.** Cut every face into a fixed grid of pieces, a Bézier patch into parts with control nets of their own. The
//! hull of their boxes is the box, and the ball around its centre contains the boxes of all pieces.
//!
//! **Guarantee.** Box and ball contain the body during the whole span, also if it deforms.
//!
//! **Cost.** A few hundred pieces of surface, once per body.
//!
//! **Source.** Snyder et al. 1993, section 6 and figure 9.

use crate::tolerance::{BOUND_CELLS, BOUND_PARTS};
use glam::DVec3;
use tangency_geometry::farthest_from;
use tangency_geometry::spline::NetTree;
use tangency_geometry::surface::{Brep, PatchWork};
use tangency_interval::{Interval, Vector, Vector3};

/// A box and a ball that contain a body, in its own frame, during a span of time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyBounds {
    /// The box.
    region: Vector3,
    /// The centre of the box.
    centre: Vector3,
    /// Metres. The radius of the ball around the centre.
    radius: f64,
}

impl BodyBounds {
    /// The bounds of curved faces during a span.
    pub(crate) fn of_faces(brep: &Brep, time: Interval) -> Self {
        Self::of_boxes(&pieces(brep, time))
    }

    /// The bounds of vertices at rest.
    pub(crate) fn of_vertices(vertices: &[DVec3]) -> Self {
        let around = |[lower, upper]: [DVec3; 2], &vertex: &DVec3| [lower.min(vertex), upper.max(vertex)];
        let [lower, upper] = vertices.iter().fold([*vertices.first().unwrap_or(&DVec3::ZERO); 2], around);
        let region = Vector3::from_fn(|axis| Interval::between(lower[axis], upper[axis]));
        let middle = region.mid();
        let radius = farthest_from(DVec3::from_array(middle), vertices);
        Self { region, centre: Vector3::point(middle), radius }
    }

    fn of_boxes(boxes: &[Vector3]) -> Self {
        let region = boxes.iter().copied().reduce(Vector3::hull).unwrap_or(Vector3::ZERO);
        let centre = Vector3::point(region.mid());
        let radius = boxes.iter().map(|piece| (*piece - centre).length().upper()).fold(0.0, f64::max);
        Self { region, centre, radius }
    }

    /// The bounds of a body inside a known box.
    pub(crate) fn of_box(region: Vector3) -> Self {
        let centre = Vector3::point(region.mid());
        Self { region, centre, radius: (region - centre).length().upper() }
    }

    /// The box.
    pub(crate) fn region(&self) -> Vector3 {
        self.region
    }

    /// The centre of the box and of the ball.
    pub(in crate::curved) fn centre(&self) -> Vector3 {
        self.centre
    }

    /// Metres. The radius of the ball around the centre of the box.
    pub(crate) fn radius(&self) -> f64 {
        self.radius
    }

    /// The centre of the box in plain numbers.
    pub(crate) fn middle(&self) -> DVec3 {
        DVec3::from_array(self.region.mid())
    }

    /// The box around the ball, for every position of its centre within `centre`.
    pub(crate) fn ball(&self, centre: Vector3) -> Vector3 {
        Vector(centre.0.map(|coordinate| coordinate + Interval::between(-self.radius, self.radius)))
    }

    /// Metres. Upper bound on the distance of any point of the body from its origin.
    pub(crate) fn reach(&self) -> f64 {
        (self.centre.length() + self.radius).upper()
    }
}

/// The boxes of a grid of pieces of every face.
fn pieces(brep: &Brep, time: Interval) -> Vec<Vector3> {
    let mut work = PatchWork::default();
    let mut boxes = Vec::new();
    for face in brep.faces() {
        let patch = face.patch();
        if let Some(mut tree) = patch.spline().and_then(|spline| NetTree::new(&[(spline, patch.domain())])) {
            boxes.extend(net_boxes(&mut tree, time));
            continue;
        }
        let [u, v] = patch.domain().map(cut);
        for &along in &u {
            for &across in &v {
                boxes.push(patch.point([along, across, time], &mut work));
            }
        }
    }
    boxes
}

/// The boxes of parts of a face.
fn net_boxes(tree: &mut NetTree, time: Interval) -> Vec<Vector3> {
    let shares = match tree.span() {
        Some([from, to]) => (time - from) / (Interval::from(to) - from),
        None => Interval::ZERO,
    };
    let mut parts = vec![NetTree::ROOT];
    // Breadth first: the largest parts are halved first.
    for index in 0..BOUND_PARTS - 1 {
        let Some(halves) = parts.get(index).and_then(|&part| tree.halves(part)) else { break };
        parts.extend(halves);
    }
    let leaves = parts.split_off(parts.len() / 2);
    leaves.into_iter().map(|part| tree.node(part).bounding_box(shares)).collect()
}

/// The range in `BOUND_CELLS` equal parts.
fn cut(range: Interval) -> Vec<Interval> {
    let place = |index: u32| {
        if index == BOUND_CELLS {
            range.upper()
        } else {
            range.lower() + (range.upper() - range.lower()) * f64::from(index) / f64::from(BOUND_CELLS)
        }
    };
    (0..BOUND_CELLS).map(|index| Interval::between(place(index), place(index + 1))).collect()
}
