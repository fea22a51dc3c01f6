//! Distances of the bodies of a robot and its obstacles at single instants: how near the robot certainly comes.
//!
//! **Question.** Which pair comes nearest during a trajectory, when, and how near, as far as a few instants tell?
//!
//! **Idea.** At each of some instants the pairs are ordered by the distances of their balls and boxes, and measured in that order until no
//! other can be nearer than the nearest so far. Around the best instant the golden section finds a smaller distance of that pair.
//!
//! **Guarantee.** Every distance is one that the shapes come to, up to rounding, and so an upper bound on the clearance.
//!
//! **Cost.** Some microseconds for the balls of an instant, ten for each pair that is measured.

use super::LinkPair;
use super::apart::Seen;
use super::distance::{Nearest, nearest};
use super::view::View;
use crate::Model;
use crate::flight::Placed;
use crate::tolerance::{GOLDEN_CUTS, MEASURED_INSTANTS};
use glam::DMat3;
use tangency_geometry::{Placement, Pose};
use tangency_interval::Interval;

/// A pair at an instant, and how far its bodies are apart then.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// The pair by its place.
    pub(super) index: usize,
    pub(super) time: f64,
    pub(super) distance: f64,
    triangles: [u32; 2],
}

impl View<'_> {
    /// The nearest pair at some instants of the trajectory, if nearer than `within`, with the time between them searched for the
    /// least distance of that pair.
    pub(super) fn nearest_sample(&self, within: f64) -> Option<Sample> {
        let span = self.trajectory.span();
        let count = (4 * self.trajectory.times().len() + 1).clamp(MEASURED_INSTANTS[0], MEASURED_INSTANTS[1]);
        let step = span.width() / (count - 1) as f64;
        let mut best: Option<Sample> = None;
        for number in 0..count {
            let time = (span.lower() + number as f64 * step).min(span.upper());
            let limit = best.map_or(within, |best| best.distance);
            best = self.nearest_at(time, limit).or(best);
        }
        best.map(|best| self.least_around(best, step))
    }

    /// The nearest pair at an instant, if nearer than `within`.
    fn nearest_at(&self, time: f64, within: f64) -> Option<Sample> {
        let seen = self.seen_at(time);
        let gaps = (0..self.links.pairs.len()).map(|index| (self.gap(index, &seen), index));
        let mut order: Vec<(f64, usize)> = gaps.filter(|(gap, _)| *gap < within).collect();
        order.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut best: Option<Sample> = None;
        for (gap, index) in order {
            let limit = best.map_or(within, |best| best.distance);
            if gap >= limit {
                break;
            }
            let pose = |link: usize| seen[link].pose();
            best = self.measured(index, time, limit, &pose, None).or(best);
        }
        best
    }

    /// Every link at an instant.
    fn seen_at(&self, time: f64) -> Vec<Seen> {
        let instant = Interval::from(time);
        let links = self.links;
        let all = links.tree.glance(self.trajectory, instant);
        let all = all.unwrap_or_else(|| {
            links.chains.iter().map(|chain| chain.on(self.trajectory).glance(instant)).collect()
        });
        all.into_iter().map(|glance| Seen::new(glance, instant)).collect()
    }

    /// The distance of a pair at an instant, if it can be measured and is less than `within`; `pose` says where links are.
    fn measured<'pose>(
        &self,
        index: usize,
        time: f64,
        within: f64,
        pose: &dyn Fn(usize) -> &'pose Pose,
        guess: Option<[u32; 2]>,
    ) -> Option<Sample> {
        let models = self.meshes(index)?;
        let links = self.links;
        let of_part = |part: usize| *pose(links.parts[part].part.link);
        let [a, b] = match links.pairs[index].pair {
            LinkPair::Parts(parts) => parts.map(of_part),
            LinkPair::Obstacle { part, obstacle } => {
                let moving = links.obstacles[obstacle].moving.as_ref().ok()?;
                let Placement::Pose(pose) = moving.motion().at(time) else { return None };
                [of_part(part), pose]
            }
        };
        let turn = |pose: &Pose| DMat3::from_quat(pose.rotation().normalize());
        let placed = Placed { a: turn(&a), b: turn(&b), between: b.translation() - a.translation() };
        // The bodies reach beyond their shapes; a distance below zero is none.
        let radii = links.radii(index).mid();
        let Nearest { triangles, distance } = nearest(models, &placed, within + radii, guess)?;
        Some(Sample { index, time, distance: (distance - radii).max(0.0), triangles })
    }

    /// The models of a pair, if both are made of triangles.
    fn meshes(&self, index: usize) -> Option<[&Model; 2]> {
        let links = self.links;
        let part = |part: usize| &*links.parts[part].part.model;
        let models = match links.pairs[index].pair {
            LinkPair::Parts(parts) => parts.map(part),
            LinkPair::Obstacle { part: of, obstacle } => {
                [part(of), links.obstacles[obstacle].moving.as_ref().ok()?.model()]
            }
        };
        models.iter().all(|model| model.shape().mesh().is_some()).then_some(models)
    }

    /// The distance of a pair at an instant, if it can be measured.
    fn measured_alone(&self, index: usize, time: f64, guess: Option<[u32; 2]>) -> Option<Sample> {
        let links = match self.links.pairs[index].pair {
            LinkPair::Parts(parts) => parts.map(|part| self.links.parts[part].part.link),
            LinkPair::Obstacle { part, .. } => [self.links.parts[part].part.link; 2],
        };
        let poses = links.map(|link| self.links.chains[link].on(self.trajectory).locate(time).pose);
        self.measured(index, time, f64::INFINITY, &|link| &poses[usize::from(link != links[0])], guess)
    }

    /// The least distance of the pair from this instant on, as far as a few instants tell; `None` if the pair cannot be measured.
    pub(super) fn nearest_from(&self, index: usize, time: f64) -> Option<Sample> {
        let count = MEASURED_INSTANTS[0];
        let step = (self.trajectory.span().upper() - time).max(0.0) / (count - 1) as f64;
        let mut best = self.measured_alone(index, time, None)?;
        for number in 1..count {
            let time = (time + number as f64 * step).min(self.trajectory.span().upper());
            let sample = self.measured_alone(index, time, Some(best.triangles))?;
            if sample.distance < best.distance {
                best = sample;
            }
        }
        Some(self.least_around(best, step))
    }

    /// The least distance of the pair of a sample within `step` of its instant, by the golden section.
    fn least_around(&self, sample: Sample, step: f64) -> Sample {
        let span = self.trajectory.span();
        let share = 0.5 * (3.0 - 5.0_f64.sqrt());
        let (mut low, mut high) = ((sample.time - step).max(span.lower()), (sample.time + step).min(span.upper()));
        let mut best = sample;
        let at = |time: f64, guess: [u32; 2]| self.measured_alone(sample.index, time, Some(guess));
        let inner = |low: f64, high: f64| [low + share * (high - low), high - share * (high - low)];
        let [mut left, mut right] = inner(low, high).map(|time| at(time, sample.triangles));
        for _ in 0..GOLDEN_CUTS {
            let (Some(one), Some(other)) = (left, right) else { break };
            for found in [one, other] {
                if found.distance < best.distance {
                    best = found;
                }
            }
            if one.distance <= other.distance {
                (high, right) = (other.time, left);
                left = at(inner(low, high)[0], one.triangles);
            } else {
                (low, left) = (one.time, right);
                right = at(inner(low, high)[1], other.triangles);
            }
        }
        best
    }
}
