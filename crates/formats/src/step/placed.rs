//! Bodies of STEP files at another place.

use super::{StepBody, StepCurve, StepPlacement, StepSegment, StepSurface, StepTrim, StepTrimmedCurve};
use glam::DVec3;
use std::collections::HashMap;
use std::sync::Arc;
use tangency_geometry::Pose;

impl StepBody {
    /// The same body at a pose, up to rounding.
    #[must_use]
    pub fn placed(&self, pose: &Pose) -> Self {
        let mut body = self.clone();
        if *pose == Pose::IDENTITY {
            return body;
        }
        let mut surfaces: HashMap<*const StepSurface, Arc<StepSurface>> = HashMap::new();
        for face in &mut body.faces {
            let moved =
                surfaces.entry(Arc::as_ptr(&face.surface)).or_insert_with(|| Arc::new(face.surface.placed(pose)));
            face.surface = Arc::clone(moved);
        }
        for edge in &mut body.edges {
            edge.curve = Arc::new(edge.curve.placed(pose));
        }
        body.vertices.iter_mut().for_each(|vertex| *vertex = pose.apply(*vertex));
        body
    }
}

fn frame(placement: &StepPlacement, pose: &Pose) -> StepPlacement {
    let turned = |direction: DVec3| pose.turn(direction);
    StepPlacement {
        origin: pose.apply(placement.origin),
        x: turned(placement.x),
        y: turned(placement.y),
        z: turned(placement.z),
    }
}

impl StepCurve {
    fn placed(&self, pose: &Pose) -> Self {
        let point = |point: &DVec3| pose.apply(*point);
        match self {
            Self::Line { point: from, vector } => Self::Line { point: point(from), vector: pose.turn(*vector) },
            Self::Circle { placement, radius } => Self::Circle { placement: frame(placement, pose), radius: *radius },
            Self::Ellipse { placement, semi_axes } => {
                Self::Ellipse { placement: frame(placement, pose), semi_axes: *semi_axes }
            }
            Self::Spline(spline) => {
                let mut moved = spline.clone();
                moved.points.iter_mut().for_each(|place| *place = point(place));
                Self::Spline(moved)
            }
            Self::Polyline(points) => Self::Polyline(points.iter().map(point).collect()),
            Self::Trimmed(trimmed) => {
                let end =
                    |trim: &StepTrim| StepTrim { parameter: trim.parameter, point: trim.point.as_ref().map(point) };
                Self::Trimmed(Box::new(StepTrimmedCurve {
                    basis: trimmed.basis.placed(pose),
                    start: end(&trimmed.start),
                    end: end(&trimmed.end),
                    same_sense: trimmed.same_sense,
                }))
            }
            Self::Composite(segments) => {
                let moved = |segment: &StepSegment| StepSegment {
                    curve: segment.curve.placed(pose),
                    same_sense: segment.same_sense,
                };
                Self::Composite(segments.iter().map(moved).collect())
            }
        }
    }
}

impl StepSurface {
    fn placed(&self, pose: &Pose) -> Self {
        let mut moved = self.clone();
        match &mut moved {
            Self::Plane { placement }
            | Self::Cylinder { placement, .. }
            | Self::Cone { placement, .. }
            | Self::Sphere { placement, .. }
            | Self::Torus { placement, .. } => *placement = frame(placement, pose),
            Self::Spline(spline) => {
                spline.points.iter_mut().for_each(|point| *point = pose.apply(*point));
            }
            Self::Extrusion { curve, vector } => {
                (*curve, *vector) = (curve.placed(pose), pose.turn(*vector));
            }
            Self::Revolution { curve, point, axis } => {
                (*curve, *point) = (curve.placed(pose), pose.apply(*point));
                *axis = pose.turn(*axis).normalize();
            }
        }
        moved
    }
}
