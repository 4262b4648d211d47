//! The arrays that statements touch: one per object and path of members, and auxiliary scalars.

use super::statement::Guard;
use crate::values::{Number, Root};
use integer::IntType;
use program::{ObjectId, Type};
use std::collections::BTreeMap;

/// What an array stands for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum ArrayKey {
    /// The scalars at a path of members of an object.
    Part(Root, Vec<usize>),
    /// The outside world.
    World,
    /// The result of the function.
    Result,
    /// The value of a parameter that the function sets.
    Value(String),
    /// A scalar of the translation, by number.
    Auxiliary(usize),
}

/// Where the contents of an array come from, and who sees them afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The function alone.
    Local,
    /// The interface: key, input, output.
    Shared(String, bool, bool),
    /// Kept from call to call, by the name of the object.
    Carried {
        /// The object.
        name: String,
        /// Whether its contents are zero before the first call.
        is_zero: bool,
    },
}

/// An array.
#[derive(Clone, Debug)]
pub(crate) struct DraftArray {
    pub(crate) key: ArrayKey,
    pub(crate) name: String,
    /// Extents, where they are known.
    pub(crate) shape: Vec<Option<Number>>,
    /// See [`scop::Shared::object`]; empty if no other array can be part of it.
    pub(crate) object: String,
    /// See [`scop::Shared::whole_dims`].
    pub(crate) whole_dims: usize,
    /// See [`scop::Shared::declared`].
    pub(crate) declared: Option<Number>,
    pub(crate) ty: Type,
    pub(crate) origin: Origin,
}

impl DraftArray {
    /// An array without dimensions, which is no part of an object.
    pub(crate) fn scalar(key: ArrayKey, name: &str, ty: Type, origin: Origin) -> DraftArray {
        DraftArray {
            key,
            name: name.to_string(),
            shape: Vec::new(),
            object: String::new(),
            whole_dims: 0,
            declared: None,
            ty,
            origin,
        }
    }
}

/// All arrays.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arrays {
    list: Vec<DraftArray>,
    by_key: BTreeMap<ArrayKey, usize>,
    /// The objects that only live under a condition on data.
    under: BTreeMap<ObjectId, Guard>,
}

impl Arrays {
    pub(crate) fn find(&self, key: &ArrayKey) -> Option<usize> {
        self.by_key.get(key).copied()
    }

    pub(crate) fn add(&mut self, array: DraftArray) -> usize {
        let at = self.list.len();
        self.by_key.insert(array.key.clone(), at);
        self.list.push(array);
        at
    }

    /// Adds a scalar of the translation.
    pub(crate) fn add_auxiliary(&mut self) -> usize {
        let (key, ty) = (
            ArrayKey::Auxiliary(self.list.len()),
            Type::Integer(IntType::INT),
        );
        self.add(DraftArray::scalar(key, "condition", ty, Origin::Local))
    }

    pub(crate) fn get(&self, at: usize) -> &DraftArray {
        &self.list[at]
    }

    pub(crate) fn get_mut(&mut self, at: usize) -> &mut DraftArray {
        &mut self.list[at]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &DraftArray)> {
        self.list.iter().enumerate()
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The arrays that other code may see or change, as unknown functions do.
    pub(crate) fn exposed(&self) -> impl Iterator<Item = usize> {
        let exposed = |array: &DraftArray| match (&array.key, &array.origin) {
            (ArrayKey::Part(..), Origin::Shared(_, _, is_output)) => *is_output,
            _ => false,
        };
        self.iter()
            .filter(move |(_, a)| exposed(a))
            .map(|(at, _)| at)
    }

    /// The object that an array is, or is part of; none for an array that is never emitted.
    pub(crate) fn object(&self, at: usize) -> Option<ObjectId> {
        match self.list.get(at)?.key {
            ArrayKey::Part(Root::Object(object), _) => Some(object),
            _ => None,
        }
    }

    /// The life of an object ends: its next one has arrays of its own.
    pub(crate) fn retire(&mut self, object: ObjectId) {
        let own: Vec<usize> = self.of(object).collect();
        for at in own {
            let key = std::mem::replace(&mut self.list[at].key, ArrayKey::Auxiliary(at));
            self.by_key.remove(&key);
        }
    }

    /// An object begins to live, only under a condition on data if there is one.
    pub(crate) fn begin(&mut self, object: ObjectId, under: Option<Guard>) {
        match under {
            Some(guard) => self.under.insert(object, guard),
            None => self.under.remove(&object),
        };
    }

    /// Whether an array is an object, or part of one, that only lives under a condition.
    pub(crate) fn lives_under(&self, at: usize, guard: Guard) -> bool {
        let object = self.object(at);
        object.is_some_and(|object| self.under.get(&object) == Some(&guard))
    }

    /// Whether memory has arrays yet.
    pub(crate) fn has(&self, root: Root) -> bool {
        let is_own =
            |array: &DraftArray| matches!(array.key, ArrayKey::Part(own, _) if own == root);
        self.list.iter().any(is_own)
    }

    /// What an array is.
    pub(crate) fn list_key(&self, at: usize) -> Option<&ArrayKey> {
        self.list.get(at).map(|array| &array.key)
    }

    /// The arrays of one object.
    pub(crate) fn of(&self, object: ObjectId) -> impl Iterator<Item = usize> {
        let of = move |array: &DraftArray| matches!(array.key, ArrayKey::Part(Root::Object(o), _) if o == object);
        self.iter().filter(move |(_, a)| of(a)).map(|(at, _)| at)
    }
}
