//! Every tolerance and limit of this crate, with its unit, its reason and what breaks if it changes.

use glam::DVec3;
use std::ops::Range;

/// Bytes. The largest mesh file, or set of buffers of one glTF file, that is read.
///
/// Vertex indices have 32 bits; an STL file exhausts them at 200 GB. Such a file does not fit in memory.
/// Larger: a sparse or endless file can exhaust the memory. Smaller: real scans are refused.
pub(crate) const MAXIMUM_FILE_BYTES: u64 = 8 << 30;

/// Count. Most vertices, and most triangles, of a glTF or COLLADA scene after its nodes are expanded.
///
/// A small file can place one mesh a hundred thousand times; the length of the file limits every other format.
/// Larger: a hostile file can exhaust the memory (2^26 vertices take 1.6 GB). Smaller: real scenes are refused.
pub(crate) const MAXIMUM_INSTANCED: usize = 1 << 26;

/// Count. Greatest depth of nested COLLADA nodes, instances included. Exporters nest about a dozen deep; nodes that
/// contain themselves have infinite depth. Larger: the recursion may overflow the stack. Smaller: deep assemblies are
/// refused.
pub(crate) const MAXIMUM_NODE_DEPTH: usize = 200;

/// Count. Most COLLADA nodes visited, instances included.
///
/// Nodes may refer to nodes, so a small file can expand to any number. Larger: a hostile file takes seconds.
/// Smaller: large assemblies are refused.
pub(crate) const MAXIMUM_NODE_VISITS: usize = 1 << 18;

/// Count. Most corners of a non-convex polygon that is triangulated by ear clipping.
///
/// Ear clipping takes quadratic time; this limit keeps the cost of a file proportional to its length. A polygon with
/// more corners becomes a fan, which may cover more than the polygon (never less), with a warning.
pub(crate) const MAXIMUM_EAR_CORNERS: usize = 4096;

/// Pure number. Greatest distance of a corner from the plane of its polygon, relative to the size of the polygon,
/// without a warning.
///
/// Coordinates that were once f32 are off by about 1e-7. Beyond this limit the surface depends on the triangulation.
/// Affects a warning only.
pub(crate) const FLATNESS: f64 = 1e-5;

/// Pure number. Greatest deviation of the length of a glTF rotation quaternion from 1. Within it the quaternion is
/// normalised.
///
/// Exporters write f32 and sometimes three or four decimals. Larger: wrong rotations are accepted. Smaller: files
/// with few decimals are refused.
pub(crate) const QUATERNION_LENGTH: f64 = 1e-3;

/// Bytes. The largest scene file that is read.
///
/// The parsed text takes up to a hundred times its size in memory (93 measured, 400,000 boxes). Larger: a hostile file
/// can exhaust the memory. Smaller: real scenes with inline meshes are refused; large meshes belong in mesh files.
pub(crate) const MAXIMUM_SCENE_BYTES: usize = 16 << 20;

/// Bytes. The longest text of a shape and a motion that a body keeps from its scene file, to be written again as it
/// was. Larger: inline meshes are held twice. Smaller: long formulas are written as numbers, or not at all.
pub(crate) const MAXIMUM_BODY_SOURCE: usize = 64 << 10;

/// Count. Most vertices and triangles of all bodies and key frames of a scene together.
///
/// A short text can ask for any number: a fine sphere, or one mesh file for a thousand bodies. Larger: a hostile scene
/// can exhaust the memory (2^26 keep 1.6 GB, at 24 bytes each, and more while they are made). Smaller: real scenes are
/// refused.
pub(crate) const MAXIMUM_SCENE_ELEMENTS: usize = 1 << 26;

/// Characters. The longest name of a body. Longer names break the tables and the labels of the viewer.
pub(crate) const MAXIMUM_NAME: usize = 200;

/// Count. Greatest depth of nested compounds. Larger: a hostile file can overflow the stack, since shapes are read by
/// recursion. Smaller: real assemblies are refused.
pub(crate) const MAXIMUM_COMPOUND_DEPTH: usize = 16;

/// Pure number. Greatest deviation of the length of an orientation in a scene from 1. `geometry` normalises it.
///
/// Seven decimals leave 1e-7. Larger: quaternions that are not unit are accepted as rotations. Smaller: rounded
/// decimals are refused.
pub(crate) const ORIENTATION_LENGTH: f64 = 1e-6;

