//! Static objects that two programs declare alike.

use program::{Lifetime, Object, Program, Type, Value, ValueKind};
use std::collections::BTreeSet;

/// The names of static objects that both programs have with the same type and initial value, once
/// each: what [`crate::Naming::carried`] may name.
pub fn carried_alike(before: &Program, after: &Program) -> BTreeSet<String> {
    let before = statics(before);
    let after = statics(after);
    let is_single = |all: &[&Object], name: &str| all.iter().filter(|o| o.name == name).count() == 1;
    let same = before.iter().filter(|a| {
        let other = after.iter().find(|b| b.name == a.name);
        is_single(&before, &a.name)
            && is_single(&after, &a.name)
            && other.is_some_and(|b| same_type(&a.ty, &b.ty) && same_contents(a, b))
    });
    same.map(|object| object.name.clone()).collect()
}

fn statics(program: &Program) -> Vec<&Object> {
    let is_static = |o: &&Object| matches!(o.lifetime, Lifetime::Static | Lifetime::File);
    program.objects.iter().filter(is_static).collect()
}

fn same_type(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (
            Type::Array { element, length },
            Type::Array {
                element: other,
                length: size,
            },
        ) => {
            let lengths = match (length, size) {
                (Some(a), Some(b)) => same_value(a, b),
                (None, None) => true,
                _ => false,
            };
            lengths && same_type(element, other)
        }
        (Type::Array { .. }, _) | (_, Type::Array { .. }) => false,
        (a, b) => a == b,
    }
}

fn same_contents(a: &Object, b: &Object) -> bool {
    match (&a.initial, &b.initial) {
        (Some(a), Some(b)) => {
            let mut pairs = a.iter().zip(b);
            a.len() == b.len() && pairs.all(|(x, y)| x.0 == y.0 && same_value(&x.1, &y.1))
        }
        _ => false,
    }
}

/// Whether two constants are written alike, wherever they are; false if in doubt.
fn same_value(a: &Value, b: &Value) -> bool {
    match (&a.kind, &b.kind) {
        (ValueKind::Integer(a), ValueKind::Integer(b)) => a == b,
        (ValueKind::Real(a), ValueKind::Real(b)) => a.to_bits() == b.to_bits(),
        (ValueKind::Macro(a), ValueKind::Macro(b)) => a == b,
        (ValueKind::Convert(x), ValueKind::Convert(y)) => a.ty == b.ty && same_value(x, y),
        (ValueKind::Unary(f, a), ValueKind::Unary(g, b)) => f == g && same_value(a, b),
        (ValueKind::Binary(f, a, b), ValueKind::Binary(g, c, d)) => {
            f == g && same_value(a, c) && same_value(b, d)
        }
        _ => false,
    }
}
