//! Robot descriptions: content and refusals.

use crate::told;
use glam::dvec3;
use tangency_formats::robot::{CollisionGeometry, Robot, RobotOptions, Urdf};
use tangency_geometry::{JointKind, Limits, Mimic};

const HEAD: &str = "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>\n";

#[test]
fn every_joint_is_understood() {
    let text = format!(
        "<?xml version='1.0'?>{}{}",
        HEAD.replace("<link name='c'/>", "<link name='c'/><link name='d'/><link name='e'/><link name='f'/>"),
        "<joint name='1' type='revolute'><parent link='a'/><child link='b'/><limit lower='-1' upper='2e-1'/></joint>
         <joint name='2' type='prismatic'><parent link='b'/><child link='c'/><axis xyz='0 1 0'/><limit upper='3'/>
           <mimic joint='1' multiplier='-2' offset='.5'/></joint>
         <joint name='3' type='continuous'><parent link='b'/><child link='d'/><axis xyz='0 0 -2'/></joint>
         <joint name='4' type='fixed'><parent link='d'/><child link='e'/><axis xyz='0 0 0'/></joint>
         <joint name='5' type='floating'><origin xyz='1 2 3'/><parent link='a'/><child link='f'/></joint>
         <material name='blue'/><gazebo/><transmission name='t'/><unheard_of/></robot>"
    );
    let urdf = Urdf::parse(&text, "r.urdf").unwrap();
    let joints = urdf.mechanism.joints();
    assert_eq!(joints[0].kind, JointKind::Revolute { axis: dvec3(1.0, 0.0, 0.0) });
    assert_eq!(joints[0].limits, Some(Limits { lower: -1.0, upper: 0.2 }));
    assert_eq!(joints[1].limits, Some(Limits { lower: 0.0, upper: 3.0 }));
    assert_eq!(joints[1].mimic, Some(Mimic { joint: 0, multiplier: -2.0, offset: 0.5 }));
    assert_eq!(joints[2].kind, JointKind::Continuous { axis: dvec3(0.0, 0.0, -2.0) });
    assert_eq!(joints[3].kind, JointKind::Fixed);
    assert_eq!((joints[4].kind, joints[4].origin.translation()), (JointKind::Floating, dvec3(1.0, 2.0, 3.0)));
    assert_eq!(urdf.mechanism.coordinates()[..3], ["1", "3", "5/trans_x"]);
    assert_eq!(urdf.warnings, ["<unheard_of> in <robot> is not read"]);
}

#[test]
fn links_have_pieces() {
    let text = "<robot name='r'><link name='a'>
        <visual><geometry><mesh filename='nowhere.dae'/></geometry></visual>
        <collision><geometry><box size='1 2 3'/></geometry></collision>
        <collision name='knob'><origin xyz='0 0 1'/><geometry><sphere radius='.5'/></geometry></collision>
      </link></robot>";
    let urdf = Urdf::parse(text, "r.urdf").unwrap();
    let names: Vec<&str> = urdf.collisions.iter().map(|collision| collision.name.as_str()).collect();
    assert_eq!(names, ["a/#1", "a/knob"]);
    assert_eq!(urdf.collisions[0].geometry, CollisionGeometry::Box { size: dvec3(1.0, 2.0, 3.0) });
    assert_eq!(urdf.collisions[1].geometry, CollisionGeometry::Sphere { radius: 0.5 });
    let robot = Robot::parse(text, "r.urdf", &RobotOptions::default()).unwrap();
    assert_eq!((robot.parts.len(), robot.link_pairs(), robot.moving_links()), (2, vec![], vec![]));
}

/// Without an SRDF file, links connected by one moving joint may touch, including the links fixed to them.
#[test]
fn neighbours_may_touch() {
    let link = |name: &str| {
        format!("<link name='{name}'><collision><geometry><sphere radius='1'/></geometry></collision></link>")
    };
    let joint = |name: &str, kind: &str, ends: [&str; 2]| {
        format!("<joint name='{name}' type='{kind}'><parent link='{}'/><child link='{}'/></joint>", ends[0], ends[1])
    };
    let text = format!(
        "<robot name='r'>{}{}{}{}{}{}{}</robot>",
        link("a"),
        link("b"),
        link("flange"),
        link("c"),
        joint("1", "continuous", ["a", "b"]),
        joint("2", "fixed", ["b", "flange"]),
        joint("3", "continuous", ["flange", "c"])
    );
    let robot = Robot::parse(&text, "r.urdf", &RobotOptions::default()).unwrap();
    assert_eq!(robot.link_pairs(), [[0, 3]]);
    assert_eq!(robot.moving_links(), [1, 2, 3]);
}

