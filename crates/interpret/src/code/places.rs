//! Places as addresses, sizes of types.

use crate::code::form::{Node, NodeId};
use crate::code::functions::{Compiler, Home};
use crate::memory::scalar;
use program::{ObjectId, Place, Type, Value, ValueKind};
use source::Span;

/// A place that is prepared.
pub(super) enum Spot {
    /// A local scalar.
    Slot(u32, ObjectId),
    /// Memory at an address.
    Memory(NodeId),
}

impl<'p> Compiler<'p> {
    /// A place that is read or written.
    pub(super) fn spot(&mut self, place: &'p Place, at: Span) -> Spot {
        if let Place::Object(id) = place
            && let Home::Slot(slot) = self.home(*id)
        {
            return Spot::Slot(slot, *id);
        }
        Spot::Memory(self.address(place, at))
    }

    /// The address of a place.
    pub(super) fn address(&mut self, place: &'p Place, at: Span) -> NodeId {
        match place {
            Place::Object(id) => match self.home(*id) {
                Home::Slot(_) => self.unsupported("the address of a temporary value", at),
                Home::Local(slot) => self.node(Node::Local(slot), at),
                Home::Global(index) => self.node(Node::Global(index), at),
            },
            Place::At(pointer) => self.target(pointer, at),
            Place::Volatile(inner) => self.address(inner, at),
            Place::Element { array, ty, index } => {
                let base = self.address(array, at);
                let index = self.value(index);
                self.element(base, index, ty, false, at)
            }
            Place::Member { record, ty, member } => {
                let base = self.address(record, at);
                match ty.members.get(*member) {
                    Some(member) => self.node(Node::Member(base, member.offset), at),
                    None => self.unsupported("an unknown member", at),
                }
            }
        }
    }

    /// The address of a place of which only the address is used: it may be the end of an array.
    pub(super) fn only_address(&mut self, place: &'p Place, at: Span) -> NodeId {
        match place {
            Place::Element { array, ty, index } => {
                let base = self.address(array, at);
                let index = self.value(index);
                self.element(base, index, ty, true, at)
            }
            Place::At(pointer) => self.value(pointer),
            place => self.address(place, at),
        }
    }

    /// The address in a pointer through which memory is accessed.
    fn target(&mut self, pointer: &'p Value, at: Span) -> NodeId {
        if let (ValueKind::Offset { pointer: base, by }, Type::Pointer(element)) =
            (&pointer.kind, &pointer.ty)
            && let Some(size) = known_size(element)
        {
            let (base, by) = (self.value(base), self.value(by));
            return self.node(Node::AccessBy(base, by, size as i64), at);
        }
        self.value(pointer)
    }

    fn element(
        &mut self,
        base: NodeId,
        index: NodeId,
        ty: &'p Type,
        may_be_end: bool,
        at: Span,
    ) -> NodeId {
        let Type::Array { element, length } = ty else {
            return self.unsupported("a subscript of something else than an array", at);
        };
        let Some(length) = length.as_deref() else {
            return self.offset(base, index, element, at);
        };
        if let (Some(size), Some(length)) = (known_size(element), known_length(length)) {
            let length = length.saturating_add(u64::from(may_be_end));
            return self.node(Node::ElementOf(base, index, size as i64, length), at);
        }
        let Some(size) = self.size(element, at) else {
            return self.unsupported("an element of unknown size", at);
        };
        let length = self.value(length);
        self.node(Node::Element(base, index, size, length, may_be_end), at)
    }

    /// The address of the element `index` after `base`.
    pub(super) fn offset(
        &mut self,
        base: NodeId,
        index: NodeId,
        element: &'p Type,
        at: Span,
    ) -> NodeId {
        match known_size(element) {
            Some(size) => self.node(Node::OffsetBy(base, index, size as i64), at),
            None => match self.size(element, at) {
                Some(size) => self.node(Node::Offset(base, index, size), at),
                None => self.unsupported("an element of unknown size", at),
            },
        }
    }

    /// The contents of a scalar object.
    pub(super) fn contents(&mut self, id: ObjectId, at: Span) -> NodeId {
        let ty = scalar(&self.code.program.objects[id.0 as usize].ty);
        match (self.home(id), ty) {
            (Home::Slot(slot), _) => self.node(Node::Slot(slot), at),
            (Home::Local(slot), Some(ty)) => {
                let address = self.node(Node::Local(slot), at);
                self.node(Node::Load(address, ty), at)
            }
            (Home::Global(index), Some(ty)) => {
                let address = self.node(Node::Global(index), at);
                self.node(Node::Load(address, ty), at)
            }
            (_, None) => self.unsupported("a value that is no scalar", at),
        }
    }

    /// The size of a type in bytes; `None` if it has none.
    pub(super) fn size(&mut self, ty: &'p Type, at: Span) -> Option<NodeId> {
        if let Some(size) = known_size(ty) {
            return Some(self.node(Node::Number(size), at));
        }
        let Type::Array { element, length } = ty else {
            return None;
        };
        let length = self.value(length.as_deref()?);
        let element = self.size(element, at)?;
        let size = Node::Integer(
            program::BinaryOp::Multiply,
            crate::arithmetic::Scalar::SIZE,
            length,
            element,
        );
        Some(self.node(size, at))
    }

    /// Whether an access to a place is volatile.
    pub(super) fn is_volatile(&self, place: &Place) -> bool {
        match place {
            Place::Object(id) => self.code.program.objects[id.0 as usize].is_volatile,
            Place::Element { array, .. } => self.is_volatile(array),
            Place::Member { record, .. } => self.is_volatile(record),
            Place::Volatile(_) => true,
            Place::At(_) => false,
        }
    }
}

/// The size of a type that has no lengths to compute.
fn known_size(ty: &Type) -> Option<u64> {
    match ty {
        Type::Record(record) => Some(record.bytes),
        Type::Array { element, length } => {
            known_size(element)?.checked_mul(known_length(length.as_deref()?)?)
        }
        Type::Void | Type::Function => Some(1),
        Type::Complex(part) => Some(2 * u64::from(*part)),
        _ => scalar(ty).map(|scalar| scalar.bytes() as u64),
    }
}

fn known_length(length: &Value) -> Option<u64> {
    match &length.kind {
        ValueKind::Integer(n) => u64::try_from(*n).ok(),
        _ => None,
    }
}
