//! Loops that count down as loops that count up: `for (y = h - 1; y >= 0; y--)` and
//! `for (y = h; y--;)` as `for (y = 0; y < h; y++)`.

use super::flat::piece;
use crate::bound::{bound, moved, value};
use crate::nests::{Headers, start};
use c::names::file::Function;
use c::syntax::declarators::declared_name;
use c::syntax::expressions::{Chain, is_assignment, sides, step_of};
use lang_c::ast::{
    BinaryOperator, Expression, ForStatement, InitDeclarator, Statement, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use poly::Expr;
use print::c_text;
use source::{Edit, Edits, Span, Token, Unit};
use std::collections::BTreeSet;
use std::ops::Range;

/// The edits that let a loop count up.
pub(super) fn reversed(
    unit: &Unit,
    function: &Function<'_>,
    statement: &Node<Statement>,
) -> Option<Edits> {
    let header = Header::of(statement)?;
    if carries(&header.loop_.statement, &header.counter) {
        return None;
    }
    let mut edits = Edits::default();
    edits.insert_all(header.edits(unit, function)?).ok()?;
    Some(edits)
}

/// The header of a loop that counts down.
struct Header<'s> {
    loop_: &'s ForStatement,
    counter: String,
    /// Where the first value is written, or a number from which the test steps to it.
    start: &'s Node<Expression>,
    test: &'s Node<Expression>,
    /// The first and the last value of the counter in the body.
    first: Expr,
    last: Expr,
}

impl<'s> Header<'s> {
    fn of(statement: &'s Node<Statement>) -> Option<Self> {
        let Statement::For(loop_) = &statement.node else {
            return None;
        };
        let loop_ = &loop_.node;
        let start = start(&loop_.initializer.node)?;
        let counter = start.counter.node.name.clone();
        let test = loop_.condition.as_deref()?;
        let Test { last, steps } = last(test, &counter)?;
        let counts_down = match loop_.step.as_deref() {
            Some(_) => !steps && counts_down(loop_, &counter),
            None => steps,
        };
        (counts_down && !last.mentions(&counter)).then_some(())?;
        Some(Header {
            first: moved(&bound(start.value)?, -i64::from(steps)),
            start: start.value,
            loop_,
            counter,
            test,
            last,
        })
    }

    /// The edits that let it count up.
    fn edits(&self, unit: &Unit, function: &Function<'_>) -> Option<Vec<Edit>> {
        let span = |at| unit.span_of(function.base.range(at)).ok();
        let (test, up) = (span(self.test.span)?, format!("{}++", self.counter));
        let end = c_text(&moved(&self.first, 1));
        let step = match self.loop_.step.as_deref() {
            Some(step) => Edit {
                span: span(step.span)?,
                text: up,
            },
            None => {
                let at = function.base.range(self.test.span).end;
                let token = unit.tokens.get(unit.tokens_in(at..usize::MAX).start)?;
                (unit.token_text(token) == ";").then_some(())?;
                let semicolon = unit.span_of(at_token(token)).ok()?;
                Edit {
                    span: Span::at(semicolon.end),
                    text: format!(" {up}"),
                }
            }
        };
        let start = Edit {
            span: span(self.start.span)?,
            text: c_text(&self.last),
        };
        let test = Edit {
            span: test,
            text: format!("{} < {end}", self.counter),
        };
        Some(vec![start, test, step])
    }
}

/// The loops of a block that count down as loops that count up, with the same iterations in the
/// same order, and those beside them from the last iteration to the first:
///
/// ```c
/// for (y = 0; y < h; y++)                for (y = 0; y < h; y++)
///     t[y] = s[y];                           t[h - 1 - y] = s[h - 1 - y];
/// for (y = h - 1; y >= 0; y--)           for (y = 0; y < h; y++)
///     sum = sum / 2 + t[y];                  sum = sum / 2 + t[h - 1 - y];
/// ```
pub(super) fn mirrored<'s>(
    headers: &Headers<'_>,
    statements: &[&'s Node<Statement>],
) -> Vec<(&'s Node<Statement>, Edits)> {
    let count_down = statements.iter().any(|s| Header::of(s).is_some());
    let all = statements.iter().filter(|_| count_down);
    let all = all.filter_map(|statement| {
        let mut edits = Edits::default();
        edits.insert_all(in_mirror(headers, statement)?).ok()?;
        Some((*statement, edits))
    });
    let all: Vec<_> = all.collect();
    match all.len() {
        1 => Vec::new(),
        _ => all,
    }
}

