//! NURBS surfaces: the patches are the surface of the basis functions of Cox and de Boor.

use crate::oracle::random_points;
use glam::{DVec2, DVec3};
use tangency_geometry::spline::{NurbsSurface, SheetPoints, SplineError};
use tangency_geometry::surface::{Brep, Patch, PatchWork};
use tangency_interval::laws::Random;
use tangency_interval::{Interval, Vector, Vector3};

/// The basis function by its recursive definition.
fn basis(knots: &[f64], i: usize, degree: usize, t: f64) -> f64 {
    if degree == 0 {
        return f64::from(knots[i] <= t && t < knots[i + 1]);
    }
    let share = |from: f64, to: f64, num: f64| if to > from { num / (to - from) } else { 0.0 };
    share(knots[i], knots[i + degree], t - knots[i]) * basis(knots, i, degree - 1, t)
        + share(knots[i + 1], knots[i + degree + 1], knots[i + degree + 1] - t) * basis(knots, i + 1, degree - 1, t)
}

fn value(surface: &NurbsSurface, [u, v]: [f64; 2]) -> DVec3 {
    let ([p, q], [along_u, along_v]) = (surface.degree(), surface.knots());
    let columns = along_v.len() - q - 1;
    let (mut sum, mut weight) = (DVec3::ZERO, 0.0);
    for (index, &point) in surface.control_points().iter().enumerate() {
        let factor = basis(along_u, index / columns, p, u) * basis(along_v, index % columns, q, v);
        let factor = factor * surface.weights().get(index).copied().unwrap_or(1.0);
        sum += factor * point;
        weight += factor;
    }
    sum / weight
}

/// Random knots: clamped or not, with repeated ones.
fn knots(random: &mut Random, degree: usize, count: usize) -> Vec<f64> {
    let clamped = random.below(2) == 0;
    let mut at = random.between(-2.0, 2.0);
    let mut knots = Vec::new();
    while knots.len() < count + degree + 1 {
        let times = if knots.is_empty() && clamped { degree + 1 } else { 1 + random.below(degree) };
        knots.extend(std::iter::repeat_n(at, times));
        at += random.between(0.1, 1.5);
    }
    knots.truncate(count + degree + 1);
    knots
}

/// A surface of degrees up to `highest`. `None` if the knots happen to be refused.
fn random_surface(random: &mut Random, highest: usize, rational: bool) -> Option<NurbsSurface> {
    let degree = [1 + random.below(highest), 1 + random.below(highest)];
    let counts = degree.map(|degree| degree + 1 + random.below(4));
    let knots = [0, 1].map(|side| knots(random, degree[side], counts[side]));
    let points = random_points(random, [counts[0] - 1, counts[1] - 1], 3.0);
    let weights = if rational { points.iter().map(|_| random.between(0.5, 2.0)).collect() } else { Vec::new() };
    NurbsSurface::new(degree, knots, points, weights).ok()
}

#[test]
fn pieces_are_the_surface() {
    let mut random = Random::new(44);
    let (mut compared, mut pieces_seen) = (0, 0);
    for round in 0..200 {
        let Some(surface) = random_surface(&mut random, 4, round % 2 == 1) else { continue };
        for piece in surface.pieces().expect("pieces") {
            pieces_seen += 1;
            for _ in 0..4 {
                let share = [random.between(0.0, 1.0), random.between(0.0, 1.0)];
                let at = [0, 1].map(|k| piece.domain[k][0] + share[k] * (piece.domain[k][1] - piece.domain[k][0]));
                let (ours, reference) = (piece.patch.at(share[0], share[1], 0.0), value(&surface, at));
                assert!(ours.distance(reference) < 1e-11, "{ours} {reference}");
                compared += 1;
            }
        }
    }
    assert!(compared > 500 && pieces_seen > 200, "{compared} {pieces_seen}");
}

/// A periodic surface repeats its first rows: the tube of four spans has borders above and below, and no seam.
#[test]
fn repeated_control_points_close_a_surface() {
    let corners = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
    let point = |i: usize| glam::dvec3(corners[i / 2 % 4][0], corners[i / 2 % 4][1], (i % 2) as f64);
    let around = (0..9).map(f64::from).collect();
    let tube = NurbsSurface::new([2, 1], [around, vec![0.0, 0.0, 1.0, 1.0]], (0..12).map(point).collect(), Vec::new());
    let patches = tube.and_then(|tube| tube.pieces()).expect("a tube").into_iter().map(|piece| piece.patch).collect();
    let brep = Brep::of_splines(patches).expect("a body");
    assert_eq!((brep.faces().len(), brep.edges().len(), brep.is_closed()), (4, 8, false));
}

#[test]
fn bad_knots_are_named() {
    let flat = |count: usize| (0..count).map(|i| glam::dvec3(i as f64, 0.0, 0.0)).collect::<Vec<_>>();
    let good = vec![0.0, 0.0, 1.0, 1.0];
    let make = |along_u: Vec<f64>| NurbsSurface::new([1, 1], [along_u, good.clone()], flat(4), Vec::new());
    assert!(make(good.clone()).is_ok());
    assert_eq!(make(vec![0.0, 1.0]).unwrap_err(), SplineError::Count { what: "knots", given: 2, expected: 4 });
    let falling = make(vec![0.0, 0.0, 1.0, 0.5]).unwrap_err();
    assert_eq!(falling, SplineError::Knot { parameter: "u", index: 3, knot: 0.5 });
    let torn = make(vec![0.0, 0.5, 0.5, 0.5, 0.5, 1.0, 2.0]).unwrap_err();
    assert_eq!(torn, SplineError::Multiplicity { parameter: "u", knot: 0.5, times: 4, most: 2 });
    let empty = make(vec![0.0, 0.0, 0.0, 0.0]).unwrap_err();
    assert_eq!(empty, SplineError::EmptyRange { parameter: "u", from: 1, to: 2, knot: 0.0 });
    let said = "the range along u is empty: knots 1 and 2, between which the surface is defined, are both 0";
    assert_eq!(empty.to_string(), said);
}

