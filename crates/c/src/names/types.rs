//! C types as far as the analysis needs them: integers exactly, all others by kind. Sizes are those
//! of LP64 (64-bit Unix).

use integer::IntType;
use std::sync::Arc;

/// A structure or union.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Members in order, if they have names.
    pub members: Vec<(String, Type)>,
    /// Whether its members share their storage.
    pub is_union: bool,
    /// The members that are bit-fields.
    pub bit_fields: Vec<String>,
    /// Whether all array sizes in it are constants. gcc accepts others.
    pub is_fixed: bool,
}

/// A type.
#[derive(Clone, PartialEq, Debug)]
pub enum Type {
    /// `void`.
    Void,
    /// `int` and its relatives, `_Bool`, enumerations.
    Integer(IntType),
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

    /// The type that a subscript or `*` leads to.
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
    /// The union of both.
    pub fn and(self, other: Qualifiers) -> Qualifiers {
        Qualifiers {
            constant: self.constant || other.constant,
            volatile: self.volatile || other.volatile,
            atomic: self.atomic || other.atomic,
        }
    }
}

/// The storage class of an object.
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

/// The type of a member.
pub fn member_type(record: &Type, name: &str) -> Type {
    let Type::Record(record) = record else {
        return Type::Unknown;
    };
    let member = record.members.iter().find(|(n, _)| n == name);
    member.map_or(Type::Unknown, |(_, ty)| ty.clone())
}
