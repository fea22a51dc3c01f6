//! A body of parametric faces.

use super::border::Joints;
use super::{Chart, Edge, Patch, SurfaceError, Trim, Vertex, assemble};
use crate::spline::BezierPatch;
use crate::{Convex, ConvexError, Expression, Pose, Torus};
use std::sync::Arc;
use tangency_interval::expr::Expr;
use tangency_interval::{Interval, Vector3};

/// A surface of faces, with the edges along which they meet in a crease or end, and the vertices where edges
/// end. If it is closed and its outside is known, it bounds a solid. Cheap to clone.
///
/// It is built from faces alone; coinciding sides are detected. Sides that join smoothly make no edge. A side
/// that shrinks to a point where the surface is smooth makes no vertex. A seam whose ends are off by rounding,
/// such as 0 and 6.283185307179586 for a full turn, is taken as closed. Its range is widened by a few units in
/// the last place so that no gap is left: the closed body is meant.
#[derive(Clone, Debug)]
pub struct Brep {
    parts: Arc<BrepParts>,
    /// The same solid as a convex primitive, if it was made as one.
    convex: Option<Arc<Convex>>,
    /// The same body as a torus, if it was made as one.
    torus: Option<Torus>,
}

/// The components of a body.
#[derive(Debug)]
pub(super) struct BrepParts {
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
    /// The part of the domain that belongs to the face; all of it if `None`.
    pub(super) trim: Option<Trim>,
}

/// The direction of the normal `du × dv` of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facing {
    /// Out of the solid.
    Outwards,
    /// Into the solid.
    Inwards,
    /// There is no interior, or the inner side is unknown.
    Unknown,
}

impl Facing {
    /// The normal turned outwards; `None` if the outward direction is unknown.
    #[must_use]
    pub fn outward(self, normal: Vector3) -> Option<Vector3> {
        match self {
            Self::Outwards => Some(normal),
            Self::Inwards => Some(-normal),
            Self::Unknown => None,
        }
    }

    /// The opposite direction.
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
    /// The formulas and the domain of the face.
    #[must_use]
    pub fn patch(&self) -> &Patch {
        &self.patch
    }

    /// The direction of the normal.
    #[must_use]
    pub fn facing(&self) -> Facing {
        self.facing
    }

    /// The part of the domain that belongs to the face; `None` if it is the whole rectangle.
    #[must_use]
    pub fn trim(&self) -> Option<&Trim> {
        self.trim.as_ref()
    }

    /// `true` proves that no part of the box of (u, v) belongs to the face.
    #[must_use]
    pub fn outside(&self, region: [Interval; 2]) -> bool {
        self.trim.as_ref().is_some_and(|trim| trim.outside(region))
    }

    /// `true` proves that every part of the box of (u, v) within the domain belongs to the face.
    #[must_use]
    pub fn inside(&self, region: [Interval; 2]) -> bool {
        self.trim.as_ref().is_none_or(|trim| trim.inside(region))
    }
}

/// The same faces; if they deform, also for the same time.
impl PartialEq for Brep {
    fn eq(&self, other: &Self) -> bool {
        self.parts.faces == other.parts.faces && (self.parts.span == other.parts.span || !self.deforms())
    }
}

impl Brep {
    /// The body of these faces, which do not deform.
    pub fn new(patches: Vec<Patch>) -> Result<Self, SurfaceError> {
        Self::during(patches, Interval::ZERO)
    }

    /// The body of these faces, which may deform. Its edges, vertices and facing are valid during this time
    /// interval, on the clock of its motion.
    pub fn during(patches: Vec<Patch>, span: Interval) -> Result<Self, SurfaceError> {
        Self::joined(patches, span, Joints::Unknown)
    }

    /// The body of these Bézier patches, which may deform during the time interval. Sides that agree are joined.
    /// Normals that agree to rounding along a common side make the joint smooth, because control points are rounded.
    ///
    /// # Errors
    /// If there are no patches, or one of them is a curve or a point.
    pub fn of_splines(patches: Vec<BezierPatch>) -> Result<Self, SurfaceError> {
        let spans = patches.iter().filter_map(|patch| Some(patch.end()?.1));
        let span = spans.map(|[from, to]| Interval::between(from, to)).reduce(Interval::intersection);
        let faces = patches.into_iter().map(Patch::of_spline).collect();
        Self::joined(faces, span.unwrap_or(Interval::ZERO), Joints::Smooth)
    }

    /// The body moved by the formulas during a time interval, expressed as a body at rest with time-dependent
    /// formulas: the formulas are composed. A surface that is not a solid stays a surface.
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
    /// If the result is not a surface, or a face is not given by formulas.
    pub fn carried(&self, motion: &Expression, span: Interval) -> Result<Self, SurfaceError> {
        let moved = |face: &Face| {
            let whole = face.patch.formulas().filter(|_| face.trim.is_none());
            let [x, y, z] = whole.ok_or(SurfaceError::NotByFormula)?;
            let coordinates = motion.coordinates().each_ref();
            let placed = coordinates.map(|place| place.substitute_all(&[("x", x), ("y", y), ("z", z)]));
            let [u, v] = face.patch.domain().map(|range| [range.lower(), range.upper()]);
            Patch::new(placed, u, v)
        };
        let patches = self.faces().iter().map(moved).collect::<Result<Vec<Patch>, SurfaceError>>()?;
        let carried = Self::during(patches, span)?;
        Ok(if self.is_solid() { carried } else { carried.as_surface() })
    }

