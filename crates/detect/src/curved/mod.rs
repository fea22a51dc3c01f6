//! First contact of curved bodies: parametric surfaces, implicit solids, and either with meshes.
//!
//! **Question.** Two bodies of curved faces, implicit solids or triangles move, turn and deform: when do they first touch, where, and
//! at how many places at once?
//!
//! **Idea.** At the first contact bodies that were apart are tangent. Contact, tangency and approach are equations and
//! inequalities of the parameters and of time; one system for every pair of a face, edge or vertex with another
//! (`touching`), and for implicit solids (`sinking`, `solids`). All systems of a pair go into one search for the earliest solution
//! ([`tangency_interval::solve`]), which encloses all of them and proves isolated ones to exist. Before that, bounding balls narrow
//! the time (`bounds`), and at the start of every smooth stretch contact alone is asked for (`start`). Coming within a separation has
//! systems of its own (`clearance`).
//!
//! **Guarantee.** `Clear` and the lower end of a touch are proofs, for the exact surfaces and motions. A contact that is marked proved
//! exists within its bracket of time. Others are within the tolerance: then, and along contact curves and regions, the
//! lower end may be early by ε ([`crate::Query::simultaneity`]).
//!
//! **Cost.** Some microseconds a step; hundreds of steps for an isolated contact, thousands for a contact curve.
//!
//! **Source.** Snyder et al. 1993. Derivations, and where we differ: the note below.
#![doc = include_str!("../../../../docs/notes/curved-contact.md")]

mod advance;
mod birth;
mod body;
mod bounds;
mod clearance;
mod cone;
mod deforming;
mod describe;
mod element;
mod foretell;
mod frame;
mod groups;
mod host;
mod inside;
mod kept;
#[cfg(test)]
mod laws;
mod list;
mod overlap;
pub mod plain;
mod sinking;
mod solids;
mod start;
mod system;
mod touching;
mod tracked;
mod within;

pub(crate) use bounds::Bounds;
pub use tracked::Tracked;

use crate::flight::stretches;
use crate::progress::Steps;
use crate::table::{Question, unsupported};
use crate::tolerance::{ACCEPTED_TIME, ACCEPTED_WIDTH, COMPLETION_STEPS, CURVED_BUDGET, DEFAULT_SPACING, RESOLUTION};
use crate::{Answer, DetectError, Effort, Evidence, FirstContact, Moving, Query, Verdict};
use advance::{Course, Shared, advance, advance_groups};
use birth::Birth;
use body::Body;
use bounds::window;
use clearance::Clearance;
use deforming::Deforming;
use frame::Frame;
use groups::{Groups, Others};
use host::Host;
use plain::Method;
use std::rc::Rc;
use tangency_geometry::{Contact, Motion, RigidPiece};
use tangency_interval::Interval;
use tangency_interval::solve::{Cut, Ended, Options, Outcome};
use touching::Setting;
use tracked::Tracking;

/// Two bodies, one of them curved, and the stretches of time during which each moves smoothly.
struct Curved<'question> {
    a: &'question Moving,
    b: &'question Moving,
    pieces: [Vec<RigidPiece<'question>>; 2],
    query: &'question Query,
    /// The bodies were exchanged: curved faces come before meshes, and meshes before implicit solids.
    exchanged: bool,
}

/// How one stretch of time ended.
enum Ending {
    Apart,
    Touch(FirstContact),
    Unfinished { from: f64 },
}

/// One smooth stretch of time.
struct Stretch<'question> {
    bodies: [Body<'question>; 2],
    bounds: [Bounds; 2],
    setting: Rc<Setting<'question>>,
    course: Course,
    /// At its start nothing has to be asked: the bodies are where the stretch before left them.
    goes_on: bool,
    /// That no body is inside the other at the start is known.
    outside: bool,
}

/// The first contact of two bodies of which one is curved.
pub(crate) fn first_contact(question: &Question<'_, &Moving>) -> Result<Answer, DetectError> {
    let [a, b] = question.bodies();
    Curved::new(a, b, question.query).ok_or_else(|| question.unsupported())?.search(None)
}

