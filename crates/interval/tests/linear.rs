//! Vectors and matrices against exact rational arithmetic: the products, determinants and rotations of members are
//! enclosed.

// Unwrapping is fine in tests.
#![allow(clippy::unwrap_used)]

use num_rational::BigRational;
use num_traits::{One, Zero};
use tangency_interval::{Interval, Matrix, Vector, Vector3, laws::Random};

fn rational(number: f64) -> BigRational {
    BigRational::from_float(number).unwrap()
}

fn holds(x: Interval, value: &BigRational) -> bool {
    let below = x.lower() == f64::NEG_INFINITY || rational(x.lower()) <= *value;
    below && (x.upper() == f64::INFINITY || *value <= rational(x.upper()))
}

/// An entry, often 0 or 1, otherwise of ordinary size, thin or not.
fn entry(random: &mut Random) -> (Interval, f64) {
    let value = match random.below(5) {
        0 => 0.0,
        1 => 1.0,
        2 => random.below(7) as f64 - 3.0,
        _ => random.between(-3.0, 3.0),
    };
    let other = if random.below(2) == 0 { value } else { value + random.between(-0.1, 0.1) };
    (Interval::between(value, other), value)
}

fn matrix<const N: usize>(random: &mut Random) -> (Matrix<N, N>, [[f64; N]; N]) {
    let entries: [[(Interval, f64); N]; N] = std::array::from_fn(|_| std::array::from_fn(|_| entry(random)));
    (Matrix(entries.map(|row| Vector(row.map(|entry| entry.0)))), entries.map(|row| row.map(|entry| entry.1)))
}

/// Expansion along the first row: slow and obvious.
fn determinant(rows: &[Vec<BigRational>]) -> BigRational {
    let Some((first, rest)) = rows.split_first() else { return BigRational::one() };
    let mut sum = BigRational::zero();
    for (column, entry) in first.iter().enumerate() {
        let minor: Vec<Vec<BigRational>> = rest
            .iter()
            .map(|row| row.iter().enumerate().filter(|(i, _)| *i != column).map(|(_, x)| x.clone()).collect())
            .collect();
        let term = entry * determinant(&minor);
        sum = if column % 2 == 0 { sum + term } else { sum - term };
    }
    sum
}

fn check_determinants<const N: usize>(cases: usize) {
    let mut random = Random::new(N as u64);
    let mut nonzero = 0;
    for _ in 0..cases {
        let (enclosure, member) = matrix::<N>(&mut random);
        let rows: Vec<Vec<BigRational>> = member.iter().map(|row| row.iter().map(|x| rational(*x)).collect()).collect();
        let truth = determinant(&rows);
        assert!(holds(enclosure.determinant(), &truth), "{enclosure:?}");
        assert!(holds(Matrix::point(member).determinant(), &truth), "{member:?}");
        nonzero += usize::from(!truth.is_zero());
    }
    assert!(nonzero > cases / 3, "only {nonzero} of {cases} determinants were not zero");
}

#[test]
fn determinants_are_enclosed() {
    assert_eq!(Matrix::<1, 1>::point([[3.0]]).determinant(), Interval::from(3.0));
    check_determinants::<2>(2_000);
    check_determinants::<3>(2_000);
    check_determinants::<4>(300);
    check_determinants::<5>(60);
    check_determinants::<6>(10);
}

#[test]
fn determinants_of_identities_are_nearly_one() {
    let determinant = Matrix::<6, 6>::identity().determinant();
    assert!(determinant.contains(1.0) && determinant.width() < 1e-14, "{determinant:?}");
}

#[test]
fn products_are_enclosed() {
    let mut random = Random::new(6);
    for _ in 0..500 {
        let ((a, a_member), (b, b_member)) = (matrix::<4>(&mut random), matrix::<4>(&mut random));
        let (product, of_column) = (a * b, a * b.column(1));
        let transposed = (b.transpose() * a.transpose()).transpose();
        for row in 0..4 {
            for column in 0..4 {
                let truth: BigRational =
                    (0..4).map(|k| rational(a_member[row][k]) * rational(b_member[k][column])).sum();
                assert!(holds(product[row][column], &truth) && holds(transposed[row][column], &truth));
                assert!(column != 1 || holds(of_column[row], &truth));
            }
        }
    }
}

#[test]
fn vector_products_are_enclosed() {
    let mut random = Random::new(7);
    for _ in 0..2_000 {
        let entries: [(Interval, f64); 6] = std::array::from_fn(|_| entry(&mut random));
        let [a, b] = [0, 3].map(|start| Vector3::from_fn(|i| entries[start + i].0));
        let x: Vec<BigRational> = entries.iter().map(|entry| rational(entry.1)).collect();
        let dot = &x[0] * &x[3] + &x[1] * &x[4] + &x[2] * &x[5];
        assert!(holds(a.dot(b), &dot));
        assert!(holds(a.length_sq(), &(&x[0] * &x[0] + &x[1] * &x[1] + &x[2] * &x[2])));
        let cross = a.cross(b);
        for i in 0..3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            assert!(holds(cross[i], &(&x[j] * &x[3 + k] - &x[k] * &x[3 + j])));
        }
        let (left, right) = a.split(a.widest());
        assert_eq!(left.hull(right), a);
        assert!(left.subset(a) && !a.is_empty() && a.width() >= left.width());
    }
}

/// The rotation matrix of a quaternion, divided by its squared length, has rational entries.
#[test]
fn rotations_are_enclosed() {
    let mut random = Random::new(8);
    let mut checked = 0;
    for _ in 0..2_000 {
        let entries: [(Interval, f64); 4] = std::array::from_fn(|_| entry(&mut random));
        let [x, y, z, w] = entries.map(|entry| rational(entry.1));
        let length_sq = &x * &x + &y * &y + &z * &z + &w * &w;
        if length_sq.is_zero() {
            continue;
        }
        checked += 1;
        let two = rational(2.0);
        let one = BigRational::one();
        let product =
            |a: &BigRational, b: &BigRational, c: &BigRational, d: &BigRational| &two * (a * b + c * d) / &length_sq;
        let diagonal = |a: &BigRational, b: &BigRational| &one - &two * (a * a + b * b) / &length_sq;
        let minus = -w.clone();
        let truth = [
            [diagonal(&y, &z), product(&x, &y, &z, &minus), product(&x, &z, &y, &w)],
            [product(&x, &y, &z, &w), diagonal(&x, &z), product(&y, &z, &x, &minus)],
            [product(&x, &z, &y, &minus), product(&y, &z, &x, &w), diagonal(&x, &y)],
        ];
        let enclosure = Matrix::<3, 3>::rotation(entries.map(|entry| entry.0));
        let unit = Interval::between(-1.0, 1.0);
        for row in 0..3 {
            for column in 0..3 {
                assert!(holds(enclosure[row][column], &truth[row][column]), "{entries:?}");
                assert!(enclosure[row][column].subset(unit));
            }
        }
    }
    assert!(checked > 1_500);
}

/// For a single quaternion the enclosure is as tight as the arithmetic.
#[test]
fn rotations_of_single_quaternions_are_thin() {
    let turn = Matrix::<3, 3>::rotation([0.1, -0.2, 0.3, 0.9].map(Interval::from));
    assert!(turn.width() < 1e-14);
    let product = turn * turn.transpose();
    assert!(product.contains([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]) && product.width() < 1e-13);
}
