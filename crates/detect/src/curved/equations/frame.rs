//! The motion of body `a` in the frame of body `b`.
//!
//! **Question.** Where is `a`, and how does it move, in the frame of `b`, during a span of time?
//!
//! **Idea.** `Q = R_bᵀR_a` and `q = R_bᵀ(τ_a − τ_b)`, with derivatives by the product rule. Products of enclosures
//! are wide where both bodies turn. The mean value form, with the values at the middle of the span and the
//! derivatives over it, tightens them. Searches evaluate the same spans over and over, so the results are cached.
//!
//! **Guarantee.** Encloses the exact relative motion at every instant of the span.
//!
//! **Cost.** Two poses and four matrix products for a new span, otherwise a cache lookup.
//!
//! **Source.** Snyder et al. 1993, section 2.1.1; derived in `docs/notes/curved-contact.md`.

use crate::curved::cache::EnclosureCache;
use std::cell::RefCell;
use tangency_geometry::surface::SurfaceJet;
use tangency_geometry::{MovingPose, Rates, RigidPiece};
use tangency_interval::{Interval, Matrix, Vector3};

/// Encloses rotation and translation from one frame to another during a span, and their derivatives by time.
#[derive(Clone, Copy, Debug)]
pub(in crate::curved) struct RelativePose {
    pub(in crate::curved) rotation: Matrix<3, 3>,
    pub(in crate::curved) translation: Vector3,
    pub(super) rotation_rate: Matrix<3, 3>,
    pub(super) translation_rate: Vector3,
    /// Whether the rotation is exactly the identity, and stays so. Most products are then superfluous.
    unturned: bool,
}

impl RelativePose {
    /// Transforms a point of `a`.
    #[inline]
    pub(in crate::curved) fn point(&self, local: Vector3) -> Vector3 {
        self.direction(local) + self.translation
    }

    /// Whether the rotation is exactly the identity, and stays so.
    pub(in crate::curved) fn is_unturned(&self) -> bool {
        self.unturned
    }

    /// Transforms a direction of `a`.
    #[inline]
    pub(super) fn direction(&self, local: Vector3) -> Vector3 {
        if self.unturned { local } else { self.rotation * local }
    }

    /// The velocity of a point of `a` that moves at `rate` within `a`.
    #[inline]
    pub(in crate::curved) fn velocity(&self, local: Vector3, rate: Option<Vector3>) -> Vector3 {
        let carried =
            if self.unturned { self.translation_rate } else { self.rotation_rate * local + self.translation_rate };
        rate.map_or(carried, |rate| carried + self.direction(rate))
    }

    /// Transforms point, tangents and velocity of a piece of `a`. Second derivatives stay as they are.
    pub(super) fn first_order(&self, jet: &SurfaceJet, deforms: bool) -> SurfaceJet {
        SurfaceJet {
            point: self.point(jet.point),
            du: self.direction(jet.du),
            dv: self.direction(jet.dv),
            dt: self.velocity(jet.point, deforms.then_some(jet.dt)),
            ..*jet
        }
    }

    /// Transforms the second derivatives too; `moved` is the [`first_order`](Self::first_order) of the jet.
    pub(super) fn second_order(&self, jet: &SurfaceJet, moved: SurfaceJet, deforms: bool) -> SurfaceJet {
        if self.unturned && !deforms {
            let SurfaceJet { duu, duv, dvv, .. } = *jet;
            return SurfaceJet { duu, duv, dvv, dut: Vector3::ZERO, dvt: Vector3::ZERO, ..moved };
        }
        let mixed = |tangent: Vector3, rate: Vector3| {
            let carried = self.rotation_rate * tangent;
            if deforms { carried + self.rotation * rate } else { carried }
        };
        SurfaceJet {
            duu: self.rotation * jet.duu,
            duv: self.rotation * jet.duv,
            dvv: self.rotation * jet.dvv,
            dut: mixed(jet.du, jet.dut),
            dvt: mixed(jet.dv, jet.dvt),
            ..moved
        }
    }
}

/// The motions of two bodies during a stretch of time in which both are smooth.
pub(in crate::curved) struct RelativeMotion<'motion> {
    a: RigidPiece<'motion>,
    b: RigidPiece<'motion>,
    cache: RefCell<EnclosureCache<1, RelativePose>>,
}