/// Pure number. Greatest deviation of the length of a quaternion in a file of poses from 1. The reader normalises it.
///
/// Four decimals leave 1e-4. Larger: other numbers than quaternions are accepted. Smaller: tables as programs print
/// them are refused.
pub(crate) const FILE_ORIENTATION_LENGTH: f64 = 1e-3;

/// Radians. A rotation between two poses beyond this one is warned of: 175 degrees. Affects a warning only.
pub(crate) const AMBIGUOUS_TURN: f64 = 3.054_326_190_990_077;

/// Radians. An angle of a file of poses beyond this one is probably in degrees: two turns. Affects a warning only.
pub(crate) const DEGREES_LIKELY: f64 = 12.6;

/// Pure number. Greatest jump of a body between two pieces of its motion, relative to its size, without a warning.
///
/// Pieces that were computed elsewhere join up to rounding, 1e-7 or better. Affects a warning only.
pub(crate) const JOIN_JUMP: f64 = 1e-6;

/// Pure number, relative to the greatest entry. Greatest asymmetry of an inertia tensor.
///
/// CAD programs print rounded entries. Larger: a wrong entry is accepted. Smaller: rounded tensors are refused.
pub(crate) const INERTIA_SYMMETRY: f64 = 1e-6;

/// Pure number, relative to the size of a curved body. A warning names opposite sides of a face that miss each other by
/// less: most likely an angle has too few digits, as in 6.28 for a full turn. Larger: intended narrow slits are
/// reported too.
pub(crate) const NEARLY_CLOSED: f64 = 0.02;

/// Count. Cells along each axis in which the formula of an implicit solid is checked for points without a value.
/// Larger: slower, with the third power. Smaller: a small hole in the domain may go without a warning.
pub(crate) const FORMULA_CELLS_IN_SPACE: usize = 8;

/// Count. Cells along each parameter in which the formulas of a curved face are checked for points without a value.
/// Larger: slower, with the square. Smaller: a small hole in the domain may go without a warning.
pub(crate) const FORMULA_CELLS_ON_FACE: usize = 16;

/// Count. Sides or steps of a primitive: at least a triangle. The upper end only stops typing errors;
/// [`MAXIMUM_SCENE_ELEMENTS`] limits the memory.
pub(crate) const PRIMITIVE_STEPS: Range<u32> = 3..100_001;

/// Count. How often the triangles of a sphere are divided into four. Eleven times make 84 million triangles, which
/// [`MAXIMUM_SCENE_ELEMENTS`] already refuses.
pub(crate) const SPHERE_SUBDIVISIONS: Range<u32> = 0..12;

/// Metres per second squared. The default of `gravity` in a scene file, documented in `docs/simulate.md`.
pub(crate) const DEFAULT_GRAVITY: DVec3 = DVec3::new(0.0, 0.0, -9.81);

/// Kilograms per cubic metre. The density of a free body without `mass` and `density`: water. Documented in
/// `docs/simulate.md`.
pub(crate) const DEFAULT_DENSITY: f64 = 1000.0;

/// Pure number, relative to the size of the scene. Greatest error of a drawn point of a rigid body in the viewer.
///
/// A screen is about 2,000 pixels wide: at 1e-5 the error stays far below a pixel even at thirtyfold zoom.
/// Larger: curved motions visibly cut corners. Smaller: more keys without visible gain. No answer depends on it.
pub(crate) const PICTURE_OF_RIGID: f64 = 1e-5;

/// The same for deforming bodies, where a key costs a whole set of vertices: a fifth of a pixel across the scene.
pub(crate) const PICTURE_OF_DEFORMING: f64 = 1e-4;

/// Pure number, relative to the size of the body. Greatest distance of the drawn triangles from a curved surface. The
/// outline then shows corners of about a pixel when the body fills the screen. Smaller: larger pages, in proportion.
/// No answer depends on it.
pub(crate) const PICTURE_OF_CURVED: f64 = 6e-4;

/// Pure number: the cosine of 38 degrees, as on the page (`surface.js`). Triangles of a curved body whose normals
/// differ by less are drawn as one smooth surface. Larger: fine rounds show edges. Smaller: edges of flat cones look
/// round. No answer depends on it.
pub(crate) const CREASE_COSINE: f64 = 0.788_010_753_606_722;

