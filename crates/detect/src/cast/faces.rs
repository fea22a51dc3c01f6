//! The first hit of a ray with curved faces.
//!
//! **Question.** Which point of a body of curved faces does a ray meet first?
//!
//! **Idea.** A hit solves two equations in the parameters of a chart of the surface: two components of
//! `(S(u, v) − o) × d = 0`. The solver minimises the distance over all charts. If the body is a solid, the side from
//! which the ray meets the surface tells whether it starts inside.
//!
//! **Guarantee.** No hit below the lower end. The hit is proved unless it lies on the border of a face that is not
//! smooth, or the ray grazes the surface. A miss is a proof.
//!
//! **Cost.** Some dozen to some hundred steps of the solver: 20 to 500 µs.
//!
//! **Source.** Toth, *On Ray Tracing Parametric Surfaces*, 1985 (interval Newton). The charts and the solver are ours.

use super::ray::{Interior, Ray, RayHit, scaled_to_one};
use crate::tolerance::{CAST_ACCEPT, CAST_SOLVER_STEPS, RAYS};
use glam::DVec3;
use tangency_geometry::surface::{Brep, Chart, PatchWork};
use tangency_geometry::{Evidence, Feature};
use tangency_interval::solve::{ConditionStatus, DomainBoundary, Objective, Problem, Proof, SolverOptions, minimize};
use tangency_interval::{Interval, Vector, Vector3};

/// A body of curved faces at an instant, with its bounds.
#[derive(Clone, Debug)]
pub(super) struct FaceTarget {
    pub(super) brep: Brep,
    /// Seconds.
    pub(super) time: f64,
    ball: (DVec3, f64),
    bounds: Vector3,
}

impl FaceTarget {
    /// The bounds take milliseconds, so they are computed once.
    pub(super) fn new(brep: Brep, time: f64) -> Self {
        let instant = Interval::from(time);
        Self { ball: brep.ball(instant), bounds: brep.bounding_box(instant), brep, time }
    }
}

/// The crossings of a ray with a chart. The unknowns are u and v.
struct ChartCrossing<'chart> {
    chart: &'chart Chart,
    ray: &'chart ChartRay,
    region: [Interval; 2],
    work: PatchWork,
}

/// A ray, as the equations use it.
struct ChartRay {
    origin: Vector3,
    /// A multiple of the direction, exact.
    direction: DVec3,
    unit: Vector3,
    /// The axis of the largest coordinate of the direction.
    main: usize,
    /// The distances that count.
    range: Interval,
    time: Interval,
}

impl ChartRay {
    /// The components across the other axes of the product of a vector with the direction.
    fn across(&self, vector: Vector3) -> [Interval; 2] {
        [1, 2].map(|step| {
            let axis = (self.main + step) % 3;
            vector[axis] * self.direction[self.main] - vector[self.main] * self.direction[axis]
        })
    }

    /// The distance of a point of the ray from its origin.
    fn distance(&self, place: Vector3) -> Interval {
        (place[self.main] - self.origin[self.main]) / self.unit[self.main]
    }
}

impl ChartCrossing<'_> {
    fn point(&mut self, region: &[Interval]) -> Vector3 {
        self.chart.point([region[0], region[1], self.ray.time], &mut self.work)
    }
}

impl Problem for ChartCrossing<'_> {
    fn region(&self) -> &[Interval] {
        &self.region
    }

    fn equation_count(&self) -> usize {
        2
    }

    fn equations(&mut self, region: &[Interval], values: &mut [Interval]) {
        let place = self.point(region);
        values.copy_from_slice(&self.ray.across(place - self.ray.origin));
    }

    fn objective(&self) -> Objective {
        Objective::Function
    }

    /// No crossing has a distance outside of the range.
    fn value(&mut self, region: &[Interval]) -> Interval {
        let place = self.point(region);
        self.ray.distance(place).intersection(self.ray.range)
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
        let region = [region[0], region[1], self.ray.time];
        let Some([jet, _]) = self.chart.jets(region, &mut self.work) else { return false };
        let (by_u, by_v) = (self.ray.across(jet.du), self.ray.across(jet.dv));
        for equation in 0..2 {
            rows[2 * equation..2 * equation + 2].copy_from_slice(&[by_u[equation], by_v[equation]]);
        }
        true
    }

    fn place(&mut self, region: &[Interval]) -> Vector3 {
        self.point(region)
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

pub(super) fn cast(target: &FaceTarget, ray: &Ray, interior: Interior) -> Option<RayHit> {
    let first = first_hit(target, ray);
    if target.brep.is_solid() && interior == Interior::Filled {
        match contains(target, ray, first.as_ref()) {
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
fn contains(target: &FaceTarget, ray: &Ray, first: Option<&FaceHit>) -> Option<bool> {
    let place = Vector::point(ray.origin.to_array());
    if place.disjoint(target.bounds) {
        return Some(false);
    }
    if let Some(leaves) = first.and_then(|first| first.leaves) {
        return Some(leaves);
    }
    (0..RAYS).find_map(|attempt| {
        let direction = if attempt == 0 { ray.direction } else { crate::features::ray(attempt) };
        let other = Ray::new(ray.origin, direction, f64::INFINITY).ok()?;
        first_hit(target, &other).map_or(Some(false), |first| first.leaves)
    })
}

fn first_hit(target: &FaceTarget, ray: &Ray) -> Option<FaceHit> {
    let instant = Interval::from(target.time);
    let (centre, radius) = target.ball;
    let (origin, unit) = (Vector::point(ray.origin.to_array()), ray.enclosed_unit());
    // No point of the surface is farther away.
    let farthest = ((origin - Vector::point(centre.to_array())).length() + radius).upper();
    let range = Interval::between(0.0, ray.length.min(farthest));
    let (direction, _) = scaled_to_one(ray.direction);
    let main = direction.abs().max_position();
    let chart_ray = ChartRay { origin, direction, unit, main, range, time: instant };
    let mut problems: Vec<ChartCrossing<'_>> = target
        .brep
        .charts()
        .iter()
        .map(|chart| ChartCrossing { chart, ray: &chart_ray, region: chart.domain(), work: PatchWork::default() })
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
