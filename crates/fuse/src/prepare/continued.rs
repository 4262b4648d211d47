//! `if (test) { ..; continue; }` in the body of a loop as `if (test) { .. } else { rest }`: behind
//! the body, in one loop, the statements of other loops follow.

use super::content;
use crate::bound::type_of;
use crate::inner::inner;
use c::names::file::Function;
use c::syntax::expressions::sides;
use lang_c::ast::{BinaryOperator, BlockItem, Constant, Expression, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use print::Sheet;
use source::{Edit, Edits, Span, Unit};

/// The edits that leave no `continue` in a loop.
pub(super) fn as_else(
    unit: &Unit,
    function: &Function<'_>,
    statement: &Node<Statement>,
) -> Option<Edits> {
    let Statement::For(loop_) = &statement.node else {
        return None;
    };
    let Statement::Compound(items) = &loop_.node.statement.node else {
        return None;
    };
    let block = unit
        .span_of(function.base.range(loop_.node.statement.span))
        .ok()?;
    let writer = Writer {
        unit,
        function,
        block,
    };
    let from = items.iter().position(|item| continues(item) > 0)?;
    let at = writer.span(items[from].span, items.last()?.span)?;
    let text = writer.rest(&items[from..], &Sheet::at(&unit.file, at))?;
    let mut edits = Edits::default();
    edits.insert(Edit { span: at, text }).ok()?;
    Some(edits)
}

/// The edits that leave no `continue` in loops at some places. `None` if one cannot be written so.
pub fn without_continue(unit: &Unit, function: &Function<'_>, places: &[Span]) -> Option<Edits> {
    let mut edits = Edits::default();
    let mut left = vec![&function.definition.statement];
    while let Some(statement) = left.pop() {
        let at = unit.span_of(function.base.range(statement.span));
        if let Statement::For(loop_) = &statement.node
            && let Some(at) = at.ok().filter(|at| places.contains(at))
        {
            let body = &loop_.node.statement;
            if continues_in(|finder| finder.visit_statement(&body.node, &body.span)) > 0 {
                let found = as_else(unit, function, statement);
                edits
                    .merge(found.filter(|_| !unit.holds_directive(at))?)
                    .ok()?;
            }
        }
        left.extend(inner(statement));
    }
    Some(edits)
}

struct Writer<'w> {
    unit: &'w Unit,
    function: &'w Function<'w>,
    /// The body of the loop.
    block: Span,
}

