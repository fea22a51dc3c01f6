//! A shape that moves.

use crate::{DetectError, Facets, Prepared};
use std::sync::{Arc, OnceLock};
use tangency_geometry::{Motion, Pose, Shape};
use tangency_interval::Interval;

/// A prepared shape and its motion: what every question takes.
#[derive(Clone, Debug)]
pub struct Moving {
    prepared: Arc<Prepared>,
    motion: Motion,
    /// With the motion in the formulas of its shape, during the span that was first asked about.
    carried: OnceLock<(Interval, Option<Arc<Moving>>)>,
}

impl Moving {
    /// Prepares the shape and lets it move.
    pub fn new(shape: Shape, motion: Motion) -> Result<Self, DetectError> {
        Self::of(Arc::new(Prepared::new(shape)), motion)
    }

    /// Lets a prepared shape move.
    pub fn of(prepared: Arc<Prepared>, motion: Motion) -> Result<Self, DetectError> {
        let vertices = prepared.shape().mesh().map_or(0, |mesh| mesh.vertices().len());
        match motion.vertex_count() {
            Some(moved) if moved != vertices => Err(DetectError::VertexCount { moved, vertices }),
            Some(_) | None => Ok(Self { prepared, motion, carried: OnceLock::new() }),
        }
    }

    /// The same body on another motion.
    pub(crate) fn moved_by(&self, motion: Motion) -> Result<Self, DetectError> {
        Self::of(Arc::clone(&self.prepared), motion)
    }

    /// A curved body that formulas move, at rest with its motion in the formulas of its shape. `None` if formulas do not move it, or if the
    /// moved shape is not known: a solid must stay one, and functions of space can only be moved by formulas that are linear in space.
    pub(crate) fn carried(&self, span: Interval) -> Option<Arc<Self>> {
        let Motion::Expression(motion) = &self.motion else { return None };
        let made = |span: Interval| {
            let shape = match &*self.prepared {
                Prepared::Faces(faces) => {
                    let carried = faces.brep.carried(motion, span).ok()?;
                    (carried.is_solid() == faces.brep.is_solid()).then_some(Shape::Parametric(carried))
                }
                Prepared::Implicit(implicit) => implicit.solid.carried(motion, span).map(Shape::Implicit),
                Prepared::Facets(_) => None,
            };
            Self::new(shape?, Motion::Still(Pose::IDENTITY)).ok().map(Arc::new)
        };
        let (known, carried) = self.carried.get_or_init(|| (span, made(span)));
        if span.subset(*known) { carried.clone() } else { made(span) }
    }

    /// The prepared shape.
    #[must_use]
    pub fn prepared(&self) -> &Prepared {
        &self.prepared
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        self.prepared.shape()
    }

    /// The motion.
    #[must_use]
    pub fn motion(&self) -> &Motion {
        &self.motion
    }

    /// The body as one of triangles, if it is one.
    pub(crate) fn faceted(&self) -> Option<Faceted<'_>> {
        match &*self.prepared {
            Prepared::Facets(facets) => Some(Faceted { facets, motion: &self.motion }),
            Prepared::Faces(_) | Prepared::Implicit(_) => None,
        }
    }
}

/// A body of triangles and its motion: what the methods for triangles take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Faceted<'body> {
    facets: &'body Facets,
    motion: &'body Motion,
}

impl<'body> Faceted<'body> {
    /// The triangles, prepared.
    pub(crate) fn facets(&self) -> &'body Facets {
        self.facets
    }

    /// The motion.
    pub(crate) fn motion(&self) -> &'body Motion {
        self.motion
    }
}
