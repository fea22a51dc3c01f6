//! Classification of the four sides of every face: poles, seams, creases, free sides.
//!
//! *Question.* Which sides of which faces coincide, and is the surface smooth across them?
//! *Idea.* Every side is sampled at unevenly spaced points, so that no wave hides between them, and at several
//! instants if the surface deforms. A side whose samples coincide in one point is a *pole*. Two sides whose
//! samples agree, in the same or in opposite direction, coincide: a *seam* if their normals agree, otherwise a
//! *crease*. The remaining sides are *free*: the border of an open surface.
//! *Guarantee.* Samples agree to rounding ([`SIDES_MEET`]), and between them the sides are proved to stay
//! within [`SIDES_PROVED`] ([`super::gap`]); a surface that closes within that distance is taken as closed. A
//! seam between different faces is accepted only if the constructor declares it. Faces that meet at an angle of
//! a billionth would have contacts that are tangent to neither face, so a crease is the safe answer. A crease
//! costs time but loses no contact.
//! *Cost.* A few dozen points per side. Sides that may coincide are found by the points at their middles
//! ([`super::near`]), so that the cost is in proportion to the number of faces.
//! *Source.* Snyder et al. 1993, appendix A, takes edges and vertices as given.

use super::edge::FaceBorder;
use super::gap::{self, DirectedSide};
use super::kinks::FaceOrigin;
use super::near::NearPoints;
use super::{DomainEnd, DomainSide, Patch, PatchWork};
use crate::tolerance::{
    FLAT_POLE, NEAR_POLE, SIDE_INSTANTS, SIDE_SAMPLES, SIDES_MEET, SIDES_PROVED, SLOWEST_CROSSING, SMOOTH_SEAM,
    VANISHING_SPEED,
};
use glam::DVec3;
use tangency_interval::Interval;

/// What is known about the joints between different faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joints {
    /// Nothing is known.
    Unknown,
    /// Normals that agree to rounding are equal.
    Smooth,
    /// The same, and the formulas of every face continued beyond its sides give its neighbours.
    Continued,
}

/// One side of one face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FaceSide {
    pub(super) face: usize,
    pub(super) side: DomainSide,
}

/// The classification of a side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SideKind {
    /// The side is a single point; `smooth`: the surface has a normal there.
    Pole { smooth: bool },
    /// The side coincides with another side, in the same direction or `reversed`; `smooth`: without a crease.
    Joined { other: FaceSide, reversed: bool, smooth: bool },
    /// No other side coincides with it.
    Free,
}

/// A side with its samples and its classification.
#[derive(Debug)]
pub(super) struct ClassifiedSide {
    pub(super) at: FaceSide,
    pub(super) kind: SideKind,
    /// Upper bound on the gap to the joined side, in units of the fixed parameter.
    pub(super) short: f64,
    /// Sample points, by instant.
    points: Vec<Vec<DVec3>>,
    /// Unit vectors at the samples that point out of the face, in its tangent plane and perpendicular to the
    /// side; zero where undefined.
    outward: Vec<Vec<DVec3>>,
    /// Speed of the surface across the side: the length of the derivative by the fixed parameter.
    across: Vec<Vec<f64>>,
}

/// Classifies all sides of all faces at these instants, four a face, in order; `size` is the size of the body in metres.
pub(super) fn classify(
    (patches, origins): (&[Patch], &[FaceOrigin]),
    times: &[f64],
    size: f64,
    joints: Joints,
) -> Vec<ClassifiedSide> {
    let mut sides: Vec<ClassifiedSide> = Vec::new();
    for (face, patch) in patches.iter().enumerate() {
        sides.extend(DomainSide::ALL.map(|side| ClassifiedSide::new(FaceSide { face, side }, patch, times)));
    }
    let (meet, apart) = (SIDES_MEET * size, SIDES_PROVED * size);
    let run = |seen: &ClassifiedSide, reversed: bool| DirectedSide {
        patch: &patches[seen.at.face],
        border: FaceBorder::Side(seen.at.side),
        reversed,
    };
    for seen in &mut sides {
        let one_point =
            |seen: &ClassifiedSide| times.iter().all(|&time| gap::within(&run(seen, false), None, time, apart));
        if seen.is_one_point(meet) && one_point(seen) {
            seen.become_pole(&patches[seen.at.face], times);
        }
    }
    let joinable = |first: &ClassifiedSide, second: &ClassifiedSide| {
        let reversed = [false, true].into_iter().find(|&reversed| first.meets(second, reversed, meet))?;
        let (one, other) = (run(first, false), run(second, reversed));
        times.iter().all(|&time| gap::within(&one, Some(&other), time, apart)).then_some(reversed)
    };
    let trusted = |ends: [FaceSide; 2]| {
        let [one, other] = ends.map(|at| (&origins[at.face], at.side));
        let of_one_face = one.0.face == other.0.face && ![one, other].iter().any(|(of, at)| of.cuts.contains(at));
        of_one_face || joints != Joints::Unknown
    };
    let middles = middles(&sides, meet);
    for first in 0..sides.len() {
        // Sides that coincide have a common middle, whatever their directions.
        for second in middles.near(sides[first].middle()).into_iter().filter(|&second| second > first) {
            let (before, after) = sides.split_at_mut(second);
            let (first, second) = (&mut before[first], &mut after[0]);
            if first.kind != SideKind::Free {
                break;
            }
            if second.kind == SideKind::Free
                && let Some(reversed) = joinable(first, second)
            {
                join(first, second, reversed, trusted([first.at, second.at]));
            }
        }
    }
    sides
}

