//! A gas of bodies in a cube, for both engines.

use super::overlap::overlap_oracle;
use glam::{DQuat, DVec3};
use std::f64::consts::PI;
use std::fmt;
use std::sync::Arc;
use tangency::detect::Prepared;
use tangency::geometry::{Convex, ConvexHull, HalfSpace, Polyhedron, Shape};
use tangency::respond::{Inertia, Material};
use tangency::world::{BodyState, World, WorldBody};
use tangency_interval::laws::Random;

/// Metres. The radius of a ball, and of the ball around a hull.
pub(super) const RADIUS: f64 = 0.5;
/// The share of the volume that the balls around the bodies take.
const DENSITY: f64 = 0.05;
/// kg/m³.
pub(super) const MASS_DENSITY: f64 = 1_000.0;
/// Different hulls of a gas.
const SHAPES: usize = 16;

/// The bodies of a gas.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Balls,
    /// Hulls of random points on a sphere, with a number of faces from the first to the second.
    Hulls {
        faces: [usize; 2],
    },
}

impl fmt::Display for Kind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Balls => write!(out, "balls"),
            Self::Hulls { faces: [least, most] } if least == most => write!(out, "hulls of {least} faces"),
            Self::Hulls { faces: [least, most] } => write!(out, "hulls of {least} to {most} faces"),
        }
    }
}

/// A shape of a gas: its points, none for a ball.
pub(super) struct BodyShape {
    pub(super) points: Option<Vec<DVec3>>,
    prepared: Arc<Prepared>,
    pub(super) inertia: Inertia,
}

/// A body of a gas at the start.
pub(super) struct Member {
    pub(super) shape: usize,
    pub(super) centre: DVec3,
    pub(super) orientation: DQuat,
    /// Of the centre of mass.
    pub(super) velocity: DVec3,
    pub(super) angular_velocity: DVec3,
}

/// The bodies of a gas between six walls.
pub(super) struct Gas {
    /// Metres. The side of the cube.
    pub(super) side: f64,
    pub(super) shapes: Vec<BodyShape>,
    pub(super) members: Vec<Member>,
    /// The walls and then the members, as the test of overlaps takes them.
    pub(super) tested: Vec<overlap_oracle::Body>,
}

fn vector(random: &mut Random) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0)))
}

impl BodyShape {
    fn ball() -> Self {
        let mass = MASS_DENSITY * 4.0 / 3.0 * PI * RADIUS.powi(3);
        let prepared = Arc::new(Prepared::new(Convex::sphere(RADIUS).expect("a radius").into()));
        Self { points: None, prepared, inertia: Inertia::sphere(mass, RADIUS).expect("a mass") }
    }

    /// A simplicial hull of n vertices has 2n − 4 faces.
    fn hull(random: &mut Random, faces: usize) -> Self {
        let points: Vec<DVec3> = (0..faces / 2 + 2).map(|_| RADIUS * vector(random).normalize_or(DVec3::X)).collect();
        let body = Polyhedron::new(ConvexHull::of(&points).expect("a hull").mesh().clone()).expect("a closed mesh");
        let inertia = Inertia::of_mass(&body.mass(), MASS_DENSITY).expect("a volume");
        Self { points: Some(points), prepared: Arc::new(Prepared::new(body.into())), inertia }
    }
}

impl Gas {
    /// Bodies on a grid, turned and thrown at random.
    pub(super) fn new(kind: Kind, count: usize, speed: f64) -> Self {
        let mut random = Random::new(11);
        let shapes: Vec<BodyShape> = match kind {
            Kind::Balls => vec![BodyShape::ball()],
            Kind::Hulls { faces: [least, most] } => (0..SHAPES)
                .map(|index| BodyShape::hull(&mut random, least + (most - least) * index / (SHAPES - 1)))
                .collect(),
        };
        let side = (count as f64 * 4.0 / 3.0 * PI * RADIUS.powi(3) / DENSITY).cbrt();
        let per_side = (count as f64).cbrt().ceil() as usize;
        let members: Vec<Member> = (0..count)
            .map(|index| {
                let cell = [index % per_side, index / per_side % per_side, index / per_side / per_side];
                let cell = DVec3::from_array(cell.map(|place| place as f64));
                Member {
                    shape: index % shapes.len(),
                    centre: ((cell + 0.5) / per_side as f64 - 0.5) * (side - 2.0 * RADIUS),
                    orientation: DQuat::from_scaled_axis(3.0 * vector(&mut random)),
                    velocity: speed * vector(&mut random),
                    angular_velocity: speed * vector(&mut random),
                }
            })
            .collect();
        let mut gas = Self { side, shapes, members, tested: Vec::new() };
        let bodies = gas.ours().bodies;
        gas.tested = bodies.iter().filter_map(|body| overlap_oracle::Body::of(body.prepared.shape())).collect();
        assert_eq!(gas.tested.len(), bodies.len(), "all shapes can be tested for overlaps");
        gas
    }

    /// The inward normals of the six walls.
    pub(super) fn walls(&self) -> impl Iterator<Item = DVec3> + use<> {
        DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis])
    }

    /// The world of our engine: the walls, then the bodies.
    pub(super) fn ours(&self) -> World {
        let elastic = Material::new(1.0, 0.0).expect("a material");
        let wall = |normal: DVec3| {
            let shape: Shape = HalfSpace::facing(normal, 0.0).expect("a normal").into();
            let state = BodyState::at(-0.5 * self.side * normal);
            WorldBody::fixed("wall", Arc::new(Prepared::new(shape)), state).of(elastic)
        };
        let body = |(index, member): (usize, &Member)| {
            let BodyShape { prepared, inertia, .. } = &self.shapes[member.shape];
            let arm = member.orientation * inertia.centre();
            let state = BodyState {
                position: member.centre - arm,
                orientation: member.orientation,
                velocity: member.velocity - member.angular_velocity.cross(arm),
                angular_velocity: member.angular_velocity,
            };
            WorldBody::free(&format!("body {index}"), prepared.clone(), *inertia, state).of(elastic)
        };
        let bodies = self.walls().map(wall).chain(self.members.iter().enumerate().map(body)).collect();
        World { bodies, gravity: DVec3::ZERO }
    }
}
