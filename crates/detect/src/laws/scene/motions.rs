//! Random motions of every kind from one position to another during a span.

use super::frame::Frame;
use crate::laws::MotionKind;
use glam::{DQuat, DVec3, dvec3};
use std::sync::Arc;
use tangency_geometry::{
    Ballistic, ChebyshevMotion, Expression, Interpolation, Joint, JointKind, Linear, LinkMotion, Mechanism, Motion,
    Pose, Rigid, Screw, Trajectory, Vertexwise,
};
use tangency_interval::expr::Expr;
use tangency_interval::laws::Random;
use tangency_interval::{Chebyshev, Interval};

/// The reason why constructors of motions cannot fail here.
pub(super) const SOUND: &str = "the numbers of the generator make a motion";

/// The plan of a motion: from one position at the lower end of the span to another at its upper end.
#[derive(Clone, Copy, Debug)]
pub(super) struct MotionPlan {
    pub(super) rotation: DQuat,
    pub(super) from: DVec3,
    pub(super) to: DVec3,
    /// Seconds, in the clock of the motion.
    pub(super) span: Interval,
}

impl MotionPlan {
    fn velocity(&self) -> DVec3 {
        (self.to - self.from) / self.span.width()
    }

    /// The position at time 0 of a body with constant velocity.
    fn at_zero(&self) -> DVec3 {
        self.from - self.span.lower() * self.velocity()
    }
}

/// The properties of a body that its motion depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovedShape<'shape> {
    /// The vertices of a body of triangles, scaled by the frame.
    pub(super) vertices: Option<&'shape [DVec3]>,
    /// Whether the body is implicit. Formulas must then be linear in space.
    pub(super) implicit: bool,
    pub(super) frame: Frame,
}

/// A random angular velocity: zero, about the z axis, or about any axis.
fn spin(random: &mut Random, most: f64) -> DVec3 {
    match random.below(4) {
        0 => DVec3::ZERO,
        1 => DVec3::Z * random.between(-most, most),
        _ => dvec3(random.between(-most, most), random.between(-most, most), random.between(-most, most)),
    }
}

/// A random motion of this kind.
pub(super) fn draw(kind: MotionKind, random: &mut Random, plan: MotionPlan, mover: MovedShape<'_>) -> Motion {
    match kind {
        MotionKind::Still => Motion::Still(mover.frame.pose(plan.rotation, plan.from)),
        MotionKind::Linear => linear(plan, mover.frame),
        MotionKind::Ballistic => ballistic(random, plan, mover.frame),
        MotionKind::Rigid => {
            let turning = spin(random, 3.0 / plan.span.width());
            rigid(plan, turning, mover.frame)
        }
        MotionKind::Screw => screw(random, plan, mover.frame),
        MotionKind::Chebyshev => chebyshev(random, plan, mover.frame),
        MotionKind::Articulated => articulated(random, plan, mover.frame),
        MotionKind::Vertexwise => vertexwise(random, plan, mover),
        MotionKind::Expression => expression(random, plan, mover),
        MotionKind::Joined => super::pieces::joined(random, plan, mover),
        MotionKind::Jumping => super::pieces::jumping(random, plan, mover),
    }
}

pub(super) fn linear(plan: MotionPlan, frame: Frame) -> Motion {
    let start = frame.pose(plan.rotation, plan.at_zero());
    Motion::Linear(Linear::new(start, frame.direction(plan.velocity())).expect(SOUND))
}

fn ballistic(random: &mut Random, plan: MotionPlan, frame: Frame) -> Motion {
    let length = plan.span.width();
    let pull = dvec3(0.0, random.between(-2.0, 2.0), -random.between(0.0, 8.0)) / (length * length);
    let velocity = plan.velocity() - 0.5 * (plan.span.lower() + plan.span.upper()) * pull;
    let from = plan.span.lower();
    let start = plan.from - from * velocity - 0.5 * from * from * pull;
    let start = frame.pose(plan.rotation, start);
    Motion::Ballistic(Ballistic::new(start, frame.direction(velocity), frame.direction(pull)).expect(SOUND))
}

pub(super) fn rigid(plan: MotionPlan, turning: DVec3, frame: Frame) -> Motion {
    let start = frame.pose(plan.rotation, plan.at_zero());
    Motion::Rigid(Rigid::new(start, frame.direction(plan.velocity()), frame.turned(turning)).expect(SOUND))
}

fn screw(random: &mut Random, plan: MotionPlan, frame: Frame) -> Motion {
    let start = frame.pose(plan.rotation, plan.from);
    let turn = DQuat::from_scaled_axis(spin(random, 1.5));
    let end = frame.pose((turn * plan.rotation).normalize(), plan.to);
    Motion::Screw(Screw::between(start, end, plan.span.upper()).expect(SOUND))
}

fn chebyshev(random: &mut Random, plan: MotionPlan, frame: Frame) -> Motion {
    // The domain of the series ends with the span, or later.
    let end = plan.span.upper() + if random.below(2) == 0 { 0.0 } else { 0.5 * plan.span.width() };
    let begin = plan.span.lower();
    let series = |coefficients: &[f64]| Chebyshev::new(begin, end, coefficients).expect(SOUND);
    let bend = dvec3(0.0, random.between(-0.3, 0.3), random.between(-0.3, 0.3));
    // On [−1, 1]: middle + slope·s + bend·(2s² − 1).
    let slope = 0.5 * (end - begin) * frame.direction(plan.velocity());
    let bend = frame.direction(bend);
    let middle = frame.point(plan.from) + slope - bend;
    let translation = [0, 1, 2].map(|axis| series(&[middle[axis], slope[axis], bend[axis]]));
    let start = frame.pose(plan.rotation, DVec3::ZERO).rotation();
    let turn = (frame.turned(spin(random, 0.4)) * 0.5).extend(0.0);
    let rotation = start.to_array().into_iter().zip((DQuat::from_vec4(turn) * start).to_array());
    let rotation: Vec<Chebyshev> = rotation.map(|(value, rate)| series(&[value, rate])).collect();
    let rotation: [Chebyshev; 4] = rotation.try_into().expect("four series");
    Motion::Chebyshev(ChebyshevMotion::new(rotation, translation).expect(SOUND))
}

