//! The numbers of the features of a compound.
//!
//! Features of one kind are counted through: those of the first part come first. So a [`Feature`] of a compound is an
//! ordinary feature, and names its part.

use super::{Compound, CompoundPart};
use crate::{Feature, Shape};

/// For each kind of feature, the number of features that the parts before this one have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FeatureNumbers([u32; 5]);

impl FeatureNumbers {
    /// The numbers of all parts. `None` if a number is not below 2³².
    pub(super) fn of(parts: &[CompoundPart]) -> Option<Vec<Self>> {
        let mut next = [0_u32; 5];
        let mut numbers = Vec::with_capacity(parts.len());
        for part in parts {
            numbers.push(Self(next));
            for (sum, count) in next.iter_mut().zip(counts(part.shape())) {
                *sum = sum.checked_add(u32::try_from(count).ok()?)?;
            }
        }
        Some(numbers)
    }
}

/// The number of vertices, edges, faces, patches and other parts of the surface.
fn counts(shape: &Shape) -> [usize; 5] {
    match shape {
        Shape::Polyhedron(_) | Shape::Mesh(_) | Shape::Rounded(_) => {
            let mesh = shape.core_mesh();
            mesh.map_or([0; 5], |mesh| [mesh.vertices().len(), mesh.edges().len(), mesh.triangles().len(), 0, 0])
        }
        Shape::Parametric(brep) => [brep.vertices().len(), brep.edges().len(), 0, brep.faces().len(), 0],
        Shape::Implicit(solid) => [0, 0, 0, 0, solid.leaves().len()],
        Shape::Convex(convex) => [0, 0, 0, 0, convex.part_count()],
        Shape::HalfSpace(_) => [0, 0, 0, 0, 1],
        Shape::HeightMap(map) => [map.heights().len(), map.edge_count(), map.triangle_count(), 0, 0],
        // Compounds are flat: no part is a compound.
        Shape::Compound(_) => [0; 5],
    }
}

impl Compound {
    /// The number of a part's feature among the features of the compound.
    ///
    /// # Panics
    /// If there is no such part.
    #[must_use]
    pub fn feature_of_part(&self, part: usize, feature: Feature) -> Feature {
        let before = self.numbers[part].0[usize::from(feature.key().0)];
        feature.renumbered(feature.key().1 + before)
    }

    /// The part of a feature, and the feature as that part numbers it.
    ///
    /// ```
    /// use glam::DVec3;
    /// use tangency_geometry::{Compound, CompoundPart, Feature, primitive};
    ///
    /// let cube = || primitive::cuboid(DVec3::ONE).map(Into::into);
    /// let pair = Compound::new(vec![CompoundPart::new("left", cube()?), CompoundPart::new("right", cube()?)])?;
    /// // Each cube has 8 vertices.
    /// assert_eq!(pair.part_feature(Feature::Vertex(11)), (1, Feature::Vertex(3)));
    /// assert_eq!(pair.feature_of_part(1, Feature::Vertex(3)), Feature::Vertex(11));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn part_feature(&self, feature: Feature) -> (usize, Feature) {
        let (kind, index) = feature.key();
        let before = |numbers: &FeatureNumbers| numbers.0[usize::from(kind)];
        // The last part that starts at or before the number. Parts without features of the kind start where the next
        // part starts.
        let part = self.numbers.partition_point(|numbers| before(numbers) <= index).saturating_sub(1);
        (part, feature.renumbered(index - before(&self.numbers[part])))
    }
}
