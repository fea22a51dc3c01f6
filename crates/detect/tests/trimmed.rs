//! Bodies of trimmed faces: first contact, distance and overlap.
//!
//! The body is a block with a bore: two squares with a circular hole, four rectangles and a cylinder. References:
//! closed forms of a ball, a pin and a box beside it.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod flights;

use flights::{flying, touch};
use glam::{DQuat, DVec2, DVec3, dvec2, dvec3};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
use tangency_detect::{Evidence, Moving, Query, Verdict, distance, first_contact};
use tangency_geometry::solid::Solid;
use tangency_geometry::spline::NurbsSurface;
use tangency_geometry::surface::{Brep, Patch, SurfaceError, TrimCurve, TrimmedEdge, TrimmedFace, TrimmedSide};
use tangency_geometry::{Convex, Linear, Motion, Piecewise, Pose, Shape};
use tangency_interval::laws::Random;

const HALF: f64 = 0.5;
const BORE: f64 = 0.4;
const ARCS: usize = 8;
const CORNERS: [DVec2; 4] = [dvec2(-1.0, -1.0), dvec2(1.0, -1.0), dvec2(1.0, 1.0), dvec2(-1.0, 1.0)];

fn side(curve: Result<TrimCurve, SurfaceError>, edge: usize, reversed: bool) -> TrimmedSide {
    TrimmedSide { curve: curve.unwrap(), along: TrimmedEdge::Shared { edge, reversed } }
}

/// A square with a hole. Its sides have numbers from `first` on, the arcs of the hole from `first + 4` on.
fn plate(height: f64, first: usize) -> TrimmedFace {
    let patch = Patch::parse(["u", "v", &format!("{height}")], [-2.0, 2.0], [-2.0, 2.0]).unwrap();
    let line = |i: usize| side(TrimCurve::line(CORNERS[i], CORNERS[(i + 1) % 4]), first + i, false);
    let ends: Vec<DVec2> = (0..ARCS).map(|i| BORE * DVec2::from_angle(i as f64 * FRAC_PI_4)).collect();
    let arc = |i: usize| {
        let point = |s: f64| match s {
            0.0 => ends[i],
            1.0 => ends[(i + 1) % ARCS],
            _ => BORE * DVec2::from_angle((i as f64 + s) * FRAC_PI_4),
        };
        side(TrimCurve::through(point), first + 4 + i, false)
    };
    TrimmedFace { patch, loops: vec![(0..4).map(line).collect(), (0..ARCS).map(arc).collect()] }
}

/// A block of 2 × 2 × 1 m about the origin, with a bore along z.
fn block() -> Brep {
    let (top, bottom, upright) = (0, 20, 40);
    let wall = |i: usize| {
        let (from, to) = (CORNERS[i], CORNERS[(i + 1) % 4]);
        let formula = |from: f64, to: f64| format!("{from} + u*({})", to - from);
        let texts = [formula(from.x, to.x), formula(from.y, to.y), "v".to_owned()];
        let patch = Patch::parse(texts.each_ref().map(String::as_str), [0.0, 1.0], [-HALF, HALF]).unwrap();
        let corner = |u: f64, v: f64| dvec2(u, v * HALF);
        let line = |a: DVec2, b: DVec2| TrimCurve::line(a, b);
        let sides = vec![
            side(line(corner(0.0, -1.0), corner(1.0, -1.0)), bottom + i, false),
            side(line(corner(1.0, -1.0), corner(1.0, 1.0)), upright + (i + 1) % 4, false),
            side(line(corner(1.0, 1.0), corner(0.0, 1.0)), top + i, true),
            side(line(corner(0.0, 1.0), corner(0.0, -1.0)), upright + i, true),
        ];
        TrimmedFace { patch, loops: vec![sides] }
    };
    let formulas = [format!("{BORE}*cos(u)"), format!("{BORE}*sin(u)"), "v".to_owned()];
    let patch = Patch::parse(formulas.each_ref().map(String::as_str), [0.0, 7.0], [-HALF, HALF]).unwrap();
    let turn = |i: usize| if i == ARCS { std::f64::consts::TAU } else { i as f64 * FRAC_PI_4 };
    let arc = |i: usize, v: f64| TrimCurve::line(dvec2(turn(i), v), dvec2(turn(i + 1), v));
    let mut sides: Vec<TrimmedSide> = (0..ARCS).map(|i| side(arc(i, -HALF), bottom + 4 + i, false)).collect();
    sides.push(side(TrimCurve::line(dvec2(turn(ARCS), -HALF), dvec2(turn(ARCS), HALF)), 60, false));
    sides.extend((0..ARCS).rev().map(|i| {
        let curve = arc(i, HALF).unwrap().reversed();
        side(Ok(curve), top + 4 + i, true)
    }));
    sides.push(side(TrimCurve::line(dvec2(0.0, HALF), dvec2(0.0, -HALF)), 60, true));
    let mut faces = vec![plate(HALF, top), plate(-HALF, bottom)];
    faces.extend((0..4).map(wall));
    faces.push(TrimmedFace { patch, loops: vec![sides] });
    Brep::of_trimmed(faces, 1e-9).unwrap()
}

