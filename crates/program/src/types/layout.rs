//! Sizes and alignments of the System V ABI for x86-64, bit-fields included.

use crate::types::arithmetic::constant;
use crate::types::{MemberTy, Ty};
use crate::{Macro, Record};
use std::rc::Rc;

/// The size of the largest array whose layout is followed, in bytes.
const LARGEST: u64 = 1 << 40;

/// Size and alignment in bytes, where both are constants.
pub(crate) fn size_and_align(ty: &Ty, macros: &[Macro]) -> Option<(u64, u64)> {
    match ty {
        Ty::Integer(ty) => {
            let bytes = u64::from(ty.bits).div_ceil(8);
            Some((bytes, bytes))
        }
        Ty::Floating(bytes) => Some((u64::from(*bytes), u64::from(*bytes))),
        Ty::Complex(part) => Some((2 * u64::from(*part), u64::from(*part))),
        Ty::Pointer(_) => Some((8, 8)),
        Ty::Array(element, length) => {
            let (size, align) = size_and_align(&element.ty, macros)?;
            let count = constant(length.as_deref()?, macros)?;
            let bytes = size.checked_mul(u64::try_from(count).ok()?)?;
            (bytes <= LARGEST).then_some((bytes, align))
        }
        Ty::Record(record) => record.ir().map(|r| (r.bytes, r.align)),
        Ty::Void | Ty::Function(_) | Ty::Unknown(_) => None,
    }
}

/// Lays out the members of a record.
pub(crate) fn record(
    (tag, is_union): (&str, bool),
    members: &[MemberTy],
    align: Option<u64>,
    macros: &[Macro],
) -> Result<Record, Rc<str>> {
    let mut layout = Layout {
        is_union,
        bits: 0,
        widest: 0,
        align: align.unwrap_or(1),
    };
    let mut placed = Vec::new();
    for (index, member) in members.iter().enumerate() {
        let is_last = index + 1 == members.len();
        let offset = layout.place(member, is_last, macros);
        let offset = offset.ok_or_else(|| problem(member))?;
        placed.push(member.ir(offset));
    }
    let bytes = layout.widest.max(layout.bits.div_ceil(8));
    Ok(Record {
        tag: tag.to_string(),
        members: placed,
        bytes: bytes.next_multiple_of(layout.align),
        align: layout.align,
        is_union,
    })
}

fn problem(member: &MemberTy) -> Rc<str> {
    let own = member.ty.ty.problem();
    own.unwrap_or_else(|| "a structure whose layout is not understood".into())
}

/// The layout so far.
struct Layout {
    is_union: bool,
    /// The number of bits used; not of a union.
    bits: u64,
    /// The largest member of a union, in bytes.
    widest: u64,
    align: u64,
}

impl Layout {
    /// The offset of a member in bytes.
    fn place(&mut self, member: &MemberTy, is_last: bool, macros: &[Macro]) -> Option<u64> {
        let (size, natural) = match &member.ty.ty {
            Ty::Array(element, None) if is_last => (0, size_and_align(&element.ty, macros)?.1),
            ty => size_and_align(ty, macros)?,
        };
        match member.bits {
            Some(width) => Some(self.place_bits(member, width, size)),
            None => {
                let align = member.align.unwrap_or(1).max(natural);
                Some(self.place_bytes(size, align))
            }
        }
    }

    fn place_bytes(&mut self, size: u64, align: u64) -> u64 {
        self.align = self.align.max(align);
        if self.is_union {
            self.widest = self.widest.max(size);
            return 0;
        }
        let offset = self.bits.div_ceil(8).next_multiple_of(align);
        self.bits = (offset + size) * 8;
        offset
    }

    /// A bit-field lies within one unit of its declared type.
    fn place_bits(&mut self, member: &MemberTy, width: u64, size: u64) -> u64 {
        let unit = size * 8;
        if width == 0 {
            self.bits = self.bits.next_multiple_of(unit.max(1));
            return self.bits / 8;
        }
        if !member.name.is_empty() {
            self.align = self.align.max(size);
        }
        if self.is_union {
            self.widest = self.widest.max(width.div_ceil(8));
            return 0;
        }
        if self.bits % unit + width > unit {
            self.bits = self.bits.next_multiple_of(unit);
        }
        let offset = self.bits / 8;
        self.bits += width;
        offset
    }
}
