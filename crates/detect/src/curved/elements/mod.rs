//! What the bodies are made of.
//!
//! | module | contents |
//! |---|---|
//! | `body` | a body: curved faces, triangles, or an implicit solid |
//! | `element` | a face, edge or vertex, enclosed over a box of its parameters and of time |
//! | `deforming` | a mesh whose vertices move on paths of their own |
//! | `splines` | the elements of a body of Bézier patches, by parts of its faces |
//! | `tree` | the tree of a mesh: boxes of nodes, elements of triangles |
//! | `bounds` | a box and a ball around a body |
//! | `inside`, `host` | whether points or boxes lie inside a body |

mod body;
mod bounds;
mod deforming;
mod element;
mod host;
mod inside;
mod splines;
mod tree;

pub(super) use body::BodyGeometry;
pub(crate) use bounds::BodyBounds;
pub(super) use deforming::{DeformingMesh, continuous, deforming_pieces, deforms};
pub(super) use element::{ElementEnclosure, SharedElement};
pub(super) use host::HostBody;
pub(super) use inside::inside;
pub(super) use splines::SplineElements;
pub(super) use tree::{NodeContents, node_box, node_contents, triangle_elements};
