//! Random contact problems that lean to the degenerate.

use super::Scope;
use crate::{ContactProblem, Inertia, Joint, JointFrame, JointRow, JointStage, JointType, Motor, Rate};
use crate::{ResponseBody, ResponseContact};
use glam::{DMat3, DQuat, DVec3, dvec3};
use tangency_interval::laws::Random;

/// The kinds of random problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// Boxes with contacts anywhere, of any normal: worse than any pile.
    Scattered,
    /// A stack of boxes on a floor, four contacts between two of them: singular.
    Stack,
    /// A stack whose masses differ by a million.
    HeavyStack,
    /// A box on a dozen contacts in one plane, some of them twice.
    Redundant,
    /// A body between two or more walls with opposite or parallel normals.
    Walls,
    /// Balls in a row.
    Row,
    /// Balls that lie in a pyramid on a floor.
    Pyramid,
    /// Boxes on a floor, connected by joints, some of them twice, with motors, limits and friction.
    Jointed,
}

/// All kinds.
pub const KINDS: [ProblemKind; 8] = [
    ProblemKind::Scattered,
    ProblemKind::Stack,
    ProblemKind::HeavyStack,
    ProblemKind::Redundant,
    ProblemKind::Walls,
    ProblemKind::Row,
    ProblemKind::Pyramid,
    ProblemKind::Jointed,
];

fn vector(random: &mut Random) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0)))
}

fn cuboid(mass: f64, size: DVec3, turn: DMat3, centre: DVec3) -> ResponseBody {
    ResponseBody::new(&Inertia::cuboid(mass, size).expect("a box"), turn, centre)
}

/// The parts of a problem while it is made.
struct Parts {
    bodies: Vec<ResponseBody>,
    rates: Vec<Rate>,
    contacts: Vec<ResponseContact>,
    rows: Vec<JointRow>,
}

/// A random problem of a kind, with the materials that the scope allows.
pub fn problem(kind: ProblemKind, scope: Scope, random: &mut Random) -> ContactProblem {
    let mut parts = match kind {
        ProblemKind::Scattered => scattered(random),
        ProblemKind::Stack => stack(random, 1.0),
        ProblemKind::HeavyStack => stack(random, 1e6),
        ProblemKind::Redundant => redundant(random),
        ProblemKind::Walls => walls(random),
        ProblemKind::Row => row(random),
        ProblemKind::Pyramid => pyramid(random),
        ProblemKind::Jointed => jointed(random, scope),
    };
    let (friction, restitution) = ([0.0, 0.2, 0.5, 0.9], [0.0, 0.3, 0.8, 1.0]);
    let same = [friction[random.below(4)], restitution[random.below(4)]];
    let mixed = random.below(2) == 0;
    for contact in &mut parts.contacts {
        let drawn = [friction[random.below(4)], restitution[random.below(4)]];
        let [friction, restitution] = if mixed { drawn } else { same };
        if matches!(scope, Scope::Friction | Scope::Impact) {
            contact.friction = friction;
            if random.below(4) == 0 {
                (contact.torsion, contact.rolling) = (random.between(0.0, 0.1), random.between(0.0, 0.05));
            }
        }
        if matches!(scope, Scope::SmoothImpact | Scope::Impact) {
            contact.restitution = restitution;
        }
    }
    let Parts { bodies, rates, contacts, rows } = parts;
    ContactProblem::new(&bodies, &rates, &contacts, &rows).expect("a valid problem")
}

/// Velocities after a short step of gravity, sometimes with some motion.
fn pulled(random: &mut Random, fixed: bool) -> Rate {
    if fixed {
        return Rate::default();
    }
    let motion = [0.0, 0.01, 1.0][random.below(3)];
    Rate { linear: motion * vector(random) - 0.04 * DVec3::Z, angular: motion * vector(random) }
}

