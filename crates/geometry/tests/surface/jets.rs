//! Enclosures of points and derivatives.
//!
//! References: polynomials whose values are exact in floating point, and finite differences of floating-point
//! values.

use glam::{DVec3, dvec3};
use tangency_geometry::surface::{Brep, Patch, PatchWork, SurfaceJet};
use tangency_interval::laws::Random;
use tangency_interval::{Interval, Vector3};

/// A part of a range: an instant, a sliver, or any part.
pub(crate) fn part(random: &mut Random, range: Interval) -> Interval {
    let clamp = |x: f64| x.clamp(range.lower(), range.upper());
    let from = clamp(random.between(range.lower(), range.upper()));
    match random.below(4) {
        0 => Interval::from(from),
        1 => Interval::between(from, clamp(from + 1e-7)),
        2 => Interval::between(from, clamp(from + 0.1 * (range.upper() - range.lower()))),
        _ => Interval::between(from, clamp(random.between(range.lower(), range.upper()))),
    }
}

pub(crate) fn inside(random: &mut Random, range: Interval) -> f64 {
    random.between(range.lower(), range.upper()).clamp(range.lower(), range.upper())
}

pub(crate) fn outside(place: Vector3, point: DVec3) -> f64 {
    (0..3)
        .map(|axis| (place[axis].lower() - point[axis]).max(point[axis] - place[axis].upper()).max(0.0))
        .fold(0.0, f64::max)
}

/// Multiples of 1/8 between −2 and 2: cubics of them with small coefficients are exact in floating point.
fn eighths(random: &mut Random) -> f64 {
    random.below(33) as f64 / 8.0 - 2.0
}

/// Every enclosure of x = u²v − 3uvt + t³, y = v³ − u·t, z = u·v·t + 2u² holds the exact value, to the last
/// bit.
#[test]
fn exact_values_of_polynomials_are_held() {
    let patch =
        Patch::parse(["u^2*v - 3*u*v*t + t^3", "v^3 - u*t", "u*v*t + 2*u^2"], [-2.0, 2.0], [-2.0, 2.0]).unwrap();
    let mut random = Random::new(11);
    let mut work = PatchWork::default();
    let mut wide = 0;
    for _ in 0..5_000 {
        let [u, v, t]: [f64; 3] = std::array::from_fn(|_| eighths(&mut random));
        let around = [u, v, t].map(|x| {
            let (below, above) = (random.between(0.0, 1.0).powi(4), random.between(0.0, 1.0).powi(4));
            if random.below(4) == 0 { Interval::from(x) } else { Interval::between(x - below, x + above) }
        });
        wide += usize::from(around.iter().any(|side| side.width() > 0.5));
        let jet = patch.jet(around, &mut work).expect("polynomials are smooth");
        let exact = [
            (jet.point, [u * u * v - 3.0 * u * v * t + t * t * t, v * v * v - u * t, u * v * t + 2.0 * u * u]),
            (jet.du, [2.0 * u * v - 3.0 * v * t, -t, v * t + 4.0 * u]),
            (jet.dv, [u * u - 3.0 * u * t, 3.0 * v * v, u * t]),
            (jet.dt, [-3.0 * u * v + 3.0 * t * t, -u, u * v]),
            (jet.duu, [2.0 * v, 0.0, 4.0]),
            (jet.duv, [2.0 * u - 3.0 * t, 0.0, t]),
            (jet.dvv, [0.0, 6.0 * v, 0.0]),
            (jet.dut, [-3.0 * v, -1.0, v]),
            (jet.dvt, [-3.0 * u, 0.0, u]),
        ];
        for (which, (enclosed, exact)) in exact.into_iter().enumerate() {
            assert!(enclosed.contains(exact), "{which}: {exact:?} not in {enclosed:?} over {around:?}");
        }
        assert!(patch.point(around, &mut work).contains(exact[0].1));
        let [tight, _] = patch.jets(around, &mut work).unwrap();
        for (enclosed, (_, exact)) in [tight.point, tight.du, tight.dv, tight.dt].into_iter().zip(exact) {
            assert!(enclosed.contains(exact), "{exact:?} not in {enclosed:?} over {around:?}");
        }
    }
    assert!((1_000..4_500).contains(&wide), "{wide} of 5000 boxes are wide");
}

