//! Reads the output of `cc -E -dD`: tokens with their lines, and macro definitions in order. It
//! does not look into the main file.

use crate::macros::definition::{DefinedIn, Macro, PpToken};
use crate::tokens::lexer::{Lexed, Lexing, TokenKind, lex};
use crate::tokens::symbols::{Symbol, Symbols};
use std::sync::Arc;

/// A token of the listing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listed {
    pub(crate) symbol: Symbol,
    pub(crate) kind: TokenKind,
    /// The physical line of the main file, from 1; 0 if the token is from elsewhere.
    pub(crate) line: u32,
    /// Whether it starts a line of the listing.
    pub(crate) starts_line: bool,
    /// Whether it is a `#pragma` line instead of a token; `symbol` is the text after the word
    /// `pragma`.
    pub(crate) pragma: bool,
    /// The included file that it is from, unless that is a system header.
    pub(crate) header: Option<Symbol>,
}

/// A directive of the listing between two tokens.
#[derive(Clone)]
pub(crate) struct Event {
    /// The index of the token that follows.
    pub(crate) before: usize,
    /// The physical line of the main file; 0 if the event is elsewhere.
    pub(crate) line: u32,
    pub(crate) directive: Directive,
}

/// The directives that matter for the text after them.
#[derive(Clone)]
pub(crate) enum Directive {
    Define(Arc<Macro>),
    Undefine(Symbol),
    /// The main file includes another file.
    Include,
}

/// The whole listing.
#[derive(Default)]
pub(crate) struct Listing {
    pub(crate) tokens: Vec<Listed>,
    pub(crate) events: Vec<Event>,
}

impl Listing {
    /// Reads the compiler's output.
    pub(crate) fn new(printed: &str, symbols: &mut Symbols) -> Listing {
        let lexing = lex(printed, symbols);
        let mut reader = Reader {
            listing: Listing::default(),
            at: Position::default(),
        };
        for (index, line) in lexing.lines.iter().enumerate() {
            let tokens = &lexing.tokens[line.tokens.clone()];
            reader.at.advance_to(line.number);
            match is_directive(printed, tokens) {
                true => reader.directive(&lexing, index, symbols),
                false => reader.text(tokens),
            }
        }
        reader.listing
    }
}

fn is_directive(printed: &str, tokens: &[Lexed]) -> bool {
    let start = tokens[0].span.range().start;
    let bytes = printed.as_bytes();
    bytes[start] == b'#' && (start == 0 || bytes[start - 1] == b'\n')
}

/// The position of the reader in the files of the translation unit.
#[derive(Default)]
struct Position {
    /// The number of open files besides the outermost.
    depth: u32,
    outermost: bool,
    place: Option<DefinedIn>,
    /// The current file as the listing spells it.
    file: Option<Symbol>,
    /// The line of the current file that the listing's line `seen` is.
    line: u32,
    seen: u32,
    /// The event of the main file's include that is being read.
    include: Option<usize>,
}

impl Position {
    fn advance_to(&mut self, listing_line: u32) {
        self.line = self
            .line
            .saturating_add(listing_line.saturating_sub(self.seen));
        self.seen = listing_line;
    }

    fn main_line(&self) -> u32 {
        if self.in_main_file() { self.line } else { 0 }
    }

    fn in_main_file(&self) -> bool {
        self.outermost && self.depth == 0
    }

    fn header(&self) -> Option<Symbol> {
        let is_header = !self.in_main_file() && self.place == Some(DefinedIn::Header);
        self.file.filter(|_| is_header)
    }

    /// The origin of macros that are defined here.
    fn place(&self) -> DefinedIn {
        if self.in_main_file() {
            DefinedIn::MainFile
        } else {
            self.place.unwrap_or(DefinedIn::System)
        }
    }
}

struct Reader {
    listing: Listing,
    at: Position,
}

