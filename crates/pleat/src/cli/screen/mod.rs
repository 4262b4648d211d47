//! The terminal: colours, width, progress, messages, results, exit codes.

#[macro_use]
pub(crate) mod messages;

pub(crate) mod exit;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod terminal;
pub(crate) mod verbosity;
