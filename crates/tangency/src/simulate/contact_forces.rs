//! The forces of contacts as lists of points and forces at increasing instants.

use super::names;
use crate::tolerance::{MAXIMUM_TRACK_POINTS, MOST_FORCE_POINTS, TRACK_POINT_INTERVAL};
use tangency_formats::Scene;
use tangency_formats::simulation::ForceReport;
use tangency_world::ForceTrack;

/// The forces at contacts, and a warning if some are left out: the shortest ones, so that the result has at most
/// [`MOST_FORCE_POINTS`] points.
pub(super) fn reported(scene: &Scene, tracks: &[ForceTrack]) -> (Vec<ForceReport>, Option<String>) {
    let mut longest: Vec<usize> = (0..tracks.len()).collect();
    let length = |track: usize| tracks[track].until - tracks[track].from;
    longest.sort_by(|&one, &other| length(other).total_cmp(&length(one)).then(one.cmp(&other)));
    let (mut kept, mut points) = (Vec::new(), 0);
    for track in longest {
        points += steps(&tracks[track]) + 1;
        if points > MOST_FORCE_POINTS {
            break;
        }
        kept.push(track);
    }
    kept.sort_unstable();
    let left_out = tracks.len() - kept.len();
    let warning = (left_out > 0).then(|| {
        format!("the forces of {left_out} of {} contacts, those that last shortest, are left out", tracks.len())
    });
    (kept.into_iter().map(|track| report(scene, &tracks[track])).collect(), warning)
}

/// The number of intervals between the points of a track.
fn steps(track: &ForceTrack) -> usize {
    if track.is_constant() {
        return 1;
    }
    ((track.until - track.from) / TRACK_POINT_INTERVAL).ceil().clamp(1.0, (MAXIMUM_TRACK_POINTS - 1) as f64) as usize
}

fn report(scene: &Scene, track: &ForceTrack) -> ForceReport {
    let steps = steps(track);
    let at = |step: usize| track.from + (track.until - track.from) * (step as f64 / steps as f64);
    let shifted = |time: f64| scene.span.clock(time.into())[0];
    let [a, b] = names(scene, [track.a, track.b]);
    // The force is that on the second body of the track, and is reported on the first one of the report.
    let sign = if a == scene.bodies[track.b].name { 1.0 } else { -1.0 };
    let found: Vec<_> = (0..=steps).map(|step| track.at(at(step))).collect();
    ForceReport {
        a,
        b,
        span: [shifted(track.from), shifted(track.until)],
        times: (0..=steps).map(|step| shifted(at(step))).collect(),
        points: found.iter().map(|one| one.point.to_array()).collect(),
        // Adding zero makes a negative zero positive.
        forces: found.iter().map(|one| (sign * one.force + glam::DVec3::ZERO).to_array()).collect(),
    }
}
