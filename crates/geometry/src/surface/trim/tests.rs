use super::*;
use glam::dvec2;
use tangency_interval::laws::Random;

/// A closed curve of four arcs of a circle.
fn circle(centre: DVec2, radius: f64) -> Vec<TrimCurve> {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let corners = [dvec2(1.0, 0.0), dvec2(0.0, 1.0), dvec2(-1.0, 0.0), dvec2(0.0, -1.0)];
    let place = |offset: DVec2| centre + radius * offset;
    let arc = |index: usize| {
        let (from, to) = (corners[index], corners[(index + 1) % 4]);
        TrimCurve::rational(vec![place(from), place(from + to), place(to)], vec![1.0, half, 1.0]).expect("an arc")
    };
    (0..4).map(arc).collect()
}

fn polygon(corners: &[DVec2]) -> Vec<TrimCurve> {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(&from, &to)| TrimCurve::line(from, to).expect("a line")).collect()
}

/// A ring with a hole off its middle: boxes are decided as their distances from the two centres say.
#[test]
fn boxes_are_on_the_right_side_of_circles() {
    let hole = dvec2(0.3, -0.2);
    let trim = Trim::new(vec![circle(DVec2::ZERO, 2.0), circle(hole, 0.7)]).expect("a trim");
    let mut random = Random::new(7);
    let mut counts = [0; 3];
    for _ in 0..20_000 {
        let middle = dvec2(random.between(-2.5, 2.5), random.between(-2.5, 2.5));
        let half = 10_f64.powf(random.between(-12.0, -0.5));
        let region = [middle.x, middle.y].map(|place| Interval::between(place - half, place + half));
        // The nearest and the farthest point of the box.
        let reach = |centre: DVec2| {
            let offset = (middle - centre).abs();
            [(offset - half).max(DVec2::ZERO).length(), (offset + half).length()]
        };
        let ([near, far], [hole_near, hole_far]) = (reach(DVec2::ZERO), reach(hole));
        let (inside, outside) = (far < 2.0 && hole_near > 0.7, near > 2.0 || hole_far < 0.7);
        assert!(!trim.inside(region) || inside, "{region:?} is not inside");
        assert!(!trim.outside(region) || outside, "{region:?} is not outside");
        // Boxes that are clear of the curves by a part of their size are decided.
        let clear = |distance: f64, radius: f64| (distance - radius).abs() > 0.1 * half + 1e-13;
        let decided = clear(near, 2.0) && clear(far, 2.0) && clear(hole_near, 0.7) && clear(hole_far, 0.7);
        if decided {
            assert_eq!((trim.inside(region), trim.outside(region)), (inside, outside), "{region:?}");
        }
        counts[if inside {
            0
        } else if outside {
            1
        } else {
            2
        }] += 1;
    }
    assert!(counts.iter().all(|&count| count > 300), "{counts:?}");
}

/// Rays through corners of a polygon and along its sides count every crossing once.
#[test]
fn rays_through_corners_count_once() {
    let corners = [(0.0, 0.0), (1.0, 1.0), (2.0, 0.0), (3.0, 1.0), (4.0, 1.0), (4.0, 3.0), (2.0, 2.0), (0.0, 3.0)];
    let trim = Trim::new(vec![polygon(&corners.map(DVec2::from))]).expect("a polygon");
    for (place, expected) in [
        ((0.5, 1.0), true),
        ((-0.5, 1.0), false),
        ((-0.5, 0.0), false),
        ((1.0, 0.5), false),
        ((2.0, 0.5), true),
        ((3.5, 0.5), false),
        ((1.5, 2.0), true),
        ((3.5, 2.0), true),
        ((2.0, 2.5), false),
        ((-0.5, 3.0), false),
        ((2.5, 1.0), true),
    ] {
        let region = [place.0, place.1].map(|value: f64| Interval::between(value - 1e-9, value + 1e-9));
        assert_eq!((trim.inside(region), trim.outside(region)), (expected, !expected), "{place:?}");
    }
}

