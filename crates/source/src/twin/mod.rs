//! The twin of a file: the same program with macro invocations written out, so that tokens from
//! macros can be edited, and the way of these edits back to the user's file. Nothing here knows why
//! a text is edited.

mod body_breaks;
pub(crate) mod carry_back;
mod invocation;
mod print;
mod shared;
mod site_tokens;
pub(crate) mod sites;
pub(crate) mod write_out;
