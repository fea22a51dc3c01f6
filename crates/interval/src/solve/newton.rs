//! Interval Newton steps: shrinking a region towards the zeros of its equations.
//!
//! **Question.** Which part of a region *X* can contain a solution of *f(x) = 0*?
//!
//! **Idea.** By the mean value theorem, applied to each row, every zero *x* in *X* satisfies *f(c) + A (x − c) = 0*
//! for some matrix *A* within the derivatives enclosed over *X*, where *c* is the midpoint of *X*. The solution set
//! of this linear interval equation, see [`linear`](super::linear), contains all zeros.
//!
//! **Guarantee.** No zero is lost, even if the system is not square or its derivatives are singular. An empty
//! result proves that there is none. Regions without derivatives are left unchanged.
//!
//! **Cost.** One evaluation of the derivatives over *X*, one of the equations at *c*, and 1 to 2 µs for five
//! equations in five variables.
//!
//! **Source.** Snyder 1993, sections 4.1 (Krawczyk–Moore), 4.2.1 (interval inverse), 4.2.2 (matrix iteration),
//! figure 7. The default, [`NewtonMethod::Preconditioned`], sweeps the unmodified system and then the system after
//! elimination on its midpoint.
//!
//! | paper | here |
//! |---|---|
//! | □*J(X)* | `rows` |
//! | *−f(c)* | `right` |
//! | *y = x − c* | `offset` |
//! | *Y* | inside [`PreconditionedSystem`] |

use super::linear::{Gap, eliminate_in_place, linear_solve_with_gap, sweep};
use super::precondition::PreconditionedSystem;
use super::{MOST_EQUATIONS, MOST_VARIABLES, NewtonMethod, Problem};
use crate::Interval;

/// A box with one side per variable of the problem; the other entries are not read.
pub(super) type Sides = [Interval; MOST_VARIABLES];

/// The equations of a problem, linearised over a region, and the reduced system.
pub(super) struct Linearization {
    pub(super) equations: usize,
    pub(super) variables: usize,
    pub(super) center: [f64; MOST_VARIABLES],
    /// The sides of the region relative to its midpoint.
    pub(super) offset: Sides,
    pub(super) rows: [Interval; MOST_EQUATIONS * MOST_VARIABLES],
    pub(super) right: [Interval; MOST_EQUATIONS],
    pub(super) reduced: PreconditionedSystem,
    /// Whether the rows belong to the current region.
    pub(super) usable: bool,
    /// The number of evaluations of the derivatives.
    pub(super) evaluations: u64,
}

/// The result of a Newton step on a region.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum NewtonStep {
    /// Proved: the region has no solution.
    Empty,
    /// There are no derivatives, or none are used.
    Failed,
    /// The region is now no larger. `regular`: the linear system appears to have one solution, so a proof should be
    /// attempted.
    Shrunk { regular: bool, gap: Option<Gap> },
}

impl Linearization {
    pub(super) fn new() -> Self {
        Self {
            equations: 0,
            variables: 0,
            center: [0.0; MOST_VARIABLES],
            offset: [Interval::ZERO; MOST_VARIABLES],
            rows: [Interval::ZERO; MOST_EQUATIONS * MOST_VARIABLES],
            right: [Interval::ZERO; MOST_EQUATIONS],
            reduced: PreconditionedSystem::new(),
            usable: false,
            evaluations: 0,
        }
    }

    /// Linearises the equations over the region. Returns its sides relative to its midpoint; `None` if there are no
    /// derivatives.
    pub(super) fn linearize(&mut self, problem: &mut dyn Problem, region: &[Interval]) -> Option<Sides> {
        (self.equations, self.variables) = (problem.equation_count(), region.len());
        let rows = &mut self.rows[..self.equations * self.variables];
        self.evaluations += 1;
        (self.usable, self.reduced.solved) = (false, 0);
        if !problem.jacobian(region, rows) || rows.iter().any(|entry| entry.is_empty()) {
            return None;
        }
        let mut point = [Interval::ZERO; MOST_VARIABLES];
        let mut offset = [Interval::ZERO; MOST_VARIABLES];
        for (i, side) in region.iter().enumerate() {
            self.center[i] = side.mid();
            point[i] = Interval::from(self.center[i]);
            offset[i] = *side - point[i];
        }
        let right = &mut self.right[..self.equations];
        problem.equations(&point[..region.len()], right);
        if right.iter().any(|value| value.is_empty()) {
            return None;
        }
        right.iter_mut().for_each(|value| *value = -*value);
        self.usable = true;
        self.offset = offset;
        Some(offset)
    }

