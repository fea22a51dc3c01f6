//! Pairs of parts of spline bodies, separated by their control nets before any equation is solved.
//!
//! **Question.** Two bodies of Bézier patches move. Until when is a part of one apart from a part of the other, and
//! which small parts are left for the equations?
//!
//! **Idea.** A part lies in the hull of its control points. Along a fixed direction the gap of two hulls whose points
//! move on straight lines is a concave function of time: the least of linear functions. If it is positive at two
//! instants, it is positive between them, and Newton's method from the far end finds the last instant for which it is.
//! Bodies that turn deviate from straight lines by at most `a·h²/8` in a time h, where `a` bounds the acceleration. A
//! pair that does not stay apart for long enough is split. A pair of parts that hardly bend is handed over: the systems
//! of equations of its faces, and of the edges and vertices on it, are searched over the cells of the two parts. So
//! equations, which cost a hundred times as much, are set up near the contact only.
//!
//! **Guarantee.** A pair waits until an instant before which it is proved apart; every face, edge and vertex is on a
//! part. Plain floating point, with a bound on all rounding.
//!
//! **Cost.** Below a microsecond a direction for two bicubic parts.
//!
//! **Source.** The hull property: G. Farin, *Curves and Surfaces for CAGD*. Steps of conservative advancement: Mirtich,
//! *Impulse-based dynamic simulation*, 1996, section 2.3. The concave gap is ours.

use crate::curved::elements::{BodyBounds, BodyGeometry, SharedElement, SplineElements};
use crate::curved::equations::{MAX_UNKNOWNS, PairSetting, SharedSystem, SurfaceContact, shared};
use crate::tolerance::{CHORD_SHARE, HARDLY_BENT_NET, NET_ROOT_STEPS, SHARED_INSTANTS};
use glam::{DMat3, DVec3};
use std::collections::HashMap;
use std::rc::Rc;
use tangency_geometry::spline::{NetNode, NetTree};
use tangency_interval::{Interval, Vector3};

/// Room for the points of a part: those of a patch of the highest degree.
const POINTS: usize = 64;

/// Two bodies of splines, and the pairs of parts that wait.
pub(in crate::curved) struct NetPairs<'question> {
    bodies: [SplineElements<'question>; 2],
    setting: Rc<PairSetting<'question>>,
    /// Whether tangency is required. Otherwise only faces have systems.
    tangency: bool,
    span: Interval,
    pairs: Vec<NetPair>,
    systems: HashMap<[usize; 2], SharedSystem<'question>>,
    /// Metres per second squared. Bound on the acceleration of points of `a` in the frame of `b`, besides that of their
    /// own deformation, which has none.
    acceleration: f64,
    /// Whether the relative rotation changes.
    turning: bool,
    /// Metres. Bounds on the distances of control points of both bodies from their origins.
    reach: [f64; 2],
    values: Box<[[f64; POINTS]; 4]>,
}

/// A part of `a` and a part of `b`.
#[derive(Clone, Copy)]
struct NetPair {
    nodes: [u32; 2],
    /// A direction that separated them, or the parts that they are of; zero if none is known.
    direction: DVec3,
}

/// The relative pose at an instant in floating point.
struct PoseAt {
    time: f64,
    rotation: Option<DMat3>,
    translation: DVec3,
    /// The shares of the motions of the control points.
    shares: [f64; 2],
    /// Metres. Bound on the error of the product of a unit vector with a point of `a`.
    error: f64,
}

