//! The names of features of a body in reports.

use super::Scene;
use tangency_geometry::{Feature, HeightMap, Shape};

impl Scene {
    /// The name of a feature of the body called `body`: `side` or `top` of a cylinder, `handle: side` of a compound,
    /// `cell (4, 7)` of a height map. `None` if kind and index are all that can be said, as for a mesh.
    #[must_use]
    pub fn part_name(&self, body: &str, feature: Feature) -> Option<String> {
        let body = self.bodies.iter().find(|candidate| candidate.name == body)?;
        name(&body.shape, feature)
    }
}

fn name(shape: &Shape, feature: Feature) -> Option<String> {
    match shape {
        Shape::Convex(convex) => of_surface(feature).map(|part| convex.part_name(part).to_owned()),
        Shape::HalfSpace(_) => of_surface(feature).map(|_| "plane".to_owned()),
        Shape::HeightMap(map) => in_grid(map, feature),
        Shape::Compound(compound) => {
            let (index, within) = compound.part_feature(feature);
            let part = compound.parts().get(index)?;
            Some(format!("{}: {}", part.name(), name(part.shape(), within).unwrap_or_else(|| numbered(within))))
        }
        Shape::Polyhedron(_) | Shape::Mesh(_) | Shape::Parametric(_) | Shape::Implicit(_) | Shape::Rounded(_) => None,
    }
}

/// Kind and index of a feature, without the position on it.
fn numbered(feature: Feature) -> String {
    match feature {
        Feature::Vertex(index) => format!("vertex {index}"),
        Feature::Edge { index, .. } => format!("edge {index}"),
        Feature::Face { index, .. } | Feature::Patch { index, .. } => format!("face {index}"),
        Feature::Part(index) => format!("part {index} of the surface"),
    }
}

/// The index of a part of the surface.
fn of_surface(feature: Feature) -> Option<u32> {
    match feature {
        Feature::Part(part) => Some(part),
        Feature::Vertex(_) | Feature::Edge { .. } | Feature::Face { .. } | Feature::Patch { .. } => None,
    }
}

/// A feature of a height map by its column and row, counted from 0.
fn in_grid(map: &HeightMap, feature: Feature) -> Option<String> {
    let [columns, _] = map.samples().map(|count| count as u32);
    let place = |index: u32, width: u32| format!("({}, {})", index % width, index / width);
    match feature {
        Feature::Vertex(index) => Some(format!("height {}", place(index, columns))),
        Feature::Edge { index, .. } => {
            let way = ["along x", "along y", "diagonal"][index as usize % 3];
            Some(format!("edge {way} from height {}", place(index / 3, columns)))
        }
        Feature::Face { index, .. } => Some(format!("cell {}", place(index / 2, columns - 1))),
        Feature::Patch { .. } | Feature::Part(_) => None,
    }
}
