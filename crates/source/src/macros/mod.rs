//! Macros: their definitions, their expansion with provenance (C11 6.10.3), and the choice of those
//! that stay in the text by name. Nothing here knows the main file or the compiler's listing.
//!
//! Expansion is one recursive algorithm on the state in `expander`: `expand` reads tokens and
//! enters macros, `substitute` expands arguments, `integer_macros` expands a body for its value.

pub(crate) mod builtins;
pub(crate) mod constant;
pub(crate) mod definition;
mod expand;
pub(crate) mod expander;
mod integer_macros;
pub(crate) mod kept_macros;
mod substitute;
