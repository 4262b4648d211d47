//! Executes a function once with symbolic values.

mod assignments;
mod branches;
mod calls;
mod forms;
mod guess;
mod loops;
mod memory;
mod objects;
mod records;
mod start;
mod statements;
mod walker;

pub(crate) use start::whole;
pub(crate) use walker::Walker;
