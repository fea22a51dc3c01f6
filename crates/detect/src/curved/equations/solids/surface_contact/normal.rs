//! The point, normal and gap of a contact with an implicit solid.

use super::SurfaceSolidContact;
use crate::curved::equations::cone::{Outward, outward_of_solid, separating};
use crate::curved::equations::estimate::midpoint;
use crate::curved::equations::frame::RelativePose;
use crate::curved::equations::system::LocalContact;
use glam::DVec3;
use tangency_geometry::Feature;
use tangency_geometry::surface::SurfaceJet;
use tangency_interval::{Interval, Vector3};

impl SurfaceSolidContact<'_> {
    /// The contact at a point of the region that is known to `near` metres.
    pub(super) fn describe(&mut self, point: &[Interval], near: f64) -> LocalContact {
        let (parameters, time) = self.split(point);
        let (relative, place) = self.places(point);
        let slopes = self.slopes(place, time).unwrap_or_default();
        let jet =
            self.a.borrow_mut().enclosure(parameters, time).jet.map(|jet| relative.first_order(&jet, self.deforms));
        let of_b = outward_of_solid((self.solid, self.part), (place, time), near, &mut self.work);
        let (normal, certain) = match of_b.as_slice() {
            // A smooth part has a single normal.
            [gradient] => (-*gradient, true),
            _ => {
                let of_b = Outward::cone(of_b.into_iter()).unwrap_or(Outward::Unknown);
                let sides = self.outward_candidates(parameters, &relative, time, jet.as_ref());
                let directions: Vec<_> = sides.iter().map(|side| separating(side, &of_b)).collect();
                directions.iter().copied().find(|(_, certain)| *certain).unwrap_or(directions[0])
            }
        };
        // The distance of the point from the zero set, to first order.
        let off = slopes.iter().map(|slope| {
            let steep = DVec3::from_array(slope.gradient.mid()).length();
            if steep > 0.0 { slope.value.mid().abs() / steep } else { 0.0 }
        });
        let gap = off.fold(0.0, f64::max);
        LocalContact { place: DVec3::from_array(place.mid()), normal, gap, certain }
    }

    /// The candidates for the outward directions of `a`, in the frame of `b`, at least one: both normals of a face
    /// whose outward side is not known.
    fn outward_candidates(
        &self,
        parameters: &[Interval],
        relative: &RelativePose,
        time: Interval,
        jet: Option<&SurfaceJet>,
    ) -> Vec<Outward> {
        let unit = |vector: Vector3| midpoint(vector).try_normalize();
        if self.dimension < 2 {
            return vec![self.outward(parameters, relative, time, jet.and_then(|jet| unit(jet.du)))];
        }
        let Some(normal) = jet.map(SurfaceJet::normal) else { return vec![Outward::Unknown] };
        let known = self.a.borrow().facing(normal, self.setting.is_solid(0)).and_then(unit);
        let directions = known.map_or_else(
            || unit(normal).map_or(Vec::new(), |direction| vec![direction, -direction]),
            |direction| vec![direction],
        );
        let sides: Vec<Outward> = directions.into_iter().map(|direction| Outward::Cone(vec![direction])).collect();
        if sides.is_empty() { vec![Outward::Unknown] } else { sides }
    }

    /// The outward directions of an edge or a vertex of `a`, in the frame of `b`.
    fn outward(
        &self,
        parameters: &[Interval],
        relative: &RelativePose,
        time: Interval,
        tangent: Option<DVec3>,
    ) -> Outward {
        let rotated = |direction: Vector3| midpoint(relative.direction(direction));
        let mut directions: Vec<DVec3> =
            self.a.borrow_mut().outward(parameters, time).into_iter().map(rotated).collect();
        if let (true, Some(facets)) = (directions.is_empty() && self.setting.is_solid(0), self.facets) {
            let middle: Vec<f64> = parameters.iter().map(|side| side.mid()).collect();
            let around = match self.a.borrow().feature(&middle) {
                Feature::Edge { index, .. } => facets.connectivity().edge_triangles(index),
                Feature::Vertex(index) => facets.connectivity().vertex_triangles(index),
                Feature::Face { .. } | Feature::Patch { .. } | Feature::Part(_) => &[],
            };
            let mesh = facets.mesh();
            directions.extend(around.iter().map(|&triangle| {
                let [a, b, c] = mesh.triangles()[triangle as usize].map(|corner| mesh.vertices()[corner as usize]);
                rotated(Vector3::point((b - a).cross(c - a).to_array()))
            }));
        }
        Outward::cone(directions.into_iter()).or(tangent.map(Outward::Across)).unwrap_or(Outward::Unknown)
    }
}
