//! Lists of pointers, or of structures, as their elements, and loops over them as statements for
//! each of these:
//!
//! ```c
//! Image *all[] = { &in, &t };
//! for (int k = 0; k < 2; k++)         free(in.px);
//!     free(all[k]->px);               free(t.px);
//! Image both[] = { in, t };
//! for (int k = 0; k < 2; k++)         free(in.px);
//!     free(both[k].px);               free(t.px);
//! float *row[2];
//! for (int k = 0; k < 2; k++)         float *a = malloc(n);
//!     row[k] = malloc(n);             float *b = malloc(n);
//! float *a = row[0], *b = row[1];
//! ```

mod filled;
mod uses;

use super::constructors::edited;
use super::declarators::without_declarators;
use super::names::NewNames;
use crate::inline::Inlined;
use c::Contents;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::{Storage, Type};
use c::syntax::checks::statement_of;
use c::syntax::expressions::sides;
use filled::Filled;
use integer::IntType;
use lang_c::ast::{BinaryOperator, Expression, Initializer, Statement, UnaryOperator};
use lang_c::span::{Node, Span as Offsets};
use print::Sheet;
use source::{Edit, Edits, Span, Unit};
use std::collections::BTreeSet;
use std::ops::Range;
use uses::{Finder, Over, Place, Use, set_in_test};

/// Longer lists stay.
const MOST: usize = 32;

/// The edits that write loops over lists as their statements in one function.
pub fn lists_apart(contents: &Contents<'_>, function: &str) -> Inlined {
    let mut inlined = Inlined::default();
    let Some(index) = contents.file.definition(function) else {
        return inlined;
    };
    let function = &contents.file.functions[index];
    let mut names = NewNames::of(contents.unit);
    let mut loops = Vec::new();
    for (id, _) in function.symbols.objects() {
        let list = List::of(contents.unit, function, id);
        if let Some((edits, own)) = list.and_then(|list| list.edits(&mut names))
            && inlined.edits.insert_all(edits).is_ok()
        {
            loops.extend(own);
        }
    }
    let counters = idle(function, &loops);
    let edits = without_declarators(contents.unit, function, &counters);
    let _ = inlined.edits.insert_all(edits.unwrap_or_default());
    inlined.names = names.given;
    inlined
}

/// The counter of a loop, and the loop.
type Counted = (VarId, Range<usize>);

/// The counters that only these loops use, and that are declared before them.
fn idle(function: &Function<'_>, loops: &[Counted]) -> Vec<VarId> {
    let is_inside = |at: &usize| loops.iter().any(|(_, range)| range.contains(at));
    let is_idle = |id: &VarId| {
        let own = function.symbols.variable(*id);
        own.origin == Origin::Local
            && own.initializer.is_none()
            && !is_inside(&own.at.start)
            && own.mentions.iter().all(is_inside)
    };
    let all: BTreeSet<VarId> = loops.iter().map(|(id, _)| *id).collect();
    all.into_iter().filter(is_idle).collect()
}

/// A list of pointers, or of structures.
struct List<'l, 'p> {
    unit: &'l Unit,
    function: &'l Function<'p>,
    id: VarId,
    /// The number of elements.
    elements: usize,
    /// The pointers or structures in it, as they are written; none if statements set them.
    given: Vec<String>,
}

impl<'l, 'p> List<'l, 'p> {
    fn of(unit: &'l Unit, function: &'l Function<'p>, id: VarId) -> Option<Self> {
        let variable = function.symbols.variable(id);
        let is_list = variable.origin == Origin::Local
            && variable.storage == Storage::Automatic
            && !variable.address_taken
            && matches!(variable.declared_type, Type::Array(..))
            && (is_of_records(variable)
                || matches!(variable.declared_type.target(), Some(Type::Pointer(_))));
        is_list.then_some(())?;
        let given = given(unit, function, variable).unwrap_or_default();
        let elements = match given.len() {
            0 => filled::length(unit, function, variable)?,
            length => length,
        };
        (elements <= MOST).then_some(List {
            unit,
            function,
            id,
            elements,
            given,
        })
    }

