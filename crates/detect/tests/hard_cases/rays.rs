//! Rays parallel to faces and axes, in faces, and from inside.

use super::{cuboid, cylinder};
use glam::{DVec3, dvec3};
use tangency_detect::{CastTarget, Interior, Ray};
use tangency_geometry::{Convex, Shape, primitive};

/// A ray and the distance of its first hit.
struct RayCase {
    name: &'static str,
    source: &'static str,
    shape: Shape,
    origin: DVec3,
    direction: DVec3,
    interior: Interior,
    distance: Option<f64>,
}

fn cases() -> Vec<RayCase> {
    let can = || Shape::from(cylinder(3.0, 4.0));
    let mesh = || Shape::from(primitive::cuboid(DVec3::splat(2.0)).expect("a box"));
    let segment = || {
        let ends = vec![dvec3(2.0, 1.0, 0.0), dvec3(2.0, 0.0, 0.0)];
        Shape::from(Convex::hull(ends).expect("a segment"))
    };
    let case = |name, source, shape, origin, direction, interior, distance| RayCase {
        name,
        source,
        shape,
        origin,
        direction,
        interior,
        distance,
    };
    let (filled, hollow) = (Interior::Filled, Interior::Hollow);
    let (bepu, aardvark) = ("bepu/bepuphysics2#253", "aardvark-platform/aardvark.base#123");
    let (ospray, prismarine) = ("RenderKit/ospray#482", "PrismarineJS/prismarine-world#165");
    let ncollide = "dimforge/ncollide#178";
    vec![
        case("from the middle of a cylinder along its axis", bepu, can(), DVec3::ZERO, DVec3::Z, hollow, Some(2.0)),
        case("from the middle of a cylinder across", bepu, can(), DVec3::ZERO, DVec3::X, hollow, Some(3.0)),
        case("from the middle of a filled cylinder", bepu, can(), DVec3::ZERO, DVec3::Z, filled, Some(0.0)),
        case("onto the cap, along the axis", aardvark, can(), dvec3(1.0, 1.0, 9.0), -DVec3::Z, filled, Some(7.0)),
        case("beside the barrel, along the axis", aardvark, can(), dvec3(3.5, 0.0, 9.0), -DVec3::Z, filled, None),
        case("away from the cylinder", aardvark, can(), dvec3(9.0, 0.0, 0.0), DVec3::X, filled, None),
        case("across the axis of the cylinder", ospray, can(), dvec3(0.0, -9.0, 1.0), DVec3::Y, filled, Some(6.0)),
        case("in the upper face of a box", prismarine, mesh(), dvec3(-5.0, 0.25, 1.0), DVec3::X, filled, Some(4.0)),
        case("in an edge of a box", prismarine, mesh(), dvec3(-5.0, 1.0, 1.0), DVec3::X, filled, Some(4.0)),
        case("parallel to a face, beside it", prismarine, mesh(), dvec3(-5.0, 0.0, 1.5), DVec3::X, filled, None),
        case("parallel to a segment", ncollide, segment(), dvec3(3.0, 0.0, 0.0), DVec3::Y, filled, None),
        case(
            "parallel to a face by the smallest double",
            prismarine,
            mesh(),
            dvec3(-5.0, 0.0, 1.0_f64.next_up()),
            DVec3::X,
            filled,
            None,
        ),
        case(
            "parallel to a face of a convex box",
            prismarine,
            cuboid(2.0, 2.0, 2.0).into(),
            dvec3(-5.0, 0.0, 1.000_001),
            DVec3::X,
            filled,
            None,
        ),
    ]
}

#[test]
fn rays_are_right() {
    for RayCase { name, source, shape, origin, direction, interior, distance } in cases() {
        let ray = Ray::new(origin, direction, f64::INFINITY).expect("a ray");
        let hit = CastTarget::new(&shape).cast(&ray, interior);
        match (hit, distance) {
            (None, None) => {}
            (Some(hit), Some(distance)) => {
                let near = (hit.distance.lower() - 1e-15..=hit.distance.upper() + 1e-15).contains(&distance);
                assert!(near && hit.distance.width() < 1e-9, "{name} ({source}): {distance}, not {hit:?}");
                assert!(
                    (hit.normal.length() - 1.0).abs() < 1e-9 && hit.point.is_finite(),
                    "{name} ({source}): {hit:?}"
                );
            }
            (hit, distance) => panic!("{name} ({source}): {distance:?}, not {hit:?}"),
        }
    }
}
