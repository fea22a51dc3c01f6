//! Tests on the public data sets beside the project (`../shared/data`). Where they are missing, these tests are
//! ignored; `tests/slices/` asks the same questions about small slices of the sets everywhere.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod bezier;
mod closed_meshes;
mod convex_set;
mod curvature;
mod exact_queries;
mod frame_pairs;
mod frame_scenes;
mod itf1788;
mod itl;
mod mesh_files;
mod mesh_queries;
mod panda;
mod rigid_set;
mod robot_files;
mod step_files;
