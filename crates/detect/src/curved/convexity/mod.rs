//! Curved bodies that are known to be convex.
//!
//! **Question.** Is a body of curved faces or an implicit solid convex? What is its support function?
//!
//! **Idea.** Bodies made as primitives know it. A formula of degree two is an ellipsoid (`quadric`). Other formulas are
//! proved convex by the sign of their curvature (`proof`); their farthest points are found by Newton's method
//! (`extreme`) and proved (`level`).
//!
//! **Guarantee.** The body is a subset of its cover. Every point of the cover is within `excess` of the body. Both are
//! proved, rounding included.
//!
//! **Cost.** Some microseconds once for each shape, some milliseconds at most for a formula of a higher degree. Then a
//! few microseconds for each farthest point of such a formula.

mod extreme;
mod level;
mod proof;
mod quadric;
#[cfg(test)]
mod tests;

pub(crate) use level::LevelSupport;

use crate::convex::{ConvexView, PreparedConvex};
use crate::tolerance::CONVEXITY_ROOM;
use level::LevelBody;
use tangency_geometry::Solid;
use tangency_geometry::surface::Brep;
use tangency_interval::{Interval, Vector};

/// A convex body that contains a curved one closely.
#[derive(Clone, Debug)]
pub(crate) enum ConvexCover {
    /// A primitive.
    Primitive {
        /// The primitive, in the frame of the curved body.
        body: PreparedConvex,
        /// Metres. Every point of the primitive is within this distance of the curved body.
        excess: f64,
    },
    /// A solid that is proved convex.
    Level(LevelCover),
}

/// A solid that is proved convex.
#[derive(Clone, Debug)]
pub(crate) struct LevelCover(LevelBody);

/// The support function of a cover during a query.
#[derive(Debug)]
pub(crate) enum CoverSupport<'cover> {
    /// Of a primitive, which is known beforehand; and the excess in metres.
    Primitive(&'cover PreparedConvex, f64),
    /// Of a formula, which is evaluated for each direction.
    Level(Box<LevelSupport<'cover>>),
}

impl ConvexCover {
    /// The cover of a body of curved faces. `None` if it is not known to be convex.
    pub(crate) fn of_faces(brep: &Brep) -> Option<Self> {
        Some(Self::Primitive { body: brep.convex()?.clone().into(), excess: 0.0 })
    }

    /// The cover of an implicit solid. `None` if it is not known to be convex.
    pub(crate) fn of_solid(solid: &Solid) -> Option<Self> {
        if let Some(exact) = solid.convex() {
            return Some(Self::Primitive { body: exact.clone().into(), excess: 0.0 });
        }
        let [leaf] = solid.leaves() else { return None };
        if leaf.deforms() || leaf.is_complemented() || leaf.expression().is_none() {
            return None;
        }
        let bounds = solid.bounding_box();
        let place = Vector::from_fn(|axis| {
            let room = CONVEXITY_ROOM * bounds[axis].width();
            Interval::between(bounds[axis].lower() - room, bounds[axis].upper() + room)
        });
        match quadric::ellipsoid_around(solid, leaf, place) {
            Some((body, excess)) => Some(Self::Primitive { body: body.into(), excess }),
            None => Some(Self::Level(LevelCover(LevelBody::of(solid, leaf, place)?))),
        }
    }

    /// The support function for one query.
    pub(crate) fn support(&self) -> CoverSupport<'_> {
        match self {
            Self::Primitive { body, excess } => CoverSupport::Primitive(body, *excess),
            Self::Level(LevelCover(body)) => CoverSupport::Level(Box::new(LevelSupport::new(body))),
        }
    }
}

impl CoverSupport<'_> {
    /// The cover as the methods for convex bodies see it, and by how many metres it exceeds the curved body.
    pub(crate) fn view(&self) -> (ConvexView<'_>, f64) {
        match self {
            Self::Primitive(body, excess) => (body.view(), *excess),
            Self::Level(support) => support.view(),
        }
    }

    /// Whether the farthest point along some direction could not be proved. Then no answer may be used.
    pub(crate) fn failed(&self) -> bool {
        match self {
            Self::Primitive(..) => false,
            Self::Level(support) => support.failed(),
        }
    }
}
