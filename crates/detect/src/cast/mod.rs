//! Ray casts: the first hit of a ray or of a moving ball.
//!
//! **Question.** What does a ray, or a ball that moves along a ray, meet first?
//!
//! **Idea.** One method a representation. Triangles: a tree of boxes for rays (`tree`) and exact signs (`triangle`).
//! Height maps: their pyramid (`height`). Convex bodies, and balls against triangles: separating planes along the ray
//! (`entry`). Curved faces and implicit solids: intervals (`faces`, `implicit`). Half-spaces: a formula (`plane`).
//! Rounded meshes: a ball against the core. Compounds: the first hit of a part.
//!
//! **Guarantee.** There is no hit before the lower end of the reported distance, and `None` is a proved miss. Meshes
//! and height maps are watertight: the answer is that of exact arithmetic on the given doubles, so no ray slips
//! through an edge or a vertex. A hit whose enclosure contains the length of the ray counts.
//!
//! **Cost.** Below a microsecond for meshes and height maps, a few for convex bodies, tens to hundreds for curved ones.
//!
//! **Source.** Each part names its own.
//!
//! A point or a ball on any other path is a question of `first_contact`.

mod ball;
mod closed;
mod compound;
mod convex;
mod entry;
mod exact;
mod faces;
mod facets;
mod height;
mod implicit;
mod plane;
mod ray;
mod tree;
mod tree_build;
mod triangle;

pub use ray::{Interior, Ray, RayError, RayHit};

use crate::tolerance::{CAST_CHUNK, CAST_POINT_RADIUS};
use crate::{DetectError, Moving, PreparedConvex, Query, Verdict, first_contact};
use faces::FaceTarget;
use facets::FacetTarget;
use rayon::prelude::*;
use std::sync::Arc;
use tangency_geometry::surface::Brep;
use tangency_geometry::{Compound, Convex, ConvexError, Evidence, HalfSpace, HeightMap};
use tangency_geometry::{Linear, Motion, Pose, Shape, Solid};
use tangency_interval::Interval;

/// A shape prepared for ray casts, in its own frame. Cheap to clone.
///
/// ```
/// use glam::DVec3;
/// use tangency_detect::{CastTarget, Interior, Ray};
/// use tangency_geometry::{Shape, primitive};
///
/// let cube: Shape = primitive::cuboid(DVec3::splat(2.0))?.into();
/// let cube = CastTarget::new(&cube);
/// // A ray aimed at an edge hits it exactly.
/// let ray = Ray::new(DVec3::new(3.0, 3.0, 0.5), DVec3::new(-1.0, -1.0, 0.0), f64::INFINITY)?;
/// let hit = cube.cast(&ray, Interior::Filled).expect("it hits");
/// assert!(hit.distance.contains(8_f64.sqrt()) && hit.distance.width() < 1e-14);
/// // From inside, a filled body is hit at once, and a hollow one where the ray leaves it.
/// let inner = Ray::new(DVec3::ZERO, DVec3::X, f64::INFINITY)?;
/// assert_eq!(cube.cast(&inner, Interior::Filled).expect("inside").distance.upper(), 0.0);
/// assert!(cube.cast(&inner, Interior::Hollow).expect("it leaves").distance.contains(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CastTarget {
    form: TargetForm,
}

#[derive(Clone, Debug)]
enum TargetForm {
    Facets(Arc<FacetTarget>),
    HeightMap(HeightMap),
    Convex { body: Arc<PreparedConvex>, point: Arc<PreparedConvex> },
    Faces(Arc<FaceTarget>),
    Implicit { solid: Solid, time: f64 },
    Rounded { core: Box<CastTarget>, radius: f64 },
    HalfSpace(HalfSpace),
    Compound { compound: Compound, parts: Vec<CastTarget> },
}

impl CastTarget {
    /// Prepares a shape. A mesh gets its tree for rays. A deforming body is taken at time 0.
    #[must_use]
    pub fn new(shape: &Shape) -> Self {
        Self::at(shape, 0.0)
    }

