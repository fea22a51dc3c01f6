//! The motion of one link.

use super::Mechanism;
use super::chain::{self, ChainStep};
use super::frame::{ApproximatePose, LinkFrame};
use super::track::bounded;
use super::trajectory::{Trajectory, TrajectoryPhase};
use crate::motion::{Kinematics, Kinks, RigidKinematics, SpinningEnclosure};
use crate::tolerance::ROUNDING_UNITS;
use crate::{Enclosure, Placement, Pose, Rates, enclose};
use glam::DVec3;
use std::sync::Arc;
use tangency_interval::{Interval, Matrix, Vector, Vector3};

/// The joints between the world, or another link, and a link. Independent of the trajectory, so it is built
/// once for many trajectories. Cheap to clone.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkChain {
    steps: Arc<[ChainStep]>,
}

impl LinkChain {
    /// The chain from the world. The mechanism's root rests at the world's origin.
    ///
    /// # Panics
    /// If there is no such link.
    #[must_use]
    pub fn in_world(mechanism: &Mechanism, link: usize) -> Self {
        Self { steps: chain::from_world(mechanism, link).into() }
    }

    /// The chain from the link `observer`: only the joints between the two links.
    ///
    /// # Panics
    /// If there is no such link.
    #[must_use]
    pub fn seen_from(mechanism: &Mechanism, link: usize, observer: usize) -> Self {
        Self { steps: chain::between(mechanism, observer, link).into() }
    }

    /// The motion of the link while the joints follow a trajectory of the same mechanism.
    #[must_use]
    pub fn on(&self, trajectory: &Arc<Trajectory>) -> LinkMotion {
        LinkMotion { steps: Arc::clone(&self.steps), trajectory: Arc::clone(trajectory) }
    }
}

/// The motion of a link of a mechanism while the joints follow a trajectory, in the world or in the frame of
/// another link. Cheap to clone.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkMotion {
    steps: Arc<[ChainStep]>,
    trajectory: Arc<Trajectory>,
}

/// Pose and velocities of a link at an instant in floating point, with bounds on their errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkPose {
    /// The pose.
    pub pose: Pose,
    /// Upper bound on the angle between the exact and the computed rotation, in radians.
    pub angle_error: f64,
    /// Upper bound on the distance between the exact and the computed origin, in metres.
    pub position_error: f64,
    /// Angular velocity, in radians per second. At a row of the trajectory: the velocity after it.
    pub spin: DVec3,
    /// Upper bound on the error of the angular velocity, in radians per second.
    pub spin_error: f64,
    /// Velocity of the origin, in metres per second. At a row of the trajectory: the velocity after it.
    pub velocity: DVec3,
    /// Upper bound on the error of the velocity, in metres per second.
    pub velocity_error: f64,
}

impl LinkPose {
    pub(super) fn of(frame: &LinkFrame) -> Self {
        Self {
            pose: frame.place.pose(),
            angle_error: frame.place.angle_error(),
            position_error: frame.place.position_error(),
            spin: frame.spin,
            spin_error: frame.spin_error,
            velocity: frame.velocity,
            velocity_error: frame.velocity_error,
        }
    }
}

impl LinkMotion {
    /// The link in the world. The mechanism's root rests at the world's origin.
    ///
    /// # Panics
    /// If there is no such link.
    #[must_use]
    pub fn in_world(mechanism: &Mechanism, trajectory: &Arc<Trajectory>, link: usize) -> Self {
        LinkChain::in_world(mechanism, link).on(trajectory)
    }

    /// The link in the frame of the link `observer`. Only the joints between the two links move it.
    ///
    /// # Panics
    /// If there is no such link.
    #[must_use]
    pub fn seen_from(mechanism: &Mechanism, trajectory: &Arc<Trajectory>, link: usize, observer: usize) -> Self {
        LinkChain::seen_from(mechanism, link, observer).on(trajectory)
    }

