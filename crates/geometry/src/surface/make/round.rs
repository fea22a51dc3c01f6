//! Spheres, tori, cylinders and other round bodies.
//!
//! Spheres, ellipsoids and most superquadrics have six faces, those of a cube projected outwards, instead of
//! one face with two poles: the parametrisation is singular at a pole. Flat caps and bodies of revolution keep
//! their poles. The surface is smooth there, the poles make no vertices, and a chart around each of them
//! ([`super::super::cap`]) is regular.

use super::super::border::Joints;
use super::super::chart::BandStrip;
use super::super::{Brep, Chart, Patch, SurfaceError};
use super::{ALWAYS, HALF_TURN, TURN, parameters, positive};
use crate::tolerance::LARGEST_EXPONENT;
use crate::{Convex, Torus};
use glam::DVec3;
use tangency_interval::expr::Expr;

impl Brep {
    /// A sphere about the origin: six smooth faces, no edges.
    ///
    /// ```
    /// use tangency_geometry::surface::Brep;
    ///
    /// let ball = Brep::sphere(0.5)?;
    /// assert!(ball.is_solid());
    /// assert_eq!((ball.faces().len(), ball.edges().len(), ball.vertices().len()), (6, 0, 0));
    /// # Ok::<(), tangency_geometry::surface::SurfaceError>(())
    /// ```
    pub fn sphere(radius: f64) -> Result<Self, SurfaceError> {
        positive("the sphere's radius", radius)?;
        Ok(Self::ellipsoid(DVec3::splat(radius))?.known_as(Convex::sphere(radius)))
    }

    /// An ellipsoid about the origin with these half axes: six smooth faces, no edges.
    pub fn ellipsoid(radii: DVec3) -> Result<Self, SurfaceError> {
        for axis in 0..3 {
            positive("the ellipsoid's half axis", radii[axis])?;
        }
        let faces = blown_up(radii, |[x, y, z]| (x.sqr() + y.sqr() + z.sqr()).sqrt())?;
        Ok(Self::joined(faces, ALWAYS, Joints::Continued)?.known_as(Convex::ellipsoid(radii)))
    }

    /// A torus about the z axis: `radius` from the axis to the centre of the tube, `tube` the radius of the
    /// tube. One face.
    pub fn torus(radius: f64, tube: f64) -> Result<Self, SurfaceError> {
        positive("the torus' radius", radius)?;
        positive("the torus' tube radius", tube)?;
        if tube >= radius {
            let expected = "less than the torus' radius";
            return Err(SurfaceError::Number { what: "the torus' tube radius", expected, value: tube });
        }
        let [u, v] = parameters();
        let distance = radius + tube * v.cos();
        let face = Patch::new([&distance * u.cos(), &distance * u.sin(), tube * v.sin()], TURN, TURN)?;
        Ok(Self::new(vec![face])?.known_as_torus(Torus { radius, tube }))
    }

    /// A cylinder along z with flat caps, centred on the origin: three faces, two edges.
    pub fn cylinder(radius: f64, height: f64) -> Result<Self, SurfaceError> {
        positive("the cylinder's radius", radius)?;
        let half = 0.5 * positive("the cylinder's height", height)?;
        let [u, v] = parameters();
        let wall = Patch::new([radius * u.cos(), radius * u.sin(), v], TURN, [-half, half])?;
        let body = Self::new(vec![wall, disc(radius, -half)?, disc(radius, half)?])?;
        Ok(body.known_as(Convex::cylinder(radius, height)))
    }

    /// A cone along z: its base in the plane z = 0, its tip at z = `height`. Two faces, one edge, one vertex.
    pub fn cone(radius: f64, height: f64) -> Result<Self, SurfaceError> {
        positive("the cone's radius", radius)?;
        positive("the cone's height", height)?;
        let [u, v] = parameters();
        // v runs from the tip, where it is exactly zero, to the base.
        let wall = [radius * &v * u.cos(), radius * &v * u.sin(), height - height * &v];
        let body = Self::new(vec![Patch::new(wall, TURN, [0.0, 1.0])?, disc(radius, 0.0)?])?;
        Ok(body.known_as(Convex::cone(radius, height)))
    }

    /// All points within `radius` of a segment of this length along z, centred on the origin: three smooth
    /// faces, no edges.
    pub fn capsule(radius: f64, length: f64) -> Result<Self, SurfaceError> {
        positive("the capsule's radius", radius)?;
        let half = 0.5 * positive("the capsule's length", length)?;
        let [u, v] = parameters();
        let wall = Patch::new([radius * u.cos(), radius * u.sin(), v.clone()], TURN, [-half, half])?;
        let end = |side: f64| {
            let around = radius * v.cos();
            let dome = [&around * u.cos(), &around * u.sin(), side * (half + radius * v.sin())];
            Patch::new(dome, TURN, [0.0, HALF_TURN[1]])
        };
        let faces = vec![wall.clone(), end(1.0)?, end(-1.0)?];
        let body = Self::joined(faces, ALWAYS, Joints::Smooth)?;
        // One chart along the wall and the domes, up to the caps. v is the length along them, so that tangents
        // agree where they meet.
        let ([around, _], [_, up]) = (body.charts()[0].domain(), body.charts()[1].domain());
        let strip = |side: f64, face: u32| {
            let angle = (&v - side * half) / radius;
            let [x, y] = [u.cos(), u.sin()].map(|turn| radius * angle.cos() * turn);
            let [near, far] = [half, half + radius * up.upper()].map(|end| side * end);
            let patch = Patch::new([x, y, side * half + radius * angle.sin()], TURN, [near.min(far), near.max(far)])?;
            let patch = patch.widened([around, patch.domain()[1]]);
            Ok(BandStrip { patch, face, from: side * half, rate: side / radius })
        };
        let wall = BandStrip { patch: wall.widened([around, wall.domain()[1]]), face: 0, from: 0.0, rate: 1.0 };
        let band = Chart::band(vec![strip(-1.0, 2)?, wall, strip(1.0, 1)?], body.faces()[0].facing());
        let caps = body.charts().iter().filter(|chart| chart.is_cap()).cloned();
        let charts = std::iter::once(band).chain(caps).collect();
        Ok(body.with_charts(charts).known_as(Convex::capsule(radius, length)))
    }

