//! An implicit solid that comes within the separation of another body, be it of faces or implicit as well.
//!
//! **Question.** At which instants is the least distance between a part of the boundary of the implicit solid `b` and an element of
//! `a`, or a part of the boundary of the implicit solid `a`, the separation for the first time, and in which direction?
//!
//! **Idea.** The unknowns are the place on `a` (its parameters, or three coordinates), the unit vector `e` from `b` to `a`, and the time; the
//! place on `b` follows, a separation back along `e`. Functions vanish at their places, and `e` is across all tangents: parallel to
//! the gradient of a smooth part, across a crease. As many equations as unknowns, whatever touches; and as the separation tends to zero they tend to
//! those of contact, since the place on `b` hardly depends on `e` then. For the same reason `e` need not be cut into pieces: it
//! follows from the gradients over the box.
//!
//! **Guarantee.** No first approach after the start of the stretch is excluded: proved in `docs/notes/curved-contact.md`, *Clearance*.
//! Every solution is a pair of places that far apart, so that none is too early either.
//!
//! **Cost.** One evaluation of every function with its gradient, up to twice over the box and once in its middle.
//!
//! **Source.** Ours, after Snyder et al. 1993, eqs. 4–6 and section 2.2, with distance in place of contact.

mod conditions;
mod equations;

use super::Clearance;
use super::direction::{cone, unit};
use crate::curved::element::SharedElement;
use crate::curved::solids::{Field, SeenFromA, field};
use crate::curved::touching::Setting;
use crate::tolerance::{DIRECTION_RANGE, LOOK_AGAIN};
use glam::DVec3;
use std::rc::Rc;
use tangency_geometry::Solid;
use tangency_geometry::solid::{self, SolidWork as Workspace};
use tangency_geometry::surface::SurfaceJet as Jet;
use tangency_interval::{Interval, Vector, Vector3};

/// What of an implicit solid may touch.
pub(in crate::curved) type Boundary<'question> = (&'question Solid, &'question solid::SolidElement);

/// What `a` may touch with.
pub(in crate::curved) enum Base<'question> {
    /// A face, an edge or a vertex.
    Element(SharedElement<'question>),
    /// A part of the boundary of an implicit solid.
    Boundary(Boundary<'question>),
}

/// An element or a boundary of `a`, and a boundary of `b`, the separation apart.
pub(in crate::curved) struct Beside<'question> {
    base: Base<'question>,
    b: Boundary<'question>,
    setting: Rc<Setting<'question>>,
    clearance: Clearance,
    /// The place on `a`, the direction, the distance if it is not known, the time.
    region: Vec<Interval>,
    work: Workspace,
}

/// The place on `a` over a box, with its derivatives.
struct Place {
    point: Vector3,
    /// By the first unknowns.
    ways: [Vector3; 3],
    /// By time.
    rate: Vector3,
    /// Of an element of faces.
    jet: Option<Jet>,
}

/// What is known over a box.
struct Over {
    place: Place,
    direction: Vector3,
    /// The place on `b`.
    other: Vector3,
    of_a: Vec<Field>,
    of_b: Vec<Field>,
}

