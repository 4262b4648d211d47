//! The user's bytes: the file, places in it, edits of it and messages about it. Nothing here knows
//! that the bytes are C.

pub(crate) mod diagnostic;
pub mod diff;
pub(crate) mod edits;
pub(crate) mod file;
pub mod layout;
pub(crate) mod span;
