//! Operators without effects, with the usual conversions, and casts.

use crate::lowerer::Lowerer;
use crate::lowerer::values::{Typed, complex_function};
use crate::types::Ty;
use crate::types::arithmetic::{common, promoted};
use crate::{BinaryOp, UnaryOp, ValueKind};
use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, CastExpression, TypeName, UnaryOperator,
    UnaryOperatorExpression,
};
use source::Span;

/// Why an operator has no result.
const NO_NUMBER: &str = "an operator on something that is no number";

impl Lowerer<'_> {
    /// `+x`, `-x`, `~x`, `!x`
    pub(super) fn unary_operator(&mut self, unary: &UnaryOperatorExpression, at: Span) -> Typed {
        let operand = self.value(&unary.operand);
        if let Some(what) = operand.unsupported() {
            return Typed::unknown(what, at);
        }
        let op = match unary.operator.node {
            UnaryOperator::Minus => UnaryOp::Negate,
            UnaryOperator::Complement => UnaryOp::Complement,
            UnaryOperator::Negate => return negation(operand, at),
            _ => {
                let ty = promoted(&operand.ty);
                return operand.converted(&ty).at(at);
            }
        };
        match (op, &operand.ty) {
            (UnaryOp::Complement, Ty::Complex(bytes)) => {
                let (name, ty) = (complex_function("conj", *bytes), operand.ty.clone());
                return Typed::pure(name, operand, &ty).at(at);
            }
            (UnaryOp::Complement, Ty::Floating(_)) => return Typed::unknown(NO_NUMBER, at),
            (_, ty) if ty.is_arithmetic() => {}
            _ => return Typed::unknown(NO_NUMBER, at),
        }
        let ty = promoted(&operand.ty);
        let operand = operand.converted(&ty);
        let negative = match (&operand.value.kind, op) {
            (ValueKind::Integer(value), UnaryOp::Negate) if *value > 0 => {
                crate::types::arithmetic::negated(*value, &ty).map(ValueKind::Integer)
            }
            (ValueKind::Real(value), UnaryOp::Negate) => Some(ValueKind::Real(-value)),
            _ => None,
        };
        let kind = negative.unwrap_or_else(|| ValueKind::Unary(op, Box::new(operand.value)));
        Typed::new(kind, &ty, at)
    }

    pub(super) fn binary_operator(&mut self, binary: &BinaryOperatorExpression, at: Span) -> Typed {
        let mut left = self.value(&binary.lhs);
        let mark = self.out.len();
        let right = self.value(&binary.rhs);
        self.settle(mark, &mut left);
        match operator(&binary.operator.node) {
            Some(op) => self.combined(op, left, right, at),
            None => Typed::unknown("an unknown operator", at),
        }
    }

    /// The result of an operator.
    pub(crate) fn combined(&mut self, op: BinaryOp, left: Typed, right: Typed, at: Span) -> Typed {
        if let Some(what) = left.unsupported().or(right.unsupported()) {
            return Typed::unknown(what, at);
        }
        if op.is_comparison() {
            return compared(op, left, right, at);
        }
        match (op, left.ty.is_pointer(), right.ty.is_pointer()) {
            (BinaryOp::Add, true, false) => self.moved(left, right, false, at),
            (BinaryOp::Add, false, true) => self.moved(right, left, false, at),
            (BinaryOp::Subtract, true, false) => self.moved(left, right, true, at),
            (BinaryOp::Subtract, true, true) => distance(left, right, at),
            _ => calculated(op, left, right, at),
        }
    }

    /// `pointer + by` or `pointer - by`
    pub(crate) fn moved(&mut self, pointer: Typed, by: Typed, back: bool, at: Span) -> Typed {
        if let Some(what) = pointer.unsupported().or(by.unsupported()) {
            return Typed::unknown(what, at);
        }
        let (Some(to), Ty::Integer(_)) = (pointer.target(), &by.ty) else {
            return Typed::unknown(NO_NUMBER, at);
        };
        if let Some(problem) = to.ty.problem() {
            return Typed::unknown(&problem, at);
        }
        if matches!(&to.ty, Ty::Array(_, None)) {
            return Typed::unknown("arithmetic on pointers to arrays of unknown length", at);
        }
        let ty = promoted(&by.ty);
        let by = match back {
            false => by.converted(&ty),
            true => negative(by),
        };
        let kind = ValueKind::Offset {
            pointer: Box::new(pointer.value),
            by: Box::new(by.value),
        };
        Typed::new(kind, &pointer.ty, at)
    }

    pub(super) fn cast(&mut self, cast: &CastExpression, at: Span) -> Typed {
        let to = self.type_name(&cast.type_name.node).ty;
        if to.is_void() {
            self.effect(&cast.expression);
            return Typed::void(at);
        }
        let value = self.value(&cast.expression);
        if to.is_record() && !value.ty.is_record() {
            return Typed::unknown("a cast to a union", at);
        }
        value.converted(&to).at(at)
    }

    /// Whether a type name is `void`.
    pub(super) fn is_void_name(&mut self, name: &TypeName) -> bool {
        self.unevaluated(|s| s.type_name(name)).ty.is_void()
    }
}

