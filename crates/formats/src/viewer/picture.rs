//! The triangles that show a shape.

use super::implicit;
use super::rounded::{self, PictureTriangles};
use crate::tolerance;
use glam::DVec3;
use std::borrow::Cow;
use tangency_geometry::solid::SolidError;
use tangency_geometry::surface::{Brep, Tessellation};
use tangency_geometry::{Compound, HeightMap, Mesh, RoundedMesh, Shape, Solid};

/// A shape as triangles, without its endless parts.
pub(super) struct Picture<'shape> {
    pub(super) triangles: Cow<'shape, [[u32; 3]]>,
    pub(super) corners: Cow<'shape, [DVec3]>,
    /// A surface that deforms by its own formulas.
    pub(super) deforming: Option<Tessellation>,
    /// Whether the surface is curved.
    pub(super) curved: bool,
    /// Whether its creases and borders are to be drawn.
    pub(super) creased: bool,
    /// Notes about what the picture omits.
    pub(super) notes: Vec<String>,
}

impl<'shape> Picture<'shape> {
    /// The picture of a shape of the body called `name`. `coarser` is a factor for the distance of the triangles from a
    /// curved surface. `deforms`: whether the motion moves the vertices one by one. An error is the reason why nothing
    /// can be drawn.
    pub(super) fn of(shape: &'shape Shape, name: &str, coarser: f64, deforms: bool) -> Result<Self, String> {
        match shape {
            Shape::Polyhedron(polyhedron) => Ok(Self::of_mesh(polyhedron.mesh())),
            Shape::Mesh(mesh) => Ok(Self::of_mesh(mesh)),
            Shape::Parametric(brep) => Self::of_faces(brep, coarser),
            Shape::Convex(convex) => {
                let mesh = convex.mesh(tolerance::PICTURE_OF_CURVED * coarser).map_err(|error| error.to_string())?;
                Ok(Self::curved(mesh.triangles().to_vec(), mesh.vertices().to_vec()))
            }
            Shape::Implicit(solid) => Self::of_solid(solid, name),
            Shape::Rounded(rounded) => Ok(Self::of_rounded(rounded, name, coarser, deforms)),
            Shape::HalfSpace(_) => Ok(Self::owned(Vec::new(), Vec::new())),
            Shape::HeightMap(map) => Ok(Self::of_heights(map, name)),
            Shape::Compound(compound) => Self::of_parts(compound, name, coarser),
        }
    }

    fn of_mesh(mesh: &'shape Mesh) -> Self {
        Self {
            triangles: mesh.triangles().into(),
            corners: mesh.vertices().into(),
            ..Self::owned(Vec::new(), Vec::new())
        }
    }

    /// Flat triangles.
    fn owned(triangles: Vec<[u32; 3]>, corners: Vec<DVec3>) -> Self {
        let (triangles, corners) = (triangles.into(), corners.into());
        Self { triangles, corners, deforming: None, curved: false, creased: true, notes: Vec::new() }
    }

    fn curved(triangles: Vec<[u32; 3]>, corners: Vec<DVec3>) -> Self {
        Self { curved: true, ..Self::owned(triangles, corners) }
    }

    fn of_faces(brep: &Brep, coarser: f64) -> Result<Self, String> {
        let (_, radius) = brep.ball(brep.span());
        let size = if radius.is_finite() { 2.0 * radius } else { 2.0 };
        let picture = brep.tessellation(tolerance::PICTURE_OF_CURVED * coarser * size);
        let corners = picture.corners_at(brep.span().lower());
        if picture.triangles().is_empty() {
            return Err("its formulas have no value".into());
        }
        let drawn = Self::curved(picture.triangles().to_vec(), corners);
        Ok(Self { deforming: brep.deforms().then_some(picture), ..drawn })
    }

    fn of_solid(solid: &Solid, name: &str) -> Result<Self, String> {
        let (triangles, corners) = solid_triangles(solid).map_err(|error| error.to_string())?;
        // Lines along creases would show the noise of sampled volumes.
        let mut drawn = Self { creased: false, ..Self::curved(triangles, corners) };
        if solid.deforms() {
            drawn.notes.push(format!("{name} changes its form; it is drawn as it is at the start."));
        }
        Ok(drawn)
    }

