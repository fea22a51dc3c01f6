//! Body `a` as body `b` sees it.
//!
//! **Question.** Where is `a`, and how does it move, in the frame of `b`, during a span of time?
//!
//! **Idea.** `Q = R_bᵀR_a` and `q = R_bᵀ(τ_a − τ_b)`, with their derivatives by the product rule. Products of enclosures are wide
//! where both bodies turn; the values at the middle of the span and the derivatives over it tighten them. Searches ask
//! about the same spans over and over: the last ones are kept.
//!
//! **Guarantee.** Encloses the exact relative motion at every instant of the span.
//!
//! **Cost.** Two poses and four products of matrices for a span that was not asked for before.
//!
//! **Source.** Snyder et al. 1993, section 2.1.1; derived in `docs/notes/curved-contact.md`.

use super::kept::Kept;
use std::cell::RefCell;
use tangency_geometry::RigidPiece;
use tangency_geometry::surface::SurfaceJet as Jet;
use tangency_interval::{Interval, Matrix, Vector3};

/// Rotation and translation from one frame to another during a span, and their derivatives by time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relative {
    pub(super) rotation: Matrix<3, 3>,
    pub(super) translation: Vector3,
    pub(super) rotation_rate: Matrix<3, 3>,
    pub(super) translation_rate: Vector3,
}

impl Relative {
    /// Where a place of `a` is.
    #[inline]
    pub(super) fn point(&self, local: Vector3) -> Vector3 {
        self.rotation * local + self.translation
    }

    /// The velocity of a place of `a` that itself moves at `rate` within it.
    #[inline]
    pub(super) fn velocity(&self, local: Vector3, rate: Option<Vector3>) -> Vector3 {
        let carried = self.rotation_rate * local + self.translation_rate;
        rate.map_or(carried, |rate| carried + self.rotation * rate)
    }

    /// Place, tangents and velocity of a piece of `a`; what needs second derivatives is left as it is.
    pub(super) fn first_order(&self, jet: &Jet, deforms: bool) -> Jet {
        Jet {
            point: self.point(jet.point),
            du: self.rotation * jet.du,
            dv: self.rotation * jet.dv,
            dt: self.velocity(jet.point, deforms.then_some(jet.dt)),
            ..*jet
        }
    }

    /// The second derivatives too; `moved` is the [`first_order`](Self::first_order) of the jet.
    pub(super) fn second_order(&self, jet: &Jet, moved: Jet, deforms: bool) -> Jet {
        let mixed = |tangent: Vector3, rate: Vector3| {
            let carried = self.rotation_rate * tangent;
            if deforms { carried + self.rotation * rate } else { carried }
        };
        Jet {
            duu: self.rotation * jet.duu,
            duv: self.rotation * jet.duv,
            dvv: self.rotation * jet.dvv,
            dut: mixed(jet.du, jet.dut),
            dvt: mixed(jet.dv, jet.dvt),
            ..moved
        }
    }
}

/// Two bodies during a stretch of time in which both move smoothly.
pub(super) struct Frame<'motion> {
    a: RigidPiece<'motion>,
    b: RigidPiece<'motion>,
    kept: RefCell<Kept<1, Relative>>,
}

impl<'motion> Frame<'motion> {
    pub(super) fn new([a, b]: [RigidPiece<'motion>; 2]) -> Self {
        Self { a, b, kept: RefCell::default() }
    }

    /// The pieces of motion of `a` and of `b`.
    pub(super) fn pieces(&self) -> [RigidPiece<'motion>; 2] {
        [self.a, self.b]
    }

    /// The relative motion during a span.
    pub(super) fn during(&self, span: Interval) -> Relative {
        if let Some(relative) = self.kept.borrow().get(&[span]) {
            return *relative;
        }
        let relative = self.tightened(span);
        self.kept.borrow_mut().keep([span], relative);
        relative
    }

    /// The enclosure over the span, and that from the middle of it.
    fn tightened(&self, span: Interval) -> Relative {
        let whole = self.computed(span);
        if span.is_singleton() {
            return whole;
        }
        let middle = span.mid();
        let centre = self.during(Interval::from(middle));
        let offset = span - Interval::from(middle);
        Relative {
            rotation: whole.rotation.intersection(centre.rotation + whole.rotation_rate * offset),
            translation: whole.translation.intersection(centre.translation + whole.translation_rate * offset),
            ..whole
        }
    }

    fn computed(&self, span: Interval) -> Relative {
        let (a, b) = (self.a.pose_during(span), self.b.pose_during(span));
        let (back, back_rate) = (b.rotation.transpose(), b.rotation_rate.transpose());
        let way = a.translation - b.translation;
        let way_rate = a.translation_rate - b.translation_rate;
        Relative {
            rotation: back * a.rotation,
            translation: back * way,
            rotation_rate: back_rate * a.rotation + back * a.rotation_rate,
            translation_rate: back_rate * way + back * way_rate,
        }
    }
}
