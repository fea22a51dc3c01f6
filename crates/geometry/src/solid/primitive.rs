//! Solids of a few numbers, centred on the origin or on their axis z; all lengths are metres.

use super::tree::Node;
use super::{Leaf, Solid, SolidError};
use glam::{DVec3, dvec3};
use tangency_interval::expr::Expr;
use tangency_interval::{Interval, Vector};

/// One of the blobs that metaballs melt together from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metaball {
    /// Its middle.
    pub centre: DVec3,
    /// Where a single one of strength 1 has its surface.
    pub radius: f64,
    /// How much it counts: 1 for an ordinary one, negative for one that eats away from the others.
    pub strength: f64,
}

/// The three coordinates.
fn coordinates() -> [Expr; 3] {
    ["x", "y", "z"].map(Expr::variable)
}

fn positive(what: &'static str, value: f64) -> Result<f64, SolidError> {
    if value > 0.0 && value.is_finite() { Ok(value) } else { Err(SolidError::Length { what, value }) }
}

/// A box around the origin that is a little larger than what reaches as far as this.
fn around(reach: DVec3) -> [DVec3; 2] {
    const ROOM: f64 = 1.0 / 64.0;
    [-reach * (1.0 + ROOM), reach * (1.0 + ROOM)]
}

/// The solid of one formula that does not change, of which it is known how far it reaches.
fn single(formula: &Expr, reach: DVec3) -> Result<Solid, SolidError> {
    Solid::formula(formula, around(reach), Interval::ENTIRE)
}

/// The intersection of the formulas.
fn all_of(formulas: &[Expr], reach: DVec3) -> Result<Solid, SolidError> {
    let leaves = formulas.iter().map(Leaf::formula).collect::<Result<Vec<_>, _>>()?;
    let tree = Node::Intersection((0..leaves.len()).map(Node::Leaf).collect());
    let [lower, upper] = around(reach);
    let region = Vector::from_fn(|axis| Interval::between(lower[axis], upper[axis]));
    Solid::assemble(leaves, tree, region, Interval::ENTIRE)
}

impl Solid {
    /// A ball: `x² + y² + z² − r²`.
    pub fn sphere(radius: f64) -> Result<Self, SolidError> {
        positive("the sphere's radius", radius)?;
        let [x, y, z] = coordinates();
        single(&(x.sqr() + y.sqr() + z.sqr() - Expr::number(radius).sqr()), DVec3::splat(radius))
    }

    /// An ellipsoid with these half axes: `(x/a)² + (y/b)² + (z/c)² − 1`.
    pub fn ellipsoid(radii: DVec3) -> Result<Self, SolidError> {
        for radius in radii.to_array() {
            positive("the ellipsoid's half axis", radius)?;
        }
        let [x, y, z] = coordinates();
        single(&((x / radii.x).sqr() + (y / radii.y).sqr() + (z / radii.z).sqr() - 1.0), radii)
    }

    /// A torus about the z axis: `radius` from the axis to the middle of the tube, `tube` the tube's own radius.
    pub fn torus(radius: f64, tube: f64) -> Result<Self, SolidError> {
        positive("the torus' radius", radius)?;
        positive("the torus' tube radius", tube)?;
        if !(tube < radius) {
            let (what, limit_name) = ("the torus' tube radius", "the torus' radius");
            return Err(SolidError::Proportion { what, value: tube, limit_name, limit: radius });
        }
        let [x, y, z] = coordinates();
        let around = (x.sqr() + y.sqr()).sqrt() - radius;
        single(&(around.sqr() + z.sqr() - Expr::number(tube).sqr()), dvec3(radius + tube, radius + tube, tube))
    }

    /// A cylinder about the z axis: a wall and two caps, which meet in two creases.
    pub fn cylinder(radius: f64, height: f64) -> Result<Self, SolidError> {
        positive("the cylinder's radius", radius)?;
        positive("the cylinder's height", height)?;
        let [x, y, z] = coordinates();
        let wall = x.sqr() + y.sqr() - Expr::number(radius).sqr();
        let half = 0.5 * height;
        all_of(&[wall, &z - half, -z - half], dvec3(radius, radius, half))
    }

    /// A cone about the z axis with its base at `z = 0` and its point at `z = height`: a wall and a base, which meet in a crease.
    /// The wall has a kink at the point.
    pub fn cone(radius: f64, height: f64) -> Result<Self, SolidError> {
        positive("the cone's radius", radius)?;
        positive("the cone's height", height)?;
        let [x, y, z] = coordinates();
        let wall = (x.sqr() + y.sqr()).sqrt() + (&z - height) * (Expr::number(radius) / height);
        all_of(&[wall, -z], dvec3(radius, radius, height))
    }

    /// A capsule about the z axis: all points at most `radius` from the segment between `z = −length/2` and `z = length/2`.
    /// Its curvature jumps where the caps begin: the function has no second derivative there.
    pub fn capsule(radius: f64, length: f64) -> Result<Self, SolidError> {
        positive("the capsule's radius", radius)?;
        positive("the capsule's length", length)?;
        let [x, y, z] = coordinates();
        let half = 0.5 * length;
        let beyond = (&z - half).max(0.0).sqr() + (-z - half).max(0.0).sqr();
        let formula = x.sqr() + y.sqr() + beyond - Expr::number(radius).sqr();
        single(&formula, dvec3(radius, radius, half + radius))
    }

    /// A superquadric with these half axes: `(|x/a|ᵖ + |y/b|ᵖ)^(q/p) + |z/c|^q − 1` with exponents `[p, q]`: 2 is round, larger ones
    /// are ever nearer to a box. Both are even, and `q` is a multiple of `p`: it is then smooth everywhere.
    pub fn superquadric(radii: DVec3, [across, along]: [u32; 2]) -> Result<Self, SolidError> {
        for radius in radii.to_array() {
            positive("the superquadric's half axis", radius)?;
        }
        let sound = |exponent: u32| (2..=64).contains(&exponent) && exponent.is_multiple_of(2);
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
        all_of(&formulas, half)
    }

    /// All points of the box between two corners that are behind the plane through `point` across `outward`. The sides of the
    /// box belong to the boundary.
    pub fn half_space(point: DVec3, outward: DVec3, region: [DVec3; 2]) -> Result<Self, SolidError> {
        if !(outward.is_finite() && outward != DVec3::ZERO && point.is_finite()) {
            return Err(SolidError::Direction(outward));
        }
        let terms = coordinates().into_iter().enumerate();
        let formula: Expr = terms.map(|(axis, coordinate)| outward[axis] * (coordinate - point[axis])).sum();
        Self::formula(&formula, region, Interval::ENTIRE)
    }

    /// Blobs that melt together: where `Σ strength · exp(1 − |p − centre|²/radius²)` exceeds 1.
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
            // Beyond this distance from every centre all of them together are below 1.
            let reach = radius * (1.0 + count.max(1.0).ln()).sqrt() * (1.0 + 1e-9);
            (lower, upper) = (lower.min(centre - reach), upper.max(centre + reach));
        }
        if balls.is_empty() {
            return Err(SolidError::Nothing("metaballs"));
        }
        Self::formula(&(1.0 - sum), [lower, upper], Interval::ENTIRE)
    }
}
