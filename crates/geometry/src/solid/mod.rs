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
mod tessellation;
mod tree;
mod volume;

pub use element::SolidElement;
pub use error::SolidError;
pub use leaf::{SolidJet, SolidLeaf, SolidSlope};
pub use primitive::Metaball;
pub use volume::{Inside, SampledVolume, VolumeError};

use crate::Mesh;
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
