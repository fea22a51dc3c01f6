//! A screw in its own frame: rotation about the z axis and translation along it.
//!
//! **Question.** Where is a point that starts at `q` after the fraction `τ` of the screw?
//!
//! **Idea.** In the frame with z along the axis of the screw, `q(τ) = (x·cos bτ − y·sin bτ, x·sin bτ + y·cos bτ, z
//! + dτ)`.
//!
//! **Guarantee.** Floating point. [`ScrewCourse::slack`](super::course::ScrewCourse) includes the rounding, in
//! units of the distance from the axis.
//!
//! **Cost.** A sine and a cosine per instant. Those of the first bisections are cached.
//!
//! **Source.** Kim & Rossignac 2003, eqs. 5–7. Their `p'q₀ × s` is left-handed, against their figure 3 and eq. 2.
//! The right-handed form is `s × p'q₀`, as here.

use crate::tolerance::SCREW_CACHED_PARTS;
use glam::{DVec2, DVec3, dvec3};

/// The rotation by `angle` about z and the translation by `slide` along z, from τ = 0 to τ = 1.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// b: radians, between −π and π.
    pub(super) angle: f64,
    /// d: metres.
    pub(super) slide: f64,
    cached: [DVec2; SCREW_CACHED_PARTS + 1],
}

impl Turn {
    pub(super) fn new(angle: f64, slide: f64) -> Self {
        let cached = std::array::from_fn(|index| cosine_and_sine(angle * (index as f64 / SCREW_CACHED_PARTS as f64)));
        Self { angle, slide, cached }
    }

    /// The motion of the resting body relative to the moving body.
    pub(super) fn inverse(&self) -> Self {
        let cached = self.cached.map(|turn| DVec2::new(turn.x, -turn.y));
        Self { angle: -self.angle, slide: -self.slide, cached }
    }

    /// Cosine and sine of `bτ`.
    #[inline]
    pub(super) fn cosine_and_sine(&self, share: f64) -> DVec2 {
        let part = share * SCREW_CACHED_PARTS as f64;
        let index = part as usize;
        if index as f64 == part && index <= SCREW_CACHED_PARTS {
            self.cached[index]
        } else {
            cosine_and_sine(self.angle * share)
        }
    }

    /// The position of a point of the moving body.
    #[inline]
    pub(super) fn position(&self, start: DVec3, share: f64) -> DVec3 {
        let turn = self.cosine_and_sine(share);
        dvec3(start.x * turn.x - start.y * turn.y, start.x * turn.y + start.y * turn.x, start.z + self.slide * share)
    }

    /// The velocity of a point at `position`, per unit of τ.
    #[inline]
    pub(super) fn velocity(&self, position: DVec3) -> DVec3 {
        dvec3(-self.angle * position.y, self.angle * position.x, self.slide)
    }
}

/// Cosine and sine of an angle, by the `libm` crate: the same on every machine.
pub(super) fn cosine_and_sine(angle: f64) -> DVec2 {
    let (sine, cosine) = libm::sincos(angle);
    DVec2::new(cosine, sine)
}

/// The distance from the axis.
#[inline]
pub(super) fn radius(position: DVec3) -> f64 {
    position.truncate().length()
}
