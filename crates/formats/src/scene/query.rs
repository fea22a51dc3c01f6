//! The query settings of a scene: `[query]`.

use super::value::{Table, TomlValue};
use super::{QuerySettings, SceneBody};
use crate::fault::{RawFault, RawFaults, quoted};
use crate::suggest::suggest;

/// The settings. The names in `may_touch` must be names of bodies, if the bodies could be read.
pub(super) fn read(document: &Table<'_>, bodies: Option<&[SceneBody]>) -> Result<QuerySettings, RawFaults> {
    let Some(value) = document.optional("query") else { return Ok(QuerySettings::default()) };
    let table = value.table(&["tolerance", "separation", "simultaneity", "spacing", "may_touch"])?;
    let length = |key| table.optional(key).map(|value| value.positive_length()).transpose();
    let separation = table.optional("separation").map(|value| value.not_negative_length()).transpose()?;
    let expected = "a list of pairs of names, such as [[\"hinge\", \"door\"]]";
    let pairs = table.optional("may_touch").map(|value| value.list(expected, |_, value| pair(value, bodies)));
    Ok(QuerySettings {
        tolerance: length("tolerance")?,
        separation,
        simultaneity: table.optional("simultaneity").map(|value| value.positive()).transpose()?,
        spacing: length("spacing")?,
        may_touch: pairs.transpose()?.unwrap_or_default(),
    })
}

fn pair(value: TomlValue<'_>, bodies: Option<&[SceneBody]>) -> Result<[String; 2], RawFault> {
    let [a, b] = value.elements::<2>("a pair of names, such as [\"hinge\", \"door\"]")?;
    let [first, second] = [name(a, bodies)?, name(b, bodies)?];
    if first == second {
        let message = format!("{} is paired with itself", quoted(&first));
        return Err(b.fault(message, "contacts of a body with itself count only if it says `self_contact = true`"));
    }
    Ok([first, second])
}

fn name(value: TomlValue<'_>, bodies: Option<&[SceneBody]>) -> Result<String, RawFault> {
    let name = value.string()?;
    let Some(bodies) = bodies.filter(|bodies| bodies.iter().all(|body| body.name != name)) else {
        return Ok(name.to_owned());
    };
    let names: Vec<&str> = bodies.iter().map(|body| body.name.as_str()).collect();
    let label = match suggest(name, &names) {
        Some(near) => format!("did you mean {}?", quoted(near)),
        None => "expected the name of a body".into(),
    };
    Err(value.fault(format!("there is no body {}", quoted(name)), label))
}
