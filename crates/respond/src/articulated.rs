//! Mechanisms in reduced coordinates: the articulated-body algorithm.
//!
//! **Question.** A tree of links moves in its joint coordinates q. Which accelerations q̈ follow from the forces at the
//! joints, gravity and the velocities q̇?
//!
//! **Idea.** Each link with all that hangs on it responds to a force at its joint like one body with an articulated
//! inertia. From the tips to the root these inertias and forces are collected; from the root to the tips the
//! accelerations follow. All spatial vectors are about the origin of the world and in its axes, so that nothing has to
//! be transformed from link to link.
//!
//! **Guarantee.** Computed, not proved. The joints hold exactly, whatever the number of links: no drift.
//!
//! **Cost.** Linear in the number of links.
//!
//! **Source.** R. Featherstone, *Rigid body dynamics algorithms*, 2008, chapter 7, table 7.1.
//!
//! | Featherstone | here |
//! |---|---|
//! | v, c, a | `velocity`, `bend`, `acceleration` |
//! | S | `axis` |
//! | I^A, p^A | `inertia`, `force` |
//! | U, D, u | `pushed`, `moment`, `drive` |

use crate::Inertia;
use crate::block_elimination::{SIX, Square};
use glam::{DMat3, DQuat, DVec3};
use tangency_geometry::{JointKind, Mechanism, Pose};

/// A motion or a force in six coordinates: the angular part, then the linear part at the origin of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Spatial {
    angular: DVec3,
    linear: DVec3,
}

impl Spatial {
    fn plus(self, other: Self, factor: f64) -> Self {
        Self { angular: self.angular + factor * other.angular, linear: self.linear + factor * other.linear }
    }

    fn dot(self, other: Self) -> f64 {
        self.angular.dot(other.angular) + self.linear.dot(other.linear)
    }

    /// The rate of a motion vector that is carried along by this velocity.
    fn cross_motion(self, of: Self) -> Self {
        let linear = self.angular.cross(of.linear) + self.linear.cross(of.angular);
        Self { angular: self.angular.cross(of.angular), linear }
    }

    /// The rate of a force vector that is carried along by this velocity.
    fn cross_force(self, of: Self) -> Self {
        let angular = self.angular.cross(of.angular) + self.linear.cross(of.linear);
        Self { angular, linear: self.angular.cross(of.linear) }
    }

    fn six(self) -> [f64; SIX] {
        let (a, l) = (self.angular, self.linear);
        [a.x, a.y, a.z, l.x, l.y, l.z]
    }

    fn of(six: [f64; SIX]) -> Self {
        Self { angular: DVec3::from_slice(&six[..3]), linear: DVec3::from_slice(&six[3..]) }
    }
}

/// A tree of links with masses.
///
/// ```
/// use glam::DVec3;
/// use tangency_geometry::{Joint, JointKind, Mechanism, Pose};
/// use tangency_respond::{ArticulatedBody, Inertia};
///
/// // A ball of 0.1 m on a rod of 1 m, held sideways, falls with g·L/(L² + 2/5·r²).
/// let hinge = Joint {
///     name: "hinge".into(),
///     kind: JointKind::Continuous { axis: DVec3::Y },
///     parent: 0,
///     child: 1,
///     origin: Pose::IDENTITY,
///     limits: None,
///     mimic: None,
/// };
/// let mechanism = Mechanism::new(vec!["base".into(), "bob".into()], vec![hinge])?;
/// let ball = Inertia::sphere(2.0, 0.1)?;
/// let bob = Inertia::new(2.0, DVec3::X, ball.tensor())?;
/// let pendulum = ArticulatedBody::new(mechanism, vec![None, Some(bob)])?;
/// let found = pendulum.accelerations(&[0.0], &[0.0], &[0.0], -9.81 * DVec3::Z)?;
/// assert!((found[0] - 9.81 / 1.004).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ArticulatedBody {
    mechanism: Mechanism,
    inertias: Vec<Option<Inertia>>,
    /// The links from the root to the tips: every link after its parent.
    order: Vec<usize>,
}

