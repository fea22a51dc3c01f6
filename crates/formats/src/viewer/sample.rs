//! Chooses the fewest keys that draw a motion within tolerance.
//!
//! *Question.* Which instants of a motion must be keys, so that interpolation between them draws it correctly?
//!
//! *Idea.* Start with the instants that matter (the ends of the span, the contacts, the corners of a motion made of
//! straight lines). Compare the interpolation with the motion at a few unequal fractions of every interval. Split the
//! worst interval at its worst instant. Repeat until all intervals are within tolerance or the number of keys reaches
//! its limit.
//!
//! *Guarantee.* Exact at every key. Between keys within tolerance at the compared instants. The remaining error is
//! returned, and the page reports it. This is for drawing only: no answer depends on it.
//!
//! *Cost.* About fifteen evaluations of the motion per key.
//!
//! *Source.* The splitting of Ramer (1972) and of Douglas and Peucker (1973), with a function in place of a list of
//! points, and the worst interval first, so that a limited number of keys goes where the error is greatest.

use super::PageError;
use super::drawn::Drawn;
use crate::{SceneSpan, tolerance};
use glam::{DQuat, DVec3};
use std::collections::BinaryHeap;
use tangency_geometry::Placement;
use tangency_interval::Largest;

/// A motion as keys at increasing times.
pub(super) struct SampledTrack {
    pub(super) times: Vec<f64>,
    pub(super) keys: TrackKeys,
    /// Largest difference found between the interpolation and the motion, in metres.
    pub(super) error: f64,
}

/// The values of the keys.
pub(super) enum TrackKeys {
    /// Rotation (interpolated on the shorter arc) and translation (on a straight line).
    Poses(Vec<(DQuat, DVec3)>),
    /// The world position of every vertex, each on a straight line.
    Frames(Vec<Vec<DVec3>>),
}

/// The accuracy of the drawing and the limit on its size.
#[derive(Clone, Copy)]
pub(super) struct SampleBudget {
    /// Size of the scene in metres.
    pub(super) size: f64,
    /// Most frames of a deforming body.
    pub(super) frames: usize,
}

/// The keys of the body's motion over the span, `instants` among them.
pub(super) fn track(
    body: &Drawn<'_>,
    span: SceneSpan,
    instants: &[f64],
    effort: SampleBudget,
) -> Result<SampledTrack, PageError> {
    let rigid = RigidPath { body, span, reach: body.reach() };
    let most = tolerance::MAXIMUM_POSE_KEYS;
    if let Some(keys) =
        refine(&rigid, &knots(body, span, instants, most), effort.size * tolerance::PICTURE_OF_RIGID, most)?
    {
        return Ok(keys.into_track(TrackKeys::Poses));
    }
    let deforming = DeformingPath { body, span };
    let knots = knots(body, span, instants, effort.frames);
    match refine(&deforming, &knots, effort.size * tolerance::PICTURE_OF_DEFORMING, effort.frames)? {
        Some(keys) => Ok(keys.into_track(TrackKeys::Frames)),
        None => Err(PageError::NotFinite { body: body.body.name.clone(), time: span.start }),
    }
}

/// The placement of a body for drawing.
pub(super) enum DrawnPlacement {
    /// One rotation and translation for all points.
    Rigidly(DQuat, DVec3),
    /// A position for every vertex.
    Each(Vec<DVec3>),
}

/// The placement of the body at `time` on the scene's clock. Fails if it is not finite.
pub(super) fn placed(body: &Drawn<'_>, span: SceneSpan, time: f64) -> Result<DrawnPlacement, PageError> {
    let since_start = time - span.start;
    let name = || body.body.name.clone();
    let vertices = body.corners_at(since_start);
    let placed = match body.body.motion.at(since_start) {
        Placement::Pose(pose) if body.shape_deforms() => {
            DrawnPlacement::Each(vertices.iter().map(|&local| pose.apply(local)).collect())
        }
        Placement::Pose(pose) => DrawnPlacement::Rigidly(pose.rotation().normalize(), pose.translation()),
        Placement::Points(points) if points.len() != vertices.len() => {
            let (vertices, moved) = (vertices.len(), points.len());
            return Err(PageError::Vertices { body: name(), vertices, moved });
        }
        Placement::Points(points) => DrawnPlacement::Each(points),
        Placement::Expression(formula) => {
            let formula = Placement::Expression(formula);
            DrawnPlacement::Each(
                vertices.iter().enumerate().map(|(index, &local)| formula.point(index, local)).collect(),
            )
        }
    };
    let finite = match &placed {
        DrawnPlacement::Rigidly(turn, place) => turn.is_finite() && place.is_finite(),
        DrawnPlacement::Each(points) => points.iter().all(|point| point.is_finite()),
    };
    if finite { Ok(placed) } else { Err(PageError::NotFinite { body: name(), time }) }
}

