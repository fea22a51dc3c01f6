//! Bodies that consist of others: rounded meshes, height maps and compounds.

use super::{Facets, Prepared};
use crate::convex::ConvexView;
use crate::curved::BodyBounds;
use std::sync::Arc;
use tangency_geometry::{Compound, HeightMap, RoundedMesh, Shape};
use tangency_interval::{Interval, Vector3};

/// A rounded mesh: its core, prepared, and the radius.
#[derive(Clone, Debug)]
pub struct RoundedShape {
    shape: Shape,
    core: Arc<Prepared>,
    radius: f64,
}

impl RoundedShape {
    pub(super) fn new(shape: Shape, rounded: &RoundedMesh) -> Self {
        let core = Arc::new(Prepared::new(rounded.core().clone()));
        Self { shape, core, radius: rounded.radius() }
    }

    pub(super) fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The polyhedron or the mesh.
    pub(crate) fn core(&self) -> &Arc<Prepared> {
        &self.core
    }

    /// Metres. The radius about the core.
    pub(crate) fn radius(&self) -> f64 {
        self.radius
    }

    /// The triangles of the core.
    pub(crate) fn facets(&self) -> Option<&Facets> {
        match &*self.core {
            Prepared::Facets(facets) => Some(facets),
            Prepared::Faces(_)
            | Prepared::Implicit(_)
            | Prepared::Convex(_)
            | Prepared::Rounded(_)
            | Prepared::HalfSpace(_)
            | Prepared::HeightMap(_)
            | Prepared::Compound(_) => None,
        }
    }

    /// The convex hull of the body.
    pub(crate) fn hull(&self) -> Option<ConvexView<'_>> {
        let (view, radius) = (ConvexView::of_hull(self.facets()?), self.radius);
        Some(ConvexView { radius, reach: view.reach + radius, ..view })
    }

    pub(super) fn bounds(&self) -> BodyBounds {
        let grown = Interval::between(-self.radius, self.radius);
        BodyBounds::of_box(self.core.bounds(Interval::ZERO).region() + Vector3::from_fn(|_| grown))
    }
}

/// A height map.
#[derive(Clone, Debug)]
pub struct HeightMapShape {
    shape: Shape,
    map: HeightMap,
}

impl HeightMapShape {
    pub(super) fn new(shape: Shape, map: HeightMap) -> Self {
        Self { shape, map }
    }

    pub(super) fn shape(&self) -> &Shape {
        &self.shape
    }

    pub(crate) fn map(&self) -> &HeightMap {
        &self.map
    }

    pub(super) fn bounds(&self) -> BodyBounds {
        let [lower, upper] = self.map.bounding_box();
        BodyBounds::of_box(Vector3::from_fn(|axis| Interval::between(lower[axis], upper[axis])))
    }
}

/// A compound: its parts, prepared.
#[derive(Clone, Debug)]
pub struct CompoundShape {
    shape: Shape,
    compound: Compound,
    parts: Vec<Arc<Prepared>>,
}

impl CompoundShape {
    pub(super) fn new(shape: Shape, compound: Compound) -> Self {
        let parts = compound.parts().iter().map(|part| Arc::new(Prepared::new(part.shape().clone()))).collect();
        Self { shape, compound, parts }
    }

    pub(super) fn shape(&self) -> &Shape {
        &self.shape
    }

    pub(crate) fn compound(&self) -> &Compound {
        &self.compound
    }

    pub(crate) fn parts(&self) -> &[Arc<Prepared>] {
        &self.parts
    }

    pub(super) fn bounds(&self, span: Interval) -> BodyBounds {
        let boxes = self.parts.iter().map(|part| part.bounds(span).region());
        BodyBounds::of_box(boxes.reduce(Vector3::hull).unwrap_or(Vector3::ZERO))
    }
}