    fn of_rounded(rounded: &'shape RoundedMesh, name: &str, coarser: f64, deforms: bool) -> Self {
        let [low, high] = rounded.mesh().bounding_box();
        let size = (high - low).length() + 2.0 * rounded.radius();
        let round = || rounded::picture(rounded, tolerance::PICTURE_OF_CURVED * coarser * size);
        match if deforms { None } else { round() } {
            Some((triangles, corners)) => Self { creased: false, ..Self::curved(triangles, corners) },
            None => {
                let note = format!("{name} is drawn without its rounding of {} m.", rounded.radius());
                Self { notes: vec![note], ..Self::of_mesh(rounded.mesh()) }
            }
        }
    }

    fn of_heights(map: &HeightMap, name: &str) -> Self {
        let stride = height_stride(map);
        let (triangles, corners) = heights(map, stride);
        let mut drawn = Self::owned(triangles, corners);
        if stride > 1 {
            drawn.notes.push(format!("{name} is drawn with one of {stride} heights along each side."));
        }
        drawn
    }

    fn of_parts(compound: &'shape Compound, name: &str, coarser: f64) -> Result<Self, String> {
        let mut whole = Self::owned(Vec::new(), Vec::new());
        let (triangles, corners) = (whole.triangles.to_mut(), whole.corners.to_mut());
        for part in compound.parts() {
            let part_name = format!("{name}: {}", part.name());
            let drawn = Self::of(part.shape(), &part_name, coarser, false)
                .map_err(|reason| format!("part {:?}: {reason}", part.name()))?;
            let before = corners.len() as u32;
            triangles.extend(drawn.triangles.iter().map(|triangle| triangle.map(|corner| before + corner)));
            corners.extend_from_slice(&drawn.corners);
            whole.curved |= drawn.curved;
            whole.creased &= drawn.creased;
            whole.notes.extend(drawn.notes);
            if drawn.deforming.is_some() {
                whole.notes.push(format!("{part_name} changes its form; it is drawn as it is at the start."));
            }
        }
        Ok(whole)
    }
}

/// The triangles of a solid: from a fine grid, or from a coarser one if the solid is smooth and is as near to its
/// triangles there as other curved shapes are. That it is smooth is seen on the fine grid, which shows thin parts.
fn solid_triangles(solid: &Solid) -> Result<PictureTriangles, SolidError> {
    let width = solid.bounding_box().width();
    let made = |cells: usize| -> Result<_, SolidError> {
        let cell = width / cells as f64;
        let mesh = solid.mesh(0.0, cells)?;
        let (triangles, corners) = implicit::improved(solid, mesh.vertices(), mesh.triangles(), cell);
        let deviation = implicit::smooth_deviation(solid, &corners, &triangles, cell);
        Ok(((triangles, corners), deviation))
    };
    let (fine, smooth) = made(tolerance::PICTURE_OF_IMPLICIT)?;
    if smooth.is_none() {
        return Ok(fine);
    }
    let near = |deviation: f64| deviation < tolerance::PICTURE_OF_CURVED * width;
    for cells in [tolerance::PICTURE_OF_IMPLICIT / 2, tolerance::PICTURE_OF_IMPLICIT * 3 / 4] {
        let (coarse, deviation) = made(cells)?;
        if deviation.is_some_and(near) {
            return Ok(coarse);
        }
    }
    Ok(fine)
}

/// The least stride along both sides of a map with which its picture has few enough triangles.
fn height_stride(map: &HeightMap) -> usize {
    let triangles = |stride: usize| map.cells().iter().map(|cells| cells.div_ceil(stride)).product::<usize>() * 2;
    (1..).find(|&stride| triangles(stride) <= tolerance::PICTURE_TRIANGLES).unwrap_or(1)
}

