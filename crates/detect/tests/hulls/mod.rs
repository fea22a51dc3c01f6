//! Random convex bodies, and a slow static overlap test for them.

use glam::{DQuat, DVec3, dvec3};
use tangency_geometry::{Mesh, Placement, Polyhedron, primitive};
use tangency_interval::laws::Random;

/// A random vector in a cube.
pub(crate) fn vector(random: &mut Random, size: f64) -> DVec3 {
    dvec3(random.between(-size, size), random.between(-size, size), random.between(-size, size))
}

/// Boxes, wedges, prisms, needles, tetrahedra and hulls of up to thirty points, all about one metre in size.
pub(crate) fn body(random: &mut Random) -> Polyhedron {
    let mut size = || random.between(0.2, 1.0);
    let (x, y, z) = (size(), size(), size());
    let sides = 3 + random.below(6);
    let made = match random.below(7) {
        0 => primitive::cuboid(dvec3(x, y, z)),
        1 => primitive::wedge(x, y, z),
        2 => primitive::prism(0.5 * x, y, sides),
        3 => primitive::needle(0.3 * x, y, sides),
        4 => primitive::tetrahedron(x),
        _ => return hull(random, dvec3(x, y, z)),
    };
    made.unwrap()
}

/// The hull of points on an ellipsoid, by brute force over all triples.
fn hull(random: &mut Random, half: DVec3) -> Polyhedron {
    let count = 4 + random.below(27);
    let points: Vec<DVec3> = (0..count).map(|_| 0.7 * half * vector(random, 1.0).normalize_or(DVec3::X)).collect();
    let mut triangles = Vec::new();
    for i in 0..count {
        for j in i + 1..count {
            for k in j + 1..count {
                let normal = (points[j] - points[i]).cross(points[k] - points[i]);
                let above = points.iter().filter(|&&point| normal.dot(point - points[i]) > 1e-12).count();
                let below = points.iter().filter(|&&point| normal.dot(point - points[i]) < -1e-12).count();
                match (above, below) {
                    (0, _) => triangles.push([i as u32, j as u32, k as u32]),
                    (_, 0) => triangles.push([i as u32, k as u32, j as u32]),
                    _ => {}
                }
            }
        }
    }
    Polyhedron::new(Mesh::new(points, triangles).unwrap()).unwrap()
}

/// A rotation about a random axis, often by a right angle.
pub(crate) fn turn(random: &mut Random) -> DQuat {
    if random.below(4) == 0 {
        return DQuat::from_axis_angle(DVec3::AXES[random.below(3)], std::f64::consts::FRAC_PI_2);
    }
    DQuat::from_scaled_axis(vector(random, 3.0))
}

/// The largest gap over all face normals and cross products of edges (separating axes). Negative if the bodies
/// overlap by that much along every axis.
pub(crate) fn widest_gap(bodies: [&Mesh; 2], places: [&Placement; 2]) -> f64 {
    let placed = [0, 1].map(|i| -> Vec<DVec3> {
        bodies[i].vertices().iter().enumerate().map(|(index, &vertex)| places[i].point(index, vertex)).collect()
    });
    let ways = [0, 1].map(|i| -> Vec<DVec3> {
        let way = |&[from, to]: &[u32; 2]| placed[i][to as usize] - placed[i][from as usize];
        bodies[i].edges().iter().map(way).collect()
    });
    let normals = [0, 1].map(|i| -> Vec<DVec3> {
        let normal = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|corner| placed[i][corner as usize]);
            (b - a).cross(c - a)
        };
        bodies[i].triangles().iter().map(normal).collect()
    });
    let across = ways[0].iter().flat_map(|along| ways[1].iter().map(move |other| along.cross(*other)));
    let axes = normals.iter().flatten().copied().chain(across).filter_map(DVec3::try_normalize);
    axes.map(|axis| {
        let ends = placed.each_ref().map(|points| {
            let heights = points.iter().map(|&point| axis.dot(point));
            heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [x.min(low), x.max(high)])
        });
        (ends[1][0] - ends[0][1]).max(ends[0][0] - ends[1][1])
    })
    .fold(f64::NEG_INFINITY, f64::max)
}
