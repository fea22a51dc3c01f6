//! A shape that moves.

use crate::convex::ConvexView;
use crate::{DetectError, Facets, Prepared};
use glam::DVec3;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};
use tangency_geometry::{ConvexCore, Linear, Motion, Pose, Shape};
use tangency_interval::Interval;

/// A prepared shape and its motion: the body that every query takes.
#[derive(Clone, Debug)]
pub struct Moving {
    prepared: Arc<Prepared>,
    motion: Motion,
    /// Cache of [`Self::carried`] for the span that was first asked for.
    carried: OnceLock<(Interval, Option<Arc<Moving>>)>,
    /// Cache of [`Self::parts`].
    parts: OnceLock<Arc<[Moving]>>,
}

impl Moving {
    /// Prepares the shape and pairs it with its motion.
    pub fn new(shape: Shape, motion: Motion) -> Result<Self, DetectError> {
        Self::of(Arc::new(Prepared::new(shape)), motion)
    }

    /// Pairs a prepared shape with a motion.
    pub fn of(prepared: Arc<Prepared>, motion: Motion) -> Result<Self, DetectError> {
        let vertices = prepared.shape().core_mesh().map_or(0, |mesh| mesh.vertices().len());
        match motion.vertex_count() {
            Some(moved) if moved != vertices => Err(DetectError::VertexCount { moved, vertices }),
            Some(_) | None => Ok(Self { prepared, motion, carried: OnceLock::new(), parts: OnceLock::new() }),
        }
    }

    /// The parts of a compound, each with the motion of the compound. `None` for other bodies.
    pub(crate) fn parts(&self) -> Option<&[Self]> {
        let compound = match &*self.prepared {
            Prepared::Compound(compound) => compound,
            Prepared::Facets(_)
            | Prepared::Faces(_)
            | Prepared::Implicit(_)
            | Prepared::Convex(_)
            | Prepared::Rounded(_)
            | Prepared::HalfSpace(_)
            | Prepared::HeightMap(_) => return None,
        };
        // A motion that fits the compound has no vertices, so it fits every part.
        let part = |part: &Arc<Prepared>| Self::of(Arc::clone(part), self.motion.clone()).ok();
        Some(self.parts.get_or_init(|| compound.parts().iter().filter_map(part).collect()))
    }

    /// The same shape with another motion.
    pub(crate) fn moved_by(&self, motion: Motion) -> Result<Self, DetectError> {
        Self::of(Arc::clone(&self.prepared), motion)
    }

    /// A curved body at rest, with its [`Motion::Expression`] substituted into the formulas of its shape. `None`
    /// for other motions, or if the moved shape is not known: a solid must remain a solid, and an implicit solid
    /// can only be carried by formulas that are linear in space.
    pub(crate) fn carried(&self, span: Interval) -> Option<Arc<Self>> {
        let Motion::Expression(motion) = &self.motion else { return None };
        let made = |span: Interval| {
            let shape = match &*self.prepared {
                Prepared::Faces(faces) => {
                    let carried = faces.brep.carried(motion, span).ok()?;
                    (carried.is_solid() == faces.brep.is_solid()).then_some(Shape::Parametric(carried))
                }
                Prepared::Implicit(implicit) => implicit.solid.carried(motion, span).map(Shape::Implicit),
                Prepared::Convex(convex) => {
                    let carried = convex.prepared().shape().surface()?.carried(motion, span).ok()?;
                    carried.is_solid().then_some(Shape::Parametric(carried))
                }
                Prepared::Facets(_)
                | Prepared::Rounded(_)
                | Prepared::HalfSpace(_)
                | Prepared::HeightMap(_)
                | Prepared::Compound(_) => None,
            };
            Self::new(shape?, Motion::Still(Pose::IDENTITY)).ok().map(Arc::new)
        };
        let (known, carried) = self.carried.get_or_init(|| (span, made(span)));
        if span.subset(*known) { carried.clone() } else { made(span) }
    }

