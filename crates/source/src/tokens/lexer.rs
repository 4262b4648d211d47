//! Text to preprocessing tokens and logical lines (C11 5.1.1.2, phases 2 and 3). The same lexer
//! reads the main file and the compiler's listing, so both are split in the same way. Lines from
//! `#if 0` to its `#endif` are a comment, if they have no `#else`: no configuration sees them.

use crate::text::span::Span;
use crate::tokens::symbols::{Symbol, Symbols};
use std::ops::Range;

/// The classes of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TokenKind {
    /// An identifier or keyword.
    Identifier,
    /// A preprocessing number.
    Number,
    /// A character constant with its prefix.
    Character,
    /// A string literal with its prefix.
    String,
    /// An operator or separator.
    Punctuator,
    /// Anything else: stray characters, unfinished literals.
    Other,
}

/// A token with its place in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexed {
    /// Its spelling, without line continuations.
    pub(crate) symbol: Symbol,
    pub(crate) kind: TokenKind,
    /// Its bytes, with line continuations.
    pub(crate) span: Span,
    /// The physical line of its first byte, from 1.
    pub(crate) line: u32,
    /// Whether white space or a comment directly precedes it.
    pub(crate) blank: bool,
}

/// A logical line with at least one token: comments and continuations join physical lines.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Its tokens, at least one.
    pub(crate) tokens: Range<usize>,
    /// The physical line of its first token, from 1.
    pub(crate) number: u32,
    /// From its first token to the line break, which is excluded.
    pub(crate) span: Span,
}

/// The tokens and lines of a text.
#[derive(Debug, Default)]
pub(crate) struct Lexing {
    pub(crate) tokens: Vec<Lexed>,
    pub(crate) lines: Vec<Line>,
}

/// Operators of several characters, longest first among those with the same first byte.
const PUNCTUATORS: [&[u8]; 30] = [
    b"...", b"<<=", b">>=", b"%:%:", b"->", b"++", b"--", b"<<", b">>", b"<=", b">=", b"==", b"!=",
    b"&&", b"||", b"*=", b"/=", b"%=", b"+=", b"-=", b"&=", b"^=", b"|=", b"##", b"<:", b":>",
    b"<%", b"%>", b"%:", b"::",
];

/// Splits `text` into tokens.
pub(crate) fn lex(text: &str, symbols: &mut Symbols) -> Lexing {
    let mut lexer = Lexer {
        text,
        cursor: Cursor {
            bytes: text.as_bytes(),
            at: 0,
            end: 0,
            line: 1,
        },
        symbols,
        out: Lexing::default(),
        line_start: 0,
    };
    if text.starts_with('\u{feff}') {
        lexer.cursor.at = '\u{feff}'.len_utf8();
    }
    lexer.run();
    lexer.out
}

/// The kind of `text` if it is exactly one token.
pub(crate) fn single_token(text: &str, symbols: &mut Symbols) -> Option<TokenKind> {
    match lex(text, symbols).tokens[..] {
        [only] if only.span.len() == text.len() => Some(only.kind),
        _ => None,
    }
}

/// A position in the text that skips line continuations.
#[derive(Clone)]
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The offset after the last byte taken.
    end: usize,
    line: u32,
}

impl Cursor<'_> {
    fn peek(&mut self) -> Option<u8> {
        while let Some(next) = self.continuation() {
            self.at = next;
            self.line += 1;
        }
        self.bytes.get(self.at).copied()
    }

    fn peek_second(&self) -> Option<u8> {
        let mut ahead = self.clone();
        ahead.take();
        ahead.peek()
    }

    fn take(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.line += u32::from(byte == b'\n');
        self.at += 1;
        self.end = self.at;
        Some(byte)
    }

    /// Takes `wanted` if it is next. Returns whether it was.
    fn take_all(&mut self, wanted: &[u8]) -> bool {
        let mut ahead = self.clone();
        let found = wanted.iter().all(|&byte| ahead.take() == Some(byte));
        if found {
            *self = ahead;
        }
        found
    }

    /// The offset after a line continuation: a backslash, blanks and a line break.
    fn continuation(&self) -> Option<usize> {
        if self.bytes.get(self.at) != Some(&b'\\') {
            return None;
        }
        let rest = &self.bytes[self.at + 1..];
        let blanks = rest
            .iter()
            .position(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c))?;
        (rest[blanks] == b'\n').then_some(self.at + blanks + 2)
    }
}

