//! Bodies of STEP files as bodies of trimmed faces.
//!
//! *Question.* A file gives surfaces, and edges as curves in space. Which curves in the domain of every face are its
//! sides?
//! *Idea.* Elementary surfaces are formulas, and all others are sheets of Bézier patches. Every edge is cut into short
//! pieces, at the same points for both of its faces. In the domain of a face, a piece is the polynomial of degree seven
//! through the parameters of its points ([`piece`]); edges are cut until that fits. The pieces are joined to loops
//! ([`walk`]).
//! *Guarantee.* The faces are those of the file, up to the rounding of its numbers. The sides of two faces are proved
//! to agree within the tolerance; the file is refused otherwise.
//! *Cost.* Some hundred evaluations an edge, and the proofs of [`Brep::of_trimmed`].

mod edge;
mod piece;
mod sheet;
mod surface;
mod walk;

use super::error::EXPORT_AGAIN;
use super::{StepBody, StepBodyKind, StepEntity, StepFace, StepLoop, StepSurface};
use crate::tolerance::{STEP_FIT, STEP_FIT_HALVINGS, STEP_POLE, STEP_SIDES_MEET};
use edge::EdgePath;
use glam::{DVec2, DVec3};
use piece::EdgePiece;
use sheet::Around;
use surface::FaceSurface;
use tangency_geometry::spline::SplineError;
use tangency_geometry::surface::{Brep, SurfaceError, TrimmedFace};
use walk::FaceLoops;

/// A body of a STEP file that cannot be made a body of faces.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StepBodyError {
    /// A surface, a curve or a loop of a kind that cannot be made a face yet.
    #[error("{entity}: {what} cannot be made a face yet: export the body with other surfaces, or as a mesh")]
    Unsupported {
        /// The entity.
        entity: StepEntity,
        /// What is not supported.
        what: String,
    },
    /// A loop does not end where it starts.
    #[error("{entity}: a loop of the face does not close: {}; {EXPORT_AGAIN}", open_end(*gap))]
    OpenLoop {
        /// The face.
        entity: StepEntity,
        /// The distance of the parameters.
        gap: f64,
    },
    /// The file calls the body a solid, and its faces do not bound one.
    #[error("{entity}: the faces of the solid are not closed, or its outside is not found: export it as a surface")]
    NotClosed {
        /// The body.
        entity: StepEntity,
    },
    /// The control points or knots of a spline are not supported.
    #[error("{entity}: {error}")]
    Spline {
        /// The face.
        entity: StepEntity,
        /// The error.
        error: SplineError,
    },
    /// The sides of two faces along an edge are apart.
    #[error("{entity}: {}; heal or sew the body in the CAD system, and export it again", apart(*gap, *tolerance))]
    Apart {
        /// The edge.
        entity: StepEntity,
        /// Metres. The distance.
        gap: f64,
        /// Metres. The largest distance allowed.
        tolerance: f64,
    },
    /// The faces do not make a body.
    #[error("{entity}: {error}")]
    Surface {
        /// The body.
        entity: StepEntity,
        /// The error.
        error: SurfaceError,
    },
}

impl StepBody {
    /// The body of its faces, in its own frame.
    ///
    /// # Errors
    /// If a surface or a curve is of a kind that is not supported, a loop does not close, the sides of two faces do not
    /// agree within the tolerance of the file, or the faces of a solid do not bound one.
    pub fn brep(&self) -> Result<Brep, StepBodyError> {
        let parts = BodyParts::new(self)?;
        let faces = (0..self.faces.len()).map(|index| parts.face(index)).collect::<Result<Vec<_>, _>>()?;
        let voids: Vec<usize> =
            self.shells.iter().filter(|shell| shell.void).flat_map(|shell| shell.faces.iter().copied()).collect();
        let made = Brep::of_trimmed_with_voids(faces, &voids, parts.tolerance);
        let brep = made.map_err(|error| parts.named(error))?;
        match self.kind {
            StepBodyKind::Surface => Ok(brep.as_surface()),
            StepBodyKind::Solid if brep.is_solid() => Ok(brep),
            StepBodyKind::Solid => Err(StepBodyError::NotClosed { entity: self.entity }),
        }
    }
}

/// The surfaces and the edges of a body, and the number of the first piece of each edge.
struct BodyParts<'body> {
    body: &'body StepBody,
    surfaces: Vec<FaceSurface<'body>>,
    paths: Vec<EdgePath<'body>>,
    numbers: Vec<usize>,
    /// The number after that of the last piece. Each face has two more from here on, for the seams that files leave
    /// out.
    count: usize,
    /// Metres.
    size: f64,
    /// Metres.
    tolerance: f64,
}

