//! The Panda and its 700 planning problems.

use glam::{DQuat, DVec3};
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, OnceLock};
use tangency::formats::robot::{CollisionGeometry, Request, Robot, RobotOptions, RobotWorld, RobotWorldOptions, Urdf};
use tangency::geometry::{Interpolation, LinkMotion, Motion, Shape, Trajectory};
use tangency_conformance::data;

fn panda() -> Robot {
    let options = RobotOptions { srdf: Some(data("planning/panda/panda.srdf")), ..RobotOptions::default() };
    Robot::read(data("meshes/franka_panda/panda.urdf"), &options).unwrap()
}

#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn the_panda_is_read_whole() {
    let panda = panda();
    assert_eq!((panda.name.as_str(), panda.mechanism.links().len(), panda.parts.len()), ("panda", 13, 11));
    assert_eq!(panda.mechanism.coordinates().len(), 8);
    assert_eq!(panda.states.iter().map(|state| state.name.as_str()).collect::<Vec<_>>()[..2], ["ready", "extended"]);
    assert!(panda.parts.iter().all(|part| part.solid.excess < 1e-14));
    println!("{:?}", panda.warnings);
    // The pairs of the references: all except those fixed together and those that the SRDF file disables.
    let names = |[a, b]: [usize; 2]| [a, b].map(|link| panda.mechanism.links()[link].clone());
    let found: Vec<[String; 2]> = panda.link_pairs().into_iter().map(names).collect();
    let text = std::fs::read_to_string(data("planning/panda/reference.json")).unwrap();
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut expected: Vec<[String; 2]> = document["meta"]["self_pairs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| [0, 1].map(|end| pair[end].as_str().unwrap().trim_end_matches("_0").to_owned()))
        .collect();
    let order = |pair: &[String; 2]| pair.clone().map(|name| panda.mechanism.link(&name));
    expected.sort_by_key(order);
    assert_eq!(found, expected);
    let moving: Vec<&str> = panda.moving_links().iter().map(|&link| panda.mechanism.links()[link].as_str()).collect();
    assert_eq!(moving.len(), 10);
    assert!(!moving.contains(&"panda_link0"));
}

/// pinocchio 4.1.0 on the same file, at joint values 1.1, -0.4, -2.3, -1.7, 0.9, 2.2, -1.3 and fingers at 0.035.
#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn the_panda_stands_where_pinocchio_says() {
    let panda = panda();
    let row = vec![1.1, -0.4, -2.3, -1.7, 0.9, 2.2, -1.3, 0.035];
    let still = Arc::new(Trajectory::new(&panda.mechanism, vec![0.0], vec![row], Interpolation::Linear).unwrap());
    let expected = [
        (
            "panda_link7",
            [0.1096133314325357, -0.6269900185770162, 0.5206707933110559],
            [0.8358689386370808, -0.20277298418843842, 0.5031498605026896, -0.0839431485063511],
        ),
        (
            "panda_rightfinger",
            [0.25048373552235054, -0.6046844601772073, 0.4298955140988993],
            [0.849840065848905, 0.13253538460687922, 0.4969735100983127, 0.11499375881150081],
        ),
    ];
    for (name, position, quaternion) in expected {
        let link = panda.mechanism.link(name).unwrap();
        let pose = LinkMotion::in_world(&panda.mechanism, &still, link).locate(0.0).pose;
        assert!(pose.translation().distance(DVec3::from_array(position)) < 1e-13);
        let turned = DQuat::from_array(quaternion) * DVec3::ONE;
        assert!((pose.apply(DVec3::ONE) - pose.translation()).distance(turned) < 1e-13);
    }
    // The right finger's mesh is the left one's, rotated by half a turn about z.
    let mesh = |name: &str| {
        let link = panda.mechanism.link(name).unwrap();
        panda.parts_of(link).next().unwrap().solid.shape.mesh().unwrap().clone()
    };
    let (left, right) = (mesh("panda_leftfinger"), mesh("panda_rightfinger"));
    for (a, b) in left.vertices().iter().zip(right.vertices()) {
        assert!(DVec3::new(-a.x, -a.y, a.z).distance(*b) < 1e-12);
    }
}

#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn the_panda_of_spheres_is_read() {
    let path = data("planning/panda/panda_spherized.urdf");
    let text = std::fs::read_to_string(&path).unwrap();
    let spheres = text.matches("<sphere").count();
    let robot = Robot::read(&path, &RobotOptions::default()).unwrap();
    assert_eq!(robot.parts.len(), spheres);
    for part in &robot.parts {
        assert!(matches!(part.solid.shape, Shape::Convex(_)) && part.solid.radius == 0.0 && part.solid.excess == 0.0);
    }
    let urdf = Urdf::parse(&text, "panda_spherized.urdf").unwrap();
    assert!(urdf.collisions.iter().all(|collision| matches!(collision.geometry, CollisionGeometry::Sphere { .. })));
}