struct Lexer<'a> {
    text: &'a str,
    cursor: Cursor<'a>,
    symbols: &'a mut Symbols,
    out: Lexing,
    /// The index of the first token of the current line.
    line_start: usize,
}

impl Lexer<'_> {
    fn run(&mut self) {
        let mut blank = false;
        while let Some(byte) = self.cursor.peek() {
            match byte {
                b'\n' => {
                    self.end_line();
                    self.cursor.take();
                    blank = true;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c | 0 => {
                    self.cursor.take();
                    blank = true;
                }
                b'/' if self.skip_comment() => blank = true,
                b'#' if self.starts_line() && self.skip_disabled() => blank = true,
                _ => {
                    self.token(byte, blank);
                    blank = false;
                }
            }
        }
        self.end_line();
    }

    fn end_line(&mut self) {
        let tokens = self.line_start..self.out.tokens.len();
        self.line_start = tokens.end;
        if let Some(first) = self.out.tokens.get(tokens.start) {
            let ended = self.text.as_bytes()[..self.cursor.at]
                .trim_ascii_end()
                .len() as u32;
            let last = self.out.tokens[tokens.end - 1].span.end;
            let span = Span::new(first.span.start, ended.max(last));
            self.out.lines.push(Line {
                tokens,
                number: first.line,
                span,
            });
        }
    }

    fn skip_comment(&mut self) -> bool {
        if self.cursor.take_all(b"//") {
            while self.cursor.peek().is_some_and(|byte| byte != b'\n') {
                self.cursor.take();
            }
            return true;
        }
        if !self.cursor.take_all(b"/*") {
            return false;
        }
        while self.cursor.peek().is_some() && !self.cursor.take_all(b"*/") {
            self.cursor.take();
        }
        true
    }

    fn starts_line(&self) -> bool {
        self.line_start == self.out.tokens.len()
    }

    /// Takes lines from `#if 0` to its `#endif`. Returns whether they are next, without `#else`.
    fn skip_disabled(&mut self) -> bool {
        let start = self.cursor.clone();
        let is_disabled = self.line_words() == ["#", "if", "0"] && self.skip_group();
        if !is_disabled {
            self.cursor = start;
        }
        is_disabled
    }

    /// Takes the lines of a conditional up to its `#endif`; `false` if it has several groups.
    fn skip_group(&mut self) -> bool {
        let mut depth = 1;
        while self.cursor.take().is_some() {
            let words = self.line_words();
            let directive = words.get(1).filter(|_| words[0] == "#");
            depth = match directive.map(String::as_str) {
                Some("if" | "ifdef" | "ifndef") => depth + 1,
                Some("endif") => depth - 1,
                Some("else" | "elif" | "elifdef" | "elifndef") if depth == 1 => return false,
                _ => depth,
            };
            if depth == 0 {
                return true;
            }
        }
        false
    }

    /// Takes the rest of a line up to its break. Returns its words.
    fn line_words(&mut self) -> Vec<String> {
        let mut words = Vec::new();
        while let Some(byte) = self.cursor.peek().filter(|byte| *byte != b'\n') {
            match byte {
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c | 0 => {
                    self.cursor.take();
                }
                b'/' if self.skip_comment() => {}
                _ => {
                    let start = self.cursor.at;
                    self.scan(byte);
                    words.push(without_continuations(&self.text[start..self.cursor.end]));
                }
            }
        }
        words
    }

    fn token(&mut self, first: u8, blank: bool) {
        let (start, line) = (self.cursor.at, self.cursor.line);
        let kind = self.scan(first);
        let end = self.cursor.end;
        // An unterminated literal ends with its line; the carriage return belongs to the line end.
        let end = match kind {
            TokenKind::Other => start + self.text[start..end].trim_end_matches('\r').len(),
            _ => end,
        };
        let symbol = self.spelling(start..end, kind);
        let span = Span::new(start as u32, end as u32);
        self.out.tokens.push(Lexed {
            symbol,
            kind,
            span,
            line,
            blank,
        });
    }

    /// Takes the token that starts with `first`.
    fn scan(&mut self, first: u8) -> TokenKind {
        match first {
            b'"' | b'\'' => self.literal(first),
            b'0'..=b'9' => self.number(),
            b'.' if self
                .cursor
                .peek_second()
                .is_some_and(|b| b.is_ascii_digit()) =>
            {
                self.number()
            }
            b'\\' if matches!(self.cursor.peek_second(), Some(b'u' | b'U')) => self.word(),
            _ if is_word(first) => self.word(),
            b';' | b',' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'~' => {
                self.cursor.take();
                TokenKind::Punctuator
            }
            _ => self.punctuator(first),
        }
    }

    fn punctuator(&mut self, first: u8) -> TokenKind {
        let long = PUNCTUATORS.iter().filter(|p| p[0] == first);
        for punctuator in long {
            if self.cursor.take_all(punctuator) {
                return TokenKind::Punctuator;
            }
        }
        self.cursor.take();
        if b"=+-*/%<>!&|^?:.#".contains(&first) {
            TokenKind::Punctuator
        } else {
            TokenKind::Other
        }
    }

    /// An identifier, or a literal with a prefix.
    fn word(&mut self) -> TokenKind {
        let start = self.cursor.at;
        loop {
            match self.cursor.peek() {
                Some(b'\\') if matches!(self.cursor.peek_second(), Some(b'u' | b'U')) => {
                    self.cursor.take();
                    self.cursor.take();
                }
                Some(byte) if is_word(byte) || byte.is_ascii_digit() => {
                    self.cursor.take();
                }
                Some(quote @ (b'"' | b'\'')) if self.is_prefix(start) => {
                    return self.literal(quote);
                }
                _ => return TokenKind::Identifier,
            }
        }
    }

    fn is_prefix(&self, start: usize) -> bool {
        matches!(
            &self.text.as_bytes()[start..self.cursor.end],
            b"L" | b"u" | b"U" | b"u8"
        )
    }

    fn number(&mut self) -> TokenKind {
        let mut last = 0;
        while let Some(byte) = self.cursor.peek() {
            let sign = matches!(byte, b'+' | b'-') && matches!(last, b'e' | b'E' | b'p' | b'P');
            let separator = byte == b'\''
                && last.is_ascii_alphanumeric()
                && self
                    .cursor
                    .peek_second()
                    .is_some_and(|b| b.is_ascii_alphanumeric());
            if !(sign || separator || byte == b'.' || is_word(byte) || byte.is_ascii_digit()) {
                break;
            }
            last = byte;
            self.cursor.take();
        }
        TokenKind::Number
    }

    /// A string or character constant; without a closing quote it extends to the end of its line.
    fn literal(&mut self, quote: u8) -> TokenKind {
        self.cursor.take();
        loop {
            match self.cursor.peek() {
                None | Some(b'\n') => return TokenKind::Other,
                Some(b'\\') => {
                    self.cursor.take();
                    if self.cursor.peek().is_some_and(|byte| byte != b'\n') {
                        self.cursor.take();
                    }
                }
                Some(byte) => {
                    self.cursor.take();
                    if byte == quote {
                        return if quote == b'"' {
                            TokenKind::String
                        } else {
                            TokenKind::Character
                        };
                    }
                }
            }
        }
    }

    fn spelling(&mut self, at: Range<usize>, kind: TokenKind) -> Symbol {
        let written = &self.text[at];
        if !written.contains('\\') {
            return self.symbols.intern(written);
        }
        let joined = without_continuations(written);
        match kind {
            TokenKind::Identifier => self.symbols.intern(&with_plain_characters(&joined)),
            _ => self.symbols.intern(joined.trim_end_matches('\r')),
        }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// The spelling of a token after phase 2: without line continuations.
pub(crate) fn without_continuations(written: &str) -> String {
    let mut cursor = Cursor {
        bytes: written.as_bytes(),
        at: 0,
        end: 0,
        line: 1,
    };
    let mut kept = Vec::with_capacity(written.len());
    while let Some(byte) = cursor.take() {
        kept.push(byte);
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// An identifier with its universal character names (`\u00e9`) as characters, because compilers
/// print either form.
pub(crate) fn with_plain_characters(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(at) = rest.find('\\') {
        plain.push_str(&rest[..at]);
        let digits = if rest[at..].starts_with("\\U") { 8 } else { 4 };
        let code = rest
            .get(at + 2..at + 2 + digits)
            .and_then(|hex| u32::from_str_radix(hex, 16).ok());
        match code.and_then(char::from_u32) {
            Some(character) => plain.push(character),
            None => plain.push_str(rest.get(at..at + 2 + digits).unwrap_or(&rest[at..])),
        }
        rest = rest.get(at + 2 + digits..).unwrap_or("");
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tokens separated by blanks, logical lines by `|`.
    fn shown(text: &str) -> String {
        let mut symbols = Symbols::default();
        let lexing = lex(text, &mut symbols);
        let line = |l: &Line| {
            let texts: Vec<&str> = lexing.tokens[l.tokens.clone()]
                .iter()
                .map(|t| symbols.text(t.symbol))
                .collect();
            texts.join(" ")
        };
        lexing
            .lines
            .iter()
            .map(line)
            .collect::<Vec<_>>()
            .join(" | ")
    }

    #[test]
    fn splits_as_the_standard_says() {
        for (text, expected) in [
            ("a+++b", "a ++ + b"),
            ("x<<=1...2", "x <<= 1...2"),
            ("a ... b", "a ... b"),
            (".5e-3f+1.e+2", ".5e-3f + 1.e+2"),
            ("0x1p-2-3", "0x1p-2 - 3"),
            ("1'000'000 'a'", "1'000'000 'a'"),
            (
                "L\"a\\\"b\" u8\"x\" L'c' x\"y\"",
                "L\"a\\\"b\" u8\"x\" L'c' x \"y\"",
            ),
            ("in\\\nt x\\  \r\n;", "int x ;"),
            ("a/*\n*/b // c\\\n d\ne", "a b | e"),
            ("a\r\nb\r\n", "a | b"),
            ("don't /* x\ny", "don 't /* x | y"),
            (
                "\u{feff}int \u{e9}\\u00e9\\U000000e9;",
                "int \u{e9}\u{e9}\u{e9} ;",
            ),
            ("a\0b @ `", "a b @ `"),
            ("%:define <: :>", "%: define <: :>"),
            ("a ? b ?: c", "a ? b ? : c"),
            ("/*", ""),
            (
                "a\n#if 0 // no\ndon't #endif\n# ifdef b\n#else\n#endif\n #endif\nc",
                "a | c",
            ),
            ("#if 0\n/*\n#endif\n*/\n#endif /*\n*/ b\nc", "c"),
            (
                "#if 0\na\n#else\nb\n#endif",
                "# if 0 | a | # else | b | # endif",
            ),
            ("#if 0\na", "# if 0 | a"),
            ("#if 00\n#endif", "# if 00 | # endif"),
            ("a #if 0\n#endif", "a # if 0 | # endif"),
            ("\"x\\", "\"x\\"),
            ("\\", "\\"),
        ] {
            assert_eq!(shown(text), expected, "{text:?}");
        }
    }

    #[test]
    fn spans_and_lines() {
        let mut symbols = Symbols::default();
        let lexing = lex("/*\n*/ ab\\\nc d  \r\ne", &mut symbols);
        let spans: Vec<_> = lexing
            .tokens
            .iter()
            .map(|t| (t.span.start, t.span.end, t.line))
            .collect();
        assert_eq!(spans, [(6, 11, 2), (12, 13, 3), (17, 18, 4)]);
        assert_eq!(lexing.lines[0].span, Span::new(6, 13));
        assert_eq!((lexing.lines[0].number, lexing.lines[1].number), (2, 4));
    }
}
