//! Deforming bodies from sequences of mesh files: their natural order, their times, and all refusals.
//!
//! Reference: the heights that the tests write into the files.

use super::acceptance::Folder;
use super::*;
use tangency_geometry::Vertexwise;

/// A triangle at this height, in the format of this extension.
pub(super) fn frame(ending: &str, height: f64) -> String {
    match ending {
        "obj" => format!("v 0 0 {height}\nv 1 0 {height}\nv 0 1 {height}\nf 1 2 3\n"),
        "ply" => format!(
            "ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\n\
             element face 1\n\
             property list uchar int vertex_indices\nend_header\n0 0 {height}\n1 0 {height}\n0 1 {height}\n3 0 1 2\n"
        ),
        _ => format!(
            "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 {height}\nvertex 1 0 {height}\nvertex 0 1 {height}\n\
             endloop\nendfacet\nendsolid s\n"
        ),
    }
}

/// The frames `f1`, `f2`, `f10` and `f20` of that format at heights 1, 2, 10 and 20, and files that do not belong to
/// the sequence.
fn sequence(name: &str, ending: &str) -> Folder {
    let [one, two, ten, twenty] = [1.0, 2.0, 10.0, 20.0].map(|height| frame(ending, height));
    let [a, b, c, d] = [1, 2, 10, 20].map(|number| format!("s/f{number}.{ending}"));
    let hidden = format!("s/.f3.{ending}");
    let files =
        [(&*c, &*ten), (&*a, &*one), (&*d, &*twenty), (&*b, &*two), ("s/notes.txt", "none"), (&*hidden, "none")];
    Folder::new(name, &files)
}

fn scene(ending: &str, motion: &str) -> String {
    format!(
        "[span]\nend = 6\n[[body]]\nname = \"a\"\nshape = {{ mesh = \"s/f1.{ending}\" }}\nsurface = true\n\
         motion = {{ vertexwise = {{ {motion} }} }}\n"
    )
}

pub(super) fn frames_of(folder: &Folder, text: &str) -> Vertexwise {
    let scene = accepted(text, folder.file("scene.toml"));
    let Motion::Vertexwise(motion) = &scene.bodies[0].motion else { panic!("not vertexwise") };
    motion.clone()
}

#[test]
fn patterns_and_folders_are_read_in_natural_order() {
    for ending in ["obj", "ply", "stl"] {
        let folder = sequence(&format!("natural-{ending}"), ending);
        for frames in [format!("s/f*.{ending}"), "s/f*".into(), "s".into(), "s/".into()] {
            let motion = frames_of(&folder, &scene(ending, &format!("frames = \"{frames}\"")));
            let heights: Vec<f64> = motion.frames().iter().map(|frame| frame[2].z).collect();
            assert_eq!(heights, [1.0, 2.0, 10.0, 20.0], "{frames}");
            assert_eq!(motion.times(), [0.0, 2.0, 4.0, 6.0], "evenly over the span");
        }
    }
}

#[test]
fn times_may_be_given_in_three_ways() {
    let folder = sequence("times", "obj");
    let times = |motion: &str| frames_of(&folder, &scene("obj", motion)).times().to_vec();
    assert_eq!(times("frames = \"s\", frames_per_second = 24"), [0.0, 1.0 / 24.0, 2.0 / 24.0, 3.0 / 24.0]);
    assert_eq!(times("frames = \"s\", times = [-1, 0, 0.5, 9]"), [-1.0, 0.0, 0.5, 9.0]);
    assert_eq!(times("frames = [\"s/f1.obj\"]"), [0.0]);
    let motion = frames_of(&folder, &scene("obj", "frames = [\"s/f20.obj\", \"s/f10.obj\"], scale = 0.5"));
    assert_eq!((motion.times(), motion.frames()[1][0].z), (&[0.0, 6.0][..], 5.0), "a list stays as it is written");
}

#[track_caller]
fn refused(folder: &Folder, motion: &str, message: &str, label: &str) {
    let text = scene("obj", motion);
    let error = Scene::parse(&text, folder.file("scene.toml")).expect_err("the scene was accepted");
    let fault = &error.faults()[0];
    assert!(fault.message().contains(message) && fault.label().contains(label), "{error}");
    assert_eq!(fault.place().map(|place| place.line), Some(7), "{error}");
}

#[test]
fn frames_that_are_not_there() {
    let folder = sequence("missing", "obj");
    let two = "both `times` and `frames_per_second` say when the frames are";
    refused(&folder, "frames = \"s\", times = [0], frames_per_second = 1", two, "keep one of them");
    refused(&folder, "frames = \"s\", times = [0, 1]", "there are 4 frames for 2 times", "expected 2 frames");
    refused(&folder, "frames = \"s\", frames_per_second = 0", "must be greater than zero", "");
    refused(
        &folder,
        "frames = \"s/g*.obj\"",
        "no file matches \"s/g*.obj\"",
        "that folder has 5 files, such as \"f1.obj\"",
    );
    refused(&folder, "frames = \"*/f1.obj\"", "a folder of \"*/f1.obj\" has a `*`", "name of the file only");
    refused(&folder, "frames = \"s/f1.obj\"", "is one file, and frames are many", "a pattern");
    refused(&folder, "frames = \"t/f*.obj\"", "the folder of the frames \"t/f*.obj\" cannot be read", "relative");
    refused(&folder, "frames = [\"s/f3.obj\"]", "the mesh file \"s/f3.obj\" cannot be used", "relative");
    refused(&folder, "frames = \"s/*\"", "the mesh file \"s/notes.txt\" cannot be used", "");
    refused(&folder, "frames = 3", "must be a list of frames", "a pattern or a folder");
}

#[test]
fn frames_that_are_not_of_the_same_mesh() {
    let square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n";
    let files = [
        ("s/f1.obj", square),
        ("turned.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 2 4\n"),
        ("fewer.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\n"),
        ("small.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n"),
    ];
    let folder = Folder::new("connectivity", &files);
    let cases = [
        ("turned", "triangle 1 of the frame \"turned.obj\" has the vertices [0, 1, 3], in the shape [0, 2, 3]"),
        ("fewer", "the frame \"fewer.obj\" has 1 triangles, the shape 2"),
        ("small", "the frame \"small.obj\" has 3 vertices, the shape 4"),
    ];
    for (name, message) in cases {
        let motion = format!("frames = [\"s/f1.obj\", \"{name}.obj\"]");
        refused(&folder, &motion, message, "expected the triangles of the shape");
    }
}

#[test]
fn many_frames_do_not_repeat_their_warnings() {
    let loose = |height: f64| frame("obj", height) + "v 9 9 9\n";
    let [one, two, three] = [1.0, 2.0, 3.0].map(loose);
    let folder = Folder::new("warnings", &[("s/f1.obj", &one), ("s/f2.obj", &two), ("s/f3.obj", &three)]);
    let scene = accepted(&scene("obj", "frames = \"s\""), folder.file("scene.toml"));
    let of_frames: Vec<&String> = scene.warnings.iter().filter(|warning| !warning.contains("f1.obj")).collect();
    assert!(of_frames.len() == 2 && of_frames[0].contains("f2.obj"), "{:?}", scene.warnings);
    assert!(of_frames[1].ends_with("1 more frames have warnings of their own"), "{:?}", scene.warnings);
}
