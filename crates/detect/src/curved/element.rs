//! What can touch: faces, edges and vertices, curved or flat, as one thing with up to two parameters.
//!
//! **Question.** Where is a piece of a face, edge or vertex during a span of time, in its body's own frame, and how does it bend?
//!
//! **Idea.** All six tangency situations need the same things of both sides: places, derivatives, outward directions. An
//! edge is a face whose second parameter does nothing, a vertex one where neither does. What does not deform is
//! asked about the same boxes of parameters for ever new spans of time: what was last computed is kept.
//!
//! **Guarantee.** Encloses the exact places and derivatives. Where the surface may have a kink or no value there are no derivatives,
//! and the places may be all of space.
//!
//! **Cost.** One sweep over the tape of a face for a box that was not asked for before, a look into memory else.
//!
//! **Source.** Snyder et al. 1993, section 2.1 and appendix A.

use super::deforming::{self, Flat, Way};
use super::kept::Kept;
use glam::DVec3;
use std::cell::RefCell;
use std::rc::Rc;
use tangency_geometry::Feature;
use tangency_geometry::surface::{Chart, CurveJet, Edge, EdgeWork, PatchWork, SurfaceJet as Jet, Vertex};
use tangency_interval::solve::Condition;
use tangency_interval::{Interval, Vector, Vector3};

