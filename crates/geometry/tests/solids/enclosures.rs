//! Value, gradient, second derivatives and time derivatives over boxes hold those of the formula at every
//! point.

use super::{member, random_box, random_side};
use glam::{DQuat, DVec3, dvec3};
use tangency_geometry::solid::{Metaball, Solid, SolidLeaf, SolidWork};
use tangency_geometry::{Expression, Pose};
use tangency_interval::expr::{Expr, TapeWorkspace};
use tangency_interval::laws::Random;
use tangency_interval::{Interval, Vector, Vector3};

const VARIABLES: [&str; 4] = ["x", "y", "z", "t"];

/// Formulas of many kinds; the last ones have kinks, undefined points and jumps.
const FORMULAS: [&str; 12] = [
    "x^2 + y^2 + z^2 - 1",
    "(x/0.5)^2 + y^2/3 + (z - t)^2 - 1",
    "(sqrt(x^2 + y^2 + 0.01) - 1)^2 + z^2 - 0.09",
    "x^4 + y^4 + z^4 - (1 + 0.2*sin(3*t))",
    "sin(2*x)*cos(3*y + t) + sin(2*y)*cos(3*z) + x^2 + z^2 - 0.5",
    "1 - exp(1 - x^2 - y^2 - z^2) - 0.5*exp(1 - (x - t)^2 - y^2 - (z + 1)^2)",
    "x*y*z + 0.3*x - t*y^2 + z^2 - 0.25",
    "max(abs(x), abs(y)) + z^2 - 1",
    "sqrt(x^2 + y^2) + z/2 - 1",
    "x^2 + y^2 + max(z - 0.5, 0)^2 - 0.3",
    "sqrt(x) + y^2 + z^2 - 1",
    "1/x + y^2 + z^2 - 4",
];

/// A leaf, and the same function as a formula in the frame of the query.
struct Subject {
    solid: Solid,
    formula: Expr,
    /// The formula differs from the leaf by rounding.
    placed: bool,
}

impl Subject {
    fn leaf(&self) -> &SolidLeaf {
        self.solid.leaves().iter().find(|leaf| leaf.expression().is_some_and(|e| e.variables().len() > 1)).unwrap()
    }
}

/// Every formula as given, placed by rotations with rational matrices, carried by formulas after that, and
/// subtracted from a large ball.
fn subjects() -> Vec<Subject> {
    let region = [DVec3::splat(-3.0), DVec3::splat(3.0)];
    let mut subjects = Vec::new();
    for text in FORMULAS {
        let formula = Expr::parse(text).unwrap();
        let solid = Solid::formula(&formula, region, Interval::between(0.0, 1.0)).unwrap();
        // A rotation by 2·atan(1/2) about x: cosine 3/5 and sine 4/5. The quaternion need not have length one
        // exactly.
        let quaternion = DQuat::from_xyzw(0.2_f64.sqrt(), 0.0, 0.0, 2.0 * 0.2_f64.sqrt());
        let pose = Pose::new(quaternion, dvec3(0.25, -0.5, 0.125)).unwrap();
        let turned = turned(&formula);
        subjects.push(Subject { solid: solid.placed(&pose), formula: turned.clone(), placed: true });
        let motion = Expression::parse(["(1 + t)*x + 0.5*t", "y + 0.3*t*z", "z - t^2"]).unwrap();
        let carried = solid.placed(&pose).carried(&motion, Interval::between(0.0, 1.0)).unwrap();
        assert!(carried.deforms() && carried.leaves().iter().all(SolidLeaf::deforms));
        subjects.push(Subject { solid: carried, formula: carried_along(&turned), placed: true });
        let ball = Solid::sphere(8.0).unwrap();
        let rest = Solid::difference(&Solid::intersection(&[ball]).unwrap(), &[solid.placed(&pose)]).unwrap();
        let subtracted = rest.leaves().iter().position(|leaf| leaf.is_complemented()).unwrap();
        assert_eq!(subtracted, 1);
        subjects.push(Subject { solid, formula, placed: false });
    }
    subjects
}

/// f(Rᵀ(p − T)) with the rotation and the translation of `subjects`.
fn turned(formula: &Expr) -> Expr {
    let part = |text: &str| Expr::parse(text).unwrap();
    let inward = ["x - 0.25", "(3*(y + 0.5) + 4*(z - 0.125))/5", "(3*(z - 0.125) - 4*(y + 0.5))/5"].map(part);
    formula.substitute_all(&[("x", &inward[0]), ("y", &inward[1]), ("z", &inward[2])])
}

