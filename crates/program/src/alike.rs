//! Places and values that are written alike: they are the same where nothing changes between them.

use crate::{Place, Value, ValueKind};

/// Whether two places are written alike.
pub fn same_place(a: &Place, b: &Place) -> bool {
    match (a, b) {
        (Place::Object(a), Place::Object(b)) => a == b,
        (Place::At(a), Place::At(b)) => same_value(a, b),
        (
            Place::Element { array, index, .. },
            Place::Element {
                array: other,
                index: at,
                ..
            },
        ) => same_place(array, other) && same_value(index, at),
        (
            Place::Member { record, member, .. },
            Place::Member {
                record: other,
                member: at,
                ..
            },
        ) => same_place(record, other) && member == at,
        _ => false,
    }
}

/// Whether two values are written alike; false if in doubt.
fn same_value(a: &Value, b: &Value) -> bool {
    a.ty == b.ty
        && match (&a.kind, &b.kind) {
            (ValueKind::Integer(a), ValueKind::Integer(b)) => a == b,
            (ValueKind::Macro(a), ValueKind::Macro(b)) => a == b,
            (ValueKind::Load(a), ValueKind::Load(b))
            | (ValueKind::Address(a), ValueKind::Address(b)) => same_place(a, b),
            (ValueKind::Convert(a), ValueKind::Convert(b)) => same_value(a, b),
            (ValueKind::Unary(f, a), ValueKind::Unary(g, b)) => f == g && same_value(a, b),
            (ValueKind::Binary(f, a, b), ValueKind::Binary(g, c, d)) => {
                f == g && same_value(a, c) && same_value(b, d)
            }
            (
                ValueKind::Offset { pointer, by },
                ValueKind::Offset {
                    pointer: other,
                    by: at,
                },
            ) => same_value(pointer, other) && same_value(by, at),
            _ => false,
        }
}
