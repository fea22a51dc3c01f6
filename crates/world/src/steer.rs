//! Bodies that a program steers while the world runs: Dworkin's god objects.
//!
//! **Question.** A user drags a body, or a controller moves it. Nobody knows where it will be in a second. When can
//! others meet it?
//!
//! **Idea.** The body promises a speed that none of its points exceeds. From the instant at which another body looks
//! ahead, it is within a box that grows with this speed ([`crate::backdrop`]). Only when that box is met, the detailed
//! question is asked, for the way on which the body is now. A command gives it another way. Then the answers to
//! detailed questions about it are void, and those who asked them predict again. All others expect to meet a box that
//! still holds. A command that would leave the box is refused: it says how soon the target can be reached.
//!
//! **Guarantee.** As for other bodies: nothing touches between the reported contacts, for the motions in the history.
//!
//! **Cost.** A command costs a look at every body, and a prediction for those that are close to the steered one.
//!
//! **Source.** Dworkin 1994, section H.3 (objects under control of the user) and E.2. There the position is checked
//! against the envelope from time to time; here a command that escapes from it is refused.

use crate::checkpoint::stored;
use crate::engine::Engine;
use crate::instant::{BodyDynamics, PreparedBodies};
use crate::island::IslandPath;
use crate::tolerance::STEERED_SPEED_ROUNDING;
use crate::{Mobility, RunEnding, WorldError};
use std::collections::BTreeMap;
use std::sync::Arc;
use tangency_geometry::{Linear, Motion, MotionError, Piecewise, Placement, Pose, Rigid};

/// A way from one pose to another, and the stop at its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SteeredWay {
    from: f64,
    start: Pose,
    arrives: f64,
    target: Pose,
}

stored!(SteeredWay { from, start, arrives, target });

impl SteeredWay {
    /// The motions and their beginnings, on the world's clock: straight and with a constant rotation, then still.
    fn pieces(&self) -> Result<Vec<(f64, Motion)>, MotionError> {
        let still = |time: f64| (time, Motion::Still(self.target));
        if !(self.arrives > self.from) {
            return Ok(vec![still(self.from)]);
        }
        let duration = self.arrives - self.from;
        let moves = if self.start == self.target {
            return Ok(vec![still(self.from)]);
        } else if self.start.rotation() == self.target.rotation() {
            let velocity = (self.target.translation() - self.start.translation()) / duration;
            Motion::Linear(Linear::new(self.start, velocity)?)
        } else {
            Motion::Rigid(Rigid::between(self.start, self.target, duration)?)
        };
        Ok(vec![(self.from, moves), still(self.arrives)])
    }

    /// An upper bound on the speed of any point of a body that reaches this far from its origin, m/s.
    fn speed(&self, reach: f64) -> Result<f64, MotionError> {
        let (way, duration) = (self.target.translation() - self.start.translation(), self.arrives - self.from);
        let turn = match self.pieces()?.first() {
            Some((_, Motion::Rigid(rigid))) => rigid.angular_velocity().length(),
            _ => 0.0,
        };
        // A half-space reaches to infinity: it may move, but not turn.
        Ok(way.length() / duration + if turn == 0.0 { 0.0 } else { turn * reach })
    }
}

/// The ways of the bodies that are steered, by their numbers in the world.
#[derive(Clone, Debug, Default)]
pub(crate) struct SteeredBodies {
    ways: BTreeMap<usize, Vec<SteeredWay>>,
}

stored!(SteeredBodies { ways });

/// A motion that is known to have no jumps, although it has pieces. Never a single pose: who leans on a body that may
/// move does not rest.
fn motion(ways: &[SteeredWay]) -> Result<Motion, MotionError> {
    let mut pieces: Vec<(f64, Motion)> = Vec::new();
    for way in ways {
        pieces.retain(|(start, _)| *start < way.from);
        pieces.extend(way.pieces()?);
    }
    let (starts, segments) = pieces.into_iter().unzip();
    Ok(Motion::Piecewise(Piecewise::new(starts, segments)?))
}

impl SteeredBodies {
    /// All bodies that are steered, at rest at the start of a run.
    pub(crate) fn at_rest(bodies: &PreparedBodies<'_>, start: f64) -> Result<Self, WorldError> {
        let mut ways = BTreeMap::new();
        for (number, body) in bodies.all.iter().enumerate() {
            if matches!(body.matter, Mobility::Steered { .. }) {
                let pose = body.state.pose();
                let pose = pose.map_err(|source| WorldError::Pose { body: body.name.clone(), source })?;
                ways.insert(number, vec![SteeredWay { from: start, start: pose, arrives: start, target: pose }]);
            }
        }
        Ok(Self { ways })
    }

    pub(crate) fn contains(&self, body: usize) -> bool {
        self.ways.contains_key(&body)
    }

