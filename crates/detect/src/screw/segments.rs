//! A relative motion as a sequence of screws, with a bound on the error.
//!
//! **Question.** Two bodies move independently. Along which screws does the first move relative to the second, and
//! how large is the error at any of its points?
//!
//! **Idea.** The screw of a stretch of time joins the relative poses at its start and end. At one instant the
//! error is an affine function of the point, and its length is convex. The error therefore is largest at one of
//! the eight corners of the bounding box of the body. The corners are compared at seventeen instants. Between two
//! instants `h` apart, a point that accelerates by at most `A` relative to the screw deviates by at most `A·h²/8`
//! from the interpolation of both ends. A stretch with too large an error is shortened.
//!
//! **Guarantee.** [`Segment::discrepancy`] bounds the distance between a point of the first body in its motion
//! relative to the second and the same point on the screw, at every instant of the segment, including rounding.
//!
//! **Cost.** About ten microseconds per segment. The error grows with the square of a segment's length, so the
//! number of segments grows with the inverse square root of the allowed error. A body that flies and tumbles takes
//! tens to hundreds per turn at a micrometre.
//!
//! **Source.** Kim & Rossignac 2003, *Approximating screw motions*: the discrepancy motion on the eight corners of
//! a block. They leave open how to bound its trajectory between instants.

use crate::tolerance::{DISCREPANCY_INSTANTS, FAR_AXIS, SCREW_ROUNDINGS, TIME_RESOLUTION};
use crate::{DetectError, Faceted, Moving};
use glam::{DVec3, dvec3};
use tangency_geometry::{Motion, Placement, Pose, RigidPiece, Screw};
use tangency_interval::Interval;

/// A stretch of time during which the motion of one body relative to another is close to a screw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// The stretch of time.
    pub span: Interval,
    /// The screw of the first body relative to the second. Its clock starts at 0 with the segment.
    pub screw: Screw,
    /// Metres. Bounds the error of every point of the first body relative to the second.
    pub discrepancy: f64,
}

/// The motion of `a` relative to `b` during `span`: consecutive screws without gaps, each with an error of at most
/// `allowed` metres.
///
/// ```
/// use glam::{DVec3, dvec3};
/// use tangency_detect::{Moving, screw};
/// use tangency_geometry::{Motion, Pose, Rigid, Screw, primitive};
/// use tangency_interval::Interval;
///
/// // A brick that flies and tumbles.
/// let brick = primitive::cuboid(dvec3(0.2, 0.1, 0.05))?;
/// let tumbling = Motion::Rigid(Rigid::new(Pose::IDENTITY, DVec3::X, dvec3(0.0, 0.0, 3.0))?);
/// let a = Moving::new(brick.clone().into(), tumbling)?;
/// let b = Moving::new(brick.into(), Motion::Still(Pose::IDENTITY))?;
/// let segments = screw::approximate(&a, &b, Interval::between(0.0, 1.0), 1e-4)?;
/// assert!(segments.len() < 100 && segments.iter().all(|segment| segment.discrepancy <= 1e-4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn approximate(a: &Moving, b: &Moving, span: Interval, allowed: f64) -> Result<Vec<Segment>, DetectError> {
    let mut segments = Vec::new();
    let (a, b) = faceted(a, b)?;
    for stretch in stretches(a, b, span)? {
        let mut start = stretch.span[0];
        while let Some(segment) = stretch.next(start, allowed)? {
            start = segment.span.upper();
            segments.push(segment);
        }
    }
    Ok(segments)
}

/// Both bodies as triangle meshes. The method supports no other shapes.
pub(super) fn faceted<'m>(a: &'m Moving, b: &'m Moving) -> Result<(Faceted<'m>, Faceted<'m>), DetectError> {
    let unsupported = DetectError::Unsupported { a: "a polyhedron", b: "a curved surface" };
    a.faceted().zip(b.faceted()).ok_or(unsupported)
}

/// A stretch of time during which both bodies move smoothly.
pub(super) struct RigidStretch<'motion> {
    pieces: [RigidPiece<'motion>; 2],
    pub(super) span: [f64; 2],
    corners: [DVec3; 8],
    reach: [f64; 2],
}

/// The smooth stretches of a span, in order.
pub(super) fn stretches<'m>(
    a: Faceted<'m>,
    b: Faceted<'m>,
    span: Interval,
) -> Result<Vec<RigidStretch<'m>>, DetectError> {
    let (Some(of_a), Some(of_b)) = (a.motion().rigid_pieces(span), b.motion().rigid_pieces(span)) else {
        let name = |moving: Faceted<'_>| {
            if moving.motion().rigid_pieces(span).is_some() {
                "a body that moves as a whole"
            } else {
                "a body that deforms"
            }
        };
        return Err(DetectError::Unsupported { a: name(a), b: name(b) });
    };
    let [lower, upper] = a.facets().mesh().bounding_box();
    let pick = |corner: usize, bit: usize, axis: usize| if corner >> bit & 1 == 0 { lower[axis] } else { upper[axis] };
    let corners = std::array::from_fn(|corner| dvec3(pick(corner, 0, 0), pick(corner, 1, 1), pick(corner, 2, 2)));
    let far = corners.iter().map(|corner: &DVec3| corner.length()).fold(0.0, f64::max) * (1.0 + 1e-12);
    let mut stretches = Vec::new();
    for piece_a in &of_a {
        for piece_b in &of_b {
            let common = piece_a.span().intersection(piece_b.span());
            if !common.is_empty() && common.width() > 0.0 {
                let pieces = [*piece_a, *piece_b];
                let span = [common.lower(), common.upper()];
                stretches.push(RigidStretch { pieces, span, corners, reach: [far, b.facets().reach()] });
            }
        }
    }
    Ok(stretches)
}

