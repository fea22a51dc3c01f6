//! Culling of parts that stay on disjoint helices.
//!
//! **Question.** One body turns about a fixed axis, and may slide along it in proportion to the angle, while the
//! other rests: a screw in its nut, a shaft in its bearing. Which parts of them cannot meet during the whole span?
//!
//! **Idea.** Two numbers of every point are invariant under the motion: the distance `r` from the axis, and `ζ = z
//! − p·θ/2π`, with `p` the slide per turn. `ζ` is defined up to multiples of `p`, because angles are defined up to
//! whole turns. Points can meet only if both numbers agree. The bodies are therefore compared in the plane of `r`
//! and `ζ`, in which nothing moves. The image of every triangle is enclosed by slabs across eight directions, that
//! of a node of the tree by the slabs of its descendants. Directions that separate surfaces for an interval of
//! time must be found anew all around the axis. Here one test holds for the whole span. Parts that the slide
//! during the span does not bring together along the axis are disjoint as well.
//!
//! On a triangle, `r` and `θ` differ from the linear interpolation between the corners by at most `ρ²/2` times
//! their largest second derivative, with `ρ` the radius of the smallest circle around the projection of the
//! triangle along the axis. These derivatives are at most `1/r` and `1/r²`. `r` is convex, so it is never above
//! the linear interpolation.
//!
//! **Guarantee.** [`Helix::apart`] proves that no two points below the nodes come within `separation`. For points
//! at the distance `δ`, `r` differs by at most `δ`, and `ζ` by at most `δ + p/2π · π·δ/2r`. The errors of the axis
//! and the rounding errors are added to `δ`.
//!
//! **Cost.** Half a microsecond a triangle, once; then eight comparisons. Prepared only after a search has taken
//! longer than the preparation.
//!
//! **Source.** Ours. It replaces the rejection of hollow cylinders in Kim & Rossignac 2003, whose bounds are
//! intervals of `r` and of `z` for a limited turn.

use crate::tolerance::{HELIX_DIRECTIONS, HELIX_TURNS, LONG_SEARCH, ROUND_UP, SCREW_ROUNDINGS};
use crate::{Faceted, Facets};
use glam::{DMat3, DVec2, DVec3};
use std::f64::consts::{FRAC_PI_2, PI, TAU};
use tangency_bound::ObbNode;
use tangency_geometry::{Motion, Pose, Screw};
use tangency_interval::{Interval, Vector3};

/// Slabs that enclose the image of a part of a body: the minimum and the maximum along every direction. The first
/// direction is that of `r`, the middle one that of `ζ`.
#[derive(Clone, Copy, Debug)]
struct Image([[f64; 2]; HELIX_DIRECTIONS]);

/// The part of a body below a node of its tree.
#[derive(Clone, Copy, Debug)]
struct HelixPart {
    /// Metres. The extent along the axis, at the start.
    along: [f64; 2],
    /// `None` if the axis passes through the part.
    image: Option<Image>,
}

/// The images of both bodies in the plane of `r` and `ζ`, in which nothing moves.
#[derive(Clone, Debug)]
struct Helix {
    directions: [DVec2; HELIX_DIRECTIONS],
    /// p, in metres per turn; not negative, and zero if nothing slides.
    pitch: f64,
    /// Metres. Bound on the error of the pitch, rounding included.
    off_pitch: f64,
    /// Metres. The least and the largest slide of `b` relative to `a` during the span.
    slid: [f64; 2],
    /// The parts of the nodes of both trees.
    parts: [Vec<HelixPart>; 2],
}

/// The culling of a search. The images are prepared when the search becomes long.
pub(super) struct HelixCulling<'search> {
    bodies: [Faceted<'search>; 2],
    span: Interval,
    separation: f64,
    helix: Option<Option<Helix>>,
}

