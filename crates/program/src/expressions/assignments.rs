//! `=`, `+=`, `++` and their relatives.

use super::operators::operator;
use crate::lowerer::Lowerer;
use crate::lowerer::values::{Lvalue, Typed};
use crate::{BinaryOp, Place};
use c::syntax::expressions::{is_postfix, step_of, underlying};
use lang_c::ast::{BinaryOperatorExpression, Expression, UnaryOperatorExpression};
use lang_c::span::Node;

impl Lowerer<'_> {
    /// An assignment. The right side is computed first. Its value is needed if `is_used`.
    pub(super) fn assigned(
        &mut self,
        binary: &BinaryOperatorExpression,
        e: &Node<Expression>,
        is_used: bool,
    ) -> Typed {
        let at = self.span(e.span);
        let mut right = self.value(&binary.rhs);
        let mark = self.out.len();
        let to = self.place(&binary.lhs);
        self.settle(mark, &mut right);
        let value = match underlying(&binary.operator.node)
            .as_ref()
            .and_then(operator)
        {
            Some(op) => self.updated(&to, op, right, at),
            None => right,
        };
        self.set(&to, value, is_used, at)
    }

    /// The contents of a place, combined with an operand.
    fn updated(&mut self, to: &Lvalue, op: BinaryOp, mut right: Typed, at: source::Span) -> Typed {
        let mark = self.out.len();
        let old = self.load(to);
        self.settle(mark, &mut right);
        self.combined(op, old, right, at)
    }

    /// `++x`, `x++`, `--x`, `x--`
    pub(super) fn stepped(
        &mut self,
        unary: &UnaryOperatorExpression,
        e: &Node<Expression>,
        is_used: bool,
    ) -> Typed {
        let at = self.span(e.span);
        let to = self.place(&unary.operand);
        let mut old = self.load(&to);
        let is_postfix = is_used && is_postfix(&unary.operator.node);
        if is_postfix {
            old = self.keep(old);
        }
        let op = match step_of(&unary.operator.node) {
            Some(1) => BinaryOp::Add,
            _ => BinaryOp::Subtract,
        };
        let new = self.combined(op, old.clone(), Typed::int(1, at), at);
        let new = self.set(&to, new, is_used && !is_postfix, at);
        match is_postfix {
            true => old,
            false => new,
        }
    }

    /// Stores a value and returns what the assignment yields.
    pub(super) fn set(
        &mut self,
        to: &Lvalue,
        value: Typed,
        is_used: bool,
        at: source::Span,
    ) -> Typed {
        let marked = match self.access(to) {
            Ok(marked) => marked,
            Err(problem) => {
                self.emit_unsupported(problem, at);
                return Typed::unknown(problem, at);
            }
        };
        if let Some(problem) = to.problem() {
            self.emit_unsupported(&problem, at);
            return Typed::unknown(&problem, at);
        }
        let value = value.converted(&to.ty.ty);
        let is_simple = matches!(to.place, Place::Object(_)) && !to.ty.is_volatile;
        let is_constant = self.is_constant(&value.value);
        if !is_used || is_constant || is_simple {
            self.store(&marked, value.clone(), at);
            return match is_constant {
                true => value,
                false => to.load(),
            };
        }
        let kept = self.keep(value);
        self.store(&marked, kept.clone(), at);
        kept
    }
}
