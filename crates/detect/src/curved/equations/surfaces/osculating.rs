//! A curved separator of two pieces of surface.
//!
//! **Question.** Two pieces of surface follow each other at a small distance. Are they apart over a whole box?
//!
//! **Idea.** A plane between two curved pieces has an excess of second order in their size. The paraboloid that
//! osculates one of them has an excess of third order. It is the zero set of q(x) = n·y − ½·yᵀKy, y = x − p, with the
//! point p, the normal n and the curvature K of that piece at its centre. If q has disjoint ranges on both pieces,
//! they are apart. Each range is a [`QuadraticExpansion`]: q_x = (n − Ky)·X_x, q_xz = (n − Ky)·X_xz − X_xᵀK·X_z.
//!
//! **Guarantee.** The separator is one function, fixed in the frame of `b`, whatever its coefficients are. Disjoint
//! ranges prove that the pieces are apart.
//!
//! **Cost.** Up to two expansions per separator.
//!
//! **Source.** Ours.

use super::element_pair::ElementPair;
use crate::curved::elements::ElementEnclosure;
use crate::curved::equations::estimate::midpoint;
use crate::curved::equations::frame::RelativePose;
use crate::curved::equations::quadratic::QuadraticExpansion;
use glam::{DMat3, DVec3};
use tangency_geometry::surface::SurfaceJet;
use tangency_interval::{Interval, Matrix, Vector3};

/// A piece of surface over a box, in the frame of `b`.
pub(super) struct OsculatedPiece {
    /// The point and the tangents at the centre, at the middle of the span.
    pub(super) centre: Vector3,
    pub(super) tangents: [Vector3; 2],
    /// Points and derivatives over the box.
    pub(super) jet: SurfaceJet,
    /// The velocity at the centre, at the middle of the span. If the piece deforms: over the whole box.
    pub(super) velocity: Vector3,
    /// Metres per second squared. Upper bound on the acceleration.
    pub(super) acceleration: f64,
    pub(super) deforms: bool,
    /// The half-widths of the parameters.
    pub(super) radii: [f64; 2],
}

/// The function q(x) = n·y − ½·yᵀKy, y = x − p.
struct Osculating {
    point: Vector3,
    normal: Vector3,
    curvature: Matrix<3, 3>,
}

impl Osculating {
    /// The paraboloid that osculates a piece at its centre; `None` where the piece has no normal or no curvature.
    fn of(piece: &OsculatedPiece) -> Option<Self> {
        let [along, across] = piece.tangents.map(midpoint);
        let normal = along.cross(across).try_normalize()?;
        // The dual basis of the tangents: d_i·t_j is 1 for i = j, otherwise 0.
        let dual = DMat3::from_cols(along, across, normal).inverse().transpose();
        let [first, second] = [dual.x_axis, dual.y_axis];
        let outer = |x: DVec3, y: DVec3| DMat3::from_cols(x * y.x, x * y.y, x * y.z);
        let bend = |derivative: Vector3| normal.dot(midpoint(derivative));
        let [uu, uv, vv] = [bend(piece.jet.duu), bend(piece.jet.duv), bend(piece.jet.dvv)];
        let curvature =
            outer(first, first) * uu + (outer(first, second) + outer(second, first)) * uv + outer(second, second) * vv;
        let symmetric = curvature.to_cols_array_2d();
        let exact: [[f64; 3]; 3] = std::array::from_fn(|row| {
            std::array::from_fn(|column| 0.5 * (symmetric[row][column] + symmetric[column][row]))
        });
        let finite = curvature.is_finite() && curvature != DMat3::ZERO;
        finite.then(|| Self {
            point: Vector3::point(piece.centre.mid()),
            normal: Vector3::point(normal.to_array()),
            curvature: Matrix::point(exact),
        })
    }

    /// The gradient n − Ky.
    fn gradient(&self, place: Vector3) -> Vector3 {
        self.normal - self.curvature * (place - self.point)
    }

