//! All tolerances of this crate, each with unit, reason, and what breaks if it changes.

/// Fraction of the fastest approach. The iteration over simultaneous contacts stops if no impulse changes a
/// velocity by more. Smaller: rounding prevents termination. Larger: momentum is still conserved; restitution and
/// friction are less exact.
pub(crate) const CONVERGED: f64 = 4e-15;

/// Count. Largest number of iterations over all contacts. Redundant contacts (a box on its four corners) need about
/// a hundred. Smaller: impulses of many simultaneous contacts are less exact, or friction is lowered without need.
/// Larger: jammed contacts take longer to be detected.
pub(crate) const MOST_ITERATIONS: usize = 4_000;

/// Fraction of the friction. If friction does not converge at this fraction or below, it is set to zero. Smaller:
/// more attempts with jammed contacts. Larger: friction is given up earlier.
pub(crate) const LEAST_FRICTION_FACTOR: f64 = 0.1;

/// Count. Number of bisections for the largest restitution factor that creates no energy: it is found to a
/// millionth.
pub(crate) const RESTITUTION_BISECTIONS: usize = 20;

/// Count. Number of inner corrections of a slipping contact in every iteration. It affects the rate of convergence,
/// not the precision. It must be odd: otherwise an impulse that oscillates between two values would appear to have
/// converged.
pub(crate) const SLIP_CORRECTIONS: usize = 7;

/// Fraction of the kinetic energy. Gain of energy in an impact that counts as rounding. Smaller: rounding is
/// mistaken for a gain, and restitution is lowered without need. Larger: energy could be created.
pub(crate) const ENERGY_ROUNDING: f64 = 1e-13;

/// Fraction of the largest entry. Smaller pivots count as zero: the constraints depend on each other, and the
/// solution with the least forces is chosen. Smaller: rounding is mistaken for independence, and forces explode.
/// Larger: contacts that are close together are treated as one.
pub(crate) const DEPENDENT_PIVOT: f64 = 1e-10;

/// Factor. If forces are not determined, friction is weighted by this factor relative to normal forces in the norm
/// that is minimised. Smaller: friction carries loads that walls could, and leaves its cone without need. Larger:
/// digits are lost.
pub(crate) const FRICTION_COST: f64 = 32.0;

/// Fraction of the largest column. Rounding by which a tensor may be asymmetric, and a principal moment larger than
/// the sum of the others. Smaller: tensors given with few digits are refused. Larger: impossible tensors are
/// accepted.
pub(crate) const TENSOR_ROUNDING: f64 = 1e-9;

/// Count. Number of cells along the longest side of an implicit solid, in the finer of the two grids. Larger: more
/// exact, with a cost that grows with the cube.
pub(crate) const SOLID_CELLS: usize = 96;

/// Factor. Masses of two bodies that touch may differ by this much. Larger: fewer than six digits of the lighter body's
/// rate are left.
pub(crate) const LARGEST_MASS_RATIO: f64 = 1e9;

/// Pure number. A normal counts as a unit vector if its length differs from 1 by at most this. Smaller: normals that
/// were computed in a few operations are refused. Larger: impulses are wrong by this fraction.
pub(crate) const UNIT_ROUNDING: f64 = 1e-9;

/// Fraction of the largest free relative rate. The residual of a solution that counts as converged, unless the caller
/// asks for another. Smaller: rounding prevents it in large problems. Larger: stacks creep.
pub(crate) const RESIDUAL: f64 = 1e-11;

/// Units of rounding of the largest term of a sum that are accepted in addition to the tolerance. A relative rate is a
/// sum of a dozen terms, each with the rounding of an impulse summed over contacts. Smaller: exact solutions with
/// ratios of masses of a million count as not converged. Larger: errors count as rounding.
pub(crate) const ROUNDING_MARGIN: f64 = 64.0;

/// Count. Sweeps between two certificates, odd so that both directions come last in turn. A certificate costs half a
/// sweep. Smaller: more time for certificates. Larger: sweeps after convergence.
pub(crate) const SWEEPS_BETWEEN_CHECKS: usize = 5;

/// Count. Largest number of evaluations for a sliding contact. The secant method needs about ten; bisection alone would
/// need as many as there are bits.
pub(crate) const SLIDING_STEPS: usize = 64;

/// Fraction of the diagonal. A row whose pivot is smaller depends on the others. Smaller: rounding counts as
/// independence, and impulses explode. Larger: contacts that are close together count as one.
pub(crate) const DEPENDENT_ROW: f64 = 1e-11;

/// Fraction of the largest entry of a column. Smaller entries are not used as pivots. Smaller: rounding is divided by
/// rounding. Larger: a solution may be overlooked and taken for a contradiction.
pub(crate) const PIVOT_ROUNDING: f64 = 1e-11;

/// Count. Pivots of Lemke's method, in addition to eight for each row. It needs about one for each row that is active.
pub(crate) const LEMKE_PIVOTS: usize = 64;

