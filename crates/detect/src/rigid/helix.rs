//! What never meets because both stay on their own helices.
//!
//! **Question.** One body turns about a fixed axis, and slides along it in proportion or not at all, while the other rests: a screw
//! in its nut, a shaft in its bearing. Which parts of them cannot meet during all of the span?
//!
//! **Idea.** Two numbers of every point do not change: the distance `r` from the axis, and `ζ = z − p·θ/2π`, with `p` the slide a
//! turn; `ζ` is known up to multiples of `p`, because angles are up to whole turns. Points meet only if both numbers are equal.
//! So bodies are looked at in the plane of `r` and `ζ`, where nothing moves: the image of every triangle is held by slabs
//! across eight directions, that of a node of the tree by the slabs of what is below it. Directions that keep surfaces apart
//! for a stretch of time have to be found anew all around the axis; here one look is for good. Along the axis, parts that the
//! slide during the span does not bring together are apart as well.
//!
//! On a triangle, `r` and `θ` are within `ρ²/2` times their largest second derivative of what is linear between its corners,
//! with `ρ` the radius of the smallest circle around its projection along the axis; those derivatives are at most `1/r` and
//! `1/r²`, and `r` is convex, never above what is linear.
//!
//! **Guarantee.** [`Helix::apart`] proves that no two points below the nodes come within `separation`: at the distance `δ`,
//! `r` differs by at most `δ`, and `ζ` by `δ + p/2π · π·δ/2r`; what the axis and the numbers are off is added to `δ`.
//!
//! **Cost.** Half a microsecond a triangle, once; then eight comparisons. Made only when a search becomes longer than that.
//!
//! **Source.** Ours; in place of the rejection of hollow cylinders in Kim & Rossignac 2003, whose bounds are intervals of `r` and
//! of `z` for a limited turn.

use crate::tolerance::{LONG_SEARCH, SCREW_ROUNDINGS};
use crate::{Faceted, Facets};
use glam::{DMat3, DVec2, DVec3};
use std::f64::consts::{FRAC_PI_2, PI, TAU};
use tangency_bound::ObbNode;
use tangency_geometry::{Motion, Pose, Screw};
use tangency_interval::{Interval, Vector3};

/// How many directions of the plane slabs are kept across.
const DIRECTIONS: usize = 8;

/// Slabs that hold the image of a part of a body: the least and the largest along every direction. The first direction is that of
/// `r`, and the middle one that of `ζ`.
#[derive(Clone, Copy, Debug)]
struct Image([[f64; 2]; DIRECTIONS]);

/// A part of a body.
#[derive(Clone, Copy, Debug)]
struct HelixPart {
    /// How far along the axis it reaches, at the start.
    along: [f64; 2],
    /// `None` where the axis goes through.
    image: Option<Image>,
}

/// The bodies in the plane where nothing moves.
#[derive(Clone, Debug)]
struct Helix {
    directions: [DVec2; DIRECTIONS],
    /// p: metres a turn, not negative; zero if nothing slides.
    pitch: f64,
    /// Metres: how far the pitch may be off, rounding included.
    off_pitch: f64,
    /// Metres: how far `b` is slid against `a` during the span, at least and at most.
    slid: [f64; 2],
    /// The nodes of both trees.
    parts: [Vec<HelixPart>; 2],
}

/// The bodies of a search, which are looked at that way if it becomes long.
pub(super) struct HelixCulling<'search> {
    bodies: [Faceted<'search>; 2],
    span: Interval,
    separation: f64,
    helix: Option<Option<Helix>>,
}

