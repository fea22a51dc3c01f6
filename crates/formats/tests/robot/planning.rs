//! Planning scenes and requests: content and refusals.

use crate::assert_told;
use glam::dvec3;
use tangency_formats::TextFileError;
use tangency_formats::robot::{Request, RobotWorld, RobotWorldOptions, Urdf};
use tangency_geometry::{Convex, HalfSpace, Motion, Shape};

fn parse(text: &str) -> Result<RobotWorld, TextFileError> {
    RobotWorld::parse(text, "w.yaml", &RobotWorldOptions { packages: &[], root: "base" })
}

fn object(lines: &str) -> String {
    format!("world:\n  collision_objects:\n  - id: thing\n{lines}")
}

#[test]
fn objects_of_every_kind() {
    let text = "
allowed_collision_matrix:
  entry_names: [hand, shelf, cup]
  entry_values: [[true, false, true], [false, true, true], {enabled: [true, true, false]}]
world:
  collision_objects:
    - id: shelf
      header: {frame_id: /base}
      pose: {position: [1, 0, 0], orientation: [0, 0, 1, 0]}
      primitives:
        - {type: box, dimensions: [1, 2, 3]}
        - {type: sphere, dimensions: [0.5]}
      primitive_poses:
        - {position: [0, 0, 1]}
        - {position: [2, 0, 0], orientation: [0, 0, 0, 1]}
    - id: \"sheet\"
      meshes:
        - vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
          triangles: [[0, 1, 2]]
robot_state: {attached_collision_objects: []}
fixed_frame_transforms: [{child_frame_id: world, transform: {rotation: [0, 0, 0, 1], translation: [0, 0, 0]}}]
";
    let world = parse(text).unwrap();
    let names: Vec<&str> = world.obstacles.iter().map(|obstacle| obstacle.name.as_str()).collect();
    assert_eq!(names, ["shelf#1", "shelf#2", "sheet"]);
    let Motion::Still(pose) = world.obstacles[1].motion else { panic!("it stands") };
    // Two metres ahead of a frame at x = 1 that is rotated by a half turn.
    assert!(pose.translation().distance(dvec3(-1.0, 0.0, 0.0)) < 1e-15);
    // The composition of the two poses is rounded.
    let ball = &world.obstacles[1].solid;
    assert_eq!(ball.shape, Convex::sphere(0.5).unwrap().into());
    assert!(ball.radius > 0.0 && ball.radius < 1e-12 && ball.excess == 2.0 * ball.radius);
    assert!(matches!(world.obstacles[2].solid.shape, Shape::Mesh(_)));
    assert_eq!(world.allowed, [["hand", "cup"], ["shelf", "cup"]].map(|pair| pair.map(String::from)));
}

/// The side of a plane where a·x + b·y + c·z + d is negative is solid, wherever its poses put it.
#[test]
fn planes_are_half_spaces() {
    let planes = "    planes: [{coef: [0, 0, 1, 0]}, {coef: [0, 3, 4, -10]}]\n";
    let world = parse(&object(planes)).unwrap();
    let names: Vec<&str> = world.obstacles.iter().map(|obstacle| obstacle.name.as_str()).collect();
    assert_eq!(names, ["thing#1", "thing#2"]);
    assert_eq!(world.warnings.len(), 1);
    assert!(world.warnings[0].starts_with("object \"thing\" is a plane: the side away from its normal"));
    let [floor, slope] = [0, 1].map(|index| &world.obstacles[index].solid);
    assert_eq!((&floor.shape, floor.radius, floor.excess), (&Shape::HalfSpace(HalfSpace::BELOW), 0.0, 0.0));
    // The plane 0.6·y + 0.8·z = 2. Its direction is rounded.
    let Shape::HalfSpace(half_space) = &slope.shape else { panic!("{slope:?}") };
    for (point, height) in [(dvec3(7.0, 0.0, 0.0), -2.0), (dvec3(0.0, 2.0, 1.0), 0.0), (dvec3(-1.0, 5.0, 5.0), 5.0)] {
        assert!((half_space.height(point) - height).abs() < 1e-14, "{point}");
    }
    assert!(slope.radius > 0.0 && slope.radius < 1e-9 && slope.excess == 2.0 * slope.radius, "{slope:?}");
    // Half a turn about x, 3 m up: the solid is above z = 3.
    let moved = format!("{planes}    plane_poses: [{{position: [0, 0, 3], orientation: [1, 0, 0, 0]}}, {{}}]\n");
    let world = parse(&object(&moved)).unwrap();
    let Motion::Still(pose) = world.obstacles[0].motion else { panic!("it stands") };
    let Shape::HalfSpace(floor) = &world.obstacles[0].solid.shape else { panic!("a half-space") };
    let ceiling = floor.placed(&pose);
    assert_eq!([5.0, 3.0, 1.0].map(|z| ceiling.height(dvec3(4.0, -2.0, z))), [-2.0, 0.0, 2.0]);
}

