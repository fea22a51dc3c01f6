//! All pairs of features of two bodies on one screw.
//!
//! **Question.** Which features meet first while one body moves along a screw?
//!
//! **Idea.** Reject whole bodies first, then pairs of features, by the cheapest tests first. Search the remaining
//! pairs for their first meeting, only up to the earliest meeting found so far.
//!
//! **Guarantee.** Every pair is rejected with proof or searched. There is no contact before the earliest time
//! returned.
//!
//! **Cost.** O(n·m): about two nanoseconds per rejected pair, a tenth of a microsecond for the others. For bodies
//! of thousands of triangles the trees of the general method are far faster.
//!
//! **Source.** Kim & Rossignac 2003, *Early rejection tests* and *Collision time and contact calculation*.

use super::course::{ScrewBody, ScrewCourse};
use super::objects::Balls;
use super::reject::{Extents, outside_sector};
use super::tally::{ObjectTally, PairTally, Tally};
use super::turn::Turn;
use super::walk::Reach;
use super::{edge_edge, vertex_triangle};
use crate::features::MeshFeature;
use crate::limits::StepBudget;

/// Two features that are not proved apart from the fraction `shares[0]` of the screw on.
#[derive(Clone, Copy, Debug)]
pub(super) struct FeatureMeeting {
    pub(super) moving: MeshFeature,
    pub(super) resting: MeshFeature,
    pub(super) shares: [f64; 2],
}

/// The search along one screw.
pub(super) struct ScrewSearch<'search, 'query> {
    pub(super) course: &'search ScrewCourse<'search>,
    pub(super) reach: Reach,
    /// Whether the rejection tests are used before a pair is searched.
    pub(super) rejection: bool,
    pub(super) tally: &'search mut Tally,
    pub(super) budget: &'search mut StepBudget<'query>,
    pub(super) found: Vec<FeatureMeeting>,
    /// Contacts after this fraction of the screw are not needed.
    pub(super) horizon: f64,
}

/// The budget was spent.
#[derive(Clone, Copy, Debug)]
pub(super) struct BudgetSpent;

impl ScrewSearch<'_, '_> {
    /// Finds the features that meet first.
    pub(super) fn run(&mut self) -> Result<(), BudgetSpent> {
        let turn = &self.course.turn;
        let (moving, resting) = (self.course.ball(true), self.course.ball(false));
        let balls = Balls { moving, resting, turn, needed: self.reach.needed };
        if objects_apart(&balls, &mut self.tally.objects) && self.rejection {
            return Ok(());
        }
        let (moving, resting) = (self.course.body(true), self.course.body(false));
        self.vertices_and_triangles(&moving, &resting, turn, false)?;
        self.vertices_and_triangles(&resting, &moving, &turn.inverse(), true)?;
        self.edges(&moving, &resting)
    }

    /// Vertices of one body, which moves, and triangles of the other. `inverse` means that the vertices belong to
    /// the resting body.
    fn vertices_and_triangles(
        &mut self,
        of: &ScrewBody,
        on: &ScrewBody,
        turn: &Turn,
        inverse: bool,
    ) -> Result<(), BudgetSpent> {
        let (moving, resting) = (self.course.moving.model.mesh(), self.course.resting.model.mesh());
        let mesh = if inverse { moving } else { resting };
        let needed = self.reach.needed;
        for (vertex, position) in of.positions.iter().enumerate() {
            for (index, triangle) in mesh.triangles().iter().enumerate() {
                let corners = triangle.map(|corner| on.positions[corner as usize]);
                let tally = &mut self.tally.vertex_triangle;
                tally.asked += 1;
                let extents = Extents { moving: &of.vertices[vertex], resting: &on.triangles[index], needed };
                if self.rejection
                    && (extents_apart(&extents, turn, tally) || {
                        let out = outside_sector(*position, &corners, turn, needed);
                        tally.sector += u64::from(out);
                        out
                    })
                {
                    continue;
                }
                if !self.budget.spend() {
                    return Err(BudgetSpent);
                }
                if let Some(shares) = vertex_triangle::first_time(*position, corners, turn, self.reach, self.horizon) {
                    let (vertex, triangle) =
                        (MeshFeature::vertex(vertex as u32), MeshFeature::triangle(mesh, index as u32));
                    self.take(if inverse { [triangle, vertex] } else { [vertex, triangle] }, shares);
                }
            }
        }
        Ok(())
    }

    fn edges(&mut self, of: &ScrewBody, on: &ScrewBody) -> Result<(), BudgetSpent> {
        let (moving, resting) = (self.course.moving.model.mesh(), self.course.resting.model.mesh());
        let (turn, needed) = (&self.course.turn, self.reach.needed);
        for (first, ends) in moving.edges().iter().enumerate() {
            let edge = ends.map(|end| of.positions[end as usize]);
            for (second, ends) in resting.edges().iter().enumerate() {
                self.tally.edge_edge.asked += 1;
                let extents = Extents { moving: &of.edges[first], resting: &on.edges[second], needed };
                if self.rejection && extents_apart(&extents, turn, &mut self.tally.edge_edge) {
                    continue;
                }
                if !self.budget.spend() {
                    return Err(BudgetSpent);
                }
                let other = ends.map(|end| on.positions[end as usize]);
                if let Some(shares) = edge_edge::first_time(edge, other, turn, self.reach, self.horizon) {
                    let pair = [MeshFeature::edge(moving, first as u32), MeshFeature::edge(resting, second as u32)];
                    self.take(pair, shares);
                }
            }
        }
        Ok(())
    }

    fn take(&mut self, [moving, resting]: [MeshFeature; 2], shares: [f64; 2]) {
        self.found.push(FeatureMeeting { moving, resting, shares });
        self.horizon = self.horizon.min(shares[1]);
    }
}

/// Applies the tests in order. `true` proves that the bodies stay apart.
fn objects_apart(balls: &Balls<'_>, tally: &mut ObjectTally) -> bool {
    tally.asked += 1;
    let count = if balls.beyond_swept_ball() {
        &mut tally.swept_ball
    } else if balls.outside_cylinder() {
        &mut tally.cylinder
    } else if balls.inside_hollow() {
        &mut tally.hollow
    } else if balls.beyond_caps() {
        &mut tally.caps
    } else {
        return false;
    };
    *count += 1;
    true
}

/// Applies the tests by extents in order. `true` proves that the features stay apart.
#[inline]
fn extents_apart(extents: &Extents<'_>, turn: &Turn, tally: &mut PairTally) -> bool {
    let count = if extents.beyond_swept_heights(turn) {
        &mut tally.ends
    } else if extents.inside_hollow() {
        &mut tally.inside
    } else if extents.outside_cylinder() {
        &mut tally.outside
    } else {
        return false;
    };
    *count += 1;
    true
}
