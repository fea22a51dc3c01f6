//! Contact problems without friction against an exact oracle.
//!
//! Reference: all sets of active contacts, one after the other, in integers. Masses, moments, arms and speeds are small
//! multiples of powers of two, and normals are axes, so that the matrix of the problem is an integer matrix over a
//! common power of two. Its own error is zero.

use glam::{DMat3, DVec3};
use tangency_interval::laws::Random;
use tangency_respond::{ContactProblem, Method, Rate, ResponseBody, ResponseContact, SolveOptions};

/// Number of random problems.
const PROBLEMS: usize = 300;

/// The determinant of an integer matrix (Bareiss, no fractions).
fn determinant(mut matrix: Vec<Vec<i128>>) -> i128 {
    let size = matrix.len();
    let (mut sign, mut last) = (1, 1);
    for step in 0..size {
        let Some(pivot) = (step..size).find(|&row| matrix[row][step] != 0) else { return 0 };
        if pivot != step {
            matrix.swap(pivot, step);
            sign = -sign;
        }
        for row in step + 1..size {
            for column in step + 1..size {
                let product = matrix[row][column] * matrix[step][step] - matrix[row][step] * matrix[step][column];
                matrix[row][column] = product / last;
            }
        }
        last = matrix[step][step];
    }
    if size == 0 { 1 } else { sign * matrix[size - 1][size - 1] }
}

/// The impulses of a solution of p ≥ 0, W·p + q ≥ 0, p·(W·p + q) = 0, as numerators over one positive denominator.
fn enumerated(matrix: &[Vec<i128>], right: &[i128]) -> Option<(Vec<i128>, i128)> {
    let count = right.len();
    for chosen in 0..1_usize << count {
        let active: Vec<usize> = (0..count).filter(|row| chosen >> row & 1 == 1).collect();
        let block: Vec<Vec<i128>> = active.iter().map(|&i| active.iter().map(|&j| matrix[i][j]).collect()).collect();
        let denominator = determinant(block.clone());
        // The matrix is positive semidefinite, so determinants of its blocks are not negative.
        if denominator <= 0 {
            continue;
        }
        let mut impulses = vec![0; count];
        for (place, &row) in active.iter().enumerate() {
            let mut replaced = block.clone();
            replaced.iter_mut().zip(&active).for_each(|(entries, &of)| entries[place] = -right[of]);
            impulses[row] = determinant(replaced);
        }
        let rate = |row: usize| -> i128 {
            let pushed: i128 = matrix[row].iter().zip(&impulses).map(|(entry, impulse)| entry * impulse).sum();
            pushed + right[row] * denominator
        };
        if impulses.iter().all(|impulse| *impulse >= 0) && (0..count).all(|row| rate(row) >= 0) {
            return Some((impulses, denominator));
        }
    }
    None
}

fn problem(random: &mut Random) -> ContactProblem {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z, -DVec3::X, -DVec3::Y, -DVec3::Z];
    let mut small = |most: usize| random.below(2 * most + 1) as f64 - most as f64;
    let mut vector = |most: usize| DVec3::new(small(most), small(most), small(most));
    let mut bodies = vec![ResponseBody::fixed(DVec3::ZERO)];
    for _ in 0..2 {
        let moments = vector(1).abs() + DVec3::ONE;
        bodies.push(ResponseBody {
            inverse_mass: 1.0,
            inverse_inertia: DMat3::from_diagonal(moments),
            centre: vector(2),
        });
    }
    let rates: Vec<Rate> = (0..3)
        .map(|body| if body == 0 { Rate::default() } else { Rate { linear: vector(3), angular: vector(1) } })
        .collect();
    let points: Vec<DVec3> = (0..5).map(|_| vector(2)).collect();
    bodies[1].inverse_mass = [0.5, 1.0, 2.0][random.below(3)];
    let mut contacts = Vec::new();
    for point in points {
        let [a, b] = [[0, 1], [0, 2], [1, 2]][random.below(3)];
        contacts.push(ResponseContact::new(a, b, point, axes[random.below(6)]));
    }
    // Twice the same contact: the matrix is singular.
    if random.below(2) == 0 {
        contacts.push(contacts[0]);
    }
    ContactProblem::new(&bodies, &rates, &contacts, &[]).expect("a valid problem")
}

/// The rates of all bodies that impulses along the normals cause.
fn rates_with(problem: &ContactProblem, impulses: &[f64]) -> Vec<Rate> {
    let mut rates = problem.free().to_vec();
    for (contact, impulse) in problem.contacts().iter().zip(impulses) {
        for (body, sign) in [(contact.a, -1.0), (contact.b, 1.0)] {
            rates[body] = problem.bodies()[body].pushed(rates[body], contact.point, sign * impulse * contact.normal);
        }
    }
    rates
}

#[test]
fn every_method_finds_the_exact_rates() {
    let mut random = Random::new(41);
    let (mut loaded, mut impossible, mut slow) = (0, 0, 0);
    for case in 0..PROBLEMS {
        let problem = problem(&mut random);
        let count = problem.contacts().len();
        let along = |rates: &[Rate], row: usize| {
            let contact = &problem.contacts()[row];
            contact.relative_rate(problem.bodies(), rates).dot(contact.normal)
        };
        // Columns of W are differences of rates, exact in floating point; they are halves at worst.
        let integer = |value: f64| {
            assert_eq!((2.0 * value).fract(), 0.0);
            (2.0 * value) as i128
        };
        let right: Vec<i128> = (0..count).map(|row| integer(along(problem.free(), row))).collect();
        let column = |column: usize| -> Vec<i128> {
            let unit: Vec<f64> = (0..count).map(|row| f64::from(u8::from(row == column))).collect();
            let rates = rates_with(&problem, &unit);
            (0..count).map(|row| integer(along(&rates, row)) - right[row]).collect()
        };
        // The matrix is symmetric: its columns are its rows.
        let matrix: Vec<Vec<i128>> = (0..count).map(column).collect();
        let Some((numerators, denominator)) = enumerated(&matrix, &right) else {
            impossible += 1;
            let options = SolveOptions { method: Method::MotionSpace, ..SolveOptions::default() };
            assert!(!problem.solve(&options).unwrap().certificate.converged, "{case}: there is no solution");
            continue;
        };
        loaded += usize::from(numerators.iter().filter(|each| **each > 0).count() > 1);
        let exact: Vec<f64> = numerators.iter().map(|numerator| *numerator as f64 / denominator as f64).collect();
        let wanted = rates_with(&problem, &exact);
        for method in [Method::ContactSpace, Method::MotionSpace, Method::Sweeps, Method::Proximal, Method::Automatic] {
            let solution = problem.solve(&SolveOptions { method, ..SolveOptions::default() }).unwrap();
            let certificate = solution.certificate;
            // Sweeps may run out of iterations, and then say so.
            assert!(certificate.converged || method == Method::Sweeps, "{case} {method:?}: {certificate:?}");
            if !certificate.converged {
                slow += 1;
                continue;
            }
            for (found, wanted) in solution.rates.iter().zip(&wanted) {
                let distance = found.linear.distance(wanted.linear) + found.angular.distance(wanted.angular);
                assert!(distance <= 1e-8, "{case} {method:?}: {found:?} {wanted:?}");
            }
        }
    }
    println!("{loaded} problems with several loaded contacts, {impossible} without a solution");
    assert!(loaded > PROBLEMS / 4 && slow < PROBLEMS / 20, "{loaded} {slow}");
}
