//! An implicit solid that comes within the separation of another body, parametric or implicit.
//!
//! **Question.** At which instants is the least distance between a part of the boundary of the implicit solid `b`
//! and an element of `a`, or a part of the boundary of the implicit solid `a`, the separation for the first time,
//! and in which direction?
//!
//! **Idea.** The unknowns are the point on `a` (its parameters, or three coordinates), the unit vector `e` from `b`
//! to `a`, and the time. The point on `b` follows: one separation back along `e`. The functions vanish at their
//! points, and `e` is perpendicular to all tangents: parallel to the gradient of a smooth part, perpendicular to a
//! crease. There are as many equations as unknowns for every kind of pair. As the separation tends to zero, they
//! tend to those of contact, because the point on `b` then hardly depends on `e`. For the same reason `e` need not
//! be subdivided: it follows from the gradients over the box.
//!
//! **Guarantee.** No first approach after the start of the stretch is excluded: proved in
//! `docs/notes/curved-contact.md`, *Clearance*. Every solution is a pair of points exactly that far apart, so none
//! is too early either.
//!
//! **Cost.** One evaluation of every function with its gradient, up to twice over the box and once at its centre.
//!
//! **Source.** Ours, after Snyder et al. 1993, eqs. 4–6 and section 2.2, with distance in place of contact.

mod conditions;
mod equations;

use super::direction::{cone, unit};
use super::field::{FieldSlope, PlaceFromA, field};
use crate::curved::elements::SharedElement;
use crate::curved::equations::clearance::ClearanceGoal;
use crate::curved::equations::setting::PairSetting;
use crate::tolerance::{DIRECTION_RANGE, WORTHWHILE_NARROWING};
use glam::DVec3;
use std::rc::Rc;
use tangency_geometry::Solid;
use tangency_geometry::solid::{self, SolidWork};
use tangency_geometry::surface::SurfaceJet;
use tangency_interval::{Interval, Vector, Vector3};

/// A smooth part, crease or corner of the boundary of an implicit solid.
type SolidBoundary<'question> = (&'question Solid, &'question solid::SolidElement);

/// The part of `a` that comes close.
pub(in crate::curved) enum ApproachingPart<'question> {
    /// A face, an edge or a vertex.
    Element(SharedElement<'question>),
    /// A part of the boundary of an implicit solid.
    Boundary(SolidBoundary<'question>),
}

/// An element or a boundary of `a`, and a boundary of `b`, the separation apart.
pub(in crate::curved) struct SolidApproach<'question> {
    part_of_a: ApproachingPart<'question>,
    b: SolidBoundary<'question>,
    setting: Rc<PairSetting<'question>>,
    clearance: ClearanceGoal,
    /// The point on `a`, the direction, at the start the distance, and the time.
    region: Vec<Interval>,
    work: SolidWork,
}

/// The point on `a` over a box, with its derivatives.
struct PlaceOnA {
    point: Vector3,
    /// The derivatives by the first unknowns.
    derivatives: [Vector3; 3],
    /// The derivative by time.
    rate: Vector3,
    /// The jet of a parametric element.
    jet: Option<SurfaceJet>,
}

/// The enclosures over a box.
struct ApproachEnclosure {
    place: PlaceOnA,
    direction: Vector3,
    /// The point on `b`.
    other: Vector3,
    of_a: Vec<FieldSlope>,
    of_b: Vec<FieldSlope>,
}

impl<'question> SolidApproach<'question> {
    /// `None` if the boxes are farther apart than the separation during the whole span.
    pub(in crate::curved) fn new(
        part_of_a: ApproachingPart<'question>,
        b: SolidBoundary<'question>,
        setting: &Rc<PairSetting<'question>>,
        time: Interval,
        clearance: ClearanceGoal,
    ) -> Option<Self> {
        let mut region = match &part_of_a {
            ApproachingPart::Element(element) => element.borrow().domain(),
            ApproachingPart::Boundary((solid, _)) => {
                let moved = setting.frame().during(time).point(solid.bounding_box());
                let both = moved.intersection(clearance.around(b.0.bounding_box()));
                if both.is_empty() {
                    return None;
                }
                both.0.to_vec()
            }
        };
        region.extend([Interval::between(-DIRECTION_RANGE, DIRECTION_RANGE); 3]);
        if clearance.at_start {
            region.push(Interval::between(0.0, clearance.separation));
        }
        region.push(time);
        Some(Self { part_of_a, b, setting: Rc::clone(setting), clearance, region, work: SolidWork::default() })
    }

    /// The number of unknowns of the point on `a`.
    fn places(&self) -> usize {
        self.region.len() - 4 - usize::from(self.clearance.at_start)
    }

    /// The direction, the distance and the time.
    fn split(&self, region: &[Interval]) -> (Vector3, Interval, Interval) {
        let from = self.places();
        let direction = Vector([region[from], region[from + 1], region[from + 2]]);
        let distance =
            if self.clearance.at_start { region[from + 3] } else { Interval::from(self.clearance.separation) };
        (direction, distance, region[region.len() - 1])
    }

