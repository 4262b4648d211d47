//! Lists that statements fill: each element is an object, which is declared where it is set first,
//! or with the list. A name that keeps an element is the name of that object.

use super::uses::{Finder, Place, Use, set_in_test};
use super::{List, items};
use crate::inline::number;
use crate::memory::is_null;
use crate::structures::declarators::without_declarators;
use crate::structures::names::NewNames;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::{Storage, Type};
use c::syntax::declarators::sizes;
use c::syntax::expressions::sides;
use lang_c::ast::{BinaryOperator, Initializer, Statement};
use print::Sheet;
use source::{Edit, Span, Unit};
use std::ops::Range;

/// The number of pointers in a list that no initialiser fills.
pub(super) fn length(
    unit: &Unit,
    function: &Function<'_>,
    variable: &Variable<'_>,
) -> Option<usize> {
    let is_empty = match variable.initializer.map(|i| &i.node) {
        None => true,
        Some(Initializer::List(list)) => list.iter().all(|item| {
            matches!(&item.node.initializer.node, Initializer::Expression(value) if is_null(value))
        }),
        Some(_) => false,
    };
    let points = matches!(variable.declared_type.target(), Some(Type::Pointer(_)));
    let declarator = variable.declarator.filter(|_| is_empty && points)?;
    let mut all = sizes(&declarator.node);
    let (_, size) = all
        .next()
        .filter(|_| sizes(&declarator.node).count() == 1)?;
    usize::try_from(number((unit, function), size?)?).ok()
}

/// A list whose elements are objects.
pub(super) struct Filled<'a, 'l, 'p> {
    list: &'l List<'l, 'p>,
    found: Finder<'a, 'l, 'p>,
    /// What precedes the name in a declaration: `float *`.
    before: String,
    names: Vec<String>,
    /// The names that keep elements, and that the elements get.
    aliases: Vec<VarId>,
    /// Where the first use of each element is, if that may declare it.
    first: Vec<Option<Range<usize>>>,
}

impl<'a, 'l, 'p> Filled<'a, 'l, 'p> {
    pub(super) fn of(
        list: &'l List<'l, 'p>,
        found: Finder<'a, 'l, 'p>,
        new: &mut NewNames,
    ) -> Option<Self> {
        let before = before_name(list, list.variable())?;
        let mut filled = Filled {
            list,
            found,
            before,
            names: Vec::new(),
            aliases: Vec::new(),
            first: Vec::new(),
        };
        for number in 0..list.elements {
            let alias = filled.alias(number);
            let variable = alias.map(|id| list.function.symbols.variable(id));
            filled.names.push(match variable {
                Some(variable) => variable.name.clone(),
                None => {
                    let name = &list.variable().name;
                    new.member(name, &number.to_string(), &format!("{name}[{number}]"))
                }
            });
            filled.aliases.extend(alias);
        }
        let symbols = &list.function.symbols;
        let gone: Vec<_> = { filled.aliases.iter() }
            .filter_map(|id| Some(list.range(symbols.variable(*id).initializer?.span)))
            .collect();
        let is_gone = |own: &Use| gone.iter().any(|range| range.contains(&own.range.start));
        filled.found.uses.retain(|own| !is_gone(own));
        filled.first = (0..list.elements).map(|n| filled.first(n)).collect();
        Some(filled)
    }

    /// The object that keeps an element from its declaration on.
    fn alias(&self, number: usize) -> Option<VarId> {
        let mut objects = self.list.function.symbols.objects();
        let is_alias = |v: &Variable<'_>| self.keeps(v, number).is_some();
        objects.find(|(_, v)| is_alias(v)).map(|(id, _)| id)
    }

    fn keeps(&self, alias: &Variable<'_>, number: usize) -> Option<()> {
        let (list, table) = (self.list, self.list.variable());
        let Initializer::Expression(value) = &alias.initializer?.node else {
            return None;
        };
        let is_fit = alias.origin == Origin::Local
            && alias.storage == Storage::Automatic
            && alias.writes.len() == 1
            && !alias.address_taken
            && !alias.qualifiers.volatile
            && alias.scope.end == table.scope.end
            && before_name(list, alias)? == self.before;
        let is_element = self.found.element(&value.node) == Some(Some(number));
        (is_fit && is_element).then_some(())?;
        let range = list.span(&(table.at.start..alias.at.start))?;
        let is_free = !source::has_name(&list.unit.file.slice(range), &alias.name);
        let is_seen = |own: &Use| {
            let at = own.range.start;
            let visible = list.function.symbols.visible(&alias.name, at);
            let is_set_before = own.place != Place::Set || at < alias.at.start;
            is_set_before && (at < alias.at.end || visible == Some(alias.id))
        };
        let mut uses = self.uses(number);
        (is_free && uses.all(is_seen)).then_some(())
    }

