//! Charts cover the faces and enclose them; faces with kinks are split along them.
//!
//! References: the faces themselves, at the points given by the charts.

use crate::jets::{inside, outside, part};
use glam::{DVec3, dvec3};
use std::f64::consts::{PI, TAU};
use tangency_geometry::surface::{Brep, Chart, Patch, PatchWork, Section};
use tangency_interval::expr::Expr;
use tangency_interval::laws::Random;
use tangency_interval::{Interval, Vector3};

fn bodies() -> Vec<(&'static str, Brep, usize)> {
    let expr = |text| Expr::parse(text).unwrap();
    let egg = Section { coordinates: [expr("sin(v)"), expr("-1.5*cos(v) + 0.1*cos(2*v)")], range: [0.0, PI] };
    // Poles along v, on the y axis.
    let lying = Patch::parse(["cos(u)*cos(v)*0.7", "sin(u)", "1.3*cos(u)*sin(v)"], [-PI / 2.0, PI / 2.0], [0.0, TAU]);
    vec![
        ("sphere", Brep::sphere(2.0).unwrap(), 6),
        ("torus", Brep::torus(2.0, 0.5).unwrap(), 1),
        ("cylinder", Brep::cylinder(0.5, 3.0).unwrap(), 3),
        ("cone", Brep::cone(1.0, 2.0).unwrap(), 2),
        ("capsule", Brep::capsule(0.5, 1.0).unwrap(), 3),
        ("superquadric", Brep::superquadric(dvec3(1.0, 2.0, 0.5), 2, 4).unwrap(), 6),
        ("superquadric with poles", Brep::superquadric(dvec3(1.0, 2.0, 0.5), 4, 6).unwrap(), 1),
        ("egg", Brep::revolution(&egg, false, Interval::ZERO).unwrap(), 3),
        ("lying ellipsoid", Brep::new(vec![lying.unwrap()]).unwrap(), 3),
    ]
}

/// Boxes that lean towards the middle of the chart, where caps have their poles, and towards its ends.
fn boxes(random: &mut Random, chart: &Chart) -> [Interval; 3] {
    let around = |random: &mut Random, range: Interval| {
        let place = [range.lower(), range.mid(), range.upper()][random.below(3)];
        let size = range.width() * 10.0_f64.powf(random.between(-6.0, -1.0));
        Interval::between(place - random.between(0.0, size), place + random.between(0.0, size)).intersection(range)
    };
    let [u, v] =
        chart.domain().map(|range| if random.below(2) == 0 { part(random, range) } else { around(random, range) });
    [u, v, Interval::ZERO]
}

/// Points and normals of a chart agree with the face at the returned parameters. Points and slopes of first
/// derivatives within a box are enclosed, including across the joints of bands and around poles.
#[test]
fn charts_show_the_faces_and_enclose_them() {
    let mut random = Random::new(55);
    let mut work = PatchWork::default();
    for (name, body, count) in bodies() {
        assert_eq!(body.charts().len(), count, "{name}");
        let mut compared = 0;
        for chart in body.charts() {
            for _ in 0..300 {
                let region = boxes(&mut random, chart);
                let [jet, _] = chart.jets(region, &mut work).unwrap();
                let [from, to] = [0; 2].map(|_| [0, 1].map(|i: usize| inside(&mut random, region[i])));
                let at = |place: [f64; 2], work: &mut PatchWork| {
                    let [jet, _] = chart.jets([place[0].into(), place[1].into(), Interval::ZERO], work).unwrap();
                    [jet.point, jet.du, jet.dv].map(|vector: Vector3| DVec3::from_array(vector.mid()))
                };
                let [start, end] = [at(from, &mut work), at(to, &mut work)];
                assert!(outside(jet.point, start[0]) <= 1e-12, "{name}: {} not in {:?}", start[0], jet.point);
                assert!(outside(jet.du, start[1]) <= 1e-12 && outside(jet.dv, start[2]) <= 1e-12, "{name}");
                // f(y) − f(x) = g·(y − x) for some g of the enclosed slopes, for points and for first
                // derivatives.
                let [du, dv] = [0, 1].map(|i: usize| Interval::from(to[i]) - from[i]);
                for (index, slopes) in
                    [[jet.du, jet.dv], [jet.duu, jet.duv], [jet.duv, jet.dvv]].into_iter().enumerate()
                {
                    let change = end[index] - start[index];
                    assert!(
                        outside(slopes[0] * du + slopes[1] * dv, change) <= 1e-12,
                        "{name}: {change} over {region:?}"
                    );
                }
                let (face, [u, v]) = chart.face_parameters(from);
                let face = &body.faces()[face as usize];
                assert!(face.patch().at(u, v, 0.0).distance(start[0]) <= 1e-12, "{name}: {from:?}");
                let normal =
                    face.facing().outward(Vector3::point(face.patch().normal_at(u, v, 0.0, &mut work).to_array()));
                let own = chart.facing().outward(Vector3::point(start[1].cross(start[2]).to_array()));
                let [normal, own] = [normal, own].map(|normal| DVec3::from_array(normal.unwrap().mid()));
                if normal.length() > 1e-6 {
                    compared += 1;
                    assert!(normal.normalize().distance(own.normalize()) <= 1e-6, "{name}: {normal} {own}");
                }
            }
        }
        assert!(compared > 250 * count, "{name}: {compared} normals compared");
    }
}

