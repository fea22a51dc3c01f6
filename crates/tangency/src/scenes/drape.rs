//! A cloth falls on a torus with an implicit ball in its hole. Formulas prescribe the motion of the cloth.

use super::{BuiltIn, USUAL, deforming, still};
use glam::{DVec3, dvec2, dvec3};
use tangency_formats::SceneBody;
use tangency_geometry::surface::Brep;
use tangency_geometry::{Shape, Solid, primitive};

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "cloth-on-torus",
    summary: "a cloth of 10,368 triangles falls on a round torus with a round ball in it, and drapes over both",
    bodies,
    query: USUAL,
};

/// Distance from the axis of the torus to the centre line of its tube, metres.
pub const RADIUS: f64 = 0.8;
/// Radius of the tube, metres.
pub const TUBE: f64 = 0.25;
/// Radius of the ball in the hole, metres.
pub const BALL: f64 = 0.3;
/// Slope of the falling cloth along x, in metres of height per metre.
pub const SLOPE: f64 = 0.12;
/// Initial height of the cloth's centre above the torus' centre, metres.
pub const START: f64 = 0.9;
/// Downward speed, metres per second.
pub const SPEED: f64 = 1.4;

/// Number of linear pieces of the cloth's motion.
const PIECES: usize = 20;
/// The instant at which the cloth starts to drape, seconds. The first contact is earlier by more than one piece of
/// the motion.
const DRAPES: f64 = 0.44;
/// Radius of the flat part of the cloth, metres. Its centre is x = −`RADIUS`, y = 0, close to where the cloth first
/// touches the torus.
const FLAT: f64 = 0.25;

fn bodies() -> Vec<SceneBody> {
    let cloth = primitive::grid(dvec2(2.8, 2.8), [72, 72]).expect("constant sizes");
    let torus = Brep::torus(RADIUS, TUBE).expect("constant sizes");
    let ball = Solid::sphere(BALL).expect("constant sizes");
    vec![
        deforming("cloth", Shape::Mesh(cloth), PIECES, place),
        still("torus", torus.into(), DVec3::ZERO),
        still("ball", ball.into(), DVec3::ZERO),
    ]
}

/// The position of a vertex of the cloth. The vertex stays on or above the falling plane, at least until the plane
/// has passed the top of the torus.
fn place(vertex: DVec3, time: f64) -> DVec3 {
    let flat = vertex.truncate();
    let outside = (flat.distance(dvec2(-RADIUS, 0.0)) - FLAT).max(0.0);
    let flutter = 0.05 * outside * outside * (1.0 + (4.0 * flat.y.atan2(flat.x) - 9.0 * time).cos());
    let falling = START - SPEED * time + SLOPE * flat.x + flutter;
    if time < DRAPES {
        return flat.extend(falling);
    }
    // The draped cloth lies on the bodies or sags between them.
    let above = |radius: f64, aside: f64| (radius * radius - aside * aside).max(0.0).sqrt();
    let rim = above(TUBE + 0.01, flat.length() - RADIUS);
    let bodies = rim.max(above(BALL + 0.01, flat.length()));
    let sag = 0.12 - 0.2 * (flat.length() - RADIUS).max(0.0);
    dvec3(flat.x, flat.y, falling.max(bodies).max(sag + 0.5 * flutter))
}
