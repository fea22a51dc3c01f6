//! Unions, intersections and differences against membership by plain comparisons, and their boundaries against
//! sampling.

use glam::{DQuat, DVec3, dvec3};
use tangency_geometry::laws::random_rotation;
use tangency_geometry::solid::{Solid, SolidElement, SolidWork};
use tangency_geometry::{Expression, Pose};
use tangency_interval::laws::Random;
use tangency_interval::{Interval, Vector, Vector3};

/// A body described twice: as a solid, and for the comparisons.
enum Body {
    Ball(DVec3, f64),
    Brick(Pose, DVec3),
    Rod(Pose, f64, f64),
    Union(Vec<Body>),
    Intersection(Vec<Body>),
    Difference(Box<Body>, Vec<Body>),
}

impl Body {
    fn random(random: &mut Random, depth: usize) -> Self {
        let place = |random: &mut Random| DVec3::from_array(std::array::from_fn(|_| random.between(-0.6, 0.6)));
        let pose = |random: &mut Random| {
            let rotation = if random.below(2) == 0 { DQuat::IDENTITY } else { random_rotation(random) };
            Pose::new(rotation, place(random)).unwrap()
        };
        let some = |random: &mut Random| (0..1 + random.below(3)).map(|_| Self::random(random, depth - 1)).collect();
        match random.below(if depth == 0 { 3 } else { 7 }) {
            0 => Self::Ball(place(random), random.between(0.3, 0.9)),
            1 => Self::Brick(pose(random), DVec3::from_array(std::array::from_fn(|_| random.between(0.3, 1.5)))),
            2 => Self::Rod(pose(random), random.between(0.1, 0.6), random.between(0.4, 2.0)),
            3 | 4 => Self::Union(some(random)),
            5 => Self::Intersection(some(random)),
            _ => Self::Difference(Box::new(Self::random(random, depth - 1)), some(random)),
        }
    }

    /// `None` if the result is empty.
    fn solid(&self) -> Option<Solid> {
        let some = |bodies: &[Body]| bodies.iter().filter_map(Self::solid).collect::<Vec<_>>();
        let all = |bodies: &[Body]| bodies.iter().map(Self::solid).collect::<Option<Vec<_>>>();
        match self {
            Self::Ball(centre, radius) => {
                Some(Solid::sphere(*radius).unwrap().placed(&Pose::translated(*centre).unwrap()))
            }
            Self::Brick(pose, size) => Some(Solid::cuboid(*size).unwrap().placed(pose)),
            Self::Rod(pose, radius, length) => Some(Solid::cylinder(*radius, *length).unwrap().placed(pose)),
            Self::Union(bodies) => Solid::union(&some(bodies)).ok(),
            Self::Intersection(bodies) => Solid::intersection(&all(bodies)?).ok(),
            Self::Difference(from, others) => Solid::difference(&from.solid()?, &some(others)).ok(),
        }
    }

    /// Negative inside, and approximately the distance from the boundary near it.
    fn depth(&self, point: DVec3) -> f64 {
        match self {
            Self::Ball(centre, radius) => point.distance(*centre) - radius,
            Self::Brick(pose, size) => (pose.inverse().apply(point).abs() - 0.5 * *size).max_element(),
            Self::Rod(pose, radius, length) => {
                let own = pose.inverse().apply(point);
                (own.truncate().length() - radius).max(own.z.abs() - 0.5 * length)
            }
            Self::Union(bodies) => bodies.iter().map(|body| body.depth(point)).fold(f64::INFINITY, f64::min),
            Self::Intersection(bodies) => bodies.iter().map(|body| body.depth(point)).fold(f64::NEG_INFINITY, f64::max),
            Self::Difference(from, others) => {
                others.iter().map(|body| -body.depth(point)).fold(from.depth(point), f64::max)
            }
        }
    }
}

const REACH: f64 = 1.1;

fn random_point(random: &mut Random) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| random.between(-REACH, REACH)))
}

fn thin(point: DVec3) -> Vector3 {
    Vector::point(point.to_array())
}

