//! Whether a round primitive is clear of an implicit solid with cavities, or of a torus, during a span.
//!
//! **Question.** A pin slides in a bore that is hardly wider. Is it clear of the solid during a whole span?
//!
//! **Idea.** The functions of the solid are bounded over the whole primitive at once, not over boxes. Around a point m,
//! `f(m + d) = f(m) + g·d + ½·dᵀHd`. With the directions of negative curvature as the rows of S, this is at least
//! `f(m) + g·d − ½·|Sd|²`, up to the rest of H. Over a disc, g·d is least at a known point, and |Sd| is at most that of
//! the centre plus the radius times |S|. With m on the axis of a bore both bounds are sharp, so that no gap is too
//! small. The solid combines the bounds of its functions as it combines their values. Points behind a plane side of the
//! solid (h > 0) are outside in any case, so f is bounded where h ≤ 0 alone: there f ≥ f + μh for every μ ≥ 0, and with
//! the right μ the gradients cancel. A long primitive is cut across its axis. A torus has a distance (`ring`).
//!
//! **Guarantee.** `true` proves that the bodies have no common point, and are farther apart than the separation.
//! Coefficients are intervals, and H is enclosed over the whole primitive. S is any matrix: what it leaves of H is
//! bounded by its norm.
//!
//! **Cost.** Some microseconds for every function and piece.
//!
//! **Source.** Ours. Taylor forms as in `equations::quadratic`.

mod ring;

use crate::curved::elements::BodyGeometry;
use crate::curved::equations::{RelativeMotion, eigenbasis};
use crate::tolerance::{CAVITY_CUTS, NEGLIGIBLE_CURVATURE};
use glam::{DMat3, DVec3};
use tangency_geometry::solid::{SolidLeaf, SolidWork};
use tangency_geometry::{Convex, ConvexCore, Pose, Solid, Torus};
use tangency_interval::{Interval, Matrix, Vector3};

/// A primitive with a round cross-section, and a body with a hole or cavities.
pub(super) struct RoundInCavity<'question> {
    primitive: &'question Convex,
    discs: [AxisDisc; 2],
    host: CavityHost<'question>,
    /// Whether the primitive is body `b`.
    second: bool,
}

/// A body with a hole or cavities.
enum CavityHost<'question> {
    /// An implicit solid, and the functions that are positive outside of it alone.
    Solid(&'question Solid, Vec<usize>),
    /// A torus, by curved faces or implicit.
    Torus(Torus),
}

/// A disc across the z axis. The primitive consists of all points within its radius of the convex hull of two discs.
#[derive(Clone, Copy, Debug)]
struct AxisDisc {
    z: f64,
    radius: f64,
}

/// A piece of the primitive during a span, in the frame of the solid.
struct PlacedRound {
    axis: Vector3,
    /// The centres and radii of both discs.
    discs: [(Vector3, f64); 2],
    /// Metres. The radius about the hull of the discs.
    radius: f64,
}

