//! Whether points lie inside a body, or within a separation of it, during a span of time.
//!
//! **Question.** A box of points is given in the frame of a body. Is all of it inside the body during the whole
//! span, is none of it, or is neither known?
//!
//! **Idea.** For an implicit solid the sign of its function decides. For other bodies the surface is subdivided
//! until every piece is farther from the box than the separation, or one piece is certainly within it. If all
//! pieces are farther, one point of the box decides for the whole box.
//!
//! **Guarantee.** `Holds` and `Violated` are proofs. For a surface without an inside, only points within the
//! separation count.
//!
//! **Cost.** Some dozen pieces of surface per box; a ray through the body where its surface is not near.

use super::body::BodyGeometry;
use super::bounds::BodyBounds;
use super::inside::inside;
use super::tree::{NodeContents, node_box, node_contents};
use crate::Facets;
use crate::closest::closest;
use crate::tolerance::{
    EXIT_STEPS, HOST_PIECES, NEAREST_PIECE, NEAREST_PIECES, NEAREST_ROUNDS, OUTWARD_PIECES, PIECE_SHARE, SAME_NORMAL,
};
use glam::DVec3;
use std::collections::VecDeque;
use tangency_bound::ObbTree;
use tangency_geometry::solid::SolidWork;
use tangency_geometry::surface::{Face, PatchWork};
use tangency_geometry::{Feature, Solid};
use tangency_interval::solve::ConditionStatus;
use tangency_interval::{Interval, Vector, Vector3};

/// A body that may contain points.
#[derive(Clone, Copy)]
pub(in crate::curved) struct HostBody<'question> {
    body: BodyGeometry<'question>,
    bounds: BodyBounds,
    /// Metres. Points this close to the body count as inside.
    separation: f64,
}

/// The distance of a surface from a box of points.
#[derive(Clone, Copy, Debug, PartialEq)]
enum SurfaceProximity {
    /// The whole surface is farther from the whole box than the separation.
    Beyond,
    /// Some point of the surface is within the separation of every point of the box.
    Within,
    /// Neither is proved.
    Unknown,
}

/// A piece of a surface.
#[derive(Clone, Copy)]
enum SurfacePart<'question> {
    /// Part of a curved face.
    Face(&'question Face, [Interval; 2]),
    /// Everything below a node of a mesh's tree.
    Node(&'question Facets, u32),
    /// Part of a triangle.
    Triangle([Vector3; 3]),
}

impl SurfacePart<'_> {
    /// A point of the piece close to the given point, in plain numbers: the centre of a curved piece, the closest
    /// point of a triangle.
    fn close_to(&self, point: DVec3, time: Interval) -> Option<DVec3> {
        match self {
            Self::Face(face, [u, v]) => {
                let trimmed = face.outside([u.mid(), v.mid()].map(Interval::from));
                Some(face.patch().at(u.mid(), v.mid(), time.mid())).filter(|place| place.is_finite() && !trimmed)
            }
            Self::Triangle(corners) => {
                let corners = corners.map(|corner| DVec3::from_array(corner.mid()));
                Some(point + closest(&[point], &corners).vector_between(&[point], &corners))
            }
            Self::Node(..) => None,
        }
    }

    /// Whether all of the piece is certainly on the surface.
    fn is_surface(&self) -> bool {
        match self {
            Self::Face(face, region) => face.inside(*region),
            Self::Triangle(_) => true,
            Self::Node(..) => false,
        }
    }
}

impl<'question> HostBody<'question> {
    /// `separation`, in metres: points this close to the body count as inside.
    pub(in crate::curved) fn new(body: BodyGeometry<'question>, bounds: BodyBounds, separation: f64) -> Self {
        Self { body, bounds, separation }
    }

    /// A feature that stands for the whole body.
    pub(in crate::curved) fn any_feature(&self) -> Feature {
        self.body.any_feature()
    }