/// The sides that are no poles, by their middles.
fn middles(sides: &[ClassifiedSide], meet: f64) -> NearPoints {
    let mut middles = NearPoints::within(meet);
    for (index, seen) in sides.iter().enumerate().filter(|(_, seen)| seen.kind == SideKind::Free) {
        middles.insert(seen.middle(), index);
    }
    middles
}

/// The four sides of a face.
pub(super) fn of_face(sides: &[ClassifiedSide], face: usize) -> &[ClassifiedSide] {
    &sides[4 * face..4 * face + 4]
}

/// The instants at which the faces are sampled.
pub(super) fn instants(patches: &[Patch], span: Interval) -> Vec<f64> {
    let count = if patches.iter().any(Patch::deforms) { SIDE_INSTANTS } else { 1 };
    let at = |i: usize| span.lower() + (span.upper() - span.lower()) * i as f64 / (SIDE_INSTANTS - 1) as f64;
    (0..count).map(at).collect()
}

/// The sample points along a range: both ends and multiples of the golden section between them, in order.
fn sample_parameters(range: Interval) -> Vec<f64> {
    let golden = 0.5 * (5.0_f64.sqrt() - 1.0);
    let mut shares: Vec<f64> = (1..SIDE_SAMPLES - 1).map(|i| (i as f64 * golden).fract()).collect();
    // The points are symmetric, so that sides can be compared in reverse.
    shares.truncate((SIDE_SAMPLES - 3) / 2);
    let mirrored: Vec<f64> = shares.iter().map(|share| 1.0 - share).collect();
    shares.extend(mirrored);
    shares.extend([0.0, 0.5, 1.0]);
    shares.sort_by(f64::total_cmp);
    let (from, to) = (range.lower(), range.upper());
    shares.into_iter().map(|share| if share == 1.0 { to } else { from + (to - from) * share }).collect()
}

impl ClassifiedSide {
    fn new(at: FaceSide, patch: &Patch, times: &[f64]) -> Self {
        let mut work = PatchWork::default();
        let mut seen =
            Self { at, kind: SideKind::Free, short: 0.0, points: Vec::new(), outward: Vec::new(), across: Vec::new() };
        let places = sample_parameters(at.side.range(patch));
        let (fixed, DomainSide::U(end) | DomainSide::V(end)) = (at.side.fixed_parameter(), at.side);
        let way_out = |frame: &[DVec3; 3], fastest: [f64; 2]| {
            let across = if end == DomainEnd::Lower { -frame[1 + fixed] } else { frame[1 + fixed] };
            let along = frame[2 - fixed];
            // At a pole both vanish, and what is left of them is rounding.
            if across.length() <= VANISHING_SPEED * fastest[0] || along.length() <= VANISHING_SPEED * fastest[1] {
                return DVec3::ZERO;
            }
            let along = along.normalize_or_zero();
            (across - across.dot(along) * along).normalize_or_zero() * f64::from(along != DVec3::ZERO)
        };
        for &time in times {
            let parameters = places.iter().map(|&s| at.side.parameters(patch, s));
            let frames: Vec<_> = parameters.map(|[u, v]| patch.frame(u, v, time, &mut work)).collect();
            seen.points.push(frames.iter().map(|frame| frame[0]).collect());
            let fastest = [1 + fixed, 2 - fixed]
                .map(|index| frames.iter().map(|frame| frame[index].length()).fold(0.0, f64::max));
            seen.outward.push(frames.iter().map(|frame| way_out(frame, fastest)).collect());
            seen.across.push(frames.iter().map(|frame| frame[1 + fixed].length()).collect());
        }
        seen
    }

