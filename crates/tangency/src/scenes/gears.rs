//! Two spur gears with involute teeth, built in code: in mesh with play on both sides of every tooth, or with a
//! wheel that turns too slowly.
//!
//! *Idea.* The end of a taut thread unwound from a circle traces an involute. Involute flanks stay in contact while
//! both gears turn at constant speeds (Euler): the point of contact runs along the common tangent of the two base
//! circles. Rotating a flank by an arc of the base circle gives a parallel involute. The distance of facing flanks is
//! therefore [`GAP`] at every instant, and shrinks in proportion to the angle by which a gear lags. The outline of a
//! gear is a polygon with its corners on these curves. Teeth are convex there, so the polygon is inside the tooth:
//! the gap of the polygons is never less than that of the curves, and exceeds it by at most [`sag`] of either.

use super::{BuiltIn, USUAL};
use glam::{DQuat, DVec2, DVec3, dvec3};
use std::f64::consts::{PI, TAU};
use tangency_formats::SceneBody;
use tangency_geometry::{Mesh, Motion, Polyhedron, Pose, Rigid};

pub(super) const MESHING: BuiltIn = BuiltIn {
    name: "gears",
    summary: "two gears with involute teeth turn together with a tenth of a millimetre of play: proved clear",
    bodies: meshing,
    query: USUAL,
};

pub(super) const JAMMED: BuiltIn = BuiltIn {
    name: "gears-jammed",
    summary: "the same gears with a wheel that turns one percent too slowly: the teeth run into each other",
    bodies: jammed,
    query: USUAL,
};

/// Teeth of the pinion and of the wheel.
pub const TEETH: [usize; 2] = [18, 30];
/// Module: pitch diameter per tooth, metres.
pub const MODULE: f64 = 0.004;
/// Radians between the line of action and the tangent of the pitch circles.
pub const PRESSURE_ANGLE: f64 = PI / 9.0;
/// Metres between facing flanks, on both sides of a tooth, along the line of action.
pub const GAP: f64 = 0.1e-3;
/// Angular speed of the pinion, radians per second: two teeth per second.
pub const SPEED: f64 = 2.0 * TAU / TEETH[0] as f64;
/// The relative speed deficit of the wheel in the jammed scene.
pub const SLOW: f64 = 0.01;

/// Width of both gears and radius of their bores, metres.
const WIDTH: f64 = 0.02;
const BORE: f64 = 0.012;
/// Pieces of a flank, of the fillet below it, of the tip and of the root.
const FLANK: usize = 16;
const FILLET: usize = 4;
const TIP: usize = 3;
const ROOT: usize = 3;

/// The radii of the circles of a gear, metres.
struct Gear {
    teeth: usize,
    base: f64,
    tip: f64,
    root: f64,
}

impl Gear {
    fn new(teeth: usize) -> Self {
        let pitch = 0.5 * MODULE * teeth as f64;
        let (tip, root) = (pitch + MODULE, pitch - 1.25 * MODULE);
        Self { teeth, base: pitch * PRESSURE_ANGLE.cos(), tip, root }
    }

    /// Roll angle of the involute at the tip, radians.
    fn unwound(&self) -> f64 {
        ((self.tip / self.base).powi(2) - 1.0).sqrt()
    }

    /// Half the angle of a tooth where the thread is unwound by `roll`. At the pitch circle a tooth would be as wide
    /// as a space; each flank is moved back by half the gap.
    fn half_angle(&self, roll: f64) -> f64 {
        let involute = |roll: f64| roll - roll.atan();
        PI / (2 * self.teeth) as f64 + involute(PRESSURE_ANGLE.tan()) - 0.5 * GAP / self.base - involute(roll)
    }

    /// One half of a tooth from the middle of the space beside it up to the middle of its tip: radii, and angles from
    /// the middle of the tooth, which fall.
    fn half_tooth(&self) -> Vec<[f64; 2]> {
        let part = |step: usize, of: usize| step as f64 / of as f64;
        let (space, base) = (PI / self.teeth as f64, self.half_angle(0.0));
        // The fillet leaves the flank along the radius and widens the tooth towards the root.
        let foot = base + 0.1 * MODULE / self.root;
        let root = (0..ROOT).map(|step| [self.root, space + (foot - space) * part(step, ROOT)]);
        let fillet = (0..FILLET).map(|step| {
            let down = 1.0 - part(step, FILLET);
            [self.base + (self.root - self.base) * down, base + (foot - base) * down * down]
        });
        let flank = (0..FLANK).map(|step| {
            let roll = self.unwound() * part(step, FLANK);
            [self.base * roll.hypot(1.0), self.half_angle(roll)]
        });
        let end = self.half_angle(self.unwound());
        let tip = (0..TIP).map(|step| [self.tip, end * (1.0 - part(step, TIP))]);
        root.chain(fillet).chain(flank).chain(tip).collect()
    }
}

