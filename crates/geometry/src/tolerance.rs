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

/// How many boxes are looked at to prove that a formula is positive on one side of its region: a few milliseconds. Fewer: sides of
/// the region become part of the boundary although the solid does not reach them.
pub(crate) const AROUND_BOXES: usize = 2048;

/// How many boxes are looked at to prove that a slab of a region is free of the solid. Fewer: bounding boxes are larger.
pub(crate) const REGION_BOXES: usize = 128;

/// How thin the last such slab is: the width of the region halved so often. More: bounding boxes are tighter and take longer.
pub(crate) const REGION_HALVINGS: i32 = 8;

/// Up to how many instructions a solid may have to be looked at with those numbers of boxes; one of a hundred thousand gets fewer in
/// proportion. Larger: a file of endless formulas takes minutes to be read.
pub(crate) const ORDINARY_INSTRUCTIONS: usize = 2000;

/// How often all six sides are tried. More: tighter where a solid is small in its region.
pub(crate) const REGION_ROUNDS: u32 = 4;

/// How many boxes are looked at to prove that creases or corners of a solid have no point. Fewer: they are kept, and cost whoever looks
/// for contacts on them.
pub(crate) const ELEMENT_BOXES: usize = 4096;

/// The smallest boxes of that search, relative to the bounding box: where one is left, the crease or corner is kept.
pub(crate) const ELEMENT_SIZE: f64 = 1.0 / 256.0;

/// By how much the place on the second face that matches a place on an edge is widened, as a share of the side's length.
///
/// Sides are matched by comparing points, to rounding ([`SIDES_MEET`]). Smaller: an outward direction could be that of a place
/// next to the contact. Larger: outward directions are less sharp, and fewer regions are discarded by them.
pub(crate) const MATCHED_PARAMETER: f64 = 1e-9;

/// The largest sample of a volume, without its sign. Differences of coefficients must fit into short numbers.
pub(crate) const LARGEST_SAMPLE: f64 = 1e30;

/// The most samples of a volume: 512 MB as numbers. More: a careless file fills the memory.
pub(crate) const MOST_SAMPLES: usize = 1 << 26;

/// Up to how many cells a box over a volume is enclosed cell by cell. More: tighter and slower, in proportion.
pub(crate) const MOST_CELLS_EXACTLY: usize = 8;

/// What rounding changes in a weighted mean of a cell's coefficients, in units of `f64::EPSILON` times the largest of them.
///
/// Each of three directions has weights that are off by at most 10 half units in relation to themselves (products of three numbers,
/// of which each is off by 2, sums of two), and adds four products (7 half units): 51 half units in all, and 1 for the widening
/// itself. Lower: the bound would not hold. Higher: enclosures at points are wider.
pub(crate) const SPLINE_ROUNDING_UNITS: f64 = 32.0;

/// The most cells along the longest side for a mesh of a solid: 17 million corners, 140 MB.
pub(crate) const MOST_MESH_CELLS: usize = 256;

/// How far apart samples of two sides may be that are taken to run together, and samples of one side that is taken to be a
/// point, as a share of the body's size.
///
/// A full turn ends at 6.283185307179586 in a file, and its sine is off by 2e-16; twelve correct digits pass as well.
/// Smaller: honest seams are called open. Larger: a slit of that width passes as closed.
pub(crate) const SIDES_MEET: f64 = 1e-12;

/// How far apart sides that run together may be between the samples, with proof, as a share of the body's size.
///
/// Sides that agree to rounding at 33 places and part elsewhere by more are not taken as one. Smaller: the proof takes longer, with the
/// root of it. Larger: a spike between the samples passes if it is smaller than that.
pub(crate) const SIDES_PROVED: f64 = 0.01;

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
pub(crate) const VOLUME_CELLS: usize = 16_384;

/// The same at each part of the span of a deforming body.
pub(crate) const VOLUME_CELLS_WHILE_DEFORMING: usize = 2_048;

/// How often the span of a deforming body is halved to find the sign of its volume at every instant, at most: 2⁵ pieces. More and
/// fewer: as [`VOLUME_CELLS`].
pub(crate) const VOLUME_HALVINGS: u32 = 5;

/// Into how many cells each parameter of a curved face is cut to find its extent. More: tighter boxes and slower, in
/// proportion to the square; with sixteen a torus' box is a hundredth too large.
pub(crate) const EXTENT_CELLS: usize = 16;

/// Into how many pieces the span is cut to find the extent of a face that deforms. More: tighter and slower in proportion.
pub(crate) const EXTENT_INSTANTS: usize = 8;

/// By how much, as a share, the radius of a ball around a curved body may exceed what the body needs. Smaller: more pieces are looked
/// at. Larger: culling by balls discards less.
pub(crate) const REACH_EXCESS: f64 = 0.01;

/// Into how many pieces a curved face is cut to find how far it reaches, at most; then the bound is as good as it is.
pub(crate) const REACH_PIECES: usize = 2_000;

/// How far apart corners of a picture's triangles may be that are drawn as one, as a share of the body's size. Smaller: rounding opens
/// slits in the picture. Larger: details of that size are drawn as points.
pub(crate) const DRAWN_AS_ONE: f64 = 1e-9;

/// How many instructions of formulas are run to find the sign of a volume, at most: a formula of a hundred thousand operations gets fewer
/// cells than [`VOLUME_CELLS`]. Larger: a file of endless formulas takes minutes to be read.
pub(crate) const VOLUME_INSTRUCTIONS: usize = 20_000_000;

/// By what share of its range a chart reaches beyond a side where the surface goes on.
///
/// Contacts are known to some 1e-14 of a range, so that one on the border is well inside. Smaller: near that, and contacts on borders are not
/// proved. Larger: what is covered twice is searched twice.
pub(crate) const OVERLAP: f64 = 1e-9;

/// How far before a pole a curved face is left to the chart around the pole, and half the side of that chart's square, as shares of the range that
/// leads to the pole. The square must hold the circle about the pole that is left to it. Within that it changes the price of a query, never
/// its answer: away from the pole the enclosures of the face are the tighter ones, towards it the face becomes narrow.
pub(crate) const CAP: [f64; 2] = [0.05, 0.0625];
