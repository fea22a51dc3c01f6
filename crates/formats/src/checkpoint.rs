//! The checkpoint file: the state of an interrupted simulation, with what it belongs to.
//!
//! *Question.* May a simulation go on from this file, and with the same bits?
//! *Idea.* The engine gives its state as bytes that nobody else understands. The container around them names the
//! format, its version, the engine, the scene and the options, and ends with a checksum. A mismatch is told by name
//! before the engine sees the state.
//! *Guarantee.* A file that is cut off, or in which any one byte differs, is refused. Another scene is refused unless
//! its 64-bit fingerprint happens to agree.
//! *Cost.* One pass over the bytes.
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | `TANGCKPT` |
//! | 4 | version of the container, little-endian: 1 |
//! | 4 | length of the header |
//! | … | the header, JSON: `engine`, `scene`, `fingerprint`, `time`, `options` |
//! | 8 | length of the state |
//! | … | the state |
//! | 8 | FNV-1a of all bytes before |

use crate::Scene;
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Write};
use tangency_geometry::Fingerprint;

/// The first bytes of every checkpoint.
const MAGIC: &[u8; 8] = b"TANGCKPT";
/// The version of the container.
const VERSION: u32 = 1;
/// Bytes before the header: magic, version and length.
const FRONT: usize = 16;
/// Bytes of the checksum.
const SUM: usize = 8;

/// The state of a simulation, and what it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// What the state belongs to.
    pub header: CheckpointHeader,
    /// The state of the engine, as it gave it.
    pub state: Vec<u8>,
}

/// What the state of a checkpoint belongs to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckpointHeader {
    /// The engine and its version. Only the same engine continues with the same bits.
    pub engine: String,
    /// Name of the scene.
    pub scene: String,
    /// [`scene_fingerprint`] of the scene.
    pub fingerprint: u64,
    /// The instant that the simulation had reached, on the scene's clock, in seconds.
    pub time: f64,
    /// The options that change what the simulation computes.
    pub options: CheckpointOptions,
}

/// The options that change what a simulation computes. The end is one of them: bodies are asked about until then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CheckpointOptions {
    /// Tolerance in metres; `None` is that of the scene.
    pub tolerance: Option<f64>,
    /// Limit on the work of one step.
    pub budget: Option<u64>,
    /// The end of the simulation on the scene's clock, in seconds.
    pub until: f64,
}

/// Why a simulation cannot go on from a checkpoint.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// Other bytes stand at the start.
    #[error("this is not a checkpoint: it does not begin with TANGCKPT")]
    NotACheckpoint,
    /// The container has another version.
    #[error("the checkpoint has version {found}, and this program reads version {VERSION}: simulate from the start")]
    Version {
        /// The version of the file.
        found: u32,
    },
    /// The file ends too early, or goes on too long.
    #[error("the checkpoint has {found} bytes instead of {expected}: it was not written to its end, or it is damaged")]
    Length {
        /// Bytes of the file.
        found: u64,
        /// Bytes that it announces, or the least that it needs.
        expected: u64,
    },
    /// A byte has changed since it was written.
    #[error("the checkpoint is damaged: its checksum is {found:016x} instead of {expected:016x}")]
    Damaged {
        /// The sum of the bytes.
        found: u64,
        /// The sum that the file announces.
        expected: u64,
    },
    /// The header is none.
    #[error("the header of the checkpoint cannot be read: {0}")]
    Header(String),
    /// It belongs to another engine.
    #[error("the checkpoint was written by {found}, and only that continues with the same bits: this is {expected}")]
    Engine {
        /// The engine that wrote it.
        found: String,
        /// This engine.
        expected: String,
    },
    /// It belongs to another scene.
    #[error("the checkpoint belongs to the scene {found:?}, not to {expected:?}")]
    Scene {
        /// The scene of the checkpoint.
        found: String,
        /// The scene that is to go on.
        expected: String,
    },
    /// The scene has been changed since.
    #[error("the scene {scene:?} has changed since the checkpoint was written: simulate it from the start")]
    Changed {
        /// Name of the scene.
        scene: String,
    },
    /// It was written with other options.
    #[error("the checkpoint was written with {option} {found}, not {asked}: give the same option, or start anew")]
    Options {
        /// The option.
        option: &'static str,
        /// Its value in the checkpoint.
        found: String,
        /// Its value now.
        asked: String,
    },
}