/// The data are not an articulated body, or not a state of it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ArticulatedError {
    /// A list has the wrong length.
    #[error("{found} {what} for {expected}: give one for each")]
    Count {
        /// What is listed.
        what: &'static str,
        /// The number given.
        found: usize,
        /// The number needed.
        expected: usize,
    },
    /// A joint has more than one coordinate, or none of its own.
    #[error(
        "joint {joint}: planar, floating and mimic joints have no dynamics here; use joint rows of a contact problem"
    )]
    Unsupported {
        /// The name of the joint.
        joint: String,
    },
    /// Nothing resists the movement of a joint.
    #[error("joint {joint} moves no mass (articulated inertia {inertia}): give its links an inertia")]
    Massless {
        /// The name of the joint.
        joint: String,
        /// The inertia along the joint.
        inertia: f64,
    },
}

/// A link at one instant.
#[derive(Clone, Copy, Debug)]
struct LinkState {
    axis: Spatial,
    velocity: Spatial,
    bend: Spatial,
    inertia: Square,
    force: Spatial,
}

impl ArticulatedBody {
    /// A mechanism whose joints are fixed, turn or slide, with the inertia of each link in its own frame.
    pub fn new(mechanism: Mechanism, inertias: Vec<Option<Inertia>>) -> Result<Self, ArticulatedError> {
        let expected = mechanism.links().len();
        if inertias.len() != expected {
            return Err(ArticulatedError::Count { what: "inertias", found: inertias.len(), expected });
        }
        for joint in mechanism.joints() {
            let several = matches!(joint.kind, JointKind::Planar | JointKind::Floating);
            if several || joint.mimic.is_some() {
                return Err(ArticulatedError::Unsupported { joint: joint.name.clone() });
            }
        }
        let mut order = vec![mechanism.root()];
        for place in 0..expected {
            let link = order[place];
            order.extend(mechanism.joints().iter().filter(|joint| joint.parent == link).map(|joint| joint.child));
        }
        Ok(Self { mechanism, inertias, order })
    }

    /// The mechanism.
    #[must_use]
    pub fn mechanism(&self) -> &Mechanism {
        &self.mechanism
    }

    /// The accelerations of the joint coordinates, given their values, velocities and the forces (torques) at the
    /// joints, all in the order of [`Mechanism::coordinates`].
    pub fn accelerations(
        &self,
        positions: &[f64],
        velocities: &[f64],
        forces: &[f64],
        gravity: DVec3,
    ) -> Result<Vec<f64>, ArticulatedError> {
        let expected = self.mechanism.coordinates().len();
        for (what, list) in [("positions", positions), ("velocities", velocities), ("forces", forces)] {
            if list.len() != expected {
                return Err(ArticulatedError::Count { what, found: list.len(), expected });
            }
        }
        let mut states = self.states(positions, velocities);
        let mut drives = vec![(Spatial::default(), 1.0, 0.0); states.len()];
        for &link in self.order.iter().skip(1).rev() {
            let Some(index) = self.mechanism.parent_joint(link) else { continue };
            let parent = self.mechanism.joints()[index].parent;
            let LinkState { axis, bend, mut inertia, mut force, .. } = states[link];
            force = force.plus(times(&inertia, bend), 1.0);
            if let Some(coordinate) = self.mechanism.coordinate(index) {
                let pushed = times(&inertia, axis);
                let moment = axis.dot(pushed);
                if !(moment > 0.0) {
                    let joint = self.mechanism.joints()[index].name.clone();
                    return Err(ArticulatedError::Massless { joint, inertia: moment });
                }
                let drive = forces[coordinate] - axis.dot(states[link].force);
                drives[link] = (pushed, moment, drive);
                let six = pushed.six();
                (0..SIX * SIX).for_each(|at| inertia[at] -= six[at / SIX] * six[at % SIX] / moment);
                // The bend acts on what the joint does not give way to.
                force = states[link].force.plus(times(&inertia, bend), 1.0).plus(pushed, drive / moment);
            }
            states[parent].inertia.iter_mut().zip(&inertia).for_each(|(sum, entry)| *sum += entry);
            states[parent].force = states[parent].force.plus(force, 1.0);
        }
        let mut found = vec![0.0; expected];
        let rest = Spatial { angular: DVec3::ZERO, linear: -gravity };
        let mut accelerations = vec![rest; states.len()];
        for &link in self.order.iter().skip(1) {
            let Some(index) = self.mechanism.parent_joint(link) else { continue };
            let parent = self.mechanism.joints()[index].parent;
            let carried = accelerations[parent].plus(states[link].bend, 1.0);
            accelerations[link] = carried;
            if let Some(coordinate) = self.mechanism.coordinate(index) {
                let (pushed, moment, drive) = drives[link];
                found[coordinate] = (drive - pushed.dot(carried)) / moment;
                accelerations[link] = carried.plus(states[link].axis, found[coordinate]);
            }
        }
        Ok(found)
    }

