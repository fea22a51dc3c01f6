//! The picture of a mesh grown by a radius.
//!
//! *Question.* Which triangles show all points within a radius of a mesh?
//! *Idea.* The boundary of the body consists of parts of the faces shifted by the radius, of cylinders about the edges
//! and of balls about the vertices. They are drawn where an edge is convex or a border. A point of a cylinder or ball
//! is left out if a neighbouring edge or face is nearer: it lies inside of the body. What is left of the inside hides
//! behind the surface.
//! *Guarantee.* Every drawn corner belongs to the body.
//! *Cost.* A few triangles for each triangle and convex edge, and a small ball for each of their ends.

use crate::tolerance::{PICTURE_BALL_SUBDIVISIONS, PICTURE_TRIANGLES};
use glam::{DQuat, DVec3};
use std::collections::{BTreeMap, HashMap};
use std::f64::consts::{FRAC_PI_4, TAU};
use tangency_geometry::{RoundedMesh, Shape, primitive};

/// The triangles and corners of a picture.
pub(super) type PictureTriangles = (Vec<[u32; 3]>, Vec<DVec3>);

/// The triangles of the grown mesh, which leave a distance of about `tolerance` metres to the true surface; `None` if
/// there would be too many.
pub(super) fn picture(rounded: &RoundedMesh, tolerance: f64) -> Option<PictureTriangles> {
    let angle = (2.0 * (1.0 - tolerance / rounded.radius()).clamp(-1.0, 1.0).acos()).clamp(1e-2, FRAC_PI_4);
    let mut picture = RoundedPicture { rounded, angle, triangles: Vec::new(), corners: Vec::new(), rounds: Vec::new() };
    let shifted = picture.shifted_faces();
    picture.edges(&shifted);
    picture.balls()?;
    (picture.triangles.len() <= PICTURE_TRIANGLES).then_some((picture.triangles, picture.corners))
}

struct RoundedPicture<'mesh> {
    rounded: &'mesh RoundedMesh,
    /// The largest angle between neighbouring flat pieces of a round part.
    angle: f64,
    triangles: Vec<[u32; 3]>,
    corners: Vec<DVec3>,
    /// The vertices that need a ball.
    rounds: Vec<u32>,
}

/// The corners of the shifted faces, by triangle, vertex and side.
type ShiftedCorners = HashMap<(usize, u32, bool), u32>;

