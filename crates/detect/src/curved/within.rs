//! A system over a part of its box: what the solver is asked.

use super::advance::Shared;
use std::rc::Rc;
use tangency_interval::solve::{Border, Condition, Objective, Options, Problem};
use tangency_interval::{Interval, Vector3};

/// A system over a part of its box.
pub(super) struct Within<'question> {
    system: Shared<'question>,
    region: Vec<Interval>,
}

impl<'question> Within<'question> {
    /// The part `cells` of the unknowns, during a span.
    pub(super) fn new(system: &Shared<'question>, cells: &[Interval], time: Interval) -> Self {
        let whole = system.borrow().region().to_vec();
        // A little more than the cell, so that a solution on the border between two cells is inside of one of them.
        let mut region: Vec<Interval> = whole[..whole.len() - 1]
            .iter()
            .zip(cells)
            .map(|(whole, &cell)| {
                let room = cell.width() / 1024.0;
                (cell + Interval::between(-room, room)).intersection(*whole)
            })
            .collect();
        region.push(time);
        Self { system: Rc::clone(system), region }
    }
}

impl Problem for Within<'_> {
    fn region(&self) -> &[Interval] {
        &self.region
    }

    fn equation_count(&self) -> usize {
        self.system.borrow().equation_count()
    }

    fn equations(&mut self, region: &[Interval], values: &mut [Interval]) {
        self.system.borrow_mut().equations(region, values);
    }

    fn condition(&mut self, region: &[Interval]) -> Condition {
        self.system.borrow_mut().condition(region)
    }

    fn constraint(&mut self, region: &[Interval], values: &mut [Interval]) -> Condition {
        self.system.borrow_mut().constraint(region, values)
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

    fn small_enough(&mut self, region: &[Interval], objective: Interval, options: &Options) -> bool {
        self.system.borrow_mut().small_enough(region, objective, options)
    }

    fn border(&self, coordinate: usize) -> Border {
        self.system.borrow().border(coordinate)
    }

    fn sufficient(&mut self, region: &[Interval]) -> u32 {
        self.system.borrow_mut().sufficient(region)
    }
}
