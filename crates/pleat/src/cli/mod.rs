//! The command line of `pleat`: its arguments, its commands, and what it reads and writes.

pub(crate) mod args;
pub(crate) mod cc;
mod database;
pub(crate) mod exit;
pub(crate) mod fold_command;
pub(crate) mod fuse_command;
mod invocation;
pub(crate) mod map_command;
mod output;
mod parallel;
mod response;
mod stack;
mod values;
pub(crate) mod verify_command;
