//! The written pieces of a subscript: its brackets, and the terms and factors that may be the
//! digits of a linearised subscript.

use crate::walk::walker::Walker;
use lang_c::ast::{BinaryOperator, Expression};
use lang_c::span::Node;
use poly::Expr;
use std::ops::Range;

/// The pieces of a sum of products as they are written, with their meanings in C spellings.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// The terms.
    pub terms: Vec<(Range<usize>, Expr)>,
    /// The factors of its terms.
    pub factors: Vec<(Range<usize>, Expr)>,
}

impl Parts {
    /// Adds the pieces of another term.
    pub fn extend(&mut self, other: Parts) {
        self.terms.extend(other.terms);
        self.factors.extend(other.factors);
    }

    /// The pieces that are the digits. The first digit is a factor, the last a term, and others are
    /// either.
    pub fn pick(&self, digits: &[Expr]) -> Option<Vec<Range<usize>>> {
        let last = digits.len().checked_sub(1)?;
        let pick = |(k, wanted): (usize, &Expr)| {
            let terms = self.terms.iter().filter(|_| k > 0);
            let factors = self.factors.iter().filter(|_| k < last);
            let mut all = terms.chain(factors);
            let found = all.find(|(_, expr)| expr == wanted);
            found.map(|(range, _)| range.clone())
        };
        digits.iter().enumerate().map(pick).collect()
    }
}

impl Walker<'_> {
    /// The pieces of a subscript of the name at `at`.
    pub(crate) fn parts_of(&mut self, subscript: &Node<Expression>, at: usize) -> Parts {
        let mut parts = Parts::default();
        self.parts(subscript, at, &mut parts);
        parts
    }

    fn parts(&mut self, expression: &Node<Expression>, at: usize, parts: &mut Parts) {
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
                .value(side)
                .and_then(|value| self.eval.exactly(value));
            if let Some(spelled) = value.and_then(|expr| self.spelled(&expr, at)) {
                list.push((self.source.base.range(side.span), spelled));
            }
        }
        self.parts(&binary.node.lhs, at, parts);
        self.parts(&binary.node.rhs, at, parts);
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
