//! Where a stage's text spells the names of its objects, and which of them can get other names.

use super::stage::Stage;
use c::names::symbols::{Origin, VarId, Variable};
use print::is_member;
use source::{Span, TokenKind, Unit, Word};
use std::collections::{BTreeMap, BTreeSet};

/// A place in a body that spells a name.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Its bytes in the file.
    pub(super) span: Span,
    /// The tokens that stand for it, as indices; none in a pragma.
    pub(super) tokens: Vec<usize>,
}

/// The places of one object's name.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    /// In the body, sorted. For a local, its declaration too.
    pub(super) all: Vec<Place>,
    /// Whether its name is spelled elsewhere, or in a way that is not understood.
    pub(super) is_pinned: bool,
}

/// The names in a body.
pub(super) struct BodyNames {
    of: BTreeMap<VarId, Places>,
    /// All words of the body that are names.
    pub(super) words: BTreeSet<String>,
    /// Names of functions, types, objects at file scope and macros that the body uses.
    pub(super) foreign: BTreeSet<String>,
}

impl BodyNames {
    /// The places of an object of the stage.
    pub(super) fn places(&self, id: VarId) -> &Places {
        const NONE: &Places = &Places {
            all: Vec::new(),
            is_pinned: false,
        };
        self.of.get(&id).unwrap_or(NONE)
    }

    /// Reads the names in a stage's body, except in text that is left out.
    pub(super) fn of(unit: &Unit, stage: &Stage<'_, '_>, left_out: &[Span]) -> Self {
        let own = |v: &&Variable<'_>| !matches!(v.origin, Origin::Global(_));
        let objects: Vec<&Variable<'_>> = { stage.function.symbols.variables.iter() }
            .filter(own)
            .collect();
        let is_gone = |span: Span| left_out.iter().any(|gone| gone.contains(span));
        let of = objects.iter().map(|v| {
            let mut places = places(unit, stage, v);
            places.all.retain(|place| !is_gone(place.span));
            (v.id, places)
        });
        let mut names = BodyNames {
            of: of.collect(),
            words: BTreeSet::new(),
            foreign: foreign(unit, stage),
        };
        let words = unit.words(stage.inner);
        for (index, word) in words.iter().enumerate() {
            if word.kind == TokenKind::Identifier && !is_gone(word.span) {
                names.words.insert(word.text.clone());
                names.account(unit, &objects, &words, index);
            }
        }
        names
    }

    /// Assigns a word that no token stands for to the object of its name.
    fn account(&mut self, unit: &Unit, objects: &[&Variable<'_>], words: &[Word], index: usize) {
        let word = &words[index];
        let named: Vec<VarId> = objects
            .iter()
            .filter(|v| v.name == word.text)
            .map(|v| v.id)
            .collect();
        let is_known = named
            .iter()
            .any(|id| self.of[id].all.iter().any(|place| place.span == word.span));
        if is_known || is_member(words, index) {
            return;
        }
        if named.is_empty() {
            self.foreign.insert(word.text.clone());
        }
        let in_pragma = unit.directives.iter().any(|line| line.contains(word.span));
        for id in &named {
            let Some(places) = self.of.get_mut(id) else {
                continue;
            };
            if named.len() == 1 && in_pragma {
                places.all.push(Place {
                    span: word.span,
                    tokens: Vec::new(),
                });
            } else {
                places.is_pinned = true;
            }
        }
    }
}

/// The places of an object's name in the body of its function.
fn places(unit: &Unit, stage: &Stage<'_, '_>, variable: &Variable<'_>) -> Places {
    let mut found = Places::default();
    let declared = (variable.origin == Origin::Local).then_some(variable.at.start);
    let mentions = variable.mentions.iter().copied().chain(declared);
    let mut by_span: BTreeMap<Span, Vec<usize>> = BTreeMap::new();
    for at in mentions.filter(|at| stage.range.contains(at)) {
        let index = unit.tokens_in(at..at + 1).start;
        let spelled = unit.tokens.get(index).and_then(source::Token::spelled);
        match spelled.filter(|span| stage.inner.contains(*span)) {
            Some(span) if !unit.uses.is_consumed(span) => {
                by_span.entry(span).or_default().push(index);
            }
            _ => found.is_pinned = true,
        }
    }
    let place = |(span, tokens)| Place { span, tokens };
    found.all = by_span.into_iter().map(place).collect();
    found
}

/// The names in a body's tokens that are not objects of the function.
fn foreign(unit: &Unit, stage: &Stage<'_, '_>) -> BTreeSet<String> {
    let symbols = &stage.function.symbols;
    let range = unit.tokens_in(stage.range.clone());
    let tokens = &unit.tokens[range];
    let mut names = BTreeSet::new();
    for (index, token) in tokens.iter().enumerate() {
        let at = token.at.start as usize;
        let before = index.checked_sub(1).map_or("", |k| unit.word(tokens, k));
        let is_own = |id: VarId| !matches!(symbols.variable(id).origin, Origin::Global(_));
        let is_object =
            symbols.variable_at(at).is_some_and(is_own) || symbols.declared_at(at).is_some();
        if token.kind == TokenKind::Identifier && !is_object && !matches!(before, "." | "->") {
            names.insert(unit.token_text(token).to_string());
        }
    }
    names
}
