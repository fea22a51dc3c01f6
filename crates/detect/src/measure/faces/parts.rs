//! The elements of a body of faces at an instant, and their parts.
//!
//! **Question.** Where are the faces of a body, the curves that bound them and the ends of these curves, and what are
//! their derivatives over a part of them?
//!
//! **Idea.** A face belongs to its body where its trim says so. The least distance from anything is at a point within a
//! face, where the slopes by both parameters vanish, within a curve that bounds it, where one does, or at the end of
//! such a curve. Curves are taken from every face that they bound, so that gaps between neighbours do no harm. Parts
//! are halved on demand, and kept for all pairs that need them.
//!
//! **Guarantee.** Jets enclose the exact parts in the world. Parts that are proved to lie outside of the trim are left
//! out.
//!
//! **Cost.** One or two jets of the face for each part.

use super::local::{PartJet, PlainJet};
use crate::Moving;
use crate::prepared::Prepared;
use glam::DVec3;
use tangency_bound::{Aabb, EnclosedPlacement};
use tangency_geometry::spline::SplinePart;
use tangency_geometry::surface::{Brep, PatchWork, SurfaceJet, TrimCurve};
use tangency_geometry::{Placement, Pose};
use tangency_interval::{Interval, Vector3};

/// An element of the surface of a body.
#[derive(Clone, Debug)]
pub(super) enum Element {
    /// A face, within its trim.
    Face(usize),
    /// A curve that bounds a face.
    Curve(usize, TrimCurve),
    /// An end of such a curve: the face, and the parameters.
    Point(usize, [f64; 2]),
}

impl Element {
    pub(super) fn face(&self) -> usize {
        match self {
            Self::Face(face) | Self::Curve(face, _) | Self::Point(face, _) => *face,
        }
    }

    /// The number of its parameters.
    pub(super) fn free(&self) -> usize {
        match self {
            Self::Face(_) => 2,
            Self::Curve(..) => 1,
            Self::Point(..) => 0,
        }
    }
}

/// A part of an element.
pub(super) struct Part {
    pub(super) element: usize,
    pub(super) sides: [Interval; 2],
    /// `None` where there may be a kink.
    pub(super) jet: Option<PartJet>,
    pub(super) extent: Aabb,
    /// The coefficients of a part of a spline, until it is halved.
    kept: Option<Box<SplinePart>>,
    halves: Option<[Option<usize>; 2]>,
}

impl Part {
    pub(super) fn size(&self) -> f64 {
        (self.extent.upper() - self.extent.lower()).length()
    }

    /// The box of parameters, relative to its middle.
    pub(super) fn offsets(&self) -> [Interval; 2] {
        self.sides.map(|side| side - Interval::from(side.mid()))
    }
}

/// A body of faces at an instant, with the parts that were looked at.
pub(super) struct FaceParts<'body> {
    pub(super) brep: &'body Brep,
    placed: EnclosedPlacement,
    pose: Pose,
    pub(super) elements: Vec<Element>,
    pub(super) parts: Vec<Part>,
    /// The parts of each face: itself, and, after they were asked for, its curves and their ends.
    whole: Vec<Vec<usize>>,
    work: PatchWork,
}

impl<'body> FaceParts<'body> {
    /// The elements of a body. `None` if it is no body of faces, deforms, or moves otherwise than rigidly.
    pub(super) fn new(body: &'body Moving, at: f64) -> Option<Self> {
        let Prepared::Faces(faces) = body.prepared() else { return None };
        let brep = &faces.brep;
        let placed = EnclosedPlacement::of(&body.motion().during(Interval::from(at)))?;
        let Placement::Pose(pose) = body.motion().at(at) else { return None };
        if brep.deforms() {
            return None;
        }
        if brep.faces().iter().any(|face| face.trim().is_none()) {
            return None;
        }
        let (elements, parts, whole) = (Vec::new(), Vec::new(), Vec::new());
        let mut found = Self { brep, placed, pose, elements, parts, whole, work: PatchWork::default() };
        for face in 0..brep.faces().len() {
            let part = found.add_whole(Element::Face(face));
            found.whole.push(vec![part]);
        }
        Some(found)
    }

    /// The part that is a whole face.
    pub(super) fn whole(&self, face: usize) -> usize {
        self.whole[face][0]
    }

    /// A face, the curves that bound it, and their ends.
    pub(super) fn parts_of(&mut self, face: usize) -> Vec<usize> {
        if self.whole[face].len() == 1 {
            let brep = self.brep;
            let loops = brep.faces()[face].trim().map_or(&[][..], |trim| trim.loops());
            for curve in loops.iter().flatten() {
                let parts = [Element::Curve(face, curve.clone()), Element::Point(face, curve.start().to_array())]
                    .map(|element| self.add_whole(element));
                self.whole[face].extend(parts);
            }
        }
        self.whole[face].clone()
    }

