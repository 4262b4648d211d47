//! Expressions as values without effects, places, and statements before them.

mod assignments;
mod builtins;
mod calls;
mod conditions;
mod literals;
mod macros;
mod operators;
mod places;
mod pure;
mod selections;
mod sizes;

use crate::lowerer::Lowerer;
use crate::lowerer::values::{Lvalue, Typed};
use crate::types::{Qualified, Ty};
use crate::{Place, Type, Value, ValueKind};
use c::syntax::expressions::{is_assignment, is_step, listed};
use lang_c::ast::{BinaryOperator, Expression, UnaryOperator};
use lang_c::span::Node;

impl Lowerer<'_> {
    /// The value of an expression. Its effects are added to the statements. Arrays and functions
    /// become pointers.
    pub(crate) fn value(&mut self, e: &Node<Expression>) -> Typed {
        let at = self.span(e.span);
        match &e.node {
            Expression::Identifier(_) | Expression::Member(_) | Expression::CompoundLiteral(_) => {
                self.loaded(e)
            }
            Expression::Constant(constant) => self.constant_literal(constant, at),
            Expression::StringLiteral(text) => self.string(&text.node, at),
            Expression::GenericSelection(selection) => self.selected(&selection.node, at),
            Expression::Call(call) => self.call(&call.node, at, true),
            Expression::SizeOfTy(of) => self.size_of_name(&of.node.0.node, at),
            Expression::SizeOfVal(of) => self.size_of_value(&of.node.0, at),
            Expression::AlignOf(of) => self.align_of(&of.node.0.node, at),
            Expression::OffsetOf(of) => self.offset_of(&of.node, at),
            Expression::UnaryOperator(u) => self.unary(&u.node, e),
            Expression::Cast(cast) => self.cast(&cast.node, at),
            Expression::BinaryOperator(b) => self.binary(&b.node, e),
            Expression::Conditional(c) => self.conditional(&c.node, at),
            Expression::Comma(_) => self.last_of(e),
            Expression::VaArg(_) => Typed::unknown("a variable argument", at),
            Expression::Statement(body) => self.statement_expression(body, at),
        }
    }

    /// The contents of an lvalue. Reads of volatile objects become statements of their own.
    pub(crate) fn loaded(&mut self, e: &Node<Expression>) -> Typed {
        let at = self.span(e.span);
        if let Some(value) = self.named_value(e) {
            return value;
        }
        let place = self.place(e);
        self.load(&place).at(at)
    }

    /// The contents of a place.
    pub(crate) fn load(&mut self, place: &Lvalue) -> Typed {
        let is_array = matches!(place.ty.ty, Ty::Array(..) | Ty::Function(_));
        if is_array {
            return place.load();
        }
        match self.access(place) {
            Err(problem) => Typed::unknown(problem, place.at),
            Ok(marked) if place.ty.is_volatile => self.keep(marked.load()),
            Ok(plain) => plain.load(),
        }
    }

    /// Executes an expression for its effects alone.
    pub(crate) fn effect(&mut self, e: &Node<Expression>) {
        match &e.node {
            Expression::UnaryOperator(u) if is_step(&u.node.operator.node) => {
                self.stepped(&u.node, e, false);
            }
            Expression::BinaryOperator(b) if is_assignment(&b.node.operator.node) => {
                self.assigned(&b.node, e, false);
            }
            Expression::BinaryOperator(b) if is_logical(&b.node.operator.node) => {
                self.logical_effect(&b.node, e);
            }
            Expression::Cast(cast) if self.is_void_name(&cast.node.type_name.node) => {
                self.effect(&cast.node.expression);
            }
            Expression::Conditional(c) => self.conditional_effect(&c.node, e),
            Expression::Call(call) => self.call_effect(&call.node, self.span(e.span)),
            Expression::Comma(_) => listed(e).into_iter().for_each(|part| self.effect(part)),
            _ => {
                let value = self.value(e);
                self.discarded(value);
            }
        }
    }

    /// Computes a value that nobody needs.
    fn discarded(&mut self, value: Typed) {
        let at = value.value.at;
        if let Some(what) = value.unsupported() {
            return self.emit_unsupported(what, at);
        }
        if may_fail(&value.value) {
            let place = self.temporary(&value.ty, at);
            self.store(&place, value, at);
        }
    }

    fn call_effect(&mut self, call: &lang_c::ast::CallExpression, at: source::Span) {
        let emitted = self.out.len();
        let value = self.call(call, at, false);
        if let Some(what) = value.unsupported().filter(|_| self.out.len() == emitted) {
            self.emit_unsupported(what, at);
        }
    }

    fn last_of(&mut self, e: &Node<Expression>) -> Typed {
        let parts = listed(e);
        let Some((last, before)) = parts.split_last() else {
            return Typed::unknown("an expression without parts", self.span(e.span));
        };
        before.iter().for_each(|part| self.effect(part));
        self.value(last)
    }

    /// The type of an expression that is not evaluated: arrays stay arrays.
    pub(crate) fn type_of_expression(&mut self, e: &Node<Expression>) -> Qualified {
        match self.is_place(e) {
            true => self.place(e).ty,
            false => self.value(e).ty.plain(),
        }
    }

    fn unary(
        &mut self,
        unary: &lang_c::ast::UnaryOperatorExpression,
        e: &Node<Expression>,
    ) -> Typed {
        let operator = &unary.operator.node;
        match operator {
            UnaryOperator::Indirection => self.loaded(e),
            UnaryOperator::Address => self.address_of(&unary.operand, e),
            _ if is_step(operator) => self.stepped(unary, e, true),
            _ => self.unary_operator(unary, self.span(e.span)),
        }
    }

    fn binary(
        &mut self,
        binary: &lang_c::ast::BinaryOperatorExpression,
        e: &Node<Expression>,
    ) -> Typed {
        match &binary.operator.node {
            BinaryOperator::Index => self.loaded(e),
            operator if is_logical(operator) => self.logical(binary, e),
            operator if is_assignment(operator) => self.assigned(binary, e, true),
            _ => self.binary_operator(binary, self.span(e.span)),
        }
    }
}

fn is_logical(operator: &BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr
    )
}

/// Whether a scalar may be without a value: it is computed, or read from memory.
fn may_fail(value: &Value) -> bool {
    let is_scalar = |ty: &Type| matches!(ty, Type::Integer(_) | Type::Floating(_));
    match &value.kind {
        ValueKind::Convert(inner) if matches!(inner.ty, Type::Integer(_)) => may_fail(inner),
        ValueKind::Load(Place::Object(_)) => false,
        ValueKind::Integer(_) | ValueKind::Real(_) | ValueKind::Macro(_) => false,
        _ => is_scalar(&value.ty),
    }
}
