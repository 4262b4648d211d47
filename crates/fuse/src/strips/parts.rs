//! A fused loop over rows, and the parts of its body with the rows in which each is executed.

use crate::bound::{bound, difference, moved};
use crate::inner::{inner, is_loop};
use crate::nests::{Headers, NestText};
use c::names::file::Function;
use c::syntax::expressions::sides;
use lang_c::ast::{BinaryOperator, BlockItem, Declaration, Expression, Initializer, Statement};
use lang_c::span::{Node, Span as Offsets};
use poly::Expr;
use source::{Span, Unit};
use std::collections::BTreeMap;
use std::ops::Range;

/// A loop over rows.
#[derive(Clone, Debug)]
pub struct Rows {
    /// How many loops contain it.
    pub depth: usize,
    /// The statement.
    pub span: Span,
    /// The statement in the unit's text.
    pub(super) range: Range<usize>,
    /// The parts of its body, in order.
    pub parts: Vec<Part>,
    pub(super) nest: NestText,
    /// Whether loops are inside of it.
    pub(super) has_loops: bool,
}

/// A part of a body: a statement that is no declaration.
#[derive(Clone, Debug)]
pub struct Part {
    /// The statement, without the test around it.
    pub span: Span,
    /// The test around it, and perhaps around others.
    pub(super) test: Option<Test>,
}

/// A test of the row.
#[derive(Clone, Debug)]
pub(super) struct Test {
    /// The statement.
    pub(super) whole: Span,
    /// The condition.
    pub(super) span: Span,
    /// The statement under it, or what is in its braces.
    pub(super) inner: Span,
    /// What has to hold.
    pub(super) terms: Vec<Term>,
}

/// A condition that has to hold beside others.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub(super) text: String,
    /// The least counter of the loop for which it holds, if it is a bound.
    pub(super) least: Option<Expr>,
    /// The end of the counters for which it holds, if it is a bound.
    pub(super) end: Option<Expr>,
}

/// The outermost loops over rows in some places.
pub fn rows(unit: &Unit, function: &Function<'_>, places: &[Span]) -> Vec<Rows> {
    let mut finder = Finder {
        unit,
        function,
        headers: Headers::new(unit, function),
        places,
        found: Vec::new(),
    };
    finder.statement(&function.definition.statement, 0);
    finder.found
}

struct Finder<'f> {
    unit: &'f Unit,
    function: &'f Function<'f>,
    headers: Headers<'f>,
    places: &'f [Span],
    found: Vec<Rows>,
}

impl Finder<'_> {
    fn statement(&mut self, statement: &Node<Statement>, depth: usize) {
        match &statement.node {
            loop_ if is_loop(loop_) => match self.rows(statement, depth) {
                Some(rows) => self.found.push(rows),
                None => inner(statement)
                    .into_iter()
                    .for_each(|s| self.statement(s, depth + 1)),
            },
            _ => inner(statement)
                .into_iter()
                .for_each(|s| self.statement(s, depth)),
        }
    }

    fn rows(&self, statement: &Node<Statement>, depth: usize) -> Option<Rows> {
        let span = self.span(statement.span)?;
        if !self.places.iter().any(|place| place.contains(span)) {
            return None;
        }
        let Statement::For(found) = &statement.node else {
            return None;
        };
        let Statement::Compound(items) = &found.node.statement.node else {
            return None;
        };
        let nest = self.headers.nest(statement)?;
        let mut names = BTreeMap::new();
        let mut parts = Vec::new();
        for item in items {
            match &item.node {
                BlockItem::Declaration(declaration) => names.extend(named(&declaration.node)),
                BlockItem::StaticAssert(_) => {}
                BlockItem::Statement(inner) => self.parts(inner, (&nest, &names), &mut parts)?,
            }
        }
        Some(Rows {
            depth,
            span,
            range: self.function.base.range(statement.span),
            parts,
            has_loops: nest.has_loops(self.unit),
            nest,
        })
    }

    /// Adds a statement, or those under a test.
    fn parts(
        &self,
        statement: &Node<Statement>,
        (nest, names): (&NestText, &BTreeMap<String, Expr>),
        parts: &mut Vec<Part>,
    ) -> Option<()> {
        let plain = Part {
            span: self.span(statement.span)?,
            test: None,
        };
        let Statement::If(test) = &statement.node else {
            parts.push(plain);
            return Some(());
        };
        // A block with declarations stays one part.
        let then = &test.node.then_statement;
        let inner = tested(then).unwrap_or_else(|| vec![&**then]);
        if test.node.else_statement.is_some() {
            parts.push(plain);
            return Some(());
        }
        let mut terms = Vec::new();
        self.terms(&test.node.condition, (nest, names), &mut terms)?;
        let condition = Test {
            whole: plain.span,
            span: self.span(test.node.condition.span)?,
            inner: self.inner(&test.node.then_statement)?,
            terms,
        };
        for statement in inner {
            parts.push(Part {
                span: self.span(statement.span)?,
                test: Some(condition.clone()),
            });
        }
        Some(())
    }

    /// A statement, or what is in its braces.
    fn inner(&self, then: &Node<Statement>) -> Option<Span> {
        let span = self.span(then.span)?;
        if !matches!(then.node, Statement::Compound(_)) {
            return Some(span);
        }
        let text = self.unit.file.slice(span);
        let inside = text.strip_prefix('{')?.strip_suffix('}')?;
        let before = inside.len() - inside.trim_start().len();
        let start = span.start + 1 + before as u32;
        Some(Span::new(start, start + inside.trim().len() as u32))
    }

    /// The terms of a condition.
    fn terms(
        &self,
        condition: &Node<Expression>,
        (nest, names): (&NestText, &BTreeMap<String, Expr>),
        terms: &mut Vec<Term>,
    ) -> Option<()> {
        if let Some((left, right)) = sides(condition, &BinaryOperator::LogicalAnd) {
            self.terms(left, (nest, names), terms)?;
            return self.terms(right, (nest, names), terms);
        }
        let (least, end) = bounds(condition, &nest.counter, names).unwrap_or_default();
        let text = self.unit.file.slice(self.span(condition.span)?);
        terms.push(Term {
            text: text.trim_end().to_string(),
            least,
            end,
        });
        Some(())
    }

    fn span(&self, at: Offsets) -> Option<Span> {
        let range = self.function.base.range(at);
        let span = self.unit.span_of(range).ok()?;
        (!self.unit.holds_directive(span)).then_some(span)
    }
}

