//! Whether a round primitive is clear of a torus during a span.
//!
//! **Question.** A ball or a pin passes through the hole of a torus that is hardly wider. Is it clear during a whole
//! span?
//!
//! **Idea.** A torus is all points within the tube radius of a circle. So the distance of a body from it is that from
//! the circle, less the tube radius. A ball is at the distance of its centre, less its radius. For a longer primitive,
//! the distance of its points from the axis of the torus is greatest at one of its end discs, because it is convex.
//! The distance from the plane of the circle is bounded by the discs as well. Both bounds together are a bound on the
//! distance from the circle. With both bodies on one axis it is sharp, so that no gap is too small.
//!
//! **Guarantee.** `true` proves that the bodies have no common point, and are farther apart than the separation.
//!
//! **Cost.** A microsecond for every piece of the primitive.
//!
//! **Source.** Ours.

use super::PlacedRound;
use tangency_geometry::Torus;
use tangency_interval::{Interval, Vector3};

/// `true` proves that the piece is farther than its radius from the torus. The piece is in the frame of the torus.
pub(super) fn clear_of_torus(torus: Torus, piece: &PlacedRound) -> bool {
    let reach = Interval::from(torus.tube) + piece.radius;
    let [first, second] = piece.discs;
    // A ball. Equal discs of a longer primitive have different centres.
    let ball = first.1 == 0.0 && second.1 == 0.0 && same_place(first.0, second.0);
    let distance = if ball { torus.circle_distance(first.0) } else { from_circle(torus, piece) };
    distance.lower() > reach.upper()
}

fn same_place(first: Vector3, second: Vector3) -> bool {
    (0..3).all(|axis| first[axis] == second[axis])
}

/// A number that is no greater than the distance of any point of the hull of both discs from the circle.
fn from_circle(torus: Torus, piece: &PlacedRound) -> Interval {
    // How far a disc reaches along the axis of the torus, as a share of its radius.
    let tilt = (piece.axis[0].sqr() + piece.axis[1].sqr()).sqrt();
    let ends = piece.discs.map(|(centre, radius)| {
        let radius = Interval::from(radius);
        let from_axis = (centre[0].sqr() + centre[1].sqr()).sqrt() + radius;
        let rise = tilt * radius;
        (from_axis.upper(), centre[2] - rise, centre[2] + rise)
    });
    let [first, second] = ends;
    let inside = Interval::from(torus.radius) - Interval::from(first.0.max(second.0));
    let above = first.1.lower().min(second.1.lower());
    let below = first.2.upper().max(second.2.upper());
    // The distance from the plane of the circle, if the piece is on one side.
    let aside = above.max(-below).max(0.0);
    let within = inside.lower().max(0.0);
    (Interval::from(within).sqr() + Interval::from(aside).sqr()).sqrt()
}