/// The instants that must be keys: the ends, the given ones, and the corners of a motion of straight lines if they fit.
fn knots(body: &Drawn<'_>, span: SceneSpan, instants: &[f64], most: usize) -> Vec<f64> {
    let mut knots: Vec<f64> = instants.to_vec();
    let corners = body.corners_of_motion(span.end - span.start);
    if corners.len() + instants.len() + 2 <= most {
        knots.extend(corners.iter().map(|corner| span.start + corner));
    }
    knots.extend([span.start, span.end]);
    knots.retain(|time| (span.start..=span.end).contains(time));
    knots.sort_by(f64::total_cmp);
    knots.dedup();
    knots
}

/// A motion that keys can approximate.
trait KeyedPath {
    type Key;
    /// The key at `time`; `None` if the motion has no such keys.
    fn key(&self, time: f64) -> Result<Option<Self::Key>, PageError>;
    /// How far the interpolation at `fraction` between the keys is from `truth`, in metres.
    fn error(&self, from: &Self::Key, to: &Self::Key, fraction: f64, truth: &Self::Key) -> f64;
}

struct RigidPath<'a> {
    body: &'a Drawn<'a>,
    span: SceneSpan,
    /// Largest distance of a vertex from the origin of the body's frame: its travel per radian of rotation.
    reach: f64,
}

impl KeyedPath for RigidPath<'_> {
    type Key = (DQuat, DVec3);

    fn key(&self, time: f64) -> Result<Option<Self::Key>, PageError> {
        Ok(match placed(self.body, self.span, time)? {
            DrawnPlacement::Rigidly(turn, place) => Some((turn, place)),
            DrawnPlacement::Each(_) => None,
        })
    }

    fn error(&self, from: &Self::Key, to: &Self::Key, fraction: f64, truth: &Self::Key) -> f64 {
        let turned = from.0.slerp(to.0, fraction).angle_between(truth.0);
        from.1.lerp(to.1, fraction).distance(truth.1) + turned * self.reach
    }
}

struct DeformingPath<'a> {
    body: &'a Drawn<'a>,
    span: SceneSpan,
}

impl KeyedPath for DeformingPath<'_> {
    type Key = Vec<DVec3>;

    fn key(&self, time: f64) -> Result<Option<Self::Key>, PageError> {
        Ok(Some(match placed(self.body, self.span, time)? {
            DrawnPlacement::Rigidly(turn, place) => {
                self.body.corners().iter().map(|&local| turn * local + place).collect()
            }
            DrawnPlacement::Each(points) => points,
        }))
    }

    fn error(&self, from: &Self::Key, to: &Self::Key, fraction: f64, truth: &Self::Key) -> f64 {
        let apart = |((from, to), truth): ((&DVec3, &DVec3), &DVec3)| from.lerp(*to, fraction).distance_squared(*truth);
        from.iter().zip(to).zip(truth).map(apart).fold(0.0, f64::max).sqrt()
    }
}

/// The keys in order of insertion.
struct RefinedKeys<K> {
    keys: Vec<(f64, K)>,
    error: f64,
}

impl<K> RefinedKeys<K> {
    fn into_track(mut self, wrap: impl Fn(Vec<K>) -> TrackKeys) -> SampledTrack {
        self.keys.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (times, keys) = self.keys.into_iter().unzip();
        SampledTrack { times, keys: wrap(keys), error: self.error }
    }
}

/// The interval between two neighbouring keys.
struct KeyInterval {
    /// The instant of the greatest interpolation error.
    time: f64,
    from: usize,
    to: usize,
}