/// Parts of straight lines, against exact points: shares and differences of coordinates are short binary numbers.
#[test]
fn parts_of_lines_are_known_exactly() {
    let mut random = Random::new(9);
    let mut short = |most: usize| (random.below(2 * most) as f64 - most as f64) / 1024.0;
    for round in 0..300 {
        let from = dvec2(short(4096), short(4096));
        let by = [dvec2(short(4096), short(4096)), dvec2(short(4096), 0.0), dvec2(0.0, short(4096))][round % 3];
        let line = TrimCurve::line(from, from + by).expect("a line");
        let (one, other) = (short(1024).abs(), short(1024).abs());
        let jet = line.jet(Interval::between(one.min(other), one.max(other)));
        for (axis, share) in [(0, one), (1, one), (0, other), (1, other), (0, 0.5 * (one + other))] {
            let exact = from[axis] + by[axis] * share;
            assert!(jet.point[axis].contains(exact) && jet.ds[axis].contains(by[axis]), "{jet:?} {exact}");
        }
        let width = |axis: usize| by[axis].abs() * (one - other).abs();
        assert!((0..2).all(|axis| jet.point[axis].width() <= width(axis) + 1e-14), "{jet:?}");
        // The ends of a whole line are the numbers that it was given.
        let whole = line.region(Interval::between(0.0, 1.0));
        assert_eq!(whole, [0, 1].map(|axis: usize| Interval::from(from[axis]).hull(Interval::from((from + by)[axis]))));
    }
}

/// Enclosures hold samples of the curve and of its derivatives by differences, on either half of random rational
/// curves.
#[test]
fn jets_hold_the_curve() {
    let mut random = Random::new(8);
    for degree in 1..=7 {
        for _ in 0..40 {
            let mut point = || dvec2(random.between(-3.0, 3.0), random.between(-3.0, 3.0));
            let points: Vec<DVec2> = (0..=degree).map(|_| point()).collect();
            let weights = (0..=degree).map(|_| random.between(0.3, 3.0)).collect();
            let curve = TrimCurve::rational(points, weights).expect("a curve");
            let back = curve.reversed();
            let from = random.between(0.0, 0.9);
            let s = Interval::between(from, random.between(from, 1.0));
            let jet = curve.jet(s);
            let wide = |range: Interval, by: f64| range + Interval::between(-by, by);
            for share in [0.0, 0.2, 0.5, 0.9, 1.0] {
                let s = s.lower() + share * s.width();
                let step = 1e-5;
                let [before, here, after] = [s - step, s, s + step].map(|s| curve.at(s));
                assert!((here - back.at(1.0 - s)).length() < 1e-12);
                let (first, second) = ((after - before) / (2.0 * step), (after - 2.0 * here + before) / (step * step));
                for axis in 0..2 {
                    assert!(wide(jet.point[axis], 1e-12).contains(here[axis]));
                    assert!(wide(jet.ds[axis], 1e-4 * (1.0 + jet.dss[axis].magnitude())).contains(first[axis]));
                    assert!(wide(jet.dss[axis], 1e-3 * (1.0 + jet.dss[axis].magnitude())).contains(second[axis]));
                }
            }
        }
    }
}

#[test]
fn bad_curves_and_loops_are_refused() {
    let line = || TrimCurve::line(DVec2::ZERO, DVec2::X).expect("a line");
    assert_eq!(Trim::new(vec![circle(DVec2::ZERO, 1.0), vec![line()]]), Err(SurfaceError::OpenLoop { index: 1 }));
    assert_eq!(Trim::new(vec![vec![]]), Err(SurfaceError::OpenLoop { index: 0 }));
    assert!(Trim::new(Vec::new()).is_err() && TrimCurve::new(vec![DVec2::ZERO]).is_err());
    assert!(TrimCurve::new(vec![DVec2::ZERO; 9]).is_err() && TrimCurve::line(DVec2::ZERO, DVec2::NAN).is_err());
    assert!(TrimCurve::rational(vec![DVec2::ZERO, DVec2::X], vec![1.0, 0.0]).is_err());
    assert!(TrimCurve::rational(vec![DVec2::ZERO, DVec2::X], vec![1.0]).is_err());
}
