//! Random shapes of every kind. The farthest point is at most about `size` from the origin.

use super::{assembled, primitives, solids};
use crate::laws::ShapeKind;
use glam::{DVec2, DVec3, dvec3};
use tangency_geometry::surface::{Brep, Patch};
use tangency_geometry::{Mesh, Polyhedron, Shape, Solid, primitive};
use tangency_interval::laws::Random;
use tangency_interval::{Interval, expr::Expr};

/// The reason why constructors of shapes cannot fail here.
pub(super) const SOUND: &str = "the numbers of the generator make a shape";

/// A shape with additional knowledge for the oracle.
#[derive(Clone, Debug)]
pub(super) struct DrawnShape {
    pub(super) shape: Shape,
    /// The equivalent implicit solid of a solid of curved faces. It decides whether a point is inside.
    pub(super) twin: Option<Solid>,
    /// Instants at which a component appears.
    pub(super) births: Vec<f64>,
    pub(super) text: String,
}

impl DrawnShape {
    pub(super) fn new(shape: impl Into<Shape>, text: impl Into<String>) -> Self {
        Self { shape: shape.into(), twin: None, births: Vec::new(), text: text.into() }
    }
}

/// A random shape. `span`: the span in which its time-dependent formulas are defined.
pub(super) fn draw(kind: ShapeKind, random: &mut Random, size: f64, span: Interval) -> DrawnShape {
    match kind {
        ShapeKind::Convex => convex(random, size),
        ShapeKind::Concave => concave(random, size),
        ShapeKind::Surface => surface(random, size),
        ShapeKind::Parametric => parametric(random, size, span),
        ShapeKind::Formula => solids::formula(random, size),
        ShapeKind::Combined => solids::combined(random, size),
        ShapeKind::Timed => solids::timed(random, size, span),
        ShapeKind::Sampled => solids::sampled(random, size),
        ShapeKind::Primitive => primitives::draw(random, size),
        ShapeKind::Assembled => assembled::draw(random, size),
    }
}

/// Half extents of a box: equal, thin, or arbitrary.
pub(super) fn extents(random: &mut Random, size: f64) -> DVec3 {
    let mut side = || size * random.between(0.25, 0.57);
    let any = dvec3(side(), side(), side());
    match random.below(4) {
        0 => DVec3::splat(0.5 * size),
        1 => dvec3(any.x, any.y, 0.05 * size),
        _ => any,
    }
}

fn octahedron(half: DVec3) -> Mesh {
    let ends = [DVec3::X * half.x, DVec3::Y * half.y, DVec3::Z * half.z];
    let vertices = ends.into_iter().flat_map(|vertex| [vertex, -vertex]).collect();
    let faces = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];
    Mesh::new(vertices, faces.to_vec()).expect(SOUND)
}

fn convex(random: &mut Random, size: f64) -> DrawnShape {
    let half = extents(random, size);
    match random.below(5) {
        0 | 1 => {
            DrawnShape::new(primitive::cuboid(2.0 * half).expect(SOUND), format!("box {:?}", (2.0 * half).to_array()))
        }
        2 => DrawnShape::new(
            Polyhedron::new(octahedron(1.5 * half)).expect(SOUND),
            format!("octahedron {:?}", (1.5 * half).to_array()),
        ),
        3 => DrawnShape::new(primitive::tetrahedron(1.4 * size).expect(SOUND), format!("tetrahedron {}", 1.4 * size)),
        _ => {
            let [radius, height] = [0.6 * size, 2.0 * half.z];
            DrawnShape::new(primitive::prism(radius, height, 5).expect(SOUND), format!("prism {radius} {height} 5"))
        }
    }
}

/// Concatenates two meshes.
fn together(a: &Mesh, b: &Mesh) -> Mesh {
    let count = a.vertices().len() as u32;
    let vertices = [a.vertices(), b.vertices()].concat();
    let shifted = b.triangles().iter().map(|corners| corners.map(|corner| corner + count));
    Mesh::new(vertices, a.triangles().iter().copied().chain(shifted).collect()).expect(SOUND)
}

/// Adds a triangle whose three corners are the same vertex.
fn with_point_triangle(mesh: &Mesh) -> Mesh {
    let mut triangles = mesh.triangles().to_vec();
    triangles.push([2, 2, 2]);
    Mesh::new(mesh.vertices().to_vec(), triangles).expect(SOUND)
}

fn concave(random: &mut Random, size: f64) -> DrawnShape {
    let block = |half: DVec3| primitive::cuboid(2.0 * half).expect(SOUND).into_mesh();
    let solid = |mesh: Mesh, text: String| DrawnShape::new(Polyhedron::new(mesh).expect(SOUND), text);
    match random.below(5) {
        0 => {
            let [width, height, thickness, depth] = [0.9, 1.1, 0.3, 0.5].map(|factor| factor * size);
            let shape = primitive::l_extrusion(width, height, thickness, depth).expect(SOUND);
            DrawnShape::new(shape, format!("l_extrusion {width} {height} {thickness} {depth}"))
        }
        1 => DrawnShape::new(
            primitive::torus(0.6 * size, 0.25 * size, 6, 4).expect(SOUND),
            format!("faceted torus {} {} 6 4", 0.6 * size, 0.25 * size),
        ),
        2 => {
            let far = dvec3(1.0, 0.2, 0.0) * size;
            let other = block(DVec3::splat(0.2 * size)).mapped(|point| point + far).expect(SOUND);
            solid(together(&block(DVec3::splat(0.3 * size)), &other), format!("two boxes {size}"))
        }
        3 => {
            let cavity = block(DVec3::splat(0.35 * size)).flipped();
            solid(together(&block(DVec3::splat(0.5 * size)), &cavity), format!("box with a cavity {size}"))
        }
        _ => {
            let mesh = with_point_triangle(&block(extents(random, size)));
            let text = format!("box {:?} with a triangle [2, 2, 2]", mesh.vertices()[0].to_array());
            solid(mesh, text)
        }
    }
}