impl<'question> Curved<'question> {
    /// The question about two bodies, if both move rigidly or are made of triangles. Other deforming bodies must carry `t` in their formulas.
    fn new(a: &'question Moving, b: &'question Moving, query: &'question Query) -> Option<Self> {
        let rank = |moving: &Moving| match Body::of(moving.prepared()) {
            Body::Curved(_) => 0,
            Body::Flat { .. } => 1,
            Body::Implicit(_) => 2,
        };
        let exchanged = rank(a) > rank(b);
        let (a, b) = if exchanged { (b, a) } else { (a, b) };
        let pieces = [pieces(a, query.span)?, pieces(b, query.span)?];
        Some(Self { a, b, pieces, query, exchanged })
    }

    /// The first contact within the span, by the plain search if a method for it is given.
    fn search(&self, plain: Option<&Method>) -> Result<Answer, DetectError> {
        let mut effort = Effort::default();
        let stretches: Vec<_> = stretches(&self.pieces).collect();
        let mut bar = Steps::new(self.query, stretches.len());
        let mut verdict = Verdict::Clear { until: self.query.span.upper() };
        for (index, (pieces, [start, end])) in stretches.into_iter().enumerate() {
            let span = Interval::between(start, end);
            let deforming = [self.deforming(self.a, span)?, self.deforming(self.b, span)?];
            let mut stretch = self.stretch(pieces, span, deforming.each_ref().map(Option::as_ref))?;
            stretch.goes_on = index > 0 && self.flows(&pieces, start);
            stretch.outside = index == 0 && self.query.outside;
            let ending = stretch.first_contact(&mut effort, self.query, plain);
            let ending = ending.ok_or_else(|| unsupported(self.a, self.b, self.query.span))?;
            bar.reached(index, 1.0);
            verdict = match ending {
                Ending::Apart => continue,
                Ending::Touch(first) => Verdict::Touch(self.as_asked(first, index == 0)),
                Ending::Unfinished { from } => Verdict::Open { from },
            };
            break;
        }
        Ok(Answer { verdict, evidence: Evidence::Proved, effort })
    }

