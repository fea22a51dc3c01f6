//! The motion of a rigid body as bent keys: closed forms between few poses.
//!
//! *Question.* Which poses, and how much of a bend between them, show the motion of a simulated body?
//!
//! *Idea.* Between two keys a point of the body, its pivot, moves on a parabola, `p(s) = (1 − s)·p₀ + s·p₁ − 4·s·(1 −
//! s)·bend` for s from 0 to 1, and the body turns about it at a constant rate along the shorter arc. That is free
//! flight itself, so that every piece of flight needs one key. Other pieces are halved until they fit. Then keys that
//! are not needed are dropped, one after the other. Where a motion jumps there are two keys with the same time.
//!
//! *Guarantee.* Exact at every key, up to rounding. Between keys within the tolerance at the compared instants, and at
//! the keys that were dropped. The remaining error is returned. This is for drawing only: no answer depends on it.
//!
//! *Cost.* About twenty evaluations of the motion for each piece.
//!
//! *Source.* Halving: Ramer (1972). Dropping: the opening-window form of Douglas and Peucker (1973).

use super::PageError;
use crate::simulation::PieceReport;
use crate::{SceneBody, SceneSpan, tolerance};
use glam::{DQuat, DVec3};
use tangency_geometry::{Motion, Placement};

/// A pose, and the way to the next one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PathKey {
    /// Seconds from the start of the span.
    pub(super) time: f64,
    /// Orientation. Successive keys lie on the same side, so that the shorter arc leads from one to the next.
    pub(super) turn: DQuat,
    /// Position of the pivot.
    pub(super) place: DVec3,
    /// How far the way to the next key bends: from the middle of the way to the middle of the straight line.
    pub(super) bend: DVec3,
}

/// The keys of a body.
#[derive(Clone, Debug)]
pub(super) struct BodyPath {
    /// At least one, with times that never decrease.
    pub(super) keys: Vec<PathKey>,
    /// The point of the body that the places belong to, in its frame.
    pub(super) pivot: DVec3,
    /// Largest difference that was found between the keys and the motion, in metres.
    pub(super) error: f64,
}

impl PathKey {
    /// The pose at a fraction of the way to the next key.
    pub(super) fn towards(&self, next: &Self, fraction: f64) -> (DQuat, DVec3) {
        let bent = 4.0 * fraction * (1.0 - fraction) * self.bend;
        (self.turn.slerp(next.turn, fraction), self.place.lerp(next.place, fraction) - bent)
    }
}

/// The path of a rigid body over the span, within `tolerance` metres for points at most `reach` from its origin. `None`
/// if its motion moves points independently.
pub(super) fn path(
    body: &SceneBody,
    span: SceneSpan,
    reach: f64,
    tolerance: f64,
) -> Result<Option<BodyPath>, PageError> {
    let pivot = pivot(&body.motion);
    let mut found = PathSearch { body, span, pivot, reach: reach + pivot.length(), tolerance, error: 0.0 };
    let mut keys: Vec<PathKey> = Vec::new();
    for stretch in stretches(&body.motion, span.length()) {
        let Some(start) = found.key(&stretch, stretch.from)? else { return Ok(None) };
        let Some(end) = found.key(&stretch, stretch.to)? else { return Ok(None) };
        let mut own = vec![start];
        found.halve(&stretch, end, tolerance::PATH_HALVINGS, &mut own)?;
        let own = found.thinned(&stretch, own)?;
        match keys.last() {
            // The end of the stretch before is the start of this one, unless the motion jumps.
            Some(last) if found.difference(last, &own[0]) <= tolerance::PATH_JOIN * tolerance => {
                keys.pop();
            }
            Some(_) | None => {}
        }
        keys.extend(own);
    }
    let keys = found.joined(keys)?;
    Ok(Some(BodyPath { keys: aligned(keys), pivot, error: found.error }))
}

/// The point that flies on a parabola: the centre of mass of a free body. The origin, where none is known.
fn pivot(motion: &Motion) -> DVec3 {
    let pieces =
        if let Motion::Piecewise(piecewise) = motion { piecewise.segments() } else { std::slice::from_ref(motion) };
    match pieces.iter().find_map(|piece| PieceReport::new(0.0, piece).ok()) {
        Some(PieceReport::Flight(flight)) => DVec3::from_array(flight.centre),
        Some(PieceReport::Chebyshev(_)) | None => DVec3::ZERO,
    }
}

