//! Linear interval equations: no solution of any contained system of numbers is lost. Reference: exact rational
//! arithmetic.

use num_rational::BigRational;
use num_traits::Zero;
use tangency_interval::Interval;
use tangency_interval::laws::Random;
use tangency_interval::solve::linear::{Gap, eliminate, inverse, linear_solve, linear_solve_with_gap};

fn rational(number: f64) -> BigRational {
    BigRational::from_float(number).unwrap()
}

fn holds(x: Interval, value: &BigRational) -> bool {
    let below = x.lower() == f64::NEG_INFINITY || rational(x.lower()) <= *value;
    below && (x.upper() == f64::INFINITY || *value <= rational(x.upper()))
}

/// A small integer, often zero, and an interval around it.
fn coefficient(random: &mut Random, width: f64) -> (i64, Interval) {
    let value = if random.below(4) == 0 { 0 } else { random.below(13) as i64 - 6 };
    let (below, above) = (random.between(0.0, width), random.between(0.0, width));
    let thin = random.below(3) == 0;
    let number = value as f64;
    (value, if thin { Interval::from(number) } else { Interval::new(number - below, number + above).unwrap() })
}

#[test]
fn no_solution_is_lost() {
    let mut random = Random::new(1981);
    let (mut shrunk, mut singular) = (0, 0);
    for case in 0..6000 {
        let (equations, variables) = (1 + random.below(5), 1 + random.below(5));
        let width = [0.01, 0.3, 3.0][random.below(3)];
        let mut rows: Vec<(i64, Interval)> =
            (0..equations * variables).map(|_| coefficient(&mut random, width)).collect();
        if equations > 1 && random.below(3) == 0 {
            // Two equal rows: the midpoint matrix is singular.
            let copy = rows[..variables].to_vec();
            rows[variables..2 * variables].copy_from_slice(&copy);
            singular += 1;
        }
        // A solution of integers: its right-hand side is exact.
        let solution: Vec<i64> = (0..variables).map(|_| random.below(9) as i64 - 4).collect();
        let exact = |row: &[(i64, Interval)]| row.iter().zip(&solution).map(|(a, x)| a.0 * x).sum::<i64>() as f64;
        let right: Vec<Interval> = rows.chunks(variables).map(|row| Interval::from(exact(row))).collect();
        let before: Vec<Interval> = solution
            .iter()
            .map(|&x| {
                let (below, above) = (random.between(0.0, 4.0), random.between(0.0, 4.0));
                let on_the_end = random.below(4) == 0;
                let x = x as f64;
                Interval::new(if on_the_end { x } else { x - below }, x + above).unwrap()
            })
            .collect();
        let matrix: Vec<Interval> = rows.iter().map(|entry| entry.1).collect();
        let (mut after, mut gap) = (before.clone(), None);
        assert!(linear_solve_with_gap(&matrix, &right, &mut after, &mut gap), "case {case}: the solution is lost");
        for (i, &x) in solution.iter().enumerate() {
            assert!(after[i].contains(x as f64), "case {case}: {x} is not in {}", after[i]);
            assert!(after[i].subset(before[i]));
        }
        if let Some(Gap { variable, from, to }) = gap {
            let x = solution[variable] as f64;
            assert!(x <= from || x >= to, "case {case}: {x} lies in the gap from {from} to {to}");
        }
        shrunk += usize::from(after != before);
    }
    assert!(shrunk > 3000 && singular > 1000, "{shrunk} were shrunk, {singular} singular");
}

#[test]
fn systems_without_solution_are_recognised() {
    // 0·x = 1.
    let mut x = [Interval::new(-9.0, 9.0).unwrap()];
    assert!(!linear_solve(&[Interval::ZERO], &[Interval::ONE], &mut x));
    // Every coefficient contains zero, and still the sum cannot reach 5.
    let mut x = [Interval::new(-1.0, 1.0).unwrap(); 2];
    assert!(!linear_solve(&[Interval::new(-2.0, 2.0).unwrap(); 2], &[Interval::from(5.0)], &mut x));
}

#[test]
fn a_coefficient_around_zero_leaves_a_gap() {
    // [-1, 1]·x = 2 within [-8, 8]: x ≤ −2 or x ≥ 2.
    let (mut x, mut gap) = ([Interval::new(-8.0, 8.0).unwrap()], None);
    assert!(linear_solve_with_gap(&[Interval::new(-1.0, 1.0).unwrap()], &[Interval::from(2.0)], &mut x, &mut gap));
    let gap = gap.unwrap();
    assert!((gap.from + 2.0).abs() < 1e-12 && (gap.to - 2.0).abs() < 1e-12 && x[0].width() == 16.0);
}

/// Solves the square system of integers; `None` if it is singular. Gauss–Jordan elimination: slow, obvious, exact.
fn exact_solution(rows: &[Vec<i64>], right: &[i64]) -> Option<Vec<BigRational>> {
    let count = right.len();
    let whole = |value: i64| BigRational::from_integer(value.into());
    let mut work: Vec<Vec<BigRational>> =
        rows.iter().zip(right).map(|(row, &b)| row.iter().chain([&b]).map(|&value| whole(value)).collect()).collect();
    for pivot in 0..count {
        let found = (pivot..count).find(|&row| !work[row][pivot].is_zero())?;
        work.swap(pivot, found);
        let factor = work[pivot][pivot].clone();
        work[pivot].iter_mut().for_each(|entry| *entry = &*entry / &factor);
        for row in (0..count).filter(|&row| row != pivot) {
            let factor = work[row][pivot].clone();
            let subtracted = work[pivot].clone();
            work[row].iter_mut().zip(&subtracted).for_each(|(entry, other)| *entry = &*entry - &factor * other);
        }
    }
    Some(work.into_iter().map(|mut row| row.pop().unwrap()).collect())
}

#[test]
fn elimination_encloses_every_exact_solution() {
    let mut random = Random::new(1993);
    let (mut solved, mut singular) = (0, 0);
    for case in 0..3000 {
        let count = 1 + random.below(5);
        let width = [1e-12, 0.01, 0.2][random.below(3)];
        let entries: Vec<(i64, Interval)> = (0..count * count).map(|_| coefficient(&mut random, width)).collect();
        let right: Vec<i64> = (0..count).map(|_| random.below(11) as i64 - 5).collect();
        let rows: Vec<Vec<i64>> = entries.chunks(count).map(|row| row.iter().map(|entry| entry.0).collect()).collect();
        let matrix: Vec<Interval> = entries.iter().map(|entry| entry.1).collect();
        let b: Vec<Interval> = right.iter().map(|&value| Interval::from(value as f64)).collect();
        let found = eliminate(&matrix, &b, 1);
        let Some(exact) = exact_solution(&rows, &right) else {
            assert!(found.is_none(), "case {case}: a singular matrix is within, and elimination claims a solution");
            assert!(inverse(&matrix).is_none());
            singular += 1;
            continue;
        };
        let Some(found) = found else { continue };
        solved += 1;
        assert!(found.iter().zip(&exact).all(|(x, value)| holds(*x, value)), "case {case}");
        // The columns of the inverse are the solutions for the unit vectors.
        let inverse = inverse(&matrix).unwrap();
        for column in 0..count {
            let unit: Vec<i64> = (0..count).map(|i| i64::from(i == column)).collect();
            let exact = exact_solution(&rows, &unit).unwrap();
            assert!((0..count).all(|row| holds(inverse[row * count + column], &exact[row])), "case {case}");
        }
    }
    assert!(solved > 1000 && singular > 200, "{solved} were solved, {singular} singular");
}
