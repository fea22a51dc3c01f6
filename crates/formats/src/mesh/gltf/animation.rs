//! The animated weights of morph targets (glTF 2.0, section 3.11).
//!
//! Only linear interpolation of weights is supported. These are errors: an animation that also moves nodes, because
//! that part of the motion would be missing; `STEP`, because jumps are not a motion; `CUBICSPLINE`.

use super::{
    buffers::{Buffers, missing},
    document::{Channel, Document, Sampler},
    morph::{Morph, MorphPart, WeightTrack},
    primitive::Ledger,
    scene::PlacedMeshes,
};
use crate::mesh::error::{ErrorKind, MeshFileError, MeshFilePlace, quoted};

/// The deformation of the scene by the animation with that name, else by the only animation of weights.
pub(super) fn read(
    document: &Document,
    buffers: &Buffers<'_>,
    ledger: &mut Ledger,
    placed: PlacedMeshes,
    name: Option<&str>,
) -> Result<Morph, MeshFileError> {
    let PlacedMeshes { assembly, mut parts, carries } = placed;
    let index = choose(document, &parts, name)?;
    let animation = &document.animations[index];
    for (number, channel) in animation.channels.iter().enumerate() {
        let place = format!("animations[{index}].channels[{number}]");
        let Some(node) = channel.target.node.filter(|&node| carries.get(node).is_some_and(|&carries| carries)) else {
            continue;
        };
        match channel.target.path.as_str() {
            "weights" => {
                let part = parts.iter_mut().find(|part| part.node == node && !part.targets.is_empty());
                let Some(part) = part else { continue };
                if !part.track.times.is_empty() {
                    return Err(faulty(&place, "a second channel for the weights of a node".into(), "one"));
                }
                let sampler = animation.samplers.get(channel.sampler).ok_or_else(|| {
                    missing("sampler", channel.sampler, animation.samplers.len(), MeshFilePlace::Part(place.clone()))
                })?;
                part.track = track(sampler, part.targets.len(), &place, buffers, ledger)?;
            }
            path => {
                let found = format!("a channel {} that moves nodes[{node}] as a whole", quoted(path.as_bytes()));
                let expected = "animated weights of morph targets alone";
                let advice =
                    "apply the animation of the node before the export, or give the body its motion in the scene";
                return Err(MeshFileError::new(
                    ErrorKind::Unsupported,
                    MeshFilePlace::Part(place),
                    found,
                    expected,
                    advice,
                ));
            }
        }
    }
    Ok(Morph::new(assembly.vertices, parts))
}

/// The index of the animation.
fn choose(document: &Document, parts: &[MorphPart], name: Option<&str>) -> Result<usize, MeshFileError> {
    let moves = |channel: &Channel| {
        channel.target.path == "weights" && parts.iter().any(|part| Some(part.node) == channel.target.node)
    };
    let deforming: Vec<usize> = (0..document.animations.len())
        .filter(|&index| document.animations[index].channels.iter().any(moves))
        .filter(|&index| name.is_none() || document.animations[index].name.as_deref() == name)
        .collect();
    let error = |found: String, advice: &'static str| {
        let (place, expected) = (MeshFilePlace::Part("animations".into()), "one that deforms a mesh of the scene");
        Err(MeshFileError::new(ErrorKind::Unsupported, place, found, expected, advice))
    };
    match (&deforming[..], name) {
        (&[index], _) => Ok(index),
        ([], None) => error(
            "no animation of morph weights".into(),
            "export the file with its shape keys and their animation, or leave the motion out",
        ),
        ([], Some(name)) => error(
            format!("no animation of morph weights with the name {}", quoted(name.as_bytes())),
            "check the name, or leave it out if there is only one",
        ),
        (several, _) => {
            let names = several.iter().take(8).map(|&index| document.animations[index].name.as_deref());
            let names: Vec<String> = names.map(|name| quoted(name.unwrap_or("").as_bytes())).collect();
            let found = format!("{} animations of morph weights ({})", several.len(), names.join(", "));
            error(found, "say which, by a name that only one has")
        }
    }
}

/// The weights of a sampler for this many targets.
fn track(
    sampler: &Sampler,
    targets: usize,
    place: &str,
    buffers: &Buffers<'_>,
    ledger: &mut Ledger,
) -> Result<WeightTrack, MeshFileError> {
    match sampler.interpolation.as_deref() {
        None | Some("LINEAR") => {}
        Some(other) => {
            let found = format!("the interpolation {}", quoted(other.as_bytes()));
            let advice = "sample the animation before the export, with linear keys";
            let place = MeshFilePlace::Part(place.into());
            return Err(MeshFileError::new(ErrorKind::Unsupported, place, found, "`LINEAR`", advice));
        }
    }
    for accessor in [sampler.input, sampler.output] {
        ledger.charge(buffers.count(accessor)?, place)?;
    }
    let (times, weights) = (buffers.numbers(sampler.input)?, buffers.numbers(sampler.output)?);
    if times.is_empty() || !times.is_sorted_by(|a, b| a < b) {
        return Err(faulty(place, "times that do not increase".into(), "at least one time, each after the last"));
    }
    if times.len().checked_mul(targets) != Some(weights.len()) {
        let found = format!("{} weights at {} times for {targets} targets", weights.len(), times.len());
        return Err(faulty(place, found, "one weight for every time and target"));
    }
    Ok(WeightTrack { times, weights })
}

fn faulty(place: &str, found: String, expected: &'static str) -> MeshFileError {
    MeshFileError::new(ErrorKind::Syntax, MeshFilePlace::Part(place.into()), found, expected, "export the file again")
}
