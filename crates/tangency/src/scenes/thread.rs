//! A screw and its nut: the screw is driven in without contact, or with its axis shifted.

use super::{BuiltIn, USUAL, still};
use glam::{DVec3, dvec3};
use std::f64::consts::TAU;
use tangency_formats::SceneBody;
use tangency_geometry::{Mesh, Motion, Polyhedron, Pose, Screw, ScrewAxis, Shape};

pub(super) const DRIVEN: BuiltIn = BuiltIn {
    name: "screw-in-nut",
    summary: "a screw is driven one and a half turns into its nut without touching it: proved clear",
    bodies: driven,
    query: USUAL,
};

pub(super) const SHIFTED: BuiltIn = BuiltIn {
    name: "screw-shifted",
    summary: "the same screw with its axis shifted by half a millimetre: it strikes the mouth of the nut",
    bodies: shifted,
    query: USUAL,
};

/// Metres from one turn of the thread to the next.
pub const PITCH: f64 = 0.004;
/// Metres: the nut's thread is so much wider than the screw's, in radius, at the corners of both.
pub const CLEARANCE: f64 = 0.4e-3;
/// Metres by which the other scene shifts the axis.
pub const SHIFT: f64 = 0.5e-3;
/// Number of turns of the screw.
pub const TURNS: f64 = 1.5;
/// Metres between the screw's flat end and the nut, at the start.
pub const AHEAD: f64 = 0.5 * PITCH;

/// Metres: the radius at the bottom of the screw's thread, and what its crest adds.
const CORE: f64 = 0.008;
const DEPTH: f64 = 0.0016;
/// Metres: the head's radius and height, and the nut's radius.
const HEAD: [f64; 2] = [0.016, 0.006];
const NUT: f64 = 0.018;
/// Turns of the thread on the screw and in the nut.
const SCREW_TURNS: usize = 3;
const NUT_TURNS: usize = 1;
/// Corners around, and along every turn: as many, so that the crest runs through corners.
const STEPS: usize = 16;

fn driven() -> Vec<SceneBody> {
    bodies(0.0)
}

fn shifted() -> Vec<SceneBody> {
    bodies(SHIFT)
}

fn bodies(shift: f64) -> Vec<SceneBody> {
    // The end of the thread starts above the nut, in step with it: raised and turned as a screw is.
    let height = NUT_TURNS as f64 * PITCH + AHEAD;
    let turned = glam::DQuat::from_rotation_z(TAU * height / PITCH).normalize();
    let start = Pose::new(turned, dvec3(shift, 0.0, height)).expect("a constant pose");
    let axis = ScrewAxis { point: dvec3(shift, 0.0, 0.0), direction: DVec3::Z };
    let motion = Screw::about(axis, start, -TAU * TURNS, -PITCH * TURNS, 1.0).expect("a constant screw");
    let screw = SceneBody::new("screw", Shape::Polyhedron(screw()), Motion::Screw(motion));
    vec![screw, still("nut", Shape::Polyhedron(nut()), DVec3::ZERO)]
}

/// The height of the thread's profile at a whole number of steps along the pitch: crest, flank, root, flank.
fn profile(step: isize) -> f64 {
    let (crest, flank) = (STEPS as isize / 8, 3 * STEPS as isize / 8);
    let step = step.rem_euclid(STEPS as isize);
    let from_crest = (step - crest).max(0).min(2 * flank + crest - (step - crest).max(0));
    1.0 - (from_crest.min(flank) as f64 / flank as f64)
}

/// The corner of a right-handed thread that is this many steps around and this many along.
fn corner(around: usize, along: usize, widened: f64) -> DVec3 {
    let angle = TAU * around as f64 / STEPS as f64;
    let radius = CORE + widened + DEPTH * profile(along as isize - around as isize);
    dvec3(radius * angle.cos(), radius * angle.sin(), PITCH * along as f64 / STEPS as f64)
}

/// Rings of corners, one after another.
struct Rings {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

impl Rings {
    fn push(&mut self, ring: impl Fn(usize) -> DVec3) -> u32 {
        self.vertices.extend((0..STEPS).map(ring));
        (self.vertices.len() - STEPS) as u32
    }

    /// Joins two rings; the diagonals run along a right-handed thread.
    fn join(&mut self, from: u32, to: u32) {
        for step in 0..STEPS as u32 {
            let next = (step + 1) % STEPS as u32;
            self.triangles.extend([[from + step, from + next, to + next], [from + step, to + next, to + step]]);
        }
    }

    /// Closes a ring by a tip in its middle.
    fn close(&mut self, ring: u32, tip: DVec3, above: bool) {
        self.vertices.push(tip);
        let tip = self.vertices.len() as u32 - 1;
        for step in 0..STEPS as u32 {
            let [from, to] = [ring + step, ring + (step + 1) % STEPS as u32];
            self.triangles.push(if above { [from, to, tip] } else { [to, from, tip] });
        }
    }

    fn solid(self) -> Polyhedron {
        let mesh = Mesh::new(self.vertices, self.triangles).expect("constant sizes");
        Polyhedron::new(mesh).expect("closed by its making")
    }
}

/// The screw: its flat end at z = 0, the thread, the head above.
fn screw() -> Polyhedron {
    let mut rings = Rings { vertices: Vec::new(), triangles: Vec::new() };
    let end = rings.push(|around| corner(around, 0, 0.0));
    rings.close(end, DVec3::ZERO, false);
    let mut last = end;
    for along in 1..=SCREW_TURNS * STEPS {
        let ring = rings.push(|around| corner(around, along, 0.0));
        rings.join(last, ring);
        last = ring;
    }
    let top = PITCH * SCREW_TURNS as f64;
    for z in [top, top + HEAD[1]] {
        let angle = |around: usize| TAU * around as f64 / STEPS as f64;
        let ring = rings.push(|around| dvec3(HEAD[0] * angle(around).cos(), HEAD[0] * angle(around).sin(), z));
        rings.join(last, ring);
        last = ring;
    }
    rings.close(last, dvec3(0.0, 0.0, top + HEAD[1]), true);
    rings.solid()
}

/// The nut: from z = 0 up, hexagonal outside, with the same thread inside, wider by the clearance.
fn nut() -> Polyhedron {
    let mut rings = Rings { vertices: Vec::new(), triangles: Vec::new() };
    let first = rings.push(|around| corner(around, 0, CLEARANCE));
    let mut last = first;
    for along in 1..=NUT_TURNS * STEPS {
        let ring = rings.push(|around| corner(around, along, CLEARANCE));
        rings.join(last, ring);
        last = ring;
    }
    for z in [PITCH * NUT_TURNS as f64, 0.0] {
        let ring = rings.push(|around| {
            let angle = TAU * around as f64 / STEPS as f64;
            // The hexagon's side that faces this way.
            let from_side = (angle + TAU / 12.0).rem_euclid(TAU / 6.0) - TAU / 12.0;
            let radius = NUT * (TAU / 12.0).cos() / from_side.cos();
            dvec3(radius * angle.cos(), radius * angle.sin(), z)
        });
        rings.join(last, ring);
        last = ring;
    }
    rings.join(last, first);
    rings.solid()
}
