//! A teapot of 32 Bézier patches turns in the air and meets another one: section 7 of Krishnan et al. 1998.

use super::teapot_data::{PATCHES, VERTICES};
use super::{BuiltIn, USUAL, still, turning};
use glam::{DQuat, DVec3, dvec3};
use tangency_formats::SceneBody;
use tangency_geometry::spline::BezierPatch;
use tangency_geometry::surface::Brep;

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "teapots",
    summary: "a turning teapot of 32 Bézier patches meets another one: splines as they are, without triangles",
    bodies,
    query: USUAL,
};

/// Metres in a unit of the original numbers: the body of the pot is 0.4 m wide.
pub const SCALE: f64 = 0.1;

/// The patches of the teapot, in metres.
#[must_use]
pub fn patches() -> Vec<BezierPatch> {
    let point = |&index: &u16| SCALE * DVec3::from_array(VERTICES[usize::from(index)]);
    let patch = |indices: &[u16; 16]| BezierPatch::new([3, 3], indices.iter().map(point).collect());
    PATCHES.iter().map(|indices| patch(indices).expect("constant numbers")).collect()
}

fn bodies() -> Vec<SceneBody> {
    let pot = Brep::of_splines(patches()).expect("32 patches").as_surface();
    let start = (DQuat::from_rotation_y(0.4), dvec3(-0.9, 0.05, 0.35));
    let (velocity, spin) = (dvec3(0.8, 0.0, -0.25), dvec3(0.3, 0.9, 0.2));
    vec![turning("pouring", pot.clone().into(), start, velocity, spin), still("standing", pot.into(), DVec3::ZERO)]
}
