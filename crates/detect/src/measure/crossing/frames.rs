//! Which of many bodies of splines meet, frame after frame.
//!
//! **Question.** Which pairs of bodies have surfaces that meet at the poses of a frame?
//!
//! **Idea.** Boxes around the bodies are sorted along an axis; the order of the last frame is nearly the right one, so
//! that sorting by insertion costs little. For each pair of bodies whose boxes overlap, boxes around the faces of one
//! are placed in the frame of the other and swept in the order of the last frame ([`FaceSweep`]); the pairs that overlap
//! are walked ([`PairWalk`]). The pair of faces that met last is tried first, from the point where they met. The trees stay between frames: static to a chosen height,
//! deeper where walks needed them, as far as the memory allows.
//!
//! **Guarantee.** A pair that is not listed is proved apart, for poses that are exact as given. Interiors do not
//! count.
//!
//! **Cost.** Linear in the number of bodies; then that of the walks. [BENCHMARKS.md](../../../../../BENCHMARKS.md) has
//! the experiments of the paper.
//!
//! **Source.** Krishnan et al. 1998, sections 5 and 7.3; Cohen et al., *I-COLLIDE*, 1995, for sweep and prune. The
//! paper sorts the boxes of all faces at once. Here bodies are sorted, and then the faces of pairs that are close: few
//! boxes are placed.

use super::super::splines::PlacedSplines;
use super::decide::{FoundCrossing, PairWalk, SurfaceEffort, SurfaceVerdict, relative};
use super::sweep::{FaceSweep, ordered};
use crate::prepared::SplineTrees;
use crate::table::name;
use crate::tolerance::CROSSING_TESTS;
use crate::{DetectError, Moving, Prepared};
use glam::DVec3;
use std::collections::HashMap;
use std::sync::Arc;
use tangency_bound::{Aabb, BoundingVolume, EnclosedPlacement, ShellGrowth, ShellTree};
use tangency_geometry::surface::{Brep, PatchWork};
use tangency_geometry::{Motion, Pose};
use tangency_interval::Interval;

/// How much memory the trees of [`SplineBodies`] may take, and how fine they decide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SplineBodiesOptions {
    /// Halvings of a face whose volumes are built in advance. More: faster frames, and twice the memory for each.
    pub static_height: u32,
    /// Bytes for deeper volumes of a face. Beyond that they are built each time they are needed.
    pub grown_bytes: usize,
    /// Whether deeper volumes stay between frames.
    pub keep_grown: bool,
    /// Metres. Parts of surfaces of this size that are not decided leave their pair open.
    pub tolerance: f64,
}

impl Default for SplineBodiesOptions {
    fn default() -> Self {
        Self { static_height: 4, grown_bytes: 1 << 20, keep_grown: true, tolerance: 1e-6 }
    }
}

/// Two bodies that are not proved apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeetingBodies {
    /// The indices of the bodies, the lower one first.
    pub bodies: [usize; 2],
    /// How they relate.
    pub verdict: SurfaceVerdict,
}

/// Bodies of splines whose contacts are asked for again and again.
///
/// ```
/// use glam::dvec3;
/// use std::sync::Arc;
/// use tangency_detect::{Prepared, SplineBodies, SplineBodiesOptions, SurfaceVerdict};
/// use tangency_geometry::{Pose, Shape, spline::make, surface::Brep};
///
/// let ring = Arc::new(Prepared::new(Shape::Parametric(Brep::of_splines(make::torus(1.0, 0.25, 3)?)?)));
/// let mut rings = SplineBodies::new(vec![Arc::clone(&ring), ring], SplineBodiesOptions::default())?;
/// let at = |x: f64| Pose::translated(dvec3(x, 0.1, 0.0));
/// let met = rings.meetings(&[at(0.0)?, at(2.4)?])?;
/// assert!(matches!(met[0].verdict, SurfaceVerdict::Meeting(point) if point.error < 1e-11));
/// assert!(rings.meetings(&[at(0.0)?, at(2.6)?])?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SplineBodies {
    shapes: Vec<SplineShape>,
    growth: Vec<Vec<ShellGrowth>>,
    /// The shape of each body.
    bodies: Vec<usize>,
    /// The bodies in the order of their boxes along x, as of the last frame.
    order: Vec<usize>,
    /// What the last frames tell about pairs of bodies whose boxes overlapped.
    known: HashMap<[usize; 2], KnownPair>,
    options: SplineBodiesOptions,
    work: PatchWork,
    effort: SurfaceEffort,
}