    /// The numbers of the bodies, and whether their ways follow each other: for bytes that somebody else wrote.
    pub(crate) fn are_sound(&self, bodies: &PreparedBodies<'_>) -> bool {
        let steered = |body: usize| matches!(bodies.all[body].matter, Mobility::Steered { .. });
        let numbers: Vec<usize> = (0..bodies.all.len()).filter(|&body| steered(body)).collect();
        let ordered = |ways: &[SteeredWay]| {
            !ways.is_empty()
                && ways.is_sorted_by(|one, next| one.from < next.from)
                && ways.iter().all(|way| way.from.is_finite() && way.arrives.is_finite() && way.arrives >= way.from)
        };
        self.ways.keys().copied().eq(numbers) && self.ways.values().all(|ways| ordered(ways))
    }

    /// The motion of a body over the whole run, if it is steered.
    pub(crate) fn whole_motion(&self, body: usize) -> Option<Result<Motion, MotionError>> {
        self.ways.get(&body).map(|ways| motion(ways))
    }

    /// Puts the bodies on the ways on which they are now.
    pub(crate) fn apply(&self, bodies: &mut PreparedBodies<'_>) -> Result<(), MotionError> {
        self.ways.keys().try_for_each(|&body| self.apply_to(body, bodies))
    }

    fn apply_to(&self, body: usize, bodies: &mut PreparedBodies<'_>) -> Result<(), MotionError> {
        let Some(last) = self.ways.get(&body).and_then(|ways| ways.last()) else { return Ok(()) };
        bodies.kinds[body] = Arc::new(BodyDynamics::Driven(Box::new(motion(&[*last])?)));
        Ok(())
    }
}

impl Engine<'_> {
    /// The way of a steered body from where it is now, if it can take it.
    pub(crate) fn way(&self, body: usize, target: Pose, arrives: f64) -> Result<SteeredWay, WorldError> {
        let now = self.time;
        let Some(&Mobility::Steered { speed: limit }) = self.bodies.all.get(body).map(|body| &body.matter) else {
            let name = self.bodies.all.get(body).map_or_else(|| format!("number {body}"), |body| body.name.clone());
            return Err(WorldError::NotSteered { body: name });
        };
        let name = || self.bodies.all[body].name.clone();
        if !(arrives > now && arrives.is_finite()) {
            return Err(WorldError::SteeredLate { body: name(), arrives, now });
        }
        let start = self.pose_now(body)?;
        let way = SteeredWay { from: now, start, arrives, target };
        let speed = way.speed(self.forms[body].reach)?;
        if !(speed <= limit * (1.0 + STEERED_SPEED_ROUNDING)) {
            let earliest = now + (arrives - now) * (speed / limit);
            return Err(WorldError::SteeredFast { body: name(), speed, limit, arrives, earliest });
        }
        Ok(way)
    }

    /// Puts a steered body on a way, from the present instant on.
    pub(crate) fn steer(&mut self, body: usize, way: SteeredWay) -> Result<Option<RunEnding>, WorldError> {
        let now = self.time;
        if let Some(ways) = self.steered.ways.get_mut(&body) {
            // A later command of the same instant takes the place of the earlier one.
            ways.retain(|one| one.from < now && self.run.options.keep_motions);
            ways.push(way);
        }
        self.steered.apply_to(body, &mut self.bodies)?;
        self.follow_command(body)
    }

    /// The pose of a driven body at the present instant.
    fn pose_now(&self, body: usize) -> Result<Pose, WorldError> {
        let pose = match self.kind(body) {
            BodyDynamics::Driven(motion) => match motion.at(self.time) {
                Placement::Pose(pose) => Ok(pose),
                Placement::Points(_) | Placement::Expression(_) => self.bodies.all[body].state.pose(),
            },
            BodyDynamics::Free { .. } => self.bodies.all[body].state.pose(),
        };
        pose.map_err(|source| WorldError::Pose { body: self.bodies.all[body].name.clone(), source })
    }

    /// What depends on a body that has got another way: lasting contacts with it, and detailed questions about it.
    fn follow_command(&mut self, body: usize) -> Result<Option<RunEnding>, WorldError> {
        let track = &mut self.tracks[body];
        track.renew();
        let touches = |path: &IslandPath, followed: &[crate::follow::FollowedContact]| {
            matches!(path, IslandPath::Step(_)) && followed.iter().any(|one| one.a == body || one.b == body)
        };
        let cut: Vec<usize> = (0..self.islands.len())
            .filter(|&number| {
                self.islands[number].as_ref().is_some_and(|island| touches(&island.path, &island.followed))
            })
            .collect();
        for number in cut {
            if let Some(ending) = self.path_is_cut(number)? {
                return Ok(Some(ending));
            }
        }
        for other in 0..self.tracks.len() {
            if self.bodies.is_free(other) && self.tracks[other].expects(body) {
                self.predict(other);
            }
        }
        Ok(None)
    }

    /// The path of an island ends before its time, because a driven body has got another velocity. Its contacts
    /// respond: they are pushed, or end.
    fn path_is_cut(&mut self, island: usize) -> Result<Option<RunEnding>, WorldError> {
        let Some(bodies) = self.islands[island].as_ref().map(|island| island.bodies.clone()) else { return Ok(None) };
        let (mut group, _) = self.gather(&bodies)?;
        group.collide(&[], &mut self.run)?;
        self.release(group)
    }
}