    /// The uses of an element.
    fn uses(&self, number: usize) -> impl Iterator<Item = &Use> {
        let loops = self.found.loops.iter();
        let over = loops.filter(move |l| l.numbers.contains(&number));
        let inside = over.flat_map(|l| &l.uses);
        let all = self.found.uses.iter().chain(inside);
        all.filter(move |own| own.number.is_none_or(|own| own == number))
    }

    /// The statement or loop that sets an element before all other uses, in the block of the list.
    fn first(&self, number: usize) -> Option<Range<usize>> {
        let is_item = |range: &Range<usize>| self.found.items.get(&range.start) == Some(&true);
        let alone = self
            .found
            .uses
            .iter()
            .filter(|own| own.number == Some(number));
        let alone = alone.map(|own| (&own.range, own.place == Place::Set));
        let over = self
            .found
            .loops
            .iter()
            .filter(|l| l.numbers.contains(&number));
        let over = over.map(|l| {
            let first = l.uses.iter().min_by_key(|own| own.range.start);
            let set = first.filter(|own| own.place == Place::Set && own.number.is_none());
            let item = items(l.body).and_then(|items| items.into_iter().next());
            let left = item.and_then(|item| match &item.node {
                Statement::If(test) => {
                    let (left, _) = sides(set_in_test(&test.node)?, &BinaryOperator::Assign)?;
                    Some(left.span)
                }
                Statement::Expression(_) => Some(item.span),
                _ => None,
            });
            let left = left.map(|left| self.list.range(left).start);
            (
                &l.range,
                set.is_some_and(|own| Some(own.range.start) == left),
            )
        });
        let (range, sets) = alone.chain(over).min_by_key(|(range, _)| range.start)?;
        (sets && is_item(range)).then(|| range.clone())
    }

    pub(super) fn edits(&self) -> Option<Vec<Edit>> {
        let (unit, function) = (self.list.unit, self.list.function);
        let is_used = |number: &usize| self.uses(*number).next().is_some();
        let mut used = (0..self.list.elements).filter(is_used);
        let is_in_place = unit.dialect.is_c99()
            && !function.symbols.has_gotos()
            && self.list.variable().initializer.is_none()
            && used.all(|number| self.first[number].is_some());
        let mut gone = self.aliases.clone();
        let mut edits = Vec::new();
        match is_in_place {
            true => gone.push(self.list.id),
            false => edits.push(self.declarations()?),
        }
        edits.extend(without_declarators(unit, function, &gone)?);
        let declared = |number: usize, range: &Range<usize>| {
            let is_first = is_in_place && self.first[number].as_ref() == Some(range);
            if is_first { self.before.as_str() } else { "" }
        };
        let element = |number: usize| self.names[number].clone();
        edits.extend(self.list.replaced(&self.found, &element, &declared)?);
        Some(edits)
    }

    /// The declarations of the elements in the place of that of the list.
    fn declarations(&self) -> Option<Edit> {
        let variable = self.list.variable();
        let declaration = variable.declaration.filter(|d| d.declarators.len() == 1)?;
        let initial = match variable.initializer.map(|i| &i.node) {
            Some(Initializer::List(list)) => match list.first().map(|i| &i.node.initializer.node) {
                Some(Initializer::Expression(null)) => {
                    format!(" = {}", self.list.text(null.span)?)
                }
                _ => return None,
            },
            _ => String::new(),
        };
        let start = self.list.range(declaration.specifiers.first()?.span).start;
        let last = self.list.range(declaration.declarators[0].span).end;
        let span = self.list.span(&(start..last))?;
        let used = (0..self.list.elements).filter(|n| self.uses(*n).next().is_some());
        let all = used.map(|n| format!("{}{}{initial}", self.before, self.names[n]));
        let line = Sheet::at(&self.list.unit.file, span).line();
        let text = all.collect::<Vec<_>>().join(&format!(";{line}"));
        Some(Edit { span, text })
    }
}

/// What precedes the name of an object in its declaration: `float *`.
fn before_name(list: &List<'_, '_>, variable: &Variable<'_>) -> Option<String> {
    let specifiers = &variable.declaration?.specifiers;
    let first = list.range(specifiers.first()?.span).start;
    let last = list.range(specifiers.last()?.span).end;
    let declarator = list.range(variable.declarator?.span);
    let text = |range: Range<usize>| -> Option<String> {
        let span: Span = list.span(&range)?;
        Some(list.unit.file.slice(span).into_owned())
    };
    let pointers = match declarator.start < variable.at.start {
        true => text(declarator.start..variable.at.start)?,
        false => String::new(),
    };
    let is_plain = pointers.chars().all(|c| c == '*' || c.is_whitespace());
    is_plain.then_some(())?;
    Some(format!("{} {}", text(first..last)?, pointers.trim()))
}