/// A sheet encloses its points, and the slopes of its points and derivatives, also across knots.
#[test]
fn sheets_enclose_the_surface() {
    let mut random = Random::new(45);
    let (mut boxes, mut across) = (0, 0);
    for round in 0..60 {
        let Some(surface) = random_surface(&mut random, 5, round % 2 == 1) else { continue };
        let patch = Patch::of_sheet(surface.sheet().unwrap()).unwrap();
        let mut work = PatchWork::default();
        for _ in 0..20 {
            let region = surface.domain().map(|[low, high]| {
                let ends = [random.between(low, high), random.between(low, high)];
                Interval::between(ends[0].min(ends[1]), ends[0].max(ends[1]))
            });
            let time = Interval::ZERO;
            let hull = patch.point([region[0], region[1], time], &mut work);
            let jet = patch.jet([region[0], region[1], time], &mut work);
            boxes += 1;
            across += usize::from(jet.is_none());
            let mut place = || region.map(|range| random.between(range.lower(), range.upper()));
            for _ in 0..10 {
                let (one, other) = (place(), place());
                let [p, q] = [one, other].map(|at| value(&surface, at));
                let wide = hull + Vector([Interval::between(-1e-9, 1e-9); 3]);
                assert!(Vector3::point(p.to_array()).subset(wide), "{p} outside of {hull:?}");
                let Some(jet) = jet else { continue };
                let [u, v] = [other[0] - one[0], other[1] - one[1]].map(Interval::from);
                let moved = Vector3::point(p.to_array()) + jet.du * u + jet.dv * v;
                let moved = moved + Vector([Interval::between(-1e-9, 1e-9); 3]);
                assert!(Vector3::point(q.to_array()).subset(moved), "{q} outside of {moved:?}");
                let at = |[u, v]: [f64; 2]| patch.jet([u.into(), v.into(), time], &mut PatchWork::default()).unwrap();
                let turned = at(one).du + jet.duu * u + jet.duv * v + Vector([Interval::between(-1e-6, 1e-6); 3]);
                assert!(!at(other).du.disjoint(turned), "{:?} and {turned:?}", at(other).du);
            }
        }
    }
    assert!(boxes > 300 && across > 30 && across < boxes / 2, "{across} of {boxes} boxes have a crease");
}

/// A circle as a quadratic spline with double knots is smooth; a polygon is not.
#[test]
fn circles_are_smooth_across_double_knots() {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let ring = [[1., 0.], [1., 1.], [0., 1.], [-1., 1.], [-1., 0.], [-1., -1.], [0., -1.], [1., -1.], [1., 0.]];
    let points: Vec<DVec3> = ring.iter().flat_map(|&[x, y]| [0.0, 1.0].map(|z| DVec3::new(x, y, z))).collect();
    let weights = (0..9).flat_map(|i| [if i % 2 == 0 { 1.0 } else { half }; 2]).collect();
    let knots = vec![0., 0., 0., 1., 1., 2., 2., 3., 3., 4., 4., 4.];
    let along = vec![0., 0., 1., 1.];
    let tube = NurbsSurface::new([2, 1], [knots, along.clone()], points.clone(), weights).unwrap().sheet().unwrap();
    assert!(!tube.has_creases() && tube.count() == 4);
    let longer = tube.repeated(0, [1, 1]);
    assert!(!longer.has_creases() && longer.domain()[0] == [-4.0, 8.0]);
    for i in 0..100 {
        let u = -4.0 + 0.12 * f64::from(i);
        assert!((longer.at(u, 0.3).truncate().length() - 1.0).abs() < 1e-14, "{u}");
        assert!(longer.at(u, 0.3).distance(tube.at(u.rem_euclid(4.0), 0.3)) < 1e-14, "{u}");
    }
    let knots = (0..9).map(f64::from);
    let knots = std::iter::once(0.0).chain(knots).chain([8.0]).collect();
    let prism = NurbsSurface::new([1, 1], [knots, along], points, vec![]).unwrap().sheet().unwrap();
    assert!(prism.has_creases());
}

/// Points of a sheet are found again from their places in space.
#[test]
fn parameters_of_points_are_found() {
    let mut random = Random::new(46);
    let knots = vec![0., 0., 0., 0., 1., 2., 3., 3., 3., 3.];
    for _ in 0..20 {
        let points = random_points(&mut random, [5, 5], 3.0);
        let surface = NurbsSurface::new([3, 3], [knots.clone(), knots.clone()], points, vec![]).unwrap();
        let found = SheetPoints::new(surface.sheet().unwrap());
        for _ in 0..20 {
            let at = DVec2::new(random.between(0.0, 3.0), random.between(0.0, 3.0));
            let point = value(&surface, at.to_array());
            let (place, distance) = found.nearest(point, None, 1e-9);
            assert!(distance < 1e-9 && value(&surface, place.to_array()).distance(point) < 1e-9, "{at}: {distance}");
        }
    }
}
