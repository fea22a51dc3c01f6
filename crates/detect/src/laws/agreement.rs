//! Two answers about the same configuration agree: exchanged, moved, scaled, among many, with the span split, with
//! a larger separation.
//!
//! A proved contact lies within its bracket, and no contact occurs before a lower end. Two brackets of the same
//! first contact therefore have a common instant if both contain a proved contact, and a proved contact contradicts
//! `Clear`. Contacts that are only within the tolerance prove nothing: one query may report them and another may
//! not.

use super::oracle::{Care, InstantSide, Probe, certain_overlap};
use super::tolerance::{DISAGREEMENT_INSTANTS, TIME_ROUNDING};
use super::{Fault, Frame, Law, PairScene, ask, fault, soundness};
use crate::{FirstContact, Moving, Query, SceneMember, Verdict, first_contact_among};
use glam::{DQuat, DVec3, dvec3};
use tangency_geometry::{Contact, Motion, Piecewise, Pose, Shape, primitive};
use tangency_interval::Interval;
use tangency_interval::laws::Random;

fn proved(first: &FirstContact) -> bool {
    first.contacts.iter().any(|contact| contact.proved)
}

/// Whether two answers to the same query can both be true. `slack`: seconds by which rounding may shift instants.
fn agree(one: &Verdict, other: &Verdict, slack: f64) -> Result<(), String> {
    match (one, other) {
        (Verdict::Touch(first), Verdict::Touch(second)) if proved(first) && proved(second) => {
            let (a, b) = (first.time, second.time);
            let common = a.lower() <= b.upper() + slack && b.lower() <= a.upper() + slack;
            if common { Ok(()) } else { Err(format!("the brackets {a:?} and {b:?} are disjoint")) }
        }
        (Verdict::Touch(first), Verdict::Clear { .. }) | (Verdict::Clear { .. }, Verdict::Touch(first))
            if slack == 0.0 && proved(first) =>
        {
            Err(format!("a contact is proved in {:?}, and proved absent", first.time))
        }
        (Verdict::Touch(first), Verdict::Open { from }) | (Verdict::Open { from }, Verdict::Touch(first))
            if *from > first.time.upper() + slack && proved(first) =>
        {
            Err(format!("a contact is proved in {:?}, and proved absent before {from}", first.time))
        }
        (Verdict::Touch(_) | Verdict::Clear { .. } | Verdict::Open { .. }, _) => Ok(()),
    }
}

/// With the bodies exchanged the verdicts agree, and single contacts have the same point.
pub fn symmetric(scene: &PairScene, verdict: &Verdict) -> Result<(), Fault> {
    let swapped = scene.swapped();
    let Some(other) = ask(&swapped)? else {
        return Err(fault(Law::Symmetric, scene, "answered, but unsupported with the bodies exchanged".into()));
    };
    agree(verdict, &other.verdict, 0.0).map_err(|what| fault(Law::Symmetric, scene, what))?;
    soundness::never_contradicted(&swapped, &other.verdict, 10)?;
    if let (Verdict::Touch(first), Verdict::Touch(second)) = (verdict, &other.verdict)
        && let ([one], [another]) = (first.contacts.as_slice(), second.contacts.as_slice())
    {
        same_place(scene, one, another)?;
    }
    Ok(())
}

/// Two single contacts at the same instant have the same point.
fn same_place(scene: &PairScene, one: &Contact, another: &Contact) -> Result<(), Fault> {
    let (placed_a, placed_b) = soundness::placed(scene, one.time.upper());
    let size = placed_a.size().max(placed_b.size());
    let same_instant = (one.time.mid() - another.time.mid()).abs() < 1e-6 * scene.query.span.width();
    // Overlapping bodies may report any common point.
    let deep = certain_overlap(&placed_a, &placed_b, Care::Quick).is_some();
    if same_instant && !deep && one.proved && another.proved && one.point.distance(another.point) > 0.05 * size {
        let what = format!("one contact at {}, with the bodies exchanged at {}", one.point, another.point);
        return Err(fault(Law::Symmetric, scene, what));
    }
    Ok(())
}

/// The frames into which a scene is moved.
#[must_use]
pub(super) fn frames(random: &mut Random) -> [Frame; 2] {
    let axis = dvec3(random.between(-2.0, 2.0), random.between(-2.0, 2.0), random.between(-2.0, 2.0));
    let moved =
        Frame { scale: 1.0, rotation: DQuat::from_scaled_axis(axis).normalize(), shift: dvec3(0.75, -1.5, 2.25) };
    let scale = [0.25, 8.0, 3.0][random.below(3)];
    [moved, Frame { scale, rotation: DQuat::IDENTITY, shift: DVec3::ZERO }]
}

