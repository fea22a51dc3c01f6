//! Whether places lie in a body, or within a separation of it, during a span of time.
//!
//! **Question.** A box of places is given in the frame of a body: is all of it in the body during the whole span, is none of it, or is
//! neither known?
//!
//! **Idea.** An implicit solid answers by the sign of its function. Of other bodies the surface is cut into pieces until every piece is farther from
//! the box than the separation, or one is certainly within it. If all are farther, one place of the box tells for all whether it is inside.
//!
//! **Guarantee.** `Holds` and `Violated` are proofs. A surface without an inside holds only what is within the separation of it.
//!
//! **Cost.** Some dozen pieces of surface a box; a ray through the body where its surface is not near.

use super::body::Body;
use super::bounds::Bounds;
use super::foretell::plain;
use super::groups::{self, Below};
use super::inside::inside;
use crate::Facets;
use crate::closest::closest;
use crate::tolerance::{HOST_PIECES, NEAREST_PIECE, NEAREST_PIECES, NEAREST_ROUNDS, OUTWARD_PIECES, SAME_NORMAL};
use glam::DVec3;
use std::collections::VecDeque;
use tangency_bound::ObbTree;
use tangency_geometry::Solid;
use tangency_geometry::solid::SolidWork as Workspace;
use tangency_geometry::surface::{Face, PatchWork};
use tangency_interval::solve::Condition;
use tangency_interval::{Interval, Vector, Vector3};

/// A body that may hold places.
#[derive(Clone, Copy)]
pub(super) struct Host<'question> {
    pub(super) body: Body<'question>,
    pub(super) bounds: Bounds,
    /// Metres: places that are this close count as held.
    pub(super) separation: f64,
}

/// How far a surface is from a box of places.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Near {
    /// All of the surface is farther than the separation from all of the box.
    Beyond,
    /// A place of the surface is within the separation of all of the box.
    Within,
    /// Neither is proved.
    Unknown,
}

/// A piece of a surface.
#[derive(Clone, Copy)]
enum Piece<'question> {
    /// Part of a curved face.
    Face(&'question Face, [Interval; 2]),
    /// Everything below a node of a mesh's tree.
    Node(&'question Facets, u32),
    /// Part of a triangle.
    Triangle([Vector3; 3]),
}

impl Piece<'_> {
    /// A place of the piece that is close to the point, in plain numbers: the middle of a curved piece, the closest place of a triangle.
    fn close_to(&self, point: DVec3, time: Interval) -> Option<DVec3> {
        match self {
            Self::Face(face, [u, v]) => {
                Some(face.patch().at(u.mid(), v.mid(), time.mid())).filter(|place| place.is_finite())
            }
            Self::Triangle(corners) => {
                let corners = corners.map(|corner| DVec3::from_array(corner.mid()));
                Some(point + closest(&[point], &corners).way(&[point], &corners))
            }
            Self::Node(..) => None,
        }
    }
}

impl<'question> Host<'question> {
    /// Whether the box, in the frame of the body, is held during the span.
    pub(super) fn holds(&self, cell: Vector3, time: Interval) -> Condition {
        if inflated(cell, self.separation).disjoint(self.bounds.region) {
            return Condition::Violated;
        }
        if let Body::Implicit(solid) = self.body {
            let mut work = Workspace::default();
            let value = solid.value(cell, time, &mut work);
            if value.upper() <= 0.0 {
                return Condition::Holds;
            }
            if self.separation == 0.0 {
                return if value.lower() > 0.0 { Condition::Violated } else { Condition::Possible };
            }
            return self.around(cell, &mut |part| solid.value(part, time, &mut work));
        }
        match self.near(cell, time, self.separation) {
            Near::Within => Condition::Holds,
            Near::Beyond => self.inside(cell, time),
            // The surface is within the separation of some of the box: what is inside is held all the same.
            Near::Unknown if self.separation > 0.0 && self.near(cell, time, 0.0) == Near::Beyond => {
                self.inside(cell, time).max(Condition::Possible)
            }
            Near::Unknown => Condition::Possible,
        }
    }

