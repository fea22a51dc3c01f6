//! The kind and the size of a body, in words and numbers for people: is this the part that I meant, in the unit that I
//! meant?

use crate::tolerance::{SIZE_ROUNDING, SIZE_SHARE};
use glam::DVec3;
use tangency_formats::{Scene, SceneBody};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Convex, ConvexCore, Shape};
use tangency_interval::{Interval, Vector3};

/// The kind and the size of a body at the start of the span, in its own frame.
#[derive(Clone, Debug, PartialEq)]
pub struct BodySize {
    /// Name of the body.
    pub name: String,
    /// What it is: "solid of 12 triangles", "sphere".
    pub kind: String,
    /// Metres. The sides of its bounding box along the axes of its own frame, up to rounding; of curved bodies an upper
    /// bound, at most 1e-4 of the longest side too far out at each end unless the body is too intricate. `None` if the
    /// body is endless.
    pub sides: Option<[f64; 3]>,
}

impl BodySize {
    /// The sizes of the bodies of a scene, in its order.
    ///
    /// ```
    /// use tangency::{BodySize, scenes};
    ///
    /// let sizes = BodySize::of_scene(&scenes::make("bounce").expect("a built-in scene"));
    /// assert_eq!(sizes[0].kind, "sphere");
    /// ```
    #[must_use]
    pub fn of_scene(scene: &Scene) -> Vec<Self> {
        scene.bodies.iter().map(Self::of).collect()
    }

    fn of(body: &SceneBody) -> Self {
        let corners = corners(&body.shape);
        let sides = corners.map(sides).filter(|sides| sides.iter().all(|side| side.is_finite()));
        Self { name: body.name.clone(), kind: kind(&body.shape), sides }
    }

    /// Metres. The longest side; `None` if the body is endless.
    #[must_use]
    pub fn longest(&self) -> Option<f64> {
        self.sides.map(|sides| sides.into_iter().fold(0.0, f64::max))
    }
}

/// The two corners of the bounding box. `None`: the body is endless.
fn corners(shape: &Shape) -> Option<[DVec3; 2]> {
    match shape {
        Shape::Polyhedron(polyhedron) => Some(polyhedron.mesh().bounding_box()),
        Shape::Mesh(mesh) => Some(mesh.bounding_box()),
        Shape::Parametric(brep) => Some(of_brep(brep)),
        Shape::Implicit(solid) => Some(ends(&solid.bounding_box())),
        Shape::Convex(convex) => Some(farthest(convex)),
        Shape::Rounded(rounded) => {
            let [low, high] = rounded.mesh().bounding_box();
            Some([low - rounded.radius(), high + rounded.radius()])
        }
        Shape::HalfSpace(_) => None,
        Shape::HeightMap(map) => Some(map.bounding_box()),
        Shape::Compound(compound) => {
            let parts: Option<Vec<[DVec3; 2]>> = compound.parts().iter().map(|part| corners(part.shape())).collect();
            parts?.into_iter().reduce(|[low, high], [other_low, other_high]| [low.min(other_low), high.max(other_high)])
        }
    }
}

/// The corners of a tight bounding box of a body of faces.
pub(crate) fn of_brep(brep: &Brep) -> [DVec3; 2] {
    ends(&brep.tight_bounding_box(Interval::ZERO, SIZE_SHARE))
}

/// The sides of a box. What may be rounding alone is zero.
fn sides([low, high]: [DVec3; 2]) -> [f64; 3] {
    let sides = high - low;
    let rounding = SIZE_ROUNDING * low.abs().max(high.abs()).max_element();
    sides.to_array().map(|side| if side <= rounding { 0.0 } else { side })
}

fn ends(region: &Vector3) -> [DVec3; 2] {
    let corner = |end: fn(&Interval) -> f64| DVec3::new(end(&region[0]), end(&region[1]), end(&region[2]));
    [corner(|side| side.lower()), corner(|side| side.upper())]
}

fn farthest(convex: &Convex) -> [DVec3; 2] {
    let along = |sign: f64| {
        let [x, y, z] = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| convex.farthest(sign * axis));
        DVec3::new(x.x, y.y, z.z)
    };
    [along(-1.0), along(1.0)]
}

fn kind(shape: &Shape) -> String {
    let triangles = |count: usize| if count == 1 { "1 triangle".into() } else { format!("{count} triangles") };
    match shape {
        Shape::Polyhedron(polyhedron) => format!("solid of {}", triangles(polyhedron.mesh().triangles().len())),
        Shape::Mesh(mesh) => format!("surface of {}", triangles(mesh.triangles().len())),
        Shape::Parametric(brep) if brep.is_solid() => "curved solid".into(),
        Shape::Parametric(_) => "curved surface".into(),
        Shape::Implicit(_) => "implicit solid".into(),
        Shape::Convex(convex) => convex_kind(convex).into(),
        Shape::Rounded(rounded) => format!("rounded mesh of {}", triangles(rounded.mesh().triangles().len())),
        Shape::HalfSpace(_) => "half-space".into(),
        Shape::HeightMap(_) => "height map".into(),
        Shape::Compound(compound) => format!("compound of {} parts", compound.parts().len()),
    }
}

