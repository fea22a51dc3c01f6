//! The shape of a body of a scene. One key names the kind.

use super::convex::ConvexKey;
use super::curved::CurvedKey;
use super::half_space;
use super::implicit::ImplicitKey;
use super::primitive::{self, PrimitiveKey, Recipe};
use super::rounding::grown_mesh;
use super::unit::LengthUnit;
use super::value::{Table, TomlValue, listed};
use super::{SceneReader, ShapeFile};
use crate::fault::{RawFault, RawFaults, quoted, shown};
use crate::kind::{self, KindKey};
use crate::mesh::{self, MeshFile};
use std::path::Path;
use std::rc::Rc;
use tangency_geometry::{Mesh, Polyhedron, Shape};

/// The supported kinds of shape, by their readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShapeKey {
    Mesh,
    Vertices,
    Primitive(PrimitiveKey),
    Convex(ConvexKey),
    Curved(CurvedKey),
    Implicit(ImplicitKey),
    HalfSpace,
    HeightMap,
    Step,
    Compound,
}

impl KindKey for ShapeKey {
    fn all() -> impl Iterator<Item = Self> {
        [Self::Mesh, Self::Vertices]
            .into_iter()
            .chain(PrimitiveKey::all().map(Self::Primitive))
            .chain(ConvexKey::all().map(Self::Convex))
            .chain(CurvedKey::all().map(Self::Curved))
            .chain(ImplicitKey::all().map(Self::Implicit))
            .chain([Self::HalfSpace, Self::HeightMap, Self::Step, Self::Compound])
    }

    fn key(self) -> &'static str {
        match self {
            Self::Mesh => "mesh",
            Self::Vertices => "vertices",
            Self::Primitive(kind) => kind.key(),
            Self::Convex(kind) => kind.key(),
            Self::Curved(kind) => kind.key(),
            Self::Implicit(kind) => kind.key(),
            Self::HalfSpace => "half_space",
            Self::HeightMap => "height_map",
            Self::Step => "step",
            Self::Compound => "compound",
        }
    }
}

/// Kinds of the format that no method supports yet.
pub(super) const LATER: [&str; 3] = ["tetrahedra", "strand", "point_cloud"];

