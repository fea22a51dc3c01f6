//! Scenes of bodies that have several parts.

use super::many::{Scatter, list, rounded};
use glam::{DQuat, DVec3};
use std::fmt::Write;

/// Three bars across each other.
const JACK: &str = "{ compound = [\
    { name = \"along x\", shape = { box = [0.24, 0.05, 0.05], rounding = 0.01 } }, \
    { name = \"along y\", shape = { box = [0.05, 0.24, 0.05], rounding = 0.01 } }, \
    { name = \"along z\", shape = { box = [0.05, 0.05, 0.24], rounding = 0.01 } }] }";

/// Two balls at the ends of a bar.
const DUMBBELL: &str = "{ compound = [\
    { name = \"bar\", shape = { cylinder = { radius = 0.025, height = 0.2 } } }, \
    { name = \"low\", shape = { sphere = { radius = 0.06 } }, position = [0, 0, -0.1] }, \
    { name = \"high\", shape = { sphere = { radius = 0.06 } }, position = [0, 0, 0.1] }] }";

/// Two boxes that share a face.
const HOOK: &str = "{ compound = [\
    { name = \"foot\", shape = { box = [0.24, 0.1, 0.06] } }, \
    { name = \"back\", shape = { box = [0.06, 0.1, 0.16] }, position = [-0.09, 0, 0.11] }] }";

/// A concave mesh.
const BRACKET: &str = "{ l_extrusion = { width = 0.22, height = 0.2, thickness = 0.06, depth = 0.1 } }";

/// The weight of what has parts that overlap, about the origin of its frame.
const WEIGHT: &str = "mass = 1, centre = [0, 0, 0], inertia = [0.006, 0.006, 0.006], ";

/// Jacks, dumbbells, hooks and brackets that fall into a tray.
pub(super) fn jacks() -> String {
    let mut text = String::from(
        "span = { end = 2.5 }\n\n[[body]]\nname = \"tray\"\nmaterial = { restitution = 1, friction = 0.5 }\n\
         shape = { compound = [\
         { name = \"bottom\", shape = { box = [1.4, 1.4, 0.1] }, position = [0, 0, -0.05] }, \
         { name = \"left\", shape = { box = [0.1, 1.4, 0.3] }, position = [-0.75, 0, 0.05] }, \
         { name = \"right\", shape = { box = [0.1, 1.4, 0.3] }, position = [0.75, 0, 0.05] }, \
         { name = \"front\", shape = { box = [1.6, 0.1, 0.3] }, position = [0, -0.75, 0.05] }, \
         { name = \"back\", shape = { box = [1.6, 0.1, 0.3] }, position = [0, 0.75, 0.05] }] }\n\n",
    );
    let kinds = [("jack", JACK, WEIGHT), ("dumbbell", DUMBBELL, WEIGHT), ("hook", HOOK, ""), ("bracket", BRACKET, "")];
    let mut scatter = Scatter(3);
    for index in 0..12_usize {
        let (name, shape, weight) = kinds[index % kinds.len()];
        let [column, row, layer] = [index % 2, index / 2 % 2, index / 4].map(|one| one as f64);
        let place = DVec3::new(0.5 * column - 0.25, 0.5 * row - 0.25, 0.35 + 0.4 * layer) + 0.05 * scatter.vector();
        let turn = DQuat::from_scaled_axis(3.0 * scatter.vector()).normalize();
        let _ = writeln!(
            text,
            "[[body]]\nname = \"{name} {}\"\nshape = {shape}\nmaterial = {{ restitution = 0.3, friction = 0.5 }}\n\
             dynamics = {{ free = {{ {weight}position = {}, orientation = [{}, {}, {}, {}], angular_velocity = {} }} }}\n",
            index / kinds.len() + 1,
            list(rounded(place)),
            turn.x,
            turn.y,
            turn.z,
            turn.w,
            list(scatter.vector()),
        );
    }
    text
}
