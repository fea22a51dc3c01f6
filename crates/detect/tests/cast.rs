//! Ray casts against meshes and height maps.
//!
//! References: brute force over all triangles in exact integers (`cast_oracle`), and closed surfaces, which no ray
//! from inside can leave without a hit. Coordinates are mostly small integers, so that rays meet vertices and edges,
//! run along faces and start on the surface.

mod cast_oracle;

use cast_oracle::{distance, encloses, first};
use glam::{DVec2, DVec3, dvec3};
use tangency_detect::{CastTarget, Evidence, Interior, Ray, RayError, RayHit};
use tangency_geometry::{Feature, HeightMap, Mesh, Shape, primitive};
use tangency_interval::laws::Random;

fn lattice(random: &mut Random, reach: usize) -> DVec3 {
    DVec3::from_array([0; 3].map(|_| random.below(2 * reach + 1) as f64 - reach as f64))
}

fn corners(mesh: &Mesh) -> impl Iterator<Item = [DVec3; 3]> + Clone {
    (0..mesh.triangles().len()).map(|triangle| mesh.corners(triangle))
}

/// Compares a hit with the oracle. Returns whether there is a hit.
fn check(mesh: &Mesh, target: &CastTarget, ray: &Ray) -> Option<RayHit> {
    let (found, truth) = (target.cast(ray, Interior::Hollow), first(ray.origin(), ray.direction(), corners(mesh)));
    match (&found, &truth) {
        (None, None) => {}
        (Some(hit), Some(parameter)) => {
            assert!(encloses(hit, parameter, ray.direction()), "{hit:?} for {ray:?}, truth {parameter}");
            let exact = distance(parameter, ray.direction());
            assert!(hit.distance.width() <= 1e-11 * exact, "{hit:?} for {ray:?}");
            assert_eq!(hit.evidence, Evidence::Proved);
            assert!(hit.normal.dot(ray.unit()) <= 1e-12 && (hit.normal.length() - 1.0).abs() < 1e-12);
        }
        (found, truth) => panic!("{found:?} for {ray:?}, truth {truth:?}"),
    }
    found
}

/// Small meshes on a lattice, many triangles without area, rays that are aimed at everything special.
#[test]
fn lattice_meshes_agree_with_exact_arithmetic() {
    let mut random = Random::new(1);
    let (mut hits, mut asked, mut features) = (0, 0, [0; 3]);
    for round in 0..300 {
        let count = 3 + random.below(8);
        let vertices: Vec<DVec3> = (0..count).map(|_| lattice(&mut random, 2)).collect();
        let triangle = |random: &mut Random| [0; 3].map(|_| random.below(count) as u32);
        let triangles: Vec<[u32; 3]> = (0..1 + random.below(12)).map(|_| triangle(&mut random)).collect();
        // Powers of two and of ten: the latter round, and the rounded mesh is the exact one.
        let scale = [1.0, 2.0_f64.powi(-100), 1e30, 1e-30, 3.7][round % 5];
        let offset = if round % 3 == 0 { scale * dvec3(0.1, -1e3, 7.0) } else { DVec3::ZERO };
        let mesh = Mesh::new(vertices, triangles).unwrap().mapped(|vertex| scale * vertex + offset).unwrap();
        let target = CastTarget::new(&Shape::Mesh(mesh.clone()));
        for _ in 0..60 {
            let origin = scale * lattice(&mut random, 4) + offset;
            let [a, b, c] = mesh.corners(random.below(mesh.triangles().len()));
            let aim = match random.below(5) {
                0 => a,
                1 => 0.5 * (a + b),
                2 => 0.5 * b + 0.25 * (a + c),
                3 => scale * lattice(&mut random, 2) + offset,
                _ => origin + scale * lattice(&mut random, 1),
            };
            let direction = (aim - origin) * if random.below(4) == 0 { 1e-12 } else { 1.0 };
            let Ok(ray) = Ray::new(origin, direction, f64::INFINITY) else { continue };
            asked += 1;
            if let Some(hit) = check(&mesh, &target, &ray) {
                hits += 1;
                match hit.feature {
                    Some(Feature::Vertex(_)) => features[0] += 1,
                    Some(Feature::Edge { .. }) => features[1] += 1,
                    Some(Feature::Face { .. }) => features[2] += 1,
                    other => panic!("{other:?}"),
                }
            }
        }
    }
    assert!((asked / 3..asked * 9 / 10).contains(&hits), "{hits} hits of {asked}");
    assert!(features.iter().all(|&count| count > hits / 20), "{features:?} of {hits}");
}

