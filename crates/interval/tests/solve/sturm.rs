//! The number of roots of a polynomial, counted exactly by Sturm's theorem, against the number found and proved
//! unique.

use crate::PROVING;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use tangency_interval::Interval;
use tangency_interval::expr::Expr;
use tangency_interval::laws::Random;
use tangency_interval::solve::{Formula, Proof, SolverOptions, Termination, all_solutions};

/// Coefficients, the constant first; the last is not zero.
type Polynomial = Vec<BigRational>;

fn trimmed(mut p: Polynomial) -> Polynomial {
    while p.last().is_some_and(Zero::is_zero) {
        p.pop();
    }
    p
}

fn derivative(p: &Polynomial) -> Polynomial {
    p.iter().enumerate().skip(1).map(|(i, a)| a * BigRational::from_integer(i.into())).collect()
}

/// The remainder of the division of `a` by `b`.
fn rest(mut a: Polynomial, b: &Polynomial) -> Polynomial {
    while a.len() >= b.len() {
        let factor = a[a.len() - 1].clone() / &b[b.len() - 1];
        let shift = a.len() - b.len();
        for (i, value) in b.iter().enumerate() {
            a[shift + i] = &a[shift + i] - &factor * value;
        }
        a.pop();
        a = trimmed(a);
    }
    a
}

fn sturm_chain(p: &Polynomial) -> Vec<Polynomial> {
    let mut chain = vec![p.clone(), derivative(p)];
    loop {
        let [.., a, b] = &chain[..] else { return chain };
        if b.len() <= 1 {
            return chain;
        }
        let next: Polynomial = rest(a.clone(), b).into_iter().map(|value| -value).collect();
        if next.is_empty() {
            return chain;
        }
        chain.push(next);
    }
}

fn sign_changes(chain: &[Polynomial], x: &BigRational) -> usize {
    let value = |p: &Polynomial| p.iter().rev().fold(BigRational::zero(), |sum, a| sum * x + a);
    let signs: Vec<bool> = chain.iter().map(value).filter(|v| !v.is_zero()).map(|v| v.is_positive()).collect();
    signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// The number of distinct roots between the endpoints, which must not be roots.
fn root_count(chain: &[Polynomial], x: Interval) -> usize {
    let end = |x: f64| BigRational::from_float(x).unwrap();
    sign_changes(chain, &end(x.lower())) - sign_changes(chain, &end(x.upper()))
}

fn product(a: &[i64], b: &[i64]) -> Vec<i64> {
    let mut result = vec![0; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            result[i + j] += x * y;
        }
    }
    result
}

fn expression(coefficients: &[i64]) -> Expr {
    let x = Expr::variable("x");
    coefficients.iter().rev().fold(Expr::number(0.0), |sum, &a| sum * &x + a as f64)
}

#[test]
fn as_many_roots_as_there_are() {
    let mut random = Random::new(1829);
    let (mut simple, mut roots, mut multiple) = (0, 0, 0);
    for case in 0..250 {
        let mut coefficients: Vec<i64> = (0..3 + random.below(5)).map(|_| random.below(19) as i64 - 9).collect();
        if random.below(4) == 0 {
            let factor = [random.below(9) as i64 - 4, 1 + random.below(3) as i64];
            coefficients = product(&product(&coefficients, &factor), &factor);
        }
        let polynomial = trimmed(coefficients.iter().map(|&a| BigRational::from_integer(a.into())).collect());
        if polynomial.len() < 2 {
            continue;
        }
        let chain = sturm_chain(&polynomial);
        // Endpoints that cannot be roots of such a polynomial: their denominators are powers of two beyond every
        // coefficient.
        let whole = Interval::new(-3.000_976_562_5, 4.000_976_562_5).unwrap();
        let count = root_count(&chain, whole);
        let newton = PROVING[case % PROVING.len()];
        let options = SolverOptions {
            newton,
            separation: 1e-3,
            accept: 1e-7,
            accept_objective: 1e-7,
            ..SolverOptions::default()
        };
        let mut problem = Formula::new(&[("x", whole)]).equation(expression(&coefficients)).build().unwrap();
        let found = all_solutions(&mut problem, &options);
        assert_eq!(found.ended, Termination::Done);
        let proved: Vec<Interval> =
            found.solutions.iter().filter(|s| s.proof == Proof::Unique).map(|s| s.region[0]).collect();
        assert!(proved.len() <= count, "case {case}: {} proved of {count} roots", proved.len());
        for (i, region) in proved.iter().enumerate() {
            // Exactly one root, counted over a slightly larger interval so that its endpoints are not roots.
            let around = *region + Interval::between(-1e-12, 1e-12);
            assert_eq!(root_count(&chain, around), 1, "case {case}: {region:?} of {coefficients:?}");
            assert!(proved[..i].iter().all(|other| other.disjoint(*region)), "case {case}: a root was found twice");
        }
        // The last polynomial of the chain is the common divisor with the derivative: a constant if all roots are
        // simple.
        if chain[chain.len() - 1].len() == 1 {
            assert_eq!(proved.len(), count, "case {case}: {coefficients:?} {newton:?}");
            assert_eq!(found.solutions.len(), count, "case {case}");
            simple += 1;
            roots += count;
        } else {
            assert!(found.solutions.len() >= proved.len());
            multiple += 1;
        }
    }
    assert!(simple > 100 && roots > 150 && multiple > 40, "{simple} simple with {roots} roots, {multiple} multiple");
}