fn convex_kind(convex: &Convex) -> &'static str {
    let rounded = convex.radius() > 0.0;
    match convex.core() {
        ConvexCore::Point => "sphere",
        ConvexCore::Segment { .. } => "capsule",
        ConvexCore::Cuboid { .. } if rounded => "rounded box",
        ConvexCore::Cuboid { .. } => "box",
        ConvexCore::Cylinder { .. } if rounded => "rounded cylinder",
        ConvexCore::Cylinder { .. } => "cylinder",
        ConvexCore::Cone { .. } if rounded => "rounded cone",
        ConvexCore::Cone { .. } => "cone",
        ConvexCore::Ellipsoid { .. } if rounded => "rounded ellipsoid",
        ConvexCore::Ellipsoid { .. } => "ellipsoid",
        ConvexCore::Hull { .. } if rounded => "rounded hull",
        ConvexCore::Hull { .. } => "hull",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(bodies: &[(&str, &str)]) -> Vec<BodySize> {
        let mut text = String::from("span = { end = 1 }\n");
        for (name, shape) in bodies {
            text += &format!("[[body]]\nname = \"{name}\"\nshape = {shape}\n");
        }
        let scene = Scene::parse(&text, "sizes.toml");
        scene.map(|scene| BodySize::of_scene(&scene)).unwrap_or_default()
    }

    /// Curved bodies have proved boxes that are tight; a flat patch has no thickness.
    #[test]
    fn sizes_of_curved_bodies_are_tight() {
        let flat = "{ bezier = [{ degree = [1, 1], points = [[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]] }] }";
        let bodies =
            [("flat", flat, [1.0, 1.0, 0.0]), ("ring", "{ torus = { radius = 2, tube = 0.5 } }", [5.0, 5.0, 1.0])];
        let text: String = bodies
            .iter()
            .map(|(name, shape, _)| format!("[[body]]\nname = \"{name}\"\nsurface = true\nshape = {shape}\n"))
            .collect();
        let scene = Scene::parse(&format!("span = {{ end = 1 }}\n{text}"), "sizes.toml").expect("a scene");
        for ((name, _, expected), size) in bodies.iter().zip(BodySize::of_scene(&scene)) {
            let found = size.sides.expect("a size");
            let fits = |axis: usize| (0.0..=2.1e-4 * 5.0).contains(&(found[axis] - expected[axis]));
            assert!((0..3).all(fits) && (expected[2] > 0.0 || found[2] == 0.0), "{name}: {found:?}");
        }
    }

    /// Every kind has the size of its closed form.
    #[test]
    fn sizes_are_those_of_the_closed_forms() {
        let bodies = [
            ("box", "{ box = [1, 2, 3] }", Some([1.0, 2.0, 3.0])),
            ("ball", "{ sphere = { radius = 0.5 } }", Some([1.0, 1.0, 1.0])),
            ("pill", "{ capsule = { radius = 0.5, length = 2 } }", Some([1.0, 1.0, 3.0])),
            ("can", "{ cylinder = { radius = 1, height = 3 }, rounding = 0.25 }", Some([2.5, 2.5, 3.5])),
            ("hat", "{ cone = { radius = 1, height = 3 } }", Some([2.0, 2.0, 3.0])),
            ("egg", "{ ellipsoid = { radii = [1, 2, 3] } }", Some([2.0, 4.0, 6.0])),
            ("grown", "{ torus = { radius = 2, tube = 0.5 }, rounding = 0.25 }", Some([5.5, 5.5, 1.5])),
            ("floor", "{ half_space = {} }", None),
            ("map", "{ height_map = { cell = [1, 1], rows = [[0, 1], [0, 2]] } }", Some([1.0, 1.0, 2.0])),
            (
                "both",
                "{ compound = [{ shape = { sphere = { radius = 1 } } }, { shape = { sphere = { radius = 1 } }, \
                 position = [3, 0, 0] }] }",
                Some([5.0, 2.0, 2.0]),
            ),
        ];
        let found = sizes(&bodies.map(|(name, shape, _)| (name, shape)));
        assert_eq!(found.len(), bodies.len());
        for ((name, _, expected), size) in bodies.iter().zip(&found) {
            match (expected, size.sides) {
                (Some(expected), Some(sides)) => {
                    let far = expected.iter().zip(sides).any(|(expected, side)| (expected - side).abs() > 1e-9);
                    assert!(!far, "{name}: {sides:?}");
                }
                (expected, sides) => assert_eq!(*expected, sides, "{name}"),
            }
        }
        let kinds: Vec<&str> = found.iter().map(|size| size.kind.as_str()).collect();
        assert_eq!(kinds[..3], ["solid of 12 triangles", "sphere", "capsule"]);
        assert_eq!(kinds[3], "rounded cylinder");
    }
}
