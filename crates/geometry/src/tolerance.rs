//! Every tolerance of this crate: its unit, its reason, and what breaks if it changes.

/// How far the length of a quaternion may be from 1 (no unit).
///
/// Quaternions come from files with six or more digits and from products that drift; such a one is taken to mean
/// `q/|q|`, exactly. Tighter: honest files are refused. Looser: a mistyped quaternion passes as another rotation.
pub(crate) const QUATERNION_LENGTH: f64 = 1e-6;

/// Rounding of plain evaluation ([`crate::Motion::at`], [`crate::Pose::apply`]), in units of `f64::EPSILON` times the sum
/// of the magnitudes of what is added up.
///
/// The longest chain is the turning motion: axis and angle are rounded once (4 units), sine and cosine of the angle and
/// the product of the quaternions add about 8, applying the quaternion about 12, three more terms are added (4). Lower:
/// the stated bound would not hold. Higher: callers keep an unnecessary distance.
pub(crate) const ROUNDING_UNITS: f64 = 32.0;

/// The largest jump between two segments of a piecewise motion that still passes as rounding, in units of the rounding
/// bounds of the two segments at the switching instant.
///
/// A segment usually starts where the last one was computed to end, by another formula than ours. Lower: motions made that
/// way are not called straight any more, and methods for straight motion refuse them. Higher: a real jump passes as a
/// continuous path; the enclosure at the switching instant holds both sides in any case.
pub(crate) const SWITCH_JUMP_ROUNDINGS: f64 = 8.0;

/// How often the domain of a quaternion's series may be halved to prove that it keeps away from zero.
///
/// An ordinary series of degree ten needs none to three; 2²⁰ pieces of degree 1000 would be minutes, but a quaternion that
/// does vanish is found out along one branch only. Fewer: sound motions with sharp turns are refused.
pub(crate) const QUATERNION_HALVINGS: u32 = 20;

/// Into how many pieces the travel bound of a series cuts its span. More: tighter and slower in proportion.
pub(crate) const TRAVEL_PIECES: u32 = 16;

/// The most parts that a combined solid may have: pairs and triples of them are looked at. More: minutes for a careless file.
pub(crate) const MOST_PARTS: usize = 512;

/// How deep combinations of solids may be nested: they are walked by recursion. More: the stack of a thread may overflow.
pub(crate) const DEEPEST_COMBINATION: usize = 256;

/// How many boxes are looked at to prove that a solid stays within its region, or to make the region smaller: some
/// milliseconds. Fewer: sides of the region become part of the boundary although the solid does not reach them, and
/// bounding boxes are larger.
pub(crate) const REGION_BOXES: usize = 4096;

/// The smallest boxes of that search, relative to the region. Smaller: bounding boxes are tighter and take longer.
pub(crate) const REGION_SIZE: f64 = 1.0 / 256.0;

/// How many boxes are looked at to prove that a crease or a corner of a solid has no point. Fewer: it is kept, and costs whoever looks
/// for contacts on it.
pub(crate) const ELEMENT_BOXES: usize = 2048;

/// The smallest boxes of that search, relative to the bounding box: where one is left, the crease or corner is kept.
pub(crate) const ELEMENT_SIZE: f64 = 1.0 / 1024.0;

/// By how much the place on the second face that matches a place on an edge is widened, as a share of the side's length.
///
/// Sides are matched by comparing points, to rounding ([`SIDES_MEET`]). Smaller: an outward direction could be that of a place
/// next to the contact. Larger: outward directions are less sharp, and fewer regions are discarded by them.
pub(crate) const MATCHED_PARAMETER: f64 = 1e-9;

/// How far apart samples of two sides may be that are taken to run together, and samples of one side that is taken to be a
/// point, as a share of the body's size.
///
/// A full turn ends at 6.283185307179586 in a file, and its sine is off by 2e-16; twelve correct digits pass as well.
/// Smaller: honest seams are called open. Larger: a slit of that width passes as closed.
pub(crate) const SIDES_MEET: f64 = 1e-12;

/// How far apart the unit normals at two sides may be that run together smoothly (no unit).
///
/// Applied to the two ends of one face, which are smooth or not by periodicity. Smaller: rounding makes creases where there are
/// none, and contacts are searched for on edges in vain. Larger: a crease that flat is overlooked.
pub(crate) const SMOOTH_SEAM: f64 = 1e-9;

/// The distance from a pole at which normals are first compared, as a share of the parameter's range; the second time it is a
/// sixteenth of that. Larger: a tip that is rounded off on a small scale is called smooth only if that scale is larger still.
/// Smaller: the normals there drown in rounding.
pub(crate) const NEAR_POLE: f64 = 1e-3;

/// How far normals around a pole may be from their mean, whatever the distance, if the surface is flat there (no unit).
///
/// Derivatives are evaluated to some 1e-15. Larger: a cone that flat has no vertex. Smaller: a flat cap may get one, which
/// costs time.
pub(crate) const FLAT_POLE: f64 = 1e-12;

/// Into how many cells the faces of a body are cut to find the sign of its volume, at most. More: thinner bodies are recognised
/// as solids, and what is none takes longer to be given up. Fewer: a solid is taken as a surface.
pub(crate) const VOLUME_CELLS: usize = 20_000;

/// How often the span of a deforming body is halved to find the sign of its volume at every instant, at most: 2⁶ pieces. More and
/// fewer: as [`VOLUME_CELLS`].
pub(crate) const VOLUME_HALVINGS: u32 = 6;