/// Count. Scenes with more bodies draw curved bodies with fewer triangles, since each body is small in the picture.
/// Larger: pages of hundreds of bodies become too large for a browser.
pub(crate) const FEW_BODIES: usize = 20;

/// Count. Cells along the longest side of the grid that draws an implicit solid. Larger: finer, and slower with the
/// third power.
pub(crate) const PICTURE_OF_IMPLICIT: usize = 64;

/// Pure number, relative to a cell of the grid that draws an implicit solid. Vertices on an edge shorter than this
/// become one. Larger: small features lose their form. Smaller: slivers stay, which shade as specks. No answer depends
/// on it.
pub(crate) const IMPLICIT_MERGED: f64 = 0.35;

/// Pure number, relative to a cell. Half the distance of the points whose values give the gradient of an implicit solid
/// in its picture. Larger: gradients near edges mix both sides. Smaller: rounding shows. No answer depends on it.
pub(crate) const IMPLICIT_PROBE: f64 = 0.01;

/// Pure number, relative to a cell. A vertex of the picture of an implicit solid moves to an edge if all tangent planes
/// around it pass it there within this distance. Larger: noise of sampled volumes becomes spikes. Smaller: curved edges
/// show teeth. No answer depends on it.
pub(crate) const IMPLICIT_EDGE: f64 = 0.08;

/// Pure number. Weight of staying in place against one tangent plane, when a vertex of the picture of an implicit solid
/// moves to an edge. Larger: edges stay cut off. Smaller: vertices slide along nearly flat faces. No answer depends
/// on it.
pub(crate) const IMPLICIT_ANCHOR: f64 = 1e-3;

/// Count. Most triangles in the picture of a height map or of a rounded mesh. Larger: the page takes seconds to open.
/// Smaller: terrains lose their details in the picture. No answer depends on it.
pub(crate) const PICTURE_TRIANGLES: usize = 200_000;

/// Count. Finest balls at the vertices of a rounded mesh: an icosahedron whose faces are divided into four this many
/// times. Larger: pages of many vertices grow. Smaller: large round corners show facets. No answer depends on it.
pub(crate) const PICTURE_BALL_SUBDIVISIONS: usize = 3;

/// Pure number, relative to the size of the scene. Half the side of the square that shows a half-space. Larger: the
/// square reaches far out of the view. Smaller: its end is near the bodies. No answer depends on it.
pub(crate) const PICTURE_OF_ENDLESS: f64 = 1.25;

/// Pure number, relative to the size of the scene. A visible error of the drawing, about two pixels. The page reports
/// errors beyond it.
pub(crate) const VISIBLE: f64 = 1e-3;

/// Count. Most keys of one rigid motion in a viewer page, 64 bytes each.
///
/// A hundred turns within the span still fit. A faster spin is exact only at its keys, and the page says so.
/// Larger: pages of many bodies grow. Smaller: fast spins are drawn wrong.
pub(crate) const MAXIMUM_POSE_KEYS: usize = 2048;

/// Bytes. Most key frames of all deforming bodies in a viewer page, before base64 adds a third.
///
/// Larger: the page takes seconds to open. Smaller: long cloth motions become coarse.
pub(crate) const MAXIMUM_FRAME_BYTES: usize = 24 << 20;

/// Count. Bodies with more vertices are quantised and compressed in a page, and so is every deforming body of as many
/// coordinates. Larger: larger pages. Smaller: small pages need a browser that decompresses.
pub(crate) const PICTURE_UNPACKED: usize = 4096;

/// Count. Steps from the centre of a body to its farthest coordinate in a compressed page. A step is then 4e-6 of the
/// size: a hundredth of a pixel when the body fills the screen. Larger: larger pages. Smaller: close-ups of small
/// bodies on large ones show gaps. At most 2^29, so that differences fit into 32 bits. No answer depends on it.
pub(crate) const PICTURE_STEPS: f64 = (1 << 17) as f64;

/// Level of DEFLATE, 0 to 9. Larger: slower, and hardly smaller. Smaller: larger pages.
pub(crate) const PICTURE_COMPRESSION: u32 = 6;

/// Count. Most instants of contact that become keys in a viewer page; the drawing is exact there.
///
/// Simultaneous contacts share a key. Larger: more frames of deforming bodies. Smaller: late contacts are drawn only
/// within tolerance.
pub(crate) const MAXIMUM_CONTACT_KEYS: usize = 32;