fn turned(shape: Shape, rotation: DQuat, from: DVec3, velocity: DVec3) -> Moving {
    let start = Pose::new(rotation, from).unwrap();
    Moving::new(shape, Motion::Linear(Linear::new(start, velocity).unwrap())).unwrap()
}

fn still() -> Moving {
    flying(Shape::Parametric(block()), DVec3::ZERO, DVec3::ZERO)
}

fn ball(radius: f64) -> Shape {
    Shape::Convex(Convex::sphere(radius).unwrap())
}

#[test]
fn a_block_with_a_bore_is_a_solid() {
    let block = block();
    assert!(block.is_closed() && block.is_solid());
    // The seam of the bore is no edge.
    assert_eq!((block.faces().len(), block.edges().len()), (7, 12 + 2 * ARCS));
    assert_eq!(block.vertices().len(), 8 + 2 * ARCS);
}

/// A ball falls through the bore, or onto the plate beside it, onto the rim, or past the block.
#[test]
fn a_ball_meets_the_trimmed_plate_only_where_it_is() {
    let radius = 0.3;
    let fall = |x: f64, y: f64| flying(ball(radius), dvec3(x, y, 2.0), dvec3(0.0, 0.0, -4.0));
    for place in [0.0, 0.05] {
        let answer = first_contact(&still(), &fall(place, 0.0), &Query::default()).unwrap();
        assert!(matches!(answer.verdict, Verdict::Clear { .. }) && answer.evidence == Evidence::Proved, "{answer:?}");
    }
    let first = touch(&still(), &fall(0.75, -0.7));
    let time = (2.0 - HALF - radius) / 4.0;
    assert!(first.time.lower() <= time && time - first.time.lower() < 1e-6, "{:?} {time}", first.time);
    assert!(first.contacts.iter().any(|contact| contact.proved && contact.normal.distance(DVec3::Z) < 1e-6));
    // Onto the rim: the centre is 0.2 m off the axis, the rim 0.4 m.
    let first = touch(&still(), &fall(0.2, 0.0));
    let height = HALF + (radius * radius - 0.04_f64).sqrt();
    let time = (2.0 - height) / 4.0;
    assert!(first.time.lower() <= time && time - first.time.lower() < 1e-6, "{:?} {time}", first.time);
    let answer = first_contact(&still(), &fall(1.31, 0.0), &Query::default()).unwrap();
    assert!(matches!(answer.verdict, Verdict::Clear { .. }), "{answer:?}");
}

/// A ball in the bore moves sideways onto its wall. A ball inside the material overlaps from the start.
#[test]
fn a_ball_in_the_bore_is_outside_of_the_solid() {
    // The seam of the bore is at the end of the second way, and an end of an arc of its rim at that of the third.
    for way in [dvec3(0.6, 0.8, 0.0), DVec3::X, -DVec3::X] {
        let first = touch(&still(), &flying(ball(0.1), DVec3::ZERO, way));
        assert!(first.time.lower() <= 0.3 && first.time.lower() > 0.3 - 1e-6, "{way}: {:?}", first.time);
    }
    let inside = flying(ball(0.05), dvec3(0.7, 0.0, 0.1), DVec3::ZERO);
    let first = touch(&still(), &inside);
    assert!(first.time.upper() <= 1e-9 && first.contacts.iter().all(|contact| contact.initial), "{first:?}");
}

