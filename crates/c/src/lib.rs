//! What a C file says, before any set exists: syntax trees, names, facts about functions.
//!
//! Knows `source` and lang-c; names neither sets nor scops.

mod contents;
pub mod facts;
pub mod names;
pub mod syntax;

pub use contents::Contents;
