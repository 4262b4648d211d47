//! What the caller says of the edits of a twin: the places that are edited as a whole.

use crate::text::edits::{Edit, Edits};
use crate::text::span::Span;

/// Something in the written-out text that is edited as a whole, or deliberately not.
#[derive(Clone, Debug)]
pub struct Site {
    /// From its first to its last byte.
    pub frame: Span,
    /// Its edit, inside of the frame.
    pub edit: Option<Edit>,
    /// Other texts for the whole frame, made of pieces of it, that several sites may have in
    /// common: the first one that they do is taken.
    pub uniform: Vec<Vec<Piece>>,
}

/// A piece of a text that is made of other text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// As it is.
    Text(String),
    /// What stands at this place.
    Copy(Span),
    /// What stands at this place, in parentheses unless it is one operand.
    Operand(Span),
}

/// How far edits may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// Into bodies and arguments of macros.
    Shared,
    /// Invocations with edits are written out, with those in their arguments.
    WrittenOut,
}

/// Edits that make the same program of both texts.
#[derive(Clone, Debug, Default)]
pub struct TwinEdits {
    /// Of the user's file.
    pub users: Edits,
    /// Of the written-out text.
    pub twin: Edits,
}

impl TwinEdits {
    /// Of a text that is its own twin.
    pub fn same(edits: Edits) -> TwinEdits {
        TwinEdits {
            users: edits.clone(),
            twin: edits,
        }
    }
}