impl RoundedPicture<'_> {
    fn normal(&self, triangle: usize) -> DVec3 {
        let [a, b, c] = self.rounded.mesh().corners(triangle);
        (b - a).cross(c - a).normalize_or_zero()
    }

    fn corner(&mut self, place: DVec3) -> u32 {
        self.corners.push(place);
        (self.corners.len() - 1) as u32
    }

    /// Adds a triangle that faces along `outward`.
    fn triangle(&mut self, [a, b, c]: [u32; 3], outward: DVec3) {
        let [from, to, far] = [a, b, c].map(|corner| self.corners[corner as usize]);
        let faces = (to - from).cross(far - from).dot(outward) >= 0.0;
        self.triangles.push(if faces { [a, b, c] } else { [a, c, b] });
    }

    /// The faces, shifted outwards; those of a surface to both sides.
    fn shifted_faces(&mut self) -> ShiftedCorners {
        let (mesh, radius) = (self.rounded.mesh(), self.rounded.radius());
        let solid = matches!(self.rounded.core(), Shape::Polyhedron(_));
        let mut shifted = ShiftedCorners::new();
        for (index, triangle) in mesh.triangles().iter().enumerate() {
            let normal = self.normal(index);
            if normal == DVec3::ZERO {
                continue;
            }
            for outer in if solid { &[true][..] } else { &[true, false] } {
                let outward = if *outer { normal } else { -normal };
                let corners = triangle.map(|vertex| {
                    let corner = self.corner(mesh.vertices()[vertex as usize] + radius * outward);
                    shifted.insert((index, vertex, *outer), corner);
                    corner
                });
                self.triangle(corners, outward);
            }
        }
        shifted
    }

    /// A part of a cylinder about each convex edge, a whole cylinder about each border.
    fn edges(&mut self, shifted: &ShiftedCorners) {
        let mesh = self.rounded.mesh();
        // The faces at each edge, and whether they run along it from the lower to the higher vertex.
        let mut faces: BTreeMap<[u32; 2], Vec<(usize, bool)>> = BTreeMap::new();
        for (index, &[a, b, c]) in mesh.triangles().iter().enumerate() {
            for [from, to] in [[a, b], [b, c], [c, a]] {
                faces.entry([from.min(to), from.max(to)]).or_default().push((index, from < to));
            }
        }
        for (edge, faces) in faces {
            match faces[..] {
                [(a, forward), (b, backward)] if forward != backward => {
                    self.edge(edge, if forward { [a, b] } else { [b, a] }, shifted);
                }
                _ => {
                    let [from, to] = edge.map(|vertex| mesh.vertices()[vertex as usize]);
                    let along = (to - from).normalize_or_zero();
                    let towards = |&(face, _): &(usize, bool)| {
                        let middle = mesh.corners(face).iter().sum::<DVec3>() / 3.0;
                        (middle - from).reject_from(along).normalize_or_zero()
                    };
                    let towards: Vec<DVec3> = faces.iter().map(towards).collect();
                    self.tube(edge, &towards);
                }
            }
        }
    }

    /// The round edge between two faces; the first runs along the edge from its first vertex.
    fn edge(&mut self, edge: [u32; 2], faces: [usize; 2], shifted: &ShiftedCorners) {
        let mesh = self.rounded.mesh();
        let ends = edge.map(|vertex| mesh.vertices()[vertex as usize]);
        let [first, second] = faces.map(|face| self.normal(face));
        let along = (ends[1] - ends[0]).normalize_or_zero();
        if first == DVec3::ZERO || second == DVec3::ZERO || along == DVec3::ZERO {
            return self.tube(edge, &[]);
        }
        let turn = first.cross(second).dot(along).atan2(first.dot(second));
        // A positive turn is convex on the outer side, a negative one on the inner side, which a solid does not show.
        let outer = turn > 0.0;
        let corners = |face: usize, vertex: u32| shifted.get(&(face, vertex, outer)).copied();
        let [Some(a), Some(b), Some(c), Some(d)] = [
            corners(faces[0], edge[0]),
            corners(faces[0], edge[1]),
            corners(faces[1], edge[0]),
            corners(faces[1], edge[1]),
        ] else {
            return;
        };
        let from = if outer { first } else { -first };
        let pieces = (turn.abs() / self.angle).ceil().max(1.0) as usize;
        let mut before = [a, b];
        for piece in 1..=pieces {
            let outward = DQuat::from_axis_angle(along, turn * piece as f64 / pieces as f64) * from;
            let after = if piece == pieces {
                [c, d]
            } else {
                ends.map(|end| self.corner(end + self.rounded.radius() * outward))
            };
            self.strip(before, after, outward);
            before = after;
        }
        if turn.abs() > 0.5 * self.angle {
            self.rounds.extend(edge);
        }
    }

    /// A cylinder about an edge that has no two faces, without the parts towards its faces.
    fn tube(&mut self, edge: [u32; 2], faces: &[DVec3]) {
        self.rounds.extend(edge);
        let ends = edge.map(|vertex| self.rounded.mesh().vertices()[vertex as usize]);
        let Some(along) = (ends[1] - ends[0]).try_normalize() else { return };
        let from = along.any_orthonormal_vector();
        let pieces = (TAU / self.angle).ceil() as usize;
        let ring: Vec<(DVec3, [u32; 2])> = (0..pieces)
            .map(|piece| {
                let outward = DQuat::from_axis_angle(along, TAU * piece as f64 / pieces as f64) * from;
                (outward, ends.map(|end| self.corner(end + self.rounded.radius() * outward)))
            })
            .collect();
        for piece in 0..pieces {
            let ((outward, before), (_, after)) = (ring[piece], ring[(piece + 1) % pieces]);
            if faces.iter().all(|face| face.dot(outward) <= self.angle) {
                self.strip(before, after, outward);
            }
        }
    }

    fn strip(&mut self, before: [u32; 2], after: [u32; 2], outward: DVec3) {
        self.triangle([before[0], before[1], after[1]], outward);
        self.triangle([before[0], after[1], after[0]], outward);
    }

    /// A ball about each vertex of a round edge, as fine as the number of triangles allows.
    fn balls(&mut self) -> Option<()> {
        self.rounds.sort_unstable();
        self.rounds.dedup();
        let left = PICTURE_TRIANGLES.checked_sub(self.triangles.len())?;
        // An icosahedron has 20 faces; its corners are 63 degrees apart, and half as far after each subdivision.
        let fits = |subdivisions: &usize| 20 * 4_usize.pow(*subdivisions as u32) * self.rounds.len() <= left;
        let fine = (0..PICTURE_BALL_SUBDIVISIONS).find(|&n| 1.1 / f64::from(1 << n) <= self.angle);
        let subdivisions = (0..=fine.unwrap_or(PICTURE_BALL_SUBDIVISIONS)).rev().find(fits)?;
        let ball = primitive::icosphere(self.rounded.radius(), subdivisions).ok()?;
        let (ball, mesh) = (ball.mesh(), self.rounded.mesh());
        let mut edges: HashMap<u32, Vec<DVec3>> = HashMap::new();
        for &[a, b] in mesh.edges() {
            let along = (mesh.vertices()[b as usize] - mesh.vertices()[a as usize]).normalize_or_zero();
            edges.entry(a).or_default().push(along);
            edges.entry(b).or_default().push(-along);
        }
        // The sine of the angle across a face of the ball: faces that reach out of the inside stay.
        let slack = 1.1 / f64::from(1 << subdivisions);
        for vertex in std::mem::take(&mut self.rounds) {
            let (centre, before) = (mesh.vertices()[vertex as usize], self.corners.len() as u32);
            let along: &[DVec3] = edges.get(&vertex).map_or(&[], Vec::as_slice);
            let shows = |triangle: &&[u32; 3]| {
                let middle =
                    triangle.iter().map(|&corner| ball.vertices()[corner as usize]).sum::<DVec3>().normalize_or_zero();
                along.iter().all(|edge| edge.dot(middle) <= slack)
            };
            let faces: Vec<&[u32; 3]> = ball.triangles().iter().filter(shows).collect();
            // Only the corners that are used.
            let mut used: HashMap<u32, u32> = HashMap::new();
            for triangle in faces {
                let corners = triangle.map(|corner| {
                    let next = before + used.len() as u32;
                    let place = *used.entry(corner).or_insert(next);
                    if place == next {
                        self.corners.push(centre + ball.vertices()[corner as usize]);
                    }
                    place
                });
                self.triangles.push(corners);
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    /// The distance of a point from a box about the origin.
    fn from_box(point: DVec3, half: DVec3) -> f64 {
        (point.abs() - half).max(DVec3::ZERO).length()
    }

    /// No corner is outside of the body, and in every direction the picture reaches as far as the body, to the
    /// tolerance.
    #[test]
    fn a_rounded_cube_has_the_radius_everywhere() {
        let half = DVec3::splat(0.5);
        let body = RoundedMesh::of_solid(primitive::cuboid(DVec3::ONE).unwrap(), 0.25).unwrap();
        let (triangles, corners) = picture(&body, 1e-3).unwrap();
        assert!(corners.iter().all(|&corner| from_box(corner, half) < 0.25 + 1e-12));
        assert!(triangles.iter().flatten().all(|&corner| (corner as usize) < corners.len()));
        // The farthest drawn point in a direction is that of the true body: a corner of the cube and the radius.
        let directions = (0..200).map(|index| {
            let (z, turn) = (f64::from(index) / 100.0 - 0.995, 2.4 * f64::from(index));
            DVec3::new((1.0 - z * z).sqrt() * turn.cos(), (1.0 - z * z).sqrt() * turn.sin(), z)
        });
        for direction in directions {
            let farthest = corners.iter().map(|corner| corner.dot(direction)).fold(0.0, f64::max);
            let expected = half.dot(direction.abs()) + 0.25;
            assert!(farthest <= expected + 1e-12 && farthest > expected - 6e-3, "{direction}: {farthest}, {expected}");
        }
    }

    /// A sheet of two triangles: a plate with a round rim, of 2 m × 2 m and 0.2 m thick.
    #[test]
    fn a_rounded_sheet_has_two_sides_and_a_rim() {
        let body = RoundedMesh::of_surface(primitive::grid(DVec2::splat(2.0), [1, 1]).unwrap(), 0.1).unwrap();
        let (_, corners) = picture(&body, 1e-3).unwrap();
        let flat = DVec3::new(1.0, 1.0, 0.0);
        assert!(corners.iter().all(|&corner| from_box(corner, flat) < 0.1 + 1e-12));
        let reach = |axis: DVec3| corners.iter().map(|corner| corner.dot(axis)).fold(0.0, f64::max);
        for (axis, expected) in [(DVec3::Z, 0.1), (DVec3::NEG_Z, 0.1), (DVec3::X, 1.1), (DVec3::NEG_Y, 1.1)] {
            assert!((reach(axis) - expected).abs() < 5e-3, "{axis}: {}", reach(axis));
        }
    }

    /// A concave edge of a solid has no round part: no corner lies in the notch beyond the shifted faces.
    #[test]
    fn concave_edges_stay_sharp() {
        let body = RoundedMesh::of_solid(primitive::l_extrusion(2.0, 2.0, 1.0, 1.0).unwrap(), 0.1).unwrap();
        let (_, corners) = picture(&body, 1e-3).unwrap();
        let notch = |corner: &&DVec3| corner.x > 1.1 + 1e-9 && corner.y > 1.1 + 1e-9 && corner.z.abs() < 0.4;
        assert_eq!(corners.iter().find(notch), None);
    }

    #[test]
    fn too_many_triangles_are_none() {
        let ball = primitive::icosphere(1.0, 7).unwrap();
        assert!(picture(&RoundedMesh::of_solid(ball, 0.1).unwrap(), 1e-3).is_none());
    }
}
