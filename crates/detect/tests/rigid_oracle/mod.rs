//! A slow, certain oracle for first contact of small rigid polyhedra, and the cases it is used for.
//!
//! *Before* the contact: all pairs of triangles over spans of time that are bisected. A pair is apart during a
//! span if along some direction every corner of one is ahead of every corner of the other. The mean value form
//! bounds the lead: the lead at the middle, and the enclosed relative velocity times the distance from the middle.
//! *After* the contact: at an instant, an edge pierces a triangle with all volumes certain in sign, or a vertex is
//! inside (solid angles). Both use only intervals and enclosures of the motions, and share nothing with the tested
//! method.

pub(crate) mod generate;

use generate::RigidCase;
use glam::DVec3;
use tangency_detect::Verdict;
use tangency_geometry::{Mesh, Motion};
use tangency_interval::{Interval, Vector3};

/// The smallest fraction of the span to which the oracle bisects.
const FINEST: f64 = 1.0 / (1_u64 << 24) as f64;
/// The number of spans after which the oracle gives up.
const SPANS: usize = 20_000;
/// Metres. A lead must exceed this: consecutive pieces of a motion join only up to rounding.
const LEAST_LEAD: f64 = 1e-12;

/// The certain facts about a case.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactFacts {
    /// There is no contact before this instant.
    pub(crate) clear_until: f64,
    /// The bodies overlap at this instant.
    pub(crate) touched_by: Option<f64>,
}

/// The vertices of a body during a span: positions at its middle, velocities during all of it.
struct MovingVertices {
    middle: Vec<Vector3>,
    velocity: Vec<Vector3>,
}

fn moving_vertices(mesh: &Mesh, motion: &Motion, span: Interval) -> MovingVertices {
    let (at, during) = (motion.during(Interval::from(span.mid())), motion.during(span));
    let all = |place: &dyn Fn(usize, DVec3) -> Vector3| {
        mesh.vertices().iter().enumerate().map(|(index, &vertex)| place(index, vertex)).collect()
    };
    MovingVertices {
        middle: all(&|index, vertex| at.point(index, vertex)),
        velocity: all(&|index, vertex| during.velocity(index, vertex)),
    }
}

/// The certain facts about the first contact of a case from 0 to 1.
pub(crate) fn truth(case: &RigidCase) -> ContactFacts {
    let [a, b] = [&case.a, &case.b].map(|body| body.mesh());
    if overlap(case, 0.0) {
        return ContactFacts { clear_until: 0.0, touched_by: Some(0.0) };
    }
    let all: Vec<(usize, usize)> =
        (0..a.triangles().len()).flat_map(|i| (0..b.triangles().len()).map(move |j| (i, j))).collect();
    let mut spans = vec![(Interval::between(0.0, 1.0), all)];
    let mut work = 0;
    while let Some((span, pairs)) = spans.pop() {
        work += 1;
        let (moved_a, moved_b) =
            (moving_vertices(a, &case.motions[0], span), moving_vertices(b, &case.motions[1], span));
        let close = |&(i, j): &(usize, usize)| !apart(&moved_a, a.triangles()[i], &moved_b, b.triangles()[j], span);
        let pairs: Vec<(usize, usize)> = pairs.into_iter().filter(close).collect();
        if pairs.is_empty() {
            continue;
        }
        if span.width() > FINEST && work < SPANS {
            let (first, second) = span.split();
            spans.extend([(second, pairs.clone()), (first, pairs)]);
            continue;
        }
        let later = (0..24).map(|power| (span.upper() + FINEST * f64::from(1 << power)).min(1.0));
        let touched_by = std::iter::once(span.upper()).chain(later).find(|&time| overlap(case, time));
        return ContactFacts { clear_until: span.lower(), touched_by };
    }
    ContactFacts { clear_until: 1.0, touched_by: None }
}

