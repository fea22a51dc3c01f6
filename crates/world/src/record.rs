//! What a run writes down on its way.

use crate::history::{Energy, Event, Mode, Track};
use tangency_detect::Effort;
use tangency_geometry::{Motion, MotionError, Piecewise};

/// One motion after another, on the world's clock.
#[derive(Default)]
struct Path {
    starts: Vec<f64>,
    segments: Vec<Motion>,
}

impl Path {
    /// From this instant on, that is how it moves.
    fn add(&mut self, start: f64, motion: Motion) {
        // A step of no length is replaced by the next one.
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
struct Stretch {
    bodies: [usize; 2],
    from: f64,
    until: f64,
    mode: Mode,
    path: Path,
}

/// What a run writes down.
pub(crate) struct Record {
    paths: Vec<Path>,
    stretches: Vec<Stretch>,
    pub(crate) events: Vec<Event>,
    pub(crate) energy: Vec<Energy>,
    pub(crate) effort: Effort,
    pub(crate) steps: u64,
}

/// The motions of all bodies and of all contacts that continued.
pub(crate) struct Recorded {
    pub(crate) motions: Vec<Motion>,
    pub(crate) tracks: Vec<Track>,
}

impl Record {
    pub(crate) fn new(bodies: usize) -> Self {
        Self {
            paths: (0..bodies).map(|_| Path::default()).collect(),
            stretches: Vec::new(),
            events: Vec::new(),
            energy: Vec::new(),
            effort: Effort::default(),
            steps: 0,
        }
    }

    pub(crate) fn moved(&mut self, body: usize, start: f64, motion: Motion) {
        self.paths[body].add(start, motion);
    }

    pub(crate) fn event(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Begins to follow a contact; its number from one on.
    pub(crate) fn begin(&mut self, bodies: [usize; 2], time: f64, mode: Mode) -> usize {
        self.stretches.push(Stretch { bodies, from: time, until: time, mode, path: Path::default() });
        self.stretches.len()
    }

    /// The mode of a contact that is followed; `None` before it began.
    pub(crate) fn mode(&self, track: usize) -> Option<Mode> {
        track.checked_sub(1).map(|index| self.stretches[index].mode)
    }

    pub(crate) fn tracked(&mut self, track: usize, [start, end]: [f64; 2], motion: Motion) {
        let Some(index) = track.checked_sub(1) else { return };
        self.stretches[index].until = end;
        self.stretches[index].path.add(start, motion);
    }

    /// All motions; those of bodies that never moved are given.
    pub(crate) fn recorded(&self, rests: Vec<Motion>) -> Result<Recorded, MotionError> {
        let motions = self.paths.iter().zip(rests).map(|(path, rest)| Ok(path.motion()?.unwrap_or(rest)));
        let motions = motions.collect::<Result<_, MotionError>>()?;
        let mut tracks = Vec::new();
        for Stretch { bodies: [a, b], from, until, mode, path } in &self.stretches {
            if let Some(path) = path.motion()? {
                tracks.push(Track { a: *a, b: *b, from: *from, until: *until, path, mode: *mode });
            }
        }
        Ok(Recorded { motions, tracks })
    }
}
