//! Covers of formulas against closed forms, samples and the general equations; hostile formulas that are not convex.
//!
//! References: the support function of an ellipsoid and of the unit ball of the 4-norm (its dual norm), both to some
//! 1e-15; samples of solids; the equations, which are proved on their own.

use super::{ConvexCover, CoverSupport};
use crate::convex::{ConvexView, first_contact_of_bodies};
use crate::curved::{ConvexAnswer, CurvedQuestion, convex_answer};
use crate::table::Question;
use crate::{FirstContact, Moving, Prepared, Query, Verdict};
use glam::{DMat3, DQuat, DVec3, dvec3};
use tangency_geometry::solid::SolidWork;
use tangency_geometry::surface::Brep;
use tangency_geometry::{Convex, Feature, Motion, Pose, Rigid, Shape, Solid};
use tangency_interval::Interval;
use tangency_interval::laws::Random;

const BALL: &str = "x^2 + y^2 + z^2 - 1";
const CUSHION: &str = "x^4 + y^4 + z^4 - 1";
const BLOB: &str = "0.6 - exp(-(x^2 + 1.2*y^2 + z^2)) - 0.5*exp(-((x - 0.3)^2 + y^2 + z^2))";
const EGG: &str = "x^2*(1 + 0.2*z) + y^2*(1 + 0.2*z) + 0.7*z^2 - 1";

fn solid(text: &str) -> Solid {
    Solid::parse(text, [DVec3::splat(-2.5), DVec3::splat(2.5)]).expect("a solid")
}

fn vector(random: &mut Random, size: f64) -> DVec3 {
    DVec3::from_array([0; 3].map(|_| random.between(-size, size)))
}

fn unit(random: &mut Random) -> DVec3 {
    loop {
        let vector = vector(random, 1.0);
        if (0.1..1.0).contains(&vector.length()) {
            return vector.normalize();
        }
    }
}

/// The farthest point of the core of a view along a unit direction, in the frame of the body, without its radius.
fn farthest(view: &ConvexView<'_>, along: DVec3) -> DVec3 {
    match view.frame {
        Some(frame) => frame.apply(view.function.farthest(frame.turned_back(along))),
        None => view.function.farthest(along),
    }
}

/// Ellipsoids in any position, written as polynomials with rounded coefficients: the support function is that of the
/// polynomial, and nothing of it is outside of the cover.
#[test]
fn polynomials_of_degree_two_are_ellipsoids() {
    let mut random = Random::new(31);
    let (mut balls, mut placed) = (0, 0);
    for case in 0..200 {
        let turn = DMat3::from_quat(DQuat::from_scaled_axis(vector(&mut random, 2.0)));
        let radii = [0; 3].map(|_| random.between(0.1, 1.2));
        let radii = if case % 5 == 0 { DVec3::splat(radii[0]) } else { DVec3::from_array(radii) };
        let matrix = if case % 3 == 0 { DMat3::IDENTITY } else { turn };
        let matrix = matrix * DMat3::from_diagonal(1.0 / (radii * radii)) * matrix.transpose();
        let [a, b, c] = matrix.to_cols_array_2d();
        let centre = if case % 2 == 0 { DVec3::ZERO } else { vector(&mut random, 1.0) };
        let linear = -2.0 * (matrix * centre);
        let constant = centre.dot(matrix * centre) - 1.0;
        let text = format!(
            "({:?})*x^2 + ({:?})*y^2 + ({:?})*z^2 + ({:?})*x*y + ({:?})*x*z + ({:?})*y*z + ({:?})*x + ({:?})*y \
             + ({:?})*z + ({:?})",
            a[0],
            b[1],
            c[2],
            2.0 * a[1],
            2.0 * a[2],
            2.0 * b[2],
            linear.x,
            linear.y,
            linear.z,
            constant
        );
        let cover = ConvexCover::of_solid(&solid(&text)).unwrap_or_else(|| panic!("case {case}: {text}"));
        let support = cover.support();
        let (view, excess) = support.view();
        assert!(matches!(support, CoverSupport::Primitive(..)) && excess < 1e-10, "case {case}: {excess:e} {text}");
        balls += usize::from(view.is_point());
        placed += usize::from(view.frame.is_some());
        for _ in 0..50 {
            let along = unit(&mut random);
            let scaled = matrix.inverse() * along;
            let exact = along.dot(centre) + along.dot(scaled).sqrt();
            let found = along.dot(farthest(&view, along)) + view.radius;
            // The reference has the rounding of the inverse; the cover may exceed the body.
            assert!((found - exact).abs() < 2e-13 + excess, "case {case}: {found} {exact}");
        }
    }
    assert!(balls > 20 && balls < 60 && placed > 100, "{balls} balls, {placed} placed");
}

