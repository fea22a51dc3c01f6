//! The `casts` suite: first hits of rays and of moving balls, compared with parry and with embree.
//!
//! Ours encloses every distance, and decides triangles exactly. parry computes in double, embree in single precision.
//! Nanoseconds of the processor a ray, the least of three rounds, one thread; by the clock where a row names all
//! threads. The suite also counts the rays from inside of a closed mesh, aimed at its vertices and edges, that each side
//! loses.

use crate::python;
use crate::table::Row;
use glam::{DVec2, DVec3, dvec3};
use parry3d_f64::math::{Pose as PeerPose, Vector};
use parry3d_f64::query::{Ray as PeerRay, RayCast, ShapeCastOptions, cast_shapes};
use parry3d_f64::shape::{
    Ball, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, HeightField, Shape as PeerShape, SharedShape, TriMesh,
};
use parry3d_f64::utils::Array2;
use rayon::prelude::*;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;
use tangency::detect::{CastTarget, Interior, PreparedConvex, Ray};
use tangency::geometry::surface::Brep;
use tangency::geometry::{Convex, HeightMap, Mesh, Shape, Solid, primitive};
use tangency_interval::laws::Random;

/// Runs the suite.
pub(crate) fn run() -> Vec<Row> {
    let mut rows = mesh_rows();
    rows.extend(terrain_rows());
    rows.extend(convex_rows());
    rows.extend(curved_rows());
    rows
}

fn row(name: impl Into<String>, ours: f64, peer_name: &str, peer: Option<f64>) -> Row {
    Row { name: name.into(), ours, peer_name: peer_name.into(), peer }
}

/// Nanoseconds of the processor an item, of the fastest of three rounds.
fn measure(count: usize, round: impl FnMut()) -> f64 {
    let now = || {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
    };
    least(count, round, now)
}

/// Nanoseconds by the clock an item, of the fastest of three rounds.
fn measure_clock(count: usize, round: impl FnMut()) -> f64 {
    let begun = Instant::now();
    least(count, round, || begun.elapsed().as_nanos() as f64)
}

fn least(count: usize, mut round: impl FnMut(), now: impl Fn() -> f64) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..3 {
        let start = now();
        round();
        least = least.min(now() - start);
    }
    least / count as f64
}

fn vector(place: DVec3) -> Vector {
    Vector::new(place.x, place.y, place.z)
}

fn peer_ray(ray: &Ray) -> PeerRay {
    PeerRay::new(vector(ray.origin()), vector(ray.unit()))
}

fn in_box(random: &mut Random, [lower, upper]: [DVec3; 2]) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|axis| random.between(lower[axis], upper[axis])))
}

fn toward(origin: DVec3, aim: DVec3) -> Ray {
    Ray::new(origin, aim - origin, f64::INFINITY).expect("a ray")
}

/// Rays from a sphere around a box to points of the box.
fn rays_into(random: &mut Random, bounds: [DVec3; 2], count: usize) -> Vec<Ray> {
    let (centre, radius) = (0.5 * (bounds[0] + bounds[1]), 0.75 * (bounds[1] - bounds[0]).length());
    (0..count)
        .map(|_| {
            let side = in_box(random, [DVec3::NEG_ONE, DVec3::ONE]).normalize_or(DVec3::X);
            toward(centre + radius * side, in_box(random, bounds))
        })
        .collect()
}

fn ours(target: &CastTarget, rays: &[Ray]) -> f64 {
    measure(rays.len(), || {
        for ray in rays {
            black_box(target.cast(ray, Interior::Filled));
        }
    })
}

fn parry(shape: &dyn PeerShape, rays: &[Ray]) -> f64 {
    let rays: Vec<PeerRay> = rays.iter().map(peer_ray).collect();
    measure(rays.len(), || {
        for ray in &rays {
            black_box(shape.cast_local_ray_and_get_normal(ray, f64::MAX, true));
        }
    })
}

fn peer_mesh(mesh: &Mesh) -> TriMesh {
    let vertices = mesh.vertices().iter().map(|&vertex| vector(vertex)).collect();
    TriMesh::new(vertices, mesh.triangles().to_vec()).expect("a mesh")
}

