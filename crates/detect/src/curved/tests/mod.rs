//! Laws of the systems of equations on random bodies: values are enclosed, and derivatives enclose all slopes.

mod convex_twins;

use super::elements::{BodyBounds, BodyGeometry, DeformingMesh, HostBody, deforming_pieces};
use super::equations::list::{clearance_systems, contact_systems};
use super::equations::{ClearanceGoal, ComponentBirth, PairSetting};
use super::search::{MeshGroups, OtherBody};
use crate::{Moving, Prepared};
use glam::{DQuat, DVec3, dvec3};
use std::rc::Rc;
use tangency_geometry::surface::{Brep, Patch};
use tangency_geometry::{Expression, Motion, Pose, Rigid, Shape, Solid, Vertexwise, primitive};
use tangency_interval::expr::Expr;
use tangency_interval::laws::Random;
use tangency_interval::solve::Problem;
use tangency_interval::{Interval, Vector};

fn vector(random: &mut Random, size: f64) -> DVec3 {
    DVec3::from_array([0; 3].map(|_| random.between(-size, size)))
}

fn motion(random: &mut Random) -> Motion {
    let start = Pose::new(DQuat::from_scaled_axis(vector(random, 2.0)), vector(random, 1.0)).expect("finite");
    Motion::Rigid(Rigid::new(start, vector(random, 1.0), vector(random, 1.0)).expect("finite"))
}

/// Bodies of every kind, some of them deforming.
fn shapes() -> Vec<Prepared> {
    let turn = [0.0, std::f64::consts::TAU];
    let bumpy = ["(1 + 0.1*sin(3*u)*sin(2*v))*cos(u)", "(1 + 0.1*sin(3*u)*sin(2*v))*sin(u)", "v"];
    let sail = ["u", "v + 0.1*t*u", "t*(1 - u^2)*(1 - v^2)"];
    let patch = |texts: [&str; 3], u: [f64; 2], v: [f64; 2]| Patch::parse(texts, u, v).expect("a patch");
    let during = Interval::between(0.0, 1.0);
    let corner = Solid::intersection(&[
        Solid::sphere(1.0).expect("a ball"),
        Solid::cuboid(dvec3(1.2, 1.3, 1.4)).expect("a box"),
    ]);
    let wobbling =
        tangency_interval::expr::Expr::parse("x^2 + (1 + 0.3*t)*y^2 + z^2 + 0.2*x*y*z - 1").expect("a formula");
    let wobbling = Solid::formula(&wobbling, [DVec3::splat(-3.0), DVec3::splat(3.0)], during);
    let shapes: Vec<Shape> = vec![
        Brep::torus(1.0, 0.4).expect("a torus").into(),
        Brep::cylinder(0.7, 1.5).expect("a cylinder").into(),
        Brep::cone(0.7, 1.5).expect("a cone").into(),
        Brep::new(vec![patch(bumpy, turn, [-1.0, 1.0])]).expect("a wall").into(),
        Brep::during(vec![patch(sail, [-1.0, 1.0], [-1.0, 1.0])], during).expect("a sail").into(),
        primitive::cuboid(dvec3(1.0, 0.8, 0.6)).expect("a box").into(),
        Solid::torus(1.0, 0.3).expect("a torus").into(),
        corner.expect("a combination").into(),
        wobbling.expect("a solid").into(),
    ];
    shapes.into_iter().map(Prepared::new).collect()
}

/// The values of all equations at a point.
fn values(system: &mut dyn Problem, point: &[f64]) -> Vec<Interval> {
    let point: Vec<Interval> = point.iter().copied().map(Interval::from).collect();
    let mut values = vec![Interval::ENTIRE; system.equation_count()];
    system.equations(&point, &mut values);
    values
}

/// For any two points of a box, the difference of the values is enclosed by the derivatives times the difference of
/// the points.
fn check(system: &mut dyn Problem, random: &mut Random, tally: &mut [usize; 2]) {
    let whole = system.region().to_vec();
    let size = 10_f64.powf(random.between(-4.0, -0.5));
    let region: Vec<Interval> = whole
        .iter()
        .map(|side| {
            let centre = random.between(side.lower(), side.upper());
            let half = 0.5 * size * (side.upper() - side.lower());
            Interval::between((centre - half).max(side.lower()), (centre + half).min(side.upper()))
        })
        .collect();
    let count = system.equation_count();
    let mut rows = vec![Interval::ENTIRE; count * region.len()];
    if !system.jacobian(&region, &mut rows) {
        return;
    }
    tally[0] += 1;
    let mut member = || -> Vec<f64> { region.iter().map(|side| random.between(side.lower(), side.upper())).collect() };
    let (x, y) = (member(), member());
    let [at_x, at_y] = [&x, &y].map(|point| values(system, point));
    for row in 0..count {
        let slope = (0..region.len()).fold(Interval::ZERO, |sum, column| {
            sum + rows[row * region.len() + column] * (Interval::from(y[column]) - x[column])
        });
        let change = at_y[row] - at_x[row];
        assert!(!change.disjoint(slope), "row {row}: {change:?} is not in {slope:?} over {region:?}");
        tally[1] += usize::from(slope.width() < 1e-2 * (1.0 + change.magnitude()));
    }
}

