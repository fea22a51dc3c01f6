//! Whether a point is inside a solid of curved faces or triangles.
//!
//! **Question.** Is one body inside another at an instant, although their surfaces do not meet?
//!
//! **Idea.** Cast a ray from the point. Add one for every face where the ray leaves the solid, and subtract one for
//! every face where it enters. The crossings with a curved face are the solutions of three equations, `p + s·d =
//! S(u, v)`. Each is enclosed and proved unique in its box. If a crossing is not proved, is on the border of a face
//! or only grazes it, another ray is cast.
//!
//! **Guarantee.** `Some` is a proof.
//!
//! **Cost.** Some dozen solver steps per face, mostly for one ray.

use super::body::BodyGeometry;
use crate::features::{contributes_to_boundary, crossing, ray};
use crate::tolerance::{RAY_ACCEPT, RAY_STEPS, RAYS};
use tangency_geometry::solid::SolidWork;
use tangency_geometry::surface::{Face, PatchWork};
use tangency_interval::solve::{DomainBoundary, Problem, Proof, SolverOptions, Termination, all_solutions};
use tangency_interval::{Interval, Vector3};

/// Whether the point, given in the frame of the body, is inside at the instant; `None` if that cannot be decided.
pub(in crate::curved) fn inside(body: &BodyGeometry<'_>, reach: f64, point: Vector3, time: Interval) -> Option<bool> {
    match body {
        BodyGeometry::Implicit(solid) => {
            let value = solid.value(point, time, &mut SolidWork::default());
            if value.lower() > 0.0 { Some(false) } else { (value.upper() <= 0.0).then_some(true) }
        }
        BodyGeometry::Flat { facets, deforming } => (0..RAYS).find_map(|attempt| {
            let mesh = facets.mesh();
            let along = Vector3::point(ray(attempt).to_array());
            let mut winding = 0;
            for triangle in
                mesh.triangles().iter().filter(|triangle| contributes_to_boundary(mesh, triangle, deforming.is_none()))
            {
                let corner = |index: u32| body.vertex(index, time) - point;
                winding += crossing(along, triangle.map(corner))?;
            }
            Some(winding != 0)
        }),
        BodyGeometry::Curved(brep) => (0..RAYS).find_map(|attempt| {
            let along = Vector3::point(ray(attempt).to_array());
            let length = (point.length() + reach).upper() * 2.0;
            let mut winding = 0;
            for face in brep.faces() {
                winding += crossings(face, ParityRay { from: point, along, length, time })?;
            }
            Some(winding != 0)
        }),
    }
}

/// The ray `from + s·along`, s from 0 to `length`.
#[derive(Clone, Copy)]
struct ParityRay {
    from: Vector3,
    along: Vector3,
    length: f64,
    time: Interval,
}

/// The number of times the ray leaves the solid through the face, minus the number of times it enters; `None` if
/// that is not certain.
fn crossings(face: &Face, ray: ParityRay) -> Option<i32> {
    let [u, v] = face.patch().domain();
    let mut problem =
        Crossing { face, ray, region: [u, v, Interval::between(0.0, ray.length)], work: PatchWork::default() };
    let accept = RAY_ACCEPT * ray.length;
    let options = SolverOptions {
        separation: accept,
        accept,
        accept_objective: accept,
        budget: RAY_STEPS,
        ..SolverOptions::default()
    };
    let outcome = all_solutions(&mut problem, &options);
    if outcome.ended != Termination::Done {
        return None;
    }
    let mut winding = 0;
    for solution in &outcome.solutions {
        let within = |side: Interval, domain: Interval| domain.lower() < side.lower() && side.upper() < domain.upper();
        let place = &solution.region;
        if face.outside([place[0], place[1]]) {
            continue;
        }
        if !face.inside([place[0], place[1]]) {
            return None;
        }
        if solution.proof != Proof::Unique || !within(place[0], u) || !within(place[1], v) {
            return None;
        }
        let jet = face.patch().jet([place[0], place[1], ray.time], &mut problem.work)?;
        let leaving = face.facing().outward(jet.normal())?.dot(ray.along);
        if leaving.lower() > 0.0 {
            winding += 1;
        } else if leaving.upper() < 0.0 {
            winding -= 1;
        } else {
            return None;
        }
    }
    Some(winding)
}

/// The crossings of a ray with a face. The unknowns are u, v and s.
struct Crossing<'face> {
    face: &'face Face,
    ray: ParityRay,
    region: [Interval; 3],
    work: PatchWork,
}

impl Problem for Crossing<'_> {
    fn region(&self) -> &[Interval] {
        &self.region
    }

    fn equation_count(&self) -> usize {
        3
    }

    fn equations(&mut self, region: &[Interval], values: &mut [Interval]) {
        let place = self.face.patch().point([region[0], region[1], self.ray.time], &mut self.work);
        values.copy_from_slice(&(self.ray.from + self.ray.along * region[2] - place).0);
    }

    fn jacobian(&mut self, region: &[Interval], rows: &mut [Interval]) -> bool {
        let Some(jet) = self.face.patch().jet([region[0], region[1], self.ray.time], &mut self.work) else {
            return false;
        };
        for axis in 0..3 {
            rows[3 * axis..3 * axis + 3].copy_from_slice(&[-jet.du[axis], -jet.dv[axis], self.ray.along[axis]]);
        }
        true
    }

    fn place(&mut self, region: &[Interval]) -> Vector3 {
        self.ray.from + self.ray.along * region[2]
    }

    fn border(&self, _coordinate: usize) -> DomainBoundary {
        DomainBoundary::Passable
    }
}
