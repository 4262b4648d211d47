//! Whether types of two programs are the same, places in the text aside.

use program::{Macro, Program, Record, Type, Value, ValueKind};

/// Whether two types describe the same memory.
pub(super) fn same(a: (&Program, &Type), b: (&Program, &Type)) -> bool {
    same_below(a, b, 8)
}

fn same_below(a: (&Program, &Type), b: (&Program, &Type), depth: u32) -> bool {
    match (a.1, b.1) {
        (Type::Pointer(x), Type::Pointer(y)) => {
            depth == 0 || same_below((a.0, x), (b.0, y), depth - 1)
        }
        (
            Type::Array {
                element: x,
                length: m,
            },
            Type::Array {
                element: y,
                length: n,
            },
        ) => {
            same_length(a.0, m.as_deref(), b.0, n.as_deref())
                && same_below((a.0, x), (b.0, y), depth)
        }
        (Type::Record(x), Type::Record(y)) => same_record((a.0, x), (b.0, y), depth),
        (x, y) => x == y,
    }
}

fn same_record(a: (&Program, &Record), b: (&Program, &Record), depth: u32) -> bool {
    let (x, y) = (a.1, b.1);
    let frame = (x.bytes, x.is_union, x.members.len()) == (y.bytes, y.is_union, y.members.len());
    let mut members = x.members.iter().zip(&y.members);
    frame
        && members.all(|(x, y)| {
            x.offset == y.offset
                && (depth == 0 || same_below((a.0, &x.ty), (b.0, &y.ty), depth - 1))
        })
}

fn same_length(a: &Program, m: Option<&Value>, b: &Program, n: Option<&Value>) -> bool {
    match (m, n) {
        (Some(m), Some(n)) => number(m, &a.macros) == number(n, &b.macros),
        (m, n) => m.is_none() == n.is_none(),
    }
}

/// The present value of a length, if it is a number.
fn number(value: &Value, macros: &[Macro]) -> Option<i128> {
    match &value.kind {
        ValueKind::Integer(n) => Some(*n),
        _ => program::constant_value(value, macros),
    }
}
