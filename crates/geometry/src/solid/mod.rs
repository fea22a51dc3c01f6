//! Implicit solids: regions where a function of space and time is negative.
//!
//! A [`Solid`] is a formula of `x`, `y`, `z`, `t` (negative inside, positive outside), a smoothly interpolated
//! grid of samples ([`SampledVolume`]), or a nested combination of placed solids by union, intersection and
//! difference.
//!
//! ```
//! use glam::dvec3;
//! use tangency_geometry::{Pose, solid::{Solid, SolidWork}};
//! use tangency_interval::{Interval, Vector, expr::Expr};
//!
//! // A ball with a hole drilled through it.
//! let cube = [dvec3(-2.0, -2.0, -2.0), dvec3(2.0, 2.0, 2.0)];
//! let ball = Solid::formula(&Expr::parse("x^2 + y^2 + z^2 - 1")?, cube, Interval::ZERO)?;
//! let bead = Solid::difference(&ball, &[Solid::cylinder(0.25, 4.0)?])?;
//!
//! let mut work = SolidWork::default();
//! let at = |x: f64, y: f64, z: f64| Vector([x, y, z].map(Interval::from));
//! assert!(bead.value(at(0.0, 0.0, 0.5), Interval::ZERO, &mut work).lower() > 0.0, "in the hole: outside");
//! assert!(bead.value(at(0.5, 0.0, 0.5), Interval::ZERO, &mut work).upper() < 0.0, "inside");
//!
//! // The boundary: the sphere outside the hole, the wall of the hole, and the two rims where they meet.
//! let sizes: Vec<usize> = bead.elements().iter().map(|element| element.leaves().len()).collect();
//! assert_eq!(sizes, [1, 1, 2]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | quantity | function |
//! |---|---|
//! | whether a box is inside or outside | [`Solid::value`] |
//! | where a new component can appear | [`Solid::birth_elements`] |
//! | when a function of time alone switches it on | [`Solid::present`] |
//! | the parts of the boundary | [`Solid::elements`]: one to three [`SolidLeaf`]s each |
//! | the side condition of such a part | [`SolidElement::excess`] |
//! | value, gradient and second derivatives of a part | [`SolidLeaf::slope`], [`SolidLeaf::jet`] |
//! | a bounding box | [`Solid::bounding_box`] |
//! | triangles for display | [`Solid::mesh`] |

mod birth;
mod bounds;
mod carried;
mod combination;
mod element;
mod error;
mod frame;
mod leaf;
mod primitive;
mod switch;
mod tessellation;
mod tree;
mod volume;

pub use element::SolidElement;
pub use error::SolidError;
pub use leaf::{SolidJet, SolidLeaf, SolidSlope};
pub use primitive::Metaball;
pub use switch::PresentPart;
pub use volume::{Inside, SampledVolume, VolumeError};

use crate::{Convex, ConvexError, Mesh, Torus};
use glam::DVec3;
use std::sync::Arc;
use tangency_interval::expr::{self, Expr};
use tangency_interval::{Interval, Vector3};
use tree::CombinationNode;

/// Scratch memory of evaluations, for reuse within one thread.
#[derive(Clone, Debug, Default)]
pub struct SolidWork {
    tape: expr::TapeWorkspace,
    carrier: expr::TapeWorkspace,
}

/// A solid given by the region where functions are negative, in the frame of its body. Cheap to clone.
///
/// It is the closed set where [`Solid::value`] is at most zero. It may have several components and cavities,
/// and it changes with time if a formula contains `t`.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    leaves: Arc<[SolidLeaf]>,
    tree: Arc<CombinationNode>,
    elements: Arc<[SolidElement]>,
    /// Holds the solid at every instant of `span`.
    region: Vector3,
    /// The instants for which the solid is known; all time if nothing changes.
    span: Interval,
    /// Upper bound on the speed at which formulas carry its points, in metres per second.
    carried_speed: f64,
    /// The same solid as a convex primitive, if it was made as one.
    convex: Option<Arc<Convex>>,
    /// The same solid as a torus, if it was made as one.
    torus: Option<Torus>,
}

impl Solid {
    /// The functions of the solid. Each is negative on the side of the solid: a subtracted part has its sign
    /// changed.
    #[must_use]
    pub fn leaves(&self) -> &[SolidLeaf] {
        &self.leaves
    }

    /// The elements of the boundary: smooth parts, creases where two of them meet, and corners where three
    /// meet.
    #[must_use]
    pub fn elements(&self) -> &[SolidElement] {
        &self.elements
    }

