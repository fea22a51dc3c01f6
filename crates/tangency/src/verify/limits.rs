//! The limits of the joints, and what a trajectory demands of them.

use super::Verifier;
use tangency_formats::{CheckedLimit, ExceededLimit, LimitsReport};
use tangency_geometry::{Interpolation, Joint, JointKind, LimitedRate, RateLimits, Trajectory};

/// Efforts at the rows of a trajectory: for every row an entry for every joint, `None` where none is known.
type Efforts = [Vec<Option<f64>>];

impl Verifier {
    /// Compares a trajectory with the limits of position, velocity, acceleration and effort. `efforts` are those of the
    /// rows, if they are known. Says what was not compared, and why.
    #[must_use]
    pub fn limits(&self, trajectory: &Trajectory, efforts: Option<&Efforts>) -> LimitsReport {
        let (mechanism, rates) = (&self.robot.mechanism, &self.robot.rate_limits[..]);
        let mut report = LimitsReport::default();
        let joints = mechanism.joints();
        let limited = joints.iter().filter(|joint| has_limits(joint)).count();
        take(&mut report, "position", limited, false);
        for excess in trajectory.limit_violations(mechanism) {
            let slides = matches!(joints[excess.joint].kind, JointKind::Prismatic { .. });
            report.exceeded.push(ExceededLimit {
                words: excess.to_string(),
                joint: excess.name,
                quantity: "position".into(),
                unit: if slides { "m" } else { "rad" }.into(),
                limit: excess.limit,
                first: excess.first,
                worst: excess.worst,
                worst_at: excess.worst_at,
                row: excess.row.map(|row| row + 1),
            });
        }
        self.take_rates(trajectory, efforts, &mut report);
        let mut violations = trajectory.rate_violations(mechanism, rates);
        violations.extend(efforts.iter().flat_map(|rows| trajectory.effort_violations(mechanism, rates, rows)));
        report.exceeded.extend(violations.into_iter().map(|excess| ExceededLimit {
            words: excess.to_string(),
            joint: excess.name,
            quantity: excess.rate.name().into(),
            unit: excess.rate.unit(excess.slides).into(),
            limit: excess.limit,
            first: excess.first,
            worst: excess.worst,
            worst_at: excess.worst_at,
            row: excess.row.map(|row| row + 1),
        }));
        report
    }

    /// Which of the velocities, accelerations and efforts are compared.
    fn take_rates(&self, trajectory: &Trajectory, efforts: Option<&Efforts>, report: &mut LimitsReport) {
        let joints = self.robot.mechanism.joints();
        let count = |limit: fn(&RateLimits) -> Option<f64>| {
            let both = joints.iter().zip(&self.robot.rate_limits);
            both.filter(|(joint, limits)| one_value(joint) && limit(limits).is_some()).count()
        };
        take(report, LimitedRate::Velocity.name(), count(|limits| limits.velocity), false);
        let accelerations = count(|limits| limits.acceleration);
        if accelerations > 0 && trajectory.interpolation() == Interpolation::Linear {
            let words = "the velocity of straight lines jumps at the rows, so that no acceleration limit is kept there";
            report.not_checked.push(format!("acceleration of {}: {words}", joints_counted(accelerations)));
        } else {
            take(report, LimitedRate::Acceleration.name(), accelerations, false);
        }
        let limited = count(|limits| limits.effort);
        let is_given = |joint: usize| efforts.is_some_and(|rows| rows.iter().all(|row| row[joint].is_some()));
        let known = (0..joints.len())
            .filter(|&joint| one_value(&joints[joint]) && self.robot.rate_limits[joint].effort.is_some())
            .filter(|&joint| is_given(joint))
            .count();
        if limited > known {
            let words = "the trajectory does not give it at every row";
            report.not_checked.push(format!("effort of {}: {words}", joints_counted(limited - known)));
        }
        if limited == 0 || known > 0 {
            take(report, LimitedRate::Effort.name(), known, true);
        }
        let several = joints.iter().filter(|joint| matches!(joint.kind, JointKind::Planar | JointKind::Floating));
        match several.count() {
            0 => {}
            several => report.not_checked.push(format!("{} with several values", joints_counted(several))),
        }
        if accelerations > 0 && self.starts_or_ends_in_motion(trajectory) {
            let words = "at the first or the last row: the path starts or ends in motion, with a jump of velocity";
            report.not_checked.push(format!("acceleration {words}"));
        }
    }

    /// Whether a joint with an acceleration limit has a velocity at the first or the last row of a smooth path.
    fn starts_or_ends_in_motion(&self, trajectory: &Trajectory) -> bool {
        let mechanism = &self.robot.mechanism;
        (0..mechanism.joints().len()).any(|joint| {
            let limited = self.robot.rate_limits[joint].acceleration.is_some();
            let slopes = mechanism.coordinate(joint).and_then(|coordinate| trajectory.slopes(coordinate));
            limited && slopes.is_some_and(|slopes| [slopes.first(), slopes.last()].iter().any(|end| *end != Some(&0.0)))
        })
    }
}

/// `1 joint`, `2 joints`.
fn joints_counted(count: usize) -> String {
    if count == 1 { "1 joint".into() } else { format!("{count} joints") }
}

fn has_limits(joint: &Joint) -> bool {
    joint.limits.is_some() && matches!(joint.kind, JointKind::Revolute { .. } | JointKind::Prismatic { .. })
}

fn one_value(joint: &Joint) -> bool {
    match joint.kind {
        JointKind::Revolute { .. } | JointKind::Continuous { .. } | JointKind::Prismatic { .. } => true,
        JointKind::Fixed | JointKind::Planar | JointKind::Floating => false,
    }
}

/// Records that a quantity of some joints is compared, or that none is limited.
fn take(report: &mut LimitsReport, quantity: &str, joints: usize, at_rows_only: bool) {
    if joints == 0 {
        report.not_checked.push(format!("{quantity}: no joint has a limit of it"));
    } else {
        report.checked.push(CheckedLimit { quantity: quantity.to_owned(), joints, at_rows_only });
    }
}
