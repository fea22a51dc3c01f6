//! A contact that continues, followed while its bodies roll and slide.
//!
//! **Question.** Two surfaces touch in one point: where is that point when the bodies have moved on a little, how fast does it move over each surface, and what does that add to the acceleration of the gap?
//!
//! **Idea.** Let n be the unit normal from `a` to `b`, K the shape operators of both surfaces ([`crate::place`]), s the velocity of `b` relative to `a` where they touch, ω their
//! angular velocities. The place moves over the surfaces with the velocities w such that it stays one place, w_a = w_b + s, and the normals stay opposite,
//! ω_a × n + K_a w_a = ω_b × n − K_b w_b, hence
//!
//! > (K_a + K_b) w_b = (ω_b − ω_a) × n − K_a s,  ṅ = ω_a × n + K_a w_a,
//!
//! > bias = ω_b × (ω_b × r_b + w_b) − ω_a × (ω_a × r_a + w_a) + n (ṅ·s),
//!
//! the last of which comes to the acceleration of the bodies' own points in ġ̇ = n·(…) and ṡ = (…). The same two conditions, with differences for rates, are Newton's steps to the place
//! itself. The derivation, for readers who know only rigid bodies, is in the note below.
//!
//! **Guarantee.** Computed; the place is found anew at every instant, so that it does not drift. Where K_a + K_b is singular the surfaces touch along a line or more,
//! and there is no place to follow: `None`.
//!
//! **Cost.** Two or three evaluations of both surfaces with second derivatives.
//!
//! **Source.** D. J. Montana, *The kinematics of contact and grasp*, 1988, eq. 14, in coordinates of the surfaces; here without coordinates. Snyder et al. 1993, section 1.1, ask for it.
#![doc = include_str!("../../../docs/notes/rolling-contact.md")]

use crate::Mode;
use crate::instant::{Instant, Matters};
use crate::place::{Local, Place, outer, tangential};
use crate::tolerance::{LEAST_CURVATURE, MOST_NEWTON, SLIP_SPEED};
use glam::{DMat3, DVec3};
use tangency_geometry::{Contact, Shape};
use tangency_respond::{Grip, Hold};

/// A contact that continues.
#[derive(Clone, Debug)]
pub(crate) struct Followed {
    pub(crate) a: usize,
    pub(crate) b: usize,
    pub(crate) places: [Place; 2],
    pub(crate) mode: Mode,
    /// Unit vector: which way `b` slips over `a`, or will if it begins to.
    pub(crate) heading: DVec3,
    pub(crate) friction: f64,
    /// The contact as it was first reported.
    pub(crate) contact: Contact,
    /// Which of the tracks it writes.
    pub(crate) track: usize,
}

/// A followed contact at one instant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub(crate) a: Local,
    pub(crate) b: Local,
    pub(crate) point: DVec3,
    /// Unit normal from `a` to `b`.
    pub(crate) normal: DVec3,
    pub(crate) gap: f64,
    /// The velocity of `b` relative to `a`, in the tangent plane.
    pub(crate) slip: DVec3,
    /// How fast the place moves over `a` and over `b`.
    pub(crate) over: [DVec3; 2],
    /// What comes to the relative acceleration.
    bias: DVec3,
}

/// The inverse of a relative curvature in the tangent plane; `None` if the surfaces do not touch in one point.
fn inverse(bend: DMat3, normal: DVec3, size: f64) -> Option<DMat3> {
    let across = tangential(normal);
    let (first, second) = normal.any_orthonormal_pair();
    let bend = across * bend * across;
    let [xx, xy, yy] = [first.dot(bend * first), first.dot(bend * second), second.dot(bend * second)];
    // The smaller of the two eigenvalues.
    let least = 0.5 * (xx + yy) - (0.25 * (xx - yy).powi(2) + xy * xy).sqrt();
    let fine = least > LEAST_CURVATURE / size;
    fine.then(|| across * (bend + outer(normal, normal)).inverse() * across)
}