    /// Whether the box, given in the frame of the body, is inside during the span.
    pub(in crate::curved) fn holds(&self, cell: Vector3, time: Interval) -> ConditionStatus {
        if inflated(cell, self.separation).disjoint(self.bounds.region()) {
            return ConditionStatus::Violated;
        }
        if let BodyGeometry::Implicit(solid) = self.body {
            let mut work = SolidWork::default();
            let value = solid.value(cell, time, &mut work);
            if value.upper() <= 0.0 {
                return ConditionStatus::Holds;
            }
            if self.separation == 0.0 {
                return if value.lower() > 0.0 { ConditionStatus::Violated } else { ConditionStatus::Possible };
            }
            return self.around(cell, &mut |part| solid.value(part, time, &mut work));
        }
        match self.near(cell, time, self.separation) {
            SurfaceProximity::Within => ConditionStatus::Holds,
            SurfaceProximity::Beyond => self.inside(cell, time),
            // Some of the box is within the separation of the surface. Points inside the body count in any case.
            SurfaceProximity::Unknown
                if self.separation > 0.0 && self.near(cell, time, 0.0) == SurfaceProximity::Beyond =>
            {
                self.inside(cell, time).max(ConditionStatus::Possible)
            }
            SurfaceProximity::Unknown => ConditionStatus::Possible,
        }
    }

    /// Whether the box is inside, given that no surface passes through it.
    fn inside(&self, cell: Vector3, time: Interval) -> ConditionStatus {
        if !self.body.is_solid() {
            return ConditionStatus::Violated;
        }
        let (middle, instant) = (Vector3::point(cell.mid()), Interval::from(time.mid()));
        match inside(&self.body, self.bounds.reach(), middle, instant) {
            Some(true) => ConditionStatus::Holds,
            Some(false) => ConditionStatus::Violated,
            None => ConditionStatus::Possible,
        }
    }

    /// Whether an implicit solid with this function comes within the separation of the box.
    fn around(&self, cell: Vector3, value: &mut impl FnMut(Vector3) -> Interval) -> ConditionStatus {
        // Breadth first, so large parts come first. A part that is certainly close enough is then found before the
        // many parts at about the separation.
        let mut pending = VecDeque::from([inflated(cell, self.separation).intersection(self.bounds.region())]);
        let smallest = self.smallest(cell);
        let mut possible = false;
        for _ in 0..HOST_PIECES {
            let Some(part) = pending.pop_front() else { break };
            let away = (part - cell).length();
            if part.is_empty() || away.lower() > self.separation {
                continue;
            }
            let known = value(part);
            if known.lower() > 0.0 {
                continue;
            }
            if known.upper() <= 0.0 && away.upper() <= self.separation {
                return ConditionStatus::Holds;
            }
            if part.width() <= smallest {
                possible = true;
                continue;
            }
            let (low, high) = part.split(part.widest());
            pending.extend([low, high]);
        }
        if possible || !pending.is_empty() { ConditionStatus::Possible } else { ConditionStatus::Violated }
    }

    /// Metres. Pieces no larger than this are not subdivided again.
    fn smallest(&self, cell: Vector3) -> f64 {
        (PIECE_SHARE * cell.width()).max(NEAREST_PIECE * self.bounds.reach())
    }

    /// The distance of the surface from the box.
    fn near(&self, cell: Vector3, time: Interval, separation: f64) -> SurfaceProximity {
        let mut work = PatchWork::default();
        let mut pending = VecDeque::from(self.pieces());
        let smallest = self.smallest(cell);
        let mut unknown = false;
        for _ in 0..HOST_PIECES {
            let Some(piece) = pending.pop_front() else {
                return if unknown { SurfaceProximity::Unknown } else { SurfaceProximity::Beyond };
            };
            let place = self.place(&piece, time, &mut work);
            let away = (place - cell).length();
            let beyond = if separation > 0.0 { away.lower() > separation } else { place.disjoint(cell) };
            if beyond {
                continue;
            }
            if separation > 0.0 && away.upper() <= separation && piece.is_surface() {
                return SurfaceProximity::Within;
            }
            if !matches!(piece, SurfacePart::Node(..)) && place.width() <= smallest {
                if separation == 0.0 {
                    break;
                }
                unknown = true;
                continue;
            }
            pending.extend(self.cut(piece, time));
        }
        SurfaceProximity::Unknown
    }

