//! Every tolerance and limit of this crate, with its unit, its reason and what breaks if it changes.

/// Bytes. The largest mesh file, or set of buffers of one glTF file, that is read.
///
/// Vertices are numbered with 32 bits, which an STL file exhausts at 200 GB; long before that the file no longer fits
/// in memory. Larger: a sparse or endless file can exhaust the machine. Smaller: honest scans are refused.
pub(crate) const MAXIMUM_FILE_BYTES: u64 = 8 << 30;

/// Vertices, and triangles, that a glTF or COLLADA scene may expand to when its meshes are placed by many nodes.
///
/// A small file can name one mesh a hundred thousand times; every other format is limited by its own length. Larger: a
/// hostile file can ask for more memory than there is (2^26 vertices are 1.6 GB). Smaller: honest scenes are refused.
pub(crate) const MAXIMUM_INSTANCED: usize = 1 << 26;

/// Nodes of a COLLADA scene above one another, instances included. Exporters nest a dozen deep; a file whose nodes contain
/// themselves has no end. Larger: the walk may exhaust the stack. Smaller: deep assemblies are refused.
pub(crate) const MAXIMUM_NODE_DEPTH: usize = 200;

/// Nodes of a COLLADA scene that are walked through, instances included.
///
/// Nodes may name nodes, so that a small file can stand for any number of them. Larger: a hostile file takes seconds. Smaller:
/// large assemblies are refused.
pub(crate) const MAXIMUM_NODE_VISITS: usize = 1 << 18;

/// Corners of a polygon that is not convex, beyond which it is not cut into ears.
///
/// Cutting ears costs the square of the corners; with this limit the cost of a file stays proportional to its length.
/// Above it the polygon is cut into a fan, which may cover more than the polygon (never less), with a warning.
pub(crate) const MAXIMUM_EAR_CORNERS: usize = 4096;

/// Pure number. How far a corner may lie from the plane of its polygon, relative to the polygon's size, before a
/// warning says so.
///
/// Coordinates that went through f32 are off by about 1e-7; larger departures mean that the surface depends on how the
/// polygon is cut. Affects a warning only.
pub(crate) const FLATNESS: f64 = 1e-5;

/// Pure number. How far the length of a glTF rotation quaternion may be from 1; within it the quaternion is normalised.
///
/// Exporters write f32 and sometimes three or four decimals. Larger: wrong rotations pass as right. Smaller: files
/// with few decimals are refused.
pub(crate) const QUATERNION_LENGTH: f64 = 1e-3;

/// Bytes. The largest scene file that is read.
///
/// Read, text takes up to a hundred times its own size in memory (93 measured, 400,000 boxes). Larger: a hostile file can exhaust the
/// machine. Smaller: honest scenes with meshes written into them are refused; large meshes belong in mesh files.
pub(crate) const MAXIMUM_SCENE_BYTES: usize = 16 << 20;

/// Vertices and triangles that the bodies and key frames of a scene may have in all.
///
/// A few words of text can ask for any number of them: a fine sphere, or one mesh file for a thousand bodies. Larger: a
/// hostile scene can ask for more memory than there is (2^26 keep 1.6 GB, at 24 bytes each, and more while they are made).
/// Smaller: honest scenes are refused.
pub(crate) const MAXIMUM_SCENE_ELEMENTS: usize = 1 << 26;

/// Characters of the name of a body. Names stand in tables and beside bodies in the viewer, which longer ones break.
pub(crate) const MAXIMUM_NAME: usize = 200;

/// Pure number. How far the length of an orientation in a scene may be from 1; the geometry normalises it.
///
/// Seven decimals leave 1e-7. Larger: quaternions that were never unit pass as rotations. Smaller: honest decimals are
/// refused.
pub(crate) const ORIENTATION_LENGTH: f64 = 1e-6;

/// Pure number. How far a body may jump between two pieces of its motion, relative to its size, before a warning says
/// so.
///
/// Pieces that were computed elsewhere join to rounding and decimals, 1e-7 or better. Affects a warning only.
pub(crate) const JOIN_JUMP: f64 = 1e-6;

/// Of the greatest entry: how far an inertia tensor may be from symmetric. Rounded figures of a CAD program are meant; a
/// larger one would accept a wrong entry, a smaller one refuse honest rounding.
pub(crate) const INERTIA_SYMMETRY: f64 = 1e-6;

/// Share of the size of a curved body. Opposite sides of a face that miss each other by less are pointed out: an angle was most
/// likely given with few digits, as in 6.28 for a full turn. Larger: narrow slits that are meant are remarked on too.
pub(crate) const NEARLY_CLOSED: f64 = 0.02;

