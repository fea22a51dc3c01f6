//! A mesh that deforms.

use super::{BuiltIn, still};
use glam::{DVec3, dvec2, dvec3};
use tangency_formats::Body;
use tangency_geometry::{Motion, Shape, Vertexwise, primitive};

pub(super) const SCENE: BuiltIn = BuiltIn {
    name: "sheet",
    summary: "a sheet that sags and sways while it falls meets a ball: every vertex on its own path",
    bodies,
};

/// Key frames of the sheet's motion; straight lines between.
const FRAMES: usize = 9;

fn bodies() -> Vec<Body> {
    let sheet = primitive::grid(dvec2(1.2, 1.2), [48, 48]).expect("constant sizes");
    let ball = primitive::icosphere(0.3, 4).expect("constant sizes");
    let times: Vec<f64> = (0..FRAMES).map(|frame| frame as f64 / (FRAMES - 1) as f64).collect();
    let frames = times.iter().map(|&time| sheet.vertices().iter().map(|&vertex| place(vertex, time)).collect());
    let motion = Vertexwise::new(times.clone(), frames.collect()).expect("constant frames");
    let cloth = Body {
        name: "sheet".into(),
        shape: Shape::Mesh(sheet),
        motion: Motion::Vertexwise(motion),
        self_contact: true,
    };
    vec![cloth, still("ball", Shape::Polyhedron(ball), DVec3::ZERO)]
}

/// Where a vertex of the flat sheet is at `time`: it falls, sags in the middle, and a wave runs across it.
fn place(vertex: DVec3, time: f64) -> DVec3 {
    let sag = 0.5 * time * (1.0 - vertex.x * vertex.x - vertex.y * vertex.y).max(0.0);
    let wave = 0.04 * (9.0 * vertex.x + 4.0 * vertex.y - 5.0 * time).sin();
    dvec3(vertex.x, vertex.y, 0.9 - 0.25 * time - sag + wave)
}
