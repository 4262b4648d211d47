//! The declarations of changed arrays, and lists of declarators.

use super::bodies::Bodies;
use super::{Changed, Housing, Maker, plain};
use crate::region::written::WrittenArray;
use c::syntax::initializers::is_constant;
use lang_c::ast::Declaration;
use std::ops::Range;

impl Maker<'_, '_, '_> {
    /// Hides the sizes of the changed arrays, and their storage if it may be elsewhere.
    pub(super) fn storage(&mut self, changed: &[Changed<'_>]) {
        for changed in changed {
            let Some(written) = changed.written() else {
                continue;
            };
            for range in &written.sizes {
                self.size(changed, range.clone());
            }
            for range in &written.casts {
                self.cast(changed, range.clone());
            }
            for range in written.shifts.iter().chain(&written.restricts) {
                let tokens = self.canvas.tokens(range.clone());
                self.canvas.hide(tokens);
            }
            if changed.housing == Housing::Allocated && written.stored.is_removable {
                self.without_setup(written);
            }
            self.declared(changed, written);
        }
    }

    /// Hides a number of bytes.
    fn size(&mut self, changed: &Changed<'_>, range: Range<usize>) {
        let tokens = self.canvas.tokens(range);
        if !tokens.is_empty() && plain::is_size(self.canvas.words(tokens.clone())) {
            let words: Vec<&str> = self.canvas.words(tokens.clone()).collect();
            self.members.extend(plain::members(&words));
            self.canvas.hide(tokens.clone());
            self.canvas
                .put_before(tokens.start, format!("{} size", changed.mark()));
        }
    }

    /// Hides the declarator of a type name: `(*)[n]` of `double (*)[n]`.
    fn cast(&mut self, changed: &Changed<'_>, range: Range<usize>) {
        let whole = self.canvas.tokens(range);
        let is_start = |at: &usize| matches!(self.canvas.word(*at), "(" | "*");
        let Some(start) = whole.clone().find(is_start) else {
            return;
        };
        if plain::is_place(self.canvas.words(start..whole.end)) {
            self.canvas.hide(start..whole.end);
            self.canvas
                .put_before(start, format!("{} cast", changed.mark()));
        }
    }

    fn without_setup(&mut self, written: &WrittenArray) {
        for range in &written.setups {
            let tokens = self.canvas.tokens(range.clone());
            self.canvas.hide(tokens);
        }
    }

    /// Hides the declarator of a changed array.
    fn declared(&mut self, changed: &Changed<'_>, written: &WrittenArray) {
        let variable = self.function.symbols.variable(written.var);
        let Some(declarator) = variable.declarator.filter(|_| !written.stored.is_parameter) else {
            return;
        };
        let range = variable.base.range(declarator.span);
        let tokens = self.canvas.tokens(range);
        if tokens.is_empty() || !plain::is_place(self.canvas.words(tokens.clone())) {
            return;
        }
        let drops = match changed.housing {
            Housing::Same => variable.initializer.is_some_and(|i| is_constant(&i.node)),
            Housing::Anywhere => true,
            Housing::Allocated => written.stored.is_removable || !written.stored.is_allocated,
        };
        if let Some(whole) = self.declarator(written.var).filter(|_| drops) {
            let whole = self.canvas.tokens(whole);
            self.canvas.hide(whole);
        }
        self.canvas.hide(tokens.clone());
        if changed.housing != Housing::Anywhere {
            self.canvas
                .put_before(tokens.start, format!("{} declared", changed.mark()));
        }
    }

    /// Writes each list of declarators as declarations of single objects, without hidden ones.
    pub(super) fn declarations(&mut self, bodies: &Bodies<'_>) {
        for declaration in &bodies.declarations {
            // A declaration of another form keeps its tokens.
            let whole = self.function.base.range(declaration.span);
            let _ = self.separate(&declaration.node, whole);
        }
    }

    fn separate(&mut self, declaration: &Declaration, whole: Range<usize>) -> Option<()> {
        let whole = self.canvas.tokens(whole);
        let base = self.function.base;
        let item = |k: usize| {
            let span = declaration.declarators.get(k)?.span;
            Some(self.canvas.tokens(base.range(span)))
        };
        let items: Vec<Range<usize>> = (0..declaration.declarators.len()).map_while(item).collect();
        let specifiers = whole.start..items.first()?.start;
        let semicolon = whole.end.checked_sub(1)?;
        let is_gone = |at: &Range<usize>| self.canvas.is_bare(at.clone());
        let is_as_it_is = items.len() == 1 && !items.iter().any(is_gone);
        let commas: Vec<usize> = items[1..].iter().map(|i| i.start - 1).collect();
        let is_list = commas.iter().all(|at| self.canvas.word(*at) == ",")
            && self.canvas.word(semicolon) == ";";
        let words: Vec<&str> = self.canvas.words(specifiers.clone()).collect();
        if is_as_it_is || !is_list || words.contains(&"{") {
            return None;
        }
        let shown: Vec<bool> = items.iter().map(|at| !is_gone(at)).collect();
        self.canvas.hide(specifiers);
        let ends = commas.into_iter().chain([semicolon]);
        for ((at, end), shown) in items.into_iter().zip(ends).zip(shown) {
            self.canvas.hide(end..end + 1);
            if shown {
                for word in words.iter().rev() {
                    self.canvas.put_first(at.start, *word);
                }
                self.canvas.put_after(end, ";");
            }
        }
        Some(())
    }
}