fn scattered(random: &mut Random) -> Parts {
    let count = 2 + random.below(4);
    let mut bodies = Vec::new();
    for _ in 0..count {
        let size = dvec3(random.between(0.1, 2.0), random.between(0.1, 2.0), random.between(0.1, 2.0));
        let turn = DMat3::from_quat(DQuat::from_scaled_axis(3.0 * vector(random)));
        bodies.push(cuboid(random.between(0.1, 10.0), size, turn, 2.0 * vector(random)));
    }
    if random.below(2) == 0 {
        bodies[0] = ResponseBody::fixed(DVec3::ZERO);
    }
    let rates = bodies.iter().map(|body| {
        let rate = Rate { linear: 3.0 * vector(random), angular: 5.0 * vector(random) };
        if body.inverse_mass == 0.0 { Rate::default() } else { rate }
    });
    let rates = rates.collect();
    let contacts = (0..1 + random.below(6)).map(|_| {
        let a = random.below(count);
        let b = (a + 1 + random.below(count - 1)) % count;
        ResponseContact::new(a, b, vector(random), vector(random).try_normalize().unwrap_or(DVec3::Z))
    });
    Parts { contacts: contacts.collect(), bodies, rates, rows: Vec::new() }
}

/// Boxes of one metre; every second one is heavier or lighter by the ratio.
fn stack(random: &mut Random, ratio: f64) -> Parts {
    let count = 1 + random.below(5);
    let heavy_first = random.below(2);
    let mut bodies = vec![ResponseBody::fixed(DVec3::ZERO)];
    let mut contacts = Vec::new();
    for level in 0..count {
        let mass = if (level + heavy_first).is_multiple_of(2) { 1.0 } else { ratio };
        let height = level as f64;
        bodies.push(cuboid(mass, DVec3::ONE, DMat3::IDENTITY, dvec3(0.0, 0.0, height + 0.5)));
        for (x, y) in [(-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)] {
            contacts.push(ResponseContact::new(level, level + 1, dvec3(x, y, height), DVec3::Z));
        }
    }
    let rates = bodies.iter().map(|body| pulled(random, body.inverse_mass == 0.0)).collect();
    Parts { bodies, rates, contacts, rows: Vec::new() }
}

fn redundant(random: &mut Random) -> Parts {
    let floor = ResponseBody::fixed(DVec3::ZERO);
    let box_ = cuboid(random.between(0.1, 10.0), dvec3(2.0, 2.0, 0.5), DMat3::IDENTITY, dvec3(0.0, 0.0, 0.25));
    let mut contacts = Vec::new();
    for _ in 0..6 + random.below(6) {
        let (x, y) = (random.below(5) as f64 * 0.5 - 1.0, random.below(5) as f64 * 0.5 - 1.0);
        contacts.push(ResponseContact::new(0, 1, dvec3(x, y, 0.0), DVec3::Z));
    }
    contacts.push(contacts[0]);
    let rates = vec![Rate::default(), pulled(random, false)];
    Parts { bodies: vec![floor, box_], rates, contacts, rows: Vec::new() }
}

fn walls(random: &mut Random) -> Parts {
    let ball = ResponseBody::new(&Inertia::sphere(2.0, 0.5).expect("a ball"), DMat3::IDENTITY, DVec3::ZERO);
    let mut bodies = vec![ball];
    let mut contacts = Vec::new();
    let axis = if random.below(2) == 0 { DVec3::Z } else { vector(random).try_normalize().unwrap_or(DVec3::X) };
    for side in 0..2 + random.below(3) {
        let normal = [axis, -axis, axis, axis.any_orthonormal_vector()][side];
        bodies.push(ResponseBody::fixed(-2.0 * normal));
        contacts.push(ResponseContact::new(side + 1, 0, -0.5 * normal, normal));
    }
    let mut rates = vec![Rate::default(); bodies.len()];
    rates[0] = Rate { linear: vector(random), angular: vector(random) };
    if random.below(2) == 0 {
        rates[0].linear = rates[0].linear.project_onto(axis);
    }
    Parts { bodies, rates, contacts, rows: Vec::new() }
}

