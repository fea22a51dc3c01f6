//! The thinnest place of a solid, by samples.
//!
//! *Question.* Where is a solid thinnest?
//! *Idea.* Cast a ray inwards from the middle of triangles, evenly chosen, and take the shortest way to the other side.
//! *Guarantee.* None: the answer is sampled. It is an upper bound on the least thickness, up to rounding.
//! *Cost.* One ray for each sample, at most [`MOST_THICKNESS_SAMPLES`].

use crate::tolerance::{MOST_THICKNESS_SAMPLES, THICKNESS_OFFSET, THIN_SHARE};
use glam::DVec3;
use tangency_detect::{CastTarget, Interior, Ray};
use tangency_formats::inspection::ThicknessReport;
use tangency_geometry::{Polyhedron, Shape};

/// The least thickness among samples of a solid whose box has this longest side; `None` if no sample has one.
pub(super) fn least(solid: &Polyhedron, longest: f64) -> Option<ThicknessReport> {
    let mesh = solid.mesh();
    let count = mesh.triangles().len();
    let step = count.div_ceil(MOST_THICKNESS_SAMPLES).max(1);
    let offset = THICKNESS_OFFSET * longest;
    let (points, rays): (Vec<DVec3>, Vec<Ray>) = (0..count)
        .step_by(step)
        .filter_map(|triangle| {
            let [a, b, c] = mesh.corners(triangle);
            let inward = -(b - a).cross(c - a).try_normalize()?;
            let middle = (a + b + c) / 3.0;
            Some((middle, Ray::new(middle + offset * inward, inward, f64::INFINITY).ok()?))
        })
        .unzip();
    let hits = CastTarget::new(&Shape::Polyhedron(solid.clone())).cast_many(&rays, Interior::Hollow);
    let found: Vec<(f64, DVec3)> = hits
        .iter()
        .zip(points)
        .filter_map(|(hit, point)| Some((hit.as_ref()?.distance.mid() + offset, point)))
        .collect();
    let &(thickness, point) = found.iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
    let thin_samples = found.iter().filter(|(thickness, _)| *thickness < THIN_SHARE * longest).count();
    Some(ThicknessReport { thickness, point: point.to_array(), samples: found.len(), thin_samples })
}
