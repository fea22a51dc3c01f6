//! Every kind of exact convex body. The sphere lands on the side of the cone.

use super::{BuiltIn, USUAL, moving, still, turning};
use glam::{DQuat, DVec3, dvec3};
use tangency_formats::SceneBody;
use tangency_geometry::Convex;

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "primitives",
    summary: "a sphere lands on a cone, beside every other kind of exact convex body",
    bodies,
    query: USUAL,
};

/// Metres: the radius of the sphere.
pub const SPHERE: f64 = 0.2;
/// Metres: radius of the base and height of the cone. Its side line has the direction (-3, 4) / 5.
pub const CONE: [f64; 2] = [0.3, 0.4];
/// Metres: the centre of the sphere where it touches. There the side line is [`SPHERE`] away:
/// (4·0.25 + 3·0.4 − 1.2) / 5 = 0.2.
pub const LANDING: DVec3 = dvec3(0.25, 0.0, 0.4);
/// Seconds until it touches.
pub const INSTANT: f64 = 0.5;
/// The normal of the contact, from the sphere to the cone.
pub const NORMAL: DVec3 = dvec3(-0.8, 0.0, -0.6);
/// Metres per second: the speed of the sphere, downwards.
const SPEED: f64 = 1.0;

fn bodies() -> Vec<SceneBody> {
    let convex = |made: Result<Convex, _>| made.expect("constant sizes").into();
    let above = LANDING + dvec3(0.0, 0.0, SPEED * INSTANT);
    let gem = [[0.3, 0.0], [0.1, 0.25], [-0.25, 0.15], [-0.2, -0.2], [0.15, -0.25]];
    let gem = gem.iter().flat_map(|&[x, y]| [dvec3(x, y, 0.05), dvec3(0.6 * x, 0.6 * y, -0.15)]);
    let gem = Convex::hull(gem.chain([dvec3(0.0, 0.0, 0.25)]).collect());
    let around = [
        ("capsule", Convex::capsule(0.12, 0.4), dvec3(1.0, 0.0, 0.3), dvec3(0.0, 1.0, 0.3)),
        ("cylinder", Convex::cylinder(0.2, 0.45), dvec3(0.5, 0.87, 0.3), dvec3(0.8, 0.3, 0.0)),
        ("ellipsoid", Convex::ellipsoid(dvec3(0.3, 0.2, 0.12)), dvec3(-0.5, 0.87, 0.3), dvec3(0.0, 0.6, 1.0)),
        (
            "rounded box",
            Convex::cuboid(dvec3(0.3, 0.24, 0.2)).and_then(|sharp| sharp.rounded(0.06)),
            dvec3(-1.0, 0.0, 0.3),
            dvec3(0.5, 0.5, 0.5),
        ),
        ("hull", gem, dvec3(-0.5, -0.87, 0.3), dvec3(0.0, 0.4, 1.0)),
        ("spindle", Convex::cone(0.15, 0.4).and_then(|sharp| sharp.rounded(0.05)), dvec3(0.5, -0.87, 0.15), DVec3::X),
    ];
    let around = around
        .into_iter()
        .map(|(name, made, place, spin)| turning(name, convex(made), (DQuat::IDENTITY, place), DVec3::ZERO, spin));
    let [radius, height] = CONE;
    [
        moving("sphere", convex(Convex::sphere(SPHERE)), DQuat::IDENTITY, above, dvec3(0.0, 0.0, -SPEED)),
        still("cone", convex(Convex::cone(radius, height)), DVec3::ZERO),
    ]
    .into_iter()
    .chain(around)
    .collect()
}
