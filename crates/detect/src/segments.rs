//! Curved bodies that move by formula in some of the pieces of their motion.
//!
//! **Question.** A motion by formula can be put into the formulas of a curved body ([`Moving::carried`]), a motion in pieces cannot. When
//! does a body that moves in pieces, some of them by formula, first touch another?
//!
//! **Idea.** One piece after the other, each as a question of its own, on the clock of the world: `t` in the formulas gives way to `t` less the
//! start of the piece. The first that does not end in `Clear` tells.
//!
//! **Guarantee.** That of the questions: a switching instant belongs to both, so that nothing is stepped over.

use crate::{Answer, DetectError, Effort, Evidence, Moving, Query, Verdict};
use tangency_geometry::{Motion, Piecewise};
use tangency_interval::Interval;

/// The pieces of the span with the body as it moves in each; `None` unless it is curved and moves by formula in one of them. Pieces of
/// pieces are not looked into.
pub(crate) fn segments(moving: &Moving, span: Interval) -> Option<Vec<(Interval, Moving)>> {
    let Motion::Piecewise(motion) = moving.motion() else { return None };
    let by_formula = motion.segments().iter().any(|segment| matches!(segment, Motion::Expression(_)));
    if moving.model().is_faceted() || !by_formula {
        return None;
    }
    let mut parts = Vec::new();
    for (index, (&start, segment)) in motion.starts().iter().zip(motion.segments()).enumerate() {
        let from = if index == 0 { span.lower() } else { start };
        let to = motion.starts().get(index + 1).copied().unwrap_or(span.upper());
        let part = span.intersection(Interval::between(from.min(to), to));
        if !part.is_empty() && from <= to {
            let motion = if let Motion::Expression(formulas) = segment {
                Motion::Expression(formulas.from_instant(start).ok()?)
            } else {
                Motion::Piecewise(Piecewise::new(vec![start], vec![segment.clone()]).ok()?)
            };
            parts.push((part, moving.moved_by(motion).ok()?));
        }
    }
    Some(parts)
}

/// The first contact over all pieces, each asked for with its part of the span and what is left of the budget.
pub(crate) fn one_after_another(
    parts: &[(Interval, Moving)],
    query: &Query,
    ask: impl Fn(&Moving, &Query) -> Result<Answer, DetectError>,
) -> Result<Answer, DetectError> {
    let mut effort = Effort::default();
    let mut evidence = Evidence::Proved;
    for (part, moving) in parts {
        let budget = query.budget.map(|budget| budget.saturating_sub(effort.iterations));
        let answer = ask(moving, &Query { span: *part, budget, ..query.clone() })?;
        effort = effort.plus(answer.effort);
        evidence = evidence.min(answer.evidence);
        if !matches!(answer.verdict, Verdict::Clear { .. }) {
            return Ok(Answer { verdict: answer.verdict, evidence, effort });
        }
    }
    Ok(Answer { verdict: Verdict::Clear { until: query.span.upper() }, evidence, effort })
}
