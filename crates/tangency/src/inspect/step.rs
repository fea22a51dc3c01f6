//! What a STEP file holds: its bodies with faces by kind, extent, volume and area.

use crate::extent;
use std::collections::BTreeMap;
use std::path::Path;
use tangency_formats::inspection::{InspectedFaces, InspectedStep, InspectedStepBody};
use tangency_formats::step::{self, StepBody, StepFileError};

/// Reads a STEP file and reports what it holds. Bodies that cannot be used say why.
///
/// ```no_run
/// for body in tangency::inspect_step("part.step")?.bodies {
///     println!("{}: {:?} m³", body.name, body.volume);
/// }
/// # Ok::<(), tangency::formats::step::StepFileError>(())
/// ```
pub fn inspect_step(path: impl AsRef<Path>) -> Result<InspectedStep, StepFileError> {
    let path = path.as_ref();
    let file = step::read(path)?;
    let body = |instance: &step::StepInstance| {
        inspect_body(instance.path.join("/"), &file.bodies[instance.body].placed(&instance.pose))
    };
    Ok(InspectedStep {
        file: path.display().to_string(),
        schema: file.schema.clone(),
        bodies: file.instances.iter().map(body).collect(),
        notes: file.notes.iter().map(|note| format!("{}: {}", note.entity, note.text)).collect(),
    })
}

fn inspect_body(name: String, body: &StepBody) -> InspectedStepBody {
    let mut faces: BTreeMap<&'static str, usize> = BTreeMap::new();
    body.faces.iter().for_each(|face| *faces.entry(face.surface.kind()).or_default() += 1);
    let mut found = InspectedStepBody {
        name,
        faces: faces.into_iter().map(|(kind, count)| InspectedFaces { kind, count }).collect(),
        edges: body.edges.len(),
        extent: None,
        solid: None,
        volume: None,
        centre: None,
        area: None,
        refused: None,
    };
    match body.brep() {
        Ok(brep) => {
            found.extent = Some(extent::of_brep(&brep).map(|corner| corner.to_array()));
            found.solid = Some(brep.is_solid());
            if let Some((mass, _)) = brep.mass() {
                (found.volume, found.centre) = (Some(mass.volume), Some(mass.centre.to_array()));
            }
            found.area = brep.area().map(|(area, _)| area);
        }
        Err(error) => found.refused = Some(error.to_string()),
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;
    use tangency_formats::step::{StepProfileSegment, revolved};

    /// A ball of one millimetre: its box is tight, in its own frame and turned.
    #[test]
    fn the_box_of_a_ball_is_tight() {
        let radius = 1e-3;
        let to = |r: f64, z: f64| StepProfileSegment { end: dvec2(r, z), center: Some(dvec2(0.0, 0.0)) };
        let ball = revolved("ball", -radius, &[to(radius, 0.0), to(0.0, radius)]).expect("a ball");
        let turn = glam::DQuat::from_scaled_axis(glam::dvec3(0.3, 0.5, -0.2));
        let turned = tangency_geometry::Pose::new(turn, glam::DVec3::ZERO).expect("a rotation");
        for body in [ball.clone(), ball.placed(&turned)] {
            let [low, high] = inspect_body("ball".into(), &body).extent.expect("an extent");
            for axis in 0..3 {
                let fits = |reach: f64| (radius..radius * (1.0 + 2.1e-4)).contains(&reach);
                assert!(fits(high[axis]) && fits(-low[axis]), "{axis}: {} to {}", low[axis], high[axis]);
            }
        }
    }
}
