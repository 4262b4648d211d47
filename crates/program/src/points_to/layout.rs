//! Where pointers are in types. An array counts as its first element.

use crate::{Record, Type};

/// The type of the elements of an array of any number of dimensions.
pub(super) fn element(ty: &Type) -> &Type {
    match ty {
        Type::Array { element: inner, .. } => element(inner),
        other => other,
    }
}

/// Whether a type is, or contains, a pointer or something unknown.
pub(crate) fn has_pointers(ty: &Type) -> bool {
    match element(ty) {
        Type::Pointer(_) | Type::Unknown | Type::Function => true,
        Type::Record(record) => record.members.iter().any(|m| has_pointers(&m.ty)),
        _ => false,
    }
}

/// The offsets of the pointers in a type.
pub(super) fn pointers(ty: &Type, from: u64, found: &mut Vec<u64>) {
    match element(ty) {
        Type::Pointer(_) | Type::Unknown => found.push(from),
        Type::Record(record) => {
            for member in &record.members {
                pointers(&member.ty, from + member.offset, found);
            }
        }
        _ => {}
    }
}

/// Whether a type has a part of another type at an offset.
pub(super) fn occurs(ty: &Type, offset: u64, wanted: &Type) -> bool {
    let ty = element(ty);
    if offset == 0 && is_alike(ty, wanted) {
        return true;
    }
    let Type::Record(record) = ty else {
        return false;
    };
    let mut members = record.members.iter().filter(|m| m.offset <= offset);
    members.any(|m| occurs(&m.ty, offset - m.offset, wanted))
}

/// Whether two types are the same, all pointers being alike.
fn is_alike(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Pointer(_), Type::Pointer(_)) => true,
        (Type::Record(a), Type::Record(b)) => is_same(a, b),
        (Type::Integer(a), Type::Integer(b)) => a.bits == b.bits,
        (a, b) => a == b,
    }
}

fn is_same(a: &Record, b: &Record) -> bool {
    let members = || a.members.iter().zip(&b.members);
    a.tag == b.tag
        && a.bytes == b.bytes
        && a.members.len() == b.members.len()
        && members().all(|(a, b)| a.name == b.name && a.offset == b.offset)
}

/// The bytes of a type, if they are known.
pub(super) fn bytes(ty: &Type) -> Option<u64> {
    match ty {
        Type::Integer(ty) => Some(u64::from(ty.bits).div_ceil(8)),
        Type::Floating(bytes) => Some(u64::from(*bytes)),
        Type::Complex(part) => Some(2 * u64::from(*part)),
        Type::Pointer(_) => Some(8),
        Type::Record(record) => Some(record.bytes),
        _ => None,
    }
}

/// The offset of a place in an object with all subscripts left out.
pub(super) fn without_subscripts(ty: &Type, offset: u64) -> u64 {
    match element(ty) {
        Type::Record(record) => {
            let inner = offset % record.bytes.max(1);
            let mut holder = record.members.iter().filter(|m| m.offset <= inner);
            match holder.next_back() {
                Some(m) => m.offset + without_subscripts(&m.ty, inner - m.offset),
                None => 0,
            }
        }
        _ => 0,
    }
}