    /// The superquadric `((x/a)ᵖ + (y/b)ᵖ)^(q/p) + (z/c)^q = 1` with the half axes a, b, c and the even
    /// exponents p across and q along z. It is a sphere for 2 and 2, approaches a box for larger exponents, and
    /// is a rounded cylinder for 2 and 8. It has six smooth faces if q is a multiple of p. Otherwise it has one
    /// face with poles on the z axis, where contacts are found but not proved.
    ///
    /// Only even exponents are allowed. With others the surface lacks second derivatives at some points, and no
    /// contact near them could be proved.
    pub fn superquadric(radii: DVec3, across: u32, along: u32) -> Result<Self, SurfaceError> {
        for axis in 0..3 {
            positive("the superquadric's half axis", radii[axis])?;
        }
        for exponent in [across, along] {
            if exponent == 0 || exponent % 2 == 1 || exponent > LARGEST_EXPONENT {
                let (expected, value) = ("an even number from 2 to 64", f64::from(exponent));
                return Err(SurfaceError::Number { what: "the superquadric's exponent", expected, value });
            }
        }
        let [u, v] = parameters();
        if along.is_multiple_of(across) {
            let faces = blown_up(radii, |[x, y, z]| {
                let around = (x.powi(across as i32) + y.powi(across as i32)).powi((along / across) as i32);
                ((around + z.powi(along as i32)).ln() / f64::from(along)).exp()
            })?;
            return Self::joined(faces, ALWAYS, Joints::Continued);
        }
        let ([x, y], [r, z]) = (superellipse(&u, across), superellipse(&v, along));
        Self::new(vec![Patch::new([radii.x * &r * x, radii.y * &r * y, radii.z * z], TURN, HALF_TURN)?])
    }
}

/// The six faces of a cube about the origin. Each point is scaled until `length`, a homogeneous function of
/// degree one, is one, and then stretched by the half axes. Beyond its sides the formulas of a face give its
/// neighbours.
fn blown_up(radii: DVec3, length: impl Fn(&[Expr; 3]) -> Expr) -> Result<Vec<Patch>, SurfaceError> {
    let [u, v] = parameters();
    let mut faces = Vec::with_capacity(6);
    for axis in 0..3 {
        for sign in [-1.0, 1.0] {
            let mut direction = [Expr::number(sign), u.clone(), v.clone()];
            direction.rotate_right(axis);
            let length = length(&direction);
            let coordinate = |axis: usize| radii[axis] * &direction[axis] / &length;
            faces.push(Patch::new(std::array::from_fn(coordinate), [-1.0, 1.0], [-1.0, 1.0])?);
        }
    }
    Ok(faces)
}

/// A flat disc in the plane at this height, in polar coordinates.
fn disc(radius: f64, height: f64) -> Result<Patch, SurfaceError> {
    let [u, v] = parameters();
    Patch::new([&v * u.cos(), &v * u.sin(), Expr::number(height)], TURN, [0.0, radius])
}

/// The point of the curve `xᵖ + yᵖ = 1` in the direction of this angle: `(cos, sin)/(cosᵖ + sinᵖ)^(1/p)`. It is
/// smooth because the sum is never zero.
///
/// With p = 2m the sum is `2^(1−m)·Σ C(m, 2j)·cos²ʲ(2θ)`. No term is negative, so its range over any box stays
/// away from zero.
fn superellipse(angle: &Expr, exponent: u32) -> [Expr; 2] {
    let [x, y] = [angle.cos(), angle.sin()];
    if exponent == 2 {
        return [x, y];
    }
    let half = exponent / 2;
    let (square, degree) = ((2.0 * angle).cos().sqr(), half / 2);
    let sum = (0..degree)
        .rev()
        .fold(Expr::number(binomial(half, 2 * degree)), |so_far, j| so_far * &square + binomial(half, 2 * j));
    let sum = sum * 0.5_f64.powi(half as i32 - 1);
    let length = (sum.ln() / f64::from(exponent)).exp();
    [x / &length, y / length]
}

/// The binomial coefficient; exact, because `n` is at most 32.
fn binomial(n: u32, k: u32) -> f64 {
    (1..=k).fold(1.0, |so_far, i| so_far * f64::from(n - k + i) / f64::from(i))
}