    /// The ways of a body's vertices during a stretch, if it deforms at some time: it then stands in the frame of the world all the time.
    fn deforming(
        &self,
        moving: &'question Moving,
        span: Interval,
    ) -> Result<Option<Deforming<'question>>, DetectError> {
        deforming::deforms(moving, self.query.span).map(|faceted| Deforming::of(faceted, span)).transpose()
    }

    /// `true` proves that both bodies are at the start of a stretch where they were at the end of the one before.
    fn flows(&self, pieces: &[RigidPiece<'_>; 2], start: f64) -> bool {
        let flows = |moving: &Moving, piece: &RigidPiece<'_>| {
            let span = self.query.span;
            // One motion is continuous by itself; the pieces of several join up to rounding only.
            let one = !matches!(moving.motion(), Motion::Piecewise(_));
            piece.span().lower() < start
                || (one && moving.motion().is_rigid(span))
                || (deforming::deforms(moving, span).is_some() && deforming::flows(moving.motion(), span))
        };
        flows(self.a, &pieces[0]) && flows(self.b, &pieces[1])
    }

    /// The contacts that are simultaneous with the first, with the bodies in the order in which they were given. `at_start`: they are of the first stretch of the span.
    fn as_asked(&self, mut first: FirstContact, at_start: bool) -> FirstContact {
        let horizon = self.query.last_simultaneous(first.time.upper());
        first.contacts.retain(|contact| contact.time.lower() <= horizon);
        for contact in &mut first.contacts {
            contact.initial &= at_start;
            if self.exchanged {
                *contact = contact.swapped();
            }
        }
        first
    }

    fn stretch<'stretch>(
        &'stretch self,
        pieces: [RigidPiece<'stretch>; 2],
        span: Interval,
        ways: [Option<&'stretch Deforming<'stretch>>; 2],
    ) -> Result<Stretch<'stretch>, DetectError> {
        let movings = [self.a, self.b];
        let body = |side: usize| Body::of(movings[side].prepared()).on_ways(ways[side]);
        let bodies = [body(0), body(1)];
        for described in bodies.iter().filter_map(Body::described) {
            if !span.subset(described) {
                return Err(DetectError::BeyondDescription { start: described.lower(), end: described.upper() });
            }
        }
        let bound = |side: usize| ways[side].map_or_else(|| movings[side].prepared().bounds(span), Deforming::bounds);
        let bounds = [bound(0), bound(1)];
        let setting = Setting {
            frame: Frame::new(pieces),
            tracking: Tracking(&self.query.tracked),
            solid: bodies.each_ref().map(Body::is_solid),
        };
        let reach = bounds.each_ref().map(Bounds::reach);
        if !reach.iter().all(|reach| reach.is_finite()) {
            return Err(DetectError::NoBound);
        }
        let moving = pieces[0].rates(span).speed_within(reach[0]) + pieces[1].rates(span).speed_within(reach[1]);
        let deforming = bodies.each_ref().map(|body| body.deformation_speed(span));
        let speed = deforming.iter().try_fold(moving, |sum, speed| Some(sum + (*speed)?));
        let size =
            self.query.separation + reach[0] + reach[1] + setting.frame.during(span).translation.length().upper();
        if !(moving.is_finite() && size.is_finite()) {
            return Err(DetectError::Unbounded);
        }
        let resolution = RESOLUTION * size;
        if self.query.tolerance < resolution {
            return Err(DetectError::TooFine { tolerance: self.query.tolerance, resolution });
        }
        let size = bounds[0].radius.min(bounds[1].radius);
        // What changes its form at a speed that is not known is expected to move by its size.
        let pace = speed.unwrap_or(moving + size / span.width().max(f64::MIN_POSITIVE));
        let local = (speed.is_none() && self.query.simultaneity.is_none()).then_some(self.query.tolerance);
        let course = Course { span, pace, local, size, options: self.options(&bounds, speed) };
        Ok(Stretch { bodies, bounds, setting: Rc::new(setting), course, goes_on: false, outside: false })
    }

    /// ε from the tolerance and the speed, δ from the size, unless the query says otherwise. Without a bound on the speed ε is as short as can be.
    fn options(&self, bounds: &[Bounds; 2], speed: Option<f64>) -> Options {
        let query = self.query;
        let length = query.span.width();
        let least = ACCEPTED_TIME * length;
        let simultaneity = query.simultaneity.unwrap_or_else(|| match speed {
            Some(speed) => simultaneity(query.tolerance, speed, length),
            None => least,
        });
        let radius = bounds[0].radius.min(bounds[1].radius);
        Options {
            simultaneity,
            separation: query.spacing.unwrap_or(DEFAULT_SPACING * radius),
            accept: ACCEPTED_WIDTH * query.tolerance,
            accept_objective: least,
            // Pieces of surface are cut to about the same length along all parameters before the solver is asked.
            cut: Cut::Even,
            ..Options::default()
        }
    }
}

/// ε: how long bodies that move at this speed need at least to come closer by the tolerance, in a stretch of this length.
fn simultaneity(tolerance: f64, speed: f64, length: f64) -> f64 {
    let least = ACCEPTED_TIME * length;
    if speed > 0.0 { (tolerance / speed).clamp(least, length.max(least)) } else { length }
}

/// The stretches of time during which a body moves smoothly; `None` if it deforms and is not made of triangles.
fn pieces(moving: &Moving, span: Interval) -> Option<Vec<RigidPiece<'_>>> {
    let motion = moving.motion();
    let ways = || moving.faceted().and_then(|_| deforming::pieces(motion, span));
    motion.rigid_pieces(span).or_else(ways)
}