fn surfaces() -> Vec<Patch> {
    let mut all: Vec<Patch> = [
        Brep::torus(2.0, 0.5),
        Brep::ellipsoid(dvec3(1.0, 0.3, 2.0)),
        Brep::cone(1.0, 2.0),
        Brep::superquadric(dvec3(1.0, 2.0, 0.5), 4, 6),
    ]
    .into_iter()
    .flat_map(|body| body.unwrap().faces().iter().map(|face| face.patch().clone()).collect::<Vec<_>>())
    .collect();
    let bumpy = "(1 + 0.1*sin(5*u)*sin(4*v) + 0.2*t*cos(3*v))";
    let texts = [format!("{bumpy}*cos(v)*cos(u)"), format!("{bumpy}*cos(v)*sin(u)"), format!("{bumpy}*sin(v) + t^2")];
    all.push(Patch::parse([&texts[0], &texts[1], &texts[2]], [0.0, 6.2], [-1.5, 1.5]).unwrap());
    all.push(Patch::parse(["u*exp(-v*t)", "ln(2 + u^2) + t", "atan2(v, 3 + u)"], [-1.0, 1.0], [-1.0, 1.0]).unwrap());
    all
}

/// Points of the box, and slopes between points of the box, lie in the enclosures: the mean value theorem needs
/// no limit.
#[test]
fn points_and_slopes_within_a_box_are_held() {
    let mut random = Random::new(12);
    let mut apart = 0;
    for patch in surfaces() {
        let mut work = PatchWork::default();
        for _ in 0..400 {
            let [u, v] = patch.domain().map(|range| part(&mut random, range));
            let t = part(&mut random, Interval::between(0.0, 1.0));
            let region = [u, v, t];
            let Some(jet) = patch.jet(region, &mut work) else { panic!("{patch:?} is smooth") };
            let at = |[u, v, t]: [f64; 3], work: &mut PatchWork| patch.values(u, v, t, work);
            let from: [f64; 3] = region.map(|range| inside(&mut random, range));
            let start = at(from, &mut work);
            let rounding = 1e-13 * (1.0 + start.length());
            assert!(outside(jet.point, start) <= rounding, "{start} not in {:?}", jet.point);
            let [tight, centre] = patch.jets(region, &mut work).expect("smooth as well");
            assert!(outside(tight.point, start) <= rounding, "{start} not in {:?}", tight.point);
            assert!(tight.du.subset(jet.du) && tight.dv.subset(jet.dv) && tight.duu == jet.duu);
            assert!(centre.point == patch.jet(region.map(|side| Interval::from(side.mid())), &mut work).unwrap().point);
            // One parameter at a time: the quotient is a slope at some point in between.
            for (variable, slopes) in [tight.du, tight.dv, tight.dt].into_iter().enumerate() {
                let mut to = from;
                to[variable] = inside(&mut random, region[variable]);
                let step = to[variable] - from[variable];
                if step.abs() > 1e-3 {
                    apart += 1;
                    let quotient = (at(to, &mut work) - start) / step;
                    assert!(outside(slopes, quotient) <= 4.0 * rounding / step.abs(), "{quotient} not in {slopes:?}");
                }
            }
        }
    }
    assert!(apart > 3_000, "{apart} slopes compared");
}

