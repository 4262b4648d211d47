//! C types as far as the analysis needs them: integers exactly, the rest by kind.
//! Sizes are those of LP64 (64-bit Unix).

use std::sync::Arc;

/// An integer type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Integer {
    /// Width.
    pub bits: u8,
    /// Whether it holds negative values.
    pub signed: bool,
}

impl Integer {
    /// `int`.
    pub const INT: Integer = Integer {
        bits: 32,
        signed: true,
    };
    /// `long` and `long long`.
    pub const LONG: Integer = Integer {
        bits: 64,
        signed: true,
    };

    /// The type of the same width without sign.
    pub fn unsigned(self) -> Integer {
        Integer {
            signed: false,
            ..self
        }
    }

    /// Integer promotion (C11 6.3.1.1).
    pub fn promoted(self) -> Integer {
        if self.bits < 32 { Integer::INT } else { self }
    }

    /// The usual arithmetic conversions (C11 6.3.1.8).
    pub fn common(self, other: Integer) -> Integer {
        let (a, b) = (self.promoted(), other.promoted());
        match a.bits.cmp(&b.bits) {
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Equal => Integer {
                bits: a.bits,
                signed: a.signed && b.signed,
            },
        }
    }

    /// The smallest and the largest value, of types narrower than 64 bits. Plain `char` may have a sign
    /// or not, so all that look like it hold no more than both.
    pub fn bounds(self) -> Option<(i64, i64)> {
        if (self.bits, self.signed) == (8, true) {
            return Some((0, 127));
        }
        let half = 1_i64.checked_shl(u32::from(self.bits.min(63)) - 1)?;
        match (self.bits < 64, self.signed) {
            (false, _) => None,
            (true, true) => Some((-half, half - 1)),
            (true, false) => Some((0, 2 * half - 1)),
        }
    }

    /// Whether every value of the type `value` lies in is one of this type.
    pub fn holds(self, value: i64) -> bool {
        match (self.signed, self.bits) {
            (true, 64) => true,
            (true, bits) => (-(1i64 << (bits - 1))..1i64 << (bits - 1)).contains(&value),
            (false, 64) => value >= 0,
            (false, bits) => (0..1i64 << bits).contains(&value),
        }
    }
}

/// A structure or union.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Members in order, as far as they have names.
    pub members: Vec<(String, Type)>,
    /// Its members share their storage.
    pub is_union: bool,
    /// All array sizes in it are constants: gcc takes others.
    pub is_fixed: bool,
}

/// A type.
#[derive(Clone, PartialEq, Debug)]
pub enum Type {
    /// `void`.
    Void,
    /// `int` and its relatives, `_Bool`, enumerations.
    Integer(Integer),
    /// Floating or complex, with its size in bytes.
    Floating(u64),
    /// `struct` or `union`.
    Record(Arc<Record>),
    /// A pointer.
    Pointer(Arc<Type>),
    /// An array; its size is in the declarator.
    Array(Arc<Type>),
    /// A function.
    Function,
    /// Anything else.
    Unknown,
}

impl Type {
    /// Whether values of it are plain numbers or pointers.
    pub fn is_scalar(&self) -> bool {
        matches!(
            self,
            Type::Integer(_) | Type::Floating(_) | Type::Pointer(_)
        )
    }

    /// Size in bytes, where it is known.
    pub fn bytes(&self) -> Option<u64> {
        match self {
            Type::Integer(i) => Some(u64::from(i.bits).div_ceil(8)),
            Type::Floating(bytes) => Some(*bytes),
            Type::Pointer(_) => Some(8),
            _ => None,
        }
    }

    /// Number of array dimensions, and the type below them.
    pub fn rank(&self) -> (usize, &Type) {
        let mut rank = 0;
        let mut inner = self;
        while let Type::Array(element) = inner {
            rank += 1;
            inner = element;
        }
        (rank, inner)
    }

    /// What a subscript or `*` leads to.
    pub fn target(&self) -> Option<&Type> {
        match self {
            Type::Pointer(to) | Type::Array(to) => Some(to),
            _ => None,
        }
    }
}

/// Qualifiers that matter.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Qualifiers {
    /// `const`.
    pub constant: bool,
    /// `volatile`.
    pub volatile: bool,
    /// `_Atomic`.
    pub atomic: bool,
}

impl Qualifiers {
    /// Both together.
    pub fn and(self, other: Qualifiers) -> Qualifiers {
        Qualifiers {
            constant: self.constant || other.constant,
            volatile: self.volatile || other.volatile,
            atomic: self.atomic || other.atomic,
        }
    }
}

/// Where an object lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// Block scope without a class, or `auto`.
    Automatic,
    /// `static`.
    Static,
    /// `extern`.
    Extern,
    /// `register`.
    Register,
    /// `_Thread_local`.
    ThreadLocal,
    /// No object at all.
    Typedef,
}
