//! From trimmed faces to a body: its edges, its vertices, and its outside.
//!
//! *Question.* Faces are bounded by curves in their domains, and pairs of these curves are the same edge in space. Is
//! the body closed, which side is inside, and where is it not smooth?
//! *Idea.* The caller says which sides share an edge, so that nothing has to be matched. Every edge is a crease, also
//! where the faces seem to join smoothly: coordinates from files are rounded, and a crease loses no contact. A side
//! runs with the face on its left or on its right. Neighbours that are oriented alike have it on the same hand when
//! they run along their edge in opposite directions. The sign of the enclosed volume then decides for all that edges
//! connect. Whether that is a part of the body or a void within one is for the caller to say.
//! *Guarantee.* The two sides of an edge are proved to stay within the tolerance of each other. What is narrower than
//! the tolerance may pass between them unseen: a surface that closes within it is taken as closed. Facing is known only
//! if the sign of the volume is proved.
//! *Cost.* A few dozen jets an edge, and those of the volume.
//! *Source.* Snyder et al. 1993, appendix A, for the elements; trimmed faces as in Krishnan et al. 1998, section 2.

use super::brep::BrepParts;
use super::edge::{EdgeSide, FaceBorder, FaceCorner};
use super::gap::{self, DirectedSide};
use super::patch::VARIABLES;
use super::{Brep, Chart, Edge, Face, Facing, Patch, PatchWork, SurfaceError, Trim, TrimCurve, Vertex, volume};
use crate::tolerance::{TRIM_BESIDE, TRIM_SIDE_SAMPLES};
use glam::{DVec2, DVec3};
use std::collections::BTreeMap;
use std::sync::Arc;
use tangency_interval::Interval;
use tangency_interval::expr::Expr;

/// A face that is bounded by curves in its domain.
#[derive(Clone, Debug)]
pub struct TrimmedFace {
    /// The surface. Its domain holds the curves.
    pub patch: Patch,
    /// Closed loops. A loop within a loop is a hole. Each side starts where the one before it ends, to the last digit.
    pub loops: Vec<Vec<TrimmedSide>>,
}

/// A side of a trimmed face.
#[derive(Clone, Debug)]
pub struct TrimmedSide {
    /// The curve in the domain.
    pub curve: TrimCurve,
    /// What the side is in space.
    pub along: TrimmedEdge,
}

/// What a side of a trimmed face is in space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrimmedEdge {
    /// An edge, by its number. Another side with this number is the same curve in space, at equal parameters.
    Shared {
        /// The number of the edge.
        edge: usize,
        /// Whether the side runs against the edge.
        reversed: bool,
    },
    /// A point: the pole of a sphere, or the tip of a cone.
    Point,
}

/// A side of a face along an edge.
struct SharedSide {
    face: usize,
    curve: Arc<TrimCurve>,
    reversed: bool,
}

impl Brep {
    /// The body of these trimmed faces. The sides along an edge may be apart by `tolerance`, in metres.
    ///
    /// ```
    /// use glam::dvec2;
    /// use tangency_geometry::surface::{Brep, Patch, TrimCurve, TrimmedEdge, TrimmedFace, TrimmedSide};
    ///
    /// // A triangle of the plane z = 0.
    /// let patch = Patch::parse(["u", "v", "0"], [0.0, 1.0], [0.0, 1.0])?;
    /// let corners = [dvec2(0.0, 0.0), dvec2(1.0, 0.0), dvec2(0.0, 1.0)];
    /// let side = |edge: usize| {
    ///     let curve = TrimCurve::line(corners[edge], corners[(edge + 1) % 3])?;
    ///     Ok(TrimmedSide { curve, along: TrimmedEdge::Shared { edge, reversed: false } })
    /// };
    /// let loops = vec![(0..3).map(side).collect::<Result<Vec<_>, tangency_geometry::surface::SurfaceError>>()?];
    /// let sheet = Brep::of_trimmed(vec![TrimmedFace { patch, loops }], 1e-9)?;
    /// assert_eq!((sheet.faces().len(), sheet.edges().len(), sheet.vertices().len()), (1, 3, 3));
    /// # Ok::<(), tangency_geometry::surface::SurfaceError>(())
    /// ```
    ///
    /// # Errors
    /// If there are no faces, a loop is not closed, more than two sides share an edge, or two sides are not proved to
    /// stay within the tolerance.
    pub fn of_trimmed(faces: Vec<TrimmedFace>, tolerance: f64) -> Result<Self, SurfaceError> {
        Self::of_trimmed_with_voids(faces, &[], tolerance)
    }

