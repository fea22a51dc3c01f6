//! The motion of one link.

use super::Mechanism;
use super::chain::{self, Step};
use super::frame::{Frame, Place};
use super::track::bounded;
use super::trajectory::{Phase, Trajectory};
use crate::motion::{Path, SpinningEnclosure};
use crate::tolerance::ROUNDING_UNITS;
use crate::{Enclosure, Placement, Pose, Rates, enclose};
use glam::DVec3;
use std::sync::Arc;
use tangency_interval::{Interval, Matrix, Vector, Vector3};

/// The joints on the way to a link, from the world or from another link, whatever they do: for many trajectories it is made
/// once. Cheap to clone.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkChain {
    steps: Arc<[Step]>,
}

impl LinkChain {
    /// From the world, where the mechanism's root stands still at the origin.
    ///
    /// # Panics
    /// If there is no such link.
    #[must_use]
    pub fn in_world(mechanism: &Mechanism, link: usize) -> Self {
        Self { steps: chain::from_world(mechanism, link).into() }
    }

    /// From the link `observer`: only the joints between the two.
    ///
    /// # Panics
    /// If there is no such link.
    #[must_use]
    pub fn seen_from(mechanism: &Mechanism, link: usize, observer: usize) -> Self {
        Self { steps: chain::between(mechanism, observer, link).into() }
    }

    /// How the link moves while the joints follow a trajectory of the same mechanism.
    #[must_use]
    pub fn on(&self, trajectory: &Arc<Trajectory>) -> LinkMotion {
        LinkMotion { steps: Arc::clone(&self.steps), trajectory: Arc::clone(trajectory) }
    }
}

/// How a link of a mechanism moves while the joints follow a trajectory: in the world, or as another link sees it. Cheap to
/// clone.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkMotion {
    steps: Arc<[Step]>,
    trajectory: Arc<Trajectory>,
}

/// Where a link is and how it moves at an instant, in plain numbers with bounds on their error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkPose {
    /// The pose.
    pub pose: Pose,
    /// Radians: the exact rotation differs from the pose's by at most this angle.
    pub angle_error: f64,
    /// Metres: the exact origin is at most this far from the pose's.
    pub position_error: f64,
    /// Angular velocity, radians a second; in a row of the trajectory, that after it.
    pub spin: DVec3,
    /// Radians a second: how far the angular velocity may be off.
    pub spin_error: f64,
    /// Velocity of the origin, metres a second; in a row of the trajectory, that after it.
    pub velocity: DVec3,
    /// Metres a second: how far the velocity may be off.
    pub velocity_error: f64,
}

