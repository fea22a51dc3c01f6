//! Compounds whose parts overlap: their mass counts what two parts share twice.

use crate::tolerance::{MOST_PART_PAIRS, SHARED_DEPTH};
use tangency_detect::{Moving, Query, depth};
use tangency_formats::scene::dynamics::{BodyMatter, Dynamics, Heft, Weight};
use tangency_formats::{Scene, SceneBody};
use tangency_geometry::{CompoundPart, Motion, Pose, Shape};

/// A warning for every free compound whose mass comes from parts that overlap.
pub(super) fn warnings(scene: &Scene, dynamics: &Dynamics) -> Vec<String> {
    let weighed = scene.bodies.iter().zip(&dynamics.matter).filter(|(_, matter)| is_weighed(matter));
    weighed.filter_map(|(body, _)| warning(body)).collect()
}

/// Whether the scene leaves a part of the mass properties of a free body to its volume.
fn is_weighed(matter: &BodyMatter) -> bool {
    match matter.free {
        Some(Heft { weight: Weight::Mass(_), centre: Some(_), inertia: Some(_) }) | None => false,
        Some(Heft { .. }) => true,
    }
}

fn warning(body: &SceneBody) -> Option<String> {
    let Shape::Compound(compound) = &body.shape else { return None };
    let parts = compound.parts();
    let name = &body.name;
    let to_do = "give the body a mass, a centre and an inertia to say what it weighs";
    let pairs = (0..parts.len()).flat_map(|a| (a + 1..parts.len()).map(move |b| [a, b]));
    if parts.len() * parts.len() > 2 * MOST_PART_PAIRS {
        return Some(format!("body {name:?}: whether its {} parts overlap was not tested: {to_do}", parts.len()));
    }
    for [a, b] in pairs.map(|pair| pair.map(|part| &parts[part])) {
        let of = |found: &str| format!("body {name:?}: its parts {:?} and {:?} {found}", a.name(), b.name());
        match shared_depth(a, b) {
            Some(deep) if deep > 0.0 => {
                return Some(of(&format!("overlap by {deep:.3e} m, and their mass counts there twice: {to_do}")));
            }
            Some(_) => {}
            None => return Some(of(&format!("may overlap, and their mass would count there twice: {to_do}"))),
        }
    }
    None
}

/// Metres. How deep two parts overlap: zero if they only touch. `None` if it is not known.
fn shared_depth(a: &CompoundPart, b: &CompoundPart) -> Option<f64> {
    let placed = |part: &CompoundPart| Moving::new(part.shape().clone(), Motion::Still(Pose::IDENTITY)).ok();
    let found = depth(&placed(a)?, &placed(b)?, 0.0, &Query::default()).ok()?.depth;
    let [lower, upper] = [found.lower(), found.upper()];
    if lower > SHARED_DEPTH {
        Some(lower)
    } else if upper <= SHARED_DEPTH {
        Some(0.0)
    } else {
        None
    }
}
