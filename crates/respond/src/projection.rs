//! Motion space: Gauss' principle of least constraint as a projection, by Wilhelmsen's algorithm.
//!
//! **Question.** Contacts without friction and joints restrict the rates v of bodies. Which rates come closest to the
//! free ones, in the metric of kinetic energy, of all that satisfy the restrictions?
//!
//! **Idea.** The change of the rates lies in the polyhedral cone that the rows generate. Wilhelmsen walks over faces of
//! the cone: take the row that is violated most, add it to the generators of the face, and go to the nearest point of
//! the span of these. If an impulse would become negative on the way, stop there and drop that generator. The rows of a
//! face are independent: no more than six for each body, however many contacts there are. A row that depends on the
//! face and is violated takes the place of a generator. Rates are updated sparsely; only the matrix of the face is
//! dense.
//!
//! **Guarantee.** Computed, not proved. The kinetic energy of the difference strictly grows towards its maximum (the
//! dual problem), so no face comes twice and the method is finite. If a dependent row is violated and nothing can take
//! its place, the restrictions contradict each other ([`Ending::Contradiction`]).
//!
//! **Cost.** For each step the rows, and the square of the number of rows of the face (updates of a Cholesky factor).
//!
//! **Source.** S. Redon, A. Kheddar, S. Coquillart, *Gauss' least constraint principle and rigid body simulations*,
//! 2002; D. R. Wilhelmsen, *A nearest point algorithm for convex polyhedral cones*, 1976. Where the bounds are not zero
//! (restitution, biases), the cone is a polyhedron; the exchange of dependent rows is that of D. Goldfarb, A. Idnani
//! 1983.

use crate::cholesky::Factor;
use crate::system::{Law, System};
use crate::tolerance::{DEPENDENT_ROW, FACE_STEPS, ROUNDING_MARGIN};
use crate::{Certificate, Ending, Rate};

/// Solves a system without friction; `impulses` are overwritten.
pub(crate) fn project(system: &System, impulses: &mut [f64], tolerance: f64) -> Certificate {
    let mut walk = Walk::new(system, impulses, tolerance);
    let contradiction = walk.run();
    let steps = walk.steps;
    let mut certificate = system.certificate(impulses, tolerance, steps);
    if !certificate.converged && (contradiction || certificate.joint > certificate.accepted) {
        certificate.ending = Ending::Contradiction;
    }
    certificate
}

struct Walk<'a> {
    system: &'a System,
    impulses: &'a mut [f64],
    rates: Vec<Rate>,
    /// The rows of the face, in the order of the factor.
    face: Vec<usize>,
    in_face: Vec<bool>,
    /// Least and greatest impulse of every row.
    bounds: Vec<[f64; 2]>,
    factor: Factor,
    /// The rate that counts as violated.
    violation: f64,
    steps: usize,
}

/// What became of a row that should enter the face.
enum Entry {
    Added,
    Dependent,
}

impl<'a> Walk<'a> {
    fn new(system: &'a System, impulses: &'a mut [f64], tolerance: f64) -> Self {
        let mut bounds = vec![[0.0, f64::INFINITY]; system.rows.len()];
        for block in &system.blocks {
            bounds[block.first] = match block.law {
                Law::Bilateral => [f64::NEG_INFINITY, f64::INFINITY],
                Law::Within(most) => [-most, most],
                Law::Pushes | Law::Cone(_) | Law::Torque { .. } => [0.0, f64::INFINITY],
            };
        }
        impulses.iter_mut().for_each(|impulse| *impulse = 0.0);
        let scale = system.rows.iter().fold(0.0_f64, |most, row| most.max(row.along(&system.free).abs() * row.length));
        let (rates, count) = (system.free.clone(), system.rows.len());
        let (factor, violation) = (Factor::default(), 0.25 * tolerance * scale);
        Self {
            system,
            impulses,
            rates,
            face: Vec::new(),
            in_face: vec![false; count],
            bounds,
            factor,
            violation,
            steps: 0,
        }
    }

    /// Walks to the nearest point; true if the restrictions contradict each other.
    fn run(&mut self) -> bool {
        // Rows with impulses of both signs begin in the face.
        for row in 0..self.system.rows.len() {
            if self.bounds[row][0] < 0.0 {
                self.enter(row);
            }
        }
        self.descend();
        let most = FACE_STEPS + 8 * self.system.rows.len();
        let mut refused = vec![false; self.system.rows.len()];
        while self.steps < most {
            let Some(row) = self.worst(&refused) else { return false };
            let before = self.impulses[row];
            match self.enter(row) {
                Entry::Added => {}
                Entry::Dependent => match self.exchange(row) {
                    Exchange::Done => {}
                    Exchange::Refused => {
                        refused[row] = true;
                        continue;
                    }
                    Exchange::Impossible => return true,
                },
            }
            self.descend();
            // Rounding let the row leave again: it is not violated by more than rounding.
            refused[row] |= !self.in_face[row] && self.impulses[row] == before;
        }
        false
    }

