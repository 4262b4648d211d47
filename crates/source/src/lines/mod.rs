//! Line numbers: which lines keep theirs under edits, where a program uses them, and what `#line`
//! makes of them.

pub(crate) mod keeping;
pub(crate) mod numbering;
mod uses;
