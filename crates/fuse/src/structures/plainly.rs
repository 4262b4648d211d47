//! Elements and headers of loops in the spelling that other passes know: `t[y * w + x]` for
//! `*(t + y * w + x)`, and one counter in each header:
//!
//! ```c
//! for (i = 0, p = a; i < n; i++, p++)      p = a;
//!     s += *p;                             for (i = 0; i < n; i++) {
//!                                              s += *p;
//!                                              p++;
//!                                          }
//! ```

use crate::inline::Inlined;
use c::Contents;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId};
use c::names::types::Type;
use c::syntax::exits::leaves;
use c::syntax::expressions::{is_assignment, is_step};
use lang_c::ast::{
    BinaryOperator, BlockItem, Expression, ForInitializer, ForStatement, Statement, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use print::Sheet;
use source::{Edit, Span, Unit};
use std::collections::BTreeSet;

/// The edits that write one function so.
pub fn written_plainly(contents: &Contents<'_>, function: &str) -> Inlined {
    let mut inlined = Inlined::default();
    let Some(index) = contents.file.definition(function) else {
        return inlined;
    };
    let function = &contents.file.functions[index];
    let mut finder = Finder {
        unit: contents.unit,
        function,
        in_blocks: BTreeSet::new(),
        found: Vec::new(),
    };
    let body = &function.definition.statement;
    finder.visit_statement(&body.node, &body.span);
    for own in finder.found {
        // Those inside of others are found in the new text, if that changes again.
        let _ = inlined.edits.insert_all(own);
    }
    inlined
}

struct Finder<'f, 'p> {
    unit: &'f Unit,
    function: &'f Function<'p>,
    /// The statements of blocks that are no bodies of others themselves, by their offsets.
    in_blocks: BTreeSet<usize>,
    /// What belongs together.
    found: Vec<Vec<Edit>>,
}

impl Finder<'_, '_> {
    fn span(&self, at: Offsets) -> Option<Span> {
        self.unit.span_of(self.function.base.range(at)).ok()
    }

    fn text(&self, span: Span) -> String {
        self.unit.file.slice(span).into_owned()
    }

    fn object(&self, expression: &Expression) -> Option<VarId> {
        let Expression::Identifier(name) = expression else {
            return None;
        };
        let at = self.function.base.range(name.span).start;
        self.function.symbols.variable_at(at)
    }

    /// `*(t + i)` for an array or pointer of the function.
    fn element(&self, operand: &Node<Expression>, whole: Offsets) -> Option<Vec<Edit>> {
        let (mut sum, mut rest) = (operand, None);
        while let Expression::BinaryOperator(b) = &sum.node
            && matches!(
                b.node.operator.node,
                BinaryOperator::Plus | BinaryOperator::Minus
            )
        {
            rest = Some(b);
            sum = &b.node.lhs;
        }
        let first = rest.filter(|b| b.node.operator.node == BinaryOperator::Plus)?;
        let variable = self.function.symbols.variable(self.object(&sum.node)?);
        let is_own = match variable.origin {
            Origin::Local => true,
            Origin::Parameter => self.function.is_static,
            Origin::Global(_) => false,
        };
        let is_array = matches!(variable.declared_type, Type::Pointer(_) | Type::Array(_));
        (is_own && is_array).then_some(())?;
        let (whole, name) = (self.span(whole)?, self.span(sum.span)?);
        let subscript = self.span(first.node.rhs.span)?;
        let before = self.text(Span::new(whole.start, name.start));
        let between = self.text(Span::new(name.end, subscript.start));
        // Parentheses of the sum alone, and perhaps of its first operand behind the pointer.
        let opened = between.trim_start().strip_prefix('+')?.trim();
        let is_plain = before.split_whitespace().collect::<String>() == "*(";
        let closing = self.text(Span::new(whole.end - 1, whole.end));
        let is_fit = is_plain && closing == ")" && opened.chars().all(|c| c == '(');
        is_fit.then(|| {
            let (start, end) = (Span::new(whole.start, name.start), whole.end - 1);
            vec![
                Edit {
                    span: start,
                    text: String::new(),
                },
                Edit {
                    span: Span::new(name.end, subscript.start),
                    text: format!("[{opened}"),
                },
                Edit {
                    span: Span::new(end, whole.end),
                    text: "]".to_string(),
                },
            ]
        })
    }

    /// A header that steps several objects.
    fn header(
        &self,
        loop_: &Node<ForStatement>,
        whole: Offsets,
        in_block: bool,
    ) -> Option<Vec<Edit>> {
        let own = &loop_.node;
        let Expression::Comma(steps) = &own.step.as_ref()?.node else {
            return None;
        };
        let Expression::BinaryOperator(test) = &own.condition.as_ref()?.node else {
            return None;
        };
        let counter = self.object(&test.node.lhs.node)?;
        let is_of_counter = |e: &&Node<Expression>| self.mentions(counter, e.span);
        let (mine, others): (Vec<_>, Vec<_>) = steps.iter().partition(is_of_counter);
        let [mine] = mine.as_slice() else { return None };
        let is_named = |e: &&Node<Expression>| {
            set_by(&e.node).is_some_and(|to| {
                self.object(to).is_some_and(|other| {
                    !self.mentions(other, mine.span)
                        && !self
                            .mentions(other, own.condition.as_ref().map_or(mine.span, |c| c.span))
                })
            })
        };
        (others.iter().all(is_named) && !leaves(&own.statement).continues).then_some(())?;
        let file = &self.unit.file;
        let whole = self.span(whole)?;
        let sheet = Sheet::at(file, whole);
        let inner = sheet.deeper();
        let texts = others
            .iter()
            .map(|e| Some(format!("{};", self.text(self.span(e.span)?))));
        let added: String = texts
            .map(|t| Some(inner.on_line(t?)))
            .collect::<Option<Vec<_>>>()?
            .concat();
        let step = Span::new(
            self.span(steps[0].span)?.start,
            self.span(steps.last()?.span)?.end,
        );
        let mut edits = vec![Edit {
            span: step,
            text: self.text(self.span(mine.span)?),
        }];
        let body = self.span(own.statement.span)?;
        match &own.statement.node {
            Statement::Compound(items) => {
                let end = self.span(items.last()?.span)?.end;
                edits.push(Edit {
                    span: Span::at(end),
                    text: added,
                });
            }
            _ => {
                let header = self.text(Span::new(whole.start, body.start));
                let end = whole.start + u32::try_from(header.trim_end().len()).ok()?;
                edits.push(Edit {
                    span: Span::at(end),
                    text: " {".to_string(),
                });
                let text = format!("{added}{}}}", sheet.line());
                edits.push(Edit {
                    span: Span::at(body.end),
                    text,
                });
            }
        }
        if let ForInitializer::Expression(first) = &own.initializer.node
            && let Expression::Comma(all) = &first.node
        {
            in_block.then_some(())?;
            let is_counter = |e: &&Node<Expression>| {
                set_by(&e.node).and_then(|to| self.object(to)) == Some(counter)
            };
            let (mine, others): (Vec<_>, Vec<_>) = all.iter().partition(is_counter);
            let [mine] = mine.as_slice() else { return None };
            let are_apart = |e: &&Node<Expression>| {
                let to = set_by(&e.node).and_then(|to| self.object(to));
                to.is_some_and(|to| !self.mentions(to, mine.span))
                    && !self.mentions(counter, e.span)
            };
            others.iter().all(are_apart).then_some(())?;
            let line = sheet.line();
            let texts = others
                .iter()
                .map(|e| Some(format!("{};{line}", self.text(self.span(e.span)?))));
            let text = texts.collect::<Option<Vec<_>>>()?.concat();
            edits.push(Edit {
                span: Span::at(whole.start),
                text,
            });
            let span = Span::new(
                self.span(all[0].span)?.start,
                self.span(all.last()?.span)?.end,
            );
            edits.push(Edit {
                span,
                text: self.text(self.span(mine.span)?),
            });
        }
        Some(edits)
    }

    fn mentions(&self, object: VarId, at: Offsets) -> bool {
        let range = self.function.base.range(at);
        let mentions = &self.function.symbols.variable(object).mentions;
        mentions.iter().any(|mention| range.contains(mention))
    }
}

/// What an expression assigns or steps.
fn set_by(expression: &Expression) -> Option<&Expression> {
    match expression {
        Expression::UnaryOperator(u) if is_step(&u.node.operator.node) => {
            Some(&u.node.operand.node)
        }
        Expression::BinaryOperator(b) if is_assignment(&b.node.operator.node) => {
            Some(&b.node.lhs.node)
        }
        _ => None,
    }
}

impl<'a> Visit<'a> for Finder<'_, '_> {
    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        if let Statement::Compound(items) = statement {
            let statements = items.iter().filter_map(|item| match &item.node {
                BlockItem::Statement(inner) => Some(inner.span.start),
                _ => None,
            });
            self.in_blocks.extend(statements);
        }
        if let Statement::For(loop_) = statement {
            let in_block = self.in_blocks.contains(&span.start);
            self.found.extend(self.header(loop_, *span, in_block));
        }
        visit::visit_statement(self, statement, span);
    }

    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        if let Expression::UnaryOperator(u) = expression
            && u.node.operator.node == UnaryOperator::Indirection
        {
            self.found.extend(self.element(&u.node.operand, *span));
        }
        visit::visit_expression(self, expression, span);
    }
}
