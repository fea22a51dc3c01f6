//! Random small polyhedra under random rigid motions, with many degenerate cases: parallel edges, coplanar faces,
//! equal bodies, quarter turns, axes through corners, bodies in contact at the start.

use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::{FRAC_PI_2, PI};
use tangency_geometry::{
    Ballistic, ChebyshevMotion, Linear, Mesh, Motion, Piecewise, Placement, Polyhedron, Pose, Rigid, Screw, ScrewAxis,
    primitive,
};
use tangency_interval::Chebyshev;
use tangency_interval::laws::Random;

/// Two bodies and their motions.
#[derive(Clone, Debug)]
pub(crate) struct RigidCase {
    pub(crate) a: Polyhedron,
    pub(crate) b: Polyhedron,
    pub(crate) motions: [Motion; 2],
}

/// A random case. Every third case has all numbers on a coarse grid.
pub(crate) fn case(random: &mut Random) -> RigidCase {
    let coarse = random.below(3) == 0;
    let mut draw = CaseGenerator { random, coarse };
    let (a, b) = (draw.body(), draw.body());
    let place = draw.vector(2.0);
    // Roughly towards each other.
    let aim = draw.vector(0.7) - place;
    let speed = if draw.coarse { 1.0 } else { draw.random.between(0.5, 1.6) };
    let motions = [draw.motion(DVec3::ZERO, DVec3::ZERO), draw.motion(place, aim * speed)];
    RigidCase { a, b, motions }
}

struct CaseGenerator<'random> {
    random: &'random mut Random,
    coarse: bool,
}

impl CaseGenerator<'_> {
    fn number(&mut self, size: f64) -> f64 {
        let number = self.random.between(-size, size);
        if self.coarse { (4.0 * number).round() / 4.0 } else { number }
    }

    fn vector(&mut self, size: f64) -> DVec3 {
        dvec3(self.number(size), self.number(size), self.number(size))
    }

    fn size(&mut self) -> f64 {
        if self.coarse { [0.25, 0.5, 1.0][self.random.below(3)] } else { self.random.between(0.05, 1.0) }
    }

    fn body(&mut self) -> Polyhedron {
        let (x, y, z) = (self.size(), self.size(), self.size());
        let made = match self.random.below(6) {
            0 => primitive::cuboid(dvec3(x, y, z)),
            1 => primitive::wedge(x, y, z),
            2 => primitive::needle(x, y, 3 + self.random.below(3)),
            3 => primitive::l_extrusion(x, y, 0.4 * x.min(y), z),
            _ => return self.tetrahedron(),
        };
        made.unwrap()
    }

    /// Four random points, drawn again if they are nearly coplanar.
    fn tetrahedron(&mut self) -> Polyhedron {
        loop {
            let corners: Vec<DVec3> = (0..4).map(|_| self.vector(0.8)).collect();
            let [p, q, r] = [1, 2, 3].map(|i| corners[i] - corners[0]);
            if p.dot(q.cross(r)).abs() > 1e-3 {
                let faces = vec![[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]];
                return Polyhedron::new(Mesh::new(corners, faces).unwrap()).unwrap();
            }
        }
    }

    fn turn(&mut self) -> DQuat {
        if !self.coarse {
            let axis = self.vector(1.0).normalize_or(DVec3::X);
            return DQuat::from_axis_angle(axis, self.random.between(0.0, PI));
        }
        let axis = DVec3::AXES[self.random.below(3)];
        match self.random.below(4) {
            0 => DQuat::IDENTITY,
            1 => DQuat::from_axis_angle(axis, FRAC_PI_2),
            2 => DQuat::from_vec4(axis.extend(0.0)),
            _ => DQuat::from_axis_angle(axis, 0.5 * FRAC_PI_2),
        }
    }

    fn spin(&mut self) -> DVec3 {
        if self.coarse {
            return DVec3::AXES[self.random.below(3)] * [0.0, FRAC_PI_2, PI, 2.0 * PI][self.random.below(4)];
        }
        self.vector(1.0) * [0.3, 3.0, 9.0][self.random.below(3)]
    }

    /// A motion from `place`, at about `velocity`.
    fn motion(&mut self, place: DVec3, velocity: DVec3) -> Motion {
        let start = Pose::new(self.turn(), place).unwrap();
        match self.random.below(8) {
            0 if velocity == DVec3::ZERO => Motion::Still(start),
            0 | 1 => Motion::Linear(Linear::new(start, velocity).unwrap()),
            2 => Motion::Ballistic(Ballistic::new(start, velocity, self.vector(2.0)).unwrap()),
            3 | 4 => Motion::Rigid(Rigid::new(start, velocity, self.spin()).unwrap()),
            5 => {
                let direction = self.vector(1.0).normalize_or(DVec3::Z);
                let axis = ScrewAxis { point: place + self.vector(0.5), direction };
                let (angle, way) = (self.number(6.0), velocity.dot(direction));
                Motion::Screw(Screw::about(axis, start, angle, way, 1.0).unwrap())
            }
            6 => self.series(place, velocity),
            _ => self.pieces(start, velocity),
        }
    }

    /// Series with a quaternion that stays near a fixed one.
    fn series(&mut self, place: DVec3, velocity: DVec3) -> Motion {
        let mut series = |first: f64, second: f64, size: f64| {
            let last = self.number(size);
            Chebyshev::new(0.0, 1.0, &[first, second, last]).unwrap()
        };
        let rotation = [0.5, -0.5, 0.5, 0.5].map(|first| series(first, 0.1, 0.2));
        let middle = place + 0.5 * velocity;
        let translation = [0, 1, 2].map(|axis| series(middle[axis], 0.5 * velocity[axis], 0.2));
        Motion::Chebyshev(ChebyshevMotion::new(rotation, translation).unwrap())
    }

    /// Two consecutive motions. The second starts at the computed end of the first.
    fn pieces(&mut self, start: Pose, velocity: DVec3) -> Motion {
        let first = Motion::Rigid(Rigid::new(start, velocity, self.spin()).unwrap());
        let Placement::Pose(middle) = first.at(0.5) else { unreachable!("the motion is rigid") };
        let second = Motion::Rigid(Rigid::new(middle, velocity + self.vector(0.5), self.spin()).unwrap());
        Motion::Piecewise(Piecewise::new(vec![0.0, 0.5], vec![first, second]).unwrap())
    }
}
