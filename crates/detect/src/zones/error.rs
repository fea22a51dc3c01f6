//! Reasons why a body has no zones.

use tangency_geometry::ConvexShapeError;

/// The reason why closest features cannot be tracked on a body.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ZonesError {
    /// The hull has no volume.
    #[error("a hull of dimension {dimension} has no inside: closest features need a hull with volume")]
    Flat {
        /// The affine dimension of the points.
        dimension: usize,
    },
    /// The hull is so thin that rounding hides its faces.
    #[error("the hull is too thin: rounding hides its faces; scale it, or ask `ConvexPair` instead")]
    Thin,
    /// Products of coordinates could overflow or underflow.
    #[error("a body of size {reach:?} m is out of range: use sizes between 1e-60 m and 1e80 m")]
    Size {
        /// The largest distance of a vertex from the origin, in metres.
        reach: f64,
    },
    /// The polyhedron has a dent.
    #[error(
        "the polyhedron is not convex (volume {:?} m³, its hull {:?} m³): use a compound of convex parts",
        volumes[0], volumes[1]
    )]
    Concave {
        /// The volumes of the polyhedron and of its hull, in cubic metres.
        volumes: [f64; 2],
    },
    /// The vertices have no hull.
    #[error(transparent)]
    Hull(#[from] ConvexShapeError),
}
