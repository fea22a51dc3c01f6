//! Ray casts and moving balls against convex bodies, curved faces and implicit solids.
//!
//! References: closed forms of spheres, boxes, cylinders and planes in double precision, whose own error is far below
//! the tolerances here; the surface itself, on which a hit must lie; and other representations of the same body.

use glam::{DVec2, DVec3, dvec3};
use tangency_detect::{CastTarget, Evidence, Interior, PreparedConvex, Ray, RayHit};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Convex, Feature, HeightMap, Mesh, Pose, Shape, Solid, primitive};
use tangency_interval::laws::Random;

fn vector(random: &mut Random, reach: f64) -> DVec3 {
    DVec3::from_array([0; 3].map(|_| random.between(-reach, reach)))
}

fn ray(origin: DVec3, direction: DVec3) -> Ray {
    Ray::new(origin, direction, f64::INFINITY).expect("a ray")
}

fn convex(body: Convex) -> CastTarget {
    CastTarget::convex(PreparedConvex::new(body))
}

/// Where a line enters and leaves a ball about the origin, and how far it passes from its surface.
fn sphere(ray: &Ray, radius: f64) -> (Option<[f64; 2]>, f64) {
    let (origin, unit) = (ray.origin(), ray.unit());
    let middle = -origin.dot(unit);
    let nearest = (origin + unit * middle).length();
    let half = (radius * radius - nearest * nearest).sqrt();
    ((nearest < radius).then_some([middle - half, middle + half]), (nearest - radius).abs())
}

/// Where a line enters and leaves a box about the origin.
fn cuboid(ray: &Ray, half: DVec3) -> Option<[f64; 2]> {
    let ends = (0..3).map(|axis| {
        let planes = [-half[axis], half[axis]].map(|plane| (plane - ray.origin()[axis]) / ray.unit()[axis]);
        [planes[0].min(planes[1]), planes[0].max(planes[1])]
    });
    let [from, to] = ends.fold([f64::NEG_INFINITY, f64::INFINITY], |[a, b], [c, d]| [a.max(c), b.min(d)]);
    (from < to).then_some([from, to])
}

/// Compares a hit with the true stretch of the line in the body.
fn check(found: Option<RayHit>, truth: Option<[f64; 2]>, interior: Interior, widest: f64) {
    let expected = match (truth, interior) {
        (Some([_, to]), _) if to < 0.0 => None,
        (Some([from, _]), _) if from >= 0.0 => Some(from),
        (Some(_), Interior::Filled) => Some(0.0),
        (Some([_, to]), Interior::Hollow) => Some(to),
        (None, _) => None,
    };
    match (found, expected) {
        (None, None) => {}
        (Some(hit), Some(distance)) => {
            let error = 1e-12 * (1.0 + distance);
            assert!(
                hit.distance.lower() <= distance + error && distance - error <= hit.distance.upper(),
                "{hit:?}, {distance}"
            );
            assert!(hit.distance.width() < widest, "{hit:?}");
            assert_eq!(hit.evidence, Evidence::Proved, "{hit:?}");
        }
        (found, expected) => panic!("{found:?}, truth {expected:?}"),
    }
}