impl<'search> HelixCulling<'search> {
    /// Asked about the span, in the clock of the motions.
    pub(super) fn new(bodies: [Faceted<'search>; 2], span: Interval, separation: f64) -> Self {
        Self { bodies, span, separation, helix: None }
    }

    /// `true` proves that nothing below the two nodes ever meets. `steps`: how many the search has made.
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

    /// Makes the images once they are cheaper than the search has been so far.
    fn prepare(&mut self, steps: u64) {
        let [a, b] = self.bodies;
        let triangles = [a, b].map(|body| body.facets().mesh().triangles().len() as u64);
        if steps > LONG_SEARCH.max(triangles[0] + triangles[1]) {
            self.helix = Some(Helix::new(a, b, self.span, self.separation));
        }
    }
}

/// The frame of the axis.
struct Axis {
    to_axis: DMat3,
    origin: DVec3,
    /// p/2π with its sign: metres a radian.
    slide: f64,
    /// Metres: by how much two points may differ and still count as one.
    near: f64,
    /// Metres: how far `ζ` may be off because the slide is.
    off_slide: f64,
}

/// Bounds the distance of a member from the middle.
fn radius_of(vector: Vector3) -> f64 {
    vector.0.iter().map(|coordinate| coordinate.radius()).sum()
}

impl Axis {
    /// The axis of a screw about which one body turns while the other, with this pose, rests; `None` if nothing turns.
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
    /// Both bodies, if one is on a screw and the other rests.
    fn new(a: Faceted<'_>, b: Faceted<'_>, span: Interval, separation: f64) -> Option<Self> {
        let (screw, rest, swapped) = match (a.motion(), b.motion()) {
            (Motion::Screw(screw), Motion::Still(rest)) => (screw, rest, false),
            (Motion::Still(rest), Motion::Screw(screw)) => (screw, rest, true),
            _ => return None,
        };
        let (moving, resting) = if swapped { (b.facets(), a.facets()) } else { (a.facets(), b.facets()) };
        let axis = Axis::new(screw, [moving, resting], rest, separation)?;
        let directions = std::array::from_fn(|index| {
            let angle = PI * index as f64 / DIRECTIONS as f64;
            DVec2::new(libm::cos(angle), libm::sin(angle))
        });
        let pitch = TAU * axis.slide.abs();
        let off_pitch = axis.off_slide + 4.0 * f64::EPSILON * pitch;
        // As seen from `a`, with room for the roundings of what is added to it.
        let slid = screw.enclosure().slide_rate * span;
        let slid = slid + slid * Interval::between(-4.0 * f64::EPSILON, 4.0 * f64::EPSILON);
        let slid = if swapped { [slid.lower(), slid.upper()] } else { [-slid.upper(), -slid.lower()] };
        let mut helix = Self { directions, pitch, off_pitch, slid, parts: [Vec::new(), Vec::new()] };
        let parts = [(moving, screw.start()), (resting, *rest)].map(|(model, pose)| helix.parts(model, &pose, &axis));
        let [of_moving, of_resting] = parts;
        helix.parts = if swapped { [of_resting, of_moving] } else { [of_moving, of_resting] };
        Some(helix)
    }

    /// `true` proves that nothing below a node of `a` ever meets anything below a node of `b`.
    fn apart(&self, a: u32, b: u32) -> bool {
        let (a, b) = (&self.parts[0][a as usize], &self.parts[1][b as usize]);
        if a.along[1] < b.along[0] + self.slid[0] || b.along[1] + self.slid[1] < a.along[0] {
            return true;
        }
        let (Some(a), Some(b)) = (&a.image, &b.image) else { return false };
        let [along_a, along_b] = [a, b].map(|image| image.0[DIRECTIONS / 2]);
        // What differs in r differs for every number of turns.
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
        let few = last - first < 8.0;
        few && (0..=(last - first) as u32).all(|step| self.disjoint(a, b, first + f64::from(step)))
    }

    /// An image moved along ζ by a whole number of turns.
    fn shifted(&self, image: &Image, turns: f64) -> Image {
        let shift = turns * self.pitch;
        Image(std::array::from_fn(|index| {
            let ([low, high], moved) = (image.0[index], shift * self.directions[index].y);
            let rounding = turns.abs() * self.off_pitch + f64::EPSILON * (moved.abs() + low.abs().max(high.abs()));
            [low + moved - rounding, high + moved + rounding]
        }))
    }

    /// Whether some slab keeps the images apart, the second moved by so many turns.
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
                    let place = |corner: DVec3| axis.to_axis * (pose.apply(corner) - axis.origin);
                    let corners = mesh.corners(triangle as usize).map(place);
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

    /// Both together, the second shifted to where it is nearest to the first.
    fn merged(&self, one: &Image, two: &Image) -> Image {
        let middle = |image: &Image| 0.5 * (image.0[DIRECTIONS / 2][0] + image.0[DIRECTIONS / 2][1]);
        let turns = if self.pitch > 0.0 { ((middle(one) - middle(two)) / self.pitch).round() } else { 0.0 };
        let two = self.shifted(two, turns);
        Image(std::array::from_fn(|index| [one.0[index][0].min(two.0[index][0]), one.0[index][1].max(two.0[index][1])]))
    }

