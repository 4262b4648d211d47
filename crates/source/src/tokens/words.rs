//! The tokens of a piece of C as words: the way to take C text apart without a parser.

use crate::text::span::Span;
use crate::tokens::lexer::{Lexed, TokenKind, lex};
use crate::tokens::symbols::Symbols;

/// A token as it is spelled, before any preprocessing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// Its class.
    pub kind: TokenKind,
    /// Its spelling.
    pub text: String,
    /// Its bytes in the text.
    pub span: Span,
}

/// The tokens of a piece of C, without comments and white space. Spans count from its start.
pub fn words(text: &str) -> Vec<Word> {
    words_from(text, 0)
}

/// The tokens of a piece of C that starts at an offset of a file. Spans are those of the file.
pub(crate) fn words_from(text: &str, start: u32) -> Vec<Word> {
    let mut symbols = Symbols::default();
    let lexing = lex(text, &mut symbols);
    let word = |token: &Lexed| Word {
        kind: token.kind,
        text: symbols.text(token.symbol).to_owned(),
        span: Span::new(start + token.span.start, start + token.span.end),
    };
    lexing.tokens.iter().map(word).collect()
}
