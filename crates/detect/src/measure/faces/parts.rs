//! The elements of a body of faces at an instant, and their parts.
//!
//! **Question.** Where are the faces of a body, the curves that bound them and the ends of these curves, and what are
//! their derivatives over a part of them?
//!
//! **Idea.** A face belongs to its body where its trim says so. The least distance from anything is at a point within a
//! face, where the slopes by both parameters vanish, within a curve that bounds it, where one does, or at the end of
//! such a curve. Curves are taken from every face that they bound, so that gaps between neighbours do no harm. A face
//! without a trim is bounded by the sides of its domain. Meshes are bodies of flat faces ([`flat`](super::flat)), and
//! spheres, capsules, boxes and hulls are a mesh, a segment or a point with a radius around it. Parts are halved on
//! demand, and kept for all pairs that need them.
//!
//! **Guarantee.** Jets enclose the exact parts in the world. Parts that are proved to lie outside of the trim are left
//! out.
//!
//! **Cost.** One or two jets of the face for each part.

use super::flat::{self, FlatElement};
use super::local::{PartJet, PlainJet};
use crate::prepared::Prepared;
use crate::{Facets, Moving};
use glam::{DVec2, DVec3};
use std::collections::HashMap;
use tangency_bound::{Aabb, EnclosedPlacement};
use tangency_geometry::spline::SplinePart;
use tangency_geometry::surface::{Brep, Face, PatchWork, SurfaceJet, TrimCurve};
use tangency_geometry::{ConvexCore, Feature, Placement, Pose};
use tangency_interval::{Interval, Vector3};