fn refused(text: &str, place: Option<[usize; 2]>, words: &[&str]) {
    let error = Urdf::parse(text, "r.urdf").unwrap_err();
    let (found, message) = told(&error);
    assert_eq!(found, place, "{message}");
    for word in words {
        assert!(message.contains(word), "{word:?} is not in: {message}");
    }
}

#[test]
fn what_is_not_xml_or_not_a_robot() {
    refused("", Some([1, 1]), &["not XML"]);
    refused(
        "<robot name='r'>\n  <link name='a'>\n</robot>",
        Some([3, 1]),
        &["not XML", "expected 'link' tag, not 'robot'"],
    );
    refused("<robot name='r'>\n <link name=a/></robot>", Some([2, 13]), &["not XML"]);
    refused("<?xml version='1.0'?>\n<sdf/>", Some([2, 1]), &["<sdf>, not <robot>"]);
    refused("<robot/>", Some([1, 1]), &["no attribute \"name\""]);
    refused("<robot name='r'/>", Some([1, 1]), &["the robot has no link"]);
    // Entities that expand without end.
    refused("<!DOCTYPE r [<!ENTITY a '&a;&a;'>]><robot name='&a;'/>", Some([1, 1]), &["not XML"]);
}

/// Macros would be read without their expansion, so they are refused.
#[test]
fn macros_must_be_expanded() {
    let with = |inside: &str| {
        format!("<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'>\n<link name='a'>{inside}</link></robot>")
    };
    let words = ["a xacro file: expand it first"];
    for (inside, place, told) in [
        ("<xacro:include filename='b.xacro'/>", [2, 16], "the macro <xacro:include> is not expanded"),
        ("<visual><xacro:if value='1'/></visual>", [2, 24], "the macro <xacro:if> is not expanded"),
        ("<visual name='${prefix}a'/>", [2, 30], "\"${prefix}a\" in \"name\" is not expanded"),
        ("<visual name='$(arg side)'/>", [2, 30], "\"$(arg side)\" in \"name\" is not expanded"),
    ] {
        refused(&with(inside), Some(place), &[told, words[0]]);
    }
    assert!(Urdf::parse(&with(""), "r.urdf").is_ok());
    let empty = "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'>\n</robot>";
    refused(empty, Some([1, 1]), &["the robot has no link", words[0]]);
    let renamed = "<robot name='r' xmlns:xacro='http://example.org/macro'>\n<xacro:include filename='a'/></robot>";
    refused(renamed, Some([2, 1]), &["the macro <xacro:include> is not expanded", words[0]]);
    refused("<robot name='r'>\n<xacro:arm/></robot>", Some([2, 2]), &["not XML", "xacro", words[0]]);
}

#[test]
fn what_is_no_link() {
    let with = |link: &str| format!("<robot name='r'>\n{link}</robot>");
    let shape =
        |shape: &str| with(&format!("<link name='a'><collision><geometry>\n{shape}</geometry></collision></link>"));
    refused(&with("<link/>"), Some([2, 1]), &["<link> has no attribute \"name\""]);
    refused(&with("<link nam='a'/>"), Some([2, 1]), &["there is an attribute \"nam\""]);
    refused(&with("<link name='a'/><link name='a'/>"), Some([2, 29]), &["two links have the name \"a\""]);
    refused(&with("<lnk name='a'/>"), Some([2, 1]), &["unknown element <lnk>", "did you mean <link>?"]);
    refused(
        &with("<link name='a'><colision/></link>"),
        Some([2, 16]),
        &["unknown element <colision> in link \"a\"", "did you mean <collision>?"],
    );
    refused(&with("<link name='a'><collision/></link>"), Some([2, 16]), &["<collision> has no <geometry>"]);
    refused(&shape(""), Some([2, 27]), &["<geometry> is empty"]);
    refused(&shape("<box size='1 1 1'/><sphere radius='1'/>"), Some([3, 20]), &["more than one shape"]);
    refused(&shape("<box size='1 1'/>"), Some([3, 12]), &["\"size\" is \"1 1\", which is too short", "3 numbers"]);
    refused(&shape("<box size='1 1 1 1'/>"), Some([3, 12]), &["too long"]);
    refused(&shape("<box size='1 -1 1'/>"), Some([3, 12]), &["positive sides"]);
    refused(&shape("<box size='1 nan 1'/>"), Some([3, 12]), &["NaN", "finite"]);
    refused(&shape("<sphere radius='1e999'/>"), Some([3, 17]), &["inf", "finite"]);
    refused(&shape("<sphere radius='0'/>"), Some([3, 17]), &["\"radius\" is 0", "positive length"]);
    refused(&shape("<sphere radius='1,5'/>"), Some([3, 17]), &["\"1,5\" in \"radius\" is no number"]);
    refused(
        &shape("<sphere radius='${r}'/>"),
        Some([3, 17]),
        &["\"${r}\" in \"radius\" is not expanded", "a xacro file"],
    );
    refused(&shape("<cylinder radius='1'/>"), Some([3, 1]), &["no attribute \"length\""]);
    refused(&shape("<sphear radius='1'/>"), Some([3, 1]), &["<sphear>", "did you mean <sphere>?"]);
    refused(&shape("<mesh/>"), Some([3, 1]), &["no attribute \"filename\""]);
    refused(&shape("<mesh filename=' '/>"), Some([3, 17]), &["is empty"]);
    refused(&shape("<mesh filename='a.obj' scale='1 0 1'/>"), Some([3, 31]), &["scaled to nothing"]);
}

