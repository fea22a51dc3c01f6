//! The problem of contact response, as plain validated data.
//!
//! Bodies have rates (velocities or accelerations) that they would take without contacts. Contacts and joints restrict
//! them. A [`ContactProblem`] holds both; [`ContactProblem::solve`] finds the impulses (or forces) and the rates with
//! them. The problem is sparse by construction: every contact and every joint row names the two bodies that it acts on,
//! and no matrix over all of them is stored.
//!
//! Rates are velocities in impacts and in steps of given length, and accelerations in the equations of motion. The
//! impulses are then newton seconds or newtons. The mathematics is the same.

use crate::tolerance::{LARGEST_MASS_RATIO, UNIT_ROUNDING};
use crate::{JointRow, Rate, ResponseBody};
use glam::DVec3;

/// How friction acts at a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Grip {
    /// Coulomb's law on the resulting rates: the contact sticks if the friction cone allows it, and otherwise slides
    /// with friction at its limit, against the slip.
    #[default]
    Cone,
    /// The contact slides already, so that the direction of friction is known; for accelerations only. The normal force
    /// times these is the friction on `b`.
    Slides {
        /// Friction force on `b` per newton of normal force: `−μ` times the unit vector of the slip of `b` on `a`.
        force: DVec3,
        /// Friction torque on `b` per newton of normal force, in metres.
        torque: DVec3,
    },
}

/// A contact of two bodies at one instant.
///
/// ```
/// use glam::DVec3;
/// use tangency_respond::ResponseContact;
///
/// let contact = ResponseContact { friction: 0.5, ..ResponseContact::new(0, 1, DVec3::ZERO, DVec3::Z) };
/// assert_eq!(contact.restitution, 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResponseContact {
    /// Index of the first body.
    pub a: usize,
    /// Index of the second body.
    pub b: usize,
    /// The contact point, in the world.
    pub point: DVec3,
    /// Unit normal from `a` to `b`.
    pub normal: DVec3,
    /// Fraction of the approach speed that an impact returns, from 0 to 1. Lasting contacts ignore it.
    pub restitution: f64,
    /// Coulomb's coefficient: the largest ratio of friction to normal force.
    pub friction: f64,
    /// The largest ratio of friction torque about the normal to normal force, in metres.
    pub torsion: f64,
    /// The largest ratio of friction torque along the tangent plane (rolling friction) to normal force, in metres.
    pub rolling: f64,
    /// A part of the relative rate of `b` at the contact that the rates of the bodies do not contain. For
    /// accelerations: [`turning_bias`](crate::turning_bias). For a step of length h from a gap d: `normal · d/h`.
    pub bias: DVec3,
    /// How friction acts.
    pub grip: Grip,
}

impl ResponseContact {
    /// A contact without restitution, friction and bias.
    #[must_use]
    pub fn new(a: usize, b: usize, point: DVec3, normal: DVec3) -> Self {
        Self {
            a,
            b,
            point,
            normal,
            restitution: 0.0,
            friction: 0.0,
            torsion: 0.0,
            rolling: 0.0,
            bias: DVec3::ZERO,
            grip: Grip::Cone,
        }
    }

    /// The rate of `b` relative to `a` at the contact point, with the bias.
    #[must_use]
    pub fn relative_rate(&self, bodies: &[ResponseBody], rates: &[Rate]) -> DVec3 {
        let at = |body: usize| bodies[body].rate_at(rates[body], self.point);
        at(self.b) - at(self.a) + self.bias
    }
}