    /// The body of these trimmed faces, of which those with the indices `voids` bound voids: what they enclose does not
    /// belong to the body.
    ///
    /// # Errors
    /// As [`Brep::of_trimmed`].
    pub fn of_trimmed_with_voids(
        faces: Vec<TrimmedFace>,
        voids: &[usize],
        tolerance: f64,
    ) -> Result<Self, SurfaceError> {
        if faces.is_empty() {
            return Err(SurfaceError::NoFaces);
        }
        let mut edges: BTreeMap<usize, Vec<SharedSide>> = BTreeMap::new();
        let mut points = Vec::new();
        let mut parts = Vec::with_capacity(faces.len());
        for (face, TrimmedFace { patch, loops }) in faces.into_iter().enumerate() {
            for TrimmedSide { curve, along } in loops.iter().flatten() {
                match *along {
                    TrimmedEdge::Shared { edge, reversed } => {
                        let side = SharedSide { face, curve: Arc::new(curve.clone()), reversed };
                        edges.entry(edge).or_default().push(side);
                    }
                    TrimmedEdge::Point => points.push((face, curve.start().to_array())),
                }
            }
            let curves = |sides: Vec<TrimmedSide>| sides.into_iter().map(|side| side.curve).collect();
            let trim = Trim::new(loops.into_iter().map(curves).collect())?;
            let patch = narrowed(&patch, &trim)?;
            parts.push(Face { patch, facing: Facing::Unknown, trim: Some(trim) });
        }
        let body = TrimmedBody { faces: parts, edges, points, voids: voids.to_vec(), tolerance };
        body.check()?;
        Ok(Self::of_parts(body.parts()?))
    }
}

/// The same surface over the box of its trim, as far as it is within the domain.
fn narrowed(patch: &Patch, trim: &Trim) -> Result<Patch, SurfaceError> {
    let (whole, part) = (patch.domain(), trim.domain());
    let [u, v] = [0, 1].map(|index| {
        let range = whole[index].intersection(part[index]);
        [range.lower(), range.upper()]
    });
    patch.over(u, v)
}

/// Faces, and the sides along every edge.
struct TrimmedBody {
    faces: Vec<Face>,
    edges: BTreeMap<usize, Vec<SharedSide>>,
    /// The face and the parameters of every pole.
    points: Vec<(usize, [f64; 2])>,
    /// The faces that bound voids.
    voids: Vec<usize>,
    tolerance: f64,
}

/// Signs of faces that make their orientations consistent, and a number for each face that is the same for all that
/// edges connect.
struct Orientations {
    signs: Vec<i8>,
    groups: Vec<usize>,
}

impl TrimmedBody {
    /// Checks that the sides of every edge agree.
    fn check(&self) -> Result<(), SurfaceError> {
        for (&edge, sides) in &self.edges {
            match &sides[..] {
                [_] => {}
                [first, second] => {
                    let [one, other] = [first, second].map(|side| self.directed(side));
                    if !gap::within(&one, Some(&other), 0.0, self.tolerance) {
                        let gap = gap::sampled(&one, &other, 0.0);
                        return Err(SurfaceError::Apart { edge, gap, tolerance: self.tolerance });
                    }
                }
                more => return Err(SurfaceError::SharedEdge { edge, count: more.len() }),
            }
        }
        Ok(())
    }

