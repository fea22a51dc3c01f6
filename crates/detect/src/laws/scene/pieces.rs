//! Random piecewise motions, with and without jumps.

use super::motions::{MotionPlan, MovedShape, SOUND, draw};
use crate::laws::MotionKind;
use glam::{DQuat, DVec3};
use tangency_geometry::{Motion, Piecewise};
use tangency_interval::Interval;
use tangency_interval::laws::Random;

/// The starts of the pieces: the first at the start of the span or before, another inside the span, exactly at its
/// start or exactly at its end.
fn starts(random: &mut Random, span: Interval, may_be_first: bool) -> Vec<f64> {
    let (begin, length) = (span.lower(), span.width());
    let switch = match random.below(8) {
        0 if may_be_first => return vec![begin - 0.5 * length, begin],
        1 => span.upper(),
        2 | 3 => begin + 0.5 * length,
        _ => begin + random.between(0.1, 0.9) * length,
    };
    if random.below(3) == 0 && switch < span.upper() {
        return vec![begin, switch, switch + 0.5 * (span.upper() - switch)];
    }
    vec![begin, switch]
}

/// The plans of the pieces between these positions, each in its own clock.
fn plans(plan: MotionPlan, starts: &[f64], positions: &[[DVec3; 2]]) -> Vec<MotionPlan> {
    let end =
        |index: usize| starts.get(index + 1).copied().unwrap_or_else(|| plan.span.upper().max(starts[index] + 0.1));
    let of = |(index, &[from, to]): (usize, &[DVec3; 2])| MotionPlan {
        from,
        to,
        span: Interval::between(0.0, end(index) - starts[index]),
        ..plan
    };
    positions.iter().enumerate().map(of).collect()
}

/// A piece that ends at the positions of the plan, up to rounding, and keeps the orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JoiningPiece {
    /// A motion of a kind that always joins.
    Drawn(MotionKind),
    /// A screw would turn: a translation at constant velocity replaces it.
    Unturned,
    /// Formulas would turn or deform: formulas of a translation replace them.
    Sliding,
}

impl JoiningPiece {
    /// The piece that stands for a kind of motion; `None` if no piece of this kind is drawn.
    fn of(kind: MotionKind) -> Option<Self> {
        match kind {
            MotionKind::Linear | MotionKind::Ballistic => Some(Self::Drawn(kind)),
            MotionKind::Screw => Some(Self::Unturned),
            MotionKind::Expression => Some(Self::Sliding),
            MotionKind::Still
            | MotionKind::Rigid
            | MotionKind::Chebyshev
            | MotionKind::Articulated
            | MotionKind::Vertexwise
            | MotionKind::Joined
            | MotionKind::Jumping => None,
        }
    }

    /// A random one of all pieces. For bodies without triangles, formulas are rarer than the others.
    fn choose(random: &mut Random, mover: MovedShape<'_>) -> Self {
        let mut pieces: Vec<Self> = MotionKind::all().filter_map(Self::of).collect();
        pieces.sort_by_key(|&piece| piece == Self::Sliding);
        if mover.vertices.is_none() && random.below(3) != 0 {
            pieces.retain(|&piece| piece != Self::Sliding);
        }
        pieces[random.below(pieces.len())]
    }

    fn make(self, random: &mut Random, part: MotionPlan, mover: MovedShape<'_>) -> Motion {
        match self {
            Self::Drawn(kind) => draw(kind, random, part, mover),
            Self::Unturned => super::motions::rigid(part, DVec3::ZERO, mover.frame),
            Self::Sliding => sliding(part, mover),
        }
    }
}

