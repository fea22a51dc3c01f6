//! Implicit solids: where a function of space and time is negative.
//!
//! A [`Solid`] is a formula of `x`, `y`, `z`, `t` (negative inside, positive outside), a grid of samples smoothly
//! interpolated ([`Volume`]), or unions, intersections and differences of such, nested and placed at will.
//!
//! ```
//! use glam::dvec3;
//! use tangency_geometry::{Pose, solid::{Solid, Workspace}};
//! use tangency_interval::{Interval, Vector, expr::Expr};
//!
//! // A ball with a hole drilled through it.
//! let ball = Solid::formula(&Expr::parse("x^2 + y^2 + z^2 - 1")?, [dvec3(-2.0, -2.0, -2.0), dvec3(2.0, 2.0, 2.0)], Interval::ZERO)?;
//! let bead = Solid::difference(&ball, &[Solid::cylinder(0.25, 4.0)?])?;
//!
//! let mut work = Workspace::default();
//! let at = |x: f64, y: f64, z: f64| Vector([x, y, z].map(Interval::from));
//! assert!(bead.value(at(0.0, 0.0, 0.5), Interval::ZERO, &mut work).lower() > 0.0, "in the hole: outside");
//! assert!(bead.value(at(0.5, 0.0, 0.5), Interval::ZERO, &mut work).upper() < 0.0, "inside");
//!
//! // Its boundary: the ball's surface outside of the hole, the wall of the hole, and the two rims where they meet.
//! let sizes: Vec<usize> = bead.elements().iter().map(|element| element.leaves().len()).collect();
//! assert_eq!(sizes, [1, 1, 2]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to ask | ask |
//! |---|---|
//! | whether a box is inside or outside | [`Solid::value`] |
//! | where a new component can appear | [`Solid::birth_elements`] |
//! | of what the boundary consists | [`Solid::elements`], each one to three [`Leaf`]s with a side condition, [`Element::excess`] |
//! | value, gradient, second derivatives of a part | [`Leaf::slope`], [`Leaf::jet`] |
//! | where it is | [`Solid::bounding_box`] |
//! | what it looks like | [`Solid::mesh`] |

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

pub use element::Element;
pub use error::SolidError;
pub use leaf::{Jet, Leaf, Slope};
pub use primitive::Metaball;
pub use volume::{Inside, Volume, VolumeError};

use crate::Mesh;
use glam::DVec3;
use std::sync::Arc;
use tangency_interval::expr::{self, Expr};
use tangency_interval::{Interval, Vector3};
use tree::Node;

/// Scratch memory of evaluations, reused; one a thread.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    tape: expr::Workspace,
    carrier: expr::Workspace,
}

/// A solid given by where functions are negative, in the frame of its body. Cheap to clone.
///
/// It is the closed set where [`Solid::value`] is at most zero. Nothing else is promised of it: it may consist of several
/// parts, have cavities, and change with time if a formula names `t`.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    leaves: Arc<[Leaf]>,
    tree: Arc<Node>,
    elements: Arc<[Element]>,
    /// Holds the solid at every instant of `span`.
    region: Vector3,
    /// When it is looked at; all time if nothing changes.
    span: Interval,
    /// How fast formulas carry its points, at most.
    carried_speed: f64,
}

impl Solid {
    /// The functions that it is made of. Each is negative on the side of the solid: a subtracted part has its sign changed.
    #[must_use]
    pub fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    /// What its boundary is made of: smooth parts, the creases where two meet and the corners where three do.
    #[must_use]
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// Whether its shape changes with time.
    #[must_use]
    pub fn deforms(&self) -> bool {
        self.leaves.iter().any(Leaf::deforms)
    }

    /// The instants for which its bounding box and its elements hold; all time if it does not change.
    #[must_use]
    pub fn span(&self) -> Interval {
        self.span
    }

    /// Holds the solid at every instant of its span: there is none of it outside.
    #[must_use]
    pub fn bounding_box(&self) -> Vector3 {
        self.region
    }

    /// Metres a second: upper bound on how fast its points move within its body: 0 if it does not change, and what the formulas of
    /// [`Solid::carried`] do if they carry all of it alike. `None` if its form changes otherwise: no bound is known then.
    #[must_use]
    pub fn carried_speed(&self) -> Option<f64> {
        (!self.changes_form()).then_some(self.carried_speed)
    }

    /// Upper bound on the distance of its points from the origin of its body.
    #[must_use]
    pub fn reach(&self) -> f64 {
        self.region.length().upper()
    }

    /// Encloses, over a box of space and a span of time, a function that is negative inside, zero on the boundary and positive
    /// outside. All numbers where a formula may have no value.
    #[must_use]
    pub fn value(&self, place: Vector3, time: Interval, work: &mut Workspace) -> Interval {
        self.tree.value_by(&mut |leaf: usize| self.leaves[leaf].membership(place, time, work))
    }

    /// The same function at a point, in floating point; NaN where a formula has no value.
    #[must_use]
    pub fn value_at(&self, point: DVec3, time: f64, work: &mut Workspace) -> f64 {
        self.tree.value_at(&mut |leaf: usize| self.leaves[leaf].membership_at(point, time, work))
    }

    /// About how many instructions one evaluation runs.
    fn instructions(&self) -> usize {
        self.leaves.iter().map(Leaf::instructions).sum()
    }

    /// A closed mesh that follows the boundary at an instant, for the eye: `cells` along its longest side.
    ///
    /// # Errors
    /// If no corner of the grid is inside, or the cells are too many.
    pub fn mesh(&self, time: f64, cells: usize) -> Result<Mesh, SolidError> {
        tessellation::mesh(self, time, cells)
    }
}

impl Solid {
    /// The solid where the text, a formula of `x`, `y` and `z`, is negative within the box. One that names `t` is better made by
    /// [`Solid::formula`], which is told the span of time that matters.
    ///
    /// # Errors
    /// If the text is no formula, or makes no solid.
    pub fn parse(text: &str, region: [DVec3; 2]) -> Result<Self, SolidError> {
        let scope =
            expr::Scope::new().variables(leaf::VARIABLES).map_err(|error| SolidError::Name(error.to_string()))?;
        let formula: Expr = scope.parse(text).map_err(|error| SolidError::Syntax(error.to_string()))?;
        Self::formula(&formula, region, Interval::ENTIRE)
    }
}
