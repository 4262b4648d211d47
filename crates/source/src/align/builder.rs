//! Writes a unit's text, token by token. It does not know how origins are found.

use crate::compiler::dialect::Dialect;
use crate::compiler::exports::Exports;
use crate::compiler::listing::Listed;
use crate::text::file::SourceFile;
use crate::text::span::Span;
use crate::tokens::lexer::TokenKind;
use crate::tokens::symbols::{Symbol, Symbols};
use crate::unit::conditionals::{Conditional, MacroText};
use crate::unit::declarations;
use crate::unit::macro_uses::MacroUses;
use crate::unit::token::{Origin, Token};
use crate::unit::{Included, IntegerMacro, Note, Pragma, Unit};
use std::collections::BTreeMap;
use std::ops::Range;

/// Facts about the main file's lines.
pub(super) struct Lines {
    pub(super) directives: Vec<Span>,
    pub(super) skipped: BTreeMap<String, Span>,
    pub(super) dropped: BTreeMap<String, u32>,
    pub(super) conditionals: Vec<Conditional>,
    pub(super) macro_texts: Vec<MacroText>,
}

/// A unit under construction.
#[derive(Default)]
pub(super) struct Builder {
    text: String,
    tokens: Vec<Token>,
    pragmas: Vec<Pragma>,
    notes: Vec<Note>,
    /// For each symbol, whether it occurs in the text as an identifier that is not a macro.
    plain: Vec<bool>,
    included: Vec<Included>,
}

/// A token to be written.
pub(super) struct NewToken {
    pub(super) symbol: Symbol,
    pub(super) kind: TokenKind,
    pub(super) origin: Origin,
    pub(super) line: u32,
    pub(super) starts_line: bool,
    /// Whether it is the name of a kept macro.
    pub(super) kept: bool,
    /// See [`Token::blank`].
    pub(super) blank: bool,
    /// See [`Token::is_builtin`].
    pub(super) is_builtin: bool,
    /// See [`Token::builtin`].
    pub(super) builtin: Option<&'static str>,
    /// See [`Token::object`].
    pub(super) object: Option<u32>,
}

/// The facts of a unit besides its tokens.
pub(super) struct Facts {
    pub(super) dialect: Dialect,
    pub(super) macros: BTreeMap<String, IntegerMacro>,
    pub(super) uses: MacroUses,
    pub(super) lines: Lines,
}

impl Builder {
    /// A builder with room for `count` tokens.
    pub(super) fn for_tokens(count: usize) -> Builder {
        Builder {
            text: String::with_capacity(4 * count),
            tokens: Vec::with_capacity(count),
            ..Builder::default()
        }
    }

    pub(super) fn token(&mut self, new: NewToken, symbols: &Symbols) {
        if new.kind == TokenKind::Identifier && !new.kept {
            self.mark_plain(new.symbol);
        }
        if !self.text.is_empty() {
            self.text.push(if new.starts_line { '\n' } else { ' ' });
        }
        let start = self.text.len() as u32;
        self.text.push_str(symbols.text(new.symbol));
        let at = start..self.text.len() as u32;
        self.tokens.push(Token {
            kind: new.kind,
            at,
            origin: new.origin,
            line: new.line,
            blank: new.blank,
            is_builtin: new.is_builtin,
            builtin: new.builtin,
            object: new.object,
        });
    }

    /// Writes a token of the listing that has no place in the main file.
    pub(super) fn foreign(&mut self, listed: &Listed, symbols: &Symbols) {
        let Listed {
            symbol,
            kind,
            line,
            starts_line,
            header,
            ..
        } = *listed;
        self.token(
            NewToken {
                symbol,
                kind,
                origin: Origin::Foreign,
                line,
                starts_line,
                kept: false,
                blank: true,
                is_builtin: false,
                builtin: None,
                object: None,
            },
            symbols,
        );
        if let (Some(header), Some(token)) = (header, self.tokens.last()) {
            self.included(symbols.text(header), token.at.clone());
        }
    }

    /// Notes that a range of the text is from an included file.
    fn included(&mut self, spelled: &str, at: Range<u32>) {
        let path = spelled.trim_matches('"');
        match self.included.last_mut() {
            Some(last) if last.path == path => last.at.end = at.end,
            _ => self.included.push(Included {
                path: path.to_owned(),
                at,
            }),
        }
    }

    /// Notes a pragma before the next token.
    pub(super) fn pragma(&mut self, text: String, span: Span) {
        let at = if self.text.is_empty() {
            0
        } else {
            self.text.len() as u32 + 1
        };
        self.pragmas.push(Pragma { text, at, span });
    }

    pub(super) fn note(&mut self, note: Note) {
        self.notes.push(note);
    }

    /// For each byte of the main file, whether a token is spelled from there on.
    pub(super) fn spelled_starts(&self, size: usize) -> Vec<bool> {
        let mut starts = vec![false; size];
        for span in self.tokens.iter().filter_map(Token::spelled) {
            starts[span.start as usize] = true;
        }
        starts
    }

    /// The lines for which the compiler's tokens were used.
    pub(super) fn differing(&self) -> impl Iterator<Item = Span> {
        self.notes.iter().map(|Note::Differs(span)| *span)
    }

    /// Whether the name occurs in the text as an identifier that is not a macro.
    pub(super) fn has_plain(&self, name: Symbol) -> bool {
        self.plain.get(name.index()).copied().unwrap_or(false)
    }

    pub(super) fn finish(mut self, file: SourceFile, facts: Facts) -> Unit {
        let end = self.text.len() as u32;
        for pragma in &mut self.pragmas {
            pragma.at = pragma.at.min(end);
        }
        Unit {
            file,
            dialect: facts.dialect,
            declarations: declarations::split(&self.text, &self.tokens),
            text: self.text,
            tokens: self.tokens,
            pragmas: self.pragmas,
            macros: facts.macros,
            uses: facts.uses,
            notes: self.notes,
            directives: facts.lines.directives,
            skipped: facts.lines.skipped,
            dropped: facts.lines.dropped,
            conditionals: facts.lines.conditionals,
            hidden: Vec::new(),
            macro_texts: facts.lines.macro_texts,
            included: self.included,
            exports: Exports::default(),
            known: None,
        }
    }

    fn mark_plain(&mut self, name: Symbol) {
        if self.plain.len() <= name.index() {
            self.plain.resize(name.index() + 1, false);
        }
        self.plain[name.index()] = true;
    }
}