/// A stretch of time in which one motion applies.
struct Stretch<'motion> {
    /// Seconds from the start of the span.
    from: f64,
    to: f64,
    /// The start of the motion's own clock.
    start: f64,
    motion: &'motion Motion,
}

fn stretches(motion: &Motion, duration: f64) -> Vec<Stretch<'_>> {
    let Motion::Piecewise(piecewise) = motion else {
        return vec![Stretch { from: 0.0, to: duration, start: 0.0, motion }];
    };
    let (starts, segments) = (piecewise.starts(), piecewise.segments());
    let of = |(index, motion): (usize, _)| {
        let from = if index == 0 { 0.0 } else { f64::max(0.0, starts[index]) };
        let to = starts.get(index + 1).map_or(duration, |&next| f64::min(next, duration));
        Stretch { from, to, start: starts[index], motion }
    };
    let found: Vec<Stretch<'_>> = segments.iter().enumerate().map(of).filter(|one| one.from < one.to).collect();
    // One instant is a span as well.
    if found.is_empty() { vec![Stretch { from: 0.0, to: duration, start: 0.0, motion }] } else { found }
}

/// The search for the keys of a body.
struct PathSearch<'body> {
    body: &'body SceneBody,
    span: SceneSpan,
    pivot: DVec3,
    /// Metres from the pivot to the farthest point: its travel per radian.
    reach: f64,
    tolerance: f64,
    error: f64,
}

impl PathSearch<'_> {
    /// The pose of a stretch at `time`; `None` if it has none.
    fn key(&self, stretch: &Stretch<'_>, time: f64) -> Result<Option<PathKey>, PageError> {
        let Placement::Pose(pose) = stretch.motion.at(time - stretch.start) else { return Ok(None) };
        let (turn, place) = (pose.rotation().normalize(), pose.apply(self.pivot));
        if turn.is_finite() && place.is_finite() {
            return Ok(Some(PathKey { time, turn, place, bend: DVec3::ZERO }));
        }
        Err(PageError::NotFinite { body: self.body.name.clone(), time: self.span.start + time })
    }

    /// The pose of a stretch that has poses.
    fn pose(&self, stretch: &Stretch<'_>, time: f64) -> Result<PathKey, PageError> {
        let found = self.key(stretch, time)?;
        found.ok_or_else(|| PageError::NotFinite { body: self.body.name.clone(), time: self.span.start + time })
    }

    fn difference(&self, one: &PathKey, other: &PathKey) -> f64 {
        one.place.distance(other.place) + angle(one.turn, other.turn) * self.reach
    }

    /// How far the way between two keys is from the motion, with the bend that meets the motion half-way. The bend is
    /// returned as well.
    fn examined(&self, stretch: &Stretch<'_>, from: &PathKey, to: &PathKey) -> Result<(DVec3, f64), PageError> {
        let middle = self.pose(stretch, from.time + (to.time - from.time) / 2.0)?;
        let bent = PathKey { bend: from.place.lerp(to.place, 0.5) - middle.place, ..*from };
        let mut worst: f64 = 0.0;
        for fraction in tolerance::PROBES {
            let time = from.time + (to.time - from.time) * fraction;
            if from.time < time && time < to.time {
                worst = worst.max(self.off(&bent, to, &self.pose(stretch, time)?));
            }
        }
        Ok((bent.bend, worst))
    }

    /// How far the way between two keys is from the truth at its time.
    fn off(&self, from: &PathKey, to: &PathKey, truth: &PathKey) -> f64 {
        let (turn, place) = from.towards(to, (truth.time - from.time) / (to.time - from.time));
        place.distance(truth.place) + angle(turn, truth.turn) * self.reach
    }

    /// Appends the keys from the last one to `end`.
    fn halve(
        &mut self,
        stretch: &Stretch<'_>,
        end: PathKey,
        halvings: u32,
        keys: &mut Vec<PathKey>,
    ) -> Result<(), PageError> {
        let Some(last) = keys.last_mut() else { return Ok(()) };
        let (bend, error) = self.examined(stretch, last, &end)?;
        let middle = last.time + (end.time - last.time) / 2.0;
        if error <= self.tolerance || halvings == 0 || !(last.time < middle && middle < end.time) {
            self.error = self.error.max(error);
            last.bend = bend;
            keys.push(end);
            return Ok(());
        }
        let middle = self.pose(stretch, middle)?;
        self.halve(stretch, middle, halvings - 1, keys)?;
        self.halve(stretch, end, halvings - 1, keys)
    }

    /// The keys of one stretch without those that are not needed.
    fn thinned(&self, stretch: &Stretch<'_>, keys: Vec<PathKey>) -> Result<Vec<PathKey>, PageError> {
        if keys.len() <= 2 {
            return Ok(keys);
        }
        self.opened(&keys, |from, to| self.examined(stretch, from, to))
    }

    /// The keys of all stretches without those that are not needed: pieces of an integrator join smoothly.
    fn joined(&self, keys: Vec<PathKey>) -> Result<Vec<PathKey>, PageError> {
        if keys.len() <= 2 {
            return Ok(keys);
        }
        let whole = Stretch { from: 0.0, to: self.span.length(), start: 0.0, motion: &self.body.motion };
        self.opened(&keys, |from, to| self.examined(&whole, from, to))
    }

    /// An opening window: each kept key reaches as far as the way to a later key fits all that lies between.
    fn opened(
        &self,
        keys: &[PathKey],
        examined: impl Fn(&PathKey, &PathKey) -> Result<(DVec3, f64), PageError>,
    ) -> Result<Vec<PathKey>, PageError> {
        let mut kept = vec![keys[0]];
        let mut from = 0;
        while from + 1 < keys.len() {
            let mut to = from + 1;
            let mut start = keys[from];
            while to + 1 < keys.len() && to + 1 - from <= tolerance::PATH_WINDOW {
                let (next, jump) = (&keys[to + 1], keys[to].time == keys[to + 1].time);
                if jump || keys[from].time == keys[to].time {
                    break;
                }
                let (bend, error) = examined(&keys[from], next)?;
                let bent = PathKey { bend, ..keys[from] };
                let fits = keys[from + 1..=to].iter().all(|key| self.off(&bent, next, key) <= self.tolerance);
                if error > self.tolerance || !fits {
                    break;
                }
                (start, to) = (bent, to + 1);
            }
            if let Some(last) = kept.last_mut() {
                last.bend = start.bend;
            }
            kept.push(keys[to]);
            from = to;
        }
        Ok(kept)
    }
}

