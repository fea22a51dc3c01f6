//! Spheres as they are given, and what can be wrong with them.

use super::domain::Domain;
use super::element::FIRST_WALL;
use glam::DVec3;

/// A hard sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// Its centre, m.
    pub position: DVec3,
    /// Its velocity, m/s.
    pub velocity: DVec3,
    /// Its radius, m.
    pub radius: f64,
    /// Its mass, kg.
    pub mass: f64,
    /// An acceleration of its own besides gravity, m/s²: the sphere is a rocket.
    pub thrust: DVec3,
}

impl Sphere {
    /// A sphere at rest, of 1 kg.
    #[must_use]
    pub fn new(position: DVec3, radius: f64) -> Self {
        Self { position, velocity: DVec3::ZERO, radius, mass: 1.0, thrust: DVec3::ZERO }
    }

    /// This sphere with another velocity.
    #[must_use]
    pub fn moving(self, velocity: DVec3) -> Self {
        Self { velocity, ..self }
    }

    /// This sphere with a thrust.
    #[must_use]
    pub fn thrusting(self, thrust: DVec3) -> Self {
        Self { thrust, ..self }
    }

    /// This sphere with another mass.
    #[must_use]
    pub fn weighing(self, mass: f64) -> Self {
        Self { mass, ..self }
    }
}

/// What holds for all spheres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphereOptions {
    /// The acceleration of all spheres, m/s².
    pub gravity: DVec3,
    /// Ratio of the speeds along the normal after and before a collision, from 0 to 1.
    pub restitution: f64,
}

impl Default for SphereOptions {
    fn default() -> Self {
        Self { gravity: DVec3::ZERO, restitution: 1.0 }
    }
}

impl SphereOptions {
    /// The restitution at a speed of approach. Slow collisions lose no energy.
    pub(crate) fn restitution_at(&self, approach: f64, slowest: f64) -> f64 {
        if approach > slowest { self.restitution } else { 1.0 }
    }
}

/// Reason why spheres cannot be simulated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SphereError {
    /// A number of a sphere is invalid.
    #[error("sphere {index}: its {name} is {value}: it must be {expected}")]
    Sphere {
        /// Its index.
        index: usize,
        /// The quantity.
        name: &'static str,
        /// Its value.
        value: String,
        /// The valid values.
        expected: &'static str,
    },
    /// An option is invalid.
    #[error("{name} is {value}: it must be {expected}")]
    Option {
        /// The option.
        name: &'static str,
        /// Its value.
        value: String,
        /// The valid values.
        expected: &'static str,
    },
    /// Two spheres overlap.
    #[error("spheres {a} and {b} overlap by {depth} m at the start: move them apart")]
    Overlap {
        /// First sphere.
        a: usize,
        /// Second sphere.
        b: usize,
        /// How deep, m.
        depth: f64,
    },
    /// There are too many.
    #[error("{count} spheres: at most {most} can be simulated")]
    TooMany {
        /// How many.
        count: usize,
        /// The limit.
        most: usize,
    },
}

/// The most spheres: their numbers are below those of the walls.
const MOST: usize = FIRST_WALL as usize;

/// Checks all numbers.
pub(crate) fn validate(spheres: &[Sphere], domain: &Domain, options: &SphereOptions) -> Result<(), SphereError> {
    if spheres.len() > MOST {
        return Err(SphereError::TooMany { count: spheres.len(), most: MOST });
    }
    let option = |name, value: String, expected| Err(SphereError::Option { name, value, expected });
    if !options.gravity.is_finite() {
        return option("gravity", options.gravity.to_string(), "finite");
    }
    if !(0.0..=1.0).contains(&options.restitution) {
        return option("restitution", options.restitution.to_string(), "from 0 to 1");
    }
    let widest = 2.0 * spheres.iter().map(|sphere| sphere.radius).fold(0.0, f64::max);
    if let Some([lower, upper]) = domain.corners() {
        let extent = upper - lower;
        if !(lower.is_finite() && upper.is_finite() && extent.min_element() > 0.0) {
            return option(
                "the domain",
                format!("from {lower} to {upper}"),
                "finite, the upper corner above the lower",
            );
        }
        if matches!(domain, Domain::Periodic { .. }) && extent.min_element() <= 3.0 * widest * (1.0 + 1e-6) {
            let expected = "wider than three times the largest sphere";
            return option("the periodic domain", format!("from {lower} to {upper}"), expected);
        }
    }
    spheres.iter().enumerate().try_for_each(|(index, sphere)| sphere.validate(index, domain))
}

impl Sphere {
    fn validate(&self, index: usize, domain: &Domain) -> Result<(), SphereError> {
        let error = |name, value: String, expected| Err(SphereError::Sphere { index, name, value, expected });
        let positive = |value: f64| value > 0.0 && value.is_finite();
        if !self.position.is_finite() {
            return error("position", self.position.to_string(), "finite");
        }
        if !self.velocity.is_finite() {
            return error("velocity", self.velocity.to_string(), "finite");
        }
        if !self.thrust.is_finite() {
            return error("thrust", self.thrust.to_string(), "finite");
        }
        if !positive(self.radius) {
            return error("radius", self.radius.to_string(), "positive and finite");
        }
        if !positive(self.mass) {
            return error("mass", self.mass.to_string(), "positive and finite");
        }
        let inside = |lower: DVec3, upper: DVec3, margin: f64| {
            let (low, high) = (lower + margin, upper - margin);
            self.position.cmpge(low).all() && self.position.cmple(high).all()
        };
        match *domain {
            Domain::Walls { lower, upper } if !inside(lower, upper, self.radius) => {
                error("position", self.position.to_string(), "between the walls, a radius away from each")
            }
            Domain::Periodic { lower, upper } if !inside(lower, upper, 0.0) => {
                error("position", self.position.to_string(), "inside the periodic domain")
            }
            Domain::Open | Domain::Walls { .. } | Domain::Periodic { .. } => Ok(()),
        }
    }
}
