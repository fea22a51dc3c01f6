//! Polyhedra on the paths of a step, which may lie on each other: do they touch anywhere else?
//!
//! **Question.** Two convex polyhedra, or triangles and a half-space, move as the solver says, and lasting contacts
//! hold some of their corners a skin apart. When does another part come nearer than that?
//!
//! **Idea.** A direction separates them: the normal of a face, the cross product of two edges, or a fixed one. On the
//! paths of a step the height of every vertex along it is a polynomial of time ([`crate::time_series`]). The height of
//! a vertex that a lasting contact holds is constant up to rounding, so the sum of its coefficients proves it for the
//! whole step at once. The others advance in time with their slopes and a bound on the second derivative. Where one
//! direction ends, the closest features give the next one.
//!
//! **Guarantee.** A proof for the paths, up to rounding, which is subtracted. It covers the whole of both bodies: no
//! exclusion ball, no assumption about the contacts. The bodies are apart before a reported instant.
//!
//! **Cost.** Some microseconds for each direction; one direction a step where nothing happens.
//!
//! **Source.** Ours. Separating planes in motion: Mirtich 1996, section 2.3.2; Snyder et al. 1993 exclude a ball around
//! each lasting contact instead.

use crate::WorldError;
use crate::detail::Outlook;
use crate::engine::Engine;
use crate::form::{FormKind, HullForm};
use crate::group::FoundContacts;
use crate::hull_wall::wall_contacts;
use crate::hulls::contacts_of;
use crate::island::IslandPath;
use crate::sparse::Wall;
use crate::time_series::{SeriesPose, TimeSeries, cross, dot};
use crate::tolerance::{
    FLAT, HULL_UNCERTAINTY, LEAST_PROGRESS, PRESSED_DIRECTIONS, PRESSED_GAP, PRESSED_LEAST, PRESSED_SLACK,
    PRESSED_STEPS, SERIES_SIZE,
};
use glam::DVec3;
use std::sync::Arc;
use tangency_detect::{ClosestFeatures, FeatureDistance, ZoneFeature};
use tangency_geometry::{Motion, Pose};
use tangency_interval::Interval;

/// A direction from the first body to the second one that may separate them.
enum Separating {
    World(DVec3),
    /// Fixed to one of the bodies.
    Fixed(usize, DVec3),
    /// The cross product of directions of both bodies, and its length now.
    Crossed([DVec3; 2], f64),
}

/// The bodies of a question, on their paths.
struct PressedPair<'pair> {
    frames: [SeriesPose; 2],
    vertices: [&'pair [DVec3]; 2],
    span: [f64; 2],
    /// Metres. They are to stay further apart than this.
    least: f64,
}

/// Heights along a direction, as polynomials of the time.
struct Heights {
    highs: Vec<TimeSeries>,
    lows: Vec<TimeSeries>,
    /// At least the height of one metre along the direction.
    metre: TimeSeries,
}