fn in_mirror(headers: &Headers<'_>, statement: &Node<Statement>) -> Option<Vec<Edit>> {
    let (unit, function) = (headers.unit(), headers.function());
    let Statement::For(loop_) = &statement.node else {
        return None;
    };
    let (counter, sum, mut edits) = match Header::of(statement) {
        Some(header) => {
            let sum = header.first.checked_add(&header.last)?;
            let edits = header.edits(unit, function)?;
            (header.counter, sum, edits)
        }
        None => {
            let nest = headers.nest(statement)?;
            let is_free = nest.rows.step == 1 && !carries(&loop_.node.statement, &nest.counter);
            let sum = nest.first.checked_add(&moved(&nest.end, -1))?;
            (nest.counter, is_free.then_some(sum)?, Vec::new())
        }
    };
    let place = c_text(&sum.checked_sub(&Expr::var(&counter))?);
    let object = start(&loop_.node.initializer.node)?.object(function)?;
    let body = function.base.range(loop_.node.statement.span);
    let mentions = function.symbols.variable(object).mentions.iter();
    for mention in mentions.filter(|at| body.contains(at)) {
        let own = unit.tokens_in(*mention..mention + 1).start;
        let text = |at: usize| unit.tokens.get(at).map(|token| unit.token_text(token));
        let before = own.checked_sub(1).and_then(text);
        edits.push(Edit {
            span: unit.span_of(at_token(unit.tokens.get(own)?)).ok()?,
            text: piece(&place, before, text(own + 1))?,
        });
    }
    Some(edits)
}

fn at_token(token: &Token) -> Range<usize> {
    token.at.start as usize..token.at.end as usize
}

/// The condition of a loop that counts down.
struct Test {
    /// The last value of the counter in the body.
    last: Expr,
    /// Whether the condition steps the counter.
    steps: bool,
}

/// The condition of a loop: the last value is 0 in `y >= 0`, `y > -1`, `y--` and `y-- > 0`, and 1
/// in `--y`.
fn last(condition: &Node<Expression>, counter: &str) -> Option<Test> {
    let test = |tested: &Node<Expression>, least: Expr| {
        let (steps, ahead) = tested_at(tested, counter)?;
        let last = moved(&least, ahead);
        Some(Test { last, steps })
    };
    let after = |operator, by| {
        let (left, right) = sides(condition, &operator)?;
        test(left, moved(&bound(right)?, by))
    };
    let before = |operator, by| {
        let (left, right) = sides(condition, &operator)?;
        test(right, moved(&bound(left)?, by))
    };
    after(BinaryOperator::GreaterOrEqual, 0)
        .or_else(|| after(BinaryOperator::Greater, 1))
        .or_else(|| before(BinaryOperator::LessOrEqual, 0))
        .or_else(|| before(BinaryOperator::Less, 1))
        .or_else(|| after(BinaryOperator::NotEquals, 1))
        .or_else(|| test(condition, Expr::constant(1)))
}