/// `true` proves that the triangles do not meet during the span.
fn apart(a: &MovingVertices, corners_a: [u32; 3], b: &MovingVertices, corners_b: [u32; 3], span: Interval) -> bool {
    let from_middle = span - Interval::from(span.mid());
    let place = |moving_vertices: &MovingVertices, corner: u32| {
        DVec3::from_array(moving_vertices.middle[corner as usize].mid())
    };
    let [p, q] = [corners_a.map(|corner| place(a, corner)), corners_b.map(|corner| place(b, corner))];
    let sides = |[x, y, z]: [DVec3; 3]| [y - x, z - y, x - z];
    let (sides_a, sides_b) = (sides(p), sides(q));
    let normals = [sides_a[0].cross(sides_a[1]), sides_b[0].cross(sides_b[1])];
    let mut directions = normals.to_vec();
    directions.extend(sides_a.iter().flat_map(|s| sides_b.iter().map(move |t| s.cross(*t))));
    directions.extend(sides_a.iter().map(|side| side.cross(normals[0])));
    directions.extend(sides_b.iter().map(|side| side.cross(normals[1])));
    directions.extend(p.iter().flat_map(|p| q.iter().map(move |q| *q - *p)));
    let ahead = |direction: DVec3| {
        let along = Vector3::point(direction.to_array());
        corners_a.iter().all(|&i| {
            corners_b.iter().all(|&j| {
                let (i, j) = (i as usize, j as usize);
                let lead = along.dot(b.middle[j] - a.middle[i]);
                let pace = along.dot(b.velocity[j] - a.velocity[i]);
                (lead + pace * from_middle).lower() > LEAST_LEAD
            })
        })
    };
    directions.iter().filter_map(|direction| direction.try_normalize()).any(|d| ahead(d) || ahead(-d))
}

/// `true` proves that the bodies overlap at an instant.
fn overlap(case: &RigidCase, time: f64) -> bool {
    let bodies = [(&case.a, 0), (&case.b, 1)].map(|(body, index)| {
        let placed = case.motions[index].during(Interval::from(time));
        let vertices = body.mesh().vertices().iter().enumerate();
        let places: Vec<Vector3> = vertices.map(|(index, &vertex)| placed.point(index, vertex)).collect();
        (body.mesh(), places)
    });
    [(&bodies[0], &bodies[1]), (&bodies[1], &bodies[0])].into_iter().any(|(x, y)| {
        x.0.edges().iter().any(|edge| {
            y.0.triangles()
                .iter()
                .any(|triangle| pierces(edge.map(|end| x.1[end as usize]), triangle.map(|corner| y.1[corner as usize])))
        }) || winds_around(DVec3::from_array(x.1[0].mid()), y.0, &y.1)
    })
}

/// `true` proves that the edge pierces the triangle.
fn pierces([from, to]: [Vector3; 2], [a, b, c]: [Vector3; 3]) -> bool {
    let volume = |p: Vector3, q: Vector3, r: Vector3, s: Vector3| (q - p).dot((r - p).cross(s - p));
    let signs = [volume(a, b, c, from), -volume(a, b, c, to)];
    let around = [volume(from, to, a, b), volume(from, to, b, c), volume(from, to, c, a)];
    let same = |volumes: &[Interval]| {
        volumes.iter().all(|volume| volume.lower() > 0.0) || volumes.iter().all(|volume| volume.upper() < 0.0)
    };
    same(&signs) && same(&around)
}

/// Whether the point is inside, by the sum of the solid angles (van Oosterom and Strackee). Valid only away from
/// the surface.
fn winds_around(point: DVec3, mesh: &Mesh, places: &[Vector3]) -> bool {
    let sum: f64 = mesh
        .triangles()
        .iter()
        .map(|triangle| {
            let [a, b, c] = triangle.map(|corner| DVec3::from_array(places[corner as usize].mid()) - point);
            let (x, y, z) = (a.length(), b.length(), c.length());
            let below = x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y;
            2.0 * a.dot(b.cross(c)).atan2(below)
        })
        .sum();
    sum.abs() > 4.0 * std::f64::consts::PI * 0.99
}

