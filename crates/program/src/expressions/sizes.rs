//! `sizeof`, `_Alignof`, `offsetof`. Sizes of variable-length arrays are values.

use crate::lowerer::Lowerer;
use crate::lowerer::values::Typed;
use crate::types::Ty;
use crate::types::layout::size_and_align;
use crate::{BinaryOp, ObjectId, Place, Type, Value, ValueKind};
use lang_c::ast::{Expression, OffsetMember, OffsetOfExpression, TypeName};
use lang_c::span::Node;
use source::Span;

impl Lowerer<'_> {
    pub(super) fn size_of_name(&mut self, name: &TypeName, at: Span) -> Typed {
        let ty = self.type_name(name).ty;
        self.size_of(&ty, at)
    }

    pub(super) fn size_of_value(&mut self, e: &Node<Expression>, at: Span) -> Typed {
        let ty = self.unevaluated(|s| s.type_of_expression(e)).ty;
        self.size_of(&ty, at)
    }

    /// The size of a type in bytes, of type `size_t`.
    pub(crate) fn size_of(&mut self, ty: &Ty, at: Span) -> Typed {
        match ty {
            // As gcc and clang have it.
            Ty::Void | Ty::Function(_) => self.size(1, at),
            Ty::Array(element, Some(length)) => {
                let each = self.size_of(&element.ty, at);
                let count = Typed {
                    value: Value::clone(length),
                    ty: Ty::SIZE,
                };
                self.product(count.at(at), each, at)
            }
            _ => match self.constant_size(ty) {
                Some(bytes) => self.size(bytes, at),
                None => {
                    let problem = ty.problem();
                    Typed::unknown(problem.as_deref().unwrap_or("an incomplete type"), at)
                }
            },
        }
    }

    fn product(&mut self, left: Typed, right: Typed, at: Span) -> Typed {
        match (&left.value.kind, &right.value.kind) {
            (ValueKind::Integer(a), ValueKind::Integer(b)) => {
                let product = a.checked_mul(*b).filter(|p| *p < 1 << 60);
                match product {
                    Some(product) => self.size(product as u64, at),
                    None => Typed::unknown("an array whose size is too large", at),
                }
            }
            _ => self.combined(BinaryOp::Multiply, left, right, at),
        }
    }

    pub(super) fn align_of(&mut self, name: &TypeName, at: Span) -> Typed {
        let ty = self.unevaluated(|s| s.type_name(name)).ty;
        match self.constant_align(&ty) {
            Some(align) => self.size(align, at),
            None => Typed::unknown("an alignment that is not a constant", at),
        }
    }

    fn constant_align(&self, ty: &Ty) -> Option<u64> {
        match ty {
            Ty::Array(element, _) => self.constant_align(&element.ty),
            _ => size_and_align(ty, &self.program.macros).map(|(_, align)| align),
        }
    }

    /// `offsetof(type, a.b[i])`
    pub(super) fn offset_of(&mut self, of: &OffsetOfExpression, at: Span) -> Typed {
        let ty = self.type_name(&of.type_name.node);
        let none = Place::Object(ObjectId(u32::MAX));
        let start = crate::lowerer::values::Lvalue::new(none, ty, at);
        let designator = &of.designator.node;
        let mut place = self.member_of(&start, &designator.base.node.name, at);
        for step in &designator.members {
            place = match &step.node {
                OffsetMember::Member(name) => self.member_of(&place, &name.node.name, at),
                OffsetMember::Index(index) => {
                    let index = self.value(index);
                    place.element(index)
                }
                OffsetMember::IndirectMember(_) => return Typed::unknown("`offsetof`", at),
            };
        }
        if let Some(problem) = place.problem() {
            return Typed::unknown(&problem, at);
        }
        match self.offset(&place.place) {
            Some(bytes) => self.size(bytes, at),
            None => Typed::unknown("an offset that is not a constant", at),
        }
    }

    /// The distance of a place from the start of its object in bytes.
    pub(crate) fn offset(&self, place: &Place) -> Option<u64> {
        match place {
            Place::Object(_) => Some(0),
            Place::Volatile(inner) => self.offset(inner),
            Place::At(_) => None,
            Place::Member { record, ty, member } => {
                Some(self.offset(record)? + ty.members.get(*member)?.offset)
            }
            Place::Element { array, ty, index } => {
                let Type::Array { element, .. } = ty else {
                    return None;
                };
                let index = u64::try_from(self.constant(index)?).ok()?;
                let bytes = index.checked_mul(self.bytes(element)?)?;
                self.offset(array)?.checked_add(bytes)
            }
        }
    }

    fn bytes(&self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Integer(ty) => Some(u64::from(ty.bits).div_ceil(8)),
            Type::Floating(bytes) => Some(u64::from(*bytes)),
            Type::Complex(part) => Some(2 * u64::from(*part)),
            Type::Pointer(_) => Some(8),
            Type::Array { element, length } => {
                let count = u64::try_from(self.constant(length.as_deref()?)?).ok()?;
                self.bytes(element)?.checked_mul(count)
            }
            Type::Record(record) => Some(record.bytes),
            Type::Void | Type::Function | Type::Unknown => None,
        }
    }
}