/// Exact coefficients give primitives that are exact up to the last digit, however they are written.
#[test]
fn exact_formulas_are_exact_primitives() {
    let texts = [BALL, "(x^2 + y^2 + z^2 - 1)^3", "x*x + (y - 1)*(y + 1) + z^2", "2*(x^2 + y^2 + z^2) - 2"];
    for text in texts {
        let cover = ConvexCover::of_solid(&solid(text)).expect(text);
        let support = cover.support();
        let (view, excess) = support.view();
        // Quotients and roots are rounded outward by a few units in the last place.
        assert!(view.is_point() && (0.0..1e-15).contains(&(view.radius - 1.0)), "{text}: {view:?}");
        assert!((0.0..2e-15).contains(&excess), "{text}: {excess:e}");
    }
}

/// Formulas that are not convex, by much or by little, and others that must not be taken for convex ones.
#[test]
fn nothing_else_is_called_convex() {
    let dent = "x^2 + y^2 + z^2 - 1 + 1e-6*exp(-4e6*((x - 0.48)^2 + (y - 0.6)^2 + (z - 0.64)^2))";
    let texts = [
        // Two components, with the centre of the box in none or in one of them.
        "0.5 - exp(-8*((x - 1)^2 + y^2 + z^2)) - exp(-8*((x + 1)^2 + y^2 + z^2))",
        "min(x^2 + y^2 + z^2 - 0.25, (x - 1.2)^2 + y^2 + z^2 - 0.04)",
        "(x^2 + y^2 + z^2 - 0.25)*((x - 1.5)^2 + y^2 + z^2 - 0.25)",
        // A ball with a cavity, a torus, a peanut, a ball with a dent.
        "(x^2 + y^2 + z^2 - 1)*(x^2 + y^2 + z^2 - 0.25)",
        "(sqrt(x^2 + y^2) - 1)^2 + z^2 - 0.09",
        "(x^2 + y^2 + z^2 + 0.98)^2 - 3.92*x^2 - 1",
        "x^2 + y^2 + z^2 - 1 + 0.5*exp(-8*(x^2 + y^2 + (z - 1)^2))",
        dent,
        // Barely concave at the middles of its sides.
        "x^4 + y^4 + z^4 - 1 - 1e-6*(x^2*y^2 + y^2*z^2 + x^2*z^2)",
        "abs(x)^1.5 + abs(y)^0.9 + abs(z)^1.5 - 1",
        "0.3 - cos(3*x)*cos(3*y)*cos(3*z)",
        // Unbounded, cut by the box.
        "x^2 + y^2 - 1",
        "x^2 + y^2 - z^2 - 1",
        "z - x^2 - y^2",
        "-x^2 - y^2 - z^2 + 1",
    ];
    for text in texts {
        assert!(ConvexCover::of_solid(&solid(text)).is_none(), "{text}");
    }
    let ball = solid(BALL);
    let bitten = Solid::difference(&ball, &[Solid::sphere(0.5).expect("a ball")]).expect("a shell");
    assert!(ConvexCover::of_solid(&bitten).is_none());
    let time = tangency_interval::expr::Expr::parse("x^2 + y^2 + z^2 - 1 - t").expect("a formula");
    let growing = Solid::formula(&time, [DVec3::splat(-3.0), DVec3::splat(3.0)], Interval::between(0.0, 1.0));
    assert!(ConvexCover::of_solid(&growing.expect("a solid")).is_none());
}