    pub(super) fn system(&self) -> (&[Interval], &[Interval]) {
        (&self.rows[..self.equations * self.variables], &self.right[..self.equations])
    }

    /// Shrinks the region by the chosen method.
    pub(super) fn shrink(
        &mut self,
        problem: &mut dyn Problem,
        region: &mut [Interval],
        newton: NewtonMethod,
    ) -> NewtonStep {
        self.usable = false;
        if newton == NewtonMethod::None || problem.equation_count() == 0 {
            return NewtonStep::Failed;
        }
        let Some(mut offset) = self.linearize(problem, region) else { return NewtonStep::Failed };
        let before = offset;
        let offset = &mut offset[..region.len()];
        let mut gap = None;
        let square = self.equations == self.variables;
        let (possible, dominant) = match newton {
            NewtonMethod::None => return NewtonStep::Failed,
            NewtonMethod::Preconditioned => self.preconditioned(offset, &mut gap),
            NewtonMethod::MatrixIteration => {
                let (rows, right) = self.system();
                (linear_solve_with_gap(rows, right, offset, &mut gap), false)
            }
            NewtonMethod::Inverse | NewtonMethod::KrawczykMoore if !square => return NewtonStep::Failed,
            NewtonMethod::Inverse | NewtonMethod::KrawczykMoore => match self.image(offset, newton, u32::MAX) {
                Some(image) => (intersect(offset, &image), false),
                None => return NewtonStep::Failed,
            },
        };
        let regular = dominant || square && offset.iter().zip(&before).all(|(after, before)| after.interior(*before));
        if !possible {
            return NewtonStep::Empty;
        }
        for ((side, offset), &center) in region.iter_mut().zip(offset).zip(&self.center) {
            *side = side.intersection(*offset + center);
            if side.is_empty() {
                return NewtonStep::Empty;
            }
        }
        // Rounded inward, so that the gap becomes narrower.
        let gap = gap.map(|gap| {
            let center = self.center[gap.variable];
            Gap { from: (center + gap.from).next_up(), to: (center + gap.to).next_down(), ..gap }
        });
        NewtonStep::Shrunk { regular, gap }
    }

    /// Sweeps the unmodified system, then the reduced one. Returns whether a solution is possible, and whether the
    /// system is regular.
    fn preconditioned(&mut self, offset: &mut [Interval], gap: &mut Option<Gap>) -> (bool, bool) {
        let (rows, right) = self.system();
        if !sweep(rows, right, offset, gap) {
            return (false, false);
        }
        // If all coefficients of a variable contain zero, no combination of the equations can be solved for it, and
        // the other variables can rarely be reduced then. Skipping this case saves a quarter of the eliminations
        // and costs few regions, if any.
        let column = |j: usize| rows.iter().skip(j).step_by(offset.len());
        if (0..offset.len())
            .any(|j| column(j).all(|entry| entry.contains(0.0)) && column(j).any(|e| *e != Interval::ZERO))
        {
            return (true, false);
        }
        self.reduce(offset, u32::MAX);
        let regular = self.reduced.rank == self.variables && self.dominant(offset);
        let (rows, right) = self.reduced.system(self.variables);
        (linear_solve_with_gap(rows, right, offset, gap), regular)
    }

    /// Reduces the equations selected by the bit set `used`, weighted by the widths of the box.
    pub(super) fn reduce(&mut self, offset: &[Interval], used: u32) {
        let mut weights = [0.0; MOST_VARIABLES];
        for (weight, side) in weights.iter_mut().zip(offset) {
            *weight = side.magnitude().max(f64::MIN_POSITIVE);
        }
        let (equations, variables) = (self.equations, self.variables);
        let (rows, right) = (&self.rows[..equations * variables], &self.right[..equations]);
        self.reduced.reduce(rows, right, &weights[..variables], used);
    }

