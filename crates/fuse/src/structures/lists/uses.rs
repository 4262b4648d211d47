//! How a function uses the elements of a list.

use super::List;
use crate::inline::number;
use crate::memory::{disjuncts, is_null, null_test};
use crate::nests::{start, step};
use c::names::symbols::VarId;
use c::syntax::expressions::{is_assignment, is_step, relation, sides, without_casts};
use lang_c::ast::{
    BinaryOperator, BlockItem, Expression, ForStatement, IfStatement, Statement, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use std::collections::BTreeMap;
use std::ops::Range;

/// Where an element is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// `all[k]->`, with the arrow.
    Structure,
    /// `*all[k]`
    Target,
    /// `all[k]` as an argument.
    Argument,
    /// `all[k]` elsewhere.
    Other,
    /// `all[k]` in `all[k] = f(n)`.
    Set,
}

pub(super) struct Use {
    pub(super) place: Place,
    /// The number of the element; `None` if it is the counter of the loop.
    pub(super) number: Option<usize>,
    pub(super) range: Range<usize>,
}

/// A loop over elements.
pub(super) struct Over<'a> {
    pub(super) counter: VarId,
    pub(super) numbers: Range<usize>,
    pub(super) range: Range<usize>,
    pub(super) body: &'a Node<Statement>,
    pub(super) uses: Vec<Use>,
}

/// The uses of a list in a function.
pub(super) struct Finder<'a, 'l, 'p> {
    list: &'l List<'l, 'p>,
    counter: Option<VarId>,
    /// The uses outside of loops over elements.
    pub(super) uses: Vec<Use>,
    pub(super) loops: Vec<Over<'a>>,
    /// Where the items of blocks begin, and whether their block declares the list.
    pub(super) items: BTreeMap<usize, bool>,
    is_fit: bool,
}

impl<'a, 'l, 'p> Finder<'a, 'l, 'p> {
    /// All uses; `None` if something else uses the list.
    pub(super) fn of(list: &'l List<'l, 'p>, body: &'a Node<Statement>) -> Option<Self> {
        let mut finder = Self::new(list, None);
        finder.visit_statement(&body.node, &body.span);
        let ranges = finder.uses.iter().map(|own| &own.range);
        let ranges: Vec<_> = ranges
            .chain(finder.loops.iter().map(|l| &l.range))
            .collect();
        let own = list.function.symbols.variable(list.id);
        let is_known = |at: &usize| ranges.iter().any(|range| range.contains(at));
        (finder.is_fit && own.mentions.iter().all(is_known)).then_some(finder)
    }

    fn new(list: &'l List<'l, 'p>, counter: Option<VarId>) -> Self {
        Finder {
            list,
            counter,
            uses: Vec::new(),
            loops: Vec::new(),
            items: BTreeMap::new(),
            is_fit: true,
        }
    }

    /// A loop over elements; `None` if it is something else.
    fn over(&self, node: &'a ForStatement, range: Range<usize>) -> Option<Over<'a>> {
        let (counter, numbers) = self.header(node)?;
        let mut inner = Finder::new(self.list, Some(counter));
        inner.visit_statement(&node.statement.node, &node.statement.span);
        let body = self.list.function.base.range(node.statement.span);
        let symbols = &self.list.function.symbols;
        let is_kept = |id: VarId| {
            let own = symbols.variable(id);
            !own.address_taken && !own.writes.iter().any(|at| body.contains(at))
        };
        let mut mentions = symbols.variable(self.list.id).mentions.iter();
        let is_known = |at: &usize| inner.uses.iter().any(|own| own.range.contains(at));
        let is_fit = inner.is_fit
            && is_kept(counter)
            && !c::syntax::exits::leaves(&node.statement).any()
            && mentions.all(|at| !body.contains(at) || is_known(at));
        (is_fit && !inner.uses.is_empty()).then_some(Over {
            counter,
            numbers,
            range,
            body: &node.statement,
            uses: inner.uses,
        })
    }

    /// The counter of a loop and the elements that it runs over.
    fn header(&self, node: &ForStatement) -> Option<(VarId, Range<usize>)> {
        let place = (self.list.unit, self.list.function);
        let start = start(&node.initializer.node)?;
        let counter = start.object(self.list.function)?;
        let name = &start.counter.node.name;
        let condition = node.condition.as_ref()?;
        let (left, right, last) = match relation(condition) {
            Some((operator, left, right)) => (
                left,
                right,
                usize::from(operator == BinaryOperator::LessOrEqual),
            ),
            None => {
                let (left, right) = sides(condition, &BinaryOperator::NotEquals)?;
                (left, right, 0)
            }
        };
        let first = usize::try_from(number(place, start.value)?).ok()?;
        let end = match self.is_length(right) {
            true => self.list.elements,
            false => usize::try_from(number(place, right)?).ok()?,
        };
        let end = end + last;
        let is_fit = self.list.function.object(&left.node) == Some(counter)
            && step(node, name, &|_| None) == Some(1)
            && first < end
            && end <= self.list.elements;
        is_fit.then_some((counter, first..end))
    }

    /// Whether an expression is the number of elements: `sizeof all / sizeof all[0]`.
    fn is_length(&self, expression: &Node<Expression>) -> bool {
        let Some((all, one)) = sides(expression, &BinaryOperator::Divide) else {
            return false;
        };
        let (Expression::SizeOfVal(all), Expression::SizeOfVal(one)) = (&all.node, &one.node)
        else {
            return false;
        };
        let element = match &one.node.0.node {
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                &b.node.lhs
            }
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
                &u.node.operand
            }
            _ => return false,
        };
        self.list.is_own(&all.node.0.node) && self.list.is_own(&element.node)
    }

    /// The number of an element, `None` for the counter, if an expression is one.
    pub(super) fn element(&self, expression: &Expression) -> Option<Option<usize>> {
        let Expression::BinaryOperator(b) = expression else {
            return None;
        };
        let is_own =
            b.node.operator.node == BinaryOperator::Index && self.list.is_own(&b.node.lhs.node);
        let index = is_own.then_some(&b.node.rhs)?;
        if self.counter.is_some() && self.list.function.object(&index.node) == self.counter {
            return Some(None);
        }
        let number = number((self.list.unit, self.list.function), index)?;
        let number = usize::try_from(number).ok()?;
        (number < self.list.elements).then_some(Some(number))
    }

    fn add(&mut self, place: Place, element: &Node<Expression>, range: Range<usize>) {
        if let Some(number) = self.element(&element.node) {
            self.uses.push(Use {
                place,
                number,
                range,
            });
        }
    }

    /// Whether an element that gets a value is a new object.
    fn is_new(&self, operator: &BinaryOperator, value: &Node<Expression>) -> bool {
        let is_made = matches!(without_casts(&value.node), Expression::Call(_)) || is_null(value);
        *operator == BinaryOperator::Assign && is_made && !self.list.is_given()
    }
}

