//! Exit codes; they are part of the interface.

pub(crate) const DONE: u8 = 0;
pub(crate) const CHANGES: u8 = 1;
pub(crate) const USAGE: u8 = 2;
pub(crate) const INTERNAL: u8 = 3;