impl LinkPose {
    pub(super) fn of(frame: &Frame) -> Self {
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
    /// The link in the world, where the mechanism's root stands still at the origin.
    ///
    /// # Panics
    /// If there is no such link.
    #[must_use]
    pub fn in_world(mechanism: &Mechanism, trajectory: &Arc<Trajectory>, link: usize) -> Self {
        LinkChain::in_world(mechanism, link).on(trajectory)
    }

    /// The link in the frame of the link `observer`: only the joints between the two move it.
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

    /// Whether no joint on the way ever moves.
    #[must_use]
    pub fn is_still(&self) -> bool {
        self.steps.iter().all(|step| step.is_constant(&self.trajectory))
    }

    /// Pose and velocity at `time`, a finite number.
    #[must_use]
    pub fn locate(&self, time: f64) -> LinkPose {
        LinkPose::of(&self.frame(self.trajectory.phase(time), Interval::from(time)))
    }

    /// Pose and velocity at the middle of the span ([`Interval::mid`]), and bounds over all of it: both for little more than
    /// one of them.
    #[must_use]
    pub fn glance(&self, span: Interval) -> (LinkPose, Rates) {
        let inside = self.trajectory.phase(span.mid());
        match inside {
            Phase::Segment { index } if span.subset(self.trajectory.segment(index)) => {
                let frame = self.frame(inside, span);
                (LinkPose::of(&frame), frame.rates)
            }
            Phase::Segment { .. } | Phase::Rest { .. } => (self.locate(span.mid()), self.rates(span)),
        }
    }

    /// Bounds on speeds and accelerations during the span.
    ///
    /// They are sharp to first order in a short span. If velocities may jump within it, that is if straight lines of joint
    /// values meet in a row inside ([`LinkMotion::corners`]), the bounds on the changes are infinite.
    #[must_use]
    pub fn rates(&self, span: Interval) -> Rates {
        let corner = if self.corners(span).is_empty() { 0.0 } else { f64::INFINITY };
        let mut most = Rates { spin_change: corner, acceleration: corner, ..Rates::default() };
        for (phase, part) in self.trajectory.phases(span) {
            // What is beyond the ends of the span does not count, unless the span is a row by itself.
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

    /// The instants strictly inside the span at which velocities may jump: the rows of the trajectory, unless it is smooth
    /// there.
    #[must_use]
    pub fn corners(&self, span: Interval) -> &[f64] {
        let smooth = |step: &Step| match step {
            Step::Turn { .. } | Step::Slide { .. } | Step::Shift { .. } => {
                self.trajectory.interpolation() == super::Interpolation::Cubic
            }
            Step::Offset { .. } | Step::Tilt { .. } | Step::Orient { .. } => false,
        };
        let moving = self.steps.iter().filter(|step| !step.is_constant(&self.trajectory));
        if moving.into_iter().all(smooth) { &[] } else { self.trajectory.rows_inside(span) }
    }

    fn frame(&self, phase: Phase, span: Interval) -> Frame {
        Frame::during(&self.steps, &self.trajectory, phase, span)
    }

    fn place(&self, phase: Phase, time: f64) -> Place {
        Place::at(&self.steps, &self.trajectory, phase, time)
    }

    /// Encloses the placement during a span of one phase.
    fn enclosure(&self, phase: Phase, span: Interval) -> SpinningEnclosure {
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

/// The box around the ball; the radius is a computed sum, rounded up here.
fn inflated(centre: DVec3, radius: f64) -> Vector3 {
    enclose(centre) + cube(radius * (1.0 + 4.0 * f64::EPSILON) + f64::MIN_POSITIVE)
}

/// All rotations within `angle` of the place's, and all translations within `way`, its own errors added.
///
/// A rotation by `angle` moves no unit vector farther than `angle`, so that no entry of the matrix changes by more.
fn ball(place: &Place, angle: f64, way: f64) -> (Matrix<3, 3>, Vector3) {
    let pose = place.pose();
    let angle = cube(angle * (1.0 + 4.0 * f64::EPSILON) + place.angle_error());
    let unit = Interval::between(-1.0, 1.0);
    let row = |row: Vector3| Vector((row + angle).0.map(|entry| entry.intersection(unit)));
    let rotation = Matrix(pose.rotation_matrix().0.map(row));
    (rotation, inflated(pose.translation(), way + place.position_error()))
}

impl Path for LinkMotion {
    fn at(&self, time: f64) -> Placement {
        Placement::Pose(self.place(self.trajectory.phase(time), time).pose())
    }

    fn during(&self, span: Interval) -> Enclosure {
        let of = |(phase, part): &(Phase, Interval)| Enclosure::Spinning(Box::new(self.enclosure(*phase, *part)));
        match self.trajectory.phases(span).as_slice() {
            [one] => of(one),
            several => Enclosure::Sequence(several.iter().map(of).collect()),
        }
    }

    fn travel(&self, span: Interval, reach: f64) -> f64 {
        let way = |(phase, part): &(Phase, Interval)| {
            let speed = self.frame(*phase, *part).rates.speed_within(reach);
            Interval::from(speed) * Interval::from(part.width())
        };
        let phases = self.trajectory.phases(span);
        phases.iter().map(way).fold(Interval::ZERO, |sum, way| sum + way).upper()
    }

    fn rounding(&self, time: f64, _index: usize, local: DVec3) -> f64 {
        let place = self.place(self.trajectory.phase(time), time);
        let (distance, origin) = (local.length(), place.pose().translation().length());
        let applied = ROUNDING_UNITS * f64::EPSILON * (distance + origin);
        bounded(1.01 * (place.position_error() + place.angle_error() * distance) + applied)
    }

    fn rates(&self, span: Interval) -> Option<Rates> {
        Some(LinkMotion::rates(self, span))
    }

    /// Straight between rows if nothing turns and every slide goes along straight lines: a gantry.
    fn straight_between(&self, span: Interval) -> Option<Vec<f64>> {
        self.steps.iter().all(|step| step.is_straight(&self.trajectory)).then(|| {
            let rows: &[f64] = if self.is_still() { &[] } else { self.trajectory.rows_inside(span) };
            std::iter::once(span.lower()).chain(rows.iter().copied()).chain([span.upper()]).collect()
        })
    }
}