/// A mesh of a few hundred triangles, so that the tree has several levels.
#[test]
fn trees_lose_nothing() {
    let mut random = Random::new(2);
    let knot = primitive::torus_knot(1.0, [2, 3], 0.3, [20, 4]).unwrap();
    let mut hits = 0;
    for (scale, offset) in [(1.0, DVec3::ZERO), (1e-3, dvec3(700.0, -3.0, 0.1)), (1e20, DVec3::ZERO)] {
        let mesh = knot.mesh().mapped(|vertex| scale * vertex + offset).unwrap();
        let target = CastTarget::new(&Shape::Mesh(mesh.clone()));
        for _ in 0..100 {
            let [from, far] = [0; 2].map(|_| DVec3::from_array([0; 3].map(|_| random.between(-2.0, 2.0))));
            let from = if random.below(4) == 0 { 1e6 * from } else { from };
            let origin = scale * from + offset;
            let aim = match random.below(3) {
                0 => mesh.vertices()[random.below(mesh.vertices().len())],
                1 => scale * 0.5 * far + offset,
                _ => origin + scale * DVec3::AXES[random.below(3)],
            };
            let ray = Ray::new(origin, aim - origin, f64::INFINITY).unwrap();
            hits += usize::from(check(&mesh, &target, &ray).is_some());
        }
    }
    assert!((90..270).contains(&hits), "{hits} of 300");
}

/// No ray from inside leaves a closed surface, aimed at vertices, edges, and anywhere.
#[test]
fn closed_surfaces_are_watertight() {
    let mut random = Random::new(3);
    for solid in [primitive::icosphere(1.0, 3).unwrap(), primitive::cuboid(dvec3(1.0, 2.0, 3.0)).unwrap()] {
        let mesh = solid.mesh().clone();
        let target = CastTarget::new(&solid.into());
        let vertex = |index: u32| mesh.vertices()[index as usize];
        let edges = mesh.edges().iter().map(|&[a, b]| 0.5 * (vertex(a) + vertex(b)));
        let mut aims: Vec<DVec3> = mesh.vertices().iter().copied().chain(edges).collect();
        aims.extend((0..2_000).map(|_| DVec3::from_array([0; 3].map(|_| random.between(-1.0, 1.0)))));
        let rays: Vec<Ray> = aims
            .iter()
            .flat_map(|&aim| [DVec3::ZERO, dvec3(0.1, 0.2, -0.3)].map(|origin| (origin, aim - origin)))
            .map(|(origin, direction)| Ray::new(origin, direction, f64::INFINITY).unwrap())
            .collect();
        let hollow = target.cast_many(&rays, Interior::Hollow);
        assert!(hollow.iter().all(Option::is_some));
        let filled = target.cast_many(&rays, Interior::Filled);
        assert!(filled.iter().all(|hit| hit.is_some_and(|hit| hit.distance.upper() == 0.0 && hit.feature.is_none())));
        for ((ray, hollow), _) in rays.iter().zip(&hollow).zip(&filled) {
            // From outside, on the same line, there is a hit before the body and none beyond it.
            let exit = hollow.unwrap().distance.upper();
            let beyond = Ray::new(ray.at(exit + 0.1), ray.direction(), f64::INFINITY).unwrap();
            assert_eq!(target.cast(&beyond, Interior::Filled), None);
            let back = Ray::new(ray.at(exit + 5.0), -ray.direction(), f64::INFINITY).unwrap();
            let hit = target.cast(&back, Interior::Filled).unwrap();
            assert!((hit.distance.mid() - 5.0).abs() < 1e-9, "{hit:?} back along {ray:?}");
        }
    }
}

#[test]
fn features_and_distances_are_exact() {
    let cube = CastTarget::new(&primitive::cuboid(DVec3::splat(2.0)).unwrap().into());
    let hit = |origin: DVec3, direction: DVec3| {
        cube.cast(&Ray::new(origin, direction, f64::INFINITY).unwrap(), Interior::Filled)
    };
    let corner = hit(dvec3(3.0, 3.0, 3.0), -DVec3::ONE).unwrap();
    assert!(matches!(corner.feature, Some(Feature::Vertex(_))) && corner.point == DVec3::ONE);
    assert!(corner.distance.contains(12_f64.sqrt()) && corner.distance.width() < 1e-14);
    let edge = hit(dvec3(3.0, 3.0, 0.5), dvec3(-1.0, -1.0, 0.0)).unwrap();
    let Some(Feature::Edge { parameter, .. }) = edge.feature else { panic!("{edge:?}") };
    assert!(parameter == 0.75 || parameter == 0.25);
    // Along a face: the ray in its plane meets it first at its edge.
    let along = hit(dvec3(-4.0, 0.25, 1.0), DVec3::X).unwrap();
    assert!(along.distance.contains(3.0) && matches!(along.feature, Some(Feature::Edge { .. })));
    // A hair above it, the ray misses.
    assert_eq!(hit(dvec3(-4.0, 0.25, 1.0_f64.next_up()), DVec3::X), None);
    // Starts on the surface.
    let start = hit(dvec3(1.0, 0.3, 0.2), DVec3::X).unwrap();
    assert_eq!((start.distance.lower(), start.distance.upper()), (0.0, 0.0));
    let start = hit(dvec3(1.0, 0.3, 0.2), DVec3::NEG_X).unwrap();
    assert_eq!(start.distance.upper(), 0.0);
    assert_eq!(hit(dvec3(1.0_f64.next_up(), 0.3, 0.2), DVec3::X), None);
}

