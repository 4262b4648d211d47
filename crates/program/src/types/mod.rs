//! Types as C distinguishes them: qualifiers, signatures, records that refer to themselves. Values
//! of the program carry only what [`Ty::ir`] keeps. It knows no syntax.

pub(crate) mod arithmetic;
pub(crate) mod layout;

use crate::{Member, Record, Type, Value, ValueKind};
use integer::IntType;
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

/// `size_t`.
pub(crate) const SIZE: IntType = IntType {
    bits: 64,
    signed: false,
};

/// Plain `char`.
pub(crate) const CHAR: IntType = IntType {
    bits: 8,
    signed: true,
};

/// A type without qualifiers.
#[derive(Clone, Debug)]
pub(crate) enum Ty {
    Void,
    Integer(IntType),
    /// Its size in bytes.
    Floating(u8),
    /// The size of a part in bytes.
    Complex(u8),
    Pointer(Rc<Qualified>),
    /// Elements and their number, in `size_t`.
    Array(Rc<Qualified>, Option<Arc<Value>>),
    Record(Rc<RecordTy>),
    Function(Rc<Signature>),
    /// A type that has no form here, as a noun phrase.
    Unknown(Rc<str>),
}

/// A type with its qualifiers.
#[derive(Clone, Debug)]
pub(crate) struct Qualified {
    pub(crate) ty: Ty,
    /// `volatile` or `_Atomic`.
    pub(crate) is_volatile: bool,
    pub(crate) is_constant: bool,
    pub(crate) is_restrict: bool,
}

/// The type of a function.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    pub(crate) returns: Ty,
    /// The parameters; `None` if the declaration does not tell them.
    pub(crate) parameters: Option<Vec<Ty>>,
}

/// A structure or union, which may be completed later.
#[derive(Debug)]
pub(crate) struct RecordTy {
    pub(crate) is_union: bool,
    /// Its members, once they are known.
    pub(crate) body: OnceCell<Body>,
}

/// The members of a record.
#[derive(Debug)]
pub(crate) struct Body {
    pub(crate) members: Vec<MemberTy>,
    /// Its layout, or what prevents one.
    pub(crate) record: Result<Arc<Record>, Rc<str>>,
}

/// A member.
#[derive(Clone, Debug)]
pub(crate) struct MemberTy {
    /// Its name; empty for anonymous records and unnamed bit-fields.
    pub(crate) name: String,
    pub(crate) ty: Qualified,
    /// The width of a bit-field.
    pub(crate) bits: Option<u64>,
    /// What `_Alignas` and attributes ask for, in bytes.
    pub(crate) align: Option<u64>,
}

impl Ty {
    pub(crate) const INT: Ty = Ty::Integer(IntType::INT);
    pub(crate) const LONG: Ty = Ty::Integer(IntType::LONG);
    pub(crate) const SIZE: Ty = Ty::Integer(SIZE);
    pub(crate) const DOUBLE: Ty = Ty::Floating(8);

    pub(crate) fn unknown(what: &str) -> Ty {
        Ty::Unknown(what.into())
    }

    /// A pointer to objects of this type.
    pub(crate) fn pointer_to(self) -> Ty {
        Ty::Pointer(Rc::new(self.plain()))
    }

    /// The type without qualifiers as a qualified one.
    pub(crate) fn plain(self) -> Qualified {
        Qualified {
            ty: self,
            is_volatile: false,
            is_constant: false,
            is_restrict: false,
        }
    }

    pub(crate) fn is_void(&self) -> bool {
        matches!(self, Ty::Void)
    }

    pub(crate) fn is_pointer(&self) -> bool {
        matches!(self, Ty::Pointer(_))
    }

    pub(crate) fn is_record(&self) -> bool {
        matches!(self, Ty::Record(_))
    }

    pub(crate) fn is_arithmetic(&self) -> bool {
        matches!(self, Ty::Integer(_) | Ty::Floating(_) | Ty::Complex(_))
    }

    /// The type of the program for it.
    pub(crate) fn ir(&self) -> Type {
        match self {
            Ty::Void => Type::Void,
            Ty::Integer(ty) => Type::Integer(*ty),
            Ty::Floating(bytes) => Type::Floating(*bytes),
            Ty::Complex(bytes) => Type::Complex(*bytes),
            Ty::Pointer(to) => Type::Pointer(Arc::new(to.ty.ir())),
            Ty::Array(element, length) => Type::Array {
                element: Arc::new(element.ty.ir()),
                length: length.clone(),
            },
            Ty::Record(record) => record.ir().map_or(Type::Unknown, Type::Record),
            Ty::Function(_) => Type::Function,
            Ty::Unknown(_) => Type::Unknown,
        }
    }