    /// The links at these coordinates and velocities.
    fn states(&self, positions: &[f64], velocities: &[f64]) -> Vec<LinkState> {
        let none = Spatial::default();
        let nothing = LinkState { axis: none, velocity: none, bend: none, inertia: [0.0; SIX * SIX], force: none };
        let mut states = vec![nothing; self.order.len()];
        let mut poses: Vec<(DMat3, DVec3)> = vec![(DMat3::IDENTITY, DVec3::ZERO); self.order.len()];
        for &link in &self.order {
            if let Some(index) = self.mechanism.parent_joint(link) {
                let joint = &self.mechanism.joints()[index];
                let coordinate = self.mechanism.coordinate(index);
                let value = coordinate.map_or(0.0, |at| positions[at]);
                let (pose, axis) = moved(&poses[joint.parent], &joint.origin, &joint.kind, value);
                let speed = coordinate.map_or(0.0, |at| velocities[at]);
                let velocity = states[joint.parent].velocity.plus(axis, speed);
                let bend = velocity.cross_motion(Spatial::default().plus(axis, speed));
                poses[link] = pose;
                states[link] = LinkState { axis, velocity, bend, ..nothing };
            }
            if let Some(own) = &self.inertias[link] {
                let state = &mut states[link];
                state.inertia = about_origin(own, &poses[link]);
                state.force = state.velocity.cross_force(times(&state.inertia, state.velocity));
            }
        }
        states
    }
}

/// The pose of a child at a joint value, and the axis of the joint in the world.
fn moved(parent: &(DMat3, DVec3), origin: &Pose, kind: &JointKind, value: f64) -> ((DMat3, DVec3), Spatial) {
    let turned = parent.0 * DMat3::from_quat(origin.rotation());
    let place = parent.0 * origin.translation() + parent.1;
    match kind {
        JointKind::Revolute { axis } | JointKind::Continuous { axis } => {
            let unit = axis.normalize_or_zero();
            let spin = DMat3::from_quat(DQuat::from_axis_angle(unit, value));
            let along = turned * unit;
            ((turned * spin, place), Spatial { angular: along, linear: place.cross(along) })
        }
        JointKind::Prismatic { axis } => {
            let along = turned * axis.normalize_or_zero();
            ((turned, place + value * along), Spatial { angular: DVec3::ZERO, linear: along })
        }
        // Planar and floating joints are refused when the body is made.
        JointKind::Fixed | JointKind::Planar | JointKind::Floating => ((turned, place), Spatial::default()),
    }
}

/// The spatial inertia of a link about the origin of the world.
fn about_origin(own: &Inertia, (rotation, place): &(DMat3, DVec3)) -> Square {
    let (mass, centre) = (own.mass(), *rotation * own.centre() + *place);
    let tensor = *rotation * own.tensor() * rotation.transpose();
    let mut all = [0.0; SIX * SIX];
    for column in 0..SIX {
        let mut unit = [0.0; SIX];
        unit[column] = 1.0;
        let motion = Spatial::of(unit);
        let linear = mass * (motion.linear + motion.angular.cross(centre));
        let angular = tensor * motion.angular + centre.cross(linear);
        let six = Spatial { angular, linear }.six();
        (0..SIX).for_each(|row| all[row * SIX + column] = six[row]);
    }
    all
}

