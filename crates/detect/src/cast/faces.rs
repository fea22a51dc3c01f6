//! The first hit of a ray with curved faces.
//!
//! **Question.** Which point of a body of curved faces does a ray meet first?
//!
//! **Idea.** A hit solves three equations, `o + s·d = S(u, v)`, in the parameters of a chart of the surface and the
//! distance. The solver minimises the distance over all charts. If the body is a solid, the side from which the ray
//! meets the surface tells whether it starts inside.
//!
//! **Guarantee.** No hit below the lower end. The hit is proved unless it lies on the border of a face that is not
//! smooth, or the ray grazes the surface. A miss is a proof.
//!
//! **Cost.** Some dozen to some hundred steps of the solver: 20 to 500 µs.
//!
//! **Source.** Toth, *On Ray Tracing Parametric Surfaces*, 1985 (interval Newton). The charts and the solver are ours.

use super::ray::{Interior, Ray, RayHit};
use crate::tolerance::{CAST_ACCEPT, CAST_SOLVER_STEPS, RAYS};
use glam::DVec3;
use tangency_geometry::surface::{Brep, Chart, PatchWork};
use tangency_geometry::{Evidence, Feature};
use tangency_interval::solve::{ConditionStatus, DomainBoundary, Problem, Proof, SolverOptions, minimize};
use tangency_interval::{Interval, Vector, Vector3};

/// The crossings of a ray with a chart. The unknowns are u, v and the distance.
struct ChartCrossing<'chart> {
    chart: &'chart Chart,
    origin: Vector3,
    unit: Vector3,
    time: Interval,
    region: [Interval; 3],
    work: PatchWork,
}

impl Problem for ChartCrossing<'_> {
    fn region(&self) -> &[Interval] {
        &self.region
    }

    fn equation_count(&self) -> usize {
        3
    }

    fn equations(&mut self, region: &[Interval], values: &mut [Interval]) {
        let place = self.chart.point([region[0], region[1], self.time], &mut self.work);
        values.copy_from_slice(&(self.origin + self.unit * region[2] - place).0);
    }

    fn condition(&mut self, region: &[Interval]) -> ConditionStatus {
        let place = [region[0], region[1]];
        if self.chart.outside(place) {
            ConditionStatus::Violated
        } else if self.chart.inside(place) {
            ConditionStatus::Holds
        } else {
            ConditionStatus::Possible
        }
    }

    fn jacobian(&mut self, region: &[Interval], rows: &mut [Interval]) -> bool {
        let Some([jet, _]) = self.chart.jets([region[0], region[1], self.time], &mut self.work) else { return false };
        for axis in 0..3 {
            rows[3 * axis..3 * axis + 3].copy_from_slice(&[-jet.du[axis], -jet.dv[axis], self.unit[axis]]);
        }
        true
    }

    fn place(&mut self, region: &[Interval]) -> Vector3 {
        self.origin + self.unit * region[2]
    }

    fn border(&self, _coordinate: usize) -> DomainBoundary {
        DomainBoundary::Passable
    }
}

/// The first hit, and whether the ray leaves the solid there.
struct FaceHit {
    hit: RayHit,
    leaves: Option<bool>,
}

pub(super) fn cast(brep: &Brep, time: f64, ray: &Ray, interior: Interior) -> Option<RayHit> {
    let first = first_hit(brep, time, ray);
    if brep.is_solid() && interior == Interior::Filled {
        match contains(brep, time, ray, first.as_ref()) {
            Some(true) => return Some(ray.starts_inside(Evidence::Proved)),
            Some(false) => {}
            None => {
                return first.map(|first| RayHit {
                    distance: Interval::between(0.0, first.hit.distance.upper()),
                    evidence: Evidence::Computed,
                    ..first.hit
                });
            }
        }
    }
    first.map(|first| first.hit)
}

/// Whether the ray starts inside of the solid; `None` if that is not certain. `first` is the first hit within its
/// length.
fn contains(brep: &Brep, time: f64, ray: &Ray, first: Option<&FaceHit>) -> Option<bool> {
    let place = Vector::point(ray.origin.to_array());
    if place.disjoint(brep.bounding_box(Interval::from(time))) {
        return Some(false);
    }
    if let Some(leaves) = first.and_then(|first| first.leaves) {
        return Some(leaves);
    }
    (0..RAYS).find_map(|attempt| {
        let direction = if attempt == 0 { ray.direction } else { crate::features::ray(attempt) };
        let other = Ray::new(ray.origin, direction, f64::INFINITY).ok()?;
        first_hit(brep, time, &other).map_or(Some(false), |first| first.leaves)
    })
}

fn first_hit(brep: &Brep, time: f64, ray: &Ray) -> Option<FaceHit> {
    let instant = Interval::from(time);
    let (centre, radius) = brep.ball(instant);
    let (origin, unit) = (Vector::point(ray.origin.to_array()), ray.enclosed_unit());
    // No point of the surface is farther away.
    let farthest = ((origin - Vector::point(centre.to_array())).length() + radius).upper();
    let range = Interval::between(0.0, ray.length.min(farthest));
    let mut problems: Vec<ChartCrossing<'_>> = brep
        .charts()
        .iter()
        .map(|chart| {
            let [u, v] = chart.domain();
            ChartCrossing { chart, origin, unit, time: instant, region: [u, v, range], work: PatchWork::default() }
        })
        .collect();
    let accept = CAST_ACCEPT * farthest;
    let options = SolverOptions {
        simultaneity: accept,
        separation: 1e3 * accept,
        accept,
        accept_objective: accept,
        budget: CAST_SOLVER_STEPS,
        completion: CAST_SOLVER_STEPS / 8,
        ..SolverOptions::default()
    };
    let outcome = minimize(&mut problems, &options);
    if outcome.proves_none() {
        return None;
    }
    let Some(solution) = outcome.solutions.first() else {
        // The budget ran out before any solution.
        let distance = Interval::between(outcome.lower.max(0.0), range.upper());
        let point = ray.at(distance.lower());
        let hit = RayHit { distance, point, normal: -ray.unit(), feature: None, evidence: Evidence::Computed };
        return Some(FaceHit { hit, leaves: None });
    };
    let proved = outcome.upper < f64::INFINITY;
    let distance = Interval::between(outcome.lower.max(0.0), outcome.upper.min(solution.objective.upper()));
    let problem = &mut problems[solution.problem];
    let region = [solution.region[0], solution.region[1], instant];
    let normal = problem.chart.jets(region, &mut problem.work).map(|[jet, _]| jet.normal());
    let leaving = normal.and_then(|normal| problem.chart.facing().outward(normal)).map(|outward| outward.dot(unit));
    // The side counts only if no other crossing may be the first.
    let alone = outcome.solutions.len() == 1 && solution.proof == Proof::Unique;
    let leaves = leaving
        .filter(|_| alone)
        .and_then(|leaving| if leaving.lower() > 0.0 { Some(true) } else { (leaving.upper() < 0.0).then_some(false) });
    let toward = ray.unit();
    let normal = normal.map_or(DVec3::ZERO, |normal| DVec3::from_array(normal.mid())).normalize_or(-toward);
    let (index, parameters) = problem.chart.face_parameters([region[0].mid(), region[1].mid()]);
    let hit = RayHit {
        distance,
        point: ray.at(distance.mid()),
        normal: if normal.dot(toward) > 0.0 { -normal } else { normal },
        feature: Some(Feature::Patch { index, parameters }),
        evidence: if proved { Evidence::Proved } else { Evidence::Computed },
    };
    Some(FaceHit { hit, leaves })
}