/// Distances beside an edge, at a corner and from the wall of the bore.
#[test]
fn distances_end_at_the_trims() {
    let at = |place: DVec3| flying(ball(0.1), place, DVec3::ZERO);
    let beside = 0.05 * DVec2::from_angle(0.4);
    for (place, expected) in [
        (dvec3(0.7, 0.1, 1.0), 0.4),
        (dvec3(1.3, 0.2, 0.9), 0.5 - 0.1),
        (dvec3(1.2, 1.4, 0.9), 0.6 - 0.1),
        (beside.extend(0.0), BORE - 0.15),
    ] {
        let found = distance(&still(), &at(place), 0.0, &Query { tolerance: 1e-6, ..Query::default() }).unwrap();
        let close = found.distance.lower() <= expected + 1e-9 && found.distance.upper() >= expected - 1e-9;
        assert!(close && found.distance.width() <= 2e-6, "{place}: {:?} is not {expected}", found.distance);
    }
}

/// Two blocks, one turned: an edge of one meets the plate of the other beside the hole.
#[test]
fn two_blocks_meet_at_an_edge() {
    let tilted = DQuat::from_rotation_x(FRAC_PI_4);
    let falling = turned(Shape::Parametric(block()), tilted, dvec3(0.0, 0.0, 3.0), dvec3(0.0, 0.0, -3.0));
    let first = touch(&still(), &falling);
    // The lowest edge of the tilted block: its corner (−1, −0.5) in (y, z), turned by 45 degrees.
    let reach = (1.0 + HALF) * std::f64::consts::FRAC_1_SQRT_2;
    let time = (3.0 - HALF - reach) / 3.0;
    assert!(first.time.lower() <= time + 1e-9 && time - first.time.lower() < 1e-6, "{:?} {time}", first.time);
}

/// Metres. The distance of a point from the block, negative inside: that of a box with a cylinder taken out. Exact
/// outside of both and inside the bore; elsewhere only the sign counts.
fn signed_distance(place: DVec3) -> f64 {
    let beyond = place.abs() - dvec3(1.0, 1.0, HALF);
    let of_box = beyond.max(DVec3::ZERO).length() + beyond.max_element().min(0.0);
    of_box.max(BORE - place.truncate().length())
}

/// Balls at random places overlap the block exactly where the formula says, also with a budget that ends at once, and
/// after a jump to the place.
#[test]
fn balls_at_random_places_and_after_jumps() {
    let mut random = Random::new(11);
    let body = still();
    let mut counts = [0; 2];
    for _ in 0..40 {
        let place = dvec3(random.between(-1.3, 1.3), random.between(-1.3, 1.3), random.between(-0.8, 0.8));
        let radius = 0.02;
        let gap = signed_distance(place) - radius;
        // Near the rims the formula is a lower bound only.
        if gap.abs() < 0.02 || (gap > 0.0 && gap < 0.15) {
            continue;
        }
        let resting = flying(ball(radius), place, DVec3::ZERO);
        let far = Motion::Still(Pose::translated(dvec3(9.0, 0.0, 0.0)).unwrap());
        let there = Motion::Still(Pose::translated(place).unwrap());
        let jump = Motion::Piecewise(Piecewise::new(vec![0.0, 0.5], vec![far, there]).unwrap());
        let jumping = Moving::new(ball(radius), jump).unwrap();
        let overlaps = gap < 0.0;
        counts[usize::from(overlaps)] += 1;
        for (other, from) in [(&resting, 0.0), (&jumping, 0.5)] {
            let verdict = first_contact(&body, other, &Query::default()).unwrap().verdict;
            match verdict {
                Verdict::Touch(first) => assert!(overlaps && first.time.contains(from), "{place}: {first:?}"),
                Verdict::Clear { .. } => assert!(!overlaps, "{place} is inside"),
                Verdict::Open { .. } => panic!("{place} is open"),
            }
            let spent = Query { budget: Some(1), ..Query::default() };
            let verdict = first_contact(&body, other, &spent).unwrap().verdict;
            assert!(!overlaps || !matches!(verdict, Verdict::Clear { .. }), "{place}: clear with a spent budget");
        }
    }
    assert!(counts.iter().all(|&count| count >= 6), "{counts:?}");
}

