//! Bodies of revolution, extrusions and lofts as exact rational patches.
//!
//! *Idea.* An arc of a circle is a rational quadratic: its middle control point has the homogeneous coordinates
//! (cos α, sin α) of the middle direction and the weight cos(π/n), for n arcs a turn. A point of a body of revolution
//! has the homogeneous coordinates of arc and profile multiplied. The sines are enclosed, so that the patches enclose
//! the exact sphere, torus or cone.
//! *Source.* L. Piegl, W. Tiller, *The NURBS Book*, chapters 7 and 8.

use super::bezier::EnclosedPole;
use super::{BezierPatch, SplineError};
use glam::{DVec2, DVec3};
use tangency_interval::Interval;

/// A curve in the half-plane of radius and height, as a rational Bézier curve: homogeneous radius, height and weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    poles: Vec<[Interval; 3]>,
}

impl Profile {
    /// The polynomial curve of these control points (radius, height).
    #[must_use]
    pub fn new(points: &[DVec2]) -> Self {
        let pole = |point: &DVec2| [Interval::from(point.x), Interval::from(point.y), Interval::ONE];
        Self { poles: points.iter().map(pole).collect() }
    }

    /// The arcs of a circle about (`radius`, `height`), counter-clockwise: `count` arcs of 1/`per_turn` of a turn each,
    /// the first from the direction `first`/`per_turn` of a turn. `per_turn` is 3 or 4.
    #[must_use]
    pub fn arcs(centre: DVec2, radius: f64, per_turn: usize, first: usize, count: usize) -> Vec<Self> {
        let (x, y, size) = (Interval::from(centre.x), Interval::from(centre.y), Interval::from(radius));
        let of_pole =
            |[cosine, sine, weight]: [Interval; 3]| [x * weight + size * cosine, y * weight + size * sine, weight];
        (first..first + count).map(|arc| Self { poles: arc_poles(arc, per_turn).map(of_pole).to_vec() }).collect()
    }

    /// The degree of the curve.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.poles.len().saturating_sub(1)
    }

    /// The surface that the curve sweeps about the z axis, in `per_turn` patches (3 or 4). u runs about the axis, v
    /// along the curve.
    ///
    /// # Errors
    /// If the degree of the curve is out of range or a number is not finite.
    pub fn revolved(&self, per_turn: usize) -> Result<Vec<BezierPatch>, SplineError> {
        let patch = |arc: usize| {
            let poles: Vec<EnclosedPole> = arc_poles(arc, per_turn)
                .into_iter()
                .flat_map(|[cosine, sine, weight]| {
                    let pole = move |&[r, z, w]: &[Interval; 3]| [r * cosine, r * sine, z * weight, w * weight];
                    self.poles.iter().map(pole)
                })
                .collect();
            BezierPatch::enclosed([2, self.degree()], &poles)
        };
        (0..per_turn).map(patch).collect()
    }
}

/// The homogeneous control points (cosine, sine, weight) of an arc of the unit circle.
fn arc_poles(arc: usize, per_turn: usize) -> [[Interval; 3]; 3] {
    let direction = |half_arcs: usize| -> [Interval; 2] {
        // The direction after that many half arcs: a sixth or an eighth of a turn each.
        let root = |square: f64| Interval::from(square).sqrt();
        let half = Interval::from(0.5);
        let [one, zero] = [Interval::ONE, Interval::ZERO];
        let long = if per_turn == 3 { root(0.75) } else { root(0.5) };
        let table: &[[Interval; 2]] = if per_turn == 3 {
            &[[one, zero], [half, long], [-half, long], [-one, zero], [-half, -long], [half, -long]]
        } else {
            &[
                [one, zero],
                [long, long],
                [zero, one],
                [-long, long],
                [-one, zero],
                [-long, -long],
                [zero, -one],
                [long, -long],
            ]
        };
        table[half_arcs % table.len()]
    };
    let weight = if per_turn == 3 { Interval::from(0.5) } else { Interval::from(0.5).sqrt() };
    let pole = |half_arcs: usize, weight: Interval| {
        let [cosine, sine] = direction(half_arcs);
        [cosine, sine, weight]
    };
    [pole(2 * arc, Interval::ONE), pole(2 * arc + 1, weight), pole(2 * arc + 2, Interval::ONE)]
}

/// The patches of a torus about the z axis: `per_turn`² of them (3 or 4 arcs each way).
///
/// # Errors
/// If a number is not finite.
pub fn torus(radius: f64, tube: f64, per_turn: usize) -> Result<Vec<BezierPatch>, SplineError> {
    let arcs = Profile::arcs(DVec2::new(radius, 0.0), tube, per_turn, 0, per_turn);
    revolved(&arcs, per_turn)
}

/// The eight patches of a sphere about the origin.
///
/// # Errors
/// If the radius is not finite.
pub fn sphere(radius: f64) -> Result<Vec<BezierPatch>, SplineError> {
    // A quarter below the equator and one above it.
    revolved(&Profile::arcs(DVec2::ZERO, radius, 4, 3, 2), 4)
}

/// The twelve patches of a cylinder about the z axis, from height 0 to `height`.
///
/// # Errors
/// If a number is not finite.
pub fn cylinder(radius: f64, height: f64) -> Result<Vec<BezierPatch>, SplineError> {
    let [a, b, c, d] = [[0.0, 0.0], [radius, 0.0], [radius, height], [0.0, height]].map(DVec2::from);
    revolved(&[[a, b], [b, c], [c, d]].map(|ends| Profile::new(&ends)), 4)
}

/// The eight patches of a cone about the z axis: its base at height 0, its tip at `height`.
///
/// # Errors
/// If a number is not finite.
pub fn cone(radius: f64, height: f64) -> Result<Vec<BezierPatch>, SplineError> {
    let [a, b, c] = [[0.0, 0.0], [radius, 0.0], [0.0, height]].map(DVec2::from);
    revolved(&[[a, b], [b, c]].map(|ends| Profile::new(&ends)), 4)
}

/// All patches that the curves sweep about the z axis.
///
/// # Errors
/// As [`Profile::revolved`].
pub fn revolved(profiles: &[Profile], per_turn: usize) -> Result<Vec<BezierPatch>, SplineError> {
    let mut patches = Vec::with_capacity(profiles.len() * per_turn);
    for profile in profiles {
        patches.extend(profile.revolved(per_turn)?);
    }
    Ok(patches)
}

/// The wall that a Bézier curve sweeps along a straight line. u runs along the curve, v along the line.
///
/// # Errors
/// If the degree of the curve is out of range or a number is not finite.
pub fn extruded(curve: &[DVec3], along: DVec3) -> Result<BezierPatch, SplineError> {
    let end: Vec<DVec3> = curve.iter().map(|&point| point + along).collect();
    lofted(&[curve.to_vec(), end])
}

/// The patch whose lines of constant v are Bézier curves with the control points of these sections at v = 0 and 1, and
/// whose rows of control points are the sections in order. Two sections give a ruled surface.
///
/// # Errors
/// If the sections differ in their number of control points, or are too few or too many.
pub fn lofted(sections: &[Vec<DVec3>]) -> Result<BezierPatch, SplineError> {
    let count = sections.first().map_or(0, Vec::len);
    if let Some(other) = sections.iter().find(|section| section.len() != count) {
        return Err(SplineError::Count { what: "control points", given: other.len(), expected: count });
    }
    let points = (0..count).flat_map(|i| sections.iter().map(move |section| section[i])).collect();
    BezierPatch::new([count.saturating_sub(1), sections.len().saturating_sub(1)], points)
}
