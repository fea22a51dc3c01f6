//! Which cells of a lattice hold something, as bits.
//!
//! **Question.** Which of the 27 cells around a place are not empty?
//!
//! **Idea.** Cells that are side by side along x are side by side in a word. A word holds up to 62 cells and a copy of
//! the one before and the one after them, so that the three cells around any place are in one word. The answer is nine
//! words, and no branch. There is one more row on each side: a copy of the row on the opposite side where the lattice
//! repeats, and empty behind a wall.
//!
//! **Cost.** About a seventh of a byte for a cell, in wide lattices. Two words for a change, more at the ends.

/// Cells of a word, besides the copies of two others.
const WIDEST: usize = 62;

/// The bit of a cell and the bit of its copy, which is the same one where there is none.
#[derive(Clone, Copy, Debug)]
struct Column {
    word: u32,
    copied_word: u32,
    bit: u8,
    copied_bit: u8,
}

/// One bit for each cell.
#[derive(Clone, Debug)]
pub(super) struct Occupancy {
    words: Vec<u64>,
    columns: Vec<Column>,
    /// Cells along y and z.
    counts: [i32; 2],
    /// Words from one place along z to the next.
    row: usize,
    repeats: bool,
}

impl Occupancy {
    /// Empty cells. A lattice that repeats has three cells or more along each axis.
    pub(super) fn new(counts: [i32; 3], repeats: bool) -> Self {
        let [across, along, up] = counts.map(|count| count as usize);
        let row = along + 2;
        let plane = (up + 2) * row;
        let width = across.div_ceil(across.div_ceil(WIDEST));
        let last = across - 1;
        let place = |at: usize| ((at / width * plane) as u32, (at % width + 1) as u8);
        let columns = (0..across).map(|at| {
            let (word, bit) = place(at);
            let before = if at == 0 { repeats.then_some(last) } else { Some(at - 1) };
            let after = if at == last { repeats.then_some(0) } else { Some(at + 1) };
            let copy = match (before, after) {
                (Some(before), _) if at % width == 0 => Some((place(before).0, place(before).1 + 1)),
                (_, Some(after)) if at % width == width - 1 || at == last => Some((place(after).0, 0)),
                _ => None,
            };
            let (copied_word, copied_bit) = copy.unwrap_or((word, bit));
            Column { word, copied_word, bit, copied_bit }
        });
        let words = vec![0; plane * across.div_ceil(width)];
        Self { words, columns: columns.collect(), counts: [counts[1], counts[2]], row, repeats }
    }

    /// Marks a cell as empty or not.
    #[inline(always)]
    pub(super) fn mark<const FULL: bool>(&mut self, [x, y, z]: [i32; 3]) {
        let column = self.columns[x as usize];
        self.mark_in::<FULL>(column, y, z);
        let [along, up] = self.counts;
        let at_end = (y - 1) as u32 >= (along - 2) as u32 || (z - 1) as u32 >= (up - 2) as u32;
        if self.repeats && at_end {
            self.mark_copies::<FULL>(column, [y, z]);
        }
    }

    /// Marks the copies of a cell at the opposite ends along y and z.
    #[cold]
    fn mark_copies<const FULL: bool>(&mut self, column: Column, place: [i32; 2]) {
        let [y, z] = [0, 1].map(|axis| match place[axis] {
            0 => self.counts[axis],
            last if last == self.counts[axis] - 1 => -1,
            inside => inside,
        });
        self.mark_in::<FULL>(column, y, place[1]);
        self.mark_in::<FULL>(column, place[0], z);
        self.mark_in::<FULL>(column, y, z);
    }

    #[inline(always)]
    fn mark_in<const FULL: bool>(&mut self, column: Column, y: i32, z: i32) {
        let row = (z + 1) as usize * self.row + (y + 1) as usize;
        for (word, bit) in [(column.word, column.bit), (column.copied_word, column.copied_bit)] {
            let word = &mut self.words[row + word as usize];
            if FULL { *word |= 1 << (bit & 63) } else { *word &= !(1 << (bit & 63)) }
        }
    }

    /// The cells around a place that are not empty: a bit for each of 27 cells, x first, then y, then z.
    #[inline(always)]
    pub(super) fn around(&self, [x, y, z]: [i32; 3]) -> u32 {
        let Column { word, bit, .. } = self.columns[x as usize];
        let shift = (bit - 1) & 63;
        let first = word as usize + z as usize * self.row + y as usize;
        let mut cells = 0;
        for up in 0..3 {
            let rows = &self.words[first + up * self.row..][..3];
            let three = |along: usize| ((rows[along] >> shift & 7) as u32) << (9 * up + 3 * along);
            cells |= three(0) | three(1) | three(2);
        }
        cells
    }

    /// Marks all cells as empty.
    pub(super) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>() + self.columns.capacity() * size_of::<Column>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of all cells is the oracle, at widths with one word and with several, and at both ends.
    #[test]
    fn the_cells_around_a_place_are_those_of_a_table() {
        let mut state = 1u64;
        let mut number = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let mut seen = [0; 2];
        for counts in [[3, 3, 3], [1, 2, 1], [5, 4, 7], [62, 3, 4], [63, 4, 3], [64, 3, 3], [187, 3, 5]] {
            for repeats in [true, false].into_iter().filter(|repeats| !repeats || counts[1] > 2) {
                let mut occupancy = Occupancy::new(counts.map(|count| count as i32), repeats);
                let mut full = vec![false; counts.iter().product()];
                let at = |[x, y, z]: [usize; 3]| (z * counts[1] + y) * counts[0] + x;
                for _ in 0..4_000 {
                    // The first and the last cells along x are chosen more often.
                    let x = [number(counts[0]), 0, counts[0] - 1][number(3)];
                    let place = [x, number(counts[1]), number(counts[2])];
                    full[at(place)] = !full[at(place)];
                    let place = place.map(|one| one as i32);
                    let marked = full[at(place.map(|one| one as usize))];
                    if marked {
                        occupancy.mark::<true>(place)
                    } else {
                        occupancy.mark::<false>(place)
                    }
                    let middle = [0, 1, 2].map(|axis| number(counts[axis]) as i32);
                    let cells = occupancy.around(middle);
                    for code in 0..27 {
                        let step = [code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1];
                        let cell = [0, 1, 2].map(|axis| middle[axis] + step[axis]);
                        let inside = (0..3).all(|axis| (0..counts[axis] as i32).contains(&cell[axis]));
                        let wrapped = [0, 1, 2].map(|axis| cell[axis].rem_euclid(counts[axis] as i32) as usize);
                        let expected = (inside || repeats) && full[at(wrapped)];
                        assert_eq!(cells >> code & 1 == 1, expected, "{counts:?}, {middle:?}, {code}");
                        seen[usize::from(expected)] += 1;
                    }
                }
                assert_eq!(occupancy.around([0; 3]) >> 27, 0);
            }
        }
        assert!(seen.iter().all(|number| *number > 100_000), "{seen:?}");
    }
}
