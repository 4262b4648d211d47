//! Loops in another order: `for (o ..) for (y ..)` as `for (y ..) for (o ..)`, so that the
//! outermost loop runs over the rows that other nests have.

use super::guarded::trimmed;
use super::{Prepared, content};
use crate::bound::bound;
use crate::inner::{inner, is_loop};
use crate::nests::{Headers, NestText};
use c::names::file::Function;
use c::syntax::expressions::Chain;
use lang_c::ast::{BinaryOperator, Expression, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use source::{Edit, Edits, Span, Unit};
use std::collections::BTreeSet;

/// The nests of a function whose two outermost loops may be exchanged without longer strides in the
/// innermost loop, as they would be written. Arrays that another loop walks along with long strides
/// may get them here, too: with that loop, this one may keep a few of their elements.
pub fn interchanged(unit: &Unit, function: &Function<'_>) -> Vec<Prepared> {
    let headers = Headers::new(unit, function);
    let mut walked = Walked {
        headers: &headers,
        counters: Vec::new(),
        arrays: BTreeSet::new(),
    };
    let body = &function.definition.statement;
    walked.visit_statement(&body.node, &body.span);
    let walked = walked.arrays;
    let mut finder = Finder {
        unit,
        function,
        headers,
        walked,
        found: Vec::new(),
    };
    finder.statement(&function.definition.statement);
    finder.found
}

struct Finder<'f> {
    unit: &'f Unit,
    function: &'f Function<'f>,
    headers: Headers<'f>,
    /// The arrays that innermost loops walk along with long strides.
    walked: BTreeSet<String>,
    found: Vec<Prepared>,
}

impl Finder<'_> {
    fn statement(&mut self, statement: &Node<Statement>) {
        if let Some(prepared) = self.exchanged(statement) {
            return self.found.push(prepared);
        }
        inner(statement).into_iter().for_each(|s| self.statement(s));
    }

    fn exchanged(&self, statement: &Node<Statement>) -> Option<Prepared> {
        let inner = only_loop(statement)?;
        let (outer_nest, inner_nest) = (self.headers.nest(statement)?, self.headers.nest(inner)?);
        let (outer, inner_counter) = (&outer_nest.counter, &inner_nest.counter);
        let is_free = !mentions(&inner_nest, outer) && !mentions(&outer_nest, inner_counter);
        if outer == inner_counter || !is_free {
            return None;
        }
        let body = match &inner.node {
            Statement::For(found) => &found.node.statement,
            _ => return None,
        };
        let mut strides = Strides {
            counters: [outer, inner_counter],
            units: [0, 0],
            along_inner: BTreeSet::new(),
            has_loops: false,
        };
        strides.visit_statement(&body.node, &body.span);
        let [along_outer, along_inner] = strides.units;
        let is_neutral = strides.has_loops && along_inner == 0;
        let is_usual = !strides.has_loops && strides.along_inner.is_subset(&self.walked);
        if !is_neutral && !is_usual && along_outer <= along_inner {
            return None;
        }
        let header =
            |nest: &NestText| trimmed(self.unit, Span::new(nest.span.start, nest.body.start));
        let (first, second) = (header(&outer_nest), header(&inner_nest));
        let text = |span: Span| self.unit.file.slice(span).into_owned();
        let mut edits = Edits::default();
        let mut put = |span: Span, text: String| edits.insert(Edit { span, text }).ok();
        put(first, text(second))?;
        put(second, text(first))?;
        Some(Prepared::new(
            self.unit
                .span_of(self.function.base.range(statement.span))
                .ok()?,
            edits,
        ))
    }
}

/// The loop that is all of the body of a loop.
fn only_loop(statement: &Node<Statement>) -> Option<&Node<Statement>> {
    let Statement::For(found) = &statement.node else {
        return None;
    };
    let mut body = content(&found.node.statement)?;
    while matches!(body.node, Statement::Compound(_)) {
        body = content(body)?;
    }
    matches!(body.node, Statement::For(_)).then_some(body)
}

fn mentions(nest: &NestText, counter: &str) -> bool {
    nest.first.mentions(counter) || nest.end.mentions(counter)
}

/// Which of two counters moves along the elements of rows.
struct Strides<'s> {
    counters: [&'s str; 2],
    /// Subscripts that grow by one with each.
    units: [usize; 2],
    /// The arrays of those that grow with the second.
    along_inner: BTreeSet<String>,
    has_loops: bool,
}

impl<'a> Visit<'a> for Strides<'_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        self.has_loops |= matches!(statement, Statement::For(_));
        visit::visit_statement(self, statement, span);
    }

    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        if let Expression::BinaryOperator(binary) = expression
            && binary.node.operator.node == BinaryOperator::Index
        {
            self.subscripts(&binary.node.lhs, &binary.node.rhs);
            return;
        }
        visit::visit_expression(self, expression, span);
    }
}

impl Strides<'_> {
    /// Counts the last subscript of an element, and looks into all of them.
    fn subscripts(&mut self, array: &Node<Expression>, last: &Node<Expression>) {
        let root = Chain::of(array).name();
        if let Some(last) = bound(last) {
            for at in 0..2 {
                self.units[at] += usize::from(last.coefficient(self.counters[at]) == 1);
            }
            let is_along = last.coefficient(self.counters[1]) != 0;
            self.along_inner
                .extend(root.filter(|_| is_along).map(str::to_string));
        }
        let mut array = array;
        while let Expression::BinaryOperator(binary) = &array.node
            && binary.node.operator.node == BinaryOperator::Index
        {
            self.visit_expression(&binary.node.rhs.node, &binary.node.rhs.span);
            array = &binary.node.lhs;
        }
        self.visit_expression(&last.node, &last.span);
    }
}

/// The arrays whose rows, not columns, change with the innermost of several loops.
struct Walked<'w> {
    headers: &'w Headers<'w>,
    /// The counters of the loops around the present place.
    counters: Vec<Option<String>>,
    arrays: BTreeSet<String>,
}

impl<'a> Visit<'a> for Walked<'_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        let is_loop = is_loop(statement);
        if is_loop {
            let nest = self.headers.nest(&Node::new(statement.clone(), *span));
            self.counters.push(nest.map(|nest| nest.counter));
        }
        visit::visit_statement(self, statement, span);
        if is_loop {
            self.counters.pop();
        }
    }

    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        if let Expression::BinaryOperator(b) = expression
            && b.node.operator.node == BinaryOperator::Index
            && let [.., Some(_), Some(counter)] = self.counters.as_slice()
        {
            let grows = |e: &Node<Expression>| {
                bound(e).is_some_and(|subscript| subscript.coefficient(counter) != 0)
            };
            let row = Chain::of(&b.node.lhs);
            if !grows(&b.node.rhs) && row.steps.iter().any(|e| grows(e)) {
                self.arrays.extend(row.name().map(str::to_string));
            }
        }
        visit::visit_expression(self, expression, span);
    }
}
