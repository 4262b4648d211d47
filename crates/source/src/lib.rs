//! The user's text: preprocessing, origins of tokens, spans, text edits, diagnostics.
//! It knows C's tokens and macros, not its grammar, and no parser.
//!
//! # Terms
//!
//! * The *main file* is the user's file, the only one that is ever edited. A [`Span`] is a byte
//!   range of it.
//! * The *listing* is the output of `cc -E -dD`: the tokens of the whole translation unit, with
//!   every `#define` and `#undef` in place.
//! * A [`Unit`] is the listing in a form for parsers: [`Unit::text`] consists of its tokens, and
//!   each [`Token`] has an [`Origin`], the bytes of the main file that it stands for.
//! * A [`Twin`] of a file is the same program with macro invocations written out.
//!
//! # Rooms
//!
//! Each uses only those above it:
//!
//! | room | contents |
//! | --- | --- |
//! | `text` | bytes: files, spans, edits, diagnostics |
//! | `tokens` | the lexer, logical lines, words, brackets |
//! | `macros` | definitions, expansion, integer macros |
//! | `compiler` | staging, running the compiler, its listing |
//! | `unit` | the unit, its tokens, declarations, conditionals |
//! | `lines` | line numbers under edits |
//! | `align` | origins: main file and listing in step |
//! | `twin` | writing out invocations, carrying edits back |
//!
//! # How origins are found
//!
//! [`preprocess`] runs these passes:
//!
//! ```text
//! main file --Layout--> lines, directives --align--> Unit
//!     \--compiler--> text of the listing --Listing--^
//! ```
//!
//! `align` walks both sides in step. It updates the macro table by the `#define` lines of the
//! listing, expands each line of the main file with an expander of its own that records provenance,
//! and compares the result with the listing. Lines that agree get exact origins. Lines that do not
//! agree (`__LINE__` in a paste, extensions of a compiler) get the compiler's tokens with
//! [`Origin::Foreign`]: they are parsed as usual, but cannot be edited.
//!
//! **Invariant:** the tokens of [`Unit::text`] are the compiler's, in its order, except that the
//! macros in [`Unit::macros`] keep their names in place of their values.

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

pub use compiler::complaints::{Complaint, complaints};
pub use compiler::dialect::Dialect;
pub use compiler::exports::Exports;
pub use compiler::flags::Flags;
pub use compiler::stage::{Staged, StagedPaths, stage};
pub use error::PreprocessError;
pub use preprocess::{check, is_as_read, preprocess, preprocess_again};
pub use text::diagnostic::{Diagnostic, Label, Severity, render};
pub use text::diff;
pub use text::edits::{Edit, Edits, Overlap};
pub use text::file::{LineCol, SourceFile};
pub use text::layout;
pub use text::span::Span;
pub use tokens::lexer::TokenKind;
pub use tokens::operand::{as_summand, inside_cast, inside_parentheses, is_operand};
pub use tokens::words::{Word, has_name, names, words};
pub use twin::sites::{Depth, Piece, Site, TwinEdits};
pub use twin::write_out::{Twin, expansions, write_out};
pub use unit::alternatives::{Alternatives, alternatives};
pub use unit::compare::{is_edited, same_program};
pub use unit::conditionals::{Conditional, MacroText};
pub use unit::declarations::Declaration;
pub use unit::macro_uses::{Body, Invocation, MacroUses, Object};
pub use unit::token::{Origin, Token};
pub use unit::{Included, IntegerMacro, Note, Pragma, Unit, Unplaced};