fn times(matrix: &Square, vector: Spatial) -> Spatial {
    let six = vector.six();
    Spatial::of(std::array::from_fn(|row| (0..SIX).map(|column| matrix[row * SIX + column] * six[column]).sum()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_geometry::Joint;
    use tangency_interval::laws::Random;

    fn random_tree(random: &mut Random, links: usize) -> ArticulatedBody {
        let vector = |random: &mut Random| DVec3::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0)));
        let mut joints = Vec::new();
        let mut inertias = vec![None];
        for child in 1..links {
            let axis = vector(random);
            let kinds = [
                JointKind::Revolute { axis },
                JointKind::Continuous { axis },
                JointKind::Prismatic { axis },
                JointKind::Fixed,
            ];
            let origin = Pose::new(DQuat::from_scaled_axis(vector(random)), vector(random)).unwrap();
            let (kind, parent) = (kinds[random.below(4)], random.below(child));
            joints.push(Joint { name: format!("j{child}"), kind, parent, child, origin, limits: None, mimic: None });
            let size = vector(random).abs() + DVec3::splat(0.2);
            let own = Inertia::cuboid(random.between(0.5, 2.0), size).unwrap();
            inertias.push(Some(Inertia::new(own.mass(), vector(random), own.tensor()).unwrap()));
        }
        let names = (0..links).map(|link| format!("l{link}")).collect();
        ArticulatedBody::new(Mechanism::new(names, joints).unwrap(), inertias).unwrap()
    }

    /// Reference: the dense mass matrix, from the kinetic energy of unit velocities, and Lagrange's equations
    /// H·q̈ + Ḣ·q̇ − ∂T/∂q = τ − ∂V/∂q with derivatives by differences.
    #[test]
    fn random_trees_obey_lagranges_equations() {
        let mut random = Random::new(8);
        let gravity = DVec3::new(0.3, -1.0, -9.0);
        let mut tested = 0;
        for links in [2, 3, 5, 8, 12] {
            let body = random_tree(&mut random, links);
            let count = body.mechanism().coordinates().len();
            let mut numbers = |size: f64| (0..count).map(|_| random.between(-size, size)).collect::<Vec<f64>>();
            let (q, speed, torque) = (numbers(2.0), numbers(1.5), numbers(3.0));
            let energy = |q: &[f64], speed: &[f64]| -> f64 {
                body.states(q, speed)
                    .iter()
                    .map(|link| 0.5 * link.velocity.dot(times(&link.inertia, link.velocity)))
                    .sum()
            };
            let unit = |i: usize, size: f64| (0..count).map(|j| if i == j { size } else { 0.0 }).collect::<Vec<f64>>();
            let sum = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x + y).collect::<Vec<f64>>();
            let mass = |q: &[f64], i: usize, j: usize| {
                energy(q, &sum(&unit(i, 1.0), &unit(j, 1.0))) - energy(q, &unit(i, 1.0)) - energy(q, &unit(j, 1.0))
            };
            let potential = |q: &[f64]| -> f64 {
                let states = body.states(q, &unit(count, 0.0));
                let turn = |axis: DVec3, inertia: &Square| {
                    times(inertia, Spatial { angular: axis, linear: DVec3::ZERO }).linear
                };
                // The momentum of a turn about an axis is m·(axis × centre): two axes give m·centre, and so the
                // potential.
                let weight = |inertia: &Square| {
                    let [x, y] = [DVec3::X, DVec3::Y].map(|axis| turn(axis, inertia));
                    gravity.dot(DVec3::new(-y.z, x.z, -x.y))
                };
                -states.iter().map(|link| weight(&link.inertia)).sum::<f64>()
            };
            let found = body.accelerations(&q, &speed, &torque, gravity).unwrap();
            let step = 1e-5;
            for (i, torque) in torque.iter().enumerate() {
                let mut left = 0.0;
                for j in 0..count {
                    let shifted = |size: f64| q.iter().zip(&speed).map(|(q, v)| q + size * v).collect::<Vec<f64>>();
                    let rate = (mass(&shifted(step), i, j) - mass(&shifted(-step), i, j)) / (2.0 * step);
                    left += mass(&q, i, j) * found[j] + rate * speed[j];
                }
                let [up, down] = [step, -step].map(|size| sum(&q, &unit(i, size)));
                left -= (energy(&up, &speed) - energy(&down, &speed)) / (2.0 * step);
                left += (potential(&up) - potential(&down)) / (2.0 * step);
                assert!((left - torque).abs() < 1e-6, "{links} links, coordinate {i}: {left} {torque}");
                tested += 1;
            }
        }
        assert!(tested > 10, "{tested}");
    }

    #[test]
    fn joints_that_move_nothing_are_refused() {
        let origin = Pose::IDENTITY;
        let kind = JointKind::Revolute { axis: DVec3::X };
        let joint = Joint { name: "idle".into(), kind, parent: 0, child: 1, origin, limits: None, mimic: None };
        let mechanism = Mechanism::new(vec!["base".into(), "tip".into()], vec![joint]).unwrap();
        let body = ArticulatedBody::new(mechanism.clone(), vec![None, None]).unwrap();
        let error = body.accelerations(&[0.0], &[0.0], &[0.0], DVec3::ZERO).unwrap_err();
        assert!(matches!(&error, ArticulatedError::Massless { joint, .. } if joint == "idle"), "{error}");
        assert!(matches!(ArticulatedBody::new(mechanism, vec![None]), Err(ArticulatedError::Count { .. })));
    }
}
