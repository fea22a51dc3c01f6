//! Errors of convex bodies.

use crate::LengthError;
use crate::primitive::PrimitiveError;
use crate::surface::SurfaceError;
use crate::{MeshError, NotClosed};
use glam::DVec3;

/// The numbers do not define a convex body.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ConvexError {
    /// A length is zero, negative, NaN or infinite.
    #[error(transparent)]
    Length(#[from] LengthError),
    /// A length is so small or so large that its powers leave the range of doubles.
    #[error("{what} {value} must be between {least} and {most} metres; choose another unit of length")]
    Range {
        /// Name of the length.
        what: &'static str,
        /// Its value.
        value: f64,
        /// The least allowed value.
        least: f64,
        /// The greatest allowed value.
        most: f64,
    },
    /// A hull without points.
    #[error("a convex hull needs at least one point")]
    Empty,
    /// A point of a hull has a coordinate that is NaN, infinite or too large.
    #[error("point {index} of the hull is {point}; its coordinates must be finite and no larger than 1e60")]
    Point {
        /// Index of the point, from 0.
        index: usize,
        /// The point.
        point: DVec3,
    },
    /// The triangles of the hull might not fit in one mesh.
    #[error("{points} points are too many for one hull, which holds at most {most}: split them")]
    TooMany {
        /// Number of points.
        points: usize,
        /// The greatest number.
        most: usize,
    },
}

/// A convex body has no representation, mesh or mass of the requested kind.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConvexShapeError {
    /// The curved faces cannot be constructed.
    #[error(transparent)]
    Surface(#[from] SurfaceError),
    /// The box cannot be constructed.
    #[error(transparent)]
    Primitive(#[from] PrimitiveError),
    /// The triangles cannot be constructed.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// The triangles bound no solid.
    #[error(transparent)]
    NotClosed(#[from] NotClosed),
    /// The hull cannot be constructed.
    #[error(transparent)]
    Hull(#[from] ConvexError),
    /// A hull of dimension two or less, without a radius, has no volume and so no mass.
    #[error(
        "the hull is {} and has no volume, so no mass; give it a radius, or points that span a body",
        ["a point", "a segment", "a flat polygon"][(*dimension).min(2)]
    )]
    NoVolume {
        /// The affine dimension of the hull.
        dimension: usize,
    },
    /// The fineness of a mesh is not a share of the size.
    #[error("the fineness {value} of a mesh must be between {least} and {most} of the size of the body")]
    Fineness {
        /// The given value.
        value: f64,
        /// The least allowed value.
        least: f64,
        /// The greatest allowed value.
        most: f64,
    },
    /// The outer side of the curved faces stays unproved.
    #[error("the faces of the {what} cannot be proved to bound a solid; choose lengths that are closer to each other")]
    NotSolid {
        /// Name of the body.
        what: &'static str,
    },
}
