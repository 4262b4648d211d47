//! What the compiler said about a file: enough to preprocess other texts of the file without it.

use crate::compiler::exports::Exports;
use crate::compiler::flags::Flags;
use crate::compiler::listing::Listing;
use crate::macros::builtins::COUNTER;
use crate::tokens::layout::LineKind;
use crate::tokens::lexer::TokenKind;
use crate::tokens::symbols::{Symbol, Symbols};
use std::collections::BTreeMap;
use std::fmt;

/// What is known of a file whose tokens are all explained by its macros.
pub(crate) struct Known {
    /// The compiler and its flags.
    pub(crate) flags: Flags,
    pub(crate) exports: Exports,
    /// The listing without the tokens of the main file. The line of an event is the number of its
    /// directive among `directives`, from 1; 0 if the event is elsewhere.
    pub(crate) listing: Listing,
    pub(crate) symbols: Symbols,
    /// The directives of the main file but its pragmas.
    pub(crate) directives: Vec<KnownDirective>,
    /// The spellings of macros that are the same everywhere in the file, as `__FILE__`.
    pub(crate) builtins: BTreeMap<&'static str, (Symbol, TokenKind)>,
}

/// A directive of the main file that is no pragma.
pub(crate) struct KnownDirective {
    pub(crate) kind: LineKind,
    pub(crate) tokens: Vec<Symbol>,
    /// Whether the compiler saw it.
    pub(crate) is_active: bool,
    /// Whether the compiler sees the text between it and the next one; `None` if that is not known.
    pub(crate) is_text_active: Option<bool>,
}

impl Known {
    /// Whether a macro of the compiler has the same value wherever it is used.
    pub(crate) fn is_constant(builtin: &str) -> bool {
        builtin != COUNTER && builtin != crate::macros::builtins::LINE
    }
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Known").finish_non_exhaustive()
    }
}