#[test]
fn sides_that_are_apart_are_refused() {
    let mut faces = vec![plate(HALF, 0), plate(HALF + 1e-3, 0)];
    let refused = Brep::of_trimmed(faces.clone(), 1e-6);
    assert!(matches!(refused, Err(SurfaceError::Apart { edge: 0, gap, .. }) if (gap - 1e-3).abs() < 1e-9));
    faces.push(plate(HALF, 0));
    assert_eq!(Brep::of_trimmed(faces, 1e-2), Err(SurfaceError::SharedEdge { edge: 0, count: 3 }));
    assert_eq!(Brep::of_trimmed(Vec::new(), 1e-6), Err(SurfaceError::NoFaces));
}

/// A roof of two slopes, as one sheet with a crease along y at x = 0: z = −|x|.
fn roof() -> Brep {
    let points = [-1.0, 0.0, 1.0].into_iter().flat_map(|x: f64| [-1.0, 1.0].map(|y| dvec3(x, y, -x.abs())));
    let knots = [vec![0.0, 0.0, 1.0, 2.0, 2.0], vec![0.0, 0.0, 1.0, 1.0]];
    let sheet = NurbsSurface::new([1, 1], knots, points.collect(), vec![]).unwrap().sheet().unwrap();
    assert!(sheet.has_creases());
    let corners = [dvec2(0.0, 0.0), dvec2(2.0, 0.0), dvec2(2.0, 1.0), dvec2(0.0, 1.0)];
    let line = |i: usize| side(TrimCurve::line(corners[i], corners[(i + 1) % 4]), i, false);
    let face = TrimmedFace { patch: Patch::of_sheet(sheet).unwrap(), loops: vec![(0..4).map(line).collect()] };
    Brep::of_trimmed(vec![face], 1e-9).unwrap()
}

/// Two ridges that cross: the closest points are on creases, where neither slope is perpendicular to the line between
/// them. The enclosure holds the height, and the crease makes it wider than the tolerance.
#[test]
fn crossed_ridges_are_as_far_apart_as_their_height() {
    for (height, angle) in [(0.5, FRAC_PI_2), (0.02, 1.1), (0.3, 0.7)] {
        let over = DQuat::from_rotation_z(angle) * DQuat::from_rotation_x(PI);
        let place = Pose::new(over, dvec3(0.05, -0.1, height)).unwrap();
        let above = Moving::new(Shape::Parametric(roof()), Motion::Still(place)).unwrap();
        let below = flying(Shape::Parametric(roof()), DVec3::ZERO, DVec3::ZERO);
        let found = distance(&below, &above, 0.0, &Query::default()).unwrap();
        let [lower, upper] = [found.distance.lower(), found.distance.upper()];
        assert!(lower <= height && height <= upper + 1e-12, "{lower} {upper} {height}");
        assert!(lower > 0.9 * height && upper < 1.1 * height, "{lower} {upper} {height}");
        assert_eq!(found.evidence, Evidence::Proved);
    }
}

/// A ball that falls onto the ridge touches no slope: only the crease itself is tangent to it. Boxes of the face are
/// halved exactly there. Within sin 45° of the radius the ridge is the first to be touched.
#[test]
fn a_ball_lands_on_the_crease_of_a_sheet() {
    let (radius, height) = (0.25, 1.0);
    let smooth = Shape::Parametric(Brep::sphere(radius).unwrap());
    let falls = [(0.0, 0.0), (0.0, 0.31), (0.05, -0.4), (-0.17, 0.2)]
        .into_iter()
        .flat_map(|place| [(place, ball(radius), 1e-6), (place, smooth.clone(), 1e-6)]);
    // The search against an implicit solid ends with its budget, so that it is less exact, and says so.
    let implicit = ((0.0, 0.31), Shape::Implicit(Solid::sphere(radius).unwrap()), 1e-4);
    for ((x, y), shape, early) in falls.chain([implicit]) {
        let fall = flying(shape, dvec3(x, y, height), dvec3(0.0, 0.0, -2.0));
        let roof = flying(Shape::Parametric(roof()), DVec3::ZERO, DVec3::ZERO);
        let first = touch(&roof, &fall);
        let exact = (height - (radius * radius - x * x).sqrt()) / 2.0;
        let [lower, upper] = [first.time.lower(), first.time.upper()];
        assert!(lower <= exact && exact <= upper + 1e-12 && exact - lower < early, "{:?}, {exact}", first.time);
        let near = |point: DVec3| point.distance(dvec3(0.0, y, 0.0)) < 1e-3;
        assert!(!first.complete || first.contacts.iter().any(|contact| near(contact.point)), "{first:?}");
        assert_eq!(first.complete, early == 1e-6);
    }
}