    /// The pieces of the whole surface.
    fn pieces(&self) -> Vec<SurfacePart<'question>> {
        match self.body {
            BodyGeometry::Curved(brep) => {
                brep.faces().iter().map(|face| SurfacePart::Face(face, face.patch().domain())).collect()
            }
            BodyGeometry::Flat { facets, .. } => vec![SurfacePart::Node(facets, ObbTree::ROOT)],
            BodyGeometry::Implicit(_) => Vec::new(),
        }
    }

    /// Encloses the piece during the span.
    fn place(&self, piece: &SurfacePart<'_>, time: Interval, work: &mut PatchWork) -> Vector3 {
        match piece {
            SurfacePart::Face(face, [u, v]) => face.patch().point([*u, *v, time], work),
            SurfacePart::Node(facets, node) => node_box(facets, self.body.paths(), *node, time),
            SurfacePart::Triangle([a, b, c]) => a.hull(*b).hull(*c),
        }
    }

    /// The approximate outward direction at a point, given in the frame of the body, and its signed distance from
    /// the surface in metres, negative inside. Plain numbers that prove nothing.
    pub(in crate::curved) fn nearest(&self, point: Vector3, time: Interval) -> (DVec3, f64) {
        let instant = Interval::from(time.mid());
        let (middle, centre) = (DVec3::from_array(point.mid()), DVec3::from_array(self.bounds.centre().mid()));
        let fallback = (middle - centre).try_normalize().unwrap_or(DVec3::Z);
        let (nearest, inside) = match self.body {
            BodyGeometry::Implicit(solid) => (
                exit_point(solid, middle, time.mid(), fallback, 2.0 * self.bounds.radius()),
                solid.value_at(middle, time.mid(), &mut SolidWork::default()) <= 0.0,
            ),
            BodyGeometry::Curved(_) | BodyGeometry::Flat { .. } => (
                self.closest(middle, instant),
                self.inside(Vector3::point(point.mid()), instant) == ConditionStatus::Holds,
            ),
        };
        let Some(offset) = nearest.map(|nearest| nearest - middle) else { return (fallback, 0.0) };
        let outward = if inside { offset } else { -offset };
        (outward.try_normalize().unwrap_or(fallback), if inside { -offset.length() } else { offset.length() })
    }

    /// Unit normals out of the body, of all faces or triangles within `near` metres of a point. Plain numbers that
    /// prove nothing. Both directions for a surface without an inside; none for an implicit solid.
    pub(in crate::curved) fn outward(&self, point: DVec3, time: Interval, near: f64) -> Vec<DVec3> {
        let mut work = PatchWork::default();
        let (mut pending, mut found) = (self.pieces(), Vec::new());
        let place = Vector3::point(point.to_array());
        for _ in 0..OUTWARD_PIECES {
            let Some(piece) = pending.pop() else { break };
            let region = self.place(&piece, time, &mut work);
            if (region - place).length().lower() > near {
                continue;
            }
            let small = region.width() <= near;
            match piece {
                SurfacePart::Face(face, [u, v]) if small => {
                    let middle = [u, v].map(|side| Interval::from(side.mid()));
                    let normal = face.patch().jet([middle[0], middle[1], time], &mut work).map(|jet| jet.normal());
                    let midpoint = |vector: Vector3| DVec3::from_array(vector.mid());
                    found.extend(normal.into_iter().flat_map(|normal| match face.facing().outward(normal) {
                        Some(outward) => vec![midpoint(outward)],
                        None => vec![midpoint(normal), -midpoint(normal)],
                    }));
                }
                SurfacePart::Triangle(corners) => {
                    let corners = corners.map(|corner| DVec3::from_array(corner.mid()));
                    let away = closest(&[point], &corners).vector_between(&[point], &corners).length();
                    let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
                    let normals = if self.body.is_solid() { &[normal][..] } else { &[normal, -normal] };
                    found.extend(normals.iter().filter(|_| away <= near));
                }
                SurfacePart::Face(..) | SurfacePart::Node(..) => pending.extend(self.cut(piece, time)),
            }
        }
        let mut distinct: Vec<DVec3> = Vec::new();
        for normal in found.into_iter().filter_map(DVec3::try_normalize) {
            if distinct.iter().all(|known| known.dot(normal) < SAME_NORMAL) {
                distinct.push(normal);
            }
        }
        distinct
    }

    /// The approximate closest point of the surface.
    fn closest(&self, point: DVec3, time: Interval) -> Option<DVec3> {
        let mut work = PatchWork::default();
        let (mut pending, mut best) = (self.pieces(), None);
        let mut least = f64::INFINITY;
        for _ in 0..NEAREST_ROUNDS {
            let mut parts = Vec::new();
            for piece in &pending {
                let place = self.place(piece, time, &mut work);
                if let Some(near) = piece.close_to(point, time)
                    && near.distance(point) < least
                {
                    (least, best) = (near.distance(point), Some(near));
                }
                parts.push((*piece, (place - Vector3::point(point.to_array())).length().lower()));
            }
            parts.retain(|&(_, from)| from <= least);
            if parts.len() > NEAREST_PIECES {
                break;
            }
            pending.clear();
            pending.extend(parts.into_iter().flat_map(|(piece, _)| self.cut(piece, time)));
        }
        best
    }

    /// Subdivides a piece.
    fn cut(&self, piece: SurfacePart<'question>, time: Interval) -> Vec<SurfacePart<'question>> {
        match piece {
            SurfacePart::Face(face, [u, v]) => {
                let whole = face.patch().domain();
                // Bisect the parameter of which the larger fraction is left.
                let halves = if u.width() * whole[1].width() >= v.width() * whole[0].width() {
                    let (low, high) = u.split();
                    [[low, v], [high, v]]
                } else {
                    let (low, high) = v.split();
                    [[u, low], [u, high]]
                };
                let kept = halves.into_iter().filter(|half| !face.outside(*half));
                kept.map(|half| SurfacePart::Face(face, half)).collect()
            }
            SurfacePart::Node(facets, node) => match node_contents(facets, self.body.paths(), node).0 {
                NodeContents::Nodes(nodes) => nodes.map(|node| SurfacePart::Node(facets, node)).to_vec(),
                NodeContents::Triangle(triangle) => {
                    let corners = facets.mesh().triangles()[triangle as usize];
                    vec![SurfacePart::Triangle(corners.map(|corner| self.body.vertex(corner, time)))]
                }
            },
            SurfacePart::Triangle([a, b, c]) => {
                let half = Interval::from(0.5);
                let [ab, bc, ca] = [(a, b), (b, c), (c, a)].map(|(from, to)| (from + to) * half);
                [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]].map(SurfacePart::Triangle).to_vec()
            }
        }
    }
}

