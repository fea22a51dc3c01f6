//! Distances between the bodies of a robot and its obstacles at single instants: upper bounds on the clearance.
//!
//! **Question.** Which pair is nearest among a few instants of a trajectory, when, and how near?
//!
//! **Idea.** At each instant, sort the pairs by the distances of their bounding balls and boxes. Measure them in
//! that order until no other pair can be nearer than the best so far. Cull pairs whose convex hulls are farther
//! apart. Around the best instant a golden-section search finds a smaller distance of that pair.
//!
//! **Guarantee.** For triangle meshes, the shapes attain every distance, up to rounding: an upper bound on the
//! clearance. For a curved obstacle an approximating mesh is measured. Such a distance is only a guess, which
//! `clearance` confirms or drops.
//!
//! **Cost.** A few microseconds for the balls of an instant, one microsecond for each pair of hulls, ten for each
//! measured pair.

use super::LinkPair;
use super::apart::LinkSnapshot;
use super::distance::{DistanceQuery, Nearest, closest_points, nearest};
use super::view::TrajectoryView;
use crate::Facets;
use crate::convex::{Bodies, Simplex};
use crate::flight::Placed;
use crate::limits::ContactThreshold;
use crate::tolerance::{CROSSING_STEPS, GOLDEN_CUTS, MEASURED_EXCESS, MEASURED_INSTANTS, SAME_DISTANCE};
use glam::{DMat3, DVec3};
use tangency_geometry::{Placement, Pose};
use tangency_interval::Interval;

/// The distance of the bodies of a pair at an instant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// The index of the pair.
    pub(super) index: usize,
    pub(super) time: f64,
    pub(super) distance: f64,
    triangles: [u32; 2],
}

/// The poses of both bodies of a pair at an instant.
struct PairPlacement<'all> {
    models: [&'all Facets; 2],
    /// The origin of the first body in the world frame.
    origin: DVec3,
    placed: Placed,
    /// Metres. The sum of the radii of the bodies around their shapes.
    radii: f64,
}

impl PairPlacement<'_> {
    /// The distance of the bodies, up to the allowed excess. `None` if it is not below that of the query. Never
    /// negative.
    fn measured(&self, ask: DistanceQuery) -> Option<Nearest> {
        let hulls = Bodies::of(self.models);
        let ask = DistanceQuery { within: ask.within + self.radii, radii: self.radii, ..ask };
        let of_bodies = |found: Nearest| Nearest { distance: (found.distance - self.radii).max(0.0), ..found };
        if let Some(triangles) = ask.guess {
            // If the hulls have nearly the same gap along the direction between the guessed triangles, the guess
            // is the nearest pair.
            let [a, b] = closest_points(self.models, &self.placed, triangles);
            let distance = a.distance(b);
            let lead = (b - a).try_normalize().map_or(0.0, |way| hulls.lead(&self.placed, way));
            if lead > 0.0 && lead >= distance - ask.allowed_excess(distance).max(SAME_DISTANCE * distance) {
                return (distance < ask.within).then_some(of_bodies(Nearest { triangles, distance }));
            }
        } else if hulls.closest(&self.placed, &mut Simplex::default(), ContactThreshold::NONE).lead >= ask.within {
            return None;
        }
        nearest(self.models, &self.placed, ask).map(of_bodies)
    }
}

/// A query for the exact distance, without an upper limit.
const EXACT: DistanceQuery = DistanceQuery { within: f64::INFINITY, excess: 0.0, radii: 0.0, guess: None };

impl<'a> TrajectoryView<'a> {
    /// The nearest pair at sampled instants of the trajectory, if nearer than `within`. The time around the best
    /// instant is then searched for the least distance of that pair.
    pub(super) fn nearest_sample(&self, within: f64) -> Option<Sample> {
        let span = self.trajectory.span();
        let count = (2 * self.trajectory.times().len() + 1).clamp(MEASURED_INSTANTS[0], MEASURED_INSTANTS[1]);
        let mut best: Option<Sample> = None;
        for time in instants(span, count) {
            best = self.nearest_at(time, within, best);
        }
        best.map(|best| self.least_around(best, span.width() / (count - 1) as f64))
    }