fn surface(random: &mut Random, size: f64) -> DrawnShape {
    let half = extents(random, size);
    match random.below(5) {
        0 => {
            let corners =
                [dvec3(-0.7, -0.4, 0.0), dvec3(0.7, -0.4, 0.0), dvec3(0.1, 0.7, 0.0)].map(|point| size * point);
            DrawnShape::new(Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).expect(SOUND), format!("triangle {size}"))
        }
        1 => DrawnShape::new(
            primitive::grid(DVec2::splat(1.2 * size), [2, 2]).expect(SOUND),
            format!("flat grid {} 2 x 2", 1.2 * size),
        ),
        2 => {
            let bumps: Vec<f64> = (0..16).map(|_| size * random.between(-0.15, 0.15)).collect();
            let grid = primitive::grid(DVec2::splat(1.2 * size), [3, 3]).expect(SOUND);
            let mut heights = bumps.iter();
            let bumpy = grid.mapped(|point| point + DVec3::Z * heights.next().copied().unwrap_or(0.0)).expect(SOUND);
            DrawnShape::new(bumpy, format!("bumpy grid {} 3 x 3, heights {bumps:?}", 1.2 * size))
        }
        3 => DrawnShape::new(octahedron(1.5 * half), format!("hollow octahedron {:?}", (1.5 * half).to_array())),
        _ => {
            // A square of two triangles, a degenerate triangle along its side, and a point.
            let corner = |x: f64, y: f64| size * dvec3(x, y, 0.0);
            let vertices =
                vec![corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5), corner(0.0, -0.5)];
            let triangles = vec![[0, 1, 2], [0, 2, 3], [0, 1, 4], [2, 2, 2]];
            DrawnShape::new(
                Mesh::new(vertices, triangles).expect(SOUND),
                format!("square {size} with a sliver and a point"),
            )
        }
    }
}

fn parametric(random: &mut Random, size: f64, span: Interval) -> DrawnShape {
    let half = extents(random, size);
    let both = |brep: Result<Brep, _>, twin: Result<Solid, _>, text: String| DrawnShape {
        twin: Some(twin.expect(SOUND)),
        ..DrawnShape::new(brep.expect(SOUND), format!("curved {text}"))
    };
    let [radius, height] = [0.5 * size, 2.0 * half.z];
    match random.below(8) {
        0 => both(Brep::sphere(radius), Solid::sphere(radius), format!("sphere {radius}")),
        1 => both(Brep::ellipsoid(half), Solid::ellipsoid(half), format!("ellipsoid {:?}", half.to_array())),
        2 => {
            let tube = 0.4 * radius;
            both(Brep::torus(radius, tube), Solid::torus(radius, tube), format!("torus {radius} {tube}"))
        }
        3 => {
            both(Brep::cylinder(radius, height), Solid::cylinder(radius, height), format!("cylinder {radius} {height}"))
        }
        4 => both(
            Brep::capsule(0.5 * radius, radius),
            Solid::capsule(0.5 * radius, radius),
            format!("capsule {} {radius}", 0.5 * radius),
        ),
        5 => both(Brep::cuboid(2.0 * half), Solid::cuboid(2.0 * half), format!("box {:?}", (2.0 * half).to_array())),
        6 => growing_sphere(random, radius, span),
        _ => {
            let [swell, waves] = [0.2 * size, 3.0 / size];
            let text = format!("{swell}*sin({waves}*u)*cos({waves}*v)");
            let heights = Expr::parse(&text).expect(SOUND);
            let side = [-0.6 * size, 0.6 * size];
            let sheet = Brep::height_field(heights, side, side, Interval::ZERO).expect(SOUND);
            DrawnShape::new(sheet, format!("curved sheet z = {text} over {side:?}"))
        }
    }
}

/// A ball of curved faces with a time-dependent radius.
fn growing_sphere(random: &mut Random, radius: f64, span: Interval) -> DrawnShape {
    let rate = radius * random.between(-0.4, 0.8) / span.upper();
    let length = format!("({radius}+({rate})*t)");
    let turn = 2.0 * std::f64::consts::PI;
    let texts = ["sin(v)*cos(u)", "sin(v)*sin(u)", "cos(v)"].map(|text| format!("{length}*{text}"));
    let patch = Patch::parse(texts.each_ref().map(String::as_str), [0.0, turn], [0.0, std::f64::consts::PI]);
    let brep = Brep::during(vec![patch.expect(SOUND)], span).expect(SOUND);
    let formula = Expr::parse(&format!("x^2+y^2+z^2-{length}^2")).expect(SOUND);
    let most = 1.1 * radius.max(radius + rate * span.upper());
    let twin = Solid::formula(&formula, [DVec3::splat(-most), DVec3::splat(most)], span).expect(SOUND);
    DrawnShape { twin: Some(twin), ..DrawnShape::new(brep, format!("curved sphere of radius {length}")) }
}
