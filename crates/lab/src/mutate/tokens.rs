//! The tokens of a text with their partners: brackets and directives. Knows no grammar.

use source::{Span, TokenKind, Word, words};
use std::ops::Range;

/// A text as tokens.
pub(super) struct Tokens<'a> {
    pub(super) text: &'a str,
    pub(super) words: Vec<Word>,
    /// The other bracket of a pair.
    partners: Vec<Option<usize>>,
    /// By token: the index of the first token of the directive it belongs to.
    directives: Vec<Option<usize>>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let words = words(text);
        let directives = directives(text, &words);
        let partners = partners(&words, &directives);
        Tokens {
            text,
            words,
            partners,
            directives,
        }
    }

    /// The spelling of a token; empty behind the last one.
    pub(super) fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| &word.text)
    }

    /// The spelling of the token before one.
    pub(super) fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |at| self.word(at))
    }

    pub(super) fn is(&self, at: usize, text: &str) -> bool {
        self.word(at) == text
    }

    pub(super) fn is_name(&self, at: usize) -> bool {
        let is_name = |word: &Word| word.kind == TokenKind::Identifier;
        self.words.get(at).is_some_and(is_name) && !is_keyword(self.word(at))
    }

    pub(super) fn is_number(&self, at: usize) -> bool {
        let is_number = |word: &Word| word.kind == TokenKind::Number;
        self.words.get(at).is_some_and(is_number)
    }

    /// The value of a plain decimal number.
    pub(super) fn integer(&self, at: usize) -> Option<i64> {
        let digits = self.word(at).trim_end_matches(['u', 'U', 'l', 'L']);
        digits.parse().ok().filter(|_| self.is_number(at))
    }

    /// The bracket that belongs to this one.
    pub(super) fn partner(&self, at: usize) -> Option<usize> {
        self.partners.get(at).copied().flatten()
    }

    pub(super) fn in_directive(&self, at: usize) -> bool {
        self.directives.get(at).is_some_and(Option::is_some)
    }

    /// The token ranges of all directives, each from its `#`.
    pub(super) fn directives(&self) -> Vec<Range<usize>> {
        let mut all: Vec<Range<usize>> = Vec::new();
        for (at, start) in self.directives.iter().enumerate() {
            match (start, all.last_mut()) {
                (Some(start), Some(last)) if last.start == *start => last.end = at + 1,
                (Some(start), _) => all.push(*start..at + 1),
                (None, _) => {}
            }
        }
        all
    }

    /// The bytes of tokens `first..=last`.
    pub(super) fn span(&self, first: usize, last: usize) -> Span {
        Span::new(self.words[first].span.start, self.words[last].span.end)
    }

    /// The text of tokens `first..=last`.
    pub(super) fn piece(&self, first: usize, last: usize) -> &str {
        &self.text[self.span(first, last).range()]
    }

    /// The line of a token, from 1.
    pub(super) fn line(&self, at: usize) -> usize {
        let start = self.words[at].span.range().start;
        1 + self.text[..start].bytes().filter(|b| *b == b'\n').count()
    }

    /// The last token of the operand that starts at a token: a name or number with its subscripts
    /// and arguments, or parentheses.
    pub(super) fn operand_end(&self, at: usize) -> Option<usize> {
        let mut end = match self.word(at) {
            "(" => self.partner(at)?,
            _ if self.is_name(at) || self.is_number(at) => at,
            _ => return None,
        };
        while matches!(self.word(end + 1), "[" | "(") && !self.in_directive(end + 1) {
            end = self.partner(end + 1)?;
        }
        Some(end)
    }
}

const KEYWORDS: [&str; 15] = [
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "return",
    "break",
    "continue",
    "goto",
    "sizeof",
    "_Static_assert",
    "_Pragma",
];

/// Whether a word of the language cannot be the name of an object or type.
pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

fn directives(text: &str, words: &[Word]) -> Vec<Option<usize>> {
    let mut current: Option<(usize, usize)> = None;
    let mut all = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        let start = word.span.range().start;
        if current.is_some_and(|(_, end)| start >= end) {
            current = None;
        }
        let line = text[..start].rfind('\n').map_or(0, |n| n + 1);
        let is_first = text[line..start].trim().is_empty();
        if current.is_none() && is_first && matches!(word.text.as_str(), "#" | "%:") {
            current = Some((at, end_of_line(text, start)));
        }
        all.push(current.map(|(first, _)| first));
    }
    all
}

/// The end of a logical line.
fn end_of_line(text: &str, start: usize) -> usize {
    let mut end = start;
    for line in text[start..].split_inclusive('\n') {
        end += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    end
}

/// Pairs of brackets; those of directives apart from the others.
fn partners(words: &[Word], directives: &[Option<usize>]) -> Vec<Option<usize>> {
    let mut partners = vec![None; words.len()];
    let mut open: Vec<usize> = Vec::new();
    let mut inside: Vec<usize> = Vec::new();
    let mut directive = None;
    for (at, word) in words.iter().enumerate() {
        if directives[at] != directive {
            directive = directives[at];
            inside.clear();
        }
        let stack = match directive {
            Some(_) => &mut inside,
            None => &mut open,
        };
        match word.text.as_str() {
            "(" | "[" | "{" => stack.push(at),
            ")" | "]" | "}" => {
                let fits = |first: &usize| closing(&words[*first].text) == word.text;
                if let Some(first) = stack.pop_if(|first| fits(first)) {
                    (partners[first], partners[at]) = (Some(at), Some(first));
                }
            }
            _ => {}
        }
    }
    partners
}

fn closing(open: &str) -> &'static str {
    match open {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}
