//! Parts of closed forms: steps as they are written, values and targets in turn.

use crate::stop::Result;
use crate::values::{Known, Number, Step, Target};
use poly::PwAff;
use program::{BinaryOp, ObjectId, Place, Value, ValueKind};

/// The amount by which an object changes.
pub(crate) enum Amount<'v> {
    Number(i64),
    Value(&'v Value, i64),
}

/// The amount by which a value differs from the object that gets it.
pub(crate) fn step_of(value: &Value, object: ObjectId) -> Option<Amount<'_>> {
    match &value.kind {
        ValueKind::Load(Place::Object(loaded)) if *loaded == object => Some(Amount::Number(0)),
        ValueKind::Convert(inner) => step_of(inner, object),
        ValueKind::Binary(BinaryOp::Add, a, b) => match (is_load(a, object), is_load(b, object)) {
            (true, _) => Some(Amount::Value(b, 1)),
            (_, true) => Some(Amount::Value(a, 1)),
            _ => None,
        },
        ValueKind::Binary(BinaryOp::Subtract, a, b) if is_load(a, object) => {
            Some(Amount::Value(b, -1))
        }
        ValueKind::Offset { pointer, by } if is_load(pointer, object) => Some(Amount::Value(by, 1)),
        _ => None,
    }
}

fn is_load(value: &Value, object: ObjectId) -> bool {
    match &value.kind {
        ValueKind::Load(Place::Object(loaded)) => *loaded == object,
        ValueKind::Convert(inner) => is_load(inner, object),
        _ => false,
    }
}

/// The value of a function of one parameter; `None` if it depends on anything else.
pub(super) fn value_at(function: &PwAff, param: &str, at: i64) -> Result<Option<i64>> {
    let mut found = None;
    for piece in function.pieces()? {
        if piece.domain.fix_params([(param, at)])?.is_empty()? {
            continue;
        }
        let value = piece.value.eval(&|name| (name == param).then_some(at));
        match (value, found) {
            (None, _) => return Ok(None),
            (Some(v), Some(w)) if v != w => return Ok(None),
            (Some(v), _) => found = Some(v),
        }
    }
    Ok(found)
}

pub(super) fn constants(values: &[Known]) -> Result<Option<Vec<i64>>> {
    let constant = |known: &Known| match known {
        Known::Integer(number) => number.as_constant(),
        _ => Ok(None),
    };
    Ok(values.iter().map(constant).collect::<poly::Result<_>>()?)
}

pub(super) fn targets(values: &[Known]) -> Option<Vec<&Target>> {
    values.iter().map(only_target).collect()
}

/// The target of a pointer that has one.
fn only_target(known: &Known) -> Option<&Target> {
    match known {
        Known::Pointer(pointer) => match pointer.as_slice() {
            [(_, target)] => Some(target),
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn index_at(target: &Target, position: usize) -> Option<&Number> {
    match target.path.get(position) {
        Some(Step::Index(n)) => Some(n),
        _ => None,
    }
}