/// Count. Steps of Wilhelmsen's method, in addition to eight for each row. It needs about one for each row that is
/// active.
pub(crate) const FACE_STEPS: usize = 64;

/// Factor. The largest penalty of the method of multipliers over the inverse weight of a contact. Each update of the
/// impulses reduces the error by this factor, over the condition of the contacts. It amplifies the rounding of rates.
/// Larger: that rounding exceeds the tolerance. Smaller: more updates for stacks and ratios of masses.
pub(crate) const PENALTY: f64 = 1e4;

/// Count. Newton steps between two updates of the impulses. Three to ten are needed. The minimum is reached or the
/// limit of all steps ends the search.
pub(crate) const NEWTON_STEPS: usize = 40;

/// Count. Evaluations in the search along a Newton step. About ten are needed.
pub(crate) const LINE_SEARCH_STEPS: usize = 30;

/// Count. Sweeps before the default method with friction changes to Newton steps. A single contact needs one, a warm
/// start few. Larger: time is lost where sweeps are slow. Smaller: factorisations where sweeps would do.
pub(crate) const FIRST_SWEEPS: usize = 10;

/// Count. Sweeps of the default method after Newton steps did not converge.
pub(crate) const LAST_SWEEPS: usize = 400;

/// Count. Largest number of sweeps, unless the caller asks for another.
pub(crate) const MOST_SWEEPS: usize = 2_000;

/// Count. Largest number of Newton steps if sweeps are limited by `MOST_SWEEPS`.
pub(crate) const MOST_NEWTON_STEPS: usize = 400;

/// Count. Largest face (the rows, at most six for each body) for which Wilhelmsen's projection is the default. Its
/// dense factor grows with the square; `BENCHMARKS.md` shows where the sparse method overtakes it.
pub(crate) const LARGEST_FACE: usize = 160;

/// Fraction of the fastest approach of an impact. Slower approaches count as rest and are not hit. It is above the
/// residual of a solution, so that rounding does not start a round. Larger: approaches are left.
pub(crate) const RESTING: f64 = 1e-10;

/// Count. A contact that was hit more often in one impact loses its restitution. Balls in a row with e < 1 can hit each
/// other infinitely often in no time. Smaller: the last hits of a long chain are inelastic too early.
pub(crate) const COLLAPSE: usize = 16;

/// Count. Largest number of rounds of an impact; then all contacts are solved together without restitution. A row of n
/// balls needs n rounds.
pub(crate) const IMPACT_ROUNDS: usize = 200;

/// Factor. The penalty of a block with a large impulse: this times the change of rate that the impulse causes, over the
/// largest free relative rate. Larger: the rounding of rates that the penalty amplifies exceeds that of the impulse.
/// Smaller: slow where light bodies carry heavy ones.
pub(crate) const LOAD_PENALTY: f64 = 32.0;

/// Fraction of the slope at the start of a Newton step that counts as zero at its end.
pub(crate) const LINE_SEARCH_SLOPE: f64 = 1e-3;

/// Count. Sweeps between two updates of the proximal method. They solve what is local. Smaller: sliding contacts
/// converge slowly. Larger: time.
pub(crate) const SWEEPS_BETWEEN_STEPS: usize = 10;

/// Count. Newton steps on Coulomb's law itself between two updates of the impulses. It converges quadratically where it
/// does.
pub(crate) const POLISH_STEPS: usize = 16;

/// Count. Updates of the impulses with such steps, as long as each halves the residual.
pub(crate) const POLISH_UPDATES: usize = 8;

/// Factor. The first penalty over the inverse weight of a contact. A small one lets the contacts that are active be
/// found in few steps. Larger: more Newton steps at the start.
pub(crate) const FIRST_PENALTY: f64 = 10.0;

/// Factor by which the penalty grows from update to update, up to `PENALTY`.
pub(crate) const PENALTY_GROWTH: f64 = 4.0;

/// Fraction of the largest free relative rate. Newton steps on Coulomb's law itself are tried below this residual.
pub(crate) const POLISH_RESIDUAL: f64 = 1e-4;

/// Count. Updates of the impulses with De Saxcé's terms at zero, before slip is considered. The penalty reaches its
/// largest value after five. Smaller: contacts that can just hold are found to slip, and come back slowly.
pub(crate) const STATIC_UPDATES: usize = 9;

/// Fraction of the largest free relative rate. Impulses with a smaller residual are a warm start. Larger: contacts that
/// can just hold come back slowly. Smaller: warm starts are treated as cold ones.
pub(crate) const WARM_RESIDUAL: f64 = 1e-2;

/// Relative. A polyhedron whose volume is that of its convex hull up to this part is convex. Smaller: rounding of thin
/// hulls refuses them. Larger: shallow dents would be filled.
pub(crate) const CONVEX_VOLUME: f64 = 1e-12;
