//! Executes a function once with symbolic values.

mod assignments;
mod branches;
mod calls;
mod counts;
mod early;
mod ends;
mod foreign;
mod forms;
mod guess;
mod indirect;
mod limits;
mod loops;
mod member_objects;
mod members;
mod memory;
mod numbering;
mod objects;
mod opaque;
mod reached;
mod records;
mod restrict;
mod rows;
mod shared;
mod start;
mod statements;
mod steps;
mod tables;
mod threads;
mod unknown;
mod volatile;

pub(crate) use start::whole;
pub(crate) use steps::{Amount, step_of};
