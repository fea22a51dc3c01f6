//! The box of a part of a tile that is no Bézier patch.
//!
//! *Question.* Which thin box contains a part of a plane, a cylinder, or any surface with enclosed derivatives?
//! *Idea.* The expansion of second order about the middle: the part is the parallelogram of the first derivatives plus
//! a remainder, which the second derivatives over the part enclose. The axes are those of the parallelogram and its
//! normal. The remainder of a cylinder points to one side only, and so the box is as thin as its arc is high.
//! *Guarantee.* The box contains the part, rounding included. Where there may be a kink, the axes are those of space.
//! *Cost.* Two jets.
//! *Source.* Taylor's formula; the shells of Krishnan et al. 1998 need the net of a Bézier patch.

use crate::tolerance::TAYLOR_BOX_ROUNDING;
use crate::{Obb, PatchVolume};
use glam::{DMat3, DVec3, dvec3};
use tangency_geometry::surface::{FaceTile, PatchWork, SurfaceJet};
use tangency_interval::{Interval, Vector, Vector3};

/// The box of a part of a tile, and the parameter along which the part is longer.
pub(super) fn box_of(tile: &FaceTile, sides: [Interval; 2], work: &mut PatchWork) -> (PatchVolume, usize) {
    let jets = tile.jets(sides, work);
    let longer = jets.as_ref().map(|[jet, _]| {
        let length = |slope: Vector3, side: Interval| slope.length().upper() * side.width();
        usize::from(length(jet.dv, sides[1]) > length(jet.du, sides[0]))
    });
    let expanded = jets.as_ref().and_then(|jets| expansion(jets, sides));
    let volume = expanded.unwrap_or_else(|| {
        let place = tile.point(sides, work);
        let [low, high] = [place.0.map(Interval::lower), place.0.map(Interval::upper)].map(DVec3::from_array);
        if low.is_finite() && high.is_finite() {
            Obb::along(&[low, high], DMat3::IDENTITY).unwrap_or(Obb::UNBOUNDED)
        } else {
            Obb::UNBOUNDED
        }
    });
    let wider = usize::from(sides[1].width() > sides[0].width());
    (PatchVolume::Box(volume), longer.unwrap_or(wider))
}

/// The box around the expansion. `None` if a number is not finite.
fn expansion([jet, centre]: &[SurfaceJet; 2], sides: [Interval; 2]) -> Option<Obb> {
    let plain = |vector: Vector3| DVec3::from_array(vector.mid());
    let [middle, du, dv] = [centre.point, centre.du, centre.dv].map(plain);
    // The middle of the jets is rounded.
    let [u, v] = sides.map(|side| {
        let half = 0.5 * side.width() * (1.0 + TAYLOR_BOX_ROUNDING) + TAYLOR_BOX_ROUNDING;
        Interval::between(-half, half)
    });
    let exact = |vector: DVec3| Vector(vector.to_array().map(Interval::from));
    let off = (centre.point - exact(middle)) + (centre.du - exact(du)) * u + (centre.dv - exact(dv)) * v;
    let half = Interval::from(0.5);
    let bend = jet.duu * (half * u.sqr()) + jet.duv * (u * v) + jet.dvv * (half * v.sqr());
    let remainder = off + bend;
    let normal = du.cross(dv).try_normalize().or_else(|| plain(jet.normal()).try_normalize());
    let first = du.try_normalize().or_else(|| dv.try_normalize());
    let axes = match (first, normal) {
        (Some(first), Some(normal)) => DMat3::from_cols(first, normal.cross(first), normal),
        (Some(_) | None, Some(_) | None) => DMat3::IDENTITY,
    };
    let along = [axes.x_axis, axes.y_axis, axes.z_axis].map(|axis| exact(axis).dot(remainder));
    let [[x, l], [y, m], [z, n]] = along.map(|side| [side.lower(), side.upper()]);
    let (across, up) = (du * u.upper(), dv * v.upper());
    let corners = [middle + across + up, middle + across - up, middle - across + up, middle - across - up];
    let rest = [[x, y, z], [x, y, n], [x, m, z], [x, m, n], [l, y, z], [l, y, n], [l, m, z], [l, m, n]];
    let rest = rest.map(|[x, y, z]| axes * dvec3(x, y, z));
    let points: Vec<DVec3> = corners.into_iter().flat_map(|corner| rest.map(|rest| corner + rest)).collect();
    let size = points.iter().map(|point| point.abs().max_element()).fold(0.0, f64::max);
    let most = rest.iter().map(|rest| rest.length()).fold(across.length() + up.length(), f64::max);
    // The axes are orthonormal up to rounding, and the points are rounded.
    let rounding = TAYLOR_BOX_ROUNDING * (size + most);
    let finite = points.iter().all(|point| point.is_finite());
    finite.then(|| Obb::along(&points, axes)).flatten().map(|volume| volume.grown(rounding))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_geometry::surface::Brep;
    use tangency_interval::laws::Random;

    /// Boxes of parts of a cylinder, a cone, a sphere and a torus contain sampled points, and get thin with the square
    /// of the size.
    #[test]
    fn boxes_contain_their_parts() {
        let bodies = [Brep::cylinder(0.5, 2.0), Brep::cone(0.5, 1.0), Brep::sphere(0.7), Brep::torus(1.0, 0.25)];
        let (mut random, mut work) = (Random::new(8), PatchWork::default());
        for body in bodies.map(|body| body.expect("a body")) {
            for (index, face) in body.faces().iter().enumerate() {
                let tile = &face.tiles(index)[0];
                for _ in 0..50 {
                    let width = 0.5_f64.powi(random.below(8) as i32);
                    let sides = [0; 2].map(|_| {
                        let from = random.between(0.0, 1.0 - width);
                        Interval::between(from, from + width)
                    });
                    let (volume, _) = box_of(tile, sides, &mut work);
                    let PatchVolume::Box(volume) = volume else { panic!("a box") };
                    for _ in 0..30 {
                        let point = tile.values(sides.map(|side| random.member(side)), &mut work);
                        let place = volume.axes().transpose() * (point - volume.centre());
                        assert!((place.abs() - volume.half()).max_element() < 1e-6, "{place} {volume:?}");
                    }
                    // A turn of 2π·width around a radius of at most 1.25 bends by at most 25·width².
                    assert!(width > 0.1 || volume.half().min_element() < 50.0 * width * width + 1e-6, "{volume:?}");
                }
            }
        }
    }
}
