//! Intervals of time during which two rigid bodies move almost on parabolas.
//!
//! **Question.** Along a direction that turns during an interval of time, how far does one body lead the other at
//! least, at every instant?
//!
//! **Idea.** A point that follows the parabola through its positions at the start, the middle and the end deviates from
//! it by at most `J·h³/124`, with `J` the third derivative of its position and `h` the length of the interval. The
//! direction `n(s)` follows the parabola through three unit vectors. The lead of a point of `b` over a point of `a`,
//! `n(s)·w(s)`, is then a polynomial of degree four. Each of its five Bernstein coefficients is a linear function of
//! the two points. So the minimum of each over all points of two boxes or triangles follows from their extents along
//! one vector in the frame of each body. If a motion has no known third derivative, the points are on chords, with the
//! deviation `A·h²/8`.
//!
//! The distance of the points is at least `n(s)·w(s) / |n(s)|`. With `|n| ≤ (1 + |n|²)/2`, which is a polynomial too,
//! the distance exceeds `d` if all five coefficients of `n·w − d·(1 + |n|²)/2` are positive.
//!
//! **Guarantee.** A positive [`TurningDirections::margin`] proves the distance for the exact motions. The slack of the
//! interval contains the deviation from the parabola, the rounding of the poses and that of the projections.
//!
//! **Cost.** Two poses an interval; eighteen products of a matrix and a vector a direction; some fifty nanoseconds a
//! pair of boxes or triangles.
//!
//! **Source.** Ours. `rigid/cell.rs` has chords and fixed directions: errors of second order in `h`. Here they are of
//! third order, so that a distance near its minimum in time is proved in a few intervals.

use super::triangles::closest_weights;
use crate::closest::weighted;
use crate::convex::{Bodies, Simplex, Support};
use crate::flight::{Flight, Placed};
use crate::limits::ContactThreshold;
use crate::rigid::between_boxes;
use crate::tolerance::{BENT_ROUNDINGS, LARGEST_MIDDLE, PARABOLA_ERROR, ROUND_UP};
use crate::{Faceted, Facets};
use glam::{DMat3, DVec3};
use tangency_bound::{Obb, ObbNode, ObbTree};
use tangency_geometry::{Motion, Rates};
use tangency_interval::Interval;

/// Two bodies during a smooth stretch of time, and bounds on their paths.
pub(super) struct BentFlight<'motion> {
    pub(super) flight: Flight<'motion>,
    /// Metres per second cubed. Bounds the sum of both third derivatives of positions. `None` if one is not known.
    jerk: Option<f64>,
}

impl<'motion> BentFlight<'motion> {
    /// The bodies during a stretch of time that both motions pass smoothly.
    pub(super) fn new(flight: Flight<'motion>, bodies: &[Faceted<'_>; 2]) -> Self {
        let span = Interval::between(flight.ends[0], flight.ends[1]);
        let [a, b] = [0, 1]
            .map(|side| third_derivative(bodies[side].motion(), &flight.pieces[side].rates(span), flight.reach[side]));
        let jerk = a.zip(b).map(|(a, b)| (Interval::from(a) + Interval::from(b)).upper());
        Self { flight, jerk }
    }

    /// The interval between two instants, at which the bodies are `placed`.
    pub(super) fn cell(&self, [start, end]: [f64; 2], [first, last]: [Placed; 2]) -> BentCell {
        let middle = start + 0.5 * (end - start);
        let halfway = self.flight.placed(middle);
        let length = end - start;
        let (control, deviation) = match self.jerk {
            Some(jerk) => (mixed(&[first, halfway, last], [-0.5, 2.0, -0.5]), PARABOLA_ERROR * jerk * length),
            None => (mixed(&[first, halfway, last], [0.5, 0.0, 0.5]), 0.125 * self.bend([start, end])),
        };
        let slack = LARGEST_MIDDLE * deviation * length * length + BENT_ROUNDINGS * self.flight.rounding;
        BentCell { times: [start, middle, end], placed: [first, halfway, last], control, slack: slack * ROUND_UP }
    }

    /// Metres per second squared. Bounds the sum of both accelerations between two instants.
    fn bend(&self, [start, end]: [f64; 2]) -> f64 {
        let span = Interval::between(start, end);
        let of = |side: usize| self.flight.pieces[side].rates(span).acceleration_within(self.flight.reach[side]);
        of(0) + of(1)
    }
}

/// Metres per second cubed. Bounds the third derivative of the position of a point within `reach` of the origin. `None`
/// if the motion does not say.
fn third_derivative(motion: &Motion, rates: &Rates, reach: f64) -> Option<f64> {
    match motion {
        Motion::Still(_) | Motion::Linear(_) | Motion::Ballistic(_) => Some(0.0),
        // The acceleration is a vector of constant length that turns at a constant rate.
        Motion::Rigid(_) | Motion::Screw(_) => {
            Some((Interval::from(rates.spin) * Interval::from(rates.acceleration_within(reach))).upper())
        }
        Motion::Chebyshev(_)
        | Motion::Articulated(_)
        | Motion::Piecewise(_)
        | Motion::Vertexwise(_)
        | Motion::Expression(_) => None,
    }
}

