//! Motions through poses, and the forms of an orientation.
//!
//! Reference: the poses in the text, and closed forms between them.

use super::acceptance::Folder;
use super::*;
use glam::{DQuat, DVec3, dvec3};

fn scene(motion: &str) -> Scene {
    let text =
        format!("span = {{ end = 10 }}\n[[body]]\nname = \"a\"\nshape = {{ box = [1, 1, 1] }}\nmotion = {motion}\n");
    accepted(&text, "a.toml")
}

/// The position of a point of the first body.
fn place(scene: &Scene, time: f64, local: DVec3) -> DVec3 {
    scene.bodies[0].motion.at(time).point(0, local)
}

fn near(a: DVec3, b: DVec3) {
    assert!(a.distance(b) < 1e-14 * (1.0 + b.length()), "{a} is not {b}");
}

#[test]
fn a_list_is_passed_in_its_order_and_stands_at_both_ends() {
    let scene = scene(
        "{ poses = { list = [
            { time = 1, position = [1, 2, 3] },
            { time = 3, position = [5, 2, 3], orientation = { axis = [0, 0, 2], degrees = 60 } },
            { time = 4, position = [5, 2, 3], orientation = { axis = [0, 0, 2], degrees = 60 } },
        ] } }",
    );
    assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
    let turned = |angle: f64| DQuat::from_rotation_z(angle.to_radians()) * DVec3::X;
    near(place(&scene, 0.0, DVec3::X), dvec3(2.0, 2.0, 3.0));
    near(place(&scene, 1.0, DVec3::X), dvec3(2.0, 2.0, 3.0));
    // Half-way: the middle of the line, half of the angle.
    near(place(&scene, 2.0, DVec3::X), dvec3(3.0, 2.0, 3.0) + turned(30.0));
    near(place(&scene, 3.0, DVec3::X), dvec3(5.0, 2.0, 3.0) + turned(60.0));
    near(place(&scene, 9.0, DVec3::X), dvec3(5.0, 2.0, 3.0) + turned(60.0));
    assert!(scene.bodies[0].motion.between_jumps(Interval::between(0.0, 10.0)).is_none(), "the pieces join");
}

#[test]
fn a_screw_leaves_the_straight_line() {
    // A quarter turn about the axis through (1, 0, 0), from the origin to (1, -1, 0).
    let list =
        "list = [{ time = 0 }, { time = 2, position = [1, -1, 0], orientation = { axis = [0, 0, 1], degrees = 90 } }]";
    let (straight, screw) = (
        scene(&format!("{{ poses = {{ {list} }} }}")),
        scene(&format!("{{ poses = {{ {list}, between = \"screw\" }} }}")),
    );
    near(place(&straight, 1.0, DVec3::ZERO), dvec3(0.5, -0.5, 0.0));
    let eighth = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_4);
    near(place(&screw, 1.0, DVec3::ZERO), DVec3::X + eighth * DVec3::NEG_X);
}

#[test]
fn files_with_and_without_orientation() {
    let rows = [
        "time,x,y,z\n0,0,0,0\n10,10,0,0\n",
        "# exported\nx;y;z;t;qx;qy;qz;qw\n0;0;0;0;0;0;0;1\n\n10;0;0;10;0;0;0.7071;-0.7071\n",
        "time, x, y, z, roll, pitch, yaw\n0, 0, 0, 0, 0, 0, 0\n10, 10, 0, 0, 0, 0, -1.5707963267948966\n",
        "time\tx\ty\tz\troll_degrees\tpitch_degrees\tyaw_degrees\n0\t0\t0\t0\t0\t0\t0\n10\t10\t0\t0\t0\t0\t-90\n",
    ];
    for (index, text) in rows.into_iter().enumerate() {
        let folder = Folder::new(&format!("poses-{index}"), &[("way.csv", text)]);
        let text = "span = { end = 10 }\n[[body]]\nname = \"a\"\nshape = { box = [1, 1, 1] }\n\
                    motion = { poses = { file = \"way.csv\" } }\n";
        let scene = accepted(text, folder.file("a.toml"));
        assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
        let turn = if index == 0 { 0.0 } else { -std::f64::consts::FRAC_PI_4 };
        near(place(&scene, 5.0, DVec3::X), dvec3(5.0, 0.0, 0.0) + DQuat::from_rotation_z(turn) * DVec3::X);
    }
}

