//! Constructors of all motions reject invalid numbers with an error that names them.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DQuat, DVec3, dvec3};
use tangency_geometry::{
    Ballistic, ChebyshevMotion, Expression, Linear, Motion, MotionError, Piecewise, Pose, Rigid, Screw, ScrewAxis,
    Vertexwise,
};
use tangency_interval::{Chebyshev, Interval};

const BAD: [f64; 3] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];

fn says(result: Result<impl Sized, MotionError>, words: &[&str]) {
    let Err(error) = result else { panic!("accepted, expected {words:?}") };
    let message = error.to_string();
    assert!(words.iter().all(|word| message.contains(word)), "{message:?} lacks one of {words:?}");
}

#[test]
fn numbers_that_are_not_finite_are_rejected() {
    for bad in BAD {
        let (still, vector, good) = (Pose::IDENTITY, dvec3(1.0, bad, 0.0), DVec3::X);
        let value = bad.to_string();
        says(Linear::new(still, vector), &["velocity", &value]);
        says(Ballistic::new(still, good, vector), &["acceleration", &value]);
        says(Ballistic::new(still, vector, good), &["velocity", &value]);
        says(Rigid::new(still, good, vector), &["angular velocity", &value]);
        says(Rigid::new(still, vector, good), &["velocity", &value]);
        says(Screw::between(still, still, bad), &["duration", &value]);
        let axis = ScrewAxis { point: DVec3::ZERO, direction: good };
        says(Screw::about(axis, still, bad, 1.0, 1.0), &["angle", &value]);
        says(Screw::about(axis, still, 1.0, bad, 1.0), &["distance", &value]);
        says(Screw::about(ScrewAxis { point: vector, ..axis }, still, 1.0, 1.0, 1.0), &["axis point", &value]);
        says(Screw::about(ScrewAxis { direction: vector, ..axis }, still, 1.0, 1.0, 1.0), &["axis direction", &value]);
        says(Vertexwise::new(vec![0.0, bad], vec![vec![good]; 2]), &["time 1", &value]);
        says(Vertexwise::new(vec![0.0], vec![vec![good, vector]]), &["vertex 1 of frame 0", &value]);
        says(Piecewise::new(vec![bad], vec![Motion::Still(still)]), &["time 0", &value]);
    }
}

#[test]
fn inconsistent_data_are_rejected() {
    let still = Motion::Still(Pose::IDENTITY);
    says(Vertexwise::new(vec![], vec![]), &["0 times for 0 frames"]);
    says(Vertexwise::new(vec![0.0, 1.0], vec![vec![DVec3::X]]), &["2 times for 1 frames"]);
    says(Vertexwise::new(vec![0.0, 1.0, 1.0], vec![vec![]; 3]), &["increase", "1 follows 1"]);
    says(Vertexwise::new(vec![0.0, 1.0], vec![vec![DVec3::X], vec![]]), &["frame 1 has 0 vertices, the first has 1"]);
    says(Vertexwise::new(vec![-1e308, 1e308], vec![vec![DVec3::X]; 2]), &["span more than a double"]);
    says(Piecewise::new(vec![], vec![]), &["0 starting times"]);
    says(Piecewise::new(vec![0.0], vec![still.clone(), still.clone()]), &["1 starting times for 2 segments"]);
    says(Piecewise::new(vec![1.0, 0.5], vec![still.clone(), still]), &["0.5 follows 1"]);
    let [one, two] = [1, 2].map(|n| Motion::Vertexwise(Vertexwise::new(vec![0.0], vec![vec![DVec3::X; n]]).unwrap()));
    says(Piecewise::new(vec![0.0, 1.0], vec![one, two]), &["segment 0 moves 1 vertices, segment 1 moves 2"]);
    let axis = ScrewAxis { point: DVec3::ZERO, direction: DVec3::ZERO };
    says(Screw::about(axis, Pose::IDENTITY, 1.0, 1.0, 1.0), &["length of the axis direction", "positive"]);
    says(Screw::between(Pose::IDENTITY, Pose::IDENTITY, 0.0), &["duration", "positive"]);
    // An angle so small that the axis lies beyond the largest double.
    let barely = Pose::new(DQuat::from_xyzw(5e-324, 0.0, 0.0, 1.0), dvec3(0.0, 1e4, 0.0)).unwrap();
    says(Screw::between(Pose::IDENTITY, barely, 1.0), &["turn of the screw"]);
    says(Expression::parse(["x +", "y", "z"]), &["coordinate x", "character 4"]);
    says(Expression::parse(["x", "y", "z + s"]), &["coordinate z", "`s`"]);
    let free = tangency_interval::expr::Expr::parse("u").unwrap();
    says(Expression::new([free.clone(), free.clone(), free]), &["coordinate x", "`u`"]);
}

/// Where a formula is undefined, the enclosure must be all of space and never empty.
#[test]
fn an_undefined_formula_encloses_all_of_space() {
    let motion = Motion::Expression(Expression::parse(["x + sqrt(1 - t)", "y / (t - 3)", "z"]).unwrap());
    let defined = motion.during(Interval::between(0.0, 0.9)).point(0, DVec3::ONE);
    assert!(defined.0.iter().all(|coordinate| coordinate.width() < 10.0));
    let beyond = motion.during(Interval::between(0.5, 1.5)).point(0, DVec3::ONE);
    assert_eq!(beyond[0], Interval::ENTIRE);
    assert!(motion.during(Interval::between(2.5, 3.5)).point(0, DVec3::ONE)[1] == Interval::ENTIRE);
    assert!(motion.at(2.0).point(0, DVec3::ONE).x.is_nan());
    assert_eq!(motion.travel(Interval::between(0.5, 1.5), 1.0), f64::INFINITY);
}

#[test]
fn series_need_one_domain_and_a_quaternion_that_never_vanishes() {
    let series = |end: f64, coefficients: &[f64]| Chebyshev::new(0.0, end, coefficients).unwrap();
    let zero = || series(1.0, &[0.0]);
    let still = || [zero(), zero(), zero()];
    let other = [series(2.0, &[0.0]), zero(), zero()];
    says(ChebyshevMotion::new([zero(), zero(), zero(), series(1.0, &[1.0])], other), &["[0, 1]", "[0, 2]"]);
    says(ChebyshevMotion::new([zero(), zero(), zero(), zero()], still()), &["quaternion may vanish"]);
    // Through zero at t = 0.75: 0.5 − x with x = 2t − 1.
    let through = ChebyshevMotion::new([zero(), zero(), zero(), series(1.0, &[0.5, -1.0])], still());
    let Err(MotionError::Quaternion { from, to }) = through else { panic!("{through:?}") };
    assert!(from <= 0.75 && 0.75 <= to && to - from < 1e-3, "[{from}, {to}]");
    // The same component, but another component does not vanish at that time.
    assert!(
        ChebyshevMotion::new([series(1.0, &[0.0, 0.01]), zero(), zero(), series(1.0, &[0.5, -1.0])], still()).is_ok()
    );
}