impl Writer<'_> {
    fn span(&self, first: Offsets, last: Offsets) -> Option<Span> {
        let range = self.function.base.range(first).start..self.function.base.range(last).end;
        self.unit.span_of(range).ok()
    }

    /// Items as they are written, with the comments before them.
    fn copied(&self, items: &[Node<BlockItem>], sheet: &Sheet) -> Option<String> {
        let file = &self.unit.file;
        let at = self.span(items.first()?.span, items.last()?.span)?;
        let text = file.slice(Span::new(self.block.start, at.start));
        let end = text.rfind([';', '{', '}']).map_or(0, |at| at + 1);
        let comments = text[end..].trim_start().len();
        let start = at.start - u32::try_from(comments).unwrap_or_default();
        Some(sheet.copied(file, Span::new(start, at.end)))
    }

    /// The last statements of a body without `continue`.
    fn rest(&self, items: &[Node<BlockItem>], sheet: &Sheet) -> Option<String> {
        let Some(at) = items.iter().position(|item| continues(item) > 0) else {
            return self.copied(items, sheet);
        };
        let (before, [test, rest @ ..]) = items.split_at(at) else {
            return None;
        };
        let BlockItem::Statement(statement) = &test.node else {
            return None;
        };
        let Statement::If(found) = &statement.node else {
            return None;
        };
        if found.node.else_statement.is_some() || continues(test) > 1 {
            return None;
        }
        let taken = match &found.node.then_statement.node {
            Statement::Compound(taken) => taken.as_slice(),
            _ => &[],
        };
        let last = match taken.last().map(|item| &item.node) {
            Some(BlockItem::Statement(last)) => last,
            Some(_) => return None,
            None => content(&found.node.then_statement)?,
        };
        if !matches!(last.node, Statement::Continue) {
            return None;
        }
        let taken = &taken[..taken.len().saturating_sub(1)];
        let condition = &found.node.condition;
        let text = match (taken.is_empty(), rest.is_empty()) {
            (true, true) => String::new(),
            (true, false) => {
                let test = format!("if ({})", self.negation(condition)?);
                self.under(test, rest, sheet)?
            }
            (false, is_last) => {
                let condition = self.span(condition.span, condition.span)?;
                let test = format!("if ({})", self.unit.file.slice(condition));
                let text = self.under(test, taken, sheet)?;
                match is_last {
                    true => text,
                    false if text.ends_with('}') => {
                        self.under(format!("{text} else"), rest, sheet)?
                    }
                    false => self.under(format!("{text}{}", sheet.on_line("else")), rest, sheet)?,
                }
            }
        };
        match before.is_empty() {
            true => Some(text),
            false => {
                let before = self.copied(before, sheet)?;
                Some(format!("{before}{}", sheet.on_line(text)))
            }
        }
    }

    /// Items without `continue` under a header, in braces if they need them.
    fn under(&self, header: String, items: &[Node<BlockItem>], sheet: &Sheet) -> Option<String> {
        let text = self.rest(items, &sheet.deeper())?;
        let is_one = matches!(items, [only] if matches!(&only.node,
            BlockItem::Statement(s) if matches!(s.node, Statement::Expression(_))));
        Some(match is_one {
            true => sheet.under(header, &text),
            false => sheet.block(header, &text),
        })
    }

    /// The opposite of a test, as text.
    fn negation(&self, condition: &Node<Expression>) -> Option<String> {
        let text = |node: &Node<Expression>| {
            let at = self.span(node.span, node.span)?;
            Some(self.unit.file.slice(at).into_owned())
        };
        let opposites = [
            (BinaryOperator::Less, ">="),
            (BinaryOperator::GreaterOrEqual, "<"),
            (BinaryOperator::Greater, "<="),
            (BinaryOperator::LessOrEqual, ">"),
            (BinaryOperator::Equals, "!="),
            (BinaryOperator::NotEquals, "=="),
        ];
        for (operator, opposite) in &opposites {
            if let Some((left, right)) = sides(condition, operator)
                && self.is_integer(left)
                && self.is_integer(right)
            {
                return Some(format!("{} {opposite} {}", text(left)?, text(right)?));
            }
        }
        Some(format!("!({})", text(condition)?))
    }

    /// Whether an expression is a variable or a literal of an integer type.
    fn is_integer(&self, expression: &Node<Expression>) -> bool {
        let at = self.function.base.range(expression.span).start;
        match &expression.node {
            Expression::Identifier(name) => type_of(self.function, &name.node.name, at).is_some(),
            Expression::Constant(constant) => matches!(constant.node, Constant::Integer(_)),
            _ => false,
        }
    }
}

/// How many `continue`s of the loop around it an item of a body contains.
fn continues(item: &Node<BlockItem>) -> usize {
    continues_in(|finder| finder.visit_block_item(&item.node, &item.span))
}

/// How many `continue`s of the loop around it a part of a body contains.
fn continues_in(visit: impl FnOnce(&mut Continues)) -> usize {
    let mut found = Continues(0);
    visit(&mut found);
    found.0
}

struct Continues(usize);

impl<'a> Visit<'a> for Continues {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        match statement {
            Statement::Continue => self.0 += 1,
            Statement::For(_) | Statement::While(_) | Statement::DoWhile(_) => {}
            _ => visit::visit_statement(self, statement, span),
        }
    }
}