impl PressedPair<'_> {
    fn heights(&self, along: &Separating) -> Heights {
        let [a, b] = &self.frames;
        let one = TimeSeries::constant(1.0);
        let (way, metre) = match along {
            Separating::World(way) => (way.to_array().map(TimeSeries::constant), one),
            Separating::Fixed(side, way) => (self.frames[*side].turned(*way), one),
            Separating::Crossed([first, second], length) => {
                let way = cross(&a.turned(*first), &b.turned(*second));
                // |m| ≤ (m²/c + c)/2 for any c.
                let metre = TimeSeries::constant(0.5 * length).plus(&dot(&way, &way), 0.5 / length);
                (way, metre)
            }
        };
        let between = std::array::from_fn(|axis| b.shift[axis].plus(&a.shift[axis], -1.0));
        let middle = dot(&way, &between).times(&a.size).times(&b.size);
        // The height of a vertex is linear in its place.
        let side = |frame: &SeriesPose, other: &SeriesPose, first: &TimeSeries, all: &[DVec3]| -> Vec<TimeSeries> {
            let slopes = [0, 1, 2].map(|column| dot(&way, &frame.turn[column]).times(&other.size));
            let height = |vertex: &DVec3| {
                let [x, y, z] = &slopes;
                first.plus(x, vertex.x).plus(y, vertex.y).plus(z, vertex.z)
            };
            all.iter().map(height).collect()
        };
        let highs = side(b, a, &middle, self.vertices[1]);
        let lows = side(a, b, &TimeSeries::constant(0.0), self.vertices[0]);
        Heights { highs: extreme(highs, -1.0), lows: extreme(lows, 1.0), metre }
    }

    /// The place in the span until which a direction separates the bodies, from another one on.
    fn separated(&self, along: &Separating, from: f64) -> f64 {
        let Heights { highs, lows, metre } = self.heights(along);
        let bend = metre.bend() * self.least;
        let most = |list: &[TimeSeries]| list.iter().map(TimeSeries::bend).fold(0.0, f64::max);
        let bend = bend + most(&highs) + most(&lows);
        let spare = self.least * (metre.0[0] + metre.spread());
        let bottom = |one: &TimeSeries| one.0[0] - one.spread();
        let top = lows.iter().map(|one| one.0[0] + one.spread()).fold(f64::NEG_INFINITY, f64::max);
        // Vertices that are high during the whole span need no steps.
        let highs: Vec<TimeSeries> = highs.into_iter().filter(|one| bottom(one) < top + spare).collect();
        if highs.is_empty() {
            return 1.0;
        }
        let slack = PRESSED_SLACK * self.least;
        let mut x = from;
        for _ in 0..PRESSED_STEPS {
            let values = |list: &[TimeSeries]| list.iter().map(|one| one.at(x)).collect::<Vec<[f64; 2]>>();
            let (above, below, [metre, rate]) = (values(&highs), values(&lows), metre.at(x));
            let least = self.least * metre;
            let mut next = f64::INFINITY;
            for [high, up] in &above {
                for [low, down] in &below {
                    let (gap, slope) = (high - low - least, up - down - self.least * rate);
                    if !(gap > slack) {
                        return x;
                    }
                    // The first root of gap + slope·h − ½·bend·h².
                    let root = (slope * slope + 2.0 * bend * gap).sqrt();
                    let ahead = if slope > 0.0 { (root + slope) / bend } else { 2.0 * gap / (root - slope) };
                    next = next.min(if ahead.is_nan() { f64::INFINITY } else { ahead });
                }
            }
            if !(x + next < 1.0) {
                return 1.0;
            }
            x += next;
        }
        x
    }

    fn time(&self, x: f64) -> f64 {
        self.span[0] + 0.5 * (x + 1.0) * (self.span[1] - self.span[0])
    }

    /// The pose of a frame.
    fn pose(&self, side: usize, x: f64) -> Option<Pose> {
        let frame = &self.frames[side];
        let size = frame.size.at(x)[0];
        let column = |index: usize| DVec3::from_array(frame.turn[index].each_ref().map(|one| one.at(x)[0])) / size;
        let turn = glam::DMat3::from_cols(column(0), column(1), column(2));
        let shift = DVec3::from_array(frame.shift.each_ref().map(|one| one.at(x)[0]));
        Pose::new(glam::DQuat::from_mat3(&turn).normalize(), shift).ok()
    }

    /// The rounding of all heights.
    fn uncertainty(&self) -> f64 {
        let far = |frame: &SeriesPose| frame.shift.iter().map(|one| one.0[0].abs() + one.spread()).sum::<f64>();
        let reach = |all: &[DVec3]| all.iter().map(|vertex| vertex.length()).fold(0.0, f64::max);
        let [a, b] = &self.frames;
        HULL_UNCERTAINTY * (far(a) + far(b) + reach(self.vertices[0]) + reach(self.vertices[1]))
    }

    /// Whether the quaternions are unit ones, almost.
    fn is_rigid(&self) -> bool {
        self.frames.iter().all(|frame| (frame.size.0[0] - 1.0).abs() + frame.size.spread() < SERIES_SIZE)
    }
}

/// Of heights that are constant, only the extreme one.
fn extreme(all: Vec<TimeSeries>, sign: f64) -> Vec<TimeSeries> {
    if all.iter().any(|one| one.spread() > 0.0) {
        return all;
    }
    all.into_iter().max_by(|x, y| (sign * x.0[0]).total_cmp(&(sign * y.0[0]))).into_iter().collect()
}

