//! `&&`, `||`, `?:`: values if no skipped part has effects, otherwise branches.

use super::operators::negation;
use crate::lowerer::Lowerer;
use crate::lowerer::values::Typed;
use crate::types::Ty;
use crate::types::arithmetic::common;
use crate::{Statement, StatementKind, ValueKind};
use c::syntax::constant::is_first_operand;
use lang_c::ast::{BinaryOperator, BinaryOperatorExpression, ConditionalExpression, Expression};
use lang_c::span::Node;
use source::Span;

/// A part that may be skipped: its value and its effects.
pub(crate) type Branch = (Typed, Vec<Statement>);

impl Lowerer<'_> {
    /// `a && b` is `a ? b != 0 : 0`, and `a || b` is `a ? 1 : b != 0`.
    pub(super) fn logical(
        &mut self,
        binary: &BinaryOperatorExpression,
        e: &Node<Expression>,
    ) -> Typed {
        let at = self.span(e.span);
        let left = self.value(&binary.lhs);
        let (right, effects) = self.apart(|s| s.value(&binary.rhs));
        let right = (right.truth(), effects);
        let branches = match binary.operator.node {
            BinaryOperator::LogicalAnd => (right, (Typed::int(0, at), Vec::new())),
            _ => ((Typed::int(1, at), Vec::new()), right),
        };
        self.chosen(left, branches.0, branches.1, at)
    }

    /// The terms of `&&` or of `||` with the effects of each; one term if only the first has any.
    pub(crate) fn terms(&mut self, e: &Node<Expression>, operator: &BinaryOperator) -> Vec<Branch> {
        let Expression::BinaryOperator(binary) = &e.node else {
            return vec![self.apart(|s| s.value(e))];
        };
        if binary.node.operator.node != *operator {
            return vec![self.apart(|s| s.value(e))];
        }
        let mut terms = self.terms(&binary.node.lhs, operator);
        let mut later = self.terms(&binary.node.rhs, operator);
        let is_pure = later.len() == 1 && later[0].1.is_empty();
        match (is_pure, terms.pop(), later.pop()) {
            (true, Some((left, effects)), Some((right, _))) => {
                let at = self.span(e.span);
                let right = (right.truth(), Vec::new());
                let both = match operator {
                    BinaryOperator::LogicalAnd => {
                        self.chosen(left, right, (Typed::int(0, at), Vec::new()), at)
                    }
                    _ => self.chosen(left, (Typed::int(1, at), Vec::new()), right, at),
                };
                terms.push((both, effects));
            }
            (_, left, right) => {
                terms.extend(left);
                terms.extend(later);
                terms.extend(right);
            }
        }
        terms
    }

    /// The same if only the effects matter.
    pub(super) fn logical_effect(
        &mut self,
        binary: &BinaryOperatorExpression,
        e: &Node<Expression>,
    ) {
        let at = self.span(e.span);
        let left = self.value(&binary.lhs);
        let ((), effects) = self.apart(|s| s.effect(&binary.rhs));
        match binary.operator.node {
            BinaryOperator::LogicalAnd => self.branch(left, effects, Vec::new(), at),
            _ => self.branch(left, Vec::new(), effects, at),
        }
    }

    pub(super) fn conditional(&mut self, c: &ConditionalExpression, at: Span) -> Typed {
        let condition = self.value(&c.condition);
        let is_short = is_first_operand(&c.then_expression.node);
        let condition = match is_short {
            true => self.simple(condition),
            false => condition,
        };
        let then = match is_short {
            true => (condition.clone(), Vec::new()),
            false => self.apart(|s| s.value(&c.then_expression)),
        };
        let other = self.apart(|s| s.value(&c.else_expression));
        let Some((then, other)) = alike(then, other) else {
            return Typed::unknown("a choice between different types", at);
        };
        self.chosen(condition, then, other, at)
    }

    /// A value that may be used more than once.
    fn simple(&mut self, value: Typed) -> Typed {
        match value.value.kind {
            ValueKind::Integer(_) | ValueKind::Real(_) | ValueKind::Macro(_) => value,
            _ => self.keep(value),
        }
    }

    /// The same if only the effects matter.
    pub(super) fn conditional_effect(&mut self, c: &ConditionalExpression, e: &Node<Expression>) {
        let at = self.span(e.span);
        let condition = self.value(&c.condition);
        let ((), then) = match is_first_operand(&c.then_expression.node) {
            true => ((), Vec::new()),
            false => self.apart(|s| s.effect(&c.then_expression)),
        };
        let ((), other) = self.apart(|s| s.effect(&c.else_expression));
        self.branch(condition, then, other, at);
    }

    /// One of two values of the same type.
    fn chosen(&mut self, condition: Typed, then: Branch, other: Branch, at: Span) -> Typed {
        let condition = condition.tested();
        let ty = then.0.ty.clone();
        let problem = [&condition, &then.0, &other.0]
            .into_iter()
            .find_map(|v| v.unsupported());
        if let Some(what) = problem {
            let what = what.to_string();
            let has_effects = !then.1.is_empty() || !other.1.is_empty();
            if has_effects {
                self.emit_unsupported(&what, at);
            }
            return Typed::unknown(&what, at);
        }
        if then.1.is_empty() && other.1.is_empty() && !ty.is_void() {
            let kind = ValueKind::Choose {
                condition: Box::new(condition.value),
                then: Box::new(then.0.value),
                other: Box::new(other.0.value),
            };
            return Typed::new(kind, &ty, at);
        }
        if ty.is_void() {
            self.branch(condition, then.1, other.1, at);
            return Typed::void(at);
        }
        let to = self.temporary(&ty, at);
        let mut set = |branch: Branch| {
            let ((), stored) = self.apart(|s| s.store(&to, branch.0, at));
            [branch.1, stored].concat()
        };
        let (then, other) = (set(then), set(other));
        self.branch(condition, then, other, at);
        to.load()
    }

    /// A branch on a condition, unless there is nothing to branch for.
    pub(crate) fn branch(
        &mut self,
        condition: Typed,
        then: Vec<Statement>,
        other: Vec<Statement>,
        at: Span,
    ) {
        let condition = condition.tested();
        if let Some(what) = condition.unsupported() {
            let what = what.to_string();
            return self.emit_unsupported(&what, at);
        }
        if then.is_empty() && other.is_empty() {
            return;
        }
        let (condition, then, other) = match then.is_empty() {
            true => (negation(condition, at), other, then),
            false => (condition, then, other),
        };
        let condition = condition.value;
        let kind = StatementKind::If {
            condition,
            then,
            other,
        };
        self.emit(kind, at);
    }
}