/// Second derivatives, and the derivatives of the normal, against central differences of first derivatives.
#[test]
fn second_derivatives_agree_with_differences_of_first() {
    let mut random = Random::new(13);
    const STEP: f64 = 1e-4;
    for patch in surfaces() {
        let mut work = PatchWork::default();
        for _ in 0..50 {
            let inner = |range: Interval| Interval::between(range.lower() + STEP, range.upper() - STEP);
            let [u, v] = patch.domain().map(|range| inside(&mut random, inner(range)));
            let t = random.between(0.1, 0.9);
            let mut jet = |u: f64, v: f64, t: f64| patch.jet([u, v, t].map(Interval::from), &mut work).unwrap();
            let middle = jet(u, v, t);
            let [nu, nv, nt] = middle.normal_derivatives();
            let by_u = [jet(u - STEP, v, t), jet(u + STEP, v, t)];
            let by_v = [jet(u, v - STEP, t), jet(u, v + STEP, t)];
            let by_t = [jet(u, v, t - STEP), jet(u, v, t + STEP)];
            type Of = fn(&SurfaceJet) -> Vector3;
            let cases: [(&[SurfaceJet; 2], Of, Vector3, &str); 8] = [
                (&by_u, |jet| jet.du, middle.duu, "duu"),
                (&by_v, |jet| jet.du, middle.duv, "duv"),
                (&by_v, |jet| jet.dv, middle.dvv, "dvv"),
                (&by_t, |jet| jet.du, middle.dut, "dut"),
                (&by_t, |jet| jet.dv, middle.dvt, "dvt"),
                (&by_u, SurfaceJet::normal, nu, "normal by u"),
                (&by_v, SurfaceJet::normal, nv, "normal by v"),
                (&by_t, SurfaceJet::normal, nt, "normal by t"),
            ];
            for ([below, above], of, expected, name) in cases {
                let middle = |vector: Vector3| DVec3::from_array(vector.mid());
                let quotient = (middle(of(above)) - middle(of(below))) / (2.0 * STEP);
                // Third derivatives of these surfaces are below 600 in magnitude.
                assert!(
                    quotient.distance(middle(expected)) < 1e-6 * 600.0,
                    "{name}: {quotient} {expected:?} {patch:?}"
                );
            }
        }
    }
}

/// Where a surface may have a kink there is no jet, and where it may be undefined the enclosure is all of
/// space. No point is lost.
#[test]
fn kinks_and_gaps_are_admitted() {
    let mut work = PatchWork::default();
    let roof = Patch::parse(["u", "v", "-abs(u)"], [-1.0, 1.0], [-1.0, 1.0]).unwrap();
    let [over, beside] = [Interval::between(-0.5, 0.25), Interval::between(0.25, 0.5)];
    assert!(roof.jet([over, beside, Interval::ZERO], &mut work).is_none());
    assert!(roof.jet([beside, over, Interval::ZERO], &mut work).is_some());
    let place = roof.point([over, beside, Interval::ZERO], &mut work);
    assert!(place[2].contains(0.0) && place[2].contains(-0.5) && place[2].width() < 0.6, "{place:?}");

    let dome = Patch::parse(["u", "v", "sqrt(1 - u^2 - v^2)"], [-1.0, 1.0], [-1.0, 1.0]).unwrap();
    let rim = Interval::between(0.7, 0.8);
    assert_eq!(dome.point([rim, rim, Interval::ZERO], &mut work)[2], Interval::ENTIRE);
    assert!(dome.jet([rim, rim, Interval::ZERO], &mut work).is_none());
    let inner = Interval::between(-0.1, 0.1);
    assert!(dome.point([inner, inner, Interval::ZERO], &mut work)[2].lower() > 0.95);
    assert!(dome.at(0.9, 0.9, 0.0).z.is_nan());
}

/// With the mean value form the excess of a small box is of second order.
#[test]
fn small_boxes_are_tight() {
    let patch = Brep::torus(2.0, 0.5).unwrap().faces()[0].patch().clone();
    let mut work = PatchWork::default();
    let excess = |width: f64, work: &mut PatchWork| {
        let [u, v] = [Interval::between(1.0, 1.0 + width), Interval::between(0.5, 0.5 + width)];
        let place = patch.point([u, v, Interval::ZERO], work);
        let corners = [(1.0, 0.5), (1.0 + width, 0.5), (1.0, 0.5 + width), (1.0 + width, 0.5 + width)];
        let points = corners.map(|(u, v)| patch.at(u, v, 0.0));
        let spread = |axis: usize| {
            let all = points.map(|point| point[axis]);
            all.iter().fold(f64::NEG_INFINITY, |m, &x| m.max(x)) - all.iter().fold(f64::INFINITY, |m, &x| m.min(x))
        };
        (0..3).map(|axis| place[axis].width() - spread(axis)).fold(0.0, f64::max)
    };
    for width in [0.1, 0.01, 1e-3] {
        // Second derivatives are at most 2.5: each of the four terms adds at most that much times half the
        // width squared.
        let excess = excess(width, &mut work);
        assert!(excess <= 4.0 * 2.5 * width * width, "{excess} at {width}");
    }
}
