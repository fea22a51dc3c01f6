//! What becomes of the four sides of every face: poles, seams, creases, borders.
//!
//! *Question.* Which sides of which faces run together, and does the surface stay smooth across them?
//! *Idea.* Every side is sampled: places along it that are not evenly spaced, so that no wave hides between them, at several
//! instants if the surface deforms. A side whose samples are all in one point is a *pole*. Two sides whose samples
//! agree, from the same end or from opposite ends, run together: a *seam* if their normals agree, otherwise a *crease*. What
//! is left is *free*: the border of an open surface.
//! *Guarantee.* Samples that are to agree agree to rounding ([`SIDES_MEET`]), and between them the sides are proved to stay within
//! [`SIDES_PROVED`] ([`super::gap`]); a surface that closes within that is taken to close. Between different faces a seam is taken only on the word of whoever built them: faces that meet at an angle
//! of a billionth would have contacts that are tangent to neither, so that a crease is the safe answer. A crease costs time; it loses nothing.
//! *Cost.* Some hundred points a side.
//! *Source.* Snyder et al. 1993, appendix A, asks for edges and vertices as given.

use super::gap::{self, Run};
use super::kinks::Origin;
use super::{End, Patch, PatchWork, Side};
use crate::tolerance::{FLAT_POLE, NEAR_POLE, SIDES_MEET, SIDES_PROVED, SMOOTH_SEAM};
use glam::DVec3;
use tangency_interval::Interval;

/// How many places of a side are compared.
const PLACES: usize = 33;
/// How many instants, if the surface deforms.
const INSTANTS: usize = 5;

/// What is known of the joints between different faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joints {
    /// Nothing.
    Found,
    /// Where normals agree to rounding, they agree.
    Smooth,
    /// The same, and the formulas of every face, continued beyond its sides, give the neighbours.
    Continued,
}

/// One side of one face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FaceSide {
    pub(super) face: usize,
    pub(super) side: Side,
}

/// What a side is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// All of it is one point; `smooth`: the surface has a normal there.
    Pole { smooth: bool },
    /// It runs along another side, from the same end or `reversed`; `smooth`: without a crease.
    Joined { other: FaceSide, reversed: bool, smooth: bool },
    /// Nothing joins it.
    Free,
}

/// A side with what was seen of it.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) at: FaceSide,
    pub(super) kind: Kind,
    /// By how much of the resting parameter the side may fall short of what it joins.
    pub(super) short: f64,
    /// Instants of places.
    points: Vec<Vec<DVec3>>,
    /// Unit vectors there that lead out of the face, in its tangent plane and across the side; zero where there is none.
    outward: Vec<Vec<DVec3>>,
    /// How fast the surface runs across the side.
    across: Vec<Vec<f64>>,
}

/// All sides of all faces, classified, as they are at these instants; `size` is the size of the body.
pub(super) fn classify(
    (patches, origins): (&[Patch], &[Origin]),
    times: &[f64],
    size: f64,
    joints: Joints,
) -> Vec<Seen> {
    let mut sides: Vec<Seen> = Vec::new();
    for (face, patch) in patches.iter().enumerate() {
        sides.extend(Side::ALL.map(|side| Seen::new(FaceSide { face, side }, patch, times)));
    }
    let (meet, apart) = (SIDES_MEET * size, SIDES_PROVED * size);
    let run = |seen: &Seen, reversed: bool| Run { patch: &patches[seen.at.face], side: seen.at.side, reversed };
    for seen in &mut sides {
        let one_point = |seen: &Seen| times.iter().all(|&time| gap::within(run(seen, false), None, time, apart));
        if seen.is_one_point(meet) && one_point(seen) {
            seen.become_pole(&patches[seen.at.face], times);
        }
    }
    for first in 0..sides.len() {
        for second in first + 1..sides.len() {
            let (before, after) = sides.split_at_mut(second);
            let (first, second) = (&mut before[first], &mut after[0]);
            if first.kind != Kind::Free || second.kind != Kind::Free {
                continue;
            }
            let Some(reversed) = [false, true].into_iter().find(|&reversed| first.meets(second, reversed, meet)) else {
                continue;
            };
            let (one, other) = (run(first, false), run(second, reversed));
            if times.iter().all(|&time| gap::within(one, Some(other), time, apart)) {
                let [one, other] = [first.at, second.at].map(|at| (&origins[at.face], at.side));
                let of_one_face =
                    one.0.face == other.0.face && ![one, other].iter().any(|(of, at)| of.cuts.contains(at));
                join(first, second, reversed, of_one_face || joints != Joints::Found);
            }
        }
    }
    sides
}

/// The instants at which the faces are looked at.
pub(super) fn instants(patches: &[Patch], span: Interval) -> Vec<f64> {
    let count = if patches.iter().any(Patch::deforms) { INSTANTS } else { 1 };
    let at = |i: usize| span.lower() + (span.upper() - span.lower()) * i as f64 / (INSTANTS - 1) as f64;
    (0..count).map(at).collect()
}

/// The places along a range: both ends, and between them the multiples of the golden section, in order.
fn places(range: Interval) -> Vec<f64> {
    let golden = 0.5 * (5.0_f64.sqrt() - 1.0);
    let mut shares: Vec<f64> = (1..PLACES - 1).map(|i| (i as f64 * golden).fract()).collect();
    // The same places from either end, so that sides can be compared backwards.
    shares.truncate((PLACES - 3) / 2);
    let mirrored: Vec<f64> = shares.iter().map(|share| 1.0 - share).collect();
    shares.extend(mirrored);
    shares.extend([0.0, 0.5, 1.0]);
    shares.sort_by(f64::total_cmp);
    let (from, to) = (range.lower(), range.upper());
    shares.into_iter().map(|share| if share == 1.0 { to } else { from + (to - from) * share }).collect()
}

