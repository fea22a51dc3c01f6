//! First contact of a convex body with a mesh, both moving rigidly.
//!
//! **Question.** A convex body, such as a cylinder, and a mesh of any form move rigidly. When do they first come within
//! `separation`, and where?
//!
//! **Idea.** The boxes of the mesh's tree and its triangles are convex. A node waits in a priority queue with the
//! instant until which it is proved apart. The node with the earliest instant is advanced against the body by support
//! functions (`apart`). Where its box comes close, its children replace it. A triangle is advanced to its own first
//! contact (`advance`). At the start, a test decides whether the body is inside a solid.
//!
//! **Guarantee.** `Clear` and the lower end of a touch are proofs, for the exact bodies and motions. Every triangle is
//! below some node that is proved apart up to its instant. Once the earliest instant in the queue passes the bracket of
//! a contact, no node in the queue can touch before it.
//!
//! **Cost.** About a microsecond a node. Nodes are visited that come close to the body before the first contact.
//!
//! **Source.** That of `advance`; the order of time as in `rigid/search.rs`.

use super::advance::{AdvanceOutcome, advance};
use super::apart::apart_until;
use super::closest::{Bodies, SupportFunction};
use super::gap::ConvexView;
use super::simplex::Simplex;
use super::touching::{ConvexTouch, MeetingInstant, TouchSide};
use crate::flight::{Flight, stretches};
use crate::limits::{ContactThreshold, StepBudget};
use crate::progress::Steps;
use crate::rigid::holds;
use crate::table::Question;
use crate::tolerance::{SAME_NORMAL, SAME_TOUCH};
use crate::touch::{FoundContact, contained_at, together};
use crate::{Answer, DetectError, Effort, Evidence, Facets, Moving, Prepared, Query, Verdict};
use glam::DVec3;
use std::collections::BinaryHeap;
use tangency_bound::{ObbNode, ObbTree};
use tangency_geometry::{Contact, Convex, RigidPiece};
use tangency_interval::{Earliest, Interval};

/// A node of the tree, proved apart before its time.
type QueuedNode = Earliest<u32, ()>;

/// A mesh and a convex body.
struct MeshAndBody<'question> {
    facets: &'question Facets,
    convex: &'question Convex,
    view: ConvexView<'question>,
    /// The side of the mesh: 0 for `a`, 1 for `b`.
    mesh_side: usize,
    query: &'question Query,
}

/// The outcome of one smooth interval of time.
enum MeshOutcome {
    Apart,
    Touch { contacts: Vec<FoundContact>, complete: bool },
    Unfinished { from: f64 },
    Undecided,
}

/// The first contact of a convex body with a mesh. `None` for other pairs, or if plain floating point cannot decide.
pub(crate) fn first_contact_with_mesh(question: &Question<'_, &Moving>) -> Result<Option<Answer>, DetectError> {
    let bodies = question.bodies();
    let (facets, body, mesh_side) = match bodies.map(Moving::prepared) {
        [Prepared::Facets(facets), Prepared::Convex(body)] => (facets, body, 0),
        [Prepared::Convex(body), Prepared::Facets(facets)] => (facets, body, 1),
        _ => return Ok(None),
    };
    let [Some(of_a), Some(of_b)] = bodies.map(|body| body.motion().rigid_pieces(question.query.span)) else {
        return Ok(None);
    };
    let (convex, view) = (body.prepared().shape(), body.prepared().view());
    MeshAndBody { facets, convex, view, mesh_side, query: question.query }.first_contact(&[of_a, of_b])
}

impl<'question> MeshAndBody<'question> {
    /// Both as `a` and `b`.
    fn ordered<Item>(&self, mesh: Item, body: Item) -> [Item; 2] {
        if self.mesh_side == 0 { [mesh, body] } else { [body, mesh] }
    }

