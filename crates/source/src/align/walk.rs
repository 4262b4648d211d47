//! Walks the main file and the compiler's listing in step: the macro table follows the listing, and
//! each line of the file is expanded and compared with the compiler's tokens.

use crate::align::builder::Builder;
use crate::align::chunk::{Chunk, PragmaLine};
use crate::compiler::listing::{Directive, Listed, Listing, spaced};
use crate::lines::numbering::Numbering;
use crate::macros::definition::{DefinedIn, Macro, MacroTable, PpToken};
use crate::macros::expander::Expander;
use crate::macros::kept_macros::KeptMacros;
use crate::tokens::layout::{Layout, LineKind};
use crate::tokens::lexer::TokenKind;
use crate::tokens::symbols::{Symbol, Symbols};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// The inputs of a walk.
pub(super) struct Inputs<'a> {
    pub(super) layout: &'a Layout,
    pub(super) listing: &'a Listing,
    /// For each logical line, whether the compiler saw it.
    pub(super) active: &'a [bool],
    pub(super) numbering: Arc<Numbering>,
    /// The values of macros of the compiler, if the listing has no tokens of the main file.
    pub(super) builtins: Option<&'a Builtins>,
}

/// The spellings that macros of the compiler stand for.
pub(super) type Builtins = BTreeMap<&'static str, (Symbol, TokenKind)>;

pub(super) struct Walk<'a> {
    pub(super) layout: &'a Layout,
    pub(super) listing: &'a Listing,
    pub(super) active: &'a [bool],
    pub(super) numbering: Arc<Numbering>,
    pub(super) expander: Expander<'a>,
    pub(super) builder: Builder,
    /// The first logical line not yet walked.
    next_line: usize,
    /// The listing's tokens of the main file not yet compared.
    pending: Range<usize>,
    /// See [`Inputs::builtins`].
    builtins: Option<&'a Builtins>,
    /// Whether all tokens are known; otherwise the compiler must be asked.
    pub(super) is_explained: bool,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        inputs: &Inputs<'a>,
        symbols: &'a mut Symbols,
        kept_macros: KeptMacros,
    ) -> Walk<'a> {
        let Inputs {
            layout,
            listing,
            active,
            builtins,
            ..
        } = *inputs;
        let size = layout.lexing.tokens.len() + listing.tokens.len();
        let expander = Expander::new(symbols, kept_macros, 1_000_000 + 100 * size as u64);
        let builder = Builder::for_tokens(listing.tokens.len());
        Walk {
            layout,
            listing,
            active,
            numbering: Arc::clone(&inputs.numbering),
            expander,
            builder,
            next_line: 0,
            pending: 0..0,
            builtins,
            is_explained: true,
        }
    }

    pub(super) fn run(&mut self) {
        let listing = self.listing;
        let mut walked = 0;
        for event in &listing.events {
            self.listed(walked..event.before);
            walked = event.before;
            let line = self.layout.line_at(event.line).filter(|_| event.line > 0);
            if let Some(line) = line {
                self.walk_to(line);
            }
            match &event.directive {
                Directive::Define(definition) => self.define(definition, line),
                Directive::Undefine(name) => self.undefine(*name),
                Directive::Include => {}
            }
        }
        self.listed(walked..listing.tokens.len());
        self.walk_to(self.layout.kinds.len());
        self.mark_ambiguous();
    }

    /// Takes tokens of the listing: those of the main file wait for their lines.
    fn listed(&mut self, range: Range<usize>) {
        for index in range {
            let token = &self.listing.tokens[index];
            if token.line > 0 {
                let start = if self.pending.is_empty() {
                    index
                } else {
                    self.pending.start
                };
                self.pending = start..index + 1;
                continue;
            }
            if !self.pending.is_empty() {
                self.walk_to(self.next_line);
            }
            if !token.pragma {
                self.builder.foreign(token, self.expander.symbols);
            }
        }
    }

    /// Walks the logical lines before `end`.
    fn walk_to(&mut self, end: usize) {
        let lines = self.next_line..end.max(self.next_line);
        self.next_line = lines.end;
        let mut chunk = Chunk::new(Arc::clone(&self.numbering));
        for line in lines {
            match self.layout.kinds[line] {
                _ if !self.active[line] => {}
                LineKind::Text => chunk.add_line(self.layout, line),
                LineKind::Pragma => chunk.pragmas.push(self.pragma_line(line)),
                _ => {}
            }
        }
        if let Some(builtins) = self.builtins {
            let written = chunk.emit_expanded(builtins, &mut self.expander, &mut self.builder);
            self.is_explained &= written.is_some();
            return;
        }
        let pending = self.take_pending();
        chunk.emit(&pending, &mut self.expander, &mut self.builder);
    }

    /// The waiting tokens, without `#pragma` lines.
    fn take_pending(&mut self) -> Cow<'a, [Listed]> {
        let pending = &self.listing.tokens[std::mem::take(&mut self.pending)];
        if !pending.iter().any(|token| token.pragma) {
            return pending.into();
        }
        pending
            .iter()
            .filter(|token| !self.is_pragma_line(token))
            .copied()
            .collect()
    }

    /// Whether the token is the compiler's print of a `#pragma` line; the line is used as written.
    fn is_pragma_line(&self, token: &Listed) -> bool {
        let line = self.layout.line_at(token.line).filter(|_| token.pragma);
        line.is_some_and(|line| self.layout.kinds[line] == LineKind::Pragma)
    }

    fn pragma_line(&self, line: usize) -> PragmaLine {
        let words = self.layout.tokens(line).get(2..).unwrap_or(&[]);
        let text = spaced(words, self.expander.symbols);
        let place = &self.layout.lexing.lines[line];
        PragmaLine {
            text,
            span: place.span,
            line: place.number,
        }
    }

    fn define(&mut self, listed: &Arc<Macro>, line: Option<usize>) {
        let definition = line
            .and_then(|line| self.own_definition(listed, line))
            .unwrap_or(listed.clone());
        self.replace(definition.name, Some(&definition));
        self.expander.table.define(definition);
    }

    fn undefine(&mut self, name: Symbol) {
        self.replace(name, None);
        self.expander.table.undefine(name);
    }

    fn replace(&mut self, name: Symbol, with: Option<&Macro>) {
        let table: &MacroTable = &self.expander.table;
        let Some(old) = table.lookup(name) else {
            return;
        };
        if with.is_none_or(|new| !table.get(old).same_as(new)) {
            self.expander.kept_macros.replaced(old, table);
        }
    }

    /// The listed definition as the main file writes it, with its bytes.
    fn own_definition(&self, listed: &Macro, line: usize) -> Option<Arc<Macro>> {
        if self.layout.kinds[line] != LineKind::Define {
            return None;
        }
        let tokens = self.layout.tokens(line).get(2..)?;
        let own = Macro::parse(
            tokens,
            DefinedIn::MainFile,
            PpToken::written,
            self.expander.symbols,
        )?;
        let is_it = own.name == listed.name && (own.same_as(listed) || self.builtins.is_some());
        is_it.then(|| Arc::new(own))
    }

    /// Notes the names of kept macros that also stand for variables.
    fn mark_ambiguous(&mut self) {
        let expander = &mut self.expander;
        let kept: Vec<Symbol> = expander
            .kept_macros
            .all(&expander.table)
            .map(|(m, _)| m.name)
            .collect();
        let plain = kept
            .into_iter()
            .filter(|&name| self.builder.has_plain(name));
        plain.for_each(|name| expander.kept_macros.ambiguous(name));
    }
}