#[test]
fn the_length_ends_the_ray() {
    let cube = CastTarget::new(&primitive::cuboid(DVec3::splat(2.0)).unwrap().into());
    let hit = |x: f64, length: f64, interior| {
        cube.cast(&Ray::new(dvec3(x, 0.1, 0.2), dvec3(-7.0, 0.0, 0.0), length).unwrap(), interior)
    };
    assert!(hit(5.0, 4.0, Interior::Filled).is_some());
    assert!(hit(5.0, 3.999, Interior::Filled).is_none());
    // A short ray that begins inside.
    assert_eq!(hit(0.0, 0.5, Interior::Filled).unwrap().distance.upper(), 0.0);
    assert_eq!(hit(0.0, 0.0, Interior::Filled).unwrap().distance.upper(), 0.0);
    assert!(hit(0.0, 0.5, Interior::Hollow).is_none());
    assert!(hit(0.0, 1.0, Interior::Hollow).is_some());
}

/// Directions and coordinates at the ends of the range of doubles.
#[test]
fn extreme_numbers_are_answered() {
    let unit = primitive::cuboid(DVec3::splat(2.0)).unwrap();
    for scale in [1e-300, 1e-150, 1e-30, 1.0, 1e30, 1e150, 1e300] {
        let mesh = unit.mesh().mapped(|vertex| scale * vertex).unwrap();
        let target = CastTarget::new(&Shape::Mesh(mesh.clone()));
        for size in [f64::from_bits(1), 1e-310, 1e-160, 1e-30, 1.0, 1e30, 1e300] {
            for direction in [dvec3(-1.0, 0.0, 0.0), dvec3(-1.0, 1.0, 0.0), dvec3(-1.0, 0.0, 1.0)] {
                let ray = Ray::new(scale * dvec3(4.0, 0.25, 0.5), size * direction, f64::INFINITY).unwrap();
                let (found, truth) =
                    (target.cast(&ray, Interior::Hollow), first(ray.origin(), ray.direction(), corners(&mesh)));
                assert_eq!(found.is_some(), truth.is_some(), "{ray:?}");
                if let (Some(hit), Some(parameter)) = (found, truth) {
                    assert!(encloses(&hit, &parameter, ray.direction()), "{hit:?} for {ray:?}");
                }
            }
        }
        // One coordinate of the direction is far smaller than the others.
        let slanted = Ray::new(scale * dvec3(4.0, 1.0, 0.5), dvec3(-1e300, 1e-300, 0.0), f64::INFINITY).unwrap();
        assert!(check(&mesh, &target, &slanted).is_none(), "it rises above the plane of a face");
        let level = Ray::new(scale * dvec3(4.0, 1.0, 0.5), dvec3(-1e300, -1e-300, 0.0), f64::INFINITY).unwrap();
        assert!(target.cast(&level, Interior::Hollow).is_some());
    }
}

#[test]
fn bad_rays_are_refused() {
    let ray = |origin, direction, length| Ray::new(origin, direction, length).unwrap_err();
    assert!(matches!(ray(DVec3::NAN, DVec3::X, 1.0), RayError::Origin(_)));
    assert!(matches!(ray(DVec3::ZERO, DVec3::ZERO, 1.0), RayError::Direction(_)));
    assert!(matches!(ray(DVec3::ZERO, dvec3(f64::INFINITY, 0.0, 0.0), 1.0), RayError::Direction(_)));
    assert!(matches!(ray(DVec3::ZERO, DVec3::X, -1.0), RayError::Length(_)));
    assert!(matches!(ray(DVec3::ZERO, DVec3::X, f64::NAN), RayError::Length(_)));
    assert!(ray(DVec3::ZERO, DVec3::ZERO, 1.0).to_string().contains("must be finite and not zero"));
    let cube = CastTarget::new(&primitive::cuboid(DVec3::ONE).unwrap().into());
    let fine = Ray::new(DVec3::ZERO, DVec3::X, 1.0).unwrap();
    assert!(cube.sweep(&fine, -1.0, Interior::Filled).is_err());
    assert!(cube.sweep(&fine, f64::NAN, Interior::Filled).is_err());
}

