//! The user's compiler: the file is staged for it, it runs as a preprocessor, and its output is
//! read. Nothing here knows where tokens come from.

pub(crate) mod complaints;
pub(crate) mod dialect;
pub(crate) mod exports;
pub(crate) mod flags;
pub(crate) mod listing;
pub(crate) mod run;
pub(crate) mod stage;