impl<'question> RoundInCavity<'question> {
    /// `None` if neither body is a round primitive, or the other is no torus and no implicit solid with cavities.
    pub(super) fn of([a, b]: [BodyGeometry<'question>; 2]) -> Option<Self> {
        let pair = |primitive: BodyGeometry<'question>, host: BodyGeometry<'question>, second: bool| {
            let host = CavityHost::of(host)?;
            let primitive = match primitive {
                BodyGeometry::Curved(brep) => brep.convex()?,
                BodyGeometry::Implicit(solid) => solid.convex()?,
                BodyGeometry::Flat { .. } => return None,
            };
            let discs = axis_discs(primitive.core())?;
            Some(Self { primitive, discs, host, second })
        };
        pair(a, b, false).or_else(|| pair(b, a, true))
    }

    /// `true` proves that the bodies are farther apart than the separation during the whole span.
    pub(super) fn clear(&self, frame: &RelativeMotion<'_>, span: Interval, separation: f64) -> bool {
        // The pose of the primitive in the frame of the other body. The inverse of the other pose would be wide where
        // the primitive spins.
        let relative = if self.second { frame.of_b_during(span) } else { frame.during(span) };
        let (mut rotation, mut translation) = (relative.rotation, relative.translation);
        let frame = self.primitive.frame();
        if *frame != Pose::IDENTITY {
            let own = frame.enclosure();
            translation = translation + rotation * own.translation;
            rotation = rotation * own.rotation;
        }
        let radius = (Interval::from(self.primitive.radius()) + separation).upper();
        let axis = rotation.column(2);
        let mut work = SolidWork::default();
        let mut pending = vec![(self.discs, CAVITY_CUTS)];
        while let Some((discs, cuts)) = pending.pop() {
            let placed = discs.map(|disc| (translation + axis * disc.z, disc.radius));
            let piece = PlacedRound { axis, discs: placed, radius };
            let clear = match &self.host {
                CavityHost::Solid(solid, sides) => piece_clear(solid, sides, &piece, &mut work),
                CavityHost::Torus(torus) => ring::clear_of_torus(*torus, &piece),
            };
            if clear {
                continue;
            }
            let [low, high] = discs;
            // The radius in the middle of a cone would be rounded.
            if cuts == 0 || low.z == high.z || low.radius != high.radius {
                return false;
            }
            let middle = AxisDisc { z: 0.5 * (low.z + high.z), radius: low.radius };
            pending.extend([[low, middle], [middle, high]].map(|half| (half, cuts - 1)));
        }
        true
    }
}

impl<'question> CavityHost<'question> {
    fn of(body: BodyGeometry<'question>) -> Option<Self> {
        match body {
            BodyGeometry::Curved(brep) => brep.as_torus().map(Self::Torus),
            BodyGeometry::Implicit(solid) => {
                let cavities = !solid.deforms() && solid.leaves().iter().any(SolidLeaf::is_complemented);
                let combined = || cavities.then(|| Self::Solid(solid, solid.side_leaves().collect()));
                solid.as_torus().map(Self::Torus).or_else(combined)
            }
            BodyGeometry::Flat { .. } => None,
        }
    }
}

/// `true` proves that the piece is outside of the solid. `sides`: the functions that are positive outside alone.
fn piece_clear(solid: &Solid, sides: &[usize], piece: &PlacedRound, work: &mut SolidWork) -> bool {
    let leaves = solid.leaves();
    let expanded: Vec<Option<LeafExpansion>> = leaves.iter().map(|leaf| LeafExpansion::of(leaf, piece, work)).collect();
    let own = |index: usize| expanded[index].as_ref().and_then(|leaf| leaf.least(piece));
    let from = |least: Option<f64>| Interval::between(least.unwrap_or(f64::NEG_INFINITY), f64::INFINITY);
    if solid.combined(&mut |index| from(own(index))).lower() > 0.0 {
        return true;
    }
    // Only points behind all plane sides are left.
    let flat = |side: &usize| expanded[*side].as_ref().is_some_and(LeafExpansion::is_flat);
    let planes: Vec<usize> = sides.iter().copied().filter(flat).collect();
    let mut behind = |index: usize| {
        let leaf = expanded[index].as_ref().filter(|_| !planes.contains(&index))?;
        let bounds = planes.iter().filter_map(|&side| leaf.behind(&leaves[side], work)?.least(piece));
        bounds.chain(own(index)).reduce(f64::max)
    };
    solid.combined(&mut |index| from(behind(index))).lower() > 0.0
}

/// The discs whose convex hull is the core. `None` if it is not round about the z axis.
fn axis_discs(core: &ConvexCore) -> Option<[AxisDisc; 2]> {
    let disc = |z: f64, radius: f64| AxisDisc { z, radius };
    match *core {
        ConvexCore::Point => Some([disc(0.0, 0.0); 2]),
        ConvexCore::Segment { half } => Some([disc(-half, 0.0), disc(half, 0.0)]),
        ConvexCore::Cylinder { radius, half } => Some([disc(-half, radius), disc(half, radius)]),
        ConvexCore::Cone { radius, height } => Some([disc(0.0, radius), disc(height, 0.0)]),
        ConvexCore::Cuboid { .. } | ConvexCore::Ellipsoid { .. } | ConvexCore::Hull { .. } => None,
    }
}

impl PlacedRound {
    /// A box that contains the piece.
    fn bounding_box(&self) -> Vector3 {
        let around = |(centre, radius): (Vector3, f64)| {
            let reach = (Interval::from(radius) + self.radius).upper();
            Vector3::from_fn(|axis| centre[axis] + Interval::between(-reach, reach))
        };
        let [first, second] = self.discs;
        around(first).hull(around(second))
    }
}

/// A function of the solid, expanded around a point of the box of a piece.
#[derive(Clone)]
struct LeafExpansion {
    centre: Vector3,
    value: Interval,
    gradient: Vector3,
    /// The second derivatives over the box of the piece.
    curvature: SplitCurvature,
}

impl LeafExpansion {
    /// `None` if the function is not smooth, or counts only within a box.
    fn of(leaf: &SolidLeaf, piece: &PlacedRound, work: &mut SolidWork) -> Option<Self> {
        if !leaf.counts_everywhere() {
            return None;
        }
        let region = piece.bounding_box();
        let jet = leaf.jet(region, Interval::ZERO, work)?;
        let curvature = SplitCurvature::of(jet.second)?;
        let middle = DVec3::from_array(region.mid());
        let at = |place: DVec3, work: &mut SolidWork| {
            let centre = Vector3::point(place.to_array());
            Some((centre, leaf.slope(centre, Interval::ZERO, work)?))
        };
        let (mut centre, mut slope) = at(middle, work)?;
        let crest = middle + curvature.to_crest(DVec3::from_array(slope.gradient.mid()));
        if crest != middle && region.contains(crest.to_array()) {
            (centre, slope) = at(crest, work)?;
        }
        Some(Self { centre, value: slope.value, gradient: slope.gradient, curvature })
    }

