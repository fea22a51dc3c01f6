//! Every operation obeys the law X ⊆ Y ⇒ F(X) ⊆ F(Y). No reference is needed.
//!
//! The basic operations round monotonically and obey it exactly. The elementary ones use scalar functions with
//! errors that are not monotone; they obey it up to four ulp, the bound on their excess width.

// Unwrapping is fine in tests.
#![allow(clippy::unwrap_used)]

use tangency_interval::inclusion_laws;

inclusion_laws! {
    negation, 0, |[x]| -x;
    sum, 0, |[x, y]| x + y;
    difference, 0, |[x, y]| x - y;
    product, 0, |[x, y]| x * y;
    product_with_number, 0, |[x]| x * -1.7;
    product_with_power_of_two, 0, |[x]| -0.125 * x;
    quotient, 0, |[x, y]| x / y;
    quotient_by_number, 0, |[x]| x / 3.0;
    quotient_by_power_of_two, 0, |[x]| x / -4.0;
    reciprocal, 0, |[x]| x.recip();
    product_and_sum, 0, |[x, y, z]| x.mul_add(y, z);
    square, 0, |[x]| x.sqr();
    root, 0, |[x]| x.sqrt();
    absolute_value, 0, |[x]| x.abs();
    minimum, 0, |[x, y]| x.min(y);
    maximum, 0, |[x, y]| x.max(y);
    cube, 0, |[x]| x.powi(3);
    fourth_power, 0, |[x]| x.powi(4);
    large_power, 0, |[x]| x.powi(1_000_003);
    inverse_power, 0, |[x]| x.powi(-1);
    inverse_square, 0, |[x]| x.powi(-2);
    floor, 0, |[x]| x.floor();
    ceil, 0, |[x]| x.ceil();
    trunc, 0, |[x]| x.trunc();
    round, 0, |[x]| x.round();
    round_ties_even, 0, |[x]| x.round_ties_even();
    sign, 0, |[x]| x.sign();
    extended_quotient, 0, |[x, y]| x.divide_extended(y).into_iter().reduce(|a, b| a.hull(b)).unwrap();
    power, 4, |[x, y]| x.pow(y);
    exponential, 4, |[x]| x.exp();
    binary_exponential, 4, |[x]| x.exp2();
    logarithm, 4, |[x]| x.ln();
    binary_logarithm, 4, |[x]| x.log2();
    sine, 4, |[x]| x.sin();
    cosine, 4, |[x]| x.cos();
    tangent, 4, |[x]| x.tan();
    arc_sine, 4, |[x]| x.asin();
    arc_cosine, 4, |[x]| x.acos();
    arc_tangent, 4, |[x]| x.atan();
    angle, 4, |[y, x]| y.atan2(x);
}
