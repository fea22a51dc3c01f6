//! SRDF files: content and refusals.

use crate::told;
use tangency_formats::robot::{Srdf, Urdf};
use tangency_geometry::Mechanism;

fn mechanism() -> Mechanism {
    let text = "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>
        <joint name='1' type='continuous'><parent link='a'/><child link='b'/></joint>
        <joint name='2' type='continuous'><parent link='b'/><child link='c'/></joint></robot>";
    Urdf::parse(text, "r.urdf").unwrap().mechanism
}

fn parse(elements: &str) -> Result<Srdf, tangency_formats::TextFileError> {
    Srdf::parse(&format!("<robot name='r'>\n{elements}</robot>"), "r.srdf", &mechanism())
}

#[test]
fn pairs_and_states() {
    let srdf = parse(
        "<disable_collisions link1='c' link2='a' reason='Never'/>
         <disable_collisions link1='a' link2='c'/>
         <disable_collisions link1='gripper' link2='c'/>
         <group name='arm'><chain base_link='a' tip_link='c'/></group><virtual_joint name='v' type='floating'/>
         <group_state name='home' group='arm'><joint name='1' value='0.5'/><joint name='base' value='0 0 0'/>\
         </group_state>
         <something/>",
    )
    .unwrap();
    assert_eq!(srdf.disabled, [[0, 2]]);
    assert_eq!(srdf.states[0].values, [("1".to_owned(), 0.5)]);
    assert_eq!(srdf.warnings.len(), 2);
    assert!(srdf.warnings[0].contains("link \"gripper\", which the robot does not have"));
    let by_default = parse("<disable_default_collisions link='b'/><enable_collisions link1='b' link2='c'/>").unwrap();
    assert_eq!(by_default.disabled, [[0, 1]]);
}

#[test]
fn what_is_refused() {
    let refused = |elements: &str, place: [usize; 2], words: &str| {
        let (found, message) = told(&parse(elements).unwrap_err());
        assert!(found == Some(place) && message.contains(words), "{message}");
    };
    refused("<disable_collisions link1='a'/>", [2, 1], "no attribute \"link2\"");
    refused("<disable_collisions link1='a' link2='a'/>", [2, 38], "link \"a\" is named twice");
    refused("<disable_colisions link1='a' link2='b'/>", [2, 1], "did you mean <disable_collisions>?");
    refused("<group_state name='s' group='g'><joint name='1' value='x'/></group_state>", [2, 56], "no number");
    assert!(told(&Srdf::parse("<srdf/>", "r.srdf", &mechanism()).unwrap_err()).1.contains("not <robot>"));
}
