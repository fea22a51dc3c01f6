//! The elementary functions against arithmetic of 320 bits (`astro-float`, which rounds correctly to the requested
//! precision). The true value is enclosed, and no endpoint is more than four ulp wider than the tightest.
//!
//! Except for the exact values, no value of these functions at a double is known to come closer to a double than
//! 2⁻¹²⁰ of its size, unless the argument is so small that the function equals its linear part. There the reference
//! may return the double itself, which lies well inside the allowed error.
//!
//! `errors` measures the scalar functions that the enclosures use, against the error that the enclosures allow.

// Unwrapping is fine in tests.
#![allow(clippy::unwrap_used)]

mod arguments;
mod errors;
mod reference;

use arguments::{any, any_two, point, size, unit, wave};
use astro_float::BigFloat;
use reference::{angle, binary_exponential, everywhere, exponential, in_unit, positive, real_power, truth};
use tangency_interval::value_laws;

value_laws! {
    exponential_function, 4, any, |[x]| x.exp(), truth(everywhere, exponential);
    exponential_to_base_two, 4, any, |[x]| x.exp2(), truth(everywhere, binary_exponential);
    natural_logarithm, 4, size, |[x]| x.ln(), truth(positive, BigFloat::ln);
    logarithm_to_base_two, 4, size, |[x]| x.log2(), truth(positive, BigFloat::log2);
    sine, 4, wave, |[x]| x.sin(), truth(everywhere, BigFloat::sin);
    cosine, 4, wave, |[x]| x.cos(), truth(everywhere, BigFloat::cos);
    tangent, 4, wave, |[x]| x.tan(), truth(everywhere, BigFloat::tan);
    arc_sine, 4, unit, |[x]| x.asin(), truth(in_unit, BigFloat::asin);
    arc_cosine, 4, unit, |[x]| x.acos(), truth(in_unit, BigFloat::acos);
    arc_tangent, 4, any, |[x]| x.atan(), truth(everywhere, BigFloat::atan);
    power, 4, any_two, |[x, y]| x.pow(y), real_power;
    angle_of_a_point, 4, point, |[y, x]| y.atan2(x), angle;
}
