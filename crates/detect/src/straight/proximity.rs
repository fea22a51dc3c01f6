//! All pairs of features closer than a thickness at one instant.
//!
//! **Question.** Which vertices, edges and triangles of two meshes, or of one mesh and itself, are within a
//! thickness of one another at an instant, and where are they closest?
//!
//! **Idea.** Takes the candidates of the trees and computes the closest points of each. A pair is culled only if a
//! direction proves it farther apart. The closest points decide the name: if a vertex is closest to a side of a
//! triangle, the pair is a vertex and an edge, however it was found, and is listed once.
//!
//! **Guarantee.** A listed pair covers every pair within the thickness. A listed pair is within the thickness up to
//! rounding, and its distance is enclosed.
//!
//! **Cost.** O(n) for the boxes, O(pairs) for the rest.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces, section 4: proximities, the input of the response for
//! cloth.

use super::candidates::{FeatureCandidates, SweptMesh};
use crate::features::{FeaturePair, MeshFeature, StraightPaths, proof_of_distance};
use crate::table::unsupported;
use crate::{DetectError, Facets, Moving};
use glam::DVec3;
use std::collections::BTreeMap;
use tangency_bound::FittedTree;
use tangency_geometry::Feature;
use tangency_interval::Interval;

/// Two features that are close to one another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proximity {
    /// The closest feature of the first mesh, with the coordinates of the closest point on it.
    pub feature_a: Feature,
    /// The closest feature of the second mesh, with the coordinates of the closest point on it.
    pub feature_b: Feature,
    /// The closest point on the first mesh.
    pub point_a: DVec3,
    /// The closest point on the second mesh.
    pub point_b: DVec3,
    /// Encloses the distance of two points of the features. That distance is the smallest up to rounding.
    pub distance: Interval,
}

/// All pairs of features of `a` and `b` within `thickness` metres of one another at `time`, for any motions.
///
/// ```
/// use glam::{DVec3, dvec2};
/// use tangency_detect::{Moving, proximities};
/// use tangency_geometry::{Motion, Pose, Shape, primitive};
///
/// let cloth = Shape::Mesh(primitive::grid(dvec2(1.0, 1.0), [8, 8])?);
/// let above = Pose::new(Default::default(), DVec3::new(0.01, 0.02, 0.003))?;
/// let a = Moving::new(cloth.clone(), Motion::Still(above))?;
/// let b = Moving::new(cloth, Motion::Still(Pose::IDENTITY))?;
/// let close = proximities(&a, &b, 0.0, 0.005)?;
/// assert!(close.iter().all(|pair| pair.distance.contains(0.003) || pair.distance.upper() > 0.003));
/// assert!(proximities(&a, &b, 0.0, 0.002)?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn proximities(a: &Moving, b: &Moving, time: f64, thickness: f64) -> Result<Vec<Proximity>, DetectError> {
    let ((facets_a, paths_a), (facets_b, paths_b)) = (placed(a, time)?, placed(b, time)?);
    let (a, b) = (SweptMesh::new(facets_a, &paths_a), SweptMesh::new(facets_b, &paths_b));
    collect(FeatureCandidates { a: &a, b: &b, same: false, separation: checked(thickness)? })
}

/// All pairs of features of `a` within `thickness` metres of one another at `time`, except those that share a vertex.
pub fn self_proximities(a: &Moving, time: f64, thickness: f64) -> Result<Vec<Proximity>, DetectError> {
    let (facets, paths) = placed(a, time)?;
    let a = SweptMesh::new(facets, &paths);
    collect(FeatureCandidates { a: &a, b: &a, same: true, separation: checked(thickness)? })
}

fn checked(thickness: f64) -> Result<f64, DetectError> {
    if thickness >= 0.0 && thickness.is_finite() {
        Ok(thickness)
    } else {
        Err(DetectError::Length { name: "thickness", value: thickness, least: "not below 0" })
    }
}

/// The vertices at one instant, as constant paths.
fn placed(body: &Moving, time: f64) -> Result<(&Facets, StraightPaths), DetectError> {
    if !time.is_finite() {
        return Err(DetectError::Span { start: time, end: time });
    }
    let faceted = body.faceted().ok_or_else(|| unsupported(body, body, time.into()))?;
    Ok((faceted.facets(), StraightPaths::new(faceted, time, time)?))
}

fn collect(features: FeatureCandidates<'_>) -> Result<Vec<Proximity>, DetectError> {
    let mut found = BTreeMap::new();
    let mut visit = |i: usize, j: usize| {
        for candidate in features.meeting(i, j) {
            let pair = features.pair(candidate.features);
            if proof_of_distance(&pair, [0.0, 0.0], features.separation).is_none() {
                let proximity = describe(features, &pair);
                found.entry(key(&proximity)).or_insert(proximity);
            }
        }
    };
    let inflated =
        |side: &SweptMesh<'_>, triangle: usize| side.triangle_box(triangle).start.inflated(features.separation);
    let fitted_a = features.a.model.tree().fit(|triangle| inflated(features.a, triangle));
    if features.same {
        fitted_a.pairs_within(&mut visit);
    } else {
        let fitted_b = features.b.model.tree().fit(|triangle| features.b.triangle_box(triangle).start);
        FittedTree::pairs(&fitted_a, &fitted_b, &mut visit);
    }
    Ok(found.into_values().collect())
}

fn describe(features: FeatureCandidates<'_>, pair: &FeaturePair) -> Proximity {
    let (witness, _) = pair.closest(0.0);
    let (corners_a, corners_b) = pair.near(0.0);
    let named = |side: &SweptMesh<'_>, corners: &MeshFeature, weights| corners.named(side.mesh(), weights);
    Proximity {
        feature_a: named(features.a, &pair.a, witness.weights_a),
        feature_b: named(features.b, &pair.b, witness.weights_b),
        point_a: crate::closest::weighted(&corners_a, witness.weights_a),
        point_b: crate::closest::weighted(&corners_b, witness.weights_b),
        distance: pair.gap(&witness, 0.0),
    }
}

/// Proximities with equal keys are the same pair: kind and index of both features.
fn key(proximity: &Proximity) -> [(u8, u32); 2] {
    [proximity.feature_a, proximity.feature_b].map(|feature| match feature {
        Feature::Vertex(index) => (0, index),
        Feature::Edge { index, .. } => (1, index),
        Feature::Face { index, .. } => (2, index),
        Feature::Patch { index, .. } | Feature::Part(index) => (3, index),
    })
}
