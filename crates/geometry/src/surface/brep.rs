//! A body of parametric faces.

use super::border::Joints;
use super::{Chart, Edge, Patch, SurfaceError, Vertex, assemble};
use crate::Expression;
use std::sync::Arc;
use tangency_interval::{Interval, Vector3};

/// A surface in pieces: faces, the edges along which they meet in a crease or end, and the vertices where edges end. If it
/// closes up and its outside is known, it bounds a solid. Cheap to clone.
///
/// Built from faces alone: which sides meet which is found out. Sides that run together smoothly make no edge, a side that
/// shrinks to a point where the surface is smooth makes no vertex. A seam whose ends are floating-point neighbours of where they should be, such
/// as 0 and 6.283185307179586 for a full turn, is taken to close; the range is widened by a few units in the last place,
/// so that no gap is left: the body meant is the closed one.
#[derive(Clone, Debug)]
pub struct Brep {
    parts: Arc<Parts>,
}

/// What it is made of.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) faces: Vec<Face>,
    pub(super) edges: Vec<Edge>,
    pub(super) vertices: Vec<Vertex>,
    pub(super) charts: Vec<Chart>,
    pub(super) closed: bool,
    pub(super) span: Interval,
}

/// A face of a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    pub(super) patch: Patch,
    pub(super) facing: Facing,
}

/// Which way the normal `du × dv` of a face points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facing {
    /// Out of the solid.
    Outwards,
    /// Into the solid.
    Inwards,
    /// There is no inside, or it is not known which side it is.
    Unknown,
}

impl Facing {
    /// The normal turned outwards; `None` if it is not known which way that is.
    #[must_use]
    pub fn outward(self, normal: Vector3) -> Option<Vector3> {
        match self {
            Self::Outwards => Some(normal),
            Self::Inwards => Some(-normal),
            Self::Unknown => None,
        }
    }

    /// The other way round.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Outwards => Self::Inwards,
            Self::Inwards => Self::Outwards,
            Self::Unknown => Self::Unknown,
        }
    }
}

impl Face {
    /// Its formulas and its rectangle.
    #[must_use]
    pub fn patch(&self) -> &Patch {
        &self.patch
    }

    /// Which way its normal points.
    #[must_use]
    pub fn facing(&self) -> Facing {
        self.facing
    }
}

impl PartialEq for Brep {
    fn eq(&self, other: &Self) -> bool {
        self.parts.faces == other.parts.faces && self.parts.span == other.parts.span
    }
}

impl Brep {
    /// The body of these faces, which do not deform.
    pub fn new(patches: Vec<Patch>) -> Result<Self, SurfaceError> {
        Self::during(patches, Interval::ZERO)
    }

    /// The body of these faces, which may deform; what is found out of it holds during this span of time, on the clock of
    /// its motion.
    pub fn during(patches: Vec<Patch>, span: Interval) -> Result<Self, SurfaceError> {
        Self::joined(patches, span, Joints::Found)
    }

    /// The body as the formulas move it during a span of time, at rest with the time in its own formulas: they are put into one another. What is
    /// no solid before is none after.
    ///
    /// ```
    /// use tangency_geometry::{Expression, surface::Brep};
    /// use tangency_interval::Interval;
    ///
    /// let twisting = Expression::parse(["x*cos(t*z) - y*sin(t*z)", "x*sin(t*z) + y*cos(t*z)", "z"])?;
    /// let twisted = Brep::torus(1.0, 0.25)?.carried(&twisting, Interval::between(0.0, 1.0))?;
    /// assert!(twisted.is_solid() && twisted.deforms());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If what comes out is no surface, or a face is not given by formulas.
    pub fn carried(&self, motion: &Expression, span: Interval) -> Result<Self, SurfaceError> {
        let moved = |face: &Face| {
            let [x, y, z] = face.patch.formulas().ok_or(SurfaceError::NotByFormula)?;
            let coordinates = motion.coordinates().each_ref();
            let placed = coordinates.map(|place| place.substitute_all(&[("x", x), ("y", y), ("z", z)]));
            let [u, v] = face.patch.domain().map(|range| [range.lower(), range.upper()]);
            Patch::new(placed, u, v)
        };
        let patches = self.faces().iter().map(moved).collect::<Result<Vec<Patch>, SurfaceError>>()?;
        let carried = Self::during(patches, span)?;
        Ok(if self.is_solid() { carried } else { carried.as_surface() })
    }

    /// The body of these faces, with what is known of their joints.
    pub(super) fn joined(patches: Vec<Patch>, span: Interval, joints: Joints) -> Result<Self, SurfaceError> {
        Ok(Self { parts: Arc::new(assemble::parts(patches, span, joints)?) })
    }

    /// Its faces.
    #[must_use]
    pub fn faces(&self) -> &[Face] {
        &self.parts.faces
    }

    /// Charts that overlap and together cover what its faces do: every smooth place is well inside one of them, as far as its formulas
    /// allow. Contacts are sought on these.
    ///
    /// ```
    /// use tangency_geometry::surface::{Brep, Patch};
    ///
    /// // From pole to pole it is one face, but three charts: one around each pole.
    /// let ball = Patch::parse(["sin(v)*cos(u)", "sin(v)*sin(u)", "cos(v)"], [0.0, 6.283185307179586], [0.0, 3.141592653589793])?;
    /// let ball = Brep::new(vec![ball])?;
    /// assert_eq!((ball.faces().len(), ball.charts().len()), (1, 3));
    /// # Ok::<(), tangency_geometry::surface::SurfaceError>(())
    /// ```
    #[must_use]
    pub fn charts(&self) -> &[Chart] {
        &self.parts.charts
    }

    /// The same with other charts.
    pub(super) fn with_charts(self, charts: Vec<Chart>) -> Self {
        let Parts { faces, edges, vertices, closed, span, .. } = &*self.parts;
        let (faces, edges, vertices) = (faces.clone(), edges.clone(), vertices.clone());
        Self { parts: Arc::new(Parts { faces, edges, vertices, charts, closed: *closed, span: *span }) }
    }

    /// Its edges.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.parts.edges
    }

    /// Its vertices.
    #[must_use]
    pub fn vertices(&self) -> &[Vertex] {
        &self.parts.vertices
    }

    /// Whether it has no border.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.parts.closed
    }

    /// Whether it bounds a solid: closed, and known which side is out.
    #[must_use]
    pub fn is_solid(&self) -> bool {
        self.parts.closed && self.parts.faces.iter().all(|face| face.facing != Facing::Unknown)
    }

    /// The same as a surface without an inside, whether it is closed or not.
    #[must_use]
    pub fn as_surface(&self) -> Self {
        let unknown = |face: &Face| Face { patch: face.patch.clone(), facing: Facing::Unknown };
        let Parts { faces, edges, vertices, charts, closed, span } = &*self.parts;
        Self {
            parts: Arc::new(Parts {
                faces: faces.iter().map(unknown).collect(),
                edges: edges.iter().map(Edge::as_surface).collect(),
                vertices: vertices.iter().map(Vertex::as_surface).collect(),
                charts: charts.iter().map(Chart::as_surface).collect(),
                closed: *closed,
                span: *span,
            }),
        }
    }

    /// Whether it changes its form over time.
    #[must_use]
    pub fn deforms(&self) -> bool {
        self.parts.faces.iter().any(|face| face.patch.deforms())
    }

    /// The span of time during which it is known to be what it is; of no meaning if it does not deform.
    #[must_use]
    pub fn span(&self) -> Interval {
        self.parts.span
    }
}
