//! Line numbers: edits that keep them, programs that use them, and `#line` directives that change
//! them. Nothing here knows why a text is edited.

pub(crate) mod keeping;
pub(crate) mod numbering;
mod uses;