/// `!x`
pub(super) fn negation(operand: Typed, at: Span) -> Typed {
    if matches!(operand.ty, Ty::Complex(_)) {
        let zero = Typed::int(0, at);
        return compared(BinaryOp::Equal, operand, zero, at);
    }
    let is_scalar = operand.ty.is_arithmetic() || operand.ty.is_pointer();
    match is_scalar {
        true => {
            let kind = ValueKind::Unary(UnaryOp::Not, Box::new(operand.value));
            Typed::new(kind, &Ty::INT, at)
        }
        false => Typed::unknown(NO_NUMBER, at),
    }
}

/// The number of elements to move back. It is negated in a type that holds it.
fn negative(by: Typed) -> Typed {
    let at = by.value.at;
    let by = by.converted(&Ty::LONG);
    let kind = match by.value.kind {
        ValueKind::Integer(value) if value != i128::from(i64::MIN) => ValueKind::Integer(-value),
        _ => ValueKind::Unary(UnaryOp::Negate, Box::new(by.value)),
    };
    Typed::new(kind, &Ty::LONG, at)
}

fn distance(left: Typed, right: Typed, at: Span) -> Typed {
    let problem = left.target().and_then(|to| to.ty.problem());
    if let Some(problem) = problem {
        return Typed::unknown(&problem, at);
    }
    let kind = ValueKind::Distance(Box::new(left.value), Box::new(right.value));
    Typed::new(kind, &Ty::LONG, at)
}

/// An operator on numbers.
fn calculated(op: BinaryOp, left: Typed, right: Typed, at: Span) -> Typed {
    let is_shift = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight);
    let needs_integers = is_shift
        || matches!(
            op,
            BinaryOp::Remainder | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor
        );
    let common = common(&left.ty, &right.ty);
    let Some(common) = common.filter(|ty| !needs_integers || matches!(ty, Ty::Integer(_))) else {
        return Typed::unknown(NO_NUMBER, at);
    };
    let (left_ty, right_ty) = match is_shift {
        true => (promoted(&left.ty), promoted(&right.ty)),
        false => operands(op, (&left.ty, &right.ty), &common),
    };
    let ty = if is_shift { left_ty.clone() } else { common };
    let left = left.converted(&left_ty);
    let right = right.converted(&right_ty);
    if let Some(what) = left.unsupported().or(right.unsupported()) {
        return Typed::unknown(what, at);
    }
    let kind = ValueKind::Binary(op, Box::new(left.value), Box::new(right.value));
    Typed::new(kind, &ty, at)
}

/// The types in which an operator takes its operands: a real one of an operator on complex numbers
/// stays real, unless it is divided.
fn operands(op: BinaryOp, (left, right): (&Ty, &Ty), common: &Ty) -> (Ty, Ty) {
    let Ty::Complex(bytes) = common else {
        return (common.clone(), common.clone());
    };
    let own = |ty: &Ty, may_stay: bool| match ty {
        Ty::Integer(_) | Ty::Floating(_) if may_stay => Ty::Floating(*bytes),
        _ => common.clone(),
    };
    (own(left, op != BinaryOp::Divide), own(right, true))
}

fn compared(op: BinaryOp, left: Typed, right: Typed, at: Span) -> Typed {
    let ty = match (left.ty.is_pointer(), right.ty.is_pointer()) {
        (true, true) if left.target().is_some_and(|to| to.ty.is_void()) => Some(right.ty.clone()),
        (true, _) => Some(left.ty.clone()),
        (_, true) => Some(right.ty.clone()),
        _ => common(&left.ty, &right.ty),
    };
    let Some(ty) = ty else {
        return Typed::unknown(NO_NUMBER, at);
    };
    let is_order = !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
    if is_order && matches!(ty, Ty::Complex(_)) {
        return Typed::unknown(NO_NUMBER, at);
    }
    let left = left.converted(&ty);
    let right = right.converted(&ty);
    if let Some(what) = left.unsupported().or(right.unsupported()) {
        return Typed::unknown(what, at);
    }
    let kind = ValueKind::Binary(op, Box::new(left.value), Box::new(right.value));
    Typed::new(kind, &Ty::INT, at)
}

/// The operator of the program for one of C that has no effect and computes both operands.
pub(super) fn operator(operator: &BinaryOperator) -> Option<BinaryOp> {
    Some(match operator {
        BinaryOperator::Multiply => BinaryOp::Multiply,
        BinaryOperator::Divide => BinaryOp::Divide,
        BinaryOperator::Modulo => BinaryOp::Remainder,
        BinaryOperator::Plus => BinaryOp::Add,
        BinaryOperator::Minus => BinaryOp::Subtract,
        BinaryOperator::ShiftLeft => BinaryOp::ShiftLeft,
        BinaryOperator::ShiftRight => BinaryOp::ShiftRight,
        BinaryOperator::Less => BinaryOp::Less,
        BinaryOperator::Greater => BinaryOp::Greater,
        BinaryOperator::LessOrEqual => BinaryOp::LessOrEqual,
        BinaryOperator::GreaterOrEqual => BinaryOp::GreaterOrEqual,
        BinaryOperator::Equals => BinaryOp::Equal,
        BinaryOperator::NotEquals => BinaryOp::NotEqual,
        BinaryOperator::BitwiseAnd => BinaryOp::And,
        BinaryOperator::BitwiseXor => BinaryOp::Xor,
        BinaryOperator::BitwiseOr => BinaryOp::Or,
        _ => return None,
    })
}