    /// The same body at a pose. The formulas are moved exactly: the numbers of the rotation are enclosed.
    ///
    /// # Errors
    /// If a face is not given by formulas.
    pub fn placed(&self, pose: &Pose) -> Result<Self, SurfaceError> {
        if *pose == Pose::IDENTITY {
            return Ok(self.clone());
        }
        let enclosure = pose.enclosure();
        let number = |name: &str, value: Interval| {
            if value.is_singleton() { Expr::number(value.lower()) } else { Expr::constant(name, value) }
        };
        let coordinates: [Expr; 3] = std::array::from_fn(|row| {
            let terms = ["x", "y", "z"].into_iter().enumerate().filter_map(|(column, name)| {
                let factor = enclosure.rotation.0[row][column];
                let entry = format!("r{row}{column}");
                (factor != Interval::ZERO).then(|| number(&entry, factor) * Expr::variable(name))
            });
            let place = enclosure.translation[row];
            terms.sum::<Expr>() + number("place", place)
        });
        let motion = Expression::new(coordinates).map_err(|_| SurfaceError::NotByFormula)?;
        self.carried(&motion, self.span())
    }

    /// The body of these parts.
    pub(super) fn of_parts(parts: BrepParts) -> Self {
        Self { parts: Arc::new(parts), convex: None, torus: None }
    }

    /// The body of these faces, with the given knowledge about their joints.
    pub(super) fn joined(patches: Vec<Patch>, span: Interval, joints: Joints) -> Result<Self, SurfaceError> {
        Ok(Self::of_parts(assemble::parts(patches, span, joints)?))
    }

    /// The same body, known to be exactly this primitive. A primitive with lengths out of range is not kept.
    pub(super) fn known_as(self, convex: Result<Convex, ConvexError>) -> Self {
        Self { convex: convex.ok().map(Arc::new), ..self }
    }

    /// The same body, known to be exactly this torus.
    pub(super) fn known_as_torus(self, torus: Torus) -> Self {
        Self { torus: Some(torus), ..self }
    }

    /// The sizes of the torus about the z axis that the solid was made as, if it was.
    #[must_use]
    pub fn as_torus(&self) -> Option<Torus> {
        self.torus
    }

    /// The same solid as an exact convex primitive, if it was made as one: a sphere, an ellipsoid, a cylinder, a
    /// cone, a capsule or a box.
    ///
    /// ```
    /// use tangency_geometry::{Convex, surface::Brep};
    ///
    /// let ball = Brep::sphere(0.5)?;
    /// assert_eq!(ball.convex(), Some(&Convex::sphere(0.5)?));
    /// assert_eq!(ball.as_surface().convex(), None, "a surface has no interior");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn convex(&self) -> Option<&Convex> {
        self.convex.as_deref().filter(|_| self.is_solid())
    }

    /// The faces.
    #[must_use]
    pub fn faces(&self) -> &[Face] {
        &self.parts.faces
    }

    /// Overlapping charts that together cover the faces. Every smooth point lies well inside one of them, as
    /// far as its formulas allow. Contacts are searched for on charts.
    ///
    /// ```
    /// use tangency_geometry::surface::{Brep, Patch};
    ///
    /// // One face from pole to pole, but three charts: one around each pole.
    /// let coordinates = ["sin(v)*cos(u)", "sin(v)*sin(u)", "cos(v)"];
    /// let ball = Patch::parse(coordinates, [0.0, 6.283185307179586], [0.0, 3.141592653589793])?;
    /// let ball = Brep::new(vec![ball])?;
    /// assert_eq!((ball.faces().len(), ball.charts().len()), (1, 3));
    /// # Ok::<(), tangency_geometry::surface::SurfaceError>(())
    /// ```
    #[must_use]
    pub fn charts(&self) -> &[Chart] {
        &self.parts.charts
    }

    /// The same body with other charts.
    pub(super) fn with_charts(self, charts: Vec<Chart>) -> Self {
        let BrepParts { faces, edges, vertices, closed, span, .. } = &*self.parts;
        let (faces, edges, vertices) = (faces.clone(), edges.clone(), vertices.clone());
        let parts = BrepParts { faces, edges, vertices, charts, closed: *closed, span: *span };
        Self { parts: Arc::new(parts), convex: self.convex, torus: self.torus }
    }

    /// The edges.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.parts.edges
    }

    /// The vertices.
    #[must_use]
    pub fn vertices(&self) -> &[Vertex] {
        &self.parts.vertices
    }

    /// Whether the surface has no border.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.parts.closed
    }

    /// Whether it bounds a solid: closed, and with known outside.
    #[must_use]
    pub fn is_solid(&self) -> bool {
        self.parts.closed && self.parts.faces.iter().all(|face| face.facing != Facing::Unknown)
    }

    /// The same as a surface without interior, closed or not.
    #[must_use]
    pub fn as_surface(&self) -> Self {
        let unknown = |face: &Face| Face { facing: Facing::Unknown, ..face.clone() };
        let BrepParts { faces, edges, vertices, charts, closed, span } = &*self.parts;
        Self {
            parts: Arc::new(BrepParts {
                faces: faces.iter().map(unknown).collect(),
                edges: edges.iter().map(Edge::as_surface).collect(),
                vertices: vertices.iter().map(Vertex::as_surface).collect(),
                charts: charts.iter().map(Chart::as_surface).collect(),
                closed: *closed,
                span: *span,
            }),
            convex: None,
            torus: None,
        }
    }

    /// Whether the shape changes over time.
    #[must_use]
    pub fn deforms(&self) -> bool {
        self.parts.faces.iter().any(|face| face.patch.deforms())
    }

    /// The time interval for which edges, vertices and facing are valid. Without meaning if it does not deform.
    #[must_use]
    pub fn span(&self) -> Interval {
        self.parts.span
    }
}
