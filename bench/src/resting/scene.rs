//! Cubes at their start, above a floor and perhaps between walls.

use glam::{DQuat, DVec3, dvec3};

/// Metres. The side of a cube.
pub(super) const SIDE: f64 = 0.2;
/// kg.
pub(super) const MASS: f64 = 1.0;
pub(super) const FRICTION: f64 = 0.5;
/// Metres. The distance of the walls from the middle.
pub(super) const WALLS: f64 = 1.0;
const GRAVITY: f64 = 9.81;
/// Instants a second at which all engines tell the places.
pub(super) const FRAMES: usize = 60;

/// The orientation and the centre of a cube.
pub(super) type Place = (DQuat, DVec3);

/// Cubes on the floor z = 0.
pub(super) struct Resting {
    pub(super) name: String,
    pub(super) cubes: Vec<Place>,
    /// m/s². A slope is a floor under a gravity that leans.
    pub(super) gravity: DVec3,
    /// Degrees.
    pub(super) slope: f64,
    pub(super) walls: bool,
    /// Seconds.
    pub(super) until: f64,
    /// Seconds. The step of the peers.
    pub(super) step: f64,
}

impl Resting {
    fn new(name: &str, cubes: Vec<Place>, slope: f64, [until, step]: [f64; 2]) -> Self {
        let angle = slope.to_radians();
        let gravity = GRAVITY * dvec3(angle.sin(), 0.0, -angle.cos());
        Self { name: name.into(), cubes, gravity, slope, walls: false, until, step }
    }

    /// The number of the last frame.
    pub(super) fn frames(&self) -> usize {
        (self.until * FRAMES as f64).round() as usize
    }
}

/// All scenes of the suite.
pub(super) fn all() -> Vec<Resting> {
    let upright = |place: DVec3| (DQuat::IDENTITY, place);
    let level = |index: usize| upright(dvec3(0.0, 0.0, SIDE * (0.5 + index as f64)));
    let stack = Resting::new("stack of 10", (0..10).map(level).collect(), 0.0, [10.0, 1.0 / 240.0]);
    let slope = |angle: f64, until: f64| {
        Resting::new(&format!("slope of {angle} degrees"), vec![level(0)], angle, [until, 0.002])
    };
    let mut scenes = vec![stack, slope(25.0, 10.0), slope(26.5, 10.0), slope(26.57, 2.0), slope(30.0, 2.0)];
    match pile() {
        Ok(cubes) => {
            let pile = Resting::new(&format!("pile of {}", cubes.len()), cubes, 0.0, [5.0, 1.0 / 240.0]);
            scenes.push(Resting { walls: true, ..pile });
        }
        Err(error) => eprintln!("no pile: {error}"),
    }
    scenes
}

/// The cubes of the file that `TANGENCY_PILE` names, or of the public data set.
fn pile() -> Result<Vec<Place>, String> {
    let set = || concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/resting/pile.txt").into();
    let file = std::env::var("TANGENCY_PILE").unwrap_or_else(|_| set());
    let text = std::fs::read_to_string(&file).map_err(|error| format!("cannot read {file}: {error}"))?;
    let row = |line: &str| {
        let numbers: Vec<f64> = line.split_whitespace().map_while(|word| word.parse().ok()).collect();
        match numbers[..] {
            [x, y, z, w, i, j, k] => Ok((DQuat::from_xyzw(i, j, k, w).normalize(), dvec3(x, y, z))),
            _ => Err(format!("{file}: not seven numbers: {line}")),
        }
    };
    text.lines().filter(|line| !line.trim().is_empty()).map(row).collect()
}