/// The outline of a gear with so many teeth about the origin, counter-clockwise; the first tooth points along x.
#[must_use]
pub fn outline(teeth: usize) -> Vec<DVec2> {
    polar(teeth).into_iter().map(|[radius, angle]| radius * DVec2::from_angle(angle)).collect()
}

/// Radii and angles of the outline; the angles rise.
fn polar(teeth: usize) -> Vec<[f64; 2]> {
    let half = Gear::new(teeth).half_tooth();
    let tip = [Gear::new(teeth).tip, 0.0];
    let rising = half.iter().map(|[radius, angle]| [*radius, -angle]);
    // The middle of the next space belongs to the next tooth.
    let falling = half.iter().skip(1).rev().copied();
    let tooth: Vec<[f64; 2]> = rising.chain([tip]).chain(falling).collect();
    let turned = |number: usize| TAU * number as f64 / teeth as f64;
    let all = (0..teeth).flat_map(|number| tooth.iter().map(move |[radius, angle]| [*radius, angle + turned(number)]));
    all.collect()
}

/// Distance between the axes, metres.
#[must_use]
pub fn centre_distance() -> f64 {
    0.5 * MODULE * (TEETH[0] + TEETH[1]) as f64
}

/// Radius of the base circle, metres.
#[must_use]
pub fn base_radius(teeth: usize) -> f64 {
    Gear::new(teeth).base
}

/// Metres: the chords of a flank are at most this far below it. A chord of length c below an arc that turns by δ is
/// at most c/2·tan(δ/2) away from it; an involute turns by what is unwound.
#[must_use]
pub fn sag(teeth: usize) -> f64 {
    let gear = Gear::new(teeth);
    let step = gear.unwound() / FLANK as f64;
    let chord = gear.base * gear.unwound() * step;
    0.5 * chord * (0.5 * step).tan()
}

/// The angles at the start and the angular velocities of pinion and wheel; the wheel lacks `slow` of its speed.
#[must_use]
pub fn turning(slow: f64) -> [[f64; 2]; 2] {
    let wheel = TEETH[1] as f64;
    // A tooth of the pinion is in the middle of a space of the wheel.
    [[0.0, SPEED], [PI + PI / wheel, -SPEED * TEETH[0] as f64 / wheel * (1.0 - slow)]]
}

fn meshing() -> Vec<SceneBody> {
    bodies(0.0)
}

fn jammed() -> Vec<SceneBody> {
    bodies(SLOW)
}

fn bodies(slow: f64) -> Vec<SceneBody> {
    let body = |index: usize, name: &str| {
        let [angle, speed] = turning(slow)[index];
        let place = dvec3(index as f64 * centre_distance(), 0.0, 0.0);
        let start = Pose::new(DQuat::from_rotation_z(angle).normalize(), place).expect("a constant pose");
        let motion = Rigid::new(start, DVec3::ZERO, speed * DVec3::Z).expect("a constant speed");
        SceneBody::new(name, solid(TEETH[index]), Motion::Rigid(motion))
    };
    vec![body(0, "pinion"), body(1, "wheel")]
}

/// The gear as a solid: the outline and the bore, above and below, joined around.
fn solid(teeth: usize) -> Polyhedron {
    let polar = polar(teeth);
    let count = polar.len() as u32;
    let ring = |bore: bool, z: f64| {
        let place =
            move |&[radius, angle]: &[f64; 2]| (if bore { BORE } else { radius } * DVec2::from_angle(angle)).extend(z);
        polar.iter().map(place).collect::<Vec<DVec3>>()
    };
    let half = 0.5 * WIDTH;
    // Around the section: outside from below to above, then inside from above to below.
    let vertices = [ring(false, -half), ring(false, half), ring(true, half), ring(true, -half)].concat();
    let corner = |ring: u32, step: u32| count * (ring % 4) + step % count;
    let triangles = (0..4).flat_map(|ring| (0..count).map(move |step| (ring, step))).flat_map(|(ring, step)| {
        let [a, b] = [corner(ring, step), corner(ring, step + 1)];
        let [c, d] = [corner(ring + 1, step + 1), corner(ring + 1, step)];
        [[a, b, c], [a, c, d]]
    });
    let mesh = Mesh::new(vertices, triangles.collect()).expect("constant sizes");
    Polyhedron::new(mesh).expect("the rings close")
}
