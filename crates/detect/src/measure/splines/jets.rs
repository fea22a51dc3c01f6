//! Enclosed points and derivatives of the parts of a body of splines, in the frame of the world.
//!
//! A part, and each of its sides and corners, is compared with many parts of the other body, so that what is known
//! about it is kept.

use super::PlacedSplines;
use std::collections::HashMap;
use tangency_bound::DyadicSquare;
use tangency_geometry::surface::PatchWork;
use tangency_interval::{Interval, Vector3};

/// Enclosures of the point and of its derivatives by u, v, uu, uv and vv.
pub(super) type PlacedJet = [Vector3; 6];

/// A part of a face; a side or a corner of it if parameters are fixed at an end of their ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FacePart {
    pub(super) face: usize,
    pub(super) square: DyadicSquare,
    /// The ends at which u and v are fixed.
    pub(super) fixed: [Option<RangeEnd>; 2],
}

/// An end of the range of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum RangeEnd {
    Lower,
    Upper,
}

impl FacePart {
    /// The ranges of u and v.
    pub(super) fn ranges(&self) -> [Interval; 2] {
        let whole = self.square.ranges();
        [0, 1].map(|side| match self.fixed[side] {
            None => whole[side],
            Some(RangeEnd::Lower) => Interval::from(whole[side].lower()),
            Some(RangeEnd::Upper) => Interval::from(whole[side].upper()),
        })
    }
}

/// The jets of the parts of one body; `None` where a face has no jet.
#[derive(Default)]
pub(super) struct PartJets {
    known: HashMap<FacePart, Option<Box<PlacedJet>>>,
}

impl PartJets {
    /// The jet over a part of a face.
    pub(super) fn of(&mut self, model: &PlacedSplines<'_>, part: FacePart, work: &mut PatchWork) -> Option<PlacedJet> {
        let jet = || model.jet(part.face, part.ranges(), work).map(Box::new);
        self.known.entry(part).or_insert_with(jet).as_deref().copied()
    }
}

impl PlacedSplines<'_> {
    /// The jet of a face over a box of its parameters; `None` where the face has none.
    pub(super) fn jet(&self, face: usize, [u, v]: [Interval; 2], work: &mut PatchWork) -> Option<PlacedJet> {
        let local = self.brep.faces()[face].patch().jet([u, v, Interval::ZERO], work)?;
        let turned = |vector: Vector3| self.exact.rotation * vector;
        let point = turned(local.point) + self.exact.translation;
        Some([point, turned(local.du), turned(local.dv), turned(local.duu), turned(local.duv), turned(local.dvv)])
    }
}