#[test]
fn faults_of_files() {
    let cases = [
        ("", "the file of poses is empty"),
        ("time,x,y,z\n", "has a header but no row"),
        ("time,x,y\n0,0,0\n", "no column for z"),
        ("x,y,z\n0,0,0\n", "0 time columns"),
        ("time,x,y,z,qx,qy,qz\n0,0,0,0,0,0,0\n", "no column for qw"),
        ("time,x,y,z,rol\n0,0,0,0,0\n", "did you mean \"roll\"?"),
        ("time,x,y,z\n0,0,0,0\n0,1,0,0\n", "is not later than"),
        ("time,x,y,z\n0,0,0,nan\n", "\"z\" is NaN"),
        ("time;x;y;z\n0;0,5;0;0\n", "write a decimal point, not a comma"),
        ("time,x,y,z\n0,0,0,5,0,0,0,0\n", "decimal commas"),
        ("time,x,y,z,qx,qy,qz,qw\n0,0,0,0,0,0,0,2\n", "the orientation has length 2"),
        ("time,x,y,z,qx,qy,qz,qw,roll,pitch,yaw\n0,0,0,0,0,0,0,1,0,0,0\n", "orientation more than once"),
        ("0,0,0,0\n1,0,0,0\n", "the first line must be a header"),
    ];
    for (index, (csv, says)) in cases.into_iter().enumerate() {
        let folder = Folder::new(&format!("pose-faults-{index}"), &[("way.csv", csv)]);
        let text = "span = { end = 10 }\n[[body]]\nname = \"a\"\nshape = { box = [1, 1, 1] }\n\
                    motion = { poses = { file = \"way.csv\" } }\n";
        let error = Scene::parse(text, folder.file("a.toml")).unwrap_err().to_string();
        assert!(error.contains(says) && error.contains("way.csv"), "{csv:?}: {error}");
    }
}

#[test]
fn what_is_probably_a_mistake_is_warned_of() {
    let half_turn =
        scene("{ poses = { list = [{ time = 0 }, { time = 1, orientation = { axis = [0, 1, 0], degrees = 179 } }] } }");
    assert!(half_turn.warnings[0].contains("turns by 179.0° from 0 s to 1 s"), "{:?}", half_turn.warnings);
    let folder = Folder::new("pose-degrees", &[("way.csv", "t,x,y,z,roll,pitch,yaw\n0,0,0,0,0,0,0\n1,0,0,0,0,0,45\n")]);
    let text = "span = { end = 10 }\n[[body]]\nname = \"a\"\nshape = { box = [1, 1, 1] }\n\
                motion = { poses = { file = \"way.csv\" } }\n";
    let scene = accepted(text, folder.file("a.toml"));
    assert!(scene.warnings[0].contains("`_degrees`"), "{:?}", scene.warnings);
}

#[test]
fn forms_of_an_orientation_agree() {
    let forms = [
        "{ axis = [0, 0, 3], degrees = 90 }",
        "{ axis = [0, 0, -1e-200], radians = -1.5707963267948966 }",
        "{ roll_pitch_yaw_degrees = [0, 0, 90] }",
        "{ roll_pitch_yaw = [0, 0, 1.5707963267948966] }",
        "[0, 0, 0.7071067811865476, 0.7071067811865476]",
    ];
    for form in forms {
        let scene = scene(&format!("{{ still = {{ orientation = {form} }} }}"));
        near(place(&scene, 0.0, dvec3(1.0, 2.0, 3.0)), dvec3(-2.0, 1.0, 3.0));
    }
    // Roll first, yaw last, about fixed axes.
    let scene = scene("{ still = { orientation = { roll_pitch_yaw_degrees = [90, 0, 90] } } }");
    near(place(&scene, 0.0, DVec3::Y), DVec3::Z);
    near(place(&scene, 0.0, DVec3::X), DVec3::Y);
}
