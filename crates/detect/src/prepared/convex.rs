//! A convex body with the data that detection methods derive from it.

use super::Prepared;
use super::timed::{Period, TimedOnce};
use crate::convex::PreparedConvex;
use crate::curved::BodyBounds;
use std::sync::Arc;
use tangency_geometry::{Convex, ConvexCore, Pose, Shape, Solid};

/// A convex body, and its core as a shape that every method knows.
#[derive(Clone, Debug)]
pub struct ConvexShape {
    shape: Shape,
    prepared: PreparedConvex,
    core: TimedOnce<Option<CoreBody>>,
    surface: TimedOnce<Option<CoreBody>>,
}

/// The core of a convex body.
#[derive(Clone, Debug)]
pub(crate) struct CoreBody {
    /// The core in the frame of the body.
    pub(crate) prepared: Arc<Prepared>,
    /// Metres. The exact core lies within this distance of `prepared`, and vice versa: rounding of its coordinates.
    pub(crate) rounding: f64,
}

impl ConvexShape {
    pub(super) fn new(shape: Shape, convex: Convex) -> Self {
        Self { shape, prepared: PreparedConvex::new(convex), core: TimedOnce::new(), surface: TimedOnce::new() }
    }

    pub(super) fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The body as the methods for convex bodies see it.
    pub(crate) fn prepared(&self) -> &PreparedConvex {
        &self.prepared
    }

    /// The core as triangles, curved faces or an implicit solid. `None` if it has no such representation.
    pub(crate) fn core(&self) -> Option<&CoreBody> {
        let made = || CoreBody::of(self.prepared.shape());
        self.core.get_or_init(made).as_ref()
    }

    /// The whole body as curved faces. `None` if it has no such representation.
    pub(crate) fn surface(&self) -> Option<&CoreBody> {
        let made = || {
            let faces = self.prepared.shape().surface()?;
            Some(CoreBody { prepared: Arc::new(Prepared::new(Shape::Parametric(faces))), rounding: 0.0 })
        };
        self.surface.get_or_init(made).as_ref()
    }

    /// Appends the periods in which parts of the body were computed.
    pub(super) fn add_periods(&self, periods: &mut Vec<Period>) {
        for part in [&self.core, &self.surface] {
            periods.extend(part.period());
            if let Some(Some(core)) = part.get() {
                core.prepared.add_periods(periods);
            }
        }
    }

    /// A box and a ball that contain the body, in its frame.
    pub(super) fn bounds(&self) -> BodyBounds {
        BodyBounds::of_box(self.prepared.view().bounding_box())
    }
}

impl CoreBody {
    /// The core, moved to its place in the frame of the body.
    fn of(convex: &Convex) -> Option<Self> {
        let (frame, shape) = (convex.frame(), convex.core_shape().ok()?);
        if *frame == Pose::IDENTITY {
            return Some(Self { prepared: Arc::new(Prepared::new(shape)), rounding: 0.0 });
        }
        let (shape, rounding) = match &shape {
            Shape::Polyhedron(polyhedron) => {
                let mesh = polyhedron.mesh().transformed(frame).ok()?;
                (Shape::solid_if_closed(mesh), frame.rounding(polyhedron.mesh().reach()))
            }
            Shape::Mesh(mesh) => (Shape::Mesh(mesh.transformed(frame).ok()?), frame.rounding(mesh.reach())),
            // Formulas are moved exactly.
            Shape::Parametric(_) => (Shape::Implicit(round_core(convex.core())?.placed(frame)), 0.0),
            Shape::Implicit(_)
            | Shape::Convex(_)
            | Shape::Rounded(_)
            | Shape::HalfSpace(_)
            | Shape::HeightMap(_)
            | Shape::Compound(_) => return None,
        };
        Some(Self { prepared: Arc::new(Prepared::new(shape)), rounding })
    }
}

/// A round core as an implicit solid. `None` for others.
fn round_core(core: &ConvexCore) -> Option<Solid> {
    match *core {
        ConvexCore::Cylinder { radius, half } => Solid::cylinder(radius, 2.0 * half).ok(),
        ConvexCore::Cone { radius, height } => Solid::cone(radius, height).ok(),
        ConvexCore::Ellipsoid { radii } => Solid::ellipsoid(radii).ok(),
        ConvexCore::Point | ConvexCore::Segment { .. } | ConvexCore::Cuboid { .. } | ConvexCore::Hull { .. } => None,
    }
}
