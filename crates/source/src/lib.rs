//! The user's text: preprocessing, origins of tokens, spans, text edits, diagnostics.
//! It knows C's tokens and macros, never its grammar, and nothing of the parser behind it.
//!
//! # What the words mean
//!
//! * The *main file* is the user's file, the only one that is ever edited. A [`Span`] is a byte
//!   range in it.
//! * The *listing* is what `cc -E -dD` prints: the tokens of the whole translation unit with
//!   every `#define` and `#undef` in place.
//! * A [`Unit`] is the listing made parseable: [`Unit::text`] holds its tokens, and each
//!   [`Token`] knows its [`Origin`], the bytes of the main file that it stands for.
//!
//! # How an origin is found
//!
//! [`preprocess`] runs these passes:
//!
//! ```text
//! main file --layout--> lines, directives --weave--> Unit
//!     \--cc--> text of the listing --listing--^
//! ```
//!
//! `weave` walks both sides in step. It keeps the macro table as the listing's `#define` lines
//! say, expands each line of the main file with an expander of its own that records provenance,
//! and compares the outcome with the listing. Lines that agree get exact origins. Lines that do
//! not (`__LINE__` in a paste, a compiler's own tricks) take the compiler's tokens with
//! [`Origin::Foreign`]: they are parsed as usual, but nobody can edit them.
//!
//! **Invariant:** the tokens of [`Unit::text`] are the compiler's, in its order, except that a
//! macro in [`Unit::macros`] stands where its value would.

mod activity;
mod breaks;
mod builder;
mod cc;
mod chunk;
mod conditionals;
mod constant;
mod declarations;
mod diagnostic;
mod directives;
mod edited;
mod edits;
mod expand;
mod exports;
mod file;
mod keep;
mod layout;
mod lexer;
mod listing;
mod macros;
mod print;
mod refold;
mod shared;
mod span;
mod stage;
mod substitute;
mod symbols;
mod unfold;
mod unit;
mod uses;
mod weave;
mod written_out;

pub use cc::{Flags, PreprocessError};
pub use conditionals::{Conditional, MacroText, Word};
pub use declarations::Declaration;
pub use diagnostic::{Diagnostic, Label, Severity, render};
pub use edited::is_edited;
pub use edits::{Edit, Edits, Overlap};
pub use exports::Exports;
pub use file::{LineCol, SourceFile};
pub use lexer::TokenKind;
pub use print::{inside_parentheses, is_operand};
pub use refold::{Depth, Piece, Refolded, Site};
pub use span::Span;
pub use stage::{Disguise, Renumber, Staged, stage};
pub use unfold::{Unfolded, same_program, unfold};
pub use unit::{Included, IntegerMacro, Note, Origin, Pragma, Token, Unit, Unplaced};
pub use uses::{Body, Invocation, MacroUses, Object};

use symbols::Symbols;

/// Preprocesses `file` with the user's own compiler and finds where every token comes from.
///
/// The bytes of `file` are fed to the compiler, whatever is on disk under its path; the path's
/// folder is where `#include "..."` looks.
///
/// # Errors
/// The compiler cannot be run, or refuses the file.
pub fn preprocess(file: SourceFile, flags: &Flags) -> Result<Unit, PreprocessError> {
    if u32::try_from(file.bytes.len()).is_err() {
        return Err(PreprocessError::TooLarge { path: file.path });
    }
    let mut symbols = Symbols::default();
    let layout = layout::Layout::new(file.text(), &mut symbols);
    let printed = cc::run(&file, &layout, &symbols, flags)?;
    let listing = listing::Listing::new(&printed, &mut symbols);
    let mut unit = weave::weave(file, &layout, &listing, &mut symbols);
    unit.exports = exports::exports(&printed, flags);
    Ok(unit)
}