/// Keys at `knots` and where the interpolation error exceeds the tolerance; `None` if the path has no such keys.
fn refine<P: KeyedPath>(
    path: &P,
    knots: &[f64],
    tolerance: f64,
    most: usize,
) -> Result<Option<RefinedKeys<P::Key>>, PageError> {
    let mut keys = Vec::new();
    for &time in knots {
        let Some(key) = path.key(time)? else { return Ok(None) };
        keys.push((time, key));
    }
    let mut pieces = BinaryHeap::new();
    for to in 1..keys.len() {
        let Some(piece) = examine(path, &keys, to - 1, to)? else { return Ok(None) };
        pieces.push(piece);
    }
    while let Some(Largest { key: error, item: worst }) = pieces.pop() {
        if error <= tolerance || keys.len() >= most {
            return Ok(Some(RefinedKeys { keys, error }));
        }
        let Some(key) = path.key(worst.time)? else { return Ok(None) };
        let middle = keys.len();
        keys.push((worst.time, key));
        for (from, to) in [(worst.from, middle), (middle, worst.to)] {
            let Some(piece) = examine(path, &keys, from, to)? else { return Ok(None) };
            pieces.push(piece);
        }
    }
    Ok(Some(RefinedKeys { keys, error: 0.0 }))
}

/// Compares interpolation and motion between two keys. The priority is the greatest error found.
fn examine<P: KeyedPath>(
    path: &P,
    keys: &[(f64, P::Key)],
    from: usize,
    to: usize,
) -> Result<Option<Largest<KeyInterval>>, PageError> {
    let ((start, first), (end, last)) = (&keys[from], &keys[to]);
    let mut piece = Largest { key: 0.0, item: KeyInterval { time: *start, from, to } };
    for fraction in tolerance::PROBES {
        let time = start + (end - start) * fraction;
        // There is no f64 between two neighbouring ones.
        if !(*start < time && time < *end) {
            continue;
        }
        let Some(truth) = path.key(time)? else { return Ok(None) };
        let error = path.error(first, last, (time - start) / (end - start), &truth);
        if error > piece.key {
            (piece.key, piece.item.time) = (error, time);
        }
    }
    Ok(Some(piece))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SceneBody;
    use tangency_geometry::{self as geometry, Expression, Linear, Mesh, Motion, Pose, Shape, Vertexwise};

    /// A rotation about z by this many turns, on a helix.
    struct Spin {
        turns: f64,
    }

    impl KeyedPath for Spin {
        type Key = (DQuat, DVec3);

        fn key(&self, time: f64) -> Result<Option<Self::Key>, PageError> {
            let angle = time * self.turns * std::f64::consts::TAU;
            Ok(Some((DQuat::from_rotation_z(angle), DVec3::new(angle.cos(), angle.sin(), time))))
        }

        fn error(&self, from: &Self::Key, to: &Self::Key, fraction: f64, truth: &Self::Key) -> f64 {
            from.0.slerp(to.0, fraction).angle_between(truth.0) + from.1.lerp(to.1, fraction).distance(truth.1)
        }
    }

    /// Largest error over instants that have nothing to do with the probes.
    fn dense_error(path: &Spin, found: RefinedKeys<(DQuat, DVec3)>) -> f64 {
        let SampledTrack { times, keys: TrackKeys::Poses(keys), .. } = found.into_track(TrackKeys::Poses) else {
            unreachable!()
        };
        assert!(times.windows(2).all(|pair| pair[0] < pair[1]));
        let error = |step: u32| {
            let time = f64::from(step) / 9973.0;
            let after = times.partition_point(|&key| key <= time).clamp(1, times.len() - 1);
            let fraction = (time - times[after - 1]) / (times[after] - times[after - 1]);
            path.error(&keys[after - 1], &keys[after], fraction, &path.key(time).unwrap().unwrap())
        };
        (0..=9973).map(error).fold(0.0, f64::max)
    }

    /// Includes whole turns, which look like rest at equal steps.
    #[test]
    fn curved_motion_is_followed_within_tolerance() {
        for turns in [0.0, 0.3, 1.0, 2.0, 8.0, 16.0] {
            let found = refine(&Spin { turns }, &[0.0, 1.0], 1e-3, 100_000).unwrap().unwrap();
            assert!(found.error <= 1e-3);
            let error = dense_error(&Spin { turns }, found);
            // Between the probes the error of an arc is at most a little larger than at the probes.
            assert!(error <= 1.2e-3, "{turns} turns: {error}");
        }
    }

    #[test]
    fn keys_that_run_out_are_admitted() {
        let found = refine(&Spin { turns: 50.0 }, &[0.0, 0.25, 1.0], 1e-6, 40).unwrap().unwrap();
        assert_eq!(found.keys.len(), 40);
        assert!(found.error > 1e-6);
    }

    fn body(motion: Motion) -> SceneBody {
        let mesh = Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]]).unwrap();
        SceneBody::new("triangle", Shape::Mesh(mesh), motion)
    }

    const SPAN: SceneSpan = SceneSpan { start: 5.0, end: 6.0 };
    const EFFORT: SampleBudget = SampleBudget { size: 1.0, frames: 100 };

    #[test]
    fn straight_motion_needs_only_its_ends_and_the_contact() {
        let motion = Motion::Linear(Linear::new(Pose::IDENTITY, DVec3::new(1.0, -2.0, 3.0)).unwrap());
        let track = track(&Drawn::new(&body(motion), 1).unwrap(), SPAN, &[5.3, 7.0], EFFORT).unwrap();
        assert_eq!(track.times, [5.0, 5.3, 6.0], "the instant outside of the span is left out");
        let TrackKeys::Poses(keys) = track.keys else { panic!("a rigid motion") };
        // The motion's clock starts with the span.
        assert!(keys[1].1.distance((5.3 - 5.0) * DVec3::new(1.0, -2.0, 3.0)) < 1e-15);
        assert!(track.error < 1e-12);
    }

    /// Turning at constant velocity is what the interpolation does itself, below half a turn.
    #[test]
    fn a_slow_turn_needs_no_more() {
        let motion = geometry::Rigid::new(Pose::IDENTITY, DVec3::X, DVec3::new(0.3, -2.0, 1.0)).unwrap();
        let track = track(&Drawn::new(&body(Motion::Rigid(motion)), 1).unwrap(), SPAN, &[], EFFORT).unwrap();
        assert_eq!(track.times, [5.0, 6.0]);
    }

    #[test]
    fn a_formula_is_followed_vertex_by_vertex() {
        let motion = Motion::Expression(Expression::parse(["x", "y + t", "z + sin(3*t)*x"]).unwrap());
        let track =
            track(&Drawn::new(&body(motion), 1).unwrap(), SPAN, &[], SampleBudget { size: 1.0, frames: 1000 }).unwrap();
        assert!(track.times.len() > 5 && track.error <= 1e-4, "{} keys, error {}", track.times.len(), track.error);
        let TrackKeys::Frames(frames) = track.keys else { panic!("a deforming motion") };
        for (time, frame) in track.times.iter().zip(frames) {
            let now = time - 5.0;
            assert!(frame[1].distance(DVec3::new(1.0, now, (3.0 * now).sin())) < 1e-12);
        }
    }

    /// A body cannot be drawn where its formula has no value.
    #[test]
    fn a_formula_without_a_value_is_an_error() {
        let motion = Motion::Expression(Expression::parse(["x", "y", "z + sqrt(t - 0.5)"]).unwrap());
        let error = track(&Drawn::new(&body(motion), 1).unwrap(), SPAN, &[], EFFORT).err();
        assert!(matches!(error, Some(PageError::NotFinite { .. })), "{error:?}");
    }

    #[test]
    fn frames_of_a_deforming_motion_are_kept_as_they_are() {
        let times = vec![0.0, 0.01, 0.7];
        let frames: Vec<Vec<DVec3>> =
            [1.0, 9.0, -3.0].iter().map(|&z| vec![DVec3::Z * z, DVec3::X, DVec3::Y * z]).collect();
        let motion = Motion::Vertexwise(Vertexwise::new(times, frames.clone()).unwrap());
        let track = track(&Drawn::new(&body(motion), 1).unwrap(), SPAN, &[], EFFORT).unwrap();
        assert_eq!(track.times, [5.0, 5.01, 5.7, 6.0]);
        let TrackKeys::Frames(kept) = track.keys else { panic!("a deforming motion") };
        for (kept, frame) in kept.iter().zip(frames.iter().chain(frames.last())) {
            assert!(kept.iter().zip(frame).all(|(a, b)| a.distance(*b) < 1e-12), "{kept:?} for {frame:?}");
        }
    }

    #[test]
    fn a_motion_of_other_vertices_is_an_error() {
        let motion = Motion::Vertexwise(Vertexwise::new(vec![0.0], vec![vec![DVec3::ZERO; 4]]).unwrap());
        let error = track(&Drawn::new(&body(motion), 1).unwrap(), SPAN, &[], EFFORT).err();
        assert_eq!(error, Some(PageError::Vertices { body: "triangle".into(), vertices: 3, moved: 4 }));
    }
}
