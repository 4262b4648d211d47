//! Whether two programs start with the same values: contents of objects, and macros.

use super::outside::Outside;
use super::verdict::{Reason, Side};
use program::{Lifetime, MacroId, Object, Program, Type, UnaryOp, Value, ValueKind};
use std::collections::BTreeSet;

/// Checks that those of the named objects that both files know hold the same values at the start.
///
/// Static objects of single functions are not compared here: see [`same_start`].
pub(super) fn same_objects(
    (before, after): (&Program, &Program),
    outside: &Outside,
    named: &BTreeSet<String>,
) -> Result<(), Reason> {
    let is_shared = |o: &&Object| {
        matches!(o.lifetime, Lifetime::File | Lifetime::Linked) && named.contains(&o.name)
    };
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

/// Whether static objects of two programs have the same type and contents at the start.
pub(super) fn same_start(programs: (&Program, &Program), a: &Object, b: &Object) -> bool {
    let is_known = a.initial.is_some();
    is_known
        && same_contents(&a.initial, &b.initial)
        && same_type(&a.ty, &b.ty, &|n, m| same_length(programs, n, m))
}

/// Whether two lengths are the same expression of numbers and macros.
pub(super) fn same_length(programs: (&Program, &Program), a: &Value, b: &Value) -> bool {
    let same = |a: &Value, b: &Value| same_length(programs, a, b);
    match (&a.kind, &b.kind) {
        (ValueKind::Integer(a), ValueKind::Integer(b)) => a == b,
        (ValueKind::Macro(a), ValueKind::Macro(b)) => {
            let named = |program: &Program, id: &MacroId| {
                let found = program.macros.get(id.0 as usize);
                found.map(|m| (m.name.clone(), m.value))
            };
            let (a, b) = (named(programs.0, a), named(programs.1, b));
            a.is_some() && a == b
        }
        (ValueKind::Convert(x), ValueKind::Convert(y)) => a.ty == b.ty && same(x, y),
        (ValueKind::Unary(f, a), ValueKind::Unary(g, b)) => f == g && same(a, b),
        (ValueKind::Binary(f, a, b), ValueKind::Binary(g, c, d)) => {
            f == g && same(a, c) && same(b, d)
        }
        _ => false,
    }
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
        (ValueKind::Text(a), ValueKind::Text(b)) => a == b,
        _ => false,
    };
    kinds && same_type(&a.ty, &b.ty, &same_number)
}

/// Whether two lengths are the same number.
fn same_number(a: &Value, b: &Value) -> bool {
    matches!((&a.kind, &b.kind), (ValueKind::Integer(a), ValueKind::Integer(b)) if a == b)
}

/// Whether two types are the same, with lengths that are.
fn same_type(a: &Type, b: &Type, same: &dyn Fn(&Value, &Value) -> bool) -> bool {
    match (a, b) {
        (
            Type::Array {
                element: a,
                length: Some(n),
            },
            Type::Array {
                element: b,
                length: Some(m),
            },
        ) => same(n, m) && same_type(a, b, same),
        (Type::Pointer(a), Type::Pointer(b)) => same_type(a, b, same),
        (Type::Integer(a), Type::Integer(b)) => a == b,
        (Type::Floating(a), Type::Floating(b)) | (Type::Complex(a), Type::Complex(b)) => a == b,
        (Type::Record(a), Type::Record(b)) => {
            let mut members = a.members.iter().zip(&b.members);
            (a.bytes, a.is_union, a.members.len()) == (b.bytes, b.is_union, b.members.len())
                && members.all(|(a, b)| a.offset == b.offset && same_type(&a.ty, &b.ty, same))
        }
        _ => false,
    }
}
