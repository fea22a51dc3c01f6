//! The contacts of two convex bodies that are close along a direction.
//!
//! **Question.** Two convex bodies are close along a direction at an instant. At which points do they touch, and does
//! the contact certainly exist?
//!
//! **Idea.** The parts of the bodies that touch are extreme along the direction: a point, a segment, a polygon or a
//! disc on either side. The contact region is the intersection of the two parts, projected along the direction. It is a
//! convex polygon, and its corners are the contacts (`region`). The contact exists within a window of time if two
//! points of the bodies are proved to be within the separation at the end of the window.
//!
//! **Guarantee.** `proved` means that a contact exists within the bracket, for the exact bodies and motions. The
//! contacts are points of both bodies, up to their gap and rounding. Discs are represented by inscribed polygons.
//!
//! **Cost.** About a microsecond.

use super::gap::{ConvexView, PlacedPair};
use super::region::{ContactPlane, common_region, extreme_part};
use super::simplex::Simplex;
use crate::flight::Flight;
use crate::limits::ContactThreshold;
use crate::tolerance::{EXISTENCE_REACH, EXISTENCE_WINDOWS, SAME_POINT, TIME_RESOLUTION};
use crate::touch::{feature_of_triangle, nearest_feature};
use crate::{Facets, Moving, Prepared};
use glam::DVec3;
use tangency_geometry::{Contact, Convex, Feature, Mesh};
use tangency_interval::Interval;

