//! Decides which object-like macros are integer constants. Those that are one operand in any
//! context are kept by name; others (`2 + 1`) are expanded, and noted with their value.
//!
//! Assumes: a macro that is expanded because it is not one operand, and that a flag or `#if` may
//! change, has the value that it has now. The fold asserts that value.

use crate::macros::constant::evaluate;
use crate::macros::definition::{DefinedIn, Item, Macro, MacroId, PpToken};
use crate::macros::expander::Expander;
use crate::macros::kept_macros::{Decision, KeptMacro};
use crate::text::span::Span;
use crate::tokens::lexer::TokenKind;
use crate::tokens::symbols::Symbol;
use std::sync::Arc;

/// Macros in longer chains than this are expanded.
const MAX_DEPTH: u32 = 64;
/// Macros whose values have more tokens than this are expanded.
const MAX_TOKENS: usize = 4096;
/// Longer bodies that are not one operand are not evaluated.
const MAX_BODY: usize = 64;

impl Expander<'_> {
    /// The tokens in the bodies of expanded macros, without names of macros.
    pub(crate) fn used_bodies(&self) -> impl Iterator<Item = (TokenKind, Symbol, Span)> {
        let used = |index: &usize| self.kept_macros.used.contains(&MacroId::at(*index));
        let all = self.table.all().enumerate();
        let definitions = all.filter(move |(index, _)| used(index)).map(|(_, d)| d);
        let items = definitions.flat_map(|definition| &definition.items);
        let own = items.filter_map(|item| match item {
            Item::Token(tok) if self.table.lookup(tok.symbol).is_none() => Some(tok),
            _ => None,
        });
        own.filter_map(|tok| Some((tok.kind, tok.symbol, tok.spelled?)))
    }

    /// The value of the object-like macro `id`, if it is kept by name.
    pub(crate) fn kept_macro(&mut self, id: MacroId) -> Option<Arc<KeptMacro>> {
        if let Decision::Undecided = self
            .kept_macros
            .decisions
            .get(id.index())
            .unwrap_or(&Decision::Undecided)
        {
            self.kept_macros.set(id, Decision::Expand);
            if let Some(decision) = self.decide(id) {
                self.kept_macros.set(id, decision);
            }
        }
        let kept = self.kept_macros.get(id).cloned()?;
        self.kept_macros.used.insert(id);
        self.kept_macros.relied_on.insert(self.table.get(id).name);
        Some(kept)
    }

    fn decide(&mut self, id: MacroId) -> Option<Decision> {
        let definition = self.table.get(id).clone();
        let foreign = definition.defined_in == DefinedIn::System
            || self.kept_macros.unstable.contains(&definition.name);
        if foreign || self.kept_macros.keep_none || self.kept_macros.evaluating >= MAX_DEPTH {
            return None;
        }
        let is_primary = self.is_primary(&definition);
        if !is_primary && !self.may_be_integer(&definition) {
            return None;
        }
        let expanded = self.expansion_of(id, &definition)?;
        let tokens = self.without_names(&expanded);
        let value = evaluate(&tokens, self.symbols).filter(|_| tokens.len() <= MAX_TOKENS)?;
        Some(match is_primary {
            true => Decision::Keep(Arc::new(KeptMacro {
                tokens: tokens.into(),
                value,
            })),
            false => Decision::ExpandInteger(expanded.into()),
        })
    }

    /// Whether a body that is not one operand consists of tokens of an integer expression.
    fn may_be_integer(&self, definition: &Macro) -> bool {
        let fits = |tok: &PpToken| match tok.kind {
            TokenKind::Number => true,
            TokenKind::Identifier => self.table.lookup(tok.symbol).is_some(),
            TokenKind::Punctuator => !matches!(self.symbols.text(tok.symbol), ";" | "{" | "="),
            _ => false,
        };
        let body = &definition.body;
        (1..=MAX_BODY).contains(&body.len()) && body.iter().all(fits)
    }

    /// Whether the body is one operand in any context.
    fn is_primary(&mut self, definition: &Macro) -> bool {
        match definition.body[..] {
            [only] if only.kind == TokenKind::Number => true,
            [only] if only.kind == TokenKind::Identifier => {
                let named = self
                    .table
                    .lookup(only.symbol)
                    .filter(|&id| self.table.get(id).parameters.is_none());
                named.is_some_and(|id| self.kept_inside(id))
            }
            _ => self.is_parenthesised(&definition.body),
        }
    }

    fn kept_inside(&mut self, id: MacroId) -> bool {
        self.kept_macros.evaluating += 1;
        let kept = self.kept_macro(id).is_some();
        self.kept_macros.evaluating -= 1;
        kept
    }

    fn is_parenthesised(&self, body: &[PpToken]) -> bool {
        let mut depth = 0usize;
        for (index, tok) in body.iter().enumerate() {
            if tok.symbol == self.known.open {
                depth += 1;
            } else if tok.symbol == self.known.close {
                depth = depth.saturating_sub(1);
            }
            if depth == 0 {
                return index > 0 && index + 1 == body.len();
            }
        }
        false
    }

    /// The full expansion of a body; `None` if it depends on a name that changes.
    fn expansion_of(&mut self, id: MacroId, definition: &Macro) -> Option<Vec<PpToken>> {
        let active = std::mem::take(&mut self.active);
        let met_before = std::mem::take(&mut self.kept_macros.met_unstable);
        self.active.resize(id.index() + 1, 0);
        self.active[id.index()] = 1;
        self.kept_macros.evaluating += 1;
        let expanded = self.expand_alone(definition.body.clone());
        self.kept_macros.evaluating -= 1;
        self.active = active;
        let met = std::mem::replace(&mut self.kept_macros.met_unstable, met_before);
        self.kept_macros.met_unstable |= met;
        (!met && expanded.len() <= MAX_TOKENS).then_some(expanded)
    }
}
