//! The scenes that valid files describe.
//!
//! References: the numbers in the text, closed forms of the motions, and the page `docs/scene-file.md`: every example
//! on it must be a scene.

use super::*;
use glam::{DVec3, dvec3};
use std::fs;
use tangency_formats::scene::dynamics::{BodyMaterial, BodyMatter, Dynamics, Weight};
use tangency_geometry::Placement;

const PAGE: &str = include_str!("../../../../docs/scene-file.md");

/// A picture of 2 × 2 shades of 8 bits: 1 and 2 above 3 and 255, as Python's zlib packs them.
pub(crate) const PICTURE: &[u8] = b"\
    \x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x02\x00\x00\x00\x02\x08\x00\x00\x00\
    \x00\x57\xdd\x52\xf8\x00\x00\x00\x0e\x49\x44\x41\x54\x78\x9c\x63\x60\x64\x62\x60\xfe\x0f\x00\x01\x18\x01\x06\x32\
    \x45\xe3\x5f\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";

/// A folder for the files that a scene refers to; removed on drop.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let path = std::env::temp_dir().join(format!("tangency-scene-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        for (file, text) in files {
            fs::create_dir_all(path.join(file).parent().unwrap()).unwrap();
            fs::write(path.join(file), text).unwrap();
        }
        Self(path)
    }

    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const TETRAHEDRON_OBJ: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
const SHEET_OBJ: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

fn parse(body: &str) -> Scene {
    accepted(&format!("[span]\nend = 2\n[[body]]\nname = \"a\"\n{body}\n"), "a.toml")
}

/// The position of the first vertex of the only body; `time` is in seconds from the start of the span.
fn first_vertex(scene: &Scene, time: f64) -> DVec3 {
    let body = &scene.bodies[0];
    body.motion.at(time).point(0, body.shape.mesh().unwrap().vertices()[0])
}

#[test]
fn every_example_of_the_page_is_a_scene() {
    let face = morph::morphing();
    let files = [
        ("part.obj", TETRAHEDRON_OBJ),
        ("waypoints.csv", "time,x,y,z\n0,0,0,0\n1,1,0,0\n"),
        ("flat.obj", SHEET_OBJ),
        ("bent.obj", SHEET_OBJ),
        ("cloth/frame_1.obj", SHEET_OBJ),
        ("cloth/frame_2.obj", SHEET_OBJ),
        ("face.gltf", &face),
        ("terrain.asc", "ncols 2\nnrows 2\ncellsize 30\n1 2\n3 4\n"),
        ("scan.nrrd", "NRRD0004\ntype: float\ndimension: 3\nsizes: 2 2 2\nencoding: ascii\n\n0 0 0 0 0 0 0 1\n"),
    ];
    let folder = Folder::new("page", &files);
    std::fs::write(folder.file("board.png"), PICTURE).unwrap();
    let mut examples = 0;
    for block in PAGE.split("```toml\n").skip(1) {
        let text = block.split("```").next().unwrap();
        accepted(text, folder.file("example.toml"));
        examples += 1;
    }
    assert!(examples >= 3, "only {examples} examples were found");
}

#[test]
fn the_functions_that_the_page_names_are_there() {
    let names = PAGE.split("the usual functions (").nth(1).unwrap().split(')').next().unwrap();
    let mut count = 0;
    for name in names.split('`').skip(1).step_by(2) {
        let arguments = if ["atan2", "min", "max"].contains(&name) { "x, 2" } else { "x" };
        corner(&format!("expression = [\"{name}({arguments})\", \"y\", \"z\"]"), 0.0);
        count += 1;
    }
    assert_eq!(count, 13);
}

#[test]
fn the_head_of_a_scene() {
    let text = "name = \"n\"\ndescription = \"d\"\nspan = { start = -1, end = 2.5 }\n\
                query = { tolerance = 1e-3, simultaneity = 1e-4, spacing = 0.5 }\n[[body]]\nname = \"a\"\n\
                shape = { box = [1, 2, 3] }\n";
    let scene = accepted(text, "folder/file.toml");
    assert_eq!((scene.name.as_str(), scene.description.as_str()), ("n", "d"));
    assert_eq!(scene.span, SceneSpan { start: -1.0, end: 2.5 });
    assert_eq!(
        scene.query,
        QuerySettings {
            tolerance: Some(1e-3),
            simultaneity: Some(1e-4),
            spacing: Some(0.5),
            ..QuerySettings::default()
        }
    );
    assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
    let nameless = accepted(text.trim_start_matches("name = \"n\"\n"), "folder/file.toml");
    assert_eq!(nameless.name, "file");
}