impl<'search> HelixCulling<'search> {
    /// Culls for the span, in the time of the motions.
    pub(super) fn new(bodies: [Faceted<'search>; 2], span: Interval, separation: f64) -> Self {
        Self { bodies, span, separation, helix: None }
    }

    /// `true` proves that nothing below the two nodes ever comes within the separation. `steps` is the number of
    /// steps of the search so far.
    #[inline]
    pub(super) fn proves_apart(&mut self, steps: u64, [a, b]: [u32; 2]) -> bool {
        match &self.helix {
            Some(helix) => helix.as_ref().is_some_and(|helix| helix.apart(a, b)),
            None => {
                self.prepare(steps);
                false
            }
        }
    }

    /// Prepares the images once they are cheaper than the search has been so far.
    fn prepare(&mut self, steps: u64) {
        let [a, b] = self.bodies;
        let triangles = [a, b].map(|body| body.facets().mesh().triangles().len() as u64);
        if steps > LONG_SEARCH.max(triangles[0] + triangles[1]) {
            self.helix = Some(Helix::new(a, b, self.span, self.separation));
        }
    }
}

/// The frame of the screw axis.
struct Axis {
    to_axis: DMat3,
    origin: DVec3,
    /// p/2π with its sign, in metres per radian.
    slide: f64,
    /// Metres. Points that differ by at most this count as equal: separation, error of the axis, rounding.
    near: f64,
    /// Metres. Bound on the error of `ζ` due to the error of the slide.
    off_slide: f64,
}

/// Bounds the distance of a member of the interval vector from its midpoint.
fn radius_of(vector: Vector3) -> f64 {
    vector.0.iter().map(|coordinate| coordinate.radius()).sum()
}

impl Axis {
    /// The axis of a screw about which one body turns while the other rests at the pose `rest`. `None` if nothing
    /// turns.
    fn new(screw: &Screw, [moving, resting]: [&Facets; 2], rest: &Pose, separation: f64) -> Option<Self> {
        let exact = screw.enclosure();
        let axis = exact.axis_point?;
        let (origin, along) = (DVec3::from_array(axis.mid()), DVec3::from_array(exact.direction.mid()).normalize());
        let reach = [(moving, screw.start()), (resting, *rest)]
            .map(|(model, pose)| model.reach() + pose.translation().distance(origin));
        let reach = reach[0].max(reach[1]);
        let slide = exact.slide_rate / exact.turn_rate;
        let poses = screw.start().rounding(moving.reach()) + rest.rounding(resting.reach());
        let off = 4.0 * radius_of(exact.direction) * reach + 2.0 * radius_of(axis) + poses;
        let rounding = SCREW_ROUNDINGS * f64::EPSILON * (reach + origin.length() + PI * slide.magnitude());
        let (x, y) = along.any_orthonormal_pair();
        let near = separation + off + rounding;
        let off_slide = TAU * slide.radius();
        let axis =
            Self { to_axis: DMat3::from_cols(x, y, along).transpose(), origin, slide: slide.mid(), near, off_slide };
        (near.is_finite() && off_slide.is_finite()).then_some(axis)
    }
}

impl Helix {
    /// The images of both bodies. `None` unless one moves on a screw and the other rests.
    fn new(a: Faceted<'_>, b: Faceted<'_>, span: Interval, separation: f64) -> Option<Self> {
        let (screw, rest, swapped) = match (a.motion(), b.motion()) {
            (Motion::Screw(screw), Motion::Still(rest)) => (screw, rest, false),
            (Motion::Still(rest), Motion::Screw(screw)) => (screw, rest, true),
            _ => return None,
        };
        let (moving, resting) = if swapped { (b.facets(), a.facets()) } else { (a.facets(), b.facets()) };
        let axis = Axis::new(screw, [moving, resting], rest, separation)?;
        let directions = std::array::from_fn(|index| {
            let angle = PI * index as f64 / HELIX_DIRECTIONS as f64;
            DVec2::new(libm::cos(angle), libm::sin(angle))
        });
        let pitch = TAU * axis.slide.abs();
        let off_pitch = axis.off_slide + 4.0 * f64::EPSILON * pitch;
        // Relative to `a`, widened for the rounding of the sums that contain it.
        let slid = screw.enclosure().slide_rate * span;
        let slid = slid + slid * Interval::between(-4.0 * f64::EPSILON, 4.0 * f64::EPSILON);
        let slid = if swapped { [slid.lower(), slid.upper()] } else { [-slid.upper(), -slid.lower()] };
        let mut helix = Self { directions, pitch, off_pitch, slid, parts: [Vec::new(), Vec::new()] };
        let parts = [(moving, screw.start()), (resting, *rest)].map(|(model, pose)| helix.parts(model, &pose, &axis));
        let [of_moving, of_resting] = parts;
        helix.parts = if swapped { [of_resting, of_moving] } else { [of_moving, of_resting] };
        Some(helix)
    }