impl<'question> Stretch<'question> {
    /// The first contact within the stretch; `None` if there are no equations for two such bodies.
    fn first_contact(&self, effort: &mut Effort, query: &Query, plain: Option<&Method>) -> Option<Ending> {
        let whole = self.course.span;
        let separation = query.separation;
        let Some(span) = window(&self.bounds, &self.setting.frame, whole, separation) else {
            return Some(Ending::Apart);
        };
        let left = |effort: &Effort| query.budget.unwrap_or(CURVED_BUDGET).saturating_sub(effort.iterations);
        if span.lower() == whole.lower() && !self.goes_on {
            let options = |effort: &Effort| Options { budget: left(effort), ..self.course.options };
            let mut ending = self.start(effort, &options(effort))?;
            if matches!(ending, Ending::Apart) && separation > 0.0 {
                ending = self.near_start(separation, effort, &options(effort))?;
            }
            match ending {
                Ending::Apart => {}
                Ending::Touch(_) | Ending::Unfinished { .. } => return Some(ending),
            }
        }
        // Without a budget of the query the search for all places of a contact that is known ends soon.
        let completion = if query.budget.is_some() { u64::MAX } else { COMPLETION_STEPS };
        let options = Options { budget: left(effort), completion, ..self.course.options };
        let course = Course { span, options, ..self.course };
        let clearance = (separation > 0.0).then_some(Clearance { separation, at_start: false });
        let mut births = self.births(separation, span);
        let found = match (plain, self.groups(true, clearance), clearance) {
            (Some(method), ..) => self.search_plainly(course, method)?,
            (None, Some(groups), _) => advance_groups(groups, births, course),
            (None, None, None) => {
                let mut systems = list::systems(&self.bodies, &self.setting, span)?;
                systems.append(&mut births);
                advance(systems, course)
            }
            (None, None, Some(clearance)) => {
                let mut systems = clearance::systems(&self.bodies, &self.setting, span, clearance)?;
                systems.append(&mut births);
                advance(systems, course)
            }
        };
        effort.pairs += found.pairs;
        effort.iterations += found.outcome.iterations;
        let contacts = describe::contacts(&found, &self.setting, self.course.options.accept, false);
        Some(self.ending(&found.outcome, contacts))
    }

    /// One system for every way in which a component of one body can be born in the other, or within the separation of it. On a surface that has no
    /// inside births are contacts like others.
    fn births(&self, separation: f64, time: Interval) -> Vec<Shared<'question>> {
        let mut systems = Vec::new();
        for (born, host) in [(0, 1), (1, 0)] {
            let Body::Implicit(solid) = self.bodies[born] else { continue };
            if !(self.setting.solid[host] || separation > 0.0) {
                continue;
            }
            let host = Host { body: self.bodies[host], bounds: self.bounds[host], separation };
            for part in solid.birth_elements() {
                systems.push(list::shared(Birth::new((solid, part), born == 1, host, &self.setting, time)));
            }
        }
        systems
    }

    /// If one of the bodies is a mesh: its triangles with the other body.
    fn groups(&self, tangency: bool, clearance: Option<Clearance>) -> Option<Groups<'question>> {
        let (facets, deforming, others) = match self.bodies {
            [curved @ Body::Curved(_), Body::Flat { facets, deforming }] => {
                let mut elements = curved.elements();
                elements.retain(|element| tangency || element.borrow().dimension() == 2);
                list::some(&elements)?;
                (facets, deforming, Others::Curved(elements))
            }
            [Body::Flat { facets, deforming }, Body::Implicit(solid)] => {
                (facets, deforming, Others::Implicit(solid, Box::default()))
            }
            [Body::Curved(_), Body::Curved(_) | Body::Implicit(_)]
            | [Body::Flat { .. }, Body::Flat { .. } | Body::Curved(_)]
            | [Body::Implicit(_), Body::Flat { .. } | Body::Curved(_) | Body::Implicit(_)] => return None,
        };
        Some(Groups { facets, deforming, others, setting: Rc::clone(&self.setting), tangency, clearance })
    }

    /// What the outcome of a search says.
    fn ending(&self, outcome: &Outcome, contacts: Vec<Contact>) -> Ending {
        let start = self.course.span.lower();
        let last = contacts.iter().map(|contact| contact.time.upper()).fold(f64::INFINITY, f64::min);
        if contacts.is_empty() {
            let apart = outcome.ended == Ended::Done && outcome.proves_none();
            return if apart { Ending::Apart } else { Ending::Unfinished { from: outcome.lower.max(start) } };
        }
        let first = outcome.lower.clamp(start, last);
        Ending::Touch(FirstContact {
            time: Interval::between(first, last),
            contacts,
            complete: outcome.ended == Ended::Done,
        })
    }
}