/// The sum of poses with these weights.
fn mixed(placed: &[Placed; 3], weights: [f64; 3]) -> Placed {
    let matrix = |of: fn(&Placed) -> DMat3| {
        of(&placed[0]) * weights[0] + of(&placed[1]) * weights[1] + of(&placed[2]) * weights[2]
    };
    Placed {
        a: matrix(|placed| placed.a),
        b: matrix(|placed| placed.b),
        between: (0..3).map(|k| placed[k].between * weights[k]).sum(),
    }
}

/// An interval of time, with both bodies on parabolas.
pub(super) struct BentCell {
    /// Seconds. The start, the middle and the end.
    pub(super) times: [f64; 3],
    /// The poses at these instants.
    pub(super) placed: [Placed; 3],
    /// The middle control point of the parabolas.
    control: Placed,
    /// Metres. Every coefficient of the lead is at most this much too large.
    slack: f64,
}

/// A direction that turns during an interval of time, and the leads along it.
pub(super) struct TurningDirections {
    /// The directions of the five coefficients, in the frame of each body.
    along: [[DVec3; 5]; 2],
    /// Metres. How far the origin of `b` is ahead of that of `a`, for each coefficient.
    ahead: [f64; 5],
    /// Bounds the length of the direction from above.
    lengths: [f64; 5],
    slack: f64,
}

