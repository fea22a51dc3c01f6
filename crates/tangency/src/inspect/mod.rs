//! What a mesh file holds: extent, likely unit, closedness, volume, thin places, and what the reader noticed.

mod step;
mod thickness;

pub use step::inspect_step;

use std::path::Path;
use tangency_formats::inspection::{ClosedReport, InspectedFile, SolidReport};
use tangency_formats::mesh::{self, Format, MeshFileError};
use tangency_geometry::{Mesh, Polyhedron};

/// Reads a mesh file and reports what it holds.
///
/// ```no_run
/// let part = tangency::inspect("part.stl")?;
/// println!("{} triangles, {}", part.triangles, part.units);
/// # Ok::<(), tangency::formats::mesh::MeshFileError>(())
/// ```
pub fn inspect(path: impl AsRef<Path>) -> Result<InspectedFile, MeshFileError> {
    let path = path.as_ref();
    let read = mesh::read(path)?;
    let mut found = inspect_mesh(&read.mesh, read.format);
    found.file = path.display().to_string();
    found.warnings = read.warnings;
    Ok(found)
}

/// Reports what a mesh of a file of this format holds.
fn inspect_mesh(mesh: &Mesh, format: Format) -> InspectedFile {
    let [lower, upper] = mesh.bounding_box();
    let (closed, solid) = closedness(mesh);
    let longest = (upper - lower).max_element();
    InspectedFile {
        file: String::new(),
        kind: format.name(),
        vertices: mesh.vertices().len(),
        triangles: mesh.triangles().len(),
        parts: mesh.components().count as usize,
        extent: [lower.to_array(), upper.to_array()],
        units: likely_unit(format, longest),
        area: (0..mesh.triangles().len()).map(|triangle| area(mesh, triangle)).sum(),
        closed,
        thinnest: solid.as_ref().and_then(|(polyhedron, _)| thickness::least(polyhedron, longest)),
        solid: solid.map(|(_, report)| report),
        warnings: Vec::new(),
    }
}

fn area(mesh: &Mesh, triangle: usize) -> f64 {
    let [a, b, c] = mesh.corners(triangle);
    0.5 * (b - a).cross(c - a).length()
}

/// Whether the mesh is closed, and the solid with its volume.
fn closedness(mesh: &Mesh) -> (ClosedReport, Option<(Polyhedron, SolidReport)>) {
    let solid = |mesh: Mesh| {
        let first = mesh.triangles().first().copied();
        let polyhedron = Polyhedron::new(mesh).ok()?;
        let inside_out = polyhedron.mesh().triangles().first().copied() != first;
        let mass = polyhedron.mass();
        let report = SolidReport { volume: mass.volume, centre: mass.centre.to_array(), inside_out };
        Some((polyhedron, report))
    };
    if let Some(found) = solid(mesh.clone()) {
        return (ClosedReport::Closed, Some(found));
    }
    if let Some(found) = solid(mesh.merged()) {
        return (ClosedReport::ClosedIfMerged, Some(found));
    }
    let reason = match Polyhedron::new(mesh.clone()) {
        Ok(_) => String::new(),
        Err(fault) => fault.to_string(),
    };
    let connectivity = mesh.connectivity();
    let of = |wanted: fn(usize) -> bool| {
        (0..mesh.edges().len() as u32).filter(|&edge| wanted(connectivity.edge_triangles(edge).len())).count()
    };
    let open = ClosedReport::Open { reason, boundary_edges: of(|uses| uses == 1), crowded_edges: of(|uses| uses > 2) };
    (open, None)
}

/// The likely unit of a file whose longest side has this length. A guess, in words.
fn likely_unit(format: Format, longest: f64) -> String {
    if format.has_unit() {
        return "metres: the format says so".into();
    }
    // Parts of machines are between a millimetre and a few metres long.
    let units = [("m", "metres", 1.0), ("mm", "millimetres", 1000.0)];
    let plausible: Vec<_> =
        units.iter().filter(|(_, _, per_metre)| (1e-3..10.0).contains(&(longest / per_metre))).collect();
    match plausible[..] {
        [&(key, name, per_metre)] => {
            format!("probably {name} (units = {key:?}): the longest side would be {:.3} m", longest / per_metre)
        }
        [] => "unlikely to be metres or millimetres".into(),
        _ => format!("metres or millimetres: the longest side would be {longest:.3} m or {longest:.3} mm"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};
    use tangency_geometry::primitive;

    #[test]
    fn a_plate_is_closed_and_thin() {
        let plate = primitive::cuboid(dvec3(60.0, 40.0, 0.25)).unwrap();
        let found = inspect_mesh(plate.mesh(), Format::Stl);
        assert_eq!(found.closed, ClosedReport::Closed);
        let solid = found.solid.unwrap();
        assert!((solid.volume - 600.0).abs() < 1e-9 && DVec3::from_array(solid.centre).length() < 1e-9);
        assert!(!solid.inside_out);
        assert!((found.area - 2.0 * (60.0 * 40.0 + 60.0 * 0.25 + 40.0 * 0.25)).abs() < 1e-9);
        let thinnest = found.thinnest.unwrap();
        assert!((thinnest.thickness - 0.25).abs() < 1e-9 && thinnest.samples == 12, "{thinnest:?}");
        // Two triangles above and two below: the others look along the plate.
        assert_eq!(thinnest.thin_samples, 4);
        assert!(found.units.starts_with("probably millimetres"), "{}", found.units);
        assert_eq!((found.parts, found.triangles, found.vertices), (1, 12, 8));
    }

    #[test]
    fn a_mesh_that_faces_inwards_is_turned() {
        let inside_out = primitive::cuboid(DVec3::ONE).unwrap().mesh().flipped();
        let solid = inspect_mesh(&inside_out, Format::Ply).solid.unwrap();
        assert!(solid.inside_out && (solid.volume - 1.0).abs() < 1e-12);
    }

    #[test]
    fn separate_corners_close_when_merged_and_a_hole_does_not() {
        let cube = primitive::cuboid(DVec3::ONE).unwrap();
        let corners = |triangles: usize| {
            let vertices: Vec<DVec3> = (0..triangles).flat_map(|triangle| cube.mesh().corners(triangle)).collect();
            let count = vertices.len() as u32;
            Mesh::new(vertices, (0..count / 3).map(|first| [3 * first, 3 * first + 1, 3 * first + 2]).collect())
                .unwrap()
        };
        assert_eq!(inspect_mesh(&corners(12), Format::Obj).closed, ClosedReport::ClosedIfMerged);
        let found = inspect_mesh(&corners(11).merged(), Format::Obj);
        let ClosedReport::Open { boundary_edges, crowded_edges, reason } = found.closed else {
            panic!("it has a hole")
        };
        assert_eq!((boundary_edges, crowded_edges), (3, 0), "{reason}");
        assert!(found.solid.is_none() && found.thinnest.is_none());
    }

    #[test]
    fn the_unit_is_guessed_only_where_one_fits() {
        let guess = |format, longest| likely_unit(format, longest);
        assert!(guess(Format::Gltf, 1e9).starts_with("metres: the format"));
        assert!(guess(Format::Stl, 0.3).starts_with("probably metres"));
        assert!(guess(Format::Stl, 300.0).starts_with("probably millimetres"));
        assert!(guess(Format::Stl, 5.0).starts_with("metres or millimetres"));
        assert!(guess(Format::Stl, 1e7).starts_with("unlikely"));
    }
}
