//! The forces on free bodies besides gravity and contacts: `thrust` and `drag` in `free`, `wind` in `[dynamics]`.

use super::value::{Table, TomlValue};
use crate::fault::{RawFault, RawFaults, shown};
use crate::kind::{KindKey, keys, kind_keys};
use glam::DVec3;

kind_keys! {
    /// The axes in which a thrust is given.
    pub enum ThrustFrame {
        /// Those of the world: the force keeps its direction.
        World = "world",
        /// Those of the body: the force turns with it.
        Body = "body",
    }
}

/// A constant force at the centre of mass during a part of the span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneThrust {
    /// Newtons.
    pub force: DVec3,
    /// The axes of the force.
    pub axes: ThrustFrame,
    /// Seconds from the start of the span.
    pub from: f64,
    /// Seconds from the start of the span; `None` if the thrust does not end.
    pub until: Option<f64>,
}

/// Forces on a free body besides gravity and contacts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneForces {
    /// Its engines.
    pub thrusts: Vec<SceneThrust>,
    /// The resistance of the air for each unit of speed, kg/s.
    pub linear_drag: f64,
    /// The resistance of the air for the square of each unit of speed, kg/m.
    pub quadratic_drag: f64,
}

impl SceneForces {
    /// Whether there are none.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// `thrust` and `drag` of a free body.
pub(super) fn read(free: &Table<'_>) -> Result<SceneForces, RawFaults> {
    let thrusts = match free.optional("thrust") {
        None => Vec::new(),
        Some(value) if value.is_table() => vec![thrust(&value)?],
        Some(value) => {
            let mut faults = RawFaults::new();
            let expected = "a thrust, such as { force = [0, 0, 20], until = 1.5 }, or a list of them";
            let all = value.list(expected, |_, value| Ok(thrust(&value).map_err(|more| faults.extend(more)).ok()))?;
            if !faults.is_empty() {
                return Err(faults);
            }
            all.into_iter().flatten().collect()
        }
    };
    let Some(value) = free.optional("drag") else { return Ok(SceneForces { thrusts, ..SceneForces::default() }) };
    let table = value.table(&["linear", "quadratic"])?;
    let coefficient = |key| table.optional(key).map_or(Ok(0.0), |value| value.not_negative());
    let (linear_drag, quadratic_drag) = (coefficient("linear")?, coefficient("quadratic")?);
    if linear_drag == 0.0 && quadratic_drag == 0.0 {
        let message = "`drag` has no resistance".into();
        return Err(value.fault(message, "give `linear` in kg/s or `quadratic` in kg/m, or leave out `drag`").into());
    }
    Ok(SceneForces { thrusts, linear_drag, quadratic_drag })
}

fn thrust(value: &TomlValue<'_>) -> Result<SceneThrust, RawFaults> {
    let table = value.table(&["force", "axes", "from", "until"])?;
    let force = table.required("force", "[0, 0, 20]")?.vector()?;
    let axes = table.optional("axes").map_or(Ok(ThrustFrame::World), |value| axes(&value))?;
    let from = table.optional("from").map_or(Ok(0.0), |value| value.not_negative())?;
    let until = table.optional("until");
    if let Some(end) = &until
        && !(end.number()? > from)
    {
        let message = format!("the thrust ends before it begins, at {} s", shown(from));
        return Err(end.fault(message, "give an instant after `from`").into());
    }
    Ok(SceneThrust { force, axes, from, until: until.map(|value| value.number()).transpose()? })
}

fn axes(value: &TomlValue<'_>) -> Result<ThrustFrame, RawFault> {
    let written = value.string()?;
    let found = ThrustFrame::all().find(|one| one.key() == written);
    let quoted: Vec<String> = keys::<ThrustFrame>().iter().map(|key| format!("\"{key}\"")).collect();
    found.ok_or_else(|| value.mismatch(&quoted.join(" or ")))
}

#[cfg(test)]
mod tests {
    use crate::Scene;
    use glam::dvec3;

    fn parsed(free: &str) -> Result<Scene, String> {
        let text = format!(
            "units = \"mm\"\nspan.end = 1\ndynamics.wind = [2000, 0, 0]\n[[body]]\nname = \"rocket\"\n\
             shape = {{ box = [1, 1, 1] }}\ndynamics.free = {{ {free} }}\n"
        );
        Scene::parse(&text, "test.toml").map_err(|error| error.to_string())
    }

    /// The wind is a velocity in the unit of the scene. Forces are newtons.
    #[test]
    fn forces_are_read() {
        let dynamics =
            parsed("thrust = { force = [0, 0, 20], until = 0.5 }, drag.linear = 0.1").unwrap().dynamics.unwrap();
        assert_eq!(dynamics.wind, dvec3(2.0, 0.0, 0.0));
        let forces = dynamics.forces_on(0);
        assert_eq!(forces.thrusts[0].force, dvec3(0.0, 0.0, 20.0));
        assert_eq!((forces.thrusts[0].from, forces.thrusts[0].until), (0.0, Some(0.5)));
        assert_eq!((forces.linear_drag, forces.quadratic_drag), (0.1, 0.0));
        assert!(dynamics.forces_on(7).is_none() && parsed("").unwrap().dynamics.unwrap().forces.is_empty());
    }

    #[test]
    fn impossible_forces_are_refused() {
        for (free, message) in [
            ("thrust = { until = 1 }", "force"),
            ("thrust = { force = [0, 0, 1], from = 0.5, until = 0.25 }", "ends before it begins"),
            ("thrust = { force = [0, 0, 1], axes = \"own\" }", "\"world\" or \"body\""),
            ("thrust = [{ force = [0, 0, 1], for = 3 }]", "for"),
            ("thrust = []", "a list of them"),
            ("drag = {}", "no resistance"),
            ("drag = { linear = -1 }", "linear"),
        ] {
            let error = parsed(free).unwrap_err();
            assert!(error.contains(message), "{free}: {error}");
        }
    }
}