/// What earlier frames leave for a pair of bodies.
#[derive(Debug, Default)]
struct KnownPair {
    found: Option<FoundCrossing>,
    sweep: FaceSweep,
}

#[derive(Debug)]
struct SplineShape {
    prepared: Arc<Prepared>,
    trees: SplineTrees,
    /// Boxes around the faces, and around all of them.
    boxes: Vec<Aabb>,
    whole: Aabb,
    /// The faces in the order of their boxes along x.
    order: Vec<usize>,
}

impl SplineShape {
    fn new(prepared: Arc<Prepared>, height: u32) -> Option<Self> {
        let trees = SplineTrees::to_height(brep(&prepared)?, height)?;
        let around = |tree: &ShellTree| Some(tree.extent()?.inflated(trees.overshoot()));
        let boxes = trees.trees().iter().map(around).collect::<Option<Vec<Aabb>>>()?;
        let whole = boxes.iter().copied().reduce(|a, b| a.merged(&b))?;
        let order = ordered(&boxes);
        Some(Self { prepared, trees, boxes, whole, order })
    }
}

fn brep(prepared: &Prepared) -> Option<&Brep> {
    let Prepared::Faces(faces) = prepared else { return None };
    Some(&faces.brep)
}

/// A box that contains another one after a rigid placement.
fn placed_box(volume: &Aabb, pose: &Pose, slack: f64) -> Aabb {
    let half = 0.5 * (volume.upper() - volume.lower());
    let centre = pose.apply(volume.centre());
    let [x, y, z] = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| pose.turn(axis).abs());
    let reach = half.x * x + half.y * y + half.z * z;
    // The centre is rounded, and so are the half lengths.
    let rounding = 2.0 * pose.rounding(volume.centre().length() + half.length()) + slack;
    match Aabb::around([centre - reach, centre + reach]) {
        Some(placed) => placed.inflated(rounding),
        None => *volume,
    }
}

impl SplineBodies {
    /// Builds the trees of these bodies. Bodies that share a shape share its trees.
    ///
    /// # Errors
    /// If a body is no body of curved faces at rest, or the tolerance is not above zero.
    pub fn new(bodies: Vec<Arc<Prepared>>, options: SplineBodiesOptions) -> Result<Self, DetectError> {
        let value = options.tolerance;
        if !(value > 0.0 && value.is_finite()) {
            return Err(DetectError::Length { name: "tolerance", value, least: "above 0" });
        }
        let mut shapes: Vec<SplineShape> = Vec::new();
        let mut shape_of = Vec::with_capacity(bodies.len());
        for prepared in bodies {
            let known = shapes.iter().position(|shape| Arc::ptr_eq(&shape.prepared, &prepared));
            shape_of.push(known.unwrap_or(shapes.len()));
            if known.is_none() {
                let still = Moving::of(Arc::clone(&prepared), Motion::Still(Pose::IDENTITY))?;
                let name = name(&still, Interval::ZERO);
                let shape = SplineShape::new(prepared, options.static_height);
                shapes.push(shape.ok_or(DetectError::NotSplines { question: "contacts of splines", name })?);
            }
        }
        let empty = |shape: &SplineShape| vec![ShellGrowth::within(options.grown_bytes); shape.boxes.len()];
        let growth = shapes.iter().map(empty).collect();
        let order = (0..shape_of.len()).collect();
        let (known, work, effort) = (HashMap::new(), PatchWork::default(), SurfaceEffort::default());
        Ok(Self { shapes, growth, bodies: shape_of, order, known, options, work, effort })
    }

