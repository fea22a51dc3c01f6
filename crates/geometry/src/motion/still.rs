//! A body at rest.

use super::{Enclosure, Kinematics, Kinks, Placement, Rates, RigidKinematics};
use crate::Pose;
use glam::DVec3;
use tangency_interval::Interval;

impl Kinematics for Pose {
    fn at(&self, _time: f64) -> Placement {
        Placement::Pose(*self)
    }

    fn during(&self, _span: Interval) -> Enclosure {
        Enclosure::Pose(self.enclosure())
    }

    fn travel(&self, _span: Interval, _reach: f64) -> f64 {
        0.0
    }

    fn rounding(&self, _time: f64, _index: usize, local: DVec3) -> f64 {
        Pose::rounding(self, local.length())
    }

    fn straight_between(&self, span: Interval) -> Option<Vec<f64>> {
        Some(vec![span.lower(), span.upper()])
    }
}

impl RigidKinematics for Pose {
    fn rates(&self, _span: Interval) -> Rates {
        Rates::default()
    }

    fn kinks(&self) -> Kinks<'_> {
        Kinks::Borrowed(&[])
    }
}