/// Random polynomials of degree four: what is called convex contains the middles of all pairs of its points.
#[test]
fn solids_that_are_called_convex_contain_middles() {
    let mut random = Random::new(32);
    let (mut convex, mut other) = (0, 0);
    for _ in 0..120 {
        let size = random.between(0.0, 2.0);
        let [a, b, c, d, e] = [0; 5].map(|_| random.between(-size, size));
        let text = format!(
            "x^2 + y^2 + z^2 + ({a:?})*x^2*y + ({b:?})*x*y*z + ({c:?})*x^4 + ({d:?})*y^2*z^2 + ({e:?})*z^3 - 0.25"
        );
        let Ok(body) = Solid::parse(&text, [DVec3::splat(-0.9), DVec3::splat(0.9)]) else { continue };
        let Some(cover) = ConvexCover::of_solid(&body) else {
            other += 1;
            continue;
        };
        convex += 1;
        let support = cover.support();
        let (view, _) = support.view();
        let mut work = SolidWork::default();
        let mut points = Vec::new();
        for _ in 0..60 {
            let along = unit(&mut random);
            let (mut inside, mut outside) = (0.0, 1.6);
            for _ in 0..60 {
                let middle = 0.5 * (inside + outside);
                let value = body.value_at(middle * along, 0.0, &mut work);
                if value <= 0.0 { inside = middle } else { outside = middle }
            }
            points.push(inside * along);
        }
        for (index, one) in points.iter().enumerate() {
            for two in &points[..index] {
                let value = body.value_at(0.5 * (*one + *two), 0.0, &mut work);
                assert!(value <= 1e-15, "{text}: {one} and {two} have {value:e} between them");
            }
            let along = unit(&mut random);
            let most = along.dot(farthest(&view, along)) + view.radius;
            assert!(points.iter().all(|point| along.dot(*point) <= most), "{text}: along {along}");
        }
        assert!(!support.failed(), "{text}");
    }
    assert!(convex > 60 && other > 10, "{convex} convex, {other} not");
}

/// The farthest points of the unit ball of the 4-norm: their height is the dual norm of the direction.
#[test]
fn heights_of_a_superquadric_are_its_dual_norm() {
    let cover = ConvexCover::of_solid(&solid(CUSHION)).expect("convex");
    let support = cover.support();
    let (view, excess) = support.view();
    assert!(view.radius > 0.0 && excess < 1e-11);
    let mut random = Random::new(33);
    for case in 0..2_000 {
        let mut along = unit(&mut random);
        // Near the axes the surface is flat.
        match case % 4 {
            0 => along.x *= 1e-3,
            1 => along = dvec3(along.x, along.y * 1e-6, along.z * 1e-9),
            2 => along = DVec3::AXES[case % 3],
            _ => {}
        }
        let along = along.normalize();
        let exact = along.to_array().iter().map(|part| part.abs().powf(4.0 / 3.0)).sum::<f64>().powf(0.75);
        let point = farthest(&view, along);
        let height = along.dot(point);
        assert!(!support.failed(), "case {case}: {along}");
        assert!(height + view.radius >= exact - 2e-15 && height <= exact + view.radius, "{along}: {height} {exact}");
        let norm = point.to_array().iter().map(|part| part.powi(4)).sum::<f64>().powf(0.25);
        assert!((norm - 1.0).abs() < excess, "{point} is not on the surface");
    }
}

