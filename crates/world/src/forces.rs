//! Forces on free bodies besides gravity and contacts: thrust and the resistance of the air.
//!
//! **Question.** Which acceleration do gravity, engines and the air give a body at an instant?
//!
//! **Idea.** All of them act at the centre of mass, so that they do not turn the body. A thrust is a constant force
//! during a span of time, in the axes of the world or of the body. The air resists with a force along the velocity
//! relative to the wind: a part that is linear in that speed, and a part with its square. Between the instants at which
//! a thrust begins or ends the acceleration is a smooth function of the orientation and the velocity, and the paths of
//! bodies are cut at these instants.
//!
//! **Guarantee.** Computed in floating point. Without forces the acceleration is gravity, bit for bit.
//!
//! **Source.** Dworkin 1994, sections 3.4 and F.3.

use crate::WorldError;
use crate::body::WorldBody;
use crate::instant::{BodyDynamics, PreparedBodies};
use glam::{DQuat, DVec3};

/// The axes in which a thrust is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThrustAxes {
    /// Those of the world: the force keeps its direction.
    #[default]
    World,
    /// Those of the body: the force turns with it.
    Body,
}

/// A constant force at the centre of mass during a span of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thrust {
    /// The force, N.
    pub force: DVec3,
    /// The axes in which it is given.
    pub axes: ThrustAxes,
    /// The instant at which it begins, s, on the world's clock.
    pub from: f64,
    /// The instant at which it ends, s; may be infinite.
    pub until: f64,
}

/// The resistance of the air: a force against the velocity through the air, at the centre of mass.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AirResistance {
    /// The force for each unit of speed through the air, kg/s.
    pub linear: f64,
    /// The force for the square of each unit of speed through the air, kg/m.
    pub quadratic: f64,
    /// The velocity of the air, m/s.
    pub wind: DVec3,
}

/// The forces on a free body besides gravity and contacts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BodyForces {
    /// Its engines.
    pub thrusts: Vec<Thrust>,
    /// The resistance of the air.
    pub air: AirResistance,
}

impl Thrust {
    /// A thrust in the axes of the world.
    #[must_use]
    pub fn new(force: DVec3, [from, until]: [f64; 2]) -> Self {
        Self { force, axes: ThrustAxes::World, from, until }
    }

    /// This thrust in the axes of the body.
    #[must_use]
    pub fn in_body(self) -> Self {
        Self { axes: ThrustAxes::Body, ..self }
    }

    fn acts_at(&self, time: f64) -> bool {
        self.from <= time && time < self.until
    }
}

impl AirResistance {
    /// Whether there is none.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.linear == 0.0 && self.quadratic == 0.0
    }

    /// The force on a body with this velocity, N.
    #[must_use]
    pub fn force(&self, velocity: DVec3) -> DVec3 {
        let through = velocity - self.wind;
        -(self.linear + self.quadratic * through.length()) * through
    }

    /// How much the force can change with the velocity, at most, up to this speed through the air, kg/s.
    fn steepness(&self, speed: f64) -> f64 {
        self.linear + 2.0 * self.quadratic * speed
    }
}

impl BodyForces {
    /// Whether there are none.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.thrusts.is_empty() && self.air.is_none()
    }

    /// The first instant after this one at which a thrust begins or ends, s.
    pub(crate) fn next_change(&self, after: f64) -> f64 {
        let switches = self.thrusts.iter().flat_map(|thrust| [thrust.from, thrust.until]);
        switches.filter(|&time| time > after).fold(f64::INFINITY, f64::min)
    }

    /// The thrusts that act at an instant, in the axes of the world, N.
    fn thrust(&self, time: f64, orientation: DQuat) -> DVec3 {
        let force = |thrust: &Thrust| match thrust.axes {
            ThrustAxes::World => thrust.force,
            ThrustAxes::Body => orientation * thrust.force,
        };
        self.thrusts.iter().filter(|thrust| thrust.acts_at(time)).map(force).sum()
    }

    /// Whether a thrust in the axes of the body acts at an instant.
    fn turns_with_body(&self, time: f64) -> bool {
        self.thrusts.iter().any(|thrust| thrust.axes == ThrustAxes::Body && thrust.acts_at(time))
    }

    /// Checks all numbers.
    pub(crate) fn validate(&self, body: &WorldBody) -> Result<(), WorldError> {
        let error = |what: &'static str, value: f64, expected: &'static str| {
            Err(WorldError::Force { body: body.name.clone(), what, value, expected })
        };
        for thrust in &self.thrusts {
            if !thrust.force.is_finite() {
                return error("its thrust", thrust.force.length(), "finite");
            }
            if !thrust.from.is_finite() {
                return error("the start of its thrust", thrust.from, "finite");
            }
            if !(thrust.until > thrust.from) {
                return error("the end of its thrust", thrust.until, "after its start");
            }
        }
        let AirResistance { linear, quadratic, wind } = self.air;
        for (what, value) in [("its linear air resistance", linear), ("its quadratic air resistance", quadratic)] {
            if !(value >= 0.0 && value.is_finite()) {
                return error(what, value, "finite and not negative");
            }
        }
        if !wind.is_finite() {
            return error("the wind", wind.length(), "finite");
        }
        Ok(())
    }
}

