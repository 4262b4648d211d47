//! How arrays in static storage can become automatic: then each call of the function has its own.

use crate::region::places::placer::Placer;
use crate::region::places::{Automatic, StaticPlaces};
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::Storage;
use c::syntax::declarators::declared_name;
use c::syntax::declarators::pointers;
use lang_c::ast::{Declaration, DeclarationSpecifier, InitDeclarator, StorageClassSpecifier};
use lang_c::span::Node;
use source::Span;
use std::ops::Range;

impl Placer<'_, '_> {
    /// The facts needed to fold an array in static storage; `None` for other arrays.
    pub(crate) fn statics(&self, id: VarId) -> Option<StaticPlaces> {
        let variable = self.walker.source.symbols.variable(id);
        let is_own = variable.origin == Origin::Local && variable.storage != Storage::Static;
        if is_own || variable.origin == Origin::Parameter {
            return None;
        }
        let function = &self.file.functions[self.function].name;
        Some(StaticPlaces {
            may_be_shared: self
                .walker
                .source
                .file_facts
                .called_from_outside
                .contains(function),
            automatic: self.automatic(id),
        })
    }

    fn automatic(&self, id: VarId) -> Option<Automatic> {
        let variable = self.walker.source.symbols.variable(id);
        let declaration = variable.declaration?;
        let threads = &self.walker.source.facts.threads;
        let is_local = variable.origin == Origin::Local;
        if variable.storage != Storage::Static
            || is_local && threads.around(variable.at.start).next().is_some()
        {
            return None;
        }
        let whole = self.whole(variable, declaration)?;
        let moves = !is_local || self.is_in_loop_of_region(variable);
        let element = self.element_of(variable, declaration);
        let body = self.body_start();
        let may_move = element.is_some()
            && !self.has_attributes(&whole)
            && self.starts(&whole)
            && body.is_some_and(|body| self.is_in_all_configurations(&whole, body));
        let places = Automatic {
            class: self.class(variable, declaration)?,
            declarators: self.declarators(variable, declaration)?,
            whole: self.plain(whole)?,
            moves_to: if moves { Some(body?) } else { None },
            element: element.filter(|_| may_move),
            pointers: pointers(&variable.declarator?.node),
        };
        (may_move || !moves).then_some(places)
    }

    /// The type that a declaration gives its elements, without pointers.
    fn element_of(&self, variable: &Variable<'_>, declaration: &Declaration) -> Option<String> {
        let specifiers = declaration.specifiers.iter();
        let is_type = |s: &&Node<DeclarationSpecifier>| {
            matches!(
                s.node,
                DeclarationSpecifier::TypeSpecifier(_) | DeclarationSpecifier::TypeQualifier(_)
            )
        };
        self.texts(variable.base, specifiers.filter(is_type))
    }

    /// From the first word of a declaration to its `;`.
    fn whole(&self, variable: &Variable<'_>, declaration: &Declaration) -> Option<Range<usize>> {
        let base = variable.base;
        let start = base.range(declaration.specifiers.first()?.span).start;
        let last = self.declarator_range(variable, declaration.declarators.last()?);
        let unit = self.unit();
        let next = unit.tokens.get(unit.tokens_in(start..last.end).end)?;
        let is_end = unit.token_text(next) == ";";
        is_end.then_some(start..next.at.end as usize)
    }

    fn declarator_range(&self, of: &Variable<'_>, item: &Node<InitDeclarator>) -> Range<usize> {
        let declarator = of.base.range(item.node.declarator.span);
        let end = { item.node.initializer.as_ref() }.map(|i| of.base.range(i.span).end);
        self.trim(declarator.start..end.unwrap_or(declarator.end))
    }

    /// The place of `static`.
    fn class(&self, variable: &Variable<'_>, declaration: &Declaration) -> Option<Span> {
        let is_static = |s: &&Node<DeclarationSpecifier>| {
            matches!(&s.node, DeclarationSpecifier::StorageClass(class)
                if class.node == StorageClassSpecifier::Static)
        };
        let specifier = declaration.specifiers.iter().find(is_static)?;
        self.plain(self.trim(variable.base.range(specifier.span)))
    }

    fn declarators(
        &self,
        variable: &Variable<'_>,
        declaration: &Declaration,
    ) -> Option<Vec<(String, Span)>> {
        let items = declaration.declarators.iter();
        let all = &self.walker.source.symbols.variables;
        let place = |item: &Node<InitDeclarator>| {
            let name = declared_name(&item.node.declarator)?;
            let at = variable.base.range(name.span).start;
            let span = self.plain(self.declarator_range(variable, item))?;
            let name = self.file.aliases.name(&name.node.name).to_string();
            let is_other = |v: &Variable<'_>| v.name == name && v.at.start != at;
            (!all.iter().any(is_other)).then_some((name, span))
        };
        items.map(place).collect()
    }

    /// The place of a range that contains no directives.
    fn plain(&self, range: Range<usize>) -> Option<Span> {
        let span = self.unit().span_of(range).ok()?;
        (!self.unit().holds_directive(span)).then_some(span)
    }

    /// Whether a declaration starts with its own first word: no attribute precedes it.
    fn starts(&self, declaration: &Range<usize>) -> bool {
        let unit = self.unit();
        let first = unit.tokens_in(declaration.clone()).start;
        let before = first
            .checked_sub(1)
            .map(|k| unit.token_text(&unit.tokens[k]));
        before.is_none_or(|word| matches!(word, ";" | "{" | "}"))
    }

    fn has_attributes(&self, range: &Range<usize>) -> bool {
        let unit = self.unit();
        let mut words = { unit.tokens[unit.tokens_in(range.clone())].iter() }
            .map(|token| unit.token_text(token));
        words.any(|word| word.starts_with("__") || matches!(word, "_Alignas" | "alignas" | "asm"))
            || unit.text[range.clone()].contains("[[")
    }

    /// Whether every known configuration that has the function has the declaration.
    fn is_in_all_configurations(&self, declaration: &Range<usize>, function: Span) -> bool {
        let Some(span) = self.unit().nearest_span(declaration.clone()) else {
            return false;
        };
        let mut groups = self.unit().conditionals.iter();
        groups.all(|group| !group.span.contains(span) || group.span.contains(function))
    }

    /// Whether a loop of the region executes the declaration repeatedly: an automatic array would
    /// not keep the values of one iteration for the next.
    fn is_in_loop_of_region(&self, variable: &Variable<'_>) -> bool {
        let region = &self.walker.source.region;
        let at = variable.at.start;
        let mut loops = self.walker.source.symbols.loops.iter();
        loops.any(|l| l.contains(&at) && region.contains(&l.start))
    }

    /// The place after the `{` of the function's body.
    fn body_start(&self) -> Option<Span> {
        let function = &self.file.functions[self.function];
        let body = function.base.range(function.definition.statement.span);
        let brace = self.unit().span_of(body.start..body.start + 1).ok()?;
        (self.unit().file.bytes_of(brace) == b"{").then_some(Span::at(brace.end))
    }
}
