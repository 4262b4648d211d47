//! What a C file says, before any set exists: syntax trees, names, facts about functions.
//!
//! Knows `source` and lang-c; names neither sets nor scops.

pub mod facts;
pub mod names;
pub mod syntax;