    /// `true` proves that nothing below a node of `a` ever comes within the separation of anything below a node of
    /// `b`.
    fn apart(&self, a: u32, b: u32) -> bool {
        let (a, b) = (&self.parts[0][a as usize], &self.parts[1][b as usize]);
        if a.along[1] < b.along[0] + self.slid[0] || b.along[1] + self.slid[1] < a.along[0] {
            return true;
        }
        let (Some(a), Some(b)) = (&a.image, &b.image) else { return false };
        let [along_a, along_b] = [a, b].map(|image| image.0[HELIX_DIRECTIONS / 2]);
        // A difference in r separates for every number of turns.
        let aside = a.0[0][1] < b.0[0][0] || b.0[0][1] < a.0[0][0];
        if aside {
            return true;
        }
        if self.pitch == 0.0 {
            return self.disjoint(a, b, 0.0);
        }
        // All multiples of the pitch by which `b` may be shifted and still overlap `a` in ζ.
        let first = ((along_a[0] - along_b[1]) / self.pitch).floor();
        let last = ((along_a[1] - along_b[0]) / self.pitch).ceil();
        let few = last - first < HELIX_TURNS;
        few && (0..=(last - first) as u32).all(|step| self.disjoint(a, b, first + f64::from(step)))
    }

    /// An image shifted along ζ by a whole number of turns.
    fn shifted(&self, image: &Image, turns: f64) -> Image {
        let shift = turns * self.pitch;
        Image(std::array::from_fn(|index| {
            let ([low, high], moved) = (image.0[index], shift * self.directions[index].y);
            let rounding = turns.abs() * self.off_pitch + f64::EPSILON * (moved.abs() + low.abs().max(high.abs()));
            [low + moved - rounding, high + moved + rounding]
        }))
    }

    /// Whether some slab separates the images, the second shifted by `turns`.
    fn disjoint(&self, a: &Image, b: &Image, turns: f64) -> bool {
        let b = self.shifted(b, turns);
        a.0.iter().zip(&b.0).any(|(a, b)| a[1] < b[0] || b[1] < a[0])
    }

    fn parts(&self, model: &Facets, pose: &Pose, axis: &Axis) -> Vec<HelixPart> {
        let (tree, mesh) = (model.boxes(), model.mesh());
        let count = 2 * mesh.triangles().len() - 1;
        let mut parts = vec![HelixPart { along: [0.0; 2], image: None }; count];
        // Children come after their parent.
        for node in (0..count as u32).rev() {
            parts[node as usize] = match tree.below(node) {
                ObbNode::Triangle(triangle) => {
                    let to_frame = |corner: DVec3| axis.to_axis * (pose.apply(corner) - axis.origin);
                    let corners = mesh.corners(triangle as usize).map(to_frame);
                    let heights = corners.map(|corner| corner.z);
                    let least = heights[0].min(heights[1]).min(heights[2]) - axis.near;
                    let most = heights[0].max(heights[1]).max(heights[2]) + axis.near;
                    HelixPart { along: [least, most], image: self.image(corners, axis) }
                }
                ObbNode::Children(first) => {
                    let [one, two] = [parts[first as usize], parts[first as usize + 1]];
                    let along = [one.along[0].min(two.along[0]), one.along[1].max(two.along[1])];
                    HelixPart { along, image: one.image.zip(two.image).map(|(one, two)| self.merged(&one, &two)) }
                }
            };
        }
        parts
    }

    /// The union of both, the second shifted by the number of turns that brings it nearest to the first.
    fn merged(&self, one: &Image, two: &Image) -> Image {
        let middle = |image: &Image| 0.5 * (image.0[HELIX_DIRECTIONS / 2][0] + image.0[HELIX_DIRECTIONS / 2][1]);
        let turns = if self.pitch > 0.0 { ((middle(one) - middle(two)) / self.pitch).round() } else { 0.0 };
        let two = self.shifted(two, turns);
        Image(std::array::from_fn(|index| [one.0[index][0].min(two.0[index][0]), one.0[index][1].max(two.0[index][1])]))
    }

