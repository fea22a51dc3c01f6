//! The sizes of the bodies of a scene, for the terminal.

use super::inspection::length;
use tangency::{BodySize, Scene};

/// Most bodies that are listed one by one.
const LISTED_BODIES: usize = 30;
/// Number of bodies that are listed of a scene that has more.
const FIRST_BODIES: usize = 3;

/// A row for each body with its kind and size; of more than [`LISTED_BODIES`], the first ones, then the number of the
/// others with the least and the greatest.
pub(super) fn rows(scene: &Scene) -> Vec<(&'static str, String)> {
    let sizes = BodySize::of_scene(scene);
    let listed = if sizes.len() <= LISTED_BODIES { sizes.len() } else { FIRST_BODIES };
    let mut rows: Vec<(&'static str, String)> = sizes[..listed].iter().map(|size| ("body", one(size))).collect();
    let others = &sizes[listed..];
    if others.is_empty() {
        return rows;
    }
    let mut known: Vec<(f64, &str)> =
        others.iter().filter_map(|size| Some((size.longest()?, size.name.as_str()))).collect();
    known.sort_by(|a, b| a.0.total_cmp(&b.0));
    let range = match (known.first(), known.last()) {
        (Some((least, small)), Some((most, large))) => {
            format!(", the longest side from {} m ({small}) to {} m ({large})", length(*least), length(*most))
        }
        _ => String::new(),
    };
    rows.push(("bodies", format!("{} more{range}", others.len())));
    rows
}

fn one(size: &BodySize) -> String {
    let sides = match size.sides {
        Some(sides) => format!("{} m", sides.map(length).join(" × ")),
        None => "endless".into(),
    };
    format!("{}: {}, {sides}", size.name, size.kind)
}
