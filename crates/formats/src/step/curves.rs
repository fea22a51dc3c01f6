//! Reads curves.

use super::attributes::Attributes;
use super::error::{EXPORT_AGAIN, StepErrorKind, StepOutcome};
use super::part21::Entity;
use super::reader::{Reader, unsupported};
use super::units::Units;
use super::{StepCurve, StepSegment, StepTrim, StepTrimmedCurve};
use std::sync::Arc;

/// The curves that are read, for messages.
const CURVES: &str = "LINE, CIRCLE, ELLIPSE, B_SPLINE_CURVE, POLYLINE, TRIMMED_CURVE or COMPOSITE_CURVE";

impl<'t> Reader<'t> {
    /// The curve of an edge and whether the edge keeps its direction.
    ///
    /// The vertices of an edge say where it ends, so a trimmed curve is replaced by its whole basis.
    pub(super) fn edge_curve(
        &mut self,
        from: &Attributes<'t>,
        number: u64,
        units: &Units,
    ) -> StepOutcome<(Arc<StepCurve>, bool)> {
        let entity = self.follow(from, number)?;
        let (inner, same) = if entity.is("TRIMMED_CURVE") {
            let trimmed = entity.attributes(&["REPRESENTATION_ITEM", "TRIMMED_CURVE"]);
            let same = trimmed.flag(4)?;
            (Some((trimmed.reference(1)?, trimmed)), same)
        } else if is_surface_curve(&entity) {
            let curve = entity.attributes(&["REPRESENTATION_ITEM", "SURFACE_CURVE"]);
            (Some((curve.reference(1)?, curve)), true)
        } else {
            (None, true)
        };
        if let Some((inner, outer)) = inner {
            let (curve, inner_same) = self.nested(&outer, |reader| reader.edge_curve(&outer, inner, units))?;
            return Ok((curve, same == inner_same));
        }
        if let Some(known) = self.curves.get(&(number, units.index)) {
            return Ok((known.clone(), true));
        }
        let curve = Arc::new(self.curve(from, number, units)?);
        self.curves.insert((number, units.index), curve.clone());
        Ok((curve, true))
    }

    /// A curve with its parametrisation.
    pub(super) fn curve(&mut self, from: &Attributes<'t>, number: u64, units: &Units) -> StepOutcome<StepCurve> {
        self.spend(1)?;
        let entity = self.follow(from, number)?;
        if entity.is("B_SPLINE_CURVE") || entity.records.len() > 1 || is_simple_spline(&entity) {
            return if is_spline(&entity) {
                self.spline_curve(entity, units).map(StepCurve::Spline)
            } else if is_surface_curve(&entity) {
                let curve = entity.attributes(&["REPRESENTATION_ITEM", "SURFACE_CURVE"]);
                self.nested(&curve, |reader| reader.curve(&curve, curve.reference(1)?, units))
            } else {
                Err(unsupported(&entity, CURVES))
            };
        }
        let keyword = entity.keyword(|_| false);
        match keyword {
            "LINE" => {
                let line = entity.attributes(&[]);
                let point = self.point(&line, line.reference(1)?, units)?;
                Ok(StepCurve::Line { point, vector: self.vector(&line, line.reference(2)?, units)? })
            }
            "CIRCLE" => {
                let circle = entity.attributes(&[]);
                let placement = self.placement(&circle, circle.reference(1)?, units)?;
                Ok(StepCurve::Circle { placement, radius: self.positive_length(&circle, 2, units)? })
            }
            "ELLIPSE" => {
                let ellipse = entity.attributes(&[]);
                let placement = self.placement(&ellipse, ellipse.reference(1)?, units)?;
                let semi_axis = |index| self.positive_length(&ellipse, index, units);
                Ok(StepCurve::Ellipse { placement, semi_axes: [semi_axis(2)?, semi_axis(3)?] })
            }
            "POLYLINE" => {
                let polyline = entity.attributes(&[]);
                let points = polyline.references(1)?;
                if points.len() < 2 {
                    return Err(polyline.refused(format!("{} points", points.len()), "at least two"));
                }
                let point = |number| self.point(&polyline, number, units);
                Ok(StepCurve::Polyline(points.into_iter().map(point).collect::<StepOutcome<_>>()?))
            }
            "TRIMMED_CURVE" => self.trimmed_curve(entity, units),
            "COMPOSITE_CURVE" => self.composite_curve(entity, units),
            "SURFACE_CURVE" | "SEAM_CURVE" | "INTERSECTION_CURVE" => {
                let curve = entity.attributes(&[]);
                self.nested(&curve, |reader| reader.curve(&curve, curve.reference(1)?, units))
            }
            _ => Err(unsupported(&entity, CURVES)),
        }
    }

