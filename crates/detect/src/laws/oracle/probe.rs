//! A body prepared for the oracle, for evaluation at any instant.

use super::snapshot::{BodySnapshot, Field, SnapshotParts, affine};
use crate::laws::ExaminedBody;
use crate::laws::tolerance::{CONVEX_FINENESS, FACE_CELLS, HALF_SPACE_SIZE};
use glam::{DVec3, dvec3};
use tangency_geometry::solid::SolidWork as Workspace;
use tangency_geometry::surface::{Brep, PatchWork};
use tangency_geometry::{
    Compound, Convex, HalfSpace, Mesh, Motion, Placement, Pose, RoundedMesh, Shape, Solid, primitive,
};

/// The side from which an instant is approached. A motion that jumps has two positions at that instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstantSide {
    /// The limit from before.
    Before,
    /// The instant itself.
    After,
}

/// The placement of a body by its motion. At a jump, on this side of it.
pub(super) fn placement(motion: &Motion, time: f64, side: InstantSide) -> Placement {
    match motion {
        Motion::Piecewise(pieces) => {
            let later = &pieces.starts()[1..];
            let index = match side {
                InstantSide::Before => later.partition_point(|&start| start < time),
                InstantSide::After => later.partition_point(|&start| start <= time),
            };
            placement(&pieces.segments()[index], time - pieces.starts()[index], side)
        }
        Motion::Still(_)
        | Motion::Linear(_)
        | Motion::Ballistic(_)
        | Motion::Rigid(_)
        | Motion::Screw(_)
        | Motion::Chebyshev(_)
        | Motion::Articulated(_)
        | Motion::Vertexwise(_)
        | Motion::Expression(_) => motion.at(time),
    }
}

/// A triangulated surface in the frame of its body.
#[derive(Clone, Debug, Default)]
struct Skin {
    points: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    edges: Vec<[u32; 2]>,
    /// Metres. Bounds the distance of the triangles from the true surface. The points are on the surface.
    error: f64,
}

/// A body prepared for the oracle.
#[derive(Clone, Debug)]
pub struct Probe<'body> {
    body: &'body ExaminedBody,
    /// The surface, if it does not depend on time.
    skin: Option<Skin>,
    /// Points inside an implicit solid that does not depend on time.
    inner: Option<Vec<DVec3>>,
}

impl<'body> Probe<'body> {
    /// Prepares the body.
    #[must_use]
    pub fn new(body: &'body ExaminedBody) -> Self {
        let (skin, inner) = match body.moving.shape() {
            Shape::Polyhedron(polyhedron) => (Some(of_mesh(polyhedron.mesh())), None),
            Shape::Mesh(mesh) => (Some(of_mesh(mesh)), None),
            Shape::Parametric(brep) => ((!brep.deforms()).then(|| of_brep(brep, 0.0)), None),
            Shape::Implicit(solid) => (None, (!solid.deforms()).then(|| inner_points(solid, 0.0, 11))),
            Shape::Convex(convex) => (Some(of_convex(convex)), None),
            Shape::Rounded(rounded) => (Some(of_rounded(rounded, rounded.mesh().vertices().to_vec())), None),
            Shape::HalfSpace(half_space) => (Some(of_half_space(half_space)), None),
            Shape::HeightMap(map) => (Some(of_mesh(&map.mesh([0, 0], map.cells()).expect("a map has cells"))), None),
            Shape::Compound(compound) => (Some(of_compound(compound)), None),
        };
        Self { body, skin, inner }
    }

