//! Mechanisms used by several tests.

use glam::{DQuat, DVec3, dvec3};
use tangency_geometry::laws::{Random, random_rotation, random_vector};
use tangency_geometry::{Joint, JointKind, Mechanism, Mimic, Pose};

pub(crate) fn joint(name: &str, kind: JointKind, [parent, child]: [usize; 2], origin: Pose) -> Joint {
    Joint { name: name.into(), kind, parent, child, origin, limits: None, mimic: None }
}

/// The Franka Emika Panda with its hand: the numbers of the maker's robot description, with quarter turns of
/// eleven decimals as given there.
#[allow(clippy::approx_constant, reason = "the file has these decimals, and the reference was computed with them")]
pub(crate) fn panda() -> Mechanism {
    let quarter = 1.570_796_326_79;
    let revolute = JointKind::Revolute { axis: DVec3::Z };
    let arm: [(f64, [f64; 3]); 7] = [
        (0.0, [0.0, 0.0, 0.333]),
        (-quarter, [0.0, 0.0, 0.0]),
        (quarter, [0.0, -0.316, 0.0]),
        (quarter, [0.0825, 0.0, 0.0]),
        (-quarter, [-0.0825, 0.384, 0.0]),
        (quarter, [0.0, 0.0, 0.0]),
        (quarter, [0.088, 0.0, 0.0]),
    ];
    let mut joints: Vec<Joint> = arm
        .into_iter()
        .enumerate()
        .map(|(index, (roll, place))| {
            let origin = Pose::new(DQuat::from_rotation_x(roll), DVec3::from_array(place)).unwrap();
            joint(&format!("panda_joint{}", index + 1), revolute, [index, index + 1], origin)
        })
        .collect();
    let flange = Pose::translated(dvec3(0.0, 0.0, 0.107)).unwrap();
    let hand = Pose::new(DQuat::from_rotation_z(-0.785_398_163_397), DVec3::ZERO).unwrap();
    let finger = Pose::translated(dvec3(0.0, 0.0, 0.0584)).unwrap();
    joints.push(joint("panda_joint8", JointKind::Fixed, [7, 8], flange));
    joints.push(joint("panda_hand_joint", JointKind::Fixed, [8, 9], hand));
    joints.push(joint("panda_finger_joint1", JointKind::Prismatic { axis: DVec3::Y }, [9, 10], finger));
    joints.push(joint("panda_finger_joint2", JointKind::Prismatic { axis: DVec3::NEG_Y }, [9, 11], finger));
    joints[10].mimic = Some(Mimic { joint: 9, multiplier: 1.0, offset: 0.0 });
    let names = (0..9).map(|link| format!("panda_link{link}"));
    let ends = ["panda_hand", "panda_leftfinger", "panda_rightfinger"].map(String::from);
    Mechanism::new(names.chain(ends).collect(), joints).unwrap()
}

/// A snake of equal links, 10 cm apart, whose joints rotate alternately about y and z.
pub(crate) fn snake(links: usize) -> Mechanism {
    let step = Pose::translated(dvec3(0.1, 0.0, 0.0)).unwrap();
    let axis = |link: usize| [DVec3::Y, DVec3::Z][link % 2];
    let joints = (1..links)
        .map(|link| joint(&format!("joint{link}"), JointKind::Revolute { axis: axis(link) }, [link - 1, link], step));
    Mechanism::new((0..links).map(|link| format!("link{link}")).collect(), joints.collect()).unwrap()
}

/// A random chain of revolute and prismatic joints.
pub(crate) fn chain(random: &mut Random, links: usize) -> Mechanism {
    let joints = (1..links).map(|link| {
        let axis = random_vector(random, 1.0).try_normalize().unwrap_or(DVec3::X);
        let kind = if random.below(4) == 0 { JointKind::Prismatic { axis } } else { JointKind::Continuous { axis } };
        let origin = Pose::new(random_rotation(random), random_vector(random, 0.5)).unwrap();
        joint(&format!("joint{link}"), kind, [link - 1, link], origin)
    });
    let joints = joints.collect();
    Mechanism::new((0..links).map(|link| format!("link{link}")).collect(), joints).unwrap()
}
