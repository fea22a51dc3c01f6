//! Forward kinematics compared with pinocchio.

use crate::robots::panda;
use glam::{DQuat, DVec3};
use std::sync::Arc;
use tangency_geometry::{Interpolation, LinkMotion, Motion, Placement, Trajectory};

struct Expected {
    link: &'static str,
    position: [f64; 3],
    quaternion: [f64; 4],
}

const fn expected(link: &'static str, position: [f64; 3], quaternion: [f64; 4]) -> Expected {
    Expected { link, position, quaternion }
}

/// Joint values with the poses that pinocchio 4.1.0 computes from the robot's description.
const POSES: [([f64; 8], [Expected; 4]); 3] = [
    (
        [0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785, 0.02],
        [
            expected(
                "panda_link4",
                [-0.16499722502300168, -1.3801066864677656e-12, 0.6148477704980279],
                [-0.49994907910736186, -0.5000509157062762, 0.5000509157107526, -0.49994907910491587],
            ),
            expected(
                "panda_link7",
                [0.30701957005161057, -4.480071121370335e-12, 0.6972695582766445],
                [0.9239556994689483, -0.3824994972792075, 1.3249325839005789e-12, 3.2004117663522442e-12],
            ),
            expected(
                "panda_leftfinger",
                [0.30702753331920174, -0.019999998420285076, 0.5318695582767831],
                [0.9999999801832394, 0.00019908169372386434, -6.66463505482042e-16, 3.4638246753990984e-12],
            ),
            expected(
                "panda_rightfinger",
                [0.30701160678401945, 0.019999998409033264, 0.531869558276506],
                [0.9999999801832394, 0.00019908169372386434, -6.66463505482042e-16, 3.4638246753990984e-12],
            ),
        ],
    ),
    (
        [1.1, -0.4, -2.3, -1.7, 0.9, 2.2, -1.3, 0.035],
        [
            expected(
                "panda_link4",
                [-0.02395509905049415, -0.1826947733376894, 0.6026498155474276],
                [0.7498113159953649, 0.2880601225287956, -0.595247023770587, -0.022030363280089064],
            ),
            expected(
                "panda_link7",
                [0.1096133314325357, -0.6269900185770162, 0.5206707933110559],
                [0.8358689386370808, -0.20277298418843842, 0.5031498605026896, -0.0839431485063511],
            ),
            expected(
                "panda_leftfinger",
                [0.2582516394459443, -0.6703739731938185, 0.4527985171394239],
                [0.849840065848905, 0.13253538460687922, 0.4969735100983127, 0.11499375881150081],
            ),
            expected(
                "panda_rightfinger",
                [0.25048373552235054, -0.6046844601772073, 0.4298955140988993],
                [0.849840065848905, 0.13253538460687922, 0.4969735100983127, 0.11499375881150081],
            ),
        ],
    ),
    (
        [-2.0, 1.5, 1.2, -0.3, -2.4, 0.4, 2.7, 0.0],
        [
            expected(
                "panda_link4",
                [-0.062134180517051454, -0.3205399232664815, 0.32553332714291827],
                [0.9797771164242095, -0.06992109780158627, -0.18451598393640792, -0.033191774367473205],
            ),
            expected(
                "panda_link7",
                [-0.275297293878042, -0.7110735920396659, 0.31032148538209836],
                [-0.6481937590144747, -0.36258611472387164, -0.18874942611944373, 0.642456079684606],
            ),
            expected(
                "panda_hand",
                [-0.29896557698811427, -0.6073105683734538, 0.29927398366150265],
                [-0.46009724814470393, -0.5830389027033602, -0.4202390292824131, 0.5213207443138124],
            ),
            expected(
                "panda_leftfinger",
                [-0.31188359319024717, -0.550677291905166, 0.2932443191710093],
                [-0.46009724814470393, -0.5830389027033602, -0.4202390292824131, 0.5213207443138124],
            ),
        ],
    ),
];

/// Covers our bounds and pinocchio's rounding, in metres and quaternion components.
const TOLERANCE: f64 = 1e-13;

#[test]
fn forward_kinematics_agree_with_pinocchio() {
    let panda = panda();
    assert_eq!(panda.coordinates().len(), 8, "the second finger follows the first");
    for (values, poses) in &POSES {
        let still = Trajectory::new(&panda, vec![0.0], vec![values.to_vec()], Interpolation::Linear).unwrap();
        for Expected { link, position, quaternion } in poses {
            let link = panda.link(link).unwrap();
            let motion = LinkMotion::in_world(&panda, &Arc::new(still.clone()), link);
            let located = motion.locate(0.0);
            assert!(located.position_error < 1e-12 && located.angle_error < 1e-13, "{located:?}");
            let Placement::Pose(pose) = Motion::Articulated(motion).at(0.0) else { unreachable!("links are rigid") };
            assert_eq!(pose, located.pose);
            assert!(pose.translation().distance(DVec3::from_array(*position)) < TOLERANCE, "{pose:?}");
            let expected = DQuat::from_array(*quaternion);
            let [same, opposite] = [expected, -expected].map(|other| (pose.rotation() - other).length());
            assert!(same.min(opposite) < TOLERANCE, "{pose:?}");
        }
    }
}

/// The pose of a finger in the frame of the hand agrees with the two world poses, and only the finger's joint
/// moves it.
#[test]
fn a_link_sees_only_the_joints_between() {
    let panda = panda();
    let rows: Vec<Vec<f64>> = POSES.iter().map(|(values, _)| values.to_vec()).collect();
    let swing = Arc::new(Trajectory::new(&panda, vec![0.0, 1.0, 2.0], rows, Interpolation::Cubic).unwrap());
    let [hand, left, right] = ["panda_hand", "panda_leftfinger", "panda_rightfinger"].map(|n| panda.link(n).unwrap());
    for (link, observer) in [(left, hand), (hand, left), (left, right), (3, 7), (7, 3), (right, 0)] {
        let relative = LinkMotion::seen_from(&panda, &swing, link, observer);
        for step in 0..=20 {
            let time = 0.1 * f64::from(step);
            let in_world = |link| LinkMotion::in_world(&panda, &swing, link).locate(time).pose;
            let expected = in_world(link).relative_to(&in_world(observer));
            let found = relative.locate(time).pose;
            assert!(found.translation().distance(expected.translation()) < 1e-14, "{found:?} {expected:?}");
            assert!(found.apply(DVec3::ONE).distance(expected.apply(DVec3::ONE)) < 1e-14);
        }
    }
    let finger = LinkMotion::seen_from(&panda, &swing, left, hand);
    let rates = finger.rates(swing.span());
    // 35 mm within a second, at most 1.5 times the mean speed on the way, then back. The motion of the arm does
    // not contribute.
    assert!(rates.spin < 1e-300 && rates.speed < 0.06, "{rates:?}");
    assert!(!finger.is_still() && LinkMotion::seen_from(&panda, &swing, hand, 7).is_still());
}