    /// Whether the box is inside, given that no surface passes through it.
    fn inside(&self, cell: Vector3, time: Interval) -> Condition {
        if !self.body.is_solid() {
            return Condition::Violated;
        }
        let (middle, instant) = (Vector3::point(cell.mid()), Interval::from(time.mid()));
        match inside(&self.body, self.bounds.reach(), middle, instant) {
            Some(true) => Condition::Holds,
            Some(false) => Condition::Violated,
            None => Condition::Possible,
        }
    }

    /// Whether an implicit solid with this function comes within the separation of the box.
    fn around(&self, cell: Vector3, value: &mut impl FnMut(Vector3) -> Interval) -> Condition {
        // Large parts first: one that is certainly close enough is found before those that are about as far as the separation.
        let mut pending = VecDeque::from([inflated(cell, self.separation).intersection(self.bounds.region)]);
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
                return Condition::Holds;
            }
            if part.width() <= smallest {
                possible = true;
                continue;
            }
            let (low, high) = part.split(part.widest());
            pending.extend([low, high]);
        }
        if possible || !pending.is_empty() { Condition::Possible } else { Condition::Violated }
    }

    /// Pieces that are no larger are not cut again.
    fn smallest(&self, cell: Vector3) -> f64 {
        (0.25 * cell.width()).max(NEAREST_PIECE * self.bounds.reach())
    }

    /// How far the surface is from the box.
    fn near(&self, cell: Vector3, time: Interval, separation: f64) -> Near {
        let mut work = PatchWork::default();
        let mut pending = VecDeque::from(self.pieces());
        let smallest = self.smallest(cell);
        let mut unknown = false;
        for _ in 0..HOST_PIECES {
            let Some(piece) = pending.pop_front() else {
                return if unknown { Near::Unknown } else { Near::Beyond };
            };
            let place = self.place(&piece, time, &mut work);
            let away = (place - cell).length();
            let beyond = if separation > 0.0 { away.lower() > separation } else { place.disjoint(cell) };
            if beyond {
                continue;
            }
            let surface = !matches!(piece, Piece::Node(..));
            if surface && separation > 0.0 && away.upper() <= separation {
                return Near::Within;
            }
            if surface && place.width() <= smallest {
                if separation == 0.0 {
                    break;
                }
                unknown = true;
                continue;
            }
            pending.extend(self.cut(piece, time));
        }
        Near::Unknown
    }

    /// All of the surface.
    fn pieces(&self) -> Vec<Piece<'question>> {
        match self.body {
            Body::Curved(brep) => brep.faces().iter().map(|face| Piece::Face(face, face.patch().domain())).collect(),
            Body::Flat { facets, .. } => vec![Piece::Node(facets, ObbTree::ROOT)],
            Body::Implicit(_) => Vec::new(),
        }
    }

    /// Holds the piece during the span.
    fn place(&self, piece: &Piece<'_>, time: Interval, work: &mut PatchWork) -> Vector3 {
        match piece {
            Piece::Face(face, [u, v]) => face.patch().point([*u, *v, time], work),
            Piece::Node(facets, node) => groups::volume(facets, self.body.ways(), *node, time),
            Piece::Triangle([a, b, c]) => a.hull(*b).hull(*c),
        }
    }

    /// About how far a place, in the frame of the body, is from its surface, negative inside, and which way leads out of the body there: plain
    /// numbers that prove nothing.
    pub(super) fn nearest(&self, point: Vector3, time: Interval) -> (DVec3, f64) {
        let instant = Interval::from(time.mid());
        let (middle, centre) = (DVec3::from_array(point.mid()), DVec3::from_array(self.bounds.centre.mid()));
        let fallback = (middle - centre).try_normalize().unwrap_or(DVec3::Z);
        let (nearest, inside) = match self.body {
            Body::Implicit(solid) => (
                leaving(solid, middle, time.mid(), fallback, 2.0 * self.bounds.radius),
                solid.value_at(middle, time.mid(), &mut Workspace::default()) <= 0.0,
            ),
            Body::Curved(_) | Body::Flat { .. } => {
                (self.closest(middle, instant), self.inside(Vector3::point(point.mid()), instant) == Condition::Holds)
            }
        };
        let Some(way) = nearest.map(|nearest| nearest - middle) else { return (fallback, 0.0) };
        let outward = if inside { way } else { -way };
        (outward.try_normalize().unwrap_or(fallback), if inside { -way.length() } else { way.length() })
    }

    /// Unit normals that lead out of the body, of all faces or triangles within `near` metres of a place: plain numbers that prove nothing. Both
    /// directions where there is no inside; none for implicit solids.
    pub(super) fn outward(&self, point: DVec3, time: Interval, near: f64) -> Vec<DVec3> {
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
                Piece::Face(face, [u, v]) if small => {
                    let middle = [u, v].map(|side| Interval::from(side.mid()));
                    let normal = face.patch().jet([middle[0], middle[1], time], &mut work).map(|jet| jet.normal());
                    found.extend(normal.into_iter().flat_map(|normal| match face.facing().outward(normal) {
                        Some(outward) => vec![plain(outward)],
                        None => vec![plain(normal), -plain(normal)],
                    }));
                }
                Piece::Triangle(corners) => {
                    let corners = corners.map(|corner| DVec3::from_array(corner.mid()));
                    let away = closest(&[point], &corners).way(&[point], &corners).length();
                    let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
                    let ways = if self.body.is_solid() { &[normal][..] } else { &[normal, -normal] };
                    found.extend(ways.iter().filter(|_| away <= near));
                }
                Piece::Face(..) | Piece::Node(..) => pending.extend(self.cut(piece, time)),
            }
        }
        let mut ways: Vec<DVec3> = Vec::new();
        for way in found.into_iter().filter_map(DVec3::try_normalize) {
            if ways.iter().all(|known| known.dot(way) < SAME_NORMAL) {
                ways.push(way);
            }
        }
        ways
    }

    /// About the closest place of the surface.
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

    /// The parts of a piece.
    fn cut(&self, piece: Piece<'question>, time: Interval) -> Vec<Piece<'question>> {
        match piece {
            Piece::Face(face, [u, v]) => {
                let whole = face.patch().domain();
                // The side of which the larger share is left.
                if u.width() * whole[1].width() >= v.width() * whole[0].width() {
                    let (low, high) = u.split();
                    vec![Piece::Face(face, [low, v]), Piece::Face(face, [high, v])]
                } else {
                    let (low, high) = v.split();
                    vec![Piece::Face(face, [u, low]), Piece::Face(face, [u, high])]
                }
            }
            Piece::Node(facets, node) => match groups::below(facets, self.body.ways(), node).0 {
                Below::Nodes(nodes) => nodes.map(|node| Piece::Node(facets, node)).to_vec(),
                Below::Triangle(triangle) => {
                    let corners = facets.mesh().triangles()[triangle as usize];
                    vec![Piece::Triangle(corners.map(|corner| self.body.vertex(corner, time)))]
                }
            },
            Piece::Triangle([a, b, c]) => {
                let half = Interval::from(0.5);
                let [ab, bc, ca] = [(a, b), (b, c), (c, a)].map(|(from, to)| (from + to) * half);
                [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]].map(Piece::Triangle).to_vec()
            }
        }
    }
}