    fn add_whole(&mut self, element: Element) -> usize {
        self.elements.push(element);
        let element = self.elements.len() - 1;
        self.add(element, self.domain(element), None)
    }

    /// The ranges of the parameters of an element. Those that do not run are zero.
    pub(super) fn domain(&self, element: usize) -> [Interval; 2] {
        match &self.elements[element] {
            Element::Face(face) => self.brep.faces()[*face].patch().domain(),
            Element::Curve(..) => [Interval::between(0.0, 1.0), Interval::ZERO],
            Element::Point(..) => [Interval::ZERO; 2],
        }
    }

    /// The parameters on the face of a point of an element.
    pub(super) fn on_face(&self, element: usize, at: [f64; 2]) -> [f64; 2] {
        match &self.elements[element] {
            Element::Face(_) => at,
            Element::Curve(_, curve) => curve.at(at[0]).to_array(),
            Element::Point(_, parameters) => *parameters,
        }
    }

    /// Whether a part may belong to the body.
    fn may_belong(&self, element: usize, sides: [Interval; 2]) -> bool {
        match &self.elements[element] {
            Element::Face(face) => !self.brep.faces()[*face].outside(sides),
            Element::Curve(..) | Element::Point(..) => true,
        }
    }

    /// `kept`: its coefficients, if a larger part had some.
    fn add(&mut self, element: usize, sides: [Interval; 2], kept: Option<SplinePart>) -> usize {
        let kept = match &self.elements[element] {
            Element::Face(face) => kept.or_else(|| self.brep.faces()[*face].patch().part(sides)),
            Element::Curve(..) | Element::Point(..) => None,
        };
        let jet = match &kept {
            Some(kept) => Some(self.face_jet(kept.jets())),
            None => self.jet(element, sides),
        };
        let point = match &jet {
            Some(jet) => jet.point,
            None => self.place(element, sides),
        };
        let kept = kept.map(Box::new);
        self.parts.push(Part { element, sides, jet, extent: Aabb::of(point), kept, halves: None });
        self.parts.len() - 1
    }

    /// A part of a face in the world, by its jets there and at its middle.
    fn face_jet(&self, [jet, centre]: [SurfaceJet; 2]) -> PartJet {
        let (turn, shift) = (self.placed.rotation, self.placed.translation);
        PartJet {
            free: 2,
            point: turn * jet.point + shift,
            centre: turn * centre.point + shift,
            first: [turn * jet.du, turn * jet.dv],
            second: [turn * jet.duu, turn * jet.duv, turn * jet.dvv],
        }
    }

    /// Holds all points of a part, in the world. Kinks do no harm.
    pub(super) fn place(&mut self, element: usize, sides: [Interval; 2]) -> Vector3 {
        let [u, v] = match &self.elements[element] {
            Element::Face(_) => sides,
            Element::Curve(_, curve) => curve.region(sides[0]),
            Element::Point(_, parameters) => parameters.map(Interval::from),
        };
        let patch = self.brep.faces()[self.elements[element].face()].patch();
        self.placed.rotation * patch.point([u, v, Interval::ZERO], &mut self.work) + self.placed.translation
    }

    /// Points and derivatives over a part, in the world. `None` where there may be a kink.
    pub(super) fn jet(&mut self, element: usize, sides: [Interval; 2]) -> Option<PartJet> {
        let patch = self.brep.faces()[self.elements[element].face()].patch();
        let (turn, shift) = (self.placed.rotation, self.placed.translation);
        let zero = Vector3::ZERO;
        match &self.elements[element] {
            Element::Face(_) => {
                let [u, v] = sides;
                let jets = patch.jets([u, v, Interval::ZERO], &mut self.work)?;
                Some(self.face_jet(jets))
            }
            Element::Curve(_, curve) => {
                let trim = curve.jet(sides[0]);
                let [u, v] = trim.point;
                let [jet, _] = patch.jets([u, v, Interval::ZERO], &mut self.work)?;
                let middle = curve.region(Interval::from(sides[0].mid()));
                let centre = patch.point([middle[0], middle[1], Interval::ZERO], &mut self.work);
                let ([u, v], [bend_u, bend_v]) = (trim.ds, trim.dss);
                let along = jet.du * u + jet.dv * v;
                let square = jet.duu * u.sqr() + jet.duv * (u * v * 2.0) + jet.dvv * v.sqr();
                let bend = square + jet.du * bend_u + jet.dv * bend_v;
                let offset = sides[0] - Interval::from(sides[0].mid());
                let point = jet.point.intersection(centre + along * offset);
                Some(PartJet {
                    free: 1,
                    point: turn * point + shift,
                    centre: turn * centre + shift,
                    first: [turn * along, zero],
                    second: [turn * bend, zero, zero],
                })
            }
            Element::Point(_, parameters) => {
                let [u, v] = parameters.map(Interval::from);
                let point = turn * patch.point([u, v, Interval::ZERO], &mut self.work) + shift;
                Some(PartJet { free: 0, point, centre: point, first: [zero; 2], second: [zero; 3] })
            }
        }
    }

