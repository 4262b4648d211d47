//! Whether two programs start with the same values: contents of objects, and macros.

use super::outside::Outside;
use super::verdict::{Reason, Side};
use program::{Lifetime, Object, Program, Type, UnaryOp, Value, ValueKind};
use std::sync::Arc;

/// Checks that objects that both files know by one name hold the same values at the start.
///
/// Static objects of single functions are not compared here: see [`same_start`].
pub(super) fn same_objects(
    (before, after): (&Program, &Program),
    outside: &Outside,
) -> Result<(), Reason> {
    let is_shared = |o: &&Object| matches!(o.lifetime, Lifetime::File | Lifetime::Linked);
    let differs = |o: &&Object| {
        outside
            .differing(std::iter::once(o.name.as_str()))
            .is_some()
    };
    for old in before.objects.iter().filter(is_shared).filter(differs) {
        let mut others = after.objects.iter().filter(is_shared);
        let Some(new) = others.find(|new| new.name == old.name) else {
            continue;
        };
        if !same_contents(&old.initial, &new.initial) {
            let message = format!("`{}` has another initial value", old.name);
            let reason = Reason::new(message).at(Side::Before, Some(old.at), "here");
            return Err(reason.at(Side::After, Some(new.at), "and here"));
        }
    }
    Ok(())
}

/// Checks that macros of one name have one value.
pub(super) fn same_macros((before, after): (&Program, &Program)) -> Result<(), Reason> {
    for old in &before.macros {
        let new = after.macros.iter().find(|new| new.name == old.name);
        if new.is_some_and(|new| new.value != old.value) {
            return Err(Reason::new(format!("`{}` has another value", old.name)));
        }
    }
    Ok(())
}

/// Whether two static objects have the same type and are zero at the start.
pub(super) fn same_start(a: &Object, b: &Object) -> bool {
    let is_zero = |o: &Object| o.initial.as_ref().is_some_and(Vec::is_empty);
    is_zero(a) && is_zero(b) && same_type(&a.ty, &b.ty)
}

/// Initial values by byte offset, if they are known.
type Contents = Option<Vec<(u64, Value)>>;

fn same_contents(a: &Contents, b: &Contents) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => {
            let mut pairs = a.iter().zip(b);
            a.len() == b.len() && pairs.all(|(a, b)| a.0 == b.0 && same_value(&a.1, &b.1))
        }
        _ => false,
    }
}

/// Whether two constants are the same numbers, wherever they are written.
fn same_value(a: &Value, b: &Value) -> bool {
    let kinds = match (&a.kind, &b.kind) {
        (ValueKind::Unary(UnaryOp::Negate, a), ValueKind::Unary(UnaryOp::Negate, b))
        | (ValueKind::Convert(a), ValueKind::Convert(b)) => same_value(a, b),
        (ValueKind::Integer(a), ValueKind::Integer(b)) => a == b,
        (ValueKind::Real(a), ValueKind::Real(b)) => a == b,
        _ => false,
    };
    kinds && same_type(&a.ty, &b.ty)
}

/// Whether two types are the same, with lengths that are numbers.
fn same_type(a: &Type, b: &Type) -> bool {
    let number = |length: &Option<Arc<Value>>| match length.as_ref().map(|v| &v.kind) {
        Some(ValueKind::Integer(n)) => Some(*n),
        _ => None,
    };
    match (a, b) {
        (
            Type::Array {
                element: a,
                length: n,
            },
            Type::Array {
                element: b,
                length: m,
            },
        ) => number(n).is_some() && number(n) == number(m) && same_type(a, b),
        (Type::Pointer(a), Type::Pointer(b)) => same_type(a, b),
        (Type::Integer(a), Type::Integer(b)) => a == b,
        (Type::Floating(a), Type::Floating(b)) => a == b,
        _ => false,
    }
}
