//! The user's bytes: the file, places in it, edits of it and messages about it. Nothing here knows
//! that the bytes are C.

pub(crate) mod diagnostic;
pub(crate) mod edits;
pub(crate) mod file;
pub(crate) mod indentation;
pub(crate) mod span;