/// The next action for a pair.
pub(super) enum NetStep<'question> {
    /// The pair is apart until this instant.
    Apart(f64),
    /// The pair is replaced by these two, which are apart until this instant.
    Halves([u32; 2], f64),
    /// The systems of the elements on both parts, which have this size in metres, from this instant on.
    Systems { systems: Vec<(SharedSystem<'question>, [Interval; MAX_UNKNOWNS])>, size: f64, from: f64 },
}

impl<'question> NetPairs<'question> {
    /// The first pair: both bodies as a whole.
    pub(super) const WHOLE: u32 = 0;

    /// `None` unless both bodies are made of untrimmed Bézier patches, and nothing both turns and deforms.
    pub(in crate::curved) fn new(
        bodies: &[BodyGeometry<'question>; 2],
        bounds: &[BodyBounds; 2],
        setting: &Rc<PairSetting<'question>>,
        span: Interval,
        tangency: bool,
    ) -> Option<Self> {
        let elements = [SplineElements::of(&bodies[0])?, SplineElements::of(&bodies[1])?];
        let relative = setting.frame().during(span);
        let deform = elements.iter().any(|body| body.tree.span().is_some());
        if deform && !relative.is_unturned() {
            return None;
        }
        let place = relative.point(bounds[0].region());
        let velocity = relative.velocity(bounds[0].region(), None);
        let acceleration = setting.frame().acceleration(span, bounds[0].reach(), place, velocity);
        let whole = Interval::between(0.0, 1.0);
        // Control points may lie farther out than the surface.
        let reach = elements.each_ref().map(|body| body.tree.node(NetTree::ROOT).bounding_box(whole).length().upper());
        (acceleration.is_finite() && reach.iter().all(|reach| reach.is_finite())).then(|| Self {
            bodies: elements,
            setting: Rc::clone(setting),
            tangency,
            span,
            pairs: vec![NetPair { nodes: [NetTree::ROOT; 2], direction: DVec3::ZERO }],
            systems: HashMap::new(),
            acceleration,
            turning: !relative.is_unturned(),
            reach,
            values: Box::new([[0.0; POINTS]; 4]),
        })
    }

    /// The next action for a pair that is apart until `from`. `shortest` is the least time in seconds that is worth a
    /// step, for a pair of this size in metres; `smallest` the size of parts that are not split further.
    pub(super) fn advance(
        &mut self,
        index: u32,
        from: f64,
        smallest: f64,
        shortest: impl Fn(f64) -> f64,
    ) -> NetStep<'question> {
        let pair = self.pairs[index as usize];
        let [a, b] = [0, 1].map(|side: usize| self.bodies[side].tree.node(pair.nodes[side]));
        let sizes = [a, b].map(|node| node.extents()[0].max(node.extents()[1]));
        let bend = a.bend().max(b.bend());
        let size = sizes[0].max(sizes[1]);
        let start = self.pose_at(from);
        let (until, direction) = self.apart_until(&pair, &start);
        if until >= self.span.upper() && (until > from || self.span.is_singleton() && direction.is_some()) {
            return NetStep::Apart(f64::INFINITY);
        }
        let direction = direction.unwrap_or(pair.direction);
        if until - from >= shortest(size) {
            self.pairs[index as usize].direction = direction;
            return NetStep::Apart(until);
        }
        let side = usize::from(sizes[1] > sizes[0]);
        if bend > HARDLY_BENT_NET
            && size > smallest
            && let Some(halves) = self.bodies[side].tree.halves(pair.nodes[side])
        {
            let first = self.pairs.len() as u32;
            for half in halves {
                let mut nodes = pair.nodes;
                nodes[side] = half;
                self.pairs.push(NetPair { nodes, direction });
            }
            return NetStep::Halves([first, first + 1], until);
        }
        NetStep::Systems { systems: self.systems_of(pair.nodes), size, from: until }
    }

    /// The instant until which a pair is proved apart, at least `start`, and the direction that proves it.
    fn apart_until(&mut self, pair: &NetPair, start: &PoseAt) -> (f64, Option<DVec3>) {
        let mut best = (start.time, None);
        let known = (pair.direction != DVec3::ZERO).then_some(pair.direction);
        if let Some(direction) = known {
            best = self.longer(pair, start, direction, best);
        }
        for direction in self.directions(pair, start).into_iter().flatten() {
            if best.1.is_some() && best.0 >= self.span.upper() {
                break;
            }
            best = self.longer(pair, start, direction, best);
        }
        best
    }

    /// The better of what is known and what a direction proves.
    fn longer(
        &mut self,
        pair: &NetPair,
        start: &PoseAt,
        direction: DVec3,
        best: (f64, Option<DVec3>),
    ) -> (f64, Option<DVec3>) {
        match self.apart_along(pair, start, direction) {
            Some(until) if until > best.0 || best.1.is_none() => (until, Some(direction)),
            Some(_) | None => best,
        }
    }

    /// Candidates for a separating direction: between the centres, and the normals of both parts.
    fn directions(&self, pair: &NetPair, start: &PoseAt) -> [Option<DVec3>; 4] {
        let corners = [0, 1].map(|side: usize| {
            let node = self.bodies[side].tree.node(pair.nodes[side]);
            let corners = node.corners(start.shares[side]);
            if side == 0 { corners.map(|corner| start.moved(corner)) } else { corners }
        });
        let centre = |corners: &[DVec3; 4]| 0.25 * corners.iter().sum::<DVec3>();
        let offset = centre(&corners[1]) - centre(&corners[0]);
        let [of_a, of_b] = corners.map(|[first, second, third, last]| {
            let normal = (last - first).cross(third - second).try_normalize()?;
            Some(if normal.dot(offset) < 0.0 { -normal } else { normal })
        });
        let halfway = of_a.zip(of_b).and_then(|(of_a, of_b)| (of_a + of_b).try_normalize());
        [halfway, of_a, of_b, offset.try_normalize()]
    }

    /// The last instant until which a direction is proved to separate a pair; `None` if it does not at the start.
    fn apart_along(&mut self, pair: &NetPair, start: &PoseAt, direction: DVec3) -> Option<f64> {
        let rounding = 16.0 * f64::EPSILON * (self.reach[0] + self.reach[1] + start.translation.length());
        let known = [0, 1].map(|side: usize| self.node(pair, side).error()).iter().sum::<f64>() + rounding;
        let counts = [0, 1].map(|side: usize| self.node(pair, side).count());
        self.write(pair, start, direction, 0);
        let gap = self.gap_at_start(counts);
        let margin = known + start.error;
        if !(gap > margin) {
            return None;
        }
        let whole = self.span.upper() - start.time;
        if whole <= 0.0 {
            return Some(start.time);
        }
        // The chord may deviate by a share of the gap.
        let chord = (8.0 * CHORD_SHARE * gap / self.acceleration.max(f64::MIN_POSITIVE)).sqrt();
        let length = whole.min(chord);
        let end =
            if length == whole { self.span.upper() } else { self.shared_instant(start.time, start.time + length) };
        let end = self.pose_at(end);
        let length = (end.time - start.time).next_up();
        let deviation = (self.acceleration * length * length * 0.125) * (1.0 + 4.0 * f64::EPSILON);
        let margin = known + start.error.max(end.error) + deviation;
        self.write(pair, &end, direction, 2);
        let share = self.last_share(counts, margin)?;
        if share >= 1.0 {
            return Some(end.time);
        }
        let until = (start.time + share * (end.time - start.time)).next_down().max(start.time);
        Some(self.shared_instant(start.time, until))
    }

    /// An instant between two that other pairs are likely to use as well, if the bodies turn. Not much before the
    /// second.
    fn shared_instant(&self, from: f64, until: f64) -> f64 {
        // The power of two below a number: its exponent alone.
        let unit = f64::from_bits((SHARED_INSTANTS * (until - from)).to_bits() & 0x7FF0_0000_0000_0000);
        let rounded = (until / unit).floor() * unit;
        if self.turning && rounded > from && rounded <= until { rounded } else { until }
    }

    /// Writes the products of the direction with the points of both parts at an instant.
    fn write(&mut self, pair: &NetPair, pose: &PoseAt, direction: DVec3, at: usize) {
        let local = pose.rotation.map_or(direction, |rotation| rotation.transpose() * direction);
        let ahead = direction.dot(pose.translation);
        let node = self.bodies[0].tree.node(pair.nodes[0]);
        node.write_reaches(local, pose.shares[0], &mut self.values[at]);
        self.values[at][..node.count()].iter_mut().for_each(|value| *value += ahead);
        let node = self.bodies[1].tree.node(pair.nodes[1]);
        node.write_reaches(direction, pose.shares[1], &mut self.values[at + 1]);
    }

    fn gap_at_start(&self, [of_a, of_b]: [usize; 2]) -> f64 {
        let most = self.values[0][..of_a].iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.values[1][..of_b].iter().copied().fold(f64::INFINITY, f64::min) - most
    }

    /// The largest share of the time between two instants until which the gap exceeds the margin. `None` if it does
    /// not at the start. The gap is concave, so Newton's method from the end approaches its root from above.
    fn last_share(&self, counts: [usize; 2], margin: f64) -> Option<f64> {
        let apart = |share: f64| self.gap_at(counts, share).0 > margin;
        if !apart(0.0) {
            return None;
        }
        let mut share = 1.0;
        for _ in 0..NET_ROOT_STEPS {
            let (gap, slope) = self.gap_at(counts, share);
            let next = share - (gap - margin) / slope;
            if gap > margin || !(next > 0.0 && next < share) {
                break;
            }
            share = next;
        }
        if apart(share) {
            return Some(share);
        }
        // Newton's method ends at the root, which is not proved.
        let before = [share * (1.0 - 1e-6), 0.5 * share];
        Some(before.into_iter().find(|&share| apart(share)).unwrap_or(0.0))
    }

    /// The gap at a share of the time between two instants, and its slope.
    fn gap_at(&self, [of_a, of_b]: [usize; 2], share: f64) -> (f64, f64) {
        let [a, b, a_end, b_end] = &*self.values;
        let (mut most, mut rate_a) = (f64::NEG_INFINITY, 0.0);
        for (from, to) in a[..of_a].iter().zip(a_end) {
            let value = from + (to - from) * share;
            if value > most {
                (most, rate_a) = (value, to - from);
            }
        }
        let (mut least, mut rate_b) = (f64::INFINITY, 0.0);
        for (from, to) in b[..of_b].iter().zip(b_end) {
            let value = from + (to - from) * share;
            if value < least {
                (least, rate_b) = (value, to - from);
            }
        }
        (least - most, rate_b - rate_a)
    }

    fn node(&self, pair: &NetPair, side: usize) -> &NetNode {
        self.bodies[side].tree.node(pair.nodes[side])
    }

    /// The relative pose at an instant.
    fn pose_at(&self, time: f64) -> PoseAt {
        let relative = self.setting.frame().during(Interval::from(time));
        let middle = |vector: Vector3| DVec3::from_array(vector.mid());
        let translation = middle(relative.translation);
        let radius = (0..3).map(|axis| relative.translation[axis].radius()).fold(0.0, f64::max);
        let mut error = 2.0 * radius + 8.0 * f64::EPSILON * translation.length();
        let rotation = (!relative.is_unturned()).then(|| {
            let columns = [0, 1, 2].map(|column| {
                DVec3::from_array([0, 1, 2].map(|row| {
                    let entry = relative.rotation.0[row][column];
                    // |nᵀEp| is at most three times the largest entry of E, for a unit vector n and a unit vector p.
                    error += (3.0 * entry.radius() + 4.0 * f64::EPSILON) * self.reach[0];
                    entry.mid()
                }))
            });
            DMat3::from_cols(columns[0], columns[1], columns[2])
        });
        let shares = [0, 1]
            .map(|side: usize| self.bodies[side].tree.span().map_or(0.0, |[from, to]| (time - from) / (to - from)));
        PoseAt { time, rotation, translation, shares, error }
    }

    /// The systems of all elements on two parts, each over the cells of the parts.
    fn systems_of(&mut self, nodes: [u32; 2]) -> Vec<(SharedSystem<'question>, [Interval; MAX_UNKNOWNS])> {
        let [of_a, of_b] = [0, 1].map(|side: usize| self.bodies[side].on_part(nodes[side], self.tangency));
        let mut systems = Vec::with_capacity(of_a.len() * of_b.len());
        for (element_a, cell_a) in &of_a {
            for (element_b, cell_b) in &of_b {
                let made = || {
                    let [a, b]: [&SharedElement<'question>; 2] =
                        [&self.bodies[0].elements[*element_a], &self.bodies[1].elements[*element_b]];
                    shared(SurfaceContact::new([a, b], &self.setting, self.span, self.tangency))
                };
                let system = self.systems.entry([*element_a, *element_b]).or_insert_with(made);
                let mut cells = [Interval::ZERO; MAX_UNKNOWNS];
                cells.iter_mut().zip(cell_a.iter().chain(cell_b)).for_each(|(cell, side)| *cell = *side);
                systems.push((Rc::clone(system), cells));
            }
        }
        systems
    }
}

impl PoseAt {
    fn moved(&self, local: DVec3) -> DVec3 {
        self.rotation.map_or(local, |rotation| rotation * local) + self.translation
    }
}