    fn is_given(&self) -> bool {
        !self.given.is_empty()
    }

    fn is_own(&self, expression: &Expression) -> bool {
        self.function.object(expression) == Some(self.id)
    }

    /// The edits, and the loops that they replace; `None` if something else uses the list.
    fn edits(&self, names: &mut NewNames) -> Option<(Vec<Edit>, Vec<Counted>)> {
        let found = Finder::of(self, &self.function.definition.statement)?;
        let loops = { found.loops.iter() }
            .map(|over| (over.counter, over.range.clone()))
            .collect();
        if !self.is_given() {
            return Some((Filled::of(self, found, names)?.edits()?, loops));
        }
        (!found.loops.is_empty()).then_some(())?;
        let mut edits = without_declarators(self.unit, self.function, &[self.id])?;
        let element = |number: usize| self.given[number].clone();
        edits.extend(self.replaced(&found, &element, &|_, _| "")?);
        Some((edits, loops))
    }

    /// The edits of all uses. The first one of an element may follow its type.
    fn replaced<'t>(
        &self,
        found: &Finder<'_, '_, '_>,
        element: &dyn Fn(usize) -> String,
        declared: &dyn Fn(usize, &Range<usize>) -> &'t str,
    ) -> Option<Vec<Edit>> {
        let alone = found.uses.iter().map(|own| {
            let number = own.number?;
            let before = declared(number, &own.range);
            self.written(own, &format!("{before}{}", element(number)))
        });
        let loops = found.loops.iter().map(|over| {
            let span = self.span(&over.range)?;
            let all = over
                .numbers
                .clone()
                .map(|number| self.iteration(over, number, element, declared(number, &over.range)));
            let all: Vec<String> = all.collect::<Option<_>>()?;
            let sheet = Sheet::at(&self.unit.file, span);
            let text = match found.items.contains_key(&over.range.start) {
                true => all.join(&sheet.line()),
                false => format!("{{ {} }}", all.join(&sheet.line())),
            };
            Some(Edit { span, text })
        });
        alone.chain(loops).collect()
    }

    fn variable(&self) -> &Variable<'p> {
        self.function.symbols.variable(self.id)
    }

    fn range(&self, at: Offsets) -> Range<usize> {
        self.function.base.range(at)
    }

    fn span(&self, range: &Range<usize>) -> Option<Span> {
        self.unit.span_of(range.clone()).ok()
    }

    fn text(&self, at: Offsets) -> Option<String> {
        Some(
            self.unit
                .file
                .slice(self.span(&self.range(at))?)
                .into_owned(),
        )
    }

    /// The edit of one use.
    fn written(&self, own: &Use, element: &str) -> Option<Edit> {
        let is_of_records = is_of_records(self.variable());
        let text = match (own.place, element.strip_prefix('&')) {
            (Place::Structure, _) if is_of_records => format!("{element}."),
            (Place::Structure, Some(object)) => format!("{object}."),
            (Place::Structure, None) => format!("{element}->"),
            (Place::Target, Some(object)) => object.to_string(),
            (Place::Target, None) => format!("*{element}"),
            (Place::Other, Some(_)) => format!("({element})"),
            (Place::Argument | Place::Other | Place::Set, _) => element.to_string(),
        };
        let span = self.span(&own.range)?;
        Some(Edit { span, text })
    }

    /// The statements of a loop for one element, perhaps with its declaration.
    fn iteration(
        &self,
        over: &Over<'_>,
        number: usize,
        element: &dyn Fn(usize) -> String,
        declared: &str,
    ) -> Option<String> {
        let mut edits = Edits::default();
        for (at, own) in over.uses.iter().enumerate() {
            let before = if at == 0 { declared } else { "" };
            let text = format!("{before}{}", element(own.number.unwrap_or(number)));
            edits.insert(self.written(own, &text)?).ok()?;
        }
        let body = self.range(over.body.span);
        let counter = self.function.symbols.variable(over.counter);
        let is_inside = |at: &&usize| body.contains(at);
        for at in counter.mentions.iter().filter(is_inside) {
            if !over.uses.iter().any(|own| own.range.contains(at)) {
                (counter.declared_type == Type::Integer(IntType::INT)).then_some(())?;
                let span = self.span(&(*at..*at + counter.name.len()))?;
                let text = number.to_string();
                edits.insert(Edit { span, text }).ok()?;
            }
        }
        let items = items(over.body);
        for statement in items.iter().flatten() {
            edits = self.set_before_test(statement, edits, declared)?;
        }
        let range = match items.as_ref().and_then(|all| all.first().zip(all.last())) {
            Some((first, last)) => self.range(first.span).start..self.range(last.span).end,
            None => body,
        };
        let span = self.span(&range)?;
        let text = edited(self.unit, span, &edits)?;
        let sheet = Sheet::at(&self.unit.file, self.span(&over.range)?);
        Some(sheet.moved(&text, &Sheet::at(&self.unit.file, span).indent))
    }

    /// Edits with `all[k] = v;` before `if (!(all[k] = v)) ..`.
    fn set_before_test(
        &self,
        statement: &Node<Statement>,
        edits: Edits,
        declared: &str,
    ) -> Option<Edits> {
        let Statement::If(test) = &statement.node else {
            return Some(edits);
        };
        let Some(set) = set_in_test(&test.node) else {
            return Some(edits);
        };
        let (left, right) = sides(set, &BinaryOperator::Assign)?;
        // Parentheses belong to the whole.
        let inner = self.range(left.span).start..self.range(right.span).end;
        let left = self.span(&self.range(left.span))?;
        let Some(own) = edits.iter().find(|edit| edit.span == left) else {
            return Some(edits);
        };
        let element = own.text.strip_prefix(declared).unwrap_or(&own.text);
        let at = self.span(&self.range(statement.span))?;
        let (inner, whole) = (self.span(&inner)?, self.span(&self.range(set.span))?);
        let line = Sheet::at(&self.unit.file, at).line();
        let first = edited(self.unit, inner, &edits)?;
        let mut changed = Edits::default();
        changed
            .insert_all(
                edits
                    .iter()
                    .filter(|edit| !inner.contains(edit.span))
                    .cloned(),
            )
            .ok()?;
        changed
            .insert(Edit {
                span: Span::at(at.start),
                text: format!("{first};{line}"),
            })
            .ok()?;
        changed
            .insert(Edit {
                span: whole,
                text: element.to_string(),
            })
            .ok()?;
        Some(changed)
    }
}