    /// The middle sample at the first instant.
    fn middle(&self) -> DVec3 {
        self.points[0][self.points[0].len() / 2]
    }

    /// Whether all samples of the side coincide at every instant.
    fn is_one_point(&self, meet: f64) -> bool {
        self.points.iter().all(|points| points.iter().all(|point| point.distance(points[0]) <= meet))
    }

    /// Classifies the side as a pole.
    fn become_pole(&mut self, patch: &Patch, times: &[f64]) {
        let spread = |points: &Vec<DVec3>| points.iter().map(|point| point.distance(points[0])).fold(0.0, f64::max);
        let spreads: Vec<f64> = self.points.iter().map(spread).collect();
        self.kind = SideKind::Pole { smooth: times.iter().all(|&time| self.flat_near_pole(patch, time)) };
        self.short = self.shortfall(|instant, _| spreads[instant]);
    }

    /// Whether the normals around the pole converge towards it: compares a small distance with a smaller one.
    fn flat_near_pole(&self, patch: &Patch, time: f64) -> bool {
        let mut work = PatchWork::default();
        let side = self.at.side;
        let range = patch.domain()[side.fixed_parameter()];
        let inwards = if side.fixed_value(patch) == range.lower() { 1.0 } else { -1.0 };
        let mut spread = |share: f64| {
            let fixed = side.fixed_value(patch) + inwards * share * (range.upper() - range.lower());
            let normal = |s: f64| {
                let [u, v] = if side.fixed_parameter() == 0 { [fixed, s] } else { [s, fixed] };
                patch.normal_at(u, v, time, &mut work).normalize_or_zero()
            };
            let normals: Vec<DVec3> = sample_parameters(side.range(patch)).into_iter().map(normal).collect();
            let sum: DVec3 = normals.iter().sum();
            let mean = sum.normalize_or_zero();
            normals.iter().map(|normal| normal.distance(mean)).fold(0.0, f64::max)
        };
        let (far, near) = (spread(NEAR_POLE), spread(NEAR_POLE / 16.0));
        near <= FLAT_POLE || near < 0.5 * far
    }

    /// How far the fixed parameter must be extended to close the gaps; `gap` is in metres.
    fn shortfall(&self, gap: impl Fn(usize, usize) -> f64) -> f64 {
        let mut most = 0.0_f64;
        for (instant, across) in self.across.iter().enumerate() {
            let fastest = across.iter().copied().fold(0.0, f64::max);
            for (place, &speed) in across.iter().enumerate().filter(|(_, speed)| **speed > SLOWEST_CROSSING * fastest) {
                most = most.max(gap(instant, place) / speed);
            }
        }
        most
    }

    /// Whether the surface is smooth across the common side: the outward direction of one face is the inward
    /// direction of the other.
    fn smooth_with(&self, other: &Self, reversed: bool) -> bool {
        let last = self.outward[0].len() - 1;
        let all = self.outward.iter().zip(&other.outward);
        all.flat_map(|(here, there)| (0..=last).map(move |i| (here[i], there[if reversed { last - i } else { i }])))
            // A corner may lie on a pole, where the side has no direction. The neighbouring samples decide.
            .filter(|(here, there)| *here != DVec3::ZERO && *there != DVec3::ZERO)
            .all(|(here, there)| here.distance(-there) <= SMOOTH_SEAM)
    }

    /// Whether the samples of two sides agree, in the same or in opposite direction.
    fn meets(&self, other: &Self, reversed: bool, meet: f64) -> bool {
        let places = |instant: usize| (0..self.points[instant].len()).map(move |place| (instant, place));
        let mut all = (0..self.points.len()).flat_map(places);
        all.all(|(instant, place)| self.gap(other, reversed, instant, place) <= meet)
    }

    /// The distance in metres between samples of two sides, in the same or in opposite direction.
    fn gap(&self, other: &Self, reversed: bool, instant: usize, place: usize) -> f64 {
        let there = &other.points[instant];
        self.points[instant][place].distance(there[if reversed { there.len() - 1 - place } else { place }])
    }
}

/// Joins two coinciding sides. `trusted`: a joint that appears smooth is smooth.
fn join(first: &mut ClassifiedSide, second: &mut ClassifiedSide, reversed: bool, trusted: bool) {
    let smooth = trusted && first.smooth_with(second, reversed);
    let gap = |instant: usize, place: usize| first.gap(second, reversed, instant, place);
    let short = if smooth { first.shortfall(gap) } else { 0.0 };
    let kind = |other| SideKind::Joined { other, reversed, smooth };
    (first.kind, second.kind) = (kind(second.at), kind(first.at));
    (first.short, second.short) = (short, short);
}

