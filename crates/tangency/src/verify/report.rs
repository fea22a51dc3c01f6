//! Translates answers about bodies by index into reports with names.

use super::{Verifier, VerifyError};
use crate::report::{AnswerClock, report};
use tangency_detect::{DetectError, Evidence, LinksClearance, SceneAnswer, SceneQueryError};
use tangency_formats::{ClearanceReport, NearestReport, Report};

impl Verifier {
    /// The name of a body. Indices count the parts of the robot first, then the obstacles.
    pub(super) fn name(&self, body: usize) -> &str {
        let parts = &self.robot.parts;
        parts
            .get(body)
            .map_or_else(|| self.world.obstacles[body - parts.len()].name.as_str(), |part| part.name.as_str())
    }

    pub(super) fn error(&self, SceneQueryError { pair, mut source }: SceneQueryError) -> VerifyError {
        // The options of a verification call a separation so.
        if let DetectError::Length { name, .. } = &mut source
            && *name == "separation"
        {
            *name = "clearance";
        }
        VerifyError { pair: pair.map(|bodies| bodies.map(|body| self.name(body).to_owned())), source }
    }

    pub(super) fn report(&self, answer: &SceneAnswer, seconds: f64) -> Report {
        let warnings = self.robot.warnings.iter().chain(&self.world.warnings).cloned().collect();
        // The answer is on the clock of the trajectory, and so is the report.
        report(&self.robot.name, answer, |body| self.name(body), AnswerClock::Shared, seconds, warnings)
    }

    /// `asked` is the separation that the verdict has proved already.
    pub(super) fn clearance_report(&self, found: &LinksClearance, asked: f64, evidence: Evidence) -> ClearanceReport {
        let nearest = found.nearest.map(|approach| NearestReport {
            a: self.name(approach.a).to_owned(),
            b: self.name(approach.b).to_owned(),
            within: approach.within,
            time: approach.time,
            point: approach.point.to_array(),
            points: None,
            during: None,
        });
        let note = if found.complete {
            None
        } else if found.at_least > asked {
            Some("a larger clearance may hold: the work allowed was used up")
        } else {
            Some("clearance not proved: the work allowed was used up")
        };
        let at_least = Some(found.at_least).filter(|&bound| bound > 0.0);
        ClearanceReport { at_least, nearest, evidence, note: note.map(str::to_owned), not_measured: Vec::new() }
    }
}