/// The statements of a block without declarations, or the statement itself.
fn tested(statement: &Node<Statement>) -> Option<Vec<&Node<Statement>>> {
    match &statement.node {
        Statement::Compound(items) => {
            let statements = items.iter().map(|item| match &item.node {
                BlockItem::Statement(statement) => Some(statement),
                _ => None,
            });
            statements.collect()
        }
        _ => Some(vec![statement]),
    }
}

/// `const int y1 = y + 1;`
fn named(declaration: &Declaration) -> Option<(String, Expr)> {
    let [only] = declaration.declarators.as_slice() else {
        return None;
    };
    let name = c::syntax::declarators::declared_name(&only.node.declarator)?;
    match only.node.initializer.as_ref().map(|i| &i.node) {
        Some(Initializer::Expression(value)) => Some((name.node.name.clone(), bound(value)?)),
        _ => None,
    }
}

/// The least counter for which a comparison holds, and the end of the counters.
fn bounds(
    condition: &Node<Expression>,
    counter: &str,
    names: &BTreeMap<String, Expr>,
) -> Option<(Option<Expr>, Option<Expr>)> {
    let Expression::BinaryOperator(found) = &condition.node else {
        return None;
    };
    let known = |e: &Node<Expression>| {
        let found = bound(e)?;
        Some(found.substitute(&|name| names.get(name).cloned()))
    };
    let (left, right) = (known(&found.node.lhs)?, known(&found.node.rhs)?);
    let row = Expr::var(counter);
    // `row + ahead` is compared with `other`.
    let (ahead, other, is_left) = match (difference(&left, &row), difference(&right, &row)) {
        (Some(ahead), None) if !right.mentions(counter) => (ahead, right, true),
        (None, Some(ahead)) if !left.mentions(counter) => (ahead, left, false),
        _ => return None,
    };
    let at = moved(&other, -ahead);
    let after = moved(&at, 1);
    Some(match (&found.node.operator.node, is_left) {
        (BinaryOperator::GreaterOrEqual, true) | (BinaryOperator::LessOrEqual, false) => {
            (Some(at), None)
        }
        (BinaryOperator::Greater, true) | (BinaryOperator::Less, false) => (Some(after), None),
        (BinaryOperator::Less, true) | (BinaryOperator::Greater, false) => (None, Some(at)),
        (BinaryOperator::LessOrEqual, true) | (BinaryOperator::GreaterOrEqual, false) => {
            (None, Some(after))
        }
        (BinaryOperator::Equals, _) => (Some(at), Some(after)),
        _ => return None,
    })
}
