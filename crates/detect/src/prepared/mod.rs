//! Shapes prepared for their methods.
//!
//! One variant per representation. Each holds the data that its methods need, computed on first use. The shape is
//! shared: nothing here copies vertices or formulas. For a new representation add a variant. The compiler then
//! lists every `match` that must handle it, the table of methods among them.

mod assembled;
mod convex;
mod facets;
mod half_space;
mod spline_trees;
mod timed;

pub use assembled::{CompoundShape, HeightMapShape, RoundedShape};
pub use convex::ConvexShape;
pub use facets::Facets;
pub use half_space::HalfSpaceShape;
pub(crate) use spline_trees::SplineTrees;
pub use timed::preparation_time;

use crate::curved::{BodyBounds, ConvexCover};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Convex, Shape, Solid};
use tangency_interval::{Interval, Vector3};
use timed::{Period, TimedOnce};

/// A shape with the data that its methods need: prepared once, shared by all bodies of this shape.
#[derive(Clone, Debug)]
pub enum Prepared {
    /// Triangles: the boundary of a polyhedron, or a surface.
    Facets(Box<Facets>),
    /// Curved faces with their edges and vertices.
    Faces(Faces),
    /// The set where functions are negative.
    Implicit(Implicit),
    /// A convex body: its support function and a radius.
    Convex(Box<ConvexShape>),
    /// All points within a radius of triangles.
    Rounded(Box<RoundedShape>),
    /// All points on one side of a plane.
    HalfSpace(Box<HalfSpaceShape>),
    /// A surface over a grid.
    HeightMap(Box<HeightMapShape>),
    /// Several bodies that move as one.
    Compound(Box<CompoundShape>),
}

/// Curved faces.
#[derive(Clone, Debug)]
pub struct Faces {
    shape: Shape,
    pub(crate) brep: Brep,
    bounds: TimedOnce<BodyBounds>,
    cover: TimedOnce<Option<Box<ConvexCover>>>,
    splines: TimedOnce<Option<SplineTrees>>,
    tiles: TimedOnce<Option<SplineTrees>>,
}

/// An implicit solid.
#[derive(Clone, Debug)]
pub struct Implicit {
    shape: Shape,
    pub(crate) solid: Solid,
    bounds: TimedOnce<BodyBounds>,
    cover: TimedOnce<Option<Box<ConvexCover>>>,
}