impl SceneReader<'_> {
    /// The shape of the body called `body`; `body_surface` is the body's own key `surface`.
    pub(super) fn shape(
        &mut self,
        body: &str,
        value: TomlValue<'_>,
        body_surface: Option<TomlValue<'_>>,
    ) -> Result<Shape, RawFaults> {
        let table = value.any_table("a table with a kind, such as { mesh = \"part.obj\" }")?;
        refuse_later_kinds(&table)?;
        self.shape_file = None;
        // A formula has its region under `box`, which is also a kind.
        if table.optional("implicit").is_some() {
            let surface = surface_setting(table.optional("surface"), body_surface)?;
            return self.implicit(body, &value, surface);
        }
        let (kind, data) = table.kind("shape")?;
        let (mesh, open) = match kind {
            ShapeKey::Mesh => {
                table.check_keys(&["mesh", "scale", "merge", "surface", "rounding"])?;
                let mesh = self.mesh_file(body, &data)?;
                let path = self.folder.join(data.string()?);
                let (scale, merged) = (scale(&table)?.unwrap_or(1.0), merged(&table)?);
                self.shape_file = Some(ShapeFile { path, scale, merged });
                (adapted(Rc::unwrap_or_clone(mesh), &table)?, false)
            }
            ShapeKey::Vertices => {
                table.check_keys(&["vertices", "triangles", "scale", "merge", "surface", "rounding"])?;
                let mesh = inline_mesh(&table, &data)?;
                self.warn_of_degenerate_triangles(body, &mesh);
                (adapted(mesh, &table)?, false)
            }
            ShapeKey::Implicit(_) => {
                let surface = surface_setting(table.optional("surface"), body_surface)?;
                return self.implicit(body, &value, surface);
            }
            ShapeKey::Curved(curved) => {
                table.check_keys(&[&[curved.key()], curved.beside()].concat())?;
                let surface = surface_setting(table.optional("surface"), body_surface)?;
                return self.curved(body, &table, (curved, &data), surface);
            }
            ShapeKey::Convex(convex) => {
                table.check_keys(&[&[convex.key()], convex.beside()].concat())?;
                let surface = surface_setting(table.optional("surface"), body_surface)?;
                return self.convex(body, &table, (convex, &data), surface);
            }
            ShapeKey::HalfSpace => {
                table.check_keys(&["half_space", "surface"])?;
                if let Some((true, value)) = surface_setting(table.optional("surface"), body_surface)? {
                    return Err(value.fault("a half-space is always solid".into(), "leave `surface` out").into());
                }
                return Ok(Shape::HalfSpace(half_space::read(&data)?));
            }
            ShapeKey::HeightMap => {
                table.check_keys(&["height_map", "surface"])?;
                let surface = surface_setting(table.optional("surface"), body_surface)?;
                return self.height_map(&data, surface);
            }
            ShapeKey::Step => {
                table.check_keys(&["step", "part", "surface"])?;
                let surface = surface_setting(table.optional("surface"), body_surface)?;
                return self.step(body, &table, &data, surface);
            }
            ShapeKey::Compound => {
                table.check_keys(&["compound", "surface"])?;
                let surface = surface_setting(table.optional("surface"), body_surface)?;
                return self.compound(body, &data, surface);
            }
            ShapeKey::Primitive(primitive) => {
                let smooth: &[&str] = if primitive.can_be_smooth() { &["smooth"] } else { &[] };
                let exact: &[&str] = if primitive == PrimitiveKey::Box { &["exact"] } else { &[] };
                table.check_keys(&[&[primitive.key(), "surface", "rounding"], smooth, exact].concat())?;
                let recipe = primitive::read(primitive, &data)?;
                let surface = surface_setting(table.optional("surface"), body_surface)?;
                if let Some(convex) = self.convex_primitive(&table, &recipe, (primitive, &data), surface)? {
                    return Ok(convex);
                }
                if table.optional("smooth").map_or(Ok(false), |value| value.boolean())? {
                    let brep = self.smooth(&recipe, primitive, &data)?;
                    return Ok(self.filled_or_surface(body, brep, surface)?);
                }
                (self.primitive(&recipe, primitive.key(), &data)?, primitive.is_open())
            }
        };
        let surface = surface_setting(table.optional("surface"), body_surface)?;
        let shape =
            if open && surface.is_none() { Shape::Mesh(mesh) } else { self.solid_or_surface(body, mesh, surface)? };
        Ok(grown_mesh(shape, &table)?)
    }

    /// The mesh of a file, cached.
    pub(super) fn mesh_file(&mut self, body: &str, path: &TomlValue<'_>) -> Result<Rc<Mesh>, RawFault> {
        let written = path.string()?;
        let full = self.folder.join(written);
        let mesh = match self.meshes.get(&full) {
            Some(mesh) => Rc::clone(mesh),
            None => {
                let read = Self::read_mesh(&full, written, path)?;
                for warning in read.warnings {
                    self.warn(body, &format!("{written}: {warning}"));
                }
                let mesh = Rc::new(read.mesh);
                self.meshes.insert(full, Rc::clone(&mesh));
                mesh
            }
        };
        self.spend(mesh.vertices().len() + mesh.triangles().len(), path)?;
        Ok(mesh)
    }

    /// Reads a mesh file that the scene calls `written`, at `place`.
    pub(super) fn read_mesh(file: &Path, written: &str, place: &TomlValue<'_>) -> Result<MeshFile, RawFault> {
        let read = mesh::read(file).map_err(|error| {
            let message = format!("the mesh file {} cannot be used: {error}", quoted(written));
            place.fault(message, "paths are relative to the folder of the scene file")
        })?;
        let unit = place.unit();
        if unit == LengthUnit::METRE || read.format.has_unit() {
            return Ok(read);
        }
        let converted = read.mesh.mapped(|vertex| unit.vector(vertex));
        let mesh = converted.map_err(|error| place.fault(format!("in metres, {error}"), "choose another unit"))?;
        Ok(MeshFile { mesh, ..read })
    }

    pub(super) fn primitive(&mut self, recipe: &Recipe, kind: &str, data: &TomlValue<'_>) -> Result<Mesh, RawFaults> {
        self.spend(recipe.elements(), data)?;
        recipe.build().map_err(|error| data.fault(format!("the {kind} cannot be made: {error}"), "").into())
    }

    /// Subtracts vertices and triangles from the limit of the scene.
    pub(super) fn spend(&mut self, elements: usize, value: &TomlValue<'_>) -> Result<(), RawFault> {
        match self.elements_left.checked_sub(elements) {
            Some(left) => {
                self.elements_left = left;
                Ok(())
            }
            None => {
                let message = "the scene holds more vertices and triangles than are allowed in all".into();
                Err(value.fault(message, format!("{elements} here, {} left", self.elements_left)))
            }
        }
    }

    /// A closed mesh is solid and an open one a surface, unless the scene says otherwise.
    pub(super) fn solid_or_surface(
        &mut self,
        body: &str,
        mesh: Mesh,
        surface: Option<(bool, TomlValue<'_>)>,
    ) -> Result<Shape, RawFault> {
        if let Some((true, _)) = surface {
            return Ok(Shape::Mesh(mesh));
        }
        let reason = match Polyhedron::new(mesh.clone()) {
            Ok(polyhedron) => return Ok(Shape::Polyhedron(polyhedron)),
            Err(reason) => reason,
        };
        let advice = if mesh.merged().check_closed().is_ok() {
            "`merge = true` in the shape joins equal corners and closes it"
        } else {
            "close the mesh, or say `surface = true`"
        };
        if let Some((_, value)) = surface {
            return Err(value.fault(format!("the body is to be solid, but {reason}"), advice));
        }
        self.warn(body, &format!("taken as a surface without an inside: {reason}; {advice}"));
        Ok(Shape::Mesh(mesh))
    }

    fn warn_of_degenerate_triangles(&mut self, body: &str, mesh: &Mesh) {
        let degenerate = mesh.degenerate_triangles();
        if let Some(first) = degenerate.first() {
            let count = degenerate.len();
            let noun = if count == 1 { "triangle has" } else { "triangles have" };
            self.warn(body, &format!("{count} {noun} no area, the first is triangle {}", first.triangle));
        }
    }
}

