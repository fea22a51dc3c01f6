//! From the answer of `detect` to a report: names for indices, and the clock of the reader.

use tangency_detect::{FirstContact, PairContact, SceneAnswer, Verdict};
use tangency_formats::{ContactReport, Report, SceneSpan, Stats};
use tangency_interval::Interval;

/// The clock of an answer.
#[derive(Clone, Copy)]
pub(crate) enum AnswerClock {
    /// The answer counts time from the start of this span. The report uses the clock of the span.
    FromStartOf(SceneSpan),
    /// The answer already uses the clock of the report.
    Shared,
}

impl AnswerClock {
    /// A bracket on the clock of the report.
    fn bracket(self, time: Interval) -> [f64; 2] {
        match self {
            Self::FromStartOf(span) => span.clock(time),
            Self::Shared => [time.lower(), time.upper()],
        }
    }

    /// The end of the span of the question.
    fn end(self, until: f64) -> f64 {
        match self {
            Self::FromStartOf(span) => span.end,
            Self::Shared => until,
        }
    }
}

/// The report of an answer. `name` gives the names of the bodies by index.
pub(crate) fn report<'a>(
    scene: &str,
    answer: &SceneAnswer,
    name: impl Fn(usize) -> &'a str,
    clock: AnswerClock,
    seconds: f64,
    warnings: Vec<String>,
) -> Report {
    let contact = |found: &PairContact| {
        ContactReport::new([name(found.a), name(found.b)], &found.contact, clock.bracket(found.contact.time))
    };
    let verdict = match &answer.verdict {
        Verdict::Clear { until } => Verdict::Clear { until: clock.end(*until) },
        Verdict::Touch(first) => {
            let [lower, upper] = clock.bracket(first.time);
            Verdict::Touch(FirstContact {
                time: Interval::between(lower, upper),
                contacts: answer.contacts.iter().map(contact).collect(),
                complete: first.complete,
            })
        }
        Verdict::Open { from } => Verdict::Open { from: clock.bracket((*from).into())[0] },
    };
    Report {
        stats: Stats {
            seconds,
            preparation_seconds: None,
            pairs: answer.effort.pairs,
            iterations: answer.effort.iterations,
        },
        warnings,
        ..Report::new(scene, verdict, answer.evidence)
    }
}
