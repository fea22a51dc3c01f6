//! The record of a run.

use crate::checkpoint::{RestartError, StateReader, StateWriter, Stored, content, stored};
use crate::contact_force::{ForcePiece, ForceTrack};
use crate::flight::Flight;
use crate::history::{ContactMode, ContactTrack, Energy, WorldEvent};
use crate::island::{Island, IslandPath};
use rayon::prelude::*;
use std::collections::BTreeSet;
use tangency_detect::Effort;
use tangency_geometry::{Motion, MotionError, Piecewise};

/// Consecutive motions on the world's clock.
#[derive(Default)]
struct MotionPieces {
    starts: Vec<f64>,
    segments: Vec<Motion>,
}

impl MotionPieces {
    /// Appends a motion that holds from this instant on.
    fn add(&mut self, start: f64, motion: Motion) {
        // The next motion replaces a step of zero length.
        if self.starts.last().is_some_and(|last| *last >= start) {
            self.starts.pop();
            self.segments.pop();
        }
        self.starts.push(start);
        self.segments.push(motion);
    }

    fn motion(&self) -> Result<Option<Motion>, MotionError> {
        if self.starts.is_empty() {
            return Ok(None);
        }
        Ok(Some(Motion::Piecewise(Piecewise::new(self.starts.clone(), self.segments.clone())?)))
    }
}

/// A contact that continues in one mode.
struct TrackRecord {
    bodies: [usize; 2],
    from: f64,
    until: f64,
    mode: ContactMode,
    path: MotionPieces,
    /// Its forces.
    forces: Vec<ForcePiece>,
}

/// A path that a body has left.
enum LeftPath {
    /// Until this instant.
    Flight(Box<Flight>, f64),
    /// From this instant on.
    Motion(f64, Box<Motion>),
}

/// The record of a run.
pub(crate) struct RunRecord {
    keeps_motions: bool,
    paths: Vec<Vec<LeftPath>>,
    stretches: Vec<TrackRecord>,
    /// The forces that held bodies at rest.
    rests: Vec<ForceTrack>,
    pub(crate) events: Vec<WorldEvent>,
    /// The pairs whose impacts were too slow to be events, the smaller number first.
    slow_pairs: BTreeSet<[usize; 2]>,
    pub(crate) energy: Vec<Energy>,
    pub(crate) effort: Effort,
    pub(crate) steps: u64,
}

stored!(MotionPieces { starts, segments });
stored!(TrackRecord { bodies, from, until, mode, path, forces });

impl LeftPath {
    fn write(&self, to: &mut StateWriter) {
        match self {
            Self::Flight(flight, until) => {
                0_u8.write(to);
                flight.write(to);
                until.write(to);
            }
            Self::Motion(from, motion) => {
                (1_u8, *from).write(to);
                motion.write(to);
            }
        }
    }

    fn read(from: &mut StateReader<'_>, body: usize) -> Result<Self, RestartError> {
        match u8::read(from)? {
            0 => Ok(Self::Flight(Box::new(Flight::read(from, body)?), f64::read(from)?)),
            1 => Ok(Self::Motion(f64::read(from)?, Stored::read(from)?)),
            _ => Err(content("unknown path")),
        }
    }
}

impl Stored for RunRecord {
    fn write(&self, to: &mut StateWriter) {
        let Self { keeps_motions, paths, stretches, rests, events, slow_pairs, energy, effort, steps } = self;
        keeps_motions.write(to);
        for path in paths {
            path.len().write(to);
            path.iter().for_each(|left| left.write(to));
        }
        stretches.write(to);
        rests.write(to);
        events.write(to);
        slow_pairs.iter().copied().collect::<Vec<_>>().write(to);
        energy.write(to);
        effort.write(to);
        steps.write(to);
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        let keeps_motions = bool::read(from)?;
        let mut paths = Vec::new();
        for body in 0..from.bodies.all.len() {
            let length = from.length()?;
            paths.push((0..length).map(|_| LeftPath::read(from, body)).collect::<Result<_, _>>()?);
        }
        let (stretches, rests) = Stored::read(from)?;
        let (events, slow_pairs): (_, Vec<[usize; 2]>) = Stored::read(from)?;
        if slow_pairs.iter().flatten().any(|&body| body >= from.bodies.all.len()) {
            return Err(content("a slow contact of a body that does not exist"));
        }
        let slow_pairs = slow_pairs.into_iter().collect();
        let (energy, effort, steps) = Stored::read(from)?;
        Ok(Self { keeps_motions, paths, stretches, rests, events, slow_pairs, energy, effort, steps })
    }
}

/// The motions of all bodies and of all continuing contacts.
pub(crate) struct RecordedMotions {
    pub(crate) motions: Vec<Motion>,
    pub(crate) tracks: Vec<ContactTrack>,
    pub(crate) forces: Vec<ForceTrack>,
}