/// Spheres as convex bodies, curved faces and implicit solids, boxes as convex bodies and hulls, all against closed
/// forms. Rays that pass within 1e-6 of the rim are left out; they have their own test.
#[test]
fn spheres_and_boxes_agree_with_closed_forms() {
    let mut random = Random::new(1);
    let radius = 0.8;
    let half = dvec3(0.5, 0.25, 1.0);
    let corners =
        (0..8).map(|i| half * dvec3(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)).map(|x| 2.0 * x - 1.0));
    let spheres = [
        convex(Convex::sphere(radius).unwrap()),
        convex(Convex::ellipsoid(DVec3::splat(radius)).unwrap()),
        // Not by formula: a hull of one point, rounded.
        convex(Convex::hull(vec![DVec3::ZERO]).and_then(|point| point.rounded(radius)).unwrap()),
        CastTarget::new(&Brep::sphere(radius).unwrap().into()),
        CastTarget::new(&Solid::sphere(radius).unwrap().into()),
    ];
    let boxes = [
        convex(Convex::cuboid(2.0 * half).unwrap()),
        convex(Convex::hull(corners.collect()).unwrap()),
        CastTarget::new(&Solid::cuboid(2.0 * half).unwrap().into()),
        CastTarget::new(&primitive::cuboid(2.0 * half).unwrap().into()),
    ];
    let (mut hits, mut asked) = (0, 0);
    for round in 0..120 {
        let origin = vector(&mut random, if round % 3 == 0 { 0.4 } else { 3.0 });
        let ray = ray(origin, 0.5 * vector(&mut random, 1.5) - origin);
        let (truth, margin) = sphere(&ray, radius);
        for interior in [Interior::Filled, Interior::Hollow] {
            if margin > 1e-6 && (origin.length() - radius).abs() > 1e-6 {
                spheres.iter().for_each(|target| check(target.cast(&ray, interior), truth, interior, 1e-8));
                hits += usize::from(truth.is_some());
                asked += 1;
            }
            boxes.iter().for_each(|target| check(target.cast(&ray, interior), cuboid(&ray, half), interior, 1e-8));
        }
    }
    assert!((asked / 2..asked).contains(&hits), "{hits} of {asked}");
}

/// Every convex kind, rounded or not: the hit lies on the surface, and the body is not met before it.
#[test]
fn hits_of_convex_bodies_are_on_their_surface() {
    let mut random = Random::new(2);
    let points = (0..30).map(|_| vector(&mut random, 1.0)).collect();
    let bodies = [
        Convex::sphere(0.7),
        Convex::capsule(0.3, 1.0),
        Convex::cuboid(dvec3(1.0, 0.4, 0.8)),
        Convex::cylinder(0.5, 1.0),
        Convex::cone(0.6, 1.1),
        Convex::ellipsoid(dvec3(0.3, 0.6, 1.0)),
        Convex::hull(points),
        Convex::cone(0.6, 1.1).and_then(|cone| cone.rounded(0.1)),
        Convex::cuboid(dvec3(1.0, 0.4, 0.8)).and_then(|cuboid| cuboid.rounded(0.2)),
    ];
    let (mut hits, mut open) = (0, 0);
    for body in bodies {
        let body = body.unwrap();
        let mut pair = tangency_detect::ConvexPair::new(body.clone().into(), Convex::sphere(1e-60).unwrap().into());
        let mut gap = |point: DVec3| pair.gap([&Pose::IDENTITY, &Pose::translated(point).unwrap()]).gap;
        let target = convex(body);
        for _ in 0..100 {
            let origin = vector(&mut random, 3.0);
            let ray = ray(origin, vector(&mut random, 1.0) - origin);
            let samples = (0..200).map(|i| 0.03 * f64::from(i));
            match target.cast(&ray, Interior::Filled) {
                None => samples.for_each(|distance| assert!(gap(ray.at(distance)).upper() > 0.0, "{ray:?}")),
                Some(hit) => {
                    hits += 1;
                    open += usize::from(hit.evidence != Evidence::Proved);
                    assert!(hit.distance.upper() == 0.0 || gap(hit.point).mignitude() < 1e-7, "{hit:?}");
                    let before = samples.filter(|&distance| distance < hit.distance.lower() - 1e-9);
                    before.for_each(|distance| assert!(gap(ray.at(distance)).lower() > 0.0, "{hit:?} at {distance}"));
                    assert!(hit.normal.dot(ray.unit()) <= 1e-9 && (hit.normal.length() - 1.0).abs() < 1e-9);
                }
            }
        }
    }
    assert!((250..850).contains(&hits) && open < 5, "{hits} hits, {open} open");
}

