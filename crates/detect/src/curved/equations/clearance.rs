//! Bodies that come within a separation of one another instead of touching.
//!
//! **Question.** When do two curved bodies, or a curved one and a mesh, first come as close as the separation, and
//! where?
//!
//! **Idea.** At that instant the vector between the closest points is as long as the separation and perpendicular
//! to all tangents of both bodies. These are equations and side conditions for every pair of a face, edge or vertex
//! (`surfaces::SurfaceApproach`) and for implicit solids (`solids::SolidApproach`). They go into the same search as
//! those of contact. At the start of a stretch of time the bodies may be closer already. There the distance is not
//! an equation but the objective: among all pairs of points whose vector is perpendicular to the tangents of both
//! and no longer than the separation, the search finds the closest.
//!
//! **Guarantee.** As for contact, `Clear` and the lower end of a touch are proofs. A solution is a pair of points
//! exactly that far apart, so nothing is reported too early. An unproved solution is off by no more than the
//! tolerance.
//!
//! **Cost.** As for contact, and about half as much again at the start.
//!
//! **Source.** Ours; derived in `docs/notes/curved-contact.md`, *Clearance*.

use tangency_interval::{Interval, Vector, Vector3};

/// The distance that is searched for.
#[derive(Clone, Copy, Debug)]
pub(in crate::curved) struct ClearanceGoal {
    /// Metres, above zero.
    pub(in crate::curved) separation: f64,
    /// Whether the search is at the start of a stretch of time. Smaller distances then count as well.
    pub(in crate::curved) at_start: bool,
}

impl ClearanceGoal {
    /// The box, wider by the separation on all sides.
    pub(in crate::curved) fn around(&self, cell: Vector3) -> Vector3 {
        Vector(cell.0.map(|side| side + Interval::between(-self.separation, self.separation)))
    }
}