impl RunRecord {
    pub(crate) fn new(bodies: usize, keeps_motions: bool) -> Self {
        Self {
            keeps_motions,
            paths: (0..bodies).map(|_| Vec::new()).collect(),
            stretches: Vec::new(),
            rests: Vec::new(),
            events: Vec::new(),
            slow_pairs: BTreeSet::new(),
            energy: Vec::new(),
            effort: Effort::default(),
            steps: 0,
        }
    }

    /// Number of continuing contacts, and the bodies that they and the contacts at rest name.
    pub(crate) fn tracked_bodies(&self) -> (usize, impl Iterator<Item = [usize; 2]>) {
        let resting = self.rests.iter().map(|one| [one.a, one.b]);
        (self.stretches.len(), self.stretches.iter().map(|one| one.bodies).chain(resting))
    }

    /// Records the path of an island up to an instant. A path of zero length leaves no trace.
    pub(crate) fn close(&mut self, island: &mut Island, time: f64) -> Result<(), MotionError> {
        if !(time > island.since && self.keeps_motions) {
            return Ok(());
        }
        match &island.path {
            IslandPath::Flight(flight) => self.paths[island.bodies[0]].push(LeftPath::Flight(flight.clone(), time)),
            IslandPath::Rest(rest) => {
                for (body, motion) in &rest.places {
                    self.paths[*body].push(LeftPath::Motion(island.since, Box::new(motion.clone())));
                }
                self.rests.extend(ForceTrack::at_rest(&rest.supports, &rest.forces, [island.since, time])?);
            }
            IslandPath::Step(path) => {
                for (&body, motion) in path.order.iter().zip(&path.motions) {
                    if let Some(motion) = motion {
                        self.paths[body].push(LeftPath::Motion(path.step.start, Box::new(motion.clone())));
                    }
                }
                for (index, one) in island.followed.iter().enumerate() {
                    self.tracked(one.track, [path.step.start, time], path.step.track(index)?, path.step.force(index)?);
                }
            }
        }
        Ok(())
    }

    pub(crate) fn event(&mut self, event: WorldEvent) {
        self.events.push(event);
    }

    /// Remembers that two bodies have touched so slowly that no event tells of it.
    pub(crate) fn touched_slowly(&mut self, [a, b]: [usize; 2]) {
        self.slow_pairs.insert([a.min(b), a.max(b)]);
    }

    /// The pairs whose impacts were too slow to be events.
    pub(crate) fn slow_pairs(&self) -> Vec<[usize; 2]> {
        self.slow_pairs.iter().copied().collect()
    }

    /// Starts a track, and returns its number, counted from one.
    pub(crate) fn begin(&mut self, bodies: [usize; 2], time: f64, mode: ContactMode) -> usize {
        let (path, forces) = (MotionPieces::default(), Vec::new());
        self.stretches.push(TrackRecord { bodies, from: time, until: time, mode, path, forces });
        self.stretches.len()
    }

    /// The mode of a followed contact; `None` if its track has not started.
    pub(crate) fn mode(&self, track: usize) -> Option<ContactMode> {
        track.checked_sub(1).map(|index| self.stretches[index].mode)
    }

    fn tracked(&mut self, track: usize, [start, end]: [f64; 2], motion: Motion, force: ForcePiece) {
        let Some(index) = track.checked_sub(1) else { return };
        self.stretches[index].until = end;
        self.stretches[index].path.add(start, motion);
        self.stretches[index].forces.push(force);
    }

    /// All motions. `rests` are the motions of bodies without a recorded one.
    pub(crate) fn recorded(&mut self, rests: Vec<Motion>) -> Result<RecordedMotions, MotionError> {
        let paths = std::mem::take(&mut self.paths);
        let whole = |(path, rest): (Vec<LeftPath>, Motion)| {
            let mut pieces = MotionPieces::default();
            for left in path {
                match left {
                    LeftPath::Motion(start, motion) => pieces.add(start, *motion),
                    LeftPath::Flight(mut flight, until) => {
                        let since = flight.since;
                        flight
                            .motions([since, until])?
                            .into_iter()
                            .for_each(|(start, motion)| pieces.add(start, motion));
                    }
                }
            }
            Ok(pieces.motion()?.unwrap_or(rest))
        };
        let motions = paths.into_par_iter().zip(rests).map(whole).collect::<Result<_, MotionError>>()?;
        let (mut tracks, mut forces) = (Vec::new(), std::mem::take(&mut self.rests));
        for TrackRecord { bodies: [a, b], from, until, mode, path, forces: pieces } in &self.stretches {
            forces.extend(ForceTrack::of_pieces([*a, *b], [*from, *until], pieces));
            if let Some(path) = path.motion()? {
                tracks.push(ContactTrack { a: *a, b: *b, from: *from, until: *until, path, mode: *mode });
            }
        }
        forces.sort_by(|one, other| one.from.total_cmp(&other.from));
        Ok(RecordedMotions { motions, tracks, forces })
    }
}
