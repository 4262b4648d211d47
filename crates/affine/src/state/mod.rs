//! The state of an execution, which values and statements share.

mod walker;

pub(crate) use walker::{Activation, Env, Frame, Guard, Heap, Returned, State, Walker};
