//! The pairs of a robot and its world, asked one after the other.

use super::apart::{Crate, Watch};
use super::{Verifier, VerifyError, VerifyOptions};
use std::sync::Arc;
use tangency_detect::{Effort, Evidence, Moving, Query, Verdict, first_contact};
use tangency_formats::{ContactReport, Span, VerdictKind};
use tangency_geometry::{Contact, LinkMotion, Motion, Pose, Trajectory};
use tangency_interval::Interval;

/// The earliest contact so far and what is still certain.
pub(super) struct Search<'a> {
    trajectory: &'a Arc<Trajectory>,
    clearance: f64,
    /// Asks only up to the earliest contact so far, with what is left of the budget.
    query: Query,
    contacts: Vec<ContactReport>,
    unfinished: Option<f64>,
    evidence: Evidence,
    effort: Effort,
    pub(super) asked: usize,
}

/// How it ended.
pub(super) struct Ended {
    pub(super) verdict: VerdictKind,
    pub(super) clear_until: f64,
    pub(super) time: Option<[f64; 2]>,
    pub(super) contacts: Vec<ContactReport>,
    pub(super) evidence: Evidence,
    pub(super) effort: Effort,
}

/// A part or an obstacle, as one side of a pair.
struct Side<'a> {
    name: &'a str,
    moving: Moving,
    /// How far beyond its shape the body may reach.
    radius: f64,
}

/// A pair of parts, or a part and an obstacle, that is known to be apart before an instant.
pub(super) struct Pair<'a> {
    from: f64,
    sides: [Side<'a>; 2],
    /// The link in whose frame the answer is; `None`: the world.
    observer: Option<LinkMotion>,
}

impl Verifier {
    /// Every pair that is to be asked about, the one that is known to be apart for the shortest time first.
    pub(super) fn pairs(&self, search: &mut Search<'_>) -> Result<Vec<Pair<'_>>, VerifyError> {
        let mut pairs = Vec::new();
        for [a, b] in self.robot.link_pairs() {
            self.pair_links(search, [a, b], &mut pairs)?;
        }
        for link in self.robot.moving_links() {
            self.pair_obstacles(search, link, &mut pairs)?;
        }
        pairs.sort_by(|one, other| one.from.total_cmp(&other.from));
        Ok(pairs)
    }

    /// Two links, in the frame of the first.
    fn pair_links<'v>(
        &'v self,
        search: &mut Search<'_>,
        [a, b]: [usize; 2],
        pairs: &mut Vec<Pair<'v>>,
    ) -> Result<(), VerifyError> {
        let mechanism = &self.robot.mechanism;
        let mut watch = Watch::new(LinkMotion::seen_from(mechanism, search.trajectory, b, a));
        let observer = LinkMotion::in_world(mechanism, search.trajectory, a);
        for part_a in self.parts_of(a) {
            let stands = Crate::around(self.robot.parts[part_a].solid.mesh(), &Pose::IDENTITY);
            for part_b in self.parts_of(b) {
                let sides = [
                    self.part(part_a, Motion::Still(Pose::IDENTITY))?,
                    self.part(part_b, Motion::Articulated(watch.motion().clone()))?,
                ];
                let separation = search.separation(&sides);
                let from = watch.apart_until(&self.balls[part_b], &stands, separation, search.query.span);
                search.asked += 1;
                pairs.push(Pair { from, sides, observer: Some(observer.clone()) });
            }
        }
        Ok(())
    }