/// f(A⁻¹(p − c)) with the motion of `subjects`.
fn carried_along(formula: &Expr) -> Expr {
    let part = |text: &str| Expr::parse(text).unwrap();
    let inward = ["(x - 0.5*t)/(1 + t)", "y - 0.3*t*(z + t^2)", "z + t^2"].map(part);
    formula.substitute_all(&[("x", &inward[0]), ("y", &inward[1]), ("z", &inward[2])])
}

/// Encloses the formula at a point; `None` where it is undefined.
fn truth(formula: &Expr, point: [f64; 3], time: f64) -> Option<Interval> {
    let tape = formula.compile(&VARIABLES).unwrap();
    let mut work = TapeWorkspace::default();
    let ranges = tape.ranges(&[point[0], point[1], point[2], time].map(Interval::from), &mut work);
    ranges.everywhere_defined(0).then(|| ranges[0])
}

/// Bound on the change of a value by the rounded quaternion of `subjects` and the sums of a placement.
fn about(truth: Interval) -> Interval {
    truth + Interval::between(-1e-12, 1e-12) * truth.magnitude().max(1.0)
}

fn meets(enclosure: Interval, truth: Option<Interval>, placed: bool, what: &str) {
    let Some(truth) = truth else { return };
    let truth = if placed { about(truth) } else { truth };
    assert!(!enclosure.disjoint(truth), "{what}: {truth:?} is not in {enclosure:?}");
}

#[test]
fn boxes_hold_the_formula_and_its_derivatives() {
    let mut random = Random::new(51);
    let mut work = SolidWork::default();
    let (mut slopes, mut jets, mut cases) = (0, 0, 0);
    for subject in &subjects() {
        let derivative = |names: &[&str]| names.iter().fold(subject.formula.clone(), |f, name| f.derivative(name));
        let first = VARIABLES.map(|name| derivative(&[name]));
        let second: [[Expr; 4]; 3] = [0, 1, 2].map(|i| VARIABLES.map(|name| derivative(&[VARIABLES[i], name])));
        let placed = subject.placed;
        for _ in 0..60 {
            cases += 1;
            let place = random_box(&mut random, 2.0);
            let time = Interval::between(0.0, 1.0).intersection(random_side(&mut random, 1.0, 0.2).abs());
            let point = member(&mut random, place);
            let instant = random.between(time.lower(), time.upper()).clamp(time.lower(), time.upper());
            let at = |formula: &Expr| truth(formula, point, instant);
            let leaf = subject.leaf();
            meets(leaf.value(place, time, &mut work), at(&subject.formula), placed, "value");
            if let Some(slope) = leaf.slope(place, time, &mut work) {
                slopes += 1;
                meets(slope.value, at(&subject.formula), placed, "value of the slope");
                (0..3).for_each(|i| meets(slope.gradient[i], at(&first[i]), placed, "gradient"));
                meets(slope.by_time, at(&first[3]), placed, "derivative by time");
            }
            if let Some(jet) = leaf.jet(place, time, &mut work) {
                jets += 1;
                meets(jet.value, at(&subject.formula), placed, "value of the jet");
                for i in 0..3 {
                    meets(jet.gradient[i], at(&first[i]), placed, "gradient of the jet");
                    (0..3).for_each(|j| meets(jet.second[i][j], at(&second[i][j]), placed, "second derivative"));
                    meets(jet.gradient_by_time[i], at(&second[i][3]), placed, "gradient by time");
                }
                meets(jet.by_time, at(&first[3]), placed, "time derivative of the jet");
            }
        }
    }
    assert!(slopes > cases * 8 / 10 && slopes < cases, "{slopes} slopes of {cases}");
    assert!(jets > cases * 6 / 10 && jets < slopes, "{jets} jets of {cases}");
}

#[test]
fn slopes_hold_across_kinks() {
    let mut random = Random::new(52);
    let mut work = SolidWork::default();
    let mut across = 0;
    for subject in subjects() {
        let leaf = subject.leaf();
        for _ in 0..60 {
            let place = random_box(&mut random, 2.0);
            let time = Interval::from(random.between(0.0, 1.0));
            let Some(slope) = leaf.slope(place, time, &mut work) else { continue };
            across += usize::from(leaf.jet(place, time, &mut work).is_none());
            let [from, to] = [0, 1].map(|_| Vector::point(member(&mut random, place)));
            let [start, end] = [from, to].map(|point| leaf.value(point, time, &mut work));
            let change = slope.gradient.dot(to - from);
            assert!(!change.disjoint(end - start), "{:?}: {change:?} and {:?}", subject.formula, end - start);
        }
    }
    assert!(across > 36, "{across} boxes had a kink");
}