/// The angle between two orientations, precise for small ones.
fn angle(one: DQuat, other: DQuat) -> f64 {
    let apart = one.conjugate() * other;
    2.0 * apart.xyz().length().atan2(apart.w.abs())
}

/// The keys with quaternions on the same side as the one before.
fn aligned(mut keys: Vec<PathKey>) -> Vec<PathKey> {
    for index in 1..keys.len() {
        if keys[index - 1].turn.dot(keys[index].turn) < 0.0 {
            keys[index].turn = -keys[index].turn;
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;
    use tangency_geometry::{Ballistic, ChebyshevMotion, Convex, Expression, Piecewise, Pose, Rigid, Shape};
    use tangency_interval::Chebyshev;
    use tangency_interval::laws::Random;

    const SPAN: SceneSpan = SceneSpan { start: 5.0, end: 6.0 };

    fn body(motion: Motion) -> SceneBody {
        SceneBody::new("b", Shape::Convex(Convex::sphere(1.0).unwrap()), motion)
    }

    /// The largest error at many instants that are no probes, by a search of its own.
    fn dense_error(path: &BodyPath, motion: &Motion) -> f64 {
        let mut random = Random::new(3);
        let mut worst: f64 = 0.0;
        for _ in 0..20_000 {
            let time = random.between(0.0, 1.0);
            let after = path.keys.partition_point(|key| key.time <= time).clamp(1, path.keys.len() - 1);
            let (from, to) = (&path.keys[after - 1], &path.keys[after]);
            let (turn, place) = from.towards(to, (time - from.time) / (to.time - from.time));
            let Placement::Pose(pose) = motion.at(time) else { unreachable!() };
            for corner in [DVec3::X, DVec3::NEG_Y, DVec3::Z] {
                worst = worst.max((turn * (corner - path.pivot) + place).distance(pose.apply(corner)));
            }
        }
        worst
    }

    #[test]
    fn a_flight_is_two_keys() {
        let thrown = Ballistic::new(Pose::IDENTITY, dvec3(1.0, 2.0, 3.0), dvec3(0.0, 0.0, -9.81)).unwrap();
        let slow = Rigid::new(Pose::IDENTITY, DVec3::X, dvec3(0.5, 1.0, 2.0)).unwrap();
        for motion in [Motion::Ballistic(thrown), Motion::Rigid(slow)] {
            let found = path(&body(motion.clone()), SPAN, 1.0, 1e-4).unwrap().unwrap();
            assert_eq!(found.keys.len(), 2, "{motion:?}");
            assert!(dense_error(&found, &motion) < 1e-14);
        }
    }

    /// Ten turns in a second, with a kink: every key is less than half a turn from the next one.
    #[test]
    fn a_fast_rotation_has_enough_keys() {
        let [one, other] =
            [62.8, -40.0].map(|rate| Motion::Rigid(Rigid::new(Pose::IDENTITY, DVec3::X, DVec3::Z * rate).unwrap()));
        let motion = Motion::Piecewise(Piecewise::new(vec![0.0, 0.4], vec![one, other]).unwrap());
        let found = path(&body(motion.clone()), SPAN, 1.0, 1e-4).unwrap().unwrap();
        assert!((10..40).contains(&found.keys.len()), "{} keys", found.keys.len());
        assert!(found.error <= 1e-4);
        // The second piece begins elsewhere: two keys at one instant.
        assert_eq!(found.keys.iter().filter(|key| key.time == 0.4).count(), 2);
        assert!(dense_error(&found, &motion) < 1e-4);
    }

    /// The steps of an integrator: series that join smoothly need fewer keys than there are steps.
    #[test]
    fn series_are_followed_within_the_tolerance() {
        let segments = (0..100).map(|step| {
            let (from, to) = (0.01 * f64::from(step), 0.01 * f64::from(step + 1));
            let fit = |f: &dyn Fn(f64) -> f64| {
                // Degree 3 through four Chebyshev points.
                let node = |k: i32| (std::f64::consts::PI * (f64::from(k) + 0.5) / 4.0).cos();
                let values = [0, 1, 2, 3].map(|k| f(from + (to - from) * (node(k) + 1.0) / 2.0));
                let coefficient = |degree: i32| {
                    let basis = |k: i32| (f64::from(degree) * node(k).acos()).cos();
                    let sum: f64 = (0..4).map(|k| values[k as usize] * basis(k)).sum();
                    sum * if degree == 0 { 0.25 } else { 0.5 }
                };
                Chebyshev::new(0.0, 0.01, &[0, 1, 2, 3].map(coefficient)).unwrap()
            };
            let translation = [fit(&|t| (9.0 * t).sin()), fit(&|t| (9.0 * t).cos()), fit(&|t| t * t)];
            let zero = || Chebyshev::new(0.0, 0.01, &[0.0]).unwrap();
            let rotation = [zero(), zero(), fit(&|t| (2.0 * t).sin()), fit(&|t| (2.0 * t).cos())];
            Motion::Chebyshev(ChebyshevMotion::new(rotation, translation).unwrap())
        });
        let starts = (0..100).map(|step| 0.01 * f64::from(step)).collect();
        let motion = Motion::Piecewise(Piecewise::new(starts, segments.collect()).unwrap());
        let found = path(&body(motion.clone()), SPAN, 1.0, 1e-3).unwrap().unwrap();
        assert!((5..60).contains(&found.keys.len()), "{} keys", found.keys.len());
        let error = dense_error(&found, &motion);
        // Between the probes the error of an arc is at most a little larger.
        assert!(error < 1.2e-3, "{error}");
        assert!(found.keys.windows(2).all(|pair| pair[0].turn.dot(pair[1].turn) >= 0.0));
    }

    #[test]
    fn points_that_move_independently_have_no_path() {
        let motion = Motion::Expression(Expression::parse(["x", "y + t", "z"]).unwrap());
        assert!(path(&body(motion), SPAN, 1.0, 1e-4).unwrap().is_none());
    }

    #[test]
    fn one_instant_is_a_span() {
        let motion = Motion::Still(Pose::IDENTITY);
        let span = SceneSpan { start: 1.0, end: 1.0 };
        assert_eq!(path(&body(motion), span, 1.0, 1e-4).unwrap().unwrap().keys[0].place, DVec3::ZERO);
    }
}
