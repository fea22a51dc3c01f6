//! The first contact within one smooth stretch of time.

use super::advance::{SearchOutcome, SearchParameters, advance, advance_groups, advance_nets};
use super::cavity::RoundInCavity;
use super::describe;
use super::groups::{MeshGroups, OtherBody};
use super::nets::NetPairs;
use super::snyder1993::{self, SnyderMethod};
use super::window::{CavityProofs, window};
use crate::curved::elements::{BodyBounds, BodyGeometry};
use crate::curved::equations::{ClearanceGoal, OpposedFunctions, PairSetting, SharedSystem, list, require_some};
use crate::tolerance::{COMPLETION_STEPS, CURVED_BUDGET};
use crate::{Effort, FirstContact, Query};
use std::rc::Rc;
use tangency_geometry::Contact;
use tangency_interval::Interval;
use tangency_interval::solve::{SolverOptions, SolverOutcome, Termination};

/// The result of the search in one stretch of time.
pub(in crate::curved) enum StretchEnding {
    Apart,
    Touch(FirstContact),
    /// The budget ended first. There is no contact before `from`.
    Unfinished {
        from: f64,
    },
}

/// What is known about the start of a stretch of time.
#[derive(Clone, Copy)]
pub(in crate::curved) struct StretchStart {
    /// The bodies start where the stretch before left them, so the start needs no test.
    pub(in crate::curved) continues: bool,
    /// Neither body is inside the other at the start.
    pub(in crate::curved) outside: bool,
    /// Seconds. Before this instant the bodies are known to be apart.
    pub(in crate::curved) apart_until: f64,
}

/// Two bodies during a stretch of time in which both move smoothly.
pub(in crate::curved) struct SmoothStretch<'question> {
    pub(super) bodies: [BodyGeometry<'question>; 2],
    pub(super) bounds: [BodyBounds; 2],
    pub(super) setting: Rc<PairSetting<'question>>,
    pub(super) parameters: SearchParameters<'question>,
    pub(super) known: StretchStart,
}

impl<'question> SmoothStretch<'question> {
    pub(in crate::curved) fn new(
        bodies: [BodyGeometry<'question>; 2],
        bounds: [BodyBounds; 2],
        setting: PairSetting<'question>,
        parameters: SearchParameters<'question>,
        known: StretchStart,
    ) -> Self {
        Self { bodies, bounds, setting: Rc::new(setting), parameters, known }
    }

    /// The first contact within the stretch: by the search of the paper if `published` is given, otherwise by ours.
    /// `None` if there are no equations for two such bodies.
    pub(in crate::curved) fn first_contact(
        &self,
        effort: &mut Effort,
        query: &Query,
        published: Option<&SnyderMethod>,
    ) -> Option<StretchEnding> {
        let whole = self.parameters.span;
        let separation = query.separation;
        let cavities = match published {
            None => CavityProofs { round: RoundInCavity::of(self.bodies), opposed: OpposedFunctions::of(self.bodies) },
            Some(_) => CavityProofs::default(),
        };
        if self.known.apart_until > whole.upper() {
            return Some(StretchEnding::Apart);
        }
        let rest = Interval::between(self.known.apart_until.max(whole.lower()), whole.upper());
        let Some(span) = window(&self.bounds, &cavities, self.setting.frame(), rest, separation) else {
            return Some(StretchEnding::Apart);
        };
        let left = |effort: &Effort| query.budget.unwrap_or(CURVED_BUDGET).saturating_sub(effort.iterations);
        if span.lower() == whole.lower() && !self.known.continues {
            let options = |effort: &Effort| SolverOptions { budget: left(effort), ..self.parameters.options };
            let mut ending = self.start(effort, &options(effort))?;
            if matches!(ending, StretchEnding::Apart) && separation > 0.0 {
                ending = self.near_start(separation, effort, &options(effort))?;
            }
            match ending {
                StretchEnding::Apart => {}
                StretchEnding::Touch(_) | StretchEnding::Unfinished { .. } => return Some(ending),
            }
        }
        // If the query sets no budget, a shorter one limits the search for further contacts once the first is known.
        let completion = if query.budget.is_some() { u64::MAX } else { COMPLETION_STEPS };
        let options = SolverOptions { budget: left(effort), completion, ..self.parameters.options };
        let parameters = SearchParameters { span, options, ..self.parameters };
        let clearance = (separation > 0.0).then_some(ClearanceGoal { separation, at_start: false });
        let mut births = list::births(&self.bodies, &self.bounds, &self.setting, separation, span);
        let found = match (published, self.groups(true, clearance), clearance) {
            (Some(method), ..) => {
                let systems = if method.tangency { self.contact_systems(span)? } else { self.surface_systems(span)? };
                snyder1993::search(systems, &parameters, method)
            }
            (None, Some(groups), _) => advance_groups(groups, births, parameters),
            (None, None, None) => match self.nets(span, true) {
                Some(nets) => advance_nets(nets, births, parameters),
                None => {
                    let mut systems = self.contact_systems(span)?;
                    systems.append(&mut births);
                    advance(systems, parameters)
                }
            },
            (None, None, Some(clearance)) => {
                let mut systems = list::clearance_systems(&self.bodies, &self.setting, span, clearance)?;
                systems.append(&mut births);
                advance(systems, parameters)
            }
        };
        let contacts = self.contacts(&found, effort, false);
        Some(self.ending(&found.outcome, contacts))
    }

    /// The systems of contact with tangency.
    fn contact_systems(&self, span: Interval) -> Option<Vec<SharedSystem<'question>>> {
        list::contact_systems(&self.bodies, &self.setting, span)
    }