/// Directions that may separate two hulls, given their closest features.
fn directions(hulls: [&HullForm; 2], poses: [&Pose; 2], found: &FeatureDistance) -> Vec<Separating> {
    let mut all = Vec::new();
    if let [ZoneFeature::Edge(a), ZoneFeature::Edge(b)] = found.features
        && let (Some(first), Some(second)) = (hulls[0].edge_direction(a), hulls[1].edge_direction(b))
    {
        let crossed = poses[0].turn(first).cross(poses[1].turn(second));
        let length = crossed.length();
        let first = if crossed.dot(found.normal) < 0.0 { -first } else { first };
        if length > LEAST_PROGRESS {
            all.push(Separating::Crossed([first, second], length));
        }
    }
    for (side, outward) in [found.normal, -found.normal].into_iter().enumerate() {
        let local = poses[side].rotation().inverse() * outward;
        if let Some(normal) = hulls[side].face_towards(local) {
            all.push(Separating::Fixed(side, if side == 0 { normal } else { -normal }));
        }
    }
    all.push(Separating::World(found.normal));
    all
}

impl Engine<'_> {
    /// What happens between two bodies of which one is on the path of a step; `None` if this method does not tell.
    pub(crate) fn outlook_of_pressed(
        &mut self,
        pair: [usize; 2],
        [from, to]: [f64; 2],
    ) -> Result<Option<Outlook>, WorldError> {
        let steps = |body: usize| {
            let island = self.islands.get(self.tracks[body].island).and_then(Option::as_ref);
            island.is_some_and(|island| matches!(island.path, IslandPath::Step(_)))
        };
        if !pair.into_iter().any(steps) {
            return Ok(None);
        }
        let [a, b] = pair;
        match [&self.forms[a].kind, &self.forms[b].kind] {
            [FormKind::Hull(first), FormKind::Hull(second)] => {
                let hulls = [Arc::clone(first), Arc::clone(second)];
                self.outlook_of_pressed_hulls(pair, &hulls, [from, to])
            }
            [FormKind::Hull(_) | FormKind::Other, FormKind::Other] => self.outlook_on_plane([b, a], [from, to]),
            [FormKind::Other, FormKind::Hull(_)] => self.outlook_on_plane([a, b], [from, to]),
            [FormKind::Ball(_) | FormKind::Parts(_), _] | [_, FormKind::Ball(_) | FormKind::Parts(_)] => Ok(None),
        }
    }

    /// The frame of a body from one instant to another, and the instant until which it is one polynomial.
    fn frame_of(&mut self, body: usize, span: [f64; 2]) -> Result<Option<(SeriesMotion, f64)>, WorldError> {
        Ok(match self.motion_of(body, span)? {
            Motion::Piecewise(all) => {
                let index = all.starts().partition_point(|start| *start <= span[0]).saturating_sub(1);
                let ends = all.starts().get(index + 1).copied().unwrap_or(f64::INFINITY);
                Some((SeriesMotion { start: all.starts()[index], motion: all.segments()[index].clone() }, ends))
            }
            motion @ Motion::Still(_) => Some((SeriesMotion { start: span[0], motion }, f64::INFINITY)),
            Motion::Linear(_)
            | Motion::Ballistic(_)
            | Motion::Rigid(_)
            | Motion::Screw(_)
            | Motion::Chebyshev(_)
            | Motion::Articulated(_)
            | Motion::Vertexwise(_)
            | Motion::Expression(_) => None,
        })
    }

    fn outlook_of_pressed_hulls(
        &mut self,
        pair: [usize; 2],
        hulls: &[Arc<HullForm>; 2],
        [from, to]: [f64; 2],
    ) -> Result<Option<Outlook>, WorldError> {
        let (Some((first, first_ends)), Some((second, second_ends))) =
            (self.frame_of(pair[0], [from, to])?, self.frame_of(pair[1], [from, to])?)
        else {
            return Ok(None);
        };
        let ends = to.min(first_ends).min(second_ends);
        let (Some(a), Some(b)) = (first.frame([from, ends]), second.frame([from, ends])) else { return Ok(None) };
        let vertices = hulls.each_ref().map(|hull| hull.mesh_vertices());
        let mut pressed = PressedPair { frames: [a, b], vertices, span: [from, ends], least: 0.0 };
        let mut features = ClosestFeatures::new(Arc::clone(&hulls[0].zones), Arc::clone(&hulls[1].zones));
        let (skin, uncertainty) = (self.run.skin, pressed.uncertainty());
        let mut x = -1.0;
        for _ in 0..PRESSED_DIRECTIONS {
            let (Some(a), Some(b)) = (pressed.pose(0, x), pressed.pose(1, x)) else { return Ok(None) };
            let (a, b) = (hulls[0].about_centre(&a), hulls[1].about_centre(&b));
            let (Some(a), Some(b)) = (a, b) else { return Ok(None) };
            let found = features.track([&a, &b]);
            if !(found.lower > uncertainty && pressed.is_rigid()) {
                return Ok(None);
            }
            if pressed.least == 0.0 {
                pressed.least = least_gap(found.lower, skin);
                if pressed.least < PRESSED_LEAST * skin + uncertainty {
                    return Ok(None);
                }
            }
            let mut reached = x;
            for along in directions([&hulls[0], &hulls[1]], [&a, &b], &found) {
                reached = pressed.separated(&along, x).max(reached);
                if reached >= 1.0 {
                    return Ok(Some(Outlook::Clear.ending([ends, to])));
                }
            }
            if !(reached > x + LEAST_PROGRESS) {
                let time = pressed.time(x);
                let time_of = Interval::from(time);
                let contacts = contacts_of([&hulls[0], &hulls[1]], [&a, &b], &found, FLAT * skin, time_of);
                let found = FoundContacts { pair, contacts, time: time_of };
                return Ok(Some(Outlook::Touches { at: time, found }));
            }
            x = reached;
        }
        Ok(None)
    }

    /// The same for a half-space at rest and triangles.
    fn outlook_on_plane(
        &mut self,
        [wall, body]: [usize; 2],
        [from, to]: [f64; 2],
    ) -> Result<Option<Outlook>, WorldError> {
        let Some(Wall { normal, offset, .. }) = self.backdrops.still_plane(wall) else { return Ok(None) };
        let foot = normal * offset[0];
        let Some((second, ends)) = self.frame_of(body, [from, to])? else { return Ok(None) };
        let ends = ends.min(to);
        let Some(frame) = second.frame([from, ends]) else { return Ok(None) };
        let Some(mesh) = self.bodies.all[body].prepared.shape().mesh() else { return Ok(None) };
        let (frames, skin) = ([SeriesPose::still(foot), frame], self.run.skin);
        let vertices = [&[DVec3::ZERO][..], mesh.vertices()];
        let mut pressed = PressedPair { frames, vertices, span: [from, ends], least: 0.0 };
        let Some(first) = pressed.pose(1, -1.0) else { return Ok(None) };
        let height = |pose: &Pose, vertex: &DVec3| normal.dot(pose.apply(*vertex) - foot);
        let lowest = mesh.vertices().iter().map(|vertex| height(&first, vertex)).fold(f64::INFINITY, f64::min);
        let uncertainty = pressed.uncertainty();
        pressed.least = least_gap(lowest - uncertainty, skin);
        if pressed.least < PRESSED_LEAST * skin + uncertainty || !pressed.is_rigid() {
            return Ok(None);
        }
        let reached = pressed.separated(&Separating::World(normal), -1.0);
        if reached >= 1.0 {
            return Ok(Some(Outlook::Clear.ending([ends, to])));
        }
        let (time, Some(pose)) = (pressed.time(reached), pressed.pose(1, reached)) else { return Ok(None) };
        let touching = wall_contacts(mesh, &pose, [normal, foot], skin, Interval::from(time));
        let found = FoundContacts { pair: [wall, body], contacts: touching, time: Interval::from(time) };
        Ok(Some(Outlook::Touches { at: time, found }))
    }
}

/// The gap that bodies must keep if they are so far apart now.
fn least_gap(now: f64, skin: f64) -> f64 {
    (PRESSED_GAP * skin).min(now - PRESSED_SLACK * skin)
}

/// A motion and the instant at which its clock begins.
struct SeriesMotion {
    start: f64,
    motion: Motion,
}

impl SeriesMotion {
    fn frame(&self, [from, to]: [f64; 2]) -> Option<SeriesPose> {
        SeriesPose::of(&self.motion, [from - self.start, to - self.start])
    }
}