    /// The body at an instant.
    #[must_use]
    pub fn at(&self, time: f64, side: InstantSide) -> BodySnapshot {
        let placed = placement(self.body.moving.motion(), time, side);
        let put = |index: usize, local: DVec3| placed.point(index, local);
        let shape = self.body.moving.shape();
        let solid = match shape {
            Shape::Implicit(solid) => Some(solid),
            Shape::Parametric(_) | Shape::Convex(_) => self.body.twin.as_ref(),
            Shape::Polyhedron(_)
            | Shape::Mesh(_)
            | Shape::Rounded(_)
            | Shape::HalfSpace(_)
            | Shape::HeightMap(_)
            | Shape::Compound(_) => None,
        };
        let field = solid.and_then(|solid| {
            let inverse = affine(&placed)?;
            Some(Field { solid: solid.clone(), inverse, time })
        });
        let filled = match shape {
            Shape::Polyhedron(_)
            | Shape::Implicit(_)
            | Shape::Convex(_)
            | Shape::Rounded(_)
            | Shape::HalfSpace(_)
            | Shape::Compound(_) => true,
            Shape::Mesh(_) | Shape::HeightMap(_) => false,
            Shape::Parametric(brep) => brep.is_solid(),
        };
        if let (Shape::Rounded(rounded), Placement::Expression(_)) = (shape, &placed) {
            // The core is deformed, the radius is not.
            let core = rounded.mesh().vertices().iter().enumerate().map(|(index, &local)| put(index, local)).collect();
            let Skin { points, triangles: corners, edges, error } = of_rounded(rounded, core);
            return BodySnapshot::new(SnapshotParts { points, corners, edges, error, field, filled });
        }
        let skin = match (shape, &self.skin) {
            (_, Some(skin)) => skin.clone(),
            (Shape::Parametric(brep), None) => of_brep(brep, time),
            (Shape::Implicit(solid), None) => {
                let points = self.inner.clone().unwrap_or_else(|| inner_points(solid, time, 7));
                Skin { points, ..Skin::default() }
            }
            (
                Shape::Polyhedron(_)
                | Shape::Mesh(_)
                | Shape::Convex(_)
                | Shape::Rounded(_)
                | Shape::HalfSpace(_)
                | Shape::HeightMap(_)
                | Shape::Compound(_),
                None,
            ) => Skin::default(),
        };
        let points: Vec<DVec3> = skin.points.iter().enumerate().map(|(index, &local)| put(index, local)).collect();
        // A motion that is not affine bends the faces of a body between its sampled points.
        let bent = match shape {
            Shape::Parametric(_) | Shape::Convex(_) | Shape::Compound(_) if affine(&placed).is_none() => {
                bent(&skin, &points, |local| put(0, local))
            }
            Shape::Parametric(_)
            | Shape::Convex(_)
            | Shape::Polyhedron(_)
            | Shape::Mesh(_)
            | Shape::Implicit(_)
            | Shape::Rounded(_)
            | Shape::HalfSpace(_)
            | Shape::HeightMap(_)
            | Shape::Compound(_) => 0.0,
        };
        let (corners, edges, error) = (skin.triangles, skin.edges, skin.error + bent);
        BodySnapshot::new(SnapshotParts { points, corners, edges, error, field, filled })
    }

    /// The triangulated surface at an instant and its error bound. Supports implicit solids too.
    #[must_use]
    pub fn surface_at(&self, time: f64, side: InstantSide) -> Option<(Vec<[DVec3; 3]>, f64)> {
        match self.body.moving.shape() {
            Shape::Implicit(solid) => {
                let mesh = solid.mesh(time, 10).ok()?;
                let placed = placement(self.body.moving.motion(), time, side);
                let error = off_surface(solid, &mesh, time);
                let corner = |index: u32| placed.point(index as usize, mesh.vertices()[index as usize]);
                Some((mesh.triangles().iter().map(|corners| corners.map(corner)).collect(), error))
            }
            Shape::Polyhedron(_)
            | Shape::Mesh(_)
            | Shape::Parametric(_)
            | Shape::Convex(_)
            | Shape::Rounded(_)
            | Shape::HalfSpace(_)
            | Shape::HeightMap(_)
            | Shape::Compound(_) => {
                let placed = self.at(time, side);
                Some((placed.triangles().collect(), placed.error()))
            }
        }
    }
}

/// Twice the largest distance of the placed middle of an edge from the chord between its placed ends. The factor
/// two allows for uneven curvature.
fn bent(skin: &Skin, points: &[DVec3], put: impl Fn(DVec3) -> DVec3) -> f64 {
    let off = |&[from, to]: &[u32; 2]| {
        let [from, to] = [from as usize, to as usize];
        put(0.5 * (skin.points[from] + skin.points[to])).distance(0.5 * (points[from] + points[to]))
    };
    2.0 * skin.edges.iter().map(off).fold(0.0, f64::max)
}

fn of_mesh(mesh: &Mesh) -> Skin {
    let (points, triangles) = (mesh.vertices().to_vec(), mesh.triangles().to_vec());
    Skin { points, triangles, edges: mesh.edges().to_vec(), error: 0.0 }
}

fn of_convex(convex: &Convex) -> Skin {
    let mesh = convex.mesh(CONVEX_FINENESS).expect("a convex body of the generator has a mesh");
    // The fineness is a fraction of the diagonal of the bounding box.
    let diagonal = 2.0 * 3.0_f64.sqrt() * convex.reach();
    Skin { error: CONVEX_FINENESS * diagonal, ..of_mesh(&mesh) }
}

/// The surface about a convex core with these vertices.
fn of_rounded(rounded: &RoundedMesh, core: Vec<DVec3>) -> Skin {
    let convex = Convex::hull(core).and_then(|hull| hull.rounded(rounded.radius()));
    of_convex(&convex.expect("the generator rounds convex cores"))
}

