//! The kinds of shapes and motions that the laws distinguish.
//!
//! Two matches without a wildcard tie the kinds to the variants of [`Shape`] and [`Motion`]: a new variant does not
//! compile until it is assigned its kinds. The macro `listed!` writes each enum and its list of all variants
//! ([`ShapeKind::all`]) from one text, so that no kind can be missing from the list.

use crate::listed::listed;
use std::fmt;
use tangency_geometry::{Motion, Shape};

listed! {
    /// A kind of shape.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum ShapeKind {
        /// A convex polyhedron.
        Convex,
        /// A polyhedron that is not convex: notches, holes, cavities, several components, degenerate triangles.
        Concave,
        /// A surface of triangles that does not bound a solid.
        Surface,
        /// Curved faces given by formulas: solids, sheets, and bodies with the time in their formulas.
        Parametric,
        /// An implicit solid given by one formula.
        Formula,
        /// Unions, intersections and differences of implicit solids.
        Combined,
        /// An implicit solid with the time in its formula: components appear, grow and travel.
        Timed,
        /// An implicit solid given by volume data.
        Sampled,
        /// A convex body given by its support function: spheres, cylinders, rounded boxes.
        Primitive,
        /// A body that consists of others: compounds, rounded meshes, half-spaces, height maps.
        Assembled,
    }
}

impl ShapeKind {
    /// The kinds under which a shape is examined.
    #[must_use]
    pub fn of(shape: &Shape) -> &'static [Self] {
        match shape {
            Shape::Polyhedron(_) => &[Self::Convex, Self::Concave],
            Shape::Mesh(_) => &[Self::Surface],
            Shape::Parametric(_) => &[Self::Parametric],
            Shape::Implicit(_) => &[Self::Formula, Self::Combined, Self::Timed, Self::Sampled],
            Shape::Convex(_) => &[Self::Primitive],
            Shape::Rounded(_) | Shape::HalfSpace(_) | Shape::HeightMap(_) | Shape::Compound(_) => &[Self::Assembled],
        }
    }

    /// Whether the shape consists of triangles.
    #[must_use]
    pub fn is_faceted(self) -> bool {
        match self {
            Self::Convex | Self::Concave | Self::Surface => true,
            Self::Parametric
            | Self::Formula
            | Self::Combined
            | Self::Timed
            | Self::Sampled
            | Self::Primitive
            | Self::Assembled => false,
        }
    }

    /// Whether the shape is the set where a function is negative.
    #[must_use]
    pub fn is_implicit(self) -> bool {
        match self {
            Self::Formula | Self::Combined | Self::Timed | Self::Sampled => true,
            Self::Convex | Self::Concave | Self::Surface | Self::Parametric | Self::Primitive | Self::Assembled => {
                false
            }
        }
    }
}

listed! {
    /// A kind of motion.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum MotionKind {
        /// At rest.
        Still,
        /// Along a straight line.
        Linear,
        /// Along a parabola.
        Ballistic,
        /// At constant velocity and angular velocity.
        Rigid,
        /// Rotation about and translation along an axis.
        Screw,
        /// Along Chebyshev series.
        Chebyshev,
        /// A link of a mechanism.
        Articulated,
        /// Every vertex on its own path.
        Vertexwise,
        /// Given by formulas.
        Expression,
        /// A continuous motion in pieces of the other kinds.
        Joined,
        /// A motion in pieces of the other kinds, with jumps between them.
        Jumping,
    }
}

impl MotionKind {
    /// The kinds under which a motion is examined.
    #[must_use]
    pub fn of(motion: &Motion) -> &'static [Self] {
        match motion {
            Motion::Still(_) => &[Self::Still],
            Motion::Linear(_) => &[Self::Linear],
            Motion::Ballistic(_) => &[Self::Ballistic],
            Motion::Rigid(_) => &[Self::Rigid],
            Motion::Screw(_) => &[Self::Screw],
            Motion::Chebyshev(_) => &[Self::Chebyshev],
            Motion::Articulated(_) => &[Self::Articulated],
            Motion::Piecewise(_) => &[Self::Joined, Self::Jumping],
            Motion::Vertexwise(_) => &[Self::Vertexwise],
            Motion::Expression(_) => &[Self::Expression],
        }
    }

    /// Whether this motion can move a shape of this kind.
    #[must_use]
    pub fn fits(self, shape: ShapeKind) -> bool {
        shape.is_faceted() || !self.needs_vertices()
    }

    /// Whether the motion moves vertices one by one, which only triangles have.
    #[must_use]
    pub fn needs_vertices(self) -> bool {
        match self {
            Self::Vertexwise => true,
            Self::Still
            | Self::Linear
            | Self::Ballistic
            | Self::Rigid
            | Self::Screw
            | Self::Chebyshev
            | Self::Articulated
            | Self::Expression
            | Self::Joined
            | Self::Jumping => false,
        }
    }
}

/// A kind of body: a kind of shape with a kind of motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyKind {
    /// Its shape.
    pub shape: ShapeKind,
    /// Its motion.
    pub motion: MotionKind,
}

impl BodyKind {
    /// All valid kinds of bodies.
    pub fn all() -> impl Iterator<Item = Self> {
        ShapeKind::all().flat_map(|shape| {
            MotionKind::all().filter(move |motion| motion.fits(shape)).map(move |motion| Self { shape, motion })
        })
    }
}

impl fmt::Display for BodyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}/{:?}", self.shape, self.motion)
    }
}

/// One cell of the table: a pair of body kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableCell {
    /// First body.
    pub a: BodyKind,
    /// Second body.
    pub b: BodyKind,
}

impl TableCell {
    /// All cells: each unordered pair of body kinds once.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let bodies: Vec<BodyKind> = BodyKind::all().collect();
        let row = |(index, &a): (usize, &BodyKind)| bodies[index..].iter().map(move |&b| Self { a, b }).collect();
        bodies.iter().enumerate().flat_map::<Vec<Self>, _>(row).collect()
    }
}

impl fmt::Display for TableCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.a, self.b)
    }
}

/// The text does not name a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCell(String);

impl fmt::Display for UnknownCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a pair of kinds such as Convex/Linear+Timed/Still", self.0)
    }
}

impl std::error::Error for UnknownCell {}

impl std::str::FromStr for TableCell {
    type Err = UnknownCell;

    fn from_str(text: &str) -> Result<Self, UnknownCell> {
        let body = |part: &str| BodyKind::all().find(|kind| kind.to_string() == part);
        let both = text.split_once('+').and_then(|(a, b)| Some(Self { a: body(a)?, b: body(b)? }));
        both.ok_or_else(|| UnknownCell(text.to_string()))
    }
}
