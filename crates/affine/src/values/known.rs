//! What is known of the contents of a cell: an integer or pointer that is followed.

use super::{Number, Pointer, pointer};
use poly::{Map, Result, Set};
use program::ObjectId;
use std::rc::Rc;

/// A scalar that is followed: an object, or an element of a small array.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Cell {
    pub(crate) object: ObjectId,
    /// The number of the element; 0 if the object is no array.
    pub(crate) element: u32,
}

impl Cell {
    /// The number that the cells of an allocated structure have in the place of an object.
    pub(crate) fn heap_object(heap: usize) -> ObjectId {
        ObjectId(HEAPS | u32::try_from(heap).unwrap_or(HEAPS - 1))
    }

    /// The allocation that such a number means.
    pub(crate) fn heap_of(object: ObjectId) -> Option<usize> {
        (object.0 & HEAPS != 0).then_some((object.0 & !HEAPS) as usize)
    }
}

/// Objects of a program have lower numbers.
const HEAPS: u32 = 1 << 31;

/// What is known of its contents.
#[derive(Clone, Debug)]
pub(crate) enum Known {
    /// An integer.
    Integer(Number),
    /// A pointer.
    Pointer(Pointer),
    /// Nothing: the value is what the memory holds.
    Data,
    /// What was known after a loop at the iteration that a relation gives.
    After(Rc<Known>, Rc<Map>),
}

impl Known {
    /// The same for longer vectors of iterators.
    pub(crate) fn lifted_to(&self, dims: usize) -> Result<Known> {
        Ok(match self {
            Known::Integer(n) => Known::Integer(n.lifted_to(dims)?),
            Known::Pointer(p) => Known::Pointer(pointer::lifted_to(p, dims)?),
            Known::Data => Known::Data,
            Known::After(..) => self.resolved()?.lifted_to(dims)?,
        })
    }

    /// Without [`Known::After`].
    pub(crate) fn resolved(&self) -> Result<Known> {
        match self {
            Known::After(known, map) => known.resolved()?.pullback(map),
            other => Ok(other.clone()),
        }
    }

    /// `x -> self(map(x))`
    pub(crate) fn pullback(&self, map: &Map) -> Result<Known> {
        Ok(match self {
            Known::Integer(n) => Known::Integer(n.pullback(map)?),
            Known::Pointer(p) => Known::Pointer(pointer::pullback(p, map)?),
            Known::Data => Known::Data,
            Known::After(..) => self.resolved()?.pullback(map)?,
        })
    }

    /// Nothing is known outside of a set.
    pub(crate) fn restricted(&self, to: &Set) -> Result<Known> {
        Ok(match self {
            Known::Integer(n) => Known::Integer(n.restricted(to)?),
            Known::Pointer(p) => Known::Pointer(pointer::restricted(p, to)?),
            Known::Data => Known::Data,
            Known::After(..) => self.resolved()?.restricted(to)?,
        })
    }

    /// The one that is known; they are known on disjoint sets.
    pub(crate) fn either(&self, other: &Known) -> Result<Known> {
        Ok(match (self, other) {
            (Known::Integer(a), Known::Integer(b)) => Known::Integer(a.either(b)?),
            (Known::Pointer(a), Known::Pointer(b)) => {
                Known::Pointer(a.iter().chain(b).cloned().collect())
            }
            (Known::After(..), _) | (_, Known::After(..)) => {
                self.resolved()?.either(&other.resolved()?)?
            }
            _ => Known::Data,
        })
    }

    /// Whether both are certainly equal on a set.
    pub(crate) fn equals(&self, other: &Known, on: &Set) -> Result<bool> {
        match (self, other) {
            (Known::Integer(a), Known::Integer(b)) => a.equals(b, on),
            (Known::Pointer(a), Known::Pointer(b)) => pointer::equal(a, b, on),
            (Known::After(..), _) | (_, Known::After(..)) => {
                self.resolved()?.equals(&other.resolved()?, on)
            }
            _ => Ok(false),
        }
    }
}