    /// The trajectory that the joints follow.
    #[must_use]
    pub fn trajectory(&self) -> &Arc<Trajectory> {
        &self.trajectory
    }

    /// Whether no joint of the chain ever moves.
    #[must_use]
    pub fn is_still(&self) -> bool {
        self.steps.iter().all(|step| step.is_constant(&self.trajectory))
    }

    /// Pose and velocity at `time`, a finite number.
    #[must_use]
    pub fn locate(&self, time: f64) -> LinkPose {
        LinkPose::of(&self.frame(self.trajectory.phase(time), Interval::from(time)))
    }

    /// Pose and velocity at the middle of the interval ([`Interval::mid`]), and bounds over the whole interval.
    /// Costs little more than either of them alone.
    #[must_use]
    pub fn pose_and_rates(&self, span: Interval) -> (LinkPose, Rates) {
        let inside = self.trajectory.phase(span.mid());
        match inside {
            TrajectoryPhase::Segment { index } if span.subset(self.trajectory.segment(index)) => {
                let frame = self.frame(inside, span);
                (LinkPose::of(&frame), frame.rates)
            }
            TrajectoryPhase::Segment { .. } | TrajectoryPhase::Rest { .. } => {
                (self.locate(span.mid()), self.rates(span))
            }
        }
    }

    /// Bounds on speeds and accelerations during the interval.
    ///
    /// They are sharp to first order on short intervals. If velocities may jump inside the interval, because
    /// linear pieces of joint values meet at a row ([`LinkMotion::velocity_jumps`]), the bounds on the accelerations
    /// are infinite.
    #[must_use]
    pub fn rates(&self, span: Interval) -> Rates {
        let corner = if self.velocity_jumps(span).is_empty() { 0.0 } else { f64::INFINITY };
        let mut most = Rates { spin_change: corner, acceleration: corner, ..Rates::default() };
        for (phase, part) in self.trajectory.phases(span) {
            // Parts that only touch the interval at its ends are ignored, unless the interval is a single
            // instant.
            if part.width() > 0.0 || span.width() == 0.0 {
                let rates = self.frame(phase, part).rates;
                most.spin = most.spin.max(rates.spin);
                most.speed = most.speed.max(rates.speed);
                most.spin_change = most.spin_change.max(rates.spin_change);
                most.acceleration = most.acceleration.max(rates.acceleration);
            }
        }
        most
    }

    /// The instants strictly inside the interval at which velocities may jump: the rows of the trajectory,
    /// unless the motion is smooth there.
    #[must_use]
    pub fn velocity_jumps(&self, span: Interval) -> &[f64] {
        let smooth = |step: &ChainStep| match step {
            ChainStep::Turn { .. } | ChainStep::Slide { .. } | ChainStep::Shift { .. } => {
                self.trajectory.interpolation() != super::Interpolation::Linear
            }
            ChainStep::Offset { .. } | ChainStep::Tilt { .. } | ChainStep::Orient { .. } => false,
        };
        let moving = self.steps.iter().filter(|step| !step.is_constant(&self.trajectory));
        if moving.into_iter().all(smooth) { &[] } else { self.trajectory.rows_inside(span) }
    }

    fn frame(&self, phase: TrajectoryPhase, span: Interval) -> LinkFrame {
        LinkFrame::during(&self.steps, &self.trajectory, phase, span)
    }

    fn place(&self, phase: TrajectoryPhase, time: f64) -> ApproximatePose {
        ApproximatePose::at(&self.steps, &self.trajectory, phase, time)
    }

