//! Short lists of elements: those of a cell, or the neighbours of an element.

use std::collections::HashMap;

/// The first elements of a list. With seven or fifteen of them it fills a half or a whole cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct Cell<const IN_PLACE: usize> {
    count: u32,
    members: [u32; IN_PLACE],
}

impl<const IN_PLACE: usize> Default for Cell<IN_PLACE> {
    fn default() -> Self {
        Self { count: 0, members: [0; IN_PLACE] }
    }
}

/// Cells with their elements. Crowded cells keep the rest of their elements in a table.
#[derive(Clone, Debug)]
pub(crate) struct Cells<const IN_PLACE: usize = 7> {
    cells: Vec<Cell<IN_PLACE>>,
    rest: HashMap<u32, Vec<u32>>,
}

impl<const IN_PLACE: usize> Cells<IN_PLACE> {
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
        if let Some(member) = place.members.iter_mut().find(|member| **member == element) {
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

    /// Removes all elements of a cell.
    pub(crate) fn empty(&mut self, cell: u32) {
        let place = &mut self.cells[cell as usize];
        if place.count as usize > IN_PLACE {
            self.rest.remove(&cell);
        }
        place.count = 0;
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        let rest = self.rest.values().map(|rest| rest.capacity() * size_of::<u32>()).sum::<usize>();
        let table = self.rest.capacity() * size_of::<(u32, Vec<u32>)>();
        self.cells.capacity() * size_of::<Cell<IN_PLACE>>() + table + rest
    }

    /// Number of cells.
    pub(crate) fn len(&self) -> u32 {
        self.cells.len() as u32
    }

    /// Number of elements of a cell.
    pub(crate) fn count(&self, cell: u32) -> u32 {
        self.cells[cell as usize].count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crowded_cells_lose_nobody() {
        let mut cells: Cells = Cells::new(2);
        (0..20).for_each(|element| cells.insert(1, element));
        let members = |cells: &Cells| {
            let mut all = Vec::new();
            cells.visit(1, |element| all.push(element));
            all.sort_unstable();
            all
        };
        assert_eq!((members(&cells), cells.count(1)), ((0..20).collect(), 20));
        for (removed, element) in [3, 19, 7, 0, 12, 11, 10, 18, 17, 16, 15, 14, 13, 1, 2].into_iter().enumerate() {
            cells.remove(1, element);
            assert_eq!(members(&cells).len(), 19 - removed);
            assert!(!members(&cells).contains(&element));
        }
        assert_eq!(members(&cells), [4, 5, 6, 8, 9]);
        (20..40).for_each(|element| cells.insert(1, element));
        cells.empty(1);
        assert_eq!(members(&cells), []);
        (0..9).for_each(|element| cells.insert(1, element));
        assert_eq!(members(&cells), (0..9).collect::<Vec<u32>>());
    }
}
