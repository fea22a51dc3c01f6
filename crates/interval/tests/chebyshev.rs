//! Chebyshev series. References: exact rational arithmetic by the three-term recurrence for values and derivatives;
//! dense samples for the true range (never wider than it); closed forms for fits.

// Unwrapping is fine in tests.
#![allow(clippy::unwrap_used)]

use num_rational::BigRational;
use num_traits::{FromPrimitive, One, Zero};
use tangency_interval::expr::Expr;
use tangency_interval::laws::Random;
use tangency_interval::{Chebyshev, ChebyshevError, Interval};

fn exact(value: f64) -> BigRational {
    BigRational::from_f64(value).unwrap()
}

fn holds(range: Interval, value: &BigRational) -> bool {
    !range.is_empty() && exact(range.lower()) <= *value && *value <= exact(range.upper())
}

/// Value and derivative with respect to time at `time`, exactly.
fn value_and_slope(start: f64, end: f64, coefficients: &[f64], time: f64) -> (BigRational, BigRational) {
    let (a, b, t, two) = (exact(start), exact(end), exact(time), exact(2.0));
    let x = (&two * &t - &a - &b) / (&b - &a);
    let (mut before, mut now) = ((BigRational::one(), BigRational::zero()), (x.clone(), BigRational::one()));
    let (mut value, mut slope) = (exact(coefficients[0]), BigRational::zero());
    for &c in &coefficients[1..] {
        value += exact(c) * &now.0;
        slope += exact(c) * &now.1;
        let next = (&two * &x * &now.0 - &before.0, &two * &now.0 + &two * &x * &now.1 - &before.1);
        before = std::mem::replace(&mut now, next);
    }
    (value, slope * two / (b - a))
}

struct Case {
    start: f64,
    end: f64,
    coefficients: Vec<f64>,
    series: Chebyshev,
}

/// A random series of any degree up to 24. Its coefficients may decay, some are zero, and its domain has any scale.
fn case(random: &mut Random) -> Case {
    let start = [0.0, -1.0, 1e6, -0.3, random.between(-5.0, 5.0)][random.below(5)];
    let end = start + [1.0, 2.0, 1e-3, 100.0, random.between(0.1, 9.0)][random.below(5)];
    let decay = [1.0, 0.5, 0.1][random.below(3)];
    let coefficients: Vec<f64> = (0..1 + random.below(25))
        .map(|k| if random.below(5) == 0 { 0.0 } else { random.between(-2.0, 2.0) * f64::powi(decay, k as i32) })
        .collect();
    let series = Chebyshev::new(start, end, &coefficients).unwrap();
    Case { start, end, coefficients, series }
}

/// A subinterval of the domain, often at its ends, often thin.
fn part(random: &mut Random, start: f64, end: f64) -> Interval {
    let width = (end - start) * [0.0, 1e-9, 1e-3, 0.05, 0.3, 1.0][random.below(6)] * random.unit();
    let from = match random.below(4) {
        0 => start,
        1 => end - width,
        _ => random.between(start, end - width),
    };
    Interval::between(from.clamp(start, end), (from + width).clamp(start, end))
}

#[test]
fn ranges_hold_exact_values() {
    let mut random = Random::new(1);
    let mut thin = 0;
    for _ in 0..150 {
        let Case { start, end, coefficients, series } = case(&mut random);
        let slope = series.derivative();
        let back = series.antiderivative().derivative();
        let time = part(&mut random, start, end);
        thin += usize::from(time.width() < 1e-6 * (end - start));
        let range = series.range(time).unwrap();
        let slopes = slope.range(time).unwrap();
        assert!(range.subset(series.basis_range(time).unwrap()));
        for _ in 0..4 {
            let at = random.between(time.lower(), time.upper()).clamp(time.lower(), time.upper());
            let (value, derivative) = value_and_slope(start, end, &coefficients, at);
            assert!(holds(range, &value), "{coefficients:?} on [{start}, {end}] over {time:?} at {at}: {range:?}");
            assert!(holds(slopes, &derivative), "{coefficients:?} on [{start}, {end}] at {at}: {slopes:?}");
            let point = Interval::from(at);
            assert!(holds(series.range(point).unwrap(), &value));
            assert!(holds(slope.range(point).unwrap(), &derivative));
            assert!(holds(back.range(point).unwrap(), &value));
            let size: f64 = coefficients.iter().map(|c| c.abs()).sum();
            let float = exact(series.value(at).unwrap());
            let degree = coefficients.len() as f64;
            // The map to [−1, 1] may lose digits far from zero; a slope of degree² amplifies the loss.
            let blur = (start.abs() + end.abs()) / (end - start);
            let slack = exact(1e-15 * size * degree * degree * (1.0 + blur));
            assert!(&float - &value <= slack && &value - &float <= slack);
            assert!(series.range(point).unwrap().width() <= 1e-14 * size.max(1e-300) * degree * degree * (1.0 + blur));
        }
        assert!(series.antiderivative().range(Interval::from(start)).unwrap().contains(0.0));
    }
    assert!(thin > 25, "{thin}");
}