    fn first_contact(&self, pieces: &[Vec<RigidPiece<'_>>; 2]) -> Result<Option<Answer>, DetectError> {
        let reach = self.ordered(self.facets.reach(), self.view.reach);
        let stretches: Vec<_> = stretches(pieces).collect();
        let mut budget = StepBudget::of(self.query, 0);
        let mut pairs = 0;
        let mut bar = Steps::new(self.query, stretches.len());
        let mut verdict = Verdict::Clear { until: self.query.span.upper() };
        for (index, (pieces, ends)) in stretches.into_iter().enumerate() {
            let flight = Flight::new(pieces, reach, ends).with_frames(self.ordered(None, self.view.frame));
            flight.check(self.query.tolerance, 0.0)?;
            let mut reached = |time: f64| bar.reached(index, flight.share(time));
            verdict = match self.first_in_stretch(&flight, index == 0, &mut budget, &mut pairs, &mut reached) {
                MeshOutcome::Apart => continue,
                MeshOutcome::Undecided => return Ok(None),
                MeshOutcome::Unfinished { from } => Verdict::Open { from },
                MeshOutcome::Touch { contacts, complete } => {
                    let mut first = together(contacts, flight.size(), self.query);
                    first.complete &= complete;
                    Verdict::Touch(first)
                }
            };
            break;
        }
        let effort = Effort { pairs, iterations: budget.spent };
        Ok(Some(Answer { verdict, evidence: Evidence::Proved, effort }))
    }

    fn first_in_stretch(
        &self,
        flight: &Flight<'_>,
        first: bool,
        budget: &mut StepBudget<'_>,
        pairs: &mut u64,
        reached: &mut dyn FnMut(f64),
    ) -> MeshOutcome {
        let [start, end] = flight.ends;
        let separation = self.query.separation + self.view.radius;
        let threshold = ContactThreshold { separation, tolerance: self.query.tolerance };
        let tree = self.facets.boxes();
        let bodies = |node: SupportFunction<'question>| {
            let [a, b] = self.ordered(node, self.view.function);
            Bodies { a, b }
        };
        let mut queue = BinaryHeap::from([QueuedNode { time: start, place: ObbTree::ROOT, item: () }]);
        let mut begins_apart = false;
        let mut contacts: Vec<FoundContact> = Vec::new();
        let (mut horizon, mut unfinished) = (end, None);
        while let Some(node) = queue.pop() {
            if node.time > horizon {
                break;
            }
            if !budget.spend() {
                unfinished = Some(node.time);
                break;
            }
            reached(node.time);
            match tree.below(node.place) {
                ObbNode::Children(child) => {
                    let volume = SupportFunction::Box(tree.volume(node.place));
                    let Some(until) = apart_until(bodies(volume), flight, node.time, threshold) else { continue };
                    begins_apart |= node.place == ObbTree::ROOT && until > start;
                    queue.extend([child, child + 1].map(|place| QueuedNode { time: until, place, item: () }));
                }
                ObbNode::Triangle(index) => {
                    *pairs += 1;
                    let corners = self.facets.mesh().corners(index as usize);
                    let touch = self.touch(&corners, index, flight);
                    let pair = Bodies::of_views(touch.views);
                    let mut simplex = Simplex::default();
                    let instant = match advance(pair, flight, node.time, threshold, budget, reached, &mut simplex) {
                        AdvanceOutcome::Apart => continue,
                        // Other nodes of the queue are proved apart up to the time of this one only.
                        AdvanceOutcome::Unfinished { .. } => {
                            unfinished = Some(node.time);
                            break;
                        }
                        AdvanceOutcome::Met { time, direction } => {
                            MeetingInstant::first(&touch, time, direction, self.query.separation, simplex)
                        }
                        AdvanceOutcome::Undecided { .. } => {
                            let at_start = node.time == start;
                            let found = MeetingInstant::start(&touch, ContactThreshold::of(self.query), 0.0, first);
                            match found.filter(|_| at_start) {
                                Some(instant) => instant,
                                None => return MeshOutcome::Undecided,
                            }
                        }
                    };
                    horizon = horizon.min(self.query.last_simultaneous(instant.time.upper()));
                    for contact in touch.contacts(instant) {
                        if !contacts.iter().any(|known| self.is_same(&known.contact, &contact, flight.size())) {
                            contacts.push(FoundContact::certain(contact));
                        }
                    }
                }
            }
        }
        let initial = contacts.iter().any(|found| found.contact.initial);
        if first && self.facets.is_solid() && !begins_apart && !initial {
            match self.containment(flight) {
                Some(Some(contact)) => {
                    let contacts = vec![FoundContact::certain(contact)];
                    return MeshOutcome::Touch { contacts, complete: true };
                }
                Some(None) => {}
                None => return MeshOutcome::Undecided,
            }
        }
        let earliest = contacts.iter().map(|found| found.contact.time.lower()).fold(f64::INFINITY, f64::min);
        match unfinished {
            // A node that was not examined may touch earlier.
            Some(from) if from < earliest => MeshOutcome::Unfinished { from },
            Some(_) => MeshOutcome::Touch { contacts, complete: false },
            None if contacts.is_empty() => MeshOutcome::Apart,
            None => MeshOutcome::Touch { contacts, complete: true },
        }
    }

    /// Whether two triangles found the same contact: on a vertex or an edge that they share, up to rounding. Contacts
    /// at different times are different, even at the same point.
    fn is_same(&self, one: &Contact, other: &Contact, size: f64) -> bool {
        if one.time.disjoint(other.time) {
            return false;
        }
        let [of_one, of_other] =
            [one, other].map(|contact| self.ordered(contact.feature_a, contact.feature_b)[0].key());
        let near = one.point.distance(other.point) <= SAME_TOUCH * size;
        near && one.initial == other.initial && (of_one == of_other || one.normal.dot(other.normal) > SAME_NORMAL)
    }

    /// A triangle of the mesh and the body.
    fn touch<'touch, 'motion>(
        &self,
        corners: &'touch [DVec3; 3],
        index: u32,
        flight: &'touch Flight<'motion>,
    ) -> ConvexTouch<'touch, 'motion>
    where
        'question: 'touch,
    {
        let triangle = ConvexView::of_triangle(corners, self.facets.reach());
        let named = TouchSide::Triangle(self.facets.mesh(), index);
        let sides = self.ordered(named, TouchSide::Convex(self.convex));
        ConvexTouch { sides, views: self.ordered(triangle, self.view), flight }
    }

    /// The contact of the body inside the solid at the start. `None` if undecided, `Some(None)` if it is outside.
    fn containment(&self, flight: &Flight<'_>) -> Option<Option<Contact>> {
        let start = flight.ends[0];
        let [mesh, body] = if self.mesh_side == 0 { [0, 1] } else { [1, 0] }.map(|side| &flight.pieces[side]);
        // A point of the core.
        let point = self.view.function.farthest(DVec3::X);
        let local = self.view.frame.map_or(point, |frame| frame.apply(point));
        let place = body.during(Interval::from(start)).point(0, local);
        if !holds(self.facets, mesh, start, place, flight.rounding)? {
            return Some(None);
        }
        let (inner, outer) = (body.pose(start).apply(local), mesh.pose(start));
        let vertices = self.facets.mesh().vertices();
        let position = |corner: u32| outer.apply(vertices[corner as usize]);
        let contact = contained_at(inner, 0, self.facets.mesh(), &position, start.into());
        let contact = Contact { feature_a: self.convex.feature_at(local), ..contact };
        Some(Some(if self.mesh_side == 0 { contact.swapped() } else { contact }))
    }
}