/// A prismatic joint along a line in the world, carrying a revolute joint that turns the body.
fn articulated(random: &mut Random, plan: MotionPlan, frame: Frame) -> Motion {
    let joint = |name: &str, kind: JointKind, parent: usize, origin: Pose| Joint {
        name: name.into(),
        kind,
        parent,
        child: parent + 1,
        origin,
        limits: None,
        mimic: None,
    };
    let displacement = plan.to - plan.from;
    let along = displacement.try_normalize().unwrap_or(DVec3::X);
    let axis = spin(random, 1.0).try_normalize().unwrap_or(DVec3::Z);
    let base = frame.pose(DQuat::IDENTITY, plan.from);
    let turned = Pose::new(plan.rotation, DVec3::ZERO).expect(SOUND);
    let joints = vec![
        joint("slide", JointKind::Prismatic { axis: along }, 0, base),
        joint("wheel", JointKind::Revolute { axis }, 1, Pose::IDENTITY),
        joint("mount", JointKind::Fixed, 2, turned),
    ];
    let links = ["base", "sledge", "hub", "hand"].map(String::from).to_vec();
    let mechanism = Mechanism::new(links, joints).expect(SOUND);
    let length = frame.scale * displacement.length();
    let [half, whole] = [random.between(0.2, 0.8), random.between(-2.0, 2.0)];
    let times = vec![plan.span.lower(), plan.span.mid(), plan.span.upper()];
    let rows = vec![vec![0.0, 0.0], vec![half * length, 0.7 * whole], vec![length, whole]];
    let interpolation = if random.below(2) == 0 { Interpolation::Linear } else { Interpolation::Cubic };
    let path = Trajectory::new(&mechanism, times, rows, interpolation).expect(SOUND);
    Motion::Articulated(LinkMotion::in_world(&mechanism, &Arc::new(path), 3))
}

/// Three frames of a translating body, with a random displacement of each vertex.
pub(super) fn vertexwise(random: &mut Random, plan: MotionPlan, mover: MovedShape<'_>) -> Motion {
    let vertices = mover.vertices.expect("only bodies of triangles move so");
    let (begin, end) = (plan.span.lower(), plan.span.upper());
    let middle = begin + [0.5, random.between(0.2, 0.8)][random.below(2)] * (end - begin);
    let times = vec![begin, middle, end];
    let reach = vertices.iter().map(|vertex| vertex.length()).fold(0.0, f64::max) / mover.frame.scale;
    let strays = [0.0, 0.1, 0.25].map(|most| if random.below(3) == 0 { 0.0 } else { most * reach });
    let frame = |(&time, &most): (&f64, &f64)| {
        let pose = mover.frame.pose(plan.rotation, plan.from + (time - begin) * plan.velocity());
        let mut stray = || dvec3(random.between(-most, most), random.between(-most, most), random.between(-most, most));
        vertices.iter().map(|&vertex| pose.apply(vertex) + mover.frame.direction(stray())).collect()
    };
    let frames = times.iter().zip(&strays).map(frame).collect();
    Motion::Vertexwise(Vertexwise::new(times, frames).expect(SOUND))
}

/// A deformation (none, turning about z, stretching, shearing or bending), then a rotation, then a translation,
/// uniform or accelerated.
pub(super) fn expression(random: &mut Random, plan: MotionPlan, mover: MovedShape<'_>) -> Motion {
    let [x, y, z] = ["x", "y", "z"].map(Expr::variable);
    let begin = plan.span.lower();
    let elapsed = Expr::variable("t") - Expr::number(begin);
    let share = elapsed.clone() * Expr::number(1.0 / plan.span.width());
    let number = Expr::number;
    let local = match random.below(if mover.implicit { 4 } else { 5 }) {
        0 => [x, y, z],
        1 => {
            let rate = random.between(-2.0, 2.0);
            let (cosine, sine) = ((share.clone() * number(rate)).cos(), (share.clone() * number(rate)).sin());
            [&x * &cosine - &y * &sine, &x * &sine + &y * &cosine, z]
        }
        2 => {
            let stretch = number(1.0) + share.clone() * number(random.between(-0.4, 0.6));
            [x * stretch, y, z]
        }
        3 => [x, &y + &z * (share.clone() * number(random.between(-0.5, 0.5))), z],
        _ => {
            // Bends the body along x. The unit of length is that of the frame.
            let bend = random.between(-0.8, 0.8);
            let bent = &z + x.sqr() * (share.clone() * number(bend));
            [x, y, bent]
        }
    };
    let columns = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| plan.rotation * axis);
    let displacement = plan.to - plan.from;
    let quadratic = random.below(2) == 0;
    let progress = if quadratic { (share.clone() + share.sqr()) * number(0.5) } else { share };
    let placed = std::array::from_fn(|row| {
        let turned = if plan.rotation == DQuat::IDENTITY {
            local[row].clone()
        } else {
            local.iter().zip(columns).map(|(part, column)| part.clone() * number(column[row])).sum()
        };
        turned + number(plan.from[row]) + progress.clone() * number(displacement[row])
    });
    Motion::Expression(Expression::new(mover.frame.formulas(placed)).expect(SOUND))
}