/// Every point of every face is inside a chart. At a smooth joint or pole it is well inside, so that a contact
/// there can be proved.
#[test]
fn charts_cover_the_faces() {
    let mut random = Random::new(56);
    for (name, body, _) in bodies().into_iter().filter(|(name, ..)| !name.contains("with poles")) {
        let creased = |point: DVec3| match name {
            "cylinder" => point.z.abs() > 1.5 - 1e-3 && point.truncate().length() > 0.5 - 1e-3,
            "cone" => point.z < 1e-2 && point.truncate().length() > 0.99 || point.z > 1.9,
            _ => false,
        };
        let mut hits = 0;
        for face in body.faces() {
            for _ in 0..60 {
                let [u, v] = face.patch().domain().map(|range| match random.below(3) {
                    0 => range.lower(),
                    1 => range.upper(),
                    _ => random.between(range.lower(), range.upper()),
                });
                let point = face.patch().at(u, v, 0.0);
                if creased(point) {
                    continue;
                }
                hits += 1;
                assert!(body.charts().iter().any(|chart| well_inside(chart, point)), "{name}: {point}");
            }
        }
        assert!(hits > 20, "{name}: {hits}");
    }
}

/// Whether the chart contains the point, at least 1e-10 of its ranges away from its sides: by bisection, in
/// floating point.
fn well_inside(chart: &Chart, point: DVec3) -> bool {
    let mut work = PatchWork::default();
    let whole = chart.domain();
    let inner = whole.map(|range| {
        let room = 1e-10 * range.width();
        Interval::between(range.lower() + room, range.upper() - room)
    });
    let mut pending = vec![inner];
    while let Some([u, v]) = pending.pop() {
        let place = chart.point([u, v, Interval::ZERO], &mut work);
        if outside(place, point) > 1e-12 || chart.outside([u * (1.0 + 1e-10), v * (1.0 + 1e-10)]) {
            continue;
        }
        let shares = [u.width() / whole[0].width(), v.width() / whole[1].width()];
        if shares[0].max(shares[1]) < 1e-11 {
            return true;
        }
        let cut = |side: Interval| side.split();
        if shares[0] >= shares[1] {
            let (left, right) = cut(u);
            pending.extend([[left, v], [right, v]]);
        } else {
            let (left, right) = cut(v);
            pending.extend([[u, left], [u, right]]);
        }
    }
    false
}

/// A formula that closes smoothly but does not repeat does not extend beyond its ends; a periodic one does.
#[test]
fn only_periodic_formulas_extend_beyond_their_ends() {
    let reach = |x: &str, y: &str, u: [f64; 2]| {
        let body = Brep::new(vec![Patch::parse([x, y, "v"], u, [0.0, 1.0]).unwrap()]).unwrap();
        assert_eq!(body.edges().len(), 2, "{x}: smooth along u");
        let [own, chart] = [body.faces()[0].patch().domain()[0], body.charts()[0].domain()[0]];
        chart.lower() < own.lower() && chart.upper() > own.upper()
    };
    assert!(reach("cos(u)", "sin(u)", [0.0, TAU]) && reach("cos(2*pi*u)", "sin(2*pi*u)", [-0.5, 0.5]));
    // The normals agree at the ends; beyond them the cubes grow in the opposite direction.
    assert!(!reach("cos(u)", "sin(u)*(1 + u^3*(6.283185307179586 - u)^3/1000)", [0.0, TAU]));
}

/// Points of the parts equal those of the whole, in their order. Every part is smooth, and creases are edges.
#[test]
fn faces_are_cut_along_their_kinks() {
    let side = [-1.0, 1.0];
    let count = |text: &str| {
        let patch = Patch::parse(["u", "v", text], side, side).unwrap();
        let body = Brep::new(vec![patch.clone()]).unwrap();
        let mut work = PatchWork::default();
        let mut area = 0.0;
        for face in body.faces() {
            let [u, v] = face.patch().domain();
            area += u.width() * v.width();
            for (share, other) in [(0.0, 0.3), (0.5, 0.5), (1.0, 0.9)] {
                let place = [u.lower() + share * u.width(), v.lower() + other * v.width()];
                let [whole, part] = [&patch, face.patch()].map(|patch| patch.at(place[0], place[1], 0.0));
                assert!(whole.distance(part) < 1e-14, "{text}: {whole} {part}");
            }
            assert!(face.patch().jet([u, v, Interval::ZERO], &mut work).is_some(), "{text}: smooth");
        }
        assert!((area - 4.0).abs() < 1e-14, "{text}: {area}");
        [body.faces().len(), body.edges().len(), body.vertices().len()]
    };
    assert_eq!(count("abs(u)"), [2, 7, 6]);
    assert_eq!(count("max(u, 1/3)"), [2, 7, 6]);
    assert_eq!(count("abs(u - 0.3) + abs(v + 0.2)"), [4, 12, 9]);
    assert_eq!(count("min(max(v, -0.5), 0.5)*u"), [3, 10, 8]);
    assert_eq!(count("abs(sin(4*u))"), [4, 13, 10]);
    assert_eq!(count("abs(u + 5)"), [1, 4, 4]);
}

/// Faces that cannot be split stay unchanged.
#[test]
fn other_kinks_are_left() {
    for text in ["abs(u^2 + v^2 - 1/4)", "abs(u*v - t)", "max(u - v^2, v - u^2)"] {
        let patch = Patch::parse(["u", "v", text], [-1.0, 1.0], [-1.0, 1.0]).unwrap();
        assert_eq!(Brep::new(vec![patch]).unwrap().faces().len(), 1, "{text}");
    }
}