/// Whether an expression steps the counter whose value it is, and how far the counter is from that
/// value then.
fn tested_at(expression: &Node<Expression>, counter: &str) -> Option<(bool, i64)> {
    let is_counter = |e: &Node<Expression>| name(e).as_deref() == Some(counter);
    match &expression.node {
        Expression::UnaryOperator(unary) if is_counter(&unary.node.operand) => {
            match unary.node.operator.node {
                UnaryOperator::PreDecrement => Some((true, 0)),
                UnaryOperator::PostDecrement => Some((true, -1)),
                _ => None,
            }
        }
        _ => is_counter(expression).then_some((false, 0)),
    }
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

/// Whether iterations of a loop certainly need what others set: `t[i] = t[i + 1];`,
/// `v = v * x + t[i];`. Or they set something by a pointer of their own, which may be such.
fn carries(body: &Node<Statement>, counter: &str) -> bool {
    let mut numbers = Numbers::default();
    numbers.visit_statement(&body.node, &body.span);
    if numbers.are_carried(counter) {
        return true;
    }
    let mut found = Elements::default();
    found.visit_statement(&body.node, &body.span);
    let is_own = |set: &Element| numbers.declared.contains(&set.array) && !set.at.is_empty();
    if found.sets_target || found.set.iter().any(is_own) {
        return true;
    }
    let next = |name: &str| (name == counter).then(|| moved(&Expr::var(counter), 1));
    let is_apart = |set: &Element, other: &Element, by: i64| {
        // By subscript that follows the counter: whether the elements are that far apart.
        let mut apart = { set.at.iter().zip(&other.at) }.filter_map(|(at, other)| {
            let at = at.as_ref()?;
            let step = at.substitute(&next).checked_sub(at)?;
            let is_there = other.as_ref()?.checked_sub(at) == step.checked_mul(&Expr::constant(by));
            (step.as_constant() != Some(0)).then_some(is_there)
        });
        apart.next() == Some(true) && apart.all(|is_there| is_there)
    };
    let is_carried = |set: &Element| {
        let others = || found.all.iter().filter(|other| other.array == set.array);
        let mut multiples = (1..=MOST_APART).flat_map(|by| [by, -by]);
        multiples.any(|by| others().any(|other| is_apart(set, other, by)))
    };
    found.set.iter().any(is_carried)
}

/// The objects that a statement names, in the order of execution.
#[derive(Default)]
struct Numbers {
    /// Those that it declares.
    declared: BTreeSet<String>,
    /// Those that it reads before it sets them.
    read: BTreeSet<String>,
    set: BTreeSet<String>,
}

impl Numbers {
    /// Whether the next iteration reads one that is set.
    fn are_carried(&self, counter: &str) -> bool {
        let mut both = self.read.intersection(&self.set);
        both.any(|name| name != counter && !self.declared.contains(name))
    }
}

impl<'a> Visit<'a> for Numbers {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        match expression {
            Expression::BinaryOperator(b)
                if b.node.operator.node == BinaryOperator::Assign
                    && let Some(name) = name(&b.node.lhs) =>
            {
                self.visit_expression(&b.node.rhs.node, &b.node.rhs.span);
                self.set.insert(name);
            }
            Expression::BinaryOperator(b)
                if is_assignment(&b.node.operator.node)
                    && let Some(name) = name(&b.node.lhs) =>
            {
                visit::visit_expression(self, expression, span);
                self.set.insert(name);
            }
            Expression::UnaryOperator(unary)
                if step_of(&unary.node.operator.node).is_some()
                    && let Some(name) = name(&unary.node.operand) =>
            {
                visit::visit_expression(self, expression, span);
                self.set.insert(name);
            }
            Expression::Identifier(name) if !self.set.contains(&name.node.name) => {
                self.read.insert(name.node.name.clone());
            }
            _ => visit::visit_expression(self, expression, span),
        }
    }

    fn visit_init_declarator(&mut self, declarator: &'a InitDeclarator, span: &'a Offsets) {
        let name = declared_name(&declarator.declarator);
        self.declared
            .extend(name.map(|name| name.node.name.clone()));
        visit::visit_init_declarator(self, declarator, span);
    }
}

/// The elements of arrays in a statement.
#[derive(Default)]
struct Elements {
    all: Vec<Element>,
    /// Those that are assigned.
    set: Vec<Element>,
    /// Whether the target of a pointer is: `*p = v;`.
    sets_target: bool,
}

/// An array and the subscripts of an element of it, as far as they are known.
struct Element {
    array: String,
    at: Vec<Option<Expr>>,
}

fn element(expression: &Node<Expression>) -> Option<Element> {
    let chain = Chain::of(expression);
    let Expression::Identifier(array) = &chain.root.node else {
        return None;
    };
    Some(Element {
        array: array.node.name.clone(),
        at: chain.steps.iter().map(|step| value(step)).collect(),
    })
}

impl<'a> Visit<'a> for Elements {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        self.all
            .extend(element(&Node::new(expression.clone(), *span)));
        if let Expression::BinaryOperator(b) = expression
            && is_assignment(&b.node.operator.node)
        {
            self.set.extend(element(&b.node.lhs));
            self.sets_target |= is_target(&b.node.lhs.node);
        }
        visit::visit_expression(self, expression, span);
    }
}

/// Whether an expression is `*p`.
fn is_target(expression: &Expression) -> bool {
    match expression {
        Expression::UnaryOperator(u) => u.node.operator.node == UnaryOperator::Indirection,
        _ => false,
    }
}