/// A continuous piecewise motion: the body moves from position to position without turning, at different speeds.
pub(super) fn joined(random: &mut Random, plan: MotionPlan, mover: MovedShape<'_>) -> Motion {
    let starts = starts(random, plan.span, false);
    let share = |time: f64| ((time - plan.span.lower()) / plan.span.width()).clamp(0.0, 1.0);
    let bend = if random.below(2) == 0 { 0.0 } else { 0.3 };
    let position = |time: f64| {
        let share = share(time);
        plan.from + share * (plan.to - plan.from) + bend * share * (1.0 - share) * DVec3::Y
    };
    let ends: Vec<f64> = starts.iter().skip(1).copied().chain([plan.span.upper()]).collect();
    let positions: Vec<[DVec3; 2]> =
        starts.iter().zip(&ends).map(|(&from, &to)| [position(from), position(to)]).collect();
    let repeated = JoiningPiece::choose(random, mover);
    let mut made = Vec::new();
    for part in plans(plan, &starts, &positions) {
        let piece = if random.below(2) == 0 { repeated } else { JoiningPiece::choose(random, mover) };
        made.push(piece.make(random, part, mover));
    }
    Motion::Piecewise(Piecewise::new(starts, made).expect(SOUND))
}

/// A translation given by formulas.
fn sliding(part: MotionPlan, mover: MovedShape<'_>) -> Motion {
    use tangency_geometry::Expression;
    use tangency_interval::expr::Expr;
    let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| part.rotation * axis);
    let velocity = (part.to - part.from) / part.span.width();
    let placed = std::array::from_fn(|row| {
        let names = ["x", "y", "z"].into_iter().zip(axes);
        let turned: Expr = names.map(|(name, axis)| Expr::variable(name) * Expr::number(axis[row])).sum();
        turned + Expr::number(part.from[row]) + Expr::variable("t") * Expr::number(velocity[row])
    });
    Motion::Expression(Expression::new(mover.frame.formulas(placed)).expect(SOUND))
}

/// Whether the pieces of a jumping motion may be of this kind. Piecewise motions would nest, and series are not drawn
/// here.
fn between_jumps(kind: MotionKind) -> bool {
    match kind {
        MotionKind::Still
        | MotionKind::Linear
        | MotionKind::Ballistic
        | MotionKind::Rigid
        | MotionKind::Screw
        | MotionKind::Articulated
        | MotionKind::Vertexwise
        | MotionKind::Expression => true,
        MotionKind::Chebyshev | MotionKind::Joined | MotionKind::Jumping => false,
    }
}

/// A piecewise motion with jumps. Pieces start far away, near the origin (at the other body), on either side of it,
/// or at the start of the plan.
pub(super) fn jumping(random: &mut Random, plan: MotionPlan, mover: MovedShape<'_>) -> Motion {
    let starts = starts(random, plan.span, true);
    let aside = plan.from.try_normalize().unwrap_or(DVec3::X);
    let mut positions: Vec<[DVec3; 2]> = (0..starts.len())
        .map(|_| {
            let near =
                |random: &mut Random| 0.3 * DVec3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.0);
            let from = match random.below(5) {
                0 | 1 => near(random),
                2 => 3.0 * aside,
                3 => -3.0 * aside,
                _ => plan.from,
            };
            [from, from + near(random)]
        })
        .collect();
    if random.below(3) != 0 {
        positions[0] = [4.0 * aside, 3.5 * aside];
    }
    let mut kinds: Vec<MotionKind> = MotionKind::all().filter(|&kind| between_jumps(kind)).collect();
    kinds.sort_by_key(|kind| kind.needs_vertices());
    kinds.retain(|kind| mover.vertices.is_some() || !kind.needs_vertices());
    let mut made = Vec::new();
    for part in plans(plan, &starts, &positions) {
        let kind = kinds[random.below(kinds.len())];
        let turned =
            if random.below(2) == 0 { part.rotation } else { DQuat::from_rotation_z(random.between(-2.0, 2.0)) };
        made.push(draw(kind, random, MotionPlan { rotation: turned, ..part }, mover));
    }
    Motion::Piecewise(Piecewise::new(starts, made).expect(SOUND))
}
