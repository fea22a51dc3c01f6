//! Exact boxes: positions are rational numbers, and extremes are taken over all points below a node.

use glam::DVec3;
use num_rational::BigRational;
use num_traits::{FromPrimitive, Signed, ToPrimitive};
use tangency_bound::reference::{FlightPlan, KineticTree};

/// A flight plan with known coefficients.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) since: f64,
    pub(crate) position: DVec3,
    pub(crate) velocity: DVec3,
    pub(crate) acceleration: DVec3,
}

impl Known {
    pub(crate) fn plan(&self) -> FlightPlan {
        FlightPlan::new(self.since, self.position, self.velocity, self.acceleration).expect("a plan of finite numbers")
    }

    /// The exact coordinate, and a bound on the error of its floating-point evaluation.
    fn at(&self, axis: usize, time: f64) -> (BigRational, BigRational) {
        let elapsed = exact(time) - exact(self.since);
        let half = exact(0.5);
        let terms = [
            exact(self.position[axis]),
            exact(self.velocity[axis]) * &elapsed,
            exact(self.acceleration[axis]) * &elapsed * &elapsed * half,
        ];
        let magnitude: BigRational = terms.iter().map(Signed::abs).sum();
        (terms.into_iter().sum(), magnitude * exact(8.0 * f64::EPSILON) + exact(4.0 * f64::MIN_POSITIVE))
    }
}

pub(crate) fn exact(value: f64) -> BigRational {
    BigRational::from_f64(value).expect("a finite number")
}

/// The exact extreme of one side, and a bound on how far the box may exceed it.
#[derive(Clone, Debug)]
pub(crate) struct Extreme {
    pub(crate) value: BigRational,
    pub(crate) slack: BigRational,
}

/// Lower x, y, z, upper x, y, z.
pub(crate) type Sides = [Extreme; 6];

/// The exact box of every node at the instant of the tree.
pub(crate) fn boxes(tree: &KineticTree, points: &[Known]) -> Vec<Sides> {
    let places: Vec<Sides> = points
        .iter()
        .map(|point| {
            std::array::from_fn(|side| {
                let (value, slack) = point.at(side % 3, tree.now());
                Extreme { value, slack }
            })
        })
        .collect();
    let mut boxes: Vec<Option<Sides>> = vec![None; tree.nodes()];
    for node in (0..tree.nodes()).rev() {
        boxes[node] = Some(match (tree.corner(node), tree.children(node)) {
            (Some(point), _) => places[point].clone(),
            (None, Some([left, right])) => {
                let [left, right] =
                    [left, right].map(|child| boxes[child].clone().expect("children come after their parent"));
                std::array::from_fn(|side| outermost(side < 3, &left[side], &right[side]))
            }
            (None, None) => unreachable!(),
        });
    }
    boxes.into_iter().flatten().collect()
}

fn outermost(lower: bool, a: &Extreme, b: &Extreme) -> Extreme {
    if a.value == b.value {
        return Extreme { value: a.value.clone(), slack: a.slack.clone().max(b.slack.clone()) };
    }
    if (a.value < b.value) == lower { a.clone() } else { b.clone() }
}

/// Checks that every box contains all of its points, and exceeds them by no more than rounding.
pub(crate) fn check(tree: &KineticTree, points: &[Known]) {
    for (node, sides) in boxes(tree, points).into_iter().enumerate() {
        let volume = tree.volume(node);
        for (side, extreme) in sides.into_iter().enumerate() {
            let (corner, outward) =
                if side < 3 { (volume.lower()[side], -exact(1.0)) } else { (volume.upper()[side - 3], exact(1.0)) };
            let excess = (exact(corner) - &extreme.value) * outward;
            assert!(!excess.is_negative(), "node {node}, side {side} at {}: a point is outside", tree.now());
            assert!(
                excess <= extreme.slack,
                "node {node}, side {side} at {}: {corner} is {:?} too far out",
                tree.now(),
                excess.to_f64()
            );
        }
    }
}