/// Fraction of the size of the scene. How far a point of a rigid body may be drawn from its true place, in the viewer.
///
/// A screen shows about 2,000 points across: at 1e-5 the error stays far below a pixel even when zoomed in thirty times.
/// Larger: curved motions visibly cut corners. Smaller: more keys for nothing. No answer depends on it.
pub(crate) const PICTURE_OF_RIGID: f64 = 1e-5;

/// The same for deforming bodies, whose keys cost a whole set of vertices each: a fifth of a pixel across the scene.
pub(crate) const PICTURE_OF_DEFORMING: f64 = 1e-4;

/// Fraction of the size of the body. How far the triangles of a curved surface may be drawn from it: its outline shows corners
/// of about a pixel when it fills the screen. Smaller: larger pages, in proportion. No answer depends on it.
pub(crate) const PICTURE_OF_CURVED: f64 = 6e-4;

/// Bodies that a scene may have before curved ones are drawn with fewer triangles: each is then small in the picture. More: pages of
/// hundreds of bodies grow beyond what a browser opens at once.
pub(crate) const FEW_BODIES: usize = 20;

/// Cells along the longest side of the grid with which an implicit solid is drawn. More: finer, and slower with the third power.
pub(crate) const PICTURE_OF_IMPLICIT: usize = 64;

/// Fraction of the size of the scene. An error of the drawing that can be seen, about two pixels: the page admits it.
pub(crate) const VISIBLE: f64 = 1e-3;

/// Keys of one rigid motion in a viewer page, 64 bytes each.
///
/// A spin of some hundred turns within the span still fits; a faster one is drawn right at its keys only, and the page
/// says so. Larger: the page of many bodies grows. Smaller: quick spins are drawn wrong.
pub(crate) const MAXIMUM_POSE_KEYS: usize = 2048;

/// Bytes of the key frames of all deforming bodies in a viewer page, before base64 adds a third.
///
/// Larger: the page takes seconds to open. Smaller: long cloth motions turn coarse.
pub(crate) const MAXIMUM_FRAME_BYTES: usize = 24 << 20;

/// Instants of contact that are made keys in a viewer page, so that the drawing is exact there.
///
/// Simultaneous contacts share theirs. Larger: more frames of deforming bodies. Smaller: late contacts are drawn within
/// tolerance only.
pub(crate) const MAXIMUM_CONTACT_KEYS: usize = 32;

/// Contacts in a viewer page; more dots cannot be told apart, and the page says that some are left out.
pub(crate) const MAXIMUM_CONTACTS_DRAWN: usize = 4096;

/// Instants of the energy plot, a few for every pixel; of more, an even choice is drawn.
pub(crate) const MAXIMUM_ENERGY_DRAWN: usize = 4096;

/// Fractions of a piece of motion at which the drawing is compared with the truth.
///
/// Unequal on purpose: at equal steps, a body that turns a whole number of times a step would seem to stand still.
pub(crate) const PROBES: [f64; 7] = [0.0911, 0.2137, 0.3519, 0.5, 0.6383, 0.7741, 0.9072];

/// Equal steps of the span at which the extent of the motion is taken, for the framing of the view alone.
pub(crate) const EXTENT_STEPS: usize = 64;

/// Bytes. The largest robot description, SRDF file, planning scene or request that is read.
///
/// Read, such text takes some fifty times its own size in memory. Larger: a hostile file can exhaust the machine. Smaller:
/// honest files are refused (a robot of a hundred links has a hundred kilobytes).
pub(crate) const MAXIMUM_ROBOT_BYTES: u64 = 16 << 20;

/// Bytes. The largest trajectory file that is read: a day at a thousand rows a second is beyond it, an hour is not.
pub(crate) const MAXIMUM_TRAJECTORY_BYTES: u64 = 1 << 30;

/// Radians or metres. How far the value of a joint that follows another may be from what its rule says, where a trajectory
/// gives a column for both.
///
/// Recorded values have six decimals. Larger: a file in which the joints do not follow passes, and the robot that is checked
/// is another. Smaller: honest decimals are refused.
pub(crate) const MIMIC_DISAGREEMENT: f64 = 1e-5;

/// Metres. How far the prism around a cylinder or cone reaches beyond it, unless the caller says otherwise.
///
/// A tenth of a millimetre is below what robots repeat and costs 39 sides at a radius of 3 cm. Larger: contacts are reported
/// earlier by that much. Smaller: more triangles, with the root of it.
pub(crate) const ROUND_EXCESS: f64 = 1e-4;

/// Samples of a volume file.
///
/// A header of a few bytes can announce any number, and a compressed file can hold as many. Larger: a hostile file can ask for more
/// memory than there is (2^26 are 512 MB). Smaller: honest scans are refused.
pub(crate) const MAXIMUM_VOLUME_SAMPLES: usize = 1 << 26;
