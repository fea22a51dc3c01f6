//! Prints what a STEP file holds as JSON: bodies with faces, edges and vertices, and their places.
//!
//! `cargo run --release -p tangency-formats --example read_step -- part.step`; with `--summary` counts only.

use serde_json::{Value, json};
use std::process::ExitCode;
use tangency_formats::step::{self, StepBody, StepCurve, StepFile, StepLoop, StepPlacement, StepSurface};

fn frame(placement: &StepPlacement) -> Value {
    json!([placement.origin.to_array(), placement.x.to_array(), placement.y.to_array(), placement.z.to_array()])
}

fn points(points: &[glam::DVec3]) -> Vec<[f64; 3]> {
    points.iter().map(|point| point.to_array()).collect()
}

fn curve(curve: &StepCurve) -> Value {
    match curve {
        StepCurve::Line { point, vector } => {
            json!({"kind": "line", "point": point.to_array(), "vector": vector.to_array()})
        }
        StepCurve::Circle { placement, radius } => {
            json!({"kind": "circle", "frame": frame(placement), "radii": [radius]})
        }
        StepCurve::Ellipse { placement, semi_axes } => {
            json!({"kind": "ellipse", "frame": frame(placement), "radii": semi_axes})
        }
        StepCurve::Spline(spline) => json!({
            "kind": "spline", "degree": spline.degree, "knots": spline.knots,
            "points": points(&spline.points), "weights": spline.weights, "closed": spline.closed,
        }),
        StepCurve::Polyline(corners) => json!({"kind": "polyline", "points": points(corners)}),
        StepCurve::Trimmed(trimmed) => json!({
            "kind": "trimmed", "basis": self::curve(&trimmed.basis), "same_sense": trimmed.same_sense,
            "start": trimmed.start.parameter, "end": trimmed.end.parameter,
        }),
        StepCurve::Composite(segments) => {
            let segments: Vec<Value> = segments.iter().map(|segment| self::curve(&segment.curve)).collect();
            json!({"kind": "composite", "segments": segments})
        }
    }
}

fn surface(surface: &StepSurface) -> Value {
    match surface {
        StepSurface::Plane { placement } => json!({"kind": "plane", "frame": frame(placement), "radii": []}),
        StepSurface::Cylinder { placement, radius } => {
            json!({"kind": "cylinder", "frame": frame(placement), "radii": [radius]})
        }
        StepSurface::Cone { placement, radius, semi_angle } => {
            json!({"kind": "cone", "frame": frame(placement), "radii": [radius], "angle": semi_angle})
        }
        StepSurface::Sphere { placement, radius } => {
            json!({"kind": "sphere", "frame": frame(placement), "radii": [radius]})
        }
        StepSurface::Torus { placement, major_radius, minor_radius, .. } => {
            json!({"kind": "torus", "frame": frame(placement), "radii": [major_radius, minor_radius]})
        }
        StepSurface::Spline(spline) => json!({
            "kind": "spline", "degree": spline.degree, "knots": spline.knots, "counts": spline.counts,
            "points": points(&spline.points), "weights": spline.weights, "closed": spline.closed,
        }),
        StepSurface::Extrusion { curve, vector } => {
            json!({"kind": "extrusion", "curve": self::curve(curve), "vector": vector.to_array()})
        }
        StepSurface::Revolution { curve, point, axis } => json!({
            "kind": "revolution", "curve": self::curve(curve), "point": point.to_array(), "axis": axis.to_array(),
        }),
    }
}

fn body(body: &StepBody) -> Value {
    let path = |path: &StepLoop| match path {
        StepLoop::Edges(uses) => {
            json!(uses.iter().map(|used| json!([used.edge, used.forward])).collect::<Vec<_>>())
        }
        StepLoop::Vertex(vertex) => json!({"vertex": vertex}),
    };
    let faces: Vec<Value> = body
        .faces
        .iter()
        .map(|face| {
            let bounds: Vec<Value> = face.bounds.iter().map(|bound| path(&bound.path)).collect();
            json!({"surface": surface(&face.surface), "same_sense": face.same_sense, "bounds": bounds})
        })
        .collect();
    let edges: Vec<Value> = body
        .edges
        .iter()
        .map(|edge| {
            json!({
                "curve": curve(&edge.curve), "start": edge.start, "end": edge.end, "same_sense": edge.same_sense,
            })
        })
        .collect();
    json!({
        "name": body.name, "kind": format!("{:?}", body.kind), "shells": body.shells.len(),
        "voids": body.shells.iter().filter(|shell| shell.void).count(), "tolerance": body.tolerance,
        "faces": faces, "edges": edges, "vertices": points(&body.vertices),
    })
}

fn print(file: &StepFile, summary: bool) {
    let bodies: Vec<Value> = if summary {
        let counts = |body: &StepBody| json!([body.name, body.faces.len(), body.edges.len(), body.vertices.len()]);
        file.bodies.iter().map(counts).collect()
    } else {
        file.bodies.iter().map(body).collect()
    };
    let instances: Vec<Value> = file
        .instances
        .iter()
        .map(|instance| {
            let (rotation, translation) = (instance.pose.rotation(), instance.pose.translation());
            let path: Vec<&str> = instance.path.iter().map(|name| &**name).collect();
            json!({
                "body": instance.body, "path": path,
                "rotation": rotation.to_array(), "translation": translation.to_array(),
            })
        })
        .collect();
    let notes: Vec<&str> = file.notes.iter().map(|note| note.text.as_str()).collect();
    println!("{}", json!({"schema": file.schema, "bodies": bodies, "instances": instances, "notes": notes}));
}

fn main() -> ExitCode {
    let mut summary = false;
    let mut code = ExitCode::SUCCESS;
    for argument in std::env::args().skip(1) {
        if argument == "--summary" {
            summary = true;
            continue;
        }
        match step::read(&argument) {
            Ok(file) => print(&file, summary),
            Err(error) => {
                eprintln!("error: {error}");
                code = ExitCode::from(2);
            }
        }
    }
    code
}
