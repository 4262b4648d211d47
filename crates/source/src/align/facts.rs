//! The facts that a walk found besides the tokens: uses of macros, identifiers that the compiler
//! does not see, and integer macros.

use crate::align::builder::{Facts, Lines};
use crate::align::walk::Walk;
use crate::compiler::dialect::Dialect;
use crate::compiler::listing::Directive;
use crate::macros::constant::evaluate;
use crate::macros::definition::{DefinedIn, Macro, PpToken};
use crate::text::file::SourceFile;
use crate::text::span::Span;
use crate::tokens::layout::LineKind;
use crate::tokens::lexer::{Lexed, TokenKind};
use crate::tokens::symbols::{Symbol, Symbols};
use crate::unit::conditionals::{Conditional, MacroText, conditionals};
use crate::unit::macro_uses::{Body, Invocation, MacroUses, Object};
use crate::unit::{IntegerMacro, Unit};
use std::collections::BTreeMap;
use std::sync::Arc;

impl Walk<'_> {
    pub(super) fn finish(self, file: SourceFile) -> Unit {
        let macros = self.integer_macros();
        let lines = self.layout.lexing.lines.iter().zip(&self.layout.kinds);
        let directives = lines
            .filter(|(_, kind)| **kind != LineKind::Text)
            .map(|(line, _)| line.span)
            .collect();
        let is_kept = |name: &str| macros.contains_key(name);
        let symbols = &*self.expander.symbols;
        let conditionals = conditionals(self.layout, self.active, symbols, &is_kept);
        let dropped = self.dropped();
        let lines = Lines {
            directives,
            skipped: self.skipped(&dropped),
            dropped: self.lines_of(&dropped, &file),
            macro_texts: self.macro_texts(&conditionals),
            conditionals,
        };
        let facts = Facts {
            dialect: Dialect::of(self.listing, symbols),
            uses: self.uses(),
            macros,
            lines,
        };
        self.builder.finish(file, facts)
    }

    fn macro_texts(&self, conditionals: &[Conditional]) -> Vec<MacroText> {
        let kinds = self.layout.kinds.iter().enumerate();
        let defines = kinds.filter(|(_, kind)| **kind == LineKind::Define);
        let text = |token: &Lexed| self.expander.symbols.text(token.symbol).to_owned();
        let define = |(line, _): (usize, &LineKind)| {
            let (name, body) = self.layout.tokens(line).get(2..)?.split_first()?;
            let span = self.layout.lexing.lines[line].span;
            let is_seen = self.active[line];
            let mut around = conditionals.iter().filter(|group| !group.is_seen);
            let decides = |group: &Conditional| group.is_decided && group.span.contains(span);
            Some(MacroText {
                name: text(name),
                at: Some(span),
                body: body.iter().map(text).collect(),
                is_seen,
                in_header: false,
                is_decided: !is_seen && around.any(decides),
            })
        };
        defines
            .filter_map(define)
            .chain(self.header_macros())
            .collect()
    }

    /// The macros of included files and the command line.
    fn header_macros(&self) -> impl Iterator<Item = MacroText> {
        let symbols = &*self.expander.symbols;
        self.listing.events.iter().filter_map(|event| {
            let Directive::Define(definition) = &event.directive else {
                return None;
            };
            let is_users = matches!(
                definition.defined_in,
                DefinedIn::Header | DefinedIn::CommandLine
            );
            let text = |symbol| symbols.text(symbol).to_owned();
            is_users.then(|| MacroText {
                name: text(definition.name),
                at: None,
                body: definition.body.iter().map(|t| text(t.symbol)).collect(),
                is_seen: true,
                in_header: definition.defined_in == DefinedIn::Header,
                is_decided: false,
            })
        })
    }

    fn uses(&self) -> MacroUses {
        let expander = &self.expander;
        let name = |symbol| expander.symbols.shared(symbol);
        let invocations = expander.written.iter().map(|written| {
            let definition = expander.table.get(written.id);
            Invocation {
                span: written.span,
                name: name(definition.name),
                is_system: definition.defined_in == DefinedIn::System,
            }
        });
        let mut invocations: Vec<Invocation> = invocations.collect();
        invocations.sort_by_key(|i| i.span);
        invocations.dedup_by_key(|i| i.span);
        let mut consumed = expander.consumed.clone();
        consumed.sort();
        let bodies = expander.table.all().filter_map(|definition| {
            Some(Body {
                span: body_span(definition)?,
                name: name(definition.name),
            })
        });
        let mut bodies: Vec<Body> = bodies.collect();
        bodies.sort_by_key(|b| b.span);
        let taken = expander.kept_macros.expanded_integers(&expander.table);
        let taken = taken.filter(|(definition, _)| self.is_given_from_outside(definition));
        let taken = taken.map(|(definition, tokens)| {
            (name(definition.name).to_string(), self.value_text(tokens))
        });
        let objects = expander.objects.iter().map(|object| Object {
            name: name(object.name),
            parent: object.parent,
            at: object.at,
        });
        MacroUses {
            objects: objects.collect(),
            taken: taken.collect(),
            invocations,
            consumed,
            bodies,
        }
    }

    fn integer_macros(&self) -> BTreeMap<String, IntegerMacro> {
        let expander = &self.expander;
        let text = |symbol| expander.symbols.text(symbol).to_owned();
        let integer = |definition: &Arc<Macro>, value| IntegerMacro {
            name: text(definition.name),
            value,
            body: definition.body.iter().map(|tok| text(tok.symbol)).collect(),
            definition: body_span(definition),
            is_given: self.is_given_from_outside(definition),
        };
        let kept = expander.kept_macros.all(&expander.table);
        kept.map(|(definition, kept)| (text(definition.name), integer(definition, kept.value)))
            .collect()
    }

    /// Whether another file, a flag or a conditional line decides the definition of a macro.
    fn is_given_from_outside(&self, definition: &Macro) -> bool {
        let lines = 0..self.layout.kinds.len();
        let names = |line: &usize| {
            let tokens = self.layout.tokens(*line);
            tokens.iter().any(|token| token.symbol == definition.name)
        };
        let decides = |line: &usize| {
            let kind = self.layout.kinds[*line];
            !self.active[*line] || matches!(kind, LineKind::If | LineKind::Else)
        };
        definition.defined_in != DefinedIn::MainFile
            || lines.filter(decides).any(|line| names(&line))
    }

    /// An integer expression as one operand: a number, unless it names a macro.
    fn value_text(&self, tokens: &[PpToken]) -> String {
        let symbols = &*self.expander.symbols;
        let named = tokens.iter().any(|tok| tok.kept);
        match evaluate(tokens, symbols).filter(|_| !named) {
            Some(value) => value.to_string(),
            None => format!("({})", print_body(tokens, symbols)),
        }
    }

    /// The identifiers that the compiler does not see in this configuration.
    fn skipped(&self, dropped: &[(Symbol, Span)]) -> BTreeMap<String, Span> {
        let lines = 0..self.active.len();
        let left_out = lines.filter(|&line| !self.active[line]);
        let left_out = left_out.flat_map(|line| self.layout.tokens(line));
        let left_out = left_out.filter(|t| t.kind == TokenKind::Identifier);
        let left_out = left_out.map(|token| (token.symbol, token.span));
        let mut skipped = BTreeMap::new();
        for (symbol, span) in left_out.chain(dropped.iter().copied()) {
            let name = self.expander.symbols.text(symbol);
            if !skipped.contains_key(name) {
                skipped.insert(name.to_owned(), span);
            }
        }
        skipped
    }

    /// The line of the first occurrence of each identifier.
    fn lines_of(&self, names: &[(Symbol, Span)], file: &SourceFile) -> BTreeMap<String, u32> {
        let mut lines = BTreeMap::new();
        for (symbol, span) in names {
            let name = self.expander.symbols.text(*symbol);
            if !lines.contains_key(name) {
                lines.insert(name.to_owned(), file.line_col(span.start).line);
            }
        }
        lines
    }

    /// The identifiers in arguments that a macro drops, as `assert` may.
    fn dropped(&self) -> Vec<(Symbol, Span)> {
        let last = self.layout.lexing.tokens.last();
        let size = last.map_or(0, |token| token.span.end as usize);
        let mut seen = self.builder.spelled_starts(size);
        for span in self.expander.names.iter().chain(&self.expander.consumed) {
            seen[span.start as usize] = true;
        }
        for span in self.builder.differing() {
            seen[span.range()].fill(true);
        }
        let is_text =
            |&line: &usize| self.active[line] && self.layout.kinds[line] == LineKind::Text;
        let text = (0..self.active.len()).filter(is_text);
        let text = text.flat_map(|line| self.layout.tokens(line));
        let text = text.map(|token| (token.kind, token.symbol, token.span));
        let bodies = self.expander.used_bodies();
        let all = text
            .chain(bodies)
            .filter(|(kind, _, span)| *kind == TokenKind::Identifier && !seen[span.start as usize]);
        all.map(|(_, symbol, span)| (symbol, span)).collect()
    }
}

/// The tokens of a macro's body as text, with single blanks.
fn print_body(tokens: &[PpToken], symbols: &Symbols) -> String {
    let mut text = String::new();
    for tok in tokens {
        if tok.blank && !text.is_empty() {
            text.push(' ');
        }
        text.push_str(symbols.text(tok.symbol));
    }
    text
}

fn body_span(definition: &Macro) -> Option<Span> {
    let first = definition.body.first()?.spelled?;
    Some(first.to(definition.body.last()?.spelled?))
}
