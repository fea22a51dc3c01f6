//! Random scenes of two bodies, each reproducible from its cell and its seed.
//!
//! The second body stays near the origin. The first one approaches it, starts on it, or stays away. Positions are
//! biased towards degenerate cases: bodies aligned with the world axes, bodies that rest exactly on one another,
//! bodies that start inside one another, jumps at the first and at the last instant, births at the first instant,
//! pieces that end with the span.

mod assembled;
mod frame;
mod motions;
mod pieces;
mod primitives;
mod shapes;
mod solids;

pub use frame::Frame;

use super::tolerance::SCENE_BUDGET;
use super::{BodyKind, MotionKind, ShapeKind, TableCell};
use crate::{Moving, Query};
use glam::{DQuat, DVec3, dvec3};
use motions::{MotionPlan, MovedShape};
use std::fmt;
use tangency_geometry::{Motion, Shape, Solid};
use tangency_interval::Interval;
use tangency_interval::laws::Random;

/// A body of a scene.
#[derive(Clone, Debug)]
pub struct ExaminedBody {
    /// The shape and its motion.
    pub moving: Moving,
    /// The equivalent implicit solid of a solid of curved faces or of a convex body. It decides whether a point is
    /// inside.
    pub twin: Option<Solid>,
    /// Instants at which bodies can come to overlap without crossing: jumps, births of components, and the ends of
    /// definitions.
    pub events: Vec<f64>,
    /// A description of the shape.
    pub text: String,
}

impl ExaminedBody {
    /// A body given explicitly, without a twin.
    ///
    /// # Panics
    /// If the motion does not fit the shape.
    #[must_use]
    pub fn new(shape: impl Into<Shape>, motion: Motion) -> Self {
        let events = switches(&motion);
        let moving = Moving::new(shape.into(), motion).expect("the motion fits the shape");
        Self { moving, twin: None, events, text: "a body of a test".into() }
    }

    /// Adds events.
    #[must_use]
    pub fn with_events(mut self, events: &[f64]) -> Self {
        self.events.extend(events);
        self
    }

    /// Sets the equivalent implicit solid.
    #[must_use]
    pub fn with_twin(mut self, twin: Solid) -> Self {
        self.twin = Some(twin);
        self
    }
}

/// Two bodies and a query about them.
#[derive(Clone, Debug)]
pub struct PairScene {
    /// First body.
    pub a: ExaminedBody,
    /// Second body.
    pub b: ExaminedBody,
    /// The query.
    pub query: Query,
    /// The cell and seed that reproduce the scene.
    pub name: String,
}

impl PairScene {
    /// The scene of this cell with this seed, in this frame.
    #[must_use]
    pub fn draw(cell: TableCell, seed: u64, frame: &Frame) -> Self {
        let mut random = Random::new(seed ^ 0x9E37_79B9_7F4A_7C15);
        for _ in 0..4 {
            random.bits();
        }
        let span = match random.below(4) {
            0 => Interval::between(0.25, 1.5),
            _ => Interval::between(0.0, 1.0),
        };
        let sizes = sizes(&mut random);
        let [plan_a, plan_b] = plans(&mut random, sizes, span);
        let a = body(cell.a, &mut random, sizes[0], plan_a, frame);
        let b = body(cell.b, &mut random, sizes[1], plan_b, frame);
        let tolerance = frame.scale * [1e-6, 1e-4][random.below(2)];
        let separation = if random.below(5) == 0 { 0.02 * frame.scale } else { 0.0 };
        let query = Query { span, tolerance, separation, budget: Some(SCENE_BUDGET), ..Query::default() };
        Self { a, b, query, name: format!("{cell} --seed {seed}") }
    }

    /// The same scene with its bodies exchanged.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let name = format!("{}, swapped", self.name);
        Self { a: self.b.clone(), b: self.a.clone(), query: self.query.clone(), name }
    }

    /// Instants within the span at which bodies can come to overlap without crossing.
    #[must_use]
    pub fn events(&self) -> Vec<f64> {
        let span = self.query.span;
        let mut events: Vec<f64> = self.a.events.iter().chain(&self.b.events).copied().collect();
        events.extend([span.lower(), span.upper()]);
        events.retain(|&event| span.contains(event));
        events.sort_by(f64::total_cmp);
        events.dedup();
        events
    }
}

impl fmt::Display for PairScene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Query { span, tolerance, separation, .. } = &self.query;
        writeln!(f, "{}", self.name)?;
        writeln!(f, "  a: {} on {}", self.a.text, brief(self.a.moving.motion()))?;
        writeln!(f, "  b: {} on {}", self.b.text, brief(self.b.moving.motion()))?;
        write!(f, "  span {span:?}, tolerance {tolerance}, separation {separation}")
    }
}

