//! Units of length. Reference: the same scene written in metres. The millimetres are exact doubles,
//! so that their quotients are the doubles nearest to the decimals in metres, and both scenes are equal.

use super::acceptance::Folder;
use super::*;

const MILLIMETRES: &str = r#"
units = "mm"
span = { end = 2 }
query = { tolerance = 0.015625, separation = 0.375, spacing = 7, simultaneity = 0.25 }

[[body]]
name = "box"
shape = { box = [100, 300, 7] }
motion = { still = { position = [1, 2, 3.5], orientation = [0, 0, 0.6, 0.8] } }

[[body]]
name = "capsule"
shape = { capsule = { radius = 1.75, length = 33 } }
motion = { linear = { position = [1, 2, 3.5], velocity = [0, 0, -4.5] } }

[[body]]
name = "rounded"
shape = { cone = { radius = 1.75, height = 33 }, rounding = 0.375 }
motion = { rigid = { position = [1, 2, 3.5], velocity = [0, 0, -4.5], angular_velocity = [0, 3, 0] } }

[[body]]
name = "egg"
shape = { ellipsoid = { radii = [1, 2, 3.5] } }
motion = { ballistic = { position = [1, 2, 3.5], velocity = [0, 0, -4.5], acceleration = [0, 0, -9810] } }

[[body]]
name = "screwed"
shape = { prism = { radius = 1.75, height = 33 } }
motion = { screw = { position = [1, 2, 3.5], axis = [0, 0, 1], point = [7, 0, 0], angle = 1.5, distance = 3.5 } }

[[body]]
name = "series"
shape = { torus = { radius = 9.5, tube = 1.5 } }
motion = { chebyshev = { position = [[3, 2, 0.125], [18], [0, 1]], orientation = [[0], [0], [0.5, 0.5], [1]] } }

[[body]]
name = "bracket"
shape = { l_extrusion = { width = 10, height = 20, thickness = 1.25, depth = 5 } }
motion = { poses = { list = [{ time = 0, position = [1, 2, 3.5] }, { time = 1, position = [4, 2, 3.5] }] } }

[[body]]
name = "tracked"
shape = { wedge = { width = 2, height = 1.25, depth = 1 } }
motion = { poses = { file = "millimetres.csv" } }

[[body]]
name = "part"
shape = { mesh = "millimetres.obj" }

[[body]]
name = "hull"
shape = { hull = { file = "millimetres.obj" } }

[[body]]
name = "points"
shape = { hull = { points = [[0, 0, 0], [3.5, 0, 0], [0, 7, 0], [0, 0, 1.875]] } }

[[body]]
name = "written"
shape = { vertices = [[0, 0, 0], [3.5, 0, 0], [0, 7, 0]], triangles = [[0, 1, 2]] }
motion = { vertexwise = { frames = [[[0, 0, 0], [3.5, 0, 0], [0, 7, 0]], [[0, 0, 1], [3.5, 0, 1], [0, 7, 1]]] } }

[[body]]
name = "floor"
shape = { half_space = { normal = [0, 0, 1], offset = -30.5 } }

[[body]]
name = "ground"
shape = { height_map = { cell = [5, 7], rows = [[0, 1.25], [2.25, 3]], height_offset = 0.75 } }

[[body]]
name = "knot"
shape = { torus_knot = { size = 3.5 } }

[[body]]
name = "bead"
shape = { difference = [
    { sphere = { radius = 10 } },
    { cylinder = { radius = 2.5, height = 40 }, position = [0.125, 0, 0] },
    { superquadric = { radii = [4, 3, 1.25], exponents = [4, 4] } },
] }

[[body]]
name = "blob"
shape = { metaballs = [{ centre = [0, 0, 0.375], radius = 5 }] }

[[body]]
name = "hammer"
shape = { compound = [{ shape = { grid = { size = [10, 7], cells = [1, 1] } }, position = [1, 2, 3.5] }] }
"#;

const METRES: &str = r#"
span = { end = 2 }
query = { tolerance = 1.5625e-5, separation = 3.75e-4, spacing = 7e-3, simultaneity = 0.25 }

