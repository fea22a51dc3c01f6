//! The surface of a half-space that rests, or moves without turning.
//!
//! **Question.** A floor rises, a piston closes in, a table moves in steps. When can a body that flies meet it?
//!
//! **Idea.** A plane that moves without turning is a wall whose offset is a polynomial of time ([`Wall`]): constant,
//! linear or quadratic for motions that are still, straight or thrown. A motion in pieces has one wall for each piece,
//! and one looks again where the next begins. A piece that turns has none: the half-space may be anywhere then.
//!
//! **Guarantee.** A wall holds all of the half-space, rounding included.
//!
//! **Source.** Dworkin 1994, section 3.5 and appendix F (moving walls).

use crate::sparse::Wall;
use crate::tolerance::CENTRE_ROUNDING;
use glam::DVec3;
use tangency_geometry::{HalfSpace, Motion, Pose};

/// The plane of a half-space over time.
#[derive(Clone, Debug)]
pub(crate) struct PlanePath {
    /// Walls with the instants at which they begin, s. The first one holds before as well. `None` where it turns.
    pieces: Vec<(f64, Option<Wall>)>,
}

impl PlanePath {
    /// The plane of a half-space with a motion.
    pub(crate) fn new(half_space: &HalfSpace, motion: &Motion) -> Self {
        let pieces = match motion {
            Motion::Piecewise(all) => {
                let pieces = all.starts().iter().zip(all.segments());
                pieces.map(|(start, motion)| (*start, wall_of(half_space, motion, *start))).collect()
            }
            Motion::Still(_)
            | Motion::Linear(_)
            | Motion::Ballistic(_)
            | Motion::Rigid(_)
            | Motion::Screw(_)
            | Motion::Chebyshev(_)
            | Motion::Articulated(_)
            | Motion::Vertexwise(_)
            | Motion::Expression(_) => vec![(0.0, wall_of(half_space, motion, 0.0))],
        };
        Self { pieces }
    }

    /// The wall from an instant on, and the instant until which it holds.
    pub(crate) fn from(&self, time: f64) -> (Option<Wall>, f64) {
        let next = self.pieces.partition_point(|(start, _)| *start <= time).max(1);
        let until = self.pieces.get(next).map_or(f64::INFINITY, |(start, _)| *start);
        (self.pieces[next - 1].1, until)
    }

    /// The wall, if it never moves.
    pub(crate) fn still(&self) -> Option<Wall> {
        match self.pieces.as_slice() {
            [(_, Some(wall))] if wall.offset[1..] == [0.0; 2] => Some(*wall),
            _ => None,
        }
    }
}

/// The plane of a half-space on a motion whose clock begins at an instant; `None` if it may turn.
fn wall_of(half_space: &HalfSpace, motion: &Motion, since: f64) -> Option<Wall> {
    let zero = DVec3::ZERO;
    let (start, velocity, acceleration) = match motion {
        Motion::Still(pose) => (*pose, zero, zero),
        Motion::Linear(linear) => (linear.start(), linear.velocity(), zero),
        Motion::Ballistic(thrown) => (thrown.start(), thrown.velocity(), thrown.acceleration()),
        Motion::Rigid(rigid) if rigid.angular_velocity() == zero => (rigid.start(), rigid.velocity(), zero),
        Motion::Rigid(_)
        | Motion::Screw(_)
        | Motion::Chebyshev(_)
        | Motion::Articulated(_)
        | Motion::Piecewise(_)
        | Motion::Vertexwise(_)
        | Motion::Expression(_) => return None,
    };
    Some(wall_at(half_space, &start, [velocity, 0.5 * acceleration], since))
}

/// The plane of a half-space with a pose that moves on from there: its velocity, and half of its acceleration.
pub(crate) fn wall_at(half_space: &HalfSpace, start: &Pose, [velocity, bend]: [DVec3; 2], since: f64) -> Wall {
    let normal = start.turn(half_space.outward());
    let on_plane = start.apply(-half_space.height(DVec3::ZERO) * half_space.outward());
    // A normal along an axis is exact. Any other one is rounded, and tells wrongly how far points beside each other
    // are along it.
    let is_exact = normal.to_array().into_iter().filter(|part| *part != 0.0).count() == 1;
    let along = |vector: DVec3| {
        let rounding = if is_exact { 0.0 } else { CENTRE_ROUNDING * vector.abs().element_sum() };
        normal.dot(vector) + rounding
    };
    Wall { normal, offset: [along(on_plane), along(velocity), along(bend)], since }
}
