//! Proves a robot's trajectory free of contact, with its clearance. `cargo run -p tangency --example robot_trajectory`
//!
//! Prints: clear, proved: no link comes closer than 0.25 m to the wall

use std::sync::Arc;
use tangency::formats::robot::{Robot, RobotOptions, RobotWorld, trajectory};
use tangency::{Scene, Verifier, VerifyOptions};

const CRANE: &str = r#"<robot name="crane">
  <link name="mast"><collision><geometry><box size="0.1 0.1 2"/></geometry></collision></link>
  <link name="jib">
    <collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></collision>
  </link>
  <joint name="slew" type="continuous">
    <parent link="mast"/><child link="jib"/><origin xyz="0 0 1.1"/><axis xyz="0 0 1"/>
  </joint>
</robot>"#;

const WALL: &str = r#"
[span]
end = 1
[[body]]
name = "wall"
shape = { box = [0.5, 0.5, 4] }
motion = { still = { position = [-1.5, 0, 0] } }
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let crane = Robot::parse(CRANE, "crane.urdf", &RobotOptions::default())?;
    // The jib turns from +x to -x, where it points at the wall: 1.25 m - 1 m remain, less at the corners of the jib.
    let slew = "time, slew\n0, 0\n4, 3.141592653589793\n";
    let slew = trajectory::parse(slew, "slew.csv", &crane.mechanism, &Default::default())?;
    let world = RobotWorld::of_scene(&Scene::parse(WALL, "wall.toml")?).ok_or("a world whose span starts at 0")?;
    let verified = Verifier::new(crane, world).verify_with_clearance(&Arc::new(slew), &VerifyOptions::default())?;
    let report = verified.report;
    let at_least = report.clearance.as_ref().and_then(|clearance| clearance.at_least).ok_or("a bound")?;
    assert!(at_least < 0.25 && at_least > 0.23);
    println!("{}, {}: no link comes closer than {at_least:.2} m to the wall", report.verdict, report.evidence);
    Ok(())
}