#[test]
fn threads_do_not_change_answers() {
    let knot = primitive::torus_knot(1.0, [2, 3], 0.3, [60, 8]).unwrap();
    let target = CastTarget::new(&knot.into());
    let mut random = Random::new(4);
    let ray = |random: &mut Random| {
        let [from, to] = [0; 2].map(|_| DVec3::from_array([0; 3].map(|_| random.between(-2.0, 2.0))));
        Ray::new(from, to - from, random.between(0.0, 5.0)).unwrap()
    };
    let rays: Vec<Ray> = (0..3_000).map(|_| ray(&mut random)).collect();
    let alone: Vec<_> = rays.iter().map(|ray| target.cast(ray, Interior::Filled)).collect();
    assert_eq!(target.cast_many(&rays, Interior::Filled), alone);
}

/// Height maps: the same oracle, rays along the grid lines and over the corners included.
#[test]
fn height_maps_agree_with_exact_arithmetic() {
    let mut random = Random::new(5);
    let (mut hits, mut asked) = (0, 0);
    for round in 0..30 {
        let samples = [2 + random.below(8), 2 + random.below(8)];
        let heights = (0..samples[0] * samples[1]).map(|_| random.below(5) as f32 - 2.0).collect();
        let cell = if round % 2 == 0 { DVec2::ONE } else { DVec2::new(0.3, 1.7) };
        let map = HeightMap::new(samples, cell, heights).unwrap();
        let mesh = map.mesh([0, 0], map.cells()).unwrap();
        let target = CastTarget::height_map(map.clone());
        for _ in 0..30 {
            let aim = match random.below(3) {
                0 => map.vertex([random.below(samples[0]), random.below(samples[1])]),
                1 => mesh.corners(random.below(mesh.triangles().len())).iter().sum::<DVec3>() / 3.0,
                _ => lattice(&mut random, 4),
            };
            let origin = match random.below(3) {
                0 => lattice(&mut random, 6),
                1 => aim + DVec3::AXES[random.below(3)] * 8.0,
                _ => map.vertex([random.below(samples[0]), random.below(samples[1])]),
            };
            let Ok(ray) = Ray::new(origin, aim - origin, f64::INFINITY) else { continue };
            asked += 1;
            hits += usize::from(check(&mesh, &target, &ray).is_some());
        }
    }
    assert!((asked / 2..asked * 19 / 20).contains(&hits), "{hits} of {asked}");
}

/// Rays that do not move along one or two axes, with zeros of both signs, on and off the lines of the grid.
#[test]
fn rays_along_the_grid_agree_with_exact_arithmetic() {
    let mut random = Random::new(8);
    let heights = (0..110).map(|_| random.below(4) as f32).collect();
    let map = HeightMap::new([11, 10], DVec2::ONE, heights).unwrap();
    let mesh = map.mesh([0, 0], map.cells()).unwrap();
    let (grid, tree) = (CastTarget::height_map(map), CastTarget::new(&Shape::Mesh(mesh.clone())));
    let mut hits = 0;
    for _ in 0..400 {
        let origin = 0.5 * lattice(&mut random, 12) + dvec3(0.0, 0.0, 1.0);
        let along = random.below(3);
        let mut direction = DVec3::from_array([0; 3].map(|_| [0.0, -0.0, 1e-300, -1e-300][random.below(4)]));
        direction[along] = [1.0, -1.0][random.below(2)];
        let ray = Ray::new(origin, direction, f64::INFINITY).unwrap();
        let found = [&grid, &tree].map(|target| check(&mesh, target, &ray));
        assert_eq!(found[0].map(|hit| hit.distance.lower()), found[1].map(|hit| hit.distance.lower()));
        hits += usize::from(found[0].is_some());
    }
    assert!((80..320).contains(&hits), "{hits} of 400");
}

#[test]
fn a_height_map_has_no_inside() {
    let map = HeightMap::new([3, 3], DVec2::ONE, vec![0.0; 9]).unwrap();
    let target = CastTarget::height_map(map);
    let below = Ray::new(dvec3(0.3, 0.2, -1.0), DVec3::Z, f64::INFINITY).unwrap();
    let hit = target.cast(&below, Interior::Filled).unwrap();
    assert!(hit.distance.contains(1.0) && hit.normal == DVec3::NEG_Z);
    let away = Ray::new(dvec3(0.3, 0.2, -1.0), DVec3::NEG_Z, f64::INFINITY).unwrap();
    assert_eq!(target.cast(&away, Interior::Filled), None);
    let corner = Ray::new(dvec3(0.0, 0.0, 1.0), DVec3::NEG_Z, f64::INFINITY).unwrap();
    assert_eq!(target.cast(&corner, Interior::Filled).unwrap().feature, Some(Feature::Vertex(4)));
}
