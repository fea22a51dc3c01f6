//! The space in which spheres fly.

use glam::DVec3;

/// What is around the spheres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Domain {
    /// Nothing.
    Open,
    /// Six walls, from which the spheres bounce.
    Walls {
        /// The lower corner, m.
        lower: DVec3,
        /// The upper corner, m.
        upper: DVec3,
    },
    /// What leaves on one side comes in on the other.
    Periodic {
        /// The lower corner, m.
        lower: DVec3,
        /// The upper corner, m.
        upper: DVec3,
    },
}

impl Domain {
    /// A cube of walls about the origin, with this edge.
    #[must_use]
    pub fn cube(edge: f64) -> Self {
        Self::Walls { lower: DVec3::splat(-0.5 * edge), upper: DVec3::splat(0.5 * edge) }
    }

    /// A periodic cube about the origin, with this edge.
    #[must_use]
    pub fn periodic_cube(edge: f64) -> Self {
        Self::Periodic { lower: DVec3::splat(-0.5 * edge), upper: DVec3::splat(0.5 * edge) }
    }

    /// The corners; `None` for open space.
    #[must_use]
    pub fn corners(&self) -> Option<[DVec3; 2]> {
        match *self {
            Self::Open => None,
            Self::Walls { lower, upper } | Self::Periodic { lower, upper } => Some([lower, upper]),
        }
    }
}
