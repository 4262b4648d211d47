//! Which macros stay in the text by their name: object-like ones of the user that are integer
//! constants, whatever surrounds them, from their first use to the end of the unit. Integers whose
//! value depends on what stands around them (`2 + 1`) are taken as they are now, and noted.

use crate::constant::evaluate;
use crate::expand::Expander;
use crate::lexer::TokenKind;
use crate::macros::{Item, Macro, MacroId, MacroTable, Place, Tok};
use crate::span::Span;
use crate::symbols::Symbol;
use std::collections::HashSet;
use std::rc::Rc;

/// Chains of macros longer than this are expanded.
const MAX_DEPTH: u32 = 64;
/// Values of more tokens than this are expanded.
const MAX_TOKENS: usize = 4096;
/// Longer bodies that are not one operand are not looked at.
const MAX_TAKEN: usize = 64;

/// The value of a macro kept by name.
#[derive(Debug)]
pub(crate) struct Kept {
    /// Its full expansion.
    pub(crate) tokens: Rc<[Tok]>,
    pub(crate) value: i64,
}

#[derive(Clone)]
enum State {
    Unknown,
    No,
    Yes(Rc<Kept>),
    /// An integer, but not one operand: its expansion, with the names of kept macros.
    Taken(Rc<[Tok]>),
}

/// What has been decided so far.
#[derive(Default)]
pub(crate) struct Keeper {
    states: Vec<State>,
    /// Names whose meaning changes somewhere: no kept macro may rest on them.
    unstable: HashSet<Symbol>,
    /// Names that kept macros, or those that may become so, rest on.
    relied_on: HashSet<Symbol>,
    /// Definitions that have been expanded or kept.
    used: HashSet<MacroId>,
    /// Names found to change in this pass.
    changed: HashSet<Symbol>,
    evaluating: u32,
    met_unstable: bool,
    keep_none: bool,
}

impl Keeper {
    /// Keeps macros that do not rest on the names in `unstable`.
    pub(crate) fn avoiding(unstable: HashSet<Symbol>) -> Keeper {
        Keeper {
            unstable,
            ..Keeper::default()
        }
    }

    /// Expands every macro.
    pub(crate) fn none() -> Keeper {
        Keeper {
            keep_none: true,
            ..Keeper::default()
        }
    }

    /// The expansion of a kept macro's name.
    pub(crate) fn value_tokens(&self, tok: &Tok, table: &MacroTable) -> Option<Rc<[Tok]>> {
        let id = table.lookup(tok.symbol).filter(|_| tok.kept)?;
        self.get(id).map(|kept| kept.tokens.clone())
    }

    /// The decision about a definition, if it is to keep it.
    pub(crate) fn get(&self, id: MacroId) -> Option<&Rc<Kept>> {
        match self.states.get(id.index()) {
            Some(State::Yes(kept)) => Some(kept),
            _ => None,
        }
    }

    /// Whether the body of a macro is being read for its value, not for the text.
    pub(crate) fn is_evaluating(&self) -> bool {
        self.evaluating > 0
    }

    /// Integer macros that are expanded where they are used, and their expansions.
    pub(crate) fn all_taken<'a>(
        &'a self,
        table: &'a MacroTable,
    ) -> impl Iterator<Item = (&'a Rc<Macro>, &'a [Tok])> {
        let states = self.states.iter().zip(table.all());
        states.filter_map(|(state, definition)| match state {
            State::Taken(tokens) => Some((definition, &**tokens)),
            _ => None,
        })
    }

    /// The definitions kept by name.
    pub(crate) fn all<'a>(
        &'a self,
        table: &'a MacroTable,
    ) -> impl Iterator<Item = (&'a Rc<Macro>, &'a Kept)> {
        self.states
            .iter()
            .zip(table.all())
            .filter_map(|(state, definition)| match state {
                State::Yes(kept) => Some((definition, &**kept)),
                _ => None,
            })
    }

    /// Notes that the body of a macro is being read.
    pub(crate) fn entered(&mut self, id: MacroId, table: &MacroTable) {
        let name = table.get(id).name;
        self.used.insert(id);
        self.met_unstable |= self.unstable.contains(&name);
        if self.evaluating > 0 {
            self.relied_on.insert(name);
        }
    }

    /// Notes that the definition `id` goes out of force.
    pub(crate) fn replaced(&mut self, id: MacroId, table: &MacroTable) {
        if self.used.contains(&id) {
            self.changed.insert(table.get(id).name);
        }
    }

    /// Notes that a kept name also stands in the text without being a macro.
    pub(crate) fn ambiguous(&mut self, name: Symbol) {
        self.changed.insert(name);
    }

    /// The names to avoid in another pass, if this one kept what it should not have.
    pub(crate) fn another_pass(&self) -> Option<HashSet<Symbol>> {
        let wrong: Vec<Symbol> = self
            .changed
            .intersection(&self.relied_on)
            .copied()
            .collect();
        let mut unstable = self.unstable.clone();
        let before = unstable.len();
        unstable.extend(wrong);
        (unstable.len() > before && !self.keep_none).then_some(unstable)
    }

    fn set(&mut self, id: MacroId, state: State) {
        if self.states.len() <= id.index() {
            self.states.resize(id.index() + 1, State::Unknown);
        }
        self.states[id.index()] = state;
    }
}

