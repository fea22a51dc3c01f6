//! Estimates of how long two surface pieces will stay apart.
//!
//! **Question.** Over which span of time is a proof that two pieces are apart likely to succeed?
//!
//! **Idea.** At one instant, take the gap between the boxes along an axis, or between the pieces along some
//! direction, and divide it by its closing speed. Tangents and second derivatives bound how far a piece reaches
//! from its centre.
//!
//! **Guarantee.** None: plain numbers, and rates change. The search then proves the estimate or fails to.
//!
//! **Cost.** A quarter of a proof.
//!
//! **Source.** The step of conservative advancement (Mirtich, *Impulse-based dynamic simulation*, 1996, section
//! 2.3), for pieces of surface.

use crate::curved::elements::ElementEnclosure;
use glam::DVec3;
use tangency_interval::{Interval, Vector3};

/// The midpoint of a box.
pub(super) fn midpoint(vector: Vector3) -> DVec3 {
    DVec3::from_array(vector.mid())
}

/// The time in seconds after which a gap that closes at this speed is closed.
pub(super) fn time_to_close(gap: f64, closing: f64) -> f64 {
    if !(gap > 0.0) {
        0.0
    } else if closing <= 0.0 {
        f64::INFINITY
    } else {
        gap / closing
    }
}

/// The time in seconds for which two boxes stay apart along some axis, if the first moves at these rates relative
/// to the second.
pub(super) fn time_boxes_stay_apart(a: Vector3, b: Vector3, rate: Vector3) -> f64 {
    let along = |axis: usize| {
        let (a, b, rate) = (a[axis], b[axis], rate[axis]);
        time_to_close(a.lower() - b.upper(), -rate.lower()).max(time_to_close(b.lower() - a.upper(), rate.upper()))
    };
    (0..3).map(along).fold(0.0, f64::max)
}

/// The extent of a surface piece in plain numbers: tangents and half of the second derivatives, each times the
/// half-widths of the parameters.
pub(super) struct EnclosureExtent {
    pub(super) tangents: [DVec3; 2],
    vectors: [DVec3; 5],
}

impl EnclosureExtent {
    /// The extent over these parameters, with vectors rotated into the common frame.
    pub(super) fn new(piece: &ElementEnclosure, parameters: &[Interval], rotated: impl Fn(Vector3) -> Vector3) -> Self {
        let [u, v] = [0, 1].map(|index: usize| parameters.get(index).map_or(0.0, |side| side.radius()));
        let rotated = |vector: Vector3| midpoint(rotated(Vector3::point(vector.mid())));
        let tangents = piece.tangents.map(&rotated);
        let mut vectors = [tangents[0] * u, tangents[1] * v, DVec3::ZERO, DVec3::ZERO, DVec3::ZERO];
        if let Some(jet) = &piece.jet {
            let bends = [jet.duu, jet.duv, jet.dvv].map(rotated);
            (vectors[2], vectors[3], vectors[4]) = (0.5 * u * u * bends[0], u * v * bends[1], 0.5 * v * v * bends[2]);
        }
        Self { tangents, vectors }
    }

    /// The distance from the centre over which the piece reaches along a direction.
    pub(super) fn bulge(&self, direction: DVec3) -> f64 {
        self.vectors.iter().map(|vector| direction.dot(*vector).abs()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_interval::Vector;

    #[test]
    fn gaps_last_until_they_are_closed() {
        assert_eq!(time_to_close(2.0, 4.0), 0.5);
        assert_eq!(time_to_close(2.0, -1.0), f64::INFINITY);
        assert_eq!([time_to_close(0.0, -1.0), time_to_close(-1.0, 1.0), time_to_close(f64::NAN, 1.0)], [0.0; 3]);
        let interval = Interval::between;
        let box_at = |x: f64| Vector([interval(x, x + 1.0), interval(0.0, 1.0), interval(0.0, 1.0)]);
        let rate = Vector([interval(-2.0, -1.0), interval(-9.0, 9.0), Interval::ZERO]);
        assert_eq!(time_boxes_stay_apart(box_at(5.0), box_at(0.0), rate), 2.0);
        assert_eq!(time_boxes_stay_apart(box_at(-5.0), box_at(0.0), rate), f64::INFINITY);
        assert_eq!(time_boxes_stay_apart(box_at(0.5), box_at(0.0), rate), 0.0);
    }
}
