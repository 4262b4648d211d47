//! The terms of conditions.

use integer::IntType;
use program::{BinaryOp, Type, UnaryOp, Value, ValueKind};

/// The terms of a conjunction, from left to right, each with whether it is negated: those of a
/// condition, or of its negation.
pub(crate) fn conjuncts<'v>(
    condition: &'v Value,
    negated: bool,
    found: &mut Vec<(&'v Value, bool)>,
) {
    match &condition.kind {
        ValueKind::Choose {
            condition: first,
            then: second,
            other: last,
        } if !negated && last.kind == ValueKind::Integer(0) => {
            conjuncts(first, false, found);
            conjuncts(second, false, found);
        }
        ValueKind::Choose {
            condition: first,
            then: one,
            other: second,
        } if negated && one.kind == ValueKind::Integer(1) => {
            conjuncts(first, true, found);
            conjuncts(second, true, found);
        }
        ValueKind::Unary(UnaryOp::Not, inner) => conjuncts(inner, !negated, found),
        ValueKind::Binary(BinaryOp::NotEqual, of, zero)
            if zero.kind == ValueKind::Integer(0)
                && matches!(of.kind, ValueKind::Choose { .. }) =>
        {
            conjuncts(of, negated, found);
        }
        _ => found.push((condition, negated)),
    }
}

/// `!value`.
pub(crate) fn not(value: &Value) -> Value {
    Value {
        ty: Type::Integer(IntType::INT),
        kind: ValueKind::Unary(UnaryOp::Not, Box::new(value.clone())),
        at: value.at,
    }
}