impl<'body> BodyParts<'body> {
    fn new(body: &'body StepBody) -> Result<Self, StepBodyError> {
        let around = around(body);
        let size = 2.0 * around.radius;
        let mut paths = Vec::with_capacity(body.edges.len());
        for edge in &body.edges {
            let what = "an edge along such a curve";
            let path = EdgePath::new(body, edge, STEP_POLE * size).ok_or_else(|| unsupported(edge.entity, what))?;
            paths.push(path);
        }
        let mut surfaces = Vec::with_capacity(body.faces.len());
        for face in &body.faces {
            let what = "a surface of such a curve";
            let surface = FaceSurface::new(&face.surface, around).ok_or_else(|| unsupported(face.entity, what))?;
            surfaces.push(surface.map_err(|error| StepBodyError::Spline { entity: face.entity, error })?);
        }
        let tolerance = body.tolerance.unwrap_or(0.0).max(STEP_SIDES_MEET * size);
        let mut parts = Self { body, surfaces, paths, numbers: Vec::new(), count: 0, size, tolerance };
        parts.refine();
        for path in &parts.paths {
            parts.numbers.push(parts.count);
            parts.count += path.pieces();
        }
        Ok(parts)
    }

    /// Cuts the edges until polynomials fit in the domains of all their faces.
    fn refine(&mut self) {
        for (face, surface) in self.body.faces.iter().zip(&self.surfaces) {
            let uses = face.bounds.iter().flat_map(|bound| match &bound.path {
                StepLoop::Edges(uses) => &uses[..],
                StepLoop::Vertex(_) => &[],
            });
            for used in uses {
                let cuts = refined(surface, &self.paths[used.edge], [self.size, self.tolerance]);
                self.paths[used.edge].cuts = cuts;
            }
        }
    }

    fn face(&self, index: usize) -> Result<TrimmedFace, StepBodyError> {
        let (face, surface) = (&self.body.faces[index], &self.surfaces[index]);
        let loops = FaceLoops {
            face,
            surface,
            paths: &self.paths,
            numbers: &self.numbers,
            seams: self.count + 2 * index,
            size: self.size,
            near: STEP_POLE * self.size,
        };
        let walked = face.bounds.iter().filter_map(|bound| match &bound.path {
            StepLoop::Edges(uses) => Some(loops.walk(uses)),
            StepLoop::Vertex(_) => None,
        });
        let walked = walked.collect::<Result<Vec<_>, _>>()?;
        let loops = if walked.is_empty() { loops.whole()? } else { loops.joined(walked)? };
        let points = || loops.iter().flatten().flat_map(|side| side.curve.points().iter().copied());
        let low = points().fold(DVec2::INFINITY, DVec2::min);
        let high = points().fold(DVec2::NEG_INFINITY, DVec2::max);
        let regular = surface.regular();
        // Control points may be beyond the curves, and the domain is narrowed to these.
        let margin = surface.margin() * (high - low);
        let domain = [0, 1].map(|axis| {
            let [from, to] = regular[axis];
            [(low[axis] - margin[axis]).max(from), (high[axis] + margin[axis]).min(to)]
        });
        let patch = surface.patch(domain).map_err(|error| surface_error(face, error))?;
        Ok(TrimmedFace { patch, loops })
    }

    /// The error with the entity of the edge that it is about.
    fn named(&self, error: SurfaceError) -> StepBodyError {
        let entity = match error {
            SurfaceError::Apart { edge, .. } | SurfaceError::SharedEdge { edge, .. } => {
                let after = self.numbers.partition_point(|&number| number <= edge);
                after.checked_sub(1).filter(|_| edge < self.count).map(|index| self.body.edges[index].entity)
            }
            SurfaceError::Expression { .. }
            | SurfaceError::Range { .. }
            | SurfaceError::NoValue { .. }
            | SurfaceError::NoNormal
            | SurfaceError::NoNormalOnFace { .. }
            | SurfaceError::Number { .. }
            | SurfaceError::NotByFormula
            | SurfaceError::OpenLoop { .. }
            | SurfaceError::NoFaces => None,
        };
        match (entity, error) {
            (Some(entity), SurfaceError::Apart { gap, tolerance, .. }) => {
                StepBodyError::Apart { entity, gap, tolerance }
            }
            (None, SurfaceError::Apart { gap, tolerance, .. }) => {
                StepBodyError::Apart { entity: self.body.entity, gap, tolerance }
            }
            (entity, error) => StepBodyError::Surface { entity: entity.unwrap_or(self.body.entity), error },
        }
    }
}

/// A number for a message, with three digits. `None` if it is too large to mean anything.
fn brief(number: f64) -> Option<String> {
    let rounded: f64 = format!("{number:.2e}").parse().ok()?;
    (rounded.abs() < 1e6).then(|| crate::fault::shown(rounded))
}