/// Two triangles or boxes to be separated.
#[derive(Clone, Copy)]
pub(super) enum BentPart<'model> {
    /// The corners of a triangle, in the frame of the body.
    Triangle([DVec3; 3]),
    /// A box of the tree.
    Box(&'model Obb),
    /// The convex hull of the body.
    Hull(&'model Support),
}

impl<'model> BentPart<'model> {
    /// The part of a model below a node.
    pub(super) fn of(model: &'model Facets, node: u32) -> Self {
        let tree: &ObbTree = model.boxes();
        match tree.below(node) {
            ObbNode::Triangle(triangle) => Self::Triangle(model.mesh().corners(triangle as usize)),
            ObbNode::Children(_) => Self::Box(tree.volume(node)),
        }
    }

    /// The largest coordinate along a vector, which need not be a unit vector.
    #[inline]
    fn farthest(&self, along: DVec3) -> f64 {
        match self {
            Self::Triangle(corners) => {
                let [p, q, r] = corners.map(|corner| along.dot(corner));
                p.max(q).max(r)
            }
            Self::Box(volume) => along.dot(volume.centre()) + volume.radius_along(along),
            Self::Hull(support) => along.dot(support.vertex(support.farthest(along))),
        }
    }
}

impl BentCell {
    /// Seconds.
    pub(super) fn length(&self) -> f64 {
        self.times[2] - self.times[0]
    }

    /// The vectors between the closest points of two triangles at the three instants.
    pub(super) fn between_triangles(&self, a: [DVec3; 3], b: [DVec3; 3]) -> [DVec3; 3] {
        self.placed.map(|placed| {
            let a = a.map(|corner| placed.a * corner);
            let b = b.map(|corner| placed.b * corner + placed.between);
            let weights = closest_weights(&a, &b);
            weighted(&b, weights[1]) - weighted(&a, weights[0])
        })
    }

    /// The directions between two convex hulls at the three instants.
    pub(super) fn between_hulls(&self, models: [&Facets; 2]) -> [DVec3; 3] {
        let (hulls, mut simplex) = (Bodies::of(models), Simplex::default());
        self.placed.map(|placed| hulls.closest(&placed, &mut simplex, ContactThreshold::NONE).direction)
    }

    /// Vectors along which two boxes have a wide gap, at the three instants.
    pub(super) fn between_volumes(&self, a: &Obb, b: &Obb) -> [DVec3; 3] {
        self.placed.map(|placed| {
            let between = between_boxes(a, b, &placed);
            let centres = placed.between + placed.b * b.centre() - placed.a * a.centre();
            if between == DVec3::ZERO { centres } else { between }
        })
    }

    /// The direction that turns through those of three vectors. `None` if one is zero or it turns too far.
    pub(super) fn turning(&self, vectors: [DVec3; 3]) -> Option<TurningDirections> {
        let [Some(first), Some(halfway), Some(last)] = vectors.map(DVec3::try_normalize) else { return None };
        let middle = 2.0 * halfway - 0.5 * (first + last);
        if !(middle.length_squared() <= LARGEST_MIDDLE * LARGEST_MIDDLE) {
            return None;
        }
        let placed = [&self.placed[0], &self.control, &self.placed[2]];
        let of = |matrix: fn(&Placed) -> &DMat3| {
            let turned = |of_pose: usize, direction: DVec3| matrix(placed[of_pose]).transpose() * direction;
            product(turned, [first, middle, last])
        };
        let offsets = placed.map(|placed| placed.between);
        let directions = [first, middle, last];
        let squares = product(|of, direction| directions[of].dot(direction), directions);
        Some(TurningDirections {
            along: [of(|placed| &placed.a), of(|placed| &placed.b)],
            ahead: product(|of_pose, direction| offsets[of_pose].dot(direction), directions),
            lengths: squares.map(|square| 0.5 + 0.5 * square),
            slack: self.slack,
        })
    }
}

/// The Bernstein coefficients of the product of a parabola and a parabola of directions. `of` is the product of a
/// control point of the first and a direction.
#[inline]
fn product<Value>(of: impl Fn(usize, DVec3) -> Value, [first, middle, last]: [DVec3; 3]) -> [Value; 5]
where
    Value: std::ops::Add<Output = Value> + std::ops::Mul<f64, Output = Value>,
{
    [
        of(0, first),
        (of(1, first) + of(0, middle)) * 0.5,
        (of(2, first) + of(1, middle) * 4.0 + of(0, last)) * (1.0 / 6.0),
        (of(2, middle) + of(1, last)) * 0.5,
        of(2, last),
    ]
}

impl TurningDirections {
    /// Metres, up to the length of the direction. If it is positive, the parts are farther apart than `distance` at
    /// every instant of the interval.
    #[inline]
    pub(super) fn margin(&self, a: &BentPart<'_>, b: &BentPart<'_>, distance: f64) -> f64 {
        let mut least = f64::INFINITY;
        // Most parts that are not apart are not so at the middle.
        for k in [2, 0, 4, 1, 3] {
            let lead = self.ahead[k] - b.farthest(-self.along[1][k]) - a.farthest(self.along[0][k]);
            least = least.min(lead - distance * self.lengths[k] - self.slack);
            if !(least > 0.0) {
                break;
            }
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Moving;
    use glam::DQuat;
    use tangency_geometry::{Mesh, Pose, Rigid, Shape};
    use tangency_interval::laws::Random;

    fn vector(random: &mut Random, size: f64) -> DVec3 {
        DVec3::from_array([0; 3].map(|_| random.between(-size, size)))
    }

    fn triangle(random: &mut Random, place: DVec3) -> Moving {
        let corners = [0; 3].map(|_| vector(random, 0.4));
        let start = Pose::new(DQuat::from_scaled_axis(vector(random, 3.0)), place).expect("a pose");
        let motion = Rigid::new(start, vector(random, 1.0), vector(random, 3.0)).expect("a motion");
        let mesh = Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).expect("a triangle");
        Moving::new(Shape::Mesh(mesh), Motion::Rigid(motion)).expect("a body")
    }

    /// No pair of triangles is proved farther apart than their closest sampled distance. Most are proved nearly as far
    /// apart during a hundredth of a second, and almost all during a thousandth.
    #[test]
    fn no_more_than_the_sampled_distance_is_proved() {
        let mut random = Random::new(41);
        for (length, below, least) in [(0.1, 0.9, 250), (0.01, 0.999, 350), (0.001, 0.999_9, 380)] {
            let mut proved = 0;
            for round in 0..400 {
                let place = dvec_of_length(&mut random, 1.5);
                let bodies = [triangle(&mut random, DVec3::ZERO), triangle(&mut random, place)];
                let facets = bodies.each_ref().map(|body| body.faceted().expect("triangles"));
                let span = Interval::between(0.0, 1.0);
                let pieces = facets.map(|body| body.motion().rigid_pieces(span).expect("rigid")[0]);
                let flight = Flight::new(pieces, facets.map(|body| body.facets().reach()), [0.0, 1.0]);
                let motion = BentFlight::new(flight, &facets);
                let start = random.between(0.0, 1.0 - length);
                let ends = [start, start + length];
                let cell = motion.cell(ends, ends.map(|end| motion.flight.placed(end)));
                let corners = facets.map(|body| body.facets().mesh().corners(0));
                let sampled = (0..=40).map(|step| {
                    let placed = motion.flight.placed(start + length * f64::from(step) / 40.0);
                    let a = corners[0].map(|corner| placed.a * corner);
                    let b = corners[1].map(|corner| placed.b * corner + placed.between);
                    let weights = closest_weights(&a, &b);
                    weighted(&b, weights[1]).distance(weighted(&a, weights[0]))
                });
                let distance = sampled.fold(f64::INFINITY, f64::min);
                let Some(directions) = cell.turning(cell.between_triangles(corners[0], corners[1])) else { continue };
                let [a, b] = corners.map(BentPart::Triangle);
                assert!(!(directions.margin(&a, &b, distance) > 0.0), "round {round}: {distance}");
                proved += usize::from(directions.margin(&a, &b, below * distance) > 0.0);
            }
            assert!(proved >= least, "{length} s: {proved} of 400");
        }
    }

    fn dvec_of_length(random: &mut Random, length: f64) -> DVec3 {
        length * vector(random, 1.0).try_normalize().unwrap_or(DVec3::X)
    }
}
