//! Text to tokens, lines and words: one lexer for the main file, the compiler's listing and any
//! other piece of C. Nothing here knows macros or files.

pub(crate) mod brackets;
pub(crate) mod layout;
pub(crate) mod lexer;
pub(crate) mod operand;
pub(crate) mod symbols;
pub(crate) mod words;
