//! Surfaces that a curve generates: by turning about an axis, or along another curve.

use super::super::{Brep, Patch, SurfaceError};
use super::{TURN, parameters};
use glam::DVec3;
use tangency_interval::Interval;
use tangency_interval::expr::Expr;

/// A plane curve, of the variable `v` (and `t`, if it deforms), over a range of v.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its two coordinates.
    pub coordinates: [Expr; 2],
    /// The range of v.
    pub range: [f64; 2],
}

/// The way along which a section is swept: a curve of the variable `u` (and `t`), over a range of u.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Its three coordinates.
    pub coordinates: [Expr; 3],
    /// The range of u.
    pub range: [f64; 2],
    /// A direction that the way never takes. The section's first axis is across the way and this direction, its second is
    /// across the way and the first.
    pub up: DVec3,
}

impl Brep {
    /// The surface that the section, whose coordinates are the distance from the z axis and the height, sweeps when it turns once about
    /// the axis, during this span of time. `capped`: its ends, where they are off the axis, are closed by flat discs.
    ///
    /// ```
    /// use tangency_geometry::surface::{Brep, Section};
    /// use tangency_interval::{Interval, expr::Expr};
    ///
    /// // A vase with a flat bottom and an open top is a surface; with a lid it is a solid.
    /// let profile = || -> Result<_, tangency_interval::expr::SyntaxError> {
    ///     Ok(Section { coordinates: [Expr::parse("1 + 0.3*sin(2*v)")?, Expr::parse("v")?], range: [0.0, 3.0] })
    /// };
    /// let vase = Brep::revolution(&profile()?, false, Interval::ZERO)?;
    /// assert!(!vase.is_closed() && vase.edges().len() == 2);
    /// let jar = Brep::revolution(&profile()?, true, Interval::ZERO)?;
    /// assert!(jar.is_solid() && jar.faces().len() == 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn revolution(profile: &Section, capped: bool, span: Interval) -> Result<Self, SurfaceError> {
        let [u, v] = parameters();
        let [distance, height] = &profile.coordinates;
        let wall = [distance * u.cos(), distance * u.sin(), height.clone()];
        let mut faces = vec![Patch::new(wall, TURN, profile.range)?];
        for end in profile.range.into_iter().filter(|_| capped) {
            let at_end = |coordinate: &Expr| coordinate.substitute("v", &Expr::number(end));
            let (distance, height) = (at_end(distance), at_end(height));
            if distance != Expr::number(0.0) {
                let lid = [&v * &distance * u.cos(), &v * &distance * u.sin(), height];
                faces.push(Patch::new(lid, TURN, [0.0, 1.0])?);
            }
        }
        Self::during(faces, span)
    }

    /// The surface that a section sweeps when it is carried along a way, square to it, during this span of time. `capped`: its ends
    /// are closed by flat faces, each a fan about the way; for a closed section that the way passes through.
    ///
    /// ```
    /// use glam::DVec3;
    /// use tangency_geometry::surface::{Brep, Section, Sweep};
    /// use tangency_interval::{Interval, expr::Expr};
    ///
    /// let parse = |text| Expr::parse(text);
    /// // A bent pipe of radius 0.2.
    /// let way = Sweep { coordinates: [parse("u")?, parse("u^2")?, parse("0")?], range: [0.0, 1.0], up: DVec3::Z };
    /// let round = Section { coordinates: [parse("0.2*cos(v)")?, parse("0.2*sin(v)")?], range: [0.0, 6.283185307179586] };
    /// let pipe = Brep::sweep(&way, &round, true, Interval::ZERO)?;
    /// assert!(pipe.is_solid());
    /// assert_eq!((pipe.faces().len(), pipe.edges().len(), pipe.vertices().len()), (3, 2, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sweep(way: &Sweep, section: &Section, capped: bool, span: Interval) -> Result<Self, SurfaceError> {
        let up = way.up.try_normalize().ok_or(SurfaceError::Number {
            what: "the length of the direction up",
            expected: "a positive number",
            value: way.up.length(),
        })?;
        let along = way.coordinates.each_ref().map(|coordinate| coordinate.derivative("u"));
        let first = unit(cross(&along, &up.to_array().map(Expr::number)));
        let second = unit(cross(&first, &along));
        let place = |scale: &Expr| -> [Expr; 3] {
            let [a, b] = section.coordinates.each_ref().map(|coordinate| scale * coordinate);
            std::array::from_fn(|axis| &way.coordinates[axis] + &a * &first[axis] + &b * &second[axis])
        };
        let mut faces = vec![Patch::new(place(&Expr::number(1.0)), way.range, section.range)?];
        for end in way.range.into_iter().filter(|_| capped) {
            // The fan runs from the way (its own parameter u at 0) to the section (at 1).
            let fan = place(&Expr::variable("w"));
            let (end, share) = (Expr::number(end), Expr::variable("u"));
            let fan = fan.map(|coordinate| coordinate.substitute_all(&[("u", &end), ("w", &share)]));
            faces.push(Patch::new(fan, [0.0, 1.0], section.range)?);
        }
        Self::during(faces, span)
    }
}

fn cross([a, b, c]: &[Expr; 3], [x, y, z]: &[Expr; 3]) -> [Expr; 3] {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

fn unit(vector: [Expr; 3]) -> [Expr; 3] {
    let [x, y, z] = &vector;
    let length = (x.sqr() + y.sqr() + z.sqr()).sqrt();
    vector.map(|coordinate| coordinate / &length)
}
