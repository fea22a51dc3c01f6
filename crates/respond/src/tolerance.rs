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