fn flying(shape: Shape, random: &mut Random, aside: f64) -> Moving {
    let far = unit(random) * 3.2;
    let start = Pose::new(DQuat::from_scaled_axis(vector(random, 2.0)), far).expect("a pose");
    let velocity = -1.2 * far + aside * far.any_orthonormal_vector();
    let spin = vector(random, 1.5);
    Moving::new(shape, Motion::Rigid(Rigid::new(start, velocity, spin).expect("finite"))).expect("a body")
}

fn touch(verdict: &Verdict) -> Option<&FirstContact> {
    match verdict {
        Verdict::Touch(first) => Some(first),
        Verdict::Clear { .. } | Verdict::Open { .. } => None,
    }
}

/// Formulas against formulas, faces and primitives: support functions and equations give the same brackets, points and
/// normals.
#[test]
fn formulas_touch_as_the_equations_say() {
    let mut random = Random::new(34);
    let texts = [BALL, "x^2 + 2*y^2 + z^2 + 0.5*x*z - 1", CUSHION, BLOB, EGG, "sqrt(x^2 + y^2 + z^2) - 1"];
    let (mut whole, mut clear) = (0, 0);
    let mut unknown = Vec::new();
    for case in 0..36 {
        let first = Shape::from(solid(texts[case % texts.len()]));
        let second = match case % 4 {
            0 => Brep::sphere(0.8).expect("a ball").into(),
            1 => Brep::ellipsoid(dvec3(0.5, 0.8, 0.6)).expect("an ellipsoid").into(),
            _ => Shape::from(solid(texts[random.below(texts.len())])),
        };
        let aside = if case % 6 == 5 { 3.6 } else { random.between(0.0, 0.6) };
        let a = flying(first, &mut random, aside);
        let b = Moving::new(second, Motion::Still(Pose::IDENTITY)).expect("a body");
        let separation = if case % 5 == 4 { 0.05 } else { 0.0 };
        let query = Query { span: Interval::between(0.0, 1.0), separation, ..Query::default() };
        let told = convex_answer(&Question { a: &a, b: Some(&b), query: &query }).expect("a method");
        let equations = CurvedQuestion::new(&a, &b, &query).expect("equations").search(None).expect("an answer");
        let answer = match told {
            ConvexAnswer::Whole(answer) => answer,
            ConvexAnswer::ApartUntil(from) => {
                let other = touch(&equations.verdict).expect("a touch").time;
                assert!(from <= other.upper() && other.lower() - from < 1e-6, "case {case}: {from} {other:?}");
                unknown.push((case, Some(from)));
                continue;
            }
            ConvexAnswer::Unknown => {
                unknown.push((case, None));
                continue;
            }
        };
        let (Some(first), Some(other)) = (touch(&answer.verdict), touch(&equations.verdict)) else {
            assert_eq!(answer.verdict, equations.verdict, "case {case}");
            clear += 1;
            continue;
        };
        whole += 1;
        let ([contact], [like, ..]) = (first.contacts.as_slice(), other.contacts.as_slice()) else {
            panic!("case {case}: {first:?}")
        };
        assert!(contact.proved && !first.time.disjoint(other.time), "case {case}: {:?} {:?}", first.time, other.time);
        assert!(contact.point.distance(like.point) < 1e-6, "case {case}: {contact:?}\n{like:?}");
        assert!(contact.normal.distance(like.normal) < 1e-6, "case {case}: {contact:?}\n{like:?}");
        assert_eq!(contact.feature_a, Feature::Part(0));
        assert!(matches!(
            (b.prepared(), contact.feature_b),
            (Prepared::Implicit(_), Feature::Part(0)) | (Prepared::Faces(_), _)
        ));
    }
    assert!(whole >= 24 && clear >= 3 && unknown.len() <= 6, "{whole} whole, {clear} clear, {unknown:?} unknown");
}