/// The problems, unpacked into the build folder once: parallel tests must not read files that another test is
/// writing.
fn problems() -> PathBuf {
    static UNPACKED: OnceLock<PathBuf> = OnceLock::new();
    UNPACKED.get_or_init(unpack).clone()
}

/// Unpacks the problems with `tar`.
fn unpack() -> PathBuf {
    let archive = data("planning/panda/problems.tar.bz2");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("planning");
    std::fs::create_dir_all(&folder).unwrap();
    let unpacked = Command::new("tar").arg("xjf").arg(&archive).arg("-C").arg(&folder).status();
    assert!(unpacked.is_ok_and(|status| status.success()), "tar and bzip2 are needed to unpack {}", archive.display());
    folder.join("problems")
}

#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn all_planning_problems_are_read() {
    let (panda, folder) = (panda(), problems());
    let root = &panda.mechanism.links()[panda.mechanism.root()];
    let options = RobotWorldOptions { packages: &[], root };
    let (mut scenes, mut requests, mut obstacles, mut excesses) = (0, 0, 0, 0);
    for kind in std::fs::read_dir(&folder).unwrap() {
        for file in std::fs::read_dir(kind.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if name.starts_with("scene") {
                let world = RobotWorld::read(&path, &options).unwrap();
                assert!(world.warnings.is_empty() && world.allowed.len() == 34);
                // The matrix allows what the SRDF file disables, and nothing more.
                let mut allowing = panda.clone();
                allowing.allow(&world.allowed);
                assert_eq!(allowing.disabled, panda.disabled);
                obstacles += world.obstacles.len();
                scenes += 1;
            } else {
                let request = Request::read(&path).unwrap();
                let segment = request.segment(&panda.mechanism).unwrap();
                assert_eq!(request.goal.len(), 7);
                assert_eq!(segment.value(7, 0.3), 0.065);
                // The fingers are at 0.065, above their limit.
                let found = segment.limit_violations(&panda.mechanism);
                excesses += found.len();
                assert!(found.iter().any(|excess| excess.name == "panda_finger_joint2" && excess.limit == 0.04));
                requests += 1;
            }
        }
    }
    assert_eq!((scenes, requests, obstacles), (700, 700, 8200));
    println!("{excesses} limits are passed");
}

/// The worlds of the reference are those of the scenes.
#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn worlds_agree_with_the_references() {
    let (folder, path) = (problems(), data("planning/panda/reference.json"));
    let document: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let options = RobotWorldOptions { packages: &[], root: "panda_link0" };
    let motions = document["motions"].as_array().unwrap();
    for motion in motions {
        let (kind, number) = motion["problem"].as_str().unwrap().split_once('/').unwrap();
        let world = RobotWorld::read(folder.join(kind).join(format!("scene{number}.yaml")), &options).unwrap();
        let expected = motion["world"].as_array().unwrap();
        assert_eq!(world.obstacles.len(), expected.len());
        for body in expected {
            let name = body["name"].as_str().unwrap().trim_start_matches("world/");
            let obstacle = world.obstacles.iter().find(|obstacle| obstacle.name == name).unwrap();
            let Motion::Still(pose) = obstacle.motion else { panic!("obstacles stand") };
            let number = |key: &str, index: usize| body[key][index].as_f64().unwrap();
            let position = DVec3::from_array([0, 1, 2].map(|index| number("position", index)));
            assert!(pose.translation().distance(position) < 1e-12);
            let reach = match &obstacle.solid.shape {
                Shape::Convex(convex) => convex.reach(),
                Shape::Polyhedron(solid) => solid.mesh().reach(),
                other @ (Shape::Mesh(_)
                | Shape::Parametric(_)
                | Shape::Implicit(_)
                | Shape::Rounded(_)
                | Shape::HalfSpace(_)
                | Shape::HeightMap(_)
                | Shape::Compound(_)) => panic!("{name}: {other:?}"),
            };
            let corner = match body["type"].as_str().unwrap() {
                "box" => 0.5 * DVec3::from_array([0, 1, 2].map(|index| number("dimensions", index))).length(),
                _ => (0.5 * number("dimensions", 0)).hypot(number("dimensions", 1)),
            };
            assert!((reach - corner).abs() < 1e-12, "{name}: {reach} {corner}");
        }
    }
    assert!(motions.len() >= 50, "only {} motions", motions.len());
}
