//! Order of two points along an axis, and the time at which it changes.
//!
//! **Question.** Two coordinates x(t), y(t) are each linear or quadratic in time. Which one is larger from now
//! on, and when is it overtaken?
//!
//! **Idea.** The order at an instant is the order just after it: the larger position is ahead; at equal
//! positions the larger velocity, then the larger acceleration, and for identical plans the smaller index.
//! Signs come from interval arithmetic, and from exact arithmetic where intervals are undecided, so the order
//! is never wrong. The time of overtaking must only not be late. The difference d(now + τ) = d₀ + d₁τ + d₂τ², τ
//! ≥ 0, is nowhere below the polynomial of the lower ends of its enclosed coefficients. The smallest positive
//! root of that polynomial, rounded down, is the bound. Close to the event, where rounding makes the bound
//! useless, a search with exact signs finds the first floating-point instant of the new order.
//!
//! **Guarantee.** [`is_ahead`] is exact. No overtaking happens before [`not_before`] or before
//! [`first_instant`]. At [`first_instant`] the order has changed, exactly.
//!
//! **Cost.** Two evaluations and a square root; [`first_instant`] at most 130 exact comparisons, usually fewer
//! than ten.
//!
//! **Source.** Teschner et al. 2006, kinetic AABB trees (events of linear flight plans). Quadratic plans and
//! the treatment of rounding are ours.

use super::exact;
use super::plan::AxisPlan;
use std::cmp::Ordering;
use tangency_interval::Interval;

/// A point's plan along an axis, and the point's index, which resolves ties.
pub(super) type NamedPlan = (AxisPlan, u32);

/// Whether `a` is ahead of `b` just after an instant.
pub(super) fn is_ahead(a: &NamedPlan, b: &NamedPlan, time: f64) -> bool {
    compare(&a.0, &b.0, time).then(b.1.cmp(&a.1)).is_ge()
}

/// The order of two plans just after an instant; equal if the plans are identical functions.
fn compare(a: &AxisPlan, b: &AxisPlan, time: f64) -> Ordering {
    if a == b {
        return Ordering::Equal;
    }
    compare_positions(a, b, time).then_with(|| compare_speeds(a, b, time)).then_with(|| compare_accelerations(a, b))
}

fn compare_positions(a: &AxisPlan, b: &AxisPlan, time: f64) -> Ordering {
    decided(a.position(time), b.position(time)).unwrap_or_else(|| exact::compare_positions(a, b, time))
}

fn compare_speeds(a: &AxisPlan, b: &AxisPlan, time: f64) -> Ordering {
    decided(a.speed(time), b.speed(time)).unwrap_or_else(|| exact::compare_speeds(a, b, time))
}

fn compare_accelerations(a: &AxisPlan, b: &AxisPlan) -> Ordering {
    // Plans are finite, so an order always exists. Both zeros are equal in it.
    a.acceleration.partial_cmp(&b.acceleration).unwrap_or(Ordering::Equal)
}

/// The order of two enclosed numbers; `None` if the enclosures do not decide it.
fn decided(a: Interval, b: Interval) -> Option<Ordering> {
    if a.lower() > b.upper() {
        Some(Ordering::Greater)
    } else if a.upper() < b.lower() {
        Some(Ordering::Less)
    } else if a.is_singleton() && b.is_singleton() {
        Some(Ordering::Equal)
    } else {
        None
    }
}

/// An instant before which `ahead`, which is ahead of `behind` just after `now`, stays ahead; infinite if it
/// stays ahead for ever. `None` if rounding hides the time between now and the event.
pub(super) fn not_before(ahead: &AxisPlan, behind: &AxisPlan, now: f64) -> Option<f64> {
    if ahead == behind {
        return Some(f64::INFINITY);
    }
    let gap = (ahead.position(now) - behind.position(now)).lower().max(0.0);
    let opening = (ahead.speed(now) - behind.speed(now)).lower();
    let half = Interval::from(0.5);
    let bending = ((Interval::from(ahead.acceleration) - Interval::from(behind.acceleration)) * half).lower();
    let wait = smallest_root([gap, opening, bending]);
    if wait == f64::INFINITY {
        return Some(wait);
    }
    let instant = (Interval::from(now) + Interval::from(wait)).lower();
    (instant > now).then_some(instant)
}