/// The violation of an element at a point: the largest magnitude of its leaves' values, and its side condition.
fn satisfied(element: &SolidElement, solid: &Solid, point: DVec3, work: &mut SolidWork) -> (f64, f64) {
    let value =
        |&leaf: &usize, work: &mut SolidWork| solid.leaves()[leaf].value(thin(point), Interval::ZERO, work).mid().abs();
    let size = element.leaves().iter().map(|leaf| value(leaf, work)).fold(0.0, f64::max);
    let excess = element.excess(solid, thin(point), Interval::ZERO, work);
    (size, excess.map_or(f64::NEG_INFINITY, Interval::mid))
}

#[test]
fn membership_is_that_of_plain_comparisons() {
    let (mut random, mut work) = (Random::new(61), SolidWork::default());
    let (mut made, mut inside, mut asked) = (0, 0, 0);
    for _ in 0..30 {
        let body = Body::random(&mut random, 2);
        let Some(solid) = body.solid() else {
            // The result is empty, so no point is inside.
            assert!((0..2000).all(|_| body.depth(random_point(&mut random)) > -1e-9));
            continue;
        };
        made += 1;
        for _ in 0..200 {
            let point = random_point(&mut random);
            let depth = body.depth(point);
            if depth.abs() < 1e-9 {
                continue;
            }
            asked += 1;
            inside += usize::from(depth < 0.0);
            let value = solid.value(thin(point), Interval::ZERO, &mut work);
            assert!(
                (value.upper() < 0.0) == (depth < 0.0) && (value.lower() > 0.0) == (depth > 0.0),
                "{value:?} {depth}"
            );
            assert!(depth > 0.0 || solid.bounding_box().contains(point.to_array()), "{point} is outside the box");
            // Over a box: a proved sign holds at its members.
            let place = Vector::from_fn(|axis| Interval::from(point[axis]) + Interval::between(-0.1, 0.1));
            let value = solid.value(place, Interval::ZERO, &mut work);
            let wrong = if depth < 0.0 { value.lower() > 0.0 } else { value.upper() < 0.0 };
            assert!(!wrong, "{value:?} over {place:?}");
        }
    }
    assert!(made > 20 && inside > asked / 50 && inside < asked / 2, "{made} solids, {inside} of {asked} inside");
}

#[test]
fn every_point_of_the_boundary_satisfies_an_element() {
    let (mut random, mut work) = (Random::new(62), SolidWork::default());
    let mut found = 0;
    for _ in 0..30 {
        let body = Body::random(&mut random, 2);
        let Some(solid) = body.solid() else { continue };
        for _ in 0..60 {
            let [mut inside, mut outside] = [random_point(&mut random), random_point(&mut random)];
            if !(body.depth(inside) < -1e-9 && body.depth(outside) > 1e-9) {
                continue;
            }
            for _ in 0..60 {
                let middle = 0.5 * (inside + outside);
                *(if body.depth(middle) < 0.0 { &mut inside } else { &mut outside }) = middle;
            }
            found += 1;
            let near = |element: &&SolidElement| {
                let (size, excess) = satisfied(element, &solid, inside, &mut work);
                element.leaves().len() == 1 && size < 1e-9 && excess < 1e-9
            };
            assert!(solid.elements().iter().find(near).is_some(), "{inside} is on the boundary and on no element");
        }
    }
    assert!(found > 100, "{found} points of boundaries");
}