    /// The row outside of the face that is violated most.
    fn worst(&self, refused: &[bool]) -> Option<usize> {
        let mut worst = (self.violation, None);
        for (index, row) in self.system.rows.iter().enumerate() {
            if self.in_face[index] || refused[index] {
                continue;
            }
            let rate = row.along(&self.rates) * row.length;
            let [least, most] = self.bounds[index];
            let at_upper = self.impulses[index] >= most;
            let violated = if at_upper && self.impulses[index] > least { rate } else { -rate };
            // A row with both bounds finite that lies between them only waits for its turn.
            let violated = if self.impulses[index] > least && !at_upper { rate.abs() } else { violated };
            let rounding = ROUNDING_MARGIN * f64::EPSILON * row.weight * self.impulses[index].abs() * row.length;
            if violated > worst.0 + rounding {
                worst = (violated, Some(index));
            }
        }
        worst.1
    }

    fn couplings(&self, row: usize) -> Vec<f64> {
        let immovable = self.system.immovable();
        let of = &self.system.rows[row];
        self.face.iter().map(|&member| self.system.rows[member].coupling(of, immovable)).collect()
    }

    fn enter(&mut self, row: usize) -> Entry {
        let weight = self.system.rows[row].weight;
        if !self.factor.append(&self.couplings(row), weight, DEPENDENT_ROW * weight) {
            return Entry::Dependent;
        }
        self.face.push(row);
        self.in_face[row] = true;
        Entry::Added
    }

    fn drop(&mut self, place: usize) {
        self.factor.remove(place);
        self.in_face[self.face.remove(place)] = false;
    }

    /// Goes to the nearest point of the span of the face, dropping generators on the way.
    fn descend(&mut self) {
        for _ in 0..=self.face.len() {
            self.steps += 1;
            let lack: Vec<f64> = self.face.iter().map(|&row| -self.system.rows[row].along(&self.rates)).collect();
            let change = self.factor.solve(&lack);
            if !self.advance(&change) {
                break;
            }
        }
        // Once more with the rates summed anew: rounding does not accumulate.
        self.rates = self.system.rates(self.impulses);
    }

    /// Moves the impulses of the face by the change, or as far as the first bound; true if a generator was dropped
    /// there.
    fn advance(&mut self, change: &[f64]) -> bool {
        let blocking = self.first_bound(change).filter(|(reach, _)| *reach < 1.0);
        let step = blocking.map_or(1.0, |(reach, _)| reach);
        self.walk(change, step);
        if let Some((_, place)) = blocking {
            self.leave(place, change[place] > 0.0);
        }
        blocking.is_some()
    }

    /// How far a change can go until a generator reaches its bound, and which.
    fn first_bound(&self, change: &[f64]) -> Option<(f64, usize)> {
        let reach = |(place, (&row, change)): (usize, (&usize, &f64))| {
            let bound = self.bounds[row][usize::from(*change > 0.0)];
            let reach = ((bound - self.impulses[row]) / change).max(0.0);
            (*change != 0.0 && reach.is_finite()).then_some((reach, place))
        };
        let all = self.face.iter().zip(change).enumerate().filter_map(reach);
        all.min_by(|one, other| one.0.total_cmp(&other.0))
    }

    fn walk(&mut self, change: &[f64], step: f64) {
        for (&row, change) in self.face.iter().zip(change) {
            self.impulses[row] += step * change;
            self.system.rows[row].push(&mut self.rates, step * change);
        }
    }

    /// Drops a generator that has reached its bound.
    fn leave(&mut self, place: usize, upward: bool) {
        let row = self.face[place];
        let bound = self.bounds[row][usize::from(upward)];
        self.system.rows[row].push(&mut self.rates, bound - self.impulses[row]);
        self.impulses[row] = bound;
        self.drop(place);
    }

    /// A violated row that depends on the face takes the place of a generator. The rates do not change.
    fn exchange(&mut self, row: usize) -> Exchange {
        self.steps += 1;
        let upward = self.system.rows[row].along(&self.rates) < 0.0;
        let sign = if upward { 1.0 } else { -1.0 };
        let rounded = |share: &f64| if share.abs() > DEPENDENT_ROW { -sign * share } else { 0.0 };
        let change: Vec<f64> = self.factor.solve(&self.couplings(row)).iter().map(rounded).collect();
        let own = (self.bounds[row][usize::from(upward)] - self.impulses[row]).abs();
        match self.first_bound(&change) {
            Some((step, place)) if step < own => {
                self.walk(&change, step);
                self.impulses[row] += sign * step;
                self.leave(place, change[place] > 0.0);
                self.rates = self.system.rates(self.impulses);
                match self.enter(row) {
                    Entry::Added => Exchange::Done,
                    Entry::Dependent => Exchange::Refused,
                }
            }
            Some(_) | None if own.is_finite() => {
                self.walk(&change, own);
                self.impulses[row] += sign * own;
                self.rates = self.system.rates(self.impulses);
                Exchange::Done
            }
            Some(_) | None => Exchange::Impossible,
        }
    }
}

/// How an exchange ended.
enum Exchange {
    Done,
    Refused,
    Impossible,
}