    /// The nearest pair at an instant, if nearer than `within` and than the best sample before.
    pub(super) fn nearest_at(&self, time: f64, within: f64, before: Option<Sample>) -> Option<Sample> {
        let snapshots = self.snapshots_at(time);
        let pose = |link: usize| *snapshots[link].pose();
        let better = |best: Option<Sample>, index: usize, guess: Option<[u32; 2]>| {
            let within = best.map_or(within, |best| best.distance);
            let ask = DistanceQuery { within, guess, excess: MEASURED_EXCESS, ..EXACT };
            let found = self.standing(index, time, &pose).and_then(|standing| standing.measured(ask));
            found.map(|Nearest { triangles, distance }| Sample { index, time, distance, triangles }).or(best)
        };
        // The nearest pair of another instant is probably still the nearest.
        let mut nearest = before.and_then(|best| better(before, best.index, Some(best.triangles)));
        let limit = nearest.map_or(within, |best| best.distance);
        let gaps = (0..self.links.pairs.len()).map(|index| (self.gap(index, &snapshots), index));
        let mut order: Vec<(f64, usize)> = gaps.filter(|(gap, _)| *gap < limit).collect();
        order.sort_by(|one, other| one.0.total_cmp(&other.0));
        let first = before.map(|best| best.index);
        for (gap, index) in order {
            if nearest.is_some_and(|best| gap >= best.distance) {
                break;
            }
            if first != Some(index) {
                nearest = better(nearest, index, None);
            }
        }
        nearest
    }

    /// Every link at an instant.
    fn snapshots_at(&self, time: f64) -> Vec<LinkSnapshot> {
        let (instant, links) = (Interval::from(time), self.links);
        let all = links.tree.poses_and_rates(self.trajectory, instant).unwrap_or_else(|| {
            links.chains.iter().map(|chain| chain.on(self.trajectory).pose_and_rates(instant)).collect()
        });
        all.into_iter().map(|glance| LinkSnapshot::new(glance, instant)).collect()
    }