/// Count. Most contacts in a viewer page. More dots overlap; the page reports how many are left out.
pub(crate) const MAXIMUM_CONTACTS_DRAWN: usize = 4096;

/// Count. Most instants of the energy plot, a few per pixel. Longer lists are thinned; their
/// extremes stay.
pub(crate) const MAXIMUM_ENERGY_DRAWN: usize = 4096;

/// Of the size of a body. How far a simulated body may be drawn from its motion between two keys, on a page and in a
/// glTF file. A body that fills a large screen is then off by a fifth of a pixel. Smaller: more keys for rolling bodies.
pub(crate) const PATH_ERROR: f64 = 1e-4;

/// Of the tolerance of a path. Two poses that differ by less are one key. Larger: a jump would be smoothed.
pub(crate) const PATH_JOIN: f64 = 1e-2;

/// How often a piece of a motion is halved at most. A series of high degree needs six. Smaller: a fast rotation within
/// one piece is drawn wrong, and the page says by how much.
pub(crate) const PATH_HALVINGS: u32 = 14;

/// How many keys one way may replace at most. Larger: the search for paths takes longer.
pub(crate) const PATH_WINDOW: usize = 64;

/// The ticks of a page's clock in its span. A power of two, so that simple fractions of the span are exact.
pub(crate) const PATH_TICKS: f64 = (1_u64 << 31) as f64;

/// Steps of a coordinate of a path in the size of the scene. Smaller: bodies tremble in close-ups. Larger: the page
/// grows, by three bits a key for each doubling.
pub(crate) const PATH_STEPS: f64 = (1 << 24) as f64;

/// Steps of a quaternion's component in one. Smaller: large bodies tremble while they turn.
pub(crate) const PATH_TURNS: f64 = (1 << 20) as f64;

/// Count. Poses of all bodies together, at events, that the box of a simulated scene must contain. Larger: pages of many
/// bodies take longer to write.
pub(crate) const EXTENT_INSTANTS: usize = 1 << 17;

/// Most points of the forces of all contacts on a page, about: 75 bytes each. Of more, every second point is drawn, or
/// every third, and so on. Larger: larger pages. Smaller: forces that change fast are drawn coarsely.
pub(crate) const MAXIMUM_FORCE_POINTS_DRAWN: usize = 30_000;

/// Most events on a page; the page says if there are more. Larger: such a page takes long to open.
pub(crate) const MAXIMUM_EVENTS_DRAWN: usize = 1 << 18;

/// Most contact points of an event on a page.
pub(crate) const EVENT_POINTS: usize = 8;

/// Steps of a coordinate of an event's point in the size of the scene: a fiftieth of a pixel of the whole picture.
pub(crate) const EVENT_STEPS: f64 = (1 << 18) as f64;

/// Pure numbers. Fractions of a piece of motion at which the drawing is compared with the motion.
///
/// They are unequal on purpose: at equal steps, a body that makes whole turns per step would seem to stand still.
pub(crate) const PROBES: [f64; 7] = [0.0911, 0.2137, 0.3519, 0.5, 0.6383, 0.7741, 0.9072];

/// Count. Equal steps of the span at which the bounding box of the motion is sampled. It only frames the view.
pub(crate) const EXTENT_STEPS: usize = 64;

/// Bytes. The largest robot description, SRDF file, planning scene or request that is read.
///
/// The parsed text takes about fifty times its size in memory. Larger: a hostile file can exhaust the memory.
/// Smaller: real files are refused (a robot of a hundred links has a hundred kilobytes).
pub(crate) const MAXIMUM_ROBOT_BYTES: u64 = 16 << 20;

/// Metres. How far from the origin of its frame the rounding bound of a plane in a planning scene holds.
///
/// A kilometre is farther than any robot reaches, and the bound is 10⁻¹¹ m there. Larger: planes count as contact that
/// much earlier. Smaller: the bound does not cover the cell of the robot.
pub(crate) const HALF_SPACE_REACH: f64 = 1000.0;

/// Bytes. The largest trajectory file that is read: more than an hour, less than a day, at a thousand rows per second.
pub(crate) const MAXIMUM_TRAJECTORY_BYTES: u64 = 1 << 30;

/// Bytes. The largest trajectory file in YAML or JSON that is read: hours of a six-axis arm at a hundred rows per
/// second. Every number becomes a value with its position, some hundred bytes. Larger: a file can exhaust the memory.
/// Smaller: long recordings must be split.
pub(crate) const MAXIMUM_MESSAGE_BYTES: u64 = 1 << 26;