    /// A link against every obstacle that it may not touch.
    fn pair_obstacles<'v>(
        &'v self,
        search: &mut Search<'_>,
        link: usize,
        pairs: &mut Vec<Pair<'v>>,
    ) -> Result<(), VerifyError> {
        let name = &self.robot.mechanism.links()[link];
        let mut watch = Watch::new(LinkMotion::in_world(&self.robot.mechanism, search.trajectory, link));
        for (obstacle, model) in self.world.obstacles.iter().zip(&self.obstacles) {
            let object = obstacle.name.rsplit_once('#').map_or(obstacle.name.as_str(), |(object, _)| object);
            let named = |[a, b]: &[String; 2]| (a == name && b == object) || (b == name && a == object);
            if self.world.allowed.iter().any(named) {
                continue;
            }
            let stands = if let Motion::Still(pose) = &obstacle.motion {
                Some(Crate::around(obstacle.solid.mesh(), pose))
            } else {
                None
            };
            for part in self.parts_of(link) {
                let moving = Moving::of(Arc::clone(model), obstacle.motion.clone());
                let moving =
                    moving.map_err(|source| VerifyError { a: name.clone(), b: obstacle.name.clone(), source })?;
                let sides = [
                    self.part(part, Motion::Articulated(watch.motion().clone()))?,
                    Side { name: &obstacle.name, moving, radius: obstacle.solid.radius },
                ];
                let (separation, span) = (search.separation(&sides), search.query.span);
                let ball = &self.balls[part];
                let from = stands.map_or(span.lower(), |stands| watch.apart_until(ball, &stands, separation, span));
                search.asked += 1;
                pairs.push(Pair { from, sides, observer: None });
            }
        }
        Ok(())
    }

    fn parts_of(&self, link: usize) -> impl Iterator<Item = usize> {
        (0..self.parts.len()).filter(move |&part| self.robot.parts[part].link == link)
    }

    fn part(&self, part: usize, motion: Motion) -> Result<Side<'_>, VerifyError> {
        let of = &self.robot.parts[part];
        let moving = Moving::of(Arc::clone(&self.parts[part]), motion);
        let moving = moving.map_err(|source| VerifyError { a: of.name.clone(), b: of.name.clone(), source })?;
        Ok(Side { name: &of.name, moving, radius: of.solid.radius })
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(trajectory: &'a Arc<Trajectory>, options: &VerifyOptions) -> Self {
        Self {
            trajectory,
            clearance: options.clearance,
            query: Query {
                span: trajectory.span(),
                tolerance: options.tolerance,
                budget: options.budget,
                progress: options.progress.clone(),
                ..Query::default()
            },
            contacts: Vec::new(),
            unfinished: None,
            evidence: Evidence::Proved,
            effort: Effort::default(),
            asked: 0,
        }
    }

    /// The distance that counts as contact. What reaches beyond the shapes counts as clearance; rounded up.
    fn separation(&self, [a, b]: &[Side<'_>; 2]) -> f64 {
        (Interval::from(self.clearance) + a.radius + b.radius).upper()
    }

    /// Asks about one pair.
    pub(super) fn ask(&mut self, pair: &Pair<'_>) -> Result<(), VerifyError> {
        let Pair { from, sides, observer } = pair;
        let ([a, b], from) = (sides, *from);
        let whole = self.query.span;
        // The clearance itself is judged by the query, so that a wrong one is refused even if nothing is near.
        if from >= whole.upper() && whole.lower() < whole.upper() && self.clearance >= 0.0 {
            return Ok(());
        }
        self.query.separation = self.separation(sides);
        self.query.span = Interval::between(from, whole.upper());
        let answer = first_contact(&a.moving, &b.moving, &self.query).map_err(|source| VerifyError {
            a: a.name.into(),
            b: b.name.into(),
            source,
        })?;
        self.query.span = whole;
        self.effort = self.effort.plus(answer.effort);
        self.evidence = self.evidence.min(answer.evidence);
        self.query.budget = self.query.budget.map(|budget| budget.saturating_sub(answer.effort.iterations));
        match answer.verdict {
            Verdict::Clear { .. } => {}
            Verdict::Touch(first) => {
                self.query.span = Interval::between(whole.lower(), first.time.upper().min(whole.upper()));
                let clock = Span { start: 0.0, end: whole.upper() };
                for contact in &first.contacts {
                    let pose = observer.as_ref().map_or(Pose::IDENTITY, |link| link.locate(contact.time.lower()).pose);
                    let turned = pose.apply(contact.normal) - pose.translation();
                    let contact = Contact { point: pose.apply(contact.point), normal: turned, ..*contact };
                    let mut told = ContactReport::new([a.name, b.name], &contact, clock);
                    told.time = [contact.time.lower(), contact.time.upper()];
                    // The witnesses are on the shapes; the bodies reach farther.
                    told.gap -= a.radius + b.radius;
                    told.initial &= from <= whole.lower();
                    self.contacts.push(told);
                }
            }
            Verdict::Open { from } => self.unfinished = Some(self.unfinished.map_or(from, |until| until.min(from))),
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Ended {
        let (last, until) = (self.query.span.upper(), self.unfinished);
        self.contacts.retain(|contact| contact.time[0] <= last && until.is_none_or(|until| contact.time[0] <= until));
        let first = self.contacts.iter().map(|contact| contact.time[0]).fold(f64::INFINITY, f64::min);
        let (verdict, clear_until, time) = match (self.contacts.is_empty(), self.unfinished) {
            (false, _) => (VerdictKind::Touch, first, Some([first, last])),
            (true, Some(from)) => (VerdictKind::Open, from, None),
            (true, None) => (VerdictKind::Clear, last, None),
        };
        let Self { contacts, evidence, effort, .. } = self;
        Ended { verdict, clear_until, time, contacts, evidence, effort }
    }
}