    fn directed(&self, side: &SharedSide) -> DirectedSide<'_> {
        let border = FaceBorder::Trim(Arc::clone(&side.curve));
        DirectedSide { patch: &self.faces[side.face].patch, border, reversed: side.reversed }
    }

    fn parts(mut self) -> Result<BrepParts, SurfaceError> {
        let closed = self.edges.values().all(|sides| sides.len() == 2);
        let outwards = if closed { self.signs().and_then(|found| self.outwards(&found)) } else { None };
        for (face, sign) in self.faces.iter_mut().zip(outwards.unwrap_or_default()) {
            face.facing = if sign > 0 { Facing::Outwards } else { Facing::Inwards };
        }
        let edges = self.edges()?;
        let vertices = self.vertices()?;
        let charts = self.faces.iter().enumerate().map(|(index, face)| Chart::trimmed(index, face)).collect();
        Ok(BrepParts { faces: self.faces, edges, vertices, charts, closed, span: Interval::ZERO })
    }

    /// A sign +1 for every face whose normal points out of the body, −1 for the others. Connected faces enclose a volume
    /// of their own, whose sign is proved: nothing else relates them to other faces. `None` if a sign is not known.
    fn outwards(&self, Orientations { signs, groups }: &Orientations) -> Option<Vec<i8>> {
        let mut outwards = signs.clone();
        let mut names = groups.clone();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let members: Vec<usize> = (0..groups.len()).filter(|&face| groups[face] == name).collect();
            let faces: Vec<Face> = members.iter().map(|&face| self.faces[face].clone()).collect();
            let own: Vec<i8> = members.iter().map(|&face| signs[face]).collect();
            let volume = volume::sign(&faces, &own, middle(&faces), Interval::ZERO)?;
            for face in members {
                let turned = if self.voids.contains(&face) { -1 } else { 1 };
                outwards[face] = signs[face] * volume * turned;
            }
        }
        Some(outwards)
    }

    /// A sign +1 or −1 for every face that makes the orientations of connected faces consistent; `None` if there is
    /// none, or if it is not known on which hand a side has its face.
    fn signs(&self) -> Option<Orientations> {
        let mut neighbours: Vec<Vec<(usize, i8)>> = vec![Vec::new(); self.faces.len()];
        for sides in self.edges.values() {
            let [first, second] = &sides[..] else { return None };
            let turn = -self.hand(first)? * self.hand(second)?;
            neighbours[first.face].push((second.face, turn));
            neighbours[second.face].push((first.face, turn));
        }
        let mut signs = vec![0_i8; self.faces.len()];
        let mut groups: Vec<usize> = (0..self.faces.len()).collect();
        for start in 0..signs.len() {
            if signs[start] != 0 {
                continue;
            }
            signs[start] = 1;
            let mut pending = vec![start];
            while let Some(face) = pending.pop() {
                for &(other, turn) in &neighbours[face] {
                    let sign = signs[face] * turn;
                    if signs[other] == 0 {
                        (signs[other], groups[other]) = (sign, start);
                        pending.push(other);
                    } else if signs[other] != sign {
                        return None;
                    }
                }
            }
        }
        Some(Orientations { signs, groups })
    }

    /// +1 if the face is on the left of the edge in its domain, −1 if it is on the right.
    fn hand(&self, side: &SharedSide) -> Option<i8> {
        let trim = self.faces[side.face].trim.as_ref()?;
        let size = trim.domain().map(Interval::width);
        let scale = DVec2::from_array(size);
        let probe = |place: DVec2| place.to_array().map(Interval::from);
        TRIM_BESIDE.iter().find_map(|&share| {
            TRIM_SIDE_SAMPLES.iter().find_map(|&s| {
                let jet = side.curve.jet(Interval::from(s));
                let along = DVec2::from_array(jet.ds.map(Interval::mid)) / scale;
                let left = along.perp().try_normalize()? * scale * share;
                let here = side.curve.at(s);
                let [on_left, on_right] = [here + left, here - left].map(probe);
                if trim.inside(on_left) && trim.outside(on_right) {
                    Some(if side.reversed { -1 } else { 1 })
                } else {
                    (trim.inside(on_right) && trim.outside(on_left)).then_some(if side.reversed { 1 } else { -1 })
                }
            })
        })
    }

    /// An edge for every crease and every free side. A face that continues into itself has none.
    fn edges(&self) -> Result<Vec<Edge>, SurfaceError> {
        let creases = self.edges.values().filter(|sides| !self.is_seam(sides));
        creases
            .map(|sides| {
                let against = sides[0].reversed;
                let side = |side: &SharedSide| EdgeSide {
                    face: side.face,
                    border: FaceBorder::Trim(Arc::clone(&side.curve)),
                    patch: self.faces[side.face].patch.clone(),
                    facing: self.faces[side.face].facing,
                    reversed: side.reversed != against,
                };
                Edge::new(sides.iter().map(side).collect())
            })
            .collect()
    }

    /// Whether the two sides are lines of a face by formulas that repeat from one to the other.
    fn is_seam(&self, sides: &[SharedSide]) -> bool {
        let [first, second] = sides else { return false };
        let Some(formulas) = self.faces[first.face].patch.formulas() else { return false };
        (0..2).any(|index| {
            let place = |side: &SharedSide| {
                let value = side.curve.start()[index];
                side.curve.points().iter().all(|point| point[index] == value).then_some(value)
            };
            let period = place(first).zip(place(second)).map(|(one, other)| (one - other).abs());
            first.face == second.face
                && period.is_some_and(|period| period > 0.0 && Expr::repeat(formulas, VARIABLES[index], period))
        })
    }

    /// A vertex at every end of an edge, and at every pole.
    fn vertices(&self) -> Result<Vec<Vertex>, SurfaceError> {
        let mut corners: Vec<(DVec3, FaceCorner)> = Vec::new();
        let mut take = |face: usize, parameters: [f64; 2], pole: bool| {
            let Face { patch, facing, .. } = self.faces[face].clone();
            let place = patch.values(parameters[0], parameters[1], 0.0, &mut PatchWork::default());
            corners.push((place, FaceCorner { face, patch, facing, parameters, pole }));
        };
        for side in self.edges.values().flatten() {
            for end in [side.curve.start(), side.curve.end()] {
                take(side.face, end.to_array(), false);
            }
        }
        self.points.iter().for_each(|&(face, parameters)| take(face, parameters, true));
        corners.sort_by(|(a, _), (b, _)| a.x.total_cmp(&b.x));
        let mut groups: Vec<(DVec3, Vec<FaceCorner>)> = Vec::new();
        for (place, corner) in corners {
            let near = groups.iter_mut().rev().take_while(|(other, _)| place.x - other.x <= self.tolerance);
            match near.into_iter().find(|(other, _)| place.distance(*other) <= self.tolerance) {
                Some((_, group)) => group.push(corner),
                None => groups.push((place, vec![corner])),
            }
        }
        groups.into_iter().map(|(_, group)| Vertex::new(distinct(group))).collect()
    }
}

/// A point in the midst of some faces.
fn middle(faces: &[Face]) -> DVec3 {
    let points = faces.iter().map(|face| face.patch.middle(0.0)).filter(|point| point.is_finite());
    let (sum, count) = points.fold((DVec3::ZERO, 0.0), |(sum, count), point| (sum + point, count + 1.0));
    if count > 0.0 { sum / count } else { DVec3::ZERO }
}

/// The corners without repetitions. A pole comes first.
fn distinct(corners: Vec<FaceCorner>) -> Vec<FaceCorner> {
    let mut kept: Vec<FaceCorner> = Vec::new();
    for corner in corners {
        let same = |known: &&mut FaceCorner| known.face == corner.face && known.parameters == corner.parameters;
        match kept.iter_mut().find(same) {
            Some(known) => known.pole |= corner.pole,
            None => kept.push(corner),
        }
    }
    kept.sort_by_key(|corner| !corner.pole);
    kept
}
