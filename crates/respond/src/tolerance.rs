//! All tolerances of this crate, each with unit, reason, and what breaks if it changes.

/// Fraction of the fastest approach. The impulses of simultaneous contacts are repeated until none changes a velocity by more. Smaller:
/// rounding keeps it from ending. Larger: momentum is still kept, restitution and friction are less exact.
pub const SETTLED: f64 = 4e-15;

/// Count. So often every contact is visited at most. Redundant contacts (a box on its four corners) need some hundred rounds. Smaller:
/// impulses of many contacts at once are less exact, or friction is lowered for nothing. Larger: contacts that jam take longer to end.
pub const MOST_ROUNDS: usize = 4_000;

/// Share of the friction. Below it, friction that does not settle is left out altogether.
pub const LEAST_FRICTION: f64 = 0.1;

/// Count. So often the share of the restitution that makes no energy is halved: it is found to a millionth.
pub const RESTITUTION_HALVINGS: usize = 20;

/// Count. So often a contact that slips corrects its own impulse in every round; a speed of convergence, not of precision. An odd number:
/// an impulse that swings to and fro between two values is not taken for one that settled.
pub const SLIP_ROUNDS: usize = 7;

/// Fraction of the kinetic energy. So much more may be there after an impact, by rounding. Smaller: rounding is taken for a gain, and
/// restitution is lowered for nothing. Larger: energy could be made.
pub const ENERGY_ROUNDING: f64 = 1e-13;

/// Fraction of the largest entry. Pivots below it are taken for zero: the constraints depend on each other, and the least forces are
/// chosen. Smaller: rounding is taken for independence, and forces explode. Larger: contacts that are close together are taken for one.
pub const DEPENDENT: f64 = 1e-10;

/// Factor. Where forces are not determined, friction counts for so much more than normal forces in what is made least. Smaller: friction
/// carries what walls could, and leaves its cone without need. Larger: digits are lost.
pub const FRICTION_COST: f64 = 32.0;

/// Fraction. A tensor may be asymmetric, and a principal moment larger than the sum of the others, by rounding of its numbers.
pub const TENSOR_ROUNDING: f64 = 1e-9;

/// Fraction of the volume. Integrals over curved faces are refined until they change by no more.
pub const MEASURED: f64 = 1e-12;

/// Count. Cells along each side of a face that are tried at most, each with 64 nodes.
pub const MOST_CELLS: usize = 64;

/// Count. Cells along the longest side of an implicit solid in the finer of the two grids.
pub const SOLID_CELLS: usize = 96;