    /// Both bodies of a pair at an instant. `None` if their distance cannot be measured: the part must be a
    /// triangle mesh, the obstacle must have triangles or an approximation by triangles, and both must have a
    /// pose. `pose` returns the pose of a link.
    fn standing(&self, index: usize, time: f64, pose: &dyn Fn(usize) -> Pose) -> Option<PairPlacement<'a>> {
        let links = self.links;
        let of_part = |part: usize| Some((links.parts[part].measurable()?, pose(links.parts[part].part.link)));
        let [(model_a, a), (model_b, b)] = match links.pairs[index].pair {
            LinkPair::Parts([a, b]) => [of_part(a)?, of_part(b)?],
            LinkPair::Obstacle { part, obstacle } => {
                let measurable = links.obstacles[obstacle].measurable()?;
                let moving = links.obstacles[obstacle].moving.as_ref().ok()?;
                let Placement::Pose(pose) = moving.motion().at(time) else { return None };
                [of_part(part)?, (measurable, pose)]
            }
        };
        let models = [model_a.facets, model_b.facets];
        let radii = links.radii(index).mid() + model_a.radius + model_b.radius;
        let turn = |pose: &Pose| DMat3::from_quat(pose.rotation().normalize());
        let placed = Placed { a: turn(&a), b: turn(&b), between: b.translation() - a.translation() };
        Some(PairPlacement { models, origin: a.translation(), placed, radii })
    }

    /// Both bodies of a pair at an instant, computing only their own poses.
    fn standing_alone(&self, index: usize, time: f64) -> Option<PairPlacement<'a>> {
        self.standing(index, time, &|link| self.links.chains[link].on(self.trajectory).locate(time).pose)
    }

    fn sample(&self, index: usize, time: f64, ask: DistanceQuery) -> Option<Sample> {
        let Nearest { triangles, distance } = self.standing_alone(index, time)?.measured(ask)?;
        Some(Sample { index, time, distance, triangles })
    }

    /// The least distance of a pair from an instant on, judged by a few samples. `None` if the pair cannot be
    /// measured.
    pub(super) fn nearest_from(&self, index: usize, time: f64) -> Option<Sample> {
        let count = 2 * MEASURED_INSTANTS[0];
        let rest = Interval::between(time, self.trajectory.span().upper().max(time));
        let mut best = self.sample(index, time, EXACT)?;
        for time in instants(rest, count).skip(1) {
            let ask = DistanceQuery { guess: Some(best.triangles), excess: MEASURED_EXCESS, ..EXACT };
            let sample = self.sample(index, time, ask)?;
            if sample.distance < best.distance {
                best = sample;
            }
        }
        Some(self.least_around(best, rest.width() / (count - 1) as f64))
    }

    /// The least distance of the pair of a sample within `step` of its instant, by golden-section search.
    fn least_around(&self, sample: Sample, step: f64) -> Sample {
        let span = self.trajectory.span();
        let share = 0.5 * (3.0 - 5.0_f64.sqrt());
        let (mut low, mut high) = ((sample.time - step).max(span.lower()), (sample.time + step).min(span.upper()));
        let mut best = sample;
        let at = |time: f64, guess: [u32; 2]| {
            self.sample(sample.index, time, DistanceQuery { guess: Some(guess), excess: MEASURED_EXCESS, ..EXACT })
        };
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
        let exact = self.sample(best.index, best.time, DistanceQuery { guess: Some(best.triangles), ..EXACT });
        exact.filter(|exact| exact.distance <= best.distance).unwrap_or(best)
    }

    /// The first instant at which a pair comes within a distance, up to a quarter of the tolerance, and a point
    /// halfway between the bodies. The pair is within the distance at `time`, and earlier instants are only
    /// sampled. `None` if it is not that near at `time`, or cannot be measured.
    pub(super) fn first_within(
        &self,
        index: usize,
        [distance, tolerance]: [f64; 2],
        time: f64,
    ) -> Option<(f64, DVec3)> {
        let start = self.trajectory.span().lower();
        let count = (2 * self.trajectory.times().len() + 1).clamp(2 * MEASURED_INSTANTS[0], MEASURED_INSTANTS[1]);
        let mut far: Option<Sample> = None;
        let mut near: Option<Sample> = None;
        for time in instants(Interval::between(start, time.max(start)), count) {
            let guess = far.map(|sample| sample.triangles);
            let mut sample = self.sample(index, time, DistanceQuery { guess, excess: MEASURED_EXCESS, ..EXACT })?;
            if sample.distance > distance && (1.0 - 2.0 * MEASURED_EXCESS) * sample.distance <= distance {
                sample = self.sample(index, time, DistanceQuery { guess: Some(sample.triangles), ..EXACT })?;
            }
            if sample.distance <= distance {
                near = Some(sample);
                break;
            }
            far = Some(sample);
        }
        let mut near = near?;
        if let Some(far) = far {
            near = self.crossing([far, near], [distance, tolerance])?;
        }
        let standing = self.standing_alone(index, near.time)?;
        let [a, b] = closest_points(standing.models, &standing.placed, near.triangles);
        let [radius_a, radius_b] = self.links.radius_of_each(index);
        let towards = (b - a).normalize_or_zero();
        Some((near.time, standing.origin + 0.5 * ((a + radius_a * towards) + (b - radius_b * towards))))
    }

    /// The instant at which a pair comes within a distance, between a sample that is farther and one that is not.
    /// Uses the secant method where it converges, otherwise bisection.
    fn crossing(&self, [mut far, mut near]: [Sample; 2], [distance, tolerance]: [f64; 2]) -> Option<Sample> {
        near = self.sample(near.index, near.time, DistanceQuery { guess: Some(near.triangles), ..EXACT })?;
        for step in 0..CROSSING_STEPS {
            let (above, below) = (far.distance - distance, distance - near.distance);
            if below <= 0.25 * tolerance {
                break;
            }
            let share = if step % 3 == 2 { 0.5 } else { (above / (above + below)).clamp(0.01, 0.99) };
            let time = far.time + share * (near.time - far.time);
            if !(time > far.time && time < near.time) {
                break;
            }
            let sample = self.sample(near.index, time, DistanceQuery { guess: Some(near.triangles), ..EXACT })?;
            if sample.distance <= distance { near = sample } else { far = sample }
        }
        Some(near)
    }
}

/// `count` equally spaced instants from the start of a span to its end.
fn instants(span: Interval, count: usize) -> impl Iterator<Item = f64> {
    let step = span.width() / (count - 1) as f64;
    (0..count).map(move |number| {
        if number + 1 == count { span.upper() } else { (span.lower() + number as f64 * step).min(span.upper()) }
    })
}
