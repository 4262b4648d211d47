//! The sites of a twin: places that the caller edits as a whole. Only bytes, no tokens.

use crate::text::edits::{Edit, Edits};
use crate::text::span::Span;

/// A place in the twin that is edited as a whole, or deliberately not.
#[derive(Clone, Debug)]
pub struct Site {
    /// From its first byte to its last.
    pub frame: Span,
    /// Its edit, inside of the frame.
    pub edit: Option<Edit>,
    /// Alternative texts for the whole frame, made of pieces of it. If several sites need one text,
    /// the first alternative that is the same for all of them is used.
    pub uniform: Vec<Vec<Piece>>,
    /// An edit of a part of the frame with the same effect, made in place of the other if the part
    /// is an argument of a macro.
    pub part: Option<Edit>,
}

/// A piece of an alternative text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// This text.
    Text(String),
    /// The text of this span.
    Copy(Span),
    /// The text of this span, in parentheses unless it is one operand.
    Operand(Span),
}

/// The places that edits may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// Bodies and arguments of macros.
    Shared,
    /// Only text: invocations with edits are written out, with those in their arguments.
    WrittenOut,
}

/// Edits of a file and of its twin that give the same program.
#[derive(Clone, Debug, Default)]
pub struct TwinEdits {
    /// The edits of the user's file.
    pub users: Edits,
    /// The edits of the twin.
    pub twin: Edits,
}

impl TwinEdits {
    /// The edits of a text that is its own twin.
    pub fn same(edits: Edits) -> TwinEdits {
        TwinEdits {
            users: edits.clone(),
            twin: edits,
        }
    }
}