/// Pure number. A joint value this many times beyond its limits may be in degrees. Larger: degrees of joints with wide
/// limits are not noticed. Smaller: trajectories that merely exceed their limits cause the warning. No answer depends
/// on it.
pub(crate) const DEGREES_BEYOND: f64 = 3.0;

/// Count. Greatest nesting of lists and mappings in YAML; planning scenes need eight. Larger: a hostile file can
/// exhaust the stack. Smaller: real files are refused.
pub(crate) const MAXIMUM_YAML_DEPTH: usize = 64;

/// Radians or metres. Greatest difference between the value of a mimic joint and its rule, where a trajectory gives a
/// column for both joints.
///
/// Recorded values have six decimals. Larger: a trajectory that breaks the rule is accepted, and the checked robot is
/// not the real one. Smaller: rounded decimals are refused.
pub(crate) const MIMIC_DISAGREEMENT: f64 = 1e-5;

/// Count. Most samples of a volume file.
///
/// A header of a few bytes can announce any number, and a compressed file can hold as many. Larger: a hostile file can
/// exhaust the memory (2^26 samples take 512 MB). Smaller: real scans are refused.
pub(crate) const MAXIMUM_VOLUME_SAMPLES: usize = 1 << 26;

/// Count. Most heights of a file of heights, as many as a scene may have.
///
/// A header of a few bytes can announce any number, and a compressed picture can hold as many. Larger: a hostile file
/// can exhaust the memory (2^26 heights take 512 MB while they are read). Smaller: real terrains are refused.
pub(crate) const MAXIMUM_FILE_HEIGHTS: usize = MAXIMUM_SCENE_ELEMENTS;

/// Count. Most faults listed for one file. Larger: a file of another format lists every line. Smaller: more runs to
/// find all faults.
pub(crate) const MOST_FAULTS: usize = 20;

/// Count. Most names that a message lists. Larger: the message is a page. Smaller: the right one is more often missing.
pub(crate) const LISTED_NAMES: usize = 20;

/// Characters of a line that an error message shows. More do not fit beside the line number on a common terminal.
pub(crate) const SHOWN_COLUMNS: usize = 100;

/// Characters shown before the mark when a line is cut.
pub(crate) const SHOWN_BEFORE: usize = 40;

/// Characters of a key or a string that an error message repeats.
pub(crate) const QUOTED_CHARACTERS: usize = 60;

/// Characters or bytes of a file that a one-line error message repeats.
pub(crate) const EXCERPT_LENGTH: usize = 40;

/// Characters of the longest message or label. The message of a mesh file may be long.
pub(crate) const LONGEST_MESSAGE: usize = 800;

/// Characters of the longest unknown key that is compared with the known ones. No known key is near longer ones.
/// Larger: a hostile key makes the comparison slow.
pub(crate) const LONGEST_COMPARED_KEY: usize = 40;

/// Pure number. Contacts of a pair belong to one region if they are no farther apart than this multiple of the usual
/// distance of a contact from its nearest neighbour. Even samples of a face are farther apart across its diagonals, by
/// less than 1.5. Larger: separate regions are grouped. Smaller: an uneven sample falls apart. A summary depends on it.
pub(crate) const REGION_LINK: f64 = 3.0;

/// Pure number. The least cosine between the normals of neighbouring contacts of one region: 30 degrees. Larger: a
/// coarse sample of a rounded contact falls apart. Smaller: two faces of a corner are grouped. A summary depends on it.
pub(crate) const REGION_NORMAL: f64 = 0.866;

/// Radians. Contacts of a pair belong to one region, whatever their distance, if their normals differ by no more than
/// this, and if the line between them is out of their plane by no more than this: a millimetre on a metre. Larger:
/// steps of a stair are grouped. Smaller: contacts of one face fall apart, because the surfaces at a contact are up to
/// the tolerance of the query apart. A summary depends on it.
pub(crate) const REGION_PLANE: f64 = 1e-3;

/// Count. Most contacts of a pair that are compared with each other. All contacts of a pair that has more are one
/// region. Larger: the grouping takes seconds. Smaller: fewer pairs are grouped.
pub(crate) const MOST_GROUPED: usize = 4096;