impl<'a> Visit<'a> for Finder<'a, '_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        let base = self.list.function.base;
        if let Statement::Compound(items) = statement {
            let own = &self.list.function.symbols.variable(self.list.id).at;
            let declares = |item: &Node<BlockItem>| {
                matches!(item.node, BlockItem::Declaration(_))
                    && base.range(item.span).contains(&own.start)
            };
            let is_own = items.iter().any(declares);
            let starts = items.iter().map(|item| base.range(item.span).start);
            self.items.extend(starts.map(|start| (start, is_own)));
        }
        if let Statement::For(node) = statement
            && self.counter.is_none()
            && let Some(over) = self.over(&node.node, base.range(*span))
        {
            self.loops.push(over);
            return;
        }
        visit::visit_statement(self, statement, span);
    }

    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        let base = self.list.function.base;
        let range = base.range(*span);
        match expression {
            Expression::Member(member) if self.element(&member.node.expression.node).is_some() => {
                let start = base.range(member.node.expression.span).start;
                let name = base.range(member.node.identifier.span).start;
                self.add(Place::Structure, &member.node.expression, start..name);
            }
            Expression::UnaryOperator(u) if self.element(&u.node.operand.node).is_some() => {
                let operator = &u.node.operator.node;
                self.is_fit &= !is_step(operator) && *operator != UnaryOperator::Address;
                match operator {
                    UnaryOperator::Indirection => self.add(Place::Target, &u.node.operand, range),
                    _ => visit::visit_expression(self, expression, span),
                }
            }
            Expression::BinaryOperator(b)
                if is_assignment(&b.node.operator.node)
                    && self.element(&b.node.lhs.node).is_some() =>
            {
                self.is_fit &= self.is_new(&b.node.operator.node, &b.node.rhs);
                self.add(Place::Set, &b.node.lhs, base.range(b.node.lhs.span));
                self.visit_expression(&b.node.rhs.node, &b.node.rhs.span);
            }
            Expression::Call(call) => {
                self.visit_expression(&call.node.callee.node, &call.node.callee.span);
                for argument in &call.node.arguments {
                    match self.element(&argument.node) {
                        Some(_) => self.add(Place::Argument, argument, base.range(argument.span)),
                        None => self.visit_expression(&argument.node, &argument.span),
                    }
                }
            }
            Expression::BinaryOperator(b) => match self.element(expression) {
                Some(number) => self.uses.push(Use {
                    place: Place::Other,
                    number,
                    range,
                }),
                None => visit::visit_binary_operator_expression(self, &b.node, &b.span),
            },
            _ => visit::visit_expression(self, expression, span),
        }
    }
}

/// `all[k] = v` in `if (!(all[k] = v)) ..`
pub(super) fn set_in_test(test: &IfStatement) -> Option<&Node<Expression>> {
    let first = *disjuncts(&test.condition).first()?;
    let pointer = null_test(first)?;
    sides(pointer, &BinaryOperator::Assign)?;
    Some(pointer)
}
