//! Tightness of enclosures at the end of a chain: against dense sampling, and against products of interval
//! matrices along the chain (eq. 15 taken literally), which are far too wide.
//!
//! Run with `--nocapture` for the table of `BENCHMARKS.md`.

use crate::robots::{panda, snake};
use glam::{DVec3, dvec3};
use std::sync::Arc;
use tangency_geometry::{Interpolation, JointKind, LinkMotion, Mechanism, Motion, Trajectory};
use tangency_interval::{Interval, Matrix, Vector, Vector3};

/// Encloses the point by interval matrices: the joints' rotations during the interval, multiplied in order.
fn multiplied(of: &Mechanism, trajectory: &Trajectory, link: usize, span: Interval, local: DVec3) -> Vector3 {
    let mut joints: Vec<usize> =
        std::iter::successors(of.parent_joint(link), |&joint| of.parent_joint(of.joints()[joint].parent)).collect();
    joints.reverse();
    let (mut rotation, mut place) = (Matrix::<3, 3>::identity(), Vector3::ZERO);
    for joint in joints {
        let data = &of.joints()[joint];
        let origin = data.origin.enclosure();
        place = place + rotation * origin.translation;
        rotation = rotation * origin.rotation;
        let value = of.coordinate(joint).map(|coordinate| {
            let [from, to] = [span.lower(), span.upper()].map(|time| trajectory.value(coordinate, time));
            Interval::between(from, to)
        });
        match (data.kind, value) {
            (JointKind::Revolute { axis }, Some(angle)) => {
                let half = angle * 0.5;
                let [x, y, z] = axis.to_array().map(|along| half.sin() * along);
                rotation = rotation * Matrix::rotation([x, y, z, half.cos()]);
            }
            (JointKind::Prismatic { axis }, Some(slide)) => {
                place = place + rotation * Vector(axis.to_array().map(|along| slide * along));
            }
            _ => {}
        }
    }
    place + rotation * Vector::point(local.to_array())
}

struct Widths {
    sampled: f64,
    enclosed: f64,
    multiplied: f64,
}

/// Mean diagonal of the boxes around the point, over all intervals of one length.
fn widths(of: &Mechanism, trajectory: &Arc<Trajectory>, link: usize, pieces: usize) -> Widths {
    let local = dvec3(0.05, 0.0, 0.1);
    let motion = Motion::Articulated(LinkMotion::in_world(of, trajectory, link));
    let diagonal = |place: Vector3| place.0.map(|side| side.width() * side.width()).iter().sum::<f64>().sqrt();
    let mut sums = Widths { sampled: 0.0, enclosed: 0.0, multiplied: 0.0 };
    for piece in 0..pieces {
        let [from, to] = [piece, piece + 1].map(|cut| cut as f64 / pieces as f64);
        let span = Interval::between(from, to);
        let places = (0..=500).map(|step| motion.at(from + (to - from) * f64::from(step) / 500.0).point(0, local));
        let sampled = places.map(|p| Vector::point(p.to_array())).reduce(Vector3::hull).unwrap();
        let enclosed = motion.during(span).point(0, local);
        assert!(sampled.0.iter().zip(enclosed.0).all(|(inner, outer)| inner.mid() > outer.lower() - 1e-12));
        sums.sampled += diagonal(sampled) / pieces as f64;
        sums.enclosed += diagonal(enclosed) / pieces as f64;
        sums.multiplied += diagonal(multiplied(of, trajectory, link, span, local)) / pieces as f64;
    }
    sums
}

fn table(name: &str, of: &Mechanism, trajectory: &Arc<Trajectory>, link: usize) -> Vec<[f64; 2]> {
    println!("{name}: width of the box around a point of the last link, in widths of the sampled box");
    [1, 4, 16, 64, 256]
        .map(|pieces| {
            let Widths { sampled, enclosed, multiplied } = widths(of, trajectory, link, pieces);
            println!("| 1/{pieces} | {:.2} | {:.2} |", enclosed / sampled, multiplied / sampled);
            [enclosed / sampled, multiplied / sampled]
        })
        .to_vec()
}

/// From the ready pose to another pose of the Panda, 2.5 rad in the largest joint.
#[test]
fn panda_boxes_are_tight() {
    let panda = panda();
    let start = vec![0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785, 0.03];
    let goal = vec![1.489, -0.147, -2.5, -2.175, 2.1, 2.353, 1.062, 0.03];
    let swing = Arc::new(Trajectory::new(&panda, vec![0.0, 1.0], vec![start, goal], Interpolation::Linear).unwrap());
    let ratios = table("Panda, hand", &panda, &swing, panda.link("panda_hand").unwrap());
    // Second order: intervals shorter by a factor of four have nearly a quarter of the excess, or less.
    assert!(ratios[2][0] < 1.7 && ratios[3][0] < 1.2 && ratios[4][0] < 1.05, "{ratios:?}");
    assert!(ratios.iter().skip(1).all(|[ours, multiplied]| ours < multiplied), "{ratios:?}");
    assert!(ratios[4][1] > 1.5, "multiplied matrices stay wide: {ratios:?}");
}

/// Fifteen links that curl up, 0.4 rad per joint.
#[test]
fn boxes_of_a_long_chain_are_tight() {
    let snake = snake(15);
    let goal = (1..15).map(|joint| if joint % 3 == 0 { -0.4 } else { 0.4 }).collect();
    let swing = Trajectory::new(&snake, vec![0.0, 1.0], vec![vec![0.0; 14], goal], Interpolation::Linear);
    let ratios = table("Snake of 15 links", &snake, &Arc::new(swing.unwrap()), 14);
    assert!(ratios[3][0] < 1.3 && ratios[4][0] < 1.1, "{ratios:?}");
    assert!(ratios[4][1] > 1.5, "multiplied matrices stay wide: {ratios:?}");
}