/// Both branches, converted to their common type.
fn alike(then: Branch, other: Branch) -> Option<(Branch, Branch)> {
    if then.0.unsupported().is_some() || other.0.unsupported().is_some() {
        return Some((then, other));
    }
    let ty = match (&then.0.ty, &other.0.ty) {
        (Ty::Void, _) | (_, Ty::Void) => Ty::Void,
        (Ty::Pointer(a), Ty::Pointer(_)) => match a.ty.is_void() && !is_null(&then.0) {
            true => then.0.ty.clone(),
            false if is_null(&then.0) => other.0.ty.clone(),
            false if is_void_pointer(&other.0) && !is_null(&other.0) => other.0.ty.clone(),
            false => then.0.ty.clone(),
        },
        (Ty::Pointer(_), _) => then.0.ty.clone(),
        (_, Ty::Pointer(_)) => other.0.ty.clone(),
        (Ty::Record(_), Ty::Record(_)) => then.0.ty.clone(),
        (a, b) => common(a, b)?,
    };
    let convert = |branch: Branch| (branch.0.converted(&ty), branch.1);
    Some((convert(then), convert(other)))
}

/// `(void *)0` and `0`
fn is_null(value: &Typed) -> bool {
    match &value.value.kind {
        ValueKind::Integer(0) => true,
        ValueKind::Convert(inner) => matches!(inner.kind, ValueKind::Integer(0)),
        _ => false,
    }
}

fn is_void_pointer(value: &Typed) -> bool {
    value.target().is_some_and(|to| to.ty.is_void())
}