impl<'question> Beside<'question> {
    /// `None` if they are farther apart than the separation during the whole span.
    pub(in crate::curved) fn new(
        base: Base<'question>,
        b: Boundary<'question>,
        setting: &Rc<Setting<'question>>,
        time: Interval,
        clearance: Clearance,
    ) -> Option<Self> {
        let mut region = match &base {
            Base::Element(element) => element.borrow().domain(),
            Base::Boundary((solid, _)) => {
                let moved = setting.frame.during(time).point(solid.bounding_box());
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
        Some(Self { base, b, setting: Rc::clone(setting), clearance, region, work: Workspace::default() })
    }

    /// How many unknowns the place on `a` has.
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

    /// The place on `a`; `None` where it is not smooth.
    fn place_on_a(&mut self, region: &[Interval], second_order: bool) -> Option<Place> {
        let (_, _, time) = self.split(region);
        let count = self.places();
        match &self.base {
            Base::Element(element) => {
                let mut element = element.borrow_mut();
                let (jet, deforms) = (element.piece(&region[..count], time).jet?, element.deforms());
                let relative = self.setting.frame.during(time);
                let mut moved = relative.first_order(&jet, deforms);
                if second_order {
                    moved = relative.second_order(&jet, moved, deforms);
                }
                let ways = [moved.du, moved.dv, Vector3::ZERO];
                Some(Place { point: moved.point, ways, rate: moved.dt, jet: Some(moved) })
            }
            Base::Boundary(_) => {
                let point = Vector([region[0], region[1], region[2]]);
                Some(Place { point, ways: [0, 1, 2].map(axis), rate: Vector3::ZERO, jet: None })
            }
        }
    }

    /// The functions of `a` at its place.
    fn fields_of_a(&mut self, place: Vector3, time: Interval) -> Option<Vec<Field>> {
        let Base::Boundary((solid, part)) = self.base else { return Some(Vec::new()) };
        let seen = SeenFromA::new(&self.setting.frame.during(time), place);
        let of = |&leaf: &usize| field(&solid.leaves()[leaf], Some(&seen), place, time, &mut self.work);
        part.leaves().iter().map(of).collect()
    }

    /// The functions of `b` at its place.
    fn fields_of_b(&mut self, place: Vector3, time: Interval) -> Option<Vec<Field>> {
        let (solid, part) = self.b;
        let of = |&leaf: &usize| field(&solid.leaves()[leaf], None, place, time, &mut self.work);
        part.leaves().iter().map(of).collect()
    }

    /// The outward normal of the face of `a`, in the frame of `b`, if that is what it is.
    fn facing(&self, place: &Place) -> Option<Vector3> {
        let Base::Element(element) = &self.base else { return None };
        element.borrow().facing(place.jet.as_ref()?.normal(), self.setting.solid[0])
    }

    /// What is known over a box, with the direction as narrow as the gradients make it. `Err` if nothing in it is a solution, `Ok(None)` if
    /// something is not smooth.
    fn narrowed(&mut self, region: &[Interval]) -> Result<Option<Over>, Excluded> {
        let (mut direction, distance, time) = self.split(region);
        let Some(place) = self.place_on_a(region, false) else { return Ok(None) };
        direction = within(direction, Vector([Interval::between(-1.0, 1.0); 3]))?;
        if distance.lower() > 0.0 {
            // The place on `b` is in its box.
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
        if narrower.width() < LOOK_AGAIN * other.width() {
            let Some(again) = self.fields_of_b(narrower, time) else { return Ok(None) };
            direction = within(direction, gradient_cone(&again))?;
            of_b = again;
        }
        other = place.point - direction * distance;
        Ok(Some(Over { place, direction, other, of_a, of_b }))
    }

    /// The place on `a` and that on `b`, whether anything is smooth or not.
    fn both_places(&mut self, region: &[Interval]) -> [Vector3; 2] {
        let (direction, distance, time) = self.split(region);
        let count = self.places();
        let place = match &self.base {
            Base::Element(element) => {
                let piece = element.borrow_mut().piece(&region[..count], time).point;
                self.setting.frame.during(time).point(piece)
            }
            Base::Boundary(_) => Vector([region[0], region[1], region[2]]),
        };
        let direction = direction.intersection(Vector([Interval::between(-1.0, 1.0); 3]));
        let direction = if direction.is_empty() { self.split(region).0 } else { direction };
        [place, place - direction * distance]
    }
}

/// Nothing in a box is a solution.
struct Excluded;

/// What both have in common.
fn within(direction: Vector3, other: Vector3) -> Result<Vector3, Excluded> {
    let both = direction.intersection(other);
    if both.is_empty() { Err(Excluded) } else { Ok(both) }
}

/// The directions out of the solid where these functions vanish.
fn gradient_cone(fields: &[Field]) -> Vector3 {
    cone(fields.iter().map(|field| field.gradient))
}

/// The unit vector along a coordinate.
fn axis(index: usize) -> Vector3 {
    Vector3::point(DVec3::AXES[index].to_array())
}
