//! What can be wrong with a solid.

use super::VolumeError;
use crate::MeshError;
use glam::DVec3;

/// The data do not make a solid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SolidError {
    /// The text is not a formula.
    #[error("{0}")]
    Syntax(String),
    /// The formula has another variable than x, y, z and t.
    #[error("{0}")]
    Name(String),
    /// The box has no inside.
    #[error(
        "the box from {lower} to {upper} must have finite corners, each coordinate of the first below that of the second"
    )]
    Box {
        /// The corner with the smaller coordinates.
        lower: DVec3,
        /// The corner with the larger coordinates.
        upper: DVec3,
    },
    /// The solid is proved to be empty.
    #[error(
        "there is no solid: {what} is positive everywhere within the box from {lower} to {upper}; a solid is where it is negative"
    )]
    Empty {
        /// Which function.
        what: &'static str,
        /// The corner of the box with the smaller coordinates.
        lower: DVec3,
        /// The corner of the box with the larger coordinates.
        upper: DVec3,
    },
    /// The formula has no value anywhere in the box.
    #[error("the formula has no value at any of the points of the box from {lower} to {upper} where it was tried")]
    Undefined {
        /// The corner of the box with the smaller coordinates.
        lower: DVec3,
        /// The corner of the box with the larger coordinates.
        upper: DVec3,
    },
    /// A length is zero, negative, NaN or infinite.
    #[error("{what} must be a positive length, not {value}")]
    Length {
        /// Which length.
        what: &'static str,
        /// The value that was given.
        value: f64,
    },
    /// One length must stay below another.
    #[error("{what} {value} must be less than {limit_name} {limit}")]
    Proportion {
        /// The length that is too large.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What limits it.
        limit_name: &'static str,
        /// The limit.
        limit: f64,
    },
    /// The exponents of a superquadric.
    #[error("a superquadric needs even exponents from 2 to 64, the second a multiple of the first, not {0} and {1}")]
    Exponents(u32, u32),
    /// A direction has no length.
    #[error("the direction {0} must be finite and not zero")]
    Direction(DVec3),
    /// Something is to be combined, and there is nothing.
    #[error("{0} needs at least one solid")]
    Nothing(&'static str),
    /// Too many parts.
    #[error("the solid has {count} parts, more than the {most} that are allowed")]
    TooManyParts {
        /// How many there are.
        count: usize,
        /// How many are allowed.
        most: usize,
    },
    /// Combinations within combinations.
    #[error("combinations of solids are nested deeper than {0} levels")]
    TooDeep(usize),
    /// The grid of a tessellation.
    #[error("a mesh needs from 2 to {most} cells along the longest side, not {cells}")]
    Cells {
        /// How many were asked for.
        cells: usize,
        /// How many are allowed.
        most: usize,
    },
    /// Nothing was found of the solid.
    #[error(
        "no point of the solid was found on a grid of {cells} cells along its longest side: it is thinner than a cell, or empty"
    )]
    NotFound {
        /// How fine the grid was.
        cells: usize,
    },
    /// The grid of samples.
    #[error(transparent)]
    Volume(#[from] VolumeError),
    /// The tessellation.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}