/// A large box below the plane. The generator keeps bodies near the origin.
fn of_half_space(half_space: &HalfSpace) -> Skin {
    let below = Pose::translated(dvec3(0.0, 0.0, -0.5 * HALF_SPACE_SIZE)).expect("a finite place");
    let mesh = primitive::cuboid(DVec3::splat(HALF_SPACE_SIZE)).expect("a box").into_mesh();
    let placed = mesh.transformed(&half_space.frame().compose(&below)).expect("finite vertices");
    Skin { error: 1e-12 * HALF_SPACE_SIZE, ..of_mesh(&placed) }
}

/// The surfaces of all parts.
fn of_compound(compound: &Compound) -> Skin {
    let mut whole = Skin::default();
    for part in compound.parts() {
        let skin = match part.shape() {
            Shape::Polyhedron(polyhedron) => of_mesh(polyhedron.mesh()),
            Shape::Convex(convex) => of_convex(convex),
            Shape::Mesh(_)
            | Shape::Parametric(_)
            | Shape::Implicit(_)
            | Shape::Rounded(_)
            | Shape::HalfSpace(_)
            | Shape::HeightMap(_)
            | Shape::Compound(_) => unreachable!("the generator makes compounds of polyhedra and convex bodies"),
        };
        let first = whole.points.len() as u32;
        whole.points.extend(skin.points);
        whole.triangles.extend(skin.triangles.iter().map(|corners| corners.map(|corner| corner + first)));
        whole.edges.extend(skin.edges.iter().map(|ends| ends.map(|end| end + first)));
        whole.error = whole.error.max(skin.error);
    }
    whole
}

fn of_brep(brep: &Brep, time: f64) -> Skin {
    let mut skin = Skin::default();
    let mut work = PatchWork::default();
    for face in brep.faces() {
        let [u, v] = face.patch().domain();
        let at = |range: tangency_interval::Interval, i: f64| range.lower() + range.width() * i / FACE_CELLS as f64;
        let first = skin.points.len() as u32;
        for row in 0..=FACE_CELLS {
            for column in 0..=FACE_CELLS {
                skin.points.push(face.patch().values(at(u, column as f64), at(v, row as f64), time, &mut work));
            }
        }
        let corner = |column: usize, row: usize| first + (row * (FACE_CELLS + 1) + column) as u32;
        for row in 0..FACE_CELLS {
            for column in 0..FACE_CELLS {
                let [a, b] = [corner(column, row), corner(column + 1, row)];
                let [d, c] = [corner(column, row + 1), corner(column + 1, row + 1)];
                skin.triangles.extend([[a, b, c], [a, c, d]]);
                skin.edges.extend([[a, b], [a, c], [a, d]]);
                let middle = face.patch().values(at(u, column as f64 + 0.5), at(v, row as f64 + 0.5), time, &mut work);
                let chord = 0.5 * (skin.points[a as usize] + skin.points[c as usize]);
                // The error is largest in the middle of a cell. The factor two allows for uneven curvature.
                skin.error = skin.error.max(2.0 * middle.distance(chord));
            }
        }
    }
    skin
}

/// Grid points of the bounding box at which the solid's function is negative.
fn inner_points(solid: &Solid, time: f64, count: usize) -> Vec<DVec3> {
    let mut work = Workspace::default();
    let bounding_box = solid.bounding_box();
    let mut points = Vec::new();
    for i in 0..count * count * count {
        let steps = [i % count, i / count % count, i / count / count];
        let coordinate = |axis: usize| {
            let share = (steps[axis] as f64 + 0.5) / count as f64;
            bounding_box[axis].lower() + share * bounding_box[axis].width()
        };
        let point = DVec3::new(coordinate(0), coordinate(1), coordinate(2));
        if solid.value_at(point, time, &mut work) < 0.0 {
            points.push(point);
        }
    }
    points
}

/// Estimates the distance of the triangles of an implicit solid's mesh from its surface.
fn off_surface(solid: &Solid, mesh: &Mesh, time: f64) -> f64 {
    let mut work = Workspace::default();
    let step = 1e-5 * solid.reach();
    let mut off = |point: DVec3| {
        let mut value = |sample: DVec3| solid.value_at(sample, time, &mut work);
        let slope = DVec3::from_array(
            [DVec3::X, DVec3::Y, DVec3::Z]
                .map(|axis| (value(point + step * axis) - value(point - step * axis)) / (2.0 * step)),
        );
        value(point).abs() / slope.length()
    };
    let middles = (0..mesh.triangles().len()).map(|index| mesh.corners(index).into_iter().sum::<DVec3>() / 3.0);
    let worst = middles.map(&mut off).filter(|error| error.is_finite()).fold(0.0, f64::max);
    // The mesh cuts off creases by about a cell.
    let crease = if solid.leaves().len() > 1 { 0.1 * solid.reach() } else { 0.0 };
    2.0 * worst + crease
}
