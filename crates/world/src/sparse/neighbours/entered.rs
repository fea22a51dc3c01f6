//! The courses that bodies have entered, with stamps that tell stale entries.

use super::super::course::Course;
use crate::checkpoint::{RestartError, content, stored};

/// The course of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entered {
    pub(crate) course: Course,
    /// The instant from which on the course counts, s.
    pub(crate) from: f64,
    /// Increases with each course.
    pub(crate) stamp: u32,
    pub(crate) present: bool,
    /// The number of the last question that has visited the body.
    asked: u32,
}

/// All bodies by their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct EnteredBodies {
    bodies: Vec<Entered>,
    present: usize,
    question: u32,
}

/// An entry of a body in a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) body: u32,
    stamp: u32,
}

stored!(Entered { course, from, stamp, present, asked });
stored!(EnteredBodies { bodies, present, question });
stored!(Entry { body, stamp });

impl EnteredBodies {
    /// Fails unless there are only this many bodies, and they are counted.
    pub(crate) fn check(&self, count: usize) -> Result<(), RestartError> {
        let present = self.bodies.iter().filter(|entered| entered.present).count();
        if self.bodies.len() <= count && present == self.present {
            Ok(())
        } else {
            Err(content("the neighbours are not those of the bodies"))
        }
    }

    /// Whether an entry belongs to a body that has been entered.
    pub(crate) fn knows(&self, entry: Entry) -> bool {
        (entry.body as usize) < self.bodies.len()
    }

    /// Sets the course of a body. Its entries become stale.
    pub(crate) fn set(&mut self, body: u32, course: &Course, from: f64) -> Entry {
        let index = body as usize;
        if index >= self.bodies.len() {
            let absent = Entered { course: *course, from, stamp: 0, present: false, asked: 0 };
            self.bodies.resize(index + 1, absent);
        }
        let entered = &mut self.bodies[index];
        self.present += usize::from(!entered.present);
        (entered.course, entered.from, entered.present) = (*course, from, true);
        entered.stamp = entered.stamp.wrapping_add(1);
        Entry { body, stamp: entered.stamp }
    }

    /// Forgets a body. Returns whether it was known.
    pub(crate) fn remove(&mut self, body: u32) -> bool {
        let Some(entered) = self.bodies.get_mut(body as usize).filter(|entered| entered.present) else { return false };
        entered.present = false;
        entered.stamp = entered.stamp.wrapping_add(1);
        self.present -= 1;
        true
    }

    /// Number of bodies.
    pub(crate) fn len(&self) -> usize {
        self.present
    }

    pub(crate) fn get(&self, body: u32) -> Option<&Entered> {
        self.bodies.get(body as usize).filter(|entered| entered.present)
    }

    /// All bodies with their courses.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Entry, &Entered)> {
        let present = self.bodies.iter().zip(0..).filter(|(entered, _)| entered.present);
        present.map(|(entered, body)| (Entry { body, stamp: entered.stamp }, entered))
    }

    /// The course of an entry; `None` if it is stale.
    #[inline]
    pub(crate) fn current(&self, entry: Entry) -> Option<&Entered> {
        let entered = &self.bodies[entry.body as usize];
        (entered.stamp == entry.stamp).then_some(entered)
    }

    /// Begins a question of a body, which is not visited itself.
    pub(crate) fn begin_question(&mut self, body: u32) {
        self.question = self.question.wrapping_add(1);
        if self.question == 0 {
            // The numbers begin again once in four milliards of questions.
            self.bodies.iter_mut().for_each(|entered| entered.asked = 0);
            self.question = 1;
        }
        if let Some(entered) = self.bodies.get_mut(body as usize) {
            entered.asked = self.question;
        }
    }

    /// Whether this question meets the body for the first time.
    #[inline]
    pub(crate) fn first_visit(&mut self, body: u32) -> bool {
        let asked = &mut self.bodies[body as usize].asked;
        std::mem::replace(asked, self.question) != self.question
    }
}