/// The acceleration of a free body apart from contacts, while the same thrusts act.
pub(crate) struct ForceField<'world> {
    forces: &'world BodyForces,
    gravity: DVec3,
    mass: f64,
    /// Seconds. The thrusts are those of this instant.
    as_of: f64,
}

impl ForceField<'_> {
    pub(crate) fn acceleration(&self, orientation: DQuat, velocity: DVec3) -> DVec3 {
        if self.forces.is_none() {
            return self.gravity;
        }
        let air = if self.forces.air.is_none() { DVec3::ZERO } else { self.forces.air.force(velocity) };
        self.gravity + (self.forces.thrust(self.as_of, orientation) + air) / self.mass
    }

    /// Whether the acceleration stays the same along the path of a body that turns or does not.
    pub(crate) fn is_constant(&self, turns: bool) -> bool {
        self.forces.air.is_none() && !(turns && self.forces.turns_with_body(self.as_of))
    }

    /// Seconds. The time in which the air changes the velocity of a body noticeably; infinite without air.
    pub(crate) fn relaxation(&self, velocity: DVec3) -> f64 {
        let air = &self.forces.air;
        let force = self.mass * self.gravity.length() + self.forces.thrust(self.as_of, DQuat::IDENTITY).length();
        // The air slows a body down relative to itself, and no force makes it faster than where the air balances it.
        let balanced = (force / air.linear).min((force / air.quadratic).sqrt());
        let through = (velocity - air.wind).length();
        let fastest = if balanced > through { balanced } else { through };
        self.mass / air.steepness(fastest)
    }

    /// Seconds. The first instant after the present one at which a thrust begins or ends.
    pub(crate) fn changes_at(&self) -> f64 {
        self.forces.next_change(self.as_of)
    }
}

impl PreparedBodies<'_> {
    /// The forces on a free body while the thrusts of an instant act; `None` for a driven body.
    pub(crate) fn field(&self, body: usize, as_of: f64) -> Option<ForceField<'_>> {
        let BodyDynamics::Free { inertia, .. } = &*self.kinds[body] else { return None };
        let (forces, gravity) = (&self.all[body].forces, self.gravity);
        Some(ForceField { forces, gravity, mass: inertia.mass(), as_of })
    }

    /// The first instant after this one at which a thrust of one of the bodies begins or ends, s.
    pub(crate) fn forces_change(&self, after: f64) -> f64 {
        self.all.iter().map(|body| body.forces.next_change(after)).fold(f64::INFINITY, f64::min)
    }

    /// The largest acceleration that gravity, all thrusts at once and the wind can give a body at rest, m/s².
    pub(crate) fn strongest_pull(&self) -> f64 {
        let pull = |body: usize| {
            let field = self.field(body, f64::INFINITY)?;
            let thrusts: f64 = field.forces.thrusts.iter().map(|thrust| thrust.force.length()).sum();
            Some((thrusts + field.forces.air.force(DVec3::ZERO).length()) / field.mass)
        };
        let most = (0..self.all.len()).filter(|&body| !self.all[body].forces.is_none()).filter_map(pull);
        self.gravity.length() + most.fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    #[test]
    fn thrusts_act_in_their_span_and_turn_with_the_body() {
        let ahead = Thrust::new(dvec3(2.0, 0.0, 0.0), [1.0, 3.0]);
        let forces = BodyForces { thrusts: vec![ahead, ahead.in_body()], air: AirResistance::default() };
        let quarter = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
        assert_eq!(forces.thrust(0.5, quarter), DVec3::ZERO);
        assert!(forces.thrust(1.0, quarter).distance(dvec3(2.0, 2.0, 0.0)) < 1e-15);
        assert_eq!(forces.thrust(3.0, quarter), DVec3::ZERO);
        assert_eq!([0.0, 1.0, 3.0].map(|time| forces.next_change(time)), [1.0, 3.0, f64::INFINITY]);
    }

    #[test]
    fn the_air_resists_the_velocity_relative_to_the_wind() {
        let air = AirResistance { linear: 0.5, quadratic: 0.25, wind: dvec3(1.0, 0.0, 0.0) };
        // 4 m/s through the air: (0.5 + 0.25 · 4) · 4 N.
        assert_eq!(air.force(dvec3(5.0, 0.0, 0.0)), dvec3(-6.0, 0.0, 0.0));
        assert_eq!(air.force(dvec3(1.0, 0.0, 0.0)), DVec3::ZERO);
    }
}