#[cfg(test)]
mod tests {
    //! Joints found by middles against those of all pairs, and gaps about the size of the tolerance.

    use super::*;
    use crate::spline::{BezierPatch, make};
    use glam::dvec3;

    /// What `classify` finds, if every pair of sides is compared.
    fn by_all_pairs(patches: &[Patch], size: f64) -> Vec<SideKind> {
        let sides = patches.iter().enumerate().flat_map(|(face, patch)| {
            DomainSide::ALL.map(|side| ClassifiedSide::new(FaceSide { face, side }, patch, &[0.0]))
        });
        let (mut sides, meet) = (sides.collect::<Vec<_>>(), SIDES_MEET * size);
        for seen in sides.iter_mut().filter(|seen| seen.is_one_point(meet)) {
            seen.become_pole(&patches[seen.at.face], &[0.0]);
        }
        for first in 0..sides.len() {
            for second in first + 1..sides.len() {
                let (before, after) = sides.split_at_mut(second);
                let (first, second) = (&mut before[first], &mut after[0]);
                let free = first.kind == SideKind::Free && second.kind == SideKind::Free;
                let direction = [false, true].into_iter().find(|&reversed| first.meets(second, reversed, meet));
                if let Some(reversed) = direction.filter(|_| free) {
                    join(first, second, reversed, true);
                }
            }
        }
        sides.into_iter().map(|side| side.kind).collect()
    }

    fn kinds(patches: &[Patch], size: f64) -> Vec<SideKind> {
        let origins: Vec<FaceOrigin> = (0..patches.len()).map(|face| FaceOrigin { face, cuts: Vec::new() }).collect();
        let sides = classify((patches, &origins), &[0.0], size, Joints::Smooth);
        assert!(sides.iter().enumerate().all(|(i, side)| side.at.face == i / 4 && of_face(&sides, i / 4).len() == 4));
        sides.into_iter().map(|side| side.kind).collect()
    }

    /// Cells of a field in a random order, turned at random, each moved by a random part of the tolerance.
    fn scattered(side: usize, far: DVec3, meet: f64) -> Vec<Patch> {
        let mut seed = 7_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as f64 / (1_u64 << 31) as f64
        };
        let mut cells: Vec<usize> = (0..side * side).collect();
        for i in (1..cells.len()).rev() {
            cells.swap(i, (random() * (i + 1) as f64) as usize);
        }
        let mut patch = |cell: usize| {
            let moved = (0.9 * random() * meet) * dvec3(random() - 0.5, random() - 0.5, 1.0);
            let [turned, flipped] = [random() < 0.5, random() < 0.5];
            let points = (0..4).map(|index| {
                let [mut i, mut j] = [index / 2, index % 2];
                if turned {
                    (i, j) = (j, i);
                }
                if flipped {
                    i = 1 - i;
                }
                let [x, y] = [(cell / side + i) as f64, (cell % side + j) as f64];
                far + dvec3(x, y, 0.3 * (x * 1.7).sin() * (y * 0.9).cos()) + moved
            });
            Patch::of_spline(BezierPatch::new([1, 1], points.collect()).expect("a cell"))
        };
        cells.into_iter().map(&mut patch).collect()
    }

    #[test]
    fn joints_by_middles_are_those_of_all_pairs() {
        let splines = |patches: Vec<BezierPatch>| patches.into_iter().map(Patch::of_spline).collect::<Vec<_>>();
        let twice = |patches: Vec<Patch>| [patches.clone(), patches].concat();
        let bodies = [
            ("sphere", splines(make::sphere(0.75).expect("a sphere")), 2.6, 0),
            ("torus", splines(make::torus(2.0, 0.7, 4).expect("a torus")), 8.0, 0),
            ("cone", splines(make::cone(0.5, 2.0).expect("a cone")), 2.4, 0),
            ("two cylinders in one place", twice(splines(make::cylinder(0.5, 2.0).expect("a cylinder"))), 2.4, 0),
            ("field", scattered(12, DVec3::ZERO, 1e-12 * 17.0), 17.0, 48),
            ("field that is far off", scattered(12, dvec3(1e3, -1e3, 1.0), 1e-12 * 1e4), 1e4, 48),
        ];
        for (name, patches, size, free) in bodies {
            let found = kinds(&patches, size);
            assert_eq!(found, by_all_pairs(&patches, size), "{name}");
            assert_eq!(found.iter().filter(|kind| **kind == SideKind::Free).count(), free, "{name}");
        }
    }
}
