//! Primitive solids, centred on the origin or on the z axis. All lengths are in metres.

use super::tree::CombinationNode;
use super::{Solid, SolidError, SolidLeaf};
use crate::length::{below, positive};
use crate::tolerance::{LARGEST_EXPONENT, METABALL_MARGIN, PRIMITIVE_MARGIN};
use crate::{Convex, ConvexCore, Feature, Torus};
use glam::{DVec3, dvec3};
use tangency_interval::expr::Expr;
use tangency_interval::{Interval, Vector};

/// One ball of a group of metaballs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metaball {
    /// Centre of the ball.
    pub centre: DVec3,
    /// Radius of the surface of a single ball of strength 1, in metres.
    pub radius: f64,
    /// Weight: 1 for an ordinary ball, negative for a ball that removes material from the others.
    pub strength: f64,
}

/// The three coordinates.
fn coordinates() -> [Expr; 3] {
    ["x", "y", "z"].map(Expr::variable)
}

/// A box around the origin, slightly larger than the given half extents.
fn around(reach: DVec3) -> [DVec3; 2] {
    [-reach * (1.0 + PRIMITIVE_MARGIN), reach * (1.0 + PRIMITIVE_MARGIN)]
}

/// The solid of one time-independent formula with known half extents.
fn single(formula: &Expr, reach: DVec3) -> Result<Solid, SolidError> {
    Solid::formula(formula, around(reach), Interval::ENTIRE)
}

/// The intersection of the formulas.
fn all_of(formulas: &[Expr], reach: DVec3) -> Result<Solid, SolidError> {
    let leaves = formulas.iter().map(SolidLeaf::formula).collect::<Result<Vec<_>, _>>()?;
    let tree = CombinationNode::Intersection((0..leaves.len()).map(CombinationNode::Leaf).collect());
    let [lower, upper] = around(reach);
    let region = Vector::from_fn(|axis| Interval::between(lower[axis], upper[axis]));
    Solid::assemble(leaves, tree, region, Interval::ENTIRE)
}

impl Solid {
    /// The part of the boundary at a point of the surface of a primitive, in the frame of the body, in floating
    /// point; `None` if the solid was not made as one ([`Solid::convex`]).
    ///
    /// ```
    /// use glam::DVec3;
    /// use tangency_geometry::{Feature, Solid};
    ///
    /// // The parts are x = ½, x = −½, y = ½ and so on.
    /// let cube = Solid::cuboid(DVec3::ONE)?;
    /// assert_eq!(cube.primitive_feature(-0.5 * DVec3::X), Some(Feature::Part(1)));
    /// # Ok::<(), tangency_geometry::solid::SolidError>(())
    /// ```
    #[must_use]
    pub fn primitive_feature(&self, point: DVec3) -> Option<Feature> {
        let convex = self.convex()?;
        let Feature::Part(part) = convex.feature_at(point) else { return None };
        Some(Feature::Part(match convex.core() {
            ConvexCore::Cylinder { .. } | ConvexCore::Cone { .. } => part,
            // The positive side of each axis comes first.
            ConvexCore::Cuboid { .. } => part ^ 1,
            ConvexCore::Point | ConvexCore::Segment { .. } | ConvexCore::Ellipsoid { .. } | ConvexCore::Hull { .. } => {
                0
            }
        }))
    }

    /// A ball: `x² + y² + z² − r²`.
    pub fn sphere(radius: f64) -> Result<Self, SolidError> {
        positive("the sphere's radius", radius)?;
        let [x, y, z] = coordinates();
        let ball = single(&(x.sqr() + y.sqr() + z.sqr() - Expr::number(radius).sqr()), DVec3::splat(radius))?;
        Ok(ball.known_as(Convex::sphere(radius)))
    }

    /// An ellipsoid with these half axes: `(x/a)² + (y/b)² + (z/c)² − 1`.
    pub fn ellipsoid(radii: DVec3) -> Result<Self, SolidError> {
        for radius in radii.to_array() {
            positive("the ellipsoid's half axis", radius)?;
        }
        let [x, y, z] = coordinates();
        let body = single(&((x / radii.x).sqr() + (y / radii.y).sqr() + (z / radii.z).sqr() - 1.0), radii)?;
        Ok(body.known_as(Convex::ellipsoid(radii)))
    }

    /// A torus about the z axis: `radius` from the axis to the centre of the tube, and `tube` the radius of the
    /// tube.
    pub fn torus(radius: f64, tube: f64) -> Result<Self, SolidError> {
        positive("the torus' radius", radius)?;
        positive("the torus' tube radius", tube)?;
        below("the torus' tube radius", tube, "the torus' radius", radius)?;
        let [x, y, z] = coordinates();
        let around = (x.sqr() + y.sqr()).sqrt() - radius;
        let formula = around.sqr() + z.sqr() - Expr::number(tube).sqr();
        let ring = single(&formula, dvec3(radius + tube, radius + tube, tube))?;
        Ok(Self { torus: Some(Torus { radius, tube }), ..ring })
    }

    /// A cylinder about the z axis: a wall and two caps, which meet in two creases.
    pub fn cylinder(radius: f64, height: f64) -> Result<Self, SolidError> {
        positive("the cylinder's radius", radius)?;
        positive("the cylinder's height", height)?;
        let [x, y, z] = coordinates();
        let wall = x.sqr() + y.sqr() - Expr::number(radius).sqr();
        let half = 0.5 * height;
        let body = all_of(&[wall, &z - half, -z - half], dvec3(radius, radius, half))?;
        Ok(body.known_as(Convex::cylinder(radius, height)))
    }