#[test]
fn an_element_is_satisfied_on_the_boundary_alone() {
    let (mut random, mut work) = (Random::new(63), SolidWork::default());
    let (mut on, mut off) = (0, 0);
    for _ in 0..30 {
        let body = Body::random(&mut random, 2);
        let Some(solid) = body.solid() else { continue };
        for leaf in 0..solid.leaves().len() {
            let element = solid.elements().iter().find(|element| element.leaves() == [leaf]);
            for _ in 0..20 {
                let Some((point, normal)) = on_surface(&solid, leaf, &mut random, &mut work) else { continue };
                // The leaf changes its sign along the normal. On the boundary of the solid the whole function
                // does.
                let crosses = (body.depth(point + 1e-7 * normal) < 0.0) != (body.depth(point - 1e-7 * normal) < 0.0);
                let excess = element.map_or(f64::INFINITY, |element| satisfied(element, &solid, point, &mut work).1);
                if excess < -1e-5 {
                    on += 1;
                    assert!(crosses, "{point} satisfies an element and is not on the boundary");
                } else if excess > 1e-5 {
                    off += 1;
                    assert!(!crosses, "{point} satisfies no element of leaf {leaf} and is on the boundary");
                }
            }
        }
    }
    assert!(on > 150 && off > 150, "{on} on, {off} off");
}

/// A point where the leaf is zero, and the direction in which it increases.
fn on_surface(solid: &Solid, leaf: usize, random: &mut Random, work: &mut SolidWork) -> Option<(DVec3, DVec3)> {
    let mut point = random_point(random);
    for _ in 0..40 {
        let slope = solid.leaves()[leaf].slope(thin(point), Interval::ZERO, work)?;
        let gradient = DVec3::from_array(slope.gradient.mid());
        point -= gradient * (slope.value.mid() / gradient.length_squared());
    }
    let slope = solid.leaves()[leaf].slope(thin(point), Interval::ZERO, work)?;
    let gradient = DVec3::from_array(slope.gradient.mid());
    (slope.value.mid().abs() < 1e-12 && gradient.length() > 1e-3).then(|| (point, gradient.normalize()))
}

fn sizes(solid: &Solid) -> [usize; 3] {
    [1, 2, 3].map(|size| solid.elements().iter().filter(|element| element.leaves().len() == size).count())
}

#[test]
fn creases_and_corners_are_listed_where_they_are() {
    let placed = |solid: Solid, at: DVec3| solid.placed(&Pose::translated(at).unwrap());
    let brick = Solid::cuboid(dvec3(1.0, 2.0, 3.0)).unwrap();
    assert_eq!(sizes(&brick), [6, 12, 8]);
    let rod = Solid::cylinder(0.5, 2.0).unwrap();
    assert_eq!(sizes(&rod), [3, 2, 0]);
    assert_eq!(sizes(&Solid::cone(0.5, 2.0).unwrap()), [2, 1, 0]);
    assert_eq!(sizes(&Solid::torus(1.0, 0.25).unwrap()), [1, 0, 0]);
    let ball = Solid::sphere(1.0).unwrap();
    // A lens has one rim. The union of two balls has a notch, which is not listed.
    let lens = Solid::intersection(&[ball.clone(), placed(ball.clone(), DVec3::X)]).unwrap();
    assert_eq!(sizes(&lens), [2, 1, 0]);
    let pair = Solid::union(&[ball.clone(), placed(ball.clone(), DVec3::X)]).unwrap();
    assert_eq!(sizes(&pair), [2, 0, 0]);
    // A ball with a hole through it: two rims, which are one element. The caps of the drill are not on the
    // boundary.
    let drill = Solid::cylinder(0.25, 4.0).unwrap();
    assert_eq!(sizes(&Solid::difference(&ball, std::slice::from_ref(&drill)).unwrap()), [2, 1, 0]);
    // Both operations: a plate of two layers with a hole. The layers are united, and the hole is cut out of
    // both.
    let plate = Solid::cuboid(dvec3(2.0, 2.0, 0.5)).unwrap();
    let layers = Solid::union(&[plate.clone(), placed(plate, dvec3(0.5, 0.0, 0.5))]).unwrap();
    let bored = Solid::difference(&layers, &[drill]).unwrap();
    // Twelve sides and the wall; 24 creases of the bricks, one rim above, one below, and two hidden ones in the
    // common plane.
    let [parts, creases, corners] = sizes(&bored);
    assert!(parts == 13 && (26..=28).contains(&creases) && corners == 16, "{parts} {creases} {corners}");
}

