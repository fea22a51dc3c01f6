//! A half-space, and bounded bodies that stand for it.

use super::Prepared;
use crate::curved::BodyBounds;
use crate::tolerance::{HALF_SPACE_DOUBLINGS, HALF_SPACE_EXPONENTS};
use glam::dvec3;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use tangency_geometry::{Convex, HalfSpace, Shape};
use tangency_interval::{Interval, Vector3};

/// A half-space, with a prism for each size of the bodies that it met.
#[derive(Clone, Debug)]
pub struct HalfSpaceShape {
    shape: Shape,
    half_space: HalfSpace,
    /// By the exponent of the size.
    prisms: Arc<Mutex<BTreeMap<i32, Arc<Prepared>>>>,
}

impl HalfSpaceShape {
    pub(super) fn new(shape: Shape, half_space: HalfSpace) -> Self {
        Self { shape, half_space, prisms: Arc::default() }
    }

    pub(super) fn shape(&self) -> &Shape {
        &self.shape
    }

    pub(crate) fn half_space(&self) -> &HalfSpace {
        &self.half_space
    }

    /// A prism below the plane that stands for the half-space, for bodies within `reach` of the origin of its frame, in
    /// metres. The prism is so large that distance and depth of such a body are those of the half-space: the nearest
    /// point of the plane belongs to it, and every other way out of it is longer. `None` if the reach is not a length.
    pub(crate) fn prism(&self, reach: f64) -> Option<Arc<Prepared>> {
        let [least, most] = HALF_SPACE_EXPONENTS;
        let exponent = if reach > 0.0 { reach.log2().ceil() } else { f64::from(least) };
        if !(exponent <= f64::from(most)) {
            return None;
        }
        let exponent = (exponent as i32).max(least) + HALF_SPACE_DOUBLINGS;
        // A thread that panicked left a complete map.
        let mut prisms = self.prisms.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(prism) = prisms.get(&exponent) {
            return Some(Arc::clone(prism));
        }
        let size = 2_f64.powi(exponent);
        let sides = [[-size, -size], [size, -size], [size, size], [-size, size]];
        let corners = sides.into_iter().flat_map(|[x, y]| [dvec3(x, y, 0.0), dvec3(x, y, -size)]).collect();
        let prism = Convex::hull(corners).ok()?.placed(self.half_space.frame());
        let prism = Arc::new(Prepared::new(Shape::Convex(prism)));
        prisms.insert(exponent, Arc::clone(&prism));
        Some(prism)
    }

    /// The half-space is not bounded.
    pub(super) fn bounds() -> BodyBounds {
        BodyBounds::of_box(Vector3::from_fn(|_| Interval::ENTIRE))
    }
}
