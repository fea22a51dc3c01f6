//! Motions given by formulas.

use super::SceneReader;
use super::motion::{not_of_triangles, refused, some_points};
use super::unit::LengthUnit;
use super::value::{Table, TomlValue};
use crate::fault::{RawFault, RawFaults, shown};
use tangency_geometry::{Expression, Motion, Shape};
use tangency_interval::expr::{Expr, Scope};

impl SceneReader<'_> {
    /// `expression = ["x * cos(t)", "y", "z"]` with, beside it, `constants = { a = 1 }`.
    pub(super) fn expression(
        &mut self,
        body: &str,
        table: &Table<'_>,
        data: &TomlValue<'_>,
        shape: &Shape,
    ) -> Result<Motion, RawFaults> {
        match shape {
            Shape::Convex(_) | Shape::HalfSpace(_) | Shape::HeightMap(_) | Shape::Compound(_) => {
                return Err(not_of_triangles(data, shape).into());
            }
            Shape::Polyhedron(_) | Shape::Mesh(_) | Shape::Parametric(_) | Shape::Implicit(_) | Shape::Rounded(_) => {}
        }
        let scope = scope(table, data, &["x", "y", "z", "t"])?;
        let [x, y, z] = data.elements("three formulas [\"x\", \"y\", \"z\"] of x, y, z and t")?;
        let coordinates = [formula(&scope, x)?, formula(&scope, y)?, formula(&scope, z)?];
        let motion = Motion::Expression(Expression::new(coordinates).map_err(|error| refused(data, &error))?);
        self.warn_of_undefined_places(body, &motion, shape);
        Ok(motion)
    }

    /// Warns if a formula has no value: the position of the body is then unknown, which is seldom intended.
    fn warn_of_undefined_places(&mut self, body: &str, motion: &Motion, shape: &Shape) {
        let first = some_points(shape)[0];
        for time in [0.0, 0.5 * self.duration, self.duration] {
            let place = motion.at(time).point(0, first);
            if !place.is_finite() {
                let warning = format!("its formulas put vertex 0 at {place} at {} s of its motion", shown(time));
                self.warn(body, &warning);
                return;
            }
        }
    }
}

/// The names that formulas may use: these variables, and the `constants` of the table.
pub(super) fn scope(table: &Table<'_>, data: &TomlValue<'_>, variables: &[&str]) -> Result<Scope, RawFaults> {
    let variables = Scope::new().variables(variables.iter().copied());
    let mut scope = variables.map_err(|error| data.fault(error.to_string(), ""))?;
    if let Some(value) = table.optional("constants") {
        let constants = value.any_table("a table of named numbers, such as { a = 1 }")?;
        for (name, span) in constants.keys() {
            let number = constants.required(name, "1")?.number()?;
            let refused = |error: tangency_interval::expr::NameError| {
                RawFault::new(span, error.to_string(), "choose another name")
            };
            scope = scope.constant(name, number).map_err(refused)?;
        }
    }
    Ok(scope)
}

/// The formula in a string.
pub(super) fn formula(scope: &Scope, value: TomlValue<'_>) -> Result<Expr, RawFault> {
    let text = value.string()?;
    if value.unit() != LengthUnit::METRE {
        let message = "formulas are in metres, and `units` cannot convert them".into();
        return Err(value.fault(message, "leave `units` out, and give the lengths of the scene in metres"));
    }
    scope.parse(text).map_err(|error| {
        let at = text.char_indices().nth(error.position() - 1).map_or(text.len(), |(byte, _)| byte);
        RawFault::new(value.span_within(at), format!("not a formula: {}", error.message()), "here")
    })
}