#[test]
fn what_is_no_joint() {
    let with = |joint: &str| format!("{HEAD}{joint}</robot>");
    let ends = "<parent link='a'/><child link='b'/>";
    refused(&with("<joint type='fixed'/>"), Some([2, 1]), &["<joint> has no attribute \"name\""]);
    refused(&with("<joint name='j'/>"), Some([2, 1]), &["<joint> has no attribute \"type\""]);
    refused(
        &with(&format!("<joint name='j' type='revolut'>{ends}</joint>")),
        Some([2, 23]),
        &["did you mean \"revolute\"?"],
    );
    for axis in ["", "<axis xyz='0 1 0'/>", "<axis xyz='0 0 -1'/>", "<axis xyz='0 1e-9 1'/>"] {
        let words = ["which directions its values mean", "<axis xyz=\"0 0 1\"/>", "two prismatic joints"];
        refused(&with(&format!("<joint name='j' type='planar'>{ends}{axis}</joint>")), Some([2, 23]), &words);
    }
    refused(
        &with("<joint name='j' type='fixed'><child link='b'/></joint>"),
        Some([2, 1]),
        &["<joint> has no <parent>"],
    );
    refused(
        &with("<joint name='j' type='fixed'><parent link='A'/><child link='b'/></joint>"),
        Some([2, 44]),
        &["there is no link \"A\"", "did you mean \"a\"?"],
    );
    refused(
        &with(&format!("<joint name='j' type='revolute'>{ends}</joint>")),
        Some([2, 1]),
        &["no <limit>", "continuous"],
    );
    refused(
        &with(&format!("<joint name='j' type='revolute'>{ends}<limit lower='2' upper='1'/></joint>")),
        Some([2, 82]),
        &["lower limit 2 is above the upper limit 1"],
    );
    refused(
        &with(&format!("<joint name='j' type='continuous'>{ends}<axis xyz='0 0 0'/></joint>")),
        Some([2, 81]),
        &["no direction"],
    );
    refused(
        &with(&format!("<joint name='j' type='continuous'>{ends}<mimic joint='k'/></joint>")),
        Some([2, 84]),
        &["no joint \"k\" to follow"],
    );
    refused(
        &with(&format!("<joint name='j' type='continuous'>{ends}<origin xyz='1 2'/></joint>")),
        Some([2, 83]),
        &["\"xyz\" is \"1 2\", which is too short"],
    );
    refused(
        &with(&format!("<joint name='j' type='fixed'>{ends}{ends}</joint>")),
        Some([2, 65]),
        &["more than one <parent>"],
    );
}

#[test]
fn what_is_no_tree() {
    let joint = |name: &str, parent: &str, child: &str| {
        format!("<joint name='{name}' type='fixed'><parent link='{parent}'/><child link='{child}'/></joint>\n")
    };
    let with = |joints: &[String]| format!("{HEAD}{}</robot>", joints.concat());
    refused(&with(&[]), Some([1, 1]), &["links \"a\" and \"b\" hang on no joint"]);
    refused(&with(&[joint("1", "a", "c"), joint("2", "b", "c")]), Some([3, 1]), &["\"1\" and of joint \"2\""]);
    refused(&with(&[joint("1", "b", "c"), joint("2", "c", "b")]), Some([1, 1]), &["hangs on itself"]);
    refused(&with(&[joint("1", "a", "b"), joint("1", "a", "c")]), Some([3, 1]), &["two joints have the name \"1\""]);
}

/// All faults of a file are reported together, in the order of the file.
#[test]
fn faults_are_told_together() {
    let text = format!(
        "{HEAD}<joint name='1' type='x'/>\n<joint name='2' type='revolute'><parent link='a'/><child link='b'/></joint>\
         </robot>"
    );
    let error = Urdf::parse(&text, "r.urdf").unwrap_err();
    assert_eq!(error.faults().len(), 2);
    assert!(error.faults()[1].message().contains("no <limit>"));
}