    /// The image of a triangle; `None` if the axis goes through its shadow or close by.
    fn image(&self, corners: [DVec3; 3], axis: &Axis) -> Option<Image> {
        let shadow = corners.map(|corner| corner.truncate());
        let nearest = distance_from_axis(shadow)? - axis.near;
        if !(nearest > 0.0) {
            return None;
        }
        let round = 0.5 * circle_sq(shadow) * (1.0 + 1e-12);
        // Below and above what is linear between the corners.
        let below = round / nearest;
        let bend = axis.slide.abs() * below / nearest;
        let around_axis = axis.near * (1.0 + axis.slide.abs() * FRAC_PI_2 / nearest);
        let aside = bend + around_axis + axis.off_slide;
        // Angles from the first corner on: the triangle is on one side of the axis.
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
            // r may be less than linear, never more.
            let (down, up) = if direction.x > 0.0 { (below * direction.x, 0.0) } else { (0.0, -below * direction.x) };
            [least - wide - down, most + wide + up]
        })))
    }
}

/// The least distance of a triangle of the plane from the origin; `None` if the origin is in it.
fn distance_from_axis(corners: [DVec2; 3]) -> Option<f64> {
    let sides = [[0, 1], [1, 2], [2, 0]].map(|side| side.map(|corner: usize| corners[corner]));
    let turns = sides.map(|[from, to]| from.perp_dot(to));
    let around = turns.iter().all(|&turn| turn >= 0.0) || turns.iter().all(|&turn| turn <= 0.0);
    // A triangle seen from the side has no inside: its sides tell.
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

/// The squared radius of the smallest circle around a triangle of the plane.
fn circle_sq([a, b, c]: [DVec2; 3]) -> f64 {
    let mut squares = [(b - c).length_squared(), (c - a).length_squared(), (a - b).length_squared()];
    squares.sort_by(f64::total_cmp);
    let [short, middle, long] = squares;
    if long >= short + middle {
        return 0.25 * long;
    }
    let area = (b - a).perp_dot(c - a);
    // No circle around is larger than that around the longest side's ends and anything beyond: at most a third of its square.
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

    /// TrianglePair that meet at a planted angle, up to the separation and well beyond a turn, are never called apart; of those that
    /// are placed at random many are.
    #[test]
    fn what_meets_at_some_angle_is_never_called_apart() {
        let mut random = Random::new(88);
        let mut apart = [0; 2];
        for case in 0..20_000 {
            let direction = [DVec3::Z, vector(&mut random, 1.0) + 2.0 * DVec3::X][random.below(2)].normalize();
            let axis = ScrewAxis { point: vector(&mut random, 2.0), direction };
            // Metres a turn: none, little beside the triangles, or much.
            let slide = [0.0, 0.02, -0.3, 2.0][random.below(4)];
            let start = Pose::new(DQuat::from_scaled_axis(vector(&mut random, 2.0)), vector(&mut random, 1.0)).unwrap();
            let screw = Screw::about(axis, start, TAU, slide, 1.0).unwrap();
            // Some way off the axis, small beside that.
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
                let place = middle + vector(&mut random, 0.5);
                shape.map(|corner| corner + place)
            };
            let (a, b) = (moving(local, Motion::Screw(screw)), moving(of_b, Motion::Still(Pose::IDENTITY)));
            let proved = Helix::new(faceted(&a), faceted(&b), span, separation).unwrap().apart(0, 0);
            let other = Helix::new(faceted(&b), faceted(&a), span, separation).unwrap().apart(0, 0);
            assert!(!planted || !(proved || other), "case {case}: they meet at {meeting}");
            apart[usize::from(planted)] += usize::from(proved);
        }
        assert!(apart[0] > 3_000 && apart[1] == 0, "{apart:?}");
    }

    /// The walls of a shaft and of its bearing, a millimetre apart, are so for good; the ends of the shaft are cut by the axis.
    #[test]
    fn a_shaft_is_told_from_its_bearing() {
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
            assert!(!helix.apart(0, 0), "the whole bodies are not: the axis goes through both");
            let wide = Helix::new(faceted(&a), faceted(&b), span, 2e-3).unwrap();
            assert!(
                !walls(faceted(&a).facets())
                    .iter()
                    .any(|&node| walls(faceted(&b).facets()).iter().all(|&other| wide.apart(node, other)))
            );
        }
    }
}
