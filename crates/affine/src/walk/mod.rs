//! Executes a function once with symbolic values.

mod assignments;
mod branches;
mod calls;
mod forms;
mod guess;
mod indirect;
mod loops;
mod memory;
mod objects;
mod records;
mod start;
mod statements;
mod volatile;
mod walker;

pub(crate) use start::whole;
pub(crate) use walker::Walker;