/// Ellipsoids by text against the same ellipsoids by their closed form: the same verdicts and the same times. A third
/// of them pass each other closely.
#[test]
fn ellipsoids_by_text_are_those_by_closed_form() {
    let mut random = Random::new(35);
    let (mut touching, mut clear) = (0, 0);
    for case in 0..400 {
        let radii = [0; 2].map(|_| DVec3::from_array([0; 3].map(|_| random.between(0.3, 1.0))));
        let text = |radii: DVec3| format!("(x/{:?})^2 + (y/{:?})^2 + (z/{:?})^2 - 1", radii.x, radii.y, radii.z);
        let [one, two] = radii.map(|radii| Shape::from(solid(&text(radii))));
        let aside = if case % 3 == 0 { random.between(1.0, 3.0) } else { random.between(0.0, 0.5) };
        let a = flying(one, &mut random, aside);
        let b = Moving::new(two, Motion::Still(Pose::IDENTITY)).expect("a body");
        let [like_a, like_b] = [(&a, radii[0]), (&b, radii[1])].map(|(body, radii)| {
            let shape = Shape::Convex(Convex::ellipsoid(radii).expect("an ellipsoid"));
            Moving::new(shape, body.motion().clone()).expect("a body")
        });
        let query = Query { span: Interval::between(0.0, 1.0), ..Query::default() };
        let told = convex_answer(&Question { a: &a, b: Some(&b), query: &query }).expect("a method");
        let like = Question { a: &like_a, b: Some(&like_b), query: &query };
        let like = first_contact_of_bodies(&like).expect("a method").expect("an answer");
        match (told, touch(&like.verdict)) {
            (ConvexAnswer::Whole(answer), Some(other)) => {
                let first = touch(&answer.verdict).unwrap_or_else(|| panic!("case {case}: {other:?} is missed"));
                assert!((first.time.lower() - other.time.lower()).abs() < 1e-9, "case {case}: {first:?} {other:?}");
                touching += 1;
            }
            (ConvexAnswer::ApartUntil(from), Some(other)) => {
                assert!((from - other.time.lower()).abs() < 1e-9, "case {case}: {from} {other:?}");
            }
            (ConvexAnswer::Whole(answer), None) => {
                assert_eq!(answer.verdict, like.verdict, "case {case}");
                clear += 1;
            }
            (told, other) => panic!("case {case}: {told:?} {other:?}"),
        }
    }
    assert!(touching > 150 && clear > 40, "{touching} touch, {clear} do not");
}

/// A ball falls onto the middle of a side of a superquadric, where the surface is flat to third order. It touches when
/// its centre is at the height 2, and a query with a separation is reached before. If it rises, it never touches.
#[test]
fn a_ball_touches_where_the_surface_is_flat() {
    for (text, radius) in [(BALL, 1.0), ("(2*x)^2 + (2*y)^2 + (2*z)^2 - 1", 0.5)] {
        for (velocity, separation) in [(-1.0, 0.0), (-1.0, 0.25), (1.0, 0.0)] {
            let start = Pose::translated(dvec3(0.0, 0.0, 3.0)).expect("a pose");
            let fall = Rigid::new(start, velocity * DVec3::Z, dvec3(0.3, 0.2, 0.1)).expect("finite");
            let a = Moving::new(solid(text).into(), Motion::Rigid(fall)).expect("a body");
            let b = Moving::new(solid(CUSHION).into(), Motion::Still(Pose::IDENTITY)).expect("a body");
            let query = Query { span: Interval::between(0.0, 2.0), separation, ..Query::default() };
            let told = convex_answer(&Question { a: &a, b: Some(&b), query: &query }).expect("a method");
            let ConvexAnswer::Whole(answer) = told else { panic!("{text}: {told:?}") };
            if velocity > 0.0 {
                assert_eq!(answer.verdict, Verdict::Clear { until: 2.0 }, "{text}");
                continue;
            }
            let first = touch(&answer.verdict).expect("a touch");
            let exact = 2.0 - radius - separation;
            assert!(first.time.lower() <= exact && exact <= first.time.upper(), "{text}: {first:?}");
            assert!(first.contacts[0].normal.distance(-DVec3::Z) < 1e-4, "{text}: {first:?}");
        }
    }
}
