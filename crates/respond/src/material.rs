//! Surface properties of materials.

/// Restitution and friction of a body's surface.
///
/// For a pair, the restitution is the product, the friction the geometric mean, and torsional and rolling friction the
/// greater of both. Either body can make a contact
/// inelastic or frictionless, and two bodies of one material have its own friction. Tables list both numbers for
/// pairs; to use them, give the table's value to one body, and restitution 1 (or the same friction) to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// The coefficient of restitution, from 0 to 1: the fraction of the approach speed that is returned.
    pub restitution: f64,
    /// Coulomb's coefficient: the largest ratio of friction to normal force, at least 0.
    pub friction: f64,
    /// Torsional friction, m: the largest ratio of the friction torque about the normal to the normal force, at least 0.
    pub torsion: f64,
    /// Rolling friction, m: the largest ratio of the friction torque along the tangent plane to the normal force, at
    /// least 0.
    pub rolling: f64,
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
    /// The torsional friction is negative or not finite.
    #[error("torsional friction is {0} m: it must be a finite number of at least 0")]
    Torsion(f64),
    /// The rolling friction is negative or not finite.
    #[error("rolling friction is {0} m: it must be a finite number of at least 0")]
    Rolling(f64),
}

impl Default for Material {
    /// Half of the approach speed is returned, friction holds on slopes of up to 27 degrees, and nothing resists rolling
    /// and turning on the spot.
    fn default() -> Self {
        Self { restitution: 0.5, friction: 0.5, torsion: 0.0, rolling: 0.0 }
    }
}

impl Material {
    /// Validates the numbers. Nothing resists rolling and turning on the spot.
    pub fn new(restitution: f64, friction: f64) -> Result<Self, MaterialError> {
        let material = Self { restitution, friction, torsion: 0.0, rolling: 0.0 };
        material.validate()?;
        Ok(material)
    }

    /// This material with torsional and rolling friction, m.
    ///
    /// A body resists turning on the spot with the torque `torsion·N` at the normal force N, and rolling with `rolling·N`.
    /// A disc of contact of the radius r with the friction µ has a torsional friction of 2/3·µ·r. A wheel that needs the
    /// pull c·N to keep rolling has a rolling friction of c times its radius.
    ///
    /// ```
    /// use tangency_respond::Material;
    /// let tyre = Material::new(0.3, 0.9)?.resisting(0.02, 0.004)?;
    /// let road = Material::new(0.5, 0.9)?;
    /// assert_eq!((tyre.with(road).torsion, tyre.with(road).rolling), (0.02, 0.004));
    /// assert!(road.resisting(-0.1, 0.0).is_err());
    /// # Ok::<(), tangency_respond::MaterialError>(())
    /// ```
    pub fn resisting(self, torsion: f64, rolling: f64) -> Result<Self, MaterialError> {
        let material = Self { torsion, rolling, ..self };
        material.validate()?;
        Ok(material)
    }

    /// Checks the ranges of all numbers.
    pub fn validate(&self) -> Result<(), MaterialError> {
        if !(0.0..=1.0).contains(&self.restitution) {
            return Err(MaterialError::Restitution(self.restitution));
        }
        if !(self.friction >= 0.0 && self.friction.is_finite()) {
            return Err(MaterialError::Friction(self.friction));
        }
        if !(self.torsion >= 0.0 && self.torsion.is_finite()) {
            return Err(MaterialError::Torsion(self.torsion));
        }
        if !(self.rolling >= 0.0 && self.rolling.is_finite()) {
            return Err(MaterialError::Rolling(self.rolling));
        }
        Ok(())
    }

    /// The properties of a pair: the product of the restitutions, the geometric mean of the friction coefficients, the
    /// greater torsional and rolling friction, which are those of the softer body.
    ///
    /// ```
    /// use tangency_respond::Material;
    /// let (rubber, ice) = (Material::new(0.8, 0.9)?, Material::new(0.5, 0.0)?);
    /// assert_eq!(rubber.with(ice), Material::new(0.4, 0.0)?);
    /// # Ok::<(), tangency_respond::MaterialError>(())
    /// ```
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            restitution: self.restitution * other.restitution,
            friction: (self.friction * other.friction).sqrt(),
            torsion: self.torsion.max(other.torsion),
            rolling: self.rolling.max(other.rolling),
        }
    }
}
