//! Numbers, points, curves and surfaces as entities.

use super::EntityText;
use crate::step::{StepCurve, StepPlacement, StepSplineCurve, StepSplineSurface, StepSurface, StepTrim};
use glam::DVec3;

impl EntityText {
    /// A number with the digits that give it again, and with the point that the format demands.
    pub(super) fn number(&mut self, number: f64) -> String {
        self.not_finite |= !number.is_finite();
        let digits = format!("{number:?}");
        match digits.split_once('e') {
            Some((mantissa, exponent)) if mantissa.contains('.') => format!("{mantissa}E{exponent}"),
            Some((mantissa, exponent)) => format!("{mantissa}.E{exponent}"),
            None => digits,
        }
    }

    fn numbers(&mut self, numbers: &[f64]) -> String {
        let numbers: Vec<String> = numbers.iter().map(|&number| self.number(number)).collect();
        format!("({})", numbers.join(","))
    }

    pub(super) fn point(&mut self, point: DVec3) -> String {
        let coordinates = self.numbers(&point.to_array());
        self.add(&format!("CARTESIAN_POINT('',{coordinates})"))
    }

    fn direction(&mut self, direction: DVec3) -> String {
        let coordinates = self.numbers(&direction.to_array());
        self.add(&format!("DIRECTION('',{coordinates})"))
    }

    fn points(&mut self, points: &[DVec3]) -> String {
        let points: Vec<String> = points.iter().map(|&point| self.point(point)).collect();
        format!("({})", points.join(","))
    }

    pub(super) fn placement(&mut self, placement: &StepPlacement) -> String {
        let (origin, z, x) = (self.point(placement.origin), self.direction(placement.z), self.direction(placement.x));
        self.add(&format!("AXIS2_PLACEMENT_3D('',{origin},{z},{x})"))
    }

    /// A vector, as a direction and a length: both are rounded.
    fn vector(&mut self, vector: DVec3) -> String {
        let length = vector.length();
        let direction = self.direction(if length > 0.0 { vector / length } else { vector });
        let length = self.number(length);
        self.add(&format!("VECTOR('',{direction},{length})"))
    }

    pub(super) fn curve(&mut self, curve: &StepCurve) -> String {
        let entity = match curve {
            StepCurve::Line { point, vector } => {
                let (point, vector) = (self.point(*point), self.vector(*vector));
                format!("LINE('',{point},{vector})")
            }
            StepCurve::Circle { placement, radius } => {
                let (placement, radius) = (self.placement(placement), self.number(*radius));
                format!("CIRCLE('',{placement},{radius})")
            }
            StepCurve::Ellipse { placement, semi_axes: [a, b] } => {
                let (placement, a, b) = (self.placement(placement), self.number(*a), self.number(*b));
                format!("ELLIPSE('',{placement},{a},{b})")
            }
            StepCurve::Spline(spline) => self.spline_curve(spline),
            StepCurve::Polyline(points) => format!("POLYLINE('',{})", self.points(points)),
            StepCurve::Trimmed(trimmed) => {
                let basis = self.curve(&trimmed.basis);
                let (start, end) = (self.trim(&trimmed.start), self.trim(&trimmed.end));
                let (sense, by_parameter) = (flag(trimmed.same_sense), trimmed.start.parameter.is_some());
                let master = if by_parameter { ".PARAMETER." } else { ".CARTESIAN." };
                format!("TRIMMED_CURVE('',{basis},{start},{end},{sense},{master})")
            }
            StepCurve::Composite(segments) => {
                let mut written = Vec::new();
                for segment in segments {
                    let (curve, sense) = (self.curve(&segment.curve), flag(segment.same_sense));
                    written.push(self.add(&format!("COMPOSITE_CURVE_SEGMENT(.CONTINUOUS.,{sense},{curve})")));
                }
                format!("COMPOSITE_CURVE('',({}),.U.)", written.join(","))
            }
        };
        self.add(&entity)
    }

    fn trim(&mut self, trim: &StepTrim) -> String {
        let point = trim.point.map(|point| self.point(point));
        let parameter = trim.parameter.map(|parameter| format!("PARAMETER_VALUE({})", self.number(parameter)));
        format!("({})", point.into_iter().chain(parameter).collect::<Vec<_>>().join(","))
    }

