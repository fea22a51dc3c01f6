//! The rows of coal: the same poses and motions in the same run.

use super::casts::Meeting;
use super::{COUNT, GapKind};
use crate::coal::{CoalPair, CoalQuestions};
use crate::table::Row;
use tangency::geometry::{Convex, Pose};

/// The times of ours, in the order of the pairs of kinds.
#[derive(Default)]
pub(super) struct OurTimes {
    pub(super) distance: Vec<f64>,
    pub(super) overlap: Vec<f64>,
    pub(super) depth: Vec<f64>,
    pub(super) turning: Vec<f64>,
}

/// The rows of coal, or none with a message.
pub(super) fn rows(kinds: &[GapKind], ours: &OurTimes, poses: [&[[Pose; 2]]; 2], meetings: &[Meeting]) -> Vec<Row> {
    let [apart, overlapping] = poses;
    let placed = |poses: &[[Pose; 2]]| poses.iter().map(|&poses| (poses, None)).collect::<Vec<_>>();
    let moving: Vec<_> = meetings
        .iter()
        .map(|meeting| {
            let ([a, b], [of_a, of_b]) = (meeting.velocities, meeting.turning);
            (meeting.poses, Some([a, b, of_a, of_b]))
        })
        .collect();
    let questions = [
        ("distance", "distance", "coal", &ours.distance, placed(apart)),
        ("overlap", "overlap", "coal", &ours.overlap, placed(overlapping)),
        ("depth", "depth", "coal", &ours.depth, placed(overlapping)),
        ("turning contact", "contact", "coal distance + advancement", &ours.turning, moving),
    ];
    let mut rows = Vec::new();
    for (title, question, peer_name, ours, places) in questions {
        match times(kinds, question, &places) {
            Ok(times) => {
                let names = pairs(kinds).map(|[a, b]| format!("{title}: {} and {}", kinds[a].name, kinds[b].name));
                let measured = names.zip(ours).zip(times);
                rows.extend(measured.map(|((name, &ours), peer)| Row {
                    name,
                    ours,
                    peer_name: peer_name.into(),
                    peer: Some(peer),
                }));
            }
            Err(error) => eprintln!("coal is left out for {title}: {error}"),
        }
    }
    rows
}

/// All pairs of kinds, by index.
fn pairs(kinds: &[GapKind]) -> impl Iterator<Item = [usize; 2]> {
    (0..kinds.len()).flat_map(|a| (a..kinds.len()).map(move |b| [a, b]))
}

type Placed = ([Pose; 2], Option<[glam::DVec3; 4]>);

fn times(kinds: &[GapKind], question: &str, places: &[Placed]) -> Result<Vec<f64>, String> {
    let bodies: Vec<Convex> = kinds.iter().map(|kind| kind.ours.shape().clone()).collect();
    let pair = |bodies: [usize; 2]| places.iter().map(move |&(poses, rates)| CoalPair { bodies, poses, rates });
    let asked: Vec<CoalPair> = pairs(kinds).flat_map(pair).collect();
    CoalQuestions::new(&format!("table-{question}"), &bodies, &asked)?.times(question, COUNT)
}