/// How far faces are apart, in words.
fn apart(gap: f64, tolerance: f64) -> String {
    let allowed = brief(tolerance).map_or_else(String::new, |tolerance| format!(" within {tolerance} m"));
    match brief(gap) {
        Some(gap) => format!("the faces along the edge are {gap} m apart, expected them to agree{allowed}"),
        None => format!("the faces along the edge are not proved to agree{allowed}"),
    }
}

/// How far the end of a loop is from its start, in words.
fn open_end(gap: f64) -> String {
    match brief(gap) {
        Some(gap) => format!("its end is {gap} from its start in the domain of the surface"),
        None => "its end is far from its start in the domain of the surface".into(),
    }
}

/// The cuts of an edge, and more where the polynomial of a piece deviates from the edge on this surface.
fn refined(surface: &FaceSurface<'_>, path: &EdgePath<'_>, [size, tolerance]: [f64; 2]) -> Vec<f64> {
    let near = STEP_POLE * size;
    let fits = |shares: [f64; 2]| {
        let piece = EdgePiece { surface, path, shares, near };
        let middle = piece.middle(None)?;
        let ends = [piece.end(0.0, middle)?.place, piece.end(1.0, middle)?.place];
        let curve = piece.curve(ends, middle, size).ok()?;
        Some(piece.deviation(&curve, middle) <= STEP_FIT * tolerance)
    };
    let mut cuts = vec![0.0];
    let mut pending: Vec<([f64; 2], usize)> = path.cuts.windows(2).rev().map(|ends| ([ends[0], ends[1]], 0)).collect();
    while let Some(([from, to], depth)) = pending.pop() {
        // Where nothing is found, the walk along the loop says so.
        if depth == STEP_FIT_HALVINGS || fits([from, to]).unwrap_or(true) {
            cuts.push(to);
        } else {
            let middle = 0.5 * (from + to);
            pending.extend([([middle, to], depth + 1), ([from, middle], depth + 1)]);
        }
    }
    cuts
}

/// A ball about the edges of a body, and about its surfaces where they have no edges.
fn around(body: &StepBody) -> Around {
    let paths = body.edges.iter().filter_map(|edge| EdgePath::new(body, edge, 0.0));
    let mut points: Vec<DVec3> = body.vertices.clone();
    points.extend(paths.flat_map(|path| [0.0, 0.2, 0.4, 0.6, 0.8, 1.0].map(|share| path.at(share))).flatten());
    for face in &body.faces {
        if face.bounds.iter().any(|bound| matches!(bound.path, StepLoop::Edges(_))) {
            continue;
        }
        let ball = |origin: DVec3, radius: f64| [origin - DVec3::splat(radius), origin + DVec3::splat(radius)];
        match &*face.surface {
            StepSurface::Sphere { placement, radius } => points.extend(ball(placement.origin, *radius)),
            StepSurface::Torus { placement, major_radius, minor_radius, .. } => {
                points.extend(ball(placement.origin, major_radius + minor_radius));
            }
            StepSurface::Spline(spline) => points.extend_from_slice(&spline.points),
            StepSurface::Plane { .. }
            | StepSurface::Cylinder { .. }
            | StepSurface::Cone { .. }
            | StepSurface::Extrusion { .. }
            | StepSurface::Revolution { .. } => {}
        }
    }
    let low = points.iter().copied().fold(DVec3::INFINITY, DVec3::min);
    let high = points.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max);
    let radius = 0.5 * (high - low).length();
    if radius.is_finite() {
        Around { centre: 0.5 * (low + high), radius }
    } else {
        Around { centre: DVec3::ZERO, radius: 0.0 }
    }
}

fn surface_error(face: &StepFace, error: SurfaceError) -> StepBodyError {
    StepBodyError::Surface { entity: face.entity, error }
}

fn unsupported(entity: StepEntity, what: &str) -> StepBodyError {
    StepBodyError::Unsupported { entity, what: what.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounded, and without numbers that nobody can read.
    #[test]
    fn gaps_are_said_in_three_digits() {
        let said = |gap: f64| {
            let entity = StepEntity { number: 32, line: Some(39), kind: "EDGE_CURVE" };
            StepBodyError::Apart { entity, gap, tolerance: 1e-7 }.to_string()
        };
        let advice = "heal or sew the body in the CAD system, and export it again";
        assert_eq!(
            said(0.000_099_999_999_999_999_42),
            format!(
                "line 39, #32 EDGE_CURVE: the faces along the edge are 0.0001 m apart, expected them to agree within \
                 1e-7 m; {advice}"
            )
        );
        for vast in [f64::INFINITY, 1e200, f64::NAN] {
            let expected = "line 39, #32 EDGE_CURVE: the faces along the edge are not proved to agree within 1e-7 m";
            assert_eq!(said(vast), format!("{expected}; {advice}"));
        }
    }
}