/// A ray that touches a ball within rounding is never a miss by mistake.
#[test]
fn grazing_rays_are_not_lost() {
    let targets = [
        convex(Convex::sphere(1.0).unwrap()),
        CastTarget::new(&Brep::sphere(1.0).unwrap().into()),
        CastTarget::new(&Solid::sphere(1.0).unwrap().into()),
    ];
    for target in targets {
        for offset in [-1e-6, -1e-12, 0.0] {
            let hit = target.cast(&ray(dvec3(-3.0, 1.0 + offset, 0.0), DVec3::X), Interior::Filled).unwrap();
            assert!(hit.distance.lower() <= 3.0 + 1e-6 && hit.distance.lower() > 2.9, "{hit:?} at {offset}");
        }
        for offset in [1e-6, 1e-3] {
            assert_eq!(target.cast(&ray(dvec3(-3.0, 1.0 + offset, 0.0), DVec3::X), Interior::Filled), None, "{offset}");
        }
    }
}

#[test]
fn a_torus_is_hit_four_times() {
    // Along x through the tube: 1.25, 0.75, -0.75, -1.25.
    for shape in [Shape::from(Brep::torus(1.0, 0.25).unwrap()), Shape::from(Solid::torus(1.0, 0.25).unwrap())] {
        let target = CastTarget::new(&shape);
        for (x, filled, hollow) in [
            (3.0, Some(1.75), Some(1.75)),
            (1.0, Some(0.0), Some(0.25)),
            (0.5, Some(1.25), Some(1.25)),
            (-1.1, Some(0.0), Some(0.15)),
            (-2.0, None, None),
        ] {
            for (interior, expected) in [(Interior::Filled, filled), (Interior::Hollow, hollow)] {
                let found = target.cast(&ray(dvec3(x, 0.0, 0.0), DVec3::NEG_X), interior);
                match (found, expected) {
                    (None, None) => {}
                    (Some(hit), Some(distance)) => {
                        assert!((hit.distance.mid() - distance).abs() < 1e-9, "{hit:?}, {distance}");
                    }
                    other => panic!("{other:?} from {x}"),
                }
            }
        }
    }
}

#[test]
fn open_faces_are_met_from_both_sides() {
    let sheet = CastTarget::new(&Brep::rectangle(DVec2::new(2.0, 2.0)).unwrap().into());
    for sign in [1.0, -1.0] {
        let hit = sheet.cast(&ray(dvec3(0.3, 0.2, 2.0 * sign), dvec3(0.0, 0.0, -sign)), Interior::Filled).unwrap();
        assert!(hit.distance.contains(2.0) && hit.evidence == Evidence::Proved);
        assert!((hit.normal.z - sign).abs() < 1e-12 && matches!(hit.feature, Some(Feature::Patch { .. })));
        // Through the border of the face: it may be unproved, but it is not lost.
        assert!(sheet.cast(&ray(dvec3(1.0, 0.2, 2.0 * sign), dvec3(0.0, 0.0, -sign)), Interior::Filled).is_some());
        assert_eq!(sheet.cast(&ray(dvec3(1.001, 0.2, 2.0 * sign), dvec3(0.0, 0.0, -sign)), Interior::Filled), None);
    }
}

/// A moving ball against a plane, an edge and a corner of a cube: closed forms.
#[test]
fn moving_balls_meet_faces_edges_and_corners() {
    let mesh = CastTarget::new(&primitive::cuboid(DVec3::splat(2.0)).unwrap().into());
    let cuboid = convex(Convex::cuboid(DVec3::splat(2.0)).unwrap());
    let radius = 0.5;
    for target in [mesh, cuboid] {
        let meets =
            |origin: DVec3, direction: DVec3| target.sweep(&ray(origin, direction), radius, Interior::Filled).unwrap();
        let near = |hit: Option<RayHit>, distance: f64| {
            let hit = hit.unwrap();
            assert!(
                hit.distance.lower() <= distance + 1e-12 && hit.distance.upper() >= distance - 1e-12,
                "{hit:?}, {distance}"
            );
            assert!(hit.distance.width() < 1e-9 && hit.evidence == Evidence::Proved, "{hit:?}");
        };
        near(meets(dvec3(5.0, 0.1, 0.2), DVec3::NEG_X), 3.5);
        // Beside the face, at the height 0.3 above the edge.
        near(meets(dvec3(5.0, 1.3, 0.2), DVec3::NEG_X), 4.0 - 0.4);
        // Toward the corner along the diagonal.
        near(meets(dvec3(3.0, 3.0, 3.0), -DVec3::ONE), 12_f64.sqrt() - 0.5);
        assert!(meets(dvec3(5.0, 1.500_001, 0.2), DVec3::NEG_X).is_none());
        assert_eq!(meets(dvec3(1.2, 0.0, 0.0), DVec3::X).unwrap().distance.upper(), 0.0);
        assert_eq!(meets(DVec3::ZERO, DVec3::X).unwrap().distance.upper(), 0.0);
        assert!(meets(dvec3(1.7, 0.0, 0.0), DVec3::X).is_none());
    }
}