    pub(super) fn surface(&mut self, surface: &StepSurface) -> String {
        let entity = match surface {
            StepSurface::Plane { placement } => format!("PLANE('',{})", self.placement(placement)),
            StepSurface::Cylinder { placement, radius } => {
                let (placement, radius) = (self.placement(placement), self.number(*radius));
                format!("CYLINDRICAL_SURFACE('',{placement},{radius})")
            }
            StepSurface::Cone { placement, radius, semi_angle } => {
                let (placement, radius) = (self.placement(placement), self.number(*radius));
                format!("CONICAL_SURFACE('',{placement},{radius},{})", self.number(*semi_angle))
            }
            StepSurface::Sphere { placement, radius } => {
                let (placement, radius) = (self.placement(placement), self.number(*radius));
                format!("SPHERICAL_SURFACE('',{placement},{radius})")
            }
            StepSurface::Torus { placement, major_radius, minor_radius, select_outer } => {
                let placement = self.placement(placement);
                let (major, minor) = (self.number(*major_radius), self.number(*minor_radius));
                match select_outer {
                    None => format!("TOROIDAL_SURFACE('',{placement},{major},{minor})"),
                    Some(outer) => {
                        format!("DEGENERATE_TOROIDAL_SURFACE('',{placement},{major},{minor},{})", flag(*outer))
                    }
                }
            }
            StepSurface::Spline(spline) => self.spline_surface(spline),
            StepSurface::Extrusion { curve, vector } => {
                let (curve, vector) = (self.curve(curve), self.vector(*vector));
                format!("SURFACE_OF_LINEAR_EXTRUSION('',{curve},{vector})")
            }
            StepSurface::Revolution { curve, point, axis } => {
                let (curve, point, axis) = (self.curve(curve), self.point(*point), self.direction(*axis));
                let axis = self.add(&format!("AXIS1_PLACEMENT('',{point},{axis})"));
                format!("SURFACE_OF_REVOLUTION('',{curve},{axis})")
            }
        };
        self.add(&entity)
    }

    fn spline_curve(&mut self, spline: &StepSplineCurve) -> String {
        let (points, closed) = (self.points(&spline.points), logical(spline.closed));
        let (multiplicities, knots) = self.knots(&spline.knots);
        let own = format!("{},{points},.UNSPECIFIED.,{closed},.U.", spline.degree);
        let knots = format!("{multiplicities},{knots},.UNSPECIFIED.");
        match &spline.weights {
            None => format!("B_SPLINE_CURVE_WITH_KNOTS('',{own},{knots})"),
            Some(weights) => format!(
                "(BOUNDED_CURVE()B_SPLINE_CURVE({own})B_SPLINE_CURVE_WITH_KNOTS({knots})CURVE()\
                 GEOMETRIC_REPRESENTATION_ITEM()RATIONAL_B_SPLINE_CURVE({})REPRESENTATION_ITEM(''))",
                self.numbers(weights)
            ),
        }
    }

    fn spline_surface(&mut self, spline: &StepSplineSurface) -> String {
        let columns = spline.counts[1].max(1);
        let rows: Vec<String> = spline.points.chunks(columns).map(|row| self.points(row)).collect();
        let [u_closed, v_closed] = spline.closed.map(logical);
        let ([u_times, u_knots], [v_times, v_knots]): ([String; 2], [String; 2]) =
            (self.knots(&spline.knots[0]).into(), self.knots(&spline.knots[1]).into());
        let [u, v] = spline.degree;
        let own = format!("{u},{v},({}),.UNSPECIFIED.,{u_closed},{v_closed},.U.", rows.join(","));
        let knots = format!("{u_times},{v_times},{u_knots},{v_knots},.UNSPECIFIED.");
        match &spline.weights {
            None => format!("B_SPLINE_SURFACE_WITH_KNOTS('',{own},{knots})"),
            Some(weights) => {
                let rows: Vec<String> = weights.chunks(columns).map(|row| self.numbers(row)).collect();
                format!(
                    "(BOUNDED_SURFACE()B_SPLINE_SURFACE({own})B_SPLINE_SURFACE_WITH_KNOTS({knots})\
                     GEOMETRIC_REPRESENTATION_ITEM()RATIONAL_B_SPLINE_SURFACE(({}))REPRESENTATION_ITEM('')SURFACE())",
                    rows.join(",")
                )
            }
        }
    }

    /// The multiplicities and the different knots.
    fn knots(&mut self, knots: &[f64]) -> (String, String) {
        let groups: Vec<&[f64]> = knots.chunk_by(|a, b| a == b).collect();
        let times: Vec<String> = groups.iter().map(|group| group.len().to_string()).collect();
        let values: Vec<f64> = groups.iter().map(|group| group[0]).collect();
        (format!("({})", times.join(",")), self.numbers(&values))
    }
}

pub(super) fn flag(value: bool) -> &'static str {
    if value { ".T." } else { ".F." }
}

fn logical(value: Option<bool>) -> &'static str {
    value.map_or(".U.", flag)
}