impl Checkpoint {
    /// The bytes of the file.
    pub fn to_bytes(&self) -> Result<Vec<u8>, CheckpointError> {
        let header = serde_json::to_vec(&self.header).map_err(|error| CheckpointError::Header(error.to_string()))?;
        let length = u32::try_from(header.len()).map_err(|error| CheckpointError::Header(error.to_string()))?;
        let mut bytes = Vec::with_capacity(FRONT + header.len() + 8 + self.state.len() + SUM);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(length.to_le_bytes());
        bytes.extend(header);
        bytes.extend((self.state.len() as u64).to_le_bytes());
        bytes.extend(&self.state);
        bytes.extend(Fingerprint::of(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads the bytes of a file. Whether it belongs to a scene is asked by [`Checkpoint::check`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        if !bytes.starts_with(MAGIC) {
            return Err(CheckpointError::NotACheckpoint);
        }
        let found = bytes.len() as u64;
        let short = |expected: usize| CheckpointError::Length { found, expected: expected as u64 };
        let least = |length: usize| bytes.get(..length).ok_or_else(|| short(length + SUM));
        let number = |at: usize| -> Result<[u8; 4], CheckpointError> {
            let four = least(at + 4)?.get(at..).and_then(|four| four.try_into().ok());
            four.ok_or_else(|| short(at + 4))
        };
        let version = u32::from_le_bytes(number(8)?);
        if version != VERSION {
            return Err(CheckpointError::Version { found: version });
        }
        let header_end = FRONT + u32::from_le_bytes(number(12)?) as usize;
        let [low, high] = [number(header_end)?, number(header_end + 4)?].map(u32::from_le_bytes);
        let state_length = u64::from(high) << 32 | u64::from(low);
        let expected = state_length.saturating_add((header_end + 8 + SUM) as u64);
        if expected != found {
            return Err(CheckpointError::Length { found, expected });
        }
        let (content, sum) = bytes.split_at(bytes.len() - SUM);
        let announced = sum.try_into().map_or(0, u64::from_le_bytes);
        let computed = Fingerprint::of(content);
        if computed != announced {
            return Err(CheckpointError::Damaged { found: computed, expected: announced });
        }
        let header = serde_json::from_slice(&content[FRONT..header_end]);
        let header = header.map_err(|error: serde_json::Error| CheckpointError::Header(error.to_string()))?;
        Ok(Self { header, state: content[header_end + 8..].to_vec() })
    }

    /// Fails unless this engine may continue this scene with these options.
    pub fn check(&self, engine: &str, scene: &Scene, options: CheckpointOptions) -> Result<(), CheckpointError> {
        let header = &self.header;
        if header.engine != engine {
            return Err(CheckpointError::Engine { found: header.engine.clone(), expected: engine.into() });
        }
        if header.scene != scene.name {
            return Err(CheckpointError::Scene { found: header.scene.clone(), expected: scene.name.clone() });
        }
        if header.fingerprint != scene_fingerprint(scene) {
            return Err(CheckpointError::Changed { scene: scene.name.clone() });
        }
        let tolerance = [header.options.tolerance, options.tolerance].map(|value| shown(value, "of the scene"));
        let budget = [header.options.budget, options.budget].map(|value| shown(value, "without a limit"));
        let until = [header.options.until, options.until].map(|value| value.to_string());
        for (option, [found, asked]) in [("--tolerance", tolerance), ("--budget", budget), ("--until", until)] {
            if found != asked {
                return Err(CheckpointError::Options { option, found, asked });
            }
        }
        Ok(())
    }
}

fn shown(value: Option<impl Display>, otherwise: &str) -> String {
    value.map_or_else(|| otherwise.into(), |value| value.to_string())
}

/// A number that tells a scene from others: of its bodies with their shapes, motions, masses and materials, of gravity,
/// of the settings of the query, and of the start of the span. Not of its end, its descriptions and its colours, which
/// change nothing that is simulated.
#[must_use]
pub fn scene_fingerprint(scene: &Scene) -> u64 {
    let mut sum = Fingerprint::default();
    // Numbers are written with all their digits. Writing into a sum cannot fail.
    let _ = write!(sum, "{:?} {:?} {:?}", scene.span.start, scene.query, scene.dynamics);
    for body in &scene.bodies {
        let _ = write!(sum, "\n{:?} {:?} {}", body.name, body.motion, body.self_contact);
        sum.add_shape(&body.shape);
    }
    sum.value()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::survive;
    use tangency_geometry::Shape;
    use tangency_interval::laws::Random;

    const ENGINE: &str = "tangency-world 0.1.0";

    fn scene(text: &str) -> Scene {
        let base = "name = \"drop\"\nspan = { end = 1 }\n[[body]]\nname = \"ball\"\nshape = { box = [1, 1, 1] }\n";
        Scene::parse(&format!("{base}{text}"), "drop.toml").unwrap()
    }

    fn free() -> Scene {
        scene("dynamics = { free = { position = [0, 0, 1] } }\n")
    }

    fn checkpoint() -> Checkpoint {
        let scene = free();
        let header = CheckpointHeader {
            engine: ENGINE.into(),
            scene: scene.name.clone(),
            fingerprint: scene_fingerprint(&scene),
            time: 0.1 + 0.2,
            options: CheckpointOptions { tolerance: None, budget: Some(100), until: 1.0 },
        };
        Checkpoint { header, state: (0..=255).cycle().take(1000).collect() }
    }

    #[test]
    fn a_checkpoint_reads_back_bit_for_bit() {
        let written = checkpoint();
        let read = Checkpoint::from_bytes(&written.to_bytes().unwrap()).unwrap();
        assert_eq!(read, written);
        assert_eq!(read.header.time.to_bits(), (0.1_f64 + 0.2).to_bits());
        let empty = Checkpoint { state: vec![], ..written };
        assert_eq!(Checkpoint::from_bytes(&empty.to_bytes().unwrap()).unwrap(), empty);
    }

    /// Every shorter file and every changed byte is refused; so is a longer file.
    #[test]
    fn damaged_files_are_refused() {
        let bytes = checkpoint().to_bytes().unwrap();
        for length in 0..bytes.len() {
            let error = Checkpoint::from_bytes(&bytes[..length]).unwrap_err();
            let expected = if length < 8 {
                error == CheckpointError::NotACheckpoint
            } else {
                matches!(error, CheckpointError::Length { .. })
            };
            assert!(expected, "{length} bytes: {error}");
        }
        let mut random = Random::new(2);
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (random.between(0.0, 8.0) as u32).min(7);
            assert!(Checkpoint::from_bytes(&changed).is_err(), "byte {at}");
        }
        let message = Checkpoint::from_bytes(&[&bytes[..], b"x"].concat()).unwrap_err().to_string();
        assert!(message.contains(&format!("{} bytes instead of {}", bytes.len() + 1, bytes.len())), "{message}");
        let mut damaged = bytes.clone();
        damaged[100] ^= 4;
        assert!(matches!(Checkpoint::from_bytes(&damaged), Err(CheckpointError::Damaged { .. })));
    }

    #[test]
    fn other_versions_and_other_files_are_refused_by_name() {
        let mut newer = checkpoint().to_bytes().unwrap();
        newer[8] = 2;
        assert_eq!(Checkpoint::from_bytes(&newer), Err(CheckpointError::Version { found: 2 }));
        assert_eq!(Checkpoint::from_bytes(b"{\"format\": 1}"), Err(CheckpointError::NotACheckpoint));
        assert_eq!(Checkpoint::from_bytes(b""), Err(CheckpointError::NotACheckpoint));
    }

    #[test]
    fn another_scene_engine_or_option_is_refused_by_name() {
        let checkpoint = checkpoint();
        let options = checkpoint.header.options;
        assert_eq!(checkpoint.check(ENGINE, &free(), options), Ok(()));
        let mut longer = free();
        (longer.span.end, longer.description) = (9.0, "the same, told otherwise".into());
        assert_eq!(checkpoint.check(ENGINE, &longer, options), Ok(()));
        let mut renamed = free();
        renamed.name = "fall".into();
        let told = |scene: &Scene, options| checkpoint.check(ENGINE, scene, options).unwrap_err().to_string();
        assert_eq!(told(&renamed, options), "the checkpoint belongs to the scene \"drop\", not to \"fall\"");
        for changed in [
            scene("dynamics = { free = { position = [0, 0, 2] } }\n"),
            scene("dynamics = { free = { position = [0, 0, 1], mass = 3 } }\n"),
            scene("material = { friction = 0.1 }\ndynamics = { free = { position = [0, 0, 1] } }\n"),
            scene("dynamics = { free = { position = [0, 0, 1] } }\n[dynamics]\ngravity = [0, 0, -1.6]\n"),
        ] {
            assert!(told(&changed, options).contains("has changed since"));
        }
        let later = told(&free(), CheckpointOptions { until: 2.0, ..options });
        assert_eq!(later, "the checkpoint was written with --until 1, not 2: give the same option, or start anew");
        let other = CheckpointOptions { tolerance: Some(1e-3), ..options };
        let message =
            "the checkpoint was written with --tolerance of the scene, not 0.001: give the same option, or start anew";
        assert_eq!(told(&free(), other), message);
        let error = checkpoint.check("tangency-world 0.2.0", &free(), options).unwrap_err();
        assert!(matches!(error, CheckpointError::Engine { .. }), "{error}");
    }

    /// Masses of polyhedra are computed on demand: the fingerprint of a scene does not depend on that.
    #[test]
    fn a_fingerprint_stays() {
        let scene = free();
        let before = scene_fingerprint(&scene);
        if let Shape::Polyhedron(polyhedron) = &scene.bodies[0].shape {
            let _ = polyhedron.mass();
        }
        assert_eq!(scene_fingerprint(&scene), before);
        assert_eq!(scene_fingerprint(&free()), before, "another reading of the same text");
    }

    #[test]
    fn broken_checkpoints_are_refused_and_nothing_worse() {
        let seed = checkpoint().to_bytes().unwrap();
        let parser =
            |bytes: &[u8]| Checkpoint::from_bytes(bytes).map(|read| read.state.len()).map_err(|e| e.to_string());
        survive(parser, &[&seed], 3_000).expect_accepted(0.0..0.05);
    }
}
