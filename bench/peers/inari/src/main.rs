//! Prints the nanoseconds of inari's interval operations in this build, one per line.

#[path = "../../throughput.rs"]
mod throughput;

use inari::Interval;
use throughput::{arguments, nanoseconds};

fn intervals(ends: &[(f64, f64)]) -> Vec<Interval> {
    ends.iter().map(|ends| Interval::try_from(*ends).expect("the arguments bound intervals")).collect()
}

fn vectors(ends: &[Interval]) -> Vec<[Interval; 3]> {
    let count = ends.len();
    (0..count).map(|i| [ends[i], ends[(i + 1) % count], ends[(i + 2) % count]]).collect()
}

fn main() {
    let (a, b) = (arguments(1), arguments(2));
    let (mixed_a, mixed_b) = (intervals(&a.mixed), intervals(&b.mixed));
    let (positive_a, positive_b) = (intervals(&a.positive), intervals(&b.positive));
    let print = |name: &str, nanoseconds: f64| println!("{name} {nanoseconds}");
    print("add", nanoseconds(&mixed_a, &mixed_b, |x, y| x + y));
    print("mul", nanoseconds(&mixed_a, &mixed_b, |x, y| x * y));
    print("mul-positive", nanoseconds(&positive_a, &positive_b, |x, y| x * y));
    print("div", nanoseconds(&mixed_a, &positive_b, |x, y| x / y));
    print("sqrt", nanoseconds(&positive_a, &positive_b, |x, _| x.sqrt()));
    let dot = |x: [Interval; 3], y: [Interval; 3]| x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    print("dot3", nanoseconds(&vectors(&mixed_a), &vectors(&mixed_b), dot));
    #[cfg(feature = "gmp")]
    {
        // MPFR is slow: a few arguments are enough.
        let narrow = &intervals(&a.narrow)[..32];
        print("sin", nanoseconds(narrow, narrow, |x, _| x.sin()));
        print("cos", nanoseconds(narrow, narrow, |x, _| x.cos()));
    }
}