    /// The point on `a`; `None` where it is not smooth.
    fn place_on_a(&mut self, region: &[Interval], second_order: bool) -> Option<PlaceOnA> {
        let (_, _, time) = self.split(region);
        let count = self.places();
        match &self.part_of_a {
            ApproachingPart::Element(element) => {
                let mut element = element.borrow_mut();
                let (jet, deforms) = (element.enclosure(&region[..count], time).jet?, element.deforms());
                let relative = self.setting.frame().during(time);
                let mut moved = relative.first_order(&jet, deforms);
                if second_order {
                    moved = relative.second_order(&jet, moved, deforms);
                }
                let derivatives = [moved.du, moved.dv, Vector3::ZERO];
                Some(PlaceOnA { point: moved.point, derivatives, rate: moved.dt, jet: Some(moved) })
            }
            ApproachingPart::Boundary(_) => {
                let point = Vector([region[0], region[1], region[2]]);
                Some(PlaceOnA { point, derivatives: [0, 1, 2].map(axis), rate: Vector3::ZERO, jet: None })
            }
        }
    }

    /// The functions of `a` at its point.
    fn fields_of_a(&mut self, place: Vector3, time: Interval) -> Option<Vec<FieldSlope>> {
        let ApproachingPart::Boundary((solid, part)) = self.part_of_a else { return Some(Vec::new()) };
        let in_a = PlaceFromA::new(&self.setting.frame().during(time), place);
        let of = |&leaf: &usize| field(&solid.leaves()[leaf], Some(&in_a), place, time, &mut self.work);
        part.leaves().iter().map(of).collect()
    }

    /// The functions of `b` at its point.
    fn fields_of_b(&mut self, place: Vector3, time: Interval) -> Option<Vec<FieldSlope>> {
        let (solid, part) = self.b;
        let of = |&leaf: &usize| field(&solid.leaves()[leaf], None, place, time, &mut self.work);
        part.leaves().iter().map(of).collect()
    }

    /// The outward normal in the frame of `b`, if the part of `a` is a face whose outward side is known.
    fn facing(&self, place: &PlaceOnA) -> Option<Vector3> {
        let ApproachingPart::Element(element) = &self.part_of_a else { return None };
        element.borrow().facing(place.jet.as_ref()?.normal(), self.setting.is_solid(0))
    }

    /// The enclosures over a box, with the direction narrowed by the gradients. `Err` proves that the box contains
    /// no solution. `Ok(None)` if something is not smooth.
    fn narrowed(&mut self, region: &[Interval]) -> Result<Option<ApproachEnclosure>, Excluded> {
        let (mut direction, distance, time) = self.split(region);
        let Some(place) = self.place_on_a(region, false) else { return Ok(None) };
        direction = within(direction, Vector([Interval::between(-1.0, 1.0); 3]))?;
        if distance.lower() > 0.0 {
            // The point on `b` is in its bounding box.
            direction = within(direction, (place.point - self.b.0.bounding_box()) * distance.recip())?;
        }
        if let Some(normal) = self.facing(&place) {
            direction = within(direction, -unit(normal))?;
        }
        let Some(of_a) = self.fields_of_a(place.point, time) else { return Ok(None) };
        direction = within(direction, -gradient_cone(&of_a))?;
        let mut other = place.point - direction * distance;
        let Some(mut of_b) = self.fields_of_b(other, time) else { return Ok(None) };
        direction = within(direction, gradient_cone(&of_b))?;
        let narrower = place.point - direction * distance;
        if narrower.width() < WORTHWHILE_NARROWING * other.width() {
            let Some(again) = self.fields_of_b(narrower, time) else { return Ok(None) };
            direction = within(direction, gradient_cone(&again))?;
            of_b = again;
        }
        other = place.point - direction * distance;
        Ok(Some(ApproachEnclosure { place, direction, other, of_a, of_b }))
    }

    /// The points on `a` and on `b`, smooth or not.
    fn both_places(&mut self, region: &[Interval]) -> [Vector3; 2] {
        let (direction, distance, time) = self.split(region);
        let count = self.places();
        let place = match &self.part_of_a {
            ApproachingPart::Element(element) => {
                let piece = element.borrow_mut().enclosure(&region[..count], time).point;
                self.setting.frame().during(time).point(piece)
            }
            ApproachingPart::Boundary(_) => Vector([region[0], region[1], region[2]]),
        };
        let direction = direction.intersection(Vector([Interval::between(-1.0, 1.0); 3]));
        let direction = if direction.is_empty() { self.split(region).0 } else { direction };
        [place, place - direction * distance]
    }
}

/// Proof that a box contains no solution.
struct Excluded;

/// The intersection; `Err` if it is empty.
fn within(direction: Vector3, other: Vector3) -> Result<Vector3, Excluded> {
    let both = direction.intersection(other);
    if both.is_empty() { Err(Excluded) } else { Ok(both) }
}

/// The outward directions of the solid where these functions vanish.
fn gradient_cone(fields: &[FieldSlope]) -> Vector3 {
    cone(fields.iter().map(|field| field.gradient))
}

/// The unit vector along a coordinate axis.
fn axis(index: usize) -> Vector3 {
    Vector3::point(DVec3::AXES[index].to_array())
}
