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

/// The identifiers and keywords in a piece of C, in order; none of comments and literals.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    let lexing = lex(text, &mut Symbols::default());
    let is_name = |token: &Lexed| token.kind == TokenKind::Identifier;
    let names = lexing.tokens.into_iter().filter(is_name);
    names.filter_map(|token| text.get(token.span.range()))
}

/// Whether a piece of C contains a name.
pub fn has_name(text: &str, name: &str) -> bool {
    names(text).any(|found| found == name)
}

#[cfg(test)]
mod tests {
    use super::{names, words};

    #[test]
    fn a_piece_of_c_becomes_words() {
        let text = "t[i+1] /* old */ = 'x';\n";
        let found = words(text);
        let texts: Vec<&str> = found.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(texts, ["t", "[", "i", "+", "1", "]", "=", "'x'", ";"]);
        assert!(
            found
                .iter()
                .all(|word| text[word.span.range()] == word.text)
        );
        assert!(words(" // nothing").is_empty());
    }

    #[test]
    fn names_are_identifiers_outside_of_comments_and_literals() {
        let found = names("int n_1 = 0x1f + $k; // m\n s(\"t\");");
        assert_eq!(found.collect::<Vec<_>>(), ["int", "n_1", "$k", "s"]);
    }
}