#[test]
fn bodies_that_may_touch() {
    let body = |name: &str| format!("[[body]]\nname = \"{name}\"\nshape = {{ box = [1, 2, 3] }}\n");
    let head = "[span]\nend = 1\n[query]\nmay_touch = [[\"pin\", \"leaf\"], [\"frame\", \"pin\"]]\n";
    let scene = accepted(&[head, &body("pin"), &body("leaf"), &body("frame")].concat(), "hinge.toml");
    assert_eq!(scene.query.may_touch, [["pin", "leaf"], ["frame", "pin"]]);
}

#[test]
fn numbers_of_every_notation() {
    let text = |end: &str| format!("[span]\nend = {end}\n[[body]]\nname = \"a\"\nshape = {{ box = [1, 1, 1] }}\n");
    let cases = [
        ("1", 1.0),
        ("+1_000", 1000.0),
        ("0x10", 16.0),
        ("0b101", 5.0),
        ("0o17", 15.0),
        ("6.283185307179586", std::f64::consts::TAU),
        ("1e-320", 1e-320),
        ("9007199254740993", 9_007_199_254_740_992.0),
        ("123456789012345678901234567890", 123_456_789_012_345_678_901_234_567_890.0),
    ];
    for (written, number) in cases {
        let scene = accepted(&text(written), "a.toml");
        assert_eq!(scene.span.end.to_bits(), f64::to_bits(number), "{written}");
    }
}

#[test]
fn headers_and_inline_tables_are_the_same() {
    let scene =
        parse("[body.shape]\nbox = [2, 2, 2]\n[body.motion.linear]\nvelocity = [1, 0, 0]\nposition = [0, 0, 5]");
    assert_eq!(first_vertex(&scene, 2.0) - first_vertex(&scene, 0.0), dvec3(2.0, 0.0, 0.0));
    assert_eq!(first_vertex(&scene, 0.0).z.abs(), 4.0);
}

#[test]
fn solid_or_surface() {
    let closed = "vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], \
                  triangles = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]";
    let open = "vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles = [[0, 1, 2]]";
    let shape = |body: &str| parse(body).bodies.remove(0).shape;
    assert!(matches!(shape(&format!("shape = {{ {closed} }}")), Shape::Polyhedron(_)));
    assert!(matches!(shape(&format!("shape = {{ {closed}, surface = true }}")), Shape::Mesh(_)));
    assert!(matches!(shape(&format!("shape = {{ {closed} }}\nsurface = true")), Shape::Mesh(_)));
    assert!(matches!(shape("shape = { box = [1, 1, 1] }\nsurface = true"), Shape::Mesh(_)));

    let scene = parse(&format!("shape = {{ {open} }}"));
    assert!(matches!(scene.bodies[0].shape, Shape::Mesh(_)));
    assert_eq!(scene.warnings.len(), 1);
    assert!(
        scene.warnings[0].starts_with("body \"a\": taken as a surface without an inside: "),
        "{:?}",
        scene.warnings
    );
    assert!(parse(&format!("shape = {{ {open} }}\nsurface = true")).warnings.is_empty());
    let grid = parse("shape = { grid = { size = [1, 1], cells = [2, 2] } }");
    assert!(matches!(grid.bodies[0].shape, Shape::Mesh(_)) && grid.warnings.is_empty(), "{:?}", grid.warnings);
}

/// A tetrahedron with separate vertices for each triangle, as some exporters write it.
#[test]
fn equal_corners_can_be_merged() {
    let corners = ["[0, 0, 0]", "[1, 0, 0]", "[0, 1, 0]", "[0, 0, 1]"];
    let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let vertices: Vec<&str> = faces.as_flattened().iter().map(|&corner| corners[corner]).collect();
    let shape =
        format!("vertices = [{}], triangles = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]", vertices.join(", "));
    let loose = parse(&format!("shape = {{ {shape} }}"));
    assert!(matches!(loose.bodies[0].shape, Shape::Mesh(_)));
    assert!(loose.warnings[0].ends_with("`merge = true` in the shape joins equal corners and closes it"));
    let merged = parse(&format!("shape = {{ {shape}, merge = true }}"));
    assert!(matches!(merged.bodies[0].shape, Shape::Polyhedron(_)));
    assert_eq!(merged.bodies[0].shape.mesh().unwrap().vertices().len(), 4);
    assert!(merged.warnings.is_empty(), "{:?}", merged.warnings);
}