    /// The same at a point of an element, in floating point.
    pub(super) fn plain_jet(&mut self, element: usize, at: [f64; 2]) -> PlainJet {
        let patch = self.brep.faces()[self.elements[element].face()].patch();
        let on_face = match &self.elements[element] {
            Element::Face(_) => [at[0], at[1]],
            Element::Curve(_, curve) => curve.at(at[0]).to_array(),
            Element::Point(_, parameters) => *parameters,
        };
        let [point, du, dv, duu, duv, dvv] = patch.derivatives_at(on_face[0], on_face[1], 0.0, &mut self.work);
        let (first, second) = match &self.elements[element] {
            Element::Face(_) => ([du, dv], [duu, duv, dvv]),
            Element::Curve(_, curve) => {
                let [_, along, bend] = curve.derivatives_at(at[0]);
                let square = duu * along.x * along.x + 2.0 * duv * along.x * along.y + dvv * along.y * along.y;
                let second = square + du * bend.x + dv * bend.y;
                ([du * along.x + dv * along.y, DVec3::ZERO], [second, DVec3::ZERO, DVec3::ZERO])
            }
            Element::Point(..) => ([DVec3::ZERO; 2], [DVec3::ZERO; 3]),
        };
        let turned = |vector: DVec3| self.pose.rotation() * vector;
        PlainJet {
            free: self.elements[element].free(),
            point: self.pose.apply(point),
            first: first.map(turned),
            second: second.map(turned),
        }
    }

    /// The outward normal of a face, in the world; `None` if it is not known.
    pub(super) fn outward(&mut self, face: usize, at: [f64; 2]) -> Option<Vector3> {
        let face = &self.brep.faces()[face];
        let [u, v] = at.map(Interval::from);
        let jet = face.patch().jet([u, v, Interval::ZERO], &mut self.work)?;
        Some(self.placed.rotation * face.facing().outward(jet.normal())?)
    }

    /// Whether a part can be halved.
    pub(super) fn is_divisible(&self, part: usize) -> bool {
        let Part { element, sides, .. } = &self.parts[part];
        match &self.elements[*element] {
            Element::Face(_) => sides.iter().any(|side| divisible(*side)),
            Element::Curve(..) => divisible(sides[0]),
            Element::Point(..) => false,
        }
    }

    /// The halves of a part along its longer side, without those that do not belong to the body.
    pub(super) fn halves(&mut self, part: usize) -> [Option<usize>; 2] {
        if let Some(known) = self.parts[part].halves {
            return known;
        }
        let Part { element, sides, jet, .. } = &self.parts[part];
        let (element, sides) = (*element, *sides);
        let length = |k: usize| {
            let speed = jet.as_ref().map_or(1.0, |jet| jet.first[k].length().upper());
            if divisible(sides[k]) { sides[k].width() * speed } else { -1.0 }
        };
        let axis = match &self.elements[element] {
            Element::Face(_) => usize::from(length(1) > length(0)),
            Element::Curve(..) | Element::Point(..) => 0,
        };
        let cut = match &self.elements[element] {
            Element::Face(face) => self.brep.faces()[*face].patch().cut(axis, sides[axis]),
            Element::Curve(..) | Element::Point(..) => sides[axis].mid(),
        };
        let [low, high] = self.parts[part]
            .kept
            .take()
            .and_then(|kept| kept.halves(axis))
            .map_or([None, None], |halves| halves.map(Some));
        let ranges = [Interval::between(sides[axis].lower(), cut), Interval::between(cut, sides[axis].upper())];
        let mut halves = [None; 2];
        for ((half, range), kept) in halves.iter_mut().zip(ranges).zip([low, high]) {
            let mut sides = sides;
            sides[axis] = range;
            *half = self.may_belong(element, sides).then(|| self.add(element, sides, kept));
        }
        self.parts[part].halves = Some(halves);
        halves
    }
}

/// Whether the middle of a range is between its ends.
fn divisible(side: Interval) -> bool {
    let middle = side.mid();
    side.lower() < middle && middle < side.upper()
}
