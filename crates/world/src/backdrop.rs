//! Bodies that forces do not move: floors, walls, terrain, paddles.
//!
//! **Question.** When can a body that flies meet a body that no force moves?
//!
//! **Idea.** They may be large or endless, so that no ball about their centre would discard anything. A half-space that
//! does not turn is a plane ([`crate::plane_path`]). A body at rest is a box. Such boxes are known to the neighbours as
//! balls that never move, so that a body asks only for those on its way. A body that is moved is a box for a short time,
//! after which one looks again; these and the planes are looked at in turn.
//!
//! **Guarantee.** No body meets one of them earlier than its answer.
//!
//! **Source.** Dworkin 1994, sections 3.5 and E.2.

use crate::Mobility;
use crate::form::BodyForm;
use crate::instant::{BodyDynamics, PreparedBodies};
use crate::plane_path::{PlanePath, wall_at};
use crate::sparse::{Course, Wall};
use crate::tolerance::{CENTRE_ROUNDING, DRIVEN_LOOKAHEAD, STEERED_LOOKAHEAD, STEERED_SPEED_ROUNDING};
use glam::DVec3;
use tangency_geometry::{HalfSpace, Motion, Placement, Shape};
use tangency_interval::{Interval, Vector3};

/// A driven body, as bodies that fly see it.
struct Backdrop {
    /// Its number in the world.
    body: usize,
    extent: Extent,
    /// A box about the body in its own frame.
    local: Vector3,
}

/// Where a driven body is.
enum Extent {
    /// Behind a plane that does not turn.
    Plane(PlanePath),
    /// In a box, always.
    Box([DVec3; 2]),
    /// In a box for a short time.
    Moves,
    /// Where a program steers it: in a box that grows with this speed, m/s.
    Steered(f64),
    /// Behind a plane that a program moves with no more than this speed, m/s.
    SteeredPlane(HalfSpace, f64),
    /// Somewhere.
    Anywhere,
}

/// All bodies that forces do not move.
pub(crate) struct Backdrops {
    all: Vec<Backdrop>,
    /// For each body of the world its place in the list.
    places: Vec<Option<u32>>,
    /// The places of those that every prediction looks at: planes, and what moves.
    watched: Vec<usize>,
}

impl Extent {
    fn of(bodies: &PreparedBodies<'_>, form: &BodyForm, body: usize, motion: &Motion, local: Vector3) -> Self {
        let (bounded, shape) = (form.reach.is_finite(), bodies.all[body].prepared.shape());
        match (bodies.all[body].matter, shape, motion) {
            (Mobility::Steered { speed }, _, _) if bounded => Self::Steered(speed),
            (Mobility::Steered { speed }, Shape::HalfSpace(half_space), _) => Self::SteeredPlane(*half_space, speed),
            (Mobility::Steered { .. }, _, _) => Self::Anywhere,
            (Mobility::Fixed | Mobility::Free(_), Shape::HalfSpace(half_space), _) => {
                Self::Plane(PlanePath::new(half_space, motion))
            }
            (Mobility::Fixed | Mobility::Free(_), _, Motion::Still(_)) if bounded => {
                corners(motion, local, Interval::ZERO).map_or(Self::Anywhere, Self::Box)
            }
            (Mobility::Fixed | Mobility::Free(_), _, _) if bounded => Self::Moves,
            (Mobility::Fixed | Mobility::Free(_), _, _) => Self::Anywhere,
        }
    }
}

impl Backdrops {
    pub(crate) fn of_all(bodies: &PreparedBodies<'_>, forms: &[BodyForm]) -> Self {
        let mut found = Self { all: Vec::new(), places: vec![None; forms.len()], watched: Vec::new() };
        for (body, form) in forms.iter().enumerate() {
            let BodyDynamics::Driven(motion) = &*bodies.kinds[body] else { continue };
            let local = bodies.all[body].prepared.bounding_box(Interval::ZERO);
            let extent = Extent::of(bodies, form, body, motion, local);
            found.places[body] = Some(found.all.len() as u32);
            if !matches!(extent, Extent::Box(_)) {
                found.watched.push(found.all.len());
            }
            found.all.push(Backdrop { body, extent, local });
        }
        found
    }

    fn of(&self, body: usize) -> Option<&Backdrop> {
        self.places[body].map(|place| &self.all[place as usize])
    }

    /// The bodies that every prediction looks at, by their numbers.
    pub(crate) fn watched(&self) -> impl Iterator<Item = usize> {
        self.watched.iter().map(|&place| self.all[place].body)
    }

    /// The bodies that never move, with courses that hold them.
    pub(crate) fn still(&self, since: f64) -> impl Iterator<Item = (usize, Course)> {
        self.all.iter().filter_map(move |one| match one.extent {
            Extent::Box([lower, upper]) => {
                let centre = 0.5 * lower + 0.5 * upper;
                let half = (upper - centre).max(centre - lower).length();
                let radius = half + CENTRE_ROUNDING * (half + centre.abs().element_sum());
                Some((one.body, Course::still(since, centre, radius)))
            }
            Extent::Plane(_) | Extent::Moves | Extent::Steered(_) | Extent::SteeredPlane(..) | Extent::Anywhere => None,
        })
    }

