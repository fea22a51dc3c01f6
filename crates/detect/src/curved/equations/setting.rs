//! What all systems of one pair of bodies have in common.

use super::frame::RelativeMotion;
use super::tracked::{Tracked, TrackedContacts};
use super::worth::WorthTrying;
use tangency_geometry::RigidPiece;
use tangency_interval::{Interval, Vector3};

/// The relative motion of two bodies, the contacts that are already known, and which bodies are solid.
pub(in crate::curved) struct PairSetting<'question> {
    frame: RelativeMotion<'question>,
    tracked: TrackedContacts<'question>,
    solid: [bool; 2],
    paraboloids: WorthTrying,
    composed: WorthTrying,
    combined: WorthTrying,
}

impl<'question> PairSetting<'question> {
    /// `solid`: whether `a` and `b` are known to be solid.
    pub(in crate::curved) fn new(
        pieces: [RigidPiece<'question>; 2],
        tracked: &'question [Tracked],
        solid: [bool; 2],
    ) -> Self {
        Self {
            frame: RelativeMotion::new(pieces),
            tracked: TrackedContacts(tracked),
            solid,
            paraboloids: WorthTrying::default(),
            composed: WorthTrying::default(),
            combined: WorthTrying::default(),
        }
    }

    /// The motion of `a` in the frame of `b`.
    #[inline]
    pub(in crate::curved) fn frame(&self) -> &RelativeMotion<'question> {
        &self.frame
    }

    /// Whether body 0 (`a`) or 1 (`b`) is known to be solid.
    #[inline]
    pub(in crate::curved) fn is_solid(&self, body: usize) -> bool {
        self.solid[body]
    }

    /// Whether separation by paraboloids pays for this pair.
    pub(super) fn paraboloids(&self) -> &WorthTrying {
        &self.paraboloids
    }

    /// Whether second-order bounds of the functions of a solid on a surface pay for this pair.
    pub(super) fn composed(&self) -> &WorthTrying {
        &self.composed
    }

    /// Whether second-order bounds of combined functions of two solids pay for this pair.
    pub(super) fn combined(&self) -> &WorthTrying {
        &self.combined
    }

    /// `true` proves that a known contact excludes the whole box, given in the frame of `b`, during the whole span.
    pub(super) fn excludes(&self, place: Vector3, time: Interval) -> bool {
        self.tracked.excludes(place, time, &self.frame)
    }
}
