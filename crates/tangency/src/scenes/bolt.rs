//! A bolt with a rounded head goes into the bore of a bracket: a STEP assembly, written by code and read again.
//!
//! *Idea.* The bore is wider than the shank by [`PLAY`] on each side, and at the end the head is as far above the
//! bracket. On its axis the bolt therefore never comes nearer than [`PLAY`]. With its axis [`SHIFT`] beside that of the
//! bore, its chamfer strikes the rim of the bore where its radius is that of the bore less the shift. The chamfer rises
//! as much as it widens, so the [way until then](jam_time) is known.
//!
//! *Cost.* That the bolt touches nothing is proved in about a second, that it keeps 5 µm in 42 s (`--separation 5e-6`).
//! With `--separation 9e-6`, close to the whole play, the answer is open after 35 s.

use super::{BuiltIn, USUAL, moving, still};
use glam::{DQuat, DVec2, DVec3, dvec2, dvec3};
use tangency_formats::SceneBody;
use tangency_formats::step::{self, StepFile, StepInstance, StepProfileSegment};
use tangency_geometry::{Pose, Shape};

pub(super) const CLEAR: BuiltIn = BuiltIn {
    name: "bolt",
    summary: "a bolt of a STEP assembly goes into its bore with ten micrometres to spare: proved clear",
    bodies: centred,
    query: USUAL,
};

pub(super) const JAMMED: BuiltIn = BuiltIn {
    name: "bolt-jammed",
    summary: "the same bolt, shifted by twenty micrometres: its chamfer strikes the rim of the bore",
    bodies: shifted,
    query: USUAL,
};

/// Metres between shank and bore, all around.
pub const PLAY: f64 = 10e-6;
/// Metres between the axes of the bolt that jams and of the bore.
pub const SHIFT: f64 = 20e-6;
/// Radius and length of the shank, metres.
pub const SHANK: DVec2 = dvec2(0.004, 0.03);
/// Width and height of the chamfer at the tip of the shank, metres.
pub const CHAMFER: f64 = 0.001;
/// Metres from the tip of the bolt to the bracket at the start.
pub const AHEAD: f64 = 0.002;
/// Sizes of the bracket, metres.
pub const BRACKET: DVec3 = dvec3(0.08, 0.04, 0.01);
/// Centre of the bore, metres.
pub const BORE: DVec2 = dvec2(0.02, 0.02);
/// Metres that the bolt moves in the second of the scene: at the end its head is [`PLAY`] above the bracket.
pub const WAY: f64 = AHEAD + SHANK.y - PLAY;

/// Radius of the head, its top, and the radius of its rounded rim, metres.
const HEAD: f64 = 0.008;
const TOP: f64 = 0.035;
const ROUNDING: f64 = 0.001;

/// The STEP text of the assembly: the bracket, and the bolt above its bore.
///
/// ```
/// let file = tangency::formats::step::parse(tangency::scenes::bolt::step_text().as_bytes(), "bolt.step")?;
/// assert_eq!(file.bodies.len(), 2);
/// # Ok::<(), tangency::formats::step::StepFileError>(())
/// ```
#[must_use]
pub fn step_text() -> String {
    let to = |radius: f64, height: f64| StepProfileSegment { end: dvec2(radius, height), center: None };
    let middle = dvec2(HEAD - ROUNDING, TOP - ROUNDING);
    let profile = [
        to(SHANK.x - CHAMFER, 0.0),
        to(SHANK.x, CHAMFER),
        to(SHANK.x, SHANK.y),
        to(HEAD, SHANK.y),
        to(HEAD, middle.y),
        StepProfileSegment { end: dvec2(middle.x, TOP), center: Some(middle) },
        to(0.0, TOP),
    ];
    let bolt = step::revolved("bolt", 0.0, &profile).expect("a profile of constants");
    let bracket = step::plate("bracket", BRACKET, &[(BORE, SHANK.x + PLAY)]).expect("a plate of constants");
    let above = Pose::translated(BORE.extend(BRACKET.z + AHEAD)).expect("constant numbers");
    let at =
        |body: usize, name: &str, pose: Pose| StepInstance { body, path: vec!["assembly".into(), name.into()], pose };
    let instances = vec![at(0, "bracket", Pose::IDENTITY), at(1, "bolt", above)];
    let file = StepFile { schema: String::new(), bodies: vec![bracket, bolt], instances, notes: vec![] };
    step::write(&file).expect("an assembly of constants")
}

/// The instant at which the shifted bolt touches, in seconds.
#[must_use]
pub fn jam_time() -> f64 {
    (AHEAD + CHAMFER + PLAY - SHIFT) / WAY
}

/// The bodies as a file of the assembly gives them, with the axis of the bolt shifted along x.
fn bodies(shift: f64) -> Vec<SceneBody> {
    let file = step::parse(step_text().as_bytes(), "bolt.step").expect("text that the same version wrote");
    let body = |instance: &StepInstance| {
        let part = &file.bodies[instance.body];
        let shape = Shape::Parametric(part.brep().expect("faces that join"));
        let place = instance.pose.translation();
        match part.name.as_str() {
            "bolt" => moving("bolt", shape, DQuat::IDENTITY, place + DVec3::X * shift, -DVec3::Z * WAY),
            name => still(name, shape, place),
        }
    };
    file.instances.iter().map(body).collect()
}

fn centred() -> Vec<SceneBody> {
    bodies(0.0)
}

fn shifted() -> Vec<SceneBody> {
    bodies(SHIFT)
}
