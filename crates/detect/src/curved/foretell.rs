//! How long two pieces will stay apart.
//!
//! **Question.** Over which span of time is it worth while to ask for a proof that two pieces are apart?
//!
//! **Idea.** At one instant, what keeps them apart along some direction, or the value of a function that must vanish, is enclosed for all their
//! points, and so is the rate at which it changes: gap divided by rate.
//!
//! **Guarantee.** None: rates change. What is foretold is then proved, or not.
//!
//! **Source.** The step of conservative advancement (Mirtich, *Impulse-based dynamic simulation*, 1996, section 2.3), for pieces of surface.

use tangency_interval::{Interval, Vector3};

/// For how many seconds a quantity that changes at these rates will not be zero; none if it may be so now.
pub(super) fn apart_for(quantity: Interval, rate: Interval) -> f64 {
    let lasts = |gap: f64, closing: f64| {
        if !(gap > 0.0) {
            0.0
        } else if closing <= 0.0 {
            f64::INFINITY
        } else {
            gap / closing
        }
    };
    lasts(quantity.lower(), -rate.lower()).max(lasts(-quantity.upper(), rate.upper()))
}

/// For how many seconds two boxes will be apart along some axis, if the first moves at these rates as the second sees it.
pub(super) fn boxes_apart_for(a: Vector3, b: Vector3, rate: Vector3) -> f64 {
    (0..3).map(|axis| apart_for(a[axis] - b[axis], rate[axis])).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_interval::Vector;

    #[test]
    fn gaps_last_until_they_are_closed() {
        let interval = Interval::between;
        assert_eq!(apart_for(interval(2.0, 3.0), interval(-4.0, 1.0)), 0.5);
        assert_eq!(apart_for(interval(-3.0, -2.0), interval(-4.0, 1.0)), 2.0);
        assert_eq!(apart_for(interval(2.0, 3.0), interval(0.0, 1.0)), f64::INFINITY);
        assert_eq!(apart_for(interval(-1.0, 3.0), interval(1.0, 1.0)), 0.0);
        assert_eq!(apart_for(Interval::ENTIRE, Interval::ENTIRE), 0.0);
        let box_at = |x: f64| Vector([interval(x, x + 1.0), interval(0.0, 1.0), interval(0.0, 1.0)]);
        let rate = Vector([interval(-2.0, -1.0), interval(-9.0, 9.0), Interval::ZERO]);
        assert_eq!(boxes_apart_for(box_at(5.0), box_at(0.0), rate), 2.0);
        assert_eq!(boxes_apart_for(box_at(0.5), box_at(0.0), rate), 0.0);
    }
}