/// A moving ball over a terrain: as over the mesh of the same triangles, one by one.
#[test]
fn moving_balls_over_a_height_map_agree_with_brute_force() {
    let mut random = Random::new(7);
    let heights = (0..72).map(|_| random.between(0.0, 1.0) as f32).collect();
    let map = HeightMap::new([9, 8], DVec2::new(0.5, 0.7), heights).unwrap();
    let mesh = map.mesh([0, 0], map.cells()).unwrap();
    let whole = CastTarget::new(&Shape::Mesh(mesh.clone()));
    let each: Vec<CastTarget> = (0..mesh.triangles().len())
        .map(|i| CastTarget::new(&Shape::Mesh(Mesh::new(mesh.corners(i).to_vec(), vec![[0, 1, 2]]).unwrap())))
        .collect();
    let target = CastTarget::height_map(map);
    let mut hits = 0;
    for _ in 0..200 {
        let origin = vector(&mut random, 3.0) + 2.0 * DVec3::Z;
        let ray = ray(origin, vector(&mut random, 2.0) - origin);
        let radius = random.between(0.01, 0.6);
        let swept = |target: &CastTarget| target.sweep(&ray, radius, Interior::Filled).unwrap();
        let least = each.iter().filter_map(swept).map(|hit| hit.distance.lower()).fold(f64::INFINITY, f64::min);
        for found in [swept(&target), swept(&whole)] {
            match found {
                None => assert_eq!(least, f64::INFINITY),
                Some(hit) => assert!((hit.distance.lower() - least).abs() < 1e-9, "{hit:?}, {least}"),
            }
        }
        hits += usize::from(least < f64::INFINITY);
    }
    assert!((60..195).contains(&hits), "{hits} of 200");
}

#[test]
fn moving_balls_meet_curved_bodies() {
    for shape in [Shape::from(Brep::sphere(1.0).unwrap()), Shape::from(Solid::sphere(1.0).unwrap())] {
        let target = CastTarget::new(&shape);
        let hit = target.sweep(&ray(dvec3(4.0, 0.0, 0.0), DVec3::NEG_X), 0.5, Interior::Filled).unwrap().unwrap();
        assert!((hit.distance.mid() - 2.5).abs() < 1e-6, "{hit:?}");
        let miss = target.sweep(&ray(dvec3(4.0, 2.0, 0.0), DVec3::NEG_X), 0.5, Interior::Filled).unwrap();
        assert!(miss.is_none());
    }
}

#[test]
fn placed_bodies_are_hit_where_they_are() {
    let turn = glam::DQuat::from_axis_angle(DVec3::Z, 0.3);
    let pose = Pose::new(turn, dvec3(10.0, -4.0, 2.0)).unwrap();
    let target = CastTarget::new(&primitive::cuboid(DVec3::splat(2.0)).unwrap().into());
    let toward = turn * DVec3::NEG_X;
    let from = pose.apply(dvec3(5.0, 0.3, 0.2));
    let hit = target.cast_placed(&pose, &ray(from, toward), Interior::Filled).unwrap();
    assert!((hit.distance.mid() - 4.0).abs() < 1e-12 && (hit.normal + toward).length() < 1e-12);
    assert!((hit.point - pose.apply(dvec3(1.0, 0.3, 0.2))).length() < 1e-12);
    assert_eq!(hit.evidence, Evidence::Computed);
}
