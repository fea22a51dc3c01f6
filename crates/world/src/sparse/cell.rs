//! The elements of one cell.

use std::collections::HashMap;

/// Elements that a cell holds in place. The count and the members fill half a cache line.
const IN_PLACE: usize = 7;

#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
struct Cell {
    count: u32,
    members: [u32; IN_PLACE],
}

/// Cells with their elements. Crowded cells keep the rest of their elements in a table.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    cells: Vec<Cell>,
    rest: HashMap<u32, Vec<u32>>,
}

/// A candidate is the index of an element below this bit, and a code above it.
pub(crate) const CODE_SHIFT: u32 = 27;

/// Elements of several cells, each with a code from 0 to 26. The list is kept from one search to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidates {
    all: Vec<u32>,
    count: usize,
}

impl Candidates {
    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    pub(crate) fn as_slice(&self) -> &[u32] {
        &self.all[..self.count]
    }

    #[inline]
    fn make_room(&mut self, more: usize) {
        if self.all.len() < self.count + more {
            self.all.resize(2 * (self.count + more) + 256, 0);
        }
    }
}

impl Cells {
    pub(crate) fn new(count: usize) -> Self {
        Self { cells: vec![Cell::default(); count], rest: HashMap::new() }
    }

    pub(crate) fn clear(&mut self) {
        self.cells.fill(Cell::default());
        self.rest.clear();
    }

    pub(crate) fn insert(&mut self, cell: u32, element: u32) {
        let place = &mut self.cells[cell as usize];
        match place.members.get_mut(place.count as usize) {
            Some(member) => *member = element,
            None => self.rest.entry(cell).or_default().push(element),
        }
        place.count += 1;
    }

    pub(crate) fn remove(&mut self, cell: u32, element: u32) {
        let place = &mut self.cells[cell as usize];
        let last = if place.count as usize > IN_PLACE {
            self.rest.get_mut(&cell).and_then(Vec::pop)
        } else {
            place.members.get((place.count as usize).wrapping_sub(1)).copied()
        };
        let Some(last) = last else { return };
        place.count -= 1;
        if last == element {
            return;
        }
        if let Some(member) = place.members.iter_mut().take(IN_PLACE).find(|member| **member == element) {
            *member = last;
        } else if let Some(member) =
            self.rest.get_mut(&cell).and_then(|rest| rest.iter_mut().find(|one| **one == element))
        {
            *member = last;
        }
    }

    /// Calls `visit` with every element of a cell.
    #[inline]
    pub(crate) fn visit(&self, cell: u32, mut visit: impl FnMut(u32)) {
        let place = &self.cells[cell as usize];
        let count = place.count as usize;
        for &member in &place.members[..count.min(IN_PLACE)] {
            visit(member);
        }
        if count > IN_PLACE {
            self.visit_rest(cell, visit);
        }
    }

    #[cold]
    fn visit_rest(&self, cell: u32, visit: impl FnMut(u32)) {
        self.rest.get(&cell).into_iter().flatten().copied().for_each(visit);
    }

    /// Adds the elements of a cell to a list, each marked with a code. Elements in place are copied without a look at
    /// their number, because a processor guesses it badly.
    #[inline]
    pub(crate) fn gather(&self, cell: u32, code: u32, list: &mut Candidates) {
        let place = &self.cells[cell as usize];
        let count = place.count as usize;
        list.make_room(IN_PLACE);
        for (candidate, member) in list.all[list.count..][..IN_PLACE].iter_mut().zip(place.members) {
            *candidate = member | code << CODE_SHIFT;
        }
        list.count += count.min(IN_PLACE);
        if count > IN_PLACE {
            self.gather_rest(cell, code, list);
        }
    }

    /// The same for cells that lie side by side, without codes.
    #[inline]
    pub(crate) fn gather_row(&self, cells: std::ops::Range<u32>, list: &mut Candidates) {
        for (place, cell) in self.cells[cells.start as usize..cells.end as usize].iter().zip(cells) {
            let count = place.count as usize;
            list.make_room(IN_PLACE);
            list.all[list.count..][..IN_PLACE].copy_from_slice(&place.members);
            list.count += count.min(IN_PLACE);
            if count > IN_PLACE {
                self.gather_rest(cell, 0, list);
            }
        }
    }

    #[cold]
    fn gather_rest(&self, cell: u32, code: u32, list: &mut Candidates) {
        for &member in self.rest.get(&cell).into_iter().flatten() {
            list.make_room(1);
            list.all[list.count] = member | code << CODE_SHIFT;
            list.count += 1;
        }
    }

    /// Number of cells.
    pub(crate) fn len(&self) -> u32 {
        self.cells.len() as u32
    }

    /// Number of elements of a cell.
    pub(crate) fn count(&self, cell: u32) -> u32 {
        self.cells[cell as usize].count
    }

    /// Number of elements of the fullest cell.
    pub(crate) fn fullest(&self) -> u32 {
        self.cells.iter().map(|cell| cell.count).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crowded_cells_lose_nobody() {
        let mut cells = Cells::new(2);
        (0..20).for_each(|element| cells.insert(1, element));
        let members = |cells: &Cells| {
            let mut all = Vec::new();
            cells.visit(1, |element| all.push(element));
            all.sort_unstable();
            all
        };
        assert_eq!((members(&cells), cells.fullest()), ((0..20).collect(), 20));
        for (removed, element) in [3, 19, 7, 0, 12, 11, 10, 18, 17, 16, 15, 14, 13, 1, 2].into_iter().enumerate() {
            cells.remove(1, element);
            assert_eq!(members(&cells).len(), 19 - removed);
            assert!(!members(&cells).contains(&element));
        }
        assert_eq!(members(&cells), [4, 5, 6, 8, 9]);
    }
}