    /// The pairs of bodies that are not proved apart at these poses, in order of their indices.
    ///
    /// # Errors
    /// If the number of poses is not the number of bodies.
    pub fn meetings(&mut self, poses: &[Pose]) -> Result<Vec<MeetingBodies>, DetectError> {
        if poses.len() != self.bodies.len() {
            return Err(DetectError::VertexCount { moved: poses.len(), vertices: self.bodies.len() });
        }
        let mut met = Vec::new();
        for bodies in self.close_pairs(poses) {
            if let Some(verdict) = self.meeting(bodies, poses) {
                met.push(MeetingBodies { bodies, verdict });
            }
        }
        if !self.options.keep_grown {
            self.growth.iter_mut().flatten().for_each(ShellGrowth::clear);
        }
        met.sort_by_key(|met| met.bodies);
        Ok(met)
    }

    /// The work of all frames so far.
    #[must_use]
    pub fn effort(&self) -> SurfaceEffort {
        self.effort
    }

    /// Bytes of the nodes of all trees: built in advance, and kept beyond that.
    #[must_use]
    pub fn tree_bytes(&self) -> [usize; 2] {
        let fixed = self.shapes.iter().flat_map(|shape| shape.trees.trees()).map(|tree| tree.nodes().len());
        let grown = self.growth.iter().flatten().map(ShellGrowth::kept);
        [fixed.sum::<usize>(), grown.sum::<usize>()].map(|nodes| nodes * ShellTree::NODE_BYTES)
    }

    /// Pairs of bodies whose boxes overlap.
    fn close_pairs(&mut self, poses: &[Pose]) -> Vec<[usize; 2]> {
        let boxes: Vec<Aabb> = self
            .bodies
            .iter()
            .zip(poses)
            .map(|(&shape, pose)| placed_box(&self.shapes[shape].whole, pose, 0.0))
            .collect();
        for place in 1..self.order.len() {
            let mut at = place;
            while at > 0 && boxes[self.order[at - 1]].lower().x > boxes[self.order[at]].lower().x {
                self.order.swap(at - 1, at);
                at -= 1;
            }
        }
        let mut pairs = Vec::new();
        for (place, &one) in self.order.iter().enumerate() {
            let end = boxes[one].upper().x;
            let reached = self.order[place + 1..].iter().take_while(|&&other| boxes[other].lower().x <= end);
            pairs.extend(
                reached
                    .filter(|&&other| !boxes[one].disjoint(&boxes[other]))
                    .map(|&other| if one < other { [one, other] } else { [other, one] }),
            );
        }
        pairs
    }

    /// Decides one pair of bodies.
    fn meeting(&mut self, bodies: [usize; 2], poses: &[Pose]) -> Option<SurfaceVerdict> {
        let shapes = bodies.map(|body| self.bodies[body]);
        let placed = |side: usize| {
            let (shape, pose) = (&self.shapes[shapes[side]], poses[bodies[side]]);
            let exact = EnclosedPlacement::of(&Motion::Still(pose).during(Interval::ZERO))?;
            Some(PlacedSplines {
                brep: brep(&shape.prepared)?,
                trees: &shape.trees,
                pose,
                error: shape.trees.overshoot(),
                exact,
            })
        };
        let (a, b) = (placed(0)?, placed(1)?);
        let (relative, slack) = relative([&a, &b]);
        let [own, other] = shapes.map(|shape| &self.shapes[shape]);
        let moved: Vec<Aabb> = other.boxes.iter().map(|volume| placed_box(volume, &relative, slack)).collect();
        let known = self.known.entry(bodies).or_default();
        let pairs = known.sweep.pairs(&own.boxes, &own.order, &moved);
        self.effort.faces += pairs.len() as u64;
        let mut walk = PairWalk {
            models: [&a, &b],
            relative,
            slack,
            tolerance: self.options.tolerance,
            most: CROSSING_TESTS,
            growth: &mut self.growth,
            shapes,
            work: &mut self.work,
            effort: &mut self.effort,
        };
        if let Some(last) = known.found
            && let Some((point, found)) = walk.crossing(last.faces, last.at)
        {
            known.found = Some(found);
            return Some(SurfaceVerdict::Meeting(point));
        }
        let (verdict, found) = walk.decided(&pairs)?;
        known.found = found.or(known.found);
        Some(verdict)
    }
}