fn mesh_rows() -> Vec<Row> {
    let mut random = Random::new(1);
    let knot = primitive::torus_knot(1.0, [2, 3], 0.3, [1_000, 50]).expect("a knot");
    let mesh = knot.mesh().clone();
    let build = |work: &dyn Fn()| measure(1, work);
    let shape: Shape = Shape::Mesh(mesh.clone());
    let (target, peer) = (CastTarget::new(&shape), peer_mesh(&mesh));
    let rays = rays_into(&mut random, mesh.bounding_box(), 1_000_000);
    let name = format!("mesh of {} triangles, {} rays", mesh.triangles().len(), rays.len());
    let single = ours(&target, &rays);
    let mut rows = vec![row(&name, single, "parry3d-f64", Some(parry(&peer, &rays)))];
    let aimed = aimed_rays(&mesh_of_icosphere());
    let lost = lost_rays(&aimed);
    match embree(&mesh, &rays, &aimed) {
        Ok([time, hits, fast, robust]) => {
            let found = target.cast_many(&rays, Interior::Hollow).iter().filter(|hit| hit.is_some()).count();
            eprintln!("hits: ours {found}, embree {hits}");
            let [count, ours, parry] = lost;
            eprintln!("of {count} rays aimed at vertices and edges from inside, lost by");
            eprintln!("  ours {ours}, parry {parry}, embree {fast}, embree robust {robust}");
            rows.push(row(&name, single, "embree", Some(time)));
        }
        Err(error) => eprintln!("embree: {error}"),
    }
    let many = measure_clock(rays.len(), || drop(black_box(target.cast_many(&rays, Interior::Filled))));
    let peers: Vec<PeerRay> = rays.iter().map(peer_ray).collect();
    let peer_many = measure_clock(rays.len(), || {
        let cast = |ray: &PeerRay| peer.cast_local_ray_and_get_normal(ray, f64::MAX, true);
        drop(black_box(peers.par_iter().with_min_len(64).map(cast).collect::<Vec<_>>()));
    });
    rows.push(row(format!("{name}, all threads"), many, "parry3d-f64", Some(peer_many)));
    let balls = &rays[..10_000];
    let swept = measure(balls.len(), || {
        for ray in balls {
            black_box(target.sweep(ray, 0.01, Interior::Filled).expect("an answer"));
        }
    });
    let (ball, options) = (Ball::new(0.01), ShapeCastOptions { stop_at_penetration: true, ..Default::default() });
    let peer_swept = measure(balls.len(), || {
        for ray in balls {
            let at = PeerPose::from_parts(vector(ray.origin()), Default::default());
            let still = Vector::new(0.0, 0.0, 0.0);
            let hit = cast_shapes(&at, vector(ray.unit()), &ball, &PeerPose::IDENTITY, still, &peer, options);
            let _ = black_box(hit);
        }
    });
    rows.push(row("the same mesh, a moving ball of 1 cm", swept, "parry3d-f64", Some(peer_swept)));
    let ours = build(&|| drop(black_box(CastTarget::new(&shape))));
    rows.push(row(
        "the same mesh, preparation",
        ours,
        "parry3d-f64",
        Some(build(&|| drop(black_box(peer_mesh(&mesh))))),
    ));
    rows
}

fn mesh_of_icosphere() -> Mesh {
    primitive::icosphere(1.0, 6).expect("a ball").into_mesh()
}

/// Rays from inside of a closed mesh to its vertices and to the middles of its edges, rounded to single precision so
/// that embree casts the same rays.
fn aimed_rays(mesh: &Mesh) -> (Mesh, Vec<Ray>) {
    let mesh = mesh.mapped(|vertex| vertex.as_vec3().as_dvec3()).expect("a mesh");
    let vertex = |index: u32| mesh.vertices()[index as usize];
    let middles = mesh.edges().iter().map(|&[a, b]| 0.5 * (vertex(a) + vertex(b)));
    let aims = mesh.vertices().iter().copied().chain(middles);
    let origin = dvec3(0.125, -0.25, 0.0625);
    let rays = aims.map(|aim| toward(origin, origin + (aim - origin).as_vec3().as_dvec3())).collect();
    (mesh, rays)
}