    /// The same solid as an exact convex primitive, if it was made as one, at rest in one pose or none.
    ///
    /// ```
    /// use tangency_geometry::{Convex, Solid};
    ///
    /// let ball = Solid::sphere(0.5)?;
    /// assert_eq!(ball.convex(), Some(&Convex::sphere(0.5)?));
    /// assert_eq!(Solid::difference(&ball, &[Solid::cylinder(0.1, 2.0)?])?.convex(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn convex(&self) -> Option<&Convex> {
        self.convex.as_deref()
    }

    /// The sizes of the torus about the z axis that the solid was made as, if it was.
    #[must_use]
    pub fn as_torus(&self) -> Option<Torus> {
        self.torus
    }

    /// The same solid, known to be exactly this primitive. A primitive with lengths out of range is not kept.
    fn known_as(self, convex: Result<Convex, ConvexError>) -> Self {
        Self { convex: convex.ok().map(Arc::new), ..self }
    }

    /// Whether the shape changes with time.
    #[must_use]
    pub fn deforms(&self) -> bool {
        self.leaves.iter().any(SolidLeaf::deforms)
    }

    /// The instants for which the bounding box and the elements are valid; all time if the solid does not
    /// change.
    #[must_use]
    pub fn span(&self) -> Interval {
        self.span
    }

    /// Holds the solid at every instant of its span.
    #[must_use]
    pub fn bounding_box(&self) -> Vector3 {
        self.region
    }

    /// Upper bound on the speed of its points within its body, in metres per second. 0 if the solid does not
    /// change; the speed of the formulas of [`Solid::carried`] if they carry all of it alike. `None` if it
    /// deforms in another way, because no bound is known.
    #[must_use]
    pub fn carried_speed(&self) -> Option<f64> {
        (!self.changes_form()).then_some(self.carried_speed)
    }

    /// Upper bound on the distance of its points from the origin of its body, in metres.
    #[must_use]
    pub fn reach(&self) -> f64 {
        self.region.length().upper()
    }

    /// Encloses, over a box of space and a time interval, a function that is negative inside, zero on the
    /// boundary and positive outside. All reals where a formula may be undefined.
    #[must_use]
    pub fn value(&self, place: Vector3, time: Interval, work: &mut SolidWork) -> Interval {
        self.tree.value_by(&mut |leaf: usize| self.leaves[leaf].membership(place, time, work))
    }

    /// Combines enclosures of the functions of all [leaves](Self::leaves), given by index, as the solid combines
    /// their values. A positive result proves that the points are outside. For leaves that count only within a box
    /// ([`SolidLeaf::counts_everywhere`]) the caller must take that into account.
    pub fn combined(&self, of_leaf: &mut impl FnMut(usize) -> Interval) -> Interval {
        self.tree.value_by(of_leaf)
    }

    /// The indices of the functions whose positive sign alone proves that a point is outside, whatever the other
    /// functions are.
    pub fn side_leaves(&self) -> impl Iterator<Item = usize> + '_ {
        let outside = |side: &usize| {
            let mut known = |leaf: usize| if leaf == *side { Interval::ONE } else { Interval::ENTIRE };
            self.combined(&mut known).lower() > 0.0
        };
        (0..self.leaves.len()).filter(outside)
    }

    /// The same function at a point, in floating point; NaN where a formula is undefined.
    #[must_use]
    pub fn value_at(&self, point: DVec3, time: f64, work: &mut SolidWork) -> f64 {
        self.tree.value_at(&mut |leaf: usize| self.leaves[leaf].membership_at(point, time, work))
    }

    /// Approximate number of instructions of one evaluation.
    fn instructions(&self) -> usize {
        self.leaves.iter().map(SolidLeaf::instructions).sum()
    }

    /// A closed mesh that approximates the boundary at an instant, for display, with `cells` along its longest
    /// side.
    ///
    /// # Errors
    /// If no corner of the grid is inside, or there are too many cells.
    pub fn mesh(&self, time: f64, cells: usize) -> Result<Mesh, SolidError> {
        tessellation::mesh(self, time, cells)
    }
}

impl Solid {
    /// The solid where the text, a formula of `x`, `y` and `z`, is negative within the box. For formulas with
    /// `t` use [`Solid::formula`], which takes a time interval.
    ///
    /// # Errors
    /// If the text is not a formula, or does not define a solid.
    pub fn parse(text: &str, region: [DVec3; 2]) -> Result<Self, SolidError> {
        let scope =
            expr::Scope::new().variables(leaf::VARIABLES).map_err(|error| SolidError::Name(error.to_string()))?;
        let formula: Expr = scope.parse(text).map_err(|error| SolidError::Syntax(error.to_string()))?;
        Self::formula(&formula, region, Interval::ENTIRE)
    }
}