/// The distance of the surfaces at an instant, in floating point.
fn distance(case: &RigidCase, time: f64) -> f64 {
    let [a, b] = [(&case.a, 0), (&case.b, 1)].map(|(body, index)| -> Vec<[DVec3; 3]> {
        let placed = case.motions[index].at(time);
        let mesh = body.mesh();
        let place = |corner: u32| placed.point(corner as usize, mesh.vertices()[corner as usize]);
        mesh.triangles().iter().map(|triangle| triangle.map(place)).collect()
    });
    let mut least = f64::INFINITY;
    for p in &a {
        for q in &b {
            for i in 0..3 {
                least = least.min(to_triangle(p[i], q)).min(to_triangle(q[i], p));
                for j in 0..3 {
                    least = least.min(between_edges([p[i], p[(i + 1) % 3]], [q[j], q[(j + 1) % 3]]));
                }
            }
        }
    }
    least
}

/// Distance of a point from a triangle: to its plane if the point projects into it, otherwise to its sides.
fn to_triangle(point: DVec3, [a, b, c]: &[DVec3; 3]) -> f64 {
    let normal = (*b - *a).cross(*c - *a).normalize();
    let over = [(a, b), (b, c), (c, a)].iter().all(|(p, q)| (**q - **p).cross(point - **p).dot(normal) >= 0.0);
    if over {
        return (point - *a).dot(normal).abs();
    }
    let to_side = |p: DVec3, q: DVec3| {
        let share = ((point - p).dot(q - p) / (q - p).length_squared()).clamp(0.0, 1.0);
        (point - p.lerp(q, share)).length()
    };
    to_side(*a, *b).min(to_side(*b, *c)).min(to_side(*c, *a))
}

/// Distance of two edges: of their lines if the common perpendicular meets both, otherwise of an end from the
/// other edge.
fn between_edges([a, b]: [DVec3; 2], [c, d]: [DVec3; 2]) -> f64 {
    let to_edge = |point: DVec3, p: DVec3, q: DVec3| {
        let share = ((point - p).dot(q - p) / (q - p).length_squared()).clamp(0.0, 1.0);
        (point - p.lerp(q, share)).length()
    };
    let ends = to_edge(a, c, d).min(to_edge(b, c, d)).min(to_edge(c, a, b)).min(to_edge(d, a, b));
    let across = (b - a).cross(d - c);
    let size = across.length_squared();
    if size < 1e-18 {
        return ends;
    }
    let (s, t) = ((c - a).cross(d - c).dot(across) / size, (c - a).cross(b - a).dot(across) / size);
    let inside = (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t);
    if inside { ends.min(((c - a).dot(across) / size.sqrt()).abs()) } else { ends }
}

/// The error of a verdict. `None` if it is correct.
pub(crate) fn fault(case: &RigidCase, truth: ContactFacts, verdict: &Verdict, tolerance: f64) -> Option<String> {
    let wrong = |what: &str| Some(format!("{what}: {verdict:?}, but {truth:?}: {case:?}"));
    match verdict {
        Verdict::Open { .. } => wrong("open without a budget"),
        Verdict::Clear { .. } => truth.touched_by.and_then(|_| wrong("missed")),
        Verdict::Touch(first) => {
            if truth.touched_by.is_some_and(|time| first.time.lower() > time) {
                return wrong("late");
            }
            if first.time.width() > 1e-9 {
                return wrong("wide");
            }
            let initial = first.contacts.iter().any(|contact| contact.initial);
            if initial && truth.touched_by != Some(0.0) && distance(case, 0.0) > tolerance {
                return wrong("not reported at the start");
            }
            if !initial && distance(case, first.time.lower()) > tolerance * (1.0 + 1e-6) {
                return wrong("early");
            }
            let proved = first.contacts.iter().any(|contact| contact.proved);
            if proved && first.time.upper() < truth.clear_until {
                return wrong("proved, but there is no contact");
            }
            None
        }
    }
}
