//! A token of a unit, and the bytes of the main file that it stands for.

use crate::text::span::Span;
use crate::tokens::lexer::TokenKind;
use std::ops::Range;
use std::sync::Arc;

/// A token of a unit's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its class.
    pub kind: TokenKind,
    /// Its range of [`crate::Unit::text`].
    pub at: Range<u32>,
    /// Its origin.
    pub origin: Origin,
    /// The line of the main file that it belongs to, from 1; 0 for tokens of other files.
    pub line: u32,
    /// Whether a blank or a line break precedes it, in the text or in the macro.
    pub blank: bool,
    /// Whether only the compiler knows its spelling: `__LINE__`, and tokens that `#` and `##` make
    /// of it.
    pub is_builtin: bool,
    /// The builtin macro that it stands for: `__LINE__`.
    pub builtin: Option<&'static str>,
    /// The innermost object-like macro whose expansion contains it, as an index of
    /// [`crate::MacroUses::objects`].
    pub object: Option<u32>,
}

/// The origin of a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It is written in the main file, as it is or as the name of a kept macro.
    Written(Span),
    /// It is from the expansion of a macro.
    Expanded {
        /// The whole outermost invocation in the main file.
        invocation: Span,
        /// The macro invoked there.
        macro_name: Arc<str>,
        /// The part of the text that it is from: the token itself in an argument, or the innermost
        /// invocation in the text whose expansion contains it.
        anchor: Span,
        /// The token's own bytes in the main file: in an argument, or in the body of a macro
        /// defined there.
        spelled: Option<Span>,
    },
    /// It is from a header or the command line, or from a line of the main file that the compiler
    /// expands in its own way.
    Foreign,
}

impl Token {
    /// The token's own bytes in the main file.
    pub fn spelled(&self) -> Option<Span> {
        match &self.origin {
            Origin::Written(span) => Some(*span),
            Origin::Expanded { spelled, .. } => *spelled,
            Origin::Foreign => None,
        }
    }

    /// The part of the main file's text that the token is from: the token itself, or the innermost
    /// invocation in the text whose expansion contains it.
    pub fn anchor(&self) -> Option<Span> {
        match &self.origin {
            Origin::Written(span) => Some(*span),
            Origin::Expanded { anchor, .. } => Some(*anchor),
            Origin::Foreign => None,
        }
    }

    /// The outermost macro invocation whose expansion contains the token.
    pub fn invocation(&self) -> Option<(Span, &Arc<str>)> {
        match &self.origin {
            Origin::Expanded {
                invocation,
                macro_name,
                ..
            } => Some((*invocation, macro_name)),
            _ => None,
        }
    }

    /// The bytes of the main file that the token stands for, alone or with others.
    fn outer_span(&self) -> Option<Span> {
        match &self.origin {
            Origin::Written(span) => Some(*span),
            Origin::Expanded { invocation, .. } => Some(*invocation),
            Origin::Foreign => None,
        }
    }
}

/// The bytes from the first token to the last, among those with a place.
pub(crate) fn outer_span(tokens: &[Token]) -> Option<Span> {
    tokens.iter().filter_map(Token::outer_span).reduce(Span::to)
}
