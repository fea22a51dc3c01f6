//! Newton's method for the direction with the widest gap between curved bodies.
//!
//! **Question.** A simplex of differences shows roughly where two convex bodies are closest. Which direction is it
//! exactly, if a surface is curved there?
//!
//! **Idea.** The closest points are on a *patch* of each body: a point of a curved surface, or a vertex, an edge or a
//! face. The lead along a direction `d` is `d·v`, with `v` the difference of the support points. Its derivative is the
//! part of `v` across `d`. Its second derivative is `−(K + lead)`, with `K` the radii of curvature of both surfaces.
//! The maximum is found by Newton's method, in a few steps where the search by simplices takes dozens. Edges and faces
//! restrict the direction to those across them.
//!
//! **Guarantee.** None by itself. A direction is accepted only if the lead along it, measured like every other, is near
//! enough to the distance of two points of the bodies. If not, the search by simplices goes on.
//!
//! **Cost.** 50 ns a step, two to four steps.
//!
//! **Source.** Newton's method. Radii of curvature from the support function: Schneider, *Convex Bodies: The
//! Brunn–Minkowski Theory* (1993), 2.5.

use super::closest::{Bodies, Closest, SupportFunction};
use super::simplex::Simplex;
use crate::flight::Placed;
use crate::tolerance::{ALONG_EDGE, NEWTON_STEPS, PARALLEL_PATCHES, PATCH_TILT};
use glam::{DMat3, DVec2, DVec3, dvec3};
use tangency_geometry::ConvexCore;

/// The part of a surface on which the closest point is: a point, the ends of an edge, or corners of a face.
#[derive(Clone, Copy, Debug)]
struct SurfacePatch {
    /// In the frame of the body.
    points: [DVec3; 3],
    count: usize,
    /// Metres. The radii of curvature as a matrix, in the frame of the body.
    curvature: DMat3,
    /// Whether it is the side of a cone: the curvature falls to zero from the second point to the first.
    tapered: bool,
}

impl SurfacePatch {
    fn point(point: DVec3, curvature: DMat3) -> Self {
        Self { points: [point; 3], count: 1, curvature, tapered: false }
    }

    /// The corners of a polyhedron among these points, each once. `None` if there are more than three.
    fn flat(held: impl Iterator<Item = DVec3>) -> Option<Self> {
        let mut patch = Self { points: [DVec3::ZERO; 3], count: 0, curvature: DMat3::ZERO, tapered: false };
        for point in held {
            if !patch.points[..patch.count].contains(&point) {
                *patch.points.get_mut(patch.count)? = point;
                patch.count += 1;
            }
        }
        (patch.count > 0).then_some(patch)
    }

    /// The unit normal of the side of a cone, nearest to a direction, that is across an edge; all in the frame of the
    /// cone. `None` if there is none.
    fn across_edge(&self, edge: DVec3, near: DVec3) -> Option<DVec3> {
        let [tip, rim, _] = self.points;
        let (height, radius) = (tip.z, rim.length());
        let flat = edge.truncate();
        let length = flat.length();
        let cosine = -edge.z * radius / (length * height);
        if !(cosine.abs() <= 1.0) {
            return None;
        }
        let unit = flat / length;
        let aside = unit.perp() * (1.0 - cosine * cosine).sqrt();
        let side = |aside: DVec2| ((unit * cosine + aside) * height).extend(radius).normalize();
        let [one, other] = [side(aside), side(-aside)];
        Some(if one.dot(near) > other.dot(near) { one } else { other })
    }

    /// The vectors between the corners, which the direction must be across.
    fn edges(&self, rotation: &DMat3) -> impl Iterator<Item = DVec3> {
        let [first, ..] = self.points;
        let rotation = *rotation;
        self.points.into_iter().take(self.count).skip(1).map(move |point| rotation * (point - first))
    }
}

/// The radii of curvature of a circle about the z axis, along a direction that is `across` long across the axis.
fn ring(radius: f64, along: DVec3, across: f64) -> DMat3 {
    let scale = 1.0 / across;
    let tangent = dvec3(-along.y, along.x, 0.0) * scale;
    let scaled = tangent * (radius * scale);
    DMat3::from_cols(scaled * tangent.x, scaled * tangent.y, DVec3::ZERO)
}

