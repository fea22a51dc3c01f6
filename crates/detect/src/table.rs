//! Which method answers which pair.
//!
//! | a \ b                | on straight paths, exact | rigid             | deforming, straight | deforming, curved |
//! |----------------------|--------------------------|-------------------|---------------------|-------------------|
//! | straight, exact      | `straight`               | `rigid`           | `straight`          | `straight`        |
//! | rigid                | `rigid`                  | `rigid`           | `straight`          | `straight`        |
//! | deforming, straight  | `straight`               | `straight`        | `straight`          | `straight`        |
//! | deforming, curved    | `straight`               | `straight`        | `straight`          | `straight`        |
//! | with itself          | `straight`               | `straight`, if it does not turn | `straight` | not yet       |
//!
//! For polyhedra and meshes alike. Where a body is curved, `curved` answers:
//!
//! | a \ b              | curved faces | polyhedron or mesh | implicit solid |
//! |--------------------|--------------|--------------------|----------------|
//! | curved faces       | `curved`     | `curved`           | `curved`       |
//! | polyhedron or mesh | `curved`     | the table above    | `curved`       |
//! | implicit solid     | `curved`     | `curved`           | `curved`       |
//!
//! with itself, not yet. Curved faces and implicit solids may deform, with the time in their
//! formulas; a motion by formula is put into those of curved faces, and, if it is linear in space, of implicit solids, one after the other
//! where it has pieces (`segments.rs`). Pieces of pieces, not yet. `tests/every_pair.rs` asks about every shape on every motion against every other.
//! *Straight*: every vertex moves along lines at constant speed between certain instants
//! (still, linear, vertexwise, and pieces of those); *exact*: and it is not turned, so that its coordinates are known exactly.
//! *Rigid*: it moves as a whole, turning or not (still, linear, ballistic, rigid, screw, Chebyshev, and pieces of those).
//! Where it says `rigid` and both bodies are convex polyhedra, `convex` answers, and leaves to `rigid` what it cannot decide.
//! *Deforming*: vertexwise, expression, and pieces of those, but not pieces of pieces. With a body on curves `straight` takes short
//! steps, in which that is almost on straight paths too (`straight/curved.rs`). Every contact of a span, rather than the first, is asked of `straight` and of `rigid`. A
//! cell that says "not yet" is the error [`DetectError::Unsupported`], never "no contact".

use crate::convex::{self, Bodies};
use crate::flight::{Flight, stretches};
use crate::segments::{one_after_another, segments};
use crate::straight::{Curved, Question, Terms, knots};
use crate::{Answer, DetectError, Evidence, Model, Moving, Query, Touching};
use crate::{curved, rigid};
use tangency_geometry::{Enclosure, Motion, Shape};
use tangency_interval::Matrix;

/// When `a` and `b` first touch, where, and how sure that is.
pub fn first_contact(a: &Moving, b: &Moving, query: &Query) -> Result<Answer, DetectError> {
    query.validate()?;
    if !(a.model().is_faceted() && b.model().is_faceted()) {
        if let Some(parts) = segments(a, query.span) {
            return one_after_another(&parts, query, |a, query| first_contact(a, b, query));
        }
        if let Some(parts) = segments(b, query.span) {
            return one_after_another(&parts, query, |b, query| first_contact(a, b, query));
        }
        let carried = [a, b].map(|moving| moving.carried(query.span));
        let [at_rest_a, at_rest_b] = carried.each_ref().map(Option::as_deref);
        let question = curved::Question::new(at_rest_a.unwrap_or(a), at_rest_b.unwrap_or(b), query);
        return question.ok_or_else(|| unsupported(a, b, query))?.first_contact();
    }
    match rigid_question(a, b, query) {
        Some(question) => {
            let convex = convex::Question::new([a, b], &question.pieces, query);
            match convex.map(|convex| convex.first_contact()).transpose()?.flatten() {
                Some(answer) => Ok(answer),
                None => question.first_contact(),
            }
        }
        None => match curved(a, b, query) {
            Some(question) => question.first_contact(),
            None => question(a, Some(b), query)?.first_contact(),
        },
    }
}

/// Until when `a` and `b` are certainly apart by more than the separation, told from their convex hulls alone: they do not touch
/// before that instant, which is the start of the span if nothing can be told so. A few microseconds, for those who must choose
/// which of many pairs to ask about first.
pub fn apart_until(a: &Moving, b: &Moving, query: &Query) -> Result<f64, DetectError> {
    query.validate()?;
    let span = query.span;
    let pieces = [a, b].map(|moving| moving.motion().rigid_pieces(span));
    let [Some(of_a), Some(of_b)] = pieces else { return Ok(span.lower()) };
    let models = [a.model(), b.model()];
    if !models.iter().all(|model| model.is_faceted()) {
        return Ok(span.lower());
    }
    let terms = Terms { separation: query.separation, tolerance: query.tolerance };
    for (pieces, ends) in stretches(&[of_a, of_b]) {
        let flight = Flight::new(pieces, models.map(Model::reach), ends);
        flight.check(query.tolerance, 0.0)?;
        if let Some(until) = convex::apart_until(Bodies::of(models), &flight, ends[0], terms) {
            return Ok(until);
        }
    }
    Ok(span.upper())
}

/// When `a` first touches itself, where, and how sure that is.
pub fn first_self_contact(a: &Moving, query: &Query) -> Result<Answer, DetectError> {
    question(a, None, query)?.first_contact()
}

