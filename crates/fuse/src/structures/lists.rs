//! Loops over a list of pointers, or of structures, as a statement for each of them:
//!
//! ```c
//! Image *all[] = { &in, &t };
//! for (int k = 0; k < 2; k++)         free(in.px);
//!     free(all[k]->px);               free(t.px);
//! Image both[] = { in, t };
//! for (int k = 0; k < 2; k++)         free(in.px);
//!     free(both[k].px);               free(t.px);
//! ```

use super::declarators::without_declarators;
use crate::inline::Inlined;
use crate::nests::{start, step};
use crate::prepare::content;
use c::Contents;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::{Storage, Type};
use c::syntax::constant::{is_zero, literal};
use c::syntax::expressions::sides;
use lang_c::ast::{
    BinaryOperator, Expression, ForStatement, Initializer, Statement, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use print::Sheet;
use source::{Edit, Span, Unit};
use std::ops::Range;

/// Longer lists stay.
const MOST: usize = 32;

/// The edits that write loops over lists as their statements in one function.
pub fn lists_apart(contents: &Contents<'_>, function: &str) -> Inlined {
    let mut inlined = Inlined::default();
    let Some(index) = contents.file.definition(function) else {
        return inlined;
    };
    let function = &contents.file.functions[index];
    for (id, variable) in function.symbols.objects() {
        let Some(elements) = elements(contents.unit, function, variable) else {
            continue;
        };
        let list = List {
            unit: contents.unit,
            function,
            id,
            elements,
        };
        let _ = inlined.edits.insert_all(list.edits().unwrap_or_default());
    }
    inlined
}

/// The pointers or structures in a list, as they are written.
fn elements(unit: &Unit, function: &Function<'_>, variable: &Variable<'_>) -> Option<Vec<String>> {
    let is_list = variable.origin == Origin::Local
        && variable.storage == Storage::Automatic
        && !variable.address_taken
        && matches!(variable.declared_type, Type::Array(..))
        && (is_of_records(variable)
            || matches!(variable.declared_type.target(), Some(Type::Pointer(_))));
    let Initializer::List(list) = &variable.initializer.filter(|_| is_list)?.node else {
        return None;
    };
    let text = |value: &Node<Expression>| {
        let is_named = matches!(value.node, Expression::Identifier(_));
        (is_named || !is_of_records(variable)).then_some(())?;
        let range = function.base.range(value.span);
        Some(unit.file.slice(unit.span_of(range).ok()?).into_owned())
    };
    let elements = list.iter().map(|item| match &item.node.initializer.node {
        Initializer::Expression(value) if item.node.designation.is_empty() => text(value),
        _ => None,
    });
    let elements: Vec<String> = elements.collect::<Option<_>>()?;
    (!elements.is_empty() && elements.len() <= MOST).then_some(elements)
}

/// Whether the elements of a list are structures.
fn is_of_records(variable: &Variable<'_>) -> bool {
    matches!(variable.declared_type.target(), Some(Type::Record(_)))
}

struct List<'l, 'p> {
    unit: &'l Unit,
    function: &'l Function<'p>,
    id: VarId,
    elements: Vec<String>,
}

impl List<'_, '_> {
    /// The edits; `None` if something else uses the list.
    fn edits(&self) -> Option<Vec<Edit>> {
        let mut loops = Loops {
            list: self,
            found: Vec::new(),
        };
        let body = &self.function.definition.statement;
        loops.visit_statement(&body.node, &body.span);
        let own = self.function.symbols.variable(self.id);
        let mut mentions = own.mentions.iter();
        let is_known = |at: &usize| loops.found.iter().any(|(range, _)| range.contains(at));
        (!loops.found.is_empty() && mentions.all(is_known)).then_some(())?;
        let mut edits = without_declarators(self.unit, self.function, &[self.id])?;
        for (range, text) in loops.found {
            let span = self.unit.span_of(range).ok()?;
            edits.push(Edit { span, text });
        }
        Some(edits)
    }

    fn is_own(&self, expression: &Expression) -> bool {
        self.function.object(expression) == Some(self.id)
    }

    /// The statements of a loop over the whole list.
    fn statements(&self, node: &ForStatement, at: Span) -> Option<String> {
        let counter = self.counter(node)?;
        let inner = content(&node.statement)?;
        let Statement::Expression(Some(expression)) = &inner.node else {
            return None;
        };
        let mut uses = Uses {
            list: self,
            counter,
            found: Vec::new(),
        };
        uses.visit_expression(&expression.node, &expression.span);
        let range = self.function.base.range(expression.span);
        let symbols = &self.function.symbols;
        for id in [self.id, counter] {
            let mentions = symbols.variable(id).mentions.iter();
            let mut inside = mentions.filter(|at| range.contains(at));
            let is_known = |at: &usize| uses.found.iter().any(|(_, used)| used.contains(at));
            inside.all(is_known).then_some(())?;
        }
        let whole = self
            .unit
            .span_of(self.function.base.range(inner.span))
            .ok()?;
        let texts = self
            .elements
            .iter()
            .map(|e| self.replaced(whole, &uses.found, e));
        let texts: Vec<String> = texts.collect::<Option<_>>()?;
        Some(texts.join(&Sheet::at(&self.unit.file, at).line()))
    }

    /// A statement with an element in the places of `all[k]`.
    fn replaced(
        &self,
        whole: Span,
        uses: &[(Place, Range<usize>)],
        element: &str,
    ) -> Option<String> {
        let is_of_records = is_of_records(self.function.symbols.variable(self.id));
        let mut text = self.unit.file.slice(whole).into_owned();
        for (place, range) in uses.iter().rev() {
            let span = self.unit.span_of(range.clone()).ok()?;
            let new = match (place, element.strip_prefix('&')) {
                (Place::Structure, _) if is_of_records => format!("{element}."),
                (Place::Structure, Some(object)) => format!("{object}."),
                (Place::Structure, None) => format!("{element}->"),
                (Place::Pointer, _) => element.to_string(),
            };
            let (start, end) = (span.start - whole.start, span.end - whole.start);
            text.replace_range(start as usize..end as usize, &new);
        }
        Some(text)
    }

    /// The counter of a loop from the first to the last element.
    fn counter(&self, node: &ForStatement) -> Option<VarId> {
        let start = start(&node.initializer.node)?;
        let counter = start.object(self.function)?;
        let name = &start.counter.node.name;
        let (left, right) = sides(node.condition.as_ref()?, &BinaryOperator::Less)?;
        let goes_to_end = is_zero(&start.value.node)
            && self.function.object(&left.node) == Some(counter)
            && self.is_length(right)
            && step(node, name, &|_| None) == Some(1);
        goes_to_end.then_some(counter)
    }

    /// Whether an expression is the number of elements: `sizeof all / sizeof all[0]`.
    fn is_length(&self, expression: &Node<Expression>) -> bool {
        if let Expression::BinaryOperator(quotient) = &expression.node
            && quotient.node.operator.node == BinaryOperator::Divide
            && let Expression::SizeOfVal(all) = &quotient.node.lhs.node
            && let Expression::SizeOfVal(one) = &quotient.node.rhs.node
        {
            let element = match &one.node.0.node {
                Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                    &b.node.lhs
                }
                Expression::UnaryOperator(u)
                    if u.node.operator.node == UnaryOperator::Indirection =>
                {
                    &u.node.operand
                }
                _ => return false,
            };
            return self.is_own(&all.node.0.node) && self.is_own(&element.node);
        }
        let Expression::Constant(number) = &expression.node else {
            return false;
        };
        let number = literal(&number.node).map(|(value, _)| value);
        number.is_some() && number == i64::try_from(self.elements.len()).ok()
    }
}