    /// The plane of a half-space from an instant on, and the instant until which it is so; `None` if it may turn, or a
    /// program moves it.
    pub(crate) fn plane_from(&self, body: usize, time: f64) -> Option<(Wall, f64)> {
        match &self.of(body)?.extent {
            Extent::Plane(path) => {
                let (wall, until) = path.from(time);
                wall.map(|wall| (wall, until))
            }
            Extent::Box(_) | Extent::Moves | Extent::Steered(_) | Extent::SteeredPlane(..) | Extent::Anywhere => None,
        }
    }

    /// The plane of a half-space that never moves.
    pub(crate) fn still_plane(&self, body: usize) -> Option<Wall> {
        match &self.of(body)?.extent {
            Extent::Plane(path) => path.still(),
            Extent::Box(_) | Extent::Moves | Extent::Steered(_) | Extent::SteeredPlane(..) | Extent::Anywhere => None,
        }
    }

    /// A lower bound of the first instant of a span at which a course can meet a body, and the instant until which one
    /// has looked. The present instant comes before the span.
    pub(crate) fn meeting(
        &self,
        bodies: &PreparedBodies<'_>,
        body: usize,
        course: &Course,
        [now, from, until]: [f64; 3],
        margin: f64,
    ) -> (Option<f64>, f64) {
        match self.of(body) {
            Some(one) => one.meeting(bodies, course, [now, from, until], margin),
            None => (None, until),
        }
    }
}

impl Backdrop {
    fn meeting(
        &self,
        bodies: &PreparedBodies<'_>,
        course: &Course,
        [now, from, until]: [f64; 3],
        margin: f64,
    ) -> (Option<f64>, f64) {
        let BodyDynamics::Driven(motion) = &*bodies.kinds[self.body] else { return (None, until) };
        let anywhere = |until: f64| ((from < until.min(course.until)).then_some(from), until);
        match &self.extent {
            Extent::Plane(path) => {
                let (wall, ends) = path.from(from);
                let looked = until.min(ends);
                match wall {
                    Some(wall) => (course.meeting_plane(&wall, from, looked, margin), looked),
                    None => anywhere(looked),
                }
            }
            Extent::Box(corners) => (course.meeting_box(*corners, from, until, margin), until),
            Extent::Moves => {
                let looked = until.min(from + DRIVEN_LOOKAHEAD);
                match corners(motion, self.local, Interval::between(from, looked)) {
                    Some(corners) => (course.meeting_box(corners, from, looked, margin), looked),
                    None => anywhere(until),
                }
            }
            Extent::Steered(speed) => {
                let Some([lower, upper]) = corners(motion, self.local, now.into()) else { return anywhere(until) };
                let looked = until.min(from + STEERED_LOOKAHEAD * lower.distance(upper) / speed);
                let moved = most_moved(*speed) * (looked - now);
                (course.meeting_box([lower - moved, upper + moved], from, looked, margin), looked)
            }
            Extent::SteeredPlane(half_space, speed) => {
                let Placement::Pose(pose) = motion.at(now) else { return anywhere(until) };
                let here = wall_at(half_space, &pose, [DVec3::ZERO; 2], now);
                let wall = Wall { offset: [here.offset[0], most_moved(*speed), 0.0], ..here };
                (course.meeting_plane(&wall, from, until, margin), until)
            }
            Extent::Anywhere => anywhere(until),
        }
    }
}

/// The speed that a steered body never exceeds, m/s.
fn most_moved(speed: f64) -> f64 {
    speed * (1.0 + 2.0 * STEERED_SPEED_ROUNDING)
}