/// About where a way along an axis, or along the direction that is given, first passes the boundary of an implicit solid: the closest of them.
fn leaving(solid: &Solid, point: DVec3, time: f64, along: DVec3, reach: f64) -> Option<DVec3> {
    let mut work = Workspace::default();
    let mut inside = |place: DVec3| solid.value_at(place, time, &mut work) <= 0.0;
    let here = inside(point);
    let ways = DVec3::AXES.into_iter().chain([along]).flat_map(|way| [way, -way]);
    let crossing = |way: DVec3| {
        let steps = (1..=64).map(|step| reach * f64::from(step) / 64.0);
        let mut high = steps.into_iter().find(|&step| inside(point + step * way) != here)?;
        let mut low = high - reach / 64.0;
        for _ in 0..40 {
            let middle = 0.5 * (low + high);
            *(if inside(point + middle * way) == here { &mut low } else { &mut high }) = middle;
        }
        Some((high, point + high * way))
    };
    ways.filter_map(crossing).min_by(|x, y| x.0.total_cmp(&y.0)).map(|(_, place)| place)
}

/// The box and what is within a distance of it along the axes.
fn inflated(cell: Vector3, by: f64) -> Vector3 {
    Vector(cell.0.map(|side| side + Interval::between(-by, by)))
}
