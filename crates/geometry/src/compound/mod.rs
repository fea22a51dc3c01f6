//! Compounds: several shapes that move as one body.

mod error;
mod numbering;

pub use error::CompoundError;

use crate::Shape;
use numbering::FeatureNumbers;
use std::collections::HashSet;
use std::sync::Arc;

/// The union of several named shapes in one frame. Parts may overlap. Cheap to clone.
///
/// The features of a compound are numbered consecutively, one part after the other. [`Self::part_feature`] tells which
/// part a feature belongs to.
///
/// ```
/// use glam::dvec3;
/// use tangency_geometry::{Compound, CompoundPart, Convex, Pose, Shape};
///
/// let handle = Shape::Convex(Convex::cylinder(0.02, 0.3)?);
/// let head = Shape::Convex(Convex::cuboid(dvec3(0.12, 0.05, 0.05))?);
/// let hammer = Compound::new(vec![
///     CompoundPart::new("handle", handle),
///     CompoundPart::new("head", head.placed(&Pose::translated(dvec3(0.0, 0.0, 0.16))?)?),
/// ])?;
/// assert_eq!(hammer.parts()[1].name(), "head");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Compound {
    parts: Arc<[CompoundPart]>,
    numbers: Arc<[FeatureNumbers]>,
}

/// A named part of a compound.
#[derive(Clone, Debug, PartialEq)]
pub struct CompoundPart {
    name: String,
    shape: Shape,
}

impl CompoundPart {
    /// A part with its name, in the frame of the compound.
    #[must_use]
    pub fn new(name: impl Into<String>, shape: Shape) -> Self {
        Self { name: name.into(), shape }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The shape, in the frame of the compound.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }
}

impl Compound {
    /// The union of the parts. A part that is a compound contributes its own parts, with its name before theirs.
    pub fn new(parts: Vec<CompoundPart>) -> Result<Self, CompoundError> {
        let parts = flattened(parts);
        if parts.is_empty() {
            return Err(CompoundError::Empty);
        }
        let mut names = HashSet::new();
        for (index, part) in parts.iter().enumerate() {
            if part.name.is_empty() {
                return Err(CompoundError::Unnamed { index });
            }
            if !names.insert(part.name.as_str()) {
                return Err(CompoundError::NameTwice { name: part.name.clone() });
            }
        }
        let numbers = FeatureNumbers::of(&parts).ok_or(CompoundError::TooManyFeatures { parts: parts.len() })?;
        Ok(Self { parts: parts.into(), numbers: numbers.into() })
    }

    /// The parts; none of them is a compound.
    #[must_use]
    pub fn parts(&self) -> &[CompoundPart] {
        &self.parts
    }
}

/// The parts with every compound among them replaced by its parts.
fn flattened(parts: Vec<CompoundPart>) -> Vec<CompoundPart> {
    let mut all = Vec::with_capacity(parts.len());
    for part in parts {
        match &part.shape {
            Shape::Compound(inner) => {
                let named = |of: &CompoundPart| CompoundPart {
                    name: format!("{}/{}", part.name, of.name),
                    shape: of.shape.clone(),
                };
                all.extend(inner.parts.iter().map(named));
            }
            Shape::Polyhedron(_)
            | Shape::Mesh(_)
            | Shape::Parametric(_)
            | Shape::Implicit(_)
            | Shape::Convex(_)
            | Shape::Rounded(_)
            | Shape::HalfSpace(_)
            | Shape::HeightMap(_) => all.push(part),
        }
    }
    all
}