impl Reader {
    fn text(&mut self, tokens: &[Lexed]) {
        for (index, token) in tokens.iter().enumerate() {
            self.listing.tokens.push(Listed {
                symbol: token.symbol,
                kind: token.kind,
                // All tokens of one line of the listing are from one line, even if it contains a
                // comment or a continuation.
                line: self.at.main_line(),
                starts_line: index == 0,
                pragma: false,
                header: self.at.header(),
            });
        }
    }

    fn directive(&mut self, lexing: &Lexing, index: usize, symbols: &mut Symbols) {
        let line = &lexing.lines[index];
        let tokens = &lexing.tokens[line.tokens.clone()];
        let Some(word) = tokens.get(1) else { return };
        match symbols.text(word.symbol) {
            "define" => {
                let parsed = Macro::parse(&tokens[2..], self.at.place(), PpToken::foreign, symbols);
                if let Some(definition) = parsed {
                    self.event(Directive::Define(Arc::new(definition)));
                }
            }
            "undef" => {
                if let Some(name) = tokens.get(2) {
                    self.event(Directive::Undefine(name.symbol));
                }
            }
            "pragma" => self.pragma(&tokens[2..], symbols),
            number if number.starts_with(|c: char| c.is_ascii_digit()) => {
                let number = number.parse().unwrap_or(0);
                self.marker(number, &tokens[2..], line.number, symbols);
            }
            _ => {}
        }
    }

    fn event(&mut self, directive: Directive) {
        let before = self.listing.tokens.len();
        self.listing.events.push(Event {
            before,
            line: self.at.main_line(),
            directive,
        });
    }

    fn pragma(&mut self, tokens: &[Lexed], symbols: &mut Symbols) {
        let symbol = symbols.intern(&spaced(tokens, symbols));
        let line = self.at.main_line();
        let kind = TokenKind::Other;
        self.listing.tokens.push(Listed {
            symbol,
            kind,
            line,
            starts_line: true,
            pragma: true,
            header: self.at.header(),
        });
    }

    /// Reads `# line "file" flags`: flag 1 enters a file, 2 returns to one, 3 is a system header.
    fn marker(&mut self, line: u32, tokens: &[Lexed], listing_line: u32, symbols: &Symbols) {
        let Some((file, flags)) = tokens.split_first() else {
            return;
        };
        let has = |flag: &str| flags.iter().any(|t| symbols.text(t.symbol) == flag);
        if has("1") {
            self.enter();
        } else if has("2") {
            self.leave(line);
        }
        let (outermost, place) = match symbols.text(file.symbol) {
            "\"<built-in>\"" => (false, DefinedIn::System),
            "\"<command-line>\"" | "\"<command line>\"" => (false, DefinedIn::CommandLine),
            _ if has("3") => (true, DefinedIn::System),
            _ => (true, DefinedIn::Header),
        };
        self.at.outermost = outermost;
        self.at.place = Some(place);
        self.at.file = Some(file.symbol);
        self.at.line = line;
        self.at.seen = listing_line + 1;
    }

    fn enter(&mut self) {
        if self.at.in_main_file() {
            self.at.include = Some(self.listing.events.len());
            self.event(Directive::Include);
        }
        self.at.depth += 1;
    }

    /// Returns to `line` of the including file: the place of the include is known only now.
    fn leave(&mut self, line: u32) {
        self.at.depth = self.at.depth.saturating_sub(1);
        if self.at.depth == 0
            && let Some(include) = self.at.include.take()
        {
            self.listing.events[include].line = line.saturating_sub(1);
        }
    }
}

/// The tokens as text, with one blank in place of white space.
pub(crate) fn spaced(tokens: &[Lexed], symbols: &Symbols) -> String {
    let mut text = String::new();
    for token in tokens {
        if token.blank && !text.is_empty() {
            text.push(' ');
        }
        text.push_str(symbols.text(token.symbol));
    }
    text
}
