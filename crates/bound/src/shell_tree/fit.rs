//! The spherical shell of a part of a Bézier patch, or a box where no shell fits.
//!
//! *Question.* Which thin shell contains a part of a patch?
//! *Idea.* The centre is that of the sphere that fits nine points of the part best. The radii follow from the Bernstein
//! coefficients of the squared distance from the centre (`PatchPiece::squared_distances`). The directions of the
//! control points from the centre span a cone; a cone narrower than a half-space is convex, so it contains the part as
//! well. A cone grows from one control point to the next: the smallest cone that contains the old one and a new
//! direction has its axis between the direction and the far side of the old cone.
//! *Guarantee.* The shell or box contains the part: radii, cone and box are rounded outward. The centre and the axis
//! are free choices.
//! *Cost.* Some 150 products of vectors for a bicubic part.
//! *Source.* Krishnan et al. 1998, sections 3.1 to 3.3. The paper takes the sphere through the four corners. The
//! corners of a part with equal sides are nearly on one circle, and then the equations are singular: their solution is
//! rounding, or terms of third order. Here a fifth unknown is removed instead: `z = d + b·(x, y) + a·|p|²` in a frame
//! across the corners has one solution by least squares, also for a plane (`a = 0`), where the centre is at infinity
//! and a box is taken. Section 3.3 divides by the sine of the old half angle, which is zero at the start; here the far
//! side is found in the plane of axis and direction.
//!
//! | paper | here |
//! |---|---|
//! | C | `centre` |
//! | A_i, θ_i | `Cone` |

use crate::tolerance::{FLATTEST_SHELL, SHELL_CONE, WIDEST_SHELL};
use crate::volume::columns;
use crate::{Obb, PatchVolume, SphericalShell};
use glam::{DMat3, DMat4, DVec3, DVec4};
use tangency_geometry::spline::PatchPiece;

/// A frame at the middle of a part: two directions along it, and its normal. The unit of length is its size.
struct PieceFrame {
    middle: DVec3,
    axes: DMat3,
    size: f64,
}

impl PieceFrame {
    /// `None` if the corners span no plane.
    fn of(piece: &PatchPiece) -> Option<Self> {
        let [a, b, c, d] = piece.corners();
        let (along, across) = ((c + d) - (a + b), (b + d) - (a + c));
        // Diagonals of a long thin part are nearly parallel; the means of opposite sides are not.
        let normal = along.cross(across).try_normalize()?;
        let first = along.try_normalize()?;
        let size = (a - d).length().max((b - c).length());
        let axes = DMat3::from_cols(first, normal.cross(first), normal);
        (size > 0.0 && axes.is_finite()).then_some(Self { middle: 0.25 * (a + b + c + d), axes, size })
    }

    fn local(&self, point: DVec3) -> DVec3 {
        self.axes.transpose() * (point - self.middle) / self.size
    }
}

/// The thinner of shell and box.
pub(super) fn fitted(piece: &PatchPiece) -> PatchVolume {
    let volume = box_of(piece);
    match shell_of(piece) {
        Some(shell) if shell.radii()[1] - shell.radii()[0] < 2.0 * volume.half().min_element() => {
            PatchVolume::Shell(shell)
        }
        Some(_) | None => PatchVolume::Box(volume),
    }
}

/// The box around the control points: along the frame of the part or along the spread of the control points.
pub(super) fn box_of(piece: &PatchPiece) -> Obb {
    let points = piece.control_points();
    let spread = Obb::around(points).unwrap_or(Obb::UNBOUNDED);
    let facing = PieceFrame::of(piece).and_then(|frame| {
        // The normal stays; the rectangle around the part turns to its principal directions.
        let normal = frame.axes.z_axis;
        let first = columns(spread.axes())
            .into_iter()
            .max_by(|a, b| a.reject_from(normal).length_squared().total_cmp(&b.reject_from(normal).length_squared()))?;
        let first = first.reject_from(normal).try_normalize()?;
        let turned = Obb::along(points, DMat3::from_cols(first, normal.cross(first), normal))?;
        Some(Obb::along(points, frame.axes)?.smaller(turned))
    });
    facing.map_or(spread, |facing| facing.smaller(spread)).grown(piece.error())
}

