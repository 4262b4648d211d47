//! The body of a loop for some values of its counter: conditions that these decide are removed, and
//! the only value replaces the counter.

use super::known::Known;
use super::path::Loops;
use crate::bound::bound;
use c::names::types::Type;
use integer::IntType;
use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, BlockItem, Expression, IfStatement, Statement,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use poly::{Atom, Expr};
use print::{Sheet, c_text};
use source::{Edit, Edits, Span, layout};

/// The edits of a body.
pub(super) struct Rewritten {
    pub(super) edits: Edits,
    /// Whether the value replaces a counter outside of subscripts and comparisons, where its type
    /// matters.
    pub(super) is_used_as_value: bool,
}

/// The edits of a body for some values of its counter. `None` if it cannot be edited.
pub(super) fn rewritten(
    loops: &Loops<'_>,
    known: &Known,
    body: &Node<Statement>,
) -> Option<Rewritten> {
    let mut rewriter = Rewriter {
        loops,
        known,
        edits: Edits::default(),
        place: Place::Value,
        is_tight: false,
        is_used_as_value: false,
        failed: false,
    };
    rewriter.statement(body, false);
    (!rewriter.failed).then_some(Rewritten {
        edits: rewriter.edits,
        is_used_as_value: rewriter.is_used_as_value,
    })
}

/// Where an expression is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In a subscript or comparison.
    Number,
    /// Elsewhere.
    Value,
}

struct Rewriter<'r> {
    loops: &'r Loops<'r>,
    known: &'r Known,
    edits: Edits,
    place: Place,
    /// Whether a sum needs parentheses.
    is_tight: bool,
    is_used_as_value: bool,
    failed: bool,
}

