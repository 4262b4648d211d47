//! The arrays of a function: the objects that are analysed as arrays, with their types.
//!
//! A pointer to heap storage counts as an array, and so does a pointer parameter that is a
//! temporary.

use crate::facts::heap::{Form, Heap, Heaps};
use crate::names::symbols::{Origin, Symbols, VarId, Variable};
use crate::names::types::Type;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The arrays of a function.
#[derive(Debug)]
pub(crate) struct Arrays<'a> {
    /// For each object its type. An object that counts as an array has the array's type.
    types: Vec<Type>,
    /// For each object whether it is analysed as an array.
    is_array: Vec<bool>,
    heaps: Heaps<'a>,
}

impl<'a> Arrays<'a> {
    /// The arrays of a function: those that it declares, its temporaries that callers or the file
    /// declare, and heap arrays.
    pub(crate) fn of(
        symbols: &Symbols<'a>,
        temporaries: &BTreeSet<VarId>,
        heaps: Heaps<'a>,
    ) -> Self {
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

    /// The type of an object. An object that counts as an array has the array's type.
    pub(crate) fn type_of(&self, id: VarId) -> &Type {
        &self.types[id.0]
    }

    /// Whether an object is analysed as an array.
    pub(crate) fn contains(&self, id: VarId) -> bool {
        self.is_array[id.0]
    }

    /// The pointers to heap storage.
    pub(crate) fn heaps(&self) -> &Heaps<'a> {
        &self.heaps
    }

    /// The heap array of a pointer.
    pub(crate) fn heap(&self, id: VarId) -> Option<&Heap<'a>> {
        self.heaps.array(id)
    }
}

/// The type of the heap array of a pointer.
fn heap_type(pointer: &Type, form: Form) -> Type {
    let target = pointer.target().cloned().unwrap_or(Type::Unknown);
    match form {
        Form::Object => target,
        Form::Flat | Form::Rows => Type::Array(Arc::new(target)),
    }
}
