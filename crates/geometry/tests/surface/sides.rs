//! Edges, vertices and poles: their outward directions, and that no contact is lost.

use glam::{DVec3, dvec3};
use tangency_geometry::surface::{Brep, EdgeWork, PatchWork};
use tangency_interval::{Interval, Vector3};

fn pieces(range: Interval, count: usize) -> impl Iterator<Item = Interval> {
    let cut = move |i: usize| range.lower() + (range.upper() - range.lower()) * i as f64 / count as f64;
    (0..count).map(move |i| Interval::between(cut(i), cut(i + 1)))
}

/// Whether a positive multiple of some vector of the box has that direction, up to rounding.
fn points_along(vector: Vector3, direction: DVec3) -> bool {
    let along = vector.dot(Vector3::point(direction.to_array()));
    let across = vector.cross(Vector3::point(direction.to_array()));
    along.upper() > 0.0 && (0..3).all(|axis| across[axis].lower() <= 1e-12 && across[axis].upper() >= -1e-12)
}

#[test]
fn the_rims_of_a_cylinder_face_outwards_and_along_the_axis() {
    let cylinder = Brep::cylinder(0.5, 3.0).unwrap();
    let mut work = EdgeWork::default();
    for edge in cylinder.edges() {
        let height = edge.at(0.0, 0.0).z;
        for s in pieces(edge.range(), 40) {
            let angle = s.mid();
            let jet = edge.jet([s, Interval::ZERO], &mut work).unwrap();
            let exact = dvec3(0.5 * angle.cos(), 0.5 * angle.sin(), height);
            assert!((0..3).all(|axis| (exact[axis] - jet.point[axis].mid()).abs() <= jet.point[axis].radius() + 1e-15));
            assert!(jet.ds[0].contains(-exact.y) && jet.dss[1].contains(-exact.y), "{jet:?}");
            let outward = edge.outward([s, Interval::ZERO], &mut work).expect("a crease of a solid");
            let radial = dvec3(angle.cos(), angle.sin(), 0.0);
            let axial = DVec3::Z * height.signum();
            assert!(outward.iter().any(|&one| points_along(one, radial)), "{outward:?}");
            assert!(outward.iter().any(|&one| points_along(one, axial)), "{outward:?}");
        }
    }
}

#[test]
fn the_corners_of_a_box_face_three_ways() {
    let size = dvec3(1.0, 2.0, 3.0);
    let cuboid = Brep::cuboid(size).unwrap();
    let mut work = EdgeWork::default();
    let mut seen = Vec::new();
    for vertex in cuboid.vertices() {
        let at = vertex.at(0.0);
        assert_eq!(at.abs(), 0.5 * size);
        seen.push(at.to_array().map(|x| x > 0.0));
        let jet = vertex.jet(Interval::between(0.0, 1.0), &mut work).unwrap();
        assert!(jet.point.contains(at.to_array()) && jet.dt == Vector3::ZERO);
        let outward = vertex.outward(Interval::ZERO, &mut work).expect("a corner of a solid");
        assert_eq!(outward.len(), 3);
        for axis in 0..3 {
            let out = DVec3::AXES[axis] * at[axis].signum();
            assert!(outward.iter().any(|&one| points_along(one, out)), "{out} not among {outward:?}");
        }
        assert_eq!(vertex.faces().count(), 3);
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 8, "each corner once");
    for edge in cuboid.edges() {
        let outward = edge.outward([edge.range(), Interval::ZERO], &mut work).unwrap();
        let middle = edge.at(edge.range().mid(), 0.0);
        assert!(outward.iter().all(|one| one.dot(Vector3::point(middle.to_array())).lower() > 0.0));
    }
}

/// Every normal of a whole cone of normals can touch the tip of a cone. It is a vertex, and no face has these
/// normals.
#[test]
fn the_tip_of_a_cone_is_a_vertex_without_a_normal() {
    let cone = Brep::cone(1.0, 2.0).unwrap();
    let [tip] = cone.vertices() else { panic!("one vertex") };
    assert_eq!(tip.at(0.0), dvec3(0.0, 0.0, 2.0));
    assert!(tip.outward(Interval::ZERO, &mut EdgeWork::default()).is_none());
}

/// A smooth pole is not a vertex. No contact is lost: a body that touches the surface there shares its tangent
/// plane, and over every box that holds the pole the tangency condition `du·n = dv·n = 0` stays possible for
/// that normal n.
#[test]
fn tangency_stays_possible_at_smooth_poles() {
    let cylinder = Brep::cylinder(0.5, 3.0).unwrap();
    let capsule = Brep::capsule(0.5, 1.0).unwrap();
    let superquadric = Brep::superquadric(dvec3(1.0, 2.0, 0.5), 4, 6).unwrap();
    let poles = [(&cylinder, 1, 0.0), (&cylinder, 2, 0.0), (&capsule, 1, f64::INFINITY), (&capsule, 2, f64::INFINITY)];
    let more = [(&superquadric, 0, f64::INFINITY), (&superquadric, 0, f64::NEG_INFINITY)];
    let mut work = PatchWork::default();
    let mut seen = 0;
    for (body, face, end) in poles.into_iter().chain(more) {
        assert!(body.vertices().is_empty());
        let patch = body.faces()[face].patch();
        let [u, v] = patch.domain();
        let at = end.clamp(v.lower(), v.upper());
        assert!(patch.at(1.0, at, 0.0).truncate().length() < 1e-9, "a pole on the z axis");
        for u in pieces(u, 16) {
            for size in [0.3, 1e-3, 1e-6, 1e-12] {
                let v = Interval::between(at - size, at + size).intersection(v);
                let jet = patch.jet([u, v, Interval::ZERO], &mut work).unwrap();
                seen += 1;
                // The tangent plane is z = const.
                assert!(jet.du[2].lower() <= 1e-15 && jet.du[2].upper() >= -1e-15, "{:?}", jet.du);
                assert!(jet.dv[2].lower() <= 1e-15 && jet.dv[2].upper() >= -1e-15, "{:?}", jet.dv);
                let normal = jet.normal();
                assert!(normal[0].contains(0.0) && normal[1].contains(0.0), "{normal:?}");
            }
        }
    }
    assert_eq!(seen, 6 * 16 * 4);
}

/// A surface without interior has no outward directions.
#[test]
fn a_surface_has_no_outward_directions() {
    let mut work = EdgeWork::default();
    let shell = Brep::cuboid(DVec3::ONE).unwrap().as_surface();
    assert!(shell.is_closed() && !shell.is_solid());
    assert!(shell.edges().iter().all(|edge| edge.outward([edge.range(), Interval::ZERO], &mut work).is_none()));
    assert!(shell.vertices().iter().all(|vertex| vertex.outward(Interval::ZERO, &mut work).is_none()));
    let sheet = Brep::rectangle(glam::dvec2(1.0, 2.0)).unwrap();
    assert!(sheet.edges().iter().all(|edge| edge.faces().count() == 1));
    assert!(sheet.edges().iter().all(|edge| edge.outward([edge.range(), Interval::ZERO], &mut work).is_none()));
}