/// The corners of a box about a moving body during a span; `None` if it is unbounded.
fn corners(motion: &Motion, local: Vector3, span: Interval) -> Option<[DVec3; 2]> {
    let (rotation, translation) = motion.during(span).rigid()?;
    let placed = rotation * local + translation;
    let lower = DVec3::from_array(std::array::from_fn(|axis| placed[axis].lower()));
    let upper = DVec3::from_array(std::array::from_fn(|axis| placed[axis].upper()));
    (lower.is_finite() && upper.is_finite()).then_some([lower, upper])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::sparse::Neighbours;
    use crate::{BodyState, RunOptions, World, WorldBody};
    use glam::{DQuat, dvec3};
    use std::sync::Arc;
    use tangency_detect::Prepared;
    use tangency_geometry::{Convex, primitive};
    use tangency_interval::laws::Random;
    use tangency_respond::Inertia;

    /// Bodies at rest that the neighbours know: the same first meeting, to the same bits, as if each of them were looked
    /// at. The courses are straight and thrown, and some begin beside a box or in it.
    #[test]
    fn the_neighbours_tell_what_a_list_tells() {
        let mut random = Random::new(7);
        let mut vector = |most: f64| most * DVec3::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0)));
        let slab = Arc::new(Prepared::new(primitive::cuboid(dvec3(0.1, 0.2, 0.6)).unwrap().into()));
        let ball = Arc::new(Prepared::new(Convex::sphere(0.1).unwrap().into()));
        let start = BodyState::at(DVec3::splat(20.0));
        let mut bodies = vec![WorldBody::free("ball", ball, Inertia::sphere(1.0, 0.1).unwrap(), start)];
        for index in 0..1_000 {
            let state = BodyState { orientation: DQuat::from_scaled_axis(vector(3.0)), ..BodyState::at(vector(10.0)) };
            bodies.push(WorldBody::fixed(&format!("slab {index}"), Arc::clone(&slab), state));
        }
        let world = World { bodies, gravity: DVec3::ZERO };
        let options = RunOptions { until: 40.0, ..RunOptions::default() };
        let mut engine = Engine::new(PreparedBodies::new(&world).unwrap(), &options).unwrap();
        let (until, margin) = (options.until, 1e-3);
        let (mut met, mut visits) = (0, 0);
        for round in 0..600 {
            let pull = if round % 2 == 0 { DVec3::ZERO } else { vector(2.0) };
            let course = Course::flying(0.0, vector(12.0), [vector(3.0), pull], 0.1);
            let meets = |engine: &Engine<'_>, body: usize, until: f64| {
                engine.backdrops.meeting(&engine.bodies, body, &course, [0.0, 0.0, until], margin).0
            };
            let earlier = |best: (f64, usize), time: f64, body: usize| {
                if time < best.0 || (time == best.0 && body < best.1) { (time, body) } else { best }
            };
            let list = (1..=1_000).filter_map(|body| Some((meets(&engine, body, until)?, body)));
            let expected = list.fold((f64::INFINITY, 0), |best, (time, body)| earlier(best, time, body));
            let mut found = (f64::INFINITY, 0);
            let (mut neighbours, grown) =
                (engine.neighbours.clone(), Course { radius: course.radius + margin, ..course });
            neighbours.candidates(0, &grown, [0.0, until], &mut |other| {
                visits += 1;
                if let Some(time) = meets(&engine, other as usize, until) {
                    found = earlier(found, time, other as usize);
                }
                found.0.min(until)
            });
            engine.neighbours = neighbours;
            assert_eq!(found, expected, "{course:?}");
            met += usize::from(found.0.is_finite());
        }
        assert!(met > 150 && met < 600, "{met} courses meet a slab");
        assert!(visits < 600 * 250, "{visits} visits of a thousand slabs in 600 questions");
    }

    /// What is looked at in every prediction: planes and what moves, and nothing else.
    #[test]
    fn only_planes_and_what_moves_is_watched() {
        let cube = Arc::new(Prepared::new(primitive::cuboid(DVec3::ONE).unwrap().into()));
        let plane = Arc::new(Prepared::new(HalfSpace::facing(DVec3::Z, 0.0).unwrap().into()));
        let ball = Arc::new(Prepared::new(Convex::sphere(0.1).unwrap().into()));
        let thrown = |at: DVec3| {
            let start = tangency_geometry::Pose::new(DQuat::IDENTITY, at).unwrap();
            Motion::Linear(tangency_geometry::Linear::new(start, DVec3::X).unwrap())
        };
        let far = BodyState::at(DVec3::splat(9.0));
        let bodies = vec![
            WorldBody::fixed("cube", Arc::clone(&cube), far),
            WorldBody::fixed("floor", Arc::clone(&plane), BodyState::default()),
            WorldBody::driven("paddle", cube, thrown(DVec3::splat(5.0))),
            WorldBody::driven("piston", plane, thrown(DVec3::ZERO)),
            WorldBody::steered("hand", Arc::clone(&ball), BodyState::at(dvec3(0.0, 0.0, 3.0)), 1.0),
            WorldBody::free("ball", ball, Inertia::sphere(1.0, 0.1).unwrap(), BodyState::at(DVec3::Z)),
        ];
        let world = World { bodies, gravity: DVec3::ZERO };
        let bodies = PreparedBodies::new(&world).unwrap();
        let backdrops = Backdrops::of_all(&bodies, &BodyForm::of_all(&bodies));
        assert_eq!(backdrops.watched().collect::<Vec<_>>(), [1, 2, 3, 4]);
        let still: Vec<(usize, Course)> = backdrops.still(0.0).collect();
        let [(0, course)] = still[..] else { panic!("{still:?}") };
        assert!(course.radius >= 0.75_f64.sqrt() && course.radius < 0.75_f64.sqrt() + 1e-12, "{course:?}");
        assert_eq!(backdrops.still_plane(1).map(|wall| wall.normal), Some(DVec3::Z));
        // The piston moves along itself: its plane stays where it is.
        assert_eq!(backdrops.still_plane(3).map(|wall| wall.offset), Some([0.0; 3]));
        assert!(backdrops.still_plane(0).is_none() && backdrops.plane_from(5, 0.0).is_none());
    }
}
