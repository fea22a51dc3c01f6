//! A shape prepared for pruning, and a shape that moves.

use crate::DetectError;
use crate::convex::{Hull, Support};
use crate::curved::Bounds;
use glam::DVec3;
use std::sync::{Arc, OnceLock};
use tangency_bound::{ObbTree, Owned, Regions, Surface, Tree};
use tangency_geometry::{Connectivity, Mesh, Motion, Pose, Shape};
use tangency_interval::Interval;

/// A shape with the hierarchy that prunes it: prepared once, shared by all that move it.
#[derive(Clone, Debug)]
pub struct Model {
    shape: Shape,
    /// `None` if it is not made of triangles.
    facets: Option<Facets>,
    boxes: OnceLock<ObbTree>,
    reach: OnceLock<f64>,
    support: OnceLock<Support>,
    hull: OnceLock<Option<Box<Hull>>>,
    connectivity: OnceLock<Connectivity>,
    bounds: OnceLock<Bounds>,
    regions: OnceLock<Regions>,
}

/// What the methods for triangles need.
#[derive(Clone, Debug)]
struct Facets {
    tree: Tree,
    surface: Surface,
    representatives: Vec<u32>,
}

impl Facets {
    fn new(mesh: &Mesh) -> Self {
        let centre = |&[a, b, c]: &[u32; 3]| -> DVec3 {
            [a, b, c].into_iter().map(|corner| mesh.vertices()[corner as usize] / 3.0).sum()
        };
        let tree = Tree::new(&mesh.triangles().iter().map(centre).collect::<Vec<_>>());
        Self { tree, surface: Surface::new(mesh), representatives: representatives(mesh) }
    }
}

/// Why the parts of a model that are made of triangles are there.
const FACETED: &str = "the table asks the methods for triangles about bodies of triangles alone";

impl Model {
    /// Prepares a shape.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        let facets = shape.mesh().map(Facets::new);
        let (regions, boxes) = (OnceLock::new(), OnceLock::new());
        let (reach, support, hull, connectivity) = (OnceLock::new(), OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self { shape, facets, boxes, reach, support, hull, connectivity, bounds: OnceLock::new(), regions }
    }

    /// Whether it is made of triangles.
    pub(crate) fn is_faceted(&self) -> bool {
        self.facets.is_some()
    }

    /// The triangles of a body that is made of triangles.
    pub(crate) fn mesh(&self) -> &Mesh {
        self.shape.mesh().expect(FACETED)
    }