    /// Expands the function on a piece, by its two parameters and by time.
    fn expansion(&self, piece: &OsculatedPiece) -> QuadraticExpansion<3> {
        let offset = piece.centre - self.point;
        let value = (self.normal - self.curvature * offset * 0.5).dot(offset);
        let at_centre = self.gradient(piece.centre);
        let over_box = self.gradient(piece.jet.point);
        let SurfaceJet { du, dv, dt, duu, duv, dvv, dut, dvt, .. } = piece.jet;
        let bent = [du, dv, dt].map(|tangent| self.curvature * tangent);
        let uv = over_box.dot(duv) - bent[0].dot(dv);
        let (uu, vv) = (over_box.dot(duu) - bent[0].dot(du), over_box.dot(dvv) - bent[1].dot(dv));
        let [along, across] = piece.tangents.map(|tangent| at_centre.dot(tangent));
        let (rate, [ut, vt, tt]) = if piece.deforms {
            (over_box.dot(piece.velocity), [Interval::ZERO; 3])
        } else {
            let pull = (over_box.length() * piece.acceleration).upper();
            let mixed = [over_box.dot(dut) - bent[0].dot(dt), over_box.dot(dvt) - bent[1].dot(dt)];
            (at_centre.dot(piece.velocity), [mixed[0], mixed[1], Interval::between(-pull, pull) - bent[2].dot(dt)])
        };
        QuadraticExpansion {
            value,
            gradient: [along, across, rate],
            second: [[uu, uv, ut], [uv, vv, vt], [ut, vt, tt]],
        }
    }
}

impl ElementPair<'_> {
    /// `true` proves that a paraboloid which osculates one of the pieces separates both over the whole box.
    pub(super) fn separated_by_paraboloid(
        &self,
        relative: &RelativePose,
        pieces: [&ElementEnclosure; 2],
        region: &[Interval],
    ) -> bool {
        let Some(both) = self.osculated(relative, pieces, region) else { return false };
        let time = self.parts(region).2.radius();
        [1, 0].into_iter().filter_map(|side| Osculating::of(&both[side])).any(|separator| {
            let expanded = both.each_ref().map(|piece| {
                let [u, v] = piece.radii;
                (separator.expansion(piece), [u, v, time])
            });
            // Where samples overlap, so do the ranges.
            let [of_a, of_b] = expanded.each_ref().map(|(expansion, radii)| expansion.samples(*radii));
            if of_a[0] <= of_b[1] && of_b[0] <= of_a[1] {
                return false;
            }
            let [of_a, of_b] = expanded.map(|(expansion, radii)| expansion.range(radii));
            of_a.disjoint(of_b)
        })
    }

    /// Both pieces in the frame of `b`, with second derivatives; `None` if one of them is not smooth.
    fn osculated(
        &self,
        relative: &RelativePose,
        [a, b]: [&ElementEnclosure; 2],
        region: &[Interval],
    ) -> Option<[OsculatedPiece; 2]> {
        let (of_a, of_b, time) = self.parts(region);
        let middle = self.setting.frame().during(Interval::from(time.mid()));
        let radii = |sides: &[Interval]| [0, 1].map(|index: usize| sides.get(index).map_or(0.0, |side| side.radius()));
        let (jet_a, jet_b) = a.jet.zip(b.jet)?;
        let moved = relative.first_order(&jet_a, self.deforms[0]);
        let moved = relative.second_order(&jet_a, moved, self.deforms[0]);
        let velocity = if self.deforms[0] { moved.dt } else { middle.velocity(a.centre, None) };
        let reach = jet_a.point.length().upper();
        let acceleration = self.setting.frame().acceleration(time, reach, moved.point, moved.dt);
        Some([
            OsculatedPiece {
                centre: middle.point(a.centre),
                tangents: a.tangents.map(|tangent| middle.direction(tangent)),
                jet: moved,
                velocity,
                acceleration,
                deforms: self.deforms[0],
                radii: radii(of_a),
            },
            OsculatedPiece {
                centre: b.centre,
                tangents: b.tangents,
                jet: jet_b,
                velocity: if self.deforms[1] { jet_b.dt } else { Vector3::ZERO },
                acceleration: 0.0,
                deforms: self.deforms[1],
                radii: radii(of_b),
            },
        ])
    }
}
