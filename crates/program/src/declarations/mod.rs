//! Types as declarations spell them: specifiers, declarators, records, enumerations.

pub(crate) mod declarators;
mod enumerations;
mod records;
mod specifiers;

use crate::types::Qualified;

/// The storage class of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Storage {
    Plain,
    Typedef,
    Static,
    Extern,
}

/// The joint meaning of specifiers.
#[derive(Clone, Debug)]
pub(crate) struct Specified {
    pub(crate) storage: Storage,
    pub(crate) base: Qualified,
    /// Whether each thread has an object of its own.
    pub(crate) is_thread_local: bool,
    /// Whether the initialiser gives the type: `auto x = 1;`.
    pub(crate) is_deduced: bool,
}
