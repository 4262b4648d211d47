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
    /// Its place in [`Unit::text`].
    pub at: Range<u32>,
    /// Where it comes from.
    pub origin: Origin,
    /// The line of the main file that it belongs to, from 1; 0 for tokens of other files.
    pub line: u32,
    /// Whether a blank or a line break stands in front of it, in the text or in the macro.
    pub blank: bool,
    /// Whether only the compiler knows its spelling: `__LINE__`, or what `#` and `##` make of it.
    pub is_builtin: bool,
    /// The macro of the compiler's that it stands for: `__LINE__`.
    pub builtin: Option<&'static str>,
    /// The innermost object-like macro that it comes out of, as an index of [`MacroUses::objects`].
    pub object: Option<u32>,
}

/// Where a token comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It stands in the main file as it is. The name of a kept macro counts as that.
    Written(Span),
    /// It came out of a macro.
    Expanded {
        /// The whole outermost invocation in the main file.
        invocation: Span,
        /// The macro invoked there.
        macro_name: Arc<str>,
        /// What of the text it comes from: the token itself in an argument, or the innermost
        /// invocation in the text whose expansion made it.
        anchor: Span,
        /// Where the token's own bytes stand in the main file: in an argument, or in the body
        /// of a macro defined there.
        spelled: Option<Span>,
    },
    /// It comes from a header or the command line, or from a line of the main file which the
    /// compiler expands in its own way.
    Foreign,
}

impl Token {
    /// Where the token's own bytes stand in the main file.
    pub fn spelled(&self) -> Option<Span> {
        match &self.origin {
            Origin::Written(span) => Some(*span),
            Origin::Expanded { spelled, .. } => *spelled,
            Origin::Foreign => None,
        }
    }

    /// What of the main file's text the token comes from: itself, or the innermost invocation in
    /// the text that made it.
    pub fn anchor(&self) -> Option<Span> {
        match &self.origin {
            Origin::Written(span) => Some(*span),
            Origin::Expanded { anchor, .. } => Some(*anchor),
            Origin::Foreign => None,
        }
    }

    /// The outermost macro invocation that the token came out of.
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

/// The bytes from the first to the last token, as far as they have a place.
pub(crate) fn outer_span(tokens: &[Token]) -> Option<Span> {
    tokens.iter().filter_map(Token::outer_span).reduce(Span::to)
}
