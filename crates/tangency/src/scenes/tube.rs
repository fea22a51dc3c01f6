//! A tube that writhes, by a formula of time, settles on a cushion along a curve: figure 13 of Snyder et al. 1993.

use super::{BuiltIn, USUAL, still};
use glam::DVec3;
use std::f64::consts::TAU;
use tangency_formats::{QuerySettings, SceneBody};
use tangency_geometry::surface::{Brep, Patch};
use tangency_interval::Interval;

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "tube-on-cushion",
    summary: "a tube writhes, by a formula of time, and settles on a cushion along a curve",
    bodies,
    query: || QuerySettings { spacing: Some(SPACING), ..USUAL() },
};

/// Radius of the tube, metres.
pub const RADIUS: f64 = 0.15;
/// Half the length of the tube, metres.
pub const HALF_LENGTH: f64 = 0.8;
/// Height of the cushion's top above its seam, metres.
pub const HEIGHT: f64 = 0.4;
/// The instant at which the tube has settled, seconds.
pub const INSTANT: f64 = 0.5;
/// Spacing of the sample contacts on the curve, metres.
pub const SPACING: f64 = 0.05;

fn bodies() -> Vec<SceneBody> {
    // The tube's lower side is above the cushion's middle line by (1 - t/INSTANT)*(0.5 + 0.2*cos(6*u)).
    let middle = format!("{RADIUS} + {HEIGHT}*(1 - u^2) + (1 - t/{INSTANT})*(0.5 + 0.2*cos(6*u))");
    let texts = ["u".into(), format!("{RADIUS}*cos(v)"), format!("{middle} + {RADIUS}*sin(v)")];
    let tube = patch(texts, [-HALF_LENGTH, HALF_LENGTH], [0.0, TAU]);
    let side = |up: &str| {
        patch(["u".into(), "v".into(), format!("{up}{HEIGHT}*(1 - u^2)*(1 - v^2)")], [-1.0, 1.0], [-1.0, 1.0])
    };
    let span = Interval::between(0.0, 1.0);
    let tube = Brep::during(vec![tube], span).expect("constant formulas");
    let cushion = Brep::new(vec![side(""), side("-")]).expect("constant formulas");
    vec![still("tube", tube.into(), DVec3::ZERO), still("cushion", cushion.into(), DVec3::ZERO)]
}

fn patch(texts: [String; 3], u: [f64; 2], v: [f64; 2]) -> Patch {
    Patch::parse(texts.each_ref().map(String::as_str), u, v).expect("constant formulas")
}
