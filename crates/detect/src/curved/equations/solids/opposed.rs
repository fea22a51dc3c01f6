//! Functions of two implicit solids that are proved not to be negative together.
//!
//! **Question.** A body is in the cavity of another. Are they apart during a whole span?
//!
//! **Idea.** Where f > 0 there is no point of `a`, where g > 0 none of `b`. If f + λg is positive in the common box of
//! both bodies, for one λ > 0, there is no common point. A ball in a hollow ball is the extreme case: second
//! derivatives cancel, and one expansion decides for the whole box.
//!
//! **Guarantee.** `true` proves that the bodies have no common point.
//!
//! **Cost.** One expansion for every pair of functions.
//!
//! **Source.** Ours. For quadratic functions this is the S-lemma (Yakubovich 1971): λ exists if they are apart.

use super::combined::combinations;
use crate::curved::elements::BodyGeometry;
use crate::curved::equations::frame::RelativeMotion;
use tangency_geometry::Solid;
use tangency_geometry::solid::{SolidLeaf, SolidWork};
use tangency_interval::Interval;

/// Two implicit solids, one of them with a cavity, and their functions that are positive outside alone.
pub(in crate::curved) struct OpposedFunctions<'question> {
    solids: [&'question Solid; 2],
    sides: [Vec<(usize, bool)>; 2],
}

impl<'question> OpposedFunctions<'question> {
    /// `None` for other bodies.
    pub(in crate::curved) fn of(bodies: [BodyGeometry<'question>; 2]) -> Option<Self> {
        let [BodyGeometry::Implicit(a), BodyGeometry::Implicit(b)] = bodies else { return None };
        if !a.leaves().iter().chain(b.leaves()).any(SolidLeaf::is_complemented) {
            return None;
        }
        let sides = [a, b].map(|solid| {
            // Beyond its box, a subtracted function subtracts nothing.
            let counts = |leaf: &SolidLeaf| leaf.counts_everywhere() || !leaf.is_complemented();
            solid.side_leaves().filter(|&leaf| counts(&solid.leaves()[leaf])).map(|leaf| (leaf, false)).collect()
        });
        Some(Self { solids: [a, b], sides })
    }

    /// `true` proves that the bodies have no common point during the span.
    pub(in crate::curved) fn apart(&self, frame: &RelativeMotion<'_>, time: Interval) -> bool {
        let [a, b] = self.solids;
        let common = frame.during(time).point(a.bounding_box()).intersection(b.bounding_box());
        if common.is_empty() {
            return true;
        }
        let region = [common[0], common[1], common[2], time];
        let work = &mut SolidWork::default();
        let expanded = combinations(self.solids, self.sides.clone(), frame, &region, work);
        expanded.unwrap_or_default().iter().any(|combination| combination.excludes_contact(&region))
    }
}