impl Rewriter<'_> {
    fn span(&mut self, offsets: Offsets) -> Option<Span> {
        self.loops.span(offsets)
    }

    fn replace(&mut self, span: Span, text: String) {
        let edit = Edit { span, text };
        self.failed |= self.edits.insert(edit).is_err();
    }

    fn remove(&mut self, from: u32, to: u32) {
        if from < to {
            self.replace(Span::new(from, to), String::new());
        }
    }

    /// A statement; `is_item` if it is in a block.
    fn statement(&mut self, statement: &Node<Statement>, is_item: bool) {
        match &statement.node {
            Statement::If(found) => {
                let decided = self.known.decides(&found.node.condition);
                match decided.zip(self.span(statement.span)) {
                    Some((holds, span)) => self.decided((found, span), holds, is_item),
                    None => self.undecided(found),
                }
            }
            Statement::Compound(items) => {
                for item in items {
                    match &item.node {
                        BlockItem::Statement(inner) => self.statement(inner, true),
                        _ => self.visit_block_item(&item.node, &item.span),
                    }
                }
            }
            Statement::For(found) => {
                let for_ = &found.node;
                let initializer = &for_.initializer;
                self.visit_for_initializer(&initializer.node, &initializer.span);
                for part in [&for_.condition, &for_.step].into_iter().flatten() {
                    self.visit_expression(&part.node, &part.span);
                }
                self.statement(&for_.statement, false);
            }
            _ => visit::visit_statement(self, &statement.node, &statement.span),
        }
    }

    fn undecided(&mut self, found: &Node<IfStatement>) {
        let condition = &found.node.condition;
        self.visit_expression(&condition.node, &condition.span);
        self.statement(&found.node.then_statement, false);
        if let Some(other) = &found.node.else_statement {
            self.statement(other, false);
        }
    }

    /// An `if` whose condition is known.
    fn decided(&mut self, (found, whole): (&Node<IfStatement>, Span), holds: bool, is_item: bool) {
        let branch = match holds {
            true => Some(&*found.node.then_statement),
            false => found.node.else_statement.as_deref(),
        };
        let Some(branch) = branch else {
            match is_item {
                true => {
                    let file = &self.loops.unit.file;
                    self.replace(file.whole_lines(whole), String::new());
                }
                false => self.replace(whole, ";".to_string()),
            }
            return;
        };
        let Some(span) = self.span(branch.span) else {
            self.failed = true;
            return;
        };
        let inside = match is_item {
            true => self.content(branch).unwrap_or(span),
            false => span,
        };
        self.remove(whole.start, inside.start);
        self.remove(inside.end, whole.end);
        self.statement(branch, is_item);
        self.dedent(whole, inside);
    }

    /// The statements of a block without declarations.
    fn content(&mut self, block: &Node<Statement>) -> Option<Span> {
        let Statement::Compound(items) = &block.node else {
            return None;
        };
        let is_statement = |item: &Node<BlockItem>| matches!(item.node, BlockItem::Statement(_));
        let (first, last) = (items.first()?, items.last()?);
        if !items.iter().all(is_statement) {
            return None;
        }
        let (first, last) = (self.span(first.span)?, self.span(last.span)?);
        Some(first.to(layout::after_comment(&self.loops.unit.file, last)))
    }

    /// Moves the lines of a branch to the indentation of its statement.
    fn dedent(&mut self, whole: Span, inside: Span) {
        let file = &self.loops.unit.file;
        let (from, to) = (layout::indent_of(file, inside), Sheet::at(file, whole));
        let Some(more) = from
            .strip_prefix(&to.indent)
            .map(str::len)
            .filter(|more| *more > 0)
        else {
            return;
        };
        let step = to.step.len().min(more) as u32;
        let text = file.bytes_of(inside);
        let lines = text.iter().enumerate().filter(|(_, b)| **b == b'\n');
        let starts: Vec<u32> = lines.map(|(k, _)| inside.start + k as u32 + 1).collect();
        for start in starts {
            let blank = Span::new(start, start + step);
            if file
                .bytes_of(Span::new(start, inside.end))
                .starts_with(from.as_bytes())
            {
                // A line that is removed has no indentation.
                let text = String::new();
                let _ = self.edits.insert(Edit { span: blank, text });
            }
        }
    }

    /// `a ? b : c` with a known condition.
    fn chosen(&mut self, branch: &Node<Expression>, whole: Span) {
        let Some(span) = self.span(branch.span) else {
            self.failed = true;
            return;
        };
        let bytes = &self.loops.unit.file.bytes;
        let is_sum = matches!(
            &branch.node,
            Expression::Comma(_) | Expression::BinaryOperator(_) | Expression::Conditional(_)
        );
        let before = bytes.get(whole.start as usize - 1) == Some(&b'(');
        let named = whole
            .start
            .checked_sub(2)
            .and_then(|at| bytes.get(at as usize));
        let is_call =
            named.is_none_or(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b')' | b']'));
        let within = before && bytes.get(whole.end as usize) == Some(&b')');
        let (start, end) = match within && !is_call && !is_sum {
            true => (whole.start - 1, whole.end + 1),
            false => (whole.start, whole.end),
        };
        self.remove(start, span.start);
        self.remove(span.end, end);
        self.visit_expression(&branch.node, &branch.span);
    }

    /// `a && b` and `a || b` of which one side is known and does not decide.
    fn shortened(&mut self, binary: &BinaryOperatorExpression, whole: Span) -> bool {
        let neutral = match binary.operator.node {
            BinaryOperator::LogicalAnd => true,
            BinaryOperator::LogicalOr => false,
            _ => return false,
        };
        let sides = [&*binary.lhs, &*binary.rhs];
        let known = sides.map(|side| self.known.decides(side));
        let rest = match known {
            [Some(left), None] if left == neutral => sides[1],
            [None, Some(right)] if right == neutral => sides[0],
            _ => return false,
        };
        self.chosen(rest, whole);
        true
    }

    /// The counter in an expression of integers, replaced by its value. Returns whether it was.
    fn valued(&mut self, expression: &Expression, offsets: Offsets) -> bool {
        let Some(value) = self.known.value() else {
            return false;
        };
        let whole = Node::new(expression.clone(), offsets);
        let Some(sum) = bound(&whole).filter(|sum| sum.mentions(&self.known.counter)) else {
            return false;
        };
        if !self.is_of_integers(&sum) {
            return false;
        }
        let counter = &self.known.counter;
        let value = c_text(&sum.substitute(&|name| (name == counter).then(|| value.clone())));
        self.is_used_as_value |= self.place == Place::Value;
        let value = match self.is_tight && !source::is_operand(&value) {
            true => format!("({value})"),
            false => value,
        };
        match self.span(offsets) {
            Some(span) => self.replace(span, value),
            None => self.failed = true,
        }
        true
    }

    /// Whether an expression is a sum of products of numbers, macros and `int`s.
    fn is_of_integers(&self, sum: &Expr) -> bool {
        let mut all = sum.is_polynomial();
        sum.each_var(&mut |name| {
            let variables = self.loops.function.symbols.variables.iter();
            let mut named = variables.filter(|v| v.name == name).peekable();
            let is_macro = named.peek().is_none();
            let is_counter = name == self.known.counter;
            all &= is_macro
                || is_counter
                || named.all(|v| v.declared_type == Type::Integer(IntType::INT));
        });
        let is_plain = |atom: &Atom| matches!(atom, Atom::Floor(..) | Atom::Max(_) | Atom::Min(_));
        all && !sum.any_atom(is_plain)
    }

    fn within(&mut self, place: Place, is_tight: bool, expression: &Node<Expression>) {
        let outer = (self.place, self.is_tight);
        (self.place, self.is_tight) = (place, is_tight);
        self.visit_expression(&expression.node, &expression.span);
        (self.place, self.is_tight) = outer;
    }

    fn operands(&mut self, binary: &BinaryOperatorExpression) {
        let (left, right) = (&binary.lhs, &binary.rhs);
        match binary.operator.node {
            BinaryOperator::Index => {
                self.within(Place::Value, true, left);
                self.within(Place::Number, false, right);
            }
            BinaryOperator::Less
            | BinaryOperator::LessOrEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterOrEqual
            | BinaryOperator::Equals
            | BinaryOperator::NotEquals => {
                self.within(Place::Number, false, left);
                self.within(Place::Number, false, right);
            }
            BinaryOperator::Assign => {
                self.within(Place::Value, true, left);
                self.within(Place::Value, false, right);
            }
            _ => {
                let place = self.place;
                self.within(place, true, left);
                self.within(place, true, right);
            }
        }
    }
}

