//! Motions given by Chebyshev series, the output of solvers of differential equations.

use super::motion::refused;
use super::value::TomlValue;
use crate::fault::{RawFault, RawFaults, shown};
use tangency_geometry::{ChebyshevMotion, Motion};
use tangency_interval::Chebyshev;

/// `{ start = 0, end = 1, position = [[...], [...], [...]], orientation = [[...], [...], [...], [...]] }`, with the
/// coefficients of each coordinate. `span` is the default of `end`.
pub(super) fn read(data: &TomlValue<'_>, span: f64) -> Result<Motion, RawFaults> {
    let table = data.table(&["start", "end", "position", "orientation"])?;
    let start = table.optional("start").map_or(Ok(0.0), |value| value.number())?;
    let end = table.optional("end").map_or(Ok(span), |value| value.number())?;
    if !(start < end) {
        let message = format!("the series end at {}, which is not after their start at {}", shown(end), shown(start));
        return Err(table.optional("end").unwrap_or(*data).fault(message, "expected a later end").into());
    }
    let constant = |value: f64| Chebyshev::new(start, end, &[value]).map_err(|error| data.fault(error.to_string(), ""));
    let position = match table.optional("position") {
        Some(value) => {
            let [x, y, z] = value.elements("three lists of coefficients, of x, y and z")?;
            let length = |coefficient: TomlValue<'_>| coefficient.length();
            [series(start, end, x, length)?, series(start, end, y, length)?, series(start, end, z, length)?]
        }
        None => [constant(0.0)?, constant(0.0)?, constant(0.0)?],
    };
    let orientation = match table.optional("orientation") {
        Some(value) => {
            let [x, y, z, w] = value.elements("four lists of coefficients, of x, y, z and w")?;
            let component = |axis| series(start, end, axis, |coefficient| coefficient.number());
            [component(x)?, component(y)?, component(z)?, component(w)?]
        }
        None => [constant(0.0)?, constant(0.0)?, constant(0.0)?, constant(1.0)?],
    };
    let motion = ChebyshevMotion::new(orientation, position).map_err(|error| refused(data, &error))?;
    Ok(Motion::Chebyshev(motion))
}

/// The series with these coefficients.
fn series(
    start: f64,
    end: f64,
    value: TomlValue<'_>,
    read: impl Fn(TomlValue<'_>) -> Result<f64, RawFault>,
) -> Result<Chebyshev, RawFault> {
    let coefficients = value.list("a list of coefficients", |_, coefficient| read(coefficient))?;
    Chebyshev::new(start, end, &coefficients).map_err(|error| value.fault(format!("no series: {error}"), ""))
}