#[test]
fn ranges_are_isotonic() {
    let mut random = Random::new(2);
    for _ in 0..3000 {
        let Case { start, end, coefficients, series } = case(&mut random);
        let outer = part(&mut random, start, end);
        let inner = part(&mut random, outer.lower(), outer.upper());
        assert!(series.basis_range(inner).unwrap().subset(series.basis_range(outer).unwrap()));
        assert!(series.range(inner).unwrap().subset(series.basis_range(outer).unwrap()), "{coefficients:?}");
    }
}

#[test]
fn tighter_than_the_paper() {
    println!("width of part   excess of the sum of basis ranges   excess of ours   (in widths of the true range)");
    let mut previous = f64::INFINITY;
    for parts in [1, 4, 16, 64, 256] {
        let mut random = Random::new(3);
        let (mut paper, mut ours, mut truth) = (0.0, 0.0, 0.0);
        for _ in 0..60 {
            let coefficients: Vec<f64> = (0..12).map(|k| random.between(-1.0, 1.0) * f64::powi(0.7, k)).collect();
            let series = Chebyshev::new(0.0, 1.0, &coefficients).unwrap();
            let from = random.below(parts) as f64 / parts as f64;
            let time = Interval::between(from, from + 1.0 / parts as f64);
            let samples = (0..=400).map(|i| series.value(from + f64::from(i) / 400.0 / parts as f64).unwrap());
            let (lower, upper) = samples.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, u), v| (l.min(v), u.max(v)));
            truth += upper - lower;
            paper += series.basis_range(time).unwrap().width() - (upper - lower);
            ours += series.range(time).unwrap().width() - (upper - lower);
        }
        println!("{:>13.5}   {:>33.6}   {:>14.6}", 1.0 / parts as f64, paper / truth, ours / truth);
        assert!(ours <= paper * (1.0 + 1e-12));
        // The excess of the paper's sum does not vanish relative to the range. Ours does, once the expansion is
        // accurate.
        if parts >= 16 {
            assert!(ours < 0.2 * paper && ours / truth < 0.2 * previous, "{ours} {paper} {truth}");
        }
        previous = ours / truth;
    }
    assert!(previous < 1e-4);
}

#[test]
fn conventions_and_closed_forms() {
    let whole = Chebyshev::new(0.0, 4.0, &[0.75, 2.0, -1.0]).unwrap();
    let halved = Chebyshev::from_halved(0.0, 4.0, &[1.5, 2.0, -1.0]).unwrap();
    for time in [0.0, 0.5, 2.0, 3.75, 4.0] {
        assert_eq!(whole.value(time), halved.value(time));
    }
    // x = t/2 − 1: 0.75 + 2x − (2x² − 1)
    assert_eq!(whole.value(4.0), Ok(1.75));
    assert_eq!(whole.value(2.0), Ok(1.75));
    assert_eq!(whole.value(0.0), Ok(-2.25));
    // Its derivative is (2 − 4x)/2; its maximum 2.25 is at x = 1/2, t = 3.
    assert_eq!(whole.derivative().value(3.0), Ok(0.0));
    let range = whole.range(Interval::between(2.0, 4.0)).unwrap();
    assert!(range.lower() <= 1.75 && range.upper() >= 2.25 && range.width() < 1.0);
    // ∫ over the domain: 4·0.75 + 0 + 2·(2/3) for −T₂, whose mean is 1/3.
    let area = whole.antiderivative().range(Interval::from(4.0)).unwrap();
    assert!((area.mid() - (3.0 + 4.0 / 3.0)).abs() < 1e-14 && area.width() < 1e-13);
    let constant = Chebyshev::new(0.0, 1.0, &[3.0]).unwrap();
    assert!(constant.derivative().range(Interval::between(0.0, 1.0)).unwrap().magnitude() < 1e-300);
    assert_eq!(constant.value(0.3), Ok(3.0));
}

#[test]
fn fits_of_expressions_are_proved() {
    for (text, start, end, degree, sharp) in [
        ("sin(t)", 0.0, 3.0, 5, true),
        ("exp(-t/4) * cos(3*t)", 0.0, 2.0, 8, true),
        ("1 / (1 + 25*t^2)", -1.0, 1.0, 20, true),
        ("sqrt(1 + t^2)", -2.0, 5.0, 9, true),
        ("t^3 - t", -1.0, 2.0, 3, false),
        ("cos(20*t)", 0.0, 1.0, 12, true),
        ("abs(t - 0.3)", 0.0, 1.0, 10, false),
        ("max(t, 1 - t)", 0.0, 1.0, 6, false),
    ] {
        let expression = Expr::parse(text).unwrap();
        let fit = Chebyshev::fit_expression(&expression, "t", start, end, degree).unwrap();
        let tape = expression.compile(&["t"]).unwrap();
        let mut work = tangency_interval::expr::TapeWorkspace::default();
        let mut sampled = 0.0_f64;
        for i in 0..=4000 {
            let time = (start + (end - start) * f64::from(i) / 4000.0).min(end);
            sampled = sampled.max((tape.values(&[time], &mut work)[0] - fit.series.value(time).unwrap()).abs());
        }
        println!("{text}: degree {degree}, proved {:.3e}, sampled {sampled:.3e}", fit.error_bound);
        assert!(fit.error_bound >= sampled - 1e-14, "{text}: {} {sampled}", fit.error_bound);
        if sharp {
            assert!(fit.error_bound <= 1.2 * sampled, "{text}: {} {sampled}", fit.error_bound);
        } else {
            assert!(fit.error_bound <= 1.5 * sampled + 1e-12, "{text}: {} {sampled}", fit.error_bound);
        }
    }
}