fn row(random: &mut Random) -> Parts {
    let count = 2 + random.below(6);
    let masses: Vec<f64> = (0..count).map(|_| [1.0, 1.0, 1e6][random.below(3)]).collect();
    let equal = random.below(2) == 0;
    let bodies: Vec<ResponseBody> = (0..count)
        .map(|place| {
            let inertia = Inertia::sphere(if equal { 1.0 } else { masses[place] }, 0.5).expect("a ball");
            ResponseBody::new(&inertia, DMat3::IDENTITY, place as f64 * DVec3::X)
        })
        .collect();
    let mut rates = vec![Rate::default(); count];
    rates[0].linear = DVec3::X;
    if random.below(2) == 0 {
        rates[count - 1].linear = -2.0 * DVec3::X;
    }
    let contact = |place: usize| ResponseContact::new(place, place + 1, (place as f64 + 0.5) * DVec3::X, DVec3::X);
    Parts { contacts: (0..count - 1).map(contact).collect(), bodies, rates, rows: Vec::new() }
}

/// Three balls on a floor and one on top of them.
fn pyramid(random: &mut Random) -> Parts {
    let ball = Inertia::sphere(1.0, 0.5).expect("a ball");
    let at = |centre: DVec3| ResponseBody::new(&ball, DMat3::IDENTITY, centre);
    let side = 1.0 / 3.0_f64.sqrt();
    let ground = [0, 1, 2].map(|corner| {
        let angle = std::f64::consts::TAU * f64::from(corner) / 3.0;
        dvec3(side * angle.cos(), side * angle.sin(), 0.5)
    });
    let top = dvec3(0.0, 0.0, 0.5 + (2.0_f64 / 3.0).sqrt());
    let bodies = vec![ResponseBody::fixed(DVec3::ZERO), at(ground[0]), at(ground[1]), at(ground[2]), at(top)];
    let mut contacts = Vec::new();
    for (place, centre) in ground.iter().enumerate() {
        contacts.push(ResponseContact::new(0, place + 1, centre.with_z(0.0), DVec3::Z));
        contacts.push(ResponseContact::new(place + 1, 4, 0.5 * (*centre + top), top - *centre));
        let other = (place + 1) % 3;
        contacts.push(ResponseContact::new(
            place + 1,
            other + 1,
            0.5 * (*centre + ground[other]),
            ground[other] - *centre,
        ));
    }
    contacts.iter_mut().for_each(|contact| contact.normal = contact.normal.normalize());
    let rates = bodies.iter().map(|body| pulled(random, body.inverse_mass == 0.0)).collect();
    Parts { bodies, rates, contacts, rows: Vec::new() }
}

/// A chain of boxes on a floor.
fn jointed(random: &mut Random, scope: Scope) -> Parts {
    let count = 2 + random.below(3);
    let mut bodies = vec![ResponseBody::fixed(DVec3::ZERO)];
    let mut contacts = Vec::new();
    for place in 0..count {
        let centre = dvec3(place as f64, 0.0, 0.5);
        bodies.push(cuboid(random.between(0.5, 2.0), DVec3::ONE, DMat3::IDENTITY, centre));
        for (x, y) in [(-0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)] {
            contacts.push(ResponseContact::new(0, place + 1, centre + dvec3(x, y, -0.5), DVec3::Z));
        }
    }
    let mut rows = Vec::new();
    for place in 1..count {
        let axes = DMat3::from_quat(DQuat::from_scaled_axis(2.0 * vector(random)));
        let frame = JointFrame { origin: dvec3(place as f64 - 0.5, 0.0, 0.5), axes };
        let kinds = [JointType::Ball, JointType::Hinge, JointType::Slider, JointType::Fixed];
        let mut joint = Joint::new(place, place + 1, kinds[random.below(4)], [frame; 2]);
        if scope == Scope::Friction || scope == Scope::Frictionless {
            joint.friction = random.between(0.0, 0.1);
            joint.limits = Some([0.0, 1.0]);
        }
        if scope == Scope::Friction && random.below(3) == 0 {
            joint.motor = Some(Motor { speed: 0.0, most: random.between(0.0, 1.0) });
        }
        rows.extend(joint.rows(&bodies, JointStage::Velocity { step: 0.1 }));
        // Twice the same joint: its rows depend on each other.
        if random.below(2) == 0 {
            rows.extend(
                Joint::new(place, place + 1, JointType::Ball, [frame; 2])
                    .rows(&bodies, JointStage::Velocity { step: 0.1 }),
            );
        }
    }
    let rates = bodies.iter().map(|body| pulled(random, body.inverse_mass == 0.0)).collect();
    Parts { bodies, rates, contacts, rows }
}
