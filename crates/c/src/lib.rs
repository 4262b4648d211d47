//! What a C file says, before any set exists: syntax trees, names, facts about functions.
//!
//! Knows `source` and lang-c; knows neither sets nor scops.
//!
//! The rooms, each of which uses only those above it:
//!
//! * `syntax`: parsing, and what a tree says by its form alone,
//! * `names`: scopes, types, the objects of a file and of its functions, immutable once read,
//! * `facts`: side tables about functions, computed once and in order ([`facts::FileFacts::of`]).

mod contents;
pub mod facts;
pub mod names;
pub mod syntax;

pub use contents::Contents;
