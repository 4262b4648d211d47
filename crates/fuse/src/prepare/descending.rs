//! Loops that count down as loops that count up: `for (y = h - 1; y >= 0; y--)` as
//! `for (y = 0; y < h; y++)`.

use crate::bound::{bound, moved, value};
use crate::nests::start;
use c::names::file::Function;
use c::syntax::expressions::{Chain, is_assignment, sides, step_of};
use lang_c::ast::{BinaryOperator, Expression, ForStatement, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use poly::Expr;
use print::c_text;
use source::{Edit, Edits, Unit};

/// The edits that let a loop count up.
pub(super) fn reversed(
    unit: &Unit,
    function: &Function<'_>,
    statement: &Node<Statement>,
) -> Option<Edits> {
    let Statement::For(loop_) = &statement.node else {
        return None;
    };
    let loop_ = &loop_.node;
    let start = start(&loop_.initializer.node)?;
    let (counter, first) = (start.counter.node.name.clone(), start.value);
    let condition = loop_.condition.as_deref()?;
    let last = last(condition, &counter)?;
    let step = loop_.step.as_deref()?;
    if !counts_down(loop_, &counter)
        || last.mentions(&counter)
        || carries(&loop_.statement, &counter)
    {
        return None;
    }
    let end = moved(&bound(first)?, 1);
    let mut edits = Edits::default();
    let mut put = |at, text: String| {
        let span = unit.span_of(function.base.range(at)).ok()?;
        edits.insert(Edit { span, text }).ok()
    };
    put(first.span, c_text(&last))?;
    put(condition.span, format!("{counter} < {}", c_text(&end)))?;
    put(step.span, format!("{counter}++"))?;
    Some(edits)
}

/// The last value of the counter: 0 in `y >= 0` and `y > -1`.
fn last(condition: &Node<Expression>, counter: &str) -> Option<Expr> {
    let is_counter = |e: &Node<Expression>| name(e).as_deref() == Some(counter);
    let after = |operator, by| {
        let (left, right) = sides(condition, &operator)?;
        is_counter(left).then(|| Some(moved(&bound(right)?, by)))?
    };
    let before = |operator, by| {
        let (left, right) = sides(condition, &operator)?;
        is_counter(right).then(|| Some(moved(&bound(left)?, by)))?
    };
    after(BinaryOperator::GreaterOrEqual, 0)
        .or_else(|| after(BinaryOperator::Greater, 1))
        .or_else(|| before(BinaryOperator::LessOrEqual, 0))
        .or_else(|| before(BinaryOperator::Less, 1))
}

/// Whether the step is `--` or `-= 1`.
fn counts_down(loop_: &ForStatement, counter: &str) -> bool {
    let is_counter = |e: &Node<Expression>| name(e).as_deref() == Some(counter);
    match loop_.step.as_deref().map(|step| &step.node) {
        Some(Expression::UnaryOperator(unary)) => {
            step_of(&unary.node.operator.node) == Some(-1) && is_counter(&unary.node.operand)
        }
        Some(Expression::BinaryOperator(binary)) => {
            binary.node.operator.node == BinaryOperator::AssignMinus
                && is_counter(&binary.node.lhs)
                && bound(&binary.node.rhs).and_then(|by| by.as_constant()) == Some(1)
        }
        _ => false,
    }
}

fn name(expression: &Node<Expression>) -> Option<String> {
    match &expression.node {
        Expression::Identifier(name) => Some(name.node.name.clone()),
        _ => None,
    }
}

/// Elements further apart are not looked for.
const MOST_APART: i64 = 4;

/// Whether iterations of a loop certainly need elements that others set: `t[i] = t[i + 1];`.
fn carries(body: &Node<Statement>, counter: &str) -> bool {
    let mut found = Elements::default();
    found.visit_statement(&body.node, &body.span);
    let is_carried = |(set, at): &(String, Expr)| {
        let next = |name: &str| (name == counter).then(|| moved(&Expr::var(counter), 1));
        let Some(step) = at.substitute(&next).checked_sub(at) else {
            return false;
        };
        let is_apart = |other: &Expr| {
            let apart = other.checked_sub(at);
            let mut multiples = (1..=MOST_APART).flat_map(|by| [by, -by]);
            step.as_constant() != Some(0)
                && multiples.any(|by| apart == step.checked_mul(&Expr::constant(by)))
        };
        found
            .all
            .iter()
            .any(|(array, at)| array == set && is_apart(at))
    };
    found.set.iter().any(is_carried)
}

/// The elements of arrays in a statement, each by its first subscript.
#[derive(Default)]
struct Elements {
    all: Vec<(String, Expr)>,
    /// Those that are assigned.
    set: Vec<(String, Expr)>,
}

/// An array and the first subscript of an element of it.
fn element(expression: &Node<Expression>) -> Option<(String, Expr)> {
    let chain = Chain::of(expression);
    let Expression::Identifier(array) = &chain.root.node else {
        return None;
    };
    Some((array.node.name.clone(), value(chain.steps.first()?)?))
}

impl<'a> Visit<'a> for Elements {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        self.all
            .extend(element(&Node::new(expression.clone(), *span)));
        if let Expression::BinaryOperator(b) = expression
            && is_assignment(&b.node.operator.node)
        {
            self.set.extend(element(&b.node.lhs));
        }
        visit::visit_expression(self, expression, span);
    }
}
