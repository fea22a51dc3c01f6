//! Where mesh files are looked for.

use std::fs;
use std::path::PathBuf;
use tangency_formats::robot::{Robot, RobotOptions};

const TRIANGLE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

/// A folder of its own for every test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("packages").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn read(folder: &std::path::Path, filename: &str, options: &RobotOptions) -> Result<Robot, String> {
    let text = format!(
        "<robot name='r'>\n<link name='arm'><collision><geometry>\n<mesh filename='{filename}' scale='2 2 2'/>\n</geometry></collision></link></robot>"
    );
    let path = folder.join("robot.urdf");
    fs::write(&path, text).unwrap();
    Robot::read(&path, options).map_err(|error| error.to_string())
}

fn none() -> RobotOptions {
    RobotOptions::default()
}

#[test]
fn beside_and_above() {
    let root = folder("beside_and_above");
    let inner = root.join("my_robot/description/urdf");
    fs::create_dir_all(&inner).unwrap();
    fs::create_dir_all(root.join("my_robot/description/meshes")).unwrap();
    fs::write(root.join("my_robot/description/meshes/arm.obj"), TRIANGLE).unwrap();
    fs::write(root.join("my_robot/description/package.xml"), "<package><name> arm_package </name></package>").unwrap();
    for filename in [
        "../meshes/arm.obj",
        "package://meshes/arm.obj",
        "package://description/meshes/arm.obj",
        "package://my_robot/description/meshes/arm.obj",
        "package://arm_package/meshes/arm.obj",
        "model://description/meshes/arm.obj",
        &format!("file://{}", root.join("my_robot/description/meshes/arm.obj").display()),
    ] {
        let robot = read(&inner, filename, &none()).unwrap_or_else(|error| panic!("{filename}: {error}"));
        assert_eq!(robot.parts[0].solid.shape.mesh().unwrap().vertices()[1].x, 2.0, "scaled");
        assert!(robot.warnings.iter().any(|warning| warning.contains("not closed")));
    }
}

/// What is said goes before what is found.
#[test]
fn packages_that_are_named() {
    let root = folder("named");
    for (place, x) in [("elsewhere", 7), ("arm", 1)] {
        fs::create_dir_all(root.join(place)).unwrap();
        fs::write(root.join(place).join("arm.obj"), TRIANGLE.replace("v 1", &format!("v {x}"))).unwrap();
    }
    let first = |options: &RobotOptions| {
        read(&root, "package://arm/arm.obj", options).unwrap().parts[0].solid.shape.mesh().unwrap().vertices()[1].x
    };
    assert_eq!(first(&none()), 2.0);
    let packages = vec![("arm".to_owned(), root.join("elsewhere"))];
    assert_eq!(first(&RobotOptions { packages, ..none() }), 14.0);
}

#[test]
fn what_is_not_there_is_told() {
    let root = folder("missing");
    fs::write(root.join("arm.dae"), "<COLLADA/>").unwrap();
    fs::write(root.join("broken.obj"), "v 0 0 zero\n").unwrap();
    let refused = |filename: &str, words: &str| {
        let error = read(&root, filename, &none()).unwrap_err();
        assert!(error.contains(words) && error.contains("robot.urdf:3:1"), "{error}");
        assert!(error.contains("the shape of \"arm\" cannot be used"), "{error}");
    };
    refused("package://arm/arm.obj", "say where it is (--package arm=FOLDER)");
    refused("package://arm.obj", "package://NAME/PATH");
    refused("arm.obj", "arm.obj: ");
    refused("arm.dae", "COLLADA files (.dae) are not read: export the collision mesh as OBJ, STL, PLY or glTF");
    refused("https://arm.org/arm.obj", "https:// is not read");
    refused("broken.obj", "line 1: found `zero`");
}
