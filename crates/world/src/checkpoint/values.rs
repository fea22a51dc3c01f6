//! Points, motions, contacts and paths in a checkpoint.

use super::RestartError;
use super::stored::{StateReader, StateWriter, Stored, content, stored, stored_name};
use crate::change::ContactChange;
use crate::flight::Flight;
use crate::follow::FollowedContact;
use crate::group::FoundContacts;
use crate::history::{
    ContactMode, CrowdedInstant, Energy, EventCounts, ResponseQuality, RunEnding, WorldEvent, WorldEventKind,
};
use crate::instant::BodyPhase;
use crate::island::{Island, IslandPath, IslandStep};
use crate::memory::RecalledContact;
use crate::rest::RestingBodies;
use crate::sparse::{Course, Crowding};
use crate::step::ContactTrace;
use crate::surface_point::LocalSurface;
use glam::{DMat3, DQuat, DVec3};
use tangency_detect::Effort;
use tangency_geometry::{ChebyshevMotion, Contact, Feature, Motion, Pose};
use tangency_interval::{Chebyshev, Interval};

stored!(BodyPhase { centre, orientation, velocity, momentum });
stored!(Course { since, position, velocity, acceleration, radius, envelope, until });
stored!(Contact { time, point, normal, gap, feature_a, feature_b, proved, initial });
stored!(FoundContacts { pair, contacts, time });
stored!(FollowedContact { a, b, places, mode, heading, begins, friction, torsion, rolling, contact, track });
stored!(RecalledContact { a, b, contact });
stored!(LocalSurface { point, normal, bend, glide });
stored!(ContactTrace { touch, force, margins });
stored!(IslandStep { step, order, motions, change });
stored!(RestingBodies { phases, places, followed, supports, forces });
stored!(WorldEvent { time, a, b, kind, contacts, impulse });
stored!(Energy { time, kinetic, potential });
stored!(EventCounts { predictions, comparisons, stale, diverted, questions, sleeps });
stored!(CrowdedInstant { time, crowding });
stored!(Crowding { bodies, cells, entries, fullest_cell, deepest_level, expected_levels, densest, stale_share });
stored!(ResponseQuality { problems, substituted, unconverged, worst_residual, worst_gap });
stored!(Effort { pairs, iterations });
stored_name!(ContactMode { Rolls = 0, Slides = 1 });
stored_name!(ContactChange { Ends = 0, Slips = 1, Rests = 2, Border = 3 });
stored_name!(WorldEventKind { Impact = 0, Slides = 1, Rolls = 2, Leaves = 3, Rests = 4 });

/// Coordinates, which are finite.
fn write_finite(values: &[f64], to: &mut StateWriter) {
    if !values.iter().all(|value| value.is_finite()) {
        to.fault = Some("a coordinate that is not finite");
    }
    values.iter().for_each(|value| value.write(to));
}

fn read_finite<const N: usize>(from: &mut StateReader<'_>) -> Result<[f64; N], RestartError> {
    let values = <[f64; N]>::read(from)?;
    if values.iter().all(|value| value.is_finite()) { Ok(values) } else { Err(content("a coordinate is not finite")) }
}

impl Stored for DVec3 {
    fn write(&self, to: &mut StateWriter) {
        write_finite(&self.to_array(), to);
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        read_finite(from).map(Self::from_array)
    }
}

impl Stored for DQuat {
    fn write(&self, to: &mut StateWriter) {
        write_finite(&self.to_array(), to);
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        read_finite(from).map(Self::from_array)
    }
}

impl Stored for DMat3 {
    fn write(&self, to: &mut StateWriter) {
        write_finite(&self.to_cols_array(), to);
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        read_finite(from).map(|all| Self::from_cols_array(&all))
    }
}

impl Stored for Pose {
    fn write(&self, to: &mut StateWriter) {
        (self.rotation(), self.translation()).write(to);
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        let (rotation, translation) = Stored::read(from)?;
        Self::new(rotation, translation).map_err(|_| content("a place is not a pose"))
    }
}

impl Stored for Interval {
    fn write(&self, to: &mut StateWriter) {
        [self.lower(), self.upper()].write(to);
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        let [lower, upper] = <[f64; 2]>::read(from)?;
        Self::new(lower, upper).map_err(|_| content("an interval ends before it begins"))
    }
}

impl Stored for Feature {
    fn write(&self, to: &mut StateWriter) {
        match *self {
            Self::Vertex(index) => (0_u8, index).write(to),
            Self::Edge { index, parameter } => (1_u8, index, parameter).write(to),
            Self::Face { index, weights } => (2_u8, index, weights).write(to),
            Self::Patch { index, parameters } => (3_u8, index, parameters).write(to),
            Self::Part(index) => (4_u8, index).write(to),
        }
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        let (tag, index) = <(u8, u32)>::read(from)?;
        Ok(match tag {
            0 => Self::Vertex(index),
            1 => Self::Edge { index, parameter: f64::read(from)? },
            2 => Self::Face { index, weights: Stored::read(from)? },
            3 => Self::Patch { index, parameters: Stored::read(from)? },
            4 => Self::Part(index),
            _ => return Err(content("unknown feature")),
        })
    }
}