    /// A cone about the z axis with its base at `z = 0` and its apex at `z = height`: a wall and a base, which
    /// meet in a crease. The wall has a kink at the apex.
    pub fn cone(radius: f64, height: f64) -> Result<Self, SolidError> {
        positive("the cone's radius", radius)?;
        positive("the cone's height", height)?;
        let [x, y, z] = coordinates();
        let wall = (x.sqr() + y.sqr()).sqrt() + (&z - height) * (Expr::number(radius) / height);
        Ok(all_of(&[wall, -z], dvec3(radius, radius, height))?.known_as(Convex::cone(radius, height)))
    }

    /// A capsule about the z axis: all points at most `radius` from the segment between `z = −length/2` and
    /// `z = length/2`. Its curvature jumps where the caps begin: the function has no second derivative there.
    pub fn capsule(radius: f64, length: f64) -> Result<Self, SolidError> {
        positive("the capsule's radius", radius)?;
        positive("the capsule's length", length)?;
        let [x, y, z] = coordinates();
        let half = 0.5 * length;
        let beyond = (&z - half).max(0.0).sqr() + (-z - half).max(0.0).sqr();
        let formula = x.sqr() + y.sqr() + beyond - Expr::number(radius).sqr();
        Ok(single(&formula, dvec3(radius, radius, half + radius))?.known_as(Convex::capsule(radius, length)))
    }

    /// A superquadric with these half axes and exponents `[p, q]`: `(|x/a|ᵖ + |y/b|ᵖ)^(q/p) + |z/c|^q − 1`.
    /// Exponent 2 is round; larger exponents approach a box. Both are even, and `q` is a multiple of `p`, so
    /// the function is smooth everywhere.
    pub fn superquadric(radii: DVec3, [across, along]: [u32; 2]) -> Result<Self, SolidError> {
        for radius in radii.to_array() {
            positive("the superquadric's half axis", radius)?;
        }
        let sound = |exponent: u32| (2..=LARGEST_EXPONENT).contains(&exponent) && exponent.is_multiple_of(2);
        if !(sound(across) && sound(along) && along.is_multiple_of(across)) {
            return Err(SolidError::Exponents(across, along));
        }
        let [x, y, z] = coordinates();
        let power = |base: Expr, exponent: u32| base.powi(exponent as i32);
        let ring = power(x / radii.x, across) + power(y / radii.y, across);
        single(&(power(ring, along / across) + power(z / radii.z, along) - 1.0), radii)
    }

    /// A box with these side lengths: six sides, twelve creases, eight corners.
    pub fn cuboid(size: DVec3) -> Result<Self, SolidError> {
        for side in size.to_array() {
            positive("the box's side", side)?;
        }
        let half = 0.5 * size;
        let [x, y, z] = coordinates();
        let sides = [(x, half.x), (y, half.y), (z, half.z)];
        let formulas: Vec<Expr> =
            sides.into_iter().flat_map(|(coordinate, half)| [&coordinate - half, -coordinate - half]).collect();
        Ok(all_of(&formulas, half)?.known_as(Convex::cuboid(size)))
    }

    /// All points of the box between two corners that lie behind the plane through `point` with normal
    /// `outward`. The sides of the box belong to the boundary.
    pub fn half_space(point: DVec3, outward: DVec3, region: [DVec3; 2]) -> Result<Self, SolidError> {
        if !(outward.is_finite() && outward != DVec3::ZERO && point.is_finite()) {
            return Err(SolidError::Direction(outward));
        }
        let terms = coordinates().into_iter().enumerate();
        let formula: Expr = terms.map(|(axis, coordinate)| outward[axis] * (coordinate - point[axis])).sum();
        Self::formula(&formula, region, Interval::ENTIRE)
    }

    /// Metaballs: the region where `Σ strength · exp(1 − |p − centre|²/radius²)` exceeds 1.
    pub fn metaballs(balls: &[Metaball]) -> Result<Self, SolidError> {
        let count = balls.iter().filter(|ball| ball.strength > 0.0).map(|ball| ball.strength).sum::<f64>();
        let mut sum = Expr::number(0.0);
        let [mut lower, mut upper] = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        for &Metaball { centre, radius, strength } in balls {
            positive("the metaball's radius", radius)?;
            if !(centre.is_finite() && strength.is_finite()) {
                return Err(SolidError::Direction(centre));
            }
            let distance_sq: Expr =
                coordinates().iter().enumerate().map(|(axis, coordinate)| (coordinate - centre[axis]).sqr()).sum();
            sum = sum + strength * (1.0 - distance_sq / Expr::number(radius).sqr()).exp();
            // Beyond this distance from every centre the sum is below 1.
            let reach = radius * (1.0 + count.max(1.0).ln()).sqrt() * (1.0 + METABALL_MARGIN);
            (lower, upper) = (lower.min(centre - reach), upper.max(centre + reach));
        }
        if balls.is_empty() {
            return Err(SolidError::Nothing("metaballs"));
        }
        Self::formula(&(1.0 - sum), [lower, upper], Interval::ENTIRE)
    }
}