impl Prepared {
    /// Prepares a shape. Defers expensive work to first use, or to [`Self::prepare`].
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        match &shape {
            Shape::Polyhedron(polyhedron) => {
                let mesh = polyhedron.mesh().clone();
                Self::Facets(Box::new(Facets::new(shape, mesh, true)))
            }
            Shape::Mesh(mesh) => {
                let mesh = mesh.clone();
                Self::Facets(Box::new(Facets::new(shape, mesh, false)))
            }
            Shape::Parametric(brep) => {
                let brep = brep.clone();
                let (bounds, cover) = (TimedOnce::new(), TimedOnce::new());
                let (splines, tiles) = (TimedOnce::new(), TimedOnce::new());
                Self::Faces(Faces { shape, brep, bounds, cover, splines, tiles })
            }
            Shape::Implicit(solid) => {
                let solid = solid.clone();
                Self::Implicit(Implicit { shape, solid, bounds: TimedOnce::new(), cover: TimedOnce::new() })
            }
            Shape::Convex(convex) => {
                let convex = convex.clone();
                Self::Convex(Box::new(ConvexShape::new(shape, convex)))
            }
            Shape::Rounded(rounded) => {
                let rounded = rounded.clone();
                Self::Rounded(Box::new(RoundedShape::new(shape, &rounded)))
            }
            Shape::HalfSpace(half_space) => {
                let half_space = *half_space;
                Self::HalfSpace(Box::new(HalfSpaceShape::new(shape, half_space)))
            }
            Shape::HeightMap(map) => {
                let map = map.clone();
                Self::HeightMap(Box::new(HeightMapShape::new(shape, map)))
            }
            Shape::Compound(compound) => {
                let compound = compound.clone();
                Self::Compound(Box::new(CompoundShape::new(shape, compound)))
            }
        }
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        match self {
            Self::Facets(facets) => facets.shape(),
            Self::Faces(faces) => &faces.shape,
            Self::Implicit(implicit) => &implicit.shape,
            Self::Convex(convex) => convex.shape(),
            Self::Rounded(rounded) => rounded.shape(),
            Self::HalfSpace(half_space) => half_space.shape(),
            Self::HeightMap(map) => map.shape(),
            Self::Compound(compound) => compound.shape(),
        }
    }

    /// Computes now, on several threads, everything that questions about this body and another need: trees, hulls and
    /// adjacency of triangles, bounds of the others. Without this call the first question computes what it needs, and
    /// takes that much longer. The answers do not change. Clones share the result if they are made afterwards, and
    /// all owners of one [`Arc`](std::sync::Arc).
    ///
    /// ```
    /// use tangency_detect::Prepared;
    /// use tangency_geometry::{Shape, primitive};
    ///
    /// let ball = Prepared::new(Shape::Polyhedron(primitive::icosphere(1.0, 4)?));
    /// ball.prepare();
    /// # Ok::<(), tangency_geometry::primitive::PrimitiveError>(())
    /// ```
    pub fn prepare(&self) {
        match self {
            Self::Facets(facets) => facets.prepare(),
            Self::Rounded(rounded) => rounded.core().prepare(),
            Self::Compound(compound) => compound.parts().iter().for_each(|part| part.prepare()),
            Self::Faces(_) | Self::Implicit(_) if self.deforms() => {}
            Self::Faces(_) | Self::Implicit(_) | Self::Convex(_) | Self::HeightMap(_) => {
                let _ = self.bounds(Interval::ZERO);
            }
            Self::HalfSpace(_) => {}
        }
    }

    /// Prepares for many steps of contact of a mesh with itself: smooth parts of the surface are then proved free
    /// of self-contact at once. This takes about as long as one step. Queries of several steps do it automatically.
    /// The answers do not change. No effect on shapes other than triangles.
    pub fn prepare_self_contact(&self) {
        match self {
            Self::Facets(facets) => facets.prepare_self_contact(),
            Self::Faces(_)
            | Self::Implicit(_)
            | Self::Convex(_)
            | Self::Rounded(_)
            | Self::HalfSpace(_)
            | Self::HeightMap(_)
            | Self::Compound(_) => {}
        }
    }

    /// A convex body that contains a curved one closely. `None` for other bodies, and for those that are not known to
    /// be convex.
    pub(crate) fn convex_cover(&self) -> Option<&ConvexCover> {
        match self {
            Self::Faces(faces) => {
                let made = || ConvexCover::of_faces(&faces.brep).map(Box::new);
                faces.cover.get_or_init(made).as_deref()
            }
            Self::Implicit(implicit) => {
                let made = || ConvexCover::of_solid(&implicit.solid).map(Box::new);
                implicit.cover.get_or_init(made).as_deref()
            }
            Self::Facets(_)
            | Self::Convex(_)
            | Self::Rounded(_)
            | Self::HalfSpace(_)
            | Self::HeightMap(_)
            | Self::Compound(_) => None,
        }
    }

    /// The convex primitive that a body of curved faces or an implicit solid is, and by how many metres it may exceed the
    /// body: zero if the body was made as a primitive. `None` for other bodies.
    #[must_use]
    pub fn primitive(&self) -> Option<(&Convex, f64)> {
        match self.convex_cover()? {
            ConvexCover::Primitive { body, excess } => Some((body.shape(), *excess)),
            ConvexCover::Level(_) => None,
        }
    }

    /// The faces with their trees of shells, if all faces are splines at rest.
    pub(crate) fn splines(&self) -> Option<(&Brep, &SplineTrees)> {
        let Self::Faces(faces) = self else { return None };
        let trees = faces.splines.get_or_init(|| SplineTrees::of(&faces.brep)).as_ref()?;
        Some((&faces.brep, trees))
    }

    /// The faces with the trees of their tiles, for any curved faces at rest, trimmed or not.
    pub(crate) fn tiles(&self) -> Option<(&Brep, &SplineTrees)> {
        if let Some(splines) = self.splines() {
            return Some(splines);
        }
        let Self::Faces(faces) = self else { return None };
        let trees = faces.tiles.get_or_init(|| SplineTrees::of_tiles(&faces.brep)).as_ref()?;
        Some((&faces.brep, trees))
    }

    /// A box and a ball that contain the body at all times, in its own frame. `None` if the body deforms, because
    /// it is then defined for a limited time.
    pub(crate) fn lasting_bounds(&self) -> Option<BodyBounds> {
        (!self.deforms()).then(|| self.bounds(Interval::ZERO))
    }

    /// Whether the body has the time in its formulas.
    fn deforms(&self) -> bool {
        match self {
            Self::Facets(_) | Self::Convex(_) | Self::Rounded(_) | Self::HalfSpace(_) | Self::HeightMap(_) => false,
            Self::Faces(faces) => faces.brep.deforms(),
            Self::Implicit(implicit) => implicit.solid.deforms(),
            Self::Compound(compound) => compound.parts().iter().any(|part| part.deforms()),
        }
    }

    /// Appends the periods in which parts of the body were computed.
    fn add_periods(&self, periods: &mut Vec<Period>) {
        match self {
            Self::Facets(facets) => periods.extend(facets.periods()),
            Self::Faces(faces) => {
                let parts = [faces.bounds.period(), faces.cover.period()];
                let trees = [faces.splines.period(), faces.tiles.period()];
                periods.extend(parts.into_iter().chain(trees).flatten());
            }
            Self::Implicit(implicit) => {
                periods.extend(implicit.bounds.period().into_iter().chain(implicit.cover.period()));
            }
            Self::Convex(convex) => convex.add_periods(periods),
            Self::Rounded(rounded) => rounded.core().add_periods(periods),
            Self::Compound(compound) => compound.parts().iter().for_each(|part| part.add_periods(periods)),
            Self::HalfSpace(_) | Self::HeightMap(_) => {}
        }
    }

    /// Metres. The radius of a ball that contains the shape, in its own frame, during the span. Infinite for a
    /// half-space.
    #[must_use]
    pub fn radius(&self, span: Interval) -> f64 {
        self.bounds(span).radius()
    }

    /// A box that contains the shape, in its own frame, during the span.
    #[must_use]
    pub fn bounding_box(&self, span: Interval) -> Vector3 {
        self.bounds(span).region()
    }

    /// A box and a ball that contain the body during a span, in its own frame. Valid for all time if the body does
    /// not deform.
    pub(crate) fn bounds(&self, span: Interval) -> BodyBounds {
        match self {
            Self::Facets(facets) => facets.bounds(),
            Self::Faces(faces) if faces.brep.deforms() => BodyBounds::of_faces(&faces.brep, span),
            Self::Faces(faces) => *faces.bounds.get_or_init(|| BodyBounds::of_faces(&faces.brep, Interval::ZERO)),
            // The box of an implicit solid contains it during the solid's whole span.
            Self::Implicit(implicit) => {
                *implicit.bounds.get_or_init(|| BodyBounds::of_box(implicit.solid.bounding_box()))
            }
            Self::Convex(convex) => convex.bounds(),
            Self::Rounded(rounded) => rounded.bounds(),
            Self::HalfSpace(_) => HalfSpaceShape::bounds(),
            Self::HeightMap(map) => map.bounds(),
            Self::Compound(compound) => compound.bounds(span),
        }
    }
}