/// The scene in another frame has the same answer up to rounding.
pub fn unchanged(scene: &PairScene, verdict: &Verdict, moved: &PairScene) -> Result<(), Fault> {
    // Whether a formula is supported may depend on its form. An unsupported query is not a wrong answer.
    let Some(other) = ask(moved)? else { return Ok(()) };
    let slack = TIME_ROUNDING * scene.query.span.width();
    let named = |what: String| fault(Law::Unchanged, scene, what);
    agree(verdict, &other.verdict, slack).map_err(named)?;
    soundness::never_contradicted(moved, &other.verdict, 10)?;
    let mixed = matches!((verdict, &other.verdict), (Verdict::Touch(_), Verdict::Clear { .. }));
    if mixed && certainly_overlap(scene) {
        return Err(named("touch, but clear when moved, and the bodies do overlap".into()));
    }
    Ok(())
}

/// Whether the bodies certainly overlap at one of some sampled instants of the span.
fn certainly_overlap(scene: &PairScene) -> bool {
    let (a, b) = (Probe::new(&scene.a), Probe::new(&scene.b));
    let instants = (0..=DISAGREEMENT_INSTANTS)
        .map(|index| scene.query.span.lower() + scene.query.span.width() * index as f64 / DISAGREEMENT_INSTANTS as f64);
    instants
        .map(|instant| [&a, &b].map(|probe| probe.at(instant.min(scene.query.span.upper()), InstantSide::After)))
        .any(|[a, b]| certain_overlap(&a, &b, Care::Quick).is_some())
}

/// The answer is the same together with a distant third body.
pub fn same_among_many(scene: &PairScene, verdict: &Verdict) -> Result<(), Fault> {
    // No body is far from a half-space.
    if [&scene.a, &scene.b].iter().any(|body| matches!(body.moving.shape(), Shape::HalfSpace(_))) {
        return Ok(());
    }
    let far = Motion::Still(Pose::translated(DVec3::splat(1e3)).expect("finite"));
    let shape = Shape::Polyhedron(primitive::cuboid(DVec3::ONE).expect("a box"));
    let third = Moving::new(shape, far).expect("a rigid motion fits");
    let bodies = [&scene.a.moving, &third, &scene.b.moving].map(|moving| SceneMember { moving, self_contact: false });
    let answer = first_contact_among(&bodies, &scene.query)
        .map_err(|error| fault(Law::AmongMany, scene, format!("fails among many bodies: {error}")))?;
    let named = |what: String| fault(Law::AmongMany, scene, what);
    let different = |what: &str| Err(named(format!("{what}: {verdict:?} and among many {:?}", answer.verdict)));
    match (verdict, &answer.verdict) {
        (Verdict::Touch(first), Verdict::Touch(second)) if first.time.lower() < second.time.lower() => {
            different("the lower end is later among many")
        }
        (Verdict::Touch(first), Verdict::Touch(second)) if first.contacts.len() != second.contacts.len() => {
            different("different contacts")
        }
        (Verdict::Touch(_), Verdict::Touch(_)) | (Verdict::Clear { .. }, Verdict::Clear { .. }) => Ok(()),
        // Many bodies share one budget.
        (Verdict::Open { .. }, _) | (_, Verdict::Open { .. }) => Ok(()),
        (Verdict::Touch(_), Verdict::Clear { .. }) | (Verdict::Clear { .. }, Verdict::Touch(_)) => {
            different("different verdicts")
        }
    }
}

