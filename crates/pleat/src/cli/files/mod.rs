//! The files that a command is asked for, and how they are distributed over threads.

pub(crate) mod folders;
pub(crate) mod input;
pub(crate) mod jobs;
pub(crate) mod names;
pub(crate) mod parallel;
pub(crate) mod report_files;
pub(crate) mod several;
pub(crate) mod stack;