    /// The image of a triangle. `None` if the axis passes through its projection or close by.
    fn image(&self, corners: [DVec3; 3], axis: &Axis) -> Option<Image> {
        let shadow = corners.map(|corner| corner.truncate());
        let nearest = distance_from_axis(shadow)? - axis.near;
        if !(nearest > 0.0) {
            return None;
        }
        let round = 0.5 * circle_sq(shadow) * ROUND_UP;
        // Deviations from the linear interpolation between the corners.
        let below = round / nearest;
        let bend = axis.slide.abs() * below / nearest;
        let around_axis = axis.near * (1.0 + axis.slide.abs() * FRAC_PI_2 / nearest);
        let aside = bend + around_axis + axis.off_slide;
        // Measure angles from the first corner: the triangle is on one side of the axis, so they do not wrap.
        let first = libm::atan2(shadow[0].y, shadow[0].x);
        let images = corners.map(|corner| {
            let flat = corner.truncate();
            let angle = first + libm::atan2(shadow[0].perp_dot(flat), shadow[0].dot(flat));
            DVec2::new(flat.length(), corner.z - axis.slide * angle)
        });
        Some(Image(std::array::from_fn(|index| {
            let direction = self.directions[index];
            let heights = images.map(|image| direction.dot(image));
            let least = heights[0].min(heights[1]).min(heights[2]);
            let most = heights[0].max(heights[1]).max(heights[2]);
            let wide = direction.x.abs() * axis.near + direction.y.abs() * aside;
            // r may be below the linear interpolation, never above.
            let (down, up) = if direction.x > 0.0 { (below * direction.x, 0.0) } else { (0.0, -below * direction.x) };
            [least - wide - down, most + wide + up]
        })))
    }
}

/// The least distance of a triangle in the plane from the origin. `None` if it contains the origin.
fn distance_from_axis(corners: [DVec2; 3]) -> Option<f64> {
    let sides = [[0, 1], [1, 2], [2, 0]].map(|side| side.map(|corner: usize| corners[corner]));
    let turns = sides.map(|[from, to]| from.perp_dot(to));
    let around = turns.iter().all(|&turn| turn >= 0.0) || turns.iter().all(|&turn| turn <= 0.0);
    // A triangle seen edge-on has no interior; the distance follows from its sides.
    let area = (corners[1] - corners[0]).perp_dot(corners[2] - corners[0]);
    if around && area != 0.0 {
        return None;
    }
    let distance = |[from, to]: [DVec2; 2]| {
        let along = to - from;
        let share = (-from.dot(along) / along.length_squared()).clamp(0.0, 1.0);
        if share.is_nan() { from.length() } else { (from + share * along).length() }
    };
    Some(sides.map(distance).into_iter().fold(f64::INFINITY, f64::min))
}

/// The squared radius of the smallest circle around a triangle in the plane.
fn circle_sq([a, b, c]: [DVec2; 3]) -> f64 {
    let mut squares = [(b - c).length_squared(), (c - a).length_squared(), (a - b).length_squared()];
    squares.sort_by(f64::total_cmp);
    let [short, middle, long] = squares;
    if long >= short + middle {
        return 0.25 * long;
    }
    let area = (b - a).perp_dot(c - a);
    // The smallest circle is never larger than that around an equilateral triangle with the longest side: its
    // squared radius is at most a third of that side's square.
    (0.25 * short * middle * long / (area * area)).min(long / 3.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Moving;
    use glam::{DQuat, dvec3};
    use tangency_geometry::{Mesh, ScrewAxis, Shape, primitive};
    use tangency_interval::laws::Random;

    fn vector(random: &mut Random, size: f64) -> DVec3 {
        DVec3::from_array([0; 3].map(|_| random.between(-size, size)))
    }

    fn faceted(moving: &Moving) -> Faceted<'_> {
        moving.faceted().unwrap()
    }

    fn moving(corners: [DVec3; 3], motion: Motion) -> Moving {
        Moving::new(Shape::Mesh(Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap()), motion).unwrap()
    }

    /// Triangles that are planted to meet at some angle, up to the separation and well beyond a turn, are never
    /// culled. Many randomly placed triangles are.
    #[test]
    fn meeting_triangles_are_never_culled() {
        let mut random = Random::new(88);
        let mut apart = [0; 2];
        for case in 0..20_000 {
            let direction = [DVec3::Z, vector(&mut random, 1.0) + 2.0 * DVec3::X][random.below(2)].normalize();
            let axis = ScrewAxis { point: vector(&mut random, 2.0), direction };
            // Metres per turn: none, small relative to the triangles, or large.
            let slide = [0.0, 0.02, -0.3, 2.0][random.below(4)];
            let start = Pose::new(DQuat::from_scaled_axis(vector(&mut random, 2.0)), vector(&mut random, 1.0)).unwrap();
            let screw = Screw::about(axis, start, TAU, slide, 1.0).unwrap();
            // At some distance from the axis; the triangles are small relative to it.
            let size = [0.05, 0.3][random.below(2)];
            let off = axis.point + direction.any_orthonormal_vector() * random.between(0.3, 1.5);
            let middle = off + random.between(-1.0, 1.0) * direction;
            let back = start.inverse();
            let of_a = [0; 3].map(|_| middle + vector(&mut random, size));
            let separation = [0.0, 0.01][random.below(2)];
            let planted = random.below(2) == 0;
            let weights = [random.unit(), random.unit()];
            let at = |corners: [DVec3; 3]| {
                corners[0]
                    + weights[0] * (corners[1] - corners[0])
                    + weights[1] * (1.0 - weights[0]) * (corners[2] - corners[0])
            };
            let shape = [0; 3].map(|_| vector(&mut random, size));
            let turned = random.between(-3.0, 3.0);
            let span = Interval::between(turned.min(0.0), turned.max(0.0));
            let local = of_a.map(|corner| back.apply(corner));
            let meeting = Motion::Screw(screw).at(turned).point(0, at(local));
            let aside = 0.999 * separation * vector(&mut random, 1.0).normalize();
            let of_b = if planted {
                shape.map(|corner| corner + meeting + aside - at(shape))
            } else {
                let offset = middle + vector(&mut random, 0.5);
                shape.map(|corner| corner + offset)
            };
            let (a, b) = (moving(local, Motion::Screw(screw)), moving(of_b, Motion::Still(Pose::IDENTITY)));
            let proved = Helix::new(faceted(&a), faceted(&b), span, separation).unwrap().apart(0, 0);
            let other = Helix::new(faceted(&b), faceted(&a), span, separation).unwrap().apart(0, 0);
            assert!(!planted || !(proved || other), "case {case}: culled, but they meet at {meeting}");
            apart[usize::from(planted)] += usize::from(proved);
        }
        assert!(apart[0] > 3_000 && apart[1] == 0, "{apart:?}");
    }

    /// The walls of a shaft and of its bearing, a millimetre apart, are proved apart for the whole span. The axis
    /// passes through the ends of the shaft.
    #[test]
    fn shaft_walls_are_separated_from_the_bearing() {
        let (shaft, bearing) =
            (primitive::cylinder(0.1, 1.0, 64).unwrap(), primitive::cylinder(0.101, 0.5, 64).unwrap());
        let axis = ScrewAxis { point: DVec3::ZERO, direction: DVec3::Z };
        let walls = |model: &Facets| -> Vec<u32> {
            let mesh = model.mesh();
            let wall = |&node: &u32| match model.boxes().below(node) {
                ObbNode::Triangle(triangle) => {
                    let [a, b, c] = mesh.corners(triangle as usize);
                    (b - a).cross(c - a).normalize().z.abs() < 0.5
                }
                ObbNode::Children(_) => false,
            };
            (0..2 * mesh.triangles().len() as u32 - 1).filter(wall).collect()
        };
        let span = Interval::between(0.0, 1.0);
        for slide in [0.0, 0.05] {
            let screw = Screw::about(axis, Pose::IDENTITY, 9.0 * TAU, slide, 1.0).unwrap();
            let a = Moving::new(Shape::Polyhedron(shaft.clone()), Motion::Screw(screw)).unwrap();
            let still = Motion::Still(Pose::translated(dvec3(0.0, 0.0, 0.1)).unwrap());
            let b = Moving::new(Shape::Polyhedron(bearing.clone()), still).unwrap();
            let helix = Helix::new(faceted(&a), faceted(&b), span, 0.0).unwrap();
            for node in walls(faceted(&a).facets()) {
                assert!(walls(faceted(&b).facets()).iter().all(|&other| helix.apart(node, other)), "slide {slide}");
            }
            assert!(!helix.apart(0, 0), "the roots cannot be separated: the axis passes through both bodies");
            let wide = Helix::new(faceted(&a), faceted(&b), span, 2e-3).unwrap();
            assert!(
                !walls(faceted(&a).facets())
                    .iter()
                    .any(|&node| walls(faceted(&b).facets()).iter().all(|&other| wide.apart(node, other)))
            );
        }
    }
}
