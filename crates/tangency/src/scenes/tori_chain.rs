//! A chain of five linked tori of nine rational patches each: the first experiment of Krishnan et al. 1998, section
//! 7.4.

use super::{BuiltIn, USUAL, moving};
use glam::{DQuat, DVec3};
use std::f64::consts::FRAC_PI_2;
use tangency_formats::SceneBody;
use tangency_geometry::spline::{BezierPatch, make};
use tangency_geometry::surface::Brep;

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "tori-chain",
    summary: "a chain of five linked tori of nine rational patches each, pulled tight: two contacts at once",
    bodies,
    query: USUAL,
};

/// Number of links.
pub const LINKS: usize = 5;
/// Distance from the axis of a link to the centre line of its tube, metres.
pub const RADIUS: f64 = 1.0;
/// Radius of the tubes, metres.
pub const TUBE: f64 = 0.15;
/// Initial distance of the centres of neighbours, metres. They touch at `2·RADIUS − 2·TUBE` and at `2·TUBE`.
pub const SPACING: f64 = 1.45;
/// Speed of each link along the chain, metres per second: neighbours move in opposite directions.
pub const SPEED: f64 = 0.2;

/// The nine patches of a link about its axis.
#[must_use]
pub fn patches() -> Vec<BezierPatch> {
    make::torus(RADIUS, TUBE, 3).expect("constant sizes")
}

/// The orientation of a link: neighbours are at right angles. Each is turned a little about its axis, so that no
/// symmetry of the chain is one of the patches.
#[must_use]
pub fn orientation(link: usize) -> DQuat {
    DQuat::from_rotation_x(if link.is_multiple_of(2) { 0.0 } else { FRAC_PI_2 }) * DQuat::from_rotation_z(0.2)
}

/// The initial place of a link.
#[must_use]
pub fn place(link: usize) -> DVec3 {
    SPACING * link as f64 * DVec3::X
}

/// The initial velocity of a link.
#[must_use]
pub fn velocity(link: usize) -> DVec3 {
    if link.is_multiple_of(2) { SPEED * DVec3::X } else { -SPEED * DVec3::X }
}

fn bodies() -> Vec<SceneBody> {
    let link = Brep::of_splines(patches()).expect("a closed torus");
    let body = |index: usize| {
        let name = format!("link {}", index + 1);
        moving(&name, link.clone().into(), orientation(index), place(index), velocity(index))
    };
    (0..LINKS).map(body).collect()
}