    /// Why objects of this type have no form, as a noun phrase.
    pub(crate) fn problem(&self) -> Option<Rc<str>> {
        match self {
            Ty::Unknown(what) => Some(what.clone()),
            Ty::Array(element, length) => match length.as_ref().map(|l| &l.kind) {
                Some(ValueKind::Unsupported(unsupported)) => Some(unsupported.what.as_str().into()),
                _ => element.ty.problem(),
            },
            Ty::Record(record) => match record.body.get() {
                None => Some("an incomplete type".into()),
                Some(body) => body.record.as_ref().err().cloned(),
            },
            _ => None,
        }
    }

    /// Whether two types are the same for `_Generic`; `None` if that is not known.
    pub(crate) fn is_same(&self, other: &Ty) -> Option<bool> {
        Some(match (self, other) {
            (Ty::Void, Ty::Void) => true,
            (Ty::Integer(a), Ty::Integer(b)) => a == b,
            (Ty::Floating(a), Ty::Floating(b)) | (Ty::Complex(a), Ty::Complex(b)) => a == b,
            (Ty::Pointer(a), Ty::Pointer(b)) => {
                let qualified = a.is_constant == b.is_constant && a.is_volatile == b.is_volatile;
                qualified && a.ty.is_same(&b.ty)?
            }
            (Ty::Record(a), Ty::Record(b)) => Rc::ptr_eq(a, b),
            (Ty::Array(a, _), Ty::Array(b, _)) => a.ty.is_same(&b.ty)?,
            (Ty::Function(_), Ty::Function(_)) | (Ty::Unknown(_), _) | (_, Ty::Unknown(_)) => {
                return None;
            }
            _ => false,
        })
    }
}

impl Qualified {
    /// With the qualifiers of another type as well.
    pub(crate) fn and(self, other: &Qualified) -> Qualified {
        Qualified {
            ty: self.ty,
            is_volatile: self.is_volatile || other.is_volatile,
            is_constant: self.is_constant || other.is_constant,
            is_restrict: self.is_restrict || other.is_restrict,
        }
    }

    /// Whether it, or an element of it, has the qualifier `volatile`.
    pub(crate) fn holds_volatile(&self) -> bool {
        self.is_volatile || matches!(&self.ty, Ty::Array(element, _) if element.holds_volatile())
    }

    /// Whether it, or an element of it, has the qualifier `const`.
    pub(crate) fn holds_constant(&self) -> bool {
        self.is_constant || matches!(&self.ty, Ty::Array(element, _) if element.holds_constant())
    }
}

impl RecordTy {
    pub(crate) fn new(is_union: bool) -> Rc<RecordTy> {
        Rc::new(RecordTy {
            is_union,
            body: OnceCell::new(),
        })
    }

    /// Its members and their layout, if it is complete and understood.
    pub(crate) fn ir(&self) -> Option<Arc<Record>> {
        self.body.get()?.record.as_ref().ok().cloned()
    }

    pub(crate) fn members(&self) -> &[MemberTy] {
        self.body.get().map_or(&[], |body| &body.members)
    }

    /// The indices of the members that lead to a name through anonymous records.
    pub(crate) fn path_to(&self, name: &str) -> Option<Vec<usize>> {
        self.members()
            .iter()
            .enumerate()
            .find_map(|(index, member)| {
                if member.name == name {
                    return Some(vec![index]);
                }
                let Ty::Record(inner) = &member.ty.ty else {
                    return None;
                };
                let rest = member.name.is_empty().then(|| inner.path_to(name))??;
                Some([vec![index], rest].concat())
            })
    }
}

impl MemberTy {
    /// Whether an initialiser may set it.
    pub(crate) fn is_set(&self) -> bool {
        !self.name.is_empty() || self.ty.ty.is_record()
    }

    pub(crate) fn ir(&self, offset: u64) -> Member {
        let ty = match self.bits {
            Some(_) => Type::Unknown,
            None => self.ty.ty.ir(),
        };
        Member {
            name: self.name.clone(),
            ty,
            offset,
        }
    }
}
