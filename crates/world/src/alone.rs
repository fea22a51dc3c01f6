//! A lasting contact is the only one of its pair.
//!
//! **Question.** Two bodies roll or slide on each other at a small gap. Do they touch anywhere during a step?
//!
//! **Idea.** A ball of radius R that touches a body from inside the tangent plane may contain the whole body: for an
//! ellipsoid, if R is its largest radius of curvature (Blaschke's rolling theorem). A ball of radius ρ that touches a
//! body from outside may contain no point of it: any ball beside a convex body, and beside the graph of a function
//! whose second derivatives are at most 1/ρ. If R < ρ, both balls at the contact are nested, the inner one with the one
//! body, the outer one free of the other, and the bodies are apart by the gap. The centres of both balls are material
//! points of their bodies. So their distance changes by their speeds, to first order, and by bounds on their
//! accelerations. That gives a time for which the balls stay nested. Then the contact is located again.
//!
//! **Guarantee.** A proof for the motions of the step, with the rounding of the located contact as a stated margin. It
//! covers the whole of both bodies: no exclusion ball, no assumption.
//!
//! **Cost.** Some microseconds for each stretch of about √(gap/acceleration): a thousand in a simulated second.
//!
//! **Derivation.** With w the vector between the centres, D = |w| and w″ at most A,
//! D(t) ≤ D + t·(w·w′)/D + t²·(|w′|²/D + A)/2, and the balls are nested while D(t) < ρ − R.
//!
//! **Source.** W. Blaschke, *Kreis und Kugel*, 1916, section 24. Snyder et al. 1993, section 1.1 and eq. 7, exclude a
//! ball around the contact instead.

use crate::WorldError;
use crate::engine::Engine;
use crate::follow::FollowedContact;
use crate::tolerance::{BALLS_MARGIN, FREE_BALL, GRAPH_CELLS, STRETCHES};
use glam::DVec3;
use tangency_detect::Prepared;
use tangency_geometry::surface::{Brep, PatchWork};
use tangency_geometry::{ConvexCore, RigidPiece, Shape};
use tangency_interval::{Interval, Vector3};

/// The balls that touch a body at any point of its surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TouchingBalls {
    /// Metres. A ball of this radius that touches the body from inside contains it. Infinite if it is not known.
    hold: f64,
    /// Metres. A ball of this radius that touches the body from outside has none of its points inside. Zero if it is
    /// not known.
    spare: f64,
}

impl TouchingBalls {
    /// Whether a ball that touches the body from inside contains it.
    pub(crate) fn holds(&self) -> bool {
        self.hold.is_finite()
    }

    /// The balls of a body.
    pub(crate) fn of(prepared: &Prepared, is_convex_hull: bool) -> Self {
        let convex = Self { hold: f64::INFINITY, spare: f64::INFINITY };
        let unknown = Self { hold: f64::INFINITY, spare: 0.0 };
        if is_convex_hull {
            return convex;
        }
        let primitive = match prepared.shape() {
            Shape::Convex(shape) => Some((shape, 0.0)),
            Shape::HalfSpace(_) => return convex,
            Shape::Parametric(brep) if prepared.primitive().is_none() => {
                return graph_bend(brep).map_or(unknown, |bend| Self { spare: 1.0 / bend, ..unknown });
            }
            Shape::Parametric(_) | Shape::Implicit(_) => prepared.primitive(),
            Shape::Polyhedron(_) | Shape::Mesh(_) | Shape::Rounded(_) | Shape::HeightMap(_) | Shape::Compound(_) => {
                None
            }
        };
        let Some((shape, excess)) = primitive else { return unknown };
        let hold = match shape.core() {
            ConvexCore::Point => shape.radius(),
            ConvexCore::Ellipsoid { radii } => radii.max_element().powi(2) / radii.min_element() + shape.radius(),
            ConvexCore::Segment { .. }
            | ConvexCore::Cuboid { .. }
            | ConvexCore::Cylinder { .. }
            | ConvexCore::Cone { .. }
            | ConvexCore::Hull { .. } => f64::INFINITY,
        };
        // The body is within its primitive, and touches where the primitive is at most this far away.
        if excess <= 0.01 * BALLS_MARGIN * hold.min(shape.reach()) { Self { hold, ..convex } } else { unknown }
    }
}