fn refuse_later_kinds(table: &Table<'_>) -> Result<(), RawFault> {
    let Some((key, span)) = table.keys().into_iter().find(|(key, _)| LATER.contains(key)) else { return Ok(()) };
    let message = format!("shapes of the kind `{key}` are not supported yet");
    let help = format!("the kinds of shape are {}", listed(&kind::keys::<ShapeKey>()));
    Err(RawFault::new(span, message, "not supported yet").with_help(help))
}

/// `vertices = [[x, y, z], ...], triangles = [[i, j, k], ...]`.
fn inline_mesh(table: &Table<'_>, vertices: &TomlValue<'_>) -> Result<Mesh, RawFault> {
    let points = vertices.list("a list of points [x, y, z]", |_, point| point.point())?;
    let indices = table.required("triangles", "[[0, 1, 2], ...]")?;
    let count = u32::try_from(points.len()).map_err(|_| vertices.mismatch("a shorter list"))?;
    let corners = |triangle: TomlValue<'_>| triangle.integers("three indices [i, j, k]", 0..count);
    let triangles = indices.list("a list of triangles [i, j, k]", |_, triangle| corners(triangle))?;
    Mesh::new(points, triangles).map_err(|error| indices.fault(error.to_string(), ""))
}

/// The mesh with its coordinates multiplied by `scale` and its equal corners joined by `merge`, where these are given.
fn adapted(mesh: Mesh, table: &Table<'_>) -> Result<Mesh, RawFault> {
    let mesh = match table.optional("scale").zip(scale(table)?) {
        Some((value, scale)) => {
            let refused = |error| value.fault(format!("scaled by {}, {error}", shown(scale)), "choose a smaller scale");
            mesh.mapped(|vertex| scale * vertex).map_err(refused)?
        }
        None => mesh,
    };
    Ok(if merged(table)? { mesh.merged() } else { mesh })
}

fn scale(table: &Table<'_>) -> Result<Option<f64>, RawFault> {
    table.optional("scale").map(|value| value.positive()).transpose()
}

fn merged(table: &Table<'_>) -> Result<bool, RawFault> {
    table.optional("merge").map_or(Ok(false), |value| value.boolean())
}

/// The key `surface` of the shape or of the body, with its position.
fn surface_setting<'a>(
    in_shape: Option<TomlValue<'a>>,
    in_body: Option<TomlValue<'a>>,
) -> Result<Option<(bool, TomlValue<'a>)>, RawFault> {
    if let (Some(_), Some(second)) = (in_shape, in_body) {
        return Err(second.fault("`surface` is set in the shape and in the body".into(), "keep one of them"));
    }
    in_shape.or(in_body).map(|value| Ok((value.boolean()?, value))).transpose()
}
