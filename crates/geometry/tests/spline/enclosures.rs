//! Enclosures of points and derivatives hold the values of the formulas.

use crate::oracle::{formulas, random_patch, random_points};
use tangency_geometry::spline::{BezierPatch, SplineError};
use tangency_geometry::surface::{Patch, PatchWork, SurfaceJet};
use tangency_interval::laws::Random;
use tangency_interval::{Interval, Vector3};

fn fields(jet: &SurfaceJet) -> [Vector3; 9] {
    [jet.point, jet.du, jet.dv, jet.dt, jet.duu, jet.duv, jet.dvv, jet.dut, jet.dvt]
}

/// A box of the unit interval: from all of it down to 1e-9, at its ends too.
fn side(random: &mut Random) -> Interval {
    let width = 10_f64.powf(random.between(-9.0, 0.0));
    match random.below(4) {
        0 => Interval::between(0.0, width),
        1 => Interval::between(1.0 - width, 1.0),
        _ => {
            let from = random.between(0.0, 1.0 - width);
            Interval::between(from, (from + width).min(1.0))
        }
    }
}

/// Checks that the enclosures over a box meet the thin enclosures of the formulas at points of the box. Returns the
/// excess of the box of points over the samples, relative to the box's size in space.
fn check(spline: &Patch, formulas: &Patch, region: [Interval; 3], random: &mut Random) {
    let mut work = [PatchWork::default(), PatchWork::default()];
    let jet = spline.jet(region, &mut work[0]).expect("inside of the unit square");
    for _ in 0..6 {
        let at = region.map(|side| match random.below(3) {
            0 => side.lower(),
            1 => side.upper(),
            _ => random.between(side.lower(), side.upper()),
        });
        let thin = formulas.jet(at.map(Interval::from), &mut work[1]).expect("smooth");
        for (index, (wide, thin)) in fields(&jet).into_iter().zip(fields(&thin)).enumerate() {
            assert!(!wide.disjoint(thin), "field {index}: {wide:?} misses {thin:?} at {at:?} of {region:?}");
        }
        let point = spline.values(at[0], at[1], at[2], &mut work[0]);
        let exact = thin.point.mid();
        let error = (0..3).map(|k| (point[k] - exact[k]).abs()).fold(0.0, f64::max);
        assert!(error < 1e-12, "{point} {exact:?}");
    }
}

#[test]
fn enclosures_hold_the_formulas() {
    let mut random = Random::new(41);
    for round in 0..120 {
        let (patch, formulas) = random_patch(&mut random, round % 2 == 1);
        let patch = Patch::of_spline(patch);
        for _ in 0..10 {
            let region = [side(&mut random), side(&mut random), Interval::ZERO];
            check(&patch, &formulas, region, &mut random);
        }
    }
}

#[test]
fn moving_patches_hold_the_formulas() {
    let mut random = Random::new(42);
    for round in 0..60 {
        let degree = [1 + random.below(3), 1 + random.below(3)];
        let start = random_points(&mut random, degree, 5.0);
        let rates = random_points(&mut random, degree, 2.0);
        let weights: Vec<f64> =
            if round % 2 == 0 { Vec::new() } else { start.iter().map(|_| random.between(0.5, 2.0)).collect() };
        let end = start.iter().zip(&rates).map(|(&point, &rate)| point + 2.0 * rate).collect();
        let from = BezierPatch::rational(degree, start.clone(), weights.clone()).expect("a patch");
        let to = BezierPatch::rational(degree, end, weights.clone()).expect("a patch");
        let moving = Patch::of_spline(from.moving_to(&to, 0.0, 2.0).expect("two ends of one motion"));
        assert!(moving.deforms());
        let formulas = formulas(degree, &start, &weights, &rates);
        for _ in 0..10 {
            let time = side(&mut random);
            check(&moving, &formulas, [side(&mut random), side(&mut random), time + time], &mut random);
        }
    }
}

/// The excess of an enclosure falls with the square of the size of the box.
#[test]
fn enclosures_converge_quadratically() {
    let mut random = Random::new(43);
    for round in 0..20 {
        let (patch, _) = random_patch(&mut random, round % 2 == 1);
        let patch = Patch::of_spline(patch);
        let mut work = PatchWork::default();
        let mut excess = |width: f64| {
            let side = Interval::between(0.4, 0.4 + width);
            let wide = patch.point([side, side, Interval::ZERO], &mut work);
            let samples = (0..=8).flat_map(|i| (0..=8).map(move |j| [i, j].map(|k| 0.4 + width * k as f64 / 8.0)));
            let points: Vec<_> = samples.map(|[u, v]| patch.at(u, v, 0.0)).collect();
            (0..3)
                .map(|axis| {
                    let low = points.iter().map(|p| p[axis]).fold(f64::INFINITY, f64::min);
                    let high = points.iter().map(|p| p[axis]).fold(f64::NEG_INFINITY, f64::max);
                    (wide[axis].upper() - high).max(low - wide[axis].lower())
                })
                .fold(0.0, f64::max)
        };
        let (large, small) = (excess(0.1), excess(0.1 / 16.0));
        assert!(small <= large / 100.0 + 1e-12, "{large} {small}");
    }
}

#[test]
fn faults_are_named() {
    let points = |count: usize| (0..count).map(|i| glam::dvec3(i as f64, 0.0, 0.0)).collect::<Vec<_>>();
    let degree = BezierPatch::new([0, 3], points(4)).unwrap_err();
    assert_eq!(degree.to_string(), "the degree along u is 0: it must be from 1 to 7");
    let count = BezierPatch::new([3, 3], points(15)).unwrap_err();
    assert_eq!(count.to_string(), "15 control points are given: the degrees and knots ask for 16");
    let weight = BezierPatch::rational([1, 1], points(4), vec![1.0, 0.0, 1.0, 1.0]).unwrap_err();
    assert_eq!(weight, SplineError::Weight { index: 1, weight: 0.0 });
    let spread = BezierPatch::rational([1, 1], points(4), vec![1.0, 1.0, 1e9, 1.0]).unwrap_err();
    assert_eq!(spread, SplineError::Weights { small: 0, least: 1.0, large: 2, most: 1e9 });
    let said = "weight 0 is 1 and weight 2 is 1000000000: weights must be within a factor of 1e6 of each other";
    assert_eq!(spread.to_string(), said);
    let mut broken = points(4);
    broken[2].y = f64::NAN;
    let broken = BezierPatch::new([1, 1], broken).unwrap_err();
    assert!(broken.to_string().starts_with("control point 2 is (2, NaN, 0)"), "{broken}");
    let one = BezierPatch::new([1, 1], points(4)).expect("a patch");
    let other = BezierPatch::new([1, 3], points(8)).expect("a patch");
    assert_eq!(one.moving_to(&other, 0.0, 1.0).unwrap_err(), SplineError::Ends);
    assert_eq!(one.moving_to(&one, 1.0, 1.0).unwrap_err(), SplineError::Span { from: 1.0, to: 1.0 });
}