impl Followed {
    fn shapes<'world>(&self, matters: &Matters<'world>) -> [&'world Shape; 2] {
        [self.a, self.b].map(|body| matters.bodies[body].model.shape())
    }

    /// The places of a contact that was detected between two bodies; `None` if it cannot be followed.
    pub(crate) fn new(matters: &Matters<'_>, instant: &Instant, [a, b]: [usize; 2], contact: &Contact) -> Option<Self> {
        let place = |body: usize, feature, normal: DVec3| {
            let back = instant.rotations[body].transpose();
            let point = back * (contact.point - instant.origins[body]);
            Place::of(matters.bodies[body].model.shape(), feature, point, back * normal)
        };
        let places = [place(a, contact.feature_a, contact.normal)?, place(b, contact.feature_b, -contact.normal)?];
        let friction = matters.bodies[a].material.with(matters.bodies[b].material).friction;
        let (mode, heading) = (Mode::Rolls, DVec3::ZERO);
        let mut followed = Self { a, b, places, mode, heading, friction, contact: *contact, track: 0 };
        followed.update(matters, instant)?;
        Some(followed)
    }

    /// A length for what is large or small here.
    fn size(&self, matters: &Matters<'_>) -> f64 {
        [self.a, self.b].into_iter().map(|body| matters.size(body)).fold(f64::INFINITY, f64::min)
    }

    /// Finds the places of the contact at an instant, from those of another that is near.
    pub(crate) fn update(&mut self, matters: &Matters<'_>, instant: &Instant) -> Option<Touch> {
        let shapes = self.shapes(matters);
        let size = self.size(matters);
        for _ in 0..MOST_NEWTON {
            let (a, b) = self.locals(shapes, instant)?;
            let across = tangential(a.normal);
            let inverse = inverse(a.bend + b.bend, a.normal, size)?;
            let apart = across * (b.point - a.point);
            let on_b = inverse * (-(across * (a.normal + b.normal)) - a.bend * apart);
            let on_a = on_b + apart;
            if on_a.length().max(on_b.length()) > 0.5 * size || !(on_a + on_b).is_finite() {
                return None;
            }
            let back = [self.a, self.b].map(|body| instant.rotations[body].transpose());
            if on_a.length().max(on_b.length()) <= 1e-14 * size {
                return Some(self.touch(instant, a, b, inverse));
            }
            self.places = [
                self.places[0].stepped(shapes[0], back[0] * on_a)?,
                self.places[1].stepped(shapes[1], back[1] * on_b)?,
            ];
        }
        // Rounding may keep the last steps from vanishing.
        let (a, b) = self.locals(shapes, instant)?;
        let off = (tangential(a.normal) * (b.point - a.point)).length() + size * (a.normal + b.normal).length();
        let inverse = inverse(a.bend + b.bend, a.normal, size)?;
        (off < 1e-11 * size).then(|| self.touch(instant, a, b, inverse))
    }

    fn locals(&self, shapes: [&Shape; 2], instant: &Instant) -> Option<(Local, Local)> {
        let seen = |side: usize, body: usize| {
            let local = self.places[side].local(shapes[side])?;
            Some(local.seen(instant.rotations[body], instant.origins[body]))
        };
        Some((seen(0, self.a)?, seen(1, self.b)?))
    }

    fn touch(&self, instant: &Instant, a: Local, b: Local, inverse: DMat3) -> Touch {
        let normal = a.normal;
        let across = tangential(normal);
        let point = 0.5 * (a.point + b.point);
        let [rate_a, rate_b] = [self.a, self.b].map(|body| instant.rates[body]);
        let slip = across * instant.slip(self.a, self.b, point);
        let over_b = inverse * ((rate_b.angular - rate_a.angular).cross(normal) - a.bend * slip);
        let over_a = over_b + slip;
        let turning = rate_a.angular.cross(normal) + a.bend * over_a;
        let drift = |body: usize, over: DVec3| {
            let (spin, arm) = (instant.rates[body].angular, point - instant.movers[body].centre);
            spin.cross(spin.cross(arm) + over)
        };
        let bias = drift(self.b, over_b) - drift(self.a, over_a) + normal * turning.dot(slip);
        Touch { a, b, point, normal, gap: normal.dot(b.point - a.point), slip, over: [over_a, over_b], bias }
    }

    /// The constraint that the contact is for accelerations.
    pub(crate) fn hold(&self, touch: &Touch) -> Hold {
        let grip = match self.mode {
            Mode::Rolls => Grip::Rolls,
            Mode::Slides if self.friction == 0.0 => Grip::Slides { slip: DVec3::ZERO },
            Mode::Slides => Grip::Slides { slip: self.slipping(touch) },
        };
        let Touch { point, normal, bias, .. } = *touch;
        Hold { a: self.a, b: self.b, point, normal, friction: self.friction, grip, bias }
    }

    /// The same for velocities, whose friction is none of this instant.
    pub(crate) fn hold_velocity(&self, touch: &Touch) -> Hold {
        let hold = self.hold(touch);
        let grip = if hold.grip == Grip::Rolls { Grip::Rolls } else { Grip::Slides { slip: DVec3::ZERO } };
        Hold { grip, bias: DVec3::ZERO, ..hold }
    }

    /// The direction of the slip. Beyond the instant at which the slip vanishes it is continued as if nothing had happened, so that the solver meets a smooth function; what is beyond
    /// is cut off.
    fn slipping(&self, touch: &Touch) -> DVec3 {
        let speed = touch.slip.length();
        if speed <= SLIP_SPEED {
            return self.heading.reject_from_normalized(touch.normal).normalize_or_zero();
        }
        if touch.slip.dot(self.heading) < 0.0 { -touch.slip / speed } else { touch.slip / speed }
    }

    /// The contact as it is reported.
    pub(crate) fn reported(&self, touch: &Touch) -> Contact {
        Contact {
            point: touch.point,
            normal: touch.normal,
            gap: touch.gap,
            proved: false,
            initial: false,
            ..self.contact
        }
    }
}
