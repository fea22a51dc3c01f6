//! Checkpoints: the state of a run as bytes, from which it goes on to the same bits.
//!
//! **Question.** A run of hours is interrupted. Where does it go on, so that nobody can tell?
//!
//! **Idea.** Between two events, the state is finite: the paths of the islands, what every body expects, the queue, the
//! contacts that are remembered, the tree of the neighbours, and the record so far. Each number is written by its bits.
//! What follows from the bodies is made again: inertia, forms, backdrops, the rotations of flights. The queue is a set
//! of events in the order of time and bodies, so that its slots need not be kept.
//!
//! **Guarantee.** A run that goes on from a checkpoint, with the same program on the same kind of machine, ends with
//! the same history as one that was never interrupted, bit by bit. Damaged bytes, another world and other options are
//! errors.
//!
//! **Cost.** The record is written as a whole: about 150 bytes for each flight, and 12 kB for each contact that is
//! followed at that instant.
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | `TANGRUN` and a zero |
//! | 4 | version of the state |
//! | 8 | fingerprint of the world |
//! | … | the options that change the result |
//! | … | the state, as the types list their fields |
//! | 8 | checksum of all bytes before |

mod check;
mod options;
mod stored;
mod values;

pub(crate) use stored::{StateReader, StateWriter, Stored, content, stored, stored_name};

use crate::engine::Engine;
use crate::history::RunEnding;
use crate::instant::{BodyDynamics, PreparedBodies};
use crate::{RunOptions, WorldBody};
use options::StoredOptions;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;
use tangency_geometry::Fingerprint;

/// The first bytes of every state.
const MAGIC: &[u8; 8] = b"TANGRUN\0";
/// The version of the state. It grows with each change of what is stored, or of what is computed from it.
const VERSION: u32 = 4;
/// Bytes of the checksum.
const SUM: usize = 8;

/// Why a run cannot go on from a checkpoint.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RestartError {
    /// Other bytes stand at the start.
    #[error("this is not the state of a run")]
    NotAState,
    /// It was written by another version.
    #[error(
        "the state of the run has version {found}, and this program continues version {VERSION}: run from the start"
    )]
    Version {
        /// The version of the state.
        found: u32,
    },
    /// A byte has changed since it was written, or it was not written to its end.
    #[error("the state of the run is damaged: its checksum is {found:016x} instead of {expected:016x}")]
    Damaged {
        /// The sum of the bytes.
        found: u64,
        /// The sum that the state announces.
        expected: u64,
    },
    /// It belongs to other bodies, or to another gravity.
    #[error("the state belongs to another world: {bodies} bodies are given, and some of them, or gravity, differ")]
    OtherWorld {
        /// Number of bodies of the given world.
        bodies: usize,
    },
    /// The run had another option.
    #[error("the run was begun with {option} {found}, not {asked}: give the same, or run from the start")]
    Option {
        /// The option.
        option: &'static str,
        /// Its value in the checkpoint.
        found: String,
        /// Its value now.
        asked: String,
    },
    /// The state contradicts itself.
    #[error("the state of the run is damaged: {what}")]
    Content {
        /// What is wrong.
        what: &'static str,
    },
    /// A checkpoint would not be complete.
    #[error("no checkpoint can hold {what}")]
    NotStorable {
        /// What the state contains.
        what: &'static str,
    },
}

/// A number that tells a world from others: of its bodies with shapes, masses, materials, states, motions and forces,
/// and of gravity.
pub(crate) fn fingerprint(bodies: &PreparedBodies<'_>) -> u64 {
    let mut sum = Fingerprint::default();
    // Bodies of one shape share it. Numbers are written with all their digits, and writing into a sum cannot fail.
    let mut shapes: HashMap<usize, u64> = HashMap::new();
    let _ = write!(sum, "{:?}", bodies.gravity);
    for WorldBody { name, prepared, matter, state, motion, material, forces } in &bodies.all {
        let shape = shapes.entry(Arc::as_ptr(prepared) as usize).or_insert_with(|| {
            let mut shape = Fingerprint::default();
            shape.add_shape(prepared.shape());
            shape.value()
        });
        let _ = write!(sum, "\n{name:?} {shape} {matter:?} {state:?} {motion:?} {material:?} {forces:?}");
    }
    sum.value()
}