/// Bodies, the rates that they would take alone, and what restricts them.
///
/// ```
/// use glam::{DMat3, DVec3, dvec3};
/// use tangency_respond::{ContactProblem, Inertia, Rate, ResponseBody, ResponseContact, SolveOptions};
///
/// // A box of 2 kg rests on its four corners. Gravity pulls it; the rates are accelerations.
/// let inertia = Inertia::cuboid(2.0, dvec3(1.0, 1.0, 1.0))?;
/// let bodies = [
///     ResponseBody::fixed(DVec3::ZERO),
///     ResponseBody::new(&inertia, DMat3::IDENTITY, dvec3(0.0, 0.0, 0.5)),
/// ];
/// let free = [Rate::default(), Rate { linear: dvec3(0.0, 0.0, -10.0), angular: DVec3::ZERO }];
/// let corner = |x, y| ResponseContact { friction: 0.5, ..ResponseContact::new(0, 1, dvec3(x, y, 0.0), DVec3::Z) };
/// let corners = [corner(0.5, 0.5), corner(0.5, -0.5), corner(-0.5, 0.5), corner(-0.5, -0.5)];
/// let problem = ContactProblem::new(&bodies, &free, &corners, &[])?;
/// let solution = problem.solve(&SolveOptions::default())?;
/// assert!(solution.certificate.converged);
/// let weight: f64 = solution.impulses.contacts.iter().map(|each| each.force.z).sum();
/// assert!((weight - 20.0).abs() < 1e-9 && solution.rates[1].linear.length() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ContactProblem {
    bodies: Vec<ResponseBody>,
    free: Vec<Rate>,
    contacts: Vec<ResponseContact>,
    rows: Vec<JointRow>,
}

/// The data are not a problem of contact response.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// The lists of bodies and rates differ in length.
    #[error("{bodies} bodies have {rates} rates: give one rate for each body")]
    Rates {
        /// Number of bodies.
        bodies: usize,
        /// Number of rates.
        rates: usize,
    },
    /// A body's numbers are invalid.
    #[error(
        "body {body}: {what}; masses and moments must be positive and finite, or both inverses zero for a fixed body"
    )]
    Body {
        /// Index of the body.
        body: usize,
        /// What is wrong, with the value.
        what: String,
    },
    /// Masses of bodies that touch differ by more than the arithmetic can resolve.
    #[error(
        "bodies {a} and {b} of {masses:?} kg: a ratio of more than {LARGEST_MASS_RATIO:e} leaves no digits; make the \
         heavy body immovable, or the light one heavier"
    )]
    MassRatio {
        /// Index of the first body.
        a: usize,
        /// Index of the second body.
        b: usize,
        /// Both masses.
        masses: [f64; 2],
    },
    /// A contact's numbers are invalid.
    #[error("contact {contact}: {what}")]
    Contact {
        /// Index of the contact.
        contact: usize,
        /// What is wrong, with the value, and what to do.
        what: String,
    },
    /// A joint row's numbers are invalid.
    #[error("joint row {row}: {what}")]
    Row {
        /// Index of the row.
        row: usize,
        /// What is wrong, with the value, and what to do.
        what: String,
    },
    /// The method does not solve problems of this kind.
    #[error("{method} does not know {what}: choose Method::Sweeps, Method::Proximal or the default")]
    Unsupported {
        /// The method.
        method: &'static str,
        /// The property of the problem.
        what: &'static str,
    },
    /// The impulses for a warm start do not belong to the problem.
    #[error("the warm start has {found:?} contacts and rows, the problem has {expected:?}: give one impulse for each")]
    Warm {
        /// Numbers of contacts and rows of the warm start.
        found: [usize; 2],
        /// Numbers of contacts and rows of the problem.
        expected: [usize; 2],
    },
}

impl ContactProblem {
    /// Validates bodies, their rates without contacts, contacts and joint rows.
    pub fn new(
        bodies: &[ResponseBody],
        free: &[Rate],
        contacts: &[ResponseContact],
        rows: &[JointRow],
    ) -> Result<Self, ProblemError> {
        if bodies.len() != free.len() {
            return Err(ProblemError::Rates { bodies: bodies.len(), rates: free.len() });
        }
        for (body, (numbers, rate)) in bodies.iter().zip(free).enumerate() {
            validate_body(numbers, rate).map_err(|what| ProblemError::Body { body, what })?;
        }
        let pair = |a: usize, b: usize| {
            if a == b || a.max(b) >= bodies.len() {
                return Err(format!("bodies {a} and {b} of {}: name two different ones of the list", bodies.len()));
            }
            Ok(())
        };
        for (contact, numbers) in contacts.iter().enumerate() {
            pair(numbers.a, numbers.b)
                .and_then(|()| validate_contact(numbers))
                .map_err(|what| ProblemError::Contact { contact, what })?;
        }
        for (row, numbers) in rows.iter().enumerate() {
            pair(numbers.a, numbers.b)
                .and_then(|()| numbers.validate())
                .map_err(|what| ProblemError::Row { row, what })?;
        }
        let pairs = contacts.iter().map(|each| (each.a, each.b)).chain(rows.iter().map(|each| (each.a, each.b)));
        for (a, b) in pairs {
            let [first, second] = [a, b].map(|body| bodies[body].inverse_mass);
            let ratio = first.max(second) / first.min(second);
            if ratio.is_finite() && ratio > LARGEST_MASS_RATIO {
                return Err(ProblemError::MassRatio { a, b, masses: [1.0 / first, 1.0 / second] });
            }
        }
        Ok(Self { bodies: bodies.into(), free: free.into(), contacts: contacts.into(), rows: rows.into() })
    }