    /// The convex hull: that of a mesh, or a convex body itself. `None` for other representations.
    pub(crate) fn hull(&self) -> Option<ConvexView<'_>> {
        match &*self.prepared {
            Prepared::Facets(facets) => Some(ConvexView::of_hull(facets)),
            Prepared::Convex(convex) => Some(convex.prepared().view()),
            Prepared::Rounded(rounded) => rounded.hull(),
            Prepared::Faces(_)
            | Prepared::Implicit(_)
            | Prepared::HalfSpace(_)
            | Prepared::HeightMap(_)
            | Prepared::Compound(_) => None,
        }
    }

    /// The body as a convex one, and the amount in metres by which its hull exceeds it. `None` if it is not known to be
    /// convex.
    pub(crate) fn convex(&self) -> Option<(ConvexView<'_>, f64)> {
        match &*self.prepared {
            Prepared::Convex(convex) => Some((convex.prepared().view(), 0.0)),
            Prepared::Facets(facets) => facets.hull().map(|hull| (ConvexView::of_hull(facets), hull.excess)),
            Prepared::Rounded(rounded) => Some((rounded.hull()?, rounded.facets()?.hull()?.excess)),
            Prepared::Faces(_)
            | Prepared::Implicit(_)
            | Prepared::HalfSpace(_)
            | Prepared::HeightMap(_)
            | Prepared::Compound(_) => None,
        }
    }

    /// The core of a convex body, or its whole surface if that is curved and `whole` asks for it. Other bodies are their
    /// own cores. `None` if other methods do not know the core.
    pub(crate) fn core(&self, whole: bool) -> Option<MovingCore<'_>> {
        match &*self.prepared {
            Prepared::Convex(convex) => {
                let surface = if whole { convex.surface() } else { None };
                let (core, radius) = match surface {
                    Some(surface) => (surface, 0.0),
                    None => (convex.core()?, convex.prepared().shape().radius()),
                };
                let body = Cow::Owned(Self::of(Arc::clone(&core.prepared), self.without_spin()).ok()?);
                Some(MovingCore { body, radius, rounding: core.rounding })
            }
            Prepared::Rounded(rounded) => {
                let body = Cow::Owned(Self::of(Arc::clone(rounded.core()), self.motion.clone()).ok()?);
                Some(MovingCore { body, radius: rounded.radius(), rounding: 0.0 })
            }
            Prepared::Facets(_) | Prepared::Faces(_) | Prepared::Implicit(_) => Some(MovingCore::itself(self)),
            // They are replaced by others first.
            Prepared::HalfSpace(_) | Prepared::HeightMap(_) | Prepared::Compound(_) => None,
        }
    }

    /// The motion. A ball that spins about its centre moves as one that does not.
    fn without_spin(&self) -> Motion {
        let is_ball = match self.shape() {
            Shape::Convex(convex) => {
                matches!(convex.core(), ConvexCore::Point) && convex.frame().translation() == DVec3::ZERO
            }
            Shape::Polyhedron(_)
            | Shape::Mesh(_)
            | Shape::Parametric(_)
            | Shape::Implicit(_)
            | Shape::Rounded(_)
            | Shape::HalfSpace(_)
            | Shape::HeightMap(_)
            | Shape::Compound(_) => false,
        };
        match &self.motion {
            Motion::Rigid(rigid) if is_ball => {
                Linear::new(rigid.start(), rigid.velocity()).map_or_else(|_| self.motion.clone(), Motion::Linear)
            }
            Motion::Rigid(_)
            | Motion::Still(_)
            | Motion::Linear(_)
            | Motion::Ballistic(_)
            | Motion::Screw(_)
            | Motion::Chebyshev(_)
            | Motion::Articulated(_)
            | Motion::Piecewise(_)
            | Motion::Vertexwise(_)
            | Motion::Expression(_) => self.motion.clone(),
        }
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

    /// The body as a body of triangles. `None` for other representations.
    pub(crate) fn faceted(&self) -> Option<Faceted<'_>> {
        match &*self.prepared {
            Prepared::Facets(facets) => Some(Faceted { facets, motion: &self.motion }),
            Prepared::Faces(_)
            | Prepared::Implicit(_)
            | Prepared::Convex(_)
            | Prepared::Rounded(_)
            | Prepared::HalfSpace(_)
            | Prepared::HeightMap(_)
            | Prepared::Compound(_) => None,
        }
    }
}

impl<'body> MovingCore<'body> {
    /// The cores of two bodies. Beside a rounded mesh, whose core is a mesh, a convex body stays as it is: its support
    /// function is more precise than its core.
    pub(crate) fn of_pair(bodies: [&'body Moving; 2], whole: bool) -> [Option<Self>; 2] {
        let is_rounded = |body: &Moving| matches!(body.prepared(), Prepared::Rounded(_));
        if !bodies.into_iter().any(is_rounded) {
            return bodies.map(|body| body.core(whole));
        }
        bodies.map(|body| if is_rounded(body) { body.core(whole) } else { Some(Self::itself(body)) })
    }

    /// A body that is its own core.
    fn itself(body: &'body Moving) -> Self {
        Self { body: Cow::Borrowed(body), radius: 0.0, rounding: 0.0 }
    }
}

/// The core of a body, and the radius about it.
pub(crate) struct MovingCore<'body> {
    pub(crate) body: Cow<'body, Moving>,
    /// Metres. The body consists of all points within this distance of the core.
    pub(crate) radius: f64,
    /// Metres. Bounds the rounding error of the core's coordinates.
    pub(crate) rounding: f64,
}

/// A body of triangles and its motion: the input of the methods for meshes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Faceted<'body> {
    facets: &'body Facets,
    motion: &'body Motion,
}

impl<'body> Faceted<'body> {
    /// The prepared triangles.
    pub(crate) fn facets(&self) -> &'body Facets {
        self.facets
    }

    /// The motion.
    pub(crate) fn motion(&self) -> &'body Motion {
        self.motion
    }
}