/// The shell of a part; `None` if the part is flat, or spans a cone that is too wide.
#[must_use]
pub(super) fn shell_of(piece: &PatchPiece) -> Option<SphericalShell> {
    let centre = centre(piece)?;
    let [low, high] = piece.squared_distances(centre);
    let radii = [low.sqrt().next_down(), high.sqrt().next_up()];
    let offsets: Vec<DVec3> = piece.control_points().iter().map(|&point| point - centre).collect();
    let axis = Cone::of(&offsets)?.axis;
    // The control points and the differences are rounded, which turns a direction; the cosine is rounded itself.
    let rounding = piece.error() + 4.0 * f64::EPSILON * (centre.length() + radii[1]);
    let cosine = offsets.iter().map(|offset| {
        let length = offset.length();
        offset.dot(axis) / length - 2.0 * rounding / length - SHELL_CONE
    });
    let cosine = cosine.fold(1.0, f64::min);
    (cosine > WIDEST_SHELL && high.is_finite()).then(|| SphericalShell::new(centre, axis, radii, cosine))
}

/// The centre of the sphere that fits nine points of the part best.
fn centre(piece: &PatchPiece) -> Option<DVec3> {
    let frame = PieceFrame::of(piece)?;
    let (mut matrix, mut right) = (DMat4::ZERO, DVec4::ZERO);
    for index in 0..9 {
        let point = frame.local(piece.at(f64::from(index / 3) / 2.0, f64::from(index % 3) / 2.0));
        let row = DVec4::new(1.0, point.x, point.y, point.length_squared());
        matrix += DMat4::from_cols(row * row.x, row * row.y, row * row.z, row * row.w);
        right += row * point.z;
    }
    let solution = matrix.inverse() * right;
    let (slope, bend) = (DVec3::new(solution.y, solution.z, -1.0), solution.w);
    let local = slope / (-2.0 * bend);
    let valid = bend.abs() > FLATTEST_SHELL && local.is_finite();
    valid.then(|| frame.middle + frame.size * (frame.axes * local))
}

/// A cone that contains some directions.
struct Cone {
    axis: DVec3,
    cosine: f64,
}

impl Cone {
    /// The cone that grows from one vector to the next; `None` if it exceeds a half-space. The corners of a net come
    /// first and last; the order changes little.
    fn of(vectors: &[DVec3]) -> Option<Self> {
        let (first, others) = vectors.split_first()?;
        let mut cone = Self { axis: first.try_normalize()?, cosine: 1.0 };
        for vector in others.iter().rev() {
            let direction = vector.try_normalize()?;
            let along = direction.dot(cone.axis);
            if along >= cone.cosine {
                continue;
            }
            let side = (direction - along * cone.axis).try_normalize()?;
            let far = cone.cosine * cone.axis - (1.0 - cone.cosine * cone.cosine).max(0.0).sqrt() * side;
            let axis = (far + direction).try_normalize()?;
            cone = Self { axis, cosine: axis.dot(direction) };
            if cone.cosine <= 0.0 {
                return None;
            }
        }
        Some(cone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;
    use tangency_interval::laws::Random;

    /// The incremental cone contains its vectors, and is little wider than the best one.
    #[test]
    fn cones_contain_their_vectors() {
        let mut random = Random::new(5);
        for _ in 0..500 {
            let angle = random.between(0.01, 0.7);
            let count = 2 + random.below(14);
            let vectors: Vec<DVec3> = (0..count)
                .map(|_| {
                    let (tilt, turn) = (angle * random.unit().sqrt(), random.between(0.0, std::f64::consts::TAU));
                    let across = dvec3(turn.cos(), turn.sin(), 0.0);
                    random.between(0.5, 2.0) * (tilt.cos() * DVec3::Z + tilt.sin() * across)
                })
                .collect();
            let cone = Cone::of(&vectors).expect("narrow");
            let widest = vectors.iter().map(|v| v.normalize().dot(cone.axis)).fold(1.0, f64::min);
            assert!(widest >= cone.cosine - 1e-12, "{widest} {}", cone.cosine);
            assert!(cone.cosine.acos() < 1.35 * angle, "{} for {angle}", cone.cosine.acos());
        }
    }
}
