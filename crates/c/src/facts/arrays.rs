//! The arrays of a function: which of its objects are analysed as arrays, and of which type.
//!
//! A pointer to heap storage and a pointer parameter that is a temporary count as arrays.

use crate::facts::heap::{Form, Heap, Heaps};
use crate::names::symbols::{Origin, Symbols, VarId, Variable};
use crate::names::types::Type;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The arrays of a function.
#[derive(Debug)]
pub struct Arrays<'a> {
    /// For each object its type: that of the array where it counts as one.
    types: Vec<Type>,
    /// For each object whether it is an array to analyse.
    is_array: Vec<bool>,
    heaps: Heaps<'a>,
}

impl<'a> Arrays<'a> {
    /// The function's own arrays, those of callers or of the file that are temporaries of it, and
    /// heap arrays.
    pub fn of(symbols: &Symbols<'a>, temporaries: &BTreeSet<VarId>, heaps: Heaps<'a>) -> Self {
        let type_of = |(id, variable): (VarId, &Variable<'_>)| {
            let declared = &variable.declared_type;
            match (heaps.array(id), declared) {
                (Some(heap), _) => heap_type(declared, heap.form),
                (None, Type::Pointer(to)) if temporaries.contains(&id) => Type::Array(to.clone()),
                _ => declared.clone(),
            }
        };
        let is_array = |(id, variable): (VarId, &Variable<'_>)| {
            let is_declared = matches!(variable.declared_type, Type::Array(_));
            let is_own = variable.origin == Origin::Local && is_declared;
            is_own || temporaries.contains(&id) || heaps.array(id).is_some()
        };
        Arrays {
            types: symbols.objects().map(type_of).collect(),
            is_array: symbols.objects().map(is_array).collect(),
            heaps,
        }
    }

    /// The type of an object: that of the array where it counts as one.
    pub fn type_of(&self, id: VarId) -> &Type {
        &self.types[id.0]
    }

    /// Whether an object is an array to analyse.
    pub fn contains(&self, id: VarId) -> bool {
        self.is_array[id.0]
    }

    /// The pointers that stand for heap storage, and those that do not.
    pub fn heaps(&self) -> &Heaps<'a> {
        &self.heaps
    }

    /// The heap array that a pointer stands for.
    pub fn heap(&self, id: VarId) -> Option<&Heap<'a>> {
        self.heaps.array(id)
    }
}

/// The type of the heap array that a pointer of type `pointer` stands for.
fn heap_type(pointer: &Type, form: Form) -> Type {
    let target = pointer.target().cloned().unwrap_or(Type::Unknown);
    match form {
        Form::Object => target,
        Form::Flat | Form::Rows => Type::Array(Arc::new(target)),
    }
}