    /// Prepares a shape at an instant, in seconds, at which it is defined. It matters for deforming bodies only.
    #[must_use]
    pub fn at(shape: &Shape, time: f64) -> Self {
        let form = match shape {
            Shape::Polyhedron(solid) => TargetForm::Facets(Arc::new(FacetTarget::new(solid.mesh().clone(), true))),
            Shape::Mesh(mesh) => TargetForm::Facets(Arc::new(FacetTarget::new(mesh.clone(), false))),
            Shape::Parametric(brep) => TargetForm::Faces(Arc::new(FaceTarget::new(brep.clone(), time))),
            Shape::Implicit(solid) => TargetForm::Implicit { solid: solid.clone(), time },
            Shape::Convex(convex) => return Self::convex(PreparedConvex::new(convex.clone())),
            Shape::Rounded(rounded) => {
                TargetForm::Rounded { core: Box::new(Self::at(rounded.core(), time)), radius: rounded.radius() }
            }
            Shape::HalfSpace(half_space) => TargetForm::HalfSpace(*half_space),
            Shape::HeightMap(map) => TargetForm::HeightMap(map.clone()),
            Shape::Compound(compound) => {
                let parts = compound.parts().iter().map(|part| Self::at(part.shape(), time)).collect();
                TargetForm::Compound { compound: compound.clone(), parts }
            }
        };
        Self { form }
    }

    /// Prepares a height map. It is a surface without inside.
    #[must_use]
    pub fn height_map(map: HeightMap) -> Self {
        Self { form: TargetForm::HeightMap(map) }
    }

    /// Prepares a convex body.
    #[must_use]
    pub fn convex(body: PreparedConvex) -> Self {
        let point = Convex::sphere(CAST_POINT_RADIUS).expect("the least length of a convex body");
        Self { form: TargetForm::Convex { body: Arc::new(body), point: Arc::new(point.into()) } }
    }

    /// The first hit of a ray, given in the frame of the body. `None` is a proved miss.
    #[must_use]
    pub fn cast(&self, ray: &Ray, interior: Interior) -> Option<RayHit> {
        match &self.form {
            TargetForm::Facets(facets) => facets.cast(ray, interior),
            TargetForm::HeightMap(map) => height::cast(map, ray),
            TargetForm::Convex { body, point } => convex::cast(body, point, ray, interior),
            TargetForm::Faces(target) => faces::cast(target, ray, interior),
            TargetForm::Implicit { solid, time } => implicit::cast(solid, *time, ray, interior),
            // A ball against the core. It cannot fail: the core consists of triangles.
            TargetForm::Rounded { core, radius } => core.sweep(ray, *radius, interior).ok().flatten(),
            TargetForm::HalfSpace(half_space) => plane::cast(half_space, ray, 0.0, interior),
            TargetForm::Compound { compound, parts } => {
                compound::first(compound, parts.iter().map(|part| part.cast(ray, interior)))
            }
        }
    }

    /// The first hits of many rays, in their order, on all threads. The answers are those of [`Self::cast`].
    #[must_use]
    pub fn cast_many(&self, rays: &[Ray], interior: Interior) -> Vec<Option<RayHit>> {
        rays.par_iter().with_min_len(CAST_CHUNK).map(|ray| self.cast(ray, interior)).collect()
    }

    /// The first hit of a ray in the frame of the world with the body at a pose. The ray is turned into the frame of
    /// the body in floating point, so the evidence is at most `Computed`.
    #[must_use]
    pub fn cast_placed(&self, pose: &Pose, ray: &Ray, interior: Interior) -> Option<RayHit> {
        let hit = self.cast(&ray.in_frame_of(pose), interior)?;
        let normal = pose.rotation().normalize() * hit.normal;
        let evidence = hit.evidence.min(Evidence::Computed);
        Some(RayHit { point: pose.apply(hit.point), normal, evidence, ..hit })
    }

