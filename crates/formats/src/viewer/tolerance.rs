//! Every limit and tolerance of the viewer page, with its unit and reason. None of them touches an answer: they decide
//! only how faithfully and at what size the picture is written.

/// Largest difference between the drawn and the true place of any point between two keys, as a fraction of the size of
/// the scene. A screen shows about 2,000 points across: at 1e-5 the error stays far below a pixel even when zoomed in
/// thirty times. Larger: curved motions visibly cut corners. Smaller: more keys for nothing.
pub(super) const RIGID: f64 = 1e-5;

/// The same for deforming bodies, whose keys cost a whole set of vertices each: a fifth of a pixel across the scene.
pub(super) const DEFORMING: f64 = 1e-4;

/// Most keys of one rigid motion (64 bytes each). A spin of some hundred turns within the span still fits; a faster one
/// is drawn right at its keys only, and the page says so.
pub(super) const RIGID_KEYS: usize = 2048;

/// Most bytes of vertex frames over all deforming bodies, before base64 adds a third. Larger: the page takes seconds
/// to open. Smaller: long cloth motions turn coarse.
pub(super) const FRAME_BYTES: usize = 24 << 20;

/// Most instants of contact that are made keys, so that the drawing is exact there.
pub(super) const CONTACT_KEYS: usize = 32;

/// Most contacts written into the page; more dots than that cannot be told apart. The page says when some are left out.
pub(super) const CONTACTS: usize = 4096;

/// Where in a piece of motion the interpolation is compared with the truth, as fractions of the piece. Unequal on
/// purpose: at equal steps, a body that turns a whole number of times per step would seem to stand still.
pub(super) const PROBES: [f64; 7] = [0.0911, 0.2137, 0.3519, 0.5, 0.6383, 0.7741, 0.9072];

/// At how many equal steps of the span the extent of the motion is taken, for the framing of the view alone.
pub(super) const EXTENT_STEPS: usize = 64;
