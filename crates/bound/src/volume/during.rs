//! Separation of moving bounding volumes during a time span.
//!
//! **Question.** Two balls, boxes or oriented boxes move with their bodies. Do they stay disjoint during a span
//! of time?
//!
//! **Idea.** The rotation matrices and translations during the span are enclosed entry by entry. The test for
//! one instant is then evaluated in interval arithmetic. *Balls*, eq. 23: compare the squared distance of the
//! centres with the squared sum of the radii. *Axis-aligned boxes*, section 5.2: the box around the enclosed
//! corners contains the volume during the whole span. *Oriented boxes*, eq. 24: one of fifteen axes must
//! separate them during the whole span.
//!
//! **Guarantee.** `true` is a proof for every instant of the span.
//!
//! **Cost.** Oriented boxes: up to fifteen axes in interval arithmetic, microseconds. The overestimation is of
//! first order in the rotation within the span, so spans must be short (section 5.4). For two bodies whose
//! motion is known to bend little, the chords of `detect/src/rigid` prove as much over spans several times as
//! long. This test needs nothing but enclosures, from any source: a chain of links multiplies them.
//!
//! **Source.** Teschner et al. 2006, Redon's chapter, sections 5.1 to 5.3, eqs. 23–25. Deviation: for an
//! edge-edge axis we take the cross product at the middle of the span, as a fixed vector, where the chapter
//! lets it turn with the boxes. This needs fewer interval products.
//!
//! | paper | here |
//! |---|---|
//! | eᵢ, fⱼ | `axes`, in the world |
//! | aᵢ, bⱼ | `half` |
//! | T_A T_B | `offset` |

use super::{Aabb, BoundingBall, Obb};
use glam::DVec3;
use tangency_geometry::Enclosure;
use tangency_interval::{Interval, Matrix, Vector3};

/// Enclosure of the placements of a rigid body during a span, entry by entry: `p ↦ rotation · p + translation`.
#[derive(Clone, Copy, Debug)]
pub struct EnclosedPlacement {
    /// The rotation matrix.
    pub rotation: Matrix<3, 3>,
    /// The translation.
    pub translation: Vector3,
}

impl EnclosedPlacement {
    /// The placement from the enclosure of a motion; `None` if the motion is not rigid.
    #[must_use]
    pub fn of(enclosure: &Enclosure) -> Option<Self> {
        enclosure.rigid().map(|(rotation, translation)| Self { rotation, translation })
    }

    fn point(&self, local: DVec3) -> Vector3 {
        self.rotation * Vector3::point(local.to_array()) + self.translation
    }
}

impl BoundingBall {
    /// `true` proves that this ball, moved by `placed`, and `other`, moved by `other_placed`, have no common
    /// point at any instant of the span.
    #[must_use]
    pub fn disjoint_during(&self, placed: &EnclosedPlacement, other: &Self, other_placed: &EnclosedPlacement) -> bool {
        let centres = [placed.point(self.centre()), other_placed.point(other.centre())];
        Self::apart(centres, [self.radius(), other.radius()])
    }
}

impl Aabb {
    /// An axis-aligned box, in the world, that contains an oriented box during the whole span.
    #[must_use]
    pub fn swept(volume: &Obb, placed: &EnclosedPlacement) -> Self {
        let centre = placed.point(volume.centre());
        let axes = Axes::new(volume, placed);
        let reach = |coordinate: usize| {
            let along = |axis: usize| axes.turned[axis][coordinate].abs() * axes.half[axis];
            (along(0) + along(1) + along(2)).upper()
        };
        let grown = |coordinate: usize| centre[coordinate] + Interval::between(-reach(coordinate), reach(coordinate));
        Self::of(Vector3::from_fn(grown))
    }
}

/// The axes of a box in the world, and its half lengths along them.
struct Axes {
    turned: [Vector3; 3],
    half: [f64; 3],
}

impl Axes {
    fn new(volume: &Obb, placed: &EnclosedPlacement) -> Self {
        let turned = super::columns(volume.axes()).map(|axis| placed.rotation * Vector3::point(axis.to_array()));
        Self { turned, half: volume.half().to_array() }
    }

    /// Half the extent of the box along a direction.
    fn reach(&self, direction: Vector3) -> Interval {
        let along = |axis: usize| direction.dot(self.turned[axis]).abs() * self.half[axis];
        along(0) + along(1) + along(2)
    }
}

