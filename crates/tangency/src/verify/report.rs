//! From the answer about a robot's bodies to a report with their names.

use super::{Verifier, VerifyError};
use tangency_detect::{AmongAnswer, AmongError, Evidence, LinksClearance, Verdict};
use tangency_formats::{Clearance, ContactReport, EvidenceKind, Nearest, Report, Span, Stats, VerdictKind};

impl Verifier {
    /// The name of a body, counted through the parts of the robot and the obstacles.
    fn name(&self, body: usize) -> &str {
        let parts = &self.robot.parts;
        parts
            .get(body)
            .map_or_else(|| self.world.obstacles[body - parts.len()].name.as_str(), |part| part.name.as_str())
    }

    pub(super) fn error(&self, AmongError { pair, source }: AmongError) -> VerifyError {
        VerifyError { pair: pair.map(|bodies| bodies.map(|body| self.name(body).to_owned())), source }
    }

    pub(super) fn report(&self, answer: &AmongAnswer, seconds: f64) -> Report {
        let (verdict, time) = match &answer.verdict {
            Verdict::Clear { .. } => (VerdictKind::Clear, None),
            Verdict::Touch(first) => (VerdictKind::Touch, Some([first.time.lower(), first.time.upper()])),
            Verdict::Open { .. } => (VerdictKind::Open, None),
        };
        // The methods' clock is that of the trajectory.
        let clock = Span { start: 0.0, end: f64::INFINITY };
        let contact = |found: &tangency_detect::PairContact| {
            let told = ContactReport::new([found.a, found.b].map(|body| self.name(body)), &found.contact, clock);
            ContactReport { time: [found.contact.time.lower(), found.contact.time.upper()], ..told }
        };
        Report {
            scene: self.robot.name.clone(),
            verdict,
            evidence: match answer.evidence {
                Evidence::Proved => EvidenceKind::Proved,
                Evidence::Computed => EvidenceKind::Computed,
                Evidence::Sampled => EvidenceKind::Sampled,
            },
            clear_until: answer.verdict.clear_until(),
            time,
            contacts: answer.contacts.iter().map(contact).collect(),
            complete: match &answer.verdict {
                Verdict::Touch(first) => first.complete,
                Verdict::Clear { .. } | Verdict::Open { .. } => true,
            },
            clearance: None,
            stats: Stats { seconds, pairs: answer.effort.pairs, iterations: answer.effort.iterations },
            warnings: self.robot.warnings.iter().chain(&self.world.warnings).cloned().collect(),
        }
    }

    /// `asked` is the separation that the verdict has proved already.
    pub(super) fn clearance_report(&self, found: &LinksClearance, asked: f64) -> Clearance {
        let nearest = found.nearest.map(|approach| Nearest {
            a: self.name(approach.a).to_owned(),
            b: self.name(approach.b).to_owned(),
            within: approach.within,
            time: approach.time,
            point: approach.point.to_array(),
        });
        let note = if found.complete {
            None
        } else if found.at_least > asked {
            Some("a larger clearance may hold: the work allowed was used up")
        } else {
            Some("clearance not proved: the work allowed was used up")
        };
        Clearance { at_least: found.at_least, nearest, note: note.map(str::to_owned) }
    }
}
