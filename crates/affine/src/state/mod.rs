//! The state of an execution, which values and statements share.

mod excess;
mod freed;
mod tiles;
mod unknowns;
mod walker;

pub(crate) use excess::{Excess, ExcessKind};
pub(crate) use freed::Freed;
pub(crate) use tiles::{Diagonal, Fixed, Reach, Tiles, Unnamed};
pub(crate) use unknowns::Unknowns;
pub(crate) use walker::{Activation, Env, Frame, Heap, Lacking, Returned, State, Walker};