#[test]
fn degenerate_triangles_are_warned_of() {
    let scene = parse(
        "shape = { vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [2, 0, 0]], triangles = [[0, 1, 2], [0, 1, 3]] }\n\
         surface = true",
    );
    assert_eq!(scene.warnings, ["body \"a\": 1 triangle has no area, the first is triangle 1"]);
}

#[test]
fn mesh_files_are_relative_to_the_scene() {
    let scene_text = "[span]\nend = 1\n[[body]]\nname = \"a\"\nshape = { mesh = \"parts/t.obj\", scale = 0.5 }\n\
                      [[body]]\nname = \"b\"\nshape = { mesh = \"parts/t.obj\" }\n";
    let folder = Folder::new("relative", &[("parts/t.obj", TETRAHEDRON_OBJ), ("scene.toml", scene_text)]);
    let scene = Scene::read(folder.file("scene.toml")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(scene.name, "scene");
    let size = |body: usize| scene.bodies[body].shape.mesh().unwrap().bounding_box();
    assert_eq!(size(0), [DVec3::ZERO, DVec3::splat(0.5)]);
    assert_eq!(size(1), [DVec3::ZERO, DVec3::ONE]);
    assert!(matches!(scene.bodies[0].shape, Shape::Polyhedron(_)));
}

#[test]
fn faults_of_mesh_files_name_both_places() {
    let folder = Folder::new("faulty", &[("bad.obj", "v 0 0 0\nv 1 0 zero\n")]);
    let text = |file: &str| format!("[span]\nend = 1\n[[body]]\nname = \"a\"\nshape = {{ mesh = \"{file}\" }}\n");
    let error = |file: &str| Scene::parse(&text(file), folder.file("scene.toml")).unwrap_err();
    let bad = error("bad.obj");
    assert_eq!(bad.faults()[0].place().unwrap().line, 5);
    assert_eq!(bad.faults()[0].place().unwrap().column, 18);
    assert!(bad.to_string().contains("bad.obj, line 2: "), "{bad}");
    assert!(error("missing.obj").to_string().contains("missing.obj"));
    assert!(error(".").faults()[0].message().starts_with("the mesh file \".\" cannot be used: "));
    assert!(error("").faults()[0].message().starts_with("the mesh file \"\" cannot be used: "));
}

/// The position of the point (1, 0, 0) at `time` under this motion.
fn corner(motion: &str, time: f64) -> DVec3 {
    let shape = "shape = { vertices = [[1, 0, 0], [0, 1, 0], [0, 0, 1]], triangles = [[0, 1, 2]] }\nsurface = true\n";
    first_vertex(&parse(&format!("{shape}motion = {{ {motion} }}")), time)
}

#[test]
fn motions_follow_their_closed_forms() {
    let quarter = "orientation = [0, 0, 0.7071067811865476, 0.7071067811865476]";
    let half = "orientation = [0, 0, 1, 0]";
    let turning = "angular_velocity = [0, 0, 1.5707963267948966]";
    let cases = [
        ("still = { position = [1, 2, 3] }".to_owned(), 1.5, dvec3(2.0, 2.0, 3.0)),
        // A quarter turn about z takes x to y.
        (format!("still = {{ {quarter} }}"), 0.0, DVec3::Y),
        ("linear = { position = [0, 0, 1], velocity = [0, 2, 0] }".into(), 1.5, dvec3(1.0, 3.0, 1.0)),
        ("ballistic = { velocity = [0, 0, 3], acceleration = [0, 4, -2] }".into(), 2.0, dvec3(1.0, 8.0, 2.0)),
        ("ballistic = { acceleration = [0, 0, -2] }".into(), 3.0, dvec3(1.0, 0.0, -9.0)),
        ("rigid = {}".into(), 1.0, DVec3::X),
        (format!("rigid = {{ velocity = [0, 0, 5], {turning} }}"), 1.0, dvec3(0.0, 1.0, 5.0)),
        (format!("rigid = {{ position = [7, 0, 0], {quarter}, {turning} }}"), 1.0, dvec3(6.0, 0.0, 0.0)),
        // A half turn about the axis through (1, 0), on which the point lies.
        (
            format!("screw = {{ from = {{}}, to = {{ position = [2, 0, 4], {half} }}, duration = 1 }}"),
            1.0,
            dvec3(1.0, 0.0, 4.0),
        ),
        (
            "screw = { axis = [0, 0, 9], point = [2, 0, 0], angle = 3.141592653589793, distance = 6, duration = 1 }"
                .into(),
            0.5,
            dvec3(2.0, -1.0, 3.0),
        ),
        // The default duration is the whole span, 2 s here.
        ("screw = { axis = [0, 0, 1], angle = 3.141592653589793 }".into(), 1.0, DVec3::Y),
        (r#"expression = ["x + t^2", "y", "z"]"#.into(), 3.0, dvec3(10.0, 0.0, 0.0)),
        (
            r#"expression = ["cos(w*t)", 'x*sin(w*t)', "a"], constants = { w = 0.5, a = 4 }"#.into(),
            2.0,
            dvec3(1.0_f64.cos(), 1.0_f64.sin(), 4.0),
        ),
        // Over [0, 2]: x from 1 to 5, and the quaternion from (0, 0, 0, 1) to (0, 0, 1, 1), a quarter turn.
        (
            "chebyshev = { position = [[3, 2], [0], [0]], orientation = [[0], [0], [0.5, 0.5], [1]] }".into(),
            2.0,
            dvec3(5.0, 1.0, 0.0),
        ),
        // T2 is 2x^2 - 1, with x = -1 at the start and 0 in the middle.
        ("chebyshev = { start = 0, end = 4, position = [[0], [0], [0, 0, 3]] }".into(), 2.0, dvec3(1.0, 0.0, -3.0)),
        (
            "piecewise = [{ start = 0, motion = { linear = { velocity = [1, 0, 0] } } }, \
             { start = 1, motion = { linear = { position = [1, 0, 0], velocity = [0, 1, 0] } } }]"
                .into(),
            1.5,
            dvec3(2.0, 0.5, 0.0),
        ),
    ];
    for (motion, time, place) in cases {
        let found = corner(&motion, time);
        assert!(found.distance(place) < 1e-14, "{motion} at {time}: {found}, expected {place}");
    }
}

#[test]
fn formulas_without_a_value_are_warned_of() {
    let shape = "shape = { box = [1, 1, 1] }\n";
    let scene = parse(&format!("{shape}motion = {{ expression = [\"x\", \"y\", \"sqrt(0.5 - t)\"] }}"));
    assert_eq!(scene.warnings.len(), 1, "{:?}", scene.warnings);
    assert!(scene.warnings[0].ends_with(" at 1 s of its motion"), "{:?}", scene.warnings);
}

#[test]
fn pieces_that_do_not_join_are_warned_of() {
    let pieces = |second: &str| {
        format!(
            "shape = {{ box = [1, 1, 1] }}\nmotion = {{ piecewise = [{{ start = 0, motion = {{ linear = {{ velocity = \
             [1, 0, 0] }} }} }}, \
             {{ start = 1, motion = {{ still = {{ position = [{second}, 0, 0] }} }} }}] }}"
        )
    };
    assert!(parse(&pieces("1")).warnings.is_empty());
    assert!(parse(&pieces("1.0000001")).warnings.is_empty());
    assert_eq!(parse(&pieces("3.5")).warnings, ["body \"a\": it jumps by 2.5 m at 1 s of its motion"]);
}

#[test]
fn deforming_bodies_go_through_their_frames() {
    let sheet = "shape = { vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles = [[0, 1, 2]] }\nsurface = true\n";
    let inline = parse(&format!(
        "{sheet}motion = {{ vertexwise = {{ times = [0, 2], scale = 10, \
         frames = [[[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 0, 4], [1, 0, 4], [0, 1, 4]]] }} }}"
    ));
    assert_eq!(first_vertex(&inline, 1.0), dvec3(0.0, 0.0, 20.0));
    let Placement::Points(points) = inline.bodies[0].motion.at(2.0) else { panic!("a deforming body has points") };
    assert_eq!(points[1], dvec3(10.0, 0.0, 40.0));

    let raised = SHEET_OBJ.replace("v 0 0 0", "v 0 0 8");
    let folder = Folder::new("frames", &[("one.obj", SHEET_OBJ), ("two.obj", &raised)]);
    let text = "[span]\nend = 2\n[[body]]\nname = \"a\"\nshape = { mesh = \"one.obj\" }\n\
                motion = { vertexwise = { times = [0, 2], frames = [\"one.obj\", \"two.obj\"] } }\n";
    let scene = accepted(text, folder.file("s.toml"));
    assert_eq!(first_vertex(&scene, 0.5), dvec3(0.0, 0.0, 2.0));
}

#[test]
fn a_scene_cannot_ask_for_any_number_of_triangles() {
    let body = |index| format!("[[body]]\nname = \"{index}\"\nshape = {{ sphere = {{ radius = 1, facets = 11 }} }}\n");
    let text = format!("[span]\nend = 1\n{}", body(0));
    let error = Scene::parse(&text, "a.toml").unwrap_err();
    assert_eq!(error.faults()[0].label(), "125829122 here, 67108864 left", "{error}");
}

#[test]
fn free_bodies_start_as_they_are_told() {
    let text = "dynamics = { gravity = [0, 0, -1.62], step = 0.02, accuracy = 1e-8 }\nspan = { start = 3, end = 5 }\n\
                [[body]]\nname = \"moon dust\"\nshape = { box = [1, 2, 3] }\nmaterial = { restitution = 0.1 }\n\
                dynamics = { free = { position = [1, 2, 3], orientation = [0, 0, 0.6, 0.8], velocity = [4, 5, 6], \
                angular_velocity = [7, 8, 9], mass = 2, inertia = [[1, 0.5, 0], [0.5, 2, 0], [0, 0, 2.5]] } }\n\
                [[body]]\nname = \"ground\"\nshape = { box = [9, 9, 1] }\n";
    let scene = accepted(text, "moon.toml");
    let dynamics = scene.dynamics.as_ref().unwrap();
    assert_eq!(dynamics.gravity, dvec3(0.0, 0.0, -1.62));
    assert_eq!((dynamics.step, dynamics.accuracy), (Some(0.02), Some(1e-8)));
    let heft = dynamics.matter[0].free.unwrap();
    assert_eq!((heft.weight, heft.centre), (Weight::Mass(2.0), None));
    let rows = glam::DMat3::from_cols_array(&[1.0, 0.5, 0.0, 0.5, 2.0, 0.0, 0.0, 0.0, 2.5]);
    assert_eq!(heft.inertia, Some(rows));
    assert_eq!(dynamics.matter[0].material, BodyMaterial { restitution: 0.1, ..BodyMaterial::default() });
    assert_eq!(dynamics.matter[1], BodyMatter::default());
    let Motion::Rigid(motion) = &scene.bodies[0].motion else { panic!("a state of motion") };
    assert_eq!((motion.velocity(), motion.angular_velocity()), (dvec3(4.0, 5.0, 6.0), dvec3(7.0, 8.0, 9.0)));
    assert_eq!(motion.start().translation(), dvec3(1.0, 2.0, 3.0));
    assert_eq!(scene.first_free().map(|body| body.name.as_str()), Some("moon dust"));
}

#[test]
fn a_free_body_alone_asks_for_dynamics() {
    let scene = parse("shape = { sphere = { radius = 1 } }\ndynamics = { free = {} }");
    let dynamics = scene.dynamics.unwrap();
    assert_eq!(dynamics, Dynamics::new(dvec3(0.0, 0.0, -9.81), dynamics.matter.clone()));
    assert_eq!(dynamics.matter[0].free.unwrap().weight, Weight::Density(1000.0));
    assert!(parse("shape = { box = [1, 1, 1] }\nmaterial = { friction = 0 }").dynamics.is_none());
    let disc = "shape = { grid = { size = [1, 1], cells = [2, 2] } }\n\
                dynamics.free = { mass = 1, centre = [0, 0, 0], inertia = [1, 1, 2] }";
    assert_eq!(parse(disc).dynamics.unwrap().matter[0].free.unwrap().centre, Some(DVec3::ZERO));
}