impl<'motion> RelativeMotion<'motion> {
    pub(super) fn new([a, b]: [RigidPiece<'motion>; 2]) -> Self {
        Self { a, b, cache: RefCell::default() }
    }

    /// The pieces of motion of `a` and of `b`.
    pub(in crate::curved) fn pieces(&self) -> [RigidPiece<'motion>; 2] {
        [self.a, self.b]
    }

    /// The relative motion during a span.
    pub(in crate::curved) fn during(&self, span: Interval) -> RelativePose {
        if let Some(relative) = self.cache.borrow().get(&[span]) {
            return *relative;
        }
        let relative = self.mean_value_form(span);
        self.cache.borrow_mut().store([span], relative);
        relative
    }

    /// The motion of `b` in the frame of `a` during a span, not cached. It is narrower than the inverse of
    /// [`during`](Self::during) where `b` turns about its own origin.
    pub(in crate::curved) fn of_b_during(&self, span: Interval) -> RelativePose {
        Self::new([self.b, self.a]).during(span)
    }

    /// Metres per second squared. Upper bound on the acceleration of points of `a`, as seen from `b`, during a span:
    /// points at most `reach` from the origin of `a` that are at `place` and move at `velocity` in the frame of `b`.
    pub(in crate::curved) fn acceleration(&self, span: Interval, reach: f64, place: Vector3, velocity: Vector3) -> f64 {
        relative_acceleration(self.a.rates(span), self.b.rates(span), reach, place, velocity)
    }

    /// The same for points of `b`, as seen from `a`.
    pub(super) fn acceleration_of_b(&self, span: Interval, reach: f64, place: Vector3, velocity: Vector3) -> f64 {
        relative_acceleration(self.b.rates(span), self.a.rates(span), reach, place, velocity)
    }

    /// The intersection of the direct enclosure with the mean value form.
    fn mean_value_form(&self, span: Interval) -> RelativePose {
        let whole = self.directly(span);
        if span.is_singleton() {
            return whole;
        }
        let middle = span.mid();
        let centre = self.during(Interval::from(middle));
        let offset = span - Interval::from(middle);
        if whole.unturned {
            let translation = centre.translation + whole.translation_rate * offset;
            return RelativePose { translation: whole.translation.intersection(translation), ..whole };
        }
        RelativePose {
            rotation: whole.rotation.intersection(centre.rotation + whole.rotation_rate * offset),
            translation: whole.translation.intersection(centre.translation + whole.translation_rate * offset),
            ..whole
        }
    }

    fn directly(&self, span: Interval) -> RelativePose {
        let (a, b) = (self.a.pose_during(span), self.b.pose_during(span));
        let (back, back_rate) = (b.rotation.transpose(), b.rotation_rate.transpose());
        let offset = a.translation - b.translation;
        let offset_rate = a.translation_rate - b.translation_rate;
        let still = |pose: &MovingPose| pose.rotation == Matrix::identity() && pose.rotation_rate == Matrix::ZERO;
        if still(&a) && still(&b) {
            return RelativePose {
                rotation: Matrix::identity(),
                translation: offset,
                rotation_rate: Matrix::ZERO,
                translation_rate: offset_rate,
                unturned: true,
            };
        }
        RelativePose {
            rotation: back * a.rotation,
            translation: back * offset,
            rotation_rate: back_rate * a.rotation + back * a.rotation_rate,
            translation_rate: back_rate * offset + back * offset_rate,
            unturned: false,
        }
    }
}

/// Upper bound on the acceleration of points of one body in the frame of another, which turns: the accelerations of
/// both bodies, and the Coriolis, centrifugal and Euler terms.
fn relative_acceleration(of_body: Rates, of_frame: Rates, reach: f64, place: Vector3, velocity: Vector3) -> f64 {
    let turning = Interval::from(of_frame.spin).sqr() + of_frame.spin_change;
    let seen = turning * place.length() + velocity.length() * of_frame.spin * 2.0;
    (seen + Interval::from(of_body.acceleration_within(reach)) + of_frame.acceleration).upper()
}
