//! A feature as JSON: its kind, its index, and the point on it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tangency_geometry::Feature;

/// A [`Feature`] in the layout of the file: the payload of every kind is called `index` and `at`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum FeatureFile {
    Vertex { index: u32 },
    Edge { index: u32, at: f64 },
    Face { index: u32, at: [f64; 3] },
    Patch { index: u32, at: [f64; 2] },
    Part { index: u32 },
}

impl FeatureFile {
    /// The coordinates of the point on the feature; empty for kinds without.
    pub(crate) fn at(&self) -> &[f64] {
        match self {
            Self::Vertex { .. } | Self::Part { .. } => &[],
            Self::Edge { at, .. } => std::slice::from_ref(at),
            Self::Face { at, .. } => at,
            Self::Patch { at, .. } => at,
        }
    }
}

impl From<Feature> for FeatureFile {
    fn from(feature: Feature) -> Self {
        match feature {
            Feature::Vertex(index) => Self::Vertex { index },
            Feature::Edge { index, parameter } => Self::Edge { index, at: parameter },
            Feature::Face { index, weights } => Self::Face { index, at: weights },
            Feature::Patch { index, parameters } => Self::Patch { index, at: parameters },
            Feature::Part(index) => Self::Part { index },
        }
    }
}

impl From<FeatureFile> for Feature {
    fn from(feature: FeatureFile) -> Self {
        match feature {
            FeatureFile::Vertex { index } => Self::Vertex(index),
            FeatureFile::Edge { index, at } => Self::Edge { index, parameter: at },
            FeatureFile::Face { index, at } => Self::Face { index, weights: at },
            FeatureFile::Patch { index, at } => Self::Patch { index, parameters: at },
            FeatureFile::Part { index } => Self::Part(index),
        }
    }
}

/// For `#[serde(with)]`.
pub(crate) fn serialize<S: Serializer>(feature: &Feature, out: S) -> Result<S::Ok, S::Error> {
    FeatureFile::from(*feature).serialize(out)
}

/// For `#[serde(with)]`.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(text: D) -> Result<Feature, D::Error> {
    FeatureFile::deserialize(text).map(Feature::from)
}
