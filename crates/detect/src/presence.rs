//! Splits a query where functions of time alone switch a solid on or off.
//!
//! **Question.** A solid appears all at once, because its formula is `max(f, 0.7 − t)`. When do two bodies first touch?
//!
//! **Idea.** The equations of births have a whole volume of solutions at that instant. But between two such instants
//! the solid is either empty or the solid without its switches ([`Solid::present`]). Each part is a query of its own,
//! whose start is tested for contact and overlap like that of a span.
//!
//! **Guarantee.** The solid is empty outside of the parts. The lower end of a part is not later than the instant at
//! which the solid appears, and a touch at that end is reported up to the instant at which it certainly is there.
//!
//! **Cost.** Nothing for other bodies.
//!
//! **Source.** Ours.

use crate::merge::Merge;
use crate::parts::{self, not_initial};
use crate::{Answer, DetectError, Moving, Prepared, Query, Verdict};
use tangency_geometry::solid::PresentPart;
use tangency_geometry::{Feature, FirstContact, Shape, Solid};
use tangency_interval::Interval;

/// A body without its switches.
struct SwitchedBody {
    body: Moving,
    /// When it is there, in order of time.
    present: Vec<PresentPart>,
    /// The part of the given solid for each part of this one.
    numbers: Vec<usize>,
}

impl SwitchedBody {
    /// `None` if no function of time alone switches the body.
    fn of(moving: &Moving, span: Interval) -> Result<Option<Self>, DetectError> {
        let Some(solid) = implicit(moving) else { return Ok(None) };
        let (Some(present), Some((rest, numbers))) = (solid.present(span), solid.without_switches()) else {
            return Ok(None);
        };
        let body = Moving::new(Shape::Implicit(rest), moving.motion().clone())?;
        Ok(Some(Self { body, present, numbers }))
    }

    /// The feature of the given solid.
    fn named(&self, feature: Feature) -> Feature {
        match feature {
            Feature::Part(part) => Feature::Part(self.numbers.get(part as usize).map_or(part, |&leaf| leaf as u32)),
            Feature::Vertex(_) | Feature::Edge { .. } | Feature::Face { .. } | Feature::Patch { .. } => feature,
        }
    }
}

fn implicit(moving: &Moving) -> Option<&Solid> {
    match moving.prepared() {
        Prepared::Implicit(implicit) => Some(&implicit.solid),
        Prepared::Facets(_)
        | Prepared::Faces(_)
        | Prepared::Convex(_)
        | Prepared::Rounded(_)
        | Prepared::HalfSpace(_)
        | Prepared::HeightMap(_)
        | Prepared::Compound(_) => None,
    }
}

/// The first contact of bodies that may be switched on and off, and may jump.
pub(crate) fn first_contact(
    a: &Moving,
    b: Option<&Moving>,
    query: &Query,
    ask: impl Fn(&Moving, Option<&Moving>, &Query) -> Result<Answer, DetectError>,
) -> Result<Answer, DetectError> {
    let of_a = SwitchedBody::of(a, query.span)?;
    let of_b = b.map(|b| SwitchedBody::of(b, query.span)).transpose()?.flatten();
    if of_a.is_none() && of_b.is_none() {
        return parts::first_contact(a, b, query, ask);
    }
    let always = vec![PresentPart { span: query.span, certain_from: query.span.lower() }];
    let present =
        |body: &Option<SwitchedBody>| body.as_ref().map_or_else(|| always.clone(), |body| body.present.clone());
    let without = (of_a.as_ref().map_or(a, |body| &body.body), of_b.as_ref().map(|body| &body.body).or(b));
    let mut merge = Merge::new(query);
    let start = query.span.lower();
    'parts: for part_a in present(&of_a) {
        for part_b in present(&of_b) {
            let span = part_a.span.intersection(part_b.span);
            if span.is_empty() {
                continue;
            }
            let outside = query.outside && span.lower() == start;
            let part = Query { span, outside, ..merge.query().clone() };
            let answer = parts::first_contact(without.0, without.1, &part, &ask)?;
            let ended = !matches!(answer.verdict, Verdict::Clear { .. });
            let answer = if span.lower() == start { answer } else { not_initial(answer) };
            let certain_from = part_a.certain_from.max(part_b.certain_from);
            merge.take((), as_given(certain_by(answer, certain_from), [of_a.as_ref(), of_b.as_ref()]));
            if ended {
                break 'parts;
            }
        }
    }
    let merged = merge.finish();
    Ok(Answer { verdict: merged.verdict, evidence: merged.evidence, effort: merged.effort })
}

/// A touch before the bodies are certainly there is certain only later.
fn certain_by(answer: Answer, certain_from: f64) -> Answer {
    match answer.verdict {
        Verdict::Touch(first) if first.time.lower() < certain_from => {
            let widened = |time: Interval| Interval::between(time.lower(), time.upper().max(certain_from));
            let mut contacts = first.contacts;
            for contact in contacts.iter_mut().filter(|contact| contact.time.lower() < certain_from) {
                contact.time = widened(contact.time);
                contact.proved = false;
            }
            let first = FirstContact { time: widened(first.time), contacts, ..first };
            Answer { verdict: Verdict::Touch(first), ..answer }
        }
        Verdict::Touch(_) | Verdict::Clear { .. } | Verdict::Open { .. } => answer,
    }
}

/// The answer with the features of the given bodies.
fn as_given(answer: Answer, bodies: [Option<&SwitchedBody>; 2]) -> Answer {
    let Verdict::Touch(mut first) = answer.verdict else { return answer };
    for contact in &mut first.contacts {
        let [a, b] = bodies;
        contact.feature_a = a.map_or(contact.feature_a, |body| body.named(contact.feature_a));
        contact.feature_b = b.map_or(contact.feature_b, |body| body.named(contact.feature_b));
    }
    Answer { verdict: Verdict::Touch(first), ..answer }
}