    /// Whether each reduced equation is dominated by the variable it is solved for.
    fn dominant(&self, offset: &[Interval]) -> bool {
        let (rows, _) = self.reduced.system(self.variables);
        rows.chunks_exact(self.variables).zip(&self.reduced.columns).all(|(row, &column)| {
            let share = |j: usize| row[j].magnitude() * offset[j].magnitude();
            let others: f64 = (0..row.len()).filter(|&j| j != column).map(share).sum();
            others <= row[column].mignitude() * offset[column].magnitude()
        })
    }

    /// The image of the box under the linear system, not intersected with the box; see [`proof`](super::proof). The
    /// number of equations selected by `used` must equal the number of variables. `None` if the image cannot be
    /// bounded.
    pub(super) fn image(&mut self, offset: &[Interval], newton: NewtonMethod, used: u32) -> Option<Sides> {
        match newton {
            NewtonMethod::None => None,
            NewtonMethod::Preconditioned => self.gauss_seidel(offset, used),
            NewtonMethod::MatrixIteration | NewtonMethod::Inverse => self.all_solutions(used),
            NewtonMethod::KrawczykMoore => self.krawczyk(offset, used),
        }
    }

    /// Solves each reduced equation for its variable in turn, using each new bound immediately.
    pub(super) fn gauss_seidel(&mut self, offset: &[Interval], used: u32) -> Option<Sides> {
        self.reduce(offset, used);
        if self.reduced.rank < used_count(used, self.equations) {
            return None;
        }
        let mut image = [Interval::ZERO; MOST_VARIABLES];
        image[..offset.len()].copy_from_slice(offset);
        let (rows, right) = self.reduced.system(self.variables);
        for ((row, &right), &column) in rows.chunks_exact(self.variables).zip(right).zip(&self.reduced.columns) {
            if row[column].contains(0.0) {
                return None;
            }
            let others: Interval = (0..row.len()).filter(|&j| j != column).map(|j| row[j] * image[j]).sum();
            image[column] = (right - others) / row[column];
        }
        Some(image)
    }

    /// All solutions of the linear system, anywhere, by interval elimination.
    fn all_solutions(&self, used: u32) -> Option<Sides> {
        let variables = self.variables;
        let mut matrix = [Interval::ZERO; MOST_VARIABLES * MOST_VARIABLES];
        let mut image = [Interval::ZERO; MOST_VARIABLES];
        if used_count(used, self.equations) != variables {
            return None;
        }
        let (rows, right) = self.system();
        for (i, k) in (0..self.equations).filter(|k| used >> k & 1 == 1).enumerate() {
            matrix[i * variables..(i + 1) * variables].copy_from_slice(&rows[k * variables..(k + 1) * variables]);
            image[i] = right[k];
        }
        eliminate_in_place(&mut matrix[..variables * variables], &mut image[..variables], 1).then_some(image)
    }

    /// *−Y f(c) + (I − Y J)(X − c)*.
    fn krawczyk(&mut self, offset: &[Interval], used: u32) -> Option<Sides> {
        self.reduce(offset, used);
        if self.reduced.rank < self.variables {
            return None;
        }
        let mut image = [Interval::ZERO; MOST_VARIABLES];
        let (rows, right) = self.reduced.system(self.variables);
        for ((row, &right), &column) in rows.chunks_exact(self.variables).zip(right).zip(&self.reduced.columns) {
            let identity = |j: usize| if j == column { Interval::ONE } else { Interval::ZERO };
            let moved: Interval = (0..row.len()).map(|j| (identity(j) - row[j]) * offset[j]).sum();
            image[column] = right + moved;
        }
        Some(image)
    }
}

fn used_count(used: u32, equations: usize) -> usize {
    (used & ((1 << equations) - 1)).count_ones() as usize
}

/// Intersects the sides; `false` if one becomes empty.
pub(super) fn intersect(sides: &mut [Interval], others: &[Interval]) -> bool {
    sides.iter_mut().zip(others).all(|(side, other)| {
        *side = side.intersection(*other);
        !side.is_empty()
    })
}