/// A lower bound of the smallest τ ≥ 0 after which c₀ + c₁τ + c₂τ² is negative, for c₀ ≥ 0; infinite if there
/// is none.
fn smallest_root(coefficients: [f64; 3]) -> f64 {
    if coefficients.iter().skip(1).all(|&coefficient| coefficient >= 0.0) {
        return f64::INFINITY;
    }
    // After an overflow the only valid bound is the current instant.
    if !coefficients.iter().all(|coefficient| coefficient.is_finite()) {
        return 0.0;
    }
    let [c0, c1, c2] = coefficients.map(Interval::from);
    let [two, four] = [2.0, 4.0].map(Interval::from);
    let root = if coefficients[2] == 0.0 {
        c0 / -c1
    } else {
        let discriminant = c1.sqr() - four * c2 * c0;
        if discriminant.upper() < 0.0 {
            return f64::INFINITY;
        }
        let spread = discriminant.sqrt();
        // Both forms are the same number. Each avoids the cancellation of the other.
        if coefficients[1] > 0.0 { (c1 + spread) / (-two * c2) } else { two * c0 / (spread - c1) }
    };
    // Zero divided by zero is empty, and gives no bound.
    if root.is_empty() { 0.0 } else { root.lower().max(0.0) }
}

/// The first floating-point instant after `now` at which `ahead`, which is ahead of `behind` just after `now`,
/// is no longer ahead; infinite if there is none.
pub(super) fn first_instant(ahead: &NamedPlan, behind: &NamedPlan, now: f64) -> f64 {
    // If the difference bends upwards, it may fall below zero and return, but it does not fall again after its
    // minimum. The predicate "overtaken, or past the minimum" never changes back, so bisection finds its first
    // instant.
    let bends_up = compare_accelerations(&ahead.0, &behind.0).is_gt();
    let overtaken = |time: f64| !is_ahead(ahead, behind, time);
    let settled = |time: f64| overtaken(time) || (bends_up && compare_speeds(&ahead.0, &behind.0, time).is_ge());
    let (mut before, mut step) = (rank(now), 1);
    let last = rank(f64::MAX);
    let mut after = loop {
        let candidate = before.saturating_add(step).min(last);
        if candidate <= before {
            return f64::INFINITY;
        }
        if settled(unrank(candidate)) {
            break candidate;
        }
        (before, step) = (candidate, step.saturating_mul(2));
    };
    while after - before > 1 {
        let middle = before + (after - before) / 2;
        if settled(unrank(middle)) { after = middle } else { before = middle }
    }
    let instant = unrank(after);
    if overtaken(instant) { instant } else { f64::INFINITY }
}

/// The rank of a number among all floating-point numbers. Both zeros share one rank.
fn rank(value: f64) -> i64 {
    let bits = value.to_bits() as i64;
    if bits < 0 { i64::MIN - bits } else { bits }
}

