//! Bodies of revolution: the outline that turns about the z axis.
//!
//! *Question.* What is the outline of a rounded point, segment, cylinder or cone, and what are the integrals of 1, x
//! and x·xᵀ over the body?
//! *Idea.* The outline consists of lines and arcs in the half plane of the distance ρ from the axis and the height z.
//! Over the body, ∫1 = π∫ρ² dz, ∫z = π∫ρ²z dz, ∫z² = π∫ρ²z² dz and ∫x² = ∫y² = π/4·∫ρ⁴ dz along the outline. On a line
//! these are polynomials of its ends, on an arc they are integrals of powers of sine and cosine.
//! *Guarantee.* Every step is rounded outward.
//! *Cost.* At most five pieces.

use super::ConvexCore;
use crate::mass::MomentEnclosure;
use tangency_interval::{Interval, Vector};

/// A distance from the axis and a height.
pub(super) type ProfilePoint = Vector<2>;

/// A piece of the outline. The outline runs from the lower to the upper end of the axis.
#[derive(Clone, Copy, Debug)]
pub(super) enum ProfilePiece {
    /// A straight line between two points.
    Line([ProfilePoint; 2]),
    /// An arc about a centre, between two unit vectors from it, counter-clockwise.
    Arc { centre: ProfilePoint, radius: Interval, from: ProfilePoint, to: ProfilePoint },
}

/// The outline of a core, grown by a radius. Empty if the core is no body of revolution about the z axis.
pub(super) fn outline(core: &ConvexCore, radius: f64) -> Vec<ProfilePiece> {
    let point = |distance: Interval, height: Interval| Vector([distance, height]);
    let grow = Interval::from(radius);
    let [down, out, up] = [[0.0, -1.0], [1.0, 0.0], [0.0, 1.0]].map(Vector::<2>::point);
    let arc = |centre: ProfilePoint, from: ProfilePoint, to: ProfilePoint| ProfilePiece::Arc {
        centre,
        radius: grow,
        from,
        to,
    };
    let line = |from: ProfilePoint, to: ProfilePoint| ProfilePiece::Line([from, to]);
    match core {
        ConvexCore::Point => vec![arc(Vector::ZERO, down, up)],
        ConvexCore::Segment { half } => {
            let [bottom, top] = [-*half, *half].map(|height| Vector::<2>::point([0.0, height]));
            vec![arc(bottom, down, out), line(bottom + out * grow, top + out * grow), arc(top, out, up)]
        }
        ConvexCore::Cylinder { radius, half } => {
            let [bottom, top] = [-*half, *half].map(|height| Vector::<2>::point([*radius, height]));
            let lower = bottom + down * grow;
            let upper = top + up * grow;
            vec![
                line(point(Interval::ZERO, lower[1]), lower),
                arc(bottom, down, out),
                line(bottom + out * grow, top + out * grow),
                arc(top, out, up),
                line(upper, point(Interval::ZERO, upper[1])),
            ]
        }
        ConvexCore::Cone { radius, height } => {
            let [rim, tip] = [[*radius, 0.0], [0.0, *height]].map(Vector::<2>::point);
            let across = Vector::<2>::point([*height, *radius]);
            let outward = across * across.length().recip();
            let lower = rim + down * grow;
            vec![
                line(point(Interval::ZERO, lower[1]), lower),
                arc(rim, down, outward),
                line(rim + outward * grow, tip + outward * grow),
                arc(tip, outward, up),
            ]
        }
        ConvexCore::Cuboid { .. } | ConvexCore::Ellipsoid { .. } | ConvexCore::Hull { .. } => Vec::new(),
    }
}

