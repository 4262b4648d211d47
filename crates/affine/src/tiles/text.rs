//! What the text of a loop says about the use of its counter.

use crate::survey::counter;
use program::visit::{Part, nested, parts_of, statements_of, values_in};
use program::{BinaryOp, Loop, ObjectId, Place, Statement, StatementKind, Value, ValueKind};

/// Whether a loop contains another one.
pub(super) fn contains_loop(l: &Loop) -> bool {
    first_loop(&l.body).is_some()
}

/// The first loop among statements and blocks.
fn first_loop(body: &[Statement]) -> Option<&Loop> {
    body.iter().find_map(|statement| match &statement.kind {
        StatementKind::Loop(inner) => Some(inner),
        StatementKind::Block(inner) => first_loop(inner),
        StatementKind::If { then, other, .. } => first_loop(then).or_else(|| first_loop(other)),
        _ => None,
    })
}

/// Whether a counter is more than a bound: what is stored in memory, or where, depends on it.
/// Integers that are followed are no memory.
pub(super) fn is_data(l: &Loop, counter: ObjectId, is_followed: &dyn Fn(ObjectId) -> bool) -> bool {
    let mut found = false;
    statements_of(&l.body, &mut |statement| {
        let may_use = match &statement.kind {
            StatementKind::Assign {
                place: Place::Object(object),
                ..
            } => is_followed(*object),
            StatementKind::If { .. } | StatementKind::Loop(_) => true,
            _ => false,
        };
        parts_of(statement, &mut |part| match part {
            Part::Value(value) => {
                found |= !may_use && loads(value, counter);
                nested(value, &mut |v| found |= is_index(v, counter));
            }
            Part::Written(place) => values_in(place, &mut |v| found |= is_load(v, counter)),
        });
    });
    found
}

/// Whether a loop multiplies its counter, or a sum with it.
pub(super) fn is_scaled(l: &Loop, counter: ObjectId) -> bool {
    has_value(l, &|value| match &value.kind {
        ValueKind::Binary(BinaryOp::Multiply, a, b) => loads(a, counter) || loads(b, counter),
        ValueKind::Binary(BinaryOp::ShiftLeft, a, _) => loads(a, counter),
        _ => false,
    })
}

/// The counter `a` of the first loop in one with the counter `w`, if a difference of both, or of
/// their multiples, occurs there.
pub(super) fn partner(l: &Loop, wave: ObjectId) -> Option<ObjectId> {
    let inner = first_loop(&l.body)?;
    let partner = counter(inner)?;
    let is_difference = |value: &Value| match &value.kind {
        ValueKind::Binary(BinaryOp::Subtract, a, b) => {
            loads(a, wave) && loads(b, partner) && !loads(a, partner)
        }
        _ => false,
    };
    has_value(inner, &is_difference).then_some(partner)
}

/// Whether a value in the body of a loop satisfies a condition.
fn has_value(l: &Loop, is: &dyn Fn(&Value) -> bool) -> bool {
    let mut found = false;
    statements_of(&l.body, &mut |statement| {
        parts_of(statement, &mut |part| {
            if let Part::Value(value) = part {
                nested(value, &mut |v| found |= is(v));
            }
        });
    });
    found
}

fn is_load(value: &Value, object: ObjectId) -> bool {
    matches!(&value.kind, ValueKind::Load(Place::Object(loaded)) if *loaded == object)
}

/// Whether a value contains the value of an object.
fn loads(value: &Value, object: ObjectId) -> bool {
    let mut found = false;
    nested(value, &mut |v| found |= is_load(v, object));
    found
}

/// Whether a value is read from a place that depends on an object.
fn is_index(value: &Value, object: ObjectId) -> bool {
    let mut found = false;
    match &value.kind {
        ValueKind::Load(Place::Object(_)) => {}
        ValueKind::Load(place) | ValueKind::Address(place) => {
            values_in(place, &mut |v| found |= is_load(v, object));
        }
        ValueKind::Offset { by, .. } => found = loads(by, object),
        _ => {}
    }
    found
}