[[body]]
name = "box"
shape = { box = [0.1, 0.3, 0.007] }
motion = { still = { position = [0.001, 0.002, 0.0035], orientation = [0, 0, 0.6, 0.8] } }

[[body]]
name = "capsule"
shape = { capsule = { radius = 0.00175, length = 0.033 } }
motion = { linear = { position = [0.001, 0.002, 0.0035], velocity = [0, 0, -0.0045] } }

[[body]]
name = "rounded"
shape = { cone = { radius = 0.00175, height = 0.033 }, rounding = 0.000375 }
motion = { rigid = { position = [0.001, 0.002, 0.0035], velocity = [0, 0, -0.0045], angular_velocity = [0, 3, 0] } }

[[body]]
name = "egg"
shape = { ellipsoid = { radii = [0.001, 0.002, 0.0035] } }
motion = { ballistic = { position = [0.001, 0.002, 0.0035], velocity = [0, 0, -0.0045], acceleration = [0, 0, -9.81] } }

[[body]]
name = "screwed"
shape = { prism = { radius = 0.00175, height = 0.033 } }
motion = { screw = { position = [0.001, 0.002, 0.0035], axis = [0, 0, 1], point = [0.007, 0, 0], angle = 1.5, distance = 0.0035 } }

[[body]]
name = "series"
shape = { torus = { radius = 0.0095, tube = 0.0015 } }
motion = { chebyshev = { position = [[0.003, 0.002, 0.000125], [0.018], [0, 0.001]], orientation = [[0], [0], [0.5, 0.5], [1]] } }

[[body]]
name = "bracket"
shape = { l_extrusion = { width = 0.01, height = 0.02, thickness = 0.00125, depth = 0.005 } }
motion = { poses = { list = [{ time = 0, position = [0.001, 0.002, 0.0035] }, { time = 1, position = [0.004, 0.002, 0.0035] }] } }

[[body]]
name = "tracked"
shape = { wedge = { width = 0.002, height = 0.00125, depth = 0.001 } }
motion = { poses = { file = "metres.csv" } }

[[body]]
name = "part"
shape = { mesh = "metres.obj" }

[[body]]
name = "hull"
shape = { hull = { file = "metres.obj" } }

[[body]]
name = "points"
shape = { hull = { points = [[0, 0, 0], [0.0035, 0, 0], [0, 0.007, 0], [0, 0, 0.001875]] } }

[[body]]
name = "written"
shape = { vertices = [[0, 0, 0], [0.0035, 0, 0], [0, 0.007, 0]], triangles = [[0, 1, 2]] }
motion = { vertexwise = { frames = [[[0, 0, 0], [0.0035, 0, 0], [0, 0.007, 0]], [[0, 0, 0.001], [0.0035, 0, 0.001], [0, 0.007, 0.001]]] } }

[[body]]
name = "floor"
shape = { half_space = { normal = [0, 0, 1], offset = -0.0305 } }

[[body]]
name = "ground"
shape = { height_map = { cell = [0.005, 0.007], rows = [[0, 0.00125], [0.00225, 0.003]], height_offset = 0.00075 } }

[[body]]
name = "knot"
shape = { torus_knot = { size = 0.0035 } }

[[body]]
name = "bead"
shape = { difference = [
    { sphere = { radius = 0.01 } },
    { cylinder = { radius = 0.0025, height = 0.04 }, position = [0.000125, 0, 0] },
    { superquadric = { radii = [0.004, 0.003, 0.00125], exponents = [4, 4] } },
] }

[[body]]
name = "blob"
shape = { metaballs = [{ centre = [0, 0, 0.000375], radius = 0.005 }] }

[[body]]
name = "hammer"
shape = { compound = [{ shape = { grid = { size = [0.01, 0.007], cells = [1, 1] } }, position = [0.001, 0.002, 0.0035] }] }
"#;