impl SupportFunction<'_> {
    /// Whether parts of the surface are curved.
    pub(super) fn is_curved(self) -> bool {
        match self {
            Self::Vertices(_) | Self::Box(_) | Self::Triangle(_) => false,
            Self::Level(_) => true,
            Self::Core(core) => match core {
                ConvexCore::Cylinder { .. } | ConvexCore::Cone { .. } | ConvexCore::Ellipsoid { .. } => true,
                ConvexCore::Point
                | ConvexCore::Segment { .. }
                | ConvexCore::Cuboid { .. }
                | ConvexCore::Hull { .. } => false,
            },
        }
    }

    /// The patch of the points `held`, moved to a unit direction. `None` if the method does not apply.
    fn patch(self, held: impl Iterator<Item = DVec3> + Clone, along: DVec3) -> Option<SurfacePatch> {
        let core = match self {
            Self::Core(core) => core,
            Self::Level(level) => {
                let (point, curvature) = level.bent_point(along)?;
                return Some(SurfacePatch::point(point, curvature));
            }
            Self::Vertices(_) | Self::Box(_) | Self::Triangle(_) => return SurfacePatch::flat(held),
        };
        let across = along.truncate().length();
        match *core {
            ConvexCore::Point | ConvexCore::Segment { .. } | ConvexCore::Cuboid { .. } | ConvexCore::Hull { .. } => {
                SurfacePatch::flat(held)
            }
            ConvexCore::Ellipsoid { radii } => {
                let scaled = along * radii;
                let height = scaled.length();
                let point = scaled * radii / height;
                let outer = DMat3::from_cols(point * point.x, point * point.y, point * point.z);
                Some(SurfacePatch::point(point, (DMat3::from_diagonal(radii * radii) - outer) * (1.0 / height)))
            }
            ConvexCore::Cylinder { .. } | ConvexCore::Cone { .. } if across < PATCH_TILT => None,
            ConvexCore::Cylinder { radius, half } => {
                let rim = along.with_z(0.0) * (radius / across);
                let curvature = ring(radius, along, across);
                let [up, down] = [held.clone().any(|point| point.z > 0.0), held.clone().any(|point| point.z < 0.0)];
                let ends = [half, -half].map(|z| rim.with_z(z));
                match (up, down) {
                    (true, true) => {
                        Some(SurfacePatch { points: [ends[0], ends[1], ends[1]], count: 2, curvature, tapered: false })
                    }
                    (true, false) => Some(SurfacePatch::point(ends[0], curvature)),
                    (false, true) => Some(SurfacePatch::point(ends[1], curvature)),
                    (false, false) => None,
                }
            }
            ConvexCore::Cone { radius, height } => {
                let (tip, rim) = (dvec3(0.0, 0.0, height), along.with_z(0.0) * (radius / across));
                let curvature = ring(radius, along, across);
                let [up, down] = [held.clone().any(|point| point.z > 0.0), held.clone().any(|point| point.z <= 0.0)];
                match (up, down) {
                    (true, true) => Some(SurfacePatch { points: [tip, rim, rim], count: 2, curvature, tapered: true }),
                    (true, false) => Some(SurfacePatch::point(tip, DMat3::ZERO)),
                    (false, true) => Some(SurfacePatch::point(rim, curvature)),
                    (false, false) => None,
                }
            }
        }
    }
}

/// The patches of two bodies along a direction, and the directions across which it must be.
struct PatchPair {
    a: SurfacePatch,
    b: SurfacePatch,
    /// The unit vector along an edge, if there is one.
    edge: Option<DVec3>,
    /// The unit normal of a face, or of two edges that cross.
    normal: Option<DVec3>,
    /// Whether two edges are parallel: they are closest along a segment.
    parallel: bool,
}

