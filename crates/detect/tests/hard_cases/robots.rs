//! Poses that were recorded while robots ran.

use super::{HardCase, at, cuboid, cylinder, matrix, quarter};
use glam::{DVec3, dvec3};

pub(crate) fn cases() -> Vec<HardCase> {
    vec![
        HardCase {
            name: "cylinder of a gripper and a shelf",
            source: "flexible-collision-library/fcl#390",
            bodies: [cylinder(0.05, 0.06), cuboid(0.025, 0.35, 1.845)],
            poses: [
                matrix(
                    [
                        [-0.973_130_107_592_792_8, -0.122_028_040_649_725_51, 0.195_261_237_811_368_42],
                        [0.209_508_011_357_571_72, -0.117_459_205_935_693_26, 0.970_726_391_996_195_8],
                        [-0.095_520_609_678_929_75, 0.985_551_871_915_499_5, 0.139_868_941_836_35],
                    ],
                    dvec3(0.874_727_814_611_385_6, -0.403_868_788_134_716, 1.587_132_869_811_649_1),
                ),
                quarter(DVec3::Z, 0.8, -0.4575, 0.9225),
            ],
            gap: None,
            width: None,
        },
        HardCase {
            name: "cylinder and a table top",
            source: "RobotLocomotion/drake#21234",
            bodies: [cylinder(0.041, 0.17), cuboid(0.3, 0.6, 0.016)],
            poses: [
                matrix(
                    [
                        [0.622_864_497_627_545_5, 0.716_515_355_680_443_6, -0.314_078_911_532_297_8],
                        [-0.206_055_662_702_242_38, -0.237_037_183_871_334_13, -0.949_396_880_830_502_3],
                        [-0.754_705_824_453_160_8, 0.656_063_349_484_236_1, 4.017_229_404_918_805e-17],
                    ],
                    dvec3(0.202_380_333_468_254_6, 0.027_845_683_594_011_01, 0.311_423_393_924_669_33),
                ),
                at(0.4, 0.0, 0.26885),
            ],
            gap: None,
            // The edge of the box is 33 pm from the rim. The closest points differ along the edge.
            width: Some(3e-6),
        },
    ]
}
