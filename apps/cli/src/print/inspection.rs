//! What a mesh file holds, for the terminal.

use super::{indented, pairs, vector};
use tangency::formats::inspection::{ClosedReport, InspectedFile, InspectedStep};

/// What a mesh file holds, for the terminal.
pub(crate) fn inspected_file(found: &InspectedFile) -> String {
    let counted = |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    let [lower, upper] = found.extent;
    let sides: Vec<String> = lower.iter().zip(upper).map(|(lower, upper)| length(upper - lower)).collect();
    let mut rows = vec![
        ("format", found.kind.to_owned()),
        (
            "holds",
            [(found.triangles, "triangle"), (found.vertices, "vertex"), (found.parts, "part")]
                .map(|(count, noun)| counted(count, noun).replace("vertexs", "vertices"))
                .join(", "),
        ),
        ("size", sides.join(" × ")),
        ("from", vector(lower)),
        ("to", vector(upper)),
        ("unit", found.units.clone()),
        ("area", length(found.area)),
        ("closed", closed(&found.closed)),
    ];
    if let Some(solid) = &found.solid {
        let turned = if solid.inside_out { " (the triangles face inwards: turned around)" } else { "" };
        rows.push(("volume", format!("{}{turned}", length(solid.volume))));
        rows.push(("centre", vector(solid.centre)));
    }
    if let Some(thinnest) = &found.thinnest {
        let [place, thickness] = [vector(thinnest.point), length(thinnest.thickness)];
        let thin = match thinnest.thin_samples {
            0 => String::new(),
            count => format!(", {count} below a hundredth of the size"),
        };
        rows.push(("thinnest", format!("{thickness} at {place} ({} samples{thin})", thinnest.samples)));
    }
    rows.extend(found.warnings.iter().map(|warning| ("noticed", warning.clone())));
    format!("{}\n\n{}\n", found.file, indented(&pairs(&rows)))
}

/// What a STEP file holds, for the terminal.
pub(crate) fn inspected_step(found: &InspectedStep) -> String {
    let mut text = format!("{}\n", found.file);
    for body in &found.bodies {
        let faces: Vec<String> = body.faces.iter().map(|faces| format!("{} {}", faces.count, faces.kind)).collect();
        let mut rows = vec![("faces", faces.join(", ")), ("edges", body.edges.to_string())];
        if let Some([lower, upper]) = body.extent {
            let sides: Vec<String> = lower.iter().zip(upper).map(|(lower, upper)| length(upper - lower)).collect();
            rows.push(("size", format!("{} m", sides.join(" × "))));
            rows.extend([("from", vector(lower)), ("to", vector(upper))]);
        }
        let solid = |solid: bool| if solid { "yes: it bounds a solid" } else { "no: a surface" };
        rows.extend(body.solid.map(|is_solid| ("closed", solid(is_solid).to_owned())));
        rows.extend(body.volume.map(|volume| ("volume", format!("{} m³", length(volume)))));
        rows.extend(body.centre.map(|centre| ("centre", vector(centre))));
        rows.extend(body.area.map(|area| ("area", format!("{} m²", length(area)))));
        rows.extend(body.refused.iter().map(|reason| ("refused", reason.clone())));
        text.push_str(&format!("\n{}\n\n{}\n", body.name, indented(&pairs(&rows))));
    }
    let notes = found.notes.iter().map(|note| format!("\nnoticed: {note}\n"));
    text.extend(notes);
    text
}

fn closed(closed: &ClosedReport) -> String {
    match closed {
        ClosedReport::Closed => "yes: it bounds a solid".into(),
        ClosedReport::ClosedIfMerged => "once equal vertices are merged: `merge = true` in a scene".into(),
        ClosedReport::Open { reason, boundary_edges, crowded_edges } => {
            format!("no, a surface: {reason} ({boundary_edges} edges have one triangle, {crowded_edges} more than two)")
        }
    }
}

/// Six significant digits.
pub(super) fn length(length: f64) -> String {
    let text = format!("{length:.5e}");
    let rounded: f64 = text.parse().unwrap_or(length);
    if (1e-4..1e7).contains(&rounded.abs()) || rounded == 0.0 { format!("{rounded}") } else { format!("{rounded:e}") }
}
