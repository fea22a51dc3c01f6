//! The functions of a solid on a piece of surface, to second order.
//!
//! **Question.** A surface follows the boundary of a solid at a small distance. Does it stay off the boundary?
//!
//! **Idea.** The function on the surface is expanded around the centre of the box ([`QuadraticExpansion`]):
//! f = F(A), f_x = ∇F·A_x, f_xy = A_xᵀH·A_y + ∇F·A_xy, where x and y are parameters or time. The curvature of the
//! surface and that of the boundary cancel in f_xy. A bound on the acceleration encloses A_tt. If the surface or the
//! solid deforms, f_tt is not known.
//!
//! **Guarantee.** Encloses the function on the whole piece during the whole span.

use super::{SurfaceSolidContact, gradient_changes};
use crate::curved::equations::quadratic::QuadraticExpansion;
use tangency_geometry::surface::SurfaceJet;
use tangency_interval::{Interval, Vector3};

impl SurfaceSolidContact<'_> {
    /// Expands a function of the solid over a box of parameters and time; `None` where it or the surface is not
    /// smooth.
    fn expansion(&mut self, leaf: usize, region: &[Interval]) -> Option<QuadraticExpansion<3>> {
        let (parameters, time) = self.split(region);
        let moved = self.moved(region)?;
        let leaf = &self.solid.leaves()[leaf];
        let over_box = leaf.jet(moved.point, time, &mut self.work)?;
        let piece = self.a.borrow_mut().enclosure(parameters, time);
        let middle = Interval::from(time.mid());
        let frame = self.setting.frame();
        let [relative, at_middle] = [time, middle].map(|span| frame.during(span));
        let at_centre = leaf.slope(at_middle.point(piece.centre), middle, &mut self.work)?;
        let [along, across] = piece.tangents.map(|tangent| at_centre.gradient.dot(at_middle.direction(tangent)));
        let changes = gradient_changes(&over_box, &moved);
        let SurfaceJet { du, dv, dt, duu, duv, dvv, dut, dvt, .. } = moved;
        let bend =
            |change: Vector3, tangent: Vector3, second: Vector3| change.dot(tangent) + over_box.gradient.dot(second);
        let uv = bend(changes[0], dv, duv).intersection(bend(changes[1], du, duv));
        let [mut ut, mut vt] = [bend(changes[2], du, dut), bend(changes[2], dv, dvt)];
        let (rate, tt) = if self.deforms {
            (ut, vt) = (Interval::ZERO, Interval::ZERO);
            (over_box.gradient.dot(dt) + over_box.by_time, Interval::ZERO)
        } else if leaf.deforms() {
            let slope = leaf.slope(relative.point(piece.centre), time, &mut self.work)?;
            (slope.gradient.dot(relative.velocity(piece.centre, None)) + slope.by_time, Interval::ZERO)
        } else {
            let rate = at_centre.gradient.dot(at_middle.velocity(piece.centre, None));
            let most = frame.acceleration(time, piece.point.length().upper(), moved.point, dt);
            let pull = (over_box.gradient.length() * most).upper();
            (rate, changes[2].dot(dt) + Interval::between(-pull, pull))
        };
        let second = [[bend(changes[0], du, duu), uv, ut], [uv, bend(changes[1], dv, dvv), vt], [ut, vt, tt]];
        Some(QuadraticExpansion { value: at_centre.value, gradient: [along, across, rate], second })
    }

    /// The half-widths of both parameters and of the time.
    fn radii(&self, region: &[Interval]) -> [f64; 3] {
        let (parameters, time) = self.split(region);
        let parameter = |index: usize| parameters.get(index).map_or(0.0, |side| side.radius());
        [parameter(0), parameter(1), time.radius()]
    }

    /// Tightens the functions that vanish at a contact; `true` proves that one of them does not vanish in the box.
    pub(super) fn excluded_at_second_order(&mut self, region: &[Interval], values: &mut [Interval]) -> bool {
        let part = self.part;
        for (&leaf, value) in part.leaves().iter().zip(values) {
            let Some(range) = self.second_order_range(leaf, region) else { continue };
            *value = value.intersection(range);
            if !value.contains(0.0) {
                return true;
            }
        }
        false
    }

    /// Encloses a function of the solid over a box of parameters and time, without trimmed points; `None` where it or
    /// the surface is not smooth.
    fn second_order_range(&mut self, leaf: usize, region: &[Interval]) -> Option<Interval> {
        let expansion = self.expansion(leaf, region)?;
        let radii = self.radii(region);
        let range = if expansion.may_exclude_zero(radii) { expansion.range(radii) } else { Interval::ENTIRE };
        let Some(trim) = self.a.borrow().trim().filter(|_| range.contains(0.0)) else { return Some(range) };
        let Some((sum, multiple)) = expansion.trimmed([region[0].mid(), region[1].mid()], trim) else {
            return Some(range);
        };
        if !sum.may_exclude_zero(radii) {
            return Some(range);
        }
        let sum = sum.range(radii);
        Some(if multiple > 0.0 && sum.lower() > 0.0 {
            range.intersection(Interval::between(sum.lower(), f64::INFINITY))
        } else if multiple < 0.0 && sum.upper() < 0.0 {
            range.intersection(Interval::between(f64::NEG_INFINITY, sum.upper()))
        } else {
            range
        })
    }
}
