//! The command line of `pleat`. Its rooms, from the bottom up: screen, arguments, compiler, files,
//! commands.

#[macro_use]
pub(crate) mod screen;

pub(crate) mod arguments;
pub(crate) mod commands;
mod compiler;
mod files;
