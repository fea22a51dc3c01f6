//! Ten goblets of 72 rational patches each fly about: the second experiment of Krishnan et al. 1998, section 7.4.

use super::{BuiltIn, USUAL, turning};
use glam::{DQuat, DVec2, DVec3, dvec2, dvec3};
use tangency_formats::SceneBody;
use tangency_geometry::spline::BezierPatch;
use tangency_geometry::spline::make::{Profile, revolved};
use tangency_geometry::surface::Brep;

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "goblets",
    summary: "ten goblets of 72 rational patches each fly about in a box until two of them meet",
    bodies,
    query: USUAL,
};

/// Number of goblets.
pub const COUNT: usize = 10;
/// Half the side of the box that they start in, metres.
pub const HALF_BOX: f64 = 0.3;
/// Height of a goblet, metres.
pub const HEIGHT: f64 = 0.2;

/// Points of the profile (radius, height), in metres: from the middle of the foot over stem and bowl to the rim, and
/// down inside to the bottom of the bowl.
const PROFILE: [[f64; 2]; 19] = [
    [0.0, 0.0],
    [0.02, 0.0],
    [0.036, 0.001],
    [0.04, 0.004],
    [0.032, 0.008],
    [0.014, 0.014],
    [0.007, 0.03],
    [0.006, 0.06],
    [0.008, 0.085],
    [0.018, 0.099],
    [0.032, 0.116],
    [0.04, 0.142],
    [0.042, 0.172],
    [0.0405, 0.195],
    [0.039, 0.2],
    [0.037, 0.195],
    [0.0365, 0.145],
    [0.022, 0.112],
    [0.0, 0.105],
];

/// The 72 patches of a goblet: a smooth profile of 18 cubic curves, swept about the z axis in quarters. The middle of
/// its height is at the origin.
#[must_use]
pub fn patches() -> Vec<BezierPatch> {
    let point = |index: usize| DVec2::from_array(PROFILE[index]) - dvec2(0.0, 0.5 * HEIGHT);
    let last = PROFILE.len() - 1;
    // Half the way between the neighbours of a point. On the axis the profile is level, so that it is smooth there.
    let slope = |index: usize| match index {
        0 => dvec2(point(1).x, 0.0),
        _ if index == last => dvec2(-point(last - 1).x, 0.0),
        _ => 0.5 * (point(index + 1) - point(index - 1)),
    };
    let curve = |index: usize| {
        let (from, to) = (point(index), point(index + 1));
        // Slopes no longer than the chord: neighbouring points are at very different distances.
        let limit = |slope: DVec2| slope.clamp_length_max((to - from).length());
        Profile::new(&[from, from + limit(slope(index)) / 3.0, to - limit(slope(index + 1)) / 3.0, to])
    };
    let curves: Vec<Profile> = (0..last).map(curve).collect();
    revolved(&curves, 4).expect("constant numbers")
}

/// Place, orientation, velocity and angular velocity of a goblet at the start.
#[must_use]
pub fn start(goblet: usize) -> (DVec3, DQuat, DVec3, DVec3) {
    // Numbers from −1 to 1 that spread evenly; another one for each goblet and use.
    let spread = |of: usize| {
        let ratio = [0.819_172_5, 0.671_043_6, 0.549_700_5, 0.450_270_2, 0.368_840_3, 0.302_135_1][of % 6];
        2.0 * (0.37 + ratio * (goblet + 10 * (of / 6)) as f64).fract() - 1.0
    };
    // Cells of a grid of 3 × 2 × 2; ten of the twelve are taken.
    let [x, y, z] = [goblet % 3, goblet / 3 % 2, goblet / 6].map(|cell| cell as f64);
    let place = dvec3(0.22 * (x - 1.0), 0.26 * (y - 0.5), 0.3 * (z - 0.5));
    let turn = DQuat::from_scaled_axis(0.4 * dvec3(spread(0), spread(1), spread(2)));
    let velocity = 0.6 * dvec3(spread(3), spread(4), spread(5));
    let spin = 1.5 * dvec3(spread(6), spread(7), spread(8));
    (place, turn, velocity, spin)
}

fn bodies() -> Vec<SceneBody> {
    let goblet = Brep::of_splines(patches()).expect("a closed goblet");
    let body = |index: usize| {
        let (place, turn, velocity, spin) = start(index);
        turning(&format!("goblet {}", index + 1), goblet.clone().into(), (turn, place), velocity, spin)
    };
    (0..COUNT).map(body).collect()
}
