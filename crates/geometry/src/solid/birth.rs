//! Where a new component of a time-dependent solid can appear.
//!
//! *Question.* A component of a solid can appear inside another body, where no surface crosses another. At which zeros of which leaves?
//! *Idea.* At the instant of its birth a component is a local minimum, with value zero, of the function that [`Solid::value`] encloses. In the
//! disjunctive normal form of the combination some conjunction has the same minimum there, so that gradients of its vanishing leaves depend on
//! one another: Σ λᵢ∇fᵢ = 0 with λᵢ ≥ 0, of which four suffice in three dimensions (Carathéodory). These leaves are joined by intersections.
//! *Guarantee.* Every birth is a common zero of the leaves of a listed element, with its side condition, and with dependent gradients.
//! *Cost.* Nothing for solids that do not change their form; otherwise all quadruples of leaves whose triples have points.
//! *Source.* Ours, derived in `docs/notes/births.md`.

use super::frame::Frame;
use super::leaf::Source;
use super::{Element, Leaf, Solid, Workspace, bounds};

impl Solid {
    /// The elements, of one to four leaves, at which a new component of the solid can appear. None if no leaf changes with time, or if all
    /// of it is carried along as a whole: then components move and none is born.
    #[must_use]
    pub fn birth_elements(&self) -> Vec<Element> {
        if !self.changes_form() {
            return Vec::new();
        }
        let sized = |size: usize| self.elements.iter().filter(move |element| element.leaves().len() == size);
        let triples: Vec<&[usize]> = sized(3).map(Element::leaves).collect();
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
            quadruples.extend(fourths.map(|fourth| Element::new(&self.tree, vec![first, second, third, fourth])));
        }
        let mut elements = self.elements.to_vec();
        elements.extend(bounds::with_points(quadruples, self, &mut Workspace::default()));
        elements
    }

    /// Whether it does more than follow formulas that carry all of it alike.
    pub(super) fn changes_form(&self) -> bool {
        let first = self.leaves.first().and_then(Leaf::carriage);
        self.deforms() && self.leaves.iter().any(|leaf| leaf.carriage().is_none() || leaf.carriage() != first)
    }
}

impl Leaf {
    /// The frames down to the innermost that formulas move; `None` if the function itself changes with time.
    fn carriage(&self) -> Option<&[Frame]> {
        if matches!(self.source, Source::Formula { deforms: true, .. }) {
            return None;
        }
        let moved = self.frames.iter().rposition(|frame| matches!(frame, Frame::Carried(_)));
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
    fn what_does_not_change_its_form_has_no_births() {
        let ball = Solid::sphere(1.0).expect("a ball");
        assert!(ball.birth_elements().is_empty());
        let motion = Expression::parse(["x*(1 + t)", "y", "z + t"]).expect("formulas");
        let carried = ball.carried(&motion, Interval::between(0.0, 1.0)).expect("linear");
        assert!(carried.deforms() && carried.birth_elements().is_empty());
        // Two balls of which one is carried approach one another: their intersection is born.
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