/// A mesh of a few triangles that deforms on straight paths, and one that deforms on curves.
fn sheets() -> [Moving; 2] {
    let sheet = primitive::grid(glam::dvec2(2.0, 2.0), [2, 2]).expect("a grid");
    let frames = [0.0, 1.0].map(|time: f64| {
        let place =
            |vertex: &DVec3| *vertex * (1.0 + 0.4 * time) + dvec3(0.2 * time * vertex.y, 0.0, 0.3 - time * vertex.x);
        sheet.vertices().iter().map(place).collect()
    });
    let straight = Motion::Vertexwise(Vertexwise::new(vec![0.0, 1.0], frames.to_vec()).expect("frames"));
    let texts = ["x + 0.2*sin(t)*y", "y*(1 + 0.3*t^2)", "0.3*cos(2*t + x)"];
    let curved = Motion::Expression(Expression::parse(texts).expect("formulas"));
    [straight, curved].map(|motion| Moving::new(sheet.clone().into(), motion).expect("a body"))
}

/// The same for the triangles, edges and vertices of deforming meshes.
#[test]
fn deforming_triangles_have_all_slopes() {
    let mut random = Random::new(97);
    let span = Interval::between(0.0, 0.25);
    let mut tally = [0; 2];
    for sheet in sheets() {
        let deforming = DeformingMesh::of(sheet.faceted().expect("triangles"), span).expect("bounded");
        let world = deforming_pieces(sheet.motion(), span).expect("pieces")[0];
        for shape in shapes() {
            let (body, motion) = (BodyGeometry::of(&shape), motion(&mut random));
            let other = motion.rigid_pieces(span).expect("rigid")[0];
            let (others, pieces) = match body {
                BodyGeometry::Implicit(solid) => (OtherBody::implicit(solid), [world, other]),
                BodyGeometry::Curved(_) => (OtherBody::Curved(body.elements()), [other, world]),
                BodyGeometry::Flat { .. } => continue,
            };
            let setting = PairSetting::new(pieces, &[], [false; 2]);
            let (facets, deforming) = (sheet.faceted().expect("triangles").facets(), Some(&deforming));
            let mut groups = MeshGroups::new(facets, deforming, others, &Rc::new(setting), true, None);
            for (index, cells) in groups.parameter_ranges().iter().enumerate() {
                for (system, _) in groups.systems(random.below(8) as u32, index, cells, span) {
                    for _ in 0..4 {
                        check(&mut **system.borrow_mut(), &mut random, &mut tally);
                    }
                }
            }
        }
    }
    println!("{tally:?}");
    assert!(tally[0] > 500 && tally[1] > 500, "{tally:?}");
}

#[test]
fn derivatives_hold_all_slopes() {
    let mut random = Random::new(93);
    let shapes = shapes();
    let mut tally = [0; 2];
    for (index, a) in shapes.iter().enumerate() {
        for b in &shapes[index..] {
            let bodies = [BodyGeometry::of(a), BodyGeometry::of(b)];
            let motions = [motion(&mut random), motion(&mut random)];
            let span = Interval::between(0.0, 1.0);
            let pieces = motions.each_ref().map(|motion| motion.rigid_pieces(span).expect("rigid")[0]);
            let setting = PairSetting::new(pieces, &[], [false; 2]);
            let setting = Rc::new(setting);
            // Pairs in the other order, and two meshes, have no systems.
            let Some(mut all) = contact_systems(&bodies, &setting, span) else { continue };
            for at_start in [false, true] {
                let clearance = ClearanceGoal { separation: 0.3, at_start };
                all.extend(clearance_systems(&bodies, &setting, span, clearance).expect("equations"));
            }
            for system in all {
                for _ in 0..4 {
                    check(&mut **system.borrow_mut(), &mut random, &mut tally);
                }
            }
        }
    }
    println!("{tally:?}");
    assert!(tally[0] > 1000 && tally[1] > 1000, "{tally:?}");
}

/// The same for births of a component at one to four leaves.
#[test]
fn births_have_all_slopes() {
    let mut random = Random::new(98);
    let span = Interval::between(0.0, 1.0);
    let region = [DVec3::splat(-2.0), DVec3::splat(2.0)];
    let part = |text: &str| Solid::formula(&Expr::parse(text).expect("a formula"), region, span).expect("a solid");
    let texts = ["x^2 + y*z + sin(x)*t - 0.6", "y + 0.3*x*t - t^2", "z^3 + x + y*t - 0.4", "exp(z*t) - x*y - 1.5*t"];
    let born = Solid::intersection(&texts.map(part)).expect("an intersection");
    let host = Prepared::new(Solid::sphere(9.0).expect("a ball").into());
    let motions = [motion(&mut random), motion(&mut random)];
    let pieces = motions.each_ref().map(|motion| motion.rigid_pieces(span).expect("rigid")[0]);
    let setting = Rc::new(PairSetting::new(pieces, &[], [true; 2]));
    let bounds = BodyBounds::of_box(Vector([Interval::between(-9.0, 9.0); 3]));
    let host = HostBody::new(BodyGeometry::of(&host), bounds, 0.0);
    let (mut tally, mut sizes) = ([0; 2], [0; 4]);
    for part in born.birth_elements() {
        sizes[part.leaves().len() - 1] += 1;
        let mut system = ComponentBirth::new((&born, part), false, host, &setting, span);
        for _ in 0..20 {
            check(&mut system, &mut random, &mut tally);
        }
    }
    println!("{tally:?} {sizes:?}");
    assert!(tally[0] > 200 && tally[1] > 200 && sizes.iter().all(|count| *count > 0), "{tally:?} {sizes:?}");
}