#[test]
fn a_scene_in_millimetres_is_the_scene_in_metres() {
    let files = [
        ("millimetres.obj", "v 0 0 0\nv 1.25 0 0\nv 0 3.5 0\nv 0 0 7\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"),
        ("metres.obj", "v 0 0 0\nv 0.00125 0 0\nv 0 0.0035 0\nv 0 0 0.007\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"),
        ("millimetres.csv", "time,x,y,z\n0,0,0,1.25\n1,3.5,0,0\n"),
        ("metres.csv", "time,x,y,z\n0,0,0,0.00125\n1,0.0035,0,0\n"),
    ];
    let folder = Folder::new("units", &files);
    let [small, large] = [MILLIMETRES, METRES]
        .map(|text| Scene::parse(text, folder.file("scene.toml")).unwrap_or_else(|error| panic!("{error}")));
    assert_eq!(small.query, large.query);
    assert_eq!(small.bodies.len(), large.bodies.len());
    for (a, b) in small.bodies.iter().zip(&large.bodies) {
        assert_eq!(a.motion, b.motion, "{}", a.name);
        assert!(a.shape == b.shape, "{}: {:?} is not {:?}", a.name, a.shape, b.shape);
    }
}

#[test]
fn free_bodies_fall_by_millimetres() {
    let text = |units: &str, gravity: &str, radius: &str, place: &str| {
        format!(
            "{units}\nspan = {{ end = 1 }}\ndynamics = {{ gravity = [0, 0, {gravity}] }}\n[[body]]\nname = \"a\"\n\
             shape = {{ sphere = {{ radius = {radius} }} }}\n\
             dynamics = {{ free = {{ position = [0, 0, {place}], velocity = [{place}, 0, 0], mass = 1, centre = [0, {place}, 0], inertia = [1, 1, 1] }} }}\n"
        )
    };
    let small = Scene::parse(&text("units = \"mm\"", "-1620", "3.5", "0.75"), "a.toml").unwrap();
    let large = Scene::parse(&text("", "-1.62", "0.0035", "0.00075"), "a.toml").unwrap();
    assert_eq!(small.dynamics, large.dynamics);
    assert_eq!(format!("{:?}", small.bodies), format!("{:?}", large.bodies));
    // The default is the gravity of the earth, whatever the unit.
    let earth = |units: &str| {
        let text = text(units, "0", "1", "0").replace("dynamics = { gravity = [0, 0, 0] }\n", "");
        Scene::parse(&text, "a.toml").unwrap().dynamics.unwrap().gravity
    };
    assert_eq!(earth("units = \"in\""), earth(""));
}

#[test]
fn what_units_cannot_convert_is_refused() {
    let text =
        |units: &str, body: &str| format!("units = {units}\nspan = {{ end = 1 }}\n[[body]]\nname = \"a\"\n{body}\n");
    let refusal = |text: &str| Scene::parse(text, "a.toml").unwrap_err().to_string();
    let unknown = refusal(&text("\"mile\"", "shape = { box = [1, 1, 1] }"));
    assert!(unknown.contains("`units` must be \"m\", \"cm\", \"mm\""), "{unknown}");
    let body = "shape = { implicit = \"x^2 + y^2 + z^2 - 1\", box = [[-2, -2, -2], [2, 2, 2]] }";
    let formula = refusal(&text("\"mm\"", body));
    assert!(formula.contains("formulas are in metres"), "{formula}");
    Scene::parse(&text("\"m\"", body), "a.toml").unwrap();
}

#[test]
fn colours_are_read_or_refused() {
    let scene = |color: &str| {
        let text =
            format!("span = {{ end = 1 }}\n[[body]]\nname = \"a\"\nshape = {{ box = [1, 1, 1] }}\ncolor = {color}\n");
        Scene::parse(&text, "a.toml")
    };
    assert_eq!(scene("\"#1a7F37\"").unwrap().bodies[0].color, Some([0x1a, 0x7f, 0x37]));
    for wrong in ["\"red\"", "\"#12345\"", "\"#12345g\"", "\"#+12345\"", "7"] {
        let error = scene(wrong).unwrap_err().to_string();
        assert!(error.contains("`color` must be"), "{wrong}: {error}");
    }
}
