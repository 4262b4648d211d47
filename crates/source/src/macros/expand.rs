//! Expands macros and records provenance: C11 6.10.3, in the order of gcc and clang. A macro is not
//! expanded while its body is being read; its name found there is never expanded later either.

use crate::macros::definition::{Macro, MacroId, PpToken};
use crate::macros::expander::{
    Context, ExpandedToken, Expander, Expansion, ObjectExpansion, OuterInvocation, Provenance,
    WrittenInvocation,
};
use crate::macros::substitute::Arguments;
use crate::text::span::Span;
use crate::tokens::lexer::TokenKind;
use crate::tokens::symbols::Symbol;
use std::sync::Arc;

/// Arguments that nest deeper than this are not expanded; their line cannot be edited then.
const MAX_DEPTH: u32 = 200;

/// The result of entering a macro.
enum Entered {
    /// The body of the macro is read next.
    Body,
    /// The name is an ordinary token.
    Token(PpToken),
}

impl Expander<'_> {
    /// Expands a chunk of the program's text.
    pub(crate) fn expand_text(&mut self, text: Vec<PpToken>) -> Expansion {
        self.stack.clear();
        self.active.fill(0);
        (self.text, self.at) = (text, 0);
        let mut tokens = Vec::with_capacity(self.text.len());
        while let Some(tok) = self.next(0) {
            let invocation = self.invocation;
            let from = invocation.map_or(self.at.saturating_sub(1), |i| self.invocations[i].first);
            tokens.push(ExpandedToken {
                tok,
                invocation: invocation.map(|i| i as u32),
                from: from as u32,
            });
        }
        Expansion {
            tokens,
            invocations: std::mem::take(&mut self.invocations),
        }
    }

    /// Expands tokens as if no token followed them.
    pub(crate) fn expand_alone(&mut self, tokens: Arc<[PpToken]>) -> Vec<PpToken> {
        if self.depth >= MAX_DEPTH {
            return tokens.to_vec();
        }
        self.depth += 1;
        self.stack.push(Context {
            tokens,
            at: 0,
            of: None,
        });
        let floor = self.stack.len();
        let mut expanded = Vec::new();
        while let Some(tok) = self.next(floor) {
            expanded.push(tok);
        }
        self.stack.truncate(floor - 1);
        self.depth -= 1;
        expanded
    }

    /// The next token that is not expanded further.
    fn next(&mut self, floor: usize) -> Option<PpToken> {
        loop {
            self.drop_spent(floor);
            if self.stack.is_empty() {
                self.invocation = None;
            }
            let tok = self.read(floor)?;
            if tok.kind != TokenKind::Identifier || tok.painted || tok.kept {
                return Some(tok);
            }
            match self.table.lookup(tok.symbol) {
                None => return Some(self.builtin(tok)),
                Some(id) if self.is_active(id) => {
                    return Some(PpToken {
                        painted: true,
                        ..tok
                    });
                }
                Some(id) => {
                    if let Entered::Token(tok) = self.enter(id, tok, floor) {
                        return Some(tok);
                    }
                }
            }
        }
    }

    fn builtin(&mut self, tok: PpToken) -> PpToken {
        if !self.known.builtins.contains(&tok.symbol) {
            return tok;
        }
        self.begin_invocation(tok.symbol, self.at);
        PpToken {
            unknown: true,
            spelled: None,
            kind: TokenKind::Other,
            ..tok
        }
    }

    fn enter(&mut self, id: MacroId, name: PpToken, floor: usize) -> Entered {
        let definition = self.table.get(id).clone();
        if definition.parameters.is_some() {
            return self.enter_function(id, &definition, name, floor);
        }
        if self.kept_macro(id).is_some() {
            return Entered::Token(PpToken { kept: true, ..name });
        }
        self.begin_invocation(name.symbol, self.at);
        let provenance = self.provenance(id, &name, None);
        let body = self.substitute(&definition, &mut Arguments::default(), &name, provenance);
        self.push_body(id, body.into());
        Entered::Body
    }

    fn enter_function(
        &mut self,
        id: MacroId,
        definition: &Macro,
        name: PpToken,
        floor: usize,
    ) -> Entered {
        let (from_text, start) = (self.stack.is_empty(), self.at);
        self.drop_spent(floor);
        if self.upcoming(floor) != Some(self.known.open) {
            return Entered::Token(name);
        }
        self.read(floor);
        let Some((mut arguments, close)) = self.collect_arguments(definition, floor) else {
            if from_text {
                self.at = start;
            }
            return Entered::Token(name);
        };
        if from_text {
            self.begin_invocation(name.symbol, start);
        }
        self.extend_invocation(floor);
        let provenance = self.provenance(id, &name, Some(&close));
        let body = self.substitute(definition, &mut arguments, &name, provenance);
        self.push_body(id, body.into());
        Entered::Body
    }

    /// The provenance of the tokens of a body; notes the invocation.
    fn provenance(&mut self, id: MacroId, name: &PpToken, close: Option<&PpToken>) -> Provenance {
        let in_text = |tok: &PpToken| tok.spelled.filter(|_| tok.made_by.is_none());
        let end = close.map_or(in_text(name), in_text);
        let span = in_text(name).and_then(|name| Some(Span::new(name.start, end?.end)));
        let span = span.filter(|span| !span.is_empty());
        if !self.kept_macros.is_evaluating() {
            self.written
                .extend(span.map(|span| WrittenInvocation { id, span }));
            self.names.extend(name.spelled);
        }
        Provenance {
            made_by: name.made_by.or(span).or(name.spelled),
            object: self.object(id, name),
        }
    }

    fn object(&mut self, id: MacroId, name: &PpToken) -> Option<u32> {
        let definition = self.table.get(id);
        if definition.parameters.is_some() || self.kept_macros.is_evaluating() {
            return name.object;
        }
        self.objects.push(ObjectExpansion {
            name: definition.name,
            parent: name.object,
            at: name.spelled.filter(|_| name.made_by.is_none()),
        });
        Some(self.objects.len() as u32 - 1)
    }

    fn push_body(&mut self, id: MacroId, tokens: Arc<[PpToken]>) {
        self.spend(tokens.len() as u64 + 1);
        self.kept_macros.entered(id, &self.table);
        if self.active.len() <= id.index() {
            self.active.resize(id.index() + 1, 0);
        }
        self.active[id.index()] += 1;
        self.stack.push(Context {
            tokens,
            at: 0,
            of: Some(id),
        });
    }

    /// Notes that the token before the index `after` starts an outermost invocation, if it is in
    /// the text and outside of other invocations.
    fn begin_invocation(&mut self, name: Symbol, after: usize) {
        if self.stack.is_empty() && self.invocation.is_none() {
            let first = after - 1;
            self.invocation = Some(self.invocations.len());
            self.invocations.push(OuterInvocation {
                name,
                first,
                last: first,
            });
        }
    }

    fn extend_invocation(&mut self, floor: usize) {
        if let (0, Some(invocation)) = (floor, self.invocation) {
            self.invocations[invocation].last = self.at - 1;
        }
    }

    /// Reads the arguments after `(`, and the `)`; `None` if they do not fit the macro or do not
    /// end.
    fn collect_arguments(
        &mut self,
        definition: &Macro,
        floor: usize,
    ) -> Option<(Arguments, PpToken)> {
        let parameters = definition.parameters.as_ref()?;
        let mut raw: Vec<Vec<PpToken>> = vec![Vec::new()];
        let mut depth = 0u32;
        let close = loop {
            let mut tok = self.read(floor)?;
            if tok.symbol == self.known.close && depth == 0 {
                break tok;
            }
            let rest = parameters.variadic && raw.len() == parameters.count;
            if tok.symbol == self.known.comma && depth == 0 && !rest {
                raw.push(Vec::new());
                continue;
            }
            depth += u32::from(tok.symbol == self.known.open);
            depth -= u32::from(tok.symbol == self.known.close);
            tok.painted |= self
                .table
                .lookup(tok.symbol)
                .is_some_and(|id| self.is_active(id));
            raw.last_mut()?.push(tok);
        };
        if parameters.count == 0 && raw.len() == 1 && raw[0].is_empty() {
            raw.clear();
        }
        if parameters.variadic && raw.len() + 1 == parameters.count {
            raw.push(Vec::new());
        }
        (raw.len() == parameters.count).then(|| (Arguments::new(raw), close))
    }
}