impl Obb {
    /// `true` proves that this box, moved by `placed`, and `other`, moved by `other_placed`, have no common
    /// point at any instant of the span.
    ///
    /// ```
    /// use glam::{DVec3, dvec3};
    /// use tangency_bound::{EnclosedPlacement, Obb};
    /// use tangency_geometry::{Motion, Pose, Rigid};
    /// use tangency_interval::Interval;
    ///
    /// // A rod turns by a tenth of a radian. Another one rests one metre above it.
    /// let rod = Obb::around(&[dvec3(-1.0, 0.0, 0.0), dvec3(1.0, 0.0, 0.0), dvec3(1.0, 0.1, 0.1)]).expect("points");
    /// let turning = Motion::Rigid(Rigid::new(Pose::IDENTITY, DVec3::ZERO, dvec3(0.0, 0.1, 0.0))?);
    /// let span = Interval::between(0.0, 1.0);
    /// let below = EnclosedPlacement::of(&turning.during(span)).expect("it is rigid");
    /// let raised = Motion::Still(Pose::translated(DVec3::Z)?);
    /// let above = EnclosedPlacement::of(&raised.during(span)).expect("it is rigid");
    /// assert!(rod.disjoint_during(&below, &rod, &above));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn disjoint_during(&self, placed: &EnclosedPlacement, other: &Self, other_placed: &EnclosedPlacement) -> bool {
        let (e, f) = (Axes::new(self, placed), Axes::new(other, other_placed));
        let offset = other_placed.point(other.centre()) - placed.point(self.centre());
        let separates = |axis: Vector3| {
            let reach = e.reach(axis) + f.reach(axis);
            axis.dot(offset).abs().lower() > reach.upper()
        };
        if e.turned.iter().chain(&f.turned).any(|&axis| separates(axis)) {
            return true;
        }
        let middle = |axis: Vector3| DVec3::from_array(axis.mid());
        let across = e.turned.iter().flat_map(|&e| f.turned.iter().map(move |&f| middle(e).cross(middle(f))));
        across.into_iter().any(|axis| separates(Vector3::point(axis.to_array())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BoundingVolume;
    use glam::{DQuat, dvec3};
    use tangency_geometry::{Motion, Pose, Rigid};
    use tangency_interval::laws::Random;

    fn vector(random: &mut Random, size: f64) -> DVec3 {
        DVec3::from_array([0; 3].map(|_| random.between(-size, size)))
    }

    fn motion(random: &mut Random, place: DVec3) -> Motion {
        let turn = DQuat::from_scaled_axis(vector(random, 2.0));
        Motion::Rigid(Rigid::new(Pose::new(turn, place).unwrap(), vector(random, 1.0), vector(random, 2.0)).unwrap())
    }

    /// Moving clouds of points that share a point at some instant of the span are never proved disjoint.
    #[test]
    fn what_meets_within_the_span_is_never_proved_apart() {
        let mut random = Random::new(31);
        let mut proved = [0; 3];
        for round in 0..3_000 {
            let cloud: [Vec<DVec3>; 2] = [0; 2].map(|_| (0..4).map(|_| vector(&mut random, 0.5)).collect());
            let place = vector(&mut random, 1.0) + dvec3(0.8, 0.0, 0.0);
            let motions = [motion(&mut random, DVec3::ZERO), motion(&mut random, place)];
            let length = [0.0, 0.02, 0.1, 0.5][round % 4];
            let start = random.between(0.0, 1.0 - length);
            let span = Interval::between(start, start + length);
            let placed = motions.each_ref().map(|motion| EnclosedPlacement::of(&motion.during(span)).unwrap());
            let apart = |clouds: &[Vec<DVec3>; 2]| {
                let balls = clouds.each_ref().map(|cloud| BoundingBall::around(cloud).unwrap());
                let boxes = clouds.each_ref().map(|cloud| Obb::around(cloud).unwrap());
                let swept = [0, 1].map(|body| Aabb::swept(&boxes[body], &placed[body]));
                [
                    balls[0].disjoint_during(&placed[0], &balls[1], &placed[1]),
                    swept[0].disjoint(&swept[1]),
                    boxes[0].disjoint_during(&placed[0], &boxes[1], &placed[1]),
                ]
            };
            apart(&cloud).iter().zip(&mut proved).for_each(|(&one, count)| *count += usize::from(one));
            // A point of b that coincides with a point of a at some instant of the span.
            let time = (start + random.unit() * length).min(span.upper());
            let [tangency_geometry::Placement::Pose(a), tangency_geometry::Placement::Pose(b)] =
                motions.each_ref().map(|motion| motion.at(time))
            else {
                unreachable!("both are rigid")
            };
            let common = b.inverse().apply(a.apply(cloud[0][0]));
            let meeting = [cloud[0].clone(), [cloud[1].clone(), vec![common]].concat()];
            assert_eq!(apart(&meeting), [false; 3], "{motions:?} at {time} in {span:?}");
        }
        assert!(proved.iter().all(|&count| (200..2_800).contains(&count)), "{proved:?} of 3000 are proved apart");
    }
}
