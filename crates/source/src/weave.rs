//! Walking the main file and the compiler's listing in step: the macro table follows the
//! listing, each line of the file is expanded and compared with what the compiler printed.

use crate::activity::active_lines;
use crate::builder::{Builder, Facts, Lines};
use crate::chunk::{Chunk, PragmaLine};
use crate::conditionals::{Conditional, MacroText, conditionals};
use crate::constant::evaluate;
use crate::dialect::Dialect;
use crate::expand::Expander;
use crate::file::SourceFile;
use crate::keep::Keeper;
use crate::layout::{Layout, LineKind};
use crate::lexer::{Lexed, TokenKind};
use crate::listing::{Listed, Listing, What, spaced};
use crate::macros::{Macro, MacroTable, Place, Tok};
use crate::numbering::Numbering;
use crate::span::Span;
use crate::symbols::{Symbol, Symbols};
use crate::unit::{IntegerMacro, Unit};
use crate::uses::{Body, Invocation, MacroUses, Object};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

/// How often the walk is repeated to find the macros that can be kept, before none is.
const MAX_PASSES: usize = 6;

/// Makes the unit of `file`.
pub(crate) fn weave(
    file: SourceFile,
    layout: &Layout,
    listing: &Listing,
    symbols: &mut Symbols,
) -> Unit {
    let active = active_lines(layout, listing);
    let numbering = Numbering::new(&file, layout, &active, symbols);
    let inputs = Inputs {
        layout,
        listing,
        active: &active,
        numbering: Rc::new(numbering),
    };
    let mut unstable = HashSet::new();
    for _ in 1..MAX_PASSES {
        let keeper = Keeper::avoiding(unstable.clone());
        let mut walk = Walk::new(&inputs, symbols, keeper);
        walk.run();
        match walk.expander.keeper.another_pass() {
            Some(more) => unstable = more,
            None => return walk.finish(file),
        }
    }
    let mut walk = Walk::new(&inputs, symbols, Keeper::none());
    walk.run();
    walk.finish(file)
}

/// What is walked.
struct Inputs<'a> {
    layout: &'a Layout,
    listing: &'a Listing,
    /// Which logical lines the compiler saw.
    active: &'a [bool],
    numbering: Rc<Numbering>,
}

struct Walk<'a> {
    layout: &'a Layout,
    listing: &'a Listing,
    active: &'a [bool],
    numbering: Rc<Numbering>,
    expander: Expander<'a>,
    builder: Builder,
    /// The first logical line not yet walked.
    next_line: usize,
    /// The listing's tokens of the main file not yet compared.
    pending: Range<usize>,
}

impl<'a> Walk<'a> {
    fn new(inputs: &Inputs<'a>, symbols: &'a mut Symbols, keeper: Keeper) -> Walk<'a> {
        let Inputs {
            layout,
            listing,
            active,
            ..
        } = *inputs;
        let size = layout.lexing.tokens.len() + listing.tokens.len();
        let expander = Expander::new(symbols, keeper, 1_000_000 + 100 * size as u64);
        let builder = Builder::for_tokens(listing.tokens.len());
        Walk {
            layout,
            listing,
            active,
            numbering: Rc::clone(&inputs.numbering),
            expander,
            builder,
            next_line: 0,
            pending: 0..0,
        }
    }

    fn run(&mut self) {
        let listing = self.listing;
        let mut walked = 0;
        for event in &listing.events {
            self.listed(walked..event.before);
            walked = event.before;
            let line = self.layout.line_at(event.line).filter(|_| event.line > 0);
            if let Some(line) = line {
                self.walk_to(line);
            }
            match &event.what {
                What::Define(definition) => self.define(definition, line),
                What::Undefine(name) => self.undefine(*name),
                What::Include => {}
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
        let mut chunk = Chunk::new(Rc::clone(&self.numbering));
        for line in lines {
            match self.layout.kinds[line] {
                _ if !self.active[line] => {}
                LineKind::Text => chunk.add_line(self.layout, line),
                LineKind::Pragma => chunk.pragmas.push(self.pragma_line(line)),
                _ => {}
            }
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

    /// Whether the token is the compiler's print of a `#pragma` line, which is taken as written.
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

    fn define(&mut self, listed: &Rc<Macro>, line: Option<usize>) {
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
            self.expander.keeper.replaced(old, table);
        }
    }

    /// The listed definition as the main file writes it, with places.
    fn own_definition(&self, listed: &Macro, line: usize) -> Option<Rc<Macro>> {
        if self.layout.kinds[line] != LineKind::Define {
            return None;
        }
        let tokens = self.layout.tokens(line).get(2..)?;
        let own = Macro::parse(tokens, Place::MainFile, Tok::written, self.expander.symbols)?;
        (own.name == listed.name && own.same_as(listed)).then(|| Rc::new(own))
    }

    /// A kept macro's name must not also stand for a variable.
    fn mark_ambiguous(&mut self) {
        let expander = &mut self.expander;
        let kept: Vec<Symbol> = expander
            .keeper
            .all(&expander.table)
            .map(|(m, _)| m.name)
            .collect();
        let plain = kept
            .into_iter()
            .filter(|&name| self.builder.has_plain(name));
        plain.for_each(|name| expander.keeper.ambiguous(name));
    }

    fn finish(self, file: SourceFile) -> Unit {
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
            let What::Define(definition) = &event.what else {
                return None;
            };
            let is_users = matches!(definition.place, Place::Header | Place::CommandLine);
            let text = |symbol| symbols.text(symbol).to_owned();
            is_users.then(|| MacroText {
                name: text(definition.name),
                body: definition.body.iter().map(|t| text(t.symbol)).collect(),
                is_seen: true,
                in_header: definition.place == Place::Header,
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
                is_system: definition.place == Place::System,
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
        let taken = expander.keeper.all_taken(&expander.table);
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
        let integer = |definition: &Rc<Macro>, value| IntegerMacro {
            name: text(definition.name),
            value,
            body: definition.body.iter().map(|tok| text(tok.symbol)).collect(),
            definition: body_span(definition),
        };
        let kept = expander.keeper.all(&expander.table);
        kept.map(|(definition, kept)| (text(definition.name), integer(definition, kept.value)))
            .collect()
    }

    /// Whether another file, a flag or a conditional line decides what a macro is.
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
        definition.place != Place::MainFile || lines.filter(decides).any(|line| names(&line))
    }

    /// An integer expression as one operand: a number, if it names no macro.
    fn value_text(&self, tokens: &[Tok]) -> String {
        let symbols = &*self.expander.symbols;
        let named = tokens.iter().any(|tok| tok.kept);
        match evaluate(tokens, symbols).filter(|_| !named) {
            Some(value) => value.to_string(),
            None => format!("({})", print_body(tokens, symbols)),
        }
    }

    /// Identifiers that the compiler does not see in this configuration.
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

    /// The line of the first of each of these identifiers.
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

    /// Identifiers in arguments that a macro drops, as `assert` does for some.
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

/// Tokens of a macro's body, with a blank where one stands.
fn print_body(tokens: &[Tok], symbols: &Symbols) -> String {
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