/// 1/m. A bound on the second derivatives of a body that is the graph z = f(x, y) over a rectangle; `None` for others.
///
/// For two points of a graph, f differs from its tangent plane by at most half the bound times the squared distance.
/// So a ball of radius ρ that touches it has no other point of it inside: with the offset d in the plane, the height e
/// above the tangent plane and |e| ≤ |d|²/2ρ, the squared distance from the centre is at least |d|² − 2ρ|e| + ρ² ≥ ρ².
fn graph_bend(brep: &Brep) -> Option<f64> {
    let [face] = brep.faces() else { return None };
    let patch = face.patch();
    if patch.deforms() {
        return None;
    }
    let [u, v] = patch.domain();
    let cell = |side: Interval, index: usize| {
        let at = |index: usize| side.lower() + side.width() * (index as f64 / GRAPH_CELLS as f64);
        Interval::between(at(index), if index + 1 == GRAPH_CELLS { side.upper() } else { at(index + 1) })
    };
    let (mut most, mut work) = (0.0_f64, PatchWork::default());
    for index in 0..GRAPH_CELLS * GRAPH_CELLS {
        let place = [cell(u, index % GRAPH_CELLS), cell(v, index / GRAPH_CELLS), Interval::ZERO];
        let jet = patch.jet(place, &mut work)?;
        let flat = [
            jet.point[0] == place[0],
            jet.point[1] == place[1],
            jet.du[0] == Interval::from(1.0),
            jet.dv[1] == Interval::from(1.0),
            [jet.du[1], jet.dv[0]].iter().all(|slope| *slope == Interval::ZERO),
            [jet.duu, jet.duv, jet.dvv].iter().all(|bend| bend[0] == Interval::ZERO && bend[1] == Interval::ZERO),
        ];
        if !flat.into_iter().all(|one| one) {
            return None;
        }
        // The norm of the matrix of second derivatives is at most its largest row sum.
        let mixed = jet.duv[2].magnitude();
        most = most.max((jet.duu[2].magnitude() + mixed).max(jet.dvv[2].magnitude() + mixed));
    }
    (most.is_finite()).then_some(most * (1.0 + 4.0 * f64::EPSILON))
}

/// The nested balls of a contact: the body that is held, and the other one.
struct NestedBalls {
    /// Whether the second body of the contact is the one that is held.
    swapped: bool,
    hold: f64,
    spare: f64,
}

impl NestedBalls {
    fn of([a, b]: [TouchingBalls; 2]) -> Option<Self> {
        let nested = |inner: TouchingBalls, outer: TouchingBalls, swapped: bool| {
            let spare = outer.spare.min(FREE_BALL * inner.hold);
            (inner.hold < 0.99 * spare).then_some(Self { swapped, hold: inner.hold, spare })
        };
        match (nested(a, b, false), nested(b, a, true)) {
            (Some(one), Some(other)) => Some(if one.hold < other.hold { one } else { other }),
            (one, other) => one.or(other),
        }
    }
}