    /// The bodies.
    #[must_use]
    pub fn bodies(&self) -> &[ResponseBody] {
        &self.bodies
    }

    /// The rates without contacts: before the impact, or at the end of the step, or the free accelerations.
    #[must_use]
    pub fn free(&self) -> &[Rate] {
        &self.free
    }

    /// The contacts.
    #[must_use]
    pub fn contacts(&self) -> &[ResponseContact] {
        &self.contacts
    }

    /// The joint rows.
    #[must_use]
    pub fn rows(&self) -> &[JointRow] {
        &self.rows
    }

    /// The sum of the kinetic energies of the movable bodies with these rates.
    #[must_use]
    pub fn energy(&self, rates: &[Rate]) -> f64 {
        self.bodies.iter().zip(rates).map(|(body, rate)| body.energy(*rate)).sum()
    }

    /// The same bodies and joints with other rates and contacts, which are valid.
    pub(crate) fn with(&self, free: Vec<Rate>, contacts: Vec<ResponseContact>) -> Self {
        Self { bodies: self.bodies.clone(), free, contacts, rows: self.rows.clone() }
    }
}

fn validate_body(body: &ResponseBody, rate: &Rate) -> Result<(), String> {
    let ResponseBody { inverse_mass, inverse_inertia, centre } = body;
    if !(*inverse_mass >= 0.0 && inverse_mass.is_finite() && inverse_inertia.is_finite() && centre.is_finite()) {
        return Err(format!("inverse mass {inverse_mass}, inverse inertia {inverse_inertia}, centre {centre}"));
    }
    let [x, y, z] = [inverse_inertia.x_axis, inverse_inertia.y_axis, inverse_inertia.z_axis];
    let positive = x.x > 0.0 && x.x * y.y - x.y * y.x > 0.0 && x.dot(y.cross(z)) > 0.0;
    let zero = x == DVec3::ZERO && y == DVec3::ZERO && z == DVec3::ZERO;
    if (*inverse_mass == 0.0) != zero || !(zero || positive) {
        return Err(format!("inverse inertia {inverse_inertia} with the inverse mass {inverse_mass}"));
    }
    if !(rate.linear.is_finite() && rate.angular.is_finite()) {
        return Err(format!("rates {} and {}", rate.linear, rate.angular));
    }
    Ok(())
}

fn validate_contact(contact: &ResponseContact) -> Result<(), String> {
    if !contact.point.is_finite() || !contact.bias.is_finite() {
        return Err(format!("point {} or bias {} is not finite", contact.point, contact.bias));
    }
    if !((contact.normal.length() - 1.0).abs() <= UNIT_ROUNDING) {
        return Err(format!("normal {} is not a unit vector: normalise it", contact.normal));
    }
    if !(0.0..=1.0).contains(&contact.restitution) {
        return Err(format!("restitution {}: it must be from 0 to 1", contact.restitution));
    }
    for (name, value) in [("friction", contact.friction), ("torsion", contact.torsion), ("rolling", contact.rolling)] {
        if !(value >= 0.0 && value.is_finite()) {
            return Err(format!("{name} {value}: it must be a finite number of at least 0"));
        }
    }
    if let Grip::Slides { force, torque } = contact.grip
        && !(force.is_finite() && torque.is_finite())
    {
        return Err(format!("friction {force} or torque {torque} per newton is not finite"));
    }
    Ok(())
}
