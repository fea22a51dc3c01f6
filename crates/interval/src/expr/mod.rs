//! Expressions that know their value, their range and their derivatives.

mod decoration;
mod derivative;
mod display;
mod error;
mod exact;
mod graph;
mod node;
mod operation;
mod operators;
mod parse;
mod scope;
mod simplify;
mod tape;
mod token;

pub use decoration::Decoration;
pub use error::{NameError, SyntaxError};
pub use node::Expr;
pub use scope::Scope;
pub use tape::{Columns, Gradients, Hessians, RangeColumns, Ranges, Tape, Workspace};