impl Engine<'_> {
    /// Whether the only lasting contact of a pair keeps it apart during a span, as a proof.
    pub(crate) fn is_kept_apart(&mut self, pair: [usize; 2], [from, to]: [f64; 2]) -> Result<bool, WorldError> {
        let Some(contact) = self.only_contact(pair) else { return Ok(false) };
        let ends = [contact.a, contact.b];
        let Some(balls) = NestedBalls::of(ends.map(|body| self.forms[body].balls)) else { return Ok(false) };
        let [inner, outer] = if balls.swapped { [ends[1], ends[0]] } else { ends };
        let motions = [self.motion_of(inner, [from, to])?, self.motion_of(outer, [from, to])?];
        let span = Interval::between(from, to);
        let [Some(of_inner), Some(of_outer)] = motions.each_ref().map(|motion| motion.rigid_pieces(span)) else {
            return Ok(false);
        };
        let bodies = self.bodies.only(&[inner, outer]);
        let mut contact = contact.renumbered(|body| usize::from(body == outer));
        let mut time = from;
        for _ in 0..STRETCHES {
            let instant = self.instant_of([inner, outer], time);
            let Some(touch) = contact.update(&bodies, &instant) else { return Ok(false) };
            // Between two events the normal may have left the range of an edge or a vertex by rounding.
            let beyond = if contact.is_sharp() {
                let most = contact.margins(&bodies).into_iter().fold(0.0_f64, |most, margin| most.max(-margin));
                2.0 * most * ends.iter().map(|&body| self.forms[body].reach).fold(f64::INFINITY, f64::min)
            } else {
                0.0
            };
            let at = if balls.swapped { [touch.b, touch.a] } else { [touch.a, touch.b] };
            // Each ball touches its own body, with the normal of that body.
            let centres = [at[0].point - balls.hold * at[0].normal, at[1].point + balls.spare * at[1].normal];
            let local = |side: usize| instant.rotations[side].transpose() * (centres[side] - instant.origins[side]);
            let [Some(first), Some(second)] = [piece_at(&of_inner, time), piece_at(&of_outer, time)] else {
                return Ok(false);
            };
            let Some(stretch) = nested_for([first, second], [local(0), local(1)], [time, beyond], &balls) else {
                return Ok(false);
            };
            let next = (time + stretch).min(first.span().upper()).min(second.span().upper());
            if next >= to {
                return Ok(true);
            }
            if !(next > time) {
                return Ok(false);
            }
            time = next;
        }
        Ok(false)
    }

    /// The lasting contact of a pair, if it has a single one.
    fn only_contact(&self, pair: [usize; 2]) -> Option<FollowedContact> {
        let body = *pair.iter().find(|&&body| self.bodies.is_free(body))?;
        let island = self.islands[self.tracks[body].island].as_ref()?;
        let mut contacts = island.followed.iter().filter(|one| one.pair() == pair);
        let contact = contacts.next()?;
        contacts.next().is_none().then(|| contact.clone())
    }
}

/// The last piece that has begun at an instant.
fn piece_at<'a, 'motion>(pieces: &'a [RigidPiece<'motion>], time: f64) -> Option<&'a RigidPiece<'motion>> {
    pieces.iter().rev().find(|one| one.span().lower() <= time)
}

/// Seconds for which two balls stay nested by more than a length, from an instant on; `None` if they are not.
fn nested_for(
    pieces: [&RigidPiece<'_>; 2],
    locals: [DVec3; 2],
    [time, beyond]: [f64; 2],
    balls: &NestedBalls,
) -> Option<f64> {
    let now = Interval::from(time);
    let placed = [0, 1].map(|side| {
        let pose = pieces[side].pose_during(now);
        let local = Vector3::point(locals[side].to_array());
        (pose.point(local), pose.velocity(local))
    });
    let between = placed[0].0 - placed[1].0;
    let moving = placed[0].1 - placed[1].1;
    let distance = between.length();
    let rest = now.hull(Interval::from(pieces[0].span().upper().min(pieces[1].span().upper())));
    let [a, b] = [0, 1].map(|side| pieces[side].rates(rest).acceleration_within(locals[side].length()));
    // Rounding of the contact: of the points, and of the normal times the radii.
    let margin = beyond + BALLS_MARGIN * (balls.hold + balls.spare + locals[0].length() + locals[1].length());
    let spare = (Interval::from(balls.spare) - Interval::from(balls.hold) - distance).lower() - margin;
    if !(spare > 0.0) || !(distance.lower() > 0.0) {
        return None;
    }
    let opening = (between.dot(moving) / distance).upper();
    let bend = ((moving.length_sq() / distance + Interval::from(a) + Interval::from(b)) * 0.5).upper();
    // The first root of spare − opening·t − bend·t².
    let discriminant = (opening * opening + 4.0 * bend * spare).sqrt();
    let time = 2.0 * spare / (opening + discriminant);
    (time > 0.0).then_some(time * (1.0 - 16.0 * f64::EPSILON))
}