/// A prefix of the motion's debug output. The seed reproduces the whole motion.
fn brief(motion: &Motion) -> String {
    const LENGTH: usize = 400;
    let text = format!("{motion:?}");
    let mut brief: String = text.chars().take(LENGTH).collect();
    if brief.len() < text.len() {
        brief.push('…');
    }
    brief
}

/// Sizes of the two bodies: equal, or one that fits into the other.
fn sizes(random: &mut Random) -> [f64; 2] {
    match random.below(4) {
        0 => [0.2, 1.5],
        1 => [1.5, 0.2],
        _ => [1.0, 1.0],
    }
}

/// The paths of the two bodies.
fn plans(random: &mut Random, sizes: [f64; 2], span: Interval) -> [MotionPlan; 2] {
    let mut near =
        |most: f64| dvec3(random.between(-most, most), random.between(-most, most), random.between(-most, most));
    let (rest, drift, off, end) = (near(0.2), near(0.2), near(0.5), near(0.4));
    let orientation = |random: &mut Random| match random.below(4) {
        0 | 1 => DQuat::IDENTITY,
        2 => DQuat::from_rotation_z(random.between(-3.0, 3.0)),
        _ => DQuat::from_scaled_axis(dvec3(random.between(-2.0, 2.0), random.between(-2.0, 2.0), 1.0)),
    };
    let axis = [DVec3::X, DVec3::Y, DVec3::Z][random.below(3)] * [1.0, -1.0][random.below(2)];
    let direction = if random.below(3) == 0 { (axis + off).normalize() } else { axis };
    let reach = sizes[0] + sizes[1];
    let (from, to, centre) = match random.below(8) {
        // Through the second body, or past it.
        0..=2 => (1.5 * reach * direction + off, -1.5 * reach * direction + off, rest),
        // Up to the second body.
        3 => (1.5 * reach * direction, end, rest),
        // Exactly head on, with exact coordinates.
        4 => (2.0 * axis, DVec3::ZERO, DVec3::ZERO),
        // Resting on the second body at the start, as boxes of equal size do, then sliding along it or away.
        5 => {
            let start = 0.5 * reach * axis;
            (start, start + [0.5 * axis, DVec3::new(axis.z, axis.x, axis.y), 0.3 * off][random.below(3)], DVec3::ZERO)
        }
        // Overlapping or inside at the start.
        6 => (0.3 * reach * random.unit() * direction, end, rest),
        // Far away.
        _ => (2.0 * reach * direction + off, 1.6 * reach * direction, rest),
    };
    let a = MotionPlan { rotation: orientation(random), from, to, span };
    let b = MotionPlan { rotation: orientation(random), from: centre, to: centre + drift, span };
    [a, b]
}

fn body(kind: BodyKind, random: &mut Random, size: f64, plan: MotionPlan, frame: &Frame) -> ExaminedBody {
    let size = frame.scale * size;
    let made = match kind {
        // Formulas do not move half-spaces and height maps.
        BodyKind { shape: ShapeKind::Assembled, motion: MotionKind::Expression } => assembled::compound(random, size),
        BodyKind { shape, .. } => shapes::draw(shape, random, size, plan.span),
    };
    let vertices = made.shape.mesh().map(|mesh| mesh.vertices());
    let mover = MovedShape {
        vertices,
        implicit: kind.shape.is_implicit() || kind.shape == ShapeKind::Assembled,
        frame: *frame,
    };
    let motion = motions::draw(kind.motion, random, plan, mover);
    let mut events = made.births;
    events.extend(switches(&motion));
    let moving = Moving::new(made.shape, motion).expect("the generator counts vertices");
    ExaminedBody { moving, twin: made.twin, events, text: made.text }
}

/// The instants at which a motion switches from one piece to the next.
fn switches(motion: &Motion) -> Vec<f64> {
    match motion {
        Motion::Piecewise(pieces) => {
            let inner = pieces.starts().iter().zip(pieces.segments()).flat_map(|(start, piece)| {
                switches(piece).into_iter().map(move |switch| start + switch).collect::<Vec<f64>>()
            });
            pieces.starts().iter().copied().chain(inner).collect()
        }
        Motion::Vertexwise(frames) => frames.times().to_vec(),
        Motion::Chebyshev(series) => vec![series.domain().upper()],
        Motion::Articulated(link) => link.trajectory().times().to_vec(),
        Motion::Still(_)
        | Motion::Linear(_)
        | Motion::Ballistic(_)
        | Motion::Rigid(_)
        | Motion::Screw(_)
        | Motion::Expression(_) => Vec::new(),
    }
}
