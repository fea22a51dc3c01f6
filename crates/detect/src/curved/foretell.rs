//! How long two pieces will stay apart.
//!
//! **Question.** Over which span of time is it worth while to ask for a proof that two pieces are apart?
//!
//! **Idea.** At one instant, the gap between their boxes along an axis, or between the pieces themselves along some direction, divided by the rate at which
//! it closes. Pieces reach ahead of their centres as far as tangents and second derivatives take them.
//!
//! **Guarantee.** None: these are plain numbers, and rates change. What is foretold is then proved, or not.
//!
//! **Cost.** A quarter of a proof.
//!
//! **Source.** The step of conservative advancement (Mirtich, *Impulse-based dynamic simulation*, 1996, section 2.3), for pieces of surface.

use super::element::Piece;
use glam::DVec3;
use tangency_interval::{Interval, Vector3};

/// The middle of a box.
pub(super) fn plain(vector: Vector3) -> DVec3 {
    DVec3::from_array(vector.mid())
}

/// For how many seconds a gap that closes at this rate will last.
pub(super) fn lasts(gap: f64, closing: f64) -> f64 {
    if !(gap > 0.0) {
        0.0
    } else if closing <= 0.0 {
        f64::INFINITY
    } else {
        gap / closing
    }
}

/// For how many seconds two boxes will be apart along some axis, if the first moves at these rates as the second sees it.
pub(super) fn boxes_apart_for(a: Vector3, b: Vector3, rate: Vector3) -> f64 {
    let along = |axis: usize| {
        let (a, b, rate) = (a[axis], b[axis], rate[axis]);
        lasts(a.lower() - b.upper(), -rate.lower()).max(lasts(b.lower() - a.upper(), rate.upper()))
    };
    (0..3).map(along).fold(0.0, f64::max)
}

/// A piece in plain numbers: its tangents, and half of its second derivatives, each times how far the parameters go from their middle.
pub(super) struct Side {
    pub(super) tangents: [DVec3; 2],
    ways: [DVec3; 5],
}

impl Side {
    /// Of a piece over these parameters, with its vectors turned into the common frame.
    pub(super) fn new(piece: &Piece, parameters: &[Interval], turned: impl Fn(Vector3) -> Vector3) -> Self {
        let [u, v] = [0, 1].map(|index: usize| parameters.get(index).map_or(0.0, |side| side.radius()));
        let turned = |vector: Vector3| plain(turned(Vector3::point(vector.mid())));
        let tangents = piece.tangents.map(&turned);
        let mut ways = [tangents[0] * u, tangents[1] * v, DVec3::ZERO, DVec3::ZERO, DVec3::ZERO];
        if let Some(jet) = &piece.jet {
            let bends = [jet.duu, jet.duv, jet.dvv].map(turned);
            (ways[2], ways[3], ways[4]) = (0.5 * u * u * bends[0], u * v * bends[1], 0.5 * v * v * bends[2]);
        }
        Self { tangents, ways }
    }

    /// How far the piece reaches along a direction.
    pub(super) fn bulge(&self, direction: DVec3) -> f64 {
        self.ways.iter().map(|way| direction.dot(*way).abs()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_interval::Vector;

    #[test]
    fn gaps_last_until_they_are_closed() {
        assert_eq!(lasts(2.0, 4.0), 0.5);
        assert_eq!(lasts(2.0, -1.0), f64::INFINITY);
        assert_eq!([lasts(0.0, -1.0), lasts(-1.0, 1.0), lasts(f64::NAN, 1.0)], [0.0; 3]);
        let interval = Interval::between;
        let box_at = |x: f64| Vector([interval(x, x + 1.0), interval(0.0, 1.0), interval(0.0, 1.0)]);
        let rate = Vector([interval(-2.0, -1.0), interval(-9.0, 9.0), Interval::ZERO]);
        assert_eq!(boxes_apart_for(box_at(5.0), box_at(0.0), rate), 2.0);
        assert_eq!(boxes_apart_for(box_at(-5.0), box_at(0.0), rate), f64::INFINITY);
        assert_eq!(boxes_apart_for(box_at(0.5), box_at(0.0), rate), 0.0);
    }
}
