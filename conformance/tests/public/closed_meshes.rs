//! Real meshes: scans, CAD parts, robot links.
//!
//! References: Euler's formula; facts that come with the models (the fandisk has genus 0, the rocker arm genus
//! 1, the Stanford bunny's scan has holes); the volume by another formula, height times projected area.

use glam::DVec3;
use std::path::{Path, PathBuf};
use tangency::geometry::{Mesh, NotClosed, Polyhedron};
use tangency_conformance::data;

/// Vertices and faces of an OBJ file, faces split into fans.
fn read(path: &Path) -> Mesh {
    let text = std::fs::read_to_string(path).unwrap();
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => {
                let numbers: Vec<f64> = words.take(3).map(|word| word.parse().unwrap()).collect();
                vertices.push(DVec3::from_slice(&numbers));
            }
            Some("f") => {
                let index = |word: &str| word.split('/').next().unwrap().parse::<u32>().unwrap() - 1;
                let corners: Vec<u32> = words.map(index).collect();
                triangles.extend(corners.windows(2).skip(1).map(|pair| [corners[0], pair[0], pair[1]]));
            }
            _ => {}
        }
    }
    Mesh::new(vertices, triangles).unwrap()
}

fn all_meshes() -> Vec<PathBuf> {
    let folders = ["meshes", "meshes/fcl", "meshes/franka_panda/meshes/collision", "rigid"];
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(data(folder)).unwrap());
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "obj"));
    files.sort();
    files
}

/// `∫ z dA` over the projections: the signed area of each triangle in xy times its mean height.
fn volume_by_projection(mesh: &Mesh) -> f64 {
    let prism = |triangle: usize| {
        let [a, b, c] = mesh.corners(triangle);
        0.5 * (b - a).truncate().perp_dot((c - a).truncate()) * (a.z + b.z + c.z) / 3.0
    };
    (0..mesh.triangles().len()).map(prism).sum()
}

#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn closed_ones_have_volume_and_open_ones_say_where() {
    let (mut closed, mut open) = (0, 0);
    for path in all_meshes() {
        let mesh = read(&path).merged();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let flat = mesh.degenerate_triangles().len();
        match Polyhedron::new(mesh.clone()) {
            Ok(polyhedron) => {
                closed += 1;
                let mass = polyhedron.mass_enclosure();
                let other = volume_by_projection(polyhedron.mesh());
                let [lower, upper] = mesh.bounding_box();
                let box_volume = (upper - lower).element_product();
                assert!((mass.volume.mid() - other).abs() < 1e-9 * box_volume, "{name}: {:?} {other}", mass.volume);
                assert!(mass.volume.width() < 1e-9 * box_volume && mass.volume.upper() < box_volume, "{name}");
                let centre = polyhedron.mass().centre;
                assert!(centre.cmpge(lower).all() && centre.cmple(upper).all(), "{name}: centre {centre}");
                let inertia = polyhedron.mass().inertia;
                for axis in [DVec3::X, DVec3::Y, DVec3::Z, DVec3::ONE.normalize()] {
                    assert!(axis.dot(inertia * axis) > 0.0, "{name}: {inertia}");
                }
                println!("{name}: closed, volume {other:.6e}, {flat} flat triangles");
            }
            Err(fault) => {
                open += 1;
                assert!(mesh.check_closed().is_err() || matches!(fault, NotClosed::NoVolume { .. }), "{name}: {fault}");
                println!("{name}: {fault}; {flat} flat triangles");
            }
        }
    }
    assert!(closed >= 15 && open >= 3, "{closed} closed, {open} open");
}

/// Vertices − edges + triangles, counting used vertices only, if the mesh is closed.
fn euler(mesh: &Mesh) -> Option<i64> {
    mesh.check_closed().ok()?;
    let connectivity = mesh.connectivity();
    let used = (0..mesh.vertices().len() as u32).filter(|&v| !connectivity.vertex_triangles(v).is_empty()).count();
    Some(used as i64 - mesh.edges().len() as i64 + mesh.triangles().len() as i64)
}

#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn known_topology() {
    let folder = data("meshes");
    let of = |name: &str| euler(&read(&folder.join(name)));
    assert_eq!(of("fandisk.obj"), Some(2));
    assert_eq!(of("rocker-arm.obj"), Some(0));
    assert_eq!(of("spot.obj"), Some(2));
    let scan = read(&folder.join("stanford-bunny.obj"));
    assert!(matches!(scan.check_closed(), Err(NotClosed::Boundary { .. })));
}

/// The same smooth body in three resolutions. The error of the volume falls with the square of the step, that
/// is as one over the number of triangles, so `(V₁ − V₅₀) / (V₁₀ − V₅₀)` approaches `(1 − 1/50) / (1/10 − 1/50)
/// = 12.25`.
#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn finer_meshes_of_one_body_converge() {
    let folder = data("rigid");
    for family in ["knot", "bumpy"] {
        let volume = |size: &str| {
            let mesh = read(&folder.join(format!("{family}_{size}.obj")));
            Polyhedron::new(mesh).unwrap().mass().volume
        };
        let [coarse, middle, fine] = ["1k", "10k", "50k"].map(volume);
        let ratio = (coarse - fine) / (middle - fine);
        assert!((ratio / 12.25 - 1.0).abs() < 0.2, "{family}: {coarse} {middle} {fine}, ratio {ratio}");
    }
}
