//! The forces of lasting contacts over time.
//!
//! **Question.** Bodies roll, slide and rest on each other. Which force acts at each contact, at every instant?
//!
//! **Idea.** The solver knows the forces at the nodes of its steps: series through them, as for the motions. Bodies at
//! rest have constant forces, those of the balance that put them to rest. Impacts are no forces: their events have
//! impulses.
//!
//! **Guarantee.** Computed in floating point. The forces of a step belong to the motion of the step. Where contacts are
//! redundant (a box on its four corners), many forces balance the same weights: these are one possible balance.
//!
//! **Cost.** At most six series of [`NODES`] coefficients for each step and contact; six numbers for a contact at rest.

use crate::checkpoint::stored;
use crate::memory::RecalledContact;
use crate::spectral::series;
use crate::step::{ContactTrace, SolverStep};
use glam::DVec3;
use tangency_geometry::MotionError;
use tangency_interval::Chebyshev;

/// The force at a contact at one instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactForce {
    /// The contact point, m.
    pub point: DVec3,
    /// The force on `b`, N; `a` receives the opposite.
    pub force: DVec3,
}

/// The force of a lasting contact over time.
#[derive(Clone, Debug)]
pub struct ForceTrack {
    /// First body.
    pub a: usize,
    /// Second body.
    pub b: usize,
    /// Start, s.
    pub from: f64,
    /// End, s.
    pub until: f64,
    /// In the order of time.
    pieces: Vec<ForcePiece>,
}

/// Point and force from an instant on, as series on a clock that starts there.
#[derive(Clone, Debug)]
pub(crate) struct ForcePiece {
    start: f64,
    point: [Chebyshev; 3],
    force: [Chebyshev; 3],
}

stored!(ForcePiece { start, point, force });
stored!(ForceTrack { a, b, from, until, pieces });

impl ForceTrack {
    /// Whether point and force are constant.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        let constant = |piece: &ForcePiece| piece.point.iter().chain(&piece.force).all(|one| one.degree() == 0);
        self.pieces.len() == 1 && self.pieces.iter().all(constant)
    }

    /// Point and force at an instant, s. Before the start and after the end they are those of the start and the end.
    #[must_use]
    pub fn at(&self, time: f64) -> ContactForce {
        let time = time.clamp(self.from, self.until);
        let after = self.pieces.partition_point(|piece| piece.start <= time);
        let Some(piece) = self.pieces.get(after.saturating_sub(1)) else {
            return ContactForce { point: DVec3::ZERO, force: DVec3::ZERO };
        };
        let value = |one: &Chebyshev| one.value((time - piece.start).clamp(0.0, one.end())).unwrap_or(0.0);
        let vector = |all: &[Chebyshev; 3]| DVec3::from_array(all.each_ref().map(value));
        ContactForce { point: vector(&piece.point), force: vector(&piece.force) }
    }

    /// The contacts that hold resting bodies between two instants, with their forces on the second body of each.
    pub(crate) fn at_rest(
        supports: &[RecalledContact],
        forces: &[DVec3],
        [from, until]: [f64; 2],
    ) -> Result<Vec<Self>, MotionError> {
        let constant = |value: f64| Chebyshev::new(0.0, until - from, &[value]).map_err(refused);
        let vector = |of: DVec3| Ok::<_, MotionError>([constant(of.x)?, constant(of.y)?, constant(of.z)?]);
        let track = |(one, force): (&RecalledContact, &DVec3)| {
            let piece = ForcePiece { start: from, point: vector(one.contact.point)?, force: vector(*force)? };
            Ok(Self { a: one.a, b: one.b, from, until, pieces: vec![piece] })
        };
        supports.iter().zip(forces).map(track).collect()
    }

    /// The track of two bodies that has these pieces, the later of two that start at one instant.
    pub(crate) fn of_pieces([a, b]: [usize; 2], [from, until]: [f64; 2], all: &[ForcePiece]) -> Option<Self> {
        let mut pieces: Vec<ForcePiece> = Vec::with_capacity(all.len());
        for piece in all {
            if pieces.last().is_some_and(|last| last.start >= piece.start) {
                pieces.pop();
            }
            pieces.push(piece.clone());
        }
        (!pieces.is_empty()).then_some(Self { a, b, from, until, pieces })
    }
}

impl SolverStep {
    /// Point and force of a contact during the step.
    pub(crate) fn force(&self, contact: usize) -> Result<ForcePiece, MotionError> {
        let vector = |of: fn(&ContactTrace) -> DVec3| {
            let all = self.traces[contact].each_ref().map(of);
            let scale = all.iter().fold(f64::MIN_POSITIVE, |most, one| most.max(one.abs().max_element()));
            let axis = |axis: usize| series(&all.map(|one| one[axis]), self.length, scale).map_err(refused);
            Ok::<_, MotionError>([axis(0)?, axis(1)?, axis(2)?])
        };
        let (point, force) = (vector(|trace| trace.touch.point)?, vector(|trace| trace.force)?);
        Ok(ForcePiece { start: self.start, point, force })
    }
}

fn refused(error: tangency_interval::ChebyshevError) -> MotionError {
    MotionError::Frames(error.to_string())
}
