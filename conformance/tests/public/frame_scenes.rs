//! Scene files over the public pairs of frames.
//!
//! Reference: the counts in the headers of the files.

use std::path::Path;
use tangency::Scene;
use tangency::geometry::Motion;
use tangency_conformance::data;

/// The numbers of vertices and faces in the header of a PLY file.
fn announced(file: &Path) -> [usize; 2] {
    let bytes = std::fs::read(file).unwrap();
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(2000)]).into_owned();
    ["vertex", "face"].map(|element| {
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("element {element} "))).unwrap();
        line.trim().parse().unwrap()
    })
}

/// The public pairs of frames, as scenes. They are only read here; `frame_pairs.rs` asks about the contacts.
#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn public_pairs_of_frames_are_accepted() {
    for (name, first) in [("cloth-funnel", 227), ("rod-twist", 3036)] {
        let frames = data("scalable-ccd").join(name).join("frames");
        let text = format!(
            "[span]\nend = 1\n[[body]]\nname = \"{name}\"\nshape = {{ mesh = \"{first}.ply\", surface = true }}\n\
             motion = {{ vertexwise = {{ frames = \"*.ply\" }} }}\nself_contact = true\n"
        );
        let scene = Scene::parse(&text, frames.join("scene.toml")).unwrap_or_else(|error| panic!("{error}"));
        let body = &scene.bodies[0];
        let Motion::Vertexwise(motion) = &body.motion else { panic!("not vertexwise") };
        let [vertices, faces] = announced(&frames.join(format!("{first}.ply")));
        assert_eq!((motion.vertex_count(), body.shape.mesh().unwrap().triangles().len()), (vertices, faces), "{name}");
        assert_eq!((motion.times(), motion.frames().len()), (&[0.0, 1.0][..], 2), "{name}");
        assert_ne!(motion.frames()[0], motion.frames()[1], "{name}");
    }
}