/// The approximate closest point at which a line through the point, along an axis or along the given direction,
/// first crosses the boundary of an implicit solid.
fn exit_point(solid: &Solid, point: DVec3, time: f64, along: DVec3, reach: f64) -> Option<DVec3> {
    let mut work = SolidWork::default();
    let mut inside = |place: DVec3| solid.value_at(place, time, &mut work) <= 0.0;
    let here = inside(point);
    let [count, bisections] = EXIT_STEPS;
    let directions = DVec3::AXES.into_iter().chain([along]).flat_map(|direction| [direction, -direction]);
    let crossing = |direction: DVec3| {
        let steps = (1..=count).map(|step| reach * f64::from(step) / f64::from(count));
        let mut high = steps.into_iter().find(|&step| inside(point + step * direction) != here)?;
        let mut low = high - reach / f64::from(count);
        for _ in 0..bisections {
            let middle = 0.5 * (low + high);
            *(if inside(point + middle * direction) == here { &mut low } else { &mut high }) = middle;
        }
        Some((high, point + high * direction))
    };
    directions.filter_map(crossing).min_by(|x, y| x.0.total_cmp(&y.0)).map(|(_, place)| place)
}

/// The box, wider by a distance along each axis.
fn inflated(cell: Vector3, by: f64) -> Vector3 {
    Vector(cell.0.map(|side| side + Interval::between(-by, by)))
}
