//! What was computed before.
//!
//! **Question.** Searches ask about the same boxes over and over: which of the answers are still at hand?
//!
//! **Idea.** A table with one place for each remainder of a hash, which says where in a list the answer is; what comes later takes the place of what was
//! there. Both start small, because many questions end after a few steps, and grow as they fill, up to a limit.
//!
//! **Guarantee.** An answer is that to the very same box.

use tangency_interval::Interval;

/// The number of places at first, and at most; powers of two.
const FEWEST: usize = 32;
const MOST: usize = 2048;

/// Answers by the boxes that they are about.
pub(super) struct Kept<const N: usize, Answer> {
    /// One more than the index of an answer; zero if there is none.
    places: Vec<u32>,
    /// Each on its own, so that a longer list moves none of them.
    answers: Vec<Box<([Interval; N], Answer)>>,
}

impl<const N: usize, Answer> Default for Kept<N, Answer> {
    fn default() -> Self {
        Self { places: vec![0; FEWEST], answers: Vec::new() }
    }
}

impl<const N: usize, Answer> Kept<N, Answer> {
    /// The answer about a box, if it is at hand.
    pub(super) fn get(&self, region: &[Interval; N]) -> Option<&Answer> {
        let place = self.places[self.place(region)] as usize;
        let (known, answer) = &**self.answers.get(place.wrapping_sub(1))?;
        (known == region).then_some(answer)
    }

    /// Keeps an answer, perhaps in place of another.
    pub(super) fn keep(&mut self, region: [Interval; N], answer: Answer) {
        if 2 * self.answers.len() >= self.places.len() && self.places.len() < MOST {
            self.places = vec![0; 4 * self.places.len()];
            for index in 0..self.answers.len() {
                let place = self.place(&self.answers[index].0);
                self.places[place] = index as u32 + 1;
            }
        }
        let place = self.place(&region);
        match self.places[place] as usize {
            0 => {
                self.answers.push(Box::new((region, answer)));
                self.places[place] = self.answers.len() as u32;
            }
            known => *self.answers[known - 1] = (region, answer),
        }
    }

    fn place(&self, region: &[Interval; N]) -> usize {
        mixed(region) & (self.places.len() - 1)
    }
}

/// A hash of the box.
fn mixed(region: &[Interval]) -> usize {
    let mut mixed = 0_u64;
    for side in region {
        mixed = (mixed ^ side.lower().to_bits()).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
        mixed = (mixed ^ side.upper().to_bits()).wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(29);
    }
    (mixed >> 40) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_those_to_the_same_box() {
        let region = |index: i32| [Interval::from(f64::from(index)), Interval::between(0.0, f64::from(index))];
        let mut kept = Kept::default();
        assert_eq!(kept.get(&region(1)), None);
        for index in 0..5000 {
            kept.keep(region(index), index);
            assert_eq!(kept.get(&region(index)), Some(&index));
        }
        let found: Vec<i32> = (0..5000).filter_map(|index| kept.get(&region(index)).copied()).collect();
        assert!(found.len() > MOST / 2 && found.len() <= MOST, "{}", found.len());
        assert!((0..5000).all(|index| kept.get(&region(index)).is_none_or(|known| *known == index)));
        assert_eq!(kept.get(&[Interval::from(3.0); 2]), None);
    }
}