/// The integrals over the body, about the origin.
pub(super) fn moments(profile: &[ProfilePiece]) -> MomentEnclosure {
    let mut sum = [Interval::ZERO; 4];
    for piece in profile {
        let part = match piece {
            ProfilePiece::Line([from, to]) => along_line(from.0, to.0),
            ProfilePiece::Arc { centre, radius, from, to } => along_arc(centre.0, *radius, *from, *to),
        };
        sum.iter_mut().zip(part).for_each(|(total, part)| *total += part);
    }
    let [volume, height, height_squared, fourth] = sum.map(|integral| integral * Interval::PI);
    let mut moments = MomentEnclosure { zeroth: volume, ..MomentEnclosure::ZERO };
    moments.first[2] = height;
    moments.second[..3].copy_from_slice(&[fourth * 0.25, fourth * 0.25, height_squared]);
    moments
}

/// The integrals of ρ², ρ²z, ρ²z² and ρ⁴ by dz along a line.
fn along_line([r, z]: [Interval; 2], [s, y]: [Interval; 2]) -> [Interval; 4] {
    let number = Interval::from;
    let (rr, rs, ss) = (r.sqr(), r * s, s.sqr());
    let (zz, zy, yy) = (z.sqr(), z * y, y.sqr());
    let rise = y - z;
    let squares = (rr + rs + ss) / number(3.0);
    let heights = (rr * (z * 3.0 + y) + rs * (z + y) * 2.0 + ss * (z + y * 3.0)) / number(12.0);
    let height_squares =
        (rr * (zz * 6.0 + zy * 3.0 + yy) + rs * (zz * 3.0 + zy * 4.0 + yy * 3.0) + ss * (zz + zy * 3.0 + yy * 6.0))
            / number(30.0);
    let fourths = (rr.sqr() + rr * rs + rr * ss + rs * ss + ss.sqr()) / number(5.0);
    [squares, heights, height_squares, fourths].map(|mean| mean * rise)
}

/// The integrals of ρ², ρ²z, ρ²z² and ρ⁴ by dz along an arc: ρ = a + r·cos θ, z = b + r·sin θ.
fn along_arc([a, b]: [Interval; 2], r: Interval, from: ProfilePoint, to: ProfilePoint) -> [Interval; 4] {
    let number = Interval::from;
    let at = |direction: ProfilePoint| {
        let [c, s] = direction.0;
        let angle = s.atan2(c);
        let (s3, s5) = (s.powi(3), s.powi(5));
        let powers = [
            s,
            (angle + s * c) * 0.5,
            s - s3 / number(3.0),
            angle * 0.375 + s * c * 0.375 + s * c.powi(3) * 0.25,
            s - s3 * 2.0 / number(3.0) + s5 / number(5.0),
        ];
        let once = [-c.sqr() * 0.5, -c.powi(3) / number(3.0), -c.powi(4) * 0.25];
        let twice = [
            s3 / number(3.0),
            angle * 0.125 + s * c * 0.125 - s * c.powi(3) * 0.25,
            s3 / number(3.0) - s5 / number(5.0),
        ];
        (powers, once, twice)
    };
    let (lower, upper) = (at(from), at(to));
    // Integrals over the arc of cosⁿ (n = 1 … 5), of cosⁿ·sin and of cosⁿ·sin² (n = 1 … 3).
    let [c1, c2, c3, c4, c5]: [Interval; 5] = std::array::from_fn(|n| upper.0[n] - lower.0[n]);
    let once: [Interval; 3] = std::array::from_fn(|n| upper.1[n] - lower.1[n]);
    let twice: [Interval; 3] = std::array::from_fn(|n| upper.2[n] - lower.2[n]);
    let (aa, ar, rr) = (a.sqr(), a * r * 2.0, r.sqr());
    let weighted = |[first, second, third]: [Interval; 3]| aa * first + ar * second + rr * third;
    let squares = r * weighted([c1, c2, c3]);
    let heights = rr * weighted(once);
    let height_squares = r * rr * weighted(twice);
    let fourths =
        r * (aa.sqr() * c1 + a * aa * r * c2 * 4.0 + aa * rr * c3 * 6.0 + a * r * rr * c4 * 4.0 + rr.sqr() * c5);
    [squares, b * squares + heights, b.sqr() * squares + b * heights * 2.0 + height_squares, fourths]
}
