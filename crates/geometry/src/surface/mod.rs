//! Curved surfaces by formula: parametric faces, and the solids and sheets that they bound.
//!
//! A [`Patch`] maps a rectangle of (u, v) and the time into space, for example by three expressions. It
//! encloses its points and, as a [`SurfaceJet`], its derivatives over any box of (u, v, t). A [`Brep`] (boundary
//! representation) consists of patches. Its *faces* are smooth, its *edges* are the sides along which it is not
//! smooth, and its *vertices* are the points where edges end. All three can touch, each with its own
//! conditions.
//!
//! ```
//! use tangency_geometry::surface::{Brep, Patch};
//! use tangency_interval::Interval;
//!
//! // A torus by its usual formulas.
//! let coordinates = ["(2 + cos(v)) * cos(u)", "(2 + cos(v)) * sin(u)", "sin(v)"];
//! let ring = Patch::parse(coordinates, [0.0, 6.283185307179586], [0.0, 6.283185307179586])?;
//! let ring = Brep::new(vec![ring])?;
//! // It is closed and smooth: one face, no edges, an interior.
//! assert!(ring.is_closed() && ring.is_solid() && ring.edges().is_empty());
//!
//! // Encloses its outer equator between u = 0 and u = 0.1, with proof.
//! let mut work = Default::default();
//! let place = ring.faces()[0].patch().point([Interval::between(0.0, 0.1), Interval::ZERO, Interval::ZERO], &mut work);
//! assert!(place[0].lower() > 2.98 && place[0].upper() < 3.01);
//! # Ok::<(), tangency_geometry::surface::SurfaceError>(())
//! ```
//!
//! *Source.* J. M. Snyder et al., "Interval methods for multi-point collisions between time-dependent curved
//! surfaces", SIGGRAPH 1993, section 2.1 (parametric surfaces), footnotes 2 and 4 (domains, poles), section 8
//! (inclusion functions) and appendix A (piecewise surfaces).

mod assemble;
mod border;
mod brep;
mod cap;
mod chart;
mod curve;
mod edge;
mod error;
mod extent;
mod gap;
mod jet;
mod kinks;
mod make;
mod mass;
mod near;
mod patch;
mod quadrature;
mod side;
mod slabs;
mod tessellation;
mod tight_box;
mod tile;
mod trim;
mod trimmed;
mod volume;

pub use brep::{Brep, Face, Facing};
pub use chart::Chart;
pub use edge::{CurveJet, Edge, EdgeWork, Vertex, VertexJet};
pub use error::SurfaceError;
pub use jet::SurfaceJet;
pub use make::{Section, SweepPath};
pub(crate) use patch::tightened;
pub use patch::{Patch, PatchWork};
pub use side::{DomainEnd, DomainSide};
pub use tessellation::Tessellation;
pub use tile::FaceTile;
pub use trim::{Trim, TrimCurve, TrimJet};
pub use trimmed::{TrimmedEdge, TrimmedFace, TrimmedSide};
