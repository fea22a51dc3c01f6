//! Reads B-spline curves and surfaces, and checks their counts, knots and weights.
//!
//! A rational spline is a complex instance. Knots are given, or follow from the type: Bézier, uniform, quasi-uniform
//! (ISO 10303-42, `default_b_spline_knots`).

use super::attributes::{Attributes, whole};
use super::error::{EXPORT_AGAIN, StepErrorKind, StepOutcome};
use super::part21::{Entity, Value};
use super::reader::Reader;
use super::spline::{StepSplineCurve, StepSplineSurface};
use super::units::Units;
use crate::fault::shown;
use crate::tolerance::MAXIMUM_STEP_DEGREE;
use glam::DVec3;

/// How the knots of a spline are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KnotRule {
    Given,
    Bezier,
    Uniform,
    QuasiUniform,
}

impl KnotRule {
    fn of(entity: &Entity<'_>, axis: &str) -> Option<Self> {
        let is = |name: &str| entity.is(&format!("{name}_{axis}"));
        if entity.is(&format!("B_SPLINE_{axis}_WITH_KNOTS")) {
            Some(Self::Given)
        } else if is("BEZIER") {
            Some(Self::Bezier)
        } else if is("QUASI_UNIFORM") {
            Some(Self::QuasiUniform)
        } else {
            is("UNIFORM").then_some(Self::Uniform)
        }
    }
}

/// The values of a spline: those of the spline itself, of its knots, and of its weights.
struct SplineParts<'t> {
    /// The values of a simple instance without knots, the name first.
    own: Attributes<'t>,
    rule: KnotRule,
    /// The place of the first value of the knots in `own`, for given knots.
    knots_at: usize,
    /// The place of the weights in `own`.
    weights_at: Option<usize>,
    /// The type of a spline with given knots.
    knots_type: &'static str,
}