/// An element of the surface of a body.
#[derive(Clone, Debug)]
pub(super) enum Element<'body> {
    /// A face, within its trim.
    Face(BodyFace<'body>),
    /// A curve that bounds a face.
    Curve(BodyFace<'body>, TrimCurve),
    /// An end of such a curve: the face, and the parameters.
    Point(BodyFace<'body>, [f64; 2]),
    /// A triangle, a side of one, or a corner.
    Flat(FlatElement),
    /// A range of the triangles of a mesh, in the order of its tree.
    Group([usize; 2]),
}

/// A face of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyFace<'body> {
    pub(super) index: usize,
    pub(super) face: &'body Face,
}

/// The faces of a body.
#[derive(Clone, Copy)]
enum Surface<'body> {
    Curved(&'body Brep),
    Flat(&'body Facets),
}

impl Element<'_> {
    pub(super) fn face(&self) -> usize {
        match self {
            Self::Face(face) | Self::Curve(face, _) | Self::Point(face, _) => face.index,
            Self::Flat(flat) => flat.triangle,
            Self::Group(_) => 0,
        }
    }

    /// `true` proves that all of the box of parameters belongs to the element.
    pub(super) fn inside(&self, sides: [Interval; 2]) -> bool {
        match self {
            Self::Face(of) => of.face.inside(sides),
            Self::Curve(..) => sides[0].subset(Interval::between(0.0, 1.0)),
            Self::Point(..) => true,
            Self::Flat(flat) => flat.inside(sides),
            Self::Group(_) => false,
        }
    }

    /// The number of its parameters.
    pub(super) fn free(&self) -> usize {
        match self {
            Self::Face(_) => 2,
            Self::Curve(..) => 1,
            Self::Point(..) | Self::Group(_) => 0,
            Self::Flat(flat) => flat.free,
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
    surface: Surface<'body>,
    /// Metres. The body consists of all points within this distance of its faces.
    pub(super) radius: f64,
    /// Metres. Bounds the rounding error of the faces.
    pub(super) rounding: f64,
    placed: EnclosedPlacement,
    pose: Pose,
    pub(super) elements: Vec<Element<'body>>,
    pub(super) parts: Vec<Part>,
    /// The parts of each face: itself, and, after they were asked for, its curves and their ends. Of a mesh: those of
    /// all
    /// triangles together, as one group.
    whole: Vec<Vec<usize>>,
    /// The triangles of a mesh in the order of its tree.
    order: Vec<u32>,
    /// The parts of triangles that were looked at.
    of_triangles: HashMap<usize, Vec<usize>>,
    work: PatchWork,
}

impl<'body> FaceParts<'body> {
    /// The elements of a body. `None` if it has no faces, deforms, or moves otherwise than rigidly.
    pub(super) fn new(body: &'body Moving, at: f64) -> Option<Self> {
        let (surface, radius, rounding) = surface_of(body.prepared())?;
        let placed = EnclosedPlacement::of(&body.motion().during(Interval::from(at)))?;
        let Placement::Pose(pose) = body.motion().at(at) else { return None };
        let (elements, parts, whole) = (Vec::new(), Vec::new(), Vec::new());
        let order = match surface {
            Surface::Curved(_) => Vec::new(),
            Surface::Flat(facets) => facets.tree().items().collect(),
        };
        let (of_triangles, work) = (HashMap::new(), PatchWork::default());
        Some(Self { surface, radius, rounding, placed, pose, elements, parts, whole, order, of_triangles, work })
    }

    /// Whether its faces are curved.
    pub(super) fn is_curved(&self) -> bool {
        matches!(self.surface, Surface::Curved(_))
    }

    /// The number of its faces. A mesh counts as one.
    pub(super) fn count(&self) -> usize {
        match self.surface {
            Surface::Curved(brep) => brep.faces().len(),
            Surface::Flat(_) => 1,
        }
    }

    /// Adds a part for each face.
    pub(super) fn begin(&mut self) {
        for index in 0..self.count() {
            let element = match self.surface {
                Surface::Curved(brep) => Element::Face(BodyFace { index, face: &brep.faces()[index] }),
                Surface::Flat(_) => Element::Group([0, self.order.len()]),
            };
            let part = self.add_whole(element);
            self.whole.push(vec![part]);
        }
    }

    /// Whether the body has an inside.
    pub(super) fn is_solid(&self) -> bool {
        match self.surface {
            Surface::Curved(brep) => brep.is_solid(),
            Surface::Flat(facets) => facets.is_solid(),
        }
    }

    /// A number for each face, the same for faces that are connected.
    pub(super) fn connected(&self) -> Vec<usize> {
        match self.surface {
            Surface::Curved(brep) => connected(brep),
            Surface::Flat(facets) => flat::connected(facets.mesh()),
        }
    }

    /// The feature at a point of an element.
    pub(super) fn feature(&self, element: usize, at: [f64; 2]) -> Feature {
        match (&self.elements[element], self.surface) {
            (Element::Flat(flat), Surface::Flat(facets)) => flat.feature(facets.mesh(), at),
            (other, _) => Feature::Patch { index: other.face() as u32, parameters: self.on_face(element, at) },
        }
    }

    /// The part that is a whole face.
    pub(super) fn whole(&self, face: usize) -> usize {
        self.whole[face][0]
    }

    /// A face, the curves that bound it, and their ends.
    pub(super) fn parts_of(&mut self, face: usize) -> Vec<usize> {
        if let Surface::Curved(brep) = self.surface
            && self.whole[face].len() == 1
        {
            let of = BodyFace { index: face, face: &brep.faces()[face] };
            for curve in borders(of.face) {
                let start = curve.start().to_array();
                let parts = [Element::Curve(of, curve), Element::Point(of, start)].map(|part| self.add_whole(part));
                self.whole[face].extend(parts);
            }
        }
        self.whole[face].clone()
    }

    /// Boxes around points of a face, or of a triangle of a mesh.
    pub(super) fn corners(&mut self, face: usize) -> Vec<Aabb> {
        if let Surface::Flat(facets) = self.surface {
            return facets.mesh().corners(face).map(|corner| Aabb::of(self.world(corner))).to_vec();
        }
        let parts = self.parts_of(face).into_iter().map(|part| &self.parts[part]);
        parts.filter(|part| matches!(self.elements[part.element], Element::Point(..))).map(|part| part.extent).collect()
    }

    /// Holds a point of the body in the world.
    fn world(&self, point: DVec3) -> Vector3 {
        self.placed.rotation * flat::enclosed(point) + self.placed.translation
    }

    /// Whether a part is a group of triangles.
    pub(super) fn is_group(&self, part: usize) -> bool {
        matches!(self.elements[self.parts[part].element], Element::Group(_))
    }

    /// What a part consists of: its halves, or the elements of a single triangle.
    pub(super) fn children(&mut self, part: usize) -> Vec<usize> {
        let (Element::Group([first, end]), Surface::Flat(facets)) =
            (&self.elements[self.parts[part].element], self.surface)
        else {
            return self.halves(part).into_iter().flatten().collect();
        };
        let (first, end) = (*first, *end);
        if end - first == 1 {
            let triangle = self.order[first] as usize;
            if let Some(known) = self.of_triangles.get(&triangle) {
                return known.clone();
            }
            let elements = flat::elements(facets.mesh(), triangle, facets.owned(triangle));
            let parts: Vec<usize> =
                elements.into_iter().map(|element| self.add_whole(Element::Flat(element))).collect();
            self.of_triangles.insert(triangle, parts.clone());
            return parts;
        }
        if self.parts[part].halves.is_none() {
            let middle = first.midpoint(end);
            let halves = [[first, middle], [middle, end]].map(|range| Some(self.add_whole(Element::Group(range))));
            self.parts[part].halves = Some(halves);
        }
        self.parts[part].halves.into_iter().flatten().flatten().collect()
    }

    fn add_whole(&mut self, element: Element<'body>) -> usize {
        self.elements.push(element);
        let element = self.elements.len() - 1;
        self.add(element, self.domain(element), None)
    }

    /// The ranges of the parameters of an element. Those that do not run are zero.
    pub(super) fn domain(&self, element: usize) -> [Interval; 2] {
        match &self.elements[element] {
            Element::Face(of) => of.face.patch().domain(),
            Element::Curve(..) => [Interval::between(0.0, 1.0), Interval::ZERO],
            Element::Point(..) | Element::Group(_) => [Interval::ZERO; 2],
            Element::Flat(flat) => flat.domain(),
        }
    }

    /// The parameters on the face of a point of an element.
    pub(super) fn on_face(&self, element: usize, at: [f64; 2]) -> [f64; 2] {
        match &self.elements[element] {
            Element::Face(_) | Element::Flat(_) | Element::Group(_) => at,
            Element::Curve(_, curve) => curve.at(at[0]).to_array(),
            Element::Point(_, parameters) => *parameters,
        }
    }

    /// Whether a part may belong to the body.
    fn may_belong(&self, element: usize, sides: [Interval; 2]) -> bool {
        match &self.elements[element] {
            Element::Face(of) => !of.face.outside(sides),
            Element::Curve(..) | Element::Point(..) | Element::Group(_) => true,
            Element::Flat(flat) => !flat.outside(sides),
        }
    }

    /// `kept`: its coefficients, if a larger part had some.
    fn add(&mut self, element: usize, sides: [Interval; 2], kept: Option<SplinePart>) -> usize {
        let kept = match &self.elements[element] {
            Element::Face(of) => kept.or_else(|| of.face.patch().part(sides)),
            Element::Curve(..) | Element::Point(..) | Element::Flat(_) | Element::Group(_) => None,
        };
        let jet = match &kept {
            Some(kept) => Some(self.face_jet(kept.jets())),
            None => self.jet(element, sides),
        };
        let point = match (&self.elements[element], &jet) {
            (Element::Face(_) | Element::Curve(..) | Element::Point(..), Some(jet)) => jet.point,
            (Element::Flat(_) | Element::Group(_), _) | (_, None) => self.place(element, sides),
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
        let (of, [u, v]) = match &self.elements[element] {
            Element::Face(of) => (of, sides),
            Element::Curve(of, curve) => (of, curve.region(sides[0])),
            Element::Point(of, parameters) => (of, parameters.map(Interval::from)),
            Element::Flat(flat) => return self.placed.rotation * flat.point(sides) + self.placed.translation,
            Element::Group(range) => return self.group(*range),
        };
        self.placed.rotation * of.face.patch().point([u, v, Interval::ZERO], &mut self.work) + self.placed.translation
    }

    /// Holds the triangles of a range of the order.
    fn group(&self, [first, end]: [usize; 2]) -> Vector3 {
        let Surface::Flat(facets) = self.surface else { return Vector3::from_fn(|_| Interval::ENTIRE) };
        let triangles = self.order[first..end].iter();
        let corners = triangles.flat_map(|&triangle| facets.mesh().corners(triangle as usize));
        let boxes = corners.map(|corner| self.world(corner));
        boxes.reduce(Vector3::hull).unwrap_or_else(|| Vector3::from_fn(|_| Interval::ENTIRE))
    }

    /// Points and derivatives over a part, in the world. `None` where there may be a kink.
    pub(super) fn jet(&mut self, element: usize, sides: [Interval; 2]) -> Option<PartJet> {
        let (turn, shift) = (self.placed.rotation, self.placed.translation);
        let zero = Vector3::ZERO;
        match &self.elements[element] {
            Element::Face(of) => {
                let [u, v] = sides;
                let jets = of.face.patch().jets([u, v, Interval::ZERO], &mut self.work)?;
                Some(self.face_jet(jets))
            }
            Element::Curve(of, curve) => {
                let patch = of.face.patch();
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
            Element::Point(of, parameters) => {
                let [u, v] = parameters.map(Interval::from);
                let point = turn * of.face.patch().point([u, v, Interval::ZERO], &mut self.work) + shift;
                Some(PartJet { free: 0, point, centre: point, first: [zero; 2], second: [zero; 3] })
            }
            Element::Group(_) => None,
            Element::Flat(flat) => {
                let jet = flat.jet(sides);
                Some(PartJet {
                    point: turn * jet.point + shift,
                    centre: turn * jet.centre + shift,
                    first: jet.first.map(|first| turn * first),
                    ..jet
                })
            }
        }
    }

    /// The same at a point of an element, in floating point.
    pub(super) fn plain_jet(&mut self, element: usize, at: [f64; 2]) -> PlainJet {
        let turned = |vector: DVec3| self.pose.rotation() * vector;
        let (of, on_face) = match &self.elements[element] {
            Element::Face(of) => (of, at),
            Element::Curve(of, curve) => (of, curve.at(at[0]).to_array()),
            Element::Point(of, parameters) => (of, *parameters),
            Element::Group(_) => {
                // A group has boxes alone.
                let point = DVec3::splat(f64::INFINITY);
                return PlainJet { free: 0, point, first: [DVec3::ZERO; 2], second: [DVec3::ZERO; 3] };
            }
            Element::Flat(flat) => {
                let jet = flat.plain_jet(at);
                return PlainJet { point: self.pose.apply(jet.point), first: jet.first.map(turned), ..jet };
            }
        };
        let patch = of.face.patch();
        let [point, du, dv, duu, duv, dvv] = patch.derivatives_at(on_face[0], on_face[1], 0.0, &mut self.work);
        let (first, second) = match &self.elements[element] {
            Element::Face(_) => ([du, dv], [duu, duv, dvv]),
            Element::Curve(_, curve) => {
                let [_, along, bend] = curve.derivatives_at(at[0]);
                let square = duu * along.x * along.x + 2.0 * duv * along.x * along.y + dvv * along.y * along.y;
                let second = square + du * bend.x + dv * bend.y;
                ([du * along.x + dv * along.y, DVec3::ZERO], [second, DVec3::ZERO, DVec3::ZERO])
            }
            Element::Point(..) | Element::Flat(_) | Element::Group(_) => ([DVec3::ZERO; 2], [DVec3::ZERO; 3]),
        };
        PlainJet {
            free: self.elements[element].free(),
            point: self.pose.apply(point),
            first: first.map(turned),
            second: second.map(turned),
        }
    }

    /// The outward normals of a part of a curved face, not of length one, in the world; `None` if they are not known.
    pub(super) fn outward_over(&mut self, part: usize) -> Option<Vector3> {
        let Part { element, sides: [u, v], .. } = self.parts[part];
        let Element::Face(of) = &self.elements[element] else { return None };
        let jet = of.face.patch().jet([u, v, Interval::ZERO], &mut self.work)?;
        Some(self.placed.rotation * of.face.facing().outward(jet.normal())?)
    }

    /// The outward normal of a curved face at a point of an element, in the world; `None` if it is not known.
    pub(super) fn outward(&mut self, element: usize, at: [f64; 2]) -> Option<Vector3> {
        let [u, v] = self.on_face(element, at).map(Interval::from);
        let face = match &self.elements[element] {
            Element::Face(of) | Element::Curve(of, _) | Element::Point(of, _) => of.face,
            Element::Flat(_) | Element::Group(_) => return None,
        };
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
            Element::Group(_) => true,
            Element::Flat(flat) => sides[..flat.free].iter().any(|side| divisible(*side)),
        }
    }

    /// Metres. The part of a pair for which this is larger is divided next: its size, negative if it cannot be divided.
    /// A
    /// single triangle is replaced by its elements at once.
    pub(super) fn extent_to_divide(&self, part: usize) -> f64 {
        if let Element::Group([first, end]) = &self.elements[self.parts[part].element]
            && end - first == 1
        {
            return f64::INFINITY;
        }
        if self.is_divisible(part) { self.parts[part].size() } else { -1.0 }
    }

    /// The halves of a part along its longer side, without those that do not belong to the body.
    fn halves(&mut self, part: usize) -> [Option<usize>; 2] {
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
            Element::Face(_) | Element::Flat(_) => usize::from(length(1) > length(0)),
            Element::Curve(..) | Element::Point(..) | Element::Group(_) => 0,
        };
        let cut = match &self.elements[element] {
            Element::Face(of) => of.face.patch().cut(axis, sides[axis]),
            Element::Curve(..) | Element::Point(..) | Element::Flat(_) | Element::Group(_) => sides[axis].mid(),
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

/// The faces of a body, the radius around them, and their rounding, both in metres. `None` if the faces are not known
/// or
/// deform.
fn surface_of(prepared: &Prepared) -> Option<(Surface<'_>, f64, f64)> {
    match prepared {
        Prepared::Faces(faces) => (!faces.brep.deforms()).then_some((Surface::Curved(&faces.brep), 0.0, 0.0)),
        Prepared::Facets(facets) => Some((Surface::Flat(facets), 0.0, 0.0)),
        Prepared::Convex(convex) => {
            let shape = convex.prepared().shape();
            let is_flat = match shape.core() {
                ConvexCore::Point
                | ConvexCore::Segment { .. }
                | ConvexCore::Cuboid { .. }
                | ConvexCore::Hull { .. } => true,
                ConvexCore::Cylinder { .. } | ConvexCore::Cone { .. } | ConvexCore::Ellipsoid { .. } => false,
            };
            if !is_flat && shape.radius() == 0.0 {
                let whole = convex.surface()?;
                let (surface, _, rounding) = surface_of(&whole.prepared)?;
                return Some((surface, 0.0, rounding + whole.rounding));
            }
            let core = convex.core()?;
            let (surface, _, rounding) = surface_of(&core.prepared)?;
            Some((surface, shape.radius(), rounding + core.rounding))
        }
        Prepared::Implicit(_)
        | Prepared::Rounded(_)
        | Prepared::HalfSpace(_)
        | Prepared::HeightMap(_)
        | Prepared::Compound(_) => None,
    }
}

/// The curves that bound a face.
fn borders(face: &Face) -> Vec<TrimCurve> {
    if let Some(trim) = face.trim() {
        return trim.loops().iter().flatten().cloned().collect();
    }
    let [u, v] = face.patch().domain();
    let corners = [[u.lower(), v.lower()], [u.upper(), v.lower()], [u.upper(), v.upper()], [u.lower(), v.upper()]];
    let side = |k: usize| TrimCurve::line(DVec2::from_array(corners[k]), DVec2::from_array(corners[(k + 1) % 4]));
    (0..4).filter_map(|k| side(k).ok()).collect()
}

/// A number for each face, the same for faces that edges connect.
fn connected(brep: &Brep) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..brep.faces().len()).collect();
    for edge in brep.edges() {
        let of: Vec<usize> = edge.faces().map(|face| groups[face]).collect();
        for other in &of[1..] {
            let (keep, drop) = (of[0], *other);
            groups.iter_mut().filter(|group| **group == drop).for_each(|group| *group = keep);
        }
    }
    groups
}