impl Bodies<'_> {
    /// Whether Newton's method may help.
    #[inline]
    pub(super) fn is_curved(&self) -> bool {
        self.a.is_curved() || self.b.is_curved()
    }

    fn patches(&self, placed: &Placed, simplex: &Simplex, direction: DVec3) -> Option<PatchPair> {
        let held = &simplex.corners[..simplex.count.min(3)];
        let a = self.a.patch(held.iter().map(|corner| corner.a), placed.a.transpose() * direction)?;
        let b = self.b.patch(held.iter().map(|corner| corner.b), placed.b.transpose() * -direction)?;
        let (mut edge, mut normal, mut parallel) = (None, None, false);
        if a.count + b.count > 2 {
            let mut edges = a.edges(&placed.a).chain(b.edges(&placed.b));
            edge = Some(edges.next()?.try_normalize()?);
            let second = edges.next();
            if let (Some(one), Some(other)) = (edge, second) {
                parallel =
                    one.cross(other).length_squared() < PARALLEL_PATCHES * PARALLEL_PATCHES * other.length_squared();
            }
            if let (Some(one), Some(other)) = (edge, second.filter(|_| !parallel)) {
                normal = Some(match [a.tapered, b.tapered] {
                    [true, false] => {
                        placed.a * a.across_edge(placed.a.transpose() * other, placed.a.transpose() * direction)?
                    }
                    [false, true] => {
                        placed.b * b.across_edge(placed.b.transpose() * one, placed.b.transpose() * -direction)?
                    }
                    [false, false] | [true, true] => one.cross(other).try_normalize()?,
                });
            }
        }
        Some(PatchPair { a, b, edge, normal, parallel })
    }

    /// The simplex of the patches, with the weights of its point closest to the origin, and whether all its corners are
    /// needed for that point.
    fn simplex_of(&self, placed: &Placed, pair: &PatchPair) -> Option<(Simplex, bool)> {
        let (a, b) = (&pair.a, &pair.b);
        let nearest = |corners: [[usize; 2]; 3], count: usize| {
            let mut simplex = Simplex { count, ..Simplex::default() };
            for (place, [of_a, of_b]) in corners.into_iter().take(count).enumerate() {
                simplex.corners[place] = self.difference(placed, a.points[of_a], b.points[of_b]);
            }
            let face = simplex.nearest()?;
            simplex.keep(&face);
            Some((simplex, simplex.count == count))
        };
        match (a.count, b.count) {
            (count, 1) => nearest([[0, 0], [1, 0], [2, 0]], count),
            (1, count) => nearest([[0, 0], [0, 1], [0, 2]], count),
            _ => {
                // The differences of two edges are a parallelogram: two triangles.
                let one = nearest([[0, 0], [0, 1], [1, 0]], 3)?;
                if one.1 {
                    return Some(one);
                }
                let other = nearest([[1, 1], [0, 1], [1, 0]], 3)?;
                let (found, whole) = if other.0.distance() < one.0.distance() { other } else { one };
                // The parallelogram of parallel edges is a segment.
                Some((found, whole || (pair.parallel && found.count == 2)))
            }
        }
    }

    /// A better direction by one step. `None` if the method does not apply, or the step is too long to be of use.
    pub(crate) fn newton_step(&self, placed: &Placed, simplex: &Simplex, direction: DVec3) -> Option<DVec3> {
        let pair = self.patches(placed, simplex, direction)?;
        self.step_of(placed, &pair, direction)
    }

    fn step_of(&self, placed: &Placed, pair: &PatchPair, direction: DVec3) -> Option<DVec3> {
        if let Some(normal) = pair.normal {
            return Some(normal * normal.dot(direction).signum());
        }
        let PatchPair { a, b, .. } = pair;
        let vector = self.difference(placed, a.points[0], b.points[0]).vector;
        let lead = direction.dot(vector);
        // The closest point is this far from the tip of a cone.
        let share = |patch: &SurfacePatch, ahead: f64| match pair.edge {
            Some(_) if patch.tapered => (ahead / patch.points[0].distance(patch.points[1])).clamp(0.0, 1.0),
            Some(_) | None => 1.0,
        };
        let ahead = pair.edge.map_or(0.0, |edge| edge.dot(vector));
        let (share_a, share_b) = (share(a, ahead), share(b, -ahead));
        // The curvature of both surfaces, times a vector.
        let curved = |vector: DVec3| {
            share_a * (placed.a * (a.curvature * (placed.a.transpose() * vector)))
                + share_b * (placed.b * (b.curvature * (placed.b.transpose() * vector)))
        };
        let step = match pair.edge {
            Some(edge) => {
                let across = direction.cross(edge).try_normalize()?;
                let bend = across.dot(curved(across)) + lead;
                (bend > 0.0).then(|| across * (across.dot(vector) / bend))?
            }
            None => {
                let (one, two) = direction.any_orthonormal_pair();
                let (of_one, of_two) = (curved(one), curved(two));
                let [p, q, r] = [one.dot(of_one) + lead, one.dot(of_two), two.dot(of_two) + lead];
                let (x, y) = (one.dot(vector), two.dot(vector));
                let determinant = p * r - q * q;
                if !(determinant > 0.0 && p > 0.0) {
                    return None;
                }
                one * ((x * r - y * q) / determinant) + two * ((y * p - x * q) / determinant)
            }
        };
        let next = direction + step;
        let next = pair.edge.map_or(next, |edge| next.reject_from_normalized(edge));
        (step.length_squared() < 0.25).then(|| next.normalize())
    }

    /// Seeks the direction with the widest gap, from a direction close to it and a simplex of points near the closest
    /// ones. The simplex is replaced by one that is closer. `None` if the lead does not come near enough to the
    /// distance.
    pub(super) fn polished(
        &self,
        placed: &Placed,
        simplex: &mut Simplex,
        from: DVec3,
        near_enough: &impl Fn(f64, f64) -> bool,
    ) -> Option<Closest> {
        if let Some((found, closer)) = self.capped(placed, from, near_enough) {
            *simplex = closer;
            return Some(found);
        }
        let mut work = *simplex;
        let found = self.polish(placed, &mut work, from, near_enough);
        if found.is_some() || work.distance() < simplex.distance() {
            *simplex = work;
        }
        found
    }

    fn polish(
        &self,
        placed: &Placed,
        simplex: &mut Simplex,
        from: DVec3,
        near_enough: &impl Fn(f64, f64) -> bool,
    ) -> Option<Closest> {
        let mut direction = from;
        for _ in 0..NEWTON_STEPS {
            let mut pair = self.patches(placed, simplex, direction)?;
            if let Some(edge) = pair.edge
                && edge.dot(direction).abs() > ALONG_EDGE
            {
                direction = direction.reject_from_normalized(edge).try_normalize()?;
                pair = self.patches(placed, simplex, direction)?;
            }
            let (found, whole) = self.simplex_of(placed, &pair)?;
            let vector = found.vector();
            let distance = vector.length();
            if near_enough(direction.dot(vector), distance) {
                let next = self.least(placed, direction);
                let lead = direction.dot(next.vector);
                *simplex = found;
                if near_enough(lead, distance) {
                    return Some(Closest { direction, lead });
                }
                // Another vertex, edge or face is closer.
                if !simplex.add(next) {
                    return None;
                }
                let Some(face) = simplex.nearest() else {
                    // The bodies overlap.
                    simplex.count -= 1;
                    return None;
                };
                simplex.keep(&face);
                direction = simplex.direction(face.vector)?;
            } else if whole {
                direction = self.step_of(placed, &pair, direction)?;
            } else {
                // Only a part of the patch is close.
                *simplex = found;
                direction = simplex.direction(vector)?;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ConvexPair, PreparedConvex};
    use glam::DQuat;
    use tangency_geometry::{Convex, Pose};
    use tangency_interval::laws::Random;

    fn unit(random: &mut Random) -> DVec3 {
        loop {
            let vector = DVec3::from_array([0; 3].map(|_| random.between(-1.0, 1.0)));
            if (0.1..1.0).contains(&vector.length()) {
                return vector.normalize();
            }
        }
    }

    /// Curved bodies near and far. No direction near the one found has a wider gap, measured by support points alone,
    /// and nearly all enclosures are as narrow as rounding.
    #[test]
    fn no_direction_nearby_is_better() {
        let mut random = Random::new(5);
        let bodies = [
            Convex::cylinder(0.5, 1.2),
            Convex::cone(0.6, 1.2),
            Convex::ellipsoid(dvec3(0.5, 0.7, 0.9)),
            Convex::ellipsoid(dvec3(0.05, 0.7, 0.9)),
            Convex::cuboid(dvec3(1.0, 1.2, 1.4)),
            Convex::hull((0..60).map(|_| unit(&mut random)).collect::<Vec<_>>()),
            Convex::capsule(0.2, 1.0),
        ]
        .map(|body| body.expect("a body"));
        let (mut asked, mut narrow) = (0, 0);
        for a in &bodies[..4] {
            for b in &bodies {
                let mut pair = ConvexPair::new(PreparedConvex::new(a.clone()), PreparedConvex::new(b.clone()));
                for _ in 0..60 {
                    let rotation = DQuat::from_axis_angle(unit(&mut random), random.between(0.0, 6.0));
                    let distance = random.between(1.2, 3.0);
                    let pose = Pose::new(rotation, distance * unit(&mut random)).expect("a pose");
                    let found = pair.distance([&Pose::IDENTITY, &pose]);
                    if found.overlap() != Some(false) {
                        continue;
                    }
                    asked += 1;
                    narrow += usize::from(found.gap.width() < 1e-11);
                    let back = pose.rotation().inverse();
                    let lead = |direction: DVec3| {
                        let of_b = pose.apply(b.farthest(back * -direction));
                        direction.dot(of_b - a.farthest(direction))
                    };
                    for size in [1e-1, 1e-3, 1e-5, 1e-7] {
                        let other = (found.normal + size * unit(&mut random)).normalize();
                        assert!(lead(other) <= found.gap.upper(), "{a:?} {b:?} {pose:?}: {found:?}, but {other}");
                    }
                }
            }
        }
        assert!(asked > 1_200 && narrow > asked - asked / 50, "{narrow} of {asked} are narrow");
    }
}