impl<'t> Reader<'t> {
    /// `axis` is CURVE or SURFACE; `count` is how many values the spline has, without knots and with its name.
    fn spline_parts(&self, entity: Entity<'t>, axis: &'static str, count: usize) -> StepOutcome<SplineParts<'t>> {
        let Some(rule) = KnotRule::of(&entity, axis) else {
            let own = entity.attributes(&[]);
            let expected = "B_SPLINE_..._WITH_KNOTS, BEZIER_..., UNIFORM_... or QUASI_UNIFORM_...";
            return Err(own.fault(StepErrorKind::Unsupported, "a spline without knots", expected, EXPORT_AGAIN));
        };
        let (general, knots, rational) = match axis {
            "CURVE" => ("B_SPLINE_CURVE", "B_SPLINE_CURVE_WITH_KNOTS", "RATIONAL_B_SPLINE_CURVE"),
            _ => ("B_SPLINE_SURFACE", "B_SPLINE_SURFACE_WITH_KNOTS", "RATIONAL_B_SPLINE_SURFACE"),
        };
        let is_rational = entity.is(rational);
        let chain = ["REPRESENTATION_ITEM", general, knots, rational];
        let own = entity.attributes(&chain);
        let given = if rule == KnotRule::Given { if axis == "CURVE" { 3 } else { 5 } } else { 0 };
        let expected = count + given + usize::from(is_rational);
        if own.count() != expected {
            return Err(own.refused(format!("{} values", own.count()), "the values of a B-spline"));
        }
        let weights_at = is_rational.then_some(count + given);
        Ok(SplineParts { own, rule, knots_at: count, weights_at, knots_type: knots })
    }

    pub(super) fn spline_curve(&mut self, entity: Entity<'t>, units: &Units) -> StepOutcome<StepSplineCurve> {
        // name, degree, points, form, closed, self-intersecting; multiplicities, knots, type of knots; weights
        let SplineParts { own, rule, knots_at, weights_at, knots_type } = self.spline_parts(entity, "CURVE", 6)?;
        let degree = degree(&own, 1)?;
        let numbers = own.references(2)?;
        let point = |number: &u64| self.point(&own, *number, units);
        let points: Vec<DVec3> = numbers.iter().map(point).collect::<StepOutcome<_>>()?;
        let knots = match rule {
            KnotRule::Given => {
                self.spend(points.len())?;
                let knots = given_knots(&own, [knots_at, knots_at + 1], degree, points.len());
                knots.map_err(|fault| own.of_type(fault, knots_type))?
            }
            KnotRule::Bezier | KnotRule::Uniform | KnotRule::QuasiUniform => {
                self.spend(points.len())?;
                implied_knots(&own, rule, degree, points.len())?
            }
        };
        let weights = match weights_at {
            Some(at) => Some(weights(&own, at, own.list(at)?, points.len())?),
            None => None,
        };
        Ok(StepSplineCurve { degree, knots, points, weights, closed: own.logical(4)? })
    }

    pub(super) fn spline_surface(&mut self, entity: Entity<'t>, units: &Units) -> StepOutcome<StepSplineSurface> {
        // name, two degrees, points, form, closed along u and v, self-intersecting;
        // multiplicities along u and v, knots along u and v, type of knots; weights
        let SplineParts { own, rule, knots_at, weights_at, knots_type } = self.spline_parts(entity, "SURFACE", 8)?;
        let degree = [degree(&own, 1)?, degree(&own, 2)?];
        let rows = rows(&own, 3)?;
        let columns = rows.first().map_or(0, |row| row.len());
        let counts = [rows.len(), columns];
        let mut points = Vec::new();
        for row in &rows {
            if row.len() != columns {
                let found = format!("rows of {columns} and of {} control points", row.len());
                return Err(own.refused(found, "rows of the same length"));
            }
            for number in own.references_of(3, row)? {
                points.push(self.point(&own, number, units)?);
            }
        }
        self.spend(counts[0] + counts[1])?;
        let along = |axis: usize| match rule {
            KnotRule::Given => {
                let knots = given_knots(&own, [knots_at + axis, knots_at + 2 + axis], degree[axis], counts[axis]);
                knots.map_err(|fault| own.of_type(fault, knots_type))
            }
            KnotRule::Bezier | KnotRule::Uniform | KnotRule::QuasiUniform => {
                implied_knots(&own, rule, degree[axis], counts[axis])
            }
        };
        let knots = [along(0)?, along(1)?];
        let weights = match weights_at {
            Some(at) => {
                let mut all = Vec::new();
                let weight_rows = self::rows(&own, at)?;
                if weight_rows.len() != rows.len() {
                    let found = format!("{} rows of weights for {} rows of points", weight_rows.len(), rows.len());
                    return Err(own.refused(found, "a weight for each control point"));
                }
                for row in weight_rows {
                    all.extend(weights(&own, at, row, columns)?);
                }
                Some(all)
            }
            None => None,
        };
        let closed = [own.logical(5)?, own.logical(6)?];
        Ok(StepSplineSurface { degree, knots, counts, points, weights, closed })
    }
}

fn degree(own: &Attributes<'_>, index: usize) -> StepOutcome<usize> {
    let degree = own.counted(index)?;
    if (1..=MAXIMUM_STEP_DEGREE).contains(&degree) {
        return Ok(degree);
    }
    let expected = "from 1 to 64";
    Err(own.refused(format!("the degree {degree}"), expected))
}

/// The rows of a list of lists.
fn rows<'a, 't>(own: &'a Attributes<'t>, index: usize) -> StepOutcome<Vec<&'a [Value<'t>]>> {
    let mut rows = Vec::new();
    for value in own.list(index)? {
        rows.push(value.as_list().ok_or_else(|| own.wrong(index, value, "a list of lists"))?);
    }
    Ok(rows)
}

fn weights(own: &Attributes<'_>, index: usize, list: &[Value<'_>], count: usize) -> StepOutcome<Vec<f64>> {
    let mut weights = Vec::with_capacity(list.len());
    for value in list {
        let weight = value.as_number().ok_or_else(|| own.wrong(index, value, "a list of weights"))?;
        if !(weight > 0.0) {
            return Err(own.refused(format!("the weight {}", shown(weight)), "a weight greater than zero"));
        }
        weights.push(weight);
    }
    if weights.len() != count {
        let found = format!("{} weights for {count} control points", weights.len());
        return Err(own.refused(found, "a weight for each control point"));
    }
    Ok(weights)
}

fn enough_points(own: &Attributes<'_>, degree: usize, count: usize) -> StepOutcome<()> {
    if count > degree {
        return Ok(());
    }
    Err(own.refused(format!("{count} control points for the degree {degree}"), "more control points than the degree"))
}

