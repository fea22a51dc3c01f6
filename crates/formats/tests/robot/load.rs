//! The search for mesh files.

use glam::dvec3;
use std::fs;
use std::path::PathBuf;
use tangency_formats::robot::{Robot, RobotOptions};
use tangency_geometry::Shape;

const TRIANGLE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

/// A separate folder for each test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("packages").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn read(folder: &std::path::Path, filename: &str, options: &RobotOptions) -> Result<Robot, String> {
    let text = format!(
        "<robot name='r'>\n<link name='arm'><collision><geometry>\n<mesh filename='{filename}' scale='2 2 2'/>\n\
         </geometry></collision></link></robot>"
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

/// Explicit package folders take precedence over discovered ones.
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

/// A tetrahedron in millimetres, mirrored by its scale as for left and right arms: still a solid, without warnings.
#[test]
fn meshes_may_be_collada_and_mirrored() {
    let root = folder("collada");
    let dae = "<COLLADA version='1.4.1'><asset><unit meter='0.001'/><up_axis>Z_UP</up_axis></asset>
        <library_geometries><geometry id='g'><mesh>
          <source id='p'><float_array id='f' count='12'>0 0 0 100 0 0 0 200 0 0 0 300</float_array>
            <technique_common><accessor source='#f' count='4' stride='3'/></technique_common></source>
          <vertices id='v'><input semantic='POSITION' source='#p'/></vertices>
          <triangles count='4'><input semantic='VERTEX' source='#v' offset='0'/><p>0 2 1 0 1 3 0 3 2 1 2 3</p>\
          </triangles>
        </mesh></geometry></library_geometries>
        <library_visual_scenes><visual_scene id='s'><node><instance_geometry url='#g'/></node></visual_scene>\
        </library_visual_scenes>
        <scene><instance_visual_scene url='#s'/></scene></COLLADA>";
    fs::write(root.join("arm.dae"), dae).unwrap();
    let urdf = "<robot name='r'><link name='arm'><collision><geometry><mesh filename='arm.dae' scale='2 -1 1'/>\
                </geometry></collision></link></robot>";
    fs::write(root.join("mirrored.urdf"), urdf).unwrap();
    let robot = Robot::read(root.join("mirrored.urdf"), &none()).unwrap();
    let Shape::Polyhedron(solid) = &robot.parts[0].solid.shape else { panic!("a surface") };
    let [lower, upper] = solid.mesh().bounding_box();
    assert!(lower.distance(dvec3(0.0, -0.2, 0.0)) < 1e-15 && upper.distance(dvec3(0.2, 0.0, 0.3)) < 1e-15);
    assert!((solid.mass().volume - 0.2 * 0.2 * 0.3 / 6.0).abs() < 1e-15);
    assert_eq!(robot.warnings, Vec::<String>::new());
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
    refused("arm.dae", "arm.dae: found 0 vertices and no face");
    refused("https://arm.org/arm.obj", "https:// is not read");
    refused("broken.obj", "line 1: found `zero`");
}

/// The folders above are searched for a file in the working folder, too.
#[test]
fn a_file_in_the_working_folder_has_folders_above() {
    let text = "<robot name='r'><link name='a'><collision><geometry><mesh filename='package://none/a.stl'/></geometry>
        </collision></link></robot>";
    let error = Robot::parse(text, "r.urdf", &RobotOptions::default()).unwrap_err().to_string();
    let here = std::env::current_dir().unwrap();
    assert!(error.contains(&format!("neither in {} nor", here.display())), "{error}");
    assert!(error.contains("--package none=FOLDER") && error.contains("--skip-link a"), "{error}");
}
