//! The written pieces of a subscript: its brackets, and the terms and factors that may be the
//! digits of a linearised subscript.

use crate::values::mode::Mode;
use crate::walk::draft::WrittenParts;
use crate::walk::walker::Walker;
use lang_c::ast::{BinaryOperator, Expression};
use lang_c::span::Node;
use std::ops::Range;

impl Walker<'_> {
    /// The pieces of a subscript of the name at `at`.
    pub(crate) fn parts_of(&mut self, subscript: &Node<Expression>, at: usize) -> WrittenParts {
        self.parts_in(subscript, at, self.eval.here())
    }

    /// The same with the choices of a mode.
    pub(super) fn parts_in(
        &mut self,
        subscript: &Node<Expression>,
        at: usize,
        mode: Mode<'_>,
    ) -> WrittenParts {
        let mut parts = WrittenParts::default();
        self.parts(subscript, (at, mode), &mut parts);
        parts
    }

    fn parts(
        &mut self,
        expression: &Node<Expression>,
        (at, mode): (usize, Mode<'_>),
        parts: &mut WrittenParts,
    ) {
        let Expression::BinaryOperator(binary) = &expression.node else {
            return;
        };
        let list = match binary.node.operator.node {
            BinaryOperator::Plus => &mut parts.terms,
            BinaryOperator::Multiply => &mut parts.factors,
            _ => return,
        };
        for side in [&binary.node.lhs, &binary.node.rhs] {
            let value = self
                .eval
                .value_in(side, mode)
                .and_then(|value| self.eval.exactly(value));
            if let Some(spelled) = value.and_then(|expr| self.spelled(&expr, at)) {
                list.push((self.source.base.range(side.span), spelled));
            }
        }
        self.parts(&binary.node.lhs, (at, mode), parts);
        self.parts(&binary.node.rhs, (at, mode), parts);
    }

    /// The range from the `[` before an expression to the `]` after it, which may be digraphs.
    pub(crate) fn brackets_around(&self, expr: &Range<usize>) -> Range<usize> {
        let unit = self.source.unit;
        let inside = unit.tokens_in(expr.clone());
        let open = inside.start.checked_sub(1).and_then(|k| unit.tokens.get(k));
        let close = unit.tokens.get(inside.end);
        let start = open.map_or(expr.start, |token| token.at.start as usize);
        start..close.map_or(expr.end, |token| token.at.end as usize)
    }
}
