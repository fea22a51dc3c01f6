//! Spline surfaces: rational Bézier patches and NURBS.
//!
//! A [`BezierPatch`] is a rational tensor-product patch of degree up to 7 × 7. It encloses its points and derivatives
//! over any box of its parameters by the Bernstein form. A [`NurbsSurface`] is cut into such patches, or is one
//! [`SplineSheet`] of them, for trimmed faces.
//! [`Brep::of_splines`](crate::surface::Brep::of_splines) joins patches to a body, which then collides like every other
//! curved body. A [`PatchPiece`] is a part of a patch, for bounding volumes. [`make`] has tori, spheres, cylinders,
//! cones, surfaces of revolution, extrusions and lofts.
//!
//! ```
//! use tangency_geometry::{spline, surface::Brep};
//!
//! let ring = Brep::of_splines(spline::make::torus(2.0, 0.5, 3)?)?;
//! assert!(ring.is_solid() && ring.faces().len() == 9 && ring.edges().is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! *Source.* S. Krishnan et al., "Rapid and accurate contact determination between spline models using ShellTrees",
//! Eurographics 1998, sections 3 and 5.

mod bezier;
mod error;
pub mod make;
mod nearest;
mod net;
mod nurbs;
mod part;
mod piece;
mod region;
mod sheet;
mod tree;

pub use bezier::{BezierPatch, SplineWork};
pub use error::SplineError;
pub use nearest::SheetPoints;
pub use nurbs::{NurbsSurface, SplinePiece};
pub use part::SplinePart;
pub use piece::PatchPiece;
pub use sheet::SplineSheet;
pub use tree::{NetNode, NetTree};