/// Every pair of features of `a` and `b` that touches during the span, each with its first contact, earliest first. The
/// budget of the query is not used: a list that leaves out pairs would not be a list of all.
pub fn every_contact(a: &Moving, b: &Moving, query: &Query) -> Result<Vec<Touching>, DetectError> {
    query.validate()?;
    match rigid_question(a, b, query) {
        Some(question) => question.every_contact(),
        None => question(a, Some(b), query)?.every_contact(),
    }
}

/// Every pair of features of `a` that touches another of `a` during the span, as [`every_contact`].
pub fn every_self_contact(a: &Moving, query: &Query) -> Result<Vec<Touching>, DetectError> {
    question(a, None, query)?.every_contact()
}

/// The question for the method of rigid motions, if it is the one: both bodies are rigid, and not on straight paths with
/// coordinates that are known exactly, which the method of straight paths decides exactly.
fn rigid_question<'q>(a: &'q Moving, b: &'q Moving, query: &'q Query) -> Option<rigid::Question<'q>> {
    let pieces = [a.motion().rigid_pieces(query.span)?, b.motion().rigid_pieces(query.span)?];
    let exact = |moving: &Moving| {
        moving.motion().straight_between(query.span).is_some() && unturned(&moving.motion().during(query.span))
    };
    let exact = exact(a) && exact(b);
    (!exact).then_some(rigid::Question { a, b, pieces, query })
}

/// The question for two bodies of which one deforms and one is on curves, if it is that.
fn curved<'q>(a: &'q Moving, b: &'q Moving, query: &'q Query) -> Option<Curved<'q>> {
    let straight = |moving: &Moving| moving.motion().straight_between(query.span).is_some();
    if straight(a) && straight(b) {
        return None;
    }
    let instants = |moving: &Moving| match moving.motion().rigid_pieces(query.span) {
        Some(pieces) if !straight(moving) => {
            let ends = pieces.iter().map(|piece| piece.span().upper());
            Some(std::iter::once(query.span.lower()).chain(ends).collect())
        }
        _ => knots(moving.motion(), query.span),
    };
    Some(Curved { a, b, knots: merged(instants(a)?, instants(b)?), query })
}

/// Whether the body keeps the axes of the world.
fn unturned(enclosure: &Enclosure) -> bool {
    match enclosure {
        Enclosure::Pose(pose) => pose.rotation == Matrix::identity(),
        Enclosure::Sequence(parts) => parts.iter().all(unturned),
        Enclosure::Turning(_) | Enclosure::Spinning(_) | Enclosure::Vertexwise(_) | Enclosure::Expression(_) => false,
    }
}

/// Finds the method for `a` with `b`, or with itself, on straight paths.
fn question<'q>(a: &'q Moving, b: Option<&'q Moving>, query: &'q Query) -> Result<Question<'q>, DetectError> {
    query.validate()?;
    let other = b.unwrap_or(a);
    if !(a.model().is_faceted() && other.model().is_faceted()) {
        return Err(unsupported(a, other, query));
    }
    match (a.motion().straight_between(query.span), other.motion().straight_between(query.span)) {
        (Some(knots_a), Some(knots_b)) => Ok(Question { a, b, knots: merged(knots_a, knots_b), query }),
        _ => Err(unsupported(a, other, query)),
    }
}

/// All instants of both lists in order.
fn merged(mut a: Vec<f64>, b: Vec<f64>) -> Vec<f64> {
    // The ends of the span are in both lists; a span of one instant is the step from it to itself.
    let instant = a.len() == 2 && a[0] == a[1];
    a.extend(b);
    a.sort_by(f64::total_cmp);
    a.dedup();
    if instant {
        a.push(a[0]);
    }
    a
}

pub(crate) fn unsupported(a: &Moving, b: &Moving, query: &Query) -> DetectError {
    let wanted = match query.evidence {
        Evidence::Proved => "proved",
        Evidence::Computed => "computed",
        Evidence::Sampled => "sampled",
    };
    DetectError::Unsupported { a: name(a, query), b: name(b, query), wanted }
}

/// What a body is, as far as it may be the reason to refuse it.
fn name(moving: &Moving, query: &Query) -> &'static str {
    let (motion, span) = (moving.motion(), query.span);
    let straight = motion.straight_between(span).is_some();
    let bent = matches!(motion, Motion::Expression(_)) && moving.carried(span).is_none();
    let nested = matches!(motion, Motion::Piecewise(_)) && motion.rigid_pieces(span).is_none();
    match moving.model().shape() {
        Shape::Polyhedron(_) if straight => "a polyhedron on straight paths",
        Shape::Polyhedron(_) => "a polyhedron on curved paths",
        Shape::Mesh(_) if straight => "a mesh on straight paths",
        Shape::Mesh(_) => "a mesh on curved paths",
        Shape::Parametric(_) if bent => "a curved surface of which it is not known what formulas make of it",
        Shape::Parametric(_) if nested => "a curved surface that moves in pieces of pieces",
        Shape::Parametric(_) => "a curved surface",
        Shape::Implicit(_) if bent => "an implicit solid that formulas bend",
        Shape::Implicit(_) if nested => "an implicit solid that moves in pieces of pieces",
        Shape::Implicit(_) => "an implicit solid",
    }
}