/// Two convex bodies during a smooth interval of time.
pub(super) struct ConvexTouch<'touch, 'motion> {
    pub(super) sides: [TouchSide<'touch>; 2],
    pub(super) views: [ConvexView<'touch>; 2],
    pub(super) flight: &'touch Flight<'motion>,
}

/// What names the features of a body.
#[derive(Clone, Copy, Debug)]
pub(super) enum TouchSide<'touch> {
    /// A convex polyhedron.
    Polyhedron(&'touch Facets),
    /// A triangle of a mesh.
    Triangle(&'touch Mesh, u32),
    /// A convex body.
    Convex(&'touch Convex),
    /// A body without named parts.
    Whole,
}

impl<'touch> TouchSide<'touch> {
    pub(super) fn of(moving: &'touch Moving) -> Self {
        match moving.prepared() {
            Prepared::Facets(facets) => Self::Polyhedron(facets),
            Prepared::Convex(convex) => Self::Convex(convex.prepared().shape()),
            Prepared::Faces(_)
            | Prepared::Implicit(_)
            | Prepared::Rounded(_)
            | Prepared::HalfSpace(_)
            | Prepared::HeightMap(_)
            | Prepared::Compound(_) => Self::Whole,
        }
    }

    /// The feature at a point of the surface, in the frame of the body.
    fn feature(self, point: DVec3) -> Feature {
        match self {
            Self::Polyhedron(facets) => nearest_feature(facets.mesh(), point),
            Self::Triangle(mesh, index) => feature_of_triangle(mesh, index, point),
            Self::Convex(convex) => convex.feature_at(point),
            Self::Whole => Feature::Part(0),
        }
    }
}

/// The instant of a touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct MeetingInstant {
    /// Seconds. The bracket.
    pub(super) time: Interval,
    /// The unit normal from `a` to `b`.
    pub(super) direction: DVec3,
    pub(super) proved: bool,
    pub(super) initial: bool,
    /// Points near the closest ones; none if they are not known.
    pub(super) simplex: Simplex,
}

impl MeetingInstant {
    /// The bracket of a contact of bodies that are apart before `time`: up to the end of the first window in which the
    /// contact is proved. `simplex`: points that are close then.
    pub(super) fn first(
        touch: &ConvexTouch<'_, '_>,
        time: f64,
        direction: DVec3,
        separation: f64,
        simplex: Simplex,
    ) -> Self {
        let [_, end] = touch.flight.ends;
        let length = touch.flight.length();
        let [shortest, growth] = EXISTENCE_WINDOWS;
        let windows = std::iter::successors(Some(shortest * TIME_RESOLUTION), |window| Some(growth * window));
        let mut lates =
            windows.take_while(|&window| window <= EXISTENCE_REACH).map(|window| (time + window * length).min(end));
        let proved = lates.clone().find(|&late| touch.within(late, separation, &simplex));
        let late = proved.or_else(|| lates.next()).unwrap_or(end);
        Self { time: Interval::between(time, late), direction, proved: proved.is_some(), initial: false, simplex }
    }
}

impl MeetingInstant {
    /// The touch at an instant before which the bodies are apart, measured from nothing. `None` if they are not shown
    /// to be within the tolerance. `excess`: the views exceed the bodies by this much, in metres.
    pub(super) fn later(
        touch: &ConvexTouch<'_, '_>,
        time: f64,
        threshold: ContactThreshold,
        excess: f64,
    ) -> Option<Self> {
        let gap = touch.pair_at(time).gap(true);
        let close = gap.gap.upper() + touch.flight.rounding + excess <= threshold.separation + threshold.tolerance;
        close.then(|| Self::first(touch, time, gap.normal, threshold.separation - excess, Simplex::default()))
    }

    /// The touch at the start of a smooth interval. `None` if the bodies are not shown to be within the tolerance.
    /// `excess`: the views exceed the bodies by this much, in metres. `initial`: it is the start of the span.
    pub(super) fn start(
        touch: &ConvexTouch<'_, '_>,
        threshold: ContactThreshold,
        excess: f64,
        initial: bool,
    ) -> Option<Self> {
        let time = touch.flight.ends[0];
        let gap = touch.pair_at(time).gap(true);
        // The poses are rounded too.
        let upper = gap.gap.upper() + touch.flight.rounding;
        let close = upper + excess <= threshold.separation + threshold.tolerance;
        let proved = upper + excess <= threshold.separation;
        close.then(|| Self { time: time.into(), direction: gap.normal, proved, initial, simplex: Simplex::default() })
    }
}

impl<'touch> ConvexTouch<'touch, '_> {
    /// The bodies at an instant.
    fn pair_at(&self, time: f64) -> PlacedPair<'touch> {
        let poses = self.flight.pieces.each_ref().map(|piece| piece.pose(time));
        PlacedPair::new(self.views, poses.each_ref())
    }

    /// `true` proves that the bodies are within the separation at an instant. `simplex`: points that are close.
    fn within(&self, time: f64, separation: f64, simplex: &Simplex) -> bool {
        let pair = self.pair_at(time);
        let proves = |upper: f64| upper + self.flight.rounding <= separation;
        proves(pair.gap_of_points(simplex)) || proves(pair.gap_from(simplex, false).gap.upper())
    }

    /// All contacts at the start of the bracket.
    pub(super) fn contacts(&self, instant: MeetingInstant) -> Vec<Contact> {
        let MeetingInstant { time, proved, initial, .. } = instant;
        let [of_a, of_b] = self.flight.pieces.each_ref().map(|piece| piece.pose(time.lower()));
        // The direction of the search is precise to a part of the tolerance, this one to rounding.
        let pair = PlacedPair::new(self.views, [&of_a, &of_b]);
        let (placed, origin) = (pair.placed(), pair.origin());
        let measured = pair.gap_from(&instant.simplex, initial);
        let witness = (measured.gap.lower() > f64::NEG_INFINITY).then_some(measured);
        let direction = witness.map_or(instant.direction, |witness| witness.normal);
        let margin = SAME_POINT * self.flight.size();
        let part_a = extreme_part(self.views[0].function, placed.a.transpose() * direction, margin);
        let part_b = extreme_part(self.views[1].function, placed.b.transpose() * -direction, margin);
        let points_a: Vec<DVec3> = part_a.iter().map(|&point| placed.a * point).collect();
        let points_b: Vec<DVec3> = part_b.iter().map(|&point| placed.between + placed.b * point).collect();
        let most =
            |points: &[DVec3], along: DVec3| points.iter().map(|p| p.dot(along)).fold(f64::NEG_INFINITY, f64::max);
        let top = most(&points_a, direction) + self.views[0].radius;
        let bottom = -most(&points_b, -direction) - self.views[1].radius;
        let contact = |[on_a, on_b]: [DVec3; 2]| {
            let feature =
                |side: usize, point: DVec3| self.sides[side].feature([&of_a, &of_b][side].inverse().apply(point));
            Contact {
                time,
                point: 0.5 * (on_a + on_b),
                // Adding zero turns -0 into 0.
                normal: direction + DVec3::ZERO,
                gap: bottom - top,
                feature_a: feature(0, on_a),
                feature_b: feature(1, on_b),
                proved,
                initial,
            }
        };
        // The extreme parts of smooth bodies are points, which are known less precisely than the closest points.
        let single = |points: &[DVec3]| points.len() == 1;
        if let Some(witness) = witness
            && (single(&points_a) || single(&points_b))
        {
            return vec![contact(witness.points)];
        }
        let corners = common_region(&ContactPlane::across(direction), &points_a, &points_b, margin);
        let on_both = |corner: &DVec3| [top, bottom].map(|height| origin + *corner + height * direction);
        match (corners.as_slice(), witness) {
            ([_], Some(witness)) => vec![contact(witness.points)],
            (corners, _) => corners.iter().map(|corner| contact(on_both(corner))).collect(),
        }
    }
}
