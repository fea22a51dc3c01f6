//! A rover of several parts comes down on an island, which is a height map in an endless sea. The flat bottom of its
//! chassis meets the top of a rock.

use super::{BuiltIn, moving, still};
use glam::{DQuat, DVec2, DVec3, dvec3};
use std::f64::consts::FRAC_PI_2;
use tangency_formats::{QuerySettings, SceneBody};
use tangency_geometry::{Compound, CompoundPart, Convex, HalfSpace, HeightMap, Pose, Shape};

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "terrain",
    summary: "a rover, a compound of ten parts, comes down on a rock of a height map in an endless sea",
    bodies,
    query,
};

/// The number of heights along each side, an odd number: the rock is in the middle.
pub const SAMPLES: usize = 33;
/// Metres: the side of a cell.
const CELL: f64 = 0.125;
/// Metres: the top of the rock, above the origin. A 32-bit number.
pub const ROCK: f64 = 0.4375;
/// Metres: the radius of the rock, which fits between the wheels.
const ROCK_RADIUS: f64 = 0.3;
/// Metres: the bottom of the chassis below the origin of the rover. The wheels reach 0.325 m lower.
const BOTTOM: f64 = 0.125;
/// Metres per second: the velocity of the rover.
const VELOCITY: DVec3 = dvec3(2.0, 0.0, -0.4);
/// Seconds until it touches.
pub const INSTANT: f64 = 0.75;
/// Metres: the level of the sea.
const SEA: f64 = -0.04;

/// The island lies in the sea.
fn query() -> QuerySettings {
    QuerySettings { may_touch: vec![["island".into(), "sea".into()]], ..QuerySettings::default() }
}

fn bodies() -> Vec<SceneBody> {
    let above_the_rock = dvec3(0.1, 0.05, ROCK + BOTTOM);
    let start = above_the_rock - INSTANT * VELOCITY;
    vec![
        moving("rover", rover(), DQuat::IDENTITY, start, VELOCITY),
        still("island", island().into(), DVec3::ZERO),
        still("sea", HalfSpace::facing(DVec3::Z, SEA).expect("a constant plane").into(), DVec3::ZERO),
    ]
}

/// Gentle waves that rise outwards, and a rock in the middle.
fn island() -> HeightMap {
    let middle = (SAMPLES - 1) as f64 / 2.0;
    let height = |index: usize| {
        let [x, y] = [index % SAMPLES, index / SAMPLES].map(|step| CELL * (step as f64 - middle));
        let square = x * x + y * y;
        let rock = ROCK * (1.0 - square / (ROCK_RADIUS * ROCK_RADIUS)).max(0.0);
        let waves = 0.08 * (1.3 * x).sin() * (1.7 * y).sin() + 0.05 * square * (0.6 + 0.4 * (0.9 * x - y).cos());
        (rock + waves) as f32
    };
    let heights = (0..SAMPLES * SAMPLES).map(height).collect();
    HeightMap::new([SAMPLES; 2], DVec2::splat(CELL), heights).expect("a constant map")
}

fn rover() -> Shape {
    let part = |name: &str, made: Result<Convex, _>, turn: DQuat, place: DVec3| {
        let shape = Shape::Convex(made.expect("constant sizes"));
        let pose = Pose::new(turn, place).expect("a constant pose");
        CompoundPart::new(name, shape.placed(&pose).expect("a constant place"))
    };
    let (level, across) = (DQuat::IDENTITY, DQuat::from_rotation_x(FRAC_PI_2));
    let mut parts = vec![
        part("chassis", Convex::cuboid(dvec3(1.2, 0.7, 0.25)), level, DVec3::ZERO),
        part("panel", Convex::cuboid(dvec3(0.9, 1.1, 0.03)), level, dvec3(-0.15, 0.0, 0.2)),
        part("mast", Convex::capsule(0.04, 0.5), level, dvec3(0.45, 0.0, 0.4)),
        part(
            "camera",
            Convex::cuboid(dvec3(0.08, 0.2, 0.08)).and_then(|sharp| sharp.rounded(0.03)),
            level,
            dvec3(0.47, 0.0, 0.72),
        ),
    ];
    for (name, x, y) in [
        ("front left wheel", 0.5, 0.47),
        ("front right wheel", 0.5, -0.47),
        ("middle left wheel", 0.0, 0.47),
        ("middle right wheel", 0.0, -0.47),
        ("rear left wheel", -0.5, 0.47),
        ("rear right wheel", -0.5, -0.47),
    ] {
        let wheel = Convex::cylinder(0.22, 0.14).and_then(|sharp| sharp.rounded(0.02));
        parts.push(part(name, wheel, across, dvec3(x, y, -0.21)));
    }
    Compound::new(parts).expect("parts of different names").into()
}
