//! The loop shapes of folds, written as the loops that they stand for.

use super::{Changed, Maker, plain};
use crate::region::places::Region;
use crate::walk::draft::{DraftStore, DraftStrip};
use c::names::symbols::{Origin, Variable};
use c::names::types::Storage;
use std::ops::Range;

impl Maker<'_, '_, '_> {
    /// Writes values that are stored at the end of an iteration as elements that are stored first.
    pub(super) fn stores(&mut self, regions: &[Region], changed: &[Changed<'_>]) {
        for store in regions.iter().flat_map(|region| &region.written.stores) {
            if let Some(changed) = changed.iter().find(|c| c.is(store.array)) {
                self.store(changed, store);
            }
        }
    }

    fn store(&mut self, changed: &Changed<'_>, store: &DraftStore) {
        let variable = self.function.symbols.variable(store.value);
        let Some(declaration) = variable.declaration else {
            return;
        };
        let name = self.canvas.tokens(variable.at.clone());
        let first = declaration.specifiers.first().map(|s| s.span);
        let start = first.map_or(variable.at.start, |span| variable.base.range(span).start);
        let start = self.canvas.tokens(start..start + 1).start;
        self.canvas.hide(start..name.end);
        self.canvas.put_before(start, changed.mark());
        for at in &store.mentions {
            let mention = self.canvas.tokens(*at..*at + 1);
            self.canvas.hide(mention.clone());
            self.canvas.put_before(mention.start, changed.mark());
        }
        let stored = self.canvas.tokens(store.store.clone());
        self.canvas.hide(stored);
    }

    /// Writes loops in strips as one loop.
    pub(super) fn strips(&mut self, regions: &[Region]) {
        for strip in regions.iter().flat_map(|region| &region.written.strips) {
            // A loop of another shape keeps its tokens.
            let _ = self.strip(strip);
        }
    }

    fn strip(&mut self, strip: &DraftStrip) -> Option<()> {
        let whole = self.canvas.tokens(strip.whole.clone());
        let open = whole.clone().find(|at| self.canvas.word(*at) == "(")?;
        let close = self.canvas.closing(open)?;
        let step = self.canvas.tokens(strip.step.clone());
        let body = self.canvas.tokens(strip.body.clone());
        let is_shape = self.canvas.word(close + 1) == "{"
            && body.start > close + 1
            && self.canvas.word(body.start - 1) == ")"
            && self.canvas.word(whole.end - 1) == "}"
            && body.end == whole.end - 1;
        if !is_shape || self.canvas.hides(whole.start..whole.start + 1) {
            return None;
        }
        let words: Vec<&str> = self.canvas.words(step).collect();
        for word in words {
            self.canvas.put_before(close, word);
        }
        self.canvas.hide(close + 1..body.start);
        self.canvas.hide(whole.end - 1..whole.end);
        Some(())
    }

    /// Hides constants that only name numbers and are used in hidden text alone.
    pub(super) fn names(&mut self, regions: &[Region]) {
        let function = self.function;
        let mut open: Vec<_> = regions.iter().flat_map(|r| &r.written.names).collect();
        loop {
            let count = open.len();
            open.retain(|id| {
                let variable = function.symbols.variable(**id);
                let is_hidden = |at: &usize| {
                    let tokens = self.canvas.tokens(*at..*at + 1);
                    self.canvas.hides(tokens)
                };
                let is_used = variable.mentions.iter().all(is_hidden);
                if is_used && let Some(range) = self.declarator(**id) {
                    let tokens = self.canvas.tokens(range);
                    self.canvas.hide(tokens);
                }
                !is_used
            });
            if open.len() == count {
                return;
            }
        }
    }

    /// Hides declarators of objects that only hidden text needs. Returns those that compute
    /// something.
    pub(super) fn idle_objects(&mut self) -> Vec<String> {
        let mut found = Vec::new();
        loop {
            let count = found.len();
            for variable in &self.function.symbols.variables {
                if let Some(range) = self.idle_declarator(variable) {
                    found.push(
                        self.canvas
                            .words(range.clone())
                            .collect::<Vec<_>>()
                            .join(" "),
                    );
                    self.canvas.hide(range);
                }
            }
            if found.len() == count {
                found.retain(|text| text.contains('='));
                return found;
            }
        }
    }

    /// The declarator of an object, if it is shown and nothing that is shown needs it.
    fn idle_declarator(&self, variable: &Variable<'_>) -> Option<Range<usize>> {
        let is_hidden = |at: &usize| self.canvas.hides(self.canvas.tokens(*at..*at + 1));
        let is_plain = variable.origin == Origin::Local
            && variable.storage == Storage::Automatic
            && variable.declared_type.is_scalar()
            && !variable.qualifiers.volatile
            && !variable.address_taken
            && variable.writes.len() == usize::from(variable.initializer.is_some());
        if !is_plain || !variable.mentions.iter().all(is_hidden) {
            return None;
        }
        let range = self.canvas.tokens(self.declarator(variable.id)?);
        let is_shown = !range.is_empty() && !range.clone().any(|at| self.canvas.hides(at..at + 1));
        let value = variable.initializer.map(|i| variable.base.range(i.span));
        let value = value.map_or(0..0, |value| self.canvas.tokens(value));
        let is_number = plain::is_arithmetic(self.canvas.words(value).filter(|word| *word != "="));
        (is_shown && is_number).then_some(range)
    }

    /// From the declarator of an object to the end of its initialiser.
    pub(super) fn declarator(&self, id: c::names::symbols::VarId) -> Option<Range<usize>> {
        let variable = self.function.symbols.variable(id);
        let declarator = variable.base.range(variable.declarator?.span);
        let end = { variable.initializer }.map(|i| variable.base.range(i.span).end);
        Some(declarator.start..end.unwrap_or(declarator.end))
    }
}