/// How many of the aimed rays there are, and how many ours and parry lose.
fn lost_rays((mesh, rays): &(Mesh, Vec<Ray>)) -> [usize; 3] {
    let (target, peer) = (CastTarget::new(&Shape::Mesh(mesh.clone())), peer_mesh(mesh));
    let ours = rays.iter().filter(|ray| target.cast(ray, Interior::Hollow).is_none()).count();
    let parry = rays.iter().filter(|ray| peer.cast_local_ray(&peer_ray(ray), f64::MAX, false).is_none()).count();
    [rays.len(), ours, parry]
}

/// Nanoseconds a ray, hits, and lost rays without and with the robust mode.
fn embree(mesh: &Mesh, rays: &[Ray], (closed, aimed): &(Mesh, Vec<Ray>)) -> Result<[f64; 4], String> {
    let program = python::with("embreex", &["embreex", "numpy"])?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/embree/rays.py");
    // Each run times its mesh and counts the lost rays; only one of the two is meaningful for each mesh.
    let asked = |name: &str, mesh: &Mesh, rays: &[Ray]| -> Result<Vec<f64>, String> {
        let folder = python::folder(name)?;
        let bytes = |numbers: &mut dyn Iterator<Item = DVec3>| -> Vec<u8> {
            numbers.flat_map(|place| place.to_array()).flat_map(f64::to_le_bytes).collect()
        };
        let lines = bytes(&mut rays.iter().flat_map(|ray| [ray.origin(), ray.direction()]));
        python::write(&folder.join("vertices.bin"), &bytes(&mut mesh.vertices().iter().copied()))?;
        let corners = mesh.triangles().iter().flatten().flat_map(|corner| corner.to_le_bytes()).collect::<Vec<u8>>();
        python::write(&folder.join("faces.bin"), &corners)?;
        python::write(&folder.join("rays.bin"), &lines)?;
        python::write(&folder.join("aimed.bin"), &lines)?;
        let text = python::output(std::process::Command::new(&program).arg(&script).arg(&folder))?;
        text.split_whitespace().map(|word| word.parse().map_err(|_| format!("not numbers: {text}"))).collect()
    };
    let (timed, counted) = (asked("embree", mesh, rays)?, asked("embree-aimed", closed, aimed)?);
    match (&timed[..], &counted[..]) {
        ([time, hits, ..], [.., fast, robust]) => Ok([*time, *hits, *fast, *robust]),
        _ => Err("too few numbers".into()),
    }
}

/// Hills of 4,097² heights, one metre a cell.
fn terrain(side: usize) -> Vec<f32> {
    let mut random = Random::new(5);
    let waves: Vec<[f64; 4]> = (0..7)
        .map(|octave| {
            let frequency = 0.004 * 2.2_f64.powi(octave);
            let [x, y] = [0; 2].map(|_| random.between(-1.0, 1.0) * frequency);
            [x, y, random.between(0.0, 6.0), 0.12 / frequency]
        })
        .collect();
    let height = |index: usize| {
        let (x, y) = ((index % side) as f64, (index / side) as f64);
        waves.iter().map(|&[a, b, phase, high]| high * (a * x + b * y + phase).sin()).sum::<f64>() as f32
    };
    (0..side * side).into_par_iter().map(height).collect()
}

