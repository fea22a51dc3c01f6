//! A contact that continues, followed while its bodies roll and slide.
//!
//! **Question.** Two surfaces touch in one point: where is that point when the bodies have moved on a little, how fast does it move over
//! each surface, and what does that add to the acceleration of the gap?
//!
//! **Idea.** Let n be the unit normal from `a` to `b`, K the shape operators of both surfaces ([`crate::place`]), x the places on both with
//! x_b − x_a = g·n, v and ω the velocities of the bodies' points there and the angular velocities. The places move over the surfaces with
//! velocities w such that they stay opposite, and so do the normals:
//!
//! > w_a = w_b + P(v_b − v_a) − g·ṅ,  ṅ = ω_a × n + K_a w_a = ω_b × n − K_b w_b,
//!
//! two linear equations for w_a and w_b. With them the acceleration of the gap and of the slip are those of the bodies' own points and
//!
//! > n·(ω_b × (v_b + w_b − V_b) − ω_a × (v_a + w_a − V_a)) + ṅ·(v_b − v_a),
//!
//! where V are the velocities of the centres; across the normal alike. The first two conditions, with differences for rates, are also
//! Newton's steps to the places themselves. The derivation is in the note below.
//!
//! **Guarantee.** Computed; the place is found anew at every instant, so that it does not drift. Where K_a + K_b is singular the surfaces
//! touch along a line or more, and there is no place to follow: `None`.
//!
//! **Cost.** Two or three evaluations of both surfaces with second derivatives.
//!
//! **Source.** D. J. Montana, *The kinematics of contact and grasp*, 1988, in coordinates of the surfaces; here without
//! coordinates. Snyder et al. 1993, section 1.1, ask for it.
#![doc = include_str!("../../../docs/notes/rolling-contact.md")]

use crate::Mode;
use crate::instant::{Instant, Matters};
use crate::place::{Local, Place, outer, tangential};
use crate::tolerance::{BEGINNING, LEAST_CURVATURE, MOST_NEWTON};
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
    /// It is about to slide, although it does not slip yet.
    pub(crate) begins: bool,
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
        [self.a, self.b].map(|body| matters.bodies[body].prepared.shape())
    }

    /// The places of a contact that was detected between two bodies; `None` if it cannot be followed.
    pub(crate) fn new(matters: &Matters<'_>, instant: &Instant, [a, b]: [usize; 2], contact: &Contact) -> Option<Self> {
        let place = |body: usize, feature, normal: DVec3| {
            let back = instant.rotations[body].transpose();
            let point = back * (contact.point - instant.origins[body]);
            Place::of(matters.bodies[body].prepared.shape(), feature, point, back * normal)
        };
        let places = [place(a, contact.feature_a, contact.normal)?, place(b, contact.feature_b, -contact.normal)?];
        let friction = matters.bodies[a].material.with(matters.bodies[b].material).friction;
        let (mode, heading) = (Mode::Rolls, DVec3::ZERO);
        let mut followed = Self { a, b, places, mode, heading, begins: false, friction, contact: *contact, track: 0 };
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
                return self.touch(instant, a, b, size);
            }
            self.places = [
                self.places[0].stepped(shapes[0], back[0] * on_a)?,
                self.places[1].stepped(shapes[1], back[1] * on_b)?,
            ];
        }
        // Rounding may keep the last steps from vanishing.
        let (a, b) = self.locals(shapes, instant)?;
        let off = (tangential(a.normal) * (b.point - a.point)).length() + size * (a.normal + b.normal).length();
        if off < 1e-11 * size { self.touch(instant, a, b, size) } else { None }
    }

    fn locals(&self, shapes: [&Shape; 2], instant: &Instant) -> Option<(Local, Local)> {
        let seen = |side: usize, body: usize| {
            let local = self.places[side].local(shapes[side])?;
            Some(local.seen(instant.rotations[body], instant.origins[body]))
        };
        Some((seen(0, self.a)?, seen(1, self.b)?))
    }

    /// The contact with its rates, for places that are opposite to each other at a small gap.
    fn touch(&self, instant: &Instant, a: Local, b: Local, size: f64) -> Option<Touch> {
        let normal = a.normal;
        let across = tangential(normal);
        let gap = normal.dot(b.point - a.point);
        let point = 0.5 * (a.point + b.point);
        let spins = [self.a, self.b].map(|body| instant.rates[body].angular);
        let velocity = |body: usize, point: DVec3| instant.movers[body].rate_at(instant.rates[body], point);
        let (of_a, of_b) = (velocity(self.a, a.point), velocity(self.b, b.point));
        let apart = across * (of_b - of_a) - gap * spins[1].cross(normal);
        let inverse = inverse(a.bend * (DMat3::IDENTITY + b.bend * gap) + b.bend, normal, size)?;
        let over_b = inverse * ((spins[1] - spins[0]).cross(normal) - a.bend * apart);
        let over_a = over_b + apart + gap * (b.bend * over_b);
        let turning = spins[0].cross(normal) + a.bend * over_a;
        // How fast the places themselves move, and what that adds to the accelerations of the bodies' points.
        let (place_a, place_b) = (of_a + over_a, of_b + over_b);
        let drift = |side: usize, body: usize, place: DVec3| spins[side].cross(place - instant.rates[body].linear);
        let middle = 0.5 * (place_a + place_b);
        let along = normal.dot(drift(1, self.b, place_b) - drift(0, self.a, place_a)) + turning.dot(of_b - of_a);
        let bias = across * (drift(1, self.b, middle) - drift(0, self.a, middle)) + normal * along;
        let slip = across * instant.slip(self.a, self.b, point);
        Some(Touch { a, b, point, normal, gap, slip, over: [over_a, over_b], bias })
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

    /// The direction of the slip. Where a contact begins to slide its slip vanishes and has none: up to speeds like [`BEGINNING`] it is drawn
    /// towards the heading, so that the solver meets a smooth function. Beyond the instant at which the slip vanishes it is continued as if
    /// nothing had happened; what is beyond is cut off.
    fn slipping(&self, touch: &Touch) -> DVec3 {
        let heading = self.heading.reject_from_normalized(touch.normal).normalize_or_zero();
        let along = touch.slip.dot(heading);
        (touch.slip + (along.abs() - along + BEGINNING) * heading).normalize_or_zero()
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