impl Seen {
    fn new(at: FaceSide, patch: &Patch, times: &[f64]) -> Self {
        let mut work = PatchWork::default();
        let mut seen =
            Self { at, kind: Kind::Free, short: 0.0, points: Vec::new(), outward: Vec::new(), across: Vec::new() };
        let places = places(at.side.range(patch));
        let (resting, Side::U(end) | Side::V(end)) = (at.side.resting(), at.side);
        let way_out = |frame: &[DVec3; 3]| {
            let across = if end == End::Lower { -frame[1 + resting] } else { frame[1 + resting] };
            let along = frame[2 - resting].normalize_or_zero();
            (across - across.dot(along) * along).normalize_or_zero() * f64::from(along != DVec3::ZERO)
        };
        for &time in times {
            let parameters = places.iter().map(|&s| at.side.parameters(patch, s));
            let frames: Vec<_> = parameters.map(|[u, v]| patch.frame(u, v, time, &mut work)).collect();
            seen.points.push(frames.iter().map(|frame| frame[0]).collect());
            seen.outward.push(frames.iter().map(way_out).collect());
            seen.across.push(frames.iter().map(|frame| frame[1 + resting].length()).collect());
        }
        seen
    }

    /// Whether all samples of the side are in one point, at every instant.
    fn is_one_point(&self, meet: f64) -> bool {
        self.points.iter().all(|points| points.iter().all(|point| point.distance(points[0]) <= meet))
    }

    /// Takes the side for a pole, which it was found to be.
    fn become_pole(&mut self, patch: &Patch, times: &[f64]) {
        let spread = |points: &Vec<DVec3>| points.iter().map(|point| point.distance(points[0])).fold(0.0, f64::max);
        let spreads: Vec<f64> = self.points.iter().map(spread).collect();
        self.kind = Kind::Pole { smooth: times.iter().all(|&time| self.flat_near_pole(patch, time)) };
        self.short = self.shortfall(|instant, _| spreads[instant]);
    }

    /// Whether the normals around the pole come together towards it: seen from a small distance, and from a smaller one.
    fn flat_near_pole(&self, patch: &Patch, time: f64) -> bool {
        let mut work = PatchWork::default();
        let side = self.at.side;
        let range = patch.domain()[side.resting()];
        let inwards = if side.place(patch) == range.lower() { 1.0 } else { -1.0 };
        let mut spread = |share: f64| {
            let resting = side.place(patch) + inwards * share * (range.upper() - range.lower());
            let normal = |s: f64| {
                let [u, v] = if side.resting() == 0 { [resting, s] } else { [s, resting] };
                patch.normal_at(u, v, time, &mut work).normalize_or_zero()
            };
            let normals: Vec<DVec3> = places(side.range(patch)).into_iter().map(normal).collect();
            let sum: DVec3 = normals.iter().sum();
            let mean = sum.normalize_or_zero();
            normals.iter().map(|normal| normal.distance(mean)).fold(0.0, f64::max)
        };
        let (far, near) = (spread(NEAR_POLE), spread(NEAR_POLE / 16.0));
        near <= FLAT_POLE || near < 0.5 * far
    }

    /// How far the resting parameter has to go on to make up for gaps; `gap` is in metres.
    fn shortfall(&self, gap: impl Fn(usize, usize) -> f64) -> f64 {
        let mut most = 0.0_f64;
        for (instant, across) in self.across.iter().enumerate() {
            let fastest = across.iter().copied().fold(0.0, f64::max);
            for (place, &speed) in across.iter().enumerate().filter(|(_, speed)| **speed > 1e-3 * fastest) {
                most = most.max(gap(instant, place) / speed);
            }
        }
        most
    }

    /// Whether the surface runs on across the common side: the way out of one face is the way into the other.
    fn smooth_with(&self, other: &Self, reversed: bool) -> bool {
        let last = self.outward[0].len() - 1;
        let all = self.outward.iter().zip(&other.outward);
        all.flat_map(|(here, there)| (0..=last).map(move |i| (here[i], there[if reversed { last - i } else { i }])))
            // A corner may lie on a pole, where nothing leads along the side; the places next to it decide.
            .filter(|(here, there)| *here != DVec3::ZERO && *there != DVec3::ZERO)
            .all(|(here, there)| here.distance(-there) <= SMOOTH_SEAM)
    }

    /// Whether the samples of two sides agree, from the same end or from opposite ones.
    fn meets(&self, other: &Self, reversed: bool, meet: f64) -> bool {
        let places = |instant: usize| (0..self.points[instant].len()).map(move |place| (instant, place));
        let mut all = (0..self.points.len()).flat_map(places);
        all.all(|(instant, place)| self.gap(other, reversed, instant, place) <= meet)
    }

    /// The distances of the places of two sides, from the same end or from opposite ones.
    fn gap(&self, other: &Self, reversed: bool, instant: usize, place: usize) -> f64 {
        let there = &other.points[instant];
        self.points[instant][place].distance(there[if reversed { there.len() - 1 - place } else { place }])
    }
}

/// Joins two sides that run together; `trusted`: if they seem to do so smoothly, they do.
fn join(first: &mut Seen, second: &mut Seen, reversed: bool, trusted: bool) {
    let smooth = trusted && first.smooth_with(second, reversed);
    let gap = |instant: usize, place: usize| first.gap(second, reversed, instant, place);
    let short = if smooth { first.shortfall(gap) } else { 0.0 };
    let kind = |other| Kind::Joined { other, reversed, smooth };
    (first.kind, second.kind) = (kind(second.at), kind(first.at));
    (first.short, second.short) = (short, short);
}