/// Bytes. Start of a file that is looked at to tell what it is. Smaller: files with long comments at their start are
/// not recognised. Affects messages only.
pub(crate) const RECOGNISED_BYTES: u64 = 4096;

/// Characters. Longer numbers in a message are written with an exponent: no double needs more to be told apart.
/// Affects messages only.
pub(crate) const LONGEST_NUMBER: usize = 25;

/// Count. Greatest nesting of lists within a value of a STEP file; control points need two. Larger: a hostile file can
/// overflow the stack. Smaller: real files are refused.
pub(crate) const MAXIMUM_STEP_LISTS: usize = 16;

/// Count. Greatest nesting of curves, surfaces and units of a STEP file within each other; real files need three. A
/// circle of references has infinite depth. Larger: the recursion may overflow the stack. Smaller: real files are
/// refused.
pub(crate) const MAXIMUM_STEP_NESTING: usize = 16;

/// Count. Most levels of an assembly in a STEP file; real ones have about a dozen. An assembly that contains itself has
/// infinitely many. Larger: the recursion may overflow the stack. Smaller: deep assemblies are refused.
pub(crate) const MAXIMUM_STEP_ASSEMBLY: usize = 64;

/// Count. Greatest degree of a spline in a STEP file. CAD systems stay below 26. Larger: the evaluation of a spline of
/// a hostile file takes quadratic time. Smaller: real files are refused.
pub(crate) const MAXIMUM_STEP_DEGREE: usize = 64;

/// Pure number. Greatest relative difference between the factor of a unit of angles and the degree, which is then
/// meant. Files give the degree with six to sixteen digits. Larger: other units are taken for degrees. Smaller: the
/// angles of files with few digits are off.
pub(crate) const STEP_DEGREE: f64 = 1e-5;

/// Pure number. Least sine of the angle between the axis and the reference direction of a placement in a STEP file.
/// Larger: real placements with crooked directions are refused. Smaller: the frame consists of rounding errors.
pub(crate) const STEP_SHORTEST_DIRECTION: f64 = 1e-9;

/// Share of the size of a body. Points of STEP files that are closer to a pole are on it, and ends of a loop that are
/// closer to each other are one point: files are written with ten digits or more. Larger: small faces near a pole
/// degenerate.
pub(crate) const STEP_POLE: f64 = 1e-7;

/// Share of the size of a body. The sides of two faces along an edge of a STEP file may be apart by this much, or by
/// the tolerance that the file states. Smaller: files of few digits are refused. Larger: what is narrower may pass
/// unseen.
pub(crate) const STEP_SIDES_MEET: f64 = 1e-7;

/// Share of the range of a parameter. Points of an edge that are closer to the border of the domain of a spline surface
/// are on it. Larger: sides beside the border move onto it. Smaller: rounding makes sides along the border wavy.
pub(crate) const STEP_BORDER: f64 = 1e-9;

/// Share of the extent of a face in its domain. Sides that deviate by less from a straight line are straight: files are
/// rounded. Larger: sides move. Smaller: straight sides become polynomials of degree seven, which are slower.
pub(crate) const STEP_STRAIGHT: f64 = 1e-10;

/// Share of the tolerance by which the polynomial of a side may deviate from the edge. Larger: the proof that two sides
/// agree may fail. Smaller: edges are cut into more pieces.
pub(crate) const STEP_FIT: f64 = 0.05;

/// Count. How often a piece of an edge is halved until polynomials fit. Larger: edges that are not smooth take longer.
/// Smaller: edges of high curvature are refused.
pub(crate) const STEP_FIT_HALVINGS: usize = 9;

/// Count. Samples of every span of a curve at which the place of a vertex is searched for. Larger: slower. Smaller: the
/// place may be missed on a winding curve.
pub(crate) const STEP_CURVE_SAMPLES: usize = 16;

/// Count. Thirds that are cut off in that search: (2/3)^90 is below rounding. Larger: nothing. Smaller: less exact.
pub(crate) const STEP_CURVE_HALVINGS: usize = 90;

/// Shares of a piece of an edge at which its angle at a pole is extrapolated. Larger: less exact. Smaller: the angle
/// there is lost in rounding.
pub(crate) const STEP_BESIDE_POLE: [f64; 2] = [0.01, 0.02];

/// Count. Most bodies of a STEP file that a message about a missing name lists. Larger: longer messages. Smaller: fewer
/// hints.
pub(crate) const MOST_STEP_NAMES: usize = 20;