/// The knots written out, from their multiplicities and values at two places.
fn given_knots(own: &Attributes<'_>, places: [usize; 2], degree: usize, count: usize) -> StepOutcome<Vec<f64>> {
    enough_points(own, degree, count)?;
    let (multiplicities, values) = (own.reals(places[0])?, own.reals(places[1])?);
    if multiplicities.len() != values.len() {
        let found = format!("{} multiplicities for {} knots", multiplicities.len(), values.len());
        return Err(own.refused(found, "as many multiplicities as knots"));
    }
    let total = count + degree + 1;
    let mut knots = Vec::with_capacity(total);
    for (index, (&multiplicity, &value)) in multiplicities.iter().zip(&values).enumerate() {
        if let Some(&last) = knots.last()
            && !(last < value)
        {
            return Err(own.refused(format!("the knot {} after {}", shown(value), shown(last)), "ascending knots"));
        }
        let most = if index == 0 || index + 1 == values.len() { degree + 1 } else { degree };
        let times = whole(multiplicity).filter(|times| (1..=most).contains(times)).ok_or_else(|| {
            let found = format!("the multiplicity {} for the degree {degree}", shown(multiplicity));
            own.refused(found, "from 1 to the degree, and one more at the ends")
        })?;
        knots.extend(std::iter::repeat_n(value, times));
    }
    if knots.len() != total {
        let found = format!("{} knots for {count} control points of degree {degree}", knots.len());
        return Err(own.refused(found, "as many knots as control points, plus the degree, plus one"));
    }
    ranged(own, knots, degree, count)
}

/// The knots that follow from the type.
fn implied_knots(own: &Attributes<'_>, rule: KnotRule, degree: usize, count: usize) -> StepOutcome<Vec<f64>> {
    enough_points(own, degree, count)?;
    let total = count + degree + 1;
    let clamped = |inner: usize| {
        let last = (count - degree).div_ceil(inner);
        let value = move |index: usize| ((index.saturating_sub(degree + 1) / inner + 1).min(last)) as f64;
        (0..total).map(|index| if index <= degree { 0.0 } else { value(index) }).collect()
    };
    let knots: Vec<f64> = match rule {
        KnotRule::Bezier => {
            if !(count - 1).is_multiple_of(degree) {
                let found = format!("{count} control points for Bézier pieces of degree {degree}");
                return Err(own.refused(found, "a multiple of the degree, plus one"));
            }
            clamped(degree)
        }
        KnotRule::QuasiUniform => clamped(1),
        KnotRule::Uniform | KnotRule::Given => (0..total).map(|index| index as f64 - degree as f64).collect(),
    };
    ranged(own, knots, degree, count)
}

/// Fails if the range of parameters is empty.
fn ranged(own: &Attributes<'_>, knots: Vec<f64>, degree: usize, count: usize) -> StepOutcome<Vec<f64>> {
    if knots[degree] < knots[count] {
        return Ok(knots);
    }
    Err(own.refused("knots without a range of parameters".into(), "a range between the knots of the ends"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> Attributes<'static> {
        Entity { number: 1, at: 0, records: Vec::new() }.attributes(&[])
    }

    #[test]
    fn knots_follow_from_the_type() {
        let knots = |rule, degree, count| implied_knots(&own(), rule, degree, count).unwrap();
        assert_eq!(knots(KnotRule::Bezier, 3, 4), [0., 0., 0., 0., 1., 1., 1., 1.]);
        assert_eq!(knots(KnotRule::Bezier, 2, 5), [0., 0., 0., 1., 1., 2., 2., 2.]);
        assert_eq!(knots(KnotRule::QuasiUniform, 2, 5), [0., 0., 0., 1., 2., 3., 3., 3.]);
        assert_eq!(knots(KnotRule::QuasiUniform, 1, 3), [0., 0., 1., 2., 2.]);
        assert_eq!(knots(KnotRule::Uniform, 2, 4), [-2., -1., 0., 1., 2., 3., 4.]);
        assert!(implied_knots(&own(), KnotRule::Bezier, 2, 4).is_err());
        assert!(implied_knots(&own(), KnotRule::Uniform, 3, 3).is_err());
    }
}
