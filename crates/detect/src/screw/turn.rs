//! A screw in its own frame: turning about the z axis while sliding along it.
//!
//! **Question.** Where is a point that starts at `q` after the share `τ` of the screw?
//!
//! **Idea.** In the frame whose z axis is the screw's, `q(τ) = (x·cos bτ − y·sin bτ, x·sin bτ + y·cos bτ, z + dτ)`.
//!
//! **Guarantee.** Plain numbers; what they round is part of [`Course::slack`](super::course::Course), in units of the
//! distance from the axis.
//!
//! **Cost.** A sine and a cosine an instant; those of the first halvings are kept.
//!
//! **Source.** Kim & Rossignac 2003, eqs. 5–7. Their `p'q₀ × s` turns left-handed, against their figure 3 and eq. 2; right-handed
//! it is `s × p'q₀`, as here.

use glam::{DVec2, DVec3, dvec3};

/// How many parts of the screw have their sine and cosine kept: a power of two, as many as six halvings ask for.
const KEPT: usize = 64;

/// The turning by `angle` and the sliding by `slide`, both along z, from τ = 0 to τ = 1.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// b: radians, between −π and π.
    pub(super) angle: f64,
    /// d: metres.
    pub(super) slide: f64,
    kept: [DVec2; KEPT + 1],
}

impl Turn {
    pub(super) fn new(angle: f64, slide: f64) -> Self {
        let kept = std::array::from_fn(|index| cosine_and_sine(angle * (index as f64 / KEPT as f64)));
        Self { angle, slide, kept }
    }

    /// How what was at rest moves as seen from what moved.
    pub(super) fn inverse(&self) -> Self {
        let kept = self.kept.map(|turn| DVec2::new(turn.x, -turn.y));
        Self { angle: -self.angle, slide: -self.slide, kept }
    }

    /// Cosine and sine of `bτ`.
    #[inline]
    pub(super) fn cosine_and_sine(&self, share: f64) -> DVec2 {
        let part = share * KEPT as f64;
        let index = part as usize;
        if index as f64 == part && index <= KEPT { self.kept[index] } else { cosine_and_sine(self.angle * share) }
    }

    /// Where a point of the moving body is.
    #[inline]
    pub(super) fn place(&self, start: DVec3, share: f64) -> DVec3 {
        let turn = self.cosine_and_sine(share);
        dvec3(start.x * turn.x - start.y * turn.y, start.x * turn.y + start.y * turn.x, start.z + self.slide * share)
    }

    /// The velocity of a point that is at `place`, by share.
    #[inline]
    pub(super) fn velocity(&self, place: DVec3) -> DVec3 {
        dvec3(-self.angle * place.y, self.angle * place.x, self.slide)
    }
}

/// Cosine and sine of an angle; those of the `libm` crate, which are the same on every machine.
pub(super) fn cosine_and_sine(angle: f64) -> DVec2 {
    let (sine, cosine) = libm::sincos(angle);
    DVec2::new(cosine, sine)
}

/// The distance from the axis.
#[inline]
pub(super) fn radius(place: DVec3) -> f64 {
    place.truncate().length()
}