/// The same query on consecutive parts of the span: the first part that is not clear must agree with the whole.
pub fn same_in_pieces(scene: &PairScene, verdict: &Verdict, random: &mut Random) -> Result<(), Fault> {
    let span = scene.query.span;
    let event = scene.events().into_iter().find(|&event| span.lower() < event && event < span.upper());
    let cut = event.filter(|_| random.below(2) == 0).unwrap_or_else(|| random.between(span.lower(), span.upper()));
    let mut ends = vec![span.lower(), cut, span.upper()];
    if random.below(2) == 0 {
        ends.insert(2, 0.5 * (cut + span.upper()));
    }
    let named = |what: String| fault(Law::InPieces, scene, what);
    for part in ends.windows(2).filter(|part| part[0] <= part[1]) {
        let query = Query { span: Interval::between(part[0], part[1]), ..scene.query.clone() };
        let piece =
            PairScene { query, name: format!("{}, from {} to {}", scene.name, part[0], part[1]), ..scene.clone() };
        let Some(answer) = ask(&piece)? else {
            return Err(named(format!("answered, but unsupported from {} to {}", part[0], part[1])));
        };
        soundness::never_contradicted(&piece, &answer.verdict, 10)?;
        match &answer.verdict {
            Verdict::Clear { .. } => {
                // A bracket that extends beyond the cut may have its contact in the next part.
                if let Verdict::Touch(first) = verdict
                    && proved(first)
                    && first.time.upper() < part[1]
                {
                    return Err(named(format!("clear from {} to {}, but as a whole {verdict:?}", part[0], part[1])));
                }
            }
            Verdict::Touch(_) | Verdict::Open { .. } => {
                return agree(verdict, &answer.verdict, 0.0).map_err(named);
            }
        }
    }
    match verdict {
        Verdict::Touch(first) if proved(first) => {
            Err(named(format!("all pieces are clear, but as a whole {verdict:?}")))
        }
        Verdict::Touch(_) | Verdict::Clear { .. } | Verdict::Open { .. } => Ok(()),
    }
}

/// A motion is equivalent to a piecewise motion with it as the only piece.
pub fn same_as_one_piece(scene: &PairScene, verdict: &Verdict) -> Result<(), Fault> {
    if matches!(scene.a.moving.motion(), Motion::Piecewise(_)) {
        return Ok(());
    }
    let wrapped = Piecewise::new(vec![0.0], vec![scene.a.moving.motion().clone()]).expect("one piece");
    let shape = scene.a.moving.shape().clone();
    let moving = Moving::new(shape, Motion::Piecewise(wrapped)).expect("the same vertices");
    let mut other = scene.clone();
    other.a.moving = moving;
    other.name = format!("{}, with a's motion as the only piece of a piecewise motion", scene.name);
    let Some(answer) = ask(&other)? else { return Ok(()) };
    agree(verdict, &answer.verdict, 0.0).map_err(|what| fault(Law::OnePiece, &other, what))?;
    soundness::never_contradicted(&other, &answer.verdict, 10)
}

/// With a small budget the answer is the same or weaker, and still sound.
pub fn less_with_a_small_budget(scene: &PairScene, verdict: &Verdict, random: &mut Random) -> Result<(), Fault> {
    for most in [10, 100, 2_000] {
        let budget = 1 + random.below(most) as u64;
        let query = Query { budget: Some(budget), ..scene.query.clone() };
        let short = PairScene { query, name: format!("{}, with a budget of {budget}", scene.name), ..scene.clone() };
        let Some(answer) = ask(&short)? else {
            return Err(fault(Law::SmallBudget, &short, "answered, but unsupported with a small budget".into()));
        };
        agree(verdict, &answer.verdict, 0.0).map_err(|what| fault(Law::SmallBudget, &short, what))?;
        soundness::never_contradicted(&short, &answer.verdict, 10)?;
    }
    Ok(())
}

/// A larger separation never makes the first contact later.
pub fn clearance_is_monotone(scene: &PairScene, verdict: &Verdict) -> Result<(), Fault> {
    let more = 1e3 * scene.query.tolerance;
    let query = Query { separation: scene.query.separation + more, ..scene.query.clone() };
    let wide = PairScene { query, name: format!("{}, separation larger by {more}", scene.name), ..scene.clone() };
    let Some(answer) = ask(&wide)? else { return Ok(()) };
    soundness::never_contradicted(&wide, &answer.verdict, 10)?;
    let Verdict::Touch(first) = verdict else { return Ok(()) };
    if !proved(first) {
        return Ok(());
    }
    let named = |what: String| fault(Law::Monotone, &wide, what);
    match &answer.verdict {
        Verdict::Touch(second) if second.time.lower() <= first.time.upper() => Ok(()),
        Verdict::Open { from } if *from <= first.time.upper() => Ok(()),
        Verdict::Touch(_) | Verdict::Open { .. } | Verdict::Clear { .. } => {
            Err(named(format!("with less separation {:?}, now {:?}", first.time, answer.verdict)))
        }
    }
}