#[test]
fn no_crease_is_lost() {
    // Random polyhedra of planes and balls, all joined by one intersection. Newton's method finds points where
    // two or three leaves are zero and all others negative; they must be listed.
    let (mut random, mut work) = (Random::new(64), SolidWork::default());
    let mut found = [0; 2];
    for _ in 0..6 {
        let mut parts = vec![Solid::sphere(random.between(0.6, 1.2)).unwrap()];
        for _ in 0..2 + random.below(4) {
            let outward = random_point(&mut random).normalize();
            let region = [DVec3::splat(-9.0), DVec3::splat(9.0)];
            parts.push(Solid::half_space(random.between(0.1, 0.6) * outward, outward, region).unwrap());
        }
        let solid = Solid::intersection(&parts).unwrap();
        let count = solid.leaves().len();
        // The ball and the planes, without the sides of the regions.
        let present: Vec<usize> = (0..count).filter(|leaf| leaf % 7 == 1 || *leaf == 0).collect();
        for _ in 0..300 {
            let mut leaves: Vec<usize> =
                (0..2 + random.below(2)).map(|_| present[random.below(present.len())]).collect();
            leaves.sort_unstable();
            leaves.dedup();
            if leaves.len() < 2 {
                continue;
            }
            let Some(point) = common_zero(&solid, &leaves, &mut random, &mut work) else { continue };
            let allowed = (0..count).all(|leaf| {
                leaves.contains(&leaf)
                    || solid.leaves()[leaf].value(thin(point), Interval::ZERO, &mut work).upper() < -1e-6
            });
            if allowed {
                found[leaves.len() - 2] += 1;
                let listed = solid.elements().iter().any(|element| element.leaves() == leaves);
                assert!(listed, "{leaves:?} meet at {point}");
            }
        }
    }
    assert!(found[0] > 50 && found[1] > 10, "{found:?}");
}

/// A point at which all of the leaves are zero.
fn common_zero(solid: &Solid, leaves: &[usize], random: &mut Random, work: &mut SolidWork) -> Option<DVec3> {
    let mut point = random_point(random);
    for _ in 0..200 {
        for &leaf in leaves {
            let slope = solid.leaves()[leaf].slope(thin(point), Interval::ZERO, work)?;
            let gradient = DVec3::from_array(slope.gradient.mid());
            point -= gradient * (slope.value.mid() / gradient.length_squared());
        }
    }
    let zero = |&leaf: &usize| solid.leaves()[leaf].value(thin(point), Interval::ZERO, work).magnitude() < 1e-10;
    leaves.iter().all(zero).then_some(point)
}

#[test]
fn a_formula_beyond_its_box_is_cut_or_does_not_count() {
    let mut work = SolidWork::default();
    let corners = |half: f64| [DVec3::splat(-half), DVec3::splat(half)];
    // A half space reaches the border: the sides of the box close it.
    let slab = Solid::parse("z", corners(1.0)).unwrap();
    assert_eq!(sizes(&slab), [6, 12, 8], "the top of the box is not reached, the plane is");
    assert_eq!(slab.bounding_box()[0], Interval::between(-1.0, 1.0));
    // Balls of radius 0.5 wherever x is a multiple of 2: only the ball in the box counts.
    let row = Solid::parse("(sin(x*pi/2)*2/pi)^2 + y^2 + z^2 - 0.25", corners(1.0)).unwrap();
    assert_eq!(sizes(&row), [1, 0, 0]);
    let at = |x: f64| thin(dvec3(x, 0.0, 0.0));
    assert!(row.value(at(0.0), Interval::ZERO, &mut work).upper() < 0.0);
    assert!(row.value(at(2.0), Interval::ZERO, &mut work).lower() > 0.0, "a ball beyond the box");
    assert!(row.leaves()[0].value(at(2.0), Interval::ZERO, &mut work).upper() < 0.0);
    let excess = row.elements()[0].excess(&row, at(1.5), Interval::ZERO, &mut work).unwrap();
    assert!(excess.lower() > 0.0, "the surface of that ball is no boundary: {excess:?}");
    // The same when it is subtracted.
    let block = Solid::cuboid(dvec3(5.0, 2.0, 2.0)).unwrap();
    let cut = Solid::difference(&block, &[row]).unwrap();
    assert!(cut.value(at(0.0), Interval::ZERO, &mut work).lower() > 0.0);
    assert!(cut.value(at(2.0), Interval::ZERO, &mut work).upper() < 0.0);
}