    fn facets(&self) -> &Facets {
        self.facets.as_ref().expect(FACETED)
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The tree over the triangles.
    pub(crate) fn tree(&self) -> &Tree {
        &self.facets().tree
    }

    /// Makes ready for many steps of contact with itself: smooth parts of the surface are then proved free of it at once. It
    /// takes about as long as one step and is done anyway where a question has several steps; the answers are the same. Only bodies of triangles can be made ready.
    pub fn prepare_self_contact(&self) {
        if let Some(mesh) = self.shape.mesh() {
            self.regions.get_or_init(|| Regions::new(mesh));
        }
    }

    /// The regions of the surface, if it is prepared for contact with itself.
    pub(crate) fn regions(&self) -> Option<&Regions> {
        self.regions.get()
    }

    /// Which triangle stands for which features.
    pub(crate) fn surface(&self) -> &Surface {
        &self.facets().surface
    }

    /// The tree of boxes that turn with the body, made when a question first asks for it.
    pub(crate) fn boxes(&self) -> &ObbTree {
        self.boxes.get_or_init(|| ObbTree::new(self.mesh()))
    }

    /// The largest distance of a vertex from the body's origin.
    pub(crate) fn reach(&self) -> f64 {
        *self.reach.get_or_init(|| self.mesh().reach())
    }

    /// What is farthest along a direction, made when a question first asks for it.
    pub(crate) fn support(&self) -> &Support {
        self.support.get_or_init(|| Support::of(self.mesh(), self.reach()))
    }

    /// What the method for convex solids needs, made when a question first asks for it; `None` if the shape is not convex.
    pub(crate) fn hull(&self) -> Option<&Hull> {
        self.hull.get_or_init(|| Hull::new(&self.shape, self.support()).map(Box::new)).as_deref()
    }

    /// Which triangles are next to which edges and vertices, found when a contact first asks for it.
    pub(crate) fn connectivity(&self) -> &Connectivity {
        self.connectivity.get_or_init(|| self.mesh().connectivity())
    }

    /// What holds the body, in its own frame, during a span; for all time if it does not deform.
    pub(crate) fn bounds(&self, span: Interval) -> Bounds {
        if Bounds::depend_on_time(&self.shape) {
            return Bounds::of(&self.shape, span);
        }
        *self.bounds.get_or_init(|| Bounds::of(&self.shape, Interval::ZERO))
    }

    /// What holds the body, in its own frame, at all times; `None` if it deforms, and so is described for some time only.
    pub(crate) fn lasting_bounds(&self) -> Option<Bounds> {
        let deforms = match &self.shape {
            Shape::Parametric(brep) => brep.deforms(),
            Shape::Implicit(solid) => solid.deforms(),
            Shape::Polyhedron(_) | Shape::Mesh(_) => false,
        };
        (!deforms).then(|| self.bounds(Interval::ZERO))
    }

    /// One vertex of every connected part.
    pub(crate) fn representatives(&self) -> &[u32] {
        &self.facets().representatives
    }

    /// What triangle `index` stands for.
    pub(crate) fn owned(&self, index: usize) -> Owned {
        self.facets().surface.owned(index)
    }
}

/// One vertex of every connected part: the first corner of its first triangle.
fn representatives(mesh: &Mesh) -> Vec<u32> {
    let parts = mesh.components();
    let mut firsts = vec![None; parts.count as usize];
    for (&part, corners) in parts.of_triangle.iter().zip(mesh.triangles()) {
        firsts[part as usize].get_or_insert(corners[0]);
    }
    firsts.into_iter().flatten().collect()
}

/// A model and its motion: what every query takes.
#[derive(Clone, Debug)]
pub struct Moving {
    model: Arc<Model>,
    motion: Motion,
    /// With the motion in the formulas of its shape, during the span that was first asked about.
    carried: OnceLock<(Interval, Option<Arc<Moving>>)>,
}

impl Moving {
    /// Prepares the shape and lets it move.
    pub fn new(shape: Shape, motion: Motion) -> Result<Self, DetectError> {
        Self::of(Arc::new(Model::new(shape)), motion)
    }

    /// Lets a prepared model move.
    pub fn of(model: Arc<Model>, motion: Motion) -> Result<Self, DetectError> {
        let vertices = model.shape.mesh().map_or(0, |mesh| mesh.vertices().len());
        match motion.vertex_count() {
            Some(moved) if moved != vertices => Err(DetectError::VertexCount { moved, vertices }),
            Some(_) | None => Ok(Self { model, motion, carried: OnceLock::new() }),
        }
    }

    /// A curved body that formulas move, at rest with its motion in the formulas of its shape; `None` if formulas do not move it, or what they
    /// make of it is not known: a solid must stay one, and functions of space can only be moved by formulas that are linear in space.
    pub(crate) fn carried(&self, span: Interval) -> Option<Arc<Self>> {
        let Motion::Expression(motion) = &self.motion else { return None };
        let made = |span: Interval| {
            let shape = match self.model.shape() {
                Shape::Parametric(brep) => {
                    let carried = brep.carried(motion, span).ok()?;
                    (carried.is_solid() == brep.is_solid()).then_some(Shape::Parametric(carried))
                }
                Shape::Implicit(solid) => solid.carried(motion, span).map(Shape::Implicit),
                Shape::Polyhedron(_) | Shape::Mesh(_) => None,
            };
            Self::new(shape?, Motion::Still(Pose::IDENTITY)).ok().map(Arc::new)
        };
        let (known, carried) = self.carried.get_or_init(|| (span, made(span)));
        if span.subset(*known) { carried.clone() } else { made(span) }
    }

    /// The same body on another motion.
    pub(crate) fn moved_by(&self, motion: Motion) -> Result<Self, DetectError> {
        Self::of(Arc::clone(&self.model), motion)
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The motion.
    #[must_use]
    pub fn motion(&self) -> &Motion {
        &self.motion
    }
}
