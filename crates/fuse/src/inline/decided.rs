//! Tests of a stage that the literal arguments of a call decide: only the branch that is taken is
//! written.

use super::passing::Passing;
use super::sites::Site;
use c::syntax::expressions::sides;
use lang_c::ast::{BinaryOperator, Expression, Statement, UnaryOperator};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use source::{Span, Unit};

/// What is left out of the body of a stage: tests, and branches that are not taken.
pub(super) fn left_out(unit: &Unit, site: &Site<'_, '_>, passings: &[Passing]) -> Vec<Span> {
    let mut finder = Finder {
        unit,
        site,
        passings,
        found: Vec::new(),
    };
    for item in site.stage.items {
        finder.visit_block_item(&item.node, &item.span);
    }
    finder.found
}

struct Finder<'f, 'p> {
    unit: &'f Unit,
    site: &'f Site<'f, 'p>,
    passings: &'f [Passing],
    found: Vec<Span>,
}

impl Finder<'_, '_> {
    fn span(&self, at: Offsets) -> Option<Span> {
        let range = self.site.stage.function.base.range(at);
        self.unit.span_of(range).ok()
    }

    /// The number that a call passes for a parameter.
    fn passed(&self, expression: &Node<Expression>) -> Option<i64> {
        let function = self.site.stage.function;
        let id = function.object(&expression.node)?;
        let mut parameters = function.symbols.parameters.iter();
        let index = parameters.position(|p| *p == Some(id))?;
        // A macro may mean another number elsewhere.
        let text = &self.site.arguments[index].text;
        let is_literal = matches!(self.passings[index], Passing::Literal | Passing::Text(_));
        text.parse().ok().filter(|_| is_literal)
    }

    /// Whether a test holds, if a literal decides.
    fn truth(&self, test: &Node<Expression>) -> Option<bool> {
        match &test.node {
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Negate => {
                self.truth(&u.node.operand).map(|holds| !holds)
            }
            Expression::BinaryOperator(b) => {
                let is_equal = b.node.operator.node == BinaryOperator::Equals;
                let operator = match is_equal {
                    true => BinaryOperator::Equals,
                    false => BinaryOperator::NotEquals,
                };
                let (left, right) = sides(test, &operator)?;
                let right = self.unit.file.slice(self.span(right.span)?);
                let is_same = self.passed(left)? == right.parse().ok()?;
                Some(is_same == is_equal)
            }
            _ => self.passed(test).map(|value| value != 0),
        }
    }

    /// What is left out of an `if`.
    fn of(&self, statement: &Statement, at: Offsets) -> Option<Vec<Span>> {
        let Statement::If(test) = statement else {
            return None;
        };
        let mut guards = self.site.stage.results.guards.iter();
        guards.all(|guard| guard.at != at).then_some(())?;
        let holds = self.truth(&test.node.condition)?;
        let whole = self.span(at)?;
        let taken = match (holds, &test.node.else_statement) {
            (true, _) => &test.node.then_statement,
            (false, other) => other.as_ref()?,
        };
        let taken = self.span(taken.span)?;
        let parts = [
            Span::new(whole.start, taken.start),
            Span::new(taken.end, whole.end),
        ];
        Some(parts.into_iter().filter(|p| p.start < p.end).collect())
    }
}

impl<'a> Visit<'a> for Finder<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        match self.of(statement, *span) {
            Some(parts) => self.found.extend(parts),
            None => visit::visit_statement(self, statement, span),
        }
    }
}
