// Our interval operations; compiled into the benchmark and, with native features, into a separate program.

#[path = "../../throughput.rs"]
mod throughput;

use tangency_interval::{Interval, Vector};
use throughput::{arguments, nanoseconds};

fn intervals(ends: &[(f64, f64)]) -> Vec<Interval> {
    ends.iter().map(|(lower, upper)| Interval::between(*lower, *upper)).collect()
}

fn vectors(ends: &[Interval]) -> Vec<Vector<3>> {
    let count = ends.len();
    (0..count).map(|i| Vector([ends[i], ends[(i + 1) % count], ends[(i + 2) % count]])).collect()
}

pub(crate) fn all() -> Vec<(&'static str, f64)> {
    let (a, b) = (arguments(1), arguments(2));
    let (mixed_a, mixed_b) = (intervals(&a.mixed), intervals(&b.mixed));
    let (positive_a, positive_b) = (intervals(&a.positive), intervals(&b.positive));
    let narrow = intervals(&a.narrow);
    vec![
        ("add", nanoseconds(&mixed_a, &mixed_b, |x, y| x + y)),
        ("mul", nanoseconds(&mixed_a, &mixed_b, |x, y| x * y)),
        ("mul-positive", nanoseconds(&positive_a, &positive_b, |x, y| x * y)),
        ("div", nanoseconds(&mixed_a, &positive_b, |x, y| x / y)),
        ("sqrt", nanoseconds(&positive_a, &positive_b, |x, _| x.sqrt())),
        ("dot3", nanoseconds(&vectors(&mixed_a), &vectors(&mixed_b), |x, y| x.dot(y))),
        ("sin", nanoseconds(&narrow, &narrow, |x, _| x.sin())),
        ("cos", nanoseconds(&narrow, &narrow, |x, _| x.cos())),
    ]
}