fn terrain_rows() -> Vec<Row> {
    const SIDE: usize = 4_097;
    let heights = terrain(SIDE);
    let doubles = heights.iter().map(|&height| f64::from(height)).collect();
    // parry's rows are along z and its heights along y.
    let size = (SIDE - 1) as f64;
    let peer = HeightField::new(Array2::new(SIDE, SIDE, doubles), Vector::new(size, 1.0, size));
    let map = HeightMap::new([SIDE, SIDE], DVec2::ONE, heights).expect("a map");
    let bytes = map.bytes() as f64 / (size * size);
    eprintln!("the height map takes {bytes:.3} bytes a cell");
    let [lower, upper] = map.bounding_box();
    let target = CastTarget::height_map(map);
    let mut random = Random::new(6);
    let mut rows = Vec::new();
    // Down from above; as from a vehicle, nearly level, at 1 to 10 m above the ground.
    for (name, count, peer_count) in
        [("rays from above", 100_000, 2_000), ("level rays near the ground", 100_000, 2_000)]
    {
        let above = name == "rays from above";
        let rays: Vec<Ray> = (0..count)
            .map(|_| {
                let mut from = in_box(&mut random, [lower, upper]);
                let mut to = in_box(&mut random, [lower, upper]);
                if above {
                    from.z = upper.z + 100.0;
                    to.z = lower.z;
                } else {
                    from.z = ground(&target, from, upper.z) + random.between(1.0, 10.0);
                    to.z = from.z;
                }
                toward(from, to)
            })
            .collect();
        let ours = ours(&target, &rays);
        let turned: Vec<Ray> = rays[..peer_count]
            .iter()
            .map(|ray| {
                let turn = |v: DVec3| dvec3(v.x, v.z, v.y);
                toward(turn(ray.origin()), turn(ray.origin()) + turn(ray.direction()))
            })
            .collect();
        let parry = parry(&peer, &turned);
        rows.push(row(format!("height map of 4,096² cells, {name}"), ours, "parry3d-f64", Some(parry)));
    }
    rows
}

/// The height of the ground below a place, in metres.
fn ground(target: &CastTarget, place: DVec3, top: f64) -> f64 {
    let down = Ray::new(place.with_z(top + 1.0), DVec3::NEG_Z, f64::INFINITY).expect("a ray");
    target.cast(&down, Interior::Filled).map_or(0.0, |hit| hit.point.z)
}

fn convex_rows() -> Vec<Row> {
    let mut random = Random::new(7);
    let points: Vec<DVec3> =
        (0..100).map(|_| in_box(&mut random, [DVec3::NEG_ONE, DVec3::ONE]).normalize_or(DVec3::X)).collect();
    let peer_points: Vec<Vector> = points.iter().map(|&point| vector(point)).collect();
    let hull = ConvexPolyhedron::from_convex_hull(&peer_points).map(SharedShape::new);
    let list = [
        ("sphere", Convex::sphere(0.8), Some(SharedShape::new(Ball::new(0.8)))),
        ("capsule", Convex::capsule(0.4, 1.2), Some(SharedShape::new(Capsule::new_y(0.6, 0.4)))),
        ("box", Convex::cuboid(dvec3(1.0, 1.2, 1.4)), Some(SharedShape::new(Cuboid::new(Vector::new(0.5, 0.6, 0.7))))),
        ("cylinder", Convex::cylinder(0.5, 1.2), Some(SharedShape::new(Cylinder::new(0.6, 0.5)))),
        ("cone", Convex::cone(0.6, 1.2), Some(SharedShape::new(Cone::new(0.6, 0.6)))),
        ("ellipsoid", Convex::ellipsoid(dvec3(0.5, 0.7, 0.9)), None),
        ("hull of 100", Convex::hull(points), hull),
    ];
    let rays = rays_into(&mut random, [DVec3::splat(-0.8), DVec3::splat(0.8)], 20_000);
    list.into_iter()
        .map(|(name, body, peer)| {
            let target = CastTarget::convex(PreparedConvex::new(body.expect("a body")));
            let parry = peer.map(|peer| parry(&*peer, &rays));
            row(format!("ray: {name}"), ours(&target, &rays), "parry3d-f64", parry)
        })
        .collect()
}

fn curved_rows() -> Vec<Row> {
    let mut random = Random::new(8);
    let rays = rays_into(&mut random, [DVec3::splat(-1.0), DVec3::splat(1.0)], 500);
    let list: [(&str, Shape); 4] = [
        ("sphere of curved faces", Brep::sphere(1.0).expect("a sphere").into()),
        ("torus of curved faces", Brep::torus(1.0, 0.25).expect("a torus").into()),
        ("implicit sphere", Solid::sphere(1.0).expect("a sphere").into()),
        ("implicit torus", Solid::torus(1.0, 0.25).expect("a torus").into()),
    ];
    let row_of =
        |(name, shape): (&str, Shape)| row(format!("ray: {name}"), ours(&CastTarget::new(&shape), &rays), "-", None);
    list.into_iter().map(row_of).collect()
}