impl Expander<'_> {
    /// The own tokens in the bodies of macros that were expanded, but for names of macros.
    pub(crate) fn used_bodies(&self) -> impl Iterator<Item = (TokenKind, Symbol, Span)> {
        let used = |index: &usize| self.keeper.used.contains(&MacroId::at(*index));
        let all = self.table.all().enumerate();
        let definitions = all.filter(move |(index, _)| used(index)).map(|(_, d)| d);
        let items = definitions.flat_map(|definition| &definition.items);
        let own = items.filter_map(|item| match item {
            Item::Token(tok) if self.table.lookup(tok.symbol).is_none() => Some(tok),
            _ => None,
        });
        own.filter_map(|tok| Some((tok.kind, tok.symbol, tok.spelled?)))
    }

    /// Whether the object-like macro `id` is kept by name, and its value.
    pub(crate) fn kept(&mut self, id: MacroId) -> Option<Rc<Kept>> {
        if let State::Unknown = self
            .keeper
            .states
            .get(id.index())
            .unwrap_or(&State::Unknown)
        {
            self.keeper.set(id, State::No);
            if let Some(state) = self.judge(id) {
                self.keeper.set(id, state);
            }
        }
        let kept = self.keeper.get(id).cloned()?;
        self.keeper.used.insert(id);
        self.keeper.relied_on.insert(self.table.get(id).name);
        Some(kept)
    }

    fn judge(&mut self, id: MacroId) -> Option<State> {
        let definition = self.table.get(id).clone();
        let foreign =
            definition.place == Place::System || self.keeper.unstable.contains(&definition.name);
        if foreign || self.keeper.keep_none || self.keeper.evaluating >= MAX_DEPTH {
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
            true => State::Yes(Rc::new(Kept {
                tokens: tokens.into(),
                value,
            })),
            false => State::Taken(expanded.into()),
        })
    }

    /// Whether a body that is not one operand has the tokens of an integer expression.
    fn may_be_integer(&self, definition: &Macro) -> bool {
        let fits = |tok: &Tok| match tok.kind {
            TokenKind::Number => true,
            TokenKind::Identifier => self.table.lookup(tok.symbol).is_some(),
            TokenKind::Punctuator => !matches!(self.symbols.text(tok.symbol), ";" | "{" | "="),
            _ => false,
        };
        let body = &definition.body;
        (1..=MAX_TAKEN).contains(&body.len()) && body.iter().all(fits)
    }

    /// Whether the body is one operand wherever it is put.
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
        self.keeper.evaluating += 1;
        let kept = self.kept(id).is_some();
        self.keeper.evaluating -= 1;
        kept
    }

    fn is_parenthesised(&self, body: &[Tok]) -> bool {
        let mut depth = 0usize;
        for (index, tok) in body.iter().enumerate() {
            if tok.symbol == self.words.open {
                depth += 1;
            } else if tok.symbol == self.words.close {
                depth = depth.saturating_sub(1);
            }
            if depth == 0 {
                return index > 0 && index + 1 == body.len();
            }
        }
        false
    }

    /// The full expansion of a body, unless it rests on a name that changes.
    fn expansion_of(&mut self, id: MacroId, definition: &Macro) -> Option<Vec<Tok>> {
        let active = std::mem::take(&mut self.active);
        let met_before = std::mem::take(&mut self.keeper.met_unstable);
        self.active.resize(id.index() + 1, 0);
        self.active[id.index()] = 1;
        self.keeper.evaluating += 1;
        let expanded = self.expand_alone(definition.body.clone());
        self.keeper.evaluating -= 1;
        self.active = active;
        let met = std::mem::replace(&mut self.keeper.met_unstable, met_before);
        self.keeper.met_unstable |= met;
        (!met && expanded.len() <= MAX_TOKENS).then_some(expanded)
    }
}
