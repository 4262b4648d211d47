//! The twin of a file: the same program with macro invocations written out, so that what comes out
//! of them can be edited, and the way of these edits back to the user's file.

mod body_breaks;
pub(crate) mod carry_back;
mod invocation;
mod print;
mod shared;
mod site_tokens;
pub(crate) mod sites;
pub(crate) mod write_out;
