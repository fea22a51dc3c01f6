//! Errors in the construction of solids.

use super::VolumeError;
use crate::{LengthError, MeshError};
use glam::DVec3;

/// The data do not define a solid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SolidError {
    /// The text is not a formula.
    #[error("{0}")]
    Syntax(String),
    /// The formula has a variable other than x, y, z and t.
    #[error("{0}")]
    Name(String),
    /// The box is empty or not finite.
    #[error(
        "the box from {lower} to {upper} must have finite corners, each coordinate of the first below that of the \
         second"
    )]
    Box {
        /// The corner with the smaller coordinates.
        lower: DVec3,
        /// The corner with the larger coordinates.
        upper: DVec3,
    },
    /// The solid is proved empty.
    #[error(
        "there is no solid: {what} is positive everywhere within the box from {lower} to {upper}; a solid is where it \
         is negative"
    )]
    Empty {
        /// Name of the function.
        what: &'static str,
        /// The corner of the box with the smaller coordinates.
        lower: DVec3,
        /// The corner of the box with the larger coordinates.
        upper: DVec3,
    },
    /// The formula is undefined at every tested point of the box.
    #[error("the formula has no value at any of the points of the box from {lower} to {upper} where it was tried")]
    Undefined {
        /// The corner of the box with the smaller coordinates.
        lower: DVec3,
        /// The corner of the box with the larger coordinates.
        upper: DVec3,
    },
    /// A length is not positive and finite, or not less than another length.
    #[error(transparent)]
    Length(#[from] LengthError),
    /// The exponents of a superquadric are invalid.
    #[error("a superquadric needs even exponents from 2 to 64, the second a multiple of the first, not {0} and {1}")]
    Exponents(u32, u32),
    /// A direction is zero or not finite.
    #[error("the direction {0} must be finite and not zero")]
    Direction(DVec3),
    /// A combination contains no solid.
    #[error("{0} needs at least one solid")]
    Nothing(&'static str),
    /// The solid has too many parts.
    #[error("the solid has {count} parts, more than the {most} that are allowed")]
    TooManyParts {
        /// Number of parts.
        count: usize,
        /// Greatest allowed number.
        most: usize,
    },
    /// Combinations are nested too deeply.
    #[error("combinations of solids are nested deeper than {0} levels")]
    TooDeep(usize),
    /// The number of cells of a tessellation is out of range.
    #[error("a mesh needs from 2 to {most} cells along the longest side, not {cells}")]
    Cells {
        /// The requested number.
        cells: usize,
        /// Greatest allowed number.
        most: usize,
    },
    /// No grid point of the tessellation is inside the solid.
    #[error(
        "no point of the solid was found on a grid of {cells} cells along its longest side: it is thinner than a cell, \
         or empty"
    )]
    NotFound {
        /// Cells along the longest side.
        cells: usize,
    },
    /// The grid of samples is invalid.
    #[error(transparent)]
    Volume(#[from] VolumeError),
    /// The tessellation is not a valid mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}