/// The number with a rank.
fn unrank(rank: i64) -> f64 {
    if rank < 0 { -f64::from_bits(rank.unsigned_abs()) } else { f64::from_bits(rank as u64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(position: f64, velocity: f64, acceleration: f64) -> AxisPlan {
        AxisPlan { since: 0.0, position, velocity, acceleration }
    }

    #[test]
    fn ranks_are_dense_and_in_order() {
        for value in [0.0, 1.0, -1.0, 1e-310, -1e-310, f64::MAX, f64::MIN] {
            assert_eq!(unrank(rank(value)), value);
        }
        assert_eq!(rank(1.0) + 1, rank(1.0_f64.next_up()));
        assert_eq!(rank(-1.0) + 1, rank((-1.0_f64).next_up()));
        assert_eq!(rank(-0.0), rank(0.0));
        assert_eq!(rank(f64::from_bits(1)), 1);
        assert_eq!(rank(-f64::from_bits(1)), -1);
    }

    /// One point rests at 1, the other starts at 0 with speed 3. They meet at 1/3, which is not a
    /// floating-point number. The order changes at the next number above.
    #[test]
    fn a_line_is_overtaken_at_the_first_instant_after_the_crossing() {
        let (ahead, behind) = ((plan(1.0, 0.0, 0.0), 0), (plan(0.0, 3.0, 0.0), 1));
        let third = 1.0 / 3.0_f64; // rounded down
        let bound = not_before(&ahead.0, &behind.0, 0.0).unwrap();
        assert!(bound <= third && bound >= third * (1.0 - 4.0 * f64::EPSILON));
        assert_eq!(first_instant(&ahead, &behind, 0.0), third.next_up());
        assert!(is_ahead(&ahead, &behind, third) && !is_ahead(&ahead, &behind, third.next_up()));
    }

    /// At the exact crossing the faster point is ahead.
    #[test]
    fn an_exact_crossing_counts_at_its_instant() {
        let (ahead, behind) = ((plan(1.0, 0.0, 0.0), 0), (plan(0.0, 2.0, 0.0), 1));
        assert_eq!(first_instant(&ahead, &behind, 0.0), 0.5);
        assert_eq!(first_instant(&behind, &ahead, 0.5), f64::INFINITY);
        assert_eq!(not_before(&behind.0, &ahead.0, 0.5), Some(f64::INFINITY));
    }

    /// d = (t - 1)² touches zero and returns, so nobody is overtaken. Slightly lowered, it crosses at known
    /// instants.
    #[test]
    fn a_double_root_is_no_event() {
        let behind = (plan(0.0, 0.0, 0.0), 1);
        let touching = (plan(1.0, -2.0, 2.0), 0);
        assert_eq!(first_instant(&touching, &behind, 0.0), f64::INFINITY);
        assert_eq!(first_instant(&touching, &behind, 1.0), f64::INFINITY);
        // (t - 1)² = 2⁻⁴⁰ at 1 ± 2⁻²⁰.
        let dipping = (plan(1.0 - 2.0_f64.powi(-40), -2.0, 2.0), 0);
        let [down, up] = [1.0 - 2.0_f64.powi(-20), 1.0 + 2.0_f64.powi(-20)];
        assert_eq!(first_instant(&dipping, &behind, 0.0), down);
        assert!(not_before(&dipping.0, &behind.0, 0.0).unwrap() <= down);
        assert_eq!(first_instant(&behind, &dipping, down), up);
        assert_eq!(first_instant(&dipping, &behind, up), f64::INFINITY);
    }

    /// The throw x = t - t²/2 returns to zero at t = 2 and falls below.
    #[test]
    fn a_throw_comes_back() {
        let (thrown, ground) = ((plan(0.0, 1.0, -1.0), 0), (plan(0.0, 0.0, 0.0), 1));
        assert!(is_ahead(&thrown, &ground, 0.0));
        assert_eq!(first_instant(&thrown, &ground, 0.0), 2.0);
        let bound = not_before(&thrown.0, &ground.0, 0.0).unwrap();
        assert!((2.0 * (1.0 - 8.0 * f64::EPSILON)..=2.0).contains(&bound));
        assert_eq!(first_instant(&ground, &thrown, 2.0), f64::INFINITY);
    }

    #[test]
    fn the_same_course_is_ordered_by_name_for_ever() {
        let (first, second) = ((plan(1.0, 2.0, 3.0), 0), (plan(1.0, 2.0, 3.0), 1));
        assert!(is_ahead(&first, &second, 0.0) && !is_ahead(&second, &first, 0.0));
        assert_eq!(first_instant(&first, &second, 0.0), f64::INFINITY);
        // The same parabola with another reference instant: at t = 2 it is at 1 + 4 + 6 with speed 8.
        let told_later = (AxisPlan { since: 2.0, ..plan(11.0, 8.0, 3.0) }, 2);
        assert!(is_ahead(&first, &told_later, 0.7) && !is_ahead(&told_later, &first, 0.7));
        assert_eq!(first_instant(&first, &told_later, 0.7), f64::INFINITY);
    }

    #[test]
    fn overflow_bounds_nothing_and_loses_nothing() {
        let (ahead, behind) = ((plan(f64::MAX, -f64::MAX, 0.0), 0), (plan(f64::MIN, f64::MAX, 0.0), 1));
        assert!(not_before(&ahead.0, &behind.0, 0.0).is_none_or(|bound| bound <= 1.0));
        assert_eq!(first_instant(&ahead, &behind, 0.0), 1.0);
    }
}
