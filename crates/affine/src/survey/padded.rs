//! Sizes of which none is zero: `malloc(n ? n : 1)`.

use super::tracked::literal;
use program::{BinaryOp, ObjectId, Place, UnaryOp, Value, ValueKind};

/// The size that is meant, if another one takes the place of zero.
pub(crate) fn padded(size: &Value) -> Option<&Value> {
    let ValueKind::Choose {
        condition,
        then,
        other,
    } = &plain(size).kind
    else {
        return None;
    };
    let is_number = |value: &Value| literal(value).is_some_and(|number| number > 0);
    let (value, if_set) = match (is_number(then), is_number(other)) {
        (false, true) => (then, true),
        (true, false) => (other, false),
        _ => return None,
    };
    (tested(condition)? == (object(value)?, if_set)).then_some(value)
}

/// The object that a condition compares with zero, and whether it holds if it is not zero.
fn tested(condition: &Value) -> Option<(ObjectId, bool)> {
    match &plain(condition).kind {
        ValueKind::Load(Place::Object(object)) => Some((*object, true)),
        ValueKind::Unary(UnaryOp::Not, inner) => {
            tested(inner).map(|(object, if_set)| (object, !if_set))
        }
        ValueKind::Binary(operator, value, zero) if literal(zero) == Some(0) => {
            let if_set = match operator {
                BinaryOp::NotEqual | BinaryOp::Greater => true,
                BinaryOp::Equal | BinaryOp::LessOrEqual => false,
                _ => return None,
            };
            Some((object(value)?, if_set))
        }
        _ => None,
    }
}

fn object(value: &Value) -> Option<ObjectId> {
    match &plain(value).kind {
        ValueKind::Load(Place::Object(object)) => Some(*object),
        _ => None,
    }
}

fn plain(value: &Value) -> &Value {
    match &value.kind {
        ValueKind::Convert(inner) => plain(inner),
        _ => value,
    }
}
