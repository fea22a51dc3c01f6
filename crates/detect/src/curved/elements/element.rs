//! The elements that can touch: faces, edges and vertices, curved or flat, with up to two parameters.
//!
//! **Question.** Where is a piece of a face, edge or vertex during a span of time, in its body's own frame, and how
//! does it bend?
//!
//! **Idea.** All six tangency situations need the same of both elements: points, derivatives and outward
//! directions. An edge is a face that does not depend on its second parameter, a vertex depends on neither. Rigid
//! elements are evaluated over the same boxes of parameters for many spans of time, so the results are cached.
//!
//! **Guarantee.** Encloses the exact points and derivatives. Where the surface may have a kink or no value there
//! are no derivatives, and the enclosure of the points may be all of space.
//!
//! **Cost.** One sweep over the tape of a face for a new box, otherwise a cache lookup.
//!
//! **Source.** Snyder et al. 1993, section 2.1 and appendix A.

use super::deforming::{self, DeformingFeature, DeformingVertexPath};
use crate::curved::cache::EnclosureCache;
use glam::DVec3;
use std::cell::RefCell;
use std::rc::Rc;
use tangency_geometry::Feature;
use tangency_geometry::surface::{Chart, CurveJet, Edge, EdgeWork, PatchWork, SurfaceJet, Vertex};
use tangency_interval::solve::ConditionStatus;
use tangency_interval::{Interval, Vector, Vector3};