/// The triangles of a map with every `stride`-th column and row, and the last ones.
fn heights(map: &HeightMap, stride: usize) -> PictureTriangles {
    let kept = map.cells().map(|last| (0..last).step_by(stride).chain([last]).collect::<Vec<usize>>());
    let [columns, rows] = &kept;
    let corners = rows.iter().flat_map(|&row| columns.iter().map(move |&column| map.vertex([column, row]))).collect();
    let width = columns.len() as u32;
    let cells = (0..rows.len() as u32 - 1).flat_map(|row| (0..width - 1).map(move |column| row * width + column));
    let triangles = cells.flat_map(|near| {
        let far = near + width + 1;
        [[near, near + 1, far], [near, far, near + width]]
    });
    (triangles.collect(), corners)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec3};
    use tangency_geometry::{CompoundPart, Convex, HalfSpace, primitive};

    fn slope(columns: usize, rows: usize) -> HeightMap {
        let heights = (0..columns * rows).map(|index| (index % columns) as f32).collect();
        HeightMap::new([columns, rows], DVec2::new(1.0, 2.0), heights).unwrap()
    }

    /// A small map has its own triangles. A large one is thinned and keeps its borders.
    #[test]
    fn height_maps_are_thinned_when_they_are_large() {
        let small = slope(3, 2);
        let picture = Picture::of_heights(&small, "hill");
        let mesh = small.mesh([0, 0], [2, 1]).unwrap();
        assert_eq!((&*picture.triangles, &*picture.corners), (mesh.triangles(), mesh.vertices()));
        assert!(picture.notes.is_empty());
        let large = slope(1001, 998);
        let picture = Picture::of_heights(&large, "hill");
        assert!((40_000..=tolerance::PICTURE_TRIANGLES).contains(&picture.triangles.len()));
        assert_eq!(picture.notes, ["hill is drawn with one of 4 heights along each side."]);
        let [low, high] = large.bounding_box();
        assert!(picture.corners.contains(&low) && picture.corners.contains(&high));
        // All corners are on the slope z = x + 500.
        assert!(picture.corners.iter().all(|corner| corner.z == corner.x + 500.0));
    }

    #[test]
    fn a_compound_is_drawn_as_one() {
        let cube = primitive::cuboid(DVec3::ONE).unwrap();
        let parts = vec![
            CompoundPart::new("cube", Shape::from(cube.clone())),
            CompoundPart::new("ball", Shape::from(Convex::sphere(0.5).unwrap())),
            CompoundPart::new("floor", Shape::from(HalfSpace::BELOW)),
            CompoundPart::new("hill", Shape::from(slope(2, 2))),
        ];
        let shape = Shape::from(Compound::new(parts).unwrap());
        let picture = Picture::of(&shape, "all", 1.0, false).unwrap();
        assert!(picture.curved && picture.creased && picture.notes.is_empty());
        assert!(picture.corners.contains(&dvec3(0.5, 0.5, 0.5)) && picture.corners.contains(&dvec3(0.5, 1.0, 1.0)));
        assert!(picture.triangles.iter().flatten().all(|&corner| (corner as usize) < picture.corners.len()));
        assert_eq!(picture.triangles[..12], *cube.mesh().triangles());
    }

    /// A sheet that bends is drawn without its thickness, and the picture says so.
    #[test]
    fn a_bending_rounded_sheet_is_drawn_as_its_core() {
        let sheet = primitive::grid(DVec2::ONE, [2, 2]).unwrap();
        let shape = Shape::from(RoundedMesh::of_surface(sheet.clone(), 0.125).unwrap());
        let bending = Picture::of(&shape, "cloth", 1.0, true).unwrap();
        assert_eq!((&*bending.triangles, &*bending.corners), (sheet.triangles(), sheet.vertices()));
        assert_eq!(bending.notes, ["cloth is drawn without its rounding of 0.125 m."]);
        let stiff = Picture::of(&shape, "cloth", 1.0, false).unwrap();
        assert!(stiff.notes.is_empty() && !stiff.creased && stiff.curved);
    }
}