/// The part of a body that may touch, with its index there.
#[derive(Clone, Debug)]
pub(super) enum Part<'body> {
    /// A chart of curved faces.
    Face(&'body Chart),
    /// A curved edge.
    Edge(u32, &'body Edge),
    /// The end of curved edges, or a pole.
    Vertex(u32, &'body Vertex),
    /// A triangle of a mesh: its corners.
    Triangle(u32, [DVec3; 3]),
    /// An edge of a mesh: its ends.
    Segment(u32, [DVec3; 2]),
    /// A vertex of a mesh.
    Corner(u32, DVec3),
    /// A triangle, an edge or a vertex of a mesh that deforms: the ways of its corners.
    Deforming(Flat, Box<[Way<'body>; 3]>),
}

/// What is known of an element over a box of its parameters and a span of time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// Holds all places.
    pub(super) point: Vector3,
    /// The place at the centre of the box and the middle of the span.
    pub(super) centre: Vector3,
    /// The derivatives there by both parameters, if it is smooth.
    pub(super) tangents: [Vector3; 2],
    /// Places and derivatives; `None` where it is not known to be smooth.
    pub(super) jet: Option<Jet>,
    /// Where it is not smooth but does not jump: places and, for first derivatives, the slopes between any two places.
    pub(super) slopes: Option<Jet>,
}

/// An element that several systems ask.
pub(super) type SharedElement<'body> = Rc<RefCell<Element<'body>>>;

/// A part of a body with what was last computed of it.
pub(super) struct Element<'body> {
    part: Part<'body>,
    deforms: bool,
    patch_work: PatchWork,
    edge_work: EdgeWork,
    kept: Kept<3, Piece>,
}

impl<'body> Element<'body> {
    fn new(part: Part<'body>) -> Self {
        let deforms = match &part {
            Part::Face(chart) => chart.deforms(),
            Part::Edge(_, edge) => edge.deforms(),
            Part::Vertex(_, vertex) => vertex.deforms(),
            Part::Triangle(..) | Part::Segment(..) | Part::Corner(..) => false,
            Part::Deforming(..) => true,
        };
        let (patch_work, edge_work) = (PatchWork::default(), EdgeWork::default());
        Self { part, deforms, patch_work, edge_work, kept: Kept::default() }
    }

    /// Ready to be shared.
    pub(super) fn shared(part: Part<'body>) -> SharedElement<'body> {
        Rc::new(RefCell::new(Self::new(part)))
    }

    /// The number of its parameters: two for a face, one for an edge, none for a vertex.
    pub(super) fn dimension(&self) -> usize {
        match &self.part {
            Part::Face(..) | Part::Triangle(..) | Part::Deforming(Flat::Triangle(_), _) => 2,
            Part::Edge(..) | Part::Segment(..) | Part::Deforming(Flat::Segment(_), _) => 1,
            Part::Vertex(..) | Part::Corner(..) | Part::Deforming(Flat::Corner(_), _) => 0,
        }
    }

    /// The ranges of its parameters.
    pub(super) fn domain(&self) -> Vec<Interval> {
        let unit = Interval::between(0.0, 1.0);
        match &self.part {
            Part::Face(chart) => chart.domain().to_vec(),
            Part::Edge(_, edge) => vec![edge.range()],
            Part::Vertex(..) | Part::Corner(..) | Part::Deforming(Flat::Corner(_), _) => Vec::new(),
            Part::Triangle(..) | Part::Deforming(Flat::Triangle(_), _) => vec![unit; 2],
            Part::Segment(..) | Part::Deforming(Flat::Segment(_), _) => vec![unit],
        }
    }

    /// Whether it changes its form over time.
    pub(super) fn deforms(&self) -> bool {
        self.deforms
    }

    /// Whether the box of parameters is certainly off the element: a triangle does not fill its rectangle, nor do some charts.
    pub(super) fn outside(&self, parameters: &[Interval]) -> bool {
        match self.part {
            Part::Triangle(..) | Part::Deforming(Flat::Triangle(_), _) => (parameters[0] + parameters[1]).lower() > 1.0,
            Part::Face(chart) => chart.outside([parameters[0], parameters[1]]),
            Part::Edge(..) | Part::Vertex(..) | Part::Segment(..) | Part::Corner(..) | Part::Deforming(..) => false,
        }
    }

    /// Whether the box of parameters is certainly all on the chart, as far as it is within its rectangle. (On the slanting side of a triangle
    /// there is an edge.)
    pub(super) fn inside(&self, parameters: &[Interval]) -> Condition {
        match self.part {
            Part::Face(chart) if !chart.inside([parameters[0], parameters[1]]) => Condition::Possible,
            Part::Face(_)
            | Part::Edge(..)
            | Part::Vertex(..)
            | Part::Triangle(..)
            | Part::Segment(..)
            | Part::Corner(..)
            | Part::Deforming(..) => Condition::Holds,
        }
    }

    /// How far the places move as each parameter goes through its range, and by what share of their length tangents change, at most.
    pub(super) fn extents(&mut self, parameters: &[Interval], time: Interval) -> ([f64; 2], f64) {
        let piece = self.piece(parameters, time);
        let mut extents = [0.0; 2];
        let Some(jet) = &piece.jet else {
            // Without derivatives: in proportion to the parts of the ranges.
            let domain = self.domain();
            let share = |index: usize| parameters[index].width() / domain[index].width();
            let largest = (0..parameters.len()).map(share).fold(f64::MIN_POSITIVE, f64::max);
            (0..parameters.len()).for_each(|index| extents[index] = piece.point.width() * share(index) / largest);
            return (extents, f64::INFINITY);
        };
        let mut bend = 0.0_f64;
        for (index, side) in parameters.iter().enumerate() {
            let (tangent, middle) = ([jet.du, jet.dv][index], piece.tangents[index]);
            let turned = (tangent - middle).length().upper() / middle.length().lower().max(f64::MIN_POSITIVE);
            extents[index] = tangent.length().upper() * side.width();
            bend = bend.max(turned);
        }
        (extents, bend)
    }

    /// What is known over a box of parameters and a span of time.
    pub(super) fn piece(&mut self, parameters: &[Interval], time: Interval) -> Piece {
        let unknown = |index: usize| parameters.get(index).copied().unwrap_or(Interval::ZERO);
        let region = [unknown(0), unknown(1), if self.deforms { time } else { Interval::ZERO }];
        match &self.part {
            &Part::Triangle(_, [a, b, c]) => return flat(a, b - a, c - a, region),
            &Part::Segment(_, [a, b]) => return flat(a, b - a, DVec3::ZERO, region),
            &Part::Corner(_, a) => return flat(a, DVec3::ZERO, DVec3::ZERO, region),
            Part::Deforming(_, ways) => return deforming::piece(ways, region),
            Part::Face(..) | Part::Edge(..) | Part::Vertex(..) => {}
        }
        if let Some(piece) = self.kept.get(&region) {
            return *piece;
        }
        let piece = self.computed(region);
        self.kept.keep(region, piece);
        piece
    }

    fn computed(&mut self, region: [Interval; 3]) -> Piece {
        let middle = region.map(|side| Interval::from(side.mid()));
        match &self.part {
            Part::Face(chart) => {
                if let Some([jet, centre]) = chart.jets(region, &mut self.patch_work) {
                    return smooth(jet, &centre);
                }
                let [point, centre] = [region, middle].map(|region| chart.point(region, &mut self.patch_work));
                let slopes = chart.slopes(region, &mut self.patch_work);
                Piece {
                    slopes: slopes.map(|[du, dv, dt]| Jet { point, du, dv, dt, ..AT_REST }),
                    ..rough(point, centre)
                }
            }
            Part::Edge(_, edge) => {
                let places = [region, middle].map(|region| [region[0], region[2]]);
                match places.map(|region| edge.jet(region, &mut self.edge_work).map(of_curve)) {
                    [Some(jet), Some(centre)] => smooth(jet, &centre),
                    _ => {
                        let [point, centre] = places.map(|region| edge.point(region, &mut self.edge_work));
                        rough(point, centre)
                    }
                }
            }
            Part::Vertex(_, vertex) => {
                let spans = [region[2], middle[2]];
                let jets = spans.map(|time| vertex.jet(time, &mut self.edge_work));
                match jets.map(|jet| jet.map(|path| Jet { point: path.point, dt: path.dt, ..AT_REST })) {
                    [Some(jet), Some(centre)] => smooth(jet, &centre),
                    _ => {
                        let [point, centre] = spans.map(|time| vertex.point(time, &mut self.edge_work));
                        rough(point, centre)
                    }
                }
            }
            Part::Triangle(..) | Part::Segment(..) | Part::Corner(..) | Part::Deforming(..) => {
                unreachable!("flat parts are not kept")
            }
        }
    }

    /// The outward normal of a face over a box for which its derivatives are known; `None` if it is not known which way is out.
    pub(super) fn facing(&self, normal: Vector3, solid: bool) -> Option<Vector3> {
        match &self.part {
            Part::Face(chart) => chart.facing().outward(normal),
            Part::Triangle(..) => solid.then_some(normal),
            // What deforms may turn inside out.
            Part::Edge(..) | Part::Vertex(..) | Part::Segment(..) | Part::Corner(..) | Part::Deforming(..) => None,
        }
    }

    /// The outward directions of an edge or a vertex, in the body's frame; empty if they are not known.
    pub(super) fn outward(&mut self, parameters: &[Interval], time: Interval) -> Vec<Vector3> {
        match &self.part {
            Part::Edge(_, edge) => {
                edge.outward([parameters[0], time], &mut self.edge_work).map(|both| both.to_vec()).unwrap_or_default()
            }
            Part::Vertex(_, vertex) => {
                vertex.outward(time, &mut self.edge_work).map(<[Vector3]>::to_vec).unwrap_or_default()
            }
            Part::Face(..) | Part::Triangle(..) | Part::Segment(..) | Part::Corner(..) | Part::Deforming(..) => {
                Vec::new()
            }
        }
    }

    /// The name of the place with these parameters.
    pub(super) fn feature(&self, parameters: &[f64]) -> Feature {
        match self.part {
            Part::Face(chart) => {
                let (index, parameters) = chart.face_parameters([parameters[0], parameters[1]]);
                Feature::Patch { index, parameters }
            }
            Part::Edge(index, _) | Part::Segment(index, _) | Part::Deforming(Flat::Segment(index), _) => {
                Feature::Edge { index, parameter: parameters[0] }
            }
            Part::Vertex(index, _) | Part::Corner(index, _) | Part::Deforming(Flat::Corner(index), _) => {
                Feature::Vertex(index)
            }
            Part::Triangle(index, _) | Part::Deforming(Flat::Triangle(index), _) => {
                let [u, v] = [parameters[0], parameters[1]];
                Feature::Face { index, weights: [1.0 - u - v, u, v] }
            }
        }
    }
}

/// What is known where there are derivatives.
fn smooth(jet: Jet, centre: &Jet) -> Piece {
    Piece { point: jet.point, centre: centre.point, tangents: [centre.du, centre.dv], jet: Some(jet), slopes: None }
}

/// What is known where there are none.
fn rough(point: Vector3, centre: Vector3) -> Piece {
    Piece { point, centre, tangents: [Vector3::ZERO; 2], jet: None, slopes: None }
}

/// An edge as a face whose second parameter does nothing.
fn of_curve(curve: CurveJet) -> Jet {
    Jet { point: curve.point, du: curve.ds, dt: curve.dt, duu: curve.dss, dut: curve.dst, ..AT_REST }
}

/// Nothing moves and nothing bends.
pub(super) const AT_REST: Jet = Jet {
    point: Vector3::ZERO,
    du: Vector3::ZERO,
    dv: Vector3::ZERO,
    dt: Vector3::ZERO,
    duu: Vector3::ZERO,
    duv: Vector3::ZERO,
    dvv: Vector3::ZERO,
    dut: Vector3::ZERO,
    dvt: Vector3::ZERO,
};

/// The plane piece `origin + u·along + v·across`. The two ways are differences of corners, rounded once: they are widened by that.
fn flat(origin: DVec3, along: DVec3, across: DVec3, region: [Interval; 3]) -> Piece {
    let start = Vector3::point(origin.to_array());
    let way = |vector: DVec3| Vector(vector.to_array().map(difference));
    let (du, dv) = (way(along), way(across));
    let at = |u: Interval, v: Interval| start + du * u + dv * v;
    let point = at(region[0], region[1]);
    let centre = at(Interval::from(region[0].mid()), Interval::from(region[1].mid()));
    Piece { point, centre, tangents: [du, dv], jet: Some(Jet { point, du, dv, ..AT_REST }), slopes: None }
}

/// A difference of two numbers that was rounded to nearest.
fn difference(rounded: f64) -> Interval {
    if rounded == 0.0 { Interval::ZERO } else { Interval::between(rounded.next_down(), rounded.next_up()) }
}