impl RigidStretch<'_> {
    /// The next segment from `start` on, as long as the error bound allows up to a factor. `None` at the end of
    /// the stretch.
    pub(super) fn next(&self, start: f64, allowed: f64) -> Result<Option<Segment>, DetectError> {
        if start >= self.span[1] {
            return Ok(None);
        }
        let (mut end, mut shortest) = (self.span[1], f64::INFINITY);
        loop {
            let segment = self.segment(start, end)?;
            if segment.discrepancy <= allowed {
                return Ok(Some(segment));
            }
            if !segment.discrepancy.is_finite() && !(end - start > 0.0) {
                return Err(DetectError::Unbounded);
            }
            shortest = segment.discrepancy.min(shortest);
            // The discrepancy falls with the square of the length. Take slightly less than that predicts, and
            // shorten by at most a factor of four.
            let share = (0.9 * (allowed / segment.discrepancy).sqrt()).clamp(0.25, 0.9);
            end = start + share * (end - start);
            if !(end - start > TIME_RESOLUTION * (self.span[1] - self.span[0])) || !(end > start) {
                return Err(DetectError::TooFine { tolerance: 2.0 * allowed, resolution: 2.0 * shortest });
            }
        }
    }

    /// The pose of `a` relative to `b`, in floating point.
    fn relative(&self, time: f64) -> Pose {
        self.pieces[0].pose(time).relative_to(&self.pieces[1].pose(time))
    }

    fn segment(&self, start: f64, end: f64) -> Result<Segment, DetectError> {
        let (from, to) = (self.relative(start), self.relative(end));
        let duration = end - start;
        let fault = |_| DetectError::Unbounded;
        let straight = || {
            let unturned =
                Pose::new(from.rotation().normalize(), to.translation()).map_err(|_| DetectError::Unbounded)?;
            Screw::between(from, unturned, duration).map_err(fault)
        };
        // Far from the axis an arc is nearly straight, and the frame of the axis would lose too many digits.
        let near = |screw: &Screw| {
            let far = FAR_AXIS * (self.reach[0] + self.reach[1]);
            screw.axis_point().is_none_or(|axis| 2.0 * (axis.distance(from.translation()) + self.reach[0]) < far)
        };
        let screw = match Screw::between(from, to, duration) {
            Ok(screw) if near(&screw) => screw,
            Ok(_) | Err(_) => straight()?,
        };
        let discrepancy = self.discrepancy(&screw, start, end);
        Ok(Segment { span: Interval::between(start, end), screw, discrepancy })
    }

    /// Bounds the error of the corners of the box at any instant of a segment.
    fn discrepancy(&self, screw: &Screw, start: f64, end: f64) -> f64 {
        let (motion, duration) = (Motion::Screw(*screw), end - start);
        let mut largest = 0.0_f64;
        for index in 0..=DISCREPANCY_INSTANTS {
            let time = (start + duration * (f64::from(index) / f64::from(DISCREPANCY_INSTANTS))).min(end);
            let (Placement::Pose(there), here) = (motion.at(time - start), self.relative(time)) else {
                unreachable!("a screw is rigid")
            };
            let off = |&corner: &DVec3| there.apply(corner).distance(here.apply(corner));
            largest = self.corners.iter().map(off).fold(largest, f64::max);
        }
        let span = Interval::between(start, end);
        let [rates_a, rates_b] = self.pieces.map(|piece| piece.rates(span));
        let distance = self.pieces[0].pose(start).translation().distance(self.pieces[1].pose(start).translation());
        // Relative to b, a point at u from the origin of b accelerates by ü − 2ω×u̇ − ω̇×u + ω×(ω×u).
        let speed = rates_a.speed_within(self.reach[0]) + rates_b.speed;
        let far = distance + self.reach[0] + speed * duration;
        let seen = rates_a.acceleration_within(self.reach[0])
            + rates_b.acceleration
            + 2.0 * rates_b.spin * speed
            + (rates_b.spin * rates_b.spin + rates_b.spin_change) * far;
        let whole = Interval::between(0.0, duration);
        let on_screw = motion
            .rigid_pieces(whole)
            .map_or(f64::INFINITY, |pieces| pieces[0].rates(whole).acceleration_within(self.reach[0]));
        let step = duration / f64::from(DISCREPANCY_INSTANTS);
        // The clock is rounded too, by a few units in the last place, at the speed of the farthest point.
        let clock = 8.0 * f64::EPSILON * span.magnitude() * (speed + rates_b.spin * far);
        let rounding = self.pieces[0].rounding(span, self.reach[0])
            + self.pieces[1].rounding(span, far)
            + motion.rounding(duration, 0, dvec3(self.reach[0], 0.0, 0.0))
            + SCREW_ROUNDINGS * f64::EPSILON * far
            + clock;
        (largest + 0.125 * step * step * (seen + on_screw) + rounding) * (1.0 + 1e-12)
    }
}