    /// Whether the function is linear, up to rounding.
    fn is_flat(&self) -> bool {
        self.curvature.rest == 0.0 && self.curvature.falling == Matrix::ZERO
    }

    /// A function that is no greater where the plane's function is not positive: a multiple of the latter is added,
    /// such that the gradients cancel as far as possible. The function itself if the multiple would be negative.
    fn behind(&self, plane: &SolidLeaf, work: &mut SolidWork) -> Option<Self> {
        let slope = plane.slope(self.centre, Interval::ZERO, work)?;
        let [own, other] = [self.gradient, slope.gradient].map(|gradient| DVec3::from_array(gradient.mid()));
        let multiple = -own.dot(other) / other.length_squared();
        if !(multiple > 0.0 && multiple.is_finite()) {
            return Some(self.clone());
        }
        let (value, gradient) = (self.value + slope.value * multiple, self.gradient + slope.gradient * multiple);
        Some(Self { value, gradient, ..self.clone() })
    }

    /// A lower bound on the function over the piece. `None` if none is found.
    fn least(&self, piece: &PlacedRound) -> Option<f64> {
        let steep = self.gradient.length();
        let across = self.gradient.cross(piece.axis).length();
        let norm = self.curvature.norm();
        let (mut linear, mut crest, mut reach) = (f64::INFINITY, 0.0_f64, 0.0_f64);
        for (place, radius) in piece.discs {
            let (offset, radius) = (place - self.centre, Interval::from(radius));
            let least = self.gradient.dot(offset) - across * radius - steep * piece.radius;
            linear = linear.min(least.lower());
            crest = crest.max(((self.curvature.falling * offset).length() + norm * (radius + piece.radius)).upper());
            reach = reach.max((offset.length() + radius + piece.radius).upper());
        }
        let bend = Interval::from(crest).sqr() + Interval::from(self.curvature.rest) * Interval::from(reach).sqr();
        let least = (self.value + linear - bend * 0.5).lower();
        (!least.is_nan()).then_some(least)
    }
}

/// Second derivatives H, split into directions of negative curvature, directions of positive curvature and a rest:
/// `dᵀHd ≥ −|Sd|² − rest·|d|²`.
#[derive(Clone)]
struct SplitCurvature {
    /// S. Its rows are directions of negative curvature, scaled by the square roots of the curvatures.
    falling: Matrix<3, 3>,
    /// An upper bound on the norm of what S and the directions of positive curvature leave of H.
    rest: f64,
    /// The directions of negative curvature, in floating point, with their curvatures.
    crests: [Option<(DVec3, f64)>; 3],
}

impl SplitCurvature {
    /// `None` if the second derivatives are not bounded.
    fn of(second: Matrix<3, 3>) -> Option<Self> {
        if !second.0.iter().all(|row| row.0.iter().all(|entry| entry.is_bounded())) {
            return None;
        }
        let middle = second.mid();
        let (basis, _) = eigenbasis(middle)?;
        let matrix = DMat3::from_cols_array_2d(&middle);
        let directions = [0, 1, 2].map(|column| DVec3::from_array([0, 1, 2].map(|row| basis[row][column])));
        let curvatures = directions.map(|direction| direction.dot(matrix * direction));
        let most = curvatures.into_iter().map(f64::abs).fold(0.0, f64::max);
        let rows = |sign: f64| {
            Matrix::<3, 3>::point([0, 1, 2].map(|index| {
                let curvature = sign * curvatures[index];
                let scale = if curvature > NEGLIGIBLE_CURVATURE * most { curvature.sqrt() } else { 0.0 };
                (scale * directions[index]).to_array()
            }))
        };
        let (falling, rising) = (rows(-1.0), rows(1.0));
        let rest = second + falling.transpose() * falling - rising.transpose() * rising;
        let squares = rest.0.iter().fold(Interval::ZERO, |sum, row| sum + row.length_sq());
        let falls = |index: usize| curvatures[index] < -NEGLIGIBLE_CURVATURE * most;
        let crests = [0, 1, 2].map(|index| falls(index).then(|| (directions[index], curvatures[index])));
        Some(Self { falling, rest: squares.sqrt().upper(), crests })
    }

    /// The step from a point with this gradient to where the gradient has no component along the directions of negative
    /// curvature, in floating point.
    fn to_crest(&self, gradient: DVec3) -> DVec3 {
        let step = |(direction, curvature): (DVec3, f64)| direction * (-gradient.dot(direction) / curvature);
        self.crests.iter().flatten().map(|&crest| step(crest)).sum()
    }

    /// An upper bound on |S|: the root of the largest row sum of S·Sᵀ.
    fn norm(&self) -> Interval {
        let products = self.falling * self.falling.transpose();
        let sums = products.0.map(|row| row.0.iter().fold(Interval::ZERO, |sum, entry| sum + entry.abs()).upper());
        Interval::from(sums.into_iter().fold(0.0, f64::max)).sqrt()
    }
}

#[cfg(test)]
mod tests;
