//! What is around hard spheres: cells if they are sparse, shells if they are dense.

use super::domain::Domain;
use super::element::{Accelerations, Element};
use super::grid::Grid;
use super::lattice::Lattice;
use super::seeker::{Flight, Found};
use super::shells::Shells;
use glam::DVec3;

/// The structure that finds whom an element can meet until its horizon.
#[derive(Clone, Debug)]
pub(crate) enum Surroundings {
    /// Sparse spheres.
    Cells(Box<Grid>),
    /// Dense spheres.
    Lists(Box<Shells>),
}

impl Surroundings {
    /// The structure that suits these elements, at the start.
    pub(crate) fn new(elements: &mut [Element], bend: &Accelerations, domain: Domain, slack: f64) -> Self {
        let flight = Flight::of(elements, bend);
        match Shells::radius_for(elements, &domain) {
            Some(shell) => Self::Lists(Box::new(Shells::new(elements, domain, slack, flight, shell))),
            None => Self::Cells(Box::new(Grid::new(elements, domain, slack, flight))),
        }
    }

    /// The cells below.
    pub(crate) fn lattice(&self) -> &Lattice {
        match self {
            Self::Cells(grid) => &grid.lattice,
            Self::Lists(shells) => &shells.lattice,
        }
    }

    /// Meetings of an element with others and with walls before its horizon.
    #[inline]
    pub(crate) fn search(&mut self, elements: &[Element], bend: &Accelerations, index: u32, now: f64) -> Found {
        match self {
            Self::Cells(grid) => grid.search(elements, bend, index, now),
            Self::Lists(shells) => shells.search(elements, bend, index, now),
        }
    }

    /// Meetings with what is new after the horizon was crossed.
    #[inline]
    pub(crate) fn search_ahead(&mut self, elements: &[Element], bend: &Accelerations, index: u32, now: f64) -> Found {
        match self {
            Self::Cells(grid) => grid.search_ahead(elements, bend, index, now),
            Self::Lists(shells) => shells.search(elements, bend, index, now),
        }
    }

    /// Seconds until an element crosses its horizon.
    #[inline]
    pub(crate) fn leaves(&self, element: &mut Element, index: u32, acceleration: DVec3, now: f64) -> f64 {
        match self {
            Self::Cells(grid) => grid.leaves(element, acceleration, now),
            Self::Lists(shells) => shells.leaves(element, index, acceleration, now),
        }
    }

    /// Moves an element past its horizon.
    #[inline]
    pub(crate) fn cross(&mut self, elements: &mut [Element], index: u32, acceleration: DVec3, now: f64) {
        match self {
            Self::Cells(grid) => grid.cross(elements, index),
            Self::Lists(shells) => shells.cross(elements, index, acceleration, now),
        }
    }

    /// Renumbers the elements: `order` holds the old numbers.
    pub(crate) fn renumber(&mut self, order: &[u32], elements: &mut [Element]) {
        match self {
            Self::Cells(grid) => grid.lattice.refill(elements),
            Self::Lists(shells) => {
                shells.lattice.refill(elements);
                shells.renumber(order, elements);
            }
        }
    }

    /// Reads what an event of an element will need, in three stages that build on each other.
    #[inline]
    pub(crate) fn read_ahead(&self, elements: &[Element], index: u32, stage: usize) {
        match self {
            Self::Cells(grid) => grid.lattice.read_ahead(elements, index, stage),
            Self::Lists(shells) => shells.read_ahead(elements, index, stage),
        }
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Cells(grid) => grid.bytes(),
            Self::Lists(shells) => shells.bytes(),
        }
    }
}
