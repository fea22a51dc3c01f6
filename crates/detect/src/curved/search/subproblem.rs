//! A part of a system's box, as a problem for the solver.

use crate::curved::equations::SharedSystem;
use crate::tolerance::SUBPROBLEM_MARGIN;
use std::rc::Rc;
use tangency_interval::solve::{ConditionStatus, DomainBoundary, MOST_EQUATIONS, Objective, Problem, SolverOptions};
use tangency_interval::{Interval, Vector3};

/// A system over a part of its box.
pub(super) struct Subproblem<'question> {
    system: SharedSystem<'question>,
    region: Vec<Interval>,
    /// Set for the search of the paper: the equations are enclosed without tighter forms.
    published: Option<PublishedForm>,
}

/// How the search of the paper encloses equations and accepts regions.
#[derive(Clone, Copy)]
struct PublishedForm {
    /// γ: accept a region if all its sides are narrower.
    width: Option<f64>,
}

impl<'question> Subproblem<'question> {
    /// The part `cells` of the unknowns, during a span.
    pub(super) fn new(system: &SharedSystem<'question>, cells: &[Interval], time: Interval) -> Self {
        let whole = system.borrow().region().to_vec();
        // Slightly wider than the cell, so that a solution on the border between two cells is inside one of them.
        let mut region: Vec<Interval> = whole[..whole.len() - 1]
            .iter()
            .zip(cells)
            .map(|(whole, &cell)| {
                let room = cell.width() * SUBPROBLEM_MARGIN;
                (cell + Interval::between(-room, room)).intersection(*whole)
            })
            .collect();
        region.push(time);
        Self { system: Rc::clone(system), region, published: None }
    }

    /// The whole box of the system, for the search of the paper. `width`: accept regions whose sides are all narrower.
    pub(super) fn as_published(system: &SharedSystem<'question>, width: Option<f64>) -> Self {
        let region = system.borrow().region().to_vec();
        Self { system: Rc::clone(system), region, published: Some(PublishedForm { width }) }
    }
}

impl Problem for Subproblem<'_> {
    fn region(&self) -> &[Interval] {
        &self.region
    }

    fn equation_count(&self) -> usize {
        self.system.borrow().equation_count()
    }

    fn equations(&mut self, region: &[Interval], values: &mut [Interval]) {
        self.system.borrow_mut().equations(region, values);
    }

    fn condition(&mut self, region: &[Interval]) -> ConditionStatus {
        match self.published {
            Some(_) => {
                let mut values = [Interval::ENTIRE; MOST_EQUATIONS];
                let count = self.equation_count();
                self.constraint(region, &mut values[..count])
            }
            None => self.system.borrow_mut().condition(region),
        }
    }

    fn constraint(&mut self, region: &[Interval], values: &mut [Interval]) -> ConditionStatus {
        let system = &mut **self.system.borrow_mut();
        match self.published {
            Some(_) => system.natural_constraint(region, values),
            None => system.constraint(region, values),
        }
    }

    fn jacobian(&mut self, region: &[Interval], rows: &mut [Interval]) -> bool {
        self.system.borrow_mut().jacobian(region, rows)
    }

    fn objective(&self) -> Objective {
        self.system.borrow().objective()
    }

    fn value(&mut self, region: &[Interval]) -> Interval {
        self.system.borrow_mut().value(region)
    }

    fn place(&mut self, region: &[Interval]) -> Vector3 {
        self.system.borrow_mut().place(region)
    }

    fn small_enough(&mut self, region: &[Interval], objective: Interval, options: &SolverOptions) -> bool {
        match self.published.and_then(|form| form.width) {
            Some(width) => region.iter().all(|side| side.width() < width),
            None => self.system.borrow_mut().small_enough(region, objective, options),
        }
    }

    fn border(&self, coordinate: usize) -> DomainBoundary {
        self.system.borrow().border(coordinate)
    }

    fn sufficient(&mut self, region: &[Interval]) -> u32 {
        self.system.borrow_mut().sufficient(region)
    }
}