#[test]
fn deforming_solids_are_bounded_over_their_span() {
    let region = [DVec3::splat(-4.0), DVec3::splat(4.0)];
    let formula = tangency_interval::expr::Expr::parse("x^2 + y^2 + (z - t)^2 - 1").unwrap();
    let rising = Solid::formula(&formula, region, Interval::between(0.0, 2.0)).unwrap();
    assert!(rising.deforms() && sizes(&rising) == [1, 0, 0]);
    assert_eq!(rising.span(), Interval::between(0.0, 2.0));
    let [x, _, z] = rising.bounding_box().0;
    assert!(z.lower() <= -1.0 && z.lower() > -1.1 && z.upper() >= 3.0 && z.upper() < 3.1, "{z:?}");
    assert!(x.upper() >= 1.0 && x.upper() < 1.1, "{x:?}");
}

#[test]
fn boxes_are_tight_and_hold_the_solid() {
    let ball = Solid::sphere(1.0).unwrap();
    let side = ball.bounding_box()[0];
    assert!(side.lower() <= -1.0 && side.lower() > -1.02 && side.upper() >= 1.0 && side.upper() < 1.02, "{side:?}");
    let given = Solid::parse("(x-1)^2 + y^2 + (z+2)^2 - 1/4", [DVec3::splat(-9.0), DVec3::splat(9.0)]).unwrap();
    let [x, y, z] = given.bounding_box().0;
    for (side, middle) in [(x, 1.0), (y, 0.0), (z, -2.0)] {
        assert!(side.lower() <= middle - 0.5 && side.lower() > middle - 0.7, "{side:?}");
        assert!(side.upper() >= middle + 0.5 && side.upper() < middle + 0.7, "{side:?}");
    }
    assert!(given.reach() >= 2.5 + 5.0_f64.sqrt() - 2.0 && given.reach() < 3.2);
}

/// A combination of one solid is that solid: its tree, its box and what is known about it.
#[test]
fn a_combination_of_one_is_the_solid() {
    let turned = Pose::new(DQuat::from_rotation_x(0.3), dvec3(0.1, 0.2, 0.3)).unwrap();
    for solid in [
        Solid::sphere(0.5).unwrap(),
        Solid::cylinder(0.5, 1.0).unwrap().placed(&turned),
        Solid::torus(1.0, 0.25).unwrap(),
        Solid::difference(&Solid::sphere(0.5).unwrap(), &[Solid::sphere(0.25).unwrap()]).unwrap(),
    ] {
        let one = std::slice::from_ref(&solid);
        assert_eq!(Solid::union(one).unwrap(), solid);
        assert_eq!(Solid::intersection(one).unwrap(), solid);
        assert_eq!(Solid::difference(&solid, &[]).unwrap(), solid);
    }
}

/// Formulas carry both balls alike, at most at 2 m/s. The combinations are as fast as their parts.
#[test]
fn combinations_of_carried_solids_keep_their_speed() {
    let span = Interval::between(0.0, 1.0);
    let motion = Expression::parse(["x", "y", "z + t^2"]).unwrap();
    let [large, small] = [0.5, 0.25].map(|radius| Solid::sphere(radius).unwrap().carried(&motion, span).unwrap());
    let both = [large.clone(), small.clone()];
    for solid in [
        Solid::union(&both).unwrap(),
        Solid::intersection(&both).unwrap(),
        Solid::difference(&large, &[small]).unwrap(),
        Solid::union(&[large]).unwrap(),
    ] {
        let speed = solid.carried_speed().unwrap();
        assert!((2.0..2.1).contains(&speed), "{speed}");
    }
}
