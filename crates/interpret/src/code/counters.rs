//! The counters of a loop: the integer objects that it steps.

use program::{Loop, ObjectId, Place, Statement, StatementKind, Type, Value, ValueKind};

/// The counters of a loop: objects of its step; without a step, those objects of the condition
/// that its body steps; without a condition, all integer objects that its body steps.
pub(super) fn counters(nest: &Loop) -> Vec<ObjectId> {
    let stepped = stepped(&nest.step);
    if !stepped.is_empty() {
        return stepped;
    }
    let stepped = stepped_in(&nest.body);
    match &nest.condition {
        Some(condition) => {
            let in_condition = |id: &ObjectId| reads(condition, *id);
            stepped.into_iter().filter(in_condition).collect()
        }
        None => stepped,
    }
}

fn stepped_in(body: &[Statement]) -> Vec<ObjectId> {
    let mut found = stepped(body);
    for statement in body {
        if let StatementKind::Block(inner) = &statement.kind {
            found.extend(stepped(inner));
        }
    }
    found
}

fn stepped(statements: &[Statement]) -> Vec<ObjectId> {
    let mut found: Vec<ObjectId> = Vec::new();
    for statement in statements {
        if let StatementKind::Assign { place, value } = &statement.kind
            && let Place::Object(id) = place
            && matches!(value.ty, Type::Integer(_))
            && reads(value, *id)
            && !found.contains(id)
        {
            found.push(*id);
        }
    }
    found
}

/// Whether a value is computed from the contents of an object, subscripts not counted.
fn reads(value: &Value, id: ObjectId) -> bool {
    match &value.kind {
        ValueKind::Load(Place::Object(other)) => *other == id,
        ValueKind::Unary(_, a) | ValueKind::Convert(a) => reads(a, id),
        ValueKind::Binary(_, a, b) => reads(a, id) || reads(b, id),
        ValueKind::Choose {
            condition,
            then,
            other,
        } => [condition, then, other].iter().any(|v| reads(v, id)),
        _ => false,
    }
}
