//! Intervals as sets: construction, endpoints, order, text. References: closed forms.

// Unwrapping is fine in tests.
#![allow(clippy::unwrap_used)]

use tangency_interval::{Interval, laws::Random};

fn interval(lower: f64, upper: f64) -> Interval {
    Interval::new(lower, upper).unwrap()
}

#[test]
fn only_ordered_ends_make_an_interval() {
    for (lower, upper) in [
        (2.0, 1.0),
        (f64::NAN, 1.0),
        (0.0, f64::NAN),
        (f64::INFINITY, f64::INFINITY),
        (f64::NEG_INFINITY, f64::NEG_INFINITY),
        (f64::INFINITY, f64::NEG_INFINITY),
    ] {
        let error = Interval::new(lower, upper).unwrap_err().to_string();
        assert!(error.starts_with(&format!("[{lower}, {upper}] is not an interval")), "{error}");
    }
}

#[test]
fn unknown_numbers_may_be_anywhere() {
    assert!(Interval::from(f64::NAN).is_entire());
    assert!(Interval::between(1.0, f64::NAN).is_entire());
    assert_eq!(Interval::from(f64::INFINITY), interval(f64::MAX, f64::INFINITY));
    assert_eq!(Interval::between(3.0, -1.0), interval(-1.0, 3.0));
    assert!((Interval::ONE + f64::NAN).is_entire());
}

#[test]
fn ends_and_text() {
    assert_eq!((Interval::EMPTY.lower(), Interval::EMPTY.upper()), (f64::INFINITY, f64::NEG_INFINITY));
    assert_eq!(Interval::ZERO.lower().to_bits(), 0, "the lower end of zero is +0");
    assert_eq!(interval(1.5, 2.0).to_string(), "[1.5, 2]");
    assert_eq!(format!("{:.3}", interval(1.0, 2.0) / 3.0), "[0.333, 0.667]");
    assert_eq!(Interval::EMPTY.to_string(), "[empty]");
    assert_eq!(Interval::ENTIRE.to_string(), "[-inf, inf]");
}

/// π and e exceed the nearest double, by 1.2246e-16 and 1.4456e-16.
#[test]
fn constants_are_tightest() {
    for (constant, nearest) in [
        (Interval::PI, std::f64::consts::PI),
        (Interval::TAU, std::f64::consts::TAU),
        (Interval::HALF_PI, std::f64::consts::FRAC_PI_2),
        (Interval::E, std::f64::consts::E),
    ] {
        assert_eq!(constant.lower(), nearest);
        assert_eq!(constant.upper(), nearest.next_up());
    }
    // sin(π) = 0 lies between the sines of the two endpoints; the sine decreases there.
    let sine = Interval::from(Interval::PI.lower()).sin().lower();
    assert!(sine > 0.0 && Interval::from(Interval::PI.upper()).sin().upper() < 0.0);
    // Likewise ln e = 1.
    assert!(Interval::from(Interval::E.lower()).ln().lower() < 1.0);
    assert!(Interval::E.ln().contains(1.0));
}

#[test]
fn halves_meet_and_cover() {
    let mut random = Random::new(2);
    let mut proper = 0;
    for _ in 0..10_000 {
        let x = random.interval();
        let (left, right) = x.split();
        assert_eq!(left.upper(), right.lower(), "{x:?}");
        assert_eq!(left.hull(right), x);
        proper += usize::from(left != x && right != x);
    }
    assert!(proper > 5_000, "only {proper} intervals were cut in two proper parts");
    assert_eq!(Interval::EMPTY.split(), (Interval::EMPTY, Interval::EMPTY));
}

#[test]
fn middle_and_radius_reach_both_ends() {
    let mut random = Random::new(3);
    for _ in 0..20_000 {
        let x = random.interval();
        let (mid, radius) = (x.mid(), x.radius());
        assert!(x.contains(mid), "{mid} is not in {x:?}");
        assert!(x.subset(Interval::from(mid) + Interval::between(-radius, radius)), "{x:?} beyond {mid} ± {radius}");
        assert!(x.width() >= x.upper() - x.lower());
    }
}

#[test]
fn order_of_disjoint_and_nested() {
    let (low, high, wide) = (interval(0.0, 1.0), interval(2.0, 3.0), interval(-1.0, 4.0));
    assert!(low.precedes(high) && low.strictly_precedes(high) && low.less(high) && low.strictly_less(high));
    assert!(!high.precedes(low) && !low.less(wide) && low.interior(wide) && !wide.interior(low));
    assert!(low.disjoint(high) && !low.disjoint(wide) && low.subset(wide) && low.interior(Interval::ENTIRE));
    assert_eq!(low.intersection(high), Interval::EMPTY);
    assert_eq!(low.hull(Interval::EMPTY), low);
    assert_eq!(low.hull(high), interval(0.0, 3.0));
}