impl Stored for Chebyshev {
    fn write(&self, to: &mut StateWriter) {
        [self.start(), self.end()].write(to);
        // The coefficients are numbers. The upper end keeps the sign of a zero.
        self.coefficients().iter().map(|one| one.upper()).collect::<Vec<f64>>().write(to);
        if !self.coefficients().iter().all(|one| one.is_singleton()) {
            to.fault = Some("a series whose coefficients are intervals");
        }
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        let ([start, end], coefficients) = <([f64; 2], Vec<f64>)>::read(from)?;
        Self::new(start, end, &coefficients).map_err(|_| content("a path is not a series"))
    }
}

/// The motions that a solver makes: bodies at rest, and series.
impl Stored for Motion {
    fn write(&self, to: &mut StateWriter) {
        match self {
            Self::Still(pose) => (0_u8, pose.rotation(), pose.translation()).write(to),
            Self::Chebyshev(motion) => {
                1_u8.write(to);
                motion.rotation().iter().chain(motion.translation()).for_each(|one| one.write(to));
            }
            Self::Linear(_)
            | Self::Ballistic(_)
            | Self::Rigid(_)
            | Self::Screw(_)
            | Self::Articulated(_)
            | Self::Piecewise(_)
            | Self::Vertexwise(_)
            | Self::Expression(_) => to.fault = Some("a motion that no solver makes"),
        }
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        match u8::read(from)? {
            0 => Pose::read(from).map(Self::Still),
            1 => {
                let (rotation, translation) = Stored::read(from)?;
                let motion = ChebyshevMotion::new(rotation, translation);
                motion.map(Self::Chebyshev).map_err(|_| content("a path is not a motion"))
            }
            _ => Err(content("unknown motion")),
        }
    }
}

impl Stored for RunEnding {
    fn write(&self, to: &mut StateWriter) {
        match self {
            Self::Finished => 0_u8.write(to),
            Self::Open => 1_u8.write(to),
            Self::Stopped(reason) => {
                2_u8.write(to);
                reason.write(to);
            }
        }
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        match u8::read(from)? {
            0 => Ok(Self::Finished),
            1 => Ok(Self::Open),
            2 => String::read(from).map(Self::Stopped),
            _ => Err(content("unknown ending")),
        }
    }
}

impl Flight {
    /// Writes how the flight begins, and its path where forces bend it. The rest follows from that and from the body.
    pub(crate) fn write(&self, to: &mut StateWriter) {
        self.since.write(to);
        self.phase.write(to);
        self.acceleration.write(to);
        self.ends.write(to);
        self.forced.write(to);
    }

    /// Reads the flight of a body.
    pub(crate) fn read(from: &mut StateReader<'_>, body: usize) -> Result<Self, RestartError> {
        let (since, phase, acceleration) = Stored::read(from)?;
        let (ends, forced) = Stored::read(from)?;
        let kind = from.bodies.kinds.get(body).ok_or_else(|| content("no such body"))?;
        let mut flight = Self::new(since, phase, acceleration, kind).ok_or_else(|| content("a driven body flies"))?;
        (flight.ends, flight.forced) = (ends, forced);
        Ok(flight)
    }
}

impl Stored for Island {
    fn write(&self, to: &mut StateWriter) {
        let Self { bodies, followed, path, since, ends, step_length } = self;
        bodies.write(to);
        followed.write(to);
        [*since, *ends, *step_length].write(to);
        match path {
            IslandPath::Flight(flight) => {
                0_u8.write(to);
                flight.write(to);
            }
            IslandPath::Step(step) => {
                1_u8.write(to);
                step.write(to);
            }
            IslandPath::Rest(rest) => {
                2_u8.write(to);
                rest.write(to);
            }
        }
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        let bodies: Vec<usize> = Stored::read(from)?;
        let followed = Stored::read(from)?;
        let [since, ends, step_length] = Stored::read(from)?;
        let first = *bodies.first().ok_or_else(|| content("an island has no body"))?;
        let path = match u8::read(from)? {
            0 => IslandPath::Flight(Box::new(Flight::read(from, first)?)),
            1 => IslandPath::Step(Stored::read(from)?),
            2 => IslandPath::Rest(Stored::read(from)?),
            _ => return Err(content("unknown path")),
        };
        Ok(Self { bodies, followed, path, since, ends, step_length })
    }
}
