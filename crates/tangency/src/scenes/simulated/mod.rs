//! Built-in scenes with free bodies, for `tangency simulate`. They are scene files: copy one and change it.

mod many;
mod parts;

use tangency_formats::Scene;

/// A built-in scene to simulate.
#[derive(Clone, Copy, Debug)]
pub struct SimulatedScene {
    /// Its name on the command line.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// Writes its scene file.
    pub text: fn() -> String,
}

/// All built-in scenes to simulate, introductory ones first.
pub const SIMULATED: [SimulatedScene; 16] = [
    SimulatedScene {
        name: "bounce",
        summary: "a ball falls on a floor and bounces, each time to 0.64 of its height",
        text: || include_str!("bounce.toml").into(),
    },
    SimulatedScene {
        name: "marbles",
        summary: "balls in a bowl written as a formula: they roll, hit each other and a knob",
        text: || include_str!("marbles.toml").into(),
    },
    SimulatedScene {
        name: "egg",
        summary: "an ellipsoid tumbles over a wavy surface: it slides, rolls and jumps",
        text: || include_str!("egg.toml").into(),
    },
    SimulatedScene {
        name: "hoop",
        summary: "a torus set rolling on its rim over a gently wavy surface",
        text: || include_str!("hoop.toml").into(),
    },
    SimulatedScene {
        name: "rockets",
        summary: "rockets in free space: their engines run for a while, two of them meet, one turns",
        text: || include_str!("rockets.toml").into(),
    },
    SimulatedScene {
        name: "wind",
        summary: "balls fall in a wind, to their terminal velocities, beside one that falls without air",
        text: || include_str!("wind.toml").into(),
    },
    SimulatedScene {
        name: "cradle",
        summary: "Newton's cradle: an impulse runs through four balls that touch, one flies off and comes back",
        text: many::cradle,
    },
    SimulatedScene {
        name: "billiards",
        summary: "the break of fifteen balls on a table with cushions: they slide, roll and collide",
        text: many::billiards,
    },
    SimulatedScene {
        name: "pile",
        summary: "ten boxes fall on a heap, come to rest and stay where they are",
        text: many::pile,
    },
    SimulatedScene {
        name: "jacks",
        summary: "jacks, dumbbells, hooks and brackets, bodies of several parts, fall into a tray and come to rest",
        text: parts::jacks,
    },
    SimulatedScene { name: "stirring", summary: "balls in a box that a turning paddle stirs", text: many::stirring },
    SimulatedScene {
        name: "curved-gas",
        summary: "ellipsoids, balls, capsules and rounded cubes that collide in a box",
        text: many::curved_bodies,
    },
    SimulatedScene {
        name: "gas",
        summary: "a thousand elastic balls in a box, event by event",
        text: many::gas_of_balls,
    },
    SimulatedScene {
        name: "polyhedra-gas",
        summary: "three hundred elastic polyhedra of 24 to 60 faces in a box",
        text: many::gas_of_polyhedra,
    },
    SimulatedScene {
        name: "many-faces",
        summary: "fifty elastic polyhedra of 24 to 600 faces in a box",
        text: many::gas_of_many_faces,
    },
    SimulatedScene { name: "ten-thousand", summary: "ten thousand elastic balls in a box", text: many::ten_thousand },
];

impl SimulatedScene {
    /// Makes the scene.
    ///
    /// # Panics
    /// If the text is not a valid scene. A test parses all of them.
    #[must_use]
    pub fn make(&self) -> Scene {
        let scene = Scene::parse(&(self.text)(), format!("{}.toml", self.name)).expect("the text of a built-in scene");
        Scene { name: self.name.into(), description: self.summary.into(), ..scene }
    }
}
