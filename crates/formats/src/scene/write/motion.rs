//! The motion of a body as the value of its key `motion`.

use super::numbers::{list, number, pose_keys, text, vector};
use super::placement;
use tangency_geometry::{ChebyshevMotion, Motion, Pose, Screw, ScrewDefinition};
use tangency_interval::Chebyshev;
use tangency_interval::expr::Expr;

/// The inline table of the motion; `None` for a body at rest at the origin. `Err` says why there is none.
pub(super) fn written(motion: &Motion) -> Result<Option<String>, String> {
    if *motion == Motion::Still(Pose::IDENTITY) {
        return Ok(None);
    }
    table(motion).map(Some)
}

fn table(motion: &Motion) -> Result<String, String> {
    let of = |kind: &str, keys: Vec<String>| format!("{{ {kind} = {{ {} }} }}", keys.join(", "));
    Ok(match motion {
        Motion::Still(pose) => of("still", pose_keys(*pose)),
        Motion::Linear(linear) => {
            let mut keys = placement(linear.start());
            keys.push(format!("velocity = {}", vector(linear.velocity())));
            of("linear", keys)
        }
        Motion::Ballistic(ballistic) => {
            let mut keys = placement(ballistic.start());
            keys.push(format!("velocity = {}", vector(ballistic.velocity())));
            keys.push(format!("acceleration = {}", vector(ballistic.acceleration())));
            of("ballistic", keys)
        }
        Motion::Rigid(rigid) => {
            let mut keys = placement(rigid.start());
            keys.push(format!("velocity = {}", vector(rigid.velocity())));
            keys.push(format!("angular_velocity = {}", vector(rigid.angular_velocity())));
            of("rigid", keys)
        }
        Motion::Screw(screw) => of("screw", screw_keys(screw)),
        Motion::Chebyshev(series) => of("chebyshev", series_keys(series)?),
        Motion::Articulated(_) => {
            return Err(
                "it is a link of a robot: check the trajectory with `tangency verify`, or write a motion that \
                        follows it, such as `poses`"
                    .into(),
            );
        }
        Motion::Piecewise(piecewise) => {
            let mut pieces = Vec::with_capacity(piecewise.segments().len());
            for (&start, segment) in piecewise.starts().iter().zip(piecewise.segments()) {
                pieces.push(format!("{{ start = {}, motion = {} }}", number(start), table(segment)?));
            }
            format!("{{ piecewise = [{}] }}", pieces.join(", "))
        }
        Motion::Vertexwise(vertexwise) => {
            let times = list(vertexwise.times(), |&time| number(time));
            let frames = list(vertexwise.frames(), |frame| list(frame, |&point| vector(point)));
            format!("{{ vertexwise = {{ times = {times}, frames = {frames} }} }}")
        }
        Motion::Expression(expression) => format!("{{ expression = {} }}", formulas(expression.coordinates())),
    })
}

/// Formulas as a list of strings.
pub(super) fn formulas(formulas: &[Expr]) -> String {
    list(formulas, |formula| text(&formula.to_string()))
}

fn screw_keys(screw: &Screw) -> Vec<String> {
    match screw.definition() {
        ScrewDefinition::Between { start, end, duration } => vec![
            format!("from = {{ {} }}", pose_keys(start).join(", ")),
            format!("to = {{ {} }}", pose_keys(end).join(", ")),
            format!("duration = {}", number(duration)),
        ],
        ScrewDefinition::About { axis, start, angle, distance, duration } => {
            let mut keys = placement(start);
            keys.push(format!("axis = {}", vector(axis.direction)));
            keys.push(format!("point = {}", vector(axis.point)));
            let numbers = [("angle", angle), ("distance", distance), ("duration", duration)];
            keys.extend(numbers.map(|(key, value)| format!("{key} = {}", number(value))));
            keys
        }
    }
}

fn series_keys(motion: &ChebyshevMotion) -> Result<Vec<String>, String> {
    let domain = motion.domain();
    let group = |series: &[Chebyshev]| {
        let rows = series.iter().map(coefficients).collect::<Result<Vec<_>, _>>()?;
        Ok::<String, String>(format!("[{}]", rows.join(", ")))
    };
    Ok(vec![
        format!("start = {}", number(domain.lower())),
        format!("end = {}", number(domain.upper())),
        format!("position = {}", group(motion.translation())?),
        format!("orientation = {}", group(motion.rotation())?),
    ])
}

fn coefficients(series: &Chebyshev) -> Result<String, String> {
    let exact = series.coefficients().iter().all(|coefficient| coefficient.is_singleton());
    if !exact {
        return Err("its series were computed and have enclosed coefficients, not numbers".into());
    }
    Ok(list(series.coefficients(), |coefficient| number(coefficient.lower())))
}
