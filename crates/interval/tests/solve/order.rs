//! The race of both orders costs at most twice the better one plus a head start. Measured in iterations.

use crate::formula;
use tangency_interval::solve::{Formula, SearchOrder, SolverOptions, minimize};

/// Named problems with one or several isolated solutions, curves, surfaces, and none.
fn problems() -> Vec<(&'static str, Formula)> {
    let flat = [("x", -2.0, 2.0), ("y", -2.0, 2.0), ("t", 0.0, 4.0)];
    vec![
        (
            "an isolated contact",
            formula(&flat, &["x^2 + y^2 + (t - 3)^2 - 1 + sin(3*x)/9", "2*x + cos(3*x)/3", "y + x*y"]),
        ),
        (
            "a ball on bumpy ground",
            formula(
                &[("x", -2.0, 2.0), ("y", -2.0, 2.0), ("t", 0.0, 6.0)],
                &[
                    "h = sin(4*x)*sin(3*y)/5; x^2 + y^2 + (5 - t - h)^2 - 1",
                    "h = sin(4*x)*sin(3*y)/5; x - (5 - t - h)*4*cos(4*x)*sin(3*y)/5",
                    "h = sin(4*x)*sin(3*y)/5; y - (5 - t - h)*3*sin(4*x)*cos(3*y)/5",
                ],
            ),
        ),
        (
            "a turning ball on bumpy ground",
            formula(
                &[("u", 0.0, 6.3), ("v", -1.6, 1.6), ("t", 0.0, 4.0)],
                &[
                    "sin(v) + 3 - t - 0.2*sin(3*cos(v)*cos(u) + 1)*sin(2*cos(v)*sin(u) + 0.7)",
                    "x = cos(v)*cos(u) + 1/3; y = cos(v)*sin(u) + 0.35; \
                     sin(u)*0.6*cos(3*x)*sin(2*y) - cos(u)*0.4*sin(3*x)*cos(2*y)",
                    "x = cos(v)*cos(u) + 1/3; y = cos(v)*sin(u) + 0.35; \
                     cos(v) + sin(v)*(cos(u)*0.6*cos(3*x)*sin(2*y) + sin(u)*0.4*sin(3*x)*cos(2*y))",
                ],
            ),
        ),
        ("many zeros", formula(&[("x", -9.0, 9.0), ("t", 0.0, 9.0)], &["sin(5*x) - t/9 + 1/7", "cos(3*x*t) - x/9"])),
        ("a circle", formula(&flat, &["t - 1 - (x^2 + y^2 - 1)^2"])),
        ("a circle, two equations", formula(&flat, &["x^2 + y^2 - 1", "t - 1 - (x^2 + y^2 - 1)^2"])),
        (
            "a ring on a cone",
            formula(
                &[("u", 0.0, 6.3), ("v", 0.0, 6.3), ("p", 0.0, 6.3), ("q", 0.0, 2.0), ("t", 0.0, 4.0)],
                &[
                    "(1 + 0.3*cos(v))*cos(u) - q*cos(p)",
                    "(1 + 0.3*cos(v))*sin(u) - q*sin(p)",
                    "0.3*sin(v) + 3 - t + 1.5*q",
                    "1.5*(cos(u)*sin(p) - sin(u)*cos(p))",
                    "cos(v) - 1.5*sin(v)*(cos(u)*cos(p) + sin(u)*sin(p))",
                ],
            ),
        ),
        ("a circle, singular", formula(&flat, &["t - 1", "x^2 + y^2 - 1", "(x^2 + y^2 - 1)*(x + 3)"])),
        ("a disc", formula(&flat, &["t - 1 - max(0, x^2 + y^2 - 1)"])),
        ("none", formula(&flat, &["x^2 + y^2 + (t - 3)^2 - 1", "x - y", "x + y - 3 + t/9"])),
    ]
}

#[test]
fn the_race_is_never_much_worse_than_the_better_order() {
    let head_start = 256;
    let (mut upper_is_better, mut lower_is_better) = (0, 0);
    for (name, mut problem) in problems() {
        let options = SolverOptions {
            separation: 0.2,
            simultaneity: 1e-3,
            accept: 1e-3,
            accept_objective: 1e-3,
            budget: 400_000,
            ..SolverOptions::default()
        };
        let mut count = |order| minimize(&mut [&mut problem], &SolverOptions { order, ..options }).iterations;
        let [upper, lower, race] = [SearchOrder::Upper, SearchOrder::Lower, SearchOrder::Race].map(&mut count);
        println!("{name}: upper {upper}, lower {lower}, race {race}");
        let better = upper.min(lower);
        // A tenth more, because the samples may lie elsewhere.
        assert!(race <= 2 * better + head_start + better / 10, "{name}: upper {upper}, lower {lower}, race {race}");
        upper_is_better += u32::from(2 * upper < lower);
        lower_is_better += u32::from(2 * lower < upper);
    }
    assert!(
        upper_is_better >= 2 && lower_is_better >= 1,
        "{upper_is_better} {lower_is_better}: each order must win somewhere"
    );
}