#[test]
fn what_is_refused() {
    let refused = |text: &str, place: Option<[usize; 2]>, words: &[&str]| {
        assert_told(&parse(text).unwrap_err(), place, words);
    };
    let shape = |primitive: &str| object(&format!("    primitives: [{primitive}]\n"));
    refused("", None, &["the file is empty"]);
    refused("world: [", Some([1, 9]), &["not YAML"]);
    refused("wrld: {}", Some([1, 1]), &["the planning scene has no \"world\"", "there is a key \"wrld\""]);
    refused("world: 3", Some([1, 8]), &["the world is \"3\"", "a mapping"]);
    refused("a: &x 1\nworld: *x", Some([2, 8]), &["aliases are not read"]);
    refused("world: {}\n---\nworld: {}", Some([3, 1]), &["second document"]);
    refused(&object(""), Some([3, 5]), &["object \"thing\" has no shape"]);
    refused(&shape("{type: box}"), Some([4, 18]), &["a primitive has no \"dimensions\""]);
    refused(&shape("{type: box, dimensions: [1, 2]}"), Some([4, 42]), &["has 2 numbers", "expected 3"]);
    refused(&shape("{type: box, dimensions: [1, 2, -1]}"), Some([4, 42]), &["the length -1"]);
    refused(&shape("{type: box, dimensions: [1, .nan, 1]}"), Some([4, 46]), &["\".nan\"", "a finite number"]);
    refused(
        &shape("{type: torus, dimensions: [1]}"),
        Some([4, 25]),
        &["type \"torus\"", "box, sphere, cylinder or cone"],
    );
    refused(
        &object("    planes: [{coef: [0, 0, 1, 0]}]\n    plane_poses: [{}, {}]\n"),
        Some([5, 18]),
        &["1 planes, but 2 plane_poses"],
    );
    refused(&object("    planes: [{coef: [0, 0, 0, 1]}]\n"), Some([4, 21]), &["no length", "[0, 0, 1, 0]"]);
    refused(&object("    planes: [{coef: [0, 0, 1]}]\n"), Some([4, 21]), &["has 3 numbers", "expected 4"]);
    refused(&object("    planes: [{normal: [0, 0, 1]}]\n"), Some([4, 14]), &["a plane has no \"coef\""]);
    refused(
        &object("    primitives: [{type: sphere, dimensions: [1]}]\n    primitive_poses: [{}, {}]\n"),
        Some([5, 22]),
        &["1 primitives, but 2 primitive_poses"],
    );
    refused(
        &object(
            "    primitives: [{type: sphere, dimensions: [1]}]\n    primitive_poses: [{orientation: [0, 0, 0, 2]}]\n",
        ),
        Some([5, 23]),
        &["has length 2"],
    );
    refused(
        &object("    header: {frame_id: camera}\n    primitives: [{type: sphere, dimensions: [1]}]\n"),
        Some([4, 24]),
        &["the frame \"camera\"", "expected \"world\" or \"base\""],
    );
    let attached = |object: &str| format!("world: {{}}\nrobot_state:\n  attached_collision_objects: [{object}]\n");
    refused(&attached("{link_name: hand}"), Some([3, 32]), &["an attached object has no \"object\""]);
    let cup = "{link_name: hand, object: {id: cup, header: {frame_id: world}}}";
    refused(&attached(cup), Some([3, 87]), &["\"cup\" is given in the frame \"world\"", "expected frame_id \"hand\""]);
    let removed = "{link_name: hand, object: {id: cup, header: {frame_id: hand}, operation: 1}}";
    refused(&attached(removed), Some([3, 105]), &["changed or removed"]);
    let empty = "{link_name: hand, object: {id: cup, header: {frame_id: hand}}}";
    refused(&attached(empty), Some([3, 58]), &["object \"cup\" has no shape"]);
    refused(
        "world: {}\nfixed_frame_transforms: [{transform: {translation: [1, 0, 0]}}]\n",
        Some([2, 38]),
        &["elsewhere than the world's origin"],
    );
    refused(
        "world: {}\nallowed_collision_matrix: {entry_names: [a, b], entry_values: [[true, true]]}\n",
        Some([2, 27]),
        &["1 entries for 2 names"],
    );
    refused(&object("    meshes: [{resource: 'package://p/cup.dae'}]\n"), Some([4, 14]), &["package \"p\""]);
    refused(
        &object("    meshes: [{vertices: [[0, 0, 0]], triangles: [[0, 0, 1]]}]\n"),
        Some([4, 14]),
        &["names vertex 1"],
    );
    refused(&format!("world: {}", "[".repeat(100)), Some([1, 71]), &["nested too deeply"]);
}