/// The bytes of a run between two events.
pub(crate) fn write(
    engine: &Engine<'_>,
    ending: Option<&RunEnding>,
    fingerprint: u64,
) -> Result<Vec<u8>, RestartError> {
    let mut to = StateWriter::default();
    to.bytes.extend(MAGIC);
    VERSION.write(&mut to);
    fingerprint.write(&mut to);
    StoredOptions::of(engine.run.options).write(&mut to);
    ending.cloned().write(&mut to);
    engine.time.write(&mut to);
    engine.run.counts.write(&mut to);
    engine.crowded.write(&mut to);
    engine.run.quality.write(&mut to);
    engine.run.record.write(&mut to);
    engine.islands.write(&mut to);
    engine.tracks.write(&mut to);
    engine.neighbours.write(&mut to);
    engine.queue.events().collect::<Vec<(u32, f64)>>().write(&mut to);
    engine.memory.write(&mut to);
    engine.steered.write(&mut to);
    engine.until_energy.write(&mut to);
    engine.asked_at_start.write(&mut to);
    if let Some(what) = to.fault {
        return Err(RestartError::NotStorable { what });
    }
    let sum = Fingerprint::of(&to.bytes);
    sum.write(&mut to);
    Ok(to.bytes)
}

/// The run that these bytes describe, and how it ended if it has.
pub(crate) fn read<'run>(
    bytes: &[u8],
    bodies: PreparedBodies<'run>,
    options: &'run RunOptions,
    fingerprint: u64,
) -> Result<(Engine<'run>, Option<RunEnding>), RestartError> {
    let Some(rest) = bytes.strip_prefix(MAGIC) else { return Err(RestartError::NotAState) };
    let Some((rest, sum)) = rest.split_last_chunk::<SUM>() else { return Err(content("it ends too early")) };
    let [found, expected] = [Fingerprint::of(&bytes[..bytes.len() - SUM]), u64::from_le_bytes(*sum)];
    if found != expected {
        return Err(RestartError::Damaged { found, expected });
    }
    let mut from = StateReader { rest, bodies: &bodies };
    let version = u32::read(&mut from)?;
    if version != VERSION {
        return Err(RestartError::Version { found: version });
    }
    if u64::read(&mut from)? != fingerprint {
        return Err(RestartError::OtherWorld { bodies: bodies.all.len() });
    }
    StoredOptions::read(&mut from)?.check(options)?;
    let ending: Option<RunEnding> = Stored::read(&mut from)?;
    let mut engine = Engine::without_paths(bodies.clone(), options);
    engine.time = Stored::read(&mut from)?;
    engine.run.counts = Stored::read(&mut from)?;
    engine.crowded = Stored::read(&mut from)?;
    engine.run.quality = Stored::read(&mut from)?;
    engine.run.record = Stored::read(&mut from)?;
    engine.islands = Stored::read(&mut from)?;
    engine.tracks = Stored::read(&mut from)?;
    engine.neighbours = Stored::read(&mut from)?;
    let events: Vec<(u32, f64)> = Stored::read(&mut from)?;
    engine.memory = Stored::read(&mut from)?;
    engine.steered = Stored::read(&mut from)?;
    if !engine.steered.are_sound(&engine.bodies) {
        return Err(content("the ways of a steered body do not follow each other"));
    }
    engine.steered.apply(&mut engine.bodies).map_err(|_| content("a way of a steered body is no motion"))?;
    engine.until_energy = Stored::read(&mut from)?;
    engine.asked_at_start = Stored::read(&mut from)?;
    if !from.rest.is_empty() {
        return Err(content("it goes on after its end"));
    }
    engine.check(ending.is_some())?;
    for (item, time) in events {
        if item as usize >= 2 * bodies.all.len() {
            return Err(content("an event of a body that does not exist"));
        }
        engine.queue.schedule(item, time);
    }
    Ok((engine, ending))
}

/// Whether forces move a body with this number.
fn is_free(bodies: &PreparedBodies<'_>, body: usize) -> bool {
    bodies.kinds.get(body).is_some_and(|kind| matches!(**kind, BodyDynamics::Free { .. }))
}
