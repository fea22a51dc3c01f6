//! Pieces of edges in the domain of a face.
//!
//! *Question.* Which polynomial in the domain is a piece of an edge?
//! *Idea.* Points of the edge are projected to the surface; the polynomial of degree seven passes through their
//! parameters. Between the nodes it is compared with projected points.
//! *Guarantee.* None; the two sides of an edge are compared with proof later.
//! *Cost.* About ten projections.

use super::edge::EdgePath;
use super::surface::{FaceSurface, Located, unwrapped};
use crate::tolerance::{STEP_BESIDE_POLE, STEP_STRAIGHT};
use glam::{DVec2, DVec3};
use tangency_geometry::surface::{SurfaceError, TrimCurve};

/// A piece of an edge on a surface.
pub(super) struct EdgePiece<'a> {
    pub(super) surface: &'a FaceSurface<'a>,
    pub(super) path: &'a EdgePath<'a>,
    /// The shares of the edge at its start and at its end, in the direction of the loop.
    pub(super) shares: [f64; 2],
    /// Metres. Points that are closer are one.
    pub(super) near: f64,
}

/// An end of a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceEnd {
    pub(super) place: DVec2,
    /// The parameter that has no meaning there: the end is a pole.
    pub(super) free: Option<usize>,
}

impl EdgePiece<'_> {
    fn point(&self, s: f64) -> Option<DVec3> {
        let [from, to] = self.shares;
        self.path.at(if s == 1.0 { to } else { from + s * (to - from) })
    }

    fn locate(&self, s: f64, guess: Option<DVec2>) -> Option<Located> {
        Some(self.surface.locate(self.point(s)?, guess, self.near))
    }

    /// The place of the middle.
    pub(super) fn middle(&self, guess: Option<DVec2>) -> Option<DVec2> {
        Some(self.locate(0.5, guess)?.place)
    }

    /// The place of the start (0) or the end (1), by periods nearest to the middle. At a pole the parameter without
    /// meaning is that with which the piece arrives.
    pub(super) fn end(&self, s: f64, middle: DVec2) -> Option<PieceEnd> {
        let periods = self.surface.periods();
        let Located { place, free } = self.locate(s, Some(middle))?;
        let mut place = unwrapped(place, middle, periods);
        if let Some(axis) = free {
            let beside = |share: f64| {
                let located = self.locate(s + (1.0 - 2.0 * s) * share, Some(middle))?;
                Some(unwrapped(located.place, middle, periods)[axis])
            };
            let [one, two] = STEP_BESIDE_POLE.map(beside);
            place[axis] = 2.0 * one? - two?;
        }
        Some(PieceEnd { place, free })
    }

    /// The place at a share within the piece.
    fn within(&self, s: f64, middle: DVec2) -> DVec2 {
        let located = self.locate(s, Some(middle));
        located.map_or(middle, |located| unwrapped(located.place, middle, self.surface.periods()))
    }

    /// The curve between two ends. Coordinates that hardly change are constant, and so are speeds.
    pub(super) fn curve(&self, ends: [DVec2; 2], middle: DVec2, size: f64) -> Result<TrimCurve, SurfaceError> {
        let [start, mut end] = ends;
        let samples = [0.07, 0.25, 0.5, 0.75, 0.93].map(|s| (s, self.within(s, middle)));
        let small = STEP_STRAIGHT * self.surface.extent(size);
        if samples.iter().all(|(s, place)| (*place - start.lerp(end, *s)).abs().cmple(small).all()) {
            for axis in 0..2 {
                if (end[axis] - start[axis]).abs() <= small[axis] {
                    end[axis] = start[axis];
                }
            }
            return TrimCurve::line(start, end);
        }
        let constant = [0, 1].map(|axis| {
            let same = |place: DVec2| (place[axis] - start[axis]).abs() <= small[axis];
            same(end) && samples.iter().all(|(_, place)| same(*place))
        });
        TrimCurve::through(|s| {
            let mut place = match s {
                0.0 => start,
                1.0 => end,
                _ => self.within(s, middle),
            };
            (0..2).filter(|&axis| constant[axis]).for_each(|axis| place[axis] = start[axis]);
            place
        })
    }

    /// Metres. How far the curve deviates from the projected edge, at some places.
    pub(super) fn deviation(&self, curve: &TrimCurve, middle: DVec2) -> f64 {
        let off = |&s: &f64| self.surface.at(curve.at(s)).distance(self.surface.at(self.within(s, middle)));
        [0.02, 0.11, 0.3, 0.43, 0.57, 0.7, 0.89, 0.98].iter().map(off).fold(0.0, f64::max)
    }
}