impl<'a> Visit<'a> for Rewriter<'_> {
    fn visit_statement(&mut self, statement: &'a Statement, offsets: &'a Offsets) {
        self.statement(&Node::new(statement.clone(), *offsets), false);
    }

    fn visit_expression(&mut self, expression: &'a Expression, offsets: &'a Offsets) {
        match expression {
            Expression::Conditional(found) => {
                let decided = self.known.decides(&found.node.condition);
                if let Some((holds, whole)) = decided.zip(self.span(*offsets)) {
                    let branch = match holds {
                        true => &found.node.then_expression,
                        false => &found.node.else_expression,
                    };
                    return self.chosen(branch, whole);
                }
            }
            Expression::BinaryOperator(binary) => {
                let whole = self.span(*offsets);
                if whole.is_some_and(|whole| self.shortened(&binary.node, whole))
                    || self.valued(expression, *offsets)
                {
                    return;
                }
                return self.operands(&binary.node);
            }
            _ if self.valued(expression, *offsets) => return,
            Expression::Identifier(name) if self.known.value().is_some() => {
                self.failed |= name.node.name == self.known.counter;
            }
            Expression::Cast(_) | Expression::UnaryOperator(_) | Expression::Member(_) => {
                let outer = std::mem::replace(&mut self.is_tight, true);
                visit::visit_expression(self, expression, offsets);
                self.is_tight = outer;
                return;
            }
            _ => {}
        }
        let outer = (self.place, self.is_tight);
        (self.place, self.is_tight) = (Place::Value, false);
        visit::visit_expression(self, expression, offsets);
        (self.place, self.is_tight) = outer;
    }
}
