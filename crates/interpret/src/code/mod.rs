//! A program prepared for fast execution: values in one arena, scalars of functions in slots,
//! sizes computed. It does not depend on the sizes at which it is executed.

mod complex;
mod counters;
mod decisive;
mod form;
mod functions;
mod places;
mod statements;
mod storage;
mod values;

pub(crate) use decisive::{Decisive, decisive};
pub(crate) use form::{
    Argument, Callee, Code, Complex, FromComplex, Loop, Node, NodeId, Operand, Passing, Result,
    Step, StepKind,
};
pub(crate) use functions::compile;
