//! Close parallel surfaces: section 6 of Krishnan et al. 1998. Two patches of the side of a teapot, and a copy around
//! them that is a little larger.

use super::{BuiltIn, USUAL, moving, still, teapots};
use glam::{DQuat, DVec3, dvec3};
use tangency_formats::SceneBody;
use tangency_geometry::spline::BezierPatch;
use tangency_geometry::surface::Brep;

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "close-parallel",
    summary: "half of a teapot's side closes around a copy that is smaller by a thousandth: 0.2 mm stay free",
    bodies,
    query: USUAL,
};

/// By how much the outer copy is larger.
pub const ENLARGED: f64 = 1e-3;
/// The distance from which the outer copy comes, metres.
pub const TRAVEL: f64 = 0.02;

/// Two neighbouring patches of the side, half a turn about the vertical axis, enlarged by a share about a point of the
/// axis at the height of their lower end. The gap to the original is that share of the distance from this point to the
/// tangent planes, which is 0.2 m within some percent.
#[must_use]
pub fn enlarged(share: f64) -> Vec<BezierPatch> {
    let centre = dvec3(0.0, 0.0, 0.9 * teapots::SCALE);
    let grown = |patch: &BezierPatch| {
        let points = patch.control_points().iter().map(|&point| centre + (1.0 + share) * (point - centre));
        BezierPatch::new(patch.degree(), points.collect()).expect("finite points")
    };
    teapots::patches()[4..6].iter().map(grown).collect()
}

fn bodies() -> Vec<SceneBody> {
    let [inner, outer] =
        [0.0, ENLARGED].map(|share| Brep::of_splines(enlarged(share)).expect("two patches").as_surface());
    // The patches are on the side of negative y.
    let from = -TRAVEL * DVec3::Y;
    vec![still("inner", inner.into(), DVec3::ZERO), moving("outer", outer.into(), DQuat::IDENTITY, from, -from)]
}