    /// The first hit of a ball whose centre moves along a ray. `None` is a proved miss. A ball that touches the body at
    /// the start hits it at distance 0. Curved faces and implicit solids are asked by [`first_contact`].
    pub fn sweep(&self, ray: &Ray, radius: f64, interior: Interior) -> Result<Option<RayHit>, SweepError> {
        if !(radius >= 0.0 && radius.is_finite()) {
            return Err(RayError::Radius(radius).into());
        }
        if radius == 0.0 {
            return Ok(self.cast(ray, interior));
        }
        match &self.form {
            TargetForm::Facets(facets) => Ok(facets.sweep(ray, radius, interior)),
            TargetForm::HeightMap(map) => Ok(height::sweep(map, ray, radius)),
            TargetForm::Convex { body, .. } => {
                let ball = Arc::new(PreparedConvex::new(Convex::sphere(radius)?));
                Ok(convex::cast(body, &ball, ray, interior))
            }
            TargetForm::Faces(target) => contact_of_ball(target.brep.clone().into(), target.time, ray, radius),
            TargetForm::Implicit { solid, time } => contact_of_ball(solid.clone().into(), *time, ray, radius),
            TargetForm::Rounded { core, radius: inner } => {
                // The sum of the radii is rounded up, so that no hit is late.
                let hit = core.sweep(ray, (inner + radius).next_up(), interior)?;
                Ok(hit.map(|hit| RayHit { evidence: hit.evidence.min(Evidence::Computed), ..hit }))
            }
            TargetForm::HalfSpace(half_space) => Ok(plane::cast(half_space, ray, radius, interior)),
            TargetForm::Compound { compound, parts } => {
                let hits: Result<Vec<Option<RayHit>>, SweepError> =
                    parts.iter().map(|part| part.sweep(ray, radius, interior)).collect();
                Ok(compound::first(compound, hits?))
            }
        }
    }
}

/// Why the sweep of a ball cannot be answered.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SweepError {
    /// The numbers do not define a moving ball.
    #[error(transparent)]
    Ray(#[from] RayError),
    /// The radius is beyond the limits of convex bodies.
    #[error(transparent)]
    Radius(#[from] ConvexError),
    /// The radius does not define a curved ball.
    #[error(transparent)]
    Surface(#[from] tangency_geometry::surface::SurfaceError),
    /// The path is beyond the range of a motion.
    #[error(transparent)]
    Motion(#[from] tangency_geometry::MotionError),
    /// The body deforms, and the moving ball would meet it at changing instants.
    #[error("the sweep of a ball against a deforming body is a question of first contact")]
    Deforms,
    /// The first contact was not found.
    #[error(transparent)]
    Detect(#[from] DetectError),
}

/// The first contact of a smooth ball that moves along a ray at a metre a second with a curved body at rest.
fn contact_of_ball(shape: Shape, time: f64, ray: &Ray, radius: f64) -> Result<Option<RayHit>, SweepError> {
    let reach = match &shape {
        Shape::Parametric(brep) if !brep.deforms() => brep.reach(Interval::from(time)),
        Shape::Implicit(solid) if !solid.deforms() => solid.reach(),
        Shape::Parametric(_)
        | Shape::Implicit(_)
        | Shape::Polyhedron(_)
        | Shape::Mesh(_)
        | Shape::Convex(_)
        | Shape::Rounded(_)
        | Shape::HalfSpace(_)
        | Shape::HeightMap(_)
        | Shape::Compound(_) => {
            return Err(SweepError::Deforms);
        }
    };
    let farthest = ray.length.min(2.0 * (ray.origin.length() + reach + radius));
    let start = Pose::translated(ray.origin).map_err(|_| RayError::Origin(ray.origin))?;
    let path = Motion::Linear(Linear::new(start, ray.unit())?);
    let ball = Moving::new(Brep::sphere(radius)?.into(), path)?;
    let body = Moving::new(shape, Motion::Still(Pose::IDENTITY))?;
    let query = Query { span: Interval::between(0.0, farthest), ..Query::default() };
    let answer = first_contact(&body, &ball, &query)?;
    let hit = |distance: Interval, evidence: Evidence| RayHit {
        distance,
        point: ray.at(distance.mid()),
        normal: -ray.unit(),
        feature: None,
        evidence,
    };
    Ok(match answer.verdict {
        Verdict::Clear { .. } => None,
        Verdict::Open { from } => Some(hit(Interval::between(from, farthest), Evidence::Computed)),
        Verdict::Touch(first) => {
            // The unit direction of the path is rounded, so the contact is not that of the exact ray.
            let plain = hit(first.time, Evidence::Computed);
            Some(first.contacts.first().map_or(plain, |contact| RayHit {
                normal: contact.normal,
                feature: Some(contact.feature_a),
                ..plain
            }))
        }
    })
}
