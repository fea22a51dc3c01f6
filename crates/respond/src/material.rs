//! Surface properties of materials.

/// Restitution and friction of a body's surface.
///
/// For a pair, the restitution is the product and the friction the geometric mean. Either body can make a contact
/// inelastic or frictionless, and two bodies of one material have its own friction. Tables list both numbers for
/// pairs; to use them, give the table's value to one body, and restitution 1 (or the same friction) to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// The coefficient of restitution, from 0 to 1: the fraction of the approach speed that is returned.
    pub restitution: f64,
    /// Coulomb's coefficient: the largest ratio of friction to normal force, at least 0.
    pub friction: f64,
}

/// The numbers are not valid material properties.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MaterialError {
    /// The restitution is not from 0 to 1.
    #[error("restitution is {0}: it must be from 0 to 1")]
    Restitution(f64),
    /// The friction is negative or not finite.
    #[error("friction is {0}: it must be a finite number of at least 0")]
    Friction(f64),
}

impl Default for Material {
    /// Half of the approach speed is returned, and friction holds on slopes of up to 27 degrees.
    fn default() -> Self {
        Self { restitution: 0.5, friction: 0.5 }
    }
}

impl Material {
    /// Validates the numbers.
    pub fn new(restitution: f64, friction: f64) -> Result<Self, MaterialError> {
        let material = Self { restitution, friction };
        material.validate()?;
        Ok(material)
    }

    /// Checks the ranges of restitution and friction.
    pub fn validate(&self) -> Result<(), MaterialError> {
        if !(0.0..=1.0).contains(&self.restitution) {
            return Err(MaterialError::Restitution(self.restitution));
        }
        if !(self.friction >= 0.0 && self.friction.is_finite()) {
            return Err(MaterialError::Friction(self.friction));
        }
        Ok(())
    }

    /// The properties of a pair: the product of the restitutions, the geometric mean of the friction coefficients.
    ///
    /// ```
    /// use tangency_respond::Material;
    /// let (rubber, ice) = (Material::new(0.8, 0.9)?, Material::new(0.5, 0.0)?);
    /// assert_eq!(rubber.with(ice), Material { restitution: 0.4, friction: 0.0 });
    /// # Ok::<(), tangency_respond::MaterialError>(())
    /// ```
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self { restitution: self.restitution * other.restitution, friction: (self.friction * other.friction).sqrt() }
    }
}