/// The geometry of an element, with its index in the body.
#[derive(Clone, Debug)]
pub(super) enum ElementShape<'body> {
    /// A chart of curved faces.
    Face(&'body Chart),
    /// A curved edge.
    Edge(u32, &'body Edge),
    /// An end of curved edges, or a pole.
    Vertex(u32, &'body Vertex),
    /// A triangle of a mesh, by its corners.
    Triangle(u32, [DVec3; 3]),
    /// An edge of a mesh, by its ends.
    Segment(u32, [DVec3; 2]),
    /// A vertex of a mesh.
    Corner(u32, DVec3),
    /// A triangle, an edge or a vertex of a deforming mesh, by the paths of its corners.
    Deforming(DeformingFeature, Box<[DeformingVertexPath<'body>; 3]>),
}

/// Encloses an element over a box of its parameters and a span of time.
#[derive(Clone, Copy, Debug)]
pub(in crate::curved) struct ElementEnclosure {
    /// Encloses all points.
    pub(in crate::curved) point: Vector3,
    /// Encloses the point at the centre of the box and the middle of the span.
    pub(in crate::curved) centre: Vector3,
    /// Encloses the derivatives at the centre by both parameters; zero if the element is not smooth.
    pub(in crate::curved) tangents: [Vector3; 2],
    /// Points and derivatives; `None` where the element is not known to be smooth.
    pub(in crate::curved) jet: Option<SurfaceJet>,
    /// Where the element has kinks but does not jump: points and, in place of first derivatives, the slopes between
    /// any two points.
    pub(in crate::curved) slopes: Option<SurfaceJet>,
}

/// An element that several systems share.
pub(in crate::curved) type SharedElement<'body> = Rc<RefCell<SurfaceElement<'body>>>;

/// An element with its cache.
pub(in crate::curved) struct SurfaceElement<'body> {
    part: ElementShape<'body>,
    deforms: bool,
    patch_work: PatchWork,
    edge_work: EdgeWork,
    cache: EnclosureCache<3, Rc<ElementEnclosure>>,
}

impl<'body> SurfaceElement<'body> {
    fn new(part: ElementShape<'body>) -> Self {
        let deforms = match &part {
            ElementShape::Face(chart) => chart.deforms(),
            ElementShape::Edge(_, edge) => edge.deforms(),
            ElementShape::Vertex(_, vertex) => vertex.deforms(),
            ElementShape::Triangle(..) | ElementShape::Segment(..) | ElementShape::Corner(..) => false,
            ElementShape::Deforming(..) => true,
        };
        let (patch_work, edge_work) = (PatchWork::default(), EdgeWork::default());
        Self { part, deforms, patch_work, edge_work, cache: EnclosureCache::default() }
    }

    /// The bound on `u² + v²` where a chart ends before its domain does.
    pub(in crate::curved) fn trim(&self) -> Option<Interval> {
        let ElementShape::Face(chart) = &self.part else { return None };
        chart.disc().map(|radius| Interval::from(radius).sqr())
    }

    /// Wraps an element for sharing.
    pub(super) fn shared(part: ElementShape<'body>) -> SharedElement<'body> {
        Rc::new(RefCell::new(Self::new(part)))
    }

    /// The number of parameters: two for a face, one for an edge, none for a vertex.
    pub(in crate::curved) fn dimension(&self) -> usize {
        match &self.part {
            ElementShape::Face(..)
            | ElementShape::Triangle(..)
            | ElementShape::Deforming(DeformingFeature::Triangle(_), _) => 2,
            ElementShape::Edge(..)
            | ElementShape::Segment(..)
            | ElementShape::Deforming(DeformingFeature::Segment(_), _) => 1,
            ElementShape::Vertex(..)
            | ElementShape::Corner(..)
            | ElementShape::Deforming(DeformingFeature::Corner(_), _) => 0,
        }
    }

    /// The ranges of the parameters.
    pub(in crate::curved) fn domain(&self) -> Vec<Interval> {
        let unit = Interval::between(0.0, 1.0);
        match &self.part {
            ElementShape::Face(chart) => chart.domain().to_vec(),
            ElementShape::Edge(_, edge) => vec![edge.range()],
            ElementShape::Vertex(..)
            | ElementShape::Corner(..)
            | ElementShape::Deforming(DeformingFeature::Corner(_), _) => Vec::new(),
            ElementShape::Triangle(..) | ElementShape::Deforming(DeformingFeature::Triangle(_), _) => vec![unit; 2],
            ElementShape::Segment(..) | ElementShape::Deforming(DeformingFeature::Segment(_), _) => vec![unit],
        }
    }

    /// Whether its shape changes over time.
    pub(in crate::curved) fn deforms(&self) -> bool {
        self.deforms
    }

    /// `true` proves that no point of the parameter box is on the element. A triangle does not fill its parameter
    /// rectangle, nor do some charts.
    pub(in crate::curved) fn outside(&self, parameters: &[Interval]) -> bool {
        match self.part {
            ElementShape::Triangle(..) | ElementShape::Deforming(DeformingFeature::Triangle(_), _) => {
                (parameters[0] + parameters[1]).lower() > 1.0
            }
            ElementShape::Face(chart) => chart.outside([parameters[0], parameters[1]]),
            ElementShape::Edge(..)
            | ElementShape::Vertex(..)
            | ElementShape::Segment(..)
            | ElementShape::Corner(..)
            | ElementShape::Deforming(..) => false,
        }
    }

    /// `Holds` proves that the parameter box is on the chart, as far as it is within the chart's rectangle. The
    /// hypotenuse of a triangle needs no test, because an edge covers it.
    pub(in crate::curved) fn inside(&self, parameters: &[Interval]) -> ConditionStatus {
        match self.part {
            ElementShape::Face(chart) if !chart.inside([parameters[0], parameters[1]]) => ConditionStatus::Possible,
            ElementShape::Face(_)
            | ElementShape::Edge(..)
            | ElementShape::Vertex(..)
            | ElementShape::Triangle(..)
            | ElementShape::Segment(..)
            | ElementShape::Corner(..)
            | ElementShape::Deforming(..) => ConditionStatus::Holds,
        }
    }

    /// The distance in metres over which points move as each parameter runs through its range, and an upper bound
    /// on the relative change of the tangents.
    pub(in crate::curved) fn extents(&mut self, parameters: &[Interval], time: Interval) -> ([f64; 2], f64) {
        let piece = self.enclosure(parameters, time);
        let mut extents = [0.0; 2];
        let Some(jet) = &piece.jet else {
            // Without derivatives: proportional to the fractions of the parameter ranges.
            let domain = self.domain();
            let share = |index: usize| parameters[index].width() / domain[index].width();
            let largest = (0..parameters.len()).map(share).fold(f64::MIN_POSITIVE, f64::max);
            (0..parameters.len()).for_each(|index| extents[index] = piece.point.width() * share(index) / largest);
            return (extents, f64::INFINITY);
        };
        let mut bend = 0.0_f64;
        for (index, side) in parameters.iter().enumerate() {
            let (tangent, middle) = ([jet.du, jet.dv][index], piece.tangents[index]);
            let variation = (tangent - middle).length().upper() / middle.length().lower().max(f64::MIN_POSITIVE);
            extents[index] = tangent.length().upper() * side.width();
            bend = bend.max(variation);
        }
        (extents, bend)
    }

    /// Encloses the element over a box of parameters and a span of time. The result is shared, because it is a kilobyte
    /// and asked for several times in every step.
    pub(in crate::curved) fn enclosure(&mut self, parameters: &[Interval], time: Interval) -> Rc<ElementEnclosure> {
        let unknown = |index: usize| parameters.get(index).copied().unwrap_or(Interval::ZERO);
        let region = [unknown(0), unknown(1), if self.deforms { time } else { Interval::ZERO }];
        match &self.part {
            &ElementShape::Triangle(_, [a, b, c]) => return Rc::new(flat(a, b - a, c - a, region)),
            &ElementShape::Segment(_, [a, b]) => return Rc::new(flat(a, b - a, DVec3::ZERO, region)),
            &ElementShape::Corner(_, a) => return Rc::new(flat(a, DVec3::ZERO, DVec3::ZERO, region)),
            ElementShape::Deforming(_, paths) => return Rc::new(deforming::triangle_enclosure(paths, region)),
            ElementShape::Face(..) | ElementShape::Edge(..) | ElementShape::Vertex(..) => {}
        }
        if let Some(piece) = self.cache.get(&region) {
            return Rc::clone(piece);
        }
        let piece = Rc::new(self.compute(region));
        self.cache.store(region, Rc::clone(&piece));
        piece
    }

    fn compute(&mut self, region: [Interval; 3]) -> ElementEnclosure {
        let middle = region.map(|side| Interval::from(side.mid()));
        match &self.part {
            ElementShape::Face(chart) => {
                if let Some([jet, centre]) = chart.jets(region, &mut self.patch_work) {
                    return smooth(jet, &centre);
                }
                let [point, centre] = [region, middle].map(|region| chart.point(region, &mut self.patch_work));
                let slopes = chart.slopes(region, &mut self.patch_work);
                ElementEnclosure {
                    slopes: slopes.map(|[du, dv, dt]| SurfaceJet { point, du, dv, dt, ..AT_REST }),
                    ..rough(point, centre)
                }
            }
            ElementShape::Edge(_, edge) => {
                let places = [region, middle].map(|region| [region[0], region[2]]);
                match places.map(|region| edge.jet(region, &mut self.edge_work).map(of_curve)) {
                    [Some(jet), Some(centre)] => smooth(jet, &centre),
                    _ => {
                        let [point, centre] = places.map(|region| edge.point(region, &mut self.edge_work));
                        rough(point, centre)
                    }
                }
            }
            ElementShape::Vertex(_, vertex) => {
                let spans = [region[2], middle[2]];
                let jets = spans.map(|time| vertex.jet(time, &mut self.edge_work));
                match jets.map(|jet| jet.map(|path| SurfaceJet { point: path.point, dt: path.dt, ..AT_REST })) {
                    [Some(jet), Some(centre)] => smooth(jet, &centre),
                    _ => {
                        let [point, centre] = spans.map(|time| vertex.point(time, &mut self.edge_work));
                        rough(point, centre)
                    }
                }
            }
            ElementShape::Triangle(..)
            | ElementShape::Segment(..)
            | ElementShape::Corner(..)
            | ElementShape::Deforming(..) => {
                unreachable!("flat elements are not cached")
            }
        }
    }

    /// The outward normal of a face, from its enclosed normal; `None` if the outward side is not known.
    pub(in crate::curved) fn facing(&self, normal: Vector3, solid: bool) -> Option<Vector3> {
        match &self.part {
            ElementShape::Face(chart) => chart.facing().outward(normal),
            ElementShape::Triangle(..) => solid.then_some(normal),
            // A deforming mesh may turn inside out.
            ElementShape::Edge(..)
            | ElementShape::Vertex(..)
            | ElementShape::Segment(..)
            | ElementShape::Corner(..)
            | ElementShape::Deforming(..) => None,
        }
    }

    /// The outward directions of an edge or a vertex, in the body's frame; empty if they are not known.
    pub(in crate::curved) fn outward(&mut self, parameters: &[Interval], time: Interval) -> Vec<Vector3> {
        match &self.part {
            ElementShape::Edge(_, edge) => {
                edge.outward([parameters[0], time], &mut self.edge_work).map(|both| both.to_vec()).unwrap_or_default()
            }
            ElementShape::Vertex(_, vertex) => {
                vertex.outward(time, &mut self.edge_work).map(<[Vector3]>::to_vec).unwrap_or_default()
            }
            ElementShape::Face(..)
            | ElementShape::Triangle(..)
            | ElementShape::Segment(..)
            | ElementShape::Corner(..)
            | ElementShape::Deforming(..) => Vec::new(),
        }
    }

    /// The feature of the body at these parameters.
    pub(in crate::curved) fn feature(&self, parameters: &[f64]) -> Feature {
        match self.part {
            ElementShape::Face(chart) => {
                let (index, parameters) = chart.face_parameters([parameters[0], parameters[1]]);
                Feature::Patch { index, parameters }
            }
            ElementShape::Edge(index, _)
            | ElementShape::Segment(index, _)
            | ElementShape::Deforming(DeformingFeature::Segment(index), _) => {
                Feature::Edge { index, parameter: parameters[0] }
            }
            ElementShape::Vertex(index, _)
            | ElementShape::Corner(index, _)
            | ElementShape::Deforming(DeformingFeature::Corner(index), _) => Feature::Vertex(index),
            ElementShape::Triangle(index, _) | ElementShape::Deforming(DeformingFeature::Triangle(index), _) => {
                let [u, v] = [parameters[0], parameters[1]];
                Feature::Face { index, weights: [1.0 - u - v, u, v] }
            }
        }
    }
}

/// The enclosure where derivatives exist.
fn smooth(jet: SurfaceJet, centre: &SurfaceJet) -> ElementEnclosure {
    ElementEnclosure {
        point: jet.point,
        centre: centre.point,
        tangents: [centre.du, centre.dv],
        jet: Some(jet),
        slopes: None,
    }
}

/// The enclosure where no derivatives are known.
fn rough(point: Vector3, centre: Vector3) -> ElementEnclosure {
    ElementEnclosure { point, centre, tangents: [Vector3::ZERO; 2], jet: None, slopes: None }
}

/// An edge as a face that does not depend on its second parameter.
fn of_curve(curve: CurveJet) -> SurfaceJet {
    SurfaceJet { point: curve.point, du: curve.ds, dt: curve.dt, duu: curve.dss, dut: curve.dst, ..AT_REST }
}

/// All derivatives zero.
pub(super) const AT_REST: SurfaceJet = SurfaceJet {
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

/// The plane piece `origin + u·along + v·across`. Both vectors are differences of corners, rounded once, and are
/// widened by that rounding.
fn flat(origin: DVec3, along: DVec3, across: DVec3, region: [Interval; 3]) -> ElementEnclosure {
    let start = Vector3::point(origin.to_array());
    let widened = |vector: DVec3| Vector(vector.to_array().map(difference));
    let (du, dv) = (widened(along), widened(across));
    let at = |u: Interval, v: Interval| start + du * u + dv * v;
    let point = at(region[0], region[1]);
    let centre = at(Interval::from(region[0].mid()), Interval::from(region[1].mid()));
    ElementEnclosure {
        point,
        centre,
        tangents: [du, dv],
        jet: Some(SurfaceJet { point, du, dv, ..AT_REST }),
        slopes: None,
    }
}

/// Encloses the exact difference of two numbers, given the difference rounded to nearest.
fn difference(rounded: f64) -> Interval {
    if rounded == 0.0 { Interval::ZERO } else { Interval::between(rounded.next_down(), rounded.next_up()) }
}