#[test]
fn a_subtracted_part_has_its_sign_changed() {
    let (ball, hole) =
        (Solid::sphere(2.0).unwrap(), Solid::parse("x^2 + y^2 + z^2 + x*y - t*z - 1", cube(1.9)).unwrap());
    let shell = Solid::difference(&ball, std::slice::from_ref(&hole)).unwrap();
    let (mut random, mut work) = (Random::new(53), SolidWork::default());
    let [plain, changed] = [&hole.leaves()[0], &shell.leaves()[1]];
    assert!(changed.is_complemented() && !plain.is_complemented());
    for _ in 0..200 {
        let (place, time) = (random_box(&mut random, 1.0), Interval::between(0.0, random.unit()));
        let (jet, opposite) =
            (plain.jet(place, time, &mut work).unwrap(), changed.jet(place, time, &mut work).unwrap());
        assert_eq!(-jet, opposite);
        assert_eq!(-plain.slope(place, time, &mut work).unwrap(), changed.slope(place, time, &mut work).unwrap());
        assert_eq!(-plain.value(place, time, &mut work), changed.value(place, time, &mut work));
    }
}

#[test]
fn narrow_boxes_give_narrow_values() {
    // The mean value form: the excess shrinks with the square of the width.
    let solid = Solid::parse("x^2 - 2*x*y + y^2 + z^2 - 1", cube(2.0)).unwrap();
    let mut work = SolidWork::default();
    for width in [1e-1, 1e-2, 1e-3, 1e-4] {
        let place = Vector([0.7, 0.4, 0.2].map(|x| Interval::between(x, x + width)));
        let value = solid.leaves()[0].slope(place, Interval::ZERO, &mut work).unwrap().value;
        // |∂x| + |∂y| + |∂z| = 0.6 + 0.6 + 0.4 at the corner.
        assert!(value.width() >= 1.0 * width && value.width() <= 1.6 * width + 12.0 * width * width, "{value:?}");
    }
}

#[test]
fn turned_planes_are_enclosed_as_tightly_as_straight_ones() {
    // Over a cube of side w the values of a plane with unit normal n span w·(|n₁| + |n₂| + |n₃|).
    let slab = Solid::cuboid(dvec3(2.0, 4.0, 4.0)).unwrap();
    let mut work = SolidWork::default();
    for angle in [0.3, 0.7, 1.2] {
        let turned = slab.placed(&Pose::new(DQuat::from_rotation_z(angle), dvec3(0.5, 0.0, 0.0)).unwrap());
        let place = Vector([0.2, 0.4, 0.1].map(|x| Interval::between(x, x + 0.25)));
        let value = turned.leaves()[0].slope(place, Interval::ZERO, &mut work).unwrap().value;
        let expected = 0.25 * (angle.cos().abs() + angle.sin().abs());
        assert!((value.width() - expected).abs() < 1e-12, "{} instead of {expected}", value.width());
    }
}

fn cube(half: f64) -> [DVec3; 2] {
    [DVec3::splat(-half), DVec3::splat(half)]
}

/// Compares the closed form with the solid at random points: negative inside, positive outside.
fn agrees(solid: &Solid, reach: f64, distance: impl Fn(DVec3) -> f64) {
    let (mut random, mut work) = (Random::new(54), SolidWork::default());
    let (mut inside, mut outside) = (0, 0);
    for _ in 0..4000 {
        let point = DVec3::from_array(std::array::from_fn(|_| random.between(-reach, reach)));
        let expected = distance(point);
        if expected.abs() < 1e-9 {
            continue;
        }
        let value = solid.value(Vector3::point(point.to_array()), Interval::ZERO, &mut work);
        let plain = solid.value_at(point, 0.0, &mut work);
        assert!(
            (value.upper() < 0.0) == (expected < 0.0) && (value.lower() > 0.0) == (expected > 0.0),
            "{point}: {value:?}"
        );
        assert!((plain < 0.0) == (expected < 0.0), "{point}: {plain}");
        assert!(expected > 0.0 || solid.bounding_box().contains(point.to_array()), "{point} is not in the box");
        *(if expected < 0.0 { &mut inside } else { &mut outside }) += 1;
    }
    assert!(inside > 100 && outside > 100, "{inside} inside, {outside} outside");
}