/// The statements of a body that declares nothing.
fn items(body: &Node<Statement>) -> Option<Vec<&Node<Statement>>> {
    match &body.node {
        Statement::Compound(items) => items.iter().map(statement_of).collect(),
        _ => Some(vec![body]),
    }
}

/// The pointers or structures in a list, as they are written.
fn given(unit: &Unit, function: &Function<'_>, variable: &Variable<'_>) -> Option<Vec<String>> {
    let Initializer::List(list) = &variable.initializer?.node else {
        return None;
    };
    let text = |value: &Node<Expression>| {
        let is_named = matches!(value.node, Expression::Identifier(_));
        (is_named || !is_of_records(variable) && is_operand(&value.node)).then_some(())?;
        let range = function.base.range(value.span);
        Some(unit.file.slice(unit.span_of(range).ok()?).into_owned())
    };
    let elements = list.iter().map(|item| match &item.node.initializer.node {
        Initializer::Expression(value) if item.node.designation.is_empty() => text(value),
        _ => None,
    });
    elements.collect()
}

/// Whether an expression may stand before `->`, or is the address of such a one.
fn is_operand(value: &Expression) -> bool {
    match value {
        Expression::Identifier(_) | Expression::Member(_) => true,
        Expression::BinaryOperator(b) => b.node.operator.node == BinaryOperator::Index,
        Expression::UnaryOperator(u) => {
            u.node.operator.node == UnaryOperator::Address && is_operand(&u.node.operand.node)
        }
        _ => false,
    }
}

/// Whether the elements of a list are structures.
fn is_of_records(variable: &Variable<'_>) -> bool {
    matches!(variable.declared_type.target(), Some(Type::Record(_)))
}