#[test]
fn requests_become_segments() {
    let text = "
group_name: arm
start_state:
  joint_state: {name: [hinge, slide, unknown], position: [0.5, 1, 7]}
  multi_dof_joint_state: {transforms: [{translation: [0, 0, 0], rotation: [0, 0, 0, 1]}]}
goal_constraints:
  - joint_constraints: [{joint_name: hinge, position: 1.5}]
";
    let request = Request::parse(text, "q.yaml").unwrap();
    assert_eq!((request.group.as_str(), request.goal[0].1), ("arm", 1.5));
    let robot = |name: &str| {
        let text = format!(
            "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>
            <joint name='{name}' type='continuous'><parent link='a'/><child link='b'/></joint>
            <joint name='slide' type='prismatic'><parent link='b'/><child link='c'/><limit upper='2'/></joint></robot>"
        );
        Urdf::parse(&text, "r.urdf").unwrap().mechanism
    };
    let segment = request.segment(&robot("hinge")).unwrap();
    assert_eq!((segment.value(0, 0.25), segment.value(1, 0.25)), (0.75, 1.0));
    let missing = request.segment(&robot("elbow")).unwrap_err();
    assert_eq!(missing.to_string(), "the request gives no value for joint \"elbow\" at the start");
    let refused = |from: &str, to: &str, words: &str| {
        let error = Request::parse(&text.replace(from, to), "q.yaml").unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    };
    refused("[0.5, 1, 7]", "[0.5, 1]", "2 positions for 3 names");
    refused("translation: [0, 0, 0]", "translation: [0, 1, 0]", "base does not stand in the world's origin");
    refused("joint_constraints:", "position_constraints:", "a goal has no \"joint_constraints\"");
    refused("start_state", "start", "the request has no \"start_state\"");
}

/// An attached object is placed in the frame of its link: its own pose, then that of the shape.
#[test]
fn attached_objects_are_placed_in_the_frame_of_their_link() {
    let text = "world: {}
robot_state:
  attached_collision_objects:
    - link_name: hand
      touch_links: [left, right]
      object:
        id: cup
        header: {frame_id: hand}
        operation: 0
        pose: {position: {x: 1, y: 0, z: 0}, orientation: {x: 0, y: 0, z: 1, w: 0}}
        primitives: [{type: sphere, dimensions: [0.5]}, {type: 1, dimensions: [2, 2, 2]}]
        primitive_poses: [{position: [2, 0, 0]}, {position: [0, 0, 3]}]
";
    let world = parse(text).unwrap();
    let [cup] = &world.attached[..] else { panic!("one, not {:?}", world.attached) };
    assert_eq!(
        (cup.name.as_str(), cup.link.as_str(), &cup.touch_links[..]),
        ("cup", "hand", &["left".into(), "right".into()][..])
    );
    let Shape::Convex(ball) = &cup.solids[0].shape else { panic!("a ball") };
    // Two metres ahead of a frame at x = 1 that is rotated by a half turn.
    assert!(ball.frame().translation().distance(dvec3(-1.0, 0.0, 0.0)) < 1e-15);
    assert!(cup.solids.iter().all(|solid| solid.radius > 0.0 && solid.radius < 1e-12), "composed poses are rounded");
    assert!(world.obstacles.is_empty());
}
