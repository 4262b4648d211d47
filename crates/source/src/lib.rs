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

mod align;
mod compiler;
mod error;
mod lines;
mod macros;
mod preprocess;
mod text;
mod tokens;
mod twin;
mod unit;

pub use compiler::dialect::Dialect;
pub use compiler::exports::Exports;
pub use compiler::flags::Flags;
pub use compiler::stage::{Staged, StagedPaths, stage};
pub use error::PreprocessError;
pub use preprocess::preprocess;
pub use text::diagnostic::{Diagnostic, Label, Severity, render};
pub use text::edits::{Edit, Edits, Overlap};
pub use text::file::{LineCol, SourceFile};
pub use text::span::Span;
pub use tokens::lexer::TokenKind;
pub use tokens::operand::{inside_parentheses, is_operand};
pub use tokens::words::{Word, words};
pub use twin::sites::{Depth, Piece, Site, TwinEdits};
pub use twin::write_out::{Twin, write_out};
pub use unit::compare::{is_edited, same_program};
pub use unit::conditionals::{Conditional, MacroText};
pub use unit::declarations::Declaration;
pub use unit::macro_uses::{Body, Invocation, MacroUses, Object};
pub use unit::token::{Origin, Token};
pub use unit::{Included, IntegerMacro, Note, Pragma, Unit, Unplaced};
