//! The contact that is reported for two features that meet on a screw.
//!
//! **Question.** Where do two features touch, along which normal, and is the contact proved?
//!
//! **Idea.** Use the motions of the bodies, not the screw, in a window of time around the meeting. The window is
//! so short that every corner stays on its chord up to a known bulge. The proofs for straight paths then hold
//! (`features/pair.rs`).
//!
//! **Guarantee.** `proved` means that a contact exists within the bracket, for the exact motions.
//!
//! **Cost.** Microseconds per contact.

use crate::Faceted;
use crate::features::{FeaturePair, MeshFeature, StraightPath};
use crate::limits::ContactThreshold;
use crate::tolerance::{BEFORE_CONTACT, EXISTENCE_REACH, TIME_RESOLUTION};
use crate::touch::{ContactSide, FoundContact, Normal};
use glam::DVec3;
use tangency_geometry::Contact;
use tangency_interval::{Interval, Vector3};

/// Two features that meet within a bracket of time.
pub(super) struct ScrewMeeting<'meeting> {
    pub(super) a: Faceted<'meeting>,
    pub(super) b: Faceted<'meeting>,
    pub(super) features: [MeshFeature; 2],
    pub(super) time: [f64; 2],
    pub(super) span: Interval,
    pub(super) threshold: ContactThreshold,
}

impl ScrewMeeting<'_> {
    /// The contact. Its bracket is wider than the given one only as far as the proof of existence needs.
    pub(super) fn contact(&self) -> FoundContact {
        let [start, end] = self.time;
        let length = self.span.width();
        let mut reach = 16.0 * TIME_RESOLUTION * length;
        while reach <= EXISTENCE_REACH * length {
            let window = [self.within(start - reach), self.within(end + reach)];
            if let Some((paths_a, paths_b)) = self.paths(window) {
                let pair = FeaturePair::on_paths(&paths_a, &paths_b);
                let close = pair.gap(&pair.closest(1.0).0, 1.0).upper() <= self.threshold.separation;
                if close || pair.certainly_cross([0.0, 1.0]) {
                    return self.describe(Interval::between(start, window[1]), true);
                }
            }
            reach *= 4.0;
        }
        self.describe(Interval::between(start, end), false)
    }

    fn within(&self, time: f64) -> f64 {
        time.clamp(self.span.lower(), self.span.upper())
    }

    fn paths(&self, window: [f64; 2]) -> Option<(Vec<StraightPath>, Vec<StraightPath>)> {
        Some((paths(self.a, &self.features[0], window)?, paths(self.b, &self.features[1], window)?))
    }

    fn describe(&self, time: Interval, proved: bool) -> FoundContact {
        let at = |instant: f64| {
            let place = |moving: Faceted<'_>, corners: &MeshFeature| -> Vec<DVec3> {
                let placed = moving.motion().at(instant);
                let locals = moving.facets().mesh().vertices();
                let point = |&vertex: &u32| placed.point(vertex as usize, locals[vertex as usize]);
                corners.vertices().iter().map(point).collect()
            };
            let (a, b) = (place(self.a, &self.features[0]), place(self.b, &self.features[1]));
            let witness = crate::closest::closest(&a, &b);
            let vector = witness.vector_between(&a, &b);
            (a, b, witness, vector)
        };
        let (corners_a, corners_b, witness, vector) = at(time.lower());
        let before = at(self.within(time.lower() - BEFORE_CONTACT * self.span.width())).3;
        let place = |moving: Faceted<'_>, vertex: u32| {
            let local = moving.facets().mesh().vertices()[vertex as usize];
            moving.motion().at(time.lower()).point(vertex as usize, local)
        };
        let places: [&dyn Fn(u32) -> DVec3; 2] = [&|vertex| place(self.a, vertex), &|vertex| place(self.b, vertex)];
        let (bodies, weights) = ([self.a, self.b], [witness.weights_a, witness.weights_b]);
        let sides: [ContactSide<'_>; 2] = std::array::from_fn(|side| ContactSide {
            model: bodies[side].facets(),
            feature: &self.features[side],
            weights: weights[side],
            place: places[side],
            rigid: true,
        });
        let normal = Normal::between(sides.each_ref(), Some(before), vector);
        let contact = Contact {
            time,
            point: witness.midpoint(&corners_a, &corners_b),
            // Adding zero turns -0 into 0.
            normal: normal.vector + DVec3::ZERO,
            gap: vector.length(),
            feature_a: sides[0].named(),
            feature_b: sides[1].named(),
            proved,
            initial: false,
        };
        FoundContact { contact, rank: normal.rank(), corners: Some(self.features) }
    }
}

/// The chords of the corners during a window, widened by a bound on the curvature of the motion. `None` if the
/// motion is not smooth.
fn paths(moving: Faceted<'_>, corners: &MeshFeature, [start, end]: [f64; 2]) -> Option<Vec<StraightPath>> {
    let window = Interval::between(start, end);
    let pieces = moving.motion().rigid_pieces(window)?;
    let [piece] = pieces.as_slice() else { return None };
    let placed = [start, end].map(|time| piece.during(Interval::from(time)));
    let rates = piece.rates(window);
    let locals = moving.facets().mesh().vertices();
    let path = |&vertex: &u32| {
        let local = locals[vertex as usize];
        let bulge = rates.bulge(window.width(), Vector3::point(local.to_array()).length().upper());
        StraightPath::widened(placed.each_ref().map(|place| place.point(vertex as usize, local)), bulge)
    };
    Some(corners.vertices().iter().map(path).collect())
}
