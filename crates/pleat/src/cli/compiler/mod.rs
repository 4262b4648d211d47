//! The user's compiler as seen from the command line: its arguments, and its refusals.

pub(crate) mod database;
pub(crate) mod invocation;
pub(crate) mod rejected;
pub(crate) mod response;