    fn trimmed_curve(&mut self, entity: Entity<'t>, units: &Units) -> StepOutcome<StepCurve> {
        let trimmed = entity.attributes(&[]);
        let basis = self.nested(&trimmed, |reader| reader.curve(&trimmed, trimmed.reference(1)?, units))?;
        let trim = |index: usize| -> StepOutcome<StepTrim> {
            let mut trim = StepTrim { parameter: None, point: None };
            for value in trimmed.list(index)? {
                if let Some(number) = value.as_reference() {
                    trim.point = Some(self.point(&trimmed, number, units)?);
                    continue;
                }
                let expected = "a point or PARAMETER_VALUE";
                let number = value.as_number().ok_or_else(|| trimmed.wrong(index, value, expected))?;
                trim.parameter = Some(match &basis {
                    StepCurve::Circle { .. } | StepCurve::Ellipse { .. } => self.angle(&trimmed, number, units)?,
                    StepCurve::Line { .. }
                    | StepCurve::Spline(_)
                    | StepCurve::Polyline(_)
                    | StepCurve::Trimmed(_)
                    | StepCurve::Composite(_) => number,
                });
            }
            if trim.parameter.is_none() && trim.point.is_none() {
                let expected = "a point or a parameter where the curve is cut";
                return Err(trimmed.fault(StepErrorKind::WrongType, "an empty list", expected, EXPORT_AGAIN));
            }
            Ok(trim)
        };
        let (start, end) = (trim(2)?, trim(3)?);
        let same_sense = trimmed.flag(4)?;
        Ok(StepCurve::Trimmed(Box::new(StepTrimmedCurve { basis, start, end, same_sense })))
    }

    fn composite_curve(&mut self, entity: Entity<'t>, units: &Units) -> StepOutcome<StepCurve> {
        let composite = entity.attributes(&[]);
        let mut segments = Vec::new();
        for number in composite.references(1)? {
            let segment = self.follow(&composite, number)?;
            if !segment.is("COMPOSITE_CURVE_SEGMENT") {
                return Err(unsupported(&segment, "COMPOSITE_CURVE_SEGMENT"));
            }
            let segment = segment.attributes(&["COMPOSITE_CURVE_SEGMENT"]);
            let same_sense = segment.flag(1)?;
            let curve = self.nested(&segment, |reader| reader.curve(&segment, segment.reference(2)?, units))?;
            segments.push(StepSegment { curve, same_sense });
        }
        if segments.is_empty() {
            return Err(composite.refused("no segments".into(), "at least one"));
        }
        Ok(StepCurve::Composite(segments))
    }
}

fn is_surface_curve(entity: &Entity<'_>) -> bool {
    ["SURFACE_CURVE", "SEAM_CURVE", "INTERSECTION_CURVE", "BOUNDED_SURFACE_CURVE"].iter().any(|name| entity.is(name))
}

fn is_simple_spline(entity: &Entity<'_>) -> bool {
    ["B_SPLINE_CURVE_WITH_KNOTS", "BEZIER_CURVE", "UNIFORM_CURVE", "QUASI_UNIFORM_CURVE", "RATIONAL_B_SPLINE_CURVE"]
        .iter()
        .any(|name| entity.is(name))
}

fn is_spline(entity: &Entity<'_>) -> bool {
    entity.is("B_SPLINE_CURVE") || is_simple_spline(entity)
}
