//! Flat bodies and height fields.

use super::super::{Brep, Patch, SurfaceError};
use super::{parameters, positive};
use crate::Convex;
use glam::{DVec2, DVec3};
use tangency_interval::Interval;
use tangency_interval::expr::Expr;

impl Brep {
    /// A box with these side lengths, centred on the origin: six faces, twelve edges, eight vertices.
    pub fn cuboid(size: DVec3) -> Result<Self, SurfaceError> {
        for axis in 0..3 {
            positive("the box's side", size[axis])?;
        }
        let [u, v] = parameters();
        let half = 0.5 * size;
        let mut faces = Vec::with_capacity(6);
        for axis in 0..3 {
            for side in [-1.0, 1.0] {
                let mut place = [Expr::number(side * half[axis]), u.clone(), v.clone()];
                place.rotate_right(axis);
                let range = |axis: usize| [-half[axis % 3], half[axis % 3]];
                faces.push(Patch::new(place, range(axis + 1), range(axis + 2))?);
            }
        }
        Ok(Self::new(faces)?.known_as(Convex::cuboid(size)))
    }

    /// A rectangle in the plane z = 0, centred on the origin: an open surface with its border.
    pub fn rectangle(size: DVec2) -> Result<Self, SurfaceError> {
        let half =
            DVec2::new(positive("the rectangle's side", size.x)?, positive("the rectangle's side", size.y)?) / 2.0;
        Self::height_field(Expr::number(0.0), [-half.x, half.x], [-half.y, half.y], Interval::ZERO)
    }

    /// The surface `z = height(u, v, t)` over a rectangle of x = u and y = v during this time interval: open,
    /// with its border.
    ///
    /// ```
    /// use tangency_geometry::surface::Brep;
    /// use tangency_interval::{Interval, expr::Expr};
    ///
    /// let waves = Expr::parse("0.1 * sin(3*u - 2*t) * cos(2*v)")?;
    /// let sea = Brep::height_field(waves, [-2.0, 2.0], [-2.0, 2.0], Interval::between(0.0, 1.0))?;
    /// assert!(!sea.is_closed() && sea.edges().len() == 4 && sea.vertices().len() == 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn height_field(height: Expr, x: [f64; 2], y: [f64; 2], span: Interval) -> Result<Self, SurfaceError> {
        let [u, v] = parameters();
        Self::during(vec![Patch::new([u, v, height], x, y)?], span)
    }
}
