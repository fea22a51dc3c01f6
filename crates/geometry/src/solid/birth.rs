//! Where a new component of a time-dependent solid can appear.
//!
//! *Question.* A component of a solid can appear inside another body, where no surface crosses another. At
//! which zeros of which leaves can this happen?
//! *Idea.* At the instant of its birth a component is a local minimum, with value zero, of the function
//! enclosed by [`Solid::value`]. In the disjunctive normal form of the combination some conjunction has the
//! same minimum there. The gradients of its vanishing leaves are therefore linearly dependent: Σ λᵢ∇fᵢ = 0 with
//! λᵢ ≥ 0. Four leaves suffice in three dimensions (Carathéodory). An intersection joins these leaves.
//! *Guarantee.* Every birth is a common zero of the leaves of a listed element, satisfies its side condition,
//! and has dependent gradients.
//! *Cost.* None for solids that do not deform; otherwise all quadruples of leaves whose triples have points.
//! *Source.* Derived in `docs/notes/births.md`.

use super::frame::FunctionFrame;
use super::leaf::FunctionSource;
use super::{Solid, SolidElement, SolidLeaf, SolidWork, bounds};

impl Solid {
    /// The elements, of one to four leaves, at which a new component of the solid can appear. Empty if no leaf
    /// changes with time, or if one motion carries the whole solid: components then move, and none is born.
    #[must_use]
    pub fn birth_elements(&self) -> Vec<SolidElement> {
        if !self.changes_form() {
            return Vec::new();
        }
        let sized = |size: usize| self.elements.iter().filter(move |element| element.leaves().len() == size);
        let triples: Vec<&[usize]> = sized(3).map(SolidElement::leaves).collect();
        let is_triple = |leaves: [usize; 3]| triples.iter().any(|triple| *triple == leaves);
        let mut quadruples = Vec::new();
        for triple in &triples {
            let [first, second, third] = [triple[0], triple[1], triple[2]];
            let fourths = sized(1).map(|element| element.leaves()[0]).filter(|&fourth| {
                fourth > third
                    && is_triple([first, second, fourth])
                    && is_triple([first, third, fourth])
                    && is_triple([second, third, fourth])
            });
            quadruples.extend(fourths.map(|fourth| SolidElement::new(&self.tree, vec![first, second, third, fourth])));
        }
        let mut elements = self.elements.to_vec();
        elements.extend(bounds::with_points(quadruples, self, &mut SolidWork::default()));
        elements
    }

    /// Whether the solid changes beyond a common motion of all its leaves by formulas.
    pub(super) fn changes_form(&self) -> bool {
        let first = self.leaves.first().and_then(SolidLeaf::carriage);
        self.deforms() && self.leaves.iter().any(|leaf| leaf.carriage().is_none() || leaf.carriage() != first)
    }
}

impl SolidLeaf {
    /// The frames down to the innermost frame moved by formulas; `None` if the function itself changes with
    /// time.
    fn carriage(&self) -> Option<&[FunctionFrame]> {
        if matches!(self.source, FunctionSource::Formula { deforms: true, .. }) {
            return None;
        }
        let moved = self.frames.iter().rposition(|frame| matches!(frame, FunctionFrame::Carried(_)));
        Some(&self.frames[..moved.map_or(0, |last| last + 1)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Expression;
    use glam::DVec3;
    use tangency_interval::Interval;
    use tangency_interval::expr::Expr;

    fn part(text: &str) -> Solid {
        let region = [DVec3::splat(-3.0), DVec3::splat(3.0)];
        Solid::formula(&Expr::parse(text).expect("a formula"), region, Interval::between(0.0, 1.0)).expect("a solid")
    }

    #[test]
    fn solids_without_deformation_have_no_births() {
        let ball = Solid::sphere(1.0).expect("a ball");
        assert!(ball.birth_elements().is_empty());
        let motion = Expression::parse(["x*(1 + t)", "y", "z + t"]).expect("formulas");
        let carried = ball.carried(&motion, Interval::between(0.0, 1.0)).expect("linear");
        assert!(carried.deforms() && carried.birth_elements().is_empty());
        // Two balls approach, one of them carried by formulas: their intersection is born.
        let both = Solid::intersection(&[carried, ball]).expect("an intersection");
        assert_eq!(both.birth_elements().len(), 3);
        let grown = part("x^2 + y^2 + z^2 - t").carried(&motion, Interval::between(0.0, 1.0)).expect("linear");
        assert_eq!(grown.birth_elements().len(), 1);
    }

    #[test]
    fn four_half_spaces_are_born_at_a_corner() {
        let parts = ["-x", "-y", "-z", "x + y + z - (t - 0.5)"].map(part);
        let corner = Solid::intersection(&parts).expect("an intersection");
        let wanted = corner.birth_elements().into_iter().filter(|element| element.leaves().len() == 4);
        assert!(wanted.count() >= 1);
    }
}