    /// Encloses the placement during an interval within one phase.
    fn enclosure(&self, phase: TrajectoryPhase, span: Interval) -> SpinningEnclosure {
        let frame = self.frame(phase, span);
        let Rates { spin, speed, spin_change, acceleration } = frame.rates;
        let (rotation, translation) = ball(&frame.place, spin * frame.half, speed * frame.half);
        let [start, end] = [span.lower(), span.upper()];
        let within = |centre: DVec3, radius: f64, most: f64| inflated(centre, radius).intersection(cube(most));
        SpinningEnclosure {
            rotation,
            translation,
            ends: [start, end].map(|time| ball(&self.place(phase, time), 0.0, 0.0)),
            length: Interval::from(end) - Interval::from(start),
            spin: within(frame.spin, spin_change * frame.half + frame.spin_error, spin),
            velocity: within(frame.velocity, acceleration * frame.half + frame.velocity_error, speed),
            rests: false,
        }
    }
}

fn cube(radius: f64) -> Vector3 {
    Vector([Interval::between(-radius, radius); 3])
}

/// The box around the ball. The radius is a computed sum and is rounded up here.
fn inflated(centre: DVec3, radius: f64) -> Vector3 {
    enclose(centre) + cube(radius * (1.0 + 4.0 * f64::EPSILON) + f64::MIN_POSITIVE)
}

/// All rotations within `angle` of the pose and all translations within `distance`, with the errors of the pose
/// added.
///
/// A rotation by `angle` moves no unit vector by more than `angle`, so no matrix entry changes by more.
fn ball(place: &ApproximatePose, angle: f64, distance: f64) -> (Matrix<3, 3>, Vector3) {
    let pose = place.pose();
    let angle = cube(angle * (1.0 + 4.0 * f64::EPSILON) + place.angle_error());
    let unit = Interval::between(-1.0, 1.0);
    let row = |row: Vector3| Vector((row + angle).0.map(|entry| entry.intersection(unit)));
    let rotation = Matrix(pose.rotation_matrix().0.map(row));
    (rotation, inflated(pose.translation(), distance + place.position_error()))
}

impl Kinematics for LinkMotion {
    fn at(&self, time: f64) -> Placement {
        Placement::Pose(self.place(self.trajectory.phase(time), time).pose())
    }

    fn during(&self, span: Interval) -> Enclosure {
        let of =
            |(phase, part): &(TrajectoryPhase, Interval)| Enclosure::Spinning(Box::new(self.enclosure(*phase, *part)));
        match self.trajectory.phases(span).as_slice() {
            [one] => of(one),
            several => Enclosure::Sequence(several.iter().map(of).collect()),
        }
    }

    fn travel(&self, span: Interval, reach: f64) -> f64 {
        let distance = |(phase, part): &(TrajectoryPhase, Interval)| {
            let speed = self.frame(*phase, *part).rates.speed_within(reach);
            Interval::from(speed) * Interval::from(part.width())
        };
        let phases = self.trajectory.phases(span);
        phases.iter().map(distance).fold(Interval::ZERO, |sum, distance| sum + distance).upper()
    }

    fn rounding(&self, time: f64, _index: usize, local: DVec3) -> f64 {
        let place = self.place(self.trajectory.phase(time), time);
        let (distance, origin) = (local.length(), place.pose().translation().length());
        let applied = ROUNDING_UNITS * f64::EPSILON * (distance + origin);
        bounded(1.01 * (place.position_error() + place.angle_error() * distance) + applied)
    }

    /// Straight between rows if nothing rotates and every slide is linear, as in a gantry.
    fn straight_between(&self, span: Interval) -> Option<Vec<f64>> {
        self.steps.iter().all(|step| step.is_straight(&self.trajectory)).then(|| {
            let rows: &[f64] = if self.is_still() { &[] } else { self.trajectory.rows_inside(span) };
            std::iter::once(span.lower()).chain(rows.iter().copied()).chain([span.upper()]).collect()
        })
    }
}

impl RigidKinematics for LinkMotion {
    fn rates(&self, span: Interval) -> Rates {
        LinkMotion::rates(self, span)
    }

    fn kinks(&self) -> Kinks<'_> {
        Kinks::Borrowed(if self.is_still() { &[] } else { self.trajectory().times() })
    }
}