    /// Adds the effort of a search and describes its solutions as contacts. `initial`: the search was for the start
    /// of the span.
    pub(super) fn contacts(&self, found: &SearchOutcome<'_>, effort: &mut Effort, initial: bool) -> Vec<Contact> {
        effort.pairs += found.pairs;
        effort.iterations += found.outcome.iterations;
        describe::contacts(found, &self.setting, self.parameters.options.accept, initial)
    }

    /// If both bodies are made of Bézier patches: their control nets.
    pub(super) fn nets(&self, span: Interval, tangency: bool) -> Option<NetPairs<'question>> {
        NetPairs::new(&self.bodies, &self.bounds, &self.setting, span, tangency)
    }

    /// If one of the bodies is a mesh: its triangles with the other body.
    pub(super) fn groups(&self, tangency: bool, clearance: Option<ClearanceGoal>) -> Option<MeshGroups<'question>> {
        let (facets, deforming, other) = match self.bodies {
            [curved @ BodyGeometry::Curved(_), BodyGeometry::Flat { facets, deforming }] => {
                let mut elements = curved.elements();
                elements.retain(|element| tangency || element.borrow().dimension() == 2);
                require_some(&elements)?;
                (facets, deforming, OtherBody::Curved(elements))
            }
            [BodyGeometry::Flat { facets, deforming }, BodyGeometry::Implicit(solid)] => {
                (facets, deforming, OtherBody::implicit(solid))
            }
            [BodyGeometry::Curved(_), BodyGeometry::Curved(_) | BodyGeometry::Implicit(_)]
            | [BodyGeometry::Flat { .. }, BodyGeometry::Flat { .. } | BodyGeometry::Curved(_)]
            | [
                BodyGeometry::Implicit(_),
                BodyGeometry::Flat { .. } | BodyGeometry::Curved(_) | BodyGeometry::Implicit(_),
            ] => return None,
        };
        Some(MeshGroups::new(facets, deforming, other, &self.setting, tangency, clearance))
    }

    /// The ending that follows from the outcome of a search and the contacts among its solutions.
    pub(super) fn ending(&self, outcome: &SolverOutcome, contacts: Vec<Contact>) -> StretchEnding {
        let start = self.parameters.span.lower();
        let last = contacts.iter().map(|contact| contact.time.upper()).fold(f64::INFINITY, f64::min);
        if contacts.is_empty() {
            let apart = outcome.ended == Termination::Done && outcome.proves_none();
            let from = outcome.lower.max(start);
            return if apart { StretchEnding::Apart } else { StretchEnding::Unfinished { from } };
        }
        let first = outcome.lower.clamp(start, last);
        StretchEnding::Touch(FirstContact {
            time: Interval::between(first, last),
            contacts,
            complete: outcome.ended == Termination::Done,
        })
    }
}