#[test]
fn constructors_agree_with_closed_forms() {
    let across = |p: DVec3| p.truncate().length();
    agrees(&Solid::sphere(0.8).unwrap(), 1.0, |p| p.length() - 0.8);
    agrees(&Solid::ellipsoid(dvec3(0.9, 0.5, 0.3)).unwrap(), 1.0, |p| (p / dvec3(0.9, 0.5, 0.3)).length() - 1.0);
    agrees(&Solid::torus(1.0, 0.4).unwrap(), 1.5, |p| (across(p) - 1.0).hypot(p.z) - 0.4);
    agrees(&Solid::cylinder(0.5, 1.0).unwrap(), 1.0, |p| (across(p) - 0.5).max(p.z.abs() - 0.5));
    agrees(&Solid::cone(0.8, 1.5).unwrap(), 1.5, |p| (across(p) - 0.8 * (1.0 - p.z / 1.5)).max(-p.z));
    agrees(&Solid::capsule(0.4, 1.0).unwrap(), 1.0, |p| p.distance(dvec3(0.0, 0.0, p.z.clamp(-0.5, 0.5))) - 0.4);
    agrees(&Solid::cuboid(dvec3(1.0, 1.4, 0.6)).unwrap(), 1.0, |p| (p.abs() - dvec3(0.5, 0.7, 0.3)).max_element());
    let quadric = |p: DVec3| (p.x.abs().powi(4) + (p.y / 0.5).abs().powi(4)).powi(2) + (p.z / 0.8).abs().powi(8) - 1.0;
    agrees(&Solid::superquadric(dvec3(1.0, 0.5, 0.8), [4, 8]).unwrap(), 1.0, quadric);
    let plane = |p: DVec3| (p - dvec3(0.1, 0.0, 0.0)).dot(dvec3(1.0, 2.0, -1.0)).max((p.abs() - 1.0).max_element());
    agrees(&Solid::half_space(dvec3(0.1, 0.0, 0.0), dvec3(1.0, 2.0, -1.0), cube(1.0)).unwrap(), 1.3, plane);
    let balls =
        [(dvec3(-0.5, 0.0, 0.0), 0.5, 1.0), (dvec3(0.4, 0.1, 0.0), 0.6, 1.0), (dvec3(0.0, 0.5, 0.0), 0.3, -0.5)];
    let field =
        |p: DVec3| 1.0 - balls.iter().map(|&(c, r, s)| s * (1.0 - p.distance_squared(c) / (r * r)).exp()).sum::<f64>();
    let metaballs = balls.map(|(centre, radius, strength)| Metaball { centre, radius, strength });
    agrees(&Solid::metaballs(&metaballs).unwrap(), 1.5, field);
}

#[test]
fn invalid_solids_are_rejected() {
    let refused = |result: Result<Solid, tangency_geometry::solid::SolidError>, expected: &str| {
        let message = result.unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
    };
    refused(Solid::parse("x^2 + y^2 + 1", cube(1.0)), "the formula is positive everywhere within the box");
    refused(Solid::parse("x^2 + q", cube(1.0)), "`q`");
    refused(Solid::parse("x^2 + (", cube(1.0)), "expected");
    refused(Solid::parse("sqrt(-1 - x^2)", cube(1.0)), "no value");
    refused(Solid::parse("x", [DVec3::ONE, DVec3::ZERO]), "box");
    refused(Solid::parse("x", [DVec3::ZERO, DVec3::NAN]), "box");
    refused(Solid::sphere(0.0), "positive length");
    refused(Solid::sphere(f64::NAN), "positive length");
    refused(Solid::torus(1.0, 1.0), "must be less than");
    refused(Solid::superquadric(DVec3::ONE, [3, 6]), "even exponents");
    refused(Solid::superquadric(DVec3::ONE, [4, 6]), "even exponents");
    refused(Solid::half_space(DVec3::ZERO, DVec3::ZERO, cube(1.0)), "direction");
    refused(Solid::union(&[]), "at least one");
    refused(Solid::metaballs(&[]), "at least one");
    let [ball, far] = [Solid::sphere(1.0).unwrap(), Solid::parse("(x-5)^2 + y^2 + z^2 - 1", cube(7.0)).unwrap()];
    refused(Solid::intersection(&[ball.clone(), far]), "positive everywhere");
    refused(Solid::difference(&ball, &[Solid::sphere(2.0).unwrap()]), "positive everywhere");
    refused(Solid::union(&vec![ball; 600]), "600 parts");
}
