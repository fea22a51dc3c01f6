//! Built-in scenes with free bodies, for `tangency simulate`. They are scene files: copy one and change it.

use tangency_formats::Scene;

/// A built-in scene to simulate.
#[derive(Clone, Copy, Debug)]
pub struct SimulatedScene {
    /// Its name on the command line.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// Its scene file.
    pub text: &'static str,
}

/// All built-in scenes to simulate, introductory ones first.
pub const SIMULATED: [SimulatedScene; 4] = [
    SimulatedScene {
        name: "bounce",
        summary: "a ball falls on a floor and bounces, each time to 0.64 of its height",
        text: include_str!("bounce.toml"),
    },
    SimulatedScene {
        name: "marbles",
        summary: "balls in a bowl written as a formula: they roll, hit each other and a knob",
        text: include_str!("marbles.toml"),
    },
    SimulatedScene {
        name: "egg",
        summary: "an ellipsoid tumbles over a wavy surface: it slides, rolls and jumps",
        text: include_str!("egg.toml"),
    },
    SimulatedScene {
        name: "hoop",
        summary: "a torus set rolling on its rim over a gently wavy surface",
        text: include_str!("hoop.toml"),
    },
];

impl SimulatedScene {
    /// Makes the scene.
    ///
    /// # Panics
    /// If the text is not a valid scene. A test parses all of them.
    #[must_use]
    pub fn make(&self) -> Scene {
        let scene = Scene::parse(self.text, format!("{}.toml", self.name)).expect("the text of a built-in scene");
        Scene { name: self.name.into(), description: self.summary.into(), ..scene }
    }
}