#[test]
fn fits_of_samples() {
    let mut random = Random::new(6);
    for degree in 0..12 {
        let coefficients: Vec<f64> = (0..=degree).map(|_| random.between(-1.0, 1.0)).collect();
        let truth = Chebyshev::new(-2.0, 3.0, &coefficients).unwrap();
        let times: Vec<f64> = (0..200).map(|_| random.between(-2.0, 3.0)).collect();
        let samples: Vec<(f64, f64)> = times.iter().map(|&time| (time, truth.value(time).unwrap())).collect();
        let fit = Chebyshev::fit_samples(-2.0, 3.0, degree, &samples).unwrap();
        assert!(fit.largest_residual < 1e-12);
        for (found, expected) in fit.series.coefficients().iter().zip(&coefficients) {
            assert!((found.mid() - expected).abs() < 1e-11);
        }
    }
    // Three samples of a line, the middle one too high by 3: the best line is higher by 1, with residual 2.
    let fit = Chebyshev::fit_samples(0.0, 2.0, 1, &[(0.0, 0.0), (1.0, 4.0), (2.0, 2.0)]).unwrap();
    assert!((fit.series.value(0.0).unwrap() - 1.0).abs() < 1e-14 && (fit.largest_residual - 2.0).abs() < 1e-14);
}

#[test]
fn bad_input_is_refused() {
    use ChebyshevError as E;
    assert!(matches!(Chebyshev::new(1.0, 1.0, &[1.0]), Err(E::Domain { .. })));
    assert!(matches!(Chebyshev::new(2.0, 1.0, &[1.0]), Err(E::Domain { .. })));
    assert!(matches!(Chebyshev::new(f64::NAN, 1.0, &[1.0]), Err(E::Domain { .. })));
    assert!(matches!(Chebyshev::new(-f64::MAX, f64::MAX, &[1.0]), Err(E::Domain { .. })));
    assert!(matches!(Chebyshev::new(0.0, f64::INFINITY, &[1.0]), Err(E::Domain { .. })));
    assert_eq!(Chebyshev::new(0.0, 1.0, &[]).err(), Some(E::NoCoefficients));
    assert!(matches!(Chebyshev::new(0.0, 1.0, &[1.0, f64::NAN]), Err(E::CoefficientNotFinite { index: 1, .. })));
    assert!(matches!(Chebyshev::new(0.0, 1.0, &vec![0.0; 5000]), Err(E::DegreeTooHigh { degree: 4999 })));
    let series = Chebyshev::new(0.0, 1.0, &[1.0, 2.0]).unwrap();
    assert!(matches!(series.value(f64::NAN), Err(E::OutsideDomain { .. })));
    let late = series.value(1.5).unwrap_err();
    assert_eq!(
        late.to_string(),
        "time [1.5, 1.5] is not within the domain [0, 1] of the series, which is not extrapolated"
    );
    assert!(matches!(series.range(Interval::between(0.5, 1.5)), Err(E::OutsideDomain { .. })));
    assert!(series.range(Interval::EMPTY).unwrap().is_empty());
    let parse = |text: &str| Expr::parse(text).unwrap();
    assert!(matches!(
        Chebyshev::fit_expression(&parse("sqrt(t - 1/2)"), "t", 0.0, 1.0, 4),
        Err(E::ValueNotFinite { .. })
    ));
    assert!(matches!(Chebyshev::fit_expression(&parse("1/(t - 0.51)"), "t", 0.0, 1.0, 4), Err(E::Undefined { .. })));
    assert!(matches!(Chebyshev::fit_expression(&parse("s"), "t", 0.0, 1.0, 4), Err(E::Name(_))));
    assert!(matches!(Chebyshev::fit_samples(0.0, 1.0, 2, &[(0.0, 1.0)]), Err(E::TooFewSamples { .. })));
    assert!(matches!(Chebyshev::fit_samples(0.0, 1.0, 2, &[(0.5, 1.0); 9]), Err(E::DependentSamples { .. })));
    assert!(matches!(Chebyshev::fit_samples(0.0, 1.0, 0, &[(2.0, 1.0)]), Err(E::OutsideDomain { .. })));
    assert!(matches!(Chebyshev::fit_samples(0.0, 1.0, 0, &[(0.5, f64::NAN)]), Err(E::ValueNotFinite { .. })));
}