/// Finds loops over a list.
struct Loops<'l, 'p> {
    list: &'l List<'l, 'p>,
    /// With their new text.
    found: Vec<(Range<usize>, String)>,
}

impl<'a> Visit<'a> for Loops<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        if let Statement::For(node) = statement {
            let range = self.list.function.base.range(*span);
            let at = self.list.unit.span_of(range.clone());
            if let Ok(at) = at
                && let Some(text) = self.list.statements(&node.node, at)
            {
                self.found.push((range, text));
                return;
            }
        }
        visit::visit_statement(self, statement, span);
    }
}

/// How an element is used.
#[derive(Clone, Copy)]
enum Place {
    /// `all[k]->`, with the arrow.
    Structure,
    /// `all[k]` as an argument.
    Pointer,
}

/// Finds `all[k]`.
struct Uses<'l, 'p> {
    list: &'l List<'l, 'p>,
    counter: VarId,
    found: Vec<(Place, Range<usize>)>,
}

impl Uses<'_, '_> {
    fn is_element(&self, expression: &Expression) -> bool {
        let Expression::BinaryOperator(b) = expression else {
            return false;
        };
        b.node.operator.node == BinaryOperator::Index
            && self.list.is_own(&b.node.lhs.node)
            && self.list.function.object(&b.node.rhs.node) == Some(self.counter)
    }
}

impl<'a> Visit<'a> for Uses<'_, '_> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        let base = self.list.function.base;
        match expression {
            Expression::Member(member) if self.is_element(&member.node.expression.node) => {
                let start = base.range(member.node.expression.span).start;
                let name = base.range(member.node.identifier.span).start;
                self.found.push((Place::Structure, start..name));
            }
            Expression::Call(call) => {
                for argument in &call.node.arguments {
                    match self.is_element(&argument.node) {
                        true => self.found.push((Place::Pointer, base.range(argument.span))),
                        false => self.visit_expression(&argument.node, &argument.span),
                    }
                }
            }
            _ => visit::visit_expression(self, expression, span),
        }
    }
}
